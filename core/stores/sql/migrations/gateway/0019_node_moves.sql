-- The storage nodes that are replaced, or were: every gateway uses the new one once the move is done.
CREATE TABLE IF NOT EXISTS node_moves (
  id text PRIMARY KEY,
  from_url text NOT NULL,
  from_did text NOT NULL,
  to_url text NOT NULL,
  to_did text NOT NULL,
  release text NOT NULL,
  erases boolean NOT NULL,
  state text NOT NULL,
  statement text,
  progress text NOT NULL,
  created timestamptz NOT NULL,
  ended timestamptz
);
