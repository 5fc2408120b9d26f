-- Which calls followed a revision of a workflow, the latest first.
create index call_attempts_by_revision on call_attempts (organization_id, workflow_id, workflow_revision, _id)
  where workflow_id is not null;
