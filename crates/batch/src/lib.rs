//! Batches: text is read in blocks, cut at records, solved on all threads and answered in order.
//!
//! Workers share one reader: each takes the next chunk of whole records, solves it, and hands its
//! output to the writer, which puts chunks back in order. A worker holds one chunk at a time and
//! the writer a bounded number of finished ones, so neither a slow producer nor a slow consumer
//! makes memory grow. A worker that would wait takes records that another one has not begun
//! ([`scheduler`]).

mod contained;
mod define;
mod first;
mod flatten;
mod in_memory;
mod items;
mod lines;
mod mistakes;
mod ordered;
mod output;
mod part;
#[cfg(feature = "proofs")]
mod proved;
#[cfg(feature = "proofs")]
mod prover;
mod reader;
mod repeats;
mod rows;
mod rules_cache;
mod scheduler;
pub mod shard;
mod slowest;
mod solver;
mod source;
pub mod store;
mod streamed;
pub mod version;

use std::borrow::Cow;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use grundy_base::budget::{Budget, LimitKind};
use grundy_base::sync::interrupt;
use grundy_base::sync::{lock, threads};
use grundy_games::{Catalogue, Context};
use grundy_heaps::sequence::store::SequenceStore;
use grundy_language::diagnostic::RaisedBy;
use grundy_record::Ask;

use ordered::Ordered;
use ordered::Receiver;
use part::PartsUnderWork;
use reader::Reader;
use scheduler::{Scheduler, Task};
use solver::Solver;

pub use define::define;
pub use first::{FirstRecord, first_record};
pub use flatten::flatten;
pub use in_memory::TextAnswers;
pub use output::Answer;
#[cfg(feature = "proofs")]
pub use proved::reading;
pub use slowest::{Slow, Slowest};
pub use source::{Source, Watch};

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// One line of text a record
    #[default]
    Text,
    /// One JSON object a record
    Json,
    /// A sequence as lines `n a(n)`, the form of the OEIS's b-files; other fields as text.
    #[cfg_attr(feature = "cli", value(skip))]
    BFile,
}

/// The use of proofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proofs {
    /// Nothing.
    #[default]
    None,
    /// Every record gets its certificate, for [`run_certified`] to write.
    #[cfg(feature = "proofs")]
    Certify,
    /// Every answer is checked against its certificate before it is given.
    #[cfg(feature = "proofs")]
    SelfCheck,
}

impl Proofs {
    /// Returns whether records are proved. Without the feature `proofs` they never are, so that the prover is left out.
    fn proves(self) -> bool {
        self != Proofs::None
    }
}

/// The settings of a batch.
#[derive(Clone, Debug)]
pub struct Options {
    /// The games there are.
    pub catalogue: Arc<Catalogue>,
    /// The asks of records that bring none; not empty.
    pub asks: Vec<Ask>,
    /// How answers are written.
    pub format: Format,
    /// Validate only: no answers.
    pub check: bool,
    /// Write each record before its answer, as it stands; the answer follows `= `.
    pub echo: bool,
    /// Stop at the first wrong record.
    pub strict: bool,
    /// Colour diagnostics.
    pub colour: bool,
    /// The use of proofs.
    pub proofs: Proofs,
    /// The number of records before the first one: JSON counts on from there.
    pub records_before: u64,
    /// The budget of one record, and the number of threads.
    pub budget: Budget,
    /// The words of diagnostics that say how a limit is raised.
    pub raised_by: RaisedBy,
    /// The list of the slowest records, if one is kept.
    pub slowest: Option<Arc<Slowest>>,
    /// The store that keeps sequences from one run to the next, if there is one.
    pub store: Option<Arc<dyn SequenceStore>>,
}

/// Says how a caller of the library raises a limit.
pub fn raised_by_limits(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Memory => "`Limits::memory` raises this limit",
        LimitKind::Work => "`Limits::work` raises this limit",
        _ => "nothing raises this limit",
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            catalogue: Catalogue::standard(),
            asks: vec![Ask::Verdict],
            format: Format::Text,
            check: false,
            echo: false,
            strict: false,
            colour: false,
            proofs: Proofs::None,
            records_before: 0,
            budget: Budget::default(),
            raised_by: raised_by_limits,
            slowest: None,
            store: None,
        }
    }
}

/// The basis of checked answers.
#[cfg(feature = "proofs")]
pub use grundy_certificates::check::Summary as Checked;

/// The number of checked answers: without the feature `proofs` always 0.
#[cfg(not(feature = "proofs"))]
pub type Checked = u64;

/// The summary of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Records read.
    pub records: u64,
    /// Whether something was wrong in them.
    pub wrong: bool,
    /// Bytes read.
    pub bytes: u64,
    /// Cells of the boards that were solved cell by cell.
    pub cells: u64,
    /// Steps taken on boards, in the units of `--max-work`: the same for every run.
    pub work: u64,
    /// The basis of the answers that were checked before they were given.
    pub checked: Checked,
}

/// The reason why a batch ended early.
#[derive(Debug)]
pub enum Failure {
    /// An input could not be read on: its name, and the reason.
    Input(String, io::Error),
    /// The answers could not be written.
    Output(io::Error),
}

/// Inputs are named where they are read; an error without a name is one of the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Answers the records of the sources, in order, on `answers`; diagnostics go to `diagnostics`.
///
/// # Errors
///
/// If a source cannot be read or the answers cannot be written. The answers written before are
/// whole lines.
pub fn run(
    sources: Vec<Source>,
    answers: &mut (dyn Write + Send),
    diagnostics: &mut (dyn Write + Send),
    options: &Options,
) -> Result<Summary, Failure> {
    run_certified(sources, answers, diagnostics, &mut io::sink(), options)
}

/// Works as [`run`] and writes the certificates of the records on `certificates`, after a header line, if
/// [`Options::proofs`] asks for them.
///
/// # Errors
///
/// Fails as [`run`] does, also if the certificates cannot be written.
pub fn run_certified(
    sources: Vec<Source>,
    answers: &mut (dyn Write + Send),
    diagnostics: &mut (dyn Write + Send),
    certificates: &mut (dyn Write + Send),
    options: &Options,
) -> Result<Summary, Failure> {
    #[cfg(feature = "proofs")]
    if options.proofs == Proofs::Certify {
        let header = grundy_certificates::certificate::HEADER;
        writeln!(
            certificates,
            "{header} by grundy {}",
            crate::version::version()
        )?;
    }
    work_through(
        sources,
        Sinks {
            answers,
            diagnostics,
            certificates,
            receiver: None,
        },
        options,
    )
}

/// Answers the records of the sources, in order, to a receiver; diagnostics are part of the answers.
///
/// # Errors
///
/// When a source cannot be read or the receiver gives an error.
pub fn run_each(
    sources: Vec<Source>,
    receiver: &mut Receiver<'_>,
    options: &Options,
) -> Result<Summary, Failure> {
    let options = Options {
        format: Format::Json,
        ..options.clone()
    };
    let [answers, diagnostics, certificates] = &mut [io::sink(), io::sink(), io::sink()];
    let sinks = Sinks {
        answers,
        diagnostics,
        certificates,
        receiver: Some(receiver),
    };
    work_through(sources, sinks, &options)
}

/// The places that a batch writes to. A receiver takes the answers instead; that needs [`Format::Json`].
struct Sinks<'a> {
    answers: &'a mut (dyn Write + Send),
    diagnostics: &'a mut (dyn Write + Send),
    certificates: &'a mut (dyn Write + Send),
    receiver: Option<&'a mut Receiver<'a>>,
}

/// Answers the records of the sources with all workers, and the writer if one is wanted.
fn work_through<'a>(
    sources: Vec<Source>,
    sinks: Sinks<'a>,
    options: &'a Options,
) -> Result<Summary, Failure> {
    let context =
        Context::with(options.catalogue.clone(), options.budget).keeping(options.store.clone());
    let names_files = sources.len() > 1;
    let mut reader = Reader::new(sources, options);
    reader.keeps_boards = options.proofs.proves();
    // A receiver is called by the thread that calls, if that works alone.
    let wants_writer = sinks.receiver.is_none() || options.budget.threads > 1;
    let scheduler = Scheduler {
        reader: Mutex::new(reader),
        has_writer: AtomicBool::new(false),
        ordered: Ordered::new(sinks, names_files, options),
        parts: PartsUnderWork::default(),
    };
    let work = || {
        let context = context.clone();
        let mut solver = Solver::new(&context, &options.asks, Cow::Borrowed(options));
        while let Some(task) = scheduler.next() {
            interrupt::check();
            let output = match task {
                Task::Part(part) => {
                    let output = solver.solve(&part, |output| scheduler.hand_over(&part, output));
                    Ok(scheduler.close(&part, output))
                }
                // The rows of a long board are still in the reader, which no one else may use now.
                Task::Board(header, mut guard) => solver.solve_streamed(header, &mut guard),
            };
            scheduler.put(output);
        }
    };
    // A worker that gives up ends the batch for all; others may wait for its chunk.
    let work = || {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            scheduler.ordered.stop();
            resume_unwind(panic)
        });
    };
    let (working, ended) = mpsc::channel::<()>();
    let all = || {
        std::thread::scope(|scope| {
            // The sender is dropped when all workers have ended, also by a panic; then the writer ends.
            let _working = working;
            let scheduler = &scheduler;
            if wants_writer {
                let write = move || scheduler.write_ready(&ended);
                let writer = std::thread::Builder::new().spawn_scoped(scope, write);
                scheduler
                    .has_writer
                    .store(writer.is_ok(), Ordering::Relaxed);
            }
            threads::each(options.budget.threads.max(1), |_| work());
        });
    };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(all)) {
        // Answers from before are written, as when the batch fails.
        let _ = scheduler.ordered.finish();
        resume_unwind(panic);
    }
    let Scheduler {
        reader, ordered, ..
    } = scheduler;
    let bytes = lock(&reader).bytes();
    let summary = ordered.finish()?;
    Ok(Summary {
        bytes,
        cells: context.effort.cells(),
        work: context.effort.work(),
        ..summary
    })
}

/// Counts the records in the sources.
///
/// # Errors
///
/// When a source cannot be read.
pub fn count(sources: Vec<Source>, options: &Options) -> Result<u64, Failure> {
    flatten(sources, false, &mut io::sink(), options)
}

/// Answers the records of a text, for those who call the library: the answers, one a line, and
/// the diagnostics.
///
/// ```
/// let (answers, _) = grundy_batch::answer_text("nim: 2 3\nnim: 1 1", &Default::default());
/// assert_eq!(answers, "WIN 1\nLOSE\n");
/// ```
pub fn answer_text(text: &str, options: &Options) -> (String, String) {
    let mut answers = Vec::new();
    let mut diagnostics = Vec::new();
    let source = Source::new("<text>", Box::new(io::Cursor::new(text.to_owned())));
    // Reading from memory and writing to memory do not fail.
    let _ = run(vec![source], &mut answers, &mut diagnostics, options);
    (
        String::from_utf8_lossy(&answers).into_owned(),
        String::from_utf8_lossy(&diagnostics).into_owned(),
    )
}
