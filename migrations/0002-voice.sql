-- What calls are placed with: carrier accounts, caller IDs, workflows, campaigns.

create table voice_carriers (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  kind text not null check (kind in ('twilio')),
  account_sid text not null,
  -- Sealed with SECRET_KEY.
  auth_token bytea not null,
  -- Null: the provider's public address.
  api_url text,
  calls_per_second double precision not null default 1 check (calls_per_second > 0 and calls_per_second <= 1000),
  unknown_grace_seconds integer not null default 300 check (unknown_grace_seconds between 1 and 3600),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

create table caller_ids (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  -- E.164.
  number text not null,
  voice_carrier_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, number),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, voice_carrier_id) references voice_carriers (organization_id, _id)
);

create table workflows (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  -- The revision that new calls follow.
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

-- A definition is never changed: a call under way goes on by the revision that it began with.
create table workflow_revisions (
  organization_id uuid not null,
  workflow_id uuid not null,
  revision integer not null,
  definition jsonb not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, workflow_id, revision),
  foreign key (organization_id, workflow_id) references workflows (organization_id, _id)
);

create table campaigns (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'ended')),
  call_direction text not null default 'outbound' check (call_direction in ('outbound', 'inbound')),
  campaign_type text not null check (campaign_type in ('workflow', 'script')),
  workflow_id uuid,
  script text,
  voice text,
  caller_id_id uuid,
  -- { timezone, windows: [{ days, from, to }], closed_dates }; null: always open.
  calling_hours jsonb,
  slots integer not null default 1 check (slots between 1 and 10000),
  retry_max_attempts integer not null default 1 check (retry_max_attempts between 1 and 100),
  retry_delay_minutes double precision not null default 0 check (retry_delay_minutes >= 0),
  retry_on text[] not null default '{}',
  ring_timeout_seconds integer not null default 30 check (ring_timeout_seconds between 5 and 600),
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, workflow_id) references workflows (organization_id, _id),
  foreign key (organization_id, caller_id_id) references caller_ids (organization_id, _id)
);
-- The default order of the campaign list.
create index campaigns_by_creation on campaigns (organization_id, project_id, created_at desc, _id);
