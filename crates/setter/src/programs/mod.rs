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

use super::cases::TestCases;
use super::error::SetterError;
use super::fields::RecordFields;
use super::limits::RecordLimits;
use super::templates::{Ready, rendered};
use grundy_api::Position;
use grundy_games::Context;
use grundy_record::Signatures;
use grundy_study::{Language, Study};
use model::Model;
use pruned::pruned;

/// The purpose of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Purpose {
    /// It solves the problem.
    Right,
    /// It has a wrong method, and must fail in some case.
    Wrong,
    /// It lacks a part that the setter writes.
    Stub,
    /// It did not do what its purpose was.
    LeftOut,
}

/// A submission.
#[derive(Clone, Debug, Serialize)]
pub struct Program {
    /// The name of its file.
    pub file: String,
    /// The text.
    #[serde(skip)]
    pub text: String,
    /// A sentence about its method.
    pub about: &'static str,
    /// The purpose.
    pub purpose: Purpose,
    /// Whether it is in C++; otherwise it is in Python.
    pub cpp: bool,
    /// The number of cases that it fails, as a text for each group; empty if it was not run.
    pub failed: Vec<String>,
}

/// The most options that a search in Python may look at in one case: a guess at a second.
const MAX_PYTHON_STEPS: f64 = 3e6;
/// The most options that a search in C++ may look at in one case: a guess at a second.
const MAX_CPP_STEPS: f64 = 3e7;
/// The most options of one position that are counted.
const MAX_COUNTED_OPTIONS: usize = 1_000_000;
/// The most steps of a study for a formula; a study that is asked for alone may take many more.
const MAX_STUDY_STEPS: u64 = 1 << 25;
/// The longest period that a wrong program mistakes.
const MAX_MISTAKEN_PERIOD: u64 = 1 << 16;
/// The answers of an interactive problem, which are moves against the judge.
pub(super) const PLAY: &str = "play";

/// The method of a program.
#[derive(Clone, Copy)]
struct Method {
    /// The name, which is that of the program.
    name: &'static str,
    /// A sentence about it.
    about: &'static str,
}

/// The method that searches all positions.
const SEARCH: Method = Method {
    name: "search",
    about: "All positions below, by their options.",
};
/// The method that has the formula of a study.
const FORMULA: Method = Method {
    name: "formula",
    about: "The values by a formula that a study of the game found.",
};

/// Wrong methods of contestants who do not play well.
const WRONG_PLAY: [Method; 3] = [
    Method {
        name: "careless",
        about: "The first move that it sees.",
    },
    Method {
        name: "illegal",
        about: "A move of a component that is not there.",
    },
    Method {
        name: "chatter",
        about: "Words that are no move.",
    },
];

/// A language of programs, and what it can do.
struct ProgramLanguage {
    /// Whether the language is C++; else it is Python.
    cpp: bool,
    /// The language, for the writer of formulas.
    language: Language,
    /// The most options that a program looks at in one case.
    max_steps: f64,
}

/// The languages of programs.
const LANGUAGES: [ProgramLanguage; 2] = [
    ProgramLanguage {
        cpp: true,
        language: Language::Cpp,
        max_steps: MAX_CPP_STEPS,
    },
    ProgramLanguage {
        cpp: false,
        language: Language::Python,
        max_steps: MAX_PYTHON_STEPS,
    },
];

/// The submissions of a plan.
pub(super) struct Written {
    /// The programs, in the order in which they are listed.
    pub(super) programs: Vec<Program>,
    /// A note for the setter about submissions that are missing.
    pub(super) note: Option<String>,
}

/// Writes the submissions of a plan. `form` is that of the input, or the reason why there is none; `answer` is the form of
/// the answers, if it comes with the program.
pub(super) fn programs(
    cases: &TestCases,
    form: Result<&'static Ready, String>,
    answer: Option<&str>,
    context: &Context,
) -> Result<Written, SetterError> {
    let limits = &cases.limits;
    let records = cases
        .cases
        .iter()
        .flat_map(|case| &case.fields)
        .collect_vec();
    let Some(first) = records.first() else {
        return Ok(Written {
            programs: Vec::new(),
            note: None,
        });
    };
    let Some(answer) = answer else {
        let note = "No submission is written, since the answers are in a template of your own: add your own to \
                    submissions/accepted.";
        return Ok(Written {
            programs: Vec::new(),
            note: Some(note.into()),
        });
    };
    let amounts_read = form.as_ref().is_ok_and(|form| form.fills("amounts"));
    let model = Model::of_all(&records, amounts_read, limits.count, context);
    let why_stub = match (&model, &form) {
        (Err(why), _) | (_, Err(why)) => Some(why.clone()),
        (Ok(model), Ok(form)) => why_unanswered(model, form, answer, limits),
    };
    let signature = context.catalogue.signature(&first.game);
    let mut maker = Maker {
        game: &first.game,
        values_are_sizes: signature.is_some_and(|signature| signature.values_are_sizes),
        model: model.unwrap_or_else(|_| Model::todo()),
        limits,
        form: form.ok(),
        answer,
        studied: None,
    };
    if let Some(why) = why_stub {
        return maker.stubs(&why);
    }
    if maker.has_numbers() && !amounts_read {
        maker.studied = studied(first, maker.model.arity, context);
    }
    maker.all(maker.options(first, context), amounts_read)
}

/// Says why no program can give the answers, if the moves and the form of the input are known.
fn why_unanswered(
    model: &Model,
    form: &Ready,
    answer: &str,
    limits: &RecordLimits,
) -> Option<String> {
    if let Some(why) = model.hidden(form, limits) {
        return Some(why);
    }
    if answer == "grundy" && model.stuck.is_some() {
        return Some("these rules have no Grundy values that a program finds".into());
    }
    None
}

/// Studies the game of a record whose positions have this many numbers.
fn studied(record: &RecordFields, arity: usize, context: &Context) -> Option<Study> {
    let mut quick = Context::with(context.catalogue.clone(), context.budget);
    quick.budget.work = quick.budget.work.min(MAX_STUDY_STEPS);
    // The study does not vary a number that is 0 or 1 in the record, so it is given piles of 2.
    let mut at = grundy_record::Position::default();
    at.tuples.push(&vec![2; arity]);
    let position = Position::read(record.text.as_bytes(), &quick).ok()?;
    grundy_study::study(&position.at(at), None).ok()
}

/// A maker of the programs of a plan.
struct Maker<'a> {
    /// The name of the game.
    game: &'a str,
    /// Whether the value of a component is its number.
    values_are_sizes: bool,
    /// The model of the game's moves.
    model: Model,
    /// The limits within which the game is studied.
    limits: &'a RecordLimits,
    /// The form of the input.
    form: Option<&'static Ready>,
    /// The name of the form of the answers.
    answer: &'a str,
    /// A study of the game, if its components are numbers.
    studied: Option<Study>,
}

/// The preperiod and the period of the values of heaps; both are 0 if none was found.
#[derive(Default)]
struct HeapPeriod {
    /// The number of heaps before the period.
    preperiod: u64,
    /// The period.
    period: u64,
}

impl Maker<'_> {
    /// Writes programs that lack their moves or their reader.
    fn stubs(&self, why: &str) -> Result<Written, SetterError> {
        let python = self.program(Purpose::Stub, false, SEARCH, "")?;
        let cpp = self.program(Purpose::Stub, true, SEARCH, "")?;
        let note = format!(
            "TODO: complete todo/search.py or todo/search.cpp, and add it to submissions/accepted, since {why}."
        );
        Ok(Written {
            programs: vec![python, cpp],
            note: Some(note),
        })
    }

    /// Writes all programs: searches and formulas that solve the problem, if its sizes allow them, and wrong ones.
    /// `options` are those of the largest position.
    fn all(&self, options: f64, amounts_read: bool) -> Result<Written, SetterError> {
        let tests = self.limits.tests.max as f64;
        let lists_moves = matches!(self.answer, "verdict" | "count" | "move" | PLAY);
        let listing_steps = if lists_moves {
            options * self.max_components().max(1) as f64 * tests
        } else {
            0.0
        };
        // All records share a table of positions if their moves are the same.
        let tables = if self.model.is_shared() && !amounts_read {
            1.0
        } else {
            tests
        };
        let search_steps = options * self.model.positions(self.limits) * tables + listing_steps;
        let mut programs = Vec::new();
        for language in &LANGUAGES {
            if search_steps <= language.max_steps {
                programs.push(self.program(Purpose::Right, language.cpp, SEARCH, "")?);
            }
        }
        for language in &LANGUAGES {
            if listing_steps <= language.max_steps
                && let Some(formula) = self.formula(language.language)
            {
                programs.push(self.program(Purpose::Right, language.cpp, FORMULA, &formula)?);
            }
        }
        let note = programs.is_empty().then(|| {
            format!(
                "These sizes of `{}` are too large for a search, and no formula was found: add your own solution to \
                 submissions/accepted.",
                self.game
            )
        });
        let quick_formula = if listing_steps <= MAX_PYTHON_STEPS {
            self.formula(Language::Python).unwrap_or_default()
        } else {
            String::new()
        };
        for method in self.wrong_methods(options, search_steps, !quick_formula.is_empty()) {
            let formula = match method.name {
                "any" | "overflow" => quick_formula.as_str(),
                _ => "",
            };
            programs.push(self.program(Purpose::Wrong, false, method, formula)?);
        }
        Ok(Written { programs, note })
    }

    /// Returns the formula of the study as a definition in a language.
    fn formula(&self, language: Language) -> Option<String> {
        self.studied.as_ref()?.definition(language)
    }

    /// Writes the program of a method, with the definition of its formula, which is empty if it has none.
    fn program(
        &self,
        purpose: Purpose,
        cpp: bool,
        method: Method,
        formula: &str,
    ) -> Result<Program, SetterError> {
        let Maker { model, limits, .. } = self;
        let Method { name, about } = method;
        let HeapPeriod { preperiod, period } = self.period();
        let ending = if cpp { "cpp" } else { "py" };
        let values = context! {
            about, method => name, definition => formula.trim(), answer => self.answer,
            input => self.form.map(|form| form.name), limits => Serde(limits),
            form => model.form, parts => model.parts, notation => model.notation, stuck => model.stuck,
            arity => model.arity, shared => model.is_shared(), ordered => model.is_ordered(),
            // The program of the method `period` has a period that is wrong by one.
            modulus => self.modulus(), preperiod, period => period + 1,
            ..model.constants.clone()
        };
        let text = rendered(&format!("package/solve.{ending}"), values)?;
        Ok(Program {
            file: format!("{name}.{ending}"),
            text: pruned(&text, cpp),
            about,
            purpose,
            cpp,
            failed: Vec::new(),
        })
    }

    /// Returns the modulus of the largest type of numbers that is too small for the sizes; 0 if there is none.
    fn modulus(&self) -> u64 {
        let moduli = [1 << 32, 1 << 16];
        let too_small = |&modulus: &u64| modulus <= self.limits.size.max;
        moduli.into_iter().find(too_small).unwrap_or(0)
    }

    /// Returns the period that the study found, if values repeat without growing.
    fn period(&self) -> HeapPeriod {
        let found = self.studied.as_ref().and_then(|studied| studied.period);
        match found {
            Some(found) if found.saltus == 0 => HeapPeriod {
                preperiod: found.preperiod,
                period: found.period,
            },
            _ => HeapPeriod::default(),
        }
    }

    /// Says whether components are numbers with Grundy values.
    fn has_numbers(&self) -> bool {
        let Model {
            form, parts, stuck, ..
        } = self.model;
        form == "rule" && matches!(parts, "heaps" | "piles") && stuck.is_none()
    }

    /// Returns the number of options of the largest position, at most as many as a search may look at.
    fn options(&self, first: &RecordFields, context: &Context) -> f64 {
        let Maker { model, limits, .. } = self;
        let RecordLimits {
            size,
            height,
            width,
            vertices,
            edges,
            ..
        } = limits;
        let mut largest = grundy_record::Position::default();
        match (model.form, model.parts) {
            ("board", _) if model.slides => return (height.max + 2 * width.max) as f64,
            ("board", _) => return 8.0,
            ("graph", _) => return edges.max as f64,
            ("rule", "heaps" | "rings") => largest.numbers.push(size.max),
            ("rule", "row") => {
                // Squares must differ.
                let numbers = (0..model.arity as u64).map(|place| size.max.saturating_sub(place));
                largest.numbers.extend(numbers);
            }
            ("rule" | "coins", _) => {
                largest.tuples.push(&vec![size.max; model.arity]);
            }
            _ => return (height.max * width.max).max(vertices.max) as f64,
        }
        let position = Position::read(first.text.as_bytes(), context);
        let found =
            position.and_then(|position| position.at(largest).first_moves(MAX_COUNTED_OPTIONS));
        match found {
            Ok(found) => found.moves.len().max(1) as f64,
            Err(_) => model.positions(limits),
        }
    }

    /// Returns the most components that a record has.
    fn max_components(&self) -> u64 {
        let RecordLimits {
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

    /// Lists wrong methods that contestants use. A program with a method must be quick and must not be right.
    fn wrong_methods(&self, options: f64, search_steps: f64, has_formula: bool) -> Vec<Method> {
        if self.answer == PLAY {
            return WRONG_PLAY.to_vec();
        }
        let tests = self.limits.tests.max as f64;
        let is_quick = |steps: f64| steps * tests <= MAX_PYTHON_STEPS;
        let mut methods = vec![Method {
            name: "first",
            about: "The first player always wins.",
        }];
        if is_quick(options) {
            methods.push(Method {
                name: "playout",
                about: "Both players make the first move that they see.",
            });
        }
        let is_valued =
            self.model.stuck.is_none() && (has_formula || search_steps <= MAX_PYTHON_STEPS);
        if is_valued && self.max_components() > 1 {
            methods.push(Method {
                name: "any",
                about: "Who wins one of the components wins.",
            });
        }
        let has_numbers = self.has_numbers();
        if has_numbers && !self.values_are_sizes {
            methods.push(Method {
                name: "sizes",
                about: "The nim-sum of the sizes.",
            });
        }
        // It plays one line of moves from each component.
        if has_numbers && is_quick(options * self.limits.size.max as f64) {
            methods.push(Method {
                name: "greedy",
                about: "Everybody takes the most.",
            });
        }
        let has_heaps = has_numbers && self.model.parts == "heaps";
        let modulus = self.modulus();
        let table_steps = options * modulus as f64;
        if has_heaps && modulus > 0 && (has_formula || table_steps <= MAX_PYTHON_STEPS) {
            methods.push(Method {
                name: "overflow",
                about: "Sizes in too few bits.",
            });
        }
        let HeapPeriod { preperiod, period } = self.period();
        if has_heaps && (1..MAX_MISTAKEN_PERIOD).contains(&(preperiod + period)) {
            methods.push(Method {
                name: "period",
                about: "The period, too long by one.",
            });
        }
        methods
    }
}
