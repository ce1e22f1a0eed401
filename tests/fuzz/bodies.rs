//! The bodies of the fuzz targets. `tests/fuzz/mod.rs` runs the same functions on
//! seeded bytes, so that they stay alive without the fuzzer.
#![allow(dead_code, reason = "each target uses one of them")]

use std::io::Cursor;

use grundy_base::budget::Budget;
use grundy_batch::{Options, Proofs, Source};
use grundy_certificates::certificate;
use grundy_certificates::check::check;
use grundy_reference::records::Reading;

/// Makes options with limits so small that no input takes long.
fn options() -> Options {
    Options {
        budget: Budget {
            memory: 64 << 20,
            work: 1 << 18,
            threads: 1,
        },
        ..Options::default()
    }
}

/// The texts that a batch writes.
#[derive(Default)]
struct Written {
    /// The answers, one a line.
    answers: Vec<u8>,
    /// The certificates of the answers.
    certificates: Vec<u8>,
    /// The diagnostics of wrong records.
    diagnostics: Vec<u8>,
}

/// Answers a text.
fn run(text: &[u8], options: &Options) -> Written {
    let mut written = Written::default();
    let source = Source::new("<fuzz>", Box::new(Cursor::new(text.to_vec())));
    grundy_batch::run_certified(
        vec![source],
        &mut written.answers,
        &mut written.diagnostics,
        &mut written.certificates,
        options,
    )
    .expect("memory is read and written");
    written
}

/// Any bytes: nothing panics, answers are whole lines, threads make no difference, and no record
/// is a defect.
pub fn bytes(data: &[u8]) {
    let Written {
        answers,
        diagnostics,
        ..
    } = run(data, &options());
    assert!(answers.is_empty() || answers.ends_with(b"\n"));
    let said = String::from_utf8_lossy(&diagnostics);
    assert!(!said.contains("the solver failed"), "{said}");
    let mut threads = options();
    threads.budget.threads = 2;
    assert_eq!(answers, run(data, &threads).answers);
}

/// Words of the language, strung together by the bytes: answers are those of the reference.
pub fn records(data: &[u8]) {
    let text = spell(data, WORDS);
    let theirs = grundy_reference::answers(&text).0;
    let answers = run(&text, &options()).answers;
    let mine = String::from_utf8_lossy(&answers);
    assert_eq!(
        mine.lines().count(),
        theirs.len(),
        "{}",
        String::from_utf8_lossy(&text)
    );
    for (mine, theirs) in mine.lines().zip(&theirs) {
        // Records beyond the reference, or beyond this small budget, are not compared.
        let agrees = theirs
            .line()
            .is_none_or(|theirs| mine.ends_with("ERROR") || mine == theirs);
        assert!(
            agrees,
            "{mine} | {theirs:?}\n{}",
            String::from_utf8_lossy(&text)
        );
    }
}

/// Certificates: what the solvers answer is never rejected; with the rest of the bytes in place of
/// the certificate it is rejected, or proved all the same, but nothing panics.
pub fn certificates(data: &[u8]) {
    let (head, tail) = data.split_at(data.len() / 2);
    let text = spell(head, WORDS);
    let options = Options {
        proofs: Proofs::Certify,
        ..options()
    };
    let Written {
        answers,
        certificates,
        ..
    } = run(&text, &options);
    let certificates = String::from_utf8(certificates).expect("certificates are text");
    let verify = |certificates: &str| {
        let certificates = certificate::read(certificates).unwrap_or_default();
        check(&text, &answers, &certificates, &Reading::default())
    };
    if let Err(refusal) = verify(&certificates) {
        panic!(
            "{refusal:?}\n{}\n{certificates}",
            String::from_utf8_lossy(&text)
        );
    }
    let mut forged = certificates.into_bytes();
    for change in tail.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % forged.len().max(1);
        if let Some(byte) = forged.get_mut(at) {
            *byte = change[2];
        }
    }
    let _ = verify(&String::from_utf8_lossy(&forged));
}

/// User-defined rules, right and wrong, strung together by the bytes: answers are those of the reference, which reads
/// the language by itself, and flattened records have the same answers.
pub fn rules(data: &[u8]) {
    let text = spell(data, RULE_WORDS);
    let theirs = grundy_reference::answers(&text).0;
    let answers = run(&text, &options()).answers;
    let mine = String::from_utf8_lossy(&answers);
    assert_eq!(
        mine.lines().count(),
        theirs.len(),
        "{}",
        String::from_utf8_lossy(&text)
    );
    for (mine, theirs) in mine.lines().zip(&theirs) {
        let agrees = theirs
            .line()
            .is_none_or(|theirs| mine.ends_with("ERROR") || mine == theirs);
        assert!(
            agrees,
            "{mine} | {theirs:?}\n{}",
            String::from_utf8_lossy(&text)
        );
    }
    let mut flat = Vec::new();
    let source = Source::new("<fuzz>", Box::new(Cursor::new(text.clone())));
    grundy_batch::flatten(vec![source], false, &mut flat, &options())
        .expect("memory is read and written");
    assert_eq!(
        answers,
        run(&flat, &options()).answers,
        "{}",
        String::from_utf8_lossy(&flat)
    );
}

/// Boards in lines, right and wrong, against the same board in its header's line and against the
/// reference's plain reading.
pub fn boards(data: &[u8]) {
    let text = spell(data, BOARD_WORDS);
    let answers = run(&text, &options()).answers;
    let mine: Vec<Option<String>> = String::from_utf8_lossy(&answers)
        .lines()
        .map(|line| Some(line.to_owned()))
        .collect();
    let theirs: Vec<_> = grundy_reference::answers(&text)
        .0
        .iter()
        .map(|answer| answer.line())
        .collect();
    assert_eq!(mine, theirs, "{}", String::from_utf8_lossy(&text));
    let mut flat = Vec::new();
    let source = Source::new("<fuzz>", Box::new(Cursor::new(text.clone())));
    grundy_batch::flatten(vec![source], false, &mut flat, &options())
        .expect("memory is read and written");
    assert_eq!(
        answers,
        run(&flat, &options()).answers,
        "{}",
        String::from_utf8_lossy(&flat)
    );
}

/// Joins words of a list, one for each byte.
fn spell(data: &[u8], words: &[&str]) -> Vec<u8> {
    data.iter()
        .take(200)
        .flat_map(|&byte| words[usize::from(byte) % words.len()].bytes())
        .collect()
}

const RULE_WORDS: &[&str] = &[
    "\nrules [n] -> [n-1]",
    "\nrules [n] -> [n-k] for k in 1..n",
    "\nrules [n] -> [i]+[n-1-i] for i in 0..n-1",
    "\nrules [n] -> ",
    "\nrules [a,b] -> ",
    "[n-k] for k in ",
    "[a-k,b] for k in ",
    "[a,b-1]",
    "[n/2]",
    "[n-2]",
    "1..n",
    "1..min(a,b)",
    "{1,3}",
    "squares(n)",
    "divisors(n)",
    "bits(n)",
    "digits(n)",
    " | ",
    " | ",
    " if ",
    " if n > 0",
    " if a >= b",
    "n % 2 == 0",
    "not ",
    " and ",
    " or ",
    " ; lose if n == 1",
    " ; legal if a >= b",
    " ; win if n == 2",
    " ; draw if n == 3",
    " ; misere",
    " ; loopy",
    " : 7",
    " : 5",
    " : 3,4",
    " : 2 3",
    " ? verdict moves",
    " ? grundy values best",
    " ? losing",
    " ? sequence",
    " ? winner count",
    "[",
    "]",
    "(",
    ")",
    "n",
    "k",
    "k<n",
    "1",
    "+",
    "-",
    "*",
    "/",
    "<<",
    "^",
    "&",
    "|",
    "..",
    ",",
    " for ",
    " in ",
    "gcd(n,2)",
    "popcount(n)",
    " by 2",
];

const WORDS: &[&str] = &[
    "\n",
    "\nnim: ",
    "\nnim misere: ",
    "\nsubtraction ",
    "\noctal 0.",
    "\nkayles: ",
    "\nlasker: ",
    "\ngrundys-game: ",
    "\nflags ",
    "\nrocks ",
    "\nthree-rocks: ",
    "\nking 3x3",
    "\nqueen 2x4: ",
    "\nrook .K/.. ",
    "\nknight 4x4: 4,4 ",
    "\nleaper -1,0 ",
    "\nfactor 9: ",
    "\nfactor ",
    "\ngeography 4 ",
    "\ngraph 4 ",
    "\n@a ",
    " ",
    ": ",
    "? ",
    "verdict ",
    "count ",
    "grundy ",
    "moves ",
    "best ",
    "values ",
    "period ",
    "sequence ",
    "losing ",
    "paths ",
    "paths%7 ",
    "misere ",
    "damaged ",
    "left ",
    "overshoot ",
    "or-less ",
    "0 ",
    "1 ",
    "2 ",
    "3 ",
    "4 ",
    "5 ",
    "7 ",
    "8 ",
    "10 ",
    "1-3 ",
    "1,0 ",
    "0,1 ",
    "1,1 ",
    "2,2 ",
    "3,3 ",
    "1-2 ",
    "2-3 ",
    "3-4 ",
    "1>2 ",
    "2>3 ",
    "3>1 ",
    "3>4 ",
    "\n...",
    "\n.K.",
    "\n#X2",
    "// ",
    "77",
    "18446744073709551615 ",
    "-",
    ",",
    ".",
];

const BOARD_WORDS: &[&str] = &[
    "\n",
    "\n...",
    "\n.K.",
    "\n#X.",
    "\nK2.",
    "\n9..",
    "\n..",
    "\n....",
    "\n..\r",
    "\n...\r",
    "\nking 2x3",
    "\nking 3x3",
    "\nqueen 2x3",
    "\nrook 3x3",
    "\nbishop 2x2",
    "\nknight 3x3",
    "\nleaper -1,0 0,-1 2x3",
    " ? moves",
    " ? grundy",
    " damaged 1,1",
    "\nking .K./...",
    "\nnim: 1 2",
    "\n@b king 1x3",
    " ",
    "\n ...",
    "x",
    "\n// ",
    "K",
    ".",
    "#",
];
