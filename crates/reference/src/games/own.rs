//! User-defined rulesets: the options that a rule text defines.
#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers of a legal position are from 0 on and of 63 bits"
)]

use std::rc::Rc;

use fxhash::FxHashSet;
use itertools::Itertools;

use crate::explore::Exploration;
use crate::game::{GameDefinition, Proof};
use crate::period;
use crate::periodic::{Cycle, Periodic};
use crate::play::Play;
use crate::position::{ListedMove, Name, OptionParts, PositionNumbers, joined};
use crate::rules::evaluate::{Evaluator, Walk, must_be_few};
use crate::rules::lists::{MAX_NUMBERS_OF_LIST, Order, is_list};
use crate::rules::repeats::Repeats;
use crate::rules::rule::{Rule, RuleMoves};
use crate::rules::term::Term;
use crate::rules::windows::Windows;
use crate::text::{self, RecordWords};
use crate::theorem::Theorem;
use crate::{Ask, Fail, PlayOutcome, Res};

/// The most numbers that a position of a record has.
const MAX_ARITY: usize = 8;

/// The most parts of a move.
const MAX_PARTS_OF_RULE: i128 = 200_000;

/// The largest number of a rule up to which a period is looked for.
const MAX_TERMS_OF_RULE: u64 = 500;

/// The largest number of a rule up to which values are computed to check a period that is claimed.
const MAX_CHECKED_TERMS: u64 = 20_000;

/// Reads a record of the game `rules`, alone or as one game of a sum of several.
pub fn read(record: &RecordWords, is_in_sum: bool) -> Res<Play> {
    let mut rule = Rule::read(&record.rules.join(" "))?;
    Fail::Wrong.when(rule.arity > MAX_ARITY)?;
    let words = record.position.as_ref().ok_or(Fail::Wrong)?;
    rule.words = words.iter().any(|word| word.starts_with('"'));
    let positions = words.iter().map(|word| rule.read_position(word));
    let positions = positions.collect::<Res<Vec<Vec<u64>>>>()?;
    let valued = rule.valued();
    let is_single = positions.len() < 2;
    let is_heap = rule.arity == 1 && is_single;
    let mut asks = "pattern positions".to_owned();
    if rule.arity == 1 {
        asks += " genus";
    }
    if valued {
        asks += " grundy values";
    }
    if is_heap {
        asks += " losing quotient";
    }
    if valued && is_heap {
        asks += " sequence period";
    }
    record.must_ask(&asks)?;
    // Several heaps, or parts, are a sum without values only under misere play, and if numbers fall with every move.
    let has_parts = rule.kinds.iter().any(|kind| {
        let is_one = matches!(&kind.wide[..], [part] if part.op().0 == "[]");
        kind.parts.len() > 1 || !kind.wide.is_empty() && !is_one
    });
    rule.falls = !valued && (!is_single || has_parts || is_in_sum);
    let may_fall = rule.misere && rule.arity == 1 && rule.is_normal();
    Fail::Wrong.when(rule.falls && !may_fall)?;
    // Without values only misere heaps add up to something if there are none of them; a pattern is about all numbers.
    let is_about_all = record.asks.iter().all(|ask| ask.word == "pattern");
    let has_sums = valued || may_fall && rule.order.is_none();
    Fail::Wrong.when(positions.is_empty() && !has_sums && !is_about_all)?;
    // For one position `lose if` says who wins. For a part of a sum it says that the part has no moves.
    let is_part_alone = positions.len() == 1 && !is_in_sum && rule.clauses.contains_key("lose");
    Fail::Wrong.when(rule.falls && is_part_alone)?;
    let words: Vec<String> = positions.iter().map(|each| rule.written(each)).collect();
    Ok(Play {
        misere: rule.misere,
        valued,
        ..Play::new(rule, positions).written(words)
    })
}

/// Returns how many numbers a position has by the rule of a record; `None` if positions are lists.
pub(crate) fn arity(record: &RecordWords) -> Res<Option<usize>> {
    let rule = Rule::read(&record.rules.join(" "))?;
    Ok(if rule.order.is_some() {
        None
    } else {
        Some(rule.arity)
    })
}

/// Says whether some numbers are no position by the rule of a record.
pub(crate) fn has_gaps(record: &RecordWords) -> bool {
    Rule::read(&record.rules.join(" "))
        .is_ok_and(|rule| rule.clauses.contains_key("legal") || rule.order == Some(Order::Set))
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

    /// Reads a position, arranged as the clause about lists says.
    fn read_position(&self, word: &str) -> Res<Vec<u64>> {
        let letters = |word: &str| {
            let is_word = word.chars().all(char::is_alphabetic);
            let numbers = word.chars().map(|letter| u64::from(u32::from(letter)));
            if is_word {
                Ok(numbers.collect())
            } else {
                Err(Fail::Wrong)
            }
        };
        let quoted = word
            .strip_prefix('"')
            .and_then(|word| word.strip_suffix('"'));
        let numbers: Vec<u64> = match (self.order, quoted) {
            (Some(_), Some(word)) => letters(word)?,
            (Some(_), None) if word == "()" => Vec::new(),
            _ => text::tuple(word)?,
        };
        let fits = numbers.iter().all(|&n| i64::try_from(n).is_ok());
        let is_of_arity = self.order.is_some() || numbers.len() == self.arity;
        Fail::Wrong.when(!fits || !is_of_arity || numbers.len() > MAX_NUMBERS_OF_LIST)?;
        let arranged = self.arranged(signed(&numbers));
        Fail::Wrong.when(!self.is_legal(&arranged)?)?;
        Ok(arranged.into_iter().map(|n| n as u64).collect())
    }

    /// Writes a position: `5,2,2`, `()`, and `"abba"` if lists of letters are words.
    fn written(&self, position: &[u64]) -> String {
        let letter = |&n: &u64| {
            let letter = u32::try_from(n).ok().and_then(char::from_u32);
            letter.filter(|letter| letter.is_alphabetic())
        };
        let word: Option<String> = position.iter().map(letter).collect();
        match word {
            _ if position.is_empty() => "()".to_owned(),
            Some(word) if self.words => format!("\"{word}\""),
            _ => joined(position),
        }
    }

    /// Returns the numbers of a position in the order that the clause about lists says.
    fn arranged(&self, numbers: Vec<i128>) -> Vec<i128> {
        match self.order {
            Some(order) => order.arranged(numbers),
            None => numbers,
        }
    }

    /// Returns the evaluator of terms at a position, and the values of its names.
    fn evaluator_at(&self, position: &[i128]) -> (Evaluator, Vec<i128>) {
        match self.order {
            Some(_) => (self.evaluator.at(position), Vec::new()),
            None => (self.evaluator.clone(), position.to_vec()),
        }
    }

    /// Says whether a condition holds at a position. One that is undefined does not.
    fn holds(&self, condition: &Term, position: &[i128]) -> Res<bool> {
        let (evaluator, names) = self.evaluator_at(position);
        let value = Fail::Undefined.or_none(evaluator.value(condition, &names))?;
        Ok(value == Some(1))
    }

    /// Says whether these numbers are a position.
    pub fn is_legal(&self, position: &[i128]) -> Res<bool> {
        if position.iter().any(|&n| n < 0) {
            return Ok(false);
        }
        if self.order.is_some_and(|order| !order.allows(position)) {
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
    fn option(
        &self,
        evaluator: &Evaluator,
        kind: &RuleMoves,
        names: &[i128],
    ) -> Res<Option<OptionParts>> {
        let mut option = Vec::new();
        for part in &kind.parts {
            let numbers = part.iter().map(|term| evaluator.value(term, names));
            option.push(numbers.collect::<Res<Vec<i128>>>()?);
        }
        for part in &kind.wide {
            option.extend(self.left(evaluator, part, names)?);
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

    /// Returns what a part of a move is for these values of names: any number of positions.
    fn left(&self, evaluator: &Evaluator, part: &Term, names: &[i128]) -> Res<Vec<Vec<i128>>> {
        match part.op() {
            ("[]", items) => {
                let mut numbers = Vec::new();
                for item in items {
                    if is_list(item) {
                        numbers.extend_from_slice(&evaluator.list(item, names)?);
                    } else {
                        numbers.push(evaluator.value(item, names)?);
                    }
                }
                let numbers = self.arranged(numbers);
                Fail::Wrong.when(self.order.is_some() && numbers.len() > MAX_NUMBERS_OF_LIST)?;
                Ok(vec![numbers])
            }
            ("times", [times, part]) => {
                let times = evaluator.value(times, names)?;
                Fail::Undefined.when(times < 0)?;
                let parts = self.left(evaluator, part, names)?;
                Fail::TooLarge.when(times * parts.len() as i128 > MAX_PARTS_OF_RULE)?;
                Ok(vec![parts; times as usize].concat())
            }
            ("each", [qualifiers, parts]) => {
                let mut left = Vec::new();
                let (_, qualifiers) = qualifiers.op();
                Walk::from(evaluator, names).through(qualifiers, &mut |names| {
                    for part in parts.op().1 {
                        left.extend(self.left(evaluator, part, names)?);
                    }
                    Fail::TooLarge.when(left.len() as i128 > MAX_PARTS_OF_RULE)
                })?;
                Ok(left)
            }
            ("split", [list, by]) => {
                let list = evaluator.list(list, names)?;
                let by = evaluator.value(by, names)?;
                let stretches = list
                    .split(|&n| n == by)
                    .filter(|stretch| !stretch.is_empty());
                Ok(stretches
                    .map(|stretch| self.arranged(stretch.to_vec()))
                    .collect())
            }
            _ => Err(Fail::Wrong),
        }
    }

    /// Returns the options of a position, which play does not end.
    fn options(&self, position: &[u64]) -> Res<Vec<OptionParts>> {
        let (evaluator, names) = self.evaluator_at(&signed(position));
        let mut found = Vec::new();
        for kind in &self.kinds {
            let mut walk = Walk::from(&evaluator, &names).skipping_undefined();
            walk.through(&kind.qualifiers, &mut |names| {
                found.extend(self.option(&evaluator, kind, names)?);
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
        let listed = |option: OptionParts| {
            if self.order.is_none() {
                return ListedMove::leaving(option);
            }
            let parts = option.iter().map(|part| self.written(part));
            let word = format!("{}>{}", self.written(position), parts.format("+"));
            ListedMove::leaving(option).named(Name::Word(word.into()))
        };
        Ok(options.into_iter().map(listed).collect())
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
        Fail::TooLarge.when(self.misere || self.is_wide())?;
        let repeats = Repeats::of(self).ok_or(Fail::TooLarge)?;
        let mut values = Exploration::of(Rc::new(self.clone()), false);
        let table = |last: u64| (0..=last).map(|n| values.value(&[n])?.finite()).collect();
        let window = |preperiod, period| {
            let last = repeats.window(preperiod, period)?;
            (last <= MAX_CHECKED_TERMS).then_some(last)
        };
        period::by_window(claim, MAX_TERMS_OF_RULE, window, table)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        if let Ok(periodic) = self.periodic(None) {
            return self.repeated(periodic);
        }
        match Windows::of(self) {
            Some(windows) if self.valued() && !self.is_wide() => Ok(windows.theorem()),
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
