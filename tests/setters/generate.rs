//! Random records with wishes (`grundy generate`).

use super::*;

#[test]
fn wanted_bytes_are_the_same_for_ever() {
    // As for records without wishes: every draw is fixed by the published algorithms.
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected/generate/wanted-7.out");
    let mut made = String::new();
    for arguments in [
        "generate nim --heaps 1-5 --max 1e6 --outcome balanced --count 6 --seed 7",
        "generate kayles --outcome lose --count 2 --seed 7 --label",
        "generate nim --near-miss --count 6 --seed 7",
        "generate nim --heaps 4 --distribution log --max 1e18 --count 2 --seed 7 --outcome win",
        "generate king 4x5 --damage 20% --pieces 2 --outcome lose --seed 7 --inline",
        "generate wythoff --min 5 --max 50 --outcome lose --count 2 --seed 7",
        "generate geography 6 --edges 9 --distinct --outcome lose --seed 7",
        "generate rocks --amounts 4 --reach 2 --distinct --outcome win --winning-moves 1 --seed 7",
    ] {
        made.push_str(&grundy(&arguments.split(' ').collect::<Vec<_>>()));
    }
    assert_eq!(made, fs::read_to_string(file).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let said = refused(&["generate", "nim", "-o", "/dev/full"]);
    assert!(
        said.starts_with("grundy: /dev/full: ") && !said.contains("os error"),
        "{said}"
    );
    assert!(
        !refused(&[
            "generate",
            "nim",
            "--min",
            "9",
            "--max",
            "3",
            "-o",
            "/dev/full"
        ])
        .contains("/dev/full")
    );
}

#[test]
fn wishes_that_cannot_be_are_said() {
    assert!(
        refused(&["generate", "nim", "--heaps", "1", "--outcome", "lose"]).contains("were counted")
    );
    for (arguments, option) in [
        ("king --min 3", "--min"),
        ("nim 5x5", "a board size"),
        ("nim 5", "a number before the options"),
        ("king --overshoot", "--overshoot"),
    ] {
        let said = refused(
            &["generate"]
                .into_iter()
                .chain(arguments.split(' '))
                .collect::<Vec<_>>(),
        );
        assert!(said.ends_with(&format!("no use for {option}\n")), "{said}");
    }
    assert!(
        refused(&["generate", "geography", "4", "--edges", "7", "--distinct"]).contains("0 to 6")
    );
    assert!(refused(&["generate", "nim", "--in-template", "heap"]).contains("ready: heaps"));
}
