//! Named rules: `--game 'mark [n] -> [n-1] | [n/2] if n > 0'` lets a record be
//! written `mark: 10 25`.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use fxhash::FxHashMap;
use grundy_rules::grammar::read_rule;

use super::{ASKS, Classic, RuleSolver, classics, heaps, without_moves};
use crate::games::{Context, Game, Opening, OpeningRules, misere, words};
use crate::record::{Fault, Keyword, Record, Signature, Theorem, Tuple, Verdict};
use crate::theory::rules::Rule;

/// A rule with a name.
#[derive(Debug)]
pub struct Named {
    signature: Signature,
    text: Cow<'static, str>,
    rule: Arc<Rule>,
    /// The signature under misère play.
    misere: (Cow<'static, str>, Arc<Rule>),
}

impl Named {
    /// A game of this name, whose rule has this text.
    pub fn new(name: &str, text: impl Into<Cow<'static, str>>, rule: Rule) -> Self {
        let text = text.into();
        let position = itertools::join(std::iter::repeat_n(5, rule.arity()), ",");
        let signature = Signature {
            name: Cow::Owned(name.to_owned()),
            how_to_play: Cow::Owned(format!("A move leads from a position as the rule says: `{text}`.")),
            example: Cow::Owned(format!("{name}: {position}")),
            summary: Cow::Borrowed("a user-defined game"),
            ..words("rules").piles(Tuple::MAX_ARITY).keywords(&[Keyword::Misere]).asks(ASKS)
        };
        let misere = (format!("{text} ; misere").into(), Arc::new(Rule { misere: true, ..rule.clone() }));
        Named { signature, text, rule: Arc::new(rule), misere }
    }

    /// A classic under its name; `None` if its rule cannot be read, which a test excludes.
    fn classic(classic: &'static Classic) -> Option<Named> {
        let (text, position) = classic.record.split_once(" : ")?;
        let (rule, _) = read_rule(text).ok()?;
        let named = Named::new(&classic.word(), text, rule);
        let signature = Signature {
            summary: Cow::Owned(format!("{} ({})", classic.name, classic.source)),
            example: Cow::Owned(format!("{}: {position}", classic.word())),
            definition: Some(text),
            theorem: Some(Theorem::new(classic.known.trim_end_matches('.'), classic.source)),
            ..named.signature
        };
        Some(Named { signature, ..named })
    }
}

static BY_NAME: LazyLock<FxHashMap<String, Named>> = LazyLock::new(|| {
    let games = classics().iter().filter_map(|classic| Some((classic.word(), Named::classic(classic)?)));
    games.collect()
});

/// The classic game of this name.
pub fn classic(name: &str) -> Option<&'static Named> {
    BY_NAME.get(name)
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

    fn without_moves(&self, record: &Record<'_>) -> Verdict {
        without_moves(if record.modifiers.has(Keyword::Misere) { &self.misere.1 } else { &self.rule }, record)
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        Ok(Some(Box::new(self.opened(record, context)?)))
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        self.opened(record, context)?.opened(record)
    }
}

impl Named {
    fn opened<'a>(&self, record: &Record<'_>, context: &'a Context) -> Result<RuleSolver<'a>, Fault> {
        let (text, rule) = match record.modifiers.has(Keyword::Misere) {
            true => (&self.misere.0, &self.misere.1),
            false => (&self.text, &self.rule),
        };
        RuleSolver::new(text, rule, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_classic_has_a_name_of_its_own_and_can_be_read() {
        assert_eq!(BY_NAME.len(), classics().len());
        assert_eq!(classic("i-mark").map(|game| &*game.signature.example), Some("i-mark: 40 ? sequence"));
        assert!(classic("dawsons-kayles").is_some() && classic("nim-one-heap").is_some());
    }
}
