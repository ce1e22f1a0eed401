//! Seeded random records of every game, streamed.
//!
//! Records are generated from the game's [`Signature`] alone, so a game that is added to the
//! catalogue can be generated at once. Equal parameters give equal bytes on every machine.

mod board;
mod coins;
mod factor;
mod graphs;
mod heaps;
mod numbers;
mod options;
mod wanted;

use std::hash::Hash;
use std::io::{self, Error, ErrorKind, Write};

use clap::Args;
use fxhash::FxHashSet;

pub use numbers::Distribution;
pub use options::{Share, parse_number, parse_size};
use options::{parse_keyword, parse_range, parse_share};
pub use wanted::{NearMiss, Target, drawn};

use crate::games::Context;
use crate::random::Random;
use crate::record::{Keyword, PositionKind, Signature, Size, Slot, View};

/// Options of the generator: of the records, of their outcomes, and of the games that have a use for them; see [`unused`].
/// The command line and the groups of plans read them.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct Parameters {
    /// The rules, written as in a record, instead of random ones
    #[arg(long)]
    pub rules: Option<String>,

    /// The size of a board
    #[arg(long, hide = true, value_parser = parse_size)]
    pub size: Option<Size>,

    /// The limit of a factor game, the number of vertices
    #[arg(long, hide = true, value_parser = parse_number)]
    pub limit: Option<u64>,

    /// How many records; numbers may be written as 1e6
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_number)]
    pub count: u64,

    /// Seed of the random numbers: equal seeds give equal bytes on every machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The largest heap or pile
    #[arg(long, help_heading = "Heaps", value_name = "N", value_parser = parse_number)]
    pub max: Option<u64>,

    /// The smallest heap or pile
    #[arg(long, help_heading = "Heaps", value_name = "N", value_parser = parse_number)]
    pub min: Option<u64>,

    /// How the sizes of heaps and piles are spread
    #[arg(
        long,
        help_heading = "Heaps",
        value_enum,
        value_name = "HOW",
        default_value = "uniform"
    )]
    pub distribution: Distribution,

    /// How many heaps are drawn evenly though the distribution has another size for them.
    #[arg(skip)]
    pub outliers: u64,

    /// No edge, vector, step or set comes twice
    #[arg(long, help_heading = "Rules")]
    pub distinct: bool,

    /// How many amounts, vectors, steps or octal digits random rules have
    #[arg(long, help_heading = "Rules", value_name = "N", value_parser = parse_number)]
    pub amounts: Option<u64>,

    /// The largest amount, component of a vector, or step of random rules
    #[arg(long, help_heading = "Rules", value_name = "N", value_parser = parse_number)]
    pub reach: Option<u64>,

    /// How many piles a position has
    #[arg(long, help_heading = "Heaps", value_name = "N", value_parser = parse_number)]
    pub piles: Option<u64>,

    /// The number that ends a game of flags
    #[arg(long, help_heading = "Rules", value_name = "N", value_parser = parse_number)]
    pub left: Option<u64>,

    /// How many edges or arcs
    #[arg(long, help_heading = "Graphs", value_name = "N", value_parser = parse_number)]
    pub edges: Option<u64>,

    /// Arcs lead from larger to smaller vertices only, so that play ends
    #[arg(long, help_heading = "Graphs")]
    pub acyclic: bool,

    /// How many moves were played before: numbers drawn [default: 0 to 4], vertices visited
    /// [default: 0]
    #[arg(long, help_heading = "Graphs", value_name = "N", value_parser = parse_number)]
    pub moves: Option<u64>,

    /// Damaged cells or numbers: their number, or a share such as 10%
    #[arg(long, help_heading = "Boards", value_name = "SHARE", value_parser = parse_share)]
    pub damage: Option<Share>,

    /// Pieces: their number, or a share of the free cells such as 5%
    #[arg(long, help_heading = "Boards", value_name = "SHARE", value_parser = parse_share)]
    pub pieces: Option<Share>,

    /// Keywords to set, such as `misere`
    #[arg(long, hide = true, value_parser = parse_keyword)]
    pub keywords: Vec<Keyword>,

    /// How a board is written.
    #[arg(skip)]
    pub form: BoardForm,

    /// Asks of every record, such as "count grundy"
    #[arg(long, value_name = "ASKS")]
    pub ask: Option<String>,

    /// Label every record with its number
    #[arg(long)]
    pub label: bool,

    /// Who wins: only such records are written, lost positions drawn as evenly as can be
    #[arg(long, help_heading = "Outcomes", value_enum, value_name = "WHO")]
    pub outcome: Option<Target>,

    /// How many winning moves a won record has: a number, or a range such as 1-3
    #[arg(long, help_heading = "Outcomes", value_name = "N", value_parser = parse_range)]
    pub winning_moves: Option<(u64, u64)>,

    /// How many heaps, positions of piles, or tokens: a number, or a range such as 1-10
    #[arg(long, help_heading = "Heaps", value_name = "N", value_parser = parse_range)]
    pub heaps: Option<(u64, u64)>,

    /// Won records that wrong programs fail: one small move from a lost position, decoys for the nim-sum,
    /// greedy traps [no KIND: all in turn]
    #[arg(long, help_heading = "Outcomes", value_enum, value_name = "KIND", num_args = 0..=1, default_missing_value = "all")]
    pub near_miss: Vec<NearMiss>,
}

impl Parameters {
    /// Fills in what a game needs: pieces on boards that have some.
    pub fn fit(&mut self, signature: &Signature) {
        if signature.has_pieces() {
            self.pieces.get_or_insert(Share::Count(1));
        }
    }

    /// The number of heaps of a record, or the least.
    fn count_of_heaps(&self) -> Option<u64> {
        self.heaps.map(|(low, _)| low)
    }
}

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardForm {
    /// A header, and a line for each row.
    #[default]
    Block,
    /// In the record's line, rows joined by `/`.
    Inline,
    /// A size, with damaged cells and pieces listed.
    Listed,
}

/// The rules that are a graph.
const GRAPHS: [Slot; 6] = [
    Slot::Edges,
    Slot::Arcs,
    Slot::Branches,
    Slot::Sets,
    Slot::Order,
    Slot::GraphOrBoard,
];

/// The options given that this game has no use for: the keys of plans, and keywords.
pub fn unused(signature: &Signature, parameters: &Parameters) -> Vec<&'static str> {
    let p = parameters;
    let own_rules = p.rules.is_some();
    let has = |slot| signature.has(slot);
    let board = has(Slot::Board) || has(Slot::GraphOrBoard);
    let vertices = matches!(signature.slots, [slot] if GRAPHS.contains(slot));
    let numbered = !own_rules && matches!(signature.slots, [Slot::Limit | Slot::Number { .. }]);
    let positional = signature.is_positional();
    let walk = matches!(signature.view, View::Drawn | View::Walk);
    let code = has(Slot::Octal) || has(Slot::Code);
    let more = [
        Slot::Amounts,
        Slot::Vectors,
        Slot::Steps,
        Slot::Rule,
        Slot::Coins,
    ];
    let listed = !own_rules && (code || more.into_iter().any(has));
    let knows = |keyword| signature.keywords.contains(&keyword) && !own_rules;
    let sizes =
        !board && !walk && !vertices && !positional && signature.position != PositionKind::Boards;
    let components = !board && !walk && !positional && signature.position != PositionKind::Empty;
    let known = [
        (
            "rules",
            own_rules,
            !signature.slots.is_empty() || !signature.keywords.is_empty(),
        ),
        ("size", p.size.is_some(), board || has(Slot::Bar)),
        ("limit", p.limit.is_some(), vertices || numbered),
        (
            "heaps",
            p.heaps.is_some(),
            components && !knows(Keyword::Left),
        ),
        (
            "max",
            p.max.is_some(),
            !board && !walk && !vertices && !positional,
        ),
        ("min", p.min.is_some(), sizes),
        (
            "distribution",
            p.distribution != Distribution::Uniform,
            sizes && !has(Slot::Coins),
        ),
        (
            "distinct",
            p.distinct,
            vertices && !own_rules || listed && !code,
        ),
        ("amounts", p.amounts.is_some(), listed && !has(Slot::Coins)),
        ("reach", p.reach.is_some(), listed && !code),
        ("piles", p.piles.is_some(), has(Slot::Vectors) && !own_rules),
        ("left", p.left.is_some(), knows(Keyword::Left)),
        ("edges", p.edges.is_some(), vertices && !own_rules),
        ("acyclic", p.acyclic, has(Slot::Arcs) && !own_rules),
        ("moves", p.moves.is_some(), walk),
        (
            "damage",
            p.damage.is_some(),
            board || knows(Keyword::Damaged),
        ),
        ("pieces", p.pieces.is_some(), signature.has_pieces()),
        ("inline", p.form == BoardForm::Inline, board),
        ("listed", p.form == BoardForm::Listed, board),
    ];
    let keywords = p
        .keywords
        .iter()
        .filter(|&&keyword| !knows(keyword))
        .map(|keyword| keyword.word());
    let options = known
        .into_iter()
        .filter(|&(_, given, used)| given && !used)
        .map(|(option, ..)| option);
    options.chain(keywords).collect()
}

/// Writes the records: all that are drawn, or those that meet the constraints.
///
/// # Errors
///
/// When a parameter is out of range, no record meets the constraints, or `out` cannot be written.
pub fn write(
    signature: &Signature,
    parameters: &Parameters,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if parameters.takes_all() {
        return write_all(signature, parameters, out);
    }
    wanted::each(signature, parameters, context)?
        .try_for_each(|record| out.write_all(record?.as_bytes()))
}

/// Writes records as they are drawn.
///
/// Memory is bounded by the longest line and by the pieces and damaged cells given as exact counts;
/// boards in rows stream.
///
/// # Errors
///
/// When a parameter is out of range, or `out` cannot be written.
fn write_all(
    signature: &Signature,
    parameters: &Parameters,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let random = Random::new(parameters.seed);
    let buffer = Vec::with_capacity(2 * Writer::FULL_BYTES);
    let mut writer = Writer {
        signature,
        parameters,
        random,
        out,
        buffer,
    };
    for number in 1..=parameters.count {
        writer.record(number)?;
        writer.flush_when_full()?;
    }
    writer.flush()
}

/// Draws records, and gathers them into large writes.
struct Writer<'a> {
    signature: &'a Signature,
    parameters: &'a Parameters,
    random: Random,
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
}

impl Writer<'_> {
    /// How many bytes are worth a write.
    const FULL_BYTES: usize = 1 << 18;

    fn record(&mut self, number: u64) -> Result<(), Error> {
        let Writer {
            signature,
            parameters,
            ..
        } = *self;
        if parameters.label {
            self.text("@");
            self.number(number);
            self.text(" ");
        }
        self.text(&signature.name);
        if let Some(rules) = &parameters.rules {
            self.word(rules);
        }
        let has_graph = parameters.limit.is_some() || parameters.rules.is_some();
        match signature.slots {
            [Slot::Limit] => self.factor()?,
            [Slot::Coins] => self.coins()?,
            [Slot::Bar] => self.bar()?,
            [] if signature.position == PositionKind::Boards => self.notakto()?,
            [.., Slot::Board] => return self.board(),
            [Slot::GraphOrBoard] if !has_graph => return self.board(),
            [slot] if GRAPHS.contains(slot) => self.graph()?,
            _ => self.heaps()?,
        }
        self.end();
        Ok(())
    }

    fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.text(itoa::Buffer::new().format(number));
    }

    /// A blank and a word.
    fn word(&mut self, text: &str) {
        self.text(" ");
        self.text(text);
    }

    /// A blank and a number.
    fn spaced(&mut self, number: u64) {
        self.text(" ");
        self.number(number);
    }

    /// Numbers joined by commas, a blank before them.
    fn tuple(&mut self, numbers: &[u64]) {
        for (i, &number) in numbers.iter().enumerate() {
            self.text(if i == 0 { " " } else { "," });
            self.number(number);
        }
    }

    /// The end of a record of one line: its asks and the end of the line.
    fn end(&mut self) {
        if let Some(ask) = &self.parameters.ask {
            self.text(" ? ");
            self.text(ask);
        }
        self.text("\n");
    }

    fn keywords(&mut self) {
        self.parameters
            .keywords
            .iter()
            .for_each(|keyword| self.word(keyword.word()));
    }

    /// Draws until something fits that was not there before, if no thing may come twice.
    fn distinct<T: Clone + Eq + Hash>(
        &mut self,
        drawn: &mut FxHashSet<T>,
        draw: impl Fn(&mut Random) -> Option<T>,
    ) -> T {
        loop {
            if let Some(found) = draw(&mut self.random)
                && (!self.parameters.distinct || drawn.insert(found.clone()))
            {
                return found;
            }
        }
    }

    fn flush_when_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= Self::FULL_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// How many numbers a position of piles has: as many as the rules given as text, else those asked for, else as many
/// as the example of the game.
pub fn numbers_of(signature: &Signature, parameters: &Parameters) -> u64 {
    let in_text = |text: &str| 1 + text.bytes().filter(|&byte| byte == b',').count() as u64;
    let example = signature
        .example
        .split(": ")
        .nth(1)
        .and_then(|at| at.split(' ').next());
    let asked = parameters.piles.unwrap_or(2);
    match (
        signature.slots,
        parameters.rules.as_deref(),
        signature.position,
    ) {
        ([Slot::Rule], rule, _) => rule
            .and_then(|rule| rule.split(']').next())
            .map_or(1, in_text),
        ([Slot::Vectors], Some(rules), _) => rules.split_whitespace().next().map_or(2, in_text),
        ([Slot::Vectors], None, _) | (.., PositionKind::Tuples { mixed: true, .. }) => asked,
        _ => example.map_or(2, in_text),
    }
}

/// The rules of a game whose rules are not drawn.
pub fn usual_rules(signature: &Signature) -> &'static str {
    match signature.slots {
        [Slot::Shapes, _] => "tromino",
        [Slot::Piece, _] => "queen",
        _ => "",
    }
}

/// The error of parameters that give no record.
fn refused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidInput, message.into())
}

/// The error of a number that is out of range.
fn out_of_range(option: &str, low: u64, high: u64) -> Error {
    refused(format!("{option} must be {low} to {high}"))
}

fn check(option: &str, value: u64, low: u64, high: u64) -> Result<u64, Error> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        Err(out_of_range(option, low, high))
    }
}
