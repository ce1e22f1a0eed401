//! Signatures: the slots that the rules of a game fill, and its asks.

use std::borrow::Cow;

use grundy_rules::parts::CoinRule;

use super::{Ask, AskSet, CoinRules, Keyword, OwnRewriting, OwnRule, Piece, Record, Rules};

/// A thing, other than a keyword, that stands among the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Amounts: `subtraction 1 2 5`, `subtraction squares`.
    Amounts,
    /// An octal code: `octal 0.77`.
    Octal,
    /// A take-and-break code in full: `take-and-break 0.12[3F]`.
    Code,
    /// Vectors: `rocks 1,0 0,1`.
    Vectors,
    /// A board: `king 8x8`, `cram ..X/...`.
    Board,
    /// Steps: `leaper -1,0`.
    Steps,
    /// A number: `factor 10`.
    Number(NumberUse),
    /// A number of vertices and edges: `geography 4 1-2`.
    Edges,
    /// A number of vertices and arcs: `graph 4 1>2`.
    Arcs,
    /// A number of elements and pairs of them: `poset 4 1<2`.
    Order,
    /// A number of vertices and edges, or a board: `node-kayles 5 1-2`, `node-kayles 4x6`.
    GraphOrBoard,
    /// Edges between vertices from 0, the ground: `hackenbush 0-1 1-2`.
    Branches,
    /// Shapes: `place tromino`.
    Shapes,
    /// A piece: `placement queen`.
    Piece,
    /// A number of vertices and sets of them: `take 6 1,2 4>3,5`.
    Sets,
    /// A size, or `rows` and their lengths: `chomp 4x6`, `chomp rows 6 6 4 1`.
    Bar,
    /// The coins that a move turns, or two such rules multiplied: `coins up-to 3`, `coins run x exactly 2`.
    Coins,
    /// A user-defined rule: `rules [n] -> [n-1] | [n-2]`.
    Rule,
    /// Rules that change cells, with their keywords: `rewrite XO>.X turned`.
    Rewriting,
}

impl Slot {
    /// Says whether the slot is a text with a grammar of its own, which is read up to the colon and not word by word. It
    /// is the only slot of its game.
    pub fn is_text(self) -> bool {
        matches!(self, Slot::Rule | Slot::Rewriting)
    }
}

/// The use of the number among the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberUse {
    /// The largest number that may be drawn: `factor 10`.
    Limit,
    /// A number K that must be there.
    Needed,
    /// A number K that may be there.
    Optional,
}

/// The things that a position is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// Nothing: the rules say it all. The colon is there all the same.
    Empty,
    /// Numbers: numbers drawn, vertices.
    Numbers,
    /// Numbers that are one position together: piles in a row, steps.
    Row,
    /// Different numbers that are one position together: squares of a strip.
    Squares {
        /// The number of the leftmost square.
        first: u64,
    },
    /// Tuples of one number to `most`: piles.
    Tuples {
        /// The most numbers of one tuple, at most eight.
        most: usize,
        /// Whether some tuples may have fewer numbers than others.
        mixed: bool,
    },
    /// Cells: `row,col`.
    Cells,
    /// Vertices of a graph or cells of a board that were taken before, in order: `2`, `1,3`.
    Taken,
    /// Boards of three rows of three cells: `.X./.../...`.
    Boards,
    /// Rows, boards and graphs of letters: `XO.X`, `XO/.O`, `(XO)^7`.
    Letters,
}

/// The meaning of positions and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Components that have nothing to do with each other: a move changes one.
    Sum,
    /// Numbers whose order matters: piles in a row, coins on a strip.
    Row,
    /// One heap that is counted down to an end. A player who cannot move before it draws.
    Countdown,
    /// Numbers or vertices that follow one another: a move appends one, and only the last and the set of the others
    /// matter.
    Path,
    /// Pieces on a board with damaged cells.
    Pieces,
    /// A board or a graph: moves take parts of it away, so that a position is the record and the parts taken.
    Taking,
    /// Rows, boards and graphs of letters, which moves change.
    Letters,
}

/// The look of a game to a person: how it is drawn, played and explained follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Heaps that have nothing to do with each other.
    Heaps,
    /// One heap that is counted down to an end.
    Countdown,
    /// Groups of piles.
    Piles,
    /// Piles in a row, whose places matter.
    Row,
    /// Coins on the squares of a strip.
    Strip,
    /// Pieces on a board.
    Pieces,
    /// Numbers that are drawn one after another.
    Drawn,
    /// A token that never comes back to a vertex.
    Walk,
    /// Tokens on a directed graph.
    Tokens,
    /// A board or a graph that is taken away piece by piece.
    Parts,
    /// Rows, boards and graphs of letters.
    Letters,
    /// Anything else: the record itself is what there is to see.
    Plain,
}

/// The rules for which the name of a game stands.
#[derive(Clone, Debug)]
pub enum NamedRules {
    /// A user-defined rule.
    Rule(OwnRule),
    /// Rules that change cells.
    Rewriting(OwnRewriting),
}

/// The moves of a game whose options no rule of numbers describes. They are for rooms that make moves without the game:
/// pieces are drawn by their letters, and generated programs make these moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownMoves {
    /// A piece of chess moves, if that lowers row + column.
    Piece(Piece),
    /// A piece makes one of the steps of the rules.
    Steps,
    /// A token follows an arc.
    Arc,
    /// A token goes along an edge, and never to a vertex where it was.
    Walk,
    /// A number is drawn that divides the last one, or is a multiple of it.
    Divisor,
    /// Coins are turned as the rules say.
    Coins,
    /// A vertex is taken with its neighbours, or a cell with those at its four sides.
    Neighbourhood,
    /// An edge is taken with both its ends.
    Edge,
    /// An element is taken with all above it.
    Above,
    /// One of the sets of the rules is taken.
    Set,
    /// Two neighbouring cells are taken.
    Domino,
    /// The cells of a shape of the rules are taken.
    Shape,
    /// The piece of the rules is put where none attacks.
    Placement,
}

/// The most bytes of the summary of a game: what a list of 88 columns leaves beside the names.
pub const MAX_SUMMARY: usize = 71;

/// The words about a game for a person.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The word a record begins with.
    pub name: &'static str,
    /// The kind of the game in one line of at most [`MAX_SUMMARY`] bytes.
    pub summary: &'static str,
    /// The rules in a few sentences.
    pub how_to_play: &'static str,
    /// The limits: how large a position may be, and what it costs.
    pub limits: &'static str,
    /// A record, complete in one line.
    pub example: &'static str,
    /// The theorem about all positions of the game.
    pub theorem: Option<Theorem>,
}

/// A theorem about all positions of a game without damage.
#[derive(Clone, Copy, Debug)]
pub struct Theorem {
    /// The statement, as a sentence without its full stop.
    pub statement: &'static str,
    /// The people who proved it, or the place of the proof.
    pub source: &'static str,
    /// The function that says more about the rules and the position of a record, if there is more to say; it returns
    /// `None` if the theorem does not hold for these rules.
    pub here: fn(&Record<'_>) -> Option<String>,
}

impl Theorem {
    /// Makes a theorem that holds for all rules of its game.
    pub const fn new(statement: &'static str, source: &'static str) -> Theorem {
        Theorem {
            statement,
            source,
            here: |_| Some(String::new()),
        }
    }

    /// Makes a theorem about normal play, which says nothing of records under misère play.
    pub const fn of_normal_play(statement: &'static str, source: &'static str) -> Theorem {
        Theorem {
            statement,
            source,
            here: |record| {
                let is_misere = record.modifiers.has(Keyword::Misere);
                (!is_misere).then(String::new)
            },
        }
    }

    /// Writes the theorem and what it says of this record; `None` if it does not hold for the record.
    pub fn at(&self, record: &Record<'_>) -> Option<String> {
        let whole = record.modifiers.damaged.is_empty() && record.rows.is_none();
        let here = whole.then(|| (self.here)(record))??;
        Some(format!(
            "{self}{}{here}",
            if here.is_empty() { "" } else { " " }
        ))
    }
}

impl std::fmt::Display for Theorem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}).", self.statement, self.source)
    }
}

/// The facts that the language needs of a game to read its records, and a person to use it.
///
/// A game's file builds its signature as a constant: the first method says what the positions are made of and what
/// may be asked, and the methods after it change what differs.
///
/// ```
/// use grundy_record::{Keyword, Signature, Words};
///
/// static NIM: Signature = Words {
///     name: "nim",
///     summary: "heaps; take any number from one heap",
///     how_to_play: "A move takes any number of tokens, at least one, from one heap.",
///     limits: "heaps to 18446744073709551615",
///     example: "nim: 2 3",
///     theorem: None,
/// }
/// .heaps()
/// .keywords(&[Keyword::Misere])
/// .definition("[n] -> [n-k] for k in 1..n");
/// ```
#[derive(Debug)]
pub struct Signature {
    /// The word a record begins with.
    pub name: Cow<'static, str>,
    /// The slots of the rules, in the order in which they are printed.
    pub slots: &'static [Slot],
    /// The keywords that the game knows.
    pub keywords: &'static [Keyword],
    /// The things that the positions are made of.
    pub position: PositionKind,
    /// The form of a position for a person: `HEAP…`.
    pub position_form: &'static str,
    /// The meaning of positions and moves.
    pub structure: Structure,
    /// The look of the game to a person.
    pub look: Look,
    /// The asks that the game answers.
    pub asks: AskSet,
    /// The kind of the game in one line.
    pub summary: Cow<'static, str>,
    /// The rules for a person, in a few sentences.
    pub how_to_play: Cow<'static, str>,
    /// The limits: how large a position may be, and what it costs.
    pub limits: Cow<'static, str>,
    /// A record, complete in one line.
    pub example: Cow<'static, str>,
    /// The options of a component under normal play, in the language of rules, if they do not depend on the
    /// record.
    pub definition: Option<&'static str>,
    /// The options of a component for the rules of a record, if they depend on it: a template that writes a rule.
    pub definition_at: Option<&'static str>,
    /// The rules of a user, or of a classic, for which the name of the game stands.
    pub named: Option<NamedRules>,
    /// The rule of coins for which the name of the game stands.
    pub coins: Option<CoinRules>,
    /// Whether rows are also drawn by `+` for what stands and `-` for a gap.
    pub draws_signs: bool,
    /// The theorem about all positions of the game.
    pub theorem: Option<Theorem>,
    /// Whether the value of a component is its number under normal play.
    pub values_are_sizes: bool,
    /// Whether a sum is also played by Grundy values under misère play.
    pub values_decide_misere: bool,
    /// Whether the theorem gives the value of every heap, so that nobody looks for a period.
    pub theorem_gives_values: bool,
    /// The moves, if no definition says them and rooms know them.
    pub known_moves: Option<KnownMoves>,
}

/// A table of the games whose records can be read.
pub trait Signatures {
    /// Finds the signature of the game of this name.
    fn signature(&self, name: &str) -> Option<&Signature>;

    /// Returns the names of the games, in the order in which people see them.
    fn names(&self) -> Vec<&str>;
}

impl Words {
    /// Begins the signature of a game without rules and keywords, whose position is empty and which answers the asks of
    /// every sum.
    ///
    /// # Panics
    ///
    /// Panics if the summary is longer than [`MAX_SUMMARY`]: of a game in a static, the compiler says so.
    pub const fn of(self, structure: Structure, look: Look) -> Signature {
        let Words {
            name,
            summary,
            how_to_play,
            limits,
            example,
            theorem,
        } = self;
        assert!(
            summary.len() <= MAX_SUMMARY,
            "the summary is longer than MAX_SUMMARY"
        );
        Signature {
            name: Cow::Borrowed(name),
            slots: &[],
            keywords: &[],
            position: PositionKind::Empty,
            position_form: "",
            structure,
            look,
            asks: AskSet::SUM,
            summary: Cow::Borrowed(summary),
            how_to_play: Cow::Borrowed(how_to_play),
            limits: Cow::Borrowed(limits),
            example: Cow::Borrowed(example),
            definition: None,
            definition_at: None,
            named: None,
            coins: None,
            draws_signs: false,
            theorem,
            values_are_sizes: false,
            values_decide_misere: false,
            theorem_gives_values: false,
            known_moves: None,
        }
    }

    /// Begins the signature of a sum of heaps.
    pub const fn heaps(self) -> Signature {
        self.numbers(Structure::Sum, Look::Heaps, "HEAP…")
            .asks(AskSet::SUM.with_counts())
    }

    /// Begins the signature of a game whose positions are numbers: heaps, numbers drawn, vertices.
    pub const fn numbers(self, structure: Structure, look: Look, form: &'static str) -> Signature {
        self.of(structure, look)
            .position(PositionKind::Numbers, form)
    }

    /// Begins the signature of a game with piles in a row, which are one position.
    pub const fn row(self) -> Signature {
        self.of(Structure::Row, Look::Row)
            .position(PositionKind::Row, "PILE…")
            .asks(AskSet::SUM.with_counts())
    }

    /// Begins the signature of a game with coins on different squares of a strip, whose leftmost square has this number.
    pub const fn strip(self, first: u64) -> Signature {
        let signature = self
            .of(Structure::Row, Look::Strip)
            .position(PositionKind::Squares { first }, "SQUARE…");
        signature.asks(AskSet::SUM.with_counts())
    }

    /// Begins the signature of a sum of groups of at most this many piles.
    pub const fn piles(self, most: usize) -> Signature {
        let piles = PositionKind::Tuples { most, mixed: false };
        let form = if most == 1 { "HEAP…" } else { "PILE,PILE…" };
        self.of(Structure::Sum, Look::Piles)
            .position(piles, form)
            .asks(AskSet::SUM.with_counts())
    }

    /// Begins the signature of a game with pieces on a board with damaged cells.
    pub const fn pieces(self) -> Signature {
        let pieces = self
            .of(Structure::Pieces, Look::Pieces)
            .position(PositionKind::Cells, "ROW,COL…");
        pieces.slots(&[Slot::Board]).keywords(&[Keyword::Damaged])
    }

    /// Begins the signature of a game with a board or a graph of which moves take parts away.
    pub const fn parts(self, slots: &'static [Slot]) -> Signature {
        self.of(Structure::Taking, Look::Parts)
            .slots(slots)
            .keywords(&[Keyword::Misere])
    }
}

impl Signature {
    /// Sets the slots of the rules.
    #[must_use]
    pub const fn slots(mut self, slots: &'static [Slot]) -> Signature {
        self.slots = slots;
        self
    }

    /// Sets the keywords.
    #[must_use]
    pub const fn keywords(mut self, keywords: &'static [Keyword]) -> Signature {
        self.keywords = keywords;
        self
    }

    /// Sets what positions are made of, and their form for a person.
    #[must_use]
    pub const fn position(mut self, position: PositionKind, form: &'static str) -> Signature {
        self.position = position;
        self.position_form = form;
        self
    }

    /// Sets the asks.
    #[must_use]
    pub const fn asks(mut self, asks: AskSet) -> Signature {
        self.asks = asks;
        self
    }

    /// Adds asks.
    #[must_use]
    pub const fn also(self, asks: &[Ask]) -> Signature {
        let asks = self.asks.with(asks);
        self.asks(asks)
    }

    /// Sets the options of a component in the language of rules.
    #[must_use]
    pub const fn definition(mut self, rule: &'static str) -> Signature {
        self.definition = Some(rule);
        self
    }

    /// Sets the options of a component for the rules of a record, for generated programs.
    ///
    /// The text is a template that writes a rule, a kind of move or a clause a line. It knows `names`, the letters of the
    /// numbers of a component; `given`, the rule that is set as the definition; `number`, `vectors`, `sets` (of amounts),
    /// `prefix` and `repeat` (of a code), which stand among the rules; and the keywords by their names. What several games
    /// include stands in `crates/setter/src/programs/definitions.txt`.
    #[must_use]
    pub const fn definition_at(mut self, template: &'static str) -> Signature {
        self.definition_at = Some(template);
        self
    }

    /// Sets what the theorem says of the rules and the position of a record ([`Theorem::here`]).
    #[must_use]
    pub const fn theorem_at(mut self, here: fn(&Record<'_>) -> Option<String>) -> Signature {
        if let Some(theorem) = self.theorem {
            self.theorem = Some(Theorem { here, ..theorem });
        }
        self
    }

    /// Says that the value of a component is its number under normal play.
    #[must_use]
    pub const fn values_are_sizes(mut self) -> Signature {
        self.values_are_sizes = true;
        self
    }

    /// Says that a sum is also played by Grundy values under misère play.
    #[must_use]
    pub const fn values_decide_misere(mut self) -> Signature {
        self.values_decide_misere = true;
        self
    }

    /// Says that the theorem gives the value of every heap.
    #[must_use]
    pub const fn theorem_gives_values(mut self) -> Signature {
        self.theorem_gives_values = true;
        self
    }

    /// Sets the rule of coins on a strip for which the name of the game stands.
    #[must_use]
    pub const fn coins(mut self, rule: CoinRule) -> Signature {
        self.coins = Some(CoinRules {
            rows: rule,
            columns: None,
        });
        self
    }

    /// Says that rows are also drawn by `+` for what stands and `-` for a gap.
    #[must_use]
    pub const fn draws_signs(mut self) -> Signature {
        self.draws_signs = true;
        self
    }

    /// Says which moves the game has, if no definition says them.
    #[must_use]
    pub const fn known_moves(mut self, moves: KnownMoves) -> Signature {
        self.known_moves = Some(moves);
        self
    }

    /// Returns the letter of a piece on a drawn board, as records of chess games write it.
    pub fn piece_letter(&self) -> u8 {
        match self.known_moves {
            Some(KnownMoves::Piece(piece)) => piece.letter(),
            _ => b'P',
        }
    }

    /// Says whether the name of the game stands for a user-defined rule, or for rules that change cells.
    pub fn is_named_rule(&self) -> bool {
        self.named.is_some()
    }

    /// Returns the user-defined rule for which the name of the game stands.
    pub fn own_rule(&self) -> Option<&OwnRule> {
        match &self.named {
            Some(NamedRules::Rule(own)) => Some(own),
            _ => None,
        }
    }

    /// Returns the rules that change cells for which the name of the game stands.
    pub fn own_rewriting(&self) -> Option<&OwnRewriting> {
        match &self.named {
            Some(NamedRules::Rewriting(own)) => Some(own),
            _ => None,
        }
    }

    /// Says whether this slot is among the rules.
    pub fn has(&self, slot: Slot) -> bool {
        self.slots.contains(&slot)
    }

    /// Says whether the rules begin with a number of vertices or elements, where other games have the size of a board.
    pub fn begins_with_vertices(&self) -> bool {
        matches!(
            self.slots.first(),
            Some(Slot::Edges | Slot::Arcs | Slot::Order | Slot::Sets)
        )
    }

    /// Counts the vertices that the rules of a record give, or the numbers that may be drawn.
    pub fn order(&self, rules: &Rules) -> Option<u64> {
        if self.has(Slot::Number(NumberUse::Limit)) {
            rules.number()
        } else {
            rules.vertices()
        }
    }

    /// Says whether the rules are a board with pieces. Such boards may be read while they arrive
    /// ([`super::Board::Stream`]); those of other games are kept whole.
    pub fn has_pieces(&self) -> bool {
        self.structure == Structure::Pieces
    }

    /// Says whether moves take away parts of a board, a graph or a bar that the rules give.
    pub fn is_positional(&self) -> bool {
        self.structure == Structure::Taking && !self.slots.is_empty() && !self.has(Slot::Branches)
    }

    /// Writes the form of a record of the game: `king RxC|ROWS [damaged …]: ROW,COL… [? ASK…]`.
    pub fn form(&self) -> String {
        let mut form = self.name.to_string();
        if self.coins.is_none() {
            form.extend(self.slots.iter().map(|slot| slot.form()));
        }
        for keyword in self.keywords {
            form += &match keyword {
                Keyword::Damaged => " [damaged …]".to_owned(),
                Keyword::Left => " left N".to_owned(),
                keyword => format!(" [{}]", keyword.word()),
            };
        }
        let space = if self.position_form.is_empty() {
            ""
        } else {
            " "
        };
        form + ":" + space + self.position_form + " [? ASK…]"
    }
}

impl Slot {
    /// Returns the form of the slot, which is written after the name of a game.
    const fn form(self) -> &'static str {
        match self {
            Slot::Amounts => " AMOUNT…",
            Slot::Octal | Slot::Code => " CODE",
            Slot::Vectors => " VECTOR…",
            Slot::Board => " RxC|ROWS",
            Slot::Steps => " STEP…",
            Slot::Number(NumberUse::Limit) => " LIMIT",
            Slot::Number(NumberUse::Needed) => " K",
            Slot::Number(NumberUse::Optional) => " [K]",
            Slot::Edges => " VERTICES A-B…",
            Slot::Arcs => " VERTICES A>B…",
            Slot::Order => " ELEMENTS A<B…",
            Slot::GraphOrBoard => " VERTICES A-B…|RxC|ROWS",
            Slot::Branches => " A-B…",
            Slot::Shapes => " SHAPE…",
            Slot::Piece => " PIECE",
            Slot::Sets => " VERTICES A,B>C…",
            Slot::Bar => " RxC|rows LENGTH…",
            Slot::Coins => " RULE|RULE x RULE",
            Slot::Rule => " RULE",
            Slot::Rewriting => " BEFORE>AFTER… [KEYWORD…]",
        }
    }
}
