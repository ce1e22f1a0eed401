//! Strips: the innermost name runs through a range, and between the bends of `min` and `max` every
//! number of every part moves by a constant step. The table is read at a constant stride; the rule
//! is evaluated twice for each run, and not once for each option.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places of cells are those of a list in memory"
)]

use super::interval::Bounds;
use super::kinds::{Limits, MoveStrip};
use super::program::{BoxCode, UNDEFINED, code};
use super::table::{LastStrip, PlaceStrip, Table, TableCell};
use grundy_rules::shape::straight::{Bend, changed, slope, straight};
use grundy_rules::tree::{Expr, MoveKind, Names};

use smallvec::SmallVec;

/// The most parts a strip is made of.
const MAX_STRIP_PARTS: usize = 4;

/// The most bends that a strip may have.
const MAX_BENDS: usize = 8;

/// Returns whether every number of every part is straight in the name, but for bends, and always defined
/// where the straight ones are: what may be undefined must be free of the name.
pub fn fits(kind: &MoveKind, name: u8) -> bool {
    let mut found = Vec::new();
    kind.parts.len() <= MAX_STRIP_PARTS
        && kind
            .parts
            .iter()
            .flatten()
            .all(|e| straight(e, name, &mut found))
        && found.len() <= MAX_BENDS
}

/// Returns the options of a kind that [`fits`], over members from one to another.
pub fn run<T: TableCell>(
    kind: &MoveKind,
    name: u8,
    bounds: &Bounds,
    limits: Limits,
) -> MoveStrip<T> {
    let mut strip = Strip::new(kind, name, bounds);
    Box::new(move |table, names, from, to| {
        let Some(allowed) = limits.at(names) else {
            return;
        };
        let mut from = from.max(allowed.low);
        let to = to.min(allowed.high);
        if let Some(n) = allowed.excluded
            && (from..=to).contains(&n)
        {
            strip.mark(table, names, from, n - 1);
            from = n + 1;
        }
        strip.mark(table, names, from, to);
    })
}

/// A kind that [`fits`].
struct Strip {
    /// The name that runs through the range.
    slot: usize,
    /// The numbers of each part that differ from those of the position.
    parts: Vec<Vec<Moved>>,
    /// The places at which slopes change.
    bends: Vec<Bend<BoxCode>>,
    /// The last strip for each number of bends that come before it.
    last: [LastStrip; MAX_BENDS + 1],
}

/// A number of a part.
struct Moved {
    /// The place of the number in a position.
    at: usize,
    /// The number.
    code: BoxCode,
    /// The slope with which it rises with the name; `None` if it has bends.
    slope: Option<BoxCode>,
}

impl Strip {
    /// Compiles a kind that [`fits`].
    fn new(kind: &MoveKind, name: u8, bounds: &Bounds) -> Strip {
        let mut found = Vec::new();
        for e in kind.parts.iter().flatten() {
            straight(e, name, &mut found);
        }
        let code = |e: &Expr| code(e, bounds, None);
        let moved = |(at, e)| Moved {
            at,
            code: code(e),
            slope: slope(e, name).map(|e| code(&e)),
        };
        Strip {
            slot: usize::from(name),
            parts: kind
                .parts
                .iter()
                .map(|part| changed(part).map(moved).collect())
                .collect(),
            bends: found
                .iter()
                .map(|bend| Bend {
                    one: code(bend.one),
                    other: code(bend.other),
                })
                .collect(),
            last: Default::default(),
        }
    }

    /// Marks the options of the members from `low` to `high`, bend after bend.
    fn mark<T: TableCell>(&mut self, table: &mut Table<T>, names: &mut Names, low: i64, high: i64) {
        if low > high {
            return;
        }
        if self.bends.is_empty() || low == high {
            self.mark_straight(table, names, low, high, 0);
            return;
        }
        let mut cuts = [i64::MAX; MAX_BENDS + 1];
        for (cut, bend) in cuts.iter_mut().zip(&self.bends) {
            // The difference of the two changes its sign here.
            names[self.slot] = low;
            let one = bend.one.at(names);
            let other = bend.other.at(names);
            if one == UNDEFINED || other == UNDEFINED {
                return;
            }
            let here = one - other;
            names[self.slot] = low + 1;
            let step = bend.one.at(names) - bend.other.at(names) - here;
            if step != 0 {
                let turn = low + (-here).div_euclid(step) + 1;
                if turn > low && turn <= high {
                    *cut = turn;
                }
            }
        }
        cuts[self.bends.len()] = high + 1;
        let cuts = &mut cuts[..=self.bends.len()];
        cuts.sort_unstable();
        let mut from = low;
        for (piece, &to) in cuts.iter().take_while(|&&to| to <= high + 1).enumerate() {
            if from < to {
                self.mark_straight(table, names, from, to - 1, piece);
                from = to;
            }
        }
    }

    /// Marks the options of the members from `from` to `to`, without a bend between, but for those with a number
    /// outside of the box.
    fn mark_straight<T: TableCell>(
        &mut self,
        table: &mut Table<T>,
        names: &mut Names,
        from: i64,
        to: i64,
        piece: usize,
    ) {
        let mut members = Members {
            from,
            to,
            first: from,
            last: to,
        };
        let slot = self.slot;
        if let [part] = &self.parts[..] {
            if let Some(line) = line(part, slot, table, names, &mut members) {
                let strip = members.of(line);
                table.mark_strip(strip, members.count(), &mut self.last[piece]);
            }
            return;
        }
        let mut lines = SmallVec::<[PlaceStrip; MAX_STRIP_PARTS]>::new();
        for part in &self.parts {
            let Some(line) = line(part, slot, table, names, &mut members) else {
                return;
            };
            lines.push(line);
        }
        let count = members.count();
        if let [one, other] = lines[..] {
            table.mark_pairs(members.of(one), members.of(other), count);
            return;
        }
        table.work += count.max(0) as u64;
        for k in 0..count {
            let places = lines.iter().map(|&line| members.of(line).place(k) as usize);
            table.mark_sum(places);
        }
    }
}

/// A range of members, and those of them whose options lie in the box.
struct Members {
    /// The first member of all.
    from: i64,
    /// The last member of all.
    to: i64,
    /// The first and the last member with an option.
    first: i64,
    /// The last member with an option.
    last: i64,
}

impl Members {
    /// Returns the places of a line, which begins at the first of all members, from the first member with an option on.
    #[inline(always)]
    fn of(&self, line: PlaceStrip) -> PlaceStrip {
        PlaceStrip {
            first: line.place(self.first - self.from),
            ..line
        }
    }

    /// Returns how many members have an option.
    #[inline(always)]
    fn count(&self) -> i64 {
        self.last - self.first + 1
    }

    /// Leaves out members from whose option a number lies outside of 0 to `top`: it is `n` for the first of all, and
    /// rises by `step` from member to member. Says whether some members may be left.
    #[inline(always)]
    fn clip(&mut self, n: i64, step: i64, top: i64) -> bool {
        let is_inside = |n: i64| (0..=top).contains(&n);
        if is_inside(n) && is_inside(n + step * (self.to - self.from)) {
            return true;
        }
        if step == 0 {
            return false;
        }
        if step > 0 {
            if n < 0 {
                self.first = self.first.max(self.from + (-n + step - 1) / step);
            }
            let last = if n > top {
                self.from - 1
            } else {
                self.from + (top - n) / step
            };
            self.last = self.last.min(last);
        } else {
            if n > top {
                self.first = self.first.max(self.from + (n - top - step - 1) / -step);
            }
            let last = if n < 0 {
                self.from - 1
            } else {
                self.from + n / -step
            };
            self.last = self.last.min(last);
        }
        true
    }
}

/// Returns the place of a part at the first of these members, and its step from member to member. Members with a number
/// outside of the box are left out. Returns `None` if no member is left.
#[inline(always)]
fn line<T: TableCell>(
    part: &[Moved],
    slot: usize,
    table: &Table<T>,
    names: &mut Names,
    members: &mut Members,
) -> Option<PlaceStrip> {
    let mut base = table.at as i64;
    let mut stride = 0;
    for moved in part {
        names[slot] = members.from;
        let n = moved.code.at(names);
        if n == UNDEFINED {
            return None;
        }
        let step = if members.from == members.to {
            0
        } else if let Some(slope) = &moved.slope {
            slope.at(names)
        } else {
            names[slot] = members.from + 1;
            moved.code.at(names) - n
        };
        if !members.clip(n, step, table.dims[moved.at] - 1) {
            return None;
        }
        base += (n - names[moved.at]) * table.strides[moved.at];
        stride += step * table.strides[moved.at];
    }
    (members.first <= members.last).then_some(PlaceStrip {
        first: base,
        stride,
    })
}
