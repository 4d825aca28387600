//! News of a game that is kept elsewhere.

use outflank_play::remote::{News, Presence, Report};
use outflank_play::{Event, Time};

use super::{hear, tell};
use crate::screen::guest::Connection;
use crate::screen::host::sentence;
use crate::screen::model::Model;
use crate::screen::table::Kind;
use crate::screen::wake::Request;

pub(super) fn listen(model: &mut Model, news: News, now: Time) -> Vec<Request> {
    match news {
        News::Game(report) => return see(model, *report, now),
        News::Presence(presence) => meet(model, presence),
        News::Refused(why) => tell(model, Kind::Refused, sentence(&why)),
        News::Lost => set(model, Connection::Lost, "The connection is lost; it is being tried again."),
        News::Ended(why) => set(model, Connection::Ended(why.clone()), &why),
        News::Done => {}
        News::Seat(link) => {
            if let Some(guest) = model.table.as_mut().and_then(|table| table.guest.as_mut()) {
                guest.links.back = Some(link);
            }
        }
    }
    vec![]
}

fn see(model: &mut Model, report: Report, now: Time) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    let was_lost = table.guest.as_mut().is_some_and(|guest| guest.hear(&report, now));
    let Report { game, events, .. } = report;
    let asked = match events.last() {
        Some(Event::UndoAsked { by } | Event::RematchOffered { by }) => !table.plays(*by),
        _ => false,
    };
    let requests = hear(model, game, &events, now);
    if was_lost {
        tell(model, Kind::Important, "Connected again.".to_owned());
    }
    if asked {
        // Whatever lies over the board would hide the question.
        model.overlay = None;
    }
    requests
}

fn meet(model: &mut Model, presence: Presence) {
    let Some(table) = &mut model.table else { return };
    let changed = table.guest.as_mut().map(|guest| guest.meet(presence)).unwrap_or_default();
    for (color, here) in changed {
        let name = table.live.settings().name(color);
        let text = if here { format!("{name} is here.") } else { format!("{name} has left the table.") };
        table.say(Kind::Told, text);
    }
}

fn set(model: &mut Model, connection: Connection, text: &str) {
    let Some(table) = &mut model.table else { return };
    let Some(guest) = &mut table.guest else { return };
    if guest.connection != connection {
        guest.connection = connection;
        table.say(Kind::Important, text);
    }
}
