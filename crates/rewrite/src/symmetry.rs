//! The symmetries of the rules: turns of the board with exchanges of letters that map all rules and words to themselves.
//!
//! Reversal maps the rules of Elephants to themselves only with an exchange of `X` and `O`, so both are tried together: at
//! most 8 turns with 5! exchanges, once a layout.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there are at most 16 planes"
)]

use std::collections::BTreeSet;

use crate::definition::Definition;
use crate::form::{Offset, TURNS, WordForm, turned};
use crate::layout::Image;
use crate::letters::{Gift, PlaneNumbers, WrittenWord};
use crate::patterns::MAX_WRITTEN;

/// A cell of a rule or a word, as a symmetry maps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ShapeCell {
    /// The place of the cell, counted from the corner once the shape lies there.
    at: Offset,
    /// The planes of which one must have the cell, as bits.
    planes: u32,
    /// The letter that the rule gives the cell.
    gift: Gift,
}

/// The kind of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ShapeKind {
    /// A rule.
    Rule,
    /// A word of `never`.
    Never,
    /// A word of `ends`.
    Ends,
}

/// A rule or a word in one position, moved to the corner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    /// The kind of the shape; only shapes of one kind are mapped to each other.
    kind: ShapeKind,
    /// The cells, ascending.
    cells: Vec<ShapeCell>,
}

impl Shape {
    /// Moves a shape to the corner.
    fn new(kind: ShapeKind, mut cells: Vec<ShapeCell>) -> Shape {
        let up = cells.iter().map(|cell| cell.at.down).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.at.right).min().unwrap_or(0);
        for cell in &mut cells {
            cell.at.down -= up;
            cell.at.right -= left;
        }
        cells.sort_unstable();
        Shape { kind, cells }
    }

    /// Returns the image under a turn and an exchange of planes.
    fn image(&self, turn: u8, exchange: &[u8]) -> Shape {
        let exchanged = |planes: u32| {
            let mut image = 0;
            for (plane, to) in exchange.iter().enumerate() {
                if planes >> plane & 1 != 0 {
                    image |= 1 << to;
                }
            }
            image
        };
        let cell = |cell: &ShapeCell| ShapeCell {
            at: turned(cell.at, turn),
            planes: exchanged(cell.planes),
            gift: match cell.gift {
                Gift::Plane(plane) => Gift::Plane(exchange[usize::from(plane)]),
                other => other,
            },
        };
        Shape::new(self.kind, self.cells.iter().map(cell).collect())
    }
}

/// The largest number of planes whose exchanges are tried.
const MAX_EXCHANGED_PLANES: usize = 5;

/// Lists the exchanges of planes that leave the plane of free cells and the one of other letters where they are; the first
/// changes nothing.
fn exchanges(planes: usize, stays: &dyn Fn(usize) -> bool) -> Vec<Vec<u8>> {
    let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
    for plane in 0..planes {
        let is_fixed = planes > MAX_EXCHANGED_PLANES || stays(plane);
        let mut longer = Vec::new();
        for list in &lists {
            for to in 0..planes as u8 {
                if !list.contains(&to) && (!is_fixed || usize::from(to) == plane) {
                    let mut list = list.clone();
                    list.push(to);
                    longer.push(list);
                }
            }
        }
        lists = longer;
    }
    lists
}

/// A symmetry of the square, and the exchanges of planes with which it maps the rules to themselves.
pub(crate) struct Symmetry {
    /// The symmetry, as [`crate::form::turned`] numbers them.
    turn: u8,
    /// For each exchange, the plane to which each plane goes.
    exchanges: Vec<Vec<u8>>,
}

impl Symmetry {
    /// Returns it for a layout with as many planes as each exchange has.
    pub(crate) fn image<const P: usize>(&self) -> Image<P> {
        let exchange = |list: &Vec<u8>| std::array::from_fn(|plane| list[plane]);
        Image {
            turn: self.turn,
            exchanges: self.exchanges.iter().map(exchange).collect(),
        }
    }
}

/// Finds the symmetries of the rules on a number of planes. `is_tall` says whether the layout has several rows.
pub(crate) fn images(
    definition: &Definition,
    numbers: &PlaneNumbers,
    longest: usize,
    is_tall: bool,
    planes: usize,
) -> Vec<Symmetry> {
    let shapes = shapes(definition, numbers, longest, planes);
    let stays =
        |plane: usize| Some(plane) == numbers.free || (numbers.has_others && plane == planes - 1);
    let exchanges = exchanges(planes, &stays);
    let mut images = Vec::new();
    for turn in 0..TURNS {
        if !is_tall && turn != 0 && turn != 2 {
            continue;
        }
        let is_kept = |exchange: &&Vec<u8>| {
            let mapped = |shape: &Shape| shapes.contains(&shape.image(turn, exchange));
            shapes.iter().all(mapped)
        };
        let kept: Vec<Vec<u8>> = exchanges.iter().filter(is_kept).cloned().collect();
        if !kept.is_empty() {
            images.push(Symmetry {
                turn,
                exchanges: kept,
            });
        }
    }
    images
}

/// Lists the rules and words in all their positions.
fn shapes(
    definition: &Definition,
    numbers: &PlaneNumbers,
    longest: usize,
    planes: usize,
) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::new();
    for form in definition.forms(longest) {
        add_shapes(numbers, ShapeKind::Rule, &form, planes, &mut shapes);
    }
    for word in definition.never() {
        add_shapes(numbers, ShapeKind::Never, word, planes, &mut shapes);
    }
    for word in definition.ends() {
        add_shapes(numbers, ShapeKind::Ends, word, planes, &mut shapes);
    }
    shapes
}

/// Adds a form in all its positions, on a number of planes.
fn add_shapes(
    numbers: &PlaneNumbers,
    kind: ShapeKind,
    form: &WordForm,
    count: usize,
    shapes: &mut BTreeSet<Shape>,
) {
    let written = numbers.written(&form.before, &form.after, MAX_WRITTEN);
    for WrittenWord { before, after } in written.unwrap_or_default() {
        for turn in &form.turns {
            let mut cells = Vec::with_capacity(turn.len());
            for (i, &at) in turn.iter().enumerate() {
                let gift = match kind {
                    ShapeKind::Rule => numbers.gift(before[i], after[i], count),
                    ShapeKind::Never | ShapeKind::Ends => Gift::Keep,
                };
                cells.push(ShapeCell {
                    at,
                    planes: numbers.needed(before[i], count),
                    gift,
                });
            }
            shapes.insert(Shape::new(kind, cells));
        }
    }
}
