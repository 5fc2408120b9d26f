-- With what filters name most often, so that the callers of a filter are counted from this index alone, in its order.
drop index conversations_by_caller;
create index conversations_by_caller on conversations
  (organization_id, project_id, caller, start_time desc, _id) include (status, channel_type, conversation_type);

-- The people of a channel, each once.
create index channel_identities_by_channel on channel_identities
  (organization_id, project_id, channel_type, profile_id);
