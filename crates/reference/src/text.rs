//! Text → records: which lines belong together, labels, comments, words, numbers, asks.
#![expect(
    clippy::cast_possible_truncation,
    reason = "boards have at most 10,000 cells here, and members of sets are from 1 to 2000 or the exponents of 64 bits"
)]

use std::collections::HashMap;

use grundy_classics::{Classic, classics};
use itertools::Itertools;

use crate::moves::heaps::CodeDigit;
use crate::{Ask, AskNumbers, Fail, Res, moves};

/// The games whose header may be followed by a board of pieces.
pub const BOARD_GAMES: &str = "king rook bishop queen knight leaper";

/// The keywords of the rules of all games.
const KEYWORDS: &str = "misere damaged left overshoot or-less positive ring turned normal";

/// The asks that every game answers.
const GENERAL: &str = "verdict winner count moves best remoteness";

/// The words of asks.
const ASKS: &str = "verdict winner count grundy moves best losing sequence stats paths period values p-positions \
                    positions p-list genus quotient remoteness pattern";

// A record is the words of its games, then its asks. Within a rule, before its colon, a plus sign is part of the rule.
peg::parser! {
    pub(crate) grammar grammar() for str {
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
                let listed = ASKS.split(' ').find(|ask| *ask == word);
                listed.map(|word| Ask { word, numbers: AskNumbers::None }).ok_or("an ask")
            }

        // A taking-and-breaking code.
        pub rule code() -> CodeDigits
            = before:digit() "." plain:digit()* again:("[" all:digit()+ "]" { all })? {
                CodeDigits { before, plain, again: again.unwrap_or_default() }
            }
        rule digit() -> CodeDigit
            = digit:['0'..='9' | 'A'..='F'] unequal:"!"? {
                CodeDigit { bits: digit.to_digit(16).unwrap_or(0), unequal: unequal.is_some() }
            }
    }
}

/// The digits of a taking-and-breaking code.
pub(crate) struct CodeDigits {
    /// The digit before the point.
    pub(crate) before: CodeDigit,
    /// The digits after the point that stand once.
    pub(crate) plain: Vec<CodeDigit>,
    /// The digits in brackets, which are repeated.
    pub(crate) again: Vec<CodeDigit>,
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
    /// The names of rules, each with its rule: by default the classics.
    pub names: Vec<(String, String)>,
}

impl Default for Reading {
    fn default() -> Self {
        let classics = classics().iter().map(Classic::named);
        let is_new = |(name, _): &(String, String)| moves::form_of(name).is_none();
        let names = classics.filter(is_new);
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
        let (line, _) = line.split_once("//").unwrap_or((line, ""));
        let line = line.trim_matches([' ', '\t']);
        if line.is_empty() {
            continue;
        }
        let (label, line) = split_label(line);
        let mut record = label.clone().and_then(|_| split(line, reading));
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
    if !record.is_board() || record.position.is_some() || !record.more.is_empty() {
        return None;
    }
    let sizes = record.rules.iter().filter_map(|word| size(word).ok());
    let sizes: Vec<(u64, u64)> = sizes.collect();
    let (rows, cols) = *sizes.first()?;
    if lists(BOARD_GAMES, &record.game) {
        let given = moves::Given::read(record).ok()?;
        return moves::pieces::header(&given).is_ok().then_some(rows);
    }
    let drawn = record.rules.iter().any(|word| moves::board::is_drawn(word));
    if sizes.len() > 1 || drawn || rows.saturating_mul(cols) > MAX_TRIED_CELLS {
        return None;
    }
    // The header is right if it is with empty rows.
    let empty = Some(vec![".".repeat(cols as usize); rows as usize]);
    let read = moves::read(&RecordWords {
        rows: empty,
        ..record.clone()
    });
    (read.err() != Some(Fail::Wrong)).then_some(rows)
}

/// Returns the words of a record. Those of a sum are in its first game.
fn split(line: &str, reading: &Reading) -> Res<RecordWords> {
    let (mut games, asks) = grammar::record(line).map_err(|_| Fail::Wrong)?;
    let asks = asks.as_ref().unwrap_or(&reading.asks);
    let is_about_rules = |ask: &Ask| lists("period quotient pattern", ask.word);
    let asks_rules_alone = asks.iter().all(is_about_rules);
    for game in &mut games {
        game.asks.clone_from(asks);
        if let Some((_, rule)) = reading.names.iter().find(|(name, _)| *name == game.game) {
            game.replace_name(rule);
            // A name may stand without a position, as the games of the catalogue do.
            if asks_rules_alone {
                game.position.get_or_insert_default();
            }
        }
    }
    let is_whole = |game: &RecordWords| match games.len() {
        1 => game.position.is_some() || game.is_board() || asks_rules_alone,
        _ => game.position.is_some() || game.has_rows(),
    };
    Fail::Wrong.when(!games.iter().all(is_whole))?;
    let mut first = games.remove(0);
    first.more = games;
    Ok(first)
}

/// Returns the asks of these words.
pub fn read_asks(words: &str) -> Res<Vec<Ask>> {
    grammar::asks(words).map_err(|_| Fail::Wrong)
}

impl RecordWords {
    /// Puts a rule into the place of its name, after which `misere` may stand.
    fn replace_name(&mut self, rule: &str) {
        let misere = self.rules.first().is_some_and(|word| word == "misere");
        if misere {
            self.rules.remove(0);
        }
        let clause = if misere { " ; misere" } else { "" };
        let rule = format!("{rule}{clause}");
        let words = rule.split([' ', '\t']).map(str::to_owned);
        self.rules.splice(..0, words);
        self.game = "rules".to_owned();
    }

    /// Says whether it is played on a board of cells.
    fn is_board(&self) -> bool {
        lists(BOARD_GAMES, &self.game) || moves::board::is_board(self)
    }

    /// Says whether its board is drawn in its line.
    fn has_rows(&self) -> bool {
        let is_drawn = |word: &String| word.contains('/') || is_board_line(word);
        self.is_board() && self.rules.iter().any(is_drawn)
    }

    /// Returns the numbers after the colon.
    pub fn numbers(&self) -> Res<Vec<u64>> {
        let words = self.position.iter().flatten();
        words.map(|word| number(word)).collect()
    }

    /// Says whether some number of the position is a range.
    pub fn varies(&self) -> bool {
        let is_range =
            |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains("..");
        moves::answers_about(&self.game, "positions")
            && self.position.iter().flatten().any(is_range)
    }

    /// Says whether some numbers of a range that varies need not be a position.
    pub fn may_skip(&self) -> bool {
        let is_legal = |word: &String| word == "legal" || word.ends_with(";legal");
        matches!(self.game.as_str(), "welter" | "silver-dollar")
            || self.game == "rules" && self.rules.iter().any(is_legal)
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
            word => lists(GENERAL, word) || lists(allowed, word),
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

/// Returns the one word that does not contain the sign, read as a number from 1, and the others as pairs
/// of such numbers with the sign between them: `4 1-2 2-3`.
pub fn count_and_pairs(words: &[String], sign: char) -> Res<(u64, Vec<(u64, u64)>)> {
    let (pairs, counts): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.contains(sign));
    let [count] = counts[..] else {
        return Err(Fail::Wrong);
    };
    let count = number_within(count, u64::MAX)?;
    let pairs = pairs.into_iter();
    let pairs = pairs.map(|word| pair_within(word, sign, count));
    Ok((count, pairs.collect::<Res<_>>()?))
}

/// Returns two numbers with a sign between them.
pub fn pair(word: &str, sign: char) -> Res<(u64, u64)> {
    let (a, b) = word.split_once(sign).ok_or(Fail::Wrong)?;
    Ok((number(a)?, number(b)?))
}

/// Returns two numbers from 1 to the largest with a sign between them.
fn pair_within(word: &str, sign: char, largest: u64) -> Res<(u64, u64)> {
    let (a, b) = word.split_once(sign).ok_or(Fail::Wrong)?;
    Ok((number_within(a, largest)?, number_within(b, largest)?))
}

/// Returns two numbers in order with a sign between them, or a number, as the first and the last.
pub fn range(word: &str, sign: &str) -> Res<(u64, u64)> {
    let (low, high) = word.split_once(sign).unwrap_or((word, word));
    let low = number(low)?;
    let high = number(high)?;
    Fail::Wrong.when(low > high)?;
    Ok((low, high))
}

/// Reads numbers and ranges `a-b`, as pairs that ascend and have no number in common.
pub fn ranges(words: &[String]) -> Res<Vec<(u64, u64)>> {
    let ranges = words.iter().map(|word| range(word, "-"));
    let mut apart: Vec<(u64, u64)> = Vec::new();
    for (low, high) in ranges.collect::<Res<Vec<_>>>()?.into_iter().sorted() {
        match apart.last_mut() {
            Some((_, last)) if low <= *last => *last = high.max(*last),
            _ => apart.push((low, high)),
        }
    }
    Ok(apart)
}

/// The most numbers of ranges that are written out.
const MAX_WRITTEN_OUT: u64 = 300_000;

/// Returns the numbers of some ranges, each once, ascending.
pub fn written_out(ranges: &[(u64, u64)]) -> Res<Vec<u64>> {
    let lengths = ranges.iter().map(|(low, high)| high - low);
    Fail::TooLarge.when(lengths.fold(0, u64::saturating_add) > MAX_WRITTEN_OUT)?;
    let numbers = ranges.iter().flat_map(|&(low, high)| low..=high);
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
    Fail::Wrong.when(words.is_empty() || ranges.iter().any(|&(low, _)| low == 0))?;
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
    for (low, high) in ranges {
        for n in low..=high.min(last) {
            is_listed[n as usize] = true;
        }
    }
    Ok((1..=last)
        .filter(|&n| is_listed[n as usize] != all_but)
        .collect())
}

/// Reads a size `RxC`, both from 1 to 10⁹.
pub fn size(word: &str) -> Res<(u64, u64)> {
    pair_within(word, 'x', 1_000_000_000)
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
