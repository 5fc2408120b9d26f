-- A job ends the runs of tools that were begun in turns which are over.
create index agent_steps_begun on agent_steps (begun_at) where kind = 'tool' and state = 'begun';
