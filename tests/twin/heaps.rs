//! Heaps: nim, subtraction, octal games, Lasker's Nim, Grundy's game.

use super::sequence::{self, Periodic};
use super::text::{self, Parts};
use super::{Component, Fail, Game, Outcome, Play, Res, Valued, mex, play_sum, sum_values};

/// How many moves a table of Grundy values may cost.
const TABLE: u64 = 30_000_000;
/// How many positions a search of whole positions may see.
const POSITIONS: u64 = 200_000;
/// Heaps of nim up to this size are played out, larger ones by Bouton's theorem.
const NIM_BY_MOVES: u64 = 200;

pub enum Rules {
    Nim,
    Take(Vec<u64>),
    /// The digit before the point, then those after it.
    Octal(Vec<u8>),
    Lasker,
    GrundysGame,
}

pub struct Heaps {
    pub rules: Rules,
    pub misere: bool,
    pub heaps: Vec<u64>,
}

impl Rules {
    /// Every move in a heap, in order, as the heaps it leaves (`[0]`: nothing).
    pub fn moves(&self, heap: u64, mut each: impl FnMut(&[u64])) {
        let halves = |rest: u64| 1..=rest / 2;
        match self {
            Rules::Nim => (0..heap).rev().for_each(|rest| each(&[rest])),
            Rules::Take(amounts) => {
                amounts.iter().filter(|&&a| a <= heap).for_each(|a| each(&[heap - a]));
            }
            Rules::Octal(digits) => {
                for (taken, digit) in digits.iter().enumerate().take_while(|&(taken, _)| taken as u64 <= heap)
                {
                    let rest = heap - taken as u64;
                    if digit & 1 != 0 && rest == 0 {
                        each(&[0]);
                    }
                    if digit & 2 != 0 && rest > 0 {
                        each(&[rest]);
                    }
                    if digit & 4 != 0 {
                        halves(rest).for_each(|small| each(&[small, rest - small]));
                    }
                }
            }
            Rules::Lasker => {
                halves(heap).for_each(|small| each(&[small, heap - small]));
                (0..heap).rev().for_each(|rest| each(&[rest]));
            }
            Rules::GrundysGame => {
                halves(heap).filter(|small| small * 2 != heap).for_each(|small| each(&[small, heap - small]));
            }
        }
    }

    /// At least as many moves as the heap has.
    fn moves_at_most(&self, heap: u64) -> u64 {
        match self {
            Rules::Nim | Rules::GrundysGame => heap,
            Rules::Lasker => heap.saturating_mul(2),
            Rules::Take(amounts) => amounts.len() as u64,
            Rules::Octal(digits) => heap.saturating_mul(digits.len() as u64),
        }
    }

    /// The Grundy values of heaps 0 to `heap`, by mex.
    pub fn table(&self, heap: u64) -> Res<Vec<u64>> {
        if heap.saturating_mul(self.moves_at_most(heap).max(1)) > TABLE {
            return Err(Fail::TooBig);
        }
        let mut table: Vec<u64> = Vec::new();
        for n in 0..=heap {
            let mut reached = Vec::new();
            self.moves(n, |rest| reached.push(rest.iter().fold(0, |sum, &r| sum ^ table[r as usize])));
            table.push(mex(reached));
        }
        Ok(table)
    }

    /// The whole sequence of Grundy values, when it is periodic and that can be proved.
    pub fn periodic(&self) -> Res<Periodic<u64>> {
        match self {
            Rules::Take(amounts) => {
                let memory = *amounts.last().ok_or(Fail::Wrong)? as usize;
                if memory > 2_000 {
                    return Err(Fail::TooBig);
                }
                sequence::recurring(memory, memory, 20_000_000 / memory.max(100), |terms| {
                    let n = terms.len() as u64;
                    mex(amounts.iter().filter(|&&a| a <= n).map(|a| terms[(n - a) as usize]))
                })
            }
            Rules::Octal(digits) => {
                for heap in [60, 250, 1100] {
                    let table = self.table(heap)?;
                    if let Some(found) = sequence::octal_period(&table, digits.len() - 1) {
                        return Ok(found);
                    }
                }
                Err(Fail::TooBig)
            }
            _ => Err(Fail::TooBig),
        }
    }
}

impl Heaps {
    pub fn read(parts: &Parts) -> Res<Heaps> {
        let octal = |digits: &[u8]| Rules::Octal(digits.to_vec());
        let takes_misere = matches!(parts.game.as_str(), "nim" | "subtraction");
        let (plain, keywords) = parts.keywords(if takes_misere { &["misere"] } else { &[] })?;
        let rules = match (parts.game.as_str(), plain.as_slice()) {
            ("nim", []) => Rules::Nim,
            // A coin on square n may go to any square below n.
            ("nimble", []) => Rules::Nim,
            ("subtraction", amounts) => {
                let largest = parts.numbers()?.into_iter().max().unwrap_or(0);
                Rules::Take(text::amounts_to(amounts, largest)?)
            }
            ("octal", [code]) => octal(&octal_code(code)?),
            ("kayles", []) => octal(&[0, 7, 7]),
            ("dawson-kayles", []) => octal(&[0, 0, 7]),
            ("dawson-chess", []) => octal(&[0, 1, 3, 7]),
            ("treblecross", []) => octal(&[0, 0, 0, 7]),
            ("lasker", []) => Rules::Lasker,
            ("grundys-game", []) => Rules::GrundysGame,
            _ => return Err(Fail::Wrong),
        };
        let allowed: &[&str] = match rules {
            Rules::Nim => &["grundy", "values"],
            Rules::Take(_) => &["grundy", "values", "losing", "paths", "sequence", "period"],
            _ => &["grundy", "values", "sequence", "period"],
        };
        if !parts.asks_within(allowed) {
            return Err(Fail::Wrong);
        }
        let heaps = match rules {
            Rules::Octal(_) | Rules::Lasker => text::heaps_or_rows(parts)?,
            _ => parts.numbers()?,
        };
        Ok(Heaps { rules, misere: keywords.has("misere"), heaps })
    }

    fn one_heap(&self) -> Res<u64> {
        if let [heap] = self.heaps[..] { Ok(heap) } else { Err(Fail::Wrong) }
    }

    fn largest(&self) -> u64 {
        self.heaps.iter().copied().max().unwrap_or(0)
    }

    fn moves_text(&self, heap: u64) -> Vec<(String, Vec<u64>)> {
        let mut moves = Vec::new();
        self.rules.moves(heap, |rest| {
            let text: Vec<String> = rest.iter().map(u64::to_string).collect();
            moves.push((format!("{heap}>{}", text.join("+")), rest.to_vec()));
        });
        moves
    }

    fn heap_components(&self) -> Res<Vec<Component>> {
        let value = self.value_of()?;
        let component = |&heap: &u64| {
            if self.rules.moves_at_most(heap) > 100_000 {
                return Err(Fail::TooBig);
            }
            let moves = self.moves_text(heap).into_iter();
            let value_after = |rest: Vec<u64>| rest.iter().fold(0, |sum, &r| sum ^ value(r));
            Ok(Component {
                value: value(heap),
                moves: moves.map(|(text, rest)| (text, value_after(rest))).collect(),
            })
        };
        self.heaps.iter().map(component).collect()
    }

    /// The Grundy value of every heap that can come up.
    fn value_of(&self) -> Res<Box<dyn Fn(u64) -> u64>> {
        if matches!(self.rules, Rules::Nim) && self.largest() > NIM_BY_MOVES {
            return Ok(Box::new(|heap| heap));
        }
        match self.rules.table(self.largest()) {
            Ok(table) => Ok(Box::new(move |heap| table[heap as usize])),
            Err(_) => {
                let periodic = self.rules.periodic()?;
                Ok(Box::new(move |heap| *periodic.term(heap)))
            }
        }
    }

    /// Win or lose at every position of a game that only takes, under either play, by search.
    pub fn search(&self) -> Res<Play> {
        let sides: Vec<u64> = self.heaps.iter().map(|heap| heap.saturating_add(1)).collect();
        let positions = sides.iter().fold(1u64, |product, side| product.saturating_mul(*side));
        if positions.saturating_mul(self.rules.moves_at_most(self.largest()).max(1)) > 100 * POSITIONS {
            return Err(Fail::TooBig);
        }
        // Positions in mixed radix, the first heap the lowest digit: every move lowers the index.
        let weight: Vec<u64> = sides
            .iter()
            .scan(1, |next, side| {
                let this = *next;
                *next *= side;
                Some(this)
            })
            .collect();
        let mut wins: Vec<bool> = Vec::new();
        for index in 0..positions {
            let (mut any, mut winning) = (false, false);
            for (side, weight) in sides.iter().zip(&weight) {
                let heap = index / weight % side;
                self.rules.moves(heap, |rest| {
                    any = true;
                    winning |= !wins[(index - (heap - rest[0]) * weight) as usize];
                });
            }
            wins.push(winning || (!any && self.misere));
        }
        let start = positions - 1;
        let mut moves = Vec::new();
        for (i, (&heap, weight)) in self.heaps.iter().zip(&weight).enumerate() {
            for (text, rest) in self.moves_text(heap) {
                let after = (start - (heap - rest[0]) * weight) as usize;
                moves.push((format!("{}:{text}", i + 1), outcome(wins[after])));
            }
        }
        Ok(Play::new(outcome(wins[start as usize]), moves))
    }

    /// Nim by Bouton's theorem: normal play is lost when the nim-sum is 0; misère play
    /// likewise, but with heaps of at most one it is lost when there is an odd number of them.
    pub fn bouton(&self) -> Play {
        let lost = |heaps: &[u64]| {
            if self.misere && heaps.iter().all(|&heap| heap <= 1) {
                heaps.iter().filter(|&&heap| heap == 1).count() % 2 == 1
            } else {
                heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0
            }
        };
        let total = self.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let mut good = Vec::new();
        for (i, &heap) in self.heaps.iter().enumerate() {
            let mut targets = vec![heap ^ total, 1, 0];
            targets.sort_unstable_by(|a, b| b.cmp(a));
            targets.dedup();
            for target in targets.into_iter().filter(|&target| target < heap) {
                let mut after = self.heaps.clone();
                after[i] = target;
                if lost(&after) {
                    good.push(format!("{}:{heap}>{target}", i + 1));
                }
            }
        }
        let first = self.heaps.iter().enumerate().find(|&(_, &heap)| heap > 0);
        Play {
            outcome: outcome(!lost(&self.heaps)),
            good,
            first: first.map(|(i, heap)| format!("{}:{heap}>{}", i + 1, heap - 1)),
        }
    }
}

fn outcome(win: bool) -> Outcome {
    if win { Outcome::Win } else { Outcome::Lose }
}

impl Game for Heaps {
    fn play(&self) -> Res<Play> {
        match self.rules {
            Rules::Nim if self.largest() > NIM_BY_MOVES => Ok(self.bouton()),
            Rules::Nim if self.misere => self.search().or_else(|_| Ok(self.bouton())),
            _ if self.misere => self.search(),
            _ => Ok(play_sum(&self.heap_components()?)),
        }
    }

    fn components(&self) -> Res<Vec<Valued>> {
        if self.misere {
            return Err(Fail::Wrong);
        }
        Ok(self.heap_components()?.into_iter().map(Valued::from).collect())
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        if self.misere {
            return Err(Fail::Wrong);
        }
        let value = self.value_of()?;
        Ok(sum_values(self.heaps.iter().map(|&heap| value(heap))))
    }

    fn losing(&self) -> Res<Vec<u64>> {
        let heap = self.one_heap()?;
        let table = self.rules.table(heap)?;
        if !self.misere {
            return Ok((0..=heap).filter(|&n| table[n as usize] == 0).collect());
        }
        let mut wins: Vec<bool> = Vec::new();
        for n in 0..=heap {
            let (mut any, mut winning) = (false, false);
            self.rules.moves(n, |rest| {
                any = true;
                winning |= !wins[rest[0] as usize];
            });
            wins.push(winning || !any);
        }
        Ok((0..=heap).filter(|&n| !wins[n as usize]).collect())
    }

    fn sequence(&self) -> Res<Vec<u64>> {
        self.rules.table(self.one_heap()?)
    }

    fn paths(&self, modulus: Option<u64>) -> Res<String> {
        let heap = self.one_heap()?;
        let Rules::Take(amounts) = &self.rules else { return Err(Fail::Wrong) };
        paths_text(amounts, heap, modulus)
    }

    fn period(&self) -> Res<String> {
        match self.rules {
            // Lasker's Nim has unbounded values (4k+3 has 4k+4); of Grundy's game no period is
            // known, and none is short.
            Rules::Lasker | Rules::GrundysGame => Ok("-".to_owned()),
            _ => Ok(self.rules.periodic()?.text()),
        }
    }
}

pub fn paths_text(amounts: &[u64], total: u64, modulus: Option<u64>) -> Res<String> {
    match modulus {
        None => sequence::ways(amounts, total).map(|(odd, even)| format!("{odd} {even}")),
        Some(modulus) => {
            sequence::ways_modulo(amounts, total, modulus).map(|(odd, even)| format!("{odd} {even}"))
        }
    }
}

/// `0.77`: a 0 or a 4, a point, digits from 0 to 7.
fn octal_code(code: &str) -> Res<Vec<u8>> {
    let (before, after) = code.split_once('.').ok_or(Fail::Wrong)?;
    let good =
        matches!(before, "0" | "4") && !after.is_empty() && after.bytes().all(|b| (b'0'..=b'7').contains(&b));
    if !good {
        return Err(Fail::Wrong);
    }
    Ok(before.bytes().chain(after.bytes()).map(|b| b - b'0').collect())
}
