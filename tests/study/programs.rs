//! The programs that a study writes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use grundy::Position;
use grundy_base::testing::{TemporaryFolder, joined_cpp, python_interpreter};
use grundy_games::Context;
use grundy_study::{Language, study};

use crate::tools::program::Program;

/// Finds a program of the system, if it is there.
fn tool(names: &[&'static str]) -> Option<&'static str> {
    names.iter().copied().find(|name| {
        let version = Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        version.is_ok_and(|status| status.success())
    })
}

fn run(command: Command, input: &str) -> String {
    Program::of(command).input(input).run().succeeded()
}

/// Calls a program in Python, without the packages that are installed.
fn python_of(interpreter: &str, source: &Path) -> Command {
    let mut command = Command::new(interpreter);
    command.arg("-S").arg(source);
    command
}

fn compile(tool: &str, arguments: &[&str], source: &Path) -> PathBuf {
    let program = source.with_extension("out");
    let status = Command::new(tool)
        .args(arguments)
        .arg("-o")
        .arg(&program)
        .arg(source)
        .status()
        .unwrap();
    assert!(status.success(), "{}", source.display());
    program
}

/// Programs of all kinds of formulas give what was sampled, in all languages for which there is a tool.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn programs_give_what_the_engine_gives() {
    let records: &[(&str, u64)] = &[
        ("kayles: 5", 300),
        ("lasker: 5", 60),
        ("rules [n] -> [n-k] for k in squares(n) : 5", 200),
        ("rules [n] -> [n-d] for d in divisors(n) if d < n : 5", 200),
        ("rules [n] -> [d] for d in divisors(n) if d < n : 5", 200),
        ("rules [n] -> [n-k] for k in 1..n if gcd(n,k) == 1 : 5", 200),
        ("rules [n] -> [n-k] for k in 1..n/2 : 5", 200),
        ("rules [n] -> [n-1] | [n/2] if n > 0 : 5", 300),
        (
            "rules [s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1 | \
          [s ^ 1<<i ^ 1<<j ^ 1<<k] for i in bits(s), j in 0..i-1, k in 0..j-1 : 5",
            255,
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b) ; misere : 5,8",
            12,
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; misere : 5,8",
            12,
        ),
        ("rules [n] -> [n-k] for k in 1..3 ; draw if n == 1 : 21", 60),
        // A formula is found for the lost positions alone.
        (
            "rules [n] -> [n-k] for k in powers(2,n) ; draw if n%4 != 0 : 11",
            60,
        ),
        ("wythoff: 3,5", 20),
        // A formula that begins at the end of play.
        ("flags 2 5 left 9 overshoot: 21", 60),
        // Formulas of numbers from 1.
        (
            "rules [a,b] -> [0,1] if a > 0 and b > 0 | [a,b-k] for k in {1,3,4} if a == 0 and b >= k | \
          [a-k,b] for k in {1,2,5} if b == 0 and a >= k ; misere : 5,5",
            30,
        ),
        (
            "rules [a,b] -> [a-1,b] | [a,b-1] ; draw if a == 1 : 3,4",
            16,
        ),
        ("rules [a,b] -> [a-1,b+1] | [a-2,b-1] : 2,3", 16),
    ];
    let folder = TemporaryFolder::new();
    let (cpp, python, rust) = (
        tool(&["c++", "g++", "clang++"]),
        tool(&["python3", "python"]),
        tool(&["rustc"]),
    );
    let cpp_arguments: &[&str] = &["-O0", "-std=c++11", "-Wall"];
    let rust_arguments: &[&str] = &["--edition", "2021", "-A", "warnings"];
    let write = |name: &str, program: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, program).unwrap();
        path
    };
    let mut cases = Vec::new();
    for (record, to) in records {
        let context = Context::default();
        let position = Position::read(record.as_bytes(), &context).unwrap();
        let found = study(&position, Some(*to)).unwrap();
        let sample = &found.sampled.sample;
        let outcomes = found.sampled.kind == grundy::study::SampleKind::Outcomes;
        let words = ["LOSE", "WIN", "DRAW"];
        // Numbers before the first position are none.
        let before = match sample.arity {
            1 => sample.numbers[0],
            _ => 0,
        };
        let mut input = (0..before).map(|n| format!("{n}\n")).collect::<String>();
        input.extend(
            sample
                .iter()
                .map(|(position, _)| itertools::join(position, ",") + "\n"),
        );
        let unknown = if outcomes { "UNKNOWN\n" } else { "-1\n" };
        let mut expected = unknown.repeat(before as usize);
        expected += &sample
            .iter()
            .map(|(_, value)| if outcomes { words[value as usize].to_owned() } else { value.to_string() } + "\n")
            .collect::<String>();
        cases.push((record, found, input, expected));
    }
    if let Some(tool) = python.map(python_interpreter) {
        for (record, found, input, expected) in &cases {
            let source = write("program.py", &found.program(Language::Python));
            assert_eq!(run(python_of(&tool, &source), input), *expected, "{record}");
        }
    }
    // One is compiled as it stands, and all as parts of one program, whose argument chooses one: compilers
    // take long to begin.
    let programs = |language| -> Vec<String> {
        cases
            .iter()
            .map(|(_, found, ..)| found.program(language))
            .collect()
    };
    let check = |alone: PathBuf, together: PathBuf| {
        assert_eq!(run(Command::new(alone), &cases[0].2), cases[0].3);
        for (i, (record, _, input, expected)) in cases.iter().enumerate() {
            let mut which = Command::new(&together);
            which.arg(i.to_string());
            assert_eq!(run(which, input), *expected, "{record}");
        }
    };
    if let Some(tool) = cpp {
        let programs = programs(Language::Cpp);
        let texts: Vec<&str> = programs.iter().map(String::as_str).collect();
        let all = joined_cpp(&texts);
        check(
            compile(tool, cpp_arguments, &write("alone.cpp", &programs[0])),
            compile(tool, cpp_arguments, &write("together.cpp", &all)),
        );
    }
    if let Some(tool) = rust {
        let programs = programs(Language::Rust);
        let mut parts = String::new();
        let mut calls = String::new();
        for (i, program) in programs.iter().enumerate() {
            assert!(program.contains("\nfn main() {\n"));
            let part = program.replace("\nfn main()", "\npub fn main()");
            parts += &format!("mod program{i} {{\n{part}\n}}\n");
            calls += &format!("        \"{i}\" => program{i}::main(),\n");
        }
        let all = format!(
            "{parts}fn main() {{\n    match &*std::env::args().nth(1).unwrap() {{\n{calls}        _ => {{}}\n    }}\n}}\n"
        );
        check(
            compile(tool, rust_arguments, &write("alone.rs", &programs[0])),
            compile(tool, rust_arguments, &write("together.rs", &all)),
        );
    }
}
