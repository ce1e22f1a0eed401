//! The misère quotient of a game, heap by heap.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps of a quotient are at most 20,000 for each game"
)]

use crate::growth::{ClassPeriod, Size, Unfinished, meter};
use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::shares;

use crate::candidate::Candidate;
use crate::expand;
use crate::game::HeapGame;
use crate::monoid::{Monoid, Set};
use crate::normal::Normal;
use crate::pairs::{HeapClass, Pairs};

/// The most heaps of a game that are given classes one by one.
pub const MAX_QUOTIENT_HEAPS: u64 = 20_000;
/// The steps of a look at where normal play takes over; a guess.
const PERIOD_LOOK_STEPS: u64 = 1 << 24;

/// The misère quotient of heaps of some games, as far as it has been found.
#[derive(Debug)]
pub struct Quotient {
    /// The monoid with the classes of the heaps so far.
    pub(crate) known: Candidate,
    /// The pairs that prove it.
    pairs: Pairs,
    /// The classes of heaps by the elements of their options.
    classes: FxHashMap<Set, usize>,
    /// The sizes that the quotient has had, in the order of heaps.
    sizes: Vec<Size>,
    /// The periods of the classes, game by game, if they are proved.
    periods: Option<Vec<ClassPeriod>>,
    /// The heaps above which normal play decides, if they are proved.
    normal: Option<Normal>,
    /// The heap at which periods and normal play are looked for next.
    look: u64,
    /// The heap that has no class, and the reason.
    stopped: Option<(u64, Unfinished)>,
    /// The steps that are left.
    meter: StepMeter,
}

impl Quotient {
    /// Makes the quotient of no heaps of these games; `budget` bounds how far it grows.
    pub fn new(games: Vec<Arc<dyn HeapGame>>, budget: Budget) -> Self {
        let monoid = Monoid::new(vec![0], &[false]);
        Quotient {
            pairs: Pairs::new(&monoid),
            known: Candidate::new(games, monoid, Vec::new()),
            classes: FxHashMap::default(),
            sizes: vec![Size {
                heap: 0,
                order: 1,
                losing: 0,
            }],
            periods: None,
            normal: None,
            look: 16,
            stopped: None,
            meter: meter(shares::questions::quotient_steps(budget.work)),
        }
    }

    /// Returns the games.
    pub fn games(&self) -> &[Arc<dyn HeapGame>] {
        &self.known.games
    }

    /// Returns the monoid of the heaps known so far.
    pub fn monoid(&self) -> &Monoid {
        &self.known.monoid
    }

    /// Returns the largest heap that is known in every game without the period.
    pub fn heaps(&self) -> u64 {
        self.known.heaps()
    }

    /// Returns the periods of the classes of heaps, game by game, if they are proved.
    pub fn periods(&self) -> Option<&[ClassPeriod]> {
        self.periods.as_deref()
    }

    /// Returns the heap whose classes were not found, and the reason.
    pub fn stopped(&self) -> Option<(u64, Unfinished)> {
        self.stopped
    }

    /// Returns the size of the quotient of heaps up to this one.
    pub fn size(&self, heap: u64) -> Size {
        let later = self.sizes.partition_point(|size| size.heap <= heap);
        self.sizes[later.saturating_sub(1)]
    }

    /// Returns the heap below the end of the first period that has the class of this one.
    pub fn reduced(&self, game: usize, heap: u64) -> u64 {
        let Some(periods) = self.periods() else {
            return heap;
        };
        let ClassPeriod { preperiod, period } = periods[game];
        if heap < preperiod {
            heap
        } else {
            preperiod + (heap - preperiod) % period
        }
    }

    /// Returns the class of a heap, if it is known.
    pub fn class(&self, game: usize, heap: u64) -> Option<usize> {
        let heap = self.reduced(game, heap);
        (heap <= self.heaps()).then(|| self.known.product(game, &[heap]))
    }

    /// Returns whether heaps of this size have classes.
    pub fn reaches(&self, heap: u64) -> bool {
        self.periods.is_some() || self.heaps() >= heap
    }

    /// Grows until heaps of this size have classes, until normal play decides them, until the period is proved, or until
    /// a limit is met. Returns whether they have classes.
    pub fn reach(&mut self, heap: u64) -> bool {
        while !self.ended() && self.heaps() < heap {
            let next = self.heaps() + 1;
            let letters = self.known.values.len();
            if let Err(why) = self.add_heap(next) {
                self.known.values.truncate(letters);
                self.look_for_normal();
                if self.normal.is_none() {
                    self.stopped = Some((next, why));
                }
                break;
            }
            self.note_size(next);
            if next == self.look {
                self.look += self.look / 4;
                self.periods = (0..self.games().len())
                    .map(|game| self.period(game))
                    .collect();
                self.look_for_normal();
            }
        }
        self.reaches(heap)
    }

    /// Adds the next heap of every game.
    fn add_heap(&mut self, heap: u64) -> Result<(), Unfinished> {
        if heap > MAX_QUOTIENT_HEAPS {
            return Err(Unfinished::Work);
        }
        for _ in 0..self.games().len() {
            self.add()?;
        }
        Ok(())
    }

    /// Notes the size of the quotient if the heap that was added last changed it.
    fn note_size(&mut self, heap: u64) {
        let order = self.monoid().order();
        if order != self.size(u64::MAX).order {
            let losing = self.monoid().losing().count_ones(..);
            self.sizes.push(Size {
                heap,
                order,
                losing,
            });
        }
    }

    /// Returns whether larger heaps will get no classes of their own.
    pub fn ended(&self) -> bool {
        self.periods.is_some() || self.normal.is_some() || self.stopped.is_some()
    }

    /// Returns the heaps above which normal play decides, if that is proved and no period of the classes is.
    pub fn normal(&self) -> Option<&Normal> {
        if self.periods.is_some() {
            return None;
        }
        self.normal.as_ref()
    }

    /// Looks for the heaps above which normal play decides.
    fn look_for_normal(&mut self) {
        let found = Normal::new(&mut self.known, &mut meter(PERIOD_LOOK_STEPS));
        self.normal = found.unwrap_or(None);
    }

    /// Adds the next letter.
    fn add(&mut self) -> Result<(), Unfinished> {
        let letter = self.known.values.len() as u32;
        let options = self.known.options(letter, &mut self.meter)?;
        let class = if options.is_clear() {
            Some(0)
        } else if let Some(&class) = self.classes.get(&options) {
            Some(class)
        } else {
            self.fitting(letter, &options)?
        };
        self.known.values.push(class.unwrap_or(0));
        if let Some(class) = class {
            self.classes.insert(options, class);
        } else {
            let proved = expand::expand(&self.known, &mut self.meter)?;
            self.known = proved.candidate;
            self.pairs = proved.pairs;
            self.known.kinds.clear();
            self.classes.clear();
        }
        Ok(())
    }

    /// Finds an element that a heap with these options may be while the quotient stays the same. Mex interpolation
    /// proposes elements, and the check decides.
    fn fitting(&mut self, letter: u32, options: &Set) -> Result<Option<usize>, Unfinished> {
        let monoid = &self.known.monoid;
        let blocked = monoid.blocked(options);
        let fits = |&x: &usize| {
            monoid.loses(x) == blocked.contains(0) && monoid.row(x).is_subset(&blocked)
        };
        let fitting: Vec<usize> = (0..monoid.order()).filter(fits).collect();
        for &x in &fitting {
            // The row lies in `blocked`, so that this is the difference.
            let failing = &blocked ^ monoid.row(x);
            if self.pairs.covers(x, &failing) {
                return Ok(Some(x));
            }
        }
        for element in fitting {
            let class = HeapClass {
                letter,
                element,
                blocked: &blocked,
            };
            let unanswered = self.pairs.add(monoid, class, &mut self.meter)?;
            if unanswered.is_none() {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// Finds the least preperiod and period of a game's classes that hold as far as the proof needs.
    fn period(&self, game: usize) -> Option<ClassPeriod> {
        let top = self.heaps();
        let class = |heap| self.known.product(game, &[heap]);
        (1..=top / 2).find_map(|period| {
            let holds = |n: &u64| class(*n) == class(*n + period);
            let preperiod = (0..=top - period).rev().take_while(holds).last()?;
            let last = self.games()[game].proving(preperiod, period)?;
            (last <= top).then_some(ClassPeriod { preperiod, period })
        })
    }

    /// Says how far classes were found, and why no farther.
    pub fn limit(&self) -> Limit {
        let why = if self.normal.is_some() {
            "larger heaps are as in normal play"
        } else {
            match self.stopped {
                Some((_, Unfinished::Infinite)) => "that of larger heaps seems to be infinite",
                Some((_, Unfinished::Large)) => "that of larger heaps has more than 4096",
                Some((_, Unfinished::Stuck)) => "no finite one was found for larger heaps",
                Some((_, Unfinished::Work)) | None => {
                    "that of larger heaps was not found within the work allowed"
                }
            }
        };
        let heaps = self.heaps();
        let order = self.monoid().order();
        Limit::work(format!(
            "the misère quotient of heaps to {heaps} has {order} elements, and {why}"
        ))
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let order = self.monoid().order() as u64;
        let rows = order + (self.known.kinds.len() + self.pairs.len() + self.classes.len()) as u64;
        order * order * 2 + rows * (order / 8 + 64) + self.known.values.len() as u64 * 8
    }
}
