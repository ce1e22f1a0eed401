//! The slots between the name of a game and the colon: one file for each kind of slot, which reads and writes it.
//!
//! A word of the rules belongs to the first slot of the game that takes it. A word that none takes is a keyword
//! if it begins with a lower-case letter, and else a damaged item, which follows `damaged`.

mod amounts;
mod bar;
mod board;
mod code;
mod coins;
mod graph;
mod modifiers;
mod own;
mod rewriting;
mod sets;
mod shapes;
mod vectors;
mod word;

use super::error::SyntaxError;
use super::reader::Reader;
use super::scan::Token;
use grundy_record::{
    Amounts, Clause, GraphRules, Keyword, Named, NumberUse, Piece, Record, Rules, SetRules,
    Signature, Slot, Structure, VectorRules,
};
pub(super) use word::{write_word, write_words};

use modifiers::{damaged_item, keyword};
use word::Word;

/// Says whether a slot takes a word; `damaged` says whether the word follows `damaged`.
fn takes(slot: Slot, word: &[u8], damaged: bool) -> bool {
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
        Slot::Number(_) | Slot::Vectors => !lower && !damaged,
        Slot::Board | Slot::GraphOrBoard => !lower && (!damaged || !super::layout::is_cell(word)),
        Slot::Steps => board::is_step(word, damaged),
        Slot::Shapes => Named::of(word).is_some() || !lower && shapes::is_cells(word, damaged),
        Slot::Piece => Piece::of(word).is_some(),
        Slot::Bar => !lower || word == b"rows",
        // The rule of the coins takes every word, and a text is not read word by word.
        Slot::Coins | Slot::Rule | Slot::Rewriting => true,
    }
}

/// Returns the rules before their first word: lists begin empty, and anything else is not there yet.
fn unread(signature: &Signature) -> Rules {
    if let Some(coins) = signature.coins {
        return Rules::Coins(coins);
    }
    let first = signature.slots.first();
    match first {
        Some(Slot::Amounts) => Rules::Amounts(Amounts::default()),
        Some(Slot::Vectors) => Rules::Vectors(VectorRules::default()),
        Some(Slot::Steps) => Rules::Steps(Vec::new()),
        Some(Slot::Edges | Slot::Arcs | Slot::Order | Slot::GraphOrBoard) => {
            Rules::Graph(GraphRules::default())
        }
        Some(Slot::Branches) => Rules::Branches(Vec::new()),
        Some(Slot::Shapes) => Rules::Shapes(Vec::new()),
        Some(Slot::Sets) => Rules::Sets(SetRules::default()),
        _ => Rules::None,
    }
}

/// Reads a word that a slot takes.
fn read<'t>(
    slot: Slot,
    word: &mut Word<'_, 't>,
    record: &mut Record<'t>,
) -> Result<(), SyntaxError> {
    match (slot, &mut record.rules) {
        (Slot::Amounts, Rules::Amounts(amounts)) => amounts::read(word, amounts),
        (Slot::Octal | Slot::Code, rules) => code::read(slot, word, rules),
        (Slot::Vectors, Rules::Vectors(vectors)) => vectors::read(word, vectors),
        (Slot::Board, _) => board::read(word, &mut record.size, &mut record.rows),
        (Slot::Steps, Rules::Steps(steps)) => board::read_step(word, steps),
        (Slot::Number(_), rules) => {
            *rules = Rules::Number(word.only_number(rules.number(), u64::MAX)?);
            Ok(())
        }
        (Slot::Edges | Slot::Arcs | Slot::Order, Rules::Graph(graph)) => {
            graph::read(word, graph::form(slot), graph)
        }
        (Slot::GraphOrBoard, Rules::Graph(graph)) => {
            graph::read_or_board(word, graph, &mut record.size, &mut record.rows)
        }
        (Slot::Branches, Rules::Branches(branches)) => graph::read_branch(word, branches),
        (Slot::Shapes, Rules::Shapes(shapes)) => shapes::read(word, shapes),
        (Slot::Piece, rules) => shapes::read_piece(word, rules),
        (Slot::Sets, Rules::Sets(sets)) => sets::read(word, sets),
        (Slot::Bar, rules) => bar::read(word, rules),
        (Slot::Coins, rules) => coins::read(word, rules),
        (Slot::Rule, rules) => own::read(word, rules),
        (Slot::Rewriting, rules) => rewriting::read(word, rules, &mut record.modifiers),
        // The rules have the form of their slots from the beginning.
        (_, _) => Err(word.no_part(String::new())),
    }
}

/// Says whether a slot has what the game needs.
fn is_filled(slot: Slot, record: &Record<'_>) -> bool {
    let rules = &record.rules;
    match slot {
        Slot::Amounts => matches!(rules, Rules::Amounts(amounts) if !amounts.is_empty()),
        Slot::Octal | Slot::Code => matches!(rules, Rules::Code(_)),
        Slot::Vectors => matches!(rules, Rules::Vectors(vectors) if !vectors.is_empty()),
        Slot::Board => record.has_board(),
        Slot::Steps => matches!(rules, Rules::Steps(steps) if !steps.is_empty()),
        Slot::Number(NumberUse::Optional) => true,
        Slot::Number(NumberUse::Limit | NumberUse::Needed) => rules.number().is_some(),
        Slot::Edges | Slot::Arcs | Slot::Order | Slot::Sets => rules.vertices().is_some(),
        Slot::GraphOrBoard => rules.vertices().is_some() || record.has_board(),
        Slot::Shapes => matches!(rules, Rules::Shapes(shapes) if !shapes.is_empty()),
        Slot::Piece => matches!(rules, Rules::Piece(_)),
        Slot::Bar => match rules {
            Rules::Rows(lengths) => !lengths.is_empty(),
            rules => matches!(rules, Rules::Bar(_)),
        },
        Slot::Coins => matches!(rules, Rules::Coins(_)),
        Slot::Rewriting => rules
            .rewriting()
            .is_some_and(|rewriting| !rewriting.rules.is_empty()),
        // A graph may have no edges, and a rule that is missing is an error when it is read.
        Slot::Branches | Slot::Rule => true,
    }
}

/// Returns the message and the help for a slot that is not filled; `None` if it is.
fn missing(
    slot: Slot,
    signature: &Signature,
    record: &Record<'_>,
) -> Option<(&'static str, Clause)> {
    if is_filled(slot, record) {
        return None;
    }
    let rules = &record.rules;
    let (message, help) = match slot {
        Slot::Amounts if matches!(rules, Rules::Amounts(amounts) if amounts.all_but) => (
            "the amounts after `all-but` are missing",
            "name those that may not be taken: `2 4`",
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
        Slot::Vectors if record.modifiers.has(Keyword::Damaged) => (
            "the vectors are missing",
            "they stand before `damaged`: `rocks 1,0 0,1 damaged 3,4: 10,10`",
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
        Slot::Number(NumberUse::Limit) => (
            "the limit is missing",
            "write the largest number after the name: `factor 10`",
        ),
        Slot::Number(NumberUse::Needed | NumberUse::Optional) => {
            let help = format!("the form is `{}`", signature.example);
            return Some(("the number after the name is missing", help.into()));
        }
        Slot::Edges | Slot::Arcs | Slot::Order | Slot::Sets | Slot::GraphOrBoard => {
            let help = if signature.structure == Structure::Taking {
                "write it after the name: `node-kayles 5 1-2`, `take 6 1,2`, `poset 4 1<2`"
            } else {
                "write it after the name: `geography 4 1-2`, `graph 4 1>2`"
            };
            ("the number of vertices is missing", help)
        }
        Slot::Shapes => ("the shapes are missing", shapes::HELP),
        Slot::Piece => {
            let help = "name it after the game: `king`, `queen`, `rook`, `bishop` or `knight`";
            ("the piece is missing", help)
        }
        Slot::Bar if matches!(rules, Rules::Rows(_)) => (
            "the rows are missing",
            "write their lengths from the top: `rows 6 6 4 1`",
        ),
        Slot::Bar => ("the bar is missing", bar::HELP),
        Slot::Coins => ("the rule of the coins is missing", coins::HELP),
        Slot::Rewriting => (
            "the rules are missing",
            "write BEFORE>AFTER: `rewrite XO>.X: XO.O`",
        ),
        Slot::Branches | Slot::Rule => return None,
    };
    Some((message, help.into()))
}

/// Appends what stands in the slots of a game, each word after a blank.
pub(super) fn write(signature: &Signature, record: &Record<'_>, out: &mut Vec<u8>) {
    for slot in signature.slots {
        match (slot, &record.rules) {
            (Slot::Board, _) => board::write(record.size, record.rows, out),
            (Slot::GraphOrBoard, _) if record.has_board() => {
                board::write(record.size, record.rows, out);
            }
            (_, Rules::None) => {}
            (_, Rules::Amounts(amounts)) => amounts::write(amounts, out),
            (_, Rules::Code(code)) => write_word(code, out),
            (_, Rules::Vectors(vectors)) => vectors::write(vectors, out),
            (_, Rules::Steps(steps)) => board::write_steps(steps, out),
            (_, Rules::Number(number)) => write_word(number, out),
            (_, Rules::Graph(graph)) => graph::write(graph, graph::form(*slot), out),
            (_, Rules::Branches(branches)) => graph::write_branches(branches, out),
            (_, Rules::Shapes(shapes)) => shapes::write(shapes, out),
            (_, Rules::Piece(piece)) => write_word(piece.word(), out),
            (_, Rules::Sets(sets)) => sets::write(sets, out),
            (_, Rules::Bar(size)) => board::write(Some(*size), None, out),
            (_, Rules::Rows(lengths)) => bar::write_rows(lengths, out),
            (_, Rules::Coins(_)) if signature.coins.is_some() => {}
            (_, Rules::Coins(coins)) => coins::write(coins, out),
            (_, Rules::Own(own)) => write_word(&own.text, out),
            (_, Rules::Rewriting(rules)) => rewriting::write(rules, out),
        }
    }
}

/// Reads the rules of one record up to the colon, the question mark, the plus sign or the end, and returns the token that
/// it was.
pub(super) fn read_all<'t>(
    reader: &mut Reader<'t>,
    signature: &Signature,
    record: &mut Record<'t>,
) -> Result<Token, SyntaxError> {
    record.rules = unread(signature);
    if let [slot] = signature.slots
        && slot.is_text()
    {
        let at = reader.scanner.at;
        let mut text = Word {
            reader,
            signature,
            span: at..at,
        };
        read(*slot, &mut text, record)?;
        return Ok(reader.scanner.next());
    }
    // Items are damaged if `damaged` was read and no other keyword after it.
    let mut damaged = false;
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
        // A name that stands for a rule of coins needs no words after it.
        let slots = if signature.coins.is_some() {
            &[]
        } else {
            signature.slots
        };
        match slots.iter().find(|&&slot| takes(slot, bytes, damaged)) {
            Some(&slot) => {
                read(slot, &mut word, record)?;
                // Things after the name of a thing are no longer damaged.
                damaged &= !lower;
            }
            None if lower => {
                let keyword = keyword(&mut word, &mut record.modifiers)?;
                damaged = keyword == Keyword::Damaged;
            }
            None if damaged => damaged_item(&mut word, &mut record.modifiers)?,
            None => {
                return Err(no_colon(&word));
            }
        }
    }
}

/// Reports a word that no slot takes, and that is no keyword: what it begins may be the position.
fn no_colon(word: &Word<'_, '_>) -> SyntaxError {
    /// The longest position that is written anew.
    const MAX_SHOWN: usize = 60;
    let signature = word.signature;
    let rest = &word.reader.scanner.text[word.span.start..];
    let end = memchr::memchr2(b':', b'?', rest).unwrap_or(rest.len());
    let position = String::from_utf8_lossy(rest[..end].trim_ascii_end());
    let position = position.trim_start_matches('=').trim_start();
    let ends_with_colon = rest.get(end) == Some(&b':');
    let after = rest[end..]
        .strip_prefix(b":")
        .unwrap_or_default()
        .trim_ascii_start();
    let has_position = ends_with_colon && !after.is_empty() && !after.starts_with(b"?");
    let begins_alone = signature.slots.is_empty() && !has_position;
    if !begins_alone || position.len() > MAX_SHOWN || position.is_empty() {
        let help = format!("the position stands after a colon: `{}`", signature.example);
        return word.no_part(help);
    }
    let start = word.span.start;
    if ends_with_colon {
        let message = "the colon stands after the position";
        let help = format!("it stands before the position: `: {position}`");
        return SyntaxError::new(start..start + end + 1, message, help);
    }
    let whole = start..start + rest[..end].trim_ascii_end().len();
    let message = format!("the colon after `{}` is missing", signature.name);
    let help = format!("the position stands after a colon: `: {position}`");
    SyntaxError::new(whole, message, help)
}

/// Writes a record whose rules are missing with rules that could stand there, which end at this byte; `None` if some rules
/// are there, or if the record is long.
fn with_rules(signature: &Signature, slot: Slot, text: &[u8], end: usize) -> Option<String> {
    /// The longest record that is written anew.
    const MAX_SHOWN: usize = 100;
    /// The most piles of a position of `rocks`.
    const MAX_PILES: usize = 4;
    let before = std::str::from_utf8(&text[..end]).ok()?.trim();
    let after = std::str::from_utf8(&text[end..]).ok()?;
    let after = after.split("//").next().unwrap_or_default().trim_end();
    let has_no_rules = before.rsplit([' ', '\t']).next() == Some(&*signature.name);
    let after = after.trim_start();
    let position = after.strip_prefix(':')?.split('?').next()?;
    if !has_no_rules || before.len() + after.len() > MAX_SHOWN {
        return None;
    }
    let words: Vec<&str> = position.split_ascii_whitespace().collect();
    let (rules, _) = signature.example.split_once(':')?;
    let rules = rules.strip_prefix(&*signature.name)?.trim();
    let rules = match slot {
        Slot::Board => "8x8".to_owned(),
        Slot::Number(NumberUse::Limit) => {
            let numbers = words.iter().filter_map(|word| word.parse::<u64>().ok());
            numbers.chain([10]).max().unwrap_or_default().to_string()
        }
        Slot::Vectors => {
            let is_pile = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
            if (2..=MAX_PILES).contains(&words.len()) && words.iter().all(is_pile) {
                let vectors = unit_vectors(words.len());
                let asks = &after[1 + position.len()..];
                let blank = if asks.is_empty() { "" } else { " " };
                return Some(format!(
                    "{before} {vectors}: {}{blank}{asks}",
                    words.join(",")
                ));
            }
            let piles = words.first()?.split(',').count();
            if piles > MAX_PILES {
                return None;
            }
            unit_vectors(piles)
        }
        Slot::Amounts | Slot::Octal | Slot::Code | Slot::Steps | Slot::Number(_) | Slot::Coins => {
            rules.to_owned()
        }
        _ => return None,
    };
    Some(format!("{before} {rules}{after}"))
}

/// Writes the vectors that take one from one of this many piles.
fn unit_vectors(piles: usize) -> String {
    let unit = |pile: usize| itertools::join((0..piles).map(|i| usize::from(i == pile)), ",");
    itertools::join((0..piles).map(unit), " ")
}

/// Checks that what the game needs is there in this line, whose rules end at this byte.
pub(super) fn complete(
    signature: &Signature,
    record: &Record<'_>,
    text: &[u8],
    end: usize,
) -> Result<(), SyntaxError> {
    let needs_left = signature.keywords.contains(&Keyword::Left) && record.modifiers.left.is_none();
    for &slot in signature.slots {
        if let Some((message, mut help)) = missing(slot, signature, record) {
            if let Some(whole) = with_rules(signature, slot, text, end) {
                help = match slot {
                    Slot::Octal | Slot::Code | Slot::Number(_) => {
                        format!("write it after the name, as in `{whole}`").into()
                    }
                    _ => format!("{help}; for example `{whole}`").into(),
                };
            }
            return Err(SyntaxError::new(end..end, message, help));
        }
    }
    if needs_left {
        let help = "say at which number the player to move loses: `left 1`";
        return Err(SyntaxError::new(end..end, "`left` is missing", help));
    }
    Ok(())
}
