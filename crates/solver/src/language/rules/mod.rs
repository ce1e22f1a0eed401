//! What stands between the name of a game and the colon: one file a kind of rules.

mod board;
mod code;
mod coins;
mod graph;
mod own;
mod positional;
mod vectors;

use std::borrow::Cow;
use std::ops::Range;

use super::error::{SyntaxError, quote};
use super::number::{number, range, tuple};
use super::reader::{Reader, arity_differs, cell};
use super::scan::Token;
use crate::record::{
    BoardRules, CoinRules, GraphRules, Keyword, Modifiers, Place, PositionKind, RuleKind, Rules, Signature,
    Tuple, VectorRules,
};

/// Reads the rules of one record.
pub(super) struct RulesReader<'s> {
    signature: &'s Signature,
    keywords: Vec<Keyword>,
    /// Whether items are damaged ones, since `damaged` was read and no other keyword after it.
    damaged: bool,
    /// Whether the one item that a code or a number is has been read.
    given: bool,
}

impl<'s> RulesReader<'s> {
    pub(super) fn new(signature: &'s Signature) -> Self {
        RulesReader { signature, keywords: Vec::new(), damaged: false, given: false }
    }

    /// Rules of the game's kind with nothing in them.
    pub(super) fn empty<'t>(&self) -> Rules<'t> {
        match self.signature.rules {
            RuleKind::None | RuleKind::Rule => Rules::None,
            RuleKind::Amounts => Rules::Amounts(Vec::new()),
            RuleKind::Octal => Rules::Octal(Cow::default()),
            RuleKind::Code => Rules::Code(Cow::default()),
            RuleKind::Vectors => Rules::Vectors(VectorRules::default()),
            RuleKind::Board => Rules::Board(BoardRules::default()),
            RuleKind::StepsAndBoard => Rules::Steps(Vec::new(), BoardRules::default()),
            RuleKind::Limit => Rules::Limit(0),
            RuleKind::Number { .. } => Rules::Number(None),
            RuleKind::Edges => Rules::Edges(GraphRules::default()),
            RuleKind::Arcs => Rules::Arcs(GraphRules::default()),
            RuleKind::Coins => Rules::Coins(CoinRules::default()),
            RuleKind::Branches => Rules::Branches(Vec::new()),
            RuleKind::Positional(_) => Rules::Positional(Box::default()),
        }
    }

    /// Reads up to the colon, the question mark, the plus sign or the end, and says which it was.
    pub(super) fn read<'t>(
        &mut self,
        reader: &mut Reader<'t>,
        rules: &mut Rules<'t>,
        modifiers: &mut Modifiers,
    ) -> Result<Token, SyntaxError> {
        if self.signature.rules == RuleKind::Rule {
            return own::read(reader, rules);
        }
        loop {
            match reader.scanner.next() {
                Token::Word(span) => {
                    if let Rules::Coins(given) = rules {
                        coins::word(reader, span, given)?;
                    } else if vectors::named(reader, &span, rules)? {
                        // A set of amounts by name.
                    } else if reader.scanner.text[span.start].is_ascii_lowercase() {
                        if !self.word(reader, &span, rules)? {
                            self.keyword(reader, span, modifiers)?;
                        }
                    } else if self.damaged && !self.is_board_part(reader.scanner.text, &span) {
                        self.damaged(reader, span, modifiers)?;
                    } else {
                        self.item(reader, span, rules)?;
                    }
                }
                stop => return Ok(stop),
            }
        }
    }

    /// Checks that what the game needs is there.
    pub(super) fn complete(
        &self,
        rules: &Rules<'_>,
        modifiers: &Modifiers,
        end: usize,
    ) -> Result<(), SyntaxError> {
        let missing =
            |message: &'static str, help: &'static str| Err(SyntaxError::new(end..end, message, help));
        match rules {
            Rules::AmountSets(sets) if sets.ranges.is_empty() && sets.named.is_empty() => {
                return missing(
                    "the amounts after `all-but` are missing",
                    "name those that may not be taken: `all-but 2 4`",
                );
            }
            Rules::Amounts(amounts) if amounts.is_empty() => {
                return missing(
                    "the amounts are missing",
                    "name the amounts that may be taken: `1 2 5` or `1-3`",
                );
            }
            Rules::Octal(_) if !self.given => {
                return missing("the octal code is missing", "write the code after the name: `octal 0.77`");
            }
            Rules::Code(_) if !self.given => {
                return missing("the code is missing", "write it after the name: `take-and-break 0.12[3F]`");
            }
            Rules::Vectors(given) if given.vectors.is_empty() && given.amounts.is_empty() => {
                return missing(
                    "the vectors are missing",
                    "name the vectors that may be subtracted: `1,0 0,1`",
                );
            }
            Rules::Coins(given) if given.first.is_none() => {
                return missing("the rule of the coins is missing", coins::HELP);
            }
            Rules::Limit(_) if !self.given => {
                return missing(
                    "the limit is missing",
                    "write the largest number after the name: `factor 10`",
                );
            }
            Rules::Number(None) if self.signature.rules == (RuleKind::Number { needed: true }) => {
                return Err(SyntaxError::new(
                    end..end,
                    "the number after the name is missing",
                    format!("the form is `{}`", self.signature.example),
                ));
            }
            Rules::Edges(_) | Rules::Arcs(_) if !self.given => {
                return missing(
                    "the number of vertices is missing",
                    "write it after the name: `geography 4 1-2`, `graph 4 1>2`",
                );
            }
            Rules::Steps(steps, _) if steps.is_empty() => {
                return missing(
                    "the steps are missing",
                    "name the steps, `drow,dcol`: `leaper -1,0 0,-2 8x8`",
                );
            }
            Rules::Board(board) | Rules::Steps(_, board) if board.size.is_none() && board.text.is_none() => {
                return missing("the board is missing", "give a size, `8x8`, or rows joined by `/`: `.K/..`");
            }
            Rules::Positional(rules) => {
                if let RuleKind::Positional(form) = self.signature.rules
                    && let Some((message, help)) = positional::missing(form, self.given, rules)
                {
                    return missing(message, help);
                }
            }
            _ => {}
        }
        if self.signature.keywords.contains(&Keyword::Left) && modifiers.left.is_none() {
            return missing("`left` is missing", "say at which number the player to move loses: `left 1`");
        }
        Ok(())
    }

    /// Reads a word that stands for a thing, in games that name things: shapes, pieces.
    fn word(
        &mut self,
        reader: &mut Reader<'_>,
        span: &Range<usize>,
        rules: &mut Rules<'_>,
    ) -> Result<bool, SyntaxError> {
        let is_word = match (self.signature.rules, rules) {
            (RuleKind::Positional(form), Rules::Positional(rules)) => {
                positional::word(reader, span, form, rules)?
            }
            _ => false,
        };
        // What follows such a word is no longer damaged.
        self.damaged &= !is_word;
        Ok(is_word)
    }

    fn keyword(
        &mut self,
        reader: &mut Reader<'_>,
        span: Range<usize>,
        modifiers: &mut Modifiers,
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
            Keyword::Misere => modifiers.misere = true,
            Keyword::Overshoot => modifiers.overshoot = true,
            Keyword::OrLess => modifiers.or_less = true,
            Keyword::Positive => modifiers.positive = true,
            Keyword::Turned => modifiers.turned = true,
            Keyword::Normal => modifiers.normal = true,
            Keyword::Ring => modifiers.ring = true,
            Keyword::Damaged => {}
            Keyword::Left => match reader.scanner.next() {
                Token::Word(span) => modifiers.left = Some(number(text, span)?),
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
        let name = &self.signature.name;
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
            RuleKind::Board => board::is_part(word),
            RuleKind::StepsAndBoard => board::is_part(word) || word.contains(&b'-'),
            RuleKind::Positional(form) => positional::is_item(word, form),
            _ => false,
        }
    }

    fn damaged(
        &mut self,
        reader: &mut Reader<'_>,
        span: Range<usize>,
        modifiers: &mut Modifiers,
    ) -> Result<(), SyntaxError> {
        let text = reader.scanner.text;
        let on_a_board = matches!(self.signature.rules, RuleKind::Positional(_));
        match self.signature.position {
            _ if on_a_board => {
                let cell = cell(text, span.clone())?;
                reader.mark(Place::Damaged(modifiers.damaged.len()), &span);
                modifiers.damaged.push(&cell);
            }
            PositionKind::Cells => {
                let cell = cell(text, span.clone())?;
                reader.mark(Place::Damaged(modifiers.damaged.len()), &span);
                modifiers.damaged.push(&cell);
            }
            PositionKind::Tuples { most, .. } if memchr::memchr(b',', &text[span.clone()]).is_some() => {
                let mut numbers = [0; Tuple::MAX_ARITY];
                let arity = tuple(text, span.clone(), most, &mut numbers)?;
                reader.mark(Place::Damaged(modifiers.damaged.len()), &span);
                if !modifiers.damaged.push(&numbers[..arity]) {
                    return Err(arity_differs(text, span, arity, modifiers.damaged.arity()));
                }
            }
            _ => {
                reader.mark(Place::DamagedNumber(modifiers.damaged_numbers.len()), &span);
                modifiers.damaged_numbers.push(range(text, span)?);
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
        match rules {
            Rules::None | Rules::Rule(_) => Err(SyntaxError::new(
                span.clone(),
                format!("{} is no part of the rules of `{}`", quote(&text[span]), self.signature.name),
                format!("the position stands after a colon: `{}`", self.signature.example),
            )),
            Rules::Amounts(amounts) => vectors::amount(reader, span, amounts),
            Rules::AmountSets(sets) => vectors::amount(reader, span, &mut sets.ranges),
            Rules::Octal(code) => {
                let more = std::mem::replace(&mut self.given, true);
                code::octal(reader, span, more, code)
            }
            Rules::Code(code) => {
                let more = std::mem::replace(&mut self.given, true);
                code::full(reader, span, more, code)
            }
            Rules::Vectors(given) if vectors::is_signed(&text[span.clone()]) => {
                let mut signed = vectors::with_signs(given).map_err(|()| vectors::mixed(&span))?;
                vectors::signed(reader, span, self.signature.position, &mut signed)?;
                *rules = Rules::SignedVectors(signed);
                Ok(())
            }
            Rules::SignedVectors(given) => vectors::signed(reader, span, self.signature.position, given),
            Rules::Vectors(given) => vectors::vector(reader, span, self.signature.position, given),
            Rules::Board(board) => board::part(reader, span, board),
            Rules::Steps(steps, board) => match board::step(reader, &span, steps)? {
                true => Ok(()),
                false => board::part(reader, span, board),
            },
            Rules::Limit(limit) => {
                *limit = self.limit(reader, span, u64::MAX)?;
                Ok(())
            }
            Rules::Number(number) => {
                *number = Some(self.limit(reader, span, u64::MAX)?);
                Ok(())
            }
            Rules::Edges(given) => match graph::edge(reader, &span, graph::EDGE, &mut given.edges)? {
                true => Ok(()),
                false => self.vertices(reader, span, given),
            },
            Rules::Arcs(given) => match graph::edge(reader, &span, graph::ARC, &mut given.edges)? {
                true => Ok(()),
                false => self.vertices(reader, span, given),
            },
            Rules::Branches(edges) => graph::branch(reader, span, edges),
            // Every word of theirs was read before.
            Rules::Coins(given) => coins::word(reader, span, given),
            Rules::Positional(rules) => match self.signature.rules {
                RuleKind::Positional(form) => positional::item(reader, span, form, &mut self.given, rules),
                _ => Ok(()),
            },
        }
    }

    fn vertices(
        &mut self,
        reader: &mut Reader<'_>,
        span: Range<usize>,
        graph: &mut GraphRules,
    ) -> Result<(), SyntaxError> {
        graph.vertices = self.limit(reader, span, graph::MAX_VERTICES)?;
        Ok(())
    }

    /// The one number of the rules.
    fn limit(&mut self, reader: &mut Reader<'_>, span: Range<usize>, most: u64) -> Result<u64, SyntaxError> {
        let value = number(reader.scanner.text, span.clone())?;
        if std::mem::replace(&mut self.given, true) {
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
        Ok(value)
    }
}
