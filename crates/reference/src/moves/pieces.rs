//! Pieces on a board with damaged cells, which do not hinder each other.

use itertools::Itertools;

use crate::answers::Play;
use crate::explore::MAX_POSITIONS;
use crate::game::{self, Game, Move};
use crate::moves::Given;
use crate::moves::board::{Board, Cell, cell};
use crate::text;
use crate::{Fail, Res};

/// The numbers added to row and column.
type Step = (i64, i64);

/// The rules of all pieces.
pub struct Pieces {
    board: Board,
    steps: Vec<Step>,
    /// Whether a step may be repeated until something is in the way.
    slides: bool,
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (game, pieces) = header(given)?;
    let record = given.record;
    let is_drawn = |word: &String| !word.contains(',') && text::size(word).is_err();
    let whole = record.position.is_some() || record.rows.is_some() || record.rules.iter().any(is_drawn);
    let inside = game.board.damaged.iter().chain(&pieces).all(|&cell| game.board.has(cell));
    Fail::Wrong.when(!whole || !inside || !ends(&game.steps))?;
    let components = pieces.iter().map(|&(row, col)| game::component(&[row, col])).collect();
    Ok(Play::new(game, components))
}

/// The game and its pieces. Cells that are listed outside the board do not change whether rows follow.
pub fn header(given: &Given<'_>) -> Res<(Pieces, Vec<Cell>)> {
    let (record, leaper) = (given.record, given.record.game == "leaper");
    // A word behind `damaged` that cannot be a cell is a step, a size or rows all the same.
    let is_cell = |word: &&String| word.contains(',') && !(word.contains('-') && leaper);
    let (damaged, others): (Vec<_>, Vec<_>) = given.keywords.of("damaged").iter().partition(is_cell);
    let words = given.words.iter().chain(others);
    let (listed, boards): (Vec<_>, Vec<_>) = words.partition(|word| leaper && word.contains(','));
    let ([board], listed) =
        (&boards[..], listed.into_iter().map(|word| step(word)).collect::<Res<Vec<_>>>()?)
    else {
        return Err(Fail::Wrong);
    };
    let (steps, slides): (Vec<Step>, bool) = match record.game.as_str() {
        "king" => (vec![(-1, 0), (0, -1), (-1, -1)], false),
        "rook" => (vec![(-1, 0), (0, -1)], true),
        "bishop" => (vec![(-1, -1)], true),
        "queen" => (vec![(-1, 0), (0, -1), (-1, -1)], true),
        "knight" => (vec![(-2, -1), (-1, -2), (-2, 1), (1, -2)], false),
        _ if listed.is_empty() => return Err(Fail::Wrong),
        _ => (listed.into_iter().unique().collect(), false),
    };
    let mut board = Board::read(board, record.rows.as_ref(), true)?;
    for word in damaged {
        board.damaged.insert(cell(word)?);
    }
    let mut pieces = std::mem::take(&mut board.pieces);
    for word in record.position.iter().flatten() {
        pieces.push(cell(word)?);
    }
    let on_damage = pieces.iter().any(|piece| board.damaged.contains(piece));
    if on_damage { Err(Fail::Wrong) } else { Ok((Pieces { board, steps, slides }, pieces)) }
}

/// A step `drow,dcol`: each at most 64 either way, not both 0.
fn step(word: &str) -> Res<Step> {
    let part = |word: &str| -> Res<i64> {
        let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
        let size = text::number(digits)?;
        if size <= 64 { Ok(sign * size as i64) } else { Err(Fail::Wrong) }
    };
    let (drow, dcol) = word.split_once(',').ok_or(Fail::Wrong)?;
    let step = (part(drow)?, part(dcol)?);
    if step == (0, 0) { Err(Fail::Wrong) } else { Ok(step) }
}

/// Whether some weighted sum of row and column falls with every step, so that play ends.
fn ends(steps: &[Step]) -> bool {
    let steps: Vec<Vec<i128>> = steps.iter().map(|&(drow, dcol)| vec![drow.into(), dcol.into()]).collect();
    game::falls(&steps, -70..=70)
}

impl Game for Pieces {
    /// Steps up and left reach every cell above and left of it, but for damage.
    fn is_far(&self, position: &[u64]) -> bool {
        let near = [(-1, 0), (0, -1)].iter().all(|step| self.steps.contains(step));
        near && position[0].saturating_mul(position[1]) > 4 * MAX_POSITIONS as u64
    }

    fn moves(&self, position: &[u64]) -> Res<Vec<Move>> {
        let mut moves = Vec::new();
        for &(drow, dcol) in &self.steps {
            let mut at = (position[0], position[1]);
            loop {
                at = (at.0.wrapping_add_signed(drow), at.1.wrapping_add_signed(dcol));
                if !self.board.has(at) || self.board.damaged.contains(&at) {
                    break;
                }
                moves.push(Move::to(&[at.0, at.1]));
                if !self.slides {
                    break;
                }
                Fail::TooLarge.when(moves.len() > 300_000)?;
            }
        }
        Ok(moves)
    }
}
