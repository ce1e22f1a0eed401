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

#![expect(
    clippy::cast_possible_truncation,
    reason = "values are at most the number of cells, 4,096, and nim-sums of them below 8,192"
)]

use super::bits::Set;
use super::frame::{Child, Cut, Frame, Standing, Thresholds, bytes, capped};
use super::game::{ComponentGame, Components};
use super::meter::SearchMeter;
use super::small::Small;
use super::table::{Entry, Lookup, ProofNumbers, TableQuestion, TranspositionTable};
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_base::sync::progress::{SEARCHES, SearchLoad, Task};

/// The number of nodes after which a search shows how far it is.
const SHOWN_NODES: u64 = 1 << 14;

/// A search and all it knows: a table of components, within a budget.
pub struct ProofSearch<S: Set> {
    /// The game.
    pub(super) game: Box<dyn ComponentGame<Set = S>>,
    /// The table of what is known of components.
    pub(super) table: TranspositionTable<S>,
    /// The values of small components.
    pub(super) small: Small<S>,
    /// The meter of the work.
    pub(super) meter: SearchMeter,
    /// The questions on the path.
    pub(super) frames: Vec<Frame<S>>,
    /// The bytes of the frames in use.
    pub(super) held: u64,
    /// The parts of one option, which the next ones overwrite.
    pub(super) parts: Components<S>,
    /// The parts of the options that are taken together.
    pub(super) flat: Vec<HashedPart<S>>,
    /// The options that are taken together.
    pub(super) cuts: Vec<Cut>,
    /// The options of the node that is expanded.
    pub(super) options: Vec<OrderedOption<S>>,
    /// The short hashes of the children of the node that is expanded.
    pub(super) tags: Vec<u32>,
    /// The number of questions expanded.
    pub(super) nodes: u64,
    /// Whether depth-first search takes turns.
    pub(super) takes_turns: bool,
    /// The progress that is shown once the search takes long.
    shown: Option<Task>,
    /// The nodes that are shown so far.
    shown_nodes: u64,
}

/// A component with its hash.
#[derive(Clone, Copy)]
pub(super) struct HashedPart<S> {
    /// The component.
    pub(super) part: S,
    /// The hash.
    pub(super) hash: u64,
}

/// The component that a move leaves, with its place in the order of moves.
#[derive(Clone, Copy)]
pub(super) struct OrderedOption<S> {
    /// The position that the move leaves.
    pub(super) left: S,
    /// The place in the order of moves.
    pub(super) order: u32,
}

/// The stage of the work at a frame.
enum Visit {
    /// Another frame was entered above it.
    Deeper,
    /// Work at it has ended with these proof numbers, which are final or beyond its thresholds.
    Ended(ProofNumbers),
}

impl<S: Set> std::fmt::Debug for ProofSearch<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofSearch")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<S: Set> ProofSearch<S> {
    /// Makes a fresh search.
    pub fn new(
        game: impl ComponentGame<Set = S> + 'static,
        small: Small<S>,
        budget: Budget,
    ) -> Self {
        ProofSearch {
            game: Box::new(game),
            table: TranspositionTable::new(shares::placement::proofs(budget.memory)),
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
            takes_turns: false,
            shown: None,
            shown_nodes: 0,
        }
    }

    /// Returns the meter of the work.
    pub fn meter(&mut self) -> &mut SearchMeter {
        &mut self.meter
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn value(&mut self, position: S) -> Result<u32, Limit> {
        let parts = self.parts_of(position);
        let mut value = parts.nim_sum;
        for component in parts.open {
            value ^= self.component(&component)?;
        }
        Ok(value)
    }

    /// Returns whether the value of a position is this nimber.
    ///
    /// # Errors
    ///
    /// Fails when it would pass the budget.
    pub fn is(&mut self, position: S, nimber: u32) -> Result<bool, Limit> {
        let Components { nim_sum, mut open } = self.parts_of(position);
        let mut wanted = nim_sum ^ nimber;
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
    pub fn least(&mut self, position: S) -> u32 {
        let parts = self.parts_of(position);
        match parts.open[..] {
            [component] if parts.nim_sum == 0 => self.least_of(&component),
            _ => 0,
        }
    }

    /// Returns the least value not excluded of a component.
    fn least_of(&self, component: &S) -> u32 {
        self.table
            .find(component, component.hashed())
            .map_or(0, Entry::least)
    }

    /// Splits a position.
    fn parts_of(&mut self, position: S) -> Components<S> {
        let mut parts = Components::new();
        self.game.split(position, &mut parts);
        parts
    }

    /// Returns the value of a component.
    fn component(&mut self, component: &S) -> Result<u32, Limit> {
        if let Some(value) = self.known(component, component.hashed()) {
            return Ok(value);
        }
        let mut nimber = 0;
        while !self.ask(component, nimber)? {
            nimber += 1;
        }
        Ok(nimber)
    }

    /// Returns whether the value of a component is this nimber.
    fn ask(&mut self, component: &S, nimber: u32) -> Result<bool, Limit> {
        let hash = component.hashed();
        if let Some(value) = self.known(component, hash) {
            return Ok(value == nimber);
        }
        if self.look(component, hash, nimber) == ProofNumbers::WON {
            return Ok(false);
        }
        if self.takes_turns {
            return self.prove_in_turns(*component, nimber);
        }
        self.prove(*component, nimber)
    }

    /// Returns the value of a component, if it is known or small.
    #[inline]
    pub(super) fn known(&mut self, component: &S, hash: u64) -> Option<u32> {
        if component.count() <= self.game.small() {
            return Some(self.small.value_of(&*self.game, component, hash));
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
    pub(super) fn look(&self, component: &S, hash: u64, nimber: u32) -> ProofNumbers {
        let entry = self.table.find(component, hash);
        match entry.map(|entry| entry.asked(nimber)) {
            Some(Lookup::Yes) => ProofNumbers::LOST,
            Some(Lookup::No) => ProofNumbers::WON,
            Some(Lookup::Open(Some(numbers))) => numbers,
            Some(Lookup::Open(None)) | None => {
                if nimber > self.game.bound(component) {
                    return ProofNumbers::WON;
                }
                ProofNumbers {
                    phi: 1,
                    delta: capped(1 + self.game.mobility(component) / 2),
                }
            }
        }
    }

    /// Answers a question that is open.
    pub(super) fn prove(&mut self, set: S, nimber: u32) -> Result<bool, Limit> {
        let mut depth = 0;
        self.held = 0;
        self.enter(depth, set, nimber, Thresholds::NEVER)?;
        loop {
            let Visit::Ended(numbers) = self.visit(depth)? else {
                depth += 1;
                if self.nodes - self.shown_nodes >= SHOWN_NODES {
                    self.show(&set);
                }
                continue;
            };
            self.leave(depth);
            let solved = self.frames[depth].nimber;
            let is_value = numbers.delta == 0;
            if depth == 0 {
                return Ok(is_value);
            }
            depth -= 1;
            let frame = &mut self.frames[depth];
            let child = &mut frame.children[frame.chosen];
            if !frame.valuing {
                child.numbers = numbers;
            } else if is_value {
                frame.valuing = false;
                self.value_last_part(depth, solved);
            } else {
                let part = frame.rest[child.rest.end as usize - 1];
                let least = self.least_of(&part).max(solved + 1);
                depth += 1;
                self.enter(depth, part, least, Thresholds::NEVER)?;
            }
        }
    }

    /// Shows how far the search for a component is.
    #[cold]
    fn show(&mut self, component: &S) {
        let least = self.least_of(component);
        let task = self.shown.get_or_insert_with(|| SEARCHES.begin(0));
        task.add(self.nodes - self.shown_nodes);
        self.shown_nodes = self.nodes;
        task.load(SearchLoad {
            used: self.table.used as u64,
            most: self.table.most as u64,
            least_value: least.into(),
        });
    }

    /// Takes the last part of the chosen child, which has this value, into its nimber. Looks at the child again when all
    /// of its parts but the largest are valued.
    fn value_last_part(&mut self, depth: usize, value: u32) {
        let frame = &mut self.frames[depth];
        let child = &mut frame.children[frame.chosen];
        child.rest.end -= 1;
        child.nimber ^= value;
        if !child.rest.is_empty() {
            return;
        }
        let Child {
            set, hash, nimber, ..
        } = *child;
        let numbers = self.look(&set, hash, nimber);
        let frame = &mut self.frames[depth];
        frame.children[frame.chosen].numbers = numbers;
    }

    /// Works at a frame until it is proved or passes its thresholds, which gives its proof numbers, or
    /// until another frame has been entered above it.
    fn visit(&mut self, depth: usize) -> Result<Visit, Limit> {
        loop {
            let standing = self.frames[depth].standing();
            if let Some(numbers) = self.ended(depth, standing) {
                return Ok(Visit::Ended(numbers));
            }
            let frame = &mut self.frames[depth];
            frame.chosen = standing.best;
            let child = &frame.children[standing.best];
            if !child.rest.is_empty() {
                let part = frame.rest[child.rest.end as usize - 1];
                if let Some(value) = self.known(&part, part.hashed()) {
                    self.value_last_part(depth, value);
                    continue;
                }
                self.frames[depth].valuing = true;
                let least = self.least_of(&part);
                self.enter(depth + 1, part, least, Thresholds::NEVER)?;
                return Ok(Visit::Deeper);
            }
            let Child {
                set,
                hash,
                nimber,
                numbers: kept,
                ..
            } = *child;
            let thresholds = frame.thresholds;
            let numbers = self.look(&set, hash, nimber);
            if numbers != kept {
                self.frames[depth].children[standing.best].numbers = numbers;
                continue;
            }
            let of_child = thresholds_of_child(thresholds, standing, numbers);
            self.enter(depth + 1, set, nimber, of_child)?;
            return Ok(Visit::Deeper);
        }
    }

    /// Enters in the table what is known of a frame, if that is proved or passes its thresholds, and returns its proof
    /// numbers.
    fn ended(&mut self, depth: usize, standing: Standing) -> Option<ProofNumbers> {
        let Standing { numbers, open, .. } = standing;
        let frame = &self.frames[depth];
        let effort = self.meter.units() - frame.began;
        if open == 0 {
            let entry = self.table.entry(&frame.set, frame.hash);
            entry.settle(frame.nimber);
            entry.spent(effort);
            return Some(ProofNumbers::LOST);
        }
        if numbers.phi == 0 {
            let entry = self.table.entry(&frame.set, frame.hash);
            entry.exclude(frame.nimber);
            entry.spent(effort);
            return Some(ProofNumbers::WON);
        }
        let thresholds = frame.thresholds;
        if u32::from(numbers.phi) < thresholds.phi && u32::from(numbers.delta) < thresholds.delta {
            return None;
        }
        let asked = TableQuestion {
            nimber: frame.nimber as u16,
            numbers,
        };
        self.table.entry(&frame.set, frame.hash).keep(asked, effort);
        Some(numbers)
    }

    /// Opens a frame for a question and fills it with the question's children.
    pub(super) fn enter(
        &mut self,
        depth: usize,
        set: S,
        nimber: u32,
        thresholds: Thresholds,
    ) -> Result<(), Limit> {
        let began = self.meter.units();
        // The lists of the frame that was at this depth before are used again.
        let mut children = Vec::new();
        let mut rest = Vec::new();
        if let Some(before) = self.frames.get_mut(depth) {
            children = std::mem::take(&mut before.children);
            rest = std::mem::take(&mut before.rest);
        }
        children.clear();
        rest.clear();
        let frame = Frame {
            set,
            hash: set.hashed(),
            nimber,
            thresholds,
            children,
            rest,
            chosen: 0,
            valuing: false,
            began,
        };
        match self.frames.get_mut(depth) {
            Some(place) => *place = frame,
            None => self.frames.push(frame),
        }
        self.expand(depth)?;
        let frame = &self.frames[depth];
        self.held += bytes(frame);
        let memory = self.meter.budget().memory;
        if self.held > shares::placement::frames_of_a_search(memory) {
            return Err(Limit::memory(format!(
                "the search of this position takes more than {memory} bytes"
            )));
        }
        Ok(())
    }

    /// Leaves a frame.
    pub(super) fn leave(&mut self, depth: usize) {
        self.held -= bytes(&self.frames[depth]);
    }
}

/// Returns the thresholds of the best child: work on it ends when another child looks better by a quarter, or when the
/// question passes its own thresholds. At least one step is made.
fn thresholds_of_child(
    own: Thresholds,
    standing: Standing,
    numbers_of_child: ProofNumbers,
) -> Thresholds {
    let second = u32::from(standing.second);
    Thresholds {
        phi: own
            .delta
            .saturating_sub(standing.open - 1)
            .max(u32::from(numbers_of_child.phi) + 1),
        delta: own
            .phi
            .min(second + second / 4 + 1)
            .max(u32::from(numbers_of_child.delta) + 1),
    }
}
