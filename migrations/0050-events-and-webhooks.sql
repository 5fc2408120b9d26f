-- What happened, for those who asked to be told, and who is told where.
create table webhook_endpoints (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  url text not null,
  -- As declared, such as `call.*`, and the types that this meant when it was declared.
  declared_types text[] not null,
  types text[] not null,
  content text not null default 'ids' check (content in ('ids', 'full')),
  -- `by_subject`: one event of a call, message or person goes after the other.
  delivery_order text not null default 'none' check (delivery_order in ('none', 'by_subject')),
  -- null: no limit.
  rate_per_second integer check (rate_per_second >= 1),
  -- The shape of the events that it gets: the day on which it was made.
  version date not null,
  -- Encrypted with SECRET_KEY.
  secret bytea not null,
  -- Signs beside the secret until then.
  old_secret bytea,
  old_secret_until timestamptz(3),
  disabled_at timestamptz(3),
  disabled_why text,
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Removed endpoints keep their row until their deliveries are gone.
  removed_at timestamptz(3),
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  check ((old_secret is null) = (old_secret_until is null)),
  check ((disabled_at is null) = (disabled_why is null))
);
create unique index webhook_endpoints_by_name on webhook_endpoints (organization_id, project_id, name)
  where removed_at is null;

create table events (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  type text not null,
  -- `call`, `conversation`, `message`, `profile`, `ticket`, `source`, `template`, `sender`, `campaign`, `webhook_endpoint`, …
  subject_kind text not null,
  subject_id uuid not null,
  -- The instant of the fact.
  at timestamptz(3) not null,
  data jsonb not null,
  -- Members of `data` that hold texts; left out for those who did not ask for them. null: none.
  texts jsonb,
  -- The place of the transaction that wrote the event: its number, and `event_order.xid_base`. Readers of the log read what
  -- no running transaction can still add to, in this order.
  tx bigint not null default pg_current_xact_id()::text::bigint,
  primary key (organization_id, _id)
);
create index events_in_order on events (organization_id, project_id, tx, _id);
create index events_by_subject on events (organization_id, subject_id);
create index events_by_age on events (at);

create table webhook_deliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'exhausted', 'held')),
  created_at timestamptz(3) not null,
  -- When it is sent next; while it is sent, when another worker takes it over.
  due_at timestamptz(3) not null,
  -- How often it was sent.
  tries integer not null default 0,
  -- Failures that the schedule counts; sending again begins anew.
  failures integer not null default 0,
  -- `tries` when a recovered endpoint had it sent before its time: the failure of that try does not count. null: never.
  early_at_try integer,
  lease_token uuid,
  -- Sent again because somebody asked for it: goes after what is new.
  resent boolean not null default false,
  primary key (organization_id, endpoint_id, event_id),
  -- No foreign key to the endpoint: it would lock the endpoint's row in the transaction of every fact.
  foreign key (organization_id, event_id) references events (organization_id, _id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, resent, due_at)
  where state in ('waiting', 'sending');
create index webhook_deliveries_sending on webhook_deliveries (organization_id, endpoint_id)
  where state = 'sending';
create index webhook_deliveries_by_subject on webhook_deliveries
  (organization_id, endpoint_id, subject_id, created_at, event_id) where state in ('waiting', 'sending');
create index webhook_deliveries_by_event on webhook_deliveries (organization_id, event_id);

create table webhook_attempts (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  n integer not null,
  at timestamptz(3) not null,
  milliseconds integer not null,
  -- Of the answer; null: there was none.
  status integer,
  -- The first 1,024 bytes of the answer; null: there was none.
  answer text,
  -- Why it failed; null: it was accepted.
  reason text,
  primary key (organization_id, endpoint_id, event_id, n),
  foreign key (organization_id, endpoint_id, event_id)
    references webhook_deliveries (organization_id, endpoint_id, event_id) on delete cascade
);

-- One row an endpoint: the row that a worker locks to send. The transactions of facts do not touch it.
create table webhook_lines (
  organization_id uuid not null,
  endpoint_id uuid not null,
  -- Nothing is sent before, since the endpoint asked for it; null: at any time.
  held_until timestamptz(3),
  -- How many deliveries may be under way at once.
  send_window integer not null default 10 check (send_window between 1 and 10),
  -- In a row, without a success between them.
  failures integer not null default 0,
  -- The first failure of the last 24 hours without a success.
  first_failure_at timestamptz(3),
  -- Since when it counts as failing, which disables it after five days; null: it does not.
  failing_since timestamptz(3),
  -- Whether what waits for a later try is being sent, since the endpoint answers again.
  recovering boolean not null default false,
  last_success_at timestamptz(3),
  -- The earliest instant of the next delivery by the endpoint's rate; null: none was sent yet.
  arrival_at timestamptz(3),
  primary key (organization_id, endpoint_id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, _id) on delete cascade
);
