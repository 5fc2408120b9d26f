-- Each index costs every call and every send. `call_attempts_by_call` has the columns of the unique constraint but its `_id`, and
-- an `_id` is unique by the primary key. `whatsapp_messages_by_project`, read backwards, has the order of
-- `whatsapp_messages_by_creation`.
alter table call_attempts drop constraint call_attempts_organization_id_call_id_attempt_number__id_key;
drop index whatsapp_messages_by_creation;
comment on index whatsapp_messages_by_project is
  'sends of a project, newest first; removal of past messages, oldest first; the ends of days in analytics';
