//! What is read from a WTHOR base, names and all, is written so that it reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_records::{Reader, wthor};

fuzz_target!(|input: &[u8]| {
    // The first bytes say how long the lists of players and tournaments are.
    let [players, tournaments, rest @ ..] = input else { return };
    let (players, rest) = rest.split_at(rest.len().min((*players).into()));
    let (tournaments, games) = rest.split_at(rest.len().min((*tournaments).into()));
    let names = wthor::Names::read(players, tournaments).unwrap_or_default();
    let Ok(records) = Reader::wthor(games, &names).collect::<Result<Vec<_>, _>>() else { return };

    let mut base = wthor::Base::default();
    // A name with control characters is refused.
    if records.iter().all(|record| base.add(record).is_ok()) {
        let names = wthor::Names::read(&base.players(), &base.tournaments()).expect("names read back");
        let again: Result<Vec<_>, _> = Reader::wthor(&base.games(), &names).collect();
        assert_eq!(again.expect("games read back"), records);
    }
});
