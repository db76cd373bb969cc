-- Who may create collections on this node; ids are DIDs in the did:key spelling.
CREATE TABLE IF NOT EXISTS builders (
  id text PRIMARY KEY,
  name text NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL
);

-- What a builder keeps: the schema of its documents, and the indexes it has declared.
CREATE TABLE IF NOT EXISTS collections (
  id uuid PRIMARY KEY,
  builder text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  schema jsonb NOT NULL,
  indexes jsonb NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS collections_by_builder ON collections (builder, created, id);

-- The documents; `id` is the column to distribute by. `owner` and `acl` are set in owned collections. `writer` and
-- `write` say which call created a document, so that it can be taken back; `version` counts writes, for
-- compare-and-swap.
CREATE TABLE IF NOT EXISTS documents (
  collection uuid NOT NULL,
  id uuid NOT NULL,
  owner text,
  writer text NOT NULL,
  write uuid,
  acl jsonb,
  body jsonb NOT NULL,
  version integer NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL,
  PRIMARY KEY (collection, id)
);

CREATE INDEX IF NOT EXISTS documents_in_order ON documents (collection, created, id);

CREATE INDEX IF NOT EXISTS documents_by_owner ON documents (owner, created, id);

CREATE INDEX IF NOT EXISTS documents_by_content ON documents USING gin (body);

CREATE INDEX IF NOT EXISTS documents_by_grantee ON documents USING gin (acl);

-- Stored aggregation pipelines.
CREATE TABLE IF NOT EXISTS queries (
  id uuid PRIMARY KEY,
  builder text NOT NULL,
  name text NOT NULL,
  collection uuid NOT NULL,
  variables jsonb NOT NULL,
  pipeline jsonb NOT NULL,
  created timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS queries_by_builder ON queries (builder, created, id);

-- Runs of stored queries, with their results until they expire.
CREATE TABLE IF NOT EXISTS runs (
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

CREATE INDEX IF NOT EXISTS runs_by_expiry ON runs (expires);
