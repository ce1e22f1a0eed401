//! Classic games written as rules of one's own, with where they come from and what is known of them.

/// A classic game.
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// What it is called.
    pub name: &'static str,
    /// Who found it, or where it is set.
    pub source: &'static str,
    /// The rule, positions and asks: a record without its first word.
    pub record: &'static str,
    /// What is known of it.
    pub known: &'static str,
}

impl Classic {
    /// The word by which it is called in records: `i-mark` for i-Mark, `grundys-game` for Grundy's game.
    pub fn word(&self) -> String {
        let lower = self.name.to_lowercase().replace('\'', "").replace('è', "e");
        itertools::join(
            lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()),
            "-",
        )
    }
}

/// The classic games, by families: one heap, splitting, several heaps, memory, boards and coins, endings.
pub static CLASSICS: &[Classic] = &[
    Classic {
        name: "Nim, one heap",
        source: "Bouton 1901",
        record: "[n] -> [n-k] for k in 1..n : 7 ? sequence",
        known: "A heap of n has the value n.",
    },
    Classic {
        name: "Bachet's game",
        source: "Bachet 1612; CSES 1098",
        record: "[n] -> [n-k] for k in 1..3 : 21 ? sequence",
        known: "The value is n mod 4.",
    },
    Classic {
        name: "Subtraction 1, 3, 4",
        source: "Winning Ways; CSES 1729",
        record: "[n] -> [n-k] for k in {1,3,4} : 20 ? sequence",
        known: "Period 7: 0 1 0 1 2 3 2.",
    },
    Classic {
        name: "Subtract a square",
        source: "Golomb 1966; OEIS A014586",
        record: "[n] -> [n-k] for k in squares(n) : 60 ? losing",
        known: "Losing numbers are OEIS A030193; no period is known.",
    },
    Classic {
        name: "Subtract a prime, or 1",
        source: "folklore",
        record: "[n] -> [n-p] for p in primes(n) | [n-1] : 30 ? sequence",
        known: "The value is n mod 4.",
    },
    Classic {
        name: "Subtract a prime",
        source: "OEIS A025043",
        record: "[n] -> [n-p] for p in primes(n) : 100 ? losing",
        known: "0, 1, 9, 10, 25, 34, 35, 49, … lose.",
    },
    Classic {
        name: "Subtract a power of two",
        source: "folklore",
        record: "[n] -> [n-p] for p in powers(2,n) : 100 ? sequence",
        known: "The value is n mod 3.",
    },
    Classic {
        name: "Subtract a Fibonacci number",
        source: "HDU 1848",
        record: "[n] -> [n-f] for f in fibonacci(n) : 40 ? sequence",
        known: "The values are bounded by the number of Fibonacci numbers.",
    },
    Classic {
        name: "Subtract a factorial",
        source: "folklore",
        record: "[n] -> [n-f] for f in factorials(n) : 60 ? losing",
        known: "0, 3, 7, 10, 14, 17, … lose.",
    },
    Classic {
        name: "Subtract a triangular number",
        source: "OEIS A224523",
        record: "[n] -> [n-t] for t in triangular(n) : 60 ? losing",
        known: "0, 2, 4, 9, 11, 13, … lose.",
    },
    Classic {
        name: "Subtract a cube",
        source: "folklore",
        record: "[n] -> [n-c] for c in cubes(n) : 60 ? losing",
        known: "0, 2, 4, 6, 9, 11, 13, 15, … lose.",
    },
    Classic {
        name: "Subtract a digit",
        source: "folklore",
        record: "[n] -> [n-d] for d in digits(n) if d > 0 : 60 ? losing",
        known: "Multiples of 10 lose.",
    },
    Classic {
        name: "Divisor game",
        source: "LeetCode 1025",
        record: "[n] -> [n-d] for d in divisors(n) if d < n : 96 ? sequence",
        known: "The value is the exponent of 2 in n, for n of at least 1.",
    },
    Classic {
        name: "Subtract a divisor, n itself too",
        source: "Iannucci, Larsson 2021",
        record: "[n] -> [n-d] for d in divisors(n) : 40 ? sequence",
        known: "The value is the exponent of 2 in n, plus 1, for n of at least 1.",
    },
    Classic {
        name: "Aliquot without 1",
        source: "Iannucci, Larsson 2021",
        record: "[n] -> [n-d] for d in divisors(n) if 1 < d and d < n : 64 ? losing",
        known: "Odd numbers and odd powers of 2 lose.",
    },
    Classic {
        name: "Tower Breakers",
        source: "HackerRank",
        record: "[n] -> [d] for d in divisors(n) if d < n : 720 ? grundy",
        known: "The value is the number of prime factors, with multiplicity, for n of at least 1.",
    },
    Classic {
        name: "Subtract a number coprime to n",
        source: "Iannucci, Larsson 2021",
        record: "[n] -> [n-k] for k in 1..n if gcd(n,k) == 1 : 40 ? sequence",
        known: "1 has the value 1, even numbers 0, others the index of their least prime factor.",
    },
    Classic {
        name: "Mark",
        source: "Fraenkel 2011",
        record: "[n] -> [n-1] | [n/2] if n > 0 : 64 ? losing",
        known: "0 and the numbers that end in an odd number of binary zeros lose.",
    },
    Classic {
        name: "i-Mark",
        source: "Sopena 2015",
        record: "[n] -> [n-1] | [n/2] if n > 0 and n % 2 == 0 : 40 ? sequence",
        known: "Halving where that is exact; the outcomes are known in closed form.",
    },
    Classic {
        name: "Take at most half",
        source: "UVa 1482",
        record: "[n] -> [n-k] for k in 1..n/2 : 40 ? sequence",
        known: "n/2 for even n, the value of (n-1)/2 for odd n.",
    },
    Classic {
        name: "Kayles",
        source: "Dudeney 1908; octal 0.77",
        record: "[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k : 90 ? period",
        known: "Period 12 from 71 on (Guy and Smith 1956).",
    },
    Classic {
        name: "Dawson's Kayles",
        source: "octal 0.07; LeetCode 294",
        record: "[n] -> [i]+[n-2-i] for i in 0..n-2 : 90 ? period",
        known: "Period 34 from 53 on.",
    },
    Classic {
        name: "Dawson's Chess",
        source: "Dawson 1935; octal 0.137; Codeforces 305E",
        record: "[n] -> [i-2]+[n-i-1] for i in 2..n-1 | [n-2] | [0] if n == 1 : 52 ? sequence",
        known: "Period 34; the values of Dawson's Kayles, one heap further.",
    },
    Classic {
        name: "Treblecross",
        source: "octal 0.007",
        record: "[n] -> [i]+[n-3-i] for i in 0..n-3 : 52 ? sequence",
        known: "No period is known.",
    },
    Classic {
        name: "Officers",
        source: "octal 0.6",
        record: "[n] -> [i]+[n-1-i] for i in 0..(n-1)/2 if n > 1 : 52 ? sequence",
        known: "No period is known.",
    },
    Classic {
        name: "Grundy's game",
        source: "Grundy 1939; CSES 2207",
        record: "[n] -> [i]+[n-i] for i in 1..(n-1)/2 : 52 ? sequence",
        known: "OEIS A002188; no period is known.",
    },
    Classic {
        name: "Lasker's Nim",
        source: "Lasker 1931",
        record: "[n] -> [n-k] for k in 1..n | [i]+[n-i] for i in 1..n-1 : 24 ? sequence",
        known: "The value is n, but for 4k+3 and 4k+4, which are exchanged.",
    },
    Classic {
        name: "Couples are Forever",
        source: "Caines et al. 1999",
        record: "[n] -> [i]+[n-i] for i in 1..n-1 if n != 2 : 50 ? sequence",
        known: "Those of Officers, one heap further; no period is known.",
    },
    Classic {
        name: "Three parts",
        source: "hexadecimal 0.F",
        record: "[n] -> [i]+[j]+[n-1-i-j] for i in 0..n-1, j in 0..n-1-i : 20 ? sequence",
        known: "The value is n mod 2.",
    },
    Classic {
        name: "Lieges of Legendre, odd k",
        source: "Codeforces 603C",
        record: "[n] -> [n-1] | [n/2]+[n/2]+[n/2] if n > 0 and n % 2 == 0 : 40 ? sequence",
        known: "Odd numbers above 3 have the value 0.",
    },
    Classic {
        name: "Remove two or three neighbours",
        source: "AtCoder ABC 278 G",
        record: "[n] -> [i]+[n-k-i] for k in 2..3, i in 0..n-k : 40 ? sequence",
        known: "Octal 0.077: rows of any length, by symmetry the first player wins.",
    },
    Classic {
        name: "Wythoff's game",
        source: "Wythoff 1907; POJ 1067",
        record: "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b) : 4,7 6,10 ? values",
        known: "(⌊kφ⌋, ⌊kφ²⌋) lose.",
    },
    Classic {
        name: "Euclid",
        source: "Cole and Davie 1969",
        record: "[a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a : 25,7 34,21 ? values",
        known: "Lost exactly for different a, b whose ratio is below φ.",
    },
    Classic {
        name: "Euclid, to equal numbers",
        source: "Nivasch 2006",
        record: "[a,b] -> [a-k*b,b] for k in 1..(a-1)/b | [a,b-k*a] for k in 1..(b-1)/a : 25,7 34,21 ? values",
        known: "The value is ⌊|a/b − b/a|⌋.",
    },
    Classic {
        name: "Fibonacci nim",
        source: "Whinihan 1963",
        record: "[n,m] -> [n-k,2*k] for k in 1..min(n,m) : 21,20 ? verdict",
        known: "The start n,n-1 is lost exactly for Fibonacci numbers.",
    },
    Classic {
        name: "Take at most as much as before",
        source: "Schwenk 1970",
        record: "[n,m] -> [n-k,k] for k in 1..min(n,m) : 32,31 ? verdict",
        known: "The start n,n-1 is lost exactly for powers of two.",
    },
    Classic {
        name: "Chomp, two rows",
        source: "Gale 1974",
        record: "[a,b] -> [i,min(b,i)] for i in 1..a-1 | [a,i] for i in 0..b-1 ; legal if a >= b : 7,6 ? grundy",
        known: "a,a-1 lose.",
    },
    Classic {
        name: "Chomp, three rows",
        source: "Zeilberger 2001",
        record: "[a,b,c] -> [i,min(b,i),min(c,i)] for i in 1..a-1 | [a,i,min(c,i)] for i in 0..b-1 | [a,b,i] for i in 0..c-1 ; legal if a >= b and b >= c : 7,7,7 ? verdict moves",
        known: "Full rows are won, by strategy stealing; 3,1,1 and 5,3,2 lose.",
    },
    Classic {
        name: "Turning Turtles",
        source: "Winning Ways",
        record: "[s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1 : 182 ? grundy",
        known: "The value is the nim-sum of the places of the ones, from 1.",
    },
    Classic {
        name: "Mock Turtles",
        source: "Winning Ways",
        record: "[s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1 | [s ^ 1<<i ^ 1<<j ^ 1<<k] for i in bits(s), j in 0..i-1, k in 0..j-1 : 8 32 64 ? values",
        known: "A coin at place i has the i-th odious number.",
    },
    Classic {
        name: "Ruler",
        source: "Winning Ways",
        record: "[s] -> [s ^ (1<<i+1) - (1<<j)] for i in bits(s), j in 0..i : 128 255 ? values",
        known: "A coin at place i, from 1, has the greatest power of two that divides i.",
    },
    Classic {
        name: "Flip Game",
        source: "LeetCode 294",
        record: "[s] -> [s - (3<<i)] for i in bits(s) if (s >> i) % 4 == 3 : 15 255 ? values",
        known: "Dawson's Kayles on rows of ones.",
    },
    Classic {
        name: "Nim with a pass",
        source: "Low and Chan 2015",
        record: "[a,b,p] -> [a-k,b,p] for k in 1..a | [a,b-k,p] for k in 1..b | [a,b,0] if p == 1 and a+b > 0 : 3,4,1 5,5,1 ? values",
        known: "The pass may be used once, and not at the end.",
    },
    Classic {
        name: "Zero-Move Nim",
        source: "HackerRank",
        record: "[n,z] -> [n-k,z] for k in 1..n | [n,0] if z == 1 and n > 0 : 1,1 2,1 3,1 4,1 ? values",
        known: "With its pass a heap of odd n has the value n+1, one of even n the value n-1.",
    },
    Classic {
        name: "Moore's Nim, two of three heaps",
        source: "Moore 1910",
        record: "[a,b,c] -> [i,j,c] for i in 0..a, j in 0..b if i+j < a+b | [i,b,k] for i in 0..a, k in 0..c if i+k < a+c | [a,j,k] for j in 0..b, k in 0..c if j+k < b+c : 3,3,3 3,4,5 ? values",
        known: "Lost exactly where the binary digits add up to 0 modulo 3.",
    },
    Classic {
        name: "Nimhoff, fewer than 4",
        source: "Fraenkel and Lorberbom 1991",
        record: "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-i,b-j] for i in 1..3, j in 1..3-i : 9,6 7,7 ? values",
        known: "4(⌊a/4⌋ ⊕ ⌊b/4⌋) + (a+b) mod 4.",
    },
    Classic {
        name: "Delete Nim",
        source: "Abuku and Suetsugu 2021",
        record: "[a,b] -> [i,a-i] for i in 1..a-1 | [i,b-i] for i in 1..b-1 ; legal if a > 0 and b > 0 : 5,8 16,3 ? values",
        known: "The exponent of 2 in ((a-1) or (b-1)) + 1.",
    },
    Classic {
        name: "LIM",
        source: "Fink, Fraenkel and Santos 2014",
        record: "[a,b,c] -> [a-k,b-k,c+k] for k in 1..min(a,b) | [a-k,b+k,c-k] for k in 1..min(a,c) | [a+k,b-k,c-k] for k in 1..min(b,c) : 1,2,3 3,4,5 ? values",
        known: "Take from two heaps, add to the third; a ⊕ b ⊕ c = 0 loses.",
    },
    Classic {
        name: "Greedy Nim",
        source: "Albert and Nowakowski 2004",
        record: "[a,b,c] -> [a-k,b,c] for k in 1..a if a >= b and a >= c | [a,b-k,c] for k in 1..b if b >= a and b >= c | [a,b,c-k] for k in 1..c if c >= a and c >= b : 5,5,3 5,4,3 ? values",
        known: "Lost exactly where the largest heap occurs an even number of times.",
    },
    Classic {
        name: "Staircase Nim",
        source: "CSES 1099",
        record: "[a,b,c] -> [a-k,b,c] for k in 1..a | [a+k,b-k,c] for k in 1..b | [a,b+k,c-k] for k in 1..c : 3,5,6 ? grundy",
        known: "The value is a ⊕ c.",
    },
    Classic {
        name: "Welter's game, two coins",
        source: "Welter 1954",
        record: "[a,b] -> [i,b] for i in 0..a-1 | [a,i] for i in 0..b-1 ; legal if a != b : 5,8 ? grundy",
        known: "(a ⊕ b) - 1.",
    },
    Classic {
        name: "Silver dollar, three coins",
        source: "Winning Ways",
        record: "[a,b,c] -> [i,b,c] for i in 0..a-1 | [a,i,c] for i in a+1..b-1 | [a,b,i] for i in b+1..c-1 ; legal if a < b and b < c : 2,5,9 ? grundy",
        known: "a ⊕ (c-b-1): every other gap, from the right.",
    },
    Classic {
        name: "A Chessboard Game",
        source: "HackerRank",
        record: "[x,y] -> [x-2,y-1] | [x-1,y-2] | [x-2,y+1] if y < 14 | [x+1,y-2] if x < 14 ; legal if x < 15 and y < 15 : 4,1 14,14 ? values",
        known: "The outcomes have period 4 both ways, but for the edges.",
    },
    Classic {
        name: "Cut the chocolate",
        source: "folklore",
        record: "[a,b] -> [i,b]+[a-i,b] for i in 1..a/2 | [a,i]+[a,b-i] for i in 1..b/2 : 4,6 3,5 ? values",
        known: "The value is the parity of ab - 1: every cut makes one piece more.",
    },
    Classic {
        name: "VS AtCoder",
        source: "AtCoder typical90 031",
        record: "[w,b] -> [w-1,b+w] | [w,b-k] for k in 1..b/2 : 2,3 5,7 ? values",
        known: "White stones become blue ones; a table of all w and b solves it.",
    },
    Classic {
        name: "Arpa and a game with Mojtaba",
        source: "Codeforces 850C",
        record: "[s] -> [s >> k | s % (1<<k-1)] for k in 2..log2(s)+1 if s >> k > 0 or s >> k-1 & 1 == 1 : 2 6 22 45 ? values",
        known: "The exponents of one prime as a set of bits.",
    },
    Classic {
        name: "Exact slow Nim",
        source: "Gurvich and Ho 2015",
        record: "[a,b,c] -> [a-1,b-1,c] | [a-1,b,c-1] | [a,b-1,c-1] : 3,4,5 2,2,2 ? values",
        known: "Two of three heaps lose one each.",
    },
    Classic {
        name: "Misère Nim, three heaps",
        source: "Bouton 1901; HackerRank",
        record: "[a,b,c] -> [a-k,b,c] for k in 1..a | [a,b-k,c] for k in 1..b | [a,b,c-k] for k in 1..c ; misere : 2,3,4 ? verdict moves",
        known: "As Nim, until all heaps have at most one.",
    },
    Classic {
        name: "Twenty-one",
        source: "folklore",
        record: "[n] -> [n-k] for k in 1..3 ; lose if n == 1 ; legal if n >= 1 : 21 ? verdict",
        known: "A player who faces 1 loses: 4k+1 lose.",
    },
];
