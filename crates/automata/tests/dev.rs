use grundy_automata::*;
use grundy_rules::{grammar::read_rule, meter::Meter, options::names_of, tree::Rule};
use std::time::Instant;
struct Brute<'a> { rule: &'a Rule, tops: Vec<u64>, cells: Vec<u32>, values: bool, memo: std::collections::HashMap<Vec<i64>, u32>, order: u32 }
const UNKNOWN: u32 = u32::MAX - 1;
impl Brute<'_> {
    fn at(&self, p: &[i64]) -> Option<usize> { let mut at = 0; for (&n, &top) in p.iter().zip(&self.tops) { if n as u64 > top { return None } at = at * (top as usize + 1) + n as usize } Some(at) }
    fn get(&mut self, p: &[i64]) -> u32 {
        if p.iter().any(|&n| n < 0) { return NO_POSITION }
        let at = self.at(p);
        let known = match at { Some(at) => self.cells[at], None => self.memo.get(p).copied().unwrap_or(UNKNOWN) };
        if known != UNKNOWN { return known }
        self.order += 1; if self.order > 100_000 { panic!("deep") }
        let mut meter = Meter::new(u64::MAX);
        let rule = self.rule;
        let v = if !rule.is_position(p, &mut meter).unwrap() { NO_POSITION } else {
            let mut names = names_of(p);
            match rule.ending(&names, &mut meter).unwrap() {
                Some(grundy_rules::options::Outcome::Lost) => 0, Some(_) => 1,
                None => {
                    let mut seen = vec![]; let mut any = false; let mut hit = false;
                    let _ = rule.yielded(&mut names, &mut meter, &mut |parts, _| { let v = self.get(parts); if v != NO_POSITION { any = true; if self.values { seen.push(v) } else if v == 0 { hit = true; return Err(grundy_rules::meter::Stop::Enough) } } Ok(()) });
                    if self.values { seen.sort(); seen.dedup(); seen.iter().enumerate().find(|(i, v)| *i as u32 != **v).map_or(seen.len(), |(i, _)| i) as u32 } else if hit || (!any && rule.misere) { 1 } else { 0 }
                }
            }
        };
        self.order -= 1;
        match at { Some(at) => self.cells[at] = v, None => { self.memo.insert(p.to_vec(), v); } }
        v
    }
}
pub fn table(rule: &Rule, values: bool, tops: &[u64]) -> Table {
    let size: u64 = tops.iter().map(|t| t + 1).product();
    let mut b = Brute { rule, tops: tops.to_vec(), cells: vec![UNKNOWN; size as usize], values, memo: Default::default(), order: 0 };
    for i in 0..size { let mut p = vec![0; tops.len()]; let mut i = i; for j in (0..tops.len()).rev() { p[j] = (i % (tops[j] + 1)) as i64; i /= tops[j] + 1 } b.get(&p); }
    Table { tops: tops.to_vec(), cells: b.cells }
}
#[test]
fn dev() {
    let file = std::env::var("GAMES").unwrap_or("/tmp/games.txt".into());
    let only = std::env::var("ONLY").ok();
    let th = std::thread::Builder::new().stack_size(1 << 30).spawn(move || {
    let (mut proved, mut all) = (0, 0.0);
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let f: Vec<&str> = line.split(" @ ").map(|x| x.trim()).collect();
        if only.as_ref().is_some_and(|o| !f[0].contains(o)) { continue }
        let (rule, _) = read_rule(f[1]).unwrap();
        let values = f[2] != "o";
        let cap: u64 = f.get(4).and_then(|x| x.parse().ok()).unwrap_or(match rule.arity() { 1 => 65536, 2 => 400, 3 => 64, _ => 20 });
        let work = Work::new(1 << 30);
        let t0 = Instant::now(); let mut brute = 0.0;
        let found = search(&rule, values, &work, &mut |tops| { let t = Instant::now(); let cap = cap.max(if rule.arity() == 1 && f[2] != "r" { 65536 * 0 + cap } else { 0 }); let tops: Vec<u64> = tops.iter().map(|t| (*t).min(cap - 1)).collect(); let r = table(&rule, values, &tops); brute += t.elapsed().as_secs_f64(); Some(r) });
        let secs = t0.elapsed().as_secs_f64() - brute; all += secs;
        match found { Ok(p) => { proved += 1; println!("{}\t{}\tPROVED {:?} {} {} states {:?}\tbrute {brute:.2} rest {secs:.3} steps {}", f[0], f[2], p.kind, p.guess.system, p.states(), p.measure, (1u64 << 30) - work.left()) }
            Err(w) => println!("{}\t{}\tFAIL brute {brute:.2} rest {secs:.3} {}", f[0], f[2], w.iter().map(|(s, r)| format!("{s}: {r}")).collect::<Vec<_>>().join("; ")) }
    }
    println!("proved {proved} seconds {all:.2}");
    }).unwrap();
    th.join().unwrap();
}
