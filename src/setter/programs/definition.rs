//! The definition of a game of numbers: its options as a rule of the language, from which programs are generated.

use crate::games::amounts_to;
use crate::record::{Code, Digit, NamedSet, Record, Rules, Signature};

/// Longer lists of amounts, vectors or digits are not written into a rule.
const MAX_LISTED: usize = 1000;
/// The least amounts are looked for up to here.
const MAX_AMOUNT: u64 = 1 << 20;

/// Stands for the amounts that a program reads: no rule has this number.
pub(super) const READ: i64 = -i64::MAX;

/// The options of a component, for the rules of a record; `None` for games that no rule of numbers defines. With `read`,
/// the amounts are those that a program reads.
pub(super) fn definition(signature: &Signature, record: &Record<'_>, read: bool) -> Option<String> {
    let (rules, modifiers) = (&record.rules, &record.modifiers);
    if modifiers.ring {
        return None;
    }
    Some(match &*signature.name {
        "subtraction" => format!("[n] -> {}", taken(rules, read)?),
        "flags" => {
            let left = modifiers.left?;
            // A player who cannot take the least amount has drawn.
            let least = least_amount(rules)?;
            let end = match (modifiers.overshoot, modifiers.or_less) {
                (true, _) => format!("lose if n == {left} ; draw if n < {}", left.max(least)),
                (_, true) => format!("lose if n <= {left} ; draw if n < {least}"),
                _ => format!(
                    "lose if n == {left} ; draw if n < {} ; legal if n >= {left}",
                    left.checked_add(least)?
                ),
            };
            format!("[n] -> {} ; {end}", taken(rules, read)?)
        }
        "octal" | "take-and-break" => format!("[n] -> {}", of_code(rules.code.as_ref()?)?),
        "rocks" => of_vectors(record)?,
        "three-rocks" => format!("{}{}", signature.definition?, damage(record, 2)?),
        "wythoff" if rules.number.is_some_and(|apart| apart > 1) => {
            let near = rules.number?.min(1 << 32) - 1;
            format!(
                "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-l] for k in 1..a, l in \
                 max(1,k-{near})..min(b,k+{near})"
            )
        }
        "euclid" if modifiers.positive => format!("{} ; legal if a > 0 and b > 0", signature.definition?),
        "take-away" | "fibonacci-nim" => return None, // a position may leave its limit out
        _ => signature.definition?.to_owned(),
    })
}

/// The kinds of moves that take an amount.
fn taken(rules: &Rules<'_>, read: bool) -> Option<String> {
    if read && rules.amounts.is_plain() {
        return Some(format!("[n-k] for k in {{{READ}}}"));
    }
    let amounts = &rules.amounts;
    let (mut single, mut kinds) = (Vec::new(), Vec::new());
    for range in &amounts.ranges {
        match range.high - range.low {
            0..=4 => single.extend(range.low..=range.high),
            _ => kinds.push(format!("{}..min({},n)", range.low, range.high.min(i64::MAX as u64))),
        }
    }
    // No heap has more than 2⁶³ - 1 in a program.
    single.retain(|&amount| i64::try_from(amount).is_ok());
    if single.len() > MAX_LISTED || kinds.len() > MAX_LISTED {
        return None;
    }
    if !single.is_empty() {
        kinds.push(format!("{{{}}}", itertools::join(single, ",")));
    }
    kinds.extend(amounts.named.iter().map(|set| match set {
        NamedSet::PowersOf(base) => format!("powers({base},n)"),
        NamedSet::Odd => "1..n by 2".into(),
        NamedSet::Even => "2..n by 2".into(),
        set => format!("{}(n)", set.word()),
    }));
    Some(match amounts.all_but {
        true => {
            let barred = itertools::join(kinds.iter().map(|set| format!(" and not k in {set}")), "");
            format!("[n-k] for k in 1..n if k > 0{barred}")
        }
        false => itertools::join(kinds.iter().map(|set| format!("[n-k] for k in {set}")), " | "),
    })
}

fn least_amount(rules: &Rules<'_>) -> Option<u64> {
    let (set, _) = amounts_to(rules, MAX_AMOUNT).ok()?;
    set.up_to(MAX_AMOUNT).next()
}

/// The kinds of moves of a code: digit k says how many heaps may be left when k are taken.
fn of_code(code: &Code) -> Option<String> {
    let mut kinds = Vec::new();
    for (k, digit) in code.prefix.iter().enumerate() {
        kinds.extend(of_digit(digit, &k.to_string(), ""));
    }
    for (i, digit) in code.repeat.iter().enumerate() {
        let first = code.prefix.len() + i;
        kinds.extend(of_digit(digit, "k", &format!("k in {first}..n by {}", code.repeat.len())));
    }
    (!kinds.is_empty() && kinds.len() <= MAX_LISTED).then(|| kinds.join(" | "))
}

/// The kinds of moves of a digit; `each` binds the number taken, if it is a name.
fn of_digit(digit: &Digit, k: &str, each: &str) -> Vec<String> {
    let has = |bit: u8| digit.bits >> bit & 1 > 0;
    let alone = if each.is_empty() { String::new() } else { format!(" for {each}") };
    let before = if each.is_empty() { String::new() } else { format!("{each}, ") };
    // Unequal parts are ascending, others not descending.
    let gap = u8::from(digit.unequal);
    let mut kinds = Vec::new();
    if has(0) {
        kinds.push(format!("[0]{alone} if n == {k} and n > 0"));
    }
    if has(1) {
        kinds.push(format!("[n-{k}]{alone} if n > {k}"));
    }
    if has(2) {
        kinds.push(format!("[i]+[n-{k}-i] for {before}i in 1..(n-{k}-{gap})/2"));
    }
    if has(3) {
        kinds.push(format!(
            "[i]+[j]+[n-{k}-i-j] for {before}i in 1..(n-{k})/3, j in i+{gap}..(n-{k}-i-{gap})/2"
        ));
    }
    kinds
}

/// One kind of move for each vector.
fn of_vectors(record: &Record<'_>) -> Option<String> {
    let rules = &record.rules;
    let mut vectors: Vec<Vec<i64>> = rules.signed.clone();
    if vectors.is_empty() {
        let signed =
            |vector: &[u64]| vector.iter().map(|&n| i64::try_from(n).ok()).collect::<Option<Vec<_>>>();
        vectors = rules.vectors.iter().map(signed).collect::<Option<_>>()?;
    }
    let arity = vectors.first().map_or(1, Vec::len);
    if arity == 1 {
        return Some(format!("[n] -> {}{}", taken(rules, false)?, damage(record, 1)?));
    }
    let names: Vec<char> = "abcdefgh".chars().take(arity).collect();
    let kind = |vector: &Vec<i64>| {
        let numbers = names.iter().zip(vector).map(|(name, n)| match n {
            0 => name.to_string(),
            n if *n < 0 => format!("{name}+{}", n.unsigned_abs()),
            n => format!("{name}-{n}"),
        });
        format!("[{}]", itertools::join(numbers, ","))
    };
    let kinds = (vectors.len() <= MAX_LISTED).then(|| itertools::join(vectors.iter().map(kind), " | "))?;
    Some(format!("[{}] -> {kinds}{}", itertools::join(&names, ","), damage(record, arity)?))
}

/// The clause that bars damaged positions.
fn damage(record: &Record<'_>, arity: usize) -> Option<String> {
    let modifiers = &record.modifiers;
    let tuples = modifiers.damaged.iter().filter(|tuple| tuple.len() == arity).map(|tuple| {
        let names = if arity == 1 { "n" } else { "abcdefgh" };
        let same = tuple.iter().zip(names.chars()).map(|(n, name)| format!("{name} == {n}"));
        format!("({})", itertools::join(same, " and "))
    });
    let ranges = modifiers.damaged_numbers.iter().filter(|_| arity == 1);
    let ranges = ranges.map(|range| format!("({} <= n and n <= {})", range.low, range.high));
    let barred: Vec<String> = tuples.chain(ranges).take(MAX_LISTED + 1).collect();
    match barred.len() {
        0 => Some(String::new()),
        1..=MAX_LISTED => Some(format!(" ; legal if not ({})", barred.join(" or "))),
        _ => None,
    }
}
