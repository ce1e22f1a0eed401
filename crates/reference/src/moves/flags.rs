//! Flags: one heap that is counted down to `left`; who cannot take and does not face exactly `left` draws.

use crate::answers::Play;
use crate::certificate::Certificate;
use crate::game::{self, Game, Parts, Position};
use crate::period::{self, Periodic};
use crate::text::{self, Record};
use crate::theorems::{Says, Theorem};
use crate::{Ask, By, Fail, Outcome, Res};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Plain,
    Overshoot,
    OrLess,
}

struct Flags {
    amounts: Vec<u64>,
    left: u64,
    variant: Variant,
}

/// Reads a record of flags.
pub fn read(record: &Record) -> Res<Play> {
    let (plain, keywords) = record.keywords(&["left", "overshoot", "or-less"])?;
    let left = text::number(keywords.of("left").first().ok_or(Fail::Wrong)?)?;
    let variant = match (keywords.has("overshoot"), keywords.has("or-less")) {
        (false, false) => Variant::Plain,
        (true, false) => Variant::Overshoot,
        (false, true) => Variant::OrLess,
        (true, true) => return Err(Fail::Wrong),
    };
    let heaps = record.numbers()?;
    let only_period = record.asks.iter().all(|&ask| ask == Ask::Period);
    if heaps.len() > 1 || heaps.is_empty() && !only_period || heaps.iter().any(|&heap| heap < left) {
        return Err(Fail::Wrong);
    }
    record.must_ask(&["losing", "paths", "period"])?;
    let amounts = text::amounts_to(&plain, heaps.first().copied().unwrap_or(0))?;
    let components = heaps.iter().map(|&heap| game::component(&[heap])).collect();
    Ok(Play {
        game: Box::new(Flags { amounts, left, variant }),
        components,
        misere: false,
        valued: false,
        certificate: None,
    })
}

impl Flags {
    /// Where a clause ends play, and how; the rules speak of no heap below `left` under plain rules.
    fn ended(&self, heap: u64) -> Option<Outcome> {
        match self.variant {
            Variant::OrLess if heap < self.left => Some(Outcome::Lose),
            Variant::Overshoot if heap < self.left => Some(Outcome::Draw),
            _ if heap == self.left => Some(Outcome::Lose),
            _ => None,
        }
    }

    fn rests(&self, heap: u64) -> Vec<u64> {
        let lowest = if self.variant == Variant::Plain { self.left } else { 0 };
        let rests = self.amounts.iter().filter_map(|&amount| heap.checked_sub(amount));
        rests.filter(|&rest| rest >= lowest).collect()
    }

    fn outcome(&self, heap: u64, known: impl Fn(u64) -> Outcome) -> Outcome {
        if let Some(outcome) = self.ended(heap) {
            return outcome;
        }
        let after: Vec<Outcome> = self.rests(heap).into_iter().map(known).collect();
        match after.contains(&Outcome::Lose) {
            true => Outcome::Win,
            false if after.is_empty() || after.contains(&Outcome::Draw) => Outcome::Draw,
            false => Outcome::Lose,
        }
    }

    /// The outcome of the next heap, given those of left, left + 1, … and of the heaps below. From left + the largest
    /// amount on, a heap is decided by the outcomes of as many heaps below it, and no move is cut short.
    fn next(&self, below: &[Outcome], terms: &[Outcome]) -> Outcome {
        self.outcome(self.left + terms.len() as u64, |rest| match rest.checked_sub(self.left) {
            Some(i) => terms[i as usize],
            None => below[rest as usize],
        })
    }

    /// The outcomes of the heaps below `left`, and the largest amount.
    fn below(&self) -> Res<(Vec<Outcome>, usize)> {
        let memory = *self.amounts.last().ok_or(Fail::Wrong)?;
        if memory > 1 << 22 || self.left > 200_000 {
            return Err(Fail::TooLarge);
        }
        let below = (0..self.left).fold(Vec::new(), |mut below, heap| {
            let outcome = self.outcome(heap, |rest| below[rest as usize]);
            below.push(outcome);
            below
        });
        Ok((below, memory as usize))
    }

    fn periodic(&self) -> Res<Periodic<Outcome>> {
        let (below, memory) = self.below()?;
        if memory > 2_000 {
            return Err(Fail::TooLarge);
        }
        period::recurring(memory, memory + 1, 20_000_000 / memory.max(100), |terms| self.next(&below, terms))
    }

    fn proved(&self, certificate: &Certificate) -> Res<Option<Periodic<Outcome>>> {
        let &Certificate::Period(preperiod, period) = certificate else { return Ok(None) };
        let (below, memory) = self.below()?;
        let work = self.amounts.len() as u64;
        period::proved(memory as u64, work, (preperiod, period), |terms| self.next(&below, terms)).map(Some)
    }

    fn repeats(&self, periodic: Periodic<Outcome>) -> Theorem<'_> {
        let says = Says::Outcome(Box::new(move |parts| {
            let heap = parts[0][0].checked_sub(self.left).ok_or(Fail::TooLarge)?;
            Ok(*periodic.term(heap))
        }));
        Theorem {
            source: "outcomes that a window of earlier ones determines repeat with it",
            says,
            candidates: None,
        }
    }
}

impl Game for Flags {
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        match self.ended(position[0]) {
            Some(_) => Ok(Vec::new()),
            None => Ok(self.rests(position[0]).into_iter().map(|rest| game::one(&[rest])).collect()),
        }
    }

    fn ending(&self, position: &[u64]) -> Res<Option<Outcome>> {
        let stuck = || self.rests(position[0]).is_empty().then_some(Outcome::Draw);
        Ok(self.ended(position[0]).or_else(stuck))
    }

    fn explored_to(&self) -> u64 {
        100_000
    }

    fn heap(&self, size: u64) -> Res<Option<Position>> {
        Ok(Some(Position::from_slice(&[size])))
    }

    fn first_heap(&self) -> u64 {
        if self.variant == Variant::Plain { self.left } else { 0 }
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        Some(self.repeats(self.periodic().ok()?))
    }

    fn certified(&self, _start: &[Position], certificate: &Certificate) -> Res<Option<Theorem<'_>>> {
        Ok(self.proved(certificate)?.map(|periodic| self.repeats(periodic)))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, certificate: Option<&Certificate>) -> Res<(String, By)> {
        match ask {
            Ask::Paths(modulus) => {
                let total = heap.ok_or(Fail::Wrong)? - self.left;
                Ok((period::paths(&self.amounts, total, modulus)?, By::Definition))
            }
            Ask::Period => match certificate {
                Some(certificate) => {
                    Ok((self.proved(certificate)?.ok_or(Fail::TooLarge)?.text(), By::Certificate))
                }
                None => Ok((self.periodic()?.text(), By::Theorem)),
            },
            _ => Err(Fail::TooLarge),
        }
    }
}
