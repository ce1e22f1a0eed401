//! What the commands for problem setters share: the context, plans and their folders, templates.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use serde_json::Value;

use super::exit::{CommandEnd, CommandResult};
use super::limits::usual_budget;
use super::own;
use super::whole_file::read_text;
use grundy_games::Context;
use grundy_setter::{Files, Plan, RecordFields, RecordLimits, Role, Template};

/// Returns the games of this run, with all processors and the usual memory.
pub(super) fn context() -> Context {
    Context::with(own::catalogue(), usual_budget())
}

/// Reads a plan.
pub(super) fn read_plan(path: &Path) -> CommandResult<Plan> {
    let text = read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    Plan::read(&text, folder)
        .map_err(|trouble| CommandEnd::usage(format_args!("{}: {trouble}", path.display())))
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
    /// Says whether there is one.
    pub(super) fn is_given(&self) -> bool {
        self.in_template.is_some() || self.ans_template.is_some()
    }

    /// Reads a plan, with these templates in the place of its own.
    pub(super) fn plan(&self, path: &Path) -> CommandResult<Plan> {
        let mut plan = read_plan(path)?;
        plan.input = self.in_template.clone().or(plan.input);
        plan.answer = self.ans_template.clone().or(plan.answer);
        Ok(plan)
    }

    /// Opens the templates; files are those of a folder.
    pub(super) fn open(&self, folder: &Path) -> CommandResult<Templates> {
        let open = |name: &Option<String>, role| {
            name.as_deref()
                .map(|name| Template::open(name, role, folder))
                .transpose()
        };
        Ok(Templates([
            open(&self.in_template, Role::Input)?,
            open(&self.ans_template, Role::Answer)?,
        ]))
    }
}

/// Templates of what a program reads and of what it must print, as far as they are given.
pub(super) struct Templates(pub(super) [Option<Template>; 2]);

impl Templates {
    /// Lists the templates that are given.
    pub(super) fn given(&self) -> Vec<&Template> {
        self.0.iter().flatten().collect()
    }

    /// Writes the texts that the templates make of records with their answers.
    pub(super) fn render(
        &self,
        records: &[RecordFields],
        limits: Option<&RecordLimits>,
    ) -> CommandResult<[Option<String>; 2]> {
        let render = |i: usize| {
            self.0[i]
                .as_ref()
                .map(|template| template.render(records, limits))
        };
        Ok([render(0).transpose()?, render(1).transpose()?])
    }
}

/// The file by which a folder that this program made is known: its member `grundy` is the version.
pub(super) const MANIFEST: &str = "manifest.json";

/// Writes files to a folder that has nothing in it: a new one, an empty one, or with `force` one that this program made
/// before, which is emptied.
pub(super) fn write_folder(folder: &Path, force: bool, files: &Files) -> CommandResult {
    let occupied = |why: &str| {
        Err(CommandEnd::usage(format_args!(
            "{} {why}",
            folder.display()
        )))
    };
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(CommandEnd::file(folder)(error)),
    };
    if !is_empty {
        if !force {
            return occupied("is not empty; --force replaces what an earlier run made");
        }
        if !is_made_here(folder) {
            return occupied(&format!(
                "has no {MANIFEST} of grundy: it was made otherwise, and is left alone"
            ));
        }
        fs::remove_dir_all(folder).map_err(CommandEnd::file(folder))?;
    }
    for (name, bytes) in files {
        write(&folder.join(name), bytes)?;
    }
    Ok(())
}

/// Says whether this program made a folder: then its manifest names the version. Other programs have files of the same
/// name, such as the manifests of web pages.
fn is_made_here(folder: &Path) -> bool {
    let Ok(text) = fs::read(folder.join(MANIFEST)) else {
        return false;
    };
    serde_json::from_slice::<Value>(&text).is_ok_and(|manifest| manifest["grundy"].is_string())
}

/// Writes a file, and the folders it stands in.
pub(super) fn write(path: &Path, bytes: &[u8]) -> CommandResult {
    let folder = path.parent().unwrap_or(Path::new(""));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(CommandEnd::file(path))
}
