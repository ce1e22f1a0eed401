//! Records as JSON Lines: an object a line, with the text of its record.
//!
//! ```json
//! {"record": "nim: 3 4 5 ? moves", "label": "a1"}
//! ```
//!
//! `record` is the text of one record; the rows of a board follow its header after `\n`. `label` is text or a number, and
//! stands for `@label` in the text. Other members are passed over, so that the answers of `--format json --echo` are
//! records again.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Diagnostic;
use super::error::SyntaxError;
use super::layout::skip_blanks;
use super::nearest;
use super::reader::{MAX_LABEL, is_label_byte};
use grundy_rules::quote::quote;

/// An example of such an object.
const EXAMPLE: &str = r#"`{"record": "nim: 3 4 5 ? moves"}`"#;

/// Says whether a line is an object, right or wrong.
pub fn is_object(line: &[u8]) -> bool {
    line.get(skip_blanks(line, 0)) == Some(&b'{')
}

/// A record that was given as an object.
pub struct RecordObject<'l> {
    /// The line of the object.
    line: &'l [u8],
    /// The text of the record, with its label in front.
    text: Vec<u8>,
    /// The number of bytes of the text that come from the member `label`.
    label_bytes: usize,
    /// The place of that member's value.
    label: Range<usize>,
    /// The place of the text in the line, between its quotes.
    record: Range<usize>,
}

impl<'l> RecordObject<'l> {
    /// Reads the object in a line.
    ///
    /// # Errors
    ///
    /// Fails if the line is no JSON object, or lacks the text of a record.
    pub fn read(line: &'l [u8]) -> Result<Self, SyntaxError> {
        let members = Members::read(line)?;
        let Some(value) = members.get("record")? else {
            return Err(members.no_record());
        };
        let place = members.place(value);
        let Ok(record) = serde_json::from_str::<String>(value.get()) else {
            return Err(no_text(place, value));
        };
        for name in ["ask", "asks"] {
            if let Some(asks) = members.get(name)? {
                return Err(SyntaxError::new(
                    members.place(asks),
                    format!("an object has no member `{name}`"),
                    format!("asks stand in the record: {EXAMPLE}"),
                ));
            }
        }
        let mut object = RecordObject {
            line,
            text: Vec::new(),
            label_bytes: 0,
            label: 0..0,
            record: place.start + 1..place.end - 1,
        };
        if let Some(value) = members.label()? {
            object.label = members.place(value);
            object.add_label(value, &record)?;
        }
        object.text.extend_from_slice(record.as_bytes());
        Ok(object)
    }

    /// Puts the label before the text of the record, which may have the same label itself.
    fn add_label(&mut self, value: &RawValue, record: &str) -> Result<(), SyntaxError> {
        let wrong =
            |message: String, help: String| SyntaxError::new(self.label.clone(), message, help);
        let rule = format!("a label has 1 to {MAX_LABEL} letters, digits, `_`, `-` or `.`");
        let label = match value.get().as_bytes()[0] {
            b'"' => serde_json::from_str::<String>(value.get()).unwrap_or_default(),
            b'{' | b'[' | b't' | b'f' => {
                let help = "write the label as text: `\"a1\"`".to_owned();
                return Err(wrong(
                    "`label` is neither text nor a number".to_owned(),
                    help,
                ));
            }
            _ => value.get().to_owned(),
        };
        if label.is_empty() {
            return Err(wrong("the label is empty".to_owned(), rule));
        }
        if label.len() > MAX_LABEL {
            let message = format!("the label has {} characters", label.chars().count());
            return Err(wrong(message, rule));
        }
        if let Some(c) = label
            .chars()
            .find(|&c| !u8::try_from(c).is_ok_and(is_label_byte))
        {
            let message = format!(
                "{} cannot stand in a label",
                quote(c.to_string().as_bytes())
            );
            return Err(wrong(message, rule));
        }
        if let Some(own) = record.trim_start().strip_prefix('@') {
            let own = own.split(|c: char| c.is_ascii_whitespace()).next();
            if own != Some(label.as_str()) {
                let message = "the record has another label".to_owned();
                return Err(wrong(
                    message,
                    "a record has one label, here or in its text".to_owned(),
                ));
            }
            return Ok(());
        }
        self.text = format!("@{label} ").into_bytes();
        self.label_bytes = self.text.len();
        Ok(())
    }

    /// Returns the text of the record: a line, and the rows of its board if it has some.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Shows an error in a line of the text, counted from 1, in the line of the object, whose number is given.
    pub fn diagnose(&self, number: u64, nth: u64, error: SyntaxError) -> Diagnostic {
        let mut start = 0;
        for _ in 1..nth {
            let rest = &self.text[start..];
            start += memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        }
        let span = self.place(start + error.span.start)..self.place(start + error.span.end);
        Diagnostic::new(number, self.line, SyntaxError { span, ..error })
    }

    /// Finds a byte of the text in the line of the object.
    fn place(&self, at: usize) -> usize {
        if at < self.label_bytes {
            return self.label.start;
        }
        let content = &self.line[self.record.clone()];
        let mut passed = self.label_bytes;
        let mut place = 0;
        while passed < at && place < content.len() {
            let Written { bytes, stands_for } = Written::first(&content[place..]);
            place += bytes;
            passed += stands_for;
        }
        self.record.start + place
    }
}

/// A character in a string of JSON.
struct Written {
    /// The bytes that it is written in.
    bytes: usize,
    /// The bytes that it stands for.
    stands_for: usize,
}

impl Written {
    /// Measures the first character of the content of a string.
    fn first(content: &[u8]) -> Written {
        let unit = |at: usize| {
            let digits = content.get(at + 2..at + 6)?;
            u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
        };
        let (bytes, stands_for) = match content {
            [b'\\', b'u', ..] => match unit(0).map(char::from_u32) {
                Some(Some(c)) => (6, c.len_utf8()),
                // A pair of units stands for one character of four bytes.
                _ => (12, 4),
            },
            [b'\\', ..] => (2, 1),
            _ => (1, 1),
        };
        Written { bytes, stands_for }
    }
}

/// Reports a member `record` that is no text, or text that is no Unicode.
fn no_text(place: Range<usize>, value: &RawValue) -> SyntaxError {
    let text = format!("`record` is the text of a record: {EXAMPLE}");
    match value.get().as_bytes()[0] {
        b'"' => SyntaxError::new(place, "this text is not Unicode", text),
        b'0'..=b'9' => {
            let help = format!(
                "{text}; in answers it is the number of the record, or its text where records are echoed"
            );
            SyntaxError::new(place, "`record` is a number", help)
        }
        _ => SyntaxError::new(place, "`record` is no text", text),
    }
}

/// The members of the object in a line.
struct Members<'l> {
    /// The line.
    line: &'l str,
    /// The members, with their values as they stand.
    members: List<'l>,
}

impl<'l> Members<'l> {
    /// Reads the members of an object.
    fn read(line: &'l [u8]) -> Result<Self, SyntaxError> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let at = error.valid_up_to();
            SyntaxError::new(at..at + 1, "this is not UTF-8", "save the file as UTF-8")
        })?;
        match serde_json::from_str::<List>(text) {
            Ok(members) => Ok(Members {
                line: text,
                members,
            }),
            Err(error) => Err(no_object(text, &error)),
        }
    }

    /// Returns the value of a member; `None` if there is none or it is null.
    fn get(&self, name: &str) -> Result<Option<&'l RawValue>, SyntaxError> {
        let mut found = self.members.0.iter().filter(|member| member.name == name);
        let first = found.next();
        if let Some(second) = found.next() {
            let help = "each member stands once in an object";
            return Err(SyntaxError::new(
                self.place(second.value),
                format!("a second `{name}`"),
                help,
            ));
        }
        Ok(first
            .map(|member| member.value)
            .filter(|value| value.get() != "null"))
    }

    /// Returns the value of the member `label`, and refuses a member whose name is nearly that.
    fn label(&self) -> Result<Option<&'l RawValue>, SyntaxError> {
        let label = self.get("label")?;
        if label.is_some() {
            return Ok(label);
        }
        let slip = self.members.0.iter().find(|Member { name, .. }| {
            name != "label" && strsim::damerau_levenshtein(&name.to_lowercase(), "label") <= 1
        });
        slip.map_or(Ok(None), |member| {
            Err(SyntaxError::new(
                self.place_of_name(member),
                format!("an object has no member {}", quote(member.name.as_bytes())),
                "did you mean `label`?",
            ))
        })
    }

    /// Reports an object without the text of a record.
    fn no_record(&self) -> SyntaxError {
        let message = "the member `record` is missing";
        let is_nearly = |member: &&Member<'_>| {
            member.name != "record" && nearest(&member.name, ["record"]).is_some()
        };
        if let Some(member) = self.members.0.iter().find(is_nearly) {
            let help = format!("did you mean `record`? An object is {EXAMPLE}");
            return SyntaxError::new(self.place_of_name(member), message, help);
        }
        let help = format!("an object has the text of its record: {EXAMPLE}");
        let start = skip_blanks(self.line.as_bytes(), 0);
        let end = self.line.trim_end().len();
        SyntaxError::new(start..end, message, help)
    }

    /// Finds the name of a member in the line, between its quotes; its value, if the name is written with escapes.
    fn place_of_name(&self, member: &Member<'_>) -> Range<usize> {
        let value = self.place(member.value);
        let quoted = format!("\"{}\"", member.name);
        self.line[..value.start]
            .rfind(&quoted)
            .map_or(value, |at| at + 1..at + quoted.len() - 1)
    }

    /// Finds a value in the line, of which it is a part.
    fn place(&self, value: &RawValue) -> Range<usize> {
        let text = value.get();
        let start = text.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + text.len()
    }
}

/// Reports a line that is no JSON object.
fn no_object(line: &str, error: &serde_json::Error) -> SyntaxError {
    if error.is_eof() {
        let end = line.trim_end().len();
        let help = "JSON Lines have one whole object on each line; `jq -c . FILE` writes them so";
        return SyntaxError::new(end..end, "the object does not end in this line", help);
    }
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(&*message, |(said, _)| said);
    let at = error.column().saturating_sub(1).min(line.len());
    if message == "trailing characters" {
        let end = line.trim_end().len().max(at);
        let help = match line.as_bytes().get(at) {
            Some(b',') => "write the object without it; `jq -c '.[]' FILE` writes a list so",
            Some(b'{') => "each object has a line of its own",
            _ => "nothing stands after an object, and JSON has no comments",
        };
        return SyntaxError::new(at..end, "the line goes on after the object", help);
    }
    let help = if message == "key must be a string" {
        format!("names and texts stand in double quotes: {EXAMPLE}")
    } else {
        format!("an object is {EXAMPLE}")
    };
    let end = (at + 1).min(line.len());
    SyntaxError::new(at..end, format!("this is not JSON: {message}"), help)
}

/// A member of an object.
struct Member<'l> {
    /// The name.
    name: String,
    /// The value as it stands.
    value: &'l RawValue,
}

/// The members of an object as they stand.
struct List<'l>(Vec<Member<'l>>);

impl<'de: 'l, 'l> Deserialize<'de> for List<'l> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Reading)
    }
}

/// Reads the members of an object.
struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = List<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<List<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry()? {
            members.push(Member { name, value });
        }
        Ok(List(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(line: &str) -> (usize, String) {
        let error = RecordObject::read(line.as_bytes()).err().expect("wrong");
        (error.span.start, error.message.to_string())
    }

    #[test]
    fn an_object_is_the_text_of_its_record() {
        let text = |line: &str| {
            let object = RecordObject::read(line.as_bytes()).expect("an object");
            String::from_utf8(object.text().to_vec()).expect("text")
        };
        assert_eq!(text(r#" {"n": {"a": [1]}, "record": "nim: 3"} "#), "nim: 3");
        assert_eq!(text(r#"{"record":"nim: 3","label":"a1"}"#), "@a1 nim: 3");
        assert_eq!(text(r#"{"label":17,"record":"nim: 3"}"#), "@17 nim: 3");
        assert_eq!(text(r#"{"label":"a","record":"@a nim: 3"}"#), "@a nim: 3");
        assert_eq!(text(r#"{"label":null,"record":"nim: 3"}"#), "nim: 3");
        assert_eq!(text(r#"{"record":"king 1x2\n.\u004b"}"#), "king 1x2\n.K");
    }

    #[test]
    fn a_mistake_is_shown_where_it_stands_in_the_object() {
        let line = "{\"record\":\"\\u006eim: \\\"\\ud83d\\ude00 x\", \"label\": \"ab\"}";
        let object = RecordObject::read(line.as_bytes()).expect("an object");
        let text = String::from_utf8(object.text().to_vec()).expect("text");
        assert_eq!(text, "@ab nim: \"\u{1f600} x");
        let x = text.find('x').expect("a letter");
        assert_eq!(object.place(x), line.find('x').expect("a letter"));
        let label = line.rfind('"').expect("a quote") - 3;
        assert_eq!(object.place(1), label);
        assert_eq!(object.place(text.len()), line.find("\", ").expect("an end"));
    }

    #[test]
    fn what_is_no_record_says_which_member_is_wrong() {
        for (line, at, message) in [
            (r#"{"record":1}"#, 10, "`record` is a number"),
            (r#"{"record":["nim: 3"]}"#, 10, "`record` is no text"),
            (r#"{"record":"\ud800"}"#, 10, "this text is not Unicode"),
            (r#" {"text":"nim: 3"}"#, 1, "the member `record` is missing"),
            (r#"{"record":null}"#, 0, "the member `record` is missing"),
            (
                r#"{"record":"nim: 3","record":"nim: 4"}"#,
                28,
                "a second `record`",
            ),
            (
                r#"{"record":"nim: 3","asks":"moves"}"#,
                26,
                "an object has no member `asks`",
            ),
            (
                r#"{"record":"nim: 3","lable":"a"}"#,
                20,
                "an object has no member `lable`",
            ),
            (
                r#"{"record":"nim: 3","label":"a b"}"#,
                27,
                "` ` cannot stand in a label",
            ),
            (
                r#"{"record":"nim: 3","label":true}"#,
                27,
                "`label` is neither text nor a number",
            ),
            (
                r#"{"record":"@b nim: 3","label":"a"}"#,
                30,
                "the record has another label",
            ),
            (
                r#"{"record":"nim: 3""#,
                18,
                "the object does not end in this line",
            ),
            (
                r#"{"record":"nim: 3"},"#,
                19,
                "the line goes on after the object",
            ),
            (
                r#"{'record':"nim: 3"}"#,
                1,
                "this is not JSON: key must be a string",
            ),
        ] {
            assert_eq!(wrong(line), (at, message.to_owned()), "{line}");
        }
        // Deep nesting is passed over.
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(wrong(&deep).1, "the member `record` is missing");
    }
}
