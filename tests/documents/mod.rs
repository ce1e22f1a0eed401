//! The pages, held to the program and to Cargo.

mod architecture;
pub mod pages;
