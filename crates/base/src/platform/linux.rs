//! Hints that Linux takes: larger pages, larger pipes.

#[cfg(feature = "cli")]
use std::fs::File;
#[cfg(feature = "cli")]
use std::os::fd::AsRawFd;
#[cfg(feature = "cli")]
use std::os::unix::fs::FileTypeExt;

/// The size of a huge page on common processors, and a multiple of every ordinary page.
const HUGE_PAGE_BYTES: usize = 2 << 20;

/// Asks for huge pages in the memory of a list. Changes nothing else.
pub fn use_huge_pages<T>(list: &mut Vec<T>) {
    let begin = list.as_mut_ptr().addr();
    let first = begin.next_multiple_of(HUGE_PAGE_BYTES);
    let last = (begin + list.capacity() * size_of::<T>()) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    if first < last {
        let start = list.as_mut_ptr().wrapping_byte_add(first - begin);
        // SAFETY: the range is whole huge pages inside the list's own memory. The advice leaves what is in
        // them unchanged; should the system refuse, nothing is lost.
        unsafe { libc::madvise(start.cast(), last - first, libc::MADV_HUGEPAGE) };
    }
}

/// Lets a pipe hold a megabyte, so that its writer and this program wait for each other less often.
/// Other files, and pipes whose size may not change, stay as they are.
#[cfg(feature = "cli")]
pub fn widen_pipe(file: &File) {
    const MEGABYTE: libc::c_int = 1 << 20;
    if file
        .metadata()
        .is_ok_and(|metadata| metadata.file_type().is_fifo())
    {
        // SAFETY: the descriptor is open, and this command takes a number and touches no memory.
        unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETPIPE_SZ, MEGABYTE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_on_huge_pages_holds_what_is_written() {
        for length in [
            0,
            1,
            HUGE_PAGE_BYTES,
            5 * HUGE_PAGE_BYTES / 2,
            9 * HUGE_PAGE_BYTES,
        ] {
            let mut list = Vec::with_capacity(length);
            use_huge_pages(&mut list);
            let bytes = || (0..length).map(|i| i.to_le_bytes()[0]);
            list.extend(bytes());
            assert!(list.iter().copied().eq(bytes()));
        }
    }
}
