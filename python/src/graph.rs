//! Positions that rules written in Python lead to, labelled as a directed graph.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has fewer than 2³¹ vertices"
)]

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use solver::graph::{Budget, Digraph, Edge, Label, label};

use super::{error, guard};

/// The values of positions: an array, with -1 for an infinite one, and the finite values that each infinite one can
/// move to. Python gets them as a pair.
type Labels<'py> = (Bound<'py, PyAny>, Bound<'py, PyList>);

/// The Grundy values of the vertices 0 to `order` - 1 of a directed graph with these arcs: as an array with -1
/// for infinite ones, and a list of (vertex, members) of these.
#[pyfunction]
pub fn label_graph<'py>(
    py: Python<'py>,
    order: usize,
    sources: PyReadonlyArray1<'py, u32>,
    targets: PyReadonlyArray1<'py, u32>,
) -> PyResult<Labels<'py>> {
    let ends = sources.as_slice()?.iter().zip(targets.as_slice()?);
    let arcs: Vec<Edge> = ends.map(|(&from, &to)| Edge { from, to }).collect();
    if arcs.iter().any(|arc| arc.high() as usize >= order) {
        return Err(error::plain(py, "an arc leads to no vertex", ""));
    }
    let labelled = guard::solving(py, || {
        let budget = Budget::default();
        let graph = Digraph::from_arcs(order, &arcs, &budget)?;
        label(&graph, &(0..order as u32).collect::<Vec<_>>(), &budget)
    })?;
    let labels = labelled.map_err(|limit| error::plain(py, &limit.message, ""))?;
    let infinite = PyList::empty(py);
    let mut values = Vec::with_capacity(order);
    for vertex in 0..order as u32 {
        match labels.label(vertex) {
            Label::Finite(value) => values.push(i64::from(value)),
            Label::Infinite(members) => {
                values.push(-1);
                infinite.append((vertex, PyTuple::new(py, members)?))?;
            }
        }
    }
    Ok((values.into_pyarray(py).into_any(), infinite))
}
