//! Large memory with random access.
#![allow(unsafe_code)]

use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use super::platform::Pages;

/// A slice of values that are zero at first. Where the system has pages, a large one costs nothing until it is used.
pub(crate) struct Memory<T> {
    pages: Pages,
    len: usize,
    values: PhantomData<T>,
}

/// Types for which all-zero bits are a valid value, whose alignment is at most that of a page, and which need no drop.
///
/// # Safety
/// The type must have these properties.
pub(crate) unsafe trait Zero {}

impl<T: Zero> Memory<T> {
    /// `len` zeros.
    pub(crate) fn zeroed(len: usize) -> Memory<T> {
        let Ok(layout) = Layout::array::<T>(len) else { handle_alloc_error(Layout::new::<T>()) };
        Memory { pages: Pages::zeroed(layout), len, values: PhantomData }
    }

    /// Asks for large pages where none has been used yet: the processor then resolves addresses faster, but there is
    /// more to zero on first use. Not all systems grant it; everything works without.
    pub(crate) fn prefer_large_pages(&self) {
        self.pages.prefer_large();
    }
}

impl<T: Zero> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the pages hold `len` values, begin at the alignment of one, and all their bytes are zero, which is a
        // valid value, or were written through this type. They are borrowed as long as the slice is.
        unsafe { std::slice::from_raw_parts(self.pages.as_ptr().cast(), self.len) }
    }
}

impl<T: Zero> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has the pages.
        unsafe { std::slice::from_raw_parts_mut(self.pages.as_mut_ptr().cast(), self.len) }
    }
}

/// Prefetches the cache line at this address, where the processor can.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: any address may be prefetched, valid or not.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: zero is an integer.
    unsafe impl Zero for u32 {}

    #[test]
    fn it_is_zero_until_written_to() {
        let mut memory = Memory::<u32>::zeroed(3_000_000);
        assert_eq!(memory.len(), 3_000_000);
        assert!(memory.iter().all(|&value| value == 0));
        memory[0] = 1;
        memory.prefer_large_pages();
        memory[2_999_999] = 6;
        assert_eq!(memory.iter().copied().map(u64::from).sum::<u64>(), 7);
        assert!(Memory::<u32>::zeroed(0).is_empty());
    }
}
