-- Uploads that were allowed, until a record names the object, or an object that no record names is removed.
CREATE TABLE IF NOT EXISTS attachments_uploads (
  key text PRIMARY KEY,
  -- Milliseconds since the epoch, by the gateway's clock.
  allowed_at bigint NOT NULL,
  -- JSON: the quota that an upload of a newcomer took; null when nothing is given back.
  taken text,
  -- When the upload is removed unless a record names it; null for a day after it was allowed.
  due_at bigint,
  -- The largest object in bytes, where it is smaller than a file may be.
  most bigint,
  -- Set when a record named it before its quota was given back.
  named boolean,
  -- JSON: the state of an upload in parts, until its object is there.
  parts text
);

CREATE INDEX IF NOT EXISTS attachments_uploads_by_time ON attachments_uploads (allowed_at, key);
