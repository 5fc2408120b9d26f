-- Each index costs every send. `whatsapp_messages_by_project`, read backwards, has the order of
-- `whatsapp_messages_by_creation`.
drop index whatsapp_messages_by_creation;
comment on index whatsapp_messages_by_project is
  'sends of a project, newest first; removal of past messages, oldest first; the ends of days in analytics';
