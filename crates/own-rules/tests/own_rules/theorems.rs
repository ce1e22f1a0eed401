//! Theorems against the definition of a rule, one position at a time.

use grundy_base::budget::Budget;
use grundy_own_rules::SolvedRule;
use grundy_own_rules::reach::Reach;
use grundy_own_rules::theorems::runs::Runs;
use grundy_own_rules::theorems::steps::Steps;
use grundy_rules::grammar::read_rule;
use grundy_rules::meter::Meter;
use grundy_rules::tree::Rule;
use std::ops::ControlFlow;

fn rule(text: &str) -> Rule {
    let read = read_rule(text);
    read.unwrap_or_else(|fault| panic!("{text}: {}", fault.message))
        .0
}

/// A rule of one number, solved by its definition.
struct Brute {
    reach: Reach,
    solver: SolvedRule,
}

impl Brute {
    fn new(rule: &Rule) -> Brute {
        Brute {
            reach: Reach::new(1),
            solver: SolvedRule::new(rule.clone()),
        }
    }

    /// Returns the value of a number, or 0 if the player to move loses and 1 if not.
    fn at(&mut self, n: i64) -> u32 {
        let mut meter = Meter::new(u64::MAX);
        let solved = self
            .reach
            .solve(self.solver.rule(), &[n], &mut meter, &Budget::default());
        solved.expect("fits")
    }

    /// Lists the options of a number, in the order of the rule.
    fn options(&self, n: i64) -> Vec<i64> {
        let mut options = Vec::new();
        let listed = self.solver.options(&[n], &Budget::default(), &mut |parts| {
            options.push(parts[0]);
            Ok(())
        });
        listed.expect("fits");
        options
    }
}

#[test]
fn restricted_nim_is_answered_by_its_theorem() {
    let bounds = [
        "n/2",
        "(n+1)/2",
        "n/3",
        "2*n/3",
        "(2*n+1)/3",
        "sqrt(n)",
        "log2(n)",
        "min(n/2,5)",
        "n-n/3",
        "3",
        "n",
        "n-4",
        "max(sqrt(n),n/3)",
        "(3*sqrt(n)+2)/4",
        "log2(n)+1",
        "(n-1)/3 if n > 3",
        "n-n/3-1 if n >= 2",
    ];
    let to_the_end = [
        "[n] -> [n-k] for k in (n+1)/2..n if k > 0",
        "[n] -> [k] for k in 0..n/2 if n > 0",
        "[n] -> [n-k] for k in n/3..n if n > 4",
        "[n] -> [k] for k in 0..sqrt(n) if n > 1",
    ];
    let from_one = bounds.map(|bound| format!("[n] -> [n-k] for k in 1..{bound}"));
    for bound in from_one.into_iter().chain(to_the_end.map(str::to_owned)) {
        let rule = rule(&bound);
        let steps = Steps::of(&rule).unwrap_or_else(|| panic!("{bound}"));
        let mut brute = Brute::new(&rule);
        for n in 0..260u64 {
            assert_eq!(
                steps.value(n),
                Some(u64::from(brute.at(n as i64))),
                "{bound}: {n}"
            );
            for value in 0..8 {
                let mut options = brute.options(n as i64);
                options.retain(|option| u64::from(brute.at(*option)) == value);
                let options: Vec<u64> = options.iter().map(|option| *option as u64).collect();
                let mut found: Vec<u64> = steps.options(n, value).expect("fits").collect();
                if steps.falls() {
                    found.reverse();
                }
                assert_eq!(found, options, "{bound}: {n} to {value}");
            }
        }
    }
    // The options of roots with each value, by steps that are each checked against the definition above.
    let roots = Steps::of(&rule("[n] -> [n-k] for k in 1..sqrt(n)")).expect("suits");
    for n in [1_000_000u64, 999_999, 1_002_013, 7_654_321] {
        let mut met = vec![roots.value(n).expect("fits")];
        for value in 0..=n.isqrt() {
            for option in roots.options(n, value).expect("few steps") {
                assert!(option < n && option + n.isqrt() >= n);
                assert_eq!(roots.value(option), Some(value), "{n} to {option}");
                met.push(value);
            }
        }
        met.sort_unstable();
        assert!(met.into_iter().eq(0..=n.isqrt()), "{n}");
    }
    for bound in [
        "2*n",
        "n/2+n/3",
        "sqrt(n-3)+2",
        "n*n/7",
        "popcount(n)",
        "3*n/2",
    ] {
        assert!(
            Steps::of(&rule(&format!("[n] -> [n-k] for k in 1..{bound}"))).is_none(),
            "{bound}"
        );
    }
}

#[test]
fn intervals_are_answered_by_runs() {
    let rules = [
        "[n] -> [n-k] for k in n/4..n/2 if k > 0",
        "[n] -> [n-k] for k in 2..n/2",
        "[n] -> [k] for k in n/3..n-1",
        "[n] -> [k] for k in n/3..n-3 if n > 10 | [n/2] if n > 6 | [0] if n > 0",
        "[n] -> [n-k] for k in 1..n/2 ; misere",
        "[n] -> [n-k] for k in 3..n/2 if n >= 7 ; misere",
        "[n] -> [n-k] for k in 1..sqrt(n) ; lose if n == 1",
        "[n] -> [n-k] for k in 1..2*n/3 ; lose if n <= 5 ; win if n == 8",
        "[n] -> [n-k] for k in (n+2)/5..(n+2)/3 if k >= 2 | [n/4] if n > 0",
        "[n] -> [k] for k in sqrt(n)..n-2 if k > 4 and n > 3 | [n-1]",
    ];
    for text in rules {
        let rule = rule(text);
        let (mut runs, mut brute) = (
            Runs::of(&rule).unwrap_or_else(|| panic!("{text}")),
            Brute::new(&rule),
        );
        let mut lost = 0;
        for n in 0..500u64 {
            let at = n as i64;
            let loses = brute.at(at) == 0;
            assert_eq!(runs.loses(n), Some(loses), "{text}: {n}");
            let mut good = brute.options(at);
            good.retain(|option| brute.at(*option) == 0);
            let good: Vec<u64> = good.iter().map(|option| *option as u64).collect();
            let mut found = Vec::new();
            let list = &mut |option| {
                found.push(option);
                ControlFlow::Continue(())
            };
            assert_eq!(runs.moves(n, list), Some(()));
            assert_eq!(
                (runs.wins(n), found),
                (Some(good.len() as u64), good),
                "{text}: {n}"
            );
            lost += u64::from(loses);
            assert_eq!(runs.count(0, n), Some(lost), "{text}: {n}");
        }
        let far = Runs::of(&rule).and_then(|mut runs| {
            runs.loses(if text.contains("sqrt") {
                1 << 24
            } else {
                1 << 61
            })
        });
        assert!(far.is_some(), "{text}");
    }
    for text in [
        "[n] -> [n-k] for k in n/2..n/3",
        "[n] -> [2*n/3]",
        "[n] -> [n-k] for k in sqrt(n)..n/2",
        "[n] -> [n/2]",
    ] {
        assert!(Runs::of(&rule(text)).is_none(), "{text}");
    }
}
