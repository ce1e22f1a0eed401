//! Positions that are explored whole: everything that can be reached from them, each valued by its
//! definition.
//!
//! A family of games says by its rules what moves a state has ([`Rules`]); nothing here knows a theorem about a
//! game, but for two that hold for all: a sum has the nim-sum of its parts for value (Sprague 1935, Grundy
//! 1939), and single heads of coin turning games are such parts (Lenstra 1978). A state has the mex of what its
//! moves lead to; under misère play, 1 where the player to move wins, and 0 where he loses.

mod board;
mod breaking;
mod chomp;
mod coins;
mod hackenbush;
mod notakto;
mod own;
mod pairs;
mod rows;
mod taking;

use std::ops::ControlFlow;

use fxhash::FxHashMap;
use grundy_record::{Ask, Field, Move, Period, Record};
use smallvec::SmallVec;

use super::sums::{self, Sum, Visitor};
use super::{CELLS, Checked, GameId, Meter, heaps, rejected, unproved};
use crate::certificate::{Certificate, Checksum, Cycle};
use own::repeats::Repeats;

/// How many positions are explored at most, and how many wait for it: as many as a hash table of 2¹⁹ places
/// holds, some 25 MB.
const POSITIONS: usize = 7 << 16;

/// What a position is remembered as: numbers whose meaning is its game's.
pub(super) type State = SmallVec<[u64; 4]>;

/// What takes a move, as answers write it where it is one of this component, and the parts that it leaves.
pub(super) type Visit<'v> = dyn FnMut(&dyn Fn(usize) -> Move, &[State]) -> ControlFlow<()> + 'v;

/// What a state is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Play {
    /// Its Grundy value under normal play.
    Values,
    /// 1 where the player to move wins, 0 where he loses.
    Outcomes {
        /// Whether a player who cannot move has won.
        stuck_wins: bool,
    },
}

impl Play {
    /// Misère play of one position, or normal play.
    fn of(misere: bool) -> Play {
        if misere { Play::Outcomes { stuck_wins: true } } else { Play::Values }
    }
}

/// The rules of a record, and its position.
pub(super) trait Rules {
    /// The components by which moves are numbered, and whose values are asked for.
    fn components(&self) -> Vec<State>;

    /// Where `values` shows something else: the parts that it shows.
    fn parts(&self) -> Option<Vec<State>> {
        None
    }

    /// What a state is worth. Where it is who wins, there is one component, and no move leaves several parts.
    fn play(&self) -> Play {
        Play::Values
    }

    /// Whether play ends here whatever moves there seem to be, and the player to move has then won; a break
    /// where that cannot be said.
    fn ended(&self, _state: &[u64]) -> ControlFlow<(), Option<bool>> {
        ControlFlow::Continue(None)
    }

    /// For asks about the heaps 0 to n: n.
    fn sequence_to(&self) -> Option<u64> {
        None
    }

    /// What proves that values of heaps repeat, where a theorem does.
    fn repeats(&self) -> Option<Repeats> {
        None
    }

    /// The state of a heap of a sequence.
    fn heap(&self, heap: u64) -> State {
        State::from_slice(&[heap])
    }

    /// The steps that a move takes.
    fn cost(&self) -> u64 {
        16
    }

    /// Visits the moves of a state, those of a component in the order of answers.
    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()>;
}

/// What can be reached, with its values.
struct Explored {
    values: FxHashMap<State, u64>,
    /// For heaps whose values repeat: how they do, which is proved.
    cycle: Option<Cycle>,
}

impl Explored {
    /// Explores everything that the record needs.
    fn new(rules: &dyn Rules, meter: &Meter) -> Checked<Explored> {
        let mut open = rules.components();
        open.extend(rules.parts().into_iter().flatten());
        Explored::from(rules, open, rules.sequence_to(), meter)
    }

    /// Explores what can be reached from these states and from the heaps 0 to `last`. What is still to be valued
    /// is open; what it waits for stands above it.
    fn from(rules: &dyn Rules, mut open: Vec<State>, last: Option<u64>, meter: &Meter) -> Checked<Explored> {
        let mut values: FxHashMap<State, u64> = FxHashMap::default();
        if let Some(last) = last {
            if last >= POSITIONS as u64 {
                return unproved("the sequence is too long to explore");
            }
            open.extend((0..=last).rev().map(|heap| rules.heap(heap)));
        }
        let (mut marks, mut stamp) = (Vec::new(), 0u64);
        let mut numbers = 0;
        while let Some(state) = open.last().cloned() {
            if values.contains_key(&state) {
                open.pop();
                continue;
            }
            stamp += 1;
            let ControlFlow::Continue(ended) = rules.ended(&state) else {
                return unproved("these positions are too large to explore");
            };
            let (mut waits, mut stopped, mut moves) = (false, Ok(()), 0u64);
            let mut look = |_: &dyn Fn(usize) -> Move, parts: &[State]| {
                moves += 1;
                let steps = rules.cost() + parts.iter().map(|part| 4 * part.len() as u64).sum::<u64>();
                stopped = meter.spend(steps);
                let mut sum = 0;
                for part in parts {
                    match values.get(part) {
                        Some(value) => sum ^= value,
                        None if open.len() >= POSITIONS => return ControlFlow::Break(()),
                        None => {
                            waits = true;
                            open.push(part.clone());
                        }
                    }
                }
                if !waits {
                    let place = sum as usize;
                    if place >= marks.len() {
                        marks.resize(place + 1, 0);
                    }
                    marks[place] = stamp;
                }
                if stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let flow =
                if ended.is_none() { rules.moves(&state, &mut look) } else { ControlFlow::Continue(()) };
            stopped?;
            if flow.is_break() {
                return unproved("these positions are too large to explore");
            }
            meter.spend(16 + 4 * state.len() as u64)?;
            if waits {
                continue;
            }
            let value = match (rules.play(), ended) {
                (_, Some(wins)) => u64::from(wins),
                (Play::Values, None) => marks.iter().take_while(|&&mark| mark == stamp).count() as u64,
                (Play::Outcomes { stuck_wins }, None) if moves == 0 => u64::from(stuck_wins),
                _ => u64::from(marks.first() == Some(&stamp)),
            };
            numbers += 8 + state.len() as u64;
            if numbers > CELLS / 4 || values.len() == POSITIONS {
                return unproved("too many positions can be reached to explore them");
            }
            open.pop();
            values.insert(state, value);
        }
        Ok(Explored { values, cycle: None })
    }

    /// How many positions there are, and the checksum of their values, ascending by their numbers.
    fn summary(&self) -> (u64, u64) {
        let mut all: Vec<(&State, u64)> = self.values.iter().map(|(state, &value)| (state, value)).collect();
        all.sort_unstable();
        (all.len() as u64, Checksum::of(all.into_iter().map(|(_, value)| value)))
    }

    fn value(&self, parts: &[State]) -> Checked<u64> {
        let value = |part: &State| match (self.values.get(part), self.cycle, &part[..]) {
            (Some(&value), ..) => Some(value),
            (None, Some(Cycle { preperiod, period }), &[heap]) if heap >= preperiod => {
                self.values.get(&[preperiod + (heap - preperiod) % period][..]).copied()
            }
            _ => None,
        };
        match parts.iter().try_fold(0, |sum, part| Some(sum ^ value(part)?)) {
            Some(value) => Ok(value),
            None => rejected("a position was not reached"),
        }
    }
}

/// The rules of a record of one of these games, and its position.
fn rules(record: &Record<'_>, game: GameId) -> Checked<Box<dyn Rules>> {
    if record.varies() || record.position.taken.as_ref().is_some_and(|taken| !taken.is_empty()) {
        return unproved("no certificate exists for positions that vary");
    }
    Ok(match game {
        GameId::Wythoff | GameId::Euclid | GameId::TakeAway(_) => Box::new(pairs::Pairs::new(record, game)?),
        GameId::Moore
        | GameId::Staircase
        | GameId::EndNim
        | GameId::SequentialNim
        | GameId::SilverDollar
        | GameId::Welter => Box::new(rows::Row::new(record, game)?),
        GameId::Coins => Box::new(coins::Heads::new(record)?),
        GameId::Hackenbush => Box::new(hackenbush::Graph::new(record)?),
        GameId::TakeAndBreak | GameId::Octal(_) | GameId::GrundysGame | GameId::Lasker => {
            Box::new(breaking::Heaps::new(record, game)?)
        }
        GameId::Chomp => Box::new(chomp::Bar::new(record)?),
        GameId::Notakto => Box::new(notakto::Boards::new(record)?),
        GameId::Rules => Box::new(own::Own::new(record)?),
        GameId::Cram
        | GameId::Place
        | GameId::Placement
        | GameId::NodeKayles
        | GameId::ArcKayles
        | GameId::Take
        | GameId::Poset => Box::new(taking::Taking::new(record, game)?),
        _ => return rejected("this kind of certificate proves nothing about this game"),
    })
}

/// The certificate of a record.
///
/// # Errors
///
/// When exploring it takes too much.
pub fn certificate(record: &Record<'_>, game: GameId, meter: &Meter) -> Checked<Certificate> {
    let (positions, checksum) = Explored::new(&*rules(record, game)?, meter)?.summary();
    Ok(Certificate::Reached { positions, checksum })
}

/// The fields of a record, if the positions that can be reached are so many with this checksum.
pub(super) fn derive(
    record: &Record<'_>,
    game: GameId,
    claim: (u64, u64),
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let rules = rules(record, game)?;
    let explored = Explored::new(&*rules, meter)?;
    if explored.summary() != claim {
        return rejected("the positions that can be reached are others");
    }
    answer(record, &*rules, explored, meter)
}

/// The heaps that prove a cycle of a record's rules, explored, and their values.
fn repeating(rules: &dyn Rules, cycle: Cycle, range: u64, meter: &Meter) -> Checked<(Explored, Vec<u32>)> {
    let explored = Explored::from(rules, Vec::new(), Some(range), meter)?;
    let value = |heap| Ok(explored.value(&[rules.heap(heap)])?.try_into().unwrap_or(u32::MAX));
    let values = (0..=range).map(value).collect::<Checked<Vec<u32>>>()?;
    Ok((Explored { cycle: Some(cycle), ..explored }, values))
}

/// The certificate of a record of rules whose values are said to repeat.
///
/// # Errors
///
/// When no theorem is about these rules, or exploring what it needs takes too much.
pub fn cycle_certificate(
    record: &Record<'_>,
    game: GameId,
    cycle: Cycle,
    meter: &Meter,
) -> Checked<Certificate> {
    let rules = rules(record, game)?;
    let Some(range) = rules.repeats().and_then(|repeats| repeats.range_for(cycle)) else {
        return unproved("no theorem proves periods of these rules");
    };
    let (_, values) = repeating(&*rules, cycle, range, meter)?;
    let checksum = Checksum::of(values.into_iter().map(u64::from));
    Ok(Certificate::Sequence { range, cycle: Some(cycle), mask: 0, checksum })
}

/// The fields of a record, if the values of its rules repeat so.
pub(super) fn derive_cycle(
    record: &Record<'_>,
    game: GameId,
    (range, cycle, checksum): (u64, Cycle, u64),
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let rules = rules(record, game)?;
    let Some(repeats) = rules.repeats() else {
        return rejected("no theorem proves periods of these rules");
    };
    match repeats.range_for(cycle) {
        Some(needed) if needed == range => {}
        Some(needed) => {
            return rejected(format!("the range that proves what is claimed is {needed}, not {range}"));
        }
        None => return rejected("no theorem proves this period of these rules"),
    }
    let (explored, values) = repeating(&*rules, cycle, range, meter)?;
    if Checksum::of(values.iter().copied().map(u64::from)) != checksum {
        return rejected("the values have another checksum");
    }
    if !repeats.holds(&values, cycle) {
        return rejected("the terms do not repeat with this period");
    }
    heaps::check_least(cycle, |heap| heaps::term(&values, Some(cycle), heap).unwrap_or(0))?;
    answer(record, &*rules, explored, meter)
}

/// The fields of a record, from what was explored.
fn answer(record: &Record<'_>, rules: &dyn Rules, explored: Explored, meter: &Meter) -> Checked<Vec<Field>> {
    if rules.play() != Play::Values && record.asks.iter().any(|ask| matches!(ask, Ask::Grundy | Ask::Values))
    {
        return rejected("no Grundy values under misère play");
    }
    let components = rules.components();
    sums::answer(&Position { rules, explored, components, meter }, false, &record.asks)
}

/// The fields of a record, whatever is claimed.
#[cfg(test)]
pub(super) fn fields(record: &Record<'_>, game: GameId, meter: &Meter) -> Checked<Vec<Field>> {
    let rules = rules(record, game)?;
    answer(record, &*rules, Explored::new(&*rules, meter)?, meter)
}

/// A record's position. Misère play is a sum of one component whose value says who wins it.
struct Position<'r> {
    rules: &'r dyn Rules,
    explored: Explored,
    components: Vec<State>,
    meter: &'r Meter,
}

impl Position<'_> {
    fn heap(&self, heap: u64) -> Checked<u64> {
        self.explored.value(&[self.rules.heap(heap)])
    }
}

impl Sum for Position<'_> {
    fn components(&self) -> usize {
        self.components.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        self.explored.value(&self.components[index..=index])
    }

    fn shown(&self, values: &[u64]) -> Checked<Vec<u64>> {
        match self.rules.parts() {
            Some(parts) => parts.iter().map(|part| self.explored.value(std::slice::from_ref(part))).collect(),
            None => Ok(values.to_vec()),
        }
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let (mut stopped, mut enough) = (Ok(()), false);
        let component = &self.components[index];
        if self.rules.ended(component) != ControlFlow::Continue(None) {
            return Ok(());
        }
        let flow = self.rules.moves(component, &mut |mv, parts| {
            let value = self.meter.spend(self.rules.cost()).and_then(|()| self.explored.value(parts));
            match value {
                Ok(value) if target.is_none_or(|target| target == value) => {
                    let flow = visitor(mv(index));
                    enough = flow.is_break();
                    flow
                }
                Ok(_) => ControlFlow::Continue(()),
                Err(stop) => {
                    stopped = Err(stop);
                    ControlFlow::Break(())
                }
            }
        });
        stopped?;
        if flow.is_break() && !enough {
            return unproved("the moves are too many to look at");
        }
        Ok(())
    }

    fn own(&self, ask: Ask) -> Checked<Field> {
        let last = match (ask, self.rules.sequence_to()) {
            (Ask::Period, _) => match self.explored.cycle {
                Some(Cycle { preperiod, period }) => {
                    return Ok(Field::Period(Period { preperiod, period, saltus: 0 }));
                }
                None => return unproved("periods of this game have no certificate of this kind"),
            },
            (Ask::Sequence | Ask::Slice(..), _) if self.rules.play() != Play::Values => {
                return rejected("no Grundy values where only who wins is known");
            }
            (_, Some(last)) if last > CELLS => {
                return unproved(format!("the terms up to {last} are too many to list"));
            }
            (_, Some(last)) => last,
            _ => return rejected(format!("this game has no `{ask}`")),
        };
        Ok(match ask {
            Ask::Losing => {
                let mut heaps = Vec::new();
                for heap in 0..=last {
                    if self.heap(heap)? == 0 {
                        heaps.push(heap);
                    }
                }
                Field::Losing(heaps)
            }
            Ask::Sequence => Field::Sequence((0..=last).map(|heap| self.heap(heap)).collect::<Checked<_>>()?),
            Ask::Slice(first, to) if first <= to && to <= last => {
                let values = (first..=to).map(|heap| self.heap(heap)).collect::<Checked<_>>()?;
                Field::Slice { first, values }
            }
            _ => return rejected(format!("this record has no `{ask}`")),
        })
    }
}
