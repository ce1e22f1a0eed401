//! Rules of lists whose moves take one number out and leave others for it, which depend on that number alone: a list is a
//! sum of its numbers, each a list of its own.
//!
//! `[p[..i-1],a,p[i]-a,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]/2` leads from `[n]` to the sum of `[a]` and `[n-a]`: no
//! move of one number reads or changes another.

use super::equal::{only_reads, take_out};
use crate::tree::{Comprehension, Expr, List, ListOrder, MoveKind, Op, Part, Qualifier, Rule};

/// Returns the rule in which each number that a move leaves in the place of another is a part of its own, if the value of a
/// list is the nim-sum of those of its numbers by that rule.
///
/// It is the nim-sum if each number moves alone: by induction on the length of play, the moves of a list are those of the sum
/// (Sprague 1935, Grundy 1939).
pub fn by_numbers(rule: &Rule) -> Option<Rule> {
    let order = rule.list.as_ref()?.order;
    let is_plain = rule.has_values() && rule.legal.is_empty() && rule.lose.is_empty();
    if order == ListOrder::Set || !is_plain {
        return None;
    }
    let mut single = rule.clone();
    for kind in &mut single.kinds {
        kind.wide = numbers_left(kind)?;
    }
    Some(single)
}

/// Lists what a kind of moves leaves in the place of one number, each number as a part, if it depends on that number alone.
fn numbers_left(kind: &MoveKind) -> Option<Vec<Part>> {
    let [Qualifier::For(place, places), others @ ..] = &kind.qualifiers[..] else {
        return None;
    };
    let ends = places.range()?;
    let length = Expr::Length(Box::new(Expr::List(Box::new(List::Position))));
    let last = Expr::Binary(Op::Sub, Box::new(length), Box::new(Expr::Number(1)));
    if *ends.low != Expr::Number(0) || *ends.high != last {
        return None;
    }
    let mut is_alone = true;
    for qualifier in others {
        qualifier.exprs(&mut |e| is_alone &= reads_alone(e, *place));
    }
    let mut parts = Vec::new();
    for item in take_out(kind, *place)? {
        is_alone &= !matches!(item, Expr::List(_)) && reads_alone(item, *place);
        parts.push(Part::Position(vec![item.clone()]));
    }
    is_alone.then_some(parts)
}

/// Returns whether an expression reads nothing of the position but the number at a place.
fn reads_alone(e: &Expr, place: u8) -> bool {
    let mut reads = 0;
    e.each(&mut |inner| {
        if let Expr::ItemOf(list, index) = inner
            && list.is_position()
            && **index == Expr::Name(place)
        {
            reads += 1;
        }
    });
    positions_in(e) == reads && only_reads(e, place)
}

/// Counts how often the position is in an expression.
fn positions_in(e: &Expr) -> usize {
    let mut count = 0;
    e.each(&mut |inner| match inner {
        Expr::Fold(_, over) => count += positions_in_comprehension(over),
        Expr::List(list) => match &**list {
            List::Position => count += 1,
            List::Comprehension(over) => count += positions_in_comprehension(over),
            _ => {}
        },
        _ => {}
    });
    count
}

/// Counts how often the position is in a comprehension.
fn positions_in_comprehension(over: &Comprehension) -> usize {
    let mut count = positions_in(&over.element);
    for qualifier in &over.qualifiers {
        qualifier.exprs(&mut |e| count += positions_in(e));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::by_numbers;
    use crate::grammar::read_rule;

    #[test]
    fn only_numbers_that_move_alone_are_parts() {
        let separates = |text: &str| {
            let (rule, _) = read_rule(text).unwrap();
            by_numbers(&rule).is_some()
        };
        for rule in [
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],a,p[i]-a,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]/2 ; partition",
            "[p...] -> [p[i+1..],p[i]/2,p[..i-1]] for i in 0..len(p)-1 if p[i] > 1 ; bag",
            "[p...] -> [p[..i-1],p[i]-d,p[i+1..]] for i in 0..len(p)-1, d in divisors(p[i]) if d < p[i]",
            "[p...] -> [p[..i-1],a[p[i]],p[i+1..]] for i in 0..len(p)-1 ; let a = 0 0 1",
        ] {
            assert!(separates(rule), "{rule}");
        }
        for rule in [
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 ; set",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 ; misere",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 ; lose if len(p) == 1",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 ; legal if len(p) > 1",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 | [p[1..]]",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-2",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 1..len(p)-1",
            "[p...] -> [p[..i-1],p[i+1..]] if len(p) > 3 for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 if len(p) > 3",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 if i > 0",
            "[p...] -> [p[..i-1],p[i+1..]] for i in 0..len(p)-1 if p[i] != p[0]",
            "[p...] -> [p[..i-1],i,p[i+1..]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],sum(p)-p[i],p[i+1..]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],max(x for x in p if x < 9),p[i+1..]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],count(x for x in 1..3 if x in p),p[i+1..]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],p[i+1..],p] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],p[i+1],p[i+1..]] for i in 0..len(p)-2",
            "[p...] -> [p[..i-1],p[i+1..]]+[p[i]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],p[..i-1],p[i+1..]] for i in 0..len(p)-1",
            "[p...] -> [p[..i-1],a,p[i+1..]] for i in 0..len(p)-1, j in 0..len(p)-1, a in 0..p[j]-1",
        ] {
            assert!(!separates(rule), "{rule}");
        }
    }
}
