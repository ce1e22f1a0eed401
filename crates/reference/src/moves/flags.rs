//! Flags: one heap that is counted down to `left`; who cannot take and does not face exactly `left` draws.

use crate::answers::Play;
use crate::certificate::Certificate;
use crate::game::{self, Game, Parts, Position};
use crate::moves::Given;
use crate::period::{self, Periodic};
use crate::text;
use crate::theorems::Theorem;
use crate::{Ask, By, Fail, Outcome, Res};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Plain,
    Overshoot,
    OrLess,
}

/// How many outcomes, times the amounts, a table may have.
const MAX_TABLE_MOVES: u64 = 50_000_000;

struct Flags {
    amounts: Vec<u64>,
    left: u64,
    variant: Variant,
}

/// Reads a record of flags.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (record, keywords) = (given.record, &given.keywords);
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
    let amounts = text::amounts_to(&given.words, heaps.first().copied().unwrap_or(0))?;
    let components = heaps.iter().map(|&heap| game::component(&[heap])).collect();
    Ok(Play::new(Flags { amounts, left, variant }, components).without_values())
}

impl Flags {
    /// The outcome if a clause ends play; the rules speak of no heap below `left` under plain rules.
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

    /// The outcomes of heaps 0 to this one, as numbers.
    fn table(&self, last: u64) -> Vec<u64> {
        let mut outcomes: Vec<u64> = Vec::new();
        for heap in 0..=last {
            let after = self.rests(heap);
            let leads = |to: Outcome| after.iter().any(|&rest| outcomes[rest as usize] == to as u64);
            let outcome = match self.ended(heap) {
                Some(outcome) => outcome,
                None if leads(Outcome::Lose) => Outcome::Win,
                None if after.is_empty() || leads(Outcome::Draw) => Outcome::Draw,
                None => Outcome::Lose,
            };
            outcomes.push(outcome as u64);
        }
        outcomes
    }

    /// The outcomes of heaps from `left` on. From left + the largest amount on, a heap is decided by the outcomes of as many
    /// heaps below it, and no move is cut short.
    fn periodic(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let memory = *self.amounts.last().ok_or(Fail::Wrong)?;
        let window = |e, p| period::window_of_memory(memory, e, p);
        let table = |last: u64| {
            let heaps = self.left.checked_add(last).ok_or(Fail::TooLarge)?;
            if heaps.saturating_mul(self.amounts.len() as u64) > MAX_TABLE_MOVES {
                return Err(Fail::TooLarge);
            }
            Ok(self.table(heaps).split_off(self.left as usize))
        };
        if certificate.is_none() && memory > 2_000 {
            return Err(Fail::TooLarge);
        }
        period::by_window(certificate, 200_000, window, table)
    }

    fn repeats(&self, periodic: Periodic) -> Theorem<'_> {
        let source = "outcomes that a window of earlier ones determines repeat with it";
        Theorem::outcome(source, move |parts| {
            let heap = parts[0][0].checked_sub(self.left).ok_or(Fail::TooLarge)?;
            let outcome = periodic.term(heap)?;
            let all = [Outcome::Win, Outcome::Lose, Outcome::Draw];
            all.into_iter().find(|&one| one as u64 == outcome).ok_or(Fail::TooLarge)
        })
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

    fn is_far(&self, position: &[u64]) -> bool {
        position[0] > 100_000
    }

    fn heap(&self, size: u64) -> Res<Option<Position>> {
        Ok(Some(Position::from_slice(&[size])))
    }

    fn first_heap(&self) -> u64 {
        if self.variant == Variant::Plain { self.left } else { 0 }
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        Some(self.repeats(self.periodic(None).ok()?))
    }

    fn certified(&self, _start: &[Position], certificate: &Certificate) -> Res<Theorem<'_>> {
        Ok(self.repeats(self.periodic(Some(certificate))?))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, certificate: Option<&Certificate>) -> Res<(String, By)> {
        match ask {
            Ask::Paths(modulus) => {
                let total = heap.ok_or(Fail::Wrong)? - self.left;
                Ok((period::paths(&self.amounts, total, modulus)?, By::Definition))
            }
            Ask::Period => {
                let by = if certificate.is_some() { By::Certificate } else { By::Theorem };
                Ok((self.periodic(certificate)?.text(), by))
            }
            _ => Err(Fail::TooLarge),
        }
    }
}
