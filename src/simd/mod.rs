//! Instructions of the processor that standard Rust does not speak of.

pub(crate) mod prefetch;
