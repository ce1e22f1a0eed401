//! The meaning of arguments of the command line, and the messages about slips.

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
        (&["--aks", "grundy", "nim: 3"], "'--ask'"),
        (&["--json", "nim: 3"], "`--format json`"),
        (
            &["--ask", "grundy,moves", "nim: 3"],
            "separated by spaces: \"grundy moves\"",
        ),
    ] {
        let complaint = refused(arguments);
        assert!(complaint.contains(hint), "{arguments:?}: {complaint}");
        // There is no advice on how a value that begins with a dash is passed.
        assert!(!complaint.contains("to pass"), "{arguments:?}: {complaint}");
    }
    // What is no slip for an option gets no tip: `--save` would make a folder.
    assert!(!refused(&["table", "king 4x4:", "--size", "5"]).contains("save"));
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
        ("0.5M", 1 << 19),
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
    let wrong = [
        "",
        "M",
        "5x",
        "-1",
        "99999999999T",
        "1 0",
        "1.",
        ".5G",
        "1.2.3G",
    ];
    for size in wrong {
        refused(&["--max-memory", size, "nim: 3"]);
    }
}

#[test]
fn steps_are_read_as_people_write_them() {
    let record = "rewrite ..>##: .^0..18446744073709551615 ? p-positions";
    for (text, steps) in [("2^20", 1 << 20), ("1e6", 1_000_000), ("5000", 5000)] {
        let output = grundy_with(&["--max-work", text, record], "");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.contains(&format!("more than {steps} steps")),
            "{text}: {complaint}"
        );
    }
    for wrong in ["", "x", "2^", "2^99", "1e60", "-1", "1.5"] {
        refused(&["--max-work", wrong, "nim: 3"]);
    }
}

#[test]
fn records_for_verify_that_are_no_text_are_said_to_be_none() {
    let folder = grundy_base::testing::TemporaryFolder::new();
    let write = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("room for a file");
        path.display().to_string()
    };
    let answers = write("answers", b"WIN 1\n");
    let utf16: Vec<u8> = "\u{feff}nim: 3\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, text, said) in [
        ("utf16", utf16.as_slice(), "UTF-16: save the file as UTF-8"),
        ("objects", br#"{"record": "nim: 3"}"#, "`grundy flatten "),
    ] {
        let records = write(name, text);
        let complaint = refused(&["verify", &records, &answers]);
        assert!(complaint.contains(said), "{complaint}");
    }
}

/// Encodes a text as editors and shells of Windows may save it: UTF-8 with a byte order mark, and UTF-16.
fn saved_otherwise(text: &str) -> [Vec<u8>; 3] {
    let marked = format!("\u{feff}{text}");
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    [
        marked.clone().into_bytes(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
    ]
}

#[test]
fn files_are_read_as_they_are_saved() {
    let folder = std::env::temp_dir().join(format!("grundy-saved-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let records = file("records.in", b"nim: 3 4 5\r\n");
    for answers in saved_otherwise("WIN 1\r\n") {
        let answers = file("answers.ans", &answers);
        assert_eq!(
            grundy(&["verify", &records, &answers]),
            "1 record: 1 recomputed, 0 by certificate, 0 by a cited theorem, 0 not checked\n"
        );
    }
    for games in saved_otherwise("mark2 [n] -> [n-1] | [n/2] if n > 0\n") {
        let games = file("games.txt", &games);
        assert_eq!(grundy(&["--games", &games, "mark2: 5"]), "WIN 1\n");
    }
    for template in saved_otherwise("{{ records | length }}\n") {
        let template = file("template.txt", &template);
        let arguments = [
            "generate",
            "nim",
            "--seed",
            "1",
            "--count",
            "1",
            "--in-template",
            &template,
        ];
        assert_eq!(grundy(&arguments), "1\n");
    }
    let games = file("games.txt", b"\nmark2 \xff\n");
    let complaint = refused(&["--games", &games, "mark2: 5"]);
    assert!(complaint.contains("games.txt:2: "), "{complaint}");
    let zipped = file("records.gz", b"\x1f\x8b\x08\0\nnim: 3\n");
    let complaint = refused(&[&zipped]);
    let advice = format!("`zcat {zipped} | grundy`");
    assert!(complaint.contains(&advice), "{complaint}");
    std::fs::remove_dir_all(&folder).unwrap();
}
