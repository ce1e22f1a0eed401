//! Graphs: a number of vertices, then edges `1-2`, arcs `1>2` or pairs of an order `1<2`.

use std::ops::Range;

use super::{Word, board, write_word};
use crate::language::error::SyntaxError;
use crate::language::number::number;
use crate::language::pairs::pairs;
use grundy_record::{GraphRules, Place, Record, Slot};

/// The largest number of vertices: they are kept in 32 bits.
const MAX_VERTICES: u64 = u32::MAX as u64 - 1;

/// Characters that may be meant to join the ends of an edge or arc.
const SIGNS: &[u8] = b"-,<>";

/// The way an edge or an arc is written, and the message for one that is not.
#[derive(Clone, Copy)]
pub(super) struct Form {
    sign: u8,
    message: &'static str,
    help: &'static str,
}

/// An edge: `1-2`.
const EDGE: Form = Form {
    sign: b'-',
    message: "{} is no edge",
    help: "an edge is two vertices, `1-2`",
};

/// The form of the pairs in a slot.
pub(super) fn form(slot: Slot) -> Form {
    let (sign, message, help) = match slot {
        Slot::Arcs => (
            b'>',
            "{} is no arc",
            "an arc is two vertices, `1>2`: from 1 to 2",
        ),
        Slot::Order => (
            b'<',
            "{} is no pair",
            "a pair is two elements, `1<2`: 2 is above 1",
        ),
        _ => return EDGE,
    };
    Form {
        sign,
        message,
        help,
    }
}

/// Reads the number of vertices, or edges or arcs from here on.
pub(super) fn read(
    at: &mut Word<'_, '_>,
    form: Form,
    graph: &mut GraphRules,
) -> Result<(), SyntaxError> {
    let (text, span, edges) = (at.reader.scanner.text, at.span.clone(), &mut graph.edges);
    // Every edge is marked while a place is looked for.
    if at.reader.wanted.is_none() {
        let end = pairs(text, span.start, form.sign, edges);
        if end > span.start {
            at.reader.scanner.at = end;
            return Ok(());
        }
    }
    if !at.bytes().iter().any(|byte| SIGNS.contains(byte)) {
        return vertices(at, graph);
    }
    let edge = pair(at, form, edges.len(), vertex)?;
    graph.edges.push(edge);
    Ok(())
}

/// Reads the edge or arc with this index: two numbers joined by its sign.
fn pair<T>(
    at: &mut Word<'_, '_>,
    form: Form,
    index: usize,
    read: fn(&[u8], Range<usize>) -> Result<T, SyntaxError>,
) -> Result<(T, T), SyntaxError> {
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
    let (text, Range { start, end }) = (at.reader.scanner.text, at.span.clone());
    Ok((
        read(text, start..start + sign)?,
        read(text, start + sign + 1..end)?,
    ))
}

/// Reads the number of vertices.
pub(super) fn vertices(at: &mut Word<'_, '_>, graph: &mut GraphRules) -> Result<(), SyntaxError> {
    let mut vertices = Some(graph.vertices).filter(|&vertices| vertices > 0);
    at.only_number(&mut vertices, MAX_VERTICES)?;
    graph.vertices = vertices.unwrap_or(0);
    Ok(())
}

/// Reads part of a graph, or a board, whose cells are vertices.
pub(super) fn read_or_board<'t>(
    at: &mut Word<'_, 't>,
    record: &mut Record<'t>,
) -> Result<(), SyntaxError> {
    let word = at.bytes();
    let on_board = word
        .iter()
        .any(|byte| !byte.is_ascii_digit() && *byte != b'-' && *byte != b'>');
    if !on_board && record.has_board() {
        return Err(at.quoting(
            "{} stands beside a board",
            "a board is its own graph: cells are neighbours where they share a side",
        ));
    }
    let rules = &mut record.rules;
    if on_board && rules.graph.vertices > 0 {
        return Err(at.wrong(
            "both a graph and a board are given",
            "give a number of vertices and edges, or a board",
        ));
    }
    match on_board {
        true => board::read(at, &mut rules.size, &mut record.rows),
        false => read(at, EDGE, &mut rules.graph),
    }
}

/// Reads an edge between any numbers.
pub(super) fn read_branch(
    at: &mut Word<'_, '_>,
    edges: &mut Vec<(u64, u64)>,
) -> Result<(), SyntaxError> {
    let form = Form {
        help: "an edge is two vertices, `0-1`; 0 is the ground",
        ..EDGE
    };
    edges.push(pair(at, form, edges.len(), number)?);
    Ok(())
}

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
    for (from, to) in &graph.edges {
        write_word(format_args!("{from}{}{to}", char::from(sign)), out);
    }
}

pub(super) fn write_branches(edges: &[(u64, u64)], out: &mut Vec<u8>) {
    edges
        .iter()
        .for_each(|(from, to)| write_word(format_args!("{from}-{to}"), out));
}
