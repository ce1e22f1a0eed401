//! Sequences that are kept from one run to the next (`--save`).

use grundy_base::testing::{TemporaryFolder, sized};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy::store::{Folder, Kept, Pattern, SequenceStore, Terms};
use grundy::{Limits, Solver};
use grundy_base::random::Random;

use crate::tools::program::{Finished, Program, grundy};

/// A store in memory.
#[derive(Debug, Default)]
struct Memory(Mutex<HashMap<String, Kept<'static>>>);

fn owned(terms: &Terms<'_>) -> Terms<'static> {
    match terms {
        Terms::Bits(words, count) => Terms::Bits(words.clone().into_owned().into(), *count),
        Terms::Short(values) => Terms::Short(values.clone().into_owned().into()),
        Terms::Long(values) => Terms::Long(values.clone().into_owned().into()),
    }
}

impl SequenceStore for Memory {
    fn load(&self, name: &str, _: u64) -> Option<Kept<'static>> {
        self.0.lock().unwrap().get(name).cloned()
    }

    fn save(&self, name: &str, kept: &Kept<'_>) {
        let kept = Kept {
            terms: owned(&kept.terms),
            pattern: kept.pattern,
        };
        self.0.lock().unwrap().insert(name.into(), kept);
    }
}

fn ask(solver: &Solver, record: &str) -> Result<String, String> {
    let answered = solver.answers(record).next().unwrap();
    match answered.fields {
        Ok(_) => Ok(answered.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Runs with a limit that one run does not get through answer what a run without it answers, and each of
/// them knows more than the last.
#[test]
fn runs_that_go_on_answer_what_one_run_answers() {
    let primes: Vec<String> = (2..9000u32)
        .filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
        .map(|n| n.to_string())
        .collect();
    let list = |amounts: &mut dyn Iterator<Item = u32>| itertools::join(amounts, " ");
    let far = list(&mut (1..80).map(|n| n * n * 7 + n % 5));
    let dense = list(
        &mut (1..400)
            .filter(|n| [1, 5, 8].contains(&(n * n * n % 13)))
            .map(|n| n + 500),
    );
    for (record, work) in [
        // These are codes that are sparse, with `!`, with three heaps, and with digits that repeat; sets by masks, layers
        // and marks, and who wins by pulling and by pushing; and a rule.
        ("octal 0.007: 6000 ? sequence".to_owned(), 1 << 22),
        ("octal 0.04: 6000 ? sequence".to_owned(), 1 << 22),
        ("octal 0.106: 400000 ? grundy".to_owned(), 1 << 23),
        ("grundys-game: 6000 ? sequence".to_owned(), 1 << 22),
        ("take-and-break 0.3F: 900 ? sequence".to_owned(), 1 << 21),
        (
            "take-and-break 4!.[04]: 1500 ? sequence".to_owned(),
            1 << 22,
        ),
        ("take-and-break 0.[8!]: 500 ? sequence".to_owned(), 1 << 18),
        (
            "subtraction 5 9 1000 77777: 2000000 ? grundy".to_owned(),
            1 << 20,
        ),
        (
            format!("subtraction {}: 60000 ? sequence", primes.join(" ")),
            1 << 20,
        ),
        (format!("subtraction {far}: 150000 ? sequence"), 1 << 24),
        ("subtraction 5 9 1000 77777: 40000000".to_owned(), 1 << 16),
        (format!("subtraction {dense}: 1500000"), 1 << 12),
        (
            "rules [n] -> [n-k] for k in 1..n if k*k*k % 11 == 3: 3000 ? sequence".to_owned(),
            1 << 18,
        ),
    ] {
        let short = &record[..record.len().min(60)];
        let whole =
            ask(&Solver::default(), &record).unwrap_or_else(|error| panic!("{short}: {error}"));
        let store = Arc::new(Memory::default());
        let known = || {
            store
                .0
                .lock()
                .unwrap()
                .values()
                .map(|kept| kept.terms.count())
                .sum::<u64>()
        };
        let mut runs = 0;
        loop {
            let before = known();
            let limits = Limits {
                work,
                ..Limits::default()
            };
            let answered = {
                let solver = Solver::new(limits).keep_sequences(store.clone());
                ask(&solver, &record)
            };
            runs += 1;
            match answered {
                Ok(answer) => {
                    assert!(answer == whole, "{short}: other values after {runs} runs");
                    break;
                }
                Err(error) => assert!(
                    known() > before,
                    "{short}: run {runs} found nothing more: {error}"
                ),
            }
        }
        assert!(runs > 1, "{short}: one run was enough");
    }
}

#[test]
fn a_period_that_is_kept_is_the_one_that_was_proved() {
    for (record, period) in [
        ("octal 0.156 ? period", "3479 349"),
        ("octal 0.56 ? period", "326640 144"),
        ("take-and-break 0.05! ? period", "13 20"),
        ("subtraction 1 7 1000 7777 ? period", ""),
        ("rules [n] -> [n-2] | [n-7] | [n-30]: 1 ? period", ""),
    ] {
        let store = Arc::new(Memory::default());
        let scratch = ask(&Solver::default(), record).unwrap();
        assert!(
            period.is_empty() || scratch == period,
            "{record}: {scratch}"
        );
        let first = ask(&Solver::default().keep_sequences(store.clone()), record).unwrap();
        // Nothing is left to do for the second run.
        let limits = Limits {
            work: 1 << 20,
            ..Limits::default()
        };
        let poor = Solver::new(limits).keep_sequences(store.clone());
        let is_proved = store
            .0
            .lock()
            .unwrap()
            .values()
            .any(|kept| kept.pattern.is_some());
        assert_eq!(scratch, first);
        if is_proved {
            assert_eq!(ask(&poor, record).unwrap(), scratch);
            let far =
                record.split([':', '?']).next().unwrap().to_owned() + ": 987654321987 ? grundy";
            assert_eq!(ask(&poor, &far), ask(&Solver::default(), &far), "{far}");
        }
    }
}

/// Damaged data from a store becomes neither an answer nor a panic.
#[test]
fn values_that_cannot_be_are_not_used() {
    #[derive(Debug)]
    struct Odd(Kept<'static>);
    impl SequenceStore for Odd {
        fn load(&self, _: &str, _: u64) -> Option<Kept<'static>> {
            Some(self.0.clone())
        }
        fn save(&self, _: &str, _: &Kept<'_>) {}
    }
    let patterns = [
        None,
        Some(Pattern {
            preperiod: u64::MAX,
            period: u64::MAX,
            saltus: 0,
        }),
        Some(Pattern {
            preperiod: 0,
            period: 0,
            saltus: 0,
        }),
        Some(Pattern {
            preperiod: 100,
            period: 1,
            saltus: 7,
        }),
    ];
    let wrong = [
        Terms::Bits(vec![].into(), 64),
        Terms::Short(vec![].into()),
        Terms::Short(vec![u16::MAX; 100].into()),
        Terms::Long(vec![u32::MAX; 100].into()),
        Terms::Long(vec![].into()),
    ];
    for record in [
        "octal 0.007: 50 ? grundy",
        "subtraction 3 5 900: 50 ? grundy",
        "subtraction 3 5 900: 50",
    ] {
        let scratch = ask(&Solver::default(), record).unwrap();
        for terms in &wrong {
            for pattern in patterns {
                let store = Odd(Kept {
                    terms: terms.clone(),
                    pattern,
                });
                let solver = Solver::default().keep_sequences(Arc::new(store));
                assert_eq!(
                    ask(&solver, record).unwrap(),
                    scratch,
                    "{record} {terms:?} {pattern:?}"
                );
            }
        }
    }
}

/// Prepares a run that keeps its sequences in a folder.
fn saving(folder: &Path, arguments: &[&str]) -> Program {
    Program::new(&[&["--save", &folder.to_string_lossy()], arguments].concat())
}

fn run(folder: &Path, arguments: &[&str]) -> Finished {
    saving(folder, arguments).run()
}

/// Reads how many heaps are known, as a stranger would by `docs/research.md`.
fn heaps_in(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    assert_eq!(&bytes[..8], b"GRUNDYSQ");
    u64::from_le_bytes(bytes[16..24].try_into().unwrap())
}

#[test]
fn the_program_goes_on_where_it_was_and_says_what_is_damaged() {
    let folder = TemporaryFolder::new();
    let record = "octal 0.007: 12000 ? grundy";
    let limit = ["--max-work", "50000000"];
    let whole = grundy(&[record]);
    let file = folder.path().join("octal_0.007.seq");
    let mut known = 0;
    loop {
        let output = run(folder.path(), &[limit[0], limit[1], record]);
        let now = heaps_in(&file);
        assert!(now > known);
        known = now;
        if output.status.success() {
            assert_eq!(output.answers(), whole);
            break;
        }
        assert_eq!(output.answers(), "ERROR\n");
        assert!(
            output.said().contains("goes on from where it is"),
            "{}",
            output.said()
        );
    }
    // Other commands use it as well.
    for command in [
        &["table", "--csv", "-", "--show", "grundy"][..],
        &["explain"],
        &["study"],
    ] {
        let path = folder.path().to_string_lossy();
        let limits = ["--max-work", "1000", "--save", &path, "octal 0.007: 12000"];
        grundy(&[command, &limits].concat());
    }
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&file, &bytes).unwrap();
    let output = run(folder.path(), &["octal 0.007: 100 ? grundy"]);
    assert!(
        output
            .said()
            .contains("is damaged (the checksum of its values is wrong)")
    );
    assert_eq!(output.succeeded(), grundy(&["octal 0.007: 100 ? grundy"]));
}

#[test]
fn a_folder_that_cannot_be_is_refused() {
    let folder = TemporaryFolder::new();
    let path = folder.path().join("file");
    std::fs::write(&path, "").unwrap();
    let output = run(&path, &["nim: 1"]);
    output.refused();
    assert_eq!(output.answers(), "");
}

/// A process that is killed at any moment leaves a file that is whole and knows at least what was known
/// before; one that is interrupted keeps what it has.
#[cfg(unix)]
#[test]
fn killing_the_program_leaves_whole_files() {
    let folder = TemporaryFolder::new();
    let name = "take-and-break 4!.0";
    let file = folder.path().join("take-and-break_4!.0.seq");
    let mut known = 0;
    let mut random = Random::new(7);
    let mut saved = 0;
    let rounds = sized(60, 600);
    for round in 0..rounds {
        let arguments = ["--max-work", "20000000", "grundys-game: 100000000 ? grundy"];
        let mut program = saving(folder.path(), &arguments).start();
        // The moment is drawn; nothing is waited for. Every fifth is left to reach its limit, so that there is something
        // to lose.
        if round % 5 != 0 && !program.ends_within(Duration::from_micros(random.below(60_000))) {
            program.kill();
        }
        program.finish();
        if !file.exists() {
            continue;
        }
        let complaints =
            Arc::new(Folder::open(folder.path(), |trouble| panic!("{trouble}")).unwrap());
        let kept = complaints.load(name, u64::MAX).expect("a whole file");
        assert!(kept.terms.count() >= known, "round {round}");
        saved += u32::from(kept.terms.count() > known);
        known = kept.terms.count();
    }
    assert!(saved >= rounds / 10, "{saved} rounds saved something");
    let Terms::Short(values) = Folder::open(folder.path(), |_| ())
        .unwrap()
        .load(name, u64::MAX)
        .unwrap()
        .terms
    else {
        panic!("16 bits")
    };
    let last = values.len() - 1;
    let scratch = ask(
        &Solver::default(),
        &format!("grundys-game: {last} ? grundy"),
    )
    .unwrap();
    assert_eq!(values[last].to_string(), scratch);
}

/// Reads how many heaps are known by the last line of progress.
#[cfg(unix)]
fn heaps_said(said: &str) -> Option<u64> {
    let (_, rest) = said.rsplit_once("; heap ")?;
    rest.split(' ').next()?.parse().ok()
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_there_is() {
    let folder = TemporaryFolder::new();
    let file = folder.path().join("octal_0.007.seq");
    for signal in ["INT", "TERM"] {
        let before = if file.exists() { heaps_in(&file) } else { 0 };
        let arguments = [
            "--threads",
            "2",
            "--progress",
            "always",
            "octal 0.007: 100000000 ? grundy",
        ];
        let program = saving(folder.path(), &arguments).start();
        program.wait_until_said(|said| heaps_said(said).is_some_and(|known| known > before));
        program.signal(signal);
        let code = if signal == "INT" { 130 } else { 143 };
        assert_eq!(program.finish().code(), Some(code));
        assert!(heaps_in(&file) > before);
    }
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_costs_no_answer_and_no_file() {
    let folder = TemporaryFolder::new();
    let record = "octal 0.007: 12000 ? grundy";
    assert!(run(folder.path(), &[record]).status.success());
    let file = folder.path().join("octal_0.007.seq");
    let before = fs::read(&file).unwrap();
    // The shell allows files of at most 16 blocks of 512 or 1024 bytes.
    let path = folder.path().to_string_lossy();
    let arguments = ["--save", &path, "octal 0.007: 24000 ? grundy"];
    let output = Program::after("trap '' XFSZ; ulimit -f 16", &arguments).run();
    assert!(output.status.success(), "{}", output.said());
    assert!(
        output.said().contains("cannot be written"),
        "{}",
        output.said()
    );
    assert_eq!(fs::read(&file).unwrap(), before);
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "the file and the lock");
}

#[test]
fn two_processes_with_one_folder_keep_the_longer_sequence() {
    let folder = TemporaryFolder::new();
    // A process that goes on where another has saved does so only if its own work is worth a file, so the longest
    // sequence is much longer than the others, whichever of them it finds.
    let heaps = ["9000", "3000", "6000", "24000"];
    let children = heaps.map(|heap| {
        let record = format!("octal 0.007: {heap} ? grundy");
        (heap, saving(folder.path(), &[&record]).start())
    });
    for (heap, child) in children {
        let output = child.finish();
        assert_eq!(output.said(), "");
        let record = format!("octal 0.007: {heap} ? grundy");
        assert_eq!(
            output.answers().trim(),
            ask(&Solver::default(), &record).unwrap()
        );
    }
    assert!(heaps_in(&folder.path().join("octal_0.007.seq")) > 24000);
}
