//! A hint to the processor: this memory is read soon.

/// Starts loading what is at `place` into the cache if the processor can; changes nothing else.
#[inline(always)]
pub fn prefetch<T>(place: Option<&T>) {
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    if let Some(place) = place {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing into the program and cannot fault, whatever the
        // address; this one is valid. SSE, which has the instruction, is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(grundy_portable))))]
    let _ = place;
}

/// Starts loading a text into the second cache, which takes more of it than the first would.
#[inline(always)]
pub fn prefetch_text(text: &[u8]) {
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    for line in text.chunks(64) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: prefetching reads nothing into the program and cannot fault, whatever the
        // address; this one is valid. SSE, which has the instruction, is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(grundy_portable))))]
    let _ = text;
}
