//! Rocks: a move subtracts a vector from a group of one to four piles, all at once.

use fxhash::FxHashSet;
use itertools::Itertools;

use crate::game::falls;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::play::Play;
use crate::rules::rule::Rule;
use crate::{Fail, Res, text};

/// The vectors of three rocks.
const THREE_ROCKS_VECTORS: &str = "1,0 0,1 1,1 2,0 0,2 3,0 0,3 1,2 2,1";

/// The number below which piles are, so that numbers of 64 bits hold all that is added to them.
const MAX_ROCKS: i128 = 1 << 62;

/// The largest weight with which piles are added up to see that play ends.
const MAX_WEIGHT_OF_ROCKS: i128 = 12;

/// A position, or a vector, as numbers of its piles.
type Group = Vec<i128>;

/// Rocks whose vectors the record lists.
pub(crate) static ROCKS: CatalogueGame =
    CatalogueGame::of_values("rocks", "rocks 1,0 0,1 1,1: 5,7", |given| {
        read(given, given.words.clone())
    })
    .keywords("damaged");

/// Rocks with the vectors of three rocks.
pub(crate) static THREE_ROCKS: CatalogueGame =
    CatalogueGame::of_values("three-rocks", "three-rocks: 5,7", |given| {
        given.must_be_without_rules()?;
        read(
            given,
            THREE_ROCKS_VECTORS.split(' ').map(str::to_owned).collect(),
        )
    })
    .keywords("damaged")
    .published(&[("three-rocks: 10,10 5,6 ? values", "0 3")]);

/// Reads a record of rocks with the words for its vectors.
fn read(given: &Given<'_>, words: Vec<String>) -> Res<Play> {
    // A minus sign is one only in a record with a vector that has one; elsewhere it makes a range.
    let is_signed_vector = |word: &String| word.contains(',') && word.contains('-');
    let has_signs = given.record.rules.iter().any(is_signed_vector);
    let vectors = groups(&words, has_signs)?;
    let damaged = groups(given.of("damaged"), false)?;
    let positions = given.tuples()?;
    let arity = vectors.first().ok_or(Fail::Wrong)?.len();
    let wide = |position: &Vec<u64>| position.iter().map(|&n| n.into()).collect();
    let starts: Vec<Group> = positions.iter().map(wide).collect();
    let opposite = |vector: &Group| vector.iter().map(|part| -part).collect();
    let changes: Vec<Group> = vectors.iter().map(opposite).collect();
    let mut all = vectors.iter().chain(&damaged).chain(&starts);
    Fail::Wrong.when(!(1..=4).contains(&arity) || !all.all(|group| group.len() == arity))?;
    let is_zero = |vector: &Group| vector.iter().all(|&part| part == 0);
    Fail::Wrong.when(vectors.iter().any(is_zero))?;
    let no_positions: FxHashSet<&Group> = damaged.iter().collect();
    Fail::Wrong.when(starts.iter().any(|start| no_positions.contains(start)))?;
    Fail::Wrong.when(has_signs && !falls(&changes, 0..=MAX_WEIGHT_OF_ROCKS))?;
    let mut numbers = damaged.iter().chain(&starts).chain(&changes).flatten();
    Fail::TooLarge.when(numbers.any(|&n| n >= MAX_ROCKS))?;
    let rule = Rule::read(&rule_of(&changes, &damaged))?;
    Ok(Play::new(rule, positions))
}

/// Returns the rule: changes of positions, and positions that are none.
fn rule_of(changes: &[Group], damaged: &[Group]) -> String {
    let names = &["a", "b", "c", "d"][..changes[0].len()];
    let kind = |change: &Group| {
        let parts = names.iter().zip(change).map(|(name, part)| {
            // A pile is less than this, so that to take more is no move as well.
            let taken = (-part).min(MAX_ROCKS);
            format!("{name} - {taken}")
        });
        format!("[{}]", parts.format(","))
    };
    let is_no_position = |position: &Group| {
        let piles = names.iter().zip(position);
        let piles = piles.map(|(name, n)| format!("{name} == {n}"));
        format!(" ; legal if not ({})", piles.format(" and "))
    };
    let kinds = changes.iter().map(kind).join(" | ");
    let clauses: String = damaged.iter().map(is_no_position).collect();
    format!("[{}] -> {kinds}{clauses}", names.join(","))
}

/// Returns the groups that words are: `1,2`, or `-1,2` with signs; `1-3` is 1, 2, 3.
fn groups(words: &[String], with_signs: bool) -> Res<Vec<Group>> {
    let mut groups = Vec::new();
    for word in words {
        if word.contains(',') {
            let parts = word.split(',');
            let parts = parts.map(|part| text::signed(part, with_signs));
            groups.push(parts.collect::<Res<Group>>()?);
        } else {
            let numbers = text::written_out(&[text::range(word, "-")?])?;
            groups.extend(numbers.into_iter().map(|n| vec![n.into()]));
        }
    }
    Ok(groups)
}
