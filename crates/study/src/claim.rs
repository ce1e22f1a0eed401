//! Formulas in the language of rules, as proofs read them.

use itertools::{Itertools, iproduct};

use super::patterns::formula::{Formula, Function, Op, joined};
use grundy_rules::grammar::read_rule;
use grundy_rules::tree::MoveKind;

/// The most cases of a formula. A guess.
const MAX_CLAIM_CASES: usize = 200;

/// A case of a formula: the value that it has where all conditions hold, as texts of the language of rules.
struct Case {
    /// The conditions that all hold in this case.
    conditions: Vec<String>,
    /// The value.
    value: String,
}

impl Case {
    /// Makes a case under the conditions of some cases together, and further conditions.
    fn of(parts: &[&Case], more: impl IntoIterator<Item = String>, value: String) -> Case {
        let mut conditions: Vec<String> = Vec::new();
        for part in parts {
            conditions.extend_from_slice(&part.conditions);
        }
        conditions.extend(more);
        Case { conditions, value }
    }

    /// Writes the case as a kind of moves that lead to its value, followed by zeros.
    fn as_kind(&self, zeros: &str) -> String {
        let Case { conditions, value } = self;
        if conditions.is_empty() {
            format!("[{value}{zeros}]")
        } else {
            format!("[{value}{zeros}] if {}", conditions.join(" and "))
        }
    }
}

/// Writes a formula of numbers with these names as kinds of moves that lead to its value, followed by zeros; none if no
/// rule says that. Numbers for which a part of the formula is undefined have no move.
pub(super) fn moves(formula: &Formula, names: &[String]) -> Option<Vec<MoveKind>> {
    let zeros = ",0".repeat(names.len() - 1);
    let cases = cases(formula, names)?;
    let kinds = cases.iter().map(|case| case.as_kind(&zeros)).join(" | ");
    let rule = read_rule(&format!("[{}] -> {kinds}", names.join(","))).ok()?;
    Some(rule.0.kinds)
}

/// Lists the cases of a formula. They exclude each other.
fn cases(formula: &Formula, names: &[String]) -> Option<Vec<Case>> {
    let found = match formula {
        Formula::Number(n) => vec![Case::of(&[], [], format!("({n})"))],
        Formula::Of(i) => vec![Case::of(&[], [], names.get(*i)?.clone())],
        Formula::Binary(Op::Equal, a, b)
            if matches!(**a, Formula::Call(Function::Valuation(_), _)) =>
        {
            cases_of_exponent(a, b, names)?
        }
        Formula::Binary(Op::Mod, a, m) if matches!(**a, Formula::Binary(Op::Mul, ..)) => {
            cases_of_product(a, m, names)?
        }
        Formula::Binary(Op::Equal, a, b) => cases_of_test(a, "==", "!=", b, names)?,
        Formula::Binary(Op::AtMost, a, b) => cases_of_test(a, "<=", ">", b, names)?,
        Formula::Binary(op, a, b) => cases_of_operation(*op, a, b, names)?,
        Formula::Call(Function::Lowbit, a) => cases(a, names)?
            .iter()
            .map(|case| {
                let a = &case.value;
                Case::of(&[case], [format!("{a} >= 0")], format!("lowbit({a})"))
            })
            .collect(),
        Formula::Call(
            Function::Repeats {
                before,
                cycle,
                rise,
            },
            a,
        ) => cases_of_list(before, cycle, *rise, &cases(a, names)?),
        Formula::If(condition, then, otherwise) => {
            let mut found = Vec::new();
            for (sign, branch) in [("!=", then), ("==", otherwise)] {
                for (condition, branch) in pairs(&cases(condition, names)?, &cases(branch, names)?)
                {
                    let holds = format!("{} {sign} 0", condition.value);
                    let value = branch.value.clone();
                    found.push(Case::of(&[condition, branch], [holds], value));
                }
            }
            found
        }
        // Binary digits add up to 0 modulo 2 in every place exactly if the nim-sum is 0.
        Formula::Columns(all, 2) => {
            let nim_sum = joined(Op::Xor, all.iter().cloned());
            cases(&nim_sum.is(0), names)?
        }
        _ => return None,
    };
    (found.len() <= MAX_CLAIM_CASES).then_some(found)
}

/// Pairs each of some cases with each of others.
fn pairs<'c>(all: &'c [Case], others: &'c [Case]) -> impl Iterator<Item = (&'c Case, &'c Case)> {
    all.iter().cartesian_product(others)
}

/// Lists the cases of the test whether an exponent of a prime is a constant: the power with this exponent divides the
/// number, and the next power does not.
fn cases_of_exponent(
    valuation: &Formula,
    exponent: &Formula,
    names: &[String],
) -> Option<Vec<Case>> {
    let (Formula::Call(Function::Valuation(prime), of), Formula::Number(exponent)) =
        (valuation, exponent)
    else {
        return None;
    };
    let prime = i64::from(*prime);
    let power = prime.checked_pow(u32::try_from(*exponent).ok()?)?;
    let next_power = power.checked_mul(prime)?;
    let mut found = Vec::new();
    for case in cases(of, names)? {
        let of = &case.value;
        let by_power = format!("{of} % {power}");
        let by_next = format!("{of} % {next_power}");
        let is_exact = [
            format!("{of} > 0"),
            format!("{by_power} == 0"),
            format!("{by_next} != 0"),
        ];
        let is_not = format!("{of} > 0 and ({by_power} != 0 or {by_next} == 0)");
        found.push(Case::of(&[&case], is_exact, "1".into()));
        found.push(Case::of(&[&case], [is_not], "0".into()));
    }
    Some(found)
}

/// Lists the cases of a product modulo a small constant, by the remainders of both factors: no rule of linear terms has
/// a product of names.
fn cases_of_product(product: &Formula, modulus: &Formula, names: &[String]) -> Option<Vec<Case>> {
    let (Formula::Binary(_, a, b), Formula::Number(m @ 1..=8)) = (product, modulus) else {
        return None;
    };
    let mut found = Vec::new();
    for (a, b) in pairs(&cases(a, names)?, &cases(b, names)?) {
        for (i, j) in iproduct!(0..*m, 0..*m) {
            let remainders = [
                format!("{} % {m} == {i}", a.value),
                format!("{} % {m} == {j}", b.value),
            ];
            found.push(Case::of(&[a, b], remainders, (i * j % m).to_string()));
        }
    }
    Some(found)
}

/// Lists the cases of a test, which gives 1 or 0.
fn cases_of_test(
    a: &Formula,
    sign: &str,
    opposite: &str,
    b: &Formula,
    names: &[String],
) -> Option<Vec<Case>> {
    let mut found = Vec::new();
    for (a, b) in pairs(&cases(a, names)?, &cases(b, names)?) {
        for (sign, value) in [(sign, "1"), (opposite, "0")] {
            let holds = format!("{} {sign} {}", a.value, b.value);
            found.push(Case::of(&[a, b], [holds], value.into()));
        }
    }
    Some(found)
}

/// Lists the cases of an operation.
fn cases_of_operation(op: Op, a: &Formula, b: &Formula, names: &[String]) -> Option<Vec<Case>> {
    let sign = op.sign();
    let mut found = Vec::new();
    for (a, b) in pairs(&cases(a, names)?, &cases(b, names)?) {
        let value = match op {
            Op::Min | Op::Max => format!("{sign}({},{})", a.value, b.value),
            _ => format!("({}{sign}{})", a.value, b.value),
        };
        let natural = match op {
            Op::Div | Op::Mod | Op::Xor | Op::Or => {
                vec![format!("{} >= 0", a.value), format!("{} >= 0", b.value)]
            }
            _ => Vec::new(),
        };
        found.push(Case::of(&[a, b], natural, value));
    }
    Some(found)
}

/// Lists the cases of a list with a cycle: one for each of its terms.
fn cases_of_list(before: &[i64], cycle: &[i64], rise: i64, indices: &[Case]) -> Vec<Case> {
    let from = before.len();
    let length = cycle.len();
    let mut found = Vec::new();
    for case in indices {
        let index = &case.value;
        for (n, value) in before.iter().enumerate() {
            let is_in_place = format!("{index} == {n}");
            found.push(Case::of(&[case], [is_in_place], format!("({value})")));
        }
        for (n, value) in cycle.iter().enumerate() {
            let is_in_place = format!("({index}-{from}) % {length} == {n}");
            let value = format!("({value}+({rise})*(({index}-{from})/{length}))");
            let conditions = [format!("{index} >= {from}"), is_in_place];
            found.push(Case::of(&[case], conditions, value));
        }
    }
    found
}
