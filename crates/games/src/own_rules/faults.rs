//! The faults of a position of a rule, and the reasons why its solver stops.

use super::shared_solver::signed;
use grundy_base::budget::{Budget, Limit, no_machine_has};
use grundy_own_rules::Trouble;
use grundy_record::{Fault, Place, counted};
use grundy_rules::meter;
use grundy_rules::options::RulePosition;
use grundy_rules::tree::{MAX_LEFT, MAX_LIST, Rule};

/// Checks that a position has as many numbers as the pattern of the rule, and that these, or the highest of them, fit.
pub(super) fn check_numbers(
    i: usize,
    count: usize,
    mut highest: impl Iterator<Item = u64>,
    rule: &Rule,
) -> Result<(), Fault> {
    let arity = rule.arity();
    if rule.list.is_none() && count != arity {
        return Err(Fault::new(
            Place::Position(i),
            format!(
                "a position has {}, not {count}",
                counted(arity as u64, "number")
            ),
            match arity {
                1 => format!("the pattern is `[{}]`, one number", rule.names[0]),
                _ => format!(
                    "the pattern is `[{}]`: write {arity} numbers joined by commas, `{}`",
                    rule.names.join(","),
                    itertools::join(1..=arity, ",")
                ),
            },
        ));
    }
    match highest.find(|&n| i64::try_from(n).is_err()) {
        None => Ok(()),
        Some(n) => Err(Fault::new(
            Place::Position(i),
            format!("{n} is too large"),
            format!("the numbers of a position are at most {}", i64::MAX),
        )),
    }
}

/// Reads the numbers of a position, and refuses numbers that are none; `is_position` is asked only where clauses say it.
pub(super) fn checked_position(
    i: usize,
    numbers: &[u64],
    rule: &Rule,
    budget: &Budget,
    is_position: impl FnOnce(&[i64]) -> Result<bool, Trouble>,
) -> Result<RulePosition, Fault> {
    check_numbers(i, numbers.len(), numbers.iter().copied(), rule)?;
    let position = signed(numbers);
    if rule.legal.is_empty() {
        return Ok(position);
    }
    match is_position(&position) {
        Ok(true) => Ok(position),
        Ok(false) => Err(not_legal(i, &position)),
        Err(trouble) => Err(fault(trouble, budget)),
    }
}

/// Returns the fault of numbers for which a `legal if` does not hold.
pub(super) fn not_legal(i: usize, position: &[i64]) -> Fault {
    let message = format!(
        "{} is no position: `legal if` does not hold",
        show(position)
    );
    let help = "ask about a position for which every `legal if` holds";
    Fault::new(Place::Position(i), message, help)
}

/// Joins numbers by commas; many of them are not all shown.
pub(super) fn show(position: &[i64]) -> String {
    /// The most numbers that are shown.
    const SHOWN: usize = 40;
    match position {
        [] => "()".into(),
        _ if position.len() > SHOWN => format!("{},…", itertools::join(&position[..SHOWN], ",")),
        _ => itertools::join(position, ","),
    }
}

/// Says where in a rule something stands.
fn in_words(place: meter::RulePlace) -> String {
    match place {
        meter::RulePlace::Kind(0) => "the first kind of move".into(),
        meter::RulePlace::Kind(i) => format!("kind {} of the moves", i + 1),
        meter::RulePlace::Clause(word) => format!("`{word} if`"),
    }
}

/// The help about positions beyond all limits.
const STUDY: &str = "`grundy study` looks for formulas in positions of smaller numbers";

/// Returns the fault of a line of play of about this number of positions, far more than fit in the memory.
fn line_too_long(positions: u64, memory: u64) -> Fault {
    /// The least bytes of a position that is met: one number, what is known of it, its place on the line of play, and
    /// two places in the table.
    const LEAST_BYTES_A_POSITION: u128 = 24;
    let bytes = u128::from(positions) * LEAST_BYTES_A_POSITION;
    if no_machine_has(bytes) {
        let message = format!(
            "a line of play of about {positions} positions fits in the memory of no machine"
        );
        return Fault {
            help: STUDY.into(),
            ..Limit::fixed(message).into()
        };
    }
    let message = format!(
        "a line of play of about {positions} positions needs more than half of the {memory} bytes of memory allowed"
    );
    Limit::memory(message).into()
}

/// The memory up to which more of it is offered: a terabyte, a guess.
const BYTES_OF_LARGE_MACHINES: u128 = 1 << 40;

/// Returns the fault of one of these positions that could not be solved. If memory has run out, it says how many positions
/// there may be, and what would be enough.
pub(super) fn fault_of(trouble: Trouble, positions: &[RulePosition], budget: &Budget) -> Fault {
    let (Trouble::Memory(met), [from]) = (&trouble, positions) else {
        return fault(trouble, budget);
    };
    let below = |n: &i64| u128::try_from(*n).ok()?.checked_add(1);
    let all = from
        .iter()
        .try_fold(1u128, |all, n| all.checked_mul(below(n)?))
        .unwrap_or(u128::MAX);
    let met = u128::from((*met).max(1));
    let numbers = from.len();
    if numbers < 2 || all <= met || from.iter().any(|&n| n < 0) {
        return fault(trouble, budget);
    }
    let bytes = all.saturating_mul(u128::from(budget.memory)) / met;
    if bytes < BYTES_OF_LARGE_MACHINES {
        let gigabytes = bytes.div_ceil(1 << 30);
        let help =
            format!("{gigabytes}G are enough for all {all} positions of numbers up to these");
        return Fault {
            help: help.into(),
            ..fault(trouble, budget)
        };
    }
    let fits = |side: u128| {
        let positions = (0..numbers).try_fold(1u128, |all, _| all.checked_mul(side));
        positions.is_some_and(|positions| positions <= met)
    };
    let side = (2..).take_while(|&side| fits(side)).last().unwrap_or(1);
    let message = format!(
        "{met} positions met so far fill the memory allowed, and of numbers up to these there are too many for more memory to help"
    );
    let help = format!(
        "{numbers} numbers up to {} each have few enough positions; if the order of the numbers does not matter, lists with \
         the clause `bag` have fewer; {STUDY}",
        side - 1
    );
    Fault {
        help: help.into(),
        ..Limit::fixed(message).into()
    }
}

/// Returns the fault of a position that could not be solved.
pub(super) fn fault(trouble: Trouble, budget: &Budget) -> Fault {
    let Budget { work, memory, .. } = budget;
    match trouble {
        Trouble::Overflow(position, place) => Fault::new(
            Place::Code,
            format!(
                "a number does not fit in 64 bits: at {} in {}",
                show(&position),
                in_words(place)
            ),
            "numbers are from −2⁶³ to 2⁶³−1; a guard in front can keep larger ones away",
        ),
        Trouble::Size(position, place) => {
            let help = format!(
                "a list has at most {MAX_LIST} numbers, and a move leaves at most {MAX_LEFT} different parts; a guard in \
                 front can keep longer ones away"
            );
            let message = format!(
                "a list is too long: at {} in {}",
                show(&position),
                in_words(place)
            );
            Fault::new(Place::Code, message, help)
        }
        Trouble::Cycle(line) => {
            const SHOWN: usize = 8;
            let first = line.first().map(|first| show(first)).unwrap_or_default();
            let mut path = itertools::join(line.iter().take(SHOWN).map(|position| show(position)), " > ");
            if line.len() > SHOWN {
                path.push_str(" > …");
            }
            Fault::new(
                Place::Code,
                format!("play from {first} comes back to {first}: {path} > {first}"),
                "`loopy` makes such play a draw",
            )
        }
        Trouble::Work(positions) => Limit::work(format!(
            "after {positions} positions the {work} steps allowed were used, and the game is not solved"
        ))
        .into(),
        Trouble::Steps { positions, steps } => {
            let message = format!(
                "a table of {positions} positions takes some {steps} steps or more; {work} are allowed"
            );
            Limit::steps(steps.into(), message).into()
        }
        Trouble::Memory(positions) => Limit::memory(format!(
            "the {positions} positions met so far need more than half of the {memory} bytes of memory allowed"
        ))
        .into(),
        Trouble::Length(positions) => line_too_long(positions, *memory),
        Trouble::Grows { from, to, place, positions } => {
            let message = format!(
                "numbers seem to grow without end: after {positions} positions play still goes on, from {} to {} by {}",
                show(&from),
                show(&to),
                in_words(place)
            );
            let help = "a move that makes numbers larger needs an end: a guard, such as `if n < 100`, or a `lose if` that \
                        holds from some number on (`>=`, where `==` may be jumped over)";
            Fault::new(Place::Code, message, help)
        }
        Trouble::Patternless(trouble, why) => {
            let help = format!("no pattern for all numbers was proved ({}); {STUDY}", why.join("; "));
            Fault { help: help.into(), ..fault(*trouble, budget) }
        }
    }
}
