-- How many rows a project has of what is listed whole: its profiles, and the callers of its conversations. Brought up to date
-- from the changes by the worker, so that no writer waits for another.
create table row_counts (
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('profiles', 'callers')),
  rows bigint not null,
  primary key (organization_id, project_id, kind),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
insert into row_counts select organization_id, project_id, 'profiles', profiles from profile_numbers;
insert into row_counts
select organization_id, project_id, 'callers', count(*) from conversation_callers where conversations > 0 group by 1, 2;

-- What is not in the counts yet, written with the rows that it counts.
create table row_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint generated always as identity,
  kind text not null check (kind in ('profiles', 'callers')),
  rows bigint not null,
  primary key (organization_id, project_id, _id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Its condition had every new conversation write a new version of its caller into all indexes of the table.
drop index conversation_callers_present;

-- One row a project, rewritten for each new person: room for that on its page.
alter table profile_numbers drop column profiles;
alter table profile_numbers set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Of indexes that look equally good, as all do while a table is new, the planner takes the youngest: that must be the one
-- that leads to a single identity, not one that reads all of a channel.
alter table channel_identities drop constraint channel_identities_pkey,
  add primary key (organization_id, project_id, channel_type, identity_key);

-- For the chats that have been silent for long, and nothing else: without the last condition, which every chat fulfils, the open
-- chat of one person was looked for in it as well while the table was new, by reading all that were open.
drop index conversations_to_end;
create index conversations_to_end on conversations (coalesce(last_message_at, start_time))
  where status = 'live' and channel_type = 'whatsapp' and coalesce(last_message_at, start_time) is not null;
