//! A rule as lists of statements: of its moves, and of what its clauses say of a position.

use grundy_reference::Res;
use grundy_reference::rules::rule::Rule;
use grundy_reference::rules::statements::{All, Atom, LinearForm, Statements, Test};
use grundy_reference::rules::term::op;

use super::given::CertifiedAutomaton;
use super::list::{List, Says};

/// Returns the lists of statements that a rule is.
pub(super) fn lists(automaton: &CertifiedAutomaton, rule: &Rule) -> Res<Vec<List>> {
    let arity = rule.arity;
    let known = automaton.numbers_known(arity);
    let mut statements = Statements {
        digits: automaton.digits,
        is_base: automaton.b == 0,
        fresh: known,
    };
    let mut lists = Vec::new();
    if automaton.is_relation() {
        let with_value: Vec<usize> = (0..arity).chain([statements.fresh()]).collect();
        lists.push(List::new(
            automaton,
            known,
            Says::Known,
            vec![],
            &with_value,
        )?);
    }
    for case in statements.moves(rule)? {
        add_move(
            automaton,
            &mut statements,
            &case.value,
            case.atoms,
            &mut lists,
        )?;
    }
    let position: Vec<LinearForm> = (0..arity).map(LinearForm::of).collect();
    let clauses = [
        ("lose", "or", Says::Lose),
        ("win", "or", Says::Win),
        ("legal", "and", Says::Legal),
    ];
    for (clause, junction, says) in clauses {
        let conditions = rule.clauses.get(clause).cloned().unwrap_or_default();
        for case in statements.cond(&op(junction, conditions), true, &position)? {
            lists.push(List::new(automaton, known, says, case.atoms, &[])?);
        }
    }
    Ok(lists)
}

/// Adds the lists of a case of a move: that it leads to an option, and that this does not lower the measure.
fn add_move(
    automaton: &CertifiedAutomaton,
    statements: &mut Statements,
    forms: &[LinearForm],
    mut atoms: All,
    lists: &mut Vec<List>,
) -> Res<()> {
    let arity = forms.len();
    let known = automaton.numbers_known(arity);
    let mut option: Vec<usize> = Vec::new();
    for form in forms {
        // A number that stays is read once.
        let itself = (0..arity).find(|&x| *form == LinearForm::of(x) && !option.contains(&x));
        let number = itself.unwrap_or_else(|| statements.fresh());
        atoms.push(Atom::equal(form, &LinearForm::of(number)));
        option.push(number);
    }
    let mut with_value = option.clone();
    if automaton.is_relation() {
        // The value u of the option stands after v.
        with_value.push(arity + 1);
    }
    let moves = atoms.clone();
    lists.push(List::new(
        automaton,
        known,
        Says::Option,
        moves,
        &with_value,
    )?);
    // A move does not lower the measure if some sums stay, and the next one rises, or all stay.
    for rising in 0..=automaton.measure.len() {
        let mut all = atoms.clone();
        for (i, weights) in automaton.measure.iter().take(rising + 1).enumerate() {
            let test = if i < rising {
                Test::EQUAL
            } else {
                Test::Within(Some(1), None)
            };
            let form = change(weights, &option);
            all.push(Atom { form, test });
        }
        lists.push(List::new(automaton, known, Says::Rises, all, &with_value)?);
    }
    Ok(())
}

/// Says by how much a weighted sum rises from x to an option.
fn change(weights: &[i64], option: &[usize]) -> LinearForm {
    let mut change = LinearForm::default();
    for (x, (&weight, &y)) in weights.iter().zip(option).enumerate() {
        change = change.plus(&LinearForm::of(y), weight);
        change = change.plus(&LinearForm::of(x), -weight);
    }
    change
}
