-- The failed message that this one is sent again for. A message is sent again once at most; if that one fails too, it is the
-- one to send again.
alter table whatsapp_messages add column resend_of uuid;
alter table whatsapp_messages add foreign key (organization_id, resend_of) references whatsapp_messages (organization_id, _id);
create unique index whatsapp_messages_by_resend_of on whatsapp_messages (organization_id, resend_of)
  where resend_of is not null;

-- The tabs of a broadcast, the reasons of its failures, the sends of a project, and the messages to one person.
create index whatsapp_messages_by_status on whatsapp_messages (organization_id, broadcast_id, status, created_at desc, _id);
create index whatsapp_messages_failed on whatsapp_messages (organization_id, broadcast_id, error_code, created_at desc, _id)
  where status = 'failed';
create index whatsapp_messages_by_project on whatsapp_messages (organization_id, project_id, created_at desc, _id);
create index whatsapp_messages_released on whatsapp_messages (organization_id, project_id, created_at desc, _id)
  where quota = 'released';
create index whatsapp_messages_by_recipient on whatsapp_messages
  (organization_id, project_id, recipient, created_at desc, _id);

-- How many messages a broadcast has, by status, by what they cost, and by the code of their failure ('' without one). Kept up
-- to date by the worker from the changes, so that no sender waits for another.
create table broadcast_counts (
  organization_id uuid not null,
  project_id uuid not null,
  broadcast_id uuid not null,
  status text not null,
  quota text not null,
  error_code text not null,
  messages bigint not null,
  primary key (organization_id, project_id, broadcast_id, status, quota, error_code),
  foreign key (organization_id, broadcast_id) references broadcasts (organization_id, _id)
);

-- What is not in the counts yet, written with the rows that it counts.
create table broadcast_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  broadcast_id uuid not null,
  _id bigint generated always as identity,
  status text not null,
  quota text not null,
  error_code text not null,
  messages bigint not null,
  primary key (organization_id, project_id, broadcast_id, _id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create function count_broadcast_messages() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, project_id, broadcast_id, status, quota, error_code, messages)
  select organization_id, project_id, broadcast_id, status, quota, coalesce(error_code, ''),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger messages_made after insert on whatsapp_messages
  referencing new table as changed for each statement execute function count_broadcast_messages();
create trigger messages_gone after delete on whatsapp_messages
  referencing old table as changed for each statement execute function count_broadcast_messages();

create function count_broadcast_message_elsewhere() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, project_id, broadcast_id, status, quota, error_code, messages) values
    (old.organization_id, old.project_id, old.broadcast_id, old.status, old.quota, coalesce(old.error_code, ''), -1),
    (new.organization_id, new.project_id, new.broadcast_id, new.status, new.quota, coalesce(new.error_code, ''), 1);
  return null;
end $$;
create trigger message_moved after update on whatsapp_messages for each row
  when ((old.broadcast_id, old.status, old.quota, old.error_code)
    is distinct from (new.broadcast_id, new.status, new.quota, new.error_code))
  execute function count_broadcast_message_elsewhere();

-- An import writes as a replica does, without checking each row anew: it is counted all the same.
alter table whatsapp_messages enable always trigger messages_made;
alter table whatsapp_messages enable always trigger messages_gone;
alter table whatsapp_messages enable always trigger message_moved;

insert into broadcast_count_changes (organization_id, project_id, broadcast_id, status, quota, error_code, messages)
select organization_id, project_id, broadcast_id, status, quota, coalesce(error_code, ''), count(*)
from whatsapp_messages group by 1, 2, 3, 4, 5, 6;
