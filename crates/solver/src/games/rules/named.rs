//! Games of one's own under a name: `--game 'mark [n] -> [n-1] | [n/2] if n > 0'` lets a record be
//! written `mark: 10 25`.

use std::borrow::Cow;
use std::sync::Arc;

use super::{ASKS, LIMITS, RuleSolver, heaps};
use crate::games::{Context, Game, Opening, OpeningRules, Rules, misere};
use crate::record::{Fault, Keyword, Record, Signature, Tuple, Words};
use crate::theory::rules::Rule;

/// A rule with a name.
#[derive(Debug)]
pub struct Named {
    signature: Signature,
    text: String,
    rule: Arc<Rule>,
    /// The same under misère play.
    misere: (String, Arc<Rule>),
}

impl Named {
    /// A game of this name, whose rule has this text.
    pub fn new(name: &str, text: &str, rule: Rule) -> Self {
        let position = itertools::join(std::iter::repeat_n(5, rule.arity()), ",");
        let words =
            Words { name: "", summary: "a game of one's own", how_to_play: "", limits: LIMITS, example: "" };
        let signature = Signature {
            name: Cow::Owned(name.to_owned()),
            how_to_play: Cow::Owned(format!("A move leads from a position as the rule says: `{text}`.")),
            example: Cow::Owned(format!("{name}: {position}")),
            ..words.piles(Tuple::MAX_ARITY).keywords(&[Keyword::Misere]).asks(ASKS)
        };
        let misere = (format!("{text} ; misere"), Arc::new(Rule { misere: true, ..rule.clone() }));
        Named { signature, text: text.to_owned(), rule: Arc::new(rule), misere }
    }
}

impl Game for Named {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn definition(&self) -> Option<(&str, &Rule)> {
        Some((&self.text, &self.rule))
    }

    fn heaps(&self, _: &Record<'_>) -> Result<Option<misere::Rules>, Fault> {
        Ok(heaps::rules(&self.misere.0, &self.misere.1))
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        Ok(Some(Box::new(self.opened(record, context)?)))
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        self.opened(record, context)?.position(record)
    }
}

impl Named {
    fn opened<'a>(&self, record: &Record<'_>, context: &'a Context) -> Result<RuleSolver<'a>, Fault> {
        let (text, rule) = match record.modifiers.misere {
            true => (&self.misere.0, &self.misere.1),
            false => (&self.text, &self.rule),
        };
        RuleSolver::new(text, rule, context)
    }
}
