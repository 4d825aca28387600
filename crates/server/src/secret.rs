//! Random ids and tokens, and the hashes under which tokens are stored.

use sha2::{Digest, Sha256};

use crate::wire::base64url;

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

/// A secret for another purpose that follows from a secret, which does not follow from it.
pub(crate) fn derived(purpose: &str, secret: &str) -> String {
    guest_token(purpose, secret)
}

/// An id that follows from what it is for, so that whoever asks again gets the same.
pub(crate) fn id_for(key: &Hash, command: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(key);
    hasher.update(command);
    base64url(&hasher.finalize()[..9])
}

/// A random number.
pub(crate) fn number() -> Result<u64, NoRandomness> {
    random::<8>().map(u64::from_le_bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

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
