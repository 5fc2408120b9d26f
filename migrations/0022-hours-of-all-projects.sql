-- The counters of all projects of an organization together, of hours too: the ends of a span then cost the same with any
-- number of projects, where those of each project had to be found and added up.
insert into conversation_counts
select organization_id, '00000000-0000-0000-0000-000000000000', grain, channel_type, conversation_type, status, bucket,
  sum(conversations), sum(durations), sum(duration_seconds)
from conversation_counts where grain = 'hour' group by 1, 3, 4, 5, 6, 7;
insert into chat_counts (organization_id, project_id, kind, grain, channel_type, bucket, count)
select organization_id, '00000000-0000-0000-0000-000000000000', kind, grain, channel_type, bucket, sum(count)
from chat_counts where grain = 'hour' group by 1, 3, 4, 5, 6;
