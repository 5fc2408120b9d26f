-- The end of a call looks whether a person with its number is on the line, whose call then has the number. With the number in
-- the index it reads no other calls of people. The former index goes last: its lock would keep reads of calls waiting.
create index calls_of_callers_by_number on calls (organization_id, project_id, phone_number)
  where placed_by = 'caller' and state in ('ringing', 'live');
drop index calls_of_callers_under_way;
alter index calls_of_callers_by_number rename to calls_of_callers_under_way;
comment on index calls_of_callers_under_way is
  'the end of a call: calls of people with its number; the dashboard: calls of people to the project that are under way';
