//! The games whose answers can be checked.

/// A game that the checker knows by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameId {
    /// `nim`, `nimble`
    Nim,
    /// `subtraction`
    Subtraction,
    /// `octal`, and games of a named code
    Octal(Option<&'static str>),
    /// `lasker`
    Lasker,
    /// `grundys-game`
    GrundysGame,
    /// `flags`
    Flags,
    /// `rocks`
    Rocks,
    /// `three-rocks`
    ThreeRocks,
    /// `king`
    King,
    /// `rook`
    Rook,
    /// `bishop`
    Bishop,
    /// `queen`
    Queen,
    /// `knight`
    Knight,
    /// `leaper`
    Leaper,
    /// `factor`
    Factor,
    /// `geography`
    Geography,
    /// `graph`
    Graph,
    /// `take-and-break`
    TakeAndBreak,
    /// `wythoff`
    Wythoff,
    /// `euclid`
    Euclid,
    /// `fibonacci-nim`, with its factor, and `take-away`
    TakeAway(Option<u64>),
    /// `moore`
    Moore,
    /// `staircase`
    Staircase,
    /// `end-nim`
    EndNim,
    /// `sequential-nim`
    SequentialNim,
    /// `silver-dollar`
    SilverDollar,
    /// `welter`
    Welter,
    /// `coins`
    Coins,
    /// `hackenbush`
    Hackenbush,
    /// `cram`
    Cram,
    /// `place`
    Place,
    /// `placement`
    Placement,
    /// `node-kayles`
    NodeKayles,
    /// `arc-kayles`
    ArcKayles,
    /// `take`
    Take,
    /// `poset`
    Poset,
    /// `chomp`
    Chomp,
    /// `notakto`
    Notakto,
    /// `rules`
    Rules,
}

impl GameId {
    /// The game of this name, where its answers can be checked.
    pub fn of(name: &str) -> Option<GameId> {
        Some(match name {
            // A coin of nimble is a heap of nim.
            "nim" | "nimble" => GameId::Nim,
            "subtraction" => GameId::Subtraction,
            "octal" => GameId::Octal(None),
            "kayles" => GameId::Octal(Some("0.77")),
            "dawson-kayles" => GameId::Octal(Some("0.07")),
            "dawson-chess" => GameId::Octal(Some("0.137")),
            "treblecross" => GameId::Octal(Some("0.007")),
            "lasker" => GameId::Lasker,
            "grundys-game" => GameId::GrundysGame,
            "flags" => GameId::Flags,
            "rocks" => GameId::Rocks,
            "three-rocks" => GameId::ThreeRocks,
            "king" => GameId::King,
            "rook" => GameId::Rook,
            "bishop" => GameId::Bishop,
            "queen" => GameId::Queen,
            "knight" => GameId::Knight,
            "leaper" => GameId::Leaper,
            "factor" => GameId::Factor,
            "geography" => GameId::Geography,
            "graph" => GameId::Graph,
            "take-and-break" => GameId::TakeAndBreak,
            "wythoff" => GameId::Wythoff,
            "euclid" => GameId::Euclid,
            "fibonacci-nim" => GameId::TakeAway(Some(2)),
            "take-away" => GameId::TakeAway(None),
            "moore" => GameId::Moore,
            "staircase" => GameId::Staircase,
            "end-nim" => GameId::EndNim,
            "sequential-nim" => GameId::SequentialNim,
            "silver-dollar" => GameId::SilverDollar,
            "welter" => GameId::Welter,
            "coins" => GameId::Coins,
            "hackenbush" => GameId::Hackenbush,
            "cram" => GameId::Cram,
            "place" => GameId::Place,
            "placement" => GameId::Placement,
            "node-kayles" => GameId::NodeKayles,
            "arc-kayles" => GameId::ArcKayles,
            "take" => GameId::Take,
            "poset" => GameId::Poset,
            "chomp" => GameId::Chomp,
            "notakto" => GameId::Notakto,
            "rules" => GameId::Rules,
            _ => return None,
        })
    }
}
