//! See `rules` in `tests/fuzz/bodies.rs`.
#![no_main]

#[path = "../../tests/fuzz/bodies.rs"]
mod bodies;
#[path = "../../tests/twin/mod.rs"]
#[allow(dead_code, unused_imports, reason = "each target uses a part of it")]
mod twin;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::rules(data));
