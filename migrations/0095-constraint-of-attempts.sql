-- Each index costs every call. `call_attempts_by_call` has the columns of the unique constraint except `_id`, and an `_id` is
-- unique by the primary key.
alter table call_attempts drop constraint call_attempts_organization_id_call_id_attempt_number__id_key;
