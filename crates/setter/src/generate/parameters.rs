//! The options of the generator: of the records, of their outcomes, and of the games that have a use for them.

use clap::{Args, ValueEnum};

use super::options::{Share, parse_keyword, parse_number, parse_range, parse_share, parse_size};
use grundy_base::range::Range;
use grundy_record::{Keyword, Signature, Size};

/// The options of the generator: of the records, of their outcomes, and of the games that have a use for them; see
/// [`unused`](super::unused). The command line and the groups of plans read them.
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_number)]
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
    pub winning_moves: Option<Range>,

    /// How many heaps, positions of piles, or tokens: a number, or a range such as 1-10
    #[arg(long, help_heading = "Heaps", value_name = "N", value_parser = parse_range)]
    pub heaps: Option<Range>,

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

    /// Says whether all records that `write` draws will do.
    pub fn takes_all(&self) -> bool {
        self.outcome.is_none()
            && self.winning_moves.is_none()
            && self.near_miss.is_empty()
            && self.heaps.is_none_or(|range| range.low == range.high)
    }

    /// Returns the number of heaps of a record, or the least number.
    pub(super) fn count_of_heaps(&self) -> Option<u64> {
        self.heaps.map(|range| range.low)
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

/// The distribution of the sizes of heaps and piles between the smallest and the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Distribution {
    /// All sizes are equally likely
    #[default]
    Uniform,
    /// All numbers of binary digits are equally likely
    Log,
    /// All heaps have the largest size; a few do not if a wanted outcome needs it
    Max,
    /// All heaps of a record are equal; a few are not if a wanted outcome needs it
    Equal,
    /// All heaps are 1; a few are not if a wanted outcome needs it
    Ones,
}

/// The outcome that records have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// The player to move wins
    Win,
    /// The player to move loses
    Lose,
    /// Neither player can force a win
    Draw,
    /// Half of the records are won, half are lost; one more is won if their number is odd
    Balanced,
}

/// Won positions that wrong programs take for lost ones, or play wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NearMiss {
    /// All kinds in turn
    All,
    /// A small move leads back to a lost position; on boards and graphs: one winning move
    Move,
    /// The nim-sum of the sizes is 0; in nim, that of all heaps but one
    Decoy,
    /// No winning move takes the most
    Greedy,
}
