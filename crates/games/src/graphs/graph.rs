//! Tokens on a directed graph: a move takes one token along an arc; a player who cannot move loses, and
//! play that never ends is a draw.
//!
//! Tokens do not hinder each other, so a position is a sum, with the values of Smith and Fraenkel
//! (see [`loopy`](grundy_graphs::loopy)). With n the nim-sum of the finite values: no infinite
//! one, lost exactly when n = 0; one infinite, ∞_A, won exactly when n ∈ A and drawn otherwise;
//! more of them, drawn.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has fewer than 2³¹ vertices"
)]

use std::ops::ControlFlow;

use fxhash::FxHashMap;
use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;
use itertools::Itertools;

use crate::questions::remoteness::length;
use crate::shared::mixed;
use crate::shared::vertices::{Vertices, declared, named};
use crate::{Context, Evidence, Goal, OpenPosition, Standard, Visit, Visited};
use grundy_graphs::choice::GraphEngine;
use grundy_graphs::loopy::{Digraph, Label, Labelling, label, remoteness};
use grundy_record::{
    Ask, Fault, KnownMoves, Length, Look, Move, Outcome, Place, Slot, Structure, Value, Words,
};

/// The words about graph for people.
const WORDS: Words = Words {
    name: "graph",
    summary: "move tokens along the arcs of a directed graph; endless play is a draw",
    how_to_play: "Tokens stand on vertices of a directed graph, any number of them on one. A \
        move takes one token along an arc. A player who cannot move loses; play that never ends \
        is a draw.",
    limits: "2147483647 vertices and arcs; memory: some 40 bytes a vertex and 20 an arc",
    example: "graph 4 1>2 2>3 3>1 3>4: 1 3",
    theorem: None,
};

/// Tokens on a directed graph.
pub static GRAPH: Standard = Standard::new(
    WORDS
        .numbers(Structure::Sum, Look::Tokens, "TOKEN…")
        .slots(&[Slot::Arcs])
        .known_moves(KnownMoves::Arc),
    |record, context| {
        let (limit, arcs) = declared(&record.rules)?;
        let names = named(&record.position.numbers, limit)?;
        Ok(Box::new(Tokens::new(arcs, limit, &names, context)?))
    },
);

/// The most numbers that `grundy` or `values` writes as members of sets.
const MEMBERS_LIMIT: usize = 10_000_000;

/// The values of all tokens added up.
#[derive(Clone, Copy, Default)]
struct Total {
    /// The nim-sum of the finite values.
    nim_sum: u32,
    /// The number of infinite values.
    infinite: usize,
    /// The places of the first two infinite values.
    at: [u32; 2],
}

impl Total {
    fn add(&mut self, label: Label<'_>, vertex: u32) {
        match label {
            Label::Finite(value) => self.nim_sum ^= value,
            Label::Infinite(_) => {
                if let Some(at) = self.at.get_mut(self.infinite) {
                    *at = vertex;
                }
                self.infinite += 1;
            }
        }
    }

    /// Finds the total after one token went from one vertex to another.
    fn after(mut self, labels: &Labelling, from: u32, to: u32) -> Total {
        match labels.label(from) {
            Label::Finite(value) => self.nim_sum ^= value,
            Label::Infinite(_) => {
                if self.at[0] == from {
                    self.at[0] = self.at[1];
                }
                self.infinite -= 1;
            }
        }
        self.add(labels.label(to), to);
        self
    }

    /// Returns A, when the total is infinite: the members of ∞_A before the finite values are added.
    fn set<'l>(&self, labels: &'l Labelling) -> &'l [u32] {
        // The place of an infinite component is left over once all are finite.
        if self.infinite != 1 {
            return &[];
        }
        match labels.label(self.at[0]) {
            Label::Infinite(set) => set,
            Label::Finite(_) => &[],
        }
    }

    fn outcome(&self, labels: &Labelling) -> Outcome {
        match self.infinite {
            0 if self.nim_sum == 0 => Outcome::Lose,
            0 => Outcome::Win,
            _ if self.set(labels).binary_search(&self.nim_sum).is_ok() => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

struct Tokens {
    /// The graph.
    graph: Digraph,
    /// The indices of the vertices.
    vertices: Vertices,
    /// The vertices of the tokens.
    tokens: Vec<u32>,
    /// The values of all vertices.
    labels: Labelling,
    /// The values of the tokens, added up.
    total: Total,
}

impl Tokens {
    fn new(arcs: &[Edge], limit: u32, names: &[u32], context: &Context) -> Result<Tokens, Limit> {
        let budget = &context.budget;
        let vertices = Vertices::new(limit, arcs, names, budget)?;
        let mut buffer = Vec::new();
        let graph =
            Digraph::from_arcs(vertices.order(), vertices.edges(arcs, &mut buffer), budget)?;
        drop(buffer);
        let tokens: Vec<u32> = names.iter().map(|&name| vertices.index(name)).collect();
        context.notes.engine(GraphEngine::Labels);
        let labels = label(&graph, &tokens, budget)?;
        let mut total = Total::default();
        for &token in &tokens {
            total.add(labels.label(token), token);
        }
        Ok(Tokens {
            graph,
            vertices,
            tokens,
            labels,
            total,
        })
    }

    /// Says whether a move to a total serves this goal.
    fn serves(&self, goal: Goal) -> impl Fn(Total) -> bool + use<'_> {
        // The opponent must face this.
        let wanted = match self.total.outcome(&self.labels) {
            Outcome::Win => Some(Outcome::Lose),
            Outcome::Lose => None,
            Outcome::Draw => Some(Outcome::Draw),
        };
        move |total| match goal {
            Goal::Legal => true,
            Goal::Value(target) => total.infinite == 0 && u64::from(total.nim_sum) == target,
            Goal::Verdict => Some(total.outcome(&self.labels)) == wanted,
        }
    }

    /// Lists, by the vertex of a token, the vertices to which its legal moves lead if they leave a total with a property, ascending.
    /// Tokens on one vertex share an entry.
    fn reaching(&self, reaches: impl Fn(Total) -> bool) -> FxHashMap<u32, Vec<u32>> {
        let mut reaching = FxHashMap::default();
        for &from in &self.tokens {
            reaching.entry(from).or_insert_with(|| {
                let reaches = |&to: &u32| reaches(self.total.after(&self.labels, from, to));
                // Indices ascend as names do.
                self.graph
                    .followers(from)
                    .iter()
                    .copied()
                    .filter(reaches)
                    .sorted_unstable()
                    .dedup()
                    .collect()
            });
        }
        reaching
    }

    /// Visits the legal moves that lead to a total with a property.
    fn visit_if(&self, reaches: impl Fn(Total) -> bool, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let name = |vertex| u64::from(self.vertices.name(vertex));
        let reaching = self.reaching(reaches);
        for (index, from) in self.tokens.iter().enumerate() {
            let mut moves = reaching[from].iter().map(|&to| Move::Heap {
                index,
                from: name(*from),
                to: name(to),
            });
            moves.try_for_each(&mut *visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl OpenPosition for Tokens {
    fn evidence(&mut self, _: &[Ask]) -> Option<Evidence<'_>> {
        let name = |index: u32| self.vertices.name(index);
        let mut arcs = Vec::new();
        for from in 0..self.graph.order() as u32 {
            arcs.extend(
                self.graph
                    .followers(from)
                    .iter()
                    .map(|&to| Edge::new(name(from), name(to))),
            );
        }
        let tokens = self.tokens.iter().map(|&token| name(token)).collect();
        Some(Evidence::Arcs { arcs, tokens })
    }

    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(self.total.outcome(&self.labels))
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        Ok(self.visit_if(self.serves(goal), visit))
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let reaching = self.reaching(self.serves(goal));
        Ok(self
            .tokens
            .iter()
            .map(|from| reaching[from].len() as u128)
            .sum())
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        if self.total.infinite == 0 {
            return Ok(Value::Finite(u64::from(self.total.nim_sum)));
        }
        let set = self.total.set(&self.labels);
        check_members(set.len())?;
        let members = Value::Infinite(set.iter().map(|&value| value.into()).collect());
        Ok(mixed::add(
            &members,
            &Value::Finite(self.total.nim_sum.into()),
        ))
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        let mut members = 0;
        let value = |&token: &u32| {
            Ok(match self.labels.label(token) {
                Label::Finite(value) => Value::Finite(u64::from(value)),
                Label::Infinite(set) => {
                    members += set.len();
                    check_members(members)?;
                    Value::Infinite(set.iter().map(|&value| u64::from(value)).collect())
                }
            })
        };
        self.tokens.iter().map(value).collect()
    }

    /// Finds the remoteness of one token; several tokens have more positions together than the graph has vertices.
    fn remoteness(&mut self, budget: &Budget) -> Option<Result<Length, Fault>> {
        let &[token] = &self.tokens[..] else {
            return None;
        };
        let found = remoteness(&self.graph, |_| Some(false), budget);
        Some(match found {
            Ok(found) => Ok(length(found[token as usize])),
            Err(limit) => Err(limit.into()),
        })
    }

    fn numbers(&self) -> Option<usize> {
        Some(self.tokens.len())
    }

    fn drawing_moves(&mut self, rest: &Value, visit: &mut Visit<'_>) -> Visited {
        let draws = |total: Total| match rest {
            // An infinite total ∞_A and the value n are won if a member of A is the nim-sum of all finite values.
            Value::Finite(n) => {
                let own = u32::try_from(u64::from(total.nim_sum) ^ n);
                let wins = own.is_ok_and(|own| total.set(&self.labels).binary_search(&own).is_ok());
                total.infinite > 0 && !wins
            }
            // The finite value n wins next to the rest ∞_A if it is a member of A.
            Value::Infinite(set) => {
                total.infinite > 0 || set.binary_search(&u64::from(total.nim_sum)).is_err()
            }
        };
        Ok(self.visit_if(draws, visit))
    }
}

fn check_members(members: usize) -> Result<(), Fault> {
    if members <= MEMBERS_LIMIT {
        return Ok(());
    }
    let message =
        format!("the sets of infinite values have more than {MEMBERS_LIMIT} members to list");
    Err(Fault::new(Place::Game, message, "ask `verdict` instead"))
}
