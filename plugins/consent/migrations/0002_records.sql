-- `_id` of the Consent on the storage nodes; empty for a decision from before.
ALTER TABLE consents ADD COLUMN IF NOT EXISTS record text NOT NULL DEFAULT '';
