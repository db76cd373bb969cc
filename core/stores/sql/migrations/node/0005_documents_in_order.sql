CREATE INDEX documents_in_order ON documents (collection, created, id);
