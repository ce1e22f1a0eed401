//! Boxes of which only who loses is wanted: one bit a position.
//!
//! Where no option leaves several positions and nothing is drawn, a position is lost where no option is; under
//! misère play where there is one besides. So strips are looked at by the word, and of all positions along a ray
//! it is enough to know whether one is lost, and whether there is one. Positions are found in the order of the
//! table; an option that comes later gives the box up. (Of options that leave several positions it does not do
//! to know who loses each of them alone.)

use super::super::options::names_of;
use super::super::tree::{Names, Rule};
use super::board::{Board, Frame, Run};
use super::each::Shared;
use super::fill::tests;
use super::given_up::GivenUp;
use super::interval::bounds_of;
use super::prefix;
use super::ray::{Ray, falling};
use super::runs::run_of;
use super::table::WHAT;
use crate::sync::interrupt;
use crate::sync::progress::PHASES;

/// Which positions of a box are lost.
#[derive(Debug)]
pub struct Lost {
    tops: Vec<i64>,
    frame: Frame,
    /// How many positions there are.
    cells: usize,
    /// A bit for each position, the last number running fastest.
    bits: Vec<u64>,
    /// Whether a player who cannot move has won.
    misere: bool,
    /// Under misère play, a bit for each place that is no position; none where all are positions.
    illegal: Vec<u64>,
    /// Whether an option of the position at hand is lost.
    wins: bool,
    /// Whether it has an option; found under misère play only.
    moved: bool,
    /// Whether an option was not known when it was needed.
    early: bool,
}

impl Lost {
    /// Whether outcomes of a rule can be found so.
    pub fn suits(rule: &Rule) -> bool {
        !rule.splits() && !rule.loopy && rule.draw.is_empty()
    }

    /// The highest numbers of the box.
    pub fn tops(&self) -> &[i64] {
        &self.tops
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.bits.len() + self.illegal.len()) as u64 * 8
    }

    /// Whether a position is lost; none outside of the box.
    pub fn known(&self, position: &[i64]) -> Option<bool> {
        self.frame.place(position).map(|at| self.is_lost(at))
    }

    #[inline]
    fn is_lost(&self, at: usize) -> bool {
        self.bits[at / 64] >> (at % 64) & 1 != 0
    }

    /// Whether a place of the box that was looked at is a position.
    #[inline]
    fn is_position(&self, at: usize) -> bool {
        self.illegal.get(at / 64).is_none_or(|word| word >> (at % 64) & 1 == 0)
    }
}

impl Board for Lost {
    #[inline]
    fn frame(&self) -> &Frame {
        &self.frame
    }

    #[inline]
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    #[inline]
    fn mark_places(&mut self, places: impl Iterator<Item = usize>) {
        let (mut seen, mut early, mut moved) = (0, false, !self.misere);
        for at in places {
            // What lies beyond the last position is no option, and has no bit.
            if let Some(word) = self.bits.get(at / 64) {
                seen |= word >> (at % 64);
                early |= at >= self.frame.here && at < self.cells;
                moved = moved || at < self.cells && self.is_position(at);
            }
        }
        self.wins |= seen & 1 != 0;
        self.moved |= moved;
        self.early |= early;
    }

    #[inline]
    fn mark_line(&mut self, (base, stride, dim): (i64, i64, i64), numbers: impl Iterator<Item = i64>) {
        let inside = numbers.filter(|n| (0..dim).contains(n));
        self.mark_places(inside.map(|n| (base + n * stride) as usize));
    }

    #[inline]
    fn mark_batch(&mut self, places: &[i64], alive: &[u8]) {
        let at = |(&place, &alive): (&i64, &u8)| if alive == 1 { place as usize } else { usize::MAX };
        self.mark_places(places.iter().zip(alive).map(at));
    }

    fn mark_strip(&mut self, first: i64, stride: i64, count: i64) {
        if count <= 0 {
            return;
        }
        let last = first + (count - 1) * stride;
        let (low, high) = (first.min(last) as usize, first.max(last) as usize);
        self.early |= high >= self.frame.here;
        self.frame.work += 1;
        if self.wins || self.early {
            return;
        }
        let step = (stride.unsigned_abs() as usize).max(1);
        if self.misere && !self.moved {
            let moved = (low..=high).step_by(step).position(|at| self.is_position(at));
            self.frame.work += moved.unwrap_or(count as usize) as u64 / 4;
            self.moved = moved.is_some();
        }
        if stride.abs() > 1 {
            self.frame.work += count as u64 / 4;
            self.wins = (low..=high).step_by(step).any(|at| self.is_lost(at));
            return;
        }
        self.frame.work += (high - low) as u64 / 64;
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

/// A line of a ray has a lost position.
const HAS_LOST: u8 = 1;

/// A line of a ray has a position; known under misère play only.
const HAS_POSITION: u8 = 2;

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
    let frame = Frame::new(tops, *work);
    let cells = frame.cells();
    let bits = vec![0; cells / 64 + 1];
    let (misere, tops) = (rule.misere, tops.to_vec());
    let illegal = if misere && !rule.legal.is_empty() { bits.clone() } else { Vec::new() };
    let (wins, moved, early) = (false, false, false);
    let mut lost = Lost { tops, frame, cells, bits, misere, illegal, wins, moved, early };
    let mut known = 0;
    if let Some(before) = before.filter(|before| before.tops.len() == 1 && before.cells <= cells) {
        lost.bits[..before.bits.len()].copy_from_slice(&before.bits);
        lost.illegal[..before.illegal.len()].copy_from_slice(&before.illegal);
        known = before.cells;
    }
    let result = fill_bits(rule, &mut lost, known, bytes);
    *work = work.saturating_sub(lost.frame.work);
    result.map(|()| lost)
}

fn fill_bits(rule: &Rule, lost: &mut Lost, known: usize, bytes: u64) -> Result<(), GivenUp> {
    let mut shared = Shared::new(&lost.tops, bytes / 2, 1);
    let bounds = bounds_of(&lost.tops);
    let (legal, lose) = (tests(&rule.legal, &bounds), tests(&rule.lose, &bounds));
    let win = tests(&rule.win, &bounds);
    // Rays, with what each of their lines has, and the other kinds.
    let mut rays: Vec<(Ray, Vec<u8>)> = Vec::new();
    let mut runs: Vec<Run<Lost>> = Vec::new();
    for kind in &rule.kinds {
        match falling(kind) {
            Some(falling) => {
                let ray = Ray::new(falling, &lost.frame.dims);
                let lines = vec![0; ray.lines];
                rays.push((ray, lines));
            }
            None => runs.extend(run_of(kind, &mut shared)),
        }
    }
    let lines: usize = rays.iter().map(|(ray, _)| ray.lines).sum();
    if lines as u64 + lost.bytes() > bytes {
        return Err(GivenUp::Value);
    }
    let last = lost.frame.dims.len() - 1;
    let by_rows = rays.is_empty() && prefix::fits_rule(rule, &lost.tops);
    let row = if by_rows { lost.frame.dims[last] as usize } else { 0 };
    let mut names = names_of(&[]);
    let mut skipped = 0;
    let mut phase = PHASES.begin(WHAT, lost.cells as u64);
    for at in 0..lost.cells {
        if at.is_multiple_of(4096) {
            interrupt::check();
            phase.stand(at as u64);
        }
        lost.frame.work += 1;
        if row > 0 && at.is_multiple_of(row) {
            skipped = if fill_row(lost, &runs, &mut names, at, row) { at + row } else { at };
        }
        if at < skipped {
            next(&mut names, &lost.frame.dims);
            continue;
        }
        if lost.is_over() {
            return Err(GivenUp::Work);
        }
        let is_lost = if at < known {
            lost.is_lost(at)
        } else if !legal.iter().all(|cond| cond(&names) == Some(true)) {
            if let Some(word) = lost.illegal.get_mut(at / 64) {
                *word |= 1 << (at % 64);
            }
            false
        } else if lose.iter().any(|cond| cond(&names) == Some(true)) {
            true
        } else if win.iter().any(|cond| cond(&names) == Some(true)) {
            false
        } else {
            let met = rays.iter().fold(0, |met, (ray, lines)| met | lines[ray.line(&names)]);
            (lost.frame.here, lost.wins, lost.moved) = (at, met & HAS_LOST != 0, met & HAS_POSITION != 0);
            for run in &runs {
                run(lost, &mut names);
            }
            if lost.is_over() {
                return Err(GivenUp::Work);
            }
            if lost.early {
                return Err(GivenUp::Order);
            }
            !lost.wins && (lost.moved || !lost.misere)
        };
        if is_lost {
            lost.bits[at / 64] |= 1 << (at % 64);
        }
        let is_position = lost.misere && lost.is_position(at);
        if is_lost || is_position {
            let met = if is_lost { HAS_LOST | HAS_POSITION } else { HAS_POSITION };
            for (ray, lines) in &mut rays {
                lines[ray.line(&names)] |= met;
            }
        }
        next(&mut names, &lost.frame.dims);
    }
    if lost.is_over() { Err(GivenUp::Work) } else { Ok(()) }
}

/// The numbers of the next position in the order of the table.
#[inline]
fn next(names: &mut Names, dims: &[i64]) {
    for (name, &dim) in names.iter_mut().zip(dims).rev() {
        *name += 1;
        if *name < dim {
            break;
        }
        *name = 0;
    }
}

/// Where a larger last number only allows more: the positions of the row that begins here are lost up to some
/// number, which is searched for by halves. Says whether all options lie before the row.
fn fill_row(lost: &mut Lost, runs: &[Run<Lost>], names: &mut Names, start: usize, row: usize) -> bool {
    let last = lost.frame.dims.len() - 1;
    let (mut low, mut high) = (0, row);
    while low < high {
        let middle = (low + high) / 2;
        names[last] = middle as i64;
        (lost.frame.here, lost.wins) = (start, false);
        for run in runs {
            run(lost, names);
        }
        if lost.wins {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    names[last] = 0;
    if std::mem::take(&mut lost.early) {
        return false;
    }
    for at in start..start + low {
        lost.bits[at / 64] |= 1 << (at % 64);
    }
    true
}
