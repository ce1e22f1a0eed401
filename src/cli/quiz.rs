//! `grundy play --quiz`: positions to judge.

use std::io;

use clap::Args;

use super::exit::{Run, Stop};
use super::output::line_width;
use super::{Exit, argument, editor, games as names, own, record};
use crate::Position;
use crate::games::Context;
use crate::generate::{self, BoardForm, Parameters, Share};
use crate::play::quiz;
use crate::record::{Signature, Size};
use crate::theory::budget::Budget;

/// Options of `grundy play --quiz`.
#[derive(Args, Debug)]
pub(super) struct QuizOptions {
    /// Show small positions of a game, or the record given, and ask who wins and by which move
    #[arg(long, conflicts_with_all = ["first", "level", "quiet"])]
    pub(super) quiz: bool,

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

impl QuizOptions {
    /// Runs a quiz about a game, or about a record. Without a seed, the time is the seed.
    pub(super) fn run(&self, record: &record::RecordArguments, seed: Option<u64>) -> Run {
        let words = record.words.join(" ");
        let texts = match own::catalogue().find(&words) {
            Some(game) => self.positions(game.signature(), seed.unwrap_or_else(seed_of_the_time))?,
            None if argument::is_record(&words) => vec![words],
            None => return Err(names::unknown(&words)),
        };
        let context = Context::with(own::catalogue(), Budget::default());
        let read = |text: &String| Position::read(text.as_bytes(), &context);
        let positions: Result<Vec<_>, _> = texts.iter().map(read).collect();
        let mut input = io::stdin().lock();
        let mut lines = editor::lines(&mut input);
        let asked = positions
            .and_then(|positions| quiz(&positions, line_width(), lines.as_mut(), &mut io::stdout().lock()));
        asked.map_err(|error| record.stop(error, "<record>"))?;
        Ok(Exit::ANSWERED)
    }

    /// Small positions of a game, one record each.
    fn positions(&self, signature: &Signature, seed: u64) -> Result<Vec<String>, Stop> {
        // Every number that the game uses is kept small.
        let share = Some(Share::Count(2));
        let mut parameters = Parameters {
            rules: self.rules.clone(),
            count: 1,
            size: Some(Size { rows: 5, cols: 5 }),
            limit: Some(7),
            heaps: Some((2, 2)),
            max: Some(self.max.max(1)),
            amounts: Some(3),
            reach: Some(4),
            edges: Some(9),
            moves: Some(1),
            damage: share,
            pieces: share,
            form: BoardForm::Inline,
            ..Parameters::default()
        };
        let unused = generate::unused(signature, &parameters);
        parameters.damage = share.filter(|_| !unused.contains(&"--damage"));
        parameters.pieces = share.filter(|_| !unused.contains(&"--pieces"));
        let record = |number: u64| {
            let mut text = Vec::new();
            let parameters = Parameters { seed: seed.wrapping_add(number), ..parameters.clone() };
            generate::write(signature, &parameters, &mut text)?;
            Ok(String::from_utf8_lossy(&text).trim().to_owned())
        };
        (0..self.count).map(record).collect()
    }
}

/// A seed that differs at every call.
pub(super) fn seed_of_the_time() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.as_nanos() as u64)
}
