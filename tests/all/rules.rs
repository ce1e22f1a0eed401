//! Rules of one's own: the classics, and rules that are games known by another name.

use grundy::games::Context;
use grundy::games::rules::{CLASSICS, lowered};
use grundy::language::parse;
use grundy::record::{Ask, OwnRule, Rules};
use grundy::theory::rules::Rule;
use grundy::theory::rules::shape::{Known, known};

#[test]
fn the_goldens_hold_every_classic() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs/rules-classics.in");
    let input = std::fs::read_to_string(path).unwrap();
    for classic in CLASSICS {
        assert!(input.lines().any(|line| line == format!("rules {}", classic.record)), "{}", classic.name);
    }
    assert!(CLASSICS.len() >= 40);
}

/// Rules that are known by another name, and the positions that they are asked about.
const LOWERED: &[(&str, u64)] = &[
    ("[n] -> [n-k] for k in 1..n", 12),
    ("[n] -> [i] for i in 0..n-1", 12),
    ("[n] -> [n-1] | [n-3] | [n-4]", 20),
    ("[n] -> [n-4] | [n-1]", 20),
    ("[n] -> [n-k] for k in {2, 5..7}", 30),
    ("[n] -> [n-k] for k in 3..n", 20),
    ("[n] -> [n-k] for k in squares(n)", 40),
    ("[n] -> [n-k] for k in cubes(n)", 40),
    ("[n] -> [n-k] for k in triangular(n)", 40),
    ("[n] -> [n-k] for k in fibonacci(n)", 40),
    ("[n] -> [n-k] for k in factorials(n)", 40),
    ("[n] -> [n-k] for k in powers(3,n)", 40),
    ("[n] -> [n-p] for p in primes(n) | [n-1]", 40),
    ("[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k", 24),
    ("[n] -> [i]+[n-2-i] for i in 0..n-2", 24),
    ("[n] -> [i]+[n-2-i] for i in 0..(n-2)/2", 24),
    ("[n] -> [i]+[n-3-i] for i in 1..n-3", 24),
    ("[n] -> [i]+[n-1-i] for i in 1..(n-1)/2", 24),
    ("[n] -> [n-1] | [i]+[n-2-i] for i in 1..n-3", 24),
    ("[n] -> [n-1] | [n-2] | [i]+[n-3-i] for i in 0..n-3", 24),
    ("[n] -> [i]+[n-i] for i in 1..n-1", 14),
    ("[n] -> [n-k] for k in 1..n | [i]+[n-i] for i in 1..n-1", 14),
    ("[n] -> [n-k] for k in 1..n | [i]+[n-i] for i in 1..n/2", 14),
    ("[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b", 6),
    ("[a,b] -> [a,b-k] for k in 1..b", 6),
    ("[a,b,c] -> [a,b,c-k] for k in 1..c | [a-k,b,c] for k in 1..a", 4),
    ("[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)", 9),
    ("[a,b] -> [a-k,b-k] for k in 1..min(a,b) | [a,b-k] for k in 1..b | [a-k,b] for k in 1..a", 9),
];

/// What is close, and no such game.
const OTHERS: &[&str] = &[
    "[n] -> [n-k] for k in 1..n/2",
    "[n] -> [n-k] for k in 1..n if k != 3",
    "[n] -> [n-k] for k in divisors(n)",
    "[n] -> [n-k] for k in squares(n-1)",
    "[n] -> [i]+[n-i] for i in 1..(n-1)/2",
    "[n] -> [i]+[n-1-i] for i in 2..n-1",
    "[n] -> [n-1] | [i]+[n-1-i] for i in 0..n-1",
    "[n] -> [n-1] ; lose if n == 3",
    "[n] -> [n-1] ; misere",
    "[n] -> [2*n-1]",
    "[a,b] -> [a-k,b] for k in 1..b | [a,b-k] for k in 1..b",
    "[a,b] -> [a-k,b] for k in 1..a | [a-k,b] for k in 1..a",
    "[a,b] -> [a-k,b-k] for k in 1..min(a,b)",
];

fn rule_of(rules: &Rules<'_>) -> Option<Known> {
    let Rules::Rule(OwnRule { rule, .. }) = rules else { return None };
    let rule: std::sync::Arc<Rule> = rule.clone().downcast().ok()?;
    known(&rule)
}

#[test]
fn games_under_another_name_give_what_the_rule_gives() {
    let context = Context::default();
    for (rule, top) in LOWERED {
        let arity = rule[..rule.find(']').unwrap()].split(',').count() as u32;
        let side = top + 1;
        for i in 0..side.pow(arity) {
            let position = itertools::join((0..arity).map(|j| i / side.pow(j) % side), ",");
            // Two positions are a sum, but for a game whose values are not lowered.
            for positions in
                [position.clone(), format!("{position} {}", itertools::join(vec![3; arity as usize], ","))]
            {
                let text = format!("rules {rule} : {positions} ? verdict");
                let statement =
                    parse(text.as_bytes(), &context.catalogue, &[]).unwrap_or_else(|_| panic!("{text}"));
                let found = rule_of(&statement.record.rules).unwrap_or_else(|| panic!("{rule} is known"));
                let open = || statement.game.open(&statement.record, &context).unwrap();
                let Ok(mut other) = lowered(&found, &statement.record, &context, open()) else {
                    assert!(matches!(found, Known::Wythoff { .. }), "{text}");
                    continue;
                };
                // What is opened to be asked for values has them.
                let valued = text.replace("verdict", "grundy");
                let valued = parse(valued.as_bytes(), &context.catalogue, &[]).unwrap();
                let mut direct = valued.game.open(&valued.record, &context).unwrap();
                let mut asks = vec![Ask::Verdict, Ask::Winner, Ask::Count, Ask::Moves, Ask::Best];
                if !matches!(found, Known::Wythoff { .. }) {
                    asks.extend([Ask::Grundy, Ask::Values]);
                }
                if arity == 1 && !positions.contains(' ') {
                    asks.extend([Ask::Losing, Ask::Sequence]);
                }
                for ask in asks {
                    let mine = grundy::games::answer(&mut *other, ask)
                        .unwrap_or_else(|fault| panic!("{text} {ask}: {fault:?}"));
                    let theirs = grundy::games::answer(&mut *direct, ask).unwrap();
                    assert_eq!(mine, theirs, "{text} {ask}");
                }
            }
        }
    }
}

#[test]
fn what_is_only_close_is_not_taken_for_another_game() {
    let context = Context::default();
    for rule in OTHERS {
        let arity = rule[..rule.find(']').unwrap()].split(',').count();
        let text = format!("rules {rule} : {}", itertools::join(vec![3; arity], ","));
        let statement = parse(text.as_bytes(), &context.catalogue, &[]).unwrap_or_else(|_| panic!("{text}"));
        assert_eq!(rule_of(&statement.record.rules), None, "{rule}");
    }
}

#[test]
fn sizes_that_no_table_reaches_are_answered() {
    for (record, same) in [
        (
            "rules [n] -> [n-k] for k in 1..n : 1000000000000 7 ? grundy moves",
            "nim: 1000000000000 7 ? grundy moves",
        ),
        (
            "rules [n] -> [n-1] | [n-3] | [n-4] : 1000000000000 ? verdict moves grundy",
            "subtraction 1 3 4: 1000000000000 ? verdict moves grundy",
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b) : \
             1000000000000,1 ? verdict moves best",
            "wythoff: 1000000000000,1 ? verdict moves best",
        ),
        (
            "rules [n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k : 10000000 ? grundy count",
            "kayles: 10000000 ? grundy count",
        ),
        (
            "rules [n] -> [n-k] for k in 1..n : 0..1000000000000 5..70000 3 ? p-positions positions",
            "nim: 0..1000000000000 5..70000 3 ? p-positions positions",
        ),
        (
            "rules [n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k : 0..1000000 1..1000 ? p-positions",
            "kayles: 0..1000000 1..1000 ? p-positions",
        ),
        (
            "rules [n] -> [n-1] | [n-3] | [n-4] : 0..1000000000000 ? p-positions",
            "subtraction 1 3 4: 0..1000000000000 ? p-positions",
        ),
        ("rules [n] -> [n-k] for k in squares(n) : 900000 ? winner", "subtraction squares: 900000 ? winner"),
    ] {
        let answer = |record: &str| {
            let output =
                std::process::Command::new(env!("CARGO_BIN_EXE_grundy")).arg(record).output().unwrap();
            assert!(output.status.success(), "{record}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        assert_eq!(answer(record), answer(same), "{record}");
    }
}
