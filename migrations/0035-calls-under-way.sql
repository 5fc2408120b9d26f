-- The calls of a project that are not over, newest first, for the list of all campaigns.
create index calls_active on calls (organization_id, project_id, created_at desc, _id)
  where state in ('waiting', 'dialling', 'unresolved', 'ringing', 'live');
