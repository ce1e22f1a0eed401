//! Reads a rule of one's own, which the language found to be well formed.
//!
//! Conditions and numbers are one kind of expression here, with one table of operators.

/// An expression, a condition or a set.
#[derive(Debug)]
pub(super) enum Node {
    Number(i64),
    /// A variable, by its number among the names of the rule.
    Name(usize),
    /// A prefix: `-`, `~`, `not`.
    Prefix(&'static str, Box<Node>),
    Infix(&'static str, Box<[Node; 2]>),
    /// `a < b <= c`.
    Chain(Vec<Node>, Vec<&'static str>),
    /// A function or a named set.
    Call(String, Vec<Node>),
    /// From, to, by.
    Range(Box<[Node; 2]>, Option<Box<Node>>),
    /// `{…}`.
    Items(Vec<Node>),
}

/// What stands behind a target.
#[derive(Debug)]
pub(super) enum Qualifier {
    For(usize, Node),
    If(Node),
}

#[derive(Debug)]
pub(super) struct OptionOf {
    /// The parts, each with as many numbers as a position.
    pub(super) parts: Vec<Vec<Node>>,
    pub(super) qualifiers: Vec<Qualifier>,
}

#[derive(Debug, Default)]
pub(super) struct Rule {
    pub(super) arity: usize,
    pub(super) names: Vec<String>,
    pub(super) options: Vec<OptionOf>,
    /// `lose if`, `win if`, `draw if`, `legal if`: the word, and the condition.
    pub(super) clauses: Vec<(String, Node)>,
    pub(super) misere: bool,
    pub(super) loopy: bool,
}

/// Words that stand for themselves; those that begin others after these.
const SIGNS: [&str; 30] = [
    "->", "..", "<<", ">>", "<=", ">=", "==", "!=", "<", ">", "|", ";", "[", "]", "(", ")", "{", "}", ",",
    "+", "-", "*", "/", "%", "^", "&", "~", "for", "if", "in",
];

/// Infixes, those that bind least first; comparisons stand between `not` and `|`.
const LEVELS: [&[&str]; 7] = [&["or"], &["and"], &["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"]];
const PRODUCTS: [&str; 3] = ["*", "/", "%"];
const RELATIONS: [&str; 7] = ["<=", ">=", "==", "!=", "<", ">", "in"];
const SETS: [&str; 10] = [
    "divisors",
    "primes",
    "squares",
    "cubes",
    "triangular",
    "fibonacci",
    "factorials",
    "powers",
    "bits",
    "digits",
];

/// Expressions in more parentheses are not read.
const DEEPEST: usize = 64;

/// Longer rules are not read: expressions nest as deep as they are long.
const MOST: usize = 1 << 10;

struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
    /// How many parentheses and brackets are open.
    depth: usize,
    rule: Rule,
}

/// The rule of a text; none where it cannot be read.
pub(super) fn read(text: &str) -> Option<Rule> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |is_in: fn(char) -> bool| rest.find(|c| !is_in(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            word(|c| c.is_ascii_digit())
        } else if first.is_ascii_alphabetic() {
            word(|c| c.is_ascii_alphanumeric() || c == '_')
        } else {
            SIGNS.iter().find(|sign| rest.starts_with(**sign))?.len()
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    if words.len() > MOST {
        return None;
    }
    let mut reader = Reader { words, at: 0, depth: 0, rule: Rule::default() };
    reader.rule()?;
    (reader.at == reader.words.len()).then_some(reader.rule)
}

impl<'t> Reader<'t> {
    fn next(&self) -> &'t str {
        self.words.get(self.at).copied().unwrap_or_default()
    }

    fn take(&mut self, word: &str) -> bool {
        let is_next = self.next() == word;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.take(word).then_some(())
    }

    /// The first of these words that is next.
    fn take_one(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.take(word))
    }

    fn name(&mut self) -> Option<usize> {
        let name = self.next();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        self.at += 1;
        let known = self.rule.names.iter().position(|known| known == name);
        Some(known.unwrap_or_else(|| {
            self.rule.names.push(name.to_owned());
            self.rule.names.len() - 1
        }))
    }

    fn rule(&mut self) -> Option<()> {
        self.expect("[")?;
        loop {
            self.name()?;
            self.rule.arity += 1;
            if !self.take(",") {
                break;
            }
        }
        self.expect("]")?;
        self.expect("->")?;
        loop {
            let option = self.option()?;
            self.rule.options.push(option);
            if !self.take("|") {
                break;
            }
        }
        while self.take(";") {
            match self.next() {
                word @ ("lose" | "win" | "draw" | "legal") => {
                    self.at += 1;
                    self.expect("if")?;
                    let condition = self.expression()?;
                    self.rule.clauses.push((word.to_owned(), condition));
                }
                "misere" => (self.rule.misere, self.at) = (true, self.at + 1),
                "loopy" => (self.rule.loopy, self.at) = (true, self.at + 1),
                _ => return None,
            }
        }
        Some(())
    }

    fn option(&mut self) -> Option<OptionOf> {
        let mut parts = Vec::new();
        loop {
            self.expect("[")?;
            parts.push(self.list("]")?);
            if !self.take("+") {
                break;
            }
        }
        let mut qualifiers = Vec::new();
        loop {
            if self.take("if") {
                qualifiers.push(Qualifier::If(self.expression()?));
            } else if self.take("for") {
                loop {
                    let name = self.name()?;
                    self.expect("in")?;
                    qualifiers.push(Qualifier::For(name, self.set()?));
                    if !self.take(",") {
                        break;
                    }
                }
            } else {
                break;
            }
        }
        let whole = parts.iter().all(|part| part.len() == self.rule.arity);
        whole.then_some(OptionOf { parts, qualifiers })
    }

    /// Expressions with commas between, and the sign that closes them.
    fn list(&mut self, close: &str) -> Option<Vec<Node>> {
        self.depth += 1;
        let mut list = Vec::new();
        loop {
            list.push(self.range_or_number()?);
            if !self.take(",") {
                break;
            }
        }
        self.depth -= 1;
        self.expect(close)?;
        Some(list)
    }

    fn range_or_number(&mut self) -> Option<Node> {
        let from = self.expression()?;
        if !self.take("..") {
            return Some(from);
        }
        let to = self.expression()?;
        let by = if self.take("by") { Some(Box::new(self.expression()?)) } else { None };
        Some(Node::Range(Box::new([from, to]), by))
    }

    fn set(&mut self) -> Option<Node> {
        if self.take("{") {
            return Some(Node::Items(self.list("}")?));
        }
        if SETS.contains(&self.next()) && self.words.get(self.at + 1) == Some(&"(") {
            let name = self.next().to_owned();
            self.at += 2;
            return Some(Node::Call(name, self.list(")")?));
        }
        self.range_or_number()
    }

    fn expression(&mut self) -> Option<Node> {
        if self.depth > DEEPEST {
            return None;
        }
        self.depth_of(0)
    }

    fn depth_of(&mut self, level: usize) -> Option<Node> {
        let Some(signs) = LEVELS.get(level) else { return self.product() };
        if level == 2 {
            return self.negation();
        }
        self.infixes(level, signs)
    }

    fn infixes(&mut self, level: usize, signs: &[&'static str]) -> Option<Node> {
        let mut left = self.depth_of(level + 1)?;
        loop {
            if self.depth == 0 && self.next() == "|" {
                return Some(left);
            }
            let Some(sign) = self.take_one(signs) else { return Some(left) };
            left = Node::Infix(sign, Box::new([left, self.depth_of(level + 1)?]));
        }
    }

    /// `not`, and comparisons.
    fn negation(&mut self) -> Option<Node> {
        let mut nots = 0;
        while self.take("not") {
            nots += 1;
        }
        let first = self.infixes(2, LEVELS[2])?;
        let (mut sides, mut relations) = (vec![first], Vec::new());
        while let Some(relation) = self.take_one(&RELATIONS) {
            relations.push(relation);
            sides.push(if relation == "in" { self.set()? } else { self.infixes(2, LEVELS[2])? });
        }
        let test = if relations.is_empty() { sides.pop()? } else { Node::Chain(sides, relations) };
        let not = |node, _| Node::Prefix("not", Box::new(node));
        Some((0..nots).fold(test, not))
    }

    fn product(&mut self) -> Option<Node> {
        let mut left = self.unary()?;
        while let Some(sign) = self.take_one(&PRODUCTS) {
            left = Node::Infix(sign, Box::new([left, self.unary()?]));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Node> {
        let mut signs = Vec::new();
        while let Some(sign) = self.take_one(&["-", "~"]) {
            signs.push(sign);
        }
        if signs.len() > 100 {
            return None;
        }
        let atom = self.atom()?;
        Some(signs.into_iter().rev().fold(atom, |node, sign| Node::Prefix(sign, Box::new(node))))
    }

    fn atom(&mut self) -> Option<Node> {
        if self.take("(") {
            self.depth += 1;
            let inner = self.expression()?;
            self.depth -= 1;
            self.expect(")")?;
            return Some(inner);
        }
        let word = self.next();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            return Some(Node::Number(word.parse().ok()?));
        }
        if self.words.get(self.at + 1) == Some(&"(") {
            self.at += 2;
            return Some(Node::Call(word.to_owned(), self.list(")")?));
        }
        Some(Node::Name(self.name()?))
    }
}
