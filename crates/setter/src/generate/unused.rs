//! The options that a game has no use for.

use super::parameters::{BoardForm, Distribution, Parameters};
use super::rules::GRAPHS;
use grundy_record::{Keyword, PositionKind, Signature, Slot, Structure};

/// The options that a game has no use for.
struct Unused {
    /// The names of the options.
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
    let has_letters = signature.position == PositionKind::Letters;
    let has_size = has_board || has(Slot::Bar) || has_letters;
    unused.check("size", p.size.is_some(), has_size);
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
