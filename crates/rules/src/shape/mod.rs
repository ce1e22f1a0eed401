//! The shapes of rules: what is read off the text of a rule, and not off its positions.
//!
//! | file | shape |
//! | --- | --- |
//! | [`linear`] | an expression that is a sum of names times whole numbers, and a constant |
//! | [`straight`] | an expression that changes by a constant step as one name runs, but for bends of `min` and `max` |
//! | [`terms`] | an expression that is a part free of a name, and a step that depends on that name alone |
//! | [`ray`] | a kind of moves that lowers some numbers by the same amount, which is any |
//! | [`amounts`] | a kind of moves that takes any amount between two bounds, which rise slowly |
//! | [`separate`] | a rule whose moves change one number each, so that it is a sum of rules of one number |
//! | [`alone`] | a rule of lists whose moves take one number out each, so that a list is a sum of its numbers |
//! | [`equal`] | a kind of moves that takes a number out of a list whose order does not matter |
//!
//! A shape says nothing of who wins. Theorems, tables, periods and automata each ask for the shapes that they need.

pub mod alone;
pub mod amounts;
pub mod equal;
pub mod linear;
pub mod ray;
pub mod separate;
pub mod straight;
pub mod terms;
