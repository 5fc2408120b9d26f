-- The end of the time in which lists for this key show everything that was committed before they were asked for.
alter table api_keys add column wrote_until timestamptz;

-- The timeline of the primary, noted by whoever sees another one there. A replica that has this row has followed the
-- primary onto that timeline, so that their positions can be compared.
create table wal_timeline (
  is_only boolean primary key default true check (is_only),
  timeline text not null
);
