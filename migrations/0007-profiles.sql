-- Trigram indexes serve the search for a part of a word; btree_gin lets such an index begin with the tenant.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A person, one row a project (Decision 21). What they are reached by stands in the two tables below.
create table profiles (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text,
  display_id text not null,
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  -- Linked conversations, kept with them.
  conversation_count integer not null default 0 check (conversation_count >= 0),
  call_count integer not null default 0 check (call_count >= 0),
  chat_count integer not null default 0 check (chat_count >= 0),
  last_interaction_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  unique (organization_id, project_id, display_id),
  check (conversation_count = call_count + chat_count)
);
create index profiles_by_interaction on profiles
  (organization_id, project_id, last_interaction_at desc nulls last, _id);

-- The last display id given in a project, and how many profiles there are. One row a project, locked as late as can be.
create table profile_numbers (
  organization_id uuid not null,
  project_id uuid not null,
  last_number bigint not null default 0,
  profiles bigint not null default 0 check (profiles >= 0),
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

-- The primary key is the rule that a number or an address belongs to one person of a project.
create table profile_contacts (
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('phone', 'email')),
  -- E.164, or the address in lower case.
  normalized text not null,
  -- As it was given first.
  value text not null,
  source text not null,
  profile_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, project_id, kind, normalized),
  foreign key (organization_id, profile_id) references profiles (organization_id, _id)
);
create index profile_contacts_by_profile on profile_contacts (organization_id, profile_id);

-- Where a person was met: the number on the phone and on WhatsApp, an id on the web. First seen: a lead (Decision 39).
create table channel_identities (
  organization_id uuid not null,
  project_id uuid not null,
  channel_type text not null check (channel_type in ('voice', 'whatsapp', 'web', 'telegram')),
  identity_key text not null,
  profile_id uuid not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (organization_id, project_id, channel_type, identity_key),
  foreign key (organization_id, profile_id) references profiles (organization_id, _id),
  check (last_seen_at >= first_seen_at)
);
create index channel_identities_by_profile on channel_identities (organization_id, profile_id);
create index channel_identities_by_first_seen on channel_identities
  (organization_id, project_id, first_seen_at, channel_type);

-- The ids of profiles that were merged into another answer with that one (Decision 56).
create table merged_profiles (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  survivor_id uuid not null,
  merged_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, survivor_id) references profiles (organization_id, _id)
);
create index merged_profiles_by_survivor on merged_profiles (organization_id, survivor_id);

-- What the search looks at, apart from the profile, so that an interaction does not rewrite its trigrams. A line each:
-- no search crosses one.
create table profile_search (
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  -- Name, addresses and display id, without case and accents.
  words text not null,
  -- The digits of the numbers.
  digits text not null,
  primary key (organization_id, profile_id),
  foreign key (organization_id, profile_id) references profiles (organization_id, _id) on delete cascade
);
create index profile_search_words on profile_search using gin (organization_id, project_id, words gin_trgm_ops);
create index profile_search_digits on profile_search using gin (organization_id, project_id, digits gin_trgm_ops);

-- Text as the search compares it: without case and accents, of every script, whatever the locale of the database.
create function search_form(given text) returns text language sql immutable parallel safe strict as
  $$ select replace(translate(lower(regexp_replace(normalize(given, NFKD) collate "und-x-icu", '[\u0300-\u036f]', '', 'g')),
    'ς', 'σ'), 'ß', 'ss') collate "default" $$;

-- For a statement that waited for another transaction and can't see a row which that one has made: as with any conflict,
-- its transaction is to be run anew.
create function conflict_unless(holds boolean) returns boolean language plpgsql as $$
begin
  if holds then return true; end if;
  raise exception 'a row was made meanwhile' using errcode = 'serialization_failure';
end $$;

alter table conversations add column profile_id uuid;
alter table conversations add foreign key (organization_id, profile_id) references profiles (organization_id, _id);
create index conversations_by_profile on conversations (organization_id, profile_id, start_time desc)
  where profile_id is not null;

-- Who a conversation is with, for the list of the latest one of each caller (Decisions 56 and 65).
alter table conversations add column caller text collate "C" not null
  generated always as (coalesce(phone_number, profile_id::text, _id::text)) stored;
create index conversations_by_caller on conversations
  (organization_id, project_id, caller, start_time desc, _id);
create index conversations_by_status on conversations
  (organization_id, project_id, status, start_time desc, _id);

-- How many conversations each caller of a project has: the total of that list. A caller may come down to none.
create table conversation_callers (
  organization_id uuid not null,
  project_id uuid not null,
  caller text collate "C" not null,
  conversations integer not null,
  primary key (organization_id, project_id, caller),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
create index conversation_callers_present on conversation_callers (organization_id, project_id)
  where conversations > 0;

-- Conversations by hour, day and month of their start (UTC) and in all, brought up to date from the changes below by the
-- worker. By channel, type and status; by channel and status; by channel; by status; and in all: '*' stands for any.
create table conversation_counts (
  organization_id uuid not null,
  project_id uuid not null,
  grain text not null check (grain in ('hour', 'day', 'month', 'all')),
  channel_type text not null,
  conversation_type text not null,
  status text not null,
  -- The bucket's start; of all together -infinity.
  bucket timestamptz(3) not null,
  conversations bigint not null,
  -- How many of them have a duration, and its sum; exact, so that what is added can be taken away again.
  durations bigint not null,
  duration_seconds numeric not null,
  primary key (organization_id, project_id, grain, channel_type, conversation_type, status, bucket),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  check ((grain = 'all') = (bucket = '-infinity'))
);

-- What is not in the counters yet, written with the conversations it counts. Rows are only added and taken, so no
-- writer waits for another.
create table conversation_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint generated always as identity,
  hour timestamptz(3) not null,
  channel_type text not null,
  conversation_type text not null,
  status text not null,
  conversations bigint not null,
  durations bigint not null,
  duration_seconds numeric not null,
  primary key (organization_id, project_id, _id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
  conversations, durations, duration_seconds)
select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
  count(*), count(duration_seconds), coalesce(sum(duration_seconds::numeric), 0)
from conversations group by 1, 2, 3, 4, 5, 6;
insert into conversation_callers (organization_id, project_id, caller, conversations)
select organization_id, project_id, caller, count(*) from conversations group by 1, 2, 3;
