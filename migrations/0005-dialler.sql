-- The dialler: the line of each campaign, its slots, the numbers in use, the pace of each carrier account.

-- The order of acceptance, over all processes and whatever their clocks say.
alter table calls add column queue_number bigint generated always as identity;
-- What a waiting call waits for: its turn in the campaign's line (then hours, slots and the carrier's rate decide), the
-- end of another call to its number, or an instant (the delay before a retry). Lists of their own, because a call that
-- can't go must not be looked at again and again by those who look for one that can.
alter table calls add column waits_for text check (waits_for in ('turn', 'number', 'due'));
update calls set waits_for = case when due_at is null then 'turn' else 'due' end where state = 'waiting';
drop index calls_due;
alter table calls drop column wait_reason cascade;
alter table calls add check ((state = 'waiting') = (waits_for is not null));
alter table calls add check ((waits_for is not distinct from 'due') = (due_at is not null));
-- When somebody asked to end it; it is not dialled again after that.
alter table calls add column cancel_requested_at timestamptz(3);
-- A machine answered, where the campaign asks for detection.
alter table calls drop constraint calls_state_check;
alter table calls add constraint calls_state_check check (state in (
  'waiting', 'dialling', 'unresolved', 'ringing', 'live',
  'completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled', 'expired'));

-- The line of a campaign, and beside it those that wait for a number or an instant; each in the order of acceptance.
create index calls_in_line on calls (organization_id, campaign_id, waits_for, queue_number) where state = 'waiting';
create index calls_due on calls (organization_id, campaign_id, due_at) where waits_for = 'due';
-- Who waits for a number, by campaign in the order of acceptance.
create index calls_waiting_by_number
  on calls (organization_id, project_id, phone_number, waits_for, campaign_id, queue_number) where state = 'waiting';
create index calls_by_campaign on calls (organization_id, campaign_id, created_at desc, _id);

alter table campaigns add column machine_detection boolean not null default false;
alter table call_attempts add column machine_detection boolean not null default false;
alter table call_attempts add column answered_by text;
-- When the carrier first said that it has no such call; the grace of its account runs from there.
alter table call_attempts add column absent_since timestamptz(3);
alter table call_attempts add column absent_count integer not null default 0;

alter table carrier_events drop constraint carrier_events_source_check;
alter table carrier_events add constraint carrier_events_source_check
  check (source in ('created', 'status_callback', 'instructions', 'asked', 'machine_detection'));

-- When a campaign's line has to be looked at next. Workers take the line that is due first, so that campaigns take turns.
create table campaign_lines (
  organization_id uuid not null,
  project_id uuid not null,
  campaign_id uuid not null,
  -- Null: not before something happens (a call comes, a slot is freed), which sets it.
  next_at timestamptz(3),
  -- Outside calling hours: until when. Only for the sweep, which leaves closed lines alone.
  closed_until timestamptz(3),
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, _id)
);
create index campaign_lines_due on campaign_lines (next_at) where next_at is not null;
insert into campaign_lines (organization_id, project_id, campaign_id, next_at)
  select organization_id, project_id, _id, now() from campaigns;

-- Every slot of a campaign is a row from the start; the attempt that holds it stands in it, so that more calls than slots
-- can't be written. Slots beyond the campaign's number stay, unused.
alter table calling_slots alter column attempt_id drop not null;
alter table calling_slots alter column taken_at drop not null;
alter table calling_slots add check ((attempt_id is null) = (taken_at is null));
alter table calling_slots add foreign key (organization_id, campaign_id) references campaigns (organization_id, _id);
create index calling_slots_free on calling_slots (organization_id, campaign_id, slot_number) where attempt_id is null;
insert into calling_slots (organization_id, campaign_id, slot_number)
  select organization_id, _id, generate_series(1, slots) from campaigns on conflict do nothing;

-- Numbers that a project is calling at this moment; the key is the rule that it is one call at a time.
create table numbers_in_use (
  organization_id uuid not null,
  project_id uuid not null,
  -- E.164.
  phone_number text not null,
  call_id uuid not null,
  primary key (organization_id, project_id, phone_number),
  unique (organization_id, call_id),
  foreign key (organization_id, call_id) references calls (organization_id, _id)
);
insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
  select organization_id, project_id, phone_number, _id from calls
  where state in ('dialling', 'unresolved', 'ringing', 'live') order by queue_number on conflict do nothing;

-- How fast a carrier account may be dialled, whatever process dials.
create table carrier_paces (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  -- The generic cell rate algorithm's theoretical arrival time, by the database's clock.
  arrival_at timestamptz not null default '-infinity',
  -- The carrier takes no more until then: it said so, or can't be reached.
  held_until timestamptz(3),
  -- Dials in a row that it did not take, for the backoff.
  failures integer not null default 0,
  primary key (organization_id, voice_carrier_id),
  foreign key (organization_id, voice_carrier_id) references voice_carriers (organization_id, _id)
);
insert into carrier_paces (organization_id, voice_carrier_id) select organization_id, _id from voice_carriers;
