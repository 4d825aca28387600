//! Othello, complete: the command line.
#![allow(clippy::print_stdout)]

fn main() {
    println!("Outflank: Othello, complete. The game is on its way.");
}
