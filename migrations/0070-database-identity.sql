-- Which database was last in service: one row, written by the first process that runs on it. A database that differs from
-- it was restored or copied, and is held (docs/adr/2026-11-23-restored-databases-are-held.md).
create table database_identity (
  is_only boolean primary key default true check (is_only),
  -- PostgreSQL's own number of the cluster (pg_control_system).
  system_identifier bigint not null,
  timeline bigint not null,
  -- At which addresses processes reach it.
  addresses text[] not null check (cardinality(addresses) <= 100),
  -- Addresses of processes that found the database held; a release accepts them.
  refused_addresses text[] not null default '{}' check (cardinality(refused_addresses) <= 100),
  -- Null: it is in service.
  held_since timestamptz(3),
  held_because text check (held_because in ('operator', 'other_system', 'other_timeline', 'other_address')),
  held_note text check (length(held_note) <= 500),
  released_at timestamptz(3),
  -- The system's user and host.
  released_by text check (length(released_by) <= 500),
  check ((held_since is null) = (held_because is null))
);
