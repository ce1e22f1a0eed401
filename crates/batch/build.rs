//! Gives the program the commit that it is built from, as `GRUNDY_COMMIT`: empty if nothing
//! tells it, and in unoptimised builds, which would be built anew after each commit.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let optimised = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if optimised {
        of_package().or_else(of_repository)
    } else {
        None
    };
    println!(
        "cargo::rustc-env=GRUNDY_COMMIT={}",
        commit.unwrap_or_default()
    );
}

/// Reads the note that `cargo package` puts next to the sources, where there is no git: `"sha1": "…"`.
fn of_package() -> Option<String> {
    let noted = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let hash = noted.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    let hexadecimal = hash.len() >= 10 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    hexadecimal.then(|| hash[..10].to_owned())
}

/// The last commit, if the sources are a repository of their own and not a part of another.
fn of_repository() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
