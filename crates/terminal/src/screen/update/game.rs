//! Keys and clicks in a game.

use outflank_play::{Awaited, Command};
use outflank_rules::{Color, Move, Square};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::watch;
use crate::screen::events::Effect;
use crate::screen::game_view::{GameView, Kind};
use crate::screen::keys::Action;
use crate::screen::model::{Model, Overlay, Page, Question};
use crate::screen::remote_view::{Connection, RemoteView};
use crate::screen::text::TextField;

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return vec![];
    }
    if view.live.is_over() {
        let moves = view.game().moves().len();
        let ply = view.ply();
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
            view.column = Some(usize::from(letter.to_ascii_lowercase() as u8 - b'a'));
            vec![]
        }
        KeyCode::Char(digit @ '1'..='8') => {
            let row = usize::from(digit as u8 - b'1');
            let typed = view.column.take();
            let column = typed.unwrap_or(view.cursor.column());
            let Some(square) = Square::from_column_row(column, row) else { return vec![] };
            view.cursor = square;
            if typed.is_some() {
                return place(model, square);
            }
            view.cursor_shown = true;
            vec![]
        }
        KeyCode::Backspace | KeyCode::Esc => {
            view.column = None;
            vec![]
        }
        KeyCode::Left => step(view, -1, 0),
        KeyCode::Right => step(view, 1, 0),
        KeyCode::Up => step(view, 0, -1),
        KeyCode::Down => step(view, 0, 1),
        KeyCode::Enter | KeyCode::Char(' ') if matches!(view.live.awaited(), Awaited::Pass(_)) => {
            act(model, Action::Pass)
        }
        KeyCode::Enter if view.cursor_shown => {
            let square = view.cursor;
            place(model, square)
        }
        KeyCode::Char(' ') if view.cursor_shown && !view.thinking() => {
            let square = view.cursor;
            place(model, square)
        }
        KeyCode::Enter if view.thinking() => act(model, Action::Hurry),
        KeyCode::F(1) => act(model, Action::Help),
        code => match view.scene().action(code) {
            Some(action) => act(model, action),
            None => unknown(view, code),
        },
    }
}

/// A key that does nothing says so, once, for those who look for the right one.
fn unknown(view: &mut GameView, code: KeyCode) -> Vec<Effect> {
    if let KeyCode::Char(c) = code {
        let reason = match view.scene().sometime().find(|binding| binding.answers(code)) {
            Some(binding) if view.live.is_over() => format!("The game is over: no {} now.", binding.word),
            Some(binding) => format!("{c} is for after the game ({}).", binding.word),
            None => format!("{c} does nothing; ? shows the keys."),
        };
        view.say(Kind::Refused, reason);
    }
    vec![]
}

pub(super) fn click(model: &mut Model, square: Square) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    view.cursor = square;
    view.cursor_shown = false;
    view.column = None;
    place(model, square)
}

fn place(model: &mut Model, square: Square) -> Vec<Effect> {
    order(model, |by| Command::Play { by, mv: Move::Place(square) })
}

/// A command of the person who speaks; or the reason why it cannot be given.
pub(super) fn order(model: &mut Model, command: impl FnOnce(Color) -> Command) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    let refusal = match &view.remote {
        Some(RemoteView { connection: Connection::Lost, .. }) => {
            Some("There is no connection; it is being tried again.")
        }
        Some(RemoteView { connection: Connection::Ended(why), .. }) => Some(&why[..]),
        Some(remote) if !remote.plays() => Some("You watch this game."),
        _ => None,
    };
    if let Some(refusal) = refusal.map(str::to_owned) {
        view.say(Kind::Refused, refusal);
        return vec![];
    }
    vec![Effect::Do(command(view.speaker()))]
}

fn step(view: &mut GameView, x: isize, y: isize) -> Vec<Effect> {
    view.column = None;
    if view.cursor_shown {
        let column = (view.cursor.column().saturating_add_signed(x)).min(7);
        let row = (view.cursor.row().saturating_add_signed(y)).min(7);
        view.cursor = Square::from_column_row(column, row).unwrap_or(view.cursor);
    }
    view.cursor_shown = true;
    vec![]
}

/// Shows the position after a number of moves of a finished game.
fn review(model: &mut Model, ply: usize) -> Vec<Effect> {
    if let Some(view) = &mut model.game {
        let moves = view.game().moves().len();
        view.review = (ply < moves).then_some(ply);
        view.settle();
    }
    watch(model)
}

/// Does what a key or a click on its name asks for.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    view.column = None;
    match action {
        Action::Undo => {
            let by = view.live.undo_options().first().map(|option| option.by);
            return order(model, |speaker| Command::Undo { by: by.unwrap_or(speaker) });
        }
        Action::Hint => return hint(view),
        Action::Values => {
            view.analysis.on ^= true;
            if view.analysis.on {
                view.say(Kind::Told, "Values are on: what each move is worth, in discs at the end.");
                return watch(model);
            }
            view.analysis.forget_position(view.live.game().moves().len() + 1);
            view.say(Kind::Told, "Values are off.");
            return vec![Effect::StopAnalysis];
        }
        Action::Pass => return order(model, |by| Command::Play { by, mv: Move::Pass }),
        Action::Hurry => {
            if view.thinking() {
                return vec![Effect::Hurry];
            }
        }
        Action::Rematch => return order(model, |by| Command::Rematch { by, swap: true }),
        Action::Agree => return order(model, |by| Command::Accept { by }),
        Action::Decline => return order(model, |by| Command::Decline { by }),
        Action::Links => model.overlay = Some(Overlay::Links),
        Action::Restart if view.live.is_over() || view.game().moves().is_empty() => {
            return order(model, |_| Command::Restart);
        }
        Action::Restart => model.overlay = Some(Overlay::Ask(Question::Restart)),
        Action::Resign => model.overlay = Some(Overlay::Ask(Question::Resign)),
        Action::Review => {
            let ply = if view.review.is_some() { usize::MAX } else { 0 };
            return review(model, ply);
        }
        Action::Chart => model.overlay = Some(Overlay::Summary),
        Action::Save => model.overlay = Some(Overlay::Save(TextField::new(file_name(view)))),
        Action::New => {
            model.form.focus = crate::screen::form::Field::Play;
            model.page = Page::Start;
            return vec![Effect::ListSaved];
        }
        Action::Rules => model.overlay = Some(Overlay::Rules(0)),
        Action::Help => model.overlay = Some(Overlay::Help(0)),
        // There is nothing to lose when the game is over or has not begun.
        Action::Quit if view.live.is_over() || view.game().moves().is_empty() || watches(view) => {
            return vec![Effect::Quit];
        }
        Action::Quit => model.overlay = Some(Overlay::Ask(Question::Quit)),
    }
    vec![]
}

fn watches(view: &GameView) -> bool {
    view.remote.as_ref().is_some_and(|remote| !remote.plays())
}

fn hint(view: &mut GameView) -> Vec<Effect> {
    if view.thinking() {
        view.say(Kind::Refused, "It is the computer's turn.");
        return vec![];
    }
    let ply = view.ply();
    view.analysis.hint(view.live.game(), ply).into_iter().collect()
}

/// A name that says what is in the file.
fn file_name(view: &GameView) -> String {
    let moment = crate::date::utc(view.live.started());
    let moment: String = moment.chars().take(16).map(|c| if c.is_ascii_digit() { c } else { '-' }).collect();
    format!("othello-{moment}.txt")
}
