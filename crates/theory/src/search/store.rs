//! What a search knows of components: a table of its own, and below it one that it only reads.

use std::sync::Arc;

use super::bits::Set;
use super::table::{Entry, Table};

/// A table over another.
#[derive(Debug)]
pub(super) struct Store<S> {
    own: Table<S>,
    below: Option<Arc<Table<S>>>,
}

impl<S: Set> Store<S> {
    /// A table over another one.
    pub(super) fn over(own: Table<S>, below: Arc<Table<S>>) -> Self {
        Store { own, below: Some(below) }
    }

    /// The table of its own.
    pub(super) fn into_own(self) -> Table<S> {
        self.own
    }

    /// A store whose own table is this one.
    pub(super) fn of(own: Table<S>) -> Self {
        Store { own, below: None }
    }

    /// Whether there is another table below its own.
    pub(super) fn is_over_another(&self) -> bool {
        self.below.is_some()
    }

    /// How many components its own table holds.
    pub(super) fn used(&self) -> usize {
        self.own.used()
    }

    /// How many components its own table may hold.
    pub(super) fn most(&self) -> usize {
        self.own.most()
    }

    /// Starts loading the places of a hash.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        self.own.prefetch(hash);
        if let Some(below) = &self.below {
            below.prefetch(hash);
        }
    }

    /// What is known of a component.
    #[inline]
    pub(super) fn find(&self, key: &S, hash: u64) -> Option<&Entry<S>> {
        self.own.find(key, hash).or_else(|| self.below.as_ref()?.find(key, hash))
    }

    /// The entry of a component in the table of its own, made if it is not there.
    pub(super) fn entry(&mut self, key: &S, hash: u64) -> &mut Entry<S> {
        let Some(below) = &self.below else { return self.own.entry(key, hash) };
        let copy = match self.own.find(key, hash) {
            Some(_) => None,
            None => below.find(key, hash).copied(),
        };
        let entry = self.own.entry(key, hash);
        if let Some(copy) = copy {
            *entry = copy;
        }
        entry
    }

    /// The least value not excluded of a component.
    pub(super) fn least(&self, key: &S, hash: u64) -> u32 {
        self.find(key, hash).map_or(0, Entry::least)
    }
}
