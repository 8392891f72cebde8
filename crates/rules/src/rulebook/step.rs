//! The steps of a table's procedure: each is one act or moment that a document may regulate.

use crate::words::vocabulary;

vocabulary! {
    /// One step of the procedure, in the order in which a table comes to it.
    pub enum Step ("a step") {
        /// What the document is, who issued it, and what its words mean.
        Terms = "terms",
        /// The table is opened: its fixtures, devices and approvals are there.
        OpenTable = "open_table",
        /// Decks come to the table.
        ReceiveDeck = "receive_deck",
        /// The dealer inspects the cards.
        Inspect = "inspect",
        /// The inspection is verified.
        Verify = "verify",
        /// The cards are spread face up.
        Spread = "spread",
        /// The first player has had the chance to look.
        FirstPlayer = "first_player",
        /// The cards are turned face down and washed.
        Wash = "wash",
        /// The cards are stacked.
        Stack = "stack",
        /// The cards are shuffled.
        Shuffle = "shuffle",
        /// Somebody above the dealer orders a shuffle.
        OrderShuffle = "order_shuffle",
        /// The shuffled cards are put in one stack.
        SingleStack = "single_stack",
        /// Two decks take turns, one in the shuffler and one in play.
        Alternate = "alternate",
        /// The shuffler counts the deck.
        DeviceCount = "device_count",
        /// A deck leaves the table.
        RemoveDeck = "remove_deck",
        /// The cards are cut.
        Cut = "cut",
        /// Another cut is ordered before the first card.
        Recut = "recut",
        /// The stack goes into the shoe, or into the dealer's hand.
        Load = "load",
        /// A deck is changed when its time has run out.
        DeckLife = "deck_life",
        /// The table is open and nobody plays.
        Idle = "idle",
        /// An idle table opens again.
        Reopen = "reopen",
        /// A player sits down.
        Seat = "seat",
        /// A player who has wagered and received cards stays until the round is complete.
        StaySeated = "stay_seated",
        /// A wager is made.
        Wager = "wager",
        /// A wager is made in chips, plaques or another approved instrument.
        Instrument = "instrument",
        /// A spoken wager with cash does not count.
        SpokenCash = "spoken_cash",
        /// Nothing is made, increased or withdrawn after the close.
        AfterClose = "after_close",
        /// A sensor takes up a progressive wager.
        Sense = "sense",
        /// A tip is wagered.
        Tip = "tip",
        /// The dealer announces that betting is closed.
        NoMoreBets = "no_more_bets",
        /// The progressive system takes no further wager.
        LockOut = "lock_out",
        /// The progressive chips are collected.
        Collect = "collect",
        /// The progressive chips are counted against what the system accepted.
        CountChips = "count_chips",
        /// The progressive chips go into the tray.
        BankChips = "bank_chips",
        /// The cards are dealt, or the stacks delivered.
        Deal = "deal",
        /// They are dealt face down.
        FaceDown = "face_down",
        /// The dealer gets a stack from an automated shoe.
        DealerStack = "dealer_stack",
        /// A cover card is put on the dealer's stack.
        CoverDealerStack = "cover_dealer_stack",
        /// Two community cards are dealt.
        Community = "community",
        /// The stub leaves the shoe or the hand.
        TakeStub = "take_stub",
        /// The stub is counted.
        CountStub = "count_stub",
        /// The stub goes to the discard rack unexposed.
        RackStub = "rack_stub",
        /// After a wrong count: were the cards misdealt?
        MisdealCheck = "misdeal_check",
        /// The cards were misdealt, and all of them are there.
        StubMisdealt = "stub_misdealt",
        /// The cards were not misdealt, and not all of them are there.
        StubWrong = "stub_wrong",
        /// A player looks at their own hand.
        Look = "look",
        /// A hand is touched.
        Touch = "touch",
        /// The players are asked in turn.
        Ask = "ask",
        /// A player plays.
        Play = "play",
        /// A player folds.
        Fold = "fold",
        /// A player forfeits a hand entirely, which is then not exposed.
        Forfeit = "forfeit",
        /// The cards of a folded hand are counted.
        CountFolded = "count_folded",
        /// The cards of a folded hand stay on the table while a wager on them is alive.
        KeepFolded = "keep_folded",
        /// A player asks to see folded hands.
        ViewFolded = "view_folded",
        /// The dealer's hand is turned up.
        RevealDealer = "reveal_dealer",
        /// The shuffler is told that the dealer has a hand, and works out the number of players.
        PlayersShown = "players_shown",
        /// A player's hand is turned up.
        RevealHand = "reveal_hand",
        /// The community cards are turned up.
        RevealCommunity = "reveal_community",
        /// The dealer verifies a winning hand.
        VerifyHand = "verify_hand",
        /// The dealer verifies the light of the progressive system.
        VerifyLight = "verify_light",
        /// The dealer keys in the winner's spot.
        Spot = "spot",
        /// A spot keyed in by accident is switched off.
        SpotUndo = "spot_undo",
        /// The dealer calls the second person.
        Call = "call",
        /// The second person validates the win.
        Validate = "validate",
        /// A win is paid outside the tray.
        HandPay = "hand_pay",
        /// A hand stays exposed on the table.
        KeepExposed = "keep_exposed",
        /// A player's cards go to the discard rack.
        RackHand = "rack_hand",
        /// The dealer's cards go to the discard rack.
        RackDealer = "rack_dealer",
        /// The progressive system is reset for the next hand.
        EndGame = "end_game",
        /// The round is complete.
        EndRound = "end_round",
        /// A player leaves in mid-round.
        Leave = "leave",
        /// A floorperson rules on what no rule covers.
        Ruling = "ruling",
        /// A device fails, and another method is needed.
        OutOfUse = "out_of_use",
        /// A round is void.
        Void = "void",
        /// The table is closed.
        CloseTable = "close_table",
    }
}
