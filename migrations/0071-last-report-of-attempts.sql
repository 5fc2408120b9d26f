-- When the carrier last said something of an attempt. A call of which it loses every record is charged until then: polls that
-- find the call as it was are stored once, so that the stored reports do not show the time.
alter table call_attempts add column reported_at timestamptz(3);
