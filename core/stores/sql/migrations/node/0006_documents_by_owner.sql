CREATE INDEX documents_by_owner ON documents (owner, created, id);
