//! Positions that vary: `a..b` in place of a number stands for each number from a to b.

use std::ops::Range as Span;

use super::error::SyntaxError;
use super::number::{parts, range_with};
use grundy_base::range::Range;
use grundy_record::{Ask, Position, PositionKind, Signature};

/// The advice on the asks of records that vary.
const HELP: &str = "where numbers are ranges `a..b`, ask `p-positions`, `p-list` or `positions`";

/// Says whether a word has a range, in a game that counts positions.
pub(super) fn is_range(signature: &Signature, word: &[u8]) -> bool {
    // Rows drawn as `...X` begin with no digit.
    signature.asks.contains(Ask::PPositions)
        && word.first().is_some_and(u8::is_ascii_digit)
        && memchr::memmem::find(word, b"..").is_some()
}

/// Reads one component of a position that varies, of at most `most` numbers. Components that were read before as numbers become ranges of one.
pub(super) fn component(
    text: &[u8],
    span: Span<usize>,
    signature: &Signature,
    most: usize,
    position: &mut Position,
) -> Result<(), SyntaxError> {
    let help = || {
        format!(
            "the form is `{}`, with `a..b` in place of numbers",
            signature.example
        )
    };
    let ranges = parts(text, span, most, help, |part| range_with("..", text, part))?;
    let fixed = |&number: &u64| Range {
        low: number,
        high: number,
    };
    let before = std::mem::take(&mut position.numbers);
    position
        .ranges
        .extend(before.iter().map(|number| [fixed(number)].into()));
    position.ranges.extend(
        position
            .tuples
            .iter()
            .map(|tuple| tuple.iter().map(fixed).collect()),
    );
    position.tuples.clear();
    position.ranges.push(ranges.into_boxed_slice());
    Ok(())
}

/// Writes an ask about many positions of a game: `nim: 0..9 ? p-list`.
fn about_many(signature: &Signature, ask: Ask) -> String {
    let (rules, position) = signature
        .example
        .split_once(':')
        .unwrap_or((&signature.example, ""));
    if signature.position == PositionKind::Letters {
        return format!("`{rules}: (XO)^1..9 ? {ask}`");
    }
    let first = position.split_whitespace().next().unwrap_or("0");
    let varied = itertools::join(first.split(',').map(|_| "0..9"), ",");
    format!("`{rules}: {varied} ? {ask}`")
}

/// Advises a person who asks for the lost positions of a game without `losing`: their list is `p-list`.
pub(super) fn losing_of(signature: &Signature) -> String {
    let record = about_many(signature, Ask::PList);
    format!("the lost positions among many are listed by `p-list`: {record}")
}

/// Checks that an ask is about one position, or about many if the position varies.
pub(super) fn check(
    ask: Ask,
    varies: bool,
    span: &Span<usize>,
    game: Option<&Signature>,
) -> Result<(), SyntaxError> {
    let (message, help) = match ask {
        Ask::Positions => return Ok(()),
        Ask::PPositions | Ask::PList if varies => return Ok(()),
        Ask::PPositions | Ask::PList => {
            let record = game.map(|game| about_many(game, ask));
            let record = record.unwrap_or_else(|| format!("`nim: 0..9 ? {ask}`"));
            let also = match game {
                Some(game) if game.asks.contains(Ask::Losing) => {
                    ", and `losing` which heaps up to one are"
                }
                _ => "",
            };
            let help =
                format!("write ranges, {record}; whether one position is lost says `winner`{also}");
            (
                format!("`{ask}` is about many positions, and this record has one"),
                help,
            )
        }
        _ if varies => (
            format!("`{ask}` is about one position, and this one varies"),
            HELP.to_owned(),
        ),
        _ => return Ok(()),
    };
    Err(SyntaxError::new(span.clone(), message, help))
}

/// Reports a position that varies in a sum of different games.
pub(super) fn in_sum(end: usize, summand: usize) -> SyntaxError {
    SyntaxError::new(
        end..end,
        format!("the position of game {} of this sum varies", summand + 1),
        "a record of one game may have ranges `a..b`",
    )
}
