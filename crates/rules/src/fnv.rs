//! FNV-1a, a hash of a few instructions, for checksums of files and fingerprints of behaviour. It does not protect
//! against tampering.

/// The hash of no bytes.
pub const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash after one more byte, or a word in place of a byte.
///
/// ```
/// use outflank_rules::fnv;
///
/// let hash = b"foobar".iter().fold(fnv::OFFSET, |hash, &byte| fnv::add(hash, byte.into()));
/// assert_eq!(hash, 0x85944171f73967e8);
/// ```
#[inline]
#[must_use]
pub const fn add(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x0100_0000_01b3)
}
