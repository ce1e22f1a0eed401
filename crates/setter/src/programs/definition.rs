//! The definition of a game of numbers: its options as a rule of the language, from which programs are generated.
//!
//! A definition that follows from the rules of a record is a template in the file of its game, which includes pieces of
//! `definitions.txt`; most games have one rule for all records. For `subtraction 1 3-4` the rule is `[n] -> [n-k] for k in {1,3,4}`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "rows that are written have at most 8 heaps"
)]

use itertools::Itertools;
use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::Span;
use crate::templates::rendered_text;
use grundy_base::budget::Budget;
use grundy_base::range::Range;
use grundy_games::amounts_to;
use grundy_record::{
    Amounts, Code, Keyword, Modifiers, PositionKind, Record, Rules, Signature, Slot,
};
use grundy_rules::named::NamedSet;
use grundy_rules::parts::Digit;
use grundy_rules::tree::MAX_NUMBERS;

/// The longest list of amounts, vectors or digits that is written into a rule.
const MAX_WRITTEN_LIST: usize = 1000;
/// The largest number that is tried as the least amount of a move.
const MAX_LEAST_AMOUNT: u64 = 1 << 20;
/// The least number of amounts of a range that is written as one; shorter ranges are written number by number.
const MIN_WRITTEN_RANGE: u64 = 6;

/// A number that stands in a rule for the amounts that a program reads: no record has it.
pub(super) const AMOUNTS_READ: i64 = -i64::MAX;

/// Defines the options of a component, for the rules of a record; gives `None` for games that no rule of numbers defines.
/// If programs read the amounts of a move, these are `AMOUNTS_READ`. A row of heaps is one component, of a number of
/// heaps in the given span.
pub fn definition(
    signature: &Signature,
    record: &Record<'_>,
    amounts_read: bool,
    heaps: Span,
) -> Option<String> {
    let rules = &record.rules;
    let is_row = is_row(signature, record);
    if is_row && !row_fits(signature, heaps) || !has_all_numbers(signature, record) {
        return None;
    }
    let vectors = vectors(rules);
    let arity = match vectors.first() {
        Some(vector) => vector.len(),
        None if signature.has(Slot::Vectors) => 1,
        None => 2,
    };
    let damaged = record
        .modifiers
        .damaged
        .iter()
        .filter(|tuple| tuple.len() == arity)
        .collect_vec();
    let code = match rules {
        Rules::Code(code) => code.clone(),
        _ => Code::default(),
    };
    let amounts = amounts(rules);
    let ranges = &record.modifiers.damaged_numbers;
    let lists = [
        amounts.ranges.len(),
        vectors.len(),
        damaged.len(),
        ranges.len(),
        code.prefix.len(),
    ];
    if lists.into_iter().any(|length| length > MAX_WRITTEN_LIST) {
        return None;
    }
    let names = if is_row {
        first_letters(heaps.max as usize)
    } else if arity == 1 {
        vec!["n".to_owned()]
    } else {
        first_letters(arity)
    };
    let groups = groups_of_heaps(names.len(), rules);
    let values = context! {
        names, groups, number => rules.number(), given => signature.definition,
        vectors => Serde(&vectors), damaged => Serde(&damaged),
        ranges => ranges.iter().map(|range| (range.low, range.high)).collect_vec(),
        sets => sets(&amounts, amounts_read && !signature.has(Slot::Vectors)),
        all_but => amounts.all_but,
        prefix => digits(&code.prefix), repeat => digits(&code.repeat),
        ..values_of_modifiers(&record.modifiers, rules)
    };
    let here = signature.definition_at;
    let text = here.and_then(|template| rendered_text(template, values).ok());
    one_line(&text.or_else(|| signature.definition.map(str::to_owned))?)
}

/// Says whether the heaps of a record are one component, whose moves depend on their order.
fn is_row(signature: &Signature, record: &Record<'_>) -> bool {
    let is_ordered = match signature.position {
        PositionKind::Squares { .. } | PositionKind::Row => true,
        _ => signature.has(Slot::Bar),
    };
    is_ordered && !record.modifiers.has(Keyword::Ring)
}

/// Says whether one rule fits rows of all these numbers of heaps. Heaps of 0 at the end change no move, so that a short row
/// may be filled up with them, but a row of squares must have its length.
fn row_fits(signature: &Signature, heaps: Span) -> bool {
    let is_written = (1..=MAX_NUMBERS as u64).contains(&heaps.max);
    let has_squares = matches!(signature.position, PositionKind::Squares { .. });
    is_written && (!has_squares || heaps.min == heaps.max)
}

/// Says whether the components of a record have all the numbers of a rule. A heap may leave its limit out.
fn has_all_numbers(signature: &Signature, record: &Record<'_>) -> bool {
    let is_mixed = matches!(signature.position, PositionKind::Tuples { mixed: true, .. });
    !is_mixed || record.position.tuples.iter().all(|pile| pile.len() >= 2)
}

/// Returns the amounts of the rules; vectors of one number are amounts.
fn amounts(rules: &Rules) -> Amounts {
    match rules {
        Rules::Amounts(amounts) => amounts.clone(),
        rules => Amounts {
            ranges: rules.amounts().to_vec(),
            ..Amounts::default()
        },
    }
}

/// Lists the vectors of the rules, with or without signs.
fn vectors(rules: &Rules) -> Vec<Vec<i128>> {
    let Rules::Vectors(rules) = rules else {
        return Vec::new();
    };
    if rules.signed.is_empty() {
        let vectors = rules.several.iter();
        vectors
            .map(|vector| vector.iter().map(|&number| number.into()).collect())
            .collect()
    } else {
        let vectors = rules.signed.iter();
        vectors
            .map(|vector| vector.iter().map(|&number| number.into()).collect())
            .collect()
    }
}

/// Lists the first letters of the alphabet as names; a rule has at most eight numbers.
fn first_letters(count: usize) -> Vec<String> {
    "abcdefgh".chars().take(count).map(String::from).collect()
}

/// Lists the groups of heaps that a move may take from: as many heaps as the number of the rules allows, else one.
fn groups_of_heaps(heaps: usize, rules: &Rules) -> Vec<Vec<usize>> {
    let most = rules
        .number()
        .map_or(1, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let groups = (0..heaps).powerset();
    groups
        .filter(|group| (1..=most).contains(&group.len()))
        .collect()
}

/// Returns the digits of a code as the templates read them.
fn digits(digits: &[Digit]) -> Vec<Value> {
    let values = digits.iter();
    values
        .map(|&Digit { bits, unequal }| context! { bits, unequal })
        .collect()
}

/// Tells the templates what the modifiers change, and the least amount of a move, if it is no large one.
fn values_of_modifiers(modifiers: &Modifiers, rules: &Rules) -> Value {
    let least = amounts_to(rules, MAX_LEAST_AMOUNT, &Budget::default())
        .ok()
        .and_then(|found| found.0.up_to(MAX_LEAST_AMOUNT).next());
    context! {
        least,
        left => modifiers.left,
        ring => modifiers.has(Keyword::Ring),
        overshoot => modifiers.has(Keyword::Overshoot),
        or_less => modifiers.has(Keyword::OrLess),
        positive => modifiers.has(Keyword::Positive),
    }
}

/// Joins the lines of a definition: each is a kind of move or a clause that begins with `;`. The first line ends with
/// `->`, if the kinds of moves stand in lines of their own.
fn one_line(text: &str) -> Option<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).reduce(|rule, line| {
        if rule.ends_with("->") || line.starts_with(';') {
            format!("{rule} {line}")
        } else {
            format!("{rule} | {line}")
        }
    })
}

/// Writes the sets of amounts that a move takes, or that it must not take, in the language of rules.
fn sets(amounts: &Amounts, amounts_read: bool) -> Vec<String> {
    if amounts_read && amounts.is_plain() {
        return vec![format!("{{{AMOUNTS_READ}}}")];
    }
    let is_short = |range: &&Range| range.high - range.low < MIN_WRITTEN_RANGE - 1;
    let (short, long): (Vec<&Range>, Vec<&Range>) = amounts.ranges.iter().partition(is_short);
    let mut sets = Vec::new();
    for range in long {
        sets.push(format!("{}..min({},n)", range.low, range.high));
    }
    if !short.is_empty() {
        let mut numbers = short.iter().flat_map(|range| range.low..=range.high);
        sets.push(format!("{{{}}}", numbers.join(",")));
    }
    for set in &amounts.named {
        sets.push(match set {
            NamedSet::PowersOf(base) => format!("powers({base},n)"),
            NamedSet::Odd => "1..n by 2".into(),
            NamedSet::Even => "2..n by 2".into(),
            set => format!("{}(n)", set.word()),
        });
    }
    sets
}
