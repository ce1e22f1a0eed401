//! Texts in which something stands very often, or is as deep: they are answered, or are not checked, in time that grows
//! with their length, on a small stack.

use std::thread;

use grundy_base::testing::sized;
use grundy_reference::games::GAMES;

/// Returns the number of times that something is repeated. A hundred thousand times also pass, in minutes.
fn times() -> usize {
    sized(5000, 20_000)
}

/// The bytes of the stack on which records are read: what the main thread has on the platform that gives least.
const STACK: usize = 1 << 20;

/// A text between two others that is repeated, where `#` is the number of its copy.
struct Repeated {
    before: &'static str,
    each: &'static str,
    after: &'static str,
}

const fn repeated(before: &'static str, each: &'static str, after: &'static str) -> Repeated {
    Repeated {
        before,
        each,
        after,
    }
}

impl Repeated {
    fn text(&self, times: usize) -> String {
        let mut text = self.before.to_owned();
        for number in 1..=times {
            text.push_str(&self.each.replace('#', &number.to_string()));
        }
        text + self.after
    }
}

/// A text that opens and closes something around a middle.
struct Nested {
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    after: &'static str,
}

impl Nested {
    fn text(&self, times: usize) -> String {
        [
            self.before,
            &self.open.repeat(times),
            self.middle,
            &self.close.repeat(times),
            self.after,
        ]
        .concat()
    }
}

/// Terms and conditions of rules.
const TERMS: [Repeated; 19] = [
    repeated("rules [n] -> [n-1", "-1", "] : 5"),
    repeated("rules [n] -> [n-1", " & n", "] : 5"),
    repeated("rules [n] -> [", "-", "n] : 5"),
    repeated("rules [n] -> [", "~", "n] : 5"),
    repeated("rules [n] -> [n-(n-n+", "1+", "0)] : 5"),
    repeated("rules [n] -> [max(n", ",1", ")] : 5"),
    repeated("rules [n] -> [n-1] if ", "not ", "n > 0 : 5"),
    repeated("rules [n] -> [n-1] if n > 0", " and n > 0", " : 5"),
    repeated("rules [n] -> [n-1] if n in 1..9", " and n in 1..9", " : 5"),
    repeated("rules [n] -> [n-1] if n in 8..9", " or n in 8..9", " : 5"),
    repeated("rules [n] -> [n-1] if 0 < n", " < n", " : 5"),
    repeated("rules [n] -> [n-k] for k in {1", ",1", "} : 5"),
    repeated("rules [n] -> [n-k] for k in {1", ",#", "} : 5"),
    repeated("rules [n] -> [n-1] if n in {1", ",n", "} : 5"),
    repeated("rules [n] -> [n-1] if n in {1", ",#", "} : 5"),
    repeated("rules [n] -> [n-1", "0", "] : 5"),
    repeated("rules [n] -> [n-1", " ", "] : 5"),
    repeated("rules [n", "m", "] -> [n] : 5"),
    repeated("rules [n] -> [n-1", ",n", "] : 5"),
];

/// Options, qualifiers and clauses of rules.
const CLAUSES: [Repeated; 23] = [
    repeated("rules [n] -> [n-1]", " if n > 0", " : 5"),
    repeated("rules [n] -> [n-1]", " if n in 1..9", " : 5"),
    repeated("rules [n] -> [n-1]", " for k# in 1..1", " : 5"),
    repeated("rules [n] -> [n-1]", " for k# in bits(1)", " : 5"),
    repeated("rules [n] -> [n-1]", " for k in 1..1", " : 5"),
    repeated("rules [n] -> [n-1] for k in 1..1", ", k# in 1..2", " : 5"),
    repeated("rules [n] -> [n-1]", " | [n-1]", " : 50"),
    repeated("rules [n] -> [n-1]", " | [n-k] for k in 1..n", " : 5000"),
    repeated("rules [n] -> [n-1]", " | [n-k]", " : 5"),
    repeated("rules [n] -> [n-1]", " + [n-1]", " : 5"),
    repeated("rules [n] -> [n-1]", " ; legal if n in 0..9", " : 5"),
    repeated("rules [n] -> [n-1]", " ; lose if n == 0", " : 5"),
    repeated("rules [n] -> [n-1]", " ; misere", " : 5"),
    repeated("rules [n] -> [n-1]", " ; loopy", " : 5"),
    repeated("rules [n] -> [n-1]", " ; let a# = 1 2", " : 5"),
    repeated("rules [n] -> [n-1] ; let a = 1", " 1", " : 5"),
    repeated("rules [n] -> [n-a[n]] ; let a = 1", " 1", " : 5"),
    repeated("rules [n] -> [n-min(a)] ; let a = 1", " 1", " : 500"),
    repeated("rules [n", ", n#", "] -> [n] : 5"),
    repeated("rules [n", ",n", "] -> [n] : 5"),
    repeated("rules [n] -> [n-1] : ", "5 ", ""),
    repeated("rules [n] -> [n-1] ; misere : ", "5 ", ""),
    repeated("rules [n] -> [n-1] : 5", " + rules [n] -> [n-1] : 5", ""),
];

const NESTED: [Nested; 16] = [
    nested("(", "n", ")"),
    nested("max(", "n", ")"),
    nested("max(1,", "n", ")"),
    nested("max(n,max(n,1),", "n", ")"),
    nested("max(max(", "n", ",1))"),
    nested("sum(", "n", ")"),
    nested("sum(k for k in 1..", "n", ")"),
    nested("sum(", "k", " for k in 1..n)"),
    nested("count(1 for k in 1..n if k < ", "n", ")"),
    nested("divisors(", "n", ")"),
    nested("max(divisors(", "n", "))"),
    nested("a[", "n", "]"),
    nested("len(", "n", ")"),
    nested("-(", "n", ")"),
    nested("(1+", "n", ")"),
    nested("{", "n", "}"),
];

const fn nested(open: &'static str, middle: &'static str, close: &'static str) -> Nested {
    Nested {
        before: "rules [n] -> [",
        open,
        middle,
        close,
        after: "] ; let a = 1 : 5",
    }
}

const CONDITIONS: [Nested; 4] = [
    condition("(", "n > 0", ")"),
    condition("(not ", "n > 0", ")"),
    condition("(n > 0 and ", "n > 0", ")"),
    condition("n in {", "n", "}"),
];

const fn condition(open: &'static str, middle: &'static str, close: &'static str) -> Nested {
    Nested {
        before: "rules [n] -> [n-1] if ",
        open,
        middle,
        close,
        after: " : 5",
    }
}

/// Records of the games of the catalogue.
const RECORDS: [Repeated; 65] = [
    repeated("nim: 1", " + nim: 1", ""),
    repeated("nim: 3", " + kayles: 5", " ? moves"),
    repeated("nim misere: 3", " + nim misere: 3", ""),
    repeated("graph 2 1>2 2>1: 1", " + graph 2 1>2 2>1: 1", ""),
    repeated("nim: 3 ? ", "verdict ", ""),
    repeated("kayles: 500 ? ", "grundy ", ""),
    repeated("kayles: 50 ? ", "remoteness ", ""),
    repeated("kayles: 500 ? ", "stats ", ""),
    repeated("kayles: 500 ? ", "period ", ""),
    repeated("kayles: 500 ? ", "genus ", ""),
    repeated("subtraction 1-3: 500 ? ", "paths ", ""),
    repeated("nim: ", "3 ", ""),
    repeated("nim: ", "3 ", "? moves"),
    repeated("nim: ", "# ", "? moves"),
    repeated("nim misere: ", "3 ", ""),
    repeated("nim misere: ", "# ", "? moves"),
    repeated("lasker misere: ", "# ", "? moves"),
    repeated("kayles: ", "5 ", ""),
    repeated("kayles: ", "# ", "? moves"),
    repeated("kayles misere: ", "5 ", ""),
    repeated("kayles: ", ".", ""),
    repeated("kayles: ", ".X", ""),
    repeated("nim: ", "0..1 ", "? positions"),
    repeated("nim: ", "0..# ", "? positions"),
    repeated("subtraction ", "1 ", ": 5"),
    repeated("subtraction ", "# ", ": 500000"),
    repeated("subtraction ", "#-100000 ", ": 5"),
    repeated("subtraction squares ", "# ", ": 2000"),
    repeated("flags ", "1 ", "left 0: 5"),
    repeated("flags ", "# ", "left 0: 50000"),
    repeated("octal 0.", "7", ": 500"),
    repeated("octal 0.", "7", " ? period"),
    repeated("octal 0.[", "7", "]: 500"),
    repeated("take-and-break 4.", "F!", ": 50"),
    repeated("rocks ", "1,0 ", ": 5,5"),
    repeated("rocks ", "1,# ", ": 5,5"),
    repeated("rocks 1,0 damaged ", "1,# ", ": 5,5"),
    repeated("king 9x9 damaged ", "1,1 ", ": 5,5"),
    repeated("king 9x1000000 damaged ", "1,# ", ": 5,5"),
    repeated("king ", ".", ""),
    repeated("king .", "/.", ""),
    repeated("king K", "K", ""),
    repeated("leaper ", "-1,0 ", "9x9: 5,5"),
    repeated("leaper 9x9 -1,0: ", "5,5 ", ""),
    repeated("silver-dollar: ", "# ", ""),
    repeated("welter: ", "# ", ""),
    repeated("factor 100000: ", "2 ", ""),
    repeated("factor 100000 damaged ", "# ", ": "),
    repeated("geography 100001 1-2", " #-100001", ": 1"),
    repeated("geography 3 1-2", " 1-2", ": 1"),
    repeated("geography 3 1-2 2-3 1-3: ", "1 2 3 ", ""),
    repeated("graph 100001 1>2", " #>100001", ": 1"),
    repeated("graph 2 1>2 2>1: ", "1 ", ""),
    repeated("coins up-to 2: ", "5 ", "? moves"),
    repeated("coins up-to 2", " x up-to 2", ": 5"),
    repeated("hackenbush ", "0-1 ", ":"),
    repeated("hackenbush 0-1", " 1-#", ":"),
    repeated("chomp rows ", "5 ", ":"),
    repeated("notakto: ", "X../.X./... ", ""),
    repeated("grim 900 1-2", " 1-2", ":"),
    repeated("node-kayles 900 1-2", " 1-2", ":"),
    repeated("arc-kayles 900 1-2", " 1-2", ":"),
    repeated("poset 900 1<2", " 1<2", ":"),
    repeated("take 900", " 1,2", ":"),
    repeated("take 900 1", ",2", ":"),
];

/// More records of the catalogue, and what is no record.
const OTHERS: [Repeated; 20] = [
    repeated("place 3x3 0,0", "+0,1", ":"),
    repeated("place 3x3 0,0", "+0,#", ":"),
    repeated("place 3x3", " 0,0+0,1", ":"),
    repeated("place 3x3", " domino", ":"),
    repeated("cram 3x3 damaged ", "1,1 ", ":"),
    repeated("cram ", ".", ""),
    repeated("cram .", "/.", ""),
    repeated("node-kayles 3x3: ", "1,1 ", ""),
    repeated("placement king 3x3: ", "1,1 ", ""),
    repeated("nim", " misere", ": 5"),
    repeated("nim", " :", " 5"),
    repeated("nim: 3 ", "? ", ""),
    repeated("nim: 3 ", "+ ", ""),
    repeated("@", "a", " nim: 3"),
    repeated("", "@a ", " nim: 3"),
    repeated("// ", "// ", ""),
    repeated("nim: 3 // ", "a ", ""),
    repeated("n", "m", ": 3"),
    repeated("nim: 3", "0", ""),
    repeated("nim: 3\n", "....\n", ""),
];

/// Reads a text on a small stack, and says how long that took, so that one who looks sees what is slow.
fn read(text: String) {
    let start: String = text.chars().take(60).collect();
    let began = std::time::Instant::now();
    let reader = thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || grundy_reference::answers(text.as_bytes()).0.len())
        .expect("a thread");
    assert!(reader.join().is_ok(), "{start}");
    println!("{:>8.2?} {start}", began.elapsed());
}

#[test]
fn terms_may_be_repeated() {
    for text in &TERMS {
        // As long as terms are read, and longer.
        for times in [200, 900, times()] {
            read(text.text(times));
        }
    }
}

#[test]
fn clauses_may_be_repeated() {
    for text in &CLAUSES {
        for times in [200, 900, times()] {
            read(text.text(times));
        }
    }
}

#[test]
fn terms_may_be_deep() {
    for text in NESTED.iter().chain(&CONDITIONS) {
        // As deep as terms are read, and deeper.
        for times in [200, 240, 900, times()] {
            read(text.text(times));
        }
    }
}

/// The last words of the rules and of the position of each game stand very often.
#[test]
fn words_of_samples_may_be_repeated() {
    for game in GAMES {
        let (rules, position) = game.sample.split_once(':').expect("a colon");
        let (name, rule) = rules.rsplit_once(' ').unwrap_or((rules, ""));
        let rule = format!(" {rule}");
        read(format!("{name}{}:{position}", rule.repeat(times())));
        let word = position.rsplit(' ').next().unwrap_or("");
        let word = format!("{word} ");
        read(format!("{rules}: {}? moves", word.repeat(times())));
    }
}

#[test]
fn words_may_be_repeated() {
    for text in RECORDS.iter().chain(&OTHERS) {
        read(text.text(times()));
    }
}
