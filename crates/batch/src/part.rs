//! A part of a chunk under work, where its worker meets other workers that would take some of it, and the writer.
//!
//! The worker claims one record after another, or a run of light ones; another worker may cut off records
//! that are not claimed. One lock guards both, so each record has one worker. The worker leaves its answers
//! here before it begins a record that may take long, so that the writer need not wait for that.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::output::Output;
use super::reader::Chunk;
use grundy_base::sync::lock;
use grundy_language::layout::surely_begins_record;

/// The most text of light records that is claimed at a time.
const MAX_RUN_BYTES: usize = 64 << 10;

/// The place of a part in the order of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartKey {
    /// The place of the chunk.
    pub(super) sequence: u64,
    /// The first byte of the part in its chunk.
    pub(super) start: usize,
}

/// Whole records of a chunk.
pub(super) struct ChunkPart {
    /// The chunk.
    pub(super) chunk: Arc<Chunk>,
    /// The first byte of the part in its chunk.
    pub(super) start: usize,
    /// The places to which it is claimed and goes.
    span: Mutex<Span>,
    /// Answers not yet written, all of them before the record under work.
    ready: Mutex<Output>,
}

/// The places to which a part is claimed and goes.
struct Span {
    /// The place before which all records are claimed.
    claimed: usize,
    /// The end of the part.
    end: usize,
    /// The place from which on no record starts, so that a long record is searched once.
    no_start_from: usize,
}

impl ChunkPart {
    /// Makes one part of a whole chunk.
    pub(super) fn whole(chunk: Chunk) -> Arc<Self> {
        let end = chunk.bytes.len();
        Arc::new(ChunkPart::new(Arc::new(chunk), 0, end))
    }

    fn new(chunk: Arc<Chunk>, start: usize, end: usize) -> Self {
        let ready = Mutex::new(Output::new(chunk.origin.clone(), start));
        let span = Span {
            claimed: start,
            end,
            no_start_from: usize::MAX,
        };
        ChunkPart {
            chunk,
            start,
            span: Mutex::new(span),
            ready,
        }
    }

    /// Returns the place of the part in the order of all.
    pub(super) fn key(&self) -> PartKey {
        PartKey {
            sequence: self.chunk.origin.sequence,
            start: self.start,
        }
    }

    /// Claims the line that begins here; returns whether it still belongs to the part.
    pub(super) fn claim_line(&self, at: usize) -> bool {
        let mut span = lock(&self.span);
        let free = at < span.end;
        if free {
            span.claimed = at + 1;
        }
        free
    }

    /// Claims whole light lines from here on, as far as one run goes; returns where they end.
    pub(super) fn claim_run(&self, at: usize) -> usize {
        let text = &self.chunk.bytes;
        let mut span = lock(&self.span);
        if at >= span.end {
            return at;
        }
        let to = match text.get(at..span.end.min(at + MAX_RUN_BYTES)) {
            Some(run) if at + run.len() < span.end => match memchr::memrchr(b'\n', run) {
                Some(last) => at + last + 1,
                None => memchr::memchr(b'\n', &text[at..span.end])
                    .map_or(span.end, |first| at + first + 1),
            },
            _ => span.end,
        };
        span.claimed = to;
        to
    }

    /// Gives back what was claimed from here on.
    pub(super) fn give_back(&self, from: usize) {
        lock(&self.span).claimed = from;
    }

    /// Claims all that is left, which is nothing for its worker; returns where the part ends, if not with its chunk.
    pub(super) fn close(&self) -> Option<usize> {
        let mut span = lock(&self.span);
        span.claimed = usize::MAX;
        (span.end < self.chunk.bytes.len()).then_some(span.end)
    }

    /// Cuts off the second half of what is not claimed, where a record certainly begins.
    fn cut(&self) -> Option<ChunkPart> {
        let text = &self.chunk.bytes;
        let mut span = lock(&self.span);
        let Span { claimed, end, .. } = *span;
        // The first record stays, so that no two parts begin at one place.
        let least = claimed.max(self.start + 1);
        if claimed >= end || least >= span.no_start_from {
            return None;
        }
        let middle = claimed + (end - claimed) / 2;
        let found = record_start(&text[..end], middle.max(least));
        let Some(at) = found.or_else(|| record_start(&text[..end], least)) else {
            span.no_start_from = least;
            return None;
        };
        span.end = at;
        Some(ChunkPart::new(self.chunk.clone(), at, end))
    }

    /// Leaves answers for the writer; returns how many bytes wait for it.
    pub(super) fn leave(&self, output: &mut Output) -> usize {
        let mut ready = lock(&self.ready);
        ready.append(output);
        ready.held()
    }

    /// Takes what was left.
    pub(super) fn take_ready(&self) -> Output {
        let rest = Output::new(self.chunk.origin.clone(), self.start);
        std::mem::replace(&mut lock(&self.ready), rest)
    }
}

/// Finds the first line at or after `from`, not the first of the text, that certainly begins a record.
fn record_start(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from.max(1) - 1;
    loop {
        at += memchr::memchr(b'\n', text.get(at..)?)? + 1;
        if surely_begins_record(&text[at..]) {
            return Some(at);
        }
    }
}

/// The parts under work.
#[derive(Default)]
pub(super) struct PartsUnderWork(Mutex<BTreeMap<PartKey, Arc<ChunkPart>>>);

impl PartsUnderWork {
    pub(super) fn add(&self, part: &Arc<ChunkPart>) {
        lock(&self.0).insert(part.key(), part.clone());
    }

    pub(super) fn remove(&self, part: &ChunkPart) {
        lock(&self.0).remove(&part.key());
    }

    pub(super) fn get(&self, key: PartKey) -> Option<Arc<ChunkPart>> {
        lock(&self.0).get(&key).cloned()
    }

    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    /// Takes records that nobody has begun, of the first part that has some.
    pub(super) fn steal(&self) -> Option<Arc<ChunkPart>> {
        let mut parts = lock(&self.0);
        let part = Arc::new(parts.values().find_map(|part| part.cut())?);
        parts.insert(part.key(), part.clone());
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::reader::Origin;

    fn part(text: &str) -> Arc<ChunkPart> {
        let origin = Origin {
            sequence: 7,
            source: Arc::default(),
        };
        let bytes = text.as_bytes().to_vec();
        ChunkPart::whole(Chunk {
            origin,
            in_board: false,
            bytes,
            next: Vec::new(),
            cut_off: None,
        })
    }

    #[test]
    fn parts_are_cut_where_records_begin_and_behind_what_is_claimed() {
        let text = "nim: 1\nking 2x1:\n.\n.\nnim: 2\n// no\n@a nim: 3\n";
        let part = part(text);
        assert!(part.claim_line(0));
        let last = part.cut().expect("the second half");
        assert_eq!(&text[last.start..], "@a nim: 3\n");
        let cut = part.cut().expect("the second half of the rest");
        assert_eq!(
            (&text[cut.start..34], cut.key().sequence),
            ("nim: 2\n// no\n", 7)
        );
        // The rest of it begins with its first record, which stays.
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
        assert_eq!(part.claim_run(0), 21);
        assert!(part.cut().is_none());
        part.give_back(7);
        assert_eq!(part.cut().map(|cut| cut.start), Some(14));
    }

    #[test]
    fn each_line_has_one_worker() {
        let lines = 2000;
        let text = "nim: 1\n".repeat(lines);
        for round in 0..50 {
            let first = part(&text);
            let parts = PartsUnderWork::default();
            parts.add(&first);
            let taken: Vec<AtomicBool> = (0..lines).map(|_| AtomicBool::new(false)).collect();
            let work = |part: &ChunkPart| {
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
                            parts.steal().iter().for_each(|part| work(part));
                        }
                    });
                }
            });
            while let Some(part) = parts.steal() {
                work(&part);
            }
            assert!(taken.iter().all(|taken| taken.load(Ordering::Relaxed)));
        }
    }
}
