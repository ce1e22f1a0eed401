//! The test cases of a plan: records, their answers, a manifest.

#![expect(
    clippy::cast_possible_truncation,
    reason = "cases are at most as many as records"
)]

use std::io::Cursor;

use serde_json::{Value, json};

use super::error::SetterError;
use super::exhaustive::exhaustive;
use super::fields::{RecordFields, fields};
use super::limits::RecordLimits;
use super::plan::{Group, GroupKind, Plan};
use super::templates::{Template, asks_of};
use super::test_case::TestCase;
use crate::generate::{self, Parameters};
use grundy_base::random::Random;
use grundy_batch::{Format, Options, Source};
use grundy_games::Context;
use grundy_record::Signature;

/// All cases of a plan.
#[derive(Clone, Debug)]
pub struct TestCases {
    /// The cases, in the order of their names.
    pub cases: Vec<TestCase>,
    /// The limits that they keep.
    pub limits: RecordLimits,
}

impl TestCases {
    /// Generates all cases, and answers them as the templates ask.
    ///
    /// # Errors
    ///
    /// Says why a record cannot be generated or answered.
    pub fn of(
        plan: &mut Plan,
        templates: &[&Template],
        context: &Context,
    ) -> Result<TestCases, SetterError> {
        let game = context.catalogue.find(&plan.game);
        let signature = game
            .ok_or_else(|| format!("no game is called `{}`", plan.game))?
            .signature();
        plan.fit(signature)?;
        let mut cases = Vec::new();
        let group_digits = plan.groups.len().to_string().len().max(2);
        for (number, group) in (1..).zip(&plan.groups) {
            let in_group = |error: SetterError| format!("group `{}`: {error}", group.name);
            let generated =
                generate_group(plan.seed, group, signature, context).map_err(in_group)?;
            let digits = generated.len().to_string().len().max(2);
            for (case, Generated { seed, records }) in (1..).zip(generated) {
                let name = format!("{number:0group_digits$}-{}-{case:0digits$}", group.name);
                let fields = answered(&records, templates, context).map_err(in_group)?;
                if let Some(other) = fields.iter().find(|fields| *fields.game != *signature.name) {
                    let error = format!("`{}` is no record of `{}`", other.text, signature.name);
                    return Err(in_group(error));
                }
                cases.push(TestCase {
                    name,
                    group: group.name.clone(),
                    seed,
                    records,
                    fields,
                });
            }
        }
        Ok(TestCases {
            limits: RecordLimits::of(plan, &cases),
            cases,
        })
    }

    /// Writes a manifest, which says where each case is from, and the version of the program.
    pub fn manifest(&self, plan: &Plan) -> String {
        let entry = |case: &TestCase| {
            json!({
                "name": case.name, "group": case.group, "game": plan.game, "rules": plan.rules,
                "seed": case.seed, "records": case.records.len(),
            })
        };
        let manifest = json!({
            "problem": plan.name, "grundy": env!("CARGO_PKG_VERSION"), "seed": plan.seed, "limits": self.limits,
            "cases": self.cases.iter().map(entry).collect::<Vec<Value>>(),
        });
        format!("{manifest:#}\n")
    }
}

/// Makes the seed of a case from the seed of the plan, the name of the group and the number of the case, so that a new
/// group changes no other group.
pub(super) fn seed_of(seed: u64, group: &str, case: u64) -> u64 {
    // The hash of Fowler, Noll and Vo (FNV-1a).
    let hash = group
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    Random::new(seed ^ hash).word() ^ case
}

/// The records of a case, and the seed that they were generated from, which is 0 for records without chance.
struct Generated {
    /// The seed.
    seed: u64,
    /// The records, each without a line feed.
    records: Vec<String>,
}

/// Generates the records of the cases of a group. Each case of random records has its own seed; other records are
/// distributed over the cases as evenly as possible, in order.
fn generate_group(
    seed: u64,
    group: &Group,
    signature: &Signature,
    context: &Context,
) -> Result<Vec<Generated>, SetterError> {
    let records: Vec<String> = match group.kind {
        GroupKind::Random => {
            return (0..group.cases)
                .map(|case| {
                    random_case(seed_of(seed, &group.name, case), group, signature, context)
                })
                .collect();
        }
        GroupKind::Given => {
            let given = group.given.iter();
            given.map(|record| record.trim().to_owned()).collect()
        }
        GroupKind::Exhaustive => exhaustive(&group.parameters, signature)?,
    };
    let count = records.len();
    let cases = (group.cases as usize).clamp(1, count.max(1));
    let mut generated = Vec::new();
    for case in 0..cases {
        let part = case * count / cases..(case + 1) * count / cases;
        generated.push(Generated {
            seed: 0,
            records: records[part].to_vec(),
        });
    }
    Ok(generated)
}

/// Generates the records of one case from a seed.
fn random_case(
    seed: u64,
    group: &Group,
    signature: &Signature,
    context: &Context,
) -> Result<Generated, SetterError> {
    let parameters = Parameters {
        seed,
        ..group.parameters.clone()
    };
    let records = generate::drawn(signature, &parameters, context);
    Ok(Generated {
        seed,
        records: records.map_err(|error| error.to_string())?,
    })
}

/// Answers the records of a text.
///
/// # Errors
///
/// Returns the diagnostics, which call the text by the given name, if a record is wrong.
pub fn answers(
    name: impl Into<String>,
    text: Vec<u8>,
    options: &Options,
) -> Result<String, SetterError> {
    let source = Source::new(name, Box::new(Cursor::new(text)));
    let mut answers = Vec::new();
    let mut diagnostics = Vec::new();
    match grundy_batch::run(vec![source], &mut answers, &mut diagnostics, options) {
        Ok(summary) if !summary.wrong => Ok(String::from_utf8_lossy(&answers).into_owned()),
        // Reading and writing memory do not fail.
        _ => Err(String::from_utf8_lossy(&diagnostics).into_owned()),
    }
}

/// Reads records as data, with the answers that templates ask for.
pub fn answered(
    records: &[String],
    templates: &[&Template],
    context: &Context,
) -> Result<Vec<RecordFields>, SetterError> {
    let options = Options {
        asks: asks_of(templates),
        catalogue: context.catalogue.clone(),
        budget: context.budget,
        format: Format::Json,
        ..Options::default()
    };
    let answers = answers("<records>", records.join("\n").into_bytes(), &options)?;
    let mut all = Vec::new();
    for (place, (record, answer)) in records.iter().zip(answers.lines()).enumerate() {
        let mut fields = fields(record.as_bytes(), place + 1, context)?;
        fields.answer = serde_json::from_str(answer).map_err(|error| error.to_string())?;
        all.push(fields);
    }
    Ok(all)
}
