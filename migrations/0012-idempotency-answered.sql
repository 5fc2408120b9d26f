-- A key is kept for 24 hours from its answer: an outcome that became known late must be repeatable as long.
alter table idempotency_keys add column answered_at timestamptz(3);
update idempotency_keys set answered_at = created_at where answer is not null;
alter table idempotency_keys add check ((answer is null) = (answered_at is null));
drop index idempotency_keys_by_age;
create index idempotency_keys_by_age on idempotency_keys (answered_at) where answered_at is not null;
