//! The program under a hard limit of 512 MB of address space (`ulimit -v`), with inputs that ask
//! for more: it answers or names the limit, and never falls over.

use std::io::Write;

use grundy_base::testing::sized;

use crate::tools::program::{Finished, Program};

/// The limit of the system under which the program runs, in words of the shell: kilobytes of address space.
const ADDRESS_SPACE: &str = "ulimit -v 524288";

/// The bytes of a text that does not fit in the address space.
fn more_than_fits() -> u64 {
    sized(600 << 20, 1 << 30)
}

/// If the system gives no thread at all, since a stack is larger than the whole address space, the one that is
/// there does all the work.
#[test]
fn without_threads_one_does_the_work() {
    let program = Program::after(ADDRESS_SPACE, &["--threads", "8"]);
    let program = program.variable("RUST_MIN_STACK", (4u64 << 30).to_string());
    let program = program.written_input(|out| {
        out.write_all(b"king 1500x2000\n").unwrap();
        (0..1500).for_each(|_| {
            out.write_all(&[&[b'.'; 1999], &b"K\n"[..]].concat())
                .unwrap();
        });
        // This is a sparse board, as in `inputs/sparse-kings.in`.
        out.write_all(
            b"king 20000x20000 damaged 5,5 777,999 15000,15001: 20000,19999 1,1 ? values\n",
        )
        .unwrap();
        // This line is long enough to be shared out among threads.
        out.write_all(&[b"nim:".to_vec(), b" 7".repeat(1 << 20), b" 3\n".to_vec()].concat())
            .unwrap();
    });
    let output = program.run();
    // By hand: in an even column, above the diagonal, kings have the values 1 and 2 alternately, 750 of each;
    // and what is left of an even number of sevens and a three is the three, which every heap can undo.
    assert_eq!(output.answers(), "LOSE\n1 0\nWIN 1048577\n");
    assert_eq!((output.code(), output.said()), (Some(0), String::new()));
}

/// Runs the program within the address space, on an input that is made while it is read.
fn run(arguments: &[&str], input: impl FnOnce(&mut dyn Write) + Send + 'static) -> Finished {
    let program = Program::after(ADDRESS_SPACE, arguments);
    let output = program.written_input(input).run();
    assert!(
        output.code().is_some(),
        "ended by a signal: {:?}",
        output.status
    );
    output
}

fn repeat(out: &mut dyn Write, piece: &[u8], bytes: u64) {
    let block = piece.repeat((1 << 20) / piece.len());
    let mut left = bytes;
    while left > 0 && out.write_all(&block).is_ok() {
        left = left.saturating_sub(block.len() as u64);
    }
}

#[test]
fn a_line_longer_than_memory_is_one_wrong_record() {
    for (piece, kind) in [
        (&b"7"[..], "a number"),
        (b" 7", "heaps"),
        (b"\0", "zeros"),
        (b"\xff", "no text"),
    ] {
        let output = run(&["--threads", "2"], move |out| {
            out.write_all(b"nim: 2 3\n@long nim: ").unwrap();
            repeat(out, piece, more_than_fits());
            out.write_all(b"\nnim: 1 1\n").unwrap();
        });
        let diagnostics = output.said();
        assert_eq!(
            (output.code(), output.answers().as_str()),
            (Some(1), "WIN 1\n@long ERROR\nLOSE\n"),
            "{kind}"
        );
        assert!(diagnostics.contains("<stdin>:2:"), "{kind}: {diagnostics}");
    }
}

#[test]
fn a_board_longer_than_memory_is_answered_on_lines_and_refused_in_one() {
    let row = [".X..".repeat(255).as_bytes(), b"K.."].concat();
    let board = |header: String, end: &'static [u8], row: Vec<u8>, rest: &'static str| {
        run(&["--threads", "2"], move |out| {
            out.write_all(header.as_bytes()).unwrap();
            repeat(out, &[row.as_slice(), end].concat(), more_than_fits());
            out.write_all(&[row.as_slice(), rest.as_bytes()].concat())
                .unwrap();
        })
    };
    let rows = more_than_fits() / 1024 + 1;
    let block = board(
        format!("king {rows}x1023 ? count grundy\n"),
        b"\n",
        row.clone(),
        "\nnim: 1 1\n",
    );
    assert!(block.succeeded().ends_with("\nLOSE\n"));
    let inline = board("king ".to_owned(), b"/", row, " ? count grundy\nnim: 1 1\n");
    let diagnostics = inline.said();
    assert_eq!(
        (inline.code(), inline.answers().as_str()),
        (Some(1), "ERROR\nLOSE\n")
    );
    assert!(
        diagnostics.contains("--max-memory") && diagnostics.contains("lines of their own"),
        "{diagnostics}"
    );
}

#[test]
fn a_comment_longer_than_memory_is_no_record() {
    let output = run(&[], |out| {
        out.write_all(b"nim: 2 3\n// ").unwrap();
        repeat(out, b"blah ", more_than_fits());
        out.write_all(b"\nnim: x\n").unwrap();
    });
    let diagnostics = output.said();
    assert_eq!(
        (output.code(), output.answers().as_str()),
        (Some(1), "WIN 1\nERROR\n")
    );
    assert!(diagnostics.contains("<stdin>:3:6"), "{diagnostics}");
}

#[test]
fn a_line_longer_than_memory_without_an_end_is_one_wrong_record() {
    let output = run(&[], |out| repeat(out, b"K", more_than_fits()));
    let diagnostics = output.said();
    assert_eq!((output.code(), &*output.answers()), (Some(1), "ERROR\n"));
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

/// The words by which a diagnostic says that a limit is met.
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
        let threads = threads.to_string();
        let arguments = ["--threads", &threads, "--max-work", "100000000"];
        let output = run(&arguments, |out| {
            for (i, record) in GREEDY.iter().enumerate() {
                writeln!(out, "@{i} {record}").unwrap();
            }
        });
        assert_eq!(output.code(), Some(1));
        let answers = output.answers();
        let diagnostics = output.said();
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
    let records: usize = sized(60, 600);
    let mut program = Program::after(ADDRESS_SPACE, &["--threads", "2"])
        .written_input(move |out| {
            let long = format!("nim:{} ? values moves\n", " 1".repeat(100_000));
            for text in [&long, "subtraction 1 2 5: 1000000 ? sequence\n"] {
                for _ in 0..records {
                    out.write_all(text.as_bytes()).unwrap();
                }
            }
        })
        .start();
    for _ in 0..records {
        assert_eq!(program.line().map(|line| line.len()), Some(200_003));
    }
    for _ in 0..records {
        assert!(program.line().is_some());
    }
    let output = program.finish();
    assert!(
        output.code().is_some_and(|code| code < 2),
        "{:?}",
        output.status
    );
    assert_eq!(output.answers(), "");
}

#[test]
fn many_wrong_records_do_not_pile_up() {
    let records = sized(1 << 15, 1 << 19);
    let output = run(&["--threads", "2"], move |out| {
        out.write_all(&b"z\n".repeat(records)).unwrap();
    });
    assert_eq!(output.code(), Some(1));
    assert!(output.answers() == "ERROR\n".repeat(records));
}

#[test]
fn numbers_of_a_million_digits_are_refused() {
    let output = run(&[], |out| {
        writeln!(
            out,
            "nim: {}\nnim: {}5",
            "9".repeat(1_000_000),
            "0".repeat(1_000_000)
        )
        .unwrap();
    });
    let diagnostics = output.said();
    assert_eq!(
        (output.code(), output.answers().as_str()),
        (Some(1), "ERROR\nWIN 1\n")
    );
    assert!(
        diagnostics.contains("too large") && diagnostics.len() < 1000,
        "{diagnostics}"
    );
}

#[test]
fn a_header_that_promises_more_rows_than_there_are_is_wrong_alone() {
    let output = run(&[], |out| {
        writeln!(out, "king 1000000000x1000000000\n...\n...\nnim: 1").unwrap();
    });
    let diagnostics = output.said();
    assert_eq!(
        (output.code(), output.answers().as_str()),
        (Some(1), "ERROR\nWIN 1\n")
    );
    assert_ne!(diagnostics, "");
}

#[test]
fn memory_that_cannot_be_had_ends_the_program_with_a_sentence() {
    // The system cannot keep this limit: what the record is allowed to take is not there.
    let arguments = ["--threads", "1", "--max-memory", "64G"];
    let output = Program::after("ulimit -v 204800", &arguments)
        .written_input(|out| {
            let _ = out.write_all(b"nim: 2 3\nnim:");
            repeat(out, b" 18446744073709551615", more_than_fits());
        })
        .run();
    let message = output.refused();
    assert!(message.contains("--max-memory"), "{message}");
    assert!(["", "WIN 1\n"].contains(&output.answers().as_str()));
}
