//! The options of a position of a [wide](Rule::is_wide) rule, one run after the other.
//!
//! While the names that are bound last go through ranges, most items of a target stay, and the others rise or fall by 1:
//! `[h[..i-1],a,b,h[i+2..]] for …, a in 0..h[i]-1, b in 0..h[i+1]-1`. What stays is computed once for all of them. If
//! positions are words of small numbers, what one name yields is a [`PackedRun`], whose lists are never made of single
//! numbers.

use super::eval::item_at;
use super::left::Left;
use super::lists::between;
use super::meter::{EvalStop, Meter, STEPS_A_MEMBER, STEPS_AN_OPERATOR};
use super::options::choices;
use super::packed::{PackedList, PackedRun};
use super::tree::{Expr, List, ListOrder, MAX_LIST, MoveKind, Names, Op, Part, Qualifier, Rule};
use std::ops::Range;

/// What some options leave.
pub enum Leaving<'l> {
    /// The parts of one option.
    One(&'l mut Left),
    /// One list each.
    Run(&'l mut PackedRun),
}

/// The visitor of a walk.
type Visit<'v> = dyn FnMut(Leaving<'_>, &mut Meter) -> Result<(), EvalStop> + 'v;

/// A walk through the options of a rule: what is known of its kinds of moves, and the current option.
#[derive(Clone, Debug, Default)]
pub struct OptionWalk {
    /// The position, if its numbers are small; else its width is 0.
    pub position: PackedList,
    /// The targets whose options come in runs, by the kind of move.
    targets: Vec<Option<Target>>,
    /// The current option.
    current: CurrentOptions,
}

/// The options that are looked at.
#[derive(Clone, Debug, Default)]
struct CurrentOptions {
    /// The parts that the current option leaves.
    left: Left,
    /// The current run.
    run: PackedRun,
    /// The first list of the current row of runs, if there are two ranges.
    row: PackedRun,
    /// The numbers of a run that stay, arranged.
    staying: Vec<i64>,
    /// The numbers that change.
    changing: Vec<ChangingNumber>,
}

/// A number that changes from option to option.
#[derive(Clone, Copy, Debug)]
struct ChangingNumber {
    /// The number in the first option of the run.
    first: i64,
    /// Whether it rises by 1 from option to option; else it falls.
    rises: bool,
    /// The range with which it changes.
    range: usize,
    /// Its place in the list.
    place: usize,
}

impl ChangingNumber {
    /// Returns the number in an option of the run, from 0; `None` if it does not fit.
    #[inline]
    fn at(self, option: i64) -> Option<i64> {
        if self.rises {
            self.first.checked_add(option)
        } else {
            self.first.checked_sub(option)
        }
    }
}

/// A target whose options come in runs.
#[derive(Clone, Debug)]
struct Target {
    /// The rule that says which lists are one position.
    order: ListOrder,
    /// The items.
    items: Vec<TargetItem>,
    /// The number of qualifiers before the ranges.
    outer: usize,
    /// The ranges of the names that are bound last, none of which depends on another: two at most, and none if runs are
    /// single options.
    ranges: Vec<RunRange>,
}

/// The range of a name.
#[derive(Clone, Debug)]
struct RunRange {
    /// The name.
    name: u8,
    /// The first number.
    low: NearNumber,
    /// The last number.
    high: NearNumber,
}

/// A number that mostly takes little work.
#[derive(Clone, Debug)]
enum NearNumber {
    /// A name, or a constant.
    Sum(NameAndConstant),
    /// The number at a place of the position, and a constant.
    Item(NameAndConstant, i64),
    /// Any other.
    Other(Expr),
}

/// The value of a name, if there is one, and a constant.
#[derive(Clone, Copy, Debug)]
struct NameAndConstant {
    /// The name.
    name: Option<u8>,
    /// The constant.
    constant: i64,
}

/// An item of a target, by what becomes of it in a run.
#[derive(Clone, Debug)]
enum TargetItem {
    /// A number that stays.
    Staying(NearNumber),
    /// A list that stays.
    List(Expr),
    /// A stretch of the position, by its ends.
    Stretch(Option<NearNumber>, Option<NearNumber>),
    /// A number that rises by 1 from option to option, or falls.
    Changing {
        /// The number.
        number: NearNumber,
        /// Whether it rises.
        rises: bool,
        /// The range with which it changes.
        range: usize,
    },
}

/// The options of a run after which steps are counted again.
const OPTIONS_A_BLOCK: u64 = 1 << 10;

impl OptionWalk {
    /// Begins a walk through the options of a rule.
    pub fn of(rule: &Rule) -> Self {
        let order = rule.order();
        let target = |kind: &MoveKind| {
            if rule.list.is_some() {
                Target::of(kind, order)
            } else {
                None
            }
        };
        OptionWalk {
            targets: rule.kinds.iter().map(target).collect(),
            ..OptionWalk::default()
        }
    }
}

impl Rule {
    /// Calls `visit` with what the options of a [wide](Rule::is_wide) rule leave, in the order of the rule. Some parts may
    /// be no positions, and an option may come twice. The position is the one that was [begun](Rule::begin), and that of
    /// the walk if its numbers are small.
    ///
    /// # Errors
    ///
    /// Fails when something does not fit, the steps end, or the visitor says so.
    pub fn leavings(
        &self,
        names: &mut Names,
        meter: &mut Meter,
        walk: &mut OptionWalk,
        visit: &mut Visit<'_>,
    ) -> Result<(), EvalStop> {
        let OptionWalk {
            position,
            targets,
            current,
        } = walk;
        for (index, (kind, target)) in self.kinds.iter().zip(targets).enumerate() {
            let is_packed = position.width() > 0;
            let of = KindOfMoves {
                rule: self,
                kind,
                index,
            };
            match target {
                Some(target) if is_packed || target.order != ListOrder::Word => {
                    of.runs(target, position, names, meter, current, visit)?;
                }
                _ => of.one_by_one(0, names, meter, &mut current.left, visit)?,
            }
        }
        Ok(())
    }
}

/// A kind of moves of a rule.
#[derive(Clone, Copy)]
struct KindOfMoves<'r> {
    /// The rule.
    rule: &'r Rule,
    /// The kind.
    kind: &'r MoveKind,
    /// The number of the kind, from 0.
    index: usize,
}

impl KindOfMoves<'_> {
    /// Calls `visit` with the runs of the kind.
    fn runs(
        self,
        target: &Target,
        position: &PackedList,
        names: &mut Names,
        meter: &mut Meter,
        current: &mut CurrentOptions,
        visit: &mut Visit<'_>,
    ) -> Result<(), EvalStop> {
        let KindOfMoves { rule, kind, index } = self;
        let outer = &kind.qualifiers[..target.outer];
        choices(outer, index, names, meter, &mut |names, meter| {
            let run = match target.order {
                ListOrder::Word => target.packed_run(position, names, meter, current),
                _ => target.arranged_run(names, meter, current),
            };
            match run {
                Ok(Some(counts)) if target.order == ListOrder::Word => {
                    visit_packed(counts, meter, current, visit)
                }
                Ok(Some([_, count])) => {
                    visit_arranged(count, target.order, rule, meter, current, visit)
                }
                // One by one, options say exactly which of them exist.
                Ok(None) | Err(_) => {
                    self.one_by_one(target.outer, names, meter, &mut current.left, visit)
                }
            }
        })
    }

    /// Calls `visit` with each option of the kind alone, where the qualifiers before `from` have their values.
    fn one_by_one(
        self,
        from: usize,
        names: &mut Names,
        meter: &mut Meter,
        left: &mut Left,
        visit: &mut Visit<'_>,
    ) -> Result<(), EvalStop> {
        let one = &mut |left: &mut Left, meter: &mut Meter| visit(Leaving::One(left), meter);
        self.kind
            .left(from, self.index, self.rule, names, meter, left, one)
    }
}

/// The numbers of options of two ranges, the outer one first; a range that is not there has one.
type Counts = [u64; 2];

/// Calls `visit` with runs of packed lists, one for each number of the outer range.
fn visit_packed(
    counts: Counts,
    meter: &mut Meter,
    current: &mut CurrentOptions,
    visit: &mut Visit<'_>,
) -> Result<(), EvalStop> {
    let [rows, count] = counts;
    let CurrentOptions { run, row, .. } = current;
    // Each further word is added to, hashed and compared.
    let words = run.list.words().len().saturating_sub(1) as u64;
    let steps = 2 * STEPS_A_MEMBER + 2 * STEPS_AN_OPERATOR * words;
    for number in 0..rows {
        if number > 0 {
            row.advance();
            run.list.copy(&row.list);
        }
        let mut left = count;
        while left > 0 {
            run.count = left.min(OPTIONS_A_BLOCK);
            left -= run.count;
            meter.spend(steps * run.count)?;
            visit(Leaving::Run(run), meter)?;
        }
    }
    Ok(())
}

/// Calls `visit` with the options of a run of lists whose order does not matter.
fn visit_arranged(
    count: u64,
    order: ListOrder,
    rule: &Rule,
    meter: &mut Meter,
    current: &mut CurrentOptions,
    visit: &mut Visit<'_>,
) -> Result<(), EvalStop> {
    let CurrentOptions {
        left,
        staying,
        changing,
        ..
    } = current;
    for option in 0..count as i64 {
        meter.spend(2 * STEPS_A_MEMBER)?;
        // The numbers of the last option fit, and so those of all.
        let others = changing.iter().map(|n| n.at(option).unwrap_or(i64::MAX));
        left.set_one(staying, others, order, rule)?;
        visit(Leaving::One(left), meter)?;
    }
    Ok(())
}

impl Target {
    /// Compiles the target of a kind of moves, if its options come in runs.
    fn of(kind: &MoveKind, order: ListOrder) -> Option<Self> {
        let [Part::Position(items)] = &kind.wide[..] else {
            return None;
        };
        let ranges = match order {
            ListOrder::Word => 0..=2,
            _ => 1..=1,
        };
        ranges
            .rev()
            .find_map(|ranges| Target::with_ranges(kind, items, order, ranges))
    }

    /// Compiles the target of a kind of moves whose options are those of this many ranges, its last qualifiers.
    fn with_ranges(
        kind: &MoveKind,
        items: &[Expr],
        order: ListOrder,
        ranges: usize,
    ) -> Option<Self> {
        let outer = kind.qualifiers.len().checked_sub(ranges)?;
        let mut found = Vec::new();
        for qualifier in &kind.qualifiers[outer..] {
            let Qualifier::For(name, set) = qualifier else {
                return None;
            };
            let ends = set.range()?;
            let depends =
                |range: &RunRange| ends.low.uses(range.name) || ends.high.uses(range.name);
            if found.iter().any(depends) {
                return None;
            }
            found.push(RunRange {
                name: *name,
                low: NearNumber::of(ends.low),
                high: NearNumber::of(ends.high),
            });
        }
        let mut target = Target {
            order,
            items: Vec::new(),
            outer,
            ranges: found,
        };
        for item in items {
            let item = TargetItem::of(item, &target.ranges)?;
            if order == ListOrder::Word && matches!(item, TargetItem::List(_)) {
                return None;
            }
            target.items.push(item);
        }
        Some(target)
    }

    /// Counts the numbers of the ranges, and lets their names be the first of each; `None` if a range has none.
    fn begin_ranges(
        &self,
        names: &mut Names,
        meter: &mut Meter,
    ) -> Result<Option<Counts>, EvalStop> {
        let mut counts = [1; 2];
        // A single range is the inner one.
        let absent = counts.len() - self.ranges.len();
        for (range, count) in self.ranges.iter().zip(&mut counts[absent..]) {
            let low = range.low.value(names, meter)?;
            let high = range.high.value(names, meter)?;
            if low > high {
                return Ok(None);
            }
            *count = high.abs_diff(low).saturating_add(1);
            names[usize::from(range.name)] = low;
        }
        Ok(Some(counts))
    }

    /// Computes the first list of a run and what changes, and returns how many options there are; `None` if they are to be
    /// computed one by one.
    fn packed_run(
        &self,
        position: &PackedList,
        names: &mut Names,
        meter: &mut Meter,
        current: &mut CurrentOptions,
    ) -> Result<Option<Counts>, EvalStop> {
        let Some(mut counts) = self.begin_ranges(names, meter)? else {
            return Ok(Some([0; 2]));
        };
        let CurrentOptions {
            run, row, changing, ..
        } = current;
        let list = &mut run.list;
        list.clear(position.width());
        changing.clear();
        for item in &self.items {
            match item {
                TargetItem::Stretch(first, last) => {
                    let stretch = stretch(first.as_ref(), last.as_ref(), names, meter)?;
                    meter.spend(stretch.len() as u64)?;
                    list.append(position, stretch);
                }
                TargetItem::Staying(number) => {
                    let n = number.value(names, meter)?;
                    if !list.holds(n) {
                        return Ok(None);
                    }
                    list.push(n);
                }
                TargetItem::Changing {
                    number,
                    rises,
                    range,
                } => {
                    let first = number.value(names, meter)?;
                    if !list.holds(first) {
                        return Ok(None);
                    }
                    changing.push(ChangingNumber {
                        first,
                        rises: *rises,
                        range: *range,
                        place: list.len(),
                    });
                    if !rises {
                        // Below 0 there are no positions.
                        counts[*range] = counts[*range].min(first.unsigned_abs() + 1);
                    }
                    list.push(first);
                }
                // A target with other lists has no packed runs.
                TargetItem::List(_) => return Ok(None),
            }
        }
        let fits = |n: &ChangingNumber| {
            let last = i64::try_from(counts[n.range] - 1).ok();
            last.and_then(|last| n.at(last))
                .is_some_and(|n| list.holds(n))
        };
        if !changing.iter().all(fits) || list.len() > MAX_LIST {
            return Ok(None);
        }
        run.stay();
        if counts[0] > 1 {
            row.list.copy(&run.list);
            row.stay();
        }
        for n in changing {
            if n.range == 1 {
                run.vary(n.place, n.rises);
            } else if counts[0] > 1 {
                row.vary(n.place, n.rises);
            }
        }
        Ok(Some(counts))
    }

    /// Computes the numbers of a run that stay, arranged, and those that change, and returns how many options the run has;
    /// `None` if they are to be computed one by one.
    fn arranged_run(
        &self,
        names: &mut Names,
        meter: &mut Meter,
        current: &mut CurrentOptions,
    ) -> Result<Option<Counts>, EvalStop> {
        let Some(counts) = self.begin_ranges(names, meter)? else {
            return Ok(Some([0; 2]));
        };
        let CurrentOptions {
            staying, changing, ..
        } = current;
        staying.clear();
        changing.clear();
        for item in &self.items {
            match item {
                TargetItem::Stretch(first, last) => {
                    let stretch = stretch(first.as_ref(), last.as_ref(), names, meter)?;
                    let spent = stretch.len() as u64;
                    staying.extend_from_slice(&meter.position[stretch]);
                    meter.spend(spent)?;
                }
                TargetItem::Staying(number) => staying.push(number.value(names, meter)?),
                TargetItem::List(list) => list.append(names, meter, staying)?,
                TargetItem::Changing {
                    number,
                    rises,
                    range,
                } => {
                    changing.push(ChangingNumber {
                        first: number.value(names, meter)?,
                        rises: *rises,
                        range: *range,
                        place: 0,
                    });
                }
            }
        }
        let [_, count] = counts;
        let Ok(last) = i64::try_from(count - 1) else {
            return Ok(None);
        };
        if changing.iter().any(|n| n.at(last).is_none()) {
            return Ok(None);
        }
        self.order.arrange(staying, 0);
        Ok(Some(counts))
    }
}

impl NearNumber {
    /// Takes a number apart.
    fn of(number: &Expr) -> Self {
        if let Some(sum) = NameAndConstant::of(number) {
            return NearNumber::Sum(sum);
        }
        let (item, constant) = match number {
            Expr::Binary(op, item, constant) => (&**item, constant_of(*op, constant)),
            item => (item, Some(0)),
        };
        if let Expr::ItemOf(list, index) = item
            && list.is_position()
            && let Some(index) = NameAndConstant::of(index)
            && let Some(constant) = constant
        {
            return NearNumber::Item(index, constant);
        }
        NearNumber::Other(number.clone())
    }

    /// Returns the value of the number, for these values of the names.
    #[inline]
    fn value(&self, names: &Names, meter: &mut Meter) -> Result<i64, EvalStop> {
        match self {
            NearNumber::Sum(sum) => sum.value(names),
            NearNumber::Item(index, constant) => {
                let item = item_at(&meter.position, index.value(names)?)?;
                item.checked_add(*constant).ok_or(EvalStop::Overflow)
            }
            NearNumber::Other(number) => number.value(names, meter),
        }
    }
}

impl NameAndConstant {
    /// Takes a number apart: `3`, `i`, `i+1`, `i-1`.
    fn of(number: &Expr) -> Option<Self> {
        let (name, constant) = match number {
            Expr::Number(n) => (None, *n),
            Expr::Name(name) => (Some(*name), 0),
            Expr::Binary(op, name, constant) => {
                let Expr::Name(name) = **name else {
                    return None;
                };
                (Some(name), constant_of(*op, constant)?)
            }
            _ => return None,
        };
        Some(NameAndConstant { name, constant })
    }

    /// Returns the sum, for these values of the names.
    #[inline]
    fn value(self, names: &Names) -> Result<i64, EvalStop> {
        let name = self.name.map_or(0, |name| names[usize::from(name)]);
        name.checked_add(self.constant).ok_or(EvalStop::Overflow)
    }
}

/// Returns the constant that an operator adds, `+3` or `-3`; `None` if it adds none.
fn constant_of(op: Op, number: &Expr) -> Option<i64> {
    match (op, number) {
        (Op::Add, Expr::Number(n)) => Some(*n),
        (Op::Sub, Expr::Number(n)) => n.checked_neg(),
        _ => None,
    }
}

/// Evaluates the ends of a stretch of the position.
#[inline]
fn stretch(
    first: Option<&NearNumber>,
    last: Option<&NearNumber>,
    names: &Names,
    meter: &mut Meter,
) -> Result<Range<usize>, EvalStop> {
    let length = meter.position.len();
    let first = match first {
        Some(first) => first.value(names, meter)?,
        None => 0,
    };
    let last = match last {
        Some(last) => last.value(names, meter)?,
        None => length as i64 - 1,
    };
    between(first, last, length)
}

impl TargetItem {
    /// Tells what becomes of an item while the names of ranges rise by 1; `None` if it is not known.
    fn of(item: &Expr, ranges: &[RunRange]) -> Option<Self> {
        let mut changes = None;
        for (number, range) in ranges.iter().enumerate() {
            if item.uses(range.name) {
                if changes.is_some() {
                    return None;
                }
                // A single range is the inner one.
                changes = Some(TargetItem::Changing {
                    number: NearNumber::of(item),
                    rises: rises_with(item, range.name)?,
                    range: number + 2 - ranges.len(),
                });
            }
        }
        if changes.is_some() {
            return changes;
        }
        let Expr::List(list) = item else {
            return Some(TargetItem::Staying(NearNumber::of(item)));
        };
        let near = |end: &Option<Expr>| end.as_ref().map(NearNumber::of);
        Some(match &**list {
            List::Position => TargetItem::Stretch(None, None),
            List::Slice(whole, first, last) if whole.is_position() => {
                TargetItem::Stretch(near(first), near(last))
            }
            _ => TargetItem::List(item.clone()),
        })
    }
}

/// Returns whether a number rises by 1 while a name in it does; it falls by 1 if not. `None` if neither is known.
fn rises_with(number: &Expr, name: u8) -> Option<bool> {
    let is_name = |e: &Expr| *e == Expr::Name(name);
    match number {
        Expr::Name(_) => Some(true),
        Expr::Binary(Op::Add | Op::Sub, a, b) if is_name(a) && !b.uses(name) => Some(true),
        Expr::Binary(Op::Add, a, b) if is_name(b) && !a.uses(name) => Some(true),
        Expr::Binary(Op::Sub, a, b) if is_name(b) && !a.uses(name) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::read_rule;
    use crate::packed::pack;

    /// The lists that options leave, or why they are not found.
    type Found = Result<Vec<Vec<i64>>, EvalStop>;

    /// Notes the list that an option leaves, if it is a position.
    fn note(rule: &Rule, numbers: &[i64], found: &mut Vec<Vec<i64>>) {
        if numbers.iter().all(|&n| n >= 0) && rule.admits(numbers) {
            found.push(numbers.to_vec());
        }
    }

    /// Lists the options of a position by a walk; its numbers have `width` bits if their order matters.
    fn walked(rule: &Rule, position: &[i64], width: u32) -> Found {
        let mut meter = Meter::new(1 << 30);
        let mut walk = OptionWalk::of(rule);
        if rule.order() == ListOrder::Word {
            let mut words = Vec::new();
            pack(position, width, &mut words);
            walk.position.set(&words, position.len(), width);
        }
        let mut names = rule.begin(position, &mut meter);
        let mut found = Vec::new();
        rule.leavings(&mut names, &mut meter, &mut walk, &mut |leaving, _| {
            match leaving {
                Leaving::One(left) => {
                    for (part, _) in left.parts() {
                        note(rule, part, &mut found);
                    }
                }
                Leaving::Run(run) => {
                    for _ in 0..run.count {
                        let mut numbers = Vec::new();
                        run.list.unpack(&mut numbers);
                        note(rule, &numbers, &mut found);
                        run.advance();
                    }
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Lists the options of a position one by one.
    fn one_by_one(rule: &Rule, position: &[i64]) -> Found {
        let mut meter = Meter::new(1 << 30);
        let mut names = rule.begin(position, &mut meter);
        let mut found = Vec::new();
        rule.left(&mut names, &mut meter, &mut |left, _| {
            for (part, _) in left.parts() {
                note(rule, part, &mut found);
            }
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn options_of_a_walk_are_those_computed_one_by_one() {
        let positions: [&[i64]; 7] = [
            &[],
            &[3],
            &[4, 0, 2],
            &[7, 7, 1, 5],
            &[0, 0],
            &[2, 9, 4],
            &[
                9, 1, 8, 2, 7, 3, 6, 4, 5, 5, 4, 6, 3, 7, 2, 8, 1, 9, 30, 31, 29, 1, 0,
            ],
        ];
        for target in [
            "[p[..i-1],p[i+1..]] for i in 0..len(p)-1",
            "[p[..i-1],a,p[i+1..]] for i in 0..len(p)-1, a in 0..p[i]-1",
            "[p[..i-1],a,b,p[i+2..]] for i in 0..len(p)-2, a in 0..p[i]-1, b in 0..p[i+1]-1",
            "[b,p[1..len(p)-2],a] for a in 0..p[len(p)-1]-1, b in 0..p[0]-1",
            "[p[..i-1],a,p[i]-a,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]/2",
            "[p,a,9-b] for a in 2..p[0], b in 0..12",
            "[3-a,p,b-1] for a in 0..9, b in 0..p[0]",
            "[a,b,a+b] for a in 0..2, b in 1..2",
            "[a,b] for a in 0..3, b in a..3",
            "[a] for a in 0..p[0], b in 1..p[5]",
            "[b] for a in 0..p[5], b in 1..p[0]",
            "[a] for a in 1..0, b in 1..p[5]",
            "[p,30+a,b] for a in 0..4, b in 0..1",
            "[p,b-a] for a in 0..4, b in 0..4",
            "[p[b..],a] for a in 0..1, b in 0..2",
            "[p,p[9],a] for a in 0..2, b in 0..1",
            "[p,a,9223372036854775805+p[0]] for a in 5..p[1]",
            "[p,1/p[0],a] for a in p[1]/p[2]..4",
            "[a,len(p)-a,a-p[a]] for a in 0..9",
            "[p[1..],a,b] for b in 0..1 if b < len(p) for a in 0..1",
        ] {
            for order in ["", " ; bag", " ; partition", " ; set"] {
                let text = format!("[p...] -> {target}{order}");
                let (rule, _) = read_rule(&text).unwrap();
                for position in positions {
                    let mut arranged = position.to_vec();
                    rule.arrange(&mut arranged);
                    let want = one_by_one(&rule, &arranged);
                    for width in [5, 6, 64] {
                        assert_eq!(
                            walked(&rule, &arranged, width),
                            want,
                            "{text} : {arranged:?}"
                        );
                    }
                }
            }
        }
    }
}
