//! Texts that repeat or nest a part of the language 30,000 times, with `GRUNDY_TESTS=full` 100,000 times: each record has
//! an answer or an error, the records around it have their answers, and the program ends with its usual status.

use std::time::Duration;

use grundy_base::testing::sized;
use grundy_games::Catalogue;
use grundy_record::{Keyword, PositionKind, Signature, Slot};
use itertools::Itertools as _;

use crate::tools::program::{Finished, Program};
use crate::tools::records;

/// Returns the number of times that a part is repeated, and the depth at which it is nested.
fn times() -> usize {
    sized(30_000, 100_000)
}

/// Returns the time in which a batch ends that takes a sixth of it: so much more that a busy machine does not fail, and so
/// little that a square of [`times`] does.
fn time_limit() -> Duration {
    Duration::from_secs(sized(8, 45))
}

/// Writes a part many times, with a sign between.
fn repeated(part: &str, sign: &str) -> String {
    std::iter::repeat_n(part, times()).join(sign)
}

/// Writes parts with numbers from 1 on, with a sign between.
fn numbered(part: impl Fn(usize) -> String, sign: &str) -> String {
    (1..=times()).map(part).join(sign)
}

/// Makes texts for each thing that may stand among the rules of a game, without the name.
fn texts_of_slot(slot: Slot) -> Vec<String> {
    let same = |part: &str| repeated(part, " ");
    let path = |sign: char| {
        let edges = numbered(|i| format!("{i}{sign}{}", i + 1), " ");
        format!("{} {edges}", times() + 1)
    };
    match slot {
        Slot::Amounts => vec![
            numbered(|i| (2 * i).to_string(), " "),
            numbered(|i| format!("{}-{}", 3 * i, 3 * i + 1), " "),
            numbered(|i| format!("powers-of-{}", i + 1), " "),
            format!("all-but {}", numbered(|i| (2 * i).to_string(), " ")),
            same("1-18446744073709551615"),
            same("squares"),
            same("all-but"),
            repeated("1", "-"),
        ],
        Slot::Octal => vec![
            format!("0.{}", repeated("7", "")),
            format!("0.{}7", repeated("0", "")),
            format!("0.{}", repeated("0{", "")),
            format!("0.{}", repeated("7{2}", "")),
            same("0.77"),
            repeated("0", "."),
        ],
        Slot::Code => vec![
            format!("0.{}", repeated("F", "")),
            format!("0.7[{}]", repeated("3!", "")),
            format!("0.7[3{}]", repeated("!", "")),
            format!("0.{}3{}", repeated("[", ""), repeated("]", "")),
        ],
        Slot::Vectors => vec![
            numbered(|i| format!("{},{}", i / 300 + 1, i % 300), " "),
            repeated("1", ","),
            repeated("-1,2", " "),
        ],
        Slot::Board => vec![
            repeated(".", ""),
            repeated(".", "/"),
            repeated("8", "x"),
            same("8x8"),
            same("./."),
        ],
        Slot::Steps => vec![
            numbered(|i| format!("-{},-{}", i % 64 + 1, i / 64 % 64), " "),
            repeated("-1", ","),
        ],
        Slot::Number(_) => vec![same("7"), repeated("7", "")],
        Slot::Edges => vec![path('-'), format!("3 {}", same("1-2")), same("3")],
        Slot::Arcs => vec![path('>'), format!("3 {}", same("1>2")), repeated("1", ">")],
        Slot::Order => vec![path('<'), format!("3 {}", same("1<2")), repeated("1", "<")],
        Slot::GraphOrBoard => vec![path('-'), format!("3 {}", same("1-2")), repeated(".", "/")],
        Slot::Branches => vec![
            numbered(|i| format!("{}-{i}", i - 1), " "),
            same("0-1"),
            repeated("1", "-"),
        ],
        Slot::Shapes => vec![
            format!("{} 2x2", same("tromino")),
            format!(
                "{} 2x2",
                numbered(|i| format!("{},{}", i / 4000, i % 4000), "+")
            ),
            format!("{} 2x2", same("0,0+0,1")),
        ],
        Slot::Piece => vec![same("queen")],
        Slot::Sets => vec![
            format!("3 {}", same("1,2>3")),
            format!("{} {}", times(), numbered(|i| i.to_string(), ",")),
            format!("{} {}", times(), numbered(|i| i.to_string(), " ")),
            format!("3 {}", repeated("1", ">")),
        ],
        Slot::Bar => vec![
            format!("rows {}", numbered(|i| (times() - i).to_string(), " ")),
            same("rows"),
            same("2x3"),
        ],
        Slot::Coins => vec![format!("up-to 3 {}", same("x up-to 3")), same("run")],
        Slot::Rule => texts_of_rules(),
        Slot::Rewriting => texts_of_rewriting(),
    }
}

/// Makes texts of rules that change cells, which repeat each of their parts.
fn texts_of_rewriting() -> Vec<String> {
    vec![
        repeated("XO>.X", " "),
        numbered(|i| format!("{}>X", "A".repeat(i / 100 + 1)), " "),
        format!("{0}>{0}", repeated("X", "")),
        format!("{0}>{0}", repeated("_", "")),
        format!("{0}>{0}", repeated("X", "/")),
        format!("X{}>.", repeated("*", "")),
        format!("X>. never {}", repeated("XX", " ")),
        format!("X>. ends {}", repeated("X", "")),
        format!("X>. graph {} {}", 4096, repeated("1-2", " ")),
        format!("X>. graph 4096 {}", repeated("1>2", " ")),
        repeated("turned", " "),
        repeated(">", ""),
    ]
}

/// Makes texts of rules that repeat or nest each part of their grammar.
fn texts_of_rules() -> Vec<String> {
    let qualified = |qualifiers: String| format!("[n] -> [n-1] {qualifiers}");
    let nested = |open: &str, inner: &str, close: &str| {
        let text = repeated(open, "") + inner + &repeated(close, "");
        format!("[n] -> [{text}]")
    };
    vec![
        qualified(repeated("if n > 0", " ")),
        qualified(format!("if {}", repeated("n > 0", " and "))),
        qualified(format!("if {}", repeated("n > 0", " or "))),
        qualified(format!("if {} n > 0", repeated("not", " "))),
        qualified(format!("if {}", repeated("n", " < "))),
        qualified(format!(
            "if {}n > 0{}",
            repeated("(", ""),
            repeated(")", "")
        )),
        qualified(numbered(|i| format!("for k{i} in 1..2"), " ")),
        qualified(format!(
            "for {}",
            numbered(|i| format!("k{i} in 1..2"), ", ")
        )),
        qualified(format!(
            "for k in {{{}}}",
            numbered(|i| i.to_string(), ", ")
        )),
        qualified(format!("for k in {{{}}}", repeated("1..2", ", "))),
        qualified(repeated("; lose if n == 1", " ")),
        qualified(repeated("; legal if n >= 0", " ")),
        qualified(repeated("; misere", " ")),
        qualified(format!("; let u = {}", repeated("1", " "))),
        qualified(numbered(|i| format!("; let u{i} = 1"), " ")),
        format!("[n] -> {}", repeated("[n-1]", " | ")),
        format!("[n] -> {}", repeated("[n-1]", "+")),
        format!("[n] -> [{}]", repeated("n-1", ",")),
        format!("[{}] -> [n-1]", numbered(|i| format!("n{i}"), ",")),
        format!("[n] -> [{}]", repeated("n", "-")),
        format!("[n] -> [{}]", repeated("n", "^")),
        format!("[n] -> [n{}]", repeated("-1*1", "")),
        format!("[n] -> [{}n]", repeated("-", "")),
        format!("[n] -> [{}n]", repeated("~", "")),
        format!("[n] -> [max({})]", repeated("n-1", ",")),
        format!("[{}] -> [1]", repeated("n", "")),
        format!("[n] -> [{}]", repeated("1", "")),
        nested("(", "n-1", ")"),
        nested("max(", "n-1", ")"),
        nested("max(1,", "n-1", ")"),
        nested("u[", "n-1", "]"),
        nested("max(max(", "n-1", ""),
        repeated("[n]", " -> "),
        repeated("[", ""),
    ]
}

/// Makes positions of a game with as many parts, and with one that is long.
fn positions(signature: &Signature) -> Vec<String> {
    match signature.position {
        PositionKind::Empty => vec![repeated("1", " ")],
        PositionKind::Numbers | PositionKind::Row => vec![
            repeated("1", " "),
            numbered(|i| i.to_string(), " "),
            repeated("1", ""),
            repeated("1", ".."),
            repeated("...X", ""),
        ],
        PositionKind::Squares { .. } => vec![repeated("1", " "), numbered(|i| i.to_string(), " ")],
        PositionKind::Tuples { .. } => vec![
            repeated("1,2", " "),
            repeated("1", " "),
            repeated("1", ","),
            repeated("0..1,0..1", " "),
        ],
        PositionKind::Cells => vec![repeated("1,1", " "), repeated("1", ",")],
        PositionKind::Taken => vec![repeated("1", " "), numbered(|i| i.to_string(), " ")],
        PositionKind::Letters => vec![
            repeated("X", " "),
            repeated("X", ""),
            repeated("X", "/"),
            repeated("X^2", ""),
            repeated("(XO)^0", ""),
            repeated("(", ""),
            repeated("9", "^"),
        ],
        PositionKind::Boards => vec![repeated(".X./.../...", " "), repeated(".", "/")],
    }
}

/// Makes a record of each game for each part of its rules, of its keywords and of its position.
fn texts_of_games() -> Vec<String> {
    let mut texts = Vec::new();
    for game in Catalogue::standard().games() {
        let signature = game.signature();
        let name = &signature.name;
        if !records::is_chosen(name) {
            continue;
        }
        let (head, _) = signature
            .example
            .split_once(':')
            .unwrap_or((&signature.example, ""));
        for &slot in signature.slots {
            for text in texts_of_slot(slot) {
                let end = if slot == Slot::Rule { " : 3" } else { ":" };
                texts.push(format!("{name} {text}{end}"));
            }
        }
        for keyword in signature.keywords {
            texts.push(format!("{head} {}:", repeated(keyword.word(), " ")));
            if *keyword == Keyword::Damaged {
                texts.push(format!("{head} damaged {}:", repeated("1,1", " ")));
                texts.push(format!(
                    "{head} damaged {}:",
                    numbered(|i| i.to_string(), " ")
                ));
            }
        }
        for position in positions(signature) {
            texts.push(format!("{head}: {position} ? winner"));
        }
        texts.push(format!("{head}: ? {}", repeated("winner", " ")));
    }
    texts
}

/// Makes texts that repeat what no game has of its own: labels, asks, signs, and games of a sum.
fn texts_of_the_language() -> Vec<String> {
    vec![
        format!("@{} nim: 3", repeated("a", "")),
        format!("{} nim: 3", repeated("@a", " ")),
        format!("nim: 3 ? {}", repeated("grundy", " ")),
        format!("nim: 3 ? {}", repeated("values moves best verdict", " ")),
        format!(
            "subtraction 1 2: 3 ? {}",
            numbered(|i| format!("paths%{}", i + 1), " ")
        ),
        format!("kayles: 9 ? {}", repeated("sequence 2-5", " ")),
        format!("kayles: 9 ? {}", repeated("sequence stats", " ")),
        format!("nim: 3 {}", repeated("?", "")),
        format!("nim {}", repeated(":", "")),
        format!("nim: 3 {}", repeated("+", " ")),
        repeated("nim: 3", " + "),
        repeated("kayles: 5", " + ") + " ? moves",
        repeated("nim misere: 3", " + "),
        repeated("king 8x8: 3,4", " + "),
        repeated("graph 2 1>2: 1", " + "),
        repeated("graph 2 1>2 2>1: 1", " + "),
        repeated("rules [n] -> [n-1] : 3", " + "),
        repeated("nim: 3", " + ") + " ? " + &repeated("grundy", " "),
        repeated("nim: 3", " + ") + " ? remoteness",
        numbered(|i| format!("subtraction {i}: 5"), " + "),
        format!("nim: {} ? remoteness", repeated("1", " ")),
        format!("nim: {} ? p-positions", repeated("0..3", " ")),
        format!("nim: {} ? p-list", repeated("0..3", " ")),
        repeated("x", ""),
        repeated("nim", " "),
        repeated("/ ", ""),
        repeated("\u{e9}", ""),
        format!("king {}", "K".repeat(10 * times())),
        format!("king 1x{}\n{}", 10 * times(), "K".repeat(10 * times())),
        format!("king {}x1\n{}", times(), repeated("K", "\n")),
        format!("cram 3x3\n{}", repeated("...", "\n")),
    ]
}

fn run(arguments: &[&str], input: String) -> Finished {
    // Records that need a search are given up soon, since this is about texts.
    let arguments = [arguments, &["--max-work", "100000000"]].concat();
    Program::new(&arguments)
        .input(input)
        .time_limit(time_limit())
        .run()
}

/// Answers these texts with records before and after each of them.
fn all_are_answered(texts: &[String], arguments: &[&str]) {
    let checks = arguments.contains(&"--check");
    for text in texts {
        let input = format!("@before nim: 1 2\n{text}\n@after nim: 1 2\n");
        let output = run(arguments, input);
        let what: String = text.chars().take(80).collect();
        let complaint = || {
            let errors: String = String::from_utf8_lossy(&output.stderr)
                .chars()
                .take(300)
                .collect();
            format!("{what} {arguments:?}: {:?} {errors}", output.status)
        };
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}",
            complaint()
        );
        let answers = String::from_utf8_lossy(&output.stdout);
        if !checks {
            let lines: Vec<&str> = answers.lines().collect();
            let is_answered = |line: Option<&&str>, label: &str| {
                line.is_some_and(|line| line.contains(label) && line.contains("WIN"))
            };
            assert!(is_answered(lines.first(), "before"), "{}", complaint());
            assert!(is_answered(lines.last(), "after"), "{}", complaint());
            assert!(lines.len() >= 3, "{}", complaint());
        }
    }
}

#[test]
fn parts_of_the_language_may_stand_many_times() {
    let texts = texts_of_the_language();
    all_are_answered(&texts, &["--threads", "1"]);
    all_are_answered(&texts, &["--threads", "2", "--format", "json"]);
    all_are_answered(&texts, &["--check", "--threads", "1"]);
}

#[test]
fn rules_may_repeat_and_nest_many_times() {
    let texts: Vec<String> = texts_of_rules()
        .into_iter()
        .map(|text| format!("rules {text} : 3"))
        .collect();
    all_are_answered(&texts, &["--threads", "1"]);
    all_are_answered(&texts, &["--threads", "2", "--format", "json"]);
}

#[test]
fn rules_and_positions_of_every_game_may_be_long() {
    all_are_answered(&texts_of_games(), &["--threads", "2"]);
}

/// The commands for people read records by the same library; they may refuse a long one.
#[test]
fn commands_for_people_end_as_usual() {
    // An argument of a program is at most 128 KiB on Linux, and a transcript of `play` shows all heaps after each move.
    let texts = [
        format!("nim: {}", (0..5000).map(|i| i % 7).join(" ")),
        format!("kayles: 5{}", " + kayles: 5".repeat(5000)),
        format!("rules [n] -> [n-1] {} : 3", "if n > 0 ".repeat(10_000)),
    ];
    for text in texts {
        for command in ["explain", "play", "table", "study"] {
            let finished = Program::new(&[command, &text])
                .time_limit(time_limit())
                .run();
            let status = finished.status;
            assert!(matches!(status.code(), Some(0..=2)), "{command}: {status}");
        }
    }
}
