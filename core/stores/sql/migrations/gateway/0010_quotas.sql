-- How much was taken of what has a bound: by a key, an address, an application, within a window of time.
CREATE TABLE IF NOT EXISTS quotas (
  kind text NOT NULL,
  -- SHA-256 of whoever took it, in hex.
  subject text NOT NULL,
  records bigint NOT NULL,
  bytes bigint NOT NULL,
  -- When the window ends, in milliseconds since the epoch by the gateway's clock.
  expires_at bigint NOT NULL,
  PRIMARY KEY (kind, subject)
);

CREATE INDEX IF NOT EXISTS quotas_by_expiry ON quotas (expires_at);

-- JSON: what an upload of a newcomer took; null when nothing is given back.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS taken text;

-- When the upload is removed unless a record names it; null for a day after it was allowed.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS due_at bigint;

-- The largest object in bytes, where it is smaller than a file may be.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS most bigint;

-- Set when a record named it before what it took was given back.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS named boolean;
