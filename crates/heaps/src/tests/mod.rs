//! Shared by the tests of several rooms.

pub mod naive;
