//! User-defined rules: how they are read, and the theorems that hold for all rules of a form.

use grundy_reference::rules::repeats::Repeats;
use grundy_reference::rules::rule::Rule;
use grundy_reference::rules::windows::Windows;
use grundy_reference::{Fail, answers};

#[test]
fn terms_are_not_read_beyond_a_depth() {
    let deep = |before: &str, after: &str, times: usize| {
        Rule::read(&format!(
            "[n] -> [{}n{}-1]",
            before.repeat(times),
            after.repeat(times)
        ))
        .map(|_| ())
    };
    for (before, after) in [
        ("(", ")"),
        ("-", ""),
        ("~", ""),
        ("min(", ",n)"),
        ("1+", ""),
        ("", "+1"),
    ] {
        assert_eq!(deep(before, after, 200), Ok(()), "{before}");
        assert_eq!(deep(before, after, 50_000), Err(Fail::TooLarge), "{before}");
    }
    let cond = format!("[n] -> [n-1] if {}n > 0", "not ".repeat(50_000));
    assert_eq!(Rule::read(&cond).err(), Some(Fail::TooLarge));
    // A function of one number, which the grammar tries in several ways.
    assert_eq!(deep("max(", ")", 60), Err(Fail::Wrong));
}
/// Preperiods for windows. The difference of two large ones is the number of parts, and 0 tells from where the theorem
/// speaks.
const PREPERIODS: [u64; 4] = [0, 1, 5000, 5001];

/// Periods for windows. Those of 1 and of a prime number tell the modulus, and then the most that is taken.
const PERIODS: [u64; 3] = [1, 6, 101];

#[test]
fn what_the_theorem_needs_is_read_from_a_rule() {
    for (text, parts, most, modulus, from) in [
        ("[n] -> [n-k] for k in {1, 3..4}", 1, 4, 1, 0),
        ("[n] -> [n-k] for k in 1..min(n,3)", 1, 3, 1, 4),
        ("[n] -> [n-1] | [n-2] if n % 3 == 0", 1, 2, 3, 0),
        ("[n] -> [n-1] if n & 1 == 0 and n % 3 != 1", 1, 1, 6, 0),
        ("[n] -> [n-k] for k in 1..3 if n > 2000", 1, 3, 1, 2001),
        ("[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k", 2, 2, 1, 0),
        (
            "[n] -> [i]+[n-k-i] for k in 1..2, i in 0..(n-k)/2",
            2,
            2,
            1,
            0,
        ),
        ("[n] -> [i]+[n-i-1] for i in 10..n-20", 2, 1, 1, 19),
        ("[n] -> [n-5-k]+[k] for k in 1..7", 2, 5, 1, 8),
        ("[n] -> [n-1] ; lose if n == 4", 1, 1, 1, 5),
        ("[n] -> [n-1] if n in {1..min(n,3)}", 1, 1, 1, 4),
        ("[n] -> [n-1] if 2*n > 5", 1, 1, 1, 3),
    ] {
        let repeats = Repeats::of(&Rule::read(text).expect("a rule")).expect(text);
        for preperiod in PREPERIODS {
            for period in PERIODS {
                let edge = preperiod.max(from);
                let is_common = |q: &u64| q.is_multiple_of(period) && q.is_multiple_of(modulus);
                let common = (1..).find(is_common).expect("their product");
                let last = parts * (edge + common) + most;
                assert_eq!(
                    repeats.window(preperiod, period),
                    Some(last),
                    "{text}: {preperiod} {period}"
                );
            }
        }
    }
}

#[test]
fn rules_that_no_theorem_is_about_are_refused() {
    for text in [
        "[n] -> [n-k] for k in 1..n",
        "[n] -> [n-k*k] for k in 1..sqrt(n)",
        "[n] -> [n/2] if n > 0",
        "[n] -> [n]",
        "[n] -> [n+1]",
        "[n] -> [n-1] ; legal if n != 3",
        "[n] -> [n-1] ; win if n == 3",
        "[n] -> [i]+[n-1-i] for i in 0..n-1 if i != n-1-i",
        "[n] -> [i]+[n-1-i] for i in 0..n-1 if i == n-1-i",
        "[n] -> [n-1] | [n-100] if n/1073741824/1073741824/16 == 0",
        "[n] -> [n-1] if not n % 50 in {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}",
        "[n] -> [i]+[n-1-i] for i in 0..n-1 if i % 2 == 0",
        "[n] -> [i]+[n-1-i] for i in 0..n-1 by 2",
        "[n] -> [i]+[n-1-i] for i in 0..n/3",
        "[n] -> [i]+[i] for i in 0..n-1",
        "[n] -> [i]+[j]+[n-1-i-j] for i in 0..n-1, j in 0..n-1-i",
        "[n] -> [n-1] for k in 1..3 if n % k == 0",
        "[a,b] -> [a-1,b]",
    ] {
        let repeats = Repeats::of(&Rule::read(text).expect("a rule"));
        assert_eq!(repeats, None, "{text}");
    }
}
#[test]
fn values_by_theorem_are_those_by_exploring() {
    for text in [
        "[n] -> [n-k] for k in (n+1)/2..n if n > 0",
        "[n] -> [n-k] for k in n/2..n if k >= 1",
        "[n] -> [n-k] for k in n/3..n if n > 7 and k > 2",
        "[n] -> [n-k] for k in n-sqrt(n)/2+1..n",
        "[n] -> [k] for k in 0..log2(n)-1",
        "[n] -> [k] for k in 0..(n-3)*2/3",
        "[n] -> [k] for k in 0..min((n-1)/2,40)",
        "[n] -> [n-k] for k in 1..n",
        "[n] -> [n-k] for k in 1..n if n > 2",
        "[n] -> [n-k] for k in 1..n/2",
        "[n] -> [n-k] for k in 1..(n+1)/2",
        "[n] -> [n-k] for k in 1..sqrt(n)",
        "[n] -> [n-k] for k in 1..log2(n)",
        "[n] -> [n-k] for k in 1..min(n,7)",
    ] {
        let theorem = Windows::of(&Rule::read(text).expect(text))
            .expect(text)
            .theorem();
        let value = theorem.value.expect("values");
        let sequence = answers(format!("rules {text} : 300 ? sequence").as_bytes()).0[0]
            .line()
            .expect(text);
        for (n, explored) in (0..).zip(sequence.split(' ')) {
            assert_eq!(
                value(&[n]).map(|value| value.text()),
                Ok(explored.to_owned()),
                "{text}: {n}"
            );
        }
    }
}

#[test]
fn other_rules_are_refused() {
    for text in [
        "[n] -> [n-k] for k in 2..n/2",
        "[n] -> [n-k] for k in 1..n/2+2",
        "[n] -> [n-k] for k in 1..2*n/3*2",
        "[n] -> [n-k] for k in 1..log2(n)+2",
        "[n] -> [k] for k in 0..9-n",
        "[n] -> [k] for k in 0..n%5",
        "[n] -> [k] for k in 0..n-1 by 2",
        "[n] -> [k] for k in 0..n/2 ; lose if n == 5",
    ] {
        assert!(
            Windows::of(&Rule::read(text).expect(text)).is_none(),
            "{text}"
        );
    }
}
