//! Classic games written as user-defined rules, with their sources and the known results: `classics.txt`, and
//! `rewritings.txt` for those on cells.
//!
//! This is a list of texts alone, so that the solver and the reference know the games by equal names and read the rules
//! each by themselves.
#![warn(missing_docs)]

use std::sync::LazyLock;

/// A classic game.
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// The name for a person: `i-Mark`.
    pub name: &'static str,
    /// The person who found it, or the place where it is set.
    pub source: &'static str,
    /// The rule, positions and asks: a record without its first word, `rules` or `rewrite`.
    pub record: &'static str,
    /// The known result, a sentence.
    pub known: &'static str,
}

impl Classic {
    /// Returns the word by which it is called in records: `i-mark` for i-Mark, `grundys-game` for Grundy's game.
    pub fn word(&self) -> String {
        let lower = self.name.to_lowercase().replace('\'', "").replace('è', "e");
        itertools::join(
            lower
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|part| !part.is_empty()),
            "-",
        )
    }

    /// Returns the word with the rule, which is without its first word.
    pub fn named(&self) -> NamedRule {
        let rule = self
            .record
            .split_once(" : ")
            .map_or(self.record, |(rule, _)| rule);
        NamedRule {
            name: self.word(),
            rule: rule.to_owned(),
        }
    }
}

/// A rule and the word that stands for it in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRule {
    /// The word.
    pub name: String,
    /// The rule as a record writes it.
    pub rule: String,
}

/// The games that are user-defined rules.
static CLASSICS: LazyLock<Vec<Classic>> = LazyLock::new(|| listed(include_str!("classics.txt")));

/// The games that change cells.
static REWRITINGS: LazyLock<Vec<Classic>> =
    LazyLock::new(|| listed(include_str!("rewritings.txt")));

/// Reads a list of games, a paragraph each. The first paragraph is a comment.
fn listed(text: &'static str) -> Vec<Classic> {
    let paragraphs = text.trim_end().split("\n\n").skip(1);
    let classic = |paragraph: &'static str| {
        let mut lines = paragraph.lines();
        let mut line = || lines.next().unwrap_or_default();
        Classic {
            name: line(),
            source: line(),
            record: line(),
            known: line(),
        }
    };
    paragraphs.map(classic).collect()
}

/// Returns the classic games that are user-defined rules: `rules RECORD`.
pub fn classics() -> &'static [Classic] {
    &CLASSICS
}

/// Returns the classic games that change cells: `rewrite RECORD`.
pub fn rewritings() -> &'static [Classic] {
    &REWRITINGS
}
