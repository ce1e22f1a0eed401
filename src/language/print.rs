//! Records as text: any record in one line that reads back as the same record.

use super::answer::{write_joined, write_number};
use super::layout::without_end;
use crate::record::{Ask, Board, Range, Record, RuleKind, Signature};

/// Appends a record as one line, without a line end: its label, rules, position and asks.
///
/// Rows that stood on lines of their own are joined by `/`; repeated amounts and damaged cells stay
/// as they were written. `asks` is left out when it is empty.
pub fn write(
    signature: &Signature,
    label: Option<&str>,
    record: &Record<'_>,
    asks: &[Ask],
    out: &mut Vec<u8>,
) {
    if let Some(label) = label {
        out.push(b'@');
        out.extend_from_slice(label.as_bytes());
        out.push(b' ');
    }
    out.extend_from_slice(signature.name.as_bytes());
    write_rules(signature, record, out);
    let with_board = matches!(record.rules.board, Some(Board::Inline(_) | Board::Block(_)));
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
        Some(Board::Inline(rows)) => write_rows(rows.split(|&byte| byte == b'/'), out),
        Some(Board::Block(rows)) => write_rows(rows.split_inclusive(|&byte| byte == b'\n'), out),
        // Rows that are not kept cannot be written: their header is.
        Some(Board::Stream(_)) | None => {
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
    for (given, word) in
        [(rules.misere, " misere"), (rules.overshoot, " overshoot"), (rules.or_less, " or-less")]
    {
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

fn write_rows<'a>(rows: impl Iterator<Item = &'a [u8]>, out: &mut Vec<u8>) {
    for (i, row) in rows.enumerate() {
        out.push(if i == 0 { b' ' } else { b'/' });
        out.extend_from_slice(without_end(row));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    /// Prints a record, and holds what is printed to reading back as itself.
    fn printed(line: &str) -> String {
        let print = |line: &str| {
            let statement = parse(line.as_bytes(), &[Ask::Verdict]).ok().unwrap();
            let mut out = Vec::new();
            let record = &statement.record;
            write(statement.game.signature(), statement.label, record, &record.asks, &mut out);
            String::from_utf8(out).unwrap()
        };
        let once = print(line);
        assert_eq!(print(&once), once);
        once
    }

    #[test]
    fn records_of_every_kind_are_printed_as_they_are_read() {
        for (line, text) in [
            ("nim:2 3?count grundy // so", "nim: 2 3 ? count grundy"),
            ("@a.1   nim misere :", "@a.1 nim misere: ? verdict"),
            ("subtraction misere 1 4-6: 7 ? losing", "subtraction 1 4-6 misere: 7 ? losing"),
            ("octal 0.77: 5 ? paths%7", ""),
            ("octal 4.07:5 9?values", "octal 4.07: 5 9 ? values"),
            ("flags left 1 overshoot 1-3: 21", "flags 1-3 left 1 overshoot: 21 ? verdict"),
            ("rocks damaged 3,4 1,0 : 5,6", ""),
            ("rocks 1,0 0,1 damaged 3,4: 5,6 1,1", "rocks 1,0 0,1 damaged 3,4: 5,6 1,1 ? verdict"),
            ("king damaged 2,3 .K/..", "king .K/.. damaged 2,3 ? verdict"),
            ("king .K/..: 1,1", "king .K/..: 1,1 ? verdict"),
            ("leaper -1,0 0,-2 8x9 damaged 1,1: 8,8", "leaper -1,0 0,-2 8x9 damaged 1,1: 8,8 ? verdict"),
            ("factor 10 damaged 5 7-8: 4", "factor 10 damaged 5 7-8: 4 ? verdict"),
            ("geography 4 1-2 2-3: 2", "geography 4 1-2 2-3: 2 ? verdict"),
            ("graph 4 1>2 3>1: 1 3", "graph 4 1>2 3>1: 1 3 ? verdict"),
        ] {
            // An empty text: the line is no record, and there is nothing to print.
            if parse(line.as_bytes(), &[Ask::Verdict]).is_ok() {
                assert_eq!(printed(line), text, "{line}");
            } else {
                assert_eq!(text, "", "{line}");
            }
        }
        for game in crate::games::CATALOGUE {
            printed(game.signature().example);
        }
    }

    #[test]
    fn rows_on_lines_of_their_own_are_joined() {
        let mut statement = parse(b"king 2x3", &[Ask::Verdict]).ok().unwrap();
        statement.record.rules.board = Some(Board::Block(b".K.\r\n..X\n"));
        let mut out = Vec::new();
        write(statement.game.signature(), None, &statement.record, &[], &mut out);
        assert_eq!(out, b"king .K./..X");
    }
}
