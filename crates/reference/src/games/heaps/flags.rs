//! Flags: one heap that is counted down to `left`; who cannot take and does not face exactly `left` draws.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::explore::Exploration;
use crate::game::{GameDefinition, Proof};
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::period;
use crate::periodic::{Cycle, Periodic};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers};
use crate::theorem::Theorem;
use crate::{Ask, Fail, PlayOutcome, Res, text};

/// The most that may be taken, if a period is looked for that nobody claims.
const MAX_TAKEN: u64 = 2_000;

/// The number of heaps that are looked at for a period that nobody claims.
const MAX_HEAPS_OF_FLAGS: u64 = 200_000;

/// The largest heap from which positions are explored.
const MAX_EXPLORED_HEAP_OF_FLAGS: u64 = 100_000;

pub(crate) static FLAGS: CatalogueGame =
    CatalogueGame::of_outcomes("flags", "flags 1-3 left 1: 21", read)
        .asks("losing paths period positions")
        .keywords("left overshoot or-less")
        .published(&[
            (
                "flags 1-3 left 1: 21 ? verdict losing",
                "LOSE | 1 5 9 13 17 21",
            ),
            ("flags 2 7 left 1: 21 ? verdict paths", "WIN 2 | 10 1"),
            (
                "flags 2 5 7 left 1: 9 ? verdict moves",
                "DRAW | 1:9>4 1:9>2",
            ),
            ("flags 2 4 left 1: 9", "WIN 1"),
            ("flags 2 3 left 0: 6", "DRAW"),
        ])
        .held(&["flags 2 5 7 left 1: 60"]);

/// The game of flags, with its amounts and its end.
#[derive(Clone)]
struct Flags {
    /// The numbers of flags that may be taken.
    amounts: Vec<u64>,
    /// The number of flags at which play ends.
    left: u64,
    /// The least heap that a move may leave.
    lowest: u64,
    /// The way in which play ends at a heap below `left`.
    below: PlayOutcome,
}

/// Reads a record of flags.
fn read(given: &Given<'_>) -> Res<Play> {
    let record = given.record;
    let left = text::number(given.of("left").first().ok_or(Fail::Wrong)?)?;
    let overshoot = given.has("overshoot");
    let or_less = given.has("or-less");
    Fail::Wrong.when(overshoot && or_less)?;
    let heaps = record.numbers()?;
    let is_about_all = record.asks.iter().all(|ask| ask.word == "period");
    Fail::Wrong.when(heaps.len() > 1 || heaps.is_empty() && !is_about_all)?;
    Fail::Wrong.when(heaps.iter().any(|&heap| heap < left))?;
    let largest = heaps.first().copied().unwrap_or(0);
    let flags = Flags {
        amounts: text::amounts(&given.words, largest)?,
        left,
        lowest: if overshoot || or_less { 0 } else { left },
        below: if or_less {
            PlayOutcome::Lose
        } else {
            PlayOutcome::Draw
        },
    };
    let positions = heaps.into_iter().map(|heap| vec![heap]);
    Ok(Play {
        valued: false,
        ..Play::new(flags, positions)
    })
}

impl Flags {
    /// Returns the numbers that may be left.
    fn rests(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        let amounts = self.amounts.iter();
        let rests = amounts.filter_map(move |&taken| heap.checked_sub(taken));
        rests.filter(|&rest| rest >= self.lowest)
    }
}

impl GameDefinition for Flags {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        if self.ending(position)?.is_some() {
            return Ok(Vec::new());
        }
        let rests = self.rests(position[0]);
        Ok(rests.map(|rest| ListedMove::to(&[rest])).collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<PlayOutcome>> {
        let heap = position[0];
        Ok(match heap.cmp(&self.left) {
            Ordering::Less => Some(self.below),
            Ordering::Equal => Some(PlayOutcome::Lose),
            Ordering::Greater if self.rests(heap).next().is_none() => Some(PlayOutcome::Draw),
            Ordering::Greater => None,
        })
    }

    fn is_far(&self, position: &[u64]) -> bool {
        position[0] > MAX_EXPLORED_HEAP_OF_FLAGS
    }

    fn heap(&self, size: u64) -> Res<Option<PositionNumbers>> {
        Ok((size >= self.lowest).then(|| heap_of(size)))
    }

    /// Returns the outcomes of heaps from `left` on. From left + the largest amount on, a heap is decided by the
    /// outcomes of as many heaps below it, and no move is cut short.
    fn periodic(&self, claim: Option<Cycle>) -> Res<Periodic> {
        let most = *self.amounts.last().ok_or(Fail::Wrong)?;
        let window = |preperiod: u64, period| preperiod.checked_add(period)?.checked_add(most);
        let table = |last: u64| {
            let heaps = (self.left..=self.left + last).map(|heap| vec![heap_of(heap)]);
            let heaps: Vec<Vec<PositionNumbers>> = heaps.collect();
            let mut exploration = Exploration::of(Rc::new(self.clone()), false);
            let outcomes = exploration.outcomes(&heaps)?;
            Ok(outcomes.into_iter().map(term_of).collect())
        };
        Fail::TooLarge
            .when(claim.is_none() && most > MAX_TAKEN || self.left > MAX_HEAPS_OF_FLAGS)?;
        period::by_window(claim, MAX_HEAPS_OF_FLAGS, window, table)
    }

    fn repeated(&self, periodic: Periodic) -> Res<Theorem<'_>> {
        let source = "outcomes that a window of earlier ones determines repeat with it";
        Ok(Theorem::outcome(source, move |parts| {
            let place = parts[0][0].checked_sub(self.left).ok_or(Fail::TooLarge)?;
            let term = periodic.term(place)?;
            let all = [PlayOutcome::Win, PlayOutcome::Lose, PlayOutcome::Draw];
            let mut outcomes = all.into_iter();
            outcomes
                .find(|&outcome| term_of(outcome) == term)
                .ok_or(Fail::TooLarge)
        }))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, periodic: Proof<'_, Periodic>) -> Res<String> {
        match (ask.word, heap) {
            ("paths", Some(heap)) => period::paths(&self.amounts, heap - self.left, ask),
            _ => Ok(periodic()?.text()),
        }
    }
}

fn heap_of(size: u64) -> PositionNumbers {
    PositionNumbers::from_slice(&[size])
}

/// Returns the term of a sequence of outcomes.
fn term_of(outcome: PlayOutcome) -> u64 {
    outcome as u64
}
