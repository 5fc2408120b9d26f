-- When each secret of a sender was last set. Null: before this was kept.
alter table whatsapp_senders add column access_token_set_at timestamptz(3);
alter table whatsapp_senders add column app_secret_set_at timestamptz(3);
alter table whatsapp_senders add column verify_token_set_at timestamptz(3);
-- When Meta's last webhook for the sender came, at most 10 s too early; null: never, or before this was kept.
alter table whatsapp_senders add column last_webhook_at timestamptz(3);
-- The newest error of Meta that is about the sender itself, from a send or a status; `until` where Meta asks for a pause.
alter table whatsapp_senders add column last_fault_at timestamptz(3);
alter table whatsapp_senders add column last_fault_code text;
alter table whatsapp_senders add column last_fault_reason text;
alter table whatsapp_senders add column last_fault_until timestamptz(3);
-- The newest check at Meta, and its result.
alter table whatsapp_senders add column checked_at timestamptz(3);
alter table whatsapp_senders add column check_result jsonb;
-- The newest notice of Meta about the number or its account.
alter table whatsapp_senders add column noticed_at timestamptz(3);
alter table whatsapp_senders add column notice jsonb;

-- Since when a template has its status; null: since before this was kept. What Meta says about it, and its quality.
alter table whatsapp_templates add column status_since timestamptz(3);
alter table whatsapp_templates add column status_reason text;
alter table whatsapp_templates add column status_explanation text;
alter table whatsapp_templates add column quality text;
-- The broadcasts of a template.
create index broadcasts_by_template on broadcasts (organization_id, whatsapp_template_id) where whatsapp_template_id is not null;

-- Opt-outs in force, the newest first.
create index whatsapp_opt_outs_in_force on whatsapp_opt_outs (organization_id, project_id, since desc, recipient, scope)
  where ended_at is null or since >= ended_at;
