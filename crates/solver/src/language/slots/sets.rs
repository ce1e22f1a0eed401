//! Sets of vertices that moves take: a number of vertices, then `1,2 4>3,5`.

use std::ops::Range;

use super::{Word, graph, write_word};
use crate::language::answer::write_joined;
use crate::language::error::{SyntaxError, quote};
use crate::language::number::number;
use crate::record::{Place, Rules, TakenSet};

/// The most vertices of a set.
const MAX_LISTED: usize = 4096;

/// Reads the number of vertices, then sets.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut Rules<'_>) -> Result<(), SyntaxError> {
    if rules.graph.vertices == 0 {
        return graph::vertices(word, &mut rules.graph);
    }
    let text = word.reader.scanner.text;
    let mut lists = [Vec::new(), Vec::new()];
    let mut count = 0;
    for (i, part) in split(text, word.span.clone(), b'>').enumerate() {
        let Some(list) = lists.get_mut(i) else {
            return Err(word.wrong(
                format!("{} has two signs `>`", quote(word.bytes())),
                "a set is vertices joined by commas; after one `>` stand those that go with them: `4>3,5`",
            ));
        };
        for part in split(text, part, b',') {
            let value = number(text, part.clone())?;
            count += 1;
            if value == 0 || value > rules.graph.vertices || count > MAX_LISTED {
                return Err(SyntaxError::new(
                    part,
                    format!("there is no vertex {value}"),
                    format!("the vertices are 1 to {}", rules.graph.vertices),
                ));
            }
            list.push(value);
        }
    }
    let [needs, others] = lists;
    word.mark(Place::Item(rules.sets.len()));
    rules.sets.push(TakenSet { needs, others });
    Ok(())
}

/// The parts of a word between these signs, with their places.
pub(super) fn split(text: &[u8], span: Range<usize>, sign: u8) -> impl Iterator<Item = Range<usize>> {
    let mut start = Some(span.start);
    std::iter::from_fn(move || {
        let from = start?;
        let end = memchr::memchr(sign, &text[from..span.end]).map(|at| from + at);
        start = end.map(|end| end + 1);
        Some(from..end.unwrap_or(span.end))
    })
}

pub(super) fn write(rules: &Rules<'_>, out: &mut Vec<u8>) {
    write_word(rules.graph.vertices, out);
    for set in &rules.sets {
        out.push(b' ');
        write_joined(&set.needs, out);
        if !set.others.is_empty() {
            out.push(b'>');
            write_joined(&set.others, out);
        }
    }
}
