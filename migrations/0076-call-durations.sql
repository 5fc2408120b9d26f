-- How long the calls of a sealed day were: the different durations, in order, and how many calls lasted up to each and for how
-- long together. A filter by duration finds its bounds in them, in place of reading every call.
create table call_durations (
  organization_id uuid not null,
  project_id uuid not null,
  day timestamptz(3) not null,
  status text not null,
  seconds double precision[] not null,
  calls integer[] not null,
  sums double precision[] not null,
  primary key (organization_id, project_id, day, status),
  foreign key (organization_id, project_id) references projects (organization_id, _id)
);

create or replace trigger past_conversation_changed after update on conversations for each row
  when (least(old.start_time, new.start_time) < date_bin('1 day', now(), '2000-01-01 00:00:00+00')
    and (old.status, old.caller, old.start_time, old.project_id, old.duration_seconds, old.channel_type)
      is distinct from (new.status, new.caller, new.start_time, new.project_id, new.duration_seconds, new.channel_type))
  execute function mark_caller_day_stale();

-- Days that are sealed already have no durations.
update caller_bitmap_states set sealed_before = '-infinity';
