//! What a person sees on a terminal. A Python program gives the program one; where there is no Python, nothing is tested.

use grundy_base::testing::{TemporaryFolder, python_interpreter};
use std::process::Command;

use crate::tools::program::{Program, path};

/// Runs a program on a terminal until it ends, or certain words are shown.
const TERMINAL: &str = r#"
import os, pty, select, signal, sys
until = sys.argv[1].encode()
process, terminal = pty.fork()
if process == 0:
    os.execv(sys.argv[2], sys.argv[2:])
shown = b""
while until not in shown:
    if not select.select([terminal], [], [], 300)[0]:
        break
    try:
        more = os.read(terminal, 4096)
    except OSError:  # So Linux says that the program has ended.
        break
    if not more:
        break
    shown += more
os.kill(process, signal.SIGKILL)
sys.stdout.buffer.write(shown)
"#;

/// Runs the program on a terminal until it ends, or these words are shown, and returns what was shown; `None` where there
/// is no Python.
fn shown(arguments: &[&str], until: &str) -> Option<String> {
    let folder = TemporaryFolder::new();
    let script = folder.path().join("terminal.py");
    std::fs::write(&script, TERMINAL).unwrap();
    let python = python_interpreter("python3");
    Command::new(&python).arg("--version").output().ok()?;
    let mut command = Command::new(python);
    command.env("TERM", "xterm");
    command.arg(&script).arg(until).arg(path()).args(arguments);
    Some(Program::of(command).run().succeeded())
}

#[test]
fn an_answer_that_comes_at_once_stands_alone() {
    if let Some(shown) = shown(&["nim: 3"], "no such words") {
        assert_eq!(shown, "WIN 1\r\n");
    }
}

#[test]
fn how_far_a_long_search_has_come_is_shown_where_its_answer_will_stand() {
    let record = "octal 0.37: 10000000000000000000";
    for command in [&["--threads", "2", record][..], &["explain", record]] {
        if let Some(shown) = shown(command, "heaps/s") {
            assert!(shown.contains("heaps/s"), "{shown}");
        }
    }
}
