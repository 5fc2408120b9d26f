-- When a delivery that a recovered endpoint gets before its time was due: if it fails then, it keeps its hours.
-- null: it had not failed before, or it was never sent early.
alter table webhook_deliveries add column early_due_at timestamptz(3);
comment on index webhook_deliveries_held is 'countHeldDeliveries';
comment on index changes_by_key is 'keyAt';
