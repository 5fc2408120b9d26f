-- The people who use the dashboard and the management API. They are not the people who are called and written to, which
-- are profiles.
create table users (
  _id uuid primary key,
  -- As it was typed; two that differ in case alone are one.
  email text not null check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  -- argon2id in PHC form; null until a link has been accepted.
  password_hash text,
  -- Operators of the installation are owners of every organization.
  is_operator boolean not null default false,
  -- How the dashboard looks to this person; null: what the browser asks for.
  language text,
  timezone text,
  theme text check (theme in ('light', 'dark')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The last request, to the minute.
  seen_at timestamptz(3)
);
create unique index users_by_email on users (lower(email));

create table memberships (
  organization_id uuid not null references organizations (_id),
  user_id uuid not null references users (_id) on delete cascade,
  role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  -- The projects that the person may see; null: all of the organization.
  project_ids uuid[] check (cardinality(project_ids) between 1 and 100),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, user_id)
);
create index memberships_by_user on memberships (user_id);

-- A row is a browser that is signed in; the end of a session deletes it.
create table sessions (
  _id uuid primary key,
  user_id uuid not null references users (_id) on delete cascade,
  -- SHA-256 of the cookie's value, which is stored nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- What the browser says that it is.
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz(3) not null,
  -- The last request, to the minute.
  seen_at timestamptz(3) not null,
  -- When the password was given last.
  confirmed_at timestamptz(3) not null
);
create unique index sessions_by_token on sessions (token_hash);
create index sessions_by_user on sessions (user_id, seen_at desc);
create index sessions_by_age on sessions (seen_at);

-- Personal tokens, for programs that act for a person.
create table user_tokens (
  _id uuid primary key,
  user_id uuid not null references users (_id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of the whole token, which is shown once and stored nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- What people recognize it by: svc_user_ and the first four characters.
  prefix text not null,
  -- The most that it may do, whatever role the person has.
  role text not null check (role in ('viewer', 'editor', 'admin', 'owner', 'operator')),
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- The last request, to the minute.
  last_used_at timestamptz(3)
);
create unique index user_tokens_by_token on user_tokens (token_hash);
create index user_tokens_by_user on user_tokens (user_id, created_at desc, _id desc);

-- Links that are good once: whoever opens one sets a password. Use and a newer link delete the row.
create table user_links (
  _id uuid primary key,
  kind text not null check (kind in ('first_owner', 'invitation', 'password')),
  -- Null: the first owner, whom the link makes.
  user_id uuid references users (_id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  check ((kind = 'first_owner') = (user_id is null))
);
create unique index user_links_by_token on user_links (token_hash);
create index user_links_by_user on user_links (user_id);

-- Failed sign-ins, counted for the throttle: a row for an account and one for a network address.
create table sign_in_failures (
  -- SHA-256 of `account` or `address` and its value.
  subject bytea primary key check (octet_length(subject) = 32),
  failures integer not null check (failures >= 0),
  last_at timestamptz(3) not null,
  -- No password is checked before; null: it may be checked.
  blocked_until timestamptz(3)
);
create index sign_in_failures_by_age on sign_in_failures (last_at);
