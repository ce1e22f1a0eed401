//! Packages for judges: Kattis, DOMjudge, Polygon.

use std::time::Duration;

use itertools::Itertools;
use minijinja::value::Serde;
use minijinja::{Value, context};
use uuid::Uuid;

use super::cases::TestCases;
use super::cases::seed_of;
use super::error::{SetterError, ensure};
use super::plan::{Group, Plan};
use super::programs::{PLAY, Program, Purpose, Written, programs};
use super::templates::{Ready, Role, Template, ready, rendered};
use super::trial::{Call, TrialVerdict, prepare, run_all, temporary_folder};
use crate::interact::Wrapper;
use grundy_base::random::Random;
use grundy_games::Context;

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

/// The texts of a case.
#[derive(Debug)]
struct CaseTexts {
    /// The input of programs.
    input: String,
    /// The expected output.
    answer: String,
}

/// A package that has been made, and perhaps tried.
#[derive(Debug)]
pub struct Package {
    /// The plan from which it was made.
    plan: Plan,
    /// The records of all cases.
    cases: TestCases,
    /// The texts of each case.
    texts: Vec<CaseTexts>,
    /// The template of what programs read.
    input: Template,
    /// The template of what programs must print.
    answer: Template,
    /// The form that validators check.
    form: Option<&'static Ready>,
    /// The submissions.
    programs: Vec<Program>,
    /// The open tasks of the setter.
    notes: Vec<String>,
    /// The rules of the game, for a person.
    how_to_play: String,
    /// Whether the submissions were run.
    tried: bool,
}

/// Writes the input and the answer of every case, by their templates.
fn texts_of(
    cases: &TestCases,
    [input, answer]: [&Template; 2],
    is_one_record_a_case: bool,
) -> Result<Vec<CaseTexts>, SetterError> {
    let mut texts = Vec::new();
    for case in &cases.cases {
        ensure(
            case.fields.len() == 1 || !is_one_record_a_case,
            format!("one record is a case of its own here: {}", case.name),
        )?;
        texts.push(CaseTexts {
            input: input.render(&case.fields, Some(&cases.limits))?,
            answer: answer.render(&case.fields, Some(&cases.limits))?,
        });
    }
    Ok(texts)
}

impl Package {
    /// Makes all of a package, and with `tried` runs its submissions on its cases.
    ///
    /// # Errors
    ///
    /// Says why a file cannot be made.
    pub fn make(mut plan: Plan, tried: bool, context: &Context) -> Result<Package, SetterError> {
        let [input, answer] = plan.templates()?;
        let is_interactive = plan.interactive.is_some();
        ensure(
            !is_interactive || input.ready.is_some(),
            "an interactive problem begins with a ready template: the judge has no file of yours",
        )?;
        let cases = TestCases::of(&mut plan, &[&input, &answer], context)?;
        let is_one_record_a_case = is_interactive || input.is("single");
        let texts = texts_of(&cases, [&input, &answer], is_one_record_a_case)?;
        let form = input.form(&cases.limits);
        let mut notes = Vec::new();
        let checked = if is_interactive {
            // The interactor reads the record that it plays.
            ready("records", Role::Input)
        } else {
            // Inputs that show records as they are have a validator, but no form that submissions read.
            let unread = input.ready.filter(|form| !form.is_read());
            form.as_ref().ok().copied().or(unread)
        };
        if let (Err(why), None) = (&form, checked) {
            notes.push(format!(
                "TODO: the validators check no more than the lines of the input, since {why}: write its checks into \
                 input_validators/validate.py, in the package of Polygon into files/validator.cpp."
            ));
        }
        let shown = if is_interactive {
            Some(PLAY)
        } else {
            answer.ready.map(|ready| ready.name)
        };
        let Written { programs, note } = programs(&cases, form.clone(), shown, context)?;
        notes.extend(note);
        let how_to_play = context
            .catalogue
            .find(&plan.game)
            .map(|game| game.signature().how_to_play.to_string());
        let mut package = Package {
            plan,
            cases,
            texts,
            input,
            answer,
            form: checked,
            programs,
            notes,
            how_to_play: how_to_play.unwrap_or_default(),
            tried,
        };
        if tried {
            package.run(context)?;
        }
        Ok(package)
    }

    /// Runs the submissions on all cases, and leaves out those that are not what they should be.
    fn run(&mut self, context: &Context) -> Result<(), SetterError> {
        let folder = temporary_folder()?;
        let time = Duration::from_secs(10 * self.plan.time_limit);
        for place in 0..self.programs.len() {
            let program = &self.programs[place];
            if program.purpose == Purpose::Stub {
                continue;
            }
            let run = |call: Call| self.run_program(&call, context);
            match prepare(program, &folder, time).and_then(run) {
                Ok(verdicts) => self.take_verdicts(place, &verdicts, time),
                Err(why) => {
                    let note = format!("`{}` was not run: {why}", program.file);
                    self.notes.push(note);
                }
            }
        }
        // The system empties its folder for temporary files, at the latest.
        let _ = std::fs::remove_dir_all(&folder);
        Ok(())
    }

    /// Runs a submission on all cases.
    fn run_program(
        &self,
        call: &Call,
        context: &Context,
    ) -> Result<Vec<TrialVerdict>, SetterError> {
        run_all(self.texts.len(), context.budget.threads, |place| {
            let CaseTexts { input, answer } = &self.texts[place];
            match &self.plan.interactive {
                Some(interactive) => {
                    let record = &self.cases.cases[place].records[0];
                    interactive.play(call, record, input, context)
                }
                None => call.judged(input, answer, self.any_move()),
            }
        })
    }

    /// Counts in which cases a submission failed, and leaves it out if that is not its purpose.
    fn take_verdicts(&mut self, place: usize, verdicts: &[TrialVerdict], time: Duration) {
        let failed = self
            .plan
            .groups
            .iter()
            .map(|group| self.failed_of_group(group, verdicts))
            .collect();
        let program = &mut self.programs[place];
        program.failed = failed;
        let file = &program.file;
        let passes = verdicts
            .iter()
            .all(|verdict| *verdict == TrialVerdict::Right);
        let ends = verdicts
            .iter()
            .all(|verdict| matches!(verdict, TrialVerdict::Right | TrialVerdict::Wrong(_)));
        let fault = match program.purpose {
            Purpose::Right if !passes => {
                let seconds = time.as_secs();
                format!("`{file}` does not solve these cases within {seconds} s each")
            }
            Purpose::Wrong if passes => format!("No case catches `{file}` ({})", program.about),
            Purpose::Wrong if !ends => format!("`{file}` is too slow or crashes"),
            _ => return,
        };
        program.purpose = Purpose::LeftOut;
        self.notes.push(format!("{fault}: it is left out."));
    }

    /// Writes in how many cases of a group a submission failed.
    fn failed_of_group(&self, group: &Group, verdicts: &[TrialVerdict]) -> String {
        let mut count = 0;
        let mut failed = 0;
        for (case, verdict) in self.cases.cases.iter().zip(verdicts) {
            if case.group == group.name {
                count += 1;
                failed += u32::from(*verdict != TrialVerdict::Right);
            }
        }
        format!("{failed} of {count}")
    }

    /// Returns the notes for the setter: the open tasks.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Goes through the inputs of programs, case by case.
    #[cfg(test)]
    pub(super) fn greetings(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|texts| texts.input.as_str())
    }

    /// Writes the files of the package for a judge.
    ///
    /// # Errors
    ///
    /// Says why the text of a file cannot be made.
    pub fn files(&self, judge: Judge) -> Result<Files, SetterError> {
        let mut files = self.data_files(judge);
        let options = match &self.plan.interactive {
            Some(interactive) => {
                let form = self.input.ready.map_or("records", |ready| ready.name);
                interactive.options(form)
            }
            None => Vec::new(),
        };
        let values = self.values();
        let list = match judge {
            Judge::Kattis => "package/kattis",
            Judge::Domjudge => "package/domjudge",
            Judge::Polygon => "package/polygon",
        };
        for path in rendered(list, values.clone())?.lines() {
            let name = path.rsplit('/').next().unwrap_or(path);
            let program = self.programs.iter().find(|program| program.file == name);
            let text = match (name, program) {
                ("interact.py", _) => Wrapper::Kattis.program(&options),
                ("interactor.cpp", _) => Wrapper::Polygon.program(&options),
                (_, Some(program)) => program.text.clone(),
                (name, None) => rendered(&format!("package/{name}"), values.clone())?,
            };
            files.push((path.to_owned(), text.into_bytes()));
        }
        let manifest = self.cases.manifest(&self.plan);
        files.push(("manifest.json".to_owned(), manifest.into_bytes()));
        Ok(files)
    }

    /// Writes the input and the expected output of each case, where a judge looks for them.
    fn data_files(&self, judge: Judge) -> Files {
        let mut files: Files = Vec::new();
        let digits = self.texts.len().to_string().len().max(2);
        for (number, (case, texts)) in (1..).zip(self.cases.cases.iter().zip(&self.texts)) {
            let folder = if case.is_sample() { "sample" } else { "secret" };
            let [input_path, answer_path] = match judge {
                Judge::Polygon => ["", ".a"].map(|end| format!("tests/{number:0digits$}{end}")),
                Judge::Kattis | Judge::Domjudge => {
                    ["in", "ans"].map(|end| format!("data/{folder}/{}.{end}", case.name))
                }
            };
            let input = if self.plan.interactive.is_some() {
                // The interactor reads the record that it plays.
                format!("{}\n", case.records.join("\n"))
            } else {
                texts.input.clone()
            };
            files.push((input_path, input.into_bytes()));
            files.push((answer_path, texts.answer.clone().into_bytes()));
        }
        files
    }

    /// Says whether any of several moves is a right answer.
    fn any_move(&self) -> bool {
        self.plan.interactive.is_none() && self.answer.is("move")
    }

    /// Makes an identifier from name and seed: a UUID of version 8, whose bits are free to choose (RFC 9562).
    fn uuid(&self) -> String {
        let mut random = Random::new(seed_of(self.plan.seed, &self.plan.name, 0));
        let bits = u128::from(random.word()) << 64 | u128::from(random.word());
        Uuid::new_v8(bits.to_be_bytes()).to_string()
    }

    /// Lists the values of the texts of a package other than data and submissions.
    fn values(&self) -> Value {
        let Plan {
            name,
            title,
            author,
            time_limit,
            game,
            rules,
            interactive,
            groups,
            ..
        } = &self.plan;
        let about = |template: &Template| template.ready.map(Ready::about);
        let cases = self.cases.cases.iter();
        let tests = cases
            .map(|case| (case.is_sample(), &*case.name))
            .collect_vec();
        let groups = groups.iter().map(|group| &*group.name).collect_vec();
        context! {
            title, author, time_limit, game, rules, name, uuid => self.uuid(),
            interactive => interactive.is_some(), any_move => self.any_move(),
            how => self.how_to_play.as_str(), limits => Serde(&self.cases.limits),
            form => self.form.map(|form| form.name),
            input => about(&self.input), answer => about(&self.answer), tests => Serde(&tests),
            programs => Serde(&self.programs), groups => Serde(groups), tried => self.tried,
            notes => Serde(&self.notes),
        }
    }
}
