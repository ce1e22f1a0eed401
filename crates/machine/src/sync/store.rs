//! Sequences that outlive the process: what is kept of one, and where it goes.
//!
//! Nothing here does I/O. A [`SequenceStore`] is given by whoever wants sequences kept
//! ([`Folder`] keeps them in files); a sequence takes what is there when it first
//! grows, and gives what it has when it stops growing, when its store asks for it, and when it is let go.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The first terms of a sequence, from term 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms<'a> {
    /// So many terms of one bit, 64 a word, the lowest bit first.
    Bits(Cow<'a, [u64]>, u64),
    /// Terms of 16 bits.
    Short(Cow<'a, [u16]>),
    /// Terms of 32 bits.
    Long(Cow<'a, [u32]>),
}

impl Terms<'_> {
    /// How many there are.
    pub fn count(&self) -> u64 {
        match self {
            Terms::Bits(_, count) => *count,
            Terms::Short(values) => values.len() as u64,
            Terms::Long(values) => values.len() as u64,
        }
    }

    /// The bits of one.
    pub fn width(&self) -> u32 {
        match self {
            Terms::Bits(..) => 1,
            Terms::Short(_) => 16,
            Terms::Long(_) => 32,
        }
    }
}

/// How a sequence goes on, proved: from `preperiod` on, terms grow by `saltus` every `period` terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The terms before the first period.
    pub preperiod: u64,
    /// Never 0.
    pub period: u64,
    /// 0 where the terms repeat.
    pub saltus: u64,
}

/// What is kept of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept<'a> {
    /// Its first terms: where a pattern is proved, at least to the end of the first period.
    pub terms: Terms<'a>,
    /// How it goes on, if that is proved.
    pub pattern: Option<Pattern>,
}

/// What a store says to a sequence that is growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing.
    GoOn,
    /// It is time to save.
    Save,
    /// The process is to end: save, and call [`SequenceStore::stop`].
    SaveAndStop,
}

/// Where sequences are kept from one run to the next, by name.
///
/// A name says the rules in full, such as `octal 0.77`: equal names are equal sequences. What a store
/// gives back is believed, so it must find out itself whether it was damaged.
pub trait SequenceStore: fmt::Debug + Send + Sync {
    /// What is kept under this name, cut after so many bytes of terms; `None` where there is nothing, or
    /// nothing that can be used.
    fn load(&self, name: &str, most_bytes: u64) -> Option<Kept<'static>>;

    /// Keeps this under the name, unless what is there knows more. What goes wrong is the store's to
    /// tell; the sequence goes on without.
    fn save(&self, name: &str, kept: &Kept<'_>);

    /// Asked about every millisecond while a sequence grows.
    fn wish(&self, _name: &str) -> Wish {
        Wish::GoOn
    }

    /// A sequence begins to grow; [`SequenceStore::ends`] follows.
    fn begins(&self) {}

    /// A sequence has stopped growing.
    fn ends(&self) {}

    /// Called after a save by whoever was told [`Wish::SaveAndStop`]. It may end the process.
    fn stop(&self) {}
}

/// Where one sequence is kept.
#[derive(Clone, Debug)]
pub struct Slot {
    store: Arc<dyn SequenceStore>,
    name: Arc<str>,
}

impl Slot {
    /// The slot of this name in a store.
    pub fn new(store: Arc<dyn SequenceStore>, name: &str) -> Self {
        Slot { store, name: name.into() }
    }
}

/// Less work than this, some milliseconds, is not worth a file.
const WORTH_SAVING: u64 = 1 << 24;

/// How often a growing sequence asks for its store's wish, in units of work.
const ASK_EVERY: u64 = 1 << 22;

/// What a sequence knows of its slot. Without one nothing of this costs anything.
#[derive(Debug, Default)]
pub struct Keeping {
    slot: Option<Slot>,
    loaded: bool,
    /// The work done when the sequence was last saved, and when the store is next asked.
    saved_at: u64,
    ask_at: u64,
}

/// What a sequence that is kept says of itself.
pub trait Keep {
    /// Its keeping.
    fn keeping(&mut self) -> &mut Keeping;

    /// The work it has done in this process.
    fn work(&self) -> u64;

    /// What there is to keep.
    fn kept(&self) -> Kept<'_>;

    /// Goes on from what was kept, which may be anything that is well formed.
    fn restore(&mut self, kept: Kept<'static>);

    /// Takes what is kept of it, the first time it grows; and tells the store that it grows, until the
    /// returned value is dropped.
    fn begin_to_grow(&mut self, most_bytes: u64) -> Growth {
        let keeping = self.keeping();
        let Some(slot) = keeping.slot.clone() else { return Growth(None) };
        if !std::mem::replace(&mut keeping.loaded, true)
            && let Some(kept) = slot.store.load(&slot.name, most_bytes)
        {
            self.restore(kept);
        }
        slot.store.begins();
        Growth(Some(slot.store))
    }

    /// To be called while it grows: saves when the store wishes it.
    #[inline]
    fn keep_up(&mut self) {
        let work = self.work();
        let keeping = self.keeping();
        if keeping.slot.is_some() && work >= keeping.ask_at {
            keeping.ask_at = work + ASK_EVERY;
            self.ask_for_wish();
        }
    }

    /// Asks for the store's wish, and does it.
    #[cold]
    fn ask_for_wish(&mut self) {
        let Some(Slot { store, name }) = self.keeping().slot.clone() else { return };
        match store.wish(&name) {
            Wish::GoOn => {}
            Wish::Save => self.save(1),
            Wish::SaveAndStop => {
                self.save(1);
                store.stop();
            }
        }
    }

    /// Saves what is worth it: what more than `WORTH_SAVING` work went into, and an eighth of all work so
    /// that a sequence asked for again and again is not written again and again; or, at the end, all.
    fn rest(&mut self, at_the_end: bool) {
        let least = if at_the_end { WORTH_SAVING } else { WORTH_SAVING.max(self.work() / 8) };
        self.save(least);
    }

    /// Saves if so much work was done since it was last saved: 1 where a limit was met, so that the next run
    /// gets further.
    fn save(&mut self, least_work: u64) {
        let work = self.work();
        let keeping = self.keeping();
        if work - keeping.saved_at < least_work {
            return;
        }
        let Some(Slot { store, name }) = keeping.slot.clone() else { return };
        keeping.saved_at = work;
        store.save(&name, &self.kept());
    }
}

/// A sequence that grows.
#[derive(Debug)]
pub struct Growth(Option<Arc<dyn SequenceStore>>);

impl Drop for Growth {
    fn drop(&mut self) {
        if let Some(store) = &self.0 {
            store.ends();
        }
    }
}

impl Keeping {
    /// Keeps the sequence here from now on.
    pub fn at(slot: Option<Slot>) -> Self {
        Keeping { slot, ..Keeping::default() }
    }

    /// Whether the sequence is kept.
    pub fn is_kept(&self) -> bool {
        self.slot.is_some()
    }
}
