//! The position a move leads to.

use super::{Move, Position, Taken, Tuple, WrittenLetters};

impl Position {
    /// Returns this position after a move: numbers or tuples are replaced, or a number is drawn.
    ///
    /// Every other component keeps its place: a heap that is split becomes its smaller part, the larger one is put
    /// after all heaps, and a heap of which nothing is left stays as 0.
    /// Returns `None` if the move names a component that is not there. Only the game knows whether the move is legal.
    #[must_use]
    pub fn after(&self, mv: &Move) -> Option<Position> {
        let mut next = self.clone();
        next.make(mv)?;
        Some(next)
    }

    /// Makes a move in place; `None` if it names a component that is not there.
    fn make(&mut self, mv: &Move) -> Option<()> {
        match mv {
            &Move::Heap { index, to, .. } => self.break_heap(index, &[to])?,
            Move::Split { index, parts, .. } => self.break_heap(*index, parts)?,
            Move::Tuple { index, to, .. } => self.tuples.replace(*index, to).then_some(())?,
            Move::Parts { index, parts, .. } if self.tuples.is_empty() => {
                let heaps = parts.iter().map(|part| part.as_slice().first().copied());
                self.break_heap(*index, &heaps.collect::<Option<Vec<u64>>>()?)?;
            }
            Move::Parts { index, parts, .. } => self.tuples.break_up(*index, parts).then_some(())?,
            Move::Lists { index, parts, .. } => {
                let lists = parts.iter().map(|part| &part.numbers[..]);
                self.tuples.break_into(*index, lists).then_some(())?;
            }
            Move::Several(moves) => {
                for mv in moves {
                    self.make(mv)?;
                }
            }
            &Move::Number(number) => self.numbers.push(number),
            Move::Letters { index, change } => {
                let written = self.letters.get_mut(*index)?;
                let after = change.after(&written.board(None).ok()?)?;
                *written = WrittenLetters::of_board(&after);
            }
            Move::Take { index, what } => match &mut self.taken {
                // Only its game knows what the move leaves of a board or a graph.
                Some(taken) => taken.push((index.unwrap_or(0), what.clone())),
                None => self.turn(what)?,
            },
        }
        Some(())
    }

    /// Replaces a heap by one or more: the first stands where it stood, the others after all heaps. They are rows if
    /// the heap was a ring.
    fn break_heap(&mut self, index: usize, parts: &[u64]) -> Option<()> {
        let (first, others) = parts.split_first()?;
        *self.numbers.get_mut(index)? = *first;
        self.numbers.extend(others);
        if let Some(opened) = self.opened.as_mut().filter(|opened| index < opened.len()) {
            opened[index] = true;
            opened.resize(opened.len() + others.len(), true);
        }
        Some(())
    }

    /// Turns coins: heads that lie there are heads no longer, and the others become heads.
    fn turn(&mut self, what: &Taken) -> Option<()> {
        let turned: Vec<Tuple> = match what {
            Taken::Places(places) => places.iter().map(|&place| Tuple::new(&[place])).collect(),
            Taken::Cells(cells) => cells.to_vec(),
            Taken::Edge(..) | Taken::Set(_) => return None,
        };
        let lies = |coin: &Tuple| self.tuples.iter().any(|head| coin.as_slice() == head);
        let fresh: Vec<Tuple> = turned.iter().filter(|coin| !lies(coin)).copied().collect();
        self.tuples
            .retain(|head| turned.iter().all(|coin| coin.as_slice() != head));
        fresh
            .iter()
            .all(|coin| self.tuples.push(coin.as_slice()))
            .then_some(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Move, Position, Taken, Tuple, Tuples};
    use grundy_base::edge::Edge;

    fn heaps(numbers: &[u64]) -> Position {
        Position {
            numbers: numbers.to_vec(),
            ..Position::default()
        }
    }

    #[test]
    fn coins_are_turned() {
        let heads = |places: &[u64]| {
            let mut tuples = Tuples::default();
            for &place in places {
                assert!(tuples.push(&[place]));
            }
            Position {
                tuples,
                ..Position::default()
            }
        };
        let what = Taken::Places([9, 4, 1].into());
        let after = heads(&[3, 9, 4]).after(&Move::Take { index: None, what });
        assert_eq!(after, Some(heads(&[3, 1])));
        let cut = Move::Take {
            index: None,
            what: Taken::Edge(Edge::new(0, 1)),
        };
        assert_eq!(heads(&[3]).after(&cut), None);
    }

    #[test]
    fn a_heap_is_replaced_and_the_larger_part_of_a_split_one_comes_last() {
        let start = heaps(&[3, 5, 4]);
        assert_eq!(
            start.after(&Move::Heap {
                index: 1,
                from: 5,
                to: 0
            }),
            Some(heaps(&[3, 0, 4]))
        );
        let split = Move::Split {
            index: 1,
            from: 5,
            parts: [1, 3],
        };
        assert_eq!(start.after(&split), Some(heaps(&[3, 1, 4, 3])));
        assert_eq!(start.after(&Move::Number(9)), Some(heaps(&[3, 5, 4, 9])));
        assert_eq!(
            start.after(&Move::Heap {
                index: 3,
                from: 5,
                to: 0
            }),
            None
        );
    }

    #[test]
    fn a_ring_is_opened_and_stays_so() {
        let start = Position {
            opened: Some(vec![false; 3]),
            ..heaps(&[9, 5, 4])
        };
        let opened = start
            .after(&Move::Heap {
                index: 1,
                from: 5,
                to: 4,
            })
            .unwrap();
        assert_eq!(
            opened,
            Position {
                opened: Some(vec![false, true, false]),
                ..heaps(&[9, 4, 4])
            }
        );
        let split = opened
            .after(&Move::Split {
                index: 1,
                from: 4,
                parts: [1, 2],
            })
            .unwrap();
        assert_eq!(
            split,
            Position {
                opened: Some(vec![false, true, false, true]),
                ..heaps(&[9, 1, 4, 2])
            }
        );
    }

    #[test]
    fn a_tuple_is_replaced() {
        let mut tuples = Tuples::default();
        assert!(tuples.push(&[3, 3]) && tuples.push(&[1, 2]));
        let start = Position {
            tuples,
            ..Position::default()
        };
        let mv = Move::Tuple {
            index: 1,
            from: Tuple::new(&[1, 2]),
            to: Tuple::new(&[0, 2]),
        };
        let next = start.after(&mv).unwrap();
        assert_eq!(next.tuples.iter().collect::<Vec<_>>(), [[3, 3], [0, 2]]);
        let absent = Move::Tuple {
            index: 2,
            from: Tuple::new(&[1, 2]),
            to: Tuple::new(&[0, 2]),
        };
        assert_eq!(start.after(&absent), None);
        let other_arity = Move::Tuple {
            index: 0,
            from: Tuple::new(&[1, 2]),
            to: Tuple::new(&[0]),
        };
        assert_eq!(start.after(&other_arity), None);
    }
}
