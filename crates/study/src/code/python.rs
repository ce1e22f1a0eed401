//! Parts of programs in Python.

use super::part::Part;

/// The functions that are the same in all programs, and their head, each after a line `== NAME`.
pub(super) const HELPERS: &str = include_str!("python.txt");

/// Writes a part of a program.
pub(super) fn write(part: &Part<'_>) -> String {
    match part {
        Part::Number(number) => number.to_string(),
        Part::Test { left, sign, right } => format!("int({left} {sign} {right})"),
        Part::Choice { left, sign, right } => format!("{sign}({left}, {right})"),
        Part::Quotient { left, right } => format!("({left} // {right})"),
        Part::Branch {
            condition,
            then,
            otherwise,
        } => format!("({then} if {condition} else {otherwise})"),
        Part::Columns { list, q } => format!("columns([{list}], {q})"),
        Part::Parameter(name) => (*name).to_owned(),
        Part::Call { name, .. } => format!("{name}(*map(int, word.split(',')))"),
        Part::Word { words, call } => format!("[{words}][{call}]"),
        Part::List { name, values } => format!("{name} = [{values}]\n"),
        Part::Repeats {
            name,
            first,
            count,
            cycle,
            len,
            rise,
        } => format!(
            "def {name}(i):
    if i < {count}:
        return {first}[i]
    i -= {count}
    return {cycle}[i % {len}] + {rise} * (i // {len})
"
        ),
        Part::Automaton {
            name,
            next,
            gives,
            base,
        } => format!(
            "def {name}(n):
    state = 0
    while n > 0:
        state = {next}[state * {base} + n % {base}]
        n //= {base}
    return {gives}[state]
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
            "def {name}(n):
    total = 0
    while n >= {k}:
        n, r = divmod(n, {k})
        total += {times}[r] * n + {plus}[r]
        if not {keep}[r]:
            return total
    return total + {first}[n]
"
        ),
        Part::Places { name, worth } => format!(
            "def {name}(n):
    total = 0
    for i in range(n.bit_length()):
        if n >> i & 1:
            total ^= {worth}
    return total
"
        ),
        Part::Recurs { name, values, term } => format!(
            "def {name}(n):
    x = [{values}]
    while x[-1] < n:
        x.append({term})
    return int(n in x)
"
        ),
        Part::Back(back) => format!("x[-{back}]"),
        Part::Function {
            name,
            parameters,
            body,
        } => format!(
            "def {name}({parameters}):
    return {body}

"
        ),
        Part::Main { example, shown, .. } => format!(
            "# Positions from standard input, such as {example}, one answer a line.
for word in sys.stdin.read().split():
    print({shown})
"
        ),
    }
}
