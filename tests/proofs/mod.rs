//! The proofs that answers rest on: certificates, and the reference, which gives the goldens.

mod certificates;
mod golden_answers;
