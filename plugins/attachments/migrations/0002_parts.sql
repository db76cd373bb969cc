-- JSON: the state of an upload in parts, until its object is there.
ALTER TABLE uploads ADD COLUMN IF NOT EXISTS parts text;
