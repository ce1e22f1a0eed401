//! Rows of any length, and rows that close up: parts as words in a trie, values by mex.
//!
//! ```text
//!   row   X O X O X O        option: the beginning, a few letters changed, the end
//!           └─┘
//!         X . X X O X O      read forwards from the root: X, then dead; backwards: O X O X X from the end
//! ```
//!
//! **Theorem.** A letter that stands before no `>` is dead: it never changes and is in no match, so what lies on either side
//! of it is a part of its own, also where rows close up. (Under `_` every letter is in a match, and only walls are dead.)
//! The value of a row is the nim-sum of the values of the words between its dead letters. This is wrong under `never`,
//! `ends`, `alive` and `joined`, which see dead letters, and under misère play, where values do not add up.
//!
//! A word is a node of the trie, read forwards, and another, read backwards; both know its value. Each option of a word is a
//! beginning of it, some letters that change, and an end of it. So its parts are found in as many steps as the rule has
//! letters if a letter dies, from the nodes of the beginnings and the ends; no word is hashed or compared. A word is entered
//! also under the symmetries of the rules: reversal and exchanges of two letters. (XO)^2000 with all smaller exponents is
//! 11,993 words.
//!
//! Where every move puts a dead letter, the words are few ([`most_words`]), so that rows of any such rules are valued here.
//!
//! A search looks at a word once. Options with unknown parts wait until these are valued, the shortest of them before the others,
//! on a stack. A part that is still open when it is needed is a return of play. A word that a symmetry with a reversal maps to
//! itself, such as (XO)^n, is looked at up to its middle only: each option beyond is the image of one before.

#![expect(
    clippy::cast_possible_truncation,
    reason = "nodes are counted in 31 bits, which is checked, and a row has at most 2²⁰ letters"
)]

use std::ops::Range;
use std::sync::{Arc, Mutex};

use grundy_base::budget::{Budget, Limit, StepMeter};
use grundy_base::shares;
use grundy_base::sync::lock;
use grundy_rules::rewrite::{Rewriting, Symbol, WALL};
use grundy_values::mex::ValueSet;
use smallvec::SmallVec;

use crate::account::spend;
use crate::definition::Definition;
use crate::engine::{Engine, EngineStop};

/// The value of a node whose word was not looked at.
const UNKNOWN: u32 = u32::MAX;

/// The value of a node whose word was looked at and waits for others.
const OPEN: u32 = u32::MAX - 1;

/// A part of an option: a node, and the direction in which its word is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DirectedNode(u32);

impl DirectedNode {
    /// The bit that says that the word is read backwards; the other bits are the node.
    const BACKWARDS: u32 = 1 << 31;

    /// Returns the part whose word is that of a node.
    fn forwards(node: u32) -> DirectedNode {
        DirectedNode(node)
    }

    /// Returns the part whose word is that of a node, read from its end.
    fn backwards(node: u32) -> DirectedNode {
        DirectedNode(node | Self::BACKWARDS)
    }

    /// Returns the node.
    fn node(self) -> u32 {
        self.0 & !Self::BACKWARDS
    }

    /// Returns whether the word is read from its end.
    fn is_backwards(self) -> bool {
        self.0 & Self::BACKWARDS != 0
    }
}

/// The largest number of nodes. Those that are added before the next look at the limit, at most two for each letter of a
/// row, are numbered in 31 bits as well.
const MAX_NODES: u64 = 1 << 30;

/// A rule in one direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WordRule {
    /// The signs that must stand there, from left to right.
    pub(crate) before: Vec<Symbol>,
    /// The signs that take their place; fewer where the row closes up.
    pub(crate) after: Vec<Symbol>,
}

impl WordRule {
    /// Returns the rule as it lies from right to left.
    fn reversed(&self) -> WordRule {
        WordRule {
            before: self.before.iter().rev().copied().collect(),
            after: self.after.iter().rev().copied().collect(),
        }
    }

    /// Writes what it puts in the place of a match. Returns whether it matches and changes something.
    fn put(&self, there: &[u8], into: &mut Vec<u8>) -> bool {
        let mut bound = [0; 10];
        for (&sign, &letter) in self.before.iter().zip(there) {
            let fits = match sign {
                Symbol::Letter(wanted) => wanted == letter,
                Symbol::Any => letter != WALL,
                Symbol::Same(number) => {
                    let known = &mut bound[usize::from(number)];
                    let fits = letter != WALL && (*known == 0 || *known == letter);
                    *known = letter;
                    fits
                }
                Symbol::Wall => false,
            };
            if !fits {
                return false;
            }
        }
        into.clear();
        for (i, &sign) in self.after.iter().enumerate() {
            let letter = match sign {
                Symbol::Letter(letter) => letter,
                Symbol::Wall => WALL,
                Symbol::Any => there[i],
                Symbol::Same(number) => bound[usize::from(number)],
            };
            if letter == 0 {
                return false;
            }
            into.push(letter);
        }
        into != there
    }
}

/// A rule of letters alone that puts a dead letter, so that every option by it falls into parts: what lies before the
/// first dead letter and what lies after the last one, with words between dead letters that are the same in each option.
#[derive(Debug)]
struct CuttingRule {
    /// The letters that must stand there, from left to right.
    before: Vec<u8>,
    /// The letters put before the first dead one, from left to right, each by its place among the live letters.
    left: Vec<u8>,
    /// The letters put after the last dead one, from right to left, likewise.
    right: Vec<u8>,
    /// The nodes of the words put between dead letters.
    middle: Vec<u32>,
    /// The number of letters put.
    put: usize,
}

/// An exchange of two letters, or none, that maps the rules to themselves, as they stand or reversed.
#[derive(Clone, Debug)]
struct LetterExchange {
    /// The letter that each letter becomes.
    to: [u8; 256],
    /// Whether the exchange alone maps the rules to themselves.
    is_symmetry: bool,
    /// Whether it does so with a reversal.
    is_reversed_symmetry: bool,
}

impl LetterExchange {
    /// Looks whether an exchange maps rules, which are in order, to themselves.
    fn of(to: [u8; 256], rules: &[WordRule]) -> LetterExchange {
        let mut exchange = LetterExchange {
            to,
            is_symmetry: false,
            is_reversed_symmetry: false,
        };
        let mut images: Vec<WordRule> = rules.iter().map(|rule| exchange.of_rule(rule)).collect();
        let mut reversed: Vec<WordRule> = images.iter().map(WordRule::reversed).collect();
        images.sort_unstable();
        reversed.sort_unstable();
        exchange.is_symmetry = images == rules;
        exchange.is_reversed_symmetry = reversed == rules;
        exchange
    }

    /// Returns the image of a rule.
    fn of_rule(&self, rule: &WordRule) -> WordRule {
        let of_sign = |&sign: &Symbol| match sign {
            Symbol::Letter(letter) => Symbol::Letter(self.to[usize::from(letter)]),
            other => other,
        };
        WordRule {
            before: rule.before.iter().map(of_sign).collect(),
            after: rule.after.iter().map(of_sign).collect(),
        }
    }
}

/// A node of the trie: the word that leads to it from the root.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The node of the word without its last letter.
    parent: u32,
    /// The last letter of the word.
    letter: u8,
    /// The number of letters of the word.
    length: u32,
    /// The value of the word, [`UNKNOWN`] or [`OPEN`].
    forwards: u32,
    /// The value of the word read from its end, likewise.
    backwards: u32,
}

/// The words that were valued, in a trie: values of rows of any length, by the parts between letters that never change, for
/// rules that may close rows up but have none of `never`, `ends`, `alive`, `joined`, `ring`, `graph` and `misere`.
/// [`RewriteRun`](crate::RewriteRun) asks such a table if the rules are so.
#[derive(Debug)]
pub struct WordTable {
    /// The rules of letters alone that put a dead letter, written out for rows of the greatest length.
    cutting: Vec<CuttingRule>,
    /// The other rules, written out likewise.
    others: Vec<WordRule>,
    /// The length of the longest words for which the rules were written out, if they have a repeated sign.
    longest: Option<usize>,
    /// The letters that are not dead, ascending.
    live: Vec<u8>,
    /// The place of each letter among those that are not dead, if it is one of them.
    place: [Option<u8>; 256],
    /// Whether the rules see any letter.
    has_any: bool,
    /// The symmetries under which words are entered; the first exchanges no letters.
    exchanges: Vec<LetterExchange>,
    /// The children of each node, one for each live letter; 0 if there is none.
    children: Vec<u32>,
    /// The nodes; the first is that of the empty word.
    nodes: Vec<Node>,
    /// The largest number of nodes, and of what takes as many bytes in words that wait.
    most_entries: u64,
    /// The nodes that take as many bytes as the words that wait.
    open_entries: u64,
    /// The largest number of bytes.
    most_bytes: u64,
}

/// The options of a word that was looked at.
#[derive(Default)]
struct WordOptions {
    /// The values of the options whose parts all have values.
    seen: ValueSet,
    /// The options with parts that have none yet.
    waiting: Vec<WordOption>,
    /// Whether a part of some option is open, so that play can return.
    returns: bool,
}

impl WordOptions {
    /// Adds an option whose parts were looked up.
    #[inline]
    fn add(&mut self, option: WordOption) {
        if option.unknown.is_empty() {
            self.seen.insert(option.nim_sum);
        } else {
            self.waiting.push(option);
        }
    }
}

/// An option of a word whose parts were looked up.
#[derive(Default)]
struct WordOption {
    /// The nim-sum of the parts that have values.
    nim_sum: u32,
    /// The other parts.
    unknown: SmallVec<[DirectedNode; 2]>,
}

/// A word with the nodes along which it is read.
struct WordPath {
    /// The letters of the word.
    word: Vec<u8>,
    /// The nodes of its first letters, by their number.
    beginnings: Vec<u32>,
    /// The nodes of its last letters, read backwards, by their number.
    ends: Vec<u32>,
}

/// The parts whose words have one value, by the symmetries of the rules.
struct WordImages {
    /// The parts.
    parts: Vec<DirectedNode>,
    /// Whether a symmetry with a reversal maps the word to itself, so that each option right of its middle is the image
    /// of one left of it.
    is_mirrored: bool,
}

/// A word whose options were looked up, some of which wait for parts.
struct OpenWord {
    /// The images of the word.
    images: WordImages,
    /// The options of the word.
    options: WordOptions,
}

impl OpenWord {
    /// Counts the nodes that take as many bytes as the word or more, with the tasks for the parts that it waits for.
    fn entries(&self) -> u64 {
        /// The nodes for the word itself and its set of values.
        const ITSELF: u64 = 8;
        let waiting = self.options.waiting.iter();
        waiting.fold(ITSELF, |sum, option| sum + 1 + option.unknown.len() as u64)
    }
}

/// A task that is left while words are valued.
enum WordTask {
    /// A part is to be valued, unless it has a value by then.
    Value(DirectedNode),
    /// A word gets its value, after all parts that its options wait for.
    Finish(Box<OpenWord>),
}

impl WordPath {
    /// Returns the node of the word.
    fn forwards(&self) -> u32 {
        self.beginnings[self.word.len()]
    }

    /// Returns the node of the word that is read from the end of this one.
    fn backwards(&self) -> u32 {
        self.ends[self.word.len()]
    }

    /// Returns the path of the word that is read from the end of this one.
    fn reversed(mut self) -> WordPath {
        self.word.reverse();
        WordPath {
            word: self.word,
            beginnings: self.ends,
            ends: self.beginnings,
        }
    }
}

impl WordTable {
    /// Makes an empty table of these rules for rows of at most `longest` cells with these letters, within a number of bytes.
    ///
    /// # Errors
    ///
    /// Fails when the rules, written out, take too much memory.
    pub fn of(
        rules: &Rewriting,
        letters: &[u8],
        longest: usize,
        memory: u64,
    ) -> Result<WordTable, Limit> {
        Self::new(&Definition::new(rules), letters, longest, memory)
    }

    /// Makes an empty table for rows of at most `longest` cells with these letters.
    ///
    /// # Errors
    ///
    /// Fails when the rules, written out, take too much memory.
    pub(crate) fn new(
        definition: &Definition,
        letters: &[u8],
        longest: usize,
        memory: u64,
    ) -> Result<WordTable, Limit> {
        let rules = &definition.rules;
        let repeats = rules.rules.iter().any(|rule| rule.before.has_repeated());
        let most_bytes = shares::rewriting::words(memory);
        if repeats && (longest as u64).pow(2) * rules.rules.len() as u64 * 8 > most_bytes {
            return Err(Limit::memory(format!(
                "rules with `*` on rows of {longest} cells take more than {most_bytes} bytes"
            )));
        }
        let word_rules = word_rules(definition, longest);
        let has_any = word_rules
            .iter()
            .flat_map(|rule| &rule.before)
            .any(|sign| matches!(sign, Symbol::Any | Symbol::Same(_)));
        let mut live: Vec<u8> = Vec::new();
        for rule in &word_rules {
            live.extend(rule.before.iter().filter_map(letter_of));
            if has_any {
                live.extend(rule.after.iter().filter_map(letter_of));
            }
        }
        if has_any {
            live.extend(letters.iter().filter(|&&letter| letter != WALL));
        }
        live.sort_unstable();
        live.dedup();
        let mut place = [None; 256];
        for (number, &letter) in live.iter().enumerate() {
            place[usize::from(letter)] = Some(number as u8);
        }
        let node_bytes = (size_of::<Node>() + 4 * live.len()) as u64;
        let mut table = WordTable {
            exchanges: exchanges(&word_rules, &live),
            cutting: Vec::new(),
            others: Vec::new(),
            longest: repeats.then_some(longest),
            live,
            place,
            has_any,
            children: Vec::new(),
            nodes: Vec::new(),
            // Lists that grow by doubling take up to three times their bytes for a moment.
            most_entries: (most_bytes / (3 * node_bytes)).min(MAX_NODES),
            open_entries: 0,
            most_bytes,
        };
        let empty = table.add_node(0, 0, 0);
        table.nodes[empty as usize].forwards = 0;
        table.nodes[empty as usize].backwards = 0;
        for rule in word_rules {
            match table.cutting_rule(&rule) {
                Some(cutting) => table.cutting.push(cutting),
                None => table.others.push(rule),
            }
        }
        Ok(table)
    }

    /// Cuts what a rule puts at its dead letters, if the rule is of letters alone and puts a dead one.
    fn cutting_rule(&mut self, rule: &WordRule) -> Option<CuttingRule> {
        let before: Vec<u8> = rule.before.iter().map(letter_of).collect::<Option<_>>()?;
        let is_fixed = |sign: &Symbol| matches!(sign, Symbol::Letter(_) | Symbol::Wall);
        if !rule.after.iter().all(is_fixed) {
            return None;
        }
        let mut put = Vec::new();
        if !rule.put(&before, &mut put) {
            return None;
        }
        let first_dead = put.iter().position(|&letter| self.is_dead(letter))?;
        let last_dead = put.iter().rposition(|&letter| self.is_dead(letter))?;
        let between = &put[first_dead..=last_dead];
        let words: Vec<&[u8]> = between
            .split(|&letter| self.is_dead(letter))
            .filter(|word| !word.is_empty())
            .collect();
        let mut middle = Vec::with_capacity(words.len());
        for word in words {
            middle.push(self.node_of(word.iter().copied()));
        }
        Some(CuttingRule {
            before,
            left: self.places_of(put[..first_dead].iter()),
            right: self.places_of(put[last_dead + 1..].iter().rev()),
            middle,
            put: put.len(),
        })
    }

    /// Returns the places of letters, all of them live, among the live letters.
    fn places_of<'l>(&self, letters: impl Iterator<Item = &'l u8>) -> Vec<u8> {
        let place = |&letter: &u8| self.place[usize::from(letter)].expect("the letter is live");
        letters.map(place).collect()
    }

    /// Returns whether the nodes of this many words, with those of all their beginnings, fit within the limit of memory: each word is
    /// entered forwards and backwards under each exchange of letters, and its beginnings are among the words that are counted.
    ///
    /// Words that wait for each other are ever shorter, so there are at most as many as the row has cells; each has at most as
    /// many options of a rule as it has letters, and most options have two parts.
    pub(crate) fn has_room_for(&self, words: u64, cells: usize) -> bool {
        let nodes_a_word = 2 * self.exchanges.len() as u64;
        let rules = (self.cutting.len() + self.others.len()) as u64;
        let entries_of_options = 4 * rules * (cells as u64).pow(2);
        words
            .saturating_mul(nodes_a_word)
            .saturating_add(entries_of_options)
            < self.most_entries
    }

    /// Returns whether rows of this length with these letters can be looked up.
    pub fn covers(&self, letters: &[u8]) -> bool {
        let is_long = self.longest.is_some_and(|longest| letters.len() > longest);
        let is_known = |&letter: &u8| letter == WALL || self.place[usize::from(letter)].is_some();
        !is_long && (!self.has_any || letters.iter().all(is_known))
    }

    /// Checks that there is room for the nodes, for the words that wait, and for this many options of one more.
    fn check_room(&self, waiting: usize) -> Result<(), Limit> {
        if self.nodes.len() as u64 + self.open_entries + waiting as u64 <= self.most_entries {
            return Ok(());
        }
        Err(Limit::memory(format!(
            "the words that play comes to from this row take more than {} bytes",
            self.most_bytes
        )))
    }

    /// Returns the number of nodes: of words that were valued or met, and of their beginnings.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns how many nodes there may be before a word is begun, which adds at most two for each of its letters.
    pub fn most_nodes(&self) -> u64 {
        self.most_entries
    }

    /// Adds a node.
    fn add_node(&mut self, parent: u32, letter: u8, length: u32) -> u32 {
        self.children
            .resize(self.children.len() + self.live.len(), 0);
        self.nodes.push(Node {
            parent,
            letter,
            length,
            forwards: UNKNOWN,
            backwards: UNKNOWN,
        });
        self.nodes.len() as u32 - 1
    }

    /// Returns the node to which a live letter leads, which is made if there is none.
    #[inline]
    fn step(&mut self, node: u32, letter: u8) -> u32 {
        let place = self.place[usize::from(letter)].expect("the letter is live");
        self.step_to(node, place)
    }

    /// Returns the node to which the live letter at a place leads, which is made if there is none.
    #[inline]
    fn step_to(&mut self, node: u32, place: u8) -> u32 {
        let at = node as usize * self.live.len() + usize::from(place);
        match self.children[at] {
            0 => self.add_child(node, place),
            child => child,
        }
    }

    /// Adds the node to which the live letter at a place leads. It stands apart from [`step_to`](Self::step_to), so that the
    /// compiler writes that one into its callers.
    #[cold]
    #[inline(never)]
    fn add_child(&mut self, node: u32, place: u8) -> u32 {
        let length = self.nodes[node as usize].length + 1;
        let child = self.add_node(node, self.live[usize::from(place)], length);
        self.children[node as usize * self.live.len() + usize::from(place)] = child;
        child
    }

    /// Returns the node of a word.
    fn node_of(&mut self, word: impl Iterator<Item = u8>) -> u32 {
        let mut node = 0;
        for letter in word {
            node = self.step(node, letter);
        }
        node
    }

    /// Finds the word of a node, with the nodes along which it is read.
    fn path_to(&mut self, node: u32) -> WordPath {
        let length = self.nodes[node as usize].length as usize;
        let mut word = vec![0; length];
        let mut beginnings = vec![0; length + 1];
        let mut node = node;
        for (last_letter, beginning) in word.iter_mut().zip(&mut beginnings[1..]).rev() {
            let at = &self.nodes[node as usize];
            *last_letter = at.letter;
            *beginning = node;
            node = at.parent;
        }
        let mut ends = Vec::with_capacity(length + 1);
        let mut end = 0;
        ends.push(end);
        for &letter in word.iter().rev() {
            end = self.step(end, letter);
            ends.push(end);
        }
        WordPath {
            word,
            beginnings,
            ends,
        }
    }

    /// Finds the images of a word.
    ///
    /// # Errors
    ///
    /// Fails when their nodes take too much memory.
    fn images(&mut self, path: &WordPath) -> Result<WordImages, Limit> {
        let exchanges = std::mem::take(&mut self.exchanges);
        let images = self.images_by(&exchanges, path);
        self.exchanges = exchanges;
        images
    }

    /// Finds the images of a word under exchanges of letters.
    fn images_by(
        &mut self,
        exchanges: &[LetterExchange],
        path: &WordPath,
    ) -> Result<WordImages, Limit> {
        let mut parts = Vec::with_capacity(4 * exchanges.len());
        let mut is_mirrored = false;
        for (number, exchange) in exchanges.iter().enumerate() {
            let (forwards, backwards) = if number == 0 {
                (path.forwards(), path.backwards())
            } else {
                let letters = path
                    .word
                    .iter()
                    .map(|&letter| exchange.to[usize::from(letter)]);
                (self.node_of(letters.clone()), self.node_of(letters.rev()))
            };
            self.check_room(0)?;
            let from_beginning = [
                DirectedNode::forwards(forwards),
                DirectedNode::backwards(backwards),
            ];
            let from_end = [
                DirectedNode::forwards(backwards),
                DirectedNode::backwards(forwards),
            ];
            if exchange.is_symmetry {
                parts.extend(from_beginning);
            }
            if exchange.is_reversed_symmetry {
                parts.extend(from_end);
                is_mirrored |= backwards == path.forwards();
            }
        }
        Ok(WordImages { parts, is_mirrored })
    }

    /// Returns the value of a part, which may be [`UNKNOWN`] or [`OPEN`].
    #[inline]
    fn value_of(&self, part: DirectedNode) -> u32 {
        let node = &self.nodes[part.node() as usize];
        if part.is_backwards() {
            node.backwards
        } else {
            node.forwards
        }
    }

    /// Enters the value of a word at its images.
    fn enter(&mut self, images: &WordImages, value: u32) {
        for part in &images.parts {
            let node = &mut self.nodes[part.node() as usize];
            if part.is_backwards() {
                node.backwards = value;
            } else {
                node.forwards = value;
            }
        }
    }

    /// Returns whether a letter is dead.
    fn is_dead(&self, letter: u8) -> bool {
        self.place[usize::from(letter)].is_none()
    }

    /// Lists the words of a row: the cells between dead letters.
    pub(crate) fn words(&self, letters: &[u8]) -> Vec<Range<usize>> {
        let mut words = Vec::new();
        let mut start = 0;
        for (cell, &letter) in letters.iter().enumerate() {
            if self.is_dead(letter) {
                words.push(start..cell);
                start = cell + 1;
            }
        }
        words.push(start..letters.len());
        words.retain(|word| !word.is_empty());
        words
    }

    /// Returns the value of a row, which the table covers: one of its letters, as long or shorter. Words that were valued
    /// are looked up, also after a question that met a limit.
    ///
    /// # Errors
    ///
    /// Fails when play can return, or a limit would be passed.
    pub fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        spend(account, letters.len() as u64)?;
        let mut value = 0;
        for word in self.words(letters) {
            let node = self.node_of(letters[word].iter().copied());
            self.check_room(0)?;
            self.solve(node, account)?;
            value ^= self.nodes[node as usize].forwards;
        }
        Ok(value)
    }

    /// Values the word of a node and all words that it needs.
    fn solve(&mut self, start: u32, account: &mut StepMeter) -> Result<(), EngineStop> {
        let mut tasks = vec![WordTask::Value(DirectedNode::forwards(start))];
        self.open_entries = 0;
        let solved = self.do_tasks(&mut tasks, account);
        if solved.is_err() {
            // The next question would take words that stay open for a return of play.
            for task in tasks {
                if let WordTask::Finish(word) = task {
                    self.enter(&word.images, UNKNOWN);
                }
            }
        }
        solved
    }

    /// Does tasks, the last first, and those that they bring.
    fn do_tasks(
        &mut self,
        tasks: &mut Vec<WordTask>,
        account: &mut StepMeter,
    ) -> Result<(), EngineStop> {
        let mut options = WordOptions::default();
        while let Some(task) = tasks.pop() {
            match task {
                WordTask::Value(part) if self.value_of(part) < OPEN => {}
                WordTask::Value(part) => {
                    let images = self.look_at_word(part, &mut options, account)?;
                    if options.waiting.is_empty() {
                        self.enter(&images, options.seen.mex());
                    } else {
                        let options = std::mem::take(&mut options);
                        let unknown = self.unknown_parts(&options);
                        let word = Box::new(OpenWord { images, options });
                        self.open_entries += word.entries();
                        tasks.push(WordTask::Finish(word));
                        tasks.extend(unknown.into_iter().map(WordTask::Value));
                    }
                }
                WordTask::Finish(word) => {
                    self.open_entries -= word.entries();
                    self.finish(*word);
                }
            }
            self.check_room(0)?;
        }
        Ok(())
    }

    /// Opens the word of a part and looks up its options. After an error the word is not open.
    fn look_at_word(
        &mut self,
        part: DirectedNode,
        options: &mut WordOptions,
        account: &mut StepMeter,
    ) -> Result<WordImages, EngineStop> {
        // The word is read both ways under each exchange.
        let length = u64::from(self.nodes[part.node() as usize].length);
        spend(account, 2 * length * self.exchanges.len() as u64)?;
        let mut path = self.path_to(part.node());
        if part.is_backwards() {
            path = path.reversed();
        }
        let images = self.images(&path)?;
        self.enter(&images, OPEN);
        options.seen.clear();
        let mut looked: Result<(), EngineStop> = self
            .look_at_options(&path, images.is_mirrored, options, account)
            .map_err(EngineStop::from);
        if looked.is_ok() && options.returns {
            looked = Err(EngineStop::Return);
        }
        if let Err(stop) = looked {
            self.enter(&images, UNKNOWN);
            return Err(stop);
        }
        Ok(images)
    }

    /// Enters the value of a word all of whose parts have values.
    fn finish(&mut self, word: OpenWord) {
        let OpenWord { images, options } = word;
        let mut seen = options.seen;
        for option in options.waiting {
            let values = option.unknown.iter().map(|&part| self.value_of(part));
            seen.insert(values.fold(option.nim_sum, |sum, value| sum ^ value));
        }
        self.enter(&images, seen.mex());
    }

    /// Lists the parts that options wait for. The shortest is the last, which is valued first: what it needs, the others
    /// often need as well.
    fn unknown_parts(&self, options: &WordOptions) -> Vec<DirectedNode> {
        let mut unknown: Vec<DirectedNode> = options
            .waiting
            .iter()
            .flat_map(|option| option.unknown.iter().copied())
            .collect();
        unknown.sort_unstable_by_key(|&part| {
            let length = self.nodes[part.node() as usize].length;
            (std::cmp::Reverse(length), part)
        });
        unknown.dedup();
        unknown
    }

    /// Looks up the options of a word; of one that is mirrored, those whose changes are not right of its middle.
    fn look_at_options(
        &mut self,
        path: &WordPath,
        is_mirrored: bool,
        options: &mut WordOptions,
        account: &mut StepMeter,
    ) -> Result<(), Limit> {
        let rules = self.cutting.len() + self.others.len();
        spend(account, (rules * path.word.len()) as u64)?;
        let places_of_rule = |rule_length: usize| {
            let last_place = path.word.len().saturating_sub(rule_length);
            // The image of a match at a place lies at `last_place` less that place.
            if is_mirrored {
                last_place / 2 + 1
            } else {
                last_place + 1
            }
        };
        let cutting = std::mem::take(&mut self.cutting);
        let result = cutting.iter().try_for_each(|rule| {
            let places = places_of_rule(rule.before.len());
            self.look_at_cuts(rule, path, places, options, account)
        });
        self.cutting = cutting;
        result?;
        let others = std::mem::take(&mut self.others);
        let result = others.iter().try_for_each(|rule| {
            let places = places_of_rule(rule.before.len());
            self.look_at_puts(rule, path, places, options, account)
        });
        self.others = others;
        result?;
        spend(account, options.waiting.len() as u64)
    }

    /// Looks up the options by a rule that cuts the word, at its first places.
    fn look_at_cuts(
        &mut self,
        rule: &CuttingRule,
        path: &WordPath,
        places: usize,
        options: &mut WordOptions,
        account: &mut StepMeter,
    ) -> Result<(), Limit> {
        let length = path.word.len();
        let mut matches = 0;
        let windows = path.word.windows(rule.before.len()).take(places);
        for (first, there) in windows.enumerate() {
            // Most places differ in the first letter, and short slices are compared faster letter by letter.
            if there[0] != rule.before[0] || !there[1..].iter().eq(&rule.before[1..]) {
                continue;
            }
            matches += 1;
            let mut left = path.beginnings[first];
            for &place in &rule.left {
                left = self.step_to(left, place);
            }
            let mut right = path.ends[length - first - there.len()];
            for &place in &rule.right {
                right = self.step_to(right, place);
            }
            // Nearly all options are two parts that have values.
            let left_value = self.nodes[left as usize].forwards;
            let right_value = self.nodes[right as usize].backwards;
            if left_value < OPEN && right_value < OPEN && rule.middle.is_empty() {
                options.seen.insert(left_value ^ right_value);
                continue;
            }
            let mut option = WordOption::default();
            self.add_part(DirectedNode::forwards(left), &mut option, options);
            for &node in &rule.middle {
                self.add_part(DirectedNode::forwards(node), &mut option, options);
            }
            self.add_part(DirectedNode::backwards(right), &mut option, options);
            options.add(option);
            self.check_room(options.waiting.len())?;
        }
        spend(account, matches * (2 * rule.put as u64 + 8))
    }

    /// Looks up the options by a rule of any kind, at its first places.
    fn look_at_puts(
        &mut self,
        rule: &WordRule,
        path: &WordPath,
        places: usize,
        options: &mut WordOptions,
        account: &mut StepMeter,
    ) -> Result<(), Limit> {
        let length = path.word.len();
        let mut put = Vec::new();
        let windows = path.word.windows(rule.before.len()).take(places);
        for (first, there) in windows.enumerate() {
            if !rule.put(there, &mut put) {
                continue;
            }
            spend(account, 2 * put.len() as u64 + 8)?;
            let end = first + there.len();
            self.look_at_option(
                path.beginnings[first],
                &put,
                &path.word[end..],
                path.ends[length - end],
                options,
                account,
            )?;
        }
        Ok(())
    }

    /// Looks up an option: a beginning, the letters put after it, and an end, read both ways.
    fn look_at_option(
        &mut self,
        beginning: u32,
        put: &[u8],
        rest: &[u8],
        end: u32,
        options: &mut WordOptions,
        account: &mut StepMeter,
    ) -> Result<(), Limit> {
        let mut option = WordOption::default();
        let first_dead = put.iter().position(|&letter| self.is_dead(letter));
        let last_dead = put.iter().rposition(|&letter| self.is_dead(letter));
        let (Some(first_dead), Some(last_dead)) = (first_dead, last_dead) else {
            spend(account, rest.len() as u64)?;
            let mut node = beginning;
            for &letter in put.iter().chain(rest) {
                node = self.step(node, letter);
            }
            self.add_part(DirectedNode::forwards(node), &mut option, options);
            options.add(option);
            return self.check_room(options.waiting.len());
        };
        let mut node = beginning;
        for &letter in &put[..first_dead] {
            node = self.step(node, letter);
        }
        self.add_part(DirectedNode::forwards(node), &mut option, options);
        let mut node = 0;
        for &letter in &put[first_dead + 1..=last_dead] {
            if self.is_dead(letter) {
                self.add_part(DirectedNode::forwards(node), &mut option, options);
                node = 0;
            } else {
                node = self.step(node, letter);
            }
        }
        let mut node = end;
        for &letter in put[last_dead + 1..].iter().rev() {
            node = self.step(node, letter);
        }
        self.add_part(DirectedNode::backwards(node), &mut option, options);
        options.add(option);
        self.check_room(options.waiting.len())
    }

    /// Looks up a part of an option.
    #[inline]
    fn add_part(&self, part: DirectedNode, option: &mut WordOption, options: &mut WordOptions) {
        match self.value_of(part) {
            UNKNOWN => option.unknown.push(part),
            OPEN => options.returns = true,
            value => option.nim_sum ^= value,
        }
    }
}

/// The questions about rows that are looked up in a trie of words.
pub(crate) struct WordEngine(pub(crate) WordTable);

impl Engine for WordEngine {
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        self.0.value(letters, account)
    }
}

/// The largest number of cells of a row whose words all records share.
pub(crate) const MAX_SHARED_ROW: usize = 24;

/// The bytes of a table that all records share.
const SHARED_BYTES: u64 = 64 << 20;

/// The steps that a question about a shared row may take before it is asked of a table of its own. A guess.
const SHARED_STEPS: u64 = 1 << 26;

/// Tables of the words of short rows that questions leave for those after them, on any thread. They save time and change no
/// answer. A question that a table answers takes as many steps as the length of its row says; only one that no shared table
/// answers, since it is full, takes those of its own words.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedWords(Arc<Mutex<Vec<WordTable>>>);

/// The questions about a short row.
pub(crate) struct SharedWordEngine {
    /// The rules of the row.
    definition: Arc<Definition>,
    /// The pool from which a question takes a table, and to which it gives it back.
    pool: SharedWords,
    /// The steps of each question.
    steps: u64,
    /// The bytes that the record may use.
    memory: u64,
    /// The position's own table, once a question needed it that the shared ones could not answer.
    own: Option<WordTable>,
}

impl SharedWords {
    /// Makes the engine of a row of at most [`MAX_SHARED_ROW`] cells.
    pub(crate) fn engine(
        &self,
        definition: &Arc<Definition>,
        letters: &[u8],
        budget: Budget,
    ) -> SharedWordEngine {
        SharedWordEngine {
            definition: Arc::clone(definition),
            pool: self.clone(),
            steps: 256 << (letters.len() / 2),
            memory: budget.memory,
            own: None,
        }
    }

    /// Returns the value of a row, if a shared table answers. A table that does not is given up, since it may be full.
    fn value(&self, definition: &Definition, letters: &[u8]) -> Result<Option<u32>, Limit> {
        let kept = lock(&self.0).pop();
        let mut table = match kept {
            Some(table) if table.covers(letters) => table,
            _ => WordTable::new(definition, letters, MAX_SHARED_ROW, 2 * SHARED_BYTES)?,
        };
        let mut steps = StepMeter::new(SHARED_STEPS, SHARED_BLOCK_LOG);
        let value = table.value(letters, &mut steps).ok();
        if value.is_some() {
            lock(&self.0).push(table);
        }
        Ok(value)
    }
}

/// The binary logarithm of the steps after which it is asked whether a solve is to end.
const SHARED_BLOCK_LOG: u32 = 16;

impl Engine for SharedWordEngine {
    /// Asks a shared table, or if it cannot answer one of the position's own.
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        if self.own.is_none()
            && self.steps <= account.left()
            && let Some(value) = self.pool.value(&self.definition, letters)?
        {
            spend(account, self.steps)?;
            return Ok(value);
        }
        let own = match &mut self.own {
            Some(own) if own.covers(letters) => own,
            own => {
                let table = WordTable::new(&self.definition, letters, letters.len(), self.memory)?;
                own.insert(table)
            }
        };
        own.value(letters, account)
    }
}

/// The largest number of words, by [`most_words`], for which a row is valued by words at once. A guess: full rows of 128
/// cells of Clobber stay below it, and take .1 s by words, 2.6 s by proof numbers.
pub(crate) const MAX_SURE_WORDS: u64 = 1 << 17;

/// Bounds the number of words that play from a row may come to, if every move puts a dead letter; `None` if a rule has a
/// repeated sign.
///
/// A word is an interval of the row of which only the letters next to its ends have changed, fewer on each side than the
/// longest rule has letters. For a match lies on fewer letters than that on either side of the dead letter that it leaves, and what
/// had changed before was next to an end and is no farther from it now.
pub(crate) fn most_words(definition: &Definition, cells: usize) -> Option<u64> {
    let rules = &definition.rules.rules;
    if rules.iter().any(|rule| rule.before.has_repeated()) {
        return None;
    }
    let longest = rules.iter().map(|rule| rule.before.signs().count()).max()?;
    let signs = rules.iter().flat_map(|rule| rule.before.signs());
    let mut live: Vec<u8> = signs.filter_map(|sign| letter_of(&sign.symbol)).collect();
    live.sort_unstable();
    live.dedup();
    let ends = u32::try_from(2 * longest - 2).ok()?;
    let changed = (live.len() as u64).checked_pow(ends)?;
    let cells = cells as u64;
    let intervals = cells * (cells + 1) / 2;
    intervals.checked_mul(changed)
}

/// Returns the letter of a sign, if it stands for one that is no wall.
fn letter_of(sign: &Symbol) -> Option<u8> {
    match sign {
        Symbol::Letter(letter) => Some(*letter),
        Symbol::Wall | Symbol::Any | Symbol::Same(_) => None,
    }
}

/// Writes the rules out in the directions in which they lie on a row of at most `longest` cells, each once.
pub(crate) fn word_rules(definition: &Definition, longest: usize) -> Vec<WordRule> {
    let mut rules = Vec::new();
    for form in definition.forms(longest) {
        for turn in &form.turns {
            if turn.iter().any(|step| step.down != 0) {
                continue;
            }
            let rule = WordRule {
                before: form.before.clone(),
                after: form.after.clone(),
            };
            let is_reversed = turn[turn.len() - 1].right < 0;
            let steps = turn.windows(2).map(|pair| pair[1].right - pair[0].right);
            if steps
                .into_iter()
                .all(|step| step == if is_reversed { -1 } else { 1 })
            {
                rules.push(if is_reversed { rule.reversed() } else { rule });
            }
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// Finds the symmetries of rules, which are in order, among reversals and exchanges of two letters; the first exchanges none.
fn exchanges(rules: &[WordRule], live: &[u8]) -> Vec<LetterExchange> {
    let same: [u8; 256] = std::array::from_fn(|letter| letter as u8);
    let mut exchanges = vec![LetterExchange::of(same, rules)];
    for (i, &a) in live.iter().enumerate() {
        for &b in &live[i + 1..] {
            let mut to = same;
            to.swap(usize::from(a), usize::from(b));
            let exchange = LetterExchange::of(to, rules);
            if exchange.is_symmetry || exchange.is_reversed_symmetry {
                exchanges.push(exchange);
            }
        }
    }
    exchanges
}
