-- Who may create collections on this node; ids are DIDs in the did:key spelling.
CREATE TABLE builders (
  id text PRIMARY KEY,
  name text NOT NULL,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL
);
