//! The package of Polygon: `problem.xml`, tests, a validator and a checker with testlib, solutions.

use minijinja::context;

use super::statement::tex;
use super::{Files, Package};
use crate::interact::Wrapper;
use crate::setter::programs::{Program, Purpose};
use crate::setter::templates::rendered;

/// Text in XML.
fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Package {
    pub(super) fn polygon(&self) -> Files {
        let mut files: Files = Vec::new();
        let mut file = |path: String, text: &str| files.push((path, text.as_bytes().to_vec()));
        let digits = self.texts.len().to_string().len().max(2);
        for (number, (given, expected)) in (1..).zip(&self.texts) {
            file(format!("tests/{number:0digits$}"), &self.case_text(&self.cases.cases[number - 1], given));
            file(format!("tests/{number:0digits$}.a"), expected);
        }
        file("files/validator.cpp".into(), &self.validator(true));
        if let Some(options) = self.interactor_options() {
            file("files/interactor.cpp".into(), &Wrapper::Polygon.program(&options));
            file("files/check.cpp".into(), include_str!("../programs/accept.cpp"));
        }
        if self.any_move {
            file("files/check.cpp".into(), include_str!("../programs/check.cpp"));
        }
        for program in &self.programs {
            let folder = if program.purpose == Purpose::Stub { "todo" } else { "solutions" };
            file(format!("{folder}/{}", program.file), &program.text);
        }
        let (given, expected) = self.formats();
        for (name, text) in [
            ("name.tex", tex(&self.plan.title)),
            ("legend.tex", self.story()),
            ("input.tex", given),
            ("output.tex", expected),
        ] {
            file(format!("statement-sections/english/{name}"), &(text + "\n"));
        }
        file("problem.xml".into(), &self.problem_xml(digits));
        files
    }

    fn problem_xml(&self, digits: usize) -> String {
        let tests: Vec<(bool, String)> =
            self.cases.cases.iter().map(|case| (case.sample, xml(&case.name))).collect();
        let main = self.programs.iter().position(|program| program.purpose == Purpose::Right);
        let solution = |(i, program): (usize, &Program)| {
            let tag = match program.purpose {
                Purpose::Right if Some(i) == main => "main",
                Purpose::Right => "accepted",
                _ => "wrong-answer",
            };
            (tag, xml(&program.file), if program.cpp { "cpp.g++17" } else { "python.3" })
        };
        let programs = self.programs.iter().filter(|program| program.purpose != Purpose::Stub);
        let solutions: Vec<_> = programs.enumerate().map(solution).collect();
        let values = context! {
            digits, tests, solutions,
            name => xml(&self.plan.name), title => xml(&self.plan.title),
            time => 1000 * self.plan.time_limit,
            any_move => self.any_move, interactive => self.plan.interactive.is_some(),
        };
        // A template of this program renders without an error.
        rendered(include_str!("problem.xml"), values).unwrap_or_default()
    }
}
