//! Plans of test cases (`grundy generate --plan`).

use std::fs;
use std::path::Path;

use grundy_base::testing::TemporaryFolder;

use super::{files, plan};
use crate::tools::program::{grundy, refused};

#[test]
fn a_plan_makes_the_same_files_each_time_and_replaces_only_its_own() {
    let folder = TemporaryFolder::new();
    let into = folder.path().join("cases");
    let into = into.to_str().unwrap();
    let plan = plan("stones");
    let arguments = ["generate", "--plan", &plan, "--into", into];
    grundy(&arguments);
    let first = files(Path::new(into));
    let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    assert!(
        names.is_sorted() && names.contains(&"02-small-01.txt") && names.contains(&"manifest.json")
    );
    assert!(refused(&arguments).contains("not empty"));
    fs::write(Path::new(into).join("stale.txt"), "x").unwrap();
    grundy(&[&arguments[..], &["--force"]].concat());
    assert_eq!(files(Path::new(into)), first);
    // A folder of somebody else is left alone, also one with a manifest that is not ours: web pages have such files.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.txt"), "x").unwrap();
    let replace_other = [&arguments[..4], &[other.to_str().unwrap(), "--force"]].concat();
    assert!(refused(&replace_other).contains("left alone"));
    for manifest in ["{\"name\": \"my page\"}", "{\"grundy\": 1}", "grundy", "[]"] {
        fs::write(other.join("manifest.json"), manifest).unwrap();
        assert!(refused(&replace_other).contains("left alone"), "{manifest}");
        assert_eq!(fs::read(other.join("thesis.txt")).unwrap(), b"x");
    }
    let manifest: serde_json::Value = serde_json::from_slice(
        &first
            .iter()
            .find(|(name, _)| name == "manifest.json")
            .unwrap()
            .1,
    )
    .unwrap();
    assert_eq!(manifest["cases"].as_array().unwrap().len(), names.len() - 1);
    assert_eq!(manifest["cases"][0]["game"], "subtraction");
}

#[test]
fn the_plan_of_the_document_is_a_plan() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/setters.md");
    let page = fs::read_to_string(page).unwrap();
    let plan = page
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let folder = TemporaryFolder::new();
    let path = folder.path().join("plan.toml");
    fs::write(&path, plan).unwrap();
    let into = folder.path().join("cases");
    let words = ["--in-template", "heaps", "--ans-template", "winner"];
    let [plan, into] = [&path, &into].map(|path| path.to_str().unwrap());
    grundy(&[&["generate", "--plan", plan, "--into", into][..], &words].concat());
    assert_eq!(files(Path::new(into)).len(), 2 * (1 + 2 + 3 + 1) + 1);
}

#[test]
fn templates_of_the_document_are_those_there_are() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/setters.md");
    let page = fs::read_to_string(page).unwrap();
    let list = grundy(&["generate", "--templates"]);
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn all_small_positions_are_there_once() {
    let folder = TemporaryFolder::new();
    let path = folder.path().join("plan.toml");
    fs::write(
        &path,
        "name='a'\ngame='nim'\n[[group]]\nname='all'\nkind='exhaustive'\nheaps='1-3'\nmax=4\n",
    )
    .unwrap();
    let into = folder.path().join("cases");
    grundy(&[
        "generate",
        "--plan",
        path.to_str().unwrap(),
        "--into",
        into.to_str().unwrap(),
    ]);
    let text = fs::read_to_string(into.join("01-all-01.txt")).unwrap();
    let lines: std::collections::BTreeSet<&str> = text.lines().collect();
    // Multisets of one, two and three of four sizes.
    assert_eq!((lines.len(), text.lines().count()), (4 + 10 + 20, 34));
}
