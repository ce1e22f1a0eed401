//! A game is added in one file, and every room knows it: [`gap_rows`](super::gap_rows), which is a rule, and
//! [`gap_nim`](super::gap_nim), which is a `Standard`.

use std::path::Path;
use std::sync::Arc;

use grundy::map::{Chart, Kind, Show, chart};
use grundy::play::Session;
use grundy::{Position, Solver};
use grundy_base::budget::Budget;
use grundy_batch::{AnsweredText, Format, Options, answer_text};
use grundy_classics::NamedRule;
use grundy_games::{Catalogue, Context, Game, Standard};
use grundy_record::{AskSet, Keyword, Words};
use grundy_reference::answers::{answer, answers_by};
use grundy_reference::records::Reading;
use grundy_setter::generate::{self, Parameters};
use grundy_setter::{Judge, Package, Plan, TestCases};
use grundy_study::study;

use super::gap_nim::{self, GAP_NIM};
use super::gap_rows::GAP_ROWS;
use crate::documents::pages::facts;

/// Gap nim that does not say that values decide misère play, as most games do not.
static GAPS_UNDECIDED: Standard = Standard::new(
    Words {
        name: "gaps-undecided",
        example: "gaps-undecided: 2,7 1,4",
        theorem: None,
        ..gap_nim::WORDS
    }
    .piles(2)
    .definition(gap_nim::DEFINITION)
    .keywords(&[Keyword::Misere]),
    gap_nim::open,
);

/// Makes the catalogue with the new games.
fn catalogue() -> Arc<Catalogue> {
    let mut catalogue = Catalogue::clone(&Catalogue::standard());
    assert!(catalogue.add_constant(&GAP_ROWS));
    assert!(catalogue.add_constant(&GAP_NIM));
    assert!(catalogue.add_constant(&GAPS_UNDECIDED));
    Arc::new(catalogue)
}

fn context() -> Context {
    Context::with(catalogue(), Budget::default())
}

fn position<'c>(record: &str, context: &'c Context) -> Position<'c> {
    Position::read(record.as_bytes(), context).unwrap_or_else(|error| panic!("{record}: {error:?}"))
}

/// Answers records in a format.
fn answered(records: &str, format: Format) -> AnsweredText {
    let options = Options {
        catalogue: catalogue(),
        format,
        ..Options::default()
    };
    answer_text(records, &options)
}

/// Holds the answers of records of a game to those of the reference, which knows the definition alone.
fn are_answered_as_by_definition(game: &dyn Game, records: &str) {
    let signature = game.signature();
    let rule = signature.definition.expect("its rule");
    let named = NamedRule {
        name: signature.name.to_string(),
        rule: rule.to_owned(),
    };
    let reading = Reading {
        names: vec![named],
        ..Reading::default()
    };
    let (known, _) = answers_by(records.as_bytes(), &reading, |_, record| {
        answer(record, &[])
    });
    let known: Vec<String> = known.iter().filter_map(|answer| answer.line()).collect();
    let AnsweredText {
        answers,
        diagnostics,
    } = answered(records, Format::Text);
    assert_eq!(answers.lines().collect::<Vec<_>>(), known, "{diagnostics}");
    assert_eq!(known.len(), records.lines().count(), "{known:?}");
}

/// Writes records of a game under normal play, of which the last but one is no position.
fn records_of(name: &str) -> String {
    let asks: String = AskSet::SUM.iter().map(|ask| format!("{ask} ")).collect();
    let mut records = String::new();
    for position in ["2,7 1,4", "1,2", "0,9", "3,5 2,8 1,7"] {
        records += &format!("{name}: {position} ? {asks}\n");
        records += &format!("{name}: {position} + nim: 3 ? verdict moves grundy\n");
    }
    records += &format!("{name}: 5,2\n");
    records + &format!("{name}: 0..4,2..6 ? positions p-positions p-list\n")
}

#[test]
fn the_game_is_one_short_file() {
    let lines = include_str!("gap_rows.rs").lines().count();
    assert!(lines <= 60, "{lines}");
}

#[test]
fn its_records_sums_and_ranges_are_answered_as_the_reference_answers_them() {
    let mut records = records_of("gap-rows");
    records += "gap-rows misere: 1,6 ? verdict moves\n";
    are_answered_as_by_definition(&*GAP_ROWS, &records);
}

#[test]
fn a_standard_of_pairs_is_answered_as_the_reference_answers_it() {
    let mut records = records_of("gap-nim");
    for position in ["0,1", "0,2", "1,6"] {
        records +=
            &format!("gap-nim misere: {position} ? verdict moves best remoteness birthday\n");
    }
    records += "gap-nim misere: 2,7 ? grundy\n";
    are_answered_as_by_definition(&GAP_NIM, &records);
}

/// A rule of pairs decides no sums under misère play. Gaps are heaps of nim, which the reference explores.
#[test]
fn a_standard_of_pairs_decides_sums_under_misere_play() {
    for (pairs, heaps) in [
        ("", ""),
        ("0,2 4,6", "1 1"),
        ("0,4 2,4 6,8", "3 1 1"),
        ("1,5 2,6", "3 3"),
        ("3,4 0,3 2,5 1,8", "0 2 2 6"),
    ] {
        let asks = "? winner remoteness birthday\n";
        let nim = format!("nim misere: {heaps} {asks}");
        let (known, _) = grundy_reference::answers(nim.as_bytes());
        let found = answered(&format!("gap-nim misere: {pairs} {asks}"), Format::Text);
        assert_eq!(
            known[0].line().as_deref(),
            Some(found.answers.trim_end()),
            "{pairs}"
        );
    }
}

/// Numbers that are no position stay damaged, also where other cells are asked about together.
#[test]
fn a_map_of_a_standard_has_gaps_and_is_drawn_under_misere_play() {
    use Kind::{Damaged, Lose, Win};
    let context = context();
    let drawn = |record, show| chart(&position(record, &context), None, 8, show);
    let values = drawn("gap-nim: 1,3", Show::Values).expect("a map");
    let kinds = |chart: &Chart| -> Vec<Kind> { chart.cells.iter().map(|cell| cell.kind).collect() };
    #[rustfmt::skip]
    assert_eq!(kinds(&values), [
        Damaged, Lose, Win, Win,
        Damaged, Damaged, Lose, Win,
    ]);
    assert_eq!(values.cell(0, 3).value, Some(2));
    let misere = drawn("gap-nim misere: 1,3", Show::Moves).expect("a map");
    #[rustfmt::skip]
    assert_eq!(kinds(&misere), [
        Damaged, Win, Lose, Win,
        Damaged, Damaged, Win, Lose,
    ]);
    assert!(!misere.has_values);
    assert!(drawn("gap-nim misere: 1,3", Show::Values).is_err());
}

#[test]
fn its_answers_are_written_as_json() {
    let asked = "gap-rows: 2,7 1,4 ? verdict grundy moves\n";
    let answers = answered(asked, Format::Json).answers;
    for part in ["\"verdict\":\"WIN\"", "\"grundy\":6", "\"moves\""] {
        assert!(answers.contains(part), "{part}: {answers}");
    }
}

#[test]
fn a_slip_in_its_name_is_understood() {
    let said = answered("gap-row: 2,7\n", Format::Text).diagnostics;
    assert!(said.contains("`gap-rows`"), "{said}");
}

/// The list is the one from which `games`, completions, the page and Python take their games.
#[test]
fn the_library_lists_and_describes_it() {
    let solver = Solver::with_context(context());
    let game = solver.games().find(|game| game.name() == "gap-rows");
    let game = game.expect("the game is listed");
    assert_eq!(game.form(), "gap-rows [misere]: PILE,PILE… [? ASK…]");
    assert_eq!(game.example(), "gap-rows: 2,7 1,4");
    assert!(game.asks().any(|ask| ask.to_string() == "p-list"));
    let facts = facts(GAP_ROWS.signature());
    for part in [
        game.limits(),
        "As a rule: `rules [a,b] -> ",
        "Asks: verdict",
    ] {
        assert!(facts.contains(part), "{part}: {facts}");
    }
}

#[test]
fn it_is_explained_drawn_studied_and_played() {
    let context = context();
    let start = position("gap-rows: 2,7 1,4", &context);
    let reasons = start.explain().expect("reasons").join("\n");
    assert!(reasons.contains("Winning Ways, chapter 3"), "{reasons}");
    // The gaps are heaps of Nim under normal play alone.
    let misere = position("gap-rows misere: 2,7", &context);
    let reasons = misere.explain().expect("reasons").join("\n");
    assert!(!reasons.contains("Winning Ways"), "{reasons}");
    assert!(chart(&start, None, 8, Show::Values).is_ok());
    assert!(study(&start, Some(12)).is_ok());
    let mut session = Session::new(&start).expect("a session");
    while session.ended().expect("known").is_none() {
        let mv = session.computer_move().expect("a move").expect("no end");
        assert!(session.play(&mv));
    }
    assert!(!session.moves().is_empty());
}

#[test]
fn values_explain_misere_play_if_they_decide_it() {
    let context = context();
    for (game, speaks_of_values) in [("gap-nim", true), ("gaps-undecided", false)] {
        let position = position(&format!("{game} misere: 2,7 1,4"), &context);
        let reasons = position.explain().expect("reasons").join("\n");
        assert_eq!(reasons.contains("value"), speaks_of_values, "{reasons}");
    }
}

#[test]
fn generated_records_are_positions_of_it() {
    let context = context();
    let parameters = Parameters {
        count: 40,
        max: Some(9),
        ..Parameters::default()
    };
    let records = generate::drawn(GAP_ROWS.signature(), &parameters, &context).expect("records");
    let AnsweredText {
        answers,
        diagnostics,
    } = answered(&records.join("\n"), Format::Text);
    assert_eq!(answers.lines().count(), 40);
    assert_eq!(diagnostics, "");
}

#[test]
fn problems_about_it_have_cases_and_programs() {
    let context = context();
    let plan = |group: &str| {
        let text = format!(
            "name = 'a'\ngame = 'gap-rows'\ninput = 'pairs'\nanswer = 'verdict'\n[[group]]\nname = 'g'\n{group}\n"
        );
        Plan::read(&text, Path::new(".")).expect("a plan")
    };
    let mut all = plan("kind = 'exhaustive'\nheaps = '1-1'\nmin = 1\nmax = 4");
    let cases = TestCases::of(&mut all, &[], &context).expect("cases");
    let records: usize = cases.cases.iter().map(|case| case.records.len()).sum();
    assert_eq!(records, 6);
    let package = Package::make(plan("records = 8\nmin = 1\nmax = 9"), false, &context);
    let files = package
        .expect("a package")
        .files(Judge::Kattis)
        .expect("files");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(
        names.contains(&"submissions/accepted/search.py"),
        "{names:?}"
    );
}
