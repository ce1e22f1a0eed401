//! Boxes of rules, filled by each way, compared with positions solved one by one by the definition.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_base::sync::progress;
use grundy_base::testing::sized;
use grundy_own_rules::dense::{Job, interval, order};
use grundy_own_rules::reach::Reach;
use grundy_own_rules::{SolvedRule, Trouble, WideSolver};
use grundy_rules::grammar::read_rule;
use grundy_rules::meter::Meter;
use grundy_rules::options::{Outcome, RulePosition};
use std::collections::HashSet;

/// Rules and the highest position of a box: one or more for each way that kinds of moves are looked at, and
/// what random rules found.
const BOXES: &[(&str, &[i64])] = &[
    // One place after the other.
    ("[n] -> [n-1] | [n/2] if n > 0", &[300]),
    ("[n] -> [n-2] | [(n-1)/3] if n > 1", &[300]),
    // The second number falls first, and the first may rise: rows are not found one after the other.
    (
        "[a,b] -> [i,b-1] for i in 0..min(a+2,12) if b > 0 | [a-k,b] for k in 1..min(a,3)",
        &[12, 9],
    ),
    (
        "[a,b] -> [i,b-1-i] for i in 0..b-1 | [a/2,b] if a > 0",
        &[15, 15],
    ),
    (
        "[a,b,c] -> [a,i,c-1] for i in 0..min(b+1,6) if c > 0 | [a/2,b-k,c] for k in 1..b",
        &[5, 6, 7],
    ),
    // Lists and sets.
    ("[n] -> [n-k*k] for k in 1..sqrt(n)", &[200]),
    ("[n] -> [n-k] for k in {1, 4..6, 9} if k != n/2", &[90]),
    (
        "[s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1",
        &[255],
    ),
    (
        "[s] -> [s ^ 1<<i] for i in bits(s) if 1 <= i < 5 and i != 3",
        &[127],
    ),
    ("[n] -> [n-d] for d in divisors(n) if d < n", &[200]),
    // Sets and guards that hold no other names than those of members.
    (
        "[n] -> [2+n-i*i-j+1] for i in {1..6, 9} if i != 2 for j in i+3..40/(i-3) if isprime(i+j) == 1 | [n-1]",
        &[150],
    ),
    (
        "[s,t] -> [s ^ 1<<i ^ j,t/2] if s > 0 for i in bits(s), j in divisors(i) | [s,t-1]",
        &[63, 7],
    ),
    (
        "[n,m] -> [n-1-k-j,m] for k in n/9..n/3 for j in k/2..k | [n+k+j,m-1] for k in -20..-6 by 3, j in 0..5",
        &[40, 9],
    ),
    (
        "[n] -> [n-k-j] for k in 1..n if k % 5 != 2 for j in {0, k} ; misere",
        &[90],
    ),
    // Divisors of a number that is larger than those asked for first.
    (
        "[n] -> [n-1] for k in divisors(2/n) | [n-j] for j in {1,5} for k in divisors(n)",
        &[60],
    ),
    (
        "[a,b] -> [a-k,b-2] for k in divisors(sqrt(b)) if k < b | [a-i,i] for i in divisors(b) if a % 2 == 1",
        &[7, 11],
    ),
    // Strips, bends, multiples.
    (
        "[a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a",
        &[30, 25],
    ),
    (
        "[a,b] -> [a-k*b,b] for k in 1..a/b if k != 2 | [a,b-1] if a % 3 == b",
        &[20, 9],
    ),
    (
        "[a,b] -> [a-k*2,b] for k in 1..a/2 | [a,b-b*k] for k in 1..b/b",
        &[20, 9],
    ),
    (
        "[a,b,c] -> [i,min(b,i),min(c,i)] for i in 1..a-1 | [a,i,min(c,i)] for i in 0..b-1 | [a,b,i] for i in 0..c-1 \
      ; legal if a >= b >= c",
        &[8, 7, 6],
    ),
    ("[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k", &[80]),
    ("[n] -> [i]+[j]+[n-i-j-1] for i in 0..n-1, j in 0..i", &[24]),
    // Rows whose last number bounds the move.
    (
        "[n,m] -> [n-k,min(2*k,n-k)] for k in 1..min(n,m)",
        &[40, 40],
    ),
    ("[n,m] -> [n-k,m/2] for k in 1..m", &[20, 20]),
    (
        "[n,m] -> [n,k] for k in 0..m-1 | [n-k,k] for k in 1..min(n,m)",
        &[12, 15],
    ),
    (
        "[n,p,m] -> [n-k,1-p,k] for k in 1..min(n,m+1) if p < 2",
        &[9, 1, 9],
    ),
    // Rays together with other options.
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)",
        &[60, 53],
    ),
    (
        "[a,b] -> [a,b-k] for k in 1..b | [i,b] for i in 0..a-1 ; legal if a != b",
        &[12, 12],
    ),
    (
        "[a,b,c,p] -> [a-k,b,c,p] for k in 1..a | [a,b-k,c,p] for k in 1..b | [a,b,c-k,p] for k in 1..c \
      | [a,b,c,0] if p == 1 and a+b+c > 0",
        &[6, 7, 5, 1],
    ),
    (
        "[a,b,c] -> [a-k,b,c-k] for k in 1..min(a,c) | [a,b-k,c] for k in 1..b | [a-1,b,c-2]",
        &[7, 6, 8],
    ),
    (
        "[a,b,c] -> [a-k,b-k,c-k] for k in 1..min(a,min(b,c)) | [a-k,b-k,c] for k in 1..min(a,b)",
        &[5, 3, 70],
    ),
    (
        "[a,b,c] -> [a-k,b,c-k] for k in 1..min(a,c) | [a,b,i] for i in 0..c-1 ; legal if a+b != c",
        &[3, 2, 130],
    ),
    // Long rows: single options and the ends of ranges at many positions at once.
    (
        "[a,b] -> [a-1,b] if b > 2 | [a,b-3]+[a/2,b-4] | [a-2,b/2] if (a+b) % 3 != 1",
        &[20, 140],
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..(a+b)/7 | [a,b-2*k] for k in a/b..b/3 if k > 0 if k != a | [0,b-1] if a > 3",
        &[16, 140],
    ),
    (
        "[a,b] -> [a-k,b-k*a] for k in 1..b/a if k < 9 | [a/2,b-k*2-1] for k in 0..b/(3*a+3) ; legal if b % 5 != a",
        &[9, 140],
    ),
    // Values beyond those of a word.
    ("[n] -> [n-k] for k in 1..n if k != 3", &[300]),
    (
        "[a,b] -> [a-k,b] for k in 1..a if k != 2 | [a,b-k] for k in 1..b if k != 3 | [a-1,b-1]",
        &[50, 70],
    ),
    ("[n] -> [n-k]+[k-1] for k in 1..n if k != 3 | [n-5]", &[150]),
    // Anything else.
    ("[n] -> [n-k] for k in 1..n if (n & k) != 0", &[150]),
    (
        "[a,b] -> [a-k,b-j] for k in 1..a if gcd(a,k) == 1 for j in 0..b if (k + j) % 3 == b % 2",
        &[9, 8],
    ),
    (
        "[a,b] -> [a-1,min(b+k,12)] for k in {1, 3} | [a,b-1]",
        &[8, 12],
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a if k in primes(a) or b in {2, 5..7} | [a,~b] | [a,-b-1] | [a,b-1] if not a < b",
        &[20, 9],
    ),
    // Play that ends by clauses.
    ("[n] -> [n-k] for k in 1..3 ; lose if n == 1", &[60]),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; misere",
        &[9, 9],
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; win if a == 2*b ; draw if a+b == 11",
        &[15, 9],
    ),
    (
        "[n] -> [n-j] for j in bits(n) if j > 0 ; misere ; win if n % 7 == 3",
        &[60],
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; misere ; legal if (a + 2*b) % 5 != 3",
        &[14, 11],
    ),
    (
        "[a,b] -> [a-k,b-k] for k in 1..min(a,b) | [a-1,b] ; misere ; lose if a == 3 ; legal if b != 4",
        &[14, 11],
    ),
    (
        "[a,b] -> [i,b] for i in 0..a-1 if i != 2 | [a-2*k,b-k] for k in 1..b ; misere ; legal if a != b+1",
        &[14, 11],
    ),
    (
        "[n] -> [n-k] for k in {2, 4..6} ; misere ; legal if n != 1",
        &[90],
    ),
    (
        "[n] -> [n-k] for k in 3..n by 2 ; misere ; win if n % 5 == 1 ; lose if n % 5 == 2",
        &[90],
    ),
    (
        "[n,m] -> [n-k,2*k] for k in 1..min(n,m) ; misere",
        &[15, 30],
    ),
];

#[test]
fn boxes_hold_what_the_definition_says() {
    let budget = Budget::default();
    for (text, tops) in BOXES {
        let (rule, _) = read_rule(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        let mut solver = SolvedRule::new(rule.clone());
        assert_eq!(solver.fill_at_once(tops, &budget), Ok(true), "{text}");
        let mut reach = Reach::new(rule.arity());
        for position in positions(tops) {
            let mut meter = Meter::new(budget.work);
            if rule.is_position(&position, &mut meter) == Ok(true) {
                let known = reach.solve(&rule, &position, &mut meter, &budget).unwrap();
                let found = solver
                    .found(&position, true)
                    .unwrap_or_else(|| panic!("{text}: {position:?}"));
                assert_eq!(found, known, "{text}: {position:?}");
            }
        }
    }
}

/// All positions of a box.
fn positions(tops: &[i64]) -> Vec<RulePosition> {
    let mut all = vec![RulePosition::new()];
    for &top in tops {
        let longer = |position: RulePosition| {
            (0..=top).map(move |n| position.iter().copied().chain([n]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn boxes_of_outcomes_hold_who_wins() {
    let budget = Budget::default();
    let mut compared = 0;
    for (text, tops) in BOXES {
        let (rule, _) = read_rule(text).unwrap();
        let tops = interval::closed_box(&rule, tops).unwrap();
        let positions = positions(&tops);
        let Some(order) =
            order::guess(&rule, &positions, &[], order::SAMPLE_STEPS).filter(|_| !rule.splits())
        else {
            continue;
        };
        let fill = |as_outcomes: bool| {
            let work = budget.work;
            let mut job = Job::new(&rule, &tops, order.clone(), as_outcomes, 0, work, &budget);
            job.fill(None, &budget, &mut { work })
        };
        let Ok(outcomes) = fill(true) else {
            continue;
        };
        let values = fill(false).unwrap();
        assert!(outcomes.bytes() < values.bytes());
        for position in &positions {
            let known = values.known(position);
            let known = known.map(|known| {
                if rule.has_values() {
                    known.min(1)
                } else {
                    known
                }
            });
            assert_eq!(outcomes.known(position), known, "{text}: {position:?}");
        }
        compared += 1;
    }
    assert!(compared > BOXES.len() / 2, "{compared}");
}

/// Queens with and without places that are no positions, in boxes of many tiles.
#[test]
fn boxes_of_many_tiles_hold_what_the_definition_says() {
    let rays = "[a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)";
    let mut random = Random::new(0x711E5);
    for (clause, tops) in [
        ("", [700, 590]),
        (" ; legal if (a*a+3*b) % 11 != 4", [590, 640]),
    ] {
        let text = format!("[a,b] -> {rays}{clause}");
        let (rule, _) = read_rule(&text).unwrap();
        let mut solver = SolvedRule::new(rule.clone());
        assert_eq!(
            solver.fill_at_once(&tops, &Budget::default()),
            Ok(true),
            "{text}"
        );
        // The values are what the definition says of those before.
        for _ in 0..200 {
            let position = tops.map(|top| random.within(0, top as u64) as i64);
            let mut met = HashSet::new();
            let options = solver.options(&position, &Budget::default(), &mut |parts| {
                met.insert(solver.found(parts, true));
                Ok(())
            });
            assert_eq!(options, Ok(()), "{text}");
            let mex = (0..).find(|&value| !met.contains(&Some(value)));
            let legal = solver.is_position(&position, &Budget::default()) == Ok(true);
            assert_eq!(
                solver.found(&position, true),
                mex.filter(|_| legal),
                "{text}: {position:?}"
            );
        }
    }
}

#[test]
fn a_line_of_play_beyond_memory_is_refused_by_its_pace() {
    let solve = |text: &str, position: &[i64]| {
        let (rule, _) = read_rule(text).unwrap();
        let budget = Budget::default();
        let mut meter = Meter::new(budget.work);
        Reach::new(rule.arity()).solve(&rule, position, &mut meter, &budget)
    };
    let endless = solve("[n] -> [n-1] | [n-2]", &[1 << 60]);
    assert!(
        matches!(endless, Err(Trouble::Length(positions)) if positions.ilog2() == 60),
        "{endless:?}"
    );
    // Lines that end as one of the numbers comes to 0, and a line that turns soon.
    assert_eq!(solve("[a,b] -> [a-1,b]", &[600_001, 1 << 60]), Ok(1));
    assert!(solve("[n] -> [n/2] if n > 0 | [n/3] if n > 0", &[1 << 60]).is_ok());
}

/// A box that takes far more steps than there are is refused before it is filled; few dear positions do not matter.
#[test]
fn a_box_far_too_dear_is_refused_at_once() {
    let outcome = |text: &str, n: i64, work: u64| {
        let (rule, _) = read_rule(text).unwrap();
        SolvedRule::new(rule).outcome(
            &[n],
            &Budget {
                work,
                ..Budget::default()
            },
        )
    };
    for (text, n) in [
        ("[n] -> [n-k] for k in 1..n if gcd(k,n) == 1", 1_000_000),
        ("[n] -> [n-k*j] for k in 1..n, j in 1..n/k", 100_000_000),
    ] {
        match outcome(text, n, 1 << 36) {
            Err(Trouble::Patternless(trouble, _)) => {
                assert!(
                    matches!(*trouble, Trouble::Steps { positions, .. } if positions == n as u64 + 1),
                    "{trouble:?}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // Every position leads to the one before, and two to all.
    let few = "[n] -> [n-1] | [n-k] if n % 30000 == 0 for k in 1..n if gcd(k,7) > 0";
    assert_eq!(outcome(few, 60_000, 1 << 25), Ok(Outcome::Won));
}

/// A box of one number that grows begins with the values of the one before, also past numbers that are no position.
#[test]
fn boxes_that_grow_keep_what_they_hold() {
    let (rule, _) = read_rule("[n] -> [n-k] for k in 1..3 ; legal if n % 100 != 5").unwrap();
    let budget = Budget::default();
    let mut growing = SolvedRule::new(rule.clone());
    for n in [40_000, 90_000, 200_000] {
        let value = SolvedRule::new(rule.clone()).value(&[n], &budget);
        assert_eq!(growing.value(&[n], &budget), value, "{n}");
    }
}

/// Taking at most half of a heap: an even number has half its value, an odd one that of the largest even heap that a
/// move leaves (Levine, Fractal sequences and restricted Nim, 2006).
#[test]
fn lists_end_soon_if_their_table_is_too_dear() {
    let (rule, _) = read_rule("[n] -> [n-k] for k in 1..n/2").unwrap();
    let budget = Budget {
        work: 1 << 28,
        ..Budget::default()
    };
    let mut solver = SolvedRule::new(rule);
    let mut expected = vec![0];
    for n in 1..=1usize << 16 {
        expected.push(if n % 2 == 0 {
            n as u64 / 2
        } else {
            expected[n / 2]
        });
    }
    for n in (0..=1i64 << 16).rev() {
        assert_eq!(solver.value(&[n], &budget), Ok(expected[n as usize]), "{n}");
    }
}

/// The steps for positions of one rule, all different and none dearer than another, grow as their number.
#[test]
fn positions_of_one_rule_take_as_many_steps_each_however_many_there_are() {
    let budget = Budget::default();
    for text in [
        "[n] -> [n-1] | [n/2] if n > 0",
        "[n] -> [n-d] for d in digits(n) if d > 0",
        "[a,n] -> [a,n-1] | [a,n/2] if n > 0",
        "[a,n] -> [a,i]+[a,n-i-1] for i in 0..n-1",
        "[a,n] -> [a,n-1] | [a,n+1] if n < 5 ; loopy",
        "[a,n] -> [a,n-1] | [a,n+1] if n < 5 ; lose if n == 2 ; win if n == 4 ; loopy",
        "[a,n] -> [a,n-1] | [a,n-2] ; misere",
        "[a,n] -> [a,n-1] | [a,n-2] ; legal if a % 7 != 1 or n < 3",
        "[a,n] -> [a,n-1] | [a,n-2] ; lose if a % 3 == n % 3",
        "[a,n] -> [a-k*k,n] for k in 1..1 | [a,n-k] for k in 1..n",
        "[a,n] -> [a-k,n] for k in 1..min(a,2) | [a-k,n-k] for k in 1..min(a,n)",
    ] {
        let (rule, _) = read_rule(text).unwrap();
        let steps = |positions: i64| {
            let mut solver = SolvedRule::new(rule.clone());
            for i in 0..positions {
                let position = [i, 5];
                let position = &position[..rule.arity()];
                if solver.is_position(position, &budget) == Ok(true) {
                    solver.outcome(position, &budget).unwrap();
                }
            }
            solver.steps()
        };
        let few = steps(500);
        let many = steps(2000);
        assert!(many < 6 * few + 1_000_000, "{text}: {few} {many}");
    }
}

/// Rules whose boxes are dear though few positions can be reached, or whose moves raise a number far from the others.
const CLIFFS: &[(&str, &[i64])] = &[
    ("[x,a] -> [x-d,a] for d in 1..a if x & d == d", &[1, 40_000]),
    ("[n,m] -> [n-k,m] for k in 1..m if k*k == n*n", &[1, 40_000]),
    (
        "[x,a] -> [x-d,a] for d in 1..min(a,x) if x & d == d",
        &[3941, 3165],
    ),
    (
        "[a,b] -> [a-1,b] | [a,b-1] | [a+1,b-1] if a == 4999 and b == 4999",
        &[5000, 5000],
    ),
    (
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-1] | [a+1,b-1] if a == 499 and b == 499",
        &[500, 500],
    ),
];

/// Draws a rule of one to three numbers, whose moves may raise numbers, exchange them, or leave two positions.
fn random_rule(random: &mut Random) -> (String, usize) {
    let arity = random.within(1, 3) as usize;
    let names = &["a", "b", "c"][..arity];
    let mut kinds = Vec::new();
    for _ in 0..random.within(1, 3) {
        let from = random.below(arity as u64) as usize;
        let to = random.below(arity as u64) as usize;
        let name = names[from];
        let with = |i: usize, term: String| {
            let mut terms: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            terms[i] = term;
            terms
        };
        let joined = |terms: &[String]| format!("[{}]", terms.join(","));
        let small = random.within(1, 4);
        let kind = match random.below(12) {
            0 => joined(&with(from, format!("{name}-{small}"))),
            1 => joined(&with(from, format!("{name}-k"))) + &format!(" for k in 1..{name}"),
            2 => joined(&with(from, format!("{name}/{}", small + 1))) + &format!(" if {name} > 0"),
            3 => {
                joined(&with(from, format!("{name}-k")))
                    + &format!(" for k in 1..{name} if {name} & k == k")
            }
            4 => {
                joined(&with(from, format!("{name}-d")))
                    + &format!(" for d in digits({name}) if d > 0")
            }
            5 => {
                let rest = joined(&with(from, format!("{name}-i-{small}")));
                joined(&with(from, "i".to_owned()))
                    + "+"
                    + &rest
                    + &format!(" for i in 0..{name}-{small}")
            }
            6 => joined(&with(from, format!("{name}-k*k"))) + &format!(" for k in 1..sqrt({name})"),
            7 => joined(&with(from, format!("{name} ^ 1<<i"))) + &format!(" for i in bits({name})"),
            8 if from != to => {
                let mut terms = with(from, format!("{name}-1"));
                terms[to] = format!("min({0}+{small},{1})", names[to], 10 * small);
                joined(&terms) + &format!(" if {name} % {} == 0", small + 1)
            }
            9 if from != to => {
                let mut terms = with(from, names[to].to_owned());
                terms[to] = format!("{name}-1");
                joined(&terms)
            }
            10 if from != to => {
                let mut terms = with(from, format!("{name}-k"));
                terms[to] = format!("{}-k", names[to]);
                joined(&terms) + &format!(" for k in 1..min({name},{})", names[to])
            }
            _ => joined(&with(from, format!("{name}-k"))) + &format!(" for k in {{{small}, 5}}"),
        };
        kinds.push(kind);
    }
    let clause = match random.below(8) {
        0 => " ; misere",
        1 => " ; lose if a == 3",
        2 => " ; legal if a % 5 != 2",
        _ => "",
    };
    let text = format!("[{}] -> {}{clause}", names.join(","), kinds.join(" | "));
    (text, arity)
}

/// Steps with all ways that are tried are few more than those of exploring alone: of rules whose order fails in few
/// places of a box, of boxes that are dear though few positions can be reached, and of random rules.
#[test]
fn what_is_given_up_costs_a_tenth_at_most() {
    /// The steps that are not compared: those of the first look, of patterns of small positions, and of estimates.
    const FREE_STEPS: u64 = 1 << 26;
    let mut random = Random::new(0x6176);
    let budget = Budget {
        work: 1 << sized(28, 34),
        ..Budget::default()
    };
    let mut starts: Vec<(String, Vec<i64>)> = CLIFFS
        .iter()
        .map(|(text, position)| ((*text).to_owned(), position.to_vec()))
        .collect();
    for _ in 0..sized(15, 3000) {
        let (text, arity) = random_rule(&mut random);
        let most = [1 << 14, 1 << 8, 50][arity - 1];
        let position = (0..arity).map(|_| random.below(most) as i64).collect();
        starts.push((text, position));
    }
    for (text, position) in starts {
        let (rule, _) = read_rule(&text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        let mut meter = Meter::new(budget.work);
        let explored = Reach::new(rule.arity()).solve(&rule, &position, &mut meter, &budget);
        let alone = budget.work - meter.left();
        let mut solver = SolvedRule::new(rule);
        let outcome = solver.outcome(&position, &budget);
        let all = solver.steps();
        assert!(
            all <= alone + alone / 10 + FREE_STEPS,
            "{text} {position:?}: {alone} steps alone, {all} with all ways"
        );
        if let (Ok(known), Ok(outcome)) = (explored, outcome) {
            assert_eq!(known == 0, outcome == Outcome::Lost, "{text} {position:?}");
        }
    }
}

/// Asks again and again, with more work each time, until there is an answer.
fn asked_until_answered<T>(mut ask: impl FnMut(&Budget) -> Result<T, Trouble>) -> T {
    for work in 1.. {
        let budget = Budget {
            work: work * work,
            ..Budget::default()
        };
        match ask(&budget) {
            Ok(answer) => return answer,
            Err(Trouble::Work(_) | Trouble::Steps { .. }) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    unreachable!("some work suffices")
}

#[test]
fn a_check_that_was_stopped_is_made_again() {
    let legal = "legal if count(d for d in divisors(a*b+a+4)) % 5 != 0";
    for (text, position) in [
        (
            format!("[a,b] -> [a-k,(b*3+k*a)%128] for k in 1..4 ; {legal}"),
            &[40, 121][..],
        ),
        (
            format!("[a,b] -> [a-k,(b*3+k*a)%128] for k in 1..4 ; {legal} ; loopy"),
            &[40, 121],
        ),
        (
            "[n] -> [n-1] | [n-2] ; legal if count(i for i in 1..99) == 99 and n > 2".to_owned(),
            &[4],
        ),
    ] {
        let rule = || read_rule(&text).unwrap().0;
        let want = SolvedRule::new(rule()).outcome(position, &Budget::default());
        let mut solver = SolvedRule::new(rule());
        let found = asked_until_answered(|budget| solver.outcome(position, budget));
        assert_eq!(Ok(found), want, "{text}");
    }
    for text in [
        "[w...] -> [w[1..]] if len(w) > 0 ; legal if count(i for i in 1..99) == 99 and len(w) != 1",
        "[w...] -> [w[1..]] if len(w) > 0 ; legal if sum(i for i in 1..99) > 9 and len(w) != 1 ; loopy",
    ] {
        let rule = || read_rule(text).unwrap().0;
        let position = [5, 1, 9];
        let want = WideSolver::new(rule()).outcome(&position, &Budget::default());
        let mut solver = WideSolver::new(rule());
        let found = asked_until_answered(|budget| solver.outcome(&position, budget));
        assert_eq!(Ok(found), want, "{text}");
    }
}

/// Positions that were met before do not stop one that has room alone.
#[test]
fn a_full_memory_is_emptied_for_the_next_position() {
    let text = "[w...] -> [a,b,c] if len(w) == 1 for a in 0..w[0], b in 0..w[0], c in 0..w[0]";
    let (rule, _) = read_rule(text).unwrap();
    let budget = Budget {
        memory: 1 << 20,
        ..Budget::default()
    };
    let mut solver = WideSolver::new(rule);
    for _ in 0..2 {
        assert_eq!(solver.value(&[3], &budget), Ok(1));
        let full = solver.value(&[100], &budget);
        assert!(matches!(full, Err(Trouble::Memory(_))), "{full:?}");
        for heap in 4..20 {
            assert_eq!(solver.value(&[heap], &budget), Ok(1), "{heap}");
        }
    }
}

/// Moves of one position that lead to the same few are kept once, so that memory has room for them.
#[test]
fn equal_moves_of_a_position_are_kept_once() {
    let budget = Budget {
        memory: 1 << 20,
        ..Budget::default()
    };
    let (rule, _) = read_rule("[n] -> [k % 10] for k in 0..n ; loopy").unwrap();
    let outcome = SolvedRule::new(rule).outcome(&[100_000], &budget);
    assert_eq!(outcome, Ok(Outcome::Drawn));
}

/// What exploring, tables and patterns do is shown as it is done.
#[test]
fn every_way_has_a_phase() {
    let phase_of = |text: &str, position: &[i64]| {
        let (rule, _) = read_rule(text).unwrap();
        progress::take_done();
        let _ = SolvedRule::new(rule).outcome(position, &Budget::default());
        let done = progress::take_done();
        assert!(done.units > 0 && done.steps > 0, "{text}: {done:?}");
        done.phase
    };
    let endless = "[a,n] -> [a,n-1] | [a,n+1] if n < 9000 ; loopy";
    let graph = Some("vertices of a graph visited");
    assert_eq!(phase_of(endless, &[7, 3]), graph);
    let queen =
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)";
    let table = Some("positions of a rule");
    assert_eq!(phase_of(queen, &[300, 300]), table);
    let (rule, _) = read_rule("[n] -> [n-1] | [n-2]").unwrap();
    let budget = Budget::default();
    let mut meter = Meter::new(budget.work);
    let solved = Reach::new(1).solve(&rule, &[20_000], &mut meter, &budget);
    assert!(solved.is_ok());
    let reached = progress::take_done();
    assert_eq!(reached.phase, Some("positions reached by a rule"));
    assert!(reached.units > 16_000, "{reached:?}");
    drop(grundy_automata::Work::new(1));
    assert_eq!(progress::take_done().phase, Some("steps of patterns"));
}
