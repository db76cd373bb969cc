-- One row per document; `id` is the column to distribute by. `owner` and `acl` are set in owned collections. `writer`
-- and `write` say which call created it, so that it can be taken back. `version` counts writes, for compare-and-swap.
CREATE TABLE documents (
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
