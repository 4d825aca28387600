//! Keys and clicks in a game.

use outflank_play::{Awaited, Command};
use outflank_rules::{Color, Move, Square};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::watch;
use crate::screen::guest::{Connection, Guest};
use crate::screen::keys::Action;
use crate::screen::model::{Model, Overlay, Page, Question};
use crate::screen::table::{Kind, Table};
use crate::screen::text::TextField;
use crate::screen::wake::Request;

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return vec![];
    }
    if table.live.is_over() {
        let moves = table.game().moves().len();
        let ply = table.ply();
        match key.code {
            KeyCode::Left | KeyCode::Up => return review(model, ply.saturating_sub(1)),
            KeyCode::Right | KeyCode::Down => return review(model, ply + 1),
            KeyCode::PageUp => return review(model, ply.saturating_sub(10)),
            KeyCode::PageDown => return review(model, ply + 10),
            KeyCode::Home => return review(model, 0),
            KeyCode::End | KeyCode::Esc => return review(model, moves),
            _ => {}
        }
    }
    match key.code {
        KeyCode::Char(letter) if ('a'..='h').contains(&letter.to_ascii_lowercase()) => {
            table.column = Some(usize::from(letter.to_ascii_lowercase() as u8 - b'a'));
            vec![]
        }
        KeyCode::Char(digit @ '1'..='8') => {
            let row = usize::from(digit as u8 - b'1');
            let typed = table.column.take();
            let column = typed.unwrap_or(table.cursor.column());
            let Some(square) = Square::from_column_row(column, row) else { return vec![] };
            table.cursor = square;
            if typed.is_some() {
                return place(model, square);
            }
            table.cursor_shown = true;
            vec![]
        }
        KeyCode::Backspace | KeyCode::Esc => {
            table.column = None;
            vec![]
        }
        KeyCode::Left => step(table, -1, 0),
        KeyCode::Right => step(table, 1, 0),
        KeyCode::Up => step(table, 0, -1),
        KeyCode::Down => step(table, 0, 1),
        KeyCode::Enter | KeyCode::Char(' ') if matches!(table.live.awaited(), Awaited::Pass(_)) => {
            act(model, Action::Pass)
        }
        KeyCode::Enter if table.cursor_shown => {
            let square = table.cursor;
            place(model, square)
        }
        KeyCode::Char(' ') if table.cursor_shown && !table.thinking() => {
            let square = table.cursor;
            place(model, square)
        }
        KeyCode::Enter if table.thinking() => act(model, Action::Hurry),
        KeyCode::F(1) => act(model, Action::Help),
        code => match table.scene().action(code) {
            Some(action) => act(model, action),
            None => unknown(table, code),
        },
    }
}

/// A key that does nothing says so, once, for those who look for the right one.
fn unknown(table: &mut Table, code: KeyCode) -> Vec<Request> {
    if let KeyCode::Char(c) = code {
        let reason = match table.scene().sometime().find(|binding| binding.answers(code)) {
            Some(binding) if table.live.is_over() => format!("The game is over: no {} now.", binding.word),
            Some(binding) => format!("{c} is for after the game ({}).", binding.word),
            None => format!("{c} does nothing; ? shows the keys."),
        };
        table.say(Kind::Refused, reason);
    }
    vec![]
}

pub(super) fn click(model: &mut Model, square: Square) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    table.cursor = square;
    table.cursor_shown = false;
    table.column = None;
    place(model, square)
}

fn place(model: &mut Model, square: Square) -> Vec<Request> {
    order(model, |by| Command::Play { by, mv: Move::Place(square) })
}

/// A command of the person who speaks; or the reason why it cannot be given.
pub(super) fn order(model: &mut Model, command: impl FnOnce(Color) -> Command) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    let refusal = match &table.guest {
        Some(Guest { connection: Connection::Lost, .. }) => {
            Some("There is no connection; it is being tried again.")
        }
        Some(Guest { connection: Connection::Ended(why), .. }) => Some(&why[..]),
        Some(guest) if !guest.plays() => Some("You watch this game."),
        _ => None,
    };
    if let Some(refusal) = refusal.map(str::to_owned) {
        table.say(Kind::Refused, refusal);
        return vec![];
    }
    vec![Request::Do(command(table.speaker()))]
}

fn step(table: &mut Table, x: isize, y: isize) -> Vec<Request> {
    table.column = None;
    if table.cursor_shown {
        let column = (table.cursor.column().saturating_add_signed(x)).min(7);
        let row = (table.cursor.row().saturating_add_signed(y)).min(7);
        table.cursor = Square::from_column_row(column, row).unwrap_or(table.cursor);
    }
    table.cursor_shown = true;
    vec![]
}

/// Shows the position after a number of moves of a finished game.
fn review(model: &mut Model, ply: usize) -> Vec<Request> {
    if let Some(table) = &mut model.table {
        let moves = table.game().moves().len();
        table.review = (ply < moves).then_some(ply);
        table.settle();
    }
    watch(model)
}

/// Does what a key or a click on its name asks for.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    table.column = None;
    match action {
        Action::Undo => {
            let by = table.live.last_to_place();
            return order(model, |speaker| Command::Undo { by: by.unwrap_or(speaker) });
        }
        Action::Hint => return hint(table),
        Action::Values => {
            table.insight.on ^= true;
            if table.insight.on {
                table.say(Kind::Told, "Values are on: what each move is worth, in discs at the end.");
                return watch(model);
            }
            table.insight.forget_position(table.live.game().moves().len() + 1);
            table.say(Kind::Told, "Values are off.");
            return vec![Request::StopAnalysis];
        }
        Action::Pass => return order(model, |by| Command::Play { by, mv: Move::Pass }),
        Action::Hurry => {
            if table.thinking() {
                return vec![Request::Hurry];
            }
        }
        Action::Rematch => return order(model, |by| Command::Rematch { by }),
        Action::Agree => return order(model, |by| Command::Accept { by }),
        Action::Decline => return order(model, |by| Command::Decline { by }),
        Action::Links => model.overlay = Some(Overlay::Links),
        Action::Restart if table.live.is_over() || table.game().moves().is_empty() => {
            return order(model, |_| Command::Restart);
        }
        Action::Restart => model.overlay = Some(Overlay::Ask(Question::Restart)),
        Action::Resign => model.overlay = Some(Overlay::Ask(Question::Resign)),
        Action::Review => {
            let ply = if table.review.is_some() { usize::MAX } else { 0 };
            return review(model, ply);
        }
        Action::Chart => model.overlay = Some(Overlay::Summary),
        Action::Save => model.overlay = Some(Overlay::Save(TextField::new(file_name(table)))),
        Action::New => {
            model.form.focus = crate::screen::form::Field::Play;
            model.page = Page::Start;
            return vec![Request::ListSaved];
        }
        Action::Rules => model.overlay = Some(Overlay::Rules(0)),
        Action::Help => model.overlay = Some(Overlay::Help(0)),
        // There is nothing to lose when the game is over or has not begun.
        Action::Quit if table.live.is_over() || table.game().moves().is_empty() || watches(table) => {
            return vec![Request::Quit];
        }
        Action::Quit => model.overlay = Some(Overlay::Ask(Question::Quit)),
    }
    vec![]
}

fn watches(table: &Table) -> bool {
    table.guest.as_ref().is_some_and(|guest| !guest.plays())
}

fn hint(table: &mut Table) -> Vec<Request> {
    if table.thinking() {
        table.say(Kind::Refused, "It is the computer's turn.");
        return vec![];
    }
    let ply = table.ply();
    table.insight.hint(table.live.game(), ply).into_iter().collect()
}

/// A name that says what is in the file.
fn file_name(table: &Table) -> String {
    let moment = crate::date::utc(table.live.started());
    let moment: String = moment.chars().take(16).map(|c| if c.is_ascii_digit() { c } else { '-' }).collect();
    format!("othello-{moment}.txt")
}
