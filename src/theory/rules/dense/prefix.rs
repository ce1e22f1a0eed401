//! Prefixes: the last number of a position only bounds the moves, as what may be taken now. What a
//! larger one allows is what a smaller one allows, and more, so a row of positions is found with one
//! pass over its options.

use super::super::tree::{Expr, Function, Item, Kind, Names, Op, Qualifier, Rule, Set};
use super::closure::{Number, UNDEFINED, number};
use super::given_up::GivenUp;
use super::interval::{Members, bounds_of, of_set};
use super::table::{Cell, Table};

/// One kind of moves, with the option that one member gives.
struct Options {
    slot: usize,
    low: Number,
    high: Number,
    parts: Vec<Number>,
    next: i64,
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

fn options(kind: &Kind, last: u8, tops: &[i64]) -> Option<Options> {
    let ([part], [Qualifier::For(name, set)]) = (&kind.parts[..], &kind.qualifiers[..]) else { return None };
    let Set::Items(items) = set else { return None };
    let [Item::Range(low, high, None)] = &items[..] else { return None };
    if low.uses(last) || !rises(high, last) || part.iter().any(|e| e.uses(last)) {
        return None;
    }
    let mut bounds = bounds_of(tops);
    let outer = bounds;
    let Members::Between(between) = of_set(set, &bounds)? else { return None };
    bounds[usize::from(*name)] = between;
    Some(Options {
        slot: usize::from(*name),
        low: number(low, &outer),
        high: number(high, &outer),
        parts: part.iter().map(|e| number(e, &bounds)).collect(),
        next: 0,
    })
}

/// Fills a table whose rule has this shape; none if it has not. The natural order must do.
pub fn fill<T: Cell>(
    rule: &Rule,
    table: &mut Table<T>,
    tops: &[i64],
    limit: u64,
) -> Option<Result<(), GivenUp>> {
    if rule.arity() < 2 || !rule.lose.is_empty() || !rule.legal.is_empty() {
        return None;
    }
    let last = rule.arity() - 1;
    let mut kinds =
        rule.kinds.iter().map(|kind| options(kind, last as u8, tops)).collect::<Option<Vec<Options>>>()?;
    let mut names: Names = super::super::options::names_of(&[]);
    let (dims, strides) = (table.dims.clone(), table.strides.clone());
    let mut least = 0usize;
    for at in 0..table.cells.len() {
        if names[last] == 0 {
            table.begin();
            least = 0;
            for kind in &mut kinds {
                kind.next = (kind.low)(&names);
            }
        }
        for kind in &mut kinds {
            let high = (kind.high)(&names);
            if kind.next == UNDEFINED {
                continue;
            }
            while kind.next <= high {
                names[kind.slot] = kind.next;
                kind.next += 1;
                let mut place = Some(0);
                for (i, e) in kind.parts.iter().enumerate() {
                    let n = e(&names);
                    place = place.filter(|_| n >= 0 && n < dims[i]).map(|place| place + n * strides[i]);
                }
                if let Some(place) = place {
                    table.mark(table.cells[place as usize]);
                }
                table.work += 1;
            }
        }
        table.work += 2;
        if table.marked(T::UNKNOWN) {
            return Some(Err(GivenUp::Order));
        }
        if table.work > limit {
            return Some(Err(GivenUp::Work));
        }
        while least < T::VALUES && table.marked(T::of(least)) {
            least += 1;
        }
        if least >= T::VALUES {
            return Some(Err(GivenUp::Value));
        }
        table.cells[at] = T::of(least);
        for i in (0..dims.len()).rev() {
            names[i] += 1;
            if names[i] < dims[i] {
                break;
            }
            names[i] = 0;
        }
    }
    Some(Ok(()))
}
