//! The closed vocabularies of rulebooks and houses: each word is one mechanism of the engine.

use crate::words::vocabulary;

vocabulary! {
    /// What a comparison with the dealer, or the lack of one, does to a wager.
    pub enum Verdict ("a verdict") {
        /// Paid at its odds, stake returned.
        Won = "won",
        /// Taken.
        Lost = "lost",
        /// Returned.
        Pushed = "pushed",
    }
}

vocabulary! {
    /// What a fold does to another wager or right of the same position.
    pub enum Fate ("the fate of a wager") {
        /// It is lost with the hand.
        Lost = "lost",
        /// It stays alive.
        Kept = "kept",
    }
}

vocabulary! {
    /// When the ante bonus is paid, once the play wager is made.
    pub enum BonusWhen ("when the ante bonus is paid") {
        /// Whatever the dealer holds.
        Always = "always",
        /// Only when the ante wins: the player's hand is higher, or the dealer does not qualify.
        OnWin = "on_win",
    }
}

vocabulary! {
    /// What ties the pair plus wager to the ante.
    pub enum Precondition ("a precondition") {
        /// Nothing: ante, pair plus or both, in any amounts.
        None = "none",
        /// The ante is at least the pair plus.
        AnteAtLeastPairPlus = "ante_at_least_pair_plus",
        /// The ante is at least half the pair plus.
        AnteAtLeastHalf = "ante_at_least_half",
        /// Both are compulsory and neither is over five times the other.
        BothUpToFiveTimes = "both_up_to_five_times",
        /// One of the two: nobody makes both at a position.
        EitherOr = "either_or",
    }
}

vocabulary! {
    /// The wager that must be made before another.
    pub enum Needs ("what a wager needs") {
        /// An ante, a pair plus or both.
        AnyBase = "any_base",
        /// An ante.
        Ante = "ante",
        /// Nothing.
        Nothing = "nothing",
    }
}

vocabulary! {
    /// A way round the table.
    pub enum Direction ("a direction") {
        /// From the dealer's right: the last position first, counterclockwise.
        RightToLeft = "right_to_left",
        /// From the dealer's left: position 1 first, clockwise.
        LeftToRight = "left_to_right",
    }
}

vocabulary! {
    /// Which wagers a pass of the settlement handles.
    pub enum Take ("what a pass takes") {
        /// All that it names.
        All = "all",
        /// Those that lose.
        Losing = "losing",
        /// Those that do not lose.
        Rest = "rest",
    }
}

vocabulary! {
    /// What a limit on the payments of a round is for.
    pub enum LimitOn ("what is limited") {
        /// What one person is paid.
        Player = "player",
        /// What the table pays.
        Table = "table",
    }
}

impl LimitOn {
    /// The key by which books and houses write it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            LimitOn::Player => "limit_per_player",
            LimitOn::Table => "limit_per_table",
        }
    }

    /// The key of its lawful amounts in a book.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            LimitOn::Player => "per_player",
            LimitOn::Table => "per_table",
        }
    }
}

vocabulary! {
    /// How a limit cuts the wins of a round.
    pub enum LimitSharing ("how a cut is shared") {
        /// In the order of settlement: who is paid first is paid in full, until the limit is reached.
        InOrder = "in_order",
        /// In proportion to the wins. Shares go down to whole chips, or to whole cents where no chips pay them; what
        /// remains goes to the largest remainders, the first in the order of settlement among equal ones.
        InProportion = "in_proportion",
    }
}

vocabulary! {
    /// Several wins on one meter in one round.
    pub enum MultiWin ("how several meter wins are paid") {
        /// In turn, each at the meter then shown.
        TurnOrder = "turn_order",
        /// Shared in proportion to their lines.
        EqualShares = "equal_shares",
    }
}

vocabulary! {
    /// Where a payment comes from.
    pub enum PaidFrom ("where a payment comes from") {
        /// The table inventory container.
        Tray = "tray",
        /// Outside the tray, with a document.
        HandPay = "hand_pay",
    }
}

vocabulary! {
    /// Where envy amounts come from.
    pub enum EnvyAmounts ("where envy amounts come from") {
        /// From the paytable.
        Paytable = "paytable",
        /// From the house, which must name them.
        House = "house",
    }
}

vocabulary! {
    /// Who acts or must be asked.
    pub enum Role ("a role") {
        /// A player.
        Player = "player",
        /// The dealer.
        Dealer = "dealer",
        /// A floorperson or above.
        Floorperson = "floorperson",
        /// A casino supervisor.
        Supervisor = "supervisor",
        /// Surveillance.
        Surveillance = "surveillance",
        /// A device of the table: shuffler, shoe, sensors.
        Device = "device",
        /// The program itself.
        System = "system",
    }
}

vocabulary! {
    /// What the cards are dealt from.
    pub enum DealDevice ("a dealing device") {
        /// A manual dealing shoe.
        ManualShoe = "manual_shoe",
        /// The dealer's hand.
        Hand = "hand",
        /// An automated shoe that dispenses stacks of three.
        AutomatedShoe = "automated_shoe",
    }
}

vocabulary! {
    /// Where the dealer's three cards wait.
    pub enum DealerStack ("where the dealer's stack waits") {
        /// Delivered face down with the players' stacks.
        Delivered = "delivered",
        /// Delivered face down under a cover card.
        UnderCoverCard = "under_cover_card",
        /// Left in the shuffler until every player has acted.
        InShuffler = "in_shuffler",
    }
}

vocabulary! {
    /// The shuffler at the table.
    pub enum ShufflerKind ("a shuffler") {
        /// None: cards are shuffled by hand.
        None = "none",
        /// An automated shuffler that returns a stack.
        Automated = "automated",
        /// An automated shuffler that dispenses hands and counts the players.
        HandDispensing = "hand_dispensing",
    }
}

vocabulary! {
    /// How decks come to the table.
    pub enum DecksReceived ("how decks are received") {
        /// To be inspected, verified, spread, washed and shuffled.
        Plain = "plain",
        /// Preinspected and preshuffled.
        Preshuffled = "preshuffled",
    }
}

vocabulary! {
    /// What the cover card is used for.
    pub enum CoverCard ("the use of the cover card") {
        /// None is named.
        None = "none",
        /// For the cut.
        Cut = "cut",
        /// For the cut and on the dealer's stack in an automated shoe.
        CutAndDealerStack = "cut_and_dealer_stack",
    }
}

vocabulary! {
    /// A step by which decks are opened.
    pub enum OpeningStep ("an opening step") {
        /// The dealer inspects the cards.
        Inspect = "inspect",
        /// A floorperson verifies the inspection.
        Verify = "verify",
        /// The cards are spread face up.
        Spread = "spread",
        /// The first player has had the chance to look.
        FirstPlayer = "first_player",
        /// Turned face down and washed.
        Wash = "wash",
        /// Stacked.
        Stack = "stack",
        /// Shuffled.
        Shuffle = "shuffle",
    }
}

vocabulary! {
    /// How an idle table opens again.
    pub enum Reopening ("how an idle table opens again") {
        /// Turn, wash, stack and shuffle.
        Short = "short",
        /// The whole opening.
        Full = "full",
    }
}

vocabulary! {
    /// When a cut follows the shuffle.
    pub enum CutWhen ("when the cards are cut") {
        /// After a manual shuffle, or for preshuffled cards.
        ManualOrPreshuffled = "manual_or_preshuffled",
        /// After a manual shuffle.
        Manual = "manual",
        /// Always.
        Always = "always",
    }
}

vocabulary! {
    /// To whom the cut is offered.
    pub enum CutOffer ("to whom the cut is offered") {
        /// To nobody: the dealer cuts.
        Nobody = "nobody",
        /// To each player in turn, clockwise from the dealer's left.
        FromLeft = "from_left",
        /// To each player in turn, counterclockwise from the dealer's right.
        FromRight = "from_right",
    }
}

vocabulary! {
    /// Who cuts when every player has declined.
    pub enum CutDeclined ("who cuts when all decline") {
        /// The dealer.
        Dealer = "dealer",
        /// A floorperson or above.
        Floorperson = "floorperson",
        /// Nobody: the cards are dealt uncut.
        Nobody = "nobody",
    }
}

vocabulary! {
    /// From when players may look at their cards.
    pub enum LooksFrom ("from when players may look at their cards") {
        /// As soon as their own cards lie there.
        AnyTime = "any_time",
        /// When the deal is complete.
        AllDealt = "all_dealt",
        /// When the deal is complete and the dealer allows it.
        Allowed = "allowed",
    }
}

vocabulary! {
    /// When the two community cards leave the deck.
    pub enum CommunityWhen ("when community cards are dealt") {
        /// During the deal, face down on the dealer's right.
        DuringDeal = "during_deal",
        /// After all other wagers are settled.
        AtEnd = "at_end",
    }
}

vocabulary! {
    /// Something that goes wrong.
    pub enum Irregularity ("an irregularity") {
        /// One card found face up.
        CardFaceUp = "card_face_up",
        /// More than one card found face up.
        CardsFaceUp = "cards_face_up",
        /// A card drawn in error, not exposed.
        DrawnInError = "drawn_in_error",
        /// A wrong number of cards dealt.
        WrongNumber = "wrong_number",
        /// A dealer's card exposed.
        DealerCardExposed = "dealer_card_exposed",
        /// A player's card exposed.
        PlayerCardExposed = "player_card_exposed",
        /// A player looked at the cards before that was allowed.
        LookedTooEarly = "looked_too_early",
        /// The shuffler jams.
        ShufflerJam = "shuffler_jam",
        /// The automated shoe jams.
        ShoeJam = "shoe_jam",
        /// A device is out of use and another method is needed.
        DeviceOutOfUse = "device_out_of_use",
        /// The stub count is wrong, the cards misdealt, 52 present.
        StubWrongMisdealt = "stub_wrong_misdealt",
        /// The stub count is wrong, the cards not misdealt.
        StubWrong = "stub_wrong",
        /// The stub count is wrong, the cards misdealt, and not 52 present.
        StubWrongBoth = "stub_wrong_both",
    }
}

vocabulary! {
    /// What is done about it.
    pub enum Remedy ("a remedy") {
        /// All hands void, all wagers returned, the cards reshuffled.
        Void = "void",
        /// The same, and the deck leaves the table.
        VoidAndRemoveDeck = "void_and_remove_deck",
        /// The card is set aside for the round.
        SetAside = "set_aside",
        /// The card is used as the next card.
        NextCard = "next_card",
        /// Play goes on, the card turned over.
        PlayOn = "play_on",
        /// The cards are reshuffled.
        Reshuffle = "reshuffle",
        /// The device is covered or marked first.
        CoverOrSign = "cover_or_sign",
        /// The device is removed first.
        RemoveDevice = "remove_device",
        /// The player's hand is void and its wagers are returned; the round goes on for the others.
        VoidHand = "void_hand",
        /// The player's hand is forfeited entirely; the round goes on for the others.
        ForfeitHand = "forfeit_hand",
    }
}

impl Remedy {
    /// Whether the remedy voids the round.
    #[must_use]
    pub const fn voids(self) -> bool {
        matches!(self, Remedy::Void | Remedy::VoidAndRemoveDeck)
    }

    /// Whether the remedy concerns the hand of one player and leaves the round to the others.
    #[must_use]
    pub const fn is_of_one_hand(self) -> bool {
        matches!(self, Remedy::VoidHand | Remedy::ForfeitHand)
    }
}

vocabulary! {
    /// What becomes of the wagers of a player who leaves.
    pub enum Leaver ("what becomes of a leaver's wagers") {
        /// All wagers of the round lose.
        Abandoned = "abandoned",
        /// Undecided hands fold, decided hands play on.
        FoldUndecided = "fold_undecided",
    }
}

vocabulary! {
    /// What linked games must share.
    pub enum LinkMatch ("what linked games share") {
        /// The paytable.
        Paytable = "paytable",
        /// The stake.
        Stake = "stake",
        /// The number of decks.
        Decks = "decks",
    }
}

vocabulary! {
    /// Whether the book uses the engine's common ranking.
    pub enum Ranking ("a ranking") {
        /// Class, then the rank that makes the class, then the remaining ranks from the top; suits equal.
        Common = "common",
    }
}

vocabulary! {
    /// The opening and deck checklist of a book that has none of its own.
    pub enum Checklist ("a checklist") {
        /// None.
        None = "none",
        /// The common opening, recut, idle table and stub steps, as reminders.
        Standard = "standard",
    }
}

vocabulary! {
    /// Where the cover card goes after a cut.
    pub enum CutCover ("where the cover card goes after a cut") {
        /// To the bottom of the stack with the upper part.
        ToBottom = "to_bottom",
        /// To the discard rack.
        ToRack = "to_rack",
    }
}

vocabulary! {
    /// What a wager is placed on at a position.
    pub enum AreaKind ("a kind of area") {
        /// An area of the layout.
        Betting = "betting",
        /// The sensor of the progressive system.
        Sensor = "sensor",
    }
}

vocabulary! {
    /// How the layout names the operator.
    pub enum OperatorSign ("a sign of the operator") {
        /// By name.
        Name = "name",
        /// By the logo.
        Logo = "logo",
    }
}

vocabulary! {
    /// How odds are printed where a winner keeps the stake.
    pub enum OddsAs ("a way to print odds") {
        /// What is won: "40 to 1".
        To = "to",
        /// What is won, with the stake: "41 for 1".
        For = "for",
    }
}

vocabulary! {
    /// Where the payout odds or amounts of a wager are shown.
    pub enum OddsShown ("a place for odds") {
        /// Inscribed on the layout.
        Layout = "layout",
        /// On a sign or placard at the table.
        Sign = "sign",
        /// On a video display.
        Video = "video",
    }
}
