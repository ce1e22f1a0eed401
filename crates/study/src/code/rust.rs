//! Parts of programs in Rust.

use itertools::Itertools;

use super::part::Part;

/// The functions that are the same in all programs, and their head, each after a line `== NAME`.
pub(super) const HELPERS: &str = include_str!("rust.txt");

/// Writes a part of a program.
#[expect(
    clippy::too_many_lines,
    reason = "each part is a case, and most lines are those of the programs"
)]
pub(super) fn write(part: &Part<'_>) -> String {
    match part {
        Part::Number(number) => format!("{number}i64"),
        Part::Test { left, sign, right } => format!("i64::from({left} {sign} {right})"),
        Part::Choice { left, sign, right } => format!("std::cmp::{sign}({left}, {right})"),
        Part::Quotient { left, right } => format!("({left} / {right})"),
        Part::Branch {
            condition,
            then,
            otherwise,
        } => format!("(if {condition} != 0 {{ {then} }} else {{ {otherwise} }})"),
        Part::Columns { list, q } => format!("columns(&[{list}], {q})"),
        Part::Parameter(name) => format!("{name}: i64"),
        Part::Call { name, arity } => {
            let numbers = (0..*arity).map(|i| format!("x[{i}]")).join(", ");
            format!("{name}({numbers})")
        }
        Part::Word { words, call } => format!("[{words}][{call} as usize]"),
        Part::List { name, values } => format!("const {name}: &[i64] = &[{values}];\n"),
        Part::Repeats {
            name,
            first,
            count,
            cycle,
            len,
            rise,
        } => format!(
            "fn {name}(i: i64) -> i64 {{
    if i < {count} {{
        return {first}[i as usize];
    }}
    let i = i - {count};
    {cycle}[(i % {len}) as usize] + {rise} * (i / {len})
}}
"
        ),
        Part::Automaton {
            name,
            next,
            gives,
            base,
        } => format!(
            "fn {name}(mut n: i64) -> i64 {{
    let mut state = 0;
    while n > 0 {{
        state = {next}[(state * {base} + n % {base}) as usize];
        n /= {base};
    }}
    {gives}[state as usize]
}}
"
        ),
        Part::Folds {
            name,
            first,
            keep,
            times,
            plus,
            k,
        } => format!(
            "fn {name}(mut n: i64) -> i64 {{
    let mut sum = 0;
    while n >= {k} {{
        let r = (n % {k}) as usize;
        n /= {k};
        sum += {times}[r] * n + {plus}[r];
        if {keep}[r] == 0 {{
            return sum;
        }}
    }}
    sum + {first}[n as usize]
}}
"
        ),
        Part::Places { name, worth } => format!(
            "fn {name}(n: i64) -> i64 {{
    let mut sum = 0;
    for i in 0..63i64 {{
        if n >> i & 1 == 1 {{
            sum ^= {worth};
        }}
    }}
    sum
}}
"
        ),
        Part::Recurs { name, values, term } => format!(
            "fn {name}(n: i64) -> i64 {{
    let mut x: Vec<i64> = vec![{values}];
    while x[x.len() - 1] < n {{
        x.push({term});
    }}
    i64::from(x.contains(&n))
}}
"
        ),
        Part::Back(back) => format!("x[x.len() - {back}]"),
        Part::Function {
            name,
            parameters,
            body,
        } => format!(
            "fn {name}({parameters}) -> i64 {{
    {body}
}}

"
        ),
        Part::Main {
            example,
            arity,
            shown,
        } => format!(
            "// Positions from standard input, such as {example}, one answer a line.
fn main() {{
    for line in stdin().lock().lines().map_while(Result::ok) {{
        for word in line.split_whitespace() {{
            let x: Vec<i64> = word.split(',').filter_map(|n| n.parse().ok()).collect();
            if x.len() == {arity} {{
                println!(\"{{}}\", {shown});
            }}
        }}
    }}
}}
"
        ),
    }
}
