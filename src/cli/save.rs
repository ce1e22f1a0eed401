//! `--save`: sequences kept in a folder, also when an interrupt ends the program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::output::describe;
use super::{Exit, interrupt};
use crate::store::Folder;
use crate::theory::sequence::store::{Kept, SequenceStore, Wish};

/// Opens the folder that `--save` names, if it does.
///
/// # Errors
///
/// The exit the program is to make; what is wrong has been said.
pub(super) fn open(folder: Option<&Path>) -> Result<Option<Arc<dyn SequenceStore>>, Exit> {
    let Some(path) = folder else { return Ok(None) };
    let opened = Folder::open(path, |sentence| eprintln!("grundy: {sentence}"))
        .and_then(|folder| interrupt::listen().map(|()| folder));
    match opened {
        Ok(folder) => Ok(Some(Arc::new(Saving(folder)))),
        Err(error) => {
            eprintln!("grundy: {}: {}", path.display(), describe(&error));
            Err(Exit::Usage)
        }
    }
}

/// The option itself.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Save {
    /// Keep the sequences of heaps that are computed in files of this directory, and go on from those
    /// kept there before
    #[arg(long = "save", value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
}

/// A folder whose growing sequences are saved before an interrupt ends the program.
#[derive(Debug)]
struct Saving(Folder);

impl SequenceStore for Saving {
    fn load(&self, name: &str, most_bytes: u64) -> Option<Kept<'static>> {
        self.0.load(name, most_bytes)
    }

    fn save(&self, name: &str, kept: &Kept<'_>) {
        self.0.save(name, kept);
    }

    fn wish(&self, name: &str) -> Wish {
        if interrupt::waits() { Wish::SaveAndStop } else { self.0.wish(name) }
    }

    fn begins(&self) {
        interrupt::begin_to_grow();
    }

    fn ends(&self) {
        interrupt::stop_growing();
    }

    fn stop(&self) {
        interrupt::stop_growing();
        interrupt::wait_for_the_end();
    }
}
