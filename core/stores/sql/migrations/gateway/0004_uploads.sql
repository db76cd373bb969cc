-- Uploads that were allowed, until a record names what was uploaded, or what nobody named was removed.
CREATE TABLE IF NOT EXISTS uploads (
  key text PRIMARY KEY,
  -- Milliseconds since the epoch, by the gateway's clock.
  allowed_at bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS uploads_by_time ON uploads (allowed_at, key);
