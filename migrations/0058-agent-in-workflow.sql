-- A workflow may hand its calls to an agent. The stored definition names the agent by its id.
alter table workflow_revisions add column agent_id uuid;
alter table workflow_revisions add foreign key (organization_id, agent_id) references agents (organization_id, _id);

-- An attempt of such a workflow has both.
alter table call_attempts drop constraint call_attempts_led_by_one;
alter table call_attempts add constraint call_attempts_led_by_one
  check (case when agent_id is null then num_nonnulls(script, workflow_id) = 1 else script is null end);
