//! A part of a chunk under work, where its worker meets those who would take some of it, and the writer.
//!
//! Its worker claims one record after another, or a run of light ones; another worker may cut off records
//! not yet claimed. Both change one number, so each record has one worker. What the worker has answered it
//! leaves here before it begins a record that may take long, so that the writer need not wait for that.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::lock;
use super::output::Output;
use super::reader::{Chunk, Origin};

/// The most text of plain records that is claimed at a time.
const RUN: usize = 64 << 10;

/// The place of a part in the order of all: the sequence of its chunk, and where it begins there.
pub(super) type Key = (u64, usize);

/// Whole records of a chunk.
pub(super) struct Part {
    chunk: Arc<Chunk>,
    start: usize,
    /// In the upper half up to where the text is claimed, in the lower where the part ends.
    span: AtomicU64,
    /// From here on no record begins, as far as was looked for one: a record may be long.
    last: AtomicUsize,
    /// Whether others may take some of it.
    shared: bool,
    /// Answers not yet written, all of them before the record under work.
    ready: Mutex<Output>,
    /// Whether the record under work takes long, and where the part stood when that was last looked at.
    hard: AtomicBool,
    seen: AtomicU64,
}

fn pack(claimed: usize, end: usize) -> u64 {
    (claimed as u64) << 32 | end as u64
}

fn unpack(span: u64) -> (usize, usize) {
    ((span >> 32) as usize, span as u32 as usize)
}

impl Part {
    /// A whole chunk. Where it is not shared, claims cost nothing.
    pub(super) fn whole(chunk: Chunk, shared: bool) -> Arc<Self> {
        let shared = shared && chunk.cut_off.is_none() && u32::try_from(chunk.bytes.len()).is_ok();
        let end = if shared { chunk.bytes.len() } else { 0 };
        Arc::new(Part::new(Arc::new(chunk), 0, end, shared))
    }

    fn new(chunk: Arc<Chunk>, start: usize, end: usize, shared: bool) -> Self {
        let first = chunk.origin.first && start == 0;
        let ready = Mutex::new(Output::new(Origin { first, ..chunk.origin.clone() }, start));
        let span = AtomicU64::new(pack(start, end));
        let (hard, seen) = (AtomicBool::new(false), AtomicU64::new(u64::MAX));
        let last = AtomicUsize::new(usize::MAX);
        Part { chunk, start, span, last, shared, ready, hard, seen }
    }

    pub(super) fn key(&self) -> Key {
        (self.chunk.origin.sequence, self.start)
    }

    pub(super) fn chunk(&self) -> &Chunk {
        &self.chunk
    }

    /// Where it begins in its chunk.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The output of what is worked on next.
    pub(super) fn output(&self) -> Output {
        lock(&self.ready).following()
    }

    /// Claims the line that begins here: whether it still belongs to the part.
    #[inline]
    pub(super) fn claim_line(&self, at: usize) -> bool {
        !self.shared || self.claim(at, at + 1)
    }

    fn claim(&self, from: usize, to: usize) -> bool {
        let claimed = self.span.fetch_update(Ordering::AcqRel, Ordering::Acquire, |span| {
            let (_, end) = unpack(span);
            (from < end && to <= end).then(|| pack(to, end))
        });
        claimed.is_ok()
    }

    /// Claims whole lines from here on, light ones, as far as one run goes; where they end.
    pub(super) fn claim_run(&self, at: usize) -> usize {
        let text = &self.chunk.bytes;
        if !self.shared {
            return text.len();
        }
        loop {
            let (_, end) = unpack(self.span.load(Ordering::Acquire));
            if at >= end {
                return at;
            }
            let to = match text.get(at..end.min(at + RUN)) {
                Some(run) if at + run.len() < end => match memchr::memrchr(b'\n', run) {
                    Some(last) => at + last + 1,
                    None => memchr::memchr(b'\n', &text[at..end]).map_or(end, |first| at + first + 1),
                },
                _ => end,
            };
            if self.claim(at, to) {
                return to;
            }
        }
    }

    /// Gives back what was claimed from here on.
    pub(super) fn give_back(&self, from: usize) {
        if self.shared {
            let give = |span| Some(pack(from, unpack(span).1));
            let _ = self.span.fetch_update(Ordering::AcqRel, Ordering::Acquire, give);
        }
    }

    /// Claims all that is left, which is nothing for its worker; where the part ends, if not with its chunk.
    pub(super) fn close(&self) -> Option<usize> {
        if !self.shared {
            return None;
        }
        let (_, end) = unpack(self.span.fetch_or(u64::MAX << 32, Ordering::AcqRel));
        (end < self.chunk.bytes.len()).then_some(end)
    }

    /// Cuts off the second half of what is not claimed, where a record certainly begins.
    fn cut(&self) -> Option<Part> {
        if !self.shared {
            return None;
        }
        let text = &self.chunk.bytes;
        let mut span = self.span.load(Ordering::Acquire);
        loop {
            let (claimed, end) = unpack(span);
            if claimed >= end {
                return None;
            }
            // The first record stays, so that no two parts begin at one place.
            let least = claimed.max(self.start + 1);
            if least >= self.last.load(Ordering::Relaxed) {
                return None;
            }
            let middle = claimed + (end - claimed) / 2;
            let found = record_start(&text[..end], middle.max(least));
            let Some(at) = found.or_else(|| record_start(&text[..end], least)) else {
                self.last.fetch_min(least, Ordering::Relaxed);
                return None;
            };
            match self.span.compare_exchange(span, pack(claimed, at), Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(Part::new(self.chunk.clone(), at, end, true)),
                Err(now) => span = now,
            }
        }
    }

    /// Leaves answers for the writer; how many bytes wait for him.
    pub(super) fn leave(&self, output: &mut Output) -> usize {
        let mut ready = lock(&self.ready);
        ready.append(output);
        ready.held()
    }

    /// Leaves answers for the writer; how many records wait for him.
    pub(super) fn leave_all(&self, output: &mut Output) -> u64 {
        let mut ready = lock(&self.ready);
        ready.append(output);
        ready.records
    }

    /// How many bytes wait for the writer.
    pub(super) fn held(&self) -> usize {
        lock(&self.ready).held()
    }

    /// Takes what was left.
    pub(super) fn take_ready(&self) -> Output {
        lock(&self.ready).take_part()
    }

    /// The same, if there is something to write.
    pub(super) fn take_if_ready(&self) -> Option<Output> {
        let mut ready = lock(&self.ready);
        (!ready.is_empty()).then(|| ready.take_part())
    }

    /// The chunk, where nobody else works on it.
    pub(super) fn into_chunk(self: Arc<Self>) -> Option<Chunk> {
        Arc::into_inner(self).and_then(|part| Arc::into_inner(part.chunk))
    }
}

/// The first line at or after `from`, not the first of the text, that certainly begins a record.
fn record_start(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from.max(1) - 1;
    loop {
        at += memchr::memchr(b'\n', text.get(at..)?)? + 1;
        if text.get(at).is_some_and(|&byte| byte.is_ascii_lowercase() || byte == b'@') {
            return Some(at);
        }
    }
}

/// The parts under work.
#[derive(Default)]
pub(super) struct Parts(Mutex<BTreeMap<Key, Arc<Part>>>);

impl Parts {
    pub(super) fn add(&self, part: &Arc<Part>) {
        if part.shared {
            lock(&self.0).insert(part.key(), part.clone());
        }
    }

    pub(super) fn remove(&self, part: &Part) {
        if part.shared {
            lock(&self.0).remove(&part.key());
        }
    }

    pub(super) fn get(&self, key: Key) -> Option<Arc<Part>> {
        lock(&self.0).get(&key).cloned()
    }

    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    /// Records that nobody has begun, of the first part that has some; with `hard`, of one whose worker is
    /// held up by a record.
    pub(super) fn steal(&self, hard: bool) -> Option<Arc<Part>> {
        let mut parts = lock(&self.0);
        let mut from = parts.values().filter(|part| !hard || part.hard.load(Ordering::Relaxed));
        let part = Arc::new(from.find_map(|part| part.cut())?);
        parts.insert(part.key(), part.clone());
        Some(part)
    }

    /// Looks which parts have not moved since it last looked.
    pub(super) fn look(&self) {
        for part in lock(&self.0).values() {
            let span = unpack(part.span.load(Ordering::Relaxed)).0 as u64;
            let moved = part.seen.swap(span, Ordering::Relaxed) != span;
            part.hard.store(!moved, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str) -> Arc<Part> {
        let origin = Origin { sequence: 7, source: Arc::default(), first: true };
        let bytes = text.as_bytes().to_vec();
        Part::whole(Chunk { origin, in_board: false, bytes, next: Vec::new(), cut_off: None }, true)
    }

    #[test]
    fn parts_are_cut_where_records_begin_and_behind_what_is_claimed() {
        let text = "nim: 1\nking 2x1:\n.\n.\nnim: 2\n// no\n@a nim: 3\n";
        let part = part(text);
        assert!(part.claim_line(0));
        let last = part.cut().expect("the second half");
        assert_eq!(&text[last.start..], "@a nim: 3\n");
        let cut = part.cut().expect("the second half of the rest");
        assert_eq!((&text[cut.start..34], cut.key()), ("nim: 2\n// no\n", (7, 21)));
        // What is left of it begins with its first record, which stays.
        assert!(cut.cut().is_none());
        assert_eq!(cut.close(), Some(34));
        // The board is still there, and is the end of it.
        assert!(part.claim_line(7));
        assert!(part.cut().is_none());
        assert!(!part.claim_line(21));
        assert_eq!(part.close(), Some(21));
        assert_eq!(last.close(), None);
    }

    #[test]
    fn what_is_given_back_can_be_cut_off() {
        let part = part("nim: 1\nnim: 2\nnim: 3\n");
        assert!(part.claim(0, 15));
        // It is looked for once.
        assert!(part.cut().is_none());
        assert_eq!(part.last.load(Ordering::Relaxed), 15);
        part.give_back(7);
        assert_eq!(part.cut().map(|cut| cut.start), Some(14));
    }

    #[test]
    fn each_line_has_one_worker() {
        let lines = 2000;
        let text = "nim: 1\n".repeat(lines);
        for round in 0..50 {
            let first = part(&text);
            let parts = Parts::default();
            parts.add(&first);
            let taken: Vec<AtomicBool> = (0..lines).map(|_| AtomicBool::new(false)).collect();
            let work = |part: &Part| {
                let mut at = part.start;
                loop {
                    if round % 2 == 0 {
                        let end = part.claim_run(at).min(at + 70);
                        part.give_back(end);
                        for at in (at..end).step_by(7) {
                            assert!(!taken[at / 7].swap(true, Ordering::Relaxed));
                        }
                        at = end;
                    }
                    if at == text.len() || !part.claim_line(at) {
                        break;
                    }
                    assert!(!taken[at / 7].swap(true, Ordering::Relaxed));
                    at += 7;
                }
                part.close();
            };
            std::thread::scope(|scope| {
                scope.spawn(|| work(&first));
                for _ in 0..2 {
                    scope.spawn(|| {
                        for _ in 0..40 {
                            parts.steal(false).iter().for_each(|part| work(part));
                        }
                    });
                }
            });
            while let Some(part) = parts.steal(false) {
                work(&part);
            }
            assert!(taken.iter().all(|taken| taken.load(Ordering::Relaxed)));
        }
    }
}
