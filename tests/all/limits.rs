//! Every game at small `--max-memory`, each record in a process of its own: the peak of the process stays below the limit
//! and a constant, which `docs/proofs.md` names.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::sized;

/// The megabytes of a process besides those of a record: the program, its threads and its buffers.
const PROGRAM_MEGABYTES: u64 = 32;

/// The limits, in megabytes.
const LIMITS: [u64; 3] = [1, 16, 256];

/// Records that ask for more than small limits, of engines of every kind.
const LARGE: &[&str] = &[
    "nim: 18446744073709551615 7 ? moves",
    "subtraction primes: 1000000 ? grundy",
    "subtraction 3 7 999983: 18446744073709551615 ? grundy",
    "subtraction 5 17 1000000007 99999999977: 18446744073709551615 ? moves",
    "octal 0.16: 300000 ? sequence",
    "take-and-break 0.[700]: 1000000000000000",
    "take-and-break 0.3F: 100000",
    "kayles: 100 100 ? remoteness",
    "flags 3 7 999983 left 1: 18446744073709551615 ? period",
    "rocks 1,-1 0,1: 1000000,1000000 ? grundy",
    "rocks 17,0 0,23 5,5 1,11: 1000000,1000000 ? grundy",
    "king 1000000x1000000 damaged 5,5 77,99: 1000000,1000000",
    "rook 3000x3000 damaged 6,10: 3000,3000 ? grundy",
    "queen 3000x3000: 3000,3000 ? grundy",
    "knight 100000x100000 damaged 5,5 777,900: 100000,100000",
    "factor 1000000: ? count",
    "geography 1000000: 5",
    "graph 1000000: 5",
    "welter: 100 200 300 ? remoteness",
    "wythoff: 3000,3000 ? grundy",
    "moore 2: 300 300 300 ? grundy",
    "fibonacci-nim: 3000,900 5 ? grundy",
    "take-away 1000000: 18446744073709551615 ? count",
    "end-nim: 1000 1000 1000 ? grundy",
    "coins up-to 7: 1000 ? grundy",
    "cram 9x9: ? grundy",
    "cram 1000x1001:",
    "placement queen 63x64: 1,1 ? grundy",
    "node-kayles 16x16 misere: ? winner",
    "chomp 12x12: ? grundy",
    "lasker misere: 1000000 ? count",
    "grundys-game misere: 1000 ? verdict",
    "dawson-kayles misere: ? quotient",
];

/// Returns the example of every game, as `grundy games` prints it below the game's name.
fn examples() -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("games")
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let indented = text.lines().filter(|line| line.starts_with(' '));
    indented.map(|line| line.trim().to_owned()).collect()
}

/// Returns the kilobytes that a process took at most while it answered a record.
fn peak_kilobytes(record: &str, megabytes: u64) -> u64 {
    let work = sized("100000000", "1000000000");
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["--threads", "1", "--max-work", work])
        .args(["--max-memory", &format!("{megabytes}M")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    writeln!(stdin, "{record}").expect("the record is read");
    let mut answers = BufReader::new(child.stdout.take().expect("piped"));
    let mut answer = Vec::new();
    answers.read_until(b'\n', &mut answer).expect("an answer");
    // The program waits for the next record.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    drop(stdin);
    assert!(
        child.wait().expect("the program ends").code().is_some(),
        "{record}"
    );
    assert!(answer.ends_with(b"\n"), "{record}");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = peak.and_then(|peak| peak.split_whitespace().next());
    number
        .expect("Linux tells the peak")
        .parse()
        .expect("a number")
}

#[test]
fn no_record_takes_more_memory_than_its_limit_and_the_program() {
    let records = examples();
    assert!(records.len() > 40, "{records:?}");
    for record in records
        .iter()
        .map(String::as_str)
        .chain(LARGE.iter().copied())
    {
        for megabytes in LIMITS {
            let peak = peak_kilobytes(record, megabytes);
            assert!(
                peak <= (megabytes + PROGRAM_MEGABYTES) << 10,
                "{record}: {peak} KB at {megabytes} MB"
            );
        }
    }
}
