//! Rocks with vectors of which some add to a pile: positions are solved as far as play can reach.
//!
//! The theory is in [`theory::steps`](crate::theory::steps).

use std::collections::HashSet;
use std::ops::ControlFlow;

use fxhash::{FxHashMap, FxHashSet};

use super::sum::{Sum, Summed};
use crate::games::rocks::{check_arity, is_damaged, no_move};
use crate::games::{Context, Opening, Visit, Visited};
use crate::record::{Fault, Move, Place, Record, Tuple};
use crate::theory::budget::Budget;
use crate::theory::steps::{Point, after, falling_weights, values};

/// The largest pile if vectors add to piles.
const MAX_PILE: u64 = 1 << 62;

/// Prepares a record with these vectors, which are subtracted.
pub fn open<'a>(record: &'a Record<'a>, vectors: &[Vec<i64>], context: &'a Context) -> Opening<'a> {
    let piles = vectors.first().map_or(0, Vec::len);
    if let Some(i) = vectors.iter().position(|vector| vector.iter().all(|&part| part == 0)) {
        return Err(no_move(Place::Vector(i)));
    }
    let mut distinct = HashSet::new();
    let mut steps: Vec<Point> = vectors.iter().map(|vector| point(vector.iter().map(|part| -part))).collect();
    steps.retain(|step| distinct.insert(*step));
    if falling_weights(&steps, piles).is_none() {
        return Err(Fault::new(
            Place::EndOfRules,
            "no weighted sum of the piles falls with every vector, so play might not end",
            "weights of at least 0 must be such that each vector takes more than it adds",
        ));
    }
    check_arity(record, piles, false)?;
    let (modifiers, positions) = (&record.modifiers, &record.position.tuples);
    if let Some(i) = positions.iter().position(|position| position.iter().any(|&pile| pile > MAX_PILE)) {
        return Err(Fault::new(
            Place::Position(i),
            format!("piles are at most {MAX_PILE} where vectors add to piles"),
            "the limits of each game are listed by `grundy games`",
        ));
    }
    // Damage beyond the largest pile is never met.
    let small = |position: &&[u64]| position.iter().all(|&pile| pile <= i64::MAX as u64);
    let read = |position: &[u64]| point(position.iter().map(|&pile| pile as i64));
    let damaged: FxHashSet<Point> = modifiers.damaged.iter().filter(small).map(read).collect();
    let positions: Vec<Point> = positions.iter().map(read).collect();
    if let Some(i) = positions.iter().position(|position| damaged.contains(position)) {
        return Err(is_damaged(i));
    }
    let (count, budget) = (positions.len(), context.budget);
    let sum = SignedPiles { piles, steps, damaged, positions, budget, values: None };
    Ok(Box::new(Summed::new(count, sum)))
}

fn point(numbers: impl Iterator<Item = i64>) -> Point {
    let mut point = [0; 4];
    point.iter_mut().zip(numbers).for_each(|(slot, number)| *slot = number);
    point
}

struct SignedPiles {
    piles: usize,
    /// The summands of each vector, in the order of the rules.
    steps: Vec<Point>,
    damaged: FxHashSet<Point>,
    positions: Vec<Point>,
    budget: Budget,
    values: Option<FxHashMap<Point, u32>>,
}

impl SignedPiles {
    fn values(&mut self) -> Result<&FxHashMap<Point, u32>, Fault> {
        let found = match self.values.take() {
            Some(found) => found,
            None => {
                let damaged = &self.damaged;
                let legal = |point: &Point| point.iter().all(|&pile| pile >= 0) && !damaged.contains(point);
                values(&self.steps, self.positions.iter().copied(), legal, &self.budget)?
            }
        };
        Ok(self.values.insert(found))
    }

    fn tuple(&self, point: &Point) -> Tuple {
        let numbers: Vec<u64> = point[..self.piles].iter().map(|&pile| pile as u64).collect();
        Tuple::new(&numbers)
    }
}

impl Sum for SignedPiles {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let position = self.positions[index];
        Ok(self.values()?[&position].into())
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let position = self.positions[index];
        self.values()?;
        let Some(found) = &self.values else { return Ok(ControlFlow::Continue(())) };
        // Every legal option has a value, and no other point does that a step leads to.
        let options = self.steps.iter().filter_map(|step| after(&position, step));
        let reaches = |value: &u32| target.is_none_or(|target| u64::from(*value) == target);
        let from = self.tuple(&position);
        Ok(options
            .filter(|option| found.get(option).is_some_and(reaches))
            .try_for_each(|option| visit(Move::Tuple { index, from, to: self.tuple(&option) })))
    }
}
