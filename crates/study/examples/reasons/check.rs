//! Reads the sentences as a player would, word by word, and plays them out on the board: nothing of what made them is used.

use outflank_rules::{Color, Move, Position, Square};
use outflank_study::Voice;
use outflank_study::reasons::{Evidence, Explanation};

/// What was read: claims that hold and those that do not, in words.
#[derive(Default)]
pub(crate) struct Checked {
    pub(crate) sentences: usize,
    pub(crate) claims: usize,
    pub(crate) wrong: Vec<String>,
}

impl Checked {
    /// Reads everything that may be told about a move.
    pub(crate) fn read(&mut self, evidence: &Evidence) {
        let explanation = Explanation::new(evidence);
        for beginner in [false, true] {
            let Some(text) = explanation.sentence(Voice { you: None, beginner }) else { continue };
            for sentence in text.split_inclusive(". ") {
                self.sentences += 1;
                self.sentence(evidence, sentence.trim_end());
            }
        }
    }

    fn claim(&mut self, sentence: &str, holds: bool) {
        self.claims += 1;
        if !holds {
            self.wrong.push(sentence.to_owned());
        }
    }

    fn sentence(&mut self, evidence: &Evidence, sentence: &str) {
        let words: Vec<&str> = sentence.split(' ').collect();
        let scene = evidence.scene();
        // Lines of moves begin with one of the two moves and can be played.
        for line in lines(&words) {
            let first = line[0].square();
            let end = play(&evidence.position, &line);
            self.claim(sentence, (first == Some(scene.played) || first == Some(scene.best)) && end.is_some());
            if sentence.contains("to pass") {
                let passes = line.last() == Some(&Move::Pass);
                self.claim(sentence, passes || end.is_some_and(|end| end.must_pass()));
            }
        }
        let after = |square: Square| evidence.position.play(square.into()).ok();
        let (Some(played), Some(best)) = (after(scene.played), after(scene.best)) else { return };
        let (mover, other) = (scene.mover, !scene.mover);
        let square = |before: &str| {
            let at = words.windows(2).find(|pair| pair[0] == before)?;
            at[1].trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).parse::<Square>().ok()
        };
        if sentence.starts_with("Both sides want") {
            let wanted = square("want");
            self.claim(sentence, wanted == Some(scene.best) && can(&played, other, wanted));
        }
        if sentence.contains("which was not possible before") {
            let new = square("play");
            self.claim(sentence, can(&played, other, new) && !can(&evidence.position, other, new));
        }
        if sentence.contains(" away from ") {
            let gone = square("takes");
            self.claim(sentence, !can(&best, other, gone) && can(&evidence.position, other, gone));
        }
        if sentence.contains("take it at once") {
            self.claim(sentence, can(&played, other, square("corner")));
        }
        if let Some((leaves, would)) = sentence.split_once(" would leave ") {
            let side = if leaves.contains("Black") { Color::Black } else { Color::White };
            let counts = [number(leaves), number(would)];
            self.claim(sentence, counts == [Some(moves(&played, side)), Some(moves(&best, side))]);
        }
        if let (Some((played_part, best_part)), true) =
            (sentence.split_once("; after "), sentence.contains(" against "))
        {
            let end = |line: &[Move]| play(&evidence.position, &line[..line.len().min(10)]);
            let counts = |position: Position| [moves(&position, mover), moves(&position, other)];
            let read = |text: &str| text.split_whitespace().filter_map(number).collect::<Vec<usize>>();
            let (a, b) = (end(&scene.played_line).map(counts), end(&scene.best_line).map(counts));
            // The first number of the sentence is how many moves later.
            let told = read(played_part);
            let ten = told.first() == Some(&10);
            self.claim(
                sentence,
                !ten || (a.is_some_and(|a| told[1..] == a) && b.is_some_and(|b| read(best_part) == b)),
            );
        }
    }
}

/// Two or more moves in a row, without a comma between them.
fn lines(words: &[&str]) -> Vec<Vec<Move>> {
    let mut found: Vec<Vec<Move>> = vec![Vec::new()];
    for word in words {
        if word.starts_with('(') {
            found.push(Vec::new());
        }
        let bare = word.trim_start_matches('(').trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let mv = bare.parse::<Move>().ok().filter(|_| !bare.is_empty());
        let ends = word.ends_with(|c: char| !c.is_ascii_alphanumeric());
        if let (Some(mv), Some(line)) = (mv, found.last_mut()) {
            line.push(mv);
        }
        if mv.is_none() || ends {
            found.push(Vec::new());
        }
    }
    found.retain(|line| line.len() > 1);
    found
}

fn play(position: &Position, line: &[Move]) -> Option<Position> {
    line.iter().try_fold(*position, |position, mv| position.play(*mv).ok())
}

fn turned_to(position: &Position, color: Color) -> Option<Position> {
    let mut setup = position.setup();
    setup.turn = color;
    setup.position().ok()
}

fn can(position: &Position, color: Color, square: Option<Square>) -> bool {
    let legal = turned_to(position, color).map(|position| position.legal_moves());
    legal.zip(square).is_some_and(|(legal, square)| legal.contains(square))
}

fn moves(position: &Position, color: Color) -> usize {
    turned_to(position, color).map_or(0, |position| position.legal_moves().len())
}

/// The last number in a text, in words or figures.
fn number(text: &str) -> Option<usize> {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let one = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_lowercase();
        let no = (word == "no").then_some(0);
        no.or_else(|| WORDS.iter().position(|known| *known == word)).or_else(|| word.parse().ok())
    };
    text.split_whitespace().filter_map(one).next_back()
}
