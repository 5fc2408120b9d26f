-- Chats on the web end after a silence as those on WhatsApp do.
drop index conversations_to_end;
create index conversations_to_end on conversations (coalesce(last_message_at, start_time))
  where status = 'live' and channel_type in ('whatsapp', 'web') and coalesce(last_message_at, start_time) is not null;

-- Properties of people that an agent wrote, and where each was said. A property that has another value by now was set by
-- somebody else, and no agent writes it any more.
create table said_properties (
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  name text not null,
  value jsonb not null,
  conversation_id uuid not null,
  turn integer not null,
  said_at timestamptz(3) not null,
  primary key (organization_id, profile_id, name)
);
