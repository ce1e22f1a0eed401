//! The parts that moves leave of positions that are lists, or any number of parts.

use super::eval::each_choice;
use super::meter::{EvalStop, Meter, STEPS_A_MEMBER};
use super::options::{choices, names_of};
use super::tree::{
    Expr, ListOrder, MAX_LEFT, MAX_LEFT_NUMBERS, MAX_LIST, MAX_NAMES, MoveKind, Names, Part, Rule,
};

/// The parts that a move leaves, equal ones counted. It is filled again for every option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The numbers of all parts, one part after the other.
    numbers: Vec<i64>,
    /// The parts, in the order in which the option leaves them until they are sorted.
    parts: Vec<CountedPart>,
}

/// Some equal parts: where their numbers stand, and how many there are, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CountedPart {
    /// The place of the first number of the part.
    from: usize,
    /// The place after the last number of the part.
    to: usize,
    /// The number of such parts, at least 1.
    count: u64,
}

impl ListOrder {
    /// Brings the numbers from a place on into the order in which they are one position with others like them.
    #[inline]
    pub fn arrange(self, numbers: &mut Vec<i64>, from: usize) {
        match self {
            ListOrder::Word => {}
            ListOrder::Bag | ListOrder::Set => settle(&mut numbers[from..], |a, b| a < b),
            ListOrder::Partition => {
                settle(&mut numbers[from..], |a, b| a > b);
                while numbers.len() > from && numbers.last() == Some(&0) {
                    numbers.pop();
                }
            }
        }
    }
}

impl ListOrder {
    /// Puts a number among numbers that are arranged.
    #[inline]
    pub(super) fn insert(self, numbers: &mut Vec<i64>, n: i64) {
        let mut at = numbers.len();
        match self {
            ListOrder::Partition if n == 0 => return,
            ListOrder::Word => numbers.push(n),
            ListOrder::Bag | ListOrder::Set => {
                numbers.push(n);
                while at > 0 && n < numbers[at - 1] {
                    numbers[at] = numbers[at - 1];
                    at -= 1;
                }
            }
            ListOrder::Partition => {
                numbers.push(n);
                while at > 0 && n > numbers[at - 1] {
                    numbers[at] = numbers[at - 1];
                    at -= 1;
                }
            }
        }
        numbers[at] = n;
    }
}

/// Sorts numbers of which most stand in order, as those that a move leaves of a sorted list do: by insertion, until it
/// has moved them too often.
#[inline]
fn settle(numbers: &mut [i64], comes_before: impl Fn(i64, i64) -> bool) {
    /// The times that each number is moved on average before all are sorted another way; a guess.
    const MOVES: usize = 8;
    let mut left = MOVES * numbers.len();
    for i in 1..numbers.len() {
        let n = numbers[i];
        let mut at = i;
        while at > 0 && comes_before(n, numbers[at - 1]) {
            numbers[at] = numbers[at - 1];
            at -= 1;
        }
        numbers[at] = n;
        left = left.saturating_sub(i - at);
        if left == 0 {
            numbers.sort_unstable_by(|&a, &b| comes_before(b, a).cmp(&comes_before(a, b)));
            return;
        }
    }
}

impl Left {
    /// Returns whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Iterates over the parts and how many there are of each; none is there 0 times.
    pub fn parts(&self) -> impl Iterator<Item = (&[i64], u64)> {
        let of = |part: &CountedPart| (&self.numbers[part.from..part.to], part.count);
        self.parts.iter().map(of)
    }

    /// Returns the parts in a form that is equal for equal parts, if they are sorted: of each how many there are, how many
    /// numbers it has, and these.
    pub fn key(&self) -> Vec<i64> {
        let mut key = Vec::with_capacity(self.numbers.len() + 2 * self.parts.len());
        for part in &self.parts {
            key.push(i64::from_ne_bytes(part.count.to_ne_bytes()));
            key.push((part.to - part.from) as i64);
            key.extend_from_slice(&self.numbers[part.from..part.to]);
        }
        key
    }

    /// Forgets the parts.
    fn clear(&mut self) {
        self.numbers.clear();
        self.parts.clear();
    }

    /// Becomes one part: numbers that are arranged, with others put among them.
    ///
    /// # Errors
    ///
    /// Fails when there are too many numbers.
    #[inline]
    pub(super) fn set_one(
        &mut self,
        arranged: &[i64],
        others: impl Iterator<Item = i64>,
        order: ListOrder,
        rule: &Rule,
    ) -> Result<(), EvalStop> {
        self.clear();
        self.numbers.extend_from_slice(arranged);
        for n in others {
            order.insert(&mut self.numbers, n);
        }
        self.end_part(0, rule)
    }

    /// Puts the parts in ascending order, and equal ones together, so that two options are one move if they are equal.
    pub fn sort(&mut self) {
        if self.parts.len() < 2 {
            return;
        }
        let mut each: Vec<(Vec<i64>, u64)> = Vec::new();
        for (numbers, count) in self.parts() {
            each.push((numbers.to_vec(), count));
        }
        each.sort_unstable();
        self.clear();
        for (numbers, count) in each {
            match self.parts.last_mut() {
                Some(last) if self.numbers[last.from..last.to] == numbers => {
                    last.count = last.count.saturating_add(count);
                }
                _ => {
                    let from = self.numbers.len();
                    self.numbers.extend_from_slice(&numbers);
                    let to = self.numbers.len();
                    self.parts.push(CountedPart { from, to, count });
                }
            }
        }
    }

    /// Appends one part, whose numbers stand from this place on.
    fn close(&mut self, from: usize, rule: &Rule) -> Result<(), EvalStop> {
        rule.order().arrange(&mut self.numbers, from);
        self.end_part(from, rule)
    }

    /// Appends one part, whose numbers stand from this place on, and are arranged.
    #[inline]
    fn end_part(&mut self, from: usize, rule: &Rule) -> Result<(), EvalStop> {
        let to = self.numbers.len();
        let is_long = rule.list.is_some() && to - from > MAX_LIST;
        let are_many = self.parts.len() == MAX_LEFT || to > MAX_LEFT_NUMBERS;
        if is_long || are_many {
            return Err(EvalStop::Size);
        }
        self.parts.push(CountedPart { from, to, count: 1 });
        Ok(())
    }
}

impl MoveKind {
    /// Calls `visit` with what each option of this kind leaves, for all values of the names that the qualifiers from a level
    /// on allow.
    #[expect(clippy::too_many_arguments, reason = "a walk has as many")]
    pub(super) fn left(
        &self,
        level: usize,
        index: usize,
        rule: &Rule,
        names: &mut Names,
        meter: &mut Meter,
        left: &mut Left,
        visit: &mut dyn FnMut(&mut Left, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        let qualifiers = &self.qualifiers[level..];
        choices(qualifiers, index, names, meter, &mut |names, meter| {
            left.clear();
            for part in &self.wide {
                part.append(rule, names, meter, left)?;
            }
            visit(left, meter)
        })
    }
}

impl Part {
    /// Appends what the part leaves for these values of the names.
    fn append(
        &self,
        rule: &Rule,
        names: &mut Names,
        meter: &mut Meter,
        left: &mut Left,
    ) -> Result<(), EvalStop> {
        meter.spend(STEPS_A_MEMBER)?;
        match self {
            Part::Position(items) => {
                let from = left.numbers.len();
                for item in items {
                    item.append(names, meter, &mut left.numbers)?;
                }
                left.close(from, rule)
            }
            Part::Times(times, part) => {
                let times = times.value(names, meter)?;
                let times = u64::try_from(times).map_err(|_| EvalStop::Undefined)?;
                let before = left.parts.len();
                part.append(rule, names, meter, left)?;
                if times == 0 {
                    left.parts.truncate(before);
                }
                for part in &mut left.parts[before..] {
                    part.count = part.count.checked_mul(times).ok_or(EvalStop::Size)?;
                }
                Ok(())
            }
            Part::Each(parts, qualifiers) => {
                each_choice(qualifiers, names, meter, &mut |names, meter| {
                    for part in parts {
                        part.append(rule, names, meter, left)?;
                    }
                    Ok(())
                })
            }
            Part::Split(list, by) => split(list, by, rule, names, meter, left),
        }
    }
}

/// Appends the stretches of a list between the numbers that equal another, the empty ones left out.
fn split(
    list: &Expr,
    by: &Expr,
    rule: &Rule,
    names: &Names,
    meter: &mut Meter,
    left: &mut Left,
) -> Result<(), EvalStop> {
    let whole = left.numbers.len();
    list.append(names, meter, &mut left.numbers)?;
    let end = left.numbers.len();
    let by = by.value(names, meter)?;
    let mut at = whole;
    while at < end {
        let stretch = left.numbers[at..end].iter().take_while(|&&n| n != by);
        let length = stretch.count();
        if length > 0 {
            let from = left.numbers.len();
            left.numbers.extend_from_within(at..at + length);
            left.close(from, rule)?;
        }
        at += length + 1;
    }
    Ok(())
}

impl Rule {
    /// Makes a position the one that is evaluated, and returns the values of its names.
    pub fn begin(&self, position: &[i64], meter: &mut Meter) -> Names {
        if self.list.is_none() {
            return names_of(position);
        }
        meter.position.clear();
        meter.position.extend_from_slice(position);
        [0; MAX_NAMES]
    }

    /// Brings the numbers of a list into the order in which they are one position with others like them.
    pub fn arrange(&self, numbers: &mut Vec<i64>) {
        self.order().arrange(numbers, 0);
    }

    /// Returns which numbers are one position.
    pub(super) fn order(&self) -> ListOrder {
        self.list
            .as_ref()
            .map_or(ListOrder::Word, |form| form.order)
    }

    /// Calls `visit` with what each option of a [wide](Rule::is_wide) rule leaves, in the order of the rule. Some parts may
    /// be no positions, and an option may come twice. The position is the one that was [begun](Rule::begin).
    ///
    /// # Errors
    ///
    /// Fails when something does not fit, the steps end, or the visitor says so.
    pub fn left(
        &self,
        names: &mut Names,
        meter: &mut Meter,
        visit: &mut dyn FnMut(&mut Left, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        let mut left = Left::default();
        for (index, kind) in self.kinds.iter().enumerate() {
            kind.left(0, index, self, names, meter, &mut left, visit)?;
        }
        Ok(())
    }

    /// Calls `visit` with what each option leaves all of whose parts are positions, in the order of the rule; parts
    /// ascend. An option may come twice.
    ///
    /// # Errors
    ///
    /// Fails when something does not fit, the steps end, or the visitor says so.
    pub fn left_by_options(
        &self,
        names: &mut Names,
        meter: &mut Meter,
        visit: &mut dyn FnMut(&Left, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        self.left(names, meter, &mut |left, meter| {
            for (part, _) in left.parts() {
                if !self.is_position(part, meter)? {
                    return Ok(());
                }
            }
            left.sort();
            visit(left, meter)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::read_rule;

    /// What an option leaves: each part after how many there are of it.
    type CountedParts = Vec<(u64, Vec<i64>)>;

    /// Lists what the options of a position leave.
    fn options(text: &str, position: &[i64]) -> Vec<CountedParts> {
        found_options(text, position).unwrap()
    }

    /// Lists what the options of a position leave, or says why they are not found.
    fn found_options(text: &str, position: &[i64]) -> Result<Vec<CountedParts>, EvalStop> {
        let (rule, _) = read_rule(text).unwrap();
        let mut meter = Meter::new(1 << 30);
        let mut names = rule.begin(position, &mut meter);
        let mut found = Vec::new();
        let each = rule.left_by_options(&mut names, &mut meter, &mut |left, _| {
            let of = |(part, count): (&[i64], u64)| (count, part.to_vec());
            found.push(left.parts().map(of).collect());
            Ok(())
        });
        each.map(|()| found)
    }

    #[test]
    fn slices_are_empty_next_to_both_ends_and_undefined_beyond() {
        let left = |text: &str| {
            let option = options(&format!("[p...] -> {text}"), &[7, 8, 9]);
            option.first().map(|parts| parts[0].1.clone())
        };
        assert_eq!(left("[p[..-1]]"), Some(vec![]));
        assert_eq!(left("[p[3..]]"), Some(vec![]));
        assert_eq!(left("[p[1..0]]"), Some(vec![]));
        assert_eq!(left("[p[0..1],5,p[2..2]]"), Some(vec![7, 8, 5, 9]));
        assert_eq!(left("[p[..]]"), Some(vec![7, 8, 9]));
        for undefined in [
            "[p[..-2]]",
            "[p[4..]]",
            "[p[2..0]]",
            "[p[1..3]]",
            "[p[3]]",
            "[p[-1]]",
        ] {
            assert_eq!(left(undefined), None, "{undefined}");
        }
    }

    #[test]
    fn parts_are_counted_and_ascend() {
        let list = |numbers: &[i64]| numbers.to_vec();
        assert_eq!(
            options("[n] -> {[d] for d in divisors(n) if d < n} + 2*[1]", &[6]),
            [vec![(3, list(&[1])), (1, list(&[2])), (1, list(&[3]))]]
        );
        assert_eq!(options("[n] -> 0*[n-9]", &[3]), [vec![]]);
        assert_eq!(options("[n] -> (n-4)*[0]", &[3]), [[]; 0]);
        assert_eq!(options("[n] -> {[n-d] for d in 2..4}", &[3]), [[]; 0]);
        assert_eq!(
            options("[p...] -> split(p, 0) | split(p, 5)", &[0, 5, 0, 0, 5]),
            [
                vec![(2, list(&[5]))],
                vec![(1, list(&[0])), (1, list(&[0, 0]))]
            ]
        );
    }

    #[test]
    fn options_of_a_run_are_those_computed_one_by_one() {
        let positions: [&[i64]; 6] = [&[], &[3], &[4, 0, 2], &[7, 7, 1, 5], &[0, 0], &[2, 9, 4]];
        for target in [
            "[p[..i-1],a,p[i+1..]] for i in 0..len(p)-1, a in 0..p[i]-1",
            "[p[..i-1],a,p[i]-a,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]/2",
            "[a,p[..i-1],a-p[i],p[i]+a,b,p[i+1..]] for i in 0..len(p), b in 0..1, a in 0..p[i]+b by 2",
            "[b,p[..i-1],a,3,p[i+2..],a+b] for i in 0..len(p)-1, a in 0..p[i], b in a-2..p[i+1]",
            "[p,p[9],a] for a in 0..2",
            "[p[7..],a] for a in 0..2",
            "[p,a,9223372036854775805+p[0]] for a in 5..p[1]",
            "[a,len(p)-a,a-p[a]] for a in 0..9",
            "[p,1/p[0],a] for a in p[1]/p[2]..4",
        ] {
            for order in ["", " ; bag", " ; partition", " ; set"] {
                for position in positions {
                    let run = found_options(&format!("[p...] -> {target}{order}"), position);
                    // A guard after the names makes that the options are computed one by one.
                    let guarded = format!("[p...] -> {target} if 1 == 1{order}");
                    assert_eq!(run, found_options(&guarded, position), "{target}{order}");
                }
            }
        }
    }

    #[test]
    fn clauses_arrange_what_moves_leave() {
        let left = |clause: &str| {
            let text = format!("[p...] -> [p,0,2,0] ; {clause}");
            options(&text, &[1, 3])
                .first()
                .map(|parts| parts[0].1.clone())
        };
        assert_eq!(left("bag"), Some(vec![0, 0, 1, 2, 3]));
        assert_eq!(left("partition"), Some(vec![3, 2, 1]));
        assert_eq!(left("set"), None);
    }
}
