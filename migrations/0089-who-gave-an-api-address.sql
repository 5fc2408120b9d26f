-- The organization whose own people gave the `api_url` of a carrier account or a sender; null: an operator of the installation did,
-- or nobody. What an organization gives may not lead to private hosts.
alter table voice_carriers add column api_url_given_by uuid;
alter table whatsapp_senders add column api_url_given_by uuid;
