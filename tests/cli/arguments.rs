//! What arguments of the command line are taken for, and what is said of slips.

use crate::tools::program::{grundy, grundy_with, refused};

#[test]
fn records_are_told_from_files() {
    for (arguments, answers) in [
        (&["nim: 3 4 5"][..], "WIN 1\n"),
        (&["nim:", "3", "4"], "WIN 1\n"),
        (&["@a nim: 3", "kayles: 5"], "@a WIN 1\nWIN 1\n"),
        (
            &["inputs/tour.in", "-"],
            include_str!("../../expected/tour.out"),
        ),
        (
            &["@inputs/tour.in"],
            include_str!("../../expected/tour.out"),
        ),
    ] {
        assert_eq!(grundy(arguments), answers, "{arguments:?}");
    }
    // Errors of a record are reported when it is read.
    for record in ["nmi: 3 4", "kayles"] {
        let output = grundy_with(&[record], "");
        assert_eq!(
            (output.code(), &output.stdout[..]),
            (Some(1), &b"ERROR\n"[..]),
            "{record}"
        );
    }
}

#[test]
fn meant_commands_games_and_files_are_guessed() {
    for (arguments, hint) in [
        (&["tabel"][..], "did you mean the command `table`?"),
        (&["subtracton"], "did you mean the game `subtraction`?"),
        (&["Cargo.tml"], "did you mean `Cargo.toml`?"),
        (&["@Cargo.tml"], "did you mean `Cargo.toml`?"),
        (&["src/main.sr"], "did you mean `src/main.rs`?"),
        (&["no/such/file"], "in quotes"),
        (&["explain", "no-such.txt"], "no such file"),
        (&["games", "KING"], "did you mean `king`?"),
        (&["generate", "subtract"], "did you mean `subtraction`?"),
        (&["generate", "nim", "--mxa", "5"], "'--max'"),
    ] {
        let complaint = refused(arguments);
        assert!(complaint.contains(hint), "{arguments:?}: {complaint}");
        // No advice on how a value that begins with a dash is passed.
        assert!(!complaint.contains("to pass"), "{arguments:?}: {complaint}");
    }
    assert!(refused(&["--threads", "1", "table"]).contains("the command `table` stands first"));
}

#[test]
fn suffixes_of_memory_are_powers_of_1024() {
    let record = "rules [n] -> [n-k] for k in squares(n) : 3000000";
    for (size, bytes) in [
        ("1000000", 1_000_000),
        ("1000k", 1000 << 10),
        ("1M", 1 << 20),
        ("1MiB", 1 << 20),
    ] {
        let complaint =
            String::from_utf8(grundy_with(&["--max-memory", size, record], "").stderr).unwrap();
        assert!(
            complaint.contains(&format!("the {bytes} bytes of memory")),
            "{size}: {complaint}"
        );
    }
    for size in ["2GiB", "1TB"] {
        assert_eq!(grundy(&["--max-memory", size, "nim: 3"]), "WIN 1\n");
    }
    for size in ["", "M", "5x", "-1", "99999999999T", "1 0"] {
        refused(&["--max-memory", size, "nim: 3"]);
    }
}
