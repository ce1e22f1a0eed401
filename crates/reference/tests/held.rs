//! The reference, held to itself and to published tables.

use grundy_base::random::Random;
use grundy_classics::NamedRule;
use grundy_reference::answers::{answer, answers, answers_by};
use grundy_reference::games::GAMES;
use grundy_reference::records::Reading;

fn lines(input: &str) -> Vec<String> {
    answers(input.as_bytes())
        .0
        .iter()
        .map(|answer| answer.line().expect("small"))
        .collect()
}

#[test]
fn knows_what_is_published() {
    for (record, want) in GAMES.iter().flat_map(|game| game.published) {
        assert_eq!(lines(record), [*want], "{record}");
    }
    // The first player loses at these limits of the factor game and no other up to 60.
    let lost = [
        1, 2, 4, 5, 6, 7, 9, 10, 11, 15, 18, 19, 21, 22, 23, 25, 26, 28, 29, 32, 35, 42, 43, 45,
        46, 47, 51, 54, 56,
    ];
    for limit in 1..=60 {
        let want = if lost.contains(&limit) {
            "SECOND"
        } else {
            "FIRST"
        };
        assert_eq!(
            lines(&format!("factor {limit}: ? winner")),
            [want],
            "limit {limit}"
        );
    }
}

/// A name stands for one game, and its sample is a record of it.
#[test]
fn samples_are_records_of_their_games() {
    for game in GAMES {
        assert_eq!(
            GAMES.iter().filter(|other| other.name == game.name).count(),
            1
        );
        assert!(
            game.sample.split([' ', ':']).next() == Some(game.name),
            "{}",
            game.name
        );
        assert_ne!(lines(game.sample), ["ERROR"], "{}", game.name);
    }
}

#[test]
fn a_sample_shows_how_many_numbers_a_component_has() {
    for (name, numbers) in [("nim", 1), ("wythoff", 2), ("silver-dollar", 1)] {
        let game = GAMES.iter().find(|game| game.name == name).expect(name);
        assert_eq!(game.numbers_of_component(), numbers, "{name}");
    }
}

/// A sum by values is the sum played out: here as one game of a rule with two numbers.
#[test]
fn sums_by_values_are_sums_by_search() {
    for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
        let sum = lines(&format!("subtraction 1 3 4: {a} {b} ? verdict"));
        let whole = format!(
            "rules [a,b] -> [a-k,b] for k in {{1,3,4}} | [a,b-k] for k in {{1,3,4}} : {a},{b}"
        );
        assert_eq!(sum, lines(&whole), "{a} {b}");
        let misere = lines(&format!("subtraction 1 3 4 misere: {a} {b} ? verdict"));
        let whole = whole.replace(" : ", " ; misere : ");
        assert_eq!(misere, lines(&whole), "{a} {b}");
    }
}

/// Tokens on loopy graphs by their values are tokens on the product of the graph with itself.
#[test]
fn tokens_by_values_are_tokens_by_search() {
    let mut dice = Random::new(1);
    for _ in 0..300 {
        let arcs: Vec<(u64, u64)> = (0..dice.below(12))
            .map(|_| (dice.below(5), dice.below(5)))
            .collect();
        let a = dice.below(5);
        let b = dice.below(5);
        let list: Vec<String> = arcs
            .iter()
            .map(|(a, b)| format!("{}>{}", a + 1, b + 1))
            .collect();
        let sum = lines(&format!(
            "graph 5 {}: {} {} ? verdict",
            list.join(" "),
            a + 1,
            b + 1
        ));
        let mut product: Vec<String> = Vec::new();
        for (from, to) in &arcs {
            for other in 0..5 {
                product.push(format!("{}>{}", from * 5 + other + 1, to * 5 + other + 1));
                product.push(format!("{}>{}", other * 5 + from + 1, other * 5 + to + 1));
            }
        }
        let whole = lines(&format!(
            "graph 25 {}: {} ? verdict",
            product.join(" "),
            a * 5 + b + 1
        ));
        // Two tokens on one vertex may move alike; elsewhere counts agree as well.
        assert_eq!(sum, whole, "{list:?} {a} {b}");
    }
}

#[test]
fn walks_by_matching_are_walks_by_search() {
    let mut dice = Random::new(2);
    for _ in 0..200 {
        let edges = (0..dice.below(26)).map(|_| (dice.below(11) + 1, dice.below(11) + 1));
        let edges: Vec<String> = edges
            .filter(|(a, b)| a != b)
            .map(|(a, b)| format!("{a}-{b}"))
            .collect();
        let start = dice.below(11) + 1;
        // Vertices that nothing leads to make it too large to explore.
        let [small, large] = [11, 40].map(|count| {
            lines(&format!(
                "geography {count} {}: {start} ? verdict moves",
                edges.join(" ")
            ))
        });
        assert_eq!(small, large, "{edges:?} from {start}");
    }
}

#[test]
fn ways_by_powers_are_ways_by_terms() {
    for amounts in ["1", "2 5 7", "1-4", "3", "2 16"] {
        for modulus in [2u64, 3, 10, 97, 1 << 62] {
            let small = lines(&format!("subtraction {amounts}: 333 ? paths%{modulus}"));
            let exact = lines(&format!("subtraction {amounts}: 333 ? paths"));
            let reduced: Vec<String> = exact[0]
                .split(' ')
                .map(|count| (count.parse::<num_bigint::BigUint>().unwrap() % modulus).to_string())
                .collect();
            assert_eq!(small, [reduced.join(" ")], "{amounts} % {modulus}");
        }
    }
    // Beyond two million steps, powers of a polynomial count.
    let ways = |total: u64| -> Vec<u64> {
        let line = lines(&format!("subtraction 1 2: {total} ? paths%1000003"));
        line[0]
            .split(' ')
            .map(|count| count.parse().unwrap())
            .collect()
    };
    let far = ways(1_000_001);
    let near = ways(1_000_000);
    let nearer = ways(999_999);
    assert_eq!(
        far,
        [
            (near[1] + nearer[1]) % 1_000_003,
            (near[0] + nearer[0]) % 1_000_003
        ]
    );
}

/// Numbers that a clause forbids are left out of a range, however the clause is written.
#[test]
fn numbers_that_are_no_positions_are_left_out() {
    assert_eq!(
        lines("rules [n] -> [n-2];legal if n % 2 == 0 : 0..9 ? p-positions positions"),
        ["3 | 5"]
    );
    let even = NamedRule {
        name: "even".to_owned(),
        rule: "[n] -> [n-2] ; legal if n % 2 == 0".to_owned(),
    };
    let reading = Reading {
        names: vec![even],
        ..Reading::default()
    };
    let input = b"even: 0..9 ? p-positions positions";
    let (named, _) = answers_by(input, &reading, |_, record| answer(record, &[]));
    assert_eq!(named[0].line().as_deref(), Some("3 | 5"));
}

/// The classics are known by their names, except those that are names of games.
#[test]
fn classics_are_read_by_name() {
    let mark = "[n] -> [n-1] | [n/2] if n > 0";
    assert_eq!(
        lines("mark: 10 25 ? values"),
        lines(&format!("rules {mark} : 10 25 ? values"))
    );
    assert_eq!(
        lines("mark misere: 9"),
        lines(&format!("rules {mark} ; misere : 9"))
    );
    assert_eq!(
        lines("kayles ring: 5 ? verdict"),
        lines("octal 0.77 ring: 5 ? verdict")
    );
    let classics = grundy_classics::classics().iter();
    for classic in classics.chain(grundy_classics::rewritings()) {
        let position = classic.record.split_once(" : ").expect("a position").1;
        let (answers, _) = answers(format!("{}: {position}", classic.word()).as_bytes());
        assert_eq!(
            answers[0].line().as_deref().filter(|&line| line == "ERROR"),
            None,
            "{}",
            classic.name
        );
    }
}

/// All powers of 1 are 1, so that a set of them to some number would not end.
#[test]
fn powers_of_one_are_no_set() {
    for record in [
        "subtraction powers-of-1: 14",
        "flags powers-of-0 left 1: 14",
    ] {
        assert_eq!(lines(record), ["ERROR"], "{record}");
    }
    assert_eq!(
        lines("rules [n] -> [n-k] for k in powers(1,n) : 14"),
        ["LOSE"]
    );
}

/// A run ends at the last place that a number can name.
#[test]
fn heads_lie_at_the_largest_place() {
    let last = "coins run-up-to 2: 18446744073709551615 ? moves grundy";
    assert_eq!(lines(last), ["18446744073709551615 | 1"]);
}

#[test]
fn wrong_records_do_not_disturb_their_neighbours() {
    let input =
        "@a nim: 1\nking 2x2\n.K\n..\nking 2x2\n.K\n@b nim: 2\nking 1x1\nK\nK\nnim: 3\n..\n";
    let (got, wrong) = answers(input.as_bytes());
    let lines: Vec<String> = got.iter().filter_map(|answer| answer.line()).collect();
    assert_eq!(
        lines,
        ["@a WIN 1", "WIN 1", "ERROR", "@b WIN 1", "ERROR", "WIN 1"]
    );
    assert_eq!(
        got.iter().map(|answer| answer.place).collect::<Vec<_>>(),
        [0, 1, 4, 6, 7, 10]
    );
    assert!(wrong);
}
