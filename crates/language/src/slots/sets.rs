//! Sets of vertices that moves take: a number of vertices, then `1,2 4>3,5`.

use super::graph;
use super::word::{Word, write_word, write_words};
use crate::error::SyntaxError;
use crate::number::{number, split};
use grundy_record::{Place, SetRules, TakenSet};

/// The most vertices of a set.
const MAX_LISTED: usize = 4096;

/// Reads the number of vertices, then sets.
pub(super) fn read(word: &mut Word<'_, '_>, rules: &mut SetRules) -> Result<(), SyntaxError> {
    if rules.vertices == 0 {
        return graph::vertices(word, &mut rules.vertices);
    }
    let text = word.reader.scanner.text;
    let mut lists = [Vec::new(), Vec::new()];
    let mut count = 0;
    for (i, part) in split(text, word.span.clone(), b'>').enumerate() {
        let Some(list) = lists.get_mut(i) else {
            return Err(word.quoting(
                "{} has two signs `>`",
                "a set is vertices joined by commas; after one `>` stand those that go with them: `4>3,5`",
            ));
        };
        for part in split(text, part, b',') {
            let value = number(text, part.clone())?;
            count += 1;
            if value == 0 || value > rules.vertices || count > MAX_LISTED {
                return Err(SyntaxError::new(
                    part,
                    format!("there is no vertex {value}"),
                    format!("the vertices are 1 to {}", rules.vertices),
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

/// Appends the number of vertices and the sets.
pub(super) fn write(rules: &SetRules, out: &mut Vec<u8>) {
    write_word(rules.vertices, out);
    write_words(&rules.sets, out);
}
