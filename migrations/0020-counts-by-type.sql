-- Conversations by channel and type, of all statuses together: without, a summary of one type adds up eight rows a day.
insert into conversation_counts
select organization_id, project_id, grain, channel_type, conversation_type, '*', bucket,
  sum(conversations), sum(durations), sum(duration_seconds)
from conversation_counts where conversation_type <> '*' and status <> '*' group by 1, 2, 3, 4, 5, 7;
