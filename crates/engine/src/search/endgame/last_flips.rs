//! Counts what the last move of a game flips, without flipping it.
//!
//! With one empty square left, every other square that is not the player's is the opponent's. So eight bits of the
//! player's discs describe a line, and a table has the number of discs that turn over.

const COLUMN: u64 = 0x0101_0101_0101_0101;
/// Gathers the bits of the first column into the top byte, the top row lowest.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Twice the number of flips, by the square's place in the line and the player's discs on it.
static FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            let mut up = place + 1;
            while up < 8 && line >> up & 1 == 0 {
                up += 1;
            }
            let mut down = place as i32 - 1;
            while down >= 0 && line >> down & 1 == 0 {
                down -= 1;
            }
            let above = if up < 8 { up - place - 1 } else { 0 };
            let below = if down >= 0 { place as i32 - 1 - down } else { 0 };
            table[place][line] = 2 * (above + below as usize) as u8;
            line += 1;
        }
        place += 1;
    }
    table
};

/// The two diagonals through each square.
static DIAGONALS: [(u64, u64); 64] = {
    let mut table = [(0, 0); 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (x, y) = (square % 8, square / 8);
            let (u, v) = (other % 8, other / 8);
            if x + v == u + y {
                table[square].0 |= 1 << other;
            }
            if x + y == u + v {
                table[square].1 |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Twice the number of discs that turn over when the player fills the last empty `square`.
#[inline]
pub(super) fn last_flips(square: usize, player: u64) -> i32 {
    let (x, y) = (square & 7, square >> 3);
    let (falling, rising) = DIAGONALS[square];
    let row = (player >> (square & 0x38)) as u8;
    let column = ((player >> x & COLUMN).wrapping_mul(GATHER) >> 56) as u8;
    let falling = ((player & falling).wrapping_mul(COLUMN) >> 56) as u8;
    let rising = ((player & rising).wrapping_mul(COLUMN) >> 56) as u8;
    i32::from(FLIPS[x][row as usize])
        + i32::from(FLIPS[y][column as usize])
        + i32::from(FLIPS[x][falling as usize])
        + i32::from(FLIPS[x][rising as usize])
}

#[cfg(test)]
mod tests {
    use outflank_rules::kernel::portable;

    use super::*;
    use crate::Random;

    #[test]
    fn counted_flips_agree_with_real_ones() {
        let mut random = Random::new(4);
        for square in 0..64 {
            for _ in 0..2000 {
                let player = (random.next_u64() | random.next_u64() & random.next_u64()) & !(1 << square);
                let opponent = !player & !(1 << square);
                let flips = portable::flips(square, player, opponent);
                assert_eq!(last_flips(square, player), 2 * flips.count_ones() as i32);
            }
        }
    }
}
