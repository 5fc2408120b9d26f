-- Workers take the chats that are due of the organization that has the fewest answers under way, however many another has.
create index agent_conversations_due_by_organization on agent_conversations (channel_type, organization_id, due_at)
  where due_at is not null;
comment on index agent_conversations_due_by_organization is 'claimDueConversation';
