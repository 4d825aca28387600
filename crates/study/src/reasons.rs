//! Why a move was a mistake: ideas that players have names for, each in a file of its own.
//!
//! A feature that is merely present is no reason: most are almost as frequent in good moves as in bad ones. An idea is
//! found by geometry, accepted only where the lines after the two moves or a search of "what if" differ, ranked by how
//! much of the loss it explains and how much more frequent it is in mistakes than in good moves (the table in this
//! crate's README), and told only if every square, count and line in its sentence holds when it is checked again
//! ([`Fact`]).

mod access;
mod allows;
mod blocks;
mod corner;
mod corner_line;
mod counting;
mod evidence;
mod exposed;
mod fact;
mod features;
mod freedom;
mod key_square;
mod merit;
mod mobility;
mod noisy;
mod one_line;
mod opens;
mod parity;
mod pass;
mod quiet;
mod sacrifice;
mod safe_moves;
mod stable;
mod swindle;
mod tempo;
mod wait;
mod wall;
mod wipe_out;

use outflank_rules::{Bitboard, Color, Move, Square};

pub use evidence::{Branch, Evidence, Explainer};
pub use fact::{At, Fact};
pub use merit::{Merit, merit};

use crate::words::Voice;

/// What an idea has to say for itself.
trait Idea {
    /// Everything its sentence claims.
    fn facts(&self, scene: &Scene) -> Vec<Fact>;
    /// The sentence, or two.
    fn say(&self, scene: &Scene, voice: Voice) -> String;
    /// The line that shows it: which, and how many moves of it.
    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, 6)
    }
}

/// Who moves and what the two moves are.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The side that moved.
    pub mover: Color,
    /// The move of the game.
    pub played: Square,
    /// The better one.
    pub best: Square,
    /// Best play after the move of the game, that move first.
    pub played_line: Vec<Move>,
    /// Best play after the better one, that move first.
    pub best_line: Vec<Move>,
}

impl Scene {
    fn line(&self, branch: Branch, plies: usize) -> &[Move] {
        let line = match branch {
            Branch::Played => &self.played_line,
            Branch::Best => &self.best_line,
        };
        &line[..plies.min(line.len())]
    }
}

/// An idea that was found, and how much of the loss it explains, from 0 to 1.
struct Finding {
    reason: Reason,
    share: f64,
}

macro_rules! ideas {
    ($($variant:ident($module:ident, $name:literal, $ratio:literal, $title:literal);)*) => {
        /// Why a move was a mistake, as data. [`Explanation::sentence`] makes words of it.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "every idea is described in its file")]
        pub enum Reason { $($variant($module::$variant)),* }

        /// The ideas by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "every idea is described in its file")]
        pub enum Cause { $($variant),* }

        impl Reason {
            /// Which idea it is.
            pub fn cause(&self) -> Cause {
                match self { $(Reason::$variant(_) => Cause::$variant),* }
            }

            /// The reason in a sentence or two.
            pub fn sentence(&self, scene: &Scene, voice: Voice) -> String {
                self.idea().say(scene, voice)
            }

            fn idea(&self) -> &dyn Idea {
                match self { $(Reason::$variant(idea) => idea),* }
            }
        }

        impl Cause {
            /// Every idea.
            pub const ALL: &[Cause] = &[$(Cause::$variant),*];

            /// The name that programs use.
            pub fn name(self) -> &'static str {
                match self { $(Cause::$variant => $name),* }
            }

            /// The idea in a few words: it goes into lists and behind a colon, as in "What costs you most: giving a corner".
            pub fn title(self) -> &'static str {
                match self { $(Cause::$variant => $title),* }
            }

            /// How much more frequent it is among mistakes than among good moves, as measured; at most 5, since few cases say little.
            fn ratio(self) -> f64 {
                match self { $(Cause::$variant => $ratio),* }
            }
        }

        fn find_all(evidence: &Evidence) -> Vec<Finding> {
            let mut found = Vec::new();
            $(
                if let Some((idea, share)) = $module::find(evidence) {
                    found.push(Finding { reason: Reason::$variant(idea), share });
                }
            )*
            found
        }
    };
}

ideas! {
    WipeOut(wipe_out, "wipe_out", 5.0, "being wiped out");
    Corner(corner, "corner", 5.0, "giving a corner");
    KeySquare(key_square, "key_square", 2.2, "the square both want");
    Opens(opens, "opens", 1.5, "opening a move for the other side");
    Blocks(blocks, "blocks", 5.0, "leaving the other side a move");
    Allows(allows, "allows", 2.3, "allowing one strong answer");
    OneLine(one_line, "one_line", 3.2, "turning one line too many");
    CornerLine(corner_line, "corner_line", 2.9, "a corner along the line");
    Sacrifice(sacrifice, "sacrifice", 4.5, "missing a sacrifice");
    Pass(pass, "pass", 3.8, "who has to pass");
    Parity(parity, "parity", 3.0, "the last move in an area");
    SafeMoves(safe_moves, "safe_moves", 5.0, "running out of safe moves");
    Quiet(quiet, "quiet", 3.0, "missing a quiet move");
    Noisy(noisy, "noisy", 2.3, "turning discs on the outside");
    Freedom(freedom, "freedom", 4.4, "leaving too few moves, or too many");
    Access(access, "access", 2.7, "giving up a move of one's own");
    Wait(wait, "wait", 1.0, "what could have waited");
    Stable(stable, "stable", 2.5, "discs that can never be turned");
    Swindle(swindle, "swindle", 4.7, "two squares for one side");
    Tempo(tempo, "tempo", 5.0, "a turn gained");
    Wall(wall, "wall", 5.0, "building a wall");
    Mobility(mobility, "mobility", 2.8, "few moves left");
    Exposed(exposed, "exposed", 3.5, "exposed discs");
    Counting(counting, "counting", 1.0, "counting");
}

/// What is said about a mistake: at most two reasons, and both lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Who moved and what.
    pub scene: Scene,
    /// The reason that explains most.
    pub reason: Option<Reason>,
    /// Another one that explains at least a third.
    pub second: Option<Reason>,
    /// The first of them that a beginner understands, if that is another one.
    pub plain: Option<Reason>,
}

/// A second reason explains so much of the loss.
const THIRD: f64 = 1.0 / 3.0;

/// Ideas below this ratio of mistakes to good moves are not told as the reason. A corner that could wait is told in support
/// of another one; counting is what is left at the end of the game. That a move opens another is not told: its ratio was 1.7
/// in the first 196 games with today's searches, and 2.4 in 1,037 (see the README of this crate).
const LEAST_RATIO: f64 = 2.0;

impl Explanation {
    /// What the evidence says.
    pub fn new(evidence: &Evidence) -> Explanation {
        let scene = evidence.scene();
        let mut found: Vec<Finding> = find_all(evidence);
        found.retain(|finding| finding.reason.idea().facts(&scene).iter().all(|fact| fact.holds(evidence)));
        let weight = |finding: &Finding| finding.share.min(1.0) * finding.reason.cause().ratio();
        found.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let first = found.iter().position(|finding| {
            let cause = finding.reason.cause();
            cause.ratio() >= LEAST_RATIO || cause == Cause::Counting
        });
        let is_plain = |finding: &&Finding| finding.reason.cause().is_plain();
        let plain =
            found.iter().filter(|finding| finding.reason.cause().ratio() >= LEAST_RATIO).find(is_plain);
        let plain = plain.map(|finding| finding.reason.clone());
        let reason = first.map(|at| found.remove(at));
        let second = reason.as_ref().and_then(|reason| {
            let other = |finding: &Finding| {
                let cause = finding.reason.cause();
                let frequent = cause.ratio() >= LEAST_RATIO || cause == Cause::Wait;
                finding.share >= THIRD && frequent && cause.family() != reason.reason.cause().family()
            };
            // Of a corner taken too early that is the first thing to say.
            found.sort_by_key(|finding| finding.reason.cause() != Cause::Wait);
            found.into_iter().find(other).map(|finding| finding.reason)
        });
        let reason = reason.map(|finding| finding.reason);
        let plain = plain.filter(|plain| reason.as_ref() != Some(plain));
        Explanation { scene, reason, second, plain }
    }

    /// The reasons to give: one or two, and a plain one to a beginner.
    pub fn told(&self, voice: Voice) -> Vec<&Reason> {
        match &self.plain {
            Some(plain) if voice.beginner => vec![plain],
            _ => self.reason.iter().chain(&self.second).collect(),
        }
    }

    /// The reasons in words: at most a few short sentences.
    pub fn sentence(&self, voice: Voice) -> Option<String> {
        let told = self.told(voice);
        let said: Vec<String> = told.iter().map(|reason| reason.idea().say(&self.scene, voice)).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// The moves that show it.
    pub fn line(&self) -> Vec<Move> {
        let (branch, plies) = self.reason.as_ref().map_or((Branch::Best, 6), |reason| reason.idea().proof());
        self.scene.line(branch, plies).to_vec()
    }

    /// The squares that the sentence names, to be shown on the board.
    pub fn squares(&self) -> Bitboard {
        let sentence = self.sentence(Voice::default()).unwrap_or_default();
        let word =
            |word: &str| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).parse::<Square>().ok();
        sentence.split(' ').filter_map(word).collect()
    }
}

impl Cause {
    /// Whether a beginner understands it without having read anything.
    pub fn is_plain(self) -> bool {
        matches!(
            self,
            Cause::WipeOut
                | Cause::Corner
                | Cause::CornerLine
                | Cause::SafeMoves
                | Cause::Quiet
                | Cause::Freedom
                | Cause::Mobility
                | Cause::Pass
                | Cause::Parity
                | Cause::Swindle
                | Cause::Wall
                | Cause::Counting
        )
    }

    /// Ideas of one family say much the same about a move, so only one of them is used.
    fn family(self) -> u8 {
        match self {
            Cause::KeySquare | Cause::Opens | Cause::Blocks | Cause::Allows => 1,
            Cause::Corner | Cause::CornerLine | Cause::SafeMoves | Cause::Stable => 2,
            Cause::Quiet
            | Cause::Noisy
            | Cause::Freedom
            | Cause::Mobility
            | Cause::Exposed
            | Cause::Wall
            | Cause::OneLine => 3,
            Cause::Pass | Cause::Parity | Cause::Counting | Cause::Tempo | Cause::Swindle => 4,
            Cause::WipeOut => 5,
            Cause::Sacrifice => 6,
            Cause::Access => 7,
            Cause::Wait => 8,
        }
    }
}

/// Every idea that applies, whether or not it would be told, and whether its facts hold: for measuring and testing.
pub fn present(evidence: &Evidence) -> Vec<(Reason, bool)> {
    let scene = evidence.scene();
    let checked = |finding: Finding| {
        let holds = finding.reason.idea().facts(&scene).iter().all(|fact| fact.holds(evidence));
        (finding.reason, holds)
    };
    find_all(evidence).into_iter().map(checked).collect()
}
