-- Phone conversations by campaign, and by campaign and status. A row of status '*' counts all of the campaign. The campaign
-- comes last in the key: one range then holds all campaigns of a span, and campaigns without calls cost nothing.
create table campaign_counts (
  organization_id uuid not null references organizations (_id),
  project_id uuid not null,
  grain text not null check (grain in ('hour', 'day', 'month', 'all')),
  status text not null,
  bucket timestamptz(3) not null,
  campaign_id uuid not null,
  conversations bigint not null,
  answered bigint not null,
  durations bigint not null,
  duration_seconds numeric not null,
  primary key (organization_id, project_id, grain, status, bucket, campaign_id),
  check ((grain = 'all') = (bucket = '-infinity'))
);

-- The campaign stands in the row that is written anyway, so that a writer appends nothing more.
alter table conversation_count_changes add column campaign_id uuid;

-- What is already counted moves from no campaign to its campaign: the other counters see a sum of zero.
insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
  campaign_id, conversations, durations, duration_seconds)
select organization_id, project_id, hour, channel_type, conversation_type, status,
  case sign when 1 then campaign_id end, sign * conversations, sign * durations, sign * duration_seconds
from (
  select organization_id, project_id, date_trunc('hour', start_time, 'UTC') as hour, channel_type, conversation_type,
    status, campaign_id, count(*) as conversations, count(duration_seconds) as durations,
    coalesce(sum(duration_seconds::numeric), 0) as duration_seconds
  from conversations where channel_type = 'voice' and campaign_id is not null group by 1, 2, 3, 4, 5, 6, 7) c
cross join (values (1), (-1)) signs (sign);

-- A part splits a kind: messages by direction, sends by status. A change with a part counts for `kind` and `kind:part`.
alter table chat_count_changes add column part text;
alter table chat_counts drop constraint chat_counts_kind_check;
alter table chat_counts add constraint chat_counts_kind_check
  check (split_part(kind, ':', 1) in ('messages', 'leads', 'tickets', 'call_tickets', 'sends'));

insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
select organization_id, project_id, 'messages', case sign when 1 then direction end, hour, channel_type, sign * count
from (
  select organization_id, project_id, direction, date_trunc('hour', created_at, 'UTC') as hour, channel_type, count(*) as count
  from messages where channel_type <> 'voice' group by 1, 2, 3, 4, 5) m
cross join (values (1), (-1)) signs (sign);

-- Tickets of calls are counted too, apart from those of chats.
create or replace function count_tickets() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, case channel_type when 'voice' then 'call_tickets' else 'tickets' end,
    date_trunc('hour', created_at, 'UTC'), channel_type, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2, 3, 4, 5;
  return null;
end $$;
insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
select organization_id, project_id, 'call_tickets', date_trunc('hour', created_at, 'UTC'), channel_type, count(*)
from tickets where channel_type = 'voice' group by 1, 2, 4, 5;

-- Messages of broadcasts by status, for the hour in which they were accepted.
create function count_sends() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
  select organization_id, project_id, 'sends', status, date_trunc('hour', created_at, 'UTC'), 'whatsapp',
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2, 4, 5;
  return null;
end $$;
create trigger sends_made after insert on whatsapp_messages
  referencing new table as changed for each statement execute function count_sends();
create trigger sends_gone after delete on whatsapp_messages
  referencing old table as changed for each statement execute function count_sends();

create function count_send_of_status() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count) values
    (old.organization_id, old.project_id, 'sends', old.status, date_trunc('hour', old.created_at, 'UTC'), 'whatsapp', -1),
    (new.organization_id, new.project_id, 'sends', new.status, date_trunc('hour', new.created_at, 'UTC'), 'whatsapp', 1);
  return null;
end $$;
create trigger send_of_status after update on whatsapp_messages for each row
  when ((old.status, old.project_id, old.created_at) is distinct from (new.status, new.project_id, new.created_at))
  execute function count_send_of_status();
alter table whatsapp_messages enable always trigger sends_made;
alter table whatsapp_messages enable always trigger sends_gone;
alter table whatsapp_messages enable always trigger send_of_status;

insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
select organization_id, project_id, 'sends', status, date_trunc('hour', created_at, 'UTC'), 'whatsapp', count(*)
from whatsapp_messages group by 1, 2, 4, 5;
-- One project's sends of a span, for the ends of days in zones off the hour.
create index whatsapp_messages_by_creation on whatsapp_messages (organization_id, project_id, created_at);
