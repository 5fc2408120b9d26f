-- Agents: the models that they ask, what they are declared to do, and the conversations that they lead.
create table model_accounts (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  kind text not null check (kind in ('openai_compatible', 'anthropic')),
  base_url text not null,
  model text not null,
  -- Encrypted with SECRET_KEY; null: the server asks for none.
  api_key bytea,
  api_key_set_at timestamptz(3),
  -- The member of a request that bounds the answer's tokens; null: the kind's own.
  output_field text,
  -- Further members of each request.
  extra jsonb not null default '{}',
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

create table agents (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  revision integer not null default 1 check (revision >= 1),
  -- The broadcast under which the agent answers the chats of its sender; null: it answers none.
  broadcast_id uuid,
  -- The broadcast whose template is sent when the reply window has closed; null: none.
  after_window_broadcast_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, project_id, name),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, broadcast_id) references broadcasts (organization_id, _id),
  foreign key (organization_id, after_window_broadcast_id) references broadcasts (organization_id, _id),
  check (broadcast_id is not null or after_window_broadcast_id is null)
);
create unique index agents_by_broadcast on agents (organization_id, broadcast_id) where broadcast_id is not null;

-- A conversation goes on by the revision that it began with.
create table agent_revisions (
  organization_id uuid not null,
  agent_id uuid not null,
  revision integer not null,
  -- Without the secrets of its tools, and without references to other records: these are columns.
  definition jsonb not null,
  model_account_id uuid not null,
  -- Asked where the first one fails; null: none.
  fallback_account_id uuid,
  created_at timestamptz(3) not null,
  primary key (organization_id, agent_id, revision),
  foreign key (organization_id, agent_id) references agents (organization_id, _id),
  foreign key (organization_id, model_account_id) references model_accounts (organization_id, _id),
  foreign key (organization_id, fallback_account_id) references model_accounts (organization_id, _id)
);

-- The secret that signs the requests of an `http` tool, encrypted with SECRET_KEY.
create table agent_tool_secrets (
  organization_id uuid not null,
  agent_id uuid not null,
  tool text not null,
  secret bytea not null,
  primary key (organization_id, agent_id, tool),
  foreign key (organization_id, agent_id) references agents (organization_id, _id)
);

-- A conversation that an agent leads, on a call or in a chat.
create table agent_conversations (
  organization_id uuid not null,
  project_id uuid not null,
  conversation_id uuid not null,
  agent_id uuid not null,
  agent_revision integer not null,
  channel_type text not null check (channel_type in ('voice', 'whatsapp', 'web')),
  -- The prompt and the fixed lines, filled when the conversation began.
  prompt text not null,
  lines jsonb not null,
  -- The customer variables that they were filled with.
  customer jsonb not null,
  language text not null,
  -- Who answers.
  mode text not null default 'agent' check (mode in ('agent', 'person')),
  mode_since timestamptz(3) not null,
  -- A user's name; null: the agent itself, or the declaration.
  mode_by text,
  -- What the agent says of the conversation when it hands over.
  summary text,
  -- When a person last wrote; the agent answers again 12 hours later.
  person_wrote_at timestamptz(3),
  -- The agent turns so far.
  turn integer not null default 0 check (turn >= 0),
  -- Tokens asked and answered so far, over all models.
  tokens bigint not null default 0,
  -- Since when the agent has said goodbye.
  closing_since timestamptz(3),
  ended_at timestamptz(3),
  -- When a worker answers what was written; null: nothing waits.
  due_at timestamptz(3),
  -- When the first message came that waits.
  burst_since timestamptz(3),
  -- Who answers now. Everything that a turn writes asks for this token.
  lease_token uuid,
  lease_until timestamptz(3),
  tries integer not null default 0,
  -- Why the last turn failed; null: it did not.
  fault text,
  created_at timestamptz(3) not null,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, _id),
  foreign key (organization_id, agent_id, agent_revision)
    references agent_revisions (organization_id, agent_id, revision)
);
create index agent_conversations_due on agent_conversations (due_at) where due_at is not null;
-- The conversations that wait for a person, or that one has taken over.
create index agent_conversations_of_people on agent_conversations (organization_id, project_id, mode_since desc, conversation_id)
  where mode = 'person' and ended_at is null;

-- One input of the customer and what answers it. What was spoken of an answer may be less than its text.
create table agent_turns (
  organization_id uuid not null,
  conversation_id uuid not null,
  turn integer not null check (turn >= 1),
  state text not null check (state in ('thinking', 'acting', 'replying', 'done', 'superseded', 'failed')),
  input text not null,
  -- What answered: the text in full, and what was spoken of it (null: all).
  text text not null default '',
  spoken text,
  -- The passages that were used: id, title, address.
  citations jsonb not null default '[]',
  -- Why the turn ended as it did; null while it goes on.
  outcome text,
  -- The name of the account that answered last; null: no model was asked.
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- The provider named no usage, so it was estimated.
  tokens_estimated boolean not null default false,
  created_at timestamptz(3) not null,
  asked_at timestamptz(3),
  first_text_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (organization_id, conversation_id, turn),
  foreign key (organization_id, conversation_id) references agent_conversations (organization_id, conversation_id)
);

-- One request to a model, or one run of a tool, within a turn.
create table agent_steps (
  organization_id uuid not null,
  conversation_id uuid not null,
  turn integer not null,
  step integer not null check (step >= 1),
  kind text not null check (kind in ('model', 'tool')),
  state text not null check (state in ('begun', 'done', 'unknown')),
  -- For a model its text and the tools it called, for a tool its name, arguments and result.
  content jsonb not null,
  begun_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, conversation_id, turn, step),
  foreign key (organization_id, conversation_id, turn) references agent_turns (organization_id, conversation_id, turn)
);

-- What the customer wrote, said or keyed, until a turn takes it.
create table agent_inputs (
  organization_id uuid not null,
  conversation_id uuid not null,
  _id uuid not null,
  kind text not null check (kind in ('message', 'speech', 'digits')),
  text text not null,
  -- The channel's own time.
  sent_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- The turn that answers it; null: none yet.
  turn integer,
  primary key (organization_id, conversation_id, _id),
  foreign key (organization_id, conversation_id) references agent_conversations (organization_id, conversation_id)
);
create index agent_inputs_open on agent_inputs (organization_id, conversation_id, sent_at, _id) where turn is null;

-- Tokens and requests by day (UTC), appended by turns and added up by the worker.
create table model_usage_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint generated always as identity,
  agent_id uuid not null,
  model_account text not null,
  day date not null,
  requests integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (organization_id, project_id, _id)
);
create table model_usage (
  organization_id uuid not null,
  project_id uuid not null,
  agent_id uuid not null,
  model_account text not null,
  day date not null,
  requests bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (organization_id, project_id, day, agent_id, model_account)
);

-- A project may bound what all its agents ask of models in a day (UTC); null: unbounded.
alter table projects add column model_tokens_a_day bigint check (model_tokens_a_day > 0);

alter table tickets drop constraint tickets_opened_by_check;
alter table tickets add constraint tickets_opened_by_check
  check (opened_by in ('workflow', 'keyword', 'operator', 'agent'));

-- A call is led by a script, a workflow or an agent.
alter table campaigns add column agent_id uuid;
alter table campaigns add foreign key (organization_id, agent_id) references agents (organization_id, _id);
alter table campaigns drop constraint campaigns_campaign_type_check;
alter table campaigns add constraint campaigns_campaign_type_check
  check (campaign_type in ('workflow', 'script', 'agent'));

alter table call_attempts add column agent_id uuid;
alter table call_attempts add column agent_revision integer;
-- Relay sessions that followed a broken one.
alter table call_attempts add column relay_restarts integer not null default 0;
alter table call_attempts add foreign key (organization_id, agent_id, agent_revision)
  references agent_revisions (organization_id, agent_id, revision);
alter table call_attempts drop constraint call_attempts_check;
alter table call_attempts add constraint call_attempts_led_by_one check (num_nonnulls(script, workflow_id, agent_id) = 1);
alter table call_attempts add constraint call_attempts_agent_revision check ((agent_id is null) = (agent_revision is null));

-- One session of a call's websocket with the carrier. The newest token leads the call.
create table relay_sessions (
  organization_id uuid not null,
  attempt_id uuid not null,
  session text not null,
  token uuid not null,
  connected_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- As the carrier names it: ended, completed or failed.
  status text,
  error_code text,
  primary key (organization_id, attempt_id, session),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id)
);
-- Addresses that a carrier may connect to once.
create table relay_addresses (
  organization_id uuid not null,
  attempt_id uuid not null,
  nonce text not null,
  made_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (organization_id, attempt_id, nonce),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id)
);
