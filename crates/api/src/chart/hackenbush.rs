//! The picture of Hackenbush: the graph, where each vertex has the value of what would fall without it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "vertices that hang are cells of the chart"
)]

use fxhash::FxHashSet;

use super::cells::of_value;
use super::links::{MAX_DRAWN_EDGES, MAX_DRAWN_VERTICES, links};
use crate::{Error, Position};
use grundy_base::edge::Edge;
use grundy_picture::{Chart, ChartCell, Link};
use grundy_record::{Move, Rules, Taken, Value};

/// Draws the graph as circles and lines. In a tree the value of a vertex is that of its branches (the colon principle),
/// and the value of the ground is that of the whole.
pub(super) fn chart(position: &Position<'_>) -> Result<Chart, Error> {
    let mut edges = match &position.record().rules {
        Rules::Branches(branches) => branches.clone(),
        _ => Vec::new(),
    };
    for (_, cut) in position.record().position.taken.iter().flatten() {
        if let Taken::Edge(edge) = cut {
            remove(&mut edges, *edge);
        }
    }
    let last = edges.iter().map(|edge| edge.high()).max().unwrap_or(0);
    if last > MAX_DRAWN_VERTICES as u64 || edges.len() > MAX_DRAWN_EDGES {
        return Err(position.wrong(
            "this graph is too large to be drawn",
            "draw graphs of at most 300 edges whose vertices are 0 to 80",
        ));
    }
    let hanging = reached(&edges, 0, None);
    let mut chart = Chart::empty("vertex", "vertex");
    chart.has_values = true;
    chart.note = Some("the value of what stands on a vertex alone; the ground is vertex 0".into());
    for vertex in 0..=last {
        let is_there = hanging.contains(&vertex);
        chart.cells.push(if is_there {
            of_value(value_on(position, &edges, vertex)?)
        } else {
            ChartCell::default()
        });
    }
    for mv in position.winning_moves().unwrap_or_default() {
        if let Move::Take {
            what: Taken::Edge(cut),
            ..
        } = mv
        {
            let mut rest = edges.clone();
            remove(&mut rest, cut);
            let left = reached(&rest, 0, None);
            // The end that falls is marked; both ends are, if both fall or both stay.
            let is_both = left.contains(&cut.from) == left.contains(&cut.to);
            for end in cut.ends() {
                chart.cells[end as usize].target |= is_both || !left.contains(&end);
            }
        }
    }
    let drawn = edges
        .iter()
        .filter(|edge| !edge.is_loop() && edge.ends().iter().all(|end| hanging.contains(end)));
    let drawn = drawn.map(|edge| Link {
        from: edge.low() as usize,
        to: edge.high() as usize,
    });
    chart.links = Some(links(false, drawn));
    Ok(chart)
}

/// Removes one edge between two vertices, if there is one.
fn remove(edges: &mut Vec<Edge<u64>>, removed: Edge<u64>) {
    if let Some(at) = edges.iter().position(|&edge| edge == removed) {
        edges.remove(at);
    }
}

/// Finds the vertices that can be reached from one of them, without entering another.
fn reached(edges: &[Edge<u64>], from: u64, without: Option<u64>) -> FxHashSet<u64> {
    let mut found = FxHashSet::from_iter([from]);
    loop {
        let both_ways = edges.iter().flat_map(|&edge| [edge, edge.reversed()]);
        let ends = both_ways
            .filter(|edge| found.contains(&edge.from))
            .map(|edge| edge.to);
        let fresh = ends
            .filter(|end| !found.contains(end) && Some(*end) != without)
            .collect::<Vec<_>>();
        if fresh.is_empty() {
            return found;
        }
        found.extend(fresh);
    }
}

/// Values the edges that hang on the ground by this vertex alone, with the vertex as their ground.
fn value_on(position: &Position<'_>, edges: &[Edge<u64>], vertex: u64) -> Result<u64, Error> {
    let below = if vertex == 0 {
        FxHashSet::default()
    } else {
        reached(edges, 0, Some(vertex))
    };
    // The vertex and the ground change places.
    let name = |end: u64| {
        if end == vertex {
            0
        } else if end == 0 {
            vertex
        } else {
            end
        }
    };
    let above = edges
        .iter()
        .filter(|edge| !edge.ends().iter().any(|end| below.contains(end)));
    let above = above.map(|edge| edge.map(name)).collect();
    let alone = position
        .changed(|rules, _| *rules = Rules::Branches(above))
        .at(grundy_record::Position::default());
    Ok(if let Value::Finite(value) = alone.grundy()? {
        value
    } else {
        0
    })
}

#[cfg(test)]
mod tests {
    use crate::chart::drawn;

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
