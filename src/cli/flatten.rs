//! `grundy flatten`: a batch as one record a line.

use std::path::PathBuf;

use clap::Args;

use super::exit::CommandResult;
use super::{argument, output, own};
use grundy_batch::Options;

/// Rewrite a batch as one record a line, for any splitter to cut
///
/// Boards in lines become boards in their header's line; comments and blank lines go; what is
/// wrong stays wrong.
#[derive(Args, Debug)]
pub(super) struct FlattenArguments {
    /// Files of records, or records in quotes; `-` or none: standard input
    #[arg(value_name = "FILE|RECORD")]
    files: Vec<PathBuf>,

    /// Give each record without a label its number as label
    #[arg(long)]
    label: bool,
}

impl FlattenArguments {
    pub(super) fn run(self) -> CommandResult {
        let sources = argument::sources(argument::open_all(&self.files)?);
        let options = Options {
            catalogue: own::catalogue(),
            ..Options::default()
        };
        Ok(
            grundy_batch::flatten(sources, self.label, &mut output::standard()?, &options)
                .map(drop)?,
        )
    }
}
