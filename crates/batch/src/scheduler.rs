//! The next task of a worker: the reader's next chunk, or records that another worker has not begun.
//!
//! A worker reads on while there is something to read. If nothing more comes, or too many outputs wait
//! for an earlier one, it takes the second half of what another worker has not begun, so that few hard
//! records keep all workers busy. One thread more, the writer, wakes some fifty times a second and writes what
//! is known before a record that takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::Failure;
use super::ordered::Ordered;
use super::output::{MAX_HELD_BYTES, Output};
use super::part::{ChunkPart, PartsUnderWork};
use super::reader::{Header, Piece, Reader};
use grundy_base::sync::lock;

/// The longest time for which answers wait for later ones.
const WRITE_EVERY: Duration = Duration::from_millis(20);

/// The time for which a worker without work waits before it looks again; a guess.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(2);

/// The milliseconds in which a worker waits for more to read before it helps others; a guess.
const TURN_PATIENCE_MS: i32 = 5;

/// The next task of a worker.
pub(super) enum Task<'r> {
    /// A part of a chunk, whose records are answered.
    Part(Arc<ChunkPart>),
    /// Boards whose rows are still in the reader.
    Board(Header, MutexGuard<'r, Reader>),
}

/// The state that the workers of a batch share.
pub(super) struct Scheduler<'a> {
    /// The reader, for the worker that takes the next piece.
    pub(super) reader: Mutex<Reader>,
    /// The writer.
    pub(super) ordered: Ordered<'a>,
    /// The parts that workers are answering.
    pub(super) parts: PartsUnderWork,
    /// Whether there is a writer: one is wanted, and the system has a thread for it.
    pub(super) has_writer: AtomicBool,
}

impl Scheduler<'_> {
    /// Finds the next task; `None` if all is done, or the batch is over.
    pub(super) fn next(&self) -> Option<Task<'_>> {
        while !self.ordered.is_over() {
            if !self.ordered.has_backlog() {
                let mut reader = self.reader_in_turn()?;
                if self.parts.is_empty() || !reader.waits(TURN_PATIENCE_MS) {
                    match reader.next() {
                        Ok(Some(Piece::Chunk(chunk))) => {
                            // Before another chunk is read, so that a worker that waits for parts finds this one.
                            let part = ChunkPart::whole(chunk);
                            self.parts.add(&part);
                            return Some(Task::Part(part));
                        }
                        Ok(Some(Piece::Board(header))) => return Some(Task::Board(header, reader)),
                        Ok(None) if self.parts.is_empty() => return None,
                        Ok(None) => {}
                        Err(failure) => {
                            self.ordered.fail(failure);
                            return None;
                        }
                    }
                }
            }
            // Nothing is to be read: others who are not done are helped.
            match self.parts.steal() {
                Some(part) => return Some(Task::Part(part)),
                None => self.ordered.wait(LOOK_AGAIN_AFTER),
            }
        }
        None
    }

    /// Waits for the reader; `None` if the batch is over by then, since whoever had the reader may have met the end. What
    /// would be read after a piece that failed could never be written: its turn does not come.
    fn reader_in_turn(&self) -> Option<MutexGuard<'_, Reader>> {
        let reader = lock(&self.reader);
        (!self.ordered.is_over()).then_some(reader)
    }

    /// Leaves the answers for the writer before a record that may take long; returns `false` if the batch is over.
    pub(super) fn hand_over(&self, part: &ChunkPart, output: &mut Output) -> bool {
        if output.held() == 0 {
            return true;
        }
        let held = part.leave(output);
        let waits = self.has_writer.load(Ordering::Relaxed) && held <= MAX_HELD_BYTES;
        waits || self.ordered.put_ready(part)
    }

    /// Collects the output of a part that is done.
    pub(super) fn close(&self, part: &ChunkPart, mut rest: Output) -> Output {
        self.parts.remove(part);
        let mut output = part.take_ready();
        output.append(&mut rest);
        output
    }

    /// Hands over the output of a long board, or what kept it from being; the others may read on only then.
    pub(super) fn put_board(
        &self,
        output: Result<Output, Failure>,
        reader: MutexGuard<'_, Reader>,
    ) {
        match output {
            Ok(output) => {
                drop(reader);
                self.ordered.put(output);
            }
            Err(failure) => {
                self.ordered.fail(failure);
                drop(reader);
            }
        }
    }

    /// Writes answers that wait for a record which takes long, until no worker is left.
    pub(super) fn write_ready(&self, ended: &Receiver<()>) {
        while ended.recv_timeout(WRITE_EVERY) == Err(RecvTimeoutError::Timeout) {
            self.ordered.write_ready(&self.parts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sinks::Sinks;
    use crate::{Options, Source};
    use std::io::{self, Cursor};

    #[test]
    fn nothing_is_read_after_a_board_that_failed() {
        let options = Options::default();
        let [answers, diagnostics, certificates] = &mut [io::sink(), io::sink(), io::sink()];
        let sinks = Sinks {
            answers,
            diagnostics,
            certificates,
            receiver: None,
        };
        let row = format!("{}\n", ".".repeat(2000));
        let text = format!("king 2000x2000\n{}nim: 3\n", row.repeat(20));
        let source = Source::new("f", Box::new(Cursor::new(text.into_bytes())));
        let reader = Reader::new(vec![source], &options);
        let scheduler = Scheduler {
            reader: Mutex::new(reader),
            ordered: Ordered::new(sinks, false, &options),
            parts: PartsUnderWork::default(),
            has_writer: AtomicBool::new(false),
        };
        let Some(Task::Board(header, reader)) = scheduler.next() else {
            panic!("a long board is streamed");
        };
        // A worker that saw the batch go on may wait for the reader now.
        assert!(!scheduler.ordered.is_over());
        let failure = header
            .origin
            .source
            .failure(io::Error::other("the disk is broken"));
        scheduler.put_board(Err(failure), reader);
        assert!(scheduler.reader_in_turn().is_none());
        assert!(scheduler.next().is_none());
        assert!(scheduler.ordered.finish().is_err());
    }
}
