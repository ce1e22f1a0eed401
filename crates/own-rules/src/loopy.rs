//! Play that need not end: outcomes found backwards, from where play ends.
//!
//! The positions that can be reached are the vertices of a graph, labelled by [`loopy`](grundy_graphs::loopy): a position
//! is lost if its label is 0, won if it is another number or ∞_A with 0 in A, else drawn (Smith 1966, Fraenkel).
//! A position that ends the game won leads to a lost one, one that ends it drawn leads to itself.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that are met have numbers of 32 bits"
)]

use std::collections::hash_map::Entry;

use fxhash::FxHashMap;
use grundy_base::edge::Edge;
use grundy_base::shares;

use super::reach::{Reach, Shown, Trouble};
use super::store::{DRAWN, ILLEGAL, Known, LOST, OPEN, UNKNOWN, WON, stuck};
use grundy_base::budget::{Budget, LimitKind};
use grundy_graphs::loopy::{Digraph, Label, label};
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::{RulePosition, names_of};
use grundy_rules::tree::Rule;

impl Reach {
    /// Solves a position of a game whose play need not end, and all that can be reached from it.
    ///
    /// # Errors
    ///
    /// Fails when a number does not fit, or a limit is passed.
    ///
    /// # Complexity
    ///
    /// Each position that can be reached is looked at once; 24 bytes a move, equal ones counted once where they are many,
    /// and 72 a position.
    pub fn solve_loopy(
        &mut self,
        rule: &Rule,
        position: &[i64],
        meter: &mut Meter,
        budget: &Budget,
    ) -> Result<(), Trouble> {
        let full = Trouble::Memory(self.store.len() as u64);
        let (root, _) = self.store.meet(position).ok_or(full)?;
        if self.store.known(root) != UNKNOWN {
            return Ok(());
        }
        self.limit(budget);
        let mut reached = Reached::from(root);
        self.store.set(root, OPEN);
        let allowed = meter.left();
        let size = |reach: &Reach| StoreSize {
            positions: reach.store.len(),
            bytes: reach.bytes(),
        };
        let collected = reached.collect(self, budget, size, |reach, id, reached| {
            let moved = reach.moves_from(rule, id, reached, meter);
            moved.map_err(|stop| match stop {
                EvalStop::Work => Trouble::Work(reach.store.len() as u64),
                EvalStop::Memory => Trouble::Memory(reach.store.len() as u64),
                _ => {
                    let position = RulePosition::from_slice(reach.store.position(id));
                    Trouble::Overflow(position, meter.place)
                }
            })
        });
        self.steps = self.steps.saturating_add(allowed - meter.left());
        let result = collected.and_then(|()| self.label(&reached, budget));
        if result.is_err() {
            for &id in &reached.found {
                if self.store.known(id) == OPEN {
                    self.store.set(id, UNKNOWN);
                }
            }
        }
        result
    }

    /// Lists the moves from a position as arcs, and meets what they leave.
    fn moves_from(
        &mut self,
        rule: &Rule,
        id: u32,
        reached: &mut Reached,
        meter: &mut Meter,
    ) -> Result<(), EvalStop> {
        let mut names = names_of(self.store.position(id));
        if let Some(ending) = rule.ending(&names, meter)? {
            self.store.set(id, ending as Known);
            return Ok(());
        }
        reached.begin_moves();
        rule.yielded(&mut names, meter, &mut |part, meter| {
            if part.iter().any(|&n| n < 0) {
                return Ok(());
            }
            let (to, known) = self.meet(rule, part, meter)?;
            if known == ILLEGAL {
                return Ok(());
            }
            if known == UNKNOWN {
                self.store.set(to, OPEN);
                reached.found.push(to);
            }
            reached.add_move(Edge::new(id, to))
        })?;
        if !reached.has_moves() {
            self.store.set(id, stuck(rule));
        }
        Ok(())
    }

    /// Labels the open positions among these by the moves between them, and to positions that were known before.
    fn label(&mut self, reached: &Reached, budget: &Budget) -> Result<(), Trouble> {
        let known = |id: u32| self.store.known(id);
        let met = self.store.len() as u64;
        let outcomes = outcomes_backward(&reached.found, &reached.arcs, known, met, budget)?;
        let looked_at = reached.found.len() + reached.arcs.len();
        self.steps = self.steps.saturating_add(looked_at as u64);
        for Labelled { id, outcome } in outcomes {
            self.store.set(id, outcome);
        }
        Ok(())
    }
}

/// The positions that can be reached from one, by their numbers or places, and the moves between them.
pub(crate) struct Reached {
    /// The positions that were not solved before, in the order in which they were met.
    pub(crate) found: Vec<u32>,
    /// The moves from them.
    pub(crate) arcs: Vec<Edge>,
    /// The number of moves from the positions before the one that is looked at.
    before: usize,
    /// The number of moves from this position at which the equal ones among them are looked for.
    most_moves: usize,
    /// The largest number of bytes of the graph.
    room: u64,
}

/// The number of moves after which it is looked whether memory has room for them.
const MOVES_AT_ONCE: usize = 1 << 12;

/// The size of what is known of positions.
pub(crate) struct StoreSize {
    /// The number of positions.
    pub(crate) positions: usize,
    /// The bytes held.
    pub(crate) bytes: u64,
}

impl Reached {
    /// Begins with a position.
    pub(crate) fn from(root: u32) -> Self {
        Reached {
            found: vec![root],
            arcs: Vec::new(),
            before: 0,
            most_moves: MOVES_AT_ONCE,
            room: 0,
        }
    }

    /// Begins the moves from a position.
    pub(crate) fn begin_moves(&mut self) {
        self.before = self.arcs.len();
        self.most_moves = MOVES_AT_ONCE;
    }

    /// Returns whether there are moves from the position.
    pub(crate) fn has_moves(&self) -> bool {
        self.arcs.len() > self.before
    }

    /// Adds a move from the position.
    ///
    /// # Errors
    ///
    /// Fails when the graph needs too much memory.
    pub(crate) fn add_move(&mut self, arc: Edge) -> Result<(), EvalStop> {
        self.arcs.push(arc);
        if !self.arcs.len().is_multiple_of(MOVES_AT_ONCE) {
            return Ok(());
        }
        if self.arcs.len() - self.before > self.most_moves {
            let mut moves = self.arcs.split_off(self.before);
            moves.sort_unstable();
            moves.dedup();
            self.most_moves = 2 * moves.len() + MOVES_AT_ONCE;
            self.arcs.append(&mut moves);
        }
        if bytes_of_graph(self.found.len(), self.arcs.len()) > self.room {
            return Err(EvalStop::Memory);
        }
        Ok(())
    }

    /// Meets all that can be reached: calls `moves_from` with every position that is found, which adds the moves from it
    /// and the positions they find.
    ///
    /// # Errors
    ///
    /// Fails where `moves_from` fails, or when the graph and what the solver holds need too much memory.
    pub(crate) fn collect<S>(
        &mut self,
        solver: &mut S,
        budget: &Budget,
        size: impl Fn(&S) -> StoreSize,
        mut moves_from: impl FnMut(&mut S, u32, &mut Self) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let most = shares::rules::positions(budget.memory);
        let mut shown = Shown::from(size(solver).positions);
        let mut next = 0;
        while let Some(&id) = self.found.get(next) {
            next += 1;
            let StoreSize { positions, bytes } = size(solver);
            shown.show(positions);
            self.room = most.saturating_sub(bytes);
            if bytes_of_graph(self.found.len(), self.arcs.len()) > self.room {
                return Err(Trouble::Memory(positions as u64));
            }
            moves_from(solver, id, self)?;
        }
        Ok(())
    }
}

/// Estimates the bytes of this many positions and moves while they are labelled: of the list of moves, the graph, and the
/// largest part with cycles.
fn bytes_of_graph(positions: usize, moves: usize) -> u64 {
    const BYTES_A_LABELLED_MOVE: u64 = 24;
    const BYTES_A_LABELLED_POSITION: u64 = 72;
    moves as u64 * BYTES_A_LABELLED_MOVE + positions as u64 * BYTES_A_LABELLED_POSITION
}

/// A position whose outcome was found.
pub(crate) struct Labelled {
    /// The number of the position, or its place.
    pub(crate) id: u32,
    /// The outcome.
    pub(crate) outcome: Known,
}

/// Finds the outcomes of the open positions among these by the moves between them, and to positions that were known
/// before.
pub(crate) fn outcomes_backward(
    found: &[u32],
    arcs: &[Edge],
    known: impl Fn(u32) -> Known,
    positions: u64,
    budget: &Budget,
) -> Result<Vec<Labelled>, Trouble> {
    // The positions of the graph by their place in it: those found, then those known before that moves lead to,
    // then one that is lost.
    let mut places = FxHashMap::default();
    let mut met = found.to_vec();
    places.extend(found.iter().zip(0..).map(|(&id, place)| (id, place)));
    for &Edge { to, .. } in arcs {
        if let Entry::Vacant(entry) = places.entry(to) {
            entry.insert(met.len() as u32);
            met.push(to);
        }
    }
    let lost = met.len() as u32;
    let mut moves: Vec<Edge> = Vec::with_capacity(arcs.len());
    for arc in arcs {
        moves.push(arc.map(|id| places[&id]));
    }
    let mut starts = Vec::new();
    for (&id, place) in met.iter().zip(0..) {
        match known(id) {
            WON => moves.push(Edge::new(place, lost)),
            DRAWN => moves.push(Edge::new(place, place)),
            OPEN => starts.push(place),
            _ => {}
        }
    }
    let labels = Digraph::from_arcs(met.len() + 1, &moves, budget)
        .and_then(|graph| label(&graph, &starts, budget))
        .map_err(|limit| match limit.kind {
            LimitKind::Work => Trouble::Work(positions),
            _ => Trouble::Memory(positions),
        })?;
    let outcome = |place: u32| match labels.label(place) {
        Label::Finite(0) => LOST,
        Label::Finite(_) => WON,
        Label::Infinite(values) if values.contains(&0) => WON,
        Label::Infinite(_) => DRAWN,
    };
    let of = |place: u32| Labelled {
        id: met[place as usize],
        outcome: outcome(place),
    };
    Ok(starts.into_iter().map(of).collect())
}
