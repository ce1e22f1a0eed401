//! The shape of an input file, read off its template: what validators check, and what programs read.
//!
//! A template has a shape where it is made of text, `{{ … }}` and `{% for … %}` alone, its loops walk
//! through whole lines, its words are separated by one blank each, and how many numbers a list has is
//! written before the list (or is the same in all records).

mod reader;
mod template;

use super::limits::{Limits, Span};
pub(super) use reader::{cpp_reader, python_reader};
use template::{Node, Shown, nodes};

/// A part of an input file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A line.
    Line(Vec<Item>),
    /// The tests: as many as `t` says, or where it was not written as many as there are.
    Tests(Count, Vec<Part>),
    /// The elements of a list, one after the other.
    Each(&'static Field, Count, Vec<Part>),
}

/// The words of a line, separated by one blank.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// This word.
    Word(String),
    /// A number with a name.
    Named(String, Bound, Bound),
    /// A number that follows from others.
    Other,
    /// All numbers of a list.
    All(&'static Field, Count, Bound, Bound),
    /// The numbers of the element of the enclosing list, given by a count.
    Element(Count, Bound, Bound),
    /// A row of a board.
    Row(Count),
}

/// A bound of a number: itself, or a number that was read before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Is(u64),
    Of(String),
}

/// How often something comes: always so often, as often as a number says that was read before, or to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Is(u64),
    Of(String),
    All,
}

/// The elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Tuple,
    Row,
}

/// A list of a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// The lists that a template may show.
pub(super) static LISTS: [Field; 10] = [
    Field { name: "amounts", kind: Kind::Number },
    Field { name: "heaps", kind: Kind::Number },
    Field { name: "tokens", kind: Kind::Number },
    Field { name: "vectors", kind: Kind::Tuple },
    Field { name: "piles", kind: Kind::Tuple },
    Field { name: "damaged", kind: Kind::Tuple },
    Field { name: "pieces", kind: Kind::Tuple },
    Field { name: "edges", kind: Kind::Tuple },
    Field { name: "sets", kind: Kind::Tuple },
    Field { name: "rows", kind: Kind::Row },
];

/// Numbers of a record that are not the length of a list.
pub(super) const SCALARS: [&str; 5] = ["n", "height", "width", "vertices", "arity"];

/// The shape of a template.
///
/// # Errors
///
/// Why it has none.
pub(super) fn shape(template: &str, limits: &Limits) -> Result<Vec<Part>, String> {
    let mut reading = Reading { limits, known: Vec::new() };
    reading.lines(&nodes(template)?, None, None)
}

struct Reading<'a> {
    limits: &'a Limits,
    /// The numbers read so far.
    known: Vec<String>,
}

/// The list that a loop walks through, and the name of its element.
type Around<'a> = Option<(&'static Field, &'a str)>;

impl Reading<'_> {
    fn lines(
        &mut self,
        nodes: &[Node],
        record: Option<&str>,
        around: Around<'_>,
    ) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        let mut line: Vec<Item> = Vec::new();
        // Whether a blank stands before what comes next.
        let mut blank = true;
        for node in nodes {
            match node {
                Node::Text(text) => {
                    for (number, text) in text.split('\n').enumerate() {
                        if number > 0 {
                            if blank && !line.is_empty() {
                                return Err("a line ends in a blank".into());
                            }
                            parts.push(Part::Line(std::mem::take(&mut line)));
                            blank = true;
                        }
                        self.words(text, &mut line, &mut blank)?;
                    }
                }
                Node::Show(shown) => {
                    if !blank {
                        return Err("something stands beside a number without a blank".into());
                    }
                    blank = false;
                    match self.shown(shown, record, around)? {
                        Ok(items) => line.extend(items),
                        Err(part) if line.is_empty() => parts.push(part),
                        Err(_) => return Err("a list of lines begins inside a line".into()),
                    }
                }
                Node::For(name, list, body) => {
                    if !line.is_empty() {
                        return Err("a loop stands inside a line".into());
                    }
                    parts.push(self.each(name, list, body, record)?);
                }
            }
        }
        if line.is_empty() { Ok(parts) } else { Err("a line has no end".into()) }
    }

    fn words(&self, text: &str, line: &mut Vec<Item>, blank: &mut bool) -> Result<(), String> {
        if text.is_empty() {
            return Ok(());
        }
        if text.contains("  ") || text.contains('\t') || (line.is_empty() && text.starts_with(' ')) {
            return Err("words are not separated by one blank each".into());
        }
        if !text.starts_with(' ') && !*blank {
            return Err(format!("`{}` stands beside a number without a blank", text.trim()));
        }
        line.extend(text.split(' ').filter(|word| !word.is_empty()).map(|word| Item::Word(word.into())));
        *blank = text.ends_with(' ');
        Ok(())
    }

    fn each(
        &mut self,
        name: &str,
        list: &[String],
        body: &[Node],
        record: Option<&str>,
    ) -> Result<Part, String> {
        match (list, record) {
            ([records], None) if records == "records" => {
                let count = match () {
                    () if self.known.iter().any(|known| known == "t") => Count::Of("t".into()),
                    () if self.limits.tests.max == 1 => Count::Is(1),
                    () => Count::All,
                };
                Ok(Part::Tests(count, self.lines(body, Some(name), None)?))
            }
            ([owner, list], Some(record)) if owner == record => {
                let field = field(list)?;
                let count = self.count(field)?;
                Ok(Part::Each(field, count, self.lines(body, Some(record), Some((field, name)))?))
            }
            _ => Err(format!("`{}` is no list of a record", list.join("."))),
        }
    }

    /// Items of a line, or a part of lines of its own.
    fn shown(
        &mut self,
        shown: &Shown,
        record: Option<&str>,
        around: Around<'_>,
    ) -> Result<Result<Vec<Item>, Part>, String> {
        let path: Vec<&str> = shown.path.iter().map(String::as_str).collect();
        let filter = shown.filter.as_ref().map(|(name, argument)| (name.as_str(), argument.as_deref()));
        match (&path[..], filter) {
            (["t"], None) => Ok(Ok(vec![self.named("t".into(), self.limits.tests)])),
            ([owner, rest @ ..], filter) if Some(*owner) == record => match (rest, filter) {
                ([scalar], None) if SCALARS.contains(scalar) => {
                    let limits = self.limits;
                    let span = match *scalar {
                        "n" => limits.count,
                        "height" => limits.height,
                        "width" => limits.width,
                        "vertices" => limits.vertices,
                        _ => limits.arity,
                    };
                    Ok(Ok(vec![self.named((*scalar).into(), span)]))
                }
                ([list], Some(("length", None))) => {
                    let field = field(list)?;
                    Ok(Ok(vec![self.named(format!("{list}_count"), self.length(field))]))
                }
                ([list], Some(("join", separator))) if field(list)?.kind == Kind::Number => {
                    let field = field(list)?;
                    let (low, high) = self.bounds(field, 0);
                    let count = self.count(field)?;
                    match separator {
                        Some(" ") => Ok(Ok(vec![Item::All(field, count, low, high)])),
                        Some("\n") => {
                            let line = Part::Line(vec![Item::Element(Count::Is(1), low, high)]);
                            Ok(Err(Part::Each(field, count, vec![line])))
                        }
                        _ => Err(format!("the numbers of `{list}` are not separated by blanks")),
                    }
                }
                ([list], Some(("max" | "min" | "sum", None))) if field(list)?.kind == Kind::Number => {
                    Ok(Ok(vec![Item::Other]))
                }
                (["index"], None) => Ok(Ok(vec![Item::Other])),
                _ => Err(format!("`{shown}` is not known")),
            },
            ([element, rest @ ..], filter) if around.is_some_and(|(_, name)| name == *element) => {
                let Some((field, _)) = around else { return Err("no list".into()) };
                match (field.kind, rest, filter) {
                    (Kind::Number, [], None) => {
                        let (low, high) = self.bounds(field, 0);
                        Ok(Ok(vec![Item::Element(Count::Is(1), low, high)]))
                    }
                    (Kind::Row, [], None) => Ok(Ok(vec![Item::Row(self.width())])),
                    (Kind::Tuple, [place], None) if place.parse::<usize>().is_ok() => {
                        let (low, high) = self.bounds(field, place.parse().unwrap_or(0));
                        Ok(Ok(vec![Item::Element(Count::Is(1), low, high)]))
                    }
                    (Kind::Tuple, [], Some(("length", None))) => {
                        let most = self.limits.arity.max.max(self.limits.vertices.max);
                        Ok(Ok(vec![self.named("element_count".into(), Span { min: 0, max: most })]))
                    }
                    (Kind::Tuple, [], Some(("join", Some(" ")))) => Ok(Ok(self.tuple(field)?)),
                    _ => Err(format!("`{shown}` is not known")),
                }
            }
            _ => Err(format!("`{shown}` is not known")),
        }
    }

    fn tuple(&self, field: &Field) -> Result<Vec<Item>, String> {
        let arity = match field.name {
            "edges" | "pieces" | "damaged" => Count::Is(2),
            "sets" => self.read("element_count").ok_or("how many numbers a set has is not said before")?,
            _ => match (self.read("arity").or(self.read("element_count")), self.limits.arity) {
                (Some(count), _) => count,
                (None, Span { min, max }) if min == max => Count::Is(max),
                _ => return Err(format!("how many numbers `{}` have is not said before", field.name)),
            },
        };
        Ok(match arity {
            Count::Is(count) => (0..count as usize)
                .map(|place| {
                    let (low, high) = self.bounds(field, place);
                    Item::Element(Count::Is(1), low, high)
                })
                .collect(),
            count => {
                let (low, high) = self.bounds(field, 0);
                vec![Item::Element(count, low, high)]
            }
        })
    }

    fn named(&mut self, name: String, span: Span) -> Item {
        self.known.push(name.clone());
        Item::Named(name, Bound::Is(span.min), Bound::Is(span.max))
    }

    fn read(&self, name: &str) -> Option<Count> {
        self.known.iter().any(|known| known == name).then(|| Count::Of(name.into()))
    }

    /// A number that was read before, or its limit.
    fn at_most(&self, name: &str, span: Span) -> Bound {
        match self.read(name) {
            Some(_) => Bound::Of(name.into()),
            None => Bound::Is(span.max),
        }
    }

    fn width(&self) -> Count {
        self.read("width").unwrap_or(match self.limits.width {
            Span { min, max } if min == max => Count::Is(max),
            _ => Count::All,
        })
    }

    fn length(&self, field: &Field) -> Span {
        let limits = self.limits;
        match field.name {
            "amounts" | "vectors" => limits.amounts,
            "heaps" | "piles" => limits.count,
            "tokens" => limits.tokens,
            "damaged" => limits.damaged,
            "pieces" => limits.pieces,
            "rows" => limits.height,
            _ => limits.edges,
        }
    }

    /// How many elements a list has.
    fn count(&self, field: &Field) -> Result<Count, String> {
        let name = field.name;
        let other = match name {
            "heaps" | "piles" => "n",
            "rows" => "height",
            _ => "",
        };
        let said = self.read(&format!("{name}_count")).or(self.read(other));
        match (said, self.length(field)) {
            (Some(count), _) => Ok(count),
            (None, Span { min, max }) if min == max => Ok(Count::Is(max)),
            _ => Err(format!("how many `{name}` there are is not said before they come")),
        }
    }

    /// The bounds of a number of a list: of this place in its tuple.
    fn bounds(&self, field: &Field, place: usize) -> (Bound, Bound) {
        let limits = self.limits;
        let is = |span: Span| (Bound::Is(span.min), Bound::Is(span.max));
        match field.name {
            "amounts" | "vectors" => is(limits.amount),
            "heaps" | "piles" => is(limits.size),
            "edges" => (Bound::Is(0), self.at_most("vertices", limits.vertices)),
            "tokens" | "sets" => (Bound::Is(1), self.at_most("vertices", limits.vertices)),
            _ if place == 0 => (Bound::Is(1), self.at_most("height", limits.height)),
            _ => (Bound::Is(1), self.at_most("width", limits.width)),
        }
    }
}

fn field(name: &str) -> Result<&'static Field, String> {
    LISTS.iter().find(|field| field.name == name).ok_or_else(|| format!("`{name}` is no list of a record"))
}

/// Whether a part, or one in it, fills this list.
pub(super) fn fills(parts: &[Part], name: &str) -> bool {
    parts.iter().any(|part| match part {
        Part::Line(items) => items.iter().any(|item| match item {
            Item::All(field, ..) => field.name == name,
            Item::Named(named, ..) => named == name,
            _ => false,
        }),
        Part::Tests(_, parts) => fills(parts, name),
        Part::Each(field, _, parts) => field.name == name || fills(parts, name),
    })
}

#[cfg(test)]
mod tests;
