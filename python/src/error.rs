//! `grundy.GrundyError`, which is written in Python so that it can have attributes and be pickled with the
//! stable interface of Python 3.9.

use std::io;
use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use solver::{Error, LimitKind, RecordError};

static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Imports `grundy.GrundyError` once.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    CLASS.import(py, "grundy._types", "GrundyError")
}

/// Says how a limit is raised in Python.
pub fn raised_by(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Memory => "`grundy.Solver(memory=…)` raises this limit",
        LimitKind::Work => "`grundy.Solver(work=…)` raises this limit",
        _ => "nothing raises this limit",
    }
}

/// Names the limits of the library, and the numbers of its commands, as Python does.
fn in_python(help: &str) -> String {
    help.replace("`Limits::memory`", "`grundy.Solver(memory=…)`")
        .replace("`Limits::work`", "`grundy.Solver(work=…)`")
        .replace("a smaller number after --to", "a smaller `to`")
}

/// Makes the error of a record, with the label of the record if that could be read.
pub fn of_record(py: Python<'_>, error: &RecordError, label: Option<&str>) -> PyResult<Py<PyAny>> {
    let limit = error.limit().map(|limit| match limit {
        LimitKind::Memory => "memory",
        LimitKind::Work => "work",
        _ => "fixed",
    });
    let arguments = (
        error.message(),
        in_python(error.help()),
        error.line(),
        error.column(),
        limit,
        label,
    );
    Ok(class(py)?.call1(arguments)?.unbind())
}

/// Makes the exception for a file that cannot be read, with its path: Python's own class for this number of the system.
pub fn of_file(py: Python<'_>, path: &Path, error: io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return error.into();
    };
    let reason = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (number,)));
    match reason {
        Ok(reason) => PyOSError::new_err((number, reason.unbind(), path.to_owned())),
        Err(failure) => failure,
    }
}

/// Makes an error without a place in a text.
pub fn plain(py: Python<'_>, message: &str, help: &str) -> PyErr {
    match class(py).and_then(|class| class.call1((message, help))) {
        Ok(error) => PyErr::from_value(error),
        Err(failure) => failure,
    }
}

/// Makes the exception for an error of the library.
pub fn raise(py: Python<'_>, error: &Error) -> PyErr {
    match error {
        Error::Record(error) => raise_record(py, error, None),
        Error::Io(error) => PyOSError::new_err(error.to_string()),
        other => plain(
            py,
            &other.to_string(),
            "`grundy games` and the documentation list what each game answers",
        ),
    }
}

/// Makes the exception for a wrong record.
pub fn raise_record(py: Python<'_>, error: &RecordError, label: Option<&str>) -> PyErr {
    match of_record(py, error, label) {
        Ok(error) => PyErr::from_value(error.into_bound(py)),
        Err(failure) => failure,
    }
}
