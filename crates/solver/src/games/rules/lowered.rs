//! Rules that are games known by another name, asked through the solvers of those games: sizes that no table
//! reaches are answered then.
//!
//! Where the order of the moves is not that of the rule, they are listed directly.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use smallvec::smallvec;

use crate::games::listing::MOST_MOVES;
use crate::games::part::Part;
use crate::games::sum::{Sum, Summed};
use crate::games::{Context, Game, Instance, Visit, nim, rocks, subtraction, take_and_break, wythoff};
use crate::record::{
    self, Ask, Fault, Modifiers, Move, NamedSet, Numbers, Outcome, Pattern, Period, Place, Position, Range,
    Record, Rules, Tuple, Value,
};
use crate::theory::budget::Limit;
use crate::theory::rules::shape::{Amounts, Digit, Known, Splits};
use crate::theory::rules::tree::SetName;

/// Numbers from this one on are worth it; smaller ones are found faster by the rule itself.
pub(super) const LARGE: u64 = 1 << 14;

/// Boxes of so many positions are worth it where vectors are taken, which are looked at in machine words.
const LARGE_BOX: u64 = 1 << 20;

/// Whether a position is so large that another game may answer it sooner.
pub(super) fn is_large(numbers: &[u64]) -> bool {
    let positions = numbers.iter().fold(1u64, |size, &n| size.saturating_mul(n.saturating_add(1)));
    numbers.iter().any(|&n| n >= LARGE) || numbers.len() > 1 && positions >= LARGE_BOX
}

/// The position of a record, asked through the game that its rule is; what that game does not answer is
/// asked directly.
///
/// None where the rule is no such game, or its game does not know what is asked.
pub fn lowered<'a>(
    known: &Known,
    record: &'a Record<'a>,
    context: &'a Context,
    direct: Box<dyn Instance + 'a>,
) -> Result<Box<dyn Instance + 'a>, Box<dyn Instance + 'a>> {
    let tuples = &record.position.tuples;
    if tuples.is_empty() {
        return Err(direct);
    }
    let heaps = || Position { numbers: tuples.iter().flatten().copied().collect(), ..Position::default() };
    let misere = record.rules.own.as_ref().is_some_and(|own| own.rule.misere) || record.modifiers.misere;
    let translated = |game, rules, position, listed, digits| {
        Ok(Box::new(Translated { game, rules, position, listed, digits, misere, context, direct: None })
            as Box<Translated<'a>>)
    };
    let made: Result<Box<Translated<'a>>, ()> = match known {
        Known::Nim(coordinates) => {
            let positions = tuples.iter().map(Tuple::new).collect();
            let heaps = Heaps { positions, coordinates: coordinates.clone(), direct };
            return Ok(Box::new(Summed::new(heaps, context.budget)));
        }
        Known::Amounts(amounts) => match taking(amounts) {
            Some(rules) => translated(&subtraction::Subtraction, rules, heaps(), amounts.listed, Vec::new()),
            None => Err(()),
        },
        Known::Splits(splits) => {
            let game = &take_and_break::TakeAndBreak;
            translated(game, code(splits), heaps(), splits.listed, splits.digits.clone())
        }
        Known::Wythoff { listed } if tuples.len() == 1 && !record.needs_values() => {
            let position = Position { tuples: tuples.clone(), ..Position::default() };
            translated(&wythoff::WythoffsGame, Rules::default(), position, *listed, Vec::new())
        }
        Known::Wythoff { .. } => Err(()),
        Known::Vectors(vectors) => {
            let position = Position { tuples: tuples.clone(), ..Position::default() };
            let mut rules = Rules::default();
            vectors.iter().for_each(|vector| _ = rules.vectors.push(vector));
            translated(&rocks::Rocks, rules, position, true, Vec::new())
        }
    };
    match made {
        Ok(mut made) => {
            made.direct = Some(direct);
            Ok(made)
        }
        Err(()) => Err(direct),
    }
}

/// Heaps that vary, of a rule of one number, counted by the game that the rule is.
pub(super) fn heaps_of<'a>(
    known: &Known,
    record: &'a Record<'a>,
    context: &'a Context,
) -> Option<Box<dyn Instance + 'a>> {
    let (game, rules): (&'static dyn Game, Rules<'static>) = match known {
        Known::Nim(_) => (&nim::Nim, Rules::default()),
        Known::Amounts(amounts) => (&subtraction::Subtraction, taking(amounts)?),
        Known::Splits(splits) => (&take_and_break::TakeAndBreak, code(splits)),
        Known::Wythoff { .. } | Known::Vectors(_) => return None,
    };
    let position = Position { ranges: record.position.ranges.clone(), ..Position::default() };
    let (listed, digits, misere, direct) = (false, Vec::new(), false, None);
    Some(Box::new(Translated { game, rules, position, listed, digits, misere, context, direct }))
}

/// The rules of a game that takes these amounts.
fn taking(amounts: &Amounts) -> Option<Rules<'static>> {
    let ranges: Vec<Range> = amounts.ranges.iter().map(|&(low, high)| Range { low, high }).collect();
    let named = |&(name, base): &(SetName, u64)| {
        Some(match name {
            SetName::Squares => NamedSet::Squares,
            SetName::Cubes => NamedSet::Cubes,
            SetName::Triangular => NamedSet::Triangular,
            SetName::Primes => NamedSet::Primes,
            SetName::Fibonacci => NamedSet::Fibonacci,
            SetName::Factorials => NamedSet::Factorials,
            SetName::Powers => NamedSet::PowersOf(base),
            SetName::Divisors | SetName::Bits | SetName::Digits => return None,
        })
    };
    let named: Vec<NamedSet> = amounts.named.iter().map(named).collect::<Option<_>>()?;
    let amounts = record::Amounts { ranges, named, all_but: false };
    Some(Rules { amounts, ..Rules::default() })
}

/// The rules of a game with this code: `0.77`, `4.[3]`.
pub(super) fn code(splits: &Splits) -> Rules<'static> {
    let last = splits.digits.last().map_or(0, |digit| digit.take) as usize;
    let bits = |bits| record::Digit { bits, unequal: false };
    let mut prefix = vec![bits(0); last + 1];
    for Digit { take, heaps, .. } in &splits.digits {
        prefix[*take as usize] = bits(*heaps);
    }
    let repeat = if splits.any { vec![bits(3)] } else { Vec::new() };
    Rules { code: Some(record::Code { prefix, repeat }), ..Rules::default() }
}

/// A record of another game with the same positions and moves.
struct Translated<'a> {
    game: &'static dyn Game,
    rules: Rules<'static>,
    position: Position,
    listed: bool,
    /// Where heaps are split: how the moves are written, by the amount taken.
    digits: Vec<Digit>,
    misere: bool,
    context: &'a Context,
    direct: Option<Box<dyn Instance + 'a>>,
}

impl Translated<'_> {
    /// What the other game answers; none where it would pass a limit of its own.
    fn other<T>(
        &self,
        ask: Ask,
        answer: impl Fn(&mut dyn Instance) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        let record = Record {
            rules: self.rules.clone(),
            modifiers: Modifiers { misere: self.misere, ..Modifiers::default() },
            position: self.position.clone(),
            asks: smallvec![ask],
            ..Record::default()
        };
        let answered = self.game.open(&record, self.context).and_then(|mut opened| answer(&mut *opened));
        match answered {
            Ok(answer) => Ok(Some(answer)),
            Err(fault) if fault.limit.is_some() => Ok(None),
            // What is wrong there is not where this record has it.
            Err(fault) => Err(Fault { place: Place::Game, ..fault }),
        }
    }

    fn directly<T>(
        &mut self,
        ask: Ask,
        answer: impl Fn(&mut dyn Instance) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match &mut self.direct {
            Some(direct) => answer(&mut **direct),
            None => Err(Fault::unsupported(ask)),
        }
    }

    fn ask<T>(
        &mut self,
        ask: Ask,
        answer: impl Fn(&mut dyn Instance) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match self.other(ask, &answer)? {
            Some(answer) => Ok(answer),
            None => self.directly(ask, answer),
        }
    }

    /// A move of the other game as this rule writes it.
    fn translate(&self, mv: Move) -> Move {
        let one = |n: u64| Tuple::new(&[n]);
        let two = |taken: u64| self.digits.iter().any(|digit| digit.take == taken && digit.two);
        match mv {
            Move::Heap { index, from, to } if two(from - to) => {
                Move::Parts { index, from: one(from), parts: [one(0), one(to)].into() }
            }
            Move::Heap { index, from, to } => Move::Tuple { index, from: one(from), to: one(to) },
            Move::Split { index, from, parts } => {
                Move::Parts { index, from: one(from), parts: parts.map(one).into() }
            }
            other => other,
        }
    }
}

impl Instance for Translated<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        self.ask(Ask::Winner, |game| game.outcome())
    }

    fn count(&mut self) -> Result<u128, Fault> {
        self.ask(Ask::Count, |game| game.count())
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        if self.listed
            && let Some(moves) = self.other(Ask::Moves, |game| game.moves())?
        {
            return Ok(moves.into_iter().map(|mv| self.translate(mv)).collect());
        }
        self.directly(Ask::Moves, |direct| direct.moves())
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        if self.listed
            && let Some(best) = self.other(Ask::Best, |game| game.best())?
        {
            return Ok(best.map(|mv| self.translate(mv)));
        }
        self.directly(Ask::Best, |direct| direct.best())
    }

    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        match &mut self.direct {
            Some(direct) => direct.legal_moves(visit),
            None => Err(Fault::unsupported(Ask::Moves)),
        }
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        self.ask(Ask::Grundy, |game| game.grundy())
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        self.ask(Ask::Values, |game| game.values())
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        if self.digits.is_empty() {
            return self.ask(Ask::Losing, |game| game.losing());
        }
        self.directly(Ask::Losing, |direct| direct.losing())
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        self.ask(Ask::Sequence, |game| game.sequence())
    }

    fn narrow_sequence(&mut self) -> Result<Numbers, Fault> {
        self.ask(Ask::Sequence, |game| game.narrow_sequence())
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        self.directly(Ask::Period, |direct| direct.period())
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        self.directly(Ask::Pattern, |direct| direct.pattern())
    }

    fn p_positions(&mut self) -> Result<BigUint, Fault> {
        let message = "these positions cannot be counted within the limits of the game that this rule is";
        self.other(Ask::PPositions, |game| game.p_positions())?.ok_or_else(|| Limit::work(message).into())
    }

    fn part(&mut self) -> Option<&mut dyn Part> {
        Some(self)
    }
}

/// A part of a sum has values, whatever is asked of the sum.
fn part_of(game: &mut dyn Instance) -> Result<&mut dyn Part, Fault> {
    game.part().ok_or_else(|| Fault::unsupported(Ask::Grundy))
}

impl Part for Translated<'_> {
    fn numbers(&self) -> usize {
        self.position.numbers.len().max(self.position.tuples.len())
    }

    fn count_to(&mut self, target: u64) -> Result<u128, Fault> {
        self.ask(Ask::Grundy, |game| part_of(game)?.count_to(target))
    }

    fn moves_to(&mut self, target: u64, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let listed = |game: &mut dyn Instance| {
            let mut moves = Vec::new();
            part_of(game)?.moves_to(target, &mut |mv| {
                moves.push(mv);
                // One more than an answer may have is enough to be too many.
                if moves.len() as u64 > MOST_MOVES {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            Ok(moves)
        };
        if self.listed
            && let Some(moves) = self.other(Ask::Grundy, listed)?
        {
            let _ = moves.into_iter().try_for_each(|mv| visit(self.translate(mv)));
            return Ok(());
        }
        match &mut self.direct {
            Some(direct) => part_of(&mut **direct)?.moves_to(target, visit),
            None => Err(Fault::unsupported(Ask::Moves)),
        }
    }
}

/// Positions some of whose numbers are heaps of nim; the others stay as they are. What lists all numbers up to
/// a heap is asked directly.
struct Heaps<'a> {
    positions: Vec<Tuple>,
    coordinates: Vec<usize>,
    direct: Box<dyn Instance + 'a>,
}

impl Heaps<'_> {
    fn heap(&self, index: usize, coordinate: usize) -> u64 {
        self.positions[index].as_slice()[coordinate]
    }
}

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.positions.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(self.coordinates.iter().fold(0, |sum, &i| sum ^ self.heap(index, i)))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let value = self.value(index)?;
        let from = self.positions[index];
        let to = |i: usize, left: u64| {
            let mut numbers: Vec<u64> = from.as_slice().to_vec();
            numbers[i] = left;
            Move::Tuple { index, from, to: Tuple::new(&numbers) }
        };
        for &i in &self.coordinates {
            let heap = self.heap(index, i);
            let visited = match target {
                Some(target) => match heap ^ value ^ target {
                    left if left < heap => visit(to(i, left)),
                    _ => ControlFlow::Continue(()),
                },
                None => (0..heap).rev().try_for_each(|left| visit(to(i, left))),
            };
            if visited.is_break() {
                break;
            }
        }
        Ok(())
    }
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        self.direct.losing()
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        self.direct.sequence()
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        self.direct.pattern()
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        self.direct.period()
    }
}
