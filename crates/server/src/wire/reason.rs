//! Why the house itself, and not the rules of a table, refuses something: each kind with its values, its word for
//! programs and its sentence. A page makes the sentence in other languages from kind and values.

use std::fmt;

use rules::{Cents, Wager};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Moment, Role};

use crate::people::limits::Span;
use crate::people::names::BadName;
use crate::wire::ProblemCode;

/// An amount: whole cents in JSON, dollars in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Sum(pub i64);

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Cents(self.0).fmt(f)
    }
}

/// A number of seconds to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Seconds(pub u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} second{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// A moment: milliseconds in JSON, a date in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct When(pub Moment);

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&table::past::when(self.0))
    }
}

/// A wager: its word in JSON, its title in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Titled(pub Wager);

impl fmt::Display for Titled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.title())
    }
}

macro_rules! reasons {
    ($($code:ident: { $($kind:ident $({ $($field:ident: $type:ty),* })? => $sentence:literal,)* })*) => {
        /// The reasons. In JSON each is its kind with its values.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[schemars(rename = "HouseRefusal")]
        #[allow(missing_docs, reason = "each says itself what it means")]
        pub enum Reason {
            $($($kind $({ $($field: $type),* })?,)*)*
        }

        impl Reason {
            /// The word for programs.
            #[must_use]
            pub const fn code(&self) -> ProblemCode {
                match self {
                    $($(Reason::$kind { .. } => ProblemCode::$code,)*)*
                }
            }
        }

        impl fmt::Display for Reason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(Reason::$kind $({ $($field),* })? => write!(f, $sentence),)*)*
                }
            }
        }
    };
}

reasons! {
    // Faults of the house: messages of programs and machines are passed on unchanged.
    Stopped: {
        Fault { detail: String } => "{detail}",
        JournalSilent { detail: String } => "the journal does not answer: {detail}",
        NotStored { detail: String } => "nothing was stored: {detail}",
        NoCards { detail: String } => "no cards are dealt: {detail}",
        TableBusy => "the table is busy on other nodes: send the same act again",
        StaysShut { table: String, detail: String } => "table {table} stays shut: {detail}",
        LinkBusy => "too many are playing on this link at once: send the same again",
        Crowded => "too much is written at once: try again",
        NoPeopleKey => "this node does not have the password key: start it with --people-key, or sign in at another node",
        OldPeopleKey => "the house has a new password key: restart this node with it, or sign in at another node",
    }
    // Neither done nor refused, as far as this node knows. A command may have been done before, if its answer was lost.
    Unknown: {
        TableShut => "the table is shut on this node: send it again with the same id when the house is open",
        Unknown { detail: String } => "it is not known yet whether this was done; send it again with the same id: {detail}",
    }
    Busy: {
        Outrun => "somebody else was faster: try again",
    }
    Malformed: {
        Malformed { detail: String } => "{detail}",
        Unreadable { detail: String } => "the message cannot be read: {detail}",
        NotText => "messages must be text",
        NotASocket => "this address is a WebSocket, version 13: ask for an upgrade to it",
        SayWhoAndWhy => "say who does this, and why: it goes on record",
        NextIsWagers => "only a player's wagers can be sent for the next round",
        BadId => "an id is 32 hexadecimal digits in lower case",
        BadToken => "a link's token is 64 hexadecimal digits",
        BadLimit => "a limit is an amount of 0 or more, or 1 to 1440 minutes",
        BadExclusion { days: u32 } => "an exclusion lasts 1 to {days} days",
        BadAdjustment { most: Sum } => "an adjustment moves a whole number of the smallest coins, and no more than {most}",
        BadTitle => "a title's name is a few lower-case letters, digits and hyphens",
        NoMeterAsked => "this request corrects no meter",
        NoBankrollAsked => "this request adjusts no bankroll",
        NotAboutStaff => "this request is not about the staff",
    }
    Refused: {
        BadPersonName { why: BadName } => "{why}",
        BadNameOfTable { most: usize } => "a table's name has 1 to {most} characters that can be seen, on one line",
        BadCode => "a code is ten letters and digits, as the second person got it",
        NoRoles => "name at least one role",
        MachinesRole { role: Role } => "the role {role} belongs to machines: no person has it",
        SayWhy { bytes: usize } => "give a reason of 1 to {bytes} bytes on one line",
        BadPassword { least: usize, bytes: usize } => "a password has {least} characters or more, and at most {bytes} bytes",
        TwoTables => "the address and the order name different tables",
        NotOver { round: u64 } => "round {round} is not over: nobody may see its cards yet",
        NoLimitsHere => "no table of this house has limits for its players",
        NoExclusionHere => "no table of this house offers self-exclusion: speak to the staff",
        TakesOne => "this needs no second person: do it directly",
        NoProgressive { wager: Titled } => "there is no {wager} here",
        CorrectionWaits => "a correction of these meters is already waiting: have it answered first",
        OtherCorrection => "another correction of these meters is waiting: have that one answered first",
        RoundSettled { round: u64 } => "round {round} is over and settled: it can no longer be voided",
        VoidWaits => "a request to void this round is waiting: have it answered, or take it back",
        GoneOn => "the game has gone on since: ask again if the round should still be voided",
        NothingToApprove { round: u64 } => "round {round} is over: there is nothing left of it to approve",
        MeterFell => "the meter has fallen since this was asked: look again, and ask again",
        BadHouse { detail: String } => "{detail}",
        NoProof { detail: String } => "{detail}",
        CannotJoin { detail: String } => "{detail}",
        TableExists { table: String } => "there is a table {table} already",
        NoKeyYet => "this journal has no password key yet: start a server on it, and the first start makes one",
        KeyKept { file: String } => "{file} is left from an earlier time: put it away first",
        NameTaken { name: String } => "the name {name} is taken: choose another",
        NameLooksTaken { name: String } => "somebody has a name that looks like {name}: choose another",
        ChoosePassword => "choose a new password: the old one ends with this link",
        NotDisabled { name: String } => "the account of {name} is not shut",
        NotStaff { name: String } => "{name} does not work here",
        LastPerson => "this would leave nobody to ask for something and approve it: let somebody else in first",
        DecidedAlready => "this position has decided already",
        LookBefore => "look at the cards first",
        NothingToDecide => "there is nothing to decide here",
    }
    NoFunds: {
        NoFunds { has: Sum, account: String } => "{account} has only {has}",
        TooMuch { account: String } => "{account} cannot hold that much",
    }
    Limit: {
        LossLimit { of: Span, limit: Sum } =>
            "this wager could take your losses {of} above your limit of {limit}: wager less, or stop here",
        NextLimited => "because you have a limit, send the next round's wagers when this round is over",
        TimeLimit { of: Span, minutes: i64, limit: u32 } =>
            "you have played {minutes} minutes {of} and your limit is {limit}: take a break",
    }
    NotFound: {
        NothingThere => "there is nothing at this address",
        BadTableName => "there is no table of that name",
        NoTable { table: String } => "there is no table {table}",
        NoHouse { house: String } => "there is no house {house}",
        NoLink { link: String } => "there is no link {link}",
        Nobody { name: String } => "nobody is called {name}",
        NotPlayed { table: String, round: u64 } => "table {table} has not played round {round}",
        NotPlayedOut { round: u64 } => "round {round} was not played to its end",
        NoRoundKept => "the round is not on record",
        NoOrderKept => "the order of the round's cards is not on record",
        NoRecords => "the table has no records",
        NoRequest => "there is no such request",
        RequestGone => "this request was answered, or is too old: ask again",
        NotForeseen => "the effect of this act cannot be shown beforehand",
    }
    NoRight: {
        NotYourHint => "a hint is given only for your own position",
        BadCsrf => "the header X-Csrf-Token is missing or wrong: read it from /api/v1/me",
        OtherSite => "this request comes from a page of another site",
        OtherLink { link: String } => "this token is for the link {link}",
        NoRole { name: String, role: Role } => "{name} does not have the role {role}",
        NotAtTable { name: String, table: String } => "{name} does not work at table {table}",
        NoRight { name: String } => "{name} has no right to this",
        OwnRequest => "you asked for this yourself: another person must answer",
        AboutYou => "this is about yourself: another person must answer",
        SameBrowser { name: String } =>
            "{name} asked for this and has signed in in this browser: the second person needs a machine of their own",
        OtherTables { name: String } => "{name} works at some tables alone, and this is not about those",
        Disabled => "this account was shut: two people can open it again",
        AskerGone { name: String } => "{name} may no longer ask for this",
        ShutOut { until: When } => "you excluded yourself until {until}, and nobody can end that early",
    }
    SignIn: {
        SignInFirst => "sign in first",
        SignInOrGuest => "sign in first, or come in as a guest",
        SessionOver => "the session is over: sign in again",
        WrongPassword => "the name or the password is not right",
        LinkUsed => "this link was used already, is too old, or was not approved: ask for a new one",
        CodeWanted => "this link opens with a code: ask the person who approved it",
        WrongCode => "this is not the code of the link; after five wrong ones the link opens nothing",
        SendToken => "send the title's token: Authorization: Bearer …",
    }
    TooMany: {
        TooManyActs { most: usize } => "one order has at most {most} acts",
        TooManyTables { most: usize } => "one socket follows at most {most} tables",
        TooManyGuesses { seconds: Seconds } => "too many wrong passwords: wait {seconds}, and try again",
        TooManyGuests { seconds: Seconds } => "too many guests come from this network: wait {seconds}",
        TooManyConnections { most: usize } => "this network has {most} connections open: close one first",
        PasswordsBusy { seconds: Seconds } => "many are signing in at once: wait {seconds}, and try again",
        CopyRuns => "another copy is being made: try again in a while",
    }
    Confirm: {
        PasswordAgain => "this needs your password again: send it to /api/v1/session/confirm first",
    }
    Approval: {
        SecondPerson => "this needs a second person: ask for it at /api/v1/approvals, with a reason",
    }
    IdUsed: {
        UsedId => "this id was used for something else: make a new one",
    }
    Method: {
        OtherMethod => "this method is not allowed here: see /api/docs",
    }
}

impl Reason {
    /// After how many seconds the same may be tried again, where that is known.
    #[must_use]
    pub const fn wait(&self) -> Option<u64> {
        match self {
            Reason::TooManyGuesses { seconds }
            | Reason::TooManyGuests { seconds }
            | Reason::PasswordsBusy { seconds } => Some(seconds.0),
            _ => None,
        }
    }
}
