//! The definition of a game of numbers: its options as a rule of the language, from which programs are generated.

use crate::games::amounts_to;
use crate::record::{Code, Digit, Keyword, NamedSet, PositionKind, Record, Rules, Signature, Slot};
use crate::theory::rules::tree::MAX_NUMBERS;

/// Longer lists of amounts, vectors or digits are not written into a rule.
const MAX_LISTED: usize = 1000;
/// The least amounts are looked for up to here.
const MAX_AMOUNT: u64 = 1 << 20;

/// A number that stands for the amounts that a program reads: no rule has it.
pub(super) const READ: i64 = -i64::MAX;

/// The options of a component, for the rules of a record; `None` for games that no rule of numbers defines. With `read`,
/// the amounts are those that a program reads. A row of heaps is one component of at most `heaps` numbers.
pub(super) fn definition(
    signature: &Signature,
    record: &Record<'_>,
    read: bool,
    heaps: (usize, usize),
) -> Option<String> {
    let (rules, modifiers) = (&record.rules, &record.modifiers);
    let name = &*signature.name;
    if modifiers.has(Keyword::Ring) {
        return Some(format!("[n,r] -> {}", of_code(&ring_code(name, rules)?, true)?));
    }
    if matches!(signature.position, PositionKind::Row | PositionKind::Squares { .. })
        || signature.has(Slot::Bar)
    {
        let fits = (1..=MAX_NUMBERS).contains(&heaps.1);
        // Heaps of 0 at the end change no move, but squares are all there.
        let padded = !matches!(signature.position, PositionKind::Squares { .. });
        return if fits && (padded || heaps.0 == heaps.1) { of_row(name, rules, heaps.1) } else { None };
    }
    Some(match name {
        "subtraction" => format!("[n] -> {}", taken(rules, read)?),
        "flags" => {
            let left = modifiers.left?;
            // A player who cannot take the least amount has drawn.
            let least = least_amount(rules)?;
            let end = match (modifiers.has(Keyword::Overshoot), modifiers.has(Keyword::OrLess)) {
                (true, _) => format!("lose if n == {left} ; draw if n < {}", left.max(least)),
                (_, true) => format!("lose if n <= {left} ; draw if n < {least}"),
                _ => format!(
                    "lose if n == {left} ; draw if n < {} ; legal if n >= {left}",
                    left.checked_add(least)?
                ),
            };
            format!("[n] -> {} ; {end}", taken(rules, read)?)
        }
        "octal" | "take-and-break" => format!("[n] -> {}", of_code(rules.code.as_ref()?, false)?),
        "rocks" => of_vectors(record)?,
        "three-rocks" => format!("{}{}", signature.definition?, damage(record, 2)?),
        "wythoff" if rules.number.is_some_and(|apart| apart > 1) => {
            let near = rules.number?.min(1 << 32) - 1;
            format!(
                "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-l] for k in 1..a, l in \
                 max(1,k-{near})..min(b,k+{near})"
            )
        }
        "euclid" if modifiers.has(Keyword::Positive) => {
            format!("{} ; legal if a > 0 and b > 0", signature.definition?)
        }
        // A heap may leave its limit out; a rule has all numbers.
        "take-away" | "fibonacci-nim" if record.position.tuples.iter().any(|pile| pile.len() < 2) => {
            return None;
        }
        "take-away" => format!("[n,m] -> [n-k,{}*k] for k in 1..min(n,m)", rules.number.unwrap_or(1)),
        _ => signature.definition?.to_owned(),
    })
}

/// The code of a game on rings of tokens.
fn ring_code(name: &str, rules: &Rules<'_>) -> Option<Code> {
    let digits: &[u8] = match name {
        "kayles" => &[0, 7, 7],
        "dawson-kayles" => &[0, 0, 7],
        "dawson-chess" => &[0, 1, 3, 7],
        "treblecross" => &[0, 0, 0, 7],
        _ => return rules.code.clone(),
    };
    let prefix = digits.iter().map(|&bits| Digit { bits, unequal: false }).collect();
    Some(Code { prefix, repeat: Vec::new() })
}

/// The kinds of moves on heaps or squares in a row, all of which are one component.
fn of_row(name: &str, rules: &Rules<'_>, heaps: usize) -> Option<String> {
    let names: Vec<String> = "abcdefgh".chars().take(heaps).map(String::from).collect();
    // The heaps after a move that changes some of them.
    let after = |changed: &dyn Fn(usize) -> Option<String>| {
        let numbers = (0..heaps).map(|i| changed(i).unwrap_or_else(|| names[i].clone()));
        format!("[{}]", itertools::join(numbers, ","))
    };
    let less = |place: usize| after(&|i| (i == place).then(|| format!("{}-k", names[i])));
    let sum = |names: &[String]| format!("{} == 0", names.join("+"));
    let kind = |place: usize| {
        let (here, before, behind) = (&names[place], &names[..place], &names[place + 1..]);
        let others = || before.iter().chain(behind);
        Some(match name {
            "end-nim" if before.is_empty() || behind.is_empty() => {
                format!("{} for k in 1..{here}", less(place))
            }
            "end-nim" => format!("{} for k in 1..{here} if {} or {}", less(place), sum(before), sum(behind)),
            "sequential-nim" if before.is_empty() => format!("{} for k in 1..{here}", less(place)),
            "sequential-nim" => format!("{} for k in 1..{here} if {}", less(place), sum(before)),
            "staircase" => {
                let moved = after(&|i| match i {
                    i if i == place => Some(format!("{here}-k")),
                    i if i + 1 == place => Some(format!("{}+k", names[i])),
                    _ => None,
                });
                format!("{moved} for k in 1..{here}")
            }
            "welter" => {
                let free = others().map(|other| format!(" if {here}-k != {other}"));
                format!("{} for k in 1..{here}{}", less(place), free.collect::<String>())
            }
            "silver-dollar" => {
                let free = others().map(|other| format!(" if {other} < {here}-k or {other} > {here}"));
                format!("{} for k in 1..{here}-1{}", less(place), free.collect::<String>())
            }
            "chomp" => {
                let bitten = after(&|i| match i {
                    i if i == place => Some("k".into()),
                    i if i > place => Some(format!("min({},k)", names[i])),
                    _ => None,
                });
                format!("{bitten} for k in {}..{here}-1", u8::from(place == 0))
            }
            _ => return None,
        })
    };
    let kinds: Vec<String> = match name {
        // A kind for each set of heaps.
        "moore" => {
            let most = rules.number.unwrap_or(1);
            let sets = (1u32..1 << heaps).filter(|set| u64::from(set.count_ones()) <= most);
            let bound = "klmpqstu".chars();
            let kind = |set: u32| {
                let chosen: Vec<(usize, char)> =
                    (0..heaps).filter(|i| set >> i & 1 > 0).zip(bound.clone()).collect();
                let taken = |i: usize| chosen.iter().find(|(place, _)| *place == i).map(|(_, k)| k);
                let loops = chosen.iter().map(|(i, k)| format!("{k} in 1..{}", names[*i]));
                let left = after(&|i| taken(i).map(|k| format!("{}-{k}", names[i])));
                format!("{left} for {}", itertools::join(loops, ", "))
            };
            sets.map(kind).collect()
        }
        _ => (0..heaps).map(kind).collect::<Option<_>>()?,
    };
    Some(format!("[{}] -> {}", names.join(","), kinds.join(" | ")))
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

/// The kinds of moves of a code: digit k says how many heaps may be left when k are taken. On a ring a position is a heap
/// and 1, or 0 after its first move, which leaves one heap in place of two.
fn of_code(code: &Code, ring: bool) -> Option<String> {
    let mut kinds = Vec::new();
    for (k, digit) in code.prefix.iter().enumerate() {
        kinds.extend(of_digit(digit, &k.to_string(), "", ring));
    }
    for (i, digit) in code.repeat.iter().enumerate() {
        let first = code.prefix.len() + i;
        kinds.extend(of_digit(digit, "k", &format!("k in {first}..n by {}", code.repeat.len()), ring));
    }
    (!kinds.is_empty() && kinds.len() <= MAX_LISTED).then(|| kinds.join(" | "))
}

/// The kinds of moves of a digit; `each` binds the number taken, if it is a name.
fn of_digit(digit: &Digit, k: &str, each: &str, ring: bool) -> Vec<String> {
    let has = |bit: u8| digit.bits >> bit & 1 > 0;
    let alone = if each.is_empty() { String::new() } else { format!(" for {each}") };
    let before = if each.is_empty() { String::new() } else { format!("{each}, ") };
    let (tail, opened) = if ring { (",0", " if r == 0") } else { ("", "") };
    // Unequal parts are ascending, others not descending.
    let gap = u8::from(digit.unequal);
    let mut kinds = Vec::new();
    if has(0) {
        kinds.push(format!("[0{tail}]{alone} if n == {k} and n > 0"));
    }
    if has(1) {
        kinds.push(format!("[n-{k}{tail}]{alone} if n > {k}"));
    } else if ring && has(2) && k != "0" {
        kinds.push(format!("[n-{k}{tail}]{alone} if n > {k} and r == 1"));
    }
    if has(2) {
        kinds.push(format!("[i{tail}]+[n-{k}-i{tail}] for {before}i in 1..(n-{k}-{gap})/2{opened}"));
    }
    if has(3) {
        kinds.push(format!(
            "[i{tail}]+[j{tail}]+[n-{k}-i-j{tail}] for {before}i in 1..(n-{k})/3, j in \
             i+{gap}..(n-{k}-i-{gap})/2{opened}"
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
