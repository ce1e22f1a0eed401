//! `grundy study --values`: the games whose Grundy values begin with given numbers.

use super::exit::{Run, Stop};
use super::games::entry;
use super::output::print;
use super::own;
use crate::games::Context;
use crate::study::{self, Match};
use crate::theory::budget::Budget;

/// Further values are ignored.
const MAX_VALUES: usize = 4096;

/// The work limit of one game.
const WORK_PER_GAME: u64 = 1 << 26;

/// Prints the games whose heaps 0, 1, 2, … have these Grundy values, separated by blanks or commas.
pub(super) fn list_games(values: &[String]) -> Run {
    let words = values.iter().flat_map(|word| word.split(|c: char| c == ',' || c.is_whitespace()));
    let value = |word: &str| {
        let help = "values are numbers from 0, such as 0 1 2 0 1 2";
        word.parse().map_err(|_| Stop::usage(format_args!("`{word}` is no Grundy value; {help}")))
    };
    let mut values: Vec<u64> = words.filter(|word| !word.is_empty()).map(value).collect::<Result<_, _>>()?;
    values.truncate(MAX_VALUES);
    let budget = Budget { work: WORK_PER_GAME, ..Budget::default() };
    let context = Context::with(own::catalogue(), budget);
    let mut out = format!("Games whose heaps 0, 1, 2, … begin with these {} values:\n", values.len());
    tell(&mut out, &study::identify(&values, &context));
    // Lists often begin with the heap 1.
    let mut from_one = vec![0];
    from_one.extend(&values);
    let found = study::identify(&from_one, &context);
    if !found.is_empty() {
        out += "Games whose heaps 1, 2, 3, … begin so:\n";
        tell(&mut out, &found);
    }
    print(out)
}

fn tell(out: &mut String, found: &[Match]) {
    if found.is_empty() {
        out.push_str("  none of the games looked through\n");
    }
    for Match { game, note } in found {
        out.push_str(&format!("  {game}\n"));
        if !note.is_empty() {
            entry(out, 6, "", note);
        }
    }
}
