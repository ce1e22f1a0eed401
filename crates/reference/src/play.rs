//! A game of a record with its position, and what is known about it.

use std::cell::RefCell;
use std::rc::Rc;

use crate::explore::{Exploration, MAX_POSITIONS, Played};
use crate::game::GameDefinition;
use crate::position::{PositionNumbers, WrittenComponent, joined};
use crate::theorem::Theorem;
use crate::{Ask, By, Fail, PlayOutcome, Res};

/// One game of a record with its position.
#[derive(Clone)]
pub struct Play {
    /// The rules.
    pub game: Rc<dyn GameDefinition>,
    /// The components of the position.
    pub components: Vec<WrittenComponent>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Whether positions have values: under normal play, if play ends by lack of moves alone.
    pub valued: bool,
    /// The evidence that proves more of the position, if some came with the record.
    pub evidence: Option<Rc<dyn Evidence>>,
}

impl Play {
    /// Components under normal play, written as their numbers.
    pub fn new(
        game: impl GameDefinition + 'static,
        positions: impl IntoIterator<Item = impl Into<PositionNumbers>>,
    ) -> Play {
        let component = |position: PositionNumbers| WrittenComponent {
            written: joined(&position),
            position,
        };
        let positions = positions.into_iter().map(Into::into);
        Play {
            game: Rc::new(game),
            components: positions.map(component).collect(),
            misere: false,
            valued: true,
            evidence: None,
        }
    }

    /// Returns the position with components written in these words.
    pub fn written(mut self, words: impl IntoIterator<Item = String>) -> Play {
        for (component, word) in self.components.iter_mut().zip(words) {
            component.written = word;
        }
        self
    }

    /// Returns the position under misère play.
    pub fn under_misere(self) -> Play {
        Play {
            misere: true,
            valued: false,
            ..self
        }
    }

    /// Returns the positions of the components.
    pub fn positions(&self) -> Vec<PositionNumbers> {
        let positions = self.components.iter();
        positions
            .map(|component| component.position.clone())
            .collect()
    }

    /// Returns the parts that are valued by themselves.
    pub fn parts(&self) -> Res<Vec<PositionNumbers>> {
        let mut parts = Vec::new();
        for component in &self.components {
            parts.extend(self.game.parts(component)?);
        }
        Ok(parts)
    }

    /// Returns the empty table of the position's game.
    fn exploration(&self) -> Exploration {
        Exploration::of(self.game.clone(), self.misere)
    }

    /// Returns the position played out.
    pub fn played(&self) -> Res<Played> {
        let mut exploration = self.exploration();
        let root = exploration.sum(&self.positions(), 0)?;
        exploration.play(&[root], MAX_POSITIONS)
    }

    /// Returns the knowledge about the position and all that follow: by the evidence; else by definition; else the
    /// literature's.
    pub fn known(&self) -> Res<Theorem<'_>> {
        if let Some(evidence) = &self.evidence
            && let Some(theorem) = Fail::TooLarge.or_none(evidence.theorem(self))?
        {
            return Ok(Theorem {
                by: By::Certificate,
                ..theorem
            });
        }
        match Fail::TooLarge.or_none(self.explored())? {
            Some(theorem) => Ok(theorem),
            None => self.game.theorem(),
        }
    }

    /// Answers an ask about the rules, and about heaps to the largest of the position.
    pub fn about(&self, ask: Ask) -> Res<String> {
        let first = |component: &WrittenComponent| component.position.first().copied();
        let heap = self.components.iter().filter_map(first).max();
        match &self.evidence {
            Some(evidence) => evidence.about(self, ask, heap),
            None => self.game.about(ask, heap, &|| self.game.periodic(None)),
        }
    }

    /// Returns the values of the position's parts, or the outcome of the position, and of all that can be reached.
    fn explored(&self) -> Res<Theorem<'_>> {
        if self.valued {
            return self.valued(&self.parts()?);
        }
        let mut exploration = self.exploration();
        let root = exploration.sum(&self.positions(), 0)?;
        let played = exploration.play(&[root], MAX_POSITIONS)?;
        let exploration = RefCell::new(exploration);
        let outcome = move |parts: &[PositionNumbers]| {
            let sum = exploration.borrow_mut().sum(parts, 0)?;
            played.outcome(&sum)
        };
        Ok(Theorem {
            by: By::Definition,
            ..Theorem::outcome("exploring", outcome)
        })
    }

    /// Returns the values of these positions, and of all that can be reached.
    pub fn valued(&self, positions: &[PositionNumbers]) -> Res<Theorem<'_>> {
        if let Some(defined) = self.game.defined(positions) {
            return Ok(defined);
        }
        let mut exploration = self.exploration();
        for position in positions {
            exploration.value(position)?;
        }
        let exploration = RefCell::new(exploration);
        let value = move |position: &[u64]| exploration.borrow_mut().value(position);
        Ok(Theorem {
            by: By::Definition,
            ..Theorem::values("exploring", value)
        })
    }

    /// Returns the value of each of these sums, if positions are valued; else 0 for a lost one and 1 for another.
    pub fn value_of_each(&self, sums: &[Vec<PositionNumbers>], valued: bool) -> Res<Vec<u64>> {
        if valued {
            let theorem = self.valued(&sums.concat())?;
            let value = |sum: &Vec<PositionNumbers>| theorem.value_of(sum)?.finite();
            return sums.iter().map(value).collect();
        }
        let outcomes = self.exploration().outcomes(sums)?.into_iter();
        let value = |outcome| u64::from(outcome != PlayOutcome::Lose);
        Ok(outcomes.map(value).collect())
    }
}

/// Evidence that comes with a record and proves more of its game than exploring does.
pub trait Evidence {
    /// Returns the theorem that it proves of a game; `TooLarge` if it is not about this game.
    fn theorem<'p>(&self, play: &'p Play) -> Res<Theorem<'p>>;

    /// Answers an ask about the rules of a game, and about heaps to this one.
    fn about(&self, play: &Play, ask: Ask, heap: Option<u64>) -> Res<String>;
}
