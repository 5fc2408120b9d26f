-- Workers take the events that are due of one organization after another, however many another has.
create index whatsapp_events_due_by_organization on whatsapp_events (organization_id, due_at, received_at)
  where processed_at is null;
comment on index whatsapp_events_due_by_organization is 'claimEvent';
