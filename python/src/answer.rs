//! Answers as Python objects.

use num_bigint::BigUint;
use numpy::IntoPyArray;
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};
use pyo3::{IntoPyObjectExt, intern};
use solver::answer::{self, Numbers, Period, move_text};
use solver::{Ask, Field, Move, Outcome, RecordError, Value, Verdict};

/// The answer to one record: what it was asked, as attributes.
///
/// >>> import grundy
/// >>> answer = grundy.solve("nim: 3 4 5", ask="verdict grundy moves")
/// >>> answer
/// Answer(verdict='WIN', count=1, grundy=2, moves=['1:3>1'])
/// >>> answer.grundy, answer["moves"], str(answer)
/// (2, ['1:3>1'], 'WIN 1 | 2 | 1:3>1')
///
/// Fields that were not asked are missing:
///
/// >>> answer.period
/// Traceback (most recent call last):
///     ...
/// AttributeError: this answer has no `period`: it was not asked
#[pyclass(frozen, module = "grundy", name = "Answer")]
pub struct Answer {
    /// The label of the record, without its `@`; `None` where it has none.
    #[pyo3(get)]
    label: Option<Py<PyString>>,
    /// Keys and values in the order of the asks.
    fields: Vec<(Py<PyString>, Py<PyAny>)>,
    /// The line that the program answers.
    text: String,
}

/// One answer, or the error of its record.
pub fn answered(
    py: Python<'_>,
    label: Option<&str>,
    fields: Result<Vec<Field>, RecordError>,
) -> PyResult<Result<Answer, Py<PyAny>>> {
    match fields {
        Ok(fields) => Answer::new(py, label, fields).map(Ok),
        Err(error) => super::error::of_record(py, &error, label).map(Err),
    }
}

impl Answer {
    /// The answer of these fields.
    pub fn new(py: Python<'_>, label: Option<&str>, fields: Vec<Field>) -> PyResult<Answer> {
        let mut answer = Answer {
            label: label.map(|label| PyString::new(py, label).unbind()),
            fields: Vec::with_capacity(fields.len() + 1),
            text: String::new(),
        };
        let mut line = Vec::new();
        answer::write(&fields, &mut line);
        answer.text = String::from_utf8_lossy(&line).into_owned();
        for field in fields {
            answer.push(py, field)?;
        }
        Ok(answer)
    }

    fn push(&mut self, py: Python<'_>, field: Field) -> PyResult<()> {
        if let Field::Verdict(verdict) = field {
            let (word, count) = match verdict {
                Verdict::Win(count) => (intern!(py, "WIN"), count),
                Verdict::Lose => (intern!(py, "LOSE"), 0),
                Verdict::Draw => (intern!(py, "DRAW"), 0),
            };
            self.put(intern!(py, "verdict").clone(), word.clone().into_any().unbind());
            self.put(intern!(py, "count").clone(), count_object(py, count)?);
            return Ok(());
        }
        let key = key(py, &field, self);
        let value = value(py, field)?;
        self.put(key, value);
        Ok(())
    }

    /// Each key once, however often it is asked.
    fn put(&mut self, key: Bound<'_, PyString>, value: Py<PyAny>) {
        if !self.fields.iter().any(|(known, _)| is(known, &key)) {
            self.fields.push((key.unbind(), value));
        }
    }

    fn find(&self, py: Python<'_>, key: &Bound<'_, PyString>) -> PyResult<Option<Py<PyAny>>> {
        for (known, value) in &self.fields {
            if is(known, key) {
                return Ok(Some(value.clone_ref(py)));
            }
        }
        Ok(None)
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in &self.fields {
            dict.set_item(key, value)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Answer {
    /// An answer of these fields: what pickling needs.
    #[new]
    #[pyo3(signature = (label=None, text=String::new(), **fields))]
    fn build(
        label: Option<Py<PyString>>,
        text: String,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let fields = fields.into_iter().flatten();
        let fields =
            fields.map(|(key, value)| Ok((key.extract()?, value.unbind()))).collect::<PyResult<_>>()?;
        Ok(Answer { label, fields, text })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let label = self.label.as_ref().map(|label| label.clone_ref(py));
        ((label, &self.text), self.dict(py)?).into_pyobject(py)
    }

    fn __getattr__(&self, py: Python<'_>, name: &Bound<'_, PyString>) -> PyResult<Py<PyAny>> {
        let found = self.find(py, name)?;
        found.ok_or_else(|| {
            PyAttributeError::new_err(
                match Ask::ALL.iter().any(|ask| ask.word().replace('-', "_") == name.to_string()) {
                    true => format!("this answer has no `{name}`: it was not asked"),
                    false => format!("an answer has no attribute `{name}`"),
                },
            )
        })
    }

    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyString>) -> PyResult<Py<PyAny>> {
        self.find(py, key)?.ok_or_else(|| PyKeyError::new_err(key.to_string()))
    }

    fn __contains__(&self, py: Python<'_>, key: &Bound<'_, PyString>) -> PyResult<bool> {
        Ok(self.find(py, key)?.is_some())
    }

    fn __len__(&self) -> usize {
        self.fields.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.keys(py)?.try_iter().map(|iterator| iterator.into_any())
    }

    /// The names of its fields, in the order of the asks.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.fields.iter().map(|(key, _)| key))
    }

    /// Its fields as a dictionary.
    fn asdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py)
    }

    fn __dir__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let names = self.keys(py)?;
        for name in ["label", "keys", "asdict"] {
            names.append(name)?;
        }
        Ok(names)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        if let Some(label) = &self.label {
            parts.push(format!("label={}", label.bind(py).repr()?));
        }
        for (key, value) in &self.fields {
            parts.push(format!("{}={}", key.bind(py), value.bind(py).repr()?));
        }
        Ok(format!("Answer({})", parts.join(", ")))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Answer>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let label = |answer: &Answer| answer.label.as_ref().map(|label| label.bind(py).to_string());
        if label(self) != label(other) || self.fields.len() != other.fields.len() {
            return false.into_py_any(py);
        }
        for (key, value) in &self.fields {
            let Some(others) = other.find(py, key.bind(py))? else { return false.into_py_any(py) };
            if !same(value.bind(py), others.bind(py))? {
                return false.into_py_any(py);
            }
        }
        true.into_py_any(py)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}

/// Whether two keys are the same.
fn is(known: &Py<PyString>, key: &Bound<'_, PyString>) -> bool {
    let known = known.bind(key.py());
    known.is(key) || PyAnyMethods::eq(known.as_any(), key).unwrap_or(false)
}

/// An integer of any size.
fn integer(py: Python<'_>, number: &BigUint) -> PyResult<Py<PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    Ok(py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?.unbind())
}

/// Whether two values are equal; arrays are when all of their numbers are.
fn same(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    if a.hasattr("dtype")? || b.hasattr("dtype")? {
        return a.py().import("numpy")?.call_method1("array_equal", (a, b))?.is_truthy();
    }
    a.eq(b)
}

fn key<'py>(py: Python<'py>, field: &Field, answer: &Answer) -> Bound<'py, PyString> {
    match field {
        Field::Verdict(_) => intern!(py, "verdict").clone(),
        Field::Winner(_) => intern!(py, "winner").clone(),
        Field::Count(_) => intern!(py, "count").clone(),
        Field::Grundy(_) => intern!(py, "grundy").clone(),
        Field::Moves(_) => intern!(py, "moves").clone(),
        Field::Best(_) => intern!(py, "best").clone(),
        Field::Losing(_) => intern!(py, "losing").clone(),
        Field::Values(_) => intern!(py, "values").clone(),
        Field::Stats(_) => intern!(py, "stats").clone(),
        Field::Period(_) | Field::NoPeriod(_) => intern!(py, "period").clone(),
        Field::PPositions(_) => intern!(py, "p_positions").clone(),
        Field::PList(_) => intern!(py, "p_list").clone(),
        Field::Positions(_) => intern!(py, "positions").clone(),
        Field::Sequence(_) => intern!(py, "sequence").clone(),
        Field::Remoteness(_) => intern!(py, "remoteness").clone(),
        Field::Genus(_) => intern!(py, "genus").clone(),
        Field::Quotient(_) | Field::NoQuotient(_) => intern!(py, "quotient").clone(),
        Field::Pattern(_) => intern!(py, "pattern").clone(),
        // A second part of the sequence stands under its own name.
        Field::Slice { first, values } => {
            let plain = intern!(py, "sequence").clone();
            match answer.find(py, &plain) {
                Ok(Some(_)) => {
                    let last = first + (values.len() as u64).saturating_sub(1);
                    PyString::new(py, &format!("sequence {first}-{last}"))
                }
                _ => plain,
            }
        }
        Field::Paths { modulus: None, .. } => intern!(py, "paths").clone(),
        Field::Paths { modulus: Some(modulus), .. } => PyString::new(py, &format!("paths%{modulus}")),
        other => PyString::new(py, &other.to_string()),
    }
}

fn value(py: Python<'_>, field: Field) -> PyResult<Py<PyAny>> {
    match field {
        Field::Verdict(_) => Ok(py.None()),
        Field::Winner(outcome) => Ok(match outcome {
            Outcome::Win => intern!(py, "FIRST"),
            Outcome::Lose => intern!(py, "SECOND"),
            Outcome::Draw => intern!(py, "NOBODY"),
        }
        .clone()
        .into_any()
        .unbind()),
        Field::Count(count) => count_object(py, count),
        Field::Grundy(value) => grundy(py, &value),
        Field::Moves(moves) => move_list(py, &moves),
        Field::Best(best) => best.map(|best| move_text(&best)).into_py_any(py),
        Field::Values(values) => {
            let values = values.iter().map(|value| grundy(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, values)?.into_py_any(py)
        }
        Field::Losing(numbers) => Ok(numbers.into_pyarray(py).into_any().unbind()),
        Field::Sequence(numbers) | Field::Slice { values: numbers, .. } => Ok(array(py, numbers.into())),
        Field::Stats(stats) => {
            let counts = PyDict::new(py);
            for (value, count) in stats.counts {
                counts.set_item(value, count)?;
            }
            let tuple = (stats.largest, stats.largest_at, stats.last_new, stats.rare, counts);
            Ok(class(py, &STATS, "Stats")?.call1(tuple)?.unbind())
        }
        Field::Paths { odd, even, .. } => {
            let paths = (integer(py, &odd)?, integer(py, &even)?);
            Ok(class(py, &PATHS, "Paths")?.call1(paths)?.unbind())
        }
        Field::Period(found) => period(py, Some(found)),
        Field::NoPeriod(_) => period(py, None),
        Field::PPositions(number) | Field::Positions(number) => integer(py, &number),
        Field::PList(list) => {
            let (width, numbers) = (list.width(), list.numbers.into_pyarray(py));
            Ok(if width == 1 {
                numbers.into_any()
            } else {
                numbers.call_method1("reshape", ((-1, width),))?
            }
            .unbind())
        }
        Field::Remoteness(moves) => moves.into_py_any(py),
        Field::Genus(genus) => genus.into_py_any(py),
        Field::Quotient(found) => {
            let (preperiod, period) = found.period.unzip();
            let tuple = (found.order, found.losing, preperiod, period);
            Ok(class(py, &QUOTIENT, "Quotient")?.call1(tuple)?.unbind())
        }
        Field::NoQuotient(_) => Ok(py.None()),
        Field::Pattern(pattern) => pattern.map(|pattern| pattern.to_string()).into_py_any(py),
        other => other.to_string().into_py_any(py),
    }
}

fn count_object(py: Python<'_>, count: u128) -> PyResult<Py<PyAny>> {
    match u64::try_from(count) {
        Ok(count) => count.into_py_any(py),
        Err(_) => count.into_py_any(py),
    }
}

/// An array of numpy that takes the memory of these numbers over.
pub fn array(py: Python<'_>, numbers: Numbers) -> Py<PyAny> {
    match numbers {
        Numbers::U8(list) => list.into_pyarray(py).into_any(),
        Numbers::U16(list) => list.into_pyarray(py).into_any(),
        Numbers::U32(list) => list.into_pyarray(py).into_any(),
        Numbers::U64(list) => list.into_pyarray(py).into_any(),
    }
    .unbind()
}

/// Moves as answers write them.
pub fn move_list(py: Python<'_>, moves: &[Move]) -> PyResult<Py<PyAny>> {
    PyList::new(py, moves.iter().map(move_text))?.into_py_any(py)
}

static INFINITE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PERIOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PATHS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static STATS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static QUOTIENT: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "grundy._types", name)
}

/// A Grundy value: a number, or `grundy.Infinite`.
pub fn grundy(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Finite(value) => value.into_py_any(py),
        Value::Infinite(members) => {
            let members = PyTuple::new(py, members)?;
            Ok(class(py, &INFINITE, "Infinite")?.call1((members,))?.unbind())
        }
    }
}

/// `grundy.Period`, or `None`.
pub fn period(py: Python<'_>, period: Option<Period>) -> PyResult<Py<PyAny>> {
    match period {
        None => Ok(py.None()),
        Some(Period { preperiod, period, saltus }) => {
            Ok(class(py, &PERIOD, "Period")?.call1((preperiod, period, saltus))?.unbind())
        }
    }
}
