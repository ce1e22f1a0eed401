//! The progress of long solves, for a program that wants to show it.
//!
//! Engines count here, in units of their own; nothing is decided by what is read, and no engine does
//! I/O. A solve of some length is a [`Task`] of one of four gauges. A gauge shows one task: the one that was
//! begun last while it lasts, then another one that is still under way.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::lock;

/// The gauge of sparse boards, in damaged places or rows.
pub static SPARSE: Gauge = Gauge::new(|done| &mut done.units, 0);
/// The gauge of sequences that grow to a heap, in values; the total is `u64::MAX` while a period is looked for.
pub static SEQUENCES: Gauge = Gauge::new(|done| &mut done.heaps, UNSET);
/// The gauge of searches, in positions.
pub static SEARCHES: Gauge = Gauge::new(|done| &mut done.positions, 0);
/// The gauge of the parts of long solves that have a name.
pub static PHASES: Gauge = Gauge::new(|done| &mut done.units, 0);

/// Stands for the number of units that a task had before it began, until its first [`Task::stand`] says what it is.
const UNSET: u64 = u64::MAX;

/// The work of a thread since it was last taken ([`take_done`]), by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The elementary steps of engines that count them for nothing else.
    pub steps: u64,
    /// The values of sequences.
    pub heaps: u64,
    /// The positions of searches.
    pub positions: u64,
    /// The units of phases and sparse boards.
    pub units: u64,
    /// The name of the last phase.
    pub phase: Option<&'static str>,
}

thread_local! {
    static DONE: Cell<Done> = const {
        Cell::new(Done {
            steps: 0, heaps: 0, positions: 0, units: 0, phase: None
        })
    };
}

/// Changes what is noted of this thread.
fn note(change: impl FnOnce(&mut Done)) {
    let mut done = DONE.get();
    change(&mut done);
    DONE.set(done);
}

/// Takes the work of this thread since the last call.
pub fn take_done() -> Done {
    DONE.take()
}

/// The steps of engines that count them for nothing else, since the process began.
static STEPS: AtomicU64 = AtomicU64::new(0);

/// Counts further steps. Engines call this every few thousand steps, so that it takes no time.
pub fn add_steps(steps: u64) {
    STEPS.fetch_add(steps, Relaxed);
    note(|done| done.steps += steps);
}

/// Returns the steps of engines that count them for nothing else, since the process began.
pub fn steps() -> u64 {
    STEPS.load(Relaxed)
}

/// The tasks of one kind.
#[derive(Debug)]
pub struct Gauge {
    /// Finds the number in which a thread counts the units of these tasks.
    number_of: fn(&mut Done) -> &mut u64,
    /// The units that a task had before it began: 0, or [`UNSET`] if a task continues the work of others.
    units_before: u64,
    /// The number of tasks under way.
    running: AtomicU64,
    /// The number of tasks that were begun.
    begun: AtomicU64,
    /// The number of the task shown; 0 for none.
    shown: AtomicU64,
    /// The name of the task shown; empty if it has none.
    name: Mutex<&'static str>,
    /// The number of units of the task shown that are done.
    done: AtomicU64,
    /// The number of units of the task shown in all; 0 if that is not known.
    total: AtomicU64,
    /// The numbers of the [`SearchLoad`] of the task shown, in the order of its fields.
    load: [AtomicU64; 3],
}

/// The task that a gauge shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of the task, if it has one.
    pub name: &'static str,
    /// The units that are done.
    pub done: u64,
    /// The units in all; 0 if that is not known.
    pub total: u64,
    /// The load of a search.
    pub load: SearchLoad,
}

/// The fill of the table of a search, and the part of its value that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLoad {
    /// The entries of the table that are in use.
    pub used: u64,
    /// The entries that there may be.
    pub most: u64,
    /// The least value that is not excluded.
    pub least_value: u64,
}

impl Gauge {
    /// Makes a gauge without tasks.
    const fn new(number_of: fn(&mut Done) -> &mut u64, units_before: u64) -> Self {
        Gauge {
            number_of,
            units_before,
            running: AtomicU64::new(0),
            begun: AtomicU64::new(0),
            shown: AtomicU64::new(0),
            name: Mutex::new(""),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            load: [const { AtomicU64::new(0) }; 3],
        }
    }

    /// Begins a task of a number of units (0 if that is not known), which ends when it is dropped.
    pub fn begin(&'static self, total: u64) -> Task {
        self.begin_named("", total)
    }

    /// Begins a task with a name.
    pub fn begin_named(&'static self, name: &'static str, total: u64) -> Task {
        self.running.fetch_add(1, Relaxed);
        let number = self.begun.fetch_add(1, Relaxed) + 1;
        if !name.is_empty() {
            note(|done| done.phase = Some(name));
        }
        let task = Task {
            gauge: self,
            number,
            name,
            total,
            done: AtomicU64::new(0),
            counted: AtomicU64::new(self.units_before),
        };
        self.shown.store(number, Relaxed);
        task.show_all();
        task
    }

    /// Reads the task shown, if there is one.
    pub fn read(&self) -> Option<Standing> {
        if self.running.load(Relaxed) == 0 || self.shown.load(Relaxed) == 0 {
            return None;
        }
        let [used, most, least_value] = &self.load;
        Some(Standing {
            name: *lock(&self.name),
            done: self.done.load(Relaxed),
            total: self.total.load(Relaxed),
            load: SearchLoad {
                used: used.load(Relaxed),
                most: most.load(Relaxed),
                least_value: least_value.load(Relaxed),
            },
        })
    }
}

/// A task under way.
#[derive(Debug)]
pub struct Task {
    /// The gauge that counts the task.
    gauge: &'static Gauge,
    /// The number of the task among those of its gauge, from 1.
    number: u64,
    /// The name of the task; empty if it has none.
    name: &'static str,
    /// The number of units in all; 0 if that is not known.
    total: u64,
    /// The number of units that are done.
    done: AtomicU64,
    /// The units that were counted for a thread, or that the task had before it began; [`UNSET`] until these are known.
    counted: AtomicU64,
}

impl Task {
    /// Says how many units are done.
    #[inline]
    pub fn stand(&self, done: impl TryInto<u64>) {
        let done = done.try_into().unwrap_or(0);
        self.done.store(done, Relaxed);
        if self.counted.load(Relaxed) == UNSET {
            self.counted.store(done, Relaxed);
        }
        self.show(done);
    }

    /// Passes the units done on to the gauge, if it shows this task or none.
    #[inline]
    fn show(&self, done: u64) {
        let shown = self.gauge.shown.load(Relaxed);
        if shown == self.number {
            self.gauge.done.store(done, Relaxed);
        } else if shown == 0 && self.replace_shown(0, self.number) {
            self.show_all();
        }
    }

    /// Makes the gauge show the task `after` if it shows the task `before`; returns whether it did.
    fn replace_shown(&self, before: u64, after: u64) -> bool {
        let shown = &self.gauge.shown;
        shown
            .compare_exchange(before, after, Relaxed, Relaxed)
            .is_ok()
    }

    /// Adds units that are done; threads that share a task may all do so.
    pub fn add(&self, units: u64) {
        self.show(self.done.fetch_add(units, Relaxed) + units);
        self.count();
    }

    /// Says how large the load of a search is.
    pub fn load(&self, load: SearchLoad) {
        let [used, most, least_value] = &self.gauge.load;
        used.store(load.used, Relaxed);
        most.store(load.most, Relaxed);
        least_value.store(load.least_value, Relaxed);
    }

    /// Counts for this thread what was done since the last count.
    fn count(&self) {
        let done = self.done.load(Relaxed);
        let before = self.counted.swap(done, Relaxed);
        note(|all| *(self.gauge.number_of)(all) += done.saturating_sub(before));
    }

    /// Puts all of this task on the gauge.
    fn show_all(&self) {
        *lock(&self.gauge.name) = self.name;
        self.gauge.done.store(self.done.load(Relaxed), Relaxed);
        self.gauge.total.store(self.total, Relaxed);
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.replace_shown(self.number, 0);
        self.gauge.running.fetch_sub(1, Relaxed);
        self.count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the name of the task that a gauge shows, and how far it is: `listing 7 of 10`; nothing without a task.
    fn shown(gauge: &Gauge) -> String {
        let Some(standing) = gauge.read() else {
            return String::new();
        };
        format!("{} {} of {}", standing.name, standing.done, standing.total)
    }

    #[test]
    fn a_task_tells_its_name_and_how_far_it_is() {
        static GAUGE: Gauge = Gauge::new(|done| &mut done.units, 0);
        take_done();
        assert_eq!(shown(&GAUGE), "");
        let task = GAUGE.begin_named("listing", 10);
        task.add(4);
        task.add(3);
        assert_eq!(shown(&GAUGE), "listing 7 of 10");
        drop(task);
        assert_eq!(shown(&GAUGE), "");
        add_steps(50);
        let done = take_done();
        assert_eq!(
            (done.phase, done.units, done.steps),
            (Some("listing"), 7, 50)
        );
        assert_eq!(take_done(), Done::default());
    }

    #[test]
    fn a_sequence_counts_what_it_has_grown() {
        static GAUGE: Gauge = Gauge::new(|done| &mut done.heaps, UNSET);
        take_done();
        let task = GAUGE.begin(1000);
        task.stand(70_usize);
        task.stand(90_usize);
        assert_eq!(shown(&GAUGE), " 90 of 1000");
        drop(task);
        assert_eq!(shown(&GAUGE), "");
        assert_eq!(take_done().heaps, 20);
        drop(GAUGE.begin(1000));
        assert_eq!(take_done().heaps, 0);
    }

    #[test]
    fn tasks_do_not_mix_what_they_tell() {
        static GAUGE: Gauge = Gauge::new(|done| &mut done.units, 0);
        let first = GAUGE.begin_named("first", 10);
        let second = GAUGE.begin_named("second", 20);
        second.add(7);
        first.add(3);
        assert_eq!(shown(&GAUGE), "second 7 of 20");
        drop(second);
        assert_eq!(shown(&GAUGE), "");
        first.add(1);
        assert_eq!(shown(&GAUGE), "first 4 of 10");
        drop(first);
        assert_eq!(shown(&GAUGE), "");
    }

    #[test]
    fn searches_tell_their_load() {
        static GAUGE: Gauge = Gauge::new(|done| &mut done.positions, 0);
        let task = GAUGE.begin(0);
        task.add(4);
        task.add(3);
        let load = SearchLoad {
            used: 10,
            most: 64,
            least_value: 2,
        };
        task.load(load);
        assert_eq!(
            GAUGE.read(),
            Some(Standing {
                name: "",
                done: 7,
                total: 0,
                load,
            })
        );
    }
}
