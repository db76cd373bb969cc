-- The gateway's own tables.

-- Tickets, codes, nonces and idempotency keys: single-use entries under the hash of the secret that names them.
-- The kind is part of the key, so that no request for one kind can meet an entry of another.
CREATE TABLE IF NOT EXISTS tokens (
  kind text NOT NULL,
  hash bytea NOT NULL,
  value text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock.
  expires_at bigint NOT NULL,
  PRIMARY KEY (kind, hash)
);

CREATE INDEX IF NOT EXISTS tokens_by_expiry ON tokens (expires_at);

-- Writes to the storage network that have begun and not ended, at most one per record. `write` is the mark that the
-- nodes put on what the write creates; `parked` is one that failed and waits for another try or for recovery.
CREATE TABLE IF NOT EXISTS writes (
  collection uuid NOT NULL,
  id uuid NOT NULL,
  operation text NOT NULL,
  write uuid NOT NULL,
  digest text,
  writer uuid NOT NULL,
  -- How often the write was taken over: the steps of a former holder name a lower term, and have no effect.
  term integer NOT NULL DEFAULT 0,
  parked boolean NOT NULL,
  expires timestamptz NOT NULL,
  -- Each attempt to end the write renews its lease, so `expires` does not say how long it has waited.
  began timestamptz NOT NULL DEFAULT now(),
  -- The events of the write, stored once it ends; NULL for a write without any.
  events jsonb,
  PRIMARY KEY (collection, id)
);

CREATE INDEX IF NOT EXISTS writes_by_expiry ON writes (expires);

-- Events of writes that are stored, until the plugin that opened the queue has taken them.
CREATE TABLE IF NOT EXISTS outbox (
  queue text NOT NULL,
  id text NOT NULL,
  -- Milliseconds since the epoch, by the clock of the gateway that began the write.
  at bigint NOT NULL,
  body jsonb NOT NULL,
  -- When the write ended, and in any case after those whose events wait.
  stored timestamptz NOT NULL,
  PRIMARY KEY (queue, id)
);

CREATE INDEX IF NOT EXISTS outbox_by_time ON outbox (queue, stored, id);

-- The identities of the storage nodes: the DID that answered at each URL when it was first met. `place` is its place in
-- the order of shares, from 1, and NULL once another node has replaced it; `holds` is the id of its database.
CREATE TABLE IF NOT EXISTS nodes (
  url text PRIMARY KEY,
  did text NOT NULL,
  place integer,
  holds text
);

-- The storage nodes that are replaced or added, or were: every gateway uses the new one once the move is done.
CREATE TABLE IF NOT EXISTS node_moves (
  id text PRIMARY KEY,
  from_url text NOT NULL,
  from_did text NOT NULL,
  to_url text NOT NULL,
  to_did text NOT NULL,
  release text NOT NULL,
  erases boolean NOT NULL,
  state text NOT NULL,
  statement text,
  progress text NOT NULL,
  created timestamptz NOT NULL,
  ended timestamptz,
  adds boolean NOT NULL DEFAULT FALSE,
  -- The end of the time for which writes wait.
  held_until timestamptz
);

-- The key that the data of this database belongs to: the DID of the service's first builder key.
CREATE TABLE IF NOT EXISTS keys (
  name text PRIMARY KEY,
  did text NOT NULL
);

-- The audit trail: each reading of a person's records. Rows are added and read, never changed.
CREATE TABLE IF NOT EXISTS audit (
  -- The person's compressed public key in hex.
  person text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock.
  at bigint NOT NULL,
  id uuid NOT NULL,
  client_id text,
  client_name text,
  action text NOT NULL,
  -- JSON array of record ids.
  records text NOT NULL,
  -- The program that read: an application of a questionnaire, or one that the person lets read in their name.
  client_kind text,
  PRIMARY KEY (person, at, id)
);

-- Taken of a limited resource: by a key, an address, an application, within a window of time.
CREATE TABLE IF NOT EXISTS quotas (
  kind text NOT NULL,
  -- SHA-256 of the subject, in hex.
  subject text NOT NULL,
  records bigint NOT NULL,
  bytes bigint NOT NULL,
  -- When the window ends, in milliseconds since the epoch by the gateway's clock.
  expires_at bigint NOT NULL,
  PRIMARY KEY (kind, subject)
);

CREATE INDEX IF NOT EXISTS quotas_by_expiry ON quotas (expires_at);

-- Background work of plugins, until it is done. A job that nobody holds begins when it is due; one that is held is
-- lost when it is due.
CREATE TABLE IF NOT EXISTS jobs (
  -- The plugin and the name of the job in its spec.
  kind text NOT NULL,
  id text NOT NULL,
  -- JSON of the plugin.
  state text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock.
  due_at bigint NOT NULL,
  attempts integer NOT NULL,
  -- The attempt that is at work on it.
  holder uuid,
  PRIMARY KEY (kind, id)
);

CREATE INDEX IF NOT EXISTS jobs_by_time ON jobs (due_at);

-- The id of this database, and the settings that are fixed as long as it has data.
CREATE TABLE IF NOT EXISTS constants (
  name text PRIMARY KEY,
  value text NOT NULL
);
