//! Keys and clicks in a study.

use outflank_records::Record;
use outflank_rules::{Game, Move, Square};
use outflank_study::Explorer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::game::FILE_NAME_MOST;
use super::{open_form, show_hint, watch};
use crate::screen::events::Effect;
use crate::screen::form::{self, Form};
use crate::screen::game_view::Kind;
use crate::screen::keys::Action;
use crate::screen::model::{Model, Overlay, Page, Question, TextPage};
use crate::screen::pointer::Pointed;
use crate::screen::study_view::{Behind, StudyView};
use crate::screen::text::TextField;

/// Studies the game that is over, with what was tried in it before.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    let of_game =
        |study: &&mut StudyView| study.behind == Behind::Game && study.game_record().game == *view.game();
    if let Some(study) = model.study.as_mut().filter(of_game) {
        (study.openings, study.for_openings) = (false, false);
        model.page = Page::Study;
        return watch(model);
    }
    let mut study = StudyView::of_game(&view.live);
    // What is known stays known.
    study.analysis = view.analysis.clone();
    study.analysis.switch_off();
    study.log.say(Kind::Told, "Arrow keys go through the moves; type a square to try another one.");
    model.study = Some(study);
    model.page = Page::Study;
    watch(model)
}

/// Looks at the openings, from the start on.
pub(super) fn explore(model: &mut Model) -> Vec<Effect> {
    let mut study = StudyView::of_record(&Record::from(Game::default()), None);
    (study.openings, study.for_openings, study.behind) = (true, true, Behind::Start);
    study.log.say(Kind::Told, "Type a square or click to play a move; the left arrow key goes back.");
    model.study = Some(study);
    model.page = Page::Study;
    watch(model)
}

/// Looks at the openings where the game that is over has left them.
pub(super) fn explore_game(model: &mut Model) -> Vec<Effect> {
    let book = (model.book)();
    let effects = open(model);
    if let Some(study) = &mut model.study {
        let ply = outflank_study::known_plies(&study.game_record().game, book);
        (study.openings, study.for_openings) = (true, true);
        study.go(study.tree.game_node(ply));
        study
            .log
            .say(Kind::Told, "The last position of the game that the book or people know; Esc goes back.");
    }
    effects
}

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return vec![];
    }
    study.log.forget_refusals();
    match study.pointer.type_key(key) {
        Pointed::Moved => return vec![],
        Pointed::Chose(square) => return try_move(model, Move::Place(square)),
        Pointed::Ignored => {}
    }
    match key.code {
        KeyCode::Left => step(model, -1),
        KeyCode::Right | KeyCode::Char(' ') => step(model, 1),
        KeyCode::PageUp => step(model, -10),
        KeyCode::PageDown => step(model, 10),
        KeyCode::Home => step(model, isize::MIN),
        KeyCode::End => step(model, isize::MAX),
        KeyCode::Up if study.openings => choose(model, -1),
        KeyCode::Down if study.openings => choose(model, 1),
        KeyCode::Up => moment(model, false),
        KeyCode::Down => moment(model, true),
        KeyCode::Tab => variation(model, 1),
        KeyCode::BackTab => variation(model, -1),
        KeyCode::Enter => match study.pointer.shown() {
            Some(square) => click(model, square),
            None => step(model, 1),
        },
        KeyCode::Char('p' | 'P') if study.position().must_pass() => try_move(model, Move::Pass),
        KeyCode::F(1) => act(model, Action::Help),
        KeyCode::Esc => act(model, Action::Back),
        code => {
            if let Some(action) = study.scene().action(code) {
                act(model, action)
            } else {
                if let KeyCode::Char(c) = code {
                    study.log.say(Kind::Refused, format!("{c} does nothing here; ? shows the keys."));
                }
                vec![]
            }
        }
    }
}

pub(super) fn click(model: &mut Model, square: Square) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    study.pointer.click(square);
    try_move(model, Move::Place(square))
}

/// Goes so many moves along the line, back if negative.
pub(super) fn step(model: &mut Model, by: isize) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    study.step(by);
    watch(model)
}

/// Shows the next moment that is worth a look, or the one before.
fn moment(model: &mut Model, forward: bool) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    if let Some(node) = study.next_moment(forward) {
        study.go(node);
        watch(model)
    } else {
        let known = study.analysis.chart().is_some_and(|chart| chart.left() == 0);
        let place = if forward { "after" } else { "before" };
        let text = if !study.has_game() {
            "There is no game here to review, only a position.".to_owned()
        } else if known {
            format!("No moment {place} this one is worth a look.")
        } else {
            "The review is still being made.".to_owned()
        };
        study.log.say(Kind::Refused, text);
        vec![]
    }
}

/// Puts the cursor on the next move of the openings, or on the one before.
fn choose(model: &mut Model, by: isize) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    let moves = Explorer::of(study.position(), (model.book)()).moves;
    let at = moves.iter().position(|mv| Some(mv.square) == study.pointer.shown());
    let next = at.map_or(0, |at| at.saturating_add_signed(by).min(moves.len() - 1));
    study.pointer.hover(moves.get(next).map(|mv| mv.square));
    vec![]
}

/// Shows another move that was tried in the same position.
fn variation(model: &mut Model, by: isize) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    let other = study.tree.sibling(study.at, by);
    if other == study.at {
        study.log.say(Kind::Refused, "No other move was tried in its place: go back and type one.");
        return vec![];
    }
    study.go(other);
    watch(model)
}

/// Plays a move from the position shown. The game stays.
fn try_move(model: &mut Model, mv: Move) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    match study.tree.play(study.at, mv) {
        Ok(node) => {
            study.go(node);
            if !study.tree.is_game(node) && study.has_game() {
                study.log.say(Kind::Told, "A variation: Esc goes back to the game.");
            }
            watch(model)
        }
        Err(error) => {
            study.log.say(Kind::Refused, format!("{} {}.", error.mv, error.reason));
            vec![]
        }
    }
}

pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(study) = &mut model.study else { return vec![] };
    let position = *study.position();
    match action {
        Action::Forward => return step(model, 1),
        Action::Moment => return moment(model, true),
        Action::Choose => return choose(model, 1),
        Action::Whole => model.overlay = Some(Overlay::Text(TextPage::Openings, 0)),
        Action::Variation => return variation(model, 1),
        Action::Hint => {
            let (said, effect) = study.analysis.hint(&position);
            let told = !said.is_empty();
            for text in said {
                study.log.say(Kind::Told, text);
            }
            if told {
                show_hint(model);
            }
            return effect.into_iter().collect();
        }
        Action::Values if study.analysis.on => {
            study.analysis.switch_off();
            study.log.say(Kind::Told, "Values are off.");
            return watch(model);
        }
        Action::Values => {
            study.analysis.on = true;
            study.log.say(Kind::Told, "Values are on: what each move is worth, in discs at the end.");
            return watch(model);
        }
        Action::Deeper => {
            let record = study.game_record();
            let said = match study.analysis.look_deeper(&record) {
                Ok(effect) => {
                    study.log.say(Kind::Told, "The game is reviewed again, deeper.");
                    return effect.into_iter().collect();
                }
                Err(said) => said,
            };
            study.log.say(Kind::Refused, said);
        }
        Action::Why if study.reviewed().is_some() => model.overlay = Some(Overlay::Text(TextPage::Why, 0)),
        Action::Why => {
            study.log.say(
                Kind::Refused,
                "Nothing is known about this move: go to one of the game that is reviewed.",
            );
        }
        Action::Openings => {
            study.openings ^= true;
            return vec![];
        }
        Action::Back if !study.tree.is_game(study.at) => {
            let game = study.tree.back_to_game(study.at);
            study.go(game);
            return watch(model);
        }
        Action::Back if study.openings && !study.for_openings => study.openings = false,
        Action::Back if study.behind == Behind::Start => return open_form(model),
        Action::Back if study.behind == Behind::Game => {
            model.page = Page::Game;
            return watch(model);
        }
        Action::Back => study.log.say(Kind::Refused, "This is the game itself; q leaves."),
        Action::PlayOn if position.is_over() => {
            study.log.say(Kind::Refused, "The game is over here: go back to a position with moves to play.");
        }
        Action::PlayOn => {
            let seats = study.seats.clone();
            return open_form_over(model, |form| form.go_on_from(&position, seats.as_ref()));
        }
        Action::New => return open_form_over(model, |_| {}),
        Action::Save => {
            model.overlay = Some(Overlay::Save(TextField::new("othello-study.txt", FILE_NAME_MOST)));
        }
        Action::Rules => model.overlay = Some(Overlay::Text(TextPage::Rules, 0)),
        Action::Help => model.overlay = Some(Overlay::Text(TextPage::Help, 0)),
        Action::Quit if study.has_variations() => model.overlay = Some(Overlay::Ask(Question::Quit)),
        Action::Quit => return vec![Effect::Quit],
        _ => {}
    }
    vec![]
}

/// Opens the start screen, from which Esc leads back to the study.
fn open_form_over(model: &mut Model, fill: impl FnOnce(&mut Form)) -> Vec<Effect> {
    let before = Box::new(model.form.clone());
    fill(&mut model.form);
    let effects = open_form(model);
    model.form.behind = form::Behind::Study(before);
    effects
}
