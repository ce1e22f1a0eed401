//! Games as the files of the catalogue make them: a signature, with functions that open its records.

use grundy_record::{Fault, Record, Signature};

use crate::game::{Context, Game, KnownLength, OpenFunction, RulesResult};
use crate::opened::{OpenRules, PositionResult};
use crate::shared::misere_rules::MisereRules;
use crate::shared::varied::RangeForm;

/// A game of the catalogue: its signature, and how its rules are opened.
pub struct Standard {
    /// The signature.
    signature: Signature,
    /// The way in which its rules are opened.
    opening: Opening,
    /// The function that opens a record whose numbers are ranges, if the game counts them by a theorem.
    ranges: Option<OpenFunction>,
    /// The function that reads the rules under misère play.
    heaps: HeapsFunction,
    /// The formula for the longest play.
    birthday: LengthFunction,
}

/// The ways in which the rules of a game are opened.
enum Opening {
    /// Each position is opened together with the rules, of which nothing is worth keeping, by this function.
    EachPosition(OpenFunction),
    /// The rules are prepared for many positions, by this function.
    Rules(RulesFunction),
}

type RulesFunction = for<'a> fn(&Record<'_>, &'a Context) -> RulesResult<'a>;
type LengthFunction = fn(&Record<'_>, &Context) -> KnownLength;
type HeapsFunction = fn(&Record<'_>) -> Result<Option<MisereRules>, Fault>;

impl Standard {
    /// Makes a game each record of which is opened as a whole.
    pub const fn new(signature: Signature, open: OpenFunction) -> Standard {
        Standard::of(signature, Opening::EachPosition(open))
    }

    /// Lets a game count the positions of ranges itself: by a theorem, or by a test of the numbers alone. Without it, each is opened, those of a sum for the values of its components
    /// ([`RangeForm::open`]); for three piles of `end-nim` or `moore` that takes 7 to 15 times as long.
    #[must_use]
    pub const fn counting(mut self, ranges: OpenFunction) -> Standard {
        self.ranges = Some(ranges);
        self
    }

    /// Makes a game whose rules are prepared for many positions.
    pub const fn with_rules(signature: Signature, open_rules: RulesFunction) -> Standard {
        Standard::of(signature, Opening::Rules(open_rules))
    }

    const fn of(signature: Signature, opening: Opening) -> Standard {
        let heaps: HeapsFunction = |_| Ok(None);
        Standard {
            signature,
            opening,
            ranges: None,
            heaps,
            birthday: |_, _| Ok(None),
        }
    }

    /// Adds the rules under misère play ([`Game::heaps`]).
    #[must_use]
    pub const fn of_heaps(mut self, heaps: HeapsFunction) -> Standard {
        self.heaps = heaps;
        self
    }

    /// Adds the formula for the longest play ([`Game::birthday`]).
    #[must_use]
    pub const fn lasting(mut self, birthday: LengthFunction) -> Standard {
        self.birthday = birthday;
        self
    }
}

impl Game for Standard {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<MisereRules>, Fault> {
        (self.heaps)(record)
    }

    fn birthday(&self, record: &Record<'_>, context: &Context) -> KnownLength {
        (self.birthday)(record, context)
    }

    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        match self.opening {
            Opening::EachPosition(open) => Ok(Box::new(EachPosition::new(open, context))),
            Opening::Rules(open_rules) => open_rules(record, context),
        }
    }

    fn open_ranges<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        if let Some(ranges) = self.ranges {
            return ranges(record, context);
        }
        let form = RangeForm::of(&self.signature);
        match self.opening {
            Opening::EachPosition(open) => form.open(open, record, context),
            Opening::Rules(open_rules) => form.open(
                move |asked, context| open_rules(asked, context)?.position(asked),
                record,
                context,
            ),
        }
    }
}

/// Rules of which nothing is worth keeping: each position is opened with them.
pub struct EachPosition<'a> {
    /// The function that opens a record as a whole.
    open: OpenFunction,
    /// The state that all records share.
    context: &'a Context,
}

impl<'a> EachPosition<'a> {
    /// Makes the rules of records that a function opens.
    pub fn new(open: OpenFunction, context: &'a Context) -> Self {
        EachPosition { open, context }
    }

    /// Returns the state that all records share.
    pub fn context(&self) -> &'a Context {
        self.context
    }
}

impl<'a> OpenRules<'a> for EachPosition<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        (self.open)(record, self.context)
    }
}
