//! The engine that answered a record, for the list of the slowest records.

use std::sync::Mutex;

use grundy_base::sync::lock;

/// The notes of one worker about the record that it answers. Games write here which engine a room of theory chose.
#[derive(Debug, Default)]
pub struct Notes(Mutex<Noted>);

/// The engine that was chosen for a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// The engine chosen last, and the reason.
    pub engine: Option<&'static str>,
    /// The ways that this engine went, if it has several.
    pub ways: Vec<&'static str>,
}

impl Notes {
    /// Notes which engine was chosen, and why. Each room has an enum of its engines, which become the words that `--stats`
    /// prints.
    pub fn engine(&self, chosen: impl Into<&'static str>) {
        self.engine_by(chosen, Vec::new());
    }

    /// Notes which engine was chosen, if one was: often the answer was known.
    pub fn engine_if_any(&self, chosen: Option<impl Into<&'static str>>) {
        if let Some(engine) = chosen {
            self.engine(engine);
        }
    }

    /// Notes which engine was chosen, and the ways that it went.
    pub fn engine_by(&self, chosen: impl Into<&'static str>, ways: Vec<&'static str>) {
        *lock(&self.0) = Noted {
            engine: Some(chosen.into()),
            ways,
        };
    }

    /// Takes what was noted since the last call.
    pub fn take(&self) -> Noted {
        std::mem::take(&mut *lock(&self.0))
    }
}
