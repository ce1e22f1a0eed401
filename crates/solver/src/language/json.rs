//! Answers as JSON, one object a line.
//!
//! ```json
//! {"record":1,"label":"a1","verdict":"WIN","count":1,"grundy":1}
//! {"record":2,"error":{"line":2,"column":1,"message":"…","help":"…"}}
//! ```
//!
//! `verdict` gives `verdict` and `count`; `winner`, `best` and each of `moves` are strings (`best`
//! is null when there is no move); `count`, `grundy`, `losing`, `sequence` and `values` are numbers
//! or lists of numbers, those above 2⁵³ in strings, since many readers round them; an infinite value is `{"inf":[members]}`; `period` is
//! `{"preperiod":…,"period":…}`, with `"saltus"` if it is arithmetic, or null; `p-positions` and
//! `positions` are strings; `paths` is `{"odd":"…","even":"…"}`, in strings, since
//! these numbers outgrow what most readers take. The key of `paths%M` is `paths%M`, so that several moduli
//! stand side by side.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Diagnostic;
use crate::record::{Ask, Field, Move, Pattern, Period, Quotient, Stats, Value, Verdict};

/// Appends the opening of the object of a record, whose number is given.
pub fn open(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"record\":");
    write(&number, out);
}

/// Appends the rest of the object of an answered record, without a line end.
pub fn finish_answer(label: Option<&str>, fields: &[Field], out: &mut Vec<u8>) {
    write_label(label, out);
    let mut written = Vec::new();
    for field in fields {
        write_field(field, &mut written, out);
    }
    out.push(b'}');
}

/// Appends the rest of the object of a wrong record, without a line end; `file` says where its line is,
/// when there are several.
pub fn finish_error(label: Option<&str>, file: Option<&str>, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
    write_label(label, out);
    out.extend_from_slice(b",\"error\":{\"line\":");
    write(&diagnostic.line, out);
    write_member("column", &diagnostic.column, out);
    write_member("message", &diagnostic.message, out);
    write_member("help", &diagnostic.help, out);
    if let Some(file) = file {
        write_member("file", file, out);
    }
    out.extend_from_slice(b"}}");
}

fn write_label(label: Option<&str>, out: &mut Vec<u8>) {
    if let Some(label) = label {
        write_member("label", label, out);
    }
}

fn write_member(key: &str, content: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    out.push(b',');
    write(key, out);
    out.push(b':');
    write(content, out);
}

fn write(content: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let _ = serde_json::to_writer(out, content); // all contents serialise, and a Vec takes every write
}

/// The keys written so far: an object has each once, however often it is asked.
type Written = Vec<Cow<'static, str>>;

/// The key of a field. A second part of a sequence, and paths of different moduli, have keys of their own.
fn key(field: &Field, written: &Written) -> Cow<'static, str> {
    Cow::Borrowed(match field {
        Field::Verdict(_) => "verdict",
        Field::Winner(_) => "winner",
        Field::Count(_) => "count",
        Field::Grundy(_) => "grundy",
        Field::Moves(_) => "moves",
        Field::Best(_) => "best",
        Field::Losing(_) => "losing",
        Field::Slice { first, values } if written.iter().any(|key| key == "sequence") => {
            let last = first + (values.len() as u64).saturating_sub(1);
            return format!("sequence {first}-{last}").into();
        }
        Field::Sequence(_) | Field::Slice { .. } => "sequence",
        Field::Stats(_) => "stats",
        &Field::Paths { modulus, .. } => return Ask::Paths(modulus).to_string().into(),
        Field::Period(_) | Field::NoPeriod(_) => "period",
        Field::PPositions(_) => "p-positions",
        Field::Positions(_) => "positions",
        Field::PList(_) => "p-list",
        Field::Pattern(_) => "pattern",
        Field::Remoteness(_) => "remoteness",
        Field::Genus(_) => "genus",
        Field::Quotient(_) | Field::NoQuotient(_) => "quotient",
        Field::Values(_) => "values",
        _ => "answer",
    })
}

/// Appends a field, if its key is not there yet; a verdict also as a count, and null also with how far was looked.
fn write_field(field: &Field, written: &mut Written, out: &mut Vec<u8>) {
    let key = key(field, written);
    if !written.contains(&key) {
        write_member(&key, &Content(field), out);
        if let &Field::NoPeriod(Some(heap)) | &Field::NoQuotient(heap) = field {
            write_member("searched", &Exact(heap), out);
        }
        written.push(key);
    }
    if let Field::Verdict(verdict) = field {
        let count = if let Verdict::Win(count) = verdict { *count } else { 0 };
        write_field(&Field::Count(count), written, out);
    }
}

/// The value behind the key of a field.
struct Content<'f>(&'f Field);

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Field::Verdict(Verdict::Win(_)) => to.serialize_str("WIN"),
            Field::Verdict(verdict) => to.collect_str(verdict),
            Field::Winner(outcome) => to.collect_str(outcome),
            Field::Count(count) => Exact(*count).serialize(to),
            Field::Grundy(value) => Content::of(value).serialize(to),
            Field::Values(values) => to.collect_seq(values.iter().map(Content::of)),
            Field::Moves(moves) => to.collect_seq(moves.iter().map(Move::to_string)),
            Field::Best(best) => best.as_ref().map(Move::to_string).serialize(to),
            Field::Losing(numbers) | Field::Sequence(numbers) | Field::Slice { values: numbers, .. } => {
                to.collect_seq(numbers.iter().copied().map(Exact))
            }
            Field::Stats(stats) => write_stats(stats, to),
            Field::Paths { odd, even, .. } => {
                to.collect_map([("odd", odd.to_string()), ("even", even.to_string())])
            }
            &Field::Period(Period { preperiod, period, saltus }) => {
                let saltus = (saltus > 0).then_some(("saltus", saltus));
                let numbers = [("preperiod", preperiod), ("period", period)].into_iter().chain(saltus);
                to.collect_map(numbers.map(|(key, number)| (key, Exact(number))))
            }
            Field::PList(list) if list.width() == 1 => {
                to.collect_seq(list.numbers.iter().copied().map(Exact))
            }
            Field::PList(list) => {
                to.collect_seq(list.iter().map(|tuple| tuple.iter().copied().map(Exact).collect::<Vec<_>>()))
            }
            &Field::Remoteness(moves) => moves.map(Exact).serialize(to),
            Field::NoPeriod(_) | Field::NoQuotient(_) | Field::Pattern(None) => to.serialize_none(),
            Field::Pattern(Some(pattern)) => write_pattern(pattern, to),
            &Field::Quotient(Quotient { order, losing, period }) => {
                let period = period.map(|(preperiod, period)| [("preperiod", preperiod), ("period", period)]);
                let numbers = [("p", losing)].into_iter().chain(period.into_iter().flatten());
                let numbers = numbers.map(|(key, number)| (key, Exact(number.into())));
                to.collect_map([("order", Exact(order))].into_iter().chain(numbers))
            }
            // Counts of positions and genera; and a field of a later version of the vocabulary.
            other => to.collect_str(other),
        }
    }
}

impl Content<'_> {
    fn of(value: &Value) -> impl Serialize {
        match value {
            Value::Finite(number) => GrundyValue::Finite(Exact(*number)),
            Value::Infinite(members) => {
                GrundyValue::Infinite { inf: members.iter().copied().map(Exact).collect() }
            }
        }
    }
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum GrundyValue {
    Finite(Exact<u64>),
    Infinite { inf: Vec<Exact<u64>> },
}

/// A number of an answer: as a number if every reader takes it exactly, up to 2⁵³, else as a string.
#[derive(Clone, Copy)]
struct Exact<N>(N);

impl<N: Into<u128> + Copy> Serialize for Exact<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.into() {
            number @ 0..=0x20_0000_0000_0000 => to.serialize_u64(number as u64),
            number => to.collect_str(&number),
        }
    }
}

fn write_stats<S: Serializer>(stats: &Stats, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    object.serialize_entry("largest", &Exact(stats.largest))?;
    object.serialize_entry("at", &Exact(stats.largest_at))?;
    object.serialize_entry("new", &Exact(stats.last_new))?;
    object.serialize_entry("rare", &stats.rare.iter().copied().map(Exact).collect::<Vec<_>>())?;
    let counts = stats.counts.iter().map(|&(value, count)| [Exact(value), Exact(count)]);
    object.serialize_entry("counts", &counts.collect::<Vec<_>>())?;
    object.end()
}

/// A pattern: its text, and its period or its automaton.
fn write_pattern<S: Serializer>(pattern: &Pattern, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    object.serialize_entry("text", &pattern.to_string())?;
    match pattern {
        Pattern::Period(Period { preperiod, period, .. }) => {
            object.serialize_entry("preperiod", &Exact(*preperiod))?;
            object.serialize_entry("period", &Exact(*period))?;
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
        open(1, &mut out);
        finish_answer(None, &[field], &mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn numbers_beyond_what_every_reader_takes_are_strings() {
        let exact = 1u64 << 53;
        assert_eq!(object(Field::Grundy(Value::Finite(exact)))["grundy"], exact);
        assert_eq!(object(Field::Grundy(Value::Finite(exact + 1)))["grundy"], "9007199254740993");
        assert_eq!(object(Field::Count(u128::from(exact) + 1))["count"], "9007199254740993");
        let losing = object(Field::Losing(vec![0, exact + 1]));
        assert_eq!(losing["losing"], serde_json::json!([0, "9007199254740993"]));
        let period = Period { preperiod: 3, period: exact + 1, saltus: 0 };
        assert_eq!(object(Field::Period(period))["period"]["period"], "9007199254740993");
        assert_eq!(object(Field::Period(period))["period"]["preperiod"], 3);
        assert_eq!(object(Field::NoPeriod(Some(70)))["searched"], 70);
        assert!(object(Field::NoPeriod(None))["period"].is_null());
    }
}
