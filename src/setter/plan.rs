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

use serde::Deserialize;

use super::Trouble;
use super::duel::{Interactive, InteractiveText};
use crate::generate::{
    self, BoardForm, Distribution, NearMiss, Parameters, Share, Target, Wanted, parse_number, parse_range,
};
use crate::record::{Keyword, Signature, Size};

/// The most groups, cases of a group and records of a case.
const MOST_GROUPS: usize = 1000;
const MOST_CASES: u64 = 10_000;
const MOST_RECORDS: u64 = 1_000_000;

/// A plan, read.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the package: small letters, digits and hyphens.
    pub name: String,
    /// The title of the problem.
    pub title: String,
    /// The game of all generated records.
    pub game: String,
    /// Its rules, the same for all records; random ones for each record where there are none.
    pub rules: Option<String>,
    /// A ready template, or a file, that writes what is given to the program.
    pub input: String,
    /// A ready template, or a file, that writes what the program must print.
    pub answer: String,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The time limit in seconds.
    pub time_limit: u64,
    /// Who set the problem.
    pub author: String,
    /// How the judge plays, where the problem is interactive.
    pub interactive: Option<Interactive>,
    /// The groups, in order.
    pub groups: Vec<Group>,
    /// The folder that files of the plan are looked for in.
    pub folder: PathBuf,
}

/// The source of the cases of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Random records.
    Random,
    /// Every multiset of heaps within the sizes.
    Exhaustive,
    /// These records.
    Given(Vec<String>),
}

/// A group of cases.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name; the group `sample` is shown to contestants.
    pub name: String,
    /// How many cases it has.
    pub cases: u64,
    /// How its records come about.
    pub kind: Kind,
    /// Parameters of the generator; `count` is the number of records of one case.
    pub parameters: Parameters,
    /// Constraints on the generated records.
    pub wanted: Wanted,
}

impl Group {
    /// Makes each of its records a case of its own.
    fn one_record_a_case(&mut self) -> Result<(), Trouble> {
        self.cases = match &self.kind {
            Kind::Given(records) => records.len() as u64,
            Kind::Exhaustive => MOST_CASES,
            Kind::Random => self.cases.saturating_mul(self.parameters.count),
        };
        self.parameters.count = 1;
        match self.cases {
            0..=MOST_CASES => Ok(()),
            _ => Err(format!(
                "group `{}`: an interactive problem has a case for each record, at most {MOST_CASES}",
                self.name
            )),
        }
    }

    /// Whether its cases are shown to contestants.
    pub fn is_sample(&self) -> bool {
        self.name == "sample"
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanText {
    name: String,
    title: Option<String>,
    game: String,
    rules: Option<String>,
    input: Option<String>,
    answer: Option<String>,
    seed: Option<Number>,
    time_limit: Option<Number>,
    author: Option<String>,
    interactive: Option<InteractiveText>,
    #[serde(default)]
    defaults: GroupText,
    #[serde(default)]
    group: Vec<GroupText>,
}

/// A number, or text such as `1e6` and `1-10`.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Number {
    Number(u64),
    Text(String),
}

impl Number {
    fn one(&self) -> Result<u64, Trouble> {
        match self {
            Number::Number(number) => Ok(*number),
            Number::Text(text) => parse_number(text),
        }
    }

    fn range(&self) -> Result<(u64, u64), Trouble> {
        match self {
            Number::Number(number) => Ok((*number, *number)),
            Number::Text(text) => parse_range(text),
        }
    }

    fn share(&self) -> Result<Share, Trouble> {
        match self {
            Number::Number(number) => Ok(Share::Count(*number)),
            Number::Text(text) => generate::parse_share(text),
        }
    }
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Near {
    All(bool),
    One(String),
    Some(Vec<String>),
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GroupText {
    name: Option<String>,
    kind: Option<String>,
    cases: Option<Number>,
    records: Option<Number>,
    given: Option<Vec<String>>,
    outcome: Option<String>,
    winning_moves: Option<Number>,
    near_miss: Option<Near>,
    heaps: Option<Number>,
    min: Option<Number>,
    max: Option<Number>,
    distribution: Option<String>,
    distinct: Option<bool>,
    size: Option<String>,
    limit: Option<Number>,
    amounts: Option<Number>,
    reach: Option<Number>,
    piles: Option<Number>,
    left: Option<Number>,
    edges: Option<Number>,
    acyclic: Option<bool>,
    moves: Option<Number>,
    damage: Option<Number>,
    pieces: Option<Number>,
    keywords: Option<Vec<String>>,
}

impl Plan {
    /// Reads a plan; files that it names are looked for in a folder.
    ///
    /// # Errors
    ///
    /// If the text is not a plan; the message names the line.
    pub fn read(text: &str, folder: &Path) -> Result<Plan, Trouble> {
        let plan: PlanText = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if plan.name.is_empty() || plan.name.len() > 64 || !plan.name.chars().all(fits) {
            return Err(format!("the name `{}` is not of small letters, digits and hyphens", plan.name));
        }
        if plan.group.is_empty() || plan.group.len() > MOST_GROUPS {
            return Err(format!("a plan has 1 to {MOST_GROUPS} groups: `[[group]]`"));
        }
        let mut groups: Vec<Group> = Vec::new();
        for (number, group) in (1..).zip(&plan.group) {
            let group = group
                .read(&plan.defaults, plan.rules.as_deref())
                .map_err(|trouble| format!("group {number}{}: {trouble}", named(group)))?;
            if groups.iter().any(|other| other.name == group.name) {
                return Err(format!("two groups are called `{}`", group.name));
            }
            groups.push(group);
        }
        let interactive = plan.interactive.as_ref().map(InteractiveText::read).transpose()?;
        if interactive.is_some() {
            groups.iter_mut().try_for_each(Group::one_record_a_case)?;
        }
        let number = |number: &Option<Number>, otherwise: u64| match number {
            Some(number) => number.one(),
            None => Ok(otherwise),
        };
        let time_limit = number(&plan.time_limit, 1)?;
        if !(1..=600).contains(&time_limit) {
            return Err("time-limit is 1 to 600 seconds".into());
        }
        Ok(Plan {
            title: plan.title.unwrap_or_else(|| plan.name.clone()),
            name: plan.name,
            game: plan.game,
            rules: plan.rules,
            input: plan.input.unwrap_or_else(|| "records".into()),
            answer: plan.answer.unwrap_or_else(|| "verdict".into()),
            seed: number(&plan.seed, 1)?,
            time_limit,
            author: plan.author.unwrap_or_else(|| "Unknown".into()),
            interactive,
            groups,
            folder: folder.to_owned(),
        })
    }

    /// Checks what the game has no use for, and fills in what boards need.
    ///
    /// # Errors
    ///
    /// The first option of a group that its game has no use for.
    pub fn fit(&mut self, signature: &Signature) -> Result<(), Trouble> {
        for group in &mut self.groups {
            let board = signature.has_pieces();
            if board && group.parameters.pieces.is_none() {
                group.parameters.pieces = Some(Share::Count(1));
            }
            if group.parameters.distinct {
                // Games without lists have nothing that could come twice.
                let only = Parameters { distinct: true, rules: self.rules.clone(), ..Parameters::default() };
                group.parameters.distinct = generate::unused(signature, &only).is_empty();
            }
            // A record is one line where its game has boards.
            let inline = Parameters { form: BoardForm::Inline, ..Parameters::default() };
            if generate::unused(signature, &inline).is_empty() {
                group.parameters.form = BoardForm::Inline;
            }
            let unused = generate::unused(signature, &group.parameters);
            if let (Kind::Random | Kind::Exhaustive, [option, ..]) = (&group.kind, &unused[..]) {
                return Err(format!(
                    "group `{}`: `{}` has no use for `{}`",
                    group.name,
                    signature.name,
                    option.trim_start_matches("--")
                ));
            }
        }
        Ok(())
    }
}

fn named(group: &GroupText) -> String {
    group.name.as_ref().map_or_else(String::new, |name| format!(" (`{name}`)"))
}

impl GroupText {
    /// This group, and the defaults where it says nothing.
    fn over(&self, defaults: &GroupText) -> GroupText {
        macro_rules! or {
            ($($field:ident)*) => { GroupText { $($field: self.$field.clone().or_else(|| defaults.$field.clone()),)* } };
        }
        or!(name kind cases records given outcome winning_moves near_miss heaps min max distribution distinct
            size limit amounts reach piles left edges acyclic moves damage pieces keywords)
    }

    fn read(&self, defaults: &GroupText, rules: Option<&str>) -> Result<Group, Trouble> {
        let text = self.over(defaults);
        let name = text.name.ok_or("it has no name")?;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > 64 || !name.chars().all(fits) {
            return Err(format!("the name `{name}` is not of letters, digits, hyphens and underscores"));
        }
        let one = |number: &Option<Number>| number.as_ref().map(Number::one).transpose();
        let range = |number: &Option<Number>| number.as_ref().map(Number::range).transpose();
        let share = |number: &Option<Number>| number.as_ref().map(Number::share).transpose();
        let kind = match (text.kind.as_deref(), text.given) {
            (None | Some("given"), Some(given)) => Kind::Given(given),
            (Some("given"), None) => return Err("`given` lists its records".into()),
            (_, Some(_)) => return Err("records that are given are of the kind `given`".into()),
            (None | Some("random"), None) => Kind::Random,
            (Some("exhaustive"), None) => Kind::Exhaustive,
            (Some(kind), None) => {
                return Err(format!("`{kind}` is no kind; write `random`, `exhaustive` or `given`"));
            }
        };
        let cases = one(&text.cases)?.unwrap_or(1);
        let records = one(&text.records)?.unwrap_or(1);
        if !(1..=MOST_CASES).contains(&cases) {
            return Err(format!("cases are 1 to {MOST_CASES}"));
        }
        if !(1..=MOST_RECORDS).contains(&records) {
            return Err(format!("the records of a case are 1 to {MOST_RECORDS}"));
        }
        let size = text.size.as_deref().map(board_size).transpose()?;
        let keywords =
            text.keywords.unwrap_or_default().iter().map(|word| keyword(word)).collect::<Result<_, _>>()?;
        let heaps = range(&text.heaps)?;
        let distribution = match text.distribution.as_deref() {
            None => Distribution::Uniform,
            Some(word) => Distribution::named(word)
                .ok_or_else(|| format!("`{word}` is no distribution: uniform, log, max, equal or ones"))?,
        };
        let parameters = Parameters {
            rules: rules.map(str::to_owned),
            size,
            limit: one(&text.limit)?,
            heaps: heaps.map(|(low, _)| low),
            max: one(&text.max)?,
            min: one(&text.min)?,
            distribution,
            distinct: text.distinct.unwrap_or(true),
            amounts: one(&text.amounts)?,
            reach: one(&text.reach)?,
            piles: one(&text.piles)?,
            left: one(&text.left)?,
            edges: one(&text.edges)?,
            acyclic: text.acyclic.unwrap_or(false),
            moves: one(&text.moves)?,
            damage: share(&text.damage)?,
            pieces: share(&text.pieces)?,
            keywords,
            count: records,
            ..Parameters::default()
        };
        let outcome = match text.outcome.as_deref() {
            None => None,
            Some("win") => Some(Target::Win),
            Some("lose") => Some(Target::Lose),
            Some("draw") => Some(Target::Draw),
            Some("balanced") => Some(Target::Balanced),
            Some(word) => return Err(format!("`{word}` is no outcome: win, lose, draw or balanced")),
        };
        let near = |word: &String| match word.as_str() {
            "move" => Ok(NearMiss::Move),
            "decoy" => Ok(NearMiss::Decoy),
            "greedy" => Ok(NearMiss::Greedy),
            _ => Err(format!("`{word}` is no near miss: move, decoy or greedy")),
        };
        let near_miss = match &text.near_miss {
            None | Some(Near::All(false)) => Vec::new(),
            Some(Near::All(true)) => NearMiss::ALL.to_vec(),
            Some(Near::One(word)) => vec![near(word)?],
            Some(Near::Some(words)) => words.iter().map(near).collect::<Result<_, _>>()?,
        };
        let winning_moves = range(&text.winning_moves)?;
        let wanted = Wanted { outcome, winning_moves, near_miss, heaps };
        Ok(Group { name, cases, kind, parameters, wanted })
    }
}

fn board_size(text: &str) -> Result<Size, Trouble> {
    let side = |text: &str| text.parse::<u64>().ok().filter(|n| (1..=1 << 16).contains(n));
    text.split_once('x')
        .and_then(|(rows, cols)| Some(Size { rows: side(rows)?, cols: side(cols)? }))
        .ok_or_else(|| format!("`{text}` is no size; write 8x8, to 65536 rows and columns"))
}

fn keyword(word: &str) -> Result<Keyword, Trouble> {
    let known = [
        Keyword::Misere,
        Keyword::Overshoot,
        Keyword::OrLess,
        Keyword::Positive,
        Keyword::Normal,
        Keyword::Ring,
        Keyword::Turned,
    ];
    known.into_iter().find(|keyword| keyword.word() == word).ok_or_else(|| {
        format!("`{word}` is no keyword here: misere, overshoot, or-less, positive, normal, ring or turned")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "name = 'stones'\ngame = 'nim'\nseed = '1e3'\n[defaults]\nrecords = 5\nmax = '1e6'\n\
        [[group]]\nname = 'sample'\ngiven = ['nim: 3 4 5']\n\
        [[group]]\nname = 'random'\nheaps = '1-10'\ncases = 3\noutcome = 'balanced'\nnear-miss = ['move']\n";

    #[test]
    fn a_plan_is_read_with_its_defaults() {
        let plan = Plan::read(PLAN, Path::new(".")).unwrap();
        assert_eq!((plan.seed, plan.groups.len(), &*plan.title), (1000, 2, "stones"));
        assert_eq!(plan.groups[0].kind, Kind::Given(vec!["nim: 3 4 5".into()]));
        let random = &plan.groups[1];
        assert_eq!((random.cases, random.parameters.count, random.parameters.max), (3, 5, Some(1_000_000)));
        assert_eq!(
            (random.wanted.heaps, &random.wanted.near_miss[..]),
            (Some((1, 10)), &[NearMiss::Move][..])
        );
    }

    #[test]
    fn what_is_no_plan_is_said() {
        for (from, to, said) in [
            ("'stones'", "'Stones!'", "small letters"),
            ("records", "recods", "recods"),
            ("'balanced'", "'fair'", "no outcome"),
            ("'1e6'", "'1e60'", "more than"),
            ("['move']", "'mov'", "no near miss"),
            ("'random'\nheaps", "'sample'\nheaps", "two groups"),
            ("cases = 3", "cases = 0", "cases are"),
            ("cases = 3", "size = '8'", "no size"),
            ("heaps = '1-10'", "heaps = '9-1'", "no number in it"),
        ] {
            let error = Plan::read(&PLAN.replacen(from, to, 1), Path::new(".")).unwrap_err();
            assert!(error.contains(said), "{from}: {error}");
        }
    }
}
