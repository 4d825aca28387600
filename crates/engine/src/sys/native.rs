//! Systems with a clock, threads and pages.

use std::alloc::{Layout, handle_alloc_error};
use std::thread;

pub(crate) use std::time::Instant;

use memmap2::MmapMut;

/// How many threads can run at a time.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does the same work for every item, each on its own thread. The results are in the order of the items.
pub(crate) fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
        let results = threads.into_iter().map(thread::ScopedJoinHandle::join);
        results.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Does the main work on this thread, with helpers on their own threads: all of them, or as many as the system has
/// threads for. Returns when all have returned, so the main work has to tell its helpers when it ends.
pub(crate) fn with_helpers<R>(
    helpers: impl IntoIterator<Item = impl FnOnce() + Send>,
    main: impl FnOnce() -> R,
) -> R {
    thread::scope(|scope| {
        for helper in helpers {
            if thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        main()
    })
}

/// Zeroed memory from the system, which provides it page by page on first use: a large piece costs nothing until then.
pub(super) struct Pages(MmapMut);

impl Pages {
    /// Memory for a layout whose alignment is at most that of a page.
    pub(super) fn zeroed(layout: Layout) -> Pages {
        let Ok(map) = MmapMut::map_anon(layout.size()) else { handle_alloc_error(layout) };
        Pages(map)
    }

    #[inline]
    pub(super) fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }

    #[inline]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }

    pub(super) fn prefer_large(&self) {
        #[cfg(target_os = "linux")]
        let _ = self.0.advise(memmap2::Advice::HugePage);
    }
}
