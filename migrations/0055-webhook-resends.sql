-- Deliveries that are sent again by a filter: one row a request, whose cursor goes from event to event.
create table webhook_resends (
  organization_id uuid not null,
  _id uuid not null,
  endpoint_id uuid not null,
  -- As the request had it; null: all deliveries.
  filters text,
  -- Deliveries that were made later are not sent again.
  created_at timestamptz(3) not null,
  -- Who asked for it.
  requested_by text not null,
  -- How many there were at the request.
  deliveries_count integer not null check (deliveries_count between 1 and 100000),
  -- How many wait to be sent again so far.
  queued_count integer not null default 0,
  -- Events up to this one are done; null: none.
  after_event_id uuid,
  finished_at timestamptz(3),
  primary key (organization_id, _id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, _id) on delete cascade
);
create index webhook_resends_open on webhook_resends (created_at) where finished_at is null;
create index webhook_resends_by_endpoint on webhook_resends (organization_id, endpoint_id);
