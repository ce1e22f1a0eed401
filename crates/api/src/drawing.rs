//! Positions for programs that draw them.

use super::{Error, Position};
use grundy_base::edge::Edge;
use grundy_record::{Look, Move, PositionKind, Rules, Size, Tuple, WrittenLetters, text};

/// The parts of a position and of its rules, for programs that draw it.
///
/// ```
/// let solver = grundy::Solver::default();
/// let drawing = solver.position("king 2x3 damaged 1,3: 2,2 2,3")?.drawing()?;
/// assert_eq!(drawing.board.map(|size| (size.rows, size.cols)), Some((2, 3)));
/// assert_eq!(drawing.pieces.len(), 2);
/// assert_eq!(drawing.damaged[0].as_slice(), [1, 3]);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Drawing {
    /// The look of the game when it is drawn.
    pub look: Look,
    /// Heaps, or coins by their squares.
    pub numbers: Vec<u64>,
    /// Piles, or pieces and tokens by where they are.
    pub pieces: Vec<Tuple>,
    /// Boards of their own, as answers write them.
    pub boards: Vec<String>,
    /// Positions whose cells hold letters, each as its rows; a row of more than 2²⁰ cells has none.
    pub letters: Vec<Vec<String>>,
    /// The moves made since the position of the record: they took cells, edges or vertices from it.
    pub taken: Vec<Move>,
    /// The size of the board.
    pub board: Option<Size>,
    /// The damaged cells of the board.
    pub damaged: Vec<Tuple>,
    /// The lengths of the rows of a bar whose rows differ.
    pub lengths: Option<Vec<u64>>,
    /// The edges of the graph, or the branches.
    pub edges: Vec<Edge<u64>>,
    /// The number of the first square of the strip.
    pub first_square: Option<u64>,
    /// The number of numbers or vertices that the rules name: the limit of a factor game, the vertices of a graph.
    pub order: Option<u64>,
}

impl Position<'_> {
    /// Returns the parts of the position and of its rules, to draw them.
    ///
    /// # Errors
    ///
    /// Fails for sums of different games.
    pub fn drawing(&self) -> Result<Drawing, Error> {
        let apart = self.apart()?;
        let signature = apart.signature();
        let record = apart.record();
        let rules = &record.rules;
        let position = &record.position;
        let edges = match rules {
            Rules::Branches(branches) => branches.clone(),
            rules => {
                let edges = rules.edges().iter();
                edges.map(|edge| edge.map(u64::from)).collect()
            }
        };
        let (bar, lengths) = match rules {
            Rules::Bar(size) => (Some(*size), None),
            Rules::Rows(lengths) => (None, Some(lengths.clone())),
            _ => (None, None),
        };
        let take = |(index, what): &(usize, _)| Move::Take {
            index: Some(*index),
            what: Clone::clone(what),
        };
        Ok(Drawing {
            look: signature.look,
            numbers: position.numbers.clone(),
            pieces: position.tuples.iter().map(Tuple::new).collect(),
            boards: position
                .boards
                .iter()
                .map(|&board| text::board_text(board))
                .collect(),
            letters: position.letters.iter().map(letter_rows).collect(),
            taken: position.taken.iter().flatten().map(take).collect(),
            board: record.size.or(bar),
            damaged: record.modifiers.damaged.iter().map(Tuple::new).collect(),
            lengths,
            edges,
            first_square: match signature.position {
                PositionKind::Squares { first } => Some(first),
                _ => None,
            },
            order: signature.order(rules),
        })
    }
}

/// Lists the rows of a position whose cells hold letters; none if it is longer than a board may be.
fn letter_rows(written: &WrittenLetters) -> Vec<String> {
    match written.board(None) {
        Ok(board) if board.cells() <= WrittenLetters::MAX_CELLS => {
            let letters = board.letters();
            let columns = usize::try_from(board.columns()).unwrap_or(usize::MAX);
            let rows = letters.chunks(columns.max(1));
            rows.map(|row| String::from_utf8_lossy(row).into_owned())
                .collect()
        }
        _ => Vec::new(),
    }
}
