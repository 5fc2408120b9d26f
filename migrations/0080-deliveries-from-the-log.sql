-- The transaction of a fact writes its event alone. Workers make the deliveries from the log of events, for many at once: in
-- the fact's own statement they cost as much as the event, also where no endpoint had chosen its type.
create index events_by_tx on events (tx);

-- The id of an event: a UUIDv7 by the database's clock, so that the events of a transaction sort as they were written. Where
-- PostgreSQL makes none itself (before 18), it is put together (RFC 9562, method 3: the time in steps of a 4096th of a
-- millisecond).
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create function new_event_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  else
    create function new_event_id() returns uuid language sql volatile parallel safe as
      'select (overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, ''0'')
        placing ''7'' from 13 for 0) || substr(gen_random_uuid()::text, 20))::uuid';
  end if;
end $$;

-- The place of an event is the default of its column, so that no statement reads event_order. A change of the base sets it.
create function set_place_of_events() returns trigger language plpgsql as $$
begin
  execute format('alter table events alter column tx set default (%s + pg_current_xact_id()::text::bigint)', new.xid_base);
  return null;
end $$;
create trigger event_order_sets_place after insert or update on event_order
  for each row execute function set_place_of_events();
update event_order set xid_base = xid_base;

-- Up to where deliveries are made: of all events with a lesser tx than until_tx, but those of transactions in `running`, which
-- had not ended when the deliveries were made.
create table delivery_progress (
  only_row boolean primary key default true check (only_row),
  until_tx bigint not null,
  running bigint[] not null,
  -- Whether there were more events than one step takes.
  is_behind boolean not null default false
);
-- Events from before have their deliveries. The index has waited for the transactions that wrote them.
insert into delivery_progress (until_tx, running)
select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint,
  array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x)
from event_order o, (select pg_current_snapshot() as snapshot) s;
