//! The solver: limits, the games there are, and what was found out about their rules.

use std::sync::Arc;

use super::{Answers, Asks, Batch, Error, Game, Position, Record, RecordError};
use grundy_batch::define;
use grundy_games::{Catalogue, Context};
use grundy_heaps::sequence::store::SequenceStore;
use grundy_record::{Ask, Move};

/// Limits of one record, and the number of threads of a batch: 2 GiB, 2³⁶ steps and one thread by default.
/// Time is never among them: the same record gets the same answer, or the same error, on every machine.
///
/// ```
/// use grundy::{LimitKind, Limits, Solver};
///
/// let small = Solver::new(Limits { work: 10_000, ..Limits::default() });
/// let error = small.open(&"grundys-game: 100000".parse()?)?.grundy().unwrap_err();
/// assert_eq!(error.limit(), Some(LimitKind::Work));
/// # Ok::<(), grundy::Error>(())
/// ```
pub use grundy_base::budget::Budget as Limits;

/// Solves records, and remembers what it found out about the rules it has met: periods, matchings,
/// tables. A kept solver answers a small record in about a microsecond.
#[derive(Debug, Default)]
pub struct Solver {
    /// The games, the limits and the tables, which its positions share.
    context: Context,
}

impl Solver {
    /// Makes a solver with the games that come with the program, within these limits.
    pub fn new(limits: Limits) -> Solver {
        Solver {
            context: Context::new(limits),
        }
    }

    /// Makes a solver with the games and the limits of a context.
    #[doc(hidden)]
    pub fn with_context(context: Context) -> Solver {
        Solver { context }
    }

    /// Gives a user-defined rule a name, under which records use it: `NAME RULE`.
    ///
    /// ```
    /// let mut solver = grundy::Solver::default();
    /// solver.define("mark [n] -> [n-1] | [n/2] if n > 0")?;
    /// assert_eq!(solver.position("mark: 10 25")?.verdict()?, grundy::Verdict::Win(1));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the line is wrong or the name is taken.
    pub fn define(&mut self, line: &str) -> Result<(), RecordError> {
        let mut catalogue = Catalogue::clone(&self.context.catalogue);
        define(&mut catalogue, line)
            .map_err(|error| RecordError::new(1, line.as_bytes(), error))?;
        self.context.catalogue = Arc::new(catalogue);
        Ok(())
    }

    /// Lists the games that records may name: those that come with the library, then those defined.
    pub fn games(&self) -> impl Iterator<Item = Game<'_>> {
        self.context.catalogue.games().map(Game)
    }

    /// Reads a record and opens it: [`Solver::record`] and [`Solver::open`] in one step, which reads the
    /// text once.
    ///
    /// # Errors
    ///
    /// Fails as [`Solver::record`] and [`Solver::open`] do.
    pub fn position(&self, text: &str) -> Result<Position<'_>, Error> {
        Position::open(&self.context, text.as_bytes())
    }

    /// Opens a position again, after this solver or another, from [`Position::as_str`] and
    /// [`Position::played`]: what is wrong with its position is found when it is asked.
    ///
    /// # Errors
    ///
    /// Fails if the text is no record, or does not belong to the moves.
    pub fn reopened(&self, text: &str, played: &[Move]) -> Result<Position<'_>, Error> {
        Position::reopened(&self.context, text, played)
    }

    /// Keeps the sequences of heaps that are computed in this store, and goes on from those kept there
    /// before. [`Folder`](grundy_batch::store::Folder) keeps them in files.
    ///
    /// ```no_run
    /// use std::sync::Arc;
    /// use grundy::{Solver, store::Folder};
    ///
    /// let folder = Folder::open("sequences".as_ref(), |trouble| eprintln!("{trouble}"))?;
    /// let solver = Solver::default().keep_sequences(Arc::new(folder));
    /// println!("{}", solver.open(&"octal 0.007: 100000".parse()?)?.grundy()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keep_sequences(self, store: Arc<dyn SequenceStore>) -> Solver {
        Solver {
            context: self.context.keeping(Some(store)),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// Fails if the record is wrong.
    pub fn record(&self, text: &str) -> Result<Record, RecordError> {
        Record::read(text, &self.context.catalogue)
    }

    /// Opens a record: checks its position against the rules of its game.
    ///
    /// # Errors
    ///
    /// Fails if the record is wrong, or would pass a limit.
    pub fn open(&self, record: &Record) -> Result<Position<'_>, Error> {
        self.position(record.as_str())
    }

    /// Answers a text of records, one after another, in order.
    ///
    /// ```
    /// use grundy::Solver;
    ///
    /// let solver = Solver::default();
    /// let lines: Vec<String> =
    ///     solver.answers("nim: 3 4 5\nnim: 1 x\nkayles: 5 9 ? grundy moves\n").map(|a| a.to_string()).collect();
    /// assert_eq!(lines, ["WIN 1", "ERROR", "0 | -"]);
    /// ```
    pub fn answers<'a>(&'a self, text: &'a str) -> Answers<'a> {
        Answers::new(&self.context, text, &[Ask::Verdict])
    }

    /// Answers a text; these asks are used for records without asks of their own.
    ///
    /// ```
    /// let (solver, asks) = (grundy::Solver::default(), "grundy moves".parse()?);
    /// let lines: Vec<String> = solver.answers_to("nim: 3 4 5", &asks).map(|a| a.to_string()).collect();
    /// assert_eq!(lines, ["2 | 1:3>1"]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn answers_to<'a>(&'a self, text: &'a str, asks: &'a Asks) -> Answers<'a> {
        Answers::new(&self.context, text, asks.as_slice())
    }

    /// Begins a batch: records from a reader, answers to a writer, on all threads that the limits allow.
    pub fn batch(&self) -> Batch {
        Batch::new(&self.context)
    }
}
