//! Graphs on the ground: random edges, most of them hanging on it.

use super::{Error, Parameters, Sink, check};
use crate::random::Random;

pub(super) fn write(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    match &parameters.rules {
        Some(rules) => {
            sink.word(rules);
        }
        None => {
            let vertices = check("the number of vertices", parameters.limit.unwrap_or(10), 1, 1 << 30)?;
            let count = parameters.edges.unwrap_or(vertices.saturating_add(vertices / 4));
            let mut drawn = fxhash::FxHashSet::default();
            if parameters.distinct {
                // Pairs of the vertices and the ground.
                let all = (u128::from(vertices) + 1) * u128::from(vertices) / 2;
                check("--edges", count, 0, u64::try_from(all).unwrap_or(u64::MAX))?;
            }
            for edge in 0..check("--edges", count, 0, 1 << 30)? {
                let (from, to) = loop {
                    // A tree on the ground first, then edges anywhere.
                    let to = if edge < vertices { edge + 1 } else { random.within(0, vertices) };
                    let from = random.within(0, if edge < vertices { edge } else { vertices });
                    let pair = (from.min(to), from.max(to));
                    if !parameters.distinct || from != to && drawn.insert(pair) {
                        break (from, to);
                    }
                };
                sink.spaced(from);
                sink.text("-");
                sink.number(to);
                sink.flush_when_full()?;
            }
        }
    }
    sink.text(":");
    sink.end(parameters);
    Ok(())
}
