//! The asks about all plays.

use grundy_reference::answers;
use grundy_reference::plays::ASKS_ABOUT_PLAYS;

/// Records with answers that are published or found by hand.
const KNOWN: &[(&str, &str)] = &[
    ("nim: 3 4 ? remoteness", "7"),
    ("graph 2 1>2 2>1: 1 ? remoteness", "-"),
    ("nim: 3 4 ? birthday", "7"),
    ("nim misere: 3 4 + kayles misere: 5 ? birthday", "12"),
    ("graph 3 1>2 2>1 2>3: 1 ? birthday", "inf"),
    ("graph 3 1>2 2>1 2>3: 3 ? birthday", "0"),
];

#[test]
fn asks_about_plays_have_the_answers_that_are_known() {
    for ask in ASKS_ABOUT_PLAYS {
        let is_known = KNOWN.iter().any(|(record, _)| record.ends_with(ask.word));
        assert!(is_known, "{}: no answer is known", ask.word);
    }
    for (record, want) in KNOWN {
        let (answers, _) = answers(record.as_bytes());
        let line = answers.first().and_then(|answer| answer.line());
        assert_eq!(line.as_deref(), Some(*want), "{record}");
    }
}
