//! Everything that can be reached from some positions, and its values and outcomes by definition.
//!
//! - A position under normal play has the mex of its options' values, an option of several parts their nim-sum
//!   (Sprague 1935, Grundy 1939).
//! - Sums are multisets of positions, one of which moves at a time; parts that cannot move are left out. Outcomes come
//!   backwards from the ends: a sum is won if an option is lost, lost if all are won; what is still open at the end is
//!   drawn (Zermelo 1913).
//! - A position of a game whose play may not end has the value m if its sum with a nim-heap of m is lost, and ∞ with the
//!   set of the heaps with which it is won if there is no such m (Smith 1966, Fraenkel and Perl 1975).
#![expect(
    clippy::cast_possible_truncation,
    reason = "fewer than 2³² positions and sums are met before a limit ends exploring"
)]

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use fxhash::FxHashMap;
use itertools::Itertools;
use smallvec::{SmallVec, smallvec};

use crate::game::GameDefinition;
use crate::position::{PositionNumbers, joined};
use crate::value::Value;
use crate::{Fail, Ordered, PlayOutcome, Res, met, mex};

/// The largest number of positions, and of sums of them, that are explored for one record.
pub const MAX_POSITIONS: usize = 300_000;
/// The numbers of a position by which it, and each of its moves, counts as one more.
const NUMBERS_OF_ONE: usize = 64;
/// The largest number of parts of options and sums that are looked at for one record.
pub const MAX_EXPLORED_PARTS: usize = 3_000_000;
/// The largest number of sums of a position and a nim-heap that are explored for one record.
const MAX_SUMS_WITH_HEAPS: usize = 1_000_000;

/// The largest nim-heap whose moves are listed.
const MAX_ADDED_HEAP: u64 = 1 << 20;

/// Positions by their numbers in an exploration.
type Numbers = SmallVec<[u32; 2]>;

/// A sum of a nim-heap and positions that can move, which ascend.
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
    /// The rules of the game.
    game: Rc<dyn GameDefinition>,
    /// Whether a player who cannot move wins.
    misere: bool,
    /// The positions that were met, with their numbers.
    positions: Ordered<PositionNumbers>,
    /// The options of each position, once they are listed.
    met: Vec<Option<Rc<Met>>>,
    /// The value of each position, once it is found.
    values: Vec<Option<Value>>,
    /// The number of positions that may still be met.
    open: usize,
    /// The number of parts that may still be looked at.
    parts: usize,
}

/// Counts a position as one, or as several if it has many numbers: all that are numbered fit in some hundred megabytes.
fn weight(position: &[u64]) -> usize {
    1 + position.len() / NUMBERS_OF_ONE
}

impl Exploration {
    /// Returns the empty table of a game, under misère play or not.
    pub fn of(game: Rc<dyn GameDefinition>, misere: bool) -> Exploration {
        Exploration {
            game,
            misere,
            positions: Ordered::default(),
            met: Vec::new(),
            values: Vec::new(),
            open: MAX_POSITIONS,
            parts: MAX_EXPLORED_PARTS,
        }
    }

    /// Sets how many more positions may be numbered, and how many more parts looked at.
    pub fn allow(&mut self, positions: usize, parts: usize) {
        self.open = positions;
        self.parts = parts;
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
            let weight = weight(&self.positions[number]);
            self.open = self.open.checked_sub(weight).ok_or(Fail::TooLarge)?;
        }
        Ok(number as u32)
    }

    /// Returns the number of a position from which exploring begins.
    fn first(&mut self, position: &[u64]) -> Res<u32> {
        let position = self.game.canonical(position.into());
        if self.game.is_far(&position) {
            Err(Fail::TooLarge)
        } else {
            self.number(position)
        }
    }

    /// Returns the options of a position, which are computed once.
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
        let weight = weight(&position);
        self.spend(moves.iter().map(|mv| mv.parts.len() + weight).sum())?;
        let mut options = Vec::with_capacity(moves.len());
        for mv in moves {
            let parts = mv.parts.into_iter().map(|part| self.number(part));
            options.push(parts.collect::<Res<Numbers>>()?);
        }
        let met = Rc::new(Met {
            options: options.into(),
            ending,
        });
        self.met[number as usize] = Some(met.clone());
        Ok(met)
    }

    /// Returns the value of a position.
    pub fn value(&mut self, position: &[u64]) -> Res<Value> {
        let root = self.first(position)?;
        if let Some(value) = &self.values[root as usize] {
            return Ok(value.clone());
        }
        let order = upwards([root], |at| {
            let met = self.met(at)?;
            let options = met.options.iter().flatten().copied();
            let unknown = options.filter(|&to| self.values[to as usize].is_none());
            Ok(unknown.collect())
        })?;
        let Some(order) = order else {
            return self.value_without_end(root);
        };
        for at in order {
            let met = self.met(at)?;
            let values = met.options.iter().map(|parts| self.nim_sum(parts));
            let Some(values) = values.collect::<Option<Vec<u64>>>() else {
                return self.value_without_end(root);
            };
            self.values[at as usize] = Some(Value::Finite(mex(values)));
        }
        self.values[root as usize].clone().ok_or(Fail::TooLarge)
    }

    /// Returns the nim-sum of positions whose values are known; none if one is infinite.
    fn nim_sum(&self, parts: &[u32]) -> Option<u64> {
        let mut sum = 0;
        for &part in parts {
            sum ^= self.values[part as usize].as_ref()?.finite().ok()?;
        }
        Some(sum)
    }

    /// Returns the value of a position, and those of all positions reached, from the outcomes of the sum of each with
    /// every nim-heap that could balance it: no finite value exceeds the number of moves.
    fn value_without_end(&mut self, root: u32) -> Res<Value> {
        Fail::Wrong.when(self.game.must_end())?;
        let all = self.explore(&[self.positions[root as usize].clone()])?;
        let met = |&at: &u32| self.met[at as usize].as_ref();
        let moves = all.iter().filter_map(met).map(|met| met.options.len());
        let heaps = moves.max().unwrap_or(0) as u64 + 1;
        Fail::TooLarge.when(all.len() as u64 * heaps > MAX_SUMS_WITH_HEAPS as u64)?;
        let mut sums = Vec::new();
        for (&part, heap) in all.iter().cartesian_product(0..heaps) {
            sums.push(self.tidy(smallvec![part], heap)?);
        }
        let played = self.play(&sums, MAX_SUMS_WITH_HEAPS)?;
        for (part, with_heaps) in all.into_iter().zip(sums.chunks(heaps as usize)) {
            let mut balance = None;
            let mut won = BTreeSet::new();
            for (heap, sum) in (0..).zip(with_heaps) {
                match played.outcome(sum)? {
                    PlayOutcome::Lose => balance = balance.or(Some(heap)),
                    PlayOutcome::Win => _ = won.insert(heap),
                    PlayOutcome::Draw => {}
                }
            }
            let value = balance.map_or(Value::Infinite(won), Value::Finite);
            self.values[part as usize] = Some(value);
        }
        self.values[root as usize].clone().ok_or(Fail::TooLarge)
    }

    /// Returns the numbers of all positions that can be reached from these.
    ///
    /// # Errors
    ///
    /// Too many positions can be reached.
    pub fn explore(&mut self, positions: &[PositionNumbers]) -> Res<Ordered<u32>> {
        let roots = positions.iter().map(|position| self.first(position));
        let roots = roots.collect::<Res<Vec<u32>>>()?;
        met(roots, |&at| {
            Ok(self.met(at)?.options.iter().flatten().copied().collect())
        })
    }

    /// Returns the positions of a sum.
    pub fn positions<'t>(
        &'t self,
        sum: &'t PositionSum,
    ) -> impl Iterator<Item = &'t PositionNumbers> {
        sum.parts.iter().map(|&part| &self.positions[part as usize])
    }

    /// Returns the sum of these parts and a heap.
    pub fn sum(&mut self, parts: &[PositionNumbers], heap: u64) -> Res<PositionSum> {
        let parts = parts.iter().map(|part| self.first(part));
        let parts = parts.collect::<Res<_>>()?;
        self.tidy(parts, heap)
    }

    /// Returns a sum without parts that cannot move and pairs that cancel each other.
    fn tidy(&mut self, parts: Numbers, heap: u64) -> Res<PositionSum> {
        let is_alone = parts.len() == 1 && heap == 0;
        let mut moving = Numbers::new();
        for part in parts {
            let met = self.met(part)?;
            // If a clause ends play, a position without moves is not as good as none.
            if !met.options.is_empty() || is_alone && met.ending.is_some() {
                moving.push(part);
            }
        }
        self.spend(1 + moving.len())?;
        moving.sort_unstable();
        let mut left = Numbers::new();
        for (count, part) in moving.into_iter().dedup_with_count() {
            let cancels = self.game.cancels(&self.positions[part as usize]);
            left.extend(std::iter::repeat_n(
                part,
                if cancels { count % 2 } else { count },
            ));
        }
        Ok(PositionSum { parts: left, heap })
    }

    /// Returns the way in which play ends here, if it does.
    pub fn ending(&mut self, sum: &PositionSum) -> Res<Option<PlayOutcome>> {
        if sum.heap > 0 {
            return Ok(None);
        }
        match sum.parts[..] {
            [] if self.misere => Ok(Some(PlayOutcome::Win)),
            [] => Ok(Some(PlayOutcome::Lose)),
            [part] => Ok(self.met(part)?.ending),
            _ => Ok(None),
        }
    }

    /// Returns the options of a sum, those of moves in the heap first.
    pub fn moves(&mut self, sum: &PositionSum) -> Res<Vec<PositionSum>> {
        Fail::TooLarge.when(sum.heap > 0 && (self.misere || sum.heap > MAX_ADDED_HEAP))?;
        let with_heap = |heap| PositionSum {
            heap,
            ..sum.clone()
        };
        let mut moves: Vec<PositionSum> = (0..sum.heap).map(with_heap).collect();
        for (i, &part) in sum.parts.iter().enumerate() {
            // Parts ascend; the moves of two that are equal are the same.
            if i > 0 && sum.parts[i - 1] == part {
                continue;
            }
            let mut rest = sum.parts.clone();
            rest.remove(i);
            for option in &self.met(part)?.options {
                let parts = rest.iter().chain(option).copied().collect();
                moves.push(self.tidy(parts, sum.heap)?);
            }
        }
        Ok(moves)
    }

    /// Returns some sums and all that can be reached from them, played out.
    pub fn play(&mut self, roots: &[PositionSum], most: usize) -> Res<Played> {
        let mut sums: Ordered<PositionSum> = roots.iter().cloned().collect();
        let mut options: Vec<Vec<u32>> = Vec::new();
        let mut ends = Vec::new();
        while let Some(sum) = sums.get_index(options.len()).cloned() {
            ends.push(self.ending(&sum)?);
            let mut numbers = Vec::new();
            for after in self.moves(&sum)? {
                let (number, _) = sums.insert_full(after);
                numbers.push(number as u32);
            }
            options.push(numbers);
            Fail::TooLarge.when(sums.len() > most)?;
        }
        let order = upwards(0..options.len() as u32, |at| {
            Ok(options[at as usize].clone())
        })?;
        Fail::Wrong.when(order.is_none() && self.game.must_end())?;
        let solved = backwards(&options, &ends);
        Ok(Played {
            sums,
            options,
            solved,
            order,
        })
    }

    /// Returns the outcome of each of these sums of positions.
    pub fn outcomes(&mut self, sums: &[Vec<PositionNumbers>]) -> Res<Vec<PlayOutcome>> {
        let sums = sums.iter().map(|sum| self.sum(sum, 0));
        let sums = sums.collect::<Res<Vec<_>>>()?;
        let played = self.play(&sums, MAX_POSITIONS)?;
        sums.iter().map(|sum| played.outcome(sum)).collect()
    }
}

/// Returns some positions and all that can be reached from them, options first; `None` if play may not end.
///
/// A position is put into the order once all that can be reached from it is there. Until then it lies on the path that
/// play takes, and an option that lies there as well would make play come back.
fn upwards(
    roots: impl IntoIterator<Item = u32>,
    mut options: impl FnMut(u32) -> Res<Vec<u32>>,
) -> Res<Option<Vec<u32>>> {
    /// The state of a position that the walk has met.
    #[derive(PartialEq)]
    enum Met {
        /// The position is on the path.
        OnThePath,
        /// All that follows from the position was met.
        Done,
    }
    let mut open: Vec<u32> = roots.into_iter().collect();
    let mut met = FxHashMap::default();
    let mut order = Vec::new();
    while let Some(&at) = open.last() {
        match met.get(&at) {
            Some(Met::Done) => _ = open.pop(),
            Some(Met::OnThePath) => {
                met.insert(at, Met::Done);
                order.push(at);
                open.pop();
            }
            None => {
                met.insert(at, Met::OnThePath);
                let after = options(at)?;
                if after.iter().any(|to| met.get(to) == Some(&Met::OnThePath)) {
                    return Ok(None);
                }
                open.extend(after);
            }
        }
    }
    Ok(Some(order))
}

/// The end of play from a position.
#[derive(Clone, Copy)]
pub struct Solved {
    /// Who wins.
    pub outcome: PlayOutcome,
    /// The moves that play lasts if the winner hurries and the loser holds out; 0 of a draw.
    pub remoteness: u64,
}

/// Returns the outcomes of positions given by their options, backwards from the ends. `ended` is how play ends if there
/// are no options.
fn backwards(options: &[Vec<u32>], ended: &[Option<PlayOutcome>]) -> Vec<Solved> {
    let mut before = vec![Vec::new(); options.len()];
    for (position, options) in options.iter().enumerate() {
        for &to in options {
            before[to as usize].push(position);
        }
    }
    // The number of options of each position that are not known to be won.
    let mut open: Vec<usize> = options.iter().map(Vec::len).collect();
    let mut solved: Vec<Option<Solved>> = vec![None; options.len()];
    let mut queue = VecDeque::new();
    for position in (0..options.len()).filter(|&position| options[position].is_empty()) {
        let outcome = ended[position].unwrap_or(PlayOutcome::Lose);
        solved[position] = Some(Solved {
            outcome,
            remoteness: 0,
        });
        // A draw stays an option: its position is never lost, whatever the others are.
        if outcome != PlayOutcome::Draw {
            queue.push_back(position);
        }
    }
    // First come the ends, then what is one move from them, and so on.
    while let Some(position) = queue.pop_front() {
        let Some(after) = solved[position] else {
            continue;
        };
        for &here in &before[position] {
            open[here] -= 1;
            let outcome = if after.outcome == PlayOutcome::Lose {
                PlayOutcome::Win
            } else if open[here] == 0 {
                PlayOutcome::Lose
            } else {
                continue;
            };
            if solved[here].is_none() {
                solved[here] = Some(Solved {
                    outcome,
                    remoteness: after.remoteness + 1,
                });
                queue.push_back(here);
            }
        }
    }
    let drawn = Solved {
        outcome: PlayOutcome::Draw,
        remoteness: 0,
    };
    let solved = solved.into_iter();
    solved.map(|solved| solved.unwrap_or(drawn)).collect()
}

/// Sums that were played out.
pub struct Played {
    /// The sums, with their numbers.
    sums: Ordered<PositionSum>,
    /// The numbers of the options of each sum. The first sum is the position.
    pub options: Vec<Vec<u32>>,
    /// The end of play from each sum.
    pub solved: Vec<Solved>,
    /// The sums, options first; `None` if play may not end.
    pub order: Option<Vec<u32>>,
}

impl Played {
    /// Returns the outcome of a sum that was met.
    pub fn outcome(&self, sum: &PositionSum) -> Res<PlayOutcome> {
        let number = self.sums.get_index_of(sum).ok_or(Fail::TooLarge)?;
        Ok(self.solved[number].outcome)
    }

    /// Returns the genus of the first sum (Winning Ways, chapter 13): its Grundy value, and the misère Grundy values of
    /// its sums with 0, 1, 2, … nim-heaps of 2. With a nim-heap of 1, a misère value is its nim-sum with 1.
    pub fn genus(&self) -> Res<String> {
        let order = self.order.as_ref().ok_or(Fail::Wrong)?;
        let normal = self.values(order, &EndOrHeaps::End(0));
        // The misère values of all sums with 0, 1, 2, … heaps of 2.
        let mut misere = vec![self.values(order, &EndOrHeaps::End(1))];
        while !are_settled(&misere) {
            Fail::TooLarge.when(misere.len() * order.len() > MAX_EXPLORED_PARTS)?;
            let fewer = &misere[misere.len() - 1];
            let next = self.values(order, &EndOrHeaps::WithOneFewer(fewer));
            misere.push(next);
        }
        let mut genus: Vec<u64> = misere.iter().map(|values| values[0]).collect();
        while let [.., a, b, c] = genus[..]
            && alternate(a, b, c)
        {
            genus.pop();
        }
        Ok(format!("{}^{}", normal[0], joined(&genus)))
    }

    /// Returns the values of all sums, each with some heaps of 2.
    fn values(&self, order: &[u32], with: &EndOrHeaps<'_>) -> Vec<u64> {
        let mut values = vec![0; order.len()];
        for &sum in order {
            let sum = sum as usize;
            let options = &self.options[sum];
            let mut reached: Vec<u64> = options.iter().map(|&to| values[to as usize]).collect();
            match with {
                EndOrHeaps::End(value) if options.is_empty() => {
                    values[sum] = *value;
                    continue;
                }
                EndOrHeaps::End(_) => {}
                // A heap of 2 is taken, or made a heap of 1.
                EndOrHeaps::WithOneFewer(fewer) => reached.extend([fewer[sum], fewer[sum] ^ 1]),
            }
            values[sum] = mex(reached);
        }
        values
    }
}

/// The number of heaps of 2 with which sums have values.
enum EndOrHeaps<'v> {
    /// There are none, and a sum without moves has this value: 0 under normal play, 1 under misère play.
    End(u64),
    /// There are some, and these are the values with one heap fewer.
    WithOneFewer(&'v [u64]),
}

/// Says whether the last of three values that follow each other says that they alternate.
fn alternate(a: u64, b: u64, c: u64) -> bool {
    a == c && b == a ^ 2
}

/// Says whether values with more and more heaps of 2 are known for ever: once the last three of every sum alternate,
/// induction over the sums shows that all further ones do.
fn are_settled(values: &[Vec<u64>]) -> bool {
    let [.., a, b, c] = values else {
        return false;
    };
    (0..a.len()).all(|sum| alternate(a[sum], b[sum], c[sum]))
}
