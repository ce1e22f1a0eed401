//! The pipes to a contestant, read and written by threads of their own: neither silence nor a partner that
//! does not read stops the judge.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::{Line, Partner};

/// Two pipes.
#[derive(Debug)]
pub struct Pipes {
    lines: Receiver<Line>,
    texts: SyncSender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    time: Duration,
}

impl Pipes {
    /// Pipes from and to a contestant; he has a limited time to read each text, and his lines have
    /// at most `longest` bytes.
    pub fn new(
        from: impl Read + Send + 'static,
        to: impl Write + Send + 'static,
        longest: usize,
        time: Duration,
    ) -> Self {
        // A contestant that writes ahead waits.
        let (give, lines) = sync_channel(16);
        std::thread::spawn(move || read(from, longest, &give));
        let (texts, given) = sync_channel::<Vec<u8>>(1);
        let (done, written) = sync_channel(1);
        std::thread::spawn(move || {
            let mut to = to;
            for text in given {
                if done
                    .send(to.write_all(&text).and_then(|()| to.flush()))
                    .is_err()
                {
                    break;
                }
            }
        });
        Pipes {
            lines,
            texts,
            written,
            time,
        }
    }
}

/// Reads lines until nobody listens any more.
fn read(mut from: impl Read, longest: usize, give: &SyncSender<Line>) {
    let mut line = Vec::new();
    let mut bytes = [0u8; 4096];
    loop {
        let count = match from.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        for &byte in &bytes[..count] {
            let full = match byte {
                b'\n' => Line::Text(std::mem::take(&mut line)),
                _ if line.len() >= longest => Line::TooLong,
                _ => {
                    line.push(byte);
                    continue;
                }
            };
            if give.send(full.clone()).is_err() || full == Line::TooLong {
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = give.send(Line::Text(line)); // play may be over
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
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        self.texts
            .try_send(format!("{line}\n").into_bytes())
            .map_err(|_| gone())?;
        match self.written.recv_timeout(self.time) {
            Ok(result) => result,
            // He reads nothing, and the pipe is full.
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Never takes anything.
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
