//! Amounts and vectors.

use std::ops::Range as Span;

use crate::language::error::SyntaxError;
use crate::language::number::{range, tuple};
use crate::language::reader::{Reader, arity_differs};
use crate::record::{Place, PositionKind, Range, Tuple, VectorRules};

/// Reads an amount or a range of them.
pub(super) fn amount(
    reader: &mut Reader<'_>,
    span: Span<usize>,
    amounts: &mut Vec<Range>,
) -> Result<(), SyntaxError> {
    reader.mark(Place::Amount(amounts.len()), &span);
    amounts.push(range(reader.scanner.text, span)?);
    Ok(())
}

/// Reads a vector: numbers joined by commas, or one number or range.
pub(super) fn vector(
    reader: &mut Reader<'_>,
    span: Span<usize>,
    position: PositionKind,
    given: &mut VectorRules,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    if memchr::memchr(b',', &text[span.clone()]).is_none() {
        return amount(reader, span, &mut given.amounts);
    }
    let most = match position {
        PositionKind::Tuples { most } => most,
        _ => Tuple::MAX_ARITY,
    };
    let mut numbers = [0; Tuple::MAX_ARITY];
    let arity = tuple(text, span.clone(), most, &mut numbers)?;
    reader.mark(Place::Vector(given.vectors.len()), &span);
    if !given.vectors.push(&numbers[..arity]) {
        return Err(arity_differs(text, span, arity, given.vectors.arity()));
    }
    Ok(())
}
