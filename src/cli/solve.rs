//! `grundy [FILE…]`: answers records.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ColorChoice};
use itertools::Itertools;

use super::argument::{self, Input};
use super::exit::{CommandEnd, CommandResult};
use super::limits::RecordLimits;
use super::progress::{Progress, WhatIsRead, When};
use super::terminal::is_coloured;
use super::{output, own};
use grundy_api::Asks;
use grundy_base::simd::Simd;
use grundy_batch::shard::{self, Shard};
use grundy_batch::version::version;
use grundy_batch::{self, Failure, Format, Options, Proofs, Slow, Slowest, Source, Summary};
use grundy_record::Ask;

/// Options of solving.
#[derive(Args, Debug)]
pub(super) struct SolveArguments {
    /// Files of records, or records in quotes; `-` or none: standard input
    #[arg(value_name = "FILE|RECORD")]
    files: Vec<PathBuf>,

    /// Asks of records without `?`, such as "count grundy"
    #[arg(long, value_name = "ASKS", default_value = "verdict", value_parser = parse_asks)]
    ask: Asks,

    /// Worker threads [default: the cores of the machine]; one thread more only writes answers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// How answers are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write sequences as lines `n a(n)`, as the OEIS's b-files have them; records without `?` are
    /// asked `sequence`
    #[arg(long, conflicts_with_all = ["format", "check", "echo"])]
    bfile: bool,

    /// Print each record before its answer; in JSON its text is the member `record` of the answer
    #[arg(long, conflicts_with = "check")]
    echo: bool,

    /// Validate only: no answers, diagnostics and exit status as usual
    #[arg(long)]
    check: bool,

    /// Stop at the first wrong record
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    limits: RecordLimits,

    /// Answer only the records of shard I of N: the outputs of shards 1 to N are the whole
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,

    /// Write to this file what proves the answers that are not computed again, for `grundy verify`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "self_check"])]
    certify: Option<PathBuf>,

    /// Hold answers to the reference before printing them, and report what each rests on
    #[arg(long, conflicts_with = "check")]
    self_check: bool,

    /// Print what was read and how fast, on standard error
    #[arg(long)]
    stats: bool,

    /// Show how far the batch has come, on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    progress: When,

    /// Colour diagnostics
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

/// Reads `I/N`.
fn parse_shard(text: &str) -> Result<Shard, String> {
    let number = |text: &str| text.parse::<u64>().ok();
    match text
        .split_once('/')
        .map(|(index, of)| (number(index), number(of)))
    {
        Some((Some(index), Some(of))) if (1..=of).contains(&index) => Ok(Shard { index, of }),
        _ => Err("a shard is I/N with I from 1 to N, such as 2/8".into()),
    }
}

/// Reads asks. An error does not say its place, since the text is short.
pub(super) fn parse_asks(text: &str) -> Result<Asks, String> {
    let spaced = text.replace(',', " ");
    text.parse::<Asks>().map_err(|error| {
        if spaced != text && spaced.parse::<Asks>().is_ok() {
            let words = spaced.split_ascii_whitespace().join(" ");
            return format!("asks are separated by spaces: \"{words}\"");
        }
        format!("{}; {}", error.message(), error.help())
    })
}

impl SolveArguments {
    /// Answers the records, and says how many were wrong.
    pub(super) fn run(self) -> CommandResult {
        let start = Instant::now();
        let inputs = argument::open_all(&self.files)?;
        let mut options = self.options()?;
        // If a shard is answered, it is not known how many bytes that is.
        let bytes = if self.shard.is_some() {
            None
        } else {
            inputs.iter().map(Input::bytes).sum()
        };
        let read = WhatIsRead {
            bytes,
            is_typed: inputs.iter().any(Input::is_typed),
            is_argument: inputs.iter().all(Input::is_argument),
        };
        let sources = self.sources(inputs, &mut options)?;
        let mut certificates: Box<dyn Write + Send> = match &self.certify {
            None => Box::new(io::sink()),
            Some(path) => Box::new(BufWriter::new(
                File::create(path).map_err(CommandEnd::file(path))?,
            )),
        };
        let progress = Progress::new(self.progress, &read, options.budget.threads);
        let sources = sources
            .into_iter()
            .map(|source| progress.count(source))
            .collect();
        let answers = if self.check {
            output::standard_or_closed()
        } else {
            output::standard()
        };
        let result = answers.and_then(|answers| {
            grundy_batch::run_certified(
                sources,
                &mut progress.answers(answers),
                &mut progress.errors(),
                &mut certificates,
                &options,
            )
        });
        drop(progress);
        let summary = result?;
        if self.self_check {
            eprintln!("grundy: {}", summary.checked);
        }
        if self.stats {
            print_slowest(options.slowest.as_deref());
            print_stats(
                &summary,
                start.elapsed().as_secs_f64(),
                options.budget.threads,
            );
        }
        if summary.wrong {
            Err(CommandEnd::silent(CommandEnd::WRONG))
        } else {
            Ok(())
        }
    }

    /// Makes sources of the inputs: of all, or of the shard that was asked for.
    fn sources(&self, inputs: Vec<Input>, options: &mut Options) -> CommandResult<Vec<Source>> {
        let Some(shard) = self.shard else {
            return Ok(argument::sources(inputs));
        };
        let file = |input| match input {
            Input::File(name, file) => Ok((name, file)),
            Input::Record(..) => Err(CommandEnd::usage(
                "--shard takes files of records, not records",
            )),
        };
        let files = inputs.into_iter().map(file).collect::<CommandResult<_>>()?;
        let parts =
            shard::cut(files, shard).map_err(|(name, error)| Failure::Input(name, error))?;
        if options.format == Format::Json {
            options.records_before = grundy_batch::count(parts.before, options)?;
        }
        Ok(parts.shard)
    }

    /// Makes the options of the batch.
    fn options(&self) -> CommandResult<Options> {
        Ok(Options {
            catalogue: own::catalogue(),
            asks: match self.ask.as_slice() {
                [Ask::Verdict] if self.bfile => vec![Ask::Sequence],
                asks => asks.to_vec(),
            },
            format: if self.bfile {
                Format::BFile
            } else {
                self.format
            },
            check: self.check,
            echo: self.echo,
            strict: self.strict,
            colour: is_coloured(self.color, &io::stderr()),
            proofs: match (&self.certify, self.self_check) {
                (Some(_), _) => Proofs::Certify,
                (None, true) => Proofs::SelfCheck,
                (None, false) => Proofs::None,
            },
            raised_by: self.limits.raised_by(),
            slowest: self.stats.then(|| Arc::new(Slowest::new(SLOWEST_SHOWN))),
            store: self.limits.store()?,
            budget: self.limits.budget(self.threads),
            ..Options::default()
        })
    }
}

/// The number of the slowest records that are shown.
const SLOWEST_SHOWN: usize = 5;

/// Prints the slowest records, each with what it did.
fn print_slowest(slowest: Option<&Slowest>) {
    for Slow {
        source,
        line,
        text,
        time,
        done,
        noted,
    } in slowest.map(Slowest::records).unwrap_or_default()
    {
        let seconds = time.as_secs_f64();
        let mut said = format!("slow {source}:{line}  seconds {seconds:.3}");
        for (name, count) in [
            ("heaps", done.heaps),
            ("positions", done.positions),
            (done.phase.unwrap_or(""), done.units),
            ("steps", done.steps),
        ] {
            if count > 0 {
                said += &format!(
                    "  {name} {count} ({:.0}/s)",
                    count as f64 / seconds.max(1e-9)
                );
            }
        }
        if let Some(engine) = noted.engine {
            let ways = noted.ways.join(", ");
            said += &format!(
                "  engine {engine}{}{ways}",
                if ways.is_empty() { "" } else { " by " }
            );
        }
        let _ = writeln!(io::stderr(), "{said}  {text}");
    }
}

/// Prints what was read and how fast.
fn print_stats(summary: &Summary, seconds: f64, threads: usize) {
    let Summary {
        records,
        bytes,
        cells,
        work,
        ..
    } = summary;
    let rate = |count: u64| count as f64 / seconds.max(1e-9);
    let mut line = format!(
        "grundy {}  records {records}  bytes {bytes}  seconds {seconds:.3}  records/s {:.0}  GB/s {:.3}  threads {threads}",
        version(),
        rate(*records),
        rate(*bytes) / 1e9,
    );
    if *work > 0 {
        // Boards given by size and damage alone are solved without visiting their cells.
        let engine = if *cells > 0 {
            Simd::current().level().name()
        } else {
            "sparse"
        };
        let per_second = rate(*cells);
        line += &format!("  cells {cells}  cells/s {per_second:.0}  engine {engine}  work {work}");
    }
    let _ = writeln!(io::stderr(), "{line}");
}
