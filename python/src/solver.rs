//! `grundy.Solver`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use solver::{Asks, Limits};

use super::answer;
use super::batch::PyBatch;
use super::position::PyPosition;
use super::{error, guard};

/// Solves records, within limits, and remembers what it found out about the rules it has met: periods,
/// matchings, tables. Keep one: it answers a small record in about a microsecond.
///
/// `memory` is bytes of working memory a record may use, `work` elementary steps, `threads` what one large
/// record and a batch may use. `games` are user-defined rules with their names, `"NAME RULE"` each, which
/// records then use by their names.
///
/// >>> import grundy
/// >>> solver = grundy.Solver(games=["mark [n] -> [n-1] | [n/2] if n > 0"])
/// >>> solver.solve("mark: 10 25")
/// Answer(verdict='WIN', count=1)
/// >>> grundy.Solver(work=1000).solve("octal 0.007: 100000 ? grundy")
/// Traceback (most recent call last):
///     ...
/// grundy.GrundyError: ...
///
/// Several Python threads may use one solver at the same time.
#[pyclass(frozen, module = "grundy", name = "Solver")]
pub struct PySolver {
    /// The solver of the library.
    pub inner: solver::Solver,
    /// The limits of every record.
    limits: Limits,
    /// The user-defined rules with their names.
    games: Vec<String>,
}

/// The treatment of wrong records.
#[derive(Clone, Copy, PartialEq)]
pub enum Errors {
    /// A wrong record raises its error.
    Raise,
    /// A wrong record's error is returned in the place of its answer.
    Return,
}

impl Errors {
    /// Reads the argument `errors`.
    pub fn read(word: &str) -> PyResult<Self> {
        match word {
            "raise" => Ok(Errors::Raise),
            "return" => Ok(Errors::Return),
            _ => Err(pyo3::exceptions::PyValueError::new_err(
                "errors is \"raise\" or \"return\"",
            )),
        }
    }
}

/// Reads the asks of records without asks of their own.
pub fn asks(py: Python<'_>, ask: Option<&str>) -> PyResult<Asks> {
    match ask {
        None => Ok(Asks::default()),
        Some(words) => words
            .parse()
            .map_err(|error| error::raise_record(py, &error, None)),
    }
}

/// Refuses to work on no thread at all.
pub fn at_least_one(threads: usize) -> PyResult<()> {
    if threads == 0 {
        return Err(PyValueError::new_err("threads are at least 1"));
    }
    Ok(())
}

impl PySolver {
    /// Answers a text of one record.
    pub fn answer(
        &self,
        py: Python<'_>,
        record: &str,
        asks: &Asks,
    ) -> PyResult<Result<Py<PyAny>, Py<PyAny>>> {
        let (first, more) = guard::solving(py, || {
            let mut answers = self.inner.answers_to(record, asks);
            let first = answers.next();
            (first, answers.next().is_some())
        })?;
        match first {
            None => {
                let wrong = "there is no record here";
                Err(error::plain(
                    py,
                    wrong,
                    "a record is a line such as `nim: 3 4 5`",
                ))
            }
            Some(_) if more => {
                let wrong = "this text has more than one record";
                Err(error::plain(
                    py,
                    wrong,
                    "give a list of records, or use `grundy.Batch`",
                ))
            }
            Some(answered) => answer::answered(py, answered.label.as_deref(), answered.fields),
        }
    }

    /// Returns an answer, and raises an error unless errors are returned.
    fn settle(
        found: Result<Py<PyAny>, Py<PyAny>>,
        errors: Errors,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        match found {
            Ok(answer) => Ok(answer),
            Err(error) if errors == Errors::Return => Ok(error),
            Err(error) => Err(PyErr::from_value(error.into_bound(py))),
        }
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*, memory=None, work=None, threads=1, games=Vec::new()))]
    fn new(
        py: Python<'_>,
        memory: Option<u64>,
        work: Option<u64>,
        threads: usize,
        games: Vec<String>,
    ) -> PyResult<Self> {
        let usual = Limits::default();
        let limits = Limits {
            memory: memory.unwrap_or(usual.memory),
            work: work.unwrap_or(usual.work),
            threads,
        };
        at_least_one(threads)?;
        let mut inner = solver::Solver::new(limits);
        for line in &games {
            inner
                .define(line)
                .map_err(|wrong| error::raise_record(py, &wrong, None))?;
        }
        Ok(PySolver {
            inner,
            limits,
            games,
        })
    }

    /// Bytes of working memory a record may use.
    #[getter]
    fn memory(&self) -> u64 {
        self.limits.memory
    }

    /// Elementary steps a record may take.
    #[getter]
    fn work(&self) -> u64 {
        self.limits.work
    }

    /// Threads that one large record and a batch may use.
    #[getter]
    fn threads(&self) -> usize {
        self.limits.threads
    }

    /// User-defined rules, as they were given.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.games)
    }

    /// The games that records may name, with their rules, forms, limits and asks.
    fn catalogue<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let described = |game: solver::Game<'_>| {
            let asks: Vec<String> = game.asks().map(|ask| ask.to_string()).collect();
            let entry = PyDict::new(py);
            entry.set_item("name", game.name())?;
            entry.set_item("summary", game.summary())?;
            entry.set_item("rules", game.rules())?;
            entry.set_item("form", game.form())?;
            entry.set_item("example", game.example())?;
            entry.set_item("limits", game.limits())?;
            entry.set_item("asks", asks.join(" "))?;
            Ok(entry)
        };
        self.inner.games().map(described).collect()
    }

    /// The answer to a record; the answers to an iterable of records, as a list.
    ///
    /// `ask` is what records are asked that bring no asks: words such as "grundy moves". A wrong record
    /// raises `GrundyError`, or with `errors="return"` its error stands in the place of its answer.
    ///
    /// >>> solver = grundy.Solver()
    /// >>> solver.solve(["kayles: 5 9", "nim: 1 1 ? grundy"], ask="verdict moves")
    /// [Answer(verdict='LOSE', count=0, moves=[]), Answer(grundy=0)]
    #[pyo3(signature = (record, ask=None, errors="raise"))]
    pub fn solve(
        &self,
        py: Python<'_>,
        record: &Bound<'_, PyAny>,
        ask: Option<&str>,
        errors: &str,
    ) -> PyResult<Py<PyAny>> {
        let asks = asks(py, ask)?;
        let errors = Errors::read(errors)?;
        if let Ok(record) = record.cast::<PyString>() {
            return PySolver::settle(self.answer(py, &record.to_cow()?, &asks)?, errors, py);
        }
        if let Ok(position) = record.cast::<PyPosition>() {
            let found = position
                .get()
                .answer(py, &asks)
                .map_err(|error| error.into_value(py).into_any());
            return PySolver::settle(found, errors, py);
        }
        if record.is_instance_of::<PyBytes>() {
            return Err(PyTypeError::new_err(
                "a record is a str; bytes are for `grundy.Batch`",
            ));
        }
        let answers = PyList::empty(py);
        for item in record.try_iter()? {
            let item = item?;
            let is_record =
                item.is_instance_of::<PyString>() || item.is_instance_of::<PyPosition>();
            if !is_record {
                let kind = item.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "a record is a str or a Position, not {kind}"
                )));
            }
            let text: Bound<'_, PyString> = item.str()?;
            answers.append(PySolver::settle(
                self.answer(py, &text.to_cow()?, &asks)?,
                errors,
                py,
            )?)?;
        }
        Ok(answers.into_any().unbind())
    }

    /// The position of a record, ready to be asked about: see `grundy.Position`.
    fn position(slf: Py<Self>, py: Python<'_>, record: &str) -> PyResult<PyPosition> {
        PyPosition::open(py, slf, record)
    }

    /// A batch over many records: see `grundy.Batch`.
    #[pyo3(signature = (records, ask=None, *, threads=None))]
    fn batch(
        slf: Py<Self>,
        py: Python<'_>,
        records: Bound<'_, PyAny>,
        ask: Option<&str>,
        threads: Option<usize>,
    ) -> PyResult<PyBatch> {
        PyBatch::new(py, records, ask, threads, Some(slf))
    }

    fn __repr__(&self) -> String {
        let Limits {
            memory,
            work,
            threads,
        } = self.limits;
        let games = if self.games.is_empty() {
            String::new()
        } else {
            format!(", games={:?}", self.games)
        };
        format!("Solver(memory={memory}, work={work}, threads={threads}{games})")
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let solver = slf.get();
        let arguments = PyDict::new(py);
        arguments.set_item("memory", solver.limits.memory)?;
        arguments.set_item("work", solver.limits.work)?;
        arguments.set_item("threads", solver.limits.threads)?;
        arguments.set_item("games", &solver.games)?;
        let build = py.import("grundy._types")?.getattr("build")?;
        Ok((build, (slf.get_type(), arguments).into_pyobject(py)?))
    }
}
