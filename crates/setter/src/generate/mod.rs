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

use grundy_base::random::Random;
use grundy_games::Context;
use grundy_record::{Keyword, NumberUse, PositionKind, Signature, Size, Slot, Structure};

/// The options of the generator: of the records, of their outcomes, and of the games that have a use for them; see
/// [`unused`]. The command line and the groups of plans read them.
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

    /// The number of heaps that are drawn evenly though the distribution has another size for them.
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

    /// The form of a board.
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
    /// Fills in what a game needs: a piece, if boards of the game have pieces.
    pub fn fit(&mut self, signature: &Signature) {
        if signature.has_pieces() {
            self.pieces.get_or_insert(Share::Count(1));
        }
    }

    /// Returns the number of heaps of a record, or the least number.
    fn count_of_heaps(&self) -> Option<u64> {
        self.heaps.map(|(low, _)| low)
    }
}

/// The form in which a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardForm {
    /// A header, and a line for each row.
    #[default]
    Block,
    /// The record's line, with rows joined by `/`.
    Inline,
    /// A size, with damaged cells and pieces listed.
    Listed,
}

/// The most heads, squares or positions of piles that a record lists.
const MAX_LISTED_COMPONENTS: u64 = 10_000_000;

/// The rules that are a graph.
const GRAPHS: [Slot; 6] = [
    Slot::Edges,
    Slot::Arcs,
    Slot::Branches,
    Slot::Sets,
    Slot::Order,
    Slot::GraphOrBoard,
];

/// The options that a game has no use for.
struct Unused {
    options: Vec<&'static str>,
}

impl Unused {
    /// Adds an option, if it is given and the game has no use for it.
    fn check(&mut self, option: &'static str, is_given: bool, is_used: bool) {
        if is_given && !is_used {
            self.options.push(option);
        }
    }
}

/// Lists the given options that a game has no use for: the keys of plans, then keywords.
pub fn unused(signature: &Signature, parameters: &Parameters) -> Vec<&'static str> {
    let p = parameters;
    let has = |slot| signature.has(slot);
    let draws_rules = p.rules.is_none();
    let draws_keyword = |keyword| draws_rules && signature.keywords.contains(&keyword);
    let has_board = has(Slot::Board) || has(Slot::GraphOrBoard);
    let is_graph = matches!(signature.slots, [slot] if GRAPHS.contains(slot));
    let takes_cells = signature.is_positional();
    let is_walk = signature.structure == Structure::Path;
    let has_numbers = !has_board && !is_walk && !is_graph && !takes_cells;
    let has_sizes = has_numbers && signature.position != PositionKind::Boards;
    let has_components =
        !has_board && !is_walk && !takes_cells && signature.position != PositionKind::Empty;
    let has_code = has(Slot::Octal) || has(Slot::Code);
    let lists = [
        Slot::Amounts,
        Slot::Vectors,
        Slot::Steps,
        Slot::Rule,
        Slot::Coins,
    ];
    let draws_list = draws_rules && lists.into_iter().any(has);
    let draws_code = draws_rules && has_code;
    let draws_number = draws_rules && matches!(signature.slots, [Slot::Number(_)]);

    let mut unused = Unused {
        options: Vec::new(),
    };
    let has_rules = !signature.slots.is_empty() || !signature.keywords.is_empty();
    unused.check("rules", p.rules.is_some(), has_rules);
    unused.check("size", p.size.is_some(), has_board || has(Slot::Bar));
    unused.check("limit", p.limit.is_some(), is_graph || draws_number);
    let counts_heaps = has_components && !draws_keyword(Keyword::Left);
    unused.check("heaps", p.heaps.is_some(), counts_heaps);
    unused.check("max", p.max.is_some(), has_numbers);
    unused.check("min", p.min.is_some(), has_sizes);
    let is_spread = p.distribution != Distribution::Uniform;
    unused.check("distribution", is_spread, has_sizes && !has(Slot::Coins));
    let draws_different = draws_rules && is_graph || draws_list && !has_code;
    unused.check("distinct", p.distinct, draws_different);
    let draws_amounts = draws_list && !has(Slot::Coins) || draws_code && !has(Slot::Coins);
    unused.check("amounts", p.amounts.is_some(), draws_amounts);
    unused.check("reach", p.reach.is_some(), draws_list && !has_code);
    unused.check(
        "piles",
        p.piles.is_some(),
        draws_rules && has(Slot::Vectors),
    );
    unused.check("left", p.left.is_some(), draws_keyword(Keyword::Left));
    unused.check("edges", p.edges.is_some(), draws_rules && is_graph);
    unused.check("acyclic", p.acyclic, draws_rules && has(Slot::Arcs));
    unused.check("moves", p.moves.is_some(), is_walk);
    let may_be_damaged = has_board || draws_keyword(Keyword::Damaged);
    unused.check("damage", p.damage.is_some(), may_be_damaged);
    unused.check("pieces", p.pieces.is_some(), signature.has_pieces());
    unused.check("inline", p.form == BoardForm::Inline, has_board);
    unused.check("listed", p.form == BoardForm::Listed, has_board);
    for &keyword in &p.keywords {
        unused.check(keyword.word(), true, draws_keyword(keyword));
    }
    unused.options
}

/// Writes the records: all that are drawn, or those that meet the constraints.
///
/// # Errors
///
/// Says that a parameter is out of range, that no record meets the constraints, or that `out` cannot be written.
pub fn write(
    signature: &Signature,
    parameters: &Parameters,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if parameters.takes_all() {
        return write_all(signature, parameters, out);
    }
    for record in wanted::each(signature, parameters, context)? {
        out.write_all(record?.as_bytes())?;
    }
    Ok(())
}

/// Writes records as they are drawn.
///
/// Memory is bounded by the longest line and by the pieces and damaged cells given as exact counts;
/// boards in rows stream.
///
/// # Errors
///
/// Says that a parameter is out of range, or that `out` cannot be written.
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

/// A writer that draws records, and gathers them into large writes.
struct Writer<'a> {
    signature: &'a Signature,
    parameters: &'a Parameters,
    random: Random,
    out: &'a mut dyn Write,
    /// The text that is not written yet.
    buffer: Vec<u8>,
}

impl Writer<'_> {
    /// The number of bytes that is worth a write.
    const FULL_BYTES: usize = 1 << 18;

    /// Draws the record of a number.
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
            [Slot::Number(NumberUse::Limit)] => self.factor()?,
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

    /// Writes a blank and a word.
    fn word(&mut self, text: &str) {
        self.text(" ");
        self.text(text);
    }

    /// Writes a blank and a number.
    fn spaced(&mut self, number: u64) {
        self.text(" ");
        self.number(number);
    }

    /// Writes a blank, and numbers with commas between them.
    fn tuple(&mut self, numbers: &[u64]) {
        for (i, &number) in numbers.iter().enumerate() {
            self.text(if i == 0 { " " } else { "," });
            self.number(number);
        }
    }

    /// Writes the end of a record's line: its asks and the end of the line.
    fn end(&mut self) {
        if let Some(ask) = &self.parameters.ask {
            self.text(" ? ");
            self.text(ask);
        }
        self.text("\n");
    }

    /// Writes the keywords.
    fn keywords(&mut self) {
        for keyword in &self.parameters.keywords {
            self.word(keyword.word());
        }
    }

    /// Draws until something fits, and, if no thing may come twice, was not drawn before.
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

/// Counts the numbers of a position of piles: as many as in the rules given as text, or else as many as the parameters
/// say, or else as many as in the example of the game.
pub fn numbers_of(signature: &Signature, parameters: &Parameters) -> u64 {
    let rules = parameters.rules.as_deref();
    match signature.slots {
        [Slot::Rule] => match rules {
            Some(rule) => numbers_in(rule.split(']').next()),
            None => 1,
        },
        [Slot::Vectors] => match rules {
            Some(rules) => numbers_in(rules.split_whitespace().next()),
            None => parameters.piles.unwrap_or(2),
        },
        _ => match signature.position {
            PositionKind::Tuples { mixed: true, .. } => parameters.piles.unwrap_or(2),
            _ => {
                let position = signature.example.split(": ").nth(1);
                numbers_in(position.and_then(|position| position.split(' ').next()))
            }
        },
    }
}

/// Counts the numbers in a text that has commas between them; without a text, there are two.
fn numbers_in(text: Option<&str>) -> u64 {
    match text {
        Some(text) => 1 + text.bytes().filter(|&byte| byte == b',').count() as u64,
        None => 2,
    }
}

/// Returns the rules of a game whose rules are not drawn.
pub fn usual_rules(signature: &Signature) -> &'static str {
    match signature.slots {
        [Slot::Shapes, _] => "tromino",
        [Slot::Piece, _] => "queen",
        _ => "",
    }
}

/// Makes the error for parameters that give no record.
fn refused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidInput, message.into())
}

/// Makes the error for a number that is out of range.
fn out_of_range(option: &str, low: u64, high: u64) -> Error {
    refused(format!("{option} must be {low} to {high}"))
}

/// Returns the value of an option, if it is in its range.
fn check(option: &str, value: u64, low: u64, high: u64) -> Result<u64, Error> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        Err(out_of_range(option, low, high))
    }
}
