-- The columns and indexes bear the names that the code and its documents use.
alter table whatsapp_events rename column worked_off_at to processed_at;
alter index whatsapp_events_unheard rename to whatsapp_events_unprocessed;
alter index whatsapp_events_unheard_by_user_id rename to whatsapp_events_unprocessed_by_user_id;
