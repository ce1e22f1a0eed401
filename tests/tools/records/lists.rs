//! Random records of user-defined rules whose positions are lists, or whose moves leave any number of parts.

use super::{Draft, asks, strings};
use grundy_base::random::Random;

/// The lists that clauses give, each with a guard that names it and always holds.
const DATA: [(&str, &str); 2] = [
    (" ; let u = 2 0 3 1", " if u[0] == 2"),
    (" ; let rows = (1 2) () (3 0 1)", " if len(rows) == 3"),
];

/// Draws a random record of such a rule.
pub fn rules(dice: &mut Random) -> Draft {
    if dice.percent(70) {
        of_lists(dice)
    } else {
        of_parts(dice)
    }
}

/// Draws an expression that is a small number, of a list and of names.
fn number(dice: &mut Random, names: &[&'static str], depth: u64) -> String {
    let inner = |dice: &mut Random| number(dice, names, depth.saturating_sub(1));
    match dice.below(if depth == 0 { 3 } else { 12 }) {
        0 => dice.within(0, 3).to_string(),
        1 | 2 => dice.one_of(names).to_owned(),
        3 => format!("{}-{}", inner(dice), inner(dice)),
        4 => format!("({}+{})", inner(dice), inner(dice)),
        5 => format!("({}) % 3", inner(dice)),
        6 => format!("({}) / 2", inner(dice)),
        7 => format!("u[{}]", inner(dice)),
        8 => format!("len({})", list(dice, names, depth - 1)),
        9 => {
            let fold = dice.one_of(&["sum", "max", "min"]);
            format!("{fold}({})", list(dice, names, depth - 1))
        }
        10 => {
            let list = list(dice, names, depth - 1);
            format!("count(y for y in {list} if y > {})", inner(dice))
        }
        _ => format!("({}) >> {}", inner(dice), dice.one_of(&["1", "64", "99"])),
    }
}

/// Draws a list, of other lists and of names. There is no position that is a list where `p` is none of the names.
fn list(dice: &mut Random, names: &[&'static str], depth: u64) -> String {
    let has_position = names.contains(&"len(p)");
    let base = if has_position {
        dice.one_of(&["p", "p", "p", "p", "u"]).to_owned()
    } else {
        dice.one_of(&["u", "rows[0]", "rows[2]"]).to_owned()
    };
    if depth == 0 {
        return base;
    }
    match dice.below(7) {
        0 => format!("{base}[{}..]", number(dice, names, depth - 1)),
        1 => format!("{base}[..{}]", number(dice, names, depth - 1)),
        2 => format!("{base}[1..{}]", number(dice, names, depth - 1)),
        3 => format!("sorted({})", list(dice, names, depth - 1)),
        4 => {
            let of = list(dice, names, depth - 1);
            let guard = dice.one_of(&["", " if z != 1", " if z > 0"]);
            format!(
                "list(z{} for z in {of}{guard})",
                dice.one_of(&["", "+1", "/2"])
            )
        }
        5 => format!("rows[{}]", number(dice, names, depth - 1)),
        _ => base,
    }
}

/// Draws a guard, perhaps none.
fn guard(dice: &mut Random, names: &[&'static str]) -> String {
    if dice.percent(45) {
        return String::new();
    }
    let relation = dice.one_of(&["<", "<=", ">", ">=", "==", "!="]);
    let condition = match dice.below(5) {
        0 => format!("{} in {}", number(dice, names, 1), list(dice, names, 1)),
        1 => {
            let sign = dice.one_of(&["==", "!="]);
            format!("{} {sign} {}", list(dice, names, 1), list(dice, names, 1))
        }
        2 => format!(
            "not {} {relation} {}",
            number(dice, names, 1),
            number(dice, names, 1)
        ),
        _ => format!(
            "{} {relation} {}",
            number(dice, names, 2),
            number(dice, names, 1)
        ),
    };
    format!(" if {condition}")
}

/// Draws a kind of moves of lists, each of which makes the list shorter or its numbers smaller.
fn kind_of_lists(dice: &mut Random) -> String {
    const PLACE: &[&str] = &["len(p)", "i", "p[i]", "p[0]"];
    const WHOLE: &[&str] = &["len(p)", "p[0]", "sum(p)"];
    let at_place = [
        "[p[..i-1],p[i+1..]]",
        "[p[..i-1],p[i]-1,p[i+1..]]",
        "[p[..i-1],p[i]/2,p[i+1..]]",
        "[p[..i-1]]+[p[i+1..]]",
        "[p[..i-1],p[i]+p[i+1],p[i+2..]]",
        "split(p[i..], p[i])",
        "[p[i+1..],p[..i-1]]",
        "{[y] for y in p[i+1..] if y > 1}",
        "2*[p[i+1..]]",
        "p[i]*[p[i+1..]]",
        "i*[p[1..i]] + [list(y for y in p if y < p[i])]",
    ];
    let whole = [
        "[p[1..]]",
        "[p[..len(p)-2]]",
        "[list(y-1 for y in p)]",
        "[list(y-1 for y in p if y > 0)]",
        "[sorted(p[1..])]",
        "[p[1..],p[0]-1]",
        "{[y-1] for y in p}",
        "split(p[1..], 1) + [p[2..]]",
        "[]",
    ];
    match dice.below(10) {
        0 => {
            let guard = guard(dice, PLACE);
            format!("[p[..i-1],a,p[i+1..]] for i in 0..len(p)-1, a in 0..p[i]-1{guard}")
        }
        8 | 9 => kind_of_numbers(dice),
        1 => format!(
            "[list(y for y in p if y != m)] for m in p{}",
            guard(dice, &["len(p)", "m"])
        ),
        2 => format!("split(p, c) for c in p{}", guard(dice, &["len(p)", "c"])),
        3..=5 => {
            let target = dice.one_of(&at_place);
            format!("{target} for i in 0..len(p)-1{}", guard(dice, PLACE))
        }
        _ => format!(
            "{} if len(p) > 0{}",
            dice.one_of(&whole),
            guard(dice, WHOLE)
        ),
    }
}

/// Draws a kind of moves that put numbers among those that stay. Each makes the sum of the list smaller.
fn kind_of_numbers(dice: &mut Random) -> String {
    const TWO: &[&str] = &["len(p)", "a", "b", "p[0]"];
    const SOME: &[&str] = &["len(p)", "a", "i", "p[i]"];
    let guard_of_two = guard(dice, TWO);
    let guard_of_some = guard(dice, SOME);
    match dice.below(6) {
        0 => format!(
            "[p[..i-1],a,b,p[i+2..]] for i in 0..len(p)-2, a in 0..p[i], b in 0..p[i+1]-1{guard_of_two}"
        ),
        1 => format!(
            "[b,p[1..len(p)-2],a] for a in 0..p[len(p)-1]-1 if len(p) > 1 for b in 0..p[0]{guard_of_two}"
        ),
        2 => format!("[a,b] for a in 0..p[0], b in 0..sum(p)-a-1{guard_of_two}"),
        3 => format!(
            "[p[..i-1],p[i]-a,a-1,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]{guard_of_some}"
        ),
        4 => format!(
            "[p[..i-1],a,p[i+1..]] for i in 0..len(p)-1 if p[i] > 1 for a in 0..p[i]-1{guard_of_some}"
        ),
        _ => format!(
            "[a-1,list(y-1 for y in p if y > a)] for a in p{}",
            guard(dice, &["a", "len(p)"])
        ),
    }
}

/// Draws a list as a word of a record. Letters are large numbers, from which not all smaller ones may be reached.
fn position(dice: &mut Random, may_be_word: bool) -> String {
    let length = dice.one_of(&[0, 1, 2, 3, 3, 4, 4, 5]);
    if length == 0 {
        return "()".to_owned();
    }
    if may_be_word && dice.percent(15) {
        let letters = dice.list(length, |dice| dice.one_of(&["a", "b", "c"]));
        return format!("\"{}\"", letters.concat());
    }
    let most = dice.within(1, 3);
    dice.list(length, |dice| dice.within(0, most).to_string())
        .join(",")
}

fn of_lists(dice: &mut Random) -> Draft {
    let count = dice.within(1, 3);
    let mut kinds = dice.list(count, kind_of_lists).join(" | ");
    let clause = match dice.below(16) {
        0 => " ; misere".to_owned(),
        1 => " ; loopy".to_owned(),
        2 => format!(" ; win{}", guard(dice, &["len(p)", "p[0]"])),
        3 => format!(" ; draw{}", guard(dice, &["len(p)", "p[0]"])),
        4 => format!(" ; lose{}", guard(dice, &["len(p)", "p[0]"])),
        5 => format!(" ; legal{}", guard(dice, &["len(p)", "p[0]"])),
        _ => String::new(),
    };
    // A clause needs its condition.
    let has_condition =
        clause.contains(" if ") || clause.ends_with("misere") || clause.ends_with("loopy");
    let clause = if has_condition { clause } else { String::new() };
    let order = dice.one_of(&["", "", "", " ; bag", " ; partition", " ; set"]);
    let data = data_of(&mut kinds, &clause);
    let rule = format!("[p...] -> {kinds}{clause}{order}{data}");
    let has_values = !["misere", "loopy", "draw", "win"]
        .iter()
        .any(|word| clause.contains(word));
    let count = if has_values {
        dice.one_of(&[1, 1, 1, 2])
    } else {
        1
    };
    // Letters are numbers about 100: too large where numbers fall by small steps, or say how many parts are left.
    let steps = ["..p[", "..sum(p)", "p[i]*", "p[i]-"];
    let may_be_word = !steps.iter().any(|step| rule.contains(step));
    let position = dice.list(count, |dice| position(dice, may_be_word));
    Draft {
        game: String::new(),
        rules: strings([rule]),
        position: Some(position),
        asks: asks(
            dice,
            if has_values {
                &["grundy", "values"]
            } else {
                &[]
            },
        ),
        rows: Vec::new(),
    }
}

/// Returns the clauses of the lists that some kinds of moves and a clause name.
fn data_of(kinds: &mut String, clause: &str) -> String {
    let mut data = String::new();
    for (given, guard) in DATA {
        let name = if given.contains("rows") { "rows[" } else { "u" };
        let text = format!("{kinds}{clause}")
            .replace("sum", "")
            .replace("count", "");
        if text.contains(name) {
            *kinds += guard;
            data += given;
        }
    }
    data
}

/// Draws a kind of moves of one number that leave any number of parts.
fn kind_of_parts(dice: &mut Random) -> String {
    const INSIDE: &[&str] = &["n", "d", "n-d"];
    const OUTSIDE: &[&str] = &["n", "k"];
    let set = dice.one_of(&[
        "divisors(n)",
        "1..3",
        "bits(n)",
        "subsets(n)",
        "u",
        "rows[n % 3]",
        "{1, 4}",
    ]);
    let part = dice.one_of(&["[d]", "[n-d]", "[n-d-k]", "2*[d-1]", "[d]+[n-d]"]);
    let guard_inside = guard(dice, INSIDE);
    let each = format!("{{{part} for d in {set} if 0 <= d < n{guard_inside}}}");
    let target = match dice.below(5) {
        0 => format!("{each}+[n-k]"),
        1 => format!("k*[n-k]+{each}"),
        2 => "n/k*[k-1]".replace("n/k", "(n/k)"),
        _ => each,
    };
    format!("{target} for k in 1..3{}", guard(dice, OUTSIDE))
}

fn of_parts(dice: &mut Random) -> Draft {
    let count = dice.within(1, 2);
    let mut kinds = dice.list(count, kind_of_parts).join(" | ");
    let data = data_of(&mut kinds, "");
    let clause = dice.one_of(&["", "", "", " ; lose if n == 3", " ; legal if n % 5 != 4"]);
    let count = dice.one_of(&[1, 1, 2]);
    let position = dice.list(count, |dice| dice.within(0, 12).to_string());
    Draft {
        game: String::new(),
        rules: strings([format!("[n] -> {kinds}{clause}{data}")]),
        position: Some(position),
        asks: asks(dice, &["grundy", "values"]),
        rows: Vec::new(),
    }
}
