-- How many profiles a project has, brought up to date from the changes by the worker: no writer waits for another.
create table profile_counts (
  organization_id uuid not null,
  project_id uuid not null,
  profiles bigint not null,
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
insert into profile_counts select organization_id, project_id, profiles from profile_numbers;
alter table profile_numbers drop column profiles;

-- What is not in the counts yet, written with the profiles it counts.
create table profile_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint generated always as identity,
  profiles bigint not null,
  primary key (organization_id, project_id, _id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- One row a project, rewritten for each new person: room for that on its page.
alter table profile_numbers set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Of indexes that look equally good, as all do while a table is new, the planner takes the youngest: that must be the one
-- that leads to a single identity, not one that reads all of a channel.
alter table channel_identities drop constraint channel_identities_pkey,
  add primary key (organization_id, project_id, channel_type, identity_key);
