-- no transaction
-- A move reads the changes of an organization in the order of their keys, piece by piece. By the primary key alone it
-- would read those of all organizations.
create index concurrently if not exists changes_by_key on changes (organization_id, _id);
