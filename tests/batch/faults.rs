//! Faults around the program: full disks, closed pipes, broken inputs, interrupts,
//! too little memory. Each ends with its exit code and a sentence, never with half a line.

use grundy_base::testing::TemporaryFolder;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::Duration;

fn grundy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs to the end with this input, written beside reading so that no pipe fills up.
fn run(command: &mut Command, input: impl FnOnce(&mut dyn Write) + Send + 'static) -> Output {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = thread::spawn(move || input(&mut stdin));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A batch of this many records, each with its own label.
fn batch(records: usize) -> String {
    (0..records)
        .map(|i| format!("@r{i} nim: {i} {} ? moves grundy\n", i * 7 % 13))
        .collect()
}

#[test]
fn a_full_disk_is_reported() {
    for threads in ["1", "3"] {
        let full = File::create("/dev/full").expect("this system has a /dev/full");
        let output = run(
            grundy().args(["--threads", threads]).stdout(full),
            |stdin| {
                let _ = stdin.write_all(batch(100_000).as_bytes());
            },
        );
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert_eq!(
            message,
            "grundy: the answers could not be written: no space left on device\n"
        );
    }
}

/// A board that somebody cuts off while it is looked at, at some time: it is a board cut short, or was
/// whole when it was read.
#[test]
fn a_file_that_becomes_shorter_ends_where_it_ends() {
    const SIDE: usize = 6000;
    let board = [vec![b'.'; SIDE], vec![b'\n']].concat().repeat(SIDE);
    let board = [b"king 6000x6000\n", board.as_slice()].concat();
    for round in 0..16 {
        let folder = TemporaryFolder::new();
        let mut file = folder.file("board");
        file.write_all(&board).unwrap();
        let threads = ["1", "2"][round % 2];
        let child = grundy()
            .args(["--threads", threads])
            .arg(folder.path().join("board"))
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(500 * round as u64));
        file.set_len(1_000_000 * (round as u64 % 3)).unwrap();
        let output = child.wait_with_output().unwrap();
        let answers = text(&output.stdout);
        match output.status.code() {
            Some(0) => assert!(matches!(&*answers, "LOSE\n" | ""), "{answers}"),
            code => assert_eq!((code, &*answers), (Some(1), "ERROR\n")),
        }
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for threads in ["1", "3"] {
        let mut child = grundy().args(["--threads", threads]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer =
            thread::spawn(move || while stdin.write_all(batch(10_000).as_bytes()).is_ok() {});
        let mut first = String::new();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        answers.read_line(&mut first).unwrap();
        drop(answers);
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(first, "@r0 - | 0\n");
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(0), String::new())
        );
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
        let output = run(grundy().arg(&good).arg(bad), |_| {});
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert_eq!(
            text(&output.stderr),
            format!("grundy: {}: {why}\n", bad.display())
        );
    }
    let output = grundy()
        .stdin(File::open(directory.path()).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "grundy: -: is a directory\n");
}

#[test]
fn standard_input_that_is_named_twice_is_read_once() {
    let directory = TemporaryFolder::new();
    let file = directory.path().join("two.in");
    fs::write(&file, "nim: 3\nkayles: 5 ? grundy\n").unwrap();
    let output = grundy()
        .args(["-", "-"])
        .stdin(File::open(&file).unwrap())
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(0), "WIN 1\n4\n".into())
    );
}

#[test]
fn a_byte_order_mark_may_come_in_pieces() {
    const INPUTS: [(&[&[u8]], &str); 2] = [
        (&[b"\xef\xbb", b"\xbf", b"nim: 3\n"], "WIN 1\n"),
        (&[b"\xef", b"\xbb\xbf"], ""),
    ];
    for (pieces, answer) in INPUTS {
        let output = run(&mut grundy(), move |stdin| {
            for piece in pieces {
                stdin.write_all(piece).unwrap();
                thread::sleep(Duration::from_millis(100));
            }
        });
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(0), answer.into())
        );
    }
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
    let output = run(grundy().arg(&secret), |_| {});
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
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
        let output = run(
            grundy()
                .args(["--threads", threads])
                .arg(&good)
                .arg(bad)
                .arg(&good),
            |_| {},
        );
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stdout), "WIN 1\nLOSE\n");
        assert_eq!(
            text(&output.stderr),
            "grundy: /proc/self/mem: input/output error\n"
        );
    }
}

#[test]
fn what_came_whole_before_an_error_in_the_middle_is_answered() {
    /// Gives its text, then fails.
    struct Failing(&'static [u8]);
    impl Read for Failing {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Err(std::io::Error::other("the cable was pulled"));
            }
            self.0.read(into)
        }
    }
    for (given, answered) in [
        (&b"nim: 2 3\nnim: 1 1\nnim: 4"[..], "WIN 1\nLOSE\n"),
        (b"nim: 2 3\n", "WIN 1\n"),
        (b"nim: 2 3", ""),
        (b"", ""),
    ] {
        let mut answers = Vec::new();
        let source = grundy_batch::Source::new("cable", Box::new(Failing(given)));
        let outcome = grundy_batch::run(
            vec![source],
            &mut answers,
            &mut std::io::sink(),
            &grundy_batch::Options::default(),
        );
        assert!(matches!(outcome, Err(grundy_batch::Failure::Input(name, _)) if name == "cable"));
        assert_eq!(text(&answers), answered);
    }
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(status.expect("`kill` runs").success());
}

#[test]
fn an_interrupt_ends_between_lines() {
    for (name, code, threads) in [("INT", 130, "1"), ("INT", 130, "3"), ("TERM", 143, "3")] {
        let mut child = grundy().args(["--threads", threads]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer =
            thread::spawn(move || while stdin.write_all(batch(10_000).as_bytes()).is_ok() {});
        let mut stdout = child.stdout.take().unwrap();
        // Some of the answers, so that a write is under way or about to be.
        let mut answers = vec![0; 100_000];
        stdout.read_exact(&mut answers).unwrap();
        signal(&child, name);
        stdout.read_to_end(&mut answers).unwrap();
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(output.status.code(), Some(code));
        assert!(answers.ends_with(b"\n"), "the last line is whole");
        assert!(text(&answers).lines().zip(0..).all(|(line, i)| {
            line.strip_prefix(&format!("@r{} ", i % 10_000))
                .is_some_and(|rest| rest.contains(" | "))
        }));
        assert!(output.stderr.is_empty());
    }
}

/// An abort that has nothing to do with memory keeps its own exit status, and nobody explains it.
#[test]
fn an_abort_is_not_called_want_of_memory() {
    use std::os::unix::process::ExitStatusExt;
    let mut child = grundy().spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"nim: 2 3\n").unwrap();
    // An answer tells that the program listens to signals.
    let mut answer = [0; 6];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut answer)
        .unwrap();
    signal(&child, "ABRT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.signal(), text(&output.stderr)),
        (Some(6), String::new())
    );
}

#[test]
fn a_second_interrupt_does_not_wait_for_a_reader_that_sleeps() {
    let mut child = grundy().spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || while stdin.write_all(batch(10_000).as_bytes()).is_ok() {});
    // Nobody reads the answers: the pipe fills and the write under way never ends.
    thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    let status: ExitStatus = child.wait().unwrap();
    writer.join().unwrap();
    assert_eq!(status.code(), Some(130));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let mut records = batch(30_000);
    records.push_str(
        "nim: x\n@a nim misere: 1 1 1\n\n// a comment\nKK..\nqueen 2x2\n..\nnim: 5 ? best\n",
    );
    records = records.repeat(3);
    let outputs: Vec<Output> = ["1", "2", "7"]
        .map(|threads| {
            let records = records.clone();
            run(
                grundy().args(["--threads", threads, "--color", "never"]),
                move |stdin| {
                    stdin.write_all(records.as_bytes()).unwrap();
                },
            )
        })
        .into();
    assert_eq!(outputs[0].status.code(), Some(1));
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}
