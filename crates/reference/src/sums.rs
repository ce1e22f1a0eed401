//! Sums of positions of a game, one of which moves at a time, as multisets; parts that cannot move are left out.

use std::cell::RefCell;

use fxhash::FxHashMap;

use crate::explore::{MAX_PARTS, MAX_POSITIONS, Reached, backwards, upwards};
use crate::game::{Game, Parts, Position, joined};
use crate::{Fail, Outcome, Res, mex};

/// Parts in ascending order, those without moves left out, and a nim-heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The parts.
    pub parts: Vec<Position>,
    /// The size of the heap.
    pub heap: u64,
}

/// The sums of a game, and their moves.
pub struct Sums<'g> {
    game: &'g dyn Game,
    misere: bool,
    /// The options of the parts met, with how play ends there.
    options: FxHashMap<Position, (Vec<Parts>, Option<Outcome>)>,
    /// How many parts may still be looked at.
    work: usize,
}

impl<'g> Sums<'g> {
    /// The sums of a game, under misère play or not; at most `work` parts are looked at.
    pub fn of(game: &'g dyn Game, misere: bool, work: usize) -> Sums<'g> {
        Sums { game, misere, options: FxHashMap::default(), work }
    }

    fn spend(&mut self, parts: usize) -> Res<()> {
        self.work = self.work.checked_sub(parts).ok_or(Fail::TooLarge)?;
        Ok(())
    }

    fn meet(&mut self, part: &Position) -> Res<&(Vec<Parts>, Option<Outcome>)> {
        if !self.options.contains_key(part) {
            let ending = self.game.ending(part)?;
            let options = if ending.is_some() { Vec::new() } else { self.game.options(part)? };
            self.spend(options.len())?;
            self.options.insert(part.clone(), (options, ending));
        }
        Ok(&self.options[part])
    }

    /// These parts beside a heap, as a sum.
    pub fn sum(&mut self, parts: impl IntoIterator<Item = Position>, heap: u64) -> Res<Sum> {
        let mut sum = Sum { parts: parts.into_iter().map(|part| self.game.canonical(part)).collect(), heap };
        let alone = sum.parts.len() == 1;
        let mut at = 0;
        while at < sum.parts.len() {
            let (options, ending) = self.meet(&sum.parts[at])?;
            // If a clause ends play, a position without moves is not as good as none.
            if options.is_empty() && !(alone && ending.is_some()) {
                sum.parts.swap_remove(at);
            } else {
                at += 1;
            }
        }
        self.spend(1 + sum.parts.len())?;
        sum.parts.sort_unstable();
        let mut at = 1;
        while at < sum.parts.len() {
            if sum.parts[at - 1] == sum.parts[at] && self.game.cancels(&sum.parts[at]) {
                sum.parts.drain(at - 1..=at);
                at = at.max(2) - 1;
            } else {
                at += 1;
            }
        }
        Ok(sum)
    }

    /// How play ends here, if it does.
    pub fn ending(&mut self, sum: &Sum) -> Res<Option<Outcome>> {
        match &sum.parts[..] {
            [] if sum.heap == 0 => Ok(Some(if self.misere { Outcome::Win } else { Outcome::Lose })),
            [part] if sum.heap == 0 => Ok(self.meet(part)?.1),
            _ => Ok(None),
        }
    }

    /// The options of this position, those of moves in the heap first.
    pub fn moves(&mut self, sum: &Sum) -> Res<Vec<Sum>> {
        if sum.heap > 0 && (self.misere || sum.heap > 1 << 20) {
            return Err(Fail::TooLarge);
        }
        let mut moves: Vec<Sum> = (0..sum.heap).map(|heap| Sum { heap, ..sum.clone() }).collect();
        for (i, part) in sum.parts.iter().enumerate() {
            if i > 0 && sum.parts[i - 1] == *part {
                continue;
            }
            for option in self.meet(part)?.0.clone() {
                let rest =
                    sum.parts.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, part)| part.clone());
                moves.push(self.sum(rest.chain(option), sum.heap)?);
            }
        }
        Ok(moves)
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let heap = (self.heap > 0 || self.parts.is_empty()).then(|| format!("*{}", self.heap));
        let parts = self.parts.iter().map(|part| joined(part)).chain(heap);
        f.write_str(&parts.collect::<Vec<_>>().join("+"))
    }
}

/// Some sums and all that can be reached from them, played out.
pub struct Played<'g> {
    sums: RefCell<Sums<'g>>,
    numbers: FxHashMap<Sum, u32>,
    options: Vec<Vec<u32>>,
    outcomes: Vec<(Outcome, u64)>,
}

impl<'g> Played<'g> {
    /// Plays out these sums.
    pub fn from(game: &'g dyn Game, misere: bool, roots: &[Vec<Position>]) -> Res<Played<'g>> {
        let reached = Reached::from(game, &roots.concat())?;
        if game.must_end() && !reached.ends() {
            return Err(Fail::Wrong);
        }
        let mut sums = Sums::of(game, misere, 3 * MAX_PARTS);
        let (mut numbers, mut list, mut ends, mut options) =
            (FxHashMap::default(), Vec::new(), Vec::new(), Vec::new());
        let mut number = |sum: Sum, list: &mut Vec<Sum>| {
            let next = numbers.len() as u32;
            *numbers.entry(sum).or_insert_with_key(|sum| {
                list.push(sum.clone());
                next
            })
        };
        for root in roots {
            number(sums.sum(root.iter().cloned(), 0)?, &mut list);
        }
        while let Some(sum) = list.get(options.len()).cloned() {
            ends.push(sums.ending(&sum)?);
            let moves = sums.moves(&sum)?;
            options.push(moves.into_iter().map(|after| number(after, &mut list)).collect::<Vec<u32>>());
            if list.len() > MAX_POSITIONS {
                return Err(Fail::TooLarge);
            }
        }
        let outcomes = backwards(&options, &ends);
        Ok(Played { sums: RefCell::new(sums), numbers, options, outcomes })
    }

    /// The outcome of a sum that was met, and its remoteness.
    pub fn find(&self, parts: &[Position]) -> Res<(Outcome, u64)> {
        let sum = self.sums.borrow_mut().sum(parts.iter().cloned(), 0)?;
        Ok(self.outcomes[*self.numbers.get(&sum).ok_or(Fail::TooLarge)? as usize])
    }

    /// Every sum, with its outcome.
    pub fn listed(&self) -> impl Iterator<Item = (Vec<Position>, Outcome)> {
        self.numbers.iter().map(|(sum, &number)| (sum.parts.clone(), self.outcomes[number as usize].0))
    }

    /// The genus of the first sum (Winning Ways, chapter 13): its Grundy value, and its misère Grundy values beside 0, 1,
    /// 2, … nim-heaps of 2. Beside a nim-heap of 1, a misère value is its nim-sum with 1.
    pub fn genus(&self) -> Res<String> {
        // Values beside k heaps settle once those of the options have; so far is enough if few positions are met.
        let (order, depth) = self.order().ok_or(Fail::Wrong)?;
        let far = 8 + 2 * depth;
        if far.saturating_mul(self.options.len()) > MAX_PARTS {
            return Err(Fail::TooLarge);
        }
        let mut values: Vec<Vec<u64>> = vec![Vec::new(); self.options.len()];
        let mut normal = vec![0; self.options.len()];
        for sum in order.into_iter().map(|sum| sum as usize) {
            let options = &self.options[sum];
            normal[sum] = mex(options.iter().map(|&to| normal[to as usize]));
            let mut here: Vec<u64> = Vec::with_capacity(far);
            while here.len() < far {
                let k = here.len();
                let fewer = here.last().map_or([None, None], |&value| [Some(value), Some(value ^ 1)]);
                let reached =
                    options.iter().map(|&to| values[to as usize][k]).chain(fewer.into_iter().flatten());
                here.push(if options.is_empty() && k == 0 { 1 } else { mex(reached) });
            }
            values[sum] = here;
        }
        let mut genus = values[0].clone();
        while let [.., a, b, c] = genus[..]
            && a == c
            && b == a ^ 2
        {
            genus.pop();
        }
        // Once the last three of every sum alternate so, induction over the sums shows that all further ones do.
        if values
            .iter()
            .any(|beside| beside[far - 1] != beside[far - 3] || beside[far - 2] != beside[far - 1] ^ 2)
        {
            return Err(Fail::TooLarge);
        }
        let list: Vec<String> = genus.iter().map(u64::to_string).collect();
        Ok(format!("{}^{}", normal[0], list.join(",")))
    }

    /// The sums, options first, and how long play can last at most; `None` if it may not end.
    fn order(&self) -> Option<(Vec<u32>, usize)> {
        let order = upwards(self.options.len(), |sum| self.options[sum].iter().copied())?;
        let mut depths = vec![0; order.len()];
        for &sum in &order {
            let below = self.options[sum as usize].iter().map(|&to| depths[to as usize] + 1);
            depths[sum as usize] = below.max().unwrap_or(0);
        }
        Some((order, depths.into_iter().max().unwrap_or(0)))
    }
}
