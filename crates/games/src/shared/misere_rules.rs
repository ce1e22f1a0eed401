//! The rules of a game as misère play takes them, and what its quotient says of a position.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_heaps::breaking::{Code, window};
use grundy_heaps::subtraction::Amounts;
use grundy_misere::game::{HeapGame, MoveKind};
use grundy_misere::growth::ClassPeriod;
use grundy_record::Fault;
use grundy_rules::parts::Digit;

use super::codes;
use crate::shared::keys;

/// The rules of a game as misère play takes them.
pub struct MisereRules {
    /// The key that tells these rules from others.
    pub key: Vec<u64>,
    /// The heaps that moves leave.
    pub heaps: Arc<dyn HeapGame>,
    /// Whether moves are written with tuples, as in user-defined rules.
    pub tuples: bool,
    /// The code, if it has one: heaps may be as under normal play from some size on.
    pub code: Option<Code>,
    /// How much larger heaps are than the numbers that records write: 1 if the number 0 has a move, since a heap of 0 is
    /// nothing, and 0 otherwise.
    pub raised: u64,
}

impl MisereRules {
    /// Returns the rules of a code.
    pub fn of_code(code: Code) -> Self {
        let key = [0].into_iter().chain(keys::of_code(&code)).collect();
        MisereRules {
            key,
            heaps: Arc::new(Coded(code.clone())),
            tuples: false,
            code: Some(code),
            raised: 0,
        }
    }

    /// Returns the rules of a code with these digits, the last of which repeats for ever if `repeats`.
    pub fn of_digits(digits: &[u8], repeats: bool) -> Result<Self, Fault> {
        let digits: Vec<Digit> = digits.iter().copied().map(Digit::of).collect();
        let (prefix, repeat) = digits.split_at(digits.len() - usize::from(repeats));
        Ok(MisereRules::of_code(
            Code::new(prefix, repeat).ok_or_else(codes::no_code)?,
        ))
    }

    /// Returns the rules of a set of amounts: the whole set, or the part of it that heaps with classes need.
    pub fn of_amounts(amounts: Amounts, all: bool) -> Self {
        let key = [1, u64::from(all)]
            .into_iter()
            .chain(keys::of_amounts(&amounts))
            .collect();
        MisereRules {
            key,
            heaps: Arc::new(Subtraction { amounts, all }),
            tuples: false,
            code: None,
            raised: 0,
        }
    }
}

/// A product of generators: their numbers with exponents, ascending.
pub type ClassProduct = Vec<(usize, u32)>;

/// A position in its misère quotient.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The number of elements of the quotient.
    pub order: usize,
    /// The number of P-elements.
    pub losing: usize,
    /// Whether it is a quotient of nim.
    pub tame: bool,
    /// The heaps it is known for.
    pub heaps: u64,
    /// The preperiod and the period of the classes of heaps, if they are proved.
    pub period: Option<ClassPeriod>,
    /// The last heap that normal play does not decide sums with, if it decides those with larger ones.
    pub wild: Option<u64>,
    /// The Grundy values of the heaps, if normal play decides the position: then it has no classes.
    pub values: Vec<u64>,
    /// The heaps that generate it.
    pub generators: Vec<u64>,
    /// The class of each heap of the position.
    pub classes: Vec<ClassProduct>,
    /// The product of these classes.
    pub product: ClassProduct,
}

/// The heaps of a code, which may be split.
#[derive(Debug)]
struct Coded(Code);

impl HeapGame for Coded {
    fn kinds(
        &self,
        heap: u64,
        each: &mut dyn FnMut(MoveKind) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for take in 0..=self.0.last_take(heap) {
            let digit = self.0.digit(take);
            let left = heap - take;
            for parts in 0..4_u8 {
                let fits = (parts == 0) == (left == 0) && left >= u64::from(parts);
                if fits && digit.leaves(u32::from(parts)) {
                    each(MoveKind {
                        left,
                        parts,
                        unequal: digit.unequal,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn proving(&self, preperiod: u64, period: u64) -> Option<u64> {
        window(&self.0, preperiod, period)
    }

    /// Finds the last such heap. Heaps below 6 may be without a move: 6 is the least that breaks into three unequal
    /// ones.
    fn last_breaking_into(&self, heap: u64) -> Option<u64> {
        let parts = u64::from(self.0.most_heaps());
        let takes = self.0.first_repeated() as u64 - 1;
        let breaks = parts > 0 && self.0.repeat().is_empty();
        breaks.then(|| (parts * heap.max(6)).saturating_add(takes))
    }
}

/// Heaps from which amounts are taken.
#[derive(Debug)]
struct Subtraction {
    /// The amounts.
    amounts: Amounts,
    /// Whether these are all amounts of the set.
    all: bool,
}

impl HeapGame for Subtraction {
    fn kinds(
        &self,
        heap: u64,
        each: &mut dyn FnMut(MoveKind) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let amounts = self.amounts.runs_up_to(heap);
        amounts
            .iter()
            .flat_map(|run| run.numbers())
            .try_for_each(|amount| {
                let left = heap - amount;
                each(MoveKind {
                    left,
                    parts: u8::from(left > 0),
                    unequal: false,
                })
            })
    }

    fn proving(&self, preperiod: u64, period: u64) -> Option<u64> {
        // The options of a heap are among as many heaps as the largest amount says.
        let last = preperiod
            .checked_add(period)?
            .checked_add(self.amounts.max())?;
        self.all.then_some(last)
    }
}
