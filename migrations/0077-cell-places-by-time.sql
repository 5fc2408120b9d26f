-- When the directory last changed a place, so that what was read of it before a move does not undo what the move has written.
alter table cell_places add column changed_at timestamptz(3) not null default '-infinity';

-- Leaves out what triggers count of rows that a move brings or removes, which are counted already. What an organization writes
-- itself is counted, from the instant at which it is in this cell.
create or replace function leave_out_row() returns trigger language plpgsql as $$
begin
  if is_here(new.organization_id) then
    return new;
  end if;
  return null;
end $$;
