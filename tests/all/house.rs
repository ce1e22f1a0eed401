//! Rules that all sources keep.

use std::fs;
use std::path::{Path, PathBuf};

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
