//! Packages for judges: Kattis, DOMjudge, Polygon.

mod polygon;
mod report;
mod statement;

use std::borrow::Cow;
use std::time::Duration;

use super::cases::seed_of;
use super::forms;
use super::programs::{PLAY, Program, Purpose, programs};
use super::templates::{Ready, Role, Template};
use super::trial::{Checked, Trial, trials};
use super::{Case, Cases, Fields, Plan, Trouble};
use crate::games::Context;
use crate::interact::Wrapper;
use crate::random::Random;
use crate::record::Ask;

/// A judge that packages are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The legacy format of Kattis, which `verifyproblem` checks.
    Kattis,
    /// A Kattis package with `domjudge-problem.ini`.
    Domjudge,
    /// The folder that Polygon gives as a package.
    Polygon,
}

/// The files of a package, by their paths in it.
pub type Files = Vec<(String, Vec<u8>)>;

/// A package, made and tried.
#[derive(Debug)]
pub struct Package {
    plan: Plan,
    cases: Cases,
    /// Input and expected output, case by case.
    texts: Vec<(String, String)>,
    templates: (Template, Template),
    form: Option<&'static Ready>,
    programs: Vec<Program>,
    trials: Vec<Trial>,
    notes: Vec<String>,
    /// How the game is played.
    rules: String,
    /// Whether several answers are right.
    any_move: bool,
}

impl Package {
    /// Makes all of a package, and with `tried` runs its submissions on its cases.
    ///
    /// # Errors
    ///
    /// If a file cannot be made, or a solution fails.
    pub fn make(mut plan: Plan, tried: bool, context: &Context) -> Result<Package, Trouble> {
        let input = Template::open(&plan.input, Role::Input, &plan.folder)?;
        let answer = Template::open(&plan.answer, Role::Answer, &plan.folder)?;
        let mut asks = input.asks.clone();
        asks.extend(answer.asks.iter().filter(|ask| !input.asks.contains(ask)));
        if asks.is_empty() {
            asks.push(Ask::Winner);
        }
        let cases = Cases::of(&mut plan, &asks, context)?;
        let mut texts = Vec::new();
        for case in &cases.cases {
            let single = input.ready.is_some_and(|ready| ready.name == "single");
            if (single || plan.interactive.is_some()) && case.fields.len() != 1 {
                return Err(format!("one record is a case of its own here: {}", case.name));
            }
            let made = [&input, &answer].map(|template| template.render(&case.fields, Some(&cases.limits)));
            let [given, expected] = made;
            texts.push((given?, expected?));
        }
        let form = forms::form(input.ready, &cases.limits);
        let mut notes = Vec::new();
        if let Err(why) = &form {
            notes.push(format!(
                "TODO: the validators check no more than the lines of the input, since {why}. Write its checks into them."
            ));
        }
        if plan.interactive.is_some() && input.ready.is_none() {
            return Err(
                "an interactive problem begins with a ready template: the judge has no file of yours".into(),
            );
        }
        let any_move = plan.interactive.is_none() && answer.ready.is_some_and(|ready| ready.name == "move");
        let records: Vec<&Fields> = cases.cases.iter().flat_map(|case| &case.fields).collect();
        let (mut programs, said) = {
            let answer = match plan.interactive {
                Some(_) => Some(PLAY),
                None => answer.ready.map(|ready| ready.name),
            };
            programs(&plan, &records, &cases.limits, (form.clone(), answer), context)?
        };
        notes.extend(said);
        let mut tries = Vec::new();
        if tried {
            let all: Vec<_> =
                cases.cases.iter().zip(&texts).map(|(case, (i, a))| (case, i.clone(), a.clone())).collect();
            let time = Duration::from_secs(10 * plan.time_limit);
            let checked = match &plan.interactive {
                Some(interactive) => Checked::Played(interactive, context),
                None if any_move => Checked::AnyMove,
                None => Checked::Same,
            };
            let (stubs, complete): (Vec<Program>, Vec<Program>) =
                programs.into_iter().partition(|program| program.purpose == Purpose::Stub);
            programs = complete;
            tries = trials(&programs, &all, checked, time, context.budget.threads)?;
            let mut kept = stubs;
            for (program, trial) in programs.into_iter().zip(&tries) {
                let Program { file, about, purpose, .. } = &program;
                let fault = match (&trial.verdicts, purpose) {
                    (Err(why), _) => {
                        notes.push(format!("`{file}` was not run: {why}"));
                        None
                    }
                    (_, Purpose::Right) if !trial.passes() => {
                        Some(format!("`{file}` does not solve these cases within {} s each", time.as_secs()))
                    }
                    (_, Purpose::Wrong) if trial.passes() => {
                        Some(format!("No case catches `{file}` ({about})"))
                    }
                    (_, Purpose::Wrong) if !trial.fails_cleanly() => {
                        Some(format!("`{file}` is too slow or crashes"))
                    }
                    _ => None,
                };
                match fault {
                    Some(fault) => notes.push(format!("{fault}: it is left out.")),
                    None => kept.push(program),
                }
            }
            programs = kept;
        }
        let rules = context.catalogue.find(&plan.game).map(|game| game.signature().how_to_play.to_string());
        let rules = rules.unwrap_or_default();
        let templates = (input, answer);
        Ok(Package {
            plan,
            cases,
            texts,
            templates,
            form: form.ok(),
            programs,
            trials: tries,
            notes,
            rules,
            any_move,
        })
    }

    /// Notes for the setter: the open tasks.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The input of programs, case by case.
    #[cfg(test)]
    pub(super) fn greetings(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(given, _)| given.as_str())
    }

    /// The files of the package for a judge.
    pub fn files(&self, judge: Judge) -> Files {
        let mut files = match judge {
            Judge::Polygon => self.polygon(),
            Judge::Kattis | Judge::Domjudge => self.kattis(judge),
        };
        files.push(("manifest.json".into(), self.cases.manifest(&self.plan).into_bytes()));
        files.push(("report.md".into(), self.report().into_bytes()));
        files
    }

    /// An identifier that follows from name and seed: a UUID of version 8, whose bits are custom (RFC 9562).
    fn uuid(&self) -> String {
        let mut random = Random::new(seed_of(self.plan.seed, &self.plan.name, 0));
        let (high, low) = (random.word(), random.word());
        let (high, low) = (high & !0xf000 | 0x8000, low & !(3 << 62) | 2 << 62);
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        )
    }

    /// A case of the package: the input of the program, or the record that the interactor plays.
    fn case_text<'a>(&self, case: &Case, given: &'a str) -> Cow<'a, str> {
        match self.plan.interactive {
            Some(_) => format!("{}\n", case.records.first().map_or("", String::as_str)).into(),
            None => given.into(),
        }
    }

    /// The options with which the interactor plays, if there is one.
    fn interactor_options(&self) -> Option<Vec<String>> {
        let name = self.templates.0.ready.map_or("records", |ready| ready.name);
        self.plan.interactive.as_ref().map(|interactive| interactive.options(name))
    }

    fn validator(&self, cpp: bool) -> String {
        match self.plan.interactive {
            Some(_) => forms::record_validator(&self.plan.game, cpp),
            None => forms::validator(self.form, &self.cases.limits, cpp),
        }
    }

    fn kattis(&self, judge: Judge) -> Files {
        let mut files: Files = Vec::new();
        let mut file = |path: String, text: &str| files.push((path, text.as_bytes().to_vec()));
        let Plan { name, title, author, time_limit, .. } = &self.plan;
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let custom = match (&self.plan.interactive, self.any_move) {
            (Some(_), _) => "validation: custom interactive\n",
            (None, true) => "validation: custom\n",
            (None, false) => "",
        };
        file(
            "problem.yaml".into(),
            &format!(
                "name: {}\nuuid: {}\nauthor: {}\nlicense: cc by-sa\n{custom}",
                quoted(title),
                self.uuid(),
                quoted(author)
            ),
        );
        if judge == Judge::Domjudge {
            file(
                "domjudge-problem.ini".into(),
                &format!("name = {}\nexternalid = {name}\ntimelimit = {time_limit}\n", quoted(title)),
            );
        }
        file("problem_statement/problem.en.tex".into(), &self.kattis_statement());
        file("input_validators/validate.py".into(), &self.validator(false));
        if let Some(options) = self.interactor_options() {
            file("output_validators/interact.py".into(), &Wrapper::Kattis.program(&options));
        }
        if self.any_move {
            file("output_validators/check.py".into(), include_str!("../programs/check.py"));
        }
        for (case, (given, expected)) in self.cases.cases.iter().zip(&self.texts) {
            let given = self.case_text(case, given);
            let folder = if case.sample { "sample" } else { "secret" };
            file(format!("data/{folder}/{}.in", case.name), &given);
            file(format!("data/{folder}/{}.ans", case.name), expected);
        }
        for program in &self.programs {
            let folder = match program.purpose {
                Purpose::Right => "submissions/accepted",
                Purpose::Wrong => "submissions/wrong_answer",
                Purpose::Stub => "todo",
            };
            file(format!("{folder}/{}", program.file), &program.text);
        }
        files
    }
}
