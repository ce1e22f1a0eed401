//! Tests that the records of a batch are shared: in order, promptly, in bounded memory, whatever they cost.

use std::io::{self, Cursor, Write};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use grundy_base::random::Random;
use grundy_batch::{Format, Options, Source, run};
use grundy_heaps::sequence::store::{Kept, SequenceStore};

use crate::tools::program::{Program, TIME_LIMIT};

/// A record that takes longer than any test: some 20 s of processor time up to its limit.
const HARD: &str = "octal 0.007: 1000000000 ? grundy";

/// Makes a batch of a few blocks' size of records of all kinds, right and wrong.
fn mixed_batch(random: &mut Random, kinds: u64) -> String {
    let mut text = String::new();
    for i in 0..120 {
        text += &match random.below(kinds) {
            0 => format!("nim: {} {}\n", random.below(99), random.below(99)),
            1 => format!("nim: 1\nnim: {i}\nnim: 7\n"),
            2 => "// a remark\n\n".to_owned(),
            3 => format!("@label-{i} kayles: {}\n", random.below(500)),
            4 => "king 2x3:\n..X\n.K.\n".to_owned(),
            5 => format!("kayles: 5\nkayles: {i} 4\nkayles: 6 x\nkayles: 7\n"),
            6 => "king 3x3:\n...\n".to_owned(),
            7 => "..X\nnimm: 3\n".to_owned(),
            8 => format!("subtraction 1 3 4: {i}\nsubtraction 1 3 4: 9\nsubtraction 1 3 4: 7 7\n"),
            9 => format!("grundys-game: {} ? grundy\n", 3000 + random.below(9000)),
            10 => format!("factor {}: {i} ? grundy\n", 2000 + random.below(20000)),
            _ => format!(
                "octal 0.{}: 4000 ? grundy period\n",
                100 + random.below(600)
            ),
        };
    }
    text
}

/// Makes a batch of many blocks of easy records, some of them wrong.
fn long_batch() -> String {
    let mut text = String::new();
    for i in 0..10_000 {
        text += &format!("@r{i} nim: {i} {} ? moves grundy\n", i * 7 % 13);
    }
    text += "nim: x\n@a nim misere: 1 1 1\n\n// a comment\nKK..\nqueen 2x2\n..\nnim: 5 ? best\n";
    text.repeat(3)
}

/// The answers and the outcome of a batch.
#[derive(PartialEq)]
struct Given {
    answers: String,
    diagnostics: String,
    records: u64,
    is_wrong: bool,
}

fn given(text: &str, options: &Options) -> Given {
    let mut answers = Vec::new();
    let mut diagnostics = Vec::new();
    let source = Source::new("text", Box::new(Cursor::new(text.to_owned())));
    let summary = run(vec![source], &mut answers, &mut diagnostics, options).unwrap();
    Given {
        answers: String::from_utf8(answers).unwrap(),
        diagnostics: String::from_utf8(diagnostics).unwrap(),
        records: summary.records,
        is_wrong: summary.wrong,
    }
}

#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let mut random = Random::new(11);
    let mut batches = Vec::new();
    for round in 0..6 {
        batches.push(mixed_batch(
            &mut random,
            if round % 2 == 0 { 12 } else { 9 },
        ));
    }
    batches.push(long_batch());
    for (round, text) in batches.iter().enumerate() {
        for format in [Format::Text, Format::Json] {
            let outputs = [1, 2, 3, 7].map(|threads| {
                let mut options = Options {
                    format,
                    ..Options::default()
                };
                options.echo = round == 3;
                options.strict = round == 5;
                options.budget.threads = threads;
                options.budget.work = 1 << 24;
                given(text, &options)
            });
            for other in &outputs[1..] {
                let lines = outputs[0]
                    .answers
                    .lines()
                    .chain(outputs[0].diagnostics.lines());
                let others = other.answers.lines().chain(other.diagnostics.lines());
                let first = lines.zip(others).find(|(one, other)| one != other);
                assert!(&outputs[0] == other, "round {round}: {first:?}");
            }
        }
    }
}

/// Answers arrive while a later record is still at work, and so do those of records that were typed before it.
#[test]
fn answers_do_not_wait_for_a_hard_record_after_them() {
    for threads in ["1", "2", "4"] {
        let mut program = Program::new(&["--threads", threads]).start();
        let easy = "nim: 3 4 5\nkayles: 5\nkayles: 6\nkayles: 5 9 ? moves\n".repeat(10);
        program.write(&format!("{easy}{HARD}\n"));
        // Forty lines arrive before the input ends and before the hard record does.
        for number in 0..40 {
            let line = program.line().unwrap();
            assert!(
                if number % 4 == 0 {
                    line == "WIN 1"
                } else {
                    !line.is_empty()
                },
                "{line}"
            );
        }
        let is_over = program.ends_within(Duration::ZERO);
        assert!(!is_over, "the hard record is still at work");
    }
}

/// Records come line by line, as from a person: each answer comes before the next record is asked.
#[test]
fn each_line_is_answered_before_the_next_one_is_asked() {
    for threads in ["1", "3"] {
        let mut program = Program::new(&["--threads", threads]).start();
        for i in 0..50 {
            program.write(&format!("nim: {i} 100\n"));
            assert_eq!(program.line().as_deref(), Some("WIN 1"));
        }
        program.finish().succeeded();
    }
}

/// A store at which records meet: each waits until as many as are expected have asked for their sequences.
#[derive(Debug)]
struct Meeting {
    expected: usize,
    arrived: Mutex<usize>,
    changed: Condvar,
}

impl Meeting {
    /// Waits until all have arrived; fails if they do not.
    fn wait(&self, arrived: usize) {
        let mut count = self.arrived.lock().unwrap();
        *count += arrived;
        self.changed.notify_all();
        let waits = |count: &mut usize| *count < self.expected;
        let waited = self.changed.wait_timeout_while(count, TIME_LIMIT, waits);
        assert!(
            !waited.unwrap().1.timed_out(),
            "not all records are under way"
        );
    }
}

impl SequenceStore for Meeting {
    fn load(&self, _: &str, _: u64) -> Option<Kept<'static>> {
        self.wait(1);
        None
    }

    fn save(&self, _: &str, _: &Kept<'_>) {}
}

/// Three hard records of one block are all under way at a time: none goes on before all have begun.
#[cfg(unix)]
#[test]
fn hard_records_of_one_block_use_all_threads() {
    let games = ["0.007", "0.04", "0.6"];
    let records = games.map(|code| format!("nim: 1\noctal {code}: 3000 ? grundy\n"));
    for waits_for_more in [false, true] {
        let meeting = Arc::new(Meeting {
            expected: games.len(),
            arrived: Mutex::default(),
            changed: Condvar::new(),
        });
        let mut options = Options::default();
        options.budget.threads = games.len();
        options.store = Some(meeting.clone());
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(records.concat().as_bytes()).unwrap();
        let mut answers = Vec::new();
        thread::scope(|scope| {
            scope.spawn(move || {
                // While more may come, a record is seen to be hard first.
                if waits_for_more {
                    meeting.wait(0);
                }
                drop(writer);
            });
            let file = std::os::fd::OwnedFd::from(reader).into();
            let source = Source::pausing("pipe", file);
            run(vec![source], &mut answers, &mut io::sink(), &options).unwrap();
        });
        let answers = String::from_utf8(answers).unwrap();
        assert_eq!(
            answers.lines().filter(|line| *line == "WIN 1").count(),
            3,
            "{answers}"
        );
        assert_eq!(answers.lines().count(), 6, "{answers}");
    }
}

/// While the first record is at work, no more is read than a few blocks for each thread.
#[test]
fn what_waits_for_a_hard_record_is_bounded() {
    /// The time after which the program is taken to read no more, since nothing tells that. On a machine that is busy for as
    /// long, the test looks at less.
    const QUIET: Duration = Duration::from_secs(1);
    let mut program = Program::new(&["--threads", "2"]).start();
    let mut input = program.input.take().unwrap();
    let (written, blocks) = mpsc::channel();
    let writer = thread::spawn(move || {
        let block = "nim: 3 4 5\nkayles: 5 9\n".repeat(1000);
        let mut text = format!("{HARD}\n");
        while input.write_all(text.as_bytes()).is_ok() {
            let _ = written.send(text.len());
            text.clone_from(&block);
        }
    });
    let mut bytes = 0;
    while let Ok(block) = blocks.recv_timeout(QUIET) {
        bytes += block;
        assert!(
            bytes < 32 << 20,
            "{bytes} bytes were read while the first record was at work"
        );
    }
    assert!(bytes > 0);
    assert!(
        !program.ends_within(Duration::ZERO),
        "the first record is still at work"
    );
    drop(program);
    writer.join().unwrap();
}
