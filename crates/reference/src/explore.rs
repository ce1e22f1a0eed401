//! Everything that can be reached from some positions, and its values and outcomes by definition.
//!
//! - A position under normal play has the mex of its options' values, an option of several parts their nim-sum
//!   (Sprague 1935, Grundy 1939).
//! - Sums are multisets of positions, one of which moves at a time; parts that cannot move are left out. Outcomes come
//!   backwards from the ends: a sum is won if an option is lost, lost if all are won; what is still open at the end is
//!   drawn (Zermelo 1913).
//! - A position of a game whose play may not end has the value m if it is lost beside a nim-heap of m, and ∞ with the
//!   set of the heaps beside which it is won if there is no such m (Smith 1966, Fraenkel and Perl 1975).

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use fxhash::FxHashMap;
use itertools::Itertools;
use smallvec::{SmallVec, smallvec};

use crate::game::{GameDefinition, ListedMove, PositionNumbers, joined};
use crate::{Fail, Ordered, PlayOutcome, Res, met, mex};

/// How many positions, and how many sums of them, are explored for one record.
pub const MAX_POSITIONS: usize = 300_000;
/// How many parts of options and sums.
pub const MAX_PARTS: usize = 3_000_000;
/// How many sums of a position and a nim-heap.
const MAX_BESIDE_HEAPS: usize = 1_000_000;

/// A value in the sense of Smith and Fraenkel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A Grundy value.
    Finite(u64),
    /// ∞ with a set.
    Infinite(BTreeSet<u64>),
}

impl Value {
    /// The value of a sum of two.
    pub fn plus(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Infinite(set), Value::Finite(n)) | (Value::Finite(n), Value::Infinite(set)) => {
                Value::Infinite(set.iter().map(|m| m ^ n).collect())
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(BTreeSet::new()),
        }
    }

    /// The number that a finite value is.
    pub fn finite(&self) -> Res<u64> {
        if let Value::Finite(n) = self {
            Ok(*n)
        } else {
            Err(Fail::TooLarge)
        }
    }

    /// Who wins a position of this value.
    pub fn outcome(&self) -> PlayOutcome {
        match self {
            Value::Finite(0) => PlayOutcome::Lose,
            Value::Finite(_) => PlayOutcome::Win,
            Value::Infinite(set) if set.contains(&0) => PlayOutcome::Win,
            Value::Infinite(_) => PlayOutcome::Draw,
        }
    }

    /// As answers write it.
    pub fn text(&self) -> String {
        match self {
            Value::Finite(n) => n.to_string(),
            Value::Infinite(set) if set.is_empty() => "inf".to_owned(),
            Value::Infinite(set) => format!("inf {}", set.iter().join(",")),
        }
    }
}

/// Positions by their numbers.
type Numbers = SmallVec<[u32; 2]>;

/// Positions that can move, in ascending order, beside a nim-heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PositionSum {
    /// The numbers of the positions.
    pub parts: Numbers,
    /// The size of the heap.
    pub heap: u64,
}

/// The options of a position, and how play ends there if a clause of the rules ends it.
struct Met {
    options: Box<[Numbers]>,
    ending: Option<PlayOutcome>,
}

/// The positions of a game in one numbering, with all that was found out about them.
pub struct Exploration {
    game: Rc<dyn GameDefinition>,
    misere: bool,
    positions: Ordered<PositionNumbers>,
    met: Vec<Option<Rc<Met>>>,
    values: Vec<Option<Value>>,
    /// How many positions may still be met.
    open: usize,
    /// How many parts may still be looked at.
    parts: usize,
}

impl Exploration {
    /// The empty table of a game, under misère play or not.
    pub fn of(game: Rc<dyn GameDefinition>, misere: bool) -> Exploration {
        let (positions, met, values) = Default::default();
        Exploration {
            game,
            misere,
            positions,
            met,
            values,
            open: MAX_POSITIONS,
            parts: MAX_PARTS,
        }
    }

    /// Sets how many more positions may be numbered, and how many more parts looked at.
    pub fn allow(&mut self, positions: usize, parts: usize) {
        (self.open, self.parts) = (positions, parts);
    }

    fn spend(&mut self, parts: usize) -> Res<()> {
        self.parts = self.parts.checked_sub(parts).ok_or(Fail::TooLarge)?;
        Ok(())
    }

    fn number(&mut self, position: PositionNumbers) -> Res<u32> {
        let position = self.game.canonical(position);
        let (number, is_new) = self.positions.insert_full(position);
        if is_new {
            self.met.push(None);
            self.values.push(None);
            self.open = self.open.checked_sub(1).ok_or(Fail::TooLarge)?;
        }
        Ok(number as u32)
    }

    /// The number of a position from which exploring begins.
    fn first(&mut self, position: &[u64]) -> Res<u32> {
        let position = self.game.canonical(position.into());
        if self.game.is_far(&position) {
            Err(Fail::TooLarge)
        } else {
            self.number(position)
        }
    }

    fn met(&mut self, number: u32) -> Res<Rc<Met>> {
        if let Some(met) = &self.met[number as usize] {
            return Ok(met.clone());
        }
        let position = self.positions[number as usize].clone();
        let ending = self.game.ending(&position)?;
        let moves = if ending.is_some() {
            Vec::new()
        } else {
            self.game.moves(&position)?
        };
        self.spend(moves.iter().map(|mv| mv.parts.len() + 1).sum())?;
        let numbers = |mv: ListedMove| mv.parts.into_iter().map(|part| self.number(part)).collect();
        // A boxed slice, since a vector that is collected so would keep the room of the moves.
        let options = moves
            .into_iter()
            .map(numbers)
            .collect::<Res<Vec<Numbers>>>()?;
        let met = Rc::new(Met {
            options: options.into(),
            ending,
        });
        self.met[number as usize] = Some(met.clone());
        Ok(met)
    }

    /// The value of a position.
    pub fn value(&mut self, position: &[u64]) -> Res<Value> {
        let root = self.first(position)?;
        if let Some(value) = &self.values[root as usize] {
            return Ok(value.clone());
        }
        let order = upwards([root], |at| {
            let met = self.met(at)?;
            let options = met.options.iter().flatten().copied();
            Ok(options
                .filter(|&to| self.values[to as usize].is_none())
                .collect())
        })?;
        let Some(order) = order else {
            return self.value_without_end(root);
        };
        for at in order {
            let met = self.met(at)?;
            let values: Option<Vec<u64>> = met
                .options
                .iter()
                .map(|parts| self.nim_sum(parts))
                .collect();
            let Some(values) = values else {
                return self.value_without_end(root);
            };
            self.values[at as usize] = Some(Value::Finite(mex(values)));
        }
        self.values[root as usize].clone().ok_or(Fail::TooLarge)
    }

    /// The nim-sum of positions whose values are known; none if one is infinite.
    fn nim_sum(&self, parts: &[u32]) -> Option<u64> {
        let value = |&part: &u32| self.values[part as usize].as_ref()?.finite().ok();
        parts
            .iter()
            .map(value)
            .fold_options(0, |sum, value| sum ^ value)
    }

    /// The value of a position, and those of all positions reached, from the outcomes of each beside every nim-heap that
    /// could balance it: no finite value exceeds the number of moves.
    fn value_without_end(&mut self, root: u32) -> Res<Value> {
        Fail::Wrong.when(self.game.must_end())?;
        let all = self.explore(&[self.positions[root as usize].clone()])?;
        let moves = |&at: &u32| {
            self.met[at as usize]
                .as_ref()
                .map_or(0, |met| met.options.len())
        };
        let heaps = all.iter().map(moves).max().unwrap_or(0) as u64 + 1;
        Fail::TooLarge.when(all.len() as u64 * heaps > MAX_BESIDE_HEAPS as u64)?;
        let pairs = all.iter().cartesian_product(0..heaps);
        let sums = pairs
            .map(|(&part, heap)| self.tidy(smallvec![part], heap))
            .collect::<Res<Vec<PositionSum>>>()?;
        let played = self.play(&sums, MAX_BESIDE_HEAPS)?;
        for (part, beside) in all.into_iter().zip(sums.chunks(heaps as usize)) {
            let outcomes = beside
                .iter()
                .map(|sum| played.outcome(sum))
                .collect::<Res<Vec<_>>>()?;
            let with = |of: PlayOutcome| {
                (0..)
                    .zip(&outcomes)
                    .filter(move |pair| *pair.1 == of)
                    .map(|pair| pair.0)
            };
            let lost = with(PlayOutcome::Lose).next();
            let infinite = || Value::Infinite(with(PlayOutcome::Win).collect());
            self.values[part as usize] = Some(lost.map_or_else(infinite, Value::Finite));
        }
        self.values[root as usize].clone().ok_or(Fail::TooLarge)
    }

    /// The numbers of all positions that can be reached from these.
    ///
    /// # Errors
    ///
    /// Too many positions can be reached.
    pub fn explore(&mut self, positions: &[PositionNumbers]) -> Res<Ordered<u32>> {
        let roots = positions
            .iter()
            .map(|position| self.first(position))
            .collect::<Res<Vec<u32>>>()?;
        met(roots, |&at| {
            Ok(self.met(at)?.options.iter().flatten().copied().collect())
        })
    }

    /// The positions of a sum.
    pub fn positions<'t>(
        &'t self,
        sum: &'t PositionSum,
    ) -> impl Iterator<Item = &'t PositionNumbers> {
        sum.parts.iter().map(|&part| &self.positions[part as usize])
    }

    /// These parts beside a heap, as a sum.
    pub fn sum(&mut self, parts: &[PositionNumbers], heap: u64) -> Res<PositionSum> {
        let parts = parts
            .iter()
            .map(|part| self.first(part))
            .collect::<Res<_>>()?;
        self.tidy(parts, heap)
    }

    /// A sum without parts that cannot move and pairs that cancel each other.
    fn tidy(&mut self, parts: Numbers, heap: u64) -> Res<PositionSum> {
        let (alone, mut moving) = (parts.len() == 1 && heap == 0, Numbers::new());
        for part in parts {
            let met = self.met(part)?;
            // If a clause ends play, a position without moves is not as good as none.
            if !met.options.is_empty() || alone && met.ending.is_some() {
                moving.push(part);
            }
        }
        self.spend(1 + moving.len())?;
        moving.sort_unstable();
        let alike = moving
            .into_iter()
            .dedup_with_count()
            .flat_map(|(count, part)| {
                let cancels = self.game.cancels(&self.positions[part as usize]);
                std::iter::repeat_n(part, if cancels { count % 2 } else { count })
            });
        Ok(PositionSum {
            parts: alike.collect(),
            heap,
        })
    }

    /// How play ends here, if it does.
    pub fn ending(&mut self, sum: &PositionSum) -> Res<Option<PlayOutcome>> {
        match &sum.parts[..] {
            [] if sum.heap == 0 => Ok(Some(if self.misere {
                PlayOutcome::Win
            } else {
                PlayOutcome::Lose
            })),
            &[part] if sum.heap == 0 => Ok(self.met(part)?.ending),
            _ => Ok(None),
        }
    }

    /// The options of a sum, those of moves in the heap first.
    pub fn moves(&mut self, sum: &PositionSum) -> Res<Vec<PositionSum>> {
        Fail::TooLarge.when(sum.heap > 0 && (self.misere || sum.heap > 1 << 20))?;
        let mut moves: Vec<PositionSum> = (0..sum.heap)
            .map(|heap| PositionSum {
                heap,
                ..sum.clone()
            })
            .collect();
        for (i, &part) in sum
            .parts
            .iter()
            .enumerate()
            .dedup_by(|(_, a), (_, b)| a == b)
        {
            let mut rest = sum.parts.clone();
            rest.remove(i);
            for option in &self.met(part)?.options {
                moves.push(self.tidy(rest.iter().chain(option).copied().collect(), sum.heap)?);
            }
        }
        Ok(moves)
    }

    /// Some sums and all that can be reached from them, played out.
    pub fn play(&mut self, roots: &[PositionSum], most: usize) -> Res<Played> {
        let mut sums: Ordered<PositionSum> = roots.iter().cloned().collect();
        let (mut options, mut ends) = (Vec::new(), Vec::new());
        while let Some(sum) = sums.get_index(options.len()).cloned() {
            ends.push(self.ending(&sum)?);
            let moves = self.moves(&sum)?.into_iter();
            options.push(
                moves
                    .map(|after| sums.insert_full(after).0 as u32)
                    .collect::<Vec<u32>>(),
            );
            Fail::TooLarge.when(sums.len() > most)?;
        }
        let order = upwards(0..options.len() as u32, |at| {
            Ok(options[at as usize].clone())
        })?;
        Fail::Wrong.when(order.is_none() && self.game.must_end())?;
        let outcomes = backwards(&options, &ends);
        Ok(Played {
            sums,
            options,
            outcomes,
            order,
        })
    }

    /// The outcome of each of these sums of positions.
    pub fn outcomes(&mut self, sums: &[Vec<PositionNumbers>]) -> Res<Vec<PlayOutcome>> {
        let sums = sums
            .iter()
            .map(|sum| self.sum(sum, 0))
            .collect::<Res<Vec<_>>>()?;
        let played = self.play(&sums, MAX_POSITIONS)?;
        sums.iter().map(|sum| played.outcome(sum)).collect()
    }

    /// A sum as certificates write it: its positions in ascending order, whatever their numbers are.
    pub fn text(&self, sum: &PositionSum) -> String {
        let heap = (sum.heap > 0 || sum.parts.is_empty()).then(|| format!("*{}", sum.heap));
        self.positions(sum)
            .sorted()
            .map(|position| joined(position))
            .chain(heap)
            .join("+")
    }
}

/// Some positions and all that can be reached from them, options first; `None` if play may not end.
fn upwards(
    roots: impl IntoIterator<Item = u32>,
    mut options: impl FnMut(u32) -> Res<Vec<u32>>,
) -> Res<Option<Vec<u32>>> {
    let mut open: Vec<u32> = roots.into_iter().collect();
    // Those met, each with whether all its options are behind it; else it is on the path that play takes.
    let (mut met, mut order) = (FxHashMap::default(), Vec::new());
    while let Some(&at) = open.last() {
        if let Some(is_done) = met.get_mut(&at) {
            if !std::mem::replace(is_done, true) {
                order.push(at);
            }
            open.pop();
            continue;
        }
        met.insert(at, false);
        let after = options(at)?;
        if after.iter().any(|to| met.get(to) == Some(&false)) {
            return Ok(None);
        }
        open.extend(after);
    }
    Ok(Some(order))
}

/// The outcomes of positions given by their options, backwards from the ends, with their remoteness: the moves that play
/// lasts if the winner hurries and the loser holds out. `ended` is how play ends if there are no options.
fn backwards(options: &[Vec<u32>], ended: &[Option<PlayOutcome>]) -> Vec<(PlayOutcome, u64)> {
    let mut before = vec![Vec::new(); options.len()];
    for (position, options) in (0..).zip(options) {
        options
            .iter()
            .for_each(|&to| before[to as usize].push(position));
    }
    let mut open: Vec<usize> = options.iter().map(Vec::len).collect();
    let mut solved = vec![None; options.len()];
    let mut queue = VecDeque::new();
    for position in (0..options.len()).filter(|&position| open[position] == 0) {
        let outcome = ended[position].unwrap_or(PlayOutcome::Lose);
        solved[position] = Some((outcome, 0));
        // A draw stays an option: its position is never lost, whatever the others are.
        if outcome != PlayOutcome::Draw {
            queue.push_back(position as u32);
        }
    }
    // First come the ends, then what is one move from them, and so on.
    while let Some(position) = queue.pop_front() {
        let Some((outcome, moves)) = solved[position as usize] else {
            continue;
        };
        for &earlier in &before[position as usize] {
            open[earlier as usize] -= 1;
            let here = &mut solved[earlier as usize];
            match outcome {
                _ if here.is_some() => continue,
                PlayOutcome::Lose => *here = Some((PlayOutcome::Win, moves + 1)),
                PlayOutcome::Win if open[earlier as usize] == 0 => {
                    *here = Some((PlayOutcome::Lose, moves + 1))
                }
                _ => continue,
            }
            queue.push_back(earlier);
        }
    }
    solved
        .into_iter()
        .map(|solved| solved.unwrap_or((PlayOutcome::Draw, 0)))
        .collect()
}

/// Sums that were played out.
pub struct Played {
    sums: Ordered<PositionSum>,
    options: Vec<Vec<u32>>,
    outcomes: Vec<(PlayOutcome, u64)>,
    /// The sums, options first; `None` if play may not end.
    order: Option<Vec<u32>>,
}

impl Played {
    /// The outcome of a sum that was met.
    pub fn outcome(&self, sum: &PositionSum) -> Res<PlayOutcome> {
        Ok(self.outcomes[self.sums.get_index_of(sum).ok_or(Fail::TooLarge)?].0)
    }

    /// The remoteness of the first sum; none if it is drawn.
    pub fn remoteness(&self) -> Option<u64> {
        let (outcome, moves) = self.outcomes[0];
        (outcome != PlayOutcome::Draw).then_some(moves)
    }

    /// The genus of the first sum (Winning Ways, chapter 13): its Grundy value, and its misère Grundy values beside 0, 1,
    /// 2, … nim-heaps of 2. Beside a nim-heap of 1, a misère value is its nim-sum with 1.
    pub fn genus(&self) -> Res<String> {
        let order = self.order.as_ref().ok_or(Fail::Wrong)?;
        // The values of all sums beside this many heaps, and beside one fewer; normal ones if the end has the value 0.
        let values = |end: u64, fewer: Option<&Vec<u64>>| {
            let mut values = vec![0; order.len()];
            for sum in order.iter().map(|&sum| sum as usize) {
                let heap = fewer
                    .into_iter()
                    .flat_map(|fewer| [fewer[sum], fewer[sum] ^ 1]);
                let reached = self.options[sum]
                    .iter()
                    .map(|&to| values[to as usize])
                    .chain(heap);
                let is_end = fewer.is_none() && self.options[sum].is_empty();
                values[sum] = if is_end { end } else { mex(reached) };
            }
            values
        };
        let mut beside = vec![values(1, None)];
        // Once the last three of every sum alternate, induction over the sums shows that all further ones do.
        let alternate = |[a, b, c]: [u64; 3]| a == c && b == a ^ 2;
        let repeat =
            |[a, b, c]: [&Vec<u64>; 3]| (0..order.len()).all(|at| alternate([a[at], b[at], c[at]]));
        let settled = |beside: &[Vec<u64>]| matches!(beside, [.., a, b, c] if repeat([a, b, c]));
        while !settled(&beside) {
            Fail::TooLarge.when(beside.len() * order.len() > MAX_PARTS)?;
            beside.push(values(1, beside.last()));
        }
        let mut genus: Vec<u64> = beside.iter().map(|values| values[0]).collect();
        while matches!(genus[..], [.., a, b, c] if alternate([a, b, c])) {
            genus.pop();
        }
        Ok(format!("{}^{}", values(0, None)[0], joined(&genus)))
    }
}
