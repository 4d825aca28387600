//! Whether the processor has what this build was compiled for.

/// Whether the processor lacks a feature that this build was compiled for.
///
/// `is_x86_feature_detected!` cannot tell: it is folded to `true` for features compiled in. So this reads CPUID itself,
/// and returns a plain `bool`: even passing on a text may take an instruction that the processor does not have.
pub fn cpu_is_too_old() -> bool {
    #[cfg(target_arch = "x86_64")]
    return x86_64::too_old();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether the processor has AVX2 and BMI2 but this build does not use them: a build that does is much faster.
pub fn cpu_has_unused_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return !cfg!(all(target_feature = "avx2", target_feature = "bmi2"))
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};

    /// The CPUID leaves we need: leaf 1, leaf 7 and the extended leaf 1.
    struct Leaves {
        basic: CpuidResult,
        features: CpuidResult,
        extended: CpuidResult,
    }

    pub(super) fn too_old() -> bool {
        let none = CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
        let leaf = |number| {
            let last = __cpuid(number & 0x8000_0000).eax;
            if last >= number { __cpuid_count(number, 0) } else { none }
        };
        let leaves = Leaves { basic: leaf(1), features: leaf(7), extended: leaf(0x8000_0001) };
        let lacks = |used: bool, register: u32, bits: u32| used && register & bits != bits;
        // AVX counts only if the operating system saves its registers, which the bit before it (OSXSAVE) says.
        lacks(cfg!(target_feature = "sse4.2"), leaves.basic.ecx, 1 << 20)
            || lacks(cfg!(target_feature = "popcnt"), leaves.basic.ecx, 1 << 23)
            || lacks(cfg!(target_feature = "avx"), leaves.basic.ecx, 3 << 27)
            || lacks(cfg!(target_feature = "fma"), leaves.basic.ecx, 1 << 12)
            || lacks(cfg!(target_feature = "avx2"), leaves.features.ebx, 1 << 5)
            || lacks(cfg!(target_feature = "bmi1"), leaves.features.ebx, 1 << 3)
            || lacks(cfg!(target_feature = "bmi2"), leaves.features.ebx, 1 << 8)
            || lacks(cfg!(target_feature = "lzcnt"), leaves.extended.ecx, 1 << 5)
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_processor_that_runs_the_tests_can_run_them() {
            assert!(!super::too_old());
        }
    }
}
