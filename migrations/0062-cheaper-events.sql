-- What an event and its deliveries cost in the transaction of a fact, and with each move of a delivery, is mostly indexes and
-- checks of foreign keys. These served no statement but the removal of past rows, which now goes by the primary keys: the id
-- of an event begins with the time at which it was written.
drop index events_by_subject;
drop index events_by_age;
alter table webhook_deliveries drop constraint webhook_deliveries_organization_id_event_id_fkey;
drop index webhook_deliveries_by_event;
alter table webhook_attempts drop constraint webhook_attempts_organization_id_endpoint_id_event_id_fkey;
