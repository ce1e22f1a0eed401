//! Answers as text: the fields joined by ` | `.

use std::fmt;
use std::io::Write;

use crate::{
    Content, Field, Length, Move, Outcome, Period, Quotient, QuotientPeriod, Stats, Taken, Tuple,
    Value, ValueCount, Verdict,
};

/// Appends the fields of one answer, without a line end.
pub fn write(fields: &[Field], out: &mut Vec<u8>) {
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(b" | ");
        }
        write_field(field, out);
    }
}

/// Appends the label that a line begins with, if it has one.
pub fn write_label(label: Option<&str>, out: &mut Vec<u8>) {
    if let Some(label) = label {
        out.push(b'@');
        out.extend_from_slice(label.as_bytes());
        out.push(b' ');
    }
}

/// Appends sequences as lines `n a(n)`, which is the form of the OEIS's b-files, and any other field as a line.
pub fn write_b_file(fields: &[Field], out: &mut Vec<u8>) {
    for field in fields {
        match field {
            Field::Sequence(values) => write_terms(0.., values, out),
            Field::Slice { first, values } => write_terms(*first.., values, out),
            Field::Sparse { heaps, values } => write_terms(heaps.iter().copied(), values, out),
            other => {
                write_field(other, out);
                out.push(b'\n');
            }
        }
    }
}

/// Appends a line for each heap, with its value.
fn write_terms(heaps: impl Iterator<Item = u64>, values: &[u64], out: &mut Vec<u8>) {
    for (heap, &value) in heaps.zip(values) {
        write_number(heap, out);
        out.push(b' ');
        write_number(value, out);
        out.push(b'\n');
    }
}

/// Writes a board of three rows of three cells: `.X./.../...`.
pub fn board_text(board: u16) -> String {
    let cell = |cell: u16| if board >> cell & 1 == 1 { 'X' } else { '.' };
    [0, 3, 6]
        .map(|first| (first..first + 3).map(cell).collect::<String>())
        .join("/")
}

/// Appends one field.
pub fn write_field(field: &Field, out: &mut Vec<u8>) {
    match field.content() {
        Content::Verdict(verdict) => write_verdict(verdict, out),
        Content::Outcome(outcome) => write_outcome(outcome, out),
        Content::Count(count) => write_number(*count, out),
        Content::Total(count) => write_shown(count, out),
        Content::Value(value) => write_value(value, out),
        Content::Values(values) => write_list(values, out, write_value),
        Content::Moves(moves) => write_list(moves, out, write_move),
        Content::Move(best) => write_list(best.as_slice(), out, write_move),
        Content::Heaps(numbers) | Content::Sequence(numbers) => {
            write_list(numbers, out, |&number, out| write_number(number, out));
        }
        Content::Stats(Stats {
            largest,
            largest_at,
            last_new,
            rare,
            counts,
        }) => {
            write_shown(
                format_args!("largest {largest} at {largest_at} new {last_new} rare "),
                out,
            );
            write_list(rare, out, |&value, out| write_number(value, out));
            out.extend_from_slice(b" counts ");
            write_list(counts, out, |ValueCount { value, count }, out| {
                write_shown(format_args!("{value}:{count}"), out);
            });
        }
        Content::Ways { odd, even } => write_shown(format_args!("{odd} {even}"), out),
        Content::NotFound | Content::Pattern(None) => out.push(b'-'),
        Content::Period(&Period {
            preperiod,
            period,
            saltus,
        }) => {
            write_shown(format_args!("{preperiod} {period}"), out);
            if saltus > 0 {
                write_shown(format_args!(" +{saltus}"), out);
            }
        }
        Content::Pattern(Some(pattern)) => write_shown(pattern, out),
        Content::Positions(list) if list.numbers.is_empty() => out.push(b'-'),
        Content::Positions(list) => {
            let positions: Vec<&[u64]> = list.iter().collect();
            write_list(&positions, out, |position, out| {
                let mut rest = *position;
                join(&list.components, b'+', out, |&size, out| {
                    write_joined(rest.split_off(..size).unwrap_or_default(), out);
                });
            });
        }
        Content::Length(length) => write_length(*length, out),
        Content::Text(text) => out.extend_from_slice(text.as_bytes()),
        Content::Quotient(Quotient {
            order,
            losing,
            period,
        }) => {
            write_shown(format_args!("{order} {losing}"), out);
            if let Some(QuotientPeriod { preperiod, period }) = period {
                write_shown(format_args!(" {preperiod} {period}"), out);
            }
        }
    }
}

/// Appends a move: `2:3>1`, `1:5>2+2`, `1:3,3>2,3`, `4`.
pub fn write_move(mv: &Move, out: &mut Vec<u8>) {
    match mv {
        Move::Heap { index, from, to } => {
            write_head(*index, &[*from], out);
            write_number(*to, out);
        }
        Move::Split { index, from, parts } => {
            write_head(*index, &[*from], out);
            join(parts, b'+', out, |&part, out| write_number(part, out));
        }
        Move::Tuple { index, from, to } => {
            write_head(*index, from.as_slice(), out);
            write_joined(to.as_slice(), out);
        }
        Move::Parts { index, from, parts } => {
            write_head(*index, from.as_slice(), out);
            write_tuples(parts, out);
        }
        Move::Lists { index, from, parts } => {
            write_component(*index, out);
            write_list_of_numbers(&from.numbers, from.is_word, out);
            out.push(b'>');
            join(parts, b'+', out, |part, out| {
                write_list_of_numbers(&part.numbers, part.is_word, out);
            });
        }
        Move::Several(moves) => join(moves, b',', out, write_move),
        Move::Number(number) => write_number(*number, out),
        Move::Take { index, what } => {
            if let Some(index) = *index {
                write_component(index, out);
            }
            write_taken(what, out);
        }
        Move::Letters { index, change } => {
            write_component(*index, out);
            write_shown(change, out);
        }
    }
}

/// Implements `Display` by the function that appends the text of a value.
macro_rules! shown {
    ($($of:ty, $write:expr;)*) => {
        $(impl fmt::Display for $of {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut out = Vec::new();
                $write(self, &mut out);
                f.write_str(&String::from_utf8_lossy(&out))
            }
        })*
    };
}

shown! {
    Verdict, write_verdict;
    Outcome, write_outcome;
    Value, write_value;
    Field, write_field;
    Move, write_move;
}

/// Returns the text of a move.
pub fn move_text(mv: &Move) -> String {
    mv.to_string()
}

/// Appends how long play lasts: `7`, `-`, `inf`.
fn write_length(length: Length, out: &mut Vec<u8>) {
    match length {
        Length::Moves(moves) => write_number(moves, out),
        Length::Drawn => out.push(b'-'),
        Length::Endless => out.extend_from_slice(b"inf"),
    }
}

/// Appends a verdict: `WIN 3`, `LOSE`.
fn write_verdict(verdict: &Verdict, out: &mut Vec<u8>) {
    match verdict {
        Verdict::Win(count) => {
            out.extend_from_slice(b"WIN ");
            write_number(*count, out);
        }
        Verdict::Lose => out.extend_from_slice(b"LOSE"),
        Verdict::Draw => out.extend_from_slice(b"DRAW"),
    }
}

/// Appends what a move takes: `9,4,1`, `1:1,1+1,2`, `1-2`.
fn write_taken(what: &Taken, out: &mut Vec<u8>) {
    match what {
        Taken::Places(places) => write_joined(places, out),
        Taken::Cells(cells) => write_tuples(cells, out),
        Taken::Edge(edge) => join(&edge.ends(), b'-', out, |&end, out| write_number(end, out)),
        Taken::Set(set) => join(&[&set.needs, &set.others], b'>', out, |list, out| {
            write_joined(list, out);
        }),
    }
}

/// Appends the text of a value that can be shown.
fn write_shown(shown: impl fmt::Display, out: &mut Vec<u8>) {
    let _ = write!(out, "{shown}"); // a Vec takes every write
}

/// Appends tuples joined by plus signs.
fn write_tuples(tuples: &[Tuple], out: &mut Vec<u8>) {
    join(tuples, b'+', out, |tuple, out| {
        write_joined(tuple.as_slice(), out);
    });
}

/// Appends who wins: `FIRST`, `SECOND`, `NOBODY`.
fn write_outcome(outcome: &Outcome, out: &mut Vec<u8>) {
    out.extend_from_slice(match outcome {
        Outcome::Win => b"FIRST",
        Outcome::Lose => b"SECOND",
        Outcome::Draw => b"NOBODY",
    });
}

/// Appends the number of a component before its move.
fn write_component(index: usize, out: &mut Vec<u8>) {
    write_number(index + 1, out);
    out.push(b':');
}

/// Appends a component and its numbers before its move: `2:3>`.
fn write_head(index: usize, from: &[u64], out: &mut Vec<u8>) {
    write_component(index, out);
    write_joined(from, out);
    out.push(b'>');
}

/// Appends a number.
pub fn write_number(number: impl itoa::Integer, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends numbers joined by commas.
pub fn write_joined(numbers: &[u64], out: &mut Vec<u8>) {
    join(numbers, b',', out, |&number, out| write_number(number, out));
}

/// Returns the letter that has this code point, if there is one.
pub fn letter(number: u64) -> Option<char> {
    let letter = u32::try_from(number).ok().and_then(char::from_u32);
    letter.filter(|letter| letter.is_alphabetic())
}

/// Appends the numbers of a list: `5,2,2,1`, `()` if there are none, and `"abba"` if it is to be a word and all of them are
/// letters.
pub fn write_list_of_numbers(numbers: &[u64], as_word: bool, out: &mut Vec<u8>) {
    let letters = || numbers.iter().map(|&number| letter(number));
    if numbers.is_empty() {
        out.extend_from_slice(b"()");
    } else if as_word && letters().all(|letter| letter.is_some()) {
        let word: String = letters().flatten().collect();
        write_shown(format_args!("\"{word}\""), out);
    } else {
        write_joined(numbers, out);
    }
}

/// Appends items with a sign between them.
fn join<T>(items: &[T], sign: u8, out: &mut Vec<u8>, mut write_item: impl FnMut(&T, &mut Vec<u8>)) {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(sign);
        }
        write_item(item, out);
    }
}

/// Appends a Grundy value: `3`, `inf 0,2`.
fn write_value(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Finite(number) => write_number(*number, out),
        Value::Infinite(members) => {
            out.extend_from_slice(b"inf");
            if !members.is_empty() {
                out.push(b' ');
                write_joined(members, out);
            }
        }
    }
}

/// Appends items separated by spaces, or `-` when there is none.
fn write_list<T>(items: &[T], out: &mut Vec<u8>, write_item: impl Fn(&T, &mut Vec<u8>)) {
    if items.is_empty() {
        out.push(b'-');
    }
    join(items, b' ', out, write_item);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tuple;
    use grundy_base::edge::Edge;

    fn text(fields: &[Field]) -> String {
        let mut out = Vec::new();
        write(fields, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_read_as_the_language_says() {
        assert_eq!(
            text(&[
                Field::Verdict(Verdict::Win(3)),
                Field::Winner(Outcome::Draw)
            ]),
            "WIN 3 | NOBODY"
        );
        let moves = vec![
            Move::Heap {
                index: 1,
                from: 3,
                to: 1,
            },
            Move::Split {
                index: 0,
                from: 5,
                parts: [2, 2],
            },
            Move::Tuple {
                index: 0,
                from: Tuple::new(&[3, 3]),
                to: Tuple::new(&[2, 3]),
            },
            Move::Number(4),
            Move::Parts {
                index: 2,
                from: Tuple::new(&[9]),
                parts: [1, 2, 3].map(|n| Tuple::new(&[n])).into(),
            },
            Move::Several(
                [(0, 3), (2, 5)]
                    .map(|(index, from)| Move::Heap { index, from, to: 1 })
                    .into(),
            ),
            Move::Take {
                index: None,
                what: Taken::Places([9, 4, 1].into()),
            },
            Move::Take {
                index: Some(0),
                what: Taken::Cells([[1, 1], [1, 2]].map(|c| Tuple::new(&c)).into()),
            },
            Move::Take {
                index: None,
                what: Taken::Edge(Edge::new(1, 2)),
            }
            .shifted(3),
        ];
        let expected = "2:3>1 1:5>2+2 1:3,3>2,3 4 3:9>1+2+3 1:3>1,3:5>1 9,4,1 1:1,1+1,2 4:1-2";
        assert_eq!(text(&[Field::Moves(moves)]), expected);
        assert_eq!(
            text(&[Field::Moves(Vec::new()), Field::Best(None)]),
            "- | -"
        );
        let values = vec![
            Value::Finite(3),
            Value::Infinite(vec![0, 2]),
            Value::Infinite(Vec::new()),
        ];
        assert_eq!(text(&[Field::Values(values)]), "3 inf 0,2 inf");
        let period = |saltus| {
            Field::Period(Period {
                preperiod: 0,
                period: 4,
                saltus,
            })
        };
        assert_eq!(
            text(&[period(0), period(2), Field::NoPeriod(None)]),
            "0 4 | 0 4 +2 | -"
        );
        assert_eq!(
            text(&[Field::Paths {
                modulus: None,
                odd: 10u32.into(),
                even: 1u32.into()
            }]),
            "10 1"
        );
    }
}
