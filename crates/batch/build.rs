//! Gives the program the commit that it is built from, as `GRUNDY_COMMIT`: empty if nothing
//! tells it, and in unoptimised builds, which would be built anew after each commit.

use std::env;
use std::path::PathBuf;

#[path = "src/commit.rs"]
mod commit;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/commit.rs");
    let optimised = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let commit = package
        .filter(|_| optimised)
        .and_then(|package| commit::commit_of(&package));
    if let Some(log) = commit
        .as_ref()
        .and_then(|commit| commit.changes_with.as_ref())
    {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let hash = commit.map(|commit| commit.hash);
    println!(
        "cargo::rustc-env=GRUNDY_COMMIT={}",
        hash.unwrap_or_default()
    );
}
