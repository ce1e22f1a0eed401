//! Which group catches which wrong program.

use super::Package;
use crate::setter::programs::Purpose;
use crate::setter::trial::Verdict;

impl Package {
    /// A table: submissions by groups, and in how many cases of each they fail.
    pub(super) fn report(&self) -> String {
        let mut groups: Vec<&str> = Vec::new();
        for case in &self.cases.cases {
            if !groups.contains(&case.group.as_str()) {
                groups.push(&case.group);
            }
        }
        let mut out = format!("# {}: which group catches which program\n\n", self.plan.title);
        if self.trials.is_empty() {
            out.push_str("The submissions were not run.\n");
        } else {
            out.push_str("Cases that a submission fails, of those of the group.\n\n");
            out.push_str(&format!("| submission | must get | {} |\n", groups.join(" | ")));
            out.push_str(&format!("| --- | --- |{}\n", " ---: |".repeat(groups.len())));
        }
        for trial in &self.trials {
            let kept = self.programs.iter().find(|program| program.file == trial.file);
            let must = match kept {
                Some(program) if program.purpose == Purpose::Right => "accepted",
                Some(_) => "wrong answer",
                None => "left out",
            };
            let Ok(verdicts) = &trial.verdicts else {
                out.push_str(&format!("| {} | not run |{}\n", trial.file, " |".repeat(groups.len())));
                continue;
            };
            let cells = groups.iter().map(|group| {
                let of_group = || {
                    self.cases
                        .cases
                        .iter()
                        .zip(verdicts)
                        .filter(|(case, _)| case.group == *group)
                        .map(|(_, v)| v)
                };
                let failed = of_group().filter(|verdict| **verdict != Verdict::Right).count();
                format!(" {failed} of {} |", of_group().count())
            });
            out.push_str(&format!("| {} | {must} |{}\n", trial.file, cells.collect::<String>()));
        }
        if !self.notes.is_empty() {
            out.push_str("\n## Left to do\n\n");
        }
        for note in &self.notes {
            out.push_str(&format!("- {note}\n"));
        }
        out
    }
}
