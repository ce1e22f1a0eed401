//! Rules opened once, by what stands before the colon.
//!
//! A line `GAME rules : position ? asks` begins with the text of its rules. Where that was met before, only
//! the position and the asks are read, and the rules are open already. Any other line (a sum, a label, a board
//! in text, a mistake) is read as a whole, and its rules are opened for it alone. Rules met for the second
//! time are kept, for one worker, in memory that does not grow.

use std::hash::BuildHasher;

use fxhash::FxBuildHasher;
use indexmap::IndexMap;

use super::contained::contained;
use grundy_games::{Context, OpenRules, answer_all, open};
use grundy_language::Statement;
use grundy_record::{Ask, Fault, Field, Record};

/// The longest text of rules that is kept, with its colon.
const MAX_KEPT_RULES_BYTES: usize = 1024;
/// The most rules that are kept; with one more, the cache is emptied.
const MAX_KEPT_RULES: usize = 1024;
/// The number of places for the hashes of texts that were met once.
const HASH_PLACES: usize = 256;

/// The rules that a worker keeps open.
pub(super) struct RulesCache<'a> {
    /// The context in which rules are opened.
    context: &'a Context,
    /// The asks of records that bring none.
    asks: &'a [Ask],
    /// The rules by their text; none where they were taken.
    kept: IndexMap<Box<[u8]>, Option<Box<CachedRules<'a>>>, FxBuildHasher>,
    /// The hashes of texts that were met once.
    met: Vec<u64>,
    /// The number of times that the cache of analyses was emptied before the first of these rules were opened: what is
    /// kept here would hold on to them.
    emptied: u64,
}

/// Rules that are open, and the position and asks that were read last.
pub(super) struct CachedRules<'a> {
    /// The rules, with the position and the asks that were read last.
    pub(super) statement: Statement<'a>,
    /// The rules opened.
    pub(super) opened: RulesOfRecord<'a>,
    /// Whether the game can be asked what records without asks are.
    takes_default_asks: bool,
    /// The index among the rules of the cache.
    place: usize,
}

/// Returns the text of the rules with which a line begins, with its colon; `None` if no short rules stand there, or a
/// label does.
fn rules_of(text: &[u8]) -> Option<&[u8]> {
    if !text.first()?.is_ascii_lowercase() {
        return None;
    }
    let end = memchr::memchr2(b':', b'\n', &text[..text.len().min(MAX_KEPT_RULES_BYTES)])?;
    (text[end] == b':').then(|| &text[..=end])
}

impl<'a> RulesCache<'a> {
    /// Keeps no rules yet; records that bring no asks are asked these.
    pub(super) fn new(context: &'a Context, asks: &'a [Ask]) -> Self {
        let emptied = context.cache.emptied();
        RulesCache {
            context,
            asks,
            kept: IndexMap::default(),
            met: Vec::new(),
            emptied,
        }
    }

    /// Returns the open rules with which a text begins, with their own text, if their last position was answered by one
    /// number.
    pub(super) fn by_number<'t>(
        &self,
        text: &'t [u8],
    ) -> Option<(&'t [u8], &(dyn OpenRules<'a> + 'a))> {
        let rules = rules_of(text)?;
        let known = self.kept.get(rules)?.as_deref()?;
        if !known.opened.by_number || !known.takes_default_asks {
            return None;
        }
        let opened = known.opened.rules.as_deref()?;
        Some((rules, opened))
    }

    /// Takes the rules with which a line begins, if they are open and the rest of the line is a position and perhaps
    /// asks, which are read. The rules are to be put back.
    pub(super) fn take(&mut self, line: &[u8]) -> Option<Box<CachedRules<'a>>> {
        if self.emptied != self.context.cache.emptied() {
            *self = RulesCache::new(self.context, self.asks);
        }
        let rules = rules_of(line)?;
        let place = self.kept.get_mut(rules)?;
        let mut known = place.take()?;
        // The run of lines that brought us here has ended at this one.
        known.opened.by_number = false;
        if !known.statement.take_position(line, rules.len(), self.asks) {
            *place = Some(known);
            return None;
        }
        Some(known)
    }

    /// Takes back what was taken last.
    pub(super) fn put_back(&mut self, known: Box<CachedRules<'a>>) {
        let place = known.place;
        self.kept[place] = Some(known);
    }

    /// Keeps the rules of this line, which were opened, if they were met before.
    pub(super) fn keep(
        &mut self,
        line: &[u8],
        statement: &Statement<'_>,
        opened: RulesOfRecord<'a>,
    ) {
        let Some(rules) = rules_of(line) else {
            return;
        };
        if !is_all_rules(rules) || statement.is_sum() {
            return;
        }
        if opened.rules.is_none() || self.kept.contains_key(rules) || !self.meet(rules) {
            return;
        }
        let Some(statement) = statement.owned(&*self.context.catalogue) else {
            return;
        };
        if self.kept.len() >= MAX_KEPT_RULES {
            *self = RulesCache::new(self.context, self.asks);
        }
        let place = self.kept.len();
        let takes_default_asks = self
            .asks
            .iter()
            .all(|&ask| statement.answers().contains(ask));
        let kept = CachedRules {
            statement,
            opened,
            takes_default_asks,
            place,
        };
        self.kept.insert(rules.into(), Some(Box::new(kept)));
    }

    /// Notes that the text of these rules was met, and returns whether it was met before.
    fn meet(&mut self, rules: &[u8]) -> bool {
        let hash = FxBuildHasher.hash_one(rules);
        self.met.resize(HASH_PLACES, 0);
        let place = &mut self.met[(hash >> 32) as usize % HASH_PLACES];
        let before = *place;
        *place = hash;
        before == hash
    }
}

/// Returns whether only rules stand before the colon: it may be part of a comment that follows asks or a size.
fn is_all_rules(text: &[u8]) -> bool {
    !text.contains(&b'?') && memchr::memmem::find(text, b"//").is_none()
}

/// The rules of a record, opened when the record is asked.
#[derive(Default)]
pub(super) struct RulesOfRecord<'a> {
    /// The rules; `None` until they are opened, and for a sum.
    rules: Option<Box<dyn OpenRules<'a> + 'a>>,
    /// Whether the last position was answered by one number for each ask.
    by_number: bool,
}

impl<'a> RulesOfRecord<'a> {
    /// Opens the position of a record and asks what it asks; with `check`, nothing is asked.
    pub(super) fn answer(
        &mut self,
        statement: &Statement<'_>,
        context: &'a Context,
        check: bool,
    ) -> Result<Vec<Field>, Fault> {
        contained(|| {
            let record = statement.record();
            let asks: &[Ask] = if check { &[] } else { &record.asks };
            let summands = &statement.summands;
            if statement.is_sum() {
                let mut position = open(summands, context)?;
                return answer_all(summands, &mut *position, asks, context);
            }
            if record.varies() {
                let game = context.game(statement.signature())?;
                let mut position = game.open_ranges(record, context)?;
                return answer_all(summands, &mut *position, asks, context);
            }
            let rules = match &self.rules {
                Some(rules) => &**rules,
                None => {
                    let game = context.game(statement.signature())?;
                    &**self.rules.insert(game.open_rules(record, context)?)
                }
            };
            if let Some(fields) = numbers(rules, record) {
                self.by_number = true;
                return Ok(if check { Vec::new() } else { fields });
            }
            let mut position = rules.position(record)?;
            answer_all(summands, &mut *position, asks, context)
        })
    }
}

/// Returns the fields of a record all of whose asks are answered by one number.
fn numbers(rules: &dyn OpenRules<'_>, record: &Record<'_>) -> Option<Vec<Field>> {
    if !record
        .asks
        .iter()
        .all(|ask| matches!(ask, Ask::Verdict | Ask::Winner | Ask::Count | Ask::Grundy))
    {
        return None;
    }
    let position = &record.position;
    let tuples: Vec<u64>;
    let numbers = match position.tuples.arity() {
        0 => &position.numbers,
        arity if arity == rules.piles() => {
            tuples = position.tuples.iter().flatten().copied().collect();
            &tuples
        }
        _ => return None,
    };
    record
        .asks
        .iter()
        .map(|&ask| rules.quick(ask, numbers)?.field(ask))
        .collect()
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        reason = "tests choose their numbers small enough"
    )]

    use crate::{AnsweredText, Options, TextAnswers, answer_text};
    use grundy_base::random::Random;
    use grundy_games::Context;
    use grundy_record::Ask;
    use grundy_record::text;

    const RULES: [&str; 33] = [
        "nim",
        "nim misere",
        "subtraction 1 3 4",
        "subtraction 2-5 9",
        "subtraction misere 1 3 4",
        "subtraction 1-100 200",
        "kayles",
        "octal 0.137",
        "octal 4.3",
        "octal ring 0.77",
        "octal 0.9",
        "take-and-break 0.77",
        "flags 2 5 7 left 1",
        "flags 1-6 left 5 or-less",
        "flags 3 4 left 2 overshoot",
        "rocks 1,0 0,1 1,1",
        "rocks 2,0 0,1 damaged 3,3 5,0",
        "rocks 1,0,0 0,1,2 2,0,1",
        "rocks 1,0 0,0",
        "three-rocks",
        "king 4x4",
        "king 4x5 damaged 2,3",
        "queen 4x4 damaged 1,2",
        "rook 5x3",
        "leaper -1,0 0,-2 4x4",
        "king 0x8",
        "king K./..",
        "end-nim",
        "ruler",
        "geography 4 1>2 2>3 3>4",
        "rules [n] -> [n-k*k] for k in 1..sqrt(n)",
        "cram 3x3",
        "no-such-game",
    ];

    const ENDS: [&str; 12] = [
        "\n",
        "\r\n",
        " \n",
        " // end: 1\n",
        " ? best\n",
        " ? grundy count // so\n",
        " x\n",
        " + nim: 1\n",
        "\r x\n",
        "-9\n",
        " ? p-positions\n",
        " ?\n",
    ];

    /// Draws numbers of one to three piles, now and then with something else next to them.
    fn line(random: &mut Random) -> String {
        let rules = RULES[random.below(RULES.len() as u64) as usize];
        let piles = match rules {
            "rocks 1,0,0 0,1,2 2,0,1" => 3,
            _ if ["rocks", "king", "queen", "rook", "leaper"]
                .iter()
                .any(|game| rules.contains(game)) =>
            {
                2
            }
            _ => 1,
        };
        let most = [4, 20, 40, [3000, 140, 20][piles - 1]][random.below(4) as usize];
        let mut line = format!("{rules}:");
        for _ in 0..random.below(4) {
            line += [" ", "  ", "\t"][random.below(3) as usize];
            let piles = if random.below(40) == 0 {
                1 + piles % 3
            } else {
                piles
            };
            let numbers: Vec<String> = (0..piles).map(|_| random.below(most).to_string()).collect();
            line += &numbers.join(",");
        }
        line + ENDS[if random.below(3) == 0 {
            random.below(ENDS.len() as u64) as usize
        } else {
            0
        }]
    }

    /// Every position that is also asked for a move is opened.
    #[test]
    fn lines_are_answered_as_if_each_position_was_opened() {
        let mut random = Random::new(11);
        let text: String = (0..1500).map(|_| line(&mut random)).collect();
        for ask in [Ask::Verdict, Ask::Winner, Ask::Count] {
            let both = answer_text(
                &text,
                &Options {
                    asks: vec![ask, Ask::Best],
                    ..Options::default()
                },
            )
            .answers;
            let answers = answer_text(
                &text,
                &Options {
                    asks: vec![ask],
                    ..Options::default()
                },
            )
            .answers;
            assert_eq!(answers.lines().count(), 1500);
            for ((line, answer), both) in text.lines().zip(answers.lines()).zip(both.lines()) {
                let expected = if line.contains('?') {
                    both
                } else {
                    both.split(" | ").next().unwrap()
                };
                assert_eq!(answer, expected, "{line}");
            }
        }
    }

    #[test]
    fn lines_in_any_order_are_answered_as_one_by_one() {
        let mut random = Random::new(31);
        let lines: Vec<String> = (0..700).map(|_| line(&mut random)).collect();
        let text = lines.concat();
        for asks in [
            vec![Ask::Verdict],
            vec![Ask::Grundy],
            vec![Ask::Grundy, Ask::Moves],
        ] {
            let context = Context::default();
            let mut in_memory = String::new();
            for item in TextAnswers::new(text.as_bytes(), &context, &asks) {
                let Ok(found) = item else { panic!("a row") };
                let mut out = Vec::new();
                match found.fields {
                    Ok(fields) => text::write(&fields, &mut out),
                    Err(_) => out.extend(b"ERROR"),
                }
                in_memory += &(String::from_utf8(out).unwrap() + "\n");
            }
            let options = Options {
                asks,
                ..Options::default()
            };
            let AnsweredText {
                answers: together,
                diagnostics,
            } = answer_text(&text, &options);
            let mut one_by_one = (String::new(), 0);
            for line in &lines {
                let AnsweredText {
                    answers: answer,
                    diagnostics: diagnostic,
                } = answer_text(line, &options);
                one_by_one.0 += &answer;
                one_by_one.1 += usize::from(!diagnostic.is_empty());
            }
            assert_eq!(together, one_by_one.0);
            assert_eq!(in_memory, one_by_one.0);
            assert!(diagnostics.is_empty() == (one_by_one.1 == 0));
        }
    }
    #[test]
    fn lines_that_come_again_are_answered_as_at_first() {
        let lines = [
            "king 8x8: 8,2\n",
            "queen 8x8 damaged 4,4: 7,7\r\n",
            "octal 0.77: 5 9 ? moves\n",
            "king 2x2 ? grundy\n.K\n..\n",
            "king 2x2 ? grundy\n..\n.K\n",
            "king .K/.K\n",
            "nim: x\n",
            "kayles: 5 ? sequence\n",
            "no-such-game: 1\n",
            "@a kayles: 9\n",
            "kayles: 9 // again\n",
            "flags 2 5 7 left 1: 9\n..\n",
        ];
        let mut random = Random::new(5);
        let chosen: Vec<&str> = (0..600)
            .filter_map(|_| random.pick(&lines).copied())
            .collect();
        let AnsweredText {
            answers,
            diagnostics,
        } = answer_text(&chosen.concat(), &Options::default());
        let mut answers = answers.lines();
        for lines in chosen {
            let alone = answer_text(lines, &Options::default()).answers;
            assert_eq!(answers.next(), alone.lines().next(), "{lines}");
        }
        assert_eq!(answers.next(), None);
        // Each wrong line has its own diagnostic.
        assert!(
            diagnostics.matches("no game is called").count() > 1,
            "{diagnostics}"
        );
    }
}
