//! Programs held to the answers (`grundy compare`).

use std::fs;

use grundy_base::testing::TemporaryFolder;

use crate::tools::program::{self, grundy_with};

#[cfg(unix)]
#[test]
fn the_least_difference_is_shown() {
    let folder = TemporaryFolder::new();
    let path = folder.path().join("plan.toml");
    fs::write(
        &path,
        "name='a'\ngame='nim'\ninput='heaps'\nanswer='winner'\n[[group]]\nname='r'\nrecords=20\nheaps='2-5'\nmin=1\nmax=1000\noutcome='balanced'\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    // To say that everything is won is wrong for the least lost position within the plan's limits.
    let script = "read t; while [ $t -gt 0 ]; do echo First; t=$((t-1)); done";
    let output = grundy_with(&["compare", path, "--", "sh", "-c", script], "");
    assert_eq!(output.code(), Some(1));
    let said = output.answers();
    assert!(
        said.contains("\n  nim: 1 1\n") && said.contains("Expected:\n  Second\nGot:\n  First"),
        "{said}"
    );
    // The program itself is right.
    let own = format!(
        "read t; while [ $t -gt 0 ]; do read n; read heaps; case $({} --ask winner \"nim: $heaps\") in FIRST) echo \
         First;; *) echo Second;; esac; t=$((t-1)); done",
        program::path().display()
    );
    let output = grundy_with(
        &["compare", path, "--time", "60000", "--", "sh", "-c", &own],
        "",
    );
    assert_eq!(output.code(), Some(0), "{}", output.answers());
    assert_eq!(
        grundy_with(&["compare", path, "--", "/no/such/program"], "").code(),
        Some(2)
    );
    let hangs = grundy_with(
        &[
            "compare", path, "--time", "200", "--shrink", "3", "--", "sleep", "60",
        ],
        "",
    );
    assert!(hangs.answers().contains("nothing within 200 ms"));
}
