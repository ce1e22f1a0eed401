//! The solver in the browser: what the page asks of the library, in JSON. Numbers of records are strings in it,
//! since they go up to 2⁶⁴ and those of JavaScript are exact up to 2⁵³ only.

mod batch;
mod catalogue;
mod current_game;
mod json;
mod map;
mod study;

use std::cell::RefCell;

use grundy::play::Session;
use grundy::{Error, Limits, Solver};
use wasm_bindgen::prelude::*;

use current_game::CurrentGame;
use serde_json::Value as Json;

/// The memory for one record, in bytes: an eighth of what WebAssembly can address.
const MEMORY: u64 = 1 << 29;

/// The limits of a record. There is one thread, since a page that is a file has no right to start more.
fn limits() -> Limits {
    Limits {
        memory: MEMORY,
        threads: 1,
        ..Limits::default()
    }
}

thread_local! {
    /// The solver, which keeps what it has found out about rules for as long as the page is open.
    static SOLVER: &'static Solver = Box::leak(Box::new(Solver::new(limits())));
    /// The game that was looked at last: the next question is nearly always about the same game.
    static CURRENT: RefCell<CurrentGame> = RefCell::default();
}

/// Returns the solver of the page.
fn solver() -> &'static Solver {
    SOLVER.with(|&solver| solver)
}

/// Asks the session at the position that moves lead to from a record.
fn asked(
    record: &str,
    moves: &[String],
    ask: impl FnOnce(&mut Session<'static>) -> Result<Json, Error>,
) -> String {
    let asked = CURRENT.with_borrow_mut(|game| game.at(record, moves, solver()).and_then(ask));
    json::text(asked)
}

#[wasm_bindgen]
extern "C" {
    /// A receiver of answers as they come.
    pub type Sink;

    /// Takes whole lines of answers, as text.
    #[wasm_bindgen(method)]
    pub fn answers(this: &Sink, text: &[u8]);

    /// Takes diagnostics, as text in the form of the program.
    #[wasm_bindgen(method)]
    pub fn diagnostics(this: &Sink, text: &[u8]);

    /// Takes the number of bytes that were read.
    #[wasm_bindgen(method)]
    pub fn progress(this: &Sink, bytes: f64);

    /// Returns the milliseconds since some moment.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Answers a text record by record. `put` gets JSON arrays of answers:
/// `{"line", "label"?, "answer"}` or `{"line", "label"?, "error": {"line", "column", "width", "message", "help"}}`,
/// the answers of some milliseconds at once.
#[wasm_bindgen]
pub fn lines(text: &str, sink: Sink) {
    batch::lines(text, solver(), &sink);
}

/// Answers a text as the program does: answers, diagnostics and progress go to the sink. Gives the number of records,
/// and whether any was wrong, as JSON.
#[wasm_bindgen]
pub fn file(text: Vec<u8>, sink: Sink) -> String {
    batch::file(text, sink)
}

/// Describes the position that moves lead to from a record, with its moves, verdict and values.
#[wasm_bindgen]
pub fn look(record: &str, moves: Vec<String>) -> String {
    asked(record, &moves, current_game::look)
}

/// Chooses the move that a computer of this level (0 easy, 1 fair, 2 perfect) makes. The seed decides its mistakes.
#[wasm_bindgen]
pub fn choose(record: &str, moves: Vec<String>, level: u8, seed: f64) -> String {
    asked(record, &moves, |session| {
        current_game::choose(session, level, seed as u64)
    })
}

/// Reads the move that was typed there: returns it, or several moves that may be meant.
#[wasm_bindgen]
pub fn read(record: &str, moves: Vec<String>, typed: &str) -> String {
    asked(record, &moves, |session| current_game::read(session, typed))
}

/// Explains in paragraphs why the answer there holds.
#[wasm_bindgen]
pub fn explain(record: &str, moves: Vec<String>) -> String {
    asked(record, &moves, current_game::explain)
}

/// Draws the map of who wins, as SVG, and says where its cells are. `show` is 0 for outcomes, 1 for values, 2 for winning
/// moves, 3 for a picture of the position that does not say who wins; `part` is empty or a window as for
/// `grundy table`.
#[wasm_bindgen]
pub fn map(record: &str, moves: Vec<String>, show: u8, part: &str) -> String {
    asked(record, &moves, |session| {
        map::map(session.position(), show, part)
    })
}

/// Writes a study of a game, in lines; or a program in `python`, `rust` or `c++`.
#[wasm_bindgen]
pub fn study(record: &str, code: &str) -> String {
    json::text(study::study(record, code))
}

/// Lists the games that there are.
#[wasm_bindgen]
pub fn games() -> String {
    catalogue::games(solver()).to_string()
}
