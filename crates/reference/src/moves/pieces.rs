//! Pieces on a board with damaged cells, which do not hinder each other.

use std::iter::successors;

use crate::moves::board::{BoardCell, DamagedBoard, cell};
use crate::moves::vocabulary::*;

/// The most slides of a piece that are listed.
const MAX_MOVES: usize = 300_000;

/// The numbers added to row and column.
type Step = Vec<i128>;

/// The rules of all pieces.
pub struct PieceRules {
    board: DamagedBoard,
    steps: Vec<Step>,
    /// Whether a step may be repeated until something is in the way.
    slides: bool,
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (game, pieces) = header(given)?;
    let record = given.record;
    let is_drawn = |word: &String| !word.contains(',') && text::size(word).is_err();
    let whole =
        record.position.is_some() || record.rows.is_some() || record.rules.iter().any(is_drawn);
    let inside = game
        .board
        .damaged
        .iter()
        .chain(&pieces)
        .all(|&cell| game.board.has(cell));
    Fail::Wrong.when(!whole || !inside || !falls(&game.steps, -70..=70))?;
    Ok(Play::new(
        game,
        pieces.iter().map(|&(row, col)| vec![row, col]),
    ))
}

/// The game and its pieces. Cells that are listed outside the board do not change whether rows follow.
pub fn header(given: &Given<'_>) -> Res<(PieceRules, Vec<BoardCell>)> {
    let (record, leaper) = (given.record, given.record.game == "leaper");
    // A word behind `damaged` that cannot be a cell is a step, a size or rows all the same.
    let is_cell = |word: &&String| word.contains(',') && !(word.contains('-') && leaper);
    let (damaged, others): (Vec<_>, Vec<_>) = given.of("damaged").iter().partition(is_cell);
    let words = given.words.iter().chain(others);
    let (listed, boards): (Vec<_>, Vec<_>) = words.partition(|word| leaper && word.contains(','));
    let [board] = boards[..] else {
        return Err(Fail::Wrong);
    };
    let listed = listed.into_iter().join(" ");
    let (steps, slides) = match record.game.as_str() {
        "king" => ("-1,0 0,-1 -1,-1", false),
        "rook" => ("-1,0 0,-1", true),
        "bishop" => ("-1,-1", true),
        "queen" => ("-1,0 0,-1 -1,-1", true),
        "knight" => ("-2,-1 -1,-2 -2,1 1,-2", false),
        _ => (&listed[..], false),
    };
    let steps = steps
        .split(' ')
        .map(step)
        .collect::<Res<Vec<Step>>>()?
        .into_iter()
        .unique()
        .collect();
    let board = DamagedBoard::read(board, record.rows.as_ref(), true, damaged)?;
    let listed = record.position.iter().flatten().map(|word| cell(word));
    let pieces = board
        .pieces
        .iter()
        .copied()
        .map(Ok)
        .chain(listed)
        .collect::<Res<Vec<_>>>()?;
    let on_damage = pieces.iter().any(|piece| board.damaged.contains(piece));
    if on_damage {
        Err(Fail::Wrong)
    } else {
        Ok((
            PieceRules {
                board,
                steps,
                slides,
            },
            pieces,
        ))
    }
}

/// A step `drow,dcol`: each at most 64 either way, not both 0.
fn step(word: &str) -> Res<Step> {
    let step = word
        .split(',')
        .map(|part| text::signed(part, true))
        .collect::<Res<Step>>()?;
    let is_step = step.len() == 2 && step.iter().all(|part| part.abs() <= 64) && step != [0, 0];
    if is_step { Ok(step) } else { Err(Fail::Wrong) }
}

impl GameDefinition for PieceRules {
    /// Steps up and left reach every cell above and left of it, but for damage.
    fn is_far(&self, position: &[u64]) -> bool {
        let near = [[-1, 0], [0, -1]]
            .iter()
            .all(|near| self.steps.iter().any(|step| step == near));
        near && position[0].saturating_mul(position[1]) > 4 * MAX_POSITIONS as u64
    }

    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let next = |step: &Step, (row, col): BoardCell| {
            let to = (
                row.wrapping_add_signed(step[0] as i64),
                col.wrapping_add_signed(step[1] as i64),
            );
            (self.board.has(to) && !self.board.damaged.contains(&to)).then_some(to)
        };
        let most = if self.slides { MAX_MOVES + 1 } else { 1 };
        let here = (position[0], position[1]);
        let line = |step| successors(next(step, here), move |&at| next(step, at)).take(most);
        let moves = self
            .steps
            .iter()
            .flat_map(line)
            .map(|(row, col)| ListedMove::to(&[row, col]))
            .collect_vec();
        if self.slides && moves.len() > MAX_MOVES {
            Err(Fail::TooLarge)
        } else {
            Ok(moves)
        }
    }
}
