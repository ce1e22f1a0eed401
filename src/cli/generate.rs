//! `grundy generate GAME …`: seeded random records.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::exit::{Run, Stop};
use super::solve::parse_asks;
use super::{Exit, examples, own, setter};
use crate::generate::{self, BoardForm, Parameters, parse_size};
use crate::platform::standard_output;
use crate::record::Keyword::{Misere, OrLess, Overshoot};
use crate::record::{Signature, Size};

/// Options of `grundy generate`.
#[derive(Args, Debug)]
#[command(after_help = examples("generate"), disable_help_flag = true)]
pub(super) struct GenerateArguments {
    /// Print help
    #[arg(long, short, action = ArgAction::HelpShort, display_order = 1000)]
    help: Option<bool>,

    /// The game
    #[arg(required_unless_present_any = ["plan", "lists_templates"])]
    game: Option<String>,

    /// The size of a board, `RxC`; the limit of a factor game; the number of vertices of a graph
    #[arg(value_name = "SIZE", value_parser = parse_extent)]
    extent: Option<(Option<Size>, Option<u64>)>,

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

/// The size of a board, or another number.
fn parse_extent(text: &str) -> Result<(Option<Size>, Option<u64>), String> {
    let help = "a size is `RxC` for boards, a number for factor, geography and graph";
    match (parse_size(text).ok(), text.parse().ok().filter(|&number| number > 0)) {
        (None, None) => Err(help.into()),
        extent => Ok(extent),
    }
}

impl GenerateArguments {
    pub(super) fn run(self) -> Run {
        if self.lists_templates {
            return setter::list_templates();
        }
        if let (Some(plan), Some(into)) = (&self.plan, &self.into) {
            return setter::write_plan(plan, into, self.force, &self.templates);
        }
        let catalogue = own::catalogue();
        let name = self.game.clone().unwrap_or_default();
        let game = catalogue.find(&name).ok_or_else(|| super::games::unknown(&name))?;
        let signature = game.signature();
        self.parameters.ask.as_deref().map(parse_asks).transpose()?;
        let parameters = self.asked(signature);
        if let [option, ..] = generate::unused(signature, &parameters)[..] {
            return Err(Stop::usage(format_args!("`{}` has no use for {option}", signature.name)));
        }
        if self.templates.is_given() {
            return setter::write_formatted(signature, &parameters, &self.templates, self.output.as_deref());
        }
        let mut out = match &self.output {
            Some(path) => File::create(path).map_err(|error| Stop::file(path, &error))?,
            // Blocks are written whole, so the standard library's line buffering would only cost.
            None => standard_output()?,
        };
        match parameters.takes_all() {
            true => generate::write(signature, &parameters, &mut out)?,
            false => {
                let mut give = |record: &str| Ok(out.write_all(record.as_bytes())?);
                generate::each_wanted(signature, &parameters, &setter::context(), &mut give)?;
            }
        }
        out.flush()?;
        Ok(Exit::ANSWERED)
    }

    /// The options of the generator, with those of the command line that stand for several of them.
    fn asked(&self, signature: &Signature) -> Parameters {
        let mut parameters = self.parameters.clone();
        if let Some((size, limit)) = self.extent {
            parameters.size = size.or(parameters.size);
            parameters.limit = limit.or(parameters.limit);
        }
        parameters.fit(signature);
        let given = [(self.misere, Misere), (self.overshoot, Overshoot), (self.or_less, OrLess)];
        parameters.keywords.extend(given.iter().filter(|(given, _)| *given).map(|&(_, keyword)| keyword));
        parameters.form = match (self.inline, self.listed) {
            (true, _) => BoardForm::Inline,
            (_, true) => BoardForm::Listed,
            _ => BoardForm::Block,
        };
        parameters
    }
}
