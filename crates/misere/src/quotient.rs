//! The misère quotient of a game, heap by heap.

use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt;

use crate::candidate::Candidate;
use crate::expand;
use crate::game::HeapGame;
use crate::monoid::{Monoid, Set};
use crate::normal::Normal;
use crate::pairs::Pairs;

/// The most heaps of a game that are given classes one by one.
pub const MAX_HEAPS: u64 = 20_000;
/// The share of the work allowed that quotients may take: beyond it, positions are searched.
const SHARE: u64 = 1 << 8;
/// The steps of a look at where normal play takes over.
const LOOK: u64 = 1 << 24;

/// Why a quotient ends at some heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The work allowed.
    Work,
    /// The quotient has more elements than tables are made for.
    Large,
    /// The words that are not answered look like those of an infinite quotient.
    Infinite,
    /// No guess answers some word.
    Stuck,
}

/// Steps that are left.
#[derive(Clone, Copy, Debug)]
pub struct Meter(pub u64);

impl Meter {
    /// Takes steps.
    pub fn charge(&mut self, steps: u64) -> Result<(), Unfinished> {
        let left = self.0.checked_sub(steps).ok_or(Unfinished::Work)?;
        if left >> 20 != self.0 >> 20 {
            interrupt::check();
        }
        self.0 = left;
        Ok(())
    }
}

/// The preperiod and the period of the classes of heaps.
pub type Period = (u64, u64);

/// A quotient that has been: of heaps up to `heaps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The first heap at which it is that of the heaps so far.
    pub heap: u64,
    /// Its elements.
    pub order: usize,
    /// Its P-elements.
    pub losing: usize,
}

/// The misère quotient of heaps of some games, as far as it is known.
#[derive(Debug)]
pub struct Quotient {
    pub(crate) known: Candidate,
    pairs: Pairs,
    /// The classes of heaps by the elements of their options.
    classes: FxHashMap<Set, usize>,
    sizes: Vec<Size>,
    periods: Option<Vec<Period>>,
    normal: Option<Normal>,
    /// The heap at which either is looked for next.
    look: u64,
    stopped: Option<(u64, Unfinished)>,
    meter: Meter,
}

impl Quotient {
    /// The quotient of no heaps of these games; `budget` bounds how far it grows.
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
            meter: Meter(budget.work / SHARE),
        }
    }

    /// The games.
    pub fn games(&self) -> &[Arc<dyn HeapGame>] {
        &self.known.games
    }

    /// The monoid of the heaps known so far.
    pub fn monoid(&self) -> &Monoid {
        &self.known.monoid
    }

    /// The largest heap of every game that is known without the period.
    pub fn heaps(&self) -> u64 {
        self.known.heaps()
    }

    /// The periods of the classes of heaps, game by game, if they are proved.
    pub fn periods(&self) -> Option<&[Period]> {
        self.periods.as_deref()
    }

    /// The heap whose classes were not found, and why.
    pub fn stopped(&self) -> Option<(u64, Unfinished)> {
        self.stopped
    }

    /// The quotient of heaps up to one.
    pub fn size(&self, heap: u64) -> Size {
        *self
            .sizes
            .iter()
            .rev()
            .find(|size| size.heap <= heap)
            .unwrap_or(&self.sizes[0])
    }

    /// The heap below the end of the first period that has the class of this one.
    pub fn reduced(&self, game: usize, heap: u64) -> u64 {
        let Some((preperiod, period)) = self.periods().map(|periods| periods[game]) else {
            return heap;
        };
        if heap < preperiod {
            heap
        } else {
            preperiod + (heap - preperiod) % period
        }
    }

    /// The class of a heap.
    pub fn class(&self, game: usize, heap: u64) -> Option<usize> {
        let heap = self.reduced(game, heap);
        (heap <= self.heaps()).then(|| self.known.product(game, &[heap]))
    }

    /// Whether heaps of this size have classes.
    pub fn reaches(&self, heap: u64) -> bool {
        self.periods.is_some() || self.heaps() >= heap
    }

    /// Grows until heaps of this size have classes, or are those of normal play, the period is proved, or a limit is met;
    /// says whether they have classes.
    pub fn reach(&mut self, heap: u64) -> bool {
        while !self.ended() && self.heaps() < heap {
            let (next, before) = (self.heaps() + 1, self.known.values.len());
            let mut added = if next > MAX_HEAPS {
                Err(Unfinished::Work)
            } else {
                Ok(())
            };
            added = added.and_then(|()| (0..self.games().len()).try_for_each(|_| self.add()));
            if let Err(stop) = added {
                self.known.values.truncate(before);
                self.look_for_normal();
                self.stopped = Some((next, stop)).filter(|_| self.normal.is_none());
                break;
            }
            let order = self.monoid().order();
            if order != self.size(u64::MAX).order {
                let losing = self.monoid().losing().count_ones(..);
                self.sizes.push(Size {
                    heap: next,
                    order,
                    losing,
                });
            }
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

    /// Whether larger heaps will get no classes of their own.
    pub fn ended(&self) -> bool {
        self.periods.is_some() || self.normal.is_some() || self.stopped.is_some()
    }

    /// The heaps above which normal play decides, if that is proved and no period of the classes is.
    pub fn normal(&self) -> Option<&Normal> {
        self.normal.as_ref().filter(|_| self.periods.is_none())
    }

    fn look_for_normal(&mut self) {
        self.normal = Normal::new(&mut self.known, &mut Meter(LOOK))
            .ok()
            .flatten();
    }

    /// Adds the next letter.
    fn add(&mut self) -> Result<(), Unfinished> {
        let letter = self.known.values.len() as u32;
        let options = self.known.options(letter, &mut self.meter)?;
        let class = match self.classes.get(&options) {
            _ if options.is_clear() => Some(0),
            Some(&class) => Some(class),
            None => self.fitting(letter, &options)?,
        };
        self.known.values.push(class.unwrap_or(0));
        if let Some(class) = class {
            self.classes.insert(options, class);
        } else {
            (self.known, self.pairs) = expand::expand(&self.known, &mut self.meter)?;
            self.known.kinds.clear();
            self.classes.clear();
        }
        Ok(())
    }

    /// An element that a heap with these options may be, with the quotient unchanged: mex interpolation, then the check.
    fn fitting(&mut self, letter: u32, options: &Set) -> Result<Option<usize>, Unfinished> {
        let monoid = &self.known.monoid;
        let blocked = monoid.blocked(options);
        let may = |&x: &usize| {
            monoid.loses(x) == blocked.contains(0) && monoid.row(x).is_subset(&blocked)
        };
        let fitting: Vec<usize> = (0..monoid.order()).filter(may).collect();
        // The row lies in `blocked`, so that this is the difference.
        let covered = |&&x: &&usize| self.pairs.covers(x, &(&blocked ^ monoid.row(x)));
        if let Some(&x) = fitting.iter().find(covered) {
            return Ok(Some(x));
        }
        for x in fitting {
            if self
                .pairs
                .add(monoid, (letter, x), &blocked, &mut self.meter)?
                .is_none()
            {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The least preperiod and period of a game's classes that hold as far as the proof needs.
    fn period(&self, game: usize) -> Option<Period> {
        let (top, class) = (self.heaps(), |heap| self.known.product(game, &[heap]));
        (1..=top / 2).find_map(|period| {
            let holds = |n: &u64| class(*n) == class(*n + period);
            let preperiod = (0..=top - period).rev().take_while(holds).last()?;
            let last = self.games()[game].proving(preperiod, period)?;
            (last <= top).then_some((preperiod, period))
        })
    }

    /// How far classes were found, and why no farther.
    pub fn limit(&self) -> Limit {
        let why = match self.stopped {
            _ if self.normal.is_some() => "larger heaps are as in normal play",
            Some((_, Unfinished::Infinite)) => "that of larger heaps seems to be infinite",
            Some((_, Unfinished::Large)) => "that of larger heaps has more than 4096",
            Some((_, Unfinished::Stuck)) => "no finite one was found for larger heaps",
            Some((_, Unfinished::Work)) | None => {
                "that of larger heaps was not found within the work allowed"
            }
        };
        let (heaps, order) = (self.heaps(), self.monoid().order());
        Limit::work(format!(
            "the misère quotient of heaps to {heaps} has {order} elements, and {why}"
        ))
    }

    /// The memory it holds, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        let order = self.monoid().order() as u64;
        let rows = order + (self.known.kinds.len() + self.pairs.len() + self.classes.len()) as u64;
        order * order * 2 + rows * (order / 8 + 64) + self.known.values.len() as u64 * 8
    }
}
