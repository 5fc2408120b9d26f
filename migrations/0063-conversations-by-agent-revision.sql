-- The revisions of an agent are shown with the conversations that each of them led.
create index agent_conversations_by_revision
  on agent_conversations (organization_id, agent_id, agent_revision, conversation_id);
