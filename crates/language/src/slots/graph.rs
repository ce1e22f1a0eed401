//! Graphs: a number of vertices, then edges `1-2`, arcs `1>2` or pairs of an order `1<2`.

use std::ops::Range;

use super::board;
use super::word::{Word, write_word};
use crate::error::SyntaxError;
use crate::number::number;
use crate::pairs::pairs;
use grundy_base::edge::Edge;
use grundy_record::{Board, GraphRules, Place, Size, Slot};

/// The largest number of vertices: they are kept in 32 bits.
const MAX_VERTICES: u64 = u32::MAX as u64 - 1;

/// The characters that may be meant to join the ends of an edge or arc.
const SIGNS: &[u8] = b"-,<>";

/// The form of an edge or an arc, and the message for a word that has another.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The sign between the two ends.
    sign: u8,
    message: &'static str,
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
    let mut signs = at
        .bytes()
        .iter()
        .enumerate()
        .filter(|(_, byte)| SIGNS.contains(byte));
    let first = signs.next().filter(|(_, byte)| **byte == form.sign);
    let (Some((sign, _)), None) = (first, signs.next()) else {
        return Err(at.quoting(form.message, form.help));
    };
    at.mark(Place::Edge(index));
    let text = at.reader.scanner.text;
    let Range { start, end } = at.span.clone();
    let from = read(text, start..start + sign)?;
    let to = read(text, start + sign + 1..end)?;
    Ok(Edge { from, to })
}

/// Reads the number of vertices, which is 0 before.
pub(super) fn vertices(at: &mut Word<'_, '_>, vertices: &mut u64) -> Result<(), SyntaxError> {
    let before = (*vertices > 0).then_some(*vertices);
    *vertices = at.only_number(before, MAX_VERTICES)?;
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
