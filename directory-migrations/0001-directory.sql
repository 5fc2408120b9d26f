-- The directory: which cell has which organization. Cells keep a copy, so only placing and moving need it.
create table cells (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Where the other cells reach its API, without a trailing slash.
  url text not null,
  -- The address of its database, encrypted with SECRET_KEY.
  database_url bytea not null,
  created_at timestamptz(3) not null,
  -- What a process of the cell last reported: a digest by its SECRET_KEY, and its newest migration.
  key_digest bytea,
  migration integer,
  seen_at timestamptz(3)
);

create table organizations (
  _id uuid primary key,
  name text not null unique,
  cell text not null references cells (name),
  -- `moved`: since a day at most; callbacks that reach the other cell are passed on.
  state text not null default 'active' check (state in ('active', 'moving', 'moved')),
  -- Where it moves to, or where it was moved from.
  other_cell text references cells (name),
  changed_at timestamptz(3) not null,
  check ((state = 'active') = (other_cell is null))
);
create index organizations_by_cell on organizations (cell);

-- The senders of WhatsApp, by which webhooks are passed on.
create table senders (
  phone_number_id text primary key,
  organization_id uuid not null references organizations (_id) on delete cascade,
  business_account_id text not null,
  -- Encrypted with SECRET_KEY.
  app_secret bytea not null,
  -- A digest by SECRET_KEY; null: it is not written yet.
  verify_token_digest bytea
);
create index senders_by_organization on senders (organization_id);

-- Who may sign in, by address.
create table people (
  email text not null,
  organization_id uuid not null references organizations (_id) on delete cascade,
  primary key (organization_id, email)
);
create index people_by_email on people (email);
