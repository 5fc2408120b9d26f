-- The turn of the agent whose answer a message is; null: no agent sent it. WhatsApp may report for days that a message failed,
-- and the key that names the turn is kept for one.
alter table whatsapp_messages add column agent_turn integer;

update whatsapp_messages m set agent_turn = split_part(k.key, ':', 3)::integer
from idempotency_keys k
where k.key ~ '^agent:[0-9a-f-]{36}:[0-9]{1,9}:' and k.organization_id = m.organization_id and k.subject_id = m._id;
