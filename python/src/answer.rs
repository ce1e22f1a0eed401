//! Answers as Python objects.

use num_bigint::BigUint;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};
use pyo3::{IntoPyObjectExt, intern};
use solver::answer::{self, Content, Numbers, Period, PositionList, ValueCount, move_text};
use solver::{Field, Move, Outcome, RecordError, Value, Verdict};

/// Makes the answer to a record, or the error of the record.
pub fn answered(
    py: Python<'_>,
    label: Option<&str>,
    fields: Result<Vec<Field>, RecordError>,
) -> PyResult<Result<Py<PyAny>, Py<PyAny>>> {
    match fields {
        Ok(fields) => answer(py, label, fields).map(Ok),
        Err(error) => super::error::of_record(py, &error, label).map(Err),
    }
}

/// Makes a `grundy.Answer` of these fields: each key once, however often it is asked.
pub fn answer(py: Python<'_>, label: Option<&str>, fields: Vec<Field>) -> PyResult<Py<PyAny>> {
    let mut line = Vec::new();
    answer::write(&fields, &mut line);
    let asked = PyDict::new(py);
    for field in fields {
        if let Field::Verdict(verdict) = field {
            let (word, count) = match verdict {
                Verdict::Win(count) => (intern!(py, "WIN"), count),
                Verdict::Lose => (intern!(py, "LOSE"), 0),
                Verdict::Draw => (intern!(py, "DRAW"), 0),
            };
            asked.call_method1(intern!(py, "setdefault"), (intern!(py, "verdict"), word))?;
            asked.call_method1(
                intern!(py, "setdefault"),
                (intern!(py, "count"), count_object(py, count)?),
            )?;
            continue;
        }
        let key = key(py, &field, &asked)?;
        if !asked.contains(&key)? {
            asked.set_item(key, value(py, field)?)?;
        }
    }
    let text = String::from_utf8_lossy(&line);
    Ok(class(py, &ANSWER, "Answer")?
        .call((label, text), Some(&asked))?
        .unbind())
}

/// Makes an integer of any size.
fn integer(py: Python<'_>, number: &BigUint) -> PyResult<Py<PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    Ok(py
        .get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))?
        .unbind())
}

/// Names the attribute of an answer that a field becomes.
fn key<'py>(
    py: Python<'py>,
    field: &Field,
    asked: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyString>> {
    Ok(match field {
        // A second part of the sequence stands under its own name.
        Field::Slice { first, values } => {
            let plain = intern!(py, "sequence").clone();
            if asked.contains(&plain)? {
                let last = first + (values.len() as u64).saturating_sub(1);
                PyString::new(py, &format!("sequence {first}-{last}"))
            } else {
                plain
            }
        }
        Field::Paths {
            modulus: Some(modulus),
            ..
        } => PyString::new(py, &format!("paths%{modulus}")),
        // Attributes have no hyphens.
        field => PyString::intern(py, &field.word().replace('-', "_")),
    })
}

/// Makes the object of a field. Long lists give their memory to numpy.
fn value(py: Python<'_>, field: Field) -> PyResult<Py<PyAny>> {
    match field {
        Field::Losing(numbers) => heaps(py, numbers),
        Field::Sequence(numbers)
        | Field::Slice {
            values: numbers, ..
        }
        | Field::Sparse {
            values: numbers, ..
        } => Ok(array(py, numbers.into())),
        Field::PList(list) => positions(py, list),
        field => object(py, field.content()),
    }
}

/// Makes the object of the content of a field.
fn object(py: Python<'_>, content: Content<'_>) -> PyResult<Py<PyAny>> {
    match content {
        Content::Verdict(_) | Content::NotFound => Ok(py.None()),
        Content::Outcome(outcome) => Ok(match outcome {
            Outcome::Win => intern!(py, "FIRST"),
            Outcome::Lose => intern!(py, "SECOND"),
            Outcome::Draw => intern!(py, "NOBODY"),
        }
        .clone()
        .into_any()
        .unbind()),
        Content::Count(&count) => count_object(py, count),
        Content::Total(number) => integer(py, number),
        Content::Value(value) => grundy(py, value),
        Content::Values(values) => {
            let values = values
                .iter()
                .map(|value| grundy(py, value))
                .collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, values)?.into_py_any(py)
        }
        Content::Moves(moves) => move_list(py, moves),
        Content::Move(best) => best.as_ref().map(move_text).into_py_any(py),
        Content::Heaps(numbers) => heaps(py, numbers.to_vec()),
        Content::Sequence(numbers) => Ok(array(py, numbers.to_vec().into())),
        Content::Stats(stats) => {
            let counts = PyDict::new(py);
            for ValueCount { value, count } in &stats.counts {
                counts.set_item(value, count)?;
            }
            let tuple = (
                stats.largest,
                stats.largest_at,
                stats.last_new,
                stats.rare.clone(),
                counts,
            );
            Ok(class(py, &STATS, "Stats")?.call1(tuple)?.unbind())
        }
        Content::Ways { odd, even } => {
            let paths = (integer(py, odd)?, integer(py, even)?);
            Ok(class(py, &PATHS, "Paths")?.call1(paths)?.unbind())
        }
        Content::Period(&found) => period(py, Some(found)),
        Content::Positions(list) => positions(py, list.clone()),
        Content::Length(length) => match length.moves() {
            Some(moves) => count_object(py, moves),
            None => Ok(py.None()),
        },
        Content::Text(text) => text.into_py_any(py),
        Content::Quotient(found) => {
            let preperiod = found.period.map(|classes| classes.preperiod);
            let period = found.period.map(|classes| classes.period);
            let tuple = (found.order, found.losing, preperiod, period);
            Ok(class(py, &QUOTIENT, "Quotient")?.call1(tuple)?.unbind())
        }
        Content::Pattern(pattern) => {
            let text = pattern.as_ref().map(|pattern| pattern.to_string());
            text.into_py_any(py)
        }
    }
}

/// Makes an array of heaps, which takes their memory over.
fn heaps(py: Python<'_>, numbers: Vec<u64>) -> PyResult<Py<PyAny>> {
    Ok(numbers.into_pyarray(py).into_any().unbind())
}

/// Makes an array of positions, with a row for each if they have several numbers.
fn positions(py: Python<'_>, list: PositionList) -> PyResult<Py<PyAny>> {
    let width = list.width();
    let numbers = list.numbers.into_pyarray(py);
    Ok(if width == 1 {
        numbers.into_any()
    } else {
        numbers.call_method1("reshape", ((-1, width),))?
    }
    .unbind())
}

/// Makes an integer of a count, quickly if it is small.
fn count_object(py: Python<'_>, count: u128) -> PyResult<Py<PyAny>> {
    match u64::try_from(count) {
        Ok(count) => count.into_py_any(py),
        Err(_) => count.into_py_any(py),
    }
}

/// Makes an array of numpy that takes the memory of these numbers over.
pub fn array(py: Python<'_>, numbers: Numbers) -> Py<PyAny> {
    match numbers {
        Numbers::U8(list) => list.into_pyarray(py).into_any(),
        Numbers::U16(list) => list.into_pyarray(py).into_any(),
        Numbers::U32(list) => list.into_pyarray(py).into_any(),
        Numbers::U64(list) => list.into_pyarray(py).into_any(),
    }
    .unbind()
}

/// Lists moves as answers write them.
pub fn move_list(py: Python<'_>, moves: &[Move]) -> PyResult<Py<PyAny>> {
    PyList::new(py, moves.iter().map(move_text))?.into_py_any(py)
}

static ANSWER: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static INFINITE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PERIOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PATHS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static STATS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static QUOTIENT: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Imports a class of the package once.
fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "grundy._types", name)
}

/// Makes the object of a Grundy value: a number, or `grundy.Infinite`.
pub fn grundy(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Finite(value) => value.into_py_any(py),
        Value::Infinite(members) => {
            let members = PyTuple::new(py, members)?;
            Ok(class(py, &INFINITE, "Infinite")?
                .call1((members,))?
                .unbind())
        }
    }
}

/// Makes a `grundy.Period`, or `None`.
pub fn period(py: Python<'_>, period: Option<Period>) -> PyResult<Py<PyAny>> {
    match period {
        None => Ok(py.None()),
        Some(Period {
            preperiod,
            period,
            saltus,
        }) => Ok(class(py, &PERIOD, "Period")?
            .call1((preperiod, period, saltus))?
            .unbind()),
    }
}
