//! The commit that the sources of a package are from, for the build script, which has this file as a module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A commit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    /// The first digits of its hash.
    pub(crate) hash: String,
    /// The file that changes when another commit takes its place, if there is one.
    pub(crate) changes_with: Option<PathBuf>,
}

/// Finds the commit of a package in this folder; `None` if nothing tells it.
pub(crate) fn commit_of(package: &Path) -> Option<Commit> {
    noted(package).or_else(|| of_repository(&package.join("../..")))
}

/// Reads the note that `cargo package` puts next to the sources, where there is no git: `"sha1": "…"`.
fn noted(package: &Path) -> Option<Commit> {
    let note = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let hash = note.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    let is_hash = hash.len() >= 10 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| Commit {
        hash: hash[..10].to_owned(),
        changes_with: None,
    })
}

/// Asks git for the last commit, if this folder is a repository of its own and not a part of another.
fn of_repository(root: &Path) -> Option<Commit> {
    // In a worktree it is a file.
    if !root.join(".git").exists() {
        return None;
    }
    let log = git(root, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| root.join(log));
    Some(Commit {
        hash: git(root, &["rev-parse", "--short=10", "HEAD"])?,
        changes_with: log.filter(|log| log.exists()),
    })
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    let output = git.arg("-C").arg(root).args(arguments).output().ok()?;
    if !output.status.success() {
        return None;
    }
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::testing::TemporaryFolder;

    #[test]
    fn the_commit_of_a_repository_is_found_from_the_folder_of_this_package() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.join("../..");
        let found = commit_of(package);
        if git(&root, &["--version"]).is_none() || !root.join(".git").exists() {
            assert_eq!(found, None);
            return;
        }
        let Commit { hash, changes_with } = found.expect("a repository has a commit");
        assert!(
            hash.len() >= 10 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{hash}"
        );
        assert!(changes_with.is_none_or(|log| log.is_file()));
    }

    #[test]
    fn a_published_package_has_a_note_and_other_folders_have_no_commit() {
        let folder = TemporaryFolder::new();
        let package = folder.path().join("crates/batch");
        fs::create_dir_all(&package).unwrap();
        assert_eq!(commit_of(&package), None);
        let note = "{\"git\": {\"sha1\": \"0123456789abcdef0123456789abcdef01234567\"}}";
        fs::write(package.join(".cargo_vcs_info.json"), note).unwrap();
        let hash = commit_of(&package).map(|commit| commit.hash);
        assert_eq!(hash.as_deref(), Some("0123456789"));
    }
}
