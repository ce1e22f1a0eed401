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

use super::super::shape::ray;
use super::super::tree::{Kind, Names, Qualifier, Rule};
use super::fill::GivenUp;
use super::interval::{Members, bounds_of, of_set};
use super::order::{Order, walk};
use super::runs::Moves;
use super::sets::Shared;
use super::table::{Cell, Table};
use crate::lines::Lines;

/// The most kinds of moves that are rays.
const MOST_RAYS: usize = 16;

/// The most options that a kind without a ray can have, if that is few.
fn few(kind: &Kind, tops: &[i64]) -> Option<u64> {
    let mut bounds = bounds_of(tops);
    let mut most = 1u64;
    for qualifier in &kind.qualifiers {
        if let Qualifier::For(name, set) = qualifier {
            let Members::Between(between) = of_set(set, &bounds)? else { return Some(0) };
            most = most.saturating_mul((between.high - between.low) as u64 + 1);
            bounds[usize::from(*name)] = between;
        }
    }
    (most <= 64).then_some(most)
}

/// The lines of one ray, numbered from `first` on.
struct Ray {
    /// The numbers that fall together.
    falling: Vec<usize>,
    /// A line is named by its lowest position, where one of the falling numbers is 0: the first line
    /// of those with this number 0, and the distance of lines by number.
    starts: Vec<(usize, Vec<usize>)>,
}

impl Ray {
    /// The lines of a ray in a box, numbered from `first` on; and the number after the last.
    fn new(falling: Vec<usize>, dims: &[i64], first: usize) -> (Ray, usize) {
        let (mut starts, mut next) = (Vec::new(), first);
        for &i in &falling {
            let (mut strides, mut size) = (vec![0; dims.len()], 1);
            for j in (0..dims.len()).rev().filter(|&j| j != i) {
                strides[j] = size;
                size *= dims[j] as usize;
            }
            starts.push((next, strides));
            next += size;
        }
        (Ray { falling, starts }, next)
    }

    /// The line of a position.
    #[inline]
    fn line(&self, names: &Names) -> usize {
        let (mut which, mut least) = (0, names[self.falling[0]]);
        for (x, &i) in self.falling.iter().enumerate().skip(1) {
            if names[i] < least {
                (which, least) = (x, names[i]);
            }
        }
        let (start, strides) = &self.starts[which];
        let mut line = *start;
        for (&n, &stride) in names.iter().zip(strides) {
            line += n as usize * stride;
        }
        if self.falling.len() > 1 {
            for &j in &self.falling {
                line -= least as usize * strides[j];
            }
        }
        line
    }
}

/// A rule made of rays and a few other options.
struct Rays<T> {
    rays: Vec<Ray>,
    lines: Lines,
    others: Moves<T>,
}

/// Fills a table whose rule is made of rays and a few other options; none if it is not, or the sets
/// do not fit. Illegal positions must be marked.
pub fn fill<T: Cell>(
    rule: &Rule,
    table: &mut Table<T>,
    order: &Order,
    shared: &mut Shared,
) -> Option<Result<(), GivenUp>> {
    if !rule.lose.is_empty() {
        return None;
    }
    let (mut rays, mut others, mut most, mut lines) = (Vec::new(), Vec::new(), 64, 0);
    for kind in &rule.kinds {
        match ray(kind) {
            Some((falling, _)) => {
                most += falling.iter().map(|&i| table.dims[i]).min()? as u64;
                let (ray, next) = Ray::new(falling, &table.dims, lines);
                rays.push(ray);
                lines = next;
            }
            None => {
                most += few(kind, &shared.tops)?;
                others.push(kind);
            }
        }
    }
    let words = most.min(T::VALUES as u64) as usize / 64 + 1;
    let is_too_large = (lines as u64).saturating_mul(words as u64 * 8) > shared.bytes;
    if rays.is_empty() || rays.len() > MOST_RAYS || is_too_large {
        return None;
    }
    let others = Moves::new(others.into_iter(), order.is_natural(), shared);
    let mut rays = Rays { rays, lines: Lines::new(lines, words), others };
    let (dims, strides) = (table.dims.clone(), table.strides.clone());
    let mut result = Ok(());
    let mut looked = 0u64;
    walk(order, &dims, &strides, &mut |names, at| {
        looked += 1;
        if looked.is_multiple_of(4096) {
            crate::sync::interrupt::check();
            table.add_found(4096);
        }
        if table.cells[at] != T::ILLEGAL {
            result = rays.find(table, names, at);
        }
        result.is_ok()
    });
    Some(result)
}

impl<T: Cell> Rays<T> {
    /// Finds the value of a position.
    #[inline]
    fn find(&mut self, table: &mut Table<T>, names: &mut Names, at: usize) -> Result<(), GivenUp> {
        table.work += 16;
        if table.is_over() {
            return Err(GivenUp::Work);
        }
        let mut lines = [0usize; MOST_RAYS];
        let lines = &mut lines[..self.rays.len()];
        for (line, ray) in lines.iter_mut().zip(&self.rays) {
            *line = ray.line(names);
        }
        let value = if self.others.is_empty() {
            self.lines.mex(lines, |_| false)
        } else {
            table.begin();
            self.others.mark(table, names, at);
            if table.marked(T::UNKNOWN) {
                return Err(GivenUp::Order);
            }
            self.lines.mex(lines, |value| value < T::VALUES && table.marked(T::of(value)))
        };
        let cell = value.and_then(T::of_mex).ok_or(GivenUp::Value)?;
        lines.iter().for_each(|&line| self.lines.insert(line, cell.place()));
        table.cells[at] = cell;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::options::names_of;

    #[test]
    fn lines_meet_where_positions_differ_by_a_ray() {
        let dims = [5, 4, 3];
        for falling in [vec![0], vec![2], vec![0, 1], vec![1, 2], vec![0, 1, 2]] {
            let (ray, end) = Ray::new(falling.clone(), &dims, 7);
            let all: Vec<[i64; 3]> = (0..60).map(|i| [i / 12, i / 3 % 4, i % 3]).collect();
            for a in &all {
                assert!((7..end).contains(&ray.line(&names_of(a))));
                for b in &all {
                    let steps: Vec<i64> = (0..3).map(|i| a[i] - b[i]).collect();
                    let by = steps[falling[0]];
                    let along = (0..3).all(|i| steps[i] == if falling.contains(&i) { by } else { 0 });
                    assert_eq!(ray.line(&names_of(a)) == ray.line(&names_of(b)), along, "{a:?} {b:?}");
                }
            }
        }
    }
}
