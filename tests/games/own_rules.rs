//! User-defined rules: the classics, and rules that are games known by another name.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::ops::ControlFlow;

use grundy_base::random::Random;
use grundy_batch::{Options, answer_text};
use grundy_classics::{classics, rewritings};
use grundy_games::own_rules::lowered;
use grundy_games::{Context, Goal, OpenPosition};
use grundy_language::parse;
use grundy_own_rules::SolvedRule;
use grundy_own_rules::shape::{Known, known};
use grundy_record::{Ask, Field, Move, Rules, Verdict};
use grundy_rules::grammar::read_rule;

use crate::tools::program::grundy;

#[test]
fn the_goldens_hold_every_classic() {
    let inputs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs");
    for (game, golden, list) in [
        ("rules", "rules-classics.in", classics()),
        ("rewrite", "rewrite-classics.in", rewritings()),
    ] {
        let input = std::fs::read_to_string(inputs.join(golden)).unwrap();
        for classic in list {
            let record = format!("{game} {}", classic.record);
            assert!(input.lines().any(|line| line == record), "{record}");
        }
    }
    assert!(classics().len() >= 40 && rewritings().len() >= 25);
}

#[test]
fn every_classic_can_be_called_by_its_name() {
    let context = Context::default();
    for classic in classics().iter().chain(rewritings()) {
        let word = classic.word();
        assert!(context.catalogue.find(&word).is_some(), "{word}");
    }
    let records = "mark: 10 25\ni-mark: 40 ? grundy\n";
    let by_name = answer_text(records, &Options::default());
    let rules = "rules [n] -> [n-1] | [n/2] if n > 0 : 10 25\n\
                 rules [n] -> [n-1] | [n/2] if n > 0 and n % 2 == 0 : 40 ? grundy\n";
    let by_rule = answer_text(rules, &Options::default());
    assert_eq!(by_name.answers, by_rule.answers, "{}", by_name.diagnostics);
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
    (
        "[a,b,c] -> [a,b,c-k] for k in 1..c | [a-k,b,c] for k in 1..a",
        4,
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)",
        9,
    ),
    (
        "[a,b] -> [a-k,b-k] for k in 1..min(a,b) | [a,b-k] for k in 1..b | [a-k,b] for k in 1..a",
        9,
    ),
    ("[a,b] -> [a-1,b] | [a,b-1] | [a-1,b-1]", 8),
    (
        "[a,b] -> [a-i,b-j] for i in 0..2, j in 0..2-i if i+j > 0",
        8,
    ),
    (
        "[a,b] -> [a-2,b] for k in 1..3 | [a,b-d] for d in divisors(6) | [a-2,b]",
        8,
    ),
    ("[x,y] -> [x-2*k,y-3+k] for k in {2, 0}", 9),
    ("[a,b,c] -> [a-1,b-1,c] | [a-1,b,c-1] | [a,b-1,c-1]", 4),
    ("[a,b,c,d] -> [a-1,b,c,d-1] | [a,b-2,c,d] | [a,b,c-1,d]", 3),
];

/// Rules close to a known game that are not that game.
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
    "[a,b] -> [a-1,b] if b > 2 | [a,b-1]",
    "[a,b] -> [a-1,b+1] | [a,b-1]",
    "[a,b] -> [a-k,b] for k in 0..2",
    "[a,b] -> [b,a-1]",
    "[a,b] -> [a-k*k,b] for k in 1..3",
    "[a,b] -> [a-9223372036854775807-9,b]",
    "[a,b] -> [a+1-2,b] | [a,b-1]",
    "[a,b] -> [a-1,b]+[a,b-1]",
    "[a,b] -> [a-1,b] | [a,b-1] ; legal if a != b",
    "[a,b,c,d,e] -> [a-1,b,c,d,e] | [a,b,c,d,e-1]",
];

fn rule_of(rules: &Rules) -> Option<Known> {
    known(&rules.own()?.rule)
}

/// The answers of a position as a part of a sum.
#[derive(Debug, PartialEq)]
struct AsPart {
    /// The number of its components.
    numbers: usize,
    /// The number of moves to a value.
    count: u128,
    /// The moves to this value.
    moves: Vec<Move>,
}

/// Asks a position what a sum asks its parts about the moves to a value.
fn reach(game: &mut dyn OpenPosition, target: u64) -> AsPart {
    let mut moves = Vec::new();
    let _ = game
        .visit(Goal::Value(target), &mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        })
        .unwrap();
    AsPart {
        numbers: game.numbers().unwrap(),
        count: game.count_of(Goal::Value(target)).unwrap(),
        moves,
    }
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
            for positions in [
                position.clone(),
                format!(
                    "{position} {}",
                    itertools::join(vec![3; arity as usize], ",")
                ),
            ] {
                let text = format!("rules {rule} : {positions} ? verdict");
                let statement = parse(text.as_bytes(), &*context.catalogue, &[])
                    .unwrap_or_else(|_| panic!("{text}"));
                let found =
                    rule_of(&statement.record().rules).unwrap_or_else(|| panic!("{rule} is known"));
                let open = || grundy_games::open(&statement.summands, &context).unwrap();
                let Ok(mut other) = lowered(found.clone(), statement.record(), &context, open())
                else {
                    assert!(matches!(found, Known::Wythoff { .. }), "{text}");
                    continue;
                };
                // A position that is opened for values has them.
                let valued = text.replace("verdict", "grundy");
                let valued = parse(valued.as_bytes(), &*context.catalogue, &[]).unwrap();
                let mut direct = grundy_games::open(&valued.summands, &context).unwrap();
                let mut asks = vec![Ask::Verdict, Ask::Winner, Ask::Count, Ask::Moves, Ask::Best];
                if !matches!(found, Known::Wythoff { .. }) {
                    asks.extend([Ask::Grundy, Ask::Values]);
                }
                if arity == 1 && !positions.contains(' ') {
                    asks.extend([Ask::Losing, Ask::Sequence]);
                }
                for ask in asks {
                    let mine =
                        grundy_games::answer(&statement.summands, &mut *other, ask, &context)
                            .unwrap_or_else(|fault| panic!("{text} {ask}: {fault:?}"));
                    let theirs =
                        grundy_games::answer(&valued.summands, &mut *direct, ask, &context)
                            .unwrap();
                    assert_eq!(mine, theirs, "{text} {ask}");
                }
                if matches!(found, Known::Wythoff { .. }) {
                    continue;
                }
                // It is also asked as a part of a sum of different games.
                let again = grundy_games::open(&valued.summands, &context).unwrap();
                let mut other = lowered(found.clone(), valued.record(), &context, again)
                    .ok()
                    .unwrap();
                for target in 0..4 {
                    assert_eq!(
                        reach(&mut *other, target),
                        reach(&mut *direct, target),
                        "{text} {target}"
                    );
                }
            }
        }
    }
}

/// Vectors are subtracted from two to four numbers, written one by one or by a `for` over lists.
#[test]
fn random_vectors_give_what_the_rule_gives() {
    let mut random = Random::new(0x70C5);
    let context = Context::default();
    for _ in 0..150 {
        let arity = random.within(2, 4) as usize;
        let names = &["a", "b", "c", "d"][..arity];
        let mut kinds = Vec::new();
        for _ in 0..random.within(1, 5) {
            let by = itertools::join((0..3).map(|_| random.within(0, 3)), ", ");
            let taken = |name: &&str| match random.within(0, 3) {
                0 => format!("{name}-k"),
                1 => format!("{name}-2*k-1"),
                n => format!("{name}-{}", n - 2),
            };
            let part = itertools::join(names.iter().map(taken), ",");
            kinds.push(format!("[{part}] for k in {{{by}}}"));
        }
        let rule = format!("[{}] -> {}", names.join(","), kinds.join(" | "));
        let position = itertools::join((0..arity).map(|_| random.within(0, 7)), ",");
        let text = format!("rules {rule} : {position} ? grundy verdict moves best values");
        let statement =
            parse(text.as_bytes(), &*context.catalogue, &[]).unwrap_or_else(|_| panic!("{text}"));
        let open = || grundy_games::open(&statement.summands, &context).unwrap();
        // A vector of zeros leads back to where it came from.
        let Some(found) = rule_of(&statement.record().rules) else {
            assert!(
                grundy_games::answer(&statement.summands, &mut *open(), Ask::Grundy, &context)
                    .is_err(),
                "{text}"
            );
            continue;
        };
        assert!(matches!(found, Known::Vectors(_)), "{text}");
        let mut other = lowered(found.clone(), statement.record(), &context, open())
            .ok()
            .unwrap();
        for &ask in &statement.record().asks {
            let mine =
                grundy_games::answer(&statement.summands, &mut *other, ask, &context).unwrap();
            assert_eq!(
                mine,
                grundy_games::answer(&statement.summands, &mut *open(), ask, &context).unwrap(),
                "{text} {ask}"
            );
        }
    }
}

/// Play need not end: its positions are compared with tokens on the graph of the moves.
#[test]
fn loopy_rules_are_tokens_on_a_graph() {
    let mut random = Random::new(0x100F);
    let context = Context::default();
    let mut drawn = 0;
    for _ in 0..40 {
        let size = random.within(4, 30);
        let mut kinds = Vec::new();
        for _ in 0..random.within(1, 3) {
            let times = random.below(size);
            let plus = random.below(size);
            let by = random.within(2, 5);
            let not = random.below(2);
            kinds.push(format!(
                "[({times}*n+{plus}) % {size}] if n % {by} != {not}"
            ));
        }
        let text = format!("[n] -> {} ; loopy", kinds.join(" | "));
        let (rule, _) = read_rule(&text).unwrap();
        let solver = SolvedRule::new(rule);
        let mut arcs = String::new();
        for n in 0..size as i64 {
            solver
                .options(&[n], &context.budget, &mut |to| {
                    arcs += &format!(" {}>{}", n + 1, to[0] + 1);
                    Ok(())
                })
                .unwrap();
        }
        for n in 0..size {
            let answer = |record: String| {
                let statement = parse(record.as_bytes(), &*context.catalogue, &[])
                    .unwrap_or_else(|_| panic!("{record}"));
                let mut position = grundy_games::open(&statement.summands, &context).unwrap();
                grundy_games::answer(&statement.summands, &mut *position, Ask::Verdict, &context)
                    .unwrap()
            };
            let found = answer(format!("rules {text} : {n} ? verdict"));
            assert_eq!(
                found,
                answer(format!("graph {size}{arcs}: {} ? verdict", n + 1)),
                "{text}: {n}"
            );
            drawn += u32::from(found == Field::Verdict(Verdict::Draw));
        }
    }
    assert!(drawn > 50, "{drawn}");
}

#[test]
fn what_is_only_close_is_not_taken_for_another_game() {
    let context = Context::default();
    for rule in OTHERS {
        let arity = rule[..rule.find(']').unwrap()].split(',').count();
        let text = format!("rules {rule} : {}", itertools::join(vec![3; arity], ","));
        let statement =
            parse(text.as_bytes(), &*context.catalogue, &[]).unwrap_or_else(|_| panic!("{text}"));
        assert_eq!(rule_of(&statement.record().rules), None, "{rule}");
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
            "rules [a,b] -> [a-1,b] | [a,b-1] | [a-1,b-1] : 1000000000001,999999999999 ? verdict moves grundy",
            "rocks 1,0 0,1 1,1: 1000000000001,999999999999 ? verdict moves grundy",
        ),
        (
            "rules [a,b] -> [a-1,b] | [a,b-2] : 9223372036854775807,9223372036854775806 ? verdict moves",
            "rocks 1,0 0,2: 9223372036854775807,9223372036854775806 ? verdict moves",
        ),
        (
            "rules [n] -> [n-k] for k in {1,3,4} : 1000000000000 + nim: 3 ? verdict moves grundy values",
            "subtraction 1 3 4: 1000000000000 + nim: 3 ? verdict moves grundy values",
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
        (
            "rules [n] -> [n-k] for k in squares(n) : 900000 ? winner",
            "subtraction squares: 900000 ? winner",
        ),
    ] {
        assert_eq!(grundy(&[record]), grundy(&[same]), "{record}");
    }
}

/// Lists by a proved pattern are compared with those of slices, whose positions are looked at one by one.
#[test]
fn lists_by_patterns_are_those_of_positions_one_by_one() {
    let solver = grundy::Solver::default();
    let list = |game: &str, ranges: &str| {
        let position = solver
            .position(&format!("{game}: {ranges} ? p-list"))
            .unwrap();
        position
            .p_list()
            .unwrap()
            .iter()
            .map(|numbers| numbers.to_vec())
            .collect::<Vec<_>>()
    };
    let wythoff = "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)";
    let nim = "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b";
    for game in [wythoff, "wythoff", nim] {
        let slices =
            ["700..1399", "1400..2101"].map(|first| list(game, &format!("{first},3..1403")));
        assert_eq!(list(game, "700..2101,3..1403"), slices.concat(), "{game}");
    }
    let mark = "rules [n] -> [n-1] | [n/2] if n > 0";
    let slices = ["1000000..1900000", "1900001..2600000"].map(|numbers| list(mark, numbers));
    assert_eq!(list(mark, "1000000..2600000"), slices.concat());
    assert_eq!(list("wythoff", "0..10000000,7..7"), [[4, 7]]);
}

/// The limit is the program's: the reference answers.
#[test]
fn sums_stand_in_few_others() {
    let sums = |depth: usize| {
        (1..depth).fold("sum(1..2)".to_owned(), |inner, i| {
            format!("sum({inner}+0*j{i} for j{i} in 1..2)")
        })
    };
    let opened = |depth| {
        grundy::Solver::default()
            .position(&format!("rules [n] -> [n-{}] : 5", sums(depth)))
            .map(drop)
    };
    assert!(opened(4).is_ok(), "{:?}", opened(4));
    assert!(
        opened(5)
            .unwrap_err()
            .to_string()
            .contains("more than 4 deep")
    );
}

/// Says whether the player to move wins a sum of an own rule, whose options are those given, and of a heap of nim, if who
/// cannot move wins.
fn wins_misere(options: &dyn Fn(u64) -> Vec<u64>, own: u64, heap: u64) -> bool {
    let own_moves = options(own).into_iter().map(|left| (left, heap));
    let moves: Vec<(u64, u64)> = own_moves.chain((0..heap).map(|left| (own, left))).collect();
    let mut left = moves.iter();
    moves.is_empty() || left.any(|&(own, heap)| !wins_misere(options, own, heap))
}

/// An own rule of one number under misère play may be a game of a sum of different ones: solver and reference say of it
/// what the definition says. Where `lose if` holds the number has no moves.
#[test]
fn own_rules_under_misere_play_are_games_of_sums() {
    type OptionsOf<'a> = &'a dyn Fn(u64) -> Vec<u64>;
    let halves = |n: u64| if n > 0 { vec![n - 1, n / 2] } else { vec![] };
    let stops = |n: u64| match n {
        0 | 3 => vec![],
        1 => vec![0],
        _ => vec![n - 1, n - 2],
    };
    let rules: [(&str, OptionsOf<'_>); 2] = [
        ("[n] -> [n-1] | [n/2] if n > 0 ; misere", &halves),
        ("[n] -> [n-1] | [n-2] ; misere ; lose if n == 3", &stops),
    ];
    for (rule, options) in rules {
        let mut records = String::new();
        let mut expected = String::new();
        for own in 0..=7 {
            for heap in 0..=4 {
                records += &format!("rules {rule} : {own} + nim misere: {heap} ? winner\n");
                let wins = wins_misere(options, own, heap);
                expected += if wins { "FIRST\n" } else { "SECOND\n" };
            }
        }
        let answered = answer_text(&records, &Options::default());
        assert_eq!(
            answered.answers, expected,
            "{rule}: {}",
            answered.diagnostics
        );
        let (answers, _) = grundy_reference::answers(records.as_bytes());
        let mut lines = String::new();
        for answer in &answers {
            lines += &answer.line().expect("small positions are answered");
            lines.push('\n');
        }
        assert_eq!(lines, expected, "{rule}");
    }
}
