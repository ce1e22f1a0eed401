//! JSON Lines: records as objects, right and wrong, and answers that are records again.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a place in a short line fits in a word"
)]

use std::fs;
use std::path::Path;

use grundy_base::budget::Budget;
use grundy_batch::{AnsweredText, Format, Options, answer_text};

fn options(threads: usize) -> Options {
    Options {
        format: Format::Json,
        echo: true,
        // Records that take long are left out: they are errors here.
        budget: Budget {
            threads,
            work: 1 << 24,
            ..Budget::default()
        },
        ..Options::default()
    }
}

/// Answers as JSON with the texts of the records are themselves records with the same answers.
#[test]
fn answers_with_their_records_are_records_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs");
    let mut files = 0;
    let mut records = 0;
    for entry in fs::read_dir(folder).expect("a folder of goldens") {
        let path = entry.expect("a golden").path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a golden");
        let answers = answer_text(&text, &options(1)).answers;
        let again = answer_text(&answers, &options(2)).answers;
        assert_eq!(answers.lines().count(), again.lines().count());
        for (answer, again) in answers.lines().zip(again.lines()) {
            assert!(answer.starts_with("{\"record\":\""), "{answer}");
            let is_error = |answer: &str| answer.contains("\"error\":");
            if is_error(answer) || is_error(again) {
                continue;
            }
            assert_eq!(again, answer, "{}", path.display());
            records += 1;
        }
        files += 1;
    }
    assert!(files > 50 && records > 3_000, "{files} {records}");
}

#[test]
fn objects_stand_among_lines_of_text() {
    let text = "@a nim: 3\n{\"record\": \"king 2x2 ? best\\n..\\n.K\", \"label\": \"b\", \"n\": 1}\n\
                king 1x2\n{\"record\": \"nim: 3 3\"}\n.K\nnim: 5\n";
    let AnsweredText {
        answers,
        diagnostics: said,
    } = answer_text(text, &Options::default());
    assert_eq!(answers, "@a WIN 1\n@b 1:2,2>1,1\nERROR\nLOSE\nWIN 1\n");
    assert!(said.contains("the board ends after 0 of 1 rows"), "{said}");
    assert!(
        said.contains("a row of a board, but no board is open"),
        "{said}"
    );
}

/// Rules that come again are opened once, whether objects or lines say them, and labels and places stay those of each.
#[test]
fn objects_that_share_rules_are_answered_one_by_one() {
    let lines: Vec<String> = (0..300)
        .map(|n| match n % 4 {
            0 => format!("subtraction 1 3 4: {n}"),
            1 => format!("{{\"record\":\"subtraction 1 3 4: {n}\"}}"),
            2 => format!("{{\"label\":{n},\"record\":\"subtraction 1 3 4: {n} ? best\"}}"),
            _ => format!("{{\"record\":\"subtraction 1 3 4: {n} x\"}}"),
        })
        .collect();
    let together = answer_text(&(lines.join("\n") + "\n"), &Options::default()).answers;
    for (line, answer) in lines.iter().zip(together.lines()) {
        assert_eq!(
            answer_text(line, &Options::default()).answers.trim_end(),
            answer,
            "{line}"
        );
    }
    assert_eq!(together.matches("ERROR").count(), 75);
}

/// Whatever an object holds, it is answered by one line.
#[test]
fn each_object_has_one_answer_however_it_is_broken() {
    let object = r#"{"record": "king 2x3 ? moves\n.K.\n\u002e\u002eK", "label": "a\u0031", "x": [1, {"y": "\ud83d\ude00"}]}"#;
    let mut random = grundy_base::random::Random::new(65);
    for _ in 0..5_000 {
        let mut bytes = object.as_bytes().to_vec();
        for _ in 0..random.within(1, 3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = b"\"\\{}[]:,u0dn"[random.below(12) as usize],
                _ => bytes.insert(at, bytes[random.below(bytes.len() as u64) as usize]),
            }
        }
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let AnsweredText {
            answers,
            diagnostics: said,
        } = answer_text(&text, &Options::default());
        if text.starts_with('{') {
            assert_eq!(answers.lines().count(), 1, "{text}");
            assert_eq!(answers.contains("ERROR"), said.contains("error"), "{text}");
        }
    }
}
