//! The pages, and what they say of the source.

pub mod house;
mod pages;
