//! Rules that are games known by another name, asked through the solvers of those games: sizes that no table
//! reaches are answered then.
//!
//! Moves whose order is not that of the rule are listed directly.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the digits of a code are places in a list"
)]

use smallvec::smallvec;

use crate::boards::rocks;
use crate::heaps::nim::NimTuples;
use crate::heaps::{by_code, nim, subtraction};
use crate::piles::wythoff;
use crate::shared::mixed::plays_misere;
use crate::shared::sum::Summed;
use crate::{Context, Counted, Game, Goal, HeapAsks, OpenPosition, Searched, Visit, Visited};
use grundy_own_rules::shape::{Digit, Known, Splits, TakenAmounts};
use grundy_record::{
    Ask, Fault, Keyword, Modifiers, Move, Outcome, Paths, Pattern, Period, Place, Position, Record,
    Rules, Tuple, Value, VectorRules,
};
use grundy_rules::named::NamedSet;
use grundy_rules::tree::SetName;
use num_bigint::BigUint;

/// The least number that is worth another game; smaller ones are found faster by the rule itself.
pub(super) const MIN_KNOWN_NUMBER: u64 = 1 << 14;

/// The least number of positions of a box that is worth another game if vectors are taken, which are looked at in
/// machine words.
const MIN_KNOWN_BOX: u64 = 1 << 20;

/// Says whether a position is so large that another game may answer it sooner.
fn is_large(numbers: &[u64]) -> bool {
    let positions = numbers
        .iter()
        .fold(1u64, |size, &n| size.saturating_mul(n.saturating_add(1)));
    numbers.iter().any(|&n| n >= MIN_KNOWN_NUMBER)
        || numbers.len() > 1 && positions >= MIN_KNOWN_BOX
}

/// Opens the position of a record, asked through the game that its rule is if it is large, else directly.
pub(super) fn open<'a>(
    known: impl FnOnce() -> Option<Known>,
    record: &'a Record<'a>,
    context: &'a Context,
    direct: Box<dyn OpenPosition + 'a>,
) -> Box<dyn OpenPosition + 'a> {
    if !record.position.tuples.iter().any(is_large) {
        return direct;
    }
    match known() {
        Some(known) => lowered(known, record, context, direct).unwrap_or_else(|direct| direct),
        None => direct,
    }
}

/// Opens the position of a record, asked through the game that its rule is. What that game does not answer is asked
/// directly.
///
/// # Errors
///
/// Returns the direct position if the rule is no such game, or its game does not know what is asked.
pub fn lowered<'a>(
    known: Known,
    record: &'a Record<'a>,
    context: &'a Context,
    direct: Box<dyn OpenPosition + 'a>,
) -> Result<Box<dyn OpenPosition + 'a>, Box<dyn OpenPosition + 'a>> {
    let tuples = &record.position.tuples;
    if let Known::Nim(coordinates) = known {
        let positions = tuples.iter().map(Tuple::new).collect();
        let heaps = NimTuples {
            positions,
            coordinates,
            first: 0,
            direct: Some(direct),
        };
        return Ok(Box::new(Summed::new(tuples.len(), heaps)));
    }
    // Wythoff's game is asked about one pair, and not for its value.
    let unfit =
        matches!(known, Known::Wythoff { .. }) && (tuples.len() != 1 || record.needs_values());
    if unfit {
        return Err(direct);
    }
    let Some((game, rules)) = other_game(&known) else {
        return Err(direct);
    };
    let position = match known {
        Known::Amounts(_) | Known::Splits(_) => Position {
            numbers: tuples.iter().flatten().copied().collect(),
            ..Position::default()
        },
        _ => Position {
            tuples: tuples.clone(),
            ..Position::default()
        },
    };
    let (listed, digits) = match known {
        Known::Splits(splits) => (splits.listed, splits.digits),
        Known::Amounts(TakenAmounts { listed, .. }) | Known::Wythoff { listed } => {
            (listed, Vec::new())
        }
        _ => (true, Vec::new()),
    };
    let keywords = plays_misere(record)
        .then_some(Keyword::Misere)
        .into_iter()
        .collect();
    let modifiers = Modifiers {
        keywords,
        ..Modifiers::default()
    };
    let record = Record {
        rules,
        modifiers,
        position,
        ..Record::default()
    };
    Ok(Box::new(Translated {
        game,
        record,
        listed,
        digits,
        context,
        direct,
    }))
}

/// Counts the sums of heaps that vary, of a rule of one number, in which the player to move loses, by the
/// game that the rule is; `None` if it is no such game, or its game would pass a limit.
pub(super) fn lost_heaps(known: &Known, record: &Record<'_>, context: &Context) -> Option<BigUint> {
    let of_heaps = matches!(known, Known::Nim(_) | Known::Amounts(_) | Known::Splits(_));
    if !of_heaps {
        return None;
    }
    let (game, rules) = other_game(known)?;
    let position = Position {
        ranges: record.position.ranges.clone(),
        ..Position::default()
    };
    let record = Record {
        rules,
        position,
        asks: smallvec![Ask::PPositions],
        ..Record::default()
    };
    game.open(&record, context)
        .and_then(|mut heaps| heaps.positions(Counted::Lost))
        .ok()
}

/// Finds the game that a rule is, and its rules there.
fn other_game(known: &Known) -> Option<(&'static dyn Game, Rules)> {
    Some(match known {
        Known::Nim(_) => (&nim::NIM, Rules::None),
        Known::Amounts(amounts) => (&subtraction::SUBTRACTION, taking(amounts)?),
        Known::Splits(splits) => (&by_code::TAKE_AND_BREAK, Rules::Code(code(splits))),
        Known::Wythoff { .. } => (&wythoff::WYTHOFF, Rules::None),
        Known::Vectors(vectors) => {
            let mut rules = VectorRules::default();
            for vector in vectors {
                rules.several.push(vector);
            }
            (&rocks::ROCKS, Rules::Vectors(rules))
        }
    })
}

/// Returns the rules of a game that takes these amounts.
fn taking(amounts: &TakenAmounts) -> Option<Rules> {
    let named = |&(name, base): &(SetName, u64)| match name {
        SetName::Powers => Some(NamedSet::PowersOf(base)),
        name => NamedSet::of(name.text()).ok().flatten(),
    };
    let named: Vec<NamedSet> = amounts.named.iter().map(named).collect::<Option<_>>()?;
    Some(Rules::Amounts(grundy_record::Amounts {
        ranges: amounts.ranges.clone(),
        named,
        all_but: false,
    }))
}

/// Writes a rule that splits numbers as a code: `0.77`, `4.[3]`.
pub(super) fn code(splits: &Splits) -> grundy_record::Code {
    let last = splits.digits.last().map_or(0, |digit| digit.take) as usize;
    let mut prefix = vec![grundy_rules::parts::Digit::default(); last + 1];
    for Digit { take, heaps, .. } in &splits.digits {
        prefix[*take as usize] = grundy_rules::parts::Digit::of(*heaps);
    }
    let repeat = if splits.any {
        vec![grundy_rules::parts::Digit::of(3)]
    } else {
        Vec::new()
    };
    grundy_record::Code { prefix, repeat }
}

/// A record of another game with the same positions and moves.
struct Translated<'a> {
    /// The other game.
    game: &'static dyn Game,
    /// The record there, but for what it asks.
    record: Record<'static>,
    /// Whether the moves come in the order of this rule.
    listed: bool,
    /// The way moves that split heaps are written, by the amount taken.
    digits: Vec<Digit>,
    /// The context of the record.
    context: &'a Context,
    /// The position of the rule itself.
    direct: Box<dyn OpenPosition + 'a>,
}

impl Translated<'_> {
    /// Finds the answer of the other game; `None` if it would pass a limit of its own.
    fn by_other<T>(
        &self,
        ask: Ask,
        answer: impl FnOnce(&mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        let record = Record {
            asks: smallvec![ask],
            ..self.record.clone()
        };
        let answered = self
            .game
            .open(&record, self.context)
            .and_then(|mut opened| answer(&mut *opened));
        match answered {
            Ok(answer) => Ok(Some(answer)),
            Err(fault) if fault.limit.is_some() => Ok(None),
            // A fault there has no place in this record.
            Err(fault) => Err(Fault {
                place: Place::Game,
                ..fault
            }),
        }
    }

    fn ask<T>(
        &mut self,
        ask: Ask,
        answer: impl Fn(&mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match self.by_other(ask, &answer)? {
            Some(answer) => Ok(answer),
            None => answer(&mut *self.direct),
        }
    }

    /// Writes a move of the other game as this rule writes it.
    fn translate(&self, mv: Move) -> Move {
        let one = |n: u64| Tuple::new(&[n]);
        let two = |taken: u64| {
            self.digits
                .iter()
                .any(|digit| digit.take == taken && digit.two)
        };
        match mv {
            Move::Heap { index, from, to } if two(from - to) => Move::Parts {
                index,
                from: one(from),
                parts: [one(0), one(to)].into(),
            },
            Move::Heap { index, from, to } => Move::Tuple {
                index,
                from: one(from),
                to: one(to),
            },
            Move::Split { index, from, parts } => Move::Parts {
                index,
                from: one(from),
                parts: parts.map(one).into(),
            },
            other => other,
        }
    }
}

impl OpenPosition for Translated<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        self.ask(Ask::Winner, |game| game.outcome())
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        // A part of a sum has values, whatever is asked of the sum.
        let ask = if goal == Goal::Verdict {
            Ask::Best
        } else {
            Ask::Grundy
        };
        if self.listed && goal != Goal::Legal {
            let mut begun = false;
            let visited = self.by_other(ask, |game| {
                let visited = game.visit(goal, &mut |mv| {
                    begun = true;
                    visit(self.translate(mv))
                });
                Ok(visited.map_err(|fault| (begun, fault)))
            })?;
            match visited {
                Some(Ok(visited)) => return Ok(visited),
                Some(Err((true, fault))) => return Err(fault),
                _ => {}
            }
        }
        self.direct.visit(goal, visit)
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let ask = if goal == Goal::Verdict {
            Ask::Count
        } else {
            Ask::Grundy
        };
        self.ask(ask, |game| game.count_of(goal))
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        self.ask(Ask::Grundy, |game| game.grundy())
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        self.ask(Ask::Values, |game| game.values())
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }

    fn numbers(&self) -> Option<usize> {
        Some(
            self.record
                .position
                .numbers
                .len()
                .max(self.record.position.tuples.len()),
        )
    }
}

/// Returns what answers asks about heaps of an opened position.
fn heaps_of(position: &mut dyn OpenPosition, ask: Ask) -> Result<&mut dyn HeapAsks, Fault> {
    position.heap_asks().ok_or_else(|| Fault::unsupported(ask))
}

impl HeapAsks for Translated<'_> {
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        // The other game is asked whether it knows all values, before the first is shown.
        let known = self.by_other(Ask::Sequence, |game| {
            let mut values = Vec::new();
            heaps_of(game, ask)?.sequence(ask, &mut |heap, value| values.push((heap, value)))?;
            Ok(values)
        })?;
        let Some(values) = known else {
            return heaps_of(&mut *self.direct, ask)?.sequence(ask, show);
        };
        for (heap, value) in values {
            show(heap, value);
        }
        Ok(())
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        if self.digits.is_empty() {
            self.ask(Ask::Losing, |game| heaps_of(game, Ask::Losing)?.losing())
        } else {
            heaps_of(&mut *self.direct, Ask::Losing)?.losing()
        }
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<Paths, Fault> {
        heaps_of(&mut *self.direct, Ask::Paths(modulus))?.paths(modulus)
    }

    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        heaps_of(&mut *self.direct, Ask::Period)?.period()
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        heaps_of(&mut *self.direct, Ask::Pattern)?.pattern()
    }
}
