//! Positions whose moves are numbers, each won or lost on its own: every ask about them.

use std::cell::OnceCell;

use crate::shared::found_once;
use crate::{Evidence, Goal, OpenPosition, Visit, Visited};
use grundy_base::edge::Edge;
use grundy_record::{Ask, Fault, Move, Outcome};

type Solve<'a> = dyn Fn(&[u32]) -> Result<Vec<u32>, Fault> + Send + 'a;

/// A position in which a move names a number.
pub struct Pick<'a> {
    /// The legal moves, ascending.
    legal: Vec<u32>,
    /// The function that finds the winning ones among legal moves; it is called if there are any.
    solve: Box<Solve<'a>>,
    /// The winning moves, once they are found.
    winning: OnceCell<Vec<u32>>,
    /// The function that lists the edges of the graph that is left to walk on.
    edges: Box<dyn Fn() -> Vec<Edge> + Send + 'a>,
}

impl<'a> Pick<'a> {
    /// Makes a position with these legal moves, of which `solve` returns those that win, on a graph of these edges.
    pub fn new(
        legal: Vec<u32>,
        edges: impl Fn() -> Vec<Edge> + Send + 'a,
        solve: impl Fn(&[u32]) -> Result<Vec<u32>, Fault> + Send + 'a,
    ) -> Self {
        Pick {
            legal,
            solve: Box::new(solve),
            winning: OnceCell::new(),
            edges: Box::new(edges),
        }
    }

    fn winning(&self) -> Result<&Vec<u32>, Fault> {
        let solve = || {
            if self.legal.is_empty() {
                Ok(Vec::new())
            } else {
                (self.solve)(&self.legal)
            }
        };
        found_once(&self.winning, solve)
    }
}

impl OpenPosition for Pick<'_> {
    fn evidence(&mut self, _: &[Ask]) -> Option<Evidence<'_>> {
        Some(Evidence::Walk((self.edges)()))
    }

    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(if self.winning()?.is_empty() {
            Outcome::Lose
        } else {
            Outcome::Win
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let moves = if goal == Goal::Legal {
            &self.legal
        } else {
            self.winning()?
        };
        Ok(moves
            .iter()
            .try_for_each(|&number| visit(Move::Number(number.into()))))
    }
}
