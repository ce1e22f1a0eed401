//! `grundy compare PLAN -- PROGRAM`: holds your program against the answers.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::exit::{CommandEnd, CommandResult};
use super::output::print;
use super::setter;
use grundy_setter::{Call, Comparison, Difference, TestCases};

/// The program, and the plan by which it is tested.
#[derive(Args, Debug)]
pub(super) struct CompareArguments {
    /// The plan
    #[arg(value_name = "PLAN", default_value = "plan.toml")]
    plan: PathBuf,

    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    command: Vec<String>,

    /// The time for one run, in milliseconds [default: that of the plan]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: Option<u64>,

    /// How often to run through the plan, each time with the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

    /// The most runs to make a record smaller
    #[arg(long, value_name = "N", default_value_t = 500)]
    shrink: u64,

    #[command(flatten)]
    templates: setter::TemplateNames,
}

impl CompareArguments {
    pub(super) fn run(self) -> CommandResult {
        let mut plan = self.templates.plan(&self.plan)?;
        let [input, answer] = plan.templates()?;
        let context = setter::context();
        let time = self
            .time
            .map_or(Duration::from_secs(plan.time_limit), Duration::from_millis);
        let comparison = Comparison {
            call: Call {
                words: self.command,
                folder: ".".into(),
                time,
            },
            input: &input,
            answer: &answer,
            shrink: self.shrink,
            context: &context,
        };
        let mut cases = 0;
        let mut records = 0;
        for _ in 0..self.rounds {
            let made = TestCases::of(&mut plan, &[&input, &answer], &context)?;
            if let Some(difference) = comparison.of(&made)? {
                print(shown(&difference))?;
                return Err(CommandEnd::silent(CommandEnd::WRONG));
            }
            cases += made.cases.len();
            for case in &made.cases {
                records += case.records.len();
            }
            plan.seed = plan.seed.wrapping_add(1);
        }
        eprintln!("grundy: no difference in {cases} cases, {records} records");
        Ok(())
    }
}

/// Shows a case in which the program and the answers differ.
fn shown(difference: &Difference) -> String {
    let Difference {
        case,
        given,
        expected,
        got,
        runs,
    } = difference;
    let mut out = format!(
        "They differ in case {}; the least found in {runs} runs:\n",
        case.name
    );
    out.extend(
        case.records
            .iter()
            .take(20)
            .map(|record| format!("  {record}\n")),
    );
    for (title, text) in [("Input", given), ("Expected", expected), ("Got", got)] {
        let mut lines = text.lines();
        out += &format!("{title}:\n");
        out.extend(lines.by_ref().take(100).map(|line| format!("  {line}\n")));
        out.extend(lines.next().map(|_| "  …\n"));
    }
    out
}
