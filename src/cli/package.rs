//! `grundy package RECORDS --kattis DIR`: test data of a problem package.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};

use super::exit::{CommandEnd, CommandResult};
use super::solve::parse_asks;
use super::terminal::is_coloured;
use super::{own, record, setter};
use grundy_api::Asks;
use grundy_batch::Options;
use grundy_record::Ask;
use grundy_setter::Judge::{Domjudge, Kattis, Polygon};
use grundy_setter::{Files, Package, answered, answers, fields};

/// Options of `grundy package`.
#[derive(Args, Debug)]
pub(super) struct PackageArguments {
    /// A plan, whose name ends in `.toml`; or files of records, each of which becomes one test case, with
    /// the answers as its `.ans`
    #[arg(value_name = "PLAN|RECORDS", required = true)]
    files: Vec<PathBuf>,

    /// The package for Kattis; of records, only the cases in DIR/data/secret are written
    #[arg(long, value_name = "DIR", required_unless_present_any = ["polygon", "domjudge"])]
    kattis: Option<PathBuf>,

    /// The package for Polygon
    #[arg(long, value_name = "DIR")]
    polygon: Option<PathBuf>,

    /// The package for DOMjudge
    #[arg(long, value_name = "DIR")]
    domjudge: Option<PathBuf>,

    /// Replace a package that an earlier run made
    #[arg(long)]
    force: bool,

    /// Do not run the submissions of a plan on its cases
    #[arg(long)]
    no_run: bool,

    #[command(flatten)]
    templates: setter::TemplateNames,

    /// Files of records that become samples, in DIR/data/sample
    #[arg(long, value_name = "RECORDS", num_args = 1..)]
    sample: Vec<PathBuf>,

    /// Make every record a case of its own, instead of every file
    #[arg(long)]
    split: bool,

    /// The asks of records that bring none, such as "count grundy"
    #[arg(long, value_name = "ASKS", default_value = "verdict", value_parser = parse_asks)]
    ask: Asks,
}

impl PackageArguments {
    pub(super) fn run(self) -> CommandResult {
        if let [plan] = &self.files[..]
            && plan
                .extension()
                .is_some_and(|extension| extension == "toml")
        {
            return self.of_plan(plan);
        }
        let Some(kattis) = &self.kattis else {
            return Err(CommandEnd::usage(
                "records become the cases of --kattis; other packages need a plan",
            ));
        };
        // Everything is solved before anything is written: after a wrong record nothing is left there.
        let mut files = self.cases(&self.files, "data/secret")?;
        files.extend(self.cases(&self.sample, "data/sample")?);
        files.insert(
            0,
            (setter::MANIFEST.into(), manifest_of(&files).into_bytes()),
        );
        setter::write_folder(kattis, self.force, &files)
    }

    /// Writes the packages of a plan.
    fn of_plan(&self, path: &Path) -> CommandResult {
        if self.split || !self.sample.is_empty() || self.ask.as_slice() != [Ask::Verdict] {
            return Err(CommandEnd::usage(
                "a plan says itself what its samples and its answers are",
            ));
        }
        let package = Package::make(self.templates.plan(path)?, !self.no_run, &setter::context())?;
        for (judge, folder) in [
            (Kattis, &self.kattis),
            (Polygon, &self.polygon),
            (Domjudge, &self.domjudge),
        ] {
            let Some(folder) = folder else { continue };
            setter::write_folder(folder, self.force, &package.files(judge)?)?;
        }
        for note in package.notes() {
            eprintln!("grundy: note: {note}");
        }
        Ok(())
    }

    /// Makes the cases of some files: the input of a program and its expected output. Numbers come first in their names, so
    /// that they run in this order.
    fn cases(&self, files: &[PathBuf], directory: &str) -> CommandResult<Files> {
        let templates = self.templates.open(Path::new("."))?;
        let context = setter::context();
        let colour = is_coloured(ColorChoice::Auto, &io::stderr());
        let catalogue = own::catalogue();
        let options = Options {
            catalogue,
            asks: self.ask.as_slice().to_vec(),
            colour,
            ..Options::default()
        };
        let mut texts = Vec::new();
        for path in files {
            let text = fs::read(path).map_err(CommandEnd::file(path))?;
            if text.trim_ascii().is_empty() {
                return Err(CommandEnd::usage(format_args!(
                    "{} has no record",
                    path.display()
                )));
            }
            let texts_of = if self.split {
                split(&text)?
            } else {
                vec![text]
            };
            texts.extend(texts_of.into_iter().map(|text| (path, text)));
        }
        let digits = texts.len().to_string().len().max(3);
        let mut cases = Files::new();
        for (number, (path, mut records)) in (1..).zip(texts) {
            let name = path.display().to_string();
            let mut answers =
                answers(name, records.clone(), &options).map_err(CommandEnd::wrong_lines)?;
            if self.templates.is_given() {
                let line = |record: &Vec<u8>| Ok(fields(record, 0, &context)?.text);
                let lines: Result<Vec<String>, String> =
                    split(&records)?.iter().map(line).collect();
                let fields = answered(&lines?, &templates.given(), &context)
                    .map_err(CommandEnd::wrong_lines)?;
                let [input, answer] = templates.render(&fields, None)?;
                records = input.map_or(records, String::into_bytes);
                answers = answer.unwrap_or(answers);
            }
            let stem = path
                .file_stem()
                .map_or_else(|| "records".into(), |stem| stem.to_string_lossy());
            let name = format!("{directory}/{number:0digits$}-{stem}");
            cases.extend([
                (format!("{name}.in"), records),
                (format!("{name}.ans"), answers.into_bytes()),
            ]);
        }
        Ok(cases)
    }
}

/// Splits a text into its records, each unchanged and with the rows of its board.
fn split(mut text: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let mut records = Vec::new();
    loop {
        let (mut lines, start) = record::read_record(&mut text)?;
        if start == lines.len() {
            return Ok(records);
        }
        if !lines.ends_with(b"\n") {
            lines.push(b'\n');
        }
        records.push(lines.split_off(start));
    }
}

/// Writes the names of the cases, and the version of the program.
fn manifest_of(files: &Files) -> String {
    let name = |(path, _): &(String, Vec<u8>)| {
        Some(path.strip_suffix(".in")?.rsplit('/').next()?.to_owned())
    };
    let names: Vec<String> = files.iter().filter_map(name).collect();
    let manifest = serde_json::json!({ "grundy": env!("CARGO_PKG_VERSION"), "cases": names });
    format!("{manifest:#}\n")
}
