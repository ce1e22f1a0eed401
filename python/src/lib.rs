//! The native part of the Python package `grundy`, which `lib/grundy` builds on.
//!
//! Each file is one class or one group of functions. Solving runs with the interpreter's lock released
//! ([`guard::solving`]); errors are the package's own class ([`error`]).
#![deny(unsafe_code)]

mod answer;
mod batch;
mod error;
mod graph;
mod guard;
mod position;
mod solver;
mod table;

use pyo3::prelude::*;

/// The answer to a record; the answers to an iterable of records, as a list. See `Solver.solve`, which this
/// is, of a solver that is kept.
///
/// >>> import grundy
/// >>> grundy.solve("nim: 3 4 5")
/// Answer(verdict='WIN', count=1)
/// >>> grundy.solve(["kayles: 5 9", "nim: 1 x"], ask="grundy", errors="return")
/// [Answer(grundy=0), GrundyError('1:8: `x` is not a number; write an unsigned decimal number, digits only')]
#[pyfunction]
#[pyo3(signature = (record, ask=None, errors="raise"))]
fn solve(
    py: Python<'_>,
    record: &Bound<'_, PyAny>,
    ask: Option<&str>,
    errors: &str,
) -> PyResult<Py<PyAny>> {
    position::usual_solver(py)?
        .get()
        .solve(py, record, ask, errors)
}

/// The native part of `grundy`. Import `grundy` instead.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<batch::PyAnswers>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<solver::PySolver>()?;
    module.add_function(wrap_pyfunction!(graph::label_graph, module)?)?;
    module.add_function(wrap_pyfunction!(position::progress, module)?)?;
    module.add_function(wrap_pyfunction!(position::usual_solver, module)?)?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    Ok(())
}
