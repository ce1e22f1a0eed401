//! Rules of one's own: the options of a position as the record's rule gives them.
//!
//! A state is the numbers of a position.

mod read;
pub(super) mod repeats;
mod values;

use std::cell::Cell;
use std::ops::ControlFlow;

use fxhash::FxHashSet;
use grundy_record::{Ask, Move, Record, Tuple};

use self::read::{OptionOf, Qualifier, Rule};
use self::repeats::Repeats;
use self::values::{Fail, Scope};
use super::{Play, Rules, State, Visit};
use crate::{Checked, rejected, unproved};

/// How many members of sets are looked at, and expressions evaluated.
const STEPS: u64 = 1 << 25;

/// Positions with more options are not looked at.
const OPTIONS: usize = 1 << 20;

/// The rule of a record, and its positions.
pub(super) struct Own {
    rule: Rule,
    positions: Vec<State>,
    play: Play,
    sequence_to: Option<u64>,
    steps: Cell<u64>,
}

impl Own {
    pub(super) fn new(record: &Record<'_>) -> Checked<Own> {
        let Some(written) = &record.rules.own else { return rejected("there is no rule") };
        let Some(rule) = read::read(&written.text) else {
            return unproved("this rule is too long to explore");
        };
        let positions: Vec<State> = record.position.tuples.iter().map(State::from_slice).collect();
        if rule.loopy || rule.clauses.iter().any(|(word, _)| word == "draw") {
            return unproved("no certificate exists for rules with draws");
        }
        let outcomes = rule.misere || rule.clauses.iter().any(|(word, _)| word == "win");
        if outcomes && (positions.len() != 1 || rule.options.iter().any(|option| option.parts.len() > 1)) {
            return rejected("these rules say who wins one position alone");
        }
        let play = match (outcomes, rule.misere) {
            (true, misere) => Play::Outcomes { stuck_wins: misere },
            (false, _) => Play::Values,
        };
        let about = record.asks.iter().any(|ask| ask.is_about_sequence() || *ask == Ask::Losing);
        let sequence_to = match positions[..] {
            [ref one] if about && one.len() == 1 && rule.arity == 1 => Some(one[0]),
            _ if about => return rejected("a sequence is about one number"),
            _ => None,
        };
        let own = Own { rule, positions, play, sequence_to, steps: Cell::new(STEPS) };
        for position in &own.positions {
            if position.len() != own.rule.arity || own.is_legal(position) != Ok(true) {
                return rejected("a position is none");
            }
        }
        Ok(own)
    }

    /// The numbers of a position, by the names of the rule.
    fn scope(&self, position: &[u64]) -> Result<Scope<'_>, Fail> {
        let mut values = vec![0; self.rule.names.len()];
        for (value, &number) in values.iter_mut().zip(position) {
            *value = i64::try_from(number).map_err(|_| Fail::Beyond)?;
        }
        Ok(Scope { values, steps: &self.steps })
    }

    /// The first of these clauses that holds.
    fn clause(&self, position: &[u64], words: &[&str]) -> Result<Option<&str>, Fail> {
        let mut scope = self.scope(position)?;
        for word in words {
            for (own, condition) in self.rule.clauses.iter().filter(|(own, _)| own == word) {
                match scope.holds(condition) {
                    Ok(true) => return Ok(Some(own)),
                    Ok(false) | Err(Fail::Undefined) => {}
                    Err(Fail::Beyond) => return Err(Fail::Beyond),
                }
            }
        }
        Ok(None)
    }

    /// Whether every `legal if` holds.
    fn is_legal(&self, position: &[u64]) -> Result<bool, Fail> {
        let mut scope = self.scope(position)?;
        for (_, condition) in self.rule.clauses.iter().filter(|(word, _)| word == "legal") {
            match scope.holds(condition) {
                Ok(true) => {}
                Ok(false) | Err(Fail::Undefined) => return Ok(false),
                Err(Fail::Beyond) => return Err(Fail::Beyond),
            }
        }
        Ok(true)
    }

    /// Visits what an option leaves, once its qualifiers from `at` on are met.
    fn option(
        &self,
        option: &OptionOf,
        at: usize,
        scope: &mut Scope<'_>,
        visit: &mut dyn FnMut(Vec<State>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Fail> {
        match option.qualifiers.get(at) {
            Some(Qualifier::If(condition)) => {
                if !scope.holds(condition)? {
                    return Ok(ControlFlow::Continue(()));
                }
                self.option(option, at + 1, scope, visit)
            }
            Some(Qualifier::For(name, set)) => {
                for member in scope.members(set)? {
                    scope.values[*name] = member;
                    let flow = match self.option(option, at + 1, scope, visit) {
                        // Undefined is not a move; others may be.
                        Err(Fail::Undefined) => continue,
                        other => other?,
                    };
                    if flow.is_break() {
                        return Ok(flow);
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            None => {
                let mut parts = Vec::new();
                for part in &option.parts {
                    let mut state = State::new();
                    for number in part {
                        match u64::try_from(scope.number(number)?) {
                            Ok(number) => state.push(number),
                            Err(_) => return Ok(ControlFlow::Continue(())),
                        }
                    }
                    if !self.is_legal(&state)? {
                        return Ok(ControlFlow::Continue(()));
                    }
                    parts.push(state);
                }
                parts.sort_unstable();
                Ok(visit(parts))
            }
        }
    }
}

impl Rules for Own {
    fn components(&self) -> Vec<State> {
        self.positions.clone()
    }

    fn play(&self) -> Play {
        self.play
    }

    fn sequence_to(&self) -> Option<u64> {
        self.sequence_to
    }

    fn repeats(&self) -> Option<Repeats> {
        Repeats::of(&self.rule)
    }

    fn ended(&self, state: &[u64]) -> ControlFlow<(), Option<bool>> {
        match self.clause(state, &["lose", "win"]) {
            Ok(word) => ControlFlow::Continue(word.map(|word| word == "win")),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let from = Tuple::new(state);
        let mut known: FxHashSet<Vec<State>> = FxHashSet::default();
        let mut send = |parts: Vec<State>| {
            if !known.insert(parts.clone()) {
                return ControlFlow::Continue(());
            }
            if known.len() > OPTIONS {
                return ControlFlow::Break(());
            }
            let mv = |index| match &parts[..] {
                [to] => Move::Tuple { index, from, to: Tuple::new(to) },
                several => {
                    let parts = several.iter().map(|part| Tuple::new(part)).collect();
                    Move::Parts { index, from, parts }
                }
            };
            visit(&mv, &parts)
        };
        if self.sequence_to.is_some() && self.is_legal(state) != Ok(true) {
            return ControlFlow::Break(());
        }
        for option in &self.rule.options {
            let Ok(mut scope) = self.scope(state) else { return ControlFlow::Break(()) };
            match self.option(option, 0, &mut scope, &mut send) {
                Ok(flow) => flow?,
                Err(Fail::Undefined) => {}
                Err(Fail::Beyond) => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }
}
