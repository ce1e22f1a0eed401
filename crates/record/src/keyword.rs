//! The words that change the rules of a game.

/// An enumeration of words of the language.
macro_rules! words {
    ($(#[$of:meta])* $name:ident { $($(#[$on:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$on])* $variant,)*
        }

        impl $name {
            /// All values of the type.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Returns the word of the language.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }

            /// Finds the value with this word.
            pub fn of(word: &[u8]) -> Option<$name> {
                Self::ALL.iter().copied().find(|one| one.word().as_bytes() == word)
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The keywords that may stand anywhere among the rules of a game that knows them.
    Keyword {
        /// A player who takes the last loses.
        Misere = "misere",
        /// Cells, positions or numbers out of play follow.
        Damaged = "damaged",
        /// The number at which the player to move loses.
        Left = "left",
        /// Moves may leave fewer than `left`; play then ends in a draw.
        Overshoot = "overshoot",
        /// A player who faces `left` or fewer loses.
        OrLess = "or-less",
        /// No number falls below 1.
        Positive = "positive",
        /// Shapes may be rotated and turned over.
        Turned = "turned",
        /// Normal play, in a game whose play is misère by default.
        Normal = "normal",
        /// Every heap is a ring: the first move opens it.
        Ring = "ring",
    }
}

/// A set of keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeywordSet(u16);

impl KeywordSet {
    /// Says whether a keyword is in the set.
    pub fn contains(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u16 & 1 != 0
    }

    /// Adds a keyword and says whether it was new.
    pub fn insert(&mut self, keyword: Keyword) -> bool {
        let new = !self.contains(keyword);
        self.0 |= 1 << keyword as u16;
        new
    }

    /// Takes a keyword out of the set.
    pub fn remove(&mut self, keyword: Keyword) {
        self.0 &= !(1 << keyword as u16);
    }
}

impl FromIterator<Keyword> for KeywordSet {
    fn from_iter<I: IntoIterator<Item = Keyword>>(keywords: I) -> Self {
        KeywordSet(
            keywords
                .into_iter()
                .fold(0, |set, keyword| set | 1 << keyword as u16),
        )
    }
}
