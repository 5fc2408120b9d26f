-- Ids that WhatsApp gives a person for a business (business-scoped ids), with what else it has told of that person. Rows of
-- one person_id are one person. An id that nothing else was told of has no row.
create table whatsapp_user_ids (
  organization_id uuid not null,
  project_id uuid not null,
  user_id text not null,
  person_id uuid not null,
  -- The id that the person goes by now: another one where the provider has announced that, or for an id of linked businesses.
  current_user_id text not null,
  -- E.164, where it is known: the same in all rows of a person.
  phone_number text,
  primary key (organization_id, project_id, user_id),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);
create index whatsapp_user_ids_by_person on whatsapp_user_ids (organization_id, project_id, person_id);
create index whatsapp_user_ids_by_number on whatsapp_user_ids (organization_id, project_id, phone_number)
  where phone_number is not null;

-- Who a chat is with, where their number is not known; once it is, the number stands in its place.
alter table conversations add column whatsapp_user_id text;
create index conversations_by_user_id on conversations (organization_id, project_id, whatsapp_user_id)
  where whatsapp_user_id is not null;
create unique index conversations_open_chat_by_user_id on conversations
  (organization_id, whatsapp_sender_id, whatsapp_user_id)
  where status = 'live' and channel_type = 'whatsapp' and whatsapp_sender_id is not null and whatsapp_user_id is not null;

create index whatsapp_events_unheard_by_user_id on whatsapp_events (organization_id, project_id, (payload ->> 'userId'))
  where worked_off_at is null and kind = 'message';

-- The name that a person has taken on the channel, which may change; and whether the row is a further key of somebody who
-- is met on the channel by another one already, and so no lead.
alter table channel_identities add column username text;
alter table channel_identities add column is_alias boolean not null default false;
drop index channel_identities_by_first_seen;
create index channel_identities_by_first_seen on channel_identities
  (organization_id, project_id, first_seen_at, channel_type) where not is_alias;

create or replace function count_leads() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, 'leads', date_trunc('hour', first_seen_at, 'UTC'), channel_type,
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed where channel_type <> 'voice' and not is_alias group by 1, 2, 4, 5;
  return null;
end $$;

create or replace function count_lead_elsewhere() returns trigger language plpgsql as $$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, 'leads', date_trunc('hour', first_seen_at, 'UTC'), channel_type, change
  from (
    select old.organization_id, old.project_id, old.first_seen_at, old.channel_type, -1 where not old.is_alias
    union all
    select new.organization_id, new.project_id, new.first_seen_at, new.channel_type, 1 where not new.is_alias)
    r (organization_id, project_id, first_seen_at, channel_type, change);
  return null;
end $$;
drop trigger lead_moved on channel_identities;
create trigger lead_moved after update on channel_identities for each row
  when (old.channel_type <> 'voice'
    and (old.organization_id, old.project_id, old.channel_type, old.is_alias, date_trunc('hour', old.first_seen_at, 'UTC'))
    is distinct from (new.organization_id, new.project_id, new.channel_type, new.is_alias, date_trunc('hour', new.first_seen_at, 'UTC')))
  execute function count_lead_elsewhere();
alter table channel_identities enable always trigger lead_moved;
