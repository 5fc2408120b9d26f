-- no transaction
-- A request to erase a person looks for the id among those that were merged into erased profiles, while calls and sends
-- of the organization wait. Without an index it read all its erasures.
create index concurrently if not exists erasures_by_merged on erasures using gin (merged_ids);
