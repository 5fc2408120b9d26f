-- The times in which a person answered a conversation instead of its agent. The agent's model reads them when it answers again.
create table agent_person_stretches (
  organization_id uuid not null,
  conversation_id uuid not null,
  begun_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  -- Null: nobody's name is known.
  name text,
  primary key (organization_id, conversation_id, begun_at),
  foreign key (organization_id, conversation_id) references agent_conversations (organization_id, conversation_id),
  check (ended_at >= begun_at)
);
