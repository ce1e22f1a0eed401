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
    pub about: String,
    /// Its purpose.
    pub purpose: Purpose,
    /// Whether it is in C++, else in Python.
    pub cpp: bool,
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

/// A method: its name, one sentence about it, its numbers.
type Method = (&'static str, &'static str, Vec<(&'static str, u64)>);

/// The submissions of a plan, and notes about those that are missing.
pub(super) fn programs(
    plan: &Plan,
    records: &[&Fields],
    limits: &Limits,
    (form, answer): (Result<&'static Ready, String>, Option<&str>),
    context: &Context,
) -> Result<(Vec<Program>, Vec<String>), Trouble> {
    let Some(first) = records.first() else { return Ok((Vec::new(), Vec::new())) };
    let Some(answer) = answer.filter(|answer| ANSWERS.contains(answer)) else {
        let note = "No submission is written, since the answers are in a template of your own: add your own to \
                    submissions/accepted.";
        return Ok((Vec::new(), vec![note.into()]));
    };
    let amounts_read = form.as_ref().is_ok_and(|form| form.fills("amounts"));
    let (model, why) = match (Model::of_all(records, amounts_read, limits, context), &form) {
        (Err(why), _) => (Model::todo(), Some(why)),
        (Ok(model), Err(why)) => (model, Some(why.clone())),
        (Ok(model), Ok(form)) => {
            let why = match model.hidden(form, limits) {
                None if answer == "grundy" && model.stuck.is_some() => {
                    Some("these rules have no Grundy values that a program finds".into())
                }
                hidden => hidden,
            };
            (model, why)
        }
    };
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
    fn all(&self, first: &Fields) -> Result<(Vec<Program>, Vec<String>), Trouble> {
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
        let method = ("search", "All positions below, by their options.", Vec::new());
        for cpp in [true, false].into_iter().filter(|&cpp| fits(search, cpp)) {
            made.push(self.program(Purpose::Right, cpp, &method, "")?);
        }
        let mut period = None;
        let mut formula = String::new();
        if self.has_numbers() && !amounts_read {
            let mut quick = Context::with(self.context.catalogue.clone(), self.context.budget);
            quick.budget.work = quick.budget.work.min(MAX_STUDY_STEPS);
            let position = Position::read(first.text.as_bytes(), &quick).ok();
            if let Some(studied) = position.and_then(|position| study::study(&position, None).ok()) {
                period = studied.period.filter(|period| period.saltus == 0);
                let method =
                    ("formula", "The values by a formula that a study of the game found.", Vec::new());
                for (language, cpp) in [(Language::Cpp, true), (Language::Python, false)] {
                    if let Some(definition) = studied.definition(language)
                        && fits(asked, cpp)
                    {
                        made.push(self.program(Purpose::Right, cpp, &method, &definition)?);
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
            made.push(self.program(Purpose::Wrong, false, &method, definition)?);
        }
        Ok((made, notes))
    }

    /// Programs that lack their moves or their reader.
    fn stubs(&self, why: &str) -> Result<(Vec<Program>, Vec<String>), Trouble> {
        let method = ("search", "All positions below, by their options.", Vec::new());
        let programs = [false, true].map(|cpp| self.program(Purpose::Stub, cpp, &method, ""));
        let note = format!(
            "TODO: complete todo/search.py or todo/search.cpp, and add it to submissions/accepted, since {why}."
        );
        Ok((programs.into_iter().collect::<Result<_, _>>()?, vec![note]))
    }

    /// The program of a method; `definition` has its formula, if it has one.
    fn program(
        &self,
        purpose: Purpose,
        cpp: bool,
        (method, about, numbers): &Method,
        definition: &str,
    ) -> Result<Program, Trouble> {
        let Maker { model, limits, answer, .. } = *self;
        let text = if cpp { include_str!("solve.cpp") } else { include_str!("solve.py") };
        let todo = if cpp {
            "    // TODO: solve each test.\n"
        } else {
            "    # TODO: each test.\n    yield from ()\n"
        };
        let number = |name: &str| numbers.iter().find(|(named, _)| *named == name).map_or(0, |&(_, n)| n);
        let values = context! {
            about => *about, method => *method, definition => definition.trim(), answer,
            reader => self.form.map_or_else(|| todo.to_owned(), |form| reader(form, cpp, limits)).trim_end(),
            moves => model.moves(cpp)?.trim_end(),
            form => model.form, parts => model.parts, names => model.names, stuck => model.stuck,
            arity => model.arity, shared => model.is_shared(), ordered => model.is_ordered(),
            modulus => number("modulus"), preperiod => number("preperiod"), period => number("period"),
        };
        let file = format!("{method}.{}", if cpp { "cpp" } else { "py" });
        Ok(Program {
            file,
            text: pruned(&rendered(text, values)?, cpp),
            about: (*about).into(),
            purpose,
            cpp,
        })
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
                ("careless", "The first move that it sees.", Vec::new()),
                ("illegal", "A move of a component that is not there.", Vec::new()),
                ("chatter", "Words that are no move.", Vec::new()),
            ];
        }
        let quick = |steps: u128| steps.saturating_mul(limits.tests.max.into()) <= MAX_PYTHON_STEPS;
        let mut all = Vec::new();
        let mut add = |fits: bool, name, about, numbers| {
            if fits {
                all.push((name, about, numbers));
            }
        };
        let none = Vec::new;
        add(true, "first", "The first player always wins.", none());
        add(quick(options), "playout", "Both players make the first move that they see.", none());
        let valued = model.stuck.is_none() && (has_formula || search <= MAX_PYTHON_STEPS);
        add(valued && self.max_components() > 1, "any", "Who wins one of the components wins.", none());
        let numbers = self.has_numbers();
        let is_nim = matches!(&*self.plan.game, "nim" | "nimble");
        add(numbers && !is_nim, "sizes", "The nim-sum of the sizes.", none());
        // One line of play from each component.
        let lines = options.saturating_mul(limits.size.max.into());
        add(numbers && quick(lines), "greedy", "Everybody takes the most.", none());
        let heaps = numbers && model.parts == "heaps";
        let modulus = [1u64 << 32, 1 << 16].into_iter().find(|&modulus| modulus <= limits.size.max);
        let modulus = modulus.filter(|&modulus| {
            has_formula || options.saturating_mul(u128::from(modulus)) <= MAX_PYTHON_STEPS
        });
        if let Some(modulus) = modulus {
            add(heaps, "overflow", "Sizes in too few bits.", vec![("modulus", modulus)]);
        }
        if let Some(Period { preperiod, period, .. }) = period {
            let numbers = vec![("preperiod", preperiod), ("period", period + 1)];
            let fits = heaps && preperiod + period < MAX_PERIOD;
            add(fits, "period", "The period, too long by one.", numbers);
        }
        all
    }
}
