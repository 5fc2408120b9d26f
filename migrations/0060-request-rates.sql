-- How many requests a key may make. All four null: there is no limit, as before this was kept.
alter table api_keys
  add column requests_per_second integer check (requests_per_second between 1 and 10000),
  add column burst integer check (burst between requests_per_second and 100000),
  -- Those that make a call, a send or a source.
  add column writes_per_second integer check (writes_per_second between 1 and 10000),
  add column write_burst integer check (write_burst between writes_per_second and 100000),
  -- When its rate was last changed; null: never.
  add column rate_set_at timestamptz(3),
  add constraint api_keys_rate_is_whole
    check (num_nulls(requests_per_second, burst, writes_per_second, write_burst) in (0, 4));

-- How many requests all keys of a project may make together; null: there is no limit.
alter table projects
  add column requests_per_second integer check (requests_per_second between 1 and 10000);

-- What is left of each limit, for all processes. A process takes several requests at a time from a row. Unlogged, because
-- it is written often and worth nothing after a crash: then each limit begins with its whole burst again.
create unlogged table request_buckets (
  organization_id uuid not null references organizations (_id),
  -- The key, or the project.
  owner_id uuid not null,
  kind text not null check (kind in ('requests', 'writes', 'project')),
  -- All that was admitted until now, as time: it lies as far before the present as requests are left, at most a burst.
  arrival_at timestamptz not null,
  -- How many requests the last one to take got.
  taken integer not null,
  primary key (organization_id, owner_id, kind)
) with (fillfactor = 70);
