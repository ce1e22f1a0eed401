//! Equal mistakes: the first ones are shown, the others are counted.

use fxhash::FxBuildHasher;
use indexmap::IndexMap;

use grundy_language::{Diagnostic, SyntaxKind};

/// The most mistakes of one kind that are shown.
const MAX_SHOWN_MISTAKES: u64 = 10;
/// The most kinds that are counted; mistakes of further kinds are all shown.
const KINDS: usize = 1000;

/// The number of mistakes of each kind, in the order in which the kinds first came.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    /// Whether the source in hand was found to be the input of a judge: its lines name no games, and one message says so.
    is_judges_input: bool,
    /// The kinds.
    kinds: IndexMap<String, Kind, FxBuildHasher>,
}

#[derive(Debug)]
struct Kind {
    /// The number of mistakes of the kind.
    count: u64,
    /// The first of them: its message.
    message: String,
}

impl Mistakes {
    /// Goes on with another source.
    pub(super) fn next_source(&mut self) {
        self.is_judges_input = false;
    }

    /// Counts a mistake, and says whether to show it.
    pub(super) fn shows(&mut self, diagnostic: &Diagnostic) -> bool {
        let names_no_game = matches!(
            diagnostic.kind,
            SyntaxKind::NoGame | SyntaxKind::JudgesInput
        );
        if names_no_game && self.is_judges_input {
            return false;
        }
        self.is_judges_input |= diagnostic.kind == SyntaxKind::JudgesInput;
        let key = kind(&diagnostic.message);
        if self.kinds.len() >= KINDS && !self.kinds.contains_key(&key) {
            return true;
        }
        let first = || Kind {
            count: 0,
            message: diagnostic.message.clone().into_owned(),
        };
        let kind = self.kinds.entry(key).or_insert_with(first);
        kind.count += 1;
        kind.count <= MAX_SHOWN_MISTAKES
    }

    /// Writes the last lines, about the diagnostics that were not shown.
    pub(super) fn rest(&self) -> Vec<String> {
        let hidden = self
            .kinds
            .values()
            .filter(|kind| kind.count > MAX_SHOWN_MISTAKES);
        let line = |Kind { count, message }: &Kind| {
            format!(
                "{} more mistakes like this were not shown: {message}",
                count - MAX_SHOWN_MISTAKES
            )
        };
        hidden.map(line).collect()
    }
}

/// Returns the kind of a mistake: its message without what it quotes and without numbers.
fn kind(message: &str) -> String {
    let outside = message.split('`').step_by(2);
    outside
        .flat_map(str::chars)
        .filter(|c| !c.is_ascii_digit())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnsweredText, Options, answer_text};

    #[test]
    fn quotes_and_numbers_make_no_other_kind() {
        assert_eq!(kind("`x` is not a number"), kind("`y1` is not a number"));
        assert_eq!(kind("heap 3 is too large"), kind("heap 12 is too large"));
        assert_ne!(kind("`x` is not a number"), kind("`x` is not an ask"));
    }

    #[test]
    fn the_input_of_a_judge_is_one_mistake() {
        let text = "3\n2\n1 2\nnim: 3\n2\n4 5\n";
        let AnsweredText {
            answers,
            diagnostics,
        } = answer_text(text, &Options::default());
        assert_eq!(answers, "ERROR\nWIN 1\nERROR\n", "{diagnostics}");
        assert_eq!(diagnostics.matches("error: ").count(), 1, "{diagnostics}");
        assert!(diagnostics.contains("`nim: 1 2`"), "{diagnostics}");
    }

    #[test]
    fn after_ten_equal_mistakes_the_rest_is_counted_and_every_record_is_answered() {
        let mut text: String = (0..1000).map(|i| format!("nim: x{i}\n")).collect();
        text.push_str("chess: 1\nnim: 1\n");
        let AnsweredText {
            answers,
            diagnostics,
        } = answer_text(&text, &Options::default());
        assert_eq!(
            answers.lines().filter(|&line| line == "ERROR").count(),
            1001
        );
        assert!(answers.ends_with("WIN 1\n"));
        assert_eq!(diagnostics.matches("is not a number").count(), 11);
        assert!(
            diagnostics.contains("990 more mistakes like this were not shown: `x0`"),
            "{diagnostics}"
        );
        assert_eq!(diagnostics.matches("no game is called").count(), 1);
    }
}
