//! The language of records.

mod asks;
#[cfg(unix)]
mod long_texts;
mod obeyed;
