//! What an event does to the screen of a drill.

use outflank_rules::{Move, Square};
use outflank_study::drill::{Ask, Reply};
use outflank_study::practice::Seconds;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Position;

use super::{DrillModel, Effect, kept, view};
use crate::screen::events::ScreenEvent;
use crate::screen::layout::layout;
use crate::screen::pointer::Pointed;

/// Handles one event.
pub(super) fn update(model: &mut DrillModel, event: &ScreenEvent, now: Seconds) -> Vec<Effect> {
    match *event {
        ScreenEvent::Key(key) if key.kind != KeyEventKind::Release => press(model, key, now),
        ScreenEvent::Click(x, y) => click(model, x, y, now),
        ScreenEvent::Hover(x, y) => {
            let square = layout(model.area, &model.look).and_then(|layout| layout.board.square_at(x, y));
            let open = match &model.prompt.ask {
                Ask::Square(squares) => square.filter(|square| squares.contains(*square)),
                _ => None,
            };
            model.pointer.hover(open);
            vec![]
        }
        ScreenEvent::Terminated | ScreenEvent::Failed => vec![Effect::Quit],
        _ => vec![],
    }
}

fn press(model: &mut DrillModel, key: KeyEvent, now: Seconds) -> Vec<Effect> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'C') => vec![Effect::Quit],
            KeyCode::Char('z' | 'Z') => vec![Effect::Suspend],
            _ => vec![],
        };
    }
    if std::mem::take(&mut model.help) {
        return vec![];
    }
    model.message = None;
    if let Some(effects) = read(model, key.code) {
        return effects;
    }
    let ask = model.prompt.ask.clone();
    match &ask {
        Ask::Square(_) => {
            match model.pointer.type_key(key) {
                Pointed::Moved => return vec![],
                Pointed::Chose(square) => return play(model, square, now),
                Pointed::Ignored => {}
            }
            if model.pointer.arrow(key.code) == Pointed::Moved {
                return vec![];
            }
        }
        Ask::Choice(sentences) => match key.code {
            KeyCode::Up => {
                model.choice = model.choice.saturating_sub(1);
                return vec![];
            }
            KeyCode::Down => {
                model.choice = (model.choice + 1).min(sentences.len().saturating_sub(1));
                return vec![];
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit as usize - '1' as usize;
                if number < sentences.len() {
                    return reply(model, Reply::Choice(number), now);
                }
                return vec![];
            }
            _ => {}
        },
        Ask::Next => match key.code {
            KeyCode::Right => return step(model, 1),
            KeyCode::Left => return step(model, -1),
            KeyCode::Tab => return other_line(model),
            _ => {}
        },
        Ask::Wait | Ask::Done => {}
    }
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') => enter(model, now),
        KeyCode::Char('i' | 'I') => {
            let clue = model.drill.clue();
            model.refresh();
            if clue.is_none() {
                model.message = Some("There is no clue here.".to_owned());
            }
            model.clue = clue.or(model.clue.take());
            vec![]
        }
        KeyCode::Char('y' | 'Y') if model.drill.has_answer() => reply(model, Reply::Show, now),
        KeyCode::Char('k' | 'K') => reply(model, Reply::Skip, now),
        KeyCode::Char('n' | 'N') if ask == Ask::Next => reply(model, Reply::Next, now),
        KeyCode::Char('?') | KeyCode::F(1) => {
            model.help = true;
            vec![]
        }
        KeyCode::Esc | KeyCode::Char('q' | 'Q') => vec![Effect::Quit],
        KeyCode::Char(c) => {
            model.message = Some(format!("{c} does nothing here; ? shows the keys."));
            vec![]
        }
        _ => vec![],
    }
}

/// What keys do where text and board take turns: Enter and the arrows go through the text, Space changes to the other.
/// Nothing if the key is for the task; then the board is looked at, unless a sentence is to be chosen or read.
fn read(model: &mut DrillModel, key: KeyCode) -> Option<Vec<Effect>> {
    if !view::takes_turns(model) {
        return None;
    }
    let Some(top) = model.read else {
        model.read = (key == KeyCode::Char(' ')).then_some(0);
        return model.read.map(|_| vec![]);
    };
    let below = view::next_page(model, top);
    match (key, below) {
        (KeyCode::Char(' '), _) => model.read = None,
        (KeyCode::Enter | KeyCode::Down | KeyCode::PageDown, Some(next)) => model.read = Some(next),
        (KeyCode::Up | KeyCode::PageUp, _) if top > 0 => model.read = Some(0),
        _ => {
            let to_board = match (&model.prompt.ask, key) {
                (Ask::Square(_), KeyCode::Enter) => {
                    model.read = None;
                    return Some(vec![]);
                }
                (Ask::Square(_), KeyCode::Char(c)) => {
                    !matches!(c, 'i' | 'I' | 'y' | 'Y' | 'k' | 'K' | 'q' | 'Q' | '?')
                }
                (Ask::Square(_), KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down) => true,
                (Ask::Next, KeyCode::Left | KeyCode::Right | KeyCode::Tab) => !model.prompt.lines.is_empty(),
                _ => false,
            };
            if to_board {
                model.read = None;
            }
            return None;
        }
    }
    Some(vec![])
}

fn enter(model: &mut DrillModel, now: Seconds) -> Vec<Effect> {
    match (&model.prompt.ask, model.pointer.shown()) {
        (Ask::Square(_), Some(square)) => play(model, square, now),
        (Ask::Square(_), None) => {
            model.message = Some("Choose a square first: arrow keys, or type it as in d3.".to_owned());
            vec![]
        }
        (Ask::Choice(_), _) => reply(model, Reply::Choice(model.choice), now),
        (Ask::Next, _) => reply(model, Reply::Next, now),
        (Ask::Wait, _) => vec![],
        (Ask::Done, _) => vec![Effect::Quit],
    }
}

fn play(model: &mut DrillModel, square: Square, now: Seconds) -> Vec<Effect> {
    let Ask::Square(squares) = &model.prompt.ask else { return vec![] };
    if squares.contains(square) {
        return reply(model, Reply::Square(square), now);
    }
    model.message = Some(match model.prompt.position.check(Move::Place(square)) {
        Err(reason) => format!("{square} {reason}."),
        Ok(()) => format!("{square} is not among the moves in question: {squares}."),
    });
    vec![]
}

fn reply(model: &mut DrillModel, reply: Reply, now: Seconds) -> Vec<Effect> {
    let events = model.drill.reply(reply, now);
    model.message = None;
    model.refresh();
    kept(events)
}

/// Goes along the line that is looked at.
fn step(model: &mut DrillModel, by: isize) -> Vec<Effect> {
    let (line, plies) = model.line.unwrap_or((0, 0));
    let Some((_, moves)) = model.prompt.lines.get(line) else { return vec![] };
    model.line = Some((line, plies.saturating_add_signed(by).min(moves.len())));
    vec![]
}

/// Looks at another line, from its start.
fn other_line(model: &mut DrillModel) -> Vec<Effect> {
    let count = model.prompt.lines.len();
    if count > 0 {
        model.line = Some((model.line.map_or(0, |(line, _)| (line + 1) % count), 0));
    }
    vec![]
}

fn click(model: &mut DrillModel, x: u16, y: u16, now: Seconds) -> Vec<Effect> {
    model.help = false;
    let Some(layout) = layout(model.area, &model.look) else { return vec![] };
    let covered = view::takes_turns(model) && model.read.is_some();
    if let Some(square) = layout.board.square_at(x, y).filter(|_| !covered)
        && let Ask::Square(_) = model.prompt.ask
    {
        model.pointer.click(square);
        return play(model, square, now);
    }
    let at = Position::new(x, y);
    let place = view::places(model, &layout).into_iter().find(|(area, _)| area.contains(at));
    match place {
        Some((_, number)) => reply(model, Reply::Choice(number), now),
        None if covered => {
            let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
            if matches!(model.prompt.ask, Ask::Choice(_)) { vec![] } else { press(model, enter, now) }
        }
        None if model.prompt.ask == Ask::Next => reply(model, Reply::Next, now),
        None => vec![],
    }
}
