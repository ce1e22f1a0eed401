//! A game: its positions and their moves, and who wins if there are none.

use std::any::Any;
use std::ops::RangeInclusive;
use std::rc::Rc;

use itertools::Itertools;
use smallvec::SmallVec;

use crate::period::{Cycle, Periodic};
use crate::theorems::Theorem;
use crate::{Ask, Fail, PlayOutcome, Res};

/// A position as numbers: heaps, a cell, a set of cells as bits.
pub type PositionNumbers = SmallVec<[u64; 4]>;

/// A sum of positions: an option leaves one, and none if nothing is left to play on.
pub type OptionParts = SmallVec<[PositionNumbers; 1]>;

/// A component of a record's position, with its text.
#[derive(Clone, Debug)]
pub struct WrittenComponent {
    /// The position of the component.
    pub position: PositionNumbers,
    /// The text of the component, which stands before the `>` of its moves.
    pub written: String,
}

/// How a move is written.
pub enum Name {
    /// A move is written by what it leaves of the component: `1:9>4+3`; the first numbers of positions, as many as
    /// this, are left out.
    Leaving(usize),
    /// A move is written by the numbers that it changes, each with its place: `1:3>1,3:5>4`.
    Changes,
    /// A move is written by a word after the number of the component.
    Word(Rc<str>),
    /// A move is written by a word, which stands after that number in a sum of different games alone.
    Bare(Rc<str>),
}

/// A move, or several moves whose options have equal values.
pub struct ListedMove {
    /// The position that the move leaves.
    pub parts: OptionParts,
    /// The way in which it is written, or the first of several.
    pub name: Name,
    /// How many moves it stands for.
    pub count: u64,
}

impl ListedMove {
    /// Returns the move that leaves these parts, by which it is written.
    pub fn leaving(parts: impl IntoIterator<Item = PositionNumbers>) -> ListedMove {
        ListedMove {
            parts: parts.into_iter().collect(),
            name: Name::Leaving(0),
            count: 1,
        }
    }

    /// Returns the move to one position.
    pub fn to(numbers: &[u64]) -> ListedMove {
        ListedMove::leaving([numbers.into()])
    }

    /// Returns the move that leaves heaps of these sizes.
    pub fn to_heaps(sizes: &[u64]) -> ListedMove {
        ListedMove::leaving(
            sizes
                .iter()
                .map(|&size| PositionNumbers::from_slice(&[size])),
        )
    }

    /// Returns the move, written in another way.
    pub fn named(self, name: Name) -> ListedMove {
        ListedMove { name, ..self }
    }

    /// Returns the text of the move in answers, if its component has this number.
    pub fn text(&self, component: &WrittenComponent, number: usize, in_sum: bool) -> String {
        match &self.name {
            Name::Leaving(first) => {
                let parts = self.parts.iter().map(|part| joined(&part[*first..]));
                format!("{number}:{}>{}", component.written, parts.format("+"))
            }
            Name::Changes => {
                let numbers = component.position.iter().zip(&self.parts[0]);
                let changes = (number..).zip(numbers).filter(|(_, (from, to))| from != to);
                changes
                    .map(|(place, (from, to))| format!("{place}:{from}>{to}"))
                    .join(",")
            }
            Name::Bare(word) if !in_sum => word.to_string(),
            Name::Word(word) | Name::Bare(word) => format!("{number}:{word}"),
        }
    }
}

/// The rules of a game.
pub trait GameDefinition: Any {
    /// Returns the moves in a position in the order of the rules. Two moves are one if the rules say so.
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>>;

    /// Returns the way in which play ends here by a clause of the rules, if it does. Elsewhere it ends if there is no
    /// move.
    fn ending(&self, _position: &[u64]) -> Res<Option<PlayOutcome>> {
        Ok(None)
    }

    /// Returns a position that is played alike and stands for all of them, to explore fewer.
    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        position
    }

    /// Says whether two components in this position are none at all: a coin turned twice lies as it lay.
    fn cancels(&self, _position: &[u64]) -> bool {
        false
    }

    /// Returns the parts of a component that are valued by themselves.
    fn parts(&self, component: &WrittenComponent) -> Res<Vec<PositionNumbers>> {
        Ok(vec![component.position.clone()])
    }

    /// Returns how many places the moves of a component are numbered by.
    fn numbers(&self, _component: &WrittenComponent) -> usize {
        1
    }

    /// Returns the heap of this size, where the positions are heaps; `None` if there is no such position.
    fn heap(&self, _size: u64) -> Res<Option<PositionNumbers>> {
        Err(Fail::Wrong)
    }

    /// Says whether it can be seen that too many positions can be reached from this one to explore them.
    fn is_far(&self, _position: &[u64]) -> bool {
        false
    }

    /// Says whether a position that can come again makes the record wrong.
    fn must_end(&self) -> bool {
        true
    }

    /// Returns the values of these heaps, and of all that is smaller, by definition and without exploring.
    fn defined(&self, _heaps: &[PositionNumbers]) -> Option<Theorem<'_>> {
        None
    }

    /// Returns the sequence of the values of heaps, or of their outcomes: the one that repeats as it is claimed to, else
    /// one that its first terms show and prove.
    fn periodic(&self, _claim: Option<Cycle>) -> Res<Periodic> {
        Err(Fail::TooLarge)
    }

    /// Returns the statement that this sequence makes about positions.
    fn repeated(&self, periodic: Periodic) -> Res<Theorem<'_>> {
        Ok(Theorem::value("Guy and Smith 1956", move |heap| {
            periodic.term(heap[0])
        }))
    }

    /// Returns the theorem of the literature about positions too large to explore.
    fn theorem(&self) -> Res<Theorem<'_>> {
        self.repeated(self.periodic(None)?)
    }

    /// Answers asks about the rules, and about heaps to this one: `period`, `paths`, `pattern`, `quotient`. The sequence
    /// of values or outcomes is proved by `periodic`.
    fn about(&self, ask: Ask, _heap: Option<u64>, periodic: Proof<'_, Periodic>) -> Res<String> {
        if ask.word == "period" {
            Ok(periodic()?.text())
        } else {
            Err(Fail::TooLarge)
        }
    }
}

/// What proves something if it is needed.
pub type Proof<'p, T> = &'p dyn Fn() -> Res<T>;

impl dyn GameDefinition {
    /// Returns the game as one of a form, if it has this form.
    pub fn as_form<G: GameDefinition>(&self) -> Option<&G> {
        let game: &dyn Any = self;
        game.downcast_ref()
    }
}

/// Joins numbers by commas.
pub fn joined(numbers: &[u64]) -> String {
    numbers.iter().join(",")
}

/// Says whether some sum of the numbers of a position, with weights of this range, falls with every step, so that play
/// ends.
pub fn falls(steps: &[Vec<i128>], weights: RangeInclusive<i128>) -> bool {
    let places = steps.first().map_or(0, Vec::len);
    let change = |weights: &[i128], step: &[i128]| {
        let products = weights.iter().zip(step).map(|(weight, part)| weight * part);
        products.sum::<i128>()
    };
    std::iter::repeat_n(weights, places)
        .multi_cartesian_product()
        .any(|weights| steps.iter().all(|step| change(&weights, step) < 0))
}
