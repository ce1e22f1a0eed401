//! Rules that all sources keep.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The source files below a folder.
pub(crate) fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The names by which code depends on a system.
const SYSTEMS: [&str; 9] = [
    "libc::",
    "memmap2",
    "signal_hook",
    "std::os::",
    "target_os",
    "target_family",
    "cfg(unix",
    "cfg(windows",
    "/sys/fs",
];

#[test]
fn only_the_platform_module_names_a_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    sources(&root.join("crates"), &mut files);
    let home = root.join("crates/base/src/platform");
    let (platform, others): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.starts_with(&home));
    let names = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("a source file");
        SYSTEMS
            .into_iter()
            .filter(|name| text.contains(name))
            .map(String::from)
            .collect::<Vec<_>>()
    };
    for file in others {
        assert_eq!(names(&file), Vec::<String>::new(), "{}", file.display());
    }
    // The places that the rules allow do use it: the search finds something.
    let found: Vec<String> = platform.iter().flat_map(names).collect();
    for name in [
        "libc::",
        "memmap2",
        "signal_hook",
        "std::os::",
        "target_os",
        "/sys/fs",
    ] {
        assert!(found.iter().any(|found| found == name), "{name}");
    }
}

/// The types of numbers that are rounded.
const FLOATING: [&str; 2] = ["f32", "f64"];

/// The program promises that no answer and no refusal depends on floating point.
#[test]
fn engines_compute_with_whole_numbers_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("crates"), &mut files);
    assert!(files.len() > 200, "the search finds the engines");
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let found = words.find(|word| FLOATING.iter().any(|name| word.ends_with(name)));
        assert_eq!(found, None, "{}", file.display());
    }
}

/// The modules that the library hides from its pages.
fn hidden(library: &str) -> Vec<&str> {
    let items = library
        .split("#[doc(hidden)]\n")
        .skip(1)
        .filter_map(|rest| rest.split(';').next());
    let names = |item| match str::rsplit_once(item, '{') {
        Some((_, names)) => names,
        None => item.rsplit([' ', ':']).next().unwrap_or_default(),
    };
    items
        .flat_map(|item| names(item).split([',', '}']))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect()
}

/// Python and the page are programs like any other: they use what the library documents.
#[test]
fn the_bindings_use_the_public_library_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = fs::read_to_string(root.join("src/lib.rs")).expect("the library");
    let hidden = hidden(&library);
    assert!(
        [
            "explain", "generate", "interact", "picture", "setter", "Moves"
        ]
        .iter()
        .all(|name| hidden.contains(name))
    );
    for (folder, name) in [("python/src", "solver::"), ("web/wasm/src", "grundy::")] {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            for rest in text.split(name).skip(1) {
                // A list of names, or one.
                let of_name = |c: char| c.is_alphanumeric() || c == '_';
                let end = if rest.starts_with('{') {
                    rest.find(';')
                } else {
                    rest.find(|c| !of_name(c))
                };
                let mut words = rest[..end.unwrap_or(rest.len())].split(|c| !of_name(c));
                let found = words.find(|word| hidden.contains(word));
                assert_eq!(found, None, "{} uses what is hidden", file.display());
            }
        }
    }
}

/// What each crate needs of the others.
type Needs = BTreeMap<String, BTreeSet<String>>;

/// Returns what each crate needs of the others, as Cargo knows it.
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

/// Returns what each crate needs of the others, by the table of ARCHITECTURE.md.
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
