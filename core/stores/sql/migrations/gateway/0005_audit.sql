-- Who read what of a person, and when: rows are added and read, never changed.
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
  PRIMARY KEY (person, at, id)
);
