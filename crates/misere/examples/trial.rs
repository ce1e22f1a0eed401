use grundy_machine::budget::Budget;
use grundy_misere::*;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::Arc;
#[derive(Debug)]
struct Code {
    d: Vec<u32>,
    unequal: bool,
}
impl HeapGame for Code {
    fn kinds(&self, heap: u64, each: &mut dyn FnMut(Kind) -> ControlFlow<()>) -> ControlFlow<()> {
        for (k, &d) in self.d.iter().enumerate() {
            let k = k as u64;
            if k > heap {
                break;
            }
            let left = heap - k;
            for parts in 0..4u8 {
                if d >> parts & 1 != 0 && (parts == 0) == (left == 0) && left >= parts as u64 {
                    each(Kind { left, parts, unequal: self.unequal })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    fn proving(&self, e: u64, p: u64) -> Option<u64> {
        if self.unequal {
            return None;
        }
        let m = self.d.iter().map(|d| 31 - (d | 1).leading_zeros()).max().unwrap().max(1) as u64;
        Some(m * (e + p) + self.d.len() as u64 - 1)
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let heaps: u64 = a.get(1).map_or(20000, |s| s.parse().unwrap());
    let work: u64 = a.get(2).map_or(36, |s| s.parse().unwrap());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let code = line.trim();
        let game = if code == "grundys-game" {
            Code { d: vec![4], unequal: true }
        } else {
            Code {
                d: code.chars().filter(|c| *c != '.').map(|c| c.to_digit(16).unwrap()).collect(),
                unequal: false,
            }
        };
        let t = std::time::Instant::now();
        let mut q = Quotient::new(vec![Arc::new(game)], Budget { work: 1 << work, ..Budget::default() });
        let before = q.steps_left();
        q.reach(heaps);
        let s = q.sizes().last().unwrap();
        println!(
            "{code} |Q|={} |P|={} last={} heaps={} period={:?} stop={:?} steps={}k ms={}",
            s.order,
            s.losing,
            s.heap,
            q.heaps(),
            q.periods(),
            q.stopped(),
            (before - q.steps_left()) >> 10,
            t.elapsed().as_millis()
        );
    }
}
