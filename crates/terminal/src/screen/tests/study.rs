//! Studying a game: stepping, trying other moves, going on from there.

use outflank_records::{Record, read};
use outflank_rules::Square;

use super::*;
use crate::screen::form::Field;
use crate::screen::game_view::Kind;
use crate::screen::model::{Overlay, Page, TextPage};
use crate::screen::study_view::StudyView;

/// A screen on which a game is studied.
fn study(moves: &str) -> Model {
    let record: Record = read(moves.as_bytes()).unwrap().remove(0);
    let mut model = start(80, 24, Colors::True);
    model.study = Some(StudyView::of_record(&record, None));
    model.page = Page::Study;
    model
}

fn view(model: &Model) -> &StudyView {
    model.study.as_ref().unwrap()
}

#[test]
fn the_openings_are_a_key_away_from_the_start_and_from_a_result() {
    let mut model = start(80, 24, Colors::None);
    model.form.focus = Field::Play;
    press(&mut model, KeyCode::Char('o'));
    assert!(screen(&model).contains("Black to move"), "{}", screen(&model));
    type_keys(&mut model, "f5d6");
    assert!(screen(&model).contains("Perpendicular"), "{}", screen(&model));
    press(&mut model, KeyCode::Esc);
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.page, Page::Start);
    // The shortest game leaves the book early; the last position of it that is known is shown.
    play(&mut model, two_people(), SHORTEST);
    press(&mut model, KeyCode::Char('o'));
    let study = model.study.as_ref().unwrap();
    let ply = study.game_ply().unwrap();
    assert!(study.openings && (1..8).contains(&ply), "{ply}");
    assert!(screen(&model).contains("to move,"), "{}", screen(&model));
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.page, Page::Game);
    assert_eq!(
        press(&mut model, KeyCode::Char('p')),
        [Effect::Exercise(crate::exercises::Exercise::Practice)]
    );
}

#[test]
fn a_variation_is_tried_beside_the_game_and_the_game_stays() {
    let mut model = study("f5d6c3d3c4");
    for _ in 0..3 {
        press(&mut model, KeyCode::Left);
    }
    assert!(screen(&model).contains("Move 2 of 5: White d6"), "{}", screen(&model));
    type_keys(&mut model, "c4");
    assert!(screen(&model).contains("Tried at move 3: Black c4"), "{}", screen(&model));
    type_keys(&mut model, "d3");
    assert_eq!(outflank_records::transcript::text(&view(&model).game_record().game), "f5d6c3d3c4");
    assert_eq!(outflank_records::transcript::text(&view(&model).record().game), "f5d6c4d3");
    // One key returns to the game, and the next move there is that of the game.
    press(&mut model, KeyCode::Esc);
    assert!(screen(&model).contains("Move 2 of 5"));
    press(&mut model, KeyCode::Right);
    assert!(screen(&model).contains("Move 3 of 5: Black c3"));
    // The other moves tried in the same place are one key away.
    press(&mut model, KeyCode::Tab);
    assert!(screen(&model).contains("Tried at move 3: Black c4"));
    press(&mut model, KeyCode::Tab);
    assert!(screen(&model).contains("Move 3 of 5: Black c3"));
}

#[test]
fn the_openings_stand_beside_the_board_and_follow_it() {
    let mut model = study("f5d6c3d3c4");
    type_keys(&mut model, "o");
    let shown = screen(&model);
    for text in ["openings", "Tiger", "White to move", "Leads to", "f4", "Lines to know:"] {
        assert!(shown.contains(text), "{text} in\n{shown}");
    }
    type_keys(&mut model, "f4");
    assert!(screen(&model).contains("Black to move"), "{}", screen(&model));
    type_keys(&mut model, "o");
    assert!(screen(&model).contains("Tried at move 6: White f4"), "{}", screen(&model));
    // Esc goes back to the game, and then out of the openings.
    type_keys(&mut model, "o");
    press(&mut model, KeyCode::Esc);
    assert!(view(&model).openings && view(&model).game_ply() == Some(5));
    press(&mut model, KeyCode::Esc);
    assert!(!view(&model).openings);
}

#[test]
fn a_position_that_no_book_knows_is_told_in_whole_sentences() {
    let mut model = study("e6f4f3d6g4f7c4d3c6c5e7f6g5g6c2d7c7f5b5e3c8d8e2h5e8f8h4b8c3b6");
    type_keys(&mut model, "o");
    let words = screen(&model).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("to move, no games"), "{}", screen(&model));
    assert!(words.contains("not in the") && !words.contains('…'), "{}", screen(&model));
}

#[test]
fn only_keys_that_do_something_are_shown() {
    // Nothing waits behind a file: Esc has nowhere to go until a move is tried.
    let mut model = study("f5d6c3");
    assert!(!screen(&model).contains("Esc back"), "{}", screen(&model));
    press(&mut model, KeyCode::Esc);
    assert!(screen(&model).contains("q leaves"), "{}", screen(&model));
    type_keys(&mut model, "f3");
    assert!(screen(&model).contains("Esc back"), "{}", screen(&model));
    // There is nothing to review in a position.
    let mut model = study("---------------------------OX------XO--------------------------- X");
    for key in ["moments", "why", "deeper"] {
        assert!(!screen(&model).contains(key), "{key} in\n{}", screen(&model));
    }
    press(&mut model, KeyCode::Down);
    assert!(screen(&model).contains("no game here to review"), "{}", screen(&model));
}

#[test]
fn a_review_is_a_review_after_the_openings_were_looked_at() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), SHORTEST);
    type_keys(&mut model, "o");
    press(&mut model, KeyCode::Esc);
    type_keys(&mut model, "l");
    assert_eq!((model.page, view(&model).openings), (Page::Study, false));
}

#[test]
fn a_move_that_needs_no_words_is_told_in_a_sentence() {
    // Black's last move is the only one.
    let mut model = study("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7");
    let asked = press(&mut model, KeyCode::Home);
    answer_all(&mut model, asked);
    press(&mut model, KeyCode::Right);
    type_keys(&mut model, "w");
    assert!(screen(&model).contains("No move was better."), "{}", screen(&model));
}

#[test]
fn a_panel_has_room_for_names_and_openings() {
    let mut model = study(
        "(;GM[Othello]PB[Anna (level 3)]PW[Computer]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6];)",
    );
    let asked = press(&mut model, KeyCode::Home);
    answer_all(&mut model, asked);
    press(&mut model, KeyCode::End);
    let shown = screen(&model);
    assert!(shown.contains("Diagonal") && shown.contains("More black is better for Black"), "{shown}");
    assert!(!shown.contains('…'), "{shown}");
}

#[test]
fn the_openings_are_explored_without_a_game() {
    let mut model = start(80, 24, Colors::None);
    type_keys(&mut model, "of5");
    let shown = screen(&model);
    // Names have the room that a narrow panel can give, and nothing is broken in the middle.
    for text in ["Perpendicular\n", "131,737 games", "Lines to know:\n", "choose  w all"] {
        assert!(shown.contains(text), "{text} in\n{shown}");
    }
    for text in ["A variation", "back to the game", "moments", "why"] {
        assert!(!shown.contains(text), "{text} in\n{shown}");
    }
    // Up and down choose a move, Enter plays it.
    press(&mut model, KeyCode::Down);
    press(&mut model, KeyCode::Down);
    press(&mut model, KeyCode::Up);
    assert_eq!(view(&model).pointer.shown(), Some(Square::D6));
    press(&mut model, KeyCode::Enter);
    assert_eq!((view(&model).last(), view(&model).pointer.shown()), (Some(Square::D6), None));
    type_keys(&mut model, "o");
    assert!(screen(&model).contains("Move 2: White d6"), "{}", screen(&model));
    assert_eq!(type_keys(&mut model, "oq"), [Effect::Quit], "there is nothing to lose");
}

#[test]
fn the_openings_are_a_line_and_a_page_in_a_small_window() {
    let mut model = start(40, 20, Colors::None);
    type_keys(&mut model, "of5");
    assert!(screen(&model).contains("Best: d6 0.0, 65%  w all"), "{}", screen(&model));
    type_keys(&mut model, "w");
    let shown = screen(&model);
    for text in ["Openings", "Perpendicular", "f4 ", "Lines to know: Black"] {
        assert!(shown.contains(text), "{text} in\n{shown}");
    }
}

#[test]
fn passes_have_no_number() {
    // White has to pass before Black's move.
    let position = outflank_records::board::position(
        "XO------ -------- -------- -------- -------- -------- -------- ------OX O",
    );
    let mut model = start(80, 24, Colors::True);
    model.study = Some(StudyView::of_record(&Record::from(position.unwrap()), None));
    model.page = Page::Study;
    assert!(screen(&model).contains("must pass"), "{}", screen(&model));
    type_keys(&mut model, "c1");
    assert!(screen(&model).contains("Move 1: Black c1"), "{}", screen(&model));
    assert_eq!(view(&model).tree.ply(view(&model).at), 2);
}

#[test]
fn a_study_begins_where_it_is_told_to() {
    let record: Record = read(b"f5d6c3d3c4").unwrap().remove(0);
    let study = StudyView::of_record(&record, Some(2));
    assert_eq!(study.last(), Some(Square::D6));
    assert_eq!(StudyView::of_record(&record, Some(0)).last(), None);
}

#[test]
fn a_move_that_is_not_legal_is_refused_in_words() {
    let mut model = study("f5d6");
    type_keys(&mut model, "a1");
    let message = view(&model).log.last().unwrap();
    assert_eq!((message.kind, message.text.as_str()), (Kind::Refused, "a1 flips nothing."));
}

#[test]
fn hints_and_values_are_for_the_position_that_is_shown() {
    let mut model = study("f5d6c3d3c4");
    press(&mut model, KeyCode::Home);
    let Some(Effect::Analyse { position, .. }) = type_keys(&mut model, "i").pop() else {
        panic!("a hint needs the engine")
    };
    assert_eq!(position, outflank_rules::Position::default());
    let Some(Effect::Analyse { limits, .. }) = type_keys(&mut model, "v").pop() else {
        panic!("values need the engine")
    };
    assert_eq!(limits.lines, 4);
    // With values on every step asks again.
    let stepped = press(&mut model, KeyCode::Right);
    assert!(matches!(stepped[..], [Effect::Analyse { position, .. }] if position.count(Color::Black) == 4));
}

#[test]
fn one_plays_on_from_a_position_against_the_computer() {
    let mut model = study("f5d6c3");
    press(&mut model, KeyCode::Left);
    assert_eq!(type_keys(&mut model, "m"), [Effect::ListSaved]);
    assert_eq!((model.page, model.form.focus), (Page::Start, Field::Play));
    let Some(Effect::Start(settings)) = press(&mut model, KeyCode::Enter).pop() else {
        panic!("the game begins")
    };
    assert_eq!(settings.start.discs(Color::White).len(), 3, "after f5 d6");
    assert!(settings.seats[0].is_human() && settings.seats[1].level().is_some(), "Black is to move");
}

#[test]
fn a_finished_game_is_reviewed_and_left_again() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), SHORTEST);
    type_keys(&mut model, "l");
    assert_eq!(model.page, Page::Study);
    let shown = screen(&model);
    assert!(shown.contains("Move 9 of 9: Black c5") && shown.contains("Anna"), "{shown}");
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.page, Page::Game);
    // The arrow keys step back at once.
    press(&mut model, KeyCode::Left);
    assert!(screen(&model).contains("Move 8 of 9"), "{}", screen(&model));
    type_keys(&mut model, "?");
    assert!(matches!(model.overlay, Some(Overlay::Text(TextPage::Help, _))));
}

#[test]
fn what_is_shown_is_saved_with_the_names() {
    let mut model = study("f5d6c3");
    type_keys(&mut model, "s");
    let Some(Effect::SaveRecord(record, name)) = press(&mut model, KeyCode::Enter).pop() else {
        panic!("it is saved")
    };
    assert_eq!(name, "othello-study.txt");
    assert_eq!(record.game.moves().len(), 3);
    assert!(record.black.name.is_empty(), "nobody is called Black");
}

#[test]
fn a_click_tries_a_move() {
    let mut model = study("f5");
    let d6 = crate::screen::layout::layout(model.area, &model.look).unwrap().board.middle(Square::D6);
    update(&mut model, ScreenEvent::Click(d6.x, d6.y), LATER);
    assert!(screen(&model).contains("Tried at move 2: White d6"));
}

#[test]
fn a_review_is_kept_recalled_and_looked_deeper_into() {
    let mut model = study("f5d6c3g5f6d3");
    let mut asked = press(&mut model, KeyCode::Home);
    assert!(matches!(asked[0], Effect::RecallReview(_)), "{asked:?}");
    let mut kept = None;
    let mut engine = outflank_engine::Engine::new(outflank_engine::Options { threads: 1, table_mb: 1 });
    while let Some(Effect::Analyse { id, position, limits }) = asked.pop() {
        let analysis = engine.search(&position, &limits, &outflank_engine::StopToken::new(), &mut |_| {});
        let answer = outflank_play::worker::Answer::Analysis { id, analysis };
        let answer = ScreenEvent::Answer(model.session, answer);
        asked = update(&mut model, answer, LATER);
        if let Some(Effect::KeepReview(game, text)) = asked.first() {
            kept = Some((game.clone(), text.clone()));
        }
    }
    let (game, text) = kept.expect("a complete review is kept");
    // Opened again, it is there without a search.
    let mut again = study("f5d6c3g5f6d3");
    press(&mut again, KeyCode::Home);
    let asked = update(&mut again, ScreenEvent::Recalled(game, text), LATER);
    assert_eq!(asked, [Effect::StopAnalysis]);
    let review = |model: &Model| view(model).analysis.review().unwrap().clone();
    assert_eq!(review(&again).moments, review(&model).moments);
    assert!(screen(&again).contains("Bent Ganglion, to move 4."), "{}", screen(&again));
    // A deeper one is made on request, once.
    let asked = type_keys(&mut again, "l");
    assert!(matches!(asked[..], [Effect::Analyse { .. }]), "{asked:?}");
    answer_all(&mut again, asked);
    assert!(review(&again).deep && review(&again).complete);
    assert!(type_keys(&mut again, "l").is_empty());
    assert!(screen(&again).contains("This is the deeper review."), "{}", screen(&again));
}

#[test]
fn the_moments_of_a_game_are_one_key_apart_and_told_in_words() {
    let mut model = study(
        "e6f4f3d6g4f7c4d3c6c5e7f6g5g6c2d7c7f5b5e3c8d8e2h5e8f8h4b8c3b6a6b4b3d2d1a4g7h3g3h2a5a7g2h1f2g1f1e1c1h6h7b1b2a1\
         g8h8b7a8a3a2",
    );
    let asked = press(&mut model, KeyCode::Home);
    answer_all(&mut model, asked);
    let moments: Vec<usize> =
        view(&model).analysis.review().unwrap().moments.iter().map(|moment| moment.ply).collect();
    assert!(!moments.is_empty());
    for ply in &moments {
        press(&mut model, KeyCode::Down);
        assert_eq!(view(&model).game_ply(), Some(ply + 1));
    }
    // In a small window, too, everything that is said can be read.
    let (review, moment) = view(&model).moment().unwrap();
    let said = outflank_study::words::sentence(review, moment, outflank_study::Voice::default());
    let words = |model: &Model| screen(model).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&model).contains(said.split(' ').next().unwrap()), "{}", screen(&model));
    model.area = ratatui::layout::Rect::new(0, 0, 40, 20);
    assert!(screen(&model).contains("w why"), "{}", screen(&model));
    press(&mut model, KeyCode::Char('w'));
    assert!(words(&model).contains(&said), "{said}: {}", screen(&model));
    assert!(words(&model).contains("Best play"), "{}", screen(&model));
    press(&mut model, KeyCode::Esc);
    // However small it is, the move, its mark and the way to the reason are seen.
    let mv = view(&model).reviewed().unwrap();
    let short = format!("{}. {} {}  w why", mv.number, mv.played.mv, mv.label.mark());
    model.area = ratatui::layout::Rect::new(0, 0, 20, 11);
    assert!(screen(&model).contains(&short), "{short} in {}", screen(&model));
    model.area = ratatui::layout::Rect::new(0, 0, 36, 14);
    assert!(screen(&model).contains("w: all of it"), "{}", screen(&model));
    press(&mut model, KeyCode::Char('w'));
    model.area = ratatui::layout::Rect::new(0, 0, 20, 11);
    let headline = crate::screen::panel::study_headline(view(&model));
    assert!(words(&model).contains(&headline), "{headline} in {}", screen(&model));
    press(&mut model, KeyCode::Esc);
    model.area = ratatui::layout::Rect::new(0, 0, 80, 24);
    press(&mut model, KeyCode::Down);
    assert!(screen(&model).contains("No moment after this one"), "{}", screen(&model));
    let reviewed = view(&model).analysis.review().unwrap();
    let worst = reviewed.moves.iter().find(|mv| mv.label.is_error()).unwrap();
    let (node, mark) = (view(&model).tree.game_node(worst.ply + 1), worst.label.mark());
    model.study.as_mut().unwrap().go(node);
    let shown = screen(&model);
    assert!(shown.contains(&format!("{} {mark}", worst_move(&model))), "{shown}");
    assert!(shown.contains("etter"), "what was better is said: {shown}");
}

fn worst_move(model: &Model) -> String {
    view(model).reviewed().unwrap().played.mv.to_string()
}

#[test]
fn what_was_tried_is_not_lost_without_a_question() {
    let mut model = study("f5d6c3d3c4");
    assert_eq!(press(&mut model, KeyCode::Char('q')), [Effect::Quit], "there is nothing to lose");
    for _ in 0..3 {
        press(&mut model, KeyCode::Left);
    }
    type_keys(&mut model, "c4");
    press(&mut model, KeyCode::Esc);
    assert_eq!(press(&mut model, KeyCode::Char('q')), []);
    assert!(screen(&model).contains("Leave? The moves you tried are not kept"), "{}", screen(&model));
    press(&mut model, KeyCode::Char('n'));
    assert_eq!(type_keys(&mut model, "qy"), [Effect::Quit]);
}

#[test]
fn a_study_is_left_for_the_result_and_found_again() {
    let mut model = start(80, 24, Colors::True);
    play(&mut model, two_people(), SHORTEST);
    type_keys(&mut model, "l");
    press(&mut model, KeyCode::Left);
    press(&mut model, KeyCode::Left);
    let (study, legal) = (view(&model), view(&model).position().legal_moves());
    let played = study.tree.next(study.at).and_then(|node| study.tree.mv(node)?.square());
    let other = legal.iter().find(|square| Some(*square) != played).unwrap();
    type_keys(&mut model, &other.to_string());
    assert!(view(&model).has_variations(), "{}", screen(&model));
    press(&mut model, KeyCode::Esc);
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.page, Page::Game);
    assert_eq!(type_keys(&mut model, "q"), [], "it is asked here, too");
    type_keys(&mut model, "n");
    type_keys(&mut model, "l");
    assert!(view(&model).has_variations());
    // Another game is another study.
    press(&mut model, KeyCode::Esc);
    play(&mut model, two_people(), SHORTEST);
    type_keys(&mut model, "l");
    assert!(!view(&model).has_variations());
}

#[test]
fn a_hint_in_a_study_is_read_in_a_small_window_too() {
    let mut model = study("f5d6c3d3c4");
    model.area = ratatui::layout::Rect::new(0, 0, 40, 20);
    let asked = press(&mut model, KeyCode::Char('i'));
    answer_all(&mut model, asked);
    assert!(screen(&model).contains("Look at"), "{}", screen(&model));
    press(&mut model, KeyCode::Left);
    assert!(!screen(&model).contains("Look at"), "it was for another position: {}", screen(&model));
    // The openings leave no room for a long one, in any window.
    let mut model = study("f5d6c3d3c4");
    type_keys(&mut model, "o");
    model.area = ratatui::layout::Rect::new(0, 0, 52, 16);
    for _ in 0..3 {
        let asked = press(&mut model, KeyCode::Char('i'));
        answer_all(&mut model, asked);
        let words = screen(&model).split_whitespace().collect::<Vec<_>>().join(" ");
        let told = view(&model).analysis.told(view(&model).position()).unwrap();
        assert!(words.contains(&told), "{told} in\n{}", screen(&model));
    }
}

#[test]
fn from_the_start_screen_one_goes_back_to_the_study() {
    let mut model = study("f5d6c3d3c4");
    type_keys(&mut model, "f3");
    for key in ["m", "n"] {
        type_keys(&mut model, key);
        assert_eq!(model.page, Page::Start);
        let shown = screen(&model);
        assert!(shown.contains("Esc back to the study"), "{shown}");
        assert_eq!(shown.contains("Start      another position"), key == "m", "{shown}");
        press(&mut model, KeyCode::Esc);
        assert!(screen(&model).contains("Tried at move 6: White f3"), "{}", screen(&model));
    }
    assert!(model.form.start.text().is_empty(), "the next game begins as usual");
}
