//! Plans of problems: which groups of cases a problem has.
//!
//! ```toml
//! name = "stones"
//! title = "Taking Stones"
//! game = "subtraction"
//! rules = "1 3 4"
//! input = "heaps"
//! answer = "winner"
//!
//! [[group]]
//! name = "random"
//! cases = 5
//! records = 100
//! heaps = "1-10"
//! max = "1e6"
//! outcome = "balanced"
//! ```

use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use toml::{Table, Value};

use super::duel::{Interactive, MAX_LINE_TIME};
use super::error::{SetterError, ensure};
use crate::generate::{self, BoardForm, Parameters, parse_number};
use grundy_record::Signature;

/// The most groups of a plan.
const MAX_GROUPS: usize = 1000;
/// The most cases of a group.
const MAX_CASES_OF_A_GROUP: u64 = 10_000;
/// The most records of a case.
const MAX_RECORDS_OF_A_CASE: u64 = 1_000_000;
/// The most cells of a board in a plan.
const MAX_PLAN_BOARD_CELLS: u64 = 1 << 24;
/// The longest time limit, in seconds.
const MAX_TIME_LIMIT: u64 = 600;
/// The most letters of a name.
const MAX_NAME_LETTERS: usize = 64;

/// A plan of the test data of one problem.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The name of the package: small letters, digits and hyphens.
    pub name: String,
    /// The title of the problem.
    #[serde(default)]
    pub title: String,
    /// The game of all generated records.
    pub game: String,
    /// The rules of all records; if there are none, each record has random ones.
    pub rules: Option<String>,
    /// A ready template, or a file, that writes the input of the program.
    pub input: Option<String>,
    /// A ready template, or a file, that writes the output that the program must print.
    pub answer: Option<String>,
    /// The seed of the random numbers.
    #[serde(default = "one", deserialize_with = "given_number")]
    pub seed: u64,
    /// The time limit in seconds.
    #[serde(default = "one", deserialize_with = "given_number")]
    pub time_limit: u64,
    /// The person who set the problem.
    pub author: Option<String>,
    /// The play of the judge, if the problem is interactive.
    pub interactive: Option<Interactive>,
    /// The keys of groups that do not say them.
    #[serde(default)]
    defaults: Table,
    /// The groups as tables, before their keys are read.
    #[serde(default)]
    group: Vec<Table>,
    /// The groups, in order.
    #[serde(skip)]
    pub groups: Vec<Group>,
    /// The folder that files of the plan are looked for in.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// Returns the default of numbers, for `serde`.
fn one() -> u64 {
    1
}

/// Reads a number, or a text such as `1e6` that stands for one.
fn given_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(deserializer)?;
    parse_number(&command_line_text(&value)).map_err(D::Error::custom)
}

/// Writes a value as it stands on a command line.
fn command_line_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// The kind of a group: the source of its cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GroupKind {
    /// Random records.
    Random,
    /// Every position within the sizes.
    Exhaustive,
    /// The records that the group lists.
    Given,
}

/// A group of cases. Its keys are read as the options of a command line.
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct Group {
    /// The name; the group `sample` is shown to contestants.
    #[arg(long)]
    pub name: String,
    /// The number of cases.
    #[arg(long, default_value = "1", value_parser = parse_number)]
    pub cases: u64,
    /// The source of the cases.
    #[arg(long, default_value = "random")]
    pub kind: GroupKind,
    /// The records of a group of this kind.
    #[arg(long)]
    pub given: Vec<String>,
    /// The number of records of a case.
    #[arg(long, default_value = "1", value_parser = parse_number)]
    records: u64,
    /// Options of the generator; `count` is the number of records of one case.
    #[command(flatten)]
    pub parameters: Parameters,
}

/// Says whether a name has at least one letter and not too many, all of which fit.
fn is_name(name: &str, fits: impl Fn(char) -> bool) -> bool {
    (1..=MAX_NAME_LETTERS).contains(&name.len()) && name.chars().all(fits)
}

/// The options of the generator that a plan has once, so that groups do not have them.
const OPTIONS_OF_THE_PLAN: [&str; 5] = ["rules", "seed", "count", "ask", "label"];

/// Writes a key of a group as words of a command line.
fn command_line_words(key: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Boolean(true) => vec![format!("--{key}")],
        Value::Boolean(false) => Vec::new(),
        Value::Array(values) => values
            .iter()
            .map(|value| format!("--{key}={}", command_line_text(value)))
            .collect(),
        value => vec![format!("--{key}={}", command_line_text(value))],
    }
}

/// Shortens the message of a wrong command line to what helps the writer of a plan, in one line.
fn shortened(error: &clap::Error) -> String {
    let message = error.to_string();
    let message = message.split("\n\nUsage").next().unwrap_or_default();
    let message = message.split("\n\nFor more").next().unwrap_or_default();
    let lines = message
        .trim_start_matches("error: ")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    itertools::join(lines, "; ")
        .replace("argument", "key")
        .replace("'--", "'")
}

impl Group {
    /// Reads a group as a command line; the defaults stand for the keys that it leaves out.
    fn read(group: &Table, defaults: &Table, rules: Option<&str>) -> Result<Group, SetterError> {
        let mut keys = defaults.clone();
        keys.extend(group.clone());
        keys.entry("distinct").or_insert(Value::Boolean(true));
        if keys.contains_key("given") {
            keys.entry("kind").or_insert("given".into());
        }
        if let Some(key) = OPTIONS_OF_THE_PLAN
            .iter()
            .find(|&&key| keys.contains_key(key))
        {
            return Err(format!("`{key}` is no key of a group"));
        }
        let words = keys
            .iter()
            .flat_map(|(key, value)| command_line_words(key, value));
        let mut read = Group::try_parse_from(words).map_err(|error| shortened(&error))?;
        read.check(keys.contains_key("given"))?;
        read.parameters.rules = rules.map(str::to_owned);
        read.parameters.count = read.records;
        Ok(read)
    }

    /// Checks the values of the keys, and that records are listed if and only if they are given.
    fn check(&self, lists_records: bool) -> Result<(), SetterError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let no_name = format!(
            "the name `{}` is not of letters, digits, hyphens and underscores",
            self.name
        );
        ensure(is_name(&self.name, fits), no_name)?;
        let is_given = self.kind == GroupKind::Given;
        ensure(!is_given || lists_records, "`given` lists its records")?;
        ensure(
            is_given || !lists_records,
            "records that are given are of the kind `given`",
        )?;
        ensure(
            (1..=MAX_CASES_OF_A_GROUP).contains(&self.cases),
            format!("cases are 1 to {MAX_CASES_OF_A_GROUP}"),
        )?;
        ensure(
            (1..=MAX_RECORDS_OF_A_CASE).contains(&self.records),
            format!("the records of a case are 1 to {MAX_RECORDS_OF_A_CASE}"),
        )?;
        let size = self.parameters.size;
        let cells = size.map_or(0, |size| size.rows.saturating_mul(size.cols));
        ensure(
            cells <= MAX_PLAN_BOARD_CELLS,
            format!("a board has at most {MAX_PLAN_BOARD_CELLS} cells here: rows × columns"),
        )
    }

    /// Makes each record of the group a case of its own.
    fn one_record_a_case(&mut self) -> Result<(), SetterError> {
        self.cases = match self.kind {
            GroupKind::Given => self.given.len() as u64,
            GroupKind::Exhaustive => MAX_CASES_OF_A_GROUP,
            GroupKind::Random => self.cases.saturating_mul(self.parameters.count),
        };
        self.parameters.count = 1;
        let each = "an interactive problem has a case for each record";
        ensure(
            self.cases <= MAX_CASES_OF_A_GROUP,
            format!(
                "group `{}`: {each}, at most {MAX_CASES_OF_A_GROUP}",
                self.name
            ),
        )
    }
}

impl Plan {
    /// Reads a plan; files that it names are looked for in a folder.
    ///
    /// # Errors
    ///
    /// Says why the text is not a plan; the message names the line or the group.
    pub fn read(text: &str, folder: &Path) -> Result<Plan, SetterError> {
        let mut plan: Plan =
            toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
        plan.check()?;
        for (number, group) in (1..).zip(&plan.group) {
            let name = group.get("name").and_then(Value::as_str);
            let name = name.map_or_else(String::new, |name| format!(" (`{name}`)"));
            let mut group = Group::read(group, &plan.defaults, plan.rules.as_deref())
                .map_err(|error| format!("group {number}{name}: {error}"))?;
            let is_new = plan.groups.iter().all(|other| other.name != group.name);
            ensure(is_new, format!("two groups are called `{}`", group.name))?;
            if plan.interactive.is_some() {
                group.one_record_a_case()?;
            }
            plan.groups.push(group);
        }
        if plan.title.is_empty() {
            plan.title.clone_from(&plan.name);
        }
        folder.clone_into(&mut plan.folder);
        Ok(plan)
    }

    /// Checks the keys of the plan that do not belong to groups.
    fn check(&self) -> Result<(), SetterError> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let no_name = format!(
            "the name `{}` is not of small letters, digits and hyphens",
            self.name
        );
        ensure(is_name(&self.name, fits), no_name)?;
        ensure(
            (1..=MAX_GROUPS).contains(&self.group.len()),
            format!("a plan has 1 to {MAX_GROUPS} groups: `[[group]]`"),
        )?;
        ensure(
            (1..=MAX_TIME_LIMIT).contains(&self.time_limit),
            format!("time-limit is 1 to {MAX_TIME_LIMIT} seconds"),
        )?;
        match &self.interactive {
            Some(interactive) => ensure(
                (1..=MAX_LINE_TIME).contains(&interactive.time),
                format!("the time of [interactive] is 1 to {MAX_LINE_TIME} milliseconds"),
            ),
            None => Ok(()),
        }
    }

    /// Fills in the options that boards need, and looks for options that the game has no use for.
    ///
    /// # Errors
    ///
    /// Names the first option of a group that its game has no use for.
    pub fn fit(&mut self, signature: &Signature) -> Result<(), SetterError> {
        for group in &mut self.groups {
            group.parameters.fit(signature);
            // Each group gets `distinct` and inline boards, whether or not its game has use for them: these two are not
            // the setter's mistake.
            let chosen = Parameters {
                distinct: false,
                ..group.parameters.clone()
            };
            group.parameters.form = BoardForm::Inline;
            if group.kind == GroupKind::Given {
                continue;
            }
            if let [option, ..] = generate::unused(signature, &chosen)[..] {
                return Err(format!(
                    "group `{}`: `{}` has no use for `{option}`",
                    group.name, signature.name
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::NearMiss;
    use grundy_base::range::Range;

    const PLAN: &str = "name = 'stones'\ngame = 'nim'\nseed = '1e3'\n[defaults]\nrecords = 5\nmax = '1e6'\n\
        [[group]]\nname = 'sample'\ngiven = ['nim: 3 4 5']\n\
        [[group]]\nname = 'random'\nheaps = '1-10'\ncases = 3\noutcome = 'balanced'\nnear-miss = ['move']\n";

    #[test]
    fn a_plan_is_read_with_its_defaults() {
        let plan = Plan::read(PLAN, Path::new(".")).unwrap();
        assert_eq!(
            (plan.seed, plan.groups.len(), &*plan.title),
            (1000, 2, "stones")
        );
        assert_eq!(
            (plan.groups[0].kind, &*plan.groups[0].given),
            (GroupKind::Given, &["nim: 3 4 5".to_owned()][..])
        );
        let random = &plan.groups[1];
        assert_eq!(
            (random.cases, random.parameters.count, random.parameters.max),
            (3, 5, Some(1_000_000))
        );
        assert_eq!(
            (random.parameters.heaps, &random.parameters.near_miss[..]),
            (Some(Range::new(1, 10)), &[NearMiss::Move][..])
        );
    }

    #[test]
    fn an_error_says_what_is_wrong_in_a_plan() {
        for (from, to, said) in [
            ("'stones'", "'Stones!'", "small letters"),
            ("records", "recods", "recods"),
            ("'balanced'", "'fair'", "invalid value 'fair'"),
            ("'1e6'", "'1e60'", "more than"),
            ("['move']", "'mov'", "invalid value 'mov'"),
            ("'random'\nheaps", "'sample'\nheaps", "two groups"),
            ("cases = 3", "cases = 0", "cases are"),
            ("cases = 3", "size = '8'", "no size"),
            ("cases = 3", "size = '60000x60000'", "rows × columns"),
            ("heaps = '1-10'", "heaps = '9-1'", "no number in it"),
        ] {
            let error = Plan::read(&PLAN.replacen(from, to, 1), Path::new(".")).unwrap_err();
            assert!(error.contains(said), "{from}: {error}");
        }
    }
}
