//! Linear expressions: `n-2*k+1`.

use crate::tree::{Expr, Op};

/// A sum of names times whole numbers, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The factor of each name, by the number of the name; names after the last of them have the factor 0.
    names: Vec<i64>,
    /// The constant term.
    pub constant: i64,
}

/// Reads an expression as such a sum; `None` if it is none, or a number in it does not fit.
pub fn linear(e: &Expr) -> Option<Linear> {
    Some(match e {
        Expr::Number(n) => Linear {
            names: Vec::new(),
            constant: *n,
        },
        Expr::Name(name) => {
            let mut names = vec![0; usize::from(*name) + 1];
            names[usize::from(*name)] = 1;
            Linear { names, constant: 0 }
        }
        Expr::Negate(a) => times(&linear(a)?, -1)?,
        Expr::Binary(Op::Add, a, b) => plus(&linear(a)?, &linear(b)?)?,
        Expr::Binary(Op::Sub, a, b) => plus(&linear(a)?, &times(&linear(b)?, -1)?)?,
        Expr::Binary(Op::Mul, a, b) => match (&**a, &**b) {
            (Expr::Number(n), e) | (e, Expr::Number(n)) => times(&linear(e)?, *n)?,
            _ => return None,
        },
        _ => return None,
    })
}

/// Returns the sum of both; `None` if a number does not fit.
pub fn plus(a: &Linear, b: &Linear) -> Option<Linear> {
    let at = |names: &[i64], i: usize| names.get(i).copied().unwrap_or(0);
    let names: Option<Vec<i64>> = (0..a.names.len().max(b.names.len()))
        .map(|i| at(&a.names, i).checked_add(at(&b.names, i)))
        .collect();
    Some(Linear {
        names: names?,
        constant: a.constant.checked_add(b.constant)?,
    })
}

/// Returns the sum, times a number; `None` if a number does not fit.
pub fn times(a: &Linear, by: i64) -> Option<Linear> {
    let names: Option<Vec<i64>> = a.names.iter().map(|n| n.checked_mul(by)).collect();
    Some(Linear {
        names: names?,
        constant: a.constant.checked_mul(by)?,
    })
}

impl Linear {
    /// Returns the sum that is a constant.
    #[must_use]
    pub fn constant(constant: i64) -> Linear {
        Linear {
            names: Vec::new(),
            constant,
        }
    }

    /// Returns the factor of a name.
    #[must_use]
    pub fn of(&self, name: usize) -> i64 {
        self.names.get(name).copied().unwrap_or(0)
    }

    /// Returns whether both are the same sum.
    #[must_use]
    pub fn is(&self, other: &Linear) -> bool {
        let longest = self.names.len().max(other.names.len());
        self.constant == other.constant && (0..longest).all(|i| self.of(i) == other.of(i))
    }

    /// Returns the factors by the numbers of their names, to the last name that occurs.
    #[must_use]
    pub fn factors(&self) -> &[i64] {
        &self.names
    }

    /// Returns the sum without a name.
    #[must_use]
    pub fn without(&self, name: usize) -> Linear {
        let mut rest = self.clone();
        if let Some(factor) = rest.names.get_mut(name) {
            *factor = 0;
        }
        rest
    }
}
