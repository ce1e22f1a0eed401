//! Depth-first proof-number search over the questions "is the value of C the nimber n?".
//!
//! ```text
//!   (C, n)   the player to move wins C + ∗n, or the value of C is n
//!      ├── (C′, n ⊕ v)   a move in C: C′ is the largest part of what is left, v the value of the others
//!      └── (C, m)        a move in ∗n, for each m < n that is not excluded yet
//!
//!   phi   least delta of the children          to prove a win: the value is not n
//!   delta largest phi + (children left) − 1    to prove a loss: the value is n
//! ```
//!
//! The stack is a list of its own, so the depth of a search is bounded by memory, which is counted.

use super::frame::{Cut, Frame, Standing, bytes, capped};
use super::table::{Entry, INFINITE, Lookup, Numbers, TranspositionTable};
use super::{ComponentGame, Components, SearchMeter, Set, Small};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::progress::{SEARCHES, Task, engine};

/// Nodes after which a search shows how far it is.
const SHOWN_NODES: u64 = 1 << 14;

/// A threshold never reached.
pub(super) const NEVER: u32 = 1 << 30;

/// A search and all it knows: a table of components, within a budget.
pub struct ProofSearch<G: ComponentGame> {
    pub(super) game: G,
    pub(super) table: TranspositionTable<G::Set>,
    pub(super) small: Small<G::Set>,
    pub(super) meter: SearchMeter,
    pub(super) frames: Vec<Frame<G::Set>>,
    /// Bytes of the frames in use.
    pub(super) held: u64,
    pub(super) parts: Components<G::Set>,
    pub(super) flat: Vec<(G::Set, u64)>,
    pub(super) cuts: Vec<Cut>,
    /// The options of the node that is expanded, with their places in the order of moves.
    pub(super) options: Vec<(G::Set, u32)>,
    pub(super) tags: Vec<u32>,
    pub(super) nodes: u64,
    /// Announced once it takes long, with the nodes told of so far.
    telling: (Option<Task>, u64),
}

/// How far work at a frame has come.
enum Visit {
    /// Another frame was entered above it.
    Deeper,
    /// Its proof numbers, final or beyond its thresholds.
    Numbers(u16, u16),
}

impl<G: ComponentGame> std::fmt::Debug for ProofSearch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofSearch")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<G: ComponentGame> ProofSearch<G> {
    /// Makes a fresh search. `small` may bring values from searches of the same game.
    pub fn new(game: G, small: Small<G::Set>, budget: Budget) -> Self {
        ProofSearch {
            game,
            table: TranspositionTable::new(budget.memory / 2),
            small,
            meter: SearchMeter::new(budget),
            frames: Vec::new(),
            held: 0,
            parts: Components::new(),
            flat: Vec::new(),
            cuts: Vec::new(),
            options: Vec::new(),
            tags: Vec::new(),
            nodes: 0,
            telling: (None, 0),
        }
    }

    /// Returns the steps spent.
    pub fn meter(&mut self) -> &mut SearchMeter {
        &mut self.meter
    }

    /// Returns the values of small components, for the next search of the same game.
    pub fn into_small(self) -> Small<G::Set> {
        self.small
    }

    /// Returns how many components it knows.
    pub fn known_components(&self) -> usize {
        self.table.used
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn value(&mut self, position: G::Set) -> Result<u32, Limit> {
        let (mut value, open) = self.parts_of(position);
        for component in open {
            value ^= self.component(&component)?;
        }
        Ok(value)
    }

    /// Returns whether the value of a position is this nimber.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn is(&mut self, position: G::Set, nimber: u32) -> Result<bool, Limit> {
        let (value, mut open) = self.parts_of(position);
        let mut wanted = value ^ nimber;
        let Some(largest) = (0..open.len()).max_by_key(|&i| open[i].count()) else {
            return Ok(wanted == 0);
        };
        let largest = open.swap_remove(largest);
        for component in open {
            wanted ^= self.component(&component)?;
        }
        self.ask(&largest, wanted)
    }

    /// Returns the least value not excluded so far of a position that is one component or none.
    pub fn least(&mut self, position: G::Set) -> u32 {
        match self.parts_of(position) {
            (0, open) if open.len() == 1 => self.least_of(&open[0]),
            _ => 0,
        }
    }

    /// Returns the least value not excluded of a component.
    fn least_of(&self, component: &G::Set) -> u32 {
        self.table
            .find(component, component.hashed())
            .map_or(0, Entry::least)
    }

    fn parts_of(&mut self, position: G::Set) -> (u32, Vec<G::Set>) {
        let mut parts = Components::new();
        self.game.split(position, &mut parts);
        (parts.nim_sum, parts.open)
    }

    /// Returns the value of a component.
    fn component(&mut self, component: &G::Set) -> Result<u32, Limit> {
        if let Some(value) = self.known(component, component.hashed()) {
            return Ok(value);
        }
        let mut nimber = 0;
        while !self.ask(component, nimber)? {
            nimber += 1;
        }
        Ok(nimber)
    }

    fn ask(&mut self, component: &G::Set, nimber: u32) -> Result<bool, Limit> {
        let hash = component.hashed();
        if let Some(value) = self.known(component, hash) {
            return Ok(value == nimber);
        }
        if self.look(component, hash, nimber) == (0, INFINITE) {
            return Ok(false);
        }
        self.prove(*component, nimber)
    }

    /// Returns the value of a component, if it is known or small.
    #[inline]
    pub(super) fn known(&mut self, component: &G::Set, hash: u64) -> Option<u32> {
        if component.count() <= self.game.small() {
            return Some(self.small.value_of(&self.game, component, hash));
        }
        match self.table.find(component, hash) {
            Some(entry) => entry.value(),
            None if self.game.is_mirrored(component) => {
                self.table.entry(component, hash).settle(0);
                Some(0)
            }
            None => None,
        }
    }

    /// Returns the proof numbers of a question: those kept, or a guess from the number of moves.
    #[inline]
    pub(super) fn look(&self, component: &G::Set, hash: u64, nimber: u32) -> (u16, u16) {
        match self
            .table
            .find(component, hash)
            .map(|entry| entry.asked(nimber))
        {
            Some(Lookup::Yes) => (INFINITE, 0),
            Some(Lookup::No) => (0, INFINITE),
            Some(Lookup::Open(Some(numbers))) => (numbers.phi, numbers.delta),
            Some(Lookup::Open(None)) | None => {
                if nimber > self.game.bound(component) {
                    return (0, INFINITE);
                }
                (1, capped(1 + self.game.mobility(component) / 2))
            }
        }
    }

    /// Answers a question that is open.
    fn prove(&mut self, set: G::Set, nimber: u32) -> Result<bool, Limit> {
        let mut depth = 0;
        self.held = 0;
        self.enter(depth, set, nimber, NEVER, NEVER)?;
        loop {
            let Visit::Numbers(phi, delta) = self.visit(depth)? else {
                depth += 1;
                if self.nodes - self.telling.1 >= SHOWN_NODES {
                    self.tell(&set);
                }
                continue;
            };
            self.leave(depth);
            let solved = self.frames[depth].nimber;
            if depth == 0 {
                return Ok(delta == 0);
            }
            depth -= 1;
            let frame = &mut self.frames[depth];
            let child = &mut frame.children[frame.chosen];
            if !frame.valuing {
                (child.phi, child.delta) = (phi, delta);
            } else if delta == 0 {
                frame.valuing = false;
                child.rest.end -= 1;
                child.nimber ^= solved;
                self.look_again(depth);
            } else {
                let part = frame.rest[child.rest.end as usize - 1];
                let least = self.least_of(&part).max(solved + 1);
                depth += 1;
                self.enter(depth, part, least, NEVER, NEVER)?;
            }
        }
    }

    /// Shows how far the search for a component is.
    #[cold]
    fn tell(&mut self, component: &G::Set) {
        let least = self.least_of(component);
        let (searching, told) = &mut self.telling;
        engine("proof-number search over components and nimbers");
        let searching = searching.get_or_insert_with(|| SEARCHES.begin(0));
        searching.add(self.nodes - *told);
        *told = self.nodes;
        searching.load([self.table.used as u64, self.table.most as u64, least.into()]);
    }

    /// Looks at the chosen child again, when all of its parts but the largest are valued.
    fn look_again(&mut self, depth: usize) {
        let frame = &self.frames[depth];
        let child = &frame.children[frame.chosen];
        if child.rest.is_empty() {
            let numbers = self.look(&child.set, child.hash, child.nimber);
            let frame = &mut self.frames[depth];
            let child = &mut frame.children[frame.chosen];
            (child.phi, child.delta) = numbers;
        }
    }

    /// Works at a frame until it is proved or passes its thresholds, which gives its proof numbers, or
    /// until another frame has been entered above it.
    fn visit(&mut self, depth: usize) -> Result<Visit, Limit> {
        loop {
            let frame = &mut self.frames[depth];
            let Standing {
                phi,
                second,
                delta,
                open,
                best,
            } = frame.standing();
            let effort = self.meter.units() - frame.began;
            if open == 0 {
                let entry = self.table.entry(&frame.set, frame.hash);
                entry.settle(frame.nimber);
                entry.spent(effort);
                return Ok(Visit::Numbers(INFINITE, 0));
            }
            if phi == 0 {
                let entry = self.table.entry(&frame.set, frame.hash);
                entry.exclude(frame.nimber);
                entry.spent(effort);
                return Ok(Visit::Numbers(0, INFINITE));
            }
            if u32::from(phi) >= frame.most_phi || u32::from(delta) >= frame.most_delta {
                let numbers = Numbers {
                    nimber: frame.nimber as u16,
                    phi,
                    delta,
                };
                self.table
                    .entry(&frame.set, frame.hash)
                    .keep(numbers, effort);
                return Ok(Visit::Numbers(phi, delta));
            }
            frame.chosen = best;
            let child = &frame.children[best];
            if let Some(last) = child
                .rest
                .end
                .checked_sub(1)
                .filter(|_| !child.rest.is_empty())
            {
                let part = frame.rest[last as usize];
                match self.known(&part, part.hashed()) {
                    Some(value) => {
                        let child = &mut self.frames[depth].children[best];
                        child.rest.end -= 1;
                        child.nimber ^= value;
                        self.look_again(depth);
                        continue;
                    }
                    None => {
                        self.frames[depth].valuing = true;
                        let least = self.least_of(&part);
                        self.enter(depth + 1, part, least, NEVER, NEVER)?;
                        return Ok(Visit::Deeper);
                    }
                }
            }
            let (set, hash, nimber, kept) = (
                child.set,
                child.hash,
                child.nimber,
                (child.phi, child.delta),
            );
            let (most_phi, most_delta) = (frame.most_phi, frame.most_delta);
            let now = self.look(&set, hash, nimber);
            if now != kept {
                let child = &mut self.frames[depth].children[best];
                (child.phi, child.delta) = now;
                continue;
            }
            let own_delta = most_delta;
            let most_delta = most_phi
                .min(u32::from(second) + u32::from(second) / 4 + 1)
                .max(u32::from(now.1) + 1);
            let most_phi = own_delta.saturating_sub(open - 1).max(u32::from(now.0) + 1);
            self.enter(depth + 1, set, nimber, most_phi, most_delta)?;
            return Ok(Visit::Deeper);
        }
    }

    /// Opens a frame for a question and fills it with the question's children.
    pub(super) fn enter(
        &mut self,
        depth: usize,
        set: G::Set,
        nimber: u32,
        most_phi: u32,
        most_delta: u32,
    ) -> Result<(), Limit> {
        let (began, hash) = (self.meter.units(), set.hashed());
        let (mut children, mut rest) = match self.frames.get_mut(depth) {
            Some(frame) => (
                std::mem::take(&mut frame.children),
                std::mem::take(&mut frame.rest),
            ),
            None => (Vec::new(), Vec::new()),
        };
        children.clear();
        rest.clear();
        let (chosen, valuing) = (0, false);
        let frame = Frame {
            set,
            hash,
            nimber,
            most_phi,
            most_delta,
            children,
            rest,
            chosen,
            valuing,
            began,
        };
        match self.frames.get_mut(depth) {
            Some(place) => *place = frame,
            None => self.frames.push(frame),
        }
        self.expand(depth)?;
        let frame = &self.frames[depth];
        self.held += bytes(frame);
        if self.held > self.meter.budget().memory / 4 {
            return Err(Limit::memory(format!(
                "the search of this position takes more than {} bytes",
                self.meter.budget().memory
            )));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, depth: usize) {
        self.held -= bytes(&self.frames[depth]);
    }
}
