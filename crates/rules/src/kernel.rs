//! Legal moves and flips on bare bitboards, as fast as the processor allows.
//!
//! The target's features choose one implementation at compile time. [`portable`] is always compiled, and the others are
//! tested against it. Squares are bits, a1 = bit 0; `player` is the side to move.

mod cpu;
pub mod portable;

pub use cpu::{cpu_has_unused_avx2, cpu_is_too_old};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use avx2::{count_replies, flips, moves};

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use portable::{count_replies, flips, moves};

/// The name of the kernel in use.
pub const NAME: &str =
    if cfg!(all(target_arch = "x86_64", target_feature = "avx2")) { "avx2" } else { "portable" };

/// For every square, the rays that leave it, without the square itself: first the four towards higher bits (east,
/// south-west, south, south-east), then the four towards lower bits in the same order.
pub(crate) static RAYS: [Rays; 64] = {
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            table[square].up[i] = ray(square, steps[i].0, steps[i].1);
            table[square].down[i] = ray(square, -steps[i].0, -steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
};

/// The steps, in bits, along the rays of [`RAYS`].
pub(crate) const STEPS: [u32; 4] = [1, 7, 8, 9];

#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

const fn ray(square: usize, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
    let mut bits = 0;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        bits |= 1 << (y * 8 + x);
        x += dx;
        y += dy;
    }
    bits
}
