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

use itertools::Itertools;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::fields::Fields;
use super::limits::Limits;
use super::templates::{Ready, rendered};
use super::{Cases, Trouble};
use crate::Position;
use crate::games::Context;
use crate::record;
use crate::study::{self, Language, Study};
use model::Model;
use pruned::pruned;

/// The purpose of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Purpose {
    /// It solves the problem.
    Right,
    /// The program has a wrong method.
    Wrong,
    /// The setter writes a part of the program.
    Stub,
    /// Its results were not those of its purpose.
    LeftOut,
}

/// A submission.
#[derive(Clone, Debug, Serialize)]
pub struct Program {
    /// The name of its file.
    pub file: String,
    /// Its text.
    #[serde(skip)]
    pub text: String,
    /// One sentence about its method.
    pub about: &'static str,
    /// Its purpose.
    pub purpose: Purpose,
    /// Whether it is in C++, else in Python.
    pub cpp: bool,
    /// In how many cases of each group it fails; nothing if it was not run.
    pub failed: Vec<String>,
}

/// The most options that a search in Python, and in C++, may look at in one case.
const MAX_PYTHON_STEPS: f64 = 3e6;
const MAX_CPP_STEPS: f64 = 3e7;
/// The most options of one position that are counted.
const MAX_OPTIONS: usize = 1_000_000;
/// The steps of a study, which may look much further if it is asked for alone.
const MAX_STUDY_STEPS: u64 = 1 << 25;
/// The longest period that a wrong program mistakes.
const MAX_PERIOD: u64 = 1 << 16;
/// The answers of an interactive problem are moves against the judge.
pub(super) const PLAY: &str = "play";

/// A method: its name and one sentence about it.
type Method = (&'static str, &'static str);
/// The search of all positions.
const SEARCH: Method = ("search", "All positions below, by their options.");
/// The formula of a study.
const FORMULA: Method = (
    "formula",
    "The values by a formula that a study of the game found.",
);

/// The submissions of a plan, and a note about those that are missing.
pub(super) fn programs(
    cases: &Cases,
    form: Result<&'static Ready, String>,
    answer: Option<&str>,
    context: &Context,
) -> Result<(Vec<Program>, Option<String>), Trouble> {
    let limits = &cases.limits;
    let records = cases
        .cases
        .iter()
        .flat_map(|case| &case.fields)
        .collect_vec();
    let Some(first) = records.first() else {
        return Ok((Vec::new(), None));
    };
    let Some(answer) = answer else {
        let note = "No submission is written, since the answers are in a template of your own: add your own to \
                    submissions/accepted.";
        return Ok((Vec::new(), Some(note.into())));
    };
    let amounts_read = form.as_ref().is_ok_and(|form| form.fills("amounts"));
    let model = Model::of_all(&records, amounts_read, limits.count, context);
    let why = match (&model, &form) {
        (Err(why), _) | (_, Err(why)) => Some(why.clone()),
        (Ok(model), Ok(form)) => model.hidden(form, limits).or_else(|| {
            let none = answer == "grundy" && model.stuck.is_some();
            none.then(|| "these rules have no Grundy values that a program finds".into())
        }),
    };
    let model = model.unwrap_or_else(|_| Model::todo());
    let mut maker = Maker {
        game: &first.game,
        model,
        limits,
        form: form.ok(),
        answer,
        studied: None,
    };
    if let Some(why) = why {
        // Programs that lack their moves or their reader.
        let stubs = [false, true].map(|cpp| maker.program(Purpose::Stub, cpp, SEARCH, ""));
        let note = format!(
            "TODO: complete todo/search.py or todo/search.cpp, and add it to submissions/accepted, since {why}."
        );
        return Ok((stubs.into_iter().collect::<Result<_, _>>()?, Some(note)));
    }
    if maker.has_numbers() && !amounts_read {
        let mut quick = Context::with(context.catalogue.clone(), context.budget);
        quick.budget.work = quick.budget.work.min(MAX_STUDY_STEPS);
        // The study does not vary a number that is 0 or 1 in the record, so it is given piles of 2.
        let mut at = record::Position::default();
        at.tuples.push(&vec![2; maker.model.arity]);
        let position = Position::read(first.text.as_bytes(), &quick).ok();
        maker.studied = position.and_then(|position| study::study(&position.at(at), None).ok());
    }
    maker.all(maker.options(first, context), amounts_read)
}

struct Maker<'a> {
    game: &'a str,
    model: Model,
    limits: &'a Limits,
    form: Option<&'static Ready>,
    answer: &'a str,
    studied: Option<Study>,
}

impl Maker<'_> {
    /// All programs: searches and formulas that solve the problem, if its sizes allow them, and wrong ones.
    fn all(
        &self,
        options: f64,
        amounts_read: bool,
    ) -> Result<(Vec<Program>, Option<String>), Trouble> {
        let Maker {
            game,
            model,
            limits,
            ..
        } = self;
        let tests = limits.tests.max as f64;
        let tables = if model.is_shared() && !amounts_read {
            1.0
        } else {
            tests
        };
        let lists = matches!(self.answer, "verdict" | "count" | "move" | PLAY);
        let asked = if lists {
            options * self.max_components().max(1) as f64 * tests
        } else {
            0.0
        };
        let search = options * model.positions(limits) * tables + asked;
        let languages = [
            (true, Language::Cpp, MAX_CPP_STEPS),
            (false, Language::Python, MAX_PYTHON_STEPS),
        ];
        let formula = |language| {
            self.studied
                .as_ref()
                .and_then(|studied| studied.definition(language))
        };
        let mut made = Vec::new();
        for (cpp, _, _) in languages.iter().filter(|(.., most)| search <= *most) {
            made.push(self.program(Purpose::Right, *cpp, SEARCH, "")?);
        }
        for (cpp, language, _) in languages.into_iter().filter(|(.., most)| asked <= *most) {
            if let Some(definition) = formula(language) {
                made.push(self.program(Purpose::Right, cpp, FORMULA, &definition)?);
            }
        }
        let note = made.is_empty().then(|| {
            format!(
                "These sizes of `{game}` are too large for a search, and no formula was found: add your own solution to \
                 submissions/accepted."
            )
        });
        let formula = formula(Language::Python)
            .filter(|_| asked <= MAX_PYTHON_STEPS)
            .unwrap_or_default();
        for method in self.wrong(options, search, !formula.is_empty()) {
            let definition = if matches!(method.0, "any" | "overflow") {
                &*formula
            } else {
                ""
            };
            made.push(self.program(Purpose::Wrong, false, method, definition)?);
        }
        Ok((made, note))
    }

    /// The program of a method, with the definition of its formula, if it has one.
    fn program(
        &self,
        purpose: Purpose,
        cpp: bool,
        method: Method,
        formula: &str,
    ) -> Result<Program, Trouble> {
        let Maker { model, limits, .. } = self;
        let ((method, about), (preperiod, period)) = (method, self.period());
        let ending = if cpp { "cpp" } else { "py" };
        let values = context! {
            about, method, definition => formula.trim(), answer => self.answer,
            input => self.form.map(|form| form.name), limits => Serde(limits),
            form => model.form, parts => model.parts, notation => model.notation, stuck => model.stuck,
            arity => model.arity, shared => model.is_shared(), ordered => model.is_ordered(),
            modulus => self.modulus(), preperiod, period => period + 1,
            ..model.constants.clone()
        };
        let text = pruned(&rendered(&format!("package/solve.{ending}"), values)?, cpp);
        let file = format!("{method}.{ending}");
        Ok(Program {
            file,
            text,
            about,
            purpose,
            cpp,
            failed: Vec::new(),
        })
    }

    /// The least power of two of which the sizes are too large for a type; 0 if none is.
    fn modulus(&self) -> u64 {
        [1 << 32, 1 << 16]
            .into_iter()
            .find(|&modulus| modulus <= self.limits.size.max)
            .unwrap_or(0)
    }

    /// The preperiod and the period that a study found.
    fn period(&self) -> (u64, u64) {
        let found = self.studied.as_ref().and_then(|studied| studied.period);
        found
            .filter(|found| found.saltus == 0)
            .map_or((0, 0), |found| (found.preperiod, found.period))
    }

    /// Whether components are numbers with Grundy values.
    fn has_numbers(&self) -> bool {
        let Model {
            form, parts, stuck, ..
        } = self.model;
        form == "rule" && matches!(parts, "heaps" | "piles") && stuck.is_none()
    }

    /// The number of options of the largest position, at most those that a search may look at.
    fn options(&self, first: &Fields, context: &Context) -> f64 {
        let Maker { model, limits, .. } = self;
        let Limits {
            size,
            height,
            width,
            vertices,
            edges,
            ..
        } = limits;
        let mut at = record::Position::default();
        match (model.form, model.parts) {
            ("board", _) if model.slides => return (height.max + 2 * width.max) as f64,
            ("board", _) => return 8.0,
            ("graph", _) => return edges.max as f64,
            ("rule", "heaps" | "rings") => at.numbers.push(size.max),
            // Squares must differ.
            ("rule", "row") => at
                .numbers
                .extend((0..model.arity as u64).map(|i| size.max.saturating_sub(i))),
            ("rule" | "coins", _) => _ = at.tuples.push(&vec![size.max; model.arity]),
            _ => return (height.max * width.max).max(vertices.max) as f64,
        }
        let position = Position::read(first.text.as_bytes(), context);
        let found = position.and_then(|position| position.at(at).first_moves(MAX_OPTIONS));
        found.map_or(model.positions(limits), |found| {
            found.moves.len().max(1) as f64
        })
    }

    /// The most components that a record has.
    fn max_components(&self) -> u64 {
        let Limits {
            count,
            pieces,
            tokens,
            ..
        } = self.limits;
        match self.model.parts {
            "row" | "" => 1,
            _ => count.max.max(pieces.max).max(tokens.max),
        }
    }

    /// Wrong methods that contestants use.
    fn wrong(&self, options: f64, search: f64, has_formula: bool) -> Vec<Method> {
        let Maker { model, limits, .. } = self;
        if self.answer == PLAY {
            return vec![
                ("careless", "The first move that it sees."),
                ("illegal", "A move of a component that is not there."),
                ("chatter", "Words that are no move."),
            ];
        }
        let quick = |steps: f64| steps * limits.tests.max as f64 <= MAX_PYTHON_STEPS;
        let valued = model.stuck.is_none() && (has_formula || search <= MAX_PYTHON_STEPS);
        let numbers = self.has_numbers();
        let is_nim = matches!(self.game, "nim" | "nimble");
        // One line of play from each component.
        let lines = options * limits.size.max as f64;
        let heaps = numbers && model.parts == "heaps";
        let (modulus, (preperiod, period)) = (self.modulus(), self.period());
        let fits = has_formula || options * modulus as f64 <= MAX_PYTHON_STEPS;
        let repeats = (1..MAX_PERIOD).contains(&(preperiod + period));
        let all = [
            (true, ("first", "The first player always wins.")),
            (
                quick(options),
                ("playout", "Both players make the first move that they see."),
            ),
            (
                valued && self.max_components() > 1,
                ("any", "Who wins one of the components wins."),
            ),
            (numbers && !is_nim, ("sizes", "The nim-sum of the sizes.")),
            (
                numbers && quick(lines),
                ("greedy", "Everybody takes the most."),
            ),
            (
                heaps && modulus > 0 && fits,
                ("overflow", "Sizes in too few bits."),
            ),
            (heaps && repeats, ("period", "The period, too long by one.")),
        ];
        all.into_iter()
            .filter(|(fits, _)| *fits)
            .map(|(_, method)| method)
            .collect()
    }
}
