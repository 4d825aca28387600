//! Othello as a beginner would program it: an 8×8 array and loops. Slow, but simple enough to trust.

use outflank_rules::{Bitboard, Color, Move, Square, Variant};

#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) discs: [[Option<Color>; 8]; 8],
    pub(crate) turn: Color,
    pub(crate) left: [u32; 2],
    pub(crate) variant: Variant,
}

impl Naive {
    pub(crate) fn start(variant: Variant) -> Naive {
        let mut discs = [[None; 8]; 8];
        discs[3][3] = Some(Color::White);
        discs[3][4] = Some(Color::Black);
        discs[4][3] = Some(Color::Black);
        discs[4][4] = Some(Color::White);
        Naive { discs, turn: Color::Black, left: [30, 30], variant }
    }

    /// What flips if `color` places on the square: nothing if the square is taken.
    pub(crate) fn flips(&self, color: Color, square: Square) -> Bitboard {
        let mut flips = Bitboard::EMPTY;
        if self.disc_at(square).is_some() {
            return flips;
        }
        for dy in -1..=1_i32 {
            for dx in -1..=1_i32 {
                if (dx, dy) == (0, 0) || (self.variant.orthogonal && dx != 0 && dy != 0) {
                    continue;
                }
                let mut line = Bitboard::EMPTY;
                let (mut x, mut y) = (square.column() as i32 + dx, square.row() as i32 + dy);
                while (0..8).contains(&x) && (0..8).contains(&y) {
                    match self.discs[y as usize][x as usize] {
                        None => break,
                        Some(there) if there == color => {
                            flips |= line;
                            break;
                        }
                        Some(_) => line = line.with(Square::ALL[(8 * y + x) as usize]),
                    }
                    x += dx;
                    y += dy;
                }
            }
        }
        flips
    }

    /// What flips on each square.
    pub(crate) fn all_flips(&self, color: Color) -> [Bitboard; 64] {
        Square::ALL.map(|square| self.flips(color, square))
    }

    /// Where `color` outflanks something, whether or not it has discs left.
    pub(crate) fn placements(&self, color: Color) -> Bitboard {
        let outflanks = |square: &Square| !self.flips(color, *square).is_empty();
        Square::ALL.into_iter().filter(outflanks).collect()
    }

    /// Whether the game is over, given the placements of the side to move.
    pub(crate) fn is_over(&self, placements: Bitboard) -> bool {
        if placements.is_empty() {
            self.placements(!self.turn).is_empty()
        } else {
            self.variant.thirty && self.left[self.turn.index()] == 0
        }
    }

    pub(crate) fn disc_at(&self, square: Square) -> Option<Color> {
        self.discs[square.row()][square.column()]
    }

    pub(crate) fn count(&self, color: Color) -> usize {
        self.discs.iter().flatten().filter(|disc| **disc == Some(color)).count()
    }

    /// Plays a move that must be legal.
    pub(crate) fn play(&mut self, mv: Move) {
        if let Move::Place(square) = mv {
            for turned in self.flips(self.turn, square) {
                self.discs[turned.row()][turned.column()] = Some(self.turn);
            }
            self.discs[square.row()][square.column()] = Some(self.turn);
            if self.variant.thirty {
                self.left[self.turn.index()] -= 1;
            }
        }
        self.turn = !self.turn;
    }
}
