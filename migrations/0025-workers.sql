-- Which workers are there: each says so every 30 s, for `switchboard doctor`.
create table workers (
  _id uuid primary key,
  seen_at timestamptz(3) not null
);
