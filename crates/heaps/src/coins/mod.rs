//! Coin turning games (Lenstra, Nim multiplication, 1978; Winning Ways, chapter 14).
//!
//! Coins lie at places 1, 2, 3, …; a move turns a head to tails and with it some coins to its left, as
//! the `CoinRule` says; tails turned become heads. Each head is a component of a sum: a head with the
//! others turned has the value of the nim-sum of single heads, so the value of a head is the mex over
//! the nim-sums of the coins that its moves turn together with it.
//!
//! - *At most T coins*: a set of values without a nim-sum of T or fewer that is 0, taken greedily: a
//!   lexicode of distance T + 1 (Conway and Sloane 1986). T = 2 has the value p at place p; odd T has
//!   the values of T − 1, one place on, each with a last bit that makes the number of ones odd (the
//!   Mock Turtle theorem); the others are found by table ([`code`]).
//! - *Exactly T coins*: the first T − 1 places have the value 0 and stand in for coins that are not
//!   turned, so place p has the value of place p − T + 1 under *at most T*.
//! - *Runs*: the nim-sum of the first m values is the Gray code of m, so place p has the largest power
//!   of 2 that divides p; with at most T coins, and none above T ([`run`]).

mod code;
mod count;
mod list;
mod product;
mod run;
mod sets;
mod strip;

pub(crate) use count::binomial;
pub use product::Product;
pub use run::MAX_TURNED_COINS;
pub use strip::Strip;
