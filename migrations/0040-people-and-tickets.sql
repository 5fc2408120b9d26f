-- Who opened and closed a ticket, and what they noted when they closed it.
alter table tickets add column opened_by_name text;
alter table tickets add column closed_by_name text;
alter table tickets add column closing_note text;

-- Closed tickets, the latest first. Imported ones may have any status, and have no time of closing.
create index tickets_closed on tickets (organization_id, project_id, (coalesce(closed_at, created_at)) desc, _id)
  where status <> 'open';
create index tickets_by_subject on tickets using gin (organization_id, project_id, search_form(subject) gin_trgm_ops)
  where subject is not null;

-- The timeline of a person, the latest first.
create index messages_by_person on messages (organization_id, profile_id, created_at desc) where profile_id is not null;
drop index messages_by_profile;
create index tickets_by_person on tickets (organization_id, profile_id, created_at desc) where profile_id is not null;
drop index tickets_by_profile;
-- Messages to an address that are in no conversation, because the provider did not accept them.
create index whatsapp_messages_not_accepted on whatsapp_messages (organization_id, project_id, recipient, created_at desc)
  where conversation_id is null;
-- Calls that ended before their number was dialed: no attempt leads to them.
create index calls_never_dialed on calls (organization_id, project_id, phone_number, created_at desc)
  where attempts_count = 0 and state in ('canceled', 'expired', 'failed');
