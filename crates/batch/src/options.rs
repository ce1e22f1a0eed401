//! The settings of a batch.

use std::sync::Arc;

use grundy_base::budget::{Budget, LimitKind};
use grundy_games::Catalogue;
use grundy_heaps::sequence::store::SequenceStore;
use grundy_language::diagnostic::RaisedBy;
use grundy_record::Ask;

use super::slowest::Slowest;

/// The form in which answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// One line of text a record.
    #[default]
    Text,
    /// One JSON object a record.
    Json,
    /// A sequence as lines `n a(n)`, the form of the OEIS's b-files; other fields as text.
    #[cfg_attr(feature = "cli", value(skip))]
    BFile,
}

/// The use of proofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proofs {
    /// No proofs.
    #[default]
    None,
    /// Every record gets its certificate, for [`run_certified`](crate::run_certified) to write.
    #[cfg(feature = "proofs")]
    Certify,
    /// Every answer is checked against its certificate before it is given.
    #[cfg(feature = "proofs")]
    SelfCheck,
}

impl Proofs {
    /// Returns whether records are proved. Without the feature `proofs` they never are, so that the prover is left out.
    pub(super) fn proves(self) -> bool {
        self != Proofs::None
    }
}

/// The settings of a batch.
#[derive(Clone, Debug)]
pub struct Options {
    /// The games that records may name.
    pub catalogue: Arc<Catalogue>,
    /// The asks of records that bring none; not empty.
    pub asks: Vec<Ask>,
    /// The form in which answers are written.
    pub format: Format,
    /// Whether records are only validated, without answers.
    pub check: bool,
    /// Whether each record is written before its answer, as it stands; the answer follows `= `.
    pub echo: bool,
    /// Whether the batch ends at the first wrong record.
    pub strict: bool,
    /// Whether diagnostics are coloured.
    pub colour: bool,
    /// The use of proofs.
    pub proofs: Proofs,
    /// The number of records before the first one: JSON counts on from there.
    pub records_before: u64,
    /// The budget of one record, and the number of threads.
    pub budget: Budget,
    /// The words of diagnostics that say how a limit is raised.
    pub raised_by: RaisedBy,
    /// The list of the slowest records, if one is kept.
    pub slowest: Option<Arc<Slowest>>,
    /// The store that keeps sequences from one run to the next, if there is one.
    pub store: Option<Arc<dyn SequenceStore>>,
}

/// Says how a caller of the library raises a limit.
pub fn raised_by_limits(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Memory => "`Limits::memory` raises this limit",
        LimitKind::Work => "`Limits::work` raises this limit",
        _ => "nothing raises this limit",
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            catalogue: Catalogue::standard(),
            asks: vec![Ask::Verdict],
            format: Format::Text,
            check: false,
            echo: false,
            strict: false,
            colour: false,
            proofs: Proofs::None,
            records_before: 0,
            budget: Budget::default(),
            raised_by: raised_by_limits,
            slowest: None,
            store: None,
        }
    }
}
