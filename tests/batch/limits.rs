//! Every game and random rules at small `--max-memory`, each record in a process of its own: the peak of the process
//! stays below the limit and a constant, which `docs/proofs.md` names. At small `--max-work` the steps that are counted
//! stay below a multiple of the limit. Records of one set of rules take steps that grow as their number, and more
//! memory takes few more steps.

use std::fs;
use std::io;

use grundy_base::sync::progress;
use grundy_batch::{Options, Source, run};
use grundy_games::catalogue::STANDARD;
use grundy_record::{Look, PositionKind, Slot};

use crate::tools::program::{Program, games};
use crate::tools::records::own;
use grundy_base::random::Random;
use grundy_base::testing::sized;

/// The megabytes that a process takes in addition to those of a record: for the program, its threads and its buffers.
const PROGRAM_MEGABYTES: u64 = 32;

/// Returns the limits, in megabytes.
fn limits() -> [u64; 3] {
    [1, 16, sized(32, 256)]
}

/// Records that ask for more than small limits, of engines of every kind.
const LARGE: &[&str] = &[
    "nim: 18446744073709551615 7 ? moves",
    "subtraction primes: 1000000 ? grundy",
    "subtraction 3 7 999983: 18446744073709551615 ? grundy",
    "subtraction 5 17 1000000007 99999999977: 18446744073709551615 ? moves",
    "octal 0.16: 300000 ? sequence",
    "take-and-break 0.[700]: 1000000000000000",
    "take-and-break 0.3F: 100000",
    "kayles: 100 100 ? remoteness",
    "flags 3 7 999983 left 1: 18446744073709551615 ? period",
    "rocks 1,-1 0,1: 1000000,1000000 ? grundy",
    "rocks 17,0 0,23 5,5 1,11: 1000000,1000000 ? grundy",
    "king 1000000x1000000 damaged 5,5 77,99: 1000000,1000000",
    "rook 3000x3000 damaged 6,10: 3000,3000 ? grundy",
    "queen 3000x3000: 3000,3000 ? grundy",
    "knight 100000x100000 damaged 5,5 777,900: 100000,100000",
    "factor 1000000: ? count",
    "geography 1000000: 5",
    "graph 1000000: 5",
    "welter: 100 200 300 ? remoteness",
    "wythoff: 3000,3000 ? grundy",
    "moore 2: 300 300 300 ? grundy",
    "fibonacci-nim: 3000,900 5 ? grundy",
    "take-away 1000000: 18446744073709551615 ? count",
    "end-nim: 1000 1000 1000 ? grundy",
    "coins up-to 7: 1000 ? grundy",
    "coins run: 20 30 40 ? remoteness",
    "coins up-to 3: 24 23 22 ? remoteness",
    "coins run x run: 1000000,1000000 ? moves",
    "coins run x run: 3000,3000 ? moves",
    "coins up-to 3 x run: 100000,1000000 ? moves",
    "coins run x run: 1000000,1000000 9999999,5 ? remoteness",
    "coins run: 1000000 ? remoteness",
    "cram 9x9: ? grundy",
    "cram 1000x1001:",
    "placement queen 63x64: 1,1 ? grundy",
    "node-kayles 16x16 misere: ? winner",
    "chomp 12x12: ? grundy",
    "lasker misere: 1000000 ? count",
    "grundys-game misere: 1000 ? verdict",
    "dawson-kayles misere: ? quotient",
    "rewrite .># ..>##: .^18446744073709551615 ? sequence",
    "rewrite ..>##: .^0..18446744073709551615 ? p-positions",
];

/// Own rules that ask for more than small limits: numbers far apart, splits, loopy rules, digits, masks, boxes.
const OWN_RULES: &[&str] = &[
    "rules [a,b] -> [a-1,2000*a] | [a,b-1] : 5,1000000000000 ? winner",
    "rules [n] -> [a]+[n-a] for a in 1..n-1 if a != n-a | [n-1] : 1000000 ? grundy",
    "rules [n] -> [a]+[n-a-1] for a in 0..n-1 if a & 1 == 0 : 300 ? grundy",
    "rules [a,n] -> [a,n-1] | [a,n+1] if n < 500000 ; loopy : 1000000,3",
    "rules [n] -> [n-1] | [n*2] if n < 100000 ; loopy : 77777 ? winner",
    "rules [a,b] -> [a-d,b] for d in 1..a if a & d == d | [a,b-1] : 100000,100000 ? winner",
    "rules [n] -> [n-d] for d in digits(n) if d > 0 : 1000000000000 ? grundy",
    "rules [a,b] -> [a^(1<<i),b|(1<<i)] for i in 0..40 if a & (1<<i) != 0 : 1099511627775,0 ? winner",
    "rules [a,b,c] -> [a-1,b,c] | [a,b-1,c] | [a,b,c-1] | [a-1,b-1,c-1] : 3000,3000,3000 ? grundy",
    "rules [n] -> [n/2] if n > 0 | [n/3] if n > 0 | [n-1] if n > 0 : 9223372036854775807 ? grundy",
    "rules [n] -> [n-1] | [n/2] if n > 0 ; misere : 1000000 ? winner",
    "rules [n] -> [n-p] for p in primes(n) : 1000000 ? grundy",
    "rules [n] -> [n-p] for p in primes(n) if p % 4 == 3 : 1000000 ? winner",
    // The options of one position, which have many parts, or are long lists.
    "rules [n] -> {[i] for i in 0..n-1 if i != k and i != j} for k in 0..n-1, j in 0..k : 1000 ? count",
    "rules [p...] -> [list(i for i in 0..600 if i < a or i > b)] for a in 0..600, b in a..600 if len(p) == 1 : 0 ? winner",
];

/// Returns the example of every game.
fn examples() -> Vec<String> {
    games().into_iter().map(|game| game.example).collect()
}

/// Returns records of random rules, each of small and of large numbers.
fn random_records(seed: u64, rules: u64) -> Vec<String> {
    let mut dice = Random::new(seed);
    let mut records = Vec::new();
    for _ in 0..rules {
        let (rule, arity) = own::rule(&mut dice);
        for most in [40, if arity == 1 { 1 << 40 } else { 10_000 }] {
            let position = dice.list(arity as u64, |dice| dice.below(most).to_string());
            records.push(format!("rules {rule} : {} ? winner", position.join(",")));
        }
    }
    records
}

/// Returns the kilobytes that a process took at most while it answered a record.
fn peak_kilobytes(record: &str, megabytes: u64) -> u64 {
    // Enough for some records to pass the largest limit: with more memory they take 46 MB in a short run.
    let work = sized("50000000", "1000000000");
    let memory = format!("{megabytes}M");
    let arguments = [
        "--threads",
        "1",
        "--max-work",
        work,
        "--max-memory",
        &memory,
    ];
    let mut program = Program::new(&arguments).start();
    program.write(&format!("{record}\n"));
    let answer = program.line();
    // The program waits for the next record.
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).expect("a process");
    assert!(
        answer.is_some() && program.finish().code().is_some(),
        "{record}"
    );
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = peak.and_then(|peak| peak.split_whitespace().next());
    number
        .expect("Linux tells the peak")
        .parse()
        .expect("a number")
}

#[test]
fn no_record_takes_more_memory_than_its_limit_and_the_program() {
    let examples = examples();
    assert!(examples.len() > 40, "{examples:?}");
    let random = random_records(0x11E0, sized(12, 400));
    let written = LARGE.iter().chain(OWN_RULES).copied();
    let mut most = [0; 3];
    for record in examples
        .iter()
        .chain(&random)
        .map(String::as_str)
        .chain(written)
    {
        for (most, megabytes) in most.iter_mut().zip(limits()) {
            let peak = peak_kilobytes(record, megabytes);
            assert!(
                peak <= (megabytes + PROGRAM_MEGABYTES) << 10,
                "{record}: {peak} KB at {megabytes} MB"
            );
            *most = peak.max(*most);
        }
    }
    // A limit that no record comes near would say nothing.
    for (most, megabytes) in most.into_iter().zip(limits()) {
        assert!(most > megabytes << 9, "{most} KB at {megabytes} MB");
    }
}

/// Records of one set of rules each: `<j>` stands for a number of 1 to [`FAMILY`], `<a>` and `<b>` for two numbers that
/// differ from one record to the next. Games whose record has no number of a position (`cram`, `hackenbush`, `grim`)
/// have one record a set of rules, and are not here.
const FAMILIES: &[&str] = &[
    "nim: <a> <b> ? moves",
    "nim misere: <a> <b> ? moves",
    "subtraction 1 2 5: <j> ? grundy",
    "subtraction primes: <j> ? moves",
    "octal 0.77: <a> <b> ? moves",
    "octal 0.007: <j> ? grundy",
    "kayles: <a> <b> ? moves",
    "kayles misere: <a> <b>",
    "dawson-kayles: <j> ? grundy",
    "dawson-chess: <j> ? grundy",
    "treblecross: <j> ? grundy",
    "lasker: <a> <b> ? grundy",
    "take-and-break 0.3F: <j> ? grundy",
    "grundys-game: <j> ? grundy",
    "flags 1-3 left 1: <j> ? moves",
    "king 99x99 damaged 4,5: <a>,<b> 1,2",
    "rook 99x99 damaged 4,5: <a>,<b> 1,1 ? grundy",
    "bishop 99x99 damaged 50,50: <a>,<b> 1,1 ? grundy",
    "queen 99x99 damaged 50,50: <a>,<b> 1,1 ? grundy",
    "knight 99x99 damaged 50,50: <a>,<b> 1,1 ? grundy",
    "leaper -1,0 0,-2 99x99: <a>,<b> ? grundy",
    "factor 20000: <j>0 ? moves",
    "geography 2000 1-2 2-3 3-4: <j> ? moves",
    "graph 2000 1>2 2>3 3>1 3>4 4>5: <j> ? moves",
    "nimble: 0 <a> <b> ? moves",
    "staircase: 1 <a> <b> ? moves",
    "silver-dollar: <a> <b> ? moves",
    "welter: <a> <b> ? moves",
    "fibonacci-nim: <j> ? moves",
    "take-away 3: <j> ? moves",
    "moore 2: 3 <a> <b> ? moves",
    "end-nim: <a> 3 <b> ? grundy",
    "sequential-nim: <a> <b> 2 ? moves",
    "coins up-to 3: <a> <b> ? grundy",
    "rules [n] -> [n-k] for k in 1..3: <j> ? moves",
    "rules [a,n] -> [a,n-1] | [a,n+1] if n < 5 ; loopy : <j>,3",
    "rules [a,n] -> [a-1,n] | [a,n-1] | [a-2,n-1] : <a>,<b> ? grundy",
    "rules [a,b] -> [b,a-1] | [a-1,b] ; misere : <a>,<b> ? winner",
    "rules [n] -> [n-d] for d in digits(n) if d > 0 : <j> ? grundy",
    "rules [n] -> [a]+[n-1-a] for a in 0..n-1 if a & 1 == 0 : <j> ? grundy",
    "rules [n] -> [n-1] | [2*n] if n < 50 ; loopy : <j> ? winner",
    "octal 0.137 ring: <j> ? grundy",
    "kayles ring: <a> <b>",
    "node-kayles 1x82: 1,<a> 1,<b> ? grundy",
    "cram 1x82 damaged 1,<a> 1,<b>: ? grundy",
    "chomp rows <b> <a>:",
];

/// The families whose records take no step that is counted: each is read, and answered by a formula or by a look at
/// values that are found once.
const BY_FORMULA: &[&str] = &[
    "lasker: <a> <b> ? grundy",
    "bishop 99x99 damaged 50,50: <a>,<b> 1,1 ? grundy",
    "knight 99x99 damaged 50,50: <a>,<b> 1,1 ? grundy",
    "leaper -1,0 0,-2 99x99: <a>,<b> ? grundy",
    "end-nim: <a> 3 <b> ? grundy",
    "coins up-to 3: <a> <b> ? grundy",
    "chomp rows <b> <a>:",
];

/// Returns the families of pairs, by the rules of the examples of their games: each takes no step that is counted.
fn pairs_by_formula() -> Vec<String> {
    let mut families = Vec::new();
    for game in STANDARD {
        let signature = game.signature();
        let are_pairs = matches!(
            signature.position,
            PositionKind::Tuples { mixed: false, .. }
        );
        let is_rule = signature.has(Slot::Rule) || signature.own_rule().is_some();
        if are_pairs && signature.look == Look::Piles && !is_rule {
            let (rules, _) = signature.example.split_once(':').expect("a colon");
            families.push(format!("{rules}: <a>,<b> ? grundy"));
        }
    }
    families
}

/// The side of the square of the numbers of a family.
const SIDE: usize = 40;

/// The number of records of a family.
const FAMILY: usize = SIDE * SIDE;

/// The steps that are free: a small table is filled once for all records.
const FREE_STEPS: u64 = 1 << 15;

/// Returns every record of a family whose number is a multiple of `stride`: small and large numbers alike.
fn family(pattern: &str, stride: usize) -> String {
    let mut text = String::new();
    for number in (0..FAMILY).step_by(stride) {
        let record = pattern
            .replace("<j>", &(number + 1).to_string())
            .replace("<a>", &(number % SIDE + 1).to_string())
            .replace("<b>", &(number / SIDE + SIDE + 2).to_string());
        text += &record;
        text.push('\n');
    }
    text
}

/// Returns the steps that a batch takes, as far as engines count them: the values of sequences, the positions of
/// searches, the units of phases and sparse boards, the steps of rules and of loops that can be interrupted, and the
/// work of boards. What a record takes besides (its reading, its writing, a formula of its game) is counted nowhere,
/// nor are the values of a sequence that an earlier batch of this process left.
fn steps(text: String) -> u64 {
    let (steps, complaints) = steps_within(text, Options::default().budget.work, None);
    assert_eq!(complaints, "");
    steps
}

/// Returns the steps of a batch whose records may take this many each, and its complaints.
fn steps_within(text: String, work: u64, memory: Option<u64>) -> (u64, String) {
    let mut options = Options::default();
    options.budget.threads = 1;
    options.budget.work = work;
    options.budget.memory = memory.unwrap_or(options.budget.memory);
    let mut answers = Vec::new();
    let mut diagnostics = Vec::new();
    // The steps are those of this thread: with one worker, a batch is answered on the thread that asks.
    progress::take_done();
    let source = Source::new("records", Box::new(io::Cursor::new(text.into_bytes())));
    let summary = run(vec![source], &mut answers, &mut diagnostics, &options).expect("answers");
    let done = progress::take_done();
    let complaints = String::from_utf8_lossy(&diagnostics).into_owned();
    let steps = done.steps + done.heaps + done.positions + done.units + summary.work;
    (steps, complaints)
}

#[test]
fn a_board_that_is_not_searched_says_who_wins_in_little_memory() {
    let mut options = Options::default();
    options.budget.memory = 96 << 20;
    let mut answers = Vec::new();
    let mut diagnostics = Vec::new();
    let text = "cram 1000x1001:\nnode-kayles 1001x1001: ? grundy\n";
    let source = Source::new("records", Box::new(io::Cursor::new(text)));
    run(vec![source], &mut answers, &mut diagnostics, &options).expect("answers");
    let complaints = String::from_utf8_lossy(&diagnostics);
    let known = "are the most; the player to move wins; the value 0 is excluded";
    assert_eq!(complaints.matches(known).count(), 2, "{complaints}");
}

#[test]
fn four_times_the_records_take_about_four_times_the_steps() {
    let pairs = pairs_by_formula();
    let pairs = pairs.iter().map(String::as_str);
    for pattern in FAMILIES.iter().copied().chain(pairs.clone()) {
        let few = steps(family(pattern, 4));
        let many = steps(family(pattern, 1));
        assert!(
            2 * many <= 9 * few + 2 * FREE_STEPS,
            "{pattern}: {few} steps, {many} for four times the records"
        );
        let is_counted = few > 0 || many > 0;
        let is_by_formula =
            BY_FORMULA.contains(&pattern) || pairs.clone().any(|pair| pair == pattern);
        assert_ne!(is_counted, is_by_formula, "{pattern}");
    }
}

/// The steps that a record takes at most under a limit of `work`: a theorem about a sum, a search for a pattern, and a
/// table or a search of positions may each take them before the next is tried, and samples of positions take a fixed
/// number, whatever the limit is.
const fn most_steps(work: u64) -> u64 {
    const SAMPLES: u64 = 1 << 22;
    3 * work + SAMPLES
}

#[test]
fn no_record_takes_more_steps_than_it_may() {
    let examples = examples();
    let random = random_records(0x57E9, sized(40, 1000));
    let written = LARGE.iter().chain(OWN_RULES).copied();
    let mut answered = 0;
    for record in examples
        .iter()
        .chain(&random)
        .map(String::as_str)
        .chain(written)
    {
        let line = format!("{record}\n");
        let limits = [1 << 16, 1 << 20, 1 << sized(23, 24)];
        let ended = limits.map(|work| {
            let ended = steps_within(line.clone(), work, None);
            assert!(
                ended.0 <= most_steps(work),
                "{record}: {} steps of {work}",
                ended.0
            );
            ended
        });
        // With as many steps as an answer took, and those that are free, there is the same answer.
        let [.., (counted, complaints)] = ended;
        if complaints.is_empty() {
            let (_, complaints) = steps_within(line, most_steps(counted), None);
            assert_eq!(complaints, "", "{record}: {counted} steps");
            answered += 1;
        }
    }
    assert!(answered > 80, "{answered} records are answered");
}

/// Rules whose boxes fit in some memories, though few of their positions can be reached. The last takes as long as all
/// others.
const FEW_REACHED: &[&str] = &[
    "rules [x,a] -> [x-d,a] for d in 1..a if x & d == d : 1,16000 ? winner",
    "rules [x,a] -> [x-d,a] for d in 1..a if x & d == d : 1,40000 ? winner",
    "rules [x,a] -> [x-d,a] for d in 1..a if x & d == d : 1,200000 ? winner",
    "rules [n,m] -> [n-k,m] for k in 1..m if k*k == n*n : 1,40000 ? winner",
    "rules [x,a] -> [x-d,a] for d in 1..min(a,x) if x & d == d : 3941,3165 ? winner",
    "rules [x,o] -> [x ^ 3<<i, o ^ 2<<i] for i in bits(x & o >> 1) | [x ^ 3<<i, o ^ 1<<i] for i in bits(x >> 1 & o) \
     | [x ^ 2<<i,o ^ 3<<i] for i in bits(o & x >> 1) | [x ^ 1<<i,o ^ 3<<i] for i in bits(o >> 1 & x) \
     : 5461,10922 ? grundy",
    "rules [s,t] -> [s ^ 1<<i, t-i-1] for i in bits(s) if t-i-1 > 0 | [0,0] for i in bits(s) if i + 1 >= t \
     ; lose if t == 0 : 32767,79 ? winner",
    "rules [s,t] -> [s ^ 1<<i, t-i-1] for i in bits(s) if t-i-1 > 0 | [0,0] for i in bits(s) if i + 1 >= t \
     ; lose if t == 0 : 1048575,152 ? winner",
];

#[test]
fn more_memory_takes_few_more_steps() {
    let random = random_records(0x3E3, sized(16, 1000));
    for record in FEW_REACHED[..sized(FEW_REACHED.len() - 1, FEW_REACHED.len())]
        .iter()
        .copied()
        .chain(random.iter().map(String::as_str))
    {
        let line = format!("{record}\n");
        let mut with_less = None;
        for megabytes in [16, 256, 2048] {
            let work = sized(1 << 27, 1 << 33);
            let (steps, complaints) = steps_within(line.clone(), work, Some(megabytes << 20));
            if let Some(less) = with_less {
                assert!(
                    steps <= 2 * less + FREE_STEPS,
                    "{record}: {less} steps with less memory, {steps} with {megabytes} MB"
                );
            }
            if complaints.is_empty() {
                with_less = Some(with_less.unwrap_or(u64::MAX).min(steps));
            }
        }
    }
}
