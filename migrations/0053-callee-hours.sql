-- Calling hours where the callee is. Whether a campaign's hours hold there is read by every claim.
alter table campaigns add column at_callee boolean not null generated always as (
  coalesce(calling_hours ->> 'timezone' = 'callee' or (calling_hours ->> 'also_callee')::boolean, false)) stored;

-- Of a call of such a campaign: until when the hours are open wherever its callee may be, as found when it was last looked at.
-- Null: nobody has looked yet, so it can't be claimed.
alter table calls add column open_until timestamptz(3);
-- A call that waits until `due_at` because these hours are closed: the zone that opens last. Null for every other delay.
alter table calls add column held_timezone text;

-- The hours by which the waiting calls were looked at; null: of a campaign whose hours don't hold where the callee is.
alter table campaign_queues add column checked_hours jsonb;
-- The hours have changed: waiting calls behind this place in the queue are looked at again. Null: none are.
alter table campaign_queues add column recheck_from bigint;

-- Thousands of calls open at the same minute: those that were accepted first come first.
create index calls_due_in_order on calls (organization_id, campaign_id, due_at, queue_number) where waits_for = 'due';
drop index calls_due;
