//! Hints that Linux takes, larger pages and larger pipes, and whether standard output was open at the start.

#[cfg(feature = "cli")]
use std::fs::File;
#[cfg(feature = "cli")]
use std::os::fd::AsRawFd;
#[cfg(feature = "cli")]
use std::os::unix::fs::FileTypeExt;
#[cfg(feature = "cli")]
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Whether standard output was closed when the process began.
#[cfg(feature = "cli")]
static OUTPUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Says whether standard output was closed when the process began (`>&-` of the shell). The standard library opens the
/// null device in its place before `main`, so that writes succeed and are lost; who asks then cannot tell that device
/// from one that was meant.
#[cfg(feature = "cli")]
pub fn output_was_closed() -> bool {
    OUTPUT_WAS_CLOSED.load(Ordering::Relaxed)
}

/// Looks at standard output.
#[cfg(feature = "cli")]
extern "C" fn look_at_output() {
    // SAFETY: this command takes any number and touches no memory.
    let closed = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1;
    OUTPUT_WAS_CLOSED.store(closed, Ordering::Relaxed);
}

// SAFETY: the linker puts pointers to functions into this section, which are called once each before `main`, on the only
// thread. The function needs nothing of the standard library: it makes a system call and sets a static.
#[cfg(feature = "cli")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK_AT_OUTPUT: extern "C" fn() = look_at_output;

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
