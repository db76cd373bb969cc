-- The key that the data of this database belongs to: the DID of the service's first builder key.
CREATE TABLE IF NOT EXISTS keys (
  name text PRIMARY KEY,
  did text NOT NULL
);
