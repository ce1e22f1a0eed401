//! Text → records: which lines belong together, their labels and comments, and the names of rules.
#![expect(
    clippy::cast_possible_truncation,
    reason = "boards have at most 10,000 cells here"
)]

use grundy_classics::{Classic, NamedRule, classics, rewritings};
use itertools::Itertools;

use crate::games::boards::board::{self, BoardWord};
use crate::games::boards::pieces;
use crate::games::{GAMES, catalogue};
use crate::text::{self, BoardSize, RecordWords};
use crate::{Ask, AskNumbers, Fail, Res};

/// A record of an input, by its place and label: its words if it can be taken apart, or its answer.
#[derive(Debug)]
pub struct Labelled<T> {
    /// The line, from 0, on which the record begins.
    pub place: usize,
    /// The label of the record, when it has a good one.
    pub label: Option<String>,
    /// The words or the answer.
    pub result: Res<T>,
}

/// The options that a program has besides its input.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The asks of records that bring none.
    pub asks: Vec<Ask>,
    /// The names that stand for rules, by default the classics and the games of the catalogue that are a rule. A rule that
    /// changes cells begins with `rewrite`.
    pub names: Vec<NamedRule>,
}

impl Default for Reading {
    fn default() -> Self {
        let rewriting = |classic: &Classic| {
            let NamedRule { name, rule } = classic.named();
            NamedRule {
                name,
                rule: format!("{REWRITE} {rule}"),
            }
        };
        let classics = classics().iter().map(Classic::named);
        let classics = classics.chain(rewritings().iter().map(rewriting));
        let is_new = |named: &NamedRule| catalogue::find(&named.name).is_none();
        let by_rule = GAMES.iter().filter_map(|game| {
            let rule = game.rule?;
            Some(NamedRule {
                name: game.name.to_owned(),
                rule: rule.to_owned(),
            })
        });
        let names = classics.filter(is_new).chain(by_rule);
        Reading {
            asks: vec![Ask {
                word: "verdict",
                numbers: AskNumbers::None,
            }],
            names: names.collect(),
        }
    }
}

/// Returns the records of an input, and whether some line made only of board characters belongs to no board.
pub fn records(input: &[u8], reading: &Reading) -> (Vec<Labelled<RecordWords>>, bool) {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    // A byte that is not UTF-8 becomes U+FFFD: harmless in a comment, wrong anywhere else.
    let text = String::from_utf8_lossy(input);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let mut lines = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .enumerate()
        .peekable();
    let mut records = Vec::new();
    let mut stray = false;
    while let Some((place, line)) = lines.next() {
        if is_board_line(line) {
            stray = true;
            continue;
        }
        let (line, has_comment) = match line.split_once("//") {
            Some((line, _)) => (line, true),
            None => (line, false),
        };
        let touches_comment = has_comment && !line.ends_with([' ', '\t']) && !line.contains('?');
        let line = line.trim_matches([' ', '\t']);
        if line.is_empty() {
            continue;
        }
        let (label, line) = split_label(line);
        let mut record = label.clone().and_then(|_| split(line, reading));
        // `AA//A` is no row `AA` with a comment, but a row that is empty.
        if touches_comment && record.as_ref().is_ok_and(ends_with_letters) {
            record = Err(Fail::Wrong);
        }
        if let Some(count) = record.as_ref().ok().and_then(promised_rows) {
            let rows = lines
                .peeking_take_while(|(_, line)| !begins_record(line))
                .take(count as usize);
            let rows: Vec<String> = rows.map(|(_, row)| row.to_owned()).collect();
            let excess = lines
                .peeking_take_while(|(_, line)| is_board_line(line))
                .count();
            match &mut record {
                Ok(record) if rows.len() as u64 == count && excess == 0 => record.rows = Some(rows),
                _ => record = Err(Fail::Wrong),
            }
        }
        records.push(Labelled {
            place,
            label: label.ok().flatten(),
            result: record,
        });
    }
    (records, stray)
}

/// Says whether the last game of a record has a position of letters.
fn ends_with_letters(record: &RecordWords) -> bool {
    let last = record.more.last().unwrap_or(record);
    let has_letters = last
        .position
        .as_ref()
        .is_some_and(|words| !words.is_empty());
    last.game == REWRITE && has_letters
}

fn is_board_line(line: &str) -> bool {
    !line.is_empty()
        && line
            .chars()
            .all(|c| matches!(c, '.' | 'X' | '#' | 'K' | '2'..='9'))
}

fn begins_record(line: &str) -> bool {
    line.trim_start_matches([' ', '\t'])
        .starts_with(|c: char| c == '@' || c.is_ascii_lowercase())
}

/// Returns the label, which blanks separate from what follows, and what follows.
fn split_label(line: &str) -> (Res<Option<String>>, &str) {
    let Some(rest) = line.strip_prefix('@') else {
        return (Ok(None), line);
    };
    let (label, rest) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
    let may_stand = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let good = (1..=64).contains(&label.len()) && label.chars().all(may_stand);
    let label = if good {
        Ok(Some(label.to_owned()))
    } else {
        Err(Fail::Wrong)
    };
    (label, rest)
}

/// The most cells of a board whose header is tried with empty rows.
const MAX_TRIED_CELLS: u64 = 10_000;

/// Returns the number of rows that follow this header: `None` when it is not the header of a board in rows, or cannot
/// be read, when only lines of board characters are skipped with it.
fn promised_rows(record: &RecordWords) -> Option<u64> {
    if !is_board(record) || record.position.is_some() || !record.more.is_empty() {
        return None;
    }
    let sizes = record.rules.iter().filter_map(|word| text::size(word).ok());
    let sizes: Vec<BoardSize> = sizes.collect();
    let BoardSize { rows, columns } = *sizes.first()?;
    if matches!(catalogue::board_of(record), Some(BoardWord::Pieces(_))) {
        let given = catalogue::given(record).ok()?;
        return pieces::header(&given).is_ok().then_some(rows);
    }
    let drawn = record.rules.iter().any(|word| board::is_drawn(word));
    if sizes.len() > 1 || drawn || rows.saturating_mul(columns) > MAX_TRIED_CELLS {
        return None;
    }
    // The header is right if it is with empty rows.
    let empty = Some(vec![".".repeat(columns as usize); rows as usize]);
    let read = catalogue::read(&RecordWords {
        rows: empty,
        ..record.clone()
    });
    (read.err() != Some(Fail::Wrong)).then_some(rows)
}

/// Returns the words of a record. Those of a sum are in its first game.
fn split(line: &str, reading: &Reading) -> Res<RecordWords> {
    let (mut games, asks) = text::split_games(line)?;
    let asks = asks.as_ref().unwrap_or(&reading.asks);
    let is_about_rules = |ask: &Ask| text::lists("period quotient pattern", ask.word);
    let asks_rules_alone = asks.iter().all(is_about_rules);
    for game in &mut games {
        game.asks.clone_from(asks);
        let mut names = reading.names.iter();
        if let Some(named) = names.find(|named| named.name == game.game) {
            replace_name(game, &named.rule);
            // A name may stand without a position, as the games of the catalogue do.
            if asks_rules_alone {
                game.position.get_or_insert_default();
            }
        }
    }
    let is_whole = |game: &RecordWords| match games.len() {
        1 => game.position.is_some() || is_board(game) || asks_rules_alone,
        _ => game.position.is_some() || has_rows(game),
    };
    Fail::Wrong.when(!games.iter().all(is_whole))?;
    let mut first = games.remove(0);
    first.more = games;
    Ok(first)
}

/// The word that the rules of games that change cells begin with, where names stand for them.
const REWRITE: &str = "rewrite";

/// Puts a rule into the place of its name, after which `misere` may stand.
fn replace_name(game: &mut RecordWords, rule: &str) {
    if let Some(rules) = rule.strip_prefix(REWRITE) {
        let words = rules.split_whitespace().map(str::to_owned);
        game.rules.splice(..0, words);
        game.game = REWRITE.to_owned();
        return;
    }
    let misere = game.rules.first().is_some_and(|word| word == "misere");
    if misere {
        game.rules.remove(0);
    }
    let clause = if misere { " ; misere" } else { "" };
    let rule = format!("{rule}{clause}");
    let words = rule.split([' ', '\t']).map(str::to_owned);
    game.rules.splice(..0, words);
    game.game = "rules".to_owned();
}

/// Says whether a record is played on a board of cells.
fn is_board(record: &RecordWords) -> bool {
    catalogue::board_of(record).is_some()
}

/// Says whether the board of a record is drawn in its line.
fn has_rows(record: &RecordWords) -> bool {
    let is_drawn = |word: &String| word.contains('/') || is_board_line(word);
    is_board(record) && record.rules.iter().any(is_drawn)
}
