//! A batch without the feature `proofs` proves nothing.

use super::Options;
use super::output::Output;
use super::solver::Solver;
use crate::games::Context;
use crate::language::Statement;
use crate::record::{Fault, Field};

/// Nothing.
pub(super) struct Prover;

impl Prover {
    pub(super) fn of(_: &Options, _: &Context) -> Self {
        Prover
    }
}

impl Solver<'_> {
    pub(super) fn prove(
        &self,
        _: &Statement<'_>,
        _: &[u8],
        _: &[Field],
        _: &mut Output,
    ) -> Result<(), Fault> {
        let Prover = self.prover;
        Ok(())
    }
}
