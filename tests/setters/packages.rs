//! Packages of problems for judges (`grundy package`).

use std::fs;
use std::path::Path;

use grundy_base::testing::TemporaryFolder;

use super::{files, plan};
use crate::tools::program::{Program, grundy, grundy_with, refused};

#[test]
fn cases_hold_records_and_their_answers() {
    let directory = TemporaryFolder::new();
    let records = directory.path().join("records.txt");
    fs::write(&records, "nim: 2 3\nking 2x2\n.K\n..\nnim: 1 1 ? grundy\n").unwrap();
    let target = directory.path().join("problem");
    let records = records.to_str().unwrap();
    let target = target.to_str().unwrap();
    grundy(&["package", records, "--kattis", target, "--sample", records]);
    let read = |path: &str| fs::read_to_string(Path::new(target).join("data").join(path)).unwrap();
    assert_eq!(read("secret/001-records.ans"), "WIN 1\nWIN 1\n0\n");
    assert_eq!(
        read("sample/001-records.ans"),
        read("secret/001-records.ans")
    );
    assert_eq!(
        read("secret/001-records.in"),
        fs::read_to_string(records).unwrap()
    );

    // A second time it is written only if that is asked for.
    assert_eq!(
        grundy_with(&["package", records, "--kattis", target], "").code(),
        Some(2)
    );
    grundy(&["package", records, "--kattis", target, "--split", "--force"]);
    assert_eq!(read("secret/002-records.in"), "king 2x2\n.K\n..\n");
    assert_eq!(read("secret/003-records.ans"), "0\n");
}

#[test]
fn a_wrong_record_is_never_packaged() {
    let directory = TemporaryFolder::new();
    let [right, wrong] = ["right.txt", "wrong.txt"].map(|name| directory.path().join(name));
    fs::write(&right, "nim: 2 3\n").unwrap();
    fs::write(&wrong, "nim: 2 x\n").unwrap();
    let target = directory.path().join("problem");
    let files = [&right, &wrong].map(|path| path.to_str().unwrap());
    let output = grundy_with(
        &[
            "package",
            files[0],
            files[1],
            "--kattis",
            target.to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(output.code(), Some(1));
    assert!(!target.exists());
}

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
    let mut program = Program::new(&["package", &plan, "--kattis", into.to_str().unwrap()]);
    // No folder stands below a file.
    for name in ["TMPDIR", "TMP", "TEMP"] {
        program = program.variable(name, &plan);
    }
    let output = program.run();
    let said = output.said();
    assert!(
        output.code() == Some(2) && said.contains("stones.toml"),
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
        let output = grundy_with(&[&arguments[..], &[into.to_str().unwrap()]].concat(), "");
        output.said()
    };
    let other = said("game='nim'\n[[group]]\nname='g'\ngiven=['kayles: 3']\n");
    assert!(
        other.contains("group `g`: `kayles: 3` is no record of `nim`"),
        "{other}"
    );
    let hidden = said("game='king'\ninput='heaps'\n[[group]]\nname='g'\n");
    assert!(
        hidden.contains("`heaps` does not show the `rows` of a record, but `board`, `pieces` may"),
        "{hidden}"
    );
    let useless = said("game='nim'\n[[group]]\nname='g'\nsize='3x4'\n");
    assert!(useless.contains("`nim` has no use for `size`"), "{useless}");
    let varied = said("game='subtraction'\ninput='heaps'\n[[group]]\nname='g'\nrecords=5\n");
    assert!(varied.contains("`rules` in the plan"), "{varied}");
}

#[test]
fn forms_that_do_not_show_the_positions_are_refused() {
    for (game, form, said) in [
        (
            "nim",
            "board",
            "`board` does not show the `heaps` of a record, but `heaps`",
        ),
        (
            "nim",
            "edges",
            "`edges` does not show the `heaps` of a record",
        ),
        (
            "cram",
            "heaps",
            "`heaps` does not show the `rows` of a record, but `board`, `pieces` may",
        ),
    ] {
        let rules = if game == "cram" { "3x3" } else { "" };
        let arguments = [
            "generate",
            game,
            rules,
            "--count",
            "2",
            "--in-template",
            form,
        ];
        let arguments = arguments.into_iter().filter(|word| !word.is_empty());
        let refused = grundy_with(&arguments.collect::<Vec<_>>(), "").said();
        assert!(refused.contains(said), "{game} {form}: {refused}");
    }
}

#[test]
fn answers_of_endless_play_are_written_as_records_answer_them() {
    let folder = TemporaryFolder::new();
    let input = folder.path().join("graphs.in");
    let path = input.to_str().unwrap();
    grundy(&[
        "generate",
        "graph",
        "4",
        "--count",
        "20",
        "--seed",
        "1",
        "--in-template",
        "edges",
        "--ans-template",
        "grundy",
        "--output",
        path,
    ]);
    let answers = fs::read_to_string(input.with_extension("ans")).unwrap();
    assert!(answers.lines().any(|answer| answer.starts_with("inf")));
    for answer in answers.lines() {
        let numbers = answer.strip_prefix("inf").unwrap_or(answer).trim_start();
        let are_numbers = numbers
            .split(',')
            .all(|number| number.parse::<u64>().is_ok());
        assert!(numbers.is_empty() || are_numbers, "{answer}");
    }
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
    let read =
        |name: &str| fs::read_to_string(Path::new(target).join("data/secret").join(name)).unwrap();
    assert_eq!(read("001-records.in"), "2\n2\n2 3\n2\n1 1\n");
    assert_eq!(read("001-records.ans"), "First\nSecond\n");
}
