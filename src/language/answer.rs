//! Answers as text: the fields joined by ` | `.

use std::io::Write;

use crate::record::{Field, Move, Value, Verdict};

/// Appends the fields of one answer, without a line end.
pub fn write(fields: &[Field], out: &mut Vec<u8>) {
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(b" | ");
        }
        write_field(field, out);
    }
}

/// Appends one field.
pub fn write_field(field: &Field, out: &mut Vec<u8>) {
    match field {
        Field::Verdict(Verdict::Win(count)) => {
            out.extend_from_slice(b"WIN ");
            write_number(*count, out);
        }
        Field::Verdict(Verdict::Lose) => out.extend_from_slice(b"LOSE"),
        Field::Verdict(Verdict::Draw) => out.extend_from_slice(b"DRAW"),
        Field::Winner(verdict) => out.extend_from_slice(winner(*verdict).as_bytes()),
        Field::Count(count) => write_number(*count, out),
        Field::Grundy(value) => write_value(value, out),
        Field::Moves(moves) => write_list(moves, out, write_move),
        Field::Best(best) => write_list(best.as_slice(), out, write_move),
        Field::Losing(numbers) | Field::Sequence(numbers) => {
            write_list(numbers, out, |&number, out| write_number(number, out));
        }
        Field::Paths { odd, even, .. } => {
            let _ = write!(out, "{odd} {even}"); // a Vec takes every write
        }
        Field::Period(None) => out.push(b'-'),
        Field::Period(Some((preperiod, period))) => {
            write_list(&[*preperiod, *period], out, |&number, out| write_number(number, out));
        }
        Field::Values(values) => write_list(values, out, write_value),
    }
}

/// Appends a move: `2:3>1`, `1:5>2+2`, `1:3,3>2,3`, `4`.
pub fn write_move(mv: &Move, out: &mut Vec<u8>) {
    match mv {
        Move::Heap { index, from, to } => {
            write_head(*index, &[*from], out);
            write_number(*to, out);
        }
        Move::Split { index, from, parts: [a, b] } => {
            write_head(*index, &[*from], out);
            write_number(*a, out);
            out.push(b'+');
            write_number(*b, out);
        }
        Move::Tuple { index, from, to } => {
            write_head(*index, from.as_slice(), out);
            write_joined(to.as_slice(), out);
        }
        Move::Draw(number) => write_number(*number, out),
    }
}

/// The word for the winner of a verdict.
pub(super) fn winner(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win(_) => "FIRST",
        Verdict::Lose => "SECOND",
        Verdict::Draw => "NOBODY",
    }
}

fn write_head(index: usize, from: &[u64], out: &mut Vec<u8>) {
    write_number(index + 1, out);
    out.push(b':');
    write_joined(from, out);
    out.push(b'>');
}

pub(super) fn write_number(number: impl itoa::Integer, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends numbers joined by commas.
pub(super) fn write_joined(numbers: &[u64], out: &mut Vec<u8>) {
    for (i, &number) in numbers.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write_number(number, out);
    }
}

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
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        write_item(item, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tuple;

    fn text(fields: &[Field]) -> String {
        let mut out = Vec::new();
        write(fields, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_read_as_the_language_says() {
        assert_eq!(text(&[Field::Verdict(Verdict::Win(3)), Field::Winner(Verdict::Draw)]), "WIN 3 | NOBODY");
        let moves = vec![
            Move::Heap { index: 1, from: 3, to: 1 },
            Move::Split { index: 0, from: 5, parts: [2, 2] },
            Move::Tuple { index: 0, from: Tuple::new(&[3, 3]), to: Tuple::new(&[2, 3]) },
            Move::Draw(4),
        ];
        assert_eq!(text(&[Field::Moves(moves)]), "2:3>1 1:5>2+2 1:3,3>2,3 4");
        assert_eq!(text(&[Field::Moves(Vec::new()), Field::Best(None)]), "- | -");
        let values = vec![Value::Finite(3), Value::Infinite(vec![0, 2]), Value::Infinite(Vec::new())];
        assert_eq!(text(&[Field::Values(values)]), "3 inf 0,2 inf");
        assert_eq!(text(&[Field::Period(Some((0, 4))), Field::Period(None)]), "0 4 | -");
        assert_eq!(text(&[Field::Paths { modulus: None, odd: 10u32.into(), even: 1u32.into() }]), "10 1");
    }
}
