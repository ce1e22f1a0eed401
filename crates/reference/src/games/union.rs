//! Games of a sum as one game.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a position begins with the number of its game"
)]

use crate::game::GameDefinition;
use crate::play::Play;
use crate::position::{ListedMove, Name, PositionNumbers};
use crate::{PlayOutcome, Res};

/// Games of a sum as one, whose positions begin with the number of their game.
pub struct Union(Vec<Play>);

impl Union {
    /// Returns the games with their components.
    pub fn of(plays: Vec<Play>) -> Play {
        let mut positions = Vec::new();
        let mut written = Vec::new();
        for (number, play) in (0..).zip(&plays) {
            for component in &play.components {
                positions.push(tag(number, &component.position));
                written.push(component.written.clone());
            }
        }
        Play::new(Union(plays), positions).written(written)
    }

    /// Returns the game of a position.
    fn game(&self, position: &[u64]) -> &dyn GameDefinition {
        self.0[position[0] as usize].game.as_ref()
    }
}

/// Returns a position with the number of its game.
fn tag(number: u64, position: &[u64]) -> PositionNumbers {
    let numbers = position.iter().copied();
    std::iter::once(number).chain(numbers).collect()
}

/// Returns a move of the game with this number.
fn tag_move(number: u64, mv: ListedMove) -> ListedMove {
    let name = match mv.name {
        // The number of the game is not written.
        Name::Leaving(first) => Name::Leaving(first + 1),
        name => name,
    };
    ListedMove {
        parts: mv.parts.iter().map(|part| tag(number, part)).collect(),
        name,
        count: mv.count,
    }
}

impl GameDefinition for Union {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let moves = self.game(position).moves(&position[1..])?.into_iter();
        Ok(moves.map(|mv| tag_move(position[0], mv)).collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<PlayOutcome>> {
        self.game(position).ending(&position[1..])
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        let own = self.game(&position).canonical(position[1..].into());
        tag(position[0], &own)
    }

    fn cancels(&self, position: &[u64]) -> bool {
        self.game(position).cancels(&position[1..])
    }

    fn must_end(&self) -> bool {
        false
    }
}
