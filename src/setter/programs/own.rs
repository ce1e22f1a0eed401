//! Rules as text in Python and C++.

use super::definition::READ;
use super::model::{Ends, Model};
use crate::theory::rules::tree::{Cond, Expr, Function, Item, Kind, Op, Qualifier, Rule, Set, SetName};

/// The model of a rule; `None` where a bound name has no letter left.
pub(super) fn model(rule: &Rule, misere: bool) -> Option<Model> {
    let names = names(rule)?;
    let mut model = Model::of_rule();
    if !rule.has_values() || misere {
        model.ends = Ends::Other(if rule.misere || misere { "WIN" } else { "LOSE" });
    }
    let text = |cpp| Text { cpp, names: &names }.of(rule, model.ends != Ends::Normal);
    model.own = Some((text(false), text(true)));
    Some(model)
}

/// The names of a rule in a program: letters of its own where they are single, others behind them.
fn names(rule: &Rule) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    let letters = || "nabcdefghkijmpqstuvwxyzlo".chars().map(String::from);
    for name in &rule.names {
        let single = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_lowercase()) && name != "r";
        let free = letters().find(|letter| !rule.names.contains(letter) && !names.contains(letter));
        names.push(if single { name.clone() } else { free? });
    }
    let more: Vec<String> = "kijmpqstuvwxyzabcdefghnlo"
        .chars()
        .map(String::from)
        .filter(|letter| !names.contains(letter))
        .collect();
    names.extend(more);
    Some(names)
}

/// Whether a set is that of the amounts that a program reads.
fn is_read(items: &[Item]) -> bool {
    let is = |e: &Expr| matches!(e, Expr::Number(n) if *n == -READ);
    matches!(items, [Item::One(Expr::Negate(e))] if is(e))
}

struct Text<'a> {
    cpp: bool,
    names: &'a [String],
}

impl Text<'_> {
    fn of(&self, rule: &Rule, ends: bool) -> String {
        let library = if self.cpp { include_str!("games/own.cpp") } else { include_str!("games/own.py") };
        let (first, rest) = library.split_once("# THE RULE\n").unwrap_or((library, ""));
        let arity = rule.arity();
        let numbers = self.names[..arity].to_vec();
        let all = |conds: &[Cond], otherwise: &str, joint: &str| match conds {
            [] => otherwise.to_owned(),
            conds => conds.iter().map(|cond| self.cond(cond)).collect::<Vec<_>>().join(joint),
        };
        let (no, yes, or, and) =
            if self.cpp { ("false", "true", " || ", " && ") } else { ("False", "True", " or ", " and ") };
        let mut out = String::from(first);
        let function = |out: &mut String, name: &str, body: &str| match self.cpp {
            false => {
                let unpack = match arity {
                    1 => format!("{}, = position", numbers[0]),
                    _ => format!("{} = position", numbers.join(", ")),
                };
                out.push_str(&format!("def {name}(position):\n    {unpack}\n{body}\n\n"));
            }
            true => {
                let unpack: String = (0..arity)
                    .map(|i| format!("    Int {} = position[{i}]; (void){};\n", numbers[i], numbers[i]))
                    .collect();
                let kind = if name == "options" { "vector<Sum>" } else { "bool" };
                out.push_str(&format!(
                    "static {kind} {name}(const Position &position) {{\n{unpack}{body}}}\n\n"
                ));
            }
        };
        let answer = |what: &str| match self.cpp {
            false => format!("    return tried(lambda: {what}, False)\n"),
            true => format!("    return tried([&] {{ return bool({what}); }}, false);\n"),
        };
        function(&mut out, "is_legal", &answer(&all(&rule.legal, yes, and)));
        for (name, conds) in [("is_lost", &rule.lose), ("is_won", &rule.win), ("is_drawn", &rule.draw)] {
            function(&mut out, name, &answer(&all(conds, no, or)));
        }
        let mut body = String::new();
        if self.cpp {
            body.push_str("    vector<Sum> all;\n");
        }
        rule.kinds.iter().for_each(|kind| self.kind(kind, &mut body));
        if self.cpp {
            body.push_str("    return all;\n");
        }
        function(&mut out, "options", &body);
        let (moves, ended) = rest.split_once("# THE END\n").unwrap_or((rest, ""));
        out.push_str(moves);
        if ends {
            out.push_str(ended);
        }
        out
    }

    /// One kind of move: nested loops and conditions.
    fn kind(&self, kind: &Kind, out: &mut String) {
        let mut depth = 1;
        for qualifier in &kind.qualifiers {
            let indent = "    ".repeat(depth);
            match (qualifier, self.cpp) {
                (Qualifier::For(name, set), false) => {
                    let name = &self.names[usize::from(*name)];
                    out.push_str(&format!("{indent}for {name} in tried(lambda: {}, ()):\n", self.set(set)));
                }
                (Qualifier::For(name, set), true) => {
                    let name = &self.names[usize::from(*name)];
                    let set = self.set(set);
                    out.push_str(&format!(
                        "{indent}for (Int {name} : tried([&] {{ return {set}; }}, vector<Int>{{}})) {{\n"
                    ));
                }
                (Qualifier::If(cond), false) => {
                    out.push_str(&format!("{indent}if tried(lambda: {}, False):\n", self.cond(cond)));
                }
                (Qualifier::If(cond), true) => {
                    let cond = self.cond(cond);
                    out.push_str(&format!("{indent}if (tried([&] {{ return bool({cond}); }}, false)) {{\n"));
                }
            }
            depth += 1;
        }
        let indent = "    ".repeat(depth);
        let numbers = |part: &Vec<Expr>| part.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ");
        if self.cpp {
            let parts: Vec<String> =
                kind.parts.iter().map(|part| format!("Position{{{}}}", numbers(part))).collect();
            let parts = parts.join(", ");
            out.push_str(&format!(
                "{indent}Sum left = tried([&] {{ return Sum{{{parts}}}; }}, Sum{{}});\n{indent}if (!left.empty()) all.push_back(left);\n"
            ));
            // A name of its own for each kind of move.
            if kind.qualifiers.is_empty() {
                let start = out.rfind(&format!("{indent}Sum left")).unwrap_or(out.len());
                let inside = out.split_off(start);
                out.push_str(&format!("{indent}{{\n{inside}{indent}}}\n"));
            }
            for depth in (1..depth).rev() {
                out.push_str(&format!("{}}}\n", "    ".repeat(depth)));
            }
        } else {
            let parts: Vec<String> = kind.parts.iter().map(|part| format!("({},)", numbers(part))).collect();
            out.push_str(&format!("{indent}yield tried(lambda: [{}], None)\n", parts.join(", ")));
        }
    }

    fn set(&self, set: &Set) -> String {
        match set {
            Set::Named(name, arguments) => {
                let name = match name {
                    SetName::Divisors => "divisors",
                    SetName::Primes => "primes",
                    SetName::Squares => "squares",
                    SetName::Cubes => "cubes",
                    SetName::Triangular => "triangular",
                    SetName::Fibonacci => "fibonacci",
                    SetName::Factorials => "factorials",
                    SetName::Powers => "powers",
                    SetName::Bits => "bits",
                    SetName::Digits => "digits",
                };
                format!("{name}({})", self.list(arguments))
            }
            Set::Items(items) if is_read(items) => "AMOUNTS".into(),
            Set::Items(items) => {
                let item = |item: &Item| match item {
                    Item::One(e) if self.cpp => format!("vector<Int>{{{}}}", self.expr(e)),
                    Item::One(e) => format!("[{}]", self.expr(e)),
                    Item::Range(low, high, step) => {
                        let step = step.as_ref().map_or_else(|| "1".into(), |step| self.expr(step));
                        format!("stretch({}, {}, {step})", self.expr(low), self.expr(high))
                    }
                };
                match &items[..] {
                    [one] => item(one),
                    items => {
                        let items: Vec<String> = items.iter().map(item).collect();
                        let items = items.join(", ");
                        if self.cpp { format!("united({{{items}}})") } else { format!("united([{items}])") }
                    }
                }
            }
        }
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) if *number < 0 => format!("({number})"),
            Expr::Number(number) if self.cpp => format!("{number}LL"),
            Expr::Number(number) => number.to_string(),
            Expr::Name(name) => self.names[usize::from(*name)].clone(),
            Expr::Negate(e) => format!("(-{})", self.expr(e)),
            Expr::Complement(e) => format!("(~{})", self.expr(e)),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                match op {
                    Op::Div => format!("quotient({a}, {b})"),
                    Op::Rem => format!("remainder_of({a}, {b})"),
                    Op::Shl => format!("shifted({a}, {b})"),
                    Op::Shr => format!("shifted({a}, -({b}))"),
                    op => format!("({a} {} {b})", op.text()),
                }
            }
            Expr::Call(function, arguments) => {
                let name = match function {
                    Function::Min => "least",
                    Function::Max => "greatest",
                    Function::Gcd => "common",
                    Function::Abs if self.cpp => "magnitude",
                    Function::Abs => "abs",
                    Function::Pow => "power",
                    Function::Sqrt => "root",
                    Function::Log2 => "logarithm",
                    Function::Popcount => "ones",
                    Function::Lowbit => "lowbit",
                    Function::Digitsum => "digitsum",
                    Function::Isprime => "isprime",
                    Function::Issquare => "issquare",
                };
                let many = matches!(function, Function::Min | Function::Max | Function::Gcd);
                let (open, close) = match (many, self.cpp) {
                    (true, true) => ("{", "}"),
                    (true, false) => ("[", "]"),
                    _ => ("", ""),
                };
                format!("{name}({open}{}{close})", self.list(arguments))
            }
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        let (or, and, not) = if self.cpp { ("||", "&&", "!") } else { ("or", "and", "not ") };
        match cond {
            Cond::Or(a, b) => format!("({} {or} {})", self.cond(a), self.cond(b)),
            Cond::And(a, b) => format!("({} {and} {})", self.cond(a), self.cond(b)),
            Cond::Not(a) => format!("({not}{})", self.cond(a)),
            Cond::Chain(first, links) => {
                let mut before = first.as_ref();
                let mut all = Vec::new();
                for (relation, e) in links {
                    all.push(format!("{} {} {}", self.expr(before), relation.text(), self.expr(e)));
                    before = e;
                }
                format!("({})", all.join(&format!(" {and} ")))
            }
            Cond::Member(e, set) => {
                if self.cpp {
                    format!("belongs({}, {})", self.expr(e), self.set(set))
                } else {
                    format!("({} in {})", self.expr(e), self.set(set))
                }
            }
        }
    }
}
