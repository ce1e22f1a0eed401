//! The games that a solver knows, for those who list them.

use grundy_record::Ask;

/// A game of the catalogue.
///
/// ```
/// let solver = grundy::Solver::default();
/// let kayles = solver.games().find(|game| game.name() == "kayles").unwrap();
/// assert_eq!(kayles.example(), "kayles: 5 9");
/// assert!(kayles.asks().any(|ask| ask.to_string() == "period"));
/// ```
#[derive(Clone, Copy)]
pub struct Game<'s>(pub(super) &'s dyn grundy_games::Game);

impl Game<'_> {
    /// Returns the name with which records begin.
    pub fn name(&self) -> &str {
        &self.0.signature().name
    }

    /// Says the rules in a few words.
    pub fn summary(&self) -> &str {
        &self.0.signature().summary
    }

    /// Says the rules for a person.
    pub fn rules(&self) -> &str {
        &self.0.signature().how_to_play
    }

    /// Writes the form of a record.
    pub fn form(&self) -> String {
        self.0.signature().form()
    }

    /// Returns a record of the game.
    pub fn example(&self) -> &str {
        &self.0.signature().example
    }

    /// Says which sizes are solved.
    pub fn limits(&self) -> &str {
        &self.0.signature().limits
    }

    /// Lists the keywords that its rules may have.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0
            .signature()
            .keywords
            .iter()
            .map(|keyword| keyword.word())
    }

    /// Says whether it is played with pieces on a board.
    pub fn has_pieces(&self) -> bool {
        self.0.signature().has_pieces()
    }

    /// Lists the asks that the game answers.
    pub fn asks(&self) -> impl Iterator<Item = Ask> + '_ {
        self.0.signature().asks.iter()
    }
}

impl std::fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.name()).finish()
    }
}
