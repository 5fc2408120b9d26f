-- How few days there are: without, the planner expects a group for nearly each conversation and sorts them all.
create statistics conversations_days on (date_bin('1 day', start_time, '0001-01-01 00:00:00+00')) from conversations;
