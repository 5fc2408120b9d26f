-- A migration may change rows of an organization that is being moved or has left: those here are not the ones that count any
-- more, or are copied again. Else every migration that changes rows would fail until they are removed.
create or replace function follow_move() returns trigger language plpgsql as $$
declare
  organization uuid := tg_argv[0];
  key_before jsonb;
  key_after jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(tg_argv[0], 8020326116));
  if exists (select from organization_moves where organization_id = organization and is_closed) then
    if current_setting('switchboard.migrating', true) = 'on' then
      return null;
    end if;
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
