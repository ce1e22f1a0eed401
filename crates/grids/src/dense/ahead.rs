//! Text that is fetched into the cache before it is converted.
//!
//! One thread alone reads no memory while it works on bits, and works on none while it waits for
//! text. So while it goes through the bits of a unit, it has the text of the next unit brought into the second
//! cache, as much with each block as a block takes: more at once would hold up the work. (With two threads
//! the memory is busy anyway.)

use std::hint::black_box;
use std::slice::Chunks;

use super::lanes::COLUMNS;
use grundy_base::simd::prefetch::prefetch_text;

/// The number of bytes that Linux maps at once around a place that is looked at and not mapped yet, if they are in its
/// cache (`fault_around_bytes`, 64 KiB by default). If a system maps fewer, less is fetched.
const AROUND_BYTES: usize = 64 << 10;

/// Has the system map text; what is not mapped cannot be fetched.
///
/// Looking at every page would wait for memory once a page.
pub(super) fn touch(text: &[u8]) {
    let first = AROUND_BYTES - text.as_ptr() as usize % AROUND_BYTES;
    let others = text
        .get(first..)
        .unwrap_or_default()
        .iter()
        .step_by(AROUND_BYTES);
    for &byte in text.first().into_iter().chain(others) {
        black_box(byte);
    }
}

/// A text to be fetched, as much at a time as a block takes.
pub(super) struct Ahead<'a>(Chunks<'a, u8>);

impl<'a> Ahead<'a> {
    /// Begins with a text.
    pub(super) fn new(text: &'a [u8]) -> Ahead<'a> {
        Ahead(text.chunks(COLUMNS))
    }

    /// Has the next part of the text fetched if the processor can be asked to.
    #[inline(always)]
    pub(super) fn fetch(&mut self) {
        prefetch_text(self.0.next().unwrap_or_default());
    }
}
