//! Staircase nim: any number of coins from one step to the one below.

use crate::Res;
use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule::{RowRule, names, rule_of};
use crate::play::Play;
use crate::position::{ListedMove, WrittenComponent};
use crate::theorem::Theorem;

pub(crate) static STAIRCASE: CatalogueGame =
    CatalogueGame::of_numbers("staircase", "staircase: 3 1 4", |given| {
        let steps = given.numbers()?;
        given.must_be_without_rules()?;
        Ok(Play::new(Staircase(RowRule::read(&steps, rule)?), [steps]))
    })
    .held(&["staircase: 3 4 2 3"]);

/// The game with the rule of its steps.
struct Staircase(RowRule);

/// Returns the rule of coins on steps: any number of them from one step to the one below.
fn rule(steps: usize) -> String {
    let mut kinds = Vec::new();
    for step in 0..steps {
        let mut names = names(steps);
        names[step] += "-k";
        if step > 0 {
            names[step - 1] += "+k";
        }
        kinds.push(format!("[{}] for k in 1..a{step}", names.join(",")));
    }
    rule_of(steps, &kinds)
}

impl GameDefinition for Staircase {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        self.0.moves(position)
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        component.position.len()
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        let source = "every second step is a nim-heap (Winning Ways, chapter 15)";
        Ok(Theorem::value(source, value))
    }
}

/// Returns the nim-sum of every second step, from the first on.
fn value(steps: &[u64]) -> Res<u64> {
    let odd_steps = steps.iter().step_by(2);
    Ok(odd_steps.fold(0, |sum, step| sum ^ step))
}
