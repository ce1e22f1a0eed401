//! Shared by the commands for problem setters: the context, plans and their folders, templates.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;

use super::exit::{Run, Stop};
use super::limits::usual_budget;
use super::output::print;
use super::{Exit, own};
use crate::games::Context;
use crate::generate::{self, BoardForm, Parameters};
use crate::record::{Ask, Signature};
use crate::setter::{Cases, Fields, Files, Limits, Plan, READY, Role, Template, answered, asks_of};

/// The games of this run, all processors, the usual memory.
pub(super) fn context() -> Context {
    Context::with(own::catalogue(), usual_budget())
}

/// Lists the templates that are ready.
pub(super) fn list_templates() -> Run {
    let mut out = String::new();
    for (role, title) in [(Role::Input, "For --in-template:"), (Role::Answer, "For --ans-template:")] {
        out.push_str(&format!("{title}\n"));
        for ready in READY.iter().filter(|ready| ready.role == role) {
            out.push_str(&format!("  {:8} {}\n", ready.name, ready.about()));
        }
    }
    print(out)
}

/// Reads a plan.
pub(super) fn read_plan(path: &Path) -> Result<Plan, Stop> {
    let text = fs::read_to_string(path).map_err(|error| Stop::file(path, &error))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    Plan::read(&text, folder).map_err(|trouble| Stop::usage(format_args!("{}: {trouble}", path.display())))
}

/// The templates of what a program reads and of what it must print.
#[derive(Args, Debug)]
#[group(skip)]
pub(super) struct TemplateNames {
    /// Template of what a program reads: a ready one such as `heaps`, or a file
    #[arg(long, value_name = "TEMPLATE")]
    in_template: Option<String>,

    /// Template of what a program must print: a ready one such as `winner`, or a file
    #[arg(long, value_name = "TEMPLATE")]
    ans_template: Option<String>,
}

impl TemplateNames {
    /// Whether there is one.
    pub(super) fn is_given(&self) -> bool {
        self.in_template.is_some() || self.ans_template.is_some()
    }

    /// Puts them in the place of those of a plan.
    pub(super) fn replace_in(&self, plan: &mut Plan) {
        plan.input = self.in_template.clone().or(plan.input.take());
        plan.answer = self.ans_template.clone().or(plan.answer.take());
    }

    /// Opens them; files are those of a folder.
    pub(super) fn open(&self, folder: &Path) -> Result<Templates, Stop> {
        let open = |name: &Option<String>, role| {
            name.as_deref().map(|name| Template::open(name, role, folder)).transpose()
        };
        Ok(Templates([open(&self.in_template, Role::Input)?, open(&self.ans_template, Role::Answer)?]))
    }
}

/// The texts that two templates write.
type Texts = [Option<String>; 2];

/// Templates of what a program reads and of what it must print, as far as they are given.
pub(super) struct Templates(pub(super) [Option<Template>; 2]);

impl Templates {
    /// Their asks.
    pub(super) fn asks(&self) -> Vec<Ask> {
        asks_of(self.0.iter().flatten())
    }

    /// The texts that the templates write of records with their answers.
    pub(super) fn render(&self, records: &[Fields], limits: Option<&Limits>) -> Result<Texts, Stop> {
        let render = |i: usize| self.0[i].as_ref().map(|template| template.render(records, limits));
        Ok([render(0).transpose()?, render(1).transpose()?])
    }
}

/// The file that says that a folder was made by this program.
pub(super) const MANIFEST: &str = "manifest.json";

/// Writes files to a folder that has nothing in it: a new one, an empty one, or with `force` one that this program made
/// before, which is emptied.
pub(super) fn write_folder(folder: &Path, force: bool, files: &Files) -> Result<(), Stop> {
    let occupied = |why: &str| Err(Stop::usage(format_args!("{} {why}", folder.display())));
    let stop = |error| Stop::file(folder, &error);
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(stop(error)),
    };
    if !is_empty && !force {
        return occupied("is not empty; --force replaces what an earlier run made");
    }
    if !is_empty && !folder.join(MANIFEST).is_file() {
        return occupied(&format!("has no {MANIFEST}: it was not made by this command, and is left alone"));
    }
    if !is_empty {
        fs::remove_dir_all(folder).map_err(stop)?;
    }
    files.iter().try_for_each(|(name, bytes)| write(&folder.join(name), bytes))
}

/// Writes a file, and the folders it stands in.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| Stop::file(path, &error))
}

/// Writes the cases of a plan: records, or the files that templates write.
pub(super) fn write_plan(path: &Path, into: &Path, force: bool, templates: &TemplateNames) -> Run {
    let mut plan = read_plan(path)?;
    let templates = templates.open(&plan.folder)?;
    let cases = Cases::of(&mut plan, &templates.asks(), &context())?;
    // Everything is made before anything is written.
    let mut files = vec![(MANIFEST.into(), cases.manifest(&plan).into_bytes())];
    for case in &cases.cases {
        let [input, answer] = templates.render(&case.fields, Some(&cases.limits))?;
        files.push(match input {
            Some(text) => (format!("{}.in", case.name), text.into_bytes()),
            None => (format!("{}.txt", case.name), (case.records.join("\n") + "\n").into_bytes()),
        });
        files.extend(answer.map(|text| (format!("{}.ans", case.name), text.into_bytes())));
    }
    write_folder(into, force, &files).map(|()| Exit::ANSWERED)
}

/// Writes generated records as templates say.
pub(super) fn write_formatted(
    signature: &Signature,
    parameters: &Parameters,
    templates: &TemplateNames,
    output: Option<&Path>,
) -> Run {
    let templates = templates.open(Path::new("."))?;
    if templates.0.iter().all(Option::is_some) && output.is_none() {
        return Err(Stop::usage("two templates make two files: name the first with --output"));
    }
    let context = context();
    let parameters = Parameters { form: BoardForm::Inline, ask: None, ..parameters.clone() };
    let records = generate::drawn(signature, &parameters, &context)?;
    let texts = templates.render(&answered(&records, &templates.asks(), &context)?, None)?;
    for (i, text) in texts.into_iter().flatten().enumerate() {
        match output {
            Some(path) if i == 0 => write(path, text.as_bytes())?,
            Some(path) => write(&path.with_extension("ans"), text.as_bytes())?,
            None => io::stdout().write_all(text.as_bytes())?,
        }
    }
    Ok(Exit::ANSWERED)
}
