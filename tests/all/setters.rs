//! The commands for those who set problems, as they use them.

use grundy_base::testing::TemporaryFolder;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs the program, which must succeed; its standard output.
fn grundy(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The files below a folder with their contents, by their paths.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/");
                all.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

fn plan(name: &str) -> String {
    format!("{}/tests/setters/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

mod generate {
    use super::*;

    #[test]
    fn wanted_bytes_are_the_same_for_ever() {
        // As for records without wishes: every draw is fixed by the published algorithms.
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected/generate/wanted-7.out");
        let mut made = String::new();
        for arguments in [
            "generate nim --heaps 1-5 --max 1e6 --outcome balanced --count 6 --seed 7",
            "generate kayles --outcome lose --count 2 --seed 7 --label",
            "generate nim --near-miss --count 6 --seed 7",
            "generate nim --heaps 4 --distribution log --max 1e18 --count 2 --seed 7 --outcome win",
            "generate king 4x5 --damage 20% --pieces 2 --outcome lose --seed 7 --inline",
            "generate wythoff --min 5 --max 50 --outcome lose --count 2 --seed 7",
            "generate geography 6 --edges 9 --distinct --outcome lose --seed 7",
            "generate rocks --amounts 4 --reach 2 --distinct --outcome win --winning-moves 1 --seed 7",
        ] {
            made.push_str(&grundy(&arguments.split(' ').collect::<Vec<_>>()));
        }
        assert_eq!(made, fs::read_to_string(file).unwrap());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let said = refused(&["generate", "nim", "-o", "/dev/full"]);
        assert!(
            said.starts_with("grundy: /dev/full: ") && !said.contains("os error"),
            "{said}"
        );
        assert!(
            !refused(&[
                "generate",
                "nim",
                "--min",
                "9",
                "--max",
                "3",
                "-o",
                "/dev/full"
            ])
            .contains("/dev/full")
        );
    }

    #[test]
    fn wishes_that_cannot_be_are_said() {
        assert!(
            refused(&["generate", "nim", "--heaps", "1", "--outcome", "lose"])
                .contains("were counted")
        );
        for (arguments, option) in [
            ("king --min 3", "--min"),
            ("nim 5x5", "a board size"),
            ("nim 5", "a number before the options"),
            ("king --overshoot", "--overshoot"),
        ] {
            let said = refused(
                &["generate"]
                    .into_iter()
                    .chain(arguments.split(' '))
                    .collect::<Vec<_>>(),
            );
            assert!(said.ends_with(&format!("no use for {option}\n")), "{said}");
        }
        assert!(
            refused(&["generate", "geography", "4", "--edges", "7", "--distinct"])
                .contains("0 to 6")
        );
        assert!(refused(&["generate", "nim", "--in-template", "heap"]).contains("ready: heaps"));
    }
}

mod plans {
    use super::*;

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
            names.is_sorted()
                && names.contains(&"02-small-01.txt")
                && names.contains(&"manifest.json")
        );
        assert!(refused(&arguments).contains("not empty"));
        fs::write(Path::new(into).join("stale.txt"), "x").unwrap();
        grundy(&[&arguments[..], &["--force"]].concat());
        assert_eq!(files(Path::new(into)), first);
        // A folder of somebody else is left alone.
        let other = folder.path().join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("thesis.txt"), "x").unwrap();
        let other = other.to_str().unwrap();
        assert!(
            refused(&["generate", "--plan", &plan, "--into", other, "--force"])
                .contains("left alone")
        );
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
}

mod packages {
    use super::*;

    #[test]
    fn a_plan_becomes_a_package_for_every_judge() {
        let folder = TemporaryFolder::new();
        let of = |name: &str| folder.path().join(name);
        let [kattis, polygon, domjudge] = ["kattis", "polygon", "domjudge"].map(of);
        let plan = plan("kings");
        let arguments = [
            "package",
            &plan,
            "--no-run",
            "--kattis",
            kattis.to_str().unwrap(),
            "--polygon",
            polygon.to_str().unwrap(),
            "--domjudge",
            domjudge.to_str().unwrap(),
        ];
        grundy(&arguments);
        let names = |folder: &Path| {
            files(folder)
                .into_iter()
                .map(|(name, _)| name)
                .collect::<Vec<_>>()
        };
        for name in [
            "problem.yaml",
            "problem_statement/problem.en.tex",
            "input_validators/validate.py",
            "output_validators/check.py",
            "data/sample/01-sample-01.in",
            "data/secret/02-random-02.ans",
            "submissions/accepted/search.cpp",
            "submissions/wrong_answer/first.py",
            "report.md",
            "manifest.json",
        ] {
            assert!(names(&kattis).contains(&name.to_owned()), "{name}");
            assert!(names(&domjudge).contains(&name.to_owned()), "{name}");
        }
        assert!(names(&domjudge).contains(&"domjudge-problem.ini".to_owned()));
        for name in [
            "problem.xml",
            "tests/01",
            "tests/03.a",
            "files/validator.cpp",
            "files/check.cpp",
        ] {
            assert!(names(&polygon).contains(&name.to_owned()), "{name}");
        }
        let problem = fs::read_to_string(polygon.join("problem.xml")).unwrap();
        assert!(
            problem.contains("<test method=\"manual\" sample=\"true\" description="),
            "{problem}"
        );
        assert!(refused(&arguments).contains("not empty"));
        let before = files(&kattis);
        grundy(&[&arguments[..], &["--force"]].concat());
        assert_eq!(files(&kattis), before);
    }

    #[test]
    fn a_package_is_not_written_untried_where_no_file_can_be_made() {
        let folder = TemporaryFolder::new();
        let into = folder.path().join("problem");
        let plan = plan("stones");
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(["package", &plan, "--kattis", into.to_str().unwrap()]);
        // No folder stands below a file.
        let output = command
            .envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, &plan)))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && said.contains("stones.toml"),
            "{said}"
        );
        assert!(!into.exists());
    }

    #[test]
    fn confusions_of_setters_are_said() {
        let folder = TemporaryFolder::new();
        let path = folder.path().join("plan.toml");
        let said = |text: &str| {
            fs::write(&path, format!("name='a'\n{text}")).unwrap();
            let into = folder.path().join("problem");
            let arguments = [
                "package",
                path.to_str().unwrap(),
                "--no-run",
                "--force",
                "--kattis",
            ];
            let output = run(&[&arguments[..], &[into.to_str().unwrap()]].concat());
            String::from_utf8(output.stderr).unwrap()
        };
        let other = said("game='nim'\n[[group]]\nname='g'\ngiven=['kayles: 3']\n");
        assert!(
            other.contains("group `g`: `kayles: 3` is no record of `nim`"),
            "{other}"
        );
        let hidden = said("game='king'\ninput='heaps'\n[[group]]\nname='g'\n");
        assert!(
            hidden.contains(
                "`heaps` does not show the `rows` of a record, but `board`, `pieces` may"
            ),
            "{hidden}"
        );
        let useless = said("game='nim'\n[[group]]\nname='g'\nsize='3x4'\n");
        assert!(useless.contains("`nim` has no use for `size`"), "{useless}");
        let varied = said("game='subtraction'\ninput='heaps'\n[[group]]\nname='g'\nrecords=5\n");
        assert!(varied.contains("`rules` in the plan"), "{varied}");
    }

    #[test]
    fn records_become_cases_in_the_format_of_templates() {
        let folder = TemporaryFolder::new();
        let records = folder.path().join("records.txt");
        fs::write(&records, "nim: 2 3 // first\nnim: 1 1 ? grundy\n").unwrap();
        let target = folder.path().join("problem");
        let [records, target] = [&records, &target].map(|path| path.to_str().unwrap());
        grundy(&[
            "package",
            records,
            "--kattis",
            target,
            "--in-template",
            "heaps",
            "--ans-template",
            "winner",
        ]);
        let read = |name: &str| {
            fs::read_to_string(Path::new(target).join("data/secret").join(name)).unwrap()
        };
        assert_eq!(read("001-records.in"), "2\n2\n2 3\n2\n1 1\n");
        assert_eq!(read("001-records.ans"), "First\nSecond\n");
    }
}

mod comparison {
    use super::*;

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
        // Everything is won: wrong for the least lost position within the plan's limits.
        let script = "read t; while [ $t -gt 0 ]; do echo First; t=$((t-1)); done";
        let output = run(&["compare", path, "--", "sh", "-c", script]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(
            said.contains("\n  nim: 1 1\n") && said.contains("Expected:\n  Second\nGot:\n  First"),
            "{said}"
        );
        // The program itself is right.
        let own = format!(
            "read t; while [ $t -gt 0 ]; do read n; read heaps; case $({} --ask winner \"nim: $heaps\") in FIRST) echo \
             First;; *) echo Second;; esac; t=$((t-1)); done",
            env!("CARGO_BIN_EXE_grundy")
        );
        let output = run(&["compare", path, "--time", "60000", "--", "sh", "-c", &own]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        assert_eq!(
            run(&["compare", path, "--", "/no/such/program"])
                .status
                .code(),
            Some(2)
        );
        let hangs = run(&[
            "compare", path, "--time", "200", "--shrink", "3", "--", "sleep", "60",
        ]);
        assert!(String::from_utf8_lossy(&hangs.stdout).contains("nothing within 200 ms"));
    }
}

mod interaction {
    use super::*;

    /// Plays nim against the program; what he writes in his turn is up to him. The exit status.
    fn against(
        options: &[&str],
        mut says: impl FnMut(&mut Vec<u64>) -> Option<String>,
    ) -> Option<i32> {
        let mut judge: Child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["interact", "nim: 7 12 20", "--numbers"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut to = judge.stdin.take();
        let mut lines = BufReader::new(judge.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "nim: 7 12 20");
        assert_eq!(lines.next().unwrap().unwrap(), "first");
        let mut heaps = vec![7, 12, 20];
        while let Some(pipe) = &mut to {
            match says(&mut heaps) {
                // He is gone.
                None => to = None,
                Some(text) => {
                    let _ = pipe.write_all(text.as_bytes());
                }
            }
            let Some(Ok(line)) = lines.next() else { break };
            let Some((index, left)) = line.split_once(' ') else {
                break;
            };
            heaps[index.parse::<usize>().unwrap() - 1] = left.parse().unwrap();
        }
        judge.wait().unwrap().code()
    }

    fn best(heaps: &mut [u64]) -> Option<String> {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let i = heaps.iter().position(|&heap| heap ^ sum < heap)?;
        heaps[i] ^= sum;
        Some(format!("{} {}\n", i + 1, heaps[i]))
    }

    fn any(heaps: &mut [u64]) -> Option<String> {
        let i = heaps.iter().position(|&heap| heap > 0)?;
        heaps[i] -= 1;
        Some(format!("{} {}\n", i + 1, heaps[i]))
    }

    #[test]
    fn a_message_that_cannot_be_written_has_the_name_of_its_file() {
        let folder = TemporaryFolder::new();
        fs::create_dir(folder.path().join("judgemessage.txt")).unwrap();
        let output = run(&[
            "interact",
            "nim: 3",
            "--feedback",
            folder.path().to_str().unwrap(),
        ]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains("judgemessage.txt: ") && !said.contains("os error"),
            "{said}"
        );
    }

    #[test]
    fn one_contestant_is_right() {
        for (codes, status) in [("plain", 0), ("kattis", 42), ("testlib", 0)] {
            assert_eq!(
                against(&["--codes", codes], |heaps| best(heaps)),
                Some(status)
            );
        }
    }

    #[test]
    fn five_contestants_are_wrong_each_in_his_way() {
        let codes = ["--codes", "testlib", "--time", "1500"];
        // He loses what was won.
        assert_eq!(against(&codes, |heaps| any(heaps)), Some(1));
        // He takes nothing.
        assert_eq!(against(&codes, |_| Some("1 7\n".into())), Some(1));
        // He talks.
        assert_eq!(
            against(&codes, |_| Some("I take one stone\n".into())),
            Some(2)
        );
        // He is silent: the pipe is open, and nothing comes.
        assert_eq!(
            against(&["--codes", "testlib", "--time", "200"], |_| Some(
                String::new()
            )),
            Some(1)
        );
        // He leaves.
        assert_eq!(against(&codes, |_| None), Some(1));
        // He floods.
        assert_eq!(against(&codes, |_| Some("1".repeat(1 << 20))), Some(2));
        assert_eq!(
            against(&["--codes", "kattis", "--time", "200"], |_| Some(
                String::new()
            )),
            Some(43)
        );
    }
}
