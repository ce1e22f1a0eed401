//! Rays: a move takes the same number, any that is there, from some of the numbers of a position.
//!
//! The options of a position along a ray are all positions before it on a line, so a set of values
//! for every line says in a few words what all of them have. Queens, heaps of nim, and Wythoff's
//! game are made of rays.
//!
//! ```text
//!   (3,2) of Wythoff's game:   · · o ·      its column, its row and its diagonal have the values {2, 0, 1},
//!                              · o o ·      {3, 4}, {2, 4}: its value is 5, the least in none of them,
//!                              · o o ·      and is added to all three
//!                              o o x
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "lines are at most as many as bits that were allowed, and a row is one of cells in memory"
)]

use super::super::store::{LOST, WON};
use super::interval::{bounds_of, of_set, size};
use super::order::{Order, walk};
use super::runs::Moves;
use super::sets::BoxSets;
use super::table::{GivenUp, Table, TableCell};
use grundy_rules::options::names_of;
use grundy_rules::shape::ray;
use grundy_rules::tree::{MoveKind, Names, Qualifier, Rule};
use grundy_values::lines::Lines;

/// The steps of a position on rays: 40 ns of Wythoff's game to 1000, 60 ns to 5000 (`bench/compare-rules.sh`).
const CELL_STEPS: u64 = 100;

/// The most kinds of moves that are rays.
const MAX_RAYS: usize = 16;

/// Returns the most options that a kind without a ray can have, if that is few.
fn few(kind: &MoveKind, tops: &[i64]) -> Option<u64> {
    let mut bounds = bounds_of(tops);
    let mut most = 1u64;
    for qualifier in &kind.qualifiers {
        if let Qualifier::For(name, set) = qualifier {
            let Some(between) = of_set(set, &bounds).ok()? else {
                return Some(0);
            };
            most = most.saturating_mul((between.high - between.low) as u64 + 1);
            bounds[usize::from(*name)] = between;
        }
    }
    (most <= 64).then_some(most)
}

/// The lines of one ray, numbered one after the other: the first, and the steps from a line to the next by numbers of
/// the position.
///
/// Along a line the differences of the numbers that fall are constant, and so are the other numbers. A line is named
/// by the differences to one of them, the pivot, which is not the last number unless that falls alone: so the last
/// number steps from a line to the next.
#[derive(Clone, Debug)]
pub struct RayLines {
    /// The line of the position whose numbers are all 0.
    first: i64,
    /// The numbers of a position with which lines change, by their indices, and how many lines further each of them
    /// leads when it rises by 1.
    steps: Vec<(usize, i64)>,
    /// Whether lines run along the last number, and do not step from line to line with it.
    is_along: bool,
}

impl RayLines {
    /// Returns the lines of a ray in a box, numbered from `start` on; and the number after the last.
    pub fn new(falling: &[usize], dims: &[i64], start: i64) -> (RayLines, i64) {
        let mut steps = vec![0i64; dims.len()];
        let mut first = start;
        let mut size = 1i64;
        let others = falling.iter().copied().filter(|&i| i + 1 < dims.len());
        let pivot = others.min_by_key(|&i| dims[i]).unwrap_or(falling[0]);
        for j in (0..dims.len()).rev().filter(|&j| j != pivot) {
            let mut lines = dims[j];
            steps[j] = size;
            if falling.contains(&j) {
                steps[pivot] = steps[pivot].saturating_sub(size);
                first = first.saturating_add(size.saturating_mul(dims[pivot] - 1));
                lines += dims[pivot] - 1;
            }
            size = size.saturating_mul(lines);
        }
        let steps = steps
            .into_iter()
            .enumerate()
            .filter(|&(_, step)| step != 0)
            .collect();
        let is_along = falling == [dims.len() - 1];
        (
            RayLines {
                first,
                steps,
                is_along,
            },
            start.saturating_add(size),
        )
    }

    /// Returns the line of a position.
    #[inline]
    pub fn line(&self, names: &Names) -> usize {
        self.steps
            .iter()
            .fold(self.first, |line, &(i, step)| line + step * names[i]) as usize
    }
}

/// Returns whether all kinds of moves are rays.
pub fn is_made_of_rays(rule: &Rule) -> bool {
    rule.has_values()
        && rule.lose.is_empty()
        && rule.kinds.iter().all(|kind| ray::Ray::of(kind).is_some())
}

/// Fills a table of outcomes whose rule is made of rays alone, 64 positions of a row at a time: a position is lost
/// if no line through it has a lost position yet.
fn fill_outcomes<T: TableCell>(
    rays: &[RayLines],
    lines: usize,
    table: &mut Table<T>,
) -> Result<(), GivenUp> {
    let mut lost = vec![0u64; lines / 64 + 2];
    let last = table.dims.len() - 1;
    let dims = table.dims.clone();
    let strides = table.strides.clone();
    let width = table.dims[last] as usize;
    // A line along the row holds the whole of it; the lines of all other rays change with the last number.
    let along = rays.iter().any(|ray| ray.is_along);
    let rays: Vec<&RayLines> = rays.iter().filter(|ray| !ray.is_along).collect();
    let mut starts = vec![0; rays.len()];
    // The rows, by all numbers but the last.
    let mut names = names_of(&[]);
    for at in (0..table.cells.len()).step_by(width) {
        table.add_found(width);
        table.work += (width / 8 + 16) as u64;
        if table.is_over() {
            return Err(GivenUp::Work);
        }
        for (i, (dim, stride)) in dims.iter().zip(&strides).enumerate().take(last) {
            names[i] = at as i64 / stride % dim;
        }
        for (start, ray) in starts.iter_mut().zip(&rays) {
            *start = ray.line(&names);
        }
        let row = &mut table.cells[at..at + width];
        let mut next = 0;
        while next < width {
            let of_lines = starts
                .iter()
                .fold(0, |won, &start| won | window(&lost, start + next));
            let mut free = !of_lines & (!0 >> (64 - (width - next).min(64)));
            while free != 0 {
                let column = next + free.trailing_zeros() as usize;
                free &= free - 1;
                if row[column] == T::ILLEGAL {
                    continue;
                }
                row[column] = T::of(LOST as usize);
                for line in starts.iter().map(|start| start + column) {
                    lost[line / 64] |= 1 << (line % 64);
                }
                if along {
                    // The rest of the row is won by a move along it.
                    free = 0;
                    next = width;
                }
            }
            next += 64;
        }
        for cell in row {
            *cell = if *cell == T::UNKNOWN {
                T::of(WON as usize)
            } else {
                *cell
            };
        }
    }
    Ok(())
}

/// Returns the 64 bits from a place on.
#[inline]
fn window(words: &[u64], at: usize) -> u64 {
    let word = at / 64;
    let bit = at % 64;
    words[word] >> bit | words[word + 1] << 1 << (63 - bit)
}

/// A rule made of rays and a few other options, whose sets fit.
pub struct RayPlan<'r> {
    /// The lines of each ray.
    rays: Vec<RayLines>,
    /// The kinds of moves that are no rays, which have few options.
    others: Vec<&'r MoveKind>,
    /// The number of lines of all rays.
    lines: usize,
    /// The number of words of the set of each line.
    words: usize,
}

impl<'r> RayPlan<'r> {
    /// Plans the rays of a rule; `None` if it is not made of rays, or the sets do not fit.
    pub fn of<T: TableCell>(rule: &'r Rule, shared: &BoxSets) -> Option<Self> {
        if !rule.has_values() || !rule.lose.is_empty() {
            return None;
        }
        let dims: Vec<i64> = shared.tops.iter().map(|top| top + 1).collect();
        let mut rays = Vec::new();
        let mut others = Vec::new();
        let mut most = 64;
        let mut lines = 0i64;
        for kind in &rule.kinds {
            match ray::Ray::of(kind) {
                Some(ray::Ray { falling, .. }) => {
                    most += falling.iter().map(|&i| dims[i]).min()? as u64;
                    let (ray, next) = RayLines::new(&falling, &dims, lines);
                    rays.push(ray);
                    lines = next;
                }
                None => {
                    most += few(kind, &shared.tops)?;
                    others.push(kind);
                }
            }
        }
        let by_bits = T::IS_OUTCOME && others.is_empty();
        let words = if T::IS_OUTCOME {
            1
        } else {
            most.min(T::VALUES as u64) / 64 + 1
        };
        let bytes = (lines as u64).saturating_mul(if by_bits { 1 } else { words * 8 });
        let fits = (1..=MAX_RAYS).contains(&rays.len()) && bytes <= shared.bytes;
        fits.then_some(RayPlan {
            rays,
            others,
            lines: lines as usize,
            words: words as usize,
        })
    }

    /// Estimates how many steps the table of a box takes; `None` if it is not filled along rays.
    pub fn price<T: TableCell>(rule: &'r Rule, order: &Order, shared: &BoxSets) -> Option<u64> {
        if !order.is_natural() {
            return None;
        }
        let plan = Self::of::<T>(rule, shared)?;
        let positions = size(&shared.tops);
        if T::IS_OUTCOME && plan.others.is_empty() {
            return Some(positions / 8);
        }
        Some(positions.saturating_mul(CELL_STEPS))
    }

    /// Fills a table of a natural order. Illegal positions must be marked.
    ///
    /// # Errors
    ///
    /// Fails when an option is needed before it is known, a value does not fit, or the steps end.
    pub fn fill<T: TableCell>(
        self,
        table: &mut Table<T>,
        order: &Order,
        shared: &mut BoxSets,
    ) -> Result<(), GivenUp> {
        if T::IS_OUTCOME && self.others.is_empty() {
            return fill_outcomes(&self.rays, self.lines, table);
        }
        let others = Moves::new(&self.others, order, shared);
        let mut rays = Rays {
            rays: self.rays,
            lines: Lines::new(self.lines, self.words),
            others,
        };
        let dims = table.dims.clone();
        let strides = table.strides.clone();
        let mut result = Ok(());
        let last = dims.len() - 1;
        // The lines of the position.
        let mut lines = vec![0usize; rays.rays.len()];
        walk(order, &dims, &strides, &mut |names, at, count| {
            table.add_found(count);
            rays.others.look_ahead(table, names, at, count);
            for (line, ray) in lines.iter_mut().zip(&rays.rays) {
                *line = ray.line(names);
            }
            for at in at..at + count {
                let cell = table.cells[at];
                if cell == T::UNKNOWN {
                    if result.is_ok() {
                        result = rays.find(table, names, at, &lines);
                    }
                } else if cell != T::ILLEGAL {
                    rays.enter(cell, &lines);
                }
                names[last] += 1;
                for (line, ray) in lines.iter_mut().zip(&rays.rays) {
                    *line += usize::from(!ray.is_along);
                }
            }
            result.is_ok()
        });
        result
    }
}

/// Rays under work: the values along each of their lines.
struct Rays<T> {
    /// The lines of each ray.
    rays: Vec<RayLines>,
    /// The values along each line.
    lines: Lines,
    /// The kinds of moves that are no rays.
    others: Moves<T>,
}

impl<T: TableCell> Rays<T> {
    /// Finds the value of a position on these lines.
    #[inline]
    fn find(
        &mut self,
        table: &mut Table<T>,
        names: &mut Names,
        at: usize,
        lines: &[usize],
    ) -> Result<(), GivenUp> {
        table.work += CELL_STEPS;
        if table.is_over() {
            return Err(GivenUp::Work);
        }
        let value = if self.others.is_empty() {
            self.lines.mex(lines, |_| false)
        } else {
            table.begin(at);
            self.others.mark(table, names);
            if table.marked(T::UNKNOWN) {
                return Err(GivenUp::Order);
            }
            self.lines.mex(lines, |value| {
                value < T::VALUES && table.marked(T::of(value))
            })
        };
        let cell = value.and_then(T::of_mex).ok_or(GivenUp::Value)?;
        self.enter(cell, lines);
        table.set(at, cell);
        Ok(())
    }

    /// Enters the value of a position on these lines.
    #[inline]
    fn enter(&mut self, cell: T, lines: &[usize]) {
        for &line in lines {
            self.lines.insert(line, cell.place());
        }
    }
}
