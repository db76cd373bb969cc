CREATE INDEX documents_by_grantee ON documents USING gin (acl);
