//! Random records of take-and-break codes in full and of user-defined rules.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use super::{Draft, asks, lists, strings};
use grundy_base::random::Random;

/// The games a record can be of.
pub const GAMES: [&str; 2] = ["take-and-break", "rules"];

/// Draws a random record of one of these games.
pub fn draft(dice: &mut Random, game: &str) -> Draft {
    if game == "rules" && dice.percent(40) {
        lists::rules(dice)
    } else if game == "rules" {
        rules(dice)
    } else {
        code(dice)
    }
}

fn digits(dice: &mut Random, most: u64) -> String {
    let count = dice.within(1, most);
    dice.list(count, |dice| {
        let digit = char::from_digit(dice.below(16) as u32, 16)
            .expect("a digit")
            .to_ascii_uppercase();
        if dice.percent(10) {
            format!("{digit}!")
        } else {
            digit.to_string()
        }
    })
    .concat()
}

fn code(dice: &mut Random) -> Draft {
    let before = dice.one_of(&["0", "0", "0", "4", "8", "C", "4!", "8!"]);
    let after = match dice.below(4) {
        0 => format!("[{}]", digits(dice, 2)),
        1 => format!("{}[{}]", digits(dice, 2), digits(dice, 2)),
        _ => digits(dice, 4),
    };
    let mut rules = vec![format!("{before}.{after}")];
    if dice.percent(30) {
        rules.push("ring".to_owned());
    }
    let count = dice.one_of(&[1, 1, 1, 2, 3]);
    let mut position = dice.list(count, |dice| dice.size(30).to_string());
    if dice.percent(15) {
        position.push(
            dice.one_of(&["...X..#.", "X", ".......", ".X.X"])
                .to_owned(),
        );
    }
    let asks = asks(
        dice,
        if position.len() == 1 {
            &["grundy", "values", "sequence"]
        } else {
            &["grundy", "values"]
        },
    );
    Draft {
        game: String::new(),
        rules,
        position: Some(position),
        asks,
        rows: Vec::new(),
    }
}

/// Draws an expression of n, of the lists `u` and `v`, of a name that is bound, and of many numbers.
fn data(dice: &mut Random, name: &str) -> String {
    let inner = dice.one_of(&["u[j]", "j", "v[u[j] % 3]", "n-j"]);
    let set = dice.one_of(&[
        "0..len(u)-1",
        "0..n",
        "digits(n)",
        "bits(n)",
        "1..v[0]",
        "{0, v[1], k}",
    ]);
    let guard = dice.one_of(&[
        "",
        " if u[j] > 1",
        " if j % 2 == 0",
        " for i in 0..1 if u[i] != j",
    ]);
    let fold = dice.one_of(&["min", "max", "sum", "count"]);
    match dice.below(7) {
        0 => format!("n-u[{name}]"),
        1 => format!("n-abs(v[n % len(v)])-{name}"),
        2 => format!("n-{fold}(digits(n))-{name}"),
        3 => format!(
            "n-{fold}({})-{name}",
            dice.one_of(&["u", "v", "1..3", "{1, u[0]}", "bits(n)"])
        ),
        _ => format!("n-{name}-abs({fold}({inner} for j in {set}{guard}))"),
    }
}

/// Draws an expression of n, of small numbers and of a name that is bound.
fn term(dice: &mut Random, name: &str) -> String {
    let small = dice.within(1, 4);
    match dice.below(9) {
        0 => format!("n/{small}"),
        1 => format!("n-{name}*{small}"),
        2 => format!("(n ^ {name})"),
        3 => format!("n % {}-{name}", small + 1),
        4 => format!("min(n, {name})-{small}"),
        _ => format!("n-{name}"),
    }
}

fn kind(dice: &mut Random, with_data: bool) -> String {
    let sets = [
        "1..3",
        "1..n",
        "{1, 3, 4}",
        "1..n by 2",
        "divisors(n)",
        "squares(n)",
        "primes(n)",
        "fibonacci(n)",
        "bits(n)",
    ];
    let set = dice.one_of(&sets);
    let mut split = String::new();
    let number = if with_data {
        data(dice, "k")
    } else {
        term(dice, "k")
    };
    let mut target = format!("[{number}]");
    if dice.percent(20) {
        (target, split) = ("[i]+[n-k-i]".to_owned(), ", i in 0..n-k".to_owned());
    }
    let conditions = [
        "",
        "",
        "",
        " if n > 2",
        " if k % 2 == 1",
        " if not (n == 5 or k in {2})",
        " if 0 < k < n",
    ];
    let of_lists = [
        " if u[k] != 1",
        " if sum(v[i] for i in 0..k) > 1",
        " if max(u) > k or v[n-k] > 0",
        "",
    ];
    let conditions = if with_data {
        [&conditions[..3], &of_lists].concat()
    } else {
        conditions.to_vec()
    };
    format!("{target} for k in {set}{split}{}", dice.one_of(&conditions))
}

/// Draws two lists.
fn lists(dice: &mut Random) -> String {
    let mut list = |least: i64| {
        let count = dice.within(2, 6);
        dice.list(count, |dice| (dice.within(0, 6) as i64 + least).to_string())
            .join(" ")
    };
    format!(" ; let u = {} ; let v = {}", list(0), list(-2))
}

/// Draws a random rule; returns also how many numbers a position of it has.
pub fn rule(dice: &mut Random) -> (String, usize) {
    if dice.percent(70) {
        let (text, _) = rule_of_one(dice);
        (text, 1)
    } else {
        (rule_of_two(dice), 2)
    }
}

/// Draws a random rule of one number; returns also whether its positions may be summands.
fn rule_of_one(dice: &mut Random) -> (String, bool) {
    let count = dice.within(1, 2);
    let with_data = dice.percent(40);
    // Each list is used at least once, by a move that there never is.
    let unused = if with_data {
        " | [n-1] if u[0] + v[0] > 99"
    } else {
        ""
    };
    let kinds = dice.list(count, |dice| kind(dice, with_data)).join(" | ") + unused;
    let lists = if with_data {
        lists(dice)
    } else {
        String::new()
    };
    let clause = dice.one_of(&[
        "",
        "",
        "",
        " ; lose if n == 1",
        " ; misere",
        " ; misere ; legal if n % 7 != 3",
        " ; misere ; lose if n == 1",
        " ; loopy",
        " ; draw if n == 2",
        " ; legal if n % 7 != 3",
    ]);
    // `bits(1)` holds 0: a split that takes nothing need not end, which the program minds for all heaps below.
    let clause = if kinds.contains("bits(n), i") && clause.starts_with(" ; misere") {
        ""
    } else {
        clause
    };
    let may_be_sum = ["", " ; lose if n == 1"].contains(&clause) || clause.starts_with(" ; misere");
    (format!("[n] -> {kinds}{clause}{lists}"), may_be_sum)
}

/// Draws a random rule of two numbers.
fn rule_of_two(dice: &mut Random) -> String {
    let moves = [
        "[a-k,b] for k in 1..a",
        "[a,b-k] for k in 1..b",
        "[a-k,b-k] for k in 1..min(a,b)",
        "[b,a-1]",
        "[a-1,b+1]",
        "[a/2,b]",
    ];
    let count = dice.within(1, 3);
    let kinds = dice.list(count, |dice| dice.one_of(&moves)).join(" | ");
    let clause = dice.one_of(&["", "", " ; loopy", " ; misere", " ; win if a == b"]);
    format!("[a,b] -> {kinds}{clause}")
}

fn rules(dice: &mut Random) -> Draft {
    let (text, position) = if dice.percent(70) {
        let (text, may_be_sum) = rule_of_one(dice);
        let count = if may_be_sum {
            dice.one_of(&[1, 1, 2])
        } else {
            1
        };
        (text, dice.list(count, |dice| dice.size(24).to_string()))
    } else {
        let text = rule_of_two(dice);
        let position = format!("{},{}", dice.within(0, 9), dice.within(0, 9));
        (text, vec![position])
    };
    // Positions have values where play ends by lack of moves alone, with the loss of who cannot move.
    let valued = ["misere", "loopy", "draw", "win"]
        .iter()
        .all(|clause| !text.contains(clause));
    let asks = asks(dice, if valued { &["grundy", "values"] } else { &[] });
    Draft {
        game: String::new(),
        rules: strings([text]),
        position: Some(position),
        asks,
        rows: Vec::new(),
    }
}
