//! The base of games of several numbers: they are played by a rule in the language of rules.

use crate::game::GameDefinition;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::rules::rule::Rule;
use crate::{Fail, Res};

/// The largest number that rules compute with.
pub(super) const MAX_PILE_OF_RULE: u64 = 1 << 41;

/// The most piles of which a rule is written: its text grows with the square of their number.
const MAX_PILES: usize = 200;

/// The rule of some piles in a row; `None` if there are none, or too many to write it.
pub(super) struct RowRule(Option<Rule>);

impl RowRule {
    /// Reads the rule of as many piles as a position has.
    pub(super) fn read(position: &[u64], text: impl Fn(usize) -> String) -> Res<RowRule> {
        let piles = position.len();
        let rule = match piles {
            1..=MAX_PILES => Some(Rule::read(&text(piles))?),
            _ => None,
        };
        Ok(RowRule(rule))
    }

    /// Returns the moves in a position, each written by the numbers that it changes.
    pub(super) fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(position.len() > MAX_PILES)?;
        match &self.0 {
            Some(rule) => Ok(by_changes(moves(rule, position)?)),
            None => Ok(Vec::new()),
        }
    }
}

/// Returns the moves in a position by a rule.
pub(super) fn moves(rule: &Rule, position: &[u64]) -> Res<Vec<ListedMove>> {
    must_be_small(position)?;
    rule.moves(position)
}

/// Refuses piles that are larger than rules compute with.
pub(super) fn must_be_small(position: &[u64]) -> Res<()> {
    Fail::TooLarge.when(position.iter().any(|&pile| pile > MAX_PILE_OF_RULE))
}

/// Returns moves that are written by the numbers that they change.
pub(super) fn by_changes(moves: Vec<ListedMove>) -> Vec<ListedMove> {
    let named = moves.into_iter().map(|mv| mv.named(Name::Changes));
    named.collect()
}

/// Returns a position whose numbers may stand in any order as the one in which they ascend.
pub(super) fn sorted(mut position: PositionNumbers) -> PositionNumbers {
    position.sort_unstable();
    position
}

/// Returns a position whose empty piles may stand anywhere as the one in which they stand last.
pub(super) fn with_empty_piles_last(mut position: PositionNumbers) -> PositionNumbers {
    let piles = position.len();
    position.retain(|pile| *pile > 0);
    position.resize(piles, 0);
    position
}

/// Returns the condition that pile j, if it stands before pile i, is empty.
pub(super) fn is_empty_before(i: usize, j: usize) -> Option<String> {
    (j < i).then(|| format!("a{j} == 0"))
}

/// Returns the condition that pile j, if it stands after pile i, is empty.
pub(super) fn is_empty_after(i: usize, j: usize) -> Option<String> {
    (j > i).then(|| format!("a{j} == 0"))
}

/// Returns the names of piles: a0, a1, ….
pub(super) fn names(piles: usize) -> Vec<String> {
    (0..piles).map(|i| format!("a{i}")).collect()
}

/// Returns a rule about this many piles.
pub(super) fn rule_of(piles: usize, kinds: &[String]) -> String {
    format!("[{}] -> {}", names(piles).join(","), kinds.join(" | "))
}

/// Returns the moves that lower one pile, for each pile i, if a condition holds for it and each other pile j that has
/// one.
pub(super) fn lowering(
    piles: usize,
    condition: impl Fn(usize, usize) -> Option<String>,
) -> Vec<String> {
    let mut kinds = Vec::new();
    for i in 0..piles {
        let mut names = names(piles);
        names[i] += "-k";
        let mut kind = format!("[{}] for k in 1..a{i}", names.join(","));
        for j in (0..piles).filter(|&j| j != i) {
            if let Some(condition) = condition(i, j) {
                kind += &format!(" if {condition}");
            }
        }
        kinds.push(kind);
    }
    kinds
}
