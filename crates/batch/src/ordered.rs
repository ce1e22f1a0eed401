//! Outputs of chunks put back in order and written.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use super::mistakes::Mistakes;
use super::output::{Answer, Output, Remark};
use super::part::{ChunkPart, PartKey, PartsUnderWork};
use super::sinks::Sinks;
use super::slowest::Slow;
use super::source::Start;
use super::{Failure, Options, Summary};
use grundy_base::sync::lock;
use grundy_language::json::{self, RecordName};

/// The number of finished chunks that may wait for an earlier one, for each thread; a guess.
const WAITING_PER_THREAD: usize = 4;

/// A writer of outputs in the order of their chunks, in whichever order they come.
pub(super) struct Ordered<'a> {
    /// The state, for the thread that writes.
    state: Mutex<State<'a>>,
    /// The signal that the turn has changed.
    moved_on: Condvar,
}

/// The state of the writer.
struct State<'a> {
    /// The places to which outputs are written.
    sinks: Sinks<'a>,
    /// The part whose turn it is.
    turn: PartKey,
    /// The outputs that wait for an earlier one.
    waiting: BTreeMap<PartKey, Output>,
    /// The source whose answers are written.
    source: Arc<Start>,
    /// The number of lines of the source before them.
    lines: u64,
    /// Whether errors in JSON say which source they are in.
    names_files: bool,
    /// The summary of what was written.
    summary: Summary,
    /// The mistakes that were met.
    mistakes: Mistakes,
    /// The reason why the batch ends early, if it does.
    failure: Option<Failure>,
    /// Whether the batch has ended early.
    stopped: bool,
    /// The settings of the batch.
    options: &'a Options,
}

impl<'a> Ordered<'a> {
    /// Begins with the first part of the first chunk.
    pub(super) fn new(sinks: Sinks<'a>, names_files: bool, options: &'a Options) -> Self {
        Ordered {
            state: Mutex::new(State {
                sinks,
                turn: PartKey::default(),
                waiting: BTreeMap::new(),
                source: Arc::default(),
                lines: 0,
                names_files,
                summary: Summary::default(),
                mistakes: Mistakes::default(),
                failure: None,
                stopped: false,
                options,
            }),
            moved_on: Condvar::new(),
        }
    }

    /// Takes the output of a part, or of the rest of it.
    pub(super) fn put(&self, output: Output) {
        let mut state = lock(&self.state);
        let key = PartKey {
            sequence: output.origin.sequence,
            start: output.start,
        };
        state.waiting.insert(key, output);
        let first = state.turn;
        while !state.stopped {
            let turn = state.turn;
            let Some(output) = state.waiting.remove(&turn) else {
                break;
            };
            state.turn = match output.end {
                Some(start) => PartKey { start, ..turn },
                None => PartKey {
                    sequence: turn.sequence + 1,
                    start: 0,
                },
            };
            let stop = state.options.strict && output.wrong;
            state.or_stop(|state| state.write(output));
            state.stopped |= stop;
        }
        if state.turn != first || state.stopped {
            self.moved_on.notify_all();
        }
    }

    /// Returns whether the batch is over: no more is to be begun.
    pub(super) fn is_over(&self) -> bool {
        let state = lock(&self.state);
        state.stopped || state.failure.is_some()
    }

    /// Returns whether too many outputs wait for an earlier one: no more should be begun yet.
    pub(super) fn has_backlog(&self) -> bool {
        let state = lock(&self.state);
        state.waiting.len() >= WAITING_PER_THREAD * state.options.budget.threads.max(1)
    }

    /// Waits until a turn comes, or for a moment.
    pub(super) fn wait(&self, moment: Duration) {
        let state = lock(&self.state);
        if !state.stopped {
            drop(self.moved_on.wait_timeout(state, moment));
        }
    }

    /// Writes what `part` has left so far, once its turn has come; more follows. Returns `false` if the batch is over and
    /// no more is needed.
    pub(super) fn put_ready(&self, part: &ChunkPart) -> bool {
        let mut state = lock(&self.state);
        // The worker of the part whose turn it is does not wait here, so the turn comes.
        while part.key() != state.turn && !state.stopped {
            state = self
                .moved_on
                .wait(state)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        if !state.stopped {
            state.or_stop(|state| state.write(part.take_ready()));
            self.moved_on.notify_all();
        }
        !state.stopped
    }

    /// Writes what the part whose turn it is has left so far.
    pub(super) fn write_ready(&self, parts: &PartsUnderWork) {
        let mut state = lock(&self.state);
        if state.stopped {
            return;
        }
        let Some(part) = parts.get(state.turn) else {
            return;
        };
        state.or_stop(|state| {
            state.write(part.take_ready())?;
            state.sinks.answers.flush()
        });
        self.moved_on.notify_all();
    }

    /// Ends the batch at once: nobody waits for a chunk that does not come.
    pub(super) fn stop(&self) {
        lock(&self.state).stopped = true;
        self.moved_on.notify_all();
    }

    /// Ends the batch: what comes before is still written.
    pub(super) fn fail(&self, failure: Failure) {
        lock(&self.state).failure.get_or_insert(failure);
    }

    /// Writes what is left and returns the summary of the batch.
    pub(super) fn finish(self) -> Result<Summary, Failure> {
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if state.failure.is_none() {
            state.or_stop(State::flush);
        }
        state.failure.map_or(Ok(state.summary), Err)
    }
}

impl State<'_> {
    fn flush(&mut self) -> io::Result<()> {
        for line in self.mistakes.rest() {
            let _ = writeln!(self.sinks.diagnostics, "{line}");
        }
        self.sinks.answers.flush()?;
        self.sinks.certificates.flush()
    }

    /// Writes something; a failure ends the batch.
    fn or_stop(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if let Err(error) = write(self) {
            self.failure.get_or_insert(Failure::Output(error));
            self.stopped = true;
        }
    }

    /// Writes the output of a part whose turn it is.
    fn write(&mut self, mut output: Output) -> io::Result<()> {
        if !Arc::ptr_eq(&self.source, &output.origin.source) {
            self.source = output.origin.source.clone();
            self.lines = 0;
            self.mistakes.next_source();
        }
        let names_lines = !output.remarks.is_empty() || self.sinks.receiver.is_some();
        let lines = if names_lines {
            self.lines + output.origin.source.lines_before()
        } else {
            0
        };
        self.write_answers(&mut output, lines)?;
        let written = self.write_remarks(&mut output, lines)?;
        self.summary.wrong |= output.wrong;
        for (record, certificate) in &output.certificates {
            writeln!(
                self.sinks.certificates,
                "{} {certificate}",
                self.summary.records + record
            )?;
        }
        self.summary.checked += output.checked;
        self.summary.records += output.records;
        self.lines += output.lines;
        self.sinks.answers.write_all(&output.text[written..])
    }

    /// Gives the answers that are not yet text to the receiver, or adds them to the text as JSON. `lines` is the number
    /// of lines of the source before the output.
    fn write_answers(&mut self, output: &mut Output, lines: u64) -> io::Result<()> {
        for (i, mut answer) in (1..).zip(output.answers.drain(..)) {
            answer.line += lines;
            if let Err(wrong) = &mut answer.fields {
                wrong.line += lines;
            }
            if let Some(receive) = &mut self.sinks.receiver {
                receive(answer)?;
                continue;
            }
            if let Err(wrong) = &mut answer.fields {
                wrong.say_limit(self.options.raised_by);
            }
            let number = self.options.records_before + self.summary.records + i;
            let file = self.names_files.then_some(&*output.origin.source.name);
            let Answer {
                record,
                label,
                fields,
                ..
            } = &answer;
            let record = record
                .as_deref()
                .map_or(RecordName::Number(number), RecordName::Text);
            json::write(
                &record,
                label.as_deref(),
                fields.as_deref(),
                file,
                &mut output.text,
            );
            output.text.push(b'\n');
        }
        Ok(())
    }

    /// Writes the remarks on answers. If records are echoed, the text before a remark is written first: returns how many
    /// bytes of the text that were.
    fn write_remarks(&mut self, output: &mut Output, lines: u64) -> io::Result<usize> {
        // Remarks go first: who reads both on one terminal sees why before `ERROR`; if records are echoed, after theirs.
        let source = &output.origin.source.name;
        let mut written = 0;
        for (at, remark) in output.remarks.drain(..) {
            // The remark is written in one piece, so that nothing else comes between its lines.
            let mut text = Vec::new();
            match remark {
                Remark::Wrong(mut diagnostic) => {
                    diagnostic.line += lines;
                    diagnostic.say_limit(self.options.raised_by);
                    if !self.mistakes.shows(&diagnostic) {
                        continue;
                    }
                    diagnostic.write(source, self.options.colour, &mut text)?;
                }
                Remark::Slow(slow) => {
                    let slow = Slow {
                        source: source.clone(),
                        line: slow.line + lines,
                        ..slow
                    };
                    if let Some(slowest) = &self.options.slowest {
                        slowest.add(slow);
                    }
                    continue;
                }
                Remark::Note(line, note) => {
                    writeln!(text, "note: {note}\n --> {source}:{}", lines + line)?;
                }
            }
            if self.options.echo {
                self.sinks.answers.write_all(&output.text[written..at])?;
                self.sinks.answers.flush()?;
                written = at;
            }
            // Answers matter more than remarks: an error stream that is closed stops nothing.
            let _ = self.sinks.diagnostics.write_all(&text);
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Format, Source, run};
    use grundy_base::budget::Budget;

    fn objects(texts: &[&'static str]) -> String {
        let sources = texts.iter().zip(["one", "two"]);
        let sources = sources
            .map(|(text, name)| Source::new(name, Box::new(std::io::Cursor::new(*text))))
            .collect();
        let options = Options {
            format: Format::Json,
            ..Options::default()
        };
        let mut answers = Vec::new();
        run(sources, &mut answers, &mut std::io::sink(), &options)
            .expect("memory is read and written");
        String::from_utf8(answers).expect("answers are text")
    }

    #[test]
    fn every_ask_has_its_own_field_in_json() {
        // 4 = 1+1+1+1 = 2+1+1 = 1+2+1 = 1+1+2 = 2+2: three ways of odd length, two of even length.
        assert_eq!(
            objects(&["subtraction 1 2: 4 ? paths%2 paths paths%3 verdict paths%2 count\n"]),
            concat!(
                r#"{"record":1,"paths%2":{"odd":"1","even":"0"},"paths":{"odd":"3","even":"2"},"#,
                r#""paths%3":{"odd":"0","even":"2"},"verdict":"WIN","count":1}"#,
                "\n"
            )
        );
    }

    #[test]
    fn a_period_that_was_not_found_says_how_far_it_was_looked_for() {
        let budget = Budget {
            work: 1 << 20,
            ..Budget::default()
        };
        let mut answers = Vec::new();
        let mut said = Vec::new();
        let text = "kayles ? period\noctal 0.007 ? period\nlasker ? period\n";
        let source = Source::new("one", Box::new(std::io::Cursor::new(text)));
        let options = Options {
            budget,
            ..Options::default()
        };
        run(vec![source], &mut answers, &mut said, &options).expect("memory is read and written");
        assert_eq!(answers, b"71 12\n-\n-\n");
        let said = String::from_utf8(said).expect("notes are text");
        let note = said
            .strip_prefix("note: no period was found up to heap ")
            .expect("one note");
        let heap: u64 = note
            .split(';')
            .next()
            .and_then(|n| n.parse().ok())
            .expect("a heap");
        assert!(heap > 500 && note.ends_with("--> one:2\n"), "{said}");
    }

    /// The output that others see being written.
    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<Vec<u8>>>);

    impl Write for Seen {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            lock(&self.0).extend_from_slice(text);
            Ok(text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn one_thread_writes_what_is_known_while_a_record_takes_long() {
        let seen = Seen::default();
        let (looked, mut answers) = (seen.clone(), seen.clone());
        let known = b"WIN 1\nLOSE\nWIN 1\n";
        let end = std::time::Instant::now() + Duration::from_secs(300);
        // Text enough not to be written record by record. The last record would take minutes.
        let text = format!(
            "// {}\nnim: 1\nnim: 2 2\noctal 0.6: 3\noctal 0.007: 90000000\n",
            "x".repeat(9000)
        );
        let stopped = grundy_base::sync::interrupt::interruptible(
            move || lock(&looked.0).len() >= known.len() || std::time::Instant::now() > end,
            move || {
                let source = Source::new("one", Box::new(std::io::Cursor::new(text)));
                let budget = Budget {
                    work: u64::MAX,
                    ..Budget::default()
                };
                let options = Options {
                    budget,
                    ..Options::default()
                };
                run(vec![source], &mut answers, &mut io::sink(), &options).is_ok()
            },
        );
        assert!(stopped.is_err());
        assert_eq!(*lock(&seen.0), known);
    }

    #[test]
    fn an_error_in_json_names_its_file_where_there_are_several() {
        assert!(!objects(&["nim: x\n"]).contains("\"file\""));
        let both = objects(&["nim: 1\n", "nim: 2\nnim: x\n"]);
        let error = both.lines().nth(2).expect("three answers");
        assert!(
            error.starts_with("{\"record\":3,\"error\":{\"line\":2,\"column\":6,"),
            "{error}"
        );
        assert!(error.ends_with("\"file\":\"two\"}}"), "{error}");
    }
}
