//! An exact solver for impartial combinatorial games: who wins, by which moves, Grundy values and periods.
//!
//! # Games
//!
//! Heaps (nim, subtraction games, octal games and other games of taking and breaking, Grundy's game),
//! piles (rocks, Euclid, Wythoff), pieces on boards with damaged cells, tokens on graphs with play that
//! may never end, games of matchings (geography, the factor game), and sums of different games. A record
//! of the language says game, rules and position in one line: `kayles: 5 9`. `docs/language.md` has all of
//! them.
//!
//! # Quick start
//!
//! ```
//! let solver = grundy::Solver::default();
//! let position = solver.open(&"king ..X/.K.: 2,3 1,2".parse()?)?;
//! assert_eq!(position.verdict()?, grundy::Verdict::Win(2));
//! assert_eq!(position.grundy()?.to_string(), "3");
//! for line in position.explain()? {
//!     println!("{line}");
//! }
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! A [`Position`] has one method for each ask of the language. If a game has no answer to an ask, the
//! method gives [`Error::Unsupported`], never another ask's answer.
//!
//! # Batches
//!
//! [`Solver::answers`] goes through a text record by record; [`Solver::batch`] reads a stream, on as many
//! threads as the limits allow, in bounded memory, and writes answers in order.
//!
//! ```
//! let solver = grundy::Solver::default();
//! let wins = solver.answers("nim: 3 4 5\nnim: 1 1\nkayles: 7\n").filter(|answered| {
//!     matches!(answered.fields.as_deref(), Ok([grundy::Field::Verdict(grundy::Verdict::Win(_))]))
//! });
//! assert_eq!(wins.count(), 2);
//! ```
//!
//! # Limits
//!
//! [`Limits`] bound memory and work, counted in bytes and steps, never in seconds: the same record gets the
//! same answer or the same error on every machine. An error says which limit it was
//! ([`Error::limit`], [`LimitKind`]).
//!
//! ```
//! let limits = grundy::Limits { work: 1_000, ..Default::default() };
//! let solver = grundy::Solver::new(limits);
//! let hard = solver.open(&"octal 0.007: 100000".parse()?)?;
//! assert_eq!(hard.grundy().unwrap_err().limit(), Some(grundy::LimitKind::Work));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # Errors
//!
//! An error names the place, the cause and a remedy.
//!
//! ```
//! let error = "nim: 3, 4".parse::<grundy::Record>().unwrap_err();
//! assert_eq!((error.line(), error.column()), (1, 6));
//! println!("{error}");
//! ```
//!
//! # Threads
//!
//! A [`Solver`] may be shared by threads: it is `Sync`, and its tables are shared by all of them.
//!
//! # Features
//!
//! - `cli` (default): the program, with `mmap`, `pictures`, `proofs` and `setter`.
//! - `pictures`: charts as PNG. `proofs`: batches with certificates. `setter`: the generator of records, and packages for problem setters.
//! - Without features the library handles no signal and compiles for WebAssembly. It solves in threads of its own only if
//!   [`Limits::threads`] is above 1; a batch that writes its answers has one thread more, which only writes.
//!
//! # Inside
//!
//! Data flows one way: text → record → game → answer → text. `ARCHITECTURE.md` is the map.
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![deny(unnameable_types)]
#![warn(missing_docs)]

pub use grundy_api::{
    Answered, Answers, Asks, Batch, Error, Game, Limits, Position, Record, RecordError, Solver,
};

#[doc(hidden)]
pub use grundy_api::Moves;
pub use grundy_api::play;
pub use grundy_study as study;

/// Maps of who wins: what [`Position::chart`] gives, and how it is written.
pub mod map {
    pub use grundy_api::chart::{MapPart as Part, MapWindow as Window, chart};
    pub use grundy_base::range::Range;
    #[cfg(feature = "pictures")]
    pub use grundy_picture::write_png;
    pub use grundy_picture::{
        CellKind as Kind, Chart, ChartCell as Cell, Link, Links, MoveName as Name, Places, Show,
        write_csv, write_svg, write_svg_and_place,
    };
}

/// Positions for programs that draw them: what [`Position::drawing`] gives.
pub mod drawing {
    pub use grundy_api::Drawing;
    pub use grundy_record::{Look, Size};
}

/// Classic user-defined rules, each of them a game that records may name.
pub mod classics {
    pub use grundy_classics::{Classic, classics};
}

pub use grundy_base::budget::LimitKind;
pub use grundy_record::{Ask, Field, Move, Outcome, Value, Verdict};

/// The parts of answers, and answers as text.
pub mod answer {
    pub use grundy_heaps::paths::WaysByParity;
    pub use grundy_record::text::{move_text, write};
    pub use grundy_record::{
        Automaton, Content, Form, NumberList, Numbers, Pattern, Period, PositionList, Quotient,
        QuotientPeriod, Stats, Taken, Tuple, ValueCount,
    };
    pub use num_bigint::BigUint;
}

/// Directed graphs of a program's own, on which play may never end: the value of every vertex.
///
/// ```
/// use grundy::graph::{Budget, Digraph, Edge, Label, label};
///
/// let budget = Budget::default();
/// let arcs = [Edge::new(0, 1), Edge::new(1, 2)];
/// let graph = Digraph::from_arcs(3, &arcs, &budget).unwrap();
/// let labels = label(&graph, &[0], &budget).unwrap();
/// assert!(matches!(labels.label(1), Label::Finite(1)));
/// ```
pub mod graph {
    pub use grundy_base::budget::{Budget, Limit};
    pub use grundy_base::edge::Edge;
    pub use grundy_graphs::loopy::{Digraph, Label, Labelling, label};
}

/// Long solves under way: how they are stopped, and how far they have come.
pub mod running {
    pub use grundy_base::sync::interrupt::{Interrupted, interruptible};
    use grundy_base::sync::progress::{SEARCHES, SEQUENCES, SPARSE};

    /// The progress of the long solves of a process.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Progress {
        /// The name of what is counted: `heaps`, `rows` or `positions`.
        pub counted: &'static str,
        /// The number of them that are done.
        pub done: u64,
        /// The number of them in all, if that is known.
        pub total: Option<u64>,
    }

    /// Returns the progress of the long solves of this process, if there are any.
    pub fn progress() -> Option<Progress> {
        let gauges = [
            ("heaps", &SEQUENCES),
            ("rows", &SPARSE),
            ("positions", &SEARCHES),
        ];
        gauges.into_iter().find_map(|(counted, gauge)| {
            let standing = gauge.read()?;
            Some(Progress {
                counted,
                done: standing.done,
                total: Some(standing.total).filter(|&total| (1..u64::MAX).contains(&total)),
            })
        })
    }
}

/// Sequences kept from one run to the next: what a store is, and one that is a folder of files.
pub mod store {
    pub use grundy_batch::store::Folder;
    pub use grundy_heaps::sequence::{
        Pattern,
        store::{Kept, SequenceStore, Terms, Wish},
    };
}
