//! Writes records as text: any record becomes one line that reads back as the same record.

use super::parse::Statement;
use super::slots::{self, write_word, write_words};
use grundy_base::range::Range;
use grundy_record::text::{board_text, write_label, write_list_of_numbers};
use grundy_record::{Ask, Board, Keyword, Modifiers, Position, Record, Signature, Summand};

/// Appends a record of one game or of a sum of several as one line, without a line end. `asks` is left out when it is
/// empty.
pub fn write_statement(statement: &Statement<'_>, asks: &[Ask], out: &mut Vec<u8>) {
    write_label(statement.label, out);
    for (i, Summand { signature, record }) in statement.summands.iter().enumerate() {
        out.extend_from_slice(if i > 0 { b" + " } else { b"" });
        write_defined(signature, record, out);
    }
    if !asks.is_empty() {
        write_word("?", out);
    }
    write_words(asks, out);
}

/// Appends a game and its part of a record; a named rule is written as the rule that it stands for.
fn write_defined(signature: &Signature, record: &Record<'_>, out: &mut Vec<u8>) {
    if let Some(own) = signature.own_rewriting() {
        out.extend_from_slice(b"rewrite ");
        out.extend_from_slice(own.text.as_bytes());
        // The name of a game of misère play says it also.
        if !own.rewriting.misere {
            write_modifiers(&record.modifiers, out);
        }
        return write_position(record, out);
    }
    let Some(own) = signature.own_rule() else {
        return write_game(signature, record, out);
    };
    out.extend_from_slice(b"rules ");
    out.extend_from_slice(own.text.as_bytes());
    if record.modifiers.has(Keyword::Misere) {
        out.extend_from_slice(b" ; misere");
    }
    write_position(record, out);
}

/// Appends a game with its rules and position.
///
/// Rows that stood on lines of their own are joined by `/`; repeated amounts and damaged cells stay repeated.
pub fn write_game(signature: &Signature, record: &Record<'_>, out: &mut Vec<u8>) {
    if let Some(opened) = &record.position.opened
        && opened.contains(&true)
    {
        let rings = rings_or_rows(record, opened, false);
        let has_rings = !rings.position.numbers.is_empty();
        if has_rings {
            write_game(signature, &rings, out);
            out.extend_from_slice(b" + ");
        }
        return write_game(signature, &rings_or_rows(record, opened, true), out);
    }
    out.extend_from_slice(signature.name.as_bytes());
    slots::write(signature, record, out);
    write_modifiers(&record.modifiers, out);
    write_position(record, out);
}

/// Takes the heaps out of a record that moves have opened, which are rows, or those that are still rings.
fn rings_or_rows(record: &Record<'_>, opened: &[bool], rows: bool) -> Record<'static> {
    let heaps = record.position.numbers.iter().zip(opened);
    let numbers = heaps
        .filter(|(_, opened)| **opened == rows)
        .map(|(heap, _)| *heap)
        .collect();
    let mut modifiers = record.modifiers.clone();
    if rows {
        modifiers.keywords.remove(Keyword::Ring);
    }
    Record {
        rules: record.rules.clone(),
        modifiers,
        position: Position {
            numbers,
            ..Position::default()
        },
        ..Record::default()
    }
}

/// Appends the colon and the position after it, if the record needs them.
fn write_position(record: &Record<'_>, out: &mut Vec<u8>) {
    // The account of moves cannot be written: it is only there while a game is played.
    let Position {
        numbers,
        tuples,
        words,
        boards,
        letters,
        ranges,
        ..
    } = &record.position;
    let empty = numbers.is_empty()
        && tuples.is_empty()
        && boards.is_empty()
        && letters.is_empty()
        && ranges.is_empty();
    let with_board = matches!(record.rows, Some(Board::Text(..)));
    // Rows give the pieces; only further pieces follow a colon. A record that asks for the period
    // alone needs no position.
    if !empty || !(with_board || record.asks.iter().all(|ask| *ask == Ask::Period)) {
        out.push(b':');
    }
    write_words(numbers, out);
    for tuple in tuples.iter() {
        out.push(b' ');
        write_list_of_numbers(tuple, *words, out);
    }
    // Letters have their range in their power.
    if letters.is_empty() {
        for tuple in ranges {
            write_word(itertools::join(tuple.iter().map(range_text), ","), out);
        }
    }
    write_words(letters, out);
    for &board in boards {
        write_word(board_text(board), out);
    }
}

/// Writes a range in a position: `3..7`, or a number.
fn range_text(&Range { low, high }: &Range) -> String {
    if low == high {
        low.to_string()
    } else {
        format!("{low}..{high}")
    }
}

/// Appends the keywords among the rules, and what follows them.
fn write_modifiers(modifiers: &Modifiers, out: &mut Vec<u8>) {
    if let Some(left) = modifiers.left {
        write_word(format_args!("left {left}"), out);
    }
    for &keyword in Keyword::ALL {
        if modifiers.has(keyword) && !matches!(keyword, Keyword::Left | Keyword::Damaged) {
            write_word(keyword.word(), out);
        }
    }
    // This comes last, since all numbers after `damaged` are damaged.
    if !modifiers.damaged.is_empty() || !modifiers.damaged_numbers.is_empty() {
        write_word("damaged", out);
    }
    for cell in modifiers.damaged.iter() {
        write_word(itertools::join(cell, ","), out);
    }
    write_words(&modifiers.damaged_numbers, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use grundy_games::Catalogue;

    /// Prints a record, and holds what is printed to reading back as itself.
    fn printed(line: &str) -> String {
        let print = |line: &str| {
            let catalogue = Catalogue::standard();
            let statement = parse(line.as_bytes(), &*catalogue, &[Ask::Verdict])
                .ok()
                .unwrap();
            let mut out = Vec::new();
            write_statement(&statement, &statement.record().asks, &mut out);
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
            (
                "subtraction misere 1 4-6: 7 ? losing",
                "subtraction 1 4-6 misere: 7 ? losing",
            ),
            ("octal 0.77: 5 ? paths%7", ""),
            ("octal 4.07:5 9?values", "octal 4.07: 5 9 ? values"),
            (
                "flags left 1 overshoot 1-3: 21",
                "flags 1-3 left 1 overshoot: 21 ? verdict",
            ),
            ("rocks damaged 3,4 1,0 : 5,6", ""),
            (
                "rocks 1,0 0,1 damaged 3,4: 5,6 1,1",
                "rocks 1,0 0,1 damaged 3,4: 5,6 1,1 ? verdict",
            ),
            ("king damaged 2,3 .K/..", "king .K/.. damaged 2,3 ? verdict"),
            ("king .K/..: 1,1", "king .K/..: 1,1 ? verdict"),
            (
                "leaper -1,0 0,-2 8x9 damaged 1,1: 8,8",
                "leaper -1,0 0,-2 8x9 damaged 1,1: 8,8 ? verdict",
            ),
            (
                "factor 10 damaged 5 7-8: 4",
                "factor 10 damaged 5 7-8: 4 ? verdict",
            ),
            ("geography 4 1-2 2-3: 2", "geography 4 1-2 2-3: 2 ? verdict"),
            ("graph 4 1>2 3>1: 1 3", "graph 4 1>2 3>1: 1 3 ? verdict"),
            ("octal 0.77 ? period", "octal 0.77 ? period"),
            (
                "coins up-to 3 x run-up-to 4:3,5",
                "coins up-to 3 x run-up-to 4: 3,5 ? verdict",
            ),
            (
                "coins exactly 2:5 3?values",
                "coins exactly 2: 5 3 ? values",
            ),
            (
                "take-and-break ring 4!.12[3F!]:5 9",
                "take-and-break 4!.12[3F!] ring: 5 9 ? verdict",
            ),
            (
                "subtraction 5 squares powers-of-3 misere:7",
                "subtraction squares powers-of-3 5 misere: 7 ? verdict",
            ),
            (
                "flags all-but 2 4-6 left 1: 9",
                "flags all-but 2 4-6 left 1: 9 ? verdict",
            ),
            ("rocks 2,0 -1,2 : 5,6", "rocks 2,0 -1,2: 5,6 ? verdict"),
            ("kayles: ...X..#.... 3", "kayles: 3 2 4 3 ? verdict"),
            (
                "hackenbush 0-1 1-1  2-0:",
                "hackenbush 0-1 1-1 2-0: ? verdict",
            ),
            ("@s nim: 3 4+ kayles: 5", ""),
            (
                "@s nim: 3 4 + kayles:5 + king .K/..?count",
                "@s nim: 3 4 + kayles: 5 + king .K/.. ? count",
            ),
        ] {
            // An empty text: the line is no record, and there is nothing to print.
            if parse(line.as_bytes(), &*Catalogue::standard(), &[Ask::Verdict]).is_ok() {
                assert_eq!(printed(line), text, "{line}");
            } else {
                assert_eq!(text, "", "{line}");
            }
        }
        for game in Catalogue::standard().games() {
            printed(&game.signature().example);
        }
    }

    #[test]
    fn rows_on_lines_of_their_own_are_joined() {
        let catalogue = Catalogue::standard();
        let mut statement = parse(b"king 2x3", &*catalogue, &[Ask::Verdict])
            .ok()
            .unwrap();
        let rows = Board::Text(grundy_base::source::Separator::Line, b".K.\r\n..X\n");
        statement.record_mut().rows = Some(rows);
        let mut out = Vec::new();
        write_game(statement.signature(), statement.record(), &mut out);
        assert_eq!(out, b"king .K./..X");
    }
}
