-- Deletions of profiles: at most one of each person, begun or done.
CREATE TABLE IF NOT EXISTS profile_deletions (
  -- The person's compressed public key in hex.
  person text PRIMARY KEY,
  -- JSON.
  deletion text NOT NULL
);
