-- What kind of program read: an application of a questionnaire, or one that the person let read in their name.
ALTER TABLE audit ADD COLUMN IF NOT EXISTS client_kind text;

-- Profiles that their people have asked to be deleted: at most one deletion of a person, begun or done.
CREATE TABLE IF NOT EXISTS deletions (
  -- The person's compressed public key in hex.
  person text PRIMARY KEY,
  -- JSON: as the plugin 'profile' has it.
  deletion text NOT NULL,
  done boolean NOT NULL,
  -- Until when, in milliseconds since the epoch by the gateway's clock, one gateway is at work on it.
  leased_until bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS deletions_by_state ON deletions (done, leased_until);
