-- The version of a document whose attestation was checked last: another version has to be checked again.
ALTER TABLE documents ADD COLUMN IF NOT EXISTS checked integer;

-- What was found: whether the document is as its builder attested it.
ALTER TABLE documents ADD COLUMN IF NOT EXISTS attested boolean;
