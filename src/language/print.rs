//! Records as text: any record in one line that reads back as the same record.

use super::answer::{write_joined, write_number};
use super::layout::without_end;
use crate::record::{Ask, Board, Range, Record, RuleKind, Signature};

/// Appends a record as one line, without a line end: its label, rules, position and asks.
///
/// Rows that stood on lines of their own are joined by `/`; repeated amounts and damaged cells stay
/// as they were written. `asks` is left out when it is empty.
pub fn write(signature: &Signature, label: Option<&str>, record: &Record<'_>, asks: &[Ask], out: &mut Vec<u8>) {
    if let Some(label) = label {
        out.push(b'@');
        out.extend_from_slice(label.as_bytes());
        out.push(b' ');
    }
    out.extend_from_slice(signature.name.as_bytes());
    write_rules(signature, record, out);
    let with_board = record.rules.board.is_some();
    let numbers = &record.position.numbers;
    let tuples = &record.position.tuples;
    // Rows say where the pieces are; only further ones follow a colon.
    if !with_board || !tuples.is_empty() {
        out.push(b':');
    }
    for &number in numbers {
        out.push(b' ');
        write_number(number, out);
    }
    for tuple in tuples.iter() {
        out.push(b' ');
        write_joined(tuple, out);
    }
    if !asks.is_empty() {
        out.extend_from_slice(b" ?");
        for ask in asks {
            out.push(b' ');
            out.extend_from_slice(ask.to_string().as_bytes());
        }
    }
}

fn write_rules(signature: &Signature, record: &Record<'_>, out: &mut Vec<u8>) {
    let rules = &record.rules;
    if !rules.code.is_empty() {
        out.push(b' ');
        out.extend_from_slice(rules.code.as_bytes());
    }
    if let Some(limit) = rules.limit {
        out.push(b' ');
        write_number(limit, out);
    }
    rules.amounts.iter().for_each(|range| write_range(range, out));
    for vector in rules.vectors.iter() {
        out.push(b' ');
        write_joined(vector, out);
    }
    for step in &rules.steps {
        out.push(b' ');
        write_number(step.drow, out);
        out.push(b',');
        write_number(step.dcol, out);
    }
    let sign = if signature.rules == RuleKind::Edges { b'-' } else { b'>' };
    for &(from, to) in &rules.edges {
        out.push(b' ');
        write_number(from, out);
        out.push(sign);
        write_number(to, out);
    }
    match rules.board {
        Some(board) => write_board(board, out),
        None => {
            if let Some(size) = rules.size {
                out.push(b' ');
                write_number(size.rows, out);
                out.push(b'x');
                write_number(size.cols, out);
            }
        }
    }
    if let Some(left) = rules.left {
        out.extend_from_slice(b" left ");
        write_number(left, out);
    }
    for (given, word) in [(rules.misere, " misere"), (rules.overshoot, " overshoot"), (rules.or_less, " or-less")] {
        if given {
            out.extend_from_slice(word.as_bytes());
        }
    }
    // Last, since numbers after `damaged` are damaged ones.
    if !rules.damaged.is_empty() || !rules.damaged_numbers.is_empty() {
        out.extend_from_slice(b" damaged");
    }
    for cell in rules.damaged.iter() {
        out.push(b' ');
        write_joined(cell, out);
    }
    rules.damaged_numbers.iter().for_each(|range| write_range(range, out));
}

fn write_range(range: &Range, out: &mut Vec<u8>) {
    out.push(b' ');
    write_number(range.low, out);
    if range.high != range.low {
        out.push(b'-');
        write_number(range.high, out);
    }
}

fn write_board(board: Board<'_>, out: &mut Vec<u8>) {
    out.push(b' ');
    match board {
        Board::Inline(rows) => out.extend_from_slice(rows),
        Board::Block(rows) => {
            for (i, row) in rows.split_inclusive(|&byte| byte == b'\n').enumerate() {
                if i > 0 {
                    out.push(b'/');
                }
                out.extend_from_slice(without_end(row));
            }
        }
    }
}
