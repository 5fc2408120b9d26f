-- How often a carrier account is asked for calls, and a sender for messages, are rate limits.
alter table carrier_paces rename to carrier_rate_limits;
alter table carrier_rate_limits rename constraint carrier_paces_pkey to carrier_rate_limits_pkey;
alter table carrier_rate_limits rename constraint carrier_paces_organization_id_voice_carrier_id_fkey
  to carrier_rate_limits_organization_id_voice_carrier_id_fkey;
alter table whatsapp_paces rename to sender_rate_limits;
alter table sender_rate_limits rename constraint whatsapp_paces_pkey to sender_rate_limits_pkey;
alter table sender_rate_limits rename constraint whatsapp_paces_organization_id_whatsapp_sender_id_fkey
  to sender_rate_limits_organization_id_whatsapp_sender_id_fkey;
alter index whatsapp_paces_past rename to sender_rate_limits_past;
