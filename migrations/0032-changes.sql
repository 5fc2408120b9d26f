-- Who changed what: one row for each changed record, written in the transaction of the change.
create table changes (
  -- Null: a change of the installation, such as that of its operators.
  organization_id uuid references organizations (_id),
  _id uuid primary key,
  -- Null: the record belongs to no project. No foreign key, so that the insert locks no project.
  project_id uuid,
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('person', 'token', 'key', 'cli', 'sync')),
  actor_id text,
  -- As of the change; the person may have another name today.
  actor_name text not null,
  via text not null check (via in ('dashboard', 'api', 'apply', 'command', 'sync')),
  request_id text,
  kind text not null,
  record_id text not null,
  record_name text not null,
  action text not null,
  -- The record's revision after the change; null where it has none.
  revision integer check (revision >= 1),
  -- [{ path, before, after }]; of a secret, that it changed and not its value.
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array')
);
create index changes_by_time on changes (organization_id, at desc, _id desc);
-- The history of one record, and who set a field last.
create index changes_by_record on changes (organization_id, kind, record_id, at desc, _id desc);

-- A writer raises the revision by one. Whoever edits names the revision that the edit is based on. Workflows have one
-- already, which is also that of their definition.
alter table organizations add column revision integer not null default 1 check (revision >= 1);
alter table projects add column revision integer not null default 1 check (revision >= 1);
alter table voice_carriers add column revision integer not null default 1 check (revision >= 1);
alter table caller_ids add column revision integer not null default 1 check (revision >= 1);
alter table campaigns add column revision integer not null default 1 check (revision >= 1);
alter table whatsapp_senders add column revision integer not null default 1 check (revision >= 1);
alter table whatsapp_templates add column revision integer not null default 1 check (revision >= 1);
alter table broadcasts add column revision integer not null default 1 check (revision >= 1);
alter table api_keys add column revision integer not null default 1 check (revision >= 1);
