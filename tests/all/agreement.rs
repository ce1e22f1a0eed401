//! Classic games by name against the same games as rules of one's own: the record of the rule is the
//! definition of the name.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::duel::dice::Dice;

const WYTHOFF: &str =
    "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)";
const WYTHOFF_3: &str = "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | \
                         [a-i,b-j] for i in 1..a, j in max(1,i-2)..min(b,i+2)";
const EUCLID: &str = "rules [a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a";
const POSITIVE: &str = "rules [a,b] -> [a-k*b,b] for k in 1..(a-1)/b | [a,b-k*a] for k in 1..(b-1)/a";
const FIBONACCI: &str = "rules [n,m] -> [n-k,2*k] for k in 1..min(n,m)";
const AS_MANY: &str = "rules [n,m] -> [n-k,k] for k in 1..min(n,m)";
const MOORE_2: &str = "rules [a,b,c] -> [i,j,c] for i in 0..a, j in 0..b if i+j < a+b | \
                       [i,b,k] for i in 0..a, k in 0..c if i+k < a+c | [a,j,k] for j in 0..b, k in 0..c if j+k < b+c";
const STAIRCASE: &str =
    "rules [a,b,c] -> [a-k,b,c] for k in 1..a | [a+k,b-k,c] for k in 1..b | [a,b+k,c-k] for k in 1..c";
const WELTER: &str = "rules [a,b,c] -> [i,b,c] for i in 0..a-1 | [a,i,c] for i in 0..b-1 | [a,b,i] for i in 0..c-1 ; \
                      legal if a != b and b != c and a != c";
const SILVER_DOLLAR: &str = "rules [a,b,c] -> [i,b,c] for i in 1..a-1 | [a,i,c] for i in a+1..b-1 | \
                             [a,b,i] for i in b+1..c-1 ; legal if 0 < a < b and b < c";

fn answers(records: &[String]) -> Vec<String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    program.stdin.take().unwrap().write_all((records.join("\n") + "\n").as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn classic_games_are_their_rules() {
    let mut dice = Dice::new(19);
    let (mut named, mut rules): (Vec<String>, Vec<String>) = Default::default();
    for _ in 0..60 {
        // Pairs are written alike, and so are their moves.
        for (name, rule, most) in [
            ("wythoff", WYTHOFF, 14),
            ("wythoff 3", WYTHOFF_3, 12),
            ("euclid", EUCLID, 40),
            ("euclid positive", POSITIVE, 40),
            ("fibonacci-nim", FIBONACCI, 40),
            ("take-away 1", AS_MANY, 40),
        ] {
            let pair = |dice: &mut Dice| format!("{},{}", dice.within(0, most), dice.within(0, most));
            let position =
                format!("{} {} ? verdict grundy values moves best", pair(&mut dice), pair(&mut dice));
            named.push(format!("{name}: {position}"));
            rules.push(format!("{rule} : {position}"));
        }
        // Three numbers that are one position: moves are written in other ways.
        for (name, rule, most) in [("moore 2", MOORE_2, 5), ("staircase", STAIRCASE, 6)] {
            let numbers = dice.list(3, |dice| dice.within(0, most).to_string());
            named.push(format!("{name}: {} ? verdict grundy", numbers.join(" ")));
            rules.push(format!("{rule} : {} ? verdict grundy", numbers.join(",")));
        }
        let first = dice.within(1, 5);
        let second = first + dice.within(1, 5);
        let squares = [first, second, second + dice.within(1, 5)].map(|square| square.to_string());
        for (name, rule) in [("welter", WELTER), ("silver-dollar", SILVER_DOLLAR)] {
            named.push(format!("{name}: {} ? verdict grundy", squares.join(" ")));
            rules.push(format!("{rule} : {} ? verdict grundy", squares.join(",")));
        }
    }
    let (by_name, by_rule) = (answers(&named), answers(&rules));
    assert_eq!((by_name.len(), by_rule.len()), (named.len(), rules.len()));
    for (i, (name, rule)) in by_name.iter().zip(&by_rule).enumerate() {
        assert!(name == rule && name != "ERROR", "{}: {name}\n{}: {rule}", named[i], rules[i]);
    }
}
