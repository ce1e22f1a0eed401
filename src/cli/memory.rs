//! How much memory a record may take when nobody says.

use std::fs;

use crate::theory::budget::Budget;

/// The default of `--max-memory`: that of [`Budget`], but never more than a quarter of what this
/// process may have, so that the program itself, its threads and its cache fit beside it.
pub(super) fn default() -> u64 {
    let available = [address_space(), control_group(), physical()].into_iter().flatten().min();
    Budget::default().memory.min(available.unwrap_or(u64::MAX) / 4)
}

/// The limit on the process's address space (`ulimit -v`).
fn address_space() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid rlimit for the call to fill.
    let done = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    (done && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
}

/// The limit of the process's control group, as containers have one.
fn control_group() -> Option<u64> {
    let text = fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?;
    text.trim().parse().ok()
}

/// The memory of the machine.
fn physical() -> Option<u64> {
    // SAFETY: `sysconf` takes any name and touches no memory of ours.
    let [pages, size] = [libc::_SC_PHYS_PAGES, libc::_SC_PAGESIZE].map(|name| unsafe { libc::sysconf(name) });
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)
}
