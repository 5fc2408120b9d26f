-- Messages that went in and out on the channels, and the tickets that came of them: what the chat analytics count.

create table messages (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  conversation_id uuid,
  profile_id uuid,
  channel_type text not null check (channel_type in ('voice', 'whatsapp', 'web', 'telegram')),
  direction text not null check (direction in ('inbound', 'outbound')),
  text text,
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, _id),
  foreign key (organization_id, profile_id) references profiles (organization_id, _id)
);
create index messages_by_creation on messages (organization_id, project_id, created_at, channel_type);
create index messages_by_conversation on messages (organization_id, conversation_id, created_at)
  where conversation_id is not null;
create index messages_by_profile on messages (organization_id, profile_id) where profile_id is not null;

create table tickets (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  conversation_id uuid,
  profile_id uuid,
  channel_type text not null check (channel_type in ('voice', 'whatsapp', 'web', 'telegram')),
  subject text,
  -- In the words of whoever keeps the tickets.
  status text not null default 'open' check (status <> ''),
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, _id),
  foreign key (organization_id, profile_id) references profiles (organization_id, _id)
);
create index tickets_by_creation on tickets (organization_id, project_id, created_at, channel_type);
create index tickets_by_conversation on tickets (organization_id, conversation_id) where conversation_id is not null;
create index tickets_by_profile on tickets (organization_id, profile_id) where profile_id is not null;
