//! Reads lists, and the terms that are made of many numbers: `a[i]`, `len(a)`, `p[1..]`, `max(digits(n))`,
//! `sum(a[j] for j in l..r)`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 32 names"
)]

use std::borrow::Cow;
use std::ops::Range;

use super::fault::RuleFault;
use super::insides::Inside;
use super::named_lists::{Given, NamedList, Rows};
use super::read::{RuleReader, nearest};
use super::term::{Term, What, wrong_count};
use super::token::{Token, TokenKind};
use crate::tree::{Comprehension, Expr, Fold, Function, List, MAX_NAMES, Qualifier, Set};

/// The greatest depth of folds in one another.
const MAX_FOLD_DEPTH: usize = 4;

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

    /// Reads the name and the numbers of a list, `a = 3 -1 4`, or of lists, `kids = (1 2) () ()`.
    fn read_list(&mut self) -> Result<NamedList<'a>, RuleFault> {
        let (name, at) = self.name()?;
        if self.scope.contains(&name) || self.list == Some(name) {
            let what = if self.list.is_some() {
                "the position"
            } else {
                "a number of the position"
            };
            let message = format!("`{name}` is {what} already");
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
            let end = at.end;
            let message = "`=` is missing after the name of the list";
            return Err(RuleFault::new(end..end, message, "write `=`"));
        }
        if self.is("[") || self.is("{") {
            return Err(self.list_in_brackets(name));
        }
        let given = if self.is("(") {
            Given::Rows(self.rows()?)
        } else {
            let numbers = self.numbers()?;
            if numbers.is_empty() {
                return Err(RuleFault::new(
                    at,
                    format!("the list `{name}` is empty"),
                    "a list is `let a = 3 1 4`; lists of numbers are `let a = (3 1) (4) ()`",
                ));
            }
            Given::Numbers(numbers.into())
        };
        let end = self.tokens.place();
        Ok(NamedList {
            name,
            at,
            given,
            end,
            used: false,
        })
    }

    /// Reads lists in parentheses: `(1 2) () (3)`.
    fn rows(&mut self) -> Result<Rows, RuleFault> {
        let mut rows = Vec::new();
        loop {
            self.tokens.take_lists_of_numbers(&mut rows);
            if !self.is("(") {
                break;
            }
            let open = self.tokens.take()?;
            let numbers = self.numbers()?;
            if self.is("") || self.is(";") {
                return Err(self.not_closed(open, self.tokens.place()));
            }
            self.expect(
                ")",
                "lists are numbers with spaces between them, each list in parentheses: `let a = (1 2) () (3)`",
            )?;
            rows.push(numbers.into());
        }
        let token = self.tokens.peek()?;
        if token.kind == TokenKind::Number || self.is("-") {
            let help = "either all of it is lists in parentheses, `let a = (1 2) (3)`, or nothing is: `let a = 1 2 3`";
            return Err(self.unexpected("`(`", help));
        }
        Ok(rows.into())
    }

    /// Reads numbers with spaces between them.
    fn numbers(&mut self) -> Result<Vec<i64>, RuleFault> {
        let mut numbers = Vec::new();
        let start = self.tokens.place();
        loop {
            self.tokens.take_numbers(&mut numbers);
            let sign = self.tokens.peek()?;
            let negative = self.eat("-")?;
            let token = self.tokens.peek()?;
            if token.kind != TokenKind::Number {
                if self.is(",") && !numbers.is_empty() {
                    return Err(self.commas_in_list(start));
                }
                if negative || self.is(",") {
                    let help = "a list is numbers with spaces between them: `let a = 3 -1 4`";
                    return Err(self.unexpected("a number", help));
                }
                return Ok(numbers);
            }
            let mut text = Cow::Borrowed(self.tokens.text_of(token));
            if negative {
                text = Cow::Owned(format!("-{text}"));
            }
            let number = text.parse().map_err(|_| {
                let help = format!("numbers are from {} to {}", i64::MIN, i64::MAX);
                RuleFault::new(sign.start..token.end, format!("{text} does not fit"), help)
            })?;
            numbers.push(number);
            self.tokens.take()?;
        }
    }

    /// Passes over a list that was read before; the next token is its `let`.
    pub(super) fn pass_list(&mut self) {
        if let Some(list) = self.lists.all.get(self.lists.passed) {
            self.lists.passed += 1;
            self.tokens.go_to(list.end);
        }
    }

    /// Returns whether this is the name of a list.
    pub(super) fn is_list(&self, name: &str) -> bool {
        self.list == Some(name) || self.lists.contains(name)
    }

    /// Checks that every list is used.
    pub(super) fn all_used(&self) -> Result<(), RuleFault> {
        let Some(list) = self.lists.all.iter().find(|list| !list.used) else {
            return Ok(());
        };
        let name = list.name;
        let things = match list.given {
            Given::Numbers(_) => "numbers",
            Given::Rows(_) => "lists",
        };
        Err(RuleFault::new(
            list.at.clone(),
            format!("the list `{name}` is never used"),
            format!("its {things} are `{name}[0]` to `{name}[len({name})-1]`"),
        ))
    }

    /// Finds the list whose name this token is, and notes that it is used, or says that there is no such list.
    pub(super) fn named_list(&mut self, token: Token) -> Result<Term, RuleFault> {
        let name = self.tokens.text_of(token);
        let what = if self.list == Some(name) {
            What::List(Expr::List(Box::new(List::Position)))
        } else if let Some(&place) = self.lists.by_name.get(name) {
            let list = &mut self.lists.all[place];
            list.used = true;
            match list.given.clone() {
                Given::Numbers(numbers) => What::List(Expr::List(Box::new(List::Given(numbers)))),
                Given::Rows(rows) => What::Rows(rows),
            }
        } else {
            return Err(self.no_list(token));
        };
        Ok(Term {
            what,
            at: token.at(),
            height: 1,
        })
    }

    /// Reports a name that is not the name of a list.
    #[cold]
    fn no_list(&self, token: Token) -> RuleFault {
        let name = self.tokens.text_of(token);
        let help = match nearest(name, self.lists.all.iter().map(|list| list.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                if let Some(fault) = self.list_is_meant(name, self.with_brackets(token)) {
                    return fault;
                }
                match self.list {
                    Some(list) => format!(
                        "the position is the list `{list}`; another list stands after the options: `; let {name} = 3 1 4`"
                    ),
                    None => "lists of numbers stand after the options: `; let a = 3 1 4`; a string is a number in some base"
                        .into(),
                }
            }
        };
        let is_without_let = |clause: &str| {
            let after = clause.trim_start().strip_prefix(name);
            after.is_some_and(|after| after.trim_start().starts_with('='))
        };
        if self.tokens.text().split(';').skip(1).any(is_without_let) {
            let help = format!("a list begins with `let`: `; let {name} = …`");
            return RuleFault::new(token.at(), format!("there is no list `{name}`"), help);
        }
        let message = if self.scope.contains(&name) {
            format!("`{name}` is a number, not a list")
        } else {
            format!("there is no list `{name}`")
        };
        RuleFault::new(token.at(), message, help)
    }

    /// Reads what stands in brackets after a list: `p[i]`, `p[i..j]`, `kids[v][0]`.
    #[inline(never)] // Its parts would take stack in every level of terms that are no lists.
    pub(super) fn stretch_of(&mut self, mut term: Term) -> Result<Term, RuleFault> {
        const FORMS: &str = "a number of a list is `a[i]`, the first of them `a[0]`; a stretch of it is `a[i..j]`, `a[..j]` or `a[i..]`";
        while self.is("[") && matches!(term.what, What::List(_) | What::Rows(_)) {
            self.tokens.take()?;
            if self.is("]") {
                return Err(self.empty_brackets(&term));
            }
            self.nest += 1;
            let mut height = term.height;
            let mut first = None;
            if !self.is("..") {
                let (place, other) = self.argument()?;
                height = height.max(other);
                first = Some(place);
            }
            let is_slice = self.is("..") && !matches!(term.what, What::Rows(_));
            let mut last = None;
            if is_slice {
                self.tokens.take()?;
                if !self.is("]") {
                    let (place, other) = self.argument()?;
                    height = height.max(other);
                    last = Some(place);
                }
            }
            let colon = self.tokens.peek()?;
            if colon.kind == TokenKind::End && colon.end > colon.start {
                let message = "`:` in a stretch of a list";
                return Err(RuleFault::new(colon.at(), message, "write `..`"));
            }
            let close = self.expect("]", FORMS)?;
            self.nest -= 1;
            term.what = match (term.what, first) {
                (What::Rows(rows), Some(index)) => {
                    What::List(Expr::List(Box::new(List::Row(rows, index))))
                }
                (What::List(list), first) if is_slice => {
                    What::List(Expr::List(Box::new(List::Slice(list, first, last))))
                }
                (What::List(list), Some(index)) => What::Number(item_of(list, index)),
                (what, _) => what,
            };
            term.at.end = close.end;
            term.height = height + 1;
            self.deeper(term.at.clone(), term.height)?;
        }
        Ok(term)
    }

    /// Reads a list that is made: `sorted(p)`, `list(x-1 for x in p)`; the next token is the parenthesis.
    #[inline(never)] // Its parts would take stack in every level of calls that make numbers.
    pub(super) fn made_list(&mut self, at: Range<usize>, name: &str) -> Result<Term, RuleFault> {
        self.tokens.take()?;
        let inside = self.tokens.place();
        let (list, height) = if name == "sorted" {
            self.nest += 1;
            let term = self.whole_term()?;
            self.expect(")", "`sorted(p)` takes one list")?;
            self.nest -= 1;
            let (list, height) = self.as_list(term)?;
            (List::Sorted(list), height)
        } else {
            let Inside::Comprehension(place) = self.insides.at(inside) else {
                return Err(RuleFault::new(
                    at,
                    "`list` takes a comprehension",
                    "write `list(x-1 for x in p)`, `list(x for x in p if x > 1)`",
                ));
            };
            let (over, height) = self.comprehension(&at, name, inside, place)?;
            (List::Comprehension(over), height)
        };
        self.deeper(at.clone(), height + 1)?;
        Ok(Term {
            what: What::List(Expr::List(Box::new(list))),
            at: at.start..self.tokens.place(),
            height: height + 1,
        })
    }

    /// Reads a comprehension to its closing parenthesis: what is inside, and its first `for`, stand at these places.
    fn comprehension(
        &mut self,
        at: &Range<usize>,
        name: &str,
        inside: usize,
        place: usize,
    ) -> Result<(Comprehension, usize), RuleFault> {
        self.deeper_fold(at, name)?;
        self.nest += 1;
        let outer = self.scope.len();
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
        self.expect(")", "this parenthesis is not closed")?;
        self.scope.truncate(outer);
        self.nest -= 1;
        self.folds -= 1;
        let over = Comprehension {
            element,
            qualifiers,
        };
        Ok((over, height))
    }

    /// Counts one fold more that the next ones stand in.
    pub(super) fn deeper_fold(&mut self, at: &Range<usize>, name: &str) -> Result<(), RuleFault> {
        if self.folds == MAX_FOLD_DEPTH {
            let message =
                format!("`{name}` stands more than {MAX_FOLD_DEPTH} deep in others like it");
            return Err(RuleFault::new(
                at.clone(),
                message,
                "the rule should be simpler",
            ));
        }
        self.folds += 1;
        Ok(())
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
        let what = self.insides.at(inside);
        if what == Inside::List {
            let folded = self.fold_of_list(at, name, fold)?;
            return Ok(Some(folded));
        }
        let Some(fold) = fold else {
            let inside = self.tokens.peek_text();
            if let Some(fault) = self.list_is_meant(inside, &format!("len({inside})")) {
                return Err(fault);
            }
            return Err(RuleFault::new(
                at,
                "`len` takes a list",
                "`len(a)` is how many numbers `a` has",
            ));
        };
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
        if let Inside::Comprehension(place) = what {
            let (over, height) = self.comprehension(&at, name, inside, place)?;
            return Ok(Some((Expr::Fold(fold, Box::new(over)), height + 1)));
        }
        let own = self.own_name(&at)?;
        self.deeper_fold(&at, name)?;
        self.nest += 1;
        let (set, height) = self.set()?;
        self.expect(")", "this parenthesis is not closed")?;
        self.nest -= 1;
        self.folds -= 1;
        Ok(Some((all_of(fold, own, set), height + 1)))
    }

    /// Returns the number of the name that runs through a set or a list that is folded.
    fn own_name(&self, at: &Range<usize>) -> Result<u8, RuleFault> {
        let own = self.scope.len();
        if own == MAX_NAMES {
            let message = format!("one option has at most {MAX_NAMES} names");
            return Err(RuleFault::new(
                at.clone(),
                message,
                "those of sets among them",
            ));
        }
        Ok(own as u8)
    }

    /// Reads a number made of a list, which the parenthesis holds: `len(p)`, `sum(p)`. Also returns the height of its
    /// tree.
    fn fold_of_list(
        &mut self,
        at: Range<usize>,
        name: &str,
        fold: Option<Fold>,
    ) -> Result<(Expr, usize), RuleFault> {
        self.nest += 1;
        let term = self.whole_term()?;
        let close = self.expect(")", "this parenthesis is not closed")?;
        self.nest -= 1;
        let is_count = fold.is_none_or(|fold| fold == Fold::Count);
        if let (What::Rows(rows), true) = (&term.what, is_count) {
            return Ok((Expr::Number(rows.len() as i64), 1));
        }
        if let (What::Number(_), Some(fold)) = (&term.what, fold) {
            if let Some(function) = Function::ALL.iter().find(|f| f.text() == fold.text()) {
                return Err(wrong_count(at.start..close.end, *function, 1));
            }
            let message = format!("`{name}` takes a list, a set or a comprehension");
            let help = "write it of a list: `sum(p)`";
            return Err(RuleFault::new(term.at, message, help));
        }
        let (list, height) = self.as_list(term)?;
        if let Expr::List(given) = &list
            && let List::Given(numbers) = &**given
        {
            return Ok((Expr::Number(fold_of_given(fold, numbers, at)?), 1));
        }
        let fold = match fold {
            None | Some(Fold::Count) => return Ok((Expr::Length(Box::new(list)), height + 1)),
            Some(fold) => fold,
        };
        let own = self.own_name(&at)?;
        Ok((all_of(fold, own, Set::List(list)), height + 1))
    }
}

/// Makes one number of a list that a clause gives, which is known already; without a fold its length.
fn fold_of_given(fold: Option<Fold>, numbers: &[i64], at: Range<usize>) -> Result<i64, RuleFault> {
    let all = numbers.iter().copied();
    let number = match fold {
        None | Some(Fold::Count) => i64::try_from(numbers.len()).ok(),
        Some(Fold::Sum) => numbers.iter().try_fold(0i64, |sum, n| sum.checked_add(*n)),
        Some(Fold::Least) => all.min(),
        Some(Fold::Greatest) => all.max(),
    };
    number.ok_or_else(|| {
        RuleFault::new(
            at,
            "the sum of the list does not fit",
            "numbers are of 64 bits",
        )
    })
}

/// Makes one number of all members of a set.
fn all_of(fold: Fold, own: u8, set: Set) -> Expr {
    let over = Comprehension {
        element: Expr::Name(own),
        qualifiers: vec![Qualifier::For(own, set)],
    };
    Expr::Fold(fold, Box::new(over))
}

/// Makes the number at a place of a list.
fn item_of(list: Expr, index: Expr) -> Expr {
    if let Expr::List(given) = &list
        && let List::Given(numbers) = &**given
    {
        return Expr::Item(numbers.clone(), Box::new(index));
    }
    Expr::ItemOf(Box::new(list), Box::new(index))
}
