//! `rewrite`: rows, boards and graphs of letters, with rules such as `XO>.X` that change cells.
//!
//! The theory, with its search, is in [`grundy_rewrite`]. Each row, board or graph is a position of its own; several are a
//! sum.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use fxhash::FxHashMap;
use grundy_classics::{Classic, rewritings};
use grundy_rewrite::{
    Breach, KnownGame, MAX_LISTED_CELLS, PlayReturn, RewriteFault, RewriteMove, RewritePosition,
    RewriteRun, Rewrites, RunHeaps,
};
use grundy_rules::rewrite::{LetterBoard, Rewriting, WALL, read_rewriting};

use crate::HeapAsks;
use crate::questions::misere::MisereHeaps;
use crate::questions::p_list::at_ranges;
use crate::shared::amounts::expect_listed;
use crate::shared::sum::{refuse, under_misere};
use crate::shared::{varied, visiting};
use crate::{
    Context, Counted, Evidence, Game, Goal, OpenPosition, OpenRules, PositionResult, RulesResult,
    Standard, Visit, Visited,
};
use grundy_base::budget::{Budget, Limit, LimitKind};
use grundy_base::range::Range;
use grundy_record::{
    Ask, AskSet, Fault, Keyword, Length, LetterChange, Look, Move, NamedRules, NoBoard, Outcome,
    OwnRewriting, Place, PositionKind, Record, Signature, Slot, Structure, Theorem, Times, Value,
    Words, WrittenLetters, letter_cell,
};

/// The words about rewriting for people.
const WORDS: Words = Words {
    name: "rewrite",
    summary: "rules that change cells, one's own",
    how_to_play: "A position is a row `XO.X`, a board `XO/.O` or a size `4x4`; a rule is BEFORE>AFTER, \
        and a move puts AFTER where BEFORE stands: `XO>.X` left to right, with `turned` in all \
        directions, with `king` or `knight` along their steps, with `graph N A-B…` along paths. \
        `.` is a free cell, `#` a wall, `_` any letter, `_1` a letter that comes again, `X*` any \
        number of X; `_1_1>` takes cells out of a row. `ring` closes a row, `never W` forbids \
        words, `alive` groups without a free neighbour, `joined` pieces that fall apart, `ends W` \
        ends play. A player who cannot move loses; under `misere`, wins.",
    limits: "a search of each part into which a position falls, within --max-work and --max-memory; \
        positions to 1048576 cells, and rows of one letter that are a take-and-break game to 2^64-1",
    example: "rewrite XO>.X OX>.O turned: XOXO",
    theorem: None,
};

/// Rules that change cells.
pub static REWRITE: Standard = Standard::with_rules(signature(), open_rules).counting(count);

const fn signature() -> Signature {
    WORDS
        .of(Structure::Letters, Look::Letters)
        .slots(&[Slot::Rewriting])
        .position(PositionKind::Letters, "ROW|BOARD|SIZE…")
        .keywords(&[Keyword::Misere])
        .asks(AskSet::SUM.with_counts().with(&[Ask::Sequence]))
}

fn open_rules<'a>(record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
    let rewriting = record.rules.rewriting().ok_or_else(Fault::incomplete)?;
    Ok(Box::new(RewriteRules::new(rewriting, context)))
}

/// Counts lost positions of ranges.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let rewriting = record.rules.rewriting().ok_or_else(Fault::incomplete)?;
    Ok(RewriteRules::new(rewriting, context).ranges(record))
}

/// A game whose name stands for rules that change cells.
pub struct NamedRewriting {
    /// The signature, with the rules.
    signature: Signature,
}

impl NamedRewriting {
    /// Makes a game of this name.
    pub fn new(name: &str, own: OwnRewriting) -> NamedRewriting {
        let keywords: &[Keyword] = if own.rewriting.misere {
            &[]
        } else {
            &[Keyword::Misere]
        };
        let how_to_play = format!(
            "A move puts AFTER in the place of BEFORE, as these rules say: `{}`.",
            own.text
        );
        let signature = Signature {
            name: Cow::Owned(name.to_owned()),
            how_to_play: Cow::Owned(how_to_play),
            summary: Cow::Borrowed("a user-defined game that changes cells"),
            example: Cow::Owned(format!("{name}: .^5")),
            named: Some(NamedRules::Rewriting(own)),
            ..signature().slots(&[]).keywords(keywords)
        };
        NamedRewriting { signature }
    }

    /// Makes a classic under its name; `None` if its rules cannot be read, which a test excludes.
    fn classic(classic: &'static Classic) -> Option<NamedRewriting> {
        let (text, position) = classic.record.split_once(" : ")?;
        let own = OwnRewriting {
            text: text.into(),
            rewriting: Arc::new(read_rewriting(text).ok()?.rewriting),
        };
        let named = NamedRewriting::new(&classic.word(), own);
        let signature = Signature {
            summary: Cow::Owned(format!("{} ({})", classic.name, classic.source)),
            example: Cow::Owned(format!("{}: {position}", classic.word())),
            theorem: Some(Theorem::of_normal_play(
                classic.known.trim_end_matches('.'),
                classic.source,
            )),
            ..named.signature
        };
        Some(NamedRewriting { signature })
    }
}

impl Game for NamedRewriting {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn open_ranges<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        Ok(self.rules(record, context)?.ranges(record))
    }

    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        Ok(Box::new(self.rules(record, context)?))
    }
}

impl NamedRewriting {
    /// Returns the rules of a record.
    fn rules<'a>(
        &self,
        record: &Record<'_>,
        context: &'a Context,
    ) -> Result<RewriteRules<'a>, Fault> {
        let own = self.signature.own_rewriting();
        let own = own.ok_or_else(Fault::incomplete)?;
        if record.modifiers.has(Keyword::Misere) && !own.rewriting.misere {
            let under_misere = Rewriting {
                misere: true,
                ..Rewriting::clone(&own.rewriting)
            };
            return Ok(RewriteRules::new(&Arc::new(under_misere), context));
        }
        Ok(RewriteRules::new(&own.rewriting, context))
    }
}

static BY_NAME: LazyLock<FxHashMap<String, NamedRewriting>> = LazyLock::new(|| {
    let named =
        |classic: &'static Classic| Some((classic.word(), NamedRewriting::classic(classic)?));
    rewritings().iter().filter_map(named).collect()
});

/// Returns the classic game of this name that changes cells.
pub fn classic(name: &str) -> Option<&'static NamedRewriting> {
    BY_NAME.get(name)
}

/// Rules that were opened.
#[derive(Clone)]
struct RewriteRules<'a> {
    /// The opened rules, which records share.
    rewrites: Rewrites,
    /// The limits and the tables.
    context: &'a Context,
}

impl<'a> RewriteRules<'a> {
    fn new(rewriting: &Arc<Rewriting>, context: &'a Context) -> Self {
        RewriteRules {
            rewrites: Rewrites::new(rewriting),
            context,
        }
    }

    /// Chooses how a position is solved under misère play: a row of a game of taking and breaking as heaps, unless a search
    /// solves it soon.
    fn misere_way(&self, board: &LetterBoard) -> Result<MisereWay, Fault> {
        let (Some(heaps), Some(KnownGame::Breaking { code, .. })) = (
            self.rewrites.heaps(board),
            self.rewrites.known_game_of_rows(),
        ) else {
            return Ok(MisereWay::Search);
        };
        if self.is_solved_soon(board) {
            return Ok(MisereWay::Search);
        }
        let game = MisereHeaps::of_code(code.clone(), self.context)?;
        Ok(MisereWay::Heaps(MisereRow { heaps, game }))
    }

    /// Says whether a search soon finds who wins a row under misère play.
    fn is_solved_soon(&self, board: &LetterBoard) -> bool {
        /// The most cells. A guess: of longer rows the parts are too many.
        const CELLS: u64 = 64;
        /// The steps, some quarter of a second.
        const STEPS: u64 = 1 << 22;
        if board.cells() > CELLS {
            return false;
        }
        let budget = Budget {
            work: self.context.budget.work.min(STEPS),
            ..self.context.budget
        };
        let position = self.rewrites.position(board, budget);
        position.is_ok_and(|mut position| position.wins_misere().is_ok())
    }

    /// Opens a record whose power has a range of exponents.
    fn ranges(self, record: &'a Record<'a>) -> Box<dyn OpenPosition + 'a> {
        varied::counted(move |counted| match counted {
            Counted::All => {
                self.check_exponents(record)?;
                Ok(varied::size(&record.position.ranges[0][0]))
            }
            Counted::Lost => {
                let mut count = 0u64;
                self.visit_lost_exponents(record, &mut |_| {
                    count += 1;
                    Ok(())
                })?;
                Ok(count.into())
            }
        })
    }

    /// Returns a position of a record, with the exponent of its power if one is given.
    fn board(
        &self,
        record: &Record<'_>,
        index: usize,
        exponent: Option<u64>,
    ) -> Result<LetterBoard, Fault> {
        let board = record.position.letters[index].board(exponent);
        board.map_err(|reason| no_board(reason, index, exponent))
    }

    /// Opens a position of a record, with the exponent of its power if one is given.
    fn open(
        &self,
        record: &Record<'_>,
        index: usize,
        exponent: Option<u64>,
    ) -> Result<RewritePosition, Fault> {
        let board = self.board(record, index, exponent)?;
        let position = self.rewrites.position(&board, self.context.budget);
        position.map_err(|fault| self.fault(fault, &board, index))
    }

    /// Words what is wrong with a position.
    fn fault(&self, fault: RewriteFault, board: &LetterBoard, index: usize) -> Fault {
        word_fault(fault, self.rewrites.rules(), board, index)
    }

    /// Checks that all exponents of a range give positions, which the rules allow. Lengths of rows grow with the exponent
    /// at one rate each, so that rows that agree at both ends of the range agree between them.
    fn check_exponents(&self, record: &Record<'_>) -> Result<(), Fault> {
        let range = record.position.ranges[0][0];
        for exponent in [range.low, range.high] {
            self.board(record, 0, Some(exponent))?;
        }
        if !self.rewrites.rules().forbids_positions() {
            return Ok(());
        }
        let mut run = self.rewrites.run(self.context.budget);
        for exponent in range.low..=range.high {
            let board = self.board(record, 0, Some(exponent))?;
            let checked = run.check(&board);
            checked.map_err(|fault| self.fault(fault, &board, 0))?;
        }
        Ok(())
    }

    /// Visits the exponents of a range at which the player to move loses, ascending.
    fn visit_lost_exponents(
        &self,
        record: &Record<'_>,
        visit: &mut dyn FnMut(u64) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let range = record.position.ranges[0][0];
        let mut run = self.rewrites.run(self.context.budget);
        for exponent in range.low..=range.high {
            let board = self.board(record, 0, Some(exponent))?;
            let wins = run.wins(&board);
            self.context.notes.engine_if_any(run.take_chosen());
            let wins = wins.map_err(|fault| self.fault(fault, &board, 0))?;
            if !wins {
                visit(exponent)?;
            }
        }
        Ok(())
    }
}

impl<'a> OpenRules<'a> for RewriteRules<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let misere = record.modifiers.has(Keyword::Misere);
        if misere {
            check_misere(record)?;
        }
        check_sequence(record)?;
        let count = record.position.letters.len();
        let positions = (0..count).map(|index| self.open(record, index, None));
        Ok(Box::new(LetterSum {
            rules: self.clone(),
            record,
            positions: positions.collect::<Result<_, _>>()?,
            values: vec![None; count],
            nim_sum: None,
            misere,
            misere_way: None,
        }))
    }

    fn p_list(&self, record: &Record<'_>, most: usize) -> Option<Result<Vec<u64>, Fault>> {
        let mut lost = Vec::new();
        let visited = self.visit_lost_exponents(record, &mut |exponent| {
            if lost.len() == most {
                let message = format!("there are more than {most} P-positions to list");
                return Err(at_ranges(Limit::fixed(message)));
            }
            lost.push(exponent);
            Ok(())
        });
        Some(visited.map(|()| lost))
    }
}

/// Returns what says whether the rules allow a position: no word of `never` stands there, and `alive` and `joined`
/// hold.
pub fn admits(rewriting: &Rewriting) -> impl Fn(&LetterBoard) -> bool {
    let rewrites = Rewrites::new(rewriting);
    move |board| rewrites.position(board, Budget::default()).is_ok()
}

/// Says whether an ask is about Grundy values, which misère play does not have.
const fn is_about_values(ask: &Ask) -> bool {
    matches!(ask, Ask::Grundy | Ask::Values) || ask.is_about_sequence()
}

/// Refuses asks about values under misère play, and several positions, since a sum has no values there.
fn check_misere(record: &Record<'_>) -> Result<(), Fault> {
    refuse(&record.asks, is_about_values, under_misere)?;
    if record.position.letters.len() > 1 {
        return Err(Fault::new(
            Place::Position(1),
            "a second position under misère play",
            "give one position, or leave out `misere`",
        ));
    }
    if record.part {
        return Err(Fault::new(
            Place::Keyword(Keyword::Misere),
            "misère play has no Grundy values, so it is no part of a sum",
            "leave out `misere`, or ask about this game alone",
        ));
    }
    Ok(())
}

/// Checks that a sequence is asked of one position with one power.
fn check_sequence(record: &Record<'_>) -> Result<(), Fault> {
    let Some(ask) = record.asks.iter().position(|ask| ask.is_about_sequence()) else {
        return Ok(());
    };
    let message = match &record.position.letters[..] {
        [one] if one.power().is_some() => return Ok(()),
        [one] => match one.powers() {
            0 => "this position has no power".to_owned(),
            powers => format!("this position has {powers} powers"),
        },
        several => format!("there are {} positions", several.len()),
    };
    Err(Fault::new(
        Place::Ask(ask),
        format!("`sequence` is about the exponents of one power, and {message}"),
        "write one position with one power: `(XO)^12 ? sequence`",
    ))
}

/// Reports letters that are no position, as their exponent is.
fn no_board(reason: NoBoard, index: usize, exponent: Option<u64>) -> Fault {
    let [message, help] = reason.clauses();
    let mut fault = Fault::new(Place::Position(index), message, help);
    if let Some(exponent) = exponent {
        fault.message = format!("with the exponent {exponent}, {}", fault.message).into();
    }
    fault
}

/// Words what is wrong with a position of this number.
fn word_fault(fault: RewriteFault, rules: &Rewriting, board: &LetterBoard, index: usize) -> Fault {
    let place = Place::Position(index);
    match fault {
        RewriteFault::Limit(limit) => Fault::limit(place, &limit),
        RewriteFault::Breach(Breach::Never { word, cells }) => {
            let word = &rules.never[word];
            let cells = cells_text(board, &cells);
            Fault::new(
                place,
                format!("`{word}` stands at {cells}"),
                format!("`never {word}` forbids it: start from a position without it"),
            )
        }
        RewriteFault::Breach(Breach::Group { cells }) => Fault::new(
            place,
            format!(
                "the group at {} has no free neighbour",
                cells_text(board, &cells)
            ),
            "`alive` forbids it: start from a position in which every group has a neighbour `.`",
        ),
        RewriteFault::Breach(Breach::Apart { cell }) => Fault::new(
            place,
            format!(
                "the cell {} is not connected with the first one",
                cells_text(board, &[cell])
            ),
            "`joined` forbids it: start from a position in one piece",
        ),
        RewriteFault::Returns(play) => returns(&play, board, place),
    }
}

/// Reports play that returns to a position that it left. Of many moves that lead there, the number is given; of many that
/// lead back, the first ones.
fn returns(play: &PlayReturn, board: &LetterBoard, place: Place) -> Fault {
    /// The most moves that are written.
    const WRITTEN: usize = 8;
    let moves = |moves: &[RewriteMove]| {
        let texts = moves.iter().map(|mv| change(mv, board).to_string());
        let mut text = itertools::join(texts.take(WRITTEN), ", then ");
        if moves.len() > WRITTEN {
            text += &format!(", and so on for {} moves,", moves.len());
        }
        text
    };
    let rows = usize::try_from(board.rows()).unwrap_or(usize::MAX);
    let letters = WrittenLetters::of_board(&LetterBoard::board(rows, &play.letters));
    let start = match play.approach.len() {
        0 => String::new(),
        1..=WRITTEN => format!("after {} ", moves(&play.approach)),
        many => format!("after {many} moves that come to `{letters}`, "),
    };
    Fault::new(
        place,
        format!(
            "play can return: {start}{} leads back to `{letters}`",
            moves(&play.moves)
        ),
        "values need play that ends: let rules use cells up, or forbid the way back by `never`",
    )
}

/// Writes the cells of a position: numbers of a row or a graph, `row,column` of a board.
fn cells_text(board: &LetterBoard, cells: &[u32]) -> String {
    /// The most cells that are named.
    const NAMED: usize = 8;
    let columns = board_columns(board);
    let cell = |&cell: &u32| letter_cell(columns, cell);
    let more = if cells.len() > NAMED { "+…" } else { "" };
    itertools::join(cells.iter().take(NAMED).map(cell), "+") + more
}

/// Returns the number of columns of a board of two rows or more; 0 of a row.
fn board_columns(board: &LetterBoard) -> u32 {
    if board.rows() > 1 {
        u32::try_from(board.columns()).unwrap_or(u32::MAX)
    } else {
        0
    }
}

fn change(mv: &RewriteMove, board: &LetterBoard) -> LetterChange {
    LetterChange {
        columns: board_columns(board),
        cells: mv.cells.clone().into(),
        letters: mv.letters.clone().into(),
    }
}

/// A sum of positions of letters.
struct LetterSum<'p> {
    /// The opened rules.
    rules: RewriteRules<'p>,
    record: &'p Record<'p>,
    /// The opened positions, in the order of the record.
    positions: Vec<RewritePosition>,
    /// The values of the positions, as far as they were needed.
    values: Vec<Option<u64>>,
    /// The nim-sum of all values, once it is known.
    nim_sum: Option<u64>,
    /// Whether a player who cannot move wins.
    misere: bool,
    /// The way in which the only position is solved under misère play, chosen when it is first asked who wins.
    misere_way: Option<MisereWay>,
}

/// A way to solve a position under misère play.
enum MisereWay {
    /// The search that the position has.
    Search,
    /// As heaps.
    Heaps(MisereRow),
}

/// A row of a game of taking and breaking under misère play.
struct MisereRow {
    /// The heaps that the row is.
    heaps: RunHeaps,
    /// The game of the heaps.
    game: MisereHeaps,
}

impl LetterSum<'_> {
    /// Says whether the player to move wins the only position, under misère play.
    fn wins_misere(&mut self) -> Result<bool, Fault> {
        if self.misere_way.is_none() {
            let board = self.positions[0].board();
            self.misere_way = Some(self.rules.misere_way(board)?);
        }
        match &mut self.misere_way {
            Some(MisereWay::Heaps(row)) => Ok(!row.game.loses(&row.heaps.lengths())?),
            _ => self.ask(0, RewritePosition::wins_misere),
        }
    }

    /// Says whether the player to move wins what the move of a number leaves of the only position, under misère play.
    fn wins_misere_after(&mut self, number: usize, mv: &RewriteMove) -> Result<bool, Fault> {
        match &mut self.misere_way {
            Some(MisereWay::Heaps(row)) => Ok(!row.game.loses(&row.heaps.lengths_after(mv))?),
            _ => self.ask(0, |position| position.wins_misere_after(number)),
        }
    }

    /// Asks the position of this number.
    fn ask<R>(
        &mut self,
        index: usize,
        ask: impl FnOnce(&mut RewritePosition) -> Result<R, RewriteFault>,
    ) -> Result<R, Fault> {
        let position = &mut self.positions[index];
        let result = ask(position);
        self.rules
            .context
            .notes
            .engine_if_any(position.take_chosen());
        result.map_err(|fault| {
            let least = position.least();
            let fault = self.rules.fault(fault, position.board(), index);
            with_least(fault, least)
        })
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        if let Some(value) = self.values[index] {
            return Ok(value);
        }
        let value = self.ask(index, RewritePosition::value)?.into();
        self.values[index] = Some(value);
        Ok(value)
    }

    /// Returns the nim-sum of all values.
    fn nim_sum(&mut self) -> Result<u64, Fault> {
        if let Some(nim_sum) = self.nim_sum {
            return Ok(nim_sum);
        }
        let mut nim_sum = 0;
        for index in 0..self.positions.len() {
            nim_sum ^= self.value(index)?;
        }
        self.nim_sum = Some(nim_sum);
        Ok(nim_sum)
    }

    /// Returns the nim-sum of the values of all positions but one, whose own value need not be found.
    fn others(&mut self, index: usize) -> Result<u64, Fault> {
        if let Some(own) = self.values[index] {
            return Ok(self.nim_sum()? ^ own);
        }
        let mut sum = 0;
        for other in 0..self.positions.len() {
            if other != index {
                sum ^= self.value(other)?;
            }
        }
        Ok(sum)
    }

    /// Says whether the position of this number has this value.
    fn is(&mut self, index: usize, value: u64) -> Result<bool, Fault> {
        // Values of positions fit 32 bits.
        match u32::try_from(value) {
            Ok(value) => self.ask(index, |position| position.is(value)),
            Err(_) => Ok(false),
        }
    }

    /// Visits the moves of a position: all of them, or those that leave it this value.
    fn visit_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let count = self.move_count(index)?;
        visiting::visit_each(0..count, |mv| {
            let reaches = match target.map(u32::try_from) {
                None => true,
                Some(Ok(target)) => self.ask(index, |position| position.leads_to(mv, target))?,
                Some(Err(_)) => false,
            };
            if reaches {
                Ok(visit(self.move_of(index, mv)?))
            } else {
                Ok(ControlFlow::Continue(()))
            }
        })
    }

    /// Returns the number of moves of a position.
    fn move_count(&mut self, index: usize) -> Result<usize, Fault> {
        let count = self.ask(index, |position| Ok(position.moves()?.len()));
        count.map_err(|fault| {
            if self.positions[index].board().cells() <= MAX_LISTED_CELLS {
                return fault;
            }
            Fault {
                help: "ask `winner` or `grundy`, which need no list of moves".into(),
                ..fault
            }
        })
    }

    fn move_of(&mut self, index: usize, number: usize) -> Result<Move, Fault> {
        let mv = self.listed_move(index, number)?;
        Ok(self.written_move(index, &mv))
    }

    /// Returns the move of a number of a position.
    fn listed_move(&mut self, index: usize, number: usize) -> Result<RewriteMove, Fault> {
        self.ask(index, |position| Ok(position.moves()?[number].clone()))
    }

    /// Writes a move of a position.
    fn written_move(&self, index: usize, mv: &RewriteMove) -> Move {
        let change = change(mv, self.positions[index].board());
        Move::Letters {
            index,
            change: Box::new(change),
        }
    }

    /// Visits the moves after which the other player loses, under misère play.
    fn visit_misere(&mut self, visit: &mut Visit<'_>) -> Visited {
        /// The steps for a heap of what a move leaves: it is copied, and its class is looked up.
        const STEPS_A_HEAP: u64 = 1 << 5;
        let count = self.move_count(0)?;
        if let Some(MisereWay::Heaps(row)) = &self.misere_way {
            let heaps = row.heaps.count() as u64;
            let steps = heaps
                .saturating_mul(count as u64)
                .saturating_mul(STEPS_A_HEAP);
            let most = self.rules.context.budget.work;
            if steps > most {
                let message = format!(
                    "the {count} moves in {heaps} runs of cells take more than {most} steps"
                );
                return Err(Fault::limit(Place::Position(0), &Limit::work(message)));
            }
        }
        visiting::visit_each(0..count, |number| {
            let mv = self.listed_move(0, number)?;
            if self.wins_misere_after(number, &mv)? {
                Ok(ControlFlow::Continue(()))
            } else {
                Ok(visit(self.written_move(0, &mv)))
            }
        })
    }
}

/// Returns the position of a part as proofs write it: the number of columns, and the letter of each cell.
fn board_of_part(part: &[u64]) -> LetterBoard {
    let Some((&columns, letters)) = part.split_first() else {
        return LetterBoard::row(&[]);
    };
    let letters: Vec<u8> = letters
        .iter()
        .map(|&letter| u8::try_from(letter).unwrap_or(WALL))
        .collect();
    let columns = usize::try_from(columns).unwrap_or(usize::MAX);
    match letters.len().checked_div(columns) {
        Some(rows) => LetterBoard::board(rows, &letters),
        None => LetterBoard::row(&letters),
    }
}

/// Says whether the player to move loses the sum of these parts and a nim-heap, under misère play without a heap.
fn loses(run: &mut RewriteRun<'_>, parts: &[&[u64]], heap: u64) -> Result<bool, RewriteFault> {
    let mut boards: Vec<LetterBoard> = parts.iter().map(|part| board_of_part(part)).collect();
    boards.sort_by_key(LetterBoard::cells);
    let Some(largest) = boards.pop() else {
        return Ok(heap == 0);
    };
    if run.is_misere() {
        return Ok(!run.wins(&largest)?);
    }
    let mut others = heap;
    for board in &boards {
        others ^= u64::from(run.value(board)?);
    }
    // Values of positions fit 32 bits.
    match u32::try_from(others) {
        Ok(others) => run.is(&largest, others),
        Err(_) => Ok(false),
    }
}

/// Adds to a fault of a limit which values are excluded.
fn with_least(mut fault: Fault, least: u32) -> Fault {
    let is_searched = fault.limit.is_some_and(|kind| kind != LimitKind::Fixed);
    if is_searched && least > 0 {
        let known = match least {
            1 => "the value 0 is excluded".to_owned(),
            least => format!("the values 0 to {} are excluded", least - 1),
        };
        fault.message = format!("{}; {known}", fault.message).into();
    }
    fault
}

impl OpenPosition for LetterSum<'_> {
    fn evidence(&mut self, _: &[Ask]) -> Option<Evidence<'_>> {
        let rules = &self.rules;
        let mut run = rules.rewrites.run(rules.context.budget);
        Some(Evidence::Search(Box::new(move |parts, heap| {
            let loses = loses(&mut run, parts, heap);
            rules.context.notes.engine_if_any(run.take_chosen());
            loses.map_err(|fault| {
                let board = parts
                    .first()
                    .map_or_else(|| LetterBoard::row(&[]), |part| board_of_part(part));
                rules.fault(fault, &board, 0)
            })
        })))
    }

    fn outcome(&mut self) -> Result<Outcome, Fault> {
        if self.misere {
            let wins = match self.positions.len() {
                0 => true,
                _ => self.wins_misere()?,
            };
            return Ok(if wins { Outcome::Win } else { Outcome::Lose });
        }
        // The largest position is only asked whether it balances the others.
        let largest = (0..self.positions.len()).max_by_key(|&i| self.positions[i].board().cells());
        let Some(largest) = largest else {
            return Ok(Outcome::Lose);
        };
        let others = self.others(largest)?;
        Ok(if self.is(largest, others)? {
            Outcome::Lose
        } else {
            Outcome::Win
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        if goal == Goal::Verdict && self.outcome()? != Outcome::Win {
            return Ok(ControlFlow::Continue(()));
        }
        if goal == Goal::Verdict && self.misere {
            return match self.positions.len() {
                0 => Ok(ControlFlow::Continue(())),
                _ => self.visit_misere(visit),
            };
        }
        for index in 0..self.positions.len() {
            let target = match goal {
                Goal::Legal => None,
                Goal::Verdict => Some(self.others(index)?),
                Goal::Value(value) => Some(self.others(index)? ^ value),
            };
            if self.visit_of(index, target, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        self.nim_sum().map(Value::Finite)
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::new();
        for index in 0..self.positions.len() {
            values.push(Value::Finite(self.value(index)?));
        }
        Ok(values)
    }

    /// Checks that play ends, which its length supposes: the search of all positions that follow does not.
    fn remoteness(&mut self, _: &Budget) -> Option<Result<Length, Fault>> {
        for index in 0..self.positions.len() {
            let ends = if self.misere {
                self.wins_misere()
            } else {
                self.ask(index, |position| position.is(0))
            };
            if let Err(fault) = ends {
                return Some(Err(fault));
            }
        }
        None
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }

    fn numbers(&self) -> Option<usize> {
        (!self.misere).then_some(self.positions.len())
    }
}

impl HeapAsks for LetterSum<'_> {
    /// Shows the values by the exponent of the one power of the position.
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        let [written] = &self.record.position.letters[..] else {
            return Err(Fault::unsupported(ask));
        };
        let exponents = match (ask, written.power()) {
            (Ask::Slice(slice), Some(_)) => slice,
            (Ask::Sequence | Ask::Stats, Some(Times::Power(exponent))) => Range::new(0, exponent),
            _ => return Err(Fault::unsupported(ask)),
        };
        expect_listed(ask, exponents.high.saturating_sub(exponents.low))?;
        let mut run = self.rules.rewrites.run(self.rules.context.budget);
        for exponent in exponents.numbers() {
            let board = self.rules.board(self.record, 0, Some(exponent))?;
            let value = run.value(&board);
            self.rules.context.notes.engine_if_any(run.take_chosen());
            let value = value.map_err(|fault| self.rules.fault(fault, &board, 0))?;
            show(exponent, u64::from(value));
        }
        Ok(())
    }
}
