//! Vertex geography on an undirected graph: a token goes along edges and never comes back.

use fxhash::FxHashSet;

use crate::games::catalogue::CatalogueGame;
use crate::games::given::Given;
use crate::games::graphs::walk::walk;
use crate::play::Play;
use crate::{Fail, Res, text};

pub(crate) static GEOGRAPHY: CatalogueGame =
    CatalogueGame::of_outcomes("geography", "geography 4 1-2 2-3 3-4: 1", read);

/// Reads a record of geography.
fn read(given: &Given<'_>) -> Res<Play> {
    let (count, pairs) = text::count_and_pairs(&given.words, '-')?;
    let path = given.record.numbers()?;
    Fail::Wrong.when(path.is_empty())?;
    let pairs: FxHashSet<(u64, u64)> = pairs.into_iter().filter(|(a, b)| a != b).collect();
    let are_joined = |a: u64, b: u64| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
    let walk = walk(count, &path, are_joined, pairs.iter().copied())?;
    Ok(walk.play(&path))
}
