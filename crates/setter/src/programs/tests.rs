//! The programs of every game, run against the answers.

use grundy_base::testing::{TemporaryFolder, includes_of_cpp, joined_cpp, python_interpreter};
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use itertools::Itertools;

use crate::jobs::on_all;
use crate::trial::{Call, TrialVerdict, is_right};
use crate::{Files, Judge, Package, Plan};
use grundy_games::Context;
use grundy_games::catalogue::STANDARD;
use grundy_record::{Keyword, PositionKind, Signature, Slot, Structure};

/// A problem about a game.
#[derive(Clone, Debug)]
struct Problem {
    game: String,
    rules: String,
    /// The name of the template of the input.
    input: &'static str,
    /// Further lines of the group.
    more: String,
}

impl Problem {
    fn new(game: &str, rules: &str, input: &'static str, more: &str) -> Problem {
        Problem {
            game: game.to_owned(),
            rules: rules.to_owned(),
            input,
            more: more.to_owned(),
        }
    }
}

/// Makes the problems of a game of numbers whose options are written in its file: by the rules of its example, and with
/// each keyword that changes the rule.
fn problems_of_numbers(signature: &Signature) -> Vec<Problem> {
    let is_defined = signature.definition.or(signature.definition_at).is_some();
    let (input, max) = match (signature.structure, signature.position) {
        (Structure::Sum, PositionKind::Numbers) => ("heaps", 20),
        (Structure::Sum, PositionKind::Tuples { .. }) => ("pairs", 12),
        (Structure::Row, PositionKind::Row) => ("heaps", 6),
        (Structure::Row, PositionKind::Squares { .. }) => ("heaps", 12),
        _ => return Vec::new(),
    };
    if !is_defined {
        return Vec::new();
    }
    let (rules, _) = signature.example.split_once(':').expect("a colon");
    let rules = rules.strip_prefix(&*signature.name).expect("the name");
    let rules = rules.trim();
    let problem = |rules: &str, more: &str| Problem::new(&signature.name, rules, input, more);
    let mut problems = vec![problem(rules, &format!("max = {max}"))];
    for keyword in [Keyword::Ring, Keyword::Positive] {
        if signature.keywords.contains(&keyword) {
            let rules = format!("{rules} {}", keyword.word());
            problems.push(problem(rules.trim(), &format!("min = 1\nmax = {max}")));
        }
    }
    problems
}

/// Further problems: game, rules, template of the input, further lines of the group.
const PROBLEMS: &[(&str, &str, &str, &str)] = &[
    ("nim", "", "single", "max = 40\nrecords = 1"),
    ("nim", "", "heaps", "max = 9\nkeywords = ['misere']"),
    ("subtraction", "", "amounts", "max = 40"),
    ("subtraction", "squares", "heaps", "max = 40"),
    ("subtraction", "2 3 misere", "heaps", "max = 9"),
    ("octal", "0.302", "heaps", "max = 20"),
    ("octal", "4.7 ring", "heaps", "min = 1\nmax = 20"),
    ("octal", "4.7", "numbers", "max = 20\nheaps = 1"),
    ("take-and-break", "0.3F", "heaps", "max = 15"),
    ("take-and-break", "0.12[34]", "heaps", "max = 15"),
    ("take-and-break", "4!.0F", "heaps", "max = 15"),
    ("flags", "1-3 left 1", "numbers", "max = 40"),
    ("flags", "2 3 left 2 overshoot", "numbers", "max = 40"),
    ("flags", "2 5 left 3 or-less", "numbers", "max = 40"),
    ("rocks", "2,0 -1,2", "pairs", "max = 8"),
    ("rocks", "1,0 0,1 damaged 3,4 2,2", "piles", "max = 1"),
    (
        "king",
        "",
        "board",
        "size = '5x6'\npieces = 3\ndamage = '15%'",
    ),
    (
        "rook",
        "",
        "board",
        "size = '5x6'\npieces = 3\ndamage = '15%'",
    ),
    (
        "bishop",
        "",
        "pieces",
        "size = '5x6'\npieces = 3\ndamage = '15%'",
    ),
    (
        "queen",
        "",
        "board",
        "size = '5x6'\npieces = 2\ndamage = '15%'",
    ),
    (
        "knight",
        "",
        "pieces",
        "size = '5x6'\npieces = 3\ndamage = '15%'",
    ),
    (
        "leaper",
        "-1,0 0,-2",
        "board",
        "size = '5x6'\npieces = 3\ndamage = '15%'",
    ),
    ("factor", "", "drawn", "limit = 14"),
    ("geography", "", "edges", "limit = 9\nedges = 14"),
    (
        "graph",
        "",
        "edges",
        "limit = 9\nedges = 14\nacyclic = true",
    ),
    ("graph", "", "edges", "limit = 6\nedges = 10"),
    ("wythoff", "2", "pairs", "max = 14"),
    (
        "rules",
        "[n] -> [n-1] | [n/2] if n > 0",
        "heaps",
        "max = 30",
    ),
    (
        "rules",
        "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in {1,3,5..9} ; lose if a == b",
        "pairs",
        "max = 9",
    ),
    (
        "rules",
        "[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k",
        "numbers",
        "max = 20",
    ),
    (
        "rules",
        "[n] -> [n-k] for k in 1..3 ; win if n == 1 ; draw if n % 7 == 2",
        "numbers",
        "max = 30",
    ),
    (
        "rules",
        "[s] -> [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1",
        "numbers",
        "max = 60",
    ),
    (
        "rules",
        "[n] -> [n-d] for d in divisors(n) if d < n and not isprime(d) == 1 ; misere",
        "numbers",
        "max = 40",
    ),
    ("coins", "up-to 3", "piles", "max = 9"),
    ("coins", "run", "heaps", "max = 12"),
    ("coins", "exactly 2 x exactly 2", "piles", "max = 5"),
    ("turning-turtles", "", "heaps", "max = 9"),
    ("mock-turtles", "", "piles", "max = 9"),
    ("ruler", "", "heaps", "max = 12"),
    ("cram", "", "board", "size = '4x4'"),
    ("place", "tromino", "board", "size = '4x4'"),
    ("place", "0,0+1,1 turned", "board", "size = '3x4'"),
    ("placement", "queen", "board", "size = '4x4'"),
    ("placement", "knight", "pieces", "size = '3x4'"),
    ("node-kayles", "", "board", "size = '4x4'"),
    ("node-kayles", "", "edges", "limit = 9\nedges = 9"),
    ("arc-kayles", "", "edges", "limit = 9\nedges = 9"),
    ("take", "", "sets", "limit = 9\nedges = 9"),
    ("chomp", "", "heaps", "size = '3x4'"),
    ("poset", "", "edges", "limit = 8\nedges = 8"),
    (
        "rewrite",
        "XO>.X OX>.O turned",
        "letters",
        "size = '2x4'\nheaps = 2",
    ),
    ("rewrite", ".>X .>O alive", "letters", "size = '1x6'"),
    ("rewrite", "_1_1>", "letters", "size = '1x8'"),
    ("rewrite", "AB*>A", "letters", "size = '1x8'"),
    ("rewrite", "X_>.# king never XX", "letters", "size = '2x3'"),
    (
        "rewrite",
        ".>X ring ends XX misere",
        "letters",
        "size = '1x6'",
    ),
    ("rewrite", "..>## joined turned", "letters", "size = '2x4'"),
    (
        "rewrite",
        "XO>.X OX>.O graph 6 1-2 2-3 3-4 2>5 5-6",
        "letters",
        "",
    ),
];

/// Says whether rooms know the moves of a game; otherwise its programs are begun and not written.
fn has_moves(signature: &Signature) -> bool {
    let definition = signature.definition.or(signature.definition_at);
    let is_rule = signature.has(Slot::Rule);
    let is_rewriting = signature.has(Slot::Rewriting);
    definition.is_some() || signature.known_moves.is_some() || is_rule || is_rewriting
}

/// The games of whose first problem the programs in C++ are compiled in a short run, which takes seconds for each: one for
/// each way to play.
const COMPILED: [&str; 8] = [
    "rewrite",
    "end-nim",
    "king",
    "cram",
    "placement",
    "chomp",
    "flags",
    "take-and-break",
];

fn package(problem: &Problem, answer: &str) -> Package {
    let Problem {
        game,
        rules,
        input,
        more,
    } = problem;
    let rules = if rules.is_empty() {
        String::new()
    } else {
        format!("rules = '{rules}'\n")
    };
    let records = if more.contains("records") {
        ""
    } else {
        "records = 8\n"
    };
    let text = format!(
        "name = 'a'\ngame = '{game}'\n{rules}input = '{input}'\nanswer = '{answer}'\n[[group]]\nname = 'g'\n{records}{more}\n"
    );
    let plan = Plan::read(&text, Path::new(".")).unwrap_or_else(|error| panic!("{text}: {error}"));
    Package::make(plan, false, &Context::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the words that call a program in Python.
///
/// The interpreter is looked for once, and loads no packages that are installed.
fn python(path: String) -> Vec<String> {
    static INTERPRETER: LazyLock<String> = LazyLock::new(|| python_interpreter("python3"));
    vec![INTERPRETER.clone(), "-S".to_owned(), path]
}

/// Runs a program of a package on the package's first case, and returns what is wrong: `None` if nothing is, and if it cannot
/// be run here.
fn fault(
    files: &Files,
    words: Vec<String>,
    folder: &TemporaryFolder,
    right: bool,
    any_move: bool,
) -> Option<String> {
    let of = |name: &str| files.iter().find(|(file, _)| file == name).unwrap();
    let case = "data/secret/01-g-01";
    let [input, answer] = ["in", "ans"]
        .map(|end| String::from_utf8_lossy(&of(&format!("{case}.{end}")).1).into_owned());
    match call(words, folder).run(&input, 1 << 20) {
        Err(_) => None,
        Ok(Ok(out)) if !right || is_right(&out, &answer, any_move) => None,
        Ok(Ok(out)) => Some(format!("{out} instead of {answer}")),
        Ok(other) => Some(format!("{other:?}")),
    }
}

/// Makes the call of a program.
fn call(words: Vec<String>, folder: &TemporaryFolder) -> Call {
    Call {
        words,
        folder: folder.path().to_owned(),
        time: Duration::from_secs(120),
    }
}

/// Checks a program in Python of a package.
fn fault_of_python(
    files: &Files,
    (name, text): &(String, Vec<u8>),
    right: bool,
    any_move: bool,
) -> Option<String> {
    let folder = TemporaryFolder::new();
    let path = folder.path().join(name.rsplit('/').next().unwrap());
    std::fs::write(&path, text).unwrap();
    let words = python(path.to_str().unwrap().to_owned());
    fault(files, words, &folder, right, any_move)
}

/// A program in C++ that solves a problem.
struct Solution {
    /// What messages call it.
    name: String,
    /// The package that it belongs to.
    files: Files,
    /// Whether any winning move is a right answer.
    any_move: bool,
    /// The program.
    text: String,
}

/// Compiles a program in C++; `Ok(false)` if that cannot be done here.
fn compile(text: &str, made: &str, folder: &TemporaryFolder) -> Result<bool, String> {
    let source = format!("{made}.cpp");
    std::fs::write(&source, text).unwrap();
    let words = ["g++", "-std=c++20", "-O0", "-o", made, &source].map(str::to_owned);
    match call(words.into(), folder).run("", 1 << 20) {
        Ok(Ok(_)) => Ok(true),
        Err(_) => Ok(false),
        Ok(other) => Err(format!("{other:?}")),
    }
}

/// Checks a program in C++ as it stands.
fn fault_of_cpp(solution: &Solution) -> Option<String> {
    let folder = TemporaryFolder::new();
    let path = folder.path().join("alone");
    let made = path.to_str().unwrap();
    match compile(&solution.text, made, &folder) {
        Ok(true) => {
            let words = vec![made.to_owned()];
            fault(&solution.files, words, &folder, true, solution.any_move)
        }
        Ok(false) => None,
        Err(said) => Some(said),
    }
}

/// Checks programs in C++ that include the same: in a full run each as it stands. In a short one the first is compiled as it
/// stands, and the others as parts of one program.
fn faults_of_cpp(solutions: &[&Solution]) -> String {
    let count_alone = grundy_base::testing::sized(1, solutions.len());
    let (alone, parts) = solutions.split_at(count_alone);
    let mut said = String::new();
    for solution in alone {
        if let Some(fault) = fault_of_cpp(solution) {
            said.push_str(&format!("{}: {fault}\n", solution.name));
        }
    }
    said + &faults_of_parts(parts)
}

/// Checks programs in C++ as parts of one program.
fn faults_of_parts(solutions: &[&Solution]) -> String {
    if solutions.is_empty() {
        return String::new();
    }
    let programs: Vec<&str> = solutions.iter().map(|part| part.text.as_str()).collect();
    let all = joined_cpp(&programs);
    let folder = TemporaryFolder::new();
    let path = folder.path().join("all");
    let made = path.to_str().unwrap();
    match compile(&all, made, &folder) {
        Ok(true) => {}
        Ok(false) => return String::new(),
        Err(said) => {
            let names: Vec<&str> = solutions.iter().map(|part| part.name.as_str()).collect();
            return format!("one of {}: {said}", names.join(", "));
        }
    }
    let mut said = String::new();
    for (i, solution) in solutions.iter().enumerate() {
        let words = vec![made.to_owned(), i.to_string()];
        if let Some(fault) = fault(&solution.files, words, &folder, true, solution.any_move) {
            said.push_str(&format!("{}: {fault}\n", solution.name));
        }
    }
    said
}

#[test]
fn every_game_has_programs_that_solve_it() {
    let full = grundy_base::testing::sized(false, true);
    let mut problems: Vec<Problem> = Vec::new();
    for game in STANDARD {
        problems.extend(problems_of_numbers(game.signature()));
    }
    for (game, rules, input, more) in PROBLEMS {
        problems.push(Problem::new(game, rules, input, more));
    }
    let is_tried = |name: &str| problems.iter().any(|problem| problem.game == name);
    for game in STANDARD {
        let signature = game.signature();
        let name = &*signature.name;
        assert_eq!(is_tried(name), has_moves(signature), "problems of {name}");
    }
    let solutions = Mutex::new(Vec::new());
    let said = on_all(problems.len(), 2, |number| {
        let mut said = String::new();
        let problem = &problems[number];
        let answers: &[&str] = match (full, number % 2) {
            (true, _) => &["verdict", "move"],
            (false, 0) => &["verdict"],
            (false, _) => &["move"],
        };
        for answer in answers {
            let files = package(problem, answer).files(Judge::Kattis).unwrap();
            let of = |folder: &str, ending: &str| {
                let fits = |name: &str| {
                    name.starts_with(&format!("submissions/{folder}")) && name.ends_with(ending)
                };
                files
                    .iter()
                    .filter(|(name, _)| fits(name))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            let first = problems.iter().position(|other| other.game == problem.game);
            let compiled = full || COMPILED.contains(&&*problem.game) && first == Some(number);
            let cpp = of("accepted", ".cpp");
            let python = of("accepted", ".py");
            if cpp.is_empty() || python.is_empty() {
                said.push_str(&format!("{problem:?} {answer}: no program\n"));
            }
            for program in python {
                if let Some(fault) = fault_of_python(&files, &program, true, *answer == "move") {
                    said.push_str(&format!("{problem:?} {answer} {}: {fault}\n", program.0));
                }
            }
            for (name, text) in cpp.into_iter().filter(|_| compiled) {
                let text = String::from_utf8(text).unwrap();
                solutions.lock().unwrap().push(Solution {
                    name: format!("{problem:?} {answer} {name}"),
                    files: files.clone(),
                    any_move: *answer == "move",
                    text,
                });
            }
            // Wrong ones also end.
            for program in of("wrong_answer", ".py").into_iter().filter(|_| full) {
                if let Some(fault) = fault_of_python(&files, &program, false, *answer == "move") {
                    said.push_str(&format!("{problem:?} {answer} {}: {fault}\n", program.0));
                }
            }
        }
        said
    });
    assert!(said.iter().all(String::is_empty), "{}", said.concat());
    let solutions = solutions.into_inner().unwrap();
    let groups = solutions
        .iter()
        .into_group_map_by(|solution| includes_of_cpp(&solution.text));
    let groups: Vec<_> = groups.values().flat_map(|group| group.chunks(20)).collect();
    let said = on_all(groups.len(), 2, |group| faults_of_cpp(groups[group]));
    assert!(said.iter().all(String::is_empty), "{}", said.concat());
}

#[test]
fn a_small_number_in_every_record_gives_no_narrow_formula() {
    for (game, rules, records) in [
        (
            "wythoff",
            "",
            "'wythoff: 1,5', 'wythoff: 5,1', 'wythoff: 3,5 1,2', 'wythoff: 0,7 7,9', 'wythoff: 1,8 8,0'",
        ),
        (
            "rocks",
            "1,0 0,1 1,1",
            "'rocks 1,0 0,1 1,1: 0,4', 'rocks 1,0 0,1 1,1: 4,0', 'rocks 1,0 0,1 1,1: 1,3 8,8', 'rocks 1,0 0,1 1,1: 3,1'",
        ),
    ] {
        let package = package(
            &Problem::new(game, rules, "piles", &format!("given = [{records}]")),
            "grundy",
        );
        let files = package.files(Judge::Kattis).unwrap();
        let accepted = |(name, _): &&(String, Vec<u8>)| name.starts_with("submissions/accepted/");
        let python: Vec<_> = files
            .iter()
            .filter(accepted)
            .filter(|(name, _)| name.ends_with(".py"))
            .collect();
        assert!(!python.is_empty(), "{game}");
        for program in python {
            assert_eq!(
                fault_of_python(&files, program, true, false),
                None,
                "{game} {}",
                program.0
            );
        }
    }
}

#[test]
fn an_input_of_the_setters_own_gets_stubs() {
    let folder = TemporaryFolder::new();
    let template = "{% for r in records %}\n{{ r.heaps|join(\",\") }}\n{% endfor %}\n";
    std::fs::write(folder.path().join("mine"), template).unwrap();
    let text = "name = 'a'\ngame = 'kayles'\ninput = 'mine'\nanswer = 'verdict'\n[[group]]\nname = 'g'\nrecords = 5\nmax = 30\n";
    let plan = Plan::read(text, folder.path()).unwrap();
    let package = Package::make(plan, false, &Context::default()).unwrap();
    let files = package.files(Judge::Kattis).unwrap();
    let validator = files
        .iter()
        .find(|(name, _)| name == "input_validators/validate.py")
        .unwrap();
    assert!(String::from_utf8_lossy(&validator.1).contains("# TODO"));
    assert!(
        !files
            .iter()
            .any(|(name, _)| name.starts_with("submissions"))
    );
    let stub = files
        .iter()
        .find(|(name, _)| name == "todo/search.py")
        .unwrap();
    assert!(String::from_utf8_lossy(&stub.1).contains("# TODO: each test."));
    let notes = package.notes();
    assert!(
        notes
            .iter()
            .any(|note| note.contains("validators check no more than the lines")),
        "{notes:?}"
    );
    assert!(
        notes
            .iter()
            .any(|note| note.contains("complete todo/search.py")),
        "{notes:?}"
    );
}

#[test]
fn games_without_a_rule_get_stubs() {
    for (game, rules, input, more) in [
        ("hackenbush", "", "edges", "limit = 6\nedges = 8"),
        ("notakto", "", "board", ""),
        ("welter", "", "heaps", "max = 20\nheaps = '2-3'"),
        (
            "rules",
            "[n] -> [n-k] for k in 1..max(digits(n))",
            "heaps",
            "max = 20",
        ),
    ] {
        let package = package(&Problem::new(game, rules, input, more), "verdict");
        let files = package.files(Judge::Kattis).unwrap();
        for name in ["todo/search.py", "todo/search.cpp"] {
            let (_, text) = files.iter().find(|(file, _)| file == name).unwrap();
            assert!(
                String::from_utf8_lossy(text).contains("TODO: the moves of a component"),
                "{game}"
            );
        }
        assert!(
            package
                .notes()
                .iter()
                .any(|note| note.contains("todo/search.py")),
            "{:?}",
            package.notes()
        );
    }
}

/// Games whose moves are written, and whose components go on, in different ways.
const PLAYED: [(&str, &str, &str); 8] = [
    ("kayles", "single", "kayles: 3 4 5"),
    ("king", "board", "king ..X./.K../..K."),
    ("cram", "board", "cram ...X/..../X..."),
    ("coins", "heaps", "coins up-to 3: 3 5 6"),
    ("chomp", "heaps", "chomp rows 3 2 1:"),
    ("geography", "edges", "geography 5 1-2 2-3 3-4 2-5: 1"),
    ("graph", "edges", "graph 4 1>2 2>1 1>3 2>4: 1 2"),
    ("staircase", "heaps", "staircase: 2 1 3"),
];

#[test]
fn contestants_of_interactive_problems_play_well() {
    let context = Context::default();
    for (game, input, record) in PLAYED {
        let text = format!(
            "name = 'a'\ngame = '{game}'\ninput = '{input}'\n[interactive]\ntime = 60000\n[[group]]\nname = 'g'\ngiven = ['{record}']\n"
        );
        let plan = Plan::read(&text, Path::new(".")).unwrap();
        let interactive = plan.interactive.clone().unwrap();
        let package = Package::make(plan, false, &context).unwrap();
        let files = package.files(Judge::Kattis).unwrap();
        let folder = TemporaryFolder::new();
        let greeting = package.greetings().next().unwrap();
        let given = format!("{record}\n");
        assert_eq!(
            files
                .iter()
                .find(|(name, _)| name.ends_with(".in"))
                .unwrap()
                .1,
            given.as_bytes()
        );
        let programs = files
            .iter()
            .filter(|(name, _)| name.ends_with(".py") && name.starts_with("submissions"));
        let mut right = 0;
        for (name, text) in programs {
            let path = folder.path().join(name.rsplit('/').next().unwrap());
            std::fs::write(&path, text).unwrap();
            let call = Call {
                words: python(path.to_str().unwrap().to_owned()),
                folder: folder.path().to_owned(),
                time: Duration::from_secs(60),
            };
            let Ok(verdict) = interactive.play(&call, record, greeting, &context) else {
                return;
            };
            let accepted = name.contains("/accepted/");
            right += u32::from(accepted);
            if accepted || !name.ends_with("careless.py") {
                assert_eq!(verdict == TrialVerdict::Right, accepted, "{record} {name}");
            }
        }
        assert!(right > 0, "{record}: {:?}", package.notes());
    }
}
