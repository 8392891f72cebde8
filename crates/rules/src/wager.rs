//! The wagers of the game, and the names that files and pages use for them.

use crate::words::vocabulary;

vocabulary! {
    /// Anything that can be settled at a position.
    #[derive(enumset::EnumSetType)]
    #[enumset(no_super_impls)]
    pub enum Wager ("a wager") {
        /// The wager against the dealer, made before the deal.
        Ante = "ante",
        /// The wager equal to the ante by which a player stays in.
        Play = "play",
        /// The bonus on the ante for a good hand; not staked by itself.
        AnteBonus = "ante_bonus",
        /// The bonus on the play for a good hand that the dealer's beats; not staked by itself.
        BadBeat = "bad_beat",
        /// The wager on the player's own three cards.
        PairPlus = "pair_plus",
        /// A bonus with a stake of its own, on the player's own three cards.
        HandBonus = "hand_bonus",
        /// The wager on the best five of the player's and the dealer's six cards.
        SixCardBonus = "six_card_bonus",
        /// The wager on cards of one colour: the player's three, or all six with the dealer's.
        Prime = "prime",
        /// The three-card progressive.
        Progressive = "progressive",
        /// The five-card progressive, on the player's three and two community cards.
        FiveCardProgressive = "five_card_progressive",
        /// The wager on the highest hand at the table.
        CoverAll = "cover_all",
        /// What a progressive bettor wins from another player's hand; not staked by itself.
        Envy = "envy",
        /// The same for the five-card progressive.
        FiveCardEnvy = "five_card_envy",
        /// A tip for the dealer, wagered on the ante.
        TipAnte = "tip_ante",
        /// A tip for the dealer, wagered on the play.
        TipPlay = "tip_play",
        /// The ante bonus that a tip ante wins.
        TipAnteBonus = "tip_ante_bonus",
        /// A tip for the dealer, wagered on pair plus.
        TipPairPlus = "tip_pair_plus",
        /// A match play coupon beside the ante.
        MatchPlay = "match_play",
    }
}

impl Wager {
    /// The wagers that players put on the layout with their own chips before the deal; play and the bonuses follow from
    /// them.
    pub const STAKED: [Wager; 8] = [
        Wager::Ante,
        Wager::PairPlus,
        Wager::HandBonus,
        Wager::SixCardBonus,
        Wager::Prime,
        Wager::Progressive,
        Wager::FiveCardProgressive,
        Wager::CoverAll,
    ];

    /// Everything that players make before the deal: those wagers, the tips beside them, and the coupon.
    pub const BEFORE_DEAL: [Wager; 11] = {
        let [a, b, c, d, e, f, g, h] = Wager::STAKED;
        [a, b, c, d, e, f, g, h, Wager::TipAnte, Wager::TipPairPlus, Wager::MatchPlay]
    };

    /// Whether a stake of its own is decided by what its position holds, so that a given-up hand is turned up for it
    /// where it is kept. The ante is not: it is lost with the hand.
    #[must_use]
    pub const fn reads_own_hand(self) -> bool {
        match self {
            Wager::PairPlus
            | Wager::HandBonus
            | Wager::SixCardBonus
            | Wager::Prime
            | Wager::Progressive
            | Wager::FiveCardProgressive => true,
            // Cover All and envy read the hands of others, and a tip rides on a wager that is named here.
            Wager::Ante
            | Wager::Play
            | Wager::AnteBonus
            | Wager::BadBeat
            | Wager::CoverAll
            | Wager::Envy
            | Wager::FiveCardEnvy
            | Wager::TipAnte
            | Wager::TipPlay
            | Wager::TipAnteBonus
            | Wager::TipPairPlus
            | Wager::MatchPlay => false,
        }
    }

    /// What a dealer calls it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Wager::Ante => "Ante",
            Wager::Play => "Play",
            Wager::AnteBonus => "Ante Bonus",
            Wager::BadBeat => "Bad Beat Bonus",
            Wager::PairPlus => "Pair Plus",
            Wager::HandBonus => "Hand Bonus",
            Wager::SixCardBonus => "Six Card Bonus",
            Wager::Prime => "Prime",
            Wager::Progressive => "Three-Card Progressive",
            Wager::FiveCardProgressive => "Five-Card Progressive",
            Wager::CoverAll => "Cover All",
            Wager::Envy => "Envy Bonus",
            Wager::FiveCardEnvy => "Five-Card Envy Bonus",
            Wager::TipAnte => "Tip on Ante",
            Wager::TipPlay => "Tip on Play",
            Wager::TipAnteBonus => "Ante Bonus on Tip",
            Wager::TipPairPlus => "Tip on Pair Plus",
            Wager::MatchPlay => "Match Play",
        }
    }
}

vocabulary! {
    /// What became of a wager.
    pub enum Outcome ("an outcome") {
        /// Paid.
        Won = "won",
        /// Taken after the hand was read.
        Lost = "lost",
        /// Given back on a tie, or because the dealer does not qualify.
        Pushed = "pushed",
        /// Taken because the player folded.
        Forfeited = "forfeited",
        /// Given back because the round is void.
        Returned = "returned",
    }
}

vocabulary! {
    /// A level of a progressive meter. A single meter is `main`.
    pub enum Level ("a meter") {
        /// The only meter.
        Main = "main",
        /// The highest of three.
        Mega = "mega",
        /// The higher of two, the middle of three.
        Major = "major",
        /// The lowest.
        Minor = "minor",
    }
}
