//! Answers as JSON, one object a line.
//!
//! ```json
//! {"record":1,"label":"a1","verdict":"WIN","count":1,"grundy":1}
//! {"record":2,"error":{"line":2,"column":1,"message":"…","help":"…"}}
//! ```
//!
//! - `record` is the number of the record, or its text if records are echoed.
//! - `verdict` gives `verdict` and `count`. What the others give follows from the forms of their answers
//!   (`grundy_record::Form`), as the table of asks in `docs/language.md` has it.
//! - Numbers above 2⁵³ are strings, since many readers round them.
//! - Numbers of any size are always strings, since they outgrow what most readers take. The key of `paths%M` is `paths%M`, so that an object may have several moduli.

use std::borrow::Cow;
use std::io;

use fxhash::FxHashSet;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::Formatter;

use super::Diagnostic;
use grundy_record::{
    Content, Field, Move, Pattern, Period, Quotient, QuotientPeriod, Stats, Value, Verdict,
};

/// The member `record` of an object.
pub enum RecordName<'t> {
    /// The number of the record.
    Number(u64),
    /// The text of the record, for who wants it echoed.
    Text(&'t str),
}

/// Appends the object of a record: its fields, or what is wrong with it. `file` names the file of a wrong line, if there
/// are several.
pub fn write(
    record: &RecordName<'_>,
    label: Option<&str>,
    fields: Result<&[Field], &Diagnostic>,
    file: Option<&str>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"{\"record\":");
    match record {
        RecordName::Number(number) => put(number, out),
        RecordName::Text(text) => put(*text, out),
    }
    if let Some(label) = label {
        write_member("label", label, out);
    }
    match fields {
        Ok(fields) => {
            let mut written = Written::default();
            for field in fields {
                write_field(field, &mut written, out);
            }
        }
        Err(Diagnostic {
            line,
            column,
            message,
            help,
            ..
        }) => {
            write_member(
                "error",
                &Mistake {
                    line: *line,
                    column: *column,
                    message,
                    help,
                    file,
                },
                out,
            );
        }
    }
    out.push(b'}');
}

/// The value of the key `error`.
#[derive(serde::Serialize)]
struct Mistake<'d> {
    /// The number of the line, from 1.
    line: u64,
    /// The column in the line, in characters from 1.
    column: u64,
    /// The mistake.
    message: &'d str,
    /// The remedy.
    help: &'d str,
    /// The name of the file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'d str>,
}

/// Appends a key and its value.
fn write_member(key: &str, content: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    out.push(b',');
    put(key, out);
    out.push(b':');
    put(content, out);
}

/// Appends a value.
fn put(content: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let mut to = serde_json::Serializer::with_formatter(out, Exact);
    let _ = content.serialize(&mut to); // all contents serialise, and a Vec takes every write
}

/// A formatter that writes a number as a number if every reader takes it exactly, up to 2⁵³, and else as a string.
struct Exact;

impl Formatter for Exact {
    fn write_u64<W: ?Sized + io::Write>(&mut self, out: &mut W, number: u64) -> io::Result<()> {
        self.write_u128(out, number.into())
    }

    fn write_u128<W: ?Sized + io::Write>(&mut self, out: &mut W, number: u128) -> io::Result<()> {
        match u64::try_from(number) {
            Ok(number @ 0..=0x20_0000_0000_0000) => {
                out.write_all(itoa::Buffer::new().format(number).as_bytes())
            }
            _ => write!(out, "\"{number}\""),
        }
    }
}

/// The keys written so far: an object has each key once, however often its ask is repeated.
type Written = FxHashSet<Cow<'static, str>>;

/// Names the key of a field: the word of its ask. A second part of a sequence, and paths of different moduli, have keys of
/// their own.
fn key(field: &Field, written: &Written) -> Cow<'static, str> {
    match field {
        Field::Paths { .. } => field.ask().to_string().into(),
        Field::Slice { .. } if written.contains("sequence") => field.ask().to_string().into(),
        field => field.word().into(),
    }
}

/// Appends a field, if its key is not there yet. A verdict is also written as a count, and null also with how far the
/// search went.
fn write_field(field: &Field, written: &mut Written, out: &mut Vec<u8>) {
    let key = key(field, written);
    if !written.contains(&key) {
        write_member(&key, &Shown(field), out);
        if let &Field::NoPeriod(Some(heap)) | &Field::NoQuotient(Some(heap)) = field {
            write_member("searched", &heap, out);
        }
        written.insert(key);
    }
    if let Field::Verdict(verdict) = field {
        let count = if let Verdict::Win(count) = verdict {
            *count
        } else {
            0
        };
        write_field(&Field::Count(count), written, out);
    }
}

/// The value of the key of a field.
struct Shown<'f>(&'f Field);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.content() {
            Content::Verdict(Verdict::Win(_)) => to.serialize_str("WIN"),
            Content::Verdict(verdict) => to.collect_str(verdict),
            Content::Outcome(outcome) => to.collect_str(outcome),
            Content::Count(count) => count.serialize(to),
            Content::Total(count) => to.collect_str(count),
            Content::Value(value) => Grundy(value).serialize(to),
            Content::Values(values) => to.collect_seq(values.iter().map(Grundy)),
            Content::Moves(moves) => to.collect_seq(moves.iter().map(Move::to_string)),
            Content::Move(best) => best.as_ref().map(Move::to_string).serialize(to),
            Content::Heaps(numbers) | Content::Sequence(numbers) => numbers.serialize(to),
            Content::Stats(stats) => write_stats(stats, to),
            Content::Ways { odd, even } => {
                to.collect_map([("odd", odd.to_string()), ("even", even.to_string())])
            }
            Content::Period(&Period {
                preperiod,
                period,
                saltus,
            }) => {
                let mut members = vec![("preperiod", preperiod), ("period", period)];
                if saltus > 0 {
                    members.push(("saltus", saltus));
                }
                to.collect_map(members)
            }
            Content::Positions(list) if list.width() == 1 => list.numbers.serialize(to),
            Content::Positions(list) => to.collect_seq(list.iter()),
            Content::Length(length) => length.moves().serialize(to),
            Content::NotFound | Content::Pattern(None) => to.serialize_none(),
            Content::Pattern(Some(pattern)) => write_pattern(pattern, to),
            Content::Quotient(&Quotient {
                order,
                losing,
                period,
            }) => {
                let mut members = vec![("order", order), ("p", losing.into())];
                if let Some(QuotientPeriod { preperiod, period }) = period {
                    members.push(("preperiod", preperiod.into()));
                    members.push(("period", period.into()));
                }
                to.collect_map(members)
            }
            Content::Text(text) => to.serialize_str(text),
        }
    }
}

/// A Grundy value.
struct Grundy<'v>(&'v Value);

impl Serialize for Grundy<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Finite(number) => number.serialize(to),
            Value::Infinite(members) => to.collect_map([("inf", members)]),
        }
    }
}

/// Writes statistics as an object.
fn write_stats<S: Serializer>(stats: &Stats, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    object.serialize_entry("largest", &stats.largest)?;
    object.serialize_entry("at", &stats.largest_at)?;
    object.serialize_entry("new", &stats.last_new)?;
    object.serialize_entry("rare", &stats.rare)?;
    let counts = stats.counts.iter().map(|count| [count.value, count.count]);
    object.serialize_entry("counts", &counts.collect::<Vec<_>>())?;
    object.end()
}

/// Writes a pattern as an object: its text, and its period or its automaton.
fn write_pattern<S: Serializer>(pattern: &Pattern, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    object.serialize_entry("text", &pattern.to_string())?;
    match pattern {
        Pattern::Period(Period {
            preperiod, period, ..
        }) => {
            object.serialize_entry("preperiod", preperiod)?;
            object.serialize_entry("period", period)?;
        }
        Pattern::Automaton(automaton) => {
            object.serialize_entry("system", &automaton.system)?;
            object.serialize_entry("digits", &automaton.digits)?;
            object.serialize_entry("tracks", &automaton.tracks)?;
            object.serialize_entry("lost", &automaton.lost)?;
            object.serialize_entry("next", &automaton.next)?;
        }
        _ => {}
    }
    object.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(field: Field) -> serde_json::Value {
        let mut out = Vec::new();
        write(&RecordName::Number(1), None, Ok(&[field]), None, &mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn numbers_beyond_what_every_reader_takes_are_strings() {
        let exact = 1u64 << 53;
        assert_eq!(object(Field::Grundy(Value::Finite(exact)))["grundy"], exact);
        assert_eq!(
            object(Field::Grundy(Value::Finite(exact + 1)))["grundy"],
            "9007199254740993"
        );
        assert_eq!(
            object(Field::Count(u128::from(exact) + 1))["count"],
            "9007199254740993"
        );
        let losing = object(Field::Losing(vec![0, exact + 1]));
        assert_eq!(losing["losing"], serde_json::json!([0, "9007199254740993"]));
        let period = Period {
            preperiod: 3,
            period: exact + 1,
            saltus: 0,
        };
        assert_eq!(
            object(Field::Period(period))["period"]["period"],
            "9007199254740993"
        );
        assert_eq!(object(Field::Period(period))["period"]["preperiod"], 3);
        assert_eq!(object(Field::NoPeriod(Some(70)))["searched"], 70);
        assert!(object(Field::NoPeriod(None))["period"].is_null());
    }
}
