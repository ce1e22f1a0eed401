//! Hackenbush: the graph, with the value of what stands on each vertex and on no other way to the ground.

use fxhash::FxHashSet;

use super::{MAX_EDGES, MAX_VERTICES, empty, links, of_value};
use crate::picture::chart::{Cell, Chart};
use crate::record::{self, Move, Taken, Value};
use crate::{Error, Position};

/// The graph as circles and lines. In a tree the value of a vertex is that of its branches (the colon principle);
/// of the ground it is that of the whole.
pub(super) fn chart(position: &Position<'_>) -> Result<Chart, Error> {
    let mut edges = position.record().rules.branches.clone();
    for (_, cut) in position.record().position.taken.iter().flatten() {
        if let Taken::Edge(from, to) = cut
            && let Some(at) = edges.iter().position(|edge| edge == &(*from, *to))
        {
            edges.remove(at);
        }
    }
    let last = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
    if last > MAX_VERTICES as u64 || edges.len() > MAX_EDGES {
        return Err(position.wrong(
            "this graph is too large to be drawn",
            "draw graphs of at most 300 edges whose vertices are 0 to 80",
        ));
    }
    let hanging = reached(&edges, 0, None);
    let mut chart = empty("vertex", "vertex");
    chart.has_values = true;
    chart.note = Some("the value of what stands on a vertex alone; the ground is vertex 0".into());
    for vertex in 0..=last {
        let is_there = hanging.contains(&vertex);
        chart.cells.push(if is_there {
            of_value(value_on(position, &edges, vertex)?)
        } else {
            Cell::default()
        });
    }
    for mv in position.winning_moves().unwrap_or_default() {
        if let Move::Take {
            what: Taken::Edge(a, b),
            ..
        } = mv
        {
            // Vertices fall if they cannot be reached without the edge.
            let mut rest = edges.clone();
            rest.iter()
                .position(|&edge| edge == (a, b))
                .map(|at| rest.remove(at));
            let left = reached(&rest, 0, None);
            for end in [a, b] {
                chart.cells[end as usize].target |=
                    !left.contains(&end) || left.contains(&a) == left.contains(&b);
            }
        }
    }
    let drawn = edges
        .iter()
        .filter(|(a, b)| a != b && hanging.contains(a) && hanging.contains(b));
    chart.links = Some(links(
        false,
        drawn.map(|&(a, b)| (a.min(b) as usize, a.max(b) as usize)),
    ));
    Ok(chart)
}

/// The vertices that can be reached from one of them, without entering another.
fn reached(edges: &[(u64, u64)], from: u64, without: Option<u64>) -> FxHashSet<u64> {
    let mut found = FxHashSet::from_iter([from]);
    loop {
        let ways = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let ends = ways
            .filter(|(here, _)| found.contains(here))
            .map(|(_, there)| there);
        let fresh = ends
            .filter(|there| !found.contains(there) && Some(*there) != without)
            .collect::<Vec<_>>();
        if fresh.is_empty() {
            return found;
        }
        found.extend(fresh);
    }
}

/// The value of the edges that hang on the ground by this vertex alone, the vertex taken for the ground.
fn value_on(position: &Position<'_>, edges: &[(u64, u64)], vertex: u64) -> Result<u64, Error> {
    let below = if vertex == 0 {
        FxHashSet::default()
    } else {
        reached(edges, 0, Some(vertex))
    };
    let name = |end: u64| match end {
        end if end == vertex => 0,
        0 => vertex,
        end => end,
    };
    let above = edges
        .iter()
        .filter(|(a, b)| !below.contains(a) && !below.contains(b));
    let above = above.map(|&(a, b)| (name(a), name(b))).collect();
    let alone = position
        .changed(|rules, _| rules.branches = above)
        .at(record::Position::default());
    Ok(if let Value::Finite(value) = alone.grundy()? {
        value
    } else {
        0
    })
}

#[cfg(test)]
mod tests {
    use crate::picture::layout::drawn;

    #[test]
    fn vertices_have_the_values_of_what_they_bear() {
        let values = |record: &str| {
            drawn(record)
                .cells
                .iter()
                .map(|cell| cell.value)
                .collect::<Vec<_>>()
        };
        // By the colon principle: 1 bears a branch of length 1 and one of length 2.
        assert_eq!(
            values("hackenbush 0-1 1-2 1-3 3-4:"),
            [4, 3, 0, 1, 0].map(Some)
        );
        // A triangle on the ground: neither of its vertices bears it alone.
        assert_eq!(
            values("hackenbush 0-1 1-2 2-0 1-3:"),
            [0, 1, 0, 0].map(Some)
        );
        // Cutting the only edge wins; it ends at vertex 1.
        let targets = |record: &str| {
            drawn(record)
                .cells
                .iter()
                .map(|cell| cell.target)
                .collect::<Vec<_>>()
        };
        assert_eq!(targets("hackenbush 0-1:"), [false, true]);
    }
}
