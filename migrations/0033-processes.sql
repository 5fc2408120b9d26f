-- Which processes are there: each says so every 10 s. It decides nothing; people read it.
create table processes (
  _id uuid primary key,
  kind text not null check (kind in ('serve', 'api', 'worker')),
  host text not null check (length(host) <= 255),
  version text not null check (length(version) <= 100),
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null
);
create index processes_by_age on processes (seen_at);
