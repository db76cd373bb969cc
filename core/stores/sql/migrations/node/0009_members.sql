-- The number of nodes that clients of this node's service write to, once a node was added.
CREATE TABLE IF NOT EXISTS members (
  id integer PRIMARY KEY,
  nodes integer NOT NULL,
  since timestamptz NOT NULL
);
