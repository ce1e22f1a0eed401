//! Graphs on the ground: random edges, most of them hanging on it.

use super::{Error, Parameters, Sink, check};
use crate::random::Random;

pub(super) fn write(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    match &parameters.rules {
        Some(rules) => {
            sink.text(" ");
            sink.text(rules);
        }
        None => {
            let vertices = check("the number of vertices", parameters.limit.unwrap_or(10), 1, 1 << 30)?;
            let count = parameters.edges.unwrap_or(vertices.saturating_add(vertices / 4));
            for edge in 0..check("--edges", count, 0, 1 << 30)? {
                // A tree on the ground first, then edges anywhere.
                let to = if edge < vertices { edge + 1 } else { random.within(0, vertices) };
                let from = random.within(0, if edge < vertices { edge } else { vertices });
                sink.text(" ");
                sink.number(from);
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
