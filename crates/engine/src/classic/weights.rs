//! The weights of the utility function: a row per phase, a column per feature, in 1/128 disc.
//!
//! Fitted by `outflank-trainer fit-classic` to the results of 24,000 games of the search against itself, half of them
//! under each rule (second round: the players used the weights of the first). The error is the root mean square, in
//! discs, of the difference to those results.

use super::utility::Weights;

/// For lines in all eight directions.
#[rustfmt::skip]
pub(super) static STANDARD: Weights = [
    //share    mob    pot    fro    cor   take      x      c   stab   edge   disc    par  tempo
    [    35,   -40,    -2,    75,  1456,    28, -1740, -1015,   867,  -254,   -74,   307,  -250], // error 22.5
    [    32,   -22,    46,   252,  1420,    -9, -1555,  -506,   592,   -61,   118,   187,  -290], // error 22.0
    [    45,   -26,    30,   223,  1414,   377, -1164,  -283,   370,    24,    47,   167,  -319], // error 21.2
    [    59,   -66,    13,   197,  1326,   384, -1041,   -74,   264,    20,     6,   145,  -352], // error 20.3
    [    42,   -44,    18,   178,  1208,   613,  -666,   -45,   193,    25,    -6,   129,  -351], // error 19.0
    [    32,    -1,     8,   147,   999,   542,  -554,   -51,   159,     9,   -12,    84,  -331], // error 17.1
    [    32,    29,   -24,   131,   731,   718,  -169,   -48,   137,   -21,     5,    36,  -261], // error 14.1
    [    20,   190,  -130,   103,   399,   484,   -80,  -105,   126,   -46,    19,   -18,  -179], // error 10.4
    [    -3,   490,  -273,   121,    86,   108,  -115,  -173,    84,   -36,    57,   179,    12], // error 7.7
];

/// For rows and columns only.
#[rustfmt::skip]
pub(super) static ORTHOGONAL: Weights = [
    //share    mob    pot    fro    cor   take      x      c   stab   edge   disc    par  tempo
    [   -36,  1303,   921, -1551,     0,     0,  -311,   177,     0, -1763,   -44,  -212,   470], // error 43.0
    [    66,  -267,   622,  -535,   358,  2257,  -743,  2116,  1050,   851,  -283,   420,  -820], // error 43.0
    [    16,     8,   195,    19,  1879,  2765,    36,   961,   308,   893,  -135,   478,  -407], // error 41.3
    [    -8,   493,    90,   -46,  1765,  2339,   871,  -298,    19,   572,   -44,   200,     9], // error 36.5
    [   -30,   716,   119,  -262,  1841,  2341,   528,  -104,    53,   439,   -93,   156,   -11], // error 30.6
    [    38,   385,   144,  -251,  1880,  1439,   174,   121,   -18,   204,     3,   210,  -140], // error 23.6
    [    25,   507,    73,  -174,   727,   498,   188,  -184,    24,    99,    59,   135,  -111], // error 17.9
    [    18,   487,    -9,   -65,   332,   464,   231,  -146,    24,    54,    93,    12,   -85], // error 12.2
    [   -22,   933,  -279,    29,   209,    -8,     5,   -31,    55,   -69,    86,   -36,    57], // error 7.4
];
