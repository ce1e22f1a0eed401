//! The tests of the program and the library from outside: a folder a subject.
//!
//! `./run_tests.sh SUBJECT` runs one of them. They are one binary, so that they are linked once; `goldens/main.rs` is
//! another, which has one test a file. `GRUNDY_TESTS=full` makes the longest tests as large as they can usefully be.

mod tools;

mod batch;
mod boards;
mod cli;
mod documents;
mod fuzz;
mod games;
mod language;
mod proofs;
mod setters;
mod study;
