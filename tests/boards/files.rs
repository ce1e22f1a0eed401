//! Boards in files, pipes and parts of files: the same answers however the text arrives, and
//! whatever stands before and after it.

use grundy_base::testing::{TemporaryFolder, sized};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use grundy_base::random::Random;

use crate::tools::program::{Finished, Program, grundy_with};

/// Draws the rows of a random board.
fn rows(seed: u64, rows: usize, columns: usize, end: &str) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut text = Vec::new();
    for _ in 0..rows {
        text.extend((0..columns).filter_map(|_| random.pick(b".......X..#....K")));
        text.extend_from_slice(end.as_bytes());
    }
    text
}

/// Draws a record with a random board after its header.
fn record(header: &str, seed: u64, height: usize, width: usize, end: &str) -> Vec<u8> {
    [
        header.as_bytes(),
        end.as_bytes(),
        &rows(seed, height, width, end),
    ]
    .concat()
}

/// Makes a batch with boards long enough to be read by two threads, records around them, and wrong ones.
fn batch() -> Vec<u8> {
    let mut wrong = record("@wrong king 2000x2000", 3, 2000, 2000, "\n");
    // A character in the last third is none of a board.
    let row = wrong.len() - (2000 - 1444) * 2001;
    wrong[row + 1234] = b'?';
    let mut listed = record(
        "@listed king 2000x2000 damaged 1999,1999 ? best",
        6,
        2000,
        2000,
        "\n",
    );
    let row = listed.len() - 2 * 2001;
    listed[row + 1998] = b'.';
    let mut mixed = b"@mixed king 3000x1000\n".to_vec();
    for row in 0..3000 {
        mixed.extend(rows(
            7 + row,
            1,
            1000,
            if row % 700 == 699 { "\r\n" } else { "\n" },
        ));
    }
    let mut batch = [
        b"nim: 2 3\n".to_vec(),
        record("@a king 2048x2000 ? count grundy", 1, 2048, 2000, "\n"),
        record("@crlf king 1500x3001", 2, 1500, 3001, "\r\n"),
        wrong,
        record("@short king 2000x2000", 4, 1999, 2000, "\n"),
        record("@long king 2000x2000", 5, 2001, 2000, "\n"),
        listed,
        mixed,
        record("@knight knight 1500x1500", 8, 1500, 1500, "\n"),
        record("@last king 2000x2000", 9, 2000, 2000, "\n"),
    ]
    .concat();
    batch.truncate(batch.len() - 1);
    batch
}

fn through_a_file(arguments: &[&str], text: &[u8]) -> Finished {
    Program::new(arguments).input_file(text).run()
}

fn through_a_pipe(arguments: &[&str], text: &[u8]) -> Finished {
    grundy_with(arguments, text)
}

#[test]
fn files_and_pipes_give_the_same_with_any_number_of_threads() {
    let batch = batch();
    let expected = through_a_pipe(&["--threads", "1"], &batch);
    let answers = String::from_utf8_lossy(&expected.stdout).into_owned();
    let labels = [
        "WIN",
        "@a",
        "@crlf",
        "@wrong ERROR",
        "@short ERROR",
        "@long ERROR",
        "@listed",
        "@mixed",
    ];
    let labels = labels.into_iter().chain(["@knight", "@last"]);
    assert_eq!(answers.lines().count(), 10, "{answers}");
    for (line, label) in answers.lines().zip(labels) {
        assert!(line.starts_with(label), "{line}");
    }
    let diagnostics = String::from_utf8_lossy(&expected.stderr).into_owned();
    let line = 2 + 2048 + 1 + 1500 + 1 + 1444 + 1;
    assert!(
        diagnostics.contains(&format!("<stdin>:{line}:1235")),
        "{diagnostics}"
    );
    for threads in ["1", "2", "3"] {
        let piped = through_a_pipe(&["--threads", threads], &batch);
        assert_eq!(
            (&piped.stdout, &piped.stderr),
            (&expected.stdout, &expected.stderr),
            "{threads}"
        );
        let found = through_a_file(&["--threads", threads], &batch);
        assert_eq!(
            (&found.stdout, &found.stderr),
            (&expected.stdout, &expected.stderr),
            "{threads}"
        );
        assert_eq!(found.code(), Some(1));
    }
}

#[test]
fn a_file_is_read_from_where_it_stands_and_stands_behind_it_afterwards() {
    let before = b"this is for another program\n";
    let board = record("king 2000x2000 ? grundy count", 10, 2000, 2000, "\n");
    let text = [board.as_slice(), b"nim: 1 1\n"].concat();
    let expected = through_a_pipe(&[], &text);
    for threads in ["1", "2"] {
        let mut file = TemporaryFolder::new().file("records");
        file.write_all(&[before.as_slice(), &text].concat())
            .expect("room for it");
        file.seek(SeekFrom::Start(before.len() as u64))
            .expect("files can be sought");
        let found = Program::new(&["--threads", threads])
            .input_from(file.try_clone().expect("a copy"))
            .run();
        assert_eq!(found.stdout, expected.stdout);
        let mut rest = Vec::new();
        file.read_to_end(&mut rest).expect("it can be read");
        assert!(rest.is_empty(), "{} bytes are left", rest.len());
    }
}

#[test]
fn shards_of_files_with_long_boards_are_the_whole() {
    let folder = TemporaryFolder::new();
    let path = folder.path().join("batch");
    std::fs::write(&path, batch()).expect("room for it");
    let name = path.to_str().expect("a plain name");
    let whole = grundy_with(&[name], "");
    for shards in 2..5 {
        let mut answers = Vec::new();
        let mut diagnostics = Vec::new();
        for shard in 1..=shards {
            let part = grundy_with(
                &[
                    "--shard",
                    &format!("{shard}/{shards}"),
                    "--threads",
                    "2",
                    name,
                ],
                "",
            );
            answers.extend(part.stdout);
            diagnostics.extend(part.stderr);
        }
        assert_eq!(
            (answers, diagnostics),
            (whole.stdout.clone(), whole.stderr.clone()),
            "{shards}"
        );
    }
}

#[test]
fn files_the_system_makes_up_are_read_like_pipes() {
    for name in ["/proc/version", "/proc/self/limits", "/dev/null"] {
        if File::open(name).is_err() {
            continue;
        }
        let text = std::fs::read(name).expect("it can be read");
        let found = grundy_with(&[name], "");
        assert_eq!(found.stdout, through_a_pipe(&[], &text).stdout, "{name}");
    }
}

/// Draws rows joined by `/`.
fn joined(seed: u64, height: usize, width: usize) -> String {
    String::from_utf8(rows(seed, height, width, "/"))
        .expect("plain text")
        .trim_end_matches('/')
        .to_owned()
}

#[test]
fn a_board_in_one_line_beyond_memory_is_told_to_stand_on_lines() {
    let block = record("king 5000x4000", 12, 5000, 4000, "\n");
    let of_block = |asks| {
        String::from_utf8(through_a_pipe(&["--ask", asks], &block).stdout).expect("plain text")
    };
    let board = joined(12, 5000, 4000);
    for (asks, threads) in [("count grundy", "1"), ("best", "2")] {
        let inline = format!("nim: 1\nking {board} ? {asks} // 20 MB\nnim: 1 1\n");
        // That much memory holds the text, and that much does not.
        for (memory, answer) in [("32M", of_block(asks)), ("16M", "ERROR\n".to_owned())] {
            let arguments = ["--max-memory", memory, "--threads", threads];
            let filed = through_a_file(&arguments, inline.as_bytes());
            for found in [through_a_pipe(&arguments, inline.as_bytes()), filed] {
                assert_eq!(
                    String::from_utf8_lossy(&found.stdout),
                    format!("WIN 1\n{answer}LOSE\n")
                );
                let said = String::from_utf8_lossy(&found.stderr);
                assert_eq!(
                    memory == "16M",
                    said.contains("--max-memory") && said.contains("lines of their own")
                );
            }
        }
    }
    let numbers = [
        b"nim: ".to_vec(),
        b"7 ".repeat(10 << 20),
        b"\nnim: 1 1\n".to_vec(),
    ]
    .concat();
    assert_eq!(
        through_a_pipe(&["--max-memory", "32M"], &numbers).stdout,
        b"ERROR\nLOSE\n"
    );
}

/// Whether a board in one line comes from a file or a pipe, or is proved,
/// it gets the same answer, and the same place where something is wrong.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn a_board_in_one_line_is_the_same_however_it_is_read() {
    let board = joined(13, 1100, 1200);
    let (first, rest) = board.split_at(700 * 1201);
    let damaged = "damaged 1,1 1099,7 1100,1200";
    let mut lines = vec![
        format!("king {board}"),
        format!("@a king {board}\t? winner verdict count grundy\r"),
    ];
    for ending in [
        ": 1,2",
        ":1100,1199 1,1 ? best",
        "? best moves",
        "?values",
        "?grundy",
        "//",
        "//x",
        "  // x",
        ":",
        "? count // so",
        "damaged 2,2 2,3 ? count",
        "? king",
        "? sequence",
        "?",
        ": 1101,1",
        ": 1,1201 ? best",
        "damaged 9999,1",
        "damaged 1,1 : 1,1",
        ": x",
        ": 5,5 : 5,5",
        "7x7",
        "X.",
        "misere",
        "/",
        " ..",
        "? grundy \r",
    ] {
        lines.push(format!(
            "@label king {board}{}{ending}",
            if ending.starts_with(['d', '7', 'X', 'm']) {
                " "
            } else {
                ""
            }
        ));
    }
    lines.push(format!("king {damaged} {board}"));
    lines.push(format!("king {damaged} {board}? best"));
    lines.push(format!("king damaged 1101,1 {board}"));
    for wrong in ["a", ",", "\u{e9}", "1", "/", "//", "./", "x"] {
        lines.push(format!("king {first}{wrong}{rest} ? count"));
    }
    for (height, width) in [
        (300_000, 1),
        (100_000, 7),
        (2, 200_000),
        (1, 300_000),
        (600, 513),
    ] {
        lines.push(format!("king {} ? count grundy", joined(14, height, width)));
    }
    let places = |output: &Finished| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let place = said
            .lines()
            .filter(|line| line.trim_start().starts_with("-->"));
        place
            .map(|line| {
                line.rsplit_once("> ")
                    .expect("an arrow")
                    .1
                    .replace("<stdin>", "")
            })
            .collect::<Vec<_>>()
    };
    for (n, line) in lines.into_iter().enumerate() {
        let text = format!("nim: 1\n{line}\nking K./.K\n");
        // Each line is read in one way with one thread and in the other with two; the next line the other way round.
        let threads = if n % 2 == 0 { ["1", "2"] } else { ["2", "1"] };
        let whole = through_a_pipe(&["--threads", threads[0]], text.as_bytes());
        let answers = whole.answers();
        let shown = format!(
            "{} … {}: {}",
            &line[..40],
            &line[line.len() - 40..],
            &answers[..answers.len().min(200)]
        );
        assert_eq!(answers.lines().count(), 3, "{shown}");
        let filed = through_a_file(&["--threads", threads[1]], text.as_bytes());
        let mut all = vec![filed];
        // The reference, which checks an answer, takes far longer than all others.
        if n % sized(8, 4) == 0 {
            all.push(through_a_pipe(&["--self-check"], text.as_bytes()));
        }
        for found in all {
            assert_eq!(String::from_utf8_lossy(&found.stdout), answers, "{shown}");
            assert_eq!(places(&found), places(&whole), "{shown}");
        }
        let checked = through_a_file(&["--check"], text.as_bytes());
        assert_eq!(
            (checked.stdout.len(), places(&checked)),
            (0, places(&whole)),
            "{shown}"
        );
        let flat = through_a_file(&["flatten"], text.as_bytes());
        assert_eq!(
            String::from_utf8_lossy(&through_a_pipe(&[], &flat.stdout).stdout),
            answers,
            "{shown}"
        );
    }
}

#[test]
fn stats_count_what_was_read_and_done() {
    let text = record("king 2048x2000", 11, 2048, 2000, "\n");
    for threads in ["1", "2"] {
        let arguments = ["--stats", "--threads", threads];
        let found = through_a_file(&arguments, &text);
        let piped = through_a_pipe(&arguments, &text);
        for output in [found, piped] {
            let stats = output.said();
            let words: Vec<&str> = stats.split_whitespace().collect();
            let value =
                |key: &str| words[words.iter().position(|&word| word == key).expect(key) + 1];
            assert_eq!(value("records"), "1");
            assert_eq!(value("bytes"), text.len().to_string());
            assert_eq!(value("cells"), (2048 * 2000).to_string());
            assert_eq!(value("work"), (2048 * 4).to_string());
            assert_eq!(value("threads"), threads);
            assert!(["words", "portable", "avx2"].contains(&value("engine")));
            assert!(value("cells/s").parse::<f64>().is_ok_and(|rate| rate > 0.0));
            assert!(value("GB/s").parse::<f64>().is_ok());
        }
    }
}

#[test]
fn stats_name_the_engine_of_a_slow_record() {
    for (record, engine) in [
        ("octal 0.007: 20000 ? grundy", "engine octal game"),
        (
            "rules [n] -> [n-k*k] for k in 1..sqrt(n): 300000 ? grundy",
            "engine rule by a table of all positions of a box by lists  ",
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-1,b-1]: 300,300 ? grundy",
            "of a box by rays, single options  ",
        ),
        (
            "rules [a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k] for k in 1..b if b & k != 0: 300,300 ? grundy",
            "of a box by strips, batches  ",
        ),
        ("factor 30000: ? count", "engine maximum matching"),
        (
            "rook 3000x3000 damaged 6,10: 3000,3000 ? grundy",
            "engine rooks and queens by tiles",
        ),
    ] {
        let output = through_a_pipe(&["--stats"], format!("{record}\n").as_bytes());
        let said = output.said();
        assert!(said.contains(engine), "{record}: {said}");
    }
}

#[test]
fn a_board_cut_short_is_shown_where_the_next_record_begins() {
    let short = "king 3x3\n...\n...\n";
    let place = |text: &[u8]| {
        let output = through_a_pipe(&[], text);
        let said = output.said();
        said.lines().nth(1).expect("a place").trim().to_owned()
    };
    let small = [short.as_bytes(), b"king 3x3\n...\n...\n...\n"].concat();
    assert_eq!(place(&small), "--> <stdin>:4:1");
    // The next board is longer than what is read at a time.
    let large = [
        short.as_bytes(),
        &record("king 2000x1000", 5, 2000, 1000, "\n"),
    ]
    .concat();
    assert_eq!(place(&large), "--> <stdin>:4:1");
    assert_eq!(place(short.as_bytes()), "--> <stdin>:3:4");
}

#[test]
fn an_unknown_level_is_said() {
    let output = Program::new(&[]).variable("GRUNDY_SIMD", "bogus").run();
    assert!(output.refused().contains("words, portable, avx2, avx512"));
}
