-- The cell's copy of the directory. All three are empty where there is one cell.
create table cell_places (
  organization_id uuid primary key,
  cell text not null,
  -- Where that cell's API is reached.
  url text not null
);
create table cell_senders (
  phone_number_id text primary key,
  business_account_id text not null,
  organization_id uuid not null,
  -- Encrypted with SECRET_KEY.
  app_secret bytea not null,
  verify_token_digest bytea
);
create index cell_senders_by_verify_token on cell_senders (verify_token_digest);
create index cell_senders_by_account on cell_senders (business_account_id);

-- An organization that moves out of this cell or into it, or that has moved out.
create table organization_moves (
  organization_id uuid primary key,
  side text not null check (side in ('source', 'target')),
  -- The other cell.
  cell text not null,
  url text not null,
  state text not null check (state in ('copying', 'closing', 'closed', 'left')),
  begun_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  -- Whether jobs leave its rows alone and requests are turned away.
  is_hidden boolean not null generated always as (side = 'target' or state <> 'copying') stored,
  -- Whether nothing may write its rows but the move.
  is_closed boolean not null generated always as (side = 'target' or state in ('closed', 'left')) stored
);
create index organization_moves_hidden on organization_moves (organization_id) where is_hidden;

-- Rows of a moving organization that were written since their copy began, by their keys.
create table move_changes (
  organization_id uuid not null,
  _id bigint generated always as identity,
  table_name text not null,
  key jsonb not null,
  primary key (organization_id, _id)
);

-- Tables whose rows the target has.
create table moved_tables (
  organization_id uuid not null,
  table_name text not null,
  rows bigint not null,
  primary key (organization_id, table_name)
);

-- Runs after each write of a row of a moving organization: refuses it if the organization is closed, else notes the row.
-- The lock is the one that closing waits for. Arguments: the organization, then the columns of the key.
create function follow_move() returns trigger language plpgsql as $$
declare
  organization uuid := tg_argv[0];
  key_before jsonb;
  key_after jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(tg_argv[0], 8020326116));
  if exists (select from organization_moves where organization_id = organization and is_closed) then
    raise exception 'the organization is being moved to another cell' using errcode = 'SBM01';
  end if;
  if tg_op <> 'INSERT' then
    select jsonb_object_agg(name, to_jsonb(old) -> name) into key_before from unnest(tg_argv[1:]) name;
  end if;
  if tg_op <> 'DELETE' then
    select jsonb_object_agg(name, to_jsonb(new) -> name) into key_after from unnest(tg_argv[1:]) name;
  end if;
  insert into move_changes (organization_id, table_name, key)
  select distinct organization, tg_table_name, key from (values (key_before), (key_after)) k (key)
  where key is not null;
  return null;
end $$;

-- Whether jobs may work on the rows of an organization: it is in this cell, and not between two. A function, and no condition
-- within the statements, so that their plans stay as they are.
create function is_here(organization uuid) returns boolean language plpgsql stable parallel safe cost 10 as $$
begin
  return not exists (select from organization_moves where organization_id = organization and is_hidden);
end $$;

-- Leaves a row out: what triggers would count of rows that a move brings or removes, which are counted already.
create function leave_out_row() returns trigger language plpgsql as $$
begin
  return null;
end $$;
