//! What stands between the name of a game and the colon.

use std::ops::Range;

use super::error::{SyntaxError, quote};
use super::layout;
use super::number::{number, range, tuple};
use super::pairs::pairs;
use super::parse::{Reader, arity_differs, cell};
use super::scan::Token;
use crate::record::{
    Board, CELLS, Keyword, Place, PositionKind, RuleKind, Rules, Signature, Size, Step, Tuple, no_cell,
};

/// The largest number of vertices: they are kept in 32 bits.
const MAX_VERTICES: u64 = u32::MAX as u64 - 1;
/// What may be meant to join the ends of an edge or arc.
const SIGNS: &[u8] = b"-,>";
/// How far a step goes, either way.
const MAX_STEP: i8 = 64;

/// Reads the rules of one record.
pub(super) struct RulesReader {
    signature: &'static Signature,
    keywords: Vec<Keyword>,
    /// Whether items are damaged ones, since `damaged` was read and no other keyword after it.
    damaged: bool,
    has_code: bool,
}

impl RulesReader {
    pub(super) fn new(signature: &'static Signature) -> Self {
        RulesReader { signature, keywords: Vec::new(), damaged: false, has_code: false }
    }

    /// Reads up to the colon, the question mark or the end, and says which it was.
    pub(super) fn read<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        rules: &mut Rules<'t>,
    ) -> Result<Token, SyntaxError> {
        loop {
            match reader.scanner.next() {
                Token::Word(span) => {
                    if reader.scanner.text[span.start].is_ascii_lowercase() {
                        self.keyword(reader, span, rules)?;
                    } else if self.damaged && !self.is_board_part(reader.scanner.text, &span) {
                        self.damaged(reader, span, rules)?;
                    } else {
                        self.item(reader, span, rules)?;
                    }
                }
                stop => return Ok(stop),
            }
        }
    }

    /// Checks that what the game needs is there.
    pub(super) fn complete(&self, rules: &Rules<'_>, end: usize) -> Result<(), SyntaxError> {
        let missing =
            |message: &'static str, help: &'static str| Err(SyntaxError::new(end..end, message, help));
        match self.signature.rules {
            RuleKind::Amounts if rules.amounts.is_empty() => {
                return missing(
                    "the amounts are missing",
                    "name the amounts that may be taken: `1 2 5` or `1-3`",
                );
            }
            RuleKind::Octal if !self.has_code => {
                return missing("the octal code is missing", "write the code after the name: `octal 0.77`");
            }
            RuleKind::Vectors if rules.vectors.is_empty() && rules.amounts.is_empty() => {
                return missing(
                    "the vectors are missing",
                    "name the vectors that may be subtracted: `1,0 0,1`",
                );
            }
            RuleKind::Limit if rules.limit.is_none() => {
                return missing(
                    "the limit is missing",
                    "write the largest number after the name: `factor 10`",
                );
            }
            RuleKind::Edges | RuleKind::Arcs if rules.limit.is_none() => {
                return missing(
                    "the number of vertices is missing",
                    "write it after the name: `geography 4 1-2`, `graph 4 1>2`",
                );
            }
            RuleKind::StepsAndBoard if rules.steps.is_empty() => {
                return missing(
                    "the steps are missing",
                    "name the steps, `drow,dcol`: `leaper -1,0 0,-2 8x8`",
                );
            }
            RuleKind::Board | RuleKind::StepsAndBoard if rules.size.is_none() && rules.board.is_none() => {
                return missing("the board is missing", "give a size, `8x8`, or rows joined by `/`: `.K/..`");
            }
            _ => {}
        }
        if self.signature.keywords.contains(&Keyword::Left) && rules.left.is_none() {
            return missing("`left` is missing", "say at which number the player to move loses: `left 1`");
        }
        Ok(())
    }

    fn keyword<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        span: Range<usize>,
        rules: &mut Rules<'t>,
    ) -> Result<(), SyntaxError> {
        let text = reader.scanner.text;
        let word = &text[span.clone()];
        let known = Keyword::ALL.into_iter().find(|keyword| keyword.word().as_bytes() == word);
        let Some(keyword) = known.filter(|keyword| self.signature.keywords.contains(keyword)) else {
            return Err(self.unknown_keyword(word, span, known));
        };
        if self.keywords.contains(&keyword) {
            return Err(SyntaxError::new(
                span,
                format!("`{}` stands twice", keyword.word()),
                "each keyword may stand once",
            ));
        }
        self.keywords.push(keyword);
        reader.mark(Place::Keyword(keyword), &span);
        self.damaged = keyword == Keyword::Damaged;
        match keyword {
            Keyword::Misere => rules.misere = true,
            Keyword::Overshoot => rules.overshoot = true,
            Keyword::OrLess => rules.or_less = true,
            Keyword::Damaged => {}
            Keyword::Left => match reader.scanner.next() {
                Token::Word(span) => rules.left = Some(number(text, span)?),
                _ => {
                    return Err(SyntaxError::new(
                        span.end..span.end,
                        "the number after `left` is missing",
                        "say at which number the player to move loses: `left 1`",
                    ));
                }
            },
        }
        Ok(())
    }

    fn unknown_keyword(&self, word: &[u8], span: Range<usize>, known: Option<Keyword>) -> SyntaxError {
        let name = self.signature.name;
        let message = match known {
            Some(keyword) => format!("`{name}` does not know `{}`", keyword.word()),
            None => format!("{} is no part of the rules of `{name}`", quote(word)),
        };
        let help = if self.signature.keywords.is_empty() {
            format!("`{name}` has no keywords; its form is `{}`", self.signature.example)
        } else {
            let keywords =
                itertools::join(self.signature.keywords.iter().map(|k| format!("`{}`", k.word())), ", ");
            format!("its keywords are {keywords}; its form is `{}`", self.signature.example)
        };
        SyntaxError::new(span, message, help)
    }

    /// Whether a word after `damaged` is a size, a step or rows all the same: their forms cannot
    /// be mistaken for a cell.
    fn is_board_part(&self, text: &[u8], span: &Range<usize>) -> bool {
        let word = &text[span.clone()];
        match self.signature.rules {
            RuleKind::Board => !layout::is_cell(word),
            RuleKind::StepsAndBoard => !layout::is_cell(word) || word.contains(&b'-'),
            _ => false,
        }
    }

    fn damaged<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        span: Range<usize>,
        rules: &mut Rules<'t>,
    ) -> Result<(), SyntaxError> {
        let text = reader.scanner.text;
        match self.signature.position {
            PositionKind::Cells => {
                let cell = cell(text, span.clone())?;
                reader.mark(Place::Damaged(rules.damaged.len()), &span);
                rules.damaged.push(&cell);
            }
            PositionKind::Tuples if memchr::memchr(b',', &text[span.clone()]).is_some() => {
                let mut numbers = [0; Tuple::MAX_ARITY];
                let arity = tuple(text, span.clone(), Tuple::MAX_ARITY, &mut numbers)?;
                reader.mark(Place::Damaged(rules.damaged.len()), &span);
                if !rules.damaged.push(&numbers[..arity]) {
                    return Err(arity_differs(text, span, arity, rules.damaged.arity()));
                }
            }
            PositionKind::Tuples | PositionKind::Numbers => {
                reader.mark(Place::DamagedNumber(rules.damaged_numbers.len()), &span);
                rules.damaged_numbers.push(range(text, span)?);
            }
        }
        Ok(())
    }

    fn item<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        span: Range<usize>,
        rules: &mut Rules<'t>,
    ) -> Result<(), SyntaxError> {
        let text = reader.scanner.text;
        let word = &text[span.clone()];
        match self.signature.rules {
            RuleKind::None => Err(SyntaxError::new(
                span,
                format!("{} is no part of the rules of `{}`", quote(word), self.signature.name),
                format!("the position stands after a colon: `{}`", self.signature.example),
            )),
            RuleKind::Amounts => {
                reader.mark(Place::Amount(rules.amounts.len()), &span);
                rules.amounts.push(range(text, span)?);
                Ok(())
            }
            RuleKind::Octal => self.code(reader, span, rules),
            RuleKind::Vectors if memchr::memchr(b',', word).is_none() => {
                reader.mark(Place::Amount(rules.amounts.len()), &span);
                rules.amounts.push(range(text, span)?);
                Ok(())
            }
            RuleKind::Vectors => {
                let mut numbers = [0; Tuple::MAX_ARITY];
                let arity = tuple(text, span.clone(), Tuple::MAX_ARITY, &mut numbers)?;
                reader.mark(Place::Vector(rules.vectors.len()), &span);
                if !rules.vectors.push(&numbers[..arity]) {
                    return Err(arity_differs(text, span, arity, rules.vectors.arity()));
                }
                Ok(())
            }
            RuleKind::Board | RuleKind::StepsAndBoard => self.board_part(reader, span, rules),
            RuleKind::Limit => self.limit(reader, span, rules, u64::MAX),
            RuleKind::Edges | RuleKind::Arcs => {
                let sign = if self.signature.rules == RuleKind::Edges { b'-' } else { b'>' };
                // Whoever looks for a place needs every edge marked.
                if reader.wanted().is_none() {
                    let end = pairs(text, span.start, sign, &mut rules.edges);
                    if end > span.start {
                        reader.scanner.at = end;
                        return Ok(());
                    }
                }
                match word.iter().position(|byte| SIGNS.contains(byte)) {
                    None => self.limit(reader, span, rules, MAX_VERTICES),
                    Some(at) if !joins_two(word, at, sign) => {
                        let (message, help) = match self.signature.rules {
                            RuleKind::Edges => ("is no edge", "an edge is two vertices, `1-2`"),
                            _ => ("is no arc", "an arc is two vertices, `1>2`: from 1 to 2"),
                        };
                        Err(SyntaxError::new(span, format!("{} {message}", quote(word)), help))
                    }
                    Some(at) => {
                        reader.mark(Place::Edge(rules.edges.len()), &span);
                        let from = vertex(text, span.start..span.start + at)?;
                        let to = vertex(text, span.start + at + 1..span.end)?;
                        rules.edges.push((from, to));
                        Ok(())
                    }
                }
            }
        }
    }

    fn limit<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        span: Range<usize>,
        rules: &mut Rules<'t>,
        most: u64,
    ) -> Result<(), SyntaxError> {
        let text = reader.scanner.text;
        let value = number(text, span.clone())?;
        if rules.limit.is_some() {
            return Err(SyntaxError::new(
                span,
                format!("a second number, {value}"),
                format!("one number follows the name; the form is `{}`", self.signature.example),
            ));
        }
        if value == 0 || value > most {
            return Err(SyntaxError::new(
                span,
                format!("{value} is out of range"),
                format!("write a number from 1 to {most}"),
            ));
        }
        reader.mark(Place::Limit, &span);
        rules.limit = Some(value);
        Ok(())
    }

    fn code<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        span: Range<usize>,
        rules: &mut Rules<'t>,
    ) -> Result<(), SyntaxError> {
        let word = &reader.scanner.text[span.clone()];
        let help = "a code is 0 or 4, a point, and digits 0 to 7: `0.77`";
        if self.has_code {
            return Err(SyntaxError::new(
                span,
                format!("a second code, {}", quote(word)),
                "one code is enough",
            ));
        }
        let wrong = |at: usize, message: String| {
            let start = span.start + at;
            Err(SyntaxError::new(start..(start + 1).min(span.end), message, help))
        };
        if !matches!(word[0], b'0' | b'4') {
            return wrong(0, format!("the code {} does not begin with 0 or 4", quote(word)));
        }
        if word.get(1) != Some(&b'.') {
            return wrong(1, format!("the code {} has no point after its first digit", quote(word)));
        }
        if word.len() == 2 {
            return wrong(2, format!("the code {} has no digit after the point", quote(word)));
        }
        if let Some(bad) = word[2..].iter().position(|digit| !matches!(digit, b'0'..=b'7')) {
            return wrong(2 + bad, format!("the code {} has something else than digits 0 to 7", quote(word)));
        }
        reader.mark(Place::Code, &span);
        self.has_code = true;
        // Only ASCII passed the checks above.
        rules.code = std::str::from_utf8(word).unwrap_or_default();
        Ok(())
    }

    fn board_part<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        span: Range<usize>,
        rules: &mut Rules<'t>,
    ) -> Result<(), SyntaxError> {
        let text = reader.scanner.text;
        let word = &text[span.clone()];
        if layout::is_cell(word) {
            if self.signature.rules == RuleKind::StepsAndBoard {
                reader.mark(Place::Step(rules.steps.len()), &span);
                rules.steps.push(step(text, span)?);
                return Ok(());
            }
            return Err(SyntaxError::new(
                span,
                format!("the cell {} stands among the rules", quote(word)),
                "damaged cells follow `damaged`, pieces follow the colon",
            ));
        }
        if let Some(x) = memchr::memchr(b'x', word).filter(|_| !layout::has_rows(word)) {
            let size = Size {
                rows: extent(text, span.start..span.start + x, "rows")?,
                cols: extent(text, span.start + x + 1..span.end, "columns")?,
            };
            if rules.size.replace(size).is_some() {
                return Err(SyntaxError::new(span, "a second size", "a board has one size"));
            }
            if rules.board.is_some() {
                return Err(size_and_rows(span));
            }
            reader.mark(Place::Size, &span);
            return Ok(());
        }
        if let Some(bad) = layout::no_board_byte(word) {
            let span = span.start + bad..span.start + bad + 1;
            if layout::has_rows(word) {
                return Err(SyntaxError::new(span, no_cell(word[bad]), CELLS));
            }
            return Err(SyntaxError::new(
                span,
                format!("{} is neither a size nor a board", quote(word)),
                "a size is `RxC`; a board has rows of `.` `X` `#` `K` `2`…`9`, joined by `/`",
            ));
        }
        if rules.board.replace(Board::Inline(word)).is_some() {
            return Err(SyntaxError::new(
                span,
                "a second board",
                "a record has one board; rows are joined by `/`",
            ));
        }
        if rules.size.is_some() {
            return Err(size_and_rows(span));
        }
        if let Some(Place::Cell(row, col)) = reader.wanted() {
            let at = span.start + layout::inline_offset(word, row, col);
            reader.mark(Place::Cell(row, col), &(at..(at + 1).min(span.end)));
        }
        Ok(())
    }
}

/// The error of a board that is given twice over; a number after `damaged` reads as such rows, too.
fn size_and_rows(span: Range<usize>) -> SyntaxError {
    SyntaxError::new(
        span,
        "both a size and rows in one line are given",
        "give a size, or the rows joined by `/`; a damaged cell is `row,col`",
    )
}

/// Whether the sign at this place of a word is the right one and the only one.
fn joins_two(word: &[u8], at: usize, sign: u8) -> bool {
    word[at] == sign && !word[at + 1..].iter().any(|byte| SIGNS.contains(byte))
}

fn extent(text: &[u8], span: Range<usize>, what: &str) -> Result<u64, SyntaxError> {
    let value = number(text, span.clone())?;
    if value == 0 || value > Size::MAX {
        return Err(SyntaxError::new(
            span,
            format!("a board with {value} {what}"),
            format!("a board has 1 to {} {what}", Size::MAX),
        ));
    }
    Ok(value)
}

fn vertex(text: &[u8], span: Range<usize>) -> Result<u32, SyntaxError> {
    let value = number(text, span.clone())?;
    match u32::try_from(value) {
        Ok(vertex) if vertex >= 1 => Ok(vertex),
        _ => Err(SyntaxError::new(
            span,
            format!("there is no vertex {value}"),
            "vertices are numbered from 1 to the number after the name",
        )),
    }
}

fn step(text: &[u8], span: Range<usize>) -> Result<Step, SyntaxError> {
    let word = &text[span.clone()];
    let help = format!("a step is `drow,dcol`, each from -{MAX_STEP} to {MAX_STEP}, together below 0");
    let wrong =
        |what: &str| SyntaxError::new(span.clone(), format!("the step {} {what}", quote(word)), help.clone());
    let mut parts = word.split(|&byte| byte == b',').map(|part| {
        let (sign, digits) = match part.strip_prefix(b"-") {
            Some(digits) => (-1, digits),
            None => (1, part),
        };
        let valid = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let number = std::str::from_utf8(digits).ok().filter(|_| valid)?;
        // A number too long for 64 bits is as far out of range as any.
        Some(number.parse::<i64>().unwrap_or(i64::MAX).min(1000) * sign)
    });
    let (Some(Some(drow)), Some(Some(dcol)), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(wrong("is not two numbers"));
    };
    let within = |delta: i64| i8::try_from(delta).ok().filter(|d| (-MAX_STEP..=MAX_STEP).contains(d));
    let (Some(drow), Some(dcol)) = (within(drow), within(dcol)) else {
        return Err(wrong("goes too far"));
    };
    if i32::from(drow) + i32::from(dcol) >= 0 {
        return Err(wrong("does not lower row + column, so play might not end"));
    }
    Ok(Step { drow, dcol })
}
