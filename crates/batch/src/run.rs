//! A batch: all workers, the writer, and what they share.

use std::borrow::Cow;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use grundy_base::sync::interrupt;
use grundy_base::sync::{lock, threads};
use grundy_games::Context;

use super::flatten::flatten;
#[cfg(feature = "proofs")]
use super::options::Proofs;
use super::options::{Format, Options};
use super::ordered::Ordered;
use super::part::PartsUnderWork;
use super::reader::Reader;
use super::scheduler::{Scheduler, Task};
use super::sinks::{Receiver, Sinks};
use super::solver::Solver;
use super::source::Source;
use super::summary::{Failure, Summary};

/// Answers the records of the sources, in order, on `answers`; diagnostics go to `diagnostics`.
///
/// # Errors
///
/// Fails if a source cannot be read or the answers cannot be written. The answers written before are
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
/// Fails when a source cannot be read or the receiver gives an error.
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
    // Proofs and objects have the whole text of a record.
    reader.keeps_boards = options.proofs.proves() || options.echo && options.format == Format::Json;
    // A receiver is called by the thread that calls, if that works alone.
    let wants_writer = sinks.receiver.is_none() || options.budget.threads > 1;
    let scheduler = Scheduler {
        reader: Mutex::new(reader),
        has_writer: AtomicBool::new(false),
        ordered: Ordered::new(sinks, names_files, options),
        parts: PartsUnderWork::default(),
    };
    // A worker that gives up ends the batch for all; others may wait for its chunk.
    let work = || {
        let work = AssertUnwindSafe(|| work(&scheduler, &context, options));
        catch_unwind(work).unwrap_or_else(|panic| {
            scheduler.ordered.stop();
            resume_unwind(panic)
        });
    };
    let (working, ended) = mpsc::channel::<()>();
    let all_work = || {
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
    if let Err(panic) = catch_unwind(AssertUnwindSafe(all_work)) {
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

/// Does the tasks of a scheduler until none is left: the work of one thread.
fn work(scheduler: &Scheduler<'_>, context: &Context, options: &Options) {
    let mut next = scheduler.next();
    if next.is_none() {
        // A short batch has work for few threads: the others need no solver.
        return;
    }
    let context = context.for_worker();
    let mut solver = Solver::new(&context, &options.asks, Cow::Borrowed(options));
    while let Some(task) = next {
        interrupt::check();
        match task {
            Task::Part(part) => {
                let output = solver.solve(&part, |output| scheduler.hand_over(&part, output));
                scheduler.ordered.put(scheduler.close(&part, output));
            }
            // The rows of a long board are still in the reader, which no one else may use now.
            Task::Board(header, mut reader) => {
                let output = solver.solve_streamed(header, &mut reader);
                scheduler.put_board(output, reader);
            }
        }
        next = scheduler.next();
    }
}

/// Counts the records in the sources.
///
/// # Errors
///
/// Fails when a source cannot be read.
pub fn count(sources: Vec<Source>, options: &Options) -> Result<u64, Failure> {
    flatten(sources, false, &mut io::sink(), options)
}

/// The outcome of a batch in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnsweredText {
    /// The answers, one a line.
    pub answers: String,
    /// The diagnostics of the records that are wrong or pass a limit; empty if there are none.
    pub diagnostics: String,
}

/// Answers the records of a text.
///
/// ```
/// let answered = grundy_batch::answer_text("nim: 2 3\nnim: 1 1", &Default::default());
/// assert_eq!(answered.answers, "WIN 1\nLOSE\n");
/// assert_eq!(answered.diagnostics, "");
/// ```
pub fn answer_text(text: &str, options: &Options) -> AnsweredText {
    let mut answers = Vec::new();
    let mut diagnostics = Vec::new();
    let source = Source::new("<text>", Box::new(io::Cursor::new(text.to_owned())));
    // Reading from memory and writing to memory do not fail.
    let _ = run(vec![source], &mut answers, &mut diagnostics, options);
    AnsweredText {
        answers: String::from_utf8_lossy(&answers).into_owned(),
        diagnostics: String::from_utf8_lossy(&diagnostics).into_owned(),
    }
}
