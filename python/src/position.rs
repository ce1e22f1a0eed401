//! `grundy.Position`.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use solver::answer::move_text;
use solver::{Ask, Asks, Error, Move, Outcome, Verdict, study};

use super::answer;
use super::solver::{PySolver, asks};
use super::table::{self, Corners};
use super::{error, guard};

/// The width of a report.
const REPORT_WIDTH: usize = 100;

/// A position of a game, by its record, ready to be asked about. Every ask of the language is a method; where
/// the game has no answer to it, `GrundyError` is raised.
///
/// >>> import grundy
/// >>> p = grundy.Position("nim: 3 4 5")
/// >>> p.wins(), p.grundy(), p.winning_moves()
/// (True, 2, ['1:3>1'])
/// >>> p.after("1:3>1")
/// Position('nim: 1 4 5')
/// >>> print(p.after("1:3>1").explain().splitlines()[1])
/// LOSE: whatever the player to move does, the other can force a win.
#[pyclass(frozen, module = "grundy", name = "Position", subclass)]
pub struct PyPosition {
    /// The solver that answers.
    solver: Py<PySolver>,
    /// The record of the position.
    text: Box<str>,
    /// The moves that lead from the record to here, if no record says what they left.
    played: Box<[Move]>,
}

impl PyPosition {
    /// Opens a record, or raises what is wrong with it.
    pub fn open(py: Python<'_>, solver: Py<PySolver>, record: &str) -> PyResult<Self> {
        let inner = &solver.get().inner;
        guard::solving(py, || inner.position(record).map(drop))?
            .map_err(|wrong| error::raise(py, &wrong))?;
        Ok(PyPosition {
            solver,
            text: record.into(),
            played: Box::default(),
        })
    }

    /// Answers these asks.
    pub fn answer(&self, py: Python<'_>, asks: &Asks) -> PyResult<Py<PyAny>> {
        let fields = self.ask(py, |position| position.fields(asks))?;
        answer::answer(py, None, fields)
    }

    /// Asks the position something, with the lock released.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&solver::Position<'_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.watched(py, None, ask)
    }

    /// Asks the position something, with the lock released, and calls `meanwhile` about every 20 ms.
    fn watched<T: Send>(
        &self,
        py: Python<'_>,
        meanwhile: Option<Py<PyAny>>,
        ask: impl FnOnce(&solver::Position<'_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let inner = &self.solver.get().inner;
        let reopened = || {
            inner
                .reopened(&self.text, &self.played)
                .and_then(|position| ask(&position))
        };
        let asked = guard::watched(py, meanwhile, reopened)?;
        asked.map_err(|wrong| error::raise(py, &wrong))
    }
}

/// The numbers of one position, or the letters of one that is a word.
#[derive(FromPyObject)]
enum ListedPosition {
    /// The letters of a position that is written as a word.
    Word(String),
    /// The numbers of a position.
    Numbers(Vec<u64>),
}

impl ListedPosition {
    /// Writes the position as a record does: `5,2,2,1`, `()`, `"abba"`.
    fn text(&self) -> String {
        match self {
            ListedPosition::Word(word) => format!("\"{word}\""),
            ListedPosition::Numbers(numbers) if numbers.is_empty() => "()".to_owned(),
            ListedPosition::Numbers(numbers) => {
                let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
                texts.join(",")
            }
        }
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (record, moves=Vec::new(), *, at=None, solver=None))]
    fn new(
        py: Python<'_>,
        record: &str,
        moves: Vec<String>,
        at: Option<ListedPosition>,
        solver: Option<Py<PySolver>>,
    ) -> PyResult<Self> {
        let solver = match solver {
            Some(solver) => solver,
            None => usual_solver(py)?,
        };
        let mut position = match at {
            Some(at) => PyPosition::open(py, solver, &format!("{record}: {}", at.text()))?,
            None => PyPosition::open(py, solver, record)?,
        };
        for made in &moves {
            position = position.after(py, made)?;
        }
        Ok(position)
    }

    /// The record of the position, as it was given or as a move left it.
    #[getter]
    fn record(&self) -> &str {
        &self.text
    }

    /// The record in one line, without label and asks, a board by its size, damage and pieces.
    fn line(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| position.line())
    }

    /// The moves that lead from the record to here, where no record says what they left: bites of Chomp,
    /// branches cut. Elsewhere the record itself is that of the position.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        answer::move_list(py, &self.played)
    }

    /// The solver that answers for it.
    #[getter]
    fn solver(&self, py: Python<'_>) -> Py<PySolver> {
        self.solver.clone_ref(py)
    }

    /// The name of its game; of the first, in a sum of different games.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<String> {
        let record = self.solver.get().inner.record(&self.text);
        record
            .map(|record| record.game().to_owned())
            .map_err(|wrong| error::raise_record(py, &wrong, None))
    }

    /// The answer to these asks: `grundy.Answer`.
    #[pyo3(signature = (ask=None))]
    fn solve(&self, py: Python<'_>, ask: Option<&str>) -> PyResult<Py<PyAny>> {
        self.answer(py, &asks(py, ask)?)
    }

    /// Whether the player to move wins. False for a draw, too.
    fn wins(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |position| Ok(position.outcome()? == Outcome::Win))
    }

    /// Who wins: "WIN" (the player to move), "LOSE" or "DRAW".
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        let outcome = self.ask(py, |position| position.outcome())?;
        Ok(match outcome {
            Outcome::Win => "WIN",
            Outcome::Lose => "LOSE",
            Outcome::Draw => "DRAW",
        })
    }

    /// Who wins, and by how many different first moves: ("WIN", 1).
    fn verdict(&self, py: Python<'_>) -> PyResult<(&'static str, u128)> {
        Ok(match self.ask(py, |position| position.verdict())? {
            Verdict::Win(count) => ("WIN", count),
            Verdict::Lose => ("LOSE", 0),
            Verdict::Draw => ("DRAW", 0),
        })
    }

    /// The number of different winning first moves.
    fn winning_count(&self, py: Python<'_>) -> PyResult<u128> {
        self.ask(py, |position| position.winning_count())
    }

    /// The Grundy value: a number, or `grundy.Infinite` in a graph with cycles.
    fn grundy(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let value = self.ask(py, |position| position.grundy())?;
        answer::grundy(py, &value)
    }

    /// The Grundy value of each component.
    fn values(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let values = self.ask(py, |position| position.values())?;
        values
            .iter()
            .map(|value| answer::grundy(py, value))
            .collect()
    }

    /// The moves that reach the verdict: winning ones when it is a win, drawing ones when it is a draw.
    fn winning_moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let moves = self.ask(py, |position| position.winning_moves())?;
        answer::move_list(py, &moves)
    }

    /// The first of these moves; when lost, the first legal move; `None` when there is no move.
    fn best(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let best = self.ask(py, |position| position.best())?;
        Ok(best.map(|best| move_text(&best)))
    }

    /// The legal moves, winning or not, in the order answers list them: the first `most` of them.
    #[pyo3(signature = (most=1_000_000))]
    fn legal_moves(&self, py: Python<'_>, most: usize) -> PyResult<Py<PyAny>> {
        let moves = self.ask(py, |position| position.legal_moves(most))?;
        answer::move_list(py, &moves)
    }

    /// The position that a legal move leads to.
    fn after(&self, py: Python<'_>, r#move: &str) -> PyResult<PyPosition> {
        let (text, played) = self.ask(py, |position| {
            let next = position.after_text(r#move)?;
            Ok((Box::from(next.as_str()), Box::from(next.played())))
        })?;
        Ok(PyPosition {
            solver: self.solver.clone_ref(py),
            text,
            played,
        })
    }

    /// Why the verdict holds, in lines that a person can follow: a `str`, which a notebook shows as text
    /// with its headline and tables.
    fn explain(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let lines = self.ask(py, |position| position.explain())?;
        Ok(py
            .import("grundy._types")?
            .getattr("Explanation")?
            .call1((lines.join("\n"),))?
            .unbind())
    }

    /// A report on the game from its first positions: values, P-positions, period, patterns and which of them are
    /// proved, games with the same values. `to` is the largest number of the positions looked at.
    #[pyo3(signature = (to=None))]
    fn study(&self, py: Python<'_>, to: Option<u64>) -> PyResult<String> {
        let lines = self.ask(py, |position| {
            Ok(study::report(&study::study(position, to)?, REPORT_WIDTH))
        })?;
        Ok(lines.join("\n"))
    }

    /// The least preperiod and period of the game's sequence, proved: `grundy.Period`; `None` when none was
    /// found within the limits.
    fn period(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let period = self.ask(py, |position| position.period())?;
        answer::period(py, period)
    }

    /// The Grundy values of heaps 0 to the one heap, without those that are no positions, as a numpy array of the smallest
    /// unsigned type.
    /// `meanwhile` is called about every 20 ms.
    #[pyo3(signature = (meanwhile=None))]
    fn sequence(&self, py: Python<'_>, meanwhile: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let numbers = self.watched(py, meanwhile, |position| position.narrow_sequence())?;
        Ok(answer::array(py, numbers))
    }

    /// The heaps from 0 to the one heap at which the player to move loses, as a numpy array.
    #[pyo3(signature = (meanwhile=None))]
    fn losing(&self, py: Python<'_>, meanwhile: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let losing = self.watched(py, meanwhile, |position| position.losing())?;
        Ok(losing.into_pyarray(py).into_any().unbind())
    }

    /// The map of who wins around this position: see `grundy.table`.
    #[pyo3(signature = (show="outcomes", window=None))]
    fn table(&self, py: Python<'_>, show: &str, window: Option<Corners>) -> PyResult<Py<PyAny>> {
        let shown = table::show(show)?;
        let part = window.map(Corners::part);
        let (chart, svg) = self.ask(py, |position| {
            let chart = position.chart(part, shown)?;
            let svg = table::svg(&chart, shown)?;
            Ok((chart, svg))
        })?;
        let parts = table::parts(py, &chart, shown)?;
        parts.set_item("show", show)?;
        parts.set_item("svg", svg)?;
        let make = py
            .import("grundy._table")?
            .getattr("Table")?
            .getattr("_made")?;
        Ok(make.call((), Some(&parts))?.unbind())
    }

    /// The picture of the position as SVG: the map of who wins where its game has one, with what the record
    /// has on it.
    #[pyo3(signature = (show="outcomes", window=None))]
    fn svg(&self, py: Python<'_>, show: &str, window: Option<Corners>) -> PyResult<String> {
        let shown = table::show(show)?;
        let part = window.map(Corners::part);
        self.ask(py, |position| {
            Ok(table::svg(&position.chart(part, shown)?, shown)?)
        })
    }

    /// The picture for a notebook; none, so that the text is shown, if there is none or it is large.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match self.svg(py, "outcomes", None) {
            Ok(svg) if svg.len() <= MAX_PICTURE_BYTES => Ok(Some(svg)),
            Ok(_) => Ok(None),
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether the game has an answer to this ask.
    fn answers(&self, ask: &str) -> bool {
        let known = Ask::ALL.into_iter().find(|known| known.word() == ask);
        let position = self.solver.get().inner.reopened(&self.text, &self.played);
        known
            .zip(position.ok())
            .is_some_and(|(ask, position)| position.answers(ask))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyPosition>() else {
            return false;
        };
        let other = other.get();
        other.text == self.text && other.played == self.played
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let moves = if self.played.is_empty() {
            String::new()
        } else {
            let played = answer::move_list(py, &self.played)?;
            format!(", moves={}", played.bind(py).repr()?)
        };
        Ok(format!(
            "Position({}{moves})",
            PyString::new(py, &self.text).repr()?
        ))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let position = slf.get();
        let usual = usual_solver(py)?;
        // Positions of the usual solver come back as such: what it remembers is not pickled.
        let solver = Some(&position.solver).filter(|solver| !solver.is(&usual));
        let arguments = PyDict::new(py);
        arguments.set_item("record", &*position.text)?;
        arguments.set_item("moves", answer::move_list(py, &position.played)?)?;
        arguments.set_item("solver", solver)?;
        let build = py.import("grundy._types")?.getattr("build")?;
        Ok((build, (slf.get_type(), arguments).into_pyobject(py)?))
    }
}

/// The longest picture, in bytes, that a notebook shows unasked. A guess.
const MAX_PICTURE_BYTES: usize = 1 << 20;

/// How far the long solves of this process are: what is counted, how much of it is done, and of how much, where
/// that is known.
#[pyfunction]
pub fn progress() -> Option<(&'static str, u64, Option<u64>)> {
    let progress = solver::running::progress()?;
    Some((progress.counted, progress.done, progress.total))
}

/// The solver of those who bring none.
#[pyfunction]
pub fn usual_solver(py: Python<'_>) -> PyResult<Py<PySolver>> {
    static USUAL: pyo3::sync::PyOnceLock<Py<PySolver>> = pyo3::sync::PyOnceLock::new();
    let usual = USUAL.get_or_try_init(py, || -> PyResult<Py<PySolver>> {
        py.import("grundy._native")?
            .getattr("Solver")?
            .call0()?
            .extract()
            .map_err(PyErr::from)
    })?;
    Ok(usual.clone_ref(py))
}
