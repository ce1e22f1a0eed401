//! The definition of a game of numbers: its options as a rule of the language, from which programs are generated. The
//! definitions that follow from the numbers of a record stand in `definitions.txt`, others in the games.

use itertools::Itertools;
use minijinja::context;
use minijinja::value::Serde;

use crate::games::amounts_to;
use crate::record::{
    Digit, Keyword, NamedSet, PositionKind, Range, Record, Rules, Signature, Slot,
};
use crate::setter::Span;
use crate::setter::templates::rendered;
use crate::theory::rules::tree::MAX_NUMBERS;

/// Longer lists of amounts, vectors or digits are not written into a rule.
const MAX_LISTED: usize = 1000;
/// The least amounts are looked for up to here.
const MAX_AMOUNT: u64 = 1 << 20;

/// A number that stands for the amounts that a program reads: no rule has it.
pub(super) const READ: i64 = -i64::MAX;

/// The options of a component, for the rules of a record; `None` for games that no rule of numbers defines. With `read`,
/// the amounts are those that a program reads. A row of heaps is one component of at most `heaps` numbers.
pub fn definition(
    signature: &Signature,
    record: &Record<'_>,
    read: bool,
    heaps: Span,
) -> Option<String> {
    let most_heaps = heaps.max as usize;
    let (rules, modifiers) = (&record.rules, &record.modifiers);
    let ring = modifiers.has(Keyword::Ring);
    let squares = matches!(signature.position, PositionKind::Squares { .. });
    let row =
        !ring && (squares || signature.position == PositionKind::Row || signature.has(Slot::Bar));
    // Heaps of 0 at the end change no move, but squares are all there.
    if row && !((1..=MAX_NUMBERS).contains(&most_heaps) && (!squares || heaps.min == heaps.max)) {
        return None;
    }
    let game = &*signature.name;
    let short = record.position.tuples.iter().any(|pile| pile.len() < 2);
    let piece = match game {
        _ if ring || matches!(game, "octal" | "take-and-break") => "code",
        // A heap may leave its limit out; a rule has all numbers.
        "take-away" | "fibonacci-nim" if short => return None,
        _ => game,
    };
    let vectors: Vec<Vec<i128>> = match &rules.signed[..] {
        [] => rules
            .vectors
            .iter()
            .map(|vector| vector.iter().map(|&n| n.into()).collect())
            .collect(),
        signed => signed
            .iter()
            .map(|vector| vector.iter().map(|&n| n.into()).collect())
            .collect(),
    };
    let arity = vectors
        .first()
        .map_or(if game == "rocks" { 1 } else { 2 }, Vec::len);
    let damaged = modifiers
        .damaged
        .iter()
        .filter(|tuple| tuple.len() == arity)
        .collect_vec();
    let code = rules.code.clone().unwrap_or_default();
    let (amounts, ranges) = (&rules.amounts.ranges, &modifiers.damaged_numbers);
    let listed = [
        amounts.len(),
        vectors.len(),
        damaged.len(),
        ranges.len(),
        code.prefix.len(),
    ];
    if listed.into_iter().any(|count| count > MAX_LISTED) {
        return None;
    }
    let letters = if arity == 1 && !row { "n" } else { "abcdefgh" };
    let names = letters
        .chars()
        .take(if row { most_heaps } else { arity })
        .map(String::from)
        .collect_vec();
    let most = rules.number.map_or(1, |most| most as usize);
    let groups = (0..names.len())
        .powerset()
        .filter(|group| (1..=most).contains(&group.len()));
    let digits = |digits: &[Digit]| {
        digits
            .iter()
            .map(|&Digit { bits, unequal }| context! { bits, unequal })
            .collect_vec()
    };
    // The least amount that a move takes, if it is no large one.
    let least = amounts_to(rules, MAX_AMOUNT)
        .ok()
        .and_then(|found| found.0.up_to(MAX_AMOUNT).next());
    let values = context! {
        game, ring, names, number => rules.number, given => signature.definition, groups => groups.collect_vec(),
        prefix => digits(&code.prefix), repeat => digits(&code.repeat), vectors => Serde(&vectors),
        damaged => Serde(&damaged), ranges => ranges.iter().map(|range| (range.low, range.high)).collect_vec(),
        sets => sets(rules, read && game != "rocks"), all_but => rules.amounts.all_but,
        left => modifiers.left, least, overshoot => modifiers.has(Keyword::Overshoot),
        or_less => modifiers.has(Keyword::OrLess), positive => modifiers.has(Keyword::Positive),
    };
    // A line is a kind of move or a clause; the first is the head, or all of the kinds.
    let text = rendered(&format!("rule/{piece}"), values)
        .ok()
        .or_else(|| signature.definition.map(str::to_owned))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).reduce(|rule, line| {
        match rule.ends_with("->") || line.starts_with(';') {
            true => format!("{rule} {line}"),
            false => format!("{rule} | {line}"),
        }
    })
}

/// The sets of amounts that a move takes, or that it must not take.
fn sets(rules: &Rules, read: bool) -> Vec<String> {
    let amounts = &rules.amounts;
    if read && amounts.is_plain() {
        return vec![format!("{{{READ}}}")];
    }
    let is_short = |range: &&Range| range.high - range.low < 5;
    let (short, long): (Vec<&Range>, Vec<&Range>) = amounts.ranges.iter().partition(is_short);
    let mut sets = long
        .iter()
        .map(|range| format!("{}..min({},n)", range.low, range.high))
        .collect_vec();
    if !short.is_empty() {
        sets.push(format!(
            "{{{}}}",
            short
                .iter()
                .flat_map(|range| range.low..=range.high)
                .join(",")
        ));
    }
    sets.extend(amounts.named.iter().map(|set| match set {
        NamedSet::PowersOf(base) => format!("powers({base},n)"),
        NamedSet::Odd => "1..n by 2".into(),
        NamedSet::Even => "2..n by 2".into(),
        set => format!("{}(n)", set.word()),
    }));
    sets
}
