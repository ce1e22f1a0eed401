//! Sequences that outlive the process. This module says what is saved of a sequence, and where.
//!
//! Nothing here does I/O. The caller of the library gives a [`SequenceStore`], such as a folder of files. A sequence
//! loads what is there when it first grows, and saves what it has when it stops growing, when the store asks for it,
//! and when it is dropped.

use grundy_base::shares;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::Pattern;

/// The first terms of a sequence, from term 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms<'a> {
    /// Terms of one bit, 64 a word, the lowest bit first, and their number.
    Bits(Cow<'a, [u64]>, u64),
    /// Terms of 16 bits.
    Short(Cow<'a, [u16]>),
    /// Terms of 32 bits.
    Long(Cow<'a, [u32]>),
}

impl Terms<'_> {
    /// Returns the number of terms.
    pub fn count(&self) -> u64 {
        match self {
            Terms::Bits(_, count) => *count,
            Terms::Short(values) => values.len() as u64,
            Terms::Long(values) => values.len() as u64,
        }
    }

    /// Returns the number of bits of a term.
    pub fn width(&self) -> u32 {
        match self {
            Terms::Bits(..) => 1,
            Terms::Short(_) => 16,
            Terms::Long(_) => 32,
        }
    }
}

/// The saved part of a sequence: its first terms, and its pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept<'a> {
    /// The first terms: if a pattern is proved, at least up to the end of the first period.
    pub terms: Terms<'a>,
    /// The pattern, if it is proved.
    pub pattern: Option<Pattern>,
}

/// A store's answer to a sequence that is growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The sequence goes on.
    GoOn,
    /// The sequence is to be saved now.
    Save,
    /// The process is to end: the sequence is to be saved, and [`SequenceStore::stop`] called.
    SaveAndStop,
}

/// A store that keeps sequences from one run to the next, by name.
///
/// A name says the rules in full, such as `octal 0.77`: equal names are equal sequences. A sequence trusts the terms
/// that a store gives back, so the store must find out itself whether it was damaged.
pub trait SequenceStore: fmt::Debug + Send + Sync {
    /// Returns the sequence kept under this name, cut after `most_bytes` bytes of terms; `None` if there is
    /// nothing, or nothing that can be used.
    fn load(&self, name: &str, most_bytes: u64) -> Option<Kept<'static>>;

    /// Keeps this under the name, unless what is there knows more. The store reports its errors itself; the sequence goes
    /// on without being saved.
    fn save(&self, name: &str, kept: &Kept<'_>);

    /// Says what a sequence that grows should do; it asks about every millisecond.
    fn wish(&self, _name: &str) -> Wish {
        Wish::GoOn
    }

    /// Notes that a sequence begins to grow; [`SequenceStore::ends`] follows.
    fn begins(&self) {}

    /// Notes that a sequence has stopped growing.
    fn ends(&self) {}

    /// Follows the save that [`Wish::SaveAndStop`] asks for. It may end the process.
    fn stop(&self) {}
}

/// The place of one sequence in a store: its name, and the store.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The store.
    store: Arc<dyn SequenceStore>,
    /// The name.
    name: Arc<str>,
}

impl Slot {
    /// Makes the slot of this name in a store.
    pub fn new(store: Arc<dyn SequenceStore>, name: &str) -> Self {
        Slot {
            store,
            name: name.into(),
        }
    }
}

/// The least work that is worth a file: some milliseconds.
const WORTH_SAVING: u64 = 1 << 24;

/// The work between two questions for the store's wish.
const ASK_EVERY: u64 = 1 << 22;

/// The state of saving a sequence to its slot. Without a slot it costs nothing.
#[derive(Debug, Default)]
pub struct SaveState {
    /// The place to which the sequence is saved, if it is kept.
    slot: Option<Slot>,
    /// Whether it was looked for what was saved.
    loaded: bool,
    /// The work done when the sequence was last saved.
    saved_at: u64,
    /// The work done when the store is asked next.
    ask_at: u64,
}

/// A sequence that is loaded and saved.
pub trait Saved {
    /// Returns the slot, and when the sequence was last saved.
    fn state(&mut self) -> &mut SaveState;

    /// Returns the work it has done in this process.
    fn work(&self) -> u64;

    /// Returns the terms and the pattern to save.
    fn kept(&self) -> Kept<'_>;

    /// Goes on from what was saved, which may be anything well formed.
    fn restore(&mut self, kept: Kept<'static>);

    /// Loads what was saved, the first time the sequence grows, and lets the store know that it grows until the guard is
    /// dropped.
    fn begin_to_grow(&mut self, most_bytes: u64) -> GrowthGuard {
        let state = self.state();
        let Some(slot) = state.slot.clone() else {
            return GrowthGuard(None);
        };
        let is_first = !state.loaded;
        state.loaded = true;
        if is_first && let Some(kept) = slot.store.load(&slot.name, most_bytes) {
            self.restore(kept);
        }
        slot.store.begins();
        GrowthGuard(Some(slot.store))
    }

    /// Saves the sequence if the store asks for that; it is called while the sequence grows.
    #[inline]
    fn save_if_asked(&mut self) {
        let work = self.work();
        let state = self.state();
        if state.slot.is_some() && work >= state.ask_at {
            state.ask_at = work + ASK_EVERY;
            self.ask_for_wish();
        }
    }

    /// Asks for the store's wish, and fulfils it.
    #[cold]
    fn ask_for_wish(&mut self) {
        let Some(Slot { store, name }) = self.state().slot.clone() else {
            return;
        };
        match store.wish(&name) {
            Wish::GoOn => {}
            Wish::Save => self.save(1),
            Wish::SaveAndStop => {
                self.save(1);
                store.stop();
            }
        }
    }

    /// Saves a sequence that may grow again if the work since the last save exceeds 2²⁴ steps and an eighth of all
    /// work, so that a sequence which is asked for again and again is not written each time.
    fn save_if_worth_it(&mut self) {
        let least = WORTH_SAVING.max(shares::heaps::terms_worth_saving(self.work()));
        self.save(least);
    }

    /// Saves a sequence that will not grow again if the work since the last save exceeds 2²⁴ steps.
    fn save_at_end(&mut self) {
        self.save(WORTH_SAVING);
    }

    /// Saves if at least this much work was done since the last save: 1 if a limit was met, so that the next run
    /// gets further.
    fn save(&mut self, least_work: u64) {
        let work = self.work();
        let state = self.state();
        if work - state.saved_at < least_work {
            return;
        }
        let Some(Slot { store, name }) = state.slot.clone() else {
            return;
        };
        state.saved_at = work;
        store.save(&name, &self.kept());
    }
}

/// A guard that lets the store know, when it is dropped, that the sequence has stopped growing.
#[derive(Debug)]
pub struct GrowthGuard(Option<Arc<dyn SequenceStore>>);

impl Drop for GrowthGuard {
    fn drop(&mut self) {
        if let Some(store) = &self.0 {
            store.ends();
        }
    }
}

impl SaveState {
    /// Keeps the sequence in this slot from now on.
    pub fn at(slot: Option<Slot>) -> Self {
        SaveState {
            slot,
            ..SaveState::default()
        }
    }

    /// Returns whether the sequence is kept.
    pub fn is_kept(&self) -> bool {
        self.slot.is_some()
    }
}
