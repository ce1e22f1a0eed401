//! Games by a user-defined rule: in the record (`rules [n] -> [n-1]: 5`), or under a name of its own, which
//! `--game 'mark [n] -> [n-1] | [n/2] if n > 0'` gives it, or which it has as a classic.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use fxhash::FxHashMap;
use grundy_classics::{Classic, classics};
use grundy_rules::grammar::read_rule;

use super::heaps;
use super::rule_solver::{ASKS, RuleSolver, without_moves};
use super::wide::WideRules;
use crate::shared::misere_rules::MisereRules;
use crate::{Context, Game, PositionResult, RulesResult};
use grundy_record::{
    Fault, Keyword, NamedRules, OwnRule, Record, Signature, Slot, Theorem, Tuple, Verdict, Words,
};
use grundy_rules::tree::Rule;

/// A game by a rule.
#[derive(Debug)]
pub struct ByRule {
    /// The signature, which has the rule.
    signature: Signature,
    /// The rule that the name stands for, under misère play.
    under_misere: Option<OwnRule>,
}

/// The words about rules for people.
const WORDS: Words = Words {
    name: "rules",
    summary: "a user-defined game: the options of a position, in one line",
    how_to_play: "`[n] -> [n-1] | [n/2] if n > 0` says which positions a move leads to: `|` \
        separates kinds of moves, `+` makes one move leave several positions, `for` and `if` are \
        those of a comprehension. A player who cannot move loses. Clauses after `;` change that: \
        `lose if`, `win if`, `draw if`, `legal if`, `misere`, `loopy`. `let a = 3 1 4` gives a \
        list, whose numbers are `a[0]`, `a[1]`, `a[2]`. With `[p...]` a position is one list of any \
        length: `5,2,2`, `()`, `\"abba\"`.",
    limits: "numbers to 2^63-1; the positions that can be reached, or the table of all smaller \
        ones, within --max-work and --max-memory; numbers of any size if a period or a pattern \
        is proved",
    example: "rules [n] -> [n-k] for k in 1..3: 21",
    theorem: None,
};

/// The games whose rules are in the record.
pub static OWN_RULES: ByRule = ByRule {
    signature: WORDS
        .piles(Tuple::MAX_ARITY)
        .slots(&[Slot::Rule])
        .also(&ASKS),
    under_misere: None,
};

impl ByRule {
    /// Makes a game of this name, whose rule has this text.
    pub fn new(name: &str, text: impl Into<Arc<str>>, rule: Rule) -> Self {
        let text: Arc<str> = text.into();
        let position = match &rule.list {
            Some(_) => "3,2,1".to_owned(),
            None => itertools::join(std::iter::repeat_n(5, rule.arity()), ","),
        };
        let mut signature = Signature {
            name: Cow::Owned(name.to_owned()),
            how_to_play: Cow::Owned(format!(
                "A move leads from a position as the rule says: `{text}`."
            )),
            example: Cow::Owned(format!("{name}: {position}")),
            summary: Cow::Borrowed("a user-defined game"),
            ..WORDS
                .piles(Tuple::MAX_ARITY)
                .keywords(&[Keyword::Misere])
                .also(&ASKS)
        };
        let under_misere = OwnRule {
            text: format!("{text} ; misere").into(),
            rule: Arc::new(Rule {
                misere: true,
                ..rule.clone()
            }),
        };
        signature.named = Some(NamedRules::Rule(OwnRule {
            text,
            rule: Arc::new(rule),
        }));
        ByRule {
            signature,
            under_misere: Some(under_misere),
        }
    }

    /// Makes a game of the catalogue by its words and its rule, which says how many numbers a position has. Every ask
    /// follows from the rule.
    ///
    /// # Panics
    ///
    /// Panics if the rule cannot be read.
    pub fn of_catalogue(words: Words, text: &'static str) -> ByRule {
        let Ok((rule, _)) = read_rule(text) else {
            panic!("the rule of `{}` cannot be read", words.name);
        };
        let signature = words.piles(rule.arity());
        let named = ByRule::new(&signature.name, text, rule);
        let signature = Signature {
            definition: Some(text),
            named: named.signature.named,
            keywords: named.signature.keywords,
            asks: named.signature.asks,
            ..signature
        };
        ByRule {
            signature,
            under_misere: named.under_misere,
        }
    }

    /// Returns the rule of a record.
    fn rule<'r>(&'r self, record: &'r Record<'_>) -> Result<&'r OwnRule, Fault> {
        let named = if record.modifiers.has(Keyword::Misere) {
            self.under_misere.as_ref()
        } else {
            self.signature.own_rule()
        };
        named.or(record.rules.own()).ok_or_else(Fault::incomplete)
    }

    /// Makes a classic under its name; `None` if its rule cannot be read, which a test excludes.
    fn classic(classic: &'static Classic) -> Option<ByRule> {
        let (text, position) = classic.record.split_once(" : ")?;
        let (rule, _) = read_rule(text).ok()?;
        let named = ByRule::new(&classic.word(), text, rule);
        let signature = Signature {
            summary: Cow::Owned(format!("{} ({})", classic.name, classic.source)),
            example: Cow::Owned(format!("{}: {position}", classic.word())),
            definition: Some(text),
            theorem: Some(Theorem::of_normal_play(
                classic.known.trim_end_matches('.'),
                classic.source,
            )),
            ..named.signature
        };
        Some(ByRule { signature, ..named })
    }
}

static BY_NAME: LazyLock<FxHashMap<String, ByRule>> = LazyLock::new(|| {
    let games = classics()
        .iter()
        .filter_map(|classic| Some((classic.word(), ByRule::classic(classic)?)));
    games.collect()
});

/// Returns the classic game of this name.
pub fn classic(name: &str) -> Option<&'static ByRule> {
    BY_NAME.get(name)
}

impl Game for ByRule {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<MisereRules>, Fault> {
        let own = self.rule(record)?;
        let rules = heaps::rules(own);
        if rules.is_some() {
            heaps::check_positions(&own.rule, record)?;
        }
        Ok(rules)
    }

    fn without_moves(&self, record: &Record<'_>) -> Verdict {
        self.rule(record)
            .map_or(Verdict::Lose, |own| without_moves(&own.rule, record))
    }

    fn open_ranges<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        let own = self.rule(record)?;
        if own.rule.is_wide() {
            return WideRules::new(own, context)?.ranges(record);
        }
        RuleSolver::new(own, context)?.ranges(record)
    }

    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        let own = self.rule(record)?;
        if own.rule.is_wide() {
            return Ok(Box::new(WideRules::new(own, context)?));
        }
        Ok(Box::new(RuleSolver::new(own, context)?))
    }
}

/// A game of the catalogue that is made when it is first met.
impl Game for LazyLock<ByRule> {
    fn signature(&self) -> &Signature {
        (**self).signature()
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<MisereRules>, Fault> {
        (**self).heaps(record)
    }

    fn without_moves(&self, record: &Record<'_>) -> Verdict {
        (**self).without_moves(record)
    }

    fn open_ranges<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        (**self).open_ranges(record, context)
    }

    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        (**self).open_rules(record, context)
    }
}
