-- Messages by hour, day and month (UTC) and in all, by channel; as the conversations' counters, and for all channels together
-- of chats: '*'.
create table message_counts (
  organization_id uuid not null,
  project_id uuid not null,
  grain text not null check (grain in ('hour', 'day', 'month', 'all')),
  channel_type text not null,
  bucket timestamptz(3) not null,
  messages bigint not null,
  primary key (organization_id, project_id, grain, channel_type, bucket),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  check ((grain = 'all') = (bucket = '-infinity'))
);

create table message_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  _id bigint generated always as identity,
  hour timestamptz(3) not null,
  channel_type text not null,
  messages bigint not null,
  primary key (organization_id, project_id, _id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

insert into message_count_changes (organization_id, project_id, hour, channel_type, messages)
select organization_id, project_id, date_trunc('hour', created_at, 'UTC'), channel_type, count(*)
from messages group by 1, 2, 3, 4;
