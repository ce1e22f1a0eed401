//! Submissions of a package: programs that solve it, and programs that contestants write instead.
//!
//! One text in Python and one in C++ has the search, the answers and the wrong methods; a form of input brings its
//! reader, and the model of the game its moves: from the rule of numbers that defines it, or from the text of its form of
//! positions. A game that has neither gets a stub with a TODO. A program keeps the functions that its last part needs.

mod definition;
mod model;
mod pruned;
mod rule;
#[cfg(test)]
mod tests;

use minijinja::context;

use super::fields::Fields;
use super::forms::reader;
use super::limits::Limits;
use super::templates::{Ready, rendered};
use super::trial::Verdict;
use super::{Plan, Trouble};
use crate::Position;
use crate::games::Context;
use crate::record::{self, Period};
use crate::study::{self, Language};
use model::Model;
use pruned::pruned;

/// The purpose of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It solves the problem.
    Right,
    /// The program has a wrong method.
    Wrong,
    /// The setter writes a part of the program.
    Stub,
}

/// A submission.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// One sentence about its method.
    pub about: &'static str,
    /// Its purpose.
    pub purpose: Purpose,
    /// Whether it is in C++, else in Python.
    pub cpp: bool,
    /// Its results in the order of the cases, or why it could not be run; nothing before it is run.
    pub verdicts: Option<Result<Vec<Verdict>, Trouble>>,
    /// Whether its results are not those of its purpose.
    pub left_out: bool,
}

/// The most options that a search in Python, and in C++, may look at in one case.
const MAX_PYTHON_STEPS: u128 = 3_000_000;
const MAX_CPP_STEPS: u128 = 30_000_000;
/// The most options of one position that are counted.
const MAX_OPTIONS: usize = 1_000_000;
/// The steps of a study, which may look much further if it is asked for alone.
const MAX_STUDY_STEPS: u64 = 1 << 25;
/// The longest period that a wrong program mistakes.
const MAX_PERIOD: u64 = 1 << 16;
/// The ready templates of answers, and the answer of interactive problems.
const ANSWERS: [&str; 7] = ["winner", "yes-no", "verdict", "count", "grundy", "move", PLAY];
/// The programs play against the judge.
pub(super) const PLAY: &str = "play";

/// A thing that is made, or the reason why it cannot be.
type Made<T> = Result<T, Trouble>;

/// A method: its name, one sentence about it, its modulus, preperiod and period.
type Method = (&'static str, &'static str, [u64; 3]);
/// The search of all positions.
const SEARCH: Method = ("search", "All positions below, by their options.", [0; 3]);

/// The submissions of a plan, and notes about those that are missing.
pub(super) fn programs(
    plan: &Plan,
    records: &[&Fields],
    limits: &Limits,
    (form, answer): (Result<&'static Ready, String>, Option<&str>),
    context: &Context,
) -> Made<(Vec<Program>, Vec<String>)> {
    let Some(first) = records.first() else { return Ok((Vec::new(), Vec::new())) };
    let Some(answer) = answer.filter(|answer| ANSWERS.contains(answer)) else {
        let note = "No submission is written, since the answers are in a template of your own: add your own to \
                    submissions/accepted.";
        return Ok((Vec::new(), vec![note.into()]));
    };
    let amounts_read = form.as_ref().is_ok_and(|form| form.fills("amounts"));
    let model = Model::of_all(records, amounts_read, limits, context);
    let why = match (&model, &form) {
        (Err(why), _) | (_, Err(why)) => Some(why.clone()),
        (Ok(model), Ok(form)) => model.hidden(form, limits).or_else(|| {
            let none = answer == "grundy" && model.stuck.is_some();
            none.then(|| "these rules have no Grundy values that a program finds".into())
        }),
    };
    let model = model.unwrap_or_else(|_| Model::todo());
    let maker = Maker { plan, model: &model, limits, form: form.ok(), answer, context };
    match why {
        None => maker.all(first),
        Some(why) => maker.stubs(&why),
    }
}

struct Maker<'a> {
    plan: &'a Plan,
    model: &'a Model,
    limits: &'a Limits,
    form: Option<&'static Ready>,
    answer: &'a str,
    context: &'a Context,
}

impl Maker<'_> {
    /// All programs: searches and formulas that solve the problem, if its sizes allow them, and wrong ones.
    fn all(&self, first: &Fields) -> Made<(Vec<Program>, Vec<String>)> {
        let Maker { model, limits, .. } = *self;
        let tests = u128::from(limits.tests.max);
        let options = self.options(first);
        let amounts_read = self.form.is_some_and(|form| form.fills("amounts"));
        let tables = if model.is_shared() && !amounts_read { 1 } else { tests };
        let lists = matches!(self.answer, "verdict" | "count" | "move" | PLAY);
        let listed = options.saturating_mul(self.max_components().max(1).into()).saturating_mul(tests);
        let asked = if lists { listed } else { 0 };
        let search =
            options.saturating_mul(model.positions(limits)).saturating_mul(tables).saturating_add(asked);
        let fits = |steps: u128, cpp| steps <= if cpp { MAX_CPP_STEPS } else { MAX_PYTHON_STEPS };
        let mut made = Vec::new();
        for cpp in [true, false].into_iter().filter(|&cpp| fits(search, cpp)) {
            made.push(self.program(Purpose::Right, cpp, SEARCH, "")?);
        }
        let mut period = None;
        let mut formula = String::new();
        if self.has_numbers() && !amounts_read {
            let mut quick = Context::with(self.context.catalogue.clone(), self.context.budget);
            quick.budget.work = quick.budget.work.min(MAX_STUDY_STEPS);
            let position = Position::read(first.text.as_bytes(), &quick).ok();
            if let Some(studied) = position.and_then(|position| study::study(&position, None).ok()) {
                period = studied.period.filter(|period| period.saltus == 0);
                let method = ("formula", "The values by a formula that a study of the game found.", [0; 3]);
                for (language, cpp) in [(Language::Cpp, true), (Language::Python, false)] {
                    if let Some(definition) = studied.definition(language)
                        && fits(asked, cpp)
                    {
                        made.push(self.program(Purpose::Right, cpp, method, &definition)?);
                        formula = definition; // the last, in Python
                    }
                }
            }
        }
        let mut notes = Vec::new();
        if made.is_empty() {
            notes.push(format!(
                "These sizes of `{}` are too large for a search, and no formula was found: add your own solution to \
                 submissions/accepted.",
                self.plan.game
            ));
        }
        for method in self.wrong(period, options, search, !formula.is_empty()) {
            let definition = if matches!(method.0, "any" | "overflow") { &*formula } else { "" };
            made.push(self.program(Purpose::Wrong, false, method, definition)?);
        }
        Ok((made, notes))
    }

    /// Programs that lack their moves or their reader.
    fn stubs(&self, why: &str) -> Made<(Vec<Program>, Vec<String>)> {
        let programs = [false, true].map(|cpp| self.program(Purpose::Stub, cpp, SEARCH, ""));
        let note = format!(
            "TODO: complete todo/search.py or todo/search.cpp, and add it to submissions/accepted, since {why}."
        );
        Ok((programs.into_iter().collect::<Result<_, _>>()?, vec![note]))
    }

    /// The program of a method; `definition` has its formula, if it has one.
    fn program(&self, purpose: Purpose, cpp: bool, method: Method, definition: &str) -> Made<Program> {
        let Maker { model, limits, answer, .. } = *self;
        let (method, about, [modulus, preperiod, period]) = method;
        let text = if cpp { include_str!("solve.cpp") } else { include_str!("solve.py") };
        let todo = if cpp {
            "    // TODO: solve each test.\n"
        } else {
            "    # TODO: each test.\n    yield from ()\n"
        };
        let values = context! {
            about, method, definition => definition.trim(), answer,
            reader => self.form.map_or_else(|| todo.to_owned(), |form| reader(form, cpp, limits)).trim_end(),
            moves => model.moves(cpp)?.trim_end(),
            form => model.form, parts => model.parts, names => model.names, stuck => model.stuck,
            arity => model.arity, shared => model.is_shared(), ordered => model.is_ordered(),
            modulus, preperiod, period,
        };
        let file = format!("{method}.{}", if cpp { "cpp" } else { "py" });
        let text = pruned(&rendered(text, values)?, cpp);
        Ok(Program { file, text, about, purpose, cpp, verdicts: None, left_out: false })
    }

    /// Whether components are numbers with Grundy values.
    fn has_numbers(&self) -> bool {
        let Model { form, parts, stuck, .. } = self.model;
        *form == "rule" && matches!(*parts, "heaps" | "piles") && stuck.is_none()
    }

    /// The number of options of the largest position, at most those that a search may look at.
    fn options(&self, first: &Fields) -> u128 {
        let Maker { model, limits, context, .. } = *self;
        let Limits { size, height, width, vertices, edges, .. } = limits;
        let mut at = record::Position::default();
        match (model.form, model.parts) {
            ("board", _) if model.slides => return u128::from(height.max) + 2 * u128::from(width.max),
            ("board", _) => return 8,
            ("graph", _) => return edges.max.into(),
            ("rule", "heaps" | "rings") => at.numbers.push(size.max),
            // Squares must differ.
            ("rule", "row") => at.numbers.extend((0..model.arity as u64).map(|i| size.max.saturating_sub(i))),
            ("rule" | "coins", _) => _ = at.tuples.push(&vec![size.max; model.arity]),
            _ => return (height.max * width.max).max(vertices.max).into(),
        }
        let position = Position::read(first.text.as_bytes(), context);
        let found = position.and_then(|position| position.at(at).first_moves(MAX_OPTIONS));
        found.map_or(model.positions(limits), |found| found.moves.len().max(1) as u128)
    }

    /// The most components that a record has.
    fn max_components(&self) -> u64 {
        let Limits { count, pieces, tokens, .. } = self.limits;
        match self.model.parts {
            "row" | "" => 1,
            _ => count.max.max(pieces.max).max(tokens.max),
        }
    }

    /// Wrong methods that contestants use, with their numbers.
    fn wrong(&self, period: Option<Period>, options: u128, search: u128, has_formula: bool) -> Vec<Method> {
        let Maker { model, limits, .. } = *self;
        if self.answer == PLAY {
            return vec![
                ("careless", "The first move that it sees.", [0; 3]),
                ("illegal", "A move of a component that is not there.", [0; 3]),
                ("chatter", "Words that are no move.", [0; 3]),
            ];
        }
        let quick = |steps: u128| steps.saturating_mul(limits.tests.max.into()) <= MAX_PYTHON_STEPS;
        let valued = model.stuck.is_none() && (has_formula || search <= MAX_PYTHON_STEPS);
        let numbers = self.has_numbers();
        let is_nim = matches!(&*self.plan.game, "nim" | "nimble");
        // One line of play from each component.
        let lines = options.saturating_mul(limits.size.max.into());
        let heaps = numbers && model.parts == "heaps";
        let modulus = [1u64 << 32, 1 << 16].into_iter().find(|&modulus| modulus <= limits.size.max);
        let modulus = modulus.unwrap_or(0);
        let wraps =
            modulus > 0 && (has_formula || options.saturating_mul(u128::from(modulus)) <= MAX_PYTHON_STEPS);
        let (preperiod, period) = period.map_or((0, 0), |found| (found.preperiod, found.period));
        let repeats = (1..MAX_PERIOD).contains(&(preperiod + period));
        let all = [
            (true, ("first", "The first player always wins.", [0; 3])),
            (quick(options), ("playout", "Both players make the first move that they see.", [0; 3])),
            (valued && self.max_components() > 1, ("any", "Who wins one of the components wins.", [0; 3])),
            (numbers && !is_nim, ("sizes", "The nim-sum of the sizes.", [0; 3])),
            (numbers && quick(lines), ("greedy", "Everybody takes the most.", [0; 3])),
            (heaps && wraps, ("overflow", "Sizes in too few bits.", [modulus, 0, 0])),
            (heaps && repeats, ("period", "The period, too long by one.", [0, preperiod, period + 1])),
        ];
        all.into_iter().filter(|(fits, _)| *fits).map(|(_, method)| method).collect()
    }
}
