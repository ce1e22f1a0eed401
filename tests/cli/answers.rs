//! Answers of the main command: progress, sequences, echoes, sources of records.

use grundy_base::testing::TemporaryFolder;

use crate::tools::program::{answers, grundy, grundy_with};

#[test]
fn progress_is_shown_on_standard_error_and_changes_no_answer() {
    let quiet = grundy_with(&["--progress", "never"], b"nim: 2 3\nnim: x\n");
    let shown = grundy_with(&["--progress", "always"], b"nim: 2 3\nnim: x\n");
    let auto = grundy_with(&[], b"nim: 2 3\nnim: x\n");
    assert_eq!((&quiet.stdout, quiet.status), (&shown.stdout, shown.status));
    // Where there is no terminal, progress is not shown unless it is asked for.
    assert_eq!(quiet.stderr, auto.stderr);
    assert!(shown.said().contains("error: `x`"));
}

#[test]
fn sequences_are_sliced_summed_up_and_written_as_b_files() {
    let values = |heap: u64| answers(&format!("kayles: {heap}"), "sequence").remove(0);
    let sequence: Vec<u64> = values(300)
        .split(' ')
        .map(|value| value.parse().unwrap())
        .collect();
    let slice = itertools::join(&sequence[70..=90], " ");
    assert_eq!(
        grundy(&["kayles: 300 ? sequence 70-90 period"]),
        format!("{slice} | 71 12\n")
    );
    assert_eq!(
        grundy(&["--ask", "sequence 70-90", "kayles: 300"]),
        format!("{slice}\n")
    );
    let beyond = grundy_with(&["kayles: 5 ? sequence 3-9"], "");
    assert!(beyond.said().contains("ends beyond the heap"));
    let lines = |values: &[u64], first: usize| -> String {
        values
            .iter()
            .enumerate()
            .map(|(i, value)| format!("{} {value}\n", first + i))
            .collect()
    };
    assert_eq!(grundy(&["--bfile", "kayles: 300"]), lines(&sequence, 0));
    assert_eq!(
        grundy(&["--bfile", "kayles: 300 ? sequence 70-90"]),
        lines(&sequence[70..=90], 70)
    );
    // Heap 3 is no position: 4 leaves 2 alone, and 5 leaves 4. The others keep their numbers.
    let gap = "rules [n] -> [n-1] | [n-2] ; legal if n != 3 : 5 ? sequence";
    assert_eq!(grundy(&["--bfile", gap]), "0 0\n1 1\n2 2\n4 0\n5 1\n");
    // These are counted from the values above.
    let largest = *sequence.iter().max().unwrap();
    let at = sequence.iter().position(|&value| value == largest).unwrap();
    let new = (0..sequence.len())
        .rfind(|&i| !sequence[..i].contains(&sequence[i]))
        .unwrap();
    let occurring = (0..=largest).filter(|value| sequence.contains(value));
    let rare = occurring
        .clone()
        .filter(|value| !sequence[sequence.len() / 2..].contains(value));
    let count = |value: u64| sequence.iter().filter(|&&other| other == value).count();
    let counts = itertools::join(
        occurring.map(|value| format!("{value}:{}", count(value))),
        " ",
    );
    let rare = itertools::join(rare, " ");
    assert_eq!(
        grundy(&["kayles: 300 ? stats"]),
        format!("largest {largest} at {at} new {new} rare {rare} counts {counts}\n")
    );
    let json: serde_json::Value =
        serde_json::from_str(&grundy(&["--format", "json", "kayles: 300 ? stats"])).unwrap();
    assert_eq!(json["stats"]["largest"], largest);
    assert_eq!(json["stats"]["counts"][1], serde_json::json!([1, count(1)]));
}

#[test]
fn echo_prints_each_record_before_its_answer() {
    let records = b"// heaps\nnim:3 4 ? grundy  \n\n@a king 2x2\n.K\n..\nnim: x\n";
    let output = grundy_with(&["--echo"], records);
    assert_eq!(
        output.answers(),
        "nim:3 4 ? grundy\n= 7\n@a king 2x2\n.K\n..\n= @a WIN 1\nnim: x\n= ERROR\n"
    );
    assert_eq!(grundy(&["--echo", "nim: 3 4"]), "nim: 3 4\n= WIN 1\n");
}

#[test]
fn a_record_may_come_from_an_argument_standard_input_or_a_file() {
    let board = b"// a board\n\nking 2x2\n.K\n..\nnim: 3\n";
    let from_input = grundy_with(&["explain"], board);
    let directory = TemporaryFolder::new();
    let file = directory.path().join("board.txt");
    std::fs::write(&file, board).unwrap();
    let from_file = grundy(&["explain", &format!("@{}", file.display())]);
    assert_eq!(from_input.answers(), from_file);
    assert_eq!(grundy(&["explain", "king .K/.."]), from_file);
    assert_eq!(
        grundy(&["explain", "@label", "king", "2x2:", "1,2"]),
        from_file
    );
    assert_eq!(
        grundy_with(&["explain", "@/no/such/file"], "").code(),
        Some(2)
    );
    // A file's name does without the sign, and further records are not passed over in silence.
    let named = grundy_with(&["explain", file.to_str().unwrap()], "");
    assert_eq!(named.answers(), from_file);
    assert!(named.said().contains("more than one record"));
    // The main command takes all of these as well.
    for arguments in [
        &["king .K/..", "nim: 3"][..],
        &[file.to_str().unwrap()],
        &["king", ".K/..", "nim: 3"],
    ] {
        assert_eq!(grundy(arguments), "WIN 1\nWIN 1\n", "{arguments:?}");
    }
    assert_eq!(
        grundy(&[&format!("@{}", file.display()), "kayles: 5 ? grundy"]),
        "WIN 1\nWIN 1\n4\n"
    );
    assert_eq!(grundy(&["flatten", "nim:3 4 // x"]), "nim:3 4\n");
    assert_eq!(grundy_with(&["explain"], "").code(), Some(1));
    let cut = grundy_with(&["table"], b"king 3x2\n.K\n");
    assert!(cut.said().contains("1 of 3 rows"));
}
