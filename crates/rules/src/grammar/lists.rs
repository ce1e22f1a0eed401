//! Reads lists of numbers, and the terms that are made of many numbers: `a[i]`, `len(a)`, `max(digits(n))`,
//! `sum(a[j] for j in l..r)`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 32 names"
)]

use std::ops::Range;
use std::sync::Arc;

use fxhash::FxHashMap;

use super::fault::RuleFault;
use super::insides::Inside;
use super::read::{RuleReader, nearest};
use super::token::{Token, TokenKind};
use crate::tree::{Comprehension, Expr, Fold, MAX_NAMES, Qualifier};

/// The greatest depth of folds in one another.
const MAX_FOLD_DEPTH: usize = 4;

/// A list that a clause gives.
pub struct List<'a> {
    name: &'a str,
    at: Range<usize>,
    numbers: Arc<[i64]>,
    /// The byte after the list.
    end: usize,
    used: bool,
}

/// The lists of a rule.
#[derive(Default)]
pub struct Lists<'a> {
    /// All lists, in the order of the text.
    all: Vec<List<'a>>,
    /// The place of each name among all lists.
    by_name: FxHashMap<&'a str, usize>,
    /// The number of lists that clauses have passed over.
    passed: usize,
}

impl Lists<'_> {
    /// Returns whether some list has this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }
}

impl<'a> RuleReader<'_, 'a> {
    /// Reads the lists, which stand after the options that use them, and goes back to where it began.
    pub(super) fn find_lists(&mut self) -> Result<(), RuleFault> {
        let start = self.tokens.place();
        while let Ok(token) = self.tokens.take() {
            if token.kind == TokenKind::End {
                break;
            }
            if self.tokens.text_of(token) == ";" && self.is("let") {
                self.tokens.take()?;
                let list = self.read_list()?;
                self.lists.by_name.insert(list.name, self.lists.all.len());
                self.lists.all.push(list);
            }
        }
        self.tokens.go_to(start);
        Ok(())
    }

    /// Reads the name and the numbers of a list: `a = 3 -1 4`.
    fn read_list(&mut self) -> Result<List<'a>, RuleFault> {
        let (name, at) = self.name()?;
        if self.scope.contains(&name) {
            let message = format!("`{name}` is a number of the position already");
            return Err(RuleFault::new(
                at,
                message,
                "take another name for the list",
            ));
        }
        if self.lists.contains(name) {
            return Err(RuleFault::new(
                at,
                format!("the list `{name}` is given twice"),
                "take another name",
            ));
        }
        if !self.tokens.take_equals() {
            return Err(self.unexpected("`=`", "a list is `let a = 3 1 4`"));
        }
        let mut numbers = Vec::new();
        loop {
            let sign = self.tokens.peek()?;
            let negative = self.eat("-")?;
            let token = self.tokens.peek()?;
            if token.kind != TokenKind::Number {
                if negative || self.is(",") {
                    let help = "a list is numbers with spaces between them: `let a = 3 -1 4`";
                    return Err(self.unexpected("a number", help));
                }
                break;
            }
            let minus = if negative { "-" } else { "" };
            let text = format!("{minus}{}", self.tokens.text_of(token));
            let number = text.parse().map_err(|_| {
                let help = format!("numbers are from {} to {}", i64::MIN, i64::MAX);
                RuleFault::new(sign.start..token.end, format!("{text} does not fit"), help)
            })?;
            numbers.push(number);
            self.tokens.take()?;
        }
        if numbers.is_empty() {
            return Err(RuleFault::new(
                at,
                format!("the list `{name}` is empty"),
                "a list is `let a = 3 1 4`",
            ));
        }
        let end = self.tokens.place();
        Ok(List {
            name,
            at,
            numbers: numbers.into(),
            end,
            used: false,
        })
    }

    /// Passes over a list that was read before; the next token is its `let`.
    pub(super) fn pass_list(&mut self) {
        if let Some(list) = self.lists.all.get(self.lists.passed) {
            self.lists.passed += 1;
            self.tokens.go_to(list.end);
        }
    }

    /// Finds the numbers of the list of this name, and notes that it is used.
    pub(super) fn list(&mut self, name: &str) -> Option<Arc<[i64]>> {
        let place = *self.lists.by_name.get(name)?;
        let list = &mut self.lists.all[place];
        list.used = true;
        Some(list.numbers.clone())
    }

    /// Checks that every list is used.
    pub(super) fn all_used(&self) -> Result<(), RuleFault> {
        match self.lists.all.iter().find(|list| !list.used) {
            None => Ok(()),
            Some(List { name, at, .. }) => Err(RuleFault::new(
                at.clone(),
                format!("the list `{name}` is never used"),
                format!("its numbers are `{name}[0]` to `{name}[len({name})-1]`"),
            )),
        }
    }

    /// Finds the numbers of the list whose name this token is, or says that there is no such list.
    pub(super) fn must_be_list(&mut self, token: Token) -> Result<Arc<[i64]>, RuleFault> {
        let name = self.tokens.text_of(token);
        if let Some(numbers) = self.list(name) {
            return Ok(numbers);
        }
        let help = match nearest(name, self.lists.all.iter().map(|list| list.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "lists of numbers stand behind the options: `; let a = 3 1 4`; a string is a number in some base"
                .into(),
        };
        let message = if self.scope.contains(&name) {
            format!("`{name}` is a number, not a list")
        } else {
            format!("there is no list `{name}`")
        };
        Err(RuleFault::new(token.at(), message, help))
    }

    /// Reads `[i]` after the name of a list.
    pub(super) fn item_of(&mut self, token: Token) -> Result<(Expr, usize), RuleFault> {
        let numbers = self.must_be_list(token)?;
        self.expect(
            "[",
            "a number of a list is `a[i]`, the first of them `a[0]`",
        )?;
        self.nest += 1;
        let (index, height) = self.argument()?;
        self.expect("]", "a number of a list is `a[i]`")?;
        self.nest -= 1;
        Ok((Expr::Item(numbers, Box::new(index)), height))
    }

    /// Reads a number made of many, if the parenthesis that comes next holds a list, a set or a comprehension.
    /// Also returns the height of its tree.
    pub(super) fn fold(
        &mut self,
        at: Range<usize>,
        name: &str,
    ) -> Result<Option<(Expr, usize)>, RuleFault> {
        let fold = Fold::ALL.iter().find(|fold| fold.text() == name).copied();
        let start = self.tokens.place();
        self.tokens.take()?;
        let inside = self.tokens.place();
        if let Some(numbers) = self.whole_list()? {
            let all = || numbers.iter().copied();
            let number = match fold {
                None => i64::try_from(numbers.len()).ok(),
                Some(Fold::Count) => i64::try_from(numbers.len()).ok(),
                Some(Fold::Sum) => all().try_fold(0i64, i64::checked_add),
                Some(Fold::Least) => all().min(),
                Some(Fold::Greatest) => all().max(),
            };
            let does_not_fit = || {
                RuleFault::new(
                    at,
                    "the sum of the list does not fit",
                    "numbers are of 64 bits",
                )
            };
            return number
                .ok_or_else(does_not_fit)
                .map(|number| Some((Expr::Number(number), 1)));
        }
        let Some(fold) = fold else {
            return Err(RuleFault::new(
                at,
                "`len` takes a list",
                "`len(a)` is how many numbers `a` has",
            ));
        };
        let what = self.insides.at(inside);
        if what == Inside::Terms {
            self.tokens.go_to(start);
            if matches!(fold, Fold::Least | Fold::Greatest) {
                return Ok(None);
            }
            let help = format!(
                "write `{name}(a[j] for j in l..r)`, `{name}(digits(n))` or `{name}(a)` for a list `a`"
            );
            return Err(RuleFault::new(
                at,
                format!("`{name}` takes a set or a comprehension"),
                help,
            ));
        }
        if self.folds == MAX_FOLD_DEPTH {
            let message =
                format!("`{name}` stands more than {MAX_FOLD_DEPTH} deep in others like it");
            return Err(RuleFault::new(at, message, "the rule should be simpler"));
        }
        self.folds += 1;
        self.nest += 1;
        let outer = self.scope.len();
        let (over, height) = match what {
            Inside::Set | Inside::Terms if outer == MAX_NAMES => {
                let message = format!("one option has at most {MAX_NAMES} names");
                return Err(RuleFault::new(at, message, "those of sets among them"));
            }
            Inside::Set | Inside::Terms => {
                let own = outer as u8;
                let (set, height) = self.set()?;
                let all = Comprehension {
                    element: Expr::Name(own),
                    qualifiers: vec![Qualifier::For(own, set)],
                };
                (all, height)
            }
            Inside::Comprehension(place) => {
                self.tokens.go_to(place);
                let (qualifiers, tallest) = self.qualifiers()?;
                let end = self.tokens.place();
                self.tokens.go_to(inside);
                let (element, height) = self.argument()?;
                if self.tokens.place() != place {
                    return Err(self.unexpected("`for`", "a comprehension is `a[j] for j in l..r`"));
                }
                self.tokens.go_to(end);
                let height = height.max(tallest) + qualifiers.len();
                let all = Comprehension {
                    element,
                    qualifiers,
                };
                (all, height)
            }
        };
        self.expect(")", "this parenthesis is not closed")?;
        self.scope.truncate(outer);
        self.nest -= 1;
        self.folds -= 1;
        Ok(Some((Expr::Fold(fold, Box::new(over)), height + 1)))
    }

    /// Finds the numbers of a list whose name is all that the parenthesis holds.
    fn whole_list(&mut self) -> Result<Option<Arc<[i64]>>, RuleFault> {
        let name = self.tokens.peek_text();
        if !self.lists.contains(name) {
            return Ok(None);
        }
        let place = self.tokens.place();
        self.tokens.take()?;
        if self.eat(")")? {
            return Ok(self.list(name));
        }
        self.tokens.go_to(place);
        Ok(None)
    }
}
