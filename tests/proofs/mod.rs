//! Certificates of answers.

mod certificates;
