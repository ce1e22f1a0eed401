//! The walk over all pairs of a state and the readings of a position, which shows that each output is that of the game.

use std::collections::BTreeSet;

use fxhash::FxHashMap;

use grundy_reference::rules::rule::Rule;
use grundy_reference::{Fail, Ordered, Res, met, mex};

use super::given::{CertifiedAutomaton, Kind, letters};
use super::list::{List, Reading, Says};

/// The most readings that are met, and the most readings in all sets together, of which each pair has one.
const MAX_READINGS: usize = 5_000_000;

/// A reading of one of the lists.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ListReading {
    /// The place of the list among all.
    list: usize,
    /// The reading.
    reading: Reading,
}

/// A pair that the walk meets.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    /// The state of the automaton on x, of a relation on x and v.
    state: u32,
    /// The numbers whose last digit is the largest one, as bits.
    largest: u32,
    /// Whether the digits of v are zeros so far.
    is_zero: bool,
    /// Whether u has the digits of v so far.
    is_equal: bool,
    /// The readings of x, by their numbers, ascending.
    readings: Vec<usize>,
}

/// The conclusions from the readings of a position, if no digits follow.
#[derive(Default)]
struct Conclusions {
    /// The conclusions of the lists whose statements all hold.
    says: BTreeSet<Says>,
    /// The outputs of the options.
    options: BTreeSet<u64>,
}

/// A step from a reading by a letter of x.
#[derive(PartialEq, Eq, Hash)]
struct Step {
    /// The number of the reading.
    from: usize,
    /// The number of the letter.
    letter: usize,
}

/// The walk over all pairs.
struct Walk<'a> {
    /// The automaton of the certificate.
    automaton: &'a CertifiedAutomaton,
    /// The rule of the record.
    rule: &'a Rule,
    /// The lists of statements.
    lists: &'a [List],
    /// The letters for x, v and u.
    letters: &'a [Vec<usize>],
    /// The readings met so far.
    all: Ordered<ListReading>,
    /// The readings to which each step leads, by their numbers.
    steps: FxHashMap<Step, Vec<usize>>,
    /// The number of readings in all sets.
    members: usize,
}

/// Walks over all pairs, the shortest words first; of a relation, as long as u may be at most v.
pub(super) fn walk(automaton: &CertifiedAutomaton, rule: &Rule, lists: &[List]) -> Res<()> {
    let known = automaton.numbers_known(rule.arity);
    let letters: Vec<Vec<usize>> = letters(automaton.digits, known).collect();
    let starts = lists.iter().enumerate().map(|(i, list)| ListReading {
        list: i,
        reading: list.start(),
    });
    let mut walk = Walk {
        automaton,
        rule,
        lists,
        letters: &letters,
        all: starts.collect(),
        steps: FxHashMap::default(),
        members: 0,
    };
    // Numbers of the option may be longer than x, which begins with zeros then.
    let mut readings: Vec<usize> = met(0..lists.len(), |&at| walk.after(&[at], 0))?
        .into_iter()
        .collect();
    readings.sort_unstable();
    let start = Pair {
        state: 0,
        largest: 0,
        is_zero: true,
        is_equal: true,
        readings,
    };
    let pairs = met([start], |pair| {
        let expected = walk.expected_output(pair)?;
        Fail::Forged.when(expected != automaton.outputs[pair.state as usize])?;
        walk.later(pair)
    })?;
    // A state that is never reached proves nothing, and would make the certificate longer.
    let reached: BTreeSet<u32> = pairs.iter().map(|pair| pair.state).collect();
    Fail::Forged.when(reached.len() < automaton.none() as usize)
}

impl Walk<'_> {
    /// Returns the readings after one more letter of x, ascending.
    fn after(&mut self, readings: &[usize], letter: usize) -> Res<Vec<usize>> {
        let mut found = BTreeSet::new();
        for &at in readings {
            let later = self
                .steps
                .entry(Step { from: at, letter })
                .or_insert_with(|| {
                    let ListReading { list, reading } = self.all[at].clone();
                    let digits = &self.letters[letter];
                    let mut numbers = Vec::new();
                    for reading in self.lists[list].step(self.automaton, &reading, digits) {
                        let (number, _) = self.all.insert_full(ListReading { list, reading });
                        numbers.push(number);
                    }
                    numbers
                });
            found.extend(later.iter().copied());
            Fail::TooLarge.when(self.all.len().max(self.members + found.len()) > MAX_READINGS)?;
        }
        self.members += found.len();
        Ok(found.into_iter().collect())
    }

    /// Draws the conclusions from the readings of a pair.
    fn conclude(&self, pair: &Pair) -> Conclusions {
        let mut conclusions = Conclusions::default();
        for &at in &pair.readings {
            let ListReading { list, reading } = &self.all[at];
            let list = &self.lists[*list];
            let output = self.automaton.outputs[reading.state as usize];
            // A relation says with 1 that a number is the option's value.
            let output = output.filter(|&output| !self.automaton.is_relation() || output == 1);
            let is_about_x = matches!(list.says, Says::Lose | Says::Win | Says::Legal);
            if (output.is_some() || is_about_x) && list.ends(reading) {
                conclusions.says.insert(list.says);
                if list.says == Says::Option {
                    conclusions.options.extend(output);
                }
            }
        }
        conclusions
    }

    /// Returns the output that the position of a pair must have by the definition of the game.
    fn expected_output(&self, pair: &Pair) -> Res<Option<u64>> {
        let Conclusions { says, options } = self.conclude(pair);
        let is_relation = self.automaton.is_relation();
        if !says.contains(&Says::Legal) {
            // These numbers are no position: there is no output, and in a relation no number is its value.
            return Ok(is_relation.then_some(0));
        }
        if is_relation && !says.contains(&Says::Known) {
            // Every position has a value.
            return Err(Fail::Forged);
        }
        if says.contains(&Says::Lose) {
            // Play has ended and is lost: the output is 0, and in a relation 0 is the value, so 1 stands where v is 0.
            return Ok(Some(u64::from(is_relation && pair.is_zero)));
        }
        if says.contains(&Says::Win) {
            // Play has ended and is won.
            return Ok(Some(1));
        }
        if says.contains(&Says::Rises) {
            // A move that does not lower the measure breaks the induction.
            return Err(Fail::Forged);
        }
        if is_relation {
            // That v is not the value needs no proof here. If it is, the options say so: none has the value v, and some
            // option has the value u if that is less.
            let output = self.automaton.outputs[pair.state as usize];
            let has_option = !options.is_empty();
            return Ok(output.filter(|&is_value| is_value == 0 || has_option != pair.is_equal));
        }
        if self.automaton.kind == Kind::Values {
            return Ok(Some(mex(options)));
        }
        // The position is won if an option is lost, or under misère play if there is no option.
        let is_won = options.contains(&0) || self.rule.misere && options.is_empty();
        Ok(Some(u64::from(is_won)))
    }

    /// Returns the pairs after one more letter.
    fn later(&mut self, pair: &Pair) -> Res<Vec<Pair>> {
        let read = self.automaton.numbers_read(self.rule.arity);
        let letters = self.letters;
        let mut later = Vec::new();
        for (i, letter) in letters.iter().enumerate() {
            let state = self.automaton.after(pair.state, &letter[..read]);
            let is_none = state == self.automaton.none();
            let follows = self.automaton.follow(pair.largest, &letter[..read]);
            // The automaton reads exactly the words that are numbers.
            Fail::Forged.when(follows.is_none() != is_none)?;
            let mut is_zero = true;
            let mut is_equal = true;
            if let [v, u] = letter[self.rule.arity..] {
                // So u would be above v, of which nothing is to be shown.
                if pair.is_equal && u > v {
                    continue;
                }
                is_zero = pair.is_zero && v == 0;
                is_equal = pair.is_equal && u == v;
            }
            if is_none {
                continue;
            }
            if let Some(largest) = self.automaton.follow(pair.largest, letter) {
                later.push(Pair {
                    state,
                    largest,
                    is_zero,
                    is_equal,
                    readings: self.after(&pair.readings, i)?,
                });
            }
        }
        Ok(later)
    }
}
