//! The key by which a server knows a player again: 128 random bits that the player's own device has made.
//!
//! It is written as 22 letters of base64url in links and requests, and as eight words for paper. A word has five
//! letters, consonants and vowels in turn, which say 4, 2, 4, 2 and 4 bits: eight words are the key, no more and no less.

use std::fmt;
use std::str::FromStr;

/// A player's key.
///
/// ```
/// use outflank_wire::DeviceKey;
///
/// let key = DeviceKey::from_bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
/// assert_eq!(key.to_string(), "AAECAwQFBgcICQoLDA0ODw");
/// assert_eq!(key.words(), "babad bamag bibaj bimal boban bomar bubat bumaz");
/// assert_eq!(key.words().parse(), Ok(key));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DeviceKey(u128);

/// The text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadKey {
    /// Neither 22 letters nor eight words.
    #[error("a key has 22 letters, or eight words of five")]
    Length,
    /// A word that no key has.
    #[error("word {0} is misspelt")]
    Word(usize),
    /// A letter that no key has.
    #[error("it has a letter that no key has")]
    Letter,
}

impl DeviceKey {
    /// The key with these bits.
    pub fn from_bytes(bytes: [u8; 16]) -> DeviceKey {
        DeviceKey(u128::from_be_bytes(bytes))
    }

    /// The key in eight words.
    pub fn words(self) -> String {
        let words: Vec<String> = (0..8).map(|n| word((self.0 >> (112 - 16 * n)) as u16)).collect();
        words.join(" ")
    }
}

impl fmt::Display for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base64url(&self.0.to_be_bytes()))
    }
}

/// A key is a secret: it does not belong into logs.
impl fmt::Debug for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceKey(…)")
    }
}

impl FromStr for DeviceKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<DeviceKey, BadKey> {
        let words: Vec<String> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_lowercase).collect();
        let words: Vec<&String> = words.iter().filter(|word| !word.is_empty()).collect();
        if words.len() == 8 && text.len() != 22 {
            return words.iter().enumerate().try_fold(DeviceKey(0), |key, (n, word)| {
                let bits = bits_of(word).ok_or(BadKey::Word(n + 1))?;
                Ok(DeviceKey(key.0 << 16 | u128::from(bits)))
            });
        }
        let text = text.trim();
        if text.len() != 22 {
            return Err(BadKey::Length);
        }
        let mut bits = 0_u128;
        for (n, byte) in text.bytes().enumerate() {
            let value = ALPHABET.iter().position(|letter| *letter == byte).ok_or(BadKey::Letter)? as u128;
            // The last letter says two bits only, and every key is written in one way.
            match n {
                21 if value & 15 != 0 => return Err(BadKey::Letter),
                21 => bits = bits << 2 | value >> 4,
                _ => bits = bits << 6 | value,
            }
        }
        Ok(DeviceKey(bits))
    }
}

const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
const VOWELS: &[u8; 4] = b"aiou";

fn word(bits: u16) -> String {
    let consonant = |shift: u16| char::from(CONSONANTS[usize::from(bits >> shift & 15)]);
    let vowel = |shift: u16| char::from(VOWELS[usize::from(bits >> shift & 3)]);
    [consonant(12), vowel(10), consonant(6), vowel(4), consonant(0)].into_iter().collect()
}

fn bits_of(word: &str) -> Option<u16> {
    let bytes: &[u8; 5] = word.as_bytes().try_into().ok()?;
    let mut bits = 0;
    for (n, byte) in bytes.iter().enumerate() {
        let (letters, width) = if n % 2 == 0 { (&CONSONANTS[..], 4) } else { (&VOWELS[..], 2) };
        bits = bits << width | letters.iter().position(|letter| letter == byte)? as u16;
    }
    Some(bits)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 for links, without padding.
pub fn base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for n in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(group >> (18 - 6 * n) & 63) as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64url_as_in_rfc_4648() {
        for (bytes, text) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{7f}?~", "fz9-")]
        {
            assert_eq!(base64url(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_key_is_the_same_in_letters_and_in_words() {
        let mut bits = 0x0123_4567_89ab_cdef_u128;
        for _ in 0..1000 {
            bits = bits.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let key = DeviceKey(bits);
            assert_eq!(key.to_string().parse(), Ok(key));
            assert_eq!(key.words().parse(), Ok(key));
            assert_eq!(key.words().to_uppercase().replace(' ', "-").parse(), Ok(key));
            assert_eq!(key.words().split(' ').count(), 8);
        }
        for bits in 0..=u16::MAX {
            assert_eq!(bits_of(&word(bits)), Some(bits));
        }
    }

    #[test]
    fn what_is_no_key_is_told() {
        let words = "babad bamag bibaj bimal boban bomar bubat bumaz";
        for (text, error) in [
            (String::new(), BadKey::Length),
            ("AAECAwQFBgcICQoLDA0OD".to_owned(), BadKey::Length),
            ("AAECAwQFBgcICQoLDA0OD!".to_owned(), BadKey::Letter),
            ("AAECAwQFBgcICQoLDA0ODx".to_owned(), BadKey::Letter),
            (words.replace("bibaj", "bebaj"), BadKey::Word(3)),
            (words.replace("bumaz", "bumazz"), BadKey::Word(8)),
            (words.replace(" bumaz", ""), BadKey::Length),
        ] {
            assert_eq!(text.parse::<DeviceKey>(), Err(error), "{text}");
        }
    }
}
