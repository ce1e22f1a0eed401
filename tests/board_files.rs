//! Boards in files, pipes and parts of files: the same answers however the text arrives, and
//! whatever stands before and behind it.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Command, Output, Stdio};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Rows of a random board.
fn rows(seed: u64, rows: usize, columns: usize, end: &str) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut text = Vec::new();
    for _ in 0..rows {
        text.extend((0..columns).map(|_| b".......X..#....K"[rng.next_u32() as usize % 16]));
        text.extend_from_slice(end.as_bytes());
    }
    text
}

/// A batch with boards long enough to be read by two threads, records around them, and wrong ones.
fn batch() -> Vec<u8> {
    let mut batch = b"nim: 2 3\n@a king 2048x2000 ? count grundy\n".to_vec();
    batch.extend(rows(1, 2048, 2000, "\n"));
    batch.extend_from_slice(b"@crlf king 1500x3001\r\n");
    batch.extend(rows(2, 1500, 3001, "\r\n"));
    // A character that is none, in the last third.
    batch.extend_from_slice(b"@wrong king 2000x2000\n");
    let mut wrong = rows(3, 2000, 2000, "\n");
    wrong[1444 * 2001 + 1234] = b'?';
    batch.extend(wrong);
    batch.extend_from_slice(b"@short king 2000x2000\n");
    batch.extend(rows(4, 1999, 2000, "\n"));
    batch.extend_from_slice(b"@long king 2000x2000\n");
    batch.extend(rows(5, 2001, 2000, "\n"));
    batch.extend_from_slice(b"@listed king 2000x2000 damaged 1999,1999 ? best\n");
    let mut free = rows(6, 2000, 2000, "\n");
    free[1998 * 2001 + 1998] = b'.';
    batch.extend(free);
    batch.extend_from_slice(b"@mixed king 3000x1000\n");
    for row in 0..3000 {
        batch.extend(rows(7 + row, 1, 1000, if row % 700 == 699 { "\r\n" } else { "\n" }));
    }
    batch.extend_from_slice(b"@knight knight 1500x1500\n");
    batch.extend(rows(8, 1500, 1500, "\n"));
    batch.extend_from_slice(b"@last king 2000x2000\n");
    batch.extend(rows(9, 2000, 2000, "\n"));
    batch.truncate(batch.len() - 1);
    batch
}

fn grundy(arguments: &[&str], input: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.output().expect("the program runs")
}

fn through_a_pipe(arguments: &[&str], text: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(text).expect("all is read"));
        child.wait_with_output().expect("the program ends")
    })
}

fn file_of(text: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(text).expect("room for it");
    file.seek(SeekFrom::Start(0)).expect("files can be sought");
    file
}

#[test]
fn files_and_pipes_give_the_same_with_any_number_of_threads() {
    let batch = batch();
    let expected = through_a_pipe(&["--threads", "1"], &batch);
    let answers = String::from_utf8_lossy(&expected.stdout).into_owned();
    let labels = ["WIN", "@a", "@crlf", "@wrong ERROR", "@short ERROR", "@long ERROR", "@listed", "@mixed"];
    let labels = labels.into_iter().chain(["@knight", "@last"]);
    assert_eq!(answers.lines().count(), 10, "{answers}");
    for (line, label) in answers.lines().zip(labels) {
        assert!(line.starts_with(label), "{line}");
    }
    let diagnostics = String::from_utf8_lossy(&expected.stderr).into_owned();
    let line = 2 + 2048 + 1 + 1500 + 1 + 1444 + 1;
    assert!(diagnostics.contains(&format!("<stdin>:{line}:1235")), "{diagnostics}");
    for threads in ["1", "2", "3"] {
        let piped = through_a_pipe(&["--threads", threads], &batch);
        assert_eq!((&piped.stdout, &piped.stderr), (&expected.stdout, &expected.stderr), "{threads}");
        let found = grundy(&["--threads", threads], file_of(&batch).into());
        assert_eq!((&found.stdout, &found.stderr), (&expected.stdout, &expected.stderr), "{threads}");
        assert_eq!(found.status.code(), Some(1));
    }
}

#[test]
fn a_file_is_read_from_where_it_stands_and_stands_behind_it_afterwards() {
    let before = b"this is for another program\n";
    let board = [b"king 2000x2000 ? grundy count\n".to_vec(), rows(10, 2000, 2000, "\n")].concat();
    let text = [board.as_slice(), b"nim: 1 1\n"].concat();
    let expected = through_a_pipe(&[], &text);
    for threads in ["1", "2"] {
        let mut file = file_of(&[before.as_slice(), &text].concat());
        file.seek(SeekFrom::Start(before.len() as u64)).expect("files can be sought");
        let found = grundy(&["--threads", threads], file.try_clone().expect("a copy").into());
        assert_eq!(found.stdout, expected.stdout);
        let mut rest = Vec::new();
        file.read_to_end(&mut rest).expect("it can be read");
        assert!(rest.is_empty(), "{} bytes are left", rest.len());
    }
}

#[test]
fn shards_of_files_with_long_boards_are_the_whole() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(&batch()).expect("room for it");
    let name = file.path().to_str().expect("a plain name");
    let whole = grundy(&[name], Stdio::null());
    for shards in 2..5 {
        let (mut answers, mut diagnostics) = (Vec::new(), Vec::new());
        for shard in 1..=shards {
            let part =
                grundy(&["--shard", &format!("{shard}/{shards}"), "--threads", "2", name], Stdio::null());
            answers.extend(part.stdout);
            diagnostics.extend(part.stderr);
        }
        assert_eq!((answers, diagnostics), (whole.stdout.clone(), whole.stderr.clone()), "{shards}");
    }
}

#[test]
fn files_the_system_makes_up_are_read_like_pipes() {
    for name in ["/proc/version", "/proc/self/limits", "/dev/null"] {
        if File::open(name).is_err() {
            continue;
        }
        let text = std::fs::read(name).expect("it can be read");
        let found = grundy(&[name], Stdio::null());
        assert_eq!(found.stdout, through_a_pipe(&[], &text).stdout, "{name}");
    }
}

#[test]
fn a_board_in_one_line_is_solved_where_it_stands() {
    let board = rows(12, 5000, 4000, "\n");
    let block = [b"king 5000x4000 ? count grundy\n".as_slice(), &board].concat();
    let mut inline = b"nim: 1\nking ".to_vec();
    inline.extend(board[..board.len() - 1].iter().map(|&byte| if byte == b'\n' { b'/' } else { byte }));
    inline.extend_from_slice(b" ? count grundy // 20 MB\nnim: 1 1\n");
    let expected = through_a_pipe(&[], &block);
    let expected = format!("WIN 1\n{}LOSE\n", String::from_utf8_lossy(&expected.stdout));
    // A sixth of 32 MB holds no such record of another kind.
    for threads in ["1", "2"] {
        let arguments = ["--max-memory", "32M", "--threads", threads];
        for found in [through_a_pipe(&arguments, &inline), grundy(&arguments, file_of(&inline).into())] {
            assert_eq!(String::from_utf8_lossy(&found.stdout), expected);
        }
    }
    let beyond = through_a_pipe(&["--max-memory", "16M"], &inline);
    assert_eq!(beyond.stdout, b"WIN 1\nERROR\nLOSE\n");
    assert!(String::from_utf8_lossy(&beyond.stderr).contains("--max-memory"));
    let numbers = [b"nim: ".to_vec(), b"7 ".repeat(10 << 20), b"\nnim: 1 1\n".to_vec()].concat();
    assert_eq!(through_a_pipe(&["--max-memory", "32M"], &numbers).stdout, b"ERROR\nLOSE\n");
}

#[test]
fn stats_count_what_was_read_and_done() {
    let text = [b"king 2048x2000\n".to_vec(), rows(11, 2048, 2000, "\n")].concat();
    for threads in ["1", "2"] {
        let arguments = ["--stats", "--threads", threads];
        let found = grundy(&arguments, file_of(&text).into());
        let piped = through_a_pipe(&arguments, &text);
        for output in [found, piped] {
            let stats = String::from_utf8(output.stderr).expect("plain text");
            let words: Vec<&str> = stats.split_whitespace().collect();
            let value = |key: &str| words[words.iter().position(|&word| word == key).expect(key) + 1];
            assert_eq!(value("records"), "1");
            assert_eq!(value("bytes"), text.len().to_string());
            assert_eq!(value("cells"), (2048 * 2000).to_string());
            assert_eq!(value("work"), (2048 * 4).to_string());
            assert_eq!(value("threads"), threads);
            assert!(["words", "portable", "avx2", "avx512"].contains(&value("engine")));
            assert!(value("cells/s").parse::<f64>().is_ok_and(|rate| rate > 0.0));
            assert!(value("GB/s").parse::<f64>().is_ok());
        }
    }
}

#[test]
fn a_board_cut_short_is_shown_where_the_next_record_begins() {
    let short = "king 3x3\n...\n...\n";
    let place = |text: &[u8]| {
        let output = through_a_pipe(&[], text);
        let said = String::from_utf8(output.stderr).expect("plain text");
        said.lines().nth(1).expect("a place").trim().to_owned()
    };
    let small = [short.as_bytes(), b"king 3x3\n...\n...\n...\n"].concat();
    assert_eq!(place(&small), "--> <stdin>:4:1");
    // The next board is longer than what is read at a time.
    let large = [short.as_bytes(), b"king 2000x1000\n", &rows(5, 2000, 1000, "\n")].concat();
    assert_eq!(place(&large), "--> <stdin>:4:1");
    assert_eq!(place(short.as_bytes()), "--> <stdin>:3:4");
}

#[test]
fn an_unknown_level_is_said() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_SIMD", "bogus")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("words, portable, avx2, avx512"));
}
