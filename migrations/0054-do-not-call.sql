-- The numbers that nobody of an organization may call. A number that is added again gets a further row, so that the table
-- keeps who said no, when, and who ended it.
create table do_not_call (
  organization_id uuid not null references organizations (_id),
  _id uuid not null,
  -- E.164. Null once the person was erased: then only a keyed hash of the number is left.
  number text,
  number_hash bytea,
  since timestamptz(3) not null,
  source text not null check (source in ('voice', 'keys', 'whatsapp', 'api', 'dashboard', 'cli', 'import')),
  why text,
  -- Who added it; null: the person who was called or wrote.
  added_by text,
  -- Where it came from; null: no project's call or chat.
  project_id uuid,
  -- The first instant at which it counts no more; null: it has no end.
  until timestamptz(3),
  ended_at timestamptz(3),
  -- Null where its time ran out, or where the person said so again.
  ended_by text,
  ended_why text,
  -- When waiting calls to the number are looked for next; null: no more.
  sweep_at timestamptz(3),
  primary key (organization_id, _id),
  check ((number is null) <> (number_hash is null)),
  check (ended_at is not null or (ended_by is null and ended_why is null))
);
-- One row of a number is open. Every look-up before a call reads these two.
create unique index do_not_call_open on do_not_call (organization_id, number) where ended_at is null;
create unique index do_not_call_open_hashed on do_not_call (organization_id, number_hash) where ended_at is null;
-- The history of one number, in either form.
create index do_not_call_by_number on do_not_call (organization_id, number, since desc) where number is not null;
create index do_not_call_by_hash on do_not_call (organization_id, number_hash) where number_hash is not null;
-- The list, newest first.
create index do_not_call_by_time on do_not_call (organization_id, since desc, _id desc);
create index do_not_call_to_sweep on do_not_call (sweep_at) where sweep_at is not null;
