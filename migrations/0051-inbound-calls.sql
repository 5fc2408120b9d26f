-- Calls that people make to a caller ID of the project.

-- The campaign that answers; null: nobody does. Campaigns name caller IDs too, so one of the two is checked at the commit.
alter table caller_ids add column inbound_campaign_id uuid;
alter table caller_ids add foreign key (organization_id, inbound_campaign_id) references campaigns (organization_id, _id)
  deferrable initially deferred;
create index caller_ids_by_inbound_campaign on caller_ids (organization_id, inbound_campaign_id)
  where inbound_campaign_id is not null;

-- What a caller hears outside the calling hours, and while all slots are taken. Liquid; null: a text of the service.
alter table campaigns add column closed_message text, add column busy_message text;

-- A caller may withhold the number. A call that somebody else has made never waits, so that nothing dials because of it.
alter table calls alter column phone_number drop not null;
alter table calls drop constraint calls_placed_by_check;
alter table calls add constraint calls_placed_by_check check (placed_by in ('trigger', 'queue', 'caller'));
alter table calls add constraint calls_of_callers check (
  case when placed_by = 'caller' then state not in ('waiting', 'dialling', 'unresolved') else phone_number is not null end);
alter table call_attempts alter column phone_number drop not null;
-- Some of them hold no number: it is withheld, or another call of the person holds it.
create index calls_of_callers_under_way on calls (organization_id, project_id)
  where placed_by = 'caller' and state in ('ringing', 'live');

alter table carrier_events drop constraint carrier_events_source_check;
alter table carrier_events add constraint carrier_events_source_check
  check (source in ('created', 'status_callback', 'instructions', 'asked', 'machine_detection', 'inbound'));

-- The carrier's calls to the project, each once, however often the carrier asks what to do with it.
create table inbound_calls (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  call_sid text not null,
  attempt_id uuid not null,
  -- What a caller who was turned away hears, in the carrier's format; null for a call that was connected.
  reply text,
  received_at timestamptz(3) not null,
  primary key (organization_id, voice_carrier_id, call_sid),
  unique (organization_id, attempt_id),
  foreign key (organization_id, voice_carrier_id) references voice_carriers (organization_id, _id),
  foreign key (organization_id, attempt_id) references call_attempts (organization_id, _id) deferrable initially deferred
);
