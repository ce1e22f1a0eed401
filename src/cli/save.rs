//! `--save`: sequences kept in a folder, also when an interrupt ends the program.

use std::path::Path;
use std::sync::Arc;

use super::exit::{Run, Stop};
use super::interrupt;
use crate::store::Folder;
use crate::theory::sequence::store::{Kept, SequenceStore, Wish};

/// Opens a folder of sequences.
///
/// # Errors
///
/// If the folder cannot be used, or signals cannot be handled.
pub(super) fn open(path: &Path) -> Run<Arc<dyn SequenceStore>> {
    let opened = Folder::open(path, |sentence| eprintln!("grundy: {sentence}"));
    let folder = opened.and_then(|folder| interrupt::listen().map(|()| folder));
    Ok(Arc::new(Saving(folder.map_err(Stop::file(path))?)))
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
