//! Large memory that is read all over the place.
#![allow(unsafe_code)]

use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// A slice of values that are all zero to begin with. It comes from the system directly, which hands it out page by
/// page as it is used, so that a large one costs nothing until then.
pub(crate) struct Memory<T> {
    map: MmapMut,
    len: usize,
    values: PhantomData<T>,
}

/// Types for which all bits zero is a value, whose alignment is that of a page at most, and which need not be dropped.
///
/// # Safety
/// As it says.
pub(crate) unsafe trait Zero {}

impl<T: Zero> Memory<T> {
    /// So many zeros.
    pub(crate) fn zeroed(len: usize) -> Memory<T> {
        let Ok(layout) = Layout::array::<T>(len) else { handle_alloc_error(Layout::new::<T>()) };
        let Ok(map) = MmapMut::map_anon(layout.size()) else { handle_alloc_error(layout) };
        Memory { map, len, values: PhantomData }
    }

    /// Asks for large pages where none has been used yet: they are found more quickly ever after, but there is more to
    /// be zeroed when they are used first. A wish that not all systems know or grant; all works without it.
    pub(crate) fn prefer_large_pages(&self) {
        #[cfg(target_os = "linux")]
        let _ = self.map.advise(memmap2::Advice::HugePage);
    }
}

impl<T: Zero> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map is as long as so many values, begins at a page, and all its bytes are zero, which is a value,
        // or what was written through this type. It is borrowed as long as the slice is.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T: Zero> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has the map.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
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
