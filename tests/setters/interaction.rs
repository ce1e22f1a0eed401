//! Contestants who play against a judge (`grundy interact`).

use super::*;

/// Plays nim against the program; what he writes in his turn is up to him. The exit status.
fn against(options: &[&str], mut says: impl FnMut(&mut Vec<u64>) -> Option<String>) -> Option<i32> {
    let mut judge: Child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["interact", "nim: 7 12 20", "--numbers"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut to = judge.stdin.take();
    let mut lines = BufReader::new(judge.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "nim: 7 12 20");
    assert_eq!(lines.next().unwrap().unwrap(), "first");
    let mut heaps = vec![7, 12, 20];
    while let Some(pipe) = &mut to {
        match says(&mut heaps) {
            // He is gone.
            None => to = None,
            Some(text) => {
                let _ = pipe.write_all(text.as_bytes());
            }
        }
        let Some(Ok(line)) = lines.next() else { break };
        let Some((index, left)) = line.split_once(' ') else {
            break;
        };
        heaps[index.parse::<usize>().unwrap() - 1] = left.parse().unwrap();
    }
    judge.wait().unwrap().code()
}

fn best(heaps: &mut [u64]) -> Option<String> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let i = heaps.iter().position(|&heap| heap ^ sum < heap)?;
    heaps[i] ^= sum;
    Some(format!("{} {}\n", i + 1, heaps[i]))
}

fn any(heaps: &mut [u64]) -> Option<String> {
    let i = heaps.iter().position(|&heap| heap > 0)?;
    heaps[i] -= 1;
    Some(format!("{} {}\n", i + 1, heaps[i]))
}

#[test]
fn a_message_that_cannot_be_written_has_the_name_of_its_file() {
    let folder = TemporaryFolder::new();
    fs::create_dir(folder.path().join("judgemessage.txt")).unwrap();
    let output = run(&[
        "interact",
        "nim: 3",
        "--feedback",
        folder.path().to_str().unwrap(),
    ]);
    let said = String::from_utf8(output.stderr).unwrap();
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
fn five_contestants_are_wrong_each_in_his_way() {
    let codes = ["--codes", "testlib", "--time", "1500"];
    // He loses what was won.
    assert_eq!(against(&codes, |heaps| any(heaps)), Some(1));
    // He takes nothing.
    assert_eq!(against(&codes, |_| Some("1 7\n".into())), Some(1));
    // He talks.
    assert_eq!(
        against(&codes, |_| Some("I take one stone\n".into())),
        Some(2)
    );
    // He is silent: the pipe is open, and nothing comes.
    assert_eq!(
        against(&["--codes", "testlib", "--time", "200"], |_| Some(
            String::new()
        )),
        Some(1)
    );
    // He leaves.
    assert_eq!(against(&codes, |_| None), Some(1));
    // He floods.
    assert_eq!(against(&codes, |_| Some("1".repeat(1 << 20))), Some(2));
    assert_eq!(
        against(&["--codes", "kattis", "--time", "200"], |_| Some(
            String::new()
        )),
        Some(43)
    );
}
