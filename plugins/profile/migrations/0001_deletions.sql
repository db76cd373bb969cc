-- Deletions of profiles: at most one of each person, begun or done.
-- The core of an earlier release made this table.
CREATE TABLE IF NOT EXISTS deletions (
  -- The person's compressed public key in hex.
  person text PRIMARY KEY,
  -- JSON.
  deletion text NOT NULL,
  done boolean NOT NULL,
  -- For gateways of that release, which leave alone what another one holds; a job holds it now.
  leased_until bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS deletions_by_state ON deletions (done, leased_until);

-- Deletions that such a gateway has left unfinished.
INSERT INTO jobs (kind, id, state, due_at, attempts)
SELECT 'profile/delete', person, 'null', leased_until, 0 FROM deletions WHERE done = FALSE
ON CONFLICT (kind, id) DO NOTHING;
