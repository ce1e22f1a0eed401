//! Coin turning games: coins on a strip, and products of two games on a plane. A player who cannot
//! move loses.
//!
//! Every head is a component. Values, and the moves that leave a value, are in
//! [`grundy_heaps::coins`].

use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

use crate::shared::sum::{Sum, Summed, at};
use crate::{CacheRef, Context, PositionResult, Standard, Visit, Visited};
use grundy_heaps::coins::{Product, Strip};
use grundy_record::{
    Fault, KnownMoves, Look, Move, Place, PositionKind, Record, Rules, Slot, Structure, Taken,
    Theorem, Tuple, Words,
};
use grundy_rules::parts::CoinRule;

/// The words about coins for people.
const WORDS: Words = Words {
    name: "coins",
    summary: "coins on a strip or a plane; turn a head and others to its left",
    how_to_play: "Coins lie at places 1, 2, 3, …; those named are heads, all others tails. A \
        move turns a head to tails and other coins to its left, heads or tails: `up-to T` turns \
        at most T coins in all, `exactly T` exactly T, `run` a stretch of neighbours, `run-up-to \
        T` one of at most T. (`up-to 2` is Turning Turtles, `up-to 3` Mock Turtles, `run` the \
        Ruler game: `turning-turtles`, `mock-turtles` and `ruler`.) With two rules joined by `x` coins lie on a plane: a move turns the cells \
        whose rows a move of the first rule turns and whose columns a move of the second turns, \
        the last of them a head. A player who cannot move loses.",
    limits: "`up-to` and `exactly` 1 to 3, and runs: places to 2^64-1 whose value has 64 bits; \
        more coins at once: some hundreds of places, for a table of values must fit in memory; \
        products: moves are listed if one factor has at most some millions of them",
    example: "coins up-to 3: 3 5 9",
    theorem: Some(Theorem::new(
        "A set of heads is the sum of its single heads; in the product of two games a head has \
            the nim-product of the values of its row and its column",
        "Lenstra 1978; Winning Ways, chapter 14",
    )),
};

/// The coin turning games.
pub static COINS: Standard = Standard::new(
    WORDS
        .of(Structure::Sum, Look::Plain)
        .slots(&[Slot::Coins])
        .known_moves(KnownMoves::Coins)
        .position(
            PositionKind::Tuples {
                most: 2,
                mixed: false,
            },
            "PLACE…|ROW,COL…",
        ),
    open,
);

/// The limits of the games with coins on a strip whose values are known.
const STRIP_LIMITS: &str = "places to 2^64-1 whose value has 64 bits";

/// Makes the game with coins on a strip that has a name of its own for its rule.
const fn named(words: Words, rule: CoinRule) -> Standard {
    Standard::new(
        words
            .of(Structure::Sum, Look::Plain)
            .slots(&[Slot::Coins])
            .coins(rule)
            .known_moves(KnownMoves::Coins)
            .position(
                PositionKind::Tuples {
                    most: 1,
                    mixed: false,
                },
                "PLACE…",
            ),
        open,
    )
}

/// Turning Turtles.
pub static TURNING_TURTLES: Standard = named(
    Words {
        name: "turning-turtles",
        summary: "coins on a strip; turn a head, and one to its left if you like",
        how_to_play: "Coins lie at places 1, 2, 3, …; those named are heads (turtles on their \
            feet), all others tails. A move turns a head to tails and, if the player likes, one \
            other coin to its left, head or tail. A player who cannot move loses. The same game \
            is `coins up-to 2`.",
        limits: STRIP_LIMITS,
        example: "turning-turtles: 2 5",
        theorem: Some(Theorem::new(
            "The value of a head is its place",
            "Winning Ways, chapter 14",
        )),
    },
    CoinRule::UpTo(2),
);

/// Mock Turtles.
pub static MOCK_TURTLES: Standard = named(
    Words {
        name: "mock-turtles",
        summary: "coins on a strip; turn a head and up to two to its left",
        how_to_play: "Coins lie at places 1, 2, 3, …; those named are heads, all others tails. A \
            move turns a head to tails and, if the player likes, one or two other coins to its \
            left, heads or tails. A player who cannot move loses. The same game is `coins up-to \
            3`.",
        limits: STRIP_LIMITS,
        example: "mock-turtles: 3 5 9",
        theorem: Some(Theorem::new(
            "The value of a head at place n is 2(n - 1), or one more if that has an even number \
                of ones in binary",
            "Winning Ways, chapter 14",
        )),
    },
    CoinRule::UpTo(3),
);

/// The Ruler game.
pub static RULER: Standard = named(
    Words {
        name: "ruler",
        summary: "coins on a strip; turn a stretch of neighbours that ends in a head",
        how_to_play: "Coins lie at places 1, 2, 3, …; those named are heads, all others tails. A \
            move turns any number of neighbouring coins, the last of which goes from heads to \
            tails. A player who cannot move loses. The same game is `coins run`.",
        limits: STRIP_LIMITS,
        example: "ruler: 5 8",
        theorem: Some(Theorem::new(
            "The value of a head is the greatest power of 2 that divides its place",
            "Winning Ways, chapter 14",
        )),
    },
    CoinRule::Run,
);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Rules::Coins(coins) = &record.rules else {
        return Err(Fault::incomplete());
    };
    check_heads(record, coins.columns.is_some())?;
    let strip = |rule: CoinRule| {
        let key = match rule {
            CoinRule::UpTo(number) => [0, number],
            CoinRule::Exactly(number) => [1, number],
            CoinRule::Run => [2, 0],
            CoinRule::RunUpTo(number) => [3, number],
        };
        context.cache.shared("coins", &key, Strip::bytes, || {
            Ok(Strip::new(rule, context.budget))
        })
    };
    let rows = strip(coins.rows)?;
    let columns = coins.columns.map(strip).transpose()?;
    let heads = record.position.tuples.iter().collect();
    let sum = Heads {
        heads,
        rows,
        columns,
        part: record.part,
        budget: context.budget,
    };
    Ok(Box::new(Summed::new(record.position.tuples.len(), sum)))
}

/// Checks that every head is a place, or a cell in a product, and named once.
fn check_heads(record: &Record<'_>, product: bool) -> Result<(), Fault> {
    let heads = &record.position.tuples;
    if !heads.is_empty() && (heads.arity() == 2) != product {
        let (message, help) = if product {
            (
                "a place stands where a cell is needed",
                "a product is played on cells: `3,5`",
            )
        } else {
            (
                "a cell stands where a place is needed",
                "on a strip, places are single numbers: `3 5`",
            )
        };
        return Err(Fault::new(Place::Position(0), message, help));
    }
    if let Some(i) = heads.iter().position(|head| head.contains(&0)) {
        return Err(Fault::new(
            Place::Position(i),
            "there is no place 0",
            "places count from 1",
        ));
    }
    let mut seen = fxhash::FxHashSet::default();
    match heads.iter().position(|head| !seen.insert(head)) {
        Some(i) => Err(Fault::new(
            Place::Position(i),
            "this head is named twice",
            "name the place of each head once; all other coins are tails",
        )),
        None => Ok(()),
    }
}

/// Heads on a strip, or on the plane of two strips.
struct Heads<'a> {
    /// The place of each head, or its row and column.
    heads: Vec<&'a [u64]>,
    /// The game of the strip, or of the rows.
    rows: CacheRef<Strip>,
    /// The game of the columns, in a product.
    columns: Option<CacheRef<Strip>>,
    /// Whether moves name their component, since there are other games.
    part: bool,
    /// The limits of the record.
    budget: Budget,
}

impl Heads<'_> {
    fn product(&self) -> Option<Product<'_>> {
        self.columns
            .as_ref()
            .map(|columns| Product::new(&self.rows, columns, self.budget))
    }
}

/// Lists the cells in these rows and columns, in reading order of the rows and columns.
fn cells(rows: &[u64], columns: &[u64]) -> Box<[Tuple]> {
    let mut cells = Vec::with_capacity(rows.len() * columns.len());
    for &row in rows {
        for &column in columns {
            cells.push(Tuple::new(&[row, column]));
        }
    }
    cells.into()
}

impl Sum for Heads<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let head = self.heads[index];
        match self.product() {
            None => self.rows.value(head[0]),
            Some(product) => product.value(head[0], head[1]),
        }
        .map_err(at(index))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let head = self.heads[index];
        match self.product() {
            None => self.rows.count_to(head[0], target),
            Some(product) => product.count_to(head[0], head[1], target),
        }
        .map_err(at(index))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let head = self.heads[index];
        let shown = self.part.then_some(index);
        let mut turn = |what| visit(Move::Take { index: shown, what });
        let Some(product) = self.product() else {
            let visited = self.rows.moves_to(head[0], target, &mut |turned| {
                turn(Taken::Places(turned.into()))
            });
            return visited.map_err(at(index));
        };
        let most_cells =
            shares::questions::cells_of_a_move(self.budget.memory) / size_of::<Tuple>() as u64;
        let mut too_long = false;
        let visited = product.moves_to(head[0], head[1], target, &mut |rows, columns| {
            too_long = rows.len() as u64 * columns.len() as u64 > most_cells;
            if too_long {
                return ControlFlow::Break(());
            }
            turn(Taken::Cells(cells(rows, columns)))
        });
        let visited = visited.map_err(at(index))?;
        if too_long {
            let message = "a move turns more coins than the memory allowed holds";
            return Err(at(index)(Limit::memory(message)));
        }
        Ok(visited)
    }
}
