//! System calls of Windows.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the list of events has a small constant length"
)]

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
#[cfg(feature = "cli")]
use std::os::windows::io::AsHandle;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::null_mut;
use std::thread::sleep;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Console::{INPUT_RECORD, KEY_EVENT, PeekConsoleInputW};
use windows_sys::Win32::System::Pipes::PeekNamedPipe;
#[cfg(feature = "cli")]
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

/// The keys that end the input.
#[cfg(feature = "cli")]
pub const END_OF_INPUT: &str = "Ctrl-Z and Enter end them";

/// The code of the key Enter.
const ENTER: u16 = 13;

/// Reads, and moves the file to the end of what was read.
pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(buffer, offset)
}

/// Does nothing: names of files are written by the system when it sees fit.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Tells whether nothing can be read from a pipe or a console within this many milliseconds.
///
/// The system lets nobody wait for a pipe with a limit of time, so it is asked every millisecond.
pub fn pauses(file: &File, milliseconds: i32) -> bool {
    let end = Instant::now() + Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
    loop {
        if !waits(file.as_raw_handle()) {
            return false;
        }
        if Instant::now() >= end {
            return true;
        }
        sleep(Duration::from_millis(1));
    }
}

/// Tells whether a read would wait: for a writer that has the pipe open, or for a person.
fn waits(handle: HANDLE) -> bool {
    let mut bytes = 0;
    // SAFETY: no text is asked for, so that all pointers but that of `bytes`, which lives through the call,
    // may be null.
    let is_pipe = unsafe {
        PeekNamedPipe(
            handle,
            null_mut(),
            0,
            null_mut(),
            &raw mut bytes,
            null_mut(),
        )
    } != 0;
    if is_pipe {
        return bytes == 0;
    }
    let mut events = [INPUT_RECORD::default(); 128];
    let mut count = 0;
    // SAFETY: `events` has the length that is given, and both live through the call.
    let is_console = unsafe {
        PeekConsoleInputW(
            handle,
            events.as_mut_ptr(),
            events.len() as u32,
            &raw mut count,
        )
    } != 0;
    if !is_console {
        // This is a pipe whose writer is gone, or something else that does not wait.
        return false;
    }
    // A console gives whole lines: a line is there once Enter was pressed. The unseen part of a full
    // list of events may hold one.
    let typed = &events[..(count as usize).min(events.len())];
    typed.len() < events.len() && !typed.iter().any(is_enter)
}

/// Tells whether the key Enter was pressed.
fn is_enter(event: &INPUT_RECORD) -> bool {
    if u32::from(event.EventType) != KEY_EVENT {
        return false;
    }
    // SAFETY: the type of the event says that it is one of a key.
    let key = unsafe { event.Event.KeyEvent };
    key.bKeyDown != 0 && key.wVirtualKeyCode == ENTER
}

/// Opens standard input as a file, without the buffer of the standard library.
#[cfg(feature = "cli")]
pub fn standard_input() -> io::Result<File> {
    Ok(File::from(io::stdin().as_handle().try_clone_to_owned()?))
}

/// Opens standard output as a file, without the line buffer of the standard library.
#[cfg(feature = "cli")]
pub fn standard_output() -> io::Result<File> {
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

/// Returns nothing: the limit is not known here.
#[cfg(feature = "cli")]
pub fn address_space() -> Option<u64> {
    None
}

/// Reads the memory of the machine, in bytes.
#[cfg(feature = "cli")]
pub fn physical_memory() -> Option<u64> {
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..Default::default()
    };
    // SAFETY: `status` says its length, as the call wants, and lives through it.
    let done = unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0;
    done.then_some(status.ullTotalPhys)
}
