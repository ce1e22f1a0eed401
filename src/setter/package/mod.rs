//! Packages for judges: Kattis, DOMjudge, Polygon.

mod polygon;

use std::borrow::Cow;
use std::time::Duration;

use itertools::Itertools;
use minijinja::context;
use minijinja::value::Serde;

use super::cases::seed_of;
use super::forms;
use super::programs::{PLAY, Program, Purpose, programs};
use super::templates::{Ready, Template, asks_of, piece, rendered};
use super::trial::{Checked, Trial, Verdict, trials};
use super::{Case, Cases, Fields, Plan, Trouble};
use crate::games::Context;
use crate::interact::Wrapper;
use crate::random::Random;

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
    input: Template,
    answer: Template,
    form: Option<&'static Ready>,
    programs: Vec<Program>,
    trials: Vec<Trial>,
    notes: Vec<String>,
    /// How the game is played.
    rules: String,
}

impl Package {
    /// Makes all of a package, and with `tried` runs its submissions on its cases.
    ///
    /// # Errors
    ///
    /// If a file cannot be made.
    pub fn make(mut plan: Plan, tried: bool, context: &Context) -> Result<Package, Trouble> {
        let [input, answer] = plan.templates()?;
        if plan.interactive.is_some() && input.ready.is_none() {
            return Err(
                "an interactive problem begins with a ready template: the judge has no file of yours".into(),
            );
        }
        let cases = Cases::of(&mut plan, &asks_of([&input, &answer]), context)?;
        let mut texts = Vec::new();
        for case in &cases.cases {
            if (input.is_single() || plan.interactive.is_some()) && case.fields.len() != 1 {
                return Err(format!("one record is a case of its own here: {}", case.name));
            }
            let render = |template: &Template| template.render(&case.fields, Some(&cases.limits));
            texts.push((render(&input)?, render(&answer)?));
        }
        let form = forms::form(input.ready, &cases.limits);
        let mut notes = Vec::new();
        if let Err(why) = &form {
            notes.push(format!(
                "TODO: the validator checks no more than the lines of the input, since {why}: write its checks into \
                 input_validators/validate.py, or files/validator.cpp of Polygon."
            ));
        }
        let records: Vec<&Fields> = cases.cases.iter().flat_map(|case| &case.fields).collect();
        let shown =
            if plan.interactive.is_some() { Some(PLAY) } else { answer.ready.map(|ready| ready.name) };
        let (programs, said) = programs(&plan, &records, &cases.limits, (form.clone(), shown), context)?;
        notes.extend(said);
        let rules = context.catalogue.find(&plan.game).map(|game| game.signature().how_to_play.to_string());
        let rules = rules.unwrap_or_default();
        let form = form.ok();
        let trials = Vec::new();
        let mut package = Package { plan, cases, texts, input, answer, form, programs, trials, notes, rules };
        if tried {
            package.run(context)?;
        }
        Ok(package)
    }

    /// Runs the submissions on all cases, and leaves out those that are not what they should be.
    fn run(&mut self, context: &Context) -> Result<(), Trouble> {
        let time = Duration::from_secs(10 * self.plan.time_limit);
        let checked = match &self.plan.interactive {
            Some(interactive) => Checked::Played(interactive, context),
            None if self.any_move() => Checked::AnyMove,
            None => Checked::Same,
        };
        let cases: Vec<(&Case, &str, &str)> = self
            .cases
            .cases
            .iter()
            .zip(&self.texts)
            .map(|(case, (given, expected))| (case, given.as_str(), expected.as_str()))
            .collect();
        self.trials = trials(&self.programs, &cases, checked, time, context.budget.threads)?;
        let (trials, notes) = (&self.trials, &mut self.notes);
        self.programs.retain(|Program { file, about, purpose, .. }| {
            let Some(trial) = trials.iter().find(|trial| trial.file == *file) else { return true };
            let fault = match (&trial.verdicts, purpose) {
                (Err(why), _) => {
                    notes.push(format!("`{file}` was not run: {why}"));
                    return true;
                }
                (_, Purpose::Right) if !trial.passes() => {
                    format!("`{file}` does not solve these cases within {} s each", time.as_secs())
                }
                (_, Purpose::Wrong) if trial.passes() => format!("No case catches `{file}` ({about})"),
                (_, Purpose::Wrong) if !trial.fails_cleanly() => format!("`{file}` is too slow or crashes"),
                _ => return true,
            };
            notes.push(format!("{fault}: it is left out."));
            false
        });
        Ok(())
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
    ///
    /// # Errors
    ///
    /// If the text of a file cannot be made.
    pub fn files(&self, judge: Judge) -> Result<Files, Trouble> {
        let mut files = match judge {
            Judge::Polygon => self.polygon()?,
            Judge::Kattis | Judge::Domjudge => self.kattis(judge)?,
        };
        files.push(("manifest.json".into(), self.cases.manifest(&self.plan).into_bytes()));
        files.push(("report.md".into(), self.report()?.into_bytes()));
        Ok(files)
    }

    /// Whether several answers are right.
    fn any_move(&self) -> bool {
        self.plan.interactive.is_none() && self.answer.takes_any_move()
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

    /// The cases with what a program or the interactor reads, and with the expected output.
    fn case_texts(&self) -> impl Iterator<Item = (&Case, Cow<'_, str>, &str)> {
        self.cases.cases.iter().zip(&self.texts).map(|(case, (given, expected))| {
            let given = match self.plan.interactive {
                // The interactor reads the record that it plays.
                Some(_) => format!("{}\n", case.records.first().map_or("", String::as_str)).into(),
                None => given.into(),
            };
            (case, given, expected.as_str())
        })
    }

    /// The options with which the interactor plays, if there is one.
    fn interactor_options(&self) -> Option<Vec<String>> {
        let name = self.input.ready.map_or("records", |ready| ready.name);
        self.plan.interactive.as_ref().map(|interactive| interactive.options(name))
    }

    fn validator(&self, cpp: bool) -> String {
        match self.plan.interactive {
            Some(_) => forms::record_validator(&self.plan.game, cpp),
            None => forms::validator(self.form, &self.cases.limits, cpp),
        }
    }

    /// A part of the statement, for a person to write on: the `legend`, the `input` with the limits, the `output`.
    fn statement(&self, part: &str) -> Result<String, Trouble> {
        let Plan { game, rules, interactive, .. } = &self.plan;
        let about = |template: &Template| template.ready.map(Ready::about);
        let values = context! {
            game, rules, interactive => interactive.is_some(),
            how => self.rules.as_str(), limits => Serde(&self.cases.limits),
            input => about(&self.input), answer => about(&self.answer),
        };
        rendered(piece(include_str!("statement.tex"), part), values)
    }

    /// A table: submissions by groups, and in how many cases of each they fail; then the open tasks.
    fn report(&self) -> Result<String, Trouble> {
        let groups: Vec<&str> = self.cases.cases.iter().map(|case| case.group.as_str()).unique().collect();
        let submission = |trial: &Trial| {
            let must = match self.programs.iter().find(|program| program.file == trial.file) {
                Some(program) if program.purpose == Purpose::Right => "accepted",
                Some(_) => "wrong answer",
                None => "left out",
            };
            let Ok(verdicts) = &trial.verdicts else {
                return (trial.file.clone(), "not run", vec![String::new(); groups.len()]);
            };
            let cell = |group: &&str| {
                let cases = self.cases.cases.iter().zip(verdicts).filter(|(case, _)| case.group == *group);
                let failed = cases.clone().filter(|(_, verdict)| **verdict != Verdict::Right).count();
                format!("{failed} of {}", cases.count())
            };
            (trial.file.clone(), must, groups.iter().map(cell).collect())
        };
        let submissions: Vec<_> = self.trials.iter().map(submission).collect();
        let values = context! {
            submissions => Serde(&submissions), programs => !self.programs.is_empty(),
            title => self.plan.title.as_str(), groups => Serde(&groups), notes => Serde(&self.notes),
        };
        rendered(include_str!("report.md"), values)
    }

    fn kattis(&self, judge: Judge) -> Result<Files, Trouble> {
        let mut files: Files = Vec::new();
        let mut file = |path: &str, text: &str| files.push((path.into(), text.as_bytes().to_vec()));
        let Plan { name, title, author, time_limit, .. } = &self.plan;
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let (custom, second) = match (&self.plan.interactive, self.any_move()) {
            (Some(_), _) => ("validation: custom interactive\n", "Interaction"),
            (None, true) => ("validation: custom\n", "Output"),
            (None, false) => ("", "Output"),
        };
        let (title, author, uuid) = (quoted(title), quoted(author), self.uuid());
        file(
            "problem.yaml",
            &format!("name: {title}\nuuid: {uuid}\nauthor: {author}\nlicense: cc by-sa\n{custom}"),
        );
        if judge == Judge::Domjudge {
            file(
                "domjudge-problem.ini",
                &format!("name = {title}\nexternalid = {name}\ntimelimit = {time_limit}\n"),
            );
        }
        let head =
            rendered("\\problemname{ {{- title|tex -}} }", context! { title => self.plan.title.as_str() })?;
        let statement = format!(
            "{head}\n\n{}\n\\section*{{Input}}\n{}\n\\section*{{{second}}}\n{}",
            self.statement("legend")?,
            self.statement("input")?,
            self.statement("output")?,
        );
        file("problem_statement/problem.en.tex", &statement);
        file("input_validators/validate.py", &self.validator(false));
        if let Some(options) = self.interactor_options() {
            file("output_validators/interact.py", &Wrapper::Kattis.program(&options));
        }
        if self.any_move() {
            file("output_validators/check.py", include_str!("../programs/check.py"));
        }
        for (case, given, expected) in self.case_texts() {
            let folder = if case.sample { "sample" } else { "secret" };
            file(&format!("data/{folder}/{}.in", case.name), &given);
            file(&format!("data/{folder}/{}.ans", case.name), expected);
        }
        for program in &self.programs {
            let folder = match program.purpose {
                Purpose::Right => "submissions/accepted",
                Purpose::Wrong => "submissions/wrong_answer",
                Purpose::Stub => "todo",
            };
            file(&format!("{folder}/{}", program.file), &program.text);
        }
        Ok(files)
    }
}
