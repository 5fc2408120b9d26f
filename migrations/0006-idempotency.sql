-- Idempotency-Key: one row for each key that made something, for 24 hours.
create table idempotency_keys (
  organization_id uuid not null,
  project_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of what the key was first used for: operation, path and the body's JSON values.
  fingerprint bytea not null,
  -- What the request made: a call. The key goes when it does.
  subject_id uuid not null,
  -- What is answered again; null while the outcome is not known.
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (organization_id, project_id, key),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
create index idempotency_keys_by_subject on idempotency_keys (organization_id, subject_id);
create index idempotency_keys_by_age on idempotency_keys (created_at);
