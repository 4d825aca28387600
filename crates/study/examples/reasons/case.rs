//! A game with its values and the evidence about some of its moves, as lines of text: searching takes hours, looking for ideas
//! in what was found takes seconds.

use std::fmt::Write;

use outflank_records::board;
use outflank_rules::{Bitboard, Color, Game, Move, Position};
use outflank_study::reasons::Evidence;
use outflank_study::{Review, ReviewedMove};

/// One game.
pub(crate) struct Reviewed {
    /// Its file and its number there.
    pub(crate) name: String,
    /// Discs that Black was ahead at the end.
    pub(crate) margin: i32,
    pub(crate) moves: Vec<Moved>,
    pub(crate) cases: Vec<Case>,
}

/// One move with its values to the side that made it.
pub(crate) struct Moved {
    pub(crate) turn: Color,
    pub(crate) empties: usize,
    pub(crate) label: String,
    pub(crate) best: f64,
    pub(crate) played: f64,
}

/// One move that was looked into.
pub(crate) struct Case {
    /// Among the key mistakes of its game, the costliest first.
    pub(crate) rank: Option<usize>,
    pub(crate) ply: usize,
    pub(crate) evidence: Evidence,
}

impl Case {
    /// Discs lost, by the review.
    fn loss(&self) -> f64 {
        (self.evidence.values[1] - self.evidence.values[0]).max(0.0)
    }

    pub(crate) fn is_mistake(&self) -> bool {
        self.loss() >= 6.0
    }

    /// Not the engine's first choice, and as good.
    pub(crate) fn is_good(&self) -> bool {
        self.loss() <= if self.evidence.solved { 0.0 } else { 1.0 }
    }

    /// Which part of the game it belongs to.
    pub(crate) fn part(&self) -> usize {
        match self.evidence.position.empties().len() {
            41.. => 0,
            21..=40 => 1,
            11..=20 => 2,
            _ => 3,
        }
    }
}

pub(crate) fn header(name: &str, margin: i32) -> String {
    format!("game\t{name}\t{margin}\n")
}

pub(crate) fn moves(review: &Review) -> String {
    let row = |mv: &ReviewedMove| {
        let exact = mv.best.value.is_exact() && mv.played.value.is_exact();
        let values = [&mv.best, &mv.played].map(|candidate| candidate.value.score.discs());
        let [best, played] = values;
        format!(
            "move\t{}\t{}\t{}\t{best}\t{played}\t{exact}\n",
            mv.turn.letter(),
            mv.empties,
            mv.label.name()
        )
    };
    review.moves.iter().map(row).collect()
}

pub(crate) fn text(case: &Case) -> String {
    let Case { rank, ply, evidence } = case;
    let line = |game: &Game| game.moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let replies = |replies: &[(Move, f64)]| {
        replies.iter().map(|(mv, value)| format!("{mv} {value}")).collect::<Vec<_>>().join(" ")
    };
    let undone: Vec<String> =
        evidence.undone.iter().map(|(discs, value)| format!("{:x} {value}", discs.bits())).collect();
    let passed = evidence.passed.map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
    let mut text = String::from("case");
    let fields = [
        rank.map_or("-".to_owned(), |rank| rank.to_string()),
        ply.to_string(),
        board::text(&evidence.position),
        evidence.solved.to_string(),
        format!("{} {}", evidence.values[0], evidence.values[1]),
        line(&evidence.lines[0]),
        line(&evidence.lines[1]),
        replies(&evidence.replies[0]),
        replies(&evidence.replies[1]),
        passed.join(" "),
        undone.join(" "),
        evidence.loss.to_string(),
    ];
    for field in fields {
        let _ = write!(text, "\t{field}");
    }
    text + "\n"
}

/// The games of a file, as far as they are complete.
pub(crate) fn read(text: &str) -> Vec<Reviewed> {
    let mut games: Vec<Reviewed> = Vec::new();
    let mut complete = 0;
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[0] {
            "game" => games.push(Reviewed {
                name: fields[1].to_owned(),
                margin: fields[2].parse().unwrap(),
                moves: Vec::new(),
                cases: Vec::new(),
            }),
            "move" => games.last_mut().unwrap().moves.push(Moved {
                turn: if fields[1] == "X" { Color::Black } else { Color::White },
                empties: fields[2].parse().unwrap(),
                label: fields[3].to_owned(),
                best: fields[4].parse().unwrap(),
                played: fields[5].parse().unwrap(),
            }),
            "case" => games.last_mut().unwrap().cases.push(case(&fields)),
            _ => complete = games.len(),
        }
    }
    games.truncate(complete);
    games
}

fn case(fields: &[&str]) -> Case {
    let position: Position = board::position(fields[3]).unwrap();
    let line = |text: &str| {
        Game::from_moves(position, text.split(' ').map(|mv| mv.parse::<Move>().unwrap())).unwrap()
    };
    let pairs = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.chunks(2).map(|pair| (pair[0].clone(), pair[1].parse::<f64>().unwrap())).collect::<Vec<_>>()
    };
    let replies = |text: &str| {
        pairs(text).into_iter().map(|(mv, value)| (mv.parse().unwrap(), value)).collect::<Vec<(Move, f64)>>()
    };
    let two = |text: &str| {
        let mut words = text.split(' ').map(|word| word.parse::<f64>().ok());
        [words.next().unwrap(), words.next().unwrap()]
    };
    let values = two(fields[5]).map(Option::unwrap);
    let discs = |text: &str| Bitboard::from_bits(u64::from_str_radix(text, 16).unwrap());
    let evidence = Evidence {
        position,
        mover: position.turn(),
        loss: fields[12].parse().unwrap(),
        solved: fields[4] == "true",
        values,
        lines: [line(fields[6]), line(fields[7])],
        replies: [replies(fields[8]), replies(fields[9])],
        passed: two(fields[10]),
        undone: pairs(fields[11]).into_iter().map(|(text, value)| (discs(&text), value)).collect(),
    };
    Case { rank: fields[1].parse().ok(), ply: fields[2].parse().unwrap(), evidence }
}
