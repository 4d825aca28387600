//! Names that cannot be confused with each other.

use outflank_play::Name;
use unicode_normalization::UnicodeNormalization;

use crate::secret::{self, NoRandomness};

/// What a name looks like: two names with the same skeleton are too much alike. Case, spaces, signs and letters of other
/// scripts that look the same make no difference.
pub(crate) fn skeleton(name: &Name) -> String {
    let plain: String = name.as_str().nfkc().flat_map(char::to_lowercase).collect();
    let looks: String = unicode_security::skeleton(&plain).collect();
    // What looks like a capital letter is a letter, too, and marks are easily overlooked.
    let letters = looks.nfkd().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric());
    let letters: String = letters.collect();
    // A capital i looks like a small L, whichever of the two it was.
    let looks_again: String =
        unicode_security::skeleton(&letters).map(|c| if c == 'i' { 'l' } else { c }).collect();
    // A name of signs alone is what it is.
    if looks_again.is_empty() { plain } else { looks_again }
}

/// A name for somebody who has not said one.
pub(crate) fn guest() -> Result<Name, NoRandomness> {
    let number = secret::number()? % 1_000_000;
    Ok(Name::new(&format!("Guest {number:06}")).unwrap_or_else(|| unreachable!("it is visible")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(name: &str) -> String {
        skeleton(&Name::new(name).unwrap())
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (one, other) in [
            ("Anna", "anna"),
            ("Anna", "ANNA"),
            ("Anna", "A n-n.a"),
            ("Anna", "\u{410}nna"),
            ("paypal", "p\u{430}yp\u{430}l"),
            ("Zoë", "Zoe"),
            ("Ｗｉｄｅ", "Wide"),
            ("l1l", "I1I"),
            ("O0", "0O"),
        ] {
            assert_eq!(looks(one), looks(other), "{one} {other}");
        }
        for (one, other) in [
            ("Anna", "Hanna"),
            ("Ben", "Den"),
            ("李", "李小"),
            ("Guest 000001", "Guest 000002"),
            ("!!", "??"),
        ] {
            assert_ne!(looks(one), looks(other), "{one} {other}");
        }
    }

    #[test]
    fn guests_have_names_of_their_own() {
        let name = guest().unwrap();
        assert!(name.as_str().starts_with("Guest ") && name.as_str().len() == 12, "{name}");
    }
}
