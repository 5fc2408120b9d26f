-- The ids that were merged into an erased profile. A request that names one of them gets how far the erasure has come.
-- Empty for people who were erased before.
alter table erasures add column merged_ids uuid[] not null default '{}';
