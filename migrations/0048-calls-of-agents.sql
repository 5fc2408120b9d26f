-- Transfers of calls that an agent leads, one for the turn that asked for it.
create table relay_transfers (
  organization_id uuid not null,
  attempt_id uuid not null,
  turn integer not null,
  begun_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- How it ended: completed, busy, no_answer or failed; null: it has not.
  status text check (status in ('completed', 'busy', 'no_answer', 'failed')),
  primary key (organization_id, attempt_id, turn),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id),
  check ((ended_at is null) = (status is null))
);
