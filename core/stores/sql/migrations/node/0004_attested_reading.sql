-- Bytes of a document's content, as it was sent; NULL for one that was stored before they were counted.
ALTER TABLE documents ADD COLUMN IF NOT EXISTS bytes integer;

-- Documents as their builder attested them, in their order: a reader of these passes over no other.
CREATE INDEX IF NOT EXISTS documents_attested ON documents (collection, created, id)
  WHERE attested AND checked = version;

-- Documents whose attestation is yet to be checked. Empty, unless an earlier release stored them.
CREATE INDEX IF NOT EXISTS documents_unchecked ON documents (collection) WHERE checked IS DISTINCT FROM version;
