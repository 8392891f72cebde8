-- Records, commits and signed heads are append-only: the triggers refuse everything else, whoever asks.

CREATE TABLE ledger_classes (class TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE keys (id INTEGER PRIMARY KEY, public BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
-- Postings are pairs account:amount with spaces between them.
CREATE TABLE commits (
    number INTEGER PRIMARY KEY,
    command BLOB NOT NULL,
    digest BLOB NOT NULL,
    answer TEXT NOT NULL,
    position INTEGER NOT NULL,
    records INTEGER NOT NULL,
    postings TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    format INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    -- Compressed: see packed.rs.
    body BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
-- Stream 0 is the journal itself.
CREATE TABLE heads (
    number INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    key INTEGER NOT NULL REFERENCES keys (id),
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    signature BLOB NOT NULL,
    PRIMARY KEY (stream, number, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX heads_by_number ON heads (number);

-- Projections of streams, which may go and be made anew.
CREATE TABLE snapshots (
    stream INTEGER NOT NULL REFERENCES streams (id),
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    mark INTEGER NOT NULL,
    format INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    key INTEGER NOT NULL REFERENCES keys (id),
    signature BLOB NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT;
CREATE INDEX snapshots_by_mark ON snapshots (stream, mark);

-- Balances have a table to themselves, as they are the one thing that changes: many lie on a page.
CREATE TABLE balances (
    account INTEGER PRIMARY KEY REFERENCES accounts (id),
    balance INTEGER NOT NULL
) STRICT;

-- Where records are by stream and version, and commits by command, up to what is not filed yet (filing.rs): all
-- records before one, all commits before one, and of those before "sheaf" the ones up to an id.
CREATE TABLE places (
    stream INTEGER NOT NULL REFERENCES streams (id),
    version INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE commands (
    command BLOB PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE filed (
    records INTEGER NOT NULL,
    commits INTEGER NOT NULL,
    sheaf INTEGER NOT NULL,
    id BLOB
) STRICT;
INSERT INTO filed (records, commits, sheaf) VALUES (1, 1, 1);

CREATE TRIGGER commits_no_UPDATE BEFORE UPDATE ON commits BEGIN SELECT RAISE(ABORT, 'commits is append-only'); END;
CREATE TRIGGER commits_no_DELETE BEFORE DELETE ON commits BEGIN SELECT RAISE(ABORT, 'commits is append-only'); END;
CREATE TRIGGER records_no_UPDATE BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'records is append-only'); END;
CREATE TRIGGER records_no_DELETE BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'records is append-only'); END;
CREATE TRIGGER heads_no_UPDATE BEFORE UPDATE ON heads BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
CREATE TRIGGER heads_no_DELETE BEFORE DELETE ON heads BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
CREATE TRIGGER keys_no_UPDATE BEFORE UPDATE ON keys BEGIN SELECT RAISE(ABORT, 'keys is append-only'); END;
CREATE TRIGGER keys_no_DELETE BEFORE DELETE ON keys BEGIN SELECT RAISE(ABORT, 'keys is append-only'); END;
CREATE TRIGGER places_no_UPDATE BEFORE UPDATE ON places BEGIN SELECT RAISE(ABORT, 'places is append-only'); END;
CREATE TRIGGER places_no_DELETE BEFORE DELETE ON places BEGIN SELECT RAISE(ABORT, 'places is append-only'); END;
CREATE TRIGGER commands_no_UPDATE BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END;
CREATE TRIGGER commands_no_DELETE BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END;
