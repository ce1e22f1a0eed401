//! Notakto: any number of 3 × 3 boards; a move puts a cross on a free cell of a live board; a board with
//! three crosses in a line is dead.
//!
//! Under normal play a board has a Grundy value. Under misère play, if the player who kills the last
//! board loses, sums are decided by the misère quotient of the boards, a commutative monoid of 18
//! elements (T. E. Plambeck, G. Whitehead, "The secrets of Notakto", Integers 13, 2013):
//!
//! ```text
//!   ⟨ a, b, c, d | a² = 1, b³ = b, b²c = c, c³ = ac², b²d = d, cd = ad, d² = c² ⟩
//! ```
//!
//! A position is the product of its boards, and lost for the player to move exactly when that is a, b², bc
//! or c². The tests prove it anew: they close the set of pairs (product, products of the options) under
//! sums and find every pair in order.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a word has a few letters, and a board nine moves"
)]

use super::shapes::IMAGES;
use grundy_base::cell::Cell;
use std::sync::LazyLock;

/// A board, with bit 3 · row + column for each cross.
pub type NotaktoBoard = u16;

/// The rows, the columns and the diagonals.
const LINES: [NotaktoBoard; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Returns whether three crosses stand in a line.
pub fn is_dead(board: NotaktoBoard) -> bool {
    LINES.iter().any(|line| board & line == *line)
}

/// Returns the cells where a cross may be put; on a dead board there are none.
pub fn moves(board: NotaktoBoard) -> impl Iterator<Item = u32> {
    let live = !is_dead(board);
    (0..9).filter(move |cell| live && board >> cell & 1 == 0)
}

/// An element of the quotient: aⁱ bʲ cᵏ dˡ in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element {
    /// The exponent i.
    a: u8,
    /// The exponent j.
    b: u8,
    /// The exponent k.
    c: u8,
    /// The exponent l.
    d: u8,
}

impl Element {
    /// The empty sum.
    pub const ONE: Element = Element {
        a: 0,
        b: 0,
        c: 0,
        d: 0,
    };

    /// Makes the product of the letters of a word.
    fn word(word: &str) -> Self {
        let count = |letter| word.bytes().filter(|&byte| byte == letter).count() as u8;
        Element {
            a: count(b'a'),
            b: count(b'b'),
            c: count(b'c'),
            d: count(b'd'),
        }
        .reduced()
    }

    /// Brings a word to normal form by the relations of the quotient.
    fn reduced(mut self) -> Self {
        // d² = c².
        while self.d >= 2 {
            self.d -= 2;
            self.c += 2;
        }
        // cd = ad.
        if self.d == 1 {
            self.a += self.c;
            self.c = 0;
        }
        // c³ = ac².
        while self.c >= 3 {
            self.c -= 1;
            self.a += 1;
        }
        // b²c = c, b²d = d, b³ = b.
        let most_b = if self.c + self.d > 0 { 1 } else { 2 };
        while self.b > most_b {
            self.b -= 2;
        }
        // a² = 1.
        self.a &= 1;
        self
    }

    /// Returns the product of two elements, which stands for the sum of two positions.
    #[must_use]
    pub fn times(self, other: Element) -> Element {
        Element {
            a: self.a + other.a,
            b: self.b + other.b,
            c: self.c + other.c,
            d: self.d + other.d,
        }
        .reduced()
    }

    /// Returns whether the player to move loses.
    pub fn is_lost(self) -> bool {
        matches!(
            (self.a, self.b, self.c, self.d),
            (1, 0, 0, 0) | (0, 2, 0, 0) | (0, 1, 1, 0) | (0, 0, 2, 0)
        )
    }
}

/// The elements of all live boards, each by the least of its images.
#[rustfmt::skip]
const ELEMENTS: [(&str, &[NotaktoBoard]); 8] = [
    ("", &[1, 2, 98]),
    ("a", &[10, 13, 21, 27, 28, 40, 43, 68, 97, 102, 108, 115, 170, 173, 229, 238, 325]),
    ("b", &[5, 11, 12, 17, 18, 29, 30, 42, 45, 99, 101, 110, 113, 114, 171]),
    ("c", &[0]),
    ("d", &[3]),
    ("ab", &[19, 26, 69, 78, 106]),
    ("ad", &[14, 41, 70]),
    ("cc", &[16]),
];

/// The elements and the Grundy values of all boards.
struct Tables {
    /// The element of each board.
    elements: Vec<Element>,
    /// The Grundy value of each board.
    values: Vec<u8>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        elements: vec![Element::ONE; 512],
        values: vec![0; 512],
    };
    for (word, boards) in ELEMENTS {
        for board in boards.iter().flat_map(|&board| images(board)) {
            tables.elements[board as usize] = Element::word(word);
        }
    }
    // A move adds a cross, so options come later in the order of numbers.
    for board in (0..512).rev() {
        let options = moves(board).map(|cell| tables.values[(board | 1 << cell) as usize]);
        let seen = options.fold(0u16, |seen, value| seen | 1 << value);
        tables.values[board as usize] = seen.trailing_ones() as u8;
    }
    tables
});

/// Returns the board in all eight positions.
fn images(board: NotaktoBoard) -> [NotaktoBoard; 8] {
    IMAGES.map(|image| {
        let cells = (0..9).filter(|cell| board >> cell & 1 != 0);
        // The middle of the board is at 0,0.
        let images = cells.map(|cell| image(Cell::new(cell / 3 - 1, cell % 3 - 1)));
        images.fold(0, |set, Cell { row, column }| {
            set | 1 << (3 * (row + 1) + column + 1)
        })
    })
}

/// Returns the Grundy value of a board under normal play.
pub fn value(board: NotaktoBoard) -> u32 {
    u32::from(TABLES.values[usize::from(board & 511)])
}

/// Returns the element of the misère quotient that stands for a board.
pub fn element(board: NotaktoBoard) -> Element {
    TABLES.elements[usize::from(board & 511)]
}

/// Returns, for each board, the product of all the others.
pub fn products_of_others(boards: &[NotaktoBoard]) -> Vec<Element> {
    let mut products = Vec::with_capacity(boards.len());
    let mut before = Element::ONE;
    for &board in boards {
        products.push(before);
        before = before.times(element(board));
    }
    let mut after = Element::ONE;
    for (product, &board) in products.iter_mut().zip(boards).rev() {
        *product = product.times(after);
        after = after.times(element(board));
    }
    products
}
