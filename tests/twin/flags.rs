//! Flags: one heap, three outcomes.

use super::heaps::paths_text;
use super::sequence::{self, Periodic};
use super::text::{self, Ask, Parts};
use super::{Fail, Game, Outcome, Play, Res};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    Plain,
    Overshoot,
    OrLess,
}

pub struct Flags {
    pub amounts: Vec<u64>,
    pub left: u64,
    pub variant: Variant,
    /// Missing only when nothing but the period is asked.
    pub heap: Option<u64>,
}

impl Flags {
    pub fn read(parts: &Parts) -> Res<Flags> {
        let (plain, keywords) = parts.keywords(&["left", "overshoot", "or-less"])?;
        let left = text::number(keywords.of("left").first().ok_or(Fail::Wrong)?)?;
        let variant = match (keywords.has("overshoot"), keywords.has("or-less")) {
            (false, false) => Variant::Plain,
            (true, false) => Variant::Overshoot,
            (false, true) => Variant::OrLess,
            (true, true) => return Err(Fail::Wrong),
        };
        let only_period = parts.asks.iter().all(|&ask| ask == Ask::Period);
        let heap = match parts.numbers()?[..] {
            [] if only_period => None,
            [heap] if heap >= left => Some(heap),
            _ => return Err(Fail::Wrong),
        };
        if !parts.asks_within(&["losing", "paths", "period"]) {
            return Err(Fail::Wrong);
        }
        let amounts = text::amounts_to(&plain, heap.unwrap_or(0))?;
        Ok(Flags { amounts, left, variant, heap })
    }

    /// Whether play has ended at this heap, and how.
    fn ended(&self, heap: u64) -> Option<Outcome> {
        match self.variant {
            Variant::OrLess if heap < self.left => Some(Outcome::Lose),
            Variant::Overshoot if heap < self.left => Some(Outcome::Draw),
            _ if heap == self.left => Some(Outcome::Lose),
            _ => None,
        }
    }

    /// The heaps that one move leaves, least amount first.
    fn moves(&self, heap: u64) -> Vec<u64> {
        if self.ended(heap).is_some() {
            return Vec::new();
        }
        let lowest = if self.variant == Variant::Plain { self.left } else { 0 };
        let rests = self.amounts.iter().filter_map(|&amount| heap.checked_sub(amount));
        rests.filter(|&rest| rest >= lowest).collect()
    }

    fn outcome(&self, heap: u64, known: impl Fn(u64) -> Outcome) -> Outcome {
        if let Some(outcome) = self.ended(heap) {
            return outcome;
        }
        let after: Vec<Outcome> = self.moves(heap).into_iter().map(known).collect();
        if after.contains(&Outcome::Lose) {
            Outcome::Win
        } else if after.is_empty() || after.contains(&Outcome::Draw) {
            Outcome::Draw
        } else {
            Outcome::Lose
        }
    }

    /// The outcomes of heaps 0 to `heap`; under plain rules those below `left` mean nothing.
    fn table(&self, heap: u64) -> Res<Vec<Outcome>> {
        if heap.saturating_mul(self.amounts.len() as u64) > 30_000_000 {
            return Err(Fail::TooBig);
        }
        let mut table: Vec<Outcome> = Vec::new();
        for n in 0..=heap {
            let outcome = if n < self.left && self.variant == Variant::Plain {
                Outcome::Draw
            } else {
                self.outcome(n, |m| table[m as usize])
            };
            table.push(outcome);
        }
        Ok(table)
    }

    /// The outcomes of left, left + 1, … for ever. From left + the largest amount on, a heap is
    /// decided by the outcomes of as many heaps below it, and no move is cut short.
    fn periodic(&self) -> Res<Periodic<Outcome>> {
        let memory = *self.amounts.last().ok_or(Fail::Wrong)?;
        if memory > 2_000 || self.left > 1_000_000 {
            return Err(Fail::TooBig);
        }
        let below = if self.left == 0 { Vec::new() } else { self.table(self.left - 1)? };
        let memory = memory as usize;
        sequence::recurring(memory, memory + 1, 20_000_000 / memory.max(100), |terms| {
            self.outcome(self.left + terms.len() as u64, |rest| match rest.checked_sub(self.left) {
                Some(i) => terms[i as usize],
                None => below[rest as usize],
            })
        })
    }

    fn heap(&self) -> Res<u64> {
        self.heap.ok_or(Fail::Wrong)
    }
}

impl Game for Flags {
    fn play(&self) -> Res<Play> {
        let heap = self.heap()?;
        let outcome_of: Box<dyn Fn(u64) -> Outcome> = match self.table(heap) {
            Ok(table) => Box::new(move |n| table[n as usize]),
            Err(_) => {
                let (periodic, left) = (self.periodic()?, self.left);
                if self.amounts.last().is_some_and(|&most| heap - left < most) {
                    return Err(Fail::TooBig);
                }
                Box::new(move |n| *periodic.term(n - left))
            }
        };
        let moves = self.moves(heap).into_iter().map(|rest| (format!("1:{heap}>{rest}"), outcome_of(rest)));
        Ok(Play::new(outcome_of(heap), moves.collect()))
    }

    fn losing(&self) -> Res<Vec<u64>> {
        let heap = self.heap()?;
        let table = self.table(heap)?;
        let start = if self.variant == Variant::Plain { self.left } else { 0 };
        Ok((start..=heap).filter(|&n| table[n as usize] == Outcome::Lose).collect())
    }

    fn paths(&self, modulus: Option<u64>) -> Res<String> {
        paths_text(&self.amounts, self.heap()? - self.left, modulus)
    }

    fn period(&self) -> Res<String> {
        Ok(self.periodic()?.text())
    }
}
