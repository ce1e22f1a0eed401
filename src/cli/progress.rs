//! `--progress`: how far a batch has come, on standard error.

use std::io::{self, IsTerminal, LineWriter, Write};
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{
    HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use grundy_base::sync::lock;
use grundy_base::sync::progress::{self, PHASES, SEARCHES, SEQUENCES, SPARSE, Standing};
use grundy_batch::Source;

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal, but not while records are typed; if the answers go there, too, after two seconds, for files and records
    /// of the command line
    Auto,
    /// Always; a line now and then if standard error is no terminal
    Always,
    /// Never
    Never,
}

/// The time after which a wait is shown where answers stand, too. Nearly all answers take less, and a bar that flashes up
/// would only disturb.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a bar says if it is known how many bytes there are to read.
const OF_ALL_BYTES: &str =
    "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {elapsed}{left}{solving}";

/// What a bar says of a number of bytes without an end.
const OF_BYTES: &str = "{spinner} {bytes}, {bytes_per_sec}, {elapsed}{solving}";

/// What a bar says of one record.
const OF_A_RECORD: &str = "{spinner} {elapsed}{solving}";

/// What a batch reads, as far as it matters for how progress is shown.
pub(super) struct WhatIsRead {
    /// The number of bytes, if it is known.
    pub(super) bytes: Option<u64>,
    /// Whether some of it is typed on the terminal, where a bar would stand in the way.
    pub(super) is_typed: bool,
    /// Whether all of it stands on the command line.
    pub(super) is_argument: bool,
}

/// A bar, or nothing.
pub(super) struct Progress(Option<Bar>);

/// A bar that shows how long something takes.
#[derive(Clone)]
struct Bar {
    /// The bar. Until it is shown, it is hidden.
    drawn: ProgressBar,
    /// Whether standard error is a terminal, on which it is drawn; elsewhere it is a line a second.
    is_drawn: bool,
    /// The time after which it is shown.
    patience: Duration,
    /// Whether it is shown, which the first of several threads sees to.
    shown: Arc<Once>,
}

impl Progress {
    /// Begins the bar of a batch. With `threads` = 1 it moves only when something is read, for a tick of its own takes a
    /// thread, which only records of the command line are worth then.
    pub(super) fn new(when: When, read: &WhatIsRead, threads: usize) -> Self {
        let patience = match when {
            When::Never => None,
            When::Always => Some(Duration::ZERO),
            When::Auto if read.is_typed || !io::stderr().is_terminal() => None,
            When::Auto if !io::stdout().is_terminal() => Some(Duration::ZERO),
            // A pipe may only be slow.
            When::Auto => read.bytes.map(|_| PATIENCE),
        };
        let template = match read.bytes {
            _ if read.is_argument => OF_A_RECORD,
            Some(_) => OF_ALL_BYTES,
            None => OF_BYTES,
        };
        let ticks = threads > 1 || read.is_argument;
        Progress(patience.map(|patience| Bar::begin(template, read.bytes, patience, ticks)))
    }

    /// Begins the bar of a command about one record, which is shown on a terminal once the command takes long.
    pub(super) fn of_a_record() -> Self {
        let is_wanted = io::stderr().is_terminal();
        Progress(is_wanted.then(|| Bar::begin(OF_A_RECORD, None, PATIENCE, true)))
    }

    /// Counts what is read from a source.
    pub(super) fn count(&self, source: Source) -> Source {
        let Some(bar) = self.0.clone() else {
            return source;
        };
        source.watched(Box::new(move |bytes| {
            bar.drawn.inc(bytes);
            bar.show();
        }))
    }

    /// Opens standard error next to the bar, for a line at a time.
    pub(super) fn errors(&self) -> LineWriter<NextToBar<io::Stderr>> {
        LineWriter::new(self.next_to(io::stderr()))
    }

    /// Lets the bar make way for what is written to standard output, if that is the same terminal.
    pub(super) fn answers<W: Write + Send + 'static>(&self, out: W) -> Box<dyn Write + Send> {
        if self.0.is_some() && io::stdout().is_terminal() {
            Box::new(self.next_to(out))
        } else {
            Box::new(out)
        }
    }

    /// Opens an output next to the bar.
    fn next_to<W>(&self, out: W) -> NextToBar<W> {
        let bar = self.0.as_ref().map(|bar| bar.drawn.clone());
        NextToBar {
            bar: bar.unwrap_or_else(ProgressBar::hidden),
            out,
        }
    }
}

impl Bar {
    /// Begins a bar; if it ticks, it moves also while nothing is read.
    fn begin(template: &str, bytes: Option<u64>, patience: Duration, ticks: bool) -> Self {
        let bar = Bar {
            drawn: ProgressBar::with_draw_target(bytes, ProgressDrawTarget::hidden()),
            is_drawn: io::stderr().is_terminal(),
            patience,
            shown: Arc::new(Once::new()),
        };
        // The templates above are right, which a test holds; a wrong one would be the plain bar.
        if let Ok(style) = ProgressStyle::with_template(template) {
            let solving = |_: &ProgressState, out: &mut dyn std::fmt::Write| solving(out);
            bar.drawn
                .set_style(style.with_key("left", left).with_key("solving", solving));
        }
        // Ticks need a thread: if the system has none left, the bar moves when something is read.
        if ticks {
            let ticking = bar.clone();
            let tick = move || {
                while !ticking.drawn.is_finished() {
                    ticking.show();
                    std::thread::sleep(Duration::from_millis(200));
                }
            };
            let _ = std::thread::Builder::new().spawn(tick);
        }
        bar
    }

    /// Draws the bar, or writes a line a second, once it is time.
    fn show(&self) {
        if self.drawn.elapsed() < self.patience {
            // Rates are measured from the beginning, and are known when they are shown.
            solving(&mut String::new());
            return;
        }
        if !self.is_drawn {
            return self.write_line();
        }
        self.shown.call_once(|| {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            self.drawn.set_draw_target(target);
        });
        self.drawn.tick();
    }

    /// Writes a line about what was read and is computed, once a second.
    fn write_line(&self) {
        static LAST: Mutex<Option<Instant>> = Mutex::new(None);
        let mut last = lock(&LAST);
        if last.is_none_or(|last| last.elapsed() >= Duration::from_secs(1)) {
            *last = Some(Instant::now());
            let all = self
                .drawn
                .length()
                .map_or_else(String::new, |all| format!(" of {}", HumanBytes(all)));
            let mut line = format!(
                "{}{all}, {:#}",
                HumanBytes(self.drawn.position()),
                HumanDuration(self.drawn.elapsed())
            );
            solving(&mut line);
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}

/// Says how far the engines have come, if they take long enough to be counted.
fn solving(out: &mut dyn std::fmt::Write) {
    if let Some(Standing { done, total, .. }) = SPARSE.read() {
        // A bar with less on it is still a bar.
        let percent = 100.0 * done as f64 / total.max(1) as f64;
        let _ = write!(out, "; {percent:.1} % of the sparse board under way");
    }
    if let Some(Standing {
        done: known,
        total: asked,
        ..
    }) = SEQUENCES.read()
    {
        let rate = rate(Counted::Heaps, known);
        let _ = match asked {
            u64::MAX => write!(
                out,
                "; {known} values known, no period yet, {rate:.0} heaps/s"
            ),
            _ => write!(out, "; heap {known} of {asked}, {rate:.0} heaps/s"),
        };
    }
    if let Some(Standing {
        name, done, total, ..
    }) = PHASES.read()
    {
        let rate = rate(Counted::Units, done);
        let _ = match total {
            0 => write!(out, "; {name}: {done}, {rate:.0}/s"),
            _ => write!(out, "; {name}: {done} of {total}, {rate:.0}/s"),
        };
    }
    if let Some(Standing {
        done: positions,
        load,
        ..
    }) = SEARCHES.read()
    {
        let percent = 100.0 * load.used as f64 / load.most.max(1) as f64;
        let _ = write!(
            out,
            "; {:.0} positions/s, table {percent:.1} % full",
            rate(Counted::Positions, positions)
        );
        let _ = match load.least_value {
            0 => Ok(()),
            1 => write!(out, ", value 0 excluded"),
            least => write!(out, ", values 0 to {} excluded", least - 1),
        };
    }
    // Steps are shown for engines that have no better measure.
    let steps = rate(Counted::Steps, progress::steps());
    if steps > 0.0 && SEQUENCES.read().is_none() && SEARCHES.read().is_none() {
        let _ = write!(out, "; {steps:.0} steps/s");
    }
}

/// Says how much time is left while there is something to read. Bytes do not say how long the last records take.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.len().is_some_and(|len| state.pos() < len) {
        let _ = write!(out, " and {:#} to go", HumanDuration(state.eta()));
    }
}

/// The things of which a rate is shown.
#[derive(Clone, Copy)]
enum Counted {
    Heaps,
    /// The units in which an engine counts a phase of its work.
    Units,
    Positions,
    Steps,
}

impl Counted {
    /// The number of things that are counted.
    const ALL: usize = 4;
}

/// A rate that was measured.
#[derive(Clone, Copy)]
struct Rate {
    /// The time at which it was measured.
    then: Instant,
    /// The count at that time.
    count: u64,
    /// The rate, in counts a second.
    a_second: f64,
}

/// Measures how much is counted a second, over the last second or so.
fn rate(counted: Counted, count: u64) -> f64 {
    static RATES: Mutex<[Option<Rate>; Counted::ALL]> = Mutex::new([None; Counted::ALL]);
    let mut rates = lock(&RATES);
    let now = Instant::now();
    let rate = rates[counted as usize].get_or_insert(Rate {
        then: now,
        count,
        a_second: 0.0,
    });
    let seconds = now.duration_since(rate.then).as_secs_f64();
    let since_then = count.saturating_sub(rate.count) as f64 / seconds.max(f64::MIN_POSITIVE);
    if seconds >= 1.0 {
        *rate = Rate {
            then: now,
            count,
            a_second: since_then,
        };
    } else if rate.a_second == 0.0 {
        // Nothing was measured before this second.
        return since_then;
    }
    rate.a_second
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.drawn.finish_and_clear();
        }
    }
}

/// An output; if a bar is drawn on the same terminal, the bar makes way.
pub(super) struct NextToBar<W> {
    /// The bar.
    bar: ProgressBar,
    /// The output.
    out: W,
}

impl<W: Write> Write for NextToBar<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.bar.suspend(|| self.out.write(text))
    }

    fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        // A batch that looks for answers often finds none, for which no bar makes way.
        if text.is_empty() {
            return Ok(());
        }
        self.bar.suspend(|| self.out.write_all(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
