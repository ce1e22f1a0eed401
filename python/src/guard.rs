//! Solving with the interpreter's lock released, stopped by signals.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use solver::running::interruptible;

/// Runs `solve` with the lock released. About every 20 ms of solving, Python's signal handlers get their
/// turn (in the main thread, as always); what one of them raises, such as `KeyboardInterrupt`, ends the
/// solve and is raised.
pub fn solving<T: Send>(py: Python<'_>, solve: impl FnOnce() -> T + Send) -> PyResult<T> {
    watched(py, None, solve)
}

/// Runs `solve` as [`solving`] does, and calls `meanwhile` at the same times as signal handlers.
pub fn watched<T: Send>(
    py: Python<'_>,
    meanwhile: Option<Py<PyAny>>,
    solve: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let wants_to_stop = {
        let raised = raised.clone();
        move || {
            Python::attach(|py| {
                let looked = py.check_signals().and_then(|()| match &meanwhile {
                    Some(function) => function.call0(py).map(drop),
                    None => Ok(()),
                });
                let stop = looked.is_err();
                if let Err(error) = looked {
                    *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
                stop
            })
        }
    };
    let solved = py.detach(|| interruptible(wants_to_stop, solve));
    solved.map_err(|interrupted| {
        let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.unwrap_or_else(|| PyRuntimeError::new_err(interrupted.to_string()))
    })
}
