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

use super::table::{INFINITE, Known, MOST, Numbers, Table};
use super::{Game, Meter, Parts, Set, Small};
use crate::theory::budget::{Budget, Limit};

/// A threshold never reached.
const NEVER: u32 = 1 << 30;

/// Proof numbers of a child whose smaller parts are not valued yet: it has to look a bit harder than
/// it is likely to be, so that a child in one part goes first.
const UNVALUED: u32 = 2;

#[derive(Debug)]
struct Child<S> {
    set: S,
    hash: u64,
    nimber: u32,
    phi: u16,
    delta: u16,
    order: u32,
    /// Smaller parts that are to be valued first, in the frame's list.
    rest: std::ops::Range<u32>,
}

#[derive(Debug)]
struct Frame<S> {
    set: S,
    hash: u64,
    nimber: u32,
    most_phi: u32,
    most_delta: u32,
    children: Vec<Child<S>>,
    rest: Vec<S>,
    chosen: usize,
    /// Whether the frame above values the last part of the rest of the chosen child.
    valuing: bool,
    /// Steps spent when it began.
    began: u64,
}

/// A search and all it knows: a table of components, within a budget.
pub struct Search<G: Game> {
    game: G,
    table: Table<G::Set>,
    small: Small<G::Set>,
    meter: Meter,
    frames: Vec<Frame<G::Set>>,
    /// Bytes of the frames in use.
    held: u64,
    parts: Parts<G::Set>,
    flat: Vec<(G::Set, u64)>,
    cuts: Vec<Cut>,
    tags: Vec<u32>,
    nodes: u64,
}

impl<G: Game> std::fmt::Debug for Search<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// One option while a node is expanded: its parts end at `end` of the flat list.
#[derive(Clone, Copy, Debug)]
struct Cut {
    end: u32,
    nim_sum: u32,
    order: u32,
}

impl<G: Game> Search<G> {
    /// A fresh search. `small` may bring values from searches of the same game.
    pub fn new(game: G, small: Small<G::Set>, budget: Budget) -> Self {
        Search {
            game,
            table: Table::new(budget.memory / 2),
            small,
            meter: Meter::new(budget),
            frames: Vec::new(),
            held: 0,
            parts: Parts::new(),
            flat: Vec::new(),
            cuts: Vec::new(),
            tags: Vec::new(),
            nodes: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What was spent.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// The values of small components, for the next search of the same game.
    pub fn into_small(self) -> Small<G::Set> {
        self.small
    }

    /// Nodes expanded and components kept.
    pub fn effort(&self) -> (u64, usize) {
        (self.nodes, self.table.used())
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// When it would pass the budget.
    pub fn value(&mut self, position: G::Set) -> Result<u32, Limit> {
        let (mut value, open) = self.parts_of(position);
        for component in open {
            value ^= self.component(&component)?;
        }
        Ok(value)
    }

    /// Whether the value of a position is this nimber.
    ///
    /// # Errors
    ///
    /// When it would pass the budget.
    pub fn is(&mut self, position: G::Set, nimber: u32) -> Result<bool, Limit> {
        let (value, mut open) = self.parts_of(position);
        let mut wanted = value ^ nimber;
        let Some(largest) = (0..open.len()).max_by_key(|&i| open[i].count()) else { return Ok(wanted == 0) };
        let largest = open.swap_remove(largest);
        for component in open {
            wanted ^= self.component(&component)?;
        }
        self.ask(&largest, wanted)
    }

    /// The least value not excluded so far of a position that is one component or none.
    pub fn least(&mut self, position: G::Set) -> u32 {
        match self.parts_of(position) {
            (0, open) if open.len() == 1 => {
                self.table.find(&open[0], open[0].hashed()).map_or(0, |entry| entry.least())
            }
            _ => 0,
        }
    }

    fn parts_of(&mut self, position: G::Set) -> (u32, Vec<G::Set>) {
        let mut parts = Parts::new();
        self.game.split(position, &mut parts);
        (parts.nim_sum, parts.open)
    }

    /// The value of a component.
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

    /// The value of a component, where it is known or small.
    #[inline]
    fn known(&mut self, component: &G::Set, hash: u64) -> Option<u32> {
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

    /// The proof numbers of a question: those kept, or a guess from the number of moves.
    #[inline]
    fn look(&self, component: &G::Set, hash: u64, nimber: u32) -> (u16, u16) {
        match self.table.find(component, hash).map(|entry| entry.asked(nimber)) {
            Some(Known::Yes) => (INFINITE, 0),
            Some(Known::No) => (0, INFINITE),
            Some(Known::Open(Some(numbers))) => (numbers.phi, numbers.delta),
            Some(Known::Open(None)) | None => {
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
            let (phi, delta) = match self.visit(depth)? {
                Some(numbers) => numbers,
                None => {
                    depth += 1;
                    continue;
                }
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
                continue;
            }
            let part = frame.rest[child.rest.end as usize - 1];
            if delta == 0 {
                frame.valuing = false;
                child.rest.end -= 1;
                child.nimber ^= solved;
                self.look_again(depth);
            } else {
                let least = self.table.find(&part, part.hashed()).map_or(0, |entry| entry.least());
                depth += 1;
                self.enter(depth, part, least.max(solved + 1), NEVER, NEVER)?;
            }
        }
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
    fn visit(&mut self, depth: usize) -> Result<Option<(u16, u16)>, Limit> {
        loop {
            let frame = &mut self.frames[depth];
            let (mut phi, mut second, mut most, mut open, mut best) = (INFINITE, INFINITE, 0, 0u32, 0);
            for (i, child) in frame.children.iter().enumerate() {
                if child.delta < phi {
                    (second, phi, best) = (phi, child.delta, i);
                } else if child.delta < second {
                    second = child.delta;
                }
                if child.phi != 0 {
                    open += 1;
                    most = most.max(child.phi);
                }
            }
            let effort = self.meter.spent() - frame.began;
            if open == 0 {
                let entry = self.table.entry(&frame.set, frame.hash);
                entry.settle(frame.nimber);
                entry.spent(effort);
                return Ok(Some((INFINITE, 0)));
            }
            if phi == 0 {
                let entry = self.table.entry(&frame.set, frame.hash);
                entry.exclude(frame.nimber);
                entry.spent(effort);
                return Ok(Some((0, INFINITE)));
            }
            let delta = capped(u32::from(most) + open - 1);
            if u32::from(phi) >= frame.most_phi || u32::from(delta) >= frame.most_delta {
                let numbers = Numbers { nimber: frame.nimber as u16, phi, delta };
                self.table.entry(&frame.set, frame.hash).keep(numbers, effort);
                return Ok(Some((phi, delta)));
            }
            frame.chosen = best;
            let child = &frame.children[best];
            if let Some(last) = child.rest.end.checked_sub(1).filter(|_| !child.rest.is_empty()) {
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
                        let least = self.table.find(&part, part.hashed()).map_or(0, |entry| entry.least());
                        self.enter(depth + 1, part, least, NEVER, NEVER)?;
                        return Ok(None);
                    }
                }
            }
            let (set, hash, nimber, kept) = (child.set, child.hash, child.nimber, (child.phi, child.delta));
            let (most_phi, most_delta) = (frame.most_phi, frame.most_delta);
            let now = self.look(&set, hash, nimber);
            if now != kept {
                let child = &mut self.frames[depth].children[best];
                (child.phi, child.delta) = now;
                continue;
            }
            let own_delta = most_delta;
            let most_delta =
                most_phi.min(u32::from(second) + u32::from(second) / 4 + 1).max(u32::from(now.1) + 1);
            let most_phi = own_delta.saturating_sub(open - 1).max(u32::from(now.0) + 1);
            self.enter(depth + 1, set, nimber, most_phi, most_delta)?;
            return Ok(None);
        }
    }

    /// Opens a frame for a question and fills it with the question's children.
    fn enter(
        &mut self,
        depth: usize,
        set: G::Set,
        nimber: u32,
        most_phi: u32,
        most_delta: u32,
    ) -> Result<(), Limit> {
        if self.frames.len() <= depth {
            self.frames.push(Frame {
                set,
                hash: 0,
                nimber: 0,
                most_phi: 0,
                most_delta: 0,
                children: Vec::new(),
                rest: Vec::new(),
                chosen: 0,
                valuing: false,
                began: 0,
            });
        }
        let began = self.meter.spent();
        let hash = set.hashed();
        let frame = &mut self.frames[depth];
        frame.children.clear();
        frame.rest.clear();
        let (children, rest) = (std::mem::take(&mut frame.children), std::mem::take(&mut frame.rest));
        *frame = Frame {
            set,
            hash,
            nimber,
            most_phi,
            most_delta,
            children,
            rest,
            chosen: 0,
            valuing: false,
            began,
        };
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

    fn leave(&mut self, depth: usize) {
        self.held -= bytes(&self.frames[depth]);
    }

    fn expand(&mut self, depth: usize) -> Result<(), Limit> {
        self.nodes += 1;
        let (set, hash, nimber) = {
            let frame = &self.frames[depth];
            (frame.set, frame.hash, frame.nimber)
        };
        // All options first, so that the places of their parts in the tables are on their way.
        self.flat.clear();
        self.cuts.clear();
        let (game, table, small, parts) = (&self.game, &self.table, &self.small, &mut self.parts);
        let (flat, cuts) = (&mut self.flat, &mut self.cuts);
        let most_small = game.small();
        game.options(&set, |left, order| {
            parts.clear();
            game.split_after(&set, left, parts);
            for &part in &parts.open {
                let hash = part.hashed();
                if part.count() <= most_small {
                    small.prefetch(hash)
                } else {
                    table.prefetch(hash)
                }
                flat.push((part, hash));
            }
            cuts.push(Cut { end: flat.len() as u32, nim_sum: parts.nim_sum, order });
        });
        self.meter.spend((1 + self.cuts.len() as u64) * self.game.cost())?;

        let mut seen = Seen::default();
        self.tags.clear();
        let mut children = std::mem::take(&mut self.frames[depth].children);
        let mut rest = std::mem::take(&mut self.frames[depth].rest);
        let mut start = 0;
        for i in 0..self.cuts.len() {
            let Cut { end, nim_sum, order } = self.cuts[i];
            self.add_option(start..end as usize, nim_sum, order, nimber, &mut children, &mut rest, &mut seen);
            start = end as usize;
        }
        let entry = self.table.entry(&set, hash);
        seen.each(|value| entry.exclude(value));
        if seen.has(nimber) {
            entry.exclude(nimber);
            // One option has this very value: that is a child already lost.
            children.clear();
            rest.clear();
            children.push(Child { set, hash, nimber, phi: INFINITE, delta: 0, order: 0, rest: 0..0 });
        } else {
            for smaller in entry.least()..nimber {
                if !entry.excludes(smaller) && !seen.has(smaller) {
                    children.push(Child {
                        set,
                        hash,
                        nimber: smaller,
                        phi: 0,
                        delta: 0,
                        order: 0,
                        rest: 0..0,
                    });
                }
            }
        }
        children.sort_by_key(|child| child.order);
        for child in &mut children {
            if !child.rest.is_empty() {
                let all = &rest[child.rest.start as usize..child.rest.end as usize];
                let moves = self.game.mobility(&child.set)
                    + all.iter().map(|part| 3 * self.game.mobility(part)).sum::<u32>();
                (child.phi, child.delta) = (UNVALUED as u16, capped(UNVALUED + moves / 2));
            } else if (child.phi, child.delta) == (0, 0) {
                (child.phi, child.delta) = self.look(&child.set, child.hash, child.nimber);
            }
        }
        let frame = &mut self.frames[depth];
        (frame.children, frame.rest) = (children, rest);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn add_option(
        &mut self,
        parts: std::ops::Range<usize>,
        nim_sum: u32,
        order: u32,
        nimber: u32,
        children: &mut Vec<Child<G::Set>>,
        rest: &mut Vec<G::Set>,
        seen: &mut Seen,
    ) {
        let mut value = nim_sum;
        let mut largest: Option<(G::Set, u64, u32)> = None;
        let first = rest.len() as u32;
        let mut squares = 0u32;
        for at in parts {
            let (part, hash) = self.flat[at];
            if let Some(known) = self.known(&part, hash) {
                value ^= known;
                continue;
            }
            let count = part.count();
            squares = squares.saturating_add(count.saturating_mul(count));
            match &mut largest {
                Some(there) if there.2 < count => {
                    rest.push(there.0);
                    *there = (part, hash, count);
                }
                Some(_) => rest.push(part),
                None => largest = Some((part, hash, count)),
            }
        }
        let Some((set, hash, _)) = largest else {
            seen.insert(value);
            return;
        };
        let nimber = nimber ^ value;
        let order = squares.saturating_mul(256).saturating_add(order.min(255));
        let rest = first..rest.len() as u32;
        let tag =
            (hash >> 32) as u32 ^ nimber.wrapping_mul(0x9e37_79b9) ^ if rest.is_empty() { 0 } else { 1 };
        if rest.is_empty()
            && let Some(twin) = self.tags.iter().position(|&there| there == tag)
            && children[twin].set == set
            && children[twin].nimber == nimber
            && children[twin].rest.is_empty()
        {
            children[twin].order = children[twin].order.min(order);
            return;
        }
        self.tags.push(tag);
        children.push(Child { set, hash, nimber, phi: 0, delta: 0, order, rest });
    }
}

fn bytes<S>(frame: &Frame<S>) -> u64 {
    (size_of::<Frame<S>>() + frame.children.len() * size_of::<Child<S>>() + frame.rest.len() * size_of::<S>())
        as u64
}

fn capped(number: u32) -> u16 {
    number.min(u32::from(MOST)) as u16
}

/// Values met among the options of one node.
#[derive(Default)]
struct Seen {
    low: u64,
    high: Vec<u32>,
}

impl Seen {
    fn insert(&mut self, value: u32) {
        if value < 64 {
            self.low |= 1 << value;
        } else if !self.high.contains(&value) {
            self.high.push(value);
        }
    }

    fn has(&self, value: u32) -> bool {
        if value < 64 { self.low >> value & 1 != 0 } else { self.high.contains(&value) }
    }

    fn each(&mut self, mut visit: impl FnMut(u32)) {
        let mut low = self.low;
        while low != 0 {
            visit(low.trailing_zeros());
            low &= low - 1;
        }
        self.high.sort_unstable();
        self.high.iter().for_each(|&value| visit(value));
    }
}
