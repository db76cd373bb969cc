CREATE INDEX queries_by_builder ON queries (builder, created, id);
