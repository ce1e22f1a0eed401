//! The keywords among the rules, and the items that follow `left` and `damaged`.

use super::shapes::PIECES;
use super::word::Word;
use crate::error::{SyntaxError, SyntaxKind, quote_all};
use crate::nearest;
use crate::number::{number, range, tuple};
use crate::reader::{add, cell};
use crate::scan::Token;
use grundy_record::{Keyword, Modifiers, Place, PositionKind, Signature, Slot};
use grundy_rules::named::NamedSet;

/// Reads a keyword that was not seen before.
pub(super) fn keyword(
    word: &mut Word<'_, '_>,
    modifiers: &mut Modifiers,
) -> Result<Keyword, SyntaxError> {
    let known = Keyword::of(word.bytes());
    let Some(keyword) = known.filter(|keyword| word.signature.keywords.contains(keyword)) else {
        return Err(unknown_keyword(word, known));
    };
    if !modifiers.keywords.insert(keyword) {
        return Err(word.wrong(
            format!("`{}` stands twice", keyword.word()),
            "each keyword may stand once",
        ));
    }
    word.mark(Place::Keyword(keyword));
    if keyword == Keyword::Left {
        let Token::Word(span) = word.reader.scanner.next() else {
            return Err(SyntaxError::new(
                word.span.clone(),
                "the number after `left` is missing",
                "say at which number the player to move loses: `left 1`",
            ));
        };
        modifiers.left = Some(number(word.reader.scanner.text, span)?);
    }
    Ok(keyword)
}

/// Reports a keyword that the game does not know, or a word that is no keyword.
fn unknown_keyword(word: &Word<'_, '_>, known: Option<Keyword>) -> SyntaxError {
    let Signature {
        name,
        keywords,
        example,
        ..
    } = word.signature;
    let help = if keywords.is_empty() {
        format!("`{name}` has no keywords; its form is `{example}`")
    } else {
        let keywords = quote_all(keywords.iter().map(|keyword| keyword.word()));
        format!("its keywords are {keywords}; its form is `{example}`")
    };
    let Some(keyword) = known else {
        if word.signature.has(Slot::Amounts) {
            return word.no_part(about_sets(word, &help));
        }
        if word.signature.has(Slot::Piece) {
            return word.no_part(format!("its pieces are {PIECES}; {help}"));
        }
        return word.no_part(help);
    };
    word.wrong(format!("`{name}` does not know `{}`", keyword.word()), help)
        .of_kind(SyntaxKind::UnknownKeyword)
}

/// Advises on a word among amounts that names no set.
fn about_sets(word: &Word<'_, '_>, help: &str) -> String {
    let text = String::from_utf8_lossy(word.bytes());
    match nearest(&text, NamedSet::WORDS) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let sets = quote_all(NamedSet::WORDS);
            format!("amounts are numbers, ranges `1-3` and the sets {sets}; {help}")
        }
    }
}

/// Reads a damaged cell, position, number or range.
pub(super) fn damaged_item(
    word: &mut Word<'_, '_>,
    modifiers: &mut Modifiers,
) -> Result<(), SyntaxError> {
    let signature = word.signature;
    let text = word.reader.scanner.text;
    let span = word.span.clone();
    let on_a_board = signature
        .slots
        .iter()
        .any(|slot| matches!(slot, Slot::Board | Slot::GraphOrBoard));
    let numbers = match signature.position {
        _ if on_a_board => cell(text, span.clone())?.into_iter().collect(),
        PositionKind::Tuples { most, .. } if memchr::memchr(b',', word.bytes()).is_some() => {
            tuple(text, span.clone(), most)?
        }
        _ => {
            word.mark(Place::DamagedNumber(modifiers.damaged_numbers.len()));
            modifiers.damaged_numbers.push(range(text, span)?);
            return Ok(());
        }
    };
    word.mark(Place::Damaged(modifiers.damaged.len()));
    add(&mut modifiers.damaged, &numbers, text, span)
}
