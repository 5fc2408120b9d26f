-- Calls (queue entries), their dials, what the carrier told of those, and the conversations that came of them.

create table calls (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  campaign_id uuid not null,
  -- How it was placed: triggered calls dial now or are refused, queued ones may wait.
  placed_by text not null check (placed_by in ('trigger', 'queue')),
  -- E.164.
  phone_number text not null,
  -- What the caller sent, phone_number in E.164: the script's and workflow's {{ customer.… }}.
  customer jsonb not null,
  state text not null check (state in (
    'waiting', 'dialling', 'unresolved', 'ringing', 'live',
    'completed', 'no_answer', 'busy', 'failed', 'canceled', 'expired')),
  state_since timestamptz(3) not null,
  -- Why a waiting call waits, and the first instant at which it may go as far as that is known.
  wait_reason text check (wait_reason in ('hours', 'slot', 'number', 'retry', 'carrier_rate')),
  due_at timestamptz(3),
  -- Dials so far, without those that count as never placed.
  attempts_count integer not null default 0 check (attempts_count >= 0),
  -- Why it failed, in plain words, and the carrier's code where it gave one.
  error_code text,
  error_reason text,
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, _id),
  check ((state = 'waiting') = (wait_reason is not null)),
  check (due_at is null or state = 'waiting')
);
-- What may go next, over all tenants; only waiting calls are in it.
create index calls_due on calls (due_at) where state = 'waiting' and due_at is not null;

-- Every move of a call, with its time and reason.
create table call_moves (
  organization_id uuid not null,
  _id uuid not null,
  call_id uuid not null,
  from_state text,
  to_state text not null,
  reason text not null,
  moved_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, call_id) references calls (organization_id, _id)
);
create index call_moves_by_call on call_moves (organization_id, call_id, _id);

create table conversations (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  channel_type text not null check (channel_type in ('voice', 'whatsapp', 'web', 'telegram')),
  conversation_type text not null check (conversation_type in ('outbound', 'inbound')),
  status text not null check (status in (
    'initiated', 'ringing', 'live', 'completed', 'no_answer', 'busy', 'failed', 'canceled')),
  -- E.164, where the channel has numbers.
  phone_number text,
  campaign_id uuid,
  start_time timestamptz(3) not null,
  answered_at timestamptz(3),
  end_time timestamptz(3),
  -- From the answer to the end; 0 where nobody answered, null while it goes on.
  duration_seconds double precision check (duration_seconds >= 0),
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, _id)
);
create index conversations_by_start on conversations (organization_id, project_id, start_time desc, _id);

-- Who said what, when, in order. turn and line make writing the same turn twice a repetition, not an addition.
create table conversation_lines (
  organization_id uuid not null,
  conversation_id uuid not null,
  turn integer not null,
  line integer not null,
  role text not null check (role in ('agent', 'customer', 'system')),
  text text not null,
  said_at timestamptz(3) not null,
  primary key (organization_id, conversation_id, turn, line),
  foreign key (organization_id, conversation_id) references conversations (organization_id, _id)
);

-- One dial of a call. Its id travels in the carrier's callback addresses.
create table call_attempts (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  call_id uuid not null,
  campaign_id uuid not null,
  voice_carrier_id uuid not null,
  attempt_number integer not null check (attempt_number >= 1),
  phone_number text not null,
  caller_id_number text not null,
  ring_timeout_seconds integer not null,
  state text not null check (state in (
    'dialling', 'unresolved', 'ringing', 'live',
    'completed', 'no_answer', 'busy', 'failed', 'canceled', 'never_placed')),
  state_since timestamptz(3) not null,
  -- What it speaks: a script with its voice, or a revision of a workflow; fixed when it is dialled.
  script text,
  voice text,
  workflow_id uuid,
  workflow_revision integer,
  carrier_call_sid text,
  conversation_id uuid,
  -- When the carrier is asked next what became of it; null once it is over. While the dial's own process lives it settles
  -- the attempt before this instant, so it is the dial's lease as well: what is found dialling past it lost its process.
  ask_at timestamptz(3),
  asks_count integer not null default 0,
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  duration_seconds double precision check (duration_seconds >= 0),
  error_code text,
  error_reason text,
  created_at timestamptz(3) not null,
  primary key (organization_id, _id),
  unique (organization_id, call_id, attempt_number, _id),
  foreign key (organization_id, call_id) references calls (organization_id, _id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, _id),
  foreign key (organization_id, voice_carrier_id) references voice_carriers (organization_id, _id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, _id),
  foreign key (organization_id, workflow_id, workflow_revision)
    references workflow_revisions (organization_id, workflow_id, revision),
  check ((script is null) <> (workflow_id is null))
);
create index call_attempts_by_call on call_attempts (organization_id, call_id, attempt_number);
-- At most one dial of a call is under way, whatever two processes think.
create unique index call_attempts_one_under_way on call_attempts (organization_id, call_id)
  where state in ('dialling', 'unresolved', 'ringing', 'live');
-- A carrier's call belongs to one attempt.
create unique index call_attempts_by_sid on call_attempts (organization_id, carrier_call_sid)
  where carrier_call_sid is not null;
-- The conversation's side of the reference, which is looked at when a conversation is removed.
create index call_attempts_by_conversation on call_attempts (organization_id, conversation_id)
  where conversation_id is not null;
-- Which of the carrier's calls to a number are known to be whose, when an answer was lost.
create index call_attempts_by_number on call_attempts (organization_id, phone_number, created_at desc);
-- The sweep: what is due to be asked about, over all tenants. Small, because attempts that are over leave it.
create index call_attempts_to_ask on call_attempts (ask_at) where ask_at is not null;

-- A calling slot of a campaign, pointing to the attempt that holds it: more calls than slots can't be written at all.
create table calling_slots (
  organization_id uuid not null,
  campaign_id uuid not null,
  slot_number integer not null check (slot_number >= 1),
  attempt_id uuid not null,
  taken_at timestamptz(3) not null,
  primary key (organization_id, campaign_id, slot_number),
  unique (organization_id, attempt_id),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id)
);

-- What the carrier told, once each, kept so that the state can be computed from all of it in any order of arrival.
create table carrier_events (
  organization_id uuid not null,
  attempt_id uuid not null,
  call_sid text not null,
  call_status text not null,
  -- The carrier's own numbering; -1 where it gave none (its answer to create-call or to a question, a request for instructions).
  sequence_number integer not null,
  source text not null check (source in ('created', 'status_callback', 'instructions', 'asked')),
  -- The carrier's time; null where it gave none.
  occurred_at timestamptz(3),
  received_at timestamptz(3) not null,
  duration_seconds double precision,
  answered_by text,
  sip_response_code text,
  error_code text,
  primary key (organization_id, attempt_id, call_sid, call_status, sequence_number, source),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id)
);

-- Where a call stands in its workflow, between two requests of the carrier.
create table workflow_runs (
  organization_id uuid not null,
  attempt_id uuid not null,
  -- Turns answered so far. A request for the turn before is a repetition and gets the kept answer.
  turn integer not null check (turn >= 0),
  state jsonb not null,
  -- What the carrier was answered at that turn.
  reply text not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, attempt_id),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id)
);
