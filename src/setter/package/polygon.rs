//! The package of Polygon: `problem.xml`, tests, a validator and a checker with testlib, solutions.

use super::statement::tex;
use super::{Files, Package};
use crate::interact::polygon_wrapper;

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
            file("files/interactor.cpp".into(), &polygon_wrapper(&options));
            file("files/check.cpp".into(), include_str!("../programs/accept.cpp"));
        }
        if self.any_move {
            file("files/check.cpp".into(), include_str!("../programs/check.cpp"));
        }
        for program in &self.programs {
            file(format!("solutions/{}", program.file), &program.text);
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
        let tests: String = self
            .cases
            .cases
            .iter()
            .map(|case| {
                let sample = if case.sample { " sample=\"true\"" } else { "" };
                format!("        <test method=\"manual\"{sample} description=\"{}\"/>\n", xml(&case.name))
            })
            .collect();
        let mut main = true;
        let solutions: String = self
            .programs
            .iter()
            .map(|program| {
                let tag = match program.right {
                    true if main => "main",
                    true => "accepted",
                    false => "wrong-answer",
                };
                main &= !program.right;
                let kind = if program.cpp { "cpp.g++17" } else { "python.3" };
                format!(
                    "      <solution tag=\"{tag}\">\n        <source path=\"solutions/{}\" type=\"{kind}\"/>\n      \
                     </solution>\n",
                    xml(&program.file)
                )
            })
            .collect();
        let interactor = match self.plan.interactive {
            Some(_) => {
                "    <interactor>\n      <source path=\"files/interactor.cpp\" type=\"cpp.g++17\"/>\n    </interactor>\n"
            }
            None => "",
        };
        let checker = match self.any_move || self.plan.interactive.is_some() {
            true => {
                "    <checker type=\"testlib\">\n      <source path=\"files/check.cpp\" type=\"cpp.g++17\"/>\n    \
                 </checker>\n"
            }
            false => "    <checker name=\"std::wcmp.cpp\" type=\"testlib\"/>\n",
        };
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n\
             <problem revision=\"1\" short-name=\"{name}\">\n  <names>\n    \
             <name language=\"english\" value=\"{title}\"/>\n  </names>\n  \
             <judging cpu-name=\"\" cpu-speed=\"\" input-file=\"\" output-file=\"\">\n    <testset name=\"tests\">\n      \
             <time-limit>{time}</time-limit>\n      <memory-limit>268435456</memory-limit>\n      \
             <test-count>{count}</test-count>\n      \
             <input-path-pattern>tests/%0{digits}d</input-path-pattern>\n      \
             <answer-path-pattern>tests/%0{digits}d.a</answer-path-pattern>\n      <tests>\n{tests}      </tests>\n    \
             </testset>\n  </judging>\n  <assets>\n{checker}{interactor}    <validators>\n      <validator>\n        \
             <source path=\"files/validator.cpp\" type=\"cpp.g++17\"/>\n      </validator>\n    </validators>\n    \
             <solutions>\n{solutions}    </solutions>\n  </assets>\n</problem>\n",
            name = xml(&self.plan.name),
            title = xml(&self.plan.title),
            time = 1000 * self.plan.time_limit,
            count = self.texts.len(),
        )
    }
}
