-- The tables of one storage node.

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
  -- The version whose attestation was checked last: another version has to be checked again.
  checked integer,
  -- The result: whether the document is as its builder attested it.
  attested boolean,
  -- Bytes of the content, as it was sent.
  bytes integer,
  PRIMARY KEY (collection, id)
);

CREATE INDEX IF NOT EXISTS documents_in_order ON documents (collection, created, id);

CREATE INDEX IF NOT EXISTS documents_by_owner ON documents (owner, created, id);

CREATE INDEX IF NOT EXISTS documents_by_content ON documents USING gin (body);

CREATE INDEX IF NOT EXISTS documents_by_grantee ON documents USING gin (acl);

-- Documents that no aggregate counts, most of which belong to no person: those to check and those left out are found
-- without reading the counted ones.
CREATE INDEX IF NOT EXISTS documents_not_attested ON documents (collection)
  WHERE NOT COALESCE(attested AND checked = version, FALSE);

-- Documents as their builder attested them, in their order: a reader of these passes over no other.
CREATE INDEX IF NOT EXISTS documents_attested ON documents (collection, created, id)
  WHERE attested AND checked = version;

-- Documents whose attestation is yet to be checked.
CREATE INDEX IF NOT EXISTS documents_unchecked ON documents (collection) WHERE checked IS DISTINCT FROM version;

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

-- The use of each owner in the collections of a builder; under the empty name, that of the builder in all. `accepted`:
-- the builder has attested a document of that owner.
CREATE TABLE IF NOT EXISTS usage (
  builder text NOT NULL,
  owner text NOT NULL,
  records bigint NOT NULL,
  bytes bigint NOT NULL,
  collections integer NOT NULL,
  queries integer NOT NULL,
  accepted boolean NOT NULL,
  PRIMARY KEY (builder, owner)
);

-- The accounts in an order that two databases share, whatever their collation.
CREATE INDEX IF NOT EXISTS usage_in_order ON usage (builder COLLATE "C", owner COLLATE "C");

-- Under two empty names, the number of builders.
INSERT INTO usage (builder, owner, records, bytes, collections, queries, accepted)
VALUES ('', '', 0, 0, 0, 0, TRUE) ON CONFLICT (builder, owner) DO NOTHING;

-- The builder whose node this is, where its operator does not name one: the first that registered.
CREATE TABLE IF NOT EXISTS service (
  id integer PRIMARY KEY,
  builder text NOT NULL
);

-- The key that the data of this database belongs to: the DID of the node.
CREATE TABLE IF NOT EXISTS keys (
  name text PRIMARY KEY,
  did text NOT NULL
);

-- The statements by which the key of a builder is replaced: the first of a key counts.
CREATE TABLE IF NOT EXISTS successions (
  predecessor text PRIMARY KEY,
  successor text NOT NULL,
  statement text NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS successions_successor ON successions (successor);

-- The move by which another node replaces this one (`leaving`), or by which this one replaces another (`arriving`).
CREATE TABLE IF NOT EXISTS moves (
  id text PRIMARY KEY,
  role text NOT NULL,
  peer text NOT NULL,
  own text NOT NULL,
  state text NOT NULL,
  last_box bigint NOT NULL,
  statement text,
  ends bigint,
  -- The id of the fence, which whatever relies on it names: after it has ended, another one does not serve.
  fence text,
  fence_ends timestamptz,
  created timestamptz NOT NULL
);

-- The marks of writes that were withdrawn: what arrives of them later is refused.
CREATE TABLE IF NOT EXISTS withdrawals (
  writer text NOT NULL,
  write uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (writer, write)
);

CREATE INDEX IF NOT EXISTS withdrawals_by_time ON withdrawals (at);

-- The number of nodes that clients of this node's service write to, once a node was added.
CREATE TABLE IF NOT EXISTS members (
  id integer PRIMARY KEY,
  nodes integer NOT NULL,
  since timestamptz NOT NULL
);

-- The id of this database.
CREATE TABLE IF NOT EXISTS constants (
  name text PRIMARY KEY,
  value text NOT NULL
);
