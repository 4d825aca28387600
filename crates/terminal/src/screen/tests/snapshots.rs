//! Whole screens. They are compared with the text files beside this one; `UPDATE_SNAPSHOTS=1` writes those anew,
//! to be looked at before they are committed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use outflank_engine::{Analysis, Certainty, Line, Score};
use outflank_play::worker::Answer;
use outflank_play::{ClockSetting, Command};
use outflank_rules::{Position, Square, Variant};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::*;
use crate::preset::Preset;
use crate::screen::draw::draw;
use crate::screen::form::Field;
use crate::screen::glyphs::{ASCII, WIDE};
use crate::screen::model::SavedEntry;

const MIDGAME: &str = "d3 e3 f4 c3 c4 d6 c6 b6 e6 g5 e2 d2 d1 c5";

/// The text of a screen and, below it, a letter for the style of every cell.
fn picture(model: &Model) -> String {
    let mut terminal = Terminal::new(TestBackend::new(model.area.width, model.area.height)).unwrap();
    terminal.draw(|frame| draw(frame, model)).unwrap();
    text_of(terminal.backend().buffer())
}

fn text_of(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (mut text, mut cells) = (String::new(), String::new());
    let mut styles: Vec<Style> = vec![Style::reset()];
    for y in 0..area.height {
        let mut style_line = String::new();
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            text.push_str(cell.symbol());
            style_line.push(letter(&mut styles, buffer, x, y));
        }
        let kept = text.trim_end_matches(' ').len();
        text.truncate(kept);
        text.push('\n');
        let _ = writeln!(cells, "{}", style_line.trim_end_matches('.'));
    }
    let mut legend = String::new();
    for (n, style) in styles.iter().enumerate().skip(1) {
        let [fg, bg] = [style.fg, style.bg].map(Option::unwrap_or_default);
        let _ = writeln!(legend, "{} {fg} on {bg} {:?}", symbol(n - 1), style.add_modifier);
    }
    format!("{text}---\n{cells}---\n{legend}")
}

fn letter(styles: &mut Vec<Style>, buffer: &Buffer, x: u16, y: u16) -> char {
    let style = buffer[(x, y)].style();
    let style = Style { underline_color: None, ..style };
    let plain = style.fg.unwrap_or_default() == ratatui::style::Color::Reset
        && style.bg.unwrap_or_default() == ratatui::style::Color::Reset
        && style.add_modifier.is_empty();
    if plain {
        return '.';
    }
    let n = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
        styles.push(style);
        styles.len() - 1
    });
    symbol(n - 1)
}

/// A character for the style with this number.
fn symbol(n: usize) -> char {
    let mut letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..);
    letters.nth(n).unwrap_or('?')
}

fn check(name: &str, model: &Model) {
    compare_text(name, &picture(model));
}

/// Compares a screen with the file of this name.
pub(in crate::screen) fn compare(name: &str, buffer: &Buffer) {
    compare_text(name, &text_of(buffer));
}

fn compare_text(name: &str, seen: &str) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/screen/tests/snapshots").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, seen).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == seen, "{name} looks different; UPDATE_SNAPSHOTS=1 accepts it:\n{seen}");
}

const SIZES: [(u16, u16); 7] = [(200, 60), (120, 40), (100, 32), (80, 24), (40, 20), (36, 14), (20, 11)];

/// A game in which Anna has the cursor on a legal square.
fn midgame(width: u16, height: u16, colors: Colors) -> Model {
    let mut model = start(width, height, colors);
    play(&mut model, anna_against_easy(), MIDGAME);
    for code in [KeyCode::Up, KeyCode::Right, KeyCode::Right] {
        press(&mut model, code);
    }
    model.now = LATER;
    assert!(model.game.as_ref().unwrap().preview().is_some());
    model
}

#[test]
fn a_game_in_every_size_with_and_without_colour() {
    for (width, height) in SIZES {
        for (colors, word) in [(Colors::Palette, "palette"), (Colors::None, "none")] {
            check(&format!("game-{width}x{height}-{word}"), &midgame(width, height, colors));
        }
    }
}

#[test]
fn every_depth_of_colour() {
    for (colors, word) in [(Colors::True, "true"), (Colors::Sixteen, "sixteen")] {
        for (width, height) in [(120, 40), (80, 24), (20, 11)] {
            check(&format!("game-{width}x{height}-{word}"), &midgame(width, height, colors));
        }
    }
}

#[test]
fn glyphs_that_are_one_cell_wide_everywhere_and_letters() {
    for (width, height) in [(120, 40), (80, 24), (40, 20), (20, 11)] {
        let mut model = midgame(width, height, Colors::None);
        model.look.glyphs = &ASCII;
        check(&format!("game-{width}x{height}-ascii"), &model);
        let mut model = midgame(width, height, Colors::Palette);
        model.look.glyphs = &WIDE;
        check(&format!("game-{width}x{height}-wide"), &model);
    }
}

/// Nothing but ASCII in the one set, and nothing that may be two cells wide in the other, on any page.
#[test]
fn the_sets_keep_their_promise() {
    let ambiguous = "▀▄█▌●○•·…×─│←↑→↓▶";
    for (width, height) in SIZES {
        for colors in [Colors::None, Colors::True] {
            for set in [&ASCII, &WIDE] {
                let mut model = midgame(width, height, colors);
                model.look.glyphs = set;
                let mut screens = vec![screen(&model)];
                for key in ['?', 'r', 'q', 'u', 's'] {
                    press(&mut model, KeyCode::Char(key));
                    screens.push(screen(&model));
                    press(&mut model, KeyCode::Esc);
                }
                play(&mut model, two_people(), SHORTEST);
                screens.push(screen(&model));
                press(&mut model, KeyCode::Left);
                screens.push(screen(&model));
                let mut form = start(width, height, colors);
                form.look.glyphs = set;
                screens.push(screen(&form));
                for text in screens {
                    let bad = |c: char| {
                        ambiguous.contains(c) || (std::ptr::eq(set, &raw const ASCII) && !c.is_ascii())
                    };
                    assert!(!text.contains(bad), "{:?} in\n{text}", text.chars().find(|c| bad(*c)));
                }
            }
        }
    }
}

#[test]
fn the_start_screen() {
    for (width, height) in [(200, 60), (120, 40), (80, 24), (40, 20), (36, 14), (20, 11)] {
        let model = start(width, height, Colors::Palette);
        check(&format!("start-{width}x{height}"), &model);
    }
    let mut model = start(80, 24, Colors::None);
    model.form.offer(1);
    model.form.focus = Field::Name(Color::White);
    type_keys(&mut model, "Zoë");
    check("start-name", &model);
    model.form.focus = Field::Start;
    type_keys(&mut model, "f5f5");
    model.form.focus = Field::Play;
    press(&mut model, KeyCode::Enter);
    check("start-wrong", &model);
}

#[test]
fn the_first_start_asks_for_a_name_when_the_game_is_to_begin() {
    for (width, height) in [(120, 40), (80, 24), (40, 20)] {
        let mut model = start(width, height, if width == 120 { Colors::None } else { Colors::Palette });
        model.form = Form::new(&Preset::default().settings(), 0);
        check(&format!("start-first-{width}x{height}"), &model);
        press(&mut model, KeyCode::Enter);
        type_keys(&mut model, "Pet");
        check(&format!("start-asked-{width}x{height}"), &model);
    }
}

#[test]
fn what_the_games_of_a_player_say() {
    for (width, height) in [(120, 40), (80, 24), (40, 20)] {
        let mut model = start(width, height, if width == 80 { Colors::None } else { Colors::Palette });
        let lines =
            ["Discs lost per game, in the last 12 games:", "  opening                              2.1"];
        let lines = lines.map(str::to_owned).to_vec();
        update(&mut model, ScreenEvent::Statistics(lines, ([5, 7, 4, 0, 6, 2, 0], 5)), LATER);
        check(&format!("statistics-{width}x{height}"), &model);
        press(&mut model, KeyCode::Esc);
        assert!(model.overlay.is_none());
    }
}

#[test]
fn unfinished_games() {
    for (width, height) in [(80, 24), (40, 20)] {
        let mut model = start(width, height, Colors::Palette);
        let game = play(&mut model, two_people(), "d3 c3 c4");
        let other = play(&mut model, anna_against_easy(), MIDGAME);
        let entry = |game: LiveGame| SavedEntry { game, date: "2026-11-15 20:41".to_owned() };
        let games = vec![entry(other), entry(game)];
        update(&mut model, ScreenEvent::Saved(games, outflank_engine::Level::EASY), LATER);
        model.page = crate::screen::model::Page::Saved;
        check(&format!("saved-{width}x{height}"), &model);
    }
}

#[test]
fn the_end_of_a_game() {
    for (width, height) in SIZES {
        let mut model = start(width, height, Colors::None);
        play(&mut model, two_people(), SHORTEST);
        model.now = LATER;
        check(&format!("end-{width}x{height}"), &model);
    }
    let mut model = start(40, 20, Colors::Palette);
    play(&mut model, two_people(), SHORTEST);
    press(&mut model, KeyCode::Enter);
    check("summary-40x20", &model);
}

#[test]
fn a_review_with_a_variation() {
    for (width, height) in [(120, 40), (80, 24), (40, 20), (20, 11)] {
        let mut model = start(width, height, Colors::Palette);
        play(&mut model, two_people(), SHORTEST);
        model.now = LATER;
        press(&mut model, KeyCode::Left);
        press(&mut model, KeyCode::Left);
        press(&mut model, KeyCode::Left);
        type_keys(&mut model, "c5");
        model.now = LATER;
        check(&format!("study-{width}x{height}"), &model);
    }
}

#[test]
fn clocks_and_discs_left() {
    let mut settings = two_people();
    settings.start = Position::start(Variant { orthogonal: true, thirty: true });
    let clock = ClockSetting::new(Duration::from_mins(5), Duration::ZERO);
    settings.clock = Some(clock);
    for (width, height) in [(120, 40), (80, 24), (40, 20), (36, 14)] {
        let mut model = start(width, height, Colors::None);
        play(&mut model, settings.clone(), "d3 c5");
        model.now = Time(61_500);
        check(&format!("clock-{width}x{height}"), &model);
    }
}

#[test]
fn hints_and_values() {
    for (width, height) in [(120, 40), (80, 24), (40, 20), (36, 14)] {
        let mut model = start(width, height, Colors::Palette);
        let mut live = play(&mut model, anna_against_easy(), "f5 d6");
        model.game.as_mut().unwrap().analysis.on = true;
        let Some(Effect::Analyse { id, .. }) = press(&mut model, KeyCode::Char('i')).pop() else {
            panic!("a hint needs the engine")
        };
        let line = |square: Square, discs: f64| Line {
            score: Score::from_raw((discs * 128.0) as i32),
            certainty: Certainty::Estimate,
            depth: 8,
            moves: vec![square.into()],
        };
        let lines = vec![line(Square::C3, 2.25), line(Square::C5, 0.0), line(Square::C7, -12.5)];
        let analysis = Analysis { lines, ..Analysis::default() };
        update(&mut model, ScreenEvent::Answer(1, Answer::Analysis { id, analysis }), LATER);
        check(&format!("hint-{width}x{height}"), &model);
        press(&mut model, KeyCode::Esc);
        // They are for whoever plays on: nothing of them is on the board after the end.
        assert!(width < 40 || screen(&model).contains("−12"), "{}", screen(&model));
        let events = live.apply(Command::Resign { by: Color::Black }, LATER).unwrap();
        tell(&mut model, &live, events);
        assert!(!screen(&model).contains("−12"), "{}", screen(&model));
    }
}

#[test]
fn questions_pages_and_a_terminal_that_is_too_small() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, anna_against_easy(), MIDGAME);
    press(&mut model, KeyCode::Char('q'));
    model.now = LATER;
    check("question-80x24", &model);
    model.area = Rect::new(0, 0, 20, 11);
    check("question-20x11", &model);
    model.area = Rect::new(0, 0, 80, 24);
    press(&mut model, KeyCode::Esc);
    press(&mut model, KeyCode::Char('s'));
    check("save", &model);
    press(&mut model, KeyCode::Esc);
    press(&mut model, KeyCode::Char('?'));
    check("help", &model);
    press(&mut model, KeyCode::Esc);
    press(&mut model, KeyCode::Char('r'));
    check("rules", &model);
    model.look.theme = Colors::Palette.theme();
    check("rules-palette", &model);
    press(&mut model, KeyCode::Esc);
    model.area = Rect::new(0, 0, 19, 9);
    check("too-small", &model);
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "d3 c3");
    press(&mut model, KeyCode::Char('u'));
    model.now = LATER;
    check("undo-80x24", &model);
}

#[test]
fn discs_in_the_middle_of_turning() {
    for (colors, word) in [(Colors::None, "none"), (Colors::Palette, "palette")] {
        let mut model = start(120, 40, colors);
        let mut live = play(&mut model, two_people(), MIDGAME);
        let mv = Square::F3.into();
        let events = live.apply(Command::Play { by: Color::Black, mv }, LATER).unwrap();
        update(&mut model, ScreenEvent::Game(Box::new(live), events), LATER);
        model.now = Time(LATER.0 + 70);
        check(&format!("turning-{word}"), &model);
    }
}

/// Every page draws without a fault whatever the size of the terminal is.
#[test]
fn no_size_breaks_any_page() {
    for (width, height) in
        (1..100).step_by(7).flat_map(|width| (1..45).step_by(3).map(move |height| (width, height)))
    {
        let mut model = start(width, height, Colors::True);
        picture(&model);
        play(&mut model, anna_against_easy(), MIDGAME);
        for key in ['?', 'r', 'q', 's', 'u', 'i'] {
            press(&mut model, KeyCode::Char(key));
            picture(&model);
            press(&mut model, KeyCode::Esc);
        }
        play(&mut model, two_people(), SHORTEST);
        picture(&model);
        press(&mut model, KeyCode::Enter);
        picture(&model);
        press(&mut model, KeyCode::Esc);
        press(&mut model, KeyCode::Left);
        picture(&model);
    }
}

/// Both colours are filled discs that differ from the felt and from each other, in every size and depth of colour.
#[test]
fn discs_of_both_colours_are_told_apart_everywhere() {
    for (width, height) in SIZES {
        for colors in [Colors::Sixteen, Colors::Palette, Colors::True] {
            let mut model = start(width, height, colors);
            play(&mut model, two_people(), "");
            let board = crate::screen::layout::layout(model.area, &model.look).unwrap().board;
            let mut buffer = Buffer::empty(model.area);
            crate::screen::draw::draw_into(&mut buffer, &model);
            let back = |square: Square| buffer[board.middle(square)].bg;
            let (black, white, felt) = (back(Square::E4), back(Square::D4), back(Square::A2));
            assert_ne!(black, white, "{width}x{height} {colors:?}");
            assert_ne!(black, felt, "{width}x{height} {colors:?}");
            assert_ne!(white, felt, "{width}x{height} {colors:?}");
        }
    }
}
