//! Whose turn it is, for feed readers and calendars: an address with a secret, and nothing to install.

use std::fmt::Write;

use outflank_play::Time;

use crate::wire::MyGame;

/// The games in which somebody has to move, as an Atom feed.
pub(crate) fn atom(name: &str, secret: &str, origin: &str, games: &[MyGame], now: Time) -> String {
    let (name, secret, origin) = (xml(name), xml(secret), xml(origin));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>Othello: the turns of {name}</title>\n<id>urn:outflank:{secret}</id>\n<link href=\"{origin}/\"/>\n\
         <link rel=\"self\" href=\"{origin}/feed/{secret}.atom\"/>\n<updated>{}</updated>\n",
        rfc3339(now)
    );
    for game in games.iter().filter(|game| game.somebody_waits()) {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "<entry><title>{}</title><id>urn:outflank:{}:{}</id><link href=\"{}{}\"/><updated>{}</updated>\
             <author><name>{}</name></author><summary>{}</summary></entry>",
            xml(&title(game)),
            game.game,
            game.moves,
            origin,
            game.path,
            rfc3339(Time(game.touched)),
            xml(&game.opponent.name),
            xml(&summary(game))
        );
    }
    text.push_str("</feed>\n");
    text
}

/// The deadlines of the games in which somebody has to move, as a calendar.
pub(crate) fn calendar(origin: &str, games: &[MyGame], now: Time) -> String {
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Outflank//Othello//EN".to_owned(),
        "X-WR-CALNAME:Othello".to_owned(),
    ];
    for game in games.iter().filter(|game| game.somebody_waits()) {
        let Some(deadline) = game.deadline else { continue };
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}-{}@outflank", game.game, game.moves),
            format!("DTSTAMP:{}", basic(now)),
            format!("DTSTART:{}", basic(Time(deadline))),
            "DURATION:PT0S".to_owned(),
            format!("SUMMARY:{}", ical(&format!("Last moment to move: {}", title(game)))),
            format!("DESCRIPTION:{}", ical(&summary(game))),
            format!("URL:{origin}{}", game.path),
            "BEGIN:VALARM".to_owned(),
            "ACTION:DISPLAY".to_owned(),
            format!("DESCRIPTION:{}", ical(&title(game))),
            "TRIGGER:-PT5H".to_owned(),
            "END:VALARM".to_owned(),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

fn title(game: &MyGame) -> String {
    format!("Your turn against {}", game.opponent.name)
}

fn summary(game: &MyGame) -> String {
    let until =
        game.deadline.map_or(String::new(), |deadline| format!(" Time until {}.", Time(deadline).utc()));
    format!("{} moves so far.{until}", game.moves)
}

fn rfc3339(time: Time) -> String {
    time.utc().replacen(' ', "T", 1).replace(" UTC", "Z")
}

fn basic(time: Time) -> String {
    rfc3339(time).replace(['-', ':'], "")
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn ical(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// Lines of a calendar have at most 75 bytes; longer ones go on after a line break and a space.
fn folded(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for c in line.chars() {
        if width + c.len_utf8() > 74 {
            text.push_str("\r\n ");
            width = 1;
        }
        text.push(c);
        width += c.len_utf8();
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{PlayerCard, Side};

    fn game(name: &str, my_turn: bool) -> MyGame {
        MyGame {
            game: "c0ffeec0ffee".to_owned(),
            path: "/g/c0ffeec0ffee".to_owned(),
            seats: vec![Side::Black],
            opponent: PlayerCard { name: name.to_owned(), rating: None, level: None },
            my_turn,
            over: false,
            moves: 12,
            board: String::new(),
            turn: Some(Side::Black),
            last: None,
            clock: None,
            deadline: Some(1_794_775_267_000),
            rated: false,
            touched: 951_782_400_000,
            result: None,
        }
    }

    #[test]
    fn only_ones_own_turns_are_told_and_names_do_no_harm() {
        let games = [game("<Ben> & Co; \"x\"", true), game("Carl", false)];
        let text = atom("Anna", "s", "https://o.example", &games, Time(0));
        assert_eq!(text.matches("<entry>").count(), 1);
        assert!(text.contains("Your turn against &lt;Ben&gt; &amp; Co; &quot;x&quot;<"), "{text}");
        assert!(text.contains("<updated>2000-02-29T00:00:00Z</updated>"), "{text}");
        assert!(text.contains("href=\"https://o.example/g/c0ffeec0ffee\""));
        assert!(text.contains("<link rel=\"self\" href=\"https://o.example/feed/s.atom\"/>"), "{text}");
        let text = calendar("https://o.example", &games, Time(0));
        assert_eq!(text.matches("BEGIN:VEVENT").count(), 1);
        assert!(text.contains("DTSTART:20261115T204107Z\r\n"), "{text}");
        assert!(text.replace("\r\n ", "").contains("against <Ben> & Co\\; \"x\""), "{text}");
        assert!(text.split("\r\n").all(|line| line.len() <= 75));
    }
}
