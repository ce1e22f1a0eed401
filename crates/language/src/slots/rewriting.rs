//! Rules that change cells: `XO>.X OX>.O turned never XX graph 3 1-2 2-3`.

use std::sync::Arc;

use crate::error::{SyntaxError, SyntaxKind};
use crate::slots::word::{Word, write_word};
use grundy_base::edge::Edge;
use grundy_record::{Keyword, Modifiers, Place, Rules};
use grundy_rules::rewrite::{Directions, Rewriting, read_rewriting};

/// Reads the rules from here up to the sign or the end after them, which stays to be read.
pub(super) fn read(
    word: &mut Word<'_, '_>,
    rules: &mut Rules,
    modifiers: &mut Modifiers,
) -> Result<(), SyntaxError> {
    let reader = &mut *word.reader;
    let start = reader.scanner.at;
    // If a byte is not UTF-8, the text ends before it, and the error is there.
    let text = reader.utf8_from(start);
    let read = read_rewriting(text)
        .map_err(|fault| SyntaxError::of_rule(start, fault).of_kind(SyntaxKind::Rewriting))?;
    reader.scanner.at = start + read.length;
    if let Some(at) = read.misere {
        reader.mark(
            Place::Keyword(Keyword::Misere),
            &(start + at.start..start + at.end),
        );
        modifiers.keywords.insert(Keyword::Misere);
    }
    *rules = Rules::Rewriting(Arc::new(read.rewriting));
    Ok(())
}

/// Appends the rules and the keywords, but for `misere`.
pub(super) fn write(rewriting: &Rewriting, out: &mut Vec<u8>) {
    for rule in &rewriting.rules {
        write_word(rule, out);
    }
    match rewriting.directions {
        Directions::AsDrawn => {}
        Directions::Turned => write_word("turned", out),
        Directions::King => write_word("king", out),
        Directions::Knight => write_word("knight", out),
    }
    for (keyword, stands) in [
        ("ring", rewriting.ring),
        ("alive", rewriting.alive),
        ("joined", rewriting.joined),
    ] {
        if stands {
            write_word(keyword, out);
        }
    }
    for (keyword, words) in [("never", &rewriting.never), ("ends", &rewriting.ends)] {
        if !words.is_empty() {
            write_word(keyword, out);
        }
        for word in words {
            write_word(word, out);
        }
    }
    if let Some(graph) = &rewriting.graph {
        write_word(format_args!("graph {}", graph.vertices), out);
        for (pairs, sign) in [(&graph.edges, '-'), (&graph.arcs, '>')] {
            for Edge { from, to } in pairs {
                write_word(format_args!("{}{sign}{}", from + 1, to + 1), out);
            }
        }
    }
}
