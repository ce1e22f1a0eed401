//! Proved patterns against brute force far beyond what they were learnt from, and at large positions against options
//! drawn at random; and automata with one transition changed, none of which is proved.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

mod common;

use std::ops::ControlFlow;

use common::{Brute, each, rule};
use grundy_automata::{
    CountedSums, Guess, PatternAnswers, PatternKind, ProvedPattern, Refusal, System, Work, prove,
    search, verify,
};
use grundy_base::range::Range;
use grundy_base::testing::sized;
use grundy_rules::members;
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::{OptionParts, Outcome, names_of};
use grundy_rules::tree::{Item, MoveKind as KindOfMove, Names, Qualifier, Rule, Set, SetName};

/// A search with what brute force knows of all numbers up to one.
fn find(rule: &Rule, values: bool, most: u64) -> Result<ProvedPattern, Vec<(System, Refusal)>> {
    let mut brute = Brute::new(rule, values);
    search(rule, values, &Work::new(1 << 28), &mut |tops| {
        let tops: Vec<u64> = tops.iter().map(|&top| top.min(most)).collect();
        Some(brute.table(&tops))
    })
}

/// Holds all answers for positions up to these numbers against brute force.
fn check(text: &str, rule: &Rule, pattern: &ProvedPattern, tops: &[u64]) {
    let values = pattern.kind != PatternKind::Outcomes;
    let (mut answers, mut brute) = (
        PatternAnswers::new(rule.clone(), pattern.clone(), 1 << 28),
        Brute::new(rule, values),
    );
    each(tops, &mut |position| {
        let at: Vec<u64> = position.iter().map(|&n| n as u64).collect();
        let cell = brute.at(position);
        let known = (cell != grundy_automata::NO_POSITION).then_some(u64::from(cell));
        assert_eq!(answers.value(&at), known, "{text}: {at:?}");
        if known.is_none() || at.iter().sum::<u64>() % 7 > 1 {
            return;
        }
        let options = brute.options(position);
        for target in [None, Some(0), Some(1), Some(3)] {
            if target > Some(0) && !values {
                continue;
            }
            let is_good = |cell: u32| target.is_none_or(|target| u64::from(cell) == target);
            let good: Vec<_> = options
                .iter()
                .filter(|option| is_good(brute.at(option)))
                .cloned()
                .collect();
            if let Some(target) = target {
                assert_eq!(
                    answers.count(&at, target),
                    Ok(good.len() as u128),
                    "{text}: {at:?} to {target}"
                );
            }
            let mut listed = Vec::new();
            let found = answers.moves(&at, target, &mut |kind, bound| {
                let mut names = names_of(position);
                names[at.len()..at.len() + bound.len()]
                    .iter_mut()
                    .zip(bound)
                    .for_each(|(name, &n)| *name = n as i64);
                let parts = rule.kinds[kind]
                    .parts(&names, &mut Meter::new(u64::MAX))
                    .expect("defined");
                if !listed.contains(&parts) {
                    listed.push(parts);
                }
                ControlFlow::Continue(())
            });
            if found.is_ok() {
                assert_eq!(listed, good, "{text}: moves of {at:?} to {target:?}");
            }
        }
    });
}

/// Returns whether these values of the bound names are in their sets, and pass the guards.
fn is_move(kind: &KindOfMove, names: &Names) -> bool {
    let meter = &mut Meter::new(u64::MAX);
    kind.qualifiers.iter().all(|qualifier| match qualifier {
        Qualifier::For(name, set) => {
            members::contains(set, names[usize::from(*name)], names, meter) == Ok(true)
        }
        Qualifier::If(cond) => cond.holds(names, meter) == Ok(true),
    })
}

/// An option drawn at random; none if the draw is no move.
fn sampled(rule: &Rule, position: &[i64], random: &mut Random) -> Option<OptionParts> {
    let kind = &rule.kinds[random.below(rule.kinds.len() as u64) as usize];
    let (mut names, meter) = (names_of(position), &mut Meter::new(u64::MAX));
    for qualifier in &kind.qualifiers {
        let Qualifier::For(name, set) = qualifier else {
            continue;
        };
        names[usize::from(*name)] = match set {
            Set::Items(items) => match &items[random.below(items.len() as u64) as usize] {
                Item::One(one) => one.value(&names, meter).ok()?,
                Item::Range(low, high, _) => {
                    let (low, high) = (
                        low.value(&names, meter).ok()?,
                        high.value(&names, meter).ok()?,
                    );
                    let size = u64::try_from(high - low + 1)
                        .ok()
                        .filter(|&size| size > 0)?;
                    let bits = random.below(64) as u32;
                    let step = random.below(size.min(1 << bits)) as i64;
                    if random.below(2) == 0 {
                        low + step
                    } else {
                        high - step
                    }
                }
            },
            Set::Named(SetName::Powers, _) => 1 << random.below(62),
            Set::Named(..) | Set::List(_) => return None,
        };
    }
    let parts = kind
        .parts(&names, meter)
        .ok()
        .filter(|_| is_move(kind, &names))?;
    rule.is_position(&parts, meter).ok()?.then_some(parts)
}

/// Holds the answers for large positions against the rule: some option has each value that must be met, none of
/// those drawn has the one that must not. The result is the number of positions.
fn check_large(text: &str, rule: &Rule, pattern: &ProvedPattern, random: &mut Random) -> u64 {
    let mut answers = PatternAnswers::new(rule.clone(), pattern.clone(), 1 << 28);
    let unsigned = |position: &[i64]| position.iter().map(|&n| n as u64).collect::<Vec<u64>>();
    let mut checked = 0;
    for _ in 0..40 {
        let bits = 20 + random.below(40) as u32;
        let position: Vec<i64> = rule
            .names
            .iter()
            .map(|_| random.below(1 << bits) as i64)
            .collect();
        let at = unsigned(&position);
        let meter = &mut Meter::new(u64::MAX);
        let is_position = rule.is_position(&position, meter).expect("fits");
        let value = answers.value(&at);
        assert_eq!(value.is_some(), is_position, "{text}: {at:?}");
        let Some(value) = value else { continue };
        checked += 1;
        if let Some(ending) = rule.ending(&names_of(&position), meter).expect("fits") {
            assert_eq!(value == 0, ending == Outcome::Lost, "{text}: {at:?}");
            continue;
        }
        let mut stuck = rule.misere;
        let ended = rule.options(
            &mut names_of(&position),
            &mut Meter::new(1 << 20),
            &mut |_, _| {
                stuck = false;
                Err(EvalStop::Enough)
            },
        );
        if matches!(ended, Err(EvalStop::Work)) {
            continue;
        }
        for met in [0, value.saturating_sub(1), random.below(value.max(1))] {
            let mut first = None;
            let found = answers.moves(&at, Some(met), &mut |kind, bound| {
                first = Some((kind, bound.to_vec()));
                ControlFlow::Break(())
            });
            if met >= value || stuck || found.is_err() {
                continue;
            }
            let (kind, bound) =
                first.unwrap_or_else(|| panic!("{text}: {at:?} of {value} has no option of {met}"));
            let mut names = names_of(&position);
            names[at.len()..]
                .iter_mut()
                .zip(bound)
                .for_each(|(name, n)| *name = n as i64);
            let to = rule.kinds[kind].parts(&names, meter).expect("defined");
            assert!(
                is_move(&rule.kinds[kind], &names),
                "{text}: {at:?} to {to:?}"
            );
            assert_eq!(
                answers.value(&unsigned(&to)),
                Some(met),
                "{text}: {at:?} to {to:?}"
            );
        }
        let forbidden = if pattern.kind == PatternKind::Outcomes {
            0
        } else {
            value
        };
        for _ in 0..300 {
            let Some(to) = sampled(rule, &position, random) else {
                continue;
            };
            assert!(!stuck, "{text}: {at:?} to {to:?}");
            let missed = pattern.kind != PatternKind::Outcomes || value == 0;
            assert!(
                !missed || answers.value(&unsigned(&to)) != Some(forbidden),
                "{text}: {at:?} to {to:?}"
            );
        }
    }
    checked
}

/// A few numbers in a fixed order that looks random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    fn condition(&mut self, names: &[&str]) -> String {
        let (a, b) = (self.one(names), self.one(names));
        let (m, c) = (self.below(3) + 2, self.below(4));
        match self.below(8) {
            0 => format!("{a} % {m} == {}", c % m),
            1 => format!("{a} % {m} != {}", c % m),
            2 => format!("{a} > {c}"),
            3 => format!("not ({a} <= {c} or {b} % 2 == 1)"),
            4 => format!("{a} + {b} >= {}", c + 2),
            5 => format!("{a} in {{{c}, {}..{} by 2}}", c + 1, c + 7),
            6 => format!("abs({a} - {m}) != {c}"),
            _ => format!("({a} & {m}) == 0 or {a} ^ 1 > {b}"),
        }
    }

    fn rule_of_one(&mut self) -> String {
        let mut kinds = Vec::new();
        for _ in 0..=self.below(3) {
            let (c, m) = (self.below(4) + 1, self.below(3) + 2);
            let mut kind = match self.below(9) {
                0 => format!("[n-{c}]"),
                1 => format!("[n/{m}] if n > 0"),
                2 => format!("[n-k] for k in {c}..{}", c + self.below(3)),
                3 => format!("[n-k] for k in {{{c}, {}}}", c + 2),
                4 => "[n-lowbit(n)] if n > 0".to_owned(),
                5 => "[n-p] for p in powers(2,n)".to_owned(),
                6 => format!("[n-k] for k in 1..(n+{c})/{m} if k <= n"),
                7 => format!("[n-n/{m}-{c}]"),
                _ => format!("[(n-{c})/{m}] if n >= {c}"),
            };
            if self.below(3) == 0 {
                let joined = if kind.contains(" if ") { "and" } else { "if" };
                kind = format!(
                    "{kind} {joined} {}",
                    self.condition(&["n"]).replace(" or ", " and ")
                );
            }
            kinds.push(kind);
        }
        self.with_clause(format!("[n] -> {}", kinds.join(" | ")), &["n"])
    }

    fn rule_of_two(&mut self) -> String {
        let mut kinds = Vec::new();
        for _ in 0..=self.below(3) {
            let (c, m) = (self.below(3) + 1, self.below(2) + 1);
            let (name, other) = if self.below(2) == 0 {
                ("a", "b")
            } else {
                ("b", "a")
            };
            let pair = |one: String| {
                if name == "a" {
                    format!("[{one},b]")
                } else {
                    format!("[a,{one}]")
                }
            };
            let mut kind = match self.below(8) {
                0 => pair(format!("{name}-{c}")),
                1 => format!("{} for k in 1..{name}", pair(format!("{name}-k"))),
                2 => format!("{} for k in 1..min(a,b)", pair(format!("{name}-k"))),
                3 => format!("[a-{c},b-{m}]"),
                4 => "[a-k,b-k] for k in 1..min(a,b)".to_owned(),
                5 => format!("{} for i in 0..{name}-{c}", pair("i".to_owned())),
                6 => format!("{} if {name} > 0", pair(format!("{name}/2"))),
                _ => format!(
                    "{} for k in 1..{name} if k <= {other} + {c}",
                    pair(format!("{name}-k"))
                ),
            };
            if self.below(3) == 0 {
                let joined = if kind.contains(" if ") { "and" } else { "if" };
                kind = format!(
                    "{kind} {joined} {}",
                    self.condition(&["a", "b"]).replace(" or ", " and ")
                );
            }
            kinds.push(kind);
        }
        self.with_clause(format!("[a,b] -> {}", kinds.join(" | ")), &["a", "b"])
    }

    fn with_clause(&mut self, rule: String, names: &[&str]) -> String {
        match self.below(8) {
            0 => format!("{rule} ; misere"),
            1 => format!("{rule} ; lose if {}", self.condition(names)),
            2 => format!("{rule} ; win if {}", self.condition(names)),
            3 => format!("{rule} ; legal if {}", self.condition(names)),
            _ => rule,
        }
    }
}

#[test]
fn random_rules_are_proved_only_as_they_are() {
    let mut random = Random(0x5eed_1234_5678);
    let rules: u64 = sized(36, 3000);
    let (mut proved, mut large) = (0, 0);
    for i in 0..rules {
        let of_one = i % 3 != 0;
        let text = if of_one {
            random.rule_of_one()
        } else {
            random.rule_of_two()
        };
        let rule = rule(&text);
        let values = random.below(2) == 0 && rule.has_values();
        let (learnt, far) = if of_one {
            (600, vec![1500])
        } else {
            (31, vec![45, 41])
        };
        if let Ok(pattern) = find(&rule, values, learnt) {
            proved += 1;
            check(&text, &rule, &pattern, &far);
            large += check_large(&text, &rule, &pattern, &mut random);
        }
    }
    assert!(
        proved * 3 > rules && large > 10 * rules,
        "{proved} of {rules}, {large} large positions"
    );
}

/// The guess with one transition between numbers changed.
fn changed(guess: &Guess, random: &mut Random) -> Guess {
    let mut guess = guess.clone();
    let steps: Vec<usize> = (0..guess.next.len())
        .filter(|&step| guess.next[step] != u32::MAX)
        .collect();
    let (states, step) = (
        guess.outputs.len() as u64,
        steps[random.below(steps.len() as u64) as usize],
    );
    guess.next[step] =
        ((u64::from(guess.next[step]) + 1 + random.below(states - 1)) % states) as u32;
    guess
}

/// Asks the checker whether a certificate proves what it says of a rule.
fn certified(rule: &str, certificate: &str) -> Result<(), grundy_reference::Fail> {
    let rule = grundy_reference::rules::rule::Rule::read(rule)?;
    grundy_certificates::kinds::automaton::prove(&rule, certificate).map(|_| ())
}

#[test]
fn changed_automata_are_refused() {
    let rules = [
        ("[n] -> [n-1] | [n/2] if n > 0", false, 1100),
        ("[n] -> [n-1] | [n/2] if n > 0", true, 1100),
        ("[n] -> [n-1] | [n-2] | [n/3] if n > 0", true, 1100),
        ("[n] -> [n-1] | [n-2] | [n/2] if n > 0", true, 1100),
        ("[n] -> [n-k] for k in {1,3,4}", true, 1100),
        ("[n] -> [n-k] for k in 1..4", true, 200),
        (
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-1,b-1]",
            false,
            63,
        ),
        (
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b",
            true,
            63,
        ),
        (
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)",
            false,
            130,
        ),
        ("[a,b] -> [a-1,b] | [a,b-1] | [a-1,b-1]", true, 63),
        ("[n,m] -> [n-k,2*k] for k in 1..min(n,m)", false, 100),
    ];
    let mut random = Random(77);
    let mut refused = 0;
    let times: usize = sized(110, 10_010);
    for (text, values, most) in rules {
        let rule = rule(text);
        let pattern = find(&rule, values, most).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let work = Work::new(u64::MAX);
        assert_eq!(
            prove(&rule, pattern.guess.clone(), pattern.kind, &work),
            Ok(pattern.clone()),
            "{text}"
        );
        assert_eq!(certified(text, &pattern.certificate()), Ok(()), "{text}");
        for _ in 0..times / rules.len() {
            let guess = changed(&pattern.guess, &mut random);
            let found = prove(&rule, guess.clone(), pattern.kind, &work);
            assert!(found.is_err(), "{text}: {found:?}");
            let changed = ProvedPattern {
                guess,
                ..pattern.clone()
            };
            let certificate = changed.certificate();
            let forged = Err(grundy_reference::Fail::Forged);
            assert_eq!(
                certified(text, &certificate),
                forged,
                "{text}: {certificate}"
            );
            refused += 1;
        }
    }
    assert!(refused + rules.len() > times);
}

#[test]
fn remainders_by_64_are_read_in_quadratic_systems() {
    let rule = rule(
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b) ; \
         lose if a + b == 17 and b % 64 == 10",
    );
    let pattern = find(&rule, false, 200).expect("a pattern");
    assert_eq!(pattern.guess.system, System::ZECKENDORF);
    check("Wythoff without (7,10)", &rule, &pattern, &[60, 60]);
}

#[test]
fn a_false_pattern_is_refused_where_it_fails() {
    let rule = rule("[n] -> [n-p] for p in powers(2,n) | [n/2] if n > 0");
    let refused = find(&rule, false, 4096).expect_err("no pattern");
    let at = refused.iter().find_map(|(_, why)| match why {
        Refusal::Wrong(_, at) => at.clone(),
        _ => None,
    });
    let at = at.expect("a pattern that is wrong")[0] as i64;
    assert!(at > 4096, "{at}");
}

#[test]
fn ranges_and_sums_of_ranges_are_counted() {
    let rules = [
        ("[n] -> [n-1] | [n/2] if n > 0", false, 1100),
        ("[n] -> [n-1] | [n/2] if n > 0 and n % 2 == 0", true, 1100),
        (
            "[n] -> [n-k] for k in 1..n ; legal if n % 3 != 1",
            true,
            255,
        ),
        ("[n] -> [n-k] for k in 1..4", true, 200),
        (
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b",
            true,
            63,
        ),
        ("[a,b] -> [a-1,b] | [a,b-1] | [a-1,b-1]", true, 63),
        (
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)",
            false,
            130,
        ),
    ];
    for (text, values, most) in rules {
        let rule = rule(text);
        let pattern = find(&rule, values, most).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let (answers, mut brute) = (
            PatternAnswers::new(rule.clone(), pattern.clone(), 1 << 28),
            Brute::new(&rule, values),
        );
        let component = |low: u64, high: u64| (vec![low; rule.arity()], vec![high; rule.arity()]);
        for components in [
            vec![component(0, 9)],
            vec![component(3, 20)],
            vec![component(0, 9), component(2, 7)],
            vec![component(1, 4), component(0, 3), component(2, 5)],
        ] {
            let mut sums = std::collections::BTreeMap::from([(0u32, 1u64)]);
            for (low, high) in &components {
                let mut more = std::collections::BTreeMap::new();
                each(high, &mut |position| {
                    let cell = brute.at(position);
                    let inside = position.iter().zip(low).all(|(&n, &low)| n as u64 >= low);
                    if inside && cell != grundy_automata::NO_POSITION {
                        for (sum, ways) in &sums {
                            *more.entry(sum ^ cell).or_default() += ways;
                        }
                    }
                });
                sums = more;
            }
            let lost = sums.get(&0).copied().unwrap_or_default();
            let expected = CountedSums {
                lost: lost.into(),
                all: sums.values().sum::<u64>().into(),
            };
            let known = (values || components.len() == 1).then_some(expected);
            let ranges_of = |(low, high): &(Vec<u64>, Vec<u64>)| -> Vec<Range> {
                let ends = low.iter().zip(high);
                ends.map(|(&low, &high)| Range { low, high }).collect()
            };
            let ranges: Vec<Vec<Range>> = components.iter().map(ranges_of).collect();
            let ranges: Vec<&[Range]> = ranges.iter().map(Vec::as_slice).collect();
            assert_eq!(answers.lost_sums(&ranges), known, "{text}: {components:?}");
        }
    }
}

/// A rook may also move one step along the diagonal: values grow for ever, and are read digit by digit.
#[test]
fn values_of_a_relation_are_those_of_the_rule() {
    let text =
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-1,b-1] if a > 0 and b > 0";
    let rule = rule(text);
    let pattern = find(&rule, true, 63).expect("proved");
    assert_eq!(pattern.kind, PatternKind::Relation);
    check(text, &rule, &pattern, &[70, 70]);
    assert!(check_large(text, &rule, &pattern, &mut Random(9)) > 30);
    // So many positions have more numbers together than automata can name.
    let answers = PatternAnswers::new(rule, pattern, 1 << 28);
    let component = [Range::new(0, 9); 2];
    let too_many = vec![component.as_slice(); (1 << 16) + 2];
    assert_eq!(answers.lost_sums(&too_many), None);
}

/// Formulas, as moves to their value, for the values of a rule or its lost positions; those with one change are refused
/// at a position, as are those that leave a position out.
#[test]
fn formulas_are_held_against_the_rule() {
    let nim = "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b";
    let nimhoff = format!("{nim} | [a-1,b-1] if a > 0 and b > 0");
    let blocks = "[3*((a/3)^(b/3)) + (a+b)%3, 0]";
    for (rule_text, formula, values, right) in [
        (nim, "[a^b,0]", true, true),
        (nim, "[a^b,0] if a > 0", true, false),
        (nim, "[a|b,0]", true, false),
        (nim, "[max(a,b)-min(a,b),0]", true, false),
        (nim, "[1,0] if a == b | [0,0] if a != b", false, true),
        (nim, "[1,0] if a == b", false, false),
        (
            nim,
            "[1,0] if a == b and a != 100000 | [0,0] if a != b or a == 100000",
            false,
            false,
        ),
        (&nimhoff, blocks, true, true),
        (&nimhoff, "[3*((a/3)^(b/3)) + (a+b)%4, 0]", true, false),
    ] {
        let kinds = rule(&format!("[a,b] -> {formula}")).kinds;
        let ended = verify(&rule(rule_text), &kinds, values, &Work::new(1 << 28));
        assert_eq!(ended.is_ok(), right, "{rule_text} {formula} {ended:?}");
        assert!(
            right || matches!(ended, Err(Refusal::Wrong(_, Some(_)))),
            "{formula} {ended:?}"
        );
    }
}
