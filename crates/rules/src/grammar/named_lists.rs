//! The lists of numbers that the clauses of a rule give: `let a = 3 1 4`.

use std::ops::Range;
use std::sync::Arc;

use fxhash::FxHashMap;

/// The lists that a clause gives under one name.
pub(super) type Rows = Arc<[Arc<[i64]>]>;

/// The data that a clause gives: `let a = 3 1 4`, `let kids = (1 2) () ()`.
#[derive(Clone)]
pub(super) enum Given {
    /// One list: its numbers.
    Numbers(Arc<[i64]>),
    /// Several lists, in their order.
    Rows(Rows),
}

/// A list that a clause gives, or lists.
pub(super) struct NamedList<'a> {
    /// The name that `let` gives.
    pub(super) name: &'a str,
    /// The bytes of the name in the text.
    pub(super) at: Range<usize>,
    /// The numbers or lists that the clause gives.
    pub(super) given: Given,
    /// The byte after the list.
    pub(super) end: usize,
    /// Whether an option or a clause uses the name.
    pub(super) used: bool,
}

/// The lists of a rule.
#[derive(Default)]
pub(super) struct Lists<'a> {
    /// All lists, in the order of the text.
    pub(super) all: Vec<NamedList<'a>>,
    /// The place of each name among all lists.
    pub(super) by_name: FxHashMap<&'a str, usize>,
    /// The number of lists that clauses have passed over.
    pub(super) passed: usize,
}

impl Lists<'_> {
    /// Returns whether some list has this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }
}
