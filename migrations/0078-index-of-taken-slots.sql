-- How many calls of a campaign use slots beyond its limit is asked whenever a call takes a slot. Without this index all taken
-- slots of the organization were read.
create index calling_slots_taken on calling_slots (organization_id, campaign_id, slot_number) where attempt_id is not null;
