-- Documents that no tally counts, most of which belong to no person: what has to be checked, and what is left out, is
-- found without reading those that are counted.
CREATE INDEX IF NOT EXISTS documents_not_attested ON documents (collection)
  WHERE NOT COALESCE(attested AND checked = version, FALSE);
