//! Take-and-break codes in full, and rings: every move of every heap, as the digits say.

use std::collections::BTreeSet;

use super::text::{self, Parts};
use super::{Component, Fail, Game, Play, Res, Valued, mex, play_sum, sum_values};

/// How many moves a table of Grundy values may cost.
const TABLE: u64 = 20_000_000;
/// How far a period is looked for.
const FAR: u64 = 420;

#[derive(Clone, Copy, Debug)]
struct Digit {
    bits: u32,
    unequal: bool,
}

/// The digits to the last that does not repeat, and those that do.
#[derive(Clone, Debug)]
pub struct Code {
    first: Vec<Digit>,
    again: Vec<Digit>,
}

pub struct Breaking {
    code: Code,
    ring: bool,
    heaps: Vec<u64>,
}

impl Code {
    pub fn read(word: &str) -> Res<Code> {
        let (before, after) = word.split_once('.').ok_or(Fail::Wrong)?;
        let (plain, again) = match after.split_once('[') {
            None => (after, ""),
            Some((plain, rest)) => {
                let again = rest.strip_suffix(']').ok_or(Fail::Wrong)?;
                (plain, if again.is_empty() { return Err(Fail::Wrong) } else { again })
            }
        };
        if plain.is_empty() && again.is_empty() {
            return Err(Fail::Wrong);
        }
        let mut first = digits(before)?;
        if first.len() != 1 || first[0].bits % 4 != 0 {
            return Err(Fail::Wrong);
        }
        first.extend(digits(plain)?);
        Ok(Code { first, again: digits(again)? })
    }

    fn digit(&self, k: u64) -> Digit {
        match self.first.get(k as usize) {
            Some(&digit) => digit,
            None if self.again.is_empty() => Digit { bits: 0, unequal: false },
            None => self.again[(k as usize - self.first.len()) % self.again.len()],
        }
    }

    /// Every move in a row of so many, in order: what it leaves.
    pub fn moves(&self, heap: u64, mut each: impl FnMut(&[u64])) {
        for k in 0..=heap {
            let Digit { bits, unequal } = self.digit(k);
            let rest = heap - k;
            if bits & 1 != 0 && rest == 0 {
                each(&[0]);
            }
            if bits & 2 != 0 && rest > 0 {
                each(&[rest]);
            }
            for a in 1..=rest / 2 {
                let b = rest - a;
                if bits & 4 != 0 && !(unequal && a == b) {
                    each(&[a, b]);
                }
            }
            for a in 1..=rest / 3 {
                for b in a..=(rest - a) / 2 {
                    let c = rest - a - b;
                    if bits & 8 != 0 && !(unequal && (a == b || b == c)) {
                        each(&[a, b, c]);
                    }
                }
            }
        }
    }

    /// Every move in a ring of so many.
    fn opens(&self, ring: u64, mut each: impl FnMut(&[u64])) {
        for k in 0..=ring {
            let bits = self.digit(k).bits;
            if bits & 6 != 0 && ring > k {
                each(&[ring - k]);
            } else if bits & 1 != 0 && ring == k && ring > 0 {
                each(&[0]);
            }
        }
    }

    fn cost(&self, heap: u64) -> u64 {
        let takes = if self.again.is_empty() { self.first.len() as u64 } else { heap + 1 };
        let three = self.first.iter().chain(&self.again).any(|digit| digit.bits & 8 != 0);
        let most = heap.saturating_mul(if three { heap } else { 1 });
        takes.saturating_mul(most).saturating_mul(heap)
    }

    pub fn table(&self, heap: u64) -> Res<Vec<u64>> {
        if self.cost(heap) > TABLE {
            return Err(Fail::TooBig);
        }
        let mut table: Vec<u64> = Vec::new();
        for n in 0..=heap {
            let mut reached = BTreeSet::new();
            self.moves(n, |left| {
                reached.insert(left.iter().fold(0, |sum, &heap| sum ^ table[heap as usize]));
            });
            table.push(mex(reached));
        }
        Ok(table)
    }
}

fn digits(text: &str) -> Res<Vec<Digit>> {
    let mut digits: Vec<Digit> = Vec::new();
    let mut marked = true;
    for c in text.chars() {
        match c {
            '!' if !marked => {
                digits.last_mut().ok_or(Fail::Wrong)?.unequal = true;
                marked = true;
            }
            '0'..='9' | 'A'..='F' => {
                digits.push(Digit { bits: c.to_digit(16).ok_or(Fail::Wrong)?, unequal: false });
                marked = false;
            }
            _ => return Err(Fail::Wrong),
        }
    }
    Ok(digits)
}

impl Breaking {
    /// The full game, or a named one whose heaps are rings.
    pub fn read(parts: &Parts) -> Res<Breaking> {
        let (plain, keywords) = parts.keywords(&["ring"])?;
        let named = match parts.game.as_str() {
            "kayles" => "0.77",
            "dawson-kayles" => "0.07",
            "dawson-chess" => "0.137",
            "treblecross" => "0.007",
            "lasker" => "4.[3]",
            _ => "",
        };
        let code = match (named, plain.as_slice()) {
            ("", [word]) => Code::read(word)?,
            ("", _) => return Err(Fail::Wrong),
            (named, []) => Code::read(named)?,
            _ => return Err(Fail::Wrong),
        };
        let octal = |digit: &Digit| digit.bits < 8 && !digit.unequal;
        let is_octal = code.again.is_empty() && code.first.iter().all(octal) && code.first[0].bits < 8;
        if parts.game == "octal" && !is_octal
            || !parts.asks_within(&["grundy", "values", "sequence", "period"])
        {
            return Err(Fail::Wrong);
        }
        let heaps = text::heaps_or_rows(parts)?;
        if parts.position.is_none() && parts.asks.iter().any(|ask| *ask != text::Ask::Period) {
            return Err(Fail::Wrong);
        }
        Ok(Breaking { code, ring: keywords.has("ring"), heaps })
    }

    fn moves(&self, heap: u64, each: impl FnMut(&[u64])) {
        if self.ring { self.code.opens(heap, each) } else { self.code.moves(heap, each) }
    }

    /// The values of rows to this one, and what each heap's moves leave.
    fn valued(&self) -> Res<Vec<Component>> {
        let rows = self.code.table(self.heaps.iter().copied().max().unwrap_or(0))?;
        let component = |&heap: &u64| {
            let mut moves = Vec::new();
            self.moves(heap, |left| {
                let text: Vec<String> = left.iter().map(u64::to_string).collect();
                let value = left.iter().fold(0, |sum, &heap| sum ^ rows[heap as usize]);
                moves.push((format!("{heap}>{}", text.join("+")), value));
            });
            Component { value: mex(moves.iter().map(|(_, value)| *value)), moves }
        };
        Ok(self.heaps.iter().map(component).collect())
    }

    fn values_to(&self, last: u64) -> Res<Vec<u64>> {
        let rows = self.code.table(last)?;
        let value = |heap: u64| {
            let mut reached = Vec::new();
            self.moves(heap, |left| {
                reached.push(left.iter().fold(0, |sum, &heap| sum ^ rows[heap as usize]))
            });
            mex(reached)
        };
        Ok((0..=last).map(value).collect())
    }
}

impl Game for Breaking {
    fn play(&self) -> Res<Play> {
        Ok(play_sum(&self.valued()?))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        Ok(sum_values(self.valued()?.iter().map(|component| component.value)))
    }

    fn components(&self) -> Res<Vec<Valued>> {
        Ok(self.valued()?.into_iter().map(Valued::from).collect())
    }

    fn sequence(&self) -> Res<Vec<u64>> {
        let [heap] = self.heaps[..] else { return Err(Fail::Wrong) };
        self.values_to(heap)
    }

    /// The least period that the first values show three times over; it is proved nowhere, so no
    /// golden may hang on it where the values may change their ways.
    fn period(&self) -> Res<String> {
        let far = (60..=FAR).rev().find(|&far| self.code.cost(far) <= TABLE).ok_or(Fail::TooBig)?;
        let values = self.values_to(far)?;
        let last = values.len() - 1;
        for period in 1..=last / 4 {
            let Some(saltus) = values[last].checked_sub(values[last - period]) else { continue };
            let keeps = |n: usize| values[n + period] == values[n] + saltus;
            let preperiod = (0..=last - period).rev().find(|&n| !keeps(n)).map_or(0, |n| n + 1);
            if preperiod + 3 * period < last && 2 * preperiod < last {
                let rise = if saltus > 0 { format!(" +{saltus}") } else { String::new() };
                return Ok(format!("{preperiod} {period}{rise}"));
            }
        }
        Err(Fail::TooBig)
    }
}
