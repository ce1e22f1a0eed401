//! The program under a hard limit of 512 MB of address space (`ulimit -v`), with inputs that ask
//! for more: it answers or names the limit, and never falls over.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use grundy_base::testing::sized;

/// The program within this address space, in kilobytes.
fn limited(kilobytes: u64, arguments: &str) -> Child {
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" {arguments}");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_grundy")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell")
}

/// Its output for an input that is made while it is read.
fn output_of(mut child: Child, input: impl FnOnce(&mut dyn Write) + Send + 'static) -> Output {
    let mut stdin = child.stdin.take().expect("piped");
    let writer = thread::spawn(move || input(&mut stdin));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

/// If the system gives no thread at all, since a stack is larger than the whole address space, the one that is
/// there does all the work.
#[test]
fn without_threads_one_does_the_work() {
    let child = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 524288; exec \"$0\" --threads 8",
            env!("CARGO_BIN_EXE_grundy"),
        ])
        .env("RUST_MIN_STACK", (4u64 << 30).to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let output = output_of(child, |out| {
        out.write_all(b"king 1500x2000\n").unwrap();
        (0..1500).for_each(|_| {
            out.write_all(&[&[b'.'; 1999], &b"K\n"[..]].concat())
                .unwrap();
        });
        // A sparse board, as in `inputs/sparse-kings.in`.
        out.write_all(
            b"king 20000x20000 damaged 5,5 777,999 15000,15001: 20000,19999 1,1 ? values\n",
        )
        .unwrap();
        // A line long enough to be shared out.
        out.write_all(&[b"nim:".to_vec(), b" 7".repeat(1 << 20), b" 3\n".to_vec()].concat())
            .unwrap();
    });
    // By hand: in an even column, above the diagonal, kings have the values 1 and 2 in turn, 750 of each;
    // and what is left of an even number of sevens and a three is the three, which every heap can undo.
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "LOSE\n1 0\nWIN 1048577\n"
    );
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

fn run(
    arguments: &str,
    input: impl FnOnce(&mut dyn Write) + Send + 'static,
) -> (i32, String, String) {
    let output = output_of(limited(512 << 10, arguments), input);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output
        .status
        .code()
        .unwrap_or_else(|| panic!("ended by a signal: {:?}", output.status));
    (code, text(output.stdout), text(output.stderr))
}

fn repeat(out: &mut dyn Write, piece: &[u8], bytes: u64) {
    let block = piece.repeat((1 << 20) / piece.len());
    let mut left = bytes;
    while left > 0 && out.write_all(&block).is_ok() {
        left = left.saturating_sub(block.len() as u64);
    }
}

#[test]
fn a_line_of_a_gigabyte_is_one_wrong_record() {
    for (piece, kind) in [
        (&b"7"[..], "a number"),
        (b" 7", "heaps"),
        (b"\0", "zeros"),
        (b"\xff", "no text"),
    ] {
        let (code, answers, diagnostics) = run("--threads 2", move |out| {
            out.write_all(b"nim: 2 3\n@long nim: ").unwrap();
            repeat(out, piece, 1 << 30);
            out.write_all(b"\nnim: 1 1\n").unwrap();
        });
        assert_eq!(
            (code, answers.as_str()),
            (1, "WIN 1\n@long ERROR\nLOSE\n"),
            "{kind}"
        );
        assert!(diagnostics.contains("<stdin>:2:"), "{kind}: {diagnostics}");
    }
}

#[test]
fn a_board_of_a_gigabyte_is_answered_on_lines_and_refused_in_one() {
    let row = [".X..".repeat(255).as_bytes(), b"K.."].concat();
    let board = |header: &'static str, end: &'static [u8], row: Vec<u8>, rest: &'static str| {
        run("--threads 2", move |out| {
            out.write_all(header.as_bytes()).unwrap();
            repeat(out, &[row.as_slice(), end].concat(), 1 << 30);
            out.write_all(&[row.as_slice(), rest.as_bytes()].concat())
                .unwrap();
        })
    };
    let block = board(
        "king 1048577x1023 ? count grundy\n",
        b"\n",
        row.clone(),
        "\nnim: 1 1\n",
    );
    assert!(block.0 == 0 && block.1.ends_with("\nLOSE\n"), "{block:?}");
    let (code, answers, diagnostics) = board("king ", b"/", row, " ? count grundy\nnim: 1 1\n");
    assert_eq!((code, answers.as_str()), (1, "ERROR\nLOSE\n"));
    assert!(
        diagnostics.contains("--max-memory") && diagnostics.contains("lines of their own"),
        "{diagnostics}"
    );
}

#[test]
fn a_comment_of_a_gigabyte_is_no_record() {
    let (code, answers, diagnostics) = run("", |out| {
        out.write_all(b"nim: 2 3\n// ").unwrap();
        repeat(out, b"blah ", 1 << 30);
        out.write_all(b"\nnim: x\n").unwrap();
    });
    assert_eq!((code, answers.as_str()), (1, "WIN 1\nERROR\n"));
    assert!(diagnostics.contains("<stdin>:3:6"), "{diagnostics}");
}

#[test]
fn a_line_of_a_gigabyte_without_an_end_is_one_wrong_record() {
    let (code, answers, diagnostics) = run("", |out| repeat(out, b"K", 1 << 30));
    assert_eq!((code, &*answers), (1, "ERROR\n"));
    assert!(diagnostics.contains("--max-memory"), "{diagnostics}");
}

/// Records that ask for more than there is, or name numbers no one can hold.
const GREEDY: &[&str] = &[
    "king 1000000000x1000000000: 5,5",
    "queen 1000000000x1000000000: 1000000000,1000000000",
    "rook 1000000000x1000000000: 1000000000,1000000000 ? moves",
    "knight 1000000000x1000000000: 1000000000,1000000000",
    "leaper -1,0 0,-64 1000000000x1000000000: 1000000000,1000000000",
    "bishop 30000x30000 damaged 1,2 3,4: 30000,29999",
    "queen 30000x30000: 30000,29999",
    "subtraction 1-18446744073709551615: 18446744073709551615",
    "subtraction 1-18446744073709551615: 18446744073709551615 ? sequence",
    "subtraction 2-18446744073709551614: 18446744073709551615 ? moves",
    "subtraction 1 18446744073709551615: 18446744073709551615 ? losing",
    "subtraction 1000000000 1000000007: 18446744073709551615",
    "subtraction 1 2 5: 18446744073709551615 ? losing",
    "subtraction 1 2 5: 18446744073709551615 ? paths",
    "subtraction 1 2 5: 1000000 ? paths",
    "flags 1-18446744073709551615 left 1: 18446744073709551615",
    "flags 3 18446744073709551615 left 18446744073709551615: 18446744073709551615",
    "flags 999999999 1000000007 left 5 overshoot: 18446744073709551615 ? period",
    "octal 0.77: 18446744073709551615 ? moves",
    "octal 4.7777777777777777777777777777777: 18446744073709551615",
    "lasker: 18446744073709551615 18446744073709551614 ? moves",
    "grundys-game: 18446744073709551615",
    "grundys-game: 10000001 ? sequence",
    "rocks 1,0 0,1 1,1: 18446744073709551615,18446744073709551615",
    "rocks 1,0,0,0 0,1,0,0 0,0,1,0 0,0,0,1 1,2,3,4: 100000,100000,100000,100000",
    "rocks 18446744073709551615,0 0,1: 18446744073709551615,18446744073709551615",
    "rocks 1 2 damaged 1-18446744073709551615: 18446744073709551615",
    "factor 18446744073709551615:",
    "factor 1000000000:",
    "factor 20 damaged 1-18446744073709551615:",
    "geography 4294967294: 4294967294",
    "graph 4294967294: 4294967294",
    "graph 4294967294 1>4294967294: 1 ? grundy",
    "nim: 18446744073709551616",
    "king 1000000000x1000000000",
    "nim: 3 5",
];

/// How a diagnostic says that a limit is met.
const LIMITS: &[&str] = &[
    "the limits of each game are listed",
    "raises this limit",
    "ask `count` or `best` instead",
    "numbers are at most",
    "the numbers are 1 to",
    "rows follow",
];

#[test]
fn greedy_records_are_answered_or_name_the_limit() {
    for threads in [1, 2] {
        let (code, answers, diagnostics) = run(
            &format!("--threads {threads} --max-work 100000000"),
            |out| {
                for (i, record) in GREEDY.iter().enumerate() {
                    writeln!(out, "@{i} {record}").unwrap();
                }
            },
        );
        assert_eq!(code, 1);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), GREEDY.len(), "{diagnostics}");
        let blocks: Vec<&str> = diagnostics.split("error: ").collect();
        for (i, line) in lines.iter().enumerate() {
            assert!(line.starts_with(&format!("@{i} ")), "{line}");
            // A board without rows is an error at the place where its rows should begin.
            let places = [i + 1, i + 2].map(|line| format!("--> <stdin>:{line}:"));
            let said = places
                .iter()
                .find_map(|place| blocks.iter().find(|block| block.contains(place)));
            let names_a_limit = |said: &&str| LIMITS.iter().any(|limit| said.contains(limit));
            assert!(
                !line.ends_with("ERROR") || said.is_some_and(names_a_limit),
                "{}: {said:?}",
                GREEDY[i]
            );
        }
        assert!(!diagnostics.contains("the solver failed"), "{diagnostics}");
        assert_eq!(
            lines.last(),
            Some(&format!("@{} WIN 1", GREEDY.len() - 1).as_str())
        );
    }
}

#[test]
fn many_long_answers_do_not_pile_up() {
    // Each answer is a megabyte; a chunk of such records would answer gigabytes.
    let mut child = limited(512 << 10, "--threads 2");
    let mut stdin = child.stdin.take().unwrap();
    let answers = child.stdout.take().unwrap();
    // Nobody reads diagnostics here.
    drop(child.stderr.take());
    let reader = thread::spawn(move || {
        BufReader::new(answers)
            .split(b'\n')
            .map(|line| line.unwrap().len() as u64)
            .collect::<Vec<_>>()
    });
    let records: usize = sized(60, 600);
    let heaps = " 1".repeat(100_000);
    let one = format!("nim:{heaps} ? values moves\n");
    for _ in 0..records {
        stdin.write_all(one.as_bytes()).unwrap();
    }
    for _ in 0..records {
        stdin
            .write_all(b"subtraction 1 2 5: 1000000 ? sequence\n")
            .unwrap();
    }
    drop(stdin);
    let lines = reader.join().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{:?}",
        output.status
    );
    assert_eq!(lines.len(), 2 * records);
    assert!(lines[..records].iter().all(|&length| length == 200_003));
}

#[test]
fn many_wrong_records_do_not_pile_up() {
    let records = sized(1 << 17, 1 << 19);
    let (code, answers, _) = run("--threads 2", move |out| {
        out.write_all(&b"z\n".repeat(records)).unwrap();
    });
    assert_eq!(code, 1);
    assert!(answers.lines().all(|line| line == "ERROR"));
    assert_eq!(answers.len(), "ERROR\n".len() * records);
}

#[test]
fn numbers_of_a_million_digits_are_refused() {
    let (code, answers, diagnostics) = run("", |out| {
        writeln!(
            out,
            "nim: {}\nnim: {}5",
            "9".repeat(1_000_000),
            "0".repeat(1_000_000)
        )
        .unwrap();
    });
    assert_eq!((code, answers.as_str()), (1, "ERROR\nWIN 1\n"));
    assert!(
        diagnostics.contains("too large") && diagnostics.len() < 1000,
        "{diagnostics}"
    );
}

#[test]
fn a_header_that_promises_more_rows_than_there_are_is_wrong_alone() {
    let (code, answers, diagnostics) = run("", |out| {
        writeln!(out, "king 1000000000x1000000000\n...\n...\nnim: 1").unwrap();
    });
    assert_eq!((code, answers.as_str()), (1, "ERROR\nWIN 1\n"));
    assert!(!diagnostics.is_empty());
}

#[test]
fn memory_that_cannot_be_had_ends_the_program_with_a_sentence() {
    // A limit the system cannot keep: what the record is allowed to take is not there.
    let child = limited(200 << 10, "--threads 1 --max-memory 64G");
    let output = output_of(child, |out| {
        let _ = out.write_all(b"nim: 2 3\nnim:");
        repeat(out, b" 18446744073709551615", 1 << 30);
    });
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() || output.stdout == b"WIN 1\n");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("--max-memory"), "{message}");
}
