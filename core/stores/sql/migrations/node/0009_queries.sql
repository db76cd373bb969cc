-- Stored aggregation pipelines.
CREATE TABLE queries (
  id uuid PRIMARY KEY,
  builder text NOT NULL,
  name text NOT NULL,
  collection uuid NOT NULL,
  variables jsonb NOT NULL,
  pipeline jsonb NOT NULL,
  created timestamptz NOT NULL
);
