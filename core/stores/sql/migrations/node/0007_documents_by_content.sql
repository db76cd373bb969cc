CREATE INDEX documents_by_content ON documents USING gin (body);
