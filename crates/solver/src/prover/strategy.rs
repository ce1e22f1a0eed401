//! Strategies: the lost positions that a winner needs, of games that are searched.
//!
//! From each lost sum every move is answered by a move to a lost one, which the engine finds; these need answers in turn.
//! A sum is listed once all its answers are, so that none stands before those that it needs.

use fxhash::{FxHashMap, FxHashSet};
use grundy_reference::PlayOutcome;
use grundy_reference::answers::Play;
use grundy_reference::explore::{Exploration, PositionSum};
use grundy_reference::game::PositionNumbers;

use crate::games::Loses;
use crate::record::Ask;

/// How many positions the reference explores with ease.
const MAX_EXPLORED_POSITIONS: usize = 20_000;

/// How many questions an engine is asked for one record, and how many parts of sums are looked at.
const MAX_QUESTIONS: usize = 50_000;
const MAX_PARTS: usize = 3_000_000;

/// The strategy of a record, or of one game of a sum of different ones, of which values are proved alone.
pub(super) fn certificate(
    play: &Play,
    in_sum: bool,
    asks: &[Ask],
    loses: Box<Loses<'_>>,
) -> Option<String> {
    let mut sums = Exploration::of(play.game.clone(), play.misere);
    sums.allow(MAX_EXPLORED_POSITIONS, MAX_PARTS);
    if sums.explore(&play.positions()).is_ok() {
        return None;
    }
    sums.allow(usize::MAX, MAX_PARTS);
    let mut finder = Finder {
        sums,
        loses,
        known: FxHashMap::default(),
        listed: FxHashSet::default(),
        list: Vec::new(),
    };
    finder.prove_all(play, in_sum, asks)?;
    let list = finder
        .list
        .iter()
        .map(|sum| format!(" {}", finder.sums.text(sum)));
    Some(format!("strategy{}", list.collect::<String>()))
}

struct Finder<'e> {
    sums: Exploration,
    loses: Box<Loses<'e>>,
    known: FxHashMap<PositionSum, bool>,
    listed: FxHashSet<PositionSum>,
    list: Vec<PositionSum>,
}

impl Finder<'_> {
    /// The subjects of the asks: who wins, what each first move leaves, values of parts.
    fn prove_all(&mut self, play: &Play, in_sum: bool, asks: &[Ask]) -> Option<()> {
        let start = self.sums.sum(&play.positions(), 0).ok()?;
        let after = match asks
            .iter()
            .any(|ask| matches!(ask, Ask::Verdict | Ask::Count | Ask::Moves | Ask::Best))
        {
            true => self.sums.moves(&start).ok()?,
            false => Vec::new(),
        };
        if in_sum
            || asks
                .iter()
                .any(|ask| matches!(ask, Ask::Grundy | Ask::Values))
        {
            play.parts()
                .ok()?
                .into_iter()
                .try_for_each(|part| self.prove_value(part))?;
        }
        if in_sum {
            let left = |sum: &PositionSum| {
                self.sums
                    .positions(sum)
                    .cloned()
                    .collect::<Vec<PositionNumbers>>()
            };
            let parts: Vec<PositionNumbers> = after.iter().flat_map(left).collect();
            return parts
                .into_iter()
                .try_for_each(|part| self.prove_value(part));
        }
        if !after.is_empty()
            || asks
                .iter()
                .any(|ask| matches!(ask, Ask::Winner | Ask::PPositions))
        {
            self.decide(&start)?;
        }
        after.iter().try_for_each(|sum| self.decide(sum))
    }

    /// Lists a part beside the nim-heap of its value.
    fn prove_value(&mut self, part: PositionNumbers) -> Option<()> {
        for heap in 0.. {
            let beside = self.sums.sum(std::slice::from_ref(&part), heap).ok()?;
            if self.is_lost(&beside)? {
                return self.prove(beside);
            }
        }
        None
    }

    fn is_lost(&mut self, sum: &PositionSum) -> Option<bool> {
        if let Some(ended) = self.sums.ending(sum).ok()? {
            return Some(ended == PlayOutcome::Lose);
        }
        if let Some(&lost) = self.known.get(sum) {
            return Some(lost);
        }
        if self.known.len() > MAX_QUESTIONS {
            return None;
        }
        let parts: Vec<&[u64]> = self.sums.positions(sum).map(|part| &part[..]).collect();
        let lost = (self.loses)(&parts, sum.heap).ok()?;
        self.known.insert(sum.clone(), lost);
        Some(lost)
    }

    /// Lists a lost sum, or a lost one that a won sum has a move to.
    fn decide(&mut self, sum: &PositionSum) -> Option<()> {
        if self.is_lost(sum)? {
            return self.prove(sum.clone());
        }
        if self.sums.ending(sum).ok()?.is_some() {
            return Some(());
        }
        let moves = self.sums.moves(sum).ok()?;
        let answer = self.answer(&moves)?;
        answer.map_or(Some(()), |answer| self.prove(answer))
    }

    /// A lost one of these that is not listed; none if one is.
    fn answer(&mut self, moves: &[PositionSum]) -> Option<Option<PositionSum>> {
        if moves.iter().any(|sum| self.listed.contains(sum)) {
            return Some(None);
        }
        for sum in moves {
            if self.is_lost(sum)? {
                return Some(Some(sum.clone()));
            }
        }
        None
    }

    /// Lists a lost sum behind all that it needs.
    fn prove(&mut self, lost: PositionSum) -> Option<()> {
        let mut open = vec![(self.sums.moves(&lost).ok()?, lost)];
        while let Some((moves, lost)) = open.last_mut() {
            let Some(after) = moves.pop() else {
                if self.listed.insert(lost.clone()) {
                    self.list.push(lost.clone());
                }
                open.pop();
                continue;
            };
            if self.sums.ending(&after).ok()? == Some(PlayOutcome::Win) {
                continue;
            }
            let answers = self.sums.moves(&after).ok()?;
            if let Some(answer) = self.answer(&answers)? {
                open.push((self.sums.moves(&answer).ok()?, answer));
            }
        }
        Some(())
    }
}
