//! The list of games, examples, help and completions.

use grundy_games::catalogue::STANDARD;

use crate::tools::program::{ListedGame, commands, games, grundy, grundy_with};

#[test]
fn every_game_is_listed_and_described() {
    let games = games();
    let listed = games.iter().map(|game| game.name.as_str());
    let known = STANDARD.iter().map(|game| &*game.signature().name);
    assert!(listed.eq(known), "{games:?}");
    for ListedGame { name, example } in games {
        let description = grundy(&["games", &name]);
        for part in ["form", "limits", "asks", &example] {
            assert!(description.contains(part), "{name}: {description}");
        }
    }
    assert_eq!(grundy_with(&["games", "chess"], "").code(), Some(2));
}

#[test]
fn heaps_with_and_without_a_limit_are_drawn_explained_and_played() {
    let record = "fibonacci-nim: 9 7,2";
    assert!(grundy(&["table", record]).contains('9'));
    assert!(grundy(&["explain", record]).contains("WIN"));
    let play = grundy(&["play", record, "--first", "both-computer", "--seed", "1"]);
    assert!(
        play.contains("1: 9\n") && play.contains("2: 7,2\n") && play.contains("wins"),
        "{play}"
    );
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let help = grundy(&[&command, "--help"]);
        assert!(help.contains("Example"), "{command}: {help}");
    }
}

/// The commit stands there in a release that is built from a repository; `crates/batch/src/commit.rs` finds it.
#[test]
fn the_version_may_name_a_commit() {
    let said = grundy(&["--version"]);
    let version = concat!("grundy ", env!("CARGO_PKG_VERSION"));
    let rest = said.trim_end().strip_prefix(version).expect("a version");
    let commit = rest
        .strip_prefix(" (")
        .and_then(|rest| rest.strip_suffix(')'));
    let is_hash =
        |hash: &str| hash.len() >= 10 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(rest.is_empty() || commit.is_some_and(is_hash), "{said}");
}

#[test]
fn completions_are_made() {
    for shell in ["bash", "zsh", "fish"] {
        let script = grundy(&["completions", shell]);
        assert!(script.contains("generate"), "{shell}");
        assert!(script.contains("dawson-kayles"), "{shell}");
    }
}

/// Asks a shell to run a program of its language; returns `None`, with a message, where the shell is not installed.
fn asked(shell: &str, arguments: &[&str]) -> Option<String> {
    match std::process::Command::new(shell).args(arguments).output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(_) => {
            eprintln!("skipped: {shell} is not installed");
            None
        }
    }
}

#[test]
fn fish_completes_commands_games_and_values() {
    let script = grundy(&["completions", "fish"]);
    for (line, wanted) in [
        ("grundy ta", "table"),
        ("grundy games ki", "king"),
        ("grundy --format ", "json"),
        ("grundy --progress ", "never"),
        ("grundy play --level ", "perfect"),
    ] {
        let program = format!("{script}\ncomplete -C '{line}'");
        let Some(offered) = asked("fish", &["--no-config", "-c", &program]) else {
            return;
        };
        let words = offered.lines().filter_map(|line| line.split('\t').next());
        assert!(
            words.into_iter().any(|word| word == wanted),
            "{line}: {offered}"
        );
        if line.ends_with(' ') {
            assert!(!offered.contains("Cargo.toml"), "{line}: {offered}");
        }
    }
}

#[test]
fn zsh_completes_commands_games_and_values() {
    // A shell in a terminal of its own types the line and a tab; the line that it then has is printed.
    const DRIVER: &str = r#"
zmodload zsh/zpty
zpty asked zsh -f -i
zpty -w asked "PS1=; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -u -D; source $1"
zpty -w asked 'shown() { print -r -- "<<$BUFFER>>"; BUFFER=; }; zle -N shown; bindkey "^G" shown'
zpty -w asked 'print rea"dy"'
zpty -r asked seen '*ready*'
zpty -n -w asked "$2"$'\t\a'
zpty -r asked seen '*<<*>>*'
print -r -- "$seen"
"#;
    if asked("zsh", &["--version"]).is_none() {
        return;
    }
    let path = std::env::temp_dir().join(format!("grundy-{}.zsh", std::process::id()));
    std::fs::write(&path, grundy(&["completions", "zsh"])).unwrap();
    let path = path.to_str().unwrap();
    for (line, wanted) in [
        ("grundy tab", "<<grundy table >>"),
        ("grundy games kayl", "<<grundy games kayles >>"),
        ("grundy --format js", "<<grundy --format json >>"),
        (
            "grundy play --level perf",
            "<<grundy play --level perfect >>",
        ),
        ("grundy Cargo.to", "<<grundy Cargo.toml >>"),
    ] {
        let Some(typed) = asked(
            "timeout",
            &["20", "zsh", "-f", "-c", DRIVER, "zsh", path, line],
        ) else {
            return;
        };
        assert!(typed.contains(wanted), "{line}: {typed}");
    }
    std::fs::remove_file(path).unwrap();
}
