//! Random records of every game as text: plain and decorated, right and wrong.
//!
//! Games that need sizes or parts of their own, so that the reference can bear them and all of their words are met, have a
//! draft here. Every other game of the catalogue is drawn from its signature: pairs and rows by `numbers.rs`, all else by
//! the generator of the program.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

pub mod coins;
mod lists;
pub mod numbers;
pub mod own;
pub mod positional;

use grundy_base::random::Random;
use grundy_games::catalogue::STANDARD;
use grundy_games::{Catalogue, Context};
use grundy_setter::generate::{self, BoardForm, Parameters};

/// The games whose drafts are below.
pub const GAMES: [&str; 20] = [
    "nim",
    "subtraction",
    "octal",
    "kayles",
    "dawson-kayles",
    "dawson-chess",
    "treblecross",
    "lasker",
    "grundys-game",
    "flags",
    "rocks",
    "three-rocks",
    "king",
    "rook",
    "bishop",
    "queen",
    "knight",
    "leaper",
    "factor",
    "geography",
];
/// The twenty-first of these games, which has sizes of its own.
const GRAPH: &str = "graph";

/// Lists the games that have a draft of their own.
fn drafted() -> impl Iterator<Item = &'static str> {
    GAMES
        .into_iter()
        .chain([GRAPH])
        .chain(positional::GAMES)
        .chain(coins::GAMES)
        .chain(own::GAMES)
}

/// Lists the games that are drawn from their signatures alone.
fn others() -> impl Iterator<Item = &'static str> {
    let names = STANDARD.iter().map(|game| &*game.signature().name);
    names.filter(|name| drafted().all(|other| other != *name))
}

/// Lists every game.
pub fn games() -> Vec<&'static str> {
    drafted().chain(others()).collect()
}

/// Says whether a game is one of those that `GRUNDY_CAMPAIGN_GAMES` names (`king,rook`); without it, all are.
pub fn is_chosen(game: &str) -> bool {
    match std::env::var("GRUNDY_CAMPAIGN_GAMES") {
        Ok(names) => names.split(',').any(|name| name == game),
        Err(_) => true,
    }
}

const EVERY: &[&str] = &["verdict", "winner", "count", "moves", "best"];

/// A record in parts, to be laid out.
pub struct Draft {
    pub game: String,
    pub rules: Vec<String>,
    /// The position; `None` if there is not even a colon.
    pub position: Option<Vec<String>>,
    pub asks: Vec<&'static str>,
    pub rows: Vec<String>,
}

/// Draws a text of this many random records of these games.
pub fn text(dice: &mut Random, games: &[&str], records: u64) -> Vec<u8> {
    let mut text = String::new();
    if dice.percent(10) {
        text.push('\u{feff}');
    }
    for _ in 0..records {
        let game = dice.one_of(games);
        let draft = draft(dice, game);
        let record = layout(dice, &draft);
        let record = if dice.percent(12) {
            spoil(dice, &record)
        } else {
            record
        };
        text.push_str(&record);
        text.push_str(if dice.percent(5) { "\r\n" } else { "\n" });
        match dice.below(40) {
            0 => text.push('\n'),
            1 => text.push_str("   // a comment: nim: 3 ? grundy\n"),
            2 => text.push_str("\t \n"),
            _ => {}
        }
    }
    if dice.percent(10) {
        text.pop();
    }
    text.into_bytes()
}

/// Draws random records of this game, all of them right, that put an ask about all that can come to small positions.
pub fn of_small_positions(
    dice: &mut Random,
    game: &str,
    ask: &'static str,
    records: u64,
) -> Vec<String> {
    /// The largest number: from larger ones the reference meets more positions than a test has time for.
    const MAX_NUMBER: u64 = 24;
    let mut texts = Vec::new();
    for _ in 0..records {
        let mut draft = draft(dice, game);
        draft.asks = vec![ask];
        let words = draft.position.iter().flatten();
        let mut numbers = words.flat_map(|word| word.split(|c: char| !c.is_ascii_digit()));
        let is_small = |number: &str| {
            number.is_empty()
                || number
                    .parse::<u64>()
                    .is_ok_and(|number| number <= MAX_NUMBER)
        };
        if numbers.all(is_small) && draft.rows.len() <= 5 {
            texts.push(layout(dice, &draft) + "\n");
        }
    }
    texts
}

fn draft(dice: &mut Random, game: &str) -> Draft {
    let mut draft = match game {
        "nim" => nim(dice),
        "subtraction" => subtraction(dice),
        "octal" => octal(dice),
        "flags" => flags(dice),
        "rocks" => rocks(dice),
        "three-rocks" => three_rocks(dice),
        "king" | "rook" | "bishop" | "queen" | "knight" | "leaper" => board(dice, game),
        "factor" => factor(dice),
        "geography" => geography(dice),
        GRAPH => graph(dice),
        game if coins::GAMES.contains(&game) => coins::draft(dice, game),
        game if own::GAMES.contains(&game) => own::draft(dice, game),
        game if positional::GAMES.contains(&game) => positional::draft(dice, game),
        other if others().any(|name| name == other) => by_signature(dice, other),
        named => heaps(dice, named, &["grundy", "values", "sequence", "period"]),
    };
    draft.game = game.to_owned();
    draft
}

/// Draws a record of a game without a draft of its own.
fn by_signature(dice: &mut Random, game: &str) -> Draft {
    let catalogue = Catalogue::standard();
    let signature = catalogue.find(game).expect("a game").signature();
    if numbers::draws(signature) {
        numbers::draft(dice, signature)
    } else {
        drawn(dice, game)
    }
}

/// Draws a record of any game from its signature, as `grundy generate` does.
fn drawn(dice: &mut Random, game: &str) -> Draft {
    let context = Context::default();
    let game = context.catalogue.find(game).expect("a game");
    let signature = game.signature();
    let mut parameters = Parameters {
        count: 1,
        seed: dice.word(),
        max: Some(dice.within(1, 9)),
        form: BoardForm::Inline,
        ..Parameters::default()
    };
    parameters.fit(signature);
    let mut text = Vec::new();
    generate::write(signature, &parameters, &context, &mut text).expect("a record");
    let text = String::from_utf8(text).expect("records are text");
    let (head, position) = text.split_once(':').unwrap_or((&text, ""));
    let values = ["grundy", "values"];
    let has_values = signature.asks.iter().any(|ask| ask.word() == values[0]);
    Draft {
        game: signature.name.to_string(),
        rules: strings(head.split_whitespace().skip(1)),
        position: Some(strings(position.split_whitespace())),
        asks: asks(dice, if has_values { &values } else { &[] }),
        rows: Vec::new(),
    }
}

/// Draws a text of this many records of a game from its signature alone.
pub fn text_by_signature(dice: &mut Random, game: &str, records: u64) -> String {
    let texts = dice.list(records, |dice| {
        let draft = drawn(dice, game);
        layout(dice, &draft) + "\n"
    });
    texts.concat()
}

pub fn strings<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// Draws none to three asks that the game answers (`own` besides the common ones), now and then another.
pub fn asks(dice: &mut Random, own: &[&'static str]) -> Vec<&'static str> {
    if dice.percent(25) {
        return Vec::new();
    }
    let all: Vec<&'static str> = EVERY.iter().chain(own).copied().collect();
    let foreign = [
        "grundy",
        "values",
        "losing",
        "sequence",
        "paths",
        "paths%7",
        "period",
        "paths%4611686018427387904",
    ];
    let count = dice.within(1, 3);
    dice.list(count, |dice| {
        if dice.percent(2) {
            dice.one_of(&foreign)
        } else {
            dice.one_of(&all)
        }
    })
}

/// Draws sizes of heaps, mostly few and small.
fn heap_sizes(dice: &mut Random, most: u64) -> Vec<u64> {
    let count = dice.one_of(&[0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6]);
    dice.list(count, |dice| dice.size(most))
}

fn nim(dice: &mut Random) -> Draft {
    let most = dice.one_of(&[1, 3, 7, 20, 150, 1 << 40, u64::MAX]);
    let mut sizes = heap_sizes(dice, most);
    if dice.percent(20) && !sizes.is_empty() {
        // The position is lost, or nearly so.
        let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
        sizes.push(sum);
    }
    let misere = dice.percent(40);
    Draft {
        game: String::new(),
        rules: if misere {
            strings(["misere"])
        } else {
            Vec::new()
        },
        position: Some(strings(sizes)),
        asks: asks(dice, if misere { &[] } else { &["grundy", "values"] }),
        rows: Vec::new(),
    }
}

/// Draws amounts as rules: numbers and ranges, shuffled, some repeated.
fn amounts(dice: &mut Random, most: u64) -> Vec<String> {
    let count = dice.within(1, 4);
    let mut words = dice.list(count, |dice| {
        let low = dice.within(1, most);
        if dice.percent(20) {
            format!("{low}-{}", low + dice.below(4))
        } else {
            low.to_string()
        }
    });
    if dice.percent(10) {
        words.push(words[0].clone());
    }
    words
}

fn insert_anywhere(dice: &mut Random, words: &mut Vec<String>, more: &[String]) {
    let at = dice.below(words.len() as u64 + 1) as usize;
    words.splice(at..at, more.iter().cloned());
}

fn subtraction(dice: &mut Random) -> Draft {
    let most = dice.one_of(&[2, 4, 8, 8, 12, 30]);
    let mut rules = amounts(dice, most);
    let misere = dice.percent(30);
    if misere {
        insert_anywhere(dice, &mut rules, &strings(["misere"]));
    }
    let one = dice.percent(50);
    let largest = dice.one_of(&[3, 12, 25, 40, 40, 300, if misere { 9 } else { u64::MAX }]);
    let position = if one {
        vec![dice.size(largest)]
    } else {
        heap_sizes(dice, largest.min(1 << 62))
    };
    let own: &[&str] = match (misere, one) {
        (false, true) if largest <= 300 => &[
            "grundy",
            "values",
            "period",
            "losing",
            "losing",
            "sequence",
            "paths",
            "paths%2",
            "paths%7",
            "paths%4611686018427387904",
            "paths%1000000007",
        ],
        (false, true) => &["grundy", "values", "period", "paths%1000000007", "paths%6"],
        (false, false) => &["grundy", "values", "period"],
        (true, true) => &[
            "period", "losing", "losing", "sequence", "paths", "paths%10",
        ],
        (true, false) => &["period"],
    };
    let asks = asks(dice, own);
    Draft {
        game: String::new(),
        rules,
        position: Some(strings(position)),
        asks,
        rows: Vec::new(),
    }
}

fn heaps(dice: &mut Random, game: &str, own: &[&'static str]) -> Draft {
    let most = dice.one_of(&[3, 8, 20, 40, if game == "grundys-game" { 60 } else { 90 }]);
    let one = dice.percent(50);
    let sizes = if one {
        vec![dice.size(most)]
    } else {
        heap_sizes(dice, most)
    };
    // A period costs the reference dear.
    let own: Vec<&'static str> = own
        .iter()
        .copied()
        .filter(|&ask| (one || ask != "sequence") && (ask != "period" || dice.percent(4)))
        .collect();
    let asks = asks(dice, &own);
    Draft {
        game: String::new(),
        rules: Vec::new(),
        position: Some(strings(sizes)),
        asks,
        rows: Vec::new(),
    }
}

fn octal(dice: &mut Random) -> Draft {
    let before = if dice.percent(25) { '4' } else { '0' };
    let count = dice.one_of(&[1, 2, 2, 3, 3, 4, 6]);
    let digits: String = dice
        .list(count, |dice| char::from(b'0' + dice.below(8) as u8))
        .into_iter()
        .collect();
    let mut draft = heaps(dice, "octal", &["grundy", "values", "sequence", "period"]);
    draft.rules = vec![format!("{before}.{digits}")];
    draft
}

fn flags(dice: &mut Random) -> Draft {
    let most = dice.one_of(&[3, 7, 7, 12]);
    let mut rules = amounts(dice, most);
    let left = dice.one_of(&[0, 0, 1, 1, 2, 3, 5, 9, 20]);
    insert_anywhere(dice, &mut rules, &strings(["left", &left.to_string()]));
    let variant = match dice.below(5) {
        0 => Some("overshoot"),
        1 => Some("or-less"),
        _ => None,
    };
    if let Some(variant) = variant {
        // It must not stand between `left` and its number.
        if dice.percent(50) {
            rules.insert(0, variant.to_owned());
        } else {
            rules.push(variant.to_owned());
        }
    }
    let largest = dice.one_of(&[
        left,
        left + 1,
        left + 4,
        left + 30,
        left + 30,
        left + 200,
        u64::MAX,
    ]);
    let heap = dice.within(left, largest);
    if dice.percent(10) {
        let position = if dice.percent(50) {
            None
        } else {
            Some(Vec::new())
        };
        return Draft {
            game: String::new(),
            rules,
            position,
            asks: vec!["period"],
            rows: Vec::new(),
        };
    }
    let own: &[&str] = if heap > 1_000 {
        &["period", "paths%9", "paths%1000000007"]
    } else {
        &[
            "losing",
            "losing",
            "paths",
            "paths%2",
            "paths%1000000007",
            "period",
        ]
    };
    let asks = asks(dice, own);
    Draft {
        game: String::new(),
        rules,
        position: Some(strings([heap])),
        asks,
        rows: Vec::new(),
    }
}

fn joined(numbers: &[u64]) -> String {
    strings(numbers).join(",")
}

fn rocks(dice: &mut Random) -> Draft {
    let arity = dice.one_of(&[1, 2, 2, 2, 2, 3, 4]);
    let most = [40, 12, 5, 3][arity as usize - 1];
    let step = if arity == 1 { 9 } else { 4 };
    let vectors = dice.within(1, 6);
    let rules = dice.list(vectors, |dice| {
        let mut vector = dice.list(arity, |dice| dice.size(step));
        if vector.iter().all(|&x| x == 0) {
            let at = dice.below(arity) as usize;
            vector[at] = dice.within(1, step);
        }
        let range = arity == 1 && dice.percent(20);
        if range {
            format!("{}-{}", vector[0], vector[0] + dice.below(3))
        } else {
            joined(&vector)
        }
    });
    let position = |dice: &mut Random| joined(&dice.list(arity, |dice| dice.size(most)));
    with_damage(dice, rules, 40, position)
}

/// Drafts a record of rocks, which is damaged with a chance in per cent; `position` draws its positions and its damage.
fn with_damage(
    dice: &mut Random,
    mut rules: Vec<String>,
    chance: u64,
    position: impl Fn(&mut Random) -> String + Copy,
) -> Draft {
    if dice.percent(chance) {
        rules.push("damaged".to_owned());
        let count = dice.within(1, 6);
        rules.extend(dice.list(count, position));
    }
    let groups = dice.one_of(&[0, 1, 1, 1, 2, 3]);
    let positions = dice.list(groups, position);
    let asks = asks(dice, &["grundy", "values"]);
    Draft {
        game: String::new(),
        rules,
        position: Some(positions),
        asks,
        rows: Vec::new(),
    }
}

fn three_rocks(dice: &mut Random) -> Draft {
    with_damage(dice, Vec::new(), 30, |dice| {
        joined(&[dice.size(25), dice.size(25)])
    })
}

fn board(dice: &mut Random, game: &str) -> Draft {
    // Words of 64 and vectors of 512 cells end somewhere on the larger ones.
    let (most, wide) = dice.one_of(&[
        (1, 1),
        (3, 3),
        (5, 5),
        (5, 5),
        (9, 9),
        (9, 9),
        (20, 20),
        (70, 70),
        (4, 1100),
    ]);
    let mut height = dice.within(1, most);
    let mut width = dice.within(1, wide);
    if dice.percent(20) {
        (height, width) = (width, height);
    }
    let damage = dice.one_of(&[0, 0, 5, 15, 30, 70, 100]);
    let pieces = dice.one_of(&[0, 2, 5, 15, 50]);
    let cell = |dice: &mut Random| (dice.within(1, height), dice.within(1, width));
    let named = |(row, col): (u64, u64)| format!("{row},{col}");

    let mut rules = Vec::new();
    if game == "leaper" {
        let count = dice.within(1, 4);
        rules.extend(dice.list(count, |dice| {
            let reach = dice.one_of(&[1, 2, 2, 3, 64]);
            let drow = dice.below(2 * reach + 1) as i64 - reach as i64;
            let dcol = dice.below(2 * reach + 1) as i64 - reach as i64;
            if drow + dcol < 0 {
                format!("{drow},{dcol}")
            } else {
                format!("{},{}", -reach.cast_signed(), dcol.min(0))
            }
        }));
    }
    let mark = |dice: &mut Random| {
        if dice.percent(damage) {
            dice.one_of(&['X', '#'])
        } else if dice.percent(pieces) {
            dice.one_of(&['K', 'K', 'K', '2', '3', '9'])
        } else {
            '.'
        }
    };
    let rows: Vec<String> = dice.list(height, |dice| dice.list(width, mark).into_iter().collect());
    let asks = asks(dice, &["grundy", "values"]);
    let mut draft = Draft {
        game: String::new(),
        rules,
        position: None,
        asks,
        rows: Vec::new(),
    };
    match dice.below(3) {
        0 => {
            insert_anywhere(dice, &mut draft.rules, &[format!("{height}x{width}")]);
            draft.rows = rows;
        }
        1 => {
            insert_anywhere(dice, &mut draft.rules, &[rows.join("/")]);
            let listed = dice.below(3);
            if dice.percent(50) {
                draft.position = Some(dice.list(listed, |dice| named(cell(dice))));
            }
        }
        _ => {
            // Play near one corner does not depend on the distance of the others.
            let most = 1_000_000_000;
            let rows = if dice.percent(20) {
                dice.within(height, most)
            } else {
                height
            };
            let cols = if dice.percent(20) {
                dice.within(width, most)
            } else {
                width
            };
            insert_anywhere(dice, &mut draft.rules, &[format!("{rows}x{cols}")]);
            let listed = dice.below(5);
            draft.position = Some(dice.list(listed, |dice| named(cell(dice))));
        }
    }
    if dice.percent(25) {
        let count = dice.one_of(&[1, 2, 5, 20, 100]);
        draft.rules.push("damaged".to_owned());
        draft
            .rules
            .extend(dice.list(count, |dice| named(cell(dice))));
    }
    draft
}

fn factor(dice: &mut Random) -> Draft {
    let limit = dice.one_of(&[1, 2, 6, 10, 13, 16, 16, 20, 24, 60]);
    let mut rules = strings([limit]);
    let mut damaged = Vec::new();
    if dice.percent(30) {
        rules.push("damaged".to_owned());
        let count = dice.within(1, 5);
        for _ in 0..count {
            let low = dice.within(1, limit);
            let high = if dice.percent(20) {
                (low + dice.below(4)).min(limit)
            } else {
                low
            };
            damaged.extend(low..=high);
            rules.push(if high > low {
                format!("{low}-{high}")
            } else {
                low.to_string()
            });
        }
    }
    let mut drawn: Vec<u64> = Vec::new();
    let want = dice.size(limit.min(9));
    for _ in 0..want {
        let next: Vec<u64> = (1..=limit)
            .filter(|n| !damaged.contains(n) && !drawn.contains(n))
            .filter(|n| {
                drawn
                    .last()
                    .map_or(n % 2 == 0, |last| n % last == 0 || last % n == 0)
            })
            .collect();
        if next.is_empty() {
            break;
        }
        drawn.push(dice.one_of(&next));
    }
    let position = if drawn.is_empty() && dice.percent(50) {
        None
    } else {
        Some(strings(drawn))
    };
    let asks = asks(dice, &[]);
    Draft {
        game: String::new(),
        rules,
        position,
        asks,
        rows: Vec::new(),
    }
}

fn geography(dice: &mut Random) -> Draft {
    let vertices = dice.one_of(&[1, 2, 3, 5, 8, 8, 12, 20, 60]);
    let count = dice.size(3 * vertices);
    let edges = dice.list(count, |dice| {
        (dice.within(1, vertices), dice.within(1, vertices))
    });
    let edges: Vec<(u64, u64)> = edges.into_iter().filter(|(a, b)| a != b).collect();
    let mut path = vec![dice.within(1, vertices)];
    for _ in 0..dice.one_of(&[0, 0, 1, 2, 6]) {
        let last = path[path.len() - 1];
        let next: Vec<u64> = edges
            .iter()
            .filter_map(|&(a, b)| {
                if a == last {
                    Some(b)
                } else {
                    (b == last).then_some(a)
                }
            })
            .filter(|v| !path.contains(v))
            .collect();
        if next.is_empty() {
            break;
        }
        path.push(dice.one_of(&next));
    }
    let mut rules = strings([vertices]);
    rules.extend(edges.iter().map(|(a, b)| format!("{a}-{b}")));
    let asks = asks(dice, &[]);
    Draft {
        game: String::new(),
        rules,
        position: Some(strings(path)),
        asks,
        rows: Vec::new(),
    }
}

fn graph(dice: &mut Random) -> Draft {
    let vertices = dice.one_of(&[1, 2, 3, 4, 5, 5, 8, 15, 40]);
    let count = dice.size(2 * vertices);
    let acyclic = dice.percent(30);
    let mut rules = strings([vertices]);
    rules.extend(dice.list(count, |dice| {
        let a = dice.within(1, vertices);
        let b = dice.within(1, vertices);
        if acyclic && a <= b {
            format!("{vertices}>{a}")
        } else {
            format!("{a}>{b}")
        }
    }));
    let tokens = dice.one_of(&[0, 1, 1, 2, 2, 3, 5]);
    let position = dice.list(tokens, |dice| dice.within(1, vertices));
    let asks = asks(dice, &["grundy", "values"]);
    Draft {
        game: String::new(),
        rules,
        position: Some(strings(position)),
        asks,
        rows: Vec::new(),
    }
}

/// Writes the record as text, in one of the many ways in which it may be written.
fn layout(dice: &mut Random, draft: &Draft) -> String {
    const ENDS: [&str; 9] = [
        "",
        "",
        "",
        "",
        "",
        " ",
        "\t",
        "// comment",
        " // nim: 1 ? :",
    ];
    let mut line = String::new();
    let blank =
        |dice: &mut Random| dice.one_of(&[" ", " ", " ", " ", " ", " ", " ", "  ", "\t", " \t "]);
    let maybe = |dice: &mut Random| dice.one_of(&["", "", "", " ", " ", "\t"]);
    if dice.percent(5) {
        line.push_str(blank(dice));
    }
    if dice.percent(20) {
        line.push('@');
        let length = dice.within(1, 64).min(dice.within(1, 64));
        for _ in 0..length {
            line.push(dice.one_of(&['a', 'Z', '7', '_', '-', '.']));
        }
        line.push_str(blank(dice));
    }
    line.push_str(&draft.game);
    for word in &draft.rules {
        line.push_str(blank(dice));
        line.push_str(word);
    }
    if let Some(position) = &draft.position {
        line.push_str(maybe(dice));
        line.push(':');
        line.push_str(maybe(dice));
        for (i, word) in position.iter().enumerate() {
            if i > 0 {
                line.push_str(blank(dice));
            }
            line.push_str(word);
        }
    }
    if !draft.asks.is_empty() {
        line.push_str(maybe(dice));
        line.push('?');
        line.push_str(maybe(dice));
        for (i, ask) in draft.asks.iter().enumerate() {
            if i > 0 {
                line.push_str(blank(dice));
            }
            line.push_str(ask);
        }
    }
    line.push_str(dice.one_of(&ENDS));
    for row in &draft.rows {
        line.push_str(if dice.percent(3) { "\r\n" } else { "\n" });
        line.push_str(row);
    }
    line
}

/// Changes one thing of the record, which is usually wrong then, and sometimes another record.
fn spoil(dice: &mut Random, record: &str) -> String {
    const INK: &[char] = &[
        '0', '1', '2', '9', '-', ',', ':', '?', '@', ' ', 'x', '.', 'X', '#', 'K', '/', '>', '%',
        'a', '\t', '+', '~', '\u{e9}', '\0',
    ];
    let mut characters: Vec<char> = record.chars().collect();
    let at = dice.below(characters.len() as u64) as usize;
    match dice.below(6) {
        0 => {
            characters.remove(at);
        }
        1 => characters.insert(at, dice.one_of(INK)),
        2 => characters[at] = dice.one_of(INK),
        3 => {
            let other = dice.below(characters.len() as u64) as usize;
            characters.swap(at, other);
        }
        4 => characters.truncate(at),
        _ => {
            // A word stands twice, or is gone.
            let lines: Vec<&str> = record.split('\n').collect();
            let mut words: Vec<&str> = lines[0].split(' ').collect();
            let word = dice.below(words.len() as u64) as usize;
            let repeated = words[word];
            if dice.percent(50) {
                words.insert(word, repeated);
            } else {
                words.remove(word);
            }
            let first = words.join(" ");
            let all: Vec<&str> = std::iter::once(first.as_str())
                .chain(lines.into_iter().skip(1))
                .collect();
            return all.join("\n");
        }
    }
    characters.into_iter().collect()
}
