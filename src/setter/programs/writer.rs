//! Programs from their texts.

use minijinja::context;

use super::Program;
use super::model::{Closed, Constant, Ends, Model};
use crate::setter::Trouble;
use crate::setter::forms::Form;
use crate::setter::limits::Limits;
use crate::setter::templates::rendered;

/// The moves of games, in Python and in C++.
struct Text {
    name: &'static str,
    python: &'static str,
    cpp: &'static str,
}

macro_rules! texts {
    ($($name:literal)*) => {
        &[$(Text {
            name: $name,
            python: include_str!(concat!("games/", $name, ".py")),
            cpp: include_str!(concat!("games/", $name, ".cpp")),
        }),*]
    };
}

static TEXTS: &[Text] = texts!(
    "ring" "board" "graph" "take_away" "moore" "end_nim" "sequential_nim" "staircase" "silver_dollar" "welter" "walk"
    "factor" "coins" "hackenbush" "chomp" "notakto" "place" "placement" "node_kayles" "arc_kayles" "take" "poset"
);

/// Texts that several programs include, by name.
static SHARED: [(&str, &str, &str); 4] = [
    ("taking", include_str!("games/taking.py"), include_str!("games/taking.cpp")),
    ("matching", include_str!("games/matching.py"), include_str!("games/matching.cpp")),
    ("lowered", "", include_str!("games/lowered.cpp")),
    ("walked", "", include_str!("games/walked.cpp")),
];

/// Writes the programs of a problem.
pub(super) struct Writer<'a> {
    pub(super) model: &'a Model,
    pub(super) limits: &'a Limits,
    pub(super) form: &'a Form,
    pub(super) answer: &'a str,
}

impl Writer<'_> {
    /// The program of a method; its numbers are those that the method takes.
    pub(super) fn write(
        &self,
        method: &str,
        cpp: bool,
        about: &str,
        numbers: &[(&str, u64)],
        definition: &str,
    ) -> Result<Program, Trouble> {
        let model = self.model;
        let text = if cpp { include_str!("solve.cpp") } else { include_str!("solve.py") };
        let number = |name: &str| numbers.iter().find(|(named, _)| *named == name).map_or(0, |&(_, n)| n);
        let text = rendered(
            text,
            context! {
                about, method, definition,
                answer => self.answer,
                constants => self.constants(cpp),
                game => self.game(cpp),
                reader => self.form.reader(cpp, self.limits),
                parts => model.parts,
                numbered => model.numbered,
                falls_apart => model.falls_apart(),
                kind => model.game,
                sum => model.ends == Ends::Normal,
                ended => model.ends != Ends::Normal && model.own.is_none(),
                ordered => model.ordered,
                has_closed => model.closed == Closed::Value,
                shared => model.shared,
                arity => if model.parts == "heaps" { 1 } else { self.limits.arity.max },
                modulus => number("modulus"), preperiod => number("preperiod"), period => number("period"),
            },
        )?;
        let ending = if cpp { "cpp" } else { "py" };
        Ok(Program { file: format!("{method}.{ending}"), text, about: about.into(), right: true, cpp })
    }

    fn game(&self, cpp: bool) -> String {
        if let Some((python, in_cpp)) = &self.model.own {
            return if cpp { in_cpp } else { python }.trim_end().to_owned();
        }
        let Some(text) = TEXTS.iter().find(|text| text.name == self.model.game) else { return String::new() };
        let mut game = if cpp { text.cpp } else { text.python }.to_owned();
        for (name, python, in_cpp) in SHARED {
            let shared = if cpp { in_cpp } else { python };
            game = game.replace(&format!("{{{{ {name} }}}}\n"), shared);
        }
        game.trim_end().to_owned()
    }

    fn constants(&self, cpp: bool) -> String {
        let mut constants = self.model.constants.clone();
        if let Ends::Other(stuck) = self.model.ends {
            constants.push(("STUCK", Constant::Text(stuck)));
        }
        let written = constants.iter().map(|(name, constant)| {
            let list = |list: &[i64]| {
                let numbers = list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                if cpp { format!("{{{numbers}}}") } else { format!("[{numbers}]") }
            };
            let (kind, value) = match constant {
                Constant::Number(number) => ("Int", number.to_string()),
                Constant::Text(text) => ("string", format!("{text:?}")),
                Constant::Flag(flag) if cpp => ("bool", flag.to_string()),
                Constant::Flag(flag) => ("", if *flag { "True" } else { "False" }.to_owned()),
                Constant::List(numbers) => ("vector<Int>", list(numbers)),
                Constant::Lists(lists) => {
                    let lists: Vec<String> = lists.iter().map(|numbers| list(numbers)).collect();
                    let lists = lists.join(", ");
                    ("vector<Position>", if cpp { format!("{{{lists}}}") } else { format!("[{lists}]") })
                }
            };
            match cpp {
                true => format!("static const {kind} {name} = {value};"),
                false => format!("{name} = {value}"),
            }
        });
        written.collect::<Vec<_>>().join("\n")
    }
}
