//! Systems with only a processor and memory: WebAssembly in a page.
//!
//! Test builds compile it everywhere, to check that it does what `native` does.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Gives the engine a clock: a function that returns the time since some fixed moment, for example `performance.now()`
/// of a page. Only the first call counts.
///
/// WebAssembly itself has no clock. Until there is one, [`Limits::time`](crate::Limits::time) and the time of a level
/// limit nothing, and [`Analysis::time`](crate::Analysis::time) is zero: limit searches by depth or nodes, or stop
/// them.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// A moment by the host's clock.
#[derive(Clone, Copy)]
pub(crate) struct Instant(Duration);

impl Instant {
    pub(crate) fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        Instant::now().0.saturating_sub(self.0)
    }
}

pub(crate) fn cores() -> usize {
    1
}

pub(crate) fn map<T, R>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}

pub(crate) fn with_helpers<R>(
    _: impl IntoIterator<Item = impl FnOnce() + Send>,
    main: impl FnOnce() -> R,
) -> R {
    main()
}

/// Zeroed memory from the allocator.
pub(super) struct Pages {
    start: NonNull<u8>,
    layout: Layout,
}

impl Pages {
    pub(super) fn zeroed(layout: Layout) -> Pages {
        if layout.size() == 0 {
            return Pages { start: layout.dangling_ptr(), layout };
        }
        // SAFETY: the size is not zero.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) });
        Pages { start: start.unwrap_or_else(|| handle_alloc_error(layout)), layout }
    }

    pub(super) fn as_ptr(&self) -> *const u8 {
        self.start.as_ptr()
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.start.as_ptr()
    }

    #[allow(clippy::unused_self, reason = "pages of one size only")]
    pub(super) fn prefer_large(&self) {}
}

impl Drop for Pages {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: it was allocated with this layout, and nobody has it any more.
            unsafe { dealloc(self.start.as_ptr(), self.layout) }
        }
    }
}

// SAFETY: it owns its memory, which does not belong to a thread.
unsafe impl Send for Pages {}
// SAFETY: a shared reference gives no way to write.
unsafe impl Sync for Pages {}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::native;
    use super::*;

    #[test]
    fn time_stands_still_until_a_clock_is_set_and_never_runs_backwards() {
        static MILLIS: AtomicU64 = AtomicU64::new(500);
        let before = Instant::now();
        assert_eq!(before.elapsed(), Duration::ZERO);
        set_clock(|| Duration::from_millis(MILLIS.load(Ordering::Relaxed)));
        let started = Instant::now();
        MILLIS.store(750, Ordering::Relaxed);
        assert_eq!(started.elapsed(), Duration::from_millis(250));
        MILLIS.store(400, Ordering::Relaxed);
        assert_eq!(started.elapsed(), Duration::ZERO);
    }

    #[test]
    fn work_is_done_in_order_with_threads_and_without() {
        assert_eq!(map(1..=5, |n| n * n), [1, 4, 9, 16, 25]);
        assert_eq!(native::map(1..=5, |n| n * n), [1, 4, 9, 16, 25]);
    }

    #[test]
    fn the_main_work_is_done_with_and_without_helpers() {
        let helped = AtomicU64::new(0);
        let helpers = || {
            (0..3).map(|_| {
                || {
                    helped.fetch_add(1, Ordering::Relaxed);
                }
            })
        };
        let done = Cell::new(0);
        with_helpers(helpers(), || done.set(done.get() + 1));
        assert_eq!((done.get(), helped.load(Ordering::Relaxed)), (1, 0));
        native::with_helpers(helpers(), || done.set(done.get() + 1));
        assert_eq!((done.get(), helped.load(Ordering::Relaxed)), (2, 3));
    }

    #[test]
    fn allocated_pages_are_zero_and_can_be_written() {
        let layout = Layout::from_size_align(1 << 20, 128).unwrap();
        let mut pages = Pages::zeroed(layout);
        assert!(pages.as_ptr().addr().is_multiple_of(128));
        // SAFETY: the pages are this large, and nobody else has them.
        let bytes = unsafe { std::slice::from_raw_parts_mut(pages.as_mut_ptr(), layout.size()) };
        assert!(bytes.iter().all(|&byte| byte == 0));
        bytes.fill(7);
        let nothing = Pages::zeroed(Layout::new::<[u64; 0]>());
        assert!(!nothing.as_ptr().is_null());
    }
}
