//! Prefixes: the last number of a position only bounds the moves, as what may be taken now. What a
//! larger one allows is what a smaller one allows, and more, so a row of positions is found with one
//! pass over its options.

use super::super::tree::{Expr, Function, Item, Kind, Names, Op, Qualifier, Rule, Set};
use super::closure::{Number, UNDEFINED, number};
use super::given_up::GivenUp;
use super::interval::{Members, bounds_of, of_set};
use super::runs::affine::{Strip, fits};
use super::table::{Cell, Table};

/// One kind of moves, with the options of the row at hand.
struct Options<T> {
    low: Number,
    high: Number,
    strip: Strip,
    /// The first member of the row, and what its options are.
    first: i64,
    cells: Vec<T>,
    /// How many of them are marked.
    marked: usize,
}

/// Whether an expression never falls as the name rises.
fn rises(e: &Expr, name: u8) -> bool {
    !e.uses(name)
        || match e {
            Expr::Name(_) => true,
            Expr::Call(Function::Min | Function::Max, arguments) => arguments.iter().all(|a| rises(a, name)),
            Expr::Binary(Op::Add, a, b) => rises(a, name) && rises(b, name),
            Expr::Binary(Op::Sub, a, b) => rises(a, name) && !b.uses(name),
            Expr::Binary(Op::Mul, a, b) => match (&**a, &**b) {
                (Expr::Number(0..), e) | (e, Expr::Number(0..)) => rises(e, name),
                _ => false,
            },
            Expr::Binary(Op::Div, a, b) => matches!(**b, Expr::Number(1..)) && rises(a, name),
            _ => false,
        }
}

fn options<T: Cell>(kind: &Kind, last: u8, tops: &[i64]) -> Option<Options<T>> {
    let ([part], [Qualifier::For(name, set)]) = (&kind.parts[..], &kind.qualifiers[..]) else { return None };
    let Set::Items(items) = set else { return None };
    let [Item::Range(low, high, None)] = &items[..] else { return None };
    if low.uses(last) || !rises(high, last) || part.iter().any(|e| e.uses(last)) || !fits(kind, *name) {
        return None;
    }
    let mut bounds = bounds_of(tops);
    let outer = bounds;
    let Members::Between(between) = of_set(set, &bounds)? else { return None };
    bounds[usize::from(*name)] = between;
    Some(Options {
        low: number(low, &outer),
        high: number(high, &outer),
        strip: Strip::new(kind, *name, &bounds),
        first: 0,
        cells: Vec::new(),
        marked: 0,
    })
}

impl<T: Cell> Options<T> {
    /// All options of a row, whose last number goes up to `top`; whether all of them are known.
    fn begin(&mut self, table: &Table<T>, names: &mut Names, last: usize, top: i64) -> bool {
        self.first = self.low.at(names);
        self.marked = 0;
        names[last] = top;
        let most = self.high.at(names);
        self.cells.clear();
        if self.first != UNDEFINED && most != UNDEFINED {
            self.strip.read(table, names, self.first, most, &mut self.cells);
        }
        names[last] = 0;
        !self.cells.contains(&T::UNKNOWN)
    }

    /// Marks the options that the names allow, and are not marked yet.
    #[inline]
    fn mark(&mut self, table: &mut Table<T>, names: &Names) {
        if self.marked == self.cells.len() {
            return;
        }
        let high = self.high.at(names);
        // What is undefined is less than any member.
        if high < self.first {
            return;
        }
        let to = self.cells.len().min((high - self.first + 1) as usize);
        if let Some(cells) = self.cells.get(self.marked..to) {
            table.frame.work += cells.len() as u64;
            cells.iter().for_each(|&cell| table.mark(cell));
            self.marked = to;
        }
    }
}

/// Whether a rule has this shape, so that a larger last number only allows more.
pub fn fits_rule(rule: &Rule, tops: &[i64]) -> bool {
    let last = (rule.arity() - 1) as u8;
    let plain = last > 0 && rule.has_values() && rule.lose.is_empty() && rule.legal.is_empty();
    plain && rule.kinds.iter().all(|kind| options::<u16>(kind, last, tops).is_some())
}

/// Fills a table whose rule has this shape; none if it has not, and then as far as it is filled it is right.
pub fn fill<T: Cell>(
    rule: &Rule,
    table: &mut Table<T>,
    tops: &[i64],
    limit: u64,
) -> Option<Result<(), GivenUp>> {
    if !fits_rule(rule, tops) {
        return None;
    }
    let last = rule.arity() - 1;
    let mut kinds =
        rule.kinds.iter().map(|kind| options(kind, last as u8, tops)).collect::<Option<Vec<Options<T>>>>()?;
    let mut names: Names = super::super::options::names_of(&[]);
    let dims = table.frame.dims.clone();
    let (row, top) = (dims[last] as usize, dims[last] - 1);
    for start in (0..table.cells.len()).step_by(row) {
        if !kinds.iter_mut().all(|kind| kind.begin(table, &mut names, last, top)) {
            // Within a row, too, moves can lead from one position to another.
            return None;
        }
        table.begin();
        let mut least = 0;
        for at in start..start + row {
            names[last] = (at - start) as i64;
            kinds.iter_mut().for_each(|kind| kind.mark(table, &names));
            while least < T::VALUES && table.marked(T::of(least)) {
                least += 1;
            }
            if least >= T::VALUES {
                return Some(Err(GivenUp::Value));
            }
            if kinds.iter().all(|kind| kind.marked == kind.cells.len()) {
                table.cells[at..start + row].fill(T::of(least));
                break;
            }
            table.cells[at] = T::of(least);
        }
        table.frame.work += row as u64;
        table.add_found(row as u64);
        if table.frame.work > limit {
            return Some(Err(GivenUp::Work));
        }
        names[last] = 0;
        for i in (0..last).rev() {
            names[i] += 1;
            if names[i] < dims[i] {
                break;
            }
            names[i] = 0;
        }
    }
    Some(Ok(()))
}
