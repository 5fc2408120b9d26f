-- What a sender may do: Meta's defaults, an operator may declare others.
alter table whatsapp_senders
  add column messages_per_second double precision not null default 80 check (messages_per_second > 0),
  -- When the provider is asked next for the templates of the sender's account; while it is asked, when that counts as given up.
  add column templates_due_at timestamptz(3) not null default now() + random() * interval '1 day',
  -- When it was asked last, and what hindered that; null where nothing did.
  add column templates_asked_at timestamptz(3),
  add column templates_fault text;
alter table whatsapp_senders alter column templates_due_at drop default;
create index whatsapp_senders_by_due_templates on whatsapp_senders (templates_due_at) where status = 'connected';
-- Deferred, so that a declaration can let two senders change places.
alter table whatsapp_senders add constraint whatsapp_senders_by_phone_number_id
  unique (phone_number_id) deferrable initially deferred;
create index whatsapp_senders_by_account on whatsapp_senders (business_account_id);

-- What the provider calls the template: with the language its identity there, while one name of ours is one template.
alter table whatsapp_templates add column provider_name text;
update whatsapp_templates set provider_name = name, language = replace(language, '-', '_');
alter table whatsapp_templates alter column provider_name set not null;
create index whatsapp_templates_by_sender on whatsapp_templates (organization_id, whatsapp_sender_id, provider_name);

-- The sends of an organization's plan: a balance (Decision 54). Equals the sum of the ledger at every commit.
create table whatsapp_quotas (
  organization_id uuid primary key references organizations (_id),
  reserved bigint not null default 0 check (reserved >= 0),
  consumed bigint not null default 0 check (consumed >= 0)
);

-- One message to one recipient under a broadcast: what was asked, how far it got.
create table whatsapp_messages (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  broadcast_id uuid not null,
  whatsapp_sender_id uuid not null,
  -- E.164.
  recipient text not null,
  type text not null,
  -- The request as it was taken, and what goes to the provider.
  request jsonb not null,
  provider_message jsonb not null,
  status text not null check (status in ('processing', 'unresolved', 'sent', 'delivered', 'read', 'failed')),
  status_since timestamptz(3) not null,
  -- Null once the provider's answer, or its webhook, is known.
  lease_until timestamptz(3),
  provider_message_id text,
  error_code text,
  error_reason text,
  -- What it has taken of the quota: reserved until it is known, then consumed or released.
  quota text not null check (quota in ('reserved', 'consumed', 'released')),
  conversation_id uuid,
  -- Settled by hand: who, and why.
  settled_by text,
  settled_why text,
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, broadcast_id) references broadcasts (organization_id, _id),
  foreign key (organization_id, whatsapp_sender_id) references whatsapp_senders (organization_id, _id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, _id),
  check ((settled_by is null) = (settled_why is null)),
  check (status <> 'processing' or lease_until is not null),
  check ((status in ('processing', 'unresolved')) = (quota = 'reserved'))
);
create index whatsapp_messages_by_broadcast on whatsapp_messages (organization_id, broadcast_id, created_at desc, _id);
create index whatsapp_messages_open on whatsapp_messages (organization_id, broadcast_id, created_at)
  where status in ('processing', 'unresolved');
create index whatsapp_messages_in_flight on whatsapp_messages (lease_until) where status = 'processing';
create index whatsapp_messages_by_conversation on whatsapp_messages (organization_id, conversation_id)
  where conversation_id is not null;
create unique index whatsapp_messages_by_provider_id on whatsapp_messages (organization_id, provider_message_id)
  where provider_message_id is not null;

-- Every reservation, and how it ended; once each.
create table whatsapp_quota_entries (
  organization_id uuid not null,
  message_id uuid not null,
  kind text not null check (kind in ('reserved', 'consumed', 'released')),
  created_at timestamptz(3) not null,
  primary key (organization_id, message_id, kind),
  foreign key (organization_id, message_id) references whatsapp_messages (organization_id, _id)
);
create unique index whatsapp_quota_entries_one_end on whatsapp_quota_entries (organization_id, message_id)
  where kind in ('consumed', 'released');

-- What was told of a message, by the provider or by us. At the provider's own time.
create table whatsapp_message_statuses (
  organization_id uuid not null,
  message_id uuid not null,
  status text not null check (status in ('processing', 'unresolved', 'sent', 'delivered', 'read', 'failed')),
  at timestamptz(3) not null,
  error_code text,
  error_reason text,
  primary key (organization_id, message_id, status),
  foreign key (organization_id, message_id) references whatsapp_messages (organization_id, _id)
);

-- What the provider's webhooks told, once each, to be worked off. Kept when it is not understood.
create table whatsapp_events (
  organization_id uuid not null,
  project_id uuid not null,
  event_id text not null,
  whatsapp_sender_id uuid not null,
  kind text not null,
  payload jsonb not null,
  received_at timestamptz(3) not null,
  -- Null while it is to be worked off; tries so far, and when the next is due.
  worked_off_at timestamptz(3),
  tries integer not null default 0,
  due_at timestamptz(3) not null,
  fault text,
  primary key (organization_id, whatsapp_sender_id, event_id),
  foreign key (organization_id, whatsapp_sender_id) references whatsapp_senders (organization_id, _id)
);
create index whatsapp_events_past on whatsapp_events (worked_off_at) where worked_off_at is not null;
create index whatsapp_events_due on whatsapp_events (due_at, received_at) where worked_off_at is null;

-- Until when free-form messages to a person may be sent: 24 hours from their last message to that sender (Decision 28).
create table whatsapp_windows (
  organization_id uuid not null,
  project_id uuid not null,
  whatsapp_sender_id uuid not null,
  -- E.164.
  recipient text not null,
  last_inbound_at timestamptz(3) not null,
  primary key (organization_id, whatsapp_sender_id, recipient),
  foreign key (organization_id, whatsapp_sender_id) references whatsapp_senders (organization_id, _id)
);

-- Who is not to be written to: `all` by their own STOP or by hand, `marketing` by the provider (Decisions 28 and 63).
create table whatsapp_opt_outs (
  organization_id uuid not null,
  project_id uuid not null,
  -- E.164.
  recipient text not null,
  scope text not null check (scope in ('all', 'marketing')),
  source text not null check (source in ('message', 'provider', 'operator')),
  since timestamptz(3) not null,
  -- Of one by hand, where the operator has said it.
  why text,
  -- A later word ends it, an earlier one does not, in whatever order they come: it holds while since is the later.
  ended_at timestamptz(3),
  primary key (organization_id, project_id, recipient, scope),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

-- When a sender's next message may go, in all and to one person: the generic cell rate algorithm, by the database's clock.
create table whatsapp_paces (
  organization_id uuid not null,
  whatsapp_sender_id uuid not null,
  -- E.164; empty for the sender's pace as a whole.
  recipient text not null,
  arrival_at timestamptz not null,
  primary key (organization_id, whatsapp_sender_id, recipient),
  foreign key (organization_id, whatsapp_sender_id) references whatsapp_senders (organization_id, _id)
);
create index whatsapp_paces_past on whatsapp_paces (arrival_at) where recipient <> '';

-- The provider's id of an inbound message, or of one that we sent, so that each is stored once.
alter table messages add column provider_message_id text;
alter table messages add column kind text;
create unique index messages_by_provider_id on messages (organization_id, provider_message_id)
  where provider_message_id is not null;
alter table conversations add column whatsapp_sender_id uuid;
alter table conversations add foreign key (organization_id, whatsapp_sender_id)
  references whatsapp_senders (organization_id, _id);
-- The open chat of a person with a sender, one at a time.
alter table conversations add column last_message_at timestamptz(3);
create unique index conversations_open_chat on conversations (organization_id, whatsapp_sender_id, phone_number)
  where status = 'live' and channel_type = 'whatsapp' and whatsapp_sender_id is not null;
create index conversations_to_end on conversations (last_message_at)
  where status = 'live' and channel_type = 'whatsapp';
