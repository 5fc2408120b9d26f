-- How few days there are: without, the planner expects a group for nearly each conversation and sorts them all.
create statistics conversations_days on (date_bin('1 day', start_time, '0001-01-01 00:00:00+00')) from conversations;

-- The counters of all projects of an organization together, but for those of hours, stand under the project
-- 00000000-0000-0000-0000-000000000000, so that its analytics cost the same with any number of projects.
alter table conversation_counts drop constraint conversation_counts_organization_id_project_id_fkey;
alter table conversation_counts add foreign key (organization_id) references organizations (_id);
insert into conversation_counts
select organization_id, '00000000-0000-0000-0000-000000000000', grain, channel_type, conversation_type, status, bucket,
  sum(conversations), sum(durations), sum(duration_seconds)
from conversation_counts where grain <> 'hour' group by 1, 3, 4, 5, 6, 7;

-- Messages, and as they, the leads (identities first seen) and the tickets.
alter table message_counts rename to chat_counts;
alter table chat_counts rename column messages to count;
alter table chat_counts add column kind text not null default 'messages'
  check (kind in ('messages', 'leads', 'tickets'));
alter table chat_counts alter column kind drop default;
alter table chat_counts drop constraint message_counts_pkey;
alter table chat_counts drop constraint message_counts_organization_id_project_id_fkey;
alter table chat_counts add constraint chat_counts_pkey
  primary key (organization_id, project_id, kind, grain, channel_type, bucket);
alter table chat_counts add foreign key (organization_id) references organizations (_id);
alter table chat_counts rename constraint message_counts_grain_check to chat_counts_grain_check;
alter table chat_counts rename constraint message_counts_check to chat_counts_check;
delete from chat_counts where channel_type = 'voice';
insert into chat_counts (organization_id, project_id, kind, grain, channel_type, bucket, count)
select organization_id, '00000000-0000-0000-0000-000000000000', kind, grain, channel_type, bucket, sum(count)
from chat_counts where grain <> 'hour' group by 1, 3, 4, 5, 6;

delete from message_count_changes where channel_type = 'voice';
alter table message_count_changes rename to chat_count_changes;
alter table chat_count_changes rename column messages to count;
alter table chat_count_changes add column kind text not null default 'messages';
alter table chat_count_changes alter column kind drop default;
alter table chat_count_changes rename constraint message_count_changes_pkey to chat_count_changes_pkey;

-- Leads and tickets come to be in many places (calls, messages, imports, merging, operators), and a place that forgot to
-- count would be found late: the tables count by themselves. Each statement writes one change for an hour and channel. The
-- phone is no chat: nothing on it is counted here, so that a call writes nothing more.
create function count_leads() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, 'leads', date_trunc('hour', first_seen_at, 'UTC'), channel_type,
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed where channel_type <> 'voice' group by 1, 2, 4, 5;
  return null;
end $$;
create trigger leads_made after insert on channel_identities
  referencing new table as changed for each statement execute function count_leads();
create trigger leads_gone after delete on channel_identities
  referencing old table as changed for each statement execute function count_leads();

create function count_lead_elsewhere() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count) values
    (old.organization_id, old.project_id, 'leads', date_trunc('hour', old.first_seen_at, 'UTC'), old.channel_type, -1),
    (new.organization_id, new.project_id, 'leads', date_trunc('hour', new.first_seen_at, 'UTC'), new.channel_type, 1);
  return null;
end $$;
create trigger lead_moved after update on channel_identities for each row
  when (old.channel_type <> 'voice' and (old.organization_id, old.project_id, old.channel_type, date_trunc('hour', old.first_seen_at, 'UTC'))
    is distinct from (new.organization_id, new.project_id, new.channel_type, date_trunc('hour', new.first_seen_at, 'UTC')))
  execute function count_lead_elsewhere();

create function count_tickets() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, 'tickets', date_trunc('hour', created_at, 'UTC'), channel_type,
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed where channel_type <> 'voice' group by 1, 2, 4, 5;
  return null;
end $$;
create trigger tickets_made after insert on tickets
  referencing new table as changed for each statement execute function count_tickets();
create trigger tickets_gone after delete on tickets
  referencing old table as changed for each statement execute function count_tickets();

-- An import writes as a replica does, without checking each row anew: it is counted all the same.
alter table channel_identities enable always trigger leads_made;
alter table channel_identities enable always trigger leads_gone;
alter table channel_identities enable always trigger lead_moved;
alter table tickets enable always trigger tickets_made;
alter table tickets enable always trigger tickets_gone;

insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
select organization_id, project_id, 'leads', date_trunc('hour', first_seen_at, 'UTC'), channel_type, count(*)
from channel_identities where channel_type <> 'voice' group by 1, 2, 4, 5;
insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
select organization_id, project_id, 'tickets', date_trunc('hour', created_at, 'UTC'), channel_type, count(*)
from tickets where channel_type <> 'voice' group by 1, 2, 4, 5;
