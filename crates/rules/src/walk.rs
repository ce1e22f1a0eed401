//! The options of a position of a [wide](Rule::is_wide) rule, one run after the other.
//!
//! While the name that is bound last goes through a range, most items of a target stay, and the others rise or fall by 1:
//! `[h[..i-1],a,b,h[i+2..]] for …, b in 0..h[i+1]-1`. What stays is computed once for the whole run. If positions are
//! words of small numbers, a run is a [`PackedRun`], whose lists are never made of single numbers.

use super::left::Left;
use super::lists::stretch;
use super::meter::{EvalStop, Meter, STEPS_A_MEMBER};
use super::options::choices;
use super::packed::{PackedList, PackedRun};
use super::tree::{Expr, List, ListOrder, MAX_LIST, MoveKind, Names, Op, Part, Qualifier, Rule};

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
    /// The number of qualifiers before the one whose name goes through a run: all of them, if runs are single options.
    outer: usize,
}

/// An item of a target, by what becomes of it in a run.
#[derive(Clone, Debug)]
enum TargetItem {
    /// Numbers that stay.
    Staying(Expr),
    /// A stretch of the position, by its ends.
    Stretch(Option<Expr>, Option<Expr>),
    /// A number that rises by 1 from option to option, or falls.
    Changing {
        /// The expression of the number.
        number: Expr,
        /// Whether it rises.
        rises: bool,
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
            let mut count = 1;
            if let Some(Qualifier::For(name, set)) = kind.qualifiers.get(target.outer)
                && let Some(ends) = set.range()
            {
                let low = ends.low.near(names, meter)?;
                let high = ends.high.near(names, meter)?;
                if low > high {
                    return Ok(());
                }
                count = high.abs_diff(low).saturating_add(1);
                names[usize::from(*name)] = low;
            }
            let run = match target.order {
                ListOrder::Word => target.packed_run(count, position, names, meter, current),
                _ => target.arranged_run(count, names, meter, current),
            };
            match run {
                Ok(Some(count)) if target.order == ListOrder::Word => {
                    visit_packed(count, meter, &mut current.run, visit)
                }
                Ok(Some(count)) => visit_arranged(count, target.order, rule, meter, current, visit),
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

/// Calls `visit` with a run of packed lists, some at a time.
fn visit_packed(
    count: u64,
    meter: &mut Meter,
    run: &mut PackedRun,
    visit: &mut Visit<'_>,
) -> Result<(), EvalStop> {
    let mut left = count;
    while left > 0 {
        run.count = left.min(OPTIONS_A_BLOCK);
        left -= run.count;
        meter.spend(2 * STEPS_A_MEMBER * run.count)?;
        visit(Leaving::Run(run), meter)?;
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
        let mut outer = kind.qualifiers.len();
        let mut found = Vec::new();
        if let Some(Qualifier::For(name, set)) = kind.qualifiers.last()
            && set.range().is_some()
        {
            found.extend(
                items
                    .iter()
                    .map_while(|item| TargetItem::of(item, Some(*name))),
            );
            if found.len() == items.len() {
                outer -= 1;
            } else {
                found.clear();
            }
        }
        if outer == kind.qualifiers.len() {
            if order != ListOrder::Word {
                return None;
            }
            found.extend(items.iter().map_while(|item| TargetItem::of(item, None)));
        }
        let is_list = |item: &TargetItem| matches!(item, TargetItem::Staying(Expr::List(_)));
        if found.len() < items.len() || order == ListOrder::Word && found.iter().any(is_list) {
            return None;
        }
        Some(Target {
            order,
            items: found,
            outer,
        })
    }

    /// Computes the first list of a run and what changes, and returns how many options the run has; `None` if they are to be
    /// computed one by one.
    fn packed_run(
        &self,
        count: u64,
        position: &PackedList,
        names: &Names,
        meter: &mut Meter,
        current: &mut CurrentOptions,
    ) -> Result<Option<u64>, EvalStop> {
        let CurrentOptions { run, changing, .. } = current;
        let list = &mut run.list;
        list.clear(position.width());
        changing.clear();
        let mut count = count;
        for item in &self.items {
            match item {
                TargetItem::Stretch(first, last) => {
                    let length = position.len();
                    let stretch = stretch(first.as_ref(), last.as_ref(), length, names, meter)?;
                    meter.spend(stretch.len() as u64)?;
                    list.append(position, stretch);
                }
                TargetItem::Staying(number) => {
                    let n = number.near(names, meter)?;
                    if !list.holds(n) {
                        return Ok(None);
                    }
                    list.push(n);
                }
                TargetItem::Changing { number, rises } => {
                    let first = number.near(names, meter)?;
                    if !list.holds(first) {
                        return Ok(None);
                    }
                    let place = list.len();
                    let rises = *rises;
                    changing.push(ChangingNumber {
                        first,
                        rises,
                        place,
                    });
                    if !rises {
                        // Below 0 there are no positions.
                        count = count.min(first.unsigned_abs() + 1);
                    }
                    list.push(first);
                }
            }
        }
        let Ok(last) = i64::try_from(count - 1) else {
            return Ok(None);
        };
        let fits = |n: &ChangingNumber| n.at(last).is_some_and(|n| list.holds(n));
        if !changing.iter().all(fits) || list.len() > MAX_LIST {
            return Ok(None);
        }
        run.stay();
        for n in changing {
            run.vary(n.place, n.rises);
        }
        Ok(Some(count))
    }

    /// Computes the numbers of a run that stay, arranged, and those that change, and returns how many options the run has;
    /// `None` if they are to be computed one by one.
    fn arranged_run(
        &self,
        count: u64,
        names: &Names,
        meter: &mut Meter,
        current: &mut CurrentOptions,
    ) -> Result<Option<u64>, EvalStop> {
        let CurrentOptions {
            staying, changing, ..
        } = current;
        staying.clear();
        changing.clear();
        for item in &self.items {
            match item {
                TargetItem::Stretch(first, last) => {
                    let length = meter.position.len();
                    let stretch = stretch(first.as_ref(), last.as_ref(), length, names, meter)?;
                    let spent = stretch.len() as u64;
                    staying.extend_from_slice(&meter.position[stretch]);
                    meter.spend(spent)?;
                }
                TargetItem::Staying(numbers) => numbers.append(names, meter, staying)?,
                TargetItem::Changing { number, rises } => {
                    changing.push(ChangingNumber {
                        first: number.near(names, meter)?,
                        rises: *rises,
                        place: 0,
                    });
                }
            }
        }
        let Ok(last) = i64::try_from(count - 1) else {
            return Ok(None);
        };
        if changing.iter().any(|n| n.at(last).is_none()) {
            return Ok(None);
        }
        self.order.arrange(staying, 0);
        Ok(Some(count))
    }
}

impl TargetItem {
    /// Tells what becomes of an item while a name rises by 1; `None` if it is not known.
    fn of(item: &Expr, name: Option<u8>) -> Option<Self> {
        if let Some(name) = name
            && item.uses(name)
        {
            let number = item.clone();
            let rises = rises_with(item, name)?;
            return Some(TargetItem::Changing { number, rises });
        }
        if let Expr::List(list) = item {
            if let List::Position = **list {
                return Some(TargetItem::Stretch(None, None));
            }
            if let List::Slice(whole, first, last) = &**list
                && whole.is_position()
            {
                return Some(TargetItem::Stretch(first.clone(), last.clone()));
            }
        }
        Some(TargetItem::Staying(item.clone()))
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
