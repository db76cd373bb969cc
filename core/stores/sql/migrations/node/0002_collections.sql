-- What a builder keeps: the schema of its documents and the indexes it has asked for.
CREATE TABLE collections (
  id uuid PRIMARY KEY,
  builder text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  schema jsonb NOT NULL,
  indexes jsonb NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL
);
