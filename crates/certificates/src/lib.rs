//! Proofs of answers whose positions are too many to explore: how they are written, and the check that they are true.
//!
//! Whoever wants to trust an answer needs this crate and the reference alone. It reads the certificates of a file, and
//! gives what each of them proves to the reference, which answers the record then as it answers all others; an answer
//! that is another text is refused. It shares no line with the solvers that write certificates (`grundy-batch`).
//!
//! | file | what stands there |
//! | --- | --- |
//! | [`certificate`] | what is written in a file of certificates |
//! | [`evidence`] | which certificate proves what of which game |
//! | [`check`] | answers of a program, held to the reference and to certificates |
//! | [`program`] | the program `grundy-check` |
//! | [`kinds::rising`] | values of heaps that rise with every period |
//! | [`kinds::labels`] | values of tokens on graphs, by ranks |
//! | [`kinds::strategy`] | lost positions that a winner needs |
//! | [`kinds::automaton`] | positions of a rule, by automata that read their digits |
//! | [`kinds::numbers`] | rules whose positions are sums of numbers |
//! | [`kinds::quotient`] | misère quotients |
//!
//! Periods without saltus and matchings are proved by the reference, which also finds small ones by itself.
#![warn(missing_docs)]

pub mod certificate;
pub mod check;
pub mod evidence;
pub mod kinds;
pub mod program;
