//! The slots between the name of a game and the colon: one file a kind of slot, each with how it is read
//! and printed.
//!
//! A word of the rules belongs to the first slot of the game that takes it. A word that none takes is a keyword
//! where it begins with a lower-case letter, and else a damaged item behind `damaged`.

mod amounts;
mod bar;
mod board;
mod code;
mod coins;
mod graph;
mod own;
mod sets;
mod shapes;
mod vectors;

use std::fmt::Display;
use std::io::Write as _;
use std::ops::Range;

use super::error::{SyntaxError, SyntaxKind, quote, quote_all};
use super::number::{number, range, tuple};
use super::reader::{Reader, add, cell};
use super::scan::Token;
use grundy_record::{
    Clause, Keyword, Modifiers, Named, Piece, Place, PositionKind, Record, Rules, Signature, Slot,
    View,
};

/// One of the words of the rules, and what is known when it is read.
struct Word<'r, 't> {
    reader: &'r mut Reader<'t>,
    signature: &'r Signature,
    span: Range<usize>,
}

impl<'t> Word<'_, 't> {
    fn bytes(&self) -> &'t [u8] {
        &self.reader.scanner.text[self.span.clone()]
    }

    /// An error at this word.
    fn wrong(&self, message: impl Into<Clause>, help: impl Into<Clause>) -> SyntaxError {
        SyntaxError::new(self.span.clone(), message, help)
    }

    /// An error at this word, which stands in the message for its `{}`.
    fn quoting(&self, message: &str, help: impl Into<Clause>) -> SyntaxError {
        SyntaxError::quoting(self.reader.scanner.text, self.span.clone(), message, help)
    }

    /// Says that the word is at this place.
    fn mark(&mut self, place: Place) {
        self.reader.mark(place, &self.span);
    }

    /// The number that the word is.
    fn number(&self) -> Result<u64, SyntaxError> {
        number(self.reader.scanner.text, self.span.clone())
    }

    /// Reads the one number of the rules, from 1 to `most`.
    fn only_number(&mut self, number: &mut Option<u64>, most: u64) -> Result<(), SyntaxError> {
        let value = self.number()?;
        if number.is_some() {
            let help = format!(
                "one number follows the name; the form is `{}`",
                self.signature.example
            );
            return Err(self.wrong(format!("a second number, {value}"), help));
        }
        if value == 0 || value > most {
            let help = format!("write a number from 1 to {most}");
            return Err(self.wrong(format!("{value} is out of range"), help));
        }
        self.mark(Place::Limit);
        *number = Some(value);
        Ok(())
    }
}

/// Whether a slot takes a word; `damaged`: the word follows `damaged`.
fn takes(slot: Slot, word: &[u8], damaged: bool, rules: &Rules) -> bool {
    let lower = word[0].is_ascii_lowercase();
    match slot {
        Slot::Amounts => !lower || amounts::is_name(word),
        Slot::Octal
        | Slot::Code
        | Slot::Edges
        | Slot::Arcs
        | Slot::Order
        | Slot::Sets
        | Slot::Branches => !lower,
        Slot::Limit | Slot::Number { .. } | Slot::Vectors => !lower && !damaged,
        Slot::Board | Slot::GraphOrBoard => !lower && (!damaged || !super::layout::is_cell(word)),
        Slot::Steps => board::is_step(word, damaged),
        Slot::Shapes => Named::of(word).is_some() || !lower && shapes::is_cells(word, damaged),
        Slot::Piece => Piece::of(word).is_some(),
        Slot::Bar => !lower || word == b"rows",
        Slot::Coins => true,
        Slot::Rule => rules.own.is_none(),
    }
}

/// Reads a word that a slot takes.
fn read<'t>(
    slot: Slot,
    word: &mut Word<'_, 't>,
    record: &mut Record<'t>,
) -> Result<(), SyntaxError> {
    let rules = &mut record.rules;
    match slot {
        Slot::Amounts => amounts::read(word, rules),
        Slot::Octal | Slot::Code => code::read(slot, word, rules),
        Slot::Vectors => vectors::read(word, rules),
        Slot::Board => board::read(word, &mut rules.size, &mut record.rows),
        Slot::Steps => board::read_step(word, &mut rules.steps),
        Slot::Limit => word.only_number(&mut rules.limit, u64::MAX),
        Slot::Number { .. } => word.only_number(&mut rules.number, u64::MAX),
        Slot::Edges | Slot::Arcs | Slot::Order => {
            graph::read(word, graph::form(slot), &mut rules.graph)
        }
        Slot::GraphOrBoard => graph::read_or_board(word, record),
        Slot::Branches => graph::read_branch(word, &mut rules.branches),
        Slot::Shapes => shapes::read(word, &mut rules.shapes),
        Slot::Piece => shapes::read_piece(word, &mut rules.piece),
        Slot::Sets => sets::read(word, rules),
        Slot::Bar => bar::read(word, rules),
        Slot::Coins => coins::read(word, rules),
        Slot::Rule => own::read(word, rules),
    }
}

/// Whether a slot has what the game needs.
fn is_filled(slot: Slot, record: &Record<'_>) -> bool {
    let rules = &record.rules;
    match slot {
        Slot::Amounts => !rules.amounts.is_empty(),
        Slot::Octal | Slot::Code => rules.code.is_some(),
        Slot::Vectors => {
            !(rules.vectors.is_empty()
                && rules.amounts.ranges.is_empty()
                && rules.signed.is_empty())
        }
        Slot::Board => record.has_board(),
        Slot::Steps => !rules.steps.is_empty(),
        Slot::Limit => rules.limit.is_some(),
        Slot::Number { needed } => !needed || rules.number.is_some(),
        Slot::Edges | Slot::Arcs | Slot::Order | Slot::Sets => rules.graph().is_some(),
        Slot::GraphOrBoard => rules.graph().is_some() || record.has_board(),
        Slot::Shapes => !rules.shapes.is_empty(),
        Slot::Piece => rules.piece.is_some(),
        Slot::Bar => {
            rules.bar.is_some() || rules.lengths.as_ref().is_some_and(|rows| !rows.is_empty())
        }
        Slot::Coins => rules.coins.is_some(),
        // A graph may have no edges, and a rule that is missing is an error when it is read.
        Slot::Branches | Slot::Rule => true,
    }
}

/// The message and the help if a slot is not filled.
fn missing(
    slot: Slot,
    signature: &Signature,
    record: &Record<'_>,
) -> Option<(&'static str, Clause)> {
    let rules = &record.rules;
    let (message, help) = match slot {
        _ if is_filled(slot, record) => return None,
        Slot::Amounts if rules.amounts.all_but => (
            "the amounts after `all-but` are missing",
            "name those that may not be taken: `all-but 2 4`",
        ),
        Slot::Amounts => (
            "the amounts are missing",
            "name the amounts that may be taken: `1 2 5` or `1-3`",
        ),
        Slot::Octal => (
            "the octal code is missing",
            "write the code after the name: `octal 0.77`",
        ),
        Slot::Code => (
            "the code is missing",
            "write it after the name: `take-and-break 0.12[3F]`",
        ),
        Slot::Vectors => (
            "the vectors are missing",
            "name the vectors that may be subtracted: `1,0 0,1`",
        ),
        Slot::Board if signature.has_pieces() => (
            "the board is missing",
            "give a size, `8x8`, or rows joined by `/`: `.K/..`",
        ),
        Slot::Board => (
            "the board is missing",
            "give a size, `5x7`, or rows joined by `/`: `..X/...`",
        ),
        Slot::Steps => (
            "the steps are missing",
            "name the steps, `drow,dcol`: `leaper -1,0 0,-2 8x8`",
        ),
        Slot::Limit => (
            "the limit is missing",
            "write the largest number after the name: `factor 10`",
        ),
        Slot::Number { .. } => {
            let help = format!("the form is `{}`", signature.example);
            return Some(("the number after the name is missing", help.into()));
        }
        Slot::Edges | Slot::Arcs | Slot::Order | Slot::Sets | Slot::GraphOrBoard => {
            let help = match signature.view {
                View::Walk | View::Tokens => {
                    "write it after the name: `geography 4 1-2`, `graph 4 1>2`"
                }
                _ => "write it after the name: `node-kayles 5 1-2`, `take 6 1,2`, `poset 4 1<2`",
            };
            ("the number of vertices is missing", help)
        }
        Slot::Shapes => ("the shapes are missing", shapes::HELP),
        Slot::Piece => {
            let help = "name it after the game: `king`, `queen`, `rook`, `bishop` or `knight`";
            ("the piece is missing", help)
        }
        Slot::Bar if rules.lengths.is_some() => (
            "the rows are missing",
            "write their lengths from the top: `rows 6 6 4 1`",
        ),
        Slot::Bar => ("the bar is missing", bar::HELP),
        Slot::Coins => ("the rule of the coins is missing", coins::HELP),
        Slot::Branches | Slot::Rule => return None,
    };
    Some((message, help.into()))
}

/// Appends what stands in the slots of a game, each word behind a blank.
pub(super) fn write(signature: &Signature, record: &Record<'_>, out: &mut Vec<u8>) {
    let rules = &record.rules;
    for slot in signature.slots {
        match slot {
            Slot::Amounts => amounts::write(rules, out),
            Slot::Octal | Slot::Code => write_words(&rules.code, out),
            Slot::Vectors => vectors::write(rules, out),
            Slot::Board => board::write(rules.size, record.rows, out),
            Slot::Steps => board::write_steps(&rules.steps, out),
            Slot::Limit => write_words(rules.limit, out),
            Slot::Number { .. } => write_words(rules.number, out),
            Slot::GraphOrBoard if record.has_board() => board::write(rules.size, record.rows, out),
            Slot::Edges | Slot::Arcs | Slot::Order | Slot::GraphOrBoard => {
                graph::write(&rules.graph, graph::form(*slot), out);
            }
            Slot::Branches => graph::write_branches(&rules.branches, out),
            Slot::Shapes => shapes::write(&rules.shapes, out),
            Slot::Piece => write_words(rules.piece.map(Piece::word), out),
            Slot::Sets => sets::write(rules, out),
            Slot::Bar => bar::write(rules, out),
            Slot::Coins => coins::write(rules, out),
            Slot::Rule => write_words(rules.own.as_ref().map(|own| &own.text), out),
        }
    }
}

/// Appends a word behind a blank.
pub(super) fn write_word(word: impl Display, out: &mut Vec<u8>) {
    let _ = write!(out, " {word}"); // a Vec takes every write
}

/// Appends words, each behind a blank.
pub(super) fn write_words(words: impl IntoIterator<Item: Display>, out: &mut Vec<u8>) {
    words.into_iter().for_each(|word| write_word(word, out));
}

/// Reads the rules of one record up to the colon, the question mark, the plus sign or the end, and says which
/// it was.
pub(super) fn read_all<'t>(
    reader: &mut Reader<'t>,
    signature: &Signature,
    record: &mut Record<'t>,
) -> Result<Token, SyntaxError> {
    // Whether items are damaged ones, since `damaged` was read and no other keyword after it.
    let mut damaged = false;
    if signature.slots == [Slot::Rule] {
        let at = reader.scanner.at;
        own::read(
            &mut Word {
                reader,
                signature,
                span: at..at,
            },
            &mut record.rules,
        )?;
        return Ok(reader.scanner.next());
    }
    loop {
        let span = match reader.scanner.next() {
            Token::Word(span) => span,
            stop => return Ok(stop),
        };
        let bytes = &reader.scanner.text[span.clone()];
        let lower = bytes[0].is_ascii_lowercase();
        let mut word = Word {
            reader,
            signature,
            span,
        };
        match signature
            .slots
            .iter()
            .find(|&&slot| takes(slot, bytes, damaged, &record.rules))
        {
            Some(&slot) => {
                read(slot, &mut word, record)?;
                // Things after the name of a thing are no longer damaged.
                damaged &= !lower;
            }
            None if lower => {
                damaged = keyword(&mut word, &mut record.modifiers)? == Keyword::Damaged
            }
            None if damaged => damaged_item(&mut word, &mut record.modifiers)?,
            None => {
                let help = format!("the position stands after a colon: `{}`", signature.example);
                return Err(no_part(&word, help));
            }
        }
    }
}

/// Checks that what the game needs is there.
pub(super) fn complete(
    signature: &Signature,
    record: &Record<'_>,
    end: usize,
) -> Result<(), SyntaxError> {
    let needs_left = signature.keywords.contains(&Keyword::Left) && record.modifiers.left.is_none();
    let left = (
        "`left` is missing",
        "say at which number the player to move loses: `left 1`".into(),
    );
    let mut all = signature
        .slots
        .iter()
        .filter_map(|&slot| missing(slot, signature, record));
    match all.next().or(needs_left.then_some(left)) {
        Some((message, help)) => Err(SyntaxError::new(end..end, message, help)),
        None => Ok(()),
    }
}

/// Reads a keyword that was not seen before.
fn keyword(word: &mut Word<'_, '_>, modifiers: &mut Modifiers) -> Result<Keyword, SyntaxError> {
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
                word.span.end..word.span.end,
                "the number after `left` is missing",
                "say at which number the player to move loses: `left 1`",
            ));
        };
        modifiers.left = Some(number(word.reader.scanner.text, span)?);
    }
    Ok(keyword)
}

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
        return no_part(word, help);
    };
    word.wrong(format!("`{name}` does not know `{}`", keyword.word()), help)
        .of_kind(SyntaxKind::UnknownKeyword)
}

/// The error of a word that no slot of the game takes.
fn no_part(word: &Word<'_, '_>, help: String) -> SyntaxError {
    let message = format!(
        "{} is no part of the rules of `{}`",
        quote(word.bytes()),
        word.signature.name
    );
    word.wrong(message, help).of_kind(SyntaxKind::NoPartOfRules)
}

/// Reads a damaged cell, position, number or range.
fn damaged_item(word: &mut Word<'_, '_>, modifiers: &mut Modifiers) -> Result<(), SyntaxError> {
    let (signature, text, span) = (word.signature, word.reader.scanner.text, word.span.clone());
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
