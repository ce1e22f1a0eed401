//! Notakto, whose quotient decides sums of boards.

use std::collections::{BTreeSet, HashMap, HashSet};

use grundy_placement::notakto::{
    Element, NotaktoBoard, element, is_dead, moves, products_of_others, value,
};

#[test]
fn the_quotient_decides_every_sum() {
    // Of a sum only its product and the set of products of its options matter, and both follow
    // from those of its terms. Closed under sums, every such pair must be in order: lost exactly
    // when there are options and none of them is lost.
    type Pair = (Element, BTreeSet<Element>);
    let board = |board: NotaktoBoard| -> Pair {
        (
            element(board),
            moves(board)
                .map(|cell| element(board | 1 << cell))
                .collect(),
        )
    };
    let boards: HashSet<Pair> = (0..512).map(board).collect();
    let start: Pair = (Element::ONE, BTreeSet::new());
    let (mut found, mut queue) = (HashSet::from([start.clone()]), vec![start]);
    while let Some((product, options)) = queue.pop() {
        assert_eq!(
            product.is_lost(),
            !options.is_empty() && options.iter().all(|option| !option.is_lost()),
            "{product:?} {options:?}"
        );
        for (factor, others) in &boards {
            let mut both: BTreeSet<Element> =
                options.iter().map(|option| option.times(*factor)).collect();
            both.extend(others.iter().map(|option| option.times(product)));
            let sum = (product.times(*factor), both);
            if found.insert(sum.clone()) {
                queue.push(sum);
            }
        }
    }
    let products: HashSet<Element> = found.iter().map(|pair| pair.0).collect();
    assert_eq!(products.len(), 18);
}

fn wins(
    boards: &[NotaktoBoard],
    misere: bool,
    memo: &mut HashMap<Vec<NotaktoBoard>, bool>,
) -> bool {
    let mut key: Vec<NotaktoBoard> = boards
        .iter()
        .copied()
        .filter(|&board| !is_dead(board))
        .collect();
    key.sort_unstable();
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let mut win = key.is_empty() && misere;
    for i in 0..key.len() {
        for cell in moves(key[i]) {
            let mut next = key.clone();
            next[i] |= 1 << cell;
            win |= !wins(&next, misere, memo);
        }
    }
    memo.insert(key, win);
    win
}

#[test]
fn two_boards_are_as_brute_force_says() {
    let (mut misere, mut normal) = (HashMap::new(), HashMap::new());
    for boards in (0..512u16)
        .step_by(7)
        .flat_map(|a| (0..512u16).step_by(11).map(move |b| [a, b]))
    {
        let product = element(boards[0]).times(element(boards[1]));
        assert_eq!(
            !product.is_lost(),
            wins(&boards, true, &mut misere),
            "{boards:?}"
        );
        assert_eq!(
            value(boards[0]) != value(boards[1]),
            wins(&boards, false, &mut normal),
            "{boards:?}"
        );
        assert_eq!(
            products_of_others(&boards),
            [element(boards[1]), element(boards[0])]
        );
    }
}
