//! Vectors: `1,0 0,1`, vectors of one number, `1 2-4`, and vectors that add to a pile, `2,0 -1,2`.

use super::amounts;
use super::word::{Word, write_word, write_words};
use crate::error::SyntaxError;
use crate::number::{signed as signed_number, tuple};
use crate::reader::{add, arity_differs};
use grundy_record::{Place, PositionKind, Tuple, VectorRules};

/// The most that a component adds or takes if some add.
const MAX_PART: u64 = 1 << 62;

/// Reads a vector: numbers joined by commas, or one number or range.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut VectorRules) -> Result<(), SyntaxError> {
    let bytes = word.bytes();
    let most = match word.signature.position {
        PositionKind::Tuples { most, .. } => most,
        _ => Tuple::MAX_ARITY,
    };
    let several = memchr::memchr(b',', bytes).is_some();
    let adds = several && (bytes.starts_with(b"-") || memchr::memmem::find(bytes, b",-").is_some());
    if adds && rules.signed.is_empty() {
        if !rules.single.is_empty() {
            return Err(word.wrong(
                "vectors with several numbers stand beside vectors with one",
                "all vectors have the same number of components",
            ));
        }
        // A part beyond what a pile can hold takes more than there is.
        let part = |&part: &u64| i64::try_from(part).unwrap_or(i64::MAX);
        rules.signed = rules
            .several
            .iter()
            .map(|vector| vector.iter().map(part).collect())
            .collect();
        rules.several.clear();
    }
    if adds || !rules.signed.is_empty() {
        return signed(word, most, &mut rules.signed);
    }
    if !several {
        return amounts::read_number(word, &mut rules.single);
    }
    let text = word.reader.scanner.text;
    let span = word.span.clone();
    let numbers = tuple(text, span.clone(), most)?;
    word.mark(Place::Vector(rules.several.len()));
    add(&mut rules.several, &numbers, text, span)
}

/// Reads a vector whose components may be below 0.
fn signed(
    word: &mut Word<'_, '_>,
    most: usize,
    given: &mut Vec<Vec<i64>>,
) -> Result<(), SyntaxError> {
    let bytes = word.bytes();
    let component = |part| signed_number(part).filter(|number| number.unsigned_abs() <= MAX_PART);
    let vector: Option<Vec<i64>> = bytes.split(|&byte| byte == b',').map(component).collect();
    let Some(vector) = vector.filter(|vector| vector.len() <= most) else {
        return Err(word.quoting(
            "{} is no vector",
            format!("a vector is 1 to {most} numbers joined by commas, `-1,2`; those below 0 add to a pile"),
        ));
    };
    if let Some(first) = given.first().filter(|first| first.len() != vector.len()) {
        let text = word.reader.scanner.text;
        return Err(arity_differs(
            text,
            word.span.clone(),
            vector.len(),
            first.len(),
        ));
    }
    word.mark(Place::Vector(given.len()));
    given.push(vector);
    Ok(())
}

/// Appends vectors.
pub(super) fn write(rules: &VectorRules, out: &mut Vec<u8>) {
    write_words(&rules.single, out);
    for vector in rules.several.iter() {
        write_word(itertools::join(vector, ","), out);
    }
    for vector in &rules.signed {
        write_word(itertools::join(vector, ","), out);
    }
}
