//! Who plays whom, and who gets which colour: decided without I/O.

use outflank_play::Time;

use crate::secret::Hash;
use crate::store::Person;
use crate::wire::{ColourChoice, Side, Terms};

/// An offer that waits for somebody.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) id: String,
    pub(super) by: Person,
    pub(super) terms: Terms,
    /// Whether its maker wants to play anybody who fits, and not only whoever takes it.
    pub(super) eager: bool,
    pub(super) posted: Time,
}

/// Players further apart than this do not meet unless one of them takes the other's offer.
const MOST_APART: f64 = 200.0;
/// How much further apart players may be for every ten seconds of waiting.
const PER_TEN_SECONDS: f64 = 12.0;

/// How well an offer fits a player who wants these terms: the less the better; `None` if it does not.
pub(super) fn fit(open: &Open, player: &Person, terms: &Terms, waited_ms: u64, now: Time) -> Option<f64> {
    let same = Terms { colour: open.terms.colour, ..*terms } == open.terms;
    if !same || open.by.key == player.key || !colours_fit(open.terms.colour, terms.colour) {
        return None;
    }
    let live = terms.is_live();
    let (one, other) = (open.by.standing(live), player.standing(live));
    // What is not known well keeps nobody apart.
    let unsure = one.deviation_at(now.0) + other.deviation_at(now.0);
    let waited = (now.since(open.posted).as_millis() as u64).max(waited_ms);
    let bonus = PER_TEN_SECONDS * (waited / 10_000) as f64;
    let apart = (one.points - other.points).abs();
    (apart <= MOST_APART + unsure + bonus).then_some(apart - bonus)
}

fn colours_fit(one: ColourChoice, other: ColourChoice) -> bool {
    one == ColourChoice::Any || one != other
}

/// The side of the first of two players whose wishes fit. Where neither has one, whoever had Black less often lately gets
/// it, and otherwise the lot decides.
pub(super) fn side(wishes: [ColourChoice; 2], blacks: [i8; 2], lot: bool) -> Side {
    let black = match wishes {
        [ColourChoice::Black, _] | [_, ColourChoice::White] => true,
        [ColourChoice::White, _] | [_, ColourChoice::Black] => false,
        [ColourChoice::Any, ColourChoice::Any] if blacks[0] == blacks[1] => lot,
        [ColourChoice::Any, ColourChoice::Any] => blacks[0] < blacks[1],
    };
    if black { Side::Black } else { Side::White }
}

/// The offer that fits a player best.
pub(super) fn best<'a>(
    open: impl Iterator<Item = &'a Open>,
    player: &Person,
    terms: &Terms,
    waited_ms: u64,
    now: Time,
) -> Option<&'a Open> {
    let scored = open.filter_map(|open| fit(open, player, terms, waited_ms, now).map(|score| (score, open)));
    scored
        .min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.posted.cmp(&other.posted)))
        .map(|(_, open)| open)
}

/// The offers of a player that end when they are paired: nobody plays two live games at once.
pub(super) fn ends_with<'a>(
    open: impl Iterator<Item = &'a Open>,
    players: [&Hash; 2],
    terms: &Terms,
    taken: &str,
) -> Vec<String> {
    let ends = |open: &&Open| {
        terms.is_live() && open.terms.is_live() && players.contains(&&open.by.key) && open.id != taken
    };
    open.filter(ends).map(|open| open.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Standing;
    use crate::wire::{Clock, OpeningChoice};

    fn person(n: u8, points: f64) -> Person {
        let standing = Standing { points, deviation: 50.0, at_ms: 0, games: 99 };
        Person {
            key: [n; 32],
            feed: [n; 32],
            skeleton: n.to_string(),
            version: 1,
            name: n.to_string(),
            since_ms: 0,
            seen_ms: 0,
            live: standing,
            days: standing,
            vacations: Vec::new(),
            banned: false,
            blacks: 0,
        }
    }

    const TERMS: Terms = Terms {
        clock: Some(Clock { main_s: 300, increment_s: 0, per_move: false }),
        opening: OpeningChoice::Standard,
        rated: true,
        colour: ColourChoice::Any,
    };

    fn open(n: u8, points: f64, terms: Terms, posted: u64) -> Open {
        Open { id: n.to_string(), by: person(n, points), terms, eager: false, posted: Time(posted) }
    }

    #[test]
    fn the_nearest_fits_best_and_waiting_brings_people_together() {
        let me = person(0, 1500.0);
        let offers = [open(1, 1590.0, TERMS, 0), open(2, 1460.0, TERMS, 0), open(3, 1850.0, TERMS, 0)];
        let id =
            |waited, now| best(offers.iter(), &me, &TERMS, waited, Time(now)).map(|open| open.id.as_str());
        assert_eq!(id(0, 0), Some("2"));
        // 350 points apart, with 100 of deviation: 50 too many, which are 12 for every 10 seconds.
        let far = [open(3, 1850.0, TERMS, 0)];
        let met = |now| best(far.iter(), &me, &TERMS, 0, Time(now)).is_some();
        assert!(!met(49_999) && met(50_000));
        assert!(best(far.iter(), &me, &TERMS, 50_000, Time(0)).is_some(), "who waited has waited");
    }

    #[test]
    fn only_the_same_terms_fit_and_never_oneself() {
        let me = person(0, 1500.0);
        let fits = |terms: Terms, wanted: Terms| {
            best([open(1, 1500.0, terms, 0)].iter(), &me, &wanted, 0, Time(0)).is_some()
        };
        assert!(fits(TERMS, TERMS));
        for other in [
            Terms { rated: false, ..TERMS },
            Terms { clock: None, ..TERMS },
            Terms { opening: OpeningChoice::Random, ..TERMS },
        ] {
            assert!(!fits(other, TERMS) && !fits(TERMS, other));
        }
        let (black, white) =
            (Terms { colour: ColourChoice::Black, ..TERMS }, Terms { colour: ColourChoice::White, ..TERMS });
        assert!(fits(black, white) && fits(black, TERMS) && fits(TERMS, white));
        assert!(!fits(black, black) && !fits(white, white));
        assert!(best([open(0, 1500.0, TERMS, 0)].iter(), &me, &TERMS, 0, Time(0)).is_none());
    }

    #[test]
    fn black_goes_to_whoever_had_it_less() {
        use ColourChoice::{Any, Black, White};
        assert_eq!(side([Any, Any], [1, 0], true), Side::White);
        assert_eq!(side([Any, Any], [-2, 0], false), Side::Black);
        assert_eq!(side([Any, Any], [0, 0], true), Side::Black);
        assert_eq!(side([Any, Any], [0, 0], false), Side::White);
        assert_eq!(side([Any, Black], [-2, 0], true), Side::White);
        assert_eq!(side([Any, White], [2, 0], false), Side::Black);
        assert_eq!(side([Black, Any], [2, 0], false), Side::Black);
        assert_eq!(side([White, Black], [0, 0], true), Side::White);
    }

    #[test]
    fn whoever_begins_a_live_game_offers_no_other() {
        let days = Terms { clock: Some(Clock { main_s: 86_400, increment_s: 0, per_move: true }), ..TERMS };
        let offers =
            [open(1, 0.0, TERMS, 0), open(1, 0.0, days, 0), open(2, 0.0, TERMS, 0), open(3, 0.0, TERMS, 0)];
        let offers: Vec<Open> =
            offers.into_iter().enumerate().map(|(n, open)| Open { id: n.to_string(), ..open }).collect();
        let (one, two) = ([1; 32], [2; 32]);
        assert_eq!(ends_with(offers.iter(), [&one, &two], &TERMS, "0"), ["2"]);
        assert!(ends_with(offers.iter(), [&one, &two], &days, "1").is_empty());
    }
}
