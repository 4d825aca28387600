//! Reads games in any format from standard input and writes them to standard output in another, one by one, so that
//! files of any size work.
//!
//! `cargo run --release -p outflank-records --example convert -- FORMAT < games.ggf`, as in `convert sgf`

use std::io::{self, Read, Write};

use outflank_records::{Format, Reader, Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let format: Format = std::env::args().nth(1).ok_or("which format?")?.parse()?;
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut out = io::stdout().lock();
    let mut writer = Writer::new(format);
    for record in Reader::new(&input)? {
        out.write_all(&writer.write(&record?)?)?;
    }
    out.write_all(&writer.finish())?;
    Ok(())
}
