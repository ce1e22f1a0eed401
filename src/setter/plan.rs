//! Plans: which groups of cases a problem has.
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

use super::duel::{Interactive, MAX_TIME};
use super::templates::{Role, Template};
use super::{Trouble, ensure};
use crate::generate::{self, BoardForm, Parameters, parse_number};
use crate::record::Signature;

/// The most groups, cases of a group and records of a case.
const MAX_GROUPS: usize = 1000;
const MAX_CASES: u64 = 10_000;
const MAX_RECORDS: u64 = 1_000_000;
/// The most cells of a board.
const MAX_CELLS: u64 = 1 << 24;

/// A plan, read.
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
    /// Who set the problem.
    pub author: Option<String>,
    /// How the judge plays, if the problem is interactive.
    pub interactive: Option<Interactive>,
    #[serde(default)]
    defaults: Table,
    #[serde(default)]
    group: Vec<Table>,
    /// The groups, in order.
    #[serde(skip)]
    pub groups: Vec<Group>,
    /// The folder that files of the plan are looked for in.
    #[serde(skip)]
    pub folder: PathBuf,
}

fn one() -> u64 {
    1
}

/// A number, or a text such as `1e6` that stands for one.
fn given_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    parse_number(&plain(&Value::deserialize(deserializer)?)).map_err(D::Error::custom)
}

/// A value as it stands on a command line.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// The source of the cases of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
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
    /// Its name; the group `sample` is shown to contestants.
    #[arg(long)]
    pub name: String,
    /// How many cases it has.
    #[arg(long, default_value = "1", value_parser = parse_number)]
    pub cases: u64,
    /// The source of its cases.
    #[arg(long, default_value = "random")]
    pub kind: Kind,
    /// The records of a group of this kind.
    #[arg(long)]
    pub given: Vec<String>,
    #[arg(long, default_value = "1", value_parser = parse_number)]
    records: u64,
    /// Options of the generator; `count` is the number of records of one case.
    #[command(flatten)]
    pub parameters: Parameters,
}

fn is_name(name: &str, fits: impl Fn(char) -> bool) -> bool {
    (1..=64).contains(&name.len()) && name.chars().all(fits)
}

/// Options of the generator that a plan has once.
const OF_THE_PLAN: [&str; 5] = ["rules", "seed", "count", "ask", "label"];

impl Group {
    /// Reads a group as a command line; the defaults stand for the keys that it leaves out.
    fn read(group: &Table, defaults: &Table, rules: Option<&str>) -> Result<Group, Trouble> {
        let mut keys = defaults.clone();
        keys.extend(group.clone());
        keys.entry("distinct").or_insert(Value::Boolean(true));
        if keys.contains_key("given") {
            keys.entry("kind").or_insert("given".into());
        }
        if let Some(key) = OF_THE_PLAN.iter().find(|&&key| keys.contains_key(key)) {
            return Err(format!("`{key}` is no key of a group"));
        }
        let words = keys.iter().flat_map(|(key, value)| match value {
            Value::Boolean(true) => vec![format!("--{key}")],
            Value::Boolean(false) => Vec::new(),
            Value::Array(values) => values
                .iter()
                .map(|value| format!("--{key}={}", plain(value)))
                .collect(),
            value => vec![format!("--{key}={}", plain(value))],
        });
        let mut read = Group::try_parse_from(words).map_err(|error| {
            let said = error.to_string();
            let said = said.split("\n\nUsage").next().unwrap_or_default();
            let said = said
                .split("\n\nFor more")
                .next()
                .unwrap_or_default()
                .trim_start_matches("error: ");
            let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
            itertools::join(lines, "; ")
                .replace("argument", "key")
                .replace("'--", "'")
        })?;
        let Group {
            name,
            kind,
            cases,
            records,
            ..
        } = &read;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_given = keys.contains_key("given");
        let no_name =
            format!("the name `{name}` is not of letters, digits, hyphens and underscores");
        ensure(is_name(name, fits), no_name)?;
        ensure(
            *kind != Kind::Given || is_given,
            "`given` lists its records",
        )?;
        ensure(
            *kind == Kind::Given || !is_given,
            "records that are given are of the kind `given`",
        )?;
        ensure(
            (1..=MAX_CASES).contains(cases),
            format!("cases are 1 to {MAX_CASES}"),
        )?;
        let many = format!("the records of a case are 1 to {MAX_RECORDS}");
        ensure((1..=MAX_RECORDS).contains(records), many)?;
        let cells = read
            .parameters
            .size
            .map_or(0, |size| size.rows.saturating_mul(size.cols));
        ensure(
            cells <= MAX_CELLS,
            format!("a board has at most {MAX_CELLS} cells here: rows × columns"),
        )?;
        (read.parameters.rules, read.parameters.count) = (rules.map(str::to_owned), read.records);
        Ok(read)
    }

    /// Makes each of its records a case of its own.
    fn one_record_a_case(&mut self) -> Result<(), Trouble> {
        self.cases = match self.kind {
            Kind::Given => self.given.len() as u64,
            Kind::Exhaustive => MAX_CASES,
            Kind::Random => self.cases.saturating_mul(self.parameters.count),
        };
        self.parameters.count = 1;
        let each = "an interactive problem has a case for each record";
        ensure(
            self.cases <= MAX_CASES,
            format!("group `{}`: {each}, at most {MAX_CASES}", self.name),
        )
    }
}

impl Plan {
    /// Reads a plan; files that it names are looked for in a folder.
    ///
    /// # Errors
    ///
    /// If the text is not a plan; the message names the line or the group.
    pub fn read(text: &str, folder: &Path) -> Result<Plan, Trouble> {
        let mut plan: Plan =
            toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let no_name = format!(
            "the name `{}` is not of small letters, digits and hyphens",
            plan.name
        );
        ensure(is_name(&plan.name, fits), no_name)?;
        let groups = format!("a plan has 1 to {MAX_GROUPS} groups: `[[group]]`");
        ensure((1..=MAX_GROUPS).contains(&plan.group.len()), groups)?;
        ensure(
            (1..=600).contains(&plan.time_limit),
            "time-limit is 1 to 600 seconds",
        )?;
        let out_of_range = |interactive: &Interactive| !(1..=MAX_TIME).contains(&interactive.time);
        let times = format!("the time of [interactive] is 1 to {MAX_TIME} milliseconds");
        ensure(!plan.interactive.as_ref().is_some_and(out_of_range), times)?;
        for (number, group) in (1..).zip(&plan.group) {
            let name = group.get("name").and_then(Value::as_str);
            let name = name.map_or_else(String::new, |name| format!(" (`{name}`)"));
            let mut group = Group::read(group, &plan.defaults, plan.rules.as_deref())
                .map_err(|trouble| format!("group {number}{name}: {trouble}"))?;
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

    /// The templates of the input and of the answers.
    ///
    /// # Errors
    ///
    /// If one is not there, or is no template.
    pub fn templates(&self) -> Result<[Template; 2], Trouble> {
        let open = |name: &Option<String>, usual, role| {
            Template::open(name.as_deref().unwrap_or(usual), role, &self.folder)
        };
        Ok([
            open(&self.input, "records", Role::Input)?,
            open(&self.answer, "verdict", Role::Answer)?,
        ])
    }

    /// Fills in the options that boards need, and looks for options that the game has no use for.
    ///
    /// # Errors
    ///
    /// The first option of a group that its game has no use for.
    pub fn fit(&mut self, signature: &Signature) -> Result<(), Trouble> {
        for Group {
            name,
            kind,
            parameters,
            ..
        } in &mut self.groups
        {
            parameters.fit(signature);
            // Lists have nothing twice, and boards stand in their record's line; other games have no use for either.
            let asked = Parameters {
                distinct: false,
                ..parameters.clone()
            };
            parameters.form = BoardForm::Inline;
            if *kind != Kind::Given
                && let [option, ..] = generate::unused(signature, &asked)[..]
            {
                return Err(format!(
                    "group `{name}`: `{}` has no use for `{option}`",
                    signature.name
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
            (Kind::Given, &["nim: 3 4 5".to_owned()][..])
        );
        let random = &plan.groups[1];
        assert_eq!(
            (random.cases, random.parameters.count, random.parameters.max),
            (3, 5, Some(1_000_000))
        );
        assert_eq!(
            (random.parameters.heaps, &random.parameters.near_miss[..]),
            (Some((1, 10)), &[NearMiss::Move][..])
        );
    }

    #[test]
    fn what_is_no_plan_is_said() {
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
