//! Texts of many records.

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};

use grundy::{Answered, Solver, answer};
use serde_json::{Value as Json, json};

use super::{Sink, json, limits, now};

/// The time in milliseconds that answers may wait for others.
const WAIT_MS: f64 = 25.0;
/// The longest answer that is shown next to its record, in bytes. Files have longer answers whole.
const MAX_SHOWN_BYTES: usize = 20_000;

/// Answers a text record by record.
pub fn lines(text: &str, solver: &Solver, sink: &Sink) {
    let mut ready: Vec<Json> = Vec::new();
    let mut since = now();
    for answered in solver.answers(text).with_stray_rows() {
        ready.push(of(answered));
        if now() - since > WAIT_MS {
            put(&mut ready, sink);
            since = now();
        }
    }
    put(&mut ready, sink);
}

/// Sends the page the answers that are ready.
fn put(ready: &mut Vec<Json>, sink: &Sink) {
    if ready.is_empty() {
        return;
    }
    let answers = Json::Array(std::mem::take(ready));
    sink.answers(answers.to_string().as_bytes());
}

/// Describes the answer or error of a record, or of a row that belongs to no record.
fn of(answered: Answered) -> Json {
    let mut said = json!({ "line": answered.line });
    if let Some(label) = answered.label {
        said["label"] = label.into();
    }
    match answered.fields {
        Ok(fields) => {
            let mut out = Vec::new();
            answer::write(&fields, &mut out);
            if out.len() > MAX_SHOWN_BYTES {
                out.truncate(MAX_SHOWN_BYTES);
                out.extend_from_slice("…".as_bytes());
            }
            said["answer"] = String::from_utf8_lossy(&out).into();
        }
        Err(wrong) => said["error"] = json::record_error(wrong),
    }
    said
}

thread_local! {
    /// The sink for the answers of a file. A writer of answers may be used on any thread, but what belongs to the page may
    /// not. So the writer finds the sink here, on the only thread.
    static SINK: RefCell<Option<Sink>> = const { RefCell::new(None) };
    /// The number of lines that the sink was given.
    static LINES: Cell<usize> = const { Cell::new(0) };
}

/// Uses the sink, if there is one.
fn to_sink(use_it: impl FnOnce(&Sink)) {
    SINK.with(|sink| {
        if let Some(sink) = &*sink.borrow() {
            use_it(sink);
        }
    });
}

/// Answers a file as the program does: each record has one line.
pub fn file(text: Vec<u8>, sink: Sink) -> String {
    SINK.with(|place| *place.borrow_mut() = Some(sink));
    LINES.set(0);
    let solver = Solver::new(limits());
    let batch = solver.batch().limits_raised_by(json::raised_by);
    let answers = |sink: &Sink, text: &[u8]| {
        LINES.set(LINES.get() + text.iter().filter(|&&byte| byte == b'\n').count());
        sink.answers(text);
    };
    let text = Counted {
        text: io::Cursor::new(text),
        said: 0,
    };
    let ran = batch.run(text, &mut To(answers), &mut To(Sink::diagnostics));
    SINK.with(|place| *place.borrow_mut() = None);
    // Memory is read and written without failing.
    let wrong = ran.unwrap_or(true);
    json!({ "records": LINES.get(), "wrong": wrong }).to_string()
}

/// A text that says how far it was read.
struct Counted {
    /// The text.
    text: io::Cursor<Vec<u8>>,
    /// The number of bytes that was reported last.
    said: u64,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(into)?;
        let at = self.text.position();
        if at - self.said >= 1 << 18 {
            self.said = at;
            to_sink(|sink| sink.progress(at as f64));
        }
        Ok(read)
    }
}

/// A writer to one of the sink's methods.
struct To(fn(&Sink, &[u8]));

impl Write for To {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        to_sink(|sink| self.0(sink, bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
