//! One number, and single options `n - c` and `(n + c) / d`: their places step along with n.

use super::super::tree::{Cond, Expr, Kind, Op, Qualifier, Relation, Rule};
use super::table::Cell;

/// An option of n: n plus this, divided by that.
type Form = (i64, i64);

/// The forms of the options, and the first position from which all of them are always there; none
/// if the rule has another shape.
pub fn forms(rule: &Rule) -> Option<(Vec<Form>, usize)> {
    if rule.arity() != 1 || !rule.legal.is_empty() || !rule.lose.is_empty() || rule.kinds.len() > 63 {
        return None;
    }
    let (mut forms, mut from) = (Vec::new(), 0);
    for kind in &rule.kinds {
        let (form, first) = form(kind)?;
        forms.push(form);
        from = from.max(first);
    }
    // The rule must be simple for long enough to be worth it, and every option lie before.
    let before = |&(plus, by): &Form| (by == 1 && plus < 0) || (by > 1 && plus <= 0);
    (from < 1 << 20 && forms.iter().all(before)).then_some((forms, from.max(1) as usize))
}

fn form(kind: &Kind) -> Option<(Form, i64)> {
    let [part] = &kind.parts[..] else { return None };
    let mut from = 0;
    for qualifier in &kind.qualifiers {
        let Qualifier::If(Cond::Chain(first, links)) = qualifier else { return None };
        let (Expr::Name(0), [(relation, Expr::Number(c))]) = (&**first, &links[..]) else { return None };
        from = from.max(match relation {
            Relation::Gt => c.checked_add(1)?,
            Relation::Ge => *c,
            Relation::Ne if *c == 0 => 1,
            _ => return None,
        });
    }
    let shifted = |e: &Expr| match e {
        Expr::Name(0) => Some(0),
        Expr::Binary(Op::Sub, a, b) => match (&**a, &**b) {
            (Expr::Name(0), Expr::Number(c)) => Some(-c),
            _ => None,
        },
        _ => None,
    };
    let form = match &part[0] {
        Expr::Binary(Op::Div, a, b) => match **b {
            Expr::Number(d @ 2..=1_000_000) => (shifted(a)?, d),
            _ => return None,
        },
        e => (shifted(e)?, 1),
    };
    // n + c must not be negative.
    Some((form, from.max(-form.0)))
}

/// Fills the cells from `from` on; those before are known.
pub fn fill<T: Cell>(cells: &mut [T], forms: &[Form], from: usize) {
    /// A place that moves by one when its count is full.
    struct Place {
        at: usize,
        count: u64,
        by: u64,
    }
    let mut places: Vec<Place> = forms
        .iter()
        .map(|&(plus, by)| {
            let n = (from as i64 + plus) as u64;
            Place { at: (n / by as u64) as usize, count: n % by as u64, by: by as u64 }
        })
        .collect();
    let step = |cells: &[T], place: &mut Place| {
        let bit = 1u64 << (cells[place.at].place() & 63);
        place.count += 1;
        if place.count == place.by {
            place.count = 0;
            place.at += 1;
        }
        bit
    };
    if let [one, other] = &mut places[..]
        && one.by == 1
        && other.by == 2
    {
        // Two positions a turn share the half.
        let mut n = from;
        if other.count == 1 && n < cells.len() {
            let seen = step(cells, one) | step(cells, other);
            cells[n] = T::of(seen.trailing_ones() as usize);
            n += 1;
        }
        while n + 1 < cells.len() {
            let half = 1u64 << (cells[other.at].place() & 63);
            let seen = half | 1u64 << (cells[one.at].place() & 63);
            cells[n] = T::of(seen.trailing_ones() as usize);
            let seen = half | 1u64 << (cells[one.at + 1].place() & 63);
            cells[n + 1] = T::of(seen.trailing_ones() as usize);
            one.at += 2;
            other.at += 1;
            n += 2;
        }
        if n < cells.len() {
            let seen = 1u64 << (cells[one.at].place() & 63) | 1u64 << (cells[other.at].place() & 63);
            cells[n] = T::of(seen.trailing_ones() as usize);
        }
        return;
    }
    for n in from..cells.len() {
        let seen = places.iter_mut().fold(0, |seen, place| seen | step(cells, place));
        cells[n] = T::of(seen.trailing_ones() as usize);
    }
}
