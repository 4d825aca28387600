/// What players who are apart can say to each other: there is no other chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Greeting {
    /// At the beginning.
    Hello,
    /// At the beginning, too.
    GoodLuck,
    /// Of the other's move.
    NiceMove,
    /// Of one's own move.
    Oops,
    /// Something came up.
    OneMoment,
    /// For anything.
    ThankYou,
    /// At the end.
    GoodGame,
    /// When leaving.
    Goodbye,
}

impl Greeting {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Greeting; 8] = [
        Greeting::Hello,
        Greeting::GoodLuck,
        Greeting::NiceMove,
        Greeting::Oops,
        Greeting::OneMoment,
        Greeting::ThankYou,
        Greeting::GoodGame,
        Greeting::Goodbye,
    ];
}
