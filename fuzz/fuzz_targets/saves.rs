//! A game kept by the terminal, of this version or the one before, is read or refused in one short sentence; cutting it
//! off anywhere leaves nothing that could not have been kept.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::is_one_sentence;
use outflank_terminal::saves::parse;

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    match parse(&text) {
        Ok((game, length)) => {
            let whole = &text[..usize::try_from(length).expect("the length of a text")];
            assert!(whole.ends_with('\n'));
            assert_eq!(parse(whole).expect("the unfinished line did not matter").0, game);
        }
        Err(error) => is_one_sentence(error),
    }
});
