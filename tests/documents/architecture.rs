//! The drawing of the crates in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The other crates that each crate needs.
type Needs = BTreeMap<String, BTreeSet<String>>;

/// Returns the other crates that each crate needs, as Cargo knows them.
fn needs_of_cargo(root: &Path) -> Needs {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut needs = Needs::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let short = |name: &serde_json::Value| {
            let name = name.as_str().expect("a name");
            name.strip_prefix("grundy-").map(str::to_owned)
        };
        let Some(name) = short(&package["name"]) else {
            continue;
        };
        if name == "bench" {
            continue;
        }
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let needed = dependencies
            .iter()
            .filter(|dependency| dependency["kind"].is_null())
            .filter_map(|dependency| short(&dependency["name"]));
        needs.insert(name, needed.collect());
    }
    needs
}

/// Returns the other crates that each crate needs, by the table of ARCHITECTURE.md.
fn needs_of_table(text: &str) -> Needs {
    let (_, table) = text.split_once("| crate | needs |\n").expect("a table");
    let mut needs = Needs::new();
    for line in table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'))
    {
        let mut names = line.split('`').skip(1).step_by(2).map(str::to_owned);
        let name = names.next().expect("the name of a crate");
        needs.insert(name, names.collect());
    }
    needs
}

/// The arrows between crates are those of the page, and a crate stands after all that it needs.
#[test]
fn architecture_draws_the_crates_as_cargo_has_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the page");
    assert_eq!(needs_of_table(&text), needs_of_cargo(root));
    let tree = text.split_once("    crates/\n").expect("a tree").1;
    for name in needs_of_cargo(root).keys() {
        assert!(
            tree.contains(&format!("\n      {name}/"))
                || tree.starts_with(&format!("      {name}/")),
            "{name}"
        );
    }
}

/// The reference computes every answer by itself: of the workspace it needs nothing but the texts of the classics.
#[test]
fn the_reference_shares_nothing_with_the_solver() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let needs = needs_of_cargo(root);
    assert!(needs["reference"].iter().eq(["classics"]));
}
