-- Tickets that the service itself opens, beside those that are imported.

-- Words in a person's message that open a ticket.
alter table projects add column ticket_keywords text[] not null default '{}';

-- Null: imported.
alter table tickets add column opened_by text check (opened_by in ('workflow', 'keyword', 'operator'));
-- The occasion that it was opened for, which opens no second one; null: there is none to tell apart.
alter table tickets add column opening_key text;
alter table tickets add column closed_at timestamptz(3);
create unique index tickets_by_opening on tickets (organization_id, opening_key) where opening_key is not null;
-- However many messages with a keyword come at once, a conversation has one such ticket open.
create unique index tickets_one_by_keyword on tickets (organization_id, conversation_id)
  where opened_by = 'keyword' and status = 'open';
-- What an operator lists.
create index tickets_open on tickets (organization_id, project_id, created_at desc, _id) where status = 'open';
