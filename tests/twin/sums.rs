//! Sums of different games: every move of every component, by the values it leads to.

use super::graph::Value;
use super::{Game, Outcome, Play, Res, Valued};

/// The games of a sum.
pub struct Sum(pub Vec<Box<dyn Game>>);

impl Sum {
    fn all(&self) -> Res<Vec<Valued>> {
        let each = self.0.iter().map(|game| game.components()).collect::<Res<Vec<_>>>()?;
        Ok(each.into_iter().flatten().collect())
    }

    /// How many numbers the moves of each component use.
    fn numbers(&self) -> Res<Vec<usize>> {
        let of = |game: &dyn Game| -> Res<Vec<usize>> {
            Ok((0..game.components()?.len()).map(|i| game.numbers(i)).collect())
        };
        Ok(self.0.iter().map(|game| of(game.as_ref())).collect::<Res<Vec<_>>>()?.concat())
    }
}

fn total<'v>(values: impl Iterator<Item = &'v Value>) -> Value {
    values.fold(Value::Finite(0), |sum, value| sum.plus(value))
}

impl Game for Sum {
    fn play(&self) -> Res<Play> {
        let components = self.all()?;
        let mut moves: Vec<(String, Outcome)> = Vec::new();
        let (numbers, mut offset) = (self.numbers()?, 1);
        for (i, component) in components.iter().enumerate() {
            let others = components.iter().enumerate().filter(|&(j, _)| j != i);
            let rest = total(others.map(|(_, other)| &other.value));
            for (text, value) in &component.moves {
                let text = match text.contains('#') {
                    true => (0..numbers[i]).fold(text.clone(), |text, k| {
                        text.replace(&format!("#{k}:"), &format!("{}:", offset + k))
                    }),
                    false => format!("{offset}:{text}"),
                };
                moves.push((text, rest.plus(value).outcome()));
            }
            offset += numbers[i];
        }
        Ok(Play::new(total(components.iter().map(|c| &c.value)).outcome(), moves))
    }

    fn values(&self) -> Res<(String, Vec<String>)> {
        let components = self.all()?;
        let each = self.0.iter().map(|game| Ok(game.values()?.1)).collect::<Res<Vec<_>>>()?.concat();
        Ok((total(components.iter().map(|c| &c.value)).text(), each))
    }
}
