//! The first record of a text, for those who look at one record at a time.

use super::items::{ANY_ASK, Entry, Item, Items, RecordText};
use super::rows::stray;
use grundy_games::Catalogue;
use grundy_language::objects::RecordObject;
use grundy_language::{Diagnostic, Statement, SyntaxError};
use grundy_record::Fault;

/// A record in its text, with the rows of its board.
pub struct FirstRecord<'t> {
    /// The record as read; the rows of a board on lines of its own are filled in.
    pub statement: Statement<'t>,
    /// The text of the record.
    text: RecordText<'t>,
    /// The games by which it was read.
    catalogue: &'t Catalogue,
    /// What stands after it, if anything does.
    after: Option<Item<'t>>,
}

impl FirstRecord<'_> {
    /// Finds a fault in the text.
    pub fn place(&self, fault: Fault) -> Diagnostic {
        self.text.place(fault, self.catalogue)
    }

    /// Refuses a text that goes on after its first record, for callers who look at one.
    pub fn alone(&self) -> Result<(), Diagnostic> {
        let (line, text) = match &self.after {
            None => return Ok(()),
            Some(Item::Record(second)) => (second.text.line, second.text.header),
            Some(Item::Object { line, text }) => (*line, *text),
            Some(Item::Stray { line, text }) => return Err(stray(*line, text, b"")),
        };
        let message = "a second record, where one is looked at";
        let help = "several records are a batch, or answered one by one";
        let error = SyntaxError::new(0..text.len(), message, help);
        Err(Diagnostic::new(line, text, error))
    }
}

/// Refuses an object where the text of one record is looked at.
fn object_alone(line: u64, text: &[u8]) -> Diagnostic {
    let error = RecordObject::read(text).map_or_else(
        |error| error,
        |object| {
            let record = String::from_utf8_lossy(object.text()).into_owned();
            let help = if record.contains('\n') {
                "write the text of the record alone".to_owned()
            } else {
                format!("write the text of the record alone: `{record}`")
            };
            SyntaxError::new(0..text.len(), "JSON objects are read in batches", help)
        },
    );
    Diagnostic::new(line, text, error)
}

/// Reads the first record of a text; `None` if there is none. The text after it only shows where the record ends.
pub fn first_record<'t>(
    text: &'t [u8],
    catalogue: &'t Catalogue,
) -> Option<Result<FirstRecord<'t>, Diagnostic>> {
    let text = text.strip_prefix(super::reader::MARK).unwrap_or(text);
    let mut items = Items::new(text, catalogue, ANY_ASK, false);
    let (text, statement) = match items.next()? {
        Item::Stray { line, text } => return Some(Err(stray(line, text, b""))),
        Item::Object { line, text } => return Some(Err(object_alone(line, text))),
        Item::Record(Entry { text, statement }) => (text, statement),
    };
    let mut statement = match statement {
        Ok(statement) => statement,
        Err(wrong) => return Some(Err(Diagnostic::new(text.line, text.header, wrong.error))),
    };
    let completed = text
        .complete(&mut statement)
        .map_err(|fault| text.place(fault, catalogue));
    Some(completed.map(|()| FirstRecord {
        statement,
        text,
        catalogue,
        after: items.next(),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::items::STRAY;
    use super::*;

    #[test]
    fn whatever_stands_after_a_record_is_refused() {
        let alone = |text: &str| {
            let catalogue = Catalogue::standard();
            let found = first_record(text.as_bytes(), &catalogue).unwrap().unwrap();
            found
                .alone()
                .map_err(|refused| (refused.line, refused.message.into_owned()))
        };
        for text in ["nim: 3", "nim: 3\n\n// so\n", "king 1x2\n.K\n"] {
            assert_eq!(alone(text), Ok(()), "{text}");
        }
        for (text, line, message) in [
            ("nim: 3\nnim: 4", 2, "a second record"),
            ("nim: 3\n..", 2, STRAY),
            ("nim: 3\n..\nnim: 4", 2, STRAY),
            ("king 1x2\n.K\n\n..", 4, STRAY),
            ("nim: 3\n{\"record\": \"nim: 4\"}", 2, "a second record"),
        ] {
            let refused = alone(text).unwrap_err();
            assert_eq!(refused.0, line, "{text}");
            assert!(refused.1.contains(message), "{text}: {}", refused.1);
        }
    }
}
