//! The package of Polygon: `problem.xml`, tests, a validator and a checker with testlib, solutions.

use minijinja::context;
use minijinja::value::Serde;

use super::{Files, Package};
use crate::interact::Wrapper;
use crate::setter::Trouble;
use crate::setter::programs::{Program, Purpose};
use crate::setter::templates::rendered;

impl Package {
    pub(super) fn polygon(&self) -> Result<Files, Trouble> {
        let mut files: Files = Vec::new();
        let mut file = |path: &str, text: &str| files.push((path.into(), text.as_bytes().to_vec()));
        let digits = self.texts.len().to_string().len().max(2);
        for (number, (_, given, expected)) in (1..).zip(self.case_texts()) {
            file(&format!("tests/{number:0digits$}"), &given);
            file(&format!("tests/{number:0digits$}.a"), expected);
        }
        file("files/validator.cpp", &self.validator(true));
        if let Some(options) = self.interactor_options() {
            file("files/interactor.cpp", &Wrapper::Polygon.program(&options));
            file("files/check.cpp", include_str!("../programs/accept.cpp"));
        }
        if self.any_move() {
            file("files/check.cpp", include_str!("../programs/check.cpp"));
        }
        for program in &self.programs {
            let folder = if program.purpose == Purpose::Stub { "todo" } else { "solutions" };
            file(&format!("{folder}/{}", program.file), &program.text);
        }
        let name = rendered("{{ title|tex }}\n", context! { title => self.plan.title.as_str() })?;
        file("statement-sections/english/name.tex", &name);
        for part in ["legend", "input", "output"] {
            file(&format!("statement-sections/english/{part}.tex"), &self.statement(part)?);
        }
        file("problem.xml", &self.problem_xml(digits)?);
        Ok(files)
    }

    fn problem_xml(&self, digits: usize) -> Result<String, Trouble> {
        let tests: Vec<(bool, &str)> =
            self.cases.cases.iter().map(|case| (case.sample, &*case.name)).collect();
        let main = self.programs.iter().position(|program| program.purpose == Purpose::Right);
        let solution = |(i, program): (usize, &Program)| {
            let tag = match program.purpose {
                Purpose::Stub => return None,
                Purpose::Right if Some(i) == main => "main",
                Purpose::Right => "accepted",
                Purpose::Wrong => "wrong-answer",
            };
            Some((tag, program.file.clone(), if program.cpp { "cpp.g++17" } else { "python.3" }))
        };
        let solutions: Vec<_> = self.programs.iter().enumerate().filter_map(solution).collect();
        let values = context! {
            digits, tests => Serde(&tests), solutions => Serde(&solutions),
            name => self.plan.name.as_str(), title => self.plan.title.as_str(),
            time => 1000 * self.plan.time_limit,
            any_move => self.any_move(), interactive => self.plan.interactive.is_some(),
        };
        rendered(include_str!("problem.xml"), values)
    }
}
