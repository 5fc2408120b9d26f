-- A trigger that a killed move has left follows nothing: without a row of a move nobody reads what it would note.
create or replace function follow_move() returns trigger language plpgsql as $$
declare
  organization uuid := tg_argv[0];
  is_move_closed boolean;
  key_before jsonb;
  key_after jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(tg_argv[0], 8020326116));
  select is_closed into is_move_closed from organization_moves where organization_id = organization;
  if is_move_closed is null then
    return null;
  end if;
  if is_move_closed then
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

-- What such triggers have noted so far.
delete from move_changes c where not exists (select from organization_moves m where m.organization_id = c.organization_id);
