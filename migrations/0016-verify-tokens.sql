-- What a handshake's token is looked up by: its digest under SECRET_KEY, since a sealed token would have to be opened. Null
-- for senders from before this migration until the first handshake, which alone has the key.
alter table whatsapp_senders add column verify_token_digest bytea;
create index whatsapp_senders_by_verify_token on whatsapp_senders (verify_token_digest);

-- A live chat that was imported may not tell when its last message came: it counts from its start.
drop index conversations_to_end;
create index conversations_to_end on conversations ((coalesce(last_message_at, start_time)))
  where status = 'live' and channel_type = 'whatsapp';

-- What a person wrote and no worker has worked off: a send to them must heed it all the same.
create index whatsapp_events_unheard on whatsapp_events (organization_id, project_id, (payload ->> 'from'))
  where worked_off_at is null and kind = 'message';
