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
//! `{"preperiod":…,"period":…}`, with `"saltus"` where it is arithmetic, or null; `p-positions` and
//! `positions` are strings; `paths` is `{"odd":"…","even":"…"}`, in strings, since
//! these numbers outgrow what most readers take. The key of `paths%M` is `paths%M`, so that several moduli
//! stand side by side.

use std::borrow::Cow;
use std::io::Write;

use super::Diagnostic;
use super::answer::{winner, write_move, write_number};
use crate::record::text;
use crate::record::{Ask, Field, Move, Pattern, Period, Quotient, Stats, Value, Verdict};

/// Appends the opening of the object of a record, whose number is given.
pub fn open(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"record\":");
    write_number(number, out);
}

/// Appends the rest of the object of an answered record, without a line end.
pub fn finish_answer(label: Option<&str>, fields: &[Field], out: &mut Vec<u8>) {
    write_label(label, out);
    let mut written = Written::default();
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
    write_number(diagnostic.line, out);
    out.extend_from_slice(b",\"column\":");
    write_number(diagnostic.column, out);
    write_key("message", out);
    write_string(&diagnostic.message, out);
    write_key("help", out);
    write_string(&diagnostic.help, out);
    if let Some(file) = file {
        write_key("file", out);
        write_string(file, out);
    }
    out.extend_from_slice(b"}}");
}

/// The keys written so far: an object has each once, however often it is asked.
#[derive(Default)]
struct Written(Vec<Cow<'static, str>>);

impl Written {
    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|written| written == key)
    }

    fn key(&mut self, key: impl Into<Cow<'static, str>>, out: &mut Vec<u8>) -> bool {
        let key = key.into();
        let fresh = !self.0.contains(&key);
        if fresh {
            write_key(&key, out);
            self.0.push(key);
        }
        fresh
    }
}

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
        Field::Slice { first, values } if written.has("sequence") => {
            let last = first + (values.len() as u64).saturating_sub(1);
            return format!("sequence {first}-{last}").into();
        }
        Field::Sequence(_) | Field::Slice { .. } => "sequence",
        Field::Stats(_) => "stats",
        &Field::Paths { modulus, .. } => return Ask::Paths(modulus).to_string().into(),
        Field::Period(_) | Field::NoPeriod(_) => "period",
        Field::PPositions(_) => "p-positions",
        Field::Positions(_) => "positions",
        Field::Pattern(_) => "pattern",
        Field::Remoteness(_) => "remoteness",
        Field::Genus(_) => "genus",
        Field::Quotient(_) | Field::NoQuotient(_) => "quotient",
        Field::Values(_) => "values",
        _ => "answer",
    })
}

fn write_field(field: &Field, written: &mut Written, out: &mut Vec<u8>) {
    let key = key(field, written);
    if written.key(key, out) {
        write_content(field, out);
    }
    if let Field::Verdict(verdict) = field {
        let count = if let Verdict::Win(count) = verdict { *count } else { 0 };
        write_field(&Field::Count(count), written, out);
    }
}

/// Appends what stands behind the key of a field.
fn write_content(field: &Field, out: &mut Vec<u8>) {
    match field {
        Field::Verdict(Verdict::Win(_)) => write_string("WIN", out),
        Field::Verdict(Verdict::Lose) => write_string("LOSE", out),
        Field::Verdict(Verdict::Draw) => write_string("DRAW", out),
        Field::Winner(outcome) => write_string(winner(*outcome), out),
        Field::Count(count) => write_count(*count, out),
        Field::Grundy(value) => write_value(value, out),
        Field::Values(values) => write_array(values, out, write_value),
        Field::Moves(moves) => write_array(moves, out, quote_move),
        Field::Best(Some(mv)) => quote_move(mv, out),
        Field::Best(None) => out.extend_from_slice(b"null"),
        Field::Losing(numbers) | Field::Sequence(numbers) | Field::Slice { values: numbers, .. } => {
            write_array(numbers, out, |&number, out| write_count(number, out));
        }
        Field::Stats(stats) => write_stats(stats, out),
        Field::Paths { odd, even, .. } => {
            let _ = write!(out, "{{\"odd\":\"{odd}\",\"even\":\"{even}\"}}"); // a Vec takes every write
        }
        &Field::Period(Period { preperiod, period, saltus }) => {
            let numbers = [("preperiod", preperiod), ("period", period), ("saltus", saltus)];
            let numbers = numbers.map(|(key, number)| (key, number.into()));
            write_object(if saltus > 0 { &numbers } else { &numbers[..2] }, out);
        }
        &Field::NoPeriod(searched) => write_none(searched, out),
        Field::PPositions(count) | Field::Positions(count) => write_string(&count.to_string(), out),
        Field::Pattern(pattern) => write_pattern(pattern.as_ref(), out),
        Field::Remoteness(None) => out.extend_from_slice(b"null"),
        &Field::Remoteness(Some(moves)) => write_count(moves, out),
        Field::Genus(genus) => write_string(genus, out),
        &Field::Quotient(Quotient { order, losing, period }) => {
            let (preperiod, length) = period.unwrap_or_default();
            let numbers = [("p", losing), ("preperiod", preperiod), ("period", length)];
            let [p, preperiod, length] = numbers.map(|(key, number)| (key, number.into()));
            let numbers = [("order", order), p, preperiod, length];
            write_object(if period.is_some() { &numbers } else { &numbers[..2] }, out);
        }
        &Field::NoQuotient(heap) => write_none(Some(heap), out),
        // A field of a later version of the vocabulary, as text.
        _ => {
            let mut text = Vec::new();
            text::write_field(field, &mut text);
            write_string(&String::from_utf8_lossy(&text), out);
        }
    }
}

/// Appends null, and how far was looked in vain.
fn write_none(searched: Option<u64>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"null");
    if let Some(heap) = searched {
        write_key("searched", out);
        write_count(heap, out);
    }
}

/// Appends an object of numbers.
fn write_object(numbers: &[(&str, u128)], out: &mut Vec<u8>) {
    for (i, &(key, number)) in numbers.iter().enumerate() {
        out.push(if i == 0 { b'{' } else { b',' });
        write_string(key, out);
        out.push(b':');
        write_count(number, out);
    }
    out.push(b'}');
}

fn write_label(label: Option<&str>, out: &mut Vec<u8>) {
    if let Some(label) = label {
        write_key("label", out);
        write_string(label, out);
    }
}

fn write_key(key: &str, out: &mut Vec<u8>) {
    out.push(b',');
    write_string(key, out);
    out.push(b':');
}

fn write_string(text: &str, out: &mut Vec<u8>) {
    let _ = serde_json::to_writer(out, text); // strings always serialise, and a Vec takes every write
}

/// The largest whole number up to which every reader of JSON has all: 2⁵³.
const EXACT: u128 = 1 << 53;

/// A number of an answer: as a number where every reader takes it exactly, else as a string.
fn write_count(number: impl itoa::Integer + Into<u128> + Copy, out: &mut Vec<u8>) {
    if number.into() <= EXACT {
        write_number(number, out);
    } else {
        out.push(b'"');
        write_number(number, out);
        out.push(b'"');
    }
}

fn write_stats(stats: &Stats, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"largest\":");
    write_count(stats.largest, out);
    write_key("at", out);
    write_count(stats.largest_at, out);
    write_key("new", out);
    write_count(stats.last_new, out);
    write_key("rare", out);
    write_array(&stats.rare, out, |&value, out| write_count(value, out));
    write_key("counts", out);
    write_array(&stats.counts, out, |&(value, count), out| {
        write_array(&[value, count], out, |&number, out| write_count(number, out));
    });
    out.push(b'}');
}

fn write_value(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Finite(number) => write_count(*number, out),
        Value::Infinite(members) => {
            out.extend_from_slice(b"{\"inf\":");
            write_array(members, out, |&member, out| write_count(member, out));
            out.push(b'}');
        }
    }
}

fn quote_move(mv: &Move, out: &mut Vec<u8>) {
    out.push(b'"');
    write_move(mv, out);
    out.push(b'"');
}

fn write_array<T>(items: &[T], out: &mut Vec<u8>, write_item: impl Fn(&T, &mut Vec<u8>)) {
    out.push(b'[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write_item(item, out);
    }
    out.push(b']');
}

/// A pattern: what it is called, and its period or its automaton.
fn write_pattern(pattern: Option<&Pattern>, out: &mut Vec<u8>) {
    let Some(pattern) = pattern else {
        out.extend_from_slice(b"null");
        return;
    };
    out.extend_from_slice(b"{\"text\":");
    write_string(&pattern.to_string(), out);
    match pattern {
        Pattern::Period(Period { preperiod, period, .. }) => {
            write_key("preperiod", out);
            write_count(*preperiod, out);
            write_key("period", out);
            write_count(*period, out);
        }
        Pattern::Automaton(automaton) => {
            write_key("system", out);
            write_string(&automaton.system, out);
            write_key("digits", out);
            write_count(automaton.digits as u64, out);
            write_key("tracks", out);
            write_count(automaton.tracks as u64, out);
            write_key("lost", out);
            write_array(&automaton.lost, out, |lost, out| out.extend_from_slice(lost.to_string().as_bytes()));
            write_key("next", out);
            write_array(&automaton.next, out, |row, out| {
                write_array(row, out, |next, out| match next {
                    Some(next) => write_count(*next, out),
                    None => out.extend_from_slice(b"null"),
                });
            });
        }
        _ => {}
    }
    out.push(b'}');
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
