//! Contestants who play against a judge (`grundy interact`).

use std::fs;
use std::io::Write;

use grundy_base::testing::TemporaryFolder;

use crate::tools::program::{Program, grundy_with};

/// Plays nim against the program; the contestant writes in each turn what `says` gives, until that is `None`. Returns the
/// exit status.
fn against(options: &[&str], mut says: impl FnMut(&mut Vec<u64>) -> Option<String>) -> Option<i32> {
    let arguments = [&["interact", "nim: 7 12 20", "--numbers"], options].concat();
    let mut judge = Program::new(&arguments).start();
    assert_eq!(judge.line().as_deref(), Some("nim: 7 12 20"));
    assert_eq!(judge.line().as_deref(), Some("first"));
    let mut heaps = vec![7, 12, 20];
    while let Some(text) = says(&mut heaps) {
        let pipe = judge
            .input
            .as_mut()
            .expect("it is closed after the last turn");
        // A judge who has seen enough listens no more.
        let _ = pipe.write_all(text.as_bytes());
        let Some(line) = judge.line() else { break };
        let Some((index, left)) = line.split_once(' ') else {
            break;
        };
        heaps[index.parse::<usize>().unwrap() - 1] = left.parse().unwrap();
    }
    judge.finish().code()
}

/// Makes a winning move of nim, and writes it; `None` if there is none.
fn best(heaps: &mut [u64]) -> Option<String> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let i = heaps.iter().position(|&heap| heap ^ sum < heap)?;
    heaps[i] ^= sum;
    Some(format!("{} {}\n", i + 1, heaps[i]))
}

/// Takes one from the first heap that has some, and writes the move; `None` if no heap has any.
fn any(heaps: &mut [u64]) -> Option<String> {
    let i = heaps.iter().position(|&heap| heap > 0)?;
    heaps[i] -= 1;
    Some(format!("{} {}\n", i + 1, heaps[i]))
}

#[test]
fn a_message_that_cannot_be_written_has_the_name_of_its_file() {
    let folder = TemporaryFolder::new();
    fs::create_dir(folder.path().join("judgemessage.txt")).unwrap();
    let output = grundy_with(
        &[
            "interact",
            "nim: 3",
            "--feedback",
            folder.path().to_str().unwrap(),
        ],
        "",
    );
    let said = output.said();
    assert!(
        said.contains("judgemessage.txt: ") && !said.contains("os error"),
        "{said}"
    );
}

#[test]
fn one_contestant_is_right() {
    for (codes, status) in [("plain", 0), ("kattis", 42), ("testlib", 0)] {
        assert_eq!(
            against(&["--codes", codes], |heaps| best(heaps)),
            Some(status)
        );
    }
}

#[test]
fn contestants_are_wrong_each_in_a_way_of_its_own() {
    let codes = ["--codes", "testlib", "--time", "1500"];
    // The contestant loses what was won.
    assert_eq!(against(&codes, |heaps| any(heaps)), Some(1));
    // It takes nothing.
    assert_eq!(against(&codes, |_| Some("1 7\n".into())), Some(1));
    // It talks.
    assert_eq!(
        against(&codes, |_| Some("I take one stone\n".into())),
        Some(2)
    );
    // It is silent: the pipe is open, and nothing comes.
    assert_eq!(
        against(&["--codes", "testlib", "--time", "200"], |_| Some(
            String::new()
        )),
        Some(1)
    );
    // It leaves.
    assert_eq!(against(&codes, |_| None), Some(1));
    // It floods the judge.
    assert_eq!(against(&codes, |_| Some("1".repeat(1 << 20))), Some(2));
    assert_eq!(
        against(&["--codes", "kattis", "--time", "200"], |_| Some(
            String::new()
        )),
        Some(43)
    );
}
