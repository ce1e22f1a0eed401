//! The parts that moves leave of positions that are lists, or any number of parts.

use super::eval::each_choice;
use super::meter::{EvalStop, Meter, STEPS_A_MEMBER};
use super::options::names_of;
use super::tree::{
    Expr, ListOrder, MAX_LEFT, MAX_LEFT_NUMBERS, MAX_LIST, MAX_NAMES, MoveKind, Names, Part,
    Qualifier, Rule,
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

/// A walk through the options of a [wide](Rule::is_wide) rule: the current option, and what of it stays for the next.
#[derive(Clone, Debug, Default)]
pub struct OptionWalk {
    /// The parts that the current option leaves.
    left: Left,
    /// The targets, by the kind of move.
    targets: Vec<Target>,
}

impl OptionWalk {
    /// Begins a walk through the options of a rule.
    pub fn of(rule: &Rule) -> Self {
        let order = rule.order();
        let target = |kind: &MoveKind| Target::of(kind, order);
        OptionWalk {
            left: Left::default(),
            targets: rule.kinds.iter().map(target).collect(),
        }
    }
}

/// A target of one position, by what changes in it from option to option.
///
/// While the name that is bound last runs through its set, most items of a target stay as they are. If those that change
/// are numbers, they alone are computed again.
#[derive(Clone, Debug)]
struct Target {
    /// The rule that says which lists are one position.
    order: ListOrder,
    /// The first of the levels whose names do not change the items that stay. A qualifier is a level, from 1.
    first_level: usize,
    /// The items that use names of this level, or of a later one. They are numbers.
    changing: Vec<ChangingItem>,
    /// The numbers of the items that stay, arranged, if their order does not matter; else the numbers of the last option
    /// are changed in their places.
    staying: Vec<i64>,
    /// Whether the items that stay were computed for these values of the names.
    is_kept: bool,
}

/// An item of a target that changes.
#[derive(Clone, Debug)]
struct ChangingItem {
    /// The place of the item in the target.
    item: usize,
    /// The place of its number in the option.
    place: usize,
    /// The number of the item.
    number: i64,
}

impl Target {
    /// Finds the items that change.
    fn of(kind: &MoveKind, order: ListOrder) -> Self {
        let items = match &kind.wide[..] {
            [Part::Position(items)] => &items[..],
            _ => &[],
        };
        let level = |item: &Expr| {
            let binds_for = |qualifier: &Qualifier| match qualifier {
                Qualifier::For(name, _) => item.uses(*name),
                Qualifier::If(_) => false,
            };
            let last = kind.qualifiers.iter().rposition(binds_for);
            last.map_or(0, |last| last + 1)
        };
        let is_list = |item: &&Expr| matches!(item, Expr::List(_));
        let of_lists = items.iter().filter(is_list).map(level).max();
        let mut first_level = of_lists.map_or(1, |last| last + 1);
        if order != ListOrder::Word {
            // Only what changes with the name bound last is put among numbers that are arranged.
            let is_for = |qualifier: &Qualifier| matches!(qualifier, Qualifier::For(..));
            let last = kind.qualifiers.iter().rposition(is_for);
            first_level = first_level.max(last.map_or(0, |last| last + 1));
        }
        let mut changing = Vec::new();
        for (item, e) in items.iter().enumerate() {
            if level(e) >= first_level {
                changing.push(ChangingItem {
                    item,
                    place: 0,
                    number: 0,
                });
            }
        }
        Target {
            order,
            first_level,
            changing,
            staying: Vec::new(),
            is_kept: false,
        }
    }

    /// Computes the numbers of an option, for these values of the names. The numbers given are those of the last option.
    #[inline]
    fn compute(
        &mut self,
        items: &[Expr],
        names: &Names,
        meter: &mut Meter,
        numbers: &mut Vec<i64>,
    ) -> Result<(), EvalStop> {
        let first_changed = std::mem::replace(&mut meter.first_changed, usize::MAX);
        let is_word = self.order == ListOrder::Word;
        if self.is_kept && first_changed >= self.first_level {
            for change in &mut self.changing {
                change.number = items[change.item].operand(names, meter)?;
            }
        } else {
            self.is_kept = false;
            if is_word {
                self.compute_all(items, names, meter, numbers)?;
            } else {
                let mut staying = std::mem::take(&mut self.staying);
                let computed = self.compute_all(items, names, meter, &mut staying);
                self.staying = staying;
                computed?;
            }
            self.is_kept = true;
        }
        if is_word {
            for change in &self.changing {
                numbers[change.place] = change.number;
            }
        } else {
            numbers.clear();
            numbers.extend_from_slice(&self.staying);
            for change in &self.changing {
                self.order.insert(numbers, change.number);
            }
        }
        Ok(())
    }

    /// Computes all items, from left to right: those that stay and those that change.
    fn compute_all(
        &mut self,
        items: &[Expr],
        names: &Names,
        meter: &mut Meter,
        staying: &mut Vec<i64>,
    ) -> Result<(), EvalStop> {
        staying.clear();
        let mut changing = self.changing.iter_mut().peekable();
        for (i, item) in items.iter().enumerate() {
            let Some(change) = changing.next_if(|change| change.item == i) else {
                item.append(names, meter, staying)?;
                continue;
            };
            change.number = item.operand(names, meter)?;
            change.place = staying.len();
            if self.order == ListOrder::Word {
                staying.push(change.number);
            }
        }
        self.order.arrange(staying, 0);
        Ok(())
    }
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
    fn insert(self, numbers: &mut Vec<i64>, n: i64) {
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
    fn order(&self) -> ListOrder {
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
        walk: &mut OptionWalk,
        visit: &mut dyn FnMut(&mut Left, &mut Meter) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        let OptionWalk { left, targets } = walk;
        for (i, (kind, target)) in self.kinds.iter().zip(targets).enumerate() {
            target.is_kept = false;
            kind.choices(0, i, names, meter, &mut |names, meter| {
                left.parts.clear();
                if let [Part::Position(items)] = &kind.wide[..] {
                    meter.spend(STEPS_A_MEMBER)?;
                    target.compute(items, names, meter, &mut left.numbers)?;
                    left.end_part(0, self)?;
                } else {
                    left.numbers.clear();
                    for part in &kind.wide {
                        part.append(self, names, meter, left)?;
                    }
                }
                visit(left, meter)
            })?;
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
        let mut walk = OptionWalk::of(self);
        self.left(names, meter, &mut walk, &mut |left, meter| {
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

    /// Lists what the options of a position leave: each part after how many there are of it.
    fn options(text: &str, position: &[i64]) -> Vec<Vec<(u64, Vec<i64>)>> {
        let (rule, _) = read_rule(text).unwrap();
        let mut meter = Meter::new(1 << 30);
        let mut names = rule.begin(position, &mut meter);
        let mut found = Vec::new();
        let each = rule.left_by_options(&mut names, &mut meter, &mut |left, _| {
            let of = |(part, count): (&[i64], u64)| (count, part.to_vec());
            found.push(left.parts().map(of).collect());
            Ok(())
        });
        assert_eq!(each, Ok(()));
        found
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
