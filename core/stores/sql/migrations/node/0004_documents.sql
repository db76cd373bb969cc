-- One row per document. `id` is the column to distribute by. `owner`, `acl` and `writer` are set in owned collections;
-- `version` counts writes, for compare-and-swap without a transaction.
CREATE TABLE documents (
  collection uuid NOT NULL,
  id uuid NOT NULL,
  owner text,
  writer text NOT NULL,
  acl jsonb,
  body jsonb NOT NULL,
  version integer NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL,
  PRIMARY KEY (collection, id)
);
