-- Calls from a file: what was checked and accepted, and how far it has become calls.
create table call_batches (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  campaign_id uuid not null,
  -- The name of the file; null: none was given.
  name text,
  format text not null check (format in ('csv', 'ndjson')),
  file_bytes integer not null,
  file_sha256 bytea not null,
  -- The same bytes were given before, and were to be called again.
  is_again boolean not null,
  rows_count integer not null check (rows_count >= 0),
  -- Rows that become calls; the others were left out.
  accepted_count integer not null check (accepted_count between 0 and rows_count),
  queued_count integer not null default 0 check (queued_count between 0 and accepted_count),
  -- Kind of fault to how many rows were left out for it.
  left_out jsonb not null,
  faults jsonb not null,
  faults_count integer not null,
  state text not null check (state in ('queueing', 'queued', 'stopped', 'canceling', 'canceled')),
  state_since timestamptz(3) not null,
  stop_code text,
  stop_reason text,
  -- When a worker has something to do; null: never.
  next_at timestamptz(3),
  -- How far a cancellation has got, as a line of the file.
  canceled_to_line integer not null default 0,
  made_by text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, _id),
  check ((state = 'stopped') = (stop_code is not null))
);
-- The same bytes for the same campaign are one batch.
create unique index call_batches_by_file on call_batches (organization_id, campaign_id, file_sha256) where not is_again;
create index call_batches_by_campaign on call_batches (organization_id, campaign_id, created_at desc, _id);
create index call_batches_due on call_batches (next_at) where next_at is not null;

-- Rows that are not calls yet. The call's id is chosen here, so that a row can't become two calls.
create table call_batch_rows (
  organization_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  call_id uuid not null,
  phone_number text not null,
  -- As the file has it.
  given_number text not null,
  customer jsonb not null,
  primary key (organization_id, batch_id, line),
  foreign key (organization_id, batch_id) references call_batches (organization_id, _id)
);

alter table calls add column batch_id uuid;
alter table calls add column batch_line integer;
alter table calls add foreign key (organization_id, batch_id) references call_batches (organization_id, _id);
alter table calls add check ((batch_id is null) = (batch_line is null));
create unique index calls_by_batch on calls (organization_id, batch_id, batch_line) where batch_id is not null;
