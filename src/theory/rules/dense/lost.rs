//! Boxes of which only who loses is wanted: one bit a position.
//!
//! Under normal play, where no option leaves several positions, a position is lost where no option is. So
//! strips are looked at by the word, and of all positions along a ray it is enough to know whether one is
//! lost. Positions are found in the order of the table; an option that comes later gives the box up.

use super::super::options::names_of;
use super::super::tree::Rule;
use super::board::{Board, Run};
use super::each::Shared;
use super::fill::{size, tests};
use super::given_up::GivenUp;
use super::interval::bounds_of;
use super::ray::{Ray, falling};
use super::runs::run_of;
use crate::sync::interrupt;

/// Which positions of a box are lost.
#[derive(Debug)]
pub struct Lost {
    tops: Vec<i64>,
    dims: Vec<i64>,
    strides: Vec<i64>,
    /// How many positions there are.
    cells: usize,
    /// A bit for each position, the last number running fastest.
    bits: Vec<u64>,
    here: usize,
    /// Whether an option of the position at hand is lost.
    wins: bool,
    /// Whether an option was not known when it was needed.
    early: bool,
    work: u64,
}

impl Lost {
    /// Whether outcomes of a rule can be found so.
    pub fn suits(rule: &Rule) -> bool {
        rule.has_values() && !rule.splits()
    }

    /// The highest numbers of the box.
    pub fn tops(&self) -> &[i64] {
        &self.tops
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.bits.len() as u64 * 8
    }

    /// Whether a position is lost; none outside of the box.
    pub fn known(&self, position: &[i64]) -> Option<bool> {
        let mut at = 0;
        for ((&n, &dim), &stride) in position.iter().zip(&self.dims).zip(&self.strides) {
            if n < 0 || n >= dim {
                return None;
            }
            at += (n * stride) as usize;
        }
        Some(self.is_lost(at))
    }

    #[inline]
    fn is_lost(&self, at: usize) -> bool {
        self.bits[at / 64] >> (at % 64) & 1 != 0
    }
}

impl Board for Lost {
    #[inline]
    fn dims(&self) -> &[i64] {
        &self.dims
    }

    #[inline]
    fn strides(&self) -> &[i64] {
        &self.strides
    }

    #[inline]
    fn here(&self) -> usize {
        self.here
    }

    #[inline]
    fn spend(&mut self, options: u64) {
        self.work += options;
    }

    #[inline]
    fn mark_places(&mut self, places: impl Iterator<Item = usize>) {
        for at in places {
            if at < self.here {
                self.wins |= self.is_lost(at);
            } else {
                self.early |= at < self.cells;
            }
        }
    }

    #[inline]
    fn mark_batch(&mut self, places: &[i64], alive: &[u8]) {
        let alive = places.iter().zip(alive).filter(|&(_, &alive)| alive == 1);
        self.mark_places(alive.map(|(&at, _)| at as usize));
    }

    fn mark_strip(&mut self, first: i64, stride: i64, count: i64) {
        if count <= 0 {
            return;
        }
        let last = first + (count - 1) * stride;
        let (low, high) = (first.min(last) as usize, first.max(last) as usize);
        self.early |= high >= self.here;
        self.work += 1;
        if self.wins || self.early {
            return;
        }
        if stride.abs() > 1 {
            self.work += count as u64 / 4;
            let step = stride.unsigned_abs() as usize;
            self.wins = (low..=high).step_by(step).any(|at| self.is_lost(at));
            return;
        }
        self.work += (high - low) as u64 / 64;
        let (from, to) = (low / 64, high / 64);
        let (head, tail) = (!0 << (low % 64), !0 >> (63 - high % 64));
        self.wins = if from == to {
            self.bits[from] & head & tail != 0
        } else {
            self.bits[from] & head != 0
                || self.bits[to] & tail != 0
                || self.bits[from + 1..to].iter().any(|&word| word != 0)
        };
    }

    /// Not of rules that [`Lost::suits`].
    fn mark_pairs(&mut self, _: (i64, i64), _: (i64, i64), _: i64) {
        self.early = true;
    }

    /// Not of rules that [`Lost::suits`].
    fn mark_sum_at(&mut self, _: &[usize]) {
        self.early = true;
    }
}

/// Finds the lost positions of a closed box in the order of the table. Takes the steps it used from `work`.
/// What is known `before`, of a box of one number, is not found again.
///
/// # Errors
///
/// When the order does not do, or the steps end.
///
/// # Complexity
///
/// By what the kinds of moves look like; one bit a position and one for each line of a ray.
pub fn fill(
    rule: &Rule,
    tops: &[i64],
    before: Option<&Lost>,
    bytes: u64,
    work: &mut u64,
) -> Result<Lost, GivenUp> {
    let dims: Vec<i64> = tops.iter().map(|top| top + 1).collect();
    let mut strides = vec![1; dims.len()];
    for i in (0..dims.len() - 1).rev() {
        strides[i] = strides[i + 1] * dims[i + 1];
    }
    let cells = size(tops) as usize;
    let bits = vec![0; cells / 64 + 1];
    let mut lost =
        Lost { tops: tops.to_vec(), dims, strides, cells, bits, here: 0, wins: false, early: false, work: 0 };
    let mut known = 0;
    if let Some(before) = before.filter(|before| before.dims.len() == 1 && before.dims[0] <= lost.dims[0]) {
        lost.bits[..before.bits.len()].copy_from_slice(&before.bits);
        known = before.dims[0] as usize;
    }
    let limit = *work;
    let result = fill_bits(rule, &mut lost, known, bytes, limit);
    *work = work.saturating_sub(lost.work);
    result.map(|()| lost)
}

fn fill_bits(rule: &Rule, lost: &mut Lost, known: usize, bytes: u64, limit: u64) -> Result<(), GivenUp> {
    let mut shared = Shared::new(&lost.tops, bytes / 2);
    let bounds = bounds_of(&lost.tops);
    let (legal, lose) = (tests(&rule.legal, &bounds), tests(&rule.lose, &bounds));
    let (mut rays, mut runs): (Vec<(Ray, Vec<bool>)>, Vec<Run<Lost>>) = (Vec::new(), Vec::new());
    for kind in &rule.kinds {
        match falling(kind) {
            Some(falling) => {
                let ray = Ray::new(falling, &lost.dims);
                let lines = vec![false; ray.lines];
                rays.push((ray, lines));
            }
            None => runs.extend(run_of(kind, &mut shared)),
        }
    }
    let lines: usize = rays.iter().map(|(ray, _)| ray.lines).sum();
    if lines as u64 + lost.bytes() > bytes {
        return Err(GivenUp::Value);
    }
    let mut names = names_of(&[]);
    for at in 0..lost.cells {
        if at % 4096 == 0 {
            interrupt::check();
            if lost.work > limit {
                return Err(GivenUp::Work);
            }
        }
        lost.work += 1;
        let is_lost = if at < known {
            lost.is_lost(at)
        } else if !legal.iter().all(|cond| cond(&names) == Some(true)) {
            false
        } else if lose.iter().any(|cond| cond(&names) == Some(true)) {
            true
        } else {
            (lost.here, lost.wins) = (at, false);
            lost.wins = rays.iter().any(|(ray, lines)| lines[ray.line(&names)]);
            for run in &runs {
                run(lost, &mut names);
            }
            if lost.early {
                return Err(GivenUp::Order);
            }
            !lost.wins
        };
        if is_lost {
            lost.bits[at / 64] |= 1 << (at % 64);
            for (ray, lines) in &mut rays {
                lines[ray.line(&names)] = true;
            }
        }
        for (name, &dim) in names.iter_mut().zip(&lost.dims).rev() {
            *name += 1;
            if *name < dim {
                break;
            }
            *name = 0;
        }
    }
    Ok(())
}
