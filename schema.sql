-- Made by `npm run generate` from migrations/; a test keeps it true.

CREATE OR REPLACE FUNCTION public.conflict_unless(holds boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if holds then return true; end if;
  raise exception 'a row was made meanwhile' using errcode = 'serialization_failure';
end $function$;

CREATE OR REPLACE FUNCTION public.count_broadcast_message_elsewhere()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into broadcast_count_changes (organization_id, project_id, broadcast_id, status, quota, error_code, messages) values
    (old.organization_id, old.project_id, old.broadcast_id, old.status, old.quota, coalesce(old.error_code, ''), -1),
    (new.organization_id, new.project_id, new.broadcast_id, new.status, new.quota, coalesce(new.error_code, ''), 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_broadcast_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into broadcast_count_changes (organization_id, project_id, broadcast_id, status, quota, error_code, messages)
  select organization_id, project_id, broadcast_id, status, quota, coalesce(error_code, ''),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2, 3, 4, 5, 6;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_lead_elsewhere()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, 'leads', date_trunc('hour', first_seen_at, 'UTC'), channel_type, change
  from (
    select old.organization_id, old.project_id, old.first_seen_at, old.channel_type, -1 where not old.is_alias
    union all
    select new.organization_id, new.project_id, new.first_seen_at, new.channel_type, 1 where not new.is_alias)
    r (organization_id, project_id, first_seen_at, channel_type, change);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, 'leads', date_trunc('hour', first_seen_at, 'UTC'), channel_type,
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed where channel_type <> 'voice' and not is_alias group by 1, 2, 4, 5;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_send_of_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count) values
    (old.organization_id, old.project_id, 'sends', old.status, date_trunc('hour', old.created_at, 'UTC'), 'whatsapp', -1),
    (new.organization_id, new.project_id, 'sends', new.status, date_trunc('hour', new.created_at, 'UTC'), 'whatsapp', 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_sends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
  select organization_id, project_id, 'sends', status, date_trunc('hour', created_at, 'UTC'), 'whatsapp',
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2, 4, 5;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
  select organization_id, project_id, case channel_type when 'voice' then 'call_tickets' else 'tickets' end,
    date_trunc('hour', created_at, 'UTC'), channel_type, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 2, 3, 4, 5;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid := tg_argv[0];
  is_move_closed boolean;
  key_before jsonb;
  key_after jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(tg_argv[0], 8020326116));
  select is_closed into is_move_closed from organization_moves where organization_id = organization;
  if is_move_closed is null then
    return null;
  end if;
  if is_move_closed then
    if current_setting('switchboard.migrating', true) = 'on' then
      return null;
    end if;
    raise exception 'the organization is being moved to another cell' using errcode = 'SBM01';
  end if;
  if tg_op <> 'INSERT' then
    select jsonb_object_agg(name, to_jsonb(old) -> name) into key_before from unnest(tg_argv[1:]) name;
  end if;
  if tg_op <> 'DELETE' then
    select jsonb_object_agg(name, to_jsonb(new) -> name) into key_after from unnest(tg_argv[1:]) name;
  end if;
  insert into move_changes (organization_id, table_name, key)
  select distinct organization, tg_table_name, key from (values (key_before), (key_after)) k (key)
  where key is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.is_here(organization uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 10
AS $function$
begin
  return not exists (select from organization_moves where organization_id = organization and is_hidden);
end $function$;

CREATE OR REPLACE FUNCTION public.leave_out_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_here(new.organization_id) then
    return new;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_caller_day_stale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into caller_stale_days (organization_id, project_id, day)
    select organization_id, project_id, date_bin('1 day', old.start_time, '2000-01-01 00:00:00+00')
    from caller_bitmap_states where organization_id = old.organization_id and project_id = old.project_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into caller_stale_days (organization_id, project_id, day)
    select organization_id, project_id, date_bin('1 day', new.start_time, '2000-01-01 00:00:00+00')
    from caller_bitmap_states where organization_id = new.organization_id and project_id = new.project_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.new_event_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$select uuidv7()$function$;

CREATE OR REPLACE FUNCTION public.project_terms(project_id uuid, words tsvector)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$ select array_to_tsvector(string_to_array(coalesce(right(project_id::text, 8)
    || nullif(array_to_string(tsvector_to_array(words), e'\x01' || right(project_id::text, 8)), ''), ''), e'\x01')) $function$;

CREATE OR REPLACE FUNCTION public.search_form(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select replace(translate(lower(regexp_replace(normalize(given, NFKD) collate "und-x-icu", '[\u0300-\u036f]', '', 'g')),
    'ς', 'σ'), 'ß', 'ss') collate "default" $function$;

CREATE OR REPLACE FUNCTION public.set_place_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table events alter column tx set default (%s + pg_current_xact_id()::text::bigint)', new.xid_base);
  return null;
end $function$;

create table agent_conversations (
  organization_id uuid not null,
  project_id uuid not null,
  conversation_id uuid not null,
  agent_id uuid not null,
  agent_revision integer not null,
  channel_type text not null,
  prompt text not null,
  lines jsonb not null,
  customer jsonb not null,
  language text not null,
  mode text not null default 'agent'::text,
  mode_since timestamp(3) with time zone not null,
  mode_by text,
  summary text,
  person_wrote_at timestamp(3) with time zone,
  turn integer not null default 0,
  tokens bigint not null default 0,
  closing_since timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  burst_since timestamp(3) with time zone,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  tries integer not null default 0,
  fault text,
  created_at timestamp(3) with time zone not null,
  constraint agent_conversations_pkey PRIMARY KEY (organization_id, conversation_id),
  constraint agent_conversations_organization_id_agent_id_agent_revisio_fkey FOREIGN KEY (organization_id, agent_id, agent_revision) REFERENCES agent_revisions(organization_id, agent_id, revision),
  constraint agent_conversations_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, _id),
  constraint agent_conversations_channel_type_check CHECK ((channel_type = ANY (ARRAY['voice'::text, 'whatsapp'::text, 'web'::text]))),
  constraint agent_conversations_mode_check CHECK ((mode = ANY (ARRAY['agent'::text, 'person'::text]))),
  constraint agent_conversations_turn_check CHECK ((turn >= 0))
);
CREATE INDEX agent_conversations_by_revision ON public.agent_conversations USING btree (organization_id, agent_id, agent_revision, conversation_id);
CREATE INDEX agent_conversations_due ON public.agent_conversations USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX agent_conversations_due_by_organization ON public.agent_conversations USING btree (channel_type, organization_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX agent_conversations_of_people ON public.agent_conversations USING btree (organization_id, project_id, mode_since DESC, conversation_id) WHERE ((mode = 'person'::text) AND (ended_at IS NULL));

create table agent_inputs (
  organization_id uuid not null,
  conversation_id uuid not null,
  _id uuid not null,
  kind text not null,
  text text not null,
  sent_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  turn integer,
  constraint agent_inputs_pkey PRIMARY KEY (organization_id, conversation_id, _id),
  constraint agent_inputs_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES agent_conversations(organization_id, conversation_id),
  constraint agent_inputs_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'speech'::text, 'digits'::text])))
);
CREATE INDEX agent_inputs_open ON public.agent_inputs USING btree (organization_id, conversation_id, sent_at, _id) WHERE (turn IS NULL);

create table agent_person_stretches (
  organization_id uuid not null,
  conversation_id uuid not null,
  begun_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone not null,
  name text,
  constraint agent_person_stretches_pkey PRIMARY KEY (organization_id, conversation_id, begun_at),
  constraint agent_person_stretches_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES agent_conversations(organization_id, conversation_id),
  constraint agent_person_stretches_check CHECK ((ended_at >= begun_at))
);

create table agent_revisions (
  organization_id uuid not null,
  agent_id uuid not null,
  revision integer not null,
  definition jsonb not null,
  model_account_id uuid not null,
  fallback_account_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint agent_revisions_pkey PRIMARY KEY (organization_id, agent_id, revision),
  constraint agent_revisions_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, _id),
  constraint agent_revisions_organization_id_fallback_account_id_fkey FOREIGN KEY (organization_id, fallback_account_id) REFERENCES model_accounts(organization_id, _id),
  constraint agent_revisions_organization_id_model_account_id_fkey FOREIGN KEY (organization_id, model_account_id) REFERENCES model_accounts(organization_id, _id)
);

create table agent_steps (
  organization_id uuid not null,
  conversation_id uuid not null,
  turn integer not null,
  step integer not null,
  kind text not null,
  state text not null,
  content jsonb not null,
  begun_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint agent_steps_pkey PRIMARY KEY (organization_id, conversation_id, turn, step),
  constraint agent_steps_organization_id_conversation_id_turn_fkey FOREIGN KEY (organization_id, conversation_id, turn) REFERENCES agent_turns(organization_id, conversation_id, turn),
  constraint agent_steps_kind_check CHECK ((kind = ANY (ARRAY['model'::text, 'tool'::text]))),
  constraint agent_steps_state_check CHECK ((state = ANY (ARRAY['begun'::text, 'done'::text, 'unknown'::text]))),
  constraint agent_steps_step_check CHECK ((step >= 1))
);
CREATE INDEX agent_steps_begun ON public.agent_steps USING btree (begun_at) WHERE ((kind = 'tool'::text) AND (state = 'begun'::text));

create table agent_tool_secrets (
  organization_id uuid not null,
  agent_id uuid not null,
  tool text not null,
  secret bytea not null,
  constraint agent_tool_secrets_pkey PRIMARY KEY (organization_id, agent_id, tool),
  constraint agent_tool_secrets_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, _id)
);

create table agent_turns (
  organization_id uuid not null,
  conversation_id uuid not null,
  turn integer not null,
  state text not null,
  input text not null,
  text text not null default ''::text,
  spoken text,
  citations jsonb not null default '[]'::jsonb,
  outcome text,
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  tokens_estimated boolean not null default false,
  created_at timestamp(3) with time zone not null,
  asked_at timestamp(3) with time zone,
  first_text_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint agent_turns_pkey PRIMARY KEY (organization_id, conversation_id, turn),
  constraint agent_turns_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES agent_conversations(organization_id, conversation_id),
  constraint agent_turns_state_check CHECK ((state = ANY (ARRAY['thinking'::text, 'acting'::text, 'replying'::text, 'done'::text, 'superseded'::text, 'failed'::text]))),
  constraint agent_turns_turn_check CHECK ((turn >= 1))
);

create table agents (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  revision integer not null default 1,
  broadcast_id uuid,
  after_window_broadcast_id uuid,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint agents_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint agents_pkey PRIMARY KEY (organization_id, _id),
  constraint agents_organization_id_after_window_broadcast_id_fkey FOREIGN KEY (organization_id, after_window_broadcast_id) REFERENCES broadcasts(organization_id, _id),
  constraint agents_organization_id_broadcast_id_fkey FOREIGN KEY (organization_id, broadcast_id) REFERENCES broadcasts(organization_id, _id),
  constraint agents_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint agents_check CHECK (((broadcast_id IS NOT NULL) OR (after_window_broadcast_id IS NULL))),
  constraint agents_revision_check CHECK ((revision >= 1))
);
CREATE UNIQUE INDEX agents_by_broadcast ON public.agents USING btree (organization_id, broadcast_id) WHERE (broadcast_id IS NOT NULL);

create table api_keys (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  key_hash bytea not null,
  prefix text not null,
  scopes text[] not null default '{}'::text[],
  created_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  revision integer not null default 1,
  ends_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  made_by text,
  requests_per_second integer,
  burst integer,
  writes_per_second integer,
  write_burst integer,
  rate_set_at timestamp(3) with time zone,
  wrote_until timestamp with time zone,
  constraint api_keys_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint api_keys_pkey PRIMARY KEY (organization_id, _id),
  constraint api_keys_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint api_keys_check CHECK (((burst >= requests_per_second) AND (burst <= 100000))),
  constraint api_keys_check1 CHECK (((write_burst >= writes_per_second) AND (write_burst <= 100000))),
  constraint api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint api_keys_rate_is_whole CHECK ((num_nulls(requests_per_second, burst, writes_per_second, write_burst) = ANY (ARRAY[0, 4]))),
  constraint api_keys_requests_per_second_check CHECK (((requests_per_second >= 1) AND (requests_per_second <= 10000))),
  constraint api_keys_revision_check CHECK ((revision >= 1)),
  constraint api_keys_writes_per_second_check CHECK (((writes_per_second >= 1) AND (writes_per_second <= 10000)))
);
CREATE INDEX api_keys_by_hash ON public.api_keys USING btree (key_hash);
CREATE INDEX api_keys_of_event_readers ON public.api_keys USING btree (organization_id, project_id) WHERE ((revoked_at IS NULL) AND ('events:read'::text = ANY (scopes)));

create table broadcast_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  broadcast_id uuid not null,
  _id bigint not null,
  status text not null,
  quota text not null,
  error_code text not null,
  messages bigint not null,
  constraint broadcast_count_changes_pkey PRIMARY KEY (organization_id, project_id, broadcast_id, _id)
);

create table broadcast_counts (
  organization_id uuid not null,
  project_id uuid not null,
  broadcast_id uuid not null,
  status text not null,
  quota text not null,
  error_code text not null,
  messages bigint not null,
  constraint broadcast_counts_pkey PRIMARY KEY (organization_id, project_id, broadcast_id, status, quota, error_code),
  constraint broadcast_counts_organization_id_broadcast_id_fkey FOREIGN KEY (organization_id, broadcast_id) REFERENCES broadcasts(organization_id, _id)
);

create table broadcasts (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  whatsapp_sender_id uuid not null,
  whatsapp_template_id uuid,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  revision integer not null default 1,
  constraint broadcasts_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint broadcasts_pkey PRIMARY KEY (organization_id, _id),
  constraint broadcasts_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint broadcasts_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id),
  constraint broadcasts_organization_id_whatsapp_template_id_fkey FOREIGN KEY (organization_id, whatsapp_template_id) REFERENCES whatsapp_templates(organization_id, _id),
  constraint broadcasts_revision_check CHECK ((revision >= 1))
);
CREATE INDEX broadcasts_by_template ON public.broadcasts USING btree (organization_id, whatsapp_template_id) WHERE (whatsapp_template_id IS NOT NULL);

create table call_attempts (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  call_id uuid not null,
  campaign_id uuid not null,
  voice_carrier_id uuid not null,
  attempt_number integer not null,
  phone_number text,
  caller_id_number text not null,
  ring_timeout_seconds integer not null,
  state text not null,
  state_since timestamp(3) with time zone not null,
  script text,
  voice text,
  workflow_id uuid,
  workflow_revision integer,
  carrier_call_sid text,
  conversation_id uuid,
  poll_at timestamp(3) with time zone,
  polls_count integer not null default 0,
  answered_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  duration_seconds double precision,
  error_code text,
  error_reason text,
  created_at timestamp(3) with time zone not null,
  machine_detection boolean not null default false,
  answered_by text,
  absent_since timestamp(3) with time zone,
  absent_count integer not null default 0,
  agent_id uuid,
  agent_revision integer,
  relay_restarts integer not null default 0,
  time_limit_seconds integer,
  rate_per_minute numeric(12,6),
  transferred_at timestamp(3) with time zone,
  transfer_rate_per_minute numeric(12,6),
  settled_seconds integer,
  settled_amount numeric(20,6),
  transfer_limit_seconds integer,
  reported_at timestamp(3) with time zone,
  earlier_interaction_at timestamp(3) with time zone,
  earlier_seen_at timestamp(3) with time zone,
  constraint call_attempts_pkey PRIMARY KEY (organization_id, _id),
  constraint call_attempts_organization_id_agent_id_agent_revision_fkey FOREIGN KEY (organization_id, agent_id, agent_revision) REFERENCES agent_revisions(organization_id, agent_id, revision),
  constraint call_attempts_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES calls(organization_id, _id),
  constraint call_attempts_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, _id),
  constraint call_attempts_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, _id),
  constraint call_attempts_organization_id_voice_carrier_id_fkey FOREIGN KEY (organization_id, voice_carrier_id) REFERENCES voice_carriers(organization_id, _id),
  constraint call_attempts_organization_id_workflow_id_workflow_revisio_fkey FOREIGN KEY (organization_id, workflow_id, workflow_revision) REFERENCES workflow_revisions(organization_id, workflow_id, revision),
  constraint call_attempts_agent_revision CHECK (((agent_id IS NULL) = (agent_revision IS NULL))),
  constraint call_attempts_attempt_number_check CHECK ((attempt_number >= 1)),
  constraint call_attempts_duration_seconds_check CHECK ((duration_seconds >= (0)::double precision)),
  constraint call_attempts_led_by_one CHECK (
CASE
    WHEN (agent_id IS NULL) THEN (num_nonnulls(script, workflow_id) = 1)
    ELSE (script IS NULL)
END),
  constraint call_attempts_state_check CHECK ((state = ANY (ARRAY['dialling'::text, 'unresolved'::text, 'ringing'::text, 'live'::text, 'completed'::text, 'no_answer'::text, 'busy'::text, 'failed'::text, 'canceled'::text, 'never_placed'::text])))
);
CREATE INDEX call_attempts_by_call ON public.call_attempts USING btree (organization_id, call_id, attempt_number);
CREATE INDEX call_attempts_by_conversation ON public.call_attempts USING btree (organization_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX call_attempts_by_number ON public.call_attempts USING btree (organization_id, phone_number, created_at DESC);
CREATE INDEX call_attempts_by_revision ON public.call_attempts USING btree (organization_id, workflow_id, workflow_revision, _id) WHERE (workflow_id IS NOT NULL);
CREATE INDEX call_attempts_to_poll ON public.call_attempts USING btree (poll_at) WHERE (poll_at IS NOT NULL);
CREATE UNIQUE INDEX call_attempts_by_sid ON public.call_attempts USING btree (organization_id, carrier_call_sid) WHERE (carrier_call_sid IS NOT NULL);
CREATE UNIQUE INDEX call_attempts_one_under_way ON public.call_attempts USING btree (organization_id, call_id) WHERE (state = ANY (ARRAY['dialling'::text, 'unresolved'::text, 'ringing'::text, 'live'::text]));

create table call_batch_rows (
  organization_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  call_id uuid not null,
  phone_number text not null,
  given_number text not null,
  customer jsonb not null,
  constraint call_batch_rows_pkey PRIMARY KEY (organization_id, batch_id, line),
  constraint call_batch_rows_organization_id_batch_id_fkey FOREIGN KEY (organization_id, batch_id) REFERENCES call_batches(organization_id, _id)
);

create table call_batches (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  campaign_id uuid not null,
  name text,
  format text not null,
  file_bytes integer not null,
  file_sha256 bytea not null,
  is_again boolean not null,
  rows_count integer not null,
  accepted_count integer not null,
  queued_count integer not null default 0,
  left_out jsonb not null,
  faults jsonb not null,
  faults_count integer not null,
  state text not null,
  state_since timestamp(3) with time zone not null,
  stop_code text,
  stop_reason text,
  next_at timestamp(3) with time zone,
  canceled_to_line integer not null default 0,
  made_by text not null,
  created_at timestamp(3) with time zone not null,
  constraint call_batches_pkey PRIMARY KEY (organization_id, _id),
  constraint call_batches_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, _id),
  constraint call_batches_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint call_batches_check CHECK (((accepted_count >= 0) AND (accepted_count <= rows_count))),
  constraint call_batches_check1 CHECK (((queued_count >= 0) AND (queued_count <= accepted_count))),
  constraint call_batches_check2 CHECK (((state = 'stopped'::text) = (stop_code IS NOT NULL))),
  constraint call_batches_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ndjson'::text]))),
  constraint call_batches_rows_count_check CHECK ((rows_count >= 0)),
  constraint call_batches_state_check CHECK ((state = ANY (ARRAY['queueing'::text, 'queued'::text, 'stopped'::text, 'canceling'::text, 'canceled'::text])))
);
CREATE INDEX call_batches_by_campaign ON public.call_batches USING btree (organization_id, campaign_id, created_at DESC, _id);
CREATE INDEX call_batches_due ON public.call_batches USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE UNIQUE INDEX call_batches_by_file ON public.call_batches USING btree (organization_id, campaign_id, file_sha256) WHERE (NOT is_again);

create table call_days (
  organization_id uuid not null,
  day date not null,
  dials integer not null default 0,
  reserved_seconds bigint not null default 0,
  used_seconds bigint not null default 0,
  reserved_amount numeric(20,6) not null default 0,
  used_amount numeric(20,6) not null default 0,
  constraint call_days_pkey PRIMARY KEY (organization_id, day),
  constraint call_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint call_days_dials_check CHECK ((dials >= 0)),
  constraint call_days_reserved_amount_check CHECK ((reserved_amount >= (0)::numeric)),
  constraint call_days_reserved_seconds_check CHECK ((reserved_seconds >= 0)),
  constraint call_days_used_amount_check CHECK ((used_amount >= (0)::numeric)),
  constraint call_days_used_seconds_check CHECK ((used_seconds >= 0))
);

create table call_durations (
  organization_id uuid not null,
  project_id uuid not null,
  day timestamp(3) with time zone not null,
  status text not null,
  seconds double precision[] not null,
  calls integer[] not null,
  sums double precision[] not null,
  constraint call_durations_pkey PRIMARY KEY (organization_id, project_id, day, status),
  constraint call_durations_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);

create table call_moves (
  organization_id uuid not null,
  _id uuid not null,
  call_id uuid not null,
  from_state text,
  to_state text not null,
  reason text not null,
  moved_at timestamp(3) with time zone not null,
  constraint call_moves_pkey PRIMARY KEY (organization_id, _id),
  constraint call_moves_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES calls(organization_id, _id)
);
CREATE INDEX call_moves_by_call ON public.call_moves USING btree (organization_id, call_id, _id);

create table caller_bitmap_states (
  organization_id uuid not null,
  project_id uuid not null,
  begun_at timestamp(3) with time zone not null,
  sealed_before timestamp(3) with time zone not null,
  next_number integer not null default 0,
  constraint caller_bitmap_states_pkey PRIMARY KEY (organization_id, project_id),
  constraint caller_bitmap_states_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);

create table caller_bitmaps (
  organization_id uuid not null,
  project_id uuid not null,
  grain text not null,
  status text not null,
  bucket timestamp(3) with time zone not null,
  chunk integer not null,
  bits bit(32768) not null,
  constraint caller_bitmaps_pkey PRIMARY KEY (organization_id, project_id, grain, status, bucket, chunk),
  constraint caller_bitmaps_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint caller_bitmaps_grain_check CHECK ((grain = ANY (ARRAY['day'::text, 'month'::text])))
);

create table caller_ids (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  number text not null,
  voice_carrier_id uuid not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  revision integer not null default 1,
  inbound_campaign_id uuid,
  constraint caller_ids_organization_id_project_id_number_key UNIQUE (organization_id, project_id, number),
  constraint caller_ids_pkey PRIMARY KEY (organization_id, _id),
  constraint caller_ids_organization_id_inbound_campaign_id_fkey FOREIGN KEY (organization_id, inbound_campaign_id) REFERENCES campaigns(organization_id, _id) DEFERRABLE INITIALLY DEFERRED,
  constraint caller_ids_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint caller_ids_organization_id_voice_carrier_id_fkey FOREIGN KEY (organization_id, voice_carrier_id) REFERENCES voice_carriers(organization_id, _id),
  constraint caller_ids_revision_check CHECK ((revision >= 1))
);
CREATE INDEX caller_ids_by_inbound_campaign ON public.caller_ids USING btree (organization_id, inbound_campaign_id) WHERE (inbound_campaign_id IS NOT NULL);

create table caller_stale_days (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint not null,
  day timestamp(3) with time zone not null,
  constraint caller_stale_days_pkey PRIMARY KEY (organization_id, project_id, _id)
);

create table calling_slots (
  organization_id uuid not null,
  campaign_id uuid not null,
  slot_number integer not null,
  attempt_id uuid,
  taken_at timestamp(3) with time zone,
  constraint calling_slots_organization_id_attempt_id_key UNIQUE (organization_id, attempt_id),
  constraint calling_slots_pkey PRIMARY KEY (organization_id, campaign_id, slot_number),
  constraint calling_slots_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id),
  constraint calling_slots_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, _id),
  constraint calling_slots_check CHECK (((attempt_id IS NULL) = (taken_at IS NULL))),
  constraint calling_slots_slot_number_check CHECK ((slot_number >= 1))
);
CREATE INDEX calling_slots_free ON public.calling_slots USING btree (organization_id, campaign_id, slot_number) WHERE (attempt_id IS NULL);
CREATE INDEX calling_slots_taken ON public.calling_slots USING btree (organization_id, campaign_id, slot_number) WHERE (attempt_id IS NOT NULL);

create table calls (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  campaign_id uuid not null,
  placed_by text not null,
  phone_number text,
  customer jsonb not null,
  state text not null,
  state_since timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  attempts_count integer not null default 0,
  error_code text,
  error_reason text,
  created_at timestamp(3) with time zone not null,
  queue_number bigint not null,
  waits_for text,
  cancel_requested_at timestamp(3) with time zone,
  batch_id uuid,
  batch_line integer,
  held_by text,
  open_until timestamp(3) with time zone,
  held_timezone text,
  constraint calls_pkey PRIMARY KEY (organization_id, _id),
  constraint calls_organization_id_batch_id_fkey FOREIGN KEY (organization_id, batch_id) REFERENCES call_batches(organization_id, _id),
  constraint calls_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, _id),
  constraint calls_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint calls_attempts_count_check CHECK ((attempts_count >= 0)),
  constraint calls_check CHECK (((state = 'waiting'::text) = (waits_for IS NOT NULL))),
  constraint calls_check1 CHECK (((due_at IS NULL) OR (state = 'waiting'::text))),
  constraint calls_check2 CHECK (((NOT (waits_for IS DISTINCT FROM 'due'::text)) = (due_at IS NOT NULL))),
  constraint calls_check3 CHECK (((batch_id IS NULL) = (batch_line IS NULL))),
  constraint calls_of_callers CHECK (
CASE
    WHEN (placed_by = 'caller'::text) THEN (state <> ALL (ARRAY['waiting'::text, 'dialling'::text, 'unresolved'::text]))
    ELSE (phone_number IS NOT NULL)
END),
  constraint calls_placed_by_check CHECK ((placed_by = ANY (ARRAY['trigger'::text, 'queue'::text, 'caller'::text]))),
  constraint calls_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'dialling'::text, 'unresolved'::text, 'ringing'::text, 'live'::text, 'completed'::text, 'voicemail'::text, 'no_answer'::text, 'busy'::text, 'failed'::text, 'canceled'::text, 'expired'::text]))),
  constraint calls_waits_for_check CHECK ((waits_for = ANY (ARRAY['turn'::text, 'number'::text, 'due'::text])))
);
CREATE INDEX calls_active ON public.calls USING btree (organization_id, project_id, created_at DESC, _id) WHERE (state = ANY (ARRAY['waiting'::text, 'dialling'::text, 'unresolved'::text, 'ringing'::text, 'live'::text]));
CREATE INDEX calls_by_campaign ON public.calls USING btree (organization_id, campaign_id, created_at DESC, _id);
CREATE INDEX calls_due_in_order ON public.calls USING btree (organization_id, campaign_id, due_at, queue_number) WHERE (waits_for = 'due'::text);
CREATE INDEX calls_in_queue ON public.calls USING btree (organization_id, campaign_id, waits_for, queue_number, open_until) WHERE (state = 'waiting'::text);
CREATE INDEX calls_never_dialed ON public.calls USING btree (organization_id, project_id, phone_number, created_at DESC) WHERE ((attempts_count = 0) AND (state = ANY (ARRAY['canceled'::text, 'expired'::text, 'failed'::text])));
CREATE INDEX calls_of_callers_under_way ON public.calls USING btree (organization_id, project_id, phone_number) WHERE ((placed_by = 'caller'::text) AND (state = ANY (ARRAY['ringing'::text, 'live'::text])));
CREATE INDEX calls_waiting_by_number ON public.calls USING btree (organization_id, project_id, phone_number, waits_for, campaign_id, queue_number) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX calls_by_batch ON public.calls USING btree (organization_id, batch_id, batch_line) WHERE (batch_id IS NOT NULL);

create table campaign_counts (
  organization_id uuid not null,
  project_id uuid not null,
  grain text not null,
  status text not null,
  bucket timestamp(3) with time zone not null,
  campaign_id uuid not null,
  conversations bigint not null,
  answered bigint not null,
  durations bigint not null,
  duration_seconds numeric not null,
  constraint campaign_counts_pkey PRIMARY KEY (organization_id, project_id, campaign_id, grain, status, bucket),
  constraint campaign_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint campaign_counts_check CHECK (((grain = 'all'::text) = (bucket = '-infinity'::timestamp with time zone))),
  constraint campaign_counts_grain_check CHECK ((grain = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'all'::text])))
);

create table campaign_queues (
  organization_id uuid not null,
  project_id uuid not null,
  campaign_id uuid not null,
  next_at timestamp(3) with time zone,
  closed_until timestamp(3) with time zone,
  checked_hours jsonb,
  recheck_from bigint,
  constraint campaign_queues_pkey PRIMARY KEY (organization_id, campaign_id),
  constraint campaign_queues_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, _id)
);
CREATE INDEX campaign_queues_due ON public.campaign_queues USING btree (next_at) WHERE (next_at IS NOT NULL);

create table campaigns (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  status text not null default 'draft'::text,
  call_direction text not null default 'outbound'::text,
  campaign_type text not null,
  workflow_id uuid,
  script text,
  voice text,
  caller_id_id uuid,
  calling_hours jsonb,
  slots integer not null default 1,
  retry_max_attempts integer not null default 1,
  retry_delay_minutes double precision not null default 0,
  retry_on text[] not null default '{}'::text[],
  ring_timeout_seconds integer not null default 30,
  ends_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  machine_detection boolean not null default false,
  revision integer not null default 1,
  held_status text,
  agent_id uuid,
  closed_message text,
  busy_message text,
  at_callee boolean not null default COALESCE((((calling_hours ->> 'timezone'::text) = 'callee'::text) OR ((calling_hours ->> 'also_callee'::text))::boolean), false),
  end_reported_at timestamp(3) with time zone,
  constraint campaigns_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint campaigns_pkey PRIMARY KEY (organization_id, _id),
  constraint campaigns_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, _id),
  constraint campaigns_organization_id_caller_id_id_fkey FOREIGN KEY (organization_id, caller_id_id) REFERENCES caller_ids(organization_id, _id),
  constraint campaigns_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint campaigns_organization_id_workflow_id_fkey FOREIGN KEY (organization_id, workflow_id) REFERENCES workflows(organization_id, _id),
  constraint campaigns_call_direction_check CHECK ((call_direction = ANY (ARRAY['outbound'::text, 'inbound'::text]))),
  constraint campaigns_campaign_type_check CHECK ((campaign_type = ANY (ARRAY['workflow'::text, 'script'::text, 'agent'::text]))),
  constraint campaigns_held_status_check CHECK ((held_status = ANY (ARRAY['draft'::text, 'running'::text, 'ended'::text]))),
  constraint campaigns_retry_delay_minutes_check CHECK ((retry_delay_minutes >= (0)::double precision)),
  constraint campaigns_retry_max_attempts_check CHECK (((retry_max_attempts >= 1) AND (retry_max_attempts <= 100))),
  constraint campaigns_revision_check CHECK ((revision >= 1)),
  constraint campaigns_ring_timeout_seconds_check CHECK (((ring_timeout_seconds >= 5) AND (ring_timeout_seconds <= 600))),
  constraint campaigns_slots_check CHECK (((slots >= 1) AND (slots <= 10000))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'running'::text, 'paused'::text, 'ended'::text])))
);
CREATE INDEX campaigns_by_creation ON public.campaigns USING btree (organization_id, project_id, created_at DESC, _id);

create table carrier_events (
  organization_id uuid not null,
  attempt_id uuid not null,
  call_sid text not null,
  call_status text not null,
  sequence_number integer not null,
  source text not null,
  occurred_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  duration_seconds double precision,
  answered_by text,
  sip_response_code text,
  error_code text,
  constraint carrier_events_pkey PRIMARY KEY (organization_id, attempt_id, call_sid, call_status, sequence_number, source),
  constraint carrier_events_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id),
  constraint carrier_events_source_check CHECK ((source = ANY (ARRAY['created'::text, 'status_callback'::text, 'instructions'::text, 'asked'::text, 'machine_detection'::text, 'inbound'::text])))
);

create table carrier_rate_limits (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  arrival_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  held_until timestamp(3) with time zone,
  failures integer not null default 0,
  constraint carrier_rate_limits_pkey PRIMARY KEY (organization_id, voice_carrier_id),
  constraint carrier_rate_limits_organization_id_voice_carrier_id_fkey FOREIGN KEY (organization_id, voice_carrier_id) REFERENCES voice_carriers(organization_id, _id)
);

create table cell_accounts (
  email text not null,
  cell text,
  cells text[] not null,
  constraint cell_accounts_pkey PRIMARY KEY (email)
);

create table cell_addresses (
  cell text not null,
  url text not null,
  constraint cell_addresses_pkey PRIMARY KEY (cell)
);

create table cell_places (
  organization_id uuid not null,
  cell text not null,
  url text not null,
  changed_at timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  constraint cell_places_pkey PRIMARY KEY (organization_id)
);

create table cell_senders (
  phone_number_id text not null,
  business_account_id text not null,
  organization_id uuid not null,
  app_secret bytea not null,
  verify_token_digest bytea,
  constraint cell_senders_pkey PRIMARY KEY (phone_number_id)
);
CREATE INDEX cell_senders_by_account ON public.cell_senders USING btree (business_account_id);
CREATE INDEX cell_senders_by_verify_token ON public.cell_senders USING btree (verify_token_digest);

create table changes (
  organization_id uuid,
  _id uuid not null,
  project_id uuid,
  at timestamp(3) with time zone not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  via text not null,
  request_id text,
  kind text not null,
  record_id text not null,
  record_name text not null,
  action text not null,
  revision integer,
  fields jsonb not null default '[]'::jsonb,
  constraint changes_pkey PRIMARY KEY (_id),
  constraint changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint changes_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'token'::text, 'key'::text, 'cli'::text, 'sync'::text]))),
  constraint changes_fields_check CHECK ((jsonb_typeof(fields) = 'array'::text)),
  constraint changes_revision_check CHECK ((revision >= 1)),
  constraint changes_via_check CHECK ((via = ANY (ARRAY['dashboard'::text, 'api'::text, 'apply'::text, 'command'::text, 'sync'::text])))
);
CREATE INDEX changes_by_key ON public.changes USING btree (organization_id, _id);
CREATE INDEX changes_by_record ON public.changes USING btree (organization_id, kind, record_id, at DESC, _id DESC);
CREATE INDEX changes_by_time ON public.changes USING btree (organization_id, at DESC, _id DESC);
CREATE INDEX changes_of_no_project ON public.changes USING btree (at) WHERE (project_id IS NULL);
CREATE INDEX changes_of_projects ON public.changes USING btree (organization_id, project_id, at) WHERE (project_id IS NOT NULL);

create table channel_identities (
  organization_id uuid not null,
  project_id uuid not null,
  channel_type text not null,
  identity_key text not null,
  profile_id uuid not null,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  username text,
  is_alias boolean not null default false,
  met_as uuid,
  own_first_seen_at timestamp(3) with time zone,
  earlier_keys text[],
  constraint channel_identities_pkey PRIMARY KEY (organization_id, project_id, channel_type, identity_key),
  constraint channel_identities_organization_id_profile_id_fkey FOREIGN KEY (organization_id, profile_id) REFERENCES profiles(organization_id, _id),
  constraint channel_identities_channel_type_check CHECK ((channel_type = ANY (ARRAY['voice'::text, 'whatsapp'::text, 'web'::text, 'telegram'::text]))),
  constraint channel_identities_check CHECK ((last_seen_at >= first_seen_at))
);
CREATE INDEX channel_identities_by_channel ON public.channel_identities USING btree (organization_id, project_id, channel_type, profile_id);
CREATE INDEX channel_identities_by_first_seen ON public.channel_identities USING btree (organization_id, project_id, first_seen_at, channel_type) WHERE (NOT is_alias);
CREATE INDEX channel_identities_by_profile ON public.channel_identities USING btree (organization_id, profile_id);

create table chat_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint not null,
  hour timestamp(3) with time zone not null,
  channel_type text not null,
  count bigint not null,
  kind text not null,
  part text,
  constraint chat_count_changes_pkey PRIMARY KEY (organization_id, project_id, _id)
);

create table chat_counts (
  organization_id uuid not null,
  project_id uuid not null,
  grain text not null,
  channel_type text not null,
  bucket timestamp(3) with time zone not null,
  count bigint not null,
  kind text not null,
  constraint chat_counts_pkey PRIMARY KEY (organization_id, project_id, kind, grain, channel_type, bucket),
  constraint chat_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint chat_counts_check CHECK (((grain = 'all'::text) = (bucket = '-infinity'::timestamp with time zone))),
  constraint chat_counts_grain_check CHECK ((grain = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'all'::text]))),
  constraint chat_counts_kind_check CHECK ((split_part(kind, ':'::text, 1) = ANY (ARRAY['messages'::text, 'leads'::text, 'tickets'::text, 'call_tickets'::text, 'sends'::text])))
);

create table conversation_callers (
  organization_id uuid not null,
  project_id uuid not null,
  caller text not null,
  conversations integer not null,
  number integer,
  constraint conversation_callers_pkey PRIMARY KEY (organization_id, project_id, caller),
  constraint conversation_callers_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);

create table conversation_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint not null,
  hour timestamp(3) with time zone not null,
  channel_type text not null,
  conversation_type text not null,
  status text not null,
  conversations bigint not null,
  durations bigint not null,
  duration_seconds numeric not null,
  campaign_id uuid,
  constraint conversation_count_changes_pkey PRIMARY KEY (organization_id, project_id, _id)
);

create table conversation_counts (
  organization_id uuid not null,
  project_id uuid not null,
  grain text not null,
  channel_type text not null,
  conversation_type text not null,
  status text not null,
  bucket timestamp(3) with time zone not null,
  conversations bigint not null,
  durations bigint not null,
  duration_seconds numeric not null,
  constraint conversation_counts_pkey PRIMARY KEY (organization_id, project_id, grain, channel_type, conversation_type, status, bucket),
  constraint conversation_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint conversation_counts_check CHECK (((grain = 'all'::text) = (bucket = '-infinity'::timestamp with time zone))),
  constraint conversation_counts_grain_check CHECK ((grain = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'all'::text])))
);

create table conversation_lines (
  organization_id uuid not null,
  conversation_id uuid not null,
  turn integer not null,
  line integer not null,
  role text not null,
  text text not null,
  said_at timestamp(3) with time zone not null,
  constraint conversation_lines_pkey PRIMARY KEY (organization_id, conversation_id, turn, line),
  constraint conversation_lines_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, _id),
  constraint conversation_lines_role_check CHECK ((role = ANY (ARRAY['agent'::text, 'customer'::text, 'system'::text])))
);

create table conversations (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  channel_type text not null,
  conversation_type text not null,
  status text not null,
  phone_number text,
  campaign_id uuid,
  start_time timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  end_time timestamp(3) with time zone,
  duration_seconds double precision,
  created_at timestamp(3) with time zone not null,
  profile_id uuid,
  caller text not null default COALESCE(phone_number, (profile_id)::text, (_id)::text),
  whatsapp_sender_id uuid,
  last_message_at timestamp(3) with time zone,
  whatsapp_user_id text,
  met_as uuid,
  constraint conversations_pkey PRIMARY KEY (organization_id, _id),
  constraint conversations_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, _id),
  constraint conversations_organization_id_profile_id_fkey FOREIGN KEY (organization_id, profile_id) REFERENCES profiles(organization_id, _id),
  constraint conversations_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint conversations_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id),
  constraint conversations_channel_type_check CHECK ((channel_type = ANY (ARRAY['voice'::text, 'whatsapp'::text, 'web'::text, 'telegram'::text]))),
  constraint conversations_conversation_type_check CHECK ((conversation_type = ANY (ARRAY['outbound'::text, 'inbound'::text]))),
  constraint conversations_duration_seconds_check CHECK ((duration_seconds >= (0)::double precision)),
  constraint conversations_status_check CHECK ((status = ANY (ARRAY['initiated'::text, 'ringing'::text, 'live'::text, 'completed'::text, 'no_answer'::text, 'busy'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX conversations_by_caller ON public.conversations USING btree (organization_id, project_id, caller, start_time DESC, _id) INCLUDE (status, channel_type, conversation_type);
CREATE INDEX conversations_by_profile ON public.conversations USING btree (organization_id, profile_id, start_time DESC) WHERE (profile_id IS NOT NULL);
CREATE INDEX conversations_by_start ON public.conversations USING btree (organization_id, project_id, start_time DESC, _id);
CREATE INDEX conversations_by_status ON public.conversations USING btree (organization_id, project_id, status, start_time DESC, _id);
CREATE INDEX conversations_by_user_id ON public.conversations USING btree (organization_id, project_id, whatsapp_user_id) WHERE (whatsapp_user_id IS NOT NULL);
CREATE INDEX conversations_to_end ON public.conversations USING btree (COALESCE(last_message_at, start_time)) WHERE ((status = 'live'::text) AND (channel_type = ANY (ARRAY['whatsapp'::text, 'web'::text])) AND (COALESCE(last_message_at, start_time) IS NOT NULL));
CREATE UNIQUE INDEX conversations_open_chat ON public.conversations USING btree (organization_id, whatsapp_sender_id, phone_number) WHERE ((status = 'live'::text) AND (channel_type = 'whatsapp'::text) AND (whatsapp_sender_id IS NOT NULL));
CREATE UNIQUE INDEX conversations_open_chat_by_user_id ON public.conversations USING btree (organization_id, whatsapp_sender_id, whatsapp_user_id) WHERE ((status = 'live'::text) AND (channel_type = 'whatsapp'::text) AND (whatsapp_sender_id IS NOT NULL) AND (whatsapp_user_id IS NOT NULL));

create table crawl_urls (
  organization_id uuid not null,
  crawl_id uuid not null,
  url_key bytea not null,
  url text not null,
  depth smallint not null,
  position bigint not null,
  state text not null,
  reason text,
  detail text,
  found_on text,
  hops smallint not null default 0,
  ignores_canonical boolean not null default false,
  changed_at timestamp(3) with time zone,
  attempts smallint not null default 0,
  not_before timestamp with time zone,
  status_code smallint,
  bytes bigint,
  leads_to text,
  settled_at timestamp(3) with time zone,
  constraint crawl_urls_pkey PRIMARY KEY (organization_id, crawl_id, url_key),
  constraint crawl_urls_organization_id_crawl_id_fkey FOREIGN KEY (organization_id, crawl_id) REFERENCES crawls(organization_id, _id) ON DELETE CASCADE,
  constraint crawl_urls_check CHECK (((state = 'waiting'::text) = (settled_at IS NULL))),
  constraint crawl_urls_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'indexed'::text, 'unchanged'::text, 'skipped'::text, 'failed'::text, 'gone'::text])))
);
CREATE INDEX crawl_urls_by_position ON public.crawl_urls USING btree (organization_id, crawl_id, "position");
CREATE INDEX crawl_urls_waiting ON public.crawl_urls USING btree (organization_id, crawl_id, depth, not_before NULLS FIRST, changed_at DESC NULLS LAST, "position") WHERE (state = 'waiting'::text);

create table crawls (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  source_id uuid not null,
  host text not null,
  start_url text not null,
  domain text not null,
  crawling_strategy text not null,
  max_pages integer not null,
  max_depth integer not null,
  include_patterns text[] not null,
  exclude_patterns text[] not null,
  crawler text not null,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone not null default clock_timestamp(),
  lease_token uuid,
  lease_until timestamp with time zone,
  starts integer not null default 0,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  seeded_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  found integer not null default 0,
  fetched integer not null default 0,
  indexed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  gone integer not null default 0,
  bytes bigint not null default 0,
  stopped_by text,
  error text,
  held_since timestamp with time zone,
  left_at timestamp with time zone,
  worked interval not null default '00:00:00'::interval,
  seeding jsonb,
  constraint crawls_pkey PRIMARY KEY (organization_id, _id),
  constraint crawls_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, _id) ON DELETE CASCADE,
  constraint crawls_check CHECK (((lease_token IS NULL) = (lease_until IS NULL))),
  constraint crawls_check1 CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (finished_at IS NULL))),
  constraint crawls_crawler_check CHECK ((crawler = ANY (ARRAY['crawler_a'::text, 'crawler_b'::text]))),
  constraint crawls_crawling_strategy_check CHECK ((crawling_strategy = ANY (ARRAY['sitemap'::text, 'deep_crawl'::text]))),
  constraint crawls_max_depth_check CHECK (((max_depth >= 1) AND (max_depth <= 10))),
  constraint crawls_max_pages_check CHECK (((max_pages >= 1) AND (max_pages <= 1000))),
  constraint crawls_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text, 'superseded'::text]))),
  constraint crawls_stopped_by_check CHECK ((stopped_by = ANY (ARRAY['max_pages'::text, 'quota'::text, 'requests'::text, 'bytes'::text, 'time'::text, 'silence'::text])))
);
CREATE INDEX crawls_by_source ON public.crawls USING btree (organization_id, source_id, created_at DESC);
CREATE INDEX crawls_left ON public.crawls USING btree (organization_id, left_at) WHERE (left_at IS NOT NULL);
CREATE INDEX crawls_left_by_host ON public.crawls USING btree (host, organization_id, left_at) WHERE (left_at IS NOT NULL);
CREATE INDEX crawls_superseded ON public.crawls USING btree (finished_at) WHERE (state = 'superseded'::text);
CREATE INDEX crawls_waiting ON public.crawls USING btree (organization_id, due_at) WHERE ((state = ANY (ARRAY['waiting'::text, 'running'::text])) AND (lease_token IS NULL));
CREATE INDEX crawls_waiting_by_host ON public.crawls USING btree (host, due_at) WHERE ((state = ANY (ARRAY['waiting'::text, 'running'::text])) AND (lease_token IS NULL));
CREATE UNIQUE INDEX crawls_held_by_host ON public.crawls USING btree (host) WHERE (lease_token IS NOT NULL);
CREATE UNIQUE INDEX crawls_open ON public.crawls USING btree (organization_id, source_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

create table database_identity (
  is_only boolean not null default true,
  system_identifier bigint not null,
  timeline bigint not null,
  addresses text[] not null,
  refused_addresses text[] not null default '{}'::text[],
  held_since timestamp(3) with time zone,
  held_because text,
  held_note text,
  released_at timestamp(3) with time zone,
  released_by text,
  constraint database_identity_pkey PRIMARY KEY (is_only),
  constraint database_identity_addresses_check CHECK ((cardinality(addresses) <= 100)),
  constraint database_identity_check CHECK (((held_since IS NULL) = (held_because IS NULL))),
  constraint database_identity_held_because_check CHECK ((held_because = ANY (ARRAY['operator'::text, 'other_system'::text, 'other_timeline'::text, 'other_address'::text]))),
  constraint database_identity_held_note_check CHECK ((length(held_note) <= 500)),
  constraint database_identity_is_only_check CHECK (is_only),
  constraint database_identity_refused_addresses_check CHECK ((cardinality(refused_addresses) <= 100)),
  constraint database_identity_released_by_check CHECK ((length(released_by) <= 500))
);

create table delivery_progress (
  only_row boolean not null default true,
  until_tx bigint not null,
  running bigint[] not null,
  is_behind boolean not null default false,
  constraint delivery_progress_pkey PRIMARY KEY (only_row),
  constraint delivery_progress_only_row_check CHECK (only_row)
);

create table demos (
  organization_id uuid not null,
  project_id uuid not null,
  history_until timestamp(3) with time zone,
  history_loaded_at timestamp(3) with time zone,
  places_calls boolean not null default true,
  calls_day date,
  calls_placed integer not null default 0,
  constraint demos_pkey PRIMARY KEY (organization_id, project_id),
  constraint demos_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint demos_calls_placed_check CHECK ((calls_placed >= 0)),
  constraint demos_check CHECK (((history_loaded_at IS NULL) OR (history_until IS NOT NULL)))
);

create table dial_counts (
  organization_id uuid not null,
  counted text not null,
  since timestamp(3) with time zone not null,
  dials integer not null,
  until timestamp(3) with time zone not null,
  constraint dial_counts_pkey PRIMARY KEY (organization_id, counted, since),
  constraint dial_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint dial_counts_dials_check CHECK ((dials >= 0))
);
CREATE INDEX dial_counts_by_end ON public.dial_counts USING btree (until);

create table do_not_call (
  organization_id uuid not null,
  _id uuid not null,
  number text,
  number_hash bytea,
  since timestamp(3) with time zone not null,
  source text not null,
  why text,
  added_by text,
  project_id uuid,
  until timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  ended_by text,
  ended_why text,
  sweep_at timestamp(3) with time zone,
  constraint do_not_call_pkey PRIMARY KEY (organization_id, _id),
  constraint do_not_call_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint do_not_call_check CHECK (((number IS NULL) <> (number_hash IS NULL))),
  constraint do_not_call_check1 CHECK (((ended_at IS NOT NULL) OR ((ended_by IS NULL) AND (ended_why IS NULL)))),
  constraint do_not_call_source_check CHECK ((source = ANY (ARRAY['voice'::text, 'keys'::text, 'whatsapp'::text, 'api'::text, 'dashboard'::text, 'cli'::text, 'import'::text])))
);
CREATE INDEX do_not_call_by_hash ON public.do_not_call USING btree (organization_id, number_hash) WHERE (number_hash IS NOT NULL);
CREATE INDEX do_not_call_by_number ON public.do_not_call USING btree (organization_id, number, since DESC) WHERE (number IS NOT NULL);
CREATE INDEX do_not_call_by_time ON public.do_not_call USING btree (organization_id, since DESC, _id DESC);
CREATE INDEX do_not_call_to_sweep ON public.do_not_call USING btree (sweep_at) WHERE (sweep_at IS NOT NULL);
CREATE UNIQUE INDEX do_not_call_open ON public.do_not_call USING btree (organization_id, number) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX do_not_call_open_hashed ON public.do_not_call USING btree (organization_id, number_hash) WHERE (ended_at IS NULL);

create table erasures (
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  requested_at timestamp(3) with time zone not null,
  requested_by text not null,
  person jsonb,
  step integer not null default 0,
  position text,
  erased jsonb not null default '{}'::jsonb,
  ended_at timestamp(3) with time zone,
  merged_ids uuid[] not null default '{}'::uuid[],
  constraint erasures_pkey PRIMARY KEY (organization_id, profile_id),
  constraint erasures_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint erasures_check CHECK (((person IS NULL) = (ended_at IS NOT NULL)))
);
CREATE INDEX erasures_by_merged ON public.erasures USING gin (merged_ids);
CREATE INDEX erasures_due ON public.erasures USING btree (requested_at) WHERE (ended_at IS NULL);

create table event_order (
  only_row boolean not null default true,
  xid_base bigint not null,
  constraint event_order_pkey PRIMARY KEY (only_row),
  constraint event_order_only_row_check CHECK (only_row)
);

create table events (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  type text not null,
  subject_kind text not null,
  subject_id uuid not null,
  at timestamp(3) with time zone not null,
  data jsonb not null,
  texts jsonb,
  tx bigint not null default (0 + ((pg_current_xact_id())::text)::bigint),
  constraint events_pkey PRIMARY KEY (organization_id, _id)
);
CREATE INDEX events_by_tx ON public.events USING btree (tx);
CREATE INDEX events_in_order ON public.events USING btree (organization_id, project_id, tx, _id);

create table guard_refusals (
  organization_id uuid not null,
  guard text not null,
  minute timestamp(3) with time zone not null,
  refusals integer not null,
  project_id uuid not null,
  campaign_id uuid not null,
  phone_number text not null,
  at timestamp(3) with time zone not null,
  constraint guard_refusals_pkey PRIMARY KEY (organization_id, guard, minute),
  constraint guard_refusals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint guard_refusals_refusals_check CHECK ((refusals >= 1))
);
CREATE INDEX guard_refusals_by_age ON public.guard_refusals USING btree (minute);

create table guard_trips (
  organization_id uuid not null,
  guard text not null,
  tripped_at timestamp(3) with time zone not null,
  refusals integer not null,
  constraint guard_trips_pkey PRIMARY KEY (organization_id, guard, tripped_at),
  constraint guard_trips_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint guard_trips_refusals_check CHECK ((refusals >= 1))
);
CREATE INDEX guard_trips_by_age ON public.guard_trips USING btree (tripped_at);

create table idempotency_keys (
  organization_id uuid not null,
  project_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  subject_id uuid not null,
  answer jsonb,
  created_at timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, project_id, key),
  constraint idempotency_keys_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint idempotency_keys_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX idempotency_keys_by_subject ON public.idempotency_keys USING btree (organization_id, subject_id);

create table inbound_calls (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  call_sid text not null,
  attempt_id uuid not null,
  reply text,
  received_at timestamp(3) with time zone not null,
  constraint inbound_calls_organization_id_attempt_id_key UNIQUE (organization_id, attempt_id),
  constraint inbound_calls_pkey PRIMARY KEY (organization_id, voice_carrier_id, call_sid),
  constraint inbound_calls_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id) DEFERRABLE INITIALLY DEFERRED,
  constraint inbound_calls_organization_id_voice_carrier_id_fkey FOREIGN KEY (organization_id, voice_carrier_id) REFERENCES voice_carriers(organization_id, _id)
);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  project_ids uuid[],
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(_id) ON DELETE CASCADE,
  constraint memberships_project_ids_check CHECK (((cardinality(project_ids) >= 1) AND (cardinality(project_ids) <= 100))),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text, 'owner'::text])))
);
CREATE INDEX memberships_by_user ON public.memberships USING btree (user_id);

create table merged_profiles (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  survivor_id uuid not null,
  merged_at timestamp(3) with time zone not null,
  into_id uuid,
  merged_by text,
  shared text[],
  kept jsonb,
  gave text[],
  constraint merged_profiles_pkey PRIMARY KEY (organization_id, _id),
  constraint merged_profiles_organization_id_survivor_id_fkey FOREIGN KEY (organization_id, survivor_id) REFERENCES profiles(organization_id, _id)
);
CREATE INDEX merged_profiles_by_survivor ON public.merged_profiles USING btree (organization_id, survivor_id);

create table messages (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  conversation_id uuid,
  profile_id uuid,
  channel_type text not null,
  direction text not null,
  text text,
  created_at timestamp(3) with time zone not null,
  provider_message_id text,
  kind text,
  met_as uuid,
  constraint messages_pkey PRIMARY KEY (organization_id, _id),
  constraint messages_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, _id),
  constraint messages_organization_id_profile_id_fkey FOREIGN KEY (organization_id, profile_id) REFERENCES profiles(organization_id, _id),
  constraint messages_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint messages_channel_type_check CHECK ((channel_type = ANY (ARRAY['voice'::text, 'whatsapp'::text, 'web'::text, 'telegram'::text]))),
  constraint messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text])))
);
CREATE INDEX messages_by_conversation ON public.messages USING btree (organization_id, conversation_id, created_at) WHERE (conversation_id IS NOT NULL);
CREATE INDEX messages_by_creation ON public.messages USING btree (organization_id, project_id, created_at, channel_type);
CREATE INDEX messages_by_person ON public.messages USING btree (organization_id, profile_id, created_at DESC) WHERE (profile_id IS NOT NULL);
CREATE UNIQUE INDEX messages_by_provider_id ON public.messages USING btree (organization_id, provider_message_id) WHERE (provider_message_id IS NOT NULL);

create table migrations (
  number integer not null,
  name text not null,
  applied_at timestamp(3) with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

create table model_accounts (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  kind text not null,
  base_url text not null,
  model text not null,
  api_key bytea,
  api_key_set_at timestamp(3) with time zone,
  output_field text,
  extra jsonb not null default '{}'::jsonb,
  revision integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint model_accounts_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint model_accounts_pkey PRIMARY KEY (organization_id, _id),
  constraint model_accounts_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint model_accounts_kind_check CHECK ((kind = ANY (ARRAY['openai_compatible'::text, 'anthropic'::text]))),
  constraint model_accounts_revision_check CHECK ((revision >= 1))
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
  constraint model_usage_pkey PRIMARY KEY (organization_id, project_id, day, agent_id, model_account)
);

create table model_usage_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint not null,
  agent_id uuid not null,
  model_account text not null,
  day date not null,
  requests integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  constraint model_usage_changes_pkey PRIMARY KEY (organization_id, project_id, _id)
);

create table move_changes (
  organization_id uuid not null,
  _id bigint not null,
  table_name text not null,
  key jsonb not null,
  constraint move_changes_pkey PRIMARY KEY (organization_id, _id)
);

create table moved_tables (
  organization_id uuid not null,
  table_name text not null,
  rows bigint not null,
  constraint moved_tables_pkey PRIMARY KEY (organization_id, table_name)
);

create table number_pauses (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  phone_number text not null,
  refusals integer not null,
  paused_until timestamp(3) with time zone not null,
  constraint number_pauses_pkey PRIMARY KEY (organization_id, voice_carrier_id, phone_number),
  constraint number_pauses_organization_id_voice_carrier_id_fkey FOREIGN KEY (organization_id, voice_carrier_id) REFERENCES voice_carriers(organization_id, _id)
);
CREATE INDEX number_pauses_by_end ON public.number_pauses USING btree (organization_id, voice_carrier_id, paused_until);

create table numbers_in_use (
  organization_id uuid not null,
  project_id uuid not null,
  phone_number text not null,
  call_id uuid not null,
  constraint numbers_in_use_organization_id_call_id_key UNIQUE (organization_id, call_id),
  constraint numbers_in_use_pkey PRIMARY KEY (organization_id, project_id, phone_number),
  constraint numbers_in_use_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES calls(organization_id, _id)
);

create table organization_links (
  organization_id uuid not null,
  indexed integer not null default 0,
  constraint organization_links_pkey PRIMARY KEY (organization_id),
  constraint organization_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint organization_links_indexed_check CHECK ((indexed >= 0))
);

create table organization_moves (
  organization_id uuid not null,
  side text not null,
  cell text not null,
  url text not null,
  state text not null,
  begun_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  is_hidden boolean not null default ((side = 'target'::text) OR (state <> 'copying'::text)),
  is_closed boolean not null default ((side = 'target'::text) OR (state = ANY (ARRAY['closed'::text, 'left'::text]))),
  constraint organization_moves_pkey PRIMARY KEY (organization_id),
  constraint organization_moves_side_check CHECK ((side = ANY (ARRAY['source'::text, 'target'::text]))),
  constraint organization_moves_state_check CHECK ((state = ANY (ARRAY['copying'::text, 'closing'::text, 'closed'::text, 'left'::text])))
);
CREATE INDEX organization_moves_hidden ON public.organization_moves USING btree (organization_id) WHERE is_hidden;

create table organizations (
  _id uuid not null,
  name text not null,
  plan_status text not null default 'active'::text,
  plan_whatsapp_sends integer not null default 1000,
  plan_links integer not null default 500,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  revision integer not null default 1,
  calls jsonb,
  constraint organizations_name_key UNIQUE (name),
  constraint organizations_pkey PRIMARY KEY (_id),
  constraint organizations_plan_links_check CHECK ((plan_links >= 0)),
  constraint organizations_plan_status_check CHECK ((plan_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint organizations_plan_whatsapp_sends_check CHECK ((plan_whatsapp_sends >= 0)),
  constraint organizations_revision_check CHECK ((revision >= 1))
);

create table page_chunks (
  organization_id uuid not null,
  project_id uuid not null,
  source_id uuid not null,
  page_id uuid not null,
  ordinal integer not null,
  heading text not null,
  anchor text,
  text text not null,
  words tsvector not null,
  heading_words tsvector not null,
  constraint page_chunks_pkey PRIMARY KEY (organization_id, page_id, ordinal),
  constraint page_chunks_organization_id_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES source_pages(organization_id, _id) ON DELETE CASCADE
);
CREATE INDEX page_chunks_heading_words ON public.page_chunks USING gin (project_terms(project_id, heading_words)) WITH (fastupdate='on', gin_pending_list_limit='1024');
CREATE INDEX page_chunks_words ON public.page_chunks USING gin (project_terms(project_id, words)) WITH (fastupdate='on', gin_pending_list_limit='1024');

create table page_links (
  organization_id uuid not null,
  source_id uuid not null,
  url_key bytea not null,
  links text[] not null,
  constraint page_links_pkey PRIMARY KEY (organization_id, source_id, url_key),
  constraint page_links_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, _id) ON DELETE CASCADE
);

create table processes (
  _id uuid not null,
  kind text not null,
  host text not null,
  version text not null,
  started_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint processes_pkey PRIMARY KEY (_id),
  constraint processes_host_check CHECK ((length(host) <= 255)),
  constraint processes_kind_check CHECK ((kind = ANY (ARRAY['serve'::text, 'api'::text, 'worker'::text]))),
  constraint processes_version_check CHECK ((length(version) <= 100))
);
CREATE INDEX processes_by_age ON public.processes USING btree (seen_at);

create table profile_contacts (
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  normalized text not null,
  value text not null,
  source text not null,
  profile_id uuid not null,
  created_at timestamp(3) with time zone not null,
  met_as uuid,
  constraint profile_contacts_pkey PRIMARY KEY (organization_id, project_id, kind, normalized),
  constraint profile_contacts_organization_id_profile_id_fkey FOREIGN KEY (organization_id, profile_id) REFERENCES profiles(organization_id, _id),
  constraint profile_contacts_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'email'::text])))
);
CREATE INDEX profile_contacts_by_profile ON public.profile_contacts USING btree (organization_id, profile_id);

create table profile_numbers (
  organization_id uuid not null,
  project_id uuid not null,
  last_number bigint not null default 0,
  constraint profile_numbers_pkey PRIMARY KEY (organization_id, project_id),
  constraint profile_numbers_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);

create table profile_search (
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  words text not null,
  digits text not null,
  constraint profile_search_pkey PRIMARY KEY (organization_id, profile_id),
  constraint profile_search_organization_id_profile_id_fkey FOREIGN KEY (organization_id, profile_id) REFERENCES profiles(organization_id, _id) ON DELETE CASCADE
);
CREATE INDEX profile_search_digits ON public.profile_search USING gin (organization_id, project_id, digits gin_trgm_ops);
CREATE INDEX profile_search_words ON public.profile_search USING gin (organization_id, project_id, words gin_trgm_ops);

create table profile_separations (
  organization_id uuid not null,
  project_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  separated_at timestamp(3) with time zone not null,
  separated_by text not null,
  moved jsonb,
  constraint profile_separations_pkey PRIMARY KEY (organization_id, one_id, other_id),
  constraint profile_separations_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);
CREATE INDEX profile_separations_by_other ON public.profile_separations USING btree (organization_id, other_id);

create table profiles (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text,
  display_id text not null,
  properties jsonb not null default '{}'::jsonb,
  conversation_count integer not null default 0,
  call_count integer not null default 0,
  chat_count integer not null default 0,
  last_interaction_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint profiles_organization_id_project_id_display_id_key UNIQUE (organization_id, project_id, display_id),
  constraint profiles_pkey PRIMARY KEY (organization_id, _id),
  constraint profiles_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint profiles_call_count_check CHECK ((call_count >= 0)),
  constraint profiles_chat_count_check CHECK ((chat_count >= 0)),
  constraint profiles_check CHECK ((conversation_count = (call_count + chat_count))),
  constraint profiles_conversation_count_check CHECK ((conversation_count >= 0)),
  constraint profiles_properties_check CHECK ((jsonb_typeof(properties) = 'object'::text))
);
CREATE INDEX profiles_by_interaction ON public.profiles USING btree (organization_id, project_id, last_interaction_at DESC NULLS LAST, _id);

create table projects (
  organization_id uuid not null,
  _id uuid not null,
  name text not null,
  status text not null default 'active'::text,
  language text not null default 'en'::text,
  timezone text not null default 'UTC'::text,
  default_country text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  ticket_keywords text[] not null default '{}'::text[],
  revision integer not null default 1,
  model_tokens_a_day bigint,
  events text not null default 'as_needed'::text,
  retention jsonb,
  requests_per_second integer,
  constraint projects_organization_id_name_key UNIQUE (organization_id, name),
  constraint projects_pkey PRIMARY KEY (organization_id, _id),
  constraint projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint projects_default_country_check CHECK ((default_country ~ '^[A-Z]{2}$'::text)),
  constraint projects_events_check CHECK ((events = ANY (ARRAY['as_needed'::text, 'keep'::text]))),
  constraint projects_model_tokens_a_day_check CHECK ((model_tokens_a_day > 0)),
  constraint projects_requests_per_second_check CHECK (((requests_per_second >= 1) AND (requests_per_second <= 10000))),
  constraint projects_retention_check CHECK ((jsonb_typeof(retention) = 'object'::text)),
  constraint projects_revision_check CHECK ((revision >= 1)),
  constraint projects_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
);
CREATE INDEX projects_by_creation ON public.projects USING btree (organization_id, created_at DESC, _id);
CREATE INDEX projects_that_keep_events ON public.projects USING btree (organization_id, _id) WHERE (events = 'keep'::text);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table relay_addresses (
  organization_id uuid not null,
  attempt_id uuid not null,
  nonce text not null,
  made_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint relay_addresses_pkey PRIMARY KEY (organization_id, attempt_id, nonce),
  constraint relay_addresses_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id)
);

create table relay_sessions (
  organization_id uuid not null,
  attempt_id uuid not null,
  session text not null,
  token uuid not null,
  connected_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  status text,
  error_code text,
  constraint relay_sessions_pkey PRIMARY KEY (organization_id, attempt_id, session),
  constraint relay_sessions_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id)
);

create table relay_transfers (
  organization_id uuid not null,
  attempt_id uuid not null,
  turn integer not null,
  begun_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  status text,
  constraint relay_transfers_pkey PRIMARY KEY (organization_id, attempt_id, turn),
  constraint relay_transfers_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id),
  constraint relay_transfers_check CHECK (((ended_at IS NULL) = (status IS NULL))),
  constraint relay_transfers_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'busy'::text, 'no_answer'::text, 'failed'::text])))
);

create table request_buckets (
  organization_id uuid not null,
  owner_id uuid not null,
  kind text not null,
  arrival_at timestamp with time zone not null,
  taken integer not null,
  constraint request_buckets_pkey PRIMARY KEY (organization_id, owner_id, kind),
  constraint request_buckets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint request_buckets_kind_check CHECK ((kind = ANY (ARRAY['requests'::text, 'writes'::text, 'project'::text])))
);

create table retention_passes (
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  position text,
  due_at timestamp(3) with time zone not null,
  constraint retention_passes_pkey PRIMARY KEY (organization_id, project_id, kind),
  constraint retention_passes_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);

create table row_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint not null,
  kind text not null,
  rows bigint not null,
  constraint row_count_changes_pkey PRIMARY KEY (organization_id, project_id, _id),
  constraint row_count_changes_kind_check CHECK ((kind = ANY (ARRAY['profiles'::text, 'callers'::text])))
);

create table row_counts (
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  rows bigint not null,
  constraint row_counts_pkey PRIMARY KEY (organization_id, project_id, kind),
  constraint row_counts_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint row_counts_kind_check CHECK ((kind = ANY (ARRAY['profiles'::text, 'callers'::text])))
);

create table said_properties (
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  name text not null,
  value jsonb not null,
  conversation_id uuid not null,
  turn integer not null,
  said_at timestamp(3) with time zone not null,
  constraint said_properties_pkey PRIMARY KEY (organization_id, profile_id, name)
);

create table second_factors (
  user_id uuid not null,
  secret bytea not null,
  created_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  last_period bigint not null default 0,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(_id) ON DELETE CASCADE
);

create table sender_rate_limits (
  organization_id uuid not null,
  whatsapp_sender_id uuid not null,
  recipient text not null,
  arrival_at timestamp with time zone not null,
  constraint sender_rate_limits_pkey PRIMARY KEY (organization_id, whatsapp_sender_id, recipient),
  constraint sender_rate_limits_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id)
);
CREATE INDEX sender_rate_limits_past ON public.sender_rate_limits USING btree (arrival_at) WHERE (recipient <> ''::text);

create table sessions (
  _id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text,
  created_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone not null,
  constraint sessions_pkey PRIMARY KEY (_id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(_id) ON DELETE CASCADE,
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 300))
);
CREATE INDEX sessions_by_age ON public.sessions USING btree (seen_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id, seen_at DESC);
CREATE UNIQUE INDEX sessions_by_token ON public.sessions USING btree (token_hash);

create table sign_in_failures (
  subject bytea not null,
  failures integer not null,
  last_at timestamp(3) with time zone not null,
  blocked_until timestamp(3) with time zone,
  constraint sign_in_failures_pkey PRIMARY KEY (subject),
  constraint sign_in_failures_failures_check CHECK ((failures >= 0)),
  constraint sign_in_failures_subject_check CHECK ((octet_length(subject) = 32))
);
CREATE INDEX sign_in_failures_by_age ON public.sign_in_failures USING btree (last_at);

create table source_pages (
  organization_id uuid not null,
  project_id uuid not null,
  source_id uuid not null,
  _id uuid not null,
  url text,
  url_key bytea not null,
  title text not null,
  language text not null,
  text_hash bytea not null,
  simhash bigint not null,
  text_size integer not null,
  chunk_count integer not null,
  byte_size bigint not null,
  etag text,
  last_modified text,
  first_indexed_at timestamp(3) with time zone not null,
  indexed_at timestamp(3) with time zone not null,
  constraint source_pages_organization_id_source_id_url_key_key UNIQUE (organization_id, source_id, url_key),
  constraint source_pages_pkey PRIMARY KEY (organization_id, _id),
  constraint source_pages_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, _id) ON DELETE CASCADE,
  constraint source_pages_byte_size_check CHECK ((byte_size >= 0)),
  constraint source_pages_chunk_count_check CHECK ((chunk_count >= 0)),
  constraint source_pages_etag_check CHECK (((etag IS NULL) OR (octet_length(etag) <= 1000))),
  constraint source_pages_last_modified_check CHECK (((last_modified IS NULL) OR (octet_length(last_modified) <= 1000))),
  constraint source_pages_text_hash_check CHECK ((octet_length(text_hash) = 32)),
  constraint source_pages_text_size_check CHECK ((text_size >= 0)),
  constraint source_pages_url_key_check CHECK ((octet_length(url_key) = 32))
);
CREATE INDEX source_pages_by_language ON public.source_pages USING btree (organization_id, project_id, language);

create table source_words (
  organization_id uuid not null,
  project_id uuid not null,
  source_id uuid not null,
  word text not null,
  form text not null,
  constraint source_words_pkey PRIMARY KEY (organization_id, source_id, word),
  constraint source_words_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, _id) ON DELETE CASCADE
);
CREATE INDEX source_words_by_head ON public.source_words USING btree (organization_id, project_id, length(form), form COLLATE "C");
CREATE INDEX source_words_by_tail ON public.source_words USING btree (organization_id, project_id, length(form), reverse(form) COLLATE "C");

create table sources (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  source_type text not null,
  sync_status text not null default 'pending'::text,
  sync_error text,
  domain text,
  file_size bigint,
  file_type text,
  page_count integer not null default 0,
  last_crawled_at timestamp(3) with time zone,
  next_crawl_at timestamp(3) with time zone,
  created_by jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  word_count integer not null default 0,
  start_url text,
  crawling_strategy text,
  max_pages integer,
  max_depth integer,
  include_patterns text[],
  exclude_patterns text[],
  frequency_days integer,
  crawler text,
  crawl_id uuid,
  pages_found integer not null default 0,
  failed_crawls integer not null default 0,
  constraint sources_pkey PRIMARY KEY (organization_id, _id),
  constraint sources_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint sources_check CHECK (((source_type = 'domains'::text) = (domain IS NOT NULL))),
  constraint sources_crawler_check CHECK ((crawler = ANY (ARRAY['crawler_a'::text, 'crawler_b'::text]))),
  constraint sources_crawling_strategy_check CHECK ((crawling_strategy = ANY (ARRAY['sitemap'::text, 'deep_crawl'::text]))),
  constraint sources_created_by_check CHECK ((jsonb_typeof(created_by) = 'object'::text)),
  constraint sources_failed_crawls_check CHECK ((failed_crawls >= 0)),
  constraint sources_file_size_check CHECK ((file_size >= 0)),
  constraint sources_frequency_days_check CHECK (((frequency_days >= 1) AND (frequency_days <= 365))),
  constraint sources_max_depth_check CHECK (((max_depth >= 1) AND (max_depth <= 10))),
  constraint sources_max_pages_check CHECK (((max_pages >= 1) AND (max_pages <= 1000))),
  constraint sources_page_count_check CHECK ((page_count >= 0)),
  constraint sources_pages_found_check CHECK ((pages_found >= 0)),
  constraint sources_source_type_check CHECK ((source_type = ANY (ARRAY['files'::text, 'urls'::text, 'domains'::text]))),
  constraint sources_sync_status_check CHECK ((sync_status = ANY (ARRAY['pending'::text, 'syncing'::text, 'success'::text, 'partial'::text, 'failed'::text]))),
  constraint sources_word_count_check CHECK ((word_count >= 0))
);
CREATE INDEX sources_by_creation ON public.sources USING btree (organization_id, project_id, created_at DESC, _id);
CREATE INDEX sources_by_next_crawl ON public.sources USING btree (next_crawl_at) WHERE (next_crawl_at IS NOT NULL);
CREATE UNIQUE INDEX sources_by_domain ON public.sources USING btree (organization_id, project_id, domain) WHERE (domain IS NOT NULL);

create table tickets (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  conversation_id uuid,
  profile_id uuid,
  channel_type text not null,
  subject text,
  status text not null default 'open'::text,
  created_at timestamp(3) with time zone not null,
  opened_by text,
  opening_key text,
  closed_at timestamp(3) with time zone,
  opened_by_name text,
  closed_by_name text,
  closing_note text,
  met_as uuid,
  constraint tickets_pkey PRIMARY KEY (organization_id, _id),
  constraint tickets_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, _id),
  constraint tickets_organization_id_profile_id_fkey FOREIGN KEY (organization_id, profile_id) REFERENCES profiles(organization_id, _id),
  constraint tickets_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint tickets_channel_type_check CHECK ((channel_type = ANY (ARRAY['voice'::text, 'whatsapp'::text, 'web'::text, 'telegram'::text]))),
  constraint tickets_opened_by_check CHECK ((opened_by = ANY (ARRAY['workflow'::text, 'keyword'::text, 'operator'::text, 'agent'::text]))),
  constraint tickets_status_check CHECK ((status <> ''::text))
);
CREATE INDEX tickets_by_conversation ON public.tickets USING btree (organization_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX tickets_by_creation ON public.tickets USING btree (organization_id, project_id, created_at, channel_type);
CREATE INDEX tickets_by_person ON public.tickets USING btree (organization_id, profile_id, created_at DESC) WHERE (profile_id IS NOT NULL);
CREATE INDEX tickets_by_subject ON public.tickets USING gin (organization_id, project_id, search_form(subject) gin_trgm_ops) WHERE (subject IS NOT NULL);
CREATE INDEX tickets_closed ON public.tickets USING btree (organization_id, project_id, COALESCE(closed_at, created_at) DESC, _id) WHERE (status <> 'open'::text);
CREATE INDEX tickets_open ON public.tickets USING btree (organization_id, project_id, created_at DESC, _id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX tickets_by_opening ON public.tickets USING btree (organization_id, opening_key) WHERE (opening_key IS NOT NULL);
CREATE UNIQUE INDEX tickets_one_by_keyword ON public.tickets USING btree (organization_id, conversation_id) WHERE ((opened_by = 'keyword'::text) AND (status = 'open'::text));

create table user_links (
  _id uuid not null,
  kind text not null,
  user_id uuid,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  organization_ids uuid[],
  constraint user_links_pkey PRIMARY KEY (_id),
  constraint user_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(_id) ON DELETE CASCADE,
  constraint user_links_check CHECK (((kind = 'first_owner'::text) = (user_id IS NULL))),
  constraint user_links_kind_check CHECK ((kind = ANY (ARRAY['first_owner'::text, 'invitation'::text, 'password'::text]))),
  constraint user_links_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX user_links_by_user ON public.user_links USING btree (user_id);
CREATE UNIQUE INDEX user_links_by_token ON public.user_links USING btree (token_hash);

create table user_tokens (
  _id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null,
  prefix text not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint user_tokens_pkey PRIMARY KEY (_id),
  constraint user_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(_id) ON DELETE CASCADE,
  constraint user_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint user_tokens_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text, 'owner'::text, 'operator'::text]))),
  constraint user_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX user_tokens_by_user ON public.user_tokens USING btree (user_id, created_at DESC, _id DESC);
CREATE UNIQUE INDEX user_tokens_by_token ON public.user_tokens USING btree (token_hash);

create table users (
  _id uuid not null,
  email text not null,
  name text not null,
  password_hash text,
  is_operator boolean not null default false,
  language text,
  timezone text,
  theme text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (_id),
  constraint users_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text])))
);
CREATE UNIQUE INDEX users_by_email ON public.users USING btree (lower(email));

create table voice_carrier_checks (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  state text not null,
  reason text,
  since timestamp(3) with time zone not null,
  checked_at timestamp(3) with time zone not null,
  revision integer not null,
  constraint voice_carrier_checks_pkey PRIMARY KEY (organization_id, voice_carrier_id),
  constraint voice_carrier_checks_organization_id_voice_carrier_id_fkey FOREIGN KEY (organization_id, voice_carrier_id) REFERENCES voice_carriers(organization_id, _id),
  constraint voice_carrier_checks_revision_check CHECK ((revision >= 1)),
  constraint voice_carrier_checks_state_check CHECK ((state = ANY (ARRAY['accepted'::text, 'refused'::text, 'unknown'::text])))
);

create table voice_carriers (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  kind text not null,
  account_sid text not null,
  auth_token bytea not null,
  api_url text,
  calls_per_second double precision not null default 1,
  unknown_grace_seconds integer not null default 300,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  revision integer not null default 1,
  auth_token_set_at timestamp(3) with time zone,
  api_url_given_by uuid,
  constraint voice_carriers_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint voice_carriers_pkey PRIMARY KEY (organization_id, _id),
  constraint voice_carriers_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint voice_carriers_calls_per_second_check CHECK (((calls_per_second > (0)::double precision) AND (calls_per_second <= (1000)::double precision))),
  constraint voice_carriers_kind_check CHECK ((kind = 'twilio'::text)),
  constraint voice_carriers_revision_check CHECK ((revision >= 1)),
  constraint voice_carriers_unknown_grace_seconds_check CHECK (((unknown_grace_seconds >= 1) AND (unknown_grace_seconds <= 3600)))
);

create table wal_timeline (
  is_only boolean not null default true,
  timeline text not null,
  constraint wal_timeline_pkey PRIMARY KEY (is_only),
  constraint wal_timeline_is_only_check CHECK (is_only)
);

create table webhook_attempts (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  n integer not null,
  at timestamp(3) with time zone not null,
  milliseconds integer not null,
  status integer,
  answer text,
  reason text,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, endpoint_id, event_id, n)
);

create table webhook_deliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  subject_id uuid not null,
  state text not null default 'waiting'::text,
  created_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  tries integer not null default 0,
  failures integer not null default 0,
  early_at_try integer,
  lease_token uuid,
  resent boolean not null default false,
  early_due_at timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, endpoint_id, event_id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'delivered'::text, 'exhausted'::text, 'held'::text])))
);
CREATE INDEX webhook_deliveries_by_subject ON public.webhook_deliveries USING btree (organization_id, endpoint_id, subject_id, created_at, event_id) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (organization_id, endpoint_id, resent, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_held ON public.webhook_deliveries USING btree (organization_id, endpoint_id) WHERE (state = 'held'::text);
CREATE INDEX webhook_deliveries_sending ON public.webhook_deliveries USING btree (organization_id, endpoint_id) WHERE (state = 'sending'::text);

create table webhook_endpoints (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  url text not null,
  declared_types text[] not null,
  types text[] not null,
  content text not null default 'ids'::text,
  delivery_order text not null default 'none'::text,
  rate_per_second integer,
  version date not null,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  disabled_why text,
  revision integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (organization_id, _id),
  constraint webhook_endpoints_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint webhook_endpoints_check CHECK (((old_secret IS NULL) = (old_secret_until IS NULL))),
  constraint webhook_endpoints_check1 CHECK (((disabled_at IS NULL) = (disabled_why IS NULL))),
  constraint webhook_endpoints_content_check CHECK ((content = ANY (ARRAY['ids'::text, 'full'::text]))),
  constraint webhook_endpoints_delivery_order_check CHECK ((delivery_order = ANY (ARRAY['none'::text, 'by_subject'::text]))),
  constraint webhook_endpoints_rate_per_second_check CHECK ((rate_per_second >= 1)),
  constraint webhook_endpoints_revision_check CHECK ((revision >= 1))
);
CREATE UNIQUE INDEX webhook_endpoints_by_name ON public.webhook_endpoints USING btree (organization_id, project_id, name) WHERE (removed_at IS NULL);

create table webhook_lines (
  organization_id uuid not null,
  endpoint_id uuid not null,
  held_until timestamp(3) with time zone,
  send_window integer not null default 10,
  failures integer not null default 0,
  first_failure_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  recovering boolean not null default false,
  last_success_at timestamp(3) with time zone,
  arrival_at timestamp(3) with time zone,
  constraint webhook_lines_pkey PRIMARY KEY (organization_id, endpoint_id),
  constraint webhook_lines_organization_id_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, _id) ON DELETE CASCADE,
  constraint webhook_lines_send_window_check CHECK (((send_window >= 1) AND (send_window <= 10)))
);

create table webhook_resends (
  organization_id uuid not null,
  _id uuid not null,
  endpoint_id uuid not null,
  filters text,
  created_at timestamp(3) with time zone not null,
  requested_by text not null,
  deliveries_count integer not null,
  queued_count integer not null default 0,
  after_event_id uuid,
  finished_at timestamp(3) with time zone,
  constraint webhook_resends_pkey PRIMARY KEY (organization_id, _id),
  constraint webhook_resends_organization_id_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, _id) ON DELETE CASCADE,
  constraint webhook_resends_deliveries_count_check CHECK (((deliveries_count >= 1) AND (deliveries_count <= 100000)))
);
CREATE INDEX webhook_resends_by_endpoint ON public.webhook_resends USING btree (organization_id, endpoint_id);
CREATE INDEX webhook_resends_open ON public.webhook_resends USING btree (created_at) WHERE (finished_at IS NULL);

create table whatsapp_events (
  organization_id uuid not null,
  project_id uuid not null,
  event_id text not null,
  whatsapp_sender_id uuid not null,
  kind text not null,
  payload jsonb not null,
  received_at timestamp(3) with time zone not null,
  processed_at timestamp(3) with time zone,
  tries integer not null default 0,
  due_at timestamp(3) with time zone not null,
  fault text,
  constraint whatsapp_events_pkey PRIMARY KEY (organization_id, whatsapp_sender_id, event_id),
  constraint whatsapp_events_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id)
);
CREATE INDEX whatsapp_events_due ON public.whatsapp_events USING btree (due_at, received_at) WHERE (processed_at IS NULL);
CREATE INDEX whatsapp_events_due_by_organization ON public.whatsapp_events USING btree (organization_id, due_at, received_at) WHERE (processed_at IS NULL);
CREATE INDEX whatsapp_events_past ON public.whatsapp_events USING btree (processed_at) WHERE (processed_at IS NOT NULL);
CREATE INDEX whatsapp_events_unprocessed ON public.whatsapp_events USING btree (organization_id, project_id, ((payload ->> 'from'::text))) WHERE ((processed_at IS NULL) AND (kind = 'message'::text));
CREATE INDEX whatsapp_events_unprocessed_by_user_id ON public.whatsapp_events USING btree (organization_id, project_id, ((payload ->> 'userId'::text))) WHERE ((processed_at IS NULL) AND (kind = 'message'::text));

create table whatsapp_message_statuses (
  organization_id uuid not null,
  message_id uuid not null,
  status text not null,
  at timestamp(3) with time zone not null,
  error_code text,
  error_reason text,
  constraint whatsapp_message_statuses_pkey PRIMARY KEY (organization_id, message_id, status),
  constraint whatsapp_message_statuses_organization_id_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES whatsapp_messages(organization_id, _id),
  constraint whatsapp_message_statuses_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'unresolved'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text])))
);

create table whatsapp_messages (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  broadcast_id uuid not null,
  whatsapp_sender_id uuid not null,
  recipient text not null,
  type text not null,
  request jsonb not null,
  provider_message jsonb not null,
  status text not null,
  status_since timestamp(3) with time zone not null,
  lease_until timestamp(3) with time zone,
  provider_message_id text,
  error_code text,
  error_reason text,
  quota text not null,
  conversation_id uuid,
  settled_by text,
  settled_why text,
  created_at timestamp(3) with time zone not null,
  resend_of uuid,
  agent_turn integer,
  constraint whatsapp_messages_pkey PRIMARY KEY (organization_id, _id),
  constraint whatsapp_messages_organization_id_broadcast_id_fkey FOREIGN KEY (organization_id, broadcast_id) REFERENCES broadcasts(organization_id, _id),
  constraint whatsapp_messages_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, _id),
  constraint whatsapp_messages_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint whatsapp_messages_organization_id_resend_of_fkey FOREIGN KEY (organization_id, resend_of) REFERENCES whatsapp_messages(organization_id, _id),
  constraint whatsapp_messages_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id),
  constraint whatsapp_messages_check CHECK (((settled_by IS NULL) = (settled_why IS NULL))),
  constraint whatsapp_messages_check1 CHECK (((status <> 'processing'::text) OR (lease_until IS NOT NULL))),
  constraint whatsapp_messages_check2 CHECK (((status = ANY (ARRAY['processing'::text, 'unresolved'::text])) = (quota = 'reserved'::text))),
  constraint whatsapp_messages_quota_check CHECK ((quota = ANY (ARRAY['reserved'::text, 'consumed'::text, 'released'::text]))),
  constraint whatsapp_messages_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'unresolved'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text])))
);
CREATE INDEX whatsapp_messages_by_broadcast ON public.whatsapp_messages USING btree (organization_id, broadcast_id, created_at DESC, _id);
CREATE INDEX whatsapp_messages_by_conversation ON public.whatsapp_messages USING btree (organization_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX whatsapp_messages_by_project ON public.whatsapp_messages USING btree (organization_id, project_id, created_at DESC, _id);
CREATE INDEX whatsapp_messages_by_recipient ON public.whatsapp_messages USING btree (organization_id, project_id, recipient, created_at DESC, _id);
CREATE INDEX whatsapp_messages_by_status ON public.whatsapp_messages USING btree (organization_id, broadcast_id, status, created_at DESC, _id);
CREATE INDEX whatsapp_messages_failed ON public.whatsapp_messages USING btree (organization_id, broadcast_id, error_code, created_at DESC, _id) WHERE (status = 'failed'::text);
CREATE INDEX whatsapp_messages_in_flight ON public.whatsapp_messages USING btree (lease_until) WHERE (status = 'processing'::text);
CREATE INDEX whatsapp_messages_not_accepted ON public.whatsapp_messages USING btree (organization_id, project_id, recipient, created_at DESC) WHERE (conversation_id IS NULL);
CREATE INDEX whatsapp_messages_open ON public.whatsapp_messages USING btree (organization_id, broadcast_id, created_at) WHERE (status = ANY (ARRAY['processing'::text, 'unresolved'::text]));
CREATE INDEX whatsapp_messages_released ON public.whatsapp_messages USING btree (organization_id, project_id, created_at DESC, _id) WHERE (quota = 'released'::text);
CREATE UNIQUE INDEX whatsapp_messages_by_provider_id ON public.whatsapp_messages USING btree (organization_id, provider_message_id) WHERE (provider_message_id IS NOT NULL);
CREATE UNIQUE INDEX whatsapp_messages_by_resend_of ON public.whatsapp_messages USING btree (organization_id, resend_of) WHERE (resend_of IS NOT NULL);

create table whatsapp_opt_outs (
  organization_id uuid not null,
  project_id uuid not null,
  recipient text not null,
  scope text not null,
  source text not null,
  since timestamp(3) with time zone not null,
  why text,
  ended_at timestamp(3) with time zone,
  constraint whatsapp_opt_outs_pkey PRIMARY KEY (organization_id, project_id, recipient, scope),
  constraint whatsapp_opt_outs_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint whatsapp_opt_outs_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'marketing'::text]))),
  constraint whatsapp_opt_outs_source_check CHECK ((source = ANY (ARRAY['message'::text, 'provider'::text, 'operator'::text])))
);
CREATE INDEX whatsapp_opt_outs_in_force ON public.whatsapp_opt_outs USING btree (organization_id, project_id, since DESC, recipient, scope) WHERE ((ended_at IS NULL) OR (since >= ended_at));

create table whatsapp_quota_entries (
  organization_id uuid not null,
  message_id uuid not null,
  kind text not null,
  created_at timestamp(3) with time zone not null,
  constraint whatsapp_quota_entries_pkey PRIMARY KEY (organization_id, message_id, kind),
  constraint whatsapp_quota_entries_organization_id_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES whatsapp_messages(organization_id, _id),
  constraint whatsapp_quota_entries_kind_check CHECK ((kind = ANY (ARRAY['reserved'::text, 'consumed'::text, 'released'::text])))
);
CREATE UNIQUE INDEX whatsapp_quota_entries_one_end ON public.whatsapp_quota_entries USING btree (organization_id, message_id) WHERE (kind = ANY (ARRAY['consumed'::text, 'released'::text]));

create table whatsapp_quotas (
  organization_id uuid not null,
  reserved bigint not null default 0,
  consumed bigint not null default 0,
  constraint whatsapp_quotas_pkey PRIMARY KEY (organization_id),
  constraint whatsapp_quotas_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(_id),
  constraint whatsapp_quotas_consumed_check CHECK ((consumed >= 0)),
  constraint whatsapp_quotas_reserved_check CHECK ((reserved >= 0))
);

create table whatsapp_senders (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  phone_number_id text not null,
  business_account_id text not null,
  display_phone_number text not null,
  access_token bytea not null,
  app_secret bytea not null,
  verify_token bytea not null,
  status text not null default 'connected'::text,
  catalog_id text,
  api_url text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  messages_per_second double precision not null default 80,
  templates_due_at timestamp(3) with time zone not null,
  templates_read_at timestamp(3) with time zone,
  templates_fault text,
  verify_token_digest bytea,
  revision integer not null default 1,
  access_token_set_at timestamp(3) with time zone,
  app_secret_set_at timestamp(3) with time zone,
  verify_token_set_at timestamp(3) with time zone,
  last_webhook_at timestamp(3) with time zone,
  last_fault_at timestamp(3) with time zone,
  last_fault_code text,
  last_fault_reason text,
  last_fault_until timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  check_result jsonb,
  noticed_at timestamp(3) with time zone,
  notice jsonb,
  api_url_given_by uuid,
  constraint whatsapp_senders_by_phone_number_id UNIQUE (phone_number_id) DEFERRABLE INITIALLY DEFERRED,
  constraint whatsapp_senders_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint whatsapp_senders_pkey PRIMARY KEY (organization_id, _id),
  constraint whatsapp_senders_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint whatsapp_senders_messages_per_second_check CHECK ((messages_per_second > (0)::double precision)),
  constraint whatsapp_senders_revision_check CHECK ((revision >= 1)),
  constraint whatsapp_senders_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'disconnected'::text])))
);
CREATE INDEX whatsapp_senders_by_account ON public.whatsapp_senders USING btree (business_account_id);
CREATE INDEX whatsapp_senders_by_due_templates ON public.whatsapp_senders USING btree (templates_due_at) WHERE (status = 'connected'::text);
CREATE INDEX whatsapp_senders_by_verify_token ON public.whatsapp_senders USING btree (verify_token_digest);

create table whatsapp_templates (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  whatsapp_sender_id uuid not null,
  language text not null,
  category text not null,
  status text not null,
  components jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  provider_name text not null,
  revision integer not null default 1,
  status_since timestamp(3) with time zone,
  status_reason text,
  status_explanation text,
  quality text,
  constraint whatsapp_templates_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint whatsapp_templates_pkey PRIMARY KEY (organization_id, _id),
  constraint whatsapp_templates_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint whatsapp_templates_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id),
  constraint whatsapp_templates_category_check CHECK ((category = ANY (ARRAY['utility'::text, 'marketing'::text, 'authentication'::text]))),
  constraint whatsapp_templates_revision_check CHECK ((revision >= 1)),
  constraint whatsapp_templates_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'pending'::text, 'rejected'::text, 'paused'::text, 'disabled'::text])))
);
CREATE INDEX whatsapp_templates_by_sender ON public.whatsapp_templates USING btree (organization_id, whatsapp_sender_id, provider_name);

create table whatsapp_user_ids (
  organization_id uuid not null,
  project_id uuid not null,
  user_id text not null,
  person_id uuid not null,
  current_user_id text not null,
  phone_number text,
  constraint whatsapp_user_ids_pkey PRIMARY KEY (organization_id, project_id, user_id),
  constraint whatsapp_user_ids_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id)
);
CREATE INDEX whatsapp_user_ids_by_number ON public.whatsapp_user_ids USING btree (organization_id, project_id, phone_number) WHERE (phone_number IS NOT NULL);
CREATE INDEX whatsapp_user_ids_by_person ON public.whatsapp_user_ids USING btree (organization_id, project_id, person_id);

create table whatsapp_windows (
  organization_id uuid not null,
  project_id uuid not null,
  whatsapp_sender_id uuid not null,
  recipient text not null,
  last_inbound_at timestamp(3) with time zone not null,
  constraint whatsapp_windows_pkey PRIMARY KEY (organization_id, whatsapp_sender_id, recipient),
  constraint whatsapp_windows_organization_id_whatsapp_sender_id_fkey FOREIGN KEY (organization_id, whatsapp_sender_id) REFERENCES whatsapp_senders(organization_id, _id)
);

create table workers (
  _id uuid not null,
  seen_at timestamp(3) with time zone not null,
  constraint workers_pkey PRIMARY KEY (_id)
);

create table workflow_revisions (
  organization_id uuid not null,
  workflow_id uuid not null,
  revision integer not null,
  definition jsonb not null,
  created_at timestamp(3) with time zone not null,
  agent_id uuid,
  constraint workflow_revisions_pkey PRIMARY KEY (organization_id, workflow_id, revision),
  constraint workflow_revisions_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, _id),
  constraint workflow_revisions_organization_id_workflow_id_fkey FOREIGN KEY (organization_id, workflow_id) REFERENCES workflows(organization_id, _id)
);

create table workflow_runs (
  organization_id uuid not null,
  attempt_id uuid not null,
  turn integer not null,
  state jsonb not null,
  reply text not null,
  updated_at timestamp(3) with time zone not null,
  constraint workflow_runs_pkey PRIMARY KEY (organization_id, attempt_id),
  constraint workflow_runs_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES call_attempts(organization_id, _id),
  constraint workflow_runs_turn_check CHECK ((turn >= 0))
);

create table workflows (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  revision integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint workflows_organization_id_project_id_name_key UNIQUE (organization_id, project_id, name),
  constraint workflows_pkey PRIMARY KEY (organization_id, _id),
  constraint workflows_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, _id),
  constraint workflows_revision_check CHECK ((revision >= 1))
);
