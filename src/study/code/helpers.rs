//! The pieces that programs are put together from.

use super::{Gives, Language};

/// The beginning of a program.
pub(super) fn head(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "#include <algorithm>\n#include <initializer_list>\n#include <iostream>\n#include <sstream>\n\
             #include <string>\n#include <vector>\n\nusing num = long long;\n\n"
        }
        Language::Python => "import math\nimport sys\n\n",
        Language::Rust => "use std::io::{BufRead, stdin};\n\n",
    }
}

/// A list in lines that are not too long.
fn list(values: impl IntoIterator<Item = impl ToString>) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (i, value) in values.into_iter().enumerate() {
        let value = value.to_string();
        if i > 0 {
            out.push(',');
            column += 1;
        }
        if column + value.len() > 90 {
            out.push_str("\n    ");
            column = 0;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        column += value.len();
        out.push_str(&value);
    }
    out
}

/// A constant list of numbers under a name.
fn constant(language: Language, name: &str, values: &[i64]) -> String {
    // An array of no elements is written differently everywhere: nothing reads this one.
    let values = if values.is_empty() { list([0]) } else { list(values) };
    match language {
        Language::Cpp => format!("const std::vector<num> {name} = {{{values}}};\n"),
        Language::Python => format!("{name} = [{values}]\n"),
        Language::Rust => format!("const {}: &[i64] = &[{values}];\n", name.to_uppercase()),
    }
}

/// How a constant list is called.
fn called(language: Language, name: &str) -> String {
    if language == Language::Rust { name.to_uppercase() } else { name.to_owned() }
}

pub(super) fn repeats(language: Language, name: &str, before: &[i64], cycle: &[i64], rise: i64) -> String {
    let (first, round) = (format!("{name}_first"), format!("{name}_cycle"));
    let (count, len) = (before.len(), cycle.len());
    let mut out = constant(language, &first, before) + &constant(language, &round, cycle);
    let (first, round) = (called(language, &first), called(language, &round));
    out.push_str(&match language {
        Language::Cpp => format!(
            "num {name}(num i) {{\n    if (i < {count}) return {first}[i];\n    i -= {count};\n    \
             return {round}[i % {len}] + {rise} * (i / {len});\n}}\n"
        ),
        Language::Python => format!(
            "def {name}(i):\n    if i < {count}:\n        return {first}[i]\n    i -= {count}\n    \
             return {round}[i % {len}] + {rise} * (i // {len})\n"
        ),
        Language::Rust => format!(
            "fn {name}(i: i64) -> i64 {{\n    if i < {count} {{\n        return {first}[i as usize];\n    }}\n    \
             let i = i - {count};\n    {round}[(i % {len}) as usize] + {rise} * (i / {len})\n}}\n"
        ),
    });
    out
}

pub(super) fn automaton(language: Language, name: &str, next: &[Vec<usize>], gives: &[i64]) -> String {
    let base = next.first().map_or(2, Vec::len);
    let flat: Vec<i64> = next.iter().flatten().map(|&state| state as i64).collect();
    let (to, out_name) = (format!("{name}_next"), format!("{name}_gives"));
    let mut out = constant(language, &to, &flat) + &constant(language, &out_name, gives);
    let (to, given) = (called(language, &to), called(language, &out_name));
    out.push_str(&match language {
        Language::Cpp => format!(
            "num {name}(num n) {{\n    num state = 0;\n    for (; n > 0; n /= {base}) state = {to}[state * {base} + n % \
             {base}];\n    return {given}[state];\n}}\n"
        ),
        Language::Python => format!(
            "def {name}(n):\n    state = 0\n    while n > 0:\n        state = {to}[state * {base} + n % {base}]\n        \
             n //= {base}\n    return {given}[state]\n"
        ),
        Language::Rust => format!(
            "fn {name}(mut n: i64) -> i64 {{\n    let mut state = 0;\n    while n > 0 {{\n        state = {to}[(state * \
             {base} + n % {base}) as usize];\n        n /= {base};\n    }}\n    {given}[state as usize]\n}}\n"
        ),
    });
    out
}

pub(super) fn folds(language: Language, name: &str, first: &[i64], rules: &[[i64; 3]]) -> String {
    let k = rules.len();
    let column = |i: usize| rules.iter().map(|rule| rule[i]).collect::<Vec<_>>();
    let lists = ["first", "keep", "times", "plus"].map(|part| format!("{name}_{part}"));
    let columns = [first.to_vec(), column(0), column(1), column(2)];
    let mut out: String =
        lists.iter().zip(&columns).map(|(name, values)| constant(language, name, values)).collect();
    let [first, keep, times, plus] = lists.map(|name| called(language, &name));
    out.push_str(&match language {
        Language::Cpp => format!(
            "num {name}(num n) {{\n    num sum = 0;\n    while (n >= {k}) {{\n        num r = n % {k};\n        n /= {k};\n        \
             sum += {times}[r] * n + {plus}[r];\n        if (!{keep}[r]) return sum;\n    }}\n    \
             return sum + {first}[n];\n}}\n"
        ),
        Language::Python => format!(
            "def {name}(n):\n    total = 0\n    while n >= {k}:\n        n, r = divmod(n, {k})\n        total += {times}[r] * n + \
             {plus}[r]\n        if not {keep}[r]:\n            return total\n    return total + {first}[n]\n"
        ),
        Language::Rust => format!(
            "fn {name}(mut n: i64) -> i64 {{\n    let mut sum = 0;\n    while n >= {k} {{\n        let r = (n % {k}) as usize;\n        \
             n /= {k};\n        sum += {times}[r] * n + {plus}[r];\n        if {keep}[r] == 0 {{\n            return sum;\n        \
             }}\n    }}\n    sum + {first}[n as usize]\n}}\n"
        ),
    });
    out
}

pub(super) fn places(language: Language, name: &str, worth: &str) -> String {
    match language {
        Language::Cpp => format!(
            "num {name}(num n) {{\n    num sum = 0;\n    for (num i = 0; n >> i > 0; i++)\n        if (n >> i & 1) sum ^= \
             {worth};\n    return sum;\n}}\n"
        ),
        Language::Python => format!(
            "def {name}(n):\n    total = 0\n    for i in range(n.bit_length()):\n        if n >> i & 1:\n            total ^= \
             {worth}\n    return total\n"
        ),
        Language::Rust => format!(
            "fn {name}(n: i64) -> i64 {{\n    let mut sum = 0;\n    for i in 0..63i64 {{\n        if n >> i & 1 == 1 {{\n            \
             sum ^= {worth};\n        }}\n    }}\n    sum\n}}\n"
        ),
    }
}

pub(super) fn recurs(language: Language, name: &str, first: &[i64], factors: &[i64], plus: i64) -> String {
    let order = factors.len();
    let next = |text: fn(usize) -> String| {
        let terms = (1..).zip(factors).map(|(back, factor)| format!("{factor} * {}", text(back)));
        itertools::join(terms.chain([plus.to_string()]), " + ")
    };
    let values = list(first);
    debug_assert!(order <= first.len());
    match language {
        Language::Cpp => {
            let next = next(|back| format!("x[x.size() - {back}]"));
            format!(
                "num {name}(num n) {{\n    std::vector<num> x = {{{values}}};\n    while (x.back() < n) x.push_back({next});\n    \
                 return std::find(x.begin(), x.end(), n) != x.end();\n}}\n"
            )
        }
        Language::Python => {
            let next = next(|back| format!("x[-{back}]"));
            format!(
                "def {name}(n):\n    x = [{values}]\n    while x[-1] < n:\n        x.append({next})\n    return int(n in x)\n"
            )
        }
        Language::Rust => {
            let next = next(|back| format!("x[x.len() - {back}]"));
            format!(
                "fn {name}(n: i64) -> i64 {{\n    let mut x: Vec<i64> = vec![{values}];\n    while x[x.len() - 1] < n {{\n        \
                 x.push({next});\n    }}\n    i64::from(x.contains(&n))\n}}\n"
            )
        }
    }
}

/// The program's own part: reads positions, writes answers.
pub(super) fn main(language: Language, name: &str, gives: Gives, arity: usize) -> String {
    let words = match gives {
        Gives::Value => None,
        Gives::Losing => Some("WIN LOSE"),
        Gives::Outcome => Some("LOSE WIN DRAW"),
    };
    let quoted = words.map(|words| itertools::join(words.split(' ').map(|word| format!("\"{word}\"")), ", "));
    match language {
        Language::Cpp => {
            let numbers = itertools::join((0..arity).map(|i| format!("x[{i}]")), ", ");
            let shown = match &quoted {
                None => format!("{name}({numbers})"),
                Some(words) => format!("std::vector<std::string>{{{words}}}[{name}({numbers})]"),
            };
            format!(
                "// Positions from standard input, such as {}, one answer a line.\nint main() {{\n    std::string word;\n    \
                 while (std::cin >> word) {{\n        std::replace(word.begin(), word.end(), ',', ' ');\n        \
                 std::istringstream in(word);\n        std::vector<num> x({arity});\n        for (num &one : x) in >> one;\n        \
                 std::cout << {shown} << '\\n';\n    }}\n}}\n",
                example(arity)
            )
        }
        Language::Python => {
            let call = format!("{name}(*map(int, word.split(',')))");
            let shown = match &quoted {
                None => call,
                Some(words) => format!("[{words}][{call}]"),
            };
            format!(
                "# Positions from standard input, such as {}, one answer a line.\nfor word in sys.stdin.read().split():\n    \
                 print({shown})\n",
                example(arity)
            )
        }
        Language::Rust => {
            let numbers = itertools::join((0..arity).map(|i| format!("x[{i}]")), ", ");
            let call = format!("{name}({numbers})");
            let shown = match &quoted {
                None => call,
                Some(words) => format!("[{words}][{call} as usize]"),
            };
            format!(
                "// Positions from standard input, such as {}, one answer a line.\nfn main() {{\n    for line in \
                 stdin().lock().lines().map_while(Result::ok) {{\n        for word in line.split_whitespace() {{\n            \
                 let x: Vec<i64> = word.split(',').filter_map(|n| n.parse().ok()).collect();\n            if x.len() == {arity} {{\n                \
                 println!(\"{{}}\", {shown});\n            }}\n        }}\n    }}\n}}\n",
                example(arity)
            )
        }
    }
}

fn example(arity: usize) -> String {
    itertools::join((0..arity).map(|i| 5 + i), ",")
}

/// A helper by its name.
pub(super) fn text(language: Language, name: &str) -> &'static str {
    let all = match language {
        Language::Cpp => CPP,
        Language::Python => PYTHON,
        Language::Rust => RUST,
    };
    all.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

const CPP: &[(&str, &str)] = &[
    (
        "valuation",
        "num valuation(num n, num p) {\n    num k = 0;\n    for (; n % p == 0; n /= p) k++;\n    return k;\n}\n",
    ),
    (
        "prime_factors",
        "num prime_factors(num n) {\n    num count = 0;\n    for (num p = 2; p * p <= n; p++)\n        for (; n % p == 0; n /= p) \
         count++;\n    return count + (n > 1);\n}\n",
    ),
    (
        "least_prime",
        "num least_prime(num n) {\n    if (n < 2) return 0;\n    num index = 1, p = 2;\n    for (; p * p <= n && n % p != 0; p++) {\n    \
         }\n    num least = p * p <= n ? p : n;\n    for (num m = 3; m <= least; m++) {\n        bool prime = true;\n        for (num d = 2; \
         d * d <= m; d++) prime &= m % d != 0;\n        index += prime;\n    }\n    return index;\n}\n",
    ),
    (
        "ones",
        "num ones(num n) {\n    num count = 0;\n    for (; n > 0; n >>= 1) count += n & 1;\n    return count;\n}\n",
    ),
    ("lowest_one", "num lowest_one(num n) { return n & -n; }\n"),
    ("floor_log2", "num floor_log2(num n) {\n    num k = 0;\n    while (n >>= 1) k++;\n    return k;\n}\n"),
    (
        "floor_sqrt",
        "num floor_sqrt(num n) {\n    num low = 0, high = 3037000500LL;\n    while (high - low > 1) {\n        num middle = (low + high) / \
         2;\n        (middle * middle <= n ? low : high) = middle;\n    }\n    return low;\n}\n",
    ),
    (
        "digit_sum",
        "num digit_sum(num n) {\n    num sum = 0;\n    for (; n > 0; n /= 10) sum += n % 10;\n    return sum;\n}\n",
    ),
    (
        "zeckendorf",
        "num zeckendorf(num n) {\n    while (true) {\n        num a = 1, b = 2;\n        while (b <= n) {\n            num c = a + b;\n            \
         a = b;\n            b = c;\n        }\n        if (a == n) return n;\n        n -= a;\n    }\n}\n",
    ),
    ("odious", "num odious(num i) { return 2 * i + (ones(i) % 2 == 0); }\n"),
    (
        "floor_of",
        "// floor(n * (p + sqrt(d)) / q)\nnum floor_of(num n, num p, num d, num q) {\n    __int128 square = (__int128)d * n * n, low = 0, \
         high = (__int128)1 << 63;\n    while (high - low > 1) {\n        __int128 middle = (low + high) / 2;\n        (middle * middle <= square ? \
         low : high) = middle;\n    }\n    return (num)((low + (__int128)p * n) / q);\n}\n",
    ),
    (
        "columns",
        "num columns(std::initializer_list<num> numbers, num q) {\n    for (int i = 0; i < 63; i++) {\n        num sum = 0;\n        for (num n : \
         numbers) sum += n >> i & 1;\n        if (sum % q != 0) return 0;\n    }\n    return 1;\n}\n",
    ),
];

const PYTHON: &[(&str, &str)] = &[
    (
        "valuation",
        "def valuation(n, p):\n    k = 0\n    while n % p == 0:\n        n //= p\n        k += 1\n    return k\n",
    ),
    (
        "prime_factors",
        "def prime_factors(n):\n    count, p = 0, 2\n    while p * p <= n:\n        while n % p == 0:\n            n //= p\n            count += 1\n        \
         p += 1\n    return count + (n > 1)\n",
    ),
    (
        "least_prime",
        "def least_prime(n):\n    if n < 2:\n        return 0\n    least = next((p for p in range(2, math.isqrt(n) + 1) if n % p == 0), n)\n    \
         return sum(all(m % d for d in range(2, math.isqrt(m) + 1)) for m in range(2, least + 1))\n",
    ),
    ("ones", "def ones(n):\n    return bin(n).count('1')\n"),
    ("lowest_one", "def lowest_one(n):\n    return n & -n\n"),
    ("floor_log2", "def floor_log2(n):\n    return n.bit_length() - 1\n"),
    ("floor_sqrt", "def floor_sqrt(n):\n    return math.isqrt(n)\n"),
    ("digit_sum", "def digit_sum(n):\n    return sum(map(int, str(n)))\n"),
    (
        "zeckendorf",
        "def zeckendorf(n):\n    while True:\n        a, b = 1, 2\n        while b <= n:\n            a, b = b, a + b\n        if a == n:\n            \
         return n\n        n -= a\n",
    ),
    ("odious", "def odious(i):\n    return 2 * i + (ones(i) % 2 == 0)\n"),
    (
        "floor_of",
        "# floor(n * (p + sqrt(d)) / q)\ndef floor_of(n, p, d, q):\n    return (math.isqrt(d * n * n) + p * n) // q\n",
    ),
    (
        "columns",
        "def columns(numbers, q):\n    return int(all(sum(n >> i & 1 for n in numbers) % q == 0 for i in range(63)))\n",
    ),
];

const RUST: &[(&str, &str)] = &[
    (
        "valuation",
        "fn valuation(mut n: i64, p: i64) -> i64 {\n    let mut k = 0;\n    while n % p == 0 {\n        n /= p;\n        k += 1;\n    }\n    k\n}\n",
    ),
    (
        "prime_factors",
        "fn prime_factors(mut n: i64) -> i64 {\n    let (mut count, mut p) = (0, 2);\n    while p * p <= n {\n        while n % p == 0 {\n            \
         n /= p;\n            count += 1;\n        }\n        p += 1;\n    }\n    count + i64::from(n > 1)\n}\n",
    ),
    (
        "least_prime",
        "fn least_prime(n: i64) -> i64 {\n    if n < 2 {\n        return 0;\n    }\n    let divides = |m: i64| (2..).take_while(move |d| d * d <= \
         m).find(move |d| m % d == 0);\n    let least = divides(n).unwrap_or(n);\n    (2..=least).filter(|&m| divides(m).is_none()).count() as i64\n}\n",
    ),
    ("ones", "fn ones(n: i64) -> i64 {\n    i64::from(n.count_ones())\n}\n"),
    ("lowest_one", "fn lowest_one(n: i64) -> i64 {\n    n & n.wrapping_neg()\n}\n"),
    ("floor_log2", "fn floor_log2(n: i64) -> i64 {\n    i64::from(n.ilog2())\n}\n"),
    ("floor_sqrt", "fn floor_sqrt(n: i64) -> i64 {\n    n.isqrt()\n}\n"),
    (
        "digit_sum",
        "fn digit_sum(mut n: i64) -> i64 {\n    let mut sum = 0;\n    while n > 0 {\n        sum += n % 10;\n        n /= 10;\n    }\n    sum\n}\n",
    ),
    (
        "zeckendorf",
        "fn zeckendorf(mut n: i64) -> i64 {\n    loop {\n        let (mut a, mut b) = (1, 2);\n        while b <= n {\n            (a, b) = (b, a + \
         b);\n        }\n        if a == n {\n            return n;\n        }\n        n -= a;\n    }\n}\n",
    ),
    ("odious", "fn odious(i: i64) -> i64 {\n    2 * i + i64::from(ones(i) % 2 == 0)\n}\n"),
    (
        "floor_of",
        "// floor(n * (p + sqrt(d)) / q)\nfn floor_of(n: i64, p: i64, d: i64, q: i64) -> i64 {\n    let (n, p, d, q) = (n as i128, p as i128, d as \
         i128, q as i128);\n    (((d * n * n).isqrt() + p * n) / q) as i64\n}\n",
    ),
    (
        "columns",
        "fn columns(numbers: &[i64], q: i64) -> i64 {\n    i64::from((0..63).all(|i| numbers.iter().map(|n| n >> i & 1).sum::<i64>() % q == 0))\n}\n",
    ),
];
