//! Edges and arcs.

use std::ops::Range;

use crate::language::error::{SyntaxError, quote};
use crate::language::number::number;
use crate::language::pairs::pairs;
use crate::language::reader::Reader;
use crate::record::Place;

/// The largest number of vertices: they are kept in 32 bits.
pub(super) const MAX_VERTICES: u64 = u32::MAX as u64 - 1;

/// What may be meant to join the ends of an edge or arc.
const SIGNS: &[u8] = b"-,<>";

/// How an edge or an arc is written, and what is said of one that is not.
#[derive(Clone, Copy)]
pub(super) struct Form {
    sign: u8,
    message: &'static str,
    help: &'static str,
}

/// An edge: `1-2`.
pub(super) const EDGE: Form =
    Form { sign: b'-', message: "is no edge", help: "an edge is two vertices, `1-2`" };

/// A pair of an order: `1<2`.
pub(super) const PAIR: Form =
    Form { sign: b'<', message: "is no pair", help: "a pair is two elements, `1<2`: 2 is above 1" };

/// An arc: `1>2`.
pub(super) const ARC: Form =
    Form { sign: b'>', message: "is no arc", help: "an arc is two vertices, `1>2`: from 1 to 2" };

/// Reads edges or arcs from here on, where the word has the form of one.
pub(super) fn edge(
    reader: &mut Reader<'_>,
    span: &Range<usize>,
    form: Form,
    edges: &mut Vec<(u32, u32)>,
) -> Result<bool, SyntaxError> {
    let text = reader.scanner.text;
    // Whoever looks for a place needs every edge marked.
    if reader.wanted().is_none() {
        let end = pairs(text, span.start, form.sign, edges);
        if end > span.start {
            reader.scanner.at = end;
            return Ok(true);
        }
    }
    let word = &text[span.clone()];
    let Some(at) = word.iter().position(|byte| SIGNS.contains(byte)) else { return Ok(false) };
    if !joins_two(word, at, form.sign) {
        return Err(SyntaxError::new(span.clone(), format!("{} {}", quote(word), form.message), form.help));
    }
    reader.mark(Place::Edge(edges.len()), span);
    let from = vertex(text, span.start..span.start + at)?;
    let to = vertex(text, span.start + at + 1..span.end)?;
    edges.push((from, to));
    Ok(true)
}

/// Reads an edge between any numbers.
pub(super) fn branch(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    edges: &mut Vec<(u64, u64)>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let word = &text[span.clone()];
    let sign = word.iter().position(|byte| SIGNS.contains(byte));
    let Some(at) = sign.filter(|&at| joins_two(word, at, EDGE.sign)) else {
        let message = format!("{} {}", quote(word), EDGE.message);
        return Err(SyntaxError::new(span, message, "an edge is two vertices, `0-1`; 0 is the ground"));
    };
    reader.mark(Place::Edge(edges.len()), &span);
    let from = number(text, span.start..span.start + at)?;
    let to = number(text, span.start + at + 1..span.end)?;
    edges.push((from, to));
    Ok(())
}

/// Whether the sign at this place of a word is the right one and the only one.
fn joins_two(word: &[u8], at: usize, sign: u8) -> bool {
    word[at] == sign && !word[at + 1..].iter().any(|byte| SIGNS.contains(byte))
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
