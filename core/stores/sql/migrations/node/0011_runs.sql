-- Runs of stored queries, with their results until they expire.
CREATE TABLE runs (
  id uuid PRIMARY KEY,
  query uuid NOT NULL,
  runner text NOT NULL,
  status text NOT NULL,
  started timestamptz NOT NULL,
  completed timestamptz,
  result jsonb,
  errors jsonb,
  expires timestamptz NOT NULL
);
