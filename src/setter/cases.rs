//! The cases of a plan: records, their answers, a manifest.

use std::io::Cursor;

use serde_json::{Value, json};

use super::exhaustive::exhaustive;
use super::fields::{Fields, fields};
use super::plan::{Group, Kind, Plan};
use super::templates::{Template, asks_of};
use super::{Limits, Trouble};
use crate::batch::{self, Format, Options, Source};
use crate::games::Context;
use crate::generate::{self, Parameters};
use crate::random::Random;
use crate::record::Signature;

/// One case: the records of one file.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name: number and name of its group, its number in the group.
    pub name: String,
    /// The name of its group.
    pub group: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// Its records, one a line, without line ends.
    pub records: Vec<String>,
    /// Its records as data, with their answers.
    pub fields: Vec<Fields>,
}

impl Case {
    /// Whether it is shown to contestants.
    pub fn is_sample(&self) -> bool {
        self.group == "sample"
    }
}

/// All cases of a plan.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The cases, in the order of their names.
    pub cases: Vec<Case>,
    /// The limits they keep.
    pub limits: Limits,
}

impl Cases {
    /// Generates all cases, and answers them as the templates ask.
    ///
    /// # Errors
    ///
    /// If a record cannot be generated or answered.
    pub fn of(
        plan: &mut Plan,
        templates: &[&Template],
        context: &Context,
    ) -> Result<Cases, Trouble> {
        let game = context.catalogue.find(&plan.game);
        let signature = game
            .ok_or_else(|| format!("no game is called `{}`", plan.game))?
            .signature();
        plan.fit(signature)?;
        let mut cases = Vec::new();
        let group_digits = plan.groups.len().to_string().len().max(2);
        for (number, group) in (1..).zip(&plan.groups) {
            let of = |trouble: Trouble| format!("group `{}`: {trouble}", group.name);
            let made = of_group(plan.seed, group, signature, context).map_err(of)?;
            let digits = made.len().to_string().len().max(2);
            for (case, (seed, records)) in (1..).zip(made) {
                let name = format!("{number:0group_digits$}-{}-{case:0digits$}", group.name);
                let fields = answered(&records, templates, context).map_err(of)?;
                if let Some(other) = fields.iter().find(|fields| *fields.game != *signature.name) {
                    return Err(of(format!(
                        "`{}` is no record of `{}`",
                        other.text, signature.name
                    )));
                }
                cases.push(Case {
                    name,
                    group: group.name.clone(),
                    seed,
                    records,
                    fields,
                });
            }
        }
        Ok(Cases {
            limits: Limits::of(plan, &cases),
            cases,
        })
    }

    /// The source of each case, and the version of the program.
    pub fn manifest(&self, plan: &Plan) -> String {
        let case = |case: &Case| {
            json!({
                "name": case.name, "group": case.group, "game": plan.game, "rules": plan.rules,
                "seed": case.seed, "records": case.records.len(),
            })
        };
        let manifest = json!({
            "problem": plan.name, "grundy": env!("CARGO_PKG_VERSION"), "seed": plan.seed, "limits": self.limits,
            "cases": self.cases.iter().map(case).collect::<Vec<Value>>(),
        });
        format!("{manifest:#}\n")
    }
}

/// The seed of a case: it depends on the plan's seed, the name of the group and the number of the case, so
/// that a further group changes no other.
pub(super) fn seed_of(seed: u64, group: &str, case: u64) -> u64 {
    // The hash of Fowler, Noll and Vo (FNV-1a).
    let hash = group
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    Random::new(seed ^ hash).word() ^ case
}

/// The records of the cases of a group, each with its seed. Random ones have a seed each; others are distributed over the
/// cases as evenly as possible, in order.
fn of_group(
    seed: u64,
    group: &Group,
    signature: &Signature,
    context: &Context,
) -> Result<Vec<(u64, Vec<String>)>, Trouble> {
    let random = |case| {
        let seed = seed_of(seed, &group.name, case);
        let parameters = Parameters {
            seed,
            ..group.parameters.clone()
        };
        let records =
            generate::drawn(signature, &parameters, context).map_err(|error| error.to_string())?;
        Ok((seed, records))
    };
    let records: Vec<String> = match group.kind {
        Kind::Random => return (0..group.cases).map(random).collect(),
        Kind::Given => group
            .given
            .iter()
            .map(|record| record.trim().to_owned())
            .collect(),
        Kind::Exhaustive => exhaustive(&group.parameters, signature)?,
    };
    let count = records.len();
    let cases = (group.cases as usize).clamp(1, count.max(1));
    let part = |case| records[case * count / cases..(case + 1) * count / cases].to_vec();
    Ok((0..cases).map(|case| (0, part(case))).collect())
}

/// The answers to the records of a text.
///
/// # Errors
///
/// The diagnostics, which name the text so, if a record is wrong.
pub fn answers(
    name: impl Into<String>,
    text: Vec<u8>,
    options: &Options,
) -> Result<String, Trouble> {
    let source = Source::new(name, Box::new(Cursor::new(text)));
    let (mut answers, mut diagnostics) = (Vec::new(), Vec::new());
    match batch::run(vec![source], &mut answers, &mut diagnostics, options) {
        Ok(summary) if !summary.wrong => Ok(String::from_utf8_lossy(&answers).into_owned()),
        // Reading and writing memory do not fail.
        _ => Err(String::from_utf8_lossy(&diagnostics).into_owned()),
    }
}

/// Records as data, with the answers that templates ask for.
pub fn answered(
    records: &[String],
    templates: &[&Template],
    context: &Context,
) -> Result<Vec<Fields>, Trouble> {
    let options = Options {
        asks: asks_of(templates),
        catalogue: context.catalogue.clone(),
        budget: context.budget,
        format: Format::Json,
        ..Options::default()
    };
    let answers = answers("<records>", records.join("\n").into_bytes(), &options)?;
    let of_record = |(index, (record, answer)): (usize, (&String, &str))| {
        let answer = serde_json::from_str(answer).map_err(|error| error.to_string())?;
        Ok(Fields {
            answer,
            ..fields(record.as_bytes(), index, context)?
        })
    };
    (1..)
        .zip(records.iter().zip(answers.lines()))
        .map(of_record)
        .collect()
}
