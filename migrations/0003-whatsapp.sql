-- What WhatsApp messages are sent with, as an operator declares it.

create table whatsapp_senders (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  -- Meta's ids are digits; a phone number id belongs to one sender of the whole service, since webhooks name it.
  phone_number_id text not null,
  business_account_id text not null,
  -- E.164.
  display_phone_number text not null,
  -- Sealed with SECRET_KEY, these three.
  access_token bytea not null,
  app_secret bytea not null,
  verify_token bytea not null,
  status text not null default 'connected' check (status in ('connected', 'disconnected')),
  catalog_id text,
  -- Null: the provider's public address.
  api_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

create table whatsapp_templates (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  whatsapp_sender_id uuid not null,
  language text not null,
  category text not null check (category in ('utility', 'marketing', 'authentication')),
  status text not null check (status in ('approved', 'pending', 'rejected', 'paused', 'disabled')),
  -- The provider's own component format.
  components jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, whatsapp_sender_id) references whatsapp_senders (organization_id, _id)
);

create table broadcasts (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  whatsapp_sender_id uuid not null,
  -- Null: typed messages only.
  whatsapp_template_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, whatsapp_sender_id) references whatsapp_senders (organization_id, _id),
  foreign key (organization_id, whatsapp_template_id) references whatsapp_templates (organization_id, _id)
);
