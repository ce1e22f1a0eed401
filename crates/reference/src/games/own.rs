//! User-defined rulesets: the options that a rule text defines.
#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers of a legal position are from 0 on and of 63 bits"
)]

use std::rc::Rc;

use fxhash::FxHashSet;

use crate::explore::Exploration;
use crate::game::{GameDefinition, Proof};
use crate::period;
use crate::periodic::{Cycle, Periodic};
use crate::play::Play;
use crate::position::{ListedMove, OptionParts, PositionNumbers};
use crate::rules::evaluate::{Walk, must_be_few};
use crate::rules::repeats::Repeats;
use crate::rules::rule::{Rule, RuleMoves};
use crate::rules::term::Term;
use crate::rules::windows::Windows;
use crate::text::{self, RecordWords};
use crate::theorem::Theorem;
use crate::{Ask, Fail, PlayOutcome, Res};

/// The most numbers that a position of a record has.
const MAX_ARITY: usize = 8;

/// The largest number of a rule up to which a period is looked for.
const MAX_TERMS: u64 = 500;

/// The largest number of a rule up to which values are computed to check a period that is claimed.
const MAX_CHECKED_TERMS: u64 = 20_000;

/// Reads a record of the game `rules`, alone or as one game of a sum of several.
pub fn read(record: &RecordWords, is_in_sum: bool) -> Res<Play> {
    let mut rule = Rule::read(&record.rules.join(" "))?;
    Fail::Wrong.when(rule.arity > MAX_ARITY)?;
    let words = record.position.as_ref().ok_or(Fail::Wrong)?;
    let positions = words.iter().map(|word| text::tuple(word));
    let positions = positions.collect::<Res<Vec<Vec<u64>>>>()?;
    for position in &positions {
        let fits = position.iter().all(|&n| i64::try_from(n).is_ok());
        Fail::Wrong.when(position.len() != rule.arity || !fits)?;
        Fail::Wrong.when(!rule.is_legal(&signed(position))?)?;
    }
    let valued = rule.valued();
    let is_single = positions.len() < 2;
    let is_heap = rule.arity == 1 && is_single;
    record.must_ask(if valued && is_heap {
        "grundy values losing sequence period pattern genus quotient positions"
    } else if valued {
        "grundy values pattern genus positions"
    } else if is_heap {
        "losing pattern genus quotient positions"
    } else {
        "pattern genus positions"
    })?;
    // Several heaps, or parts, are a sum without values only under misere play, and if numbers fall with every move.
    let has_parts = rule.kinds.iter().any(|kind| kind.parts.len() > 1);
    rule.falls = !valued && (!is_single || has_parts || is_in_sum);
    let may_fall = rule.misere && rule.arity == 1 && rule.is_normal();
    Fail::Wrong.when(rule.falls && !may_fall)?;
    // For one position `lose if` says who wins. For a part of a sum it says that the part has no moves.
    let is_part_alone = positions.len() == 1 && !is_in_sum && rule.clauses.contains_key("lose");
    Fail::Wrong.when(rule.falls && is_part_alone)?;
    Ok(Play {
        misere: rule.misere,
        valued,
        ..Play::new(rule, positions)
    })
}

/// Returns how many numbers a position has by the rule of a record.
pub fn arity(record: &RecordWords) -> Res<usize> {
    Ok(Rule::read(&record.rules.join(" "))?.arity)
}

/// Returns the numbers of a position as rules compute with them.
fn signed(position: &[u64]) -> Vec<i128> {
    position.iter().map(|&n| n.into()).collect()
}

impl Rule {
    /// Returns the conditions of the clauses that begin with a word.
    fn conditions(&self, clause: &str) -> &[Term] {
        self.clauses.get(clause).map_or(&[], Vec::as_slice)
    }

    /// Says whether a condition holds at a position. One that is undefined does not.
    fn holds(&self, condition: &Term, position: &[i128]) -> Res<bool> {
        let value = Fail::Undefined.or_none(self.evaluator.value(condition, position))?;
        Ok(value == Some(1))
    }

    /// Says whether these numbers are a position.
    pub fn is_legal(&self, position: &[i128]) -> Res<bool> {
        if position.iter().any(|&n| n < 0) {
            return Ok(false);
        }
        for condition in self.conditions("legal") {
            if !self.holds(condition, position)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says whether play ends, and a clause that ends it says that the player to move has lost.
    fn is_normal(&self) -> bool {
        let has_clause = |word: &str| self.clauses.contains_key(word);
        !self.loopy && !has_clause("win") && !has_clause("draw")
    }

    /// Says whether positions have values.
    fn valued(&self) -> bool {
        !self.misere && self.is_normal()
    }

    /// Returns the option that the parts of a move are for these values of names, or none if one of them is no
    /// position. Its parts ascend, so that a sum has one form.
    fn option(&self, parts: &[Vec<Term>], names: &[i128]) -> Res<Option<OptionParts>> {
        let mut option = Vec::new();
        for part in parts {
            let numbers = part.iter().map(|term| self.evaluator.value(term, names));
            option.push(numbers.collect::<Res<Vec<i128>>>()?);
        }
        option.sort();
        for part in &option {
            if !self.is_legal(part)? {
                return Ok(None);
            }
        }
        // The numbers of a position are from 0 on, and of 63 bits.
        let position = |part: Vec<i128>| part.into_iter().map(|n| n as u64).collect();
        Ok(Some(option.into_iter().map(position).collect()))
    }

    /// Returns the options of a position, which play does not end.
    fn options(&self, position: &[u64]) -> Res<Vec<OptionParts>> {
        let names = signed(position);
        let mut found = Vec::new();
        for RuleMoves { parts, qualifiers } in &self.kinds {
            let mut walk = Walk::from(&self.evaluator, &names).skipping_undefined();
            walk.through(qualifiers, &mut |names| {
                found.extend(self.option(parts, names)?);
                must_be_few(found.len())
            })?;
        }
        Ok(found)
    }

    /// Says how a clause ends play at a position, if one does.
    fn clause_that_ends(&self, position: &[u64]) -> Res<Option<PlayOutcome>> {
        let position = signed(position);
        let clauses = [
            ("lose", PlayOutcome::Lose),
            ("win", PlayOutcome::Win),
            ("draw", PlayOutcome::Draw),
        ];
        for (clause, outcome) in clauses {
            for condition in self.conditions(clause) {
                if self.holds(condition, &position)? {
                    return Ok(Some(outcome));
                }
            }
        }
        Ok(None)
    }
}

impl GameDefinition for Rule {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let mut options = if self.clause_that_ends(position)?.is_some() {
            Vec::new()
        } else {
            self.options(position)?
        };
        let stays = |part: &PositionNumbers| part[0] >= position[0];
        Fail::Wrong.when(self.falls && options.iter().flatten().any(stays))?;
        // An option that is reached in two ways is one move.
        let mut seen = FxHashSet::default();
        options.retain(|option| seen.insert(option.clone()));
        Ok(options.into_iter().map(ListedMove::leaving).collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<PlayOutcome>> {
        if self.falls {
            return Ok(None);
        }
        self.clause_that_ends(position)
    }

    fn must_end(&self) -> bool {
        !self.loopy
    }

    fn heap(&self, size: u64) -> Res<Option<PositionNumbers>> {
        Ok(if self.is_legal(&[size.into()])? {
            Some(PositionNumbers::from_slice(&[size]))
        } else {
            None
        })
    }

    /// Returns the values of all numbers.
    fn periodic(&self, claim: Option<Cycle>) -> Res<Periodic> {
        Fail::TooLarge.when(self.misere)?;
        let repeats = Repeats::of(self).ok_or(Fail::TooLarge)?;
        let mut values = Exploration::of(Rc::new(self.clone()), false);
        let table = |last: u64| (0..=last).map(|n| values.value(&[n])?.finite()).collect();
        let window = |preperiod, period| {
            let last = repeats.window(preperiod, period)?;
            (last <= MAX_CHECKED_TERMS).then_some(last)
        };
        period::by_window(claim, MAX_TERMS, window, table)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        if let Ok(periodic) = self.periodic(None) {
            return self.repeated(periodic);
        }
        match Windows::of(self) {
            Some(windows) if self.valued() => Ok(windows.theorem()),
            _ => Err(Fail::TooLarge),
        }
    }

    fn about(&self, ask: Ask, heap: Option<u64>, periodic: Proof<'_, Periodic>) -> Res<String> {
        match ask.word {
            "period" => Ok(periodic()?.text()),
            "pattern" => {
                let cycle = periodic()?.cycle();
                Ok(format!("period {} after {}", cycle.period, cycle.preperiod))
            }
            _ => {
                // Heaps from which play comes back have no quotient, which exploring sees.
                let heap = PositionNumbers::from_slice(&[heap.ok_or(Fail::TooLarge)?]);
                Exploration::of(Rc::new(self.clone()), true).outcomes(&[vec![heap]])?;
                Err(Fail::TooLarge)
            }
        }
    }
}
