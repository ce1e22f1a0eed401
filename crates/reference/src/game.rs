//! A game: its positions and their moves, and who wins if there are none.

use std::any::Any;
use std::ops::RangeInclusive;

use itertools::Itertools;

use crate::periodic::{Cycle, Periodic};
use crate::position::{ListedMove, PositionNumbers, WrittenComponent};
use crate::theorem::Theorem;
use crate::{Ask, Fail, PlayOutcome, Res};

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

    /// Returns the last heap that an ask about all heaps to the one heap of a position is about.
    fn largest_heap(&self, component: &WrittenComponent, _ask: Ask) -> Res<u64> {
        Ok(component.position[0])
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

    /// Returns the sequence of the values of heaps, or of their outcomes: the one that repeats as a claim says, else
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

/// A function that proves something if it is needed.
pub type Proof<'p, T> = &'p dyn Fn() -> Res<T>;

impl dyn GameDefinition {
    /// Returns the game as one of a form, if it has this form.
    pub fn as_form<G: GameDefinition>(&self) -> Option<&G> {
        let game: &dyn Any = self;
        game.downcast_ref()
    }
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
