//! The account of the steps of a record.

use grundy_base::budget::{Limit, OutOfSteps, StepMeter};

/// Takes steps from a meter.
///
/// # Errors
///
/// Fails when fewer are left.
pub(crate) fn spend(meter: &mut StepMeter, steps: u64) -> Result<(), Limit> {
    let allowed = meter.allowed();
    meter.spend(steps).map_err(|OutOfSteps| {
        Limit::work(format!(
            "play from this position takes more than {allowed} steps to search"
        ))
    })
}

/// Adds to an account the steps of a search that counts its own. It was allowed what the account has left, so that no more
/// is charged than that.
pub(crate) fn charge(account: &mut StepMeter, spent: u64) {
    let _ = account.spend(spent.min(account.left()));
}
