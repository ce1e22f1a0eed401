//! Faults around the program: full disks, closed pipes, broken inputs, interrupts,
//! too little memory. Each ends with its exit code and a sentence, never with half a line.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use grundy_base::testing::TemporaryFolder;
use grundy_batch::{Failure, Options, Source};

use crate::tools::program::Program;

/// Makes a batch of this many records, each with its own label.
fn batch(records: usize) -> String {
    (0..records)
        .map(|i| format!("@r{i} nim: {i} {} ? moves grundy\n", i * 7 % 13))
        .collect()
}

/// Writes batches until the program reads no more.
fn write_on(pipe: &mut dyn Write) {
    while pipe.write_all(batch(10_000).as_bytes()).is_ok() {}
}

#[test]
fn a_full_disk_is_reported() {
    for threads in ["1", "3"] {
        let full = File::create("/dev/full").expect("this system has a /dev/full");
        let output = Program::new(&["--threads", threads])
            .input(batch(100_000))
            .run_into(full);
        assert_eq!(
            output.refused(),
            "grundy: the answers could not be written: no space left on device\n"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_output_is_reported_and_the_null_device_is_none() {
    let run = |redirected: &str, arguments: &[&str]| {
        Program::after(&format!("exec {redirected}"), arguments)
            .input("nim: 3\n")
            .run()
    };
    let batch: [&[&str]; 2] = [&[], &["flatten"]];
    let others: [&[&str]; 4] = [
        &["games", "nim"],
        &["explain", "nim: 3"],
        &["play", "nim: 3"],
        &["--help"],
    ];
    for arguments in batch.iter().chain(&others) {
        let message = run(">&-", arguments).refused();
        assert!(
            message.ends_with("standard output is closed\n"),
            "{arguments:?}: {message}"
        );
        assert_eq!(
            run(">/dev/null", arguments).code(),
            Some(0),
            "{arguments:?}"
        );
        // Python opens the null device for both.
        assert_eq!(
            run("1<>/dev/null", arguments).code(),
            Some(0),
            "{arguments:?}"
        );
    }
    // Nothing would be written.
    assert_eq!(run(">&-", &["--check"]).code(), Some(0));
}

/// A file that somebody cuts off after some of its boards are answered: each of the others was read before, or is cut
/// short, or is not there.
#[test]
fn a_file_that_becomes_shorter_ends_where_it_ends() {
    const SIDE: usize = 1500;
    const BOARDS: usize = 6;
    let board = [vec![b'.'; SIDE], vec![b'\n']].concat().repeat(SIDE);
    let board = [b"king 1500x1500\n", board.as_slice()].concat();
    for answered in 0..BOARDS {
        for length in [0, 1_000_000, 2 * board.len() + 7] {
            let folder = TemporaryFolder::new();
            let mut file = folder.file("boards");
            file.write_all(&board.repeat(BOARDS)).unwrap();
            let threads = if answered % 2 == 0 { "1" } else { "2" };
            let mut program = Program::new(&["--threads", threads])
                .argument(folder.path().join("boards"))
                .start();
            for _ in 0..answered {
                assert_eq!(program.line().as_deref(), Some("LOSE"));
            }
            file.set_len(length as u64).unwrap();
            let output = program.finish();
            let answers = output.answers();
            let is_cut = answers.ends_with("ERROR\n");
            let whole = answers.strip_suffix("ERROR\n").unwrap_or(&answers);
            assert!(whole.lines().all(|line| line == "LOSE"), "{answers}");
            assert!(answered + answers.lines().count() <= BOARDS, "{answers}");
            assert_eq!(output.code(), Some(i32::from(is_cut)), "{answers}");
        }
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for threads in ["1", "3"] {
        let mut program = Program::new(&["--threads", threads])
            .written_input(write_on)
            .start();
        assert_eq!(program.line().as_deref(), Some("@r0 - | 0"));
        program.close_output();
        let output = program.finish();
        assert_eq!((output.code(), output.said()), (Some(0), String::new()));
    }
}

#[test]
fn inputs_that_cannot_be_opened_are_named_before_the_first_answer() {
    let directory = TemporaryFolder::new();
    let good = directory.path().join("good.txt");
    fs::write(&good, "nim: 2 3\n").unwrap();
    let missing = directory.path().join("missing.txt");
    for (bad, why) in [
        (
            missing.as_path(),
            "no such file; a record is written in quotes: grundy 'nim: 3 4 5'",
        ),
        (directory.path(), "is a directory"),
    ] {
        let output = Program::new(&[]).argument(&good).argument(bad).run();
        assert!(output.stdout.is_empty());
        assert_eq!(
            output.refused(),
            format!("grundy: {}: {why}\n", bad.display())
        );
    }
    let folder = File::open(directory.path()).unwrap();
    let output = Program::new(&[]).input_from(folder).run();
    assert_eq!(output.refused(), "grundy: -: is a directory\n");
}

#[test]
fn standard_input_that_is_named_twice_is_read_once() {
    let output = Program::new(&["-", "-"])
        .input_file(b"nim: 3\nkayles: 5 ? grundy\n")
        .run();
    assert_eq!(output.succeeded(), "WIN 1\n4\n");
}

/// A reader that gives its pieces one after the other, and then fails or ends.
struct Pieces {
    pieces: Vec<&'static [u8]>,
    fails: bool,
}

impl Read for Pieces {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.pieces.is_empty() {
            return if self.fails {
                Err(std::io::Error::other("the cable was pulled"))
            } else {
                Ok(0)
            };
        }
        let piece = self.pieces.remove(0);
        into[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

/// Answers what comes in pieces.
fn answered(pieces: &[&'static [u8]], fails: bool) -> (String, Result<(), Failure>) {
    let pieces = Pieces {
        pieces: pieces.to_vec(),
        fails,
    };
    let mut answers = Vec::new();
    let source = Source::new("cable", Box::new(pieces));
    let outcome = grundy_batch::run(
        vec![source],
        &mut answers,
        &mut std::io::sink(),
        &Options::default(),
    );
    (String::from_utf8(answers).unwrap(), outcome.map(drop))
}

#[test]
fn a_byte_order_mark_may_come_in_pieces() {
    let (answers, outcome) = answered(&[b"\xef\xbb", b"\xbf", b"nim: 3\n"], false);
    assert!(outcome.is_ok());
    assert_eq!(answers, "WIN 1\n");
    let (answers, outcome) = answered(&[b"\xef", b"\xbb\xbf"], false);
    assert!(outcome.is_ok());
    assert_eq!(answers, "");
}

#[test]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let directory = TemporaryFolder::new();
    let secret = directory.path().join("secret.txt");
    fs::write(&secret, "nim: 2 3\n").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads everything; then there is nothing to see.
    if File::open(&secret).is_ok() {
        return;
    }
    let output = Program::new(&[]).argument(&secret).run();
    assert_eq!(
        output.refused(),
        format!("grundy: {}: permission denied\n", secret.display())
    );
}

#[test]
fn an_input_that_fails_when_it_is_read_ends_after_what_came_before() {
    let directory = TemporaryFolder::new();
    let good = directory.path().join("good.txt");
    fs::write(&good, "nim: 2 3\nnim: 1 1\n").unwrap();
    // Reading this from its beginning is an input/output error on Linux: nothing is mapped there.
    let bad = "/proc/self/mem";
    if File::open(bad).is_err() {
        return;
    }
    for threads in ["1", "3"] {
        let output = Program::new(&["--threads", threads])
            .argument(&good)
            .argument(bad)
            .argument(&good)
            .run();
        assert_eq!(output.answers(), "WIN 1\nLOSE\n");
        assert_eq!(
            output.refused(),
            "grundy: /proc/self/mem: input/output error\n"
        );
    }
}

#[test]
fn what_came_whole_before_an_error_in_the_middle_is_answered() {
    for (given, expected) in [
        (&b"nim: 2 3\nnim: 1 1\nnim: 4"[..], "WIN 1\nLOSE\n"),
        (b"nim: 2 3\n", "WIN 1\n"),
        (b"nim: 2 3", ""),
        (b"", ""),
    ] {
        let pieces: &[&'static [u8]] = if given.is_empty() { &[] } else { &[given] };
        let (answers, outcome) = answered(pieces, true);
        assert!(matches!(outcome, Err(Failure::Input(name, _)) if name == "cable"));
        assert_eq!(answers, expected);
    }
}

#[test]
fn an_interrupt_ends_between_lines() {
    for (name, code, threads) in [("INT", 130, "1"), ("INT", 130, "3"), ("TERM", 143, "3")] {
        let mut program = Program::new(&["--threads", threads])
            .written_input(write_on)
            .start();
        // Some of the answers are read, so that a write is under way or about to be.
        let mut answers = program.read(100_000);
        program.signal(name);
        let output = program.finish();
        answers.extend(&output.stdout);
        assert_eq!(output.code(), Some(code));
        let answers = String::from_utf8(answers).unwrap();
        assert!(answers.ends_with('\n'), "the last line is whole");
        assert!(answers.lines().zip(0..).all(|(line, i)| {
            line.strip_prefix(&format!("@r{} ", i % 10_000))
                .is_some_and(|rest| rest.contains(" | "))
        }));
        assert_eq!(output.said(), "");
    }
}

/// An abort that has nothing to do with memory keeps its own exit status, and nobody explains it.
#[test]
fn an_abort_is_not_called_want_of_memory() {
    use std::os::unix::process::ExitStatusExt;
    let mut program = Program::new(&[]).start();
    program.write("nim: 2 3\n");
    // An answer tells that the program listens to signals.
    assert_eq!(program.line().as_deref(), Some("WIN 1"));
    program.signal("ABRT");
    let output = program.finish();
    assert_eq!(
        (output.status.signal(), output.said()),
        (Some(6), String::new())
    );
}

#[test]
fn a_second_interrupt_does_not_wait_for_a_reader_that_sleeps() {
    /// The time after which the pipe of the answers is taken to be full: nothing tells that a write waits for its reader.
    const QUIET: Duration = Duration::from_secs(1);
    let mut program = Program::new(&[]).start();
    let mut input = program.input.take().unwrap();
    let (written, blocks) = mpsc::channel();
    let writer = thread::spawn(move || {
        let block = batch(10_000);
        while input.write_all(block.as_bytes()).is_ok() {
            let _ = written.send(());
        }
    });
    while blocks.recv_timeout(QUIET).is_ok() {}
    program.signal("INT");
    // Two signals before the first is heard are one, so the second is sent until the program ends.
    while !program.ends_within(Duration::from_millis(100)) {
        program.signal("INT");
    }
    assert_eq!(program.finish().code(), Some(130));
    writer.join().unwrap();
}
