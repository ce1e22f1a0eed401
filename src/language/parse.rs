//! One line into a record.

use std::ops::Range;

use super::asks;
use super::error::{SyntaxError, quote};
use super::number::{Digits, digits, not_a_number, too_large, tuple};
use super::rules::RulesReader;
use super::scan::{Scanner, Token};
use crate::games::{self, Game};
use crate::record::{Ask, Place, Position, PositionKind, Record, Signature, Size, Tuple, number_count};

/// The most characters of a label.
const MAX_LABEL: usize = 64;

/// A line that reads as a record.
pub struct Statement<'t> {
    /// The label, without its `@`.
    pub label: Option<&'t str>,
    /// The game.
    pub game: &'static dyn Game,
    /// What the line says. When rows are awaited, [`crate::record::Rules::board`] is still to be
    /// filled with them.
    pub record: Record<'t>,
    /// The size of the board whose rows must follow, for the header of a board in text.
    pub awaits_rows: Option<Size>,
}

/// A line that does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong<'t> {
    /// The label, when that much could be read.
    pub label: Option<&'t str>,
    /// What is wrong.
    pub error: SyntaxError,
}

/// Reads one line (without its end) as a record; `default_asks` are those of a record that brings
/// none.
///
/// Takes one pass over the line, and memory in proportion to it.
///
/// # Errors
///
/// What is wrong with the line, with its label where that can still be given back.
pub fn parse<'t>(line: &'t [u8], default_asks: &[Ask]) -> Result<Statement<'t>, Wrong<'t>> {
    let mut reader = Reader { scanner: Scanner::new(line), trace: None };
    let label = reader.label().map_err(|error| Wrong { label: None, error })?;
    reader.statement(label, default_asks).map_err(|error| Wrong { label, error })
}

/// The game of a line, of which only the beginning is read; `None` where it names none.
pub fn game_of(line: &[u8]) -> Option<&'static dyn Game> {
    let mut reader = Reader { scanner: Scanner::new(line), trace: None };
    reader.label().ok()?;
    reader.game().ok().map(|(game, _)| game)
}

/// Where in a line, read before without error, a place is.
///
/// Reads the line again: places are asked for only when something is wrong, so records carry
/// none.
pub fn locate(line: &[u8], place: Place) -> Range<usize> {
    let mut reader = Reader { scanner: Scanner::new(line), trace: Some(Trace { place, found: None }) };
    // The line has been read before, so both succeed; if not, the place is not found.
    if let Ok(label) = reader.label() {
        let _ = reader.statement(label, &[Ask::Verdict]);
    }
    let end = reader.scanner.end_of_text_before(reader.scanner.text.len());
    reader.trace.and_then(|trace| trace.found).unwrap_or(end..end)
}

/// A place that is looked for while a line is read.
struct Trace {
    place: Place,
    found: Option<Range<usize>>,
}

pub(super) struct Reader<'t> {
    pub(super) scanner: Scanner<'t>,
    trace: Option<Trace>,
}

impl<'t> Reader<'t> {
    /// Says that a place is here.
    #[inline]
    pub(super) fn mark(&mut self, place: Place, span: &Range<usize>) {
        if let Some(trace) = &mut self.trace
            && trace.place == place
        {
            trace.found = Some(span.clone());
        }
    }

    /// The place that is looked for, for those who can tell where it is without reading up to it.
    pub(super) fn wanted(&self) -> Option<Place> {
        self.trace.as_ref().map(|trace| trace.place)
    }

    fn label(&mut self) -> Result<Option<&'t str>, SyntaxError> {
        let text = self.scanner.text;
        let start = text.iter().position(|&byte| !super::scan::is_blank(byte)).unwrap_or(text.len());
        if text.get(start) != Some(&b'@') {
            return Ok(None);
        }
        let name = start + 1;
        let rest = &text[name..];
        let length = rest.iter().position(|&byte| !is_label_byte(byte)).unwrap_or(rest.len());
        let end = name + length;
        let rule =
            format!("a label has 1 to {MAX_LABEL} letters, digits, `_`, `-` or `.`, and a space after it");
        if length == 0 && text.get(end).is_none_or(|&byte| super::scan::is_blank(byte)) {
            return Err(SyntaxError::new(start..end, "the label is empty", rule));
        }
        if length > MAX_LABEL {
            return Err(SyntaxError::new(start..end, format!("the label has {length} characters"), rule));
        }
        if let Some(&byte) = text.get(end).filter(|&&byte| !super::scan::is_blank(byte)) {
            let character = char_at(text, end);
            let message = format!("{} cannot stand in a label", quote(&text[character.clone()]));
            debug_assert!(!is_label_byte(byte));
            return Err(SyntaxError::new(character, message, rule));
        }
        self.scanner.at = end;
        Ok(std::str::from_utf8(&text[name..end]).ok())
    }

    fn statement(
        &mut self,
        label: Option<&'t str>,
        default_asks: &[Ask],
    ) -> Result<Statement<'t>, SyntaxError> {
        let (game, name) = self.game()?;
        let signature = game.signature();
        self.mark(Place::Game, &name);
        let mut record = Record::default();

        let mut rules = RulesReader::new(signature);
        let mut stop = rules.read(self, &mut record.rules)?;
        let had_colon = matches!(stop, Token::Colon(_));
        let end_of_rules = self.scanner.end_of_text_before(self.position_of(&stop));
        self.mark(Place::EndOfRules, &(end_of_rules..end_of_rules));
        rules.complete(&record.rules, end_of_rules)?;

        if had_colon {
            stop = self.position(signature, &mut record.position)?;
        }
        let end = self.scanner.end_of_text_before(self.position_of(&stop));
        self.mark(Place::EndOfPosition, &(end..end));

        if matches!(stop, Token::Question(_)) {
            self.asks(signature, &mut record)?;
        } else {
            if let Some(ask) = default_asks.iter().find(|&&ask| !signature.asks.contains(ask)) {
                return Err(SyntaxError::new(
                    name,
                    format!(
                        "`{}` has no answer to `{ask}`, which records without asks are asked",
                        signature.name
                    ),
                    format!("give this record asks of its own, of {}", asks_of(signature)),
                ));
            }
            record.asks.extend_from_slice(default_asks);
        }
        let awaits_rows = if had_colon || record.rules.board.is_some() { None } else { record.rules.size };
        Ok(Statement { label, game, record, awaits_rows })
    }

    fn position_of(&self, stop: &Token) -> usize {
        match stop {
            Token::Colon(at) | Token::Question(at) => *at,
            _ => self.scanner.text.len(),
        }
    }

    fn game(&mut self) -> Result<(&'static dyn Game, Range<usize>), SyntaxError> {
        let text = self.scanner.text;
        let help = "a record begins with the name of a game; `grundy games` lists them";
        match self.scanner.next() {
            Token::Word(span) => {
                let name = &text[span.clone()];
                let found = std::str::from_utf8(name).ok().and_then(games::find);
                found.map(|game| (game, span.clone())).ok_or_else(|| unknown_game(name, span, help))
            }
            Token::Colon(at) | Token::Question(at) => {
                Err(SyntaxError::new(at..at + 1, "the name of the game is missing", help))
            }
            Token::End => {
                let end = self.scanner.end_of_text_before(text.len());
                Err(SyntaxError::new(end..end, "the name of the game is missing", help))
            }
        }
    }

    fn position(
        &mut self,
        signature: &'static Signature,
        position: &mut Position,
    ) -> Result<Token, SyntaxError> {
        let text = self.scanner.text;
        let mut index = 0;
        loop {
            let span = match self.scanner.next() {
                Token::Word(span) => span,
                Token::Colon(at) => {
                    return Err(SyntaxError::new(
                        at..at + 1,
                        "a second colon",
                        "one colon stands between the rules and the position",
                    ));
                }
                stop => return Ok(stop),
            };
            self.mark(Place::Position(index), &span);
            index += 1;
            match signature.position {
                PositionKind::Numbers => match digits(&text[span.clone()]) {
                    Digits::Number(number) => position.numbers.push(number),
                    Digits::TooLarge => return Err(too_large(span.clone(), &text[span])),
                    Digits::None => return Err(not_a_number(span.clone(), &text[span])),
                },
                PositionKind::Tuples => {
                    let mut numbers = [0; Tuple::MAX_ARITY];
                    let arity = tuple(text, span.clone(), Tuple::MAX_ARITY, &mut numbers)?;
                    if !position.tuples.push(&numbers[..arity]) {
                        return Err(arity_differs(text, span, arity, position.tuples.arity()));
                    }
                }
                PositionKind::Cells => {
                    let cell = cell(text, span)?;
                    position.tuples.push(&cell);
                }
            }
        }
    }

    fn asks(&mut self, signature: &'static Signature, record: &mut Record<'t>) -> Result<(), SyntaxError> {
        let text = self.scanner.text;
        loop {
            match self.scanner.next() {
                Token::Word(span) => {
                    let ask = asks::word(text, span.clone())?;
                    if !signature.asks.contains(ask) {
                        return Err(SyntaxError::new(
                            span,
                            format!("`{}` has no answer to `{ask}`", signature.name),
                            format!("ask it {}", asks_of(signature)),
                        ));
                    }
                    self.mark(Place::Ask(record.asks.len()), &span);
                    record.asks.push(ask);
                }
                Token::Colon(at) | Token::Question(at) => {
                    return Err(SyntaxError::new(
                        at..at + 1,
                        format!("{} after the question mark", quote(&text[at..at + 1])),
                        "the asks end the record: `GAME rules : position ? asks`",
                    ));
                }
                Token::End if record.asks.is_empty() => {
                    return Err(asks::missing(self.scanner.end_of_text_before(text.len())));
                }
                Token::End => return Ok(()),
            }
        }
    }
}

/// Reads `row,col` that fills the span, each at least 1.
pub(super) fn cell(text: &[u8], span: Range<usize>) -> Result<[u64; 2], SyntaxError> {
    let mut numbers = [0; Tuple::MAX_ARITY];
    let arity = tuple(text, span.clone(), 2, &mut numbers)?;
    if arity != 2 {
        return Err(SyntaxError::new(
            span.clone(),
            format!("{} is not a cell", quote(&text[span])),
            "write `row,col`",
        ));
    }
    if numbers[0] == 0 || numbers[1] == 0 {
        return Err(SyntaxError::new(
            span.clone(),
            format!("the cell {} is outside the board", quote(&text[span])),
            "rows and columns count from 1",
        ));
    }
    Ok([numbers[0], numbers[1]])
}

/// The error of a tuple that has another number of components than those before it.
pub(super) fn arity_differs(text: &[u8], span: Range<usize>, arity: usize, expected: usize) -> SyntaxError {
    SyntaxError::new(
        span.clone(),
        format!("{} has {} where the one before it has {expected}", quote(&text[span]), number_count(arity)),
        format!("write {}, joined by commas", number_count(expected)),
    )
}

fn unknown_game(name: &[u8], span: Range<usize>, help: &'static str) -> SyntaxError {
    let message = format!("no game is called {}", quote(name));
    let text = String::from_utf8_lossy(&name[..name.len().min(64)]).to_ascii_lowercase();
    let closest = games::CATALOGUE
        .iter()
        .map(|game| (strsim::damerau_levenshtein(&text, game.signature().name), game.signature().name))
        .min()
        .filter(|&(distance, name)| distance <= 2 && distance < name.len());
    match closest {
        Some((_, name)) => SyntaxError::new(span, message, format!("did you mean `{name}`?")),
        None => SyntaxError::new(span, message, help),
    }
}

fn asks_of(signature: &Signature) -> String {
    itertools::join(signature.asks.iter().map(|ask| format!("`{ask}`")), ", ")
}

fn is_label_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The bytes of the character that begins here; one byte where the text is not UTF-8.
fn char_at(text: &[u8], at: usize) -> Range<usize> {
    let longest = &text[at..text.len().min(at + 4)];
    let length = (1..=longest.len()).find(|&n| std::str::from_utf8(&longest[..n]).is_ok()).unwrap_or(1);
    at..at + length
}
