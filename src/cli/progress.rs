//! `--progress`: how far a batch has come, on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

use crate::batch::Source;
use crate::sync::progress::{self, PHASES, SEARCHES, SEQUENCES, SPARSE, Standing};

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal, unless the answers go there, too
    Auto,
    /// Always; a line now and then if standard error is no terminal
    Always,
    /// Never
    Never,
}

/// A bar, or nothing.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar for a number of bytes, if that is known.
    /// With `threads` = 1 it moves only when something is read, for a tick of its own takes a thread.
    pub(super) fn new(when: When, bytes: Option<u64>, threads: usize) -> Self {
        let terminal = io::stderr().is_terminal();
        let target = match when {
            When::Auto if terminal && !io::stdout().is_terminal() => ProgressDrawTarget::stderr_with_hz(5),
            When::Always if terminal => ProgressDrawTarget::stderr_with_hz(5),
            When::Always => ProgressDrawTarget::term_like_with_hz(Box::new(Lines), 1),
            _ => return Progress(None),
        };
        let bar = ProgressBar::with_draw_target(bytes, target);
        let template = match bytes {
            Some(_) => "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {elapsed}{left}{solving}",
            None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}{solving}",
        };
        // The templates above are right, which a test holds; a wrong one would be the plain bar.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("left", left).with_key("solving", solving));
        }
        // Ticks need a thread: if the system has none left, the bar moves when something is read.
        if threads > 1 && std::thread::Builder::new().spawn(|| ()).is_ok() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress(Some(bar))
    }

    /// The source, with what is read from it counted.
    pub(super) fn count(&self, source: Source) -> Source {
        match &self.0 {
            None => source,
            Some(bar) => {
                let bar = bar.clone();
                source.watched(Box::new(move |bytes| bar.inc(bytes)))
            }
        }
    }

    /// Standard error beside the bar.
    pub(super) fn errors(&self) -> Beside {
        // Without a terminal there is no bar to clear.
        let bar = self.0.clone().filter(|_| io::stderr().is_terminal());
        Beside { bar, line: Vec::new() }
    }
}

/// How far the engines have come, if they take long enough to be counted.
fn solving(_: &ProgressState, out: &mut dyn std::fmt::Write) {
    if let Some(Standing { done, total, .. }) = SPARSE.read() {
        // A bar with less on it is still a bar.
        let percent = 100.0 * done as f64 / total.max(1) as f64;
        let _ = write!(out, "; {percent:.1} % of the sparse board under way");
    }
    if let Some(Standing { done: known, total: asked, .. }) = SEQUENCES.read() {
        static RATE: Rate = Mutex::new(None);
        let rate = rate(&RATE, known);
        let _ = match asked {
            u64::MAX => write!(out, "; {known} values known, no period yet, {rate:.0} heaps/s"),
            _ => write!(out, "; heap {known} of {asked}, {rate:.0} heaps/s"),
        };
    }
    if let Some(Standing { name, done, total, .. }) = PHASES.read() {
        static RATE: Rate = Mutex::new(None);
        let rate = rate(&RATE, done);
        let _ = match total {
            0 => write!(out, "; {name}: {done}, {rate:.0}/s"),
            _ => write!(out, "; {name}: {done} of {total}, {rate:.0}/s"),
        };
    }
    if let Some(Standing { done: positions, load: [used, most, least], .. }) = SEARCHES.read() {
        static RATE: Rate = Mutex::new(None);
        let load = 100.0 * used as f64 / most.max(1) as f64;
        let _ = write!(out, "; {:.0} positions/s, table {load:.1} % full", rate(&RATE, positions));
        let _ = match least {
            0 => Ok(()),
            1 => write!(out, ", value 0 excluded"),
            _ => write!(out, ", values 0 to {} excluded", least - 1),
        };
    }
    // The steps of engines that have no better measure.
    static STEPS: Rate = Mutex::new(None);
    let steps = rate(&STEPS, progress::steps());
    if steps > 0.0 && SEQUENCES.read().is_none() && SEARCHES.read().is_none() {
        let _ = write!(out, "; {steps:.0} steps/s");
    }
}

/// The time to go, while there is something to read: how long the last records take, bytes do not say.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.len().is_some_and(|len| state.pos() < len) {
        let _ = write!(out, " and {:#} to go", HumanDuration(state.eta()));
    }
}

/// When a rate was taken, at how many, and the rate.
type Rate = Mutex<Option<(Instant, u64, f64)>>;

/// Positions or heaps a second, over the last second or so.
fn rate(last: &Rate, positions: u64) -> f64 {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let Some((then, before, rate)) = *last else {
        *last = Some((now, positions, 0.0));
        return 0.0;
    };
    let seconds = now.duration_since(then).as_secs_f64();
    if seconds < 1.0 {
        return rate;
    }
    let rate = positions.saturating_sub(before) as f64 / seconds;
    *last = Some((now, positions, rate));
    rate
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Standard error; if a bar is drawn on it, written a line at a time while the bar makes way.
pub(super) struct Beside {
    bar: Option<ProgressBar>,
    line: Vec<u8>,
}

impl Write for Beside {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let Some(bar) = &self.bar else { return io::stderr().write(text) };
        self.line.extend_from_slice(text);
        if let Some(end) = memchr::memrchr(b'\n', &self.line) {
            bar.suspend(|| io::stderr().write_all(&self.line[..=end]))?;
            self.line.drain(..=end);
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().write_all(&self.line)?;
        self.line.clear();
        io::stderr().flush()
    }
}

/// Standard error that is no terminal: each state of the bar is a line.
#[derive(Debug)]
struct Lines;

impl TermLike for Lines {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.write_str(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let text = text.trim();
        if text.is_empty() { Ok(()) } else { writeln!(io::stderr(), "{text}") }
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
