//! The journal: append-only streams that never lose what was acknowledged, with a double-entry ledger beside them.
//!
//! A command's records, its postings and its answer are one commit: stored whole or not at all, and acknowledged once
//! durable. Streams have gapless versions, each record is chained to the one before by its BLAKE3 hash, commits are
//! chained in the same way, and heads are signed with Ed25519. The journal knows nothing of tables: what a record says
//! is JSON.
//!
//! Two stores keep it, behind the one interface [`Store`]: [`SqliteStore`] inside the process and [`PostgresStore`] for
//! several processes. Both share the code that decides what becomes of an append.

mod batch;
mod body;
mod checker;
mod decide;
mod digits;
mod error;
mod excerpt;
mod export;
mod hash;
mod import;
mod key;
mod ledger;
mod line_fault;
mod lines;
mod names;
mod packed;
mod postgres;
pub mod private;
mod record;
mod respell;
mod snapshot;
mod sound;
mod sqlite;
mod store;
mod tail;
mod verify_export;
mod verify_sound;
mod verify_store;
mod witness;

pub use batch::{AppendOutcome, BATCH_RECORDS_MAX, BadBatch, Batch, ExpectedVersion, Receipt, Write};
pub use body::{BODY_BYTES_MAX, BODY_DEPTH_MAX, BadBody, Body};
pub use checker::{NoMoreChecks, RecordCheck};
pub use decide::StoredCommand;
pub use error::{Error, ImportFault};
pub use excerpt::{Excerpt, ExcerptFault, ExcerptRecord, ShownRecord};
pub use export::{export, export_to_file, export_up_to, tip_at};
pub use hash::Hash;
pub use import::import;
pub use key::{KEY, PublicKey, Sealed, SignedHead, Signer};
pub use ledger::{LedgerFault, LedgerRules};
pub use line_fault::{HeadOwner, LineFault};
pub use names::{AccountName, BadName, CommandId, Kind, NAME_BYTES_MAX, StreamName};
pub use packed::Packed;
pub use postgres::PostgresStore;
pub use record::{BadRecord, Commit, Head, NewRecord, Posting, Record, Tip};
pub use snapshot::{BadSnapshot, Snapshot};
pub use sound::{SOUND_BEGINS, SoundExport, Unsound, export_sound};
pub use sqlite::SqliteStore;
pub use store::{FaultPoint, Lateness, Later, StepFault, StepHook, Store, StoreOptions};
pub use tail::Tail;
pub use verify_export::{ExportFault, ExportReport, verify_export};
pub use verify_sound::{SoundReport, verify_sound};
pub use verify_store::{Damage, Depth, Verified, verify_store};
pub use witness::{ClosedFile, OpeningFault, WITNESS, Witness, WitnessFault, WitnessFile};
