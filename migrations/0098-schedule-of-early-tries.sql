-- The former `due_at` of a delivery that was sent early, after its endpoint recovered. If that try fails, it becomes due then
-- again.
-- null: it had not failed before, or it was never sent early.
alter table webhook_deliveries add column early_due_at timestamptz(3);
comment on index webhook_deliveries_held is 'countHeldDeliveries';
comment on index changes_by_key is 'keyAt';
