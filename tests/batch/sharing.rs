//! How the records of a batch are shared: in order, promptly, in bounded memory, whatever they cost.

use grundy_base::testing::TemporaryFolder;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grundy_batch::{Format, Options, Source, run};

/// A record that takes longer than any test: some 20 s of processor time up to its limit.
const HARD: &str = "octal 0.007: 1000000000 ? grundy";

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let mut state = 11u64;
    let mut random = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..6u32 {
        let mut text = String::new();
        for i in 0..120 {
            text += &match random(if round % 2 == 0 { 12 } else { 9 }) {
                0 => format!("nim: {} {}\n", random(99), random(99)),
                1 => format!("nim: 1\nnim: {i}\nnim: 7\n"),
                2 => "// a remark\n\n".to_owned(),
                3 => format!("@label-{i} kayles: {}\n", random(500)),
                4 => "king 2x3:\n..X\n.K.\n".to_owned(),
                5 => format!("kayles: 5\nkayles: {i} 4\nkayles: 6 x\nkayles: 7\n"),
                6 => "king 3x3:\n...\n".to_owned(),
                7 => "..X\nnimm: 3\n".to_owned(),
                8 => format!(
                    "subtraction 1 3 4: {i}\nsubtraction 1 3 4: 9\nsubtraction 1 3 4: 7 7\n"
                ),
                9 => format!("grundys-game: {} ? grundy\n", 3000 + random(9000)),
                10 => format!("factor {}: {i} ? grundy\n", 2000 + random(20000)),
                _ => format!("octal 0.{}: 4000 ? grundy period\n", 100 + random(600)),
            };
        }
        for format in [Format::Text, Format::Json] {
            let outputs = [1, 2, 3, 7].map(|threads| {
                let mut options = Options {
                    format,
                    ..Options::default()
                };
                // Records are echoed in text only.
                options.echo = round == 3 && format == Format::Text;
                options.strict = round == 5;
                options.budget.threads = threads;
                options.budget.work = 1 << 24;
                let mut answers = Vec::new();
                let mut said = Vec::new();
                let source = Source::new(
                    "text",
                    Box::new(std::io::Cursor::new(text.clone().into_bytes())),
                );
                let summary = run(vec![source], &mut answers, &mut said, &options).unwrap();
                let text = |bytes| String::from_utf8(bytes).unwrap();
                (text(answers), text(said), summary.records, summary.wrong)
            });
            for other in &outputs[1..] {
                let lines = outputs[0].0.lines().chain(outputs[0].1.lines());
                let first = lines
                    .zip(other.0.lines().chain(other.1.lines()))
                    .find(|(one, other)| one != other);
                assert!(&outputs[0] == other, "round {round}: {first:?}");
            }
        }
    }
}

/// Answers arrive while a later record is still at work, and so do those of records that were typed before it.
#[test]
fn answers_do_not_wait_for_a_hard_record_behind_them() {
    for threads in ["1", "2", "4"] {
        let mut child = start(&["--threads", threads]);
        let mut input = child.stdin.take().unwrap();
        let easy = "nim: 3 4 5\nkayles: 5\nkayles: 6\nkayles: 5 9 ? moves\n".repeat(10);
        input
            .write_all(format!("{easy}{HARD}\n").as_bytes())
            .unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        // Forty lines arrive before the input ends and before the hard record does.
        for _ in 0..10 {
            let four: Vec<String> = answers.by_ref().take(4).map(Result::unwrap).collect();
            assert!(
                four[0] == "WIN 1" && four[1..].iter().all(|line| !line.is_empty()),
                "{four:?}"
            );
        }
        assert!(
            child.try_wait().unwrap().is_none(),
            "the hard record is still at work"
        );
        end(child);
    }
}

/// Line by line, as from a person: each answer comes before the next record is asked.
#[test]
fn each_line_is_answered_before_the_next_one_is_asked() {
    for threads in ["1", "3"] {
        let mut child = start(&["--threads", threads]);
        let mut input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        for i in 0..50 {
            writeln!(input, "nim: {i} 100").unwrap();
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            assert_eq!(line, "WIN 1\n");
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// Three hard records of one block are all under way at a time: an interrupt saves all three sequences.
#[cfg(unix)]
#[test]
fn hard_records_of_one_block_use_all_threads() {
    for waits_for_more in [false, true] {
        let folder = TemporaryFolder::new();
        let mut child = start(&["--threads", "3", "--save", folder.path().to_str().unwrap()]);
        let mut input = child.stdin.take().unwrap();
        let games = ["0.007", "0.04", "0.6"];
        let records = games
            .map(|code| format!("nim: 1\noctal {code}: 1000000000 ? grundy\n"))
            .concat();
        input.write_all(records.as_bytes()).unwrap();
        // While more may come, a record is seen to be hard first.
        let input = waits_for_more.then_some(input);
        std::thread::sleep(Duration::from_millis(2500));
        let sent = Command::new("kill")
            .args(["-s", "INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        let mut answers = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut answers)
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(answers, "WIN 1\n");
        for code in games {
            assert!(
                folder.path().join(format!("octal_{code}.seq")).exists(),
                "octal {code} was not begun"
            );
        }
        drop(input);
    }
}

/// While the first record is at work, no more is read than a few blocks for each thread.
#[test]
fn what_waits_for_a_hard_record_is_bounded() {
    let mut child = start(&["--threads", "2"]);
    let mut input = child.stdin.take().unwrap();
    let written = Arc::new(AtomicU64::new(0));
    let count = written.clone();
    let writer = std::thread::spawn(move || {
        let block = "nim: 3 4 5\nkayles: 5 9\n".repeat(1000);
        let mut send = |text: &str| input.write_all(text.as_bytes());
        let _ = send(&format!("{HARD}\n"));
        while send(&block).is_ok() {
            count.fetch_add(block.len() as u64, Ordering::Relaxed);
        }
    });
    let mut before = u64::MAX;
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let now = written.load(Ordering::Relaxed);
        assert!(
            now < 32 << 20,
            "{now} bytes were read while the first record was at work"
        );
        if now == before && now > 0 {
            break;
        }
        before = now;
    }
    assert!(child.try_wait().unwrap().is_none());
    end(child);
    writer.join().unwrap();
}
