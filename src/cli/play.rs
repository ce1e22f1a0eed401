//! `grundy play RECORD`: a game against the computer, or between others; with `--quiz`, positions to judge.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a seed may be any part of the time"
)]

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::exit::CommandResult;
use super::output::check_open;
use super::terminal::line_width;
use super::{argument, editor, games, record};
use grundy_api::Position;
use grundy_api::play::{self, Level, PlayOptions, Players};
use grundy_base::range::Range;
use grundy_games::Context;
use grundy_record::{PositionKind, Signature, Size};
use grundy_setter::generate::{self, BoardForm, Parameters, Share};

/// Options of `grundy play`.
#[derive(Args, Debug)]
pub(super) struct PlayArguments {
    #[command(flatten)]
    record: record::RecordArguments,

    /// Who moves first, or plays both sides
    #[arg(long, value_enum, default_value = "me")]
    first: Players,

    /// How well the computer plays
    #[arg(long, value_enum, default_value = "perfect")]
    level: Level,

    /// Hide who is winning
    #[arg(long)]
    quiet: bool,

    /// Choose at random among equally good moves; equal seeds give equal choices
    #[arg(long, value_name = "N", value_parser = super::limits::parse_seed)]
    seed: Option<u64>,

    /// Show small positions of a game, or the record given, and ask who wins and by which move
    #[arg(long, conflicts_with_all = ["first", "level", "quiet"])]
    quiz: bool,

    /// The number of positions of a quiz
    #[arg(long, value_name = "N", default_value_t = 5, requires = "quiz")]
    count: u64,

    /// The rules of a quiz, written as in a record, instead of random ones
    #[arg(long, requires = "quiz")]
    rules: Option<String>,

    /// The largest heap or pile of a quiz
    #[arg(long, value_name = "N", default_value_t = 12, requires = "quiz")]
    max: u64,
}

impl PlayArguments {
    pub(super) fn run(self) -> CommandResult {
        check_open()?;
        if self.quiz {
            return self.run_quiz();
        }
        let options = PlayOptions {
            players: self.first,
            seed: self
                .seed
                .or_else(|| (self.level != Level::Perfect).then(seed_of_the_time)),
            level: self.level,
            quiet: self.quiet,
            width: line_width(),
        };
        self.record.with_position(|position, input| {
            play::play(
                position,
                &options,
                editor::lines(input).as_mut(),
                &mut io::stdout().lock(),
            )
        })
    }

    /// Runs a quiz about a game, or about a record. Without a seed, the time is the seed.
    fn run_quiz(&self) -> CommandResult {
        let words = self.record.words.join(" ");
        let context = self.record.context()?;
        let texts = match context.catalogue.find(&words) {
            Some(game) => self.positions(game.signature(), &context)?,
            None if argument::is_record(&words) => vec![words],
            None => return Err(games::unknown(&words)),
        };
        let read = |text: &String| Position::read(text.as_bytes(), &context);
        let positions: Result<Vec<_>, _> = texts.iter().map(read).collect();
        let mut input = io::stdin().lock();
        let mut lines = editor::lines(&mut input);
        let asked = positions.and_then(|positions| {
            play::quiz(
                &positions,
                line_width(),
                lines.as_mut(),
                &mut io::stdout().lock(),
            )
        });
        asked.map_err(|error| self.record.stop(error, "<record>"))
    }

    /// Draws small positions of a game, one record each.
    fn positions(&self, signature: &Signature, context: &Context) -> CommandResult<Vec<String>> {
        let seed = self.seed.unwrap_or_else(seed_of_the_time);
        // Every number that the game uses is kept small.
        let share = Some(Share::Count(2));
        // Letters that move make larger boards hard.
        let side = if signature.position == PositionKind::Letters {
            3
        } else {
            5
        };
        let mut parameters = Parameters {
            rules: self.rules.clone(),
            count: 1,
            size: Some(Size {
                rows: side,
                cols: side,
            }),
            limit: Some(7),
            heaps: Some(Range::single(2)),
            max: Some(self.max.max(1)),
            reach: Some(4),
            edges: Some(9),
            moves: Some(1),
            damage: share,
            pieces: share,
            form: BoardForm::Inline,
            ..Parameters::default()
        };
        let unused = generate::unused(signature, &parameters);
        if unused.contains(&"damage") {
            parameters.damage = None;
        }
        if unused.contains(&"pieces") {
            parameters.pieces = None;
        }
        let record = |number: u64| {
            let mut text = Vec::new();
            let parameters = Parameters {
                seed: seed.wrapping_add(number),
                ..parameters.clone()
            };
            generate::write(signature, &parameters, context, &mut text)?;
            Ok(String::from_utf8_lossy(&text).trim().to_owned())
        };
        (0..self.count).map(record).collect()
    }
}

/// Makes a seed that differs at every call.
fn seed_of_the_time() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_nanos() as u64)
}
