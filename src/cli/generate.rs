//! `grundy generate GAME …`: seeded random records.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};

use super::exit::{CommandEnd, CommandResult};
use super::solve::parse_asks;
use super::{output, own, setter};
use grundy_api::text::as_typed;
use grundy_record::Keyword::{Misere, OrLess, Overshoot};
use grundy_record::{Signature, Size};
use grundy_setter::generate::{self, BoardForm, Parameters, parse_size};
use grundy_setter::{READY, Role, TestCases, answered};

/// Options of `grundy generate`.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(super) struct GenerateArguments {
    /// Print help
    #[arg(long, short, action = ArgAction::HelpShort, display_order = 1000)]
    help: Option<bool>,

    /// The game
    #[arg(required_unless_present_any = ["plan", "lists_templates"])]
    game: Option<String>,

    /// The size of a board, `RxC`; the limit of a factor game; the number of vertices of a graph
    #[arg(value_name = "SIZE", value_parser = parse_extent)]
    extent: Option<Extent>,

    #[command(flatten)]
    parameters: Parameters,

    /// A player who takes the last loses
    #[arg(long, help_heading = "Rules")]
    misere: bool,

    /// Moves may leave fewer than `left`
    #[arg(long, help_heading = "Rules", conflicts_with = "or_less")]
    overshoot: bool,

    /// A player who faces `left` or fewer loses
    #[arg(long, help_heading = "Rules")]
    or_less: bool,

    /// Boards in the record's line, rows joined by `/`
    #[arg(long, help_heading = "Boards", conflicts_with = "listed")]
    inline: bool,

    /// Boards as their size, with damaged cells and pieces listed
    #[arg(long, help_heading = "Boards")]
    listed: bool,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the cases of a plan, with a manifest, to the folder of --into; docs/setters.md says what a plan
    /// is
    #[arg(long, help_heading = "Files", value_name = "FILE", requires = "into", conflicts_with_all = ["game", "output"])]
    plan: Option<PathBuf>,

    /// The folder for the cases of a plan
    #[arg(long, help_heading = "Files", value_name = "DIR", requires = "plan")]
    into: Option<PathBuf>,

    /// Replace what an earlier plan wrote to this folder
    #[arg(long, help_heading = "Files", requires = "plan")]
    force: bool,

    #[command(flatten, next_help_heading = "Files")]
    templates: setter::TemplateNames,

    /// List the templates that are ready
    #[arg(long = "templates", help_heading = "Files", exclusive = true)]
    lists_templates: bool,
}

/// The size of what records are about.
#[derive(Clone, Copy, Debug)]
enum Extent {
    /// The size of a board.
    Board(Size),
    /// The limit of a factor game, or the number of vertices of a graph.
    Number(u64),
}

/// Reads the size of a board, or another number.
fn parse_extent(text: &str) -> Result<Extent, String> {
    if let Ok(size) = parse_size(text) {
        return Ok(Extent::Board(size));
    }
    match text.parse() {
        Ok(number @ 1..) => Ok(Extent::Number(number)),
        _ => Err("a size is `RxC` for boards, a number for factor, geography and graph".into()),
    }
}

impl GenerateArguments {
    pub(super) fn run(self) -> CommandResult {
        if self.lists_templates {
            return list_templates();
        }
        if let (Some(plan), Some(into)) = (&self.plan, &self.into) {
            return self.write_plan(plan, into);
        }
        let catalogue = own::catalogue();
        let name = self.game.clone().unwrap_or_default();
        let game = catalogue
            .find(&name)
            .ok_or_else(|| super::games::unknown(&name))?;
        let signature = game.signature();
        self.parameters.ask.as_deref().map(parse_asks).transpose()?;
        let parameters = self.asked(signature);
        if let [key, ..] = generate::unused(signature, &parameters)[..] {
            return Err(CommandEnd::usage(format_args!(
                "`{}` has no use for {}",
                signature.name,
                as_typed(key)
            )));
        }
        if self.templates.is_given() {
            return self.write_formatted(signature, &parameters);
        }
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        let written = generate::write(
            signature,
            &parameters,
            &setter::context(),
            &mut output::create(path)?,
        );
        // Parameters that give no record are not the fault of the file.
        written.map_err(|error| match &self.output {
            Some(path) if error.kind() != ErrorKind::InvalidInput => CommandEnd::file(path)(error),
            _ => error.into(),
        })
    }

    /// Returns the options of the generator, with the options of the command line that stand for several of them.
    fn asked(&self, signature: &Signature) -> Parameters {
        let mut parameters = self.parameters.clone();
        match self.extent {
            None => {}
            Some(Extent::Board(size)) => parameters.size = Some(size),
            Some(Extent::Number(limit)) => parameters.limit = Some(limit),
        }
        parameters.fit(signature);
        for (is_given, keyword) in [
            (self.misere, Misere),
            (self.overshoot, Overshoot),
            (self.or_less, OrLess),
        ] {
            if is_given {
                parameters.keywords.push(keyword);
            }
        }
        parameters.form = if self.inline {
            BoardForm::Inline
        } else if self.listed {
            BoardForm::Listed
        } else {
            BoardForm::Block
        };
        parameters
    }

    /// Writes the cases of a plan: records, or the files that templates write.
    fn write_plan(&self, path: &Path, into: &Path) -> CommandResult {
        let mut plan = setter::read_plan(path)?;
        // The names in a plan are checked now, though records alone need no template.
        plan.templates()?;
        let templates = self.templates.open(&plan.folder)?;
        let cases = TestCases::of(&mut plan, &templates.given(), &setter::context())?;
        // Everything is made before anything is written.
        let mut files = vec![(setter::MANIFEST.into(), cases.manifest(&plan).into_bytes())];
        for case in &cases.cases {
            let [input, answer] = templates.render(&case.fields, Some(&cases.limits))?;
            files.push(match input {
                Some(text) => (format!("{}.in", case.name), text.into_bytes()),
                None => (
                    format!("{}.txt", case.name),
                    (case.records.join("\n") + "\n").into_bytes(),
                ),
            });
            files.extend(answer.map(|text| (format!("{}.ans", case.name), text.into_bytes())));
        }
        setter::write_folder(into, self.force, &files)
    }

    /// Writes generated records as templates say.
    fn write_formatted(&self, signature: &Signature, parameters: &Parameters) -> CommandResult {
        let templates = self.templates.open(Path::new("."))?;
        let output = self
            .output
            .as_deref()
            .filter(|path| *path != Path::new("-"));
        if templates.0.iter().all(Option::is_some) && output.is_none() {
            return Err(CommandEnd::usage(
                "two templates make two files: name the first with --output",
            ));
        }
        let context = setter::context();
        let parameters = Parameters {
            form: BoardForm::Inline,
            ask: None,
            ..parameters.clone()
        };
        let records = generate::drawn(signature, &parameters, &context)?;
        let texts = templates.render(&answered(&records, &templates.given(), &context)?, None)?;
        for (i, text) in texts.into_iter().flatten().enumerate() {
            match output {
                Some(path) if i == 0 => setter::write(path, text.as_bytes())?,
                Some(path) => setter::write(&path.with_extension("ans"), text.as_bytes())?,
                None => {
                    output::check_open()?;
                    io::stdout().write_all(text.as_bytes())?;
                }
            }
        }
        Ok(())
    }
}

/// Lists the templates that are ready.
fn list_templates() -> CommandResult {
    let mut out = String::new();
    for (role, title) in [
        (Role::Input, "For --in-template:"),
        (Role::Answer, "For --ans-template:"),
    ] {
        out.push_str(&format!("{title}\n"));
        for ready in READY.iter().filter(|ready| ready.role == role) {
            out.push_str(&format!("  {:8} {}\n", ready.name, ready.about()));
        }
    }
    output::print(out)
}
