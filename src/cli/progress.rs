//! `--progress`: how far a batch has come, on standard error.

use std::io::{self, IsTerminal, LineWriter, Write};
use std::sync::Mutex;
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
    /// Begins a bar for a number of bytes, if that is known.
    /// With `threads` = 1 it moves only when something is read, for a tick of its own takes a thread.
    pub(super) fn new(when: When, bytes: Option<u64>, threads: usize) -> Self {
        let terminal = io::stderr().is_terminal();
        let is_wanted = match when {
            When::Auto => terminal && !io::stdout().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        if !is_wanted {
            return Progress(None);
        }
        let target = if terminal {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(bytes, target);
        let template = match bytes {
            Some(_) => {
                "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {elapsed}{left}{solving}"
            }
            None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}{solving}",
        };
        // The templates above are right, which a test holds; a wrong one would be the plain bar.
        if let Ok(style) = ProgressStyle::with_template(template) {
            let solving = |_: &ProgressState, out: &mut dyn std::fmt::Write| solving(out);
            bar.set_style(style.with_key("left", left).with_key("solving", solving));
        }
        // Ticks need a thread: if the system has none left, the bar moves when something is read.
        if threads > 1 {
            let ticking = bar.clone();
            let ticks = move || {
                while !ticking.is_finished() {
                    show(&ticking);
                    std::thread::sleep(Duration::from_millis(200));
                }
            };
            let _ = std::thread::Builder::new().spawn(ticks);
        }
        Progress(Some(bar))
    }

    /// Counts what is read from a source.
    pub(super) fn count(&self, source: Source) -> Source {
        let Some(bar) = self.0.clone() else {
            return source;
        };
        source.watched(Box::new(move |bytes| {
            bar.inc(bytes);
            show(&bar);
        }))
    }

    /// Opens standard error next to the bar, for a line at a time.
    pub(super) fn errors(&self) -> LineWriter<NextToBar> {
        let bar = self.0.clone();
        LineWriter::new(NextToBar(bar.unwrap_or_else(ProgressBar::hidden)))
    }
}

/// Draws the bar; a hidden one, as standard error is no terminal, is a line a second.
fn show(bar: &ProgressBar) {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    if !bar.is_hidden() {
        return bar.tick();
    }
    let mut last = lock(&LAST);
    if last.is_none_or(|last| last.elapsed() >= Duration::from_secs(1)) {
        *last = Some(Instant::now());
        let all = bar
            .length()
            .map_or_else(String::new, |all| format!(" of {}", HumanBytes(all)));
        let mut line = format!(
            "{}{all}, {:#}",
            HumanBytes(bar.position()),
            HumanDuration(bar.elapsed())
        );
        solving(&mut line);
        let _ = writeln!(io::stderr(), "{line}");
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
    if seconds >= 1.0 {
        *rate = Rate {
            then: now,
            count,
            a_second: count.saturating_sub(rate.count) as f64 / seconds,
        };
    }
    rate.a_second
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Standard error; if a bar is drawn on it, the bar makes way.
pub(super) struct NextToBar(ProgressBar);

impl Write for NextToBar {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.suspend(|| io::stderr().write(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
