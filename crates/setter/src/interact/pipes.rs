//! The pipes to a contestant. Threads of their own read and write them, so that neither silence nor a partner that
//! does not read stops the judge.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::{Line, Partner};

/// The two pipes, and the threads that serve them.
#[derive(Debug)]
pub struct Pipes {
    /// The lines that the reading thread got.
    lines: Receiver<Line>,
    /// The texts for the writing thread.
    texts: SyncSender<Vec<u8>>,
    /// The result of the writing thread for each text.
    written: Receiver<io::Result<()>>,
    /// The time within which the contestant takes a text.
    time: Duration,
}

impl Pipes {
    /// Starts the threads for the pipes from and to a contestant. The contestant has a limited time to read each text,
    /// and each of the contestant's lines has at most `max_bytes` bytes.
    pub fn new(
        from: impl Read + Send + 'static,
        to: impl Write + Send + 'static,
        max_bytes: usize,
        time: Duration,
    ) -> Self {
        // A contestant that writes more lines ahead than these waits.
        let (give, lines) = sync_channel(16);
        std::thread::spawn(move || read_lines(from, max_bytes, &give));
        let (texts, given) = sync_channel::<Vec<u8>>(1);
        let (done, written) = sync_channel(1);
        std::thread::spawn(move || write_texts(to, &given, &done));
        Pipes {
            lines,
            texts,
            written,
            time,
        }
    }
}

/// Writes texts, and reports on each, until there are no more texts or nobody listens any more.
fn write_texts(mut to: impl Write, given: &Receiver<Vec<u8>>, done: &SyncSender<io::Result<()>>) {
    for text in given {
        let result = to.write_all(&text).and_then(|()| to.flush());
        if done.send(result).is_err() {
            break;
        }
    }
}

/// Reads lines until the input ends, a line is too long, or nobody listens any more.
fn read_lines(mut from: impl Read, max_bytes: usize, give: &SyncSender<Line>) {
    let mut line = Vec::new();
    let mut bytes = [0u8; 4096];
    loop {
        let count = match from.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        for &byte in &bytes[..count] {
            if byte == b'\n' {
                let text = Line::Text(std::mem::take(&mut line));
                if give.send(text).is_err() {
                    return;
                }
            } else if line.len() < max_bytes {
                line.push(byte);
            } else {
                // Play may be over, and nobody listen: here and below that is no error.
                let _ = give.send(Line::TooLong);
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = give.send(Line::Text(line));
    }
    let _ = give.send(Line::Closed);
}

impl Partner for Pipes {
    fn read(&mut self, time: Duration) -> Line {
        let started = Instant::now();
        match self.lines.recv_timeout(time) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Line::Silence,
            Err(RecvTimeoutError::Disconnected) if started.elapsed() < time => Line::Closed,
            Err(RecvTimeoutError::Disconnected) => Line::Silence,
        }
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let text = format!("{line}\n").into_bytes();
        if self.texts.try_send(text).is_err() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        match self.written.recv_timeout(self.time) {
            Ok(result) => result,
            // The contestant reads nothing, and the pipe is full.
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe that never takes anything.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            loop {
                std::thread::park();
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_partner_that_does_not_read_is_not_waited_for() {
        let mut pipes = Pipes::new(io::empty(), Full, 10, Duration::from_millis(50));
        assert_eq!(
            pipes.write("nim: 3").unwrap_err().kind(),
            io::ErrorKind::TimedOut
        );
        assert!(pipes.write("first").is_err());
        assert_eq!(pipes.read(Duration::from_secs(5)), Line::Closed);
    }

    #[test]
    fn lines_come_one_by_one_and_too_long_ones_end_it() {
        let text: &[u8] = b"1 2\n\n123456789012\nmore\n";
        let mut pipes = Pipes::new(text, io::sink(), 10, Duration::from_secs(5));
        let time = Duration::from_secs(5);
        assert_eq!(pipes.read(time), Line::Text(b"1 2".to_vec()));
        assert_eq!(pipes.read(time), Line::Text(Vec::new()));
        assert_eq!(pipes.read(time), Line::TooLong);
        assert_eq!(pipes.read(time), Line::Closed);
        pipes.write("win").unwrap();
    }
}
