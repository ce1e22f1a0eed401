//! How far a long solve has come, for whoever wants to show it.
//!
//! Engines only count here, in units of their own; nothing is decided by what is read, and no
//! engine does I/O. Several solves at a time add up.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Units done, and units in all, of the solves under way.
#[derive(Debug, Default)]
pub struct Gauge {
    done: AtomicU64,
    total: AtomicU64,
}

/// Damaged places, or rows, of the sparse boards being solved.
pub static SPARSE: Gauge = Gauge::new();

/// What a thread has done since it was last asked, by kind, in numbers that only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Elementary steps of engines that count them for nothing else.
    pub steps: u64,
    /// Values of sequences.
    pub heaps: u64,
    /// Positions of searches.
    pub positions: u64,
    /// Units of phases.
    pub units: u64,
    /// What the last phase did.
    pub phase: Option<&'static str>,
}

thread_local! {
    static DONE: Cell<Done> = const { Cell::new(Done { steps: 0, heaps: 0, positions: 0, units: 0, phase: None }) };
}

fn note(change: impl FnOnce(&mut Done)) {
    let mut done = DONE.get();
    change(&mut done);
    DONE.set(done);
}

/// What this thread has done since it was asked before.
pub fn take_done() -> Done {
    DONE.take()
}

/// Steps of engines that count them for nothing else, since the process began.
static STEPS: AtomicU64 = AtomicU64::new(0);

/// So many steps more are taken. Called every few thousand steps.
pub fn add_steps(steps: u64) {
    STEPS.fetch_add(steps, Relaxed);
    note(|done| done.steps += steps);
}

/// Steps of engines that count them for nothing else, since the process began.
pub fn steps() -> u64 {
    STEPS.load(Relaxed)
}

/// Parts of long solves that have a name: what one of them does, and how far it is. The one begun last is told
/// of while it lasts, then another one that is still under way.
#[derive(Debug, Default)]
pub struct Phases {
    running: AtomicU64,
    /// How many were begun.
    begun: AtomicU64,
    /// Which one is told of; 0 for none.
    told: AtomicU64,
    name: Mutex<&'static str>,
    done: AtomicU64,
    total: AtomicU64,
}

/// Those of this process.
pub static PHASES: Phases = Phases::new();

impl Phases {
    const fn new() -> Self {
        Phases {
            running: AtomicU64::new(0),
            begun: AtomicU64::new(0),
            told: AtomicU64::new(0),
            name: Mutex::new(""),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
        }
    }

    /// Announces a phase of so many units, 0 where that is not known, until the returned value is dropped.
    pub fn begin(&'static self, name: &'static str, total: u64) -> Phase {
        self.running.fetch_add(1, Relaxed);
        let number = self.begun.fetch_add(1, Relaxed) + 1;
        note(|done| done.phase = Some(name));
        let phase = Phase { phases: self, number, name, total, done: 0 };
        self.told.store(number, Relaxed);
        phase.tell();
        phase
    }

    /// What a phase does, its units done and in all (0: not known); `None` while there is none.
    pub fn read(&self) -> Option<(&'static str, u64, u64)> {
        let name = || *self.name.lock().unwrap_or_else(PoisonError::into_inner);
        let told = self.running.load(Relaxed) > 0 && self.told.load(Relaxed) > 0;
        told.then(|| (name(), self.done.load(Relaxed), self.total.load(Relaxed)))
    }
}

/// A phase under way.
#[derive(Debug)]
pub struct Phase {
    phases: &'static Phases,
    number: u64,
    name: &'static str,
    total: u64,
    done: u64,
}

impl Phase {
    /// So many units are done.
    #[inline]
    pub fn stand(&mut self, done: u64) {
        self.done = done;
        let told = self.phases.told.load(Relaxed);
        if told == self.number {
            self.phases.done.store(done, Relaxed);
        } else if told == 0 && self.phases.told.compare_exchange(0, self.number, Relaxed, Relaxed).is_ok() {
            self.tell();
        }
    }

    /// So many more units are done.
    pub fn add(&mut self, units: u64) {
        self.stand(self.done + units);
    }

    /// Tells of this phase.
    fn tell(&self) {
        *self.phases.name.lock().unwrap_or_else(PoisonError::into_inner) = self.name;
        self.phases.done.store(self.done, Relaxed);
        self.phases.total.store(self.total, Relaxed);
    }
}

impl Drop for Phase {
    fn drop(&mut self) {
        let _ = self.phases.told.compare_exchange(self.number, 0, Relaxed, Relaxed);
        self.phases.running.fetch_sub(1, Relaxed);
        note(|done| done.units += self.done);
    }
}

/// Searches of positional games under way, and how far they are.
#[derive(Debug, Default)]
pub struct Searches {
    running: AtomicU64,
    positions: AtomicU64,
    used: AtomicU64,
    most: AtomicU64,
    least: AtomicU64,
}

/// Those of this process.
pub static SEARCHES: Searches = Searches::new();

/// What [`Searches::read`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Positions expanded since the process began.
    pub positions: u64,
    /// Entries in use of the table told of last.
    pub used: u64,
    /// Entries that it may have.
    pub most: u64,
    /// The values below this one are excluded for the component told of last.
    pub least: u64,
}

impl Searches {
    const fn new() -> Self {
        Searches {
            running: AtomicU64::new(0),
            positions: AtomicU64::new(0),
            used: AtomicU64::new(0),
            most: AtomicU64::new(0),
            least: AtomicU64::new(0),
        }
    }

    /// Announces a search, until the returned value is dropped.
    pub fn begin(&'static self) -> Searching {
        self.running.fetch_add(1, Relaxed);
        Searching { searches: self }
    }

    /// How far the searches are; `None` while nothing is under way.
    pub fn read(&self) -> Option<Searched> {
        (self.running.load(Relaxed) > 0).then(|| Searched {
            positions: self.positions.load(Relaxed),
            used: self.used.load(Relaxed),
            most: self.most.load(Relaxed),
            least: self.least.load(Relaxed),
        })
    }
}

/// A search under way.
#[derive(Debug)]
pub struct Searching {
    searches: &'static Searches,
}

impl Searching {
    /// So many more positions are expanded.
    pub fn add(&self, positions: u64) {
        self.searches.positions.fetch_add(positions, Relaxed);
        note(|done| done.positions += positions);
    }

    /// The table has `used` of at most `most` entries, and the values below `least` are excluded.
    pub fn stand(&self, used: u64, most: u64, least: u64) {
        self.searches.used.store(used, Relaxed);
        self.searches.most.store(most, Relaxed);
        self.searches.least.store(least, Relaxed);
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        self.searches.running.fetch_sub(1, Relaxed);
    }
}

/// Sequences that grow, and how far the one told of last is.
#[derive(Debug, Default)]
pub struct Sequences {
    running: AtomicU64,
    known: AtomicU64,
    asked: AtomicU64,
}

/// Those of this process.
pub static SEQUENCES: Sequences = Sequences::new();

impl Sequences {
    const fn new() -> Self {
        Sequences { running: AtomicU64::new(0), known: AtomicU64::new(0), asked: AtomicU64::new(0) }
    }

    /// Announces that a sequence grows to heap `asked`, or until a period is proved (`u64::MAX`), until
    /// the returned value is dropped.
    pub fn begin(&'static self, asked: u64) -> Growing {
        self.running.fetch_add(1, Relaxed);
        self.asked.store(asked, Relaxed);
        Growing { sequences: self, first: Cell::new(None), known: Cell::new(0) }
    }

    /// How many values are known, and the heap asked for (`u64::MAX`: until a period is proved); `None`
    /// while no sequence grows.
    pub fn read(&self) -> Option<(u64, u64)> {
        (self.running.load(Relaxed) > 0).then(|| (self.known.load(Relaxed), self.asked.load(Relaxed)))
    }
}

/// A sequence that grows.
#[derive(Debug)]
pub struct Growing {
    sequences: &'static Sequences,
    /// How many values were known when it was first told, and now.
    first: Cell<Option<u64>>,
    known: Cell<u64>,
}

impl Growing {
    /// So many values are known.
    #[inline]
    pub fn stand(&self, known: usize) {
        self.sequences.known.store(known as u64, Relaxed);
        if self.first.get().is_none() {
            self.first.set(Some(known as u64));
        }
        self.known.set(known as u64);
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        self.sequences.running.fetch_sub(1, Relaxed);
        let grown = self.first.get().map_or(0, |first| self.known.get().saturating_sub(first));
        note(|done| done.heaps += grown);
    }
}

impl Gauge {
    const fn new() -> Self {
        Gauge { done: AtomicU64::new(0), total: AtomicU64::new(0) }
    }

    /// Announces a solve of so many units, until the returned value is dropped.
    pub fn begin(&'static self, units: u64) -> Running {
        self.total.fetch_add(units, Relaxed);
        Running { gauge: self, units, done: AtomicU64::new(0) }
    }

    /// Units done and units in all; `None` while nothing is under way.
    pub fn read(&self) -> Option<(u64, u64)> {
        let total = self.total.load(Relaxed);
        (total > 0).then(|| (self.done.load(Relaxed).min(total), total))
    }
}

/// A solve under way.
#[derive(Debug)]
pub struct Running {
    gauge: &'static Gauge,
    units: u64,
    done: AtomicU64,
}

impl Running {
    /// So many more units are done.
    pub fn add(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
        self.gauge.done.fetch_add(units, Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.gauge.done.fetch_sub(self.done.load(Relaxed), Relaxed);
        self.gauge.total.fetch_sub(self.units, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_add_up_and_go() {
        static GAUGE: Gauge = Gauge::new();
        assert_eq!(GAUGE.read(), None);
        let (first, second) = (GAUGE.begin(10), GAUGE.begin(5));
        first.add(4);
        second.add(5);
        assert_eq!(GAUGE.read(), Some((9, 15)));
        drop(second);
        assert_eq!(GAUGE.read(), Some((4, 10)));
        drop(first);
        assert_eq!(GAUGE.read(), None);
    }

    #[test]
    fn a_sequence_tells_how_far_it_is_while_it_grows() {
        static GROWING: Sequences = Sequences::new();
        assert_eq!(GROWING.read(), None);
        let growing = GROWING.begin(1000);
        growing.stand(70);
        assert_eq!(GROWING.read(), Some((70, 1000)));
        drop(growing);
        assert_eq!(GROWING.read(), None);
    }

    #[test]
    fn a_phase_tells_its_name_and_how_far_it_is() {
        static PHASES: Phases = Phases::new();
        take_done();
        let mut phase = PHASES.begin("listing", 10);
        phase.add(4);
        phase.add(3);
        assert_eq!(PHASES.read(), Some(("listing", 7, 10)));
        drop(phase);
        assert_eq!(PHASES.read(), None);
        add_steps(50);
        let done = take_done();
        assert_eq!((done.phase, done.units, done.steps), (Some("listing"), 7, 50));
        assert_eq!(take_done(), Done::default());
    }

    #[test]
    fn phases_do_not_mix_what_they_tell() {
        static PHASES: Phases = Phases::new();
        let (mut first, mut second) = (PHASES.begin("first", 10), PHASES.begin("second", 20));
        second.add(7);
        first.add(3);
        assert_eq!(PHASES.read(), Some(("second", 7, 20)));
        drop(second);
        assert_eq!(PHASES.read(), None);
        first.add(1);
        assert_eq!(PHASES.read(), Some(("first", 4, 10)));
        drop(first);
        assert_eq!(PHASES.read(), None);
    }

    #[test]
    fn searches_tell_how_far_they_are() {
        static SEARCHES: Searches = Searches::new();
        assert_eq!(SEARCHES.read(), None);
        let searching = SEARCHES.begin();
        searching.add(4);
        searching.add(3);
        searching.stand(10, 64, 2);
        assert_eq!(SEARCHES.read(), Some(Searched { positions: 7, used: 10, most: 64, least: 2 }));
        drop(searching);
        assert_eq!(SEARCHES.read(), None);
    }
}
