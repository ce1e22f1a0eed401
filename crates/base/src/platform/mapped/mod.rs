//! Files seen as memory: their text is looked at where the system keeps it, not copied.
//!
//! How fast that is depends on the pages in which the system happens to keep the file. Of large ones, as
//! they are after it was read from a disk, a look costs less than half of a copy; of middling ones,
//! written in pieces of a megabyte, three quarters; of the smallest, about as much. (Linux 6.18, ext4;
//! a trial of both ways on the first megabytes does not show it: these are kept in smaller pages than
//! the rest.)

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is left of an offset is less than a large page; tests choose their numbers small enough"
)]

mod guard;

use std::fs::File;
use std::sync::atomic::{AtomicUsize, Ordering};

use memmap2::{Advice, Mmap, MmapOptions, UncheckedAdvice};

use crate::source::Mapped;
use guard::Watch;

#[cfg(feature = "cli")]
pub use guard::guard_maps;

/// The number of bytes of the large pages of common processors. A map begins with one, and is given back in them.
const LARGE_PAGE_BYTES: usize = 2 << 20;

/// The number of bytes that are given back at once (a guess).
const RELEASED_BYTES: usize = 2 * LARGE_PAGE_BYTES;

/// The rest of a file, as memory.
struct FileMap {
    /// The watch on the map, which is dropped before the map.
    _watch: Watch,
    /// The bytes of the map; those of large pages that were given back come from the file again.
    map: Mmap,
    /// The place in the map at which the text begins.
    begin: usize,
    /// The number of bytes of the map that were given back.
    released: AtomicUsize,
}

/// Maps these bytes of a file, unless the system refuses, or nobody has called
/// [`guard_maps`]: without the guard a file that becomes shorter would end the process.
pub fn map_file(file: &File, offset: u64, length: u64) -> Option<Box<dyn Mapped>> {
    let begin = offset % LARGE_PAGE_BYTES as u64;
    let length = usize::try_from(begin + length).ok()?;
    // SAFETY: a process that changes the file meanwhile changes these bytes. Bounds never come from them: a
    // text that changes while it is read can give a wrong answer, but no access outside the map. A page
    // that is gone is replaced by the guard.
    let map = unsafe {
        MmapOptions::new()
            .offset(offset - begin)
            .len(length)
            .map(file)
    }
    .ok()?;
    let watch = Watch::new(map.as_ptr_range())?;
    // The system then reads the rest from the disk in large pages. (If it refuses, nothing is lost.)
    let _ = map.advise(Advice::HugePage);
    Some(Box::new(FileMap {
        _watch: watch,
        map,
        begin: begin as usize,
        released: AtomicUsize::new(0),
    }))
}

impl Mapped for FileMap {
    fn text(&self) -> &[u8] {
        &self.map[self.begin..]
    }

    fn release(&self, before: usize) {
        // Text that was read instead of mapped may lie after the map, if the file has grown.
        let end = (self.begin + before).min(self.map.len()) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
        let from = self.released.load(Ordering::Relaxed);
        if end < from + RELEASED_BYTES {
            return;
        }
        if self
            .released
            .compare_exchange(from, end, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
        {
            // SAFETY: the map cannot be written to, so dropped pages come back from the file when they
            // are looked at again. (What a failure leaves is memory held for longer.)
            let _ = unsafe {
                self.map
                    .unchecked_advise_range(UncheckedAdvice::DontNeed, from, end - from)
            };
        }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use std::io::Write;

    /// `length` bytes of which no two pages are the same.
    fn file(length: usize) -> (File, Vec<u8>) {
        let bytes: Vec<u8> = (0..length)
            .map(|at| (at ^ at >> 12 ^ at >> 20) as u8 | 1)
            .collect();
        let mut file = crate::testing::TemporaryFolder::new().file("pages");
        file.write_all(&bytes).unwrap();
        (file, bytes)
    }

    #[test]
    fn a_file_is_there_from_any_place_on_released_or_not() {
        guard_maps();
        let (file, bytes) = file(11 << 20);
        for offset in [
            0,
            1,
            4096,
            5000,
            LARGE_PAGE_BYTES - 1,
            LARGE_PAGE_BYTES,
            3 * LARGE_PAGE_BYTES + 77,
        ] {
            let map = map_file(&file, offset as u64, (bytes.len() - offset) as u64).unwrap();
            for before in (0..bytes.len() - offset).step_by(300_001) {
                map.release(before);
                assert!(map.text()[before..] == bytes[offset + before..]);
            }
            map.release(bytes.len() + 3 * LARGE_PAGE_BYTES);
            assert!(map.text() == &bytes[offset..]);
        }
    }

    #[test]
    fn what_is_cut_off_reads_as_zeros() {
        guard_maps();
        let (file, bytes) = file(9 << 20);
        let map = map_file(&file, 100, bytes.len() as u64 - 100).unwrap();
        assert!(map.text() == &bytes[100..]);
        for end in [(6 << 20) + 1234, 8192, 0] {
            file.set_len(end as u64).unwrap();
            let (there, gone) = map.text().split_at(usize::saturating_sub(end, 100));
            assert!(there == &bytes[100.min(end)..end]);
            assert!(gone.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn more_maps_than_can_be_watched_are_refused() {
        guard_maps();
        let (file, bytes) = file(1 << 20);
        let maps: Vec<_> = std::iter::repeat_with(|| map_file(&file, 0, bytes.len() as u64))
            .map_while(|map| map)
            .take(1000)
            .collect();
        assert!(!maps.is_empty() && maps.len() < 1000);
        drop(maps);
        assert!(map_file(&file, 0, bytes.len() as u64).is_some());
    }
}
