//! Guests who play one position, at tables of their own: with two orders a round, or with one that decides and wagers
//! again. Each order is answered once it is durable.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::crowd::{Acts, Heard, Socket, guest};
use crate::floor::{tell_memory, watch};
use crate::house::{House, Opening, Pace, table};
use crate::progress::pass;
use crate::report::{Bar, LoadReport, per_mille};
use crate::usage::syncs_per_second;
use crate::{LoadPlan, Sizes};

const SIT: Acts<'_> =
    Acts { act: r#"{"do":"sit","position":4}"#, then: r#"[{"do":"buy_in","amount":MONEY}]"#, next: "[]" };
const WAGER: Acts<'_> =
    Acts { act: r#"{"do":"wager","position":4,"wager":"ante","amount":100}"#, then: "[]", next: "[]" };
const LOOK: &str = r#"{"do":"look","position":4}"#;
const THEN_PLAY: &str = r#"[{"do":"decide","position":4,"decision":"play"}]"#;
const PLAY: Acts<'_> = Acts { act: LOOK, then: THEN_PLAY, next: "[]" };
const PLAY_ON: Acts<'_> =
    Acts { act: LOOK, then: THEN_PLAY, next: r#"[{"do":"wager","position":4,"wager":"ante","amount":100}]"# };
const FOLD: Acts<'_> = Acts { act: LOOK, then: r#"[{"do":"decide","position":4,"decision":"fold"}]"#, next: "[]" };
const RISE: Acts<'_> = Acts { act: r#"{"do":"rise","position":4}"#, then: "[]", next: "[]" };

/// What a guest comes with, in cents.
const MONEY: usize = 100_000;

/// What all players report.
#[derive(Default)]
struct Score {
    over: AtomicBool,
    measured: AtomicBool,
    rounds: AtomicU64,
}

/// The number of tables that one socket plays at, where it plays at several.
const TABLES_EACH: usize = 10;

/// Measures the players asked for; if only their number was given, also players who share sockets and play on.
pub(crate) async fn run(plan: &LoadPlan) -> Result<LoadReport> {
    let mut report = LoadReport::default();
    measure(plan, &mut report).await?;
    let Sizes { players, tables_each, plays_on, .. } = plan.sizes;
    if tables_each == 1 && !plays_on && players >= TABLES_EACH {
        let players = players / TABLES_EACH;
        let sizes = Sizes { players, tables_each: TABLES_EACH, plays_on: true, ..plan.sizes.clone() };
        measure(&LoadPlan { sizes, ..plan.clone() }, &mut report).await?;
    }
    Ok(report)
}

async fn measure(plan: &LoadPlan, report: &mut LoadReport) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let syncs = syncs_per_second(folder.path())?;
    let Sizes { players, tables_each: each, .. } = plan.sizes;
    // Small antes, so that a guest's money lasts.
    let ante =
        |line: &str| line.starts_with("ante = ").then_some(r#"ante = { min = "$1", max = "$100", step = "$1" }"#);
    let text: Vec<&str> = plan.house.lines().map(|line| ante(line).unwrap_or(line)).collect();
    let small = LoadPlan { house: text.join("\n"), ..plan.clone() };
    let house =
        House::open(&small, &Opening { folder: folder.path(), tables: players * each, pace: Pace::Full, robots: 0 })?;
    let score = Arc::new(Score::default());
    let mut playing = Vec::new();
    for number in 0..players {
        let (address, score, sizes) = (house.address, score.clone(), plan.sizes.clone());
        playing.push(tokio::spawn(async move { play(address, number, &sizes, &score).await }));
    }
    pass(plan.sizes.seconds().clamp(1, 5), "brought to speed").await;
    score.measured.store(true, Ordering::Relaxed);
    let seen = watch(&house, plan.sizes.seconds()).await?;
    score.measured.store(false, Ordering::Relaxed);
    let rate = score.rounds.load(Ordering::Relaxed) as f64 / seen.seconds;
    score.over.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    for player in playing {
        waits.extend(player.await??);
    }
    waits.sort_by(f64::total_cmp);
    let how = if plan.sizes.watching { "who also follow every view" } else { "who take only the answers" };
    let tables = if each == 1 { "a table each".to_owned() } else { format!("{each} tables each") };
    let orders = if plan.sizes.plays_on { "one order a round" } else { "two orders a round" };
    report.tell(
        format!("rounds of one position over WebSocket, {players} players at {tables} {how}, {orders}"),
        rate,
        "a second",
        // The bar is for players who send one order a round.
        plan.sizes.plays_on.then_some(Bar::AtLeast(20_000.0)),
    );
    report.tell("the same for each sync that the bare disk does", rate / syncs, "", None);
    report.tell("an order is answered, half of them within", per_mille(&waits, 500), "ms", None);
    report.tell("an order is answered, 99 of 100 within", per_mille(&waits, 990), "ms", None);
    report.tell("share of one core of the server", seen.core, "cores", None);
    tell_memory(&house, report)
}

/// One table of a player.
struct GuestSeat {
    table: String,
    /// How many orders were sent at this table: the last one's id ends with this number.
    orders: u64,
    last: LastAct,
    said: Instant,
}

/// The last order at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastAct {
    Sat,
    Wagered,
    Played,
    /// Played, with a wager for the next round.
    PlayedOn,
    Folded,
    Rose,
}

/// One guest, at one or at several tables, over one socket.
struct GuestPlayer<'a> {
    line: Socket,
    seats: Vec<GuestSeat>,
    first: usize,
    score: &'a Score,
    waits: Vec<f64>,
    /// Whether the money is lost at one of the tables: then the others are left too, when their rounds are over.
    leaving: bool,
    left: usize,
    /// Whether a decision comes with the next round's wager, in one order.
    plays_on: bool,
}

impl GuestPlayer<'_> {
    /// Sends an order at a table.
    async fn say(&mut self, seat: usize, last: LastAct, acts: &Acts<'_>) -> Result<()> {
        let number = self.first + seat;
        let seat = &mut self.seats[seat];
        seat.orders += 1;
        (seat.last, seat.said) = (last, Instant::now());
        self.line.order(&seat.table, &format!("{number:016x}{:016x}", seat.orders), acts).await
    }

    /// Goes on at the table of an answer.
    async fn go_on(&mut self, answer: Heard) -> Result<()> {
        let number = answer.id.get(..16).and_then(|table| usize::from_str_radix(table, 16).ok());
        let seat = number.and_then(|number| number.checked_sub(self.first)).filter(|seat| *seat < self.seats.len());
        let seat = seat.with_context(|| format!("an answer to nothing that was said: {}", answer.id))?;
        let GuestSeat { last, said, .. } = self.seats[seat];
        if last != LastAct::Sat && self.score.measured.load(Ordering::Relaxed) {
            self.waits.push(said.elapsed().as_secs_f64() * 1_000.0);
            let round =
                matches!(last, LastAct::Played | LastAct::PlayedOn | LastAct::Folded) && answer.refused.is_none();
            self.score.rounds.fetch_add(round.into(), Ordering::Relaxed);
        }
        let dealt = last == LastAct::Wagered || (last == LastAct::PlayedOn && !answer.last);
        match (last, answer.refused) {
            (_, None) if dealt && self.plays_on && !self.leaving => self.say(seat, LastAct::PlayedOn, &PLAY_ON).await,
            (_, None) if dealt => self.say(seat, LastAct::Played, &PLAY).await,
            (LastAct::Rose, None) => {
                self.left += 1;
                Ok(())
            }
            (_, None) if self.leaving => self.say(seat, LastAct::Rose, &RISE).await,
            (_, None) => self.say(seat, LastAct::Wagered, &WAGER).await,
            (LastAct::Wagered, Some(why)) if why.contains("chips") || why.contains("funds") => {
                self.leaving = true;
                self.say(seat, LastAct::Rose, &RISE).await
            }
            // A hand that cannot be raised with the chips left is folded.
            (LastAct::Played | LastAct::PlayedOn, Some(_)) => self.say(seat, LastAct::Folded, &FOLD).await,
            (_, Some(why)) => bail!("{}: {why}", self.seats[seat].table),
        }
    }

    /// Plays until it is over, or all tables are left.
    async fn play(&mut self) -> Result<()> {
        while !self.score.over.load(Ordering::Relaxed) && self.left < self.seats.len() {
            let answer = self.line.answer().await?;
            self.go_on(answer).await?;
            while let Some(answer) = self.line.answer_now() {
                self.go_on(answer?).await?;
            }
            self.line.flush().await?;
        }
        Ok(())
    }
}

/// Plays until it is over; returns the waits for answers, in milliseconds.
async fn play(address: SocketAddr, number: usize, sizes: &Sizes, score: &Score) -> Result<Vec<f64>> {
    let first = number * sizes.tables_each;
    let mut orders = vec![0; sizes.tables_each];
    let mut waits = Vec::new();
    let sit = SIT.then.replace("MONEY", &(MONEY / sizes.tables_each).to_string());
    while !score.over.load(Ordering::Relaxed) {
        let cookie = guest(address).await?;
        let line = Socket::open(address, Some(&cookie)).await?;
        let seat = |(place, orders)| GuestSeat {
            table: table(first + place),
            orders,
            last: LastAct::Sat,
            said: Instant::now(),
        };
        let seats = orders.iter().copied().enumerate().map(seat).collect();
        let mut player =
            GuestPlayer { line, seats, first, score, waits, leaving: false, left: 0, plays_on: sizes.plays_on };
        for place in 0..sizes.tables_each {
            let table = player.seats[place].table.clone();
            player.line.watch(&table, sizes.watching).await?;
            player.say(place, LastAct::Sat, &Acts { then: &sit, ..SIT }).await?;
        }
        player.line.flush().await?;
        // Whoever has lost everything gives the positions up, and another guest comes.
        player.play().await?;
        orders = player.seats.iter().map(|seat| seat.orders).collect();
        waits = player.waits;
    }
    Ok(waits)
}
