-- "state" has one row. Whoever appends locks it first, so positions are given in the order in which they become
-- visible: a reader never sees one before all that come before it. The unique keys are the second line of defence.
CREATE TABLE state (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL,
    streams bigint NOT NULL,
    accounts bigint NOT NULL
);
INSERT INTO state VALUES (1, 0, 0, decode(repeat('00', 32), 'hex'), 0, 0);
CREATE TABLE ledger_classes (class text PRIMARY KEY);
CREATE TABLE keys (id bigserial PRIMARY KEY, public bytea NOT NULL UNIQUE);
CREATE TABLE streams (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, version bigint NOT NULL, hash bytea NOT NULL);
CREATE TABLE accounts (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, balance bigint NOT NULL);
CREATE TABLE commits (
    number bigint PRIMARY KEY,
    command bytea NOT NULL UNIQUE,
    digest bytea NOT NULL,
    answer text NOT NULL,
    position bigint NOT NULL,
    records bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE records (
    position bigint PRIMARY KEY,
    stream bigint NOT NULL REFERENCES streams (id),
    version bigint NOT NULL,
    kind text NOT NULL,
    format bigint NOT NULL,
    time_ms bigint NOT NULL,
    -- Compressed: see packed.rs.
    body bytea NOT NULL,
    hash bytea NOT NULL,
    UNIQUE (stream, version)
);
CREATE TABLE postings (
    number bigint NOT NULL REFERENCES commits (number),
    line bigint NOT NULL,
    account bigint NOT NULL REFERENCES accounts (id),
    amount bigint NOT NULL,
    PRIMARY KEY (number, line)
);
CREATE TABLE heads (
    number bigint NOT NULL,
    stream bigint NOT NULL,
    key bigint NOT NULL REFERENCES keys (id),
    version bigint NOT NULL,
    hash bytea NOT NULL,
    signature bytea NOT NULL,
    PRIMARY KEY (stream, number, key)
);
CREATE INDEX heads_by_number ON heads (number);

-- Projections of streams, which may go and be made anew.
CREATE TABLE snapshots (
    stream bigint NOT NULL REFERENCES streams (id),
    version bigint NOT NULL,
    hash bytea NOT NULL,
    mark bigint NOT NULL,
    format bigint NOT NULL,
    kept boolean NOT NULL,
    bytes bytea NOT NULL,
    key bigint NOT NULL REFERENCES keys (id),
    signature bytea NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE INDEX snapshots_by_mark ON snapshots (stream, mark);

-- Records, commits, postings, signed heads and keys are append-only, whoever asks.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commits
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON records
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
