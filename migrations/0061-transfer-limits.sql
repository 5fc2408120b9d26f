-- How long the transfers of an attempt may last in all, in seconds. null: none has begun, or the first one began before this
-- migration; then it is the attempt's own limit. A person's own call has no limit of its own, but its transfers cost money.
alter table call_attempts add column transfer_limit_seconds integer;
