//! The commands for those who set problems, as they use them.

mod comparison;
mod generate;
mod interaction;
mod packages;
mod plans;

use std::fs;
use std::path::Path;

/// Reads the files below a folder, by their paths.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/");
                all.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

fn plan(name: &str) -> String {
    format!("{}/tests/setters/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}
