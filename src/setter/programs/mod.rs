//! Submissions of a package: programs that solve it, and programs that contestants write instead.

mod definition;
mod model;
mod own;
#[cfg(test)]
mod tests;
mod writer;

use super::fields::Fields;
use super::forms::Form;
use super::limits::Limits;
use super::{Plan, Trouble};
use crate::Position;
use crate::games::Context;
use crate::record::{self, Period};
use crate::study::{self, Language};
use model::{Closed, Constant, Ends, Model};
use writer::Writer;

/// A submission.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// One sentence about its method.
    pub about: String,
    /// Whether it solves the problem.
    pub right: bool,
    /// Whether it is in C++, else in Python.
    pub cpp: bool,
}

/// The most options that a search in Python, and in C++, may look at in one case.
const PYTHON_STEPS: u128 = 3_000_000;
const CPP_STEPS: u128 = 30_000_000;
/// The most options of one position that are counted.
const MAX_OPTIONS: usize = 1_000_000;
/// Studying is meant to be quick.
const STUDY_WORK: u64 = 1 << 25;
/// The longest period that a wrong program takes wrong.
const LONGEST_PERIOD: u64 = 1 << 16;
/// The ready templates of answers, and what is asked in interactive problems.
const ANSWERS: [&str; 7] = ["winner", "yes-no", "verdict", "count", "grundy", "move", PLAY];
/// The programs play against the judge.
pub(super) const PLAY: &str = "play";

/// A method that is wrong: its name, what it does, its numbers.
type Wrong = (&'static str, &'static str, Vec<(&'static str, u64)>);

/// The submissions of a plan, and what is to be said where some are missing.
pub(super) fn programs(
    plan: &Plan,
    records: &[&Fields],
    limits: &Limits,
    (input, answer): (Result<&Form, &String>, Option<&str>),
    context: &Context,
) -> Result<(Vec<Program>, Vec<String>), Trouble> {
    let none = |why: String| {
        let note = format!("No submission is written, since {why}: add your own to submissions/accepted.");
        Ok((Vec::new(), vec![note]))
    };
    let Some(first) = records.first() else { return Ok((Vec::new(), Vec::new())) };
    let form = match input {
        Ok(form) => form,
        Err(why) => return none(why.clone()),
    };
    let Some(answer) = answer.filter(|answer| ANSWERS.contains(answer)) else {
        return none("the answers are in a template of your own".into());
    };
    let amounts_read = form.fills("amounts");
    let of = |record: &&Fields| Model::of(record, amounts_read, context);
    let mut models = records.iter().map(of);
    let Some(Some(model)) = models.next() else {
        return none(format!("no program of these rules of `{}` is known", plan.game));
    };
    for other in models {
        let Some(other) = other else {
            return none(format!("no program of some of these rules of `{}` is known", plan.game));
        };
        // A graph may have cycles in some records and none in others.
        let same = Model { ends: model.ends, ..other.clone() } == model;
        if !same || (other.ends != model.ends && model.game != "graph") {
            return none(
                "the rules differ from record to record, and the template does not show them".into(),
            );
        }
    }
    let loopy = model.game == "graph" && records.iter().any(|record| !model::is_acyclic(record));
    let model = if loopy { Model { ends: Ends::Other("LOSE"), ..model } } else { model };
    let read = |name: &str| match name {
        "heaps" | "piles" => {
            form.fills("heaps") && (name == "heaps" || limits.arity.max == 1) || form.fills("piles")
        }
        "rows" => form.fills("rows") || form.fills("pieces"),
        "tokens" => form.fills(name) || limits.tokens.max == 0,
        name => form.fills(name),
    };
    if let Some(missing) = model.needs.iter().find(|name| !read(name)) {
        return none(format!("the template does not show the `{missing}` of a record"));
    }
    if answer == "grundy" && model.ends != Ends::Normal {
        return none("these rules have no Grundy values that a program finds".into());
    }
    Made { plan, model: &model, limits, form, answer, context }.all(first)
}

struct Made<'a> {
    plan: &'a Plan,
    model: &'a Model,
    limits: &'a Limits,
    form: &'a Form,
    answer: &'a str,
    context: &'a Context,
}

impl Made<'_> {
    fn all(&self, first: &Fields) -> Result<(Vec<Program>, Vec<String>), Trouble> {
        let Made { model, limits, answer, .. } = *self;
        let writer = Writer { model, limits, form: self.form, answer };
        let (options, positions) = (self.options(first), model.positions(limits));
        let amounts_read = self.form.fills("amounts");
        let apart = !model.shared || amounts_read;
        let per_case = if apart { u128::from(limits.tests.max) } else { 1 };
        let lists = matches!(answer, "verdict" | "count" | "move" | PLAY);
        let components = match model.parts {
            "row" | "own" => 1,
            _ => self.most_components().max(1),
        };
        let listed = options.saturating_mul(components.into()).saturating_mul(limits.tests.max.into());
        let asked = if lists { listed } else { 0 };
        let search = options.saturating_mul(positions).saturating_mul(per_case).saturating_add(asked);
        let fits = |steps: u128, cpp| steps <= if cpp { CPP_STEPS } else { PYTHON_STEPS };
        let mut notes = Vec::new();
        let mut made = Vec::new();
        let closed = match model.closed {
            Closed::Value => true,
            Closed::Outcome => answer != "grundy",
            Closed::None => false,
        };
        for cpp in [true, false] {
            // In C++ numbers have 63 bits.
            let fits_word = !cpp || limits.size.max < 1 << 62;
            if closed && fits(asked, cpp) && fits_word {
                made.push(writer.write("closed", cpp, "By a theorem.", &[], "")?);
            }
            if fits(search, cpp) {
                made.push(writer.write("search", cpp, "All positions below, by their options.", &[], "")?);
            }
        }
        let mut period = None;
        let mut formula = String::new();
        let numbers = matches!(model.parts, "heaps" | "piles") && model.ends == Ends::Normal;
        if numbers && !amounts_read && model.game != "coins" {
            // Analyses of the context itself may look much further.
            let mut quick = Context::with(self.context.catalogue.clone(), self.context.budget);
            quick.budget.work = quick.budget.work.min(STUDY_WORK);
            let studied = Position::read(first.text.as_bytes(), &quick)
                .ok()
                .and_then(|position| study::study(&position, None).ok());
            if let Some(studied) = studied {
                period = studied.period.filter(|period| period.saltus == 0);
                for (language, cpp) in [(Language::Cpp, true), (Language::Python, false)] {
                    if let Some(definition) = studied.definition(language)
                        && fits(asked, cpp)
                    {
                        let about = "The values by a formula that the study of the game found.";
                        made.push(writer.write("formula", cpp, about, &[], &definition)?);
                        formula = definition; // the last, in Python
                    }
                }
            }
        }
        if made.is_empty() {
            notes.push(format!(
                "These sizes of `{}` are too large for a search, and no formula was found: add your own solution to \
                 submissions/accepted.",
                self.plan.game
            ));
        }
        for (method, about, numbers) in self.wrong(period, options, search, !formula.is_empty()) {
            let by_formula = if matches!(method, "any" | "overflow") { &*formula } else { "" };
            let mut program = writer.write(method, false, about, &numbers, by_formula)?;
            program.right = false;
            made.push(program);
        }
        Ok((made, notes))
    }

    /// The number of options of the largest position, at most those that a search may look at.
    fn options(&self, first: &Fields) -> u128 {
        let Made { model, limits, context, .. } = *self;
        let size = limits.size.max;
        let mut at = record::Position::default();
        match model.parts {
            "heaps" => at.numbers.push(size),
            "piles" => _ = at.tuples.push(&vec![size; limits.arity.max.max(1) as usize]),
            "row" if model.game == "moore" => return model.positions(limits),
            "row" => return (u128::from(size) + 1) * u128::from(limits.count.max),
            "pieces" => {
                let slides = model.constants.contains(&("SLIDES", Constant::Flag(true)));
                return if slides {
                    u128::from(limits.height.max) + 2 * u128::from(limits.width.max)
                } else {
                    8
                };
            }
            "tokens" => return limits.edges.max.into(),
            _ => return (limits.height.max * limits.width.max).max(limits.vertices.max).max(size).into(),
        }
        let position = Position::read(first.text.as_bytes(), context);
        let found = position.and_then(|position| position.at(at).first_moves(MAX_OPTIONS));
        found.map_or(model.positions(limits), |found| found.moves.len().max(1) as u128)
    }

    /// The most heaps, pieces or tokens that a record has.
    fn most_components(&self) -> u64 {
        let Limits { count, pieces, tokens, .. } = self.limits;
        count.max.max(pieces.max).max(tokens.max)
    }

    /// Wrong methods that contestants use, with their numbers.
    fn wrong(&self, period: Option<Period>, options: u128, search: u128, has_formula: bool) -> Vec<Wrong> {
        let Made { model, limits, .. } = *self;
        if self.answer == PLAY {
            return vec![
                ("careless", "The first move that it sees.", Vec::new()),
                ("illegal", "A move of a component that is not there.", Vec::new()),
                ("chatter", "Words that are no move.", Vec::new()),
            ];
        }
        let mut wrong = vec![("first", "The first player always wins.", Vec::new())];
        let quick = options.saturating_mul(u128::from(limits.tests.max)) <= PYTHON_STEPS;
        if options <= PYTHON_STEPS && quick {
            wrong.push(("playout", "Both players make the first move that they see.", Vec::new()));
        }
        let sums = model.ends == Ends::Normal;
        let numbers = matches!(model.parts, "heaps" | "piles");
        if sums
            && self.most_components() > 1
            && model.parts != "row"
            && (has_formula || model.closed == Closed::Value || search <= PYTHON_STEPS)
        {
            wrong.push(("any", "Who wins one of the components wins.", Vec::new()));
        }
        if sums && numbers {
            if !matches!(&*self.plan.game, "nim" | "nimble") {
                wrong.push(("sizes", "The nim-sum of the sizes.", Vec::new()));
            }
            // One line of play from each component.
            let line = options.saturating_mul(u128::from(limits.size.max));
            if line.saturating_mul(u128::from(limits.tests.max)) <= PYTHON_STEPS {
                wrong.push(("greedy", "Everybody takes the most.", Vec::new()));
            }
        }
        if sums && model.parts == "heaps" {
            let modulus = [1u64 << 32, 1 << 16].into_iter().find(|&modulus| modulus <= limits.size.max);
            if let Some(modulus) = modulus
                && (has_formula || options.saturating_mul(u128::from(modulus)) <= PYTHON_STEPS)
            {
                wrong.push(("overflow", "Sizes in too few bits.", vec![("modulus", modulus)]));
            }
            if let Some(period) = period.filter(|period| period.preperiod + period.period < LONGEST_PERIOD) {
                let numbers = vec![("preperiod", period.preperiod), ("period", period.period + 1)];
                wrong.push(("period", "The period, too long by one.", numbers));
            }
        }
        wrong
    }
}
