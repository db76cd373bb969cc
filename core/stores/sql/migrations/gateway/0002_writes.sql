-- Writes to the storage network that have begun and not ended, at most one per record. `write` is the mark that the
-- nodes put on what the write creates; `parked` is one that failed and waits for another try or for recovery.
CREATE TABLE IF NOT EXISTS writes (
  collection uuid NOT NULL,
  id uuid NOT NULL,
  operation text NOT NULL,
  write uuid NOT NULL,
  digest text,
  writer uuid NOT NULL,
  parked boolean NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (collection, id)
);

CREATE INDEX IF NOT EXISTS writes_by_expiry ON writes (expires);
