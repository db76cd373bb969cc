-- The program that read: an application of a questionnaire, or one that the person lets read in their name.
ALTER TABLE audit ADD COLUMN IF NOT EXISTS client_kind text;

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
