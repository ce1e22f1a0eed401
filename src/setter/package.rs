//! Packages for judges: Kattis, DOMjudge, Polygon.

use std::time::Duration;

use itertools::Itertools;
use minijinja::value::Serde;
use minijinja::{Value, context};
use uuid::Uuid;

use super::cases::seed_of;
use super::programs::{PLAY, Program, Purpose, programs};
use super::templates::{Ready, Role, Template, ready, rendered};
use super::trial::{Call, Verdict, prepare, run_all, temporary_folder};
use super::{Cases, Group, Plan, Trouble, ensure};
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
    /// The form that validators check.
    form: Option<&'static Ready>,
    programs: Vec<Program>,
    notes: Vec<String>,
    /// How the game is played.
    rules: String,
    /// Whether the submissions were run.
    tried: bool,
}

impl Package {
    /// Makes all of a package, and with `tried` runs its submissions on its cases.
    ///
    /// # Errors
    ///
    /// If a file cannot be made.
    pub fn make(mut plan: Plan, tried: bool, context: &Context) -> Result<Package, Trouble> {
        let [input, answer] = plan.templates()?;
        let why =
            "an interactive problem begins with a ready template: the judge has no file of yours";
        ensure(plan.interactive.is_none() || input.ready.is_some(), why)?;
        let cases = Cases::of(&mut plan, &[&input, &answer], context)?;
        let mut texts = Vec::new();
        for case in &cases.cases {
            let fits = case.fields.len() == 1 || !input.is("single") && plan.interactive.is_none();
            ensure(
                fits,
                format!("one record is a case of its own here: {}", case.name),
            )?;
            let render = |template: &Template| template.render(&case.fields, Some(&cases.limits));
            texts.push((render(&input)?, render(&answer)?));
        }
        let form = input.form(&cases.limits);
        let mut notes = Vec::new();
        // Judges read records: those of the interactor, and those of inputs that show them as they are.
        let checked = match &plan.interactive {
            Some(_) => ready("records", Role::Input),
            None => form
                .as_ref()
                .ok()
                .copied()
                .or(input.ready.filter(|form| !form.is_read())),
        };
        if let (Err(why), None) = (&form, checked) {
            notes.push(format!(
                "TODO: the validators check no more than the lines of the input, since {why}: write its checks into \
                 input_validators/validate.py, in the package of Polygon into files/validator.cpp."
            ));
        }
        let shown = plan
            .interactive
            .as_ref()
            .map(|_| PLAY)
            .or(answer.ready.map(|ready| ready.name));
        let (programs, note) = programs(&cases, form.clone(), shown, context)?;
        notes.extend(note);
        let rules = context
            .catalogue
            .find(&plan.game)
            .map(|game| game.signature().how_to_play.to_string());
        let (rules, form) = (rules.unwrap_or_default(), checked);
        let mut package = Package {
            plan,
            cases,
            texts,
            input,
            answer,
            form,
            programs,
            notes,
            rules,
            tried,
        };
        if tried {
            package.run(context)?;
        }
        Ok(package)
    }

    /// Runs the submissions on all cases, and leaves out those that are not what they should be.
    fn run(&mut self, context: &Context) -> Result<(), Trouble> {
        let folder = temporary_folder()?;
        let time = Duration::from_secs(10 * self.plan.time_limit);
        let any_move = self.any_move();
        let Package {
            plan,
            cases,
            texts,
            programs,
            notes,
            ..
        } = self;
        let judge = |call: &Call, i: usize| {
            let (records, (input, answer)) = (&cases.cases[i].records, &texts[i]);
            match &plan.interactive {
                Some(interactive) => interactive.play(call, (&records[0], input), context),
                None => call.judged(input, answer, any_move),
            }
        };
        for program in programs
            .iter_mut()
            .filter(|program| program.purpose != Purpose::Stub)
        {
            let file = &program.file;
            let run =
                |call: Call| run_all(texts.len(), context.budget.threads, |i| judge(&call, i));
            let verdicts = match prepare(program, &folder, time).and_then(run) {
                Ok(verdicts) => verdicts,
                Err(why) => {
                    notes.push(format!("`{file}` was not run: {why}"));
                    continue;
                }
            };
            let failed = |group: &Group| {
                let of_group = cases
                    .cases
                    .iter()
                    .zip(&verdicts)
                    .filter(|(case, _)| case.group == group.name);
                let failed = of_group
                    .clone()
                    .filter(|(_, verdict)| **verdict != Verdict::Right)
                    .count();
                format!("{failed} of {}", of_group.count())
            };
            program.failed = plan.groups.iter().map(failed).collect();
            let passes = verdicts.iter().all(|verdict| *verdict == Verdict::Right);
            let ends = verdicts
                .iter()
                .all(|verdict| matches!(verdict, Verdict::Right | Verdict::Wrong(_)));
            let fault = match program.purpose {
                Purpose::Right if !passes => {
                    format!(
                        "`{file}` does not solve these cases within {} s each",
                        time.as_secs()
                    )
                }
                Purpose::Wrong if passes => format!("No case catches `{file}` ({})", program.about),
                Purpose::Wrong if !ends => format!("`{file}` is too slow or crashes"),
                _ => continue,
            };
            notes.push(format!("{fault}: it is left out."));
            program.purpose = Purpose::LeftOut;
        }
        // The system empties its folder for temporary files, at the latest.
        let _ = std::fs::remove_dir_all(&folder);
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
        let mut files: Files = Vec::new();
        let mut file = |path: String, text: &str| files.push((path, text.as_bytes().to_vec()));
        let digits = self.texts.len().to_string().len().max(2);
        for (number, (case, (given, expected))) in
            (1..).zip(self.cases.cases.iter().zip(&self.texts))
        {
            let folder = if case.is_sample() { "sample" } else { "secret" };
            let [input, answer] = match judge {
                Judge::Polygon => ["", ".a"].map(|end| format!("tests/{number:0digits$}{end}")),
                _ => ["in", "ans"].map(|end| format!("data/{folder}/{}.{end}", case.name)),
            };
            match &self.plan.interactive {
                // The interactor reads the record that it plays.
                Some(_) => file(input, &format!("{}\n", case.records.join("\n"))),
                None => file(input, given),
            }
            file(answer, expected);
        }
        let first = self.input.ready.map_or("records", |ready| ready.name);
        let options = self
            .plan
            .interactive
            .as_ref()
            .map_or_else(Vec::new, |judge| judge.options(first));
        let values = self.values();
        let list = ["kattis", "domjudge", "polygon"][judge as usize];
        for path in rendered(&format!("package/{list}"), values.clone())?.lines() {
            let text = match path.rsplit('/').next().unwrap_or(path) {
                "interact.py" => Wrapper::Kattis.program(&options),
                "interactor.cpp" => Wrapper::Polygon.program(&options),
                name => match self.programs.iter().find(|program| program.file == name) {
                    Some(program) => program.text.clone(),
                    None => rendered(&format!("package/{name}"), values.clone())?,
                },
            };
            file(path.into(), &text);
        }
        file("manifest.json".into(), &self.cases.manifest(&self.plan));
        Ok(files)
    }

    /// Whether several answers are right.
    fn any_move(&self) -> bool {
        self.plan.interactive.is_none() && self.answer.is("move")
    }

    /// An identifier that follows from name and seed: a UUID of version 8, whose bits are custom (RFC 9562).
    fn uuid(&self) -> String {
        let mut random = Random::new(seed_of(self.plan.seed, &self.plan.name, 0));
        let bits = u128::from(random.word()) << 64 | u128::from(random.word());
        Uuid::new_v8(bits.to_be_bytes()).to_string()
    }

    /// The values of the texts that stand beside data and submissions.
    fn values(&self) -> Value {
        let Plan {
            name,
            title,
            author,
            time_limit,
            game,
            rules,
            interactive,
            ..
        } = &self.plan;
        let about = |template: &Template| template.ready.map(Ready::about);
        let tests = self
            .cases
            .cases
            .iter()
            .map(|case| (case.is_sample(), &*case.name))
            .collect_vec();
        let groups = self
            .plan
            .groups
            .iter()
            .map(|group| &*group.name)
            .collect_vec();
        context! {
            title, author, time_limit, game, rules, name, uuid => self.uuid(),
            interactive => interactive.is_some(), any_move => self.any_move(),
            how => self.rules.as_str(), limits => Serde(&self.cases.limits),
            form => self.form.map(|form| form.name),
            input => about(&self.input), answer => about(&self.answer), tests => Serde(&tests),
            programs => Serde(&self.programs), groups => Serde(groups), tried => self.tried,
            notes => Serde(&self.notes),
        }
    }
}
