-- Uploads that were allowed, until a record names the object, or an object that no record names is removed.
-- The core of an earlier release made this table, with fewer columns at first.
CREATE TABLE IF NOT EXISTS uploads (
  key text PRIMARY KEY,
  -- Milliseconds since the epoch, by the gateway's clock.
  allowed_at bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS uploads_by_time ON uploads (allowed_at, key);

-- JSON: the quota that an upload of a newcomer took; null when nothing is given back.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS taken text;

-- When the upload is removed unless a record names it; null for a day after it was allowed.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS due_at bigint;

-- The largest object in bytes, where it is smaller than a file may be.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS most bigint;

-- Set when a record named it before its quota was given back.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS named boolean;
