//! The choice of what each certificate proves of which game.

use std::rc::Rc;

use grundy_reference::answers::{self, Answer};
use grundy_reference::game::GameDefinition;
use grundy_reference::games::graphs::graph::Graph;
use grundy_reference::games::graphs::walk::WalkedGraph;
use grundy_reference::games::heaps::code_heaps::Heaps;
use grundy_reference::periodic::{Cycle, Periodic};
use grundy_reference::play::{Evidence, Play};
use grundy_reference::records::Reading;
use grundy_reference::rules::rule::Rule;
use grundy_reference::text::RecordWords;
use grundy_reference::theorem::Theorem;
use grundy_reference::{Ask, Fail, Res};

use crate::certificate::{Certificate, Certificates};
use crate::kinds::strategy::Strategy;
use crate::kinds::{automaton, labels, numbers, quotient, rising};

/// Answers every record of an input with certificates, and with the options that the program has besides its input.
pub fn certified(
    input: &[u8],
    certificates: &Certificates,
    reading: &Reading,
) -> (Vec<Answer>, bool) {
    answers::answers_by(input, reading, |number, record| {
        let evidence = match certificates.get(&number) {
            Some(certificate) => evidence_of_each(certificate, record),
            None => Vec::new(),
        };
        answers::answer(record, &evidence)
    })
}

/// Returns the evidence for each game of a record. Only a certificate of a sum is about several games.
fn evidence_of_each(
    certificate: &Certificate,
    record: &RecordWords,
) -> Vec<Option<Rc<dyn Evidence>>> {
    let evidence = |one: &Certificate| -> Rc<dyn Evidence> { Rc::new(one.clone()) };
    match certificate {
        Certificate::Sum(each) => each.iter().map(|one| one.as_ref().map(evidence)).collect(),
        one if record.more.is_empty() => vec![Some(evidence(one))],
        _ => Vec::new(),
    }
}

impl Evidence for Certificate {
    fn theorem<'p>(&self, play: &'p Play) -> Res<Theorem<'p>> {
        let game = &*play.game;
        match self {
            Certificate::Strategy(list) => {
                Ok(Strategy::of(play.game.clone(), play.misere, list).theorem())
            }
            Certificate::Quotient(text) if play.misere => quotient::theorem(game, text),
            // Values say nothing about misère play.
            Certificate::Period(_) if play.misere => Err(Fail::TooLarge),
            Certificate::Period(claim) => game.repeated(periodic(game, *claim)?),
            Certificate::Matching(pairs) => {
                let graph = game.as_form::<WalkedGraph>().ok_or(Fail::TooLarge)?;
                graph.matched(Some(pairs)).ok_or(Fail::Forged)
            }
            Certificate::Labels(list) => {
                let graph = game.as_form::<Graph>().ok_or(Fail::TooLarge)?;
                labels::theorem(graph.targets(), list)
            }
            Certificate::Automaton(_) | Certificate::Numbers(_) => {
                let rule = game.as_form::<Rule>().ok_or(Fail::TooLarge)?;
                numbers::theorem(rule, self)
            }
            Certificate::Quotient(_) | Certificate::Sum(_) => Err(Fail::TooLarge),
        }
    }

    fn about(&self, play: &Play, ask: Ask, heap: Option<u64>) -> Res<String> {
        let game = &*play.game;
        match (self, ask.word) {
            (Certificate::Quotient(text), "quotient") => quotient::text(game, text, heap),
            (Certificate::Automaton(text), "pattern") => {
                let rule = game.as_form::<Rule>().ok_or(Fail::TooLarge)?;
                automaton::prove(rule, text)?.text()
            }
            (Certificate::Period(claim), _) => game.about(ask, heap, &|| periodic(game, *claim)),
            _ => game.about(ask, heap, &|| Err(Fail::TooLarge)),
        }
    }
}

/// Returns the sequence of values of a game that repeats as a claim says. Only values of heaps may rise.
fn periodic(game: &dyn GameDefinition, claim: Cycle) -> Res<Periodic> {
    if claim.saltus == 0 {
        return game.periodic(Some(claim));
    }
    let heaps = game.as_form::<Heaps>().ok_or(Fail::TooLarge)?;
    rising::proved(&heaps.code, claim)
}
