CREATE INDEX collections_by_builder ON collections (builder, created, id);
