-- Who the storage nodes of other machines are: the DID that answered at each URL when it was first met.
CREATE TABLE IF NOT EXISTS nodes (
  url text PRIMARY KEY,
  did text NOT NULL
);
