//! Records seen ply by ply, and what the engine thinks of positions.

use outflank_records::{Ending, Format, Reader, Record, openings, transcript};
use outflank_rules::{Color, Game, Move, Position};

use crate::api_error::ApiError;
use crate::wire::{self, Pair, Placed, Ply, Reason, ReviewRequest, Side, View, ViewRequest};

/// The most titles that are listed, and the most games that are counted.
const MOST_TITLES: usize = 200;
const MOST_GAMES: usize = 20_000;
/// More moves than any game has.
const MOST_MOVES: usize = 128;

/// The game that a request describes.
pub(crate) fn view(request: &ViewRequest) -> Result<View, ApiError> {
    match &request.text {
        None => {
            let record = Record::from(game(request.start.as_ref(), &request.moves)?);
            Ok(view_of(&record, None, 1, Vec::new()))
        }
        Some(_) if request.start.is_some() || !request.moves.is_empty() => Err(Reason::TextAndMoves.into()),
        Some(text) => view_text(text, request.game.unwrap_or(1)),
    }
}

/// The record that a request for a review describes.
pub(crate) fn record(request: &ReviewRequest) -> Result<Record, ApiError> {
    match &request.text {
        None => Ok(Record::from(game(request.start.as_ref(), &request.moves)?)),
        Some(_) if request.start.is_some() || !request.moves.is_empty() => Err(Reason::TextAndMoves.into()),
        Some(text) => find(text, request.game.unwrap_or(1)).map(|found| found.record),
    }
}

/// One of the games of a text.
struct Found {
    record: Record,
    format: Format,
    titles: Vec<String>,
    count: usize,
}

fn view_text(text: &str, wanted: usize) -> Result<View, ApiError> {
    let Found { record, format, titles, count } = find(text, wanted)?;
    let mut view = view_of(&record, Some(format.name().to_owned()), wanted, titles);
    view.count = count;
    Ok(view)
}

fn find(text: &str, wanted: usize) -> Result<Found, ApiError> {
    let reader = Reader::new(text.as_bytes())
        .map_err(|error| ApiError::from(Reason::BadRecord { detail: error.to_string() }))?;
    let format = reader.format();
    let mut titles = Vec::new();
    let mut found = None;
    let mut count = 0;
    for record in reader.take(MOST_GAMES) {
        let record =
            record.map_err(|error| ApiError::from(Reason::BadRecord { detail: error.to_string() }))?;
        count += 1;
        if titles.len() < MOST_TITLES {
            titles.push(title(&record));
        }
        if count == wanted {
            found = Some(record);
        }
    }
    let record = found.ok_or(Reason::NoSuchRecord { game: wanted, count })?;
    Ok(Found { record, format, titles, count })
}

/// A start position and moves as a client sends them. Forced passes may be left out.
pub(crate) fn game(start: Option<&wire::Setup>, moves: &[String]) -> Result<Game, ApiError> {
    let start = match start {
        None => Position::default(),
        Some(setup) => {
            Position::try_from(setup).map_err(|error| Reason::BadPosition { detail: error.to_string() })?
        }
    };
    if moves.len() > MOST_MOVES {
        return Err(Reason::TooManyMoves { most: MOST_MOVES }.into());
    }
    let moves: Vec<Move> = moves
        .iter()
        .map(|text| text.parse().map_err(|_| Reason::BadMove { text: text.clone() }))
        .collect::<Result<_, _>>()?;
    Game::from_moves(start, moves)
        .map_err(|error| ApiError::from(Reason::BadRecord { detail: error.to_string() }))
}

/// A record, ply by ply.
pub(crate) fn view_of(record: &Record, format: Option<String>, number: usize, titles: Vec<String>) -> View {
    let game = &record.game;
    let plies = game.positions().iter().enumerate().map(|(ply, position)| Ply {
        ply,
        position: position.into(),
        last: Placed::last(game, ply),
        passed: match ply.checked_sub(1).map(|before| game.moves()[before]) {
            Some(Move::Pass) => Some(Side::from(!position.turn())),
            _ => None,
        },
        opening: openings::at_ply(game, ply).map(|opening| opening.name.to_owned()),
        comment: record.notes.get(&ply).map(|note| note.comment.clone()).unwrap_or_default(),
    });
    View {
        format,
        count: 1,
        game: number,
        titles,
        players: Pair::of(|color| record.player(color).name.clone()),
        event: record.event.clone(),
        date: record.date.clone(),
        moves: game.moves().iter().map(Move::to_string).collect(),
        opening: openings::of_game(game).map(|opening| opening.name.to_owned()),
        transcript: transcript::text(game),
        result: result(record),
        plies: plies.collect(),
    }
}

/// How a record ended, in a sentence.
fn result(record: &Record) -> Option<String> {
    if let Some(outcome) = record.position().outcome() {
        return Some(format!("{outcome}."));
    }
    let verdict = record.result()?;
    let margin = verdict.margin;
    let how = match verdict.ending {
        Ending::Resigned => "by resignation",
        Ending::TimedOut => "on time",
        _ => return Some(format!("The record gives the difference as {margin:+}.")),
    };
    let winner = if margin > 0.0 { Color::Black } else { Color::White };
    Some(format!("{winner} wins {how}."))
}

/// A line for a list of games.
pub(crate) fn title(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| &record.player(color).name);
    let score = record.position().outcome().map(|outcome| format!(" {}:{}", outcome.black, outcome.white));
    let names = match (black.is_empty(), white.is_empty()) {
        (true, true) if record.game.moves().is_empty() => "A position".to_owned(),
        (true, true) => {
            let moves = transcript::text(&record.game);
            if moves.len() > 24 { format!("{}…", &moves[..24]) } else { moves }
        }
        _ => format!("{} – {}", or_unknown(black), or_unknown(white)),
    };
    names + &score.unwrap_or_default()
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> ViewRequest {
        ViewRequest { text: Some(text.to_owned()), game: None, start: None, moves: Vec::new() }
    }

    #[test]
    fn a_record_is_shown_ply_by_ply() {
        let view = view(&text("f5d6c3d3c4f4f6")).unwrap();
        assert_eq!((view.format.as_deref(), view.count, view.plies.len()), (Some("transcript"), 1, 8));
        assert_eq!(view.opening.as_deref(), Some("Stephenson"));
        assert_eq!(view.plies[6].opening.as_deref(), Some("Tiger"));
        assert_eq!(view.plies[1].last.as_ref().unwrap().square, "f5");
        assert_eq!(view.plies[1].position.score, Pair { black: 4, white: 1 });
        assert_eq!(view.plies[0].position.legal["d3"], ["d4"]);
    }

    #[test]
    fn one_of_several_games_is_chosen_and_a_missing_one_is_named() {
        let games = "f5d6c3\nf5f6e6\n";
        let second = view(&ViewRequest { game: Some(2), ..text(games) }).unwrap();
        assert_eq!((second.count, second.game, second.transcript.as_str()), (2, 2, "f5f6e6"));
        assert_eq!(second.titles, ["f5d6c3", "f5f6e6"]);
        let third = view(&ViewRequest { game: Some(3), ..text(games) }).unwrap_err();
        assert_eq!(third.sentence, "There is no game 3: the text has 2.");
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_a_sentence() {
        assert_eq!(
            view(&text("f5f5")).unwrap_err().sentence,
            "This cannot be read: move 2, \"f5\": is taken by a black disc."
        );
        let moves = |moves: &[&str]| ViewRequest {
            text: None,
            game: None,
            start: None,
            moves: moves.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(
            view(&moves(&["f5", "z9"])).unwrap_err().sentence,
            "\"z9\" is neither a square nor a pass."
        );
        assert_eq!(
            view(&moves(&["f5", "a1"])).unwrap_err().sentence,
            "This cannot be read: move 2, \"a1\": flips nothing."
        );
        assert!(view(&text("")).is_err());
    }
}
