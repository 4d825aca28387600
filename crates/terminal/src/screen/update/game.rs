//! Keys and clicks in a game.

use outflank_play::{Awaited, Command};
use outflank_rules::{Color, Move, Square};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{open_form, show_hint, study, watch};
use crate::exercises::Exercise;
use crate::screen::events::Effect;
use crate::screen::form::Field;
use crate::screen::game_view::{GameView, Kind};
use crate::screen::keys::Action;
use crate::screen::model::{Model, Overlay, Question, TextPage};
use crate::screen::pointer::Pointed;
use crate::screen::remote_view::{Connection, RemoteView};
use crate::screen::study_view::StudyView;
use crate::screen::text::TextField;

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return vec![];
    }
    view.log.forget_refusals();
    if view.live.is_over()
        && matches!(key.code, KeyCode::Left | KeyCode::Up | KeyCode::PageUp | KeyCode::Home)
    {
        let mut effects = study::open(model);
        effects.extend(study::press(model, key));
        return effects;
    }
    match view.pointer.type_key(key) {
        Pointed::Moved => return vec![],
        Pointed::Chose(square) => return place(model, square),
        Pointed::Ignored => {}
    }
    if !view.live.is_over() && view.pointer.arrow(key.code) == Pointed::Moved {
        return vec![];
    }
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') if matches!(view.live.awaited(), Awaited::Pass(_)) => {
            act(model, Action::Pass)
        }
        KeyCode::Enter | KeyCode::Char(' ') if view.mover().is_some() => {
            if let Some(square) = view.pointer.shown() {
                place(model, square)
            } else {
                view.say(Kind::Refused, "The arrow keys show the cursor; or type a square such as d3.");
                vec![]
            }
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
    view.pointer.click(square);
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

/// Does what a key or a click on its name asks for.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    view.pointer.column = None;
    match action {
        Action::Undo => return undo(model),
        Action::Hint => return hint(model),
        Action::Values => {
            if view.analysis.on {
                view.analysis.switch_off();
                view.say(Kind::Told, "Values are off.");
                return vec![Effect::StopAnalysis];
            }
            view.analysis.on = true;
            view.say(Kind::Told, "Values are on: what each move is worth, in discs at the end.");
            return watch(model);
        }
        Action::Pass => return order(model, |by| Command::Play { by, mv: Move::Pass }),
        Action::Hurry => {
            if view.thinking() {
                return vec![Effect::Hurry];
            }
        }
        Action::Pause if view.live.is_paused() => return order(model, |_| Command::Continue),
        Action::Pause => return order(model, |_| Command::Pause),
        Action::PlayAgain => return order(model, |by| Command::Rematch { by, swap: false }),
        Action::SwapColors => return order(model, |by| Command::Rematch { by, swap: true }),
        Action::Agree => return order(model, |by| Command::Accept { by }),
        Action::Decline => return order(model, |by| Command::Decline { by }),
        Action::Links => model.overlay = Some(Overlay::Text(TextPage::Links, 0)),
        Action::Greet => model.overlay = Some(Overlay::Text(TextPage::Greet, 0)),
        Action::Restart if view.game().moves().is_empty() => return order(model, |_| Command::Restart),
        Action::Restart => model.overlay = Some(Overlay::Ask(Question::Restart)),
        Action::Resign => model.overlay = Some(Overlay::Ask(Question::Resign)),
        Action::Review => return study::open(model),
        Action::Openings => return study::explore_game(model),
        Action::Practise => return vec![Effect::Exercise(Exercise::Practice)],
        Action::Summary => model.overlay = Some(Overlay::Text(TextPage::Summary, 0)),
        Action::Save => model.overlay = Some(Overlay::Save(TextField::new(file_name(view), FILE_NAME_MOST))),
        Action::New => {
            model.form.focus = Field::Play;
            return open_form(model);
        }
        Action::Rules => model.overlay = Some(Overlay::Text(TextPage::Rules, 0)),
        Action::Help => model.overlay = Some(Overlay::Text(TextPage::Help, 0)),
        Action::Quit if model.study.as_ref().is_some_and(StudyView::has_variations) => {
            model.overlay = Some(Overlay::Ask(Question::Quit));
        }
        // There is nothing to lose when the game is over or has not begun.
        Action::Quit if view.live.is_over() || view.game().moves().is_empty() || watches(view) => {
            return vec![Effect::Quit];
        }
        Action::Quit => model.overlay = Some(Overlay::Ask(Question::Quit)),
        Action::Forward
        | Action::Moment
        | Action::Choose
        | Action::Whole
        | Action::Variation
        | Action::Deeper
        | Action::PlayOn
        | Action::Back
        | Action::Resume
        | Action::Why
        | Action::Remove => {}
    }
    vec![]
}

/// Long enough for any path.
pub(super) const FILE_NAME_MOST: usize = 400;

/// The only possible take-back happens at once, unless it is the last that a player has. Of several one is chosen.
fn undo(model: &mut Model) -> Vec<Effect> {
    let Some(view) = &model.game else { return vec![] };
    match &view.undo_options()[..] {
        // Whoever keeps the game says why not.
        [] => order(model, |by| Command::Undo { by }),
        [option] if !option.is_last() => {
            let by = option.by;
            order(model, |_| Command::Undo { by })
        }
        _ => {
            model.overlay = Some(Overlay::Ask(Question::Undo));
            vec![]
        }
    }
}

fn watches(view: &GameView) -> bool {
    view.remote.as_ref().is_some_and(|remote| !remote.plays())
}

fn hint(model: &mut Model) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    if view.thinking() {
        view.say(Kind::Refused, "It is the computer's turn.");
        return vec![];
    }
    let position = *view.position();
    let (said, effect) = view.analysis.hint(&position);
    let told = !said.is_empty();
    for text in said {
        view.say(Kind::Told, text);
    }
    if told {
        show_hint(model);
    }
    effect.into_iter().collect()
}

/// A name that says what is in the file.
pub(super) fn file_name(view: &GameView) -> String {
    let moment = view.live.started().utc();
    let moment: String = moment.chars().take(16).map(|c| if c.is_ascii_digit() { c } else { '-' }).collect();
    format!("othello-{moment}.txt")
}
