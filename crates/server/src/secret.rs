//! Random ids and tokens, and the hashes under which tokens are stored.

use sha2::{Digest, Sha256};

/// The hash of a token: all that the store knows of it.
pub(crate) type Hash = [u8; 32];

/// A new id for a game: 72 random bits, so that nobody watches a game whose id they were not told.
pub(crate) fn game_id() -> Result<String, NoRandomness> {
    random::<9>().map(|bytes| base64url(&bytes))
}

/// A new token: 128 random bits.
pub(crate) fn token() -> Result<String, NoRandomness> {
    random::<16>().map(|bytes| base64url(&bytes))
}

/// The token of a guest who came with an invite and a key: a function of both, so that the guest can ask again
/// after a lost answer, and nobody who has only the invite can.
pub(crate) fn guest_token(invite: &str, key: &str) -> String {
    let mut hasher = Sha256::new();
    // The lengths keep apart what belongs to which.
    hasher.update((invite.len() as u64).to_le_bytes());
    hasher.update(invite);
    hasher.update(key);
    base64url(&hasher.finalize()[..16])
}

/// What is stored of a token.
pub(crate) fn hash(token: &str) -> Hash {
    Sha256::digest(token).into()
}

/// The system has no random numbers to give.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub(crate) struct NoRandomness(getrandom::Error);

fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(bytes)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 for links, without padding.
fn base64url(bytes: &[u8]) -> String {
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
    fn tokens_differ_and_guests_get_the_same_one_again() {
        let token = token().unwrap();
        assert_eq!(token.len(), 22);
        assert_ne!(token, super::token().unwrap());
        assert!(crate::wire::is_game_id(&game_id().unwrap()));
        assert!(!crate::wire::is_game_id("../../etc/pw"));
        assert_eq!(guest_token("ab", "c"), guest_token("ab", "c"));
        assert_ne!(guest_token("ab", "c"), guest_token("a", "bc"));
    }
}
