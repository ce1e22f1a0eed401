//! Reads one line into a record.

use std::ops::Range;

use itertools::Itertools as _;
use smallvec::SmallVec;

use super::asks;
use super::error::{SyntaxError, SyntaxKind, quote_all};
use super::layout::{is_digits, skip_blanks};
use super::letters;
use super::lists;
use super::number::{number, plain_numbers, tuple};
use super::reader::{Reader, add, board, cell};
use super::scan::Token;
use super::slips;
use super::slots;
use super::varied;
use grundy_record::{
    Ask, AskSet, CoinRules, Fault, Keyword, OwnRule, Place, Position, PositionKind, Record, Rules,
    Signature, Signatures, Size, Slot, Summand,
};
use grundy_rules::rewrite::Rewriting;
use grundy_rules::tree::MAX_LIST;

/// A line that reads as a record.
pub struct Statement<'t> {
    /// The label, without its `@`.
    pub label: Option<&'t str>,
    /// The game, or the games of a sum; never empty. When rows are awaited, the rows of the board are still to be
    /// filled in.
    pub summands: Vec<Summand<'t>>,
    /// The size of the board whose rows must follow, for the header of a board in text.
    pub awaits_rows: Option<Size>,
}

impl<'t> Statement<'t> {
    /// Returns the signature of the game; of the first game of a sum.
    pub fn signature(&self) -> &'t Signature {
        self.summands[0].signature
    }

    /// Returns the rules and the position of that game.
    pub fn record(&self) -> &Record<'t> {
        &self.summands[0].record
    }

    /// Returns the rules and the position of that game, to change them.
    pub fn record_mut(&mut self) -> &mut Record<'t> {
        &mut self.summands[0].record
    }

    /// Says whether the record is a sum of several games.
    pub fn is_sum(&self) -> bool {
        self.summands.len() > 1
    }

    /// Says whether one of the games is a name for a user-defined rule, or for rules that change cells.
    pub fn names_own(&self) -> bool {
        self.summands
            .iter()
            .any(|summand| summand.signature.is_named_rule())
    }

    /// Returns the asks that the record may have.
    pub fn answers(&self) -> AskSet {
        asks_of(&self.summands)
    }

    /// Returns a copy that outlives the text, with the signatures of a table; `None` if rows of a board are part of it.
    pub fn owned<'c>(&self, games: &'c dyn Signatures) -> Option<Statement<'c>> {
        let owned = |summand: &Summand<'t>| {
            Some(Summand {
                signature: games.signature(&summand.signature.name)?,
                record: summand.record.owned()?,
            })
        };
        let summands = self.summands.iter().map(owned).collect::<Option<_>>()?;
        Some(Statement {
            label: None,
            summands,
            awaits_rows: None,
        })
    }

    /// Replaces the position and the asks of a record of one game by those in the part of a line after its colon, and
    /// says whether they are right. If they are not, position and asks are unspecified.
    pub fn take_position(&mut self, line: &[u8], after_colon: usize, default_asks: &[Ask]) -> bool {
        let signature = self.signature();
        let Record {
            rules,
            position,
            asks,
            ..
        } = self.record_mut();
        asks.clear();
        position.numbers.clear();
        position.tuples.clear();
        position.words = false;
        position.boards.clear();
        position.letters.clear();
        position.ranges.clear();
        let mut reader = Reader::new(line);
        reader.scanner.at = after_colon;
        let read = match self::position(&mut reader, signature, rules, position) {
            Ok(Token::End) => {
                asks.extend_from_slice(default_asks);
                default_asks.iter().all(|&ask| {
                    signature.asks.contains(ask) && varied::check(ask, false, &(0..0), None).is_ok()
                })
            }
            Ok(Token::Sign(b'?', _)) => {
                read_asks(&mut reader, Some(signature), signature.asks, false, asks).is_ok()
            }
            _ => false,
        };
        read && !self.record().varies()
    }

    /// Replaces the asks. The first game of a sum gets all asks, the others get each of them once: there may be as many
    /// asks as games.
    pub fn set_asks(&mut self, asks: SmallVec<[Ask; 4]>) {
        let (first, others) = match &mut self.summands[..] {
            [] => return,
            [first, others @ ..] => (first, others),
        };
        if !others.is_empty() {
            let different: SmallVec<[Ask; 4]> = asks.iter().copied().unique().collect();
            for summand in others {
                summand.record.asks.clone_from(&different);
            }
        }
        first.record.asks = asks;
    }
}

/// A line that does not read as a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError<'t> {
    /// The label, when that much could be read.
    pub label: Option<&'t str>,
    /// The mistake.
    pub error: SyntaxError,
}

/// Reads one line (without its end) as a record; `default_asks` are the asks of a record that has none.
///
/// It takes one pass over the line, and memory in proportion to it.
///
/// # Errors
///
/// The mistake in the line, with its label if the label can be read.
pub fn parse<'t>(
    line: &'t [u8],
    games: &'t dyn Signatures,
    default_asks: &[Ask],
) -> Result<Statement<'t>, ParseError<'t>> {
    let mut reader = Reader::new(line);
    let advised = |error| slips::advise(line, games, error);
    let label = reader.label().map_err(|error| ParseError {
        label: None,
        error: advised(error),
    })?;
    statement(&mut reader, games, label, default_asks).map_err(|error| ParseError {
        label,
        error: advised(error),
    })
}

/// Finds the place of a fault in a line that was read before without error.
///
/// It reads the line again: places are needed only when something is wrong, so records do not keep them.
pub fn locate(line: &[u8], games: &dyn Signatures, fault: &Fault) -> Range<usize> {
    let mut reader = Reader::looking_for(line, fault.summand, fault.place);
    // The line has been read before, so both succeed; if not, the place is not found.
    if let Ok(label) = reader.label() {
        let _ = statement(&mut reader, games, label, &[Ask::Verdict]);
    }
    reader.found()
}

/// The places of one game of a record.
struct SummandPlaces {
    /// The name of the game.
    name: Range<usize>,
    /// Whether a colon stands after the rules.
    had_colon: bool,
    /// The byte after the rules.
    end_of_rules: usize,
    /// The token after the rules and the position of the game.
    stop: Token,
}

/// Reads the games of a record after its label, and its asks.
fn statement<'t>(
    reader: &mut Reader<'t>,
    games: &'t dyn Signatures,
    label: Option<&'t str>,
    default_asks: &[Ask],
) -> Result<Statement<'t>, SyntaxError> {
    let mut summands = Vec::with_capacity(1);
    let first = summand(reader, games, &mut summands)?;
    let mut stop = first.stop.clone();
    while let Token::Sign(b'+', plus) = stop {
        reader.summand += 1;
        let text = reader.scanner.text;
        let next = skip_blanks(text, reader.scanner.at);
        if !text.get(next).is_some_and(u8::is_ascii_lowercase) {
            let help = if text.get(next).is_some_and(u8::is_ascii_digit) {
                "several positions of a game are a sum without a sign: leave out the `+`"
            } else {
                "a sum of games is `nim: 3 4 + kayles: 5`"
            };
            return Err(SyntaxError::new(
                plus..plus + 1,
                "a `+` without a game after it",
                help,
            ));
        }
        stop = summand(reader, games, &mut summands)?.stop;
    }
    let SummandPlaces {
        name,
        had_colon,
        end_of_rules,
        ..
    } = first;
    reader.summand = 0;

    let Summand { signature, record } = &summands[0];
    let sum = summands.len() > 1;
    let answers = asks_of(&summands);
    let varies = record.varies();
    let varying = summands.iter().position(|summand| summand.record.varies());
    if sum && let Some(summand) = varying {
        let end = reader.scanner.end_of_text_before(reader.scanner.text.len());
        return Err(varied::in_sum(end, summand));
    }
    let mut asks = SmallVec::new();
    if matches!(stop, Token::Sign(b'?', _)) {
        let asked = if sum { None } else { Some(*signature) };
        read_asks(reader, asked, answers, varies, &mut asks)?;
    } else {
        check_default_asks(default_asks, answers, signature, &name)?;
        for &ask in default_asks {
            varied::check(ask, varies, &name, Some(signature))?;
        }
        asks.extend_from_slice(default_asks);
    }
    let may_lack_position = had_colon || asks.iter().all(|ask: &Ask| ask.is_about_rules());
    if !may_lack_position && !record.has_board() {
        return Err(no_position(signature, end_of_rules));
    }
    let awaits_rows = if had_colon || record.rows.is_some() {
        None
    } else {
        record.size
    };
    for summand in &mut summands {
        summand.record.part = sum;
    }
    let mut statement = Statement {
        label,
        summands,
        awaits_rows,
    };
    statement.set_asks(asks);
    Ok(statement)
}

/// Checks that a game, or a sum that begins with it, has answers to the asks of records without asks.
fn check_default_asks(
    default_asks: &[Ask],
    answers: AskSet,
    signature: &Signature,
    name: &Range<usize>,
) -> Result<(), SyntaxError> {
    let Some(ask) = default_asks.iter().find(|&&ask| !answers.contains(ask)) else {
        return Ok(());
    };
    Err(SyntaxError::new(
        name.clone(),
        format!(
            "`{}` has no answer to `{ask}`, which records without asks are asked",
            signature.name
        ),
        format!("give this record asks of its own, of {}", list(answers)),
    ))
}

/// Reports a record without a colon that asks about a position.
fn no_position(signature: &Signature, end_of_rules: usize) -> SyntaxError {
    SyntaxError::new(
        end_of_rules..end_of_rules,
        "the colon is missing, so this record has no position",
        match signature.slots {
            [] => format!("the position stands after a colon: `{}`", signature.example),
            _ => format!(
                "what stands before the colon are rules, what stands after it is the position: `{}`",
                signature.example
            ),
        },
    )
}

/// Reports a game of a sum that does not say all in its line.
fn cannot_be_added(signature: &Signature, record: &Record<'_>, end_of_rules: usize) -> SyntaxError {
    if !record.has_board() {
        return no_position(signature, end_of_rules);
    }
    SyntaxError::new(
        end_of_rules..end_of_rules,
        "a board of several lines cannot be part of a sum",
        "join its rows by `/`, or list its pieces after a colon",
    )
}

/// Reads one game of a record: its name, its rules and its position.
fn summand<'t>(
    reader: &mut Reader<'t>,
    games: &'t dyn Signatures,
    summands: &mut Vec<Summand<'t>>,
) -> Result<SummandPlaces, SyntaxError> {
    let (signature, name) = game(reader, games)?;
    reader.mark(Place::Game, &name);
    let mut record = Record::default();
    let mut stop = slots::read_all(reader, signature, &mut record)?;
    if let Some(named) = signature.own_rewriting()
        && named.rewriting.misere
    {
        record.modifiers.keywords.insert(Keyword::Misere);
    }
    let had_colon = matches!(stop, Token::Sign(b':', _));
    let end_of_rules = mark_end(reader, Place::EndOfRules, &stop);
    slots::complete(signature, &record, reader.scanner.text, end_of_rules)?;
    if had_colon {
        stop = position(reader, signature, &record.rules, &mut record.position)?;
    }
    mark_end(reader, Place::EndOfPosition, &stop);
    let in_sum = reader.summand > 0 || matches!(stop, Token::Sign(b'+', _));
    if in_sum && !had_colon && record.rows.is_none() {
        return Err(cannot_be_added(signature, &record, end_of_rules));
    }
    summands.push(Summand { signature, record });
    Ok(SummandPlaces {
        name,
        had_colon,
        end_of_rules,
        stop,
    })
}

/// Marks a place at the end of the text before a token, and returns where that is.
fn mark_end(reader: &mut Reader<'_>, place: Place, stop: &Token) -> usize {
    let at = match stop {
        Token::Sign(_, at) => *at,
        Token::Word(_) | Token::End => reader.scanner.text.len(),
    };
    let end = reader.scanner.end_of_text_before(at);
    reader.mark(place, &(end..end));
    end
}

/// Reads the name of a game, and finds its signature.
fn game<'c>(
    reader: &mut Reader<'_>,
    games: &'c dyn Signatures,
) -> Result<(&'c Signature, Range<usize>), SyntaxError> {
    let text = reader.scanner.text;
    let help = "a record begins with the name of a game; `grundy games` lists them";
    let at = match reader.scanner.next() {
        Token::Word(span) => {
            let name = std::str::from_utf8(&text[span.clone()]).ok();
            if let Some(signature) = name.and_then(|name| games.signature(name)) {
                return Ok((signature, span));
            }
            let error = SyntaxError::quoting(text, span, "no game is called {}", help);
            return Err(error.of_kind(SyntaxKind::NoGame));
        }
        Token::Sign(_, at) => at..at + 1,
        Token::End => {
            let end = reader.scanner.end_of_text_before(text.len());
            end..end
        }
    };
    Err(SyntaxError::new(
        at,
        "the name of the game is missing",
        help,
    ))
}

/// Says whether the positions of a game are lists, by the rule of its record or of its name.
fn is_of_lists(signature: &Signature, rules: &Rules) -> bool {
    let own = rules.own().or(signature.own_rule());
    own.is_some_and(OwnRule::is_of_lists)
}

/// Reads a position, up to the sign or the end after it.
fn position(
    reader: &mut Reader<'_>,
    signature: &Signature,
    rules: &Rules,
    position: &mut Position,
) -> Result<Token, SyntaxError> {
    let of_lists = is_of_lists(signature, rules);
    let text = reader.scanner.text;
    let is_of_numbers = matches!(
        signature.position,
        PositionKind::Numbers | PositionKind::Row | PositionKind::Squares { .. }
    );
    if is_of_numbers && reader.wanted.is_none() {
        let numbers = &mut position.numbers;
        numbers.reserve(about_as_many_numbers(&text[reader.scanner.at..]));
        reader.scanner.at = plain_numbers(text, reader.scanner.at..text.len(), 1, numbers);
    }
    let mut index = position.numbers.len();
    let start = reader.scanner.at;
    loop {
        let span = match reader.scanner.next() {
            Token::Word(span) => span,
            Token::Sign(b':', at) => {
                return Err(SyntaxError::new(
                    at..at + 1,
                    "a second colon",
                    "one colon stands between the rules and the position",
                ));
            }
            stop => {
                check_commas(reader, signature, rules, position, start)?;
                return Ok(stop);
            }
        };
        reader.mark(Place::Position(index), &span);
        index += 1;
        let may_vary = signature.position != PositionKind::Letters;
        if may_vary
            && (!position.ranges.is_empty() || varied::is_range(signature, &text[span.clone()]))
        {
            let most = most_numbers(signature, of_lists);
            varied::component(text, span, signature, most, position)?;
            continue;
        }
        if of_lists {
            lists::read(text, span, position)?;
            continue;
        }
        match signature.position {
            PositionKind::Empty => {
                let rest = String::from_utf8_lossy(text[span.start..].trim_ascii());
                let is_edge = |word: &str| {
                    let numbers = word.split_once('-');
                    numbers.is_some_and(|(a, b)| is_digits(a.as_bytes()) && is_digits(b.as_bytes()))
                };
                let are_edges = rest.split_whitespace().all(is_edge);
                let help = if signature.has(Slot::Branches) && are_edges {
                    format!(
                        "the edges stand before the colon: `{} {rest}:`",
                        signature.name
                    )
                } else {
                    format!("in this game the rules say all: `{}`", signature.example)
                };
                return Err(SyntaxError::quoting(
                    text,
                    span,
                    "{} stands after the colon",
                    help,
                ));
            }
            PositionKind::Numbers | PositionKind::Row | PositionKind::Squares { .. } => {
                numbers(reader, signature, &span, position)?;
                index = position.numbers.len();
            }
            PositionKind::Tuples { most, mixed: false } => {
                if let Rules::Coins(coins) = rules {
                    check_head(text, &span, coins)?;
                }
                let numbers = tuple(text, span.clone(), most)?;
                add(&mut position.tuples, &numbers, text, span)?;
            }
            PositionKind::Tuples { most, mixed: true } => {
                position.tuples.push_any(&tuple(text, span, most)?);
            }
            PositionKind::Taken => position.tuples.push_any(&tuple(text, span, 2)?),
            PositionKind::Cells => position.tuples.push_any(&cell(text, span)?),
            PositionKind::Boards => position.boards.push(board(text, span)?),
            PositionKind::Letters => {
                if reader.scanner.has_comment_at(span.end) {
                    return Err(letters::empty_row(span.end));
                }
                letters::read(text, span, rewriting(signature, rules), position)?;
            }
        }
    }
}

/// Reads the number that a word is, or the rows that it draws: games whose heaps may be rings may also be drawn as rows.
fn numbers(
    reader: &mut Reader<'_>,
    signature: &Signature,
    span: &Range<usize>,
    position: &mut Position,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let word = &text[span.clone()];
    if !signature.keywords.contains(&Keyword::Ring) || !is_row(signature, word) {
        let number = number(text, span.clone());
        let number = number.map_err(|error| no_row(signature, text, error));
        position.numbers.push(number?);
        return Ok(());
    }
    let stands = |byte: &u8| matches!(byte, b'.' | b'+');
    let rows = word
        .split(|byte| !stands(byte))
        .filter(|row| !row.is_empty());
    for row in rows {
        reader.mark(Place::Position(position.numbers.len()), span);
        position.numbers.push(row.len() as u64);
    }
    Ok(())
}

/// Says what a word is that is no number where rows may be drawn: a row of other signs, such as `++-+` or `IIXI`.
fn no_row(signature: &Signature, text: &[u8], error: SyntaxError) -> SyntaxError {
    /// The most cells of a row that is written anew.
    const MAX_DRAWN: usize = 100;
    let word = &text[error.span.clone()];
    let may_be_drawn = signature.keywords.contains(&Keyword::Ring)
        && error.kind == SyntaxKind::NoNumber
        && word.len() <= MAX_DRAWN
        && !word.iter().any(u8::is_ascii_digit);
    if !may_be_drawn {
        return error;
    }
    let cell = |byte: &u8| match byte {
        b'.' | b'+' | b'I' | b'i' | b'|' | b'H' | b'O' | b'o' => Some('.'),
        b'X' | b'#' | b'x' | b'-' | b'_' | b'T' => Some('X'),
        _ => None,
    };
    let form = "a heap is a number, or a row of `.` for what stands and `X` for a gap";
    let help = match word.iter().map(cell).collect::<Option<String>>() {
        Some(row) => format!("{form}: `{row}`"),
        None => format!("{form}, such as `..X.`"),
    };
    SyntaxError::quoting(text, error.span, "{} is neither a number nor a row", help)
}

/// Reports heads that are not written as places of a strip: joined by commas, or drawn as `HTHH`.
fn check_head(text: &[u8], span: &Range<usize>, coins: &CoinRules) -> Result<(), SyntaxError> {
    /// The most coins that are written anew.
    const MAX_CORRECTED_COINS: usize = 40;
    let word = &text[span.clone()];
    if coins.columns.is_some() || word.len() > MAX_CORRECTED_COINS {
        return Ok(());
    }
    let places = String::from_utf8_lossy(word);
    if word.contains(&b',') && word.split(|&byte| byte == b',').all(is_digits) {
        let help = format!(
            "places on a strip are separated by spaces: `{}`",
            places.replace(',', " ")
        );
        return Err(SyntaxError::quoting(
            text,
            span.clone(),
            "{} is no place of a strip",
            help,
        ));
    }
    let is_coin = |byte: &u8| matches!(byte, b'H' | b'T' | b'h' | b't');
    if word.iter().all(is_coin) && word.iter().any(|byte| byte.eq_ignore_ascii_case(&b'h')) {
        let heads = (1..)
            .zip(word)
            .filter(|(_, coin)| coin.eq_ignore_ascii_case(&b'h'));
        let heads = itertools::join(heads.map(|(place, _)| place), " ");
        let help = format!("name the places of the heads, counted from 1: `{heads}`");
        return Err(SyntaxError::quoting(
            text,
            span.clone(),
            "{} is a row of coins, where places are needed",
            help,
        ));
    }
    Ok(())
}

/// Returns how many numbers each position of a game has whose positions are tuples of one length; `None` for others.
fn arity_of(signature: &Signature, rules: &Rules) -> Option<usize> {
    if let Some(own) = rules.own().or(signature.own_rule()) {
        return (!own.is_of_lists()).then(|| own.rule.arity());
    }
    match signature.position {
        PositionKind::Tuples { most, mixed: false }
            if !signature.has(Slot::Vectors) && !signature.has(Slot::Coins) =>
        {
            Some(most)
        }
        _ => None,
    }
}

/// Reports the numbers of one position that have no commas between them: `9 9` for `9,9`.
fn check_commas(
    reader: &Reader<'_>,
    signature: &Signature,
    rules: &Rules,
    position: &Position,
    start: usize,
) -> Result<(), SyntaxError> {
    let Some(arity) = arity_of(signature, rules) else {
        return Ok(());
    };
    let tuples = &position.tuples;
    let is_split = arity > 1
        && tuples.len() == arity
        && position.ranges.is_empty()
        && tuples.iter().all(|tuple| tuple.len() == 1);
    if !is_split {
        return Ok(());
    }
    let text = reader.scanner.text;
    let start = skip_blanks(text, start);
    let end = text[start..]
        .iter()
        .position(|byte| matches!(byte, b'?' | b'+'))
        .map_or(text.len(), |length| start + length);
    let numbers = text[start..end].trim_ascii_end();
    let joined = itertools::join(tuples.iter().flatten(), ",");
    Err(SyntaxError::new(
        start..start + numbers.len(),
        format!("{arity} positions of one number, where one of {arity} numbers is needed"),
        format!("the numbers of a position are joined by commas: `{joined}`"),
    ))
}

/// Returns the most numbers that a component has whose numbers may be ranges.
fn most_numbers(signature: &Signature, of_lists: bool) -> usize {
    match signature.position {
        _ if of_lists => MAX_LIST,
        PositionKind::Tuples { most, .. } => most,
        _ => 1,
    }
}

/// Returns the rules that change cells of a record, which the name of its game may stand for.
fn rewriting<'r>(signature: &'r Signature, rules: &'r Rules) -> Option<&'r Rewriting> {
    let named = signature.own_rewriting();
    let rewriting = named.map(|named| &named.rewriting).or(rules.rewriting());
    rewriting.map(|rewriting| &**rewriting)
}

/// Estimates how many numbers a position has that begins here, so that room for them is made once.
fn about_as_many_numbers(text: &[u8]) -> usize {
    /// The characters of a number of three digits and the blank before it: a guess.
    const CHARACTERS: usize = 4;
    /// The length up to which a text is not searched for the end of the position.
    const SHORT: usize = 256;
    /// The most room that is made at first, whatever the text.
    const MAX_RESERVED_NUMBERS: usize = 1 << 16;
    let end = if text.len() <= SHORT {
        text.len()
    } else {
        // Each position of a long sum is short, so the text of all is no measure.
        memchr::memchr2(b'+', b'?', text).unwrap_or(text.len())
    };
    (end / CHARACTERS).min(MAX_RESERVED_NUMBERS)
}

/// Says whether a word is a row: `.` is a standing pin, `X` or `#` is a gap; or in some games `+` and `-`.
fn is_row(signature: &Signature, word: &[u8]) -> bool {
    let is_drawn = word.iter().all(|byte| matches!(byte, b'.' | b'X' | b'#'));
    let is_of_signs = signature.draws_signs && word.iter().all(|byte| matches!(byte, b'+' | b'-'));
    is_drawn || is_of_signs
}

/// Returns the asks that a record of these games may have: those of its game, or those that every sum answers.
fn asks_of(summands: &[Summand<'_>]) -> AskSet {
    match summands {
        [summand] => summand.signature.asks,
        _ => AskSet::SUM,
    }
}

/// Reads the asks of a game, or of a sum of several, which has these answers.
fn read_asks(
    reader: &mut Reader<'_>,
    game: Option<&Signature>,
    answers: AskSet,
    varies: bool,
    asks: &mut SmallVec<[Ask; 4]>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    loop {
        match reader.scanner.next() {
            Token::Word(span) => {
                let ask = asks::read(text, span.clone(), asks)?;
                if matches!(ask, Ask::Slice(..)) {
                    continue;
                }
                if !answers.contains(ask) {
                    let message = match game {
                        Some(signature) => format!("`{}` has no answer to `{ask}`", signature.name),
                        None => format!("a sum of different games has no answer to `{ask}`"),
                    };
                    let help = match game {
                        Some(signature) if ask == Ask::Losing && answers.contains(Ask::PList) => {
                            varied::losing_of(signature)
                        }
                        _ => format!("ask it {}", list(answers)),
                    };
                    return Err(SyntaxError::new(span, message, help));
                }
                varied::check(ask, varies, &span, game)?;
                let is_about_letters =
                    game.is_some_and(|signature| signature.position == PositionKind::Letters);
                if is_about_letters && asks[..asks.len() - 1].contains(&ask) {
                    let message = format!("`{ask}` stands twice");
                    return Err(SyntaxError::new(span, message, "one answer is enough"));
                }
                reader.mark(Place::Ask(asks.len() - 1), &span);
            }
            Token::Sign(_, at) => {
                let help = "the asks end the record: `GAME rules : position ? asks`";
                return Err(SyntaxError::quoting(
                    text,
                    at..at + 1,
                    "{} after the question mark",
                    help,
                ));
            }
            Token::End if asks.is_empty() => {
                return Err(asks::missing(reader.scanner.end_of_text_before(text.len())));
            }
            Token::End => return Ok(()),
        }
    }
}

/// Lists asks for a message.
fn list(asks: AskSet) -> String {
    quote_all(asks.iter())
}
