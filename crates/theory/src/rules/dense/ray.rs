//! Rays: a move takes the same number, any that is there, from some of the numbers of a position.
//!
//! The options of a position along a ray are all positions before it on a line, so a set of values
//! for every line says in a few words what all of them have. Queens, heaps of nim, and Wythoff's
//! game are made of rays.

use super::super::tree::{Expr, Function, Item, Kind, Names, Op, Qualifier, Rule, Set};
use super::board::Run;
use super::each::Shared;
use super::given_up::GivenUp;
use super::interval::{Members, bounds_of, of_set};
use super::runs::run_of;
use super::table::{Cell, Table};
use super::tiles;
use crate::platform::LOADED_ANEW;

/// The most kinds of moves that are rays.
const MOST_RAYS: usize = 16;

/// The numbers that fall together, if the kind is a ray.
pub(super) fn falling(kind: &Kind) -> Option<Vec<usize>> {
    let ([part], [Qualifier::For(name, set)]) = (&kind.parts[..], &kind.qualifiers[..]) else { return None };
    let Set::Items(items) = set else { return None };
    let [Item::Range(low, high, None)] = &items[..] else { return None };
    let mut falling = Vec::new();
    for (i, e) in part.iter().enumerate() {
        let own = Expr::Name(i as u8);
        match e {
            e if *e == own => {}
            // Any number below the present one.
            Expr::Name(k) if k == name => {
                let below = Expr::Binary(Op::Sub, Box::new(own), Box::new(Expr::Number(1)));
                let still = part.iter().enumerate().all(|(j, e)| j == i || *e == Expr::Name(j as u8));
                return (still && *low == Expr::Number(0) && *high == below).then(|| vec![i]);
            }
            Expr::Binary(Op::Sub, a, b) if **a == own && **b == Expr::Name(*name) => falling.push(i),
            _ => return None,
        }
    }
    let mut bound = Vec::new();
    least(high, &mut bound)?;
    bound.sort_unstable();
    bound.dedup();
    (*low == Expr::Number(1) && !falling.is_empty() && bound == falling).then_some(falling)
}

/// The names of which an expression is the least.
fn least(e: &Expr, names: &mut Vec<usize>) -> Option<()> {
    match e {
        Expr::Name(name) => names.push(usize::from(*name)),
        Expr::Call(Function::Min, arguments) => arguments.iter().try_for_each(|a| least(a, names))?,
        _ => return None,
    }
    Some(())
}

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

/// The lines of one ray.
pub(super) struct Ray {
    falling: Vec<usize>,
    /// A line is named by its lowest position, where one of the falling numbers is 0: the first name
    /// of those with this number 0.
    offsets: Vec<usize>,
    strides: Vec<Vec<usize>>,
    /// How many lines there are.
    pub(super) lines: usize,
    /// The values on each line, as bits.
    sets: Vec<u64>,
    /// How many words of each set are full.
    full: Vec<u32>,
}

impl Ray {
    /// No values yet.
    pub(super) fn new(falling: Vec<usize>, dims: &[i64]) -> Ray {
        let (mut offsets, mut strides, mut lines) = (Vec::new(), Vec::new(), 0);
        for &i in &falling {
            offsets.push(lines);
            let (mut each, mut size) = (vec![0; dims.len()], 1);
            for j in (0..dims.len()).rev().filter(|&j| j != i) {
                each[j] = size;
                size *= dims[j] as usize;
            }
            lines += size;
            strides.push(each);
        }
        Ray { falling, offsets, strides, lines, sets: Vec::new(), full: Vec::new() }
    }

    /// The numbers that fall together.
    pub(super) fn falling(&self) -> &[usize] {
        &self.falling
    }

    /// The line of a position.
    #[inline]
    pub(super) fn line(&self, names: &Names) -> usize {
        let (mut which, mut least) = (0, names[self.falling[0]]);
        for (x, &i) in self.falling.iter().enumerate().skip(1) {
            if names[i] < least {
                (which, least) = (x, names[i]);
            }
        }
        let strides = &self.strides[which];
        let mut id = self.offsets[which];
        for (&n, &stride) in names.iter().zip(strides) {
            id += n as usize * stride;
        }
        if self.falling.len() > 1 {
            for &j in &self.falling {
                id -= least as usize * strides[j];
            }
        }
        id
    }
}

/// Fills a table whose rule is made of rays and a few other options; none if it is not, or the sets
/// do not fit. Illegal positions must be marked; the natural order must do.
pub fn fill<T: Cell>(
    rule: &Rule,
    table: &mut Table<T>,
    shared: &mut Shared,
    limit: u64,
) -> Option<Result<(), GivenUp>> {
    if !rule.lose.is_empty() {
        return None;
    }
    let (mut rays, mut others, mut most) = (Vec::new(), Vec::new(), 64);
    for kind in &rule.kinds {
        match falling(kind) {
            Some(falling) => {
                most += falling.iter().map(|&i| table.frame.dims[i]).min()? as u64;
                rays.push(Ray::new(falling, &table.frame.dims));
            }
            None => {
                most += few(kind, &shared.tops)?;
                others.push(kind);
            }
        }
    }
    let words = most.min(T::VALUES as u64) as usize / 64 + 1;
    let lines: usize = rays.iter().map(|ray| ray.lines).sum();
    if rays.is_empty()
        || rays.len() > MOST_RAYS
        || (lines as u64).saturating_mul(words as u64 * 8) > shared.bytes
    {
        return None;
    }
    if !LOADED_ANEW && table.frame.dims.len() == 2 && others.is_empty() {
        // All options are at most the position in every number, so tiles in order do, too.
        let positions = table.cells.iter().filter(|&&cell| cell != T::ILLEGAL).count();
        table.frame.work += 16 * positions as u64;
        if table.frame.work > limit {
            return Some(Err(GivenUp::Work));
        }
        return Some(tiles::fill(rays, words, table, shared.threads));
    }
    let falls: Vec<Vec<usize>> = rays.iter().map(|ray| ray.falling.clone()).collect();
    let strides: Vec<Vec<usize>> = rays.iter().map(|ray| ray.strides[0].clone()).collect();
    for ray in &mut rays {
        ray.sets = vec![0; ray.lines * words];
        ray.full = vec![0; ray.lines];
    }
    let others: Vec<Run<Table<T>>> = others.into_iter().filter_map(|kind| run_of(kind, shared)).collect();
    let mut each = |table: &mut Table<T>, names: &mut Names, at: usize, straight: &[usize]| {
        if table.cells[at] == T::ILLEGAL {
            return Ok(());
        }
        table.frame.work += 16;
        if table.frame.work > limit {
            return Err(GivenUp::Work);
        }
        let mut ids = [0usize; MOST_RAYS];
        let mut start = 0;
        for ((id, ray), &straight) in ids.iter_mut().zip(&rays).zip(straight) {
            *id = if ray.falling.len() == 1 { straight } else { ray.line(names) };
            start = start.max(ray.full[*id]);
        }
        if !others.is_empty() {
            table.begin();
            table.frame.here = at;
            others.iter().for_each(|run| run(table, names));
            if table.marked(T::UNKNOWN) {
                return Err(GivenUp::Order);
            }
        }
        let mut word = start as usize;
        let value = loop {
            if word >= words {
                return Err(GivenUp::Value);
            }
            let mut seen = 0;
            for (id, ray) in ids.iter().zip(&rays) {
                seen |= ray.sets[id * words + word];
            }
            while seen != !0 && !others.is_empty() {
                let value = word * 64 + seen.trailing_ones() as usize;
                if value >= T::VALUES || !table.marked(T::of(value)) {
                    break;
                }
                seen |= 1 << (value % 64);
            }
            if seen != !0 {
                break word * 64 + seen.trailing_ones() as usize;
            }
            word += 1;
        };
        if value >= T::VALUES {
            return Err(GivenUp::Value);
        }
        for (id, ray) in ids.iter().zip(&mut rays) {
            let set = &mut ray.sets[id * words..(id + 1) * words];
            set[value / 64] |= 1 << (value % 64);
            let full = &mut ray.full[*id];
            while set.get(*full as usize) == Some(&!0) {
                *full += 1;
            }
        }
        table.cells[at] = T::of(value);
        Ok(())
    };
    let mut names = super::super::options::names_of(&[]);
    let mut ids = [0usize; MOST_RAYS];
    let dims = table.frame.dims.clone();
    // How the lines of rays of one number change where a number rises and those behind it begin anew.
    let steps: Vec<Vec<usize>> = (0..dims.len())
        .map(|i| {
            let step = |strides: &Vec<usize>| {
                let back = |j: usize| strides[j] * (dims[j] as usize - 1);
                strides[i].wrapping_sub((i + 1..dims.len()).map(back).sum())
            };
            strides.iter().map(step).collect()
        })
        .collect();
    for at in 0..table.cells.len() {
        if at % 4096 == 4095 {
            table.add_found(4096);
        }
        if let Err(given_up) = each(table, &mut names, at, &ids[..falls.len()]) {
            return Some(Err(given_up));
        }
        for i in (0..dims.len()).rev() {
            names[i] += 1;
            if names[i] < dims[i] {
                for (id, by) in ids.iter_mut().zip(&steps[i]) {
                    *id = id.wrapping_add(*by);
                }
                break;
            }
            names[i] = 0;
        }
    }
    Some(Ok(()))
}
