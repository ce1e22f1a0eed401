//! A record whose solver panics costs no other record its answer.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use grundy_base::sync::interrupt::Interrupted;
use grundy_record::{Fault, Place};

/// Runs the solution of one record. A panic in it is a defect of this program, which costs the
/// record its answer and nothing else: neighbours are answered. A solve that is given up goes on unwinding.
///
/// The record shares the cache with others: its locks tolerate poisoning, and analyses are
/// published only when complete.
pub(super) fn contained<T>(solve: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(solve)).unwrap_or_else(|panic| {
        if panic.is::<Interrupted>() {
            resume_unwind(panic);
        }
        Err(Fault::new(
            Place::Game,
            "the solver failed on this record",
            "this is a defect of grundy, not of the record: please report it with the record",
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_fault_of_its_record() {
        let fault = contained::<()>(|| panic!("on purpose, in a test")).unwrap_err();
        assert_eq!(fault.place, Place::Game);
        assert!(fault.help.contains("report"));
        assert_eq!(contained(|| Ok(7)), Ok(7));
    }
}
