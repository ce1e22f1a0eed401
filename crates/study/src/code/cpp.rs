//! Parts of programs in C++.

use itertools::Itertools;

use super::part::Part;

/// The functions that are the same in all programs, and their head, each after a line `== NAME`.
pub(super) const HELPERS: &str = include_str!("cpp.txt");

/// Writes a part of a program.
#[expect(
    clippy::too_many_lines,
    reason = "each part is a case, and most lines are those of the programs"
)]
pub(super) fn write(part: &Part<'_>) -> String {
    match part {
        Part::Number(number) => format!("num({number})"),
        Part::Test { left, sign, right } => format!("num({left} {sign} {right})"),
        Part::Choice { left, sign, right } => format!("std::{sign}({left}, {right})"),
        Part::Quotient { left, right } => format!("({left} / {right})"),
        Part::Branch {
            condition,
            then,
            otherwise,
        } => format!("({condition} ? {then} : {otherwise})"),
        Part::Columns { list, q } => format!("columns({{{list}}}, {q})"),
        Part::Parameter(name) => format!("num {name}"),
        Part::Call { name, arity } => {
            let numbers = (0..*arity).map(|i| format!("x[{i}]")).join(", ");
            format!("{name}({numbers})")
        }
        Part::Word { words, call } => format!("std::vector<std::string>{{{words}}}[{call}]"),
        Part::List { name, values } => {
            format!("const std::vector<num> {name} = {{{values}}};\n")
        }
        Part::Repeats {
            name,
            first,
            count,
            cycle,
            len,
            rise,
        } => format!(
            "num {name}(num i) {{
    if (i < {count}) return {first}[i];
    i -= {count};
    return {cycle}[i % {len}] + {rise} * (i / {len});
}}
"
        ),
        Part::Automaton {
            name,
            next,
            gives,
            base,
        } => format!(
            "num {name}(num n) {{
    num state = 0;
    for (; n > 0; n /= {base}) state = {next}[state * {base} + n % {base}];
    return {gives}[state];
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
            "num {name}(num n) {{
    num sum = 0;
    while (n >= {k}) {{
        num r = n % {k};
        n /= {k};
        sum += {times}[r] * n + {plus}[r];
        if (!{keep}[r]) return sum;
    }}
    return sum + {first}[n];
}}
"
        ),
        Part::Places { name, worth } => format!(
            "num {name}(num n) {{
    num sum = 0;
    for (num i = 0; n >> i > 0; i++)
        if (n >> i & 1) sum ^= {worth};
    return sum;
}}
"
        ),
        Part::Recurs { name, values, term } => format!(
            "num {name}(num n) {{
    std::vector<num> x = {{{values}}};
    while (x.back() < n) x.push_back({term});
    return std::find(x.begin(), x.end(), n) != x.end();
}}
"
        ),
        Part::Back(back) => format!("x[x.size() - {back}]"),
        Part::Function {
            name,
            parameters,
            body,
        } => format!(
            "num {name}({parameters}) {{
    return {body};
}}

"
        ),
        Part::Main {
            example,
            arity,
            shown,
        } => format!(
            "// Positions from standard input, such as {example}, one answer a line.
int main() {{
    std::string word;
    while (std::cin >> word) {{
        std::replace(word.begin(), word.end(), ',', ' ');
        std::istringstream in(word);
        std::vector<num> x({arity});
        for (num &one : x) in >> one;
        std::cout << {shown} << '\\n';
    }}
}}
"
        ),
    }
}
