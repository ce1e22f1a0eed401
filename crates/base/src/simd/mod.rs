//! The vector instructions that are used: decided once, when they are first needed.
//!
//! A [`Simd`] can only be made by asking the processor, so its holder may use the instructions it
//! names: that is what every `unsafe` call of a vectorised function rests on.

pub mod prefetch;

pub use crate::dispatch;

use std::sync::OnceLock;

/// The name of a set of instructions, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The level without vectors: 64-bit words only.
    Words,
    /// The instructions of every processor of the compile target: SSE2 on x86-64, NEON on aarch64 (for text), words
    /// elsewhere.
    Portable,
    /// The level of 256-bit vectors and carry-less multiplication (x86-64 from 2013 on).
    Avx2,
}

/// Proof that the processor counts bits by an instruction (x86-64 from 2008 on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Popcnt(());

/// Proof that the processor has what [`Level::Avx2`] names: AVX2, PCLMULQDQ, POPCNT, BMI1 and BMI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

/// A set of instructions that the processor has.
///
/// All of them give the same answers; they differ in speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// No vectors: 64-bit words only.
    Words,
    /// The instructions of every processor of the compile target, and perhaps an instruction that counts bits.
    Portable(Option<Popcnt>),
    /// The instructions of 256-bit vectors.
    Avx2(Avx2),
}

/// The environment variable that forces a level: `words`, `portable` or `avx2`, which has the second name `avx512`.
pub const LEVEL_VARIABLE: &str = "GRUNDY_SIMD";

/// The names that [`LEVEL_VARIABLE`] may have. Vectors of 512 bits gained 6 % where text is read, so `avx512` is
/// AVX2 as well.
const NAMES: [(&str, Level); 4] = [
    ("words", Level::Words),
    ("portable", Level::Portable),
    ("avx2", Level::Avx2),
    ("avx512", Level::Avx2),
];

impl Level {
    /// All levels, worst first.
    pub const ALL: [Level; 3] = [Level::Words, Level::Portable, Level::Avx2];

    /// Returns the level's name, as [`LEVEL_VARIABLE`] spells it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Words => "words",
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
        }
    }

    /// Returns the level that [`LEVEL_VARIABLE`] means by this name.
    fn named(name: &str) -> Option<Level> {
        let &(_, level) = NAMES.iter().find(|(known, _)| *known == name)?;
        Some(level)
    }

    /// Describes the fault of [`LEVEL_VARIABLE`], if it names no level.
    pub fn env_error() -> Option<String> {
        let asked = std::env::var(LEVEL_VARIABLE)
            .ok()
            .filter(|name| !name.is_empty())?;
        if Level::named(&asked).is_some() {
            return None;
        }
        let names = NAMES.map(|(name, _)| name).join(", ");
        Some(format!("{LEVEL_VARIABLE}={asked}: the levels are {names}"))
    }
}

/// Tells whether the processor has all of these instructions.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
macro_rules! has {
    ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
}
#[cfg(not(all(target_arch = "x86_64", not(grundy_portable))))]
macro_rules! has {
    ($($feature:tt)*) => {
        false
    };
}

impl Popcnt {
    /// Asks the processor.
    fn detect() -> Option<Popcnt> {
        has!("popcnt").then_some(Popcnt(()))
    }
}

impl Avx2 {
    /// Asks the processor.
    fn detect() -> Option<Avx2> {
        has!("avx2" "pclmulqdq" "popcnt" "bmi1" "bmi2").then_some(Avx2(()))
    }
}

impl Simd {
    /// Returns the instructions of a level, if the processor has them.
    fn detect(level: Level) -> Option<Simd> {
        match level {
            Level::Words => Some(Simd::Words),
            Level::Portable => Some(Simd::Portable(Popcnt::detect())),
            Level::Avx2 => Avx2::detect().map(Simd::Avx2),
        }
    }

    /// Lists the sets of instructions that this processor has, worst first.
    pub fn all() -> impl DoubleEndedIterator<Item = Simd> + Clone {
        Level::ALL.into_iter().filter_map(Simd::detect)
    }

    /// Chooses the best of those that are not above a level.
    pub fn at_most(level: Level) -> Simd {
        Simd::all()
            .rfind(|simd| simd.level() <= level)
            .unwrap_or(Simd::Words)
    }

    /// Returns the instructions in use: the best there are, or those that [`LEVEL_VARIABLE`] names (the best below
    /// if the processor lacks them; an unknown name counts as none, see [`Level::env_error`]).
    pub fn current() -> Simd {
        static CURRENT: OnceLock<Simd> = OnceLock::new();
        *CURRENT.get_or_init(|| {
            let asked = std::env::var(LEVEL_VARIABLE).ok();
            let named = asked.and_then(|name| Level::named(&name));
            Simd::at_most(named.unwrap_or(Level::Avx2))
        })
    }

    /// Returns the proof of AVX2, if these instructions include it.
    pub fn avx2(self) -> Option<Avx2> {
        match self {
            Simd::Words | Simd::Portable(_) => None,
            Simd::Avx2(proof) => Some(proof),
        }
    }

    /// Returns the level of these instructions.
    pub fn level(self) -> Level {
        match self {
            Simd::Words => Level::Words,
            Simd::Portable(_) => Level::Portable,
            Simd::Avx2(_) => Level::Avx2,
        }
    }
}

/// Defines a function that is compiled once for each set of instructions; its first parameter, a [`Simd`],
/// chooses among them. Either one expression is compiled for all sets of the processor:
///
/// ```
/// use grundy_base::simd::{Simd, dispatch};
///
/// #[inline(always)]
/// fn ones(words: &[u64]) -> u32 {
///     words.iter().map(|word| word.count_ones()).sum()
/// }
///
/// dispatch! {
///     /// Counts bits.
///     fn count(words: &[u64]) -> u32 { ones(words) }
/// }
///
/// assert_eq!(count(Simd::current(), &[7, 8]), 4);
/// ```
///
/// or each set has its own: `{ avx2(proof) => …, portable => …, _ => … }`. The called function
/// must be `#[inline(always)]`, or it is compiled without the instructions. Constant parameters are
/// written in brackets before the others: `fn count[const WIDE: bool](…)`.
#[macro_export]
macro_rules! dispatch {
    (
        $(#[$meta:meta])* $vis:vis fn $name:ident $([$(const $generic:ident: $kind:ty),+])?
        ($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)?
        {
            avx2($proof:pat) => $avx2:expr,
            portable => $portable:expr,
            _ => $words:expr $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis fn $name$(<$(const $generic: $kind),+>)?(simd: $crate::simd::Simd, $($arg: $type),*) $(-> $out)? {
            $crate::dispatch! { @level "avx2,pclmulqdq,popcnt,bmi1,bmi2",
                fn avx2 $([$(const $generic: $kind),+])?
                (proof: $crate::simd::Avx2 $(, $arg: $type)*) $(-> $out)? { let $proof = proof; $avx2 }
            }
            $crate::dispatch! { @level "popcnt",
                fn popcnt $([$(const $generic: $kind),+])? ($($arg: $type),*) $(-> $out)? { $portable }
            }
            match simd {
                #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
                // SAFETY: the proof says that the processor has the instructions.
                $crate::simd::Simd::Avx2(proof) => unsafe { avx2$(::<$($generic),+>)?(proof, $($arg),*) },
                #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
                // SAFETY: as above.
                $crate::simd::Simd::Portable(Some(_)) => unsafe { popcnt$(::<$($generic),+>)?($($arg),*) },
                #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
                $crate::simd::Simd::Portable(None) => $portable,
                _ => $words,
            }
        }
    };
    (
        $(#[$meta:meta])* $vis:vis fn $name:ident $([$(const $generic:ident: $kind:ty),+])?
        ($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? { $body:expr }
    ) => {
        $crate::dispatch! {
            $(#[$meta])* $vis fn $name $([$(const $generic: $kind),+])? ($($arg: $type),*) $(-> $out)? {
                avx2(_) => $body,
                portable => $body,
                _ => $body,
            }
        }
    };
    (
        @level $features:literal, fn $level:ident $([$(const $generic:ident: $kind:ty),+])?
        ($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block
    ) => {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        #[target_feature(enable = $features)]
        fn $level$(<$(const $generic: $kind),+>)?($($arg: $type),*) $(-> $out)? $body
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_those_of_the_level_asked_for_or_the_next_below() {
        let there: Vec<Level> = Simd::all().map(Simd::level).collect();
        assert!(there.is_sorted() && there.starts_with(&[Level::Words, Level::Portable]));
        for level in Level::ALL {
            let got = Simd::at_most(level).level();
            assert!(got <= level && there.contains(&got));
            assert!(
                there.iter().all(|&other| other <= got || other > level),
                "{level:?} gives {got:?}"
            );
        }
    }

    #[test]
    fn every_name_means_a_level() {
        for level in Level::ALL {
            assert_eq!(Level::named(level.name()), Some(level));
        }
        assert_eq!(Level::named("avx512"), Some(Level::Avx2));
        assert_eq!(Level::named("avx1024"), None);
    }

    /// Detection never goes below the features that the compiler may assume.
    #[test]
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    fn detection_agrees_with_the_processor() {
        assert_eq!(
            Simd::all().any(|simd| simd.level() == Level::Avx2),
            Avx2::detect().is_some()
        );
    }
}
