//! The choice of an engine.

use grundy_base::budget::Budget;
use grundy_grids::choice::{BoardEngine, king, leaper};
use grundy_grids::dense::rows::BoardShape;

#[test]
fn kings_go_by_rows_from_where_lines_cost_more() {
    let budget = Budget::default();
    let by_lines = |side, n| king(side, side, n, &budget) == Ok(BoardEngine::KingLines);
    for side in [65_536u64, 1_000_000] {
        let border = (0..1 << 20).find(|&n| !by_lines(side, n)).unwrap();
        assert!(border > 1000 && by_lines(side, border - 1) && !by_lines(side, 2 * border));
    }
    assert_eq!(king(100, 100, 0, &budget), Ok(BoardEngine::KingFewRows));
    assert_eq!(
        king(65_536, 65_536, 100_000, &budget),
        Ok(BoardEngine::KingRows)
    );
    assert!(by_lines(1_000_000_000, 100_000));
    // Damage is too much for lines, and the board too large for rows.
    let limit = king(1_000_000_000, 1_000_000_000, 1_000_000, &budget).unwrap_err();
    assert!(
        limit.message.contains("1000000 damaged cells") && limit.message.contains("68719476736")
    );
    // Rows that may not be done are done along lines, and the other way round.
    let little = Budget {
        work: 1 << 20,
        ..budget
    };
    assert_eq!(
        king(1_000_000, 1_000_000, 1000, &little),
        Ok(BoardEngine::KingLines)
    );
    assert_eq!(
        king(
            1000,
            1_000_000,
            3000,
            &Budget {
                work: 1 << 21,
                ..budget
            }
        ),
        Ok(BoardEngine::KingRows)
    );
}

#[test]
fn leapers_are_swept_from_where_squares_cost_more() {
    let square = |side| BoardShape {
        rows: side,
        columns: side,
    };
    let budget = Budget::default();
    assert_eq!(
        leaper(square(1024), 4, 0, &budget),
        BoardEngine::LeaperSweep
    );
    let shape = square(4096);
    let border = (0..1 << 20)
        .find(|&n| leaper(shape, 4, n, &budget) == BoardEngine::LeaperSweep)
        .unwrap();
    assert_eq!(
        leaper(shape, 4, border - 1, &budget),
        BoardEngine::LeaperSquaresFirst(1 << 25)
    );
    assert_eq!(
        leaper(square(1 << 16), 4, 10, &budget),
        BoardEngine::LeaperSquaresFirst(1 << 33)
    );
    assert_eq!(
        leaper(square(1 << 18), 4, 1 << 30, &budget),
        BoardEngine::LeaperSquares
    );
    let little = Budget {
        memory: 1 << 20,
        ..budget
    };
    assert_eq!(
        leaper(shape, 4, border, &little),
        BoardEngine::LeaperSquares
    );
}
