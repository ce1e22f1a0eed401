//! The proofs of a batch: certificates that are written, and answers that are held to the reference.

use grundy_certificates::certificate::Certificate;
use grundy_certificates::check::check_one;
use grundy_reference::records::Reading;
use grundy_reference::text::read_asks;

use super::contained::contained;
use super::output::Output;
use super::solver::Solver;
use super::{Options, Proofs};
use grundy_games::{Catalogue, Context};
use grundy_language::Statement;
use grundy_record::{Ask, Fault, Field, Place, text};

use crate::prover::Prover;

/// Says how the reference reads the records of a batch.
pub fn reading(catalogue: &Catalogue, asks: &[Ask]) -> Reading {
    let words: Vec<String> = asks.iter().map(Ask::to_string).collect();
    let asks = read_asks(&words.join(" ")).unwrap_or_default();
    Reading {
        asks,
        names: catalogue.definitions().collect(),
    }
}

impl Prover {
    /// Makes the prover of the records of a batch, if they are to be proved.
    pub(super) fn if_wanted(options: &Options, context: &Context) -> Option<Self> {
        if !options.proofs.proves() {
            return None;
        }
        let reading = reading(&options.catalogue, &options.asks);
        Some(Prover::new(reading, context))
    }
}

impl Solver<'_> {
    /// Proves the fields of a record, given as text: writes the certificate, or checks the answer; a fault if it is wrong.
    pub(super) fn prove(
        &self,
        prover: &Prover,
        statement: &Statement<'_>,
        text: &[u8],
        fields: &[Field],
        output: &mut Output,
    ) -> Result<(), Fault> {
        let certificate = contained(|| Ok(prover.prove(statement, text, self.context)))?;
        if self.options.proofs == Proofs::Certify {
            if let Some(line) = certificate {
                output.listed += line.len();
                output.certificates.push((output.records, line));
            }
            return Ok(());
        }
        let mut answer = Vec::new();
        text::write_label(statement.label, &mut answer);
        text::write(fields, &mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let certificate = certificate.and_then(|line| Certificate::read(&line));
        let reading = &prover.reading;
        let checked = &mut output.checked;
        contained(|| Ok(check_one(text, &answer, certificate, reading, checked)))?.map_err(|reason| {
            let help = "this is a defect of grundy, not of the record: please report it with the record";
            Fault::new(Place::Game, format!("the answer fails its own check: {reason}"), help)
        })
    }
}
