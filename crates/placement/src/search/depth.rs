//! Depth-first search of the same questions, which takes turns with proof numbers.
//!
//! Where moves use no cell up (stones that move), positions meet again and rarely fall apart. There proof numbers count
//! the same work many times, and the plain search of Lemoine and Viennot is up to 40 times as fast; yet some positions it
//! proves in 1.7 million states have a proof of 114. So the two take turns, each with twice the work of the last: together
//! they take at most about four times what the better one takes alone. Turns are counted in units of work, so that the same
//! question ends the same way on every machine. Both keep what they prove in the same table.

use super::bits::Set;
use super::game::Components;
use super::proof::ProofSearch;
use super::table::Entry;
use grundy_base::budget::Limit;

/// The units of the first turn. A guess.
const FIRST_TURN: u64 = 1 << 18;

/// The largest depth of the recursion; questions that need more are left to proof numbers. A guess: a level takes less
/// than a kilobyte of stack.
const MAX_DEPTH: u32 = 1000;

/// The end of a turn without an answer.
struct TurnEnd;

/// The order of an option, with its place in the list of all.
struct OptionPlace {
    /// The number by which options are ordered, small ones first.
    order: u64,
    /// The place in the list.
    place: usize,
}

/// Returns the places of the options in their order, equal ones as they stand. One sort is compiled for all games.
fn sorted_places(mut options: Vec<OptionPlace>) -> impl Iterator<Item = usize> {
    options.sort_unstable_by_key(|option| (option.order, option.place));
    options.into_iter().map(|option| option.place)
}

/// Puts parts, which are few, in the order of their numbers of cells, equal ones as they stand.
fn sort_by_cells<S: Set>(parts: &mut [S]) {
    for end in 1..parts.len() {
        let mut at = end;
        while at > 0 && parts[at - 1].count() > parts[at].count() {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}

impl<S: Set> ProofSearch<S> {
    /// Lets depth-first search take turns with proof numbers, which pays where moves use no cell up.
    pub fn in_turns(mut self) -> Self {
        self.takes_turns = true;
        self
    }

    /// Answers a question that is open, by turns.
    pub(super) fn prove_in_turns(&mut self, component: S, nimber: u32) -> Result<bool, Limit> {
        let mut turn_units = FIRST_TURN;
        loop {
            let turn = self.meter.begin_turn(turn_units);
            let found = self.is_by_depth(component, nimber, 0);
            self.meter.end_turn(turn);
            if let Ok(is_value) = found {
                return Ok(is_value);
            }
            let turn = self.meter.begin_turn(turn_units);
            let proved = self.prove(component, nimber);
            self.meter.end_turn(turn);
            match proved {
                Ok(is_value) => return Ok(is_value),
                Err(limit) if turn.is_last(turn_units) => return Err(limit),
                Err(_) => turn_units *= 2,
            }
        }
    }

    /// Returns whether the value of a component is this nimber.
    fn is_by_depth(&mut self, component: S, nimber: u32, depth: u32) -> Result<bool, TurnEnd> {
        let hash = component.hashed();
        if let Some(value) = self.known(&component, hash) {
            return Ok(value == nimber);
        }
        let is_excluded = |entry: &Entry<S>| entry.excludes(nimber);
        if nimber > self.game.bound(&component)
            || self.table.find(&component, hash).is_some_and(is_excluded)
        {
            return Ok(false);
        }
        for parts in self.sorted_options(&component, depth)? {
            if self.sum_is_by_depth(parts, nimber, depth + 1)? {
                self.table.entry(&component, hash).exclude(nimber);
                return Ok(false);
            }
        }
        for smaller in 0..nimber {
            if self.is_by_depth(component, smaller, depth + 1)? {
                return Ok(false);
            }
        }
        self.table.entry(&component, hash).settle(nimber);
        Ok(true)
    }

    /// Lists the options of a component, those that fall into small parts first.
    fn sorted_options(&mut self, component: &S, depth: u32) -> Result<Vec<Components<S>>, TurnEnd> {
        let units = (1 + u64::from(self.game.mobility(component))) * self.game.cost(component);
        if depth > MAX_DEPTH || self.meter.spend(units).is_err() {
            return Err(TurnEnd);
        }
        let mut options = Vec::new();
        let mut places = Vec::new();
        self.game.options(component, &mut |left, order| {
            let mut parts = Components::new();
            self.game.split_after(component, left, &mut parts);
            let mut squares = 0;
            for part in &parts.open {
                squares += u64::from(part.count()).pow(2);
            }
            places.push(OptionPlace {
                order: squares << 8 | u64::from(order.min(255)),
                place: options.len(),
            });
            options.push(parts);
        });
        let in_order = sorted_places(places)
            .map(|place| std::mem::replace(&mut options[place], Components::new()));
        Ok(in_order.collect())
    }

    /// Returns whether the value of a sum is this nimber: all parts but the largest are valued, and the question goes to
    /// that one.
    fn sum_is_by_depth(
        &mut self,
        parts: Components<S>,
        nimber: u32,
        depth: u32,
    ) -> Result<bool, TurnEnd> {
        let Components { nim_sum, mut open } = parts;
        let mut wanted = nim_sum ^ nimber;
        sort_by_cells(&mut open);
        let Some(largest) = open.pop() else {
            return Ok(wanted == 0);
        };
        for part in open {
            let mut value = 0;
            while !self.is_by_depth(part, value, depth)? {
                value += 1;
            }
            wanted ^= value;
        }
        self.is_by_depth(largest, wanted, depth)
    }
}
