-- Organizations, their projects and the keys of those. Every tenant row bears organization_id first in its keys: that is
-- the wall between tenants, and what lets the schema be spread over several machines.

create table organizations (
  _id uuid primary key,
  name text not null unique,
  plan_status text not null default 'active' check (plan_status in ('active', 'inactive')),
  plan_whatsapp_sends integer not null default 1000 check (plan_whatsapp_sends >= 0),
  plan_links integer not null default 500 check (plan_links >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table projects (
  organization_id uuid not null references organizations (_id),
  _id uuid not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  language text not null default 'en',
  timezone text not null default 'UTC',
  default_country text check (default_country ~ '^[A-Z]{2}$'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, name)
);
-- The default order of the project list.
create index projects_by_creation on projects (organization_id, created_at desc, _id);

create table api_keys (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  -- SHA-256 of the whole key. The key itself is shown once and kept nowhere.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- What people recognise a key by: svc_live_ and the first four characters.
  prefix text not null,
  scopes text[] not null default '{}',
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
-- A request is known by its key alone, before its tenant is known: the one look-up without organization_id. Not unique,
-- because a spread schema can't hold a unique key without the tenant; 190 random bits don't meet.
create index api_keys_by_hash on api_keys (key_hash);
