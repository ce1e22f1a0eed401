//! Welter's game: coins on different squares 0, 1, …; a move takes one coin to a free square to its
//! left, past others if need be.
//!
//! C. P. Welter, "The theory of a class of games on a sequence of squares, in terms of the advancing
//! operation in a special group", 1954; J. H. Conway, "On Numbers and Games", chapter 13: the Grundy value
//! is Welter's function. Mate the two squares that are congruent modulo the highest power of 2, then two squares
//! of the others in the same way, and so on. The value is the nim-sum of (a ⊕ b) − 1 for each pair, and of the square
//! left over, if there is one.
//!
//! Subtracting 1 from a number with v zeros at its end changes its bits 0 to v. Squares that agree in
//! v bits and differ in the next are mated exactly where the numbers of squares on both sides of that
//! branching are odd. Counting branchings modulo 2, bit v of the value is the parity of
//!
//! - the bits v of all squares, and
//! - the pairs of squares that agree in their v lowest bits at least.
//!
//! Conway has this as the nim-sum of all squares and of (a ⊕ b) ⊕ (a ⊕ b − 1) over *all* pairs. So if a
//! coin moves to x, the value is found bit by bit: bit v of x changes bit v, and the
//! number of coins that agree with x in v bits is known from the bits below. A value is thus reached by
//! at most one move of a coin.

/// Coins in the order of their bits, the lowest first, so that coins that agree in the v lowest bits
/// are neighbours.
#[derive(Clone, Debug)]
pub struct Coins {
    /// The squares with their bits reversed, ascending.
    reversed: Vec<u64>,
    /// The Grundy value.
    value: u64,
}

impl Coins {
    /// Sorts the coins on these squares, which are different.
    ///
    /// # Complexity
    /// O(n log n) for n coins, and O(1) for each of the at most 64 n branchings.
    pub fn new(squares: &[u64]) -> Coins {
        let mut reversed: Vec<u64> = squares.iter().map(|square| square.reverse_bits()).collect();
        reversed.sort_unstable();
        let all = squares.iter().fold(0, |sum, square| sum ^ square);
        Coins {
            value: all ^ pairs(&reversed, 0),
            reversed,
        }
    }

    /// Returns the Grundy value.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Returns the square, left of its own, to which the coin on this square must move for the game to have this
    /// value.
    ///
    /// # Complexity
    /// O(64 log n) at most, and O(log n) steps of O(log n) if squares are random.
    pub fn destination(&self, square: u64, target: u64) -> Option<u64> {
        // Bit v of `meetings` is the parity of the number of other coins that agree with this one in v bits.
        let mut meetings = 0;
        let mut agreeing = 0..self.reversed.len();
        for bit in 0..64 {
            meetings |= ((agreeing.len() as u64 - 1) & 1) << bit;
            agreeing = self.half(agreeing, bit, square >> bit & 1);
            if agreeing.len() == 1 {
                break;
            }
        }
        // The nim-sum of the new square and its meetings must be this.
        let wanted = self.value ^ square ^ meetings ^ target;
        let mut to = 0;
        let mut agreeing = 0..self.reversed.len();
        // Whether the new square agrees with the old one so far.
        let mut alike = true;
        for bit in 0..64 {
            let others = agreeing.len() as u64 - u64::from(alike);
            if others == 0 && !alike {
                to |= wanted >> bit << bit;
                break;
            }
            let next = (wanted >> bit ^ others) & 1;
            to |= next << bit;
            agreeing = self.half(agreeing, bit, next);
            alike &= next == square >> bit & 1;
        }
        (to < square && self.reversed.binary_search(&to.reverse_bits()).is_err()).then_some(to)
    }

    /// Returns the coins of a range, which agree in the bits below `bit`, whose `bit` is `set`.
    fn half(&self, coins: std::ops::Range<usize>, bit: u32, set: u64) -> std::ops::Range<usize> {
        let mask = 1 << (63 - bit);
        let ones = self.reversed[coins.clone()].partition_point(|reversed| reversed & mask == 0);
        if set == 0 {
            coins.start..coins.start + ones
        } else {
            coins.start + ones..coins.end
        }
    }
}

/// Returns the nim-sum over all pairs of these coins, which agree in the bits below `bit`, of a number whose
/// bits 0 to v are set for a pair that agrees in v bits, without the bits below `bit`.
fn pairs(reversed: &[u64], bit: u32) -> u64 {
    let count = reversed.len();
    if count < 2 || bit == 64 {
        return 0;
    }
    let own = u64::from(count % 4 >= 2) << bit;
    let (zeros, ones) = reversed.split_at(reversed.partition_point(|&r| r >> (63 - bit) & 1 == 0));
    own ^ pairs(zeros, bit + 1) ^ pairs(ones, bit + 1)
}
