//! Parts: which cells of a position can still change, which of them belong together, and the search's view of them.
//!
//! A part is a smaller position of the same game, a *picture*: cells that no play in it touches are walls.
//!
//! ```text
//!   instance   a place where a pattern lies, with the letters it needs and gives
//!   reach      the letters that a cell may still get: the least sets such that an instance is possible if the reach has
//!              what it needs on each of its cells and no guard of it is certain; then the reach gets what it gives
//!   constant   a cell whose reach is one letter; a guard is certain if all its cells are constant and hold its letters
//!   link       possible instances with their possible guards join the cells they cover, through cells that can change
//! ```
//!
//! **Theorem.** Every position that play reaches has its letters in the reach: a legal move is a possible instance, since
//! its guards do not hold and so none was certain. Two parts share only constant cells, so a move in one changes neither
//! the moves nor their legality in the other, and the value of the position is the nim-sum of the parts'. Parts without a
//! possible instance are worth 0.
//!
//! *Clobber*, `XXOX`: `.` stands before no `>`. X on 2 takes O on 3 and leaves `X.XX`: no instance is possible. O on 3
//! takes X on 2 and leaves `XO.X`: the first two cells are a part, the last is none. So `XXOX` is mex {0, 1} = 2.
//!
//! A picture must show more than its cells that change:
//!
//! - *What forbids.* An instance that a constant guard forbids for certain would come back to life in a picture without
//!   that guard (`.>0 .>1 never 00 11: ...0` is 3), so the cells of one such guard belong to the picture.
//! - *That there is a letter.* Under `_` a guard may be certain though its cell can change (`never X_X`). That cell may
//!   belong to another part; then it is shown as one more letter that is in no rule. Where `_` stands before a `>`, or
//!   groups need free cells, that letter would act itself: there the parts are one.
//! - *Groups* (`alive`): constant letters with what neighbours them; constants of different letters, neither of them free,
//!   are neither one group nor free neighbours of each other, so the row splits between them.
//!
//! Nothing splits under `joined`, nor while a word of `ends` may still come to be.

use std::sync::Arc;

use grundy_placement::search::{ComponentGame, Components};
use smallvec::SmallVec;

use crate::form::exchanges_axes;
use crate::layout::{Layout, LayoutKind};
use crate::letters::{Gift, MAX_PLANES};
use crate::order::LetterOrder;
use crate::patterns::{CellPattern, Guard, Patterns, WordCell, WordPlaces};
use crate::planes::{CellBits, LetterPlanes};

/// The rules on a layout, ready for the search.
#[derive(Debug)]
pub(crate) struct PictureRules<const P: usize, W> {
    /// The places of the cells in a word.
    pub(crate) layout: Layout<P>,
    /// The rules as patterns, and the steps to neighbours.
    pub(crate) patterns: Patterns<W>,
    /// The plane of free cells, if every group needs one.
    pub(crate) free: Option<usize>,
    /// Whether what is no wall must stay connected.
    pub(crate) joined: bool,
    /// Whether a cell that changes may be shown as a letter of no rule.
    pub(crate) shows_inert: bool,
    /// The order of letters, if the cells are a row whose rules keep it.
    pub(crate) order: Option<LetterOrder>,
    /// The largest number of cells of parts that are valued in full.
    pub(crate) small: u32,
}

/// The game of pictures.
#[derive(Clone, Debug)]
pub(crate) struct PictureGame<const P: usize, W>(pub(crate) Arc<PictureRules<P, W>>);

/// The letters that cells may still become, by planes; the last place stands for walls and letters without a plane.
type Reach<W> = [W; MAX_PLANES + 1];

/// The first cells of the instances of each pattern that are possible.
type Instances<W> = SmallVec<[W; 24]>;

/// Instances that are forbidden for certain, by one guard.
struct ForbiddenInstances<'a, W> {
    /// The first cells of the instances.
    anchors: W,
    /// The pattern of the instances.
    pattern: &'a CellPattern<W>,
    /// The guard that forbids them.
    guard: &'a Guard<W>,
}

/// Returns the cells where some of the planes, given as bits, may be.
#[inline(always)]
fn any_of<W: CellBits>(planes: &[W], wanted: u32) -> W {
    let first = wanted.trailing_zeros();
    let others = wanted & wanted.wrapping_sub(1);
    let mut cells = planes[first as usize];
    let mut left = others;
    while left != 0 {
        cells |= planes[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    cells
}

/// Returns the cells of `within` from which the cells of a word may all be as it says.
#[inline(always)]
fn may_stand<W: CellBits>(planes: &[W], cells: &[WordCell], within: W) -> W {
    let mut anchors = within;
    for cell in cells {
        anchors &= any_of(planes, cell.planes).before(cell.shift);
    }
    anchors
}

/// Returns the first cells at which a pattern may be, whatever forbids it.
#[inline(always)]
fn may_match<W: CellBits>(planes: &[W], pattern: &CellPattern<W>) -> W {
    let mut anchors = pattern.anchors;
    for cell in &pattern.cells {
        anchors &= any_of(planes, cell.planes).before(cell.shift);
    }
    anchors
}

impl<const P: usize, W: CellBits> PictureGame<P, W> {
    /// Returns the cells next to some cells.
    #[inline(always)]
    fn near(&self, cells: W) -> W {
        let mut near = W::NONE;
        for step in &self.0.patterns.steps {
            near |= (cells & step.from).before(step.shift);
        }
        near
    }

    /// Returns the first cells at which a guard holds for certain.
    fn certain(guard: &Guard<W>, reach: &Reach<W>) -> W {
        let mut anchors = guard.anchors;
        for cell in &guard.cells {
            if anchors.is_none() {
                break;
            }
            let mut others = reach[P];
            for (plane, &cells) in reach[..P].iter().enumerate() {
                if cell.planes >> plane & 1 == 0 {
                    others |= cells;
                }
            }
            anchors &= (any_of(&reach[..P], cell.planes) & !others).before(cell.shift);
        }
        anchors
    }

    /// Finds the reach of a position, and the possible instances of each pattern.
    fn reach(&self, planes: &LetterPlanes<P, W>, instances: &mut Instances<W>) -> Reach<W> {
        let rules = &*self.0;
        let mut reach = [W::NONE; MAX_PLANES + 1];
        reach[..P].copy_from_slice(&planes.0);
        instances.clear();
        instances.resize(rules.patterns.patterns.len(), W::NONE);
        let borders = match &rules.order {
            Some(order) => order.borders(&planes.0),
            None => W::NONE,
        };
        loop {
            let mut has_changed = false;
            for (pattern, known) in rules.patterns.patterns.iter().zip(instances.iter_mut()) {
                let mut anchors = may_match(&reach[..P], pattern);
                if anchors.is_none() {
                    continue;
                }
                if borders.is_some() {
                    anchors &= !crossing(pattern, borders);
                }
                if anchors == *known {
                    continue;
                }
                for guard in &pattern.guards {
                    anchors &= !Self::certain(guard, &reach);
                }
                *known = anchors;
                for cell in &pattern.cells {
                    let place = match cell.gift {
                        Gift::Keep => continue,
                        Gift::Plane(plane) => usize::from(plane),
                        Gift::Nothing => P,
                    };
                    let new = anchors.before(-cell.shift) & !reach[place];
                    if new.is_some() {
                        reach[place] |= new;
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                return reach;
            }
        }
    }

    /// Returns whether a word of `ends` stands, or may come to be, among these planes.
    fn has_end(&self, planes: &[W]) -> bool {
        let stands = |word: &WordPlaces<W>| may_stand(planes, &word.cells, word.anchors).is_some();
        self.0.patterns.ends.iter().any(stands)
    }

    /// Visits the parts of a position in canonical form, equal ones as often as they are there.
    pub(crate) fn visit_parts(
        &self,
        planes: &LetterPlanes<P, W>,
        visit: &mut dyn FnMut(LetterPlanes<P, W>),
    ) {
        let rules = &*self.0;
        let mut instances = Instances::new();
        let reach = self.reach(planes, &mut instances);
        let is_dead = instances.iter().all(|anchors| anchors.is_none());
        if is_dead || self.has_end(&planes.0) {
            return;
        }
        let linked = self.linked(&reach, &instances);
        let touched = self.covered(&linked);
        if rules.joined || self.has_end(&reach[..P]) {
            let shown = self.shown_of_whole(planes, &reach, touched);
            visit(rules.layout.canonical(&planes.within(shown)));
            return;
        }
        let mut once = W::NONE;
        let mut changing = W::NONE;
        for &cells in &reach[..=P] {
            changing |= once & cells;
            once |= cells;
        }
        let forbidden = self.forbidden(&reach, &instances);
        let mut left = touched & changing;
        let mut merged: SmallVec<[W; 4]> = SmallVec::new();
        while left.is_some() {
            let mut part = left.first_alone();
            let mut inert = W::NONE;
            loop {
                part = self.flooded(part, planes, &linked, changing);
                // What a part shows may join it to one found before.
                merged.retain(|other| {
                    let is_met = (*other & part & changing).is_some();
                    if is_met {
                        part |= *other;
                    }
                    !is_met
                });
                let shown = Self::shown_guards(&forbidden, part | inert) & !(part | inert);
                if shown.is_none() {
                    break;
                }
                if rules.shows_inert {
                    inert |= shown & changing;
                    part |= shown & !changing;
                } else {
                    part |= shown;
                }
            }
            left &= !part;
            if rules.shows_inert {
                let mut picture = planes.within(part);
                picture.0[P - 1] |= inert & !part;
                visit(rules.layout.canonical(&picture));
            } else {
                merged.push(part);
            }
        }
        for part in merged {
            visit(rules.layout.canonical(&planes.within(part)));
        }
    }

    /// Returns the cells of a position that does not split which its picture shows.
    fn shown_of_whole(&self, planes: &LetterPlanes<P, W>, reach: &Reach<W>, touched: W) -> W {
        let rules = &*self.0;
        if rules.joined || rules.free.is_some() || rules.patterns.has_guards {
            return planes.all();
        }
        let mut shown = touched;
        for word in &rules.patterns.ends {
            let anchors = may_stand(&reach[..P], &word.cells, word.anchors);
            for cell in &word.cells {
                shown |= anchors.before(-cell.shift);
            }
        }
        shown
    }

    /// Returns where each set of linked cells lies, by its first cell.
    fn linked(&self, reach: &Reach<W>, instances: &Instances<W>) -> Instances<W> {
        let patterns = &self.0.patterns;
        let mut linked: Instances<W> = smallvec::smallvec![W::NONE; patterns.supports.len()];
        for (pattern, &anchors) in patterns.patterns.iter().zip(instances) {
            if anchors.is_none() {
                continue;
            }
            linked[pattern.link.support] |= anchors.before(-pattern.link.base);
            for guard in &pattern.guards {
                let holding = may_stand(&reach[..P], &guard.cells, anchors & guard.anchors);
                linked[guard.link.support] |= holding.before(-guard.link.base);
            }
        }
        linked
    }

    /// Returns the cells of all sets of linked cells.
    fn covered(&self, linked: &Instances<W>) -> W {
        let mut covered = W::NONE;
        for (support, &anchors) in self.0.patterns.supports.iter().zip(linked) {
            if anchors.is_some() {
                for &shift in support {
                    covered |= anchors.before(-shift);
                }
            }
        }
        covered
    }

    /// Lists the instances that some guard forbids for certain, each with one such guard.
    fn forbidden(
        &self,
        reach: &Reach<W>,
        instances: &Instances<W>,
    ) -> Vec<ForbiddenInstances<'_, W>> {
        let mut forbidden = Vec::new();
        if !self.0.patterns.has_guards {
            return forbidden;
        }
        for (pattern, &possible) in self.0.patterns.patterns.iter().zip(instances) {
            if pattern.guards.is_empty() {
                continue;
            }
            let mut left = may_match(&reach[..P], pattern) & !possible;
            for guard in &pattern.guards {
                let anchors = left & Self::certain(guard, reach);
                if anchors.is_some() {
                    left &= !anchors;
                    forbidden.push(ForbiddenInstances {
                        anchors,
                        pattern,
                        guard,
                    });
                }
            }
        }
        forbidden
    }

    /// Returns the cells of the guards that forbid instances inside of some cells.
    fn shown_guards(forbidden: &[ForbiddenInstances<'_, W>], cells: W) -> W {
        let mut shown = W::NONE;
        for instances in forbidden {
            let mut inside = instances.anchors;
            for cell in &instances.pattern.cells {
                inside &= cells.before(cell.shift);
            }
            for cell in &instances.guard.cells {
                shown |= inside.before(-cell.shift);
            }
        }
        shown
    }

    /// Returns all cells that belong to the same part as some of its cells.
    fn flooded(
        &self,
        start: W,
        planes: &LetterPlanes<P, W>,
        linked: &Instances<W>,
        changing: W,
    ) -> W {
        let mut part = start;
        loop {
            let before = part;
            let through = part & changing;
            for (support, &anchors) in self.0.patterns.supports.iter().zip(linked) {
                if anchors.is_none() {
                    continue;
                }
                let mut met = W::NONE;
                for &shift in support {
                    met |= through.before(shift);
                }
                met &= anchors;
                if met.is_some() {
                    for &shift in support {
                        part |= met.before(-shift);
                    }
                }
            }
            if let Some(free) = self.0.free {
                part |= self.near(part & changing) & planes.all();
                for (plane, &cells) in planes.0.iter().enumerate() {
                    if plane != free {
                        let constant = part & cells & !changing;
                        part |= self.near(constant) & (changing | cells | planes.0[free]);
                    }
                }
            }
            if part == before {
                return part;
            }
        }
    }

    /// Returns whether every group has a free neighbour.
    fn is_alive(&self, planes: &LetterPlanes<P, W>) -> bool {
        let Some(free) = self.0.free else {
            return true;
        };
        let near_free = self.near(planes.0[free]);
        planes.0.iter().enumerate().all(|(plane, &cells)| {
            if plane == free {
                return true;
            }
            let mut safe = cells & near_free;
            loop {
                let more = safe | self.near(safe) & cells;
                if more == safe {
                    return safe == cells;
                }
                safe = more;
            }
        })
    }

    /// Returns whether all cells are connected.
    fn is_joined(&self, planes: &LetterPlanes<P, W>) -> bool {
        let all = planes.all();
        let mut found = all.first_alone();
        loop {
            let more = found | self.near(found) & all;
            if more == found {
                return found == all;
            }
            found = more;
        }
    }

    /// Returns the number of patterns, each of which is matched everywhere at once.
    pub(crate) fn patterns(&self) -> usize {
        self.0.patterns.patterns.len()
    }

    /// Visits what each move of a part leaves, with the first cell of its pattern.
    pub(crate) fn visit_left(
        &self,
        planes: &LetterPlanes<P, W>,
        visit: &mut dyn FnMut(LetterPlanes<P, W>, u32),
    ) {
        let rules = &*self.0;
        if self.has_end(&planes.0) {
            return;
        }
        for pattern in &rules.patterns.patterns {
            let mut anchors = may_match(&planes.0, pattern);
            if anchors.is_none() {
                continue;
            }
            for guard in &pattern.guards {
                anchors &= !may_stand(&planes.0, &guard.cells, guard.anchors);
            }
            while anchors.is_some() {
                let first = anchors.first();
                anchors = anchors.without_first();
                let left = written(planes, pattern, first);
                if left == *planes
                    || (rules.free.is_some() && !self.is_alive(&left))
                    || (rules.joined && !self.is_joined(&left))
                {
                    continue;
                }
                visit(left, first);
            }
        }
    }
}

/// Returns a position after a pattern was written from a cell on.
#[inline(always)]
fn written<const P: usize, W: CellBits>(
    planes: &LetterPlanes<P, W>,
    pattern: &CellPattern<W>,
    first: u32,
) -> LetterPlanes<P, W> {
    let mut left = *planes;
    let from = W::cell(first);
    for cell in &pattern.cells {
        if cell.gift == Gift::Keep {
            continue;
        }
        let at = from.before(-cell.shift);
        for plane in &mut left.0 {
            *plane &= !at;
        }
        if let Gift::Plane(plane) = cell.gift {
            left.0[usize::from(plane)] |= at;
        }
    }
    left
}

/// Returns the first cells at which a pattern lies across a border.
fn crossing<W: CellBits>(pattern: &CellPattern<W>, borders: W) -> W {
    let mut crossing = W::NONE;
    if let Some(last) = pattern.cells.last() {
        for shift in 0..last.shift {
            crossing |= borders.before(shift);
        }
    }
    crossing
}

impl<const P: usize, W: CellBits> ComponentGame for PictureGame<P, W> {
    type Set = LetterPlanes<P, W>;

    fn options(
        &self,
        component: &LetterPlanes<P, W>,
        visit: &mut dyn FnMut(LetterPlanes<P, W>, u32),
    ) {
        let middle = Middle::of(&self.0.layout, component);
        self.visit_left(component, &mut |left, first| {
            visit(left, middle.distance(first));
        });
    }

    fn split(&self, position: LetterPlanes<P, W>, parts: &mut Components<LetterPlanes<P, W>>) {
        self.visit_parts(&position, &mut |part| parts.add(part));
    }

    fn mobility(&self, component: &LetterPlanes<P, W>) -> u32 {
        let mut moves = 0;
        for pattern in &self.0.patterns.patterns {
            moves += may_match(&component.0, pattern).size();
        }
        moves
    }

    fn is_mirrored(&self, component: &LetterPlanes<P, W>) -> bool {
        let rules = &*self.0;
        if rules.patterns.has_guards
            || rules.free.is_some()
            || rules.joined
            || !rules.patterns.ends.is_empty()
            || rules.layout.kind != LayoutKind::Board
        {
            return false;
        }
        self.has_mirror(component)
    }

    fn small(&self) -> u32 {
        self.0.small
    }

    fn cost(&self, _: &LetterPlanes<P, W>) -> u64 {
        12 + self.0.patterns.patterns.len() as u64
    }
}

impl<const P: usize, W: CellBits> PictureGame<P, W> {
    /// Returns whether an involution of the rules maps a part to itself, and no instance that play can bring about writes
    /// a cell that its image reads: then the second player repeats every move.
    fn has_mirror(&self, component: &LetterPlanes<P, W>) -> bool {
        let layout = &self.0.layout;
        let cropped = layout.cropped(component);
        let mut instances = Instances::new();
        for image in &layout.images {
            // Quarter turns are no involutions, and a box that is no square has none that exchange rows and columns.
            let is_diagonal = exchanges_axes(image.turn);
            if is_diagonal
                && (cropped.height != cropped.width || image.turn == 5 || image.turn == 6)
            {
                continue;
            }
            let turned = |cells: W| layout.image(cells, image.turn, cropped.height, cropped.width);
            let planes = cropped.planes.0.map(turned);
            let is_kept = |exchange: &[u8; P]| {
                (0..P).all(|plane| {
                    let to = usize::from(exchange[plane]);
                    usize::from(exchange[to]) == plane && cropped.planes.0[to] == planes[plane]
                })
            };
            if !image.exchanges.iter().any(is_kept) {
                continue;
            }
            if instances.is_empty() {
                self.reach(&cropped.planes, &mut instances);
            }
            if self.never_meets_its_image(&instances, turned) {
                return true;
            }
        }
        false
    }

    /// Returns whether no instance writes a cell of its image.
    fn never_meets_its_image(&self, instances: &Instances<W>, turned: impl Fn(W) -> W) -> bool {
        for (pattern, &anchors) in self.0.patterns.patterns.iter().zip(instances) {
            let mut left = anchors;
            while left.is_some() {
                let from = left.first_alone();
                left = left.without_first();
                let mut read = W::NONE;
                let mut written = W::NONE;
                for cell in &pattern.cells {
                    let at = from.before(-cell.shift);
                    read |= at;
                    if cell.gift != Gift::Keep {
                        written |= at;
                    }
                }
                if (turned(read) & written).is_some() {
                    return false;
                }
            }
        }
        true
    }
}

/// The middle of a part, by which moves are ordered.
#[derive(Clone, Copy)]
pub(crate) struct Middle {
    /// The number of columns of the layout.
    columns: u32,
    /// The height or the width of the part, whichever is more.
    length: u32,
    /// Whether the part has more rows than columns.
    is_tall: bool,
}

impl Middle {
    /// Finds the middle of a part in the corner of a layout.
    pub(crate) fn of<const P: usize, W: CellBits>(
        layout: &Layout<P>,
        part: &LetterPlanes<P, W>,
    ) -> Middle {
        if layout.kind != LayoutKind::Board {
            return Middle {
                columns: layout.columns,
                length: part.all().end(),
                is_tall: false,
            };
        }
        let cropped = layout.cropped(part);
        let is_tall = cropped.height > cropped.width;
        Middle {
            columns: layout.columns,
            length: cropped.height.max(cropped.width),
            is_tall,
        }
    }

    /// Returns twice the distance of a cell from the middle.
    #[inline(always)]
    pub(crate) fn distance(self, cell: u32) -> u32 {
        let at = if self.is_tall {
            cell / self.columns
        } else {
            cell % self.columns
        };
        (2 * at).abs_diff(self.length - 1)
    }
}
