//! Graphs: a number of vertices, then edges `1-2`, arcs `1>2` or pairs of an order `1<2`.

use std::ops::Range;

use super::board;
use super::word::{Word, write_word};
use crate::error::SyntaxError;
use crate::layout::is_digits;
use crate::number::number;
use crate::pairs::pairs;
use crate::scan::{Scanner, Token};
use grundy_base::edge::Edge;
use grundy_record::{Board, GraphRules, Place, Size, Slot};

/// The largest number of vertices: they are kept in 32 bits.
const MAX_WRITTEN_VERTICES: u64 = u32::MAX as u64 - 1;

/// The characters that may be meant to join the ends of an edge or arc.
const SIGNS: &[u8] = b"-,<>";

/// The form of an edge or an arc, and the message for a word that has another.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The sign between the two ends.
    sign: u8,
    /// The mistake of a word that has another form.
    message: &'static str,
    /// The remedy.
    help: &'static str,
}

/// The form of an edge: `1-2`.
const EDGE: Form = Form {
    sign: b'-',
    message: "{} is no edge",
    help: "an edge is two vertices, `1-2`",
};

/// The form of an arc: `1>2`.
const ARC: Form = Form {
    sign: b'>',
    message: "{} is no arc",
    help: "an arc is two vertices, `1>2`: from 1 to 2",
};

/// The form of a pair of an order: `1<2`.
const PAIR: Form = Form {
    sign: b'<',
    message: "{} is no pair",
    help: "a pair is two elements, `1<2`: 2 is above 1",
};

/// Returns the form of the pairs in a slot.
pub(super) fn form(slot: Slot) -> Form {
    match slot {
        Slot::Arcs => ARC,
        Slot::Order => PAIR,
        _ => EDGE,
    }
}

/// Reads the number of vertices, or edges or arcs from here on.
pub(super) fn read(
    at: &mut Word<'_, '_>,
    form: Form,
    graph: &mut GraphRules,
) -> Result<(), SyntaxError> {
    // Every edge is marked while a place is looked for.
    if at.reader.wanted.is_none() {
        let start = at.span.start;
        let end = pairs(at.reader.scanner.text, start, form.sign, &mut graph.edges);
        if end > start {
            at.reader.scanner.at = end;
            return Ok(());
        }
    }
    if !at.bytes().iter().any(|byte| SIGNS.contains(byte)) {
        if graph.vertices > 0
            && let Some(error) = bare_pairs(at, form)
        {
            return Err(error);
        }
        return vertices(at, &mut graph.vertices);
    }
    let edge = pair(at, form, graph.edges.len(), vertex)?;
    graph.edges.push(edge);
    Ok(())
}

/// Reads the edge or arc with this index: two numbers joined by its sign.
fn pair<T>(
    at: &mut Word<'_, '_>,
    form: Form,
    index: usize,
    read: fn(&[u8], Range<usize>) -> Result<T, SyntaxError>,
) -> Result<Edge<T>, SyntaxError> {
    let Some(sign) = only_sign(at.bytes(), form.sign) else {
        let help = meant(at.bytes(), form).unwrap_or_else(|| form.help.to_owned());
        return Err(at.quoting(form.message, help));
    };
    at.mark(Place::Edge(index));
    let text = at.reader.scanner.text;
    let Range { start, end } = at.span.clone();
    let from = read(text, start..start + sign)?;
    let to = read(text, start + sign + 1..end)?;
    Ok(Edge { from, to })
}

/// Finds the place of this sign in a word, if it is the only sign there.
fn only_sign(word: &[u8], sign: u8) -> Option<usize> {
    if word.contains(&b'=') {
        return None;
    }
    let place = word.iter().position(|byte| SIGNS.contains(byte))?;
    let others = &word[place + 1..];
    if word[place] != sign || others.iter().any(|byte| SIGNS.contains(byte)) {
        return None;
    }
    Some(place)
}

/// Advises on a word with two numbers by the pair that is meant, if that is sure: `(1,2)`, `1->2` or `1-2,`.
fn meant(word: &[u8], form: Form) -> Option<String> {
    let word = std::str::from_utf8(word).ok()?;
    let mut numbers: Vec<&str> = word
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .collect();
    if word.contains(|c: char| c.is_alphabetic()) {
        return None;
    }
    let turned = match form.sign {
        b'>' => word.contains('<') && !word.contains('>'),
        b'<' => word.contains('>') && !word.contains('<'),
        _ => false,
    };
    if turned {
        numbers.reverse();
    }
    let [from, to] = numbers[..] else {
        return None;
    };
    Some(match form.sign {
        b'>' => format!("an arc from {from} to {to} is `{from}>{to}`"),
        b'<' => format!("`{from}<{to}` says that {to} is above {from}"),
        _ => format!("an edge of {from} and {to} is `{from}-{to}`"),
    })
}

/// The most numbers that are written anew as edges.
const MAX_BARE: usize = 24;

/// Finds the numbers alone that stand from a word on, and where the last of them ends.
fn bare_numbers<'t>(at: &Word<'_, 't>) -> (Vec<&'t str>, usize) {
    let text = at.reader.scanner.text;
    let mut scanner = Scanner {
        at: at.span.start,
        ..at.reader.scanner
    };
    let mut numbers = Vec::new();
    let mut end = at.span.start;
    while let Token::Word(span) = scanner.next() {
        let word = std::str::from_utf8(&text[span.clone()]).unwrap_or_default();
        if !is_digits(word.as_bytes()) {
            break;
        }
        numbers.push(word);
        end = span.end;
    }
    (numbers, end)
}

/// Writes numbers as pairs, each joined by a sign.
fn as_pairs(numbers: &[&str], sign: u8) -> String {
    let sign = char::from(sign).to_string();
    itertools::join(numbers.chunks(2).map(|pair| pair.join(&sign)), " ")
}

/// Reports the edges of a graph that are written as numbers alone, as judges do: `1 2 2 3`, or with their count in front.
fn bare_pairs(at: &Word<'_, '_>, form: Form) -> Option<SyntaxError> {
    let (numbers, end) = bare_numbers(at);
    let counted = numbers.len() % 2 == 1;
    if numbers.len() < 2 || numbers.len() > MAX_BARE {
        return None;
    }
    let pairs = as_pairs(&numbers[usize::from(counted)..], form.sign);
    let has_colon = at.reader.scanner.text[end..].contains(&b':');
    let colon = if has_colon { "" } else { ":" };
    let help = format!("{}: `{pairs}{colon}`", form.help);
    Some(SyntaxError::new(
        at.span.start..end,
        "edges are written as numbers alone",
        help,
    ))
}

/// Reports the edges of a graph on the ground that are written as numbers alone: pairs, or the parents of the vertices.
fn bare_branches(at: &Word<'_, '_>, form: Form) -> Option<SyntaxError> {
    let (numbers, end) = bare_numbers(at);
    if numbers.len() < 2 || numbers.len() > MAX_BARE {
        return None;
    }
    let parents = (1..).zip(&numbers);
    let parents = itertools::join(
        parents.map(|(child, parent)| format!("{parent}-{child}")),
        " ",
    );
    let pairs = if numbers.len() % 2 == 0 {
        format!(", as pairs they are `{}`", as_pairs(&numbers, form.sign))
    } else {
        String::new()
    };
    let help = format!(
        "{}; as parents of the vertices 1, 2, … these are `{parents}`{pairs}",
        form.help
    );
    Some(SyntaxError::new(
        at.span.start..end,
        "edges are written as numbers alone",
        help,
    ))
}

/// Reads the number of vertices, which is 0 before.
pub(super) fn vertices(at: &mut Word<'_, '_>, vertices: &mut u64) -> Result<(), SyntaxError> {
    let before = (*vertices > 0).then_some(*vertices);
    *vertices = at.only_number(before, MAX_WRITTEN_VERTICES)?;
    Ok(())
}

/// Reads part of a graph, or a board, whose cells are vertices.
pub(super) fn read_or_board<'t>(
    at: &mut Word<'_, 't>,
    graph: &mut GraphRules,
    size: &mut Option<Size>,
    rows: &mut Option<Board<'t>>,
) -> Result<(), SyntaxError> {
    let word = at.bytes();
    if graph.vertices > 0 && meant(word, EDGE).is_some() {
        return read(at, EDGE, graph);
    }
    let on_board = word
        .iter()
        .any(|byte| !byte.is_ascii_digit() && *byte != b'-' && *byte != b'>');
    let has_board = size.is_some() || rows.is_some();
    if !on_board && has_board {
        return Err(at.quoting(
            "{} stands beside a board",
            "a board is its own graph: cells are neighbours where they share a side",
        ));
    }
    if on_board && graph.vertices > 0 {
        return Err(at.wrong(
            "both a graph and a board are given",
            "give a number of vertices and edges, or a board",
        ));
    }
    if on_board {
        board::read(at, size, rows)
    } else {
        read(at, EDGE, graph)
    }
}

/// Reads an edge between any numbers.
pub(super) fn read_branch(
    at: &mut Word<'_, '_>,
    edges: &mut Vec<Edge<u64>>,
) -> Result<(), SyntaxError> {
    let form = Form {
        help: "an edge is two vertices, `0-1`; 0 is the ground",
        ..EDGE
    };
    if is_digits(at.bytes())
        && let Some(error) = bare_branches(at, form)
    {
        return Err(error);
    }
    edges.push(pair(at, form, edges.len(), number)?);
    Ok(())
}

/// Reads a vertex.
fn vertex(text: &[u8], span: Range<usize>) -> Result<u32, SyntaxError> {
    let value = number(text, span.clone())?;
    match u32::try_from(value) {
        Ok(vertex) if vertex >= 1 => Ok(vertex),
        _ => Err(SyntaxError::new(
            span,
            format!("there is no vertex {value}"),
            "vertices are numbered from 1 to the number after the name",
        )),
    }
}

/// Appends the number of vertices and the edges or arcs.
pub(super) fn write(graph: &GraphRules, Form { sign, .. }: Form, out: &mut Vec<u8>) {
    write_word(graph.vertices, out);
    for Edge { from, to } in &graph.edges {
        write_word(format_args!("{from}{}{to}", char::from(sign)), out);
    }
}

/// Appends the edges of a graph that hangs on the ground.
pub(super) fn write_branches(edges: &[Edge<u64>], out: &mut Vec<u8>) {
    for Edge { from, to } in edges {
        write_word(format_args!("{from}-{to}"), out);
    }
}
