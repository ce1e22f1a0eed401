//! Texts of many records.

use std::cell::RefCell;
use std::io::{self, Read, Write};

use grundy::batch::{self, Format, Options, Source, TextAnswer, TextAnswers, TextItem};
use grundy::games::Context;
use grundy::record::text;
use serde_json::{Value as Json, json};

use super::{Sink, budget, json, now};

/// How long answers may wait for others, in milliseconds.
const WAIT_MS: f64 = 25.0;
/// The longest answer that is shown beside its record, in bytes. Files have them whole.
const MAX_SHOWN_BYTES: usize = 20_000;

/// Answers record by record.
pub fn lines(text: &str, context: &Context, sink: &Sink) {
    let mut ready: Vec<Json> = Vec::new();
    let mut since = now();
    for item in TextAnswers::new(text.as_bytes(), context) {
        ready.push(of_item(item));
        if now() - since > WAIT_MS {
            put(&mut ready, sink);
            since = now();
        }
    }
    put(&mut ready, sink);
}

fn put(ready: &mut Vec<Json>, sink: &Sink) {
    if !ready.is_empty() {
        sink.answers(Json::Array(std::mem::take(ready)).to_string().as_bytes());
    }
}

/// The answer or error of a record, or of a row that belongs to none.
pub fn of_item(item: TextItem<'_>) -> Json {
    let TextAnswer { line, label, fields } = match item {
        TextItem::Answer(answer) => answer,
        TextItem::Stray(wrong) => return json!({ "line": wrong.line, "error": json::diagnostic(wrong) }),
    };
    let mut said = json!({ "line": line });
    if let Some(label) = label {
        said["label"] = label.into();
    }
    match fields {
        Ok(fields) => {
            let mut out = Vec::new();
            text::write(&fields, &mut out);
            if out.len() > MAX_SHOWN_BYTES {
                out.truncate(MAX_SHOWN_BYTES);
                out.extend_from_slice("…".as_bytes());
            }
            said["answer"] = String::from_utf8_lossy(&out).into();
        }
        Err(wrong) => said["error"] = json::diagnostic(wrong),
    }
    said
}

thread_local! {
    /// The sink for the answers of a file. A writer of answers may be used on any thread; what belongs to the page
    /// cannot, so the writer finds it here, on the only one.
    static SINK: RefCell<Option<Sink>> = const { RefCell::new(None) };
}

fn to_sink(use_it: impl FnOnce(&Sink)) {
    SINK.with(|sink| {
        if let Some(sink) = &*sink.borrow() {
            use_it(sink);
        }
    });
}

/// Answers a file as the program does.
pub fn file(text: Vec<u8>, json: bool, sink: Sink) -> String {
    SINK.with(|place| *place.borrow_mut() = Some(sink));
    let format = if json { Format::Json } else { Format::Text };
    let options = Options { format, budget: budget(), raised_by: json::raised_by, ..Options::default() };
    let source = Source::new("<file>", Box::new(Counted { text: io::Cursor::new(text), said: 0 }));
    let ran = batch::run(vec![source], &mut To(Sink::answers), &mut To(Sink::diagnostics), &options);
    SINK.with(|place| *place.borrow_mut() = None);
    match ran {
        Ok(summary) => json!({ "records": summary.records, "wrong": summary.wrong }).to_string(),
        // Memory is read and written without failing.
        Err(_) => json!({ "records": 0, "wrong": true }).to_string(),
    }
}

/// A text that says how far it was read.
struct Counted {
    text: io::Cursor<Vec<u8>>,
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
