//! Choices of equal numbers: where the order of a list does not matter, one of its numbers is taken out, and all else
//! of an option depends on that number, equal numbers give equal options.

use crate::tree::{Cond, Expr, List, ListOrder, MoveKind, Op, Part, Qualifier, Relation, Rule};

impl Rule {
    /// Makes the kinds of moves that take a number of a list out, whose order does not matter, pass over all but the first
    /// of equal numbers: `[p[..i-1],a,p[i+1..]] for i in 0..len(p)-1, a in 0..p[i]-1`. The options stay the same, and in
    /// the same order.
    pub fn pass_over_equal_numbers(&mut self) {
        let order = self.list.as_ref().map(|form| form.order);
        if !matches!(order, Some(ListOrder::Bag | ListOrder::Partition)) {
            return;
        }
        for kind in &mut self.kinds {
            let places = (0..kind.qualifiers.len()).rev();
            for place in places {
                if let Qualifier::For(name, set) = &kind.qualifiers[place]
                    && let Some(ends) = set.range()
                    && *ends.low == Expr::Number(0)
                    && kind.takes_out(*name)
                {
                    let guard = Qualifier::If(is_first_of_equal(*name));
                    kind.qualifiers.insert(place + 1, guard);
                }
            }
        }
    }
}

impl MoveKind {
    /// Returns whether the numbers before and after this place stay, and the place is only used for the number there.
    fn takes_out(&self, place: u8) -> bool {
        let Some(left) = take_out(self, place) else {
            return false;
        };
        let mut all_read = left.iter().all(|item| only_reads(item, place));
        for qualifier in &self.qualifiers {
            qualifier.exprs(&mut |e| all_read &= only_reads(e, place));
        }
        all_read
    }
}

/// Lists the items of a target but for the stretches before and after a place, if the target has each of these once.
pub(super) fn take_out(kind: &MoveKind, place: u8) -> Option<Vec<&Expr>> {
    let [Part::Position(items)] = &kind.wide[..] else {
        return None;
    };
    let before = slice(None, Some(offset(place, Op::Sub)));
    let after = slice(Some(offset(place, Op::Add)), None);
    let count = |e: &Expr| items.iter().filter(|item| *item == e).count();
    if count(&before) != 1 || count(&after) != 1 {
        return None;
    }
    let mut others = Vec::new();
    for item in items {
        if *item != before && *item != after {
            others.push(item);
        }
    }
    Some(others)
}

/// Returns whether a place of the position is only used for the number there.
pub(super) fn only_reads(e: &Expr, place: u8) -> bool {
    let mut uses = 0;
    e.names(&mut |name| uses += usize::from(name == place));
    let number = number_at(Expr::Name(place));
    let mut reads = 0;
    e.each(&mut |inner| reads += usize::from(*inner == number));
    uses == reads
}

/// Holds for the first of equal numbers next to each other, by their place.
fn is_first_of_equal(place: u8) -> Cond {
    let chain = |left: Expr, relation, right| Cond::Chain(Box::new(left), vec![(relation, right)]);
    let is_first = chain(Expr::Name(place), Relation::Eq, Expr::Number(0));
    let here = number_at(Expr::Name(place));
    let differs = chain(here, Relation::Ne, number_at(offset(place, Op::Sub)));
    Cond::Or(Box::new(is_first), Box::new(differs))
}

/// Makes `i-1` or `i+1`.
fn offset(place: u8, op: Op) -> Expr {
    Expr::Binary(op, Box::new(Expr::Name(place)), Box::new(Expr::Number(1)))
}

/// Makes `p[e]`, where p is the position.
fn number_at(e: Expr) -> Expr {
    Expr::ItemOf(Box::new(position()), Box::new(e))
}

/// Makes a slice of the position.
fn slice(first: Option<Expr>, last: Option<Expr>) -> Expr {
    Expr::List(Box::new(List::Slice(position(), first, last)))
}

/// Makes the list that is the position.
fn position() -> Expr {
    Expr::List(Box::new(List::Position))
}

#[cfg(test)]
mod tests {
    use crate::grammar::read_rule;

    #[test]
    fn only_kinds_that_take_one_number_out_pass_over_equal_ones() {
        let guards = |text: &str| {
            let (mut rule, _) = read_rule(text).unwrap();
            let before: usize = rule.kinds.iter().map(|kind| kind.qualifiers.len()).sum();
            rule.pass_over_equal_numbers();
            let once = rule.clone();
            rule.pass_over_equal_numbers();
            assert_eq!(rule, once, "{text}");
            let after: usize = rule.kinds.iter().map(|kind| kind.qualifiers.len()).sum();
            after - before
        };
        for (options, count) in [
            ("[p[..i-1],p[i+1..]] for i in 0..len(p)-1", 1),
            (
                "[p[..i-1],a,p[i]-a,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]/2",
                1,
            ),
            (
                "[p[i+1..],p[i]/2,p[..i-1]] for i in 0..9 if p[i] > 1 | [p[1..]]",
                1,
            ),
            ("[p[..i-1],p[i]-i,p[i+1..]] for i in 0..len(p)-1", 0),
            ("[p[..i-1],p[i+1..]] for i in 0..len(p)-1 if i != 2", 0),
            ("[p[..i-1],p[i+1..]] for i in 1..len(p)-1", 0),
            ("[p[..i-1],p[i+1],p[i+1..]] for i in 0..len(p)-2", 0),
            ("[p[..i-1],p[i+2..]] for i in 0..len(p)-2", 0),
            (
                "[p[..i-1],sum(x for x in p if x > i),p[i+1..]] for i in 0..2",
                0,
            ),
            ("2*[p[..i-1],p[i+1..]] for i in 0..len(p)-1", 0),
        ] {
            for order in ["bag", "partition"] {
                assert_eq!(
                    guards(&format!("[p...] -> {options} ; {order}")),
                    count,
                    "{options}"
                );
            }
            assert_eq!(
                guards(&format!("[p...] -> {options} ; set")),
                0,
                "{options}"
            );
            assert_eq!(guards(&format!("[p...] -> {options}")), 0, "{options}");
        }
    }
}
