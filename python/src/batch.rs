//! `grundy.Batch`: many records, from a text, a file or an iterable, on all threads, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyIterator, PyString};
use solver::running::interruptible;
use solver::{Error, Field, RecordError};

use super::position::usual_solver;
use super::solver::{Errors, PySolver, asks, at_least_one};
use super::{answer, error};

/// The most answers that wait to be taken.
const MAX_ANSWERS_WAITING: usize = 1 << 14;
/// The most numbers that the waiting answers list, unless one answer alone lists more.
const MAX_NUMBERS_WAITING: usize = 1 << 20;
/// The time after which Python's signal handlers get their turn.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);
/// The bytes that are read from a Python file, or written to it, at a time.
const READ_SIZE: usize = 1 << 18;

/// Many records: a text (`str` or `bytes`), a file (a path, or an open file), or an iterable of records.
///
/// They are answered in order while they are read, on `threads` threads, in memory that does not grow with
/// them.
///
/// >>> import grundy
/// >>> batch = grundy.Batch("nim: 3 4 5\nking .K/.K\nnim: 1 x\n")
/// >>> for answer in batch.run(errors="return"):
/// ...     print(answer)
/// WIN 1
/// WIN 2
/// 3:8: `x` is not a number; write an unsigned decimal number, digits only
/// >>> batch.text()
/// 'WIN 1\nWIN 2\nERROR\n'
///
/// An open file and an iterable can be gone through once; texts and paths as often as one likes.
#[pyclass(frozen, module = "grundy", name = "Batch")]
pub struct PyBatch {
    /// The text, file or iterable.
    records: Py<PyAny>,
    /// The asks of records that have none.
    ask: Option<String>,
    /// The number of threads.
    threads: usize,
    /// The solver whose games and limits count.
    solver: Py<PySolver>,
}

impl PyBatch {
    /// Makes the batch of the library, with this ask and as many threads.
    fn inner(&self, py: Python<'_>) -> PyResult<solver::Batch> {
        let batch = self.solver.get().inner.batch();
        let batch = batch
            .threads(self.threads)
            .limits_raised_by(error::raised_by);
        match &self.ask {
            Some(words) => batch.ask(words).map_err(|wrong| error::raise(py, &wrong)),
            None => Ok(batch),
        }
    }

    /// Runs `work` on another thread, while this one lets signal handlers have their turn.
    fn work<T: Send + 'static>(
        py: Python<'_>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> PyResult<T> {
        let stop = Arc::new(AtomicBool::new(false));
        let wants_to_stop = stop.clone();
        let (send, done) = channel();
        let thread = std::thread::spawn(move || {
            // If nobody waits for the result any more, there is nothing to say.
            let _ = send.send(interruptible(move || wants_to_stop.load(Relaxed), work));
        });
        let done = Mutex::new(done);
        let mut raised = None;
        let done = loop {
            match py.detach(|| lock(&done).recv_timeout(SIGNAL_INTERVAL)) {
                Ok(done) => break done,
                Err(RecvTimeoutError::Timeout) => {
                    if raised.is_none()
                        && let Err(error) = py.check_signals()
                    {
                        stop.store(true, Relaxed);
                        raised = Some(error);
                    }
                }
                // A panic is a defect of the solver, and reported as such.
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = py.detach(|| thread.join());
                    return Err(error::plain(
                        py,
                        "the solver failed on this batch",
                        "please report it",
                    ));
                }
            }
        };
        match (raised, done) {
            (Some(error), _) => Err(error),
            (None, Ok(done)) => Ok(done),
            (None, Err(interrupted)) => Err(PyOSError::new_err(interrupted.to_string())),
        }
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (records, ask=None, *, threads=None, solver=None))]
    pub fn new(
        py: Python<'_>,
        records: Bound<'_, PyAny>,
        ask: Option<&str>,
        threads: Option<usize>,
        solver: Option<Py<PySolver>>,
    ) -> PyResult<Self> {
        asks(py, ask)?;
        let solver = match solver {
            Some(solver) => solver,
            None => usual_solver(py)?,
        };
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(machine);
        at_least_one(threads)?;
        Ok(PyBatch {
            records: records.unbind(),
            ask: ask.map(str::to_owned),
            threads,
            solver,
        })
    }

    /// An iterator over the answers, in order, while the next are solved. A wrong record raises
    /// `GrundyError` when its turn comes, or with `errors="return"` its error stands in the place of its
    /// answer. `progress` shows a bar of tqdm.
    #[pyo3(signature = (errors="raise", progress=false))]
    fn run(&self, py: Python<'_>, errors: &str, progress: bool) -> PyResult<Py<PyAny>> {
        let errors = Errors::read(errors)?;
        let batch = self.inner(py)?;
        let records = reader(self.records.bind(py))?;
        let queue = Arc::new(Queue::default());
        let stop = Arc::new(AtomicBool::new(false));
        let giving = queue.clone();
        let wants_to_stop = stop.clone();
        let thread = std::thread::spawn(move || {
            let end = EndQueue(&giving);
            let ended = interruptible(
                move || wants_to_stop.load(Relaxed),
                || {
                    batch.each(records, &mut |label, fields| {
                        giving.put(Answered { label, fields })
                    })
                },
            );
            if let Ok(Err(error)) = ended {
                lock(&end.0.state).error = Some(error);
            }
        });
        let answers = PyAnswers {
            queue,
            stop,
            thread: Mutex::new(Some(thread)),
            errors,
        };
        let answers = Py::new(py, answers)?.into_any();
        if !progress {
            return Ok(answers);
        }
        let bar = py.import("grundy._types")?.getattr("with_bar")?;
        Ok(bar.call1((answers, self.records.bind(py)))?.unbind())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.run(py, "raise", false)?
            .bind(py)
            .try_iter()
            .map(|iterator| iterator.into_any().unbind())
    }

    /// All answers as one text, a line each: what the program writes. Wrong records answer `ERROR`. This
    /// is the fastest way; `json=True` gives one JSON object a line.
    #[pyo3(signature = (json=false))]
    fn text(&self, py: Python<'_>, json: bool) -> PyResult<Py<PyString>> {
        let records = reader(self.records.bind(py))?;
        let batch = self.inner(py)?;
        let batch = if json { batch.json() } else { batch };
        let written = PyBatch::work(py, move || {
            let mut text = Vec::new();
            batch.run(records, &mut text, &mut io::sink()).map(|_| text)
        })?;
        let text = written.map_err(|wrong| raised(py, wrong))?;
        // Labels, the only text that is not the library's own, are ASCII.
        Ok(PyString::new(py, &String::from_utf8_lossy(&text)).unbind())
    }

    /// Writes all answers to a file that is open for text, a line each, and what is wrong with records to
    /// `diagnostics`, if given. Says whether all records were right.
    #[pyo3(signature = (file, diagnostics=None, json=false))]
    fn write(
        &self,
        py: Python<'_>,
        file: Py<PyAny>,
        diagnostics: Option<Py<PyAny>>,
        json: bool,
    ) -> PyResult<bool> {
        let records = reader(self.records.bind(py))?;
        let batch = self.inner(py)?;
        let batch = if json { batch.json() } else { batch };
        let written = PyBatch::work(py, move || {
            let mut complaints = diagnostics.map(|file| TextFile {
                file,
                left: Vec::new(),
            });
            let mut nowhere = io::sink();
            let complaints: &mut (dyn Write + Send) = match &mut complaints {
                Some(complaints) => complaints,
                None => &mut nowhere,
            };
            let mut answers = TextFile {
                file,
                left: Vec::new(),
            };
            let wrong = batch.run(records, &mut answers, complaints)?;
            complaints
                .flush()
                .and_then(|()| answers.flush())
                .map(|()| !wrong)
                .map_err(Error::from)
        })?;
        written.map_err(|wrong| raised(py, wrong))
    }

    /// How many threads work.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The asks of records without asks of their own; `None`: the verdict.
    #[getter]
    fn ask(&self) -> Option<&str> {
        self.ask.as_deref()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let kind = self.records.bind(py).get_type().name()?.to_string();
        let ask = self
            .ask
            .as_ref()
            .map(|ask| format!(", ask={ask:?}"))
            .unwrap_or_default();
        Ok(format!("Batch(<{kind}>{ask}, threads={})", self.threads))
    }
}

/// Makes the exception for an error of a batch: an exception of a Python file comes back as it was.
fn raised(py: Python<'_>, wrong: Error) -> PyErr {
    match wrong {
        Error::Io(error) => error.into(),
        other => error::raise(py, &other),
    }
}

/// Opens records of any kind as bytes.
fn reader(records: &Bound<'_, PyAny>) -> PyResult<Box<dyn Read + Send>> {
    if records.is_instance_of::<PyString>() {
        return Ok(Box::new(Cursor::new(Backed::Text(
            records.extract::<PyBackedStr>()?,
        ))));
    }
    if records.is_instance_of::<PyBytes>() {
        return Ok(Box::new(Cursor::new(Backed::Bytes(
            records.extract::<PyBackedBytes>()?,
        ))));
    }
    if records.hasattr("__fspath__")? {
        let path: PathBuf = records.extract()?;
        return match std::fs::File::open(&path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(error::of_file(records.py(), &path, error)),
        };
    }
    if records.hasattr("read")? {
        return Ok(Box::new(PythonFile {
            file: records.clone().unbind(),
            left: Vec::new(),
            at: 0,
        }));
    }
    match records.try_iter() {
        Ok(iterator) => Ok(Box::new(Lines {
            iterator: iterator.unbind(),
            left: Vec::new(),
            at: 0,
        })),
        Err(_) => Err(PyTypeError::new_err(
            "records are a str, bytes, a path, an open file or an iterable of records",
        )),
    }
}

/// A text or bytes of Python's, which are kept as long as they are read.
enum Backed {
    /// The text of a `str`.
    Text(PyBackedStr),
    /// The bytes of a `bytes`.
    Bytes(PyBackedBytes),
}

impl AsRef<[u8]> for Backed {
    fn as_ref(&self) -> &[u8] {
        match self {
            Backed::Text(text) => text.as_bytes(),
            Backed::Bytes(bytes) => bytes,
        }
    }
}

/// Copies as many of the bytes that are left as the buffer takes, and says how many those are.
fn take(left: &[u8], at: &mut usize, buffer: &mut [u8]) -> usize {
    let length = buffer.len().min(left.len() - *at);
    buffer[..length].copy_from_slice(&left[*at..*at + length]);
    *at += length;
    length
}

/// A file of Python's, of text or of bytes, that is read.
struct PythonFile {
    /// The file.
    file: Py<PyAny>,
    /// The bytes that were read last.
    left: Vec<u8>,
    /// The number of these that were given on.
    at: usize,
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.left.len() {
            let read = Python::attach(|py| -> PyResult<Vec<u8>> {
                let block = self.file.bind(py).call_method1("read", (READ_SIZE,))?;
                bytes_of(&block)
            });
            self.left = read?;
            self.at = 0;
        }
        Ok(take(&self.left, &mut self.at, buffer))
    }
}

/// Returns the bytes of what a file of Python's has read.
fn bytes_of(block: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match block.cast::<PyString>() {
        Ok(text) => Ok(text.to_cow()?.into_owned().into_bytes()),
        Err(_) => block.extract(),
    }
}

/// Records that an iterator gives one by one.
struct Lines {
    /// The iterator.
    iterator: Py<PyIterator>,
    /// The lines that were made last.
    left: Vec<u8>,
    /// The number of their bytes that were given on.
    at: usize,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.left.len() {
            self.left.clear();
            self.at = 0;
            Python::attach(|py| -> PyResult<()> {
                let mut iterator = self.iterator.bind(py).clone();
                while self.left.len() < READ_SIZE / 4 {
                    let Some(record) = iterator.next() else { break };
                    let record = record?.str()?;
                    self.left.extend_from_slice(record.to_cow()?.as_bytes());
                    if !self.left.ends_with(b"\n") {
                        self.left.push(b'\n');
                    }
                }
                Ok(())
            })?;
        }
        Ok(take(&self.left, &mut self.at, buffer))
    }
}

/// A file of Python's that takes text.
struct TextFile {
    /// The file.
    file: Py<PyAny>,
    /// The bytes that are not written yet.
    left: Vec<u8>,
}

impl TextFile {
    /// Writes the bytes that are left.
    fn give(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.left);
        let text = String::from_utf8_lossy(&text);
        Python::attach(|py| self.file.call_method1(py, "write", (text,)).map(drop))?;
        Ok(())
    }
}

impl Write for TextFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left.extend_from_slice(bytes);
        // Whole lines are written, so that no character is cut.
        if self.left.len() >= READ_SIZE && self.left.ends_with(b"\n") {
            self.give()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.left.is_empty() {
            Ok(())
        } else {
            self.give()
        }
    }
}

/// A record that was answered.
struct Answered {
    /// The label of the record.
    label: Option<String>,
    /// The answer, or the error.
    fields: Result<Vec<Field>, RecordError>,
}

/// Answers on their way from the thread that solves to the one that takes them.
#[derive(Default)]
struct Queue {
    /// The answers that wait, and how far the batch is.
    state: Mutex<State>,
    /// The signal that the state has changed.
    changed: Condvar,
}

/// The state of a queue.
#[derive(Default)]
struct State {
    /// The answers that were not taken yet.
    waiting: VecDeque<Answered>,
    /// The approximate number of numbers that they list.
    listed: usize,
    /// The error that ended the batch.
    error: Option<Error>,
    /// Whether no answers follow those that wait.
    ended: bool,
    /// Whether nobody takes answers any more.
    left: bool,
}

/// Locks a mutex, also after a panic of a thread that held it: what it holds is whole at all times.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Estimates how many numbers an answer lists.
fn listed(answered: &Answered) -> usize {
    let each = |field: &Field| match field {
        Field::Moves(moves) => 8 * moves.len(),
        Field::Values(values) => 4 * values.len(),
        Field::Losing(numbers)
        | Field::Sequence(numbers)
        | Field::Slice {
            values: numbers, ..
        } => numbers.len(),
        Field::Sparse { heaps, values } => heaps.len() + values.len(),
        Field::PList(list) => list.numbers.len(),
        Field::Paths { odd, even, .. } => ((odd.bits() + even.bits()) / 64) as usize,
        _ => 1,
    };
    answered
        .fields
        .as_ref()
        .map_or(1, |fields| fields.iter().map(each).sum())
}

impl Queue {
    /// Adds an answer, when there is room for it.
    fn put(&self, answered: Answered) -> io::Result<()> {
        let size = listed(&answered);
        let mut state = lock(&self.state);
        while !state.left
            && !state.waiting.is_empty()
            && (state.waiting.len() >= MAX_ANSWERS_WAITING
                || state.listed + size > MAX_NUMBERS_WAITING)
        {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.left {
            return Err(io::Error::other("nobody takes the answers any more"));
        }
        state.listed += size;
        state.waiting.push_back(answered);
        if state.waiting.len() == 1 {
            self.changed.notify_all();
        }
        Ok(())
    }
}

/// The end of a queue, which comes also when the thread that fills it panics.
struct EndQueue<'q>(&'q Queue);

impl Drop for EndQueue<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).ended = true;
        self.0.changed.notify_all();
    }
}

/// The answers of a batch, one after another: made by `Batch.run`.
#[pyclass(frozen, module = "grundy", name = "Answers")]
pub struct PyAnswers {
    /// The queue from which answers are taken.
    queue: Arc<Queue>,
    /// Whether the batch is to end.
    stop: Arc<AtomicBool>,
    /// The thread that solves, until it is joined.
    thread: Mutex<Option<JoinHandle<()>>>,
    /// The treatment of wrong records.
    errors: Errors,
}

/// The result of one attempt to take an answer.
enum Taken {
    /// The next answer.
    Answer(Answered),
    /// The end of the batch, with the error that ended it.
    End(Option<Error>),
    /// No answer within the time after which signals are looked at.
    Nothing,
}

impl PyAnswers {
    /// Takes the next answer, or waits for it a little.
    fn take(&self) -> Taken {
        let mut state = lock(&self.queue.state);
        if state.waiting.is_empty() && !state.ended {
            let waited = self.queue.changed.wait_timeout(state, SIGNAL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match state.waiting.pop_front() {
            Some(answered) => {
                let full = state.waiting.len() + 1 >= MAX_ANSWERS_WAITING
                    || state.listed >= MAX_NUMBERS_WAITING / 2;
                state.listed -= listed(&answered);
                // The other thread waits only when there is no room.
                if full || state.waiting.is_empty() {
                    self.queue.changed.notify_all();
                }
                Taken::Answer(answered)
            }
            None if state.ended => Taken::End(state.error.take()),
            None => Taken::Nothing,
        }
    }

    /// Says that no more answers are taken.
    fn leave(&self) {
        self.stop.store(true, Relaxed);
        lock(&self.queue.state).left = true;
        self.queue.changed.notify_all();
    }
}

#[pymethods]
impl PyAnswers {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            // Mostly an answer waits, and the lock of the interpreter need not be given back.
            let is_ready = !lock(&self.queue.state).waiting.is_empty();
            let taken = if is_ready {
                self.take()
            } else {
                py.detach(|| self.take())
            };
            match taken {
                Taken::Answer(Answered { label, fields }) => {
                    return match answer::answered(py, label.as_deref(), fields)? {
                        Ok(answer) => Ok(Some(answer)),
                        Err(error) if self.errors == Errors::Return => Ok(Some(error)),
                        Err(error) => {
                            self.leave();
                            Err(PyErr::from_value(error.into_bound(py)))
                        }
                    };
                }
                Taken::End(error) => {
                    let thread = lock(&self.thread).take();
                    if let Some(thread) = thread {
                        // A panic is a defect of the solver, and reported as such.
                        py.detach(|| thread.join()).map_err(|_| {
                            error::plain(py, "the solver failed on this batch", "please report it")
                        })?;
                    }
                    return match error {
                        Some(error) => Err(raised(py, error)),
                        None => Ok(None),
                    };
                }
                Taken::Nothing => {
                    if let Err(error) = py.check_signals() {
                        self.leave();
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Ends the batch: the rest is not solved.
    fn close(&self) {
        self.leave();
        lock(&self.queue.state).waiting.clear();
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_arguments))]
    fn __exit__(&self, _arguments: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }

    fn __repr__(&self) -> &'static str {
        "<answers of a grundy.Batch>"
    }
}

impl Drop for PyAnswers {
    fn drop(&mut self) {
        self.leave();
    }
}
