//! Tokens on a directed graph: a move takes one token along an arc; a player who cannot move loses, and
//! play that never ends is a draw.
//!
//! Tokens do not hinder each other, so a position is a sum, with the values of Smith and Fraenkel
//! (see [`loopy`](crate::theory::loopy)). With n the nim-sum of the finite values: no infinite
//! one, lost exactly when n = 0; one infinite, ∞_A, won exactly when n ∈ A and drawn otherwise;
//! more of them, drawn.

use std::ops::ControlFlow;

use fxhash::FxHashMap;

use super::listing::{MOST_MOVES, too_many_moves};
use super::part::Part;
use super::vertices::{Vertices, declared, named};
use super::{Context, Game, Instance, Opening, Visit};
use crate::record::{Fault, Move, Outcome, Place, Record, Signature, Slot, Value, View, Words};
use crate::theory::budget::{Budget, Limit};
use crate::theory::loopy::{Digraph, Label, Labelling, label};

/// Tokens on a directed graph.
#[derive(Debug)]
pub struct Graph;

static SIGNATURE: Signature = Words {
    name: "graph",
    summary: "move tokens along the arcs of a directed graph; endless play is a draw",
    how_to_play: "Tokens stand on vertices of a directed graph, any number of them on one. A move \
         takes one token along an arc. A player who cannot move loses; play that never ends \
         is a draw.",
    limits: "2147483647 vertices and arcs, as memory allows: some 40 bytes a vertex and 20 an \
         arc",
    example: "graph 4 1>2 2>3 3>1 3>4: 1 3",
}
.numbers(View::Tokens, "TOKEN…")
.slots(&[Slot::Arcs]);

impl Game for Graph {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        let (limit, arcs) = declared(&record.rules)?;
        let names = named(&record.position.numbers, limit)?;
        Ok(Box::new(Opened { arcs, limit, names, context, tokens: None }))
    }
}

/// A record checked; its graph is built when something is asked.
struct Opened<'a> {
    arcs: &'a [(u32, u32)],
    limit: u32,
    names: Vec<u32>,
    context: &'a Context,
    tokens: Option<Tokens>,
}

impl Opened<'_> {
    fn tokens(&mut self) -> Result<&mut Tokens, Fault> {
        let tokens = match self.tokens.take() {
            Some(tokens) => tokens,
            None => Tokens::new(self.arcs, self.limit, &self.names, &self.context.budget)?,
        };
        Ok(self.tokens.insert(tokens))
    }
}

impl Instance for Opened<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(self.tokens()?.outcome())
    }

    fn count(&mut self) -> Result<u128, Fault> {
        Ok(self.tokens()?.count())
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        self.tokens()?.moves()
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        Ok(self.tokens()?.best())
    }

    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let _ = self.tokens()?.visit_moves(&mut |mv, _| visit(mv));
        Ok(())
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        self.tokens()?.grundy()
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        self.tokens()?.values()
    }

    fn part(&mut self) -> Option<&mut dyn Part> {
        Some(self)
    }
}

impl Part for Opened<'_> {
    fn numbers(&self) -> usize {
        self.names.len()
    }

    fn count_to(&mut self, target: u64) -> Result<u128, Fault> {
        let mut count = 0;
        self.moves_to(target, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    fn moves_to(&mut self, target: u64, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let _ = self.tokens()?.visit_moves(&mut |mv, total| {
            let reaches = total.infinite == 0 && u64::from(total.nim_sum) == target;
            if reaches { visit(mv) } else { ControlFlow::Continue(()) }
        });
        Ok(())
    }

    fn drawing_moves(&mut self, rest: &Value, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let tokens = self.tokens()?;
        let _ = tokens.visit_moves(&mut |mv, total| {
            let draws = match rest {
                Value::Finite(n) => total.infinite > 0 && !tokens.wins_beside(total, *n),
                // Beside the rest ∞_A, the finite value n wins where it is a member of A.
                Value::Infinite(set) => {
                    total.infinite > 0 || set.binary_search(&u64::from(total.nim_sum)).is_err()
                }
            };
            if draws { visit(mv) } else { ControlFlow::Continue(()) }
        });
        Ok(())
    }
}

/// The most numbers that `grundy` or `values` writes as members of sets.
const MEMBERS_LIMIT: usize = 10_000_000;

/// The values of all tokens added up.
#[derive(Clone, Copy, Default)]
struct Total {
    /// Of the finite ones.
    nim_sum: u32,
    /// How many are infinite.
    infinite: usize,
    /// Where the first two of those stand.
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

    /// The total after one token went from one vertex to another.
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

    /// A, when the total is infinite: the members of ∞_A before the finite values are added.
    fn set<'l>(&self, labels: &'l Labelling) -> &'l [u32] {
        match labels.label(self.at[0]) {
            Label::Infinite(set) if self.infinite == 1 => set,
            _ => &[],
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
    graph: Digraph,
    vertices: Vertices,
    tokens: Vec<u32>,
    labels: Labelling,
    total: Total,
    /// For each vertex with a token: where the moves that reach the verdict lead. Tokens that
    /// share a vertex share them.
    reaching: FxHashMap<u32, Vec<u32>>,
}

impl Tokens {
    fn new(arcs: &[(u32, u32)], limit: u32, names: &[u32], budget: &Budget) -> Result<Tokens, Limit> {
        let vertices = Vertices::new(limit, arcs, names, budget)?;
        let mut buffer = Vec::new();
        let graph = Digraph::from_arcs(vertices.order(), vertices.edges(arcs, &mut buffer), budget)?;
        drop(buffer);
        let tokens: Vec<u32> = names.iter().map(|&name| vertices.index(name)).collect();
        let labels = label(&graph, &tokens, budget)?;
        let mut total = Total::default();
        tokens.iter().for_each(|&token| total.add(labels.label(token), token));
        Ok(Tokens { graph, vertices, tokens, labels, total, reaching: FxHashMap::default() })
    }

    fn outcome(&self) -> Outcome {
        self.total.outcome(&self.labels)
    }

    /// The followers of a vertex, ascending, each once. Indices ascend as names do.
    fn followers(&self, vertex: u32) -> Vec<u32> {
        let mut followers = self.graph.followers(vertex).to_vec();
        followers.sort_unstable();
        followers.dedup();
        followers
    }

    /// Where a token on this vertex may go to reach the verdict, ascending.
    fn reaching(&mut self, vertex: u32) -> &[u32] {
        if !self.reaching.contains_key(&vertex) {
            // What the opponent must face.
            let goal = match self.outcome() {
                Outcome::Win => Some(Outcome::Lose),
                Outcome::Lose => None,
                Outcome::Draw => Some(Outcome::Draw),
            };
            let mut followers = self.followers(vertex);
            followers
                .retain(|&to| Some(self.total.after(&self.labels, vertex, to).outcome(&self.labels)) == goal);
            self.reaching.insert(vertex, followers);
        }
        self.reaching.get(&vertex).map_or(&[], Vec::as_slice)
    }

    fn count(&mut self) -> u128 {
        if self.outcome() != Outcome::Win {
            return 0;
        }
        (0..self.tokens.len()).map(|i| self.reaching(self.tokens[i]).len() as u128).sum()
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        for index in 0..self.tokens.len() {
            let from = self.tokens[index];
            let reaching = self.reaching(from).len();
            if (moves.len() + reaching) as u64 > MOST_MOVES {
                return Err(too_many_moves(MOST_MOVES));
            }
            for place in 0..reaching {
                let to = self.reaching(from)[place];
                moves.push(self.name_move(index, from, to));
            }
        }
        Ok(moves)
    }

    fn best(&mut self) -> Option<Move> {
        for index in 0..self.tokens.len() {
            let from = self.tokens[index];
            let to = match self.outcome() {
                Outcome::Lose => self.graph.followers(from).iter().copied().min(),
                _ => self.reaching(from).first().copied(),
            };
            if let Some(to) = to {
                return Some(self.name_move(index, from, to));
            }
        }
        None
    }

    fn name_move(&self, index: usize, from: u32, to: u32) -> Move {
        let name = |vertex| u64::from(self.vertices.name(vertex));
        Move::Heap { index, from: name(from), to: name(to) }
    }

    fn grundy(&self) -> Result<Value, Fault> {
        if self.total.infinite == 0 {
            return Ok(Value::Finite(u64::from(self.total.nim_sum)));
        }
        let set = self.total.set(&self.labels);
        check_members(set.len())?;
        let mut members: Vec<u64> = set.iter().map(|&value| u64::from(value ^ self.total.nim_sum)).collect();
        members.sort_unstable();
        Ok(Value::Infinite(members))
    }

    /// Visits the legal moves, each with the total it leads to.
    fn visit_moves(&self, visit: &mut dyn FnMut(Move, Total) -> ControlFlow<()>) -> ControlFlow<()> {
        for (index, &from) in self.tokens.iter().enumerate() {
            for to in self.followers(from) {
                visit(self.name_move(index, from, to), self.total.after(&self.labels, from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether an infinite total and a rest of finite value are won by the player to move.
    fn wins_beside(&self, total: Total, rest: u64) -> bool {
        let own = u64::from(total.nim_sum) ^ rest;
        let member = u32::try_from(own).ok();
        member.is_some_and(|member| total.set(&self.labels).binary_search(&member).is_ok())
    }

    fn values(&self) -> Result<Vec<Value>, Fault> {
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
}

fn check_members(members: usize) -> Result<(), Fault> {
    if members <= MEMBERS_LIMIT {
        return Ok(());
    }
    let message = format!("the sets of infinite values have more than {MEMBERS_LIMIT} members to list");
    Err(Fault::new(Place::Game, message, "ask `verdict` instead"))
}
