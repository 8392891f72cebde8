//! What is appended.

use journal::{
    AccountName, Batch, Body, CommandId, ExpectedVersion, Hash, Kind, NewRecord, Posting, StreamName, Write,
};
use serde_json::json;

/// How many tables take turns.
const TABLES: u64 = 100;

/// A kind of append.
#[derive(Clone, Copy)]
pub struct Work {
    pub name: &'static str,
    /// Records per append.
    pub records: u64,
    /// Transfers per append, each between two accounts.
    pub moves: u64,
    /// Whether command ids are purely random, or begin with the time.
    pub random_ids: bool,
}

impl Work {
    pub const ALL: [Work; 3] = [
        Work { name: "one record, ids that begin with the time", records: 1, moves: 0, random_ids: false },
        Work { name: "one record, ids of chance alone", records: 1, moves: 0, random_ids: true },
        Work { name: "a round: 10 records, 8 moves of money", records: 10, moves: 8, random_ids: false },
    ];

    /// The append of a number.
    pub fn batch(&self, id: u64) -> Batch {
        let table = id % TABLES;
        let records = (0..self.records).map(|record| NewRecord {
            kind: name(Kind::new("WagerPlaced")),
            format: 1,
            time_ms: 1_700_000_000_000 + id,
            body: name(Body::of(&json!({
                "round": id, "seat": record % 7 + 1, "wager": "pair_plus", "cents": 2_500, "clause": "md14:11.C(2)#1",
                "person": "player-0123456789",
            }))),
        });
        let digest = Hash::of_command(&id.to_be_bytes());
        let mut command = [0; 16];
        command[..8].copy_from_slice(&id.to_be_bytes());
        command[8..].copy_from_slice(&digest.0[..8]);
        if self.random_ids {
            command.copy_from_slice(&digest.0[..16]);
        }
        let postings = (0..self.moves).flat_map(|seat| {
            let account = name(AccountName::new(&format!("bankroll/{table}-{seat}")));
            [Posting { account: name(AccountName::new("cash")), amount: -5 }, Posting { account, amount: 5 }]
        });
        let stream = name(StreamName::new(&format!("table/{table}")));
        let write = Write { stream, expected: ExpectedVersion::Any, records: records.collect() };
        let answer = name(Body::of(&json!({ "round": id, "done": true })));
        Batch { postings: postings.collect(), ..Batch::one(CommandId(command), digest, answer, write) }
    }
}

/// Unwraps: the names and bodies of a bench are valid.
fn name<T, E: std::fmt::Debug>(made: Result<T, E>) -> T {
    made.expect("the bench writes it right")
}
