//! Positions explored whole, theorems and rules of one's own, each proved and held against changes.

use crate::certificates::{certified, certified_within, mutated, shown, verify};
use crate::duel::dice::Dice;

/// A random record of coins, Hackenbush, a take-and-break code or rings.
fn other_record(dice: &mut Dice) -> String {
    let numbers = |dice: &mut Dice, count: u64, most: u64| {
        let mut numbers = dice.list(count, |dice| dice.within(1, most));
        numbers.sort_unstable();
        numbers.dedup();
        numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    };
    let rules = ["up-to 1", "up-to 2", "up-to 3", "up-to 5", "exactly 2", "exactly 3", "run", "run-up-to 3"];
    let asks = ["verdict", "winner count", "moves", "best", "grundy", "values best", "moves values"];
    let count = dice.within(0, 4);
    let record = match dice.below(5) {
        0 => format!("coins {}: {}", dice.pick(&rules), numbers(dice, count, 12)),
        1 => {
            let cells: std::collections::BTreeSet<String> = dice
                .list(count, |dice| format!("{},{}", dice.within(1, 5), dice.within(1, 4)))
                .into_iter()
                .collect();
            let cells: Vec<String> = cells.into_iter().collect();
            format!("coins {} x {}: {}", dice.pick(&rules), dice.pick(&rules), cells.join(" "))
        }
        2 => {
            let count = dice.within(1, 12);
            let edges = dice.list(count, |dice| format!("{}-{}", dice.below(7), dice.below(7)));
            format!("hackenbush {}:", edges.join(" "))
        }
        3 => {
            let codes = ["0.77", "0.3F", "4!.0", "8.[73!F!]", "C.0F", "0.[3]", "8!.0", "0.7F!1", "4.00[12]"];
            let ring = dice.pick(&["", " ring"]);
            let code = dice.pick(&codes);
            match dice.below(3) {
                0 => return format!("take-and-break {code}{ring}: {} ? sequence grundy", dice.below(20)),
                _ => format!("take-and-break {code}{ring}: {}", numbers(dice, count, 20)),
            }
        }
        _ => format!(
            "{} ring: {}",
            dice.pick(&["kayles", "octal 0.137", "octal 4.07"]),
            numbers(dice, count, 20)
        ),
    };
    format!("{record} ? {}", dice.pick(&asks))
}

#[test]
fn explored_positions_prove_coins_hackenbush_codes_and_rings() {
    let mut dice = Dice::new(23);
    let mut before = String::new();
    let (mut changed, mut others) = (0, 0);
    for _ in 0..400 {
        let record = other_record(&mut dice);
        let text = record.as_bytes();
        let (answers, certificates) = certified(text);
        let refused = |refusal| panic!("{}", shown(text, &refusal));
        let tally = verify(text, &answers, &certificates).unwrap_or_else(refused);
        assert_eq!(tally.proved, 1, "{record}: {certificates}");
        let answer = String::from_utf8(answers.clone()).unwrap();
        let at = dice.below(1000) as usize;
        let other = mutated(answer.trim_end(), at, &mut dice);
        if other != answer.trim_end() && other != "ERROR" {
            assert!(verify(text, other.as_bytes(), &certificates).is_err(), "{record} accepts {other}");
            changed += 1;
        }
        // A theorem has no numbers that another record could have.
        if before != certificates && before.contains(" reached ") {
            assert!(verify(text, &answers, &before).is_err(), "{record} accepts {before}");
            others += 1;
        }
        before = certificates;
    }
    assert!(changed > 250 && others > 250, "{changed} {others}");
}

#[test]
fn theorems_prove_classics_of_any_size() {
    let text = b"staircase: 18446744073709551615 7 12345678901234 18446744073709551615 ? winner count grundy
staircase: 1000000000000 7 12345678901234 5 ? verdict moves best
silver-dollar: 18446744073709551615 5000000000 77 1 ? verdict moves grundy values best
welter: 18446744073709551615 0 1000000007 998244353 4 ? verdict moves grundy best
sequential-nim: 1000000000000 1000000000001 5 0 18446744073709551615 ? verdict moves grundy
euclid: 18446744073709551615,12157665459056928801 25,7 ? verdict moves values
euclid positive: 18446744073709551614,2 ? verdict moves grundy
wythoff: 18446744073709551615,11400714819323198485 ? verdict moves best
wythoff: 1000000000000,1618033988750 ? winner count moves
wythoff 7: 18446744073709551615,3 ? verdict moves
wythoff 1000000000000: 18446744073709551615,18446744073709551614 ? verdict moves
fibonacci-nim: 12200160415121876738 ? verdict best
fibonacci-nim: 18446744073709551615,1000000000000000000 ? verdict moves
take-away 5: 18446744073709551615 ? verdict moves
moore 2: 1000000000000 1000000000000 1000000000000 ? verdict moves best
moore 3: 18446744073709551615 5 7 9 ? winner
coins up-to 2: 1000000000000 999999999999 5 ? verdict moves grundy values
coins up-to 3: 70000 9 80000 ? verdict grundy values
coins run: 9223372036854775808 12 ? winner grundy
coins run-up-to 100: 1000000000000 12 ? verdict moves
coins exactly 2 x up-to 3: 1000000000000,5 99999,99999 ? winner grundy values
";
    let (answers, certificates) = certified(text);
    let tally = verify(text, &answers, &certificates).unwrap_or_else(|r| panic!("{}", shown(text, &r)));
    assert_eq!(tally.proved, tally.records, "{certificates}{}", String::from_utf8_lossy(&answers));
    assert!(certificates.matches(" theorem").count() > 15, "{certificates}");
    // A theorem about one game is none about another.
    let check = |record: &str, answer: &str| {
        let certificate = "grundy-certificates 2\n1 theorem\n";
        verify(record.as_bytes(), format!("{answer}\n").as_bytes(), certificate)
    };
    assert_eq!(check("welter: 1 4 8 ? grundy", "10").map(|tally| tally.proved), Ok(1));
    for (record, answer) in [
        ("welter: 1 4 8 ? grundy", "11"),
        ("nim: 1 4 8 ? grundy", "13"),
        ("end-nim: 1 4 8 ? winner", "FIRST"),
        ("cram 2x2: ? winner", "SECOND"),
        ("king 8x8: 3,3 ? grundy", "0"),
    ] {
        assert!(check(record, answer).is_err(), "{record}: {answer}");
    }
    assert_eq!(check("wythoff: 3,4 ? grundy", "2").map(|tally| tally.proved), Ok(0));
}

#[test]
fn rules_of_ones_own_are_proved_by_a_reader_of_their_own() {
    let mut dice = Dice::new(29);
    let (mut proved, mut changed) = (0, 0);
    for record in include_str!("../../inputs/rules.in").lines().filter(|line| line.starts_with("rules ")) {
        let text = record.as_bytes();
        let (answers, certificates) = certified(text);
        let tally = verify(text, &answers, &certificates).unwrap_or_else(|r| panic!("{}", shown(text, &r)));
        proved += tally.proved;
        let answer = String::from_utf8(answers).unwrap();
        let at = dice.below(1000) as usize;
        let other = mutated(answer.trim_end(), at, &mut dice);
        if tally.proved == 1 && other != answer.trim_end() && !other.ends_with("ERROR") {
            assert!(verify(text, other.as_bytes(), &certificates).is_err(), "{record} accepts {other}");
            changed += 1;
        }
    }
    assert!(proved > 80 && changed > 50, "{proved} {changed}");
}

#[test]
fn what_a_rule_says_is_what_is_proved() {
    // One record of each part of the language, with its answer and one that is wrong.
    for (record, right, wrong) in [
        ("rules [n] -> [n-1] | [n/2] if n > 0: 10 ? grundy", "0", "1"),
        ("rules [n] -> [n-k] for k in 1..3 ; lose if n == 1: 21 ? verdict", "LOSE", "WIN 1"),
        ("rules [n] -> [n-k] for k in 1..3 ; misere: 5 ? verdict", "LOSE", "WIN 1"),
        ("rules [n] -> [n-k] for k in 1..3 ; win if n == 2: 6 ? verdict", "WIN 1", "LOSE"),
        ("rules [n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k: 9 ? grundy", "4", "3"),
        ("rules [s] -> [s ^ 1<<i] for i in bits(s): 7 ? verdict", "WIN 3", "WIN 2"),
        ("rules [n] -> [n-1] if n % 2 == 0 or not n < 5 and n != 7: 8 ? winner", "FIRST", "SECOND"),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; legal if a + b != 3: 2,2 ? count",
            "0",
            "1",
        ),
    ] {
        let text = record.as_bytes();
        let (answers, certificates) = certified(text);
        assert_eq!(String::from_utf8_lossy(&answers).trim_end(), right, "{record}");
        assert_eq!(verify(text, &answers, &certificates).map(|tally| tally.proved), Ok(1), "{record}");
        assert!(verify(text, wrong.as_bytes(), &certificates).is_err(), "{record}");
    }
}

#[test]
fn periods_of_rules_are_proved() {
    let mut dice = Dice::new(31);
    let (mut proved, mut rejected) = (0, 0);
    for (record, right) in [
        ("rules [n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k: ? period", "71 12"),
        ("rules [n] -> [i]+[n-k-i] for k in 1..2, i in 0..(n-k)/2: 1000000000 ? grundy period", "1 | 71 12"),
        ("rules [n] -> [i]+[n-2-i] for i in 0..n-2: ? period", "53 34"),
        ("rules [n] -> [n-k] for k in {1, 3, 4}: 1000000000000 ? verdict period", "WIN 1 | 0 7"),
        ("rules [n] -> [n-k] for k in 1..min(n,3): 1000000000001 ? verdict grundy period", "WIN 1 | 1 | 0 4"),
        ("rules [n] -> [n-1] | [n-2] if n % 3 == 0: 9 ? moves period", "1:9>7 | 3 3"),
        ("rules [n] -> [n-k] for k in 1..3 if n > 20: 50 ? period", "20 4"),
        ("rules [n] -> [n-k] for k in 1..3 ; lose if n == 5: 70000 ? winner period", "FIRST | 5 4"),
    ] {
        let text = record.as_bytes();
        let (answers, certificates) = certified_within(text, 1 << 23);
        assert_eq!(String::from_utf8_lossy(&answers).trim_end(), right, "{record}");
        let tally = verify(text, &answers, &certificates).unwrap_or_else(|r| panic!("{}", shown(text, &r)));
        assert_eq!(tally.proved, 1, "{record}: {certificates}");
        proved += tally.proved;
        let (header, line) = certificates.trim_end().split_once('\n').unwrap();
        assert!(line.starts_with("1 sequence "), "{record}: {line}");
        for at in 0..12 {
            // What proves the period proves no other, and nothing else proves it.
            let changed = mutated(line, at, &mut dice);
            let certificate = format!("{header}\n{changed}\n");
            if changed != line {
                assert!(verify(text, &answers, &certificate).is_err(), "{record} accepts {changed}");
                rejected += 1;
            }
            let changed = mutated(right, at, &mut dice) + "\n";
            if changed.trim_end() != right {
                let outcome = verify(text, changed.as_bytes(), &certificates);
                assert!(outcome.is_err(), "{record} accepts {changed}");
                rejected += 1;
            }
        }
    }
    assert!(proved == 8 && rejected > 120, "{proved} {rejected}");
    // A period that holds for the first thousand heaps, which have no moves yet, is none.
    let late = "rules [n] -> [i]+[n-i-1] for i in 1000..n-1000: 3000 ? grundy";
    let (answers, _) = certified_within(late.as_bytes(), 1 << 27);
    assert_eq!(String::from_utf8_lossy(&answers), "2\n");
    let (answers, _) = certified(late.replace("grundy", "period").as_bytes());
    assert_ne!(String::from_utf8_lossy(&answers), "0 1\n");
}
