//! The words of a record, and what they mean: games, keywords, numbers, sets, asks.
#![expect(
    clippy::cast_possible_truncation,
    reason = "members of sets are from 1 to 2000 or the exponents of 64 bits"
)]

use std::collections::HashMap;

use itertools::Itertools;

use crate::plays::ASKS_ABOUT_PLAYS;
use crate::{Ask, AskNumbers, Edge, Fail, Res};

/// The keywords of the rules of all games.
const KEYWORDS: &str = "misere damaged left overshoot or-less positive ring turned normal";

/// The asks that every game answers, without those about all plays.
const GENERAL: &str = "verdict winner count moves best";

/// The asks that some games answer.
const FURTHER: &str = "grundy losing sequence stats paths period values p-positions positions p-list genus quotient \
                       pattern";

// A record is the words of its games, then its asks. Within a rule, before its colon, a plus sign is part of the rule.
peg::parser! {
    grammar grammar() for str {
        rule _ = [' ' | '\t']*
        rule end() = ![^ ' ' | '\t' | ':' | '?']
        rule word() -> String = _ word:$([^ ' ' | '\t' | ':' | '?']+) { word.to_owned() }
        rule number() -> u64 = digits:$(['0'..='9']+) {? digits.parse().or(Err("a number of 64 bits")) }
        rule plus() = _ "+" end()

        pub rule record() -> (Vec<RecordWords>, Option<Vec<Ask>>)
            = games:(game() ++ plus()) asks:(_ "?" asks:asks() { asks })? { (games, asks) }
        rule game() -> RecordWords
            = !plus() game:word() rules:words(game == "rules") position:(_ ":" words:words(false) { words })? {
                RecordWords { game, rules, position, asks: Vec::new(), rows: None, more: Vec::new() }
            }
        rule words(with_plus: bool) -> Vec<String>
            = (word:word() {? holds(with_plus || word != "+").map(|()| word) })*
        pub rule asks() -> Vec<Ask> = asks:ask()+ { asks }
        rule ask() -> Ask
            = _ "sequence" end() _ first:number() "-" last:number() end() {
                Ask { word: "sequence", numbers: AskNumbers::Slice { first, last } }
            }
            / _ "paths%" modulus:number() end() {?
                let ask = Ask { word: "paths", numbers: AskNumbers::Modulus(modulus) };
                holds((2..=1 << 62).contains(&modulus)).map(|()| ask)
            }
            / word:word() {?
                let listed = every_game().chain(FURTHER.split(' ')).find(|ask| *ask == word);
                listed.map(|word| Ask { word, numbers: AskNumbers::None }).ok_or("an ask")
            }
    }
}

/// Lists the asks that every game answers.
fn every_game() -> impl Iterator<Item = &'static str> {
    let about_plays = ASKS_ABOUT_PLAYS.iter().map(|ask| ask.word);
    GENERAL.split(' ').chain(about_plays)
}

/// Fails a rule of a grammar unless something holds.
pub fn holds(truth: bool) -> Result<(), &'static str> {
    if truth { Ok(()) } else { Err("something else") }
}

/// Says whether a list of words has this one.
pub fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

/// A record in words.
#[derive(Clone, Debug)]
pub struct RecordWords {
    /// The name of the game.
    pub game: String,
    /// The words before the colon.
    pub rules: Vec<String>,
    /// The words after the colon, if there is one.
    pub position: Option<Vec<String>>,
    /// The asks.
    pub asks: Vec<Ask>,
    /// The lines of a board that follows its header.
    pub rows: Option<Vec<String>>,
    /// The further games of a sum.
    pub more: Vec<RecordWords>,
}

/// Returns the games of a line, without its label, and its asks, if it has some.
pub(crate) fn split_games(line: &str) -> Res<(Vec<RecordWords>, Option<Vec<Ask>>)> {
    grammar::record(line).map_err(|_| Fail::Wrong)
}

/// Returns the asks of these words.
pub fn read_asks(words: &str) -> Res<Vec<Ask>> {
    grammar::asks(words).map_err(|_| Fail::Wrong)
}

impl RecordWords {
    /// Returns the numbers after the colon.
    pub fn numbers(&self) -> Res<Vec<u64>> {
        let words = self.position.iter().flatten();
        words.map(|word| number(word)).collect()
    }

    /// Returns the games of a sum, the first among them.
    pub fn summands(&self) -> impl Iterator<Item = &RecordWords> {
        std::iter::once(self).chain(&self.more)
    }

    /// Returns this record at another position.
    pub fn at(&self, position: Vec<String>) -> RecordWords {
        RecordWords {
            position: Some(position),
            asks: vec![Ask {
                word: "winner",
                numbers: AskNumbers::None,
            }],
            ..self.clone()
        }
    }

    /// Refuses a record unless every ask is one that each game answers, or one of these.
    pub fn must_ask(&self, allowed: &str) -> Res<()> {
        let is_allowed = |ask: &Ask| match ask.word {
            "stats" => lists(allowed, "sequence"),
            "p-positions" | "p-list" => lists(allowed, "positions"),
            word => lists(allowed, word) || every_game().any(|ask| ask == word),
        };
        Fail::Wrong.when(!self.asks.iter().all(is_allowed))
    }

    /// Returns the rules without their keywords, and the keywords with what belongs to them. Each at
    /// most once; only the allowed ones.
    pub fn keywords(&self, allowed: &str) -> Res<(Vec<String>, Keywords)> {
        let mut plain = Vec::new();
        let mut found = Keywords::default();
        let mut words = self.rules.iter().peekable();
        while let Some(word) = words.next() {
            if !lists(KEYWORDS, word) {
                plain.push(word.clone());
                continue;
            }
            let most = match word.as_str() {
                "left" => 1,
                "damaged" => usize::MAX,
                _ => 0,
            };
            let following = words.peeking_take_while(|next| !lists(KEYWORDS, next));
            let values = following.take(most).cloned().collect();
            let before = found.insert(word.clone(), values);
            Fail::Wrong.when(!lists(allowed, word) || before.is_some())?;
        }
        Ok((plain, found))
    }
}

/// The keywords of a record, each with the words that belong to it.
pub type Keywords = HashMap<String, Vec<String>>;

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Returns an unsigned decimal that fits in 64 bits.
pub fn number(word: &str) -> Res<u64> {
    Fail::Wrong.when(!is_digits(word))?;
    word.parse().map_err(|_| Fail::Wrong)
}

/// Returns a decimal with a sign, if one may stand there.
pub fn signed(word: &str, may_be_negative: bool) -> Res<i128> {
    match word.strip_prefix('-') {
        Some(digits) if may_be_negative => Ok(-i128::from(number(digits)?)),
        _ => Ok(number(word)?.into()),
    }
}

/// Returns a number from 1 to the largest.
pub fn number_within(word: &str, largest: u64) -> Res<u64> {
    let n = number(word)?;
    Fail::Wrong.when(!(1..=largest).contains(&n))?;
    Ok(n)
}

/// Returns the one word that does not contain the sign, read as a number from 1, and the others as edges
/// between such numbers, which have the sign between them: `4 1-2 2-3`.
pub fn count_and_edges(words: &[String], sign: char) -> Res<(u64, Vec<Edge>)> {
    let (edges, counts): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.contains(sign));
    let [count] = counts[..] else {
        return Err(Fail::Wrong);
    };
    let count = number_within(count, u64::MAX)?;
    let edge = |word: &String| {
        let [from, to] = pair_within(word, sign, count)?;
        Ok(Edge { from, to })
    };
    let edges = edges.into_iter().map(edge);
    Ok((count, edges.collect::<Res<_>>()?))
}

/// Returns two numbers with a sign between them.
pub fn pair(word: &str, sign: char) -> Res<[u64; 2]> {
    let (a, b) = word.split_once(sign).ok_or(Fail::Wrong)?;
    Ok([number(a)?, number(b)?])
}

/// Returns two numbers from 1 to the largest with a sign between them.
fn pair_within(word: &str, sign: char, largest: u64) -> Res<[u64; 2]> {
    let (a, b) = word.split_once(sign).ok_or(Fail::Wrong)?;
    Ok([number_within(a, largest)?, number_within(b, largest)?])
}

/// The numbers from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberRange {
    /// The first number.
    pub low: u64,
    /// The last number, not less than the first.
    pub high: u64,
}

impl NumberRange {
    /// Returns how many numbers there are.
    pub fn count(self) -> u64 {
        (self.high - self.low).saturating_add(1)
    }
}

/// Reads two numbers in order with a sign between them, or a number, which is a range of its own.
pub fn range(word: &str, sign: &str) -> Res<NumberRange> {
    let (low, high) = word.split_once(sign).unwrap_or((word, word));
    let low = number(low)?;
    let high = number(high)?;
    Fail::Wrong.when(low > high)?;
    Ok(NumberRange { low, high })
}

/// Reads numbers and ranges `a-b`, as ranges that ascend and have no number in common.
pub fn ranges(words: &[String]) -> Res<Vec<NumberRange>> {
    let ranges = words.iter().map(|word| range(word, "-"));
    let mut apart: Vec<NumberRange> = Vec::new();
    for range in ranges.collect::<Res<Vec<_>>>()?.into_iter().sorted() {
        match apart.last_mut() {
            Some(last) if range.low <= last.high => last.high = last.high.max(range.high),
            _ => apart.push(range),
        }
    }
    Ok(apart)
}

/// The most numbers of ranges that are written out.
const MAX_WRITTEN_OUT: u64 = 300_000;

/// Returns the numbers of some ranges, each once, ascending.
pub fn written_out(ranges: &[NumberRange]) -> Res<Vec<u64>> {
    let lengths = ranges.iter().map(|range| range.high - range.low);
    Fail::TooLarge.when(lengths.fold(0, u64::saturating_add) > MAX_WRITTEN_OUT)?;
    let numbers = ranges.iter().flat_map(|range| range.low..=range.high);
    Ok(numbers.sorted().dedup().collect())
}

/// Says whether a number is prime.
pub fn is_prime(n: i128) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

/// Returns the primes up to a number, by the sieve of Eratosthenes.
pub fn primes(last: i128) -> Vec<i128> {
    // Numbers from 0 on, where a set is listed no further than memory has room for.
    let mut is_prime = vec![true; last.max(1) as usize + 1];
    let mut found = Vec::new();
    for n in 2..is_prime.len() {
        if is_prime[n] {
            found.push(n as i128);
            for multiple in (n * n..is_prime.len()).step_by(n) {
                is_prime[multiple] = false;
            }
        }
    }
    found
}

/// Returns the members from 1 to `last` of the sets that records and rules call so.
pub fn named_set(name: &str, base: i128, last: i128) -> Option<Vec<i128>> {
    // The terms of a sequence that ascends.
    let grown = |term: &dyn Fn(i128) -> i128| (1..).map(term).take_while(|&n| n <= last).collect();
    Some(match name {
        "squares" => grown(&|i| i * i),
        "cubes" => grown(&|i| i * i * i),
        "triangular" => grown(&|i| i * (i + 1) / 2),
        "factorials" => grown(&|i| (1..=i).product()),
        "fibonacci" => grown(&|i| (1..i).fold((1, 2), |(a, b), _| (b, a + b)).0),
        "powers" => grown(&|i| base.pow(i as u32 - 1)),
        "primes" => primes(last),
        "odd" => (1..=last).step_by(2).collect(),
        "even" => (2..=last).step_by(2).collect(),
        _ => return None,
    })
}

/// Returns the members of a set by the word of a record, to the largest that matters.
fn named(word: &str, last: u64) -> Res<Vec<u64>> {
    let (name, base) = match word.strip_prefix("powers-of-") {
        Some(base) => ("powers", number_within(base, u64::MAX)?),
        None => (word, 2),
    };
    Fail::Wrong.when(word == "powers" || base < 2)?;
    let members = named_set(name, base.into(), last.into()).ok_or(Fail::Wrong)?;
    // Members are from 1 to the last.
    Ok(members.into_iter().map(|n| n as u64).collect())
}

/// The largest heap to which sets by name, and all amounts but some, are listed.
const MAX_NAMED: u64 = 2000;

/// Amounts that may be taken, by number and by name: at least one, each at least 1; those by name to the largest that a
/// heap can spare.
pub fn amounts(words: &[String], last: u64) -> Res<Vec<u64>> {
    let (all_but, words) = match words {
        [first, rest @ ..] if first == "all-but" => (true, rest),
        _ => (false, words),
    };
    let is_name = |word: &&String| word.starts_with(|c: char| c.is_ascii_lowercase());
    let (names, numbers): (Vec<_>, Vec<_>) = words.iter().partition(is_name);
    let ranges = numbers.iter().map(|word| range(word, "-"));
    let ranges = ranges.collect::<Res<Vec<_>>>()?;
    Fail::Wrong.when(words.is_empty() || ranges.iter().any(|range| range.low == 0))?;
    if !all_but && names.is_empty() {
        return written_out(&ranges);
    }
    Fail::TooLarge.when(last > MAX_NAMED)?;
    let mut is_listed = vec![false; last as usize + 1];
    for name in names {
        for n in named(name, last)? {
            is_listed[n as usize] = true;
        }
    }
    for range in ranges {
        for n in range.low..=range.high.min(last) {
            is_listed[n as usize] = true;
        }
    }
    Ok((1..=last)
        .filter(|&n| is_listed[n as usize] != all_but)
        .collect())
}

/// The numbers of rows and of columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub columns: u64,
}

/// The most rows of a board, and the most columns.
const MAX_LINES: u64 = 1_000_000_000;

/// Reads a size `RxC`, both from 1 to 10⁹.
pub fn size(word: &str) -> Res<BoardSize> {
    let [rows, columns] = pair_within(word, 'x', MAX_LINES)?;
    Ok(BoardSize { rows, columns })
}

/// Says whether a board of one row is digits, or digits on both sides of an `X`.
pub fn looks_like_size(word: &str) -> bool {
    word.len() <= 24 && word.splitn(2, 'X').all(is_digits)
}

/// Joins numbers by commas.
pub fn tuple(word: &str) -> Res<Vec<u64>> {
    word.split(',').map(number).collect()
}

/// Reads heaps as numbers or as rows: `.` standing, `X` and `#` gone.
pub fn heaps_or_rows(record: &RecordWords) -> Res<Vec<u64>> {
    let mut heaps = Vec::new();
    for word in record.position.iter().flatten() {
        if word.chars().all(|c| matches!(c, '.' | 'X' | '#')) {
            let rows = word.split(['X', '#']).filter(|row| !row.is_empty());
            heaps.extend(rows.map(|row| row.len() as u64));
        } else {
            heaps.push(number(word)?);
        }
    }
    Ok(heaps)
}
