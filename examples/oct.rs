use grundy::theory::{budget::Budget, growing::Grow, octal::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u64 = a[2].parse().unwrap();
    let b =
        Budget { work: std::env::var("W").ok().map_or(1 << 36, |s| s.parse().unwrap()), ..Budget::default() };
    let mut s = if a[1] == "grundy" {
        Sequence::new(Rules::grundys_game(), b)
    } else {
        let d: Vec<u8> = a[1].bytes().filter(|c| *c != b'.').map(|c| c - b'0').collect();
        let code = OctalCode::new(&d).unwrap();
        Sequence::new(&code, b)
    };
    let t = std::time::Instant::now();
    let r = s.reach(n);
    println!(
        "{} {:?} {:?} len {} sum {} {:.3}s",
        a[1],
        r.err().map(|e| e.to_string()),
        s.period(),
        s.values().len(),
        s.values().iter().map(|&v| v as u64).sum::<u64>(),
        t.elapsed().as_secs_f64()
    );
    println!("{}", s.stats());
}
