//! Every ask has a name in each form of answers.

use grundy::Solver;
use grundy_record::{Ask, text};

use crate::tools::program::Program;

/// Records of games that answer all asks between them.
const RECORDS: [&str; 5] = [
    "kayles: 7",
    "subtraction 1 2: 7",
    "nim: 0..3 0..3",
    "kayles misere: 5",
    "rules [n] -> [n-1] | [n-2] : 9",
];

/// Answers a record in a format; returns `None` if the game does not answer this ask.
fn answered(record: &str, format: &str) -> Option<String> {
    let finished = Program::new(&["--format", format, record]).run();
    let line = finished.answers();
    finished
        .status
        .success()
        .then(|| line.trim_end().to_owned())
}

/// Answers an ask through the library.
fn by_library(record: &str, ask: Ask) -> Option<String> {
    let solver = Solver::default();
    let position = solver.position(record).expect("a record");
    let asks = ask.to_string().parse().expect("an ask");
    let fields = position.fields(&asks).ok()?;
    let mut text = Vec::new();
    text::write(&fields, &mut text);
    String::from_utf8(text).ok()
}

#[test]
fn every_ask_is_answered_as_text_and_under_its_own_word_in_json() {
    for ask in Ask::ALL {
        let records = RECORDS.map(|record| format!("{record} ? {ask}"));
        let is_answered = |record: &&String| answered(record, "text").is_some();
        let record = records
            .iter()
            .find(is_answered)
            .unwrap_or_else(|| panic!("no game answers {ask}"));
        assert_ne!(answered(record, "text").as_deref(), Some(""), "{record}");
        let object = answered(record, "json").expect("what is answered as text");
        let object: serde_json::Value = serde_json::from_str(&object).expect("an object");
        assert!(object.get(ask.word()).is_some(), "{record}: {object}");
        assert!(object.get("answer").is_none(), "{record}: {object}");
        assert_eq!(
            by_library(record, ask),
            answered(record, "text"),
            "{record}"
        );
    }
}
