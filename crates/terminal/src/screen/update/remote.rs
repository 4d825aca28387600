//! News of a game on a server.

use outflank_play::remote::{News, Presence, Report};
use outflank_play::{Event, Time};

use super::{hear, tell};
use crate::screen::events::Effect;
use crate::screen::game_view::Kind;
use crate::screen::model::Model;
use crate::screen::remote_view::Connection;
use crate::screen::words;

pub(super) fn listen(model: &mut Model, news: News, now: Time) -> Vec<Effect> {
    match news {
        News::Game(report) => return see(model, *report, now),
        News::Presence(presence) => meet(model, presence),
        News::Refused(why) => tell(model, Kind::Refused, why),
        News::Lost => set(model, Connection::Lost, "The connection is lost; it is being tried again."),
        News::Ended(why) => set(model, Connection::Ended(why.clone()), &why),
        News::Done => {}
        News::Seat(link) => {
            if let Some(remote) = model.game.as_mut().and_then(|view| view.remote.as_mut()) {
                remote.links.back = Some(link);
            }
        }
    }
    vec![]
}

fn see(model: &mut Model, report: Report, now: Time) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    let was_lost = view.remote.as_mut().is_some_and(|remote| remote.hear(&report, now));
    let first = view.log.last().is_none();
    // What nobody has answered yet is told last, where whoever comes looks first.
    let greetings = if first { report.greetings() } else { Vec::new() };
    let Report { game, mut events, .. } = report;
    events.retain(|event| view.remote.as_ref().is_none_or(|remote| remote.hears(event)));
    events.retain(|event| !greetings.contains(event));
    let asked = match events.last() {
        Some(Event::UndoAsked { by } | Event::RematchOffered { by, .. }) => !view.plays(*by),
        _ => false,
    };
    let effects = hear(model, game, &events, now);
    if first {
        tell_rules(model);
    }
    if let Some(view) = &mut model.game {
        for greeting in greetings {
            let sentence = greeting.sentence(view.live.settings());
            view.say(Kind::Told, sentence);
        }
    }
    if was_lost {
        tell(model, Kind::Important, "Connected again.".to_owned());
    }
    if asked {
        // Whatever lies over the board would hide the question.
        model.overlay = None;
    }
    effects
}

/// Whoever comes to a game under other rules than the standard ones is told.
fn tell_rules(model: &mut Model) {
    let Some(view) = &mut model.game else { return };
    let sentence = words::variant_sentence(view.position().variant());
    let told = view.log.messages().iter().any(|message| message.text == sentence);
    if !view.position().variant().is_standard() && !told {
        view.say(Kind::Important, sentence);
    }
}

fn meet(model: &mut Model, presence: Presence) {
    let Some(view) = &mut model.game else { return };
    let changed = view.remote.as_mut().map(|remote| remote.meet(presence)).unwrap_or_default();
    for (color, here) in changed {
        let name = view.live.settings().name(color);
        let text = if here { format!("{name} is here.") } else { format!("{name} has left.") };
        view.say(Kind::Told, text);
    }
}

fn set(model: &mut Model, connection: Connection, text: &str) {
    let Some(view) = &mut model.game else { return };
    let Some(remote) = &mut view.remote else { return };
    if remote.connection != connection {
        remote.connection = connection;
        view.say(Kind::Important, text);
    }
}
