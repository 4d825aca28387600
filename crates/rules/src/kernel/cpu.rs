//! Whether the processor has what this build was compiled for.

/// The first feature this build was compiled for that the processor lacks; `None` where all is well.
///
/// `is_x86_feature_detected!` cannot tell: it is folded to `true` for features compiled in. So this asks the
/// processor itself.
pub fn missing_cpu_feature() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86_64::missing();
    #[cfg(not(target_arch = "x86_64"))]
    None
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};

    /// What the processor says about itself: leaf 1, leaf 7 and the extended leaf 1.
    struct Leaves {
        basic: CpuidResult,
        features: CpuidResult,
        extended: CpuidResult,
    }

    type Bit = fn(&Leaves) -> bool;

    /// The features of x86-64-v3 that matter here, whether this build uses them, and where they are found.
    /// AVX counts only if the operating system saves its registers, which it says by OSXSAVE.
    const FEATURES: [(&str, bool, Bit); 8] = [
        ("SSE4.2", cfg!(target_feature = "sse4.2"), |leaves| leaves.basic.ecx >> 20 & 1 != 0),
        ("POPCNT", cfg!(target_feature = "popcnt"), |leaves| leaves.basic.ecx >> 23 & 1 != 0),
        ("AVX", cfg!(target_feature = "avx"), |leaves| leaves.basic.ecx >> 27 & 3 == 3),
        ("FMA", cfg!(target_feature = "fma"), |leaves| leaves.basic.ecx >> 12 & 1 != 0),
        ("AVX2", cfg!(target_feature = "avx2"), |leaves| leaves.features.ebx >> 5 & 1 != 0),
        ("BMI1", cfg!(target_feature = "bmi1"), |leaves| leaves.features.ebx >> 3 & 1 != 0),
        ("BMI2", cfg!(target_feature = "bmi2"), |leaves| leaves.features.ebx >> 8 & 1 != 0),
        ("LZCNT", cfg!(target_feature = "lzcnt"), |leaves| leaves.extended.ecx >> 5 & 1 != 0),
    ];

    pub(super) fn missing() -> Option<&'static str> {
        let none = CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
        let leaf = |number| {
            let last = __cpuid(number & 0x8000_0000).eax;
            if last >= number { __cpuid_count(number, 0) } else { none }
        };
        let leaves = Leaves { basic: leaf(1), features: leaf(7), extended: leaf(0x8000_0001) };
        FEATURES.iter().find(|(_, used, present)| *used && !present(&leaves)).map(|(name, ..)| *name)
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_processor_that_runs_the_tests_can_run_them() {
            assert_eq!(super::missing(), None);
        }
    }
}
