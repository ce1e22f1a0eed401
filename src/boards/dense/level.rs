//! Which instructions the engines use: decided once, when first needed.

use std::sync::OnceLock;

/// A set of vector instructions the dense engines are compiled for.
///
/// All levels give the same answers; they differ in speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// 64-bit words only.
    Words,
    /// What every processor of the compile target has: SSE2 on x86-64, words elsewhere.
    Portable,
    /// 256-bit vectors and carry-less multiplication (x86-64 from 2013 on).
    Avx2,
    /// 512-bit vectors with byte permutation and carry-less multiplication (Ice Lake, Zen 4 on).
    Avx512,
}

/// The environment variable that forces a level: `words`, `portable`, `avx2` or `avx512`.
pub const LEVEL_VARIABLE: &str = "GRUNDY_SIMD";

impl Level {
    /// Every level, worst first.
    pub const ALL: [Level; 4] = [Level::Words, Level::Portable, Level::Avx2, Level::Avx512];

    /// The level's name, as [`LEVEL_VARIABLE`] spells it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Words => "words",
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// Whether this processor has the instructions of the level.
    pub fn available(self) -> bool {
        match self {
            Level::Words | Level::Portable => true,
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            Level::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("pclmulqdq")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            }
            #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
            Level::Avx512 => {
                Level::Avx2.available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("vpclmulqdq")
                    && is_x86_feature_detected!("gfni")
            }
            #[cfg(not(all(target_arch = "x86_64", not(grundy_portable))))]
            Level::Avx2 | Level::Avx512 => false,
        }
    }

    /// The best available level that is not above this one. Whatever takes a level from outside asks
    /// this before it uses the instructions.
    pub fn or_below(self) -> Level {
        static BEST: OnceLock<Level> = OnceLock::new();
        // Each level needs what the one before it needs.
        let best = || Level::ALL.into_iter().rfind(|level| level.available());
        self.min(*BEST.get_or_init(|| best().unwrap_or(Level::Portable)))
    }

    /// What is wrong with [`LEVEL_VARIABLE`], if it names no level.
    pub fn complaint() -> Option<String> {
        let asked = std::env::var(LEVEL_VARIABLE).ok().filter(|name| !name.is_empty())?;
        let known = Level::ALL.iter().any(|level| level.name() == asked);
        let names = Level::ALL.map(Level::name).join(", ");
        (!known).then(|| format!("{LEVEL_VARIABLE}={asked}: the levels are {names}"))
    }

    /// The level in use: the best there is, or the one [`LEVEL_VARIABLE`] names (the best below
    /// it where the processor lacks it; an unknown name counts as none, see [`Level::complaint`]).
    pub fn current() -> Level {
        static CURRENT: OnceLock<Level> = OnceLock::new();
        *CURRENT.get_or_init(|| {
            let asked = std::env::var(LEVEL_VARIABLE).ok();
            let named = asked.and_then(|name| Level::ALL.into_iter().find(|level| level.name() == name));
            named.unwrap_or(Level::Avx512).or_below()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn the_level_in_use_is_available_and_not_above_the_one_asked_for() {
        for asked in Level::ALL {
            let best = Level::ALL.into_iter().filter(|&level| level <= asked && level.available()).max();
            assert_eq!(Some(asked.or_below()), best);
        }
    }
}
