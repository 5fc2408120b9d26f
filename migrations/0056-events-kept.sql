-- Events are kept while somebody may want them: an endpoint, a key that reads them, or a declaration that asks for it.
alter table projects add column events text not null default 'as_needed' check (events in ('as_needed', 'keep'));
create index projects_that_keep_events on projects (organization_id, _id) where events = 'keep';
create index api_keys_of_event_readers on api_keys (organization_id, project_id)
  where revoked_at is null and 'events:read' = any(scopes);

-- Transactions count from the beginning again when a dump is restored into another database server. This is added to their
-- numbers, so that events that are written afterwards come after those of the dump.
create table event_order (
  only_row boolean primary key default true check (only_row),
  xid_base bigint not null
);
insert into event_order (xid_base) values (0);

-- When the end of a campaign was reported; null: it goes on, or calls of it are under way.
alter table campaigns add column end_reported_at timestamptz(3);
-- Ends before now are not news.
update campaigns set end_reported_at = now() where status = 'ended' or ends_at <= now();
