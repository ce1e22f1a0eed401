//! Submissions of a package: programs that solve it, and programs that contestants write instead.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, context};

use super::fields::Fields;
use super::limits::Limits;
use super::{Plan, Trouble};
use crate::games::Context;
use crate::study::{self, Language};
use crate::subject::Subject;

/// A submission.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// What it does.
    pub about: String,
    /// Whether it solves the problem.
    pub right: bool,
    /// Whether it is in C++, else in Python.
    pub cpp: bool,
}

/// The most options that a search in Python, and in C++, may look at in one case.
const PYTHON_STEPS: u128 = 3_000_000;
const CPP_STEPS: u128 = 30_000_000;
/// Studying is meant to be quick.
const STUDY_WORK: u64 = 1 << 25;
/// The longest period that a wrong program takes wrong.
const LONGEST_PERIOD: u64 = 1 << 16;

/// What is known of the game of a plan.
struct Model {
    family: &'static str,
    game: &'static str,
    amounts: Vec<u64>,
    digits: Vec<u64>,
    vectors: Vec<Vec<u64>>,
    steps: Vec<(i64, i64)>,
    slides: bool,
}

impl Model {
    /// The moves of a game as the programs know them; `None` for games that they do not know.
    fn of(record: &Fields) -> Option<Model> {
        let mut model = Model {
            family: "heap",
            game: "",
            amounts: Vec::new(),
            digits: Vec::new(),
            vectors: Vec::new(),
            steps: Vec::new(),
            slides: false,
        };
        let words: Vec<&str> = record.rules.split_whitespace().collect();
        let plain = words.is_empty();
        const KING: [(i64, i64); 3] = [(-1, 0), (0, -1), (-1, -1)];
        match record.game.as_str() {
            "nim" | "nimble" if plain => model.game = "nim",
            "subtraction" if !words.contains(&"misere") && !record.amounts.is_empty() => {
                model.game = "subtraction";
                model.amounts.clone_from(&record.amounts);
            }
            "kayles" | "dawson-kayles" | "dawson-chess" | "treblecross" if plain => {
                model.game = "octal";
                model.digits = match record.game.as_str() {
                    "kayles" => vec![0, 7, 7],
                    "dawson-kayles" => vec![0, 0, 7],
                    "dawson-chess" => vec![0, 1, 3, 7],
                    _ => vec![0, 0, 0, 7],
                };
            }
            "octal" if words.len() == 1 => {
                model.game = "octal";
                let (first, rest) = words[0].split_once('.')?;
                let digits = first.chars().chain(rest.chars()).map(|c| c.to_digit(8).map(u64::from));
                model.digits = digits.collect::<Option<_>>()?;
            }
            "lasker" if plain => model.game = "lasker",
            "grundys-game" if plain => model.game = "grundys-game",
            "wythoff" if plain => (model.family, model.game) = ("pair", "wythoff"),
            "euclid" if plain => (model.family, model.game) = ("pair", "euclid"),
            "rocks" if !record.vectors.is_empty() && record.damaged.is_empty() => {
                model.family = "vectors";
                model.vectors.clone_from(&record.vectors);
            }
            "three-rocks" if record.damaged.is_empty() => {
                model.family = "vectors";
                let all = [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (3, 0), (0, 3), (1, 2), (2, 1)];
                model.vectors = all.map(|(a, b)| vec![a, b]).to_vec();
            }
            "king" => (model.family, model.steps) = ("board", KING.to_vec()),
            "rook" => (model.family, model.steps, model.slides) = ("board", KING[..2].to_vec(), true),
            "bishop" => (model.family, model.steps, model.slides) = ("board", KING[2..].to_vec(), true),
            "queen" => (model.family, model.steps, model.slides) = ("board", KING.to_vec(), true),
            "knight" => {
                (model.family, model.steps) = ("board", vec![(-2, -1), (-1, -2), (-2, 1), (1, -2)]);
            }
            "graph" if is_acyclic(record) => model.family = "graph",
            "geography" => model.family = "walk",
            _ => return None,
        }
        Some(model)
    }

    /// How many options one position has, at most, and how many positions there are below it.
    fn cost(&self, limits: &Limits) -> (u128, u128) {
        let size = u128::from(limits.size.max) + 1;
        match (self.family, self.game) {
            ("heap", "subtraction") => (self.amounts.len() as u128, size),
            ("heap", "octal") => {
                let splits = self.digits.iter().filter(|&&digit| digit & 4 > 0).count() as u128;
                (self.digits.len() as u128 + splits * size / 2, size)
            }
            ("heap", _) => (2 * size, size),
            ("pair", _) => (3 * size, size * size),
            ("vectors", _) => {
                let arity = self.vectors.first().map_or(1, Vec::len) as u32;
                (self.vectors.len() as u128, size.saturating_pow(arity))
            }
            ("board", _) => {
                let (rows, cols) = (u128::from(limits.height.max), u128::from(limits.width.max));
                (if self.slides { rows + 2 * cols } else { 4 }, rows * cols)
            }
            ("graph", _) => (u128::from(limits.edges.max), u128::from(limits.vertices.max)),
            // All walks: at worst one for each set of vertices.
            _ => (u128::from(limits.vertices.max), 1 << limits.vertices.max.min(100)),
        }
    }
}

/// Whether play on a graph ends.
fn is_acyclic(record: &Fields) -> bool {
    let n = record.vertices as usize + 1;
    let mut next = vec![Vec::new(); n];
    let mut entering = vec![0usize; n];
    for &(from, to) in &record.edges {
        next[from as usize].push(to as usize);
        entering[to as usize] += 1;
    }
    let mut open: Vec<usize> = (0..n).filter(|&vertex| entering[vertex] == 0).collect();
    let mut seen = 0;
    while let Some(vertex) = open.pop() {
        seen += 1;
        for &to in &next[vertex] {
            entering[to] -= 1;
            if entering[to] == 0 {
                open.push(to);
            }
        }
    }
    seen == n
}

/// The submissions of a plan whose templates are ready ones, and what is to be said where some are missing.
pub(super) fn programs(
    plan: &Plan,
    records: &[&Fields],
    limits: &Limits,
    (input, answer): (&str, &str),
    context: &Context,
) -> Result<(Vec<Program>, Vec<String>), Trouble> {
    let mut notes = Vec::new();
    let Some(first) = records.first() else { return Ok((Vec::new(), notes)) };
    let models: Option<Vec<Model>> = records.iter().map(|record| Model::of(record)).collect();
    let fits = |model: &Model| {
        let inputs: &[&str] = match model.family {
            "heap" => &["heaps", "single", "amounts", "numbers"],
            "pair" | "vectors" => &["pairs", "piles"],
            "board" => &["board", "pieces"],
            _ => &["edges"],
        };
        inputs.contains(&input)
            && ["winner", "yes-no", "verdict", "count", "grundy", "move"].contains(&answer)
            && !(model.family == "walk" && answer == "grundy")
            && !(matches!(model.family, "graph" | "walk") && answer == "move")
    };
    let same = |one: &Model, other: &Model| {
        one.family == other.family
            && one.game == other.game
            && one.digits == other.digits
            && one.vectors == other.vectors
            && one.steps == other.steps
            && (input == "amounts" || one.amounts == other.amounts)
    };
    let Some(model) = models.and_then(|models| {
        let fit = models.iter().all(|model| fits(model) && same(model, &models[0]));
        models.into_iter().next().filter(|_| fit)
    }) else {
        notes.push(format!(
            "No submission is written for `{}` with the templates `{input}` and `{answer}`: add your own to \
             submissions/accepted.",
            plan.game
        ));
        return Ok((Vec::new(), notes));
    };
    let writer = Writer { model: &model, limits, input, answer };
    let (options, positions) = model.cost(limits);
    let per_case = match input {
        "amounts" => u128::from(limits.tests.max),
        _ if matches!(model.family, "board" | "graph" | "walk") => u128::from(limits.tests.max),
        _ => 1,
    };
    let asked = match answer {
        "verdict" | "count" | "move" => {
            let components = limits.count.max.max(limits.pieces.max).max(limits.tokens.max).max(1);
            u128::from(limits.tests.max) * u128::from(components) * options
        }
        _ => 0,
    };
    let search = options.saturating_mul(positions).saturating_mul(per_case).saturating_add(asked);
    let mut made = Vec::new();
    if model.game == "nim" && asked <= CPP_STEPS {
        made.push(writer.write("size", true, "The value of a heap is its size.", &[], "")?);
        if asked <= PYTHON_STEPS {
            made.push(writer.write("size", false, "The value of a heap is its size.", &[], "")?);
        }
    } else {
        if search <= CPP_STEPS {
            made.push(writer.write("search", true, "All positions below, by their options.", &[], "")?);
        }
        if search <= PYTHON_STEPS {
            made.push(writer.write("search", false, "All positions below, by their options.", &[], "")?);
        }
    }
    let mut period = None;
    let fixed = input != "amounts" && matches!(model.family, "heap" | "pair" | "vectors");
    if fixed && model.game != "nim" {
        let mut quick = context.for_worker();
        quick.budget.work = quick.budget.work.min(STUDY_WORK);
        let studied = Subject::read(first.text.as_bytes(), &quick)
            .ok()
            .and_then(|mut subject| study::study(&mut subject, &quick, None).ok());
        if let Some(studied) = studied {
            period = studied.period.filter(|period| period.saltus == 0);
            for (language, cpp) in [(Language::Cpp, true), (Language::Python, false)] {
                if let Some(definition) = studied.definition(language)
                    && asked <= if cpp { CPP_STEPS } else { PYTHON_STEPS }
                {
                    let about = "The values by a formula that the study of the game found.";
                    made.push(writer.write("formula", cpp, about, &[], &definition)?);
                }
            }
        }
    }
    if made.is_empty() {
        notes.push(
            "These sizes are too large for a search, and no formula was found: add your own solution to \
             submissions/accepted."
                .into(),
        );
    }
    let mut wrong = vec![("first", "The first player always wins.", Vec::new())];
    if matches!(model.family, "heap" | "pair" | "vectors") {
        if model.game != "nim" {
            wrong.push(("sizes", "The nim-sum of the sizes.", Vec::new()));
        }
        // One line of play from each component, where it is not known by a formula.
        let by_formula = matches!(model.game, "nim" | "lasker" | "subtraction");
        let line = options.saturating_mul(u128::from(limits.size.max));
        if by_formula || line.saturating_mul(u128::from(limits.tests.max)) <= PYTHON_STEPS {
            wrong.push(("greedy", "Everybody takes the most.", Vec::new()));
        }
    }
    if model.family == "heap" {
        let modulus = [1u64 << 32, 1 << 16].into_iter().find(|&modulus| modulus <= limits.size.max);
        if let Some(modulus) = modulus
            && (model.game == "nim" || options.saturating_mul(u128::from(modulus)) <= PYTHON_STEPS)
        {
            wrong.push(("overflow", "Sizes in too few bits.", vec![("modulus", modulus)]));
        }
        if let Some(period) = period.filter(|period| period.preperiod + period.period < LONGEST_PERIOD) {
            let numbers = vec![("preperiod", period.preperiod), ("period", period.period + 1)];
            wrong.push(("period", "The period, too long by one.", numbers));
        }
    }
    for (method, about, numbers) in wrong {
        let mut program = writer.write(method, false, about, &numbers, "")?;
        program.right = false;
        made.push(program);
    }
    Ok((made, notes))
}

struct Writer<'a> {
    model: &'a Model,
    limits: &'a Limits,
    input: &'a str,
    answer: &'a str,
}

impl Writer<'_> {
    fn write(
        &self,
        method: &str,
        cpp: bool,
        about: &str,
        numbers: &[(&str, u64)],
        definition: &str,
    ) -> Result<Program, Trouble> {
        let model = self.model;
        let text = if cpp { include_str!("programs/solve.cpp") } else { include_str!("programs/solve.py") };
        let mut environment = Environment::new();
        let lines =
            SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
        environment.set_syntax(lines.map_err(|error| error.to_string())?);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let list =
            |open: char, close: char, numbers: &[String]| format!("{open}{}{close}", numbers.join(", "));
        let plain = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>();
        let nested = |open, close| {
            let all: Vec<String> =
                model.vectors.iter().map(|vector| list(open, close, &plain(vector))).collect();
            list(open, close, &all)
        };
        let steps = |open, close| {
            let pair = |&(r, c): &(i64, i64)| list(open, close, &[r.to_string(), c.to_string()]);
            list(open, close, &model.steps.iter().map(pair).collect::<Vec<_>>())
        };
        let number = |name: &str| numbers.iter().find(|(named, _)| *named == name).map_or(0, |&(_, n)| n);
        let arity = if model.family == "heap" { 1 } else { self.limits.arity.max };
        let text = environment
            .render_str(
                text,
                context! {
                    about, method, definition, arity,
                    input => self.input, answer => self.answer, family => model.family, game => model.game,
                    amounts => list('[', ']', &plain(&model.amounts)),
                    amounts_cpp => list('{', '}', &plain(&model.amounts)),
                    digits => list('[', ']', &plain(&model.digits)),
                    digits_cpp => list('{', '}', &plain(&model.digits)),
                    vectors => nested('[', ']'), vectors_cpp => nested('{', '}'),
                    steps => steps('[', ']'), steps_cpp => steps('{', '}'),
                    slides => if model.slides { "True" } else { "False" },
                    modulus => number("modulus"), preperiod => number("preperiod"), period => number("period"),
                },
            )
            .map_err(|error| error.to_string())?;
        let ending = if cpp { "cpp" } else { "py" };
        Ok(Program { file: format!("{method}.{ending}"), text, about: about.into(), right: true, cpp })
    }
}
