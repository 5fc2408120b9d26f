-- When this key itself was seen first. Null: first_seen_at is that, because no earlier key of the person lowered it.
-- Without a default, so that no row is rewritten.
alter table channel_identities add column own_first_seen_at timestamptz(3);
-- Keys of the person on the channel that were seen earlier: first_seen_at is the earliest of theirs. Null: none.
alter table channel_identities add column earlier_keys text[];

-- The audit is kept 400 days, or as long as a project says. These two lead to what is older.
create index changes_of_projects on changes (organization_id, project_id, at) where project_id is not null;
create index changes_of_no_project on changes (at) where project_id is null;
