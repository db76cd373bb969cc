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
