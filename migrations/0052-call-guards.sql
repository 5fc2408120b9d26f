-- What an organization may ring, in the form of the declaration: only what differs from the defaults. null: the defaults.
alter table organizations add column calls jsonb;

-- What an organization's calls of a day (UTC) use. Reserved with an attempt, settled at its end.
create table call_days (
  organization_id uuid not null references organizations (_id),
  day date not null,
  dials integer not null default 0 check (dials >= 0),
  -- The time limits of the attempts that have not ended, and the lengths of those that have.
  reserved_seconds bigint not null default 0 check (reserved_seconds >= 0),
  used_seconds bigint not null default 0 check (used_seconds >= 0),
  -- The same in money, by the declared rates.
  reserved_amount numeric(20, 6) not null default 0 check (reserved_amount >= 0),
  used_amount numeric(20, 6) not null default 0 check (used_amount >= 0),
  primary key (organization_id, day)
);

-- How often a number was dialed on a day, and how often the numbers of a block within ten minutes.
create table dial_counts (
  organization_id uuid not null references organizations (_id),
  -- A number in E.164, or one with `***` for its last three digits.
  counted text not null,
  since timestamptz(3) not null,
  dials integer not null check (dials >= 0),
  -- No rule reads it from then on.
  until timestamptz(3) not null,
  primary key (organization_id, counted, since)
);
create index dial_counts_by_end on dial_counts (until);

-- Which guard refused how much in a minute, and what it refused last.
create table guard_refusals (
  organization_id uuid not null references organizations (_id),
  guard text not null,
  minute timestamptz(3) not null,
  refusals integer not null check (refusals >= 1),
  project_id uuid not null,
  campaign_id uuid not null,
  phone_number text not null,
  at timestamptz(3) not null,
  primary key (organization_id, guard, minute)
);
create index guard_refusals_by_age on guard_refusals (minute);

-- A guard that refused more than 20 calls within ten minutes: somebody should look.
create table guard_trips (
  organization_id uuid not null references organizations (_id),
  guard text not null,
  tripped_at timestamptz(3) not null,
  refusals integer not null check (refusals >= 1),
  primary key (organization_id, guard, tripped_at)
);
create index guard_trips_by_age on guard_trips (tripped_at);

-- Which guard holds a call that waits until `due_at`; null: none, its delay is that of a retry or of its carrier.
alter table calls add column held_by text;

-- What an attempt has reserved of its day. null: it is older than the guards.
alter table call_attempts add column time_limit_seconds integer;
alter table call_attempts add column rate_per_minute numeric(12, 6);
-- Its first transfer, which is a second call for the carrier, and the dearest rate of those.
alter table call_attempts add column transferred_at timestamptz(3);
alter table call_attempts add column transfer_rate_per_minute numeric(12, 6);
-- What its day was charged with at its end.
alter table call_attempts add column settled_seconds integer;
alter table call_attempts add column settled_amount numeric(20, 6);
