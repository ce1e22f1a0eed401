//! Flags: one heap that is counted down to `left`; who cannot take and does not face exactly `left` draws.

use std::rc::Rc;

use crate::answers::Play;
use crate::certificate::Certificate;
use crate::explore::Table;
use crate::game::{self, Game, Move, Position};
use crate::moves::Given;
use crate::period::{self, Periodic};
use crate::text;
use crate::theorems::Theorem;
use crate::{Ask, Fail, Outcome, Res};

/// The most that may be taken, and the most heaps looked at, for a period without certificate.
const MAX_TAKEN: u64 = 2_000;
const MAX_HEAPS: u64 = 200_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Plain,
    Overshoot,
    OrLess,
}

#[derive(Clone)]
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
    let only_period = record.asks.iter().all(|ask| ask.word == "period");
    Fail::Wrong
        .when(heaps.len() > 1 || heaps.is_empty() && !only_period || heaps.iter().any(|&heap| heap < left))?;
    let amounts = text::amounts(&given.words, heaps.first().copied().unwrap_or(0))?;
    let components = heaps.iter().map(|&heap| game::component(&[heap])).collect();
    Ok(Play::new(Flags { amounts, left, variant }, components).without_values())
}

impl Flags {
    /// The numbers that may be left.
    fn rests(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        let lowest = if self.variant == Variant::Plain { self.left } else { 0 };
        self.amounts
            .iter()
            .filter_map(move |&taken| heap.checked_sub(taken))
            .filter(move |&rest| rest >= lowest)
    }
}

impl Game for Flags {
    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        let ended = self.ending(position)?.is_some();
        Ok(self.rests(position[0]).filter(|_| !ended).map(|rest| Move::to(&[rest])).collect())
    }

    /// The rules speak of no heap below `left` under plain rules.
    fn ending(&self, position: &[u64]) -> Res<Option<Outcome>> {
        Ok(match self.variant {
            Variant::OrLess if position[0] < self.left => Some(Outcome::Lose),
            Variant::Overshoot if position[0] < self.left => Some(Outcome::Draw),
            _ if position[0] == self.left => Some(Outcome::Lose),
            _ => self.rests(position[0]).next().is_none().then_some(Outcome::Draw),
        })
    }

    fn is_far(&self, position: &[u64]) -> bool {
        position[0] > 100_000
    }

    fn heap(&self, size: u64) -> Res<Option<Position>> {
        let is_one = self.variant != Variant::Plain || size >= self.left;
        Ok(is_one.then(|| Position::from_slice(&[size])))
    }

    /// The outcomes of heaps from `left` on. From left + the largest amount on, a heap is decided by the outcomes of as many
    /// heaps below it, and no move is cut short.
    fn periodic(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let most = *self.amounts.last().ok_or(Fail::Wrong)?;
        let window = |preperiod: u64, period| preperiod.checked_add(period)?.checked_add(most);
        let table = |last: u64| {
            let heaps = (0..=last).map(|n| vec![Position::from_slice(&[self.left + n])]);
            let mut table = Table::of(Rc::new(self.clone()), false);
            Ok(table.outcomes(heaps)?.into_iter().map(|outcome| outcome as u64).collect())
        };
        Fail::TooLarge.when(certificate.is_none() && most > MAX_TAKEN || self.left > MAX_HEAPS)?;
        period::by_window(certificate, MAX_HEAPS, window, table)
    }

    fn repeated(&self, periodic: Periodic) -> Res<Theorem<'_>> {
        let source = "outcomes that a window of earlier ones determines repeat with it";
        Ok(Theorem::outcome(source, move |parts| {
            let outcome = periodic.term(parts[0][0].checked_sub(self.left).ok_or(Fail::TooLarge)?)?;
            let all = [Outcome::Win, Outcome::Lose, Outcome::Draw];
            all.into_iter().find(|&one| one as u64 == outcome).ok_or(Fail::TooLarge)
        }))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, _certificate: Option<&Certificate>) -> Res<String> {
        let total = heap.filter(|_| ask.word == "paths").ok_or(Fail::Wrong)? - self.left;
        period::paths(&self.amounts, total, ask.modulus())
    }
}
