//! Pieces on a board with damaged cells, which do not hinder each other.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a step is at most 64 either way"
)]

use itertools::Itertools;

use crate::explore::MAX_POSITIONS;
use crate::game::{GameDefinition, falls};
use crate::games::boards::board::{BoardCell, BoardWord, DamagedBoard, Movement, cell};
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::play::Play;
use crate::position::ListedMove;
use crate::{Fail, Res, text};

/// The most slides of a piece that are listed.
const MAX_SLIDES: usize = 300_000;

/// The most rows or columns that a step goes.
const MAX_STEP: i128 = 64;

/// The largest weight, either way, with which rows and columns are added up to see that play ends.
const MAX_WEIGHT_OF_STEPS: i128 = 70;

/// The numbers added to row and column.
type Step = Vec<i128>;

/// The rules of all pieces.
pub struct PieceRules {
    /// The board.
    board: DamagedBoard,
    /// The steps of a piece.
    steps: Vec<Step>,
    /// Whether a step may be repeated until something is in the way.
    slides: bool,
}

/// The game that the header of a record gives, and the pieces that the rows below it show.
pub struct PieceHeader {
    /// The rules of the pieces on this board.
    game: PieceRules,
    /// The pieces that the rows show.
    pieces: Vec<BoardCell>,
}

/// Begins a game of pieces that move so.
pub(crate) const fn game(
    name: &'static str,
    sample: &'static str,
    movement: Movement,
) -> CatalogueGame {
    CatalogueGame::of_values(name, sample, read)
        .keywords("damaged")
        .board(BoardWord::Pieces(movement))
}

/// Reads a record of one of these games.
fn read(given: &Given<'_>) -> Res<Play> {
    let PieceHeader { game, pieces } = header(given)?;
    let record = given.record;
    let is_drawn = |word: &String| !word.contains(',') && text::size(word).is_err();
    let has_drawing = record.rows.is_some() || record.rules.iter().any(is_drawn);
    Fail::Wrong.when(record.position.is_none() && !has_drawing)?;
    let mut cells = game.board.damaged.iter().chain(&pieces);
    Fail::Wrong.when(!cells.all(|&cell| game.board.has(cell)))?;
    Fail::Wrong.when(!falls(
        &game.steps,
        -MAX_WEIGHT_OF_STEPS..=MAX_WEIGHT_OF_STEPS,
    ))?;
    let positions = pieces.iter().map(|cell| vec![cell.row, cell.col]);
    Ok(Play::new(game, positions))
}

/// Reads the game and its pieces. Cells that are listed outside the board do not change whether rows follow.
pub fn header(given: &Given<'_>) -> Res<PieceHeader> {
    let record = given.record;
    let Some(BoardWord::Pieces(movement)) = given.board else {
        return Err(Fail::Wrong);
    };
    let lists_steps = movement == Movement::Given;
    // A word after `damaged` that cannot be a cell is a step, a size or rows all the same.
    let is_cell = |word: &&String| word.contains(',') && !(word.contains('-') && lists_steps);
    let (damaged, others): (Vec<_>, Vec<_>) = given.of("damaged").iter().partition(is_cell);
    let words = given.words.iter().chain(others);
    let is_step = |word: &&String| lists_steps && word.contains(',');
    let (listed, boards): (Vec<_>, Vec<_>) = words.partition(is_step);
    let [board] = boards[..] else {
        return Err(Fail::Wrong);
    };
    let listed = listed.into_iter().join(" ");
    let (steps, slides) = match movement {
        Movement::Steps(steps) => (steps, false),
        Movement::Slides(steps) => (steps, true),
        Movement::Given => (listed.as_str(), false),
    };
    let steps = steps.split(' ').map(step).collect::<Res<Vec<Step>>>()?;
    let board = DamagedBoard::read(board, record.rows.as_ref(), true, damaged)?;
    let mut pieces = board.pieces.clone();
    for word in record.position.iter().flatten() {
        pieces.push(cell(word)?);
    }
    Fail::Wrong.when(pieces.iter().any(|piece| board.damaged.contains(piece)))?;
    let game = PieceRules {
        board,
        steps: steps.into_iter().unique().collect(),
        slides,
    };
    Ok(PieceHeader { game, pieces })
}

/// Returns a step `drow,dcol`: each at most 64 either way, not both 0.
fn step(word: &str) -> Res<Step> {
    let parts = word.split(',').map(|part| text::signed(part, true));
    let step = parts.collect::<Res<Step>>()?;
    let is_short = step.iter().all(|part| part.abs() <= MAX_STEP);
    if step.len() == 2 && is_short && step != [0, 0] {
        Ok(step)
    } else {
        Err(Fail::Wrong)
    }
}

impl PieceRules {
    /// Returns the cell to which a step leads, if a piece may stand there.
    fn next(&self, from: BoardCell, step: &Step) -> Option<BoardCell> {
        // A step is at most 64 either way.
        let to = from.moved(step[0] as i64, step[1] as i64);
        (self.board.has(to) && !self.board.damaged.contains(&to)).then_some(to)
    }
}

impl GameDefinition for PieceRules {
    /// Steps up and left reach every cell above and left of it, but for damage.
    fn is_far(&self, position: &[u64]) -> bool {
        let has_step = |to: [i128; 2]| self.steps.iter().any(|step| *step == to);
        let cells = position[0].saturating_mul(position[1]);
        has_step([-1, 0]) && has_step([0, -1]) && cells > 4 * MAX_POSITIONS as u64
    }

    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let here = BoardCell {
            row: position[0],
            col: position[1],
        };
        let mut moves = Vec::new();
        for step in &self.steps {
            let mut next = self.next(here, step);
            while let Some(to) = next {
                moves.push(ListedMove::to(&[to.row, to.col]));
                Fail::TooLarge.when(self.slides && moves.len() > MAX_SLIDES)?;
                next = if self.slides {
                    self.next(to, step)
                } else {
                    None
                };
            }
        }
        Ok(moves)
    }
}
