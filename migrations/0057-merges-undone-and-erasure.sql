-- The profile that a row was linked to before a merge moved it. Null: the one that it has. A merge never changes a value.
-- Without a default, so that no row is rewritten.
alter table conversations add column met_as uuid;
alter table messages add column met_as uuid;
alter table tickets add column met_as uuid;
alter table profile_contacts add column met_as uuid;
alter table channel_identities add column met_as uuid;

-- What it takes to undo a merge. All of these are null for merges that were made before.
alter table merged_profiles
  -- The profile that it was merged into; survivor_id is the one that this was merged into later, if it was.
  add column into_id uuid,
  -- The channel of the call or message that joined the two, or 'import'.
  add column merged_by text,
  -- The contacts that it named, such as 'email:ada@example.com'.
  add column shared text[],
  -- The profile, its identities and what it has said, as they were; and the identities of the one that it was merged into.
  add column kept jsonb,
  -- What the older had not: 'name', and properties as '.plan'.
  add column gave text[];

-- Profiles that somebody has separated. Linking a person never merges the two again.
create table profile_separations (
  organization_id uuid not null,
  project_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  separated_at timestamptz(3) not null,
  separated_by text not null,
  -- What moved, as it was answered; null for the profiles between a merged profile and the survivor.
  moved jsonb,
  primary key (organization_id, one_id, other_id),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
create index profile_separations_by_other on profile_separations (organization_id, other_id);

-- People who are being erased, step by step, and who were.
create table erasures (
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  requested_at timestamptz(3) not null,
  requested_by text not null,
  -- What to look for: numbers, addresses, ids. Null once all of it is gone.
  person jsonb,
  -- The step that is next, and where in its table it goes on.
  step integer not null default 0,
  position text,
  -- How many rows of each kind were erased.
  erased jsonb not null default '{}',
  ended_at timestamptz(3),
  primary key (organization_id, profile_id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  check ((person is null) = (ended_at is not null))
);
create index erasures_due on erasures (requested_at) where ended_at is null;

-- How many days a project keeps transcripts, messages, events and its audit, by these names. A kind without a number, and
-- null: as long as the project.
alter table projects add column retention jsonb check (jsonb_typeof(retention) = 'object');

-- How far the removal of one kind has come in a project: everything before `position` is removed, and at due_at it goes on.
create table retention_passes (
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  position text,
  due_at timestamptz(3) not null,
  primary key (organization_id, project_id, kind),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
