//! Rules whose positions are lists, or whose moves leave any number of parts: all that can be reached is explored.

mod line;
mod loopy;
mod search;
pub mod store;

use std::sync::Arc;

use crate::choice::{Chosen, RuleEngine};
use crate::reach::Trouble;
use crate::store::{ILLEGAL, Known, UNKNOWN, outcome_of};
use fxhash::FxHashSet;
use grundy_base::budget::Budget;
use grundy_base::shares;
use grundy_rules::left::Left;
use grundy_rules::meter::{EvalStop, Meter, STEPS_A_MEMBER};
use grundy_rules::options::{Outcome, RulePosition};
use grundy_rules::packed::PackedList;
use grundy_rules::shape::alone;
use grundy_rules::tree::{Names, Rule};
use line::{Line, Workspace};
use store::{Place, WordStore, load_words, pack};

/// Returns the numbers of a packed position.
fn numbers_of(list: &PackedList) -> RulePosition {
    let mut numbers = Vec::new();
    list.unpack(&mut numbers);
    RulePosition::from_vec(numbers)
}

/// A solver of the positions of one wide rule, which keeps what it finds: Grundy values if the rule has them, else outcomes.
#[derive(Debug)]
pub struct WideSolver {
    /// The rule.
    rule: Arc<Rule>,
    /// The solver of single numbers, if a list is the sum of its numbers.
    by_numbers: Option<Box<WideSolver>>,
    /// The positions met, and what is known of them.
    store: WordStore,
    /// The memory that a search works in, between two searches.
    workspace: Workspace,
    /// The words of the position that was met last, as the store keeps them.
    packed: Vec<u64>,
    /// The engine that was chosen last, until it is taken.
    chosen: Option<RuleEngine>,
    /// The numbers of the position that is looked at.
    numbers: Vec<i64>,
}

impl WideSolver {
    /// Begins with nothing solved.
    pub fn new(rule: Rule) -> Self {
        let by_numbers = alone::by_numbers(&rule).map(|single| Box::new(WideSolver::of(single)));
        WideSolver {
            by_numbers,
            ..WideSolver::of(rule)
        }
    }

    /// Begins with nothing solved, of a rule whose lists are explored.
    fn of(mut rule: Rule) -> Self {
        rule.pass_over_equal_numbers();
        WideSolver {
            by_numbers: None,
            workspace: Workspace::of(&rule),
            rule: Arc::new(rule),
            store: WordStore::new(0),
            packed: Vec::new(),
            chosen: None,
            numbers: Vec::new(),
        }
    }

    /// Returns the rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Takes the engine that was chosen last since this was asked before, if something had to be found.
    pub fn take_chosen(&mut self) -> Option<Chosen> {
        let by_numbers = self.by_numbers.as_mut();
        by_numbers
            .and_then(|single| single.take_chosen())
            .or(self.chosen.take().map(Chosen::from))
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        let by_numbers = self.by_numbers.as_ref().map_or(0, |single| single.bytes());
        by_numbers + self.store.bytes() + self.workspace.line.bytes()
    }

    /// Says whether these numbers, in the order of the rule's clause, are a position.
    ///
    /// # Errors
    ///
    /// Fails when something in a `legal if` does not fit.
    pub fn is_position(&self, numbers: &[i64], budget: &Budget) -> Result<bool, Trouble> {
        let mut meter = Meter::new(budget.work);
        let is_position = self.rule.is_position(numbers, &mut meter);
        is_position.map_err(|stop| self.trouble_at(numbers, stop, &meter))
    }

    /// Returns the numbers of a position that was met.
    fn position(&self, place: Place) -> RulePosition {
        let mut list = PackedList::default();
        self.store.load(place, &mut list);
        numbers_of(&list)
    }

    /// Makes a position the one that is looked at, copies its words, and returns the values of its names.
    fn look_at(&mut self, place: Place, list: &mut PackedList, meter: &mut Meter) -> Names {
        self.store.load(place, list);
        self.numbers.clear();
        list.unpack(&mut self.numbers);
        self.rule.begin(&self.numbers, meter)
    }

    /// Lets the numbers of all positions have as many bits as those of one that is asked about, so that the positions to
    /// which it leads are packed alike. What was found before is forgotten if it was packed in fewer.
    fn make_room(&mut self, numbers: &[i64]) {
        let any = numbers.iter().fold(0, |any, n| any | n);
        let width = u64::BITS - any.leading_zeros();
        if self.rule.list.is_some() && width > self.store.width && any >= 0 {
            self.store = WordStore::new(width);
        }
    }

    /// Returns why the position that is looked at could not be solved.
    fn trouble(&self, stop: EvalStop, meter: &Meter) -> Trouble {
        self.trouble_at(&self.numbers, stop, meter)
    }

    /// Makes the trouble of a search that stopped at these numbers.
    fn trouble_at(&self, numbers: &[i64], stop: EvalStop, meter: &Meter) -> Trouble {
        let positions = self.store.positions() as u64;
        match stop {
            EvalStop::Work => Trouble::Work(positions),
            EvalStop::Memory => Trouble::Memory(positions),
            EvalStop::Size => Trouble::Size(RulePosition::from_slice(numbers), meter.place),
            EvalStop::Overflow | EvalStop::Undefined | EvalStop::Enough => {
                Trouble::Overflow(RulePosition::from_slice(numbers), meter.place)
            }
        }
    }

    /// Returns the place of some numbers and what is known of them; `None` if they are no position.
    #[inline]
    fn meet(
        &mut self,
        numbers: &[i64],
        meter: &mut Meter,
    ) -> Result<Option<(Place, Known)>, EvalStop> {
        if !self.rule.admits(numbers) {
            return Ok(None);
        }
        let mut packed = std::mem::take(&mut self.packed);
        packed.clear();
        let Some(hash) = pack(numbers, self.store.width, &mut packed) else {
            return Ok(None);
        };
        let met = self.meet_words(&packed, hash, meter);
        self.packed = packed;
        let (place, known) = met?;
        Ok((known != ILLEGAL).then_some((place, known)))
    }

    /// Returns the place of a position, by its [words](pack) and their hash, and what is known of it: whether it is legal
    /// first of all.
    #[inline]
    fn meet_words(
        &mut self,
        words: &[u64],
        hash: u32,
        meter: &mut Meter,
    ) -> Result<(Place, Known), EvalStop> {
        let is_new =
            !self.rule.legal.is_empty() && self.store.find(words[0], &words[1..], hash).is_none();
        // A check that is stopped leaves nothing behind: the position is checked when it is met again.
        let is_position = !is_new || self.is_allowed(words, meter)?;
        let (place, _) = self.store.meet(words, hash).ok_or(EvalStop::Memory)?;
        if !is_position {
            self.store.set(place, ILLEGAL);
        }
        Ok((place, self.store.known(place)))
    }

    /// Says whether a position, by its [words](pack), is one that every `legal if` allows.
    fn is_allowed(&self, words: &[u64], meter: &mut Meter) -> Result<bool, EvalStop> {
        let mut list = PackedList::default();
        load_words(words, &mut list);
        self.rule.is_position(&numbers_of(&list), meter)
    }

    /// Finds the value or the outcome of a position.
    fn known(&mut self, position: &[i64], budget: &Budget) -> Result<Known, Trouble> {
        if let Some(single) = &mut self.by_numbers {
            let mut sum = 0;
            for &n in position {
                sum ^= single.known(&[n], budget)?;
            }
            return Ok(sum);
        }
        let has_others = self.store.positions() > 0;
        let mut known = self.search(position, budget);
        if has_others && matches!(known, Err(Trouble::Memory(_))) {
            // Positions of other questions may fill the memory.
            self.forget();
            known = self.search(position, budget);
        }
        if matches!(known, Err(Trouble::Memory(_))) {
            self.forget();
        }
        known
    }

    /// Forgets all positions.
    fn forget(&mut self) {
        self.store = WordStore::new(self.store.width);
        self.workspace.line = Line::default();
    }

    /// Finds the value or the outcome of a position of a rule whose lists are explored.
    fn search(&mut self, position: &[i64], budget: &Budget) -> Result<Known, Trouble> {
        self.make_room(position);
        self.store.most_bytes = shares::rules::positions(budget.memory);
        let mut meter = Meter::new(budget.work);
        let met = self.meet(position, &mut meter);
        let met = met.map_err(|stop| self.trouble_at(position, stop, &meter))?;
        let Some((place, known)) = met else {
            // Callers ask about positions.
            return Err(Trouble::Overflow(position.into(), meter.place));
        };
        if known < ILLEGAL {
            return Ok(known);
        }
        if self.rule.loopy {
            self.chosen = Some(RuleEngine::Labels);
            self.solve_loopy(place, &mut meter, budget)?;
        } else {
            self.chosen = Some(RuleEngine::ReachedWide);
            self.solve(place, &mut meter)?;
        }
        Ok(self.store.known(place))
    }

    /// Finds the Grundy value of a position, of a rule that has values.
    ///
    /// # Errors
    ///
    /// Fails when play can come back, a number does not fit, or a limit is passed.
    pub fn value(&mut self, position: &[i64], budget: &Budget) -> Result<u64, Trouble> {
        self.known(position, budget).map(u64::from)
    }

    /// Finds the outcome of a position.
    ///
    /// # Errors
    ///
    /// Fails when play can come back and the rule is not `loopy`, a number does not fit, or a limit is passed.
    pub fn outcome(&mut self, position: &[i64], budget: &Budget) -> Result<Outcome, Trouble> {
        let known = self.known(position, budget)?;
        Ok(match known {
            0 => Outcome::Lost,
            _ if self.rule.has_values() => Outcome::Won,
            known => outcome_of(known),
        })
    }

    /// Calls `visit` with what the options of a position leave, each once, in the order of the rule; the parts ascend.
    /// [`EvalStop::Enough`] from the visitor ends it.
    ///
    /// # Errors
    ///
    /// Fails when a number does not fit, or a limit is passed.
    pub fn options(
        &self,
        position: &[i64],
        budget: &Budget,
        visit: &mut dyn FnMut(&Left) -> Result<(), EvalStop>,
    ) -> Result<(), Trouble> {
        let mut meter = Meter::new(budget.work);
        let mut names = self.rule.begin(position, &mut meter);
        let mut met = FxHashSet::default();
        let mut bytes = 0;
        let most = shares::rules::options(budget.memory);
        let mut too_many = false;
        let result = match self.rule.ending(&names, &mut meter) {
            Err(stop) => Err(stop),
            Ok(Some(_)) => Ok(()),
            Ok(None) => {
                let rule = &self.rule;
                rule.left_by_options(&mut names, &mut meter, &mut |left, meter| {
                    meter.spend(STEPS_A_MEMBER)?;
                    let key = left.key();
                    bytes += 64 + 8 * key.len() as u64;
                    if !met.insert(key) {
                        return Ok(());
                    }
                    too_many = bytes > most;
                    if too_many {
                        Err(EvalStop::Enough)
                    } else {
                        visit(left)
                    }
                })
            }
        };
        match result {
            _ if too_many => Err(Trouble::Memory(met.len() as u64)),
            Ok(()) | Err(EvalStop::Enough) => Ok(()),
            Err(stop) => Err(self.trouble_at(position, stop, &meter)),
        }
    }

    /// Returns whether nothing is known of a position that was met.
    fn is_unknown(&self, place: Place) -> bool {
        self.store.known(place) == UNKNOWN
    }
}
