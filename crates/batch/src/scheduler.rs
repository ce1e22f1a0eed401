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
                let mut reader = lock(&self.reader);
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
                            self.put(Err(failure));
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

    /// Hands over an output, or what kept it from being.
    pub(super) fn put(&self, output: Result<Output, Failure>) {
        match output {
            Ok(output) => self.ordered.put(output),
            Err(failure) => self.ordered.fail(failure),
        }
    }

    /// Writes answers that wait for a record which takes long, until no worker is left.
    pub(super) fn write_ready(&self, ended: &Receiver<()>) {
        while ended.recv_timeout(WRITE_EVERY) == Err(RecvTimeoutError::Timeout) {
            self.ordered.write_ready(&self.parts);
        }
    }
}
