//! A game: its positions and their options, and who wins if there are none.

use smallvec::SmallVec;

use crate::certificate::Certificate;
use crate::theorems::Theorem;
use crate::{Ask, Outcome, Res};

/// A position as numbers: heaps, a cell, a set of cells as bits.
pub type Position = SmallVec<[u64; 4]>;

/// A sum of positions: an option leaves one, and none if nothing is left to play on.
pub type Parts = SmallVec<[Position; 1]>;

/// A component of a record's position, as it is written.
#[derive(Clone, Debug)]
pub struct Component {
    /// The position.
    pub position: Position,
    /// Its text, before the `>` of its moves.
    pub written: String,
}

impl Component {
    /// The move that leaves these parts.
    pub fn leaving(&self, parts: &Parts) -> Text {
        let after: Vec<String> = parts.iter().map(|part| joined(part)).collect();
        Text::Numbered(format!("{}>{}", self.written, after.join("+")))
    }
}

/// A move as text.
pub enum Text {
    /// Behind the number of the component: `9>4+3` is written `1:9>4+3`.
    Numbered(String),
    /// Behind that number in a sum of different games, alone elsewhere.
    Bare(String),
    /// Numbers of the component that change, each by its place: `1:3>1,3:5>4`.
    Changes(Vec<(usize, u64, u64)>),
}

/// A move, or several moves whose options have equal values.
pub struct Move {
    /// The first of them.
    pub text: Text,
    /// A position that it leaves.
    pub parts: Parts,
    /// How many they are.
    pub count: u64,
}

/// The rules of a game.
pub trait Game {
    /// The options of a position in the order of the rules. Two moves are one if the rules say so.
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>>;

    /// The moves of a component with what each leaves: its options, written as tuples.
    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        let options = self.options(&component.position)?;
        Ok(options.into_iter().map(|parts| (component.leaving(&parts), parts)).collect())
    }

    /// How play ends here by a clause of the rules, if it does. Elsewhere it ends if there is no option.
    fn ending(&self, _position: &[u64]) -> Res<Option<Outcome>> {
        Ok(None)
    }

    /// A position that is played alike and stands for all of them, to explore fewer.
    fn canonical(&self, position: Position) -> Position {
        position
    }

    /// Whether two components in this position are none at all: a coin turned twice lies as it lay.
    fn cancels(&self, _position: &[u64]) -> bool {
        false
    }

    /// The parts of a component that are valued by themselves.
    fn parts(&self, component: &Component) -> Res<Vec<Position>> {
        Ok(vec![component.position.clone()])
    }

    /// How many numbers the moves of a component use.
    fn numbers(&self, _component: &Component) -> usize {
        1
    }

    /// The heap of this size, where the positions are heaps; `None` if there is no such position.
    fn heap(&self, _size: u64) -> Res<Option<Position>> {
        Err(crate::Fail::Wrong)
    }

    /// The smallest heap that `losing` speaks of.
    fn first_heap(&self) -> u64 {
        0
    }

    /// Whether it can be seen that too many positions can be reached from this one to explore them.
    fn is_far(&self, _position: &[u64]) -> bool {
        false
    }

    /// Whether a position is written alike in all records of the same rules.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether these are heaps that may stand in a sum under misere play.
    fn is_heaps(&self) -> bool {
        false
    }

    /// Whether a position that can come again makes the record wrong.
    fn must_end(&self) -> bool {
        true
    }

    /// The values of these heaps, and of all that is smaller, by definition and without exploring.
    fn defined(&self, _heaps: &[Position]) -> Option<Theorem<'_>> {
        None
    }

    /// The theorem of the literature about positions too large to explore.
    fn theorem(&self) -> Option<Theorem<'_>> {
        None
    }

    /// The result that a certificate proves of this position; `TooLarge` for one that is not about this game.
    fn certified(&self, _start: &[Position], _certificate: &Certificate) -> Res<Theorem<'_>> {
        Err(crate::Fail::TooLarge)
    }

    /// Asks about the rules more than a position: `period`, `paths`.
    fn about(
        &self,
        _ask: Ask,
        _heap: Option<u64>,
        _certificate: Option<&Certificate>,
    ) -> Res<(String, crate::By)> {
        Err(crate::Fail::Wrong)
    }
}

/// Numbers joined by commas.
pub fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// A position as a component, written as its numbers.
pub fn component(numbers: &[u64]) -> Component {
    Component { position: numbers.into(), written: joined(numbers) }
}

/// One position, as what a move leaves.
pub fn one(numbers: &[u64]) -> Parts {
    smallvec::smallvec![numbers.into()]
}

/// Whether sums of these numbers with weights of this range fall with every step, so that play ends.
pub fn falls(steps: &[Vec<i128>], weights: std::ops::RangeInclusive<i128>) -> bool {
    let (low, count) = (*weights.start(), weights.count() as i128);
    let places = steps.first().map_or(0, Vec::len) as u32;
    (0..count.pow(places)).any(|code| {
        let weight = |place: usize| low + code / count.pow(place as u32) % count;
        let change = |step: &Vec<i128>| (0..).zip(step).map(|(i, part)| weight(i) * part).sum::<i128>();
        steps.iter().all(|step| change(step) < 0)
    })
}

/// Several heaps, as what a move leaves.
pub fn heaps(sizes: &[u64]) -> Parts {
    sizes.iter().map(|&size| Position::from_slice(&[size])).collect()
}

/// The moves of a component of several numbers, each written as the numbers that it changes.
pub fn changes(game: &dyn Game, component: &Component) -> Res<Vec<(Text, Parts)>> {
    let before = &component.position;
    let text = |parts: &Parts| {
        let pairs = before.iter().zip(&parts[0]).enumerate();
        Text::Changes(pairs.filter(|(_, (a, b))| a != b).map(|(i, (&a, &b))| (i, a, b)).collect())
    };
    let options = game.options(before)?;
    Ok(options.into_iter().map(|parts| (text(&parts), parts)).collect())
}
