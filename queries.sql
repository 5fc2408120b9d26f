-- Made by `npm run generate` from the functions that send these statements, on stand-in arguments.
-- $1, $2, … are bound parameters; a statement whose text depends on the arguments is shown in one form.

-- src/agents/conversation/call-queries.ts: appendServiceLine

with open as (
  select from agent_conversations where organization_id = $1 and conversation_id = $2 and ended_at is null
), added as (
  insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
  select $3::uuid, $4::uuid, last.turn, last.line + 1, 'agent', $5,
    $6::timestamptz
  from (
    select coalesce(max(turn), 0) as turn, coalesce((array_agg(line order by turn desc, line desc))[1], -1) as line
    from conversation_lines where organization_id = $7 and conversation_id = $8) last
  where exists (select from open)
  on conflict do nothing returning line
)
select exists (select from added) as is_added, not exists (select from open) as is_over;

-- src/agents/conversation/call-queries.ts: selectHasOptedOut

select turn from agent_turns where organization_id = $1 and conversation_id = $2 and outcome = 'opted_out' limit 1;

-- src/agents/conversation/call-queries.ts: selectIsCutOff

select exists (select from agent_inputs where organization_id = $1 and conversation_id = $2 and turn is null)
  or exists (select from agent_turns where organization_id = $3 and conversation_id = $4 and state in ('thinking', 'acting', 'replying'))
  or coalesce((
    select length(spoken) < length(text) from agent_turns where organization_id = $5 and conversation_id = $6 order by turn desc limit 1
    ), false) as is_cut_off;

-- src/agents/conversation/call-queries.ts: updateClosing

update agent_conversations set closing_since = coalesce(closing_since, $1::timestamptz)
where organization_id = $2 and conversation_id = $3 and lease_token = $4 returning conversation_id;

-- src/agents/conversation/call-queries.ts: updateLanguage

update agent_conversations set language = $1
where organization_id = $2 and conversation_id = $3 and lease_token = $4 returning conversation_id;

-- src/agents/conversation/call-queries.ts: updateOpeningHeard

with conversation as (
  update agent_conversations set lines = lines || jsonb_build_object('opening_heard', $1::text)
  where organization_id = $2 and conversation_id = $3 and lease_token = $4 returning conversation_id
), spoken as (
  select turn, line from conversation_lines where organization_id = $5 and conversation_id = $6 and role = 'agent' and text = $7
    and exists (select from conversation)
  order by turn desc, line desc limit 1
), gone as (
  delete from conversation_lines
  where organization_id = $8 and conversation_id = $9 and (turn, line) in (select turn, line from spoken) and $10 = ''
), cut as (
  update conversation_lines set text = $11
  where organization_id = $12 and conversation_id = $13 and (turn, line) in (select turn, line from spoken) and $14 not in ('', text)
)
select from conversation;

-- src/agents/conversation/input-queries.ts: selectTurnOfInput

select turn from agent_inputs where organization_id = $1 and conversation_id = $2 and _id = $3;

-- src/agents/conversation/input-queries.ts: selectWaitingWords

select c.channel_type, c.project_id, c.language, coalesce(v.phone_number, v.whatsapp_user_id) as address,
  (select coalesce(jsonb_agg(w), '[]') from (
    select text, sent_at from agent_inputs where organization_id = $1 and conversation_id = $2 and turn is null
    union all
    select coalesce(i.text, t.input), coalesce(i.sent_at, t.created_at)
    from agent_turns t left join lateral (select i.text, i.sent_at from agent_inputs i
      where i.organization_id = t.organization_id and i.conversation_id = t.conversation_id and i.turn = t.turn) i
      on true
    where organization_id = $3 and conversation_id = $4 and t.state = 'thinking' and t.asked_at is null) w) as texts
from agent_conversations c
join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
where c.organization_id = $5 and c.conversation_id = $6
  and c.channel_type in ('voice', 'whatsapp');

-- src/agents/conversation/input-queries.ts: updateInputsAnswered

update agent_inputs set turn = $1
where organization_id = $2 and conversation_id = $3 and turn is null and ($4::timestamptz is null or sent_at <= $5);

-- src/agents/conversation/input-queries.ts: updateOpenTurnCutOff

update agent_turns set ended_at = $1, state = case when text = '' then 'superseded' else 'done' end,
  outcome = case when text = '' then 'superseded' else 'interrupted' end
where organization_id = $2 and conversation_id = $3 and state in ('thinking', 'acting', 'replying');

-- src/agents/conversation/input-queries.ts: updateOpenTurnTakenOver

with open as (
  select t.turn, t.state, c.project_id,
    -- Something other than the wait line.
    c.channel_type = 'web' and t.text not in ('', coalesce(btrim(c.lines ->> 'wait', E' \t\r\n'), ''))
    as is_read
  from agent_turns t join agent_conversations c using (organization_id, conversation_id)
  where organization_id = $1 and conversation_id = $2 and t.state in ('thinking', 'acting', 'replying')
  order by t.turn desc limit 1 for update of t
), released as (
  update agent_inputs set turn = null
  where organization_id = $3 and conversation_id = $4 and turn = (select turn from open where state <> 'replying' and not is_read)
), sent as (
    -- The message of sendReply(), by the key of agentKey().
  select m.request #>> '{payload,body}' as text
  from open
  join idempotency_keys k on k.organization_id = $5 and k.project_id = open.project_id
    and k.key = $6::text || open.turn || ':1'
  join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
  where open.state = 'replying' and m.status <> 'failed'
), ended as (
  update agent_turns t set outcome = 'taken_over', ended_at = $7,
    state = case when open.is_read then 'done' when open.state = 'replying' then 'failed' else 'superseded' end,
    spoken = case when open.state = 'replying' and not open.is_read then coalesce((select text from sent), '')
    else t.spoken end
  from open where organization_id = $8 and conversation_id = $9 and t.turn = open.turn
  returning t.text, t.first_text_at
)
select project_id, text, to_char(least(first_text_at, $10::timestamptz - interval '1 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
from open, ended where is_read;

-- src/agents/conversation/lease-queries.ts: claimConversation

update agent_conversations set lease_token = $1, lease_until = $2::timestamptz + $3 * interval '1 millisecond'
where organization_id = $4 and conversation_id = $5 and ended_at is null and (lease_token is null or lease_until <= $6)
returning conversation_id;

-- src/agents/conversation/lease-queries.ts: claimDueConversation

with recursive
  organizations as (
      (select organization_id from agent_conversations t where t.channel_type = $1 and t.due_at is not null order by organization_id limit 1)
    union all
    select (select t.organization_id from agent_conversations t
      where t.channel_type = $2 and t.due_at is not null and t.organization_id > o.organization_id order by t.organization_id limit 1)
    from organizations o where o.organization_id is not null),
  open as (
    select o.organization_id, coalesce(u.places, 0) as places from organizations o
    left join unnest($3::uuid[], $4::integer[]) u (organization_id, places)
      on u.organization_id = o.organization_id
    where o.organization_id is not null and coalesce(u.places, 0) < $5::integer),
  due as (
    select o.organization_id, o.places, d.due_at from open o cross join lateral (
      select due_at from agent_conversations where organization_id = o.organization_id and channel_type = $6 and due_at <= $7 and mode = 'agent' and ended_at is null
        and (lease_token is null or lease_until <= $8)
      order by due_at limit 1) d
    where not exists (select from database_identity i
      where i.held_since is not null or i.system_identifier <> (select system_identifier from pg_control_system()) or i.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint) order by o.places, d.due_at),
  next as (
    select c.organization_id, c.conversation_id from due d cross join lateral (
      select organization_id, conversation_id from agent_conversations
      where organization_id = d.organization_id and channel_type = $9 and due_at <= $10 and mode = 'agent' and ended_at is null
        and (lease_token is null or lease_until <= $11)
      order by due_at limit 1 for update skip locked) c
    where is_here(c.organization_id) limit 1)
update agent_conversations c set lease_token = $12, lease_until = $13::timestamptz + $14 * interval '1 millisecond'
from next where c.organization_id = next.organization_id and c.conversation_id = next.conversation_id
returning c.organization_id, c.conversation_id, c.project_id, c.tries;

-- src/agents/conversation/lease-queries.ts: releaseConversation

select from agent_conversations where organization_id = $1 and conversation_id = $2 for update;

update agent_conversations c set lease_token = null, lease_until = null, fault = $1,
  tries = case when $2 then 0 else coalesce($3::integer, tries + 1) end,
  due_at = case when channel_type = 'voice' or mode = 'person' then null
  when $4 then $5::timestamptz
  when exists (select from agent_turns t where t.organization_id = c.organization_id
      and t.conversation_id = c.conversation_id and t.turn = c.turn and t.state in ('thinking', 'acting', 'replying'))
  then greatest(due_at, $6::timestamptz)
  when channel_type = 'whatsapp' then (
    select greatest(least(max(i.received_at) + coalesce((
      select (definition #>> '{whatsapp,gather_seconds}')::double precision from agent_revisions r
      where r.organization_id = c.organization_id and r.agent_id = c.agent_id and r.revision = c.agent_revision
      ), 0) * interval '1 second', min(i.received_at) + $7 * interval '1 millisecond'), $8::timestamptz)
    from (
      select received_at from agent_inputs o where o.organization_id = c.organization_id
        and o.conversation_id = c.conversation_id and o.turn is null) i having count(*) > 0)
  when exists (
    select received_at from agent_inputs o where o.organization_id = c.organization_id
      and o.conversation_id = c.conversation_id and o.turn is null) then greatest(due_at, $9::timestamptz) end,
  burst_since = case when $10 then burst_since when channel_type = 'whatsapp' then (
    select min(i.received_at) from (
      select received_at from agent_inputs o where o.organization_id = c.organization_id
        and o.conversation_id = c.conversation_id and o.turn is null) i) end
where organization_id = $11 and conversation_id = $12 and lease_token = $13;

-- src/agents/conversation/lease-queries.ts: releaseLocked

update agent_conversations c set lease_token = null, lease_until = null, fault = $1,
  tries = case when $2 then 0 else coalesce($3::integer, tries + 1) end,
  due_at = case when channel_type = 'voice' or mode = 'person' then null
  when $4 then $5::timestamptz
  when exists (select from agent_turns t where t.organization_id = c.organization_id
      and t.conversation_id = c.conversation_id and t.turn = c.turn and t.state in ('thinking', 'acting', 'replying'))
  then greatest(due_at, $6::timestamptz)
  when channel_type = 'whatsapp' then (
    select greatest(least(max(i.received_at) + coalesce((
      select (definition #>> '{whatsapp,gather_seconds}')::double precision from agent_revisions r
      where r.organization_id = c.organization_id and r.agent_id = c.agent_id and r.revision = c.agent_revision
      ), 0) * interval '1 second', min(i.received_at) + $7 * interval '1 millisecond'), $8::timestamptz)
    from (
      select received_at from agent_inputs o where o.organization_id = c.organization_id
        and o.conversation_id = c.conversation_id and o.turn is null) i having count(*) > 0)
  when exists (
    select received_at from agent_inputs o where o.organization_id = c.organization_id
      and o.conversation_id = c.conversation_id and o.turn is null) then greatest(due_at, $9::timestamptz) end,
  burst_since = case when $10 then burst_since when channel_type = 'whatsapp' then (
    select min(i.received_at) from (
      select received_at from agent_inputs o where o.organization_id = c.organization_id
        and o.conversation_id = c.conversation_id and o.turn is null) i) end
where organization_id = $11 and conversation_id = $12 and lease_token = $13;

-- src/agents/conversation/lease-queries.ts: renewLease

update agent_conversations set lease_until = $1::timestamptz + $2 * interval '1 millisecond'
where organization_id = $3 and conversation_id = $4 and lease_token = $5 returning conversation_id;

-- src/agents/conversation/lease-queries.ts: selectLeader

select lease_token from agent_conversations
where organization_id = $1 and conversation_id = $2 and mode = 'agent' and ended_at is null and lease_token is not null and lease_until > $3;

-- src/agents/conversation/lease-queries.ts: selectNextConversationDue

with recursive
  organizations as (
      (select organization_id from agent_conversations t where t.channel_type = $1 and t.due_at is not null order by organization_id limit 1)
    union all
    select (select t.organization_id from agent_conversations t
      where t.channel_type = $2 and t.due_at is not null and t.organization_id > o.organization_id order by t.organization_id limit 1)
    from organizations o where o.organization_id is not null),
  open as (
    select o.organization_id, coalesce(u.places, 0) as places from organizations o
    left join unnest($3::uuid[], $4::integer[]) u (organization_id, places)
      on u.organization_id = o.organization_id
    where o.organization_id is not null and coalesce(u.places, 0) < $5::integer)
select due_at from (
  select o.organization_id, d.due_at from open o cross join lateral (
    select due_at from agent_conversations
    where organization_id = o.organization_id and channel_type = $6 and due_at is not null and mode = 'agent'
      and ended_at is null and lease_token is null
    order by due_at limit 1) d
  order by d.due_at) n
where is_here(organization_id) limit 1;

-- src/agents/conversation/lease-queries.ts: takeOverConversation

select from agent_conversations where organization_id = $1 and conversation_id = $2 for update;

with taken as (
  update agent_conversations set lease_token = $1, lease_until = $2::timestamptz + $3 * interval '1 millisecond'
  where organization_id = $4 and conversation_id = $5 and ended_at is null returning turn, channel_type
), unheard as (
  update agent_steps set content = content || '{"unheard":true}'
  where organization_id = $6 and conversation_id = $7 and turn = (select turn from taken where channel_type = 'voice')
    and kind = 'tool' and state = 'done' and content ->> 'outcome' = 'asked'
    and exists (select from agent_turns where organization_id = $8 and conversation_id = $9 and turn = (select turn from taken) and state = 'done')
)
select from taken;

-- src/agents/conversation/lease-queries.ts: yieldConversation

update agent_conversations set lease_token = null, lease_until = null, due_at = $1
where organization_id = $2 and conversation_id = $3 and lease_token = $4;

-- src/agents/conversation/queries.ts: insertAgentConversation

insert into agent_conversations (organization_id, project_id, conversation_id, agent_id, agent_revision, channel_type,
    prompt, lines, customer, language, turn, mode_since, created_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8::jsonb, $9::jsonb,
    $10, $11, $12, $13)
on conflict do nothing returning conversation_id;

-- src/agents/conversation/queries.ts: insertInput

with was as materialized (
  select organization_id, conversation_id, mode, mode_since, mode_by, person_wrote_at from agent_conversations
  where organization_id = $1 and conversation_id = $2 and ended_at is null for update
), conversation as (
  update agent_conversations c set
    mode = case when (mode = 'person'
        and coalesce(person_wrote_at, mode_since) <= $3::timestamptz - $4 * interval '1 hour') then 'agent' else mode end,
    mode_since = case when (mode = 'person'
        and coalesce(person_wrote_at, mode_since) <= $5::timestamptz - $6 * interval '1 hour') then $7::timestamptz else mode_since end,
    mode_by = case when (mode = 'person'
        and coalesce(person_wrote_at, mode_since) <= $8::timestamptz - $9 * interval '1 hour') then null else mode_by end,
    person_wrote_at = case when (mode = 'person'
        and coalesce(person_wrote_at, mode_since) <= $10::timestamptz - $11 * interval '1 hour') then null else person_wrote_at end,
    burst_since = case channel_type when 'whatsapp' then coalesce(case when not ((mode = 'person'
        and coalesce(person_wrote_at, mode_since) <= $12::timestamptz - $13 * interval '1 hour')) then burst_since end, $14::timestamptz) end,
    due_at = case
    when mode = 'person' and not ((mode = 'person'
        and coalesce(person_wrote_at, mode_since) <= $15::timestamptz - $16 * interval '1 hour')) then null
    when channel_type = 'whatsapp' then least($17::timestamptz + coalesce((
      select (definition #>> '{whatsapp,gather_seconds}')::double precision from agent_revisions r
      where r.organization_id = c.organization_id and r.agent_id = c.agent_id and r.revision = c.agent_revision
      ), 0) * interval '1 second', coalesce(case when not ((mode = 'person'
          and coalesce(person_wrote_at, mode_since) <= $18::timestamptz - $19 * interval '1 hour')) then burst_since end, $20::timestamptz) + $21 * interval '1 millisecond')
    when channel_type = 'web' then $22::timestamptz + $23 * interval '1 millisecond'
    end,
    lease_token = case when ($24::uuid is not null and (lease_token is null or lease_until <= $25::timestamptz)) then $26 else lease_token end,
    lease_until = case when ($27::uuid is not null and (lease_token is null or lease_until <= $28::timestamptz)) then $29::timestamptz + $30 * interval '1 millisecond' else lease_until end,
    tries = 0
  where organization_id = $31 and conversation_id = $32 and exists (select from was)
  returning mode, language, due_at, lease_token is not distinct from $33::uuid and $34::uuid is not null as is_led
), stretch as (
  insert into agent_person_stretches (organization_id, conversation_id, begun_at, ended_at, name)
  select organization_id, conversation_id, mode_since, greatest(mode_since, $35::timestamptz), mode_by
  from (select * from was where mode = 'person' and exists (select from conversation where mode = 'agent')) w where person_wrote_at is not null
  on conflict do nothing
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $36::uuid, (
      select project_id from agent_conversations
      where organization_id = $37 and conversation_id = $38)::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $39::text as type, c._id as subject_id, $40::timestamptz as at, jsonb_build_object('_id', c._id,
          'status', c.status, 'outcome', case when c.status not in ('initiated', 'ringing', 'live') then c.status end,
          'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
          'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', to_char(c.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'answered_at', to_char(c.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end_time', to_char(c.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_seconds', c.duration_seconds, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || $41::jsonb as data,
        $42::jsonb as texts
      from (
        select * from conversations where organization_id = $43 and _id = $44 and exists (select from was where mode = 'person')
          and exists (select from conversation where mode = 'agent')) c) f where (exists (select from webhook_endpoints where organization_id = $45 and project_id = (
            select project_id from agent_conversations
            where organization_id = $46 and conversation_id = $47) and removed_at is null)
              or exists (select from api_keys where organization_id = $48 and project_id = (
                select project_id from agent_conversations
                where organization_id = $49 and conversation_id = $50) and revoked_at is null and 'events:read' = any(scopes))
              or exists (select from projects where organization_id = $51 and _id = (
                select project_id from agent_conversations
                where organization_id = $52 and conversation_id = $53) and events = 'keep'))
), input as (
  insert into agent_inputs (organization_id, conversation_id, _id, kind, text, sent_at, received_at)
  select $54::uuid, $55::uuid, $56::uuid, $57, $58,
    $59::timestamptz, $60::timestamptz
  from conversation
)
select mode, language, due_at, is_led from conversation;

-- src/agents/conversation/queries.ts: lockLed

select from agent_conversations where organization_id = $1 and conversation_id = $2 for update;

-- src/agents/conversation/queries.ts: selectAgent

select a._id as agent_id, a.name, r.revision, r.definition,
  jsonb_build_object('name', p.name, 'timezone', p.timezone, 'language', p.language) as project
from agents a
join agent_revisions r on r.organization_id = a.organization_id and r.agent_id = a._id
  and r.revision = coalesce($1::integer, a.revision)
join projects p on p.organization_id = a.organization_id and p._id = a.project_id
where a.organization_id = $2 and a.project_id = $3 and a._id = $4;

-- src/agents/conversation/queries.ts: selectAgentConversation

select c.organization_id, c.project_id, c.conversation_id, c.agent_id, c.agent_revision, c.channel_type,
  c.prompt, c.lines, c.customer, c.language, c.mode, c.mode_since, c.mode_by, c.summary, c.person_wrote_at, c.turn,
  c.tokens, c.closing_since, c.ended_at, c.created_at, a.name as agent_name, r.definition, r.model_account_id,
  r.fallback_account_id, jsonb_build_object('name', p.name, 'timezone', p.timezone) as project, (
    select jsonb_build_object('timezone', k.calling_hours -> 'timezone', 'windows', k.calling_hours -> 'windows')
    from conversations v
    join campaigns k on k.organization_id = v.organization_id and k._id = v.campaign_id and k.calling_hours is not null
    where c.channel_type = 'voice' and v.organization_id = c.organization_id and v._id = c.conversation_id) as open_hours from agent_conversations c
join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
join agent_revisions r on r.organization_id = c.organization_id and r.agent_id = c.agent_id
  and r.revision = c.agent_revision
join projects p on p.organization_id = c.organization_id and p._id = c.project_id
where c.organization_id = $1 and c.conversation_id = $2;

-- src/agents/conversation/queries.ts: selectSilentPeople

select organization_id, project_id, conversation_id from agent_conversations
where ended_at is null and channel_type <> 'voice' and (mode = 'person'
    and coalesce(person_wrote_at, mode_since) <= $1::timestamptz - $2 * interval '1 hour')
  and is_here(organization_id) limit 100;

-- src/agents/conversation/queries.ts: updateDueOfRest

update agent_conversations c set (burst_since, due_at) = (
  select min(i.received_at), case when c.mode = 'agent' and count(*) > 0 then $1::timestamptz end
  from agent_inputs i
  where i.organization_id = c.organization_id and i.conversation_id = c.conversation_id and i.turn is null)
where organization_id = $2 and conversation_id = $3;

-- src/agents/conversation/queries.ts: updateEnded

update agent_conversations set ended_at = $1, due_at = null, burst_since = null, lease_token = null,
  lease_until = null
where organization_id = $2 and conversation_id = $3 and ended_at is null returning conversation_id;

-- src/agents/conversation/queries.ts: updateMode

select from agent_conversations where organization_id = $1 and conversation_id = $2 for update;

with old as materialized (
  select organization_id, conversation_id, mode, mode_since, mode_by, person_wrote_at from agent_conversations
  where organization_id = $1 and conversation_id = $2 and ended_at is null and (not $3::boolean or (mode = 'person'
      and coalesce(person_wrote_at, mode_since) <= $4::timestamptz - $5 * interval '1 hour'))
  for update
), stretch as (
  insert into agent_person_stretches (organization_id, conversation_id, begun_at, ended_at, name)
  select organization_id, conversation_id, mode_since, greatest(mode_since, $6::timestamptz), mode_by
  from (select * from old where mode = 'person' and mode <> $7) w where person_wrote_at is not null
  on conflict do nothing
), changed as (
  update agent_conversations c set mode = $8, mode_since = $9, mode_by = $10,
    summary = coalesce($11, summary), person_wrote_at = null, lease_token = null, lease_until = null,
    burst_since = null,
    due_at = case when $12 = 'agent' and channel_type <> 'voice' and exists (
      select from agent_inputs i where i.organization_id = c.organization_id
        and i.conversation_id = c.conversation_id and i.turn is null) then $13::timestamptz end
  from old
  where c.organization_id = old.organization_id and c.conversation_id = old.conversation_id and old.mode <> $14
  returning c.conversation_id
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $15::uuid, (
      select project_id from agent_conversations
      where organization_id = $16 and conversation_id = $17)::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $18::text as type, c._id as subject_id, $19::timestamptz as at, jsonb_build_object('_id', c._id,
          'status', c.status, 'outcome', case when c.status not in ('initiated', 'ringing', 'live') then c.status end,
          'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
          'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', to_char(c.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'answered_at', to_char(c.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end_time', to_char(c.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_seconds', c.duration_seconds, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || $20::jsonb as data,
        $21::jsonb as texts
      from (
        select * from conversations where organization_id = $22 and _id = $23 and exists (select from changed)) c) f where (exists (select from webhook_endpoints where organization_id = $24 and project_id = (
          select project_id from agent_conversations
          where organization_id = $25 and conversation_id = $26) and removed_at is null)
            or exists (select from api_keys where organization_id = $27 and project_id = (
              select project_id from agent_conversations
              where organization_id = $28 and conversation_id = $29) and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $30 and _id = (
              select project_id from agent_conversations
              where organization_id = $31 and conversation_id = $32) and events = 'keep'))
)
select conversation_id from changed;

-- src/agents/conversation/queries.ts: updateNotLed

update agent_conversations set lease_token = null, lease_until = null, tries = 0 where organization_id = $1 and conversation_id = $2
returning conversation_id;

-- src/agents/conversation/queries.ts: updatePersonWrote

with wrote as (
  update agent_conversations set person_wrote_at = $1, due_at = null, burst_since = null,
    mode_by = coalesce(mode_by, $2)
  where organization_id = $3 and conversation_id = $4 and mode = 'person' and ended_at is null returning conversation_id
), answered as (
  update agent_inputs set turn = $5
  where organization_id = $6 and conversation_id = $7 and turn is null and exists (select from wrote)
)
select from wrote;

-- src/agents/declared-queries.ts: upsertAgent

with given as (
  select * from unnest($1::text[], $2::bytea[]) g (tool, secret)
), written as (
  insert into agents as a (organization_id, project_id, _id, name, broadcast_id, after_window_broadcast_id, created_at,
      updated_at)
  values ($3, $4, $5, $6, $7,
      $8, $9, $10)
  on conflict (organization_id, _id) do update
  set name = excluded.name, broadcast_id = excluded.broadcast_id,
    after_window_broadcast_id = excluded.after_window_broadcast_id, revision = a.revision + 1,
    updated_at = excluded.updated_at
  where (a.name, a.broadcast_id, a.after_window_broadcast_id)
    is distinct from (excluded.name, excluded.broadcast_id, excluded.after_window_broadcast_id)
    or (select (r.definition, r.model_account_id, r.fallback_account_id) from agent_revisions r
      where r.organization_id = a.organization_id and r.agent_id = a._id and r.revision = a.revision)
    is distinct from ($11::jsonb, $12::uuid, $13::uuid)
    or exists (
      select from given full join (
        select s.tool, s.secret from agent_tool_secrets s
        where s.organization_id = a.organization_id and s.agent_id = a._id) s using (tool)
      where given.secret is distinct from s.secret)
  returning organization_id, _id, revision, updated_at
), removed as (
  delete from agent_tool_secrets s using written w
  where s.organization_id = w.organization_id and s.agent_id = w._id and s.tool <> all ($14::text[])
)
insert into agent_revisions (organization_id, agent_id, revision, definition, model_account_id, fallback_account_id,
    created_at)
select organization_id, _id, revision, $15::jsonb, $16, $17, updated_at
from written
returning agent_id as _id;

insert into agent_tool_secrets (organization_id, agent_id, tool, secret)
select $1::uuid, $2::uuid, tool, secret
from unnest($3::text[], $4::bytea[]) g (tool, secret)
on conflict (organization_id, agent_id, tool) do update set secret = excluded.secret;

-- src/agents/declared-queries.ts: upsertModelAccount

insert into model_accounts as m (organization_id, project_id, _id, name, kind, base_url, model, api_key,
    api_key_set_at, output_field, extra, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9, $10, $11::jsonb, $12, $13)
on conflict (organization_id, _id) do update set
  name = excluded.name, kind = excluded.kind, base_url = excluded.base_url, model = excluded.model,
  api_key = excluded.api_key,
  api_key_set_at = case when m.api_key is not distinct from excluded.api_key then m.api_key_set_at
  else excluded.api_key_set_at end,
  output_field = excluded.output_field, extra = excluded.extra, revision = m.revision + 1,
  updated_at = excluded.updated_at
where (m.name, m.kind, m.base_url, m.model, m.api_key, m.output_field, m.extra)
  is distinct from (excluded.name, excluded.kind, excluded.base_url, excluded.model, excluded.api_key,
      excluded.output_field, excluded.extra)
returning _id;

-- src/agents/turn/situation-queries.ts: selectSituation

select c.organization_id, c.project_id, c.conversation_id, c.agent_id, c.agent_revision, c.channel_type,
  c.prompt, c.lines, c.customer, c.language, c.mode, c.mode_since, c.mode_by, c.summary, c.person_wrote_at, c.turn,
  c.tokens, c.closing_since, c.ended_at, c.created_at, a.name as agent_name, r.definition, r.model_account_id,
  r.fallback_account_id, jsonb_build_object('name', p.name, 'timezone', p.timezone) as project, (
    select jsonb_build_object('timezone', k.calling_hours -> 'timezone', 'windows', k.calling_hours -> 'windows')
    from conversations v
    join campaigns k on k.organization_id = v.organization_id and k._id = v.campaign_id and k.calling_hours is not null
    where c.channel_type = 'voice' and v.organization_id = c.organization_id and v._id = c.conversation_id) as open_hours, c.lease_token is not distinct from $1 as is_held,
  (select coalesce(jsonb_agg(to_jsonb(e) order by e.turn), '[]') from (
    select t.turn, t.state, t.input, t.text, t.spoken as heard, t.citations, t.outcome, t.model, t.input_tokens,
      t.output_tokens, t.tokens_estimated, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(t.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at,
      to_char(t.first_text_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_text_at, to_char(t.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at, coalesce((
        select jsonb_agg(jsonb_build_object('step', s.step, 'kind', s.kind, 'state', s.state, 'content', s.content,
            'begun_at', to_char(s.begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended_at', to_char(s.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.step)
        from agent_steps s where s.organization_id = t.organization_id and s.conversation_id = t.conversation_id
          and s.turn = t.turn), '[]') as steps
    from agent_turns t where organization_id = $2 and conversation_id = $3) e) as turns,
  (select coalesce(jsonb_agg(to_jsonb(e) order by e.sent_at, e._id), '[]') from (
    select _id, kind, text, to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sent_at from agent_inputs where organization_id = $4 and conversation_id = $5 and turn is null) e) as inputs,
  (select coalesce(jsonb_agg(to_jsonb(e) order by e.begun_at), '[]') from (
    select to_char(s.begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as begun_at, to_char(s.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at, s.name, coalesce((
      select jsonb_agg(jsonb_build_object('by', l.by, 'text', l.text) order by l.at, l.by)
      from (
        select * from (
          select 'customer' as by, i.text, i.received_at as at from agent_inputs i
          where i.organization_id = s.organization_id and i.conversation_id = s.conversation_id
            and i.turn = $6 and i.received_at <= s.ended_at and i.received_at > coalesce((
              select max(e.ended_at) from agent_person_stretches e where e.organization_id = s.organization_id
                and e.conversation_id = s.conversation_id and e.begun_at < s.begun_at), '-infinity')
          union all
          select 'person', m.text, m.created_at from messages m
          where m.organization_id = s.organization_id and m.conversation_id = s.conversation_id
            and m.direction = 'outbound' and m.text is not null
            and m.created_at >= s.begun_at and m.created_at <= s.ended_at) a
        order by at desc limit $7) l), '[]') as lines
    from agent_person_stretches s where organization_id = $8 and conversation_id = $9 order by s.begun_at) e) as stretches,
  (select coalesce(jsonb_agg(to_jsonb(e) order by e._id), '[]') from (
    select _id, name, kind, base_url, model, encode(api_key, 'base64') as api_key, output_field, extra from model_accounts
    where organization_id = c.organization_id and _id in (r.model_account_id, r.fallback_account_id)) e) as accounts,
  (select to_jsonb(d) from (
    select coalesce(sum(tokens) filter (where used_by = c.agent_id), 0)::bigint as agent,
      coalesce(sum(tokens), 0)::bigint as project,
      (select model_tokens_a_day from projects
        where organization_id = c.organization_id and _id = c.project_id) as project_max
    from (
      select agent_id as used_by, input_tokens + output_tokens as tokens from model_usage where organization_id = c.organization_id and project_id = c.project_id
        and day = ($10::timestamptz at time zone 'UTC')::date
      union all
      select agent_id, input_tokens + output_tokens from model_usage_changes where organization_id = c.organization_id and project_id = c.project_id
        and day = ($11::timestamptz at time zone 'UTC')::date) u) d) as day
from agent_conversations c
join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
join agent_revisions r on r.organization_id = c.organization_id and r.agent_id = c.agent_id
  and r.revision = c.agent_revision
join projects p on p.organization_id = c.organization_id and p._id = c.project_id
where c.organization_id = $12 and c.conversation_id = $13;

-- src/agents/turn/step-queries.ts: insertToolStep

with held as materialized (
  select channel_type, project_id, agent_id from agent_conversations where organization_id = $1 and conversation_id = $2 and lease_token = $3 for share), turn as (
    update agent_turns set state = 'acting'
    where organization_id = $4 and conversation_id = $5 and turn = $6 and exists (select from held)
)
insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at)
select $7::uuid, $8::uuid, $9::integer, $10::integer, 'tool', 'begun', $11::jsonb, $12::timestamptz
from held
returning step;

-- src/agents/turn/step-queries.ts: selectDayTokens

select coalesce(sum(tokens) filter (where used_by = $1), 0)::bigint as agent,
  coalesce(sum(tokens), 0)::bigint as project,
  (select model_tokens_a_day from projects
    where organization_id = $2 and _id = $3) as project_max
from (
  select agent_id as used_by, input_tokens + output_tokens as tokens from model_usage where organization_id = $4 and project_id = $5
    and day = ($6::timestamptz at time zone 'UTC')::date
  union all
  select agent_id, input_tokens + output_tokens from model_usage_changes where organization_id = $7 and project_id = $8
    and day = ($9::timestamptz at time zone 'UTC')::date) u;

-- src/agents/turn/step-queries.ts: selectLostRuns

select s.organization_id, s.conversation_id as _id, s.turn, s.step, s.content from agent_steps s
join agent_turns t on t.organization_id = s.organization_id and t.conversation_id = s.conversation_id and t.turn = s.turn
join agent_conversations c on c.organization_id = s.organization_id and c.conversation_id = s.conversation_id
where s.kind = 'tool' and s.state = 'begun' and is_here(s.organization_id)
  and s.begun_at > now() - interval '7 days' and (t.state in ('done', 'superseded', 'failed') or c.ended_at is not null)
  and s.begun_at <= $1::timestamptz - interval '1 minute' and s.conversation_id <> all($2::uuid[])
order by s.begun_at limit 100;

-- src/agents/turn/step-queries.ts: selectPersonOfConversation

select profile_id, coalesce(phone_number, whatsapp_user_id) as address from conversations
where organization_id = $1 and _id = $2;

-- src/agents/turn/step-queries.ts: selectToolSecret

select secret from agent_tool_secrets
where organization_id = $1 and agent_id = $2 and tool = $3;

-- src/agents/turn/step-queries.ts: selectToolStep

select step, kind, state, content, begun_at, ended_at from agent_steps
where organization_id = $1 and conversation_id = $2 and turn = $3 and step = $4 and kind = 'tool';

-- src/agents/turn/step-queries.ts: selectTries

select tries from agent_conversations where organization_id = $1 and conversation_id = $2;

-- src/agents/turn/step-queries.ts: updateLanguage

update agent_conversations set language = $1
where organization_id = $2 and conversation_id = $3 and lease_token = $4 returning conversation_id;

-- src/agents/turn/step-queries.ts: updateToolStep

with ended as (
  update agent_steps set state = $1, ended_at = $2,
    content = case when content = '{}' then content else $3::jsonb end
  where organization_id = $4 and conversation_id = $5 and turn = $6 and step = $7 and state = 'begun'
  returning *
)
select step from ended;

-- src/agents/turn/turn-queries.ts: appendSentences

with held as materialized (
  select channel_type, project_id, agent_id from agent_conversations where organization_id = $1 and conversation_id = $2 and lease_token = $3 for share), line as (
    insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
    select $4::uuid, $5::uuid, $6::integer, s.number + (
      select coalesce(max(line), 0) from conversation_lines where organization_id = $7 and conversation_id = $8 and turn = $9), 'agent', s.text,
      $10::timestamptz
    from held, unnest($11::text[]) with ordinality s (text, number) where channel_type = 'voice'
    on conflict do nothing
)
update agent_turns set first_text_at = coalesce(first_text_at, $12),
  text = case text when '' then $13::text else text || $14 || $15 end
where organization_id = $16 and conversation_id = $17 and turn = $18 and exists (select from held) returning turn;

-- src/agents/turn/turn-queries.ts: countTurns

select count(*) as count from agent_turns where organization_id = $1 and conversation_id = $2;

-- src/agents/turn/turn-queries.ts: insertCosts

with conversation as (
  update agent_conversations set tokens = tokens + $1 where organization_id = $2 and conversation_id = $3 returning project_id, agent_id
), turn as (
  update agent_turns set input_tokens = input_tokens + $4, output_tokens = output_tokens + $5,
    tokens_estimated = tokens_estimated or $6, model = coalesce(model, $7)
  where organization_id = $8 and conversation_id = $9 and turn = $10
), change as (
  insert into model_usage_changes (organization_id, project_id, agent_id, model_account, day, requests, input_tokens,
      output_tokens)
  select $11::uuid, project_id, agent_id, account, ($12::timestamptz at time zone 'UTC')::date,
    count(*), sum(input_tokens), sum(output_tokens)
  from conversation, unnest($13::text[],
      $14::bigint[], $15::bigint[])
    u (account, input_tokens, output_tokens)
  group by project_id, agent_id, account
)
select from conversation;

-- src/agents/turn/turn-queries.ts: insertModelStep

with conversation as (
  update agent_conversations set tokens = tokens + $1
  where organization_id = $2 and conversation_id = $3 and lease_token = $4 returning project_id, agent_id, channel_type
), turn as (
  update agent_turns set input_tokens = input_tokens + $5, output_tokens = output_tokens + $6,
    tokens_estimated = tokens_estimated or $7, model = coalesce($8, model), first_text_at = coalesce(first_text_at, $9),
    text = case text when '' then $10::text else text || $11 || $12 end,
    state = case when $13 then 'acting' else state end
  where organization_id = $14 and conversation_id = $15 and turn = $16 and exists (select from conversation)
), step as (
  insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at, ended_at)
  select $17::uuid, $18::uuid, $19::integer, $20::integer, 'model',
    'done', $21::jsonb, $22::timestamptz, $23::timestamptz
  from conversation where $24
), change as (
  insert into model_usage_changes (organization_id, project_id, agent_id, model_account, day, requests, input_tokens,
      output_tokens)
  select $25::uuid, project_id, agent_id, account, ($26::timestamptz at time zone 'UTC')::date,
    count(*), sum(input_tokens), sum(output_tokens)
  from conversation, unnest($27::text[],
      $28::bigint[], $29::bigint[])
    u (account, input_tokens, output_tokens)
  group by project_id, agent_id, account
), line as (
  insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
  select $30::uuid, $31::uuid, $32::integer, s.number + (
    select coalesce(max(line), 0) from conversation_lines where organization_id = $33 and conversation_id = $34 and turn = $35), 'agent', s.text,
    $36::timestamptz
  from conversation, unnest($37::text[]) with ordinality s (text, number) where channel_type = 'voice'
  on conflict do nothing
)
select from conversation;

-- src/agents/turn/turn-queries.ts: insertTurn

with conversation as (
    -- What comes from now on is a burst of its own.
  update agent_conversations set turn = $1, burst_since = null
  where organization_id = $2 and conversation_id = $3 and lease_token = $4 and turn = $5 returning channel_type
), taken as (
  update agent_inputs set turn = $6
  where organization_id = $7 and conversation_id = $8 and turn is null and _id = any($9::uuid[]) and exists (select from conversation)
), unsaid as (
  delete from conversation_lines
  where organization_id = $10 and conversation_id = $11 and turn = $12
    and (role = 'customer' or text = $13) and exists (select from conversation)
    and exists (select from agent_turns where organization_id = $14 and conversation_id = $15 and turn = $16 and state = 'superseded')
), line as (
  insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
  select $17::uuid, $18::uuid, $19::integer, 0, 'customer', $20, $21::timestamptz from conversation where channel_type = 'voice'
  on conflict do nothing
)
insert into agent_turns (organization_id, conversation_id, turn, state, input, created_at, asked_at)
select $22::uuid, $23::uuid, $24::integer, 'thinking', $25, $26::timestamptz, $27::timestamptz from conversation
returning turn;

-- src/agents/turn/turn-queries.ts: selectHasWaiting

select from agent_conversations where organization_id = $1 and conversation_id = $2 and lease_token = $3
  and exists (select from agent_inputs where organization_id = $4 and conversation_id = $5 and turn is null);

-- src/agents/turn/turn-queries.ts: selectInputsOfTurn

select _id, kind, text, sent_at from agent_inputs where organization_id = $1 and conversation_id = $2 and turn = $3 order by sent_at, _id;

-- src/agents/turn/turn-queries.ts: selectSpokenLines

select line, text from conversation_lines where organization_id = $1 and conversation_id = $2 and turn = $3 and role = 'agent' order by line;

-- src/agents/turn/turn-queries.ts: selectTurn

select t.turn, t.state, t.input, t.text, t.spoken as heard, t.citations, t.outcome, t.model, t.input_tokens,
  t.output_tokens, t.tokens_estimated, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(t.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at,
  to_char(t.first_text_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_text_at, to_char(t.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at, coalesce((
    select jsonb_agg(jsonb_build_object('step', s.step, 'kind', s.kind, 'state', s.state, 'content', s.content,
        'begun_at', to_char(s.begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended_at', to_char(s.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.step)
    from agent_steps s where s.organization_id = t.organization_id and s.conversation_id = t.conversation_id
      and s.turn = t.turn), '[]') as steps
from agent_turns t where organization_id = $1 and conversation_id = $2 and t.turn = $3;

-- src/agents/turn/turn-queries.ts: selectTurns

select t.turn, t.state, t.input, t.text, t.spoken as heard, t.citations, t.outcome, t.model, t.input_tokens,
  t.output_tokens, t.tokens_estimated, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(t.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at,
  to_char(t.first_text_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_text_at, to_char(t.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at, coalesce((
    select jsonb_agg(jsonb_build_object('step', s.step, 'kind', s.kind, 'state', s.state, 'content', s.content,
        'begun_at', to_char(s.begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended_at', to_char(s.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.step)
    from agent_steps s where s.organization_id = t.organization_id and s.conversation_id = t.conversation_id
      and s.turn = t.turn), '[]') as steps
from agent_turns t where organization_id = $1 and conversation_id = $2 order by t.turn limit $3::bigint offset $4::bigint;

-- src/agents/turn/turn-queries.ts: updateAsked

with held as materialized (
  select channel_type, project_id, agent_id from agent_conversations where organization_id = $1 and conversation_id = $2 and lease_token = $3 for share)
update agent_turns set asked_at = coalesce(asked_at, $4)
where organization_id = $5 and conversation_id = $6 and turn = $7 and exists (select from held) returning turn;

-- src/agents/turn/turn-queries.ts: updateHeard

with held as materialized (
  select channel_type, project_id, agent_id from agent_conversations where organization_id = $1 and conversation_id = $2 and lease_token = $3 for share), turn as (
    update agent_turns set spoken = $4
    where organization_id = $5 and conversation_id = $6 and turn = $7 and exists (select from held) returning turn
), part as (
  select line, text from unnest($8::integer[], $9::text[])
    p (line, text) where exists (select from turn)
), gone as (
  delete from conversation_lines
  where organization_id = $10 and conversation_id = $11 and turn = $12 and line in (select line from part where text = '')
), cut as (
  update conversation_lines l set text = p.text from part p
  where l.organization_id = $13 and l.conversation_id = $14
    and l.turn = $15 and l.line = p.line and p.text not in ('', l.text)
)
select turn from turn;

-- src/agents/turn/turn-queries.ts: updateTurnEnd

with conversation as (
  update agent_conversations set tokens = tokens + $1,
    closing_since = case when $2::boolean
    then coalesce(closing_since, $3::timestamptz) else closing_since end
  where organization_id = $4 and conversation_id = $5 and lease_token = $6 returning project_id, agent_id, channel_type
), released as (
  update agent_inputs set turn = null
  where organization_id = $7 and conversation_id = $8 and turn = $9 and $10 = 'superseded' and exists (select from conversation)
), step as (
  insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at, ended_at)
  select $11::uuid, $12::uuid, $13::integer, $14::integer, 'model',
    'done', $15::jsonb, $16::timestamptz, $17::timestamptz
  from conversation where $18
), change as (
  insert into model_usage_changes (organization_id, project_id, agent_id, model_account, day, requests, input_tokens,
      output_tokens)
  select $19::uuid, project_id, agent_id, account, ($20::timestamptz at time zone 'UTC')::date,
    count(*), sum(input_tokens), sum(output_tokens)
  from conversation, unnest($21::text[],
      $22::bigint[], $23::bigint[])
    u (account, input_tokens, output_tokens)
  group by project_id, agent_id, account
)
update agent_turns set state = $24, outcome = $25, spoken = coalesce($26, spoken), text = coalesce($27, text),
  input_tokens = input_tokens + $28, output_tokens = output_tokens + $29,
  tokens_estimated = tokens_estimated or $30, model = coalesce($31, model), citations = $32::jsonb,
  ended_at = case when $33 = 'replying' then null else $34::timestamptz end
where organization_id = $35 and conversation_id = $36 and turn = $37 and state in ('thinking', 'acting', 'replying')
  and exists (select from conversation)
returning turn;

-- src/analytics/chat-queries.ts: selectChatCounts

with asked as materialized (select (select $1::uuid) as organization_id, array[(select $2::uuid)] as projects, $3::text[] as channel_types)
select kind, at, count from (
  select kind, bucket, count
  from unnest((select $4::text[]), (select $5::timestamptz[]), (select $6::timestamptz[]))
    run (grain, start, stop)
  cross join lateral (
    select kind, bucket, count from chat_counts
    where organization_id = (select $7::uuid) and project_id = (select $8::uuid) and kind in ('messages', 'leads', 'tickets') and grain = run.grain
      and channel_type = (select $9::text) and bucket >= run.start and bucket < run.stop offset 0) counters
  union all
  select kind, date_bin('1 day', hour, '0001-01-01 00:00:00+00'), sum(count)::bigint
  from asked cross join (select * from unnest((select $10::timestamptz[]), (select $11::timestamptz[])) limit 2) span (start, stop) cross join lateral (
    select kind, hour, count from chat_count_changes
    where organization_id = asked.organization_id and project_id = any(asked.projects) and kind in ('messages', 'leads', 'tickets') and channel_type = any(asked.channel_types) and hour >= span.start and hour < span.stop
    offset 0) changes
  group by 1, 2
  union all
  select $12::text, date_bin('1 day', e.at, '0001-01-01 00:00:00+00'), count(*)
  from asked cross join (select * from unnest((select $13::timestamptz[]), (select $14::timestamptz[])) limit 2) span (start, stop) cross join lateral (
    select created_at as at, channel_type from messages
    where organization_id = asked.organization_id and project_id = any(asked.projects) and created_at >= span.start and created_at < span.stop and true offset 0) e
  where channel_type = any(asked.channel_types) group by 2 union all
  select $15::text, date_bin('1 day', e.at, '0001-01-01 00:00:00+00'), count(*)
  from asked cross join (select * from unnest((select $16::timestamptz[]), (select $17::timestamptz[])) limit 2) span (start, stop) cross join lateral (
    select first_seen_at as at, channel_type from channel_identities
    where organization_id = asked.organization_id and project_id = any(asked.projects) and first_seen_at >= span.start and first_seen_at < span.stop and not is_alias offset 0) e
  where channel_type = any(asked.channel_types) group by 2 union all
  select $18::text, date_bin('1 day', e.at, '0001-01-01 00:00:00+00'), count(*)
  from asked cross join (select * from unnest((select $19::timestamptz[]), (select $20::timestamptz[])) limit 2) span (start, stop) cross join lateral (
    select created_at as at, channel_type from tickets
    where organization_id = asked.organization_id and project_id = any(asked.projects) and created_at >= span.start and created_at < span.stop and true offset 0) e
  where channel_type = any(asked.channel_types) group by 2) p (kind, at, count) where count <> 0;

-- src/analytics/chat-queries.ts: selectChatSpan

with asked as materialized (select (select $1::uuid) as organization_id, array[(select $2::uuid)] as projects, $3::text[] as channel_types), changes as materialized (
  select kind, hour, count from asked cross join lateral (
    select kind, hour, count from chat_count_changes
    where organization_id = asked.organization_id and project_id = any(asked.projects) and kind in ('messages', 'leads', 'tickets') and channel_type = any(asked.channel_types) offset 0) changes
), months as materialized (
  select min(at) as first, max(at) as last from (
    select at from (
      select kind, bucket, count from (select 'month' as grain, timestamptz '-infinity' as start, timestamptz 'infinity' as stop) run cross join lateral (
        select kind, bucket, count from chat_counts
        where organization_id = (select $4::uuid) and project_id = (select $5::uuid) and kind in ('messages', 'leads', 'tickets') and grain = run.grain
          and channel_type = (select $6::text) and bucket >= run.start and bucket < run.stop offset 0) counters
      union all
      select kind, date_trunc('month', hour, 'UTC'), count from changes where true) c (kind, at, count)
    group by kind, at having sum(count) > 0) m
)
select min(at) as first, max(at) as last from (
  select at from (
    select kind, bucket, count from (select distinct 'day' as grain, at as start, at + interval '1 month' as stop
      from months, unnest(array[first, last]) at) run cross join lateral (
        select kind, bucket, count from chat_counts
        where organization_id = (select $7::uuid) and project_id = (select $8::uuid) and kind in ('messages', 'leads', 'tickets') and grain = run.grain
          and channel_type = (select $9::text) and bucket >= run.start and bucket < run.stop offset 0) counters
    union all
    select kind, date_trunc('day', hour, 'UTC'), count from changes where date_trunc('month', hour, 'UTC') in (select unnest(array[first, last]) from months)) c (kind, at, count)
  group by kind, at having sum(count) > 0) d;

-- src/analytics/series-queries.ts: selectChatSeries

with
  pieces as materialized (
    select * from unnest((select $1::text[]), (select $2::timestamptz[]), (select $3::timestamptz[]),
        (select $4::text[])::bigint[], (select $5::text[])::bigint[], (select $6::text[])::bigint[])
      p (grain, start, stop, adds_to, takes_from, is_split)
), ends as materialized (
  select * from unnest((select $7::timestamptz[]), (select $8::timestamptz[]),
      (select $9::text[])::bigint[], (select $10::text[])::bigint[])
    e (start, stop, adds_to, takes_from)
), counted_span as materialized (select min(start) as start, max(stop) as stop from pieces),
  buckets as materialized (
    select grain_number, counted, b.bucket, sign
    from pieces join (values ('hour', 1), ('day', 2), ('month', 3)) g (grain, grain_number) using (grain)
    cross join lateral
      generate_series(start, stop - interval '1 millisecond', ('1 ' || grain)::interval) c (counted)
    cross join lateral (values (adds_to, 1), (takes_from, -1)) b (bucket, sign)
    where b.bucket is not null
), grains as materialized (
  select grain, grain_number, array(
    select distinct counted from buckets b where b.grain_number = g.grain_number order by 1) as instants
  from (values ('hour', 1), ('day', 2), ('month', 3)) g (grain, grain_number)
), changes as materialized (
  select channel_type, case when part is null then kind else kind || ':' || part end as kind, hour,
    sum(count)::bigint as count
  from chat_count_changes
  where
    organization_id = (select $11::uuid) and project_id = (select $12::uuid) and hour >= (select start from counted_span) and hour < (select stop from counted_span)
  group by 1, 2, 3
  union all
  select channel_type, 'chats', hour, sum(conversations)::bigint from conversation_count_changes
  where
    organization_id = (select $13::uuid) and project_id = (select $14::uuid) and channel_type <> 'voice' and hour >= (select start from counted_span)
    and hour < (select stop from counted_span)
  group by 1, 2, 3
), counters as materialized (
  select channel, kind,
    null::integer as channel_number,
    array_position((select $15::text[]), kind) as kind_number
  from unnest((select $16::text[])) c (channel), unnest((select $17::text[])) k (kind)
), chat_counters as materialized (
  select channel,
    null::integer as channel_number,
    array_position((select $18::text[]), 'chats') as kind_number from unnest((select $19::text[])) c (channel)
)
select bucket, channel_number, kind_number, sum(count)::bigint as count
from (
  select b.bucket, channel_number, kind_number, sign * count as count
  from grains g cross join counters l
  cross join lateral (
    select bucket as counted, count from chat_counts
    where
      organization_id = (select $20::uuid) and project_id = (select $21::uuid) and kind = l.kind and grain = g.grain and channel_type = l.channel and bucket = any(g.instants)
    offset 0) n
  join buckets b using (grain_number, counted)
  union all
  select b.bucket, channel_number, kind_number, sign * conversations
  from grains g cross join chat_counters l
  cross join lateral (
    select bucket as counted, conversations from conversation_counts
    where
      organization_id = (select $22::uuid) and project_id = (select $23::uuid) and grain = g.grain and channel_type = l.channel and conversation_type = '*' and status = '*'
      and bucket = any(g.instants) offset 0) n
  join buckets b using (grain_number, counted)
  union all
  select bucket, channel_number, kind_number, sign * count
  from (
    select adds_to, takes_from,
      null::integer as channel_number,
      array_position((select $24::text[]), kind) as kind_number, count
    from pieces join changes on hour >= start and hour < stop
    union all
    select adds_to, takes_from,
      null::integer as channel_number,
      array_position((select $25::text[]), 'messages:' || part) as kind_number, count from (
        select adds_to, takes_from, channel_type as channel, direction as part, count(*) as count
        from ends cross join lateral (
          select * from messages where
            organization_id = (select $26::uuid) and project_id = (select $27::uuid) and created_at >= ends.start and created_at < ends.stop and channel_type <> 'voice' offset 0) r
        group by 1, 2, 3, 4) e union all
    select adds_to, takes_from,
      null::integer as channel_number,
      array_position((select $28::text[]), 'leads') as kind_number, count from (
        select adds_to, takes_from, channel_type as channel, null::text as part, count(*) as count
        from ends cross join lateral (
          select * from channel_identities where
            organization_id = (select $29::uuid) and project_id = (select $30::uuid) and first_seen_at >= ends.start and first_seen_at < ends.stop and not is_alias and channel_type <> 'voice' offset 0) r
        group by 1, 2, 3, 4) e union all
    select adds_to, takes_from,
      null::integer as channel_number,
      array_position((select $31::text[]), case channel when 'voice' then 'call_tickets' else 'tickets' end) as kind_number, count from (
        select adds_to, takes_from, channel_type as channel, null::text as part, count(*) as count
        from ends cross join lateral (
          select * from tickets where
            organization_id = (select $32::uuid) and project_id = (select $33::uuid) and created_at >= ends.start and created_at < ends.stop and true offset 0) r
        group by 1, 2, 3, 4) e union all
    select adds_to, takes_from,
      null::integer as channel_number,
      array_position((select $34::text[]), 'sends:' || part) as kind_number, count from (
        select adds_to, takes_from, 'whatsapp' as channel, status as part, count(*) as count
        from ends cross join lateral (
          select * from whatsapp_messages where
            organization_id = (select $35::uuid) and project_id = (select $36::uuid) and created_at >= ends.start and created_at < ends.stop and true offset 0) r
        group by 1, 2, 3, 4) e union all
    select adds_to, takes_from,
      null::integer as channel_number,
      array_position((select $37::text[]), 'chats') as kind_number, count from (
        select adds_to, takes_from, channel_type as channel, null::text as part, count(*) as count
        from ends cross join lateral (
          select * from conversations where
            organization_id = (select $38::uuid) and project_id = (select $39::uuid) and start_time >= ends.start and start_time < ends.stop and channel_type <> 'voice' offset 0) r
        group by 1, 2, 3, 4) e) r cross join lateral (values (adds_to, 1), (takes_from, -1)) b (bucket, sign)
  where bucket is not null) c
where kind_number is not null
group by bucket, channel_number, kind_number having sum(count) <> 0;

-- src/analytics/series-queries.ts: selectLargestCampaigns

select c._id, c.name from (
  select campaign_id, sum(conversations) as conversations from (
    select n.campaign_id, n.conversations
    from unnest((select $1::text[]), (select $2::timestamptz[]), (select $3::timestamptz[]))
      s (grain, start, stop)
    cross join lateral (
      select campaign_id, conversations from campaign_counts
      where
        organization_id = (select $4::uuid) and project_id = (select $5::uuid) and grain = s.grain and status = '*' and bucket >= s.start and bucket < s.stop offset 0) n
    union all
    select campaign_id, conversations from conversation_count_changes
    where
      organization_id = (select $6::uuid) and project_id = (select $7::uuid) and channel_type = 'voice' and campaign_id is not null and hour >= ((select $8::timestamptz[]))[1]
      and hour < ((select $9::timestamptz[]))[1]) counted
  group by campaign_id having sum(conversations) > 0
  order by sum(conversations) desc, campaign_id limit (select $10::bigint)) largest
join campaigns c on c.organization_id = (select $11::uuid) and c._id = campaign_id
order by conversations desc, c._id;

-- src/analytics/series-queries.ts: selectVoiceSeries

with
  pieces as materialized (
    select * from unnest((select $1::text[]), (select $2::timestamptz[]), (select $3::timestamptz[]),
        (select $4::text[])::bigint[], (select $5::text[])::bigint[], (select $6::text[])::bigint[])
      p (grain, start, stop, adds_to, takes_from, is_split)
), ends as materialized (
  select * from unnest((select $7::timestamptz[]), (select $8::timestamptz[]),
      (select $9::text[])::bigint[], (select $10::text[])::bigint[])
    e (start, stop, adds_to, takes_from)
), counted_span as materialized (select min(start) as start, max(stop) as stop from pieces), changes as materialized (
  select hour, status, campaign_id, sum(conversations) as conversations, sum(duration_seconds) as duration_seconds
  from conversation_count_changes
  where
    organization_id = (select $11::uuid) and project_id = (select $12::uuid) and channel_type = 'voice' and campaign_id = (select $13::uuid) and hour >= (select start from counted_span)
    and hour < (select stop from counted_span)
  group by 1, 2, 3
), uncounted as materialized (
  select adds_to, takes_from, status, campaign_id, conversations, duration_seconds
  from pieces join changes on hour >= start and hour < stop
  union all
  select adds_to, takes_from, status, campaign_id, count(*), coalesce(sum(duration_seconds::numeric), 0)
  from ends cross join lateral (
    select channel_type, status, campaign_id, duration_seconds from conversations
    where
      organization_id = (select $14::uuid) and project_id = (select $15::uuid) and start_time >= ends.start and start_time < ends.stop offset 0) c
  where channel_type = 'voice' and campaign_id = (select $16::uuid)
  group by 1, 2, 3, 4
)
select bucket, key, sum(sign * calls)::bigint as calls, sum(sign * answered)::bigint as answered,
  sum(sign * seconds)::double precision as talk_seconds
from (
  select p.adds_to, p.takes_from, null::text, n.conversations, n.answered, n.duration_seconds
  from pieces p cross join unnest((select $17::text[])) l (status)
  cross join lateral (
    select conversations, answered, duration_seconds from campaign_counts
    where
      organization_id = (select $18::uuid) and project_id = (select $19::uuid) and grain = p.grain and status = l.status and campaign_id = (select $20::uuid)
      and bucket >= p.start and bucket < p.stop offset 0) n union all
  select adds_to, takes_from, null::text, conversations, case when status in ('completed', 'live') then conversations else 0 end, duration_seconds from uncounted) c (adds_to, takes_from, key, calls, answered, seconds) cross join lateral (values (adds_to, 1), (takes_from, -1)) b (bucket, sign)
where bucket is not null group by bucket, key;

-- src/analytics/voice-queries.ts: selectVoiceCounts

with asked as materialized (
  select (select $1::uuid) as organization_id, array[(select $2::uuid)] as projects, $3::text[] as status_levels,
    $4::text[] as conversation_types,
    $5::text[] as statuses
), uncounted as materialized (
  select day, status, count(*) as conversations, count(duration_seconds) as durations,
    coalesce(sum(duration_seconds), 0) as duration_seconds
  from (
    select e.start_time::date as day, e.status, e.duration_seconds::numeric
    from asked cross join (select * from unnest((select $6::timestamptz[]), (select $7::timestamptz[])) limit 2) span (start, stop) cross join lateral (
      select start_time, channel_type, conversation_type, status, campaign_id, duration_seconds from conversations
      where organization_id = asked.organization_id and project_id = any(asked.projects) and start_time >= span.start and start_time < span.stop offset 0) e
    where channel_type = 'voice' and conversation_type = any(asked.conversation_types)
      and status = any(asked.statuses)) ends
  group by day, status
  union all
  select hour::date, status, sum(conversations), sum(durations), sum(duration_seconds)
  from asked cross join (select * from unnest((select $8::timestamptz[]), (select $9::timestamptz[])) limit 2) span (start, stop) cross join lateral (
    select * from conversation_count_changes
    where organization_id = asked.organization_id and project_id = any(asked.projects) and hour >= span.start and hour < span.stop
      and channel_type = 'voice' and conversation_type = any(asked.conversation_types)
      and status = any(asked.statuses) offset 0) changes
  group by 1, 2
)
select coalesce(sum(conversations) filter (where status = 'completed'), 0)::bigint as completed,
  coalesce(sum(conversations) filter (where status = 'live'), 0)::bigint as live,
  coalesce(sum(durations) filter (where is_asked), 0)::bigint as durations,
  (select string_agg(concat_ws(' ', day, conversations, duration_seconds), ',') from (
    select bucket::date as day, conversations, duration_seconds from (
      select level.status, n.*
      from unnest((select $10::text[]), (select $11::text[]), (select $12::text[]), (select $13::timestamptz[]),
          (select $14::timestamptz[])) level (grain, conversation_type, status, start, stop)
      cross join lateral (
        select bucket, conversations, durations, duration_seconds from conversation_counts
        where organization_id = (select $15::uuid) and project_id = (select $16::uuid) and grain = level.grain and channel_type = 'voice'
          and conversation_type = level.conversation_type and status = level.status
          and bucket >= level.start and bucket < level.stop offset 0) n) counters
    union all
    select day, conversations, duration_seconds from uncounted) days) as days
from (
  select status, conversations, durations, status = any(asked.status_levels) as is_asked
  from asked, (
    select level.status, n.*
    from unnest((select $17::text[]), (select $18::text[]), (select $19::text[]), (select $20::timestamptz[]),
        (select $21::timestamptz[])) level (grain, conversation_type, status, start, stop)
    cross join lateral (
      select bucket, conversations, durations, duration_seconds from conversation_counts
      where organization_id = (select $22::uuid) and project_id = (select $23::uuid) and grain = level.grain and channel_type = 'voice'
        and conversation_type = level.conversation_type and status = level.status
        and bucket >= level.start and bucket < level.stop offset 0) n) counters
  union all
  select status, conversations, durations, true from uncounted) parts;

with asked as materialized (
  select (select $1::uuid) as organization_id, array(select _id from projects where organization_id = (select $2::uuid)) as projects, $3::text[] as status_levels,
    $4::text[] as conversation_types,
    $5::text[] as statuses
), uncounted as materialized (
  select day, status, count(*) as conversations, count(duration_seconds) as durations,
    coalesce(sum(duration_seconds), 0) as duration_seconds
  from (
    select e.start_time::date as day, e.status, e.duration_seconds::numeric
    from asked cross join (select * from unnest((select $6::timestamptz[]), (select $7::timestamptz[])) limit 2) span (start, stop) cross join lateral (
      select start_time, channel_type, conversation_type, status, campaign_id, duration_seconds from conversations
      where organization_id = asked.organization_id and project_id = any(asked.projects) and start_time >= span.start and start_time < span.stop offset 0) e
    where channel_type = 'voice' and conversation_type = any(asked.conversation_types)
      and status = any(asked.statuses)) ends
  group by day, status
  union all
  select hour::date, status, sum(conversations), sum(durations), sum(duration_seconds)
  from asked cross join (select * from unnest((select $8::timestamptz[]), (select $9::timestamptz[])) limit 2) span (start, stop) cross join lateral (
    select * from conversation_count_changes
    where organization_id = asked.organization_id and project_id = any(asked.projects) and hour >= span.start and hour < span.stop
      and channel_type = 'voice' and conversation_type = any(asked.conversation_types)
      and status = any(asked.statuses) offset 0) changes
  group by 1, 2
)
select coalesce(sum(conversations) filter (where status = 'completed'), 0)::bigint as completed,
  coalesce(sum(conversations) filter (where status = 'live'), 0)::bigint as live,
  coalesce(sum(durations) filter (where is_asked), 0)::bigint as durations,
  (select string_agg(concat_ws(' ', day, conversations, duration_seconds), ',') from (
    select bucket::date as day, conversations, duration_seconds from (
      select level.status, n.*
      from unnest((select $10::text[]), (select $11::text[]), (select $12::text[]), (select $13::timestamptz[]),
          (select $14::timestamptz[])) level (grain, conversation_type, status, start, stop)
      cross join lateral (
        select bucket, conversations, durations, duration_seconds from conversation_counts
        where organization_id = (select $15::uuid) and project_id = '00000000-0000-0000-0000-000000000000'::uuid and grain = level.grain and channel_type = 'voice'
          and conversation_type = level.conversation_type and status = level.status
          and bucket >= level.start and bucket < level.stop offset 0) n) counters
    union all
    select day, conversations, duration_seconds from uncounted) days) as days
from (
  select status, conversations, durations, status = any(asked.status_levels) as is_asked
  from asked, (
    select level.status, n.*
    from unnest((select $16::text[]), (select $17::text[]), (select $18::text[]), (select $19::timestamptz[]),
        (select $20::timestamptz[])) level (grain, conversation_type, status, start, stop)
    cross join lateral (
      select bucket, conversations, durations, duration_seconds from conversation_counts
      where organization_id = (select $21::uuid) and project_id = '00000000-0000-0000-0000-000000000000'::uuid and grain = level.grain and channel_type = 'voice'
        and conversation_type = level.conversation_type and status = level.status
        and bucket >= level.start and bucket < level.stop offset 0) n) counters
  union all
  select status, conversations, durations, true from uncounted) parts;

select coalesce(sum(completed), 0)::bigint as completed, coalesce(sum(live), 0)::bigint as live,
  coalesce(sum(durations), 0)::bigint as durations, string_agg(concat_ws(' ', day::date, conversations, duration_seconds), ',') as days
from (
    -- date_bin is cheaper than date_trunc, which looks the time zone up for each row.
  select date_bin('1 day', start_time, '0001-01-01 00:00:00+00') as day, count(*) as conversations,
    count(*) filter (where c.status = 'completed') as completed, count(*) filter (where c.status = 'live') as live,
    count(duration_seconds) as durations, coalesce(sum(duration_seconds), 0) as duration_seconds
  from conversations c
  where organization_id = $1 and project_id = $2 and c.channel_type = 'voice' and c.phone_number = $3
  group by 1) d;

-- src/audit/audit-queries.ts: selectAudit

select c._id, c.at, jsonb_build_object('kind', c.actor_kind, 'id', c.actor_id, 'name', c.actor_name, 'via', c.via) as actor, c.request_id, c.project_id, c.kind, c.record_id, c.record_name,
  c.action, c.revision, c.fields from changes c where c.organization_id = $1 and true order by _id
limit (select $2::bigint) offset (select $3::bigint);

select count(*) as total from changes c where c.organization_id = $1 and true;

-- src/audit/queries.ts: insertChanges

insert into changes (organization_id, _id, project_id, at, actor_kind, actor_id, actor_name, via, request_id, kind, record_id,
    record_name, action, revision, fields)
select organization_id, _id, project_id, at, actor_kind, actor_id, actor_name, via, request_id, kind, record_id,
  record_name, action, revision, fields from jsonb_to_recordset($1::jsonb) as t (organization_id uuid, _id uuid,
      project_id uuid, at timestamptz, actor_kind text, actor_id text, actor_name text, via text, request_id text,
      kind text, record_id text, record_name text, action text, revision integer, fields jsonb);

-- src/audit/queries.ts: selectChange

select organization_id, _id, project_id, at, actor_kind, actor_id, actor_name, via, request_id, kind, record_id,
  record_name, action, revision, fields from changes where organization_id = $1 and _id = $2
  and ($3::uuid[] is null or project_id = any($4::uuid[]));

-- src/audit/queries.ts: selectChanges

select organization_id, _id, project_id, at, actor_kind, actor_id, actor_name, via, request_id, kind, record_id,
  record_name, action, revision, fields from changes where organization_id = $1 order by at desc, _id desc
limit $2::bigint offset $3::bigint;

select count(*) as total from changes where organization_id = $1;

select organization_id, _id, project_id, at, actor_kind, actor_id, actor_name, via, request_id, kind, record_id,
  record_name, action, revision, fields from changes where organization_id = $1 and kind = $2 and record_id = $3 and exists (select from jsonb_array_elements(fields) f where f ->> 'path' = $4
      or starts_with(f ->> 'path', $5 || '.') or starts_with(f ->> 'path', $6 || '[')) order by at desc, _id desc
limit $7::bigint offset $8::bigint;

select count(*) as total from changes where organization_id = $1 and kind = $2 and record_id = $3 and exists (select from jsonb_array_elements(fields) f where f ->> 'path' = $4
    or starts_with(f ->> 'path', $5 || '.') or starts_with(f ->> 'path', $6 || '['));

-- src/audit/queries.ts: selectLastChanges

select i.record_id, c._id, c.at, c.actor_kind, c.actor_name, c.via
from unnest($1::text[]) i (record_id)
cross join lateral (
  select _id, at, actor_kind, actor_name, via from changes
  where organization_id = $2 and kind = $3 and record_id = i.record_id
    and action <> 'calls canceled'
  order by at desc, _id desc limit 1) c;

-- src/audit/queries.ts: selectLastSetters

select p.path, s.at, s.actor_kind, s.actor_name, s.via
from unnest($1::text[]) p (path)
cross join lateral (
  select c.at, c.actor_kind, c.actor_name, c.via from changes c
  where c.organization_id = $2 and c.kind = $3 and c.record_id = $4
    and exists (select from jsonb_array_elements(c.fields) f
      cross join lateral (select f ->> 'path' as named) n
      where named = p.path
        or starts_with(named, p.path || '.') or starts_with(named, p.path || '[')
        or starts_with(p.path, named || '.') or starts_with(p.path, named || '['))
  order by c.at desc, c._id desc limit 1) s;

-- src/calls/attempt/attempt-queries.ts: selectAnsweredBy

select answered_by from call_attempts where organization_id = $1 and _id = $2;

-- src/calls/attempt/attempt-queries.ts: selectIsBatchCanceled

select b._id from calls c join call_batches b on b.organization_id = c.organization_id and b._id = c.batch_id
where c.organization_id = $1 and c._id = $2 and b.state in ('canceling', 'canceled');

-- src/calls/attempt/attempt-queries.ts: selectStopOfCall

select exists (select from calls where organization_id = $1 and _id = $2
    and cancel_requested_at is not null) as is_canceled,
  (c.status = 'paused') is true as is_paused, (c.status = 'ended' or c.ends_at <= $3) is true as has_ended,
  c.calling_hours, exists (select from database_identity i
    where i.held_since is not null or i.system_identifier <> (select system_identifier from pg_control_system()) or i.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint) as is_held,
  not is_here(p.organization_id) as is_elsewhere,
  (
      exists (select from do_not_call d where d.organization_id = $4 and d.number = $5
          and d.ended_at is null and (d.until is null or d.until > $6::timestamptz))
      or exists (select from do_not_call d where d.organization_id = $7
          and d.number_hash = $8 and d.ended_at is null and (d.until is null or d.until > $9::timestamptz))) as is_listed,
  (select jsonb_build_object('calls', o.calls, 'caller_numbers',
      case when o.calls ->> 'countries' is not null then '[]'::jsonb else coalesce((
        select jsonb_agg(i.number) from (select number from caller_ids where organization_id = p.organization_id
            and project_id = p._id order by number limit 1000) i), '[]'::jsonb) end)
    from organizations o where o._id = p.organization_id) as number_rules
from projects p left join campaigns c on c.organization_id = p.organization_id and c._id = $10
where p.organization_id = $11 and p._id = $12;

-- src/calls/attempt/attempt-queries.ts: updateAttemptTransferred

update call_attempts set transferred_at = coalesce(transferred_at, $1),
  transfer_limit_seconds = $2, time_limit_seconds = $3::integer,
  transfer_rate_per_minute = greatest(transfer_rate_per_minute, $4::numeric)
where organization_id = $5 and _id = $6;

-- src/calls/attempt/carrier-event-queries.ts: insertCarrierEvent

with stored as (
  insert into carrier_events as e (organization_id, attempt_id, call_sid, call_status, sequence_number, source,
      occurred_at, received_at, duration_seconds, answered_by, sip_response_code, error_code)
  values ($1, $2, $3, $4,
      $5, $6, $7, $8,
      $9, $10, $11, $12)
  on conflict (organization_id, attempt_id, call_sid, call_status, sequence_number, source)
    do update set answered_by = excluded.answered_by
  where e.answered_by is null and excluded.answered_by is not null
  returning call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
    answered_by, sip_response_code, error_code
)
select call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
  answered_by, sip_response_code, error_code from carrier_events
where organization_id = $13 and attempt_id = $14
  and (call_sid, call_status, sequence_number, source) not in (
    select call_sid, call_status, sequence_number, source from stored)
union all select call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
  answered_by, sip_response_code, error_code from stored;

-- src/calls/attempt/carrier-event-queries.ts: selectReports

select (
  select coalesce(jsonb_agg(jsonb_build_object('call_sid', e.call_sid, 'call_status', e.call_status,
      'sequence_number', e.sequence_number, 'source', e.source, 'occurred_at', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'received_at', to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', e.duration_seconds, 'answered_by', e.answered_by,
      'sip_response_code', e.sip_response_code, 'error_code', e.error_code)), '[]'::jsonb)
  from carrier_events e where e.organization_id = a.organization_id and e.attempt_id = a._id) as events, a.reported_at from call_attempts a
where a.organization_id = $1 and a._id = $2;

-- src/calls/attempt/never-placed-queries.ts: countNeverPlaced

select count(*) as count from call_attempts
where organization_id = $1 and call_id = $2 and state = 'never_placed';

-- src/calls/attempt/never-placed-queries.ts: deleteAttempt

delete from call_attempts where organization_id = $1 and _id = $2;

-- src/calls/attempt/never-placed-queries.ts: deleteCall

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $3::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', null, 'conversation_id', null, 'customer_profile_id', null) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (
        select (jsonb_populate_record(c, $4::jsonb)).* from calls c
        where c.organization_id = $5 and c._id = $6) c) f where (exists (select from webhook_endpoints where organization_id = $7 and project_id = $8 and removed_at is null)
            or exists (select from api_keys where organization_id = $9 and project_id = $10 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $11 and _id = $12 and events = 'keep'))
) select;

delete from call_attempts where organization_id = $1 and call_id = $2;

delete from call_moves where organization_id = $1 and call_id = $2;

delete from calls where organization_id = $1 and _id = $2;

-- src/calls/attempt/never-placed-queries.ts: selectEarlierMet

select earlier_interaction_at as interaction_at, earlier_seen_at as seen_at from call_attempts
where organization_id = $1 and _id = $2;

-- src/calls/attempt/never-placed-queries.ts: updateEarlierMet

update call_attempts set earlier_interaction_at = (
  select last_interaction_at from profiles where organization_id = $1 and _id = coalesce(
      (select profile_id from
          channel_identities where organization_id = $2 and project_id = $3 and channel_type = 'voice' and identity_key = $4),
      (select profile_id from profile_contacts where organization_id = $5 and project_id = $6 and kind = 'phone' and normalized = $7))), earlier_seen_at = (select last_seen_at from
          channel_identities where organization_id = $8 and project_id = $9 and channel_type = 'voice' and identity_key = $10)
where organization_id = $11 and _id = $12;

-- src/calls/attempt/report-queries.ts: insertReport

with attempt as (select $1::uuid as organization_id, $2::uuid as _id), lines as (
  insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
  select $3::uuid, $4::uuid, $5::integer, place - 1, role, text, $6::timestamptz
  from unnest($7::text[], $8::text[])
  with ordinality as said (role, text, place)
  where true
  on conflict do nothing)
insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
    answered_by, sip_response_code, error_code)
select organization_id, _id, $9, $10, $11::integer, $12,
  $13::timestamptz, $14::timestamptz, $15::double precision,
  $16, $17, $18
from attempt on conflict do nothing;

-- src/calls/attempt/report-queries.ts: selectReadAttempt

select a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.error_reason, a.created_at, a.time_limit_seconds, a.rate_per_minute::double precision as rate_per_minute,
  a.transferred_at, a.transfer_rate_per_minute::double precision as transfer_rate_per_minute,
  a.transfer_limit_seconds, a.settled_seconds, a.settled_amount::double precision as settled_amount, v.account_sid, v.auth_token, v.api_url, v.api_url_given_by, v.unknown_grace_seconds,
  (exists (select from webhook_endpoints where organization_id = c.organization_id and project_id = c.project_id and removed_at is null)
      or exists (select from api_keys where organization_id = c.organization_id and project_id = c.project_id and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = c.organization_id and _id = c.project_id and events = 'keep')) as events_wanted, (
        select coalesce(jsonb_agg(jsonb_build_object('call_sid', e.call_sid, 'call_status', e.call_status,
            'sequence_number', e.sequence_number, 'source', e.source, 'occurred_at', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'received_at', to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', e.duration_seconds, 'answered_by', e.answered_by,
            'sip_response_code', e.sip_response_code, 'error_code', e.error_code)), '[]'::jsonb)
        from carrier_events e where e.organization_id = a.organization_id and e.attempt_id = a._id) as events,
  jsonb_build_object('call', c.xmin::text, 'attempt', a.xmin::text) as versions,
  jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id, 'phone_number', c.phone_number,
      'created_at', c.created_at, 'state', c.state, 'placed_by', c.placed_by, 'customer', c.customer,
      'attempts_count', c.attempts_count, 'cancel_requested_at', c.cancel_requested_at, 'language', p.language) as call
from call_attempts a
join voice_carriers v on v.organization_id = a.organization_id and v._id = a.voice_carrier_id
join calls c on c.organization_id = a.organization_id and c._id = a.call_id
join projects p on p.organization_id = a.organization_id and p._id = a.project_id
where a.organization_id = $1 and a._id = $2;

-- src/calls/attempt/report-queries.ts: updateAttemptAccepted

-- insertConversationOfAttempt reads the subquery "attempt".
with locked as materialized (
  select _id from calls where organization_id = $1 and _id = $2
    and cancel_requested_at is null and true for update
), attempt as (
  update call_attempts a set carrier_call_sid = $3,
    conversation_id = $4, poll_at = $5, reported_at = $6
  from locked
  where a.organization_id = $7 and a._id = $8 and a.call_id = locked._id
    and a.state = 'dialling' and a.carrier_call_sid is null and a.conversation_id is null
    and a.phone_number is not distinct from $9
  returning a.organization_id, a.project_id, a._id, a.campaign_id, a.phone_number, a.created_at
), event as (
  insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
      answered_by, sip_response_code, error_code)
  select organization_id, _id, $10, $11, $12::integer, $13,
    $14::timestamptz, $15::timestamptz, $16::double precision,
    $17, $18, $19
  from attempt on conflict do nothing
),
  made as not materialized (
    select organization_id, project_id, $20::uuid as _id, 'outbound' as conversation_type,
      'initiated' as status, phone_number, campaign_id, created_at as start_time, null::timestamptz as answered_at, null::timestamptz as end_time,
      null::double precision as duration_seconds, $21::timestamptz as created_at
    from attempt
),
  seen as (
    update channel_identities i set first_seen_at = least(i.first_seen_at, $22::timestamptz),
      last_seen_at = greatest(i.last_seen_at, $23::timestamptz)
    where i.organization_id = $24::uuid and i.project_id = $25::uuid
      and i.channel_type = 'voice'::text and i.identity_key = $26::text
      and exists (select from attempt)
    returning i.profile_id, i.met_as
), numbered as materialized (
  select k.profile_id, k.met_as from profile_contacts k
  where k.organization_id = $27::uuid and k.project_id = $28::uuid
    and k.kind = 'phone' and k.normalized = $29::text and not exists (select from seen)
    and exists (select from attempt)
  for share
), reached as materialized (
  select profile_id, met_as from seen union all select profile_id, met_as from numbered
), person as (
  update profiles p set conversation_count = p.conversation_count + 1,
    call_count = p.call_count + ('voice'::text = 'voice')::integer,
    chat_count = p.chat_count + ('voice'::text <> 'voice')::integer,
    last_interaction_at = greatest(p.last_interaction_at, $30::timestamptz)
  where p.organization_id = $31::uuid and p._id = (select profile_id from reached)
  returning p._id
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, 'voice' as channel_type, conversation_type, status,
        campaign_id, 1 as times, duration_seconds from made) r
),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, $32::integer from (select organization_id, project_id, coalesce(phone_number, _id::text) as caller from made) r
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $33, rows from (select organization_id, project_id, (conversations > 0)::integer - (conversations - $34::integer > 0)::integer as rows from callers) r where rows <> 0)
  ,
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $35::uuid, $36::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'conversation.started' as type, $37::uuid as subject_id, $38::timestamptz as at,
        $39::jsonb || jsonb_build_object('customer_profile_id', c.profile_id) as data,
        null::jsonb as texts
      from (select (select profile_id from reached) as profile_id from made) c) f
)
insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
    campaign_id, profile_id, met_as, start_time, answered_at, end_time, duration_seconds, created_at)
select organization_id, project_id, _id, 'voice', conversation_type, status, phone_number, campaign_id,
  (select profile_id from reached), (select met_as from reached), start_time, answered_at, end_time,
  duration_seconds, created_at
from made
where conflict_unless((select count(*) from person) = (select count(*) from reached)) returning _id;

-- src/calls/attempt/report-queries.ts: updateReported

with locked as materialized (
  select _id from calls where organization_id = $1 and _id = $2
    and xmin = $3::xid for update
), attempt as (
  update call_attempts set
    state_since = case when state = $4 then state_since else $5 end,
    state = $6, carrier_call_sid = $7,
    conversation_id = $8, answered_at = $9, ended_at = $10,
    duration_seconds = $11, error_code = $12,
    error_reason = $13, answered_by = $14, poll_at = $15,
    reported_at = coalesce($16, reported_at), settled_seconds = $17, settled_amount = $18
  where organization_id = $19 and _id = $20 and xmin = $21::xid
    and exists (select from locked) returning organization_id, _id
), event as (
  insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
      answered_by, sip_response_code, error_code)
  select organization_id, _id, $22, $23, $24::integer, $25,
    $26::timestamptz, $27::timestamptz, $28::double precision,
    $29, $30, $31
  from attempt on conflict do nothing
),
  changed as (
    update conversations c set status = $32, answered_at = $33, end_time = $34,
      duration_seconds = $35
    where c.organization_id = $36 and c._id = $37 and c.status = $38
      and c.duration_seconds is null and exists (select from attempt)
    returning c.*
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from changed, (values (-1, $39::text, null), (1, $40::text, $41::double precision))
        r (times, status, duration_seconds)) r
), lines as (
  insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
  select $42::uuid, $43::uuid, $44::integer, place - 1, role, text, $45::timestamptz
  from unnest($46::text[], $47::text[])
  with ordinality as said (role, text, place)
  where exists (select from attempt)
  on conflict do nothing),
  moved as (
    update calls set state = $48, state_since = $49, waits_for = $50, due_at = $51,
      open_until = null, held_timezone = null,
      error_code = $52, error_reason = $53,
      attempts_count = attempts_count - case when $54::boolean then 1 else 0 end
    where organization_id = $55 and _id = $56 and state = $57 and exists (select from attempt)
    returning *
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $58::uuid, _id, $59, $60, $61, $62::timestamptz from moved
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $63::uuid, $64::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.answered'::text as type, c._id as subject_id, $65::timestamptz as at, $66::jsonb || jsonb_build_object('customer_profile_id', (select profile_id from changed)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved) c) f
)
select _id from attempt where conflict_unless(exists (select from changed));

with locked as materialized (
  select _id from calls where organization_id = $1 and _id = $2
    and xmin = $3::xid for update
), attempt as (
  update call_attempts set
    state_since = case when state = $4 then state_since else $5 end,
    state = $6, carrier_call_sid = $7,
    conversation_id = $8, answered_at = $9, ended_at = $10,
    duration_seconds = $11, error_code = $12,
    error_reason = $13, answered_by = $14, poll_at = $15,
    reported_at = coalesce($16, reported_at), settled_seconds = $17, settled_amount = $18
  where organization_id = $19 and _id = $20 and xmin = $21::xid
    and exists (select from locked) returning organization_id, _id
), event as (
  insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
      answered_by, sip_response_code, error_code)
  select organization_id, _id, $22, $23, $24::integer, $25,
    $26::timestamptz, $27::timestamptz, $28::double precision,
    $29, $30, $31
  from attempt on conflict do nothing
),
  changed as (
    update conversations c set status = $32, answered_at = $33, end_time = $34,
      duration_seconds = $35
    where c.organization_id = $36 and c._id = $37 and c.status = $38
      and c.duration_seconds is null and exists (select from attempt)
    returning c.*
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from changed, (values (-1, $39::text, null), (1, $40::text, $41::double precision))
        r (times, status, duration_seconds)) r
),
  slot as (
    update calling_slots set attempt_id = null, taken_at = null
    where organization_id = $42 and attempt_id = $43 and exists (select from attempt)
), number as (
  delete from numbers_in_use where organization_id = $44 and call_id = $45 and exists (select from attempt)
),
  moved as (
    update calls set state = $46, state_since = $47, waits_for = $48, due_at = $49,
      open_until = null, held_timezone = null,
      error_code = $50, error_reason = $51,
      attempts_count = attempts_count - case when $52::boolean then 1 else 0 end
    where organization_id = $53 and _id = $54 and state = $55 and exists (select from attempt)
    returning *
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $56::uuid, _id, $57, $58, $59, $60::timestamptz from moved
), settled as (update call_days set used_seconds = used_seconds + 1 where organization_id = $61 and exists (select from attempt)),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $62::uuid, $63::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from ((
      select 'conversation.ended' as type, $64::uuid as subject_id, $65::timestamptz as at,
        $66::jsonb || jsonb_build_object('customer_profile_id', c.profile_id, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (select * from changed) c) union all (
        select 'call.ended'::text as type, c._id as subject_id, $67::timestamptz as at, $68::jsonb || jsonb_build_object('customer_profile_id', (select profile_id from changed)) as data,
          jsonb_build_object('customer', c.customer) as texts
        from (select * from moved) c)) f
)
select _id from attempt where conflict_unless(exists (select from changed));

-- src/calls/batches/batch-queries.ts: cancelUnparkedCalls

with waiting as materialized (
  select _id, phone_number, row_number() over () as place from (
    select _id, phone_number from calls
    where organization_id = $1 and _id = any($2::uuid[]) and state = 'waiting'
      and waits_for <> 'number'
    for update skip locked) w
), canceled as (
  update calls c set state = 'canceled', state_since = $3, waits_for = null, due_at = null,
    error_code = null, error_reason = null, cancel_requested_at = coalesce(cancel_requested_at, $4)
  where c.organization_id = $5 and c._id = any(array(select _id from waiting))
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $6::uuid, $7::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $8::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', a.duration_seconds,
          'conversation_id', a.conversation_id, 'customer_profile_id', (
            select v.profile_id from conversations v
            where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from canceled) c left join lateral (
        select duration_seconds, conversation_id from call_attempts
        where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
        order by attempt_number desc, created_at desc limit 1) a on true) f where (exists (select from webhook_endpoints where organization_id = $9 and project_id = $10 and removed_at is null)
            or exists (select from api_keys where organization_id = $11 and project_id = $12 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $13 and _id = $14 and events = 'keep'))
), moved as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select $15::uuid, i.move_id, w._id, 'waiting', 'canceled', $16, $17::timestamptz
  from waiting w join unnest($18::uuid[]) with ordinality i (move_id, place) using (place)
)
select phone_number from waiting;

-- src/calls/batches/batch-queries.ts: deleteLines

delete from call_batch_rows
where organization_id = $1 and batch_id = $2 and line = any($3::integer[]);

-- src/calls/batches/batch-queries.ts: deleteRows

delete from call_batch_rows where organization_id = $1 and batch_id = $2;

-- src/calls/batches/batch-queries.ts: insertBatch

insert into call_batches (organization_id, project_id, _id, campaign_id, name, format, file_bytes, file_sha256,
    is_again, rows_count, accepted_count, left_out, faults, faults_count, state, state_since, made_by, created_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8, $9, 0, 0, '{}'::jsonb, '[]'::jsonb, 0,
    'queueing', $10, $11, $12)
on conflict do nothing returning _id;

-- src/calls/batches/batch-queries.ts: insertBatchRows

insert into call_batch_rows (organization_id, batch_id, line, call_id, phone_number, given_number, customer)
select $1::uuid, $2::uuid, * from unnest(
    $3::integer[], $4::uuid[],
    $5::text[], $6::text[],
    $7::jsonb[]);

-- src/calls/batches/batch-queries.ts: lockBatch

select b.organization_id, b.project_id, b._id, b.campaign_id, b.name, b.format, b.file_bytes, b.is_again,
  b.rows_count, b.accepted_count, b.queued_count, '{"do_not_call":0}'::jsonb || b.left_out as left_out, b.faults_count, b.state, b.state_since, b.stop_code,
  b.stop_reason, b.canceled_to_line, b.made_by, b.created_at from call_batches b
where b.organization_id = $1 and b._id = $2 and b.project_id = $3
  and b.campaign_id = $4
for update;

-- src/calls/batches/batch-queries.ts: lockDueBatch

select b.organization_id, b.project_id, b._id, b.campaign_id, b.name, b.format, b.file_bytes, b.is_again,
  b.rows_count, b.accepted_count, b.queued_count, '{"do_not_call":0}'::jsonb || b.left_out as left_out, b.faults_count, b.state, b.state_since, b.stop_code,
  b.stop_reason, b.canceled_to_line, b.made_by, b.created_at from call_batches b
where b.next_at <= $1 and is_here(b.organization_id) order by b.next_at limit 1 for update skip locked;

-- src/calls/batches/batch-queries.ts: moveRowsToCalls

with taken as (
  delete from call_batch_rows
  where organization_id = $1 and batch_id = $2 and line <= $3
  returning line, call_id, phone_number, customer
), placed as (
  insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
      state_since, waits_for, attempts_count, created_at, batch_id, batch_line, open_until, due_at, held_timezone)
  select $4::uuid, $5::uuid, call_id, $6::uuid, 'queue',
    phone_number, customer, 'waiting', $7::timestamptz, case when w.due_at is null then 'turn' else 'due' end, 0,
    $8::timestamptz, $9::uuid, line, w.open_until, w.due_at, w.held_timezone
  from taken left join unnest($10::uuid[],
      $11::timestamptz[], $12::timestamptz[],
      $13::text[]) as w (call_id, open_until, due_at, held_timezone)
    using (call_id)
  order by line
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $14::uuid, $15::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.queued'::text as type, c._id as subject_id, $16::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', null, 'conversation_id', null, 'customer_profile_id', null) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from placed order by batch_line) c) f where (exists (select from webhook_endpoints where organization_id = $17 and project_id = $18 and removed_at is null)
          or exists (select from api_keys where organization_id = $19 and project_id = $20 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $21 and _id = $22 and events = 'keep'))
), moved as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select $23::uuid, i.move_id, t.call_id, null, 'waiting', $24, $25::timestamptz
  from (select call_id, row_number() over (order by line) as place from taken) t
  join unnest($26::uuid[]) with ordinality i (move_id, place) using (place)
  returning _id
)
select count(*) as moved from moved;

-- src/calls/batches/batch-queries.ts: postponeBatch

update call_batches set next_at = $1
where organization_id = $2 and _id = $3 and next_at is not null;

-- src/calls/batches/batch-queries.ts: selectActiveNumbers

select g.number from (select distinct unnest($1::text[]) as number) g
where exists (select from calls c where c.organization_id = $2 and c.project_id = $3
    and c.phone_number = g.number and c.state = 'waiting' and c.campaign_id = $4 offset 0)
  or exists (select from numbers_in_use n
    where n.organization_id = $5 and n.project_id = $6 and n.phone_number = g.number
      and exists (select from calls c where c.organization_id = n.organization_id and c._id = n.call_id
          and c.campaign_id = $7 offset 0) offset 0);

-- src/calls/batches/batch-queries.ts: selectBatch

select b.organization_id, b.project_id, b._id, b.campaign_id, b.name, b.format, b.file_bytes, b.is_again,
  b.rows_count, b.accepted_count, b.queued_count, '{"do_not_call":0}'::jsonb || b.left_out as left_out, b.faults_count, b.state, b.state_since, b.stop_code,
  b.stop_reason, b.canceled_to_line, b.made_by, b.created_at from call_batches b
where b.organization_id = $1 and b._id = $2 and b.project_id = $3
  and b.campaign_id = $4;

-- src/calls/batches/batch-queries.ts: selectBatchOfFile

select b.organization_id, b.project_id, b._id, b.campaign_id, b.name, b.format, b.file_bytes, b.is_again,
  b.rows_count, b.accepted_count, b.queued_count, '{"do_not_call":0}'::jsonb || b.left_out as left_out, b.faults_count, b.state, b.state_since, b.stop_code,
  b.stop_reason, b.canceled_to_line, b.made_by, b.created_at from call_batches b
where b.organization_id = $1 and b.campaign_id = $2 and b.file_sha256 = $3
  and not b.is_again;

-- src/calls/batches/batch-queries.ts: selectCallsOfBatch

select _id, batch_line, state, (waits_for = 'number') is true as is_parked from calls
where organization_id = $1 and batch_id = $2 and batch_line > $3
order by batch_line limit $4;

-- src/calls/batches/batch-queries.ts: selectMeasuredCalls

select
  (select avg(extract(epoch from a.ended_at - a.created_at))::double precision from (
    select organization_id, _id from calls
    where organization_id = $1 and campaign_id = $2
    order by created_at desc, _id limit $3) c
    join call_attempts a on a.organization_id = c.organization_id and a.call_id = c._id
    where a.ended_at is not null) as seconds_per_call,
  (select calls_per_second::double precision from voice_carriers
    where organization_id = $4 and _id = $5::uuid) as calls_per_second,
  (select count(*) from (select from calls where organization_id = $6
      and campaign_id = $7 and state = 'waiting' limit $8) w) as calls_before;

-- src/calls/batches/batch-queries.ts: selectRowsToQueue

select line, call_id, phone_number, given_number, customer from call_batch_rows
where organization_id = $1 and batch_id = $2 order by line limit $3;

-- src/calls/batches/batch-queries.ts: tryLockFile

select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked;

-- src/calls/batches/batch-queries.ts: unparkFreeNumbers

update calls c set waits_for = 'turn'
where c.organization_id = $1 and (c.waits_for = 'number') is true and c._id = any(array(
  select p._id from unnest($2::text[]) g (number)
  cross join lateral (
    select _id from calls
    where organization_id = $3 and project_id = $4 and phone_number = g.number
      and state = 'waiting' and waits_for = 'number' and campaign_id = $5
    order by queue_number limit 1) p
  where not exists (select from numbers_in_use n where n.organization_id = $6
      and n.project_id = $7 and n.phone_number = g.number offset 0)));

-- src/calls/batches/batch-queries.ts: updateBatch

update call_batches set
  state_since = case when state = $1 then state_since else $2 end, state = $3,
  queued_count = $4, canceled_to_line = $5, next_at = $6,
  stop_code = $7, stop_reason = $8
where organization_id = $9 and _id = $10;

-- src/calls/batches/batch-queries.ts: updateBatchChecked

update call_batches set rows_count = $1, accepted_count = $2,
  left_out = $3::jsonb, faults = $4::jsonb,
  faults_count = $5, next_at = $6
where organization_id = $7 and _id = $8;

-- src/calls/batches/view-queries.ts: selectBatchFaults

select jsonb_array_length(b.faults) as kept, coalesce((
  select jsonb_agg(f.fault order by f.place) from (
    select fault, place from jsonb_array_elements(b.faults) with ordinality e (fault, place)
    where place > $1 order by place limit $2) f), '[]'::jsonb) as items
from call_batches b where b.organization_id = $3 and b._id = $4;

-- src/calls/batches/view-queries.ts: selectBatchOutcomes

select state, count(*) as calls from calls
where organization_id = $1 and batch_id = $2 group by state order by state;

-- src/calls/batches/view-queries.ts: selectBatches

select b.organization_id, b.project_id, b._id, b.campaign_id, b.name, b.format, b.file_bytes, b.is_again,
  b.rows_count, b.accepted_count, b.queued_count, '{"do_not_call":0}'::jsonb || b.left_out as left_out, b.faults_count, b.state, b.state_since, b.stop_code,
  b.stop_reason, b.canceled_to_line, b.made_by, b.created_at from call_batches b where b.organization_id = $1 and b.campaign_id = $2
  and b.project_id = $3 order by b.created_at desc, b._id limit $4 offset $5;

select count(*) as total from call_batches b where b.organization_id = $1 and b.campaign_id = $2
  and b.project_id = $3;

-- src/calls/batches/view-queries.ts: selectOutcomes

select c.batch_line as line, c.phone_number, c.customer ->> 'name' as name, c.state, c.state_since, c.attempts_count,
  a.state as last_state, a.created_at as dialed_at, a.answered_at, a.ended_at, a.duration_seconds,
  coalesce(c.error_code, a.error_code) as error_code, coalesce(c.error_reason, a.error_reason) as error_reason,
  c._id as call_id
from calls c left join lateral (
  select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
  order by a.attempt_number desc, a.created_at desc limit 1) a on true
where c.organization_id = $1 and c.batch_id = $2 and c.batch_line > $3
order by c.batch_line limit $4;

-- src/calls/callee/callee-queries.ts: failUnknownCallees

with unknown as materialized (
  select * from unnest($1::uuid[], $2::text[],
      $3::uuid[]) as u (_id, reason, move_id)
), ended as (
  update calls c set state = 'failed', state_since = $4, waits_for = null, due_at = null,
    error_reason = (select reason from unknown u where u._id = c._id)
  where c.organization_id = $5 and c._id = any($6::uuid[])
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $7::uuid, $8::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', a.duration_seconds,
          'conversation_id', a.conversation_id, 'customer_profile_id', (
            select v.profile_id from conversations v
            where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from ended) c left join lateral (
        select duration_seconds, conversation_id from call_attempts
        where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
        order by attempt_number desc, created_at desc limit 1) a on true) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = $11 and removed_at is null)
            or exists (select from api_keys where organization_id = $12 and project_id = $13 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $14 and _id = $15 and events = 'keep'))
)
insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
select $16::uuid, move_id, _id, 'waiting', 'failed', reason, $17::timestamptz from unknown;

-- src/calls/callee/callee-queries.ts: lockCalleesFrom

select _id, queue_number, waits_for = 'turn' or held_timezone is not null as is_held
from ((select _id, queue_number, held_timezone, waits_for from calls
  where organization_id = $1 and campaign_id = $2 and state = 'waiting'
    and waits_for = 'turn' and queue_number > $3 order by queue_number limit 1000) union all (select _id, queue_number, held_timezone, waits_for from calls
      where organization_id = $4 and campaign_id = $5 and state = 'waiting'
        and waits_for = 'due' and queue_number > $6 order by queue_number limit 1000)) both_lists
order by queue_number limit 1000;

with locked as materialized (
  select c.* from calls c where c.organization_id = $1 and c._id = any(array(select unnest($2::uuid[])))
    and c.state = 'waiting' and c.waits_for in ('turn', 'due')
  for update of c skip locked)
select c._id, c.queue_number, c.phone_number, c.customer -> 'timezone' as customer_timezone,
  (select p.properties -> 'timezone' from profiles p
    where p.organization_id = c.organization_id and p._id = coalesce(
        (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
            and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number),
        (select k.profile_id from profile_contacts k where k.organization_id = c.organization_id
            and k.project_id = c.project_id and k.kind = 'phone' and k.normalized = c.phone_number)))
  as profile_timezone from locked c;

-- src/calls/callee/callee-queries.ts: lockDueCallees

with locked as materialized (
  select c.* from calls c where c.organization_id = $1 and c._id = any(array(select _id from calls where organization_id = $2 and campaign_id = $3
      and waits_for = 'due' and due_at <= $4 order by due_at, queue_number limit 250))
    and c.state = 'waiting' and c.waits_for in ('turn', 'due')
  for update of c skip locked)
select c._id, c.queue_number, c.phone_number, c.customer -> 'timezone' as customer_timezone,
  (select p.properties -> 'timezone' from profiles p
    where p.organization_id = c.organization_id and p._id = coalesce(
        (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
            and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number),
        (select k.profile_id from profile_contacts k where k.organization_id = c.organization_id
            and k.project_id = c.project_id and k.kind = 'phone' and k.normalized = c.phone_number)))
  as profile_timezone from locked c;

-- src/calls/callee/callee-queries.ts: lockUncheckedCallees

with locked as materialized (
  select c.* from calls c where c.organization_id = $1 and c._id = any(array(select _id from (
    select _id, open_until from calls where organization_id = $2 and campaign_id = $3
      and state = 'waiting' and waits_for = 'turn' order by queue_number limit 1000) first
    where open_until is null or open_until <= $4))
    and c.state = 'waiting' and c.waits_for in ('turn', 'due')
  for update of c skip locked)
select c._id, c.queue_number, c.phone_number, c.customer -> 'timezone' as customer_timezone,
  (select p.properties -> 'timezone' from profiles p
    where p.organization_id = c.organization_id and p._id = coalesce(
        (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
            and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number),
        (select k.profile_id from profile_contacts k where k.organization_id = c.organization_id
            and k.project_id = c.project_id and k.kind = 'phone' and k.normalized = c.phone_number)))
  as profile_timezone from locked c;

-- src/calls/callee/callee-queries.ts: selectCallee

select c.phone_number, c.customer -> 'timezone' as customer_timezone,
  (select p.properties -> 'timezone' from profiles p
    where p.organization_id = c.organization_id and p._id = coalesce(
        (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
            and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number),
        (select k.profile_id from profile_contacts k where k.organization_id = c.organization_id
            and k.project_id = c.project_id and k.kind = 'phone' and k.normalized = c.phone_number)))
  as profile_timezone, g.calling_hours
from calls c join campaigns g on g.organization_id = c.organization_id and g._id = $1
where c.organization_id = $2 and c._id = $3;

-- src/calls/callee/callee-queries.ts: selectZoneProperties

select g.phone_number, (select p.properties -> 'timezone' from profiles p
  where p.organization_id = $1::uuid and p._id = coalesce(
      (select i.profile_id from channel_identities i where i.organization_id = $2::uuid
          and i.project_id = $3::uuid and i.channel_type = 'voice' and i.identity_key = g.phone_number),
      (select k.profile_id from profile_contacts k where k.organization_id = $4::uuid
          and k.project_id = $5::uuid and k.kind = 'phone' and k.normalized = g.phone_number))) as timezone
from (select distinct unnest($6::text[]) as phone_number) g;

-- src/calls/callee/callee-queries.ts: unparkBehind

with behind as materialized (
  select n._id from (select distinct unnest($1::text[]) as number) g cross join lateral (
    select _id from calls where organization_id = $2 and project_id = $3
      and phone_number = g.number and state = 'waiting' and waits_for = 'number' and campaign_id = $4
    order by queue_number limit 1) n
), locked as materialized (
  select c._id from calls c where c.organization_id = $5
    and c._id = any(array(select _id from behind)) and (c.waits_for = 'number') is true
  for update of c skip locked
)
update calls c set waits_for = 'turn'
where c.organization_id = $6 and c._id = any(array(select _id from locked));

-- src/calls/callee/callee-queries.ts: updateLookedAt

update calls c set waits_for = case when f.due_at is null then 'turn' else 'due' end, due_at = f.due_at,
  held_by = null, open_until = f.open_until, held_timezone = f.held_timezone
from unnest($1::uuid[], $2::timestamptz[],
    $3::timestamptz[], $4::text[])
  as f (_id, open_until, due_at, held_timezone)
where c.organization_id = $5 and c._id = any($6::uuid[]) and c._id = f._id
  and (c.waits_for, c.due_at, c.held_by, c.open_until, c.held_timezone) is distinct from
  (case when f.due_at is null then 'turn' else 'due' end, f.due_at, null::text, f.open_until, f.held_timezone);

-- src/calls/callee/callee-queries.ts: updateQueueCheck

update campaign_queues set checked_hours = $1::jsonb,
  recheck_from = $2
where organization_id = $3 and campaign_id = $4;

-- src/calls/cancel/cancel-queries.ts: lockCallToCancel

select n.call_id from calls c
join numbers_in_use n on n.organization_id = c.organization_id and n.project_id = c.project_id
  and n.phone_number = c.phone_number and n.call_id <> c._id
where c.organization_id = $1 and c.project_id = $2
  and c.campaign_id = $3 and c._id = $4
for key share of n;

select state, phone_number, queue_number from calls
where organization_id = $1 and project_id = $2 and campaign_id = $3
  and _id = $4
for update;

-- src/calls/cancel/cancel-queries.ts: selectCallState

select state from calls where organization_id = $1 and _id = $2;

-- src/calls/cancel/cancel-queries.ts: selectCampaignName

select name from campaigns where organization_id = $1 and project_id = $2
  and _id = $3;

-- src/calls/cancel/cancel-queries.ts: selectWaitingCalls

select _id from (
    (
      select _id, queue_number from calls
      where organization_id = $1 and project_id = $2 and campaign_id = $3
        and state = 'waiting' and waits_for = 'turn' and created_at <= $4::timestamptz
      order by queue_number limit $5) union all (
        select _id, queue_number from calls
        where organization_id = $6 and project_id = $7 and campaign_id = $8
          and state = 'waiting' and waits_for = 'number' and created_at <= $9::timestamptz
        order by queue_number limit $10) union all (
          select _id, queue_number from calls
          where organization_id = $11 and project_id = $12 and campaign_id = $13
            and state = 'waiting' and waits_for = 'due' and created_at <= $14::timestamptz
          order by queue_number limit $15)) waiting
order by queue_number limit $16;

-- src/calls/cancel/cancel-queries.ts: unparkNext

update calls c set waits_for = 'turn'
where c.organization_id = $1 and c.waits_for = 'number' and c._id = (
  select _id from calls
  where organization_id = $2 and project_id = $3 and phone_number = $4
    and state = 'waiting' and waits_for = 'number' and campaign_id = $5
    and queue_number > $6
  order by queue_number limit 1)
returning c.organization_id, c.project_id, c.campaign_id;

-- src/calls/cancel/cancel-queries.ts: updateAttemptToEnd

update call_attempts set poll_at = least(poll_at, $1)
where organization_id = $2 and call_id = $3
  and state in ('dialling', 'unresolved', 'ringing', 'live') and carrier_call_sid is not null
returning _id;

-- src/calls/cancel/cancel-queries.ts: updateCancelRequested

update calls set cancel_requested_at = coalesce(cancel_requested_at, $1)
where organization_id = $2 and _id = $3;

-- src/calls/cancel/stop-queries.ts: selectHasAttemptsUnderWay

select exists (
  select from numbers_in_use n
  join call_attempts a on a.organization_id = n.organization_id and a.call_id = n.call_id
    and a.state = 'dialling' and a.carrier_call_sid is null and a.poll_at > $1
  where n.organization_id = $2 and n.phone_number = any($3::text[])) as is_in_hand;

-- src/calls/cancel/stop-queries.ts: updateWaitingToCanceled

with waiting as materialized (
  select w.*, row_number() over () as place from (
    select c._id, c.project_id, c.campaign_id from calls c
    where c.organization_id = $1 and c.state = 'waiting' and c._id = any(array(
      select n._id from projects p cross join unnest($2::text[]) g (number)
      cross join lateral (
        select _id from calls where organization_id = p.organization_id and project_id = p._id
          and phone_number = g.number and state = 'waiting' offset 0) n
      where p.organization_id = $3))
    limit $4 for update skip locked) w
), canceled as (
  update calls c set state = 'canceled', state_since = $5, waits_for = null, due_at = null,
    error_code = null, error_reason = null, cancel_requested_at = coalesce(cancel_requested_at, $6)
  where c.organization_id = $7 and c._id = any(array(select _id from waiting))
), moved as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select $8::uuid, i.move_id, w._id, 'waiting', 'canceled', $9, $10::timestamptz
  from waiting w join unnest($11::uuid[]) with ordinality i (move_id, place) using (place)
)
select $12::uuid as organization_id, project_id, campaign_id, _id as call_id from waiting;

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $3::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', a.duration_seconds,
          'conversation_id', a.conversation_id, 'customer_profile_id', (
            select v.profile_id from conversations v
            where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (
        select * from calls where organization_id = $4
          and _id = any($5::uuid[])) c left join lateral (
            select duration_seconds, conversation_id from call_attempts
            where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
            order by attempt_number desc, created_at desc limit 1) a on true) f where (exists (select from webhook_endpoints where organization_id = $6 and project_id = $7 and removed_at is null)
                or exists (select from api_keys where organization_id = $8 and project_id = $9 and revoked_at is null and 'events:read' = any(scopes))
                or exists (select from projects where organization_id = $10 and _id = $11 and events = 'keep'))
) select;

-- src/calls/check-queries.ts: selectCarrierStandings

select v._id, case when r.held_until > clock_timestamp() then r.held_until end as held_until,
  case when c.state is not null then jsonb_build_object('state', c.state, 'reason', c.reason,
      'since', to_char(c.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'checked_at', to_char(c.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as last_check
from voice_carriers v
left join carrier_rate_limits r on r.organization_id = v.organization_id and r.voice_carrier_id = v._id
left join voice_carrier_checks c on c.organization_id = v.organization_id and c.voice_carrier_id = v._id
  and c.revision = v.revision
where v.organization_id = $1 and v._id = any($2::uuid[]);

-- src/calls/check-queries.ts: selectCheckedAccount

select _id, account_sid, auth_token, api_url, api_url_given_by, revision from voice_carriers
where organization_id = $1 and project_id = $2 and _id = $3;

-- src/calls/check-queries.ts: upsertCarrierCheck

insert into voice_carrier_checks as c (organization_id, voice_carrier_id, state, reason, since, checked_at, revision)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (organization_id, voice_carrier_id) do update set
  since = case when c.state = excluded.state and c.revision = excluded.revision then c.since else excluded.since end,
  state = excluded.state, reason = excluded.reason, checked_at = excluded.checked_at, revision = excluded.revision
returning state, reason, since, checked_at;

-- src/calls/inbound/inbound-queries.ts: insertInboundCall

insert into inbound_calls (organization_id, voice_carrier_id, call_sid, attempt_id, received_at)
values ($1, $2, $3, $4, $5)
on conflict do nothing returning attempt_id;

-- src/calls/inbound/inbound-queries.ts: insertReceivedCall

with received as (
  insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
      state_since, attempts_count, created_at)
  values ($1, $2, $3, $4, 'caller', $5,
      $6::jsonb, $7, $8, 1, $9)
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $10::uuid, $11::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $12::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', a.duration_seconds,
          'conversation_id', a.conversation_id, 'customer_profile_id', (
            select v.profile_id from conversations v
            where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from received) c left join (values ($13::double precision, $14::uuid)) a (duration_seconds, conversation_id) on true) f
), attempted as (
  insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
      phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since, script, voice,
      workflow_id, workflow_revision, agent_id, agent_revision, carrier_call_sid, conversation_id, poll_at, answered_at,
      ended_at, duration_seconds, created_at)
  values ($15, $16, $17, $18, $19, $20,
      1, $21, $22, $23, false, $24, $25,
      $26, $27, $28, $29, $30,
      $31, $32, $33, $34, $35,
      $36, $37, $38)
), taken_slot as (
  update calling_slots set attempt_id = $39, taken_at = $40
  where organization_id = $41 and campaign_id = $42 and slot_number = $43
), arrived as (
  insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, received_at)
  values ($44, $45, $46, 'in-progress', -1, 'inbound', $47)
), taken_number as (
  insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
  values ($48, $49, $50, $51)
  on conflict (organization_id, project_id, phone_number) do update set call_id = numbers_in_use.call_id
)
insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
select organization_id, $52::uuid, _id, null, $53, $54, $55::timestamptz from received;

-- src/calls/inbound/inbound-queries.ts: lockSlot

select slot_number from calling_slots
where organization_id = $1 and campaign_id = $2 and attempt_id is null
  and slot_number <= (select slots from campaigns where organization_id = $3 and _id = $4) and slot_number > (
    select case beyond when 0 then 0 else coalesce((
      select slot_number from calling_slots where organization_id = $5 and campaign_id = $6 and attempt_id is null and slot_number <= (select slots from campaigns where organization_id = $7 and _id = $8)
      order by slot_number offset beyond - 1 limit 1), (select slots from campaigns where organization_id = $9 and _id = $10)) end
    from (select count(*) as beyond from calling_slots where organization_id = $11 and campaign_id = $12 and attempt_id is not null and slot_number > (select slots from campaigns where organization_id = $13 and _id = $14)) b)
order by slot_number limit 1 for update skip locked;

-- src/calls/inbound/inbound-queries.ts: selectInboundCall

select a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.error_reason, a.created_at, a.time_limit_seconds, a.rate_per_minute::double precision as rate_per_minute,
  a.transferred_at, a.transfer_rate_per_minute::double precision as transfer_rate_per_minute,
  a.transfer_limit_seconds, a.settled_seconds, a.settled_amount::double precision as settled_amount, i.reply from inbound_calls i
join call_attempts a on a.organization_id = i.organization_id and a._id = i.attempt_id
where i.organization_id = $1 and i.voice_carrier_id = $2
  and i.call_sid = $3;

-- src/calls/inbound/inbound-queries.ts: selectIsInbound

select attempt_id from inbound_calls where organization_id = $1 and attempt_id = $2;

-- src/calls/inbound/inbound-queries.ts: selectKnownCustomer

select p.name, p.properties, (select k.value from profile_contacts k where k.organization_id = p.organization_id
    and k.profile_id = p._id and k.kind = 'email' order by k.created_at, k.normalized limit 1) as email
from profiles p where p.organization_id = $1 and p._id = $2;

-- src/calls/inbound/inbound-queries.ts: updateInboundReply

update inbound_calls set reply = $1 where organization_id = $2
  and voice_carrier_id = $3 and call_sid = $4;

-- src/calls/place/decide-queries.ts: insertCallToGo

with
  placed as (
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer,
        state, state_since, waits_for, attempts_count, created_at, open_until, due_at, held_timezone)
    values ($1, $2, $3, $4, $5,
        $6, $7::jsonb, 'waiting', $8,
        $9, 0, $10, $11, $12, $13)
    returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $14::uuid, $15::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.queued'::text as type, c._id as subject_id, $16::timestamptz as at, $17::jsonb as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from placed) c) f
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $18::uuid, _id, null, 'waiting', $19, $20::timestamptz from placed
)
select (
    exists (select from do_not_call d where d.organization_id = $21 and d.number = $22
        and d.ended_at is null and (d.until is null or d.until > $23::timestamptz))
    or exists (select from do_not_call d where d.organization_id = $24
        and d.number_hash = $25 and d.ended_at is null and (d.until is null or d.until > $26::timestamptz))) as is_listed,
  exists (select from dial_counts n
    where n.organization_id = $27 and n.counted = $28) as has_hashed_counts, (
      select coalesce(jsonb_agg(jsonb_build_object('via', o.via, 'profile_id', o.profile_id,
          'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'has_name', o.has_name)), '[]'::jsonb)
      from (
        select o.via, p._id as profile_id, p.created_at, p.name is not null as has_name
        from (
          select 'identity' as via, profile_id from channel_identities
          where organization_id = $29::uuid and project_id = $30::uuid
            and channel_type = (select $31::text) and identity_key = any(array(select unnest($32::text[])))
          union all
          select kind, profile_id from profile_contacts
          where organization_id = $29::uuid and project_id = $30::uuid and kind = 'phone'
            and normalized = (select $33::text)
          union all
          select kind, profile_id from profile_contacts
          where organization_id = $29::uuid and project_id = $30::uuid and kind = 'email'
            and normalized = (select $34::text)) o
        cross join lateral (
          select _id, created_at, name from profiles
          where organization_id = $29::uuid and _id = o.profile_id offset 0) p) o) as owners, (exists (select from numbers_in_use where organization_id = $35
              and project_id = $36 and phone_number = $37)
              or exists (select from calls where organization_id = $38
                  and project_id = $39 and phone_number = $40 and state = 'waiting')) as is_taken, exists (select from calling_slots where organization_id = $41::uuid
                      and campaign_id = $42::uuid and attempt_id is null and slot_number <= $43::integer and slot_number > (
                        select case beyond when 0 then 0 else coalesce((
                          select slot_number from calling_slots where organization_id = $41::uuid and campaign_id = $42::uuid and attempt_id is null and slot_number <= $43::integer
                          order by slot_number offset beyond - 1 limit 1), $43::integer) end
                        from (select count(*) as beyond from calling_slots where organization_id = $41::uuid and campaign_id = $42::uuid and attempt_id is not null and slot_number > $43::integer) b)) as is_free, ((select true from calls where organization_id = $44 and campaign_id = $45
                            and state = 'waiting' and waits_for = 'turn' order by queue_number limit 1) is true) as is_behind,
  (
    select 1000 * extract(epoch from paused_until - clock_timestamp())::double precision from number_pauses
    where organization_id = $46 and voice_carrier_id = $47
      and phone_number = $48 and (paused_until > clock_timestamp() and paused_until <= clock_timestamp() + interval '370 seconds')) as paused_ms, (select coalesce(case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
          when coalesce(d.seconds, 0) + $49::integer > l.seconds_a_day then 'minutes_a_day'
          when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end, case when l.spend_a_day is not null
          and coalesce(d.amount, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
            where starts_with($50::text, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil($49::integer / 60.0) > l.spend_a_day then 'spend_a_day'
          else coalesce((select case
              when coalesce(sum(n.dials) filter (where n.since >= $51), 0) >= l.number_dials_a_day then 'number_dials_a_day'
              when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
            from dial_counts n where n.organization_id = $52::uuid and n.counted = $50::text
              and n.since >= $53),
              case when l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
                where n.organization_id = $52::uuid and n.counted = left($50::text, -3) || '***' and n.since >= $54), 0) <= 0 then 'block_dials_an_hour' end) end)
        from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $55::bigint) as dials_a_day,
            60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $56::bigint) as seconds_a_day,
            coalesce((o.calls ->> 'number_dials_a_day')::bigint, $57::bigint) as number_dials_a_day,
            coalesce((o.calls ->> 'number_dials_a_week')::bigint, $58::bigint) as number_dials_a_week,
            coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $59::bigint) as block_dials_an_hour,
            (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
          from organizations o where o._id = $52::uuid) l left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
              u.used_amount
            from call_days u where u.organization_id = $52::uuid and u.day = $60::date) d on true) as guard;

-- src/calls/place/decide-queries.ts: insertCallToWait

with
  placed as (
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer,
        state, state_since, waits_for, attempts_count, created_at, open_until, due_at, held_timezone)
    values ($1, $2, $3, $4, $5,
        $6, $7::jsonb, 'waiting', $8,
        $9, 0, $10, $11, $12, $13)
    returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $14::uuid, $15::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.queued'::text as type, c._id as subject_id, $16::timestamptz as at, $17::jsonb as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from placed) c) f
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $18::uuid, _id, null, 'waiting', $19, $20::timestamptz from placed
) select (
    exists (select from do_not_call d where d.organization_id = $21 and d.number = $22
        and d.ended_at is null and (d.until is null or d.until > $23::timestamptz))
    or exists (select from do_not_call d where d.organization_id = $24
        and d.number_hash = $25 and d.ended_at is null and (d.until is null or d.until > $26::timestamptz))) as is_listed,
  exists (select from dial_counts n
    where n.organization_id = $27 and n.counted = $28) as has_hashed_counts, (
      select coalesce(jsonb_agg(jsonb_build_object('via', o.via, 'profile_id', o.profile_id,
          'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'has_name', o.has_name)), '[]'::jsonb)
      from (
        select o.via, p._id as profile_id, p.created_at, p.name is not null as has_name
        from (
          select 'identity' as via, profile_id from channel_identities
          where organization_id = $29::uuid and project_id = $30::uuid
            and channel_type = (select $31::text) and identity_key = any(array(select unnest($32::text[])))
          union all
          select kind, profile_id from profile_contacts
          where organization_id = $29::uuid and project_id = $30::uuid and kind = 'phone'
            and normalized = (select $33::text)
          union all
          select kind, profile_id from profile_contacts
          where organization_id = $29::uuid and project_id = $30::uuid and kind = 'email'
            and normalized = (select $34::text)) o
        cross join lateral (
          select _id, created_at, name from profiles
          where organization_id = $29::uuid and _id = o.profile_id offset 0) p) o) as owners;

-- src/calls/place/decide-queries.ts: restoreAndAskGuard

with made as (
  insert into call_days (organization_id, day) values ($1, $2::date) on conflict do nothing returning day
), forgotten as (
  delete from call_days c using made where c.organization_id = $3 and c.day < made.day - 60
)
select from made;

select from call_days where organization_id = $1 and day = $2::date for update;

with moved as (
  delete from dial_counts d using (select * from unnest($1::text[], $2::text[]) n (was, becomes)) n
  where d.organization_id = $3 and d.counted = n.was
  returning n.becomes, d.since, d.dials, d.until
)
insert into dial_counts as n (organization_id, counted, since, dials, until)
select $4::uuid, becomes, since, dials, until from moved order by becomes, since
on conflict (organization_id, counted, since) do update set dials = n.dials + excluded.dials;

select (select coalesce(case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
    when coalesce(d.seconds, 0) + $1::integer > l.seconds_a_day then 'minutes_a_day'
    when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end, case when l.spend_a_day is not null
    and coalesce(d.amount, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
      where starts_with($2::text, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil($1::integer / 60.0) > l.spend_a_day then 'spend_a_day'
    else coalesce((select case
        when coalesce(sum(n.dials) filter (where n.since >= $3), 0) >= l.number_dials_a_day then 'number_dials_a_day'
        when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
      from dial_counts n where n.organization_id = $4::uuid and n.counted = $2::text
        and n.since >= $5),
        case when l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
          where n.organization_id = $4::uuid and n.counted = left($2::text, -3) || '***' and n.since >= $6), 0) <= 0 then 'block_dials_an_hour' end) end)
  from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $7::bigint) as dials_a_day,
      60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $8::bigint) as seconds_a_day,
      coalesce((o.calls ->> 'number_dials_a_day')::bigint, $9::bigint) as number_dials_a_day,
      coalesce((o.calls ->> 'number_dials_a_week')::bigint, $10::bigint) as number_dials_a_week,
      coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $11::bigint) as block_dials_an_hour,
      (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
    from organizations o where o._id = $4::uuid) l left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
        u.used_amount
      from call_days u where u.organization_id = $4::uuid and u.day = $12::date) d on true) as guard;

-- src/calls/queries.ts: insertWaitingCall

with
  placed as (
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer,
        state, state_since, waits_for, attempts_count, created_at, open_until, due_at, held_timezone)
    values ($1, $2, $3, $4, $5,
        $6, $7::jsonb, 'waiting', $8,
        $9, 0, $10, $11, $12, $13)
    returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $14::uuid, $15::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.queued'::text as type, c._id as subject_id, $16::timestamptz as at, $17::jsonb as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from placed) c) f
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $18::uuid, _id, null, 'waiting', $19, $20::timestamptz from placed
) select;

-- src/calls/queries.ts: lockCallOfAttempt

select c._id, c.campaign_id, c.phone_number, c.created_at, c.state, c.placed_by, c.customer, c.attempts_count, c.cancel_requested_at, (select p.language from projects p
  where p.organization_id = c.organization_id and p._id = c.project_id) as language, (exists (select from webhook_endpoints where organization_id = c.organization_id and project_id = c.project_id and removed_at is null)
      or exists (select from api_keys where organization_id = c.organization_id and project_id = c.project_id and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = c.organization_id and _id = c.project_id and events = 'keep')) as events_wanted
from calls c
where c.organization_id = $1 and c._id = (
  select call_id from call_attempts where organization_id = $2 and _id = $3)
for update;

select a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.error_reason, a.created_at, a.time_limit_seconds, a.rate_per_minute::double precision as rate_per_minute,
  a.transferred_at, a.transfer_rate_per_minute::double precision as transfer_rate_per_minute,
  a.transfer_limit_seconds, a.settled_seconds, a.settled_amount::double precision as settled_amount from call_attempts a
where a.organization_id = $1 and a._id = $2;

-- src/calls/queries.ts: selectAttempt

select a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.error_reason, a.created_at, a.time_limit_seconds, a.rate_per_minute::double precision as rate_per_minute,
  a.transferred_at, a.transfer_rate_per_minute::double precision as transfer_rate_per_minute,
  a.transfer_limit_seconds, a.settled_seconds, a.settled_amount::double precision as settled_amount from call_attempts a
where a.organization_id = $1 and a._id = $2;

-- src/calls/queries.ts: selectIsNumberTaken

select (exists (select from numbers_in_use where organization_id = $1
    and project_id = $2 and phone_number = $3)
    or exists (select from calls where organization_id = $4
        and project_id = $5 and phone_number = $6 and state = 'waiting')) as is_taken;

-- src/calls/queries.ts: selectIsOthersSid

select _id from call_attempts
where organization_id = $1 and carrier_call_sid = $2 and _id <> $3;

-- src/calls/queries.ts: updateAttempt

update call_attempts set
  state_since = case when state = $1 then state_since else $2 end,
  state = $3, carrier_call_sid = $4,
  conversation_id = $5, answered_at = $6, ended_at = $7,
  duration_seconds = $8, error_code = $9,
  error_reason = $10, answered_by = $11, poll_at = $12,
  reported_at = coalesce($13, reported_at), settled_seconds = $14, settled_amount = $15
where organization_id = $16 and _id = $17;

-- src/calls/queries.ts: updateCallState

with
  moved as (
    update calls set state = $1, state_since = $2, waits_for = $3, due_at = $4,
      open_until = null, held_timezone = null,
      error_code = $5, error_reason = $6,
      attempts_count = attempts_count - case when $7::boolean then 1 else 0 end
    where organization_id = $8 and _id = $9 and state = $10 and true
    returning *
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $11::uuid, _id, $12, $13, $14, $15::timestamptz from moved
)
select _id from moved;

with
  moved as (
    update calls set state = $1, state_since = $2, waits_for = $3, due_at = $4,
      open_until = null, held_timezone = null,
      error_code = $5, error_reason = $6,
      attempts_count = attempts_count - case when $7::boolean then 1 else 0 end
    where organization_id = $8 and _id = $9 and state = $10 and true
    returning *
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $11::uuid, _id, $12, $13, $14, $15::timestamptz from moved
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $16::uuid, $17::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $18::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', a.duration_seconds,
          'conversation_id', a.conversation_id, 'customer_profile_id', (
            select v.profile_id from conversations v
            where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved) c left join lateral (
        select duration_seconds, conversation_id from call_attempts
        where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
        order by attempt_number desc, created_at desc limit 1) a on true) f where (exists (select from webhook_endpoints where organization_id = $19 and project_id = $20 and removed_at is null)
            or exists (select from api_keys where organization_id = $21 and project_id = $22 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $23 and _id = $24 and events = 'keep'))
)
select _id from moved;

with
  moved as (
    update calls set state = $1, state_since = $2, waits_for = $3, due_at = $4,
      open_until = null, held_timezone = null,
      error_code = $5, error_reason = $6,
      attempts_count = attempts_count - case when $7::boolean then 1 else 0 end
    where organization_id = $8 and _id = $9 and state = $10 and true
    returning *
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $11::uuid, _id, $12, $13, $14, $15::timestamptz from moved
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $16::uuid, $17::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $18::timestamptz as at, $19::jsonb || jsonb_build_object('customer_profile_id', (
        select v.profile_id from conversations v
        where v.organization_id = c.organization_id and v._id = $20)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved) c) f where (exists (select from webhook_endpoints where organization_id = $21 and project_id = $22 and removed_at is null)
          or exists (select from api_keys where organization_id = $23 and project_id = $24 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $25 and _id = $26 and events = 'keep'))
)
select _id from moved;

with
  moved as (
    update calls set state = $1, state_since = $2, waits_for = $3, due_at = $4,
      open_until = null, held_timezone = null,
      error_code = $5, error_reason = $6,
      attempts_count = attempts_count - case when $7::boolean then 1 else 0 end
    where organization_id = $8 and _id = $9 and state = $10 and true
    returning *
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select organization_id, $11::uuid, _id, $12, $13, $14, $15::timestamptz from moved
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $16::uuid, $17::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.retry_scheduled'::text as type, c._id as subject_id, $18::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', null, 'conversation_id', null, 'customer_profile_id', null) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved) c) f where (exists (select from webhook_endpoints where organization_id = $19 and project_id = $20 and removed_at is null)
          or exists (select from api_keys where organization_id = $21 and project_id = $22 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $23 and _id = $24 and events = 'keep'))
)
select _id from moved;

-- src/calls/queue/carrier-pause.ts: endPause

with number as (
  delete from number_pauses where organization_id = $1
    and voice_carrier_id = $2 and phone_number = $3
)
update carrier_rate_limits set failures = 0, held_until = null
where organization_id = $4 and voice_carrier_id = $5 and failures > 0;

-- src/calls/queue/carrier-pause.ts: pauseCarrier

with carrier as materialized (
  select failures, held_until, clock_timestamp() as now from carrier_rate_limits where organization_id = $1 and voice_carrier_id = $2 for update
), known as materialized (
  select refusals from number_pauses where organization_id = $3 and voice_carrier_id = $4 and phone_number = $5
    and paused_until > clock_timestamp() - interval '1 hour'
), pause as materialized (
  select now, coalesce((held_until > now and held_until <= now + interval '310 seconds'), false) as is_paused, is_new,
    case when (held_until > now and held_until <= now + interval '310 seconds') then extract(epoch from held_until - now)::double precision
    when is_new then greatest($6::double precision, least(60, power(2, least(failures, 10))))
    else least(60, power(2, least(greatest(failures, 1) - 1, 10))) end as seconds
  from carrier, (select not exists (select from known) as is_new) k
), forgotten as (
  delete from number_pauses where organization_id = $7 and voice_carrier_id = $8 and phone_number = any(array(
    select phone_number from number_pauses where organization_id = $9 and voice_carrier_id = $10 and phone_number <> $11
      and paused_until < clock_timestamp() - interval '1 hour' order by paused_until limit 10))
), number as (
  insert into number_pauses (organization_id, voice_carrier_id, phone_number, refusals, paused_until)
  select $12::uuid, $13::uuid, $14, r.refusals, now + interval '1 second'
    * greatest($15::double precision, seconds + least(seconds, 60),
        least(60, power(2, r.refusals)))
  from pause, (select least(coalesce((select refusals from known), 0) + 1, 10) as refusals) r
  where $16::boolean
  on conflict (organization_id, voice_carrier_id, phone_number) do update
  set refusals = excluded.refusals, paused_until = excluded.paused_until
)
update carrier_rate_limits p set failures = p.failures + case when is_new then 1 else 0 end,
  held_until = now + seconds * interval '1 second',
  arrival_at = greatest(case when p.arrival_at <= now + interval '310 seconds' + interval '1 second'
      * (select 2 / greatest(v.calls_per_second, 0.000001) from voice_carriers v
        where v.organization_id = p.organization_id and v._id = p.voice_carrier_id)
      then p.arrival_at end, now + (seconds
          + (select (greatest(v.calls_per_second, 1) - 1) / v.calls_per_second from voice_carriers v
            where v.organization_id = p.organization_id and v._id = p.voice_carrier_id)) * interval '1 second')
from pause where p.organization_id = $17 and p.voice_carrier_id = $18 and not is_paused;

-- src/calls/queue/claim-alone.ts: claimAlone

savepoint claim;

with made as (
  insert into call_days (organization_id, day) values ($1, $2::date) on conflict do nothing returning day
), forgotten as (
  delete from call_days c using made where c.organization_id = $3 and c.day < made.day - 60
)
select from made;

select from call_days where organization_id = $1 and day = $2::date for update;

with
  campaign as materialized (
    select status = 'paused' as is_paused, slots, (
      select case beyond when 0 then 0 else coalesce((
        select slot_number from calling_slots where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null and slot_number <= campaigns.slots
        order by slot_number offset beyond - 1 limit 1), campaigns.slots) end
      from (select count(*) as beyond from calling_slots where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is not null and slot_number > campaigns.slots) b) as kept_free from campaigns
    where organization_id = $1::uuid and _id = $2::uuid
),
  limits as materialized (select coalesce((o.calls ->> 'dials_a_day')::bigint, $3::bigint) as dials_a_day,
      60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $4::bigint) as seconds_a_day,
      coalesce((o.calls ->> 'number_dials_a_day')::bigint, $5::bigint) as number_dials_a_day,
      coalesce((o.calls ->> 'number_dials_a_week')::bigint, $6::bigint) as number_dials_a_week,
      coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $7::bigint) as block_dials_an_hour,
      (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
    from organizations o where o._id = $1::uuid),
  day as materialized (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
      u.used_amount
    from call_days u where u.organization_id = $1::uuid and u.day = $8::date),
  left_today as materialized (
    select case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + $9::integer > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end as guard, l.spend_a_day - d.amount as amount,
      greatest(0, least(l.dials_a_day - d.dials, (l.seconds_a_day - d.seconds) / greatest(1, $10::integer))) as calls
    from limits l cross join day d
),
  mine as materialized (
    select c.*, case when coalesce(c.rate_per_minute, 0) * $11::integer > t.amount then 'spend_a_day'
      when c.number_guard is not null then c.number_guard
      when c.block_left <= 0 then 'block_dials_an_hour' end as guard
    from (
      select c._id, c.phone_number, c.queue_number, c.attempts_count, (select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
        where starts_with(c.phone_number, r.prefix) order by length(r.prefix) desc limit 1) as rate_per_minute,
        (select case
            when coalesce(sum(n.dials) filter (where n.since >= $12), 0) >= l.number_dials_a_day then 'number_dials_a_day'
            when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
          from dial_counts n where n.organization_id = $1::uuid and n.counted = c.phone_number
            and n.since >= $13) as number_guard,
        l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
          where n.organization_id = $1::uuid and n.counted = left(c.phone_number, -3) || '***' and n.since >= $14), 0) as block_left,
        c.campaign_id = $2::uuid and (c.waits_for = 'turn') is true and open_until > $15::timestamptz
        and not (select is_paused from campaign) as is_ready,
        exists (select from calls h where h.organization_id = c.organization_id and h.campaign_id = c.campaign_id
            and h.state = 'waiting' and h.waits_for = 'turn' and h.queue_number < c.queue_number
          order by h.queue_number limit 1) or exists (select from calls o where o.organization_id = c.organization_id
              and o.project_id = c.project_id and o.phone_number = c.phone_number and o.state = 'waiting'
              and o._id <> c._id offset 0) as is_contested
      from calls c cross join limits l
      where c.organization_id = $1::uuid and c._id = $16 offset 0) c
    cross join left_today t
), open_slots as materialized (
  select slot_number from calling_slots
  where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null
    and slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign) and exists (select from mine where is_ready)
  order by slot_number limit 1
), eligible as materialized (
  select * from mine m
  where is_ready and not is_contested and guard is null and exists (select from open_slots)
    and exists (select from left_today where calls > 0)
    and not exists (select from numbers_in_use n where n.organization_id = $1::uuid
        and n.project_id = $17::uuid and n.phone_number = m.phone_number offset 0)
    and not exists (select from number_pauses n where n.organization_id = $1::uuid
        and n.voice_carrier_id = $18::uuid and n.phone_number = m.phone_number
        and (n.paused_until > clock_timestamp() and n.paused_until <= clock_timestamp() + interval '370 seconds') offset 0)
),
  locked_slots as materialized (
    select slot_number from calling_slots
    where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null
      and slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign) and exists (select from eligible)
    order by slot_number limit 1
    for update skip locked
), candidates as materialized (
  select * from eligible where exists (select from locked_slots)
),
  carrier as materialized (
      -- No interval holds the time between two calls at much lower rates. This one is a call in 11 days.
    select p.arrival_at, p.held_until, p.failures, greatest(v.calls_per_second, 0.000001) as per_second,
      clock_timestamp() as read_at
    from carrier_rate_limits p
    join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
    where p.organization_id = $1::uuid and p.voice_carrier_id = $18::uuid
      and exists (select from candidates) and exists (select from locked_slots)
    for update of p
), rate_limit as materialized (
  select per_second, read_at, base, (held_until > read_at and held_until <= read_at + interval '310 seconds') as is_paused,
    -- Seconds until the next call; below 0 while a burst is left.
    extract(epoch from base - read_at)::double precision - (greatest(per_second, 1) - 1) / per_second as next_in
  from (
      -- Later than the longest possible pause: the database's clock was set back since, or the rate was raised, and it
      -- begins anew.
    select *, case when arrival_at > read_at + interval '310 seconds' + 2 / per_second * interval '1 second' then read_at
      else greatest(arrival_at, read_at) end as base
    from carrier) p
),
  within_rate as materialized (
    select c.* from candidates c cross join rate_limit r where r.is_paused is not true and floor(($19::double precision / 1000 - next_in) * per_second + 0.000001) + 1 >= 1
), taken_numbers as (
  insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
  select $1::uuid, $17::uuid, phone_number, _id from within_rate
  on conflict (organization_id, project_id, phone_number) do nothing returning call_id
), claimed as materialized (
  select w._id as call_id, w.phone_number, w.attempts_count, w.rate_per_minute::double precision as rate_per_minute,
    1 as place, $20::uuid as attempt_id, $21::uuid as move_id, s.slot_number,
    1000 * greatest(0, r.next_in) as delay_ms
  from taken_numbers cross join within_rate w cross join locked_slots s cross join rate_limit r
),
  used_rate as (
    update carrier_rate_limits p
    set arrival_at = r.base + (select count(*) from claimed) / r.per_second * interval '1 second'
    from rate_limit r
    where p.organization_id = $1::uuid and p.voice_carrier_id = $18::uuid
      and exists (select from claimed)
), taken_slots as (
  update calling_slots s set attempt_id = c.attempt_id, taken_at = $22::timestamptz from claimed c
  where s.organization_id = $1::uuid and s.campaign_id = $2::uuid
    and s.slot_number = any(array(select slot_number from claimed)) and s.slot_number = c.slot_number
), moved_calls as (
  update calls c set state = 'dialling', state_since = $22::timestamptz, waits_for = null, due_at = null,
    attempts_count = c.attempts_count + 1
  where c.organization_id = $1::uuid and c._id = any(array(select call_id from claimed))
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid::uuid, $17::uuid::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.started'::text as type, c._id as subject_id, $23::timestamptz as at, $24::jsonb as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved_calls) c) f
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select $1::uuid, move_id, call_id, 'waiting', 'dialling', $25, $22::timestamptz
  from claimed
), attempts as (
  insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
      attempt_number, phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since,
      script, voice, workflow_id, workflow_revision, agent_id, agent_revision, poll_at, created_at,
      time_limit_seconds, rate_per_minute)
  select $1::uuid, $17::uuid, attempt_id, call_id, $2::uuid,
    $18::uuid, attempts_count + 1, phone_number, $26,
    $27::integer, $28::boolean, 'dialling',
    $22::timestamptz, $29, $30, $31::uuid,
    $32::integer, $33::uuid, $34::integer,
    $35::timestamptz + delay_ms * interval '1 millisecond',
    $22::timestamptz, $36::integer, rate_per_minute
  from claimed
), counted_dials as (
  insert into dial_counts as n (organization_id, counted, since, dials, until)
  select $1::uuid, counted, since, dials, until from (
    select phone_number as counted, $37::timestamptz as since, count(*) as dials,
      $38::timestamptz as until from claimed group by phone_number
    union all
    select left(phone_number, -3) || '***', $39::timestamptz, count(*),
      $40::timestamptz from claimed group by left(phone_number, -3) || '***') c
  order by counted
  on conflict (organization_id, counted, since) do update set dials = n.dials + excluded.dials
), used_day as (
  update call_days set dials = dials + c.calls, reserved_seconds = reserved_seconds + c.calls * $41::bigint,
    reserved_amount = reserved_amount + c.amount
  from (select count(*) as calls, sum(coalesce(rate_per_minute, 0)::numeric) * $42::integer as amount
    from claimed having count(*) > 0) c
  where organization_id = $1::uuid and day = $43::date
)
select coalesce((select is_paused from campaign), false) as is_paused,
  (select count(*) from open_slots) as free_slots, (select count(*) from locked_slots) as locked_slots,
  (select count(*) from eligible) as eligible, (select count(*) from candidates) as candidates,
  (select count(*) from within_rate) as within_rate, case when not exists (select from claimed)
  then coalesce((select guard from left_today), (select guard from mine)) end as guard, coalesce((select is_contested from mine), false) as is_contested,
  (select failures from carrier) as carrier_failures,
  coalesce((select greatest(0,
      1000 * (next_in + (select count(*) from claimed) / per_second) - $44::double precision,
      case when is_paused then 1000 * extract(epoch from (select held_until from carrier) - read_at) end
    )::double precision from rate_limit), 0)
  as rate_wait_ms,
  c.attempt_id, c.call_id, c.phone_number, c.attempts_count + 1 as attempt_number, c.rate_per_minute, c.delay_ms,
  exists (select from number_pauses n where n.organization_id = $1::uuid
      and n.voice_carrier_id = $18::uuid and n.phone_number = c.phone_number) as number_was_refused
from (select 1) one left join claimed c on true order by c.place;

-- src/calls/queue/claim-calls.ts: claimCalls

savepoint claim;

with made as (
  insert into call_days (organization_id, day) values ($1, $2::date) on conflict do nothing returning day
), forgotten as (
  delete from call_days c using made where c.organization_id = $3 and c.day < made.day - 60
)
select from made;

select from call_days where organization_id = $1 and day = $2::date for update;

with
  campaign as materialized (
    select status = 'paused' as is_paused, slots, (
      select case beyond when 0 then 0 else coalesce((
        select slot_number from calling_slots where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null and slot_number <= campaigns.slots
        order by slot_number offset beyond - 1 limit 1), campaigns.slots) end
      from (select count(*) as beyond from calling_slots where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is not null and slot_number > campaigns.slots) b) as kept_free from campaigns
    where organization_id = $1::uuid and _id = $2::uuid
),
  limits as materialized (select coalesce((o.calls ->> 'dials_a_day')::bigint, $3::bigint) as dials_a_day,
      60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $4::bigint) as seconds_a_day,
      coalesce((o.calls ->> 'number_dials_a_day')::bigint, $5::bigint) as number_dials_a_day,
      coalesce((o.calls ->> 'number_dials_a_week')::bigint, $6::bigint) as number_dials_a_week,
      coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $7::bigint) as block_dials_an_hour,
      (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
    from organizations o where o._id = $1::uuid),
  day as materialized (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
      u.used_amount
    from call_days u where u.organization_id = $1::uuid and u.day = $8::date),
  left_today as materialized (
    select case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + $9::integer > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end as guard, l.spend_a_day - d.amount as amount,
      greatest(0, least(l.dials_a_day - d.dials, (l.seconds_a_day - d.seconds) / greatest(1, $10::integer))) as calls
    from limits l cross join day d
),
  head as materialized (
      (select _id from calls
        where organization_id = $1::uuid and campaign_id = $2::uuid and state = 'waiting'
          and waits_for = 'turn' and $11::boolean and open_until > $12::timestamptz
          and not (select is_paused from campaign)
        order by queue_number limit 50)
    union all
    select _id from calls
    where organization_id = $1::uuid and _id = $13::uuid and campaign_id = $2::uuid
      and (waits_for = 'turn') is true and not $14::boolean and open_until > $15::timestamptz
      and not (select is_paused from campaign)
), open_slots as materialized (
  select slot_number from calling_slots
  where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null
    and slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign)
  order by slot_number limit least($16::integer, (select count(*) from head))
), eligible as materialized (
  select _id, phone_number, queue_number, attempts_count from (
    select *, row_number() over (partition by left(phone_number, -3) || '***' order by queue_number) as place_in_block from (
      select distinct on (c.phone_number) c._id, c.phone_number, c.queue_number, c.attempts_count,
        l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
          where n.organization_id = $1::uuid and n.counted = left(c.phone_number, -3) || '***' and n.since >= $17), 0) as block_left
      from calls c cross join limits l
      where c.organization_id = $1::uuid and c._id = any(array(select _id from head))
        and (c.waits_for = 'turn') is true and exists (select from open_slots) and exists (select from left_today where calls > 0)
        and (select case
            when coalesce(sum(n.dials) filter (where n.since >= $18), 0) >= l.number_dials_a_day then 'number_dials_a_day'
            when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
          from dial_counts n where n.organization_id = $1::uuid and n.counted = c.phone_number
            and n.since >= $19) is null
        and not exists (select from numbers_in_use n where n.organization_id = $1::uuid
            and n.project_id = $20::uuid and n.phone_number = c.phone_number offset 0)
        and not exists (select from number_pauses n where n.organization_id = $1::uuid
            and n.voice_carrier_id = $21::uuid and n.phone_number = c.phone_number
            and (n.paused_until > clock_timestamp() and n.paused_until <= clock_timestamp() + interval '370 seconds') offset 0)
        and not exists (
          select from (
              (select organization_id, campaign_id, queue_number, open_until from calls
                where organization_id = $1::uuid and project_id = $20::uuid and state = 'waiting'
                  and waits_for = 'turn' and phone_number = c.phone_number and campaign_id <> $2::uuid
                order by campaign_id, queue_number limit 20)
            union all
              -- Calls whose delay is over, but which no worker has returned to their queue yet.
            select organization_id, campaign_id, queue_number, 'infinity' from (
              select organization_id, campaign_id, queue_number, due_at from calls
              where organization_id = $1::uuid and project_id = $20::uuid and state = 'waiting'
                and waits_for = (select $22::text) and phone_number = c.phone_number
                and (campaign_id <> $2::uuid or $23::boolean)
              order by campaign_id, queue_number limit 20) delayed
            where due_at <= clock_timestamp()) o
          join campaign_queues l on l.organization_id = o.organization_id and l.campaign_id = o.campaign_id
          join campaigns p on p.organization_id = o.organization_id and p._id = o.campaign_id
          join caller_ids i on i.organization_id = p.organization_id and i._id = p.caller_id_id
          join carrier_rate_limits e on e.organization_id = i.organization_id and e.voice_carrier_id = i.voice_carrier_id
          where o.queue_number < c.queue_number and (not p.at_callee or o.open_until > $24::timestamptz)
            and (e.held_until is null or e.held_until <= clock_timestamp())
            and e.arrival_at < clock_timestamp() + interval '3 seconds'
            and (l.closed_until is null or l.closed_until <= $24::timestamptz) and p.status not in ('ended', 'paused')
            and (p.ends_at is null or p.ends_at > $24::timestamptz)
            and exists (select from calling_slots s where s.organization_id = o.organization_id
                and s.campaign_id = o.campaign_id and s.attempt_id is null and s.slot_number <= p.slots and s.slot_number > (
                  select case beyond when 0 then 0 else coalesce((
                    select slot_number from calling_slots where organization_id = o.organization_id and campaign_id = o.campaign_id and attempt_id is null and slot_number <= p.slots
                    order by slot_number offset beyond - 1 limit 1), p.slots) end
                  from (select count(*) as beyond from calling_slots where organization_id = o.organization_id and campaign_id = o.campaign_id and attempt_id is not null and slot_number > p.slots) b) offset 0)
            and not exists (select from calls h where h.organization_id = o.organization_id
                and h.campaign_id = o.campaign_id and h.state = 'waiting' and h.waits_for = 'turn'
                and h.queue_number < o.queue_number order by h.queue_number offset 5)
            -- A campaign whose calls may last longer than what is left of the day's minutes waits for the next day.
            and (select coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
              join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
              where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
                  $25::integer) from organizations o where o._id = c.organization_id)) from campaigns c
              where c.organization_id = o.organization_id and c._id = o.campaign_id)
            <= (select l.seconds_a_day - d.seconds from limits l cross join day d)
          offset 0)
      order by c.phone_number, c.queue_number) n) b where place_in_block <= block_left
),
  locked_slots as materialized (
      -- Locks no more slots than there are eligible calls, because others skip the slots that are locked here.
    select slot_number from calling_slots
    where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null
      and slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign)
    order by slot_number limit least($26::integer, (select count(*) from eligible))
    for update skip locked
), locked_calls as materialized (
  select c._id, c.phone_number, c.queue_number, c.attempts_count
  from calls c
  where c.organization_id = $1::uuid and c._id = any(array(select _id from eligible))
    and (c.waits_for = 'turn') is true and exists (select from locked_slots)
  order by c.queue_number
  limit case when $27::boolean then (select count(*) from locked_slots) else 1 end
  for update of c skip locked
), candidates as materialized (
    -- Calls that cost more than is left of the day wait and delay no other.
  select c._id, c.phone_number, c.queue_number, c.attempts_count, c.rate_per_minute,
    sum(coalesce(c.rate_per_minute, 0) * $28::integer) over (order by c.queue_number) as amount
  from (select k.*, (select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
    where starts_with(k.phone_number, r.prefix) order by length(r.prefix) desc limit 1) as rate_per_minute from locked_calls k cross join limits l
    where $29::uuid is null or k._id = $30::uuid) c cross join left_today t
  where t.amount is null or coalesce(c.rate_per_minute, 0) * $31::integer <= t.amount
),
  carrier as materialized (
      -- No interval holds the time between two calls at much lower rates. This one is a call in 11 days.
    select p.arrival_at, p.held_until, p.failures, greatest(v.calls_per_second, 0.000001) as per_second,
      clock_timestamp() as read_at
    from carrier_rate_limits p
    join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
    where p.organization_id = $1::uuid and p.voice_carrier_id = $21::uuid
      and exists (select from candidates) and exists (select from locked_slots)
    for update of p
), rate_limit as materialized (
  select per_second, read_at, base, (held_until > read_at and held_until <= read_at + interval '310 seconds') as is_paused,
    -- Seconds until the next call; below 0 while a burst is left.
    extract(epoch from base - read_at)::double precision - (greatest(per_second, 1) - 1) / per_second as next_in
  from (
      -- Later than the longest possible pause: the database's clock was set back since, or the rate was raised, and it
      -- begins anew.
    select *, case when arrival_at > read_at + interval '310 seconds' + 2 / per_second * interval '1 second' then read_at
      else greatest(arrival_at, read_at) end as base
    from carrier) p
),
  within_rate as materialized (
    select c.* from candidates c cross join left_today t where t.amount is null or c.amount <= t.amount
    order by queue_number
    limit coalesce((select case when is_paused then 0
        else least((select count(*) from locked_slots), (select calls from left_today),
            greatest(0, floor(($32::double precision / 1000 - next_in) * per_second + 0.000001) + 1)::bigint) end
      from rate_limit), 0)
), taken_numbers as (
  insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
  select $1::uuid, $20::uuid, phone_number, _id from within_rate
  order by phone_number, queue_number
  on conflict (organization_id, project_id, phone_number) do nothing returning call_id
), claimed as materialized (
  select w._id as call_id, w.phone_number, w.attempts_count, w.rate_per_minute::double precision as rate_per_minute, n.place, i.attempt_id, i.move_id, s.slot_number,
    1000 * greatest(0, (select next_in + (n.place - 1) / per_second from rate_limit)) as delay_ms
  from (select call_id, row_number() over (order by queue_number) as place
    from taken_numbers join within_rate on within_rate._id = taken_numbers.call_id) n
  join within_rate w on w._id = n.call_id
  join (select slot_number, row_number() over (order by slot_number) as place from locked_slots) s using (place)
  join unnest($33::uuid[], $34::uuid[])
  with ordinality as i (attempt_id, move_id, place) using (place)
),
  used_rate as (
    update carrier_rate_limits p
    set arrival_at = r.base + (select count(*) from claimed) / r.per_second * interval '1 second'
    from rate_limit r
    where p.organization_id = $1::uuid and p.voice_carrier_id = $21::uuid
      and exists (select from claimed)
), taken_slots as (
  update calling_slots s set attempt_id = c.attempt_id, taken_at = $24::timestamptz from claimed c
  where s.organization_id = $1::uuid and s.campaign_id = $2::uuid
    and s.slot_number = any(array(select slot_number from claimed)) and s.slot_number = c.slot_number
), moved_calls as (
  update calls c set state = 'dialling', state_since = $24::timestamptz, waits_for = null, due_at = null,
    attempts_count = c.attempts_count + 1
  where c.organization_id = $1::uuid and c._id = any(array(select call_id from claimed))
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid::uuid, $20::uuid::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.started'::text as type, c._id as subject_id, $35::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', null, 'conversation_id', null, 'customer_profile_id', null) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved_calls) c) f
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select $1::uuid, move_id, call_id, 'waiting', 'dialling', $36, $24::timestamptz
  from claimed
), attempts as (
  insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
      attempt_number, phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since,
      script, voice, workflow_id, workflow_revision, agent_id, agent_revision, poll_at, created_at,
      time_limit_seconds, rate_per_minute)
  select $1::uuid, $20::uuid, attempt_id, call_id, $2::uuid,
    $21::uuid, attempts_count + 1, phone_number, $37,
    $38::integer, $39::boolean, 'dialling',
    $24::timestamptz, $40, $41, $42::uuid,
    $43::integer, $44::uuid, $45::integer,
    $46::timestamptz + delay_ms * interval '1 millisecond',
    $24::timestamptz, $47::integer, rate_per_minute
  from claimed
), counted_dials as (
  insert into dial_counts as n (organization_id, counted, since, dials, until)
  select $1::uuid, counted, since, dials, until from (
    select phone_number as counted, $48::timestamptz as since, count(*) as dials,
      $49::timestamptz as until from claimed group by phone_number
    union all
    select left(phone_number, -3) || '***', $50::timestamptz, count(*),
      $51::timestamptz from claimed group by left(phone_number, -3) || '***') c
  order by counted
  on conflict (organization_id, counted, since) do update set dials = n.dials + excluded.dials
), used_day as (
  update call_days set dials = dials + c.calls, reserved_seconds = reserved_seconds + c.calls * $52::bigint,
    reserved_amount = reserved_amount + c.amount
  from (select count(*) as calls, sum(coalesce(rate_per_minute, 0)::numeric) * $53::integer as amount
    from claimed having count(*) > 0) c
  where organization_id = $1::uuid and day = $54::date
)
select coalesce((select is_paused from campaign), false) as is_paused,
  (select count(*) from open_slots) as free_slots, (select count(*) from locked_slots) as locked_slots,
  (select count(*) from eligible) as eligible, (select count(*) from candidates) as candidates,
  (select count(*) from within_rate) as within_rate, (select guard from left_today) as guard, false as is_contested,
  (select failures from carrier) as carrier_failures,
  coalesce((select greatest(0,
      1000 * (next_in + (select count(*) from claimed) / per_second) - $55::double precision,
      case when is_paused then 1000 * extract(epoch from (select held_until from carrier) - read_at) end
    )::double precision from rate_limit), 0)
  as rate_wait_ms,
  c.attempt_id, c.call_id, c.phone_number, c.attempts_count + 1 as attempt_number, c.rate_per_minute, c.delay_ms,
  exists (select from number_pauses n where n.organization_id = $1::uuid
      and n.voice_carrier_id = $21::uuid and n.phone_number = c.phone_number) as number_was_refused
from (select 1) one left join claimed c on true order by c.place;

with
  campaign as materialized (
    select status = 'paused' as is_paused, slots, (
      select case beyond when 0 then 0 else coalesce((
        select slot_number from calling_slots where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null and slot_number <= campaigns.slots
        order by slot_number offset beyond - 1 limit 1), campaigns.slots) end
      from (select count(*) as beyond from calling_slots where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is not null and slot_number > campaigns.slots) b) as kept_free from campaigns
    where organization_id = $1::uuid and _id = $2::uuid
),
  limits as materialized (select coalesce((o.calls ->> 'dials_a_day')::bigint, $3::bigint) as dials_a_day,
      60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $4::bigint) as seconds_a_day,
      coalesce((o.calls ->> 'number_dials_a_day')::bigint, $5::bigint) as number_dials_a_day,
      coalesce((o.calls ->> 'number_dials_a_week')::bigint, $6::bigint) as number_dials_a_week,
      coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $7::bigint) as block_dials_an_hour,
      (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
    from organizations o where o._id = $1::uuid),
  day as materialized (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
      u.used_amount
    from call_days u where u.organization_id = $1::uuid and u.day = $8::date),
  left_today as materialized (
    select case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + $9::integer > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end as guard, l.spend_a_day - d.amount as amount,
      greatest(0, least(l.dials_a_day - d.dials, (l.seconds_a_day - d.seconds) / greatest(1, $10::integer))) as calls
    from limits l cross join day d
),
  head as materialized (
      (select _id from calls
        where organization_id = $1::uuid and campaign_id = $2::uuid and state = 'waiting'
          and waits_for = 'turn' and $11::boolean and open_until > $12::timestamptz
          and not (select is_paused from campaign)
        order by queue_number limit 50)
    union all
    select _id from calls
    where organization_id = $1::uuid and _id = $13::uuid and campaign_id = $2::uuid
      and (waits_for = 'turn') is true and not $14::boolean and open_until > $15::timestamptz
      and not (select is_paused from campaign)
), open_slots as materialized (
  select slot_number from calling_slots
  where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null
    and slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign)
  order by slot_number limit least($16::integer, (select count(*) from head))
), eligible as materialized (
  select _id, phone_number, queue_number, attempts_count from (
    select *, row_number() over (partition by left(phone_number, -3) || '***' order by queue_number) as place_in_block from (
      select distinct on (c.phone_number) c._id, c.phone_number, c.queue_number, c.attempts_count,
        l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
          where n.organization_id = $1::uuid and n.counted = left(c.phone_number, -3) || '***' and n.since >= $17), 0) as block_left
      from calls c cross join limits l
      where c.organization_id = $1::uuid and c._id = any(array(select _id from head))
        and (c.waits_for = 'turn') is true and exists (select from open_slots) and exists (select from left_today where calls > 0)
        and (select case
            when coalesce(sum(n.dials) filter (where n.since >= $18), 0) >= l.number_dials_a_day then 'number_dials_a_day'
            when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
          from dial_counts n where n.organization_id = $1::uuid and n.counted = c.phone_number
            and n.since >= $19) is null
        and not exists (select from numbers_in_use n where n.organization_id = $1::uuid
            and n.project_id = $20::uuid and n.phone_number = c.phone_number offset 0)
        and not exists (select from number_pauses n where n.organization_id = $1::uuid
            and n.voice_carrier_id = $21::uuid and n.phone_number = c.phone_number
            and (n.paused_until > clock_timestamp() and n.paused_until <= clock_timestamp() + interval '370 seconds') offset 0)
        and not exists (
          select from (
              (select organization_id, campaign_id, queue_number, open_until from calls
                where organization_id = $1::uuid and project_id = $20::uuid and state = 'waiting'
                  and waits_for = 'turn' and phone_number = c.phone_number and campaign_id <> $2::uuid
                order by campaign_id, queue_number limit 20)
            union all
              -- Calls whose delay is over, but which no worker has returned to their queue yet.
            select organization_id, campaign_id, queue_number, 'infinity' from (
              select organization_id, campaign_id, queue_number, due_at from calls
              where organization_id = $1::uuid and project_id = $20::uuid and state = 'waiting'
                and waits_for = (select $22::text) and phone_number = c.phone_number
                and (campaign_id <> $2::uuid or $23::boolean)
              order by campaign_id, queue_number limit 20) delayed
            where due_at <= clock_timestamp()) o
          join campaign_queues l on l.organization_id = o.organization_id and l.campaign_id = o.campaign_id
          join campaigns p on p.organization_id = o.organization_id and p._id = o.campaign_id
          join caller_ids i on i.organization_id = p.organization_id and i._id = p.caller_id_id
          join carrier_rate_limits e on e.organization_id = i.organization_id and e.voice_carrier_id = i.voice_carrier_id
          where o.queue_number < c.queue_number and (not p.at_callee or o.open_until > $24::timestamptz)
            and (e.held_until is null or e.held_until <= clock_timestamp())
            and e.arrival_at < clock_timestamp() + interval '3 seconds'
            and (l.closed_until is null or l.closed_until <= $24::timestamptz) and p.status not in ('ended', 'paused')
            and (p.ends_at is null or p.ends_at > $24::timestamptz)
            and exists (select from calling_slots s where s.organization_id = o.organization_id
                and s.campaign_id = o.campaign_id and s.attempt_id is null and s.slot_number <= p.slots and s.slot_number > (
                  select case beyond when 0 then 0 else coalesce((
                    select slot_number from calling_slots where organization_id = o.organization_id and campaign_id = o.campaign_id and attempt_id is null and slot_number <= p.slots
                    order by slot_number offset beyond - 1 limit 1), p.slots) end
                  from (select count(*) as beyond from calling_slots where organization_id = o.organization_id and campaign_id = o.campaign_id and attempt_id is not null and slot_number > p.slots) b) offset 0)
            and not exists (select from calls h where h.organization_id = o.organization_id
                and h.campaign_id = o.campaign_id and h.state = 'waiting' and h.waits_for = 'turn'
                and h.queue_number < o.queue_number order by h.queue_number offset 5)
            -- A campaign whose calls may last longer than what is left of the day's minutes waits for the next day.
            and (select coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
              join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
              where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
                  $25::integer) from organizations o where o._id = c.organization_id)) from campaigns c
              where c.organization_id = o.organization_id and c._id = o.campaign_id)
            <= (select l.seconds_a_day - d.seconds from limits l cross join day d)
          offset 0)
      order by c.phone_number, c.queue_number) n) b where place_in_block <= block_left
),
  locked_slots as materialized (
      -- Locks no more slots than there are eligible calls, because others skip the slots that are locked here.
    select slot_number from calling_slots
    where organization_id = $1::uuid and campaign_id = $2::uuid and attempt_id is null
      and slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign)
    order by slot_number limit least($26::integer, (select count(*) from eligible))
    for update skip locked
), locked_calls as materialized (
  select c._id, c.phone_number, c.queue_number, c.attempts_count
  from calls c
  where c.organization_id = $1::uuid and c._id = any(array(select _id from eligible))
    and (c.waits_for = 'turn') is true and exists (select from locked_slots)
  order by c.queue_number
  limit case when $27::boolean then (select count(*) from locked_slots) else 1 end
  for update of c skip locked
), candidates as materialized (
    -- Calls that cost more than is left of the day wait and delay no other.
  select c._id, c.phone_number, c.queue_number, c.attempts_count, c.rate_per_minute,
    sum(coalesce(c.rate_per_minute, 0) * $28::integer) over (order by c.queue_number) as amount
  from (select k.*, (select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
    where starts_with(k.phone_number, r.prefix) order by length(r.prefix) desc limit 1) as rate_per_minute from locked_calls k cross join limits l
    where $29::uuid is null or k._id = $30::uuid) c cross join left_today t
  where t.amount is null or coalesce(c.rate_per_minute, 0) * $31::integer <= t.amount
),
  carrier as materialized (
      -- No interval holds the time between two calls at much lower rates. This one is a call in 11 days.
    select p.arrival_at, p.held_until, p.failures, greatest(v.calls_per_second, 0.000001) as per_second,
      clock_timestamp() as read_at
    from carrier_rate_limits p
    join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
    where p.organization_id = $1::uuid and p.voice_carrier_id = $21::uuid
      and exists (select from candidates) and exists (select from locked_slots)
    for update of p
), rate_limit as materialized (
  select per_second, read_at, base, (held_until > read_at and held_until <= read_at + interval '310 seconds') as is_paused,
    -- Seconds until the next call; below 0 while a burst is left.
    extract(epoch from base - read_at)::double precision - (greatest(per_second, 1) - 1) / per_second as next_in
  from (
      -- Later than the longest possible pause: the database's clock was set back since, or the rate was raised, and it
      -- begins anew.
    select *, case when arrival_at > read_at + interval '310 seconds' + 2 / per_second * interval '1 second' then read_at
      else greatest(arrival_at, read_at) end as base
    from carrier) p
),
  within_rate as materialized (
    select c.* from candidates c cross join left_today t where t.amount is null or c.amount <= t.amount
    order by queue_number
    limit coalesce((select case when is_paused then 0
        else least((select count(*) from locked_slots), (select calls from left_today),
            greatest(0, floor(($32::double precision / 1000 - next_in) * per_second + 0.000001) + 1)::bigint) end
      from rate_limit), 0)
), taken_numbers as (
  insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
  select $1::uuid, $20::uuid, phone_number, _id from within_rate
  order by phone_number, queue_number
  on conflict (organization_id, project_id, phone_number) do nothing returning call_id
), claimed as materialized (
  select w._id as call_id, w.phone_number, w.attempts_count, w.rate_per_minute::double precision as rate_per_minute, n.place, i.attempt_id, i.move_id, s.slot_number,
    1000 * greatest(0, (select next_in + (n.place - 1) / per_second from rate_limit)) as delay_ms
  from (select call_id, row_number() over (order by queue_number) as place
    from taken_numbers join within_rate on within_rate._id = taken_numbers.call_id) n
  join within_rate w on w._id = n.call_id
  join (select slot_number, row_number() over (order by slot_number) as place from locked_slots) s using (place)
  join unnest($33::uuid[], $34::uuid[])
  with ordinality as i (attempt_id, move_id, place) using (place)
),
  used_rate as (
    update carrier_rate_limits p
    set arrival_at = r.base + (select count(*) from claimed) / r.per_second * interval '1 second'
    from rate_limit r
    where p.organization_id = $1::uuid and p.voice_carrier_id = $21::uuid
      and exists (select from claimed)
), taken_slots as (
  update calling_slots s set attempt_id = c.attempt_id, taken_at = $24::timestamptz from claimed c
  where s.organization_id = $1::uuid and s.campaign_id = $2::uuid
    and s.slot_number = any(array(select slot_number from claimed)) and s.slot_number = c.slot_number
), moved_calls as (
  update calls c set state = 'dialling', state_since = $24::timestamptz, waits_for = null, due_at = null,
    attempts_count = c.attempts_count + 1
  where c.organization_id = $1::uuid and c._id = any(array(select call_id from claimed))
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid::uuid, $20::uuid::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.started'::text as type, c._id as subject_id, $35::timestamptz as at, $36::jsonb as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from moved_calls) c) f
), history as (
  insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
  select $1::uuid, move_id, call_id, 'waiting', 'dialling', $37, $24::timestamptz
  from claimed
), attempts as (
  insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
      attempt_number, phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since,
      script, voice, workflow_id, workflow_revision, agent_id, agent_revision, poll_at, created_at,
      time_limit_seconds, rate_per_minute)
  select $1::uuid, $20::uuid, attempt_id, call_id, $2::uuid,
    $21::uuid, attempts_count + 1, phone_number, $38,
    $39::integer, $40::boolean, 'dialling',
    $24::timestamptz, $41, $42, $43::uuid,
    $44::integer, $45::uuid, $46::integer,
    $47::timestamptz + delay_ms * interval '1 millisecond',
    $24::timestamptz, $48::integer, rate_per_minute
  from claimed
), counted_dials as (
  insert into dial_counts as n (organization_id, counted, since, dials, until)
  select $1::uuid, counted, since, dials, until from (
    select phone_number as counted, $49::timestamptz as since, count(*) as dials,
      $50::timestamptz as until from claimed group by phone_number
    union all
    select left(phone_number, -3) || '***', $51::timestamptz, count(*),
      $52::timestamptz from claimed group by left(phone_number, -3) || '***') c
  order by counted
  on conflict (organization_id, counted, since) do update set dials = n.dials + excluded.dials
), used_day as (
  update call_days set dials = dials + c.calls, reserved_seconds = reserved_seconds + c.calls * $53::bigint,
    reserved_amount = reserved_amount + c.amount
  from (select count(*) as calls, sum(coalesce(rate_per_minute, 0)::numeric) * $54::integer as amount
    from claimed having count(*) > 0) c
  where organization_id = $1::uuid and day = $55::date
)
select coalesce((select is_paused from campaign), false) as is_paused,
  (select count(*) from open_slots) as free_slots, (select count(*) from locked_slots) as locked_slots,
  (select count(*) from eligible) as eligible, (select count(*) from candidates) as candidates,
  (select count(*) from within_rate) as within_rate, case when not exists (select from claimed) then coalesce((select guard from left_today), (
    select case when l.spend_a_day is not null
      and coalesce(d.amount, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
        where starts_with(c.phone_number, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil($56::integer / 60.0) > l.spend_a_day then 'spend_a_day'
      else coalesce((select case
          when coalesce(sum(n.dials) filter (where n.since >= $57), 0) >= l.number_dials_a_day then 'number_dials_a_day'
          when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
        from dial_counts n where n.organization_id = $1::uuid and n.counted = c.phone_number
          and n.since >= $58),
          case when l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
            where n.organization_id = $1::uuid and n.counted = left(c.phone_number, -3) || '***' and n.since >= $59), 0) <= 0 then 'block_dials_an_hour' end) end from calls c cross join limits l cross join day d
    where c.organization_id = $1::uuid and c._id = $60)) end as guard, false as is_contested,
  (select failures from carrier) as carrier_failures,
  coalesce((select greatest(0,
      1000 * (next_in + (select count(*) from claimed) / per_second) - $61::double precision,
      case when is_paused then 1000 * extract(epoch from (select held_until from carrier) - read_at) end
    )::double precision from rate_limit), 0)
  as rate_wait_ms,
  c.attempt_id, c.call_id, c.phone_number, c.attempts_count + 1 as attempt_number, c.rate_per_minute, c.delay_ms,
  exists (select from number_pauses n where n.organization_id = $1::uuid
      and n.voice_carrier_id = $21::uuid and n.phone_number = c.phone_number) as number_was_refused
from (select 1) one left join claimed c on true order by c.place;

-- src/calls/queue/number-queries.ts: freeSlotAndNumber

with slot as (
  update calling_slots set attempt_id = null, taken_at = null
  where organization_id = $1 and attempt_id = $2
)
delete from numbers_in_use where organization_id = $3 and call_id = $4;

-- src/calls/queue/number-queries.ts: isNumberWanted

select (select true from calls where organization_id = $1 and project_id = $2
    and phone_number = $3 and state = 'waiting' and waits_for between 'number' and 'number'
  order by waits_for, campaign_id, queue_number limit 1) is true
  or (select true
    from calls where organization_id = $4 and project_id = $5
      and phone_number = $6 and placed_by = 'caller' and state in ('ringing', 'live')
      and _id <> $7 limit 1) is true as is_wanted;

-- src/calls/queue/number-queries.ts: passOnNumber

with recursive caller as materialized (
  select (select true
    from calls where organization_id = $1 and project_id = $2
      and phone_number = $3 and placed_by = 'caller' and state in ('ringing', 'live')
      and _id <> $4 limit 1) is true and not exists (
        select from numbers_in_use where organization_id = $5 and project_id = $6
          and phone_number = $7) as has_caller
), first (campaign_id, _id) as (
    (select campaign_id, _id
      from calls where organization_id = $8 and project_id = $9
        and phone_number = $10 and state = 'waiting' and waits_for = 'number' and not (select has_caller from caller)
      order by campaign_id, queue_number limit 1)
  union all
  select n.campaign_id, n._id from first cross join lateral (
    select campaign_id, _id
    from calls where organization_id = $11 and project_id = $12
      and phone_number = $13 and state = 'waiting' and waits_for = 'number' and campaign_id > first.campaign_id
    order by campaign_id, queue_number limit 1) n
), unparked as (
  update calls c set waits_for = 'turn'
  where c.organization_id = $14 and c._id = any(array(select _id from first))
    and (c.waits_for = 'number') is true
  returning c.organization_id, c.project_id, c.campaign_id
)
select caller.has_caller, unparked.* from caller left join unparked on true;

with caller as materialized (
  select _id
  from calls where organization_id = $1 and project_id = $2
    and phone_number = $3 and placed_by = 'caller' and state in ('ringing', 'live')
    and _id <> $4 order by _id limit 1 for update
), locked as (
  update calls c set state_since = c.state_since
  where c.organization_id = $5 and c._id = (select _id from caller)
  returning c.organization_id, c.project_id, c.phone_number, c._id
)
insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
select organization_id, project_id, phone_number, _id from locked
on conflict do nothing returning call_id;

-- src/calls/queue/queue-queries.ts: endWaitingCalls

with waiting as materialized (
  select _id, row_number() over () as place from (
    select _id from calls
    where organization_id = $1 and campaign_id = $2 and state = 'waiting'
    limit $3 for update skip locked) w
), ended as (
  update calls c set state = $4, state_since = $5, waits_for = null, due_at = null,
    error_reason = $6
  where c.organization_id = $7 and c._id = any(array(select _id from waiting))
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $8::uuid, $9::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'call.ended'::text as type, c._id as subject_id, $10::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
          'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
          'state_since', to_char(c.state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'attempts_count', c.attempts_count,
          'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
          'cancel_requested_at', to_char(c.cancel_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_seconds', a.duration_seconds,
          'conversation_id', a.conversation_id, 'customer_profile_id', (
            select v.profile_id from conversations v
            where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
        jsonb_build_object('customer', c.customer) as texts
      from (select * from ended) c left join lateral (
        select duration_seconds, conversation_id from call_attempts
        where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
        order by attempt_number desc, created_at desc limit 1) a on true) f where (exists (select from webhook_endpoints where organization_id = $11 and project_id = $12 and removed_at is null)
            or exists (select from api_keys where organization_id = $13 and project_id = $14 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $15 and _id = $16 and events = 'keep'))
)
insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
select $17::uuid, i.move_id, w._id, 'waiting', $18, $19, $20::timestamptz
from waiting w join unnest($21::uuid[]) with ordinality as i (move_id, place) using (place)
returning _id;

-- src/calls/queue/queue-queries.ts: insertRateLimit

insert into carrier_rate_limits (organization_id, voice_carrier_id) values ($1, $2)
on conflict do nothing;

-- src/calls/queue/queue-queries.ts: lockDueQueue

select organization_id, project_id, campaign_id, checked_hours, recheck_from,
  (select count(*) from (select from campaign_queues
    where next_at <= $1::timestamptz + interval '50 milliseconds' and is_here(organization_id)
    order by next_at limit 2) q) > 1 as has_more,
  (select true from calls c where c.organization_id = l.organization_id and c.campaign_id = l.campaign_id
      and c.waits_for = 'due' and c.due_at <= $2::timestamptz + interval '1 second'
    order by c.due_at limit 1) is true as has_delayed
from campaign_queues l where next_at <= $3 and is_here(organization_id)
order by next_at limit 1 for update skip locked;

-- src/calls/queue/queue-queries.ts: notifyForgottenQueues

with forgotten as materialized (
  select l.organization_id, l.campaign_id from campaign_queues l
  join campaigns p on p.organization_id = l.organization_id and p._id = l.campaign_id
  where is_here(l.organization_id) and (l.next_at is null or l.next_at > $1)
    and (l.closed_until is null or l.closed_until <= $2)
    and (p.status <> 'paused' or p.ends_at <= $3)
    and (exists (select from calls c where c.organization_id = l.organization_id
        and c.campaign_id = l.campaign_id and c.waits_for = 'due' and c.due_at <= $4 offset 0)
        or exists (select from calls c where c.organization_id = l.organization_id
            and c.campaign_id = l.campaign_id and c.state = 'waiting' and c.waits_for = 'turn' offset 0)
        and exists (select from calling_slots s where s.organization_id = l.organization_id
            and s.campaign_id = l.campaign_id and s.attempt_id is null and s.slot_number <= p.slots and s.slot_number > (
              select case beyond when 0 then 0 else coalesce((
                select slot_number from calling_slots where organization_id = l.organization_id and campaign_id = l.campaign_id and attempt_id is null and slot_number <= p.slots
                order by slot_number offset beyond - 1 limit 1), p.slots) end
              from (select count(*) as beyond from calling_slots where organization_id = l.organization_id and campaign_id = l.campaign_id and attempt_id is not null and slot_number > p.slots) b) offset 0))
  for update of l skip locked
)
update campaign_queues l set next_at = $5 from forgotten f
where l.organization_id = f.organization_id and l.campaign_id = f.campaign_id returning l.campaign_id;

-- src/calls/queue/queue-queries.ts: notifyQueues

with locked as materialized (
  select organization_id, campaign_id, next_at from campaign_queues
  where (organization_id, campaign_id) in (select * from unnest(
      $1::uuid[], $2::uuid[]))
    and (select true from calls c where c.organization_id = campaign_queues.organization_id
        and c.campaign_id = campaign_queues.campaign_id and c.state = 'waiting'
      order by c.waits_for, c.queue_number limit 1)
    and not exists (
      select from organization_moves m where m.organization_id = campaign_queues.organization_id and m.is_closed)
  order by organization_id, campaign_id for update
), woken as (
  update campaign_queues l set next_at = $3 from locked
  where l.organization_id = locked.organization_id and l.campaign_id = locked.campaign_id
    and (locked.next_at is null or locked.next_at > $4)
)
select pg_notify($5, '') from (select count(*) as queues from locked) counted where queues > 0;

-- src/calls/queue/queue-queries.ts: parkBlocked

with first as materialized (
  select _id from calls
  where organization_id = $1 and campaign_id = $2 and state = 'waiting'
    and waits_for = 'turn'
  order by queue_number limit 500
), in_use as materialized (
  select c._id from first f
  join calls c on c.organization_id = $3 and c._id = f._id
  join numbers_in_use n on n.organization_id = c.organization_id and n.project_id = $4
    and n.phone_number = c.phone_number
  where (c.waits_for = 'turn') is true
  for update of c skip locked for share of n skip locked
), paused as materialized (
  select c._id, n.paused_until from first f
  join calls c on c.organization_id = $5 and c._id = f._id
  join number_pauses n on n.organization_id = c.organization_id and n.voice_carrier_id = $6
    and n.phone_number = c.phone_number
  where (c.waits_for = 'turn') is true and (n.paused_until > clock_timestamp() and n.paused_until <= clock_timestamp() + interval '370 seconds')
    and not exists (select from in_use u where u._id = f._id)
  for update of c skip locked
), guarded as materialized (
  select c._id, case when l.spend_a_day is not null
    and coalesce(d.amount, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
      where starts_with(c.phone_number, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil($7::integer / 60.0) > l.spend_a_day then 'spend_a_day'
    else coalesce((select case
        when coalesce(sum(n.dials) filter (where n.since >= $8), 0) >= l.number_dials_a_day then 'number_dials_a_day'
        when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
      from dial_counts n where n.organization_id = $9::uuid and n.counted = c.phone_number
        and n.since >= $10),
        case when l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
          where n.organization_id = $11::uuid and n.counted = left(c.phone_number, -3) || '***' and n.since >= $12), 0) <= 0 then 'block_dials_an_hour' end) end as guard,
    l.spend_a_day is not null
    and coalesce(d.used_amount, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
      where starts_with(c.phone_number, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil($13::integer / 60.0) > l.spend_a_day as is_too_dear from first f
  join calls c on c.organization_id = $14 and c._id = f._id
  cross join (select coalesce((o.calls ->> 'dials_a_day')::bigint, $15::bigint) as dials_a_day,
      60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $16::bigint) as seconds_a_day,
      coalesce((o.calls ->> 'number_dials_a_day')::bigint, $17::bigint) as number_dials_a_day,
      coalesce((o.calls ->> 'number_dials_a_week')::bigint, $18::bigint) as number_dials_a_week,
      coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $19::bigint) as block_dials_an_hour,
      (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
    from organizations o where o._id = $20::uuid) l left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
        u.used_amount
      from call_days u where u.organization_id = $21::uuid and u.day = $22::date) d on true
  where (c.waits_for = 'turn') is true
    and not exists (select from in_use u where u._id = f._id) and not exists (select from paused p where p._id = f._id)
  for update of c skip locked
), held as (
  update calls c set waits_for = 'due', held_by = g.guard,
    due_at = case when g.guard = 'block_dials_an_hour' or g.guard = 'spend_a_day' and not g.is_too_dear
    then $23::timestamptz else $24::timestamptz end
  from guarded g
  where c.organization_id = $25 and c._id = any(array(select _id from guarded where guard is not null))
    and g._id = c._id
  returning c._id
), later as (
  update calls c set waits_for = 'due', due_at = (select paused_until from paused p where p._id = c._id)
  where c.organization_id = $26 and c._id = any(array(select _id from paused)) returning c._id
), after as (
  update calls c set waits_for = 'number'
  where c.organization_id = $27 and c._id = any(array(select _id from in_use)) returning c._id
)
select _id from later union all select _id from after union all select _id from held;

-- src/calls/queue/queue-queries.ts: postponeQueue

update campaign_queues set next_at = $1
where organization_id = $2 and campaign_id = $3;

-- src/calls/queue/queue-queries.ts: returnDueCalls

with due as materialized (
  select _id from calls
  where organization_id = $1 and campaign_id = $2 and waits_for = 'due'
    and due_at <= $3
  order by due_at, queue_number limit 1000 for update skip locked
)
update calls c set waits_for = 'turn', due_at = null, held_by = null, open_until = null, held_timezone = null
where c.organization_id = $4 and c._id = any(array(select _id from due)) returning c._id;

-- src/calls/queue/queue-queries.ts: scheduleQueue

update campaign_queues set closed_until = $1, next_at = least(
    case when (select true from calls where organization_id = $2 and campaign_id = $3
        and state = 'waiting' and waits_for = 'turn' order by queue_number limit 1) then $4::timestamptz end,
    (select greatest(due_at, $5::timestamptz) from calls
      where organization_id = $6 and campaign_id = $7 and waits_for = 'due'
      order by due_at limit 1),
    case when (select true from calls where organization_id = $8 and campaign_id = $9
        and state = 'waiting' order by waits_for, queue_number limit 1) then $10::timestamptz end)
where organization_id = $11 and campaign_id = $12 returning next_at;

-- src/calls/queue/queue-queries.ts: selectQueuesToServe

select l.organization_id, l.campaign_id
from unnest($1::uuid[], $2::uuid[])
  as grown (organization_id, campaign_id)
join campaign_queues l using (organization_id, campaign_id)
join campaigns p on p.organization_id = l.organization_id and p._id = l.campaign_id
where p.ends_at is not null and l.next_at is null
  or exists (select from calling_slots s where s.organization_id = l.organization_id
      and s.campaign_id = l.campaign_id and s.attempt_id is null and s.slot_number <= p.slots and s.slot_number > (
        select case beyond when 0 then 0 else coalesce((
          select slot_number from calling_slots where organization_id = l.organization_id and campaign_id = l.campaign_id and attempt_id is null and slot_number <= p.slots
          order by slot_number offset beyond - 1 limit 1), p.slots) end
        from (select count(*) as beyond from calling_slots where organization_id = l.organization_id and campaign_id = l.campaign_id and attempt_id is not null and slot_number > p.slots) b));

-- src/calls/queue/queue-queries.ts: updateQueue

update campaign_queues set next_at = $1, closed_until = $2
where organization_id = $3 and campaign_id = $4;

-- src/calls/queue/queue-queries.ts: upsertQueue

insert into campaign_queues as l (organization_id, project_id, campaign_id, next_at)
values ($1, $2, $3, $4)
on conflict (organization_id, campaign_id) do update set next_at = $5, closed_until = null;

insert into calling_slots (organization_id, campaign_id, slot_number)
select $1::uuid, $2::uuid, generate_series(1, $3::integer)
on conflict do nothing;

-- src/calls/queue/rate-queries.ts: takeRatePlace

with
  carrier as materialized (
      -- No interval holds the time between two calls at much lower rates. This one is a call in 11 days.
    select p.arrival_at, p.held_until, p.failures, greatest(v.calls_per_second, 0.000001) as per_second,
      clock_timestamp() as read_at
    from carrier_rate_limits p
    join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
    where p.organization_id = $1::uuid and p.voice_carrier_id = $2::uuid
      and true
    for update of p
), rate_limit as materialized (
  select per_second, read_at, base, (held_until > read_at and held_until <= read_at + interval '310 seconds') as is_paused,
    -- Seconds until the next call; below 0 while a burst is left.
    extract(epoch from base - read_at)::double precision - (greatest(per_second, 1) - 1) / per_second as next_in
  from (
      -- Later than the longest possible pause: the database's clock was set back since, or the rate was raised, and it
      -- begins anew.
    select *, case when arrival_at > read_at + interval '310 seconds' + 2 / per_second * interval '1 second' then read_at
      else greatest(arrival_at, read_at) end as base
    from carrier) p
)
update carrier_rate_limits p set arrival_at = r.base + 1 / r.per_second * interval '1 second'
from rate_limit r
where p.organization_id = $3::uuid and p.voice_carrier_id = $4::uuid
  and 1000 * r.next_in <= $5::double precision
returning 1000 * greatest(0, r.next_in) as delay_ms;

-- src/calls/queue/report-ended-campaigns.ts: reportEnd

with reported as (
  update campaigns c set end_reported_at = $1
  where c.organization_id = $2 and c._id = $3 and c.end_reported_at is null and (c.status = 'ended' or coalesce(c.ends_at <= $4::timestamptz, false))
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $5::uuid, $6::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'campaign.ended' as type, c._id as subject_id, $7::timestamptz as at, jsonb_build_object('_id', c._id,
          'name', c.name, 'status', c.status, 'campaign_type', c.campaign_type, 'call_direction', c.call_direction,
          'ends_at', to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'updated_at', to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'calls', coalesce((
            select jsonb_object_agg(state, count) from (
              select l.state, count(*) from calls l
              where l.organization_id = c.organization_id and l.campaign_id = c._id group by l.state) s), '{}')) as data,
        null::jsonb as texts
      from reported c) f where (exists (select from webhook_endpoints where organization_id = $8 and project_id = $9 and removed_at is null)
          or exists (select from api_keys where organization_id = $10 and project_id = $11 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $12 and _id = $13 and events = 'keep'))
)
select;

-- src/calls/queue/report-ended-campaigns.ts: selectEndedCampaigns

update campaigns c set end_reported_at = null where c.end_reported_at is not null and not (c.status = 'ended' or coalesce(c.ends_at <= $1::timestamptz, false))
  and is_here(c.organization_id);

select c.organization_id, c.project_id, c._id from campaigns c
where c.end_reported_at is null and (c.status = 'ended' or coalesce(c.ends_at <= $1::timestamptz, false)) and is_here(c.organization_id)
  and c._id <> all($2::uuid[])
  and not exists (select from calls w where w.organization_id = c.organization_id and w.campaign_id = c._id
      and w.state = 'waiting')
  and not exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
      and s.attempt_id is not null)
order by c._id limit $3;

-- src/calls/queue/slot-queries.ts: lockFreeSlot

select slot_number from calling_slots where organization_id = $1
  and campaign_id = $2 and attempt_id is null and slot_number <= (select slots from campaigns where organization_id = $3 and _id = $4) and slot_number > (
    select case beyond when 0 then 0 else coalesce((
      select slot_number from calling_slots where organization_id = $5 and campaign_id = $6 and attempt_id is null and slot_number <= (select slots from campaigns where organization_id = $7 and _id = $8)
      order by slot_number offset beyond - 1 limit 1), (select slots from campaigns where organization_id = $9 and _id = $10)) end
    from (select count(*) as beyond from calling_slots where organization_id = $11 and campaign_id = $12 and attempt_id is not null and slot_number > (select slots from campaigns where organization_id = $13 and _id = $14)) b)
order by slot_number limit 1 for update;

-- src/calls/queue/slot-queries.ts: selectHasFreeSlot

select slot_number from calling_slots where organization_id = $1
  and campaign_id = $2 and attempt_id is null and slot_number <= (select slots from campaigns where organization_id = $3 and _id = $4) and slot_number > (
    select case beyond when 0 then 0 else coalesce((
      select slot_number from calling_slots where organization_id = $5 and campaign_id = $6 and attempt_id is null and slot_number <= (select slots from campaigns where organization_id = $7 and _id = $8)
      order by slot_number offset beyond - 1 limit 1), (select slots from campaigns where organization_id = $9 and _id = $10)) end
    from (select count(*) as beyond from calling_slots where organization_id = $11 and campaign_id = $12 and attempt_id is not null and slot_number > (select slots from campaigns where organization_id = $13 and _id = $14)) b)
order by slot_number limit 1;

-- src/calls/reconcile/poll-queries.ts: claimAttemptsToPoll

update call_attempts a set poll_at = $1, polls_count = a.polls_count + 1
from (select organization_id, _id from call_attempts
  where (poll_at <= $2 or poll_at > $3::timestamptz + $4 * interval '1 minute')
    and is_here(organization_id)
  order by poll_at limit $5 for update skip locked) due
where a.organization_id = due.organization_id and a._id = due._id
returning a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.error_reason, a.created_at, a.time_limit_seconds, a.rate_per_minute::double precision as rate_per_minute,
  a.transferred_at, a.transfer_rate_per_minute::double precision as transfer_rate_per_minute,
  a.transfer_limit_seconds, a.settled_seconds, a.settled_amount::double precision as settled_amount;

-- src/calls/reconcile/poll-queries.ts: postponePolls

update call_attempts a set poll_at = p.poll_at, polls_count = a.polls_count - 1
from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
  p (organization_id, _id, poll_at)
where a.organization_id = p.organization_id and a._id = p._id and a.poll_at is not null;

-- src/calls/reconcile/poll-queries.ts: selectHasRivalAttempt

select _id from call_attempts
where organization_id = $1 and phone_number = $2
  and caller_id_number = $3 and _id <> $4
  and state in ('dialling', 'unresolved') and carrier_call_sid is null
limit 1;

-- src/calls/reconcile/poll-queries.ts: selectOtherSids

select carrier_call_sid from call_attempts
where organization_id = $1 and phone_number = $2
  and _id <> $3 and carrier_call_sid is not null
order by created_at desc limit 100;

-- src/calls/reconcile/poll-queries.ts: updateAttemptAbsent

update call_attempts set absent_since = coalesce(absent_since, $1), absent_count = absent_count + 1
where organization_id = $2 and _id = $3 and poll_at is not null
returning absent_since, absent_count;

-- src/calls/reconcile/poll-queries.ts: updateAttemptForbidden

update call_attempts set error_reason = $1
where organization_id = $2 and _id = $3 and state = 'dialling';

-- src/calls/reconcile/poll-queries.ts: updateAttemptPollAt

update call_attempts set poll_at = $1
where organization_id = $2 and _id = $3 and poll_at is not null;

-- src/calls/reconcile/poll-queries.ts: updateAttemptPresent

update call_attempts set absent_since = null, absent_count = 0
where organization_id = $1 and _id = $2 and absent_count > 0;

-- src/calls/relay/relay-queries.ts: insertRelayAddress

with late as (
  delete from relay_addresses where organization_id = $1 and attempt_id = $2 and used_at is null
    and made_at < $3::timestamptz - $4 * interval '1 millisecond'
)
insert into relay_addresses (organization_id, attempt_id, nonce, made_at)
values ($5, $6, $7, $8);

-- src/calls/relay/relay-queries.ts: insertRelaySession

insert into relay_sessions (organization_id, attempt_id, session, token, connected_at)
values ($1, $2, $3, $4, $5)
on conflict do nothing returning session;

-- src/calls/relay/relay-queries.ts: insertTransfer

insert into relay_transfers (organization_id, attempt_id, turn, begun_at)
values ($1, $2, $3, $4) on conflict do nothing returning turn;

-- src/calls/relay/relay-queries.ts: selectHasTransferUnderWay

select turn from relay_transfers where organization_id = $1 and attempt_id = $2 and ended_at is null limit 1;

-- src/calls/relay/relay-queries.ts: selectIsAddressOpen

select nonce from relay_addresses where organization_id = $1 and attempt_id = $2 and nonce = $3 and used_at is null
  and made_at >= $4::timestamptz - $5 * interval '1 millisecond';

-- src/calls/relay/relay-queries.ts: selectRelaySessions

select session, connected_at, ended_at, status, error_code,
  ended_at is distinct from connected_at as has_begun,
  status = 'ended' and ended_at in (select begun_at from relay_transfers where organization_id = $1 and attempt_id = $2) as was_transferred
from relay_sessions where organization_id = $3 and attempt_id = $4 order by connected_at, session;

-- src/calls/relay/relay-queries.ts: selectTransfer

select status from relay_transfers where organization_id = $1 and attempt_id = $2 and turn = $3;

-- src/calls/relay/relay-queries.ts: updateAddressUsed

update relay_addresses set used_at = $1
where organization_id = $2 and attempt_id = $3 and nonce = $4 and used_at is null
  and made_at >= $5::timestamptz - $6 * interval '1 millisecond' returning nonce;

-- src/calls/relay/relay-queries.ts: updateRestarts

update call_attempts set relay_restarts = relay_restarts + 1
where organization_id = $1 and _id = $2;

-- src/calls/relay/relay-queries.ts: updateSessionMoved

update relay_sessions set status = 'moved', ended_at = $1
where organization_id = $2 and attempt_id = $3 and token = $4 and ended_at is null;

-- src/calls/relay/relay-queries.ts: updateTransferEnded

update relay_transfers set status = $1, ended_at = $2
where organization_id = $3 and attempt_id = $4 and turn = $5 and ended_at is null returning turn;

-- src/calls/relay/relay-queries.ts: upsertSessionEnd

insert into relay_sessions as s (organization_id, attempt_id, session, token, connected_at, ended_at, status, error_code)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (organization_id, attempt_id, session) do update set
  ended_at = coalesce(s.ended_at, excluded.ended_at), error_code = coalesce(s.error_code, excluded.error_code),
  status = coalesce(s.status, excluded.status);

-- src/calls/view/list-queries.ts: selectCallHistory

select c._id, c.campaign_id, c.placed_by, c.phone_number, c.state, c.state_since, c.created_at,
  c.attempts_count, c.error_code, c.error_reason, c.cancel_requested_at, c.waits_for, c.due_at, c.held_by, c.open_until,
  c.held_timezone, coalesce(c.state = 'waiting' and c.held_by = 'spend_a_day' and (
    select l.spend_a_day is not null
      and coalesce(0::numeric, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
        where starts_with(held.phone_number, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil(coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
          join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
          where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
              $1::integer) from organizations o where o._id = c.organization_id)) / 60.0) > l.spend_a_day
    from (select c.organization_id, c.campaign_id, c.phone_number) held
    join campaigns c on c.organization_id = held.organization_id and c._id = held.campaign_id
    cross join lateral (select coalesce((o.calls ->> 'dials_a_day')::bigint, $2::bigint) as dials_a_day,
        60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $3::bigint) as seconds_a_day,
        coalesce((o.calls ->> 'number_dials_a_day')::bigint, $4::bigint) as number_dials_a_day,
        coalesce((o.calls ->> 'number_dials_a_week')::bigint, $5::bigint) as number_dials_a_week,
        coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $6::bigint) as block_dials_an_hour,
        (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
      from organizations o where o._id = held.organization_id) l), false) as is_too_dear,
  case when c.state = 'waiting' then c.customer -> 'timezone' end as customer_timezone,
  c.state = 'waiting' and exists (select from numbers_in_use n where n.organization_id = c.organization_id
      and n.project_id = c.project_id and n.phone_number = c.phone_number) as is_number_in_use,
  (select p.paused_until from campaigns g
    join caller_ids i on i.organization_id = g.organization_id and i._id = g.caller_id_id
    join number_pauses p on p.organization_id = i.organization_id and p.voice_carrier_id = i.voice_carrier_id
      and p.phone_number = c.phone_number
    where c.state = 'waiting' and g.organization_id = c.organization_id and g._id = c.campaign_id) as number_paused_until, c.customer,
  case when c.state = 'waiting' then (
    select count(*) from calls o where o.organization_id = c.organization_id and o.campaign_id = c.campaign_id
      and o.state = 'waiting' and o.waits_for in ('turn', 'number', 'due') and o.queue_number <= c.queue_number
) end as place,
  (select jsonb_agg(jsonb_build_object('from_state', m.from_state, 'to_state', m.to_state, 'reason', m.reason,
      'moved_at', m.moved_at) order by m._id)
    from (select * from call_moves m where m.organization_id = c.organization_id and m.call_id = c._id
      order by m._id desc limit $7) m) as moves,
  (select jsonb_agg(jsonb_build_object('_id', a._id, 'attempt_number', a.attempt_number, 'state', a.state,
      'state_since', a.state_since, 'created_at', a.created_at, 'answered_at', a.answered_at,
      'ended_at', a.ended_at, 'duration_seconds', a.duration_seconds, 'answered_by', a.answered_by,
      'conversation_id', a.conversation_id, 'carrier_call_sid', a.carrier_call_sid, 'error_code', a.error_code,
      'error_reason', a.error_reason) order by a.attempt_number, a.created_at, a._id)
    from (select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
      order by a.attempt_number desc, a.created_at desc limit $8) a) as attempts
from calls c
where c.organization_id = $9 and c._id = $10 and c.campaign_id = $11;

-- src/calls/view/list-queries.ts: selectCalls

select shown.*
from (
  select c._id, row_number() over (order by _id) as place from calls c where c.organization_id = $1 and c.campaign_id = $2
    and true
  order by _id limit $3 offset $4) page
cross join lateral (
  select c._id, c.campaign_id, c.placed_by, c.phone_number, c.state, c.state_since, c.created_at,
    c.attempts_count, c.error_code, c.error_reason, c.cancel_requested_at, c.waits_for, c.due_at, c.held_by, c.open_until,
    c.held_timezone, coalesce(c.state = 'waiting' and c.held_by = 'spend_a_day' and (
      select l.spend_a_day is not null
        and coalesce(0::numeric, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
          where starts_with(held.phone_number, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil(coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
            join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
            where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
                $5::integer) from organizations o where o._id = c.organization_id)) / 60.0) > l.spend_a_day
      from (select c.organization_id, c.campaign_id, c.phone_number) held
      join campaigns c on c.organization_id = held.organization_id and c._id = held.campaign_id
      cross join lateral (select coalesce((o.calls ->> 'dials_a_day')::bigint, $6::bigint) as dials_a_day,
          60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $7::bigint) as seconds_a_day,
          coalesce((o.calls ->> 'number_dials_a_day')::bigint, $8::bigint) as number_dials_a_day,
          coalesce((o.calls ->> 'number_dials_a_week')::bigint, $9::bigint) as number_dials_a_week,
          coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $10::bigint) as block_dials_an_hour,
          (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
        from organizations o where o._id = held.organization_id) l), false) as is_too_dear,
    case when c.state = 'waiting' then c.customer -> 'timezone' end as customer_timezone,
    c.state = 'waiting' and exists (select from numbers_in_use n where n.organization_id = c.organization_id
        and n.project_id = c.project_id and n.phone_number = c.phone_number) as is_number_in_use,
    (select p.paused_until from campaigns g
      join caller_ids i on i.organization_id = g.organization_id and i._id = g.caller_id_id
      join number_pauses p on p.organization_id = i.organization_id and p.voice_carrier_id = i.voice_carrier_id
        and p.phone_number = c.phone_number
      where c.state = 'waiting' and g.organization_id = c.organization_id and g._id = c.campaign_id) as number_paused_until from calls c where c.organization_id = $11 and c._id = page._id limit 1) shown
order by page.place;

select count(*) as total from calls c where c.organization_id = $1 and c.campaign_id = $2
  and true;

-- src/calls/view/list-queries.ts: selectQueueStanding

select c.status = 'paused' as is_paused, c.calling_hours, p.held_until as paused_until,
  exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
      and s.attempt_id is null and s.slot_number <= c.slots and s.slot_number > (
        select case beyond when 0 then 0 else coalesce((
          select slot_number from calling_slots where organization_id = c.organization_id and campaign_id = c._id and attempt_id is null and slot_number <= c.slots
          order by slot_number offset beyond - 1 limit 1), c.slots) end
        from (select count(*) as beyond from calling_slots where organization_id = c.organization_id and campaign_id = c._id and attempt_id is not null and slot_number > c.slots) b)) as has_free_slot,
  coalesce(p.arrival_at <= clock_timestamp()
      + (greatest(v.calls_per_second, 1) - 1) / v.calls_per_second * interval '1 second', true) as is_within_rate,
  (select case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
        join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
        where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
            $1::integer) from organizations o where o._id = c.organization_id)) > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $2::bigint) as dials_a_day,
          60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $3::bigint) as seconds_a_day,
          coalesce((o.calls ->> 'number_dials_a_day')::bigint, $4::bigint) as number_dials_a_day,
          coalesce((o.calls ->> 'number_dials_a_week')::bigint, $5::bigint) as number_dials_a_week,
          coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $6::bigint) as block_dials_an_hour,
          (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
        from organizations o where o._id = c.organization_id) l
    left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
        u.used_amount
      from call_days u where u.organization_id = c.organization_id and u.day = $7::date) d on true) as guard,
  (select (t.seconds > l.seconds_a_day or coalesce(ceil(t.seconds / 60.0) * (select min(round(r.per_minute, 6))
    from jsonb_to_recordset(l.rates) r (per_minute numeric)) > l.spend_a_day, false)) from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $8::bigint) as dials_a_day,
        60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $9::bigint) as seconds_a_day,
        coalesce((o.calls ->> 'number_dials_a_day')::bigint, $10::bigint) as number_dials_a_day,
        coalesce((o.calls ->> 'number_dials_a_week')::bigint, $11::bigint) as number_dials_a_week,
        coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $12::bigint) as block_dials_an_hour,
        (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
      from organizations o where o._id = c.organization_id) l,
      (select coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
        join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
        where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
            $13::integer) from organizations o where o._id = c.organization_id)) as seconds) t) as exceeds_every_day from campaigns c
left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
left join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
left join carrier_rate_limits p on p.organization_id = v.organization_id and p.voice_carrier_id = v._id
where c.organization_id = $14 and c.project_id = $15 and c._id = $16;

-- src/calls/view/project-queries.ts: selectCallPlace

select c.campaign_id, g.name as campaign_name, g.status as campaign_status,
  (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
      and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number)
  as customer_profile_id
from calls c join campaigns g on g.organization_id = c.organization_id and g._id = c.campaign_id
where c.organization_id = $1 and c.project_id = $2 and c._id = $3;

-- src/calls/view/project-queries.ts: selectCarrierEvents

select e.attempt_id, a.attempt_number, e.source, e.call_status, e.sequence_number, e.occurred_at, e.received_at,
  e.duration_seconds, e.answered_by, e.sip_response_code, e.error_code
from call_attempts a join carrier_events e on e.organization_id = a.organization_id and e.attempt_id = a._id
where a.organization_id = $1 and a.call_id = $2
order by a.attempt_number, a.created_at, a._id, coalesce(e.occurred_at, e.received_at), e.sequence_number, e.received_at
limit $3;

-- src/calls/view/project-queries.ts: selectProjectCalls

select shown.*
from (
  select c._id, row_number() over (order by _id) as place from calls c where c.organization_id = $1 and c.project_id = $2
    and $3 and true
  order by _id limit $4 offset $5) page
cross join lateral (
  select c._id, c.campaign_id, c.placed_by, c.phone_number, c.state, c.state_since, c.created_at,
    c.attempts_count, c.error_code, c.error_reason, c.cancel_requested_at, c.waits_for, c.due_at, c.held_by, c.open_until,
    c.held_timezone, coalesce(c.state = 'waiting' and c.held_by = 'spend_a_day' and (
      select l.spend_a_day is not null
        and coalesce(0::numeric, 0) + coalesce((select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
          where starts_with(held.phone_number, r.prefix) order by length(r.prefix) desc limit 1), 0) * ceil(coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
            join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
            where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
                $6::integer) from organizations o where o._id = c.organization_id)) / 60.0) > l.spend_a_day
      from (select c.organization_id, c.campaign_id, c.phone_number) held
      join campaigns c on c.organization_id = held.organization_id and c._id = held.campaign_id
      cross join lateral (select coalesce((o.calls ->> 'dials_a_day')::bigint, $7::bigint) as dials_a_day,
          60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $8::bigint) as seconds_a_day,
          coalesce((o.calls ->> 'number_dials_a_day')::bigint, $9::bigint) as number_dials_a_day,
          coalesce((o.calls ->> 'number_dials_a_week')::bigint, $10::bigint) as number_dials_a_week,
          coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $11::bigint) as block_dials_an_hour,
          (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
        from organizations o where o._id = held.organization_id) l), false) as is_too_dear,
    case when c.state = 'waiting' then c.customer -> 'timezone' end as customer_timezone,
    c.state = 'waiting' and exists (select from numbers_in_use n where n.organization_id = c.organization_id
        and n.project_id = c.project_id and n.phone_number = c.phone_number) as is_number_in_use,
    (select p.paused_until from campaigns g
      join caller_ids i on i.organization_id = g.organization_id and i._id = g.caller_id_id
      join number_pauses p on p.organization_id = i.organization_id and p.voice_carrier_id = i.voice_carrier_id
        and p.phone_number = c.phone_number
      where c.state = 'waiting' and g.organization_id = c.organization_id and g._id = c.campaign_id) as number_paused_until, c.batch_id,
    coalesce(c.customer ->> 'name', (
      select p.name from channel_identities i
      join profiles p on p.organization_id = i.organization_id and p._id = i.profile_id
      where i.organization_id = c.organization_id and i.project_id = c.project_id and i.channel_type = 'voice'
        and i.identity_key = c.phone_number)) as customer_name,
    case when c.state = 'waiting' then (
      select nullif(count(*), $12 + 1) from (
        select from calls o where o.organization_id = c.organization_id and o.campaign_id = c.campaign_id
          and o.state = 'waiting' and o.waits_for in ('turn', 'number', 'due') and o.queue_number <= c.queue_number
        limit $13 + 1) before) end as place,
    (select jsonb_build_object('attempt_number', a.attempt_number, 'state', a.state, 'created_at', a.created_at,
        'answered_at', a.answered_at, 'ended_at', a.ended_at)
      from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
      order by a.attempt_number desc, a.created_at desc limit 1) as last_attempt from calls c where c.organization_id = $14 and c._id = page._id limit 1) shown
order by page.place;

select count(*) as total from calls c where c.organization_id = $1 and c.project_id = $2
  and $3 and true;

-- src/calls/view/project-queries.ts: selectQueueStandings

select c._id as campaign_id, c.name, c.status = 'paused' as is_paused, c.calling_hours, p.held_until as paused_until,
  exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
      and s.attempt_id is null and s.slot_number <= c.slots and s.slot_number > (
        select case beyond when 0 then 0 else coalesce((
          select slot_number from calling_slots where organization_id = c.organization_id and campaign_id = c._id and attempt_id is null and slot_number <= c.slots
          order by slot_number offset beyond - 1 limit 1), c.slots) end
        from (select count(*) as beyond from calling_slots where organization_id = c.organization_id and campaign_id = c._id and attempt_id is not null and slot_number > c.slots) b)) as has_free_slot,
  coalesce(p.arrival_at <= clock_timestamp()
      + (greatest(v.calls_per_second, 1) - 1) / v.calls_per_second * interval '1 second', true) as is_within_rate,
  (select case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
        join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
        where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
            $1::integer) from organizations o where o._id = c.organization_id)) > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $2::bigint) as dials_a_day,
          60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $3::bigint) as seconds_a_day,
          coalesce((o.calls ->> 'number_dials_a_day')::bigint, $4::bigint) as number_dials_a_day,
          coalesce((o.calls ->> 'number_dials_a_week')::bigint, $5::bigint) as number_dials_a_week,
          coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $6::bigint) as block_dials_an_hour,
          (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
        from organizations o where o._id = c.organization_id) l
    left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
        u.used_amount
      from call_days u where u.organization_id = c.organization_id and u.day = $7::date) d on true) as guard,
  (select (t.seconds > l.seconds_a_day or coalesce(ceil(t.seconds / 60.0) * (select min(round(r.per_minute, 6))
    from jsonb_to_recordset(l.rates) r (per_minute numeric)) > l.spend_a_day, false)) from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $8::bigint) as dials_a_day,
        60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $9::bigint) as seconds_a_day,
        coalesce((o.calls ->> 'number_dials_a_day')::bigint, $10::bigint) as number_dials_a_day,
        coalesce((o.calls ->> 'number_dials_a_week')::bigint, $11::bigint) as number_dials_a_week,
        coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $12::bigint) as block_dials_an_hour,
        (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
      from organizations o where o._id = c.organization_id) l,
      (select coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
        join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
        where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
            $13::integer) from organizations o where o._id = c.organization_id)) as seconds) t) as exceeds_every_day from campaigns c
left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
left join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
left join carrier_rate_limits p on p.organization_id = v.organization_id and p.voice_carrier_id = v._id
where c.organization_id = $14 and c.project_id = $15 and c._id = any($16::uuid[]);

-- src/calls/view/project-queries.ts: selectStatesOfSpan

select state, count(*) as calls from calls
where organization_id = $1 and campaign_id = $2
  and created_at >= $3::timestamptz and created_at < $4::timestamptz
group by state order by state;

-- src/calls/view/queue-summary-queries.ts: selectDelayedCallees

select g.campaign_id, c.due_at, c.open_until, c.phone_number, c.customer -> 'timezone' as customer_timezone,
  (select p.properties -> 'timezone' from profiles p
    where p.organization_id = c.organization_id and p._id = coalesce(
        (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
            and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number),
        (select k.profile_id from profile_contacts k where k.organization_id = c.organization_id
            and k.project_id = c.project_id and k.kind = 'phone' and k.normalized = c.phone_number)))
  as profile_timezone
from unnest($1::uuid[]) g (campaign_id)
cross join lateral (
  select w.* from calls w where w.organization_id = $2 and w.campaign_id = g.campaign_id
    and w.waits_for = 'due' and w.due_at > $3 and w.held_timezone is null and w.held_by is null
  order by w.due_at limit 20) c;

-- src/calls/view/queue-summary-queries.ts: selectQueues

with under_way as materialized (
  select s.campaign_id, count(*) filter (where a.state = 'dialling') as dialling,
    count(*) filter (where a.state = 'unresolved') as unresolved,
    count(*) filter (where a.state = 'ringing') as ringing, count(*) filter (where a.state = 'live') as live
  from calling_slots s join call_attempts a on a.organization_id = s.organization_id and a._id = s.attempt_id
  where s.organization_id = $1 and s.attempt_id is not null and a.project_id = $2
  group by s.campaign_id
), blocked as materialized (
  select w.campaign_id, count(*) as calls
  from (select phone_number from numbers_in_use
    where organization_id = $3 and project_id = $4 limit 10001) n
  cross join lateral (
    select campaign_id from calls where organization_id = $5 and project_id = $6
      and phone_number = n.phone_number and state = 'waiting' and waits_for = 'turn' limit 10001) w
  group by w.campaign_id
), paused_numbers as materialized (
  select w.campaign_id, count(*) as calls from (select p.phone_number, p.paused_until, p.voice_carrier_id from number_pauses p
    join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
    where p.organization_id = $7 and v.project_id = $8
      and p.paused_until > $9 limit 10001) n
  cross join lateral (
    select o.campaign_id from calls o
    join campaigns g on g.organization_id = o.organization_id and g._id = o.campaign_id
    join caller_ids i on i.organization_id = g.organization_id and i._id = g.caller_id_id
    where o.organization_id = $10 and o.project_id = $11
      and o.phone_number = n.phone_number and o.state = 'waiting' and o.waits_for = 'due'
      and i.voice_carrier_id = n.voice_carrier_id and o.due_at > $12 and o.due_at <= n.paused_until
    limit 10001) w
  group by w.campaign_id
)
select c._id, c.name, c.status, c.slots, c.ends_at, k.at as paused_since, k.actor_name as paused_by,
  c.status = 'paused' as is_paused, c.calling_hours, p.held_until as paused_until,
  exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
      and s.attempt_id is null and s.slot_number <= c.slots and s.slot_number > (
        select case beyond when 0 then 0 else coalesce((
          select slot_number from calling_slots where organization_id = c.organization_id and campaign_id = c._id and attempt_id is null and slot_number <= c.slots
          order by slot_number offset beyond - 1 limit 1), c.slots) end
        from (select count(*) as beyond from calling_slots where organization_id = c.organization_id and campaign_id = c._id and attempt_id is not null and slot_number > c.slots) b)) as has_free_slot,
  coalesce(p.arrival_at <= clock_timestamp()
      + (greatest(v.calls_per_second, 1) - 1) / v.calls_per_second * interval '1 second', true) as is_within_rate,
  (select case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
        join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
        where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
            $13::integer) from organizations o where o._id = c.organization_id)) > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $14::bigint) as dials_a_day,
          60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $15::bigint) as seconds_a_day,
          coalesce((o.calls ->> 'number_dials_a_day')::bigint, $16::bigint) as number_dials_a_day,
          coalesce((o.calls ->> 'number_dials_a_week')::bigint, $17::bigint) as number_dials_a_week,
          coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $18::bigint) as block_dials_an_hour,
          (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
        from organizations o where o._id = c.organization_id) l
    left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
        u.used_amount
      from call_days u where u.organization_id = c.organization_id and u.day = $19::date) d on true) as guard,
  (select (t.seconds > l.seconds_a_day or coalesce(ceil(t.seconds / 60.0) * (select min(round(r.per_minute, 6))
    from jsonb_to_recordset(l.rates) r (per_minute numeric)) > l.spend_a_day, false)) from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $20::bigint) as dials_a_day,
        60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $21::bigint) as seconds_a_day,
        coalesce((o.calls ->> 'number_dials_a_day')::bigint, $22::bigint) as number_dials_a_day,
        coalesce((o.calls ->> 'number_dials_a_week')::bigint, $23::bigint) as number_dials_a_week,
        coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $24::bigint) as block_dials_an_hour,
        (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
      from organizations o where o._id = c.organization_id) l,
      (select coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
        join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
        where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
            $25::integer) from organizations o where o._id = c.organization_id)) as seconds) t) as exceeds_every_day,
  q.in_queue, coalesce(b.calls, 0) as blocked_in_queue, q.behind_number, q.delayed, q.zone_held, q.zone_held_until,
  q.guard_held, h.held_by, h.held_until,
  coalesce(x.calls, 0) as number_paused, q.delay_ends_at, q.delay_over, q.oldest_since,
  coalesce(u.dialling, 0) as dialling, coalesce(u.unresolved, 0) as unresolved,
  coalesce(u.ringing, 0) as ringing, coalesce(u.live, 0) as live
from campaigns c
left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
left join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
left join carrier_rate_limits p on p.organization_id = v.organization_id and p.voice_carrier_id = v._id
cross join lateral (
  select (select count(*) from (select from calls w where w.organization_id = $26 and w.campaign_id = c._id
      and w.state = 'waiting' and w.waits_for = 'turn' order by w.queue_number limit 10001) o) as in_queue,
    (select count(*) from (select from calls w where w.organization_id = $27 and w.campaign_id = c._id
        and w.state = 'waiting' and w.waits_for = 'number' order by w.queue_number limit 10001) o) as behind_number,
    delays.delayed, delays.zone_held, delays.guard_held, delays.delay_ends_at, delays.zone_held_until,
    (select count(*) from (select from calls w where w.organization_id = $28
        and w.campaign_id = c._id and w.waits_for = 'due' and w.due_at <= $29 limit 10001) o) as delay_over,
    (select min(state_since) from (
        (select w.state_since from calls w where w.organization_id = $30 and w.campaign_id = c._id
            and w.state = 'waiting' and w.waits_for = 'turn' order by w.queue_number limit 1)
      union all (select w.state_since from calls w where w.organization_id = $31 and w.campaign_id = c._id
          and w.state = 'waiting' and w.waits_for = 'number' order by w.queue_number limit 1)
      union all (select w.state_since from calls w where w.organization_id = $32 and w.campaign_id = c._id
          and w.state = 'waiting' and w.waits_for = 'due' order by w.queue_number limit 1)) heads
  ) as oldest_since
  from (
    select count(*) filter (where held_timezone is null) as delayed,
      count(*) filter (where held_timezone is not null) as zone_held,
      count(*) filter (where held_by is not null) as guard_held,
      min(due_at) filter (where held_timezone is null and held_by is null) as delay_ends_at,
      min(due_at) filter (where held_timezone is not null) as zone_held_until
    from (select w.due_at, w.held_timezone, w.held_by from calls w where w.organization_id = $33
        and w.campaign_id = c._id and w.waits_for = 'due' and w.due_at > $34 order by w.due_at limit 10001) o) delays
  offset 0) q
left join lateral (
  select w.held_by, w.due_at as held_until from calls w where w.organization_id = $35
    and w.campaign_id = c._id and w.waits_for = 'due' and w.due_at > $36 and w.held_by is not null
  order by w.due_at limit 1) h on q.guard_held > 0
left join lateral (
  select at, actor_name from changes
  where c.status = 'paused' and organization_id = c.organization_id and kind = 'campaign'
    and record_id = c._id::text and fields @> '[{"path": "status", "after": "paused"}]'
  order by at desc, _id desc limit 1) k on true
left join under_way u on u.campaign_id = c._id
left join blocked b on b.campaign_id = c._id
left join paused_numbers x on x.campaign_id = c._id
where c.organization_id = $37 and c.project_id = $38
  and (q.oldest_since is not null or u.campaign_id is not null)
order by c.name, c._id limit $39;

-- src/campaigns/inbound-queries.ts: selectAnsweredNumbers

select o.name || ' / ' || p.name || ' / ' || n.number as place, n.organization_id, n.number, n.voice_carrier_id,
  v.account_sid, v.auth_token, v.api_url, v.api_url_given_by
from caller_ids n
join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
join projects p on p.organization_id = n.organization_id and p._id = n.project_id
join organizations o on o._id = n.organization_id
where n.inbound_campaign_id is not null
  and ($1::uuid is null or n.organization_id = $2::uuid)
  and ($3::text is null or n.number = $4::text)
order by o.name, p.name, n.number limit $5;

-- src/campaigns/inbound-queries.ts: selectCalledNumber

select n.organization_id, n.project_id, n.number, n.voice_carrier_id, n.inbound_campaign_id, p.language
from voice_carriers v
join caller_ids n on n.organization_id = v.organization_id and n.project_id = v.project_id
  and n.number = $1 and n.voice_carrier_id = v._id
join projects p on p.organization_id = n.organization_id and p._id = n.project_id
where v.organization_id = $2 and v._id = $3;

-- src/campaigns/pause-queries.ts: selectCampaignIds

select _id from campaigns where organization_id = $1 and project_id = $2
  and ($3::uuid is null or _id = $4::uuid) order by _id;

-- src/campaigns/pause-queries.ts: updateCampaignsPaused

update campaigns set held_status = status, status = 'paused', revision = revision + 1, updated_at = $1
where organization_id = $2 and project_id = $3
  and ($4::uuid is null or _id = $5::uuid) and status in ('draft', 'running')
returning _id, slots;

-- src/campaigns/pause-queries.ts: updateCampaignsResumed

update campaigns set status = coalesce(held_status, 'running'), held_status = null, revision = revision + 1,
  updated_at = $1
where organization_id = $2 and project_id = $3
  and ($4::uuid is null or _id = $5::uuid) and status = 'paused'
returning _id, slots;

-- src/campaigns/queries.ts: findCarrierAccount

select _id, kind, account_sid, auth_token, api_url, api_url_given_by, unknown_grace_seconds from voice_carriers
where organization_id = $1 and _id = $2;

-- src/campaigns/queries.ts: selectCampaignByName

select _id from campaigns where organization_id = $1 and project_id = $2
  and (name = $3 or _id::text = lower($4)) limit 1;

-- src/campaigns/queries.ts: selectCampaignForCalls

select p.default_country, (select jsonb_build_object('calls', o.calls, 'caller_numbers',
    case when o.calls ->> 'countries' is not null then '[]'::jsonb else coalesce((
      select jsonb_agg(i.number) from (select number from caller_ids where organization_id = p.organization_id
          and project_id = p._id order by number limit 1000) i), '[]'::jsonb) end)
  from organizations o where o._id = p.organization_id) as number_rules, c._id as found, c._id, c.status, c.call_direction,
  c.campaign_type, c.script, c.voice, c.workflow_id, w.revision as workflow_revision, a._id as agent_id,
  a.revision as agent_revision, c.ring_timeout_seconds, c.machine_detection, c.calling_hours, c.slots,
  c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ends_at, c.closed_message, c.busy_message,
  n.number as caller_id_number, n.voice_carrier_id, k.account_sid, k.auth_token, k.api_url, k.api_url_given_by,
  k.unknown_grace_seconds, coalesce((select (v.definition #>> '{limits,seconds}')::integer + 30 from agents g
    join agent_revisions v on v.organization_id = g.organization_id and v.agent_id = g._id and v.revision = g.revision
    where c.campaign_type = 'agent' and g.organization_id = c.organization_id and g._id = c.agent_id), (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
        $1::integer) from organizations o where o._id = c.organization_id)) as time_limit_seconds,
  (exists (select from webhook_endpoints where organization_id = p.organization_id and project_id = p._id and removed_at is null)
      or exists (select from api_keys where organization_id = p.organization_id and project_id = p._id and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = p.organization_id and _id = p._id and events = 'keep')) as events_wanted
from projects p
left join campaigns c
  on c.organization_id = p.organization_id and c.project_id = p._id and c._id = $2::uuid
left join workflows w on w.organization_id = c.organization_id and w._id = c.workflow_id
left join workflow_revisions v
  on v.organization_id = w.organization_id and v.workflow_id = w._id and v.revision = w.revision
left join agents a on a.organization_id = c.organization_id and a._id = coalesce(c.agent_id, v.agent_id)
left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
left join voice_carriers k on k.organization_id = n.organization_id and k._id = n.voice_carrier_id
where p.organization_id = $3 and p._id = $4;

-- src/campaigns/queries.ts: selectCampaigns

select c._id, c.name, c.status, c.call_direction, c.campaign_type, (select number from caller_ids i where i.organization_id = c.organization_id and i._id = c.caller_id_id) as caller_id, c.workflow_id,
  c.voice, c.calling_hours, c.slots, c.ring_timeout_seconds, c.machine_detection, jsonb_build_object('max_attempts', c.retry_max_attempts, 'delay_minutes', c.retry_delay_minutes,
      'on', to_jsonb(c.retry_on)) as retry, c.ends_at,
  c.created_at, c.updated_at from campaigns c where c.organization_id = $1 and c.project_id = $2 and true order by _id
limit (select $3::bigint) offset (select $4::bigint);

select count(*) as total from campaigns c where c.organization_id = $1 and c.project_id = $2 and true;

-- src/campaigns/queries.ts: selectCarrierAccount

select _id, kind, account_sid, auth_token, api_url, api_url_given_by, unknown_grace_seconds from voice_carriers
where organization_id = $1 and _id = $2;

-- src/campaigns/queries.ts: upsertCallerId

insert into caller_ids as n
  (organization_id, project_id, _id, number, voice_carrier_id, inbound_campaign_id, created_at, updated_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8)
on conflict (organization_id, _id) do update set
  number = excluded.number, voice_carrier_id = excluded.voice_carrier_id,
  inbound_campaign_id = excluded.inbound_campaign_id, revision = n.revision + 1, updated_at = excluded.updated_at
where (n.number, n.voice_carrier_id, n.inbound_campaign_id)
  is distinct from (excluded.number, excluded.voice_carrier_id, excluded.inbound_campaign_id)
returning _id;

-- src/campaigns/queries.ts: upsertCampaign

insert into campaigns as c
  (organization_id, project_id, _id, name, status, call_direction, campaign_type, workflow_id, agent_id, script, voice,
      caller_id_id, calling_hours, slots, retry_max_attempts, retry_delay_minutes, retry_on, ring_timeout_seconds,
      machine_detection, ends_at, closed_message, busy_message, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9, $10, $11, $12, $13::jsonb,
    $14, $15, $16, $17,
    $18, $19, $20,
    $21, $22, $23, $24)
on conflict (organization_id, _id) do update set
  held_status = case when excluded.status <> 'paused' then null when c.status = 'paused' then c.held_status
  else c.status end,
  name = excluded.name, status = excluded.status, call_direction = excluded.call_direction, campaign_type = excluded.campaign_type,
  workflow_id = excluded.workflow_id, agent_id = excluded.agent_id, script = excluded.script, voice = excluded.voice,
  caller_id_id = excluded.caller_id_id, calling_hours = excluded.calling_hours, slots = excluded.slots,
  retry_max_attempts = excluded.retry_max_attempts, retry_delay_minutes = excluded.retry_delay_minutes,
  retry_on = excluded.retry_on, ring_timeout_seconds = excluded.ring_timeout_seconds,
  machine_detection = excluded.machine_detection, ends_at = excluded.ends_at,
  closed_message = excluded.closed_message, busy_message = excluded.busy_message, revision = c.revision + 1,
  updated_at = excluded.updated_at
where (c.name, c.status, c.call_direction, c.campaign_type, c.workflow_id, c.agent_id, c.script, c.voice, c.caller_id_id,
    c.calling_hours, c.slots, c.retry_max_attempts, c.retry_delay_minutes, c.retry_on, c.ring_timeout_seconds,
    c.machine_detection, c.ends_at, c.closed_message, c.busy_message)
  is distinct from (excluded.name, excluded.status, excluded.call_direction, excluded.campaign_type, excluded.workflow_id,
      excluded.agent_id, excluded.script, excluded.voice, excluded.caller_id_id, excluded.calling_hours, excluded.slots,
      excluded.retry_max_attempts, excluded.retry_delay_minutes, excluded.retry_on,
      excluded.ring_timeout_seconds, excluded.machine_detection, excluded.ends_at, excluded.closed_message,
      excluded.busy_message)
returning _id;

-- src/campaigns/queries.ts: upsertVoiceCarrier

insert into voice_carriers as v
  (organization_id, project_id, _id, name, kind, account_sid, auth_token, api_url, api_url_given_by, calls_per_second,
      unknown_grace_seconds, auth_token_set_at, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9, $10, $11, $12, $13,
    $14)
on conflict (organization_id, _id) do update set
  name = excluded.name, kind = excluded.kind, account_sid = excluded.account_sid, auth_token = excluded.auth_token,
  api_url = excluded.api_url,
  api_url_given_by = case when v.api_url is distinct from excluded.api_url then excluded.api_url_given_by
  else v.api_url_given_by end,
  calls_per_second = excluded.calls_per_second,
  unknown_grace_seconds = excluded.unknown_grace_seconds,
  auth_token_set_at = case when v.auth_token = excluded.auth_token then v.auth_token_set_at
  else excluded.updated_at end,
  revision = v.revision + 1, updated_at = excluded.updated_at
where (v.name, v.kind, v.account_sid, v.auth_token, v.api_url, v.calls_per_second, v.unknown_grace_seconds)
  is distinct from (excluded.name, excluded.kind, excluded.account_sid, excluded.auth_token, excluded.api_url,
      excluded.calls_per_second, excluded.unknown_grace_seconds)
returning _id;

-- src/cells/directory/copy-queries.ts: countPlaces

select count(*) filter (where p.cell = $1)::integer as own,
  count(*) filter (where p.cell <> $2)::integer as elsewhere
from cell_places p join organizations o on o._id = p.organization_id where is_here(o._id);

-- src/cells/directory/copy-queries.ts: insertLeft

insert into organization_moves as m (organization_id, side, cell, url, state, begun_at, changed_at)
select o._id, 'source', p.cell, p.url, 'left', $1, $2
from cell_places p join organizations o on o._id = p.organization_id
where p.cell <> $3 and is_here(o._id)
on conflict (organization_id) do update set cell = excluded.cell, url = excluded.url, state = 'left',
  changed_at = excluded.changed_at
where not m.is_hidden
returning organization_id;

-- src/cells/directory/copy-queries.ts: replaceAccounts

delete from cell_addresses where cell <> all($1::text[]);

insert into cell_addresses (cell, url)
select * from unnest($1::text[], $2::text[])
on conflict (cell) do update set url = excluded.url where cell_addresses.url <> excluded.url;

delete from cell_accounts where email <> all($1::text[]);

insert into cell_accounts (email, cell, cells)
select email, cell, cells from jsonb_to_recordset($1::jsonb)
  as a (email text, cell text, cells text[])
on conflict (email) do update set cell = excluded.cell, cells = excluded.cells
where cell_accounts is distinct from excluded;

-- src/cells/directory/copy-queries.ts: replaceCopy

delete from cell_places where organization_id <> all($1::uuid[]);

insert into cell_places (organization_id, cell, url, changed_at)
select * from unnest($1::uuid[], $2::text[], $3::text[],
    $4::timestamptz[])
on conflict (organization_id) do update set cell = excluded.cell, url = excluded.url, changed_at = excluded.changed_at
where cell_places is distinct from excluded and cell_places.changed_at <= excluded.changed_at;

delete from cell_senders where phone_number_id <> all($1::text[]);

insert into cell_senders (phone_number_id, business_account_id, organization_id, app_secret, verify_token_digest)
select * from unnest($1::text[], $2::text[],
    $3::uuid[], $4::bytea[],
    $5::bytea[])
on conflict (phone_number_id) do update set business_account_id = excluded.business_account_id,
  organization_id = excluded.organization_id, app_secret = excluded.app_secret,
  verify_token_digest = excluded.verify_token_digest
where cell_senders is distinct from excluded;

-- src/cells/directory/copy-queries.ts: selectAccountPlace

select cell, cells from cell_accounts where email = lower($1);

-- src/cells/directory/copy-queries.ts: selectCellUrl

select url from cell_addresses where cell = $1;

-- src/cells/directory/copy-queries.ts: selectContents

set transaction isolation level repeatable read, read only;

select o._id, o.name from organizations o where not exists (select from organization_moves m where m.organization_id = o._id and m.is_hidden) order by o._id;

select s.phone_number_id, s.business_account_id, s.organization_id, s.app_secret, s.verify_token_digest
from whatsapp_senders s join organizations o on o._id = s.organization_id where not exists (select from organization_moves m where m.organization_id = o._id and m.is_hidden);

select m.organization_id, u.email from memberships m join users u on u._id = m.user_id
join organizations o on o._id = m.organization_id where not exists (select from organization_moves m where m.organization_id = o._id and m.is_hidden);

select email from users where password_hash is not null;

-- src/cells/directory/copy-queries.ts: selectHasCells

select exists (select from cell_addresses) as has;

-- src/cells/directory/copy-queries.ts: selectHasTokenElsewhere

select exists (select from cell_senders where verify_token_digest = $1) as has;

-- src/cells/directory/copy-queries.ts: selectKnownPlace

select (select to_jsonb(p) from cell_places p where organization_id = $1) as place,
  (select to_jsonb(m) from organization_moves m where organization_id = $2) as move;

-- src/cells/directory/copy-queries.ts: selectLeaving

select organization_id from organization_moves where is_hidden and side = 'source';

-- src/cells/directory/copy-queries.ts: selectMove

select organization_id, side, cell, url, state, begun_at, changed_at from organization_moves where organization_id = $1;

-- src/cells/directory/copy-queries.ts: selectMoves

select organization_id, side, cell, url, state, begun_at, changed_at from organization_moves order by begun_at, organization_id;

-- src/cells/directory/copy-queries.ts: selectSendersElsewhere

select s.phone_number_id, s.business_account_id, s.organization_id, s.app_secret, s.verify_token_digest,
  case when m.side = 'source' and m.state in ('closing', 'closed') then null when p.cell <> $1 then p.url else m.url end as url
from cell_senders s
join cell_places p on p.organization_id = s.organization_id
left join organization_moves m on m.organization_id = s.organization_id and m.is_hidden
where (s.phone_number_id = any($2::text[]) or s.business_account_id = any($3::text[]))
  and (p.cell <> $4 or m.organization_id is not null);

-- src/cells/directory/copy-queries.ts: selectWorksHere

select exists (select from organizations where _id = $1 and is_here(_id)) as works;

-- src/cells/directory/copy-queries.ts: upsertPlace

insert into cell_places (organization_id, cell, url, changed_at)
values ($1, $2, $3, $4)
on conflict (organization_id) do update set cell = excluded.cell, url = excluded.url, changed_at = excluded.changed_at
where cell_places.changed_at <= excluded.changed_at;

-- src/cells/directory/directory-queries.ts: insertPlaced

insert into organizations (_id, name, cell, changed_at) values ($1, $2, $3, date_trunc('milliseconds', clock_timestamp()))
on conflict do nothing returning _id;

-- src/cells/directory/directory-queries.ts: renewPlacedMoving

update organizations set changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond')
where _id = $1 and cell = $2 and state = 'moving' and other_cell = $3 returning _id;

-- src/cells/directory/directory-queries.ts: replaceContents

update organizations o set name = n.name
from unnest($1::uuid[], $2::text[]) n (_id, name)
where o._id in (select _id from organizations where cell = $3 and _id = any($4::uuid[])) and n._id = o._id and o.name <> n.name
  and not exists (select from organizations other where other.name = n.name);

delete from senders s where s.organization_id in (select _id from organizations where cell = $1 and _id = any($2::uuid[])) and not exists (select from unnest($3::text[],
    $4::uuid[],
    $5::text[],
    $6::bytea[],
    $7::bytea[])
    n (phone_number_id, organization_id, account, secret, digest)
  where n.phone_number_id = s.phone_number_id and n.organization_id = s.organization_id);

insert into senders as s (phone_number_id, organization_id, business_account_id, app_secret, verify_token_digest)
select n.* from unnest($1::text[],
    $2::uuid[],
    $3::text[],
    $4::bytea[],
    $5::bytea[])
  n (phone_number_id, organization_id, account, secret, digest) where n.organization_id in (select _id from organizations where cell = $6 and _id = any($7::uuid[]))
on conflict (phone_number_id) do update set business_account_id = excluded.business_account_id,
  app_secret = excluded.app_secret, verify_token_digest = excluded.verify_token_digest
where s.organization_id = excluded.organization_id and s is distinct from excluded;

delete from people p where p.organization_id in (select _id from organizations where cell = $1 and _id = any($2::uuid[])) and not exists (select from (select distinct organization_id, lower(email) as email
  from unnest($3::uuid[],
      $4::text[]) t (organization_id, email)) n
  where n.organization_id = p.organization_id and n.email = p.email);

insert into people (organization_id, email)
select n.organization_id, n.email from (select distinct organization_id, lower(email) as email
  from unnest($1::uuid[],
      $2::text[]) t (organization_id, email)) n where n.organization_id in (select _id from organizations where cell = $3 and _id = any($4::uuid[]))
on conflict do nothing;

delete from accounts a where cell = $1 and not exists (
  select from unnest($2::text[]) own (email) where lower(own.email) = a.email);

insert into accounts (email, cell) select distinct lower(email), $1 from unnest($2::text[]) email
on conflict do nothing;

-- src/cells/directory/directory-queries.ts: selectAllAccounts

select known.email, a.cell, array(
  select distinct o.cell from people p join organizations o on o._id = p.organization_id
  where p.email = known.email order by o.cell) as cells
from (select email from accounts union select email from people) known
left join accounts a on a.email = known.email order by known.email;

-- src/cells/directory/directory-queries.ts: selectAllSenders

select phone_number_id, business_account_id, organization_id, app_secret, verify_token_digest from senders
order by phone_number_id;

-- src/cells/directory/directory-queries.ts: selectCell

select name, url, database_url, key_digest, migration, seen_at,
  extract(epoch from clock_timestamp() - seen_at)::double precision as silent_seconds from cells where name = $1;

-- src/cells/directory/directory-queries.ts: selectCells

select name, url, database_url, key_digest, migration, seen_at,
  extract(epoch from clock_timestamp() - seen_at)::double precision as silent_seconds from cells order by name;

-- src/cells/directory/directory-queries.ts: selectClashes

select mine._id as organization_id, case when o._id is null then 'unplaced' else 'name' end as kind
from unnest($1::uuid[], $2::text[]) mine (_id, name)
left join organizations o on o._id = mine._id
where o._id is null or (o.name <> mine.name and o.state = 'active')
union all
select mine.organization_id, 'phone_number_id'
from unnest($3::text[],
    $4::uuid[]) mine (phone_number_id, organization_id)
join senders s on s.phone_number_id = mine.phone_number_id and s.organization_id <> mine.organization_id;

-- src/cells/directory/directory-queries.ts: selectPlaced

select _id, name, cell, state, other_cell, changed_at from organizations where $1::text is null or cell = $2 order by name;

-- src/cells/directory/directory-queries.ts: selectPlacedByName

select _id, name, cell, state, other_cell, changed_at from organizations where name = $1 or _id::text = lower($2) limit 1;

-- src/cells/directory/directory-queries.ts: updateCellSeen

update cells set key_digest = $1, migration = $2, seen_at = now()
where name = $3 returning name;

-- src/cells/directory/directory-queries.ts: updatePlacedActive

update organizations set state = 'active', other_cell = null, changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond')
where _id = $1 and state = $2 returning _id;

-- src/cells/directory/directory-queries.ts: updatePlacedMoved

update organizations set cell = $1, state = 'moved', other_cell = $2, changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond')
where _id = $3 and cell = $4 and state = 'moving' and other_cell = $5 and changed_at = $6
returning _id, name, cell, state, other_cell, changed_at;

-- src/cells/directory/directory-queries.ts: updatePlacedMoving

update organizations set state = 'moving', other_cell = $1, changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond')
where _id = $2 and cell = $3 and (state <> 'moving' or other_cell = $4)
returning _id, name, cell, state, other_cell, changed_at;

-- src/cells/directory/directory-queries.ts: upsertCell

insert into cells (name, url, database_url, created_at) values ($1, $2, $3, now())
on conflict (name) do update set url = excluded.url, database_url = excluded.database_url;

-- src/cells/move/move-queries.ts: closeOrganization

select set_config('lock_timeout', '1s', true);

select pg_advisory_xact_lock(hashtextextended($1::text, 8020326116));

insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
select e.organization_id, p._id, e._id, e.subject_id, case when p.disabled_at is null then 'waiting' else 'held' end,
  e.at, e.at
from (
  select e.* from delivery_progress p cross join lateral (
    select organization_id, project_id, _id, type, subject_id, at, tx from events
    where organization_id = $1 and (tx >= p.until_tx or tx = any(p.running)) offset 0) e) e
join webhook_endpoints p on p.organization_id = e.organization_id and p.project_id = e.project_id
  and e.type = any(p.types) and p.removed_at is null
where not (e.type = 'webhook_endpoint.disabled' and e.subject_id = p._id)
  and not exists (select from organization_moves m where m.organization_id = e.organization_id and m.is_closed)
on conflict do nothing;

update organization_moves set state = $1, changed_at = clock_timestamp()
where organization_id = $2 and side = 'source' and state = any($3::text[])
returning organization_id;

-- src/cells/move/move-queries.ts: countChanges

select count(*)::integer as count from (
  select from move_changes where organization_id = $1 limit 1000) c;

-- src/cells/move/move-queries.ts: countUnderWay

select (
    (select count(*) from whatsapp_messages
      where organization_id = $1 and status = 'processing' and lease_until > now())
    + (select count(*) from call_attempts
      where organization_id = $2 and poll_at is not null and carrier_call_sid is null
        and created_at > now() - interval '20 seconds')
    + (select count(*) from webhook_deliveries
      where organization_id = $3 and state = 'sending' and due_at > now()))::integer as count;

-- src/cells/move/move-queries.ts: deleteChangedKeys

delete from move_changes where organization_id = $1 and table_name = any($2::text[]);

-- src/cells/move/move-queries.ts: deleteMove

with gone as (
  delete from organization_moves where organization_id = $1 and side = $2 returning organization_id
), tables as (
  delete from moved_tables using gone where moved_tables.organization_id = gone.organization_id
), changes as (delete from move_changes using gone where move_changes.organization_id = gone.organization_id)
select organization_id from gone;

-- src/cells/move/move-queries.ts: insertMove

insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
values ($1, $2, $3, $4, 'copying', now(), now())
on conflict do nothing;

-- src/cells/move/move-queries.ts: insertMovedTable

insert into moved_tables (organization_id, table_name, rows) values ($1, $2, 0)
on conflict do nothing;

-- src/cells/move/move-queries.ts: markKeys

update api_keys set wrote_until = clock_timestamp() + $1::integer * interval '1 second'
where organization_id = $2 and _id = any(array(
  select _id from api_keys where organization_id = $3 and revoked_at is null
  for update skip locked));

-- src/cells/move/move-queries.ts: openMove

with gone as (
  delete from organization_moves where organization_id = $1 and side = 'target' and state = 'closed' returning organization_id
), tables as (
  delete from moved_tables using gone where moved_tables.organization_id = gone.organization_id
), changes as (delete from move_changes using gone where move_changes.organization_id = gone.organization_id)
select organization_id from gone;

update webhook_deliveries set due_at = now()
where organization_id = $1 and state = 'sending' and due_at > now();

-- src/cells/move/move-queries.ts: raiseEventPlace

select set_config('lock_timeout', $1, true);

lock table events in access exclusive mode;

select from delivery_progress for update;

with progress as materialized (select until_tx, running from delivery_progress), moment as materialized (
  select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint as place,
    array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x) as running
  from event_order o, (select pg_current_snapshot() as snapshot) s),
  late as materialized (
    select e.* from progress p cross join lateral unnest(p.running) r (tx) cross join lateral (
      select organization_id, project_id, _id, type, subject_id, at, tx from events e where e.tx = r.tx offset 0) e
), fresh as materialized (
  select organization_id, project_id, _id, type, subject_id, at, tx from events
  where tx >= (select until_tx from progress) and tx < (select place from moment)
  order by tx fetch first ($1::bigint) rows with ties
), reached as materialized (
  select count(*) >= $2::bigint as is_behind,
    case when count(*) >= $3::bigint then max(tx) + 1
    else greatest((select place from moment), (select until_tx from progress)) end as until_tx
  from fresh
), made as (
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
  select e.organization_id, p._id, e._id, e.subject_id, case when p.disabled_at is null then 'waiting' else 'held' end,
    e.at, e.at
  from (select * from late union all select * from fresh) e
  join webhook_endpoints p on p.organization_id = e.organization_id and p.project_id = e.project_id
    and e.type = any(p.types) and p.removed_at is null
  where not (e.type = 'webhook_endpoint.disabled' and e.subject_id = p._id)
    and not exists (select from organization_moves m where m.organization_id = e.organization_id and m.is_closed)
  on conflict do nothing
), kept as (
  update delivery_progress set until_tx = r.until_tx, is_behind = r.is_behind,
    running = array(select tx from unnest(m.running) u (tx) where tx < r.until_tx)
  from reached r, moment m
)
select (select count(*) from late) + (select count(*) from fresh) as events, is_behind from reached;

update event_order set xid_base = $1::bigint + $2::bigint
  - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
where
  xid_base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint < $3::bigint + $4::bigint;

with moment as (
  select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint as place,
    array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x) as running
  from event_order o, (select pg_current_snapshot() as snapshot) s)
update delivery_progress set until_tx = m.place, running = m.running, is_behind = false from moment m;

-- src/cells/move/move-queries.ts: replaceMembers

delete from memberships where organization_id = $1;

insert into users select r.* from jsonb_populate_record(null::users,
    $1::jsonb || '{"is_operator": false}') r
where not exists (select from users where lower(email) = $2) on conflict do nothing returning _id;

insert into second_factors select r.* from jsonb_populate_record(null::second_factors, $1::jsonb) r
on conflict do nothing;

insert into recovery_codes select r.* from jsonb_populate_recordset(null::recovery_codes, $1::jsonb) r
on conflict do nothing;

insert into memberships select r.* from jsonb_populate_record(null::memberships, $1::jsonb
    || jsonb_build_object('user_id', (select _id from users where lower(email) = $2))) r;

-- src/cells/move/move-queries.ts: selectChangedKeys

select distinct table_name, key::text as key from move_changes
where organization_id = $1 and table_name = any($2::text[]);

-- src/cells/move/move-queries.ts: selectEventPlace

select (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as place;

-- src/cells/move/move-queries.ts: selectIsPlaceBehind

select
  xid_base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint < $1::bigint + $2::bigint as is_behind from event_order;

-- src/cells/move/move-queries.ts: selectMembers

select lower(u.email) as email, m.role, m.project_ids, to_jsonb(u)::text as user, to_jsonb(m)::text as membership,
  (select to_jsonb(f)::text from second_factors f where f.user_id = u._id) as second_factor,
  (select coalesce(jsonb_agg(c), '[]')::text from recovery_codes c where c.user_id = u._id) as recovery_codes
from memberships m join users u on u._id = m.user_id
where m.organization_id = $1 order by 1;

-- src/cells/move/move-queries.ts: selectMigration

select max(number) as migration from migrations;

-- src/cells/move/move-queries.ts: selectMovedTables

select table_name from moved_tables where organization_id = $1;

-- src/cells/move/move-queries.ts: selectPastTriggers

select distinct substring(tgname from '^move_([0-9a-f]{32})_')::uuid as organization_id from pg_trigger
where tgname ~ '^move_[0-9a-f]{32}_(write|delete|count)$'
  except select organization_id from organization_moves;

-- src/cells/move/move-queries.ts: selectReadiness

select (select max(number) from migrations) as migration,
  has_parameter_privilege('session_replication_role', 'SET') as may_replicate,
  exists (select from organizations where _id = $1) as has_organization,
  (select _id from organizations where name = $2 and _id <> $3) as other_id;

-- src/cells/move/move-queries.ts: updateSourceMove

update organization_moves set state = $1, changed_at = clock_timestamp()
where organization_id = $2 and side = 'source' and state = any($3::text[])
returning organization_id;

-- src/cells/move/move-queries.ts: updateTarget

update organization_moves set state = $1, changed_at = clock_timestamp()
where organization_id = $2 and side = 'target' and state <> $3
returning organization_id;

-- src/conversations/chat-queries.ts: addToChat

select pg_advisory_xact_lock(hashtextextended($1, 0));

select _id from messages where organization_id = $1
  and provider_message_id = $2;

select _id, last_message_at from conversations
where organization_id = $1 and whatsapp_sender_id = $2
  and phone_number = $3 and status = 'live' and channel_type = 'whatsapp'
for update;

-- src/conversations/chat-queries.ts: endChat

with old as (
  select organization_id, project_id, _id, start_time, channel_type, conversation_type, campaign_id,
    duration_seconds, coalesce(end_time, last_message_at) as ended_at,
    coalesce(duration_seconds, extract(epoch from coalesce(end_time, last_message_at) - start_time)) as lasted
  from conversations where organization_id = $1 and _id = $2 and status = 'live'
  for update
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from old, lateral (values (-1, 'live', old.duration_seconds), (1, 'completed', old.lasted))
        r (times, status, duration_seconds)) r
),
  agent as (
    update agent_conversations a set ended_at = old.ended_at, due_at = null, burst_since = null, lease_token = null,
      lease_until = null
    from old where a.organization_id = old.organization_id and a.conversation_id = old._id and a.ended_at is null
), ended as (
  update conversations c set status = 'completed', end_time = old.ended_at, duration_seconds = old.lasted
  from old where c.organization_id = $3 and c._id = old._id
  returning c.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $4::uuid, (select project_id from old)::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $5::text as type, c._id as subject_id, coalesce($6::timestamptz, c.end_time)::timestamptz as at, jsonb_build_object('_id', c._id,
          'status', c.status, 'outcome', case when c.status not in ('initiated', 'ringing', 'live') then c.status end,
          'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
          'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', to_char(c.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'answered_at', to_char(c.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end_time', to_char(c.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_seconds', c.duration_seconds, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (select * from ended) c) f where (exists (select from webhook_endpoints where organization_id = $7 and project_id = (select project_id from old) and removed_at is null)
          or exists (select from api_keys where organization_id = $8 and project_id = (select project_id from old) and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $9 and _id = (select project_id from old) and events = 'keep'))
)
select;

-- src/conversations/chat-queries.ts: endSilentChat

with locked as materialized (select conversation_id from agent_conversations
  where organization_id = $1 and conversation_id = $2 for update skip locked)
select exists (select from locked) or not exists (select conversation_id from agent_conversations
  where organization_id = $3 and conversation_id = $4) as is_free;

-- src/conversations/chat-queries.ts: lockChat

select pg_advisory_xact_lock(hashtextextended($1, 0));

-- src/conversations/chat-queries.ts: selectSilentChats

select organization_id, _id from conversations
where status = 'live' and channel_type in ('whatsapp', 'web')
  and coalesce(last_message_at, start_time) <= $1::timestamptz - $2 * interval '1 hour'
  and _id <> all($3::uuid[]) and is_here(organization_id)
order by coalesce(last_message_at, start_time) limit 100;

-- src/conversations/detail-queries.ts: selectConversation

select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at, c.whatsapp_user_id, g.name as campaign_name, p.name as customer_name, a.call_id, a._id as attempt_id
from conversations c
left join campaigns g on g.organization_id = c.organization_id and g._id = c.campaign_id
left join profiles p on p.organization_id = c.organization_id and p._id = c.profile_id
left join lateral (
  select call_id, _id from call_attempts where organization_id = c.organization_id and conversation_id = c._id
  limit 1) a on true
where c.organization_id = $1 and c._id = $2 and c.project_id = $3;

select _id, subject, status, created_at from tickets
where organization_id = $1 and conversation_id = $2 order by created_at, _id limit 100;

select p._id, p.name, p.display_id, k.phone_number, i.username, i.whatsapp_id
from profiles p
left join lateral (
  select normalized as phone_number from profile_contacts
  where organization_id = p.organization_id and profile_id = p._id and kind = 'phone'
  order by created_at, normalized limit 1) k on true
left join lateral (
  select (array_agg(username order by last_seen_at desc) filter (where username is not null))[1] as username,
    (array_agg(identity_key order by is_alias, last_seen_at desc) filter (where identity_key not like '+%'))[1]
    as whatsapp_id
  from channel_identities
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[]);

-- src/conversations/detail-queries.ts: selectTranscript

select role, text, said_at as at, null as kind from conversation_lines
where organization_id = $1 and conversation_id = $2
order by turn desc, line desc limit $3;

select case direction when 'inbound' then 'customer' else 'agent' end as role, coalesce(text, '') as text,
  created_at as at, kind
from messages where organization_id = $1 and conversation_id = $2
order by created_at desc, _id desc limit $3;

-- src/conversations/list-queries.ts: selectConversationTotal

select (
    coalesce((select sum(conversations) from conversation_counts where organization_id = $1 and project_id = $2 and grain = 'all' and channel_type = $3 and conversation_type = $4
        and status = $5), 0)
    + coalesce((select sum(conversations) from conversation_count_changes where organization_id = $6 and project_id = $7 ), 0)
)::bigint as total;

select count(*) as total from conversations c where c.organization_id = $1::uuid
  and c.project_id = $2::uuid and c.phone_number = $3 and c.caller = any($4::text[]);

-- src/conversations/list-queries.ts: selectConversations

select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at from conversations c where c.organization_id = (select $1::uuid)
  and c.project_id = (select $2::uuid)
order by c.start_time desc, c._id limit (select $3::bigint) offset (select $4::bigint);

select (
    coalesce((select sum(conversations) from conversation_counts where organization_id = $1 and project_id = $2 and grain = 'all' and channel_type = $3 and conversation_type = $4
        and status = $5), 0)
    + coalesce((select sum(conversations) from conversation_count_changes where organization_id = $6 and project_id = $7 ), 0)
)::bigint as total;

select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at from conversations c where c.organization_id = $1::uuid
  and c.project_id = $2::uuid and not exists (
    select from conversations n
    where n.organization_id = $3::uuid
      and n.project_id = $4::uuid and n.caller = c.caller and true
      and (n.start_time > c.start_time or (n.start_time = c.start_time and n._id > c._id)) offset 0) order by c.start_time desc, c._id limit $5 offset $6;

select (coalesce((select rows from row_counts where organization_id = $1 and project_id = $2 and kind = $3), 0)
    + coalesce((select sum(rows) from row_count_changes where organization_id = $4 and project_id = $5 and kind = $6), 0))::bigint as total;

select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at from conversations c where c.organization_id = $1::uuid
  and c.project_id = $2::uuid and c.phone_number = $3 and c.caller = any($4::text[]) order by c.start_time desc, c._id limit $5 offset $6;

select count(*) as total from conversations c where c.organization_id = $1::uuid
  and c.project_id = $2::uuid and c.phone_number = $3 and c.caller = any($4::text[]);

select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at from conversations c where c.organization_id = $1::uuid
  and c.project_id = $2::uuid and c.phone_number = $3 and c.caller = any($4::text[]) and not exists (
    select from conversations n
    where n.organization_id = $5::uuid
      and n.project_id = $6::uuid and n.phone_number = $7 and n.caller = any($8::text[]) and n.caller = c.caller and true
      and (n.start_time > c.start_time or (n.start_time = c.start_time and n._id > c._id)) offset 0) order by c.start_time desc, c._id limit $9 offset $10;

select count(*) as total from (select distinct c.caller from conversations c where c.organization_id = $1::uuid
    and c.project_id = $2::uuid and c.phone_number = $3 and c.caller = any($4::text[])) callers;

-- src/conversations/list-queries.ts: selectConversationsAfter

with page as materialized (
  select c._id from conversations c
  where c.organization_id = $1::uuid
    and c.project_id = $2::uuid and c.start_time <= $3::timestamptz
    and (c.start_time < $4::timestamptz or c._id > $5::uuid)
  order by c.start_time desc, c._id limit $6::bigint)
select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at, true as is_latest
from conversations c
where c.organization_id = $7 and c._id = any(array(select _id from page))
order by c.start_time desc, c._id;

with page as materialized (
  select c._id from conversations c
  where c.organization_id = $1::uuid
    and c.project_id = $2::uuid and c.phone_number = $3 and c.caller = any($4::text[]) and c.start_time <= $5::timestamptz
    and (c.start_time < $6::timestamptz or c._id > $7::uuid)
  order by c.start_time desc, c._id limit $8::bigint)
select c._id, c.status, case when c.status not in ('initiated', 'ringing', 'live') then c.status end as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at, not exists (
    select from conversations n
    where n.organization_id = $9::uuid
      and n.project_id = $10::uuid and n.phone_number = $11 and n.caller = any($12::text[]) and n.caller = c.caller and (n.start_time < $13::timestamptz
          or (n.start_time = $14::timestamptz and n._id >= $15::uuid))
      and (n.start_time > c.start_time or (n.start_time = c.start_time and n._id > c._id)) offset 0) as is_latest
from conversations c
where c.organization_id = $16 and c._id = any(array(select _id from page))
order by c.start_time desc, c._id;

-- src/conversations/queries.ts: deleteConversation

delete from conversation_lines where organization_id = $1 and conversation_id = $2;

update tickets set conversation_id = null
where organization_id = $1 and conversation_id = $2;

with gone as (
  delete from conversations where organization_id = $1 and _id = $2
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $3::uuid, $4::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $5::text as type, c._id as subject_id, $6::timestamptz as at, jsonb_build_object('_id', c._id,
          'status', c.status, 'outcome', case when c.status not in ('initiated', 'ringing', 'live') then c.status end,
          'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
          'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', to_char(c.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'answered_at', to_char(c.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end_time', to_char(c.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_seconds', c.duration_seconds, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (
        select _id, 'canceled'::text as status, conversation_type, channel_type, phone_number, campaign_id, profile_id, start_time,
          answered_at, end_time, duration_seconds, created_at
        from gone) c) f where (exists (select from webhook_endpoints where organization_id = $7 and project_id = $8 and removed_at is null)
            or exists (select from api_keys where organization_id = $9 and project_id = $10 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $11 and _id = $12 and events = 'keep'))
),
  person as (
    update profiles p set conversation_count = p.conversation_count - 1,
      call_count = p.call_count - ((select channel_type from gone) = 'voice')::integer,
      chat_count = p.chat_count - ((select channel_type from gone) <> 'voice')::integer
    where p.organization_id = (select organization_id from gone) and p._id = (select profile_id from gone)
    returning p._id
),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, $13::integer from (select organization_id, project_id, caller from gone) r
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $14, rows from (select organization_id, project_id, (conversations > 0)::integer - (conversations - $15::integer > 0)::integer as rows from callers) r where rows <> 0),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, -1 as times,
        duration_seconds
      from gone) r
)
select profile_id, start_time from gone where conflict_unless((select count(*) from person) = (select count(profile_id) from gone));

update profiles set last_interaction_at = greatest($1::timestamptz,
    (select greatest(start_time, last_message_at) from conversations where organization_id = $2 and profile_id = $3 order by start_time desc limit 1),
    (select created_at from messages where organization_id = $4 and profile_id = $5 order by created_at desc limit 1))
where organization_id = $6 and _id = $7 and last_interaction_at = $8;

-- src/conversations/queries.ts: insertConversationLines

insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
select $1::uuid, $2::uuid, $3::integer, place - 1, role, text, $4::timestamptz
from unnest($5::text[], $6::text[])
with ordinality as said (role, text, place)
where true
on conflict do nothing;

-- src/conversations/queries.ts: insertVoiceConversation

with made as (
  select $1::uuid as organization_id, $2::uuid as project_id, $3::uuid as _id,
    $4 as conversation_type, $5 as status,
    $6::text as phone_number, $7::uuid as campaign_id,
    $8::timestamptz(3) as start_time,
    $9::timestamptz as answered_at, $10::timestamptz as end_time,
    $11::double precision as duration_seconds, $12::timestamptz as created_at
),
  met as materialized (
    select organization_id, project_id, 'voice' as channel_type, phone_number as identity_key, start_time as met_at
    from made),
  seen as (
    update channel_identities i set first_seen_at = least(i.first_seen_at, (select met_at from met)),
      last_seen_at = greatest(i.last_seen_at, (select met_at from met))
    where i.organization_id = (select organization_id from met) and i.project_id = (select project_id from met)
      and i.channel_type = (select channel_type from met) and i.identity_key = (select identity_key from met)
      and true
    returning i.profile_id, i.met_as
), numbered as materialized (
  select k.profile_id, k.met_as from profile_contacts k
  where k.organization_id = (select organization_id from met) and k.project_id = (select project_id from met)
    and k.kind = 'phone' and k.normalized = (select identity_key from met) and not exists (select from seen)
    and true
  for share
), reached as materialized (
  select profile_id, met_as from seen union all select profile_id, met_as from numbered
), person as (
  update profiles p set conversation_count = p.conversation_count + 1,
    call_count = p.call_count + ((select channel_type from met) = 'voice')::integer,
    chat_count = p.chat_count + ((select channel_type from met) <> 'voice')::integer,
    last_interaction_at = greatest(p.last_interaction_at, (select met_at from met))
  where p.organization_id = (select organization_id from met) and p._id = (select profile_id from reached)
  returning p._id
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, 'voice' as channel_type, conversation_type, status,
        campaign_id, 1 as times, duration_seconds from made) r
),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, $13::integer from (select organization_id, project_id, coalesce(phone_number, _id::text) as caller from made) r
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $14, rows from (select organization_id, project_id, (conversations > 0)::integer - (conversations - $15::integer > 0)::integer as rows from callers) r where rows <> 0)
  ,
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $16::uuid, $17::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from ((
      select 'conversation.started' as type, $18::uuid as subject_id, $19::timestamptz as at,
        $20::jsonb || jsonb_build_object('customer_profile_id', c.profile_id) as data,
        null::jsonb as texts
      from (select (select profile_id from reached) as profile_id from made) c) union all (
        select 'conversation.ended' as type, $21::uuid as subject_id, $22::timestamptz as at,
          $23::jsonb || jsonb_build_object('customer_profile_id', c.profile_id) as data,
          null::jsonb as texts
        from (select (select profile_id from reached) as profile_id from made) c)) f
)
insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
    campaign_id, profile_id, met_as, start_time, answered_at, end_time, duration_seconds, created_at)
select organization_id, project_id, _id, 'voice', conversation_type, status, phone_number, campaign_id,
  (select profile_id from reached), (select met_as from reached), start_time, answered_at, end_time,
  duration_seconds, created_at
from made
where conflict_unless((select count(*) from person) = (select count(*) from reached));

-- src/conversations/queries.ts: updateConversation

with
  old as (
    select organization_id, project_id, _id, start_time, channel_type, conversation_type, status, campaign_id,
      duration_seconds
    from conversations where organization_id = $1 and _id = $2
    for update
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from old, lateral (values (-1, old.status, old.duration_seconds),
          (1, $3, $4::double precision)) r (times, status, duration_seconds)
      where (old.status, old.duration_seconds)
        is distinct from ($5, $6::double precision)) r
),
  changed as (
    update conversations c set status = $7, answered_at = $8,
      end_time = $9, duration_seconds = $10
    where c.organization_id = $11 and c._id = (select _id from old)
    returning c.*
), also as ($12),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $13::uuid, (select project_id from old)::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $14::text as type, c._id as subject_id, $15::timestamptz as at, jsonb_build_object('_id', c._id,
          'status', c.status, 'outcome', case when c.status not in ('initiated', 'ringing', 'live') then c.status end,
          'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
          'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', to_char(c.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'answered_at', to_char(c.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end_time', to_char(c.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_seconds', c.duration_seconds, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (
        select c.* from changed c, old where c.status not in ('initiated', 'ringing', 'live') and not old.status not in ('initiated', 'ringing', 'live')) c) f
)
select;

-- src/conversations/readdress-chats.ts: readdressChats

select _id, whatsapp_sender_id, status, false as has_new_address, last_message_at from conversations
where organization_id = $1 and project_id = $2 and (whatsapp_user_id = any($3::text[]) or (caller = any($4::text[]) and status = 'live' and channel_type = 'whatsapp'))
order by _id for update;

select _id, whatsapp_sender_id, status, true as has_new_address, last_message_at from conversations
where organization_id = $1 and project_id = $2 and status = 'live' and channel_type = 'whatsapp'
  and (phone_number = $3 or whatsapp_user_id = $4) order by _id for update;

with old as materialized (
  select organization_id, project_id, caller, coalesce($1::text, profile_id::text, _id::text) as caller_then
  from conversations where organization_id = $2 and project_id = $3 and _id = any($4::uuid[])
),
  called as materialized (
    select organization_id, project_id, c.caller, sum(c.times)::bigint as times
    from old, lateral (values (old.caller, -1), (old.caller_then, 1)) c (caller, times)
    where old.caller <> old.caller_then group by 1, 2, 3),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, times from called order by caller
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.caller, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $5, rows from (
    select organization_id, project_id,
      sum((conversations > 0)::integer - (conversations - times > 0)::integer) as rows
    from callers join called using (organization_id, project_id, caller) group by 1, 2) r where rows <> 0)
update conversations set phone_number = $6, whatsapp_user_id = $7
where organization_id = $8 and project_id = $9 and _id = any($10::uuid[]);

-- src/conversations/ticket-list-queries.ts: selectTicketPage

select t._id, t.status, t.subject, t.channel_type, t.opened_by, t.opened_by_name, t.conversation_id,
  t.profile_id as customer_profile_id, t.created_at, t.closed_at, t.closed_by_name, t.closing_note from (
      (select f._id from (
        select o.* from tickets o where o.organization_id = $1 and o.project_id = $2
          and o.status <> 'open' and search_form(o.subject) like '%' || regexp_replace(search_form($3), '([\\%_])', '\\\1', 'g') || '%' offset 0) f order by coalesce(f.closed_at, f.created_at) desc, f._id limit $4)
    union
      (select f._id from (
        select o.* from profile_search s
        join tickets o on o.organization_id = s.organization_id and o.profile_id = s.profile_id
        where s.organization_id = $5 and s.project_id = $6 and false
          and o.organization_id = $7 and o.project_id = $8
          and o.status <> 'open' offset 0) f order by coalesce(f.closed_at, f.created_at) desc, f._id limit $9)) found
cross join lateral (
  select * from tickets o where o.organization_id = $10 and o._id = found._id offset 0) t order by coalesce(t.closed_at, t.created_at) desc, t._id
limit $11::bigint offset $12::bigint;

select count(*) as total from (
    (select f._id from (
      select o.* from tickets o where o.organization_id = $1 and o.project_id = $2
        and o.status <> 'open' and search_form(o.subject) like '%' || regexp_replace(search_form($3), '([\\%_])', '\\\1', 'g') || '%' offset 0) f order by coalesce(f.closed_at, f.created_at) desc, f._id limit $4)
  union
    (select f._id from (
      select o.* from profile_search s
      join tickets o on o.organization_id = s.organization_id and o.profile_id = s.profile_id
      where s.organization_id = $5 and s.project_id = $6 and false
        and o.organization_id = $7 and o.project_id = $8
        and o.status <> 'open' offset 0) f order by coalesce(f.closed_at, f.created_at) desc, f._id limit $9)) found
cross join lateral (
  select * from tickets o where o.organization_id = $10 and o._id = found._id offset 0) t;

select p._id, p.name, p.display_id, k.phone_number, i.username, i.whatsapp_id
from profiles p
left join lateral (
  select normalized as phone_number from profile_contacts
  where organization_id = p.organization_id and profile_id = p._id and kind = 'phone'
  order by created_at, normalized limit 1) k on true
left join lateral (
  select (array_agg(username order by last_seen_at desc) filter (where username is not null))[1] as username,
    (array_agg(identity_key order by is_alias, last_seen_at desc) filter (where identity_key not like '+%'))[1]
    as whatsapp_id
  from channel_identities
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[]);

-- src/conversations/ticket-queries.ts: insertOnlyTicket

with talk as materialized (
    -- Waits for a merge or separation that moves the conversation, and then reads its new profile.
  select profile_id, met_as from conversations
  where organization_id = $1 and _id = $2 for share
), person as materialized (
  select coalesce($3::uuid, (select profile_id from talk)) as profile_id
), held as materialized (
  select p._id from profiles p
  where p.organization_id = $4 and p._id = (select profile_id from person)
  for key share
), opened as (
  insert into tickets (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, subject,
      status, opened_by, opened_by_name, opening_key, created_at)
  select $5::uuid, $6::uuid, $7::uuid, $8::uuid,
    (select _id from held), (select met_as from talk where profile_id = (select _id from held)),
    $9, $10, 'open', $11,
    $12, $13, $14::timestamptz
  where not exists (
    select from tickets where organization_id = $15
      and conversation_id = $16 and status = 'open') and conflict_unless((select count(*) from held) = (select count(profile_id) from person))
  on conflict do nothing
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $17::uuid, $18::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $19::text as type, t._id as subject_id, $20::timestamptz as at, jsonb_build_object('_id', t._id,
          'status', t.status, 'channel_type', t.channel_type, 'opened_by', t.opened_by, 'opened_by_name', t.opened_by_name,
          'conversation_id', t.conversation_id, 'customer_profile_id', t.profile_id, 'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'closed_at', to_char(t.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed_by_name', t.closed_by_name) as data,
        jsonb_build_object('subject', t.subject, 'closing_note', t.closing_note) as texts
      from (select * from opened) t) f where (exists (select from webhook_endpoints where organization_id = $21 and project_id = $22 and removed_at is null)
          or exists (select from api_keys where organization_id = $23 and project_id = $24 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $25 and _id = $26 and events = 'keep'))
)
select _id from opened;

-- src/conversations/ticket-queries.ts: insertTicket

with talk as materialized (
    -- Waits for a merge or separation that moves the conversation, and then reads its new profile.
  select profile_id, met_as from conversations
  where organization_id = $1 and _id = $2 for share
), person as materialized (
  select coalesce($3::uuid, (select profile_id from talk)) as profile_id
), held as materialized (
  select p._id from profiles p
  where p.organization_id = $4 and p._id = (select profile_id from person)
  for key share
), opened as (
  insert into tickets (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, subject,
      status, opened_by, opened_by_name, opening_key, created_at)
  select $5::uuid, $6::uuid, $7::uuid, $8::uuid,
    (select _id from held), (select met_as from talk where profile_id = (select _id from held)),
    $9, $10, 'open', $11,
    $12, $13, $14::timestamptz
  where true and conflict_unless((select count(*) from held) = (select count(profile_id) from person))
  on conflict do nothing
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $15::uuid, $16::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $17::text as type, t._id as subject_id, $18::timestamptz as at, jsonb_build_object('_id', t._id,
          'status', t.status, 'channel_type', t.channel_type, 'opened_by', t.opened_by, 'opened_by_name', t.opened_by_name,
          'conversation_id', t.conversation_id, 'customer_profile_id', t.profile_id, 'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'closed_at', to_char(t.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed_by_name', t.closed_by_name) as data,
        jsonb_build_object('subject', t.subject, 'closing_note', t.closing_note) as texts
      from (select * from opened) t) f where (exists (select from webhook_endpoints where organization_id = $19 and project_id = $20 and removed_at is null)
          or exists (select from api_keys where organization_id = $21 and project_id = $22 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $23 and _id = $24 and events = 'keep'))
)
select _id from opened;

-- src/conversations/ticket-queries.ts: selectTicketConversation

select channel_type from conversations
where organization_id = $1 and project_id = $2 and _id = $3;

-- src/conversations/ticket-queries.ts: selectTickets

select t._id, p.organization, p.name as project, t.channel_type, t.subject, t.status, t.opened_by,
  t.conversation_id, t.profile_id as customer_profile_id, t.created_at, t.closed_at
from (
  select p.organization_id, p._id, p.name, o.name as organization
  from projects p join organizations o on o._id = p.organization_id
  where ($1::text is null or o.name = $2 or o._id::text = lower($3))
    and ($4::text is null or p.name = $5 or p._id::text = lower($6))) p
cross join lateral (
  select * from tickets where organization_id = p.organization_id and project_id = p._id
    and true order by created_at desc, _id limit $7) t
order by t.created_at desc, t._id limit $8;

select coalesce(sum(t.count), 0)::bigint as total, count(*) as projects
from (
  select p.organization_id, p._id, p.name, o.name as organization
  from projects p join organizations o on o._id = p.organization_id
  where ($1::text is null or o.name = $2 or o._id::text = lower($3))
    and ($4::text is null or p.name = $5 or p._id::text = lower($6))) p
cross join lateral (select count(*) as count from tickets where organization_id = p.organization_id and project_id = p._id
    and true) t;

-- src/conversations/ticket-queries.ts: updateTicketClosed

select t.organization_id, t.project_id, t.subject, t.status, t.closed_at from tickets t
where t.organization_id = $1 and t.project_id = $2
  and t._id = $3
for update;

with closed as (
  update tickets set status = 'closed', closed_at = $1, closed_by_name = $2, closing_note = $3
  where organization_id = $4 and _id = $5
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $6::uuid, $7::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $8::text as type, t._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', t._id,
          'status', t.status, 'channel_type', t.channel_type, 'opened_by', t.opened_by, 'opened_by_name', t.opened_by_name,
          'conversation_id', t.conversation_id, 'customer_profile_id', t.profile_id, 'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'closed_at', to_char(t.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed_by_name', t.closed_by_name) as data,
        jsonb_build_object('subject', t.subject, 'closing_note', t.closing_note) as texts
      from (select * from closed) t) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = $11 and removed_at is null)
          or exists (select from api_keys where organization_id = $12 and project_id = $13 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $14 and _id = $15 and events = 'keep'))
)
select;

-- src/conversations/web-chat-queries.ts: addWebMessage

with chat as (
  update conversations set last_message_at = greatest(last_message_at, $1)
  where organization_id = $2 and project_id = $3 and _id = $4
    and channel_type = 'web' and status = 'live'
  returning organization_id, project_id, _id, profile_id, met_as
), made as (
  insert into messages (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, direction,
      text, kind, created_at)
  select organization_id, project_id, $5::uuid, _id, profile_id, met_as, 'web', $6, $7,
    'text', $8::timestamptz
  from chat
  returning organization_id, project_id, channel_type, direction, created_at
),
  counted_messages as (
    insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
    select organization_id, project_id, 'messages', direction, date_trunc('hour', created_at, 'UTC') as hour,
      channel_type, count(*)
    from made r where channel_type <> 'voice' group by organization_id, project_id, direction, hour, channel_type
)
select from chat;

-- src/conversations/web-chat-queries.ts: insertWebChat

with made as (
  select $1::uuid as organization_id, $2::uuid as project_id,
    $3::uuid as _id, $4::timestamptz(3) as start_time
),
  change as (
    insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
    select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
      campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
    from (
      select organization_id, project_id, start_time, 'web' as channel_type, 'inbound' as conversation_type,
        'live' as status, null::uuid as campaign_id, 1 as times, null::double precision as duration_seconds
      from made) r
),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, $5::integer from (select organization_id, project_id, _id::text as caller from made) r
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $6, rows from (select organization_id, project_id, (conversations > 0)::integer - (conversations - $7::integer > 0)::integer as rows from callers) r where rows <> 0),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $8::uuid, $9::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $10::text as type, c._id as subject_id, $11::timestamptz as at, jsonb_build_object('_id', c._id,
          'status', c.status, 'outcome', case when c.status not in ('initiated', 'ringing', 'live') then c.status end,
          'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
          'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', to_char(c.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'answered_at', to_char(c.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end_time', to_char(c.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_seconds', c.duration_seconds, 'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (
        select *, 'live' as status, 'web' as channel_type, 'inbound' as conversation_type, null::text as phone_number,
          null::uuid as campaign_id, null::uuid as profile_id, null::timestamptz as answered_at, null::timestamptz as end_time,
          null::double precision as duration_seconds, start_time as created_at
        from made) c) f where (exists (select from webhook_endpoints where organization_id = $12 and project_id = $13 and removed_at is null)
            or exists (select from api_keys where organization_id = $14 and project_id = $15 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $16 and _id = $17 and events = 'keep'))
)
insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, start_time,
    last_message_at, created_at)
select organization_id, project_id, _id, 'web', 'inbound', 'live', start_time, start_time, start_time from made;

-- src/conversations/web-chat-queries.ts: selectWebChat

select status from conversations where organization_id = $1 and project_id = $2
  and _id = $3 and channel_type = 'web';

-- src/counters/bucket-counts.ts: applyChatCountChanges

with taken as (
  delete from chat_count_changes c
  where ctid = any(array(
    select ctid from chat_count_changes where is_here(organization_id) limit $1 for update skip locked))
  returning c.*
), summed as (
  select organization_id, project_id, kind, part, hour, channel_type, sum(count) as count
  from taken group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
), counted as (
  insert into chat_counts as n (organization_id, project_id, kind, grain, channel_type, bucket, count)
  select * from (
    select organization_id, p.project_id, k.kind, grain, l.channel_type,
      case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end as bucket, sum(count) as count
    from summed c
    cross join lateral (
      select c.kind union all select c.kind || ':' || part where part is not null) k (kind)
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    cross join lateral (values (c.channel_type), ('*')) l (channel_type)
    cross join lateral (values (c.project_id), ('00000000-0000-0000-0000-000000000000'::uuid)) p (project_id)
    group by organization_id, p.project_id, k.kind, grain, l.channel_type,
      case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end) b
  order by organization_id, project_id, kind, grain, channel_type, bucket
  on conflict (organization_id, project_id, kind, grain, channel_type, bucket) do update
  set count = n.count + excluded.count
)
select count(*) as taken from taken;

-- src/counters/bucket-counts.ts: applyCountChanges

with taken as (
  delete from conversation_count_changes c
  where ctid = any(array(
    select ctid from conversation_count_changes where is_here(organization_id) limit $1 for update skip locked))
  returning c.*
), summed as (
    -- Group first: most statuses of a call come and go within a batch and add up to zero, so that few rows are left
    -- for the buckets.
  select organization_id, project_id, hour, channel_type, conversation_type, status, campaign_id,
    sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
  from taken group by 1, 2, 3, 4, 5, 6, 7
  having sum(conversations) <> 0 or sum(durations) <> 0 or sum(duration_seconds) <> 0
), by_campaign as (
  insert into campaign_counts as n (organization_id, project_id, grain, status, bucket, campaign_id, conversations,
      answered, durations, duration_seconds)
  select * from (
    select organization_id, project_id, grain, l.status,
      case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end as bucket, campaign_id,
      sum(conversations) as conversations,
      coalesce(sum(conversations) filter (where c.status in ('completed', 'live')), 0) as answered,
      sum(durations) as durations, sum(duration_seconds) as duration_seconds
    from summed c
    cross join lateral (values (c.status), ('*')) l (status)
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    where campaign_id is not null and channel_type = 'voice'
    group by organization_id, project_id, grain, l.status,
      case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end, campaign_id) b
  order by organization_id, project_id, grain, status, bucket, campaign_id
  on conflict (organization_id, project_id, grain, status, bucket, campaign_id) do update set
    conversations = n.conversations + excluded.conversations, answered = n.answered + excluded.answered,
    durations = n.durations + excluded.durations, duration_seconds = n.duration_seconds + excluded.duration_seconds
), counted as (
  insert into conversation_counts as n (organization_id, project_id, grain, channel_type, conversation_type, status,
      bucket, conversations, durations, duration_seconds)
  select * from (
    select organization_id, p.project_id, grain, channel_type, conversation_type, status,
      case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end as bucket,
      sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
    from (
        -- Group by hour first: the grains then multiply these groups, not every counted row.
      select organization_id, project_id, hour, l.channel_type, l.conversation_type, l.status,
        sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
      from summed c
      cross join lateral (values (c.channel_type, c.conversation_type, c.status), (c.channel_type, c.conversation_type, '*'),
          (c.channel_type, '*', c.status), (c.channel_type, '*', '*'), ('*', '*', c.status), ('*', '*', '*'))
        l (channel_type, conversation_type, status)
      group by organization_id, project_id, hour, l.channel_type, l.conversation_type, l.status) c
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    cross join lateral (values (c.project_id), ('00000000-0000-0000-0000-000000000000'::uuid)) p (project_id)
    group by organization_id, p.project_id, grain, channel_type, conversation_type, status,
      case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end) b
  order by organization_id, project_id, grain, channel_type, conversation_type, status, bucket
  on conflict (organization_id, project_id, grain, channel_type, conversation_type, status, bucket) do update set
    conversations = n.conversations + excluded.conversations, durations = n.durations + excluded.durations,
    duration_seconds = n.duration_seconds + excluded.duration_seconds
)
select count(*) as taken from taken;

-- src/counters/bucket-counts.ts: vacuumCountChanges

vacuum (skip_locked, truncate false) conversation_count_changes, chat_count_changes, row_count_changes;

-- src/counters/conversation-totals.ts: selectCountedTotal

select (
    coalesce((select sum(n.conversations)
      from unnest((select $1::text[]), (select $2::timestamptz[]), (select $3::timestamptz[])) s (grain, start, stop)
      cross join lateral (
        select conversations from conversation_counts
        where organization_id = $4 and project_id = $5 and grain = s.grain and bucket >= s.start and bucket < s.stop
          and channel_type = $6 and conversation_type = $7
          and status = $8 offset 0) n), 0)
    + coalesce((select sum(conversations) from conversation_count_changes
      where organization_id = $9 and project_id = $10  and status = $11 and channel_type = $12 and conversation_type = $13 and hour >= (select $14::timestamptz)
        and hour < (select $15::timestamptz)), 0)
    + (select count(*)
      from unnest((select $16::timestamptz[]), (select $17::timestamptz[])) e (start, stop)
      cross join lateral (
        select from conversations
        where organization_id = $18 and project_id = $19  and status = $20 and channel_type = $21 and conversation_type = $22 and start_time >= e.start and start_time < e.stop offset 0) n)
)::bigint as total;

-- src/counters/row-counts.ts: applyRowCountChanges

with taken as (
  delete from row_count_changes c
  where (organization_id, project_id, _id) in (
    select organization_id, project_id, _id from row_count_changes
    where is_here(organization_id) limit $1 for update skip locked)
  returning c.*
), counted as (
  insert into row_counts as n (organization_id, project_id, kind, rows)
  select organization_id, project_id, kind, sum(rows) from taken group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, project_id, kind) do update set rows = n.rows + excluded.rows
)
select count(*) as taken from taken;

-- src/counters/row-counts.ts: selectRowCount

select (coalesce((select rows from row_counts where organization_id = $1 and project_id = $2 and kind = $3), 0)
    + coalesce((select sum(rows) from row_count_changes where organization_id = $4 and project_id = $5 and kind = $6), 0))::bigint as total;

-- src/db/database-identity.ts: insertHold

insert into database_identity as i (system_identifier, timeline, addresses, held_since, held_because, held_note)
values ((select system_identifier from pg_control_system()), ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint, '{}', now(), $1, $2)
on conflict (is_only) do update set held_since = coalesce(i.held_since, now()),
  held_because = coalesce(i.held_because, excluded.held_because),
  held_note = coalesce(excluded.held_note, i.held_note),
  refused_addresses = case when i.held_since is null then '{}' else i.refused_addresses end
where i.held_since is null or excluded.held_note is not null;

-- src/db/database-identity.ts: judgeDatabase

select system_identifier <> (select system_identifier from pg_control_system()) as is_other_system, timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as is_other_timeline,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and pg_last_wal_receive_lsn() is not null as is_promoted,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and false as is_continued,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as live_timeline, pg_current_wal_flush_lsn()::text as flushed_lsn, addresses,
  held_since, held_because, held_note
from database_identity;

insert into database_identity (system_identifier, timeline, addresses)
values ((select system_identifier from pg_control_system()), ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint, $1::text[]) on conflict do nothing;

select from database_identity for update;

update database_identity set refused_addresses = refused_addresses || $1::text
where not $2::text = any(refused_addresses) and cardinality(refused_addresses) < $3::integer;

-- src/db/database-identity.ts: lookAtDatabase

select system_identifier <> (select system_identifier from pg_control_system()) as is_other_system, timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as is_other_timeline,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and pg_last_wal_receive_lsn() is not null as is_promoted,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and false as is_continued,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as live_timeline, pg_current_wal_flush_lsn()::text as flushed_lsn, addresses,
  held_since, held_because, held_note
from database_identity;

-- src/db/database-identity.ts: releaseDatabase

select from database_identity for update;

select system_identifier <> (select system_identifier from pg_control_system()) as is_other_system, timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as is_other_timeline,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and pg_last_wal_receive_lsn() is not null as is_promoted,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and false as is_continued,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as live_timeline, pg_current_wal_flush_lsn()::text as flushed_lsn, addresses,
  held_since, held_because, held_note
from database_identity;

update database_identity set held_since = null, held_because = null, held_note = null,
  system_identifier = (select system_identifier from pg_control_system()), timeline = ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint, refused_addresses = '{}',
  addresses = array(select distinct unnest(refused_addresses
      || case when held_because = 'operator' then addresses else '{}' end)
    limit $1::bigint),
  released_at = now(), released_by = left($2, 500);

-- src/db/database-identity.ts: selectHold

select system_identifier <> (select system_identifier from pg_control_system()) as is_other_system, timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as is_other_timeline,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and pg_last_wal_receive_lsn() is not null as is_promoted,
  timeline < ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint and false as is_continued,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as live_timeline, pg_current_wal_flush_lsn()::text as flushed_lsn, addresses,
  held_since, held_because, held_note
from database_identity;

-- src/db/replicas/replica-queries.ts: noteTimeline

insert into wal_timeline (timeline) values ($1)
on conflict (is_only) do update set timeline = excluded.timeline where wal_timeline.timeline <> excluded.timeline;

-- src/db/replicas/replica-queries.ts: selectPrimaryStanding

select
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' ' || pg_current_wal_flush_lsn() as position, (select timeline from wal_timeline) as noted, (select system_identifier::text from pg_control_system()) || ' ' || current_database() as database;

-- src/db/replicas/replica-queries.ts: selectReplicaAnswer

select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed,
  (select timeline from wal_timeline) as timeline, (select system_identifier::text from pg_control_system()) || ' ' || current_database() as database;

-- src/events/delivery-queries.ts: deleteDeliveries

delete from webhook_attempts where ctid = any(array(
  select d.ctid from webhook_endpoints p
  cross join lateral (
    select ctid from webhook_attempts
    where organization_id = $1 and endpoint_id = p._id and event_id = any($2::uuid[])) d
  where p.organization_id = $3 and p.project_id = $4));

with gone as (
  delete from webhook_deliveries where ctid = any(array(
    select d.ctid from webhook_endpoints p
    cross join lateral (
      select ctid from webhook_deliveries
      where organization_id = $1 and endpoint_id = p._id and event_id = any($2::uuid[])) d
    where p.organization_id = $3 and p.project_id = $4)) returning endpoint_id, subject_id, state)
update webhook_deliveries d set due_at = least(d.due_at, now())
from (select distinct endpoint_id, subject_id from gone where state in ('waiting', 'sending')) g
where d.organization_id = $5 and d.endpoint_id = g.endpoint_id and d.subject_id = g.subject_id
  and d.state = 'waiting' and d.failures = 0 and d.event_id <> all($6::uuid[]);

-- src/events/delivery-queries.ts: makeAllDeliveries

select from delivery_progress for update;

with progress as materialized (select until_tx, running from delivery_progress), moment as materialized (
  select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint as place,
    array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x) as running
  from event_order o, (select pg_current_snapshot() as snapshot) s),
  late as materialized (
    select e.* from progress p cross join lateral unnest(p.running) r (tx) cross join lateral (
      select organization_id, project_id, _id, type, subject_id, at, tx from events e where e.tx = r.tx offset 0) e
), fresh as materialized (
  select organization_id, project_id, _id, type, subject_id, at, tx from events
  where tx >= (select until_tx from progress) and tx < (select place from moment)
  order by tx fetch first ($1::bigint) rows with ties
), reached as materialized (
  select count(*) >= $2::bigint as is_behind,
    case when count(*) >= $3::bigint then max(tx) + 1
    else greatest((select place from moment), (select until_tx from progress)) end as until_tx
  from fresh
), made as (
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
  select e.organization_id, p._id, e._id, e.subject_id, case when p.disabled_at is null then 'waiting' else 'held' end,
    e.at, e.at
  from (select * from late union all select * from fresh) e
  join webhook_endpoints p on p.organization_id = e.organization_id and p.project_id = e.project_id
    and e.type = any(p.types) and p.removed_at is null
  where not (e.type = 'webhook_endpoint.disabled' and e.subject_id = p._id)
    and not exists (select from organization_moves m where m.organization_id = e.organization_id and m.is_closed)
  on conflict do nothing
), kept as (
  update delivery_progress set until_tx = r.until_tx, is_behind = r.is_behind,
    running = array(select tx from unnest(m.running) u (tx) where tx < r.until_tx)
  from reached r, moment m
)
select (select count(*) from late) + (select count(*) from fresh) as events, is_behind from reached;

-- src/events/delivery-queries.ts: makeDeliveries

select from delivery_progress p where (
    p.is_behind
    or exists (select from (
      select from events where tx >= p.until_tx and tx < (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint order by tx limit 1) e)
    or exists (select from unnest(p.running) r (tx) cross join lateral (
      select from events e where e.tx = r.tx limit 1) e)) for update skip locked;

with progress as materialized (select until_tx, running from delivery_progress), moment as materialized (
  select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint as place,
    array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x) as running
  from event_order o, (select pg_current_snapshot() as snapshot) s),
  late as materialized (
    select e.* from progress p cross join lateral unnest(p.running) r (tx) cross join lateral (
      select organization_id, project_id, _id, type, subject_id, at, tx from events e where e.tx = r.tx offset 0) e
), fresh as materialized (
  select organization_id, project_id, _id, type, subject_id, at, tx from events
  where tx >= (select until_tx from progress) and tx < (select place from moment)
  order by tx fetch first ($1::bigint) rows with ties
), reached as materialized (
  select count(*) >= $2::bigint as is_behind,
    case when count(*) >= $3::bigint then max(tx) + 1
    else greatest((select place from moment), (select until_tx from progress)) end as until_tx
  from fresh
), made as (
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
  select e.organization_id, p._id, e._id, e.subject_id, case when p.disabled_at is null then 'waiting' else 'held' end,
    e.at, e.at
  from (select * from late union all select * from fresh) e
  join webhook_endpoints p on p.organization_id = e.organization_id and p.project_id = e.project_id
    and e.type = any(p.types) and p.removed_at is null
  where not (e.type = 'webhook_endpoint.disabled' and e.subject_id = p._id)
    and not exists (select from organization_moves m where m.organization_id = e.organization_id and m.is_closed)
  on conflict do nothing
), kept as (
  update delivery_progress set until_tx = r.until_tx, is_behind = r.is_behind,
    running = array(select tx from unnest(m.running) u (tx) where tx < r.until_tx)
  from reached r, moment m
)
select (select count(*) from late) + (select count(*) from fresh) as events, is_behind from reached;

-- src/events/delivery-queries.ts: makeDeliveriesOf

insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
select e.organization_id, p._id, e._id, e.subject_id, case when p.disabled_at is null then 'waiting' else 'held' end,
  e.at, e.at
from (
  select e.* from delivery_progress p cross join lateral (
    select organization_id, project_id, _id, type, subject_id, at, tx from events
    where organization_id = $1 and (tx >= p.until_tx or tx = any(p.running)) offset 0) e) e
join webhook_endpoints p on p.organization_id = e.organization_id and p.project_id = e.project_id
  and e.type = any(p.types) and p.removed_at is null
where not (e.type = 'webhook_endpoint.disabled' and e.subject_id = p._id)
  and not exists (select from organization_moves m where m.organization_id = e.organization_id and m.is_closed)
on conflict do nothing;

-- src/events/delivery-queries.ts: restartDeliveries

with moment as (
  select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint as place,
    array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x) as running
  from event_order o, (select pg_current_snapshot() as snapshot) s)
update delivery_progress set until_tx = m.place, running = m.running, is_behind = false from moment m;

-- src/events/delivery-queries.ts: waitForMadeDeliveries

select from delivery_progress for update;

-- src/events/queries.ts: continueEventOrder

select exists (
  select from (
    select tx from (select tx from events order by tx desc limit 1) e
    union all select until_tx - 1 from delivery_progress) known
  where known.tx >= (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as is_restored;

-- src/events/queries.ts: deletePastEvents

delete from events where ctid = any(array(
  select e.ctid from organizations o
  cross join lateral (
    select ctid from events where organization_id = o._id and _id < $1::uuid and is_here(o._id)
    order by _id limit $2::bigint) e
  limit $3::bigint))
returning _id;

-- src/events/read-log.ts: readLog

with horizon as materialized (
  select (select xid_base from event_order) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon, is_here($1::uuid) as is_here
), scanned as materialized (
  select e.*, ($2::text[] is null or e.type = any($3::text[]))
    and ($4::uuid is null or e.subject_id = $5::uuid)
    and ($6::timestamptz is null or e.at >= $7::timestamptz)
    and ($8::timestamptz is null or e.at < $9::timestamptz)
    and ($10::text is null or not pg_visible_in_snapshot(
        (e.tx - (select xid_base from event_order))::text::xid8, $11::text::pg_snapshot)) as is_wanted
  from events e
  where e.organization_id = $12 and e.project_id = $13
    and (e.tx, e._id) > ($14::bigint, $15::uuid) and e.tx < (select horizon from horizon)
  order by e.tx, e._id limit $16
)
select h.horizon, h.is_here, s.tx, s._id, s.is_wanted, s.type, s.subject_kind, s.subject_id, s.at,
  case when s.is_wanted then s.data end as data, case when s.is_wanted then s.texts end as texts
from horizon h left join scanned s on true
order by s.tx, s._id;

-- src/events/read-log.ts: selectNow

select (select xid_base from event_order) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon, pg_current_snapshot()::text as snapshot,
  (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as until;

-- src/events/read-log.ts: selectPlaceOfEvent

select tx, _id from events
where organization_id = $1 and _id = $2 and project_id = $3;

-- src/events/read-log.ts: selectPlaceOfInstant

select tx from events
where organization_id = $1 and project_id = $2
  and _id < $3
order by _id desc limit 1;

-- src/guards/do-not-call/entry-queries.ts: claimEntriesToSweep

with due as materialized (
  select organization_id, _id from do_not_call where sweep_at <= $1 and is_here(organization_id)
  order by sweep_at limit $2 for update skip locked
)
update do_not_call e set sweep_at = case when e.since > $3::timestamptz - interval '30 seconds'
  and coalesce(e.until > $4::timestamptz, true) then e.since + interval '30 seconds' end
from due where e.organization_id = due.organization_id and e._id = due._id
returning e.organization_id, e.number, coalesce(e.until > $5::timestamptz, true) as is_in_force;

-- src/guards/do-not-call/entry-queries.ts: insertEntries

insert into do_not_call (organization_id, _id, number, since, source, why, added_by, project_id, until, sweep_at)
select $1::uuid, g._id, g.number, $2::timestamptz, $3, $4,
  $5, $6::uuid, $7::timestamptz, $8::timestamptz
from unnest($9::uuid[], $10::text[]) g (_id, number)
order by g.number
on conflict (organization_id, number) where ended_at is null do nothing returning number;

-- src/guards/do-not-call/entry-queries.ts: lockOpenEntries

select _id, number, until from do_not_call
where organization_id = $1 and number = any($2::text[]) and ended_at is null
order by number for update;

-- src/guards/do-not-call/entry-queries.ts: updateEnded

update do_not_call set ended_at = least(until, $1::timestamptz), sweep_at = null,
  ended_by = case when until <= $2::timestamptz then null else $3 end,
  ended_why = case when until <= $4::timestamptz then null else $5 end
where organization_id = $6 and ended_at is null
  and (number = $7 or number_hash = $8)
returning _id, since, source;

-- src/guards/do-not-call/entry-queries.ts: updateFollowed

update do_not_call set ended_at = least(until, $1::timestamptz),
  ended_by = case when until <= $2::timestamptz then null else $3 end, sweep_at = null
where organization_id = $4 and _id = any($5::uuid[]) and ended_at is null;

-- src/guards/do-not-call/entry-queries.ts: updateToHash

with both_forms as (
  select _id, row_number() over (order by until desc nulls first, since) as place from (
    select _id, until, since from do_not_call
    where organization_id = $1 and ended_at is null and (number = $2 or number_hash = $3) for update) e
)
update do_not_call set ended_at = $4, sweep_at = null
where organization_id = $5 and ended_at is null and _id in (select _id from both_forms where place > 1);

update do_not_call set number = null, number_hash = $1, why = null, ended_why = null, sweep_at = null
where organization_id = $2 and number = $3 returning _id;

-- src/guards/do-not-call/list-queries.ts: selectEntries

select d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why from do_not_call d where d.organization_id = $1 and d.ended_at is null and (d.until is null or d.until > $2::timestamptz)
  and true and true order by _id
limit (select $3::bigint) offset (select $4::bigint);

select count(*) as total from do_not_call d where d.organization_id = $1 and d.ended_at is null and (d.until is null or d.until > $2::timestamptz)
  and true and true;

select d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why from do_not_call d where d.organization_id = $1 and true
  and d._id = any(array(
    select _id from do_not_call where organization_id = $2 and number = $3
    union all
    select _id from do_not_call where organization_id = $4 and number_hash = $5)) and true order by _id
limit (select $6::bigint) offset (select $7::bigint);

select count(*) as total from do_not_call d where d.organization_id = $1 and true
  and d._id = any(array(
    select _id from do_not_call where organization_id = $2 and number = $3
    union all
    select _id from do_not_call where organization_id = $4 and number_hash = $5)) and true;

select d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why from do_not_call d where d.organization_id = $1 and true
  and strpos(d.number, $2) > 0 and true order by _id
limit (select $3::bigint) offset (select $4::bigint);

select count(*) as total from do_not_call d where d.organization_id = $1 and true
  and strpos(d.number, $2) > 0 and true;

-- src/guards/do-not-call/list-queries.ts: selectEntriesOfNumbers

select d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why, g.number as asked from unnest($1::text[], $2::bytea[]) g (number, number_hash)
join do_not_call d on d.organization_id = $3 and d.number = g.number and d.ended_at is null and (d.until is null or d.until > $4::timestamptz) union all
select d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why, g.number as asked from unnest($5::text[], $6::bytea[]) g (number, number_hash)
join do_not_call d on d.organization_id = $7 and d.number_hash = g.number_hash and d.ended_at is null and (d.until is null or d.until > $8::timestamptz) order by since desc;

-- src/guards/do-not-call/list-queries.ts: selectNumbersAfter

select d._id, d.number, d.since, d.source, d.why, d.added_by, d.project_id, d.until, d.ended_at, d.ended_by, d.ended_why from do_not_call d where d.organization_id = $1 and d.number > $2
  and d.ended_at is null and (d.until is null or d.until > $3::timestamptz)
order by d.number limit $4;

-- src/guards/do-not-call/look-up-queries.ts: selectHasOpenEntry

select exists (select from do_not_call d where d.organization_id = $1
    and d.number = $2 and d.ended_at is null and (d.until is null or d.until > $3::timestamptz)) as is_listed;

-- src/guards/do-not-call/look-up-queries.ts: selectListedNumbers

select g.number from unnest($1::text[], $2::bytea[])
  g (number, number_hash)
where exists (select from do_not_call d where d.organization_id = $3 and d.number = g.number
    and d.ended_at is null and (d.until is null or d.until > $4::timestamptz) offset 0)
  or exists (select from do_not_call d where d.organization_id = $5
      and d.number_hash = g.number_hash and d.ended_at is null and (d.until is null or d.until > $6::timestamptz) offset 0);

-- src/guards/do-not-call/look-up-queries.ts: selectStopCoversCalls

select coalesce((calls ->> 'stop_covers_calls')::boolean, false) as stop_covers_calls from organizations where _id = $1;

-- src/guards/limits/day-queries.ts: deletePastCounts

delete from dial_counts where ctid = any(array(
  select ctid from dial_counts where until <= $1 and is_here(organization_id)
  order by until limit '1000' for update skip locked))
returning 1;

-- src/guards/limits/day-queries.ts: lockDay

with made as (
  insert into call_days (organization_id, day) values ($1, $2::date) on conflict do nothing returning day
), forgotten as (
  delete from call_days c using made where c.organization_id = $3 and c.day < made.day - 60
)
select from made;

select from call_days where organization_id = $1 and day = $2::date for update;

-- src/guards/limits/day-queries.ts: releaseDial

with day as (
  update call_days set dials = greatest(0, dials - 1),
    reserved_seconds = greatest(0, reserved_seconds - $1::bigint),
    reserved_amount = greatest(0, reserved_amount - $2::numeric)
  where organization_id = $3 and day = $4::date returning day
)
update dial_counts set dials = greatest(0, dials - 1) from day
where organization_id = $5 and ((counted = $6 and since = $7)
    or (counted = left($8::text, -3) || '***' and since = $9));

-- src/guards/limits/day-queries.ts: reserveTransfer

with made as (
  insert into call_days (organization_id, day) values ($1, $2::date) on conflict do nothing returning day
), forgotten as (
  delete from call_days c using made where c.organization_id = $3 and c.day < made.day - 60
)
select from made;

select from call_days where organization_id = $1 and day = $2::date for update;

with asked as materialized (
  select l.*, $1::integer as own_seconds from (
    select l.*, coalesce($2::integer, (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
        $3::integer) from organizations o where o._id = $4::uuid)) as limit_seconds, (select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
          where starts_with($5::text, r.prefix) order by length(r.prefix) desc limit 1) as rate
    from (select coalesce((o.calls ->> 'dials_a_day')::bigint, $6::bigint) as dials_a_day,
        60 * coalesce((o.calls ->> 'minutes_a_day')::bigint, $7::bigint) as seconds_a_day,
        coalesce((o.calls ->> 'number_dials_a_day')::bigint, $8::bigint) as number_dials_a_day,
        coalesce((o.calls ->> 'number_dials_a_week')::bigint, $9::bigint) as number_dials_a_week,
        coalesce((o.calls ->> 'block_dials_an_hour')::bigint, $10::bigint) as block_dials_an_hour,
        (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
      from organizations o where o._id = $11::uuid) l) l
), judged as materialized (
  select coalesce(case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + t.seconds > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end,
      case when coalesce(d.amount, 0) + t.amount > l.spend_a_day then 'spend_a_day' end) as guard,
    l.rate, l.limit_seconds, l.own_seconds, t.seconds, t.amount
  from asked l left join (select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
      u.used_amount
    from call_days u where u.organization_id = $12::uuid and u.day = $13::date) d on true
  cross join lateral (select case when $14::boolean then l.limit_seconds else 0 end
      + coalesce(own_seconds - $15::integer, 0) as seconds, ceil(limit_seconds / 60.0) * greatest(0, coalesce(rate, 0)
          - $16::numeric)
      + coalesce((ceil(own_seconds / 60.0) - ceil($17::integer / 60.0)) * $18::numeric, 0) as amount) t
), reserved as (
  update call_days c set dials = c.dials + 1, reserved_seconds = c.reserved_seconds + j.seconds,
    reserved_amount = c.reserved_amount + j.amount
  from judged j
  where c.organization_id = $19 and c.day = $20::date and j.guard is null
)
select guard, rate::double precision as rate, limit_seconds, own_seconds from judged;

-- src/guards/limits/day-queries.ts: selectDayUse

select dials, reserved_seconds, used_seconds, reserved_amount::double precision as reserved_amount,
  used_amount::double precision as used_amount
from call_days where organization_id = $1 and day = $2::date;

-- src/guards/refusals/refusal-queries.ts: deletePastRefusals

with refusals as (
  delete from guard_refusals where ctid = any(array(
    select ctid from guard_refusals where minute < $1::timestamptz - interval '30 days' and is_here(organization_id)
    order by minute limit '1000' for update skip locked))
  returning 1
), trips as (
  delete from guard_trips where ctid = any(array(
    select ctid from guard_trips where tripped_at < $2::timestamptz - interval '30 days' and is_here(organization_id)
    order by tripped_at limit '1000' for update skip locked))
  returning 1
)
select 1 from refusals union all select 1 from trips;

-- src/guards/refusals/refusal-queries.ts: insertTrip

insert into guard_trips (organization_id, guard, tripped_at, refusals)
select $1::uuid, $2, date_trunc('minute', $3::timestamptz, 'UTC'), $4::integer
where not exists (select from guard_trips where organization_id = $5 and guard = $6
    and tripped_at > $7::timestamptz - $8 * interval '1 minute')
on conflict do nothing returning guard;

-- src/guards/refusals/refusal-queries.ts: selectRefusals

select g.guard, g.refusals, r.at, r.phone_number, r.project_id, p.name as project_name, r.campaign_id,
  c.name as campaign_name,
  (select max(t.tripped_at) from guard_trips t where t.organization_id = $1 and t.guard = g.guard
      and t.tripped_at >= $2) as tripped_at
from (select guard, sum(refusals)::integer as refusals, max(minute) as minute from guard_refusals
  where organization_id = $3 and minute >= $4 group by guard) g
join guard_refusals r on r.organization_id = $5 and r.guard = g.guard and r.minute = g.minute
join projects p on p.organization_id = r.organization_id and p._id = r.project_id
left join campaigns c on c.organization_id = r.organization_id and c._id = r.campaign_id;

-- src/guards/refusals/refusal-queries.ts: upsertRefusals

with counted as (
  insert into guard_refusals as r (organization_id, guard, minute, refusals, project_id, campaign_id, phone_number, at)
  values ($1, $2, date_trunc('minute', $3::timestamptz, 'UTC'), $4, $5, $6, $7, $8)
  on conflict (organization_id, guard, minute) do update set refusals = r.refusals + excluded.refusals,
    project_id = excluded.project_id, campaign_id = excluded.campaign_id, phone_number = excluded.phone_number,
    at = excluded.at
  returning refusals
)
select ((select refusals from counted) + coalesce((
  select sum(refusals) from guard_refusals where organization_id = $9 and guard = $10
    and minute > date_trunc('minute', $11::timestamptz, 'UTC') - $12 * interval '1 minute' and minute < date_trunc('minute', $13::timestamptz, 'UTC')), 0))::integer as refusals;

-- src/guards/view/guard-queries.ts: selectCallSettings

select calls from organizations where _id = $1;

-- src/guards/view/guard-queries.ts: selectCallerNumbers

select p._id, p.name, array(select i.number from caller_ids i where i.organization_id = p.organization_id
    and i.project_id = p._id order by i.number limit 1000) as numbers
from projects p where p.organization_id = $1 and p.status = 'active'
  and ($2::uuid[] is null or p._id = any($3::uuid[]))
order by p.name limit 1000;

-- src/hints/queries.ts: notifyHints

select pg_notify($1, payload) from unnest($2::text[]) as p (payload);

-- src/idempotency/queries.ts: deleteKey

delete from idempotency_keys where organization_id = $1 and subject_id = $2;

-- src/idempotency/queries.ts: deletePastKeys

delete from idempotency_keys where (organization_id, project_id, key) in (
  select organization_id, project_id, key from idempotency_keys where answered_at is not null and answered_at <= $1::timestamptz - $2 * interval '1 hour' and is_here(organization_id)
  order by answered_at limit 1000 for update skip locked)
returning key;

-- src/idempotency/queries.ts: deleteUnansweredKey

delete from idempotency_keys
where organization_id = $1 and subject_id = $2 and answer is null;

-- src/idempotency/queries.ts: insertKey

insert into idempotency_keys as k (organization_id, project_id, key, fingerprint, subject_id, created_at, answer,
    answered_at)
values ($1, $2, $3, $4, $5, $6, $7::jsonb,
    $8)
on conflict (organization_id, project_id, key) do update set fingerprint = excluded.fingerprint,
  subject_id = excluded.subject_id, answer = excluded.answer, answered_at = excluded.answered_at,
  created_at = excluded.created_at
where k.answered_at is not null and k.answered_at <= $9::timestamptz - $10 * interval '1 hour'
returning key;

-- src/idempotency/queries.ts: selectKey

select fingerprint, subject_id, answer from idempotency_keys
where organization_id = $1 and project_id = $2 and key = $3
  and not (answered_at is not null and answered_at <= $4::timestamptz - $5 * interval '1 hour');

-- src/idempotency/queries.ts: updateKeyAnswer

update idempotency_keys set answer = $1::jsonb, answered_at = $2
where organization_id = $3 and subject_id = $4 and answer is null;

-- src/jobs/process-queries.ts: deletePastProcesses

delete from processes where seen_at < now() - interval '1 day';

-- src/jobs/process-queries.ts: deleteProcess

delete from processes where _id = $1;

-- src/jobs/process-queries.ts: selectProcesses

select _id, kind, host, version, started_at, seen_at,
  seen_at > now() - $1::float8 * interval '1 millisecond' as is_alive
from processes order by seen_at desc, _id desc limit 1000;

-- src/jobs/process-queries.ts: upsertProcess

insert into processes (_id, kind, host, version, started_at, seen_at)
values ($1, $2, $3, $4, now(), now())
on conflict (_id) do update set seen_at = excluded.seen_at;

-- src/jobs/report-worker.ts: selectWorkerAge

select extract(epoch from now() - max(seen_at))::double precision as age from workers;

-- src/keys/limits/bucket-queries.ts: takeFromBucket

with asked as (
  select clock_timestamp() as at, $1::bigint as rate, $2::bigint as wanted,
    $3::bigint * interval '1 microsecond' as burst
)
insert into request_buckets as b (organization_id, owner_id, kind, arrival_at, taken)
select $4, $5, $6, at - $7::bigint * interval '1 microsecond',
  $8::integer
from asked
on conflict (organization_id, owner_id, kind) do update set (arrival_at, taken) = (
    -- Rounded up to whole microseconds, so that the limit is never exceeded.
  select c.base + (c.fitting * 1000000 + c.rate - 1) / c.rate * interval '1 microsecond', c.fitting
  from (
    select a.rate, w.base,
      least(a.wanted, floor(extract(epoch from t.at - w.base) * a.rate)::bigint) as fitting
      -- Never later than now, so that the limit goes on at once if the database's clock was set back.
    from asked a, lateral (select clock_timestamp() as at offset 0) t,
      lateral (select greatest(least(b.arrival_at, t.at), t.at - a.burst) as base) w
  ) c)
returning taken, (extract(epoch from (select at from asked) - arrival_at) * 1000000)::bigint as left_us;

-- src/keys/queries.ts: insertApiKey

insert into api_keys (organization_id, project_id, _id, name, key_hash, prefix, scopes,
    requests_per_second, burst, writes_per_second, write_burst, created_at, made_by)
values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9, $10,
    $11, $12, $13)
on conflict (organization_id, project_id, name) do nothing
returning _id;

-- src/keys/queries.ts: lockApiKey

select organization_id, project_id, _id, name, prefix, scopes,
  case when requests_per_second is not null then jsonb_build_object('requests_per_second', requests_per_second,
      'burst', burst, 'writes_per_second', writes_per_second, 'write_burst', write_burst) end as rate, revision, created_at, made_by, last_used_at,
  ends_at, revoked_at from api_keys where _id = $1 for update;

-- src/keys/queries.ts: lockProjectKey

select organization_id, project_id, _id, name, prefix, scopes,
  case when requests_per_second is not null then jsonb_build_object('requests_per_second', requests_per_second,
      'burst', burst, 'writes_per_second', writes_per_second, 'write_burst', write_burst) end as rate, revision, created_at, made_by, last_used_at,
  ends_at, revoked_at from api_keys
where organization_id = $1 and project_id = $2 and _id = $3 for update;

-- src/keys/queries.ts: selectApiKeys

select k._id, o.name as organization, p.name as project, k.name, k.prefix, k.scopes, k.created_at, k.ends_at,
  k.revoked_at, k.last_used_at
from api_keys k
join organizations o on o._id = k.organization_id
join projects p on p.organization_id = k.organization_id and p._id = k.project_id
order by k.created_at, k._id limit 10000;

-- src/keys/queries.ts: selectKeyHolder

select k._id, k.organization_id, k.project_id, k.scopes, k.requests_per_second, k.burst, k.writes_per_second,
  k.write_burst, p.requests_per_second as project_requests_per_second,
  case when k.wrote_until > clock_timestamp() then
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' ' || pg_current_wal_flush_lsn() end as must_see
from api_keys k join projects p on p.organization_id = k.organization_id and p._id = k.project_id
where k.key_hash = $1 and k.revoked_at is null and (k.ends_at is null or k.ends_at > clock_timestamp());

-- src/keys/queries.ts: selectKeyName

select name from api_keys where organization_id = $1 and _id = $2;

-- src/keys/queries.ts: selectProjectKeys

select organization_id, project_id, _id, name, prefix, scopes,
  case when requests_per_second is not null then jsonb_build_object('requests_per_second', requests_per_second,
      'burst', burst, 'writes_per_second', writes_per_second, 'write_burst', write_burst) end as rate, revision, created_at, made_by, last_used_at,
  ends_at, revoked_at from api_keys where organization_id = $1 and project_id = $2
order by (revoked_at is null and (ends_at is null or ends_at > $3)) desc, created_at desc, _id desc
limit $4 offset $5;

select count(*) as total from api_keys where organization_id = $1 and project_id = $2;

-- src/keys/queries.ts: updateApiKeyRate

update api_keys set (requests_per_second, burst, writes_per_second, write_burst) = row($1::integer, $2::integer,
    $3::integer, $4::integer),
  rate_set_at = $5, revision = revision + 1
where organization_id = $6 and _id = $7 and revoked_at is null
  and (requests_per_second, burst, writes_per_second, write_burst) is distinct from ($8::integer, $9::integer,
      $10::integer, $11::integer)
returning _id;

-- src/keys/queries.ts: updateApiKeyReplaced

update api_keys set name = $1, ends_at = $2, revision = revision + 1
where organization_id = $3 and _id = $4;

-- src/keys/queries.ts: updateApiKeyRevoked

update api_keys set revoked_at = $1, revision = revision + 1
where organization_id = $2 and _id = $3 and revoked_at is null;

-- src/keys/queries.ts: updateKeyWrote

update api_keys set wrote_until = clock_timestamp() + $1::integer * interval '1 second' + $2::integer * interval '0.5 second'
where organization_id = $3 and _id = $4 and (wrote_until is null or wrote_until < clock_timestamp() + $5::integer * interval '1 second');

-- src/keys/queries.ts: updateKeysUsed

update api_keys k set last_used_at = $1
from unnest($2::uuid[], $3::uuid[])
  as u (organization_id, _id)
where k.organization_id = u.organization_id and k._id = u._id
  and (k.last_used_at is null or k.last_used_at <= $4::timestamptz - interval '1 minute');

-- src/operator/apply/queries.ts: lockDeclarations

select set_config('lock_timeout', '15s', true), set_config('statement_timeout', '60s', true);

select pg_advisory_xact_lock($1::bigint);

-- src/operator/apply/queries.ts: selectOrganizationsByName

select _id, name from organizations where name = any($1::text[]);

-- src/operator/apply/queries.ts: selectPhoneNumberIdHolders

select s._id, s.phone_number_id, s.project_id, s.name, o.name as organization, p.name as project
from whatsapp_senders s
join organizations o on o._id = s.organization_id
join projects p on p.organization_id = s.organization_id and p._id = s.project_id
where s.phone_number_id = any($1::text[]);

-- src/operator/apply/queries.ts: selectProjectsOf

select organization_id, _id, name from projects where organization_id = any($1::uuid[]);

-- src/operator/apply/queries.ts: selectRecordsOf

select $1::text as section, r.project_id, r._id, r.name as key, array[r.auth_token] as secrets,
  array[]::text[] as tools, null::uuid as through_id, false as "endsCalls", false as "isInbound"
from voice_carriers r where r.organization_id = any($2::uuid[]) union all select $3::text as section, r.project_id, r._id, r.number as key, array[]::bytea[] as secrets,
  array[]::text[] as tools, r.inbound_campaign_id as through_id, false as "endsCalls", false as "isInbound"
from caller_ids r where r.organization_id = any($4::uuid[]) union all select $5::text as section, r.project_id, r._id, r.name as key, array[]::bytea[] as secrets,
  array[]::text[] as tools, (select v.agent_id from workflow_revisions v where v.organization_id = r.organization_id
      and v.workflow_id = r._id and v.revision = r.revision) as through_id, false as "endsCalls", false as "isInbound"
from workflows r where r.organization_id = any($6::uuid[]) union all select $7::text as section, r.project_id, r._id, r.name as key, array[r.access_token, r.app_secret, r.verify_token] as secrets,
  array[]::text[] as tools, null::uuid as through_id, false as "endsCalls", false as "isInbound"
from whatsapp_senders r where r.organization_id = any($8::uuid[]) union all select $9::text as section, r.project_id, r._id, r.name as key, array[]::bytea[] as secrets,
  array[]::text[] as tools, null::uuid as through_id, false as "endsCalls", false as "isInbound"
from whatsapp_templates r where r.organization_id = any($10::uuid[]) union all select $11::text as section, r.project_id, r._id, r.name as key, array[]::bytea[] as secrets,
  array[]::text[] as tools, r.whatsapp_sender_id as through_id, false as "endsCalls", false as "isInbound"
from broadcasts r where r.organization_id = any($12::uuid[]) union all select $13::text as section, r.project_id, r._id, r.name as key, array_remove(array[r.api_key], null) as secrets,
  array[]::text[] as tools, null::uuid as through_id, false as "endsCalls", false as "isInbound"
from model_accounts r where r.organization_id = any($14::uuid[]) union all select $15::text as section, r.project_id, r._id, r.name as key, array(select s.secret from agent_tool_secrets s
  where s.organization_id = r.organization_id and s.agent_id = r._id order by s.tool collate "C") as secrets,
  array(select s.tool from agent_tool_secrets s
    where s.organization_id = r.organization_id and s.agent_id = r._id order by s.tool collate "C") as tools, r.broadcast_id as through_id, exists (select from agent_revisions v where v.organization_id = r.organization_id
        and v.agent_id = r._id and v.revision = r.revision and v.definition @? '$.tools[*] ? (@.kind == "end_call")') as "endsCalls", false as "isInbound"
from agents r where r.organization_id = any($16::uuid[]) union all select $17::text as section, r.project_id, r._id, r.name as key, array[]::bytea[] as secrets,
  array[]::text[] as tools, r.agent_id as through_id, false as "endsCalls", r.call_direction = 'inbound' as "isInbound"
from campaigns r where r.organization_id = any($18::uuid[]) union all select $19::text as section, r.project_id, r._id, r.name as key, array[]::bytea[] as secrets,
  array[]::text[] as tools, null::uuid as through_id, false as "endsCalls", false as "isInbound"
from api_keys r where r.organization_id = any($20::uuid[]) union all select $21::text as section, r.project_id, r._id, r.name as key, array[r.secret] as secrets,
  array[]::text[] as tools, null::uuid as through_id, false as "endsCalls", false as "isInbound"
from (select * from webhook_endpoints where removed_at is null) r where r.organization_id = any($22::uuid[]);

-- src/operator/backup/queries.ts: selectInvalidIndexes

select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1 limit 20;

-- src/operator/backup/queries.ts: selectLastSeen

select max(seen_at) as seen_at from processes;

-- src/operator/configured/agent-revision-queries.ts: selectAgentRevisions

select r.revision, r.definition, m.name as model, f.name as fallback, r.created_at, c.actor_name as changed_by, c.via,
  (select count(*) from (
    select from agent_conversations l where l.organization_id = r.organization_id and l.agent_id = r.agent_id and l.agent_revision = r.revision limit $1::bigint) counted
) as conversations,
  coalesce((
    select jsonb_agg(jsonb_build_object('conversation_id', n.conversation_id, 'channel_type', n.channel_type,
        'at', n.created_at) order by n.conversation_id desc)
    from (
      select l.conversation_id, l.channel_type, l.created_at from agent_conversations l
      where l.organization_id = r.organization_id and l.agent_id = r.agent_id and l.agent_revision = r.revision order by l.conversation_id desc limit $2::bigint) n), '[]') as latest_conversations
from (select v.* from agent_revisions v
  where v.organization_id = $3 and v.agent_id = $4 order by v.revision desc limit $5 offset $6) r
join model_accounts m on m.organization_id = r.organization_id and m._id = r.model_account_id
left join model_accounts f on f.organization_id = r.organization_id and f._id = r.fallback_account_id
left join lateral (
  select actor_name, via from changes c
  where c.organization_id = r.organization_id and c.kind = 'agent' and c.record_id = r.agent_id::text
    and c.revision = r.revision
  order by c.at limit 1) c on true
order by r.revision desc;

select count(*) as total from agent_revisions v
where v.organization_id = $1 and v.agent_id = $2;

-- src/operator/configured/extra-queries.ts: selectAgentUses

select a._id,
  (select jsonb_build_object('_id', s._id, 'name', s.name) from broadcasts b
    join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
    where b.organization_id = a.organization_id and b._id = a.broadcast_id) as answers_sender,
  (select count(*) from campaigns c
    where c.organization_id = a.organization_id and c.project_id = a.project_id and c.agent_id = a._id
      and c.status <> 'ended') as campaigns
from agents a where a.organization_id = $1 and a._id = any($2::uuid[]);

-- src/operator/configured/extra-queries.ts: selectCallerIdCounts

select v._id, count(n._id) as caller_ids from voice_carriers v
left join caller_ids n on n.organization_id = v.organization_id and n.project_id = v.project_id
  and n.voice_carrier_id = v._id
where v.organization_id = $1 and v._id = any($2::uuid[])
group by v._id;

-- src/operator/configured/extra-queries.ts: selectCarrierTokens

select _id, auth_token_set_at from voice_carriers
where organization_id = $1 and _id = any($2::uuid[]);

-- src/operator/configured/extra-queries.ts: selectLeaderIds

select _id, workflow_id, agent_id from campaigns
where organization_id = $1 and _id = any($2::uuid[]);

-- src/operator/configured/extra-queries.ts: selectModelKeys

select _id, api_key_set_at from model_accounts
where organization_id = $1 and _id = any($2::uuid[]);

-- src/operator/configured/extra-queries.ts: selectNumberAccounts

select n._id, n.voice_carrier_id, n.inbound_campaign_id, v.kind from caller_ids n
join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
where n.organization_id = $1 and n._id = any($2::uuid[]);

-- src/operator/configured/extra-queries.ts: selectWorkflowRevisions

select r.revision, r.definition, r.created_at, c.actor_name as changed_by, c.via,
  (select count(*) from (
    select from call_attempts a
    where a.organization_id = r.organization_id and a.workflow_id = r.workflow_id
      and a.workflow_revision = r.revision
    limit $1::bigint) counted) as attempts,
  coalesce((
    select jsonb_agg(jsonb_build_object('campaign_queue_id', l.call_id, 'at', l.created_at) order by l._id desc)
    from (
      select a._id, a.call_id, a.created_at from call_attempts a
      where a.organization_id = r.organization_id and a.workflow_id = r.workflow_id
        and a.workflow_revision = r.revision
      order by a._id desc limit $2::bigint) l), '[]') as latest_calls
from (select v.organization_id, v.workflow_id, v.revision, v.created_at, case when v.agent_id is null then v.definition
    else jsonb_set(v.definition, '{steps}', (
      select jsonb_object_agg(s.key, case s.value ->> 'kind' when 'agent' then s.value || (
        select jsonb_build_object('agent', g.name) from agents g
        where g.organization_id = v.organization_id and g._id = v.agent_id) else s.value end)
      from jsonb_each(v.definition -> 'steps') s)) end as definition
  from workflow_revisions v
  where v.organization_id = $3 and v.workflow_id = $4 order by v.revision desc limit $5 offset $6) r
left join lateral (
  select actor_name, via from changes c
  where c.organization_id = r.organization_id and c.kind = 'workflow' and c.record_id = r.workflow_id::text
    and c.revision = r.revision
  order by c.at limit 1) c on true
order by r.revision desc;

select count(*) as total from workflow_revisions v
where v.organization_id = $1 and v.workflow_id = $2;

-- src/operator/configured/extra-queries.ts: selectWorkflowUses

select w._id, (select count(*) from campaigns c where c.organization_id = w.organization_id and c.project_id = w.project_id and c.workflow_id = w._id
    and c.campaign_type = 'workflow' and c.status <> 'ended') as campaigns,
  (select coalesce(jsonb_agg(jsonb_build_object('_id', f._id, 'name', f.name) order by f.name), '[]')
    from (select c._id, c.name from campaigns c where c.organization_id = w.organization_id and c.project_id = w.project_id and c.workflow_id = w._id
        and c.campaign_type = 'workflow' and c.status <> 'ended' order by c.name limit $1) f
) as first_campaigns
from workflows w where w.organization_id = $2 and w._id = any($3::uuid[]);

-- src/operator/configured/plan-queries.ts: selectPlanUseOf

select o._id, (select count(*) from projects p where p.organization_id = o._id) as projects,
  coalesce(q.consumed + q.reserved, 0) as sends_used, coalesce(l.indexed, 0) as links_used
from organizations o
left join whatsapp_quotas q on q.organization_id = o._id
left join organization_links l on l.organization_id = o._id
where o._id = any($1::uuid[]);

-- src/operator/configured/queries.ts: selectConfigured

select $1::text as kind, r._id as organization_id, null::uuid as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'plan', json_build_object('status', r.plan_status, 'whatsapp_sends', r.plan_whatsapp_sends,
      'links', r.plan_links), 'calls', r.calls) as fields, array[]::bytea[] as secrets
from organizations r where r._id = any($2::uuid[]) and r._id = any($3::uuid[]) union all select $4::text as kind, r.organization_id as organization_id, r._id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'status', r.status, 'language', r.language, 'timezone', r.timezone,
      'default_country', r.default_country, 'ticket_keywords', r.ticket_keywords,
      'model_tokens_a_day', r.model_tokens_a_day, 'events', r.events, 'retention', r.retention,
      'requests_per_second', coalesce(to_json(r.requests_per_second), '"none"')) as fields, array[]::bytea[] as secrets
from projects r where r.organization_id = any($5::uuid[]) and r._id = any($6::uuid[]) union all select $7::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'kind', r.kind, 'account_sid', r.account_sid, 'api_url', r.api_url,
      'calls_per_second', r.calls_per_second, 'unknown_grace_seconds', r.unknown_grace_seconds) as fields, array[r.auth_token] as secrets
from voice_carriers r where r.organization_id = any($8::uuid[]) and r._id = any($9::uuid[]) union all select $10::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.number as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('number', r.number, 'carrier', (select x.name from voice_carriers x where x.organization_id = r.organization_id and x._id = r.voice_carrier_id),
      'inbound_campaign', (select x.name from campaigns x where x.organization_id = r.organization_id and x._id = r.inbound_campaign_id)) as fields, array[]::bytea[] as secrets
from caller_ids r where r.organization_id = any($11::uuid[]) and r._id = any($12::uuid[]) union all select $13::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'definition', (select case when v.agent_id is null then v.definition
      else jsonb_set(v.definition, '{steps}', (
        select jsonb_object_agg(s.key, case s.value ->> 'kind' when 'agent' then s.value || (
          select jsonb_build_object('agent', g.name) from agents g
          where g.organization_id = v.organization_id and g._id = v.agent_id) else s.value end)
        from jsonb_each(v.definition -> 'steps') s)) end from workflow_revisions v
    where v.organization_id = r.organization_id and v.workflow_id = r._id and v.revision = r.revision)) as fields, array[]::bytea[] as secrets
from workflows r where r.organization_id = any($14::uuid[]) and r._id = any($15::uuid[]) union all select $16::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'status', r.status, 'call_direction', r.call_direction, 'campaign_type', r.campaign_type,
      'workflow', (select x.name from workflows x where x.organization_id = r.organization_id and x._id = r.workflow_id), 'agent', (select x.name from agents x where x.organization_id = r.organization_id and x._id = r.agent_id), 'script', r.script, 'voice', r.voice,
      'caller_id', (select x.number from caller_ids x where x.organization_id = r.organization_id and x._id = r.caller_id_id),
      'calling_hours', r.calling_hours, 'slots', r.slots,
      'retry', case when r.retry_max_attempts > 1 or r.retry_delay_minutes > 0 or r.retry_on <> '{}' then
      json_build_object('max_attempts', r.retry_max_attempts, 'delay_minutes', r.retry_delay_minutes,
          'on', r.retry_on) end,
      'ring_timeout_seconds', r.ring_timeout_seconds, 'machine_detection', r.machine_detection,
      'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'closed_message', r.closed_message, 'busy_message', r.busy_message) as fields, array[]::bytea[] as secrets
from campaigns r where r.organization_id = any($17::uuid[]) and r._id = any($18::uuid[]) union all select $19::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'phone_number_id', r.phone_number_id, 'business_account_id', r.business_account_id,
      'display_phone_number', r.display_phone_number, 'status', r.status, 'catalog_id', r.catalog_id,
      'api_url', r.api_url, 'messages_per_second', r.messages_per_second) as fields, array[r.access_token, r.app_secret, r.verify_token] as secrets
from whatsapp_senders r where r.organization_id = any($20::uuid[]) and r._id = any($21::uuid[]) union all select $22::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'sender', (select x.name from whatsapp_senders x where x.organization_id = r.organization_id and x._id = r.whatsapp_sender_id),
      'language', r.language, 'category', r.category, 'status', r.status, 'components', r.components) as fields, array[]::bytea[] as secrets
from whatsapp_templates r where r.organization_id = any($23::uuid[]) and r._id = any($24::uuid[]) union all select $25::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'sender', (select x.name from whatsapp_senders x where x.organization_id = r.organization_id and x._id = r.whatsapp_sender_id),
      'template', (select x.name from whatsapp_templates x where x.organization_id = r.organization_id and x._id = r.whatsapp_template_id)) as fields, array[]::bytea[] as secrets
from broadcasts r where r.organization_id = any($26::uuid[]) and r._id = any($27::uuid[]) union all select $28::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'kind', r.kind, 'base_url', r.base_url, 'model', r.model, 'output_field', r.output_field,
      'extra', r.extra) as fields, array_remove(array[r.api_key], null) as secrets
from model_accounts r where r.organization_id = any($29::uuid[]) and r._id = any($30::uuid[]) union all select $31::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'model', (select m.name from agent_revisions v
    join model_accounts m on m.organization_id = v.organization_id and m._id = v.model_account_id
    where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision), 'fallback', (select m.name from agent_revisions v
      join model_accounts m on m.organization_id = v.organization_id and m._id = v.fallback_account_id
      where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision),
      'broadcast', (select x.name from broadcasts x where x.organization_id = r.organization_id and x._id = r.broadcast_id),
      'after_window', (select x.name from broadcasts x where x.organization_id = r.organization_id and x._id = r.after_window_broadcast_id),
      'definition', (select v.definition from agent_revisions v
        where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision)) as fields, array(select s.secret from agent_tool_secrets s
          where s.organization_id = r.organization_id and s.agent_id = r._id order by s.tool collate "C") as secrets
from agents r where r.organization_id = any($32::uuid[]) and r._id = any($33::uuid[]) union all select $34::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'url', r.url, 'types', r.declared_types, 'content', r.content, 'order', r.delivery_order,
      'rate_per_second', r.rate_per_second) as fields, array[r.secret] as secrets
from (select * from webhook_endpoints where removed_at is null) r where r.organization_id = any($35::uuid[]) and r._id = any($36::uuid[]) union all select $37::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, greatest(r.created_at, r.revoked_at, r.rate_set_at) as updated_at, json_build_object('name', r.name, 'scopes', r.scopes, 'rate', case when r.requests_per_second is null then '"none"' else
      json_build_object('requests_per_second', r.requests_per_second, 'burst', r.burst,
          'writes_per_second', r.writes_per_second, 'write_burst', r.write_burst) end) as fields, array[]::bytea[] as secrets
from api_keys r where r.organization_id = any($38::uuid[]) and r._id = any($39::uuid[]);

-- src/operator/configured/queries.ts: selectConfiguredOf

select * from (select $1::text as kind, r._id as organization_id, null::uuid as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'plan', json_build_object('status', r.plan_status, 'whatsapp_sends', r.plan_whatsapp_sends,
        'links', r.plan_links), 'calls', r.calls) as fields, array[]::bytea[] as secrets
  from organizations r where r._id = any($2::uuid[]) union all select $3::text as kind, r.organization_id as organization_id, r._id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'status', r.status, 'language', r.language, 'timezone', r.timezone,
        'default_country', r.default_country, 'ticket_keywords', r.ticket_keywords,
        'model_tokens_a_day', r.model_tokens_a_day, 'events', r.events, 'retention', r.retention,
        'requests_per_second', coalesce(to_json(r.requests_per_second), '"none"')) as fields, array[]::bytea[] as secrets
  from projects r where r.organization_id = any($4::uuid[]) union all select $5::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'kind', r.kind, 'account_sid', r.account_sid, 'api_url', r.api_url,
        'calls_per_second', r.calls_per_second, 'unknown_grace_seconds', r.unknown_grace_seconds) as fields, array[r.auth_token] as secrets
  from voice_carriers r where r.organization_id = any($6::uuid[]) union all select $7::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.number as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('number', r.number, 'carrier', (select x.name from voice_carriers x where x.organization_id = r.organization_id and x._id = r.voice_carrier_id),
        'inbound_campaign', (select x.name from campaigns x where x.organization_id = r.organization_id and x._id = r.inbound_campaign_id)) as fields, array[]::bytea[] as secrets
  from caller_ids r where r.organization_id = any($8::uuid[]) union all select $9::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'definition', (select case when v.agent_id is null then v.definition
        else jsonb_set(v.definition, '{steps}', (
          select jsonb_object_agg(s.key, case s.value ->> 'kind' when 'agent' then s.value || (
            select jsonb_build_object('agent', g.name) from agents g
            where g.organization_id = v.organization_id and g._id = v.agent_id) else s.value end)
          from jsonb_each(v.definition -> 'steps') s)) end from workflow_revisions v
      where v.organization_id = r.organization_id and v.workflow_id = r._id and v.revision = r.revision)) as fields, array[]::bytea[] as secrets
  from workflows r where r.organization_id = any($10::uuid[]) union all select $11::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'status', r.status, 'call_direction', r.call_direction, 'campaign_type', r.campaign_type,
        'workflow', (select x.name from workflows x where x.organization_id = r.organization_id and x._id = r.workflow_id), 'agent', (select x.name from agents x where x.organization_id = r.organization_id and x._id = r.agent_id), 'script', r.script, 'voice', r.voice,
        'caller_id', (select x.number from caller_ids x where x.organization_id = r.organization_id and x._id = r.caller_id_id),
        'calling_hours', r.calling_hours, 'slots', r.slots,
        'retry', case when r.retry_max_attempts > 1 or r.retry_delay_minutes > 0 or r.retry_on <> '{}' then
        json_build_object('max_attempts', r.retry_max_attempts, 'delay_minutes', r.retry_delay_minutes,
            'on', r.retry_on) end,
        'ring_timeout_seconds', r.ring_timeout_seconds, 'machine_detection', r.machine_detection,
        'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'closed_message', r.closed_message, 'busy_message', r.busy_message) as fields, array[]::bytea[] as secrets
  from campaigns r where r.organization_id = any($12::uuid[]) union all select $13::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'phone_number_id', r.phone_number_id, 'business_account_id', r.business_account_id,
        'display_phone_number', r.display_phone_number, 'status', r.status, 'catalog_id', r.catalog_id,
        'api_url', r.api_url, 'messages_per_second', r.messages_per_second) as fields, array[r.access_token, r.app_secret, r.verify_token] as secrets
  from whatsapp_senders r where r.organization_id = any($14::uuid[]) union all select $15::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'sender', (select x.name from whatsapp_senders x where x.organization_id = r.organization_id and x._id = r.whatsapp_sender_id),
        'language', r.language, 'category', r.category, 'status', r.status, 'components', r.components) as fields, array[]::bytea[] as secrets
  from whatsapp_templates r where r.organization_id = any($16::uuid[]) union all select $17::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'sender', (select x.name from whatsapp_senders x where x.organization_id = r.organization_id and x._id = r.whatsapp_sender_id),
        'template', (select x.name from whatsapp_templates x where x.organization_id = r.organization_id and x._id = r.whatsapp_template_id)) as fields, array[]::bytea[] as secrets
  from broadcasts r where r.organization_id = any($18::uuid[]) union all select $19::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'kind', r.kind, 'base_url', r.base_url, 'model', r.model, 'output_field', r.output_field,
        'extra', r.extra) as fields, array_remove(array[r.api_key], null) as secrets
  from model_accounts r where r.organization_id = any($20::uuid[]) union all select $21::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'model', (select m.name from agent_revisions v
      join model_accounts m on m.organization_id = v.organization_id and m._id = v.model_account_id
      where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision), 'fallback', (select m.name from agent_revisions v
        join model_accounts m on m.organization_id = v.organization_id and m._id = v.fallback_account_id
        where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision),
        'broadcast', (select x.name from broadcasts x where x.organization_id = r.organization_id and x._id = r.broadcast_id),
        'after_window', (select x.name from broadcasts x where x.organization_id = r.organization_id and x._id = r.after_window_broadcast_id),
        'definition', (select v.definition from agent_revisions v
          where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision)) as fields, array(select s.secret from agent_tool_secrets s
            where s.organization_id = r.organization_id and s.agent_id = r._id order by s.tool collate "C") as secrets
  from agents r where r.organization_id = any($22::uuid[]) union all select $23::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'url', r.url, 'types', r.declared_types, 'content', r.content, 'order', r.delivery_order,
        'rate_per_second', r.rate_per_second) as fields, array[r.secret] as secrets
  from (select * from webhook_endpoints where removed_at is null) r where r.organization_id = any($24::uuid[]) union all select $25::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
    r.name as key, r.revision, r.created_at, greatest(r.created_at, r.revoked_at, r.rate_set_at) as updated_at, json_build_object('name', r.name, 'scopes', r.scopes, 'rate', case when r.requests_per_second is null then '"none"' else
        json_build_object('requests_per_second', r.requests_per_second, 'burst', r.burst,
            'writes_per_second', r.writes_per_second, 'write_burst', r.write_burst) end) as fields, array[]::bytea[] as secrets
  from api_keys r where r.organization_id = any($26::uuid[]) and r.revoked_at is null and r.ends_at is null) a order by key collate "C", _id;

-- src/operator/configured/queries.ts: selectConfiguredPage

select $1::text as kind, r.organization_id as organization_id, r.project_id as project_id, r._id,
  r.name as key, r.revision, r.created_at, r.updated_at as updated_at, json_build_object('name', r.name, 'status', r.status, 'call_direction', r.call_direction, 'campaign_type', r.campaign_type,
      'workflow', (select x.name from workflows x where x.organization_id = r.organization_id and x._id = r.workflow_id), 'agent', (select x.name from agents x where x.organization_id = r.organization_id and x._id = r.agent_id), 'script', r.script, 'voice', r.voice,
      'caller_id', (select x.number from caller_ids x where x.organization_id = r.organization_id and x._id = r.caller_id_id),
      'calling_hours', r.calling_hours, 'slots', r.slots,
      'retry', case when r.retry_max_attempts > 1 or r.retry_delay_minutes > 0 or r.retry_on <> '{}' then
      json_build_object('max_attempts', r.retry_max_attempts, 'delay_minutes', r.retry_delay_minutes,
          'on', r.retry_on) end,
      'ring_timeout_seconds', r.ring_timeout_seconds, 'machine_detection', r.machine_detection,
      'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'closed_message', r.closed_message, 'busy_message', r.busy_message) as fields, array[]::bytea[] as secrets
from campaigns r where r.organization_id = $2
  and ($3::uuid is null or r.project_id = $4::uuid)
  and ($5::uuid[] is null or r._id = any($6::uuid[]))
order by r.name, r._id limit $7 offset $8;

select count(*) as total from campaigns r where r.organization_id = $1
  and ($2::uuid is null or r.project_id = $3::uuid)
  and ($4::uuid[] is null or r._id = any($5::uuid[]));

-- src/operator/demo/history/detail-queries.ts: addToQuota

insert into whatsapp_quotas as q (organization_id, reserved, consumed)
values ($1, $2, $3)
on conflict (organization_id) do update
set reserved = q.reserved + excluded.reserved, consumed = q.consumed + excluded.consumed;

-- src/operator/demo/history/detail-queries.ts: updateAnswered

update conversations c set answered_at = a.answered_at from call_attempts a
where a.organization_id = $1 and a.project_id = $2 and a.answered_at is not null
  and c.organization_id = a.organization_id and c._id = a.conversation_id and c.answered_at is null;

-- src/operator/demo/history/detail-queries.ts: updateBeginnings

update campaigns c set created_at = least(c.created_at, f.at) from (
  select campaign_id, min(start_time) - interval '1 day' as at from conversations
  where organization_id = $1 and project_id = $2 group by campaign_id) f
where c.organization_id = $3 and c._id = f.campaign_id;

update projects p set created_at = least(p.created_at, (select min(f.at) from (
  select campaign_id, min(start_time) - interval '1 day' as at from conversations
  where organization_id = $1 and project_id = $2 group by campaign_id) f))
where p.organization_id = $3 and p._id = $4;

-- src/operator/demo/history/detail-queries.ts: updateChats

update conversations c set whatsapp_sender_id = $1, last_message_at = r.last_message_at
from jsonb_to_recordset($2::jsonb) as r (_id uuid, last_message_at timestamptz)
where c.organization_id = $3 and c._id = r._id
  and (c.status <> 'live' or not exists (
    select from conversations o where o.organization_id = $4 and o.whatsapp_sender_id = $5
      and o.phone_number = c.phone_number and o.status = 'live' and o.channel_type = 'whatsapp'));

-- src/operator/demo/history/detail-queries.ts: updateMessages

update messages m set kind = r.kind, provider_message_id = r.provider_message_id
from jsonb_to_recordset($1::jsonb) as r (_id uuid, kind text, provider_message_id text)
where m.organization_id = $2 and m._id = r._id;

-- src/operator/demo/history/detail-queries.ts: updateOfferPaused

update whatsapp_templates set status_since = $1,
  status_explanation = 'RATE_LIMITING_PAUSE: many people have blocked or reported this template'
where organization_id = $2 and project_id = $3 and name = 'bundle_offer'
  and status = 'paused';

-- src/operator/demo/history/detail-queries.ts: updateTickets

update tickets t set opened_by = r.opened_by, closed_at = r.closed_at
from jsonb_to_recordset($1::jsonb) as r (_id uuid, opened_by text, closed_at timestamptz)
where t.organization_id = $2 and t._id = r._id;

-- src/operator/demo/queries.ts: lockHistory

select pg_try_advisory_lock($1::bigint) as taken;

-- src/operator/demo/queries.ts: selectCallRoom

select coalesce((select places_calls from demos
  where organization_id = $1 and project_id = $2), false) as places_calls,
  (select count(*) from numbers_in_use where organization_id = $3) as under_way,
  (select count(*) from (select from calls where organization_id = $4
      and campaign_id = $5 and state = 'waiting' and waits_for = 'turn' limit $6) w) as waiting,
  exists (select from voice_carriers where organization_id = $7
      and api_url is distinct from $8) as has_other_carrier;

-- src/operator/demo/queries.ts: selectDemo

select organization_id, project_id, history_loaded_at, places_calls from demos
where organization_id = $1 and project_id = $2;

-- src/operator/demo/queries.ts: selectDemoSender

select _id from whatsapp_senders where organization_id = $1 and project_id = $2
order by created_at, _id limit 1;

-- src/operator/demo/queries.ts: selectDemos

select organization_id, project_id, history_loaded_at, places_calls from demos order by organization_id, project_id;

-- src/operator/demo/queries.ts: selectHasDomain

select exists (select from sources where organization_id = $1 and project_id = $2
    and domain is not null) as has_domain;

-- src/operator/demo/queries.ts: selectIsStored

select exists (select from $1 where organization_id = $2 and _id = $3)
  or exists (select from merged_profiles where organization_id = $4 and _id = $5) as is_stored;

-- src/operator/demo/queries.ts: selectKeysOf

select _id, name, revoked_at is not null as revoked from api_keys
where organization_id = $1 and project_id = $2 order by created_at, _id;

-- src/operator/demo/queries.ts: takeCallOfDay

update demos set calls_day = $1::date,
  calls_placed = case when calls_day = $2::date then calls_placed else 0 end + 1
where organization_id = $3 and project_id = $4 and places_calls
  and (calls_day is distinct from $5::date or calls_placed < $6)
returning organization_id;

-- src/operator/demo/queries.ts: updateHistoryLoaded

update demos set history_loaded_at = $1
where organization_id = $2 and project_id = $3;

-- src/operator/demo/queries.ts: updatePlacesCalls

update demos set places_calls = $1 where organization_id = $2 returning organization_id;

-- src/operator/demo/queries.ts: upsertDemo

insert into demos as d (organization_id, project_id, history_until)
values ($1, $2, $3)
on conflict (organization_id, project_id) do update
set history_until = coalesce(d.history_until, excluded.history_until)
returning history_until;

-- src/operator/doctor/queries.ts: selectOtherSecrets

(select secret from webhook_endpoints where removed_at is null order by organization_id, _id limit $1)
union all
  (select old_secret from webhook_endpoints where removed_at is null and old_secret_until > now()
    order by organization_id, _id limit $2)
union all
  (select api_key from model_accounts where api_key is not null order by organization_id, _id limit $3)
union all (select secret from agent_tool_secrets order by organization_id, agent_id, tool limit $4)
union all (select secret from second_factors order by user_id limit $5);

-- src/operator/doctor/queries.ts: selectServer

select current_setting('server_version') as version, clock_timestamp() as now;

-- src/operator/doctor/queries.ts: selectStoredCarriers

select o.name || ' / ' || p.name || ' / ' || c.name as place, c.account_sid, c.auth_token, c.api_url, c.api_url_given_by
from voice_carriers c
join organizations o on o._id = c.organization_id
join projects p on p.organization_id = c.organization_id and p._id = c.project_id
order by o.name, p.name, c.name limit $1;

-- src/operator/doctor/queries.ts: selectStoredSenders

select o.name || ' / ' || p.name || ' / ' || s.name as place, s.phone_number_id, s.api_url, s.api_url_given_by, s.access_token,
  s.app_secret, s.verify_token
from whatsapp_senders s
join organizations o on o._id = s.organization_id
join projects p on p.organization_id = s.organization_id and p._id = s.project_id
where s.status = 'connected'
order by o.name, p.name, s.name limit $1;

-- src/operator/doctor/queries.ts: selectUnreadableEvents

select extract(epoch from clock_timestamp() - greatest(to_timestamp(('x' || left(replace(e._id::text, '-', ''), 12))::bit(48)::bigint / 1000.0), t.began_at))::double precision as seconds,
  t.name, t.pid, t.gid
from (select _id from events where tx >= (select xid_base from event_order) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint order by tx limit 1) e
cross join (
  select * from (
    select coalesce(nullif(application_name, ''), backend_type, 'a program') as name, pid, null as gid,
      backend_xid as xid, xact_start as began_at
    from pg_stat_activity where backend_xid is not null
    union all
    select null, null, gid, transaction, prepared from pg_prepared_xacts) running
  order by age(xid) desc limit 1) t;

-- src/operator/edit/effects-queries.ts: countAttemptsOfCarrier

select count(*) as count from calling_slots s
join call_attempts a on a.organization_id = s.organization_id and a._id = s.attempt_id
where s.organization_id = $1 and a.voice_carrier_id = $2;

-- src/operator/edit/effects-queries.ts: countBroadcastsWith

select count(*) as count from broadcasts
where organization_id = $1 and whatsapp_sender_id = $2;

-- src/operator/edit/effects-queries.ts: countCalls

select w.waiting, w.ready, s.under_way
from (select count(*) as waiting, count(*) filter (where waits_for = 'turn') as ready from calls
  where organization_id = $1 and campaign_id = any($2::uuid[]) and state = 'waiting') w,
  (select count(*) as under_way from calling_slots
    where organization_id = $3 and campaign_id = any($4::uuid[])
      and attempt_id is not null) s;

-- src/operator/edit/effects-queries.ts: countCampaignsWith

select count(*) as count from campaigns
where organization_id = $1 and status <> 'ended'
  and (workflow_id = $2 or agent_id = $3 or caller_id_id = $4);

-- src/operator/erase/erasure-queries.ts: claimErasure

with waiting as materialized (
  select organization_id, project_id, profile_id, requested_at, person, step, position, erased, ended_at from erasures where ended_at is null and is_here(organization_id)
  order by requested_at for update skip locked)
select * from waiting
where case when step = 0 and position is null then pg_try_advisory_xact_lock(hashtextextended('files and erasures ' || project_id::text, 0)) else true end
limit 1;

-- src/operator/erase/erasure-queries.ts: endErasure

update erasures set person = null, position = null, ended_at = $1, erased = $2::jsonb
where organization_id = $3 and profile_id = $4;

-- src/operator/erase/erasure-queries.ts: insertErasure

insert into erasures as e (organization_id, project_id, profile_id, merged_ids, requested_at, requested_by, person,
    erased)
values ($1, $2, $3, $4::uuid[], $5, $6,
    $7::jsonb, $8::jsonb)
on conflict (organization_id, profile_id) do update set project_id = excluded.project_id,
  merged_ids = e.merged_ids || excluded.merged_ids, requested_at = excluded.requested_at,
  requested_by = excluded.requested_by, person = excluded.person, step = 0, position = null,
  erased = excluded.erased, ended_at = null;

-- src/operator/erase/erasure-queries.ts: selectErasure

select organization_id, project_id, profile_id, requested_at, person, step, position, erased, ended_at from erasures where organization_id = $1 and project_id = $2
  and profile_id = $3;

-- src/operator/erase/erasure-queries.ts: selectErasureOfMerged

select organization_id, project_id, profile_id, requested_at, person, step, position, erased, ended_at from erasures where organization_id = $1 and project_id = $2
  and merged_ids @> array[$3]::uuid[]
order by requested_at desc limit 1;

-- src/operator/erase/erasure-queries.ts: updateErasure

update erasures set step = $1, position = $2, erased = $3::jsonb
where organization_id = $4 and profile_id = $5;

-- src/operator/find/queries.ts: selectById

(select $1::text as kind, r._id, r.project_id as project_id,
    r.campaign_id as campaign_id, r.phone_number as title, r.state::text as detail,
    r.created_at as at, true as is_exact from calls r
  where r._id = $2 and r.organization_id = $3 and ($4::boolean or r.project_id = any($5::uuid[]))) union all (select $6::text as kind, r._id, r.project_id as project_id,
      null::uuid as campaign_id, coalesce(r.phone_number, (
        select p.name from profiles p where p.organization_id = r.organization_id and p._id = r.profile_id), r._id::text) as title, r.status::text as detail,
      r.start_time as at, true as is_exact from conversations r
    where r._id = $7 and r.organization_id = $8 and ($9::boolean or r.project_id = any($10::uuid[]))) union all (select $11::text as kind, r._id, r.project_id as project_id,
        null::uuid as campaign_id, r.recipient as title, r.status::text as detail,
        r.created_at as at, true as is_exact from whatsapp_messages r
      where r._id = $12 and r.organization_id = $13 and ($14::boolean or r.project_id = any($15::uuid[]))) union all (select $16::text as kind, r._id, r.project_id as project_id,
          null::uuid as campaign_id, coalesce(r.name, (
            select k.normalized from profile_contacts k
            where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
            order by k.created_at, k.normalized limit 1), (
              select coalesce(i.username, i.identity_key) from channel_identities i
              where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
              order by i.username is null, i.last_seen_at desc limit 1), r.display_id) as title, case when r.name is null then r.display_id else coalesce((
                select k.normalized from profile_contacts k
                where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
                order by k.created_at, k.normalized limit 1), (
                  select coalesce(i.username, i.identity_key) from channel_identities i
                  where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
                  order by i.username is null, i.last_seen_at desc limit 1), r.display_id) end::text as detail,
          r.last_interaction_at as at, true as is_exact from profiles r
        where r._id = $17 and r.organization_id = $18 and ($19::boolean or r.project_id = any($20::uuid[]))) union all (select $21::text as kind, r._id, r.project_id as project_id,
            null::uuid as campaign_id, coalesce(r.subject, r._id::text) as title, r.status::text as detail,
            r.created_at as at, true as is_exact from tickets r
          where r._id = $22 and r.organization_id = $23 and ($24::boolean or r.project_id = any($25::uuid[]))) union all (select $26::text as kind, r._id, r.project_id as project_id,
              null::uuid as campaign_id, r.name as title, r.status::text as detail,
              r.created_at as at, true as is_exact from campaigns r
            where r._id = $27 and r.organization_id = $28 and ($29::boolean or r.project_id = any($30::uuid[]))) union all (select $31::text as kind, r._id, r.project_id as project_id,
                null::uuid as campaign_id, r.name as title, null::text as detail,
                r.created_at as at, true as is_exact from broadcasts r
              where r._id = $32 and r.organization_id = $33 and ($34::boolean or r.project_id = any($35::uuid[]))) union all (select $36::text as kind, r._id, r.project_id as project_id,
                  null::uuid as campaign_id, r.name as title, null::text as detail,
                  r.created_at as at, true as is_exact from workflows r
                where r._id = $37 and r.organization_id = $38 and ($39::boolean or r.project_id = any($40::uuid[]))) union all (select $41::text as kind, r._id, r.project_id as project_id,
                    null::uuid as campaign_id, r.name as title, null::text as detail,
                    r.created_at as at, true as is_exact from agents r
                  where r._id = $42 and r.organization_id = $43 and ($44::boolean or r.project_id = any($45::uuid[]))) union all (select $46::text as kind, r._id, r.project_id as project_id,
                      null::uuid as campaign_id, r.name as title, r.sync_status::text as detail,
                      r.created_at as at, true as is_exact from sources r
                    where r._id = $47 and r.organization_id = $48 and ($49::boolean or r.project_id = any($50::uuid[]))) union all (select $51::text as kind, r._id, r.project_id as project_id,
                        null::uuid as campaign_id, r.name as title, r.status::text as detail,
                        r.created_at as at, true as is_exact from whatsapp_senders r
                      where r._id = $52 and r.organization_id = $53 and ($54::boolean or r.project_id = any($55::uuid[]))) union all (select $56::text as kind, r._id, r.project_id as project_id,
                          null::uuid as campaign_id, r.name as title, r.status::text as detail,
                          r.created_at as at, true as is_exact from whatsapp_templates r
                        where r._id = $57 and r.organization_id = $58 and ($59::boolean or r.project_id = any($60::uuid[]))) union all (select $61::text as kind, r._id, r.project_id as project_id,
                            null::uuid as campaign_id, r.name as title, r.kind::text as detail,
                            r.created_at as at, true as is_exact from voice_carriers r
                          where r._id = $62 and r.organization_id = $63 and ($64::boolean or r.project_id = any($65::uuid[]))) union all (select $66::text as kind, r._id, r.project_id as project_id,
                              null::uuid as campaign_id, r.number as title, null::text as detail,
                              r.created_at as at, true as is_exact from caller_ids r
                            where r._id = $67 and r.organization_id = $68 and ($69::boolean or r.project_id = any($70::uuid[]))) union all (select $71::text as kind, r._id, r.project_id as project_id,
                                null::uuid as campaign_id, r.name as title, r.model::text as detail,
                                r.created_at as at, true as is_exact from model_accounts r
                              where r._id = $72 and r.organization_id = $73 and ($74::boolean or r.project_id = any($75::uuid[]))) union all (select $76::text as kind, r._id, r.project_id as project_id,
                                  null::uuid as campaign_id, r.name as title, r.prefix::text as detail,
                                  r.created_at as at, true as is_exact from api_keys r
                                where r._id = $77 and r.organization_id = $78 and ($79::boolean or r.project_id = any($80::uuid[]))) union all (select $81::text as kind, r._id, r.project_id as project_id,
                                    null::uuid as campaign_id, r.name as title, r.url::text as detail,
                                    r.created_at as at, true as is_exact from (select * from webhook_endpoints where removed_at is null) r
                                  where r._id = $82 and r.organization_id = $83 and ($84::boolean or r.project_id = any($85::uuid[]))) union all (select $86::text as kind, r._id, r._id as project_id,
                                      null::uuid as campaign_id, r.name as title, r.status::text as detail,
                                      r.created_at as at, true as is_exact from projects r
                                    where r._id = $87 and r.organization_id = $88 and ($89::boolean or r._id = any($90::uuid[]))) union all (select $91::text as kind, r._id, r.project_id as project_id,
                                        r.campaign_id as campaign_id, r.phone_number as title, r.state::text as detail,
                                        r.created_at as at, true as is_exact from call_attempts a
                                      join calls r on r.organization_id = a.organization_id and r._id = a.call_id
                                      where a.organization_id = $92 and a._id = $93 and r.organization_id = $94 and ($95::boolean or r.project_id = any($96::uuid[]))) union all (select $97::text as kind, r._id, r.project_id as project_id,
                                          null::uuid as campaign_id, coalesce(r.name, (
                                            select k.normalized from profile_contacts k
                                            where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
                                            order by k.created_at, k.normalized limit 1), (
                                              select coalesce(i.username, i.identity_key) from channel_identities i
                                              where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
                                              order by i.username is null, i.last_seen_at desc limit 1), r.display_id) as title, case when r.name is null then r.display_id else coalesce((
                                                select k.normalized from profile_contacts k
                                                where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
                                                order by k.created_at, k.normalized limit 1), (
                                                  select coalesce(i.username, i.identity_key) from channel_identities i
                                                  where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
                                                  order by i.username is null, i.last_seen_at desc limit 1), r.display_id) end::text as detail,
                                          r.last_interaction_at as at, true as is_exact from merged_profiles g
                                        join profiles r on r.organization_id = g.organization_id and r._id = g.survivor_id
                                        where g.organization_id = $98 and g._id = $99 and r.organization_id = $100 and ($101::boolean or r.project_id = any($102::uuid[])));

-- src/operator/find/queries.ts: selectByName

select * from ((select $1::text as kind, r._id, r.project_id as project_id,
    null::uuid as campaign_id, r.name as title, r.status::text as detail,
    r.created_at as at, lower(r.name) = $2 as is_exact from campaigns r
  where r.organization_id = $3 and ($4::boolean or r.project_id = any($5::uuid[])) and lower(r.name) like $6
  order by length(r.name), r._id limit $7) union all (select $8::text as kind, r._id, r.project_id as project_id,
      null::uuid as campaign_id, r.name as title, null::text as detail,
      r.created_at as at, lower(r.name) = $9 as is_exact from broadcasts r
    where r.organization_id = $10 and ($11::boolean or r.project_id = any($12::uuid[])) and lower(r.name) like $13
    order by length(r.name), r._id limit $14) union all (select $15::text as kind, r._id, r.project_id as project_id,
        null::uuid as campaign_id, r.name as title, null::text as detail,
        r.created_at as at, lower(r.name) = $16 as is_exact from workflows r
      where r.organization_id = $17 and ($18::boolean or r.project_id = any($19::uuid[])) and lower(r.name) like $20
      order by length(r.name), r._id limit $21) union all (select $22::text as kind, r._id, r.project_id as project_id,
          null::uuid as campaign_id, r.name as title, null::text as detail,
          r.created_at as at, lower(r.name) = $23 as is_exact from agents r
        where r.organization_id = $24 and ($25::boolean or r.project_id = any($26::uuid[])) and lower(r.name) like $27
        order by length(r.name), r._id limit $28) union all (select $29::text as kind, r._id, r.project_id as project_id,
            null::uuid as campaign_id, r.name as title, r.sync_status::text as detail,
            r.created_at as at, lower(r.name) = $30 as is_exact from sources r
          where r.organization_id = $31 and ($32::boolean or r.project_id = any($33::uuid[])) and lower(r.name) like $34
          order by length(r.name), r._id limit $35) union all (select $36::text as kind, r._id, r.project_id as project_id,
              null::uuid as campaign_id, r.name as title, r.status::text as detail,
              r.created_at as at, lower(r.name) = $37 as is_exact from whatsapp_senders r
            where r.organization_id = $38 and ($39::boolean or r.project_id = any($40::uuid[])) and lower(r.name) like $41
            order by length(r.name), r._id limit $42) union all (select $43::text as kind, r._id, r.project_id as project_id,
                null::uuid as campaign_id, r.name as title, r.status::text as detail,
                r.created_at as at, lower(r.name) = $44 as is_exact from whatsapp_templates r
              where r.organization_id = $45 and ($46::boolean or r.project_id = any($47::uuid[])) and lower(r.name) like $48
              order by length(r.name), r._id limit $49) union all (select $50::text as kind, r._id, r.project_id as project_id,
                  null::uuid as campaign_id, r.name as title, r.kind::text as detail,
                  r.created_at as at, lower(r.name) = $51 as is_exact from voice_carriers r
                where r.organization_id = $52 and ($53::boolean or r.project_id = any($54::uuid[])) and lower(r.name) like $55
                order by length(r.name), r._id limit $56) union all (select $57::text as kind, r._id, r.project_id as project_id,
                    null::uuid as campaign_id, r.number as title, null::text as detail,
                    r.created_at as at, lower(r.number) = $58 as is_exact from caller_ids r
                  where r.organization_id = $59 and ($60::boolean or r.project_id = any($61::uuid[])) and lower(r.number) like $62
                  order by length(r.number), r._id limit $63) union all (select $64::text as kind, r._id, r.project_id as project_id,
                      null::uuid as campaign_id, r.name as title, r.model::text as detail,
                      r.created_at as at, lower(r.name) = $65 as is_exact from model_accounts r
                    where r.organization_id = $66 and ($67::boolean or r.project_id = any($68::uuid[])) and lower(r.name) like $69
                    order by length(r.name), r._id limit $70) union all (select $71::text as kind, r._id, r.project_id as project_id,
                        null::uuid as campaign_id, r.name as title, r.prefix::text as detail,
                        r.created_at as at, lower(r.name) = $72 as is_exact from api_keys r
                      where r.organization_id = $73 and ($74::boolean or r.project_id = any($75::uuid[])) and lower(r.name) like $76
                      order by length(r.name), r._id limit $77) union all (select $78::text as kind, r._id, r.project_id as project_id,
                          null::uuid as campaign_id, r.name as title, r.url::text as detail,
                          r.created_at as at, lower(r.name) = $79 as is_exact from (select * from webhook_endpoints where removed_at is null) r
                        where r.organization_id = $80 and ($81::boolean or r.project_id = any($82::uuid[])) and lower(r.name) like $83
                        order by length(r.name), r._id limit $84) union all (select $85::text as kind, r._id, r._id as project_id,
                            null::uuid as campaign_id, r.name as title, r.status::text as detail,
                            r.created_at as at, lower(r.name) = $86 as is_exact from projects r
                          where r.organization_id = $87 and ($88::boolean or r._id = any($89::uuid[])) and lower(r.name) like $90
                          order by length(r.name), r._id limit $91)) found order by is_exact desc, length(title), _id limit $92;

-- src/operator/find/queries.ts: selectByNumber

(select $1::text as kind, r._id, r.project_id as project_id,
    r.campaign_id as campaign_id, r.phone_number as title, r.state::text as detail,
    r.created_at as at, true as is_exact from (
      select call_id from call_attempts where organization_id = $2 and phone_number = $3
      order by created_at desc limit $4) a
  join calls r on r.organization_id = $5 and r._id = a.call_id
  where r.organization_id = $6 and ($7::boolean or r.project_id = any($8::uuid[])) order by r.created_at desc limit $9)
union all
  (select $10::text as kind, r._id, r.project_id as project_id,
      r.campaign_id as campaign_id, r.phone_number as title, r.state::text as detail,
      r.created_at as at, true as is_exact from projects p cross join lateral (
        select * from calls c where c.organization_id = p.organization_id and c.project_id = p._id
          and c.phone_number = $11 and c.state = 'waiting' limit $12) r
    where p.organization_id = $13 and r.organization_id = $14 and ($15::boolean or r.project_id = any($16::uuid[])) limit $17)
union all
  (select $18::text as kind, r._id, r.project_id as project_id,
      null::uuid as campaign_id, r.recipient as title, r.status::text as detail,
      r.created_at as at, true as is_exact from projects p cross join lateral (
        select * from whatsapp_messages m where m.organization_id = p.organization_id and m.project_id = p._id
          and m.recipient = $19 order by m.created_at desc, m._id limit $20) r
    where p.organization_id = $21 and r.organization_id = $22 and ($23::boolean or r.project_id = any($24::uuid[]))
    order by r.created_at desc limit $25)
union all
  (select $26::text as kind, r._id, r.project_id as project_id,
      null::uuid as campaign_id, coalesce(r.phone_number, (
        select p.name from profiles p where p.organization_id = r.organization_id and p._id = r.profile_id), r._id::text) as title, r.status::text as detail,
      r.start_time as at, true as is_exact from projects p cross join lateral (
        select * from conversations c where c.organization_id = p.organization_id and c.project_id = p._id
          and c.caller = $27 order by c.start_time desc limit $28) r
    where p.organization_id = $29 and r.organization_id = $30 and ($31::boolean or r.project_id = any($32::uuid[]))
    order by r.start_time desc limit $33);

-- src/operator/find/queries.ts: selectPeople

with found as materialized (
  select r._id, (lower(coalesce(r.name, '')) = lower($1) or lower(r.display_id) = lower($2)) as is_exact, r.last_interaction_at
  from (select s.profile_id from profile_search s
    where s.organization_id = $3 and s.words like '%' || regexp_replace(search_form($4), '([\\%_])', '\\\1', 'g') || '%' limit 1000) s
  join profiles r on r.organization_id = $5 and r._id = s.profile_id
  where r.organization_id = $6 and ($7::boolean or r.project_id = any($8::uuid[]))
  order by is_exact desc, r.last_interaction_at desc nulls last, r._id limit $9)
select $10::text as kind, r._id, r.project_id as project_id,
  null::uuid as campaign_id, coalesce(r.name, (
    select k.normalized from profile_contacts k
    where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
    order by k.created_at, k.normalized limit 1), (
      select coalesce(i.username, i.identity_key) from channel_identities i
      where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
      order by i.username is null, i.last_seen_at desc limit 1), r.display_id) as title, case when r.name is null then r.display_id else coalesce((
        select k.normalized from profile_contacts k
        where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
        order by k.created_at, k.normalized limit 1), (
          select coalesce(i.username, i.identity_key) from channel_identities i
          where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
          order by i.username is null, i.last_seen_at desc limit 1), r.display_id) end::text as detail,
  r.last_interaction_at as at, f.is_exact as is_exact
from found f join profiles r on r.organization_id = $11 and r._id = f._id
order by f.is_exact desc, f.last_interaction_at desc nulls last, f._id;

-- src/operator/import/conversation-queries.ts: countPages

select (pg_relation_size('staged') / current_setting('block_size')::integer)::integer as pages;

-- src/operator/import/conversation-queries.ts: createGrouped

create temp table grouped on commit drop as
select organization_id, project_id, phone_number, given_profile_id, channel_type, min(line) as first_line,
  count(*) as conversations, min(start_time) as first_at, max(start_time) as last_at
from staged where phone_number is not null or given_profile_id is not null group by 1, 2, 3, 4, 5;

analyze grouped;

-- src/operator/import/conversation-queries.ts: createMet

create temp table met on commit drop as
with number as (
  select organization_id, project_id, phone_number as number, min(first_line) as first_line,
    min(first_line) filter (where given_profile_id is not null) as naming_line
  from grouped where phone_number is not null group by 1, 2, 3)
select u.organization_id, u.project_id, u.number, coalesce(f.phone_value, f.phone_number) as value,
  f.channel_type as source, u.first_line, g.given_profile_id as given_id,
  coalesce(c.profile_id, v.profile_id, w.profile_id, n.profile_id) as profile_id,
  case when c.profile_id is not null then c.met_as when v.profile_id is not null then v.met_as
  when w.profile_id is not null then w.met_as else nullif(n.given_id, n.profile_id) end as met_as
from number u
join staged f on f.line = u.first_line
left join grouped g on g.first_line = u.naming_line
left join profile_contacts c on c.organization_id = u.organization_id and c.project_id = u.project_id
  and c.kind = 'phone' and c.normalized = u.number
left join channel_identities v on v.organization_id = u.organization_id and v.project_id = u.project_id
  and v.channel_type = 'voice' and v.identity_key = u.number
left join channel_identities w on w.organization_id = u.organization_id and w.project_id = u.project_id
  and w.channel_type = 'whatsapp' and w.identity_key = u.number
left join named n on n.organization_id = u.organization_id and n.project_id = u.project_id
  and n.given_id = g.given_profile_id;

analyze met;

-- src/operator/import/conversation-queries.ts: createPeople

create temp table people on commit drop as
select m.organization_id, m.project_id, m.number, m.value, m.source, m.first_line, m.profile_id is null as is_new,
  m.met_as,
  coalesce(m.profile_id, (lpad(to_hex($1::bigint + row_number() over (order by m.organization_id, m.project_id, m.number) / 4096), 12, '0') || '7'
      || lpad(to_hex(row_number() over (order by m.organization_id, m.project_id, m.number) % 4096), 3, '0') || replace(substr(gen_random_uuid()::text, 20), '-', ''))::uuid)
  as profile_id,
  t.after + row_number() over (partition by m.organization_id, m.project_id, m.profile_id is null order by m.first_line)
  as display_number
from met m left join taken t on t.organization_id = m.organization_id and t.project_id = m.project_id;

analyze people;

-- src/operator/import/conversation-queries.ts: createTallies

create temp table tallies on commit drop as
select s.organization_id, coalesce(n.profile_id, p.profile_id) as profile_id,
  bool_or(n.profile_id is null and p.is_new) as is_new, sum(s.conversations)::bigint as conversations,
  coalesce(sum(s.conversations) filter (where s.channel_type = 'voice'), 0)::bigint as calls, max(s.last_at) as last_at
from grouped s
left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
  and n.given_id = s.given_profile_id
left join people p on p.organization_id = s.organization_id and p.project_id = s.project_id
  and p.number = s.phone_number where coalesce(n.profile_id, p.profile_id) is not null group by 1, 2;

create temp table seen on commit drop as
select p.organization_id, p.project_id, m.channel_type, p.number, p.profile_id, p.met_as, p.is_new, m.first_at,
  m.last_at
from (
  select p.first_line, s.channel_type, min(s.first_at) as first_at, max(s.last_at) as last_at
  from grouped s
  left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
    and n.given_id = s.given_profile_id
  left join people p on p.organization_id = s.organization_id and p.project_id = s.project_id
    and p.number = s.phone_number
  where s.channel_type in ('voice', 'whatsapp') and (n.profile_id is null or n.profile_id = p.profile_id)
    and p.profile_id is not null
  group by 1, 2) m
join people p on p.first_line = m.first_line;

create temp table called on commit drop as
select c.*, k.caller is not null as is_known
from (
  select organization_id, project_id, caller, sum(times)::bigint as times
  from (
    select s.organization_id, s.project_id, coalesce(case when s.phone_number like '+%' then s.phone_number end, n.profile_id::text, p.profile_id::text) as caller,
      s.conversations as times
    from grouped s
    left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
      and n.given_id = s.given_profile_id
    left join people p on p.organization_id = s.organization_id and p.project_id = s.project_id
      and p.number = s.phone_number where coalesce(s.phone_number, n.profile_id::text) is not null
    union all
    select s.organization_id, s.project_id, s._id::text, 1 from staged s
    left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
      and n.given_id = s.given_profile_id
    where s.phone_number is null and n.profile_id is null) c
  group by 1, 2, 3) c
left join conversation_callers k using (organization_id, project_id, caller);

analyze tallies, seen, called;

-- src/operator/import/conversation-queries.ts: holdCampaigns

select from campaigns
where (organization_id, _id) in (select distinct organization_id, campaign_id from staged where campaign_id is not null)
order by organization_id, _id for key share;

-- src/operator/import/conversation-queries.ts: insertContacts

insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, met_as,
    created_at)
select organization_id, project_id, 'phone', number, value, source, profile_id, met_as, $1::timestamptz
from people where is_new and number like '+%' order by organization_id, project_id, number on conflict (organization_id, project_id, kind, normalized) do nothing;

with added as (
  insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, met_as,
      created_at)
  select organization_id, project_id, 'phone', number, value, source, profile_id, met_as, $1::timestamptz
  from people where not is_new and number like '+%' order by organization_id, project_id, number on conflict (organization_id, project_id, kind, normalized) do nothing returning organization_id, profile_id)
select distinct organization_id, profile_id from added;

-- src/operator/import/conversation-queries.ts: insertConversations

insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
    whatsapp_user_id, campaign_id, profile_id, met_as, start_time, end_time, duration_seconds, created_at)
select s.organization_id, s.project_id, s._id, s.channel_type, s.conversation_type, s.status, case when s.phone_number like '+%' then s.phone_number end,
  case when s.phone_number not like '+%' then s.phone_number end, s.campaign_id, coalesce(n.profile_id, p.profile_id),
  coalesce(nullif(n.given_id, n.profile_id), case when n.profile_id is null then p.met_as end), s.start_time, s.end_time, s.duration_seconds,
  '2026-01-01T00:00:00.000Z'::timestamptz(3)
from staged s
left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
  and n.given_id = s.given_profile_id
left join people p on p.organization_id = s.organization_id and p.project_id = s.project_id
  and p.number = s.phone_number
where s.ctid >= '(x,0)'::tid and s.ctid < '(x,0)'::tid order by s.line;

-- src/operator/import/conversation-queries.ts: insertCountChanges

insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
    campaign_id, conversations, durations, duration_seconds)
select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
  campaign_id, count(*), count(duration_seconds), coalesce(sum(duration_seconds::numeric), 0)
from staged group by 1, 2, 3, 4, 5, 6, 7;

-- src/operator/import/conversation-queries.ts: insertNewPeople

with made as (
  insert into profiles (organization_id, project_id, _id, display_id, conversation_count, call_count, chat_count,
      last_interaction_at, created_at, updated_at)
  select p.organization_id, p.project_id, p.profile_id, 'CUST-' || lpad(p.display_number::text, greatest(6, length(p.display_number::text)), '0'),
    coalesce(t.conversations, 0), coalesce(t.calls, 0), coalesce(t.conversations - t.calls, 0), t.last_at,
    $1::timestamptz, $2::timestamptz
  from people p left join tallies t on t.organization_id = p.organization_id and t.profile_id = p.profile_id
  where p.is_new order by p.first_line
  returning 1)
select count(*) as made from made;

insert into profile_search (organization_id, project_id, profile_id, words, digits)
select organization_id, project_id, profile_id,
  search_form(concat_ws(E'\n', null::text, null::text, 'CUST-' || lpad(display_number::text, greatest(6, length(display_number::text)), '0'), case when number not like '+%' then number end)),
  case when number like '+%'
  then concat_ws(E'\n', substr(number, 2), nullif(regexp_replace(value, '\D', '', 'g'), substr(number, 2))) else '' end
from people where is_new order by first_line;

-- src/operator/import/conversation-queries.ts: insertTranscripts

insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
select s.organization_id, s._id, place - 1, 0, said ->> 'role', said ->> 'text', (said ->> 'said_at')::timestamptz
from staged s, jsonb_array_elements(s.transcript) with ordinality as lines (said, place)
where s.transcript is not null;

-- src/operator/import/conversation-queries.ts: lookUpMet

update met m set profile_id = (
  select profile_id from (
    select 1 as place, profile_id, met_as from profile_contacts
    where organization_id = m.organization_id and project_id = m.project_id and kind = 'phone'
      and normalized = m.number
    union all
    select 2, profile_id, met_as from channel_identities
    where organization_id = m.organization_id and project_id = m.project_id
      and channel_type in ('voice', 'whatsapp') and identity_key = m.number
    union all
    select 3, profile_id, nullif(given_id, profile_id) from named
    where organization_id = m.organization_id and project_id = m.project_id and given_id = m.given_id) k
  where profile_id is not null order by place limit 1), met_as = (
    select met_as from (
      select 1 as place, profile_id, met_as from profile_contacts
      where organization_id = m.organization_id and project_id = m.project_id and kind = 'phone'
        and normalized = m.number
      union all
      select 2, profile_id, met_as from channel_identities
      where organization_id = m.organization_id and project_id = m.project_id
        and channel_type in ('voice', 'whatsapp') and identity_key = m.number
      union all
      select 3, profile_id, nullif(given_id, profile_id) from named
      where organization_id = m.organization_id and project_id = m.project_id and given_id = m.given_id) k
    where profile_id is not null order by place limit 1)
where profile_id is null;

-- src/operator/import/conversation-queries.ts: selectNumbersWanted

select organization_id, project_id, count(*) as wanted, 0 as highest
from met where profile_id is null group by 1, 2 order by 1, 2;

-- src/operator/import/conversation-queries.ts: selectSamePeople

select organization_id, project_id, one, other, min(contact) as contact from (
  select p.organization_id, p.project_id, p.profile_id as one, c.profile_id as other, 'phone:' || p.number as contact
  from people p
  join profile_contacts c on c.organization_id = p.organization_id and c.project_id = p.project_id
    and c.kind = 'phone' and c.normalized = p.number
  where c.profile_id <> p.profile_id
  union all
  select s.organization_id, s.project_id, s.profile_id, i.profile_id,
    case when s.number like '+%' then 'phone' else s.channel_type end || ':' || s.number
  from seen s
  join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
    and i.channel_type = s.channel_type and i.identity_key = s.number
  where i.profile_id <> s.profile_id) p
group by 1, 2, 3, 4;

-- src/operator/import/conversation-queries.ts: selectUnknownCampaigns

select s.line, count(*) over () as found from staged s
left join campaigns c
  on c.organization_id = s.organization_id and c.project_id = s.project_id and c._id = s.campaign_id
where s.campaign_id is not null and c._id is null order by s.line limit $1;

-- src/operator/import/conversation-queries.ts: updateOlderPeople

with held as materialized (
  select p.organization_id, p._id from profiles p
  where (p.organization_id, p._id) in (select organization_id, profile_id from tallies where not is_new)
  order by p.organization_id, p._id for no key update)
update profiles p set conversation_count = p.conversation_count + t.conversations,
  call_count = p.call_count + t.calls, chat_count = p.chat_count + t.conversations - t.calls,
  last_interaction_at = greatest(p.last_interaction_at, t.last_at)
from held h join tallies t on t.organization_id = h.organization_id and t.profile_id = h._id
where p.organization_id = h.organization_id and p._id = h._id;

-- src/operator/import/conversation-queries.ts: upsertCallers

with
  called as materialized (select organization_id, project_id, caller, times from called),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, times from called order by caller
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.caller, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $1, rows from (
    select organization_id, project_id,
      sum((conversations > 0)::integer - (conversations - times > 0)::integer) as rows
    from callers join called using (organization_id, project_id, caller) group by 1, 2) r where rows <> 0)
select;

-- src/operator/import/conversation-queries.ts: upsertIdentities

insert into channel_identities as i (organization_id, project_id, channel_type, identity_key, profile_id,
    met_as, first_seen_at, last_seen_at)
select organization_id, project_id, channel_type, number, profile_id, met_as, first_at, last_at
from seen where is_new order by organization_id, project_id, channel_type, number
on conflict (organization_id, project_id, channel_type, identity_key) do update set
  first_seen_at = least(i.first_seen_at, excluded.first_seen_at),
  own_first_seen_at = case when i.own_first_seen_at is not null
  then least(i.own_first_seen_at, excluded.first_seen_at) end,
  last_seen_at = greatest(i.last_seen_at, excluded.last_seen_at);

insert into channel_identities as i (organization_id, project_id, channel_type, identity_key, profile_id,
    met_as, first_seen_at, last_seen_at)
select organization_id, project_id, channel_type, number, profile_id, met_as, first_at, last_at
from seen where not is_new order by organization_id, project_id, channel_type, number
on conflict (organization_id, project_id, channel_type, identity_key) do update set
  first_seen_at = least(i.first_seen_at, excluded.first_seen_at),
  own_first_seen_at = case when i.own_first_seen_at is not null
  then least(i.own_first_seen_at, excluded.first_seen_at) end,
  last_seen_at = greatest(i.last_seen_at, excluded.last_seen_at);

-- src/operator/import/message-queries.ts: createNamedConversations

create temp table named_conversations on commit drop as
select distinct s.organization_id, s.conversation_id, c.profile_id, c.met_as from staged s
join conversations c on c.organization_id = s.organization_id and c._id = s.conversation_id;

analyze named_conversations;

-- src/operator/import/message-queries.ts: holdConversations

select count(*) from (
  select from conversations
  where (organization_id, _id) in (
    select distinct organization_id, conversation_id from staged where conversation_id is not null)
  order by organization_id, _id for key share) held;

-- src/operator/import/message-queries.ts: insertMessages

with made as (
  insert into messages (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, direction,
      text, created_at)
  select s.organization_id, s.project_id, s._id, s.conversation_id, coalesce(n.profile_id, t.profile_id),
    coalesce(nullif(n.given_id, n.profile_id), case when n.profile_id is null then t.met_as end),
    s.channel_type, s.direction, s.text, s.created_at
  from staged s
  left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
    and n.given_id = s.given_profile_id
  left join named_conversations t on t.organization_id = s.organization_id and t.conversation_id = s.conversation_id where s.line > $1 and s.line <= $2 order by s.line
  returning organization_id, project_id, channel_type, direction, created_at
),
  counted_messages as (
    insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
    select organization_id, project_id, 'messages', direction, date_trunc('hour', created_at, 'UTC') as hour,
      channel_type, count(*)
    from made r where channel_type <> 'voice' group by organization_id, project_id, direction, hour, channel_type
)
select;

-- src/operator/import/message-queries.ts: insertTickets

insert into tickets (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, subject,
    status, created_at)
select s.organization_id, s.project_id, s._id, s.conversation_id, coalesce(n.profile_id, t.profile_id),
  coalesce(nullif(n.given_id, n.profile_id), case when n.profile_id is null then t.met_as end),
  s.channel_type, s.subject, s.status, s.created_at
from staged s
left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
  and n.given_id = s.given_profile_id
left join named_conversations t on t.organization_id = s.organization_id and t.conversation_id = s.conversation_id where s.line > $1 and s.line <= $2 order by s.line;

-- src/operator/import/message-queries.ts: lookUpNamedConversations

update named_conversations t set profile_id = c.profile_id, met_as = c.met_as from conversations c
where t.profile_id is null and c.organization_id = t.organization_id and c._id = t.conversation_id;

-- src/operator/import/message-queries.ts: selectUnknownConversations

select s.line, count(*) over () as found from staged s
left join conversations c
  on c.organization_id = s.organization_id and c.project_id = s.project_id and c._id = s.conversation_id
where s.conversation_id is not null and c._id is null order by s.line limit $1;

-- src/operator/import/message-queries.ts: updateLastInteractions

with last as (
  select s.organization_id, coalesce(n.profile_id, t.profile_id) as profile_id, max(s.created_at) as last_at
  from staged s
  left join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
    and n.given_id = s.given_profile_id
  left join named_conversations t on t.organization_id = s.organization_id and t.conversation_id = s.conversation_id where coalesce(n.profile_id, t.profile_id) is not null group by 1, 2
), held as materialized (
  select p.organization_id, p._id from profiles p
  where (p.organization_id, p._id) in (select organization_id, profile_id from last)
  order by p.organization_id, p._id for no key update)
update profiles p set last_interaction_at = greatest(p.last_interaction_at, l.last_at)
from held h join last l on l.organization_id = h.organization_id and l.profile_id = h._id
where p.organization_id = h.organization_id and p._id = h._id;

-- src/operator/import/person-queries.ts: createNamed

create temp table named on commit drop as
select distinct organization_id, project_id, given_profile_id as given_id, null::uuid as profile_id
from staged where given_profile_id is not null;

update named n set profile_id = f.profile_id
from (
  select organization_id, project_id, _id as given_id, _id as profile_id from profiles
  union all
  select organization_id, project_id, _id, survivor_id from merged_profiles) f
where n.profile_id is null and f.organization_id = n.organization_id and f.project_id = n.project_id
  and f.given_id = n.given_id
  and not exists (select from erasures e where
      e.organization_id = f.organization_id and e.profile_id = f.profile_id and e.ended_at is null);

analyze named;

-- src/operator/import/person-queries.ts: createTaken

create temp table taken (organization_id uuid, project_id uuid, after bigint) on commit drop;

insert into taken select * from unnest($1::uuid[],
    $2::uuid[], $3::bigint[]);

-- src/operator/import/person-queries.ts: holdProfiles

with held as materialized (
  select p.organization_id, p._id from profiles p
  where (p.organization_id, p._id) in (
    select organization_id, profile_id from named where profile_id is not null)
  order by p.organization_id, p._id for key share
), gone as (
  update named t set profile_id = null
  where profile_id is not null
    and not exists (select from held h where h.organization_id = t.organization_id and h._id = t.profile_id)
  returning 1
)
select count(*) as gone from gone;

-- src/operator/import/person-queries.ts: lookUpNamed

update named n set profile_id = f.profile_id
from (
  select organization_id, project_id, _id as given_id, _id as profile_id from profiles
  union all
  select organization_id, project_id, _id, survivor_id from merged_profiles) f
where n.profile_id is null and f.organization_id = n.organization_id and f.project_id = n.project_id
  and f.given_id = n.given_id
  and not exists (select from erasures e where
      e.organization_id = f.organization_id and e.profile_id = f.profile_id and e.ended_at is null);

-- src/operator/import/person-queries.ts: selectUnknownProfiles

select s.line, count(*) over () as found,
  exists (select from erasures e where e.project_id = s.project_id
      and
      e.organization_id = s.organization_id and e.profile_id = s.given_profile_id and e.ended_at is null) as erasing
from staged s
join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
  and n.given_id = s.given_profile_id
where n.profile_id is null order by s.line limit $1;

-- src/operator/import/profile-queries.ts: createReach

create temp table reach on commit drop as
select s.line, s.organization_id, s.project_id, s._id as profile_id, s.created_at, c.kind, c.normalized, c.value,
  c.source
from staged s,
  jsonb_to_recordset(s.contacts) as c (kind text, normalized text, value text, source text);

create temp table seen on commit drop as
select s.line, s.organization_id, s.project_id, s._id as profile_id, i.channel_type, i.identity_key,
  i.first_seen_at, i.last_seen_at
from staged s, jsonb_to_recordset(s.identities)
  as i (channel_type text, identity_key text, first_seen_at timestamptz, last_seen_at timestamptz);

analyze reach, seen;

-- src/operator/import/profile-queries.ts: giveDisplayIdsBack

with given as (
  update profiles p set display_id = a.display_id from aside a
  where p.organization_id = a.organization_id and p._id = a.profile_id and not exists (
    select from profiles o
    where o.organization_id = a.organization_id and o.project_id = a.project_id and o.display_id = a.display_id)
  returning p.organization_id, p._id)
select organization_id, array_agg(_id) as ids from given group by 1;

insert into profile_search as s (organization_id, project_id, profile_id, words, digits)
select p.organization_id, p.project_id, p._id,
  search_form(concat_ws(E'\n', p.name, c.addresses, p.display_id, i.handles)), coalesce(c.digits, '')
from profiles p
left join lateral (
  select string_agg(distinct value, E'\n') filter (where kind = 'email') as addresses,
    string_agg(distinct line, E'\n') filter (where kind = 'phone') as digits
  from profile_contacts,
    lateral (values (regexp_replace(normalized, '\D', '', 'g')), (regexp_replace(value, '\D', '', 'g'))) d (line)
  where organization_id = p.organization_id and profile_id = p._id) c on true
left join lateral (
  select string_agg(handle, E'\n' order by handle) as handles
  from channel_identities,
    lateral (values (case when identity_key not like '+%' then identity_key end), (username)) h (handle)
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[])
on conflict (organization_id, profile_id) do update set words = excluded.words, digits = excluded.digits
where (s.words, s.digits) is distinct from (excluded.words, excluded.digits);

-- src/operator/import/profile-queries.ts: insertProfiles

insert into profiles (organization_id, project_id, _id, name, display_id, properties, last_interaction_at, created_at,
    updated_at)
select s.organization_id, s.project_id, s._id, s.name,
  coalesce(s.display_id, 'CUST-' || lpad((t.after + row_number() over (
      partition by s.organization_id, s.project_id, s.display_id is null order by s.line))::text, greatest(6, length((t.after + row_number() over (
          partition by s.organization_id, s.project_id, s.display_id is null order by s.line))::text)), '0')),
  s.properties, s.last_interaction_at, s.created_at, $1::timestamptz
from staged s join taken t on t.organization_id = s.organization_id and t.project_id = s.project_id
order by s.line;

insert into profile_search (organization_id, project_id, profile_id, words, digits)
select p.organization_id, p.project_id, p._id,
  search_form(concat_ws(E'\n', p.name, c.addresses, p.display_id, i.handles)), coalesce(c.digits, '')
from staged s
join profiles p on p.organization_id = s.organization_id and p._id = s._id
left join (
  select line, string_agg(distinct value, E'\n') filter (where kind = 'email') as addresses,
    string_agg(distinct digits, E'\n') filter (where kind = 'phone') as digits
  from reach, lateral (
    values (regexp_replace(normalized, '\D', '', 'g')), (regexp_replace(value, '\D', '', 'g'))) d (digits)
  group by line) c on c.line = s.line
left join (
  select line, string_agg(distinct identity_key, E'\n') as handles from seen where channel_type = 'whatsapp' and identity_key not like '+%' group by line) i
  on i.line = s.line;

-- src/operator/import/profile-queries.ts: insertReach

insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
select organization_id, project_id, kind, normalized, value, source, profile_id, created_at
from reach order by kind desc, organization_id, project_id, normalized, line
on conflict (organization_id, project_id, kind, normalized) do nothing;

insert into channel_identities as i (organization_id, project_id, channel_type, identity_key, profile_id,
    first_seen_at, last_seen_at, is_alias)
select organization_id, project_id, channel_type, identity_key, (array_agg(profile_id order by line))[1],
  min(first_seen_at), max(last_seen_at), bool_and(is_alias)
from (
  select *, channel_type = 'whatsapp' and identity_key not like '+%' and bool_or(channel_type = 'whatsapp' and identity_key like '+%') over (partition by line)
    as is_alias
  from seen) s
group by 1, 2, 3, 4 order by 1, 2, 3, 4
on conflict (organization_id, project_id, channel_type, identity_key) do update set
  first_seen_at = least(i.first_seen_at, excluded.first_seen_at),
  own_first_seen_at = case when i.own_first_seen_at is not null
  then least(i.own_first_seen_at, excluded.first_seen_at) end,
  last_seen_at = greatest(i.last_seen_at, excluded.last_seen_at);

-- src/operator/import/profile-queries.ts: insertUserIds

insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
select distinct on (s.organization_id, s.project_id, s.identity_key) s.organization_id, s.project_id, s.identity_key,
  coalesce((select person_id from whatsapp_user_ids u where u.organization_id = s.organization_id
      and u.project_id = s.project_id and u.phone_number = n.number limit 1),
      first_value(gen_random_uuid()) over (partition by s.organization_id, s.project_id, n.number)),
  s.identity_key, n.number
from seen s join (
  select line, coalesce(case when count(distinct own) = 1 then min(own) end,
      case when count(own) = 0 and count(distinct phone) = 1 then min(phone) end) as number
  from (
    select line, identity_key as own, null as phone from seen where channel_type = 'whatsapp' and identity_key like '+%'
    union all
    select line, null, normalized from reach where kind = 'phone') k
  group by line) n on n.line = s.line and n.number is not null
where channel_type = 'whatsapp' and identity_key not like '+%' order by s.organization_id, s.project_id, s.identity_key, s.line
on conflict (organization_id, project_id, user_id) do nothing;

-- src/operator/import/profile-queries.ts: selectNumbersWanted

select organization_id, project_id, count(*) filter (where display_id is null) as wanted,
  coalesce(max(substr(display_id, 6)::bigint) filter (where display_id ~ '^CUST-(\d{6}|[1-9]\d{6,11})$'), 0)
  as highest
from staged group by 1, 2 order by 1, 2;

-- src/operator/import/profile-queries.ts: selectRepeatedDisplayIds

select s.line, d.first, count(*) over () as found from (
  select min(line) as first, organization_id, project_id, display_id from staged
  where display_id is not null group by 2, 3, 4 having count(*) > 1) d
join staged f on f.line = d.first
join staged s on s.organization_id = d.organization_id and s.project_id = d.project_id
  and s.display_id = d.display_id and s.line > d.first
where not (
    exists (
      select from jsonb_to_recordset(s.contacts) as a (kind text, normalized text)
      join jsonb_to_recordset(f.contacts) as b (kind text, normalized text) using (kind, normalized))
    or exists (
      select from jsonb_to_recordset(s.identities) as a (channel_type text, identity_key text)
      join jsonb_to_recordset(f.identities) as b (channel_type text, identity_key text) using (channel_type, identity_key))) and not exists (
        select from profiles p
        where p.organization_id = s.organization_id and p.project_id = s.project_id and p.display_id = s.display_id
          and (
              exists (
                select from jsonb_to_recordset(s.contacts) as r (kind text, normalized text)
                join profile_contacts c on c.organization_id = s.organization_id and c.project_id = s.project_id
                  and c.kind = r.kind and c.normalized = r.normalized
                where c.profile_id = p._id)
              or exists (
                select from jsonb_to_recordset(s.identities) as r (channel_type text, identity_key text)
                join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
                  and i.channel_type = r.channel_type and i.identity_key = r.identity_key
                where i.profile_id = p._id)))
order by s.line limit $1;

-- src/operator/import/profile-queries.ts: selectSamePeople

select organization_id, project_id, one, other, min(contact) as contact from (
  select r.organization_id, r.project_id, r.profile_id as one, c.profile_id as other,
    r.kind || ':' || r.normalized as contact
  from reach r
  join profile_contacts c on c.organization_id = r.organization_id and c.project_id = r.project_id
    and c.kind = r.kind and c.normalized = r.normalized
  where c.profile_id <> r.profile_id
  union all
  select s.organization_id, s.project_id, s.profile_id, i.profile_id,
    case when s.identity_key like '+%' then 'phone' else s.channel_type end || ':' || s.identity_key
  from seen s
  join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
    and i.channel_type = s.channel_type and i.identity_key = s.identity_key
  where i.profile_id <> s.profile_id) p
group by 1, 2, 3, 4;

-- src/operator/import/profile-queries.ts: selectStoredDisplayIds

select s.line, count(*) over () as found from staged s join profiles p
  on p.organization_id = s.organization_id and p.project_id = s.project_id and p.display_id = s.display_id
where not (
    exists (
      select from jsonb_to_recordset(s.contacts) as r (kind text, normalized text)
      join profile_contacts c on c.organization_id = s.organization_id and c.project_id = s.project_id
        and c.kind = r.kind and c.normalized = r.normalized
      where c.profile_id = p._id)
    or exists (
      select from jsonb_to_recordset(s.identities) as r (channel_type text, identity_key text)
      join channel_identities i on i.organization_id = s.organization_id and i.project_id = s.project_id
        and i.channel_type = r.channel_type and i.identity_key = r.identity_key
      where i.profile_id = p._id)) order by s.line limit $1;

-- src/operator/import/profile-queries.ts: setDisplayIdsAside

create temp table aside on commit drop as
select s.line, s.organization_id, s.project_id, s._id as profile_id, s.display_id from staged s join profiles p
  on p.organization_id = s.organization_id and p.project_id = s.project_id and p.display_id = s.display_id
union
select s.line, s.organization_id, s.project_id, s._id, s.display_id from (
  select min(line) as first, organization_id, project_id, display_id from staged
  where display_id is not null group by 2, 3, 4 having count(*) > 1) d
join staged f on f.line = d.first
join staged s on s.organization_id = d.organization_id and s.project_id = d.project_id
  and s.display_id = d.display_id and s.line > d.first;

update staged s set display_id = null from aside a where a.line = s.line;

-- src/operator/import/session-queries.ts: holdProjects

lock table projects in row exclusive mode;

select pg_advisory_xact_lock(hashtextextended('separations ' || p.project_id, 0)) from (select distinct project_id::text as project_id from staged) p order by project_id;

select from projects
where (organization_id, _id) in (select distinct organization_id, project_id from staged)
order by organization_id, _id for key share;

-- src/operator/import/session-queries.ts: leaveOffRowChecks

select set_config('session_replication_role', 'replica', true)
where has_parameter_privilege('session_replication_role', 'SET')
  and not exists (select from organization_moves where organization_id in (select organization_id from staged));

-- src/operator/import/session-queries.ts: lockImports

select pg_try_advisory_xact_lock($1::bigint) as is_held;

select set_config('lock_timeout', '0', true);

select pg_advisory_xact_lock($1::bigint);

select set_config('lock_timeout', '60s', true);

-- src/operator/import/session-queries.ts: prepareSession

select set_config(name, value, true)
from unnest($1::text[], $2::text[]) given (name, value);

-- src/operator/import/session-queries.ts: resumeRowChecks

select set_config('session_replication_role', 'origin', true)
where current_setting('session_replication_role') <> 'origin';

-- src/operator/import/session-queries.ts: selectKnownProjects

select organization_id, _id, default_country from projects;

-- src/operator/import/staging-queries.ts: analyzeStaged

analyze staged;

-- src/operator/import/staging-queries.ts: analyzeTables

analyze $1;

-- src/operator/import/staging-queries.ts: createStaged

create temp table staged ($1) on commit drop;

-- src/operator/import/staging-queries.ts: selectRepeatedIds

select s.line, f.first, count(*) over () as found from staged s
join (
  select organization_id, _id, min(line) as first from staged group by organization_id, _id having count(*) > 1) f
  on f.organization_id = s.organization_id and f._id = s._id
where s.line > f.first order by s.line limit $1;

-- src/operator/import/staging-queries.ts: selectStoredIds

select s.line, count(*) over () as found from staged s
join profiles t on t.organization_id = s.organization_id and t._id = s._id
order by s.line limit $1;

select s.line, count(*) over () as found from staged s
join merged_profiles t on t.organization_id = s.organization_id and t._id = s._id
order by s.line limit $1;

select s.line, count(*) over () as found from staged s
join (
  select organization_id, profile_id as _id from erasures where ended_at is not null
  union select organization_id, unnest(merged_ids) from erasures) t on t.organization_id = s.organization_id and t._id = s._id
order by s.line limit $1;

select s.line, count(*) over () as found from staged s
join conversations t on t.organization_id = s.organization_id and t._id = s._id
order by s.line limit $1;

select s.line, count(*) over () as found from staged s
join messages t on t.organization_id = s.organization_id and t._id = s._id
order by s.line limit $1;

select s.line, count(*) over () as found from staged s
join tickets t on t.organization_id = s.organization_id and t._id = s._id
order by s.line limit $1;

-- src/operator/manage/health-queries.ts: selectAccounts

select * from (
    (select 'voice_carrier' as kind, v.organization_id, o.name as organization, v.project_id, p.name as project, v._id,
        v.name, case when r.held_until > clock_timestamp() then 'held' when c.state = 'accepted' then 'works'
        when c.state = 'refused' then 'failed' when c.state = 'unknown' then 'unknown' else 'unchecked' end as state,
        c.reason, c.since, case when r.held_until > clock_timestamp() then r.held_until end as until
      from voice_carriers v
      join organizations o on o._id = v.organization_id
      join projects p on p.organization_id = v.organization_id and p._id = v.project_id
      left join carrier_rate_limits r on r.organization_id = v.organization_id and r.voice_carrier_id = v._id
      left join voice_carrier_checks c on c.organization_id = v.organization_id and c.voice_carrier_id = v._id
        and c.revision = v.revision
      order by coalesce(r.held_until > clock_timestamp() or c.state <> 'accepted', false) desc, o.name, p.name, v.name
      limit $1)
  union all
    (select 'whatsapp_sender', s.organization_id, o.name, s.project_id, p.name, s._id, s.name,
        case when s.status <> 'connected' then 'disconnected' when s.templates_fault is not null then 'failed'
        when s.templates_read_at is null then 'unchecked' else 'works' end,
        s.templates_fault, s.templates_read_at, null
      from whatsapp_senders s
      join organizations o on o._id = s.organization_id
      join projects p on p.organization_id = s.organization_id and p._id = s.project_id
      order by (s.status <> 'connected' or s.templates_fault is not null) desc, o.name, p.name, s.name
      limit $2)) a
order by state in ('held', 'failed', 'disconnected', 'unknown') desc, organization, project, kind, name;

-- src/operator/manage/health-queries.ts: selectWaitingWork

select 'serve queues' as job, min(next_at) as since from campaign_queues
where next_at <= $1 and is_here(organization_id)
union all
select 'poll stale attempts', min(poll_at) from call_attempts where poll_at <= $2 and is_here(organization_id)
union all
select 'process webhook events', least(
    (select min(case when tries >= $3::int then received_at else due_at end) from (
      select tries, received_at, due_at from whatsapp_events
      where processed_at is null and due_at <= $4 and is_here(organization_id)
      order by due_at limit $5::bigint) e),
    (select min(received_at) from (
      select tries, received_at from whatsapp_events
      where processed_at is null and due_at > $6 and is_here(organization_id)
      order by due_at desc limit $7::bigint) e
      where tries >= $8::int))
union all
select 'mark stale sends unresolved', min(lease_until) from whatsapp_messages
where status = 'processing' and lease_until <= $9 and is_here(organization_id)
union all
select 'sync templates', min(templates_due_at) from whatsapp_senders
where status = 'connected' and templates_due_at <= $10 and is_here(organization_id)
union all
select 'run crawls', least(
    (select min(lease_until) from crawls
      where lease_token is not null and lease_until <= clock_timestamp() and is_here(organization_id)),
    (select min(due_at) from crawls c
      where state in ('waiting', 'running') and lease_token is null and due_at <= $11
        and is_here(organization_id)
        and not exists (select from crawls h
          where h.host = c.host and h.lease_token is not null and h.lease_until > clock_timestamp())
        and not coalesce(
            (select count(*) from crawls where lease_token is not null and lease_until > clock_timestamp())
            >= $12 * nullif((select count(*) from processes
              where kind <> 'api' and seen_at > now() - $13::float8 * interval '1 millisecond'), 0), false)))
union all
select 'recrawl domains', min(since) from (
  select organization_id, min(next_crawl_at) as since from (
    select organization_id, next_crawl_at from sources where next_crawl_at <= $14
    order by next_crawl_at limit $15::bigint) due
  group by organization_id) s
where is_here(s.organization_id) and $16 > (select count(*) from (select from crawls c where c.organization_id = s.organization_id
    and c.state in ('waiting', 'running') limit $17) c);

-- src/operator/people/person-queries.ts: selectPersonFacts

select
  (select username from channel_identities
    where organization_id = $1 and profile_id = $2 and username is not null
    order by last_seen_at desc limit 1) as username,
  (select count(*) from tickets
    where organization_id = $3 and profile_id = $4 and status = 'open') as open_tickets;

-- src/operator/people/timeline-queries.ts: selectTimeline

select * from ((
  select c._id::text as _id, case when c.channel_type = 'voice' then 'call' else 'chat' end::text as kind, c.start_time as at, c.channel_type::text as channel_type,
    c.conversation_type::text as direction, c.status::text as status, null::text::text as text, null::text::text as type,
    a.error_code as error_code, a.error_reason as error_reason, null::text::text as by,
    coalesce(c.phone_number, c.whatsapp_user_id) as address, (select name from campaigns g where g.organization_id = c.organization_id and g._id = c.campaign_id) as campaign_name,
    c.duration_seconds as duration_seconds, a.call_id as call_id,
    c._id as conversation_id, null::uuid as message_id,
    null::uuid as broadcast_id, null::uuid as ticket_id,
    null::uuid as profile_id from conversations c left join lateral (
      select call_id, error_code, error_reason from call_attempts
      where organization_id = c.organization_id and conversation_id = c._id limit 1) a on c.channel_type = 'voice'
  where c.organization_id = $1 and c.profile_id = $2 and c.start_time <= $3::timestamptz
    and (c.start_time < $4::timestamptz or c._id::text < $5 collate "C")
  order by c.start_time desc, c._id::text collate "C" desc limit $6) union all (
    select a._id::text as _id, 'call'::text as kind, a.created_at as at, 'voice'::text as channel_type,
      'outbound'::text as direction, a.state::text as status, null::text::text as text, null::text::text as type,
      a.error_code as error_code, a.error_reason as error_reason, null::text::text as by,
      c.phone_number as address, (select name from campaigns g where g.organization_id = c.organization_id and g._id = c.campaign_id) as campaign_name,
      null::double precision as duration_seconds, c._id as call_id,
      null::uuid as conversation_id, null::uuid as message_id,
      null::uuid as broadcast_id, null::uuid as ticket_id,
      null::uuid as profile_id from call_attempts a join calls c on c.organization_id = a.organization_id and c._id = a.call_id
    where a.organization_id = $7 and a.phone_number = any($8::text[])
      and a.conversation_id is null and c.project_id = $9 and a.created_at <= $10::timestamptz
      and (a.created_at < $11::timestamptz or a._id::text < $12 collate "C")
    order by a.created_at desc, a._id::text collate "C" desc limit $13) union all (
      select c._id::text as _id, 'call'::text as kind, c.created_at as at, 'voice'::text as channel_type,
        'outbound'::text as direction, c.state::text as status, null::text::text as text, null::text::text as type,
        null::text as error_code, null::text as error_reason, null::text::text as by,
        c.phone_number as address, (select name from campaigns g where g.organization_id = c.organization_id and g._id = c.campaign_id) as campaign_name,
        null::double precision as duration_seconds, c._id as call_id,
        null::uuid as conversation_id, null::uuid as message_id,
        null::uuid as broadcast_id, null::uuid as ticket_id,
        null::uuid as profile_id from calls c where c.organization_id = $14 and c.project_id = $15
        and c.phone_number = any($16::text[]) and c.state = 'waiting' and c.created_at <= $17::timestamptz
        and (c.created_at < $18::timestamptz or c._id::text < $19 collate "C")
      order by c.created_at desc, c._id::text collate "C" desc limit $20) union all (
        select c._id::text as _id, 'call'::text as kind, c.created_at as at, 'voice'::text as channel_type,
          'outbound'::text as direction, c.state::text as status, null::text::text as text, null::text::text as type,
          c.error_code as error_code, c.error_reason as error_reason, null::text::text as by,
          c.phone_number as address, (select name from campaigns g where g.organization_id = c.organization_id and g._id = c.campaign_id) as campaign_name,
          null::double precision as duration_seconds, c._id as call_id,
          null::uuid as conversation_id, null::uuid as message_id,
          null::uuid as broadcast_id, null::uuid as ticket_id,
          null::uuid as profile_id from calls c where c.organization_id = $21 and c.project_id = $22
          and c.phone_number = any($23::text[]) and c.attempts_count = 0
          and c.state in ('canceled', 'expired', 'failed') and c.created_at <= $24::timestamptz
          and (c.created_at < $25::timestamptz or c._id::text < $26 collate "C")
        order by c.created_at desc, c._id::text collate "C" desc limit $27) union all (
          select m._id::text as _id, 'message'::text as kind, m.created_at as at, m.channel_type::text as channel_type,
            m.direction::text as direction, w.status::text as status, left(m.text, 500)::text as text, m.kind::text as type,
            w.error_code as error_code, w.error_reason as error_reason, null::text::text as by,
            null::text as address, null::text as campaign_name,
            null::double precision as duration_seconds, null::uuid as call_id,
            m.conversation_id as conversation_id, w._id as message_id,
            w.broadcast_id as broadcast_id, null::uuid as ticket_id,
            null::uuid as profile_id from messages m left join lateral (
              select _id, broadcast_id, status, error_code, error_reason from whatsapp_messages
              where organization_id = m.organization_id and provider_message_id = m.provider_message_id limit 1) w
            on m.direction = 'outbound'
          where m.organization_id = $28 and m.profile_id = $29 and m.created_at <= $30::timestamptz
            and (m.created_at < $31::timestamptz or m._id::text < $32 collate "C")
          order by m.created_at desc, m._id::text collate "C" desc limit $33) union all (
            select w._id::text as _id, 'message'::text as kind, w.created_at as at, 'whatsapp'::text as channel_type,
              'outbound'::text as direction, w.status::text as status, null::text::text as text, w.type::text as type,
              w.error_code as error_code, w.error_reason as error_reason, null::text::text as by,
              w.recipient as address, null::text as campaign_name,
              null::double precision as duration_seconds, null::uuid as call_id,
              null::uuid as conversation_id, w._id as message_id,
              w.broadcast_id as broadcast_id, null::uuid as ticket_id,
              null::uuid as profile_id from whatsapp_messages w where w.organization_id = $34 and w.project_id = $35
              and w.recipient = any($36::text[]) and w.conversation_id is null and w.created_at <= $37::timestamptz
              and (w.created_at < $38::timestamptz or w._id::text < $39 collate "C")
            order by w.created_at desc, w._id::text collate "C" desc limit $40) union all (
              select t._id::text as _id, 'ticket_opened'::text as kind, t.created_at as at, t.channel_type::text as channel_type,
                null::text::text as direction, t.status::text as status, t.subject::text as text, t.opened_by::text as type,
                null::text as error_code, null::text as error_reason, t.opened_by_name::text as by,
                null::text as address, null::text as campaign_name,
                null::double precision as duration_seconds, null::uuid as call_id,
                t.conversation_id as conversation_id, null::uuid as message_id,
                null::uuid as broadcast_id, t._id as ticket_id,
                null::uuid as profile_id from tickets t where t.organization_id = $41 and t.profile_id = $42 and t.created_at <= $43::timestamptz
                and (t.created_at < $44::timestamptz or t._id::text < $45 collate "C")
              order by t.created_at desc, t._id::text collate "C" desc limit $46) union all (
                select t._id::text || ' closed' as _id, 'ticket_closed'::text as kind, t.closed_at as at, t.channel_type::text as channel_type,
                  null::text::text as direction, t.status::text as status, coalesce(t.closing_note, t.subject)::text as text, null::text::text as type,
                  null::text as error_code, null::text as error_reason, t.closed_by_name::text as by,
                  null::text as address, null::text as campaign_name,
                  null::double precision as duration_seconds, null::uuid as call_id,
                  t.conversation_id as conversation_id, null::uuid as message_id,
                  null::uuid as broadcast_id, t._id as ticket_id,
                  null::uuid as profile_id from tickets t where t.organization_id = $47 and t.profile_id = $48
                  and t.closed_at is not null and t.closed_at <= $49::timestamptz
                  and (t.closed_at < $50::timestamptz or t._id::text || ' closed' < $51 collate "C")
                order by t.closed_at desc, t._id::text || ' closed' collate "C" desc limit $52) union all (
                  select concat_ws(' ', o.recipient, o.scope, e.kind) as _id, e.kind::text as kind, e.at as at, 'whatsapp'::text as channel_type,
                    null::text::text as direction, o.scope::text as status, case when e.kind = 'opted_out' then o.why end::text as text, case when e.kind = 'opted_out' then o.source end::text as type,
                    null::text as error_code, null::text as error_reason, null::text::text as by,
                    o.recipient as address, null::text as campaign_name,
                    null::double precision as duration_seconds, null::uuid as call_id,
                    null::uuid as conversation_id, null::uuid as message_id,
                    null::uuid as broadcast_id, null::uuid as ticket_id,
                    null::uuid as profile_id from whatsapp_opt_outs o
                  cross join lateral (values ('opted_out', o.since), ('opted_in', o.ended_at)) e (kind, at)
                  where o.organization_id = $53 and o.project_id = $54
                    and o.recipient = any($55::text[]) and o.since > '-infinity' and e.at is not null and e.at <= $56::timestamptz
                    and (e.at < $57::timestamptz or concat_ws(' ', o.recipient, o.scope, e.kind) < $58 collate "C")
                  order by e.at desc, concat_ws(' ', o.recipient, o.scope, e.kind) collate "C" desc limit $59) union all (
                    select g._id::text as _id, 'merged'::text as kind, g.merged_at as at, null::text::text as channel_type,
                      null::text::text as direction, null::text::text as status, null::text::text as text, null::text::text as type,
                      null::text as error_code, null::text as error_reason, null::text::text as by,
                      null::text as address, null::text as campaign_name,
                      null::double precision as duration_seconds, null::uuid as call_id,
                      null::uuid as conversation_id, null::uuid as message_id,
                      null::uuid as broadcast_id, null::uuid as ticket_id,
                      g._id as profile_id from merged_profiles g where g.organization_id = $60 and g.survivor_id = $61 and g.merged_at <= $62::timestamptz
                      and (g.merged_at < $63::timestamptz or g._id::text < $64 collate "C")
                    order by g.merged_at desc, g._id::text collate "C" desc limit $65)) entries
order by at desc, _id collate "C" desc limit $66;

-- src/operator/rehearse/queries.ts: selectChatWith

select _id from conversations
where organization_id = $1 and phone_number = $2 and channel_type = 'whatsapp'
order by start_time desc, _id desc limit 1;

-- src/operator/rehearse/queries.ts: selectRehearsedCall

select conversation_id, state, ended_at is not null as is_over, coalesce((
  select string_agg(l.text, ' ' order by l.line) from conversation_lines l
  where l.organization_id = c.organization_id and l.conversation_id = c.conversation_id
    and l.turn = 0 and l.role = 'agent'), '') as greeting
from call_attempts c where organization_id = $1 and call_id = $2
order by attempt_number desc limit 1;

-- src/operator/rehearse/queries.ts: selectRehearsedConversation

select a.mode, a.closing_since is not null as is_closing,
  (select count(*) from tickets t
    where t.organization_id = a.organization_id and t.conversation_id = a.conversation_id) as tickets,
  coalesce((select jsonb_object_agg(s.name, s.value) from said_properties s
    where s.organization_id = a.organization_id and s.conversation_id = a.conversation_id), '{}') as properties
from agent_conversations a
where a.organization_id = $1 and a.conversation_id = $2;

-- src/operator/retention/retention-queries.ts: claimPass

select r.organization_id, r.project_id, r.kind, coalesce((p.retention ->> r.kind)::integer, case when r.kind = 'audit' then $1::integer end) as days, r.position
from retention_passes r join projects p on p.organization_id = r.organization_id and p._id = r.project_id
where r.due_at <= $2 and coalesce((p.retention ->> r.kind)::integer, case when r.kind = 'audit' then $3::integer end) is not null and is_here(r.organization_id)
order by r.due_at limit 1 for update of r skip locked;

-- src/operator/retention/retention-queries.ts: insertPasses

insert into retention_passes (organization_id, project_id, kind, due_at)
select p.organization_id, p._id, k.kind, $1::timestamptz
from projects p, unnest($2::text[]) k (kind)
where (p.retention ->> k.kind is not null or k.kind = 'audit') and is_here(p.organization_id)
  and not exists (select from retention_passes r where r.organization_id = p.organization_id
      and r.project_id = p._id and r.kind = k.kind)
on conflict do nothing;

-- src/operator/retention/retention-queries.ts: removeAuditOfNoProject

delete from changes where _id = any(array(
  select _id from changes where project_id is null and at < $1 and is_here(organization_id)
  order by at limit $2 for update skip locked))
returning 1;

-- src/operator/retention/retention-queries.ts: updatePass

update retention_passes set position = $1, due_at = $2
where organization_id = $3 and project_id = $4 and kind = $5;

-- src/operator/today/queries.ts: selectCampaignReadiness

select c._id, c.status, c.call_direction, c.campaign_type, left(c.script, 1) as script, c.voice, c.workflow_id,
  c.agent_id, n.number as caller_id_number, n.voice_carrier_id, h.at as held_since
from (
  select * from campaigns
  where organization_id = $1 and project_id = $2 and status <> 'ended'
    and (ends_at is null or ends_at > now())
  order by updated_at, _id limit $3) c
left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
left join lateral (
  select at, actor_name from changes
  where c.status = 'paused' and organization_id = c.organization_id and kind = 'campaign'
    and record_id = c._id::text and fields @> '[{"path": "status", "after": "paused"}]'
  order by at desc, _id desc limit 1) h on true
order by h.at nulls first, c._id;

-- src/operator/today/queries.ts: selectFailedSources

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select _id, coalesce(last_crawled_at, updated_at) as since from sources
  where organization_id = $1 and project_id = $2 and sync_status = 'failed'
  limit $3) n;

-- src/operator/today/queries.ts: selectFirstSteps

with demo as materialized (select history_until, places_calls from demos where organization_id = $1 and project_id = $2)
select exists (select from voice_carriers where organization_id = $3 and project_id = $4) as has_carrier,
  exists (select from caller_ids where organization_id = $5 and project_id = $6) as has_caller_id,
  exists (select from campaigns where organization_id = $7 and project_id = $8) as has_campaign,
  exists (select from campaigns c cross join lateral (
    select from calls where organization_id = c.organization_id and campaign_id = c._id
      and (not exists (select from demo) or (placed_by = 'trigger'
          and created_at > (select coalesce(history_until, '-infinity') from demo)))
    order by created_at desc, _id limit 1) l
    where c.organization_id = $9 and c.project_id = $10) as has_call,
  exists (select from whatsapp_senders where organization_id = $11 and project_id = $12) as has_sender,
  exists (select from whatsapp_templates where organization_id = $13 and project_id = $14 and status = 'approved') as has_template,
  exists (select from broadcasts where organization_id = $15 and project_id = $16) as has_broadcast,
  exists (select from broadcasts b cross join lateral (
    select from whatsapp_messages where organization_id = b.organization_id and broadcast_id = b._id
      and created_at > (select coalesce(max(history_until), '-infinity') from demo)
    order by created_at desc, _id limit 1) l
    where b.organization_id = $17 and b.project_id = $18) as has_message,
  (select places_calls from demo) as places_calls;

-- src/operator/today/queries.ts: selectPausedCarriers

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select v._id, null::timestamptz as since from voice_carriers v
  join carrier_rate_limits r on r.organization_id = v.organization_id and r.voice_carrier_id = v._id
  where v.organization_id = $1 and v.project_id = $2
    and r.held_until > clock_timestamp() limit $3) n;

-- src/operator/today/queries.ts: selectPlanUse

select o.plan_status, o.plan_whatsapp_sends as sends, coalesce(q.consumed + q.reserved, 0) as sends_used,
  o.plan_links as links, coalesce(l.indexed, 0) as links_used, p.timezone
from projects p join organizations o on o._id = p.organization_id
left join whatsapp_quotas q on q.organization_id = o._id
left join organization_links l on l.organization_id = o._id
where p.organization_id = $1 and p._id = $2;

-- src/operator/today/queries.ts: selectRefusedCarriers

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select v._id, c.since from voice_carriers v
  join voice_carrier_checks c on c.organization_id = v.organization_id and c.voice_carrier_id = v._id
    and c.revision = v.revision
  where v.organization_id = $1 and v.project_id = $2 and c.state = 'refused'
  limit $3) n;

-- src/operator/today/queries.ts: selectSendersAtFault

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select _id, null::timestamptz as since from whatsapp_senders
  where organization_id = $1 and project_id = $2
    and (status <> 'connected' or templates_fault is not null) limit $3) n;

-- src/operator/today/queries.ts: selectStoppedTemplates

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select t._id, coalesce(t.status_since, t.updated_at) as since from whatsapp_templates t
  where t.organization_id = $1 and t.project_id = $2
    and t.status in ('paused', 'rejected', 'disabled')
    and exists (select from broadcasts b where b.organization_id = t.organization_id
        and b.project_id = t.project_id and b.whatsapp_template_id = t._id) limit $3) n;

-- src/operator/today/queries.ts: selectUnresolvedCalls

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select call_id as _id, state_since as since from call_attempts
  where organization_id = $1 and project_id = $2
    and state in ('dialling', 'unresolved', 'ringing', 'live') and state = 'unresolved' limit $3) n;

-- src/operator/today/queries.ts: selectUnresolvedMessages

select count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids from (
  select m._id, m.status_since as since from broadcasts b
  join whatsapp_messages m on m.organization_id = b.organization_id and m.broadcast_id = b._id
  where b.organization_id = $1 and b.project_id = $2
    and m.status in ('processing', 'unresolved') and m.status = 'unresolved' limit $3) n;

-- src/people/display-ids.ts: raiseNumbers

insert into profile_numbers as n (organization_id, project_id, last_number)
select * from unnest($1::uuid[],
    $2::uuid[], $3::bigint[]) w (organization_id, project_id, number)
order by 1, 2
on conflict (organization_id, project_id) do update set last_number = greatest(n.last_number, excluded.last_number);

-- src/people/display-ids.ts: takeNumber

insert into profile_numbers as n (organization_id, project_id, last_number)
select * from unnest($1::uuid[],
    $2::uuid[], $3::bigint[]) w (organization_id, project_id, number)
order by 1, 2
on conflict (organization_id, project_id) do update set last_number = n.last_number + excluded.last_number
returning organization_id, project_id, last_number, set_config('synchronous_commit', 'off', true);

-- src/people/display-ids.ts: takeNumbers

insert into profile_numbers as n (organization_id, project_id, last_number)
select * from unnest($1::uuid[],
    $2::uuid[], $3::bigint[]) w (organization_id, project_id, number)
order by 1, 2
on conflict (organization_id, project_id) do update set last_number = n.last_number + excluded.last_number
returning organization_id, project_id, last_number, set_config('synchronous_commit', 'off', true);

-- src/people/identity-queries.ts: deleteNumbers

delete from profile_contacts k where organization_id = $1 and project_id = $2 and kind = 'phone' and normalized = any($3::text[])
  and source = $4
  and profile_id = (select profile_id from channel_identities where organization_id = $5 and project_id = $6
      and channel_type = $7 and identity_key = $8)
  and not exists (select from channel_identities i where i.organization_id = $9
      and i.profile_id = k.profile_id and i.identity_key = k.normalized)
returning profile_id;

-- src/people/identity-queries.ts: mergeLeads

with other as materialized (
  select identity_key, first_seen_at, earlier_keys from channel_identities
  where organization_id = $1 and project_id = $2
    and channel_type = $3 and identity_key = any($4::text[])
), earlier as (
  select k.identity_key, coalesce(k.own_first_seen_at, k.first_seen_at) as seen_at from channel_identities k
  where organization_id = $5 and project_id = $6
    and channel_type = $7 and identity_key in (
      select identity_key from other union all select unnest(earlier_keys) from other)
)
update channel_identities t set is_alias = false,
  first_seen_at = least(first_seen_at, (select min(first_seen_at) from other)),
  own_first_seen_at = coalesce(t.own_first_seen_at, t.first_seen_at),
  earlier_keys = (
    select array_agg(distinct key) from (
      select unnest(t.earlier_keys) as key
      union all
      select identity_key from earlier where seen_at < coalesce(t.own_first_seen_at, t.first_seen_at)) k)
where organization_id = $8 and project_id = $9
  and channel_type = $10 and identity_key = $11;

update channel_identities set is_alias = true
where organization_id = $1 and project_id = $2
  and channel_type = $3 and identity_key = any($4::text[]) and not is_alias;

-- src/people/identity-queries.ts: moveIdentityKey

update channel_identities set identity_key = $1
where organization_id = $2 and project_id = $3
  and channel_type = $4 and identity_key = $5
  and not exists (select from channel_identities where organization_id = $6 and project_id = $7
      and channel_type = $8 and identity_key = $9)
returning profile_id;

update channel_identities set earlier_keys = array_replace(earlier_keys, $1, $2)
where organization_id = $3 and project_id = $4
  and channel_type = $5 and profile_id = $6 and $7 = any(earlier_keys) and identity_key <> $8;

-- src/people/identity-queries.ts: updateUsername

update channel_identities set username = $1
where organization_id = $2 and project_id = $3
  and channel_type = $4 and identity_key = $5
  and username is distinct from $6
returning profile_id;

insert into profile_search as s (organization_id, project_id, profile_id, words, digits)
select p.organization_id, p.project_id, p._id,
  search_form(concat_ws(E'\n', p.name, c.addresses, p.display_id, i.handles)), coalesce(c.digits, '')
from profiles p
left join lateral (
  select string_agg(distinct value, E'\n') filter (where kind = 'email') as addresses,
    string_agg(distinct line, E'\n') filter (where kind = 'phone') as digits
  from profile_contacts,
    lateral (values (regexp_replace(normalized, '\D', '', 'g')), (regexp_replace(value, '\D', '', 'g'))) d (line)
  where organization_id = p.organization_id and profile_id = p._id) c on true
left join lateral (
  select string_agg(handle, E'\n' order by handle) as handles
  from channel_identities,
    lateral (values (case when identity_key not like '+%' then identity_key end), (username)) h (handle)
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[])
on conflict (organization_id, profile_id) do update set words = excluded.words, digits = excluded.digits
where (s.words, s.digits) is distinct from (excluded.words, excluded.digits);

-- src/people/label-queries.ts: selectPersonLabels

select p._id, p.name, p.display_id, k.phone_number, i.username, i.whatsapp_id
from profiles p
left join lateral (
  select normalized as phone_number from profile_contacts
  where organization_id = p.organization_id and profile_id = p._id and kind = 'phone'
  order by created_at, normalized limit 1) k on true
left join lateral (
  select (array_agg(username order by last_seen_at desc) filter (where username is not null))[1] as username,
    (array_agg(identity_key order by is_alias, last_seen_at desc) filter (where identity_key not like '+%'))[1]
    as whatsapp_id
  from channel_identities
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[]);

-- src/people/list-queries.ts: selectProfile

select p._id, p.name, p.display_id, coalesce((
  select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
    order by created_at, normalized)
  from profile_contacts k
  where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]') as phone_numbers,
  coalesce((
    select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
      order by created_at, normalized)
    from profile_contacts k
    where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]') as emails, coalesce((
      select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
          'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by first_seen_at, channel_type, identity_key)
      from channel_identities i
      where i.organization_id = p.organization_id and i.profile_id = p._id), '[]') as channel_identities, p.properties, p.conversation_count,
  p.call_count, p.chat_count, p.last_interaction_at, p.created_at, p.updated_at from profiles p
where p.organization_id = $1 and p.project_id = $2
  and p._id = coalesce((select survivor_id from merged_profiles
    where organization_id = $3 and _id = $4), $5::uuid);

-- src/people/list-queries.ts: selectProfiles

with page as materialized (
  select p._id from profiles p where p.organization_id = $1 and p.project_id = $2 order by p.last_interaction_at desc nulls last, p._id limit (select $3::bigint) offset (select $4::bigint))
select p._id, p.name, p.display_id, coalesce((
  select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
    order by created_at, normalized)
  from profile_contacts k
  where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]') as phone_numbers,
  coalesce((
    select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
      order by created_at, normalized)
    from profile_contacts k
    where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]') as emails, coalesce((
      select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
          'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by first_seen_at, channel_type, identity_key)
      from channel_identities i
      where i.organization_id = p.organization_id and i.profile_id = p._id), '[]') as channel_identities, p.properties, p.conversation_count,
  p.call_count, p.chat_count, p.last_interaction_at, p.created_at, p.updated_at from profiles p
where p.organization_id = $5 and p._id = any(array(select _id from page)) order by p.last_interaction_at desc nulls last, p._id;

select (coalesce((select rows from row_counts where organization_id = $1 and project_id = $2 and kind = $3), 0)
    + coalesce((select sum(rows) from row_count_changes where organization_id = $4 and project_id = $5 and kind = $6), 0))::bigint as total;

select count(*) as total, case when count(*) <= $1 then array_agg(s.profile_id) end as found
from profile_search s
where s.organization_id = $2 and s.project_id = $3 and s.words like '%' || regexp_replace(search_form($4), '([\\%_])', '\\\1', 'g') || '%';

with page as materialized (
  select p._id from profiles p where p.organization_id = $1 and p._id = any($2::uuid[]) order by p.last_interaction_at desc nulls last, p._id limit $3::bigint offset $4::bigint)
select p._id, p.name, p.display_id, coalesce((
  select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
    order by created_at, normalized)
  from profile_contacts k
  where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]') as phone_numbers,
  coalesce((
    select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
      order by created_at, normalized)
    from profile_contacts k
    where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]') as emails, coalesce((
      select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
          'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by first_seen_at, channel_type, identity_key)
      from channel_identities i
      where i.organization_id = p.organization_id and i.profile_id = p._id), '[]') as channel_identities, p.properties, p.conversation_count,
  p.call_count, p.chat_count, p.last_interaction_at, p.created_at, p.updated_at from profiles p
where p.organization_id = $5 and p._id = any(array(select _id from page)) order by p.last_interaction_at desc nulls last, p._id;

select count(*) as total, case when count(*) <= $1 then array_agg(s.profile_id) end as found
from profile_search s
where s.organization_id = $2 and s.project_id = $3 and (s.words like '%' || regexp_replace(search_form($4), '([\\%_])', '\\\1', 'g') || '%' or s.digits like $5);

with page as materialized (
  select p._id from profile_search s join profiles p on p.organization_id = s.organization_id and p._id = s.profile_id
  where s.organization_id = $1 and s.project_id = $2 and p.organization_id = $3 and p.project_id = $4 and s.words like '%' || regexp_replace(search_form($5), '([\\%_])', '\\\1', 'g') || '%' and exists (select from channel_identities i where i.organization_id = p.organization_id
      and i.profile_id = p._id and i.channel_type = $6) and p.last_interaction_at >= $7 order by p.last_interaction_at desc nulls last, p._id limit $8::bigint offset $9::bigint)
select p._id, p.name, p.display_id, coalesce((
  select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
    order by created_at, normalized)
  from profile_contacts k
  where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]') as phone_numbers,
  coalesce((
    select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
      order by created_at, normalized)
    from profile_contacts k
    where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]') as emails, coalesce((
      select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
          'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by first_seen_at, channel_type, identity_key)
      from channel_identities i
      where i.organization_id = p.organization_id and i.profile_id = p._id), '[]') as channel_identities, p.properties, p.conversation_count,
  p.call_count, p.chat_count, p.last_interaction_at, p.created_at, p.updated_at from profiles p
where p.organization_id = $10 and p._id = any(array(select _id from page)) order by p.last_interaction_at desc nulls last, p._id;

select count(*) as total from profile_search s join profiles p on p.organization_id = s.organization_id and p._id = s.profile_id
where s.organization_id = $1 and s.project_id = $2 and p.organization_id = $3 and p.project_id = $4 and s.words like '%' || regexp_replace(search_form($5), '([\\%_])', '\\\1', 'g') || '%' and exists (select from channel_identities i where i.organization_id = p.organization_id
    and i.profile_id = p._id and i.channel_type = $6) and p.last_interaction_at >= $7;

-- src/people/many-queries.ts: insertProfiles

with given as materialized (
  select *
  from unnest($1::uuid[],
      $2::bigint[], $3::text[],
      $4::text[], $5::text[],
      $6::text[],
      $7::text[],
      $8::text[],
      $9::text[],
      $10::text[])
    g (profile_id, number, name, phone, phone_value, email, email_value, channel_type, identity_key, digits)
), contact as (
  insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, created_at)
  select $11::uuid, $12::uuid, c.kind, c.normalized, c.value, $13, g.profile_id,
    $14::timestamptz
  from given g, lateral (values ('phone', g.phone, g.phone_value), ('email', g.email, g.email_value))
    c (kind, normalized, value)
  where c.normalized is not null order by c.kind, c.normalized
  on conflict (organization_id, project_id, kind, normalized) do nothing
  returning kind
), identity as (
  insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id,
      first_seen_at, last_seen_at, is_alias)
  select $15::uuid, $16::uuid, channel_type, identity_key, profile_id,
    $17::timestamptz, $18::timestamptz, false
  from given order by channel_type, identity_key
  on conflict (organization_id, project_id, channel_type, identity_key) do nothing
  returning identity_key
), profile as (
  insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
  select $19::uuid, $20::uuid, profile_id, name, 'CUST-' || lpad(number::text, greatest(6, length(number::text)), '0'),
    $21::timestamptz, $22::timestamptz
  from given order by number
  returning organization_id, project_id, _id, name, display_id
), counted as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $23, rows from (select organization_id, project_id, count(*) as rows from profile group by 1, 2) r where rows <> 0
), search as (
  insert into profile_search (organization_id, project_id, profile_id, words, digits)
  select p.organization_id, p.project_id, p._id, search_form(concat_ws(E'\n', p.name, g.email_value, p.display_id, null::text)),
    g.digits
  from profile p join given g on g.profile_id = p._id
)
select conflict_unless((select count(*) from contact) + (select count(*) from identity) = $24);

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $3::text as type, p._id as subject_id, $4::timestamptz as at, jsonb_build_object('_id', p._id,
          'name', p.name, 'display_id', p.display_id, 'phone_numbers', coalesce((
            select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
              order by created_at, normalized)
            from profile_contacts k
            where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]'), 'emails', coalesce((
              select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
                order by created_at, normalized)
              from profile_contacts k
              where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]'),
          'channel_identities', coalesce((
            select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
                'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by first_seen_at, channel_type, identity_key)
            from channel_identities i
            where i.organization_id = p.organization_id and i.profile_id = p._id), '[]'), 'conversation_count', p.conversation_count, 'call_count', p.call_count,
          'chat_count', p.chat_count, 'last_interaction_at', to_char(p.last_interaction_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || p.more as data,
        jsonb_build_object('properties', p.properties) as texts
      from (select p.*, '{}'::jsonb as more from profiles p where p.organization_id = $5 and p._id = $6) p) f where (exists (select from webhook_endpoints where organization_id = $7 and project_id = $8 and removed_at is null)
          or exists (select from api_keys where organization_id = $9 and project_id = $10 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $11 and _id = $12 and events = 'keep'))
) select;

-- src/people/many-queries.ts: selectOwnersOfMany

select k.place - 1 as place, o.via, p._id as profile_id, p.created_at, p.name is not null as has_name
from unnest($1::text[],
    $2::text[],
    $3::text[],
    $4::text[])
with ordinality k (channel_type, identity_key, phone, email, place)
cross join lateral (
    (select 'identity' as via, profile_id from channel_identities
      where organization_id = $5 and project_id = $6
        and channel_type = k.channel_type and identity_key = k.identity_key offset 0)
  union all
    (select kind, profile_id from profile_contacts
      where organization_id = $7 and project_id = $8 and kind = 'phone'
        and normalized = k.phone offset 0)
  union all
    (select kind, profile_id from profile_contacts
      where organization_id = $9 and project_id = $10 and kind = 'email'
        and normalized = k.email offset 0)) o
cross join lateral (
  select _id, created_at, name from profiles
  where organization_id = $11 and _id = o.profile_id offset 0) p;

-- src/people/merge/merge-queries.ts: lockProfilesToMerge

select from channel_identities where organization_id = $1 and profile_id = any($2::uuid[])
order by channel_type, identity_key for update;

select from profile_contacts where organization_id = $1 and profile_id = any($2::uuid[])
order by kind, normalized for update;

select _id, created_at from profiles where organization_id = $1 and _id = any($2::uuid[])
order by _id for update;

-- src/people/merge/merge-queries.ts: mergeProfiles

update merged_profiles t set survivor_id = m.survivor_id, into_id = coalesce(t.into_id, m._id) from (
  select _id, survivor_id
  from unnest($1::uuid[], $2::uuid[])
    as m (_id, survivor_id)) m
where t.organization_id = $3 and t.survivor_id = m._id;

insert into merged_profiles (organization_id, project_id, _id, survivor_id, into_id, merged_at, merged_by, shared, kept)
select $1::uuid, $2::uuid, m._id, m.survivor_id, m.survivor_id,
  greatest($3::timestamptz, (
    select max(g.merged_at) + interval '1 millisecond' from merged_profiles g
    where g.organization_id = $4 and g.survivor_id in (m._id, m.survivor_id)))
  + (row_number() over (partition by m.survivor_id order by m.place) - 1) * interval '1 millisecond', $5,
  array(select jsonb_array_elements_text(m.shared)),
  jsonb_build_object(
      'name', p.name, 'display_id', p.display_id, 'properties', p.properties, 'created_at', p.created_at,
      'last_interaction_at', p.last_interaction_at, 'identities', (
        select coalesce(jsonb_agg(to_jsonb(i)), '[]') from (
          select channel_type, identity_key, is_alias from channel_identities
          where organization_id = $6 and profile_id = p._id) i),
      'said', (
        select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
          select name, value, conversation_id, turn, said_at from said_properties
          where organization_id = $7 and profile_id = p._id) t),
      'survivor_identities', (
        select coalesce(jsonb_agg(to_jsonb(i)), '[]') from (
          select channel_type, identity_key, is_alias from channel_identities
          where organization_id = $8 and profile_id = m.survivor_id) i), 'survivor_last_interaction_at', s.last_interaction_at)
from (
  select r._id, r.survivor_id, w.shared, place
  from unnest($9::uuid[], $10::uuid[])
  with ordinality r (_id, survivor_id, place)
  join jsonb_array_elements($11::jsonb) with ordinality w (shared, place) using (place)) m
join profiles p on p.organization_id = $12 and p._id = m._id
join profiles s on s.organization_id = $13 and s._id = m.survivor_id;

update profile_contacts t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id)
from (
  select _id, survivor_id
  from unnest($1::uuid[], $2::uuid[])
    as m (_id, survivor_id)) m
where t.organization_id = $3 and t.profile_id = m._id;

update channel_identities t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id)
from (
  select _id, survivor_id
  from unnest($1::uuid[], $2::uuid[])
    as m (_id, survivor_id)) m
where t.organization_id = $3 and t.profile_id = m._id;

with gave as (
  update merged_profiles g set gave = array(
    select '.' || k from jsonb_object_keys(m.properties) k where not s.properties ? k)
    || case when s.name is null and m.name is not null then array['name'] else '{}' end
  from (
    select _id, survivor_id
    from unnest($1::uuid[], $2::uuid[])
      as m (_id, survivor_id)) r, profiles m, profiles s
  where g.organization_id = $3 and g._id = r._id
    and m.organization_id = $4 and m._id = r._id
    and s.organization_id = $5 and s._id = r.survivor_id
)
update profiles s set name = coalesce(s.name, m.name), properties = m.properties || s.properties,
  conversation_count = s.conversation_count + m.conversation_count, call_count = s.call_count + m.call_count,
  chat_count = s.chat_count + m.chat_count,
  last_interaction_at = greatest(s.last_interaction_at, m.last_interaction_at),
  updated_at = greatest(s.updated_at, $6)
from (
  select _id, survivor_id
  from unnest($7::uuid[], $8::uuid[])
    as m (_id, survivor_id)) r, profiles m
where s.organization_id = $9 and s._id = r.survivor_id
  and m.organization_id = $10 and m._id = r._id;

with gone as (
  delete from said_properties t using (
    select _id, survivor_id
    from unnest($1::uuid[], $2::uuid[])
      as m (_id, survivor_id)) m
  where t.organization_id = $3 and t.profile_id = m._id returning t.*, m.survivor_id
)
insert into said_properties (organization_id, project_id, profile_id, name, value, conversation_id, turn, said_at)
select s.organization_id, s.project_id, s.survivor_id, s.name, s.value, s.conversation_id, s.turn, s.said_at
from gone s join merged_profiles g on g.organization_id = s.organization_id and g._id = s.profile_id
where '.' || s.name = any(g.gave)
on conflict (organization_id, profile_id, name) do update set value = excluded.value,
  conversation_id = excluded.conversation_id, turn = excluded.turn, said_at = excluded.said_at;

delete from profiles where organization_id = $1 and _id = any($2::uuid[]);

insert into row_count_changes (organization_id, project_id, kind, rows)
select organization_id, project_id, $1, rows from (
  select $2::uuid as organization_id, $3::uuid as project_id,
    -$4::bigint as rows) r where rows <> 0;

-- src/people/merge/move-conversations.ts: moveConversations

with merge as (
  select _id, survivor_id
  from unnest($1::uuid[], $2::uuid[])
    as m (_id, survivor_id)), moved as (
      update conversations t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id) from merge m
      where t.organization_id = $3 and t.profile_id = m._id),
  moved_messages as (
    update messages t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id) from merge m
    where t.organization_id = $4 and t.profile_id = m._id), moved_tickets as (
      update tickets t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id) from merge m
      where t.organization_id = $5 and t.profile_id = m._id),
  left_behind as (
    delete from conversation_callers
    where organization_id = $6 and project_id = $7
      and caller = any($8::text[])
    returning organization_id, project_id, caller, conversations
), counted_left as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $9, rows from (
    select organization_id, project_id, -count(*) as rows from left_behind where conversations > 0 group by 1, 2) r where rows <> 0),
  called as materialized (
    select l.organization_id, l.project_id, m.survivor_id::text as caller, sum(l.conversations)::bigint as times
    from left_behind l join merge m on m._id::text = l.caller group by 1, 2, 3),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, times from called order by caller
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.caller, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $10, rows from (
    select organization_id, project_id,
      sum((conversations > 0)::integer - (conversations - times > 0)::integer) as rows
    from callers join called using (organization_id, project_id, caller) group by 1, 2) r where rows <> 0)
select;

-- src/people/merge/separate-queries.ts: forgetMerge

update merged_profiles set survivor_id = $1
where organization_id = $2 and _id = any($3::uuid[]);

delete from merged_profiles where organization_id = $1 and _id = $2;

-- src/people/merge/separate-queries.ts: insertSeparated

with made as (
  insert into profiles (organization_id, project_id, _id, name, display_id, properties, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7,
      $8)
  returning organization_id, project_id
)
insert into row_count_changes (organization_id, project_id, kind, rows)
select organization_id, project_id, $9, rows from (select organization_id, project_id, 1 as rows from made) r where rows <> 0;

-- src/people/merge/separate-queries.ts: insertSeparations

insert into profile_separations (organization_id, project_id, one_id, other_id, separated_at, separated_by, moved)
select $1::uuid, $2::uuid, one_id, $3::uuid, $4::timestamptz, $5,
  case when one_id = $6::uuid then $7::jsonb end
from unnest($8::uuid[]) o (one_id)
on conflict (organization_id, one_id, other_id) do update set separated_at = excluded.separated_at,
  separated_by = excluded.separated_by, moved = excluded.moved;

-- src/people/merge/separate-queries.ts: isDisplayIdTaken

select from profiles
where organization_id = $1 and project_id = $2 and display_id = $3;

-- src/people/merge/separate-queries.ts: moveBack

with contact as (
  update profile_contacts t set profile_id = $1, met_as = nullif(t.met_as, $2::uuid)
  where t.organization_id = $3 and t.profile_id = $4 and t.met_as = any($5::uuid[]) returning 1),
  identity as (
    update channel_identities t set profile_id = $6, met_as = nullif(t.met_as, $7::uuid)
    where t.organization_id = $8 and t.profile_id = $9 and t.met_as = any($10::uuid[]) returning 1),
  conversation as (
    update conversations t set profile_id = $11, met_as = nullif(t.met_as, $12::uuid)
    where t.organization_id = $13 and t.profile_id = $14 and t.met_as = any($15::uuid[]) returning t.organization_id, t.project_id, t.caller),
  message as (
    update messages t set profile_id = $16, met_as = nullif(t.met_as, $17::uuid)
    where t.organization_id = $18 and t.profile_id = $19 and t.met_as = any($20::uuid[]) returning 1),
  ticket as (
    update tickets t set profile_id = $21, met_as = nullif(t.met_as, $22::uuid)
    where t.organization_id = $23 and t.profile_id = $24 and t.met_as = any($25::uuid[]) returning 1),
  called as materialized (
    select organization_id, project_id, c.caller, sum(c.times)::bigint as times
    from conversation v, lateral (values ($26::text, -1), ($27::text, 1)) c (caller, times)
    where v.caller = $28::text group by 1, 2, 3),
  callers as (
    insert into conversation_callers as c (organization_id, project_id, caller, conversations)
    select organization_id, project_id, caller, times from called order by caller
    on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
    returning c.organization_id, c.project_id, c.caller, c.conversations
), counted_callers as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $29, rows from (
    select organization_id, project_id,
      sum((conversations > 0)::integer - (conversations - times > 0)::integer) as rows
    from callers join called using (organization_id, project_id, caller) group by 1, 2) r where rows <> 0)
select (select count(*) from contact) as contacts, (select count(*) from identity) as identities,
  (select count(*) from conversation) as conversations, (select count(*) from message) as messages,
  (select count(*) from ticket) as tickets;

-- src/people/merge/separate-queries.ts: placeContacts

with given as materialized (
  select name, kind, key, side from unnest($1::text[], $2::text[], $3::text[],
      $4::uuid[]) g (name, kind, key, side)), contact as (
        update profile_contacts t set profile_id = g.side, met_as = null from given g
        where t.organization_id = $5
          and t.profile_id in ($6::uuid, $7::uuid) and t.kind = g.kind and t.normalized = g.key
        returning g.name
), identity as (
  update channel_identities t set profile_id = g.side, met_as = null from given g
  where t.organization_id = $8
    and t.profile_id in ($9::uuid, $10::uuid) and (t.channel_type = g.kind or g.kind = 'phone') and t.identity_key = g.key
  returning g.name
)
select g.name from given g
where g.name not in (select name from contact union all select name from identity);

-- src/people/merge/separate-queries.ts: recountProfiles

update profiles p set conversation_count = c.conversations, call_count = c.calls,
  chat_count = c.conversations - c.calls, updated_at = $1,
  last_interaction_at = greatest(f.last_at, c.last_at, (
    select max(created_at) from messages m where m.organization_id = $2 and m.profile_id = f._id))
from unnest($3::uuid[],
    $4::timestamptz[]) f (_id, last_at)
cross join lateral (
  select count(*) as conversations, count(*) filter (where channel_type = 'voice') as calls,
    max(greatest(start_time, last_message_at)) as last_at
  from conversations where organization_id = $5 and profile_id = f._id offset 0) c
where p.organization_id = $6 and p._id = f._id;

-- src/people/merge/separate-queries.ts: replaceSaid

delete from said_properties where organization_id = $1 and profile_id = $2;

insert into said_properties (organization_id, project_id, profile_id, name, value, conversation_id, turn, said_at)
select $1::uuid, $2::uuid, $3::uuid, name, value, conversation_id, turn, said_at
from jsonb_to_recordset($4::jsonb)
  s (name text, value jsonb, conversation_id uuid, turn integer, said_at timestamptz);

-- src/people/merge/separate-queries.ts: restoreLeads

update channel_identities t set first_seen_at = least(t.own_first_seen_at, own.seen_at), earlier_keys = own.keys
from channel_identities k, lateral (
  select min(coalesce(o.own_first_seen_at, o.first_seen_at)) as seen_at, array_agg(o.identity_key) as keys
  from channel_identities o
  where o.organization_id = k.organization_id and o.profile_id = k.profile_id and o.channel_type = k.channel_type
    and o.identity_key = any(k.earlier_keys)) own
where t.organization_id = $1 and t.project_id = $2
  and t.profile_id in ($3::uuid, $4::uuid) and t.earlier_keys is not null and k.organization_id = t.organization_id
  and k.project_id = t.project_id and k.channel_type = t.channel_type and k.identity_key = t.identity_key;

update channel_identities t set is_alias = b.is_alias or exists (
  select from channel_identities o where o.organization_id = t.organization_id and o.profile_id = t.profile_id
    and o.channel_type = t.channel_type and o.identity_key <> t.identity_key and not o.is_alias)
from jsonb_to_recordset($1::jsonb) b (channel_type text, identity_key text, is_alias boolean)
where t.organization_id = $2 and t.project_id = $3
  and t.profile_id in ($4::uuid, $5::uuid) and t.is_alias and t.channel_type = b.channel_type and t.identity_key = b.identity_key;

-- src/people/merge/separate-queries.ts: selectFacts

select name, (select coalesce(jsonb_object_agg(key, value::text), '{}') from jsonb_each(properties)) as properties, (
  select coalesce(jsonb_object_agg(s.name, to_jsonb(s)::text), '{}') from (
    select name, value, conversation_id, turn, said_at from said_properties
    where organization_id = $1 and profile_id = $2) s) as said
from profiles where organization_id = $3 and _id = $4;

-- src/people/merge/separate-queries.ts: selectMergedTree

select _id, into_id, merged_at, gave, kept - array['properties', 'said'] as kept,
  (select coalesce(jsonb_object_agg(key, value::text), '{}') from jsonb_each(kept -> 'properties')) as properties, (
    select coalesce(jsonb_object_agg(s ->> 'name', s::text), '{}') from jsonb_array_elements(kept -> 'said') s) as said
from merged_profiles
where organization_id = $1 and survivor_id = $2 order by merged_at, _id;

-- src/people/merge/separate-queries.ts: updateFacts

update profiles set name = $1, properties = $2::jsonb
where organization_id = $3 and _id = $4;

-- src/people/merge/separate-queries.ts: updateKept

update merged_profiles set gave = $1::text[],
  kept = kept || jsonb_build_object('name', $2::text, 'properties', $3::jsonb,
      'said', $4::jsonb)
where organization_id = $5 and _id = $6;

-- src/people/merge/separated.ts: selectSeparated

with member as materialized (
  select _id, _id as profile_id from unnest($1::uuid[]) p (_id)
  union all
  select _id, survivor_id from merged_profiles
  where organization_id = $2 and survivor_id = any($3::uuid[])
)
select o.profile_id as one, t.profile_id as other from profile_separations s
join member o on o._id = s.one_id join member t on t._id = s.other_id
where s.organization_id = $4;

-- src/people/merge/separation-lock.ts: blockSeparations

select pg_advisory_xact_lock(hashtextextended('separations ' || p.project_id, 0)) from ($1) p order by project_id;

-- src/people/merge/separation-lock.ts: maySeparate

select pg_try_advisory_xact_lock_shared(hashtextextended('separations ' || $1::text, 0)) as may;

-- src/people/merge/separation-queries.ts: copySurvivorLastInteraction

update merged_profiles t set kept = t.kept || jsonb_build_object('survivor_last_interaction_at',
    m.kept -> 'survivor_last_interaction_at')
from merged_profiles m
where t.organization_id = $1 and t._id = $2
  and m.organization_id = $3 and m._id = $4;

-- src/people/merge/separation-queries.ts: selectMerges

select _id as merged_id, into_id, kept ->> 'name' as name, kept ->> 'display_id' as display_id, merged_at, merged_by,
  coalesce(shared, '{}') as shared_contacts, kept is not null as can_separate
from merged_profiles where organization_id = $1 and survivor_id = $2 order by merged_at desc, _id limit $3 offset $4;

select count(*) as total from merged_profiles where organization_id = $1 and survivor_id = $2;

-- src/people/merge/separation-queries.ts: selectSeparation

select moved from profile_separations where organization_id = $1 and project_id = $2
  and one_id = $3 and other_id = $4;

-- src/people/merge/separation-queries.ts: selectSurvivor

select _id from profiles where organization_id = $1 and project_id = $2
  and _id = coalesce((
    select survivor_id from merged_profiles where organization_id = $3 and _id = $4),
      $5::uuid);

-- src/people/merge/separation-queries.ts: updateLastInteractions

update merged_profiles t set kept = t.kept || jsonb_build_object('last_interaction_at', f.last_at)
from unnest($1::uuid[],
    $2::timestamptz[]) f (_id, last_at)
where t.organization_id = $3 and t._id = f._id and t.kept is not null;

-- src/people/profile-events.ts: publishCreated

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $3::text as type, p._id as subject_id, $4::timestamptz as at, jsonb_build_object('_id', p._id,
          'name', p.name, 'display_id', p.display_id, 'phone_numbers', coalesce((
            select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
              order by created_at, normalized)
            from profile_contacts k
            where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]'), 'emails', coalesce((
              select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
                order by created_at, normalized)
              from profile_contacts k
              where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]'),
          'channel_identities', coalesce((
            select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
                'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by first_seen_at, channel_type, identity_key)
            from channel_identities i
            where i.organization_id = p.organization_id and i.profile_id = p._id), '[]'), 'conversation_count', p.conversation_count, 'call_count', p.call_count,
          'chat_count', p.chat_count, 'last_interaction_at', to_char(p.last_interaction_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || p.more as data,
        jsonb_build_object('properties', p.properties) as texts
      from (select p.*, '{}'::jsonb as more from profiles p where p.organization_id = $5 and p._id = $6) p) f where (exists (select from webhook_endpoints where organization_id = $7 and project_id = $8 and removed_at is null)
          or exists (select from api_keys where organization_id = $9 and project_id = $10 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $11 and _id = $12 and events = 'keep'))
) select;

-- src/people/profile-events.ts: publishMerged

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $3::text as type, p._id as subject_id, $4::timestamptz as at, jsonb_build_object('_id', p._id,
          'name', p.name, 'display_id', p.display_id, 'phone_numbers', coalesce((
            select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
              order by created_at, normalized)
            from profile_contacts k
            where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]'), 'emails', coalesce((
              select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
                order by created_at, normalized)
              from profile_contacts k
              where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]'),
          'channel_identities', coalesce((
            select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
                'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by first_seen_at, channel_type, identity_key)
            from channel_identities i
            where i.organization_id = p.organization_id and i.profile_id = p._id), '[]'), 'conversation_count', p.conversation_count, 'call_count', p.call_count,
          'chat_count', p.chat_count, 'last_interaction_at', to_char(p.last_interaction_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || p.more as data,
        jsonb_build_object('properties', p.properties) as texts
      from (
        select p.*, jsonb_build_object('merged_id', m._id) as more from (
          select _id, survivor_id
          from unnest($5::uuid[], $6::uuid[])
            as m (_id, survivor_id)) m
        join profiles p on p.organization_id = $7 and p._id = m.survivor_id) p) f where (exists (select from webhook_endpoints where organization_id = $8 and project_id = $9 and removed_at is null)
            or exists (select from api_keys where organization_id = $10 and project_id = $11 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $12 and _id = $13 and events = 'keep'))
) select;

-- src/people/profile-events.ts: publishSeparated

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $3::text as type, p._id as subject_id, $4::timestamptz as at, jsonb_build_object('_id', p._id,
          'name', p.name, 'display_id', p.display_id, 'phone_numbers', coalesce((
            select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
              order by created_at, normalized)
            from profile_contacts k
            where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]'), 'emails', coalesce((
              select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
                order by created_at, normalized)
              from profile_contacts k
              where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]'),
          'channel_identities', coalesce((
            select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
                'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by first_seen_at, channel_type, identity_key)
            from channel_identities i
            where i.organization_id = p.organization_id and i.profile_id = p._id), '[]'), 'conversation_count', p.conversation_count, 'call_count', p.call_count,
          'chat_count', p.chat_count, 'last_interaction_at', to_char(p.last_interaction_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || p.more as data,
        jsonb_build_object('properties', p.properties) as texts
      from (
        select p.*, jsonb_build_object('separated_id', $5::text) as more from profiles p
        where p.organization_id = $6 and p._id = $7) p) f where (exists (select from webhook_endpoints where organization_id = $8 and project_id = $9 and removed_at is null)
            or exists (select from api_keys where organization_id = $10 and project_id = $11 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $12 and _id = $13 and events = 'keep'))
) select;

-- src/people/profile-events.ts: publishUpdated

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $3::text as type, p._id as subject_id, $4::timestamptz as at, jsonb_build_object('_id', p._id,
          'name', p.name, 'display_id', p.display_id, 'phone_numbers', coalesce((
            select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
              order by created_at, normalized)
            from profile_contacts k
            where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]'), 'emails', coalesce((
              select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
                order by created_at, normalized)
              from profile_contacts k
              where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]'),
          'channel_identities', coalesce((
            select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
                'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by first_seen_at, channel_type, identity_key)
            from channel_identities i
            where i.organization_id = p.organization_id and i.profile_id = p._id), '[]'), 'conversation_count', p.conversation_count, 'call_count', p.call_count,
          'chat_count', p.chat_count, 'last_interaction_at', to_char(p.last_interaction_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || p.more as data,
        jsonb_build_object('properties', p.properties) as texts
      from (
        select p.*, $5::jsonb as more from profiles p
        where p.organization_id = $6 and p._id = $7) p) f where (exists (select from webhook_endpoints where organization_id = $8 and project_id = $9 and removed_at is null)
            or exists (select from api_keys where organization_id = $10 and project_id = $11 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $12 and _id = $13 and events = 'keep'))
) select;

-- src/people/queries.ts: extendProfile

with known as materialized (
  select met_as from (
    select (identity_key <> $1)::integer as place, met_as from channel_identities
    where organization_id = $2 and project_id = $3 and profile_id = $4 and channel_type = $5 and identity_key = any($6::text[])
    union all
    select 2, met_as from profile_contacts where organization_id = $7 and project_id = $8 and profile_id = $9 and kind = 'phone' and normalized = $10
    union all
    select 3, met_as from profile_contacts where organization_id = $11 and project_id = $12 and profile_id = $13 and kind = 'email' and normalized = $14) k
  order by place limit 1),
  contact as (
    insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, met_as,
        created_at)
    select $15::uuid, $16::uuid, kind, normalized, value, $17, $18::uuid,
      (select met_as from known), $19::timestamptz
    from (values ('phone', $20, $21),
        ('email', $22, $23)) given (kind, normalized, value)
    where normalized is not null
    on conflict (organization_id, project_id, kind, normalized) do nothing
    returning kind
), identity as (
  insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, met_as,
      first_seen_at, last_seen_at, is_alias)
  select $24::uuid, $25::uuid, $26, key, $27::uuid,
    (select met_as from known), $28::timestamptz, $29::timestamptz, key <> $30
  from unnest($31::text[]) key order by key
  on conflict (organization_id, project_id, channel_type, identity_key) do nothing
  returning identity_key
), reached as (
  select (select count(*) from contact) + (select count(*) from identity) as reached
), was as (
  select name from profiles where organization_id = $32 and _id = $33
), profile as (
  update profiles set name = coalesce(name, $34), updated_at = greatest(updated_at, $35)
  where organization_id = $36 and _id = $37
)
select reached, array_remove(array[
    case when $38::text is not null and exists (select from was where name is null) then 'name' end,
    case when exists (select from contact where kind = 'phone') then 'phone_numbers' end,
    case when exists (select from contact where kind = 'email') then 'emails' end,
    case when exists (select from identity) then 'channel_identities' end], null) as changed
from reached;

insert into profile_search as s (organization_id, project_id, profile_id, words, digits)
select p.organization_id, p.project_id, p._id,
  search_form(concat_ws(E'\n', p.name, c.addresses, p.display_id, i.handles)), coalesce(c.digits, '')
from profiles p
left join lateral (
  select string_agg(distinct value, E'\n') filter (where kind = 'email') as addresses,
    string_agg(distinct line, E'\n') filter (where kind = 'phone') as digits
  from profile_contacts,
    lateral (values (regexp_replace(normalized, '\D', '', 'g')), (regexp_replace(value, '\D', '', 'g'))) d (line)
  where organization_id = p.organization_id and profile_id = p._id) c on true
left join lateral (
  select string_agg(handle, E'\n' order by handle) as handles
  from channel_identities,
    lateral (values (case when identity_key not like '+%' then identity_key end), (username)) h (handle)
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[])
on conflict (organization_id, profile_id) do update set words = excluded.words, digits = excluded.digits
where (s.words, s.digits) is distinct from (excluded.words, excluded.digits);

with
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $1::uuid, $2::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $3::text as type, p._id as subject_id, $4::timestamptz as at, jsonb_build_object('_id', p._id,
          'name', p.name, 'display_id', p.display_id, 'phone_numbers', coalesce((
            select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
              order by created_at, normalized)
            from profile_contacts k
            where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'phone'), '[]'), 'emails', coalesce((
              select jsonb_agg(jsonb_build_object('value', value, 'normalized', normalized, 'source', source)
                order by created_at, normalized)
              from profile_contacts k
              where k.organization_id = p.organization_id and k.profile_id = p._id and k.kind = 'email'), '[]'),
          'channel_identities', coalesce((
            select jsonb_agg(jsonb_build_object('channel_type', channel_type, 'identity_key', identity_key,
                'first_seen_at', to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'last_seen_at', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by first_seen_at, channel_type, identity_key)
            from channel_identities i
            where i.organization_id = p.organization_id and i.profile_id = p._id), '[]'), 'conversation_count', p.conversation_count, 'call_count', p.call_count,
          'chat_count', p.chat_count, 'last_interaction_at', to_char(p.last_interaction_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || p.more as data,
        jsonb_build_object('properties', p.properties) as texts
      from (
        select p.*, $5::jsonb as more from profiles p
        where p.organization_id = $6 and p._id = $7) p) f where (exists (select from webhook_endpoints where organization_id = $8 and project_id = $9 and removed_at is null)
            or exists (select from api_keys where organization_id = $10 and project_id = $11 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $12 and _id = $13 and events = 'keep'))
) select;

-- src/people/queries.ts: insertProfile

with
  contact as (
    insert into profile_contacts (organization_id, project_id, kind, normalized, value, source, profile_id, met_as,
        created_at)
    select $1::uuid, $2::uuid, kind, normalized, value, $3, $4::uuid,
      null::uuid, $5::timestamptz
    from (values ('phone', $6, $7),
        ('email', $8, $9)) given (kind, normalized, value)
    where normalized is not null
    on conflict (organization_id, project_id, kind, normalized) do nothing
    returning kind
), identity as (
  insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, met_as,
      first_seen_at, last_seen_at, is_alias)
  select $10::uuid, $11::uuid, $12, key, $13::uuid,
    null::uuid, $14::timestamptz, $15::timestamptz, key <> $16
  from unnest($17::text[]) key order by key
  on conflict (organization_id, project_id, channel_type, identity_key) do nothing
  returning identity_key
), reached as (
  select (select count(*) from contact) + (select count(*) from identity) as reached
), profile as (
  insert into profiles (organization_id, project_id, _id, name, display_id, created_at, updated_at)
  select $18::uuid, $19::uuid, $20::uuid, $21,
    $22, $23::timestamptz, $24::timestamptz
  from reached where reached > 0 or $25
  returning organization_id, project_id, name, display_id
), counted as (
  insert into row_count_changes (organization_id, project_id, kind, rows)
  select organization_id, project_id, $26, rows from (select organization_id, project_id, 1 as rows from profile) r where rows <> 0
), search as (
  insert into profile_search (organization_id, project_id, profile_id, words, digits)
  select $27::uuid, $28::uuid, $29::uuid,
    search_form(concat_ws(E'\n', name, $30::text, display_id, $31::text)),
    $32
  from profile
)
select reached from reached where conflict_unless(reached in (0, $33));

-- src/people/queries.ts: lockLinking

select pg_advisory_xact_lock(hashtextextended($1, 0));

-- src/people/queries.ts: lockPeople

select pg_advisory_xact_lock(hashtextextended($1, 0));

select from channel_identities
where organization_id = $1 and project_id = $2
  and channel_type = $3 and identity_key = any($4::text[])
order by identity_key for update;

select from profile_contacts
where organization_id = $1 and project_id = $2
  and (kind, normalized) in (('phone', $3), ('email', $4))
order by kind, normalized for update;

-- src/people/queries.ts: lockProfile

select _id from profiles where organization_id = $1 and _id = $2 for key share;

-- src/people/queries.ts: refreshSearch

insert into profile_search as s (organization_id, project_id, profile_id, words, digits)
select p.organization_id, p.project_id, p._id,
  search_form(concat_ws(E'\n', p.name, c.addresses, p.display_id, i.handles)), coalesce(c.digits, '')
from profiles p
left join lateral (
  select string_agg(distinct value, E'\n') filter (where kind = 'email') as addresses,
    string_agg(distinct line, E'\n') filter (where kind = 'phone') as digits
  from profile_contacts,
    lateral (values (regexp_replace(normalized, '\D', '', 'g')), (regexp_replace(value, '\D', '', 'g'))) d (line)
  where organization_id = p.organization_id and profile_id = p._id) c on true
left join lateral (
  select string_agg(handle, E'\n' order by handle) as handles
  from channel_identities,
    lateral (values (case when identity_key not like '+%' then identity_key end), (username)) h (handle)
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[])
on conflict (organization_id, profile_id) do update set words = excluded.words, digits = excluded.digits
where (s.words, s.digits) is distinct from (excluded.words, excluded.digits);

-- src/people/queries.ts: selectContactOwners

select o.via, p._id as profile_id, p.created_at, p.name is not null as has_name
from (
  select 'identity' as via, profile_id from channel_identities
  where organization_id = $1::uuid and project_id = $2::uuid
    and channel_type = (select $3::text) and identity_key = any(array(select unnest($4::text[])))
  union all
  select kind, profile_id from profile_contacts
  where organization_id = $1::uuid and project_id = $2::uuid and kind = 'phone'
    and normalized = (select $5::text)
  union all
  select kind, profile_id from profile_contacts
  where organization_id = $1::uuid and project_id = $2::uuid and kind = 'email'
    and normalized = (select $6::text)) o
cross join lateral (
  select _id, created_at, name from profiles
  where organization_id = $1::uuid and _id = o.profile_id offset 0) p;

-- src/people/unmet-profile.ts: deleteUnmetProfile

select profile_id from profile_contacts
where organization_id = $1 and project_id = $2 and kind = 'phone'
  and normalized = $3 and created_at = $4
for update;

select _id from profiles
where organization_id = $1 and _id = $2 and created_at = $3
  and updated_at = $4 and conversation_count = 0
  and not exists (select from profile_contacts where organization_id = $5 and profile_id = $6 and created_at <> $7)
  and not exists (select from channel_identities where organization_id = $8 and profile_id = $9 and first_seen_at <> $10)
  and not exists (select from messages where organization_id = $11 and profile_id = $12)
  and not exists (select from tickets where organization_id = $13 and profile_id = $14)
  -- A message that is being sent gets its profile with the chat, once WhatsApp has taken it.
  and not exists (select from whatsapp_messages where organization_id = $15
      and project_id = $16 and recipient = $17 and created_at >= $18)
  and not exists (select from merged_profiles
    where organization_id = $19 and survivor_id = $20)
for update;

delete from channel_identities where organization_id = $1 and profile_id = $2;

delete from profile_contacts where organization_id = $1 and profile_id = $2;

delete from profiles where organization_id = $1 and _id = $2;

insert into row_count_changes (organization_id, project_id, kind, rows)
select organization_id, project_id, $1, rows from (select $2::uuid as organization_id, $3::uuid as project_id, -1 as rows) r where rows <> 0;

-- src/projects/queries.ts: selectHasProject

select _id from projects where organization_id = $1 and _id = $2;

-- src/projects/queries.ts: selectProjectByNames

select p.organization_id, p._id as project_id
from projects p join organizations o on o._id = p.organization_id
where (o.name = $1 or o._id::text = lower($2))
  and (p.name = $3 or p._id::text = lower($4))
limit 1;

-- src/projects/queries.ts: selectProjectZone

select timezone from projects where organization_id = $1 and _id = $2;

-- src/projects/queries.ts: selectProjects

select _id, organization_id, name, status, language, timezone, default_country, created_at, updated_at from projects where organization_id = $1 and true order by _id
limit (select $2::bigint) offset (select $3::bigint);

select count(*) as total from projects where organization_id = $1 and true;

-- src/projects/queries.ts: upsertOrganization

update organizations o set
  name = d.name, plan_status = d.plan_status, plan_whatsapp_sends = d.plan_whatsapp_sends,
  plan_links = d.plan_links, calls = d.calls, revision = o.revision + 1, updated_at = $1
from (select $2::text as name, $3::text as plan_status,
    $4::integer as plan_whatsapp_sends, $5::integer as plan_links,
    $6::jsonb as calls) d
where o._id = $7 and (o.name, o.plan_status, o.plan_whatsapp_sends, o.plan_links, o.calls)
  is distinct from (d.name, d.plan_status, d.plan_whatsapp_sends, d.plan_links, d.calls)
returning o._id;

-- src/projects/queries.ts: upsertProject

insert into projects as p (organization_id, _id, name, status, language, timezone, default_country, ticket_keywords, model_tokens_a_day,
    events, retention, requests_per_second, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6,
    $7, $8::text[], $9, $10,
    $11::jsonb, $12, $13, $14)
on conflict (organization_id, _id) do update set
  name = excluded.name, status = excluded.status, language = excluded.language, timezone = excluded.timezone,
  default_country = excluded.default_country, ticket_keywords = excluded.ticket_keywords,
  model_tokens_a_day = excluded.model_tokens_a_day, events = excluded.events, retention = excluded.retention,
  requests_per_second = p.requests_per_second, revision = p.revision + 1, updated_at = excluded.updated_at
where (p.name, p.status, p.language, p.timezone, p.default_country, p.ticket_keywords, p.model_tokens_a_day,
    p.events, p.retention, p.requests_per_second)
  is distinct from (excluded.name, excluded.status, excluded.language, excluded.timezone, excluded.default_country,
      excluded.ticket_keywords, excluded.model_tokens_a_day, excluded.events, excluded.retention, p.requests_per_second)
returning _id;

-- src/sources/added-queries.ts: deleteSource

delete from sources where organization_id = $1 and _id = $2;

-- src/sources/added-queries.ts: lockProject

select _id from projects where organization_id = $1 and _id = $2 for no key update;

-- src/sources/added-queries.ts: lockSourceById

select organization_id, project_id, _id, name, source_type, page_count from sources
where _id = $1 and organization_id = $2 and project_id = $3 for update;

-- src/sources/added-queries.ts: selectFileSource

select _id from sources
where organization_id = $1 and project_id = $2 and source_type = 'files'
  and name = $3 order by created_at limit 1;

-- src/sources/added-queries.ts: selectListedSources

select s._id, o.name as organization, p.name as project, s.name, s.source_type, s.sync_status, s.sync_error,
  s.page_count, s.created_at
from sources s
join organizations o on o._id = s.organization_id
join projects p on p.organization_id = s.organization_id and p._id = s.project_id
where ($1::text is null or o.name = $2 or o._id::text = lower($3))
  and ($4::text is null or p.name = $5 or p._id::text = lower($6))
order by s.created_at desc, s._id;

-- src/sources/added-queries.ts: selectProjectLanguage

select language from projects where organization_id = $1 and _id = $2;

-- src/sources/added-queries.ts: selectUrlSource

select s._id from sources s
join source_pages p on p.organization_id = s.organization_id and p.source_id = s._id
where s.organization_id = $1 and s.project_id = $2 and s.source_type = 'urls'
  and p.url_key = $3 limit 1;

-- src/sources/added-queries.ts: upsertAddedSource

insert into sources (organization_id, project_id, _id, name, source_type, sync_status, file_size, file_type,
    last_crawled_at, created_by, created_at, updated_at)
values ($1, $2, $3, $4, $5,
    'success', $6, $7, $8,
    $9::jsonb, $10, $11)
on conflict (organization_id, _id) do update set name = excluded.name, sync_status = 'success', sync_error = null,
  file_size = excluded.file_size, file_type = excluded.file_type, last_crawled_at = excluded.last_crawled_at,
  updated_at = excluded.updated_at;

-- src/sources/crawl/claim-crawl.ts: claimCrawl

select pg_advisory_xact_lock(hashtextextended('claims of crawls', 0));

with recursive
  organizations as (
      (select organization_id from crawls t where t.state in ('waiting', 'running') and t.lease_token is null order by organization_id limit 1)
    union all
    select (select t.organization_id from crawls t
      where t.state in ('waiting', 'running') and t.lease_token is null and t.organization_id > o.organization_id order by t.organization_id limit 1)
    from organizations o where o.organization_id is not null),
  held as materialized (select organization_id, host from crawls where lease_token is not null),
  ready as (
    select o.organization_id, d._id, d.host, d.due_at,
      (select count(*) from held h where h.organization_id = o.organization_id) as places
    from organizations o, lateral (
      select c._id, c.host, c.due_at from crawls c
      where c.organization_id = o.organization_id and c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= statement_timestamp()
        and is_here(c.organization_id)
        and not exists (select from held h where h.host = c.host)
      order by c.due_at limit 1) d),
  next as (
    select r.host from ready r where not exists (select from database_identity i
      where i.held_since is not null or i.system_identifier <> (select system_identifier from pg_control_system()) or i.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint)
    order by r.places, (select max(l.left_at) from crawls l where l.organization_id = r.organization_id) nulls first, r.due_at, r._id limit 1),
  chosen as (
    select c.organization_id, c._id from crawls c
    where c.host = (select host from next) and c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= statement_timestamp()
      and is_here(c.organization_id)
    order by (select max(l.left_at) from crawls l where l.host = c.host and l.organization_id = c.organization_id) nulls first, c.due_at, c._id
    limit 1 for update of c skip locked)
update crawls c set state = 'running', starts = c.starts + 1, started_at = coalesce(c.started_at, $1),
  lease_token = $2, lease_until = clock_timestamp() + $3 * interval '1 second',
  held_since = clock_timestamp()
from chosen, projects p
where c.organization_id = chosen.organization_id and c._id = chosen._id
  and p.organization_id = c.organization_id and p._id = c.project_id
returning c.organization_id, c.project_id, c._id, c.source_id, c.lease_token, c.starts, c.started_at, c.seeded_at,
  c.seeding, (extract(epoch from c.worked) * 1000)::float8 as worked_ms, c.stopped_by, c.domain, c.start_url,
  c.crawling_strategy, c.max_pages, c.max_depth, c.include_patterns, c.exclude_patterns, c.crawler, c.found,
  c.fetched, c.indexed, c.unchanged, c.skipped, c.failed, c.gone, c.bytes, p.language;

-- src/sources/crawl/claim-crawl.ts: selectIsPlaceWanted

with recursive
  organizations as (
      (select organization_id from crawls t where t.state in ('waiting', 'running') and t.lease_token is null order by organization_id limit 1)
    union all
    select (select t.organization_id from crawls t
      where t.state in ('waiting', 'running') and t.lease_token is null and t.organization_id > o.organization_id order by t.organization_id limit 1)
    from organizations o where o.organization_id is not null),
  held as materialized (select organization_id, host from crawls where lease_token is not null),
  ready as (
    select o.organization_id, d._id, d.host, d.due_at,
      (select count(*) from held h where h.organization_id = o.organization_id) as places
    from organizations o, lateral (
      select c._id, c.host, c.due_at from crawls c
      where c.organization_id = o.organization_id and c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= statement_timestamp()
        and is_here(c.organization_id)
        and not exists (select from held h where h.host = c.host)
      order by c.due_at limit 1) d)
select exists (select from ready r where r.organization_id = $1
    or r.places < (select count(*) from held h where h.organization_id = $2)) as is_wanted;

-- src/sources/crawl/crawl-queries.ts: addToCounts

update crawls c set found = c.found + $1, fetched = c.fetched + $2,
  indexed = c.indexed + $3, unchanged = c.unchanged + $4,
  skipped = c.skipped + $5, failed = c.failed + $6, gone = c.gone + $7,
  bytes = c.bytes + $8::bigint, stopped_by = coalesce(c.stopped_by, $9)
where organization_id = $10 and _id = $11 and lease_token = $12 and state = 'running' returning c.found, c.fetched, c.indexed, c.unchanged, c.skipped, c.failed, c.gone, c.bytes;

-- src/sources/crawl/crawl-queries.ts: deleteEarlierCrawls

delete from crawls where organization_id = $1 and source_id = $2
  and _id <> $3 and state not in ('waiting', 'running') and lease_token is null;

-- src/sources/crawl/crawl-queries.ts: deleteSupersededCrawl

delete from crawls c using (
  select organization_id, _id from crawls where state = 'superseded' and lease_token is null and is_here(organization_id)
  order by finished_at limit 1 for update skip locked) old
where c.organization_id = old.organization_id and c._id = old._id returning c._id;

-- src/sources/crawl/crawl-queries.ts: freeLostCrawls

update crawls set lease_token = null, lease_until = null, held_since = null, left_at = lease_until,
  worked = worked + coalesce(lease_until - held_since, '0')
where lease_token is not null and lease_until <= clock_timestamp() and is_here(organization_id);

-- src/sources/crawl/crawl-queries.ts: insertCrawl

insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy, max_pages,
    max_depth, include_patterns, exclude_patterns, crawler, created_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8, $9, $10,
    $11::text[], $12::text[], $13, $14);

update sources set crawl_id = $1, next_crawl_at = null
where organization_id = $2 and _id = $3;

-- src/sources/crawl/crawl-queries.ts: lockDueSources

select organization_id, project_id, _id, domain, start_url, crawling_strategy, max_pages, max_depth,
  include_patterns, exclude_patterns, crawler
from sources s where next_crawl_at <= $1 and is_here(s.organization_id)
  and $2 > (select count(*) from (select from crawls c where c.organization_id = s.organization_id
      and c.state in ('waiting', 'running') limit $3) c)
order by next_crawl_at limit 10 for update skip locked;

-- src/sources/crawl/crawl-queries.ts: lockLastCrawl

select c._id, c.state from crawls c
join sources s on s.organization_id = c.organization_id and s.crawl_id = c._id
where c.organization_id = $1 and s._id = $2 for update of c;

-- src/sources/crawl/crawl-queries.ts: notifyCrawlers

select pg_notify($1, '');

-- src/sources/crawl/crawl-queries.ts: releaseLease

update crawls set lease_token = null, lease_until = null, held_since = null, left_at = clock_timestamp(),
  worked = worked + coalesce(clock_timestamp() - held_since, '0'),
  due_at = clock_timestamp() + $1 * interval '1 second'
where organization_id = $2 and _id = $3 and lease_token = $4;

-- src/sources/crawl/crawl-queries.ts: renewLease

update crawls set lease_until = clock_timestamp() + $1 * interval '1 second'
where organization_id = $2 and _id = $3 and lease_token = $4 and state = 'running' returning _id;

-- src/sources/crawl/crawl-queries.ts: selectIsHostWanted

select w._id from crawls c
join crawls w on w.host = c.host and w._id <> c._id and w.state in ('waiting', 'running')
  and w.lease_token is null and w.due_at <= clock_timestamp()
where c.organization_id = $1 and c._id = $2 limit 1;

-- src/sources/crawl/crawl-queries.ts: supersedeCrawl

update crawls set state = 'superseded', finished_at = $1
where organization_id = $2 and source_id = $3
  and state in ('waiting', 'running', 'cancelled');

-- src/sources/crawl/crawl-queries.ts: updateCancelled

update crawls set state = 'cancelled', finished_at = $1
where organization_id = $2 and _id = $3;

-- src/sources/crawl/crawl-queries.ts: updateEnded

update crawls set state = $1, error = $2, finished_at = $3, lease_token = null, lease_until = null, held_since = null, left_at = clock_timestamp(),
  worked = worked + coalesce(clock_timestamp() - held_since, '0')
where organization_id = $4 and _id = $5 and lease_token = $6 and state = 'running' returning _id;

-- src/sources/crawl/crawl-queries.ts: updateSeeded

update crawls set seeded_at = $1, seeding = $2::jsonb
where organization_id = $3 and _id = $4 and lease_token = $5 and state = 'running' returning _id;

-- src/sources/crawl/crawl-queries.ts: updateSeeding

update crawls set seeding = $1::jsonb where organization_id = $2 and _id = $3 and lease_token = $4 and state = 'running';

-- src/sources/crawl/crawl-queries.ts: updateSourcePending

update sources set sync_status = 'pending', sync_error = null, updated_at = $1
where organization_id = $2 and _id = $3;

-- src/sources/crawl/crawl-queries.ts: updateSyncing

update sources set sync_status = 'syncing', updated_at = $1
where organization_id = $2 and _id = $3 and crawl_id = $4
  and sync_status = 'pending';

-- src/sources/crawl/crawl-queries.ts: yieldLease

update crawls set lease_token = null, lease_until = null, held_since = null, left_at = clock_timestamp(),
  worked = worked + coalesce(clock_timestamp() - held_since, '0'), due_at = clock_timestamp(), starts = starts - 1
where organization_id = $1 and _id = $2 and lease_token = $3;

-- src/sources/crawl/domain-queries.ts: lockDomainRoom

select from organizations where _id = $1 for no key update;

select (select count(*) from sources where organization_id = $1 and domain is not null) as domains,
  (select count(*) from crawls
    where organization_id = $2 and state in ('waiting', 'running')) as open_crawls,
  s._id is not null as is_known,
  exists (select from crawls c where c.organization_id = $3 and c.source_id = s._id
      and c.state in ('waiting', 'running')) as is_open
from (values (1)) one
left join sources s on s.organization_id = $4 and s.project_id = $5
  and s.domain = $6;

-- src/sources/crawl/domain-queries.ts: lockSource

select name, page_count, frequency_days, pages_found, failed_crawls from sources
where organization_id = $1 and project_id = $2 and _id = $3 for update;

-- src/sources/crawl/domain-queries.ts: selectDomain

select domain from sources
where organization_id = $1 and project_id = $2 and _id = $3;

-- src/sources/crawl/domain-queries.ts: selectDomainSettings

select domain, start_url, crawling_strategy, max_pages, max_depth, include_patterns, exclude_patterns, crawler,
  frequency_days
from sources
where organization_id = $1 and project_id = $2 and domain = $3;

-- src/sources/crawl/domain-queries.ts: selectIsLinkQuotaReached

select coalesce(l.indexed, 0) >= o.plan_links as is_reached
from organizations o left join organization_links l on l.organization_id = o._id
where o._id = $1;

-- src/sources/crawl/domain-queries.ts: updateSourceEnded

with ended as (
  update sources set sync_status = $1, sync_error = $2, last_crawled_at = $3,
    next_crawl_at = $4, pages_found = coalesce($5, pages_found),
    failed_crawls = $6, updated_at = $7
  where organization_id = $8 and _id = $9
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $10::uuid, $11::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'source.crawled' as type, s._id as subject_id, $12::timestamptz as at, jsonb_build_object('_id', s._id,
          'name', s.name, 'source_type', s.source_type, 'domain', s.domain, 'sync_status', s.sync_status,
          'sync_error', s.sync_error, 'page_count', s.page_count, 'last_crawled_at', to_char(s.last_crawled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'next_crawl_at', to_char(s.next_crawl_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'crawl', (
            select jsonb_build_object('_id', c._id, 'state', c.state, 'found', c.found, 'fetched', c.fetched,
                'indexed', c.indexed, 'unchanged', c.unchanged, 'skipped', c.skipped, 'failed', c.failed, 'gone', c.gone,
                'bytes', c.bytes, 'started_at', to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'finished_at', to_char(c.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            from crawls c where c.organization_id = s.organization_id and c._id = s.crawl_id)) as data,
        null::jsonb as texts
      from (select * from ended) s) f where (exists (select from webhook_endpoints where organization_id = $13 and project_id = $14 and removed_at is null)
          or exists (select from api_keys where organization_id = $15 and project_id = $16 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $17 and _id = $18 and events = 'keep'))
)
select;

-- src/sources/crawl/domain-queries.ts: upsertDomain

insert into sources as s (organization_id, project_id, _id, name, source_type, domain, start_url, crawling_strategy,
    max_pages, max_depth, include_patterns, exclude_patterns, frequency_days, crawler, created_by, created_at,
    updated_at)
values ($1, $2, $3, $4, 'domains', $5,
    $6, $7, $8, $9,
    $10::text[], $11::text[], $12,
    $13, $14::jsonb, $15, $16)
on conflict (organization_id, project_id, domain) where domain is not null do update set
  start_url = excluded.start_url, crawling_strategy = excluded.crawling_strategy, max_pages = excluded.max_pages,
  max_depth = excluded.max_depth, include_patterns = excluded.include_patterns,
  exclude_patterns = excluded.exclude_patterns, frequency_days = excluded.frequency_days,
  crawler = excluded.crawler, sync_status = 'pending', sync_error = null, updated_at = excluded.updated_at,
  pages_found = case when (s.start_url, s.crawling_strategy, s.max_pages, s.max_depth, s.include_patterns,
      s.exclude_patterns, s.crawler) = (excluded.start_url, excluded.crawling_strategy, excluded.max_pages,
          excluded.max_depth, excluded.include_patterns, excluded.exclude_patterns, excluded.crawler)
  then s.pages_found else 0 end,
  failed_crawls = 0
returning _id;

-- src/sources/crawl/frontier/crawl-url-queries.ts: selectCrawlUrls

select encode(url_key, 'hex') as _id, position, url, state, reason, detail, depth, found_on, leads_to, status_code, bytes,
  attempts, settled_at from crawl_urls where organization_id = $1 and crawl_id = $2 and true order by _id
limit (select $3::bigint) offset (select $4::bigint);

select count(*) as total from crawl_urls where organization_id = $1 and crawl_id = $2 and true;

-- src/sources/crawl/frontier/crawl-url-queries.ts: selectLastCrawlId

select crawl_id from sources
where organization_id = $1 and project_id = $2 and _id = $3;

-- src/sources/crawl/frontier/frontier-queries.ts: deleteLinks

delete from page_links
where organization_id = $1 and source_id = $2 and url_key = $3;

-- src/sources/crawl/frontier/frontier-queries.ts: deleteStrayLinks

delete from page_links l
where l.organization_id = $1 and l.source_id = $2
  and not exists (select from source_pages p where p.organization_id = $3
      and p.source_id = $4 and p.url_key = l.url_key);

-- src/sources/crawl/frontier/frontier-queries.ts: insertUrls

with given as materialized (
  select * from unnest($1::bytea[], $2::text[],
      $3::smallint[], $4::text[],
      $5::smallint[], $6::timestamptz[],
      $7::text[],
      $8::text[])
  with ordinality g (url_key, url, depth, found_on, hops, changed_at, reason, detail, place)
), revived as (
  update crawl_urls u set state = 'waiting', settled_at = null, reason = null, detail = null, leads_to = null,
    attempts = 0, depth = least(u.depth, g.depth), hops = g.hops,
    ignores_canonical = u.reason = 'canonical'
  from given g
  where u.organization_id = $9 and u.crawl_id = $10 and u.url_key = g.url_key
    and g.reason is null and (u.state = 'skipped' and (u.reason = 'depth' and g.depth < u.depth
        or u.reason = 'canonical' and g.hops > 0))
  returning u.url_key
), nearer as (
  update crawl_urls u set depth = g.depth from given g
  where u.organization_id = $11 and u.crawl_id = $12 and u.url_key = g.url_key
    and g.reason is null and g.depth < u.depth and not (u.state = 'skipped' and (u.reason = 'depth' and g.depth < u.depth
        or u.reason = 'canonical' and g.hops > 0))
  returning u.url, u.depth
), inserted as (
  insert into crawl_urls (organization_id, crawl_id, url_key, url, depth, found_on, hops, changed_at, state, reason,
      detail, settled_at)
  select $13::uuid, $14::uuid, url_key, url, depth, found_on, hops, changed_at,
    case when reason is null then 'waiting' else 'skipped' end, reason, detail,
    case when reason is not null then $15::timestamptz end
  from given order by place
  on conflict do nothing returning reason
)
select (select count(*) from inserted) as found,
  (select count(reason) from inserted) - (select count(*) from revived) as skipped,
  coalesce((select jsonb_agg(to_jsonb(nearer)) from nearer), '[]') as nearer;

-- src/sources/crawl/frontier/frontier-queries.ts: putOffUrl

update crawl_urls set not_before = clock_timestamp() + $1 * interval '1 millisecond',
  detail = $2, status_code = $3, bytes = coalesce(bytes, 0) + $4::bigint
where organization_id = $5 and crawl_id = $6 and url_key = $7
  and state = 'waiting';

-- src/sources/crawl/frontier/frontier-queries.ts: releaseUrl

update crawl_urls set attempts = attempts - 1
where organization_id = $1 and crawl_id = $2 and url_key = $3
  and state = 'waiting' and attempts > 0;

-- src/sources/crawl/frontier/frontier-queries.ts: reviveCanonicals

with recursive led as (
  select url_key, leads_to, 0 as step from crawl_urls
  where organization_id = $1 and crawl_id = $2 and state = 'skipped' and reason = 'canonical'
  union all
  select l.url_key, c.leads_to, l.step + 1 from led l
  join crawl_urls c on c.organization_id = $3 and c.crawl_id = $4
    and c.url_key = sha256(convert_to(l.leads_to, 'UTF8'))
  where c.state = 'skipped' and c.reason = 'redirect' and l.step <= $5
), dead as (
  select distinct l.url_key from led l
  join crawl_urls c on c.organization_id = $6 and c.crawl_id = $7
    and c.url_key = sha256(convert_to(l.leads_to, 'UTF8'))
  where l.step > $8 or c.state in ('failed', 'gone')
    or c.state = 'skipped' and c.reason <> all($9::text[])
)
update crawl_urls u set state = 'waiting', settled_at = null, reason = null, detail = null, leads_to = null,
  attempts = 0, ignores_canonical = true
from dead
where u.organization_id = $10 and u.crawl_id = $11 and u.url_key = dead.url_key
returning u.url_key;

-- src/sources/crawl/frontier/frontier-queries.ts: reviveDuplicates

update crawl_urls set state = 'waiting', settled_at = null, reason = null, detail = null, leads_to = null,
  attempts = 0
where organization_id = $1 and crawl_id = $2 and state = 'skipped' and reason = 'duplicate'
  and leads_to = $3
returning url_key;

-- src/sources/crawl/frontier/frontier-queries.ts: selectFaults

select (select url || ': ' || case state when 'gone' then 'there is no such page' else coalesce(detail, 'it failed') end from crawl_urls where organization_id = $1 and crawl_id = $2 and depth = 0 and (state in ('failed', 'gone')
    or state = 'skipped' and reason = any($3::text[]))
    and not exists (select from crawl_urls where organization_id = $4 and crawl_id = $5 and depth = 0 and state in ('indexed', 'unchanged'))
  order by position limit 1) as start,
  (select url || ': ' || case state when 'gone' then 'there is no such page' else coalesce(detail, 'it failed') end from crawl_urls where organization_id = $6 and crawl_id = $7 and state = 'failed' order by position limit 1) as page,
  (select count(*) from crawl_urls where organization_id = $8 and crawl_id = $9 and state = 'failed' and leads_to is null and (status_code is null
      or status_code between 200 and 299 or status_code = 408 or status_code >= 429)) as unanswered,
  exists (select from crawl_urls where organization_id = $10 and crawl_id = $11 and state = 'skipped' and reason = 'quota') as "isPlanFull";

-- src/sources/crawl/frontier/frontier-queries.ts: selectKnownUrls

select url from crawl_urls where organization_id = $1 and crawl_id = $2
  and (reason is null or reason not in ('scope', 'type', 'pattern', 'depth', 'trap'));

-- src/sources/crawl/frontier/frontier-queries.ts: selectNearer

with given as materialized (
  select * from unnest($1::bytea[], $2::text[],
      $3::smallint[]) g (url_key, url, depth)
), led as materialized (
  select g.url as found_on, g.depth + 1 as depth, 0 as hops, sha256(convert_to(link, 'UTF8')) as url_key
  from given g
  join page_links l on l.organization_id = $4 and l.source_id = $5 and l.url_key = g.url_key,
    lateral unnest(l.links) link
  union all
  select g.url, g.depth, p.hops + 1, sha256(convert_to(p.leads_to, 'UTF8'))
  from given g
  join crawl_urls p on p.organization_id = $6 and p.crawl_id = $7 and p.url_key = g.url_key
  where p.state = 'skipped' and p.reason in ('redirect', 'canonical')
)
select distinct on (u.url_key) u.url, led.depth, led.found_on as "foundOn", led.hops
from led join crawl_urls u on u.organization_id = $8 and u.crawl_id = $9 and u.url_key = led.url_key
where led.depth < u.depth order by u.url_key, led.depth, led.hops;

-- src/sources/crawl/frontier/frontier-queries.ts: selectPageUrls

select url from source_pages
where organization_id = $1 and source_id = $2 and url is not null;

-- src/sources/crawl/frontier/frontier-queries.ts: selectUnseenPage

select p.url from source_pages p
left join crawl_urls u on u.organization_id = p.organization_id and u.crawl_id = $1 and u.url_key = p.url_key
where p.organization_id = $2 and p.source_id = $3
  and (u.state is null or u.state in ('waiting', 'skipped', 'gone'))
order by u.state = 'waiting' nulls first, u.depth desc, u.position desc limit 1;

-- src/sources/crawl/frontier/frontier-queries.ts: selectUrl

select state, reason, leads_to as "leadsTo" from crawl_urls
where organization_id = $1 and crawl_id = $2 and url_key = $3;

-- src/sources/crawl/frontier/frontier-queries.ts: skipWaiting

update crawl_urls set state = 'skipped', reason = $1, detail = $2, not_before = null,
  settled_at = $3
where organization_id = $4 and crawl_id = $5 and state = 'waiting'
  and url_key <> all($6::bytea[])
returning url_key;

-- src/sources/crawl/frontier/frontier-queries.ts: takeUrl

with held as materialized (
  select _id from crawls where organization_id = $1 and _id = $2 and lease_token = $3
    and state = 'running'
), next as materialized (
  select url_key, url, depth, hops, attempts, ignores_canonical, not_before,
    not_before is null or not_before <= clock_timestamp() as is_due
  from crawl_urls
  where organization_id = $4 and crawl_id = $5 and state = 'waiting'
    and url_key <> all($6::bytea[])
  order by depth, not_before nulls first, changed_at desc nulls last, position limit 1
), taken as (
  update crawl_urls u set attempts = u.attempts + 1 from next
  where u.organization_id = $7 and u.crawl_id = $8 and u.url_key = next.url_key
    and next.is_due and exists (select from held)
)
select exists (select from held) as is_held, next.url, next.depth, next.hops, next.attempts + 1 as attempts,
  next.ignores_canonical, p.etag, p.last_modified, l.links,
  case when not next.is_due then 1000 * extract(epoch from next.not_before - clock_timestamp())::float end as wait_ms
from (values (1)) one (row)
left join next on true
left join page_links l
  on l.organization_id = $9 and l.source_id = $10 and l.url_key = (select url_key from next)
left join source_pages p
  on p.organization_id = $11 and p.source_id = $12 and p.url_key = (select url_key from next);

-- src/sources/crawl/frontier/frontier-queries.ts: updateUrl

update crawl_urls set state = $1, reason = $2, detail = $3, leads_to = $4,
  status_code = $5, bytes = coalesce(bytes, 0) + $6::bigint, not_before = null, settled_at = $7
where organization_id = $8 and crawl_id = $9 and url_key = $10
  and state = 'waiting'
returning depth;

-- src/sources/crawl/frontier/frontier-queries.ts: upsertLinks

insert into page_links as l (organization_id, source_id, url_key, links)
values ($1, $2, $3, $4::text[])
on conflict (organization_id, source_id, url_key) do update set links = excluded.links
where l.links <> excluded.links;

-- src/sources/index/store-queries.ts: addToSource

update sources set page_count = page_count + $1, word_count = word_count + $2, updated_at = $3
where organization_id = $4 and _id = $5;

-- src/sources/index/store-queries.ts: clearLateEntries

select gin_clean_pending_list(c.oid::regclass) from pg_class c
where c.oid in (to_regclass('page_chunks_words'), to_regclass('page_chunks_heading_words'))
  and pg_has_role(c.relowner, 'usage');

-- src/sources/index/store-queries.ts: deleteOtherWords

delete from source_words w
where w.organization_id = $1 and w.source_id = $2
  and not exists (select from unnest($3::text[]) kept (word) where kept.word = w.word);

-- src/sources/index/store-queries.ts: deletePages

delete from source_pages
where organization_id = $1 and source_id = $2 and url_key = any($3::bytea[])
returning coalesce(url, title) as url;

-- src/sources/index/store-queries.ts: giveLinksBack

update organization_links set indexed = indexed - $1 where organization_id = $2;

-- src/sources/index/store-queries.ts: insertChunks

insert into page_chunks (organization_id, project_id, source_id, page_id, ordinal, heading, anchor, text, words,
    heading_words)
select $1, $2, $3, $4,
  c.ordinal + $5::integer, c.heading, c.anchor, c.text,
  h.words || setweight(to_tsvector($6::regconfig, c.text_form), 'D'), strip(h.words)
from unnest($7::text[], $8::text[],
    $9::text[], $10::text[],
    $11::text[])
with ordinality c (heading, anchor, text, heading_form, text_form, ordinal),
  lateral (select setweight(to_tsvector($12::regconfig, $13), 'A')
      || setweight(to_tsvector($14::regconfig, c.heading_form), 'B') as words) h;

-- src/sources/index/store-queries.ts: insertWords

with missing as materialized (
  select given.word from unnest($1::text[]) given (word)
  where not exists (
    select from source_words w
    where w.organization_id = $2 and w.source_id = $3 and w.word = given.word offset 0))
insert into source_words (organization_id, project_id, source_id, word, form)
select $4, $5, $6, word, search_form(word) from missing order by word
on conflict (organization_id, source_id, word) do nothing returning word;

-- src/sources/index/store-queries.ts: lockSource

select source_type, page_count, word_count from sources
where organization_id = $1 and _id = $2 for update;

-- src/sources/index/store-queries.ts: recountWords

update sources set word_count = (
  select count(*) from source_words where organization_id = $1 and source_id = $2)
where organization_id = $3 and _id = $4;

-- src/sources/index/store-queries.ts: selectChunks

select heading, anchor, text from page_chunks
where organization_id = $1 and page_id = $2 order by ordinal;

-- src/sources/index/store-queries.ts: selectHasPage

select _id from source_pages
where organization_id = $1 and source_id = $2 and url_key = $3;

-- src/sources/index/store-queries.ts: selectIsPlanExceeded

select l.indexed > o.plan_links as is_exceeded
from organization_links l join organizations o on o._id = l.organization_id
where l.organization_id = $1;

-- src/sources/index/store-queries.ts: selectLikePages

select _id, coalesce(url, title) as url, text_hash = $1 as has_same_text from source_pages,
  lateral (select bit_count((simhash # $2::bigint)::bit(64)) as distance) d
where organization_id = $3 and source_id = $4 and url_key <> $5
  and (text_hash = $6 or title = $7 and distance <= $8::integer)
order by text_hash = $9 desc, distance, first_indexed_at, _id limit $10;

-- src/sources/index/store-queries.ts: selectPagesNotSeen

select p.url_key from source_pages p
where p.organization_id = $1 and p.source_id = $2
  and not exists (select from crawl_urls u
    where u.organization_id = p.organization_id and u.crawl_id = $3 and u.url_key = p.url_key
      and u.state in ('indexed', 'unchanged', 'failed'));

-- src/sources/index/store-queries.ts: selectStoredPage

select _id, text_hash = $1 and title = $2 as is_unchanged,
  etag is not null or last_modified is not null as has_validators
from source_pages
where organization_id = $3 and source_id = $4 and url_key = $5;

-- src/sources/index/store-queries.ts: selectTitles

select _id, title from source_pages
where organization_id = $1 and source_id = $2 order by _id desc;

-- src/sources/index/store-queries.ts: selectUrlState

select state from crawl_urls
where organization_id = $1 and crawl_id = $2 and url_key = $3;

-- src/sources/index/store-queries.ts: selectWordCount

select word_count from sources where organization_id = $1 and _id = $2;

-- src/sources/index/store-queries.ts: takeLink

insert into organization_links as l (organization_id, indexed)
select _id, 1 from organizations where _id = $1 and (plan_links > 0 or $2::boolean)
on conflict (organization_id) do update set indexed = l.indexed + 1
where $3::boolean
  or l.indexed < (select plan_links from organizations o where o._id = l.organization_id)
returning organization_id;

-- src/sources/index/store-queries.ts: updateValidators

update source_pages set etag = $1, last_modified = $2
where organization_id = $3 and source_id = $4 and url_key = $5
  and (etag, last_modified) is distinct from ($6::text, $7::text);

-- src/sources/index/store-queries.ts: upsertPage

with old as (delete from page_chunks where organization_id = $1 and page_id = $2)
insert into source_pages (organization_id, project_id, source_id, _id, url, url_key, title, language, text_hash,
    simhash, text_size, chunk_count, byte_size, etag, last_modified, first_indexed_at, indexed_at)
values ($3, $4, $5, $6, $7, $8,
    $9, $10, $11, $12::bigint, $13,
    $14, $15, $16, $17, $18, $19)
on conflict (organization_id, _id) do update set title = excluded.title, language = excluded.language,
  text_hash = excluded.text_hash, simhash = excluded.simhash, text_size = excluded.text_size,
  chunk_count = excluded.chunk_count, byte_size = excluded.byte_size, etag = excluded.etag,
  last_modified = excluded.last_modified, indexed_at = excluded.indexed_at;

-- src/sources/pages-queries.ts: selectIndexedPages

select _id, url, title, language, chunk_count, byte_size, first_indexed_at, indexed_at from source_pages
where organization_id = $1 and project_id = $2 and source_id = $3 and true order by _id
limit (select $4::bigint) offset (select $5::bigint);

select count(*) as total from source_pages
where organization_id = $1 and project_id = $2 and source_id = $3 and true;

-- src/sources/pages-queries.ts: selectPagePassages

select chunk_count from source_pages
where organization_id = $1 and _id = $2 and project_id = $3
  and source_id = $4;

select ordinal, heading, anchor, text from page_chunks
where organization_id = $1 and page_id = $2 and project_id = $3
  and source_id = $4
order by ordinal limit $5::bigint offset $6::bigint;

-- src/sources/queries.ts: selectSource

select s._id, s.name, s.source_type, s.sync_status, s.sync_error, s.domain, s.file_size, s.file_type,
  s.page_count, s.crawling_strategy, s.max_pages, s.max_depth, s.include_patterns, s.exclude_patterns, s.frequency_days,
  s.crawler, case when c._id is null then 'null'::jsonb else jsonb_build_object(
      '_id', c._id, 'state', c.state, 'found', c.found, 'fetched', c.fetched, 'indexed', c.indexed,
      'unchanged', c.unchanged, 'skipped', c.skipped, 'failed', c.failed, 'gone', c.gone, 'bytes', c.bytes,
      'stopped_by', c.stopped_by, 'waits_for', case when c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp() then
      case when exists (select from crawls h
        where h.host = c.host and h.lease_token is not null and h.organization_id = c.organization_id) then 'host'
      else 'worker' end end,
      'waits_since', case when c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp() then to_char(c.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'error', c.error, 'started_at', to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished_at', to_char(c.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as crawl, s.last_crawled_at, s.next_crawl_at, s.created_by, s.created_at, s.updated_at from sources s
left join crawls c on c.organization_id = s.organization_id and c._id = s.crawl_id
where s.organization_id = $1 and s.project_id = $2 and s._id = $3;

-- src/sources/queries.ts: selectSources

select s._id, s.name, s.source_type, s.sync_status, s.sync_error, s.domain, s.file_size, s.file_type,
  s.page_count, s.crawling_strategy, s.max_pages, s.max_depth, s.include_patterns, s.exclude_patterns, s.frequency_days,
  s.crawler, case when c._id is null then 'null'::jsonb else jsonb_build_object(
      '_id', c._id, 'state', c.state, 'found', c.found, 'fetched', c.fetched, 'indexed', c.indexed,
      'unchanged', c.unchanged, 'skipped', c.skipped, 'failed', c.failed, 'gone', c.gone, 'bytes', c.bytes,
      'stopped_by', c.stopped_by, 'waits_for', case when c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp() then
      case when exists (select from crawls h
        where h.host = c.host and h.lease_token is not null and h.organization_id = c.organization_id) then 'host'
      else 'worker' end end,
      'waits_since', case when c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp() then to_char(c.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'error', c.error, 'started_at', to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished_at', to_char(c.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as crawl, s.last_crawled_at, s.next_crawl_at, s.created_by, s.created_at, s.updated_at from sources s
left join crawls c on c.organization_id = s.organization_id and c._id = s.crawl_id where s.organization_id = $1 and s.project_id = $2 and true order by _id
limit (select $3::bigint) offset (select $4::bigint);

select count(*) as total from sources s
left join crawls c on c.organization_id = s.organization_id and c._id = s.crawl_id where s.organization_id = $1 and s.project_id = $2 and true;

-- src/sources/queries.ts: selectWholeSource

select s._id, s.name, s.source_type, s.sync_status, s.sync_error, s.domain, s.file_size, s.file_type,
  s.page_count, s.crawling_strategy, s.max_pages, s.max_depth, s.include_patterns, s.exclude_patterns, s.frequency_days,
  s.crawler, case when c._id is null then 'null'::jsonb else jsonb_build_object(
      '_id', c._id, 'state', c.state, 'found', c.found, 'fetched', c.fetched, 'indexed', c.indexed,
      'unchanged', c.unchanged, 'skipped', c.skipped, 'failed', c.failed, 'gone', c.gone, 'bytes', c.bytes,
      'stopped_by', c.stopped_by, 'waits_for', case when c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp() then
      case when exists (select from crawls h
        where h.host = c.host and h.lease_token is not null and h.organization_id = c.organization_id) then 'host'
      else 'worker' end end,
      'waits_since', case when c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp() then to_char(c.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'error', c.error, 'started_at', to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished_at', to_char(c.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as crawl, s.last_crawled_at, s.next_crawl_at, s.created_by, s.created_at, s.updated_at, s.start_url from sources s
left join crawls c on c.organization_id = s.organization_id and c._id = s.crawl_id
where s.organization_id = $1 and s.project_id = $2 and s._id = $3;

-- src/sources/room-queries.ts: selectKnowledgeRoom

select coalesce(l.indexed, 0) as links, o.plan_links as links_max,
  (select count(*) from sources where organization_id = o._id and domain is not null) as domains,
  (select count(*) from crawls
    where organization_id = o._id and state in ('waiting', 'running')) as open_crawls
from organizations o left join organization_links l on l.organization_id = o._id
where o._id = $1;

-- src/sources/search/left-out-queries.ts: selectLeftOutUrls

with domains as (
  select _id, name, crawl_id from sources
  where organization_id = $1 and project_id = $2 and crawl_id is not null
  order by updated_at desc limit $3)
select s._id as source_id, s.name as source_name, u.url, u.state, u.reason, u.detail
from domains s,
  lateral (select url, state, reason, detail, position from crawl_urls
    where organization_id = $4 and crawl_id = s.crawl_id
    order by position limit $5) u,
  lateral (select count(*) as words from unnest($6::text[]) w (word)
    where strpos(lower(u.url), w.word) > 0) found
where found.words > 0 and (u.state = 'failed'
    or u.state = 'skipped' and u.reason not in ('redirect', 'canonical', 'duplicate'))
order by found.words desc, u.position limit $7;

-- src/sources/search/search-queries.ts: countPassages

select array[(select count(*) from (
  select from page_chunks where organization_id = $1 and project_id = $2 and project_terms(project_id, words) @@ $3::tsquery limit $4) c)::integer] as counts;

-- src/sources/search/search-queries.ts: readQuestion

select q.whole::text, case when querytree(q.whole) in ('', 'T') then '' else querytree(q.whole) end as wanted,
  (select coalesce(jsonb_agg(to_jsonb(tsvector_to_array(to_tsvector(c.name::regconfig, w.word))) order by w.ordinal), '[]')
    from unnest($1::text[]) with ordinality w (word, ordinal)) as stems
from unnest($2::text[]) with ordinality c (name, ordinal),
  lateral (select websearch_to_tsquery(c.name::regconfig, $3) as whole) q
order by c.ordinal;

-- src/sources/search/search-queries.ts: selectFoundPassages

with of_first as materialized (
    (select c.page_id, c.ordinal
      from unnest($1::text[])
      with ordinality s (query, ordinal),
        lateral (select page_id, ordinal from page_chunks
          where organization_id = $2 and project_id = $3 and project_terms(project_id, heading_words) @@ s.query::tsquery and words @@ $4::tsquery
          limit $5) c
      limit $6) union
    (select c.page_id, c.ordinal
      from unnest($7::text[])
      with ordinality s (query, ordinal),
        lateral (select page_id, ordinal from page_chunks
          where organization_id = $8 and project_id = $9 and project_terms(project_id, words) @@ s.query::tsquery and words @@ $10::tsquery
          limit $11) c
      limit $12)),
  found as (select * from of_first),
  best as (
    select page_id, ordinal, c.words,
      w.bare @@ $13::tsquery as has_all,
      case when w.bare @@ $14::tsquery then $15::float8 else 0 end + $16::float8 * (case when c.heading_words @@ $17::tsquery then $18::float8 else 0 end) as share
    from found join page_chunks c using (page_id, ordinal),
      lateral (select strip(c.words) as bare offset 0) w
    where c.organization_id = $19
    order by has_all desc, share desc, page_id, ordinal limit $20)
select page_id, ordinal, has_all, (share + $21::float8 * ts_rank_cd('{0.15, 0.2, 0.6, 1}'::real[], c.words, $22::tsquery, 33)) / $23::float8 as rank
from best c order by has_all desc, rank desc, page_id, ordinal;

-- src/sources/search/search-queries.ts: selectLanguages

with recursive languages as (
    (select language from source_pages where organization_id = $1 and project_id = $2 order by language limit 1)
  union all
  select (select language from source_pages where organization_id = $3 and project_id = $4 and language > l.language order by language limit 1)
  from languages l where l.language is not null)
select p.language as own, array(select language from languages where language is not null) as found
from projects p where p.organization_id = $5 and p._id = $6;

-- src/sources/search/search-queries.ts: selectLikeWords

with a as materialized (select asked, ordinal, search_form(asked) as form, length(search_form(asked)) as letters
  from unnest($1::text[]) with ordinality w (asked, ordinal))
select a.asked, l.word, a.form as asked_form, l.form
from a,
  lateral (select case when letters <= 3 then 1 when letters <= 6 then 2 else 3 end as head_letters,
      case when letters <= 5 then 1 else 2 end as off) m,
  lateral (select left(a.form, head_letters) as head, left(reverse(a.form), letters - head_letters - 1) as tail) p,
  lateral (
    select word, form, likeness from (
      select more, word, form, similarity(form, a.form) as likeness
      from (values (0), (1), (-1), (2), (-2)) d (more), lateral (select letters + more as size) e,
        lateral (
          select word, form from source_words
          where organization_id = $2 and project_id = $3 and length(form) = size
            and form collate "C" >= head and form collate "C" < head || chr(1114111) union all
          select word, form from source_words
          where organization_id = $4 and project_id = $5 and length(form) = size
            and reverse(form) collate "C" >= tail and reverse(form) collate "C" < tail || chr(1114111)) c) c
    where likeness >= $6 and abs(more) <= off
    group by 1, 2, 3 order by likeness desc, form, word limit $7) l
order by a.ordinal, l.likeness desc, l.form, l.word;

-- src/sources/search/search-queries.ts: selectPassages

select c.page_id, c.ordinal, p.url as page_url, c.source_id, s.name as source_name, p.title, p.language, c.heading,
  c.anchor, c.text,
  ts_headline(coalesce(l.configuration, 'simple')::regconfig,
      replace(replace(replace(replace(c.text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), $1::tsquery,
  'StartSel=<mark>, StopSel=</mark>, MaxFragments=2, MinWords=12, MaxWords=30, FragmentDelimiter=" … "') as highlight
from unnest($2::uuid[], $3::integer[])
  f (page_id, ordinal)
join page_chunks c on c.organization_id = $4 and c.page_id = f.page_id and c.ordinal = f.ordinal
join source_pages p on p.organization_id = $5 and p._id = c.page_id
join sources s on s.organization_id = $6 and s._id = c.source_id
left join unnest($7::text[],
    $8::text[]) l (language, configuration)
  on l.language = p.language
where c.project_id = $9;

-- src/users/access-queries.ts: selectPerson

select u._id as user_id, u.name, u.is_operator, m.role, m.project_ids,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' ' || pg_current_wal_flush_lsn() as must_see,
  case when $1::uuid is null
  then exists (select from organizations where _id = $2::uuid)
  else exists (select from projects where organization_id = $3::uuid and _id = $4::uuid)
  end as is_place from users u left join memberships m on m.organization_id = $5::uuid and m.user_id = u._id where lower(u.email) = lower($6);

-- src/users/access-queries.ts: selectSession

select u._id as user_id, u.name, u.is_operator, m.role, m.project_ids,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' ' || pg_current_wal_flush_lsn() as must_see,
  case when $1::uuid is null
  then exists (select from organizations where _id = $2::uuid)
  else exists (select from projects where organization_id = $3::uuid and _id = $4::uuid)
  end as is_place, c._id as credential_id, c.seen_at, c.confirmed_at
from sessions c join users u on u._id = c.user_id left join memberships m on m.organization_id = $5::uuid and m.user_id = u._id
where c.token_hash = $6 and c.seen_at > $7 and c.created_at > $8;

-- src/users/access-queries.ts: selectUserToken

select u._id as user_id, u.name, u.is_operator, m.role, m.project_ids,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' ' || pg_current_wal_flush_lsn() as must_see,
  case when $1::uuid is null
  then exists (select from organizations where _id = $2::uuid)
  else exists (select from projects where organization_id = $3::uuid and _id = $4::uuid)
  end as is_place, c._id as credential_id, c.last_used_at as seen_at, c.name as token_name, c.role as token_role
from user_tokens c join users u on u._id = c.user_id left join memberships m on m.organization_id = $5::uuid and m.user_id = u._id
where c.token_hash = $6 and c.ends_at > $7;

-- src/users/access-queries.ts: updateSessionSeen

with seen as (
  update sessions set seen_at = $1 where _id = $2 and seen_at < $3 returning user_id
)
update users u set seen_at = $4 from seen where u._id = seen.user_id;

-- src/users/access-queries.ts: updateUserTokenUsed

with seen as (
  update user_tokens set last_used_at = $1
  where _id = $2 and (last_used_at is null or last_used_at < $3) returning user_id
)
update users u set seen_at = $4 from seen where u._id = seen.user_id;

-- src/users/link-queries.ts: deleteLink

delete from user_links l where l.token_hash = $1 and l.ends_at > $2 and (l.organization_ids is null or exists (
  select from memberships m where m.user_id = l.user_id and m.organization_id = any(l.organization_ids))) returning l.organization_ids;

-- src/users/link-queries.ts: deleteLinksOf

delete from user_links where user_id = $1 and kind = any($2::text[]);

-- src/users/link-queries.ts: deletePastLinks

delete from user_links where _id in (select _id from user_links where ends_at < $1 limit 1000) returning _id;

-- src/users/link-queries.ts: insertLink

with older as (delete from user_links where user_id is not distinct from $1::uuid)
insert into user_links (_id, kind, user_id, token_hash, created_at, ends_at, organization_ids)
values ($2, $3, $4, $5, $6, $7,
    $8::uuid[]);

-- src/users/link-queries.ts: selectLink

select l.kind, l.user_id, u.email, u.name, l.ends_at
from user_links l left join users u on u._id = l.user_id
where l.token_hash = $1 and l.ends_at > $2 and (l.organization_ids is null or exists (
  select from memberships m where m.user_id = l.user_id and m.organization_id = any(l.organization_ids)));

-- src/users/link-queries.ts: updateLinksNarrowed

update user_links set organization_ids = array_remove(
    coalesce(organization_ids, array(select organization_id from memberships where user_id = $1)),
    $2::uuid)
where user_id = $3 and kind = 'invitation';

-- src/users/membership-queries.ts: deleteMember

delete from memberships where organization_id = $1 and user_id = $2;

-- src/users/membership-queries.ts: deleteOtherRoles

delete from memberships where user_id = $1 and organization_id <> all($2::uuid[])
  and is_here(organization_id)
returning organization_id, role;

-- src/users/membership-queries.ts: insertMember

insert into memberships (organization_id, user_id, role, project_ids, created_at, updated_at)
values ($1, $2, $3, $4::uuid[], $5, $6)
on conflict do nothing returning user_id;

-- src/users/membership-queries.ts: lockMember

select u._id, u.email, u.name, m.role, m.project_ids, u.is_operator,
  u.password_hash is not null as has_password,
  (select confirmed_at from second_factors f where f.user_id = u._id) as second_factor_since, u.seen_at, m.created_at, m.updated_at from memberships m join users u on u._id = m.user_id
where m.organization_id = $1 and m.user_id = $2 for update of m;

-- src/users/membership-queries.ts: lockPeople

select pg_advisory_xact_lock(hashtext('switchboard people'), hashtext($1));

-- src/users/membership-queries.ts: lockRoles

select organization_id, role from memberships where user_id = $1 and is_here(organization_id)
order by organization_id for update;

-- src/users/membership-queries.ts: selectHasOtherOwner

select exists (
  select from memberships m join users u on u._id = m.user_id
  where m.organization_id = $1 and m.user_id <> $2
    and m.role = 'owner' and m.project_ids is null
    and ((u.password_hash is not null
        or exists (select from cell_accounts a where a.email = lower(u.email) and a.cell is not null)) or not exists (select from users u where u._id = $3 and (u.password_hash is not null
            or exists (select from cell_accounts a where a.email = lower(u.email) and a.cell is not null))))) as has;

-- src/users/membership-queries.ts: selectKnownProjects

select _id from projects where organization_id = $1 and _id = any($2::uuid[]);

-- src/users/membership-queries.ts: selectMembers

select u._id, u.email, u.name, m.role, m.project_ids, u.is_operator,
  u.password_hash is not null as has_password,
  (select confirmed_at from second_factors f where f.user_id = u._id) as second_factor_since, u.seen_at, m.created_at, m.updated_at from memberships m join users u on u._id = m.user_id where m.organization_id = $1 order by lower(u.name), u._id limit $2::bigint offset $3::bigint;

select count(*) as total from memberships m join users u on u._id = m.user_id where m.organization_id = $1;

-- src/users/membership-queries.ts: selectOpenOrganizations

select o._id, o.name, m.role, m.project_ids,
  exists (select from demos d where d.organization_id = o._id) as is_demo,
  array(select u.name from memberships w join users u on u._id = w.user_id
    where w.organization_id = o._id and w.role = 'owner' and w.project_ids is null
    order by u.name, u._id limit 3) as owners,
  json_build_object('status', o.plan_status, 'whatsapp_sends', o.plan_whatsapp_sends, 'links', o.plan_links,
      'sends_used', coalesce((select q.consumed + q.reserved from whatsapp_quotas q where q.organization_id = o._id), 0),
      'links_used', coalesce((select l.indexed from organization_links l where l.organization_id = o._id), 0)) as plan,
  coalesce((
    select jsonb_agg(jsonb_build_object('_id', p._id, 'name', p.name, 'status', p.status, 'timezone', p.timezone,
        'language', p.language) order by p.name)
    from projects p
    where p.organization_id = o._id
      and ($1 or m.project_ids is null or p._id = any(m.project_ids))), '[]') as projects
from organizations o
left join memberships m on m.organization_id = o._id and m.user_id = $2
where ($3 or m.user_id is not null)
  and ($4::uuid is null or o._id = $5::uuid)
  and not exists (select from organization_moves v
    where v.organization_id = o._id and (v.side = 'target' or v.state = 'left')) order by o.name, o._id limit $6::bigint offset $7::bigint;

select count(*) as total from organizations o
left join memberships m on m.organization_id = o._id and m.user_id = $1
where ($2 or m.user_id is not null)
  and ($3::uuid is null or o._id = $4::uuid)
  and not exists (select from organization_moves v
    where v.organization_id = o._id and (v.side = 'target' or v.state = 'left'));

-- src/users/membership-queries.ts: selectSharedRoles

select m.role, case when o.project_ids is null then o.role end as others_role
from memberships m
left join memberships o on o.organization_id = m.organization_id and o.user_id = $1
where m.user_id = $2;

-- src/users/membership-queries.ts: updateMember

update memberships set role = $1, project_ids = $2::uuid[], updated_at = $3
where organization_id = $4 and user_id = $5;

-- src/users/queries.ts: deleteAccess

with roles as (delete from memberships where user_id = $1),
  tokens as (delete from user_tokens where user_id = $2),
  links as (delete from user_links where user_id = $3),
  second_factor as (delete from second_factors where user_id = $4),
  password as (update users set password_hash = null where _id = $5)
delete from sessions where user_id = $6;

-- src/users/queries.ts: insertOwnerships

insert into memberships (organization_id, user_id, role, created_at, updated_at)
select _id, $1, 'owner', $2::timestamptz, $3::timestamptz from organizations
on conflict do nothing returning organization_id;

-- src/users/queries.ts: insertUser

insert into users (_id, email, name, password_hash, is_operator, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (lower(email)) do nothing returning _id;

-- src/users/queries.ts: lockAccountByEmail

select _id, name, email, is_operator, password_hash from users where lower(email) = lower($1) for update;

-- src/users/queries.ts: lockFirstOwner

select pg_advisory_xact_lock(hashtext('switchboard first owner'));

-- src/users/queries.ts: lockPassword

select from users where _id = $1 and password_hash = $2 for share;

-- src/users/queries.ts: lockUser

select from users where _id = $1 for update;

-- src/users/queries.ts: selectAccount

select _id, name, email, is_operator, password_hash from users where _id = $1;

-- src/users/queries.ts: selectAccountByEmail

select _id, name, email, is_operator, password_hash from users where lower(email) = lower($1);

-- src/users/queries.ts: selectHasUser

select exists (select from users where password_hash is not null) as has;

-- src/users/queries.ts: selectListedUsers

select u._id, u.email, u.name, u.is_operator, u.password_hash is not null as has_password, o.name as organization,
  m.role, u.seen_at
from users u left join memberships m on m.user_id = u._id left join organizations o on o._id = m.organization_id
order by lower(u.email), o.name limit 10000;

-- src/users/queries.ts: selectOrganizationByName

select _id, name from organizations where name = $1 or _id::text = lower($2) limit 1;

-- src/users/queries.ts: selectUser

select _id, email, name, is_operator, language, timezone, theme, created_at, updated_at from users where _id = $1;

-- src/users/queries.ts: updateOwnPassword

update users set password_hash = $1, updated_at = $2
where _id = $3 and password_hash = $4 returning _id;

-- src/users/queries.ts: updateUser

update users set
  name = case when $1 then $2 else name end,
  language = case when $3 then $4 else language end,
  timezone = case when $5 then $6 else timezone end,
  theme = case when $7 then $8 else theme end,
  updated_at = $9
where _id = $10 returning _id, email, name, is_operator, language, timezone, theme, created_at, updated_at;

-- src/users/queries.ts: updateUserOperator

update users set is_operator = $1, updated_at = $2 where _id = $3;

-- src/users/queries.ts: updateUserPassword

update users set password_hash = $1, name = coalesce($2::text, name), updated_at = $3
where _id = $4;

-- src/users/second-factor-queries.ts: deleteRecoveryCode

delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id;

-- src/users/second-factor-queries.ts: deleteSecondFactor

delete from second_factors where user_id = $1 returning user_id;

-- src/users/second-factor-queries.ts: replaceRecoveryCodes

delete from recovery_codes where user_id = $1;

insert into recovery_codes (user_id, code_hash)
select $1::uuid, code_hash from unnest($2::bytea[]) code_hash;

-- src/users/second-factor-queries.ts: selectHasSecondFactor

select from second_factors where user_id = $1 and confirmed_at is not null;

-- src/users/second-factor-queries.ts: selectOwnSecondFactor

select confirmed_at as since,
  (select count(*) from recovery_codes r where r.user_id = f.user_id) as recovery_codes_left
from second_factors f where user_id = $1 and confirmed_at is not null;

-- src/users/second-factor-queries.ts: selectSecondFactor

select secret, confirmed_at from second_factors where user_id = $1;

-- src/users/second-factor-queries.ts: updateLastPeriod

update second_factors set last_period = $1
where user_id = $2 and last_period < $3
returning user_id;

-- src/users/second-factor-queries.ts: updateSecondFactorConfirmed

select from users where _id = $1 for no key update;

update second_factors set confirmed_at = $1, last_period = $2
where user_id = $3 and secret = $4 and confirmed_at is null
returning user_id;

-- src/users/second-factor-queries.ts: upsertSecondFactor

insert into second_factors as f (user_id, secret, created_at) values ($1, $2, $3)
on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_period = 0
where f.confirmed_at is null
returning user_id;

-- src/users/session-queries.ts: deletePastSessions

delete from sessions where _id in (
  select _id from sessions where seen_at <= $1 or created_at <= $2 limit 1000
) returning _id;

-- src/users/session-queries.ts: deleteSession

delete from sessions where user_id = $1 and _id = $2 returning _id;

-- src/users/session-queries.ts: deleteSessions

delete from sessions where user_id = $1 and _id is distinct from $2::uuid returning _id;

-- src/users/session-queries.ts: deleteSurplusSessions

delete from sessions where _id in (
  select _id from sessions where user_id = $1 order by seen_at desc, _id desc offset $2::bigint
);

-- src/users/session-queries.ts: insertSession

with session as (
  insert into sessions (_id, user_id, token_hash, user_agent, created_at, seen_at, confirmed_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning user_id
)
update users u set seen_at = $8 from session where u._id = session.user_id;

-- src/users/session-queries.ts: selectSessions

select _id, user_agent, created_at, seen_at from sessions
where user_id = $1 and seen_at > $2 and created_at > $3
order by seen_at desc, _id desc limit $4::bigint offset $5::bigint;

select count(*) as total from sessions
where user_id = $1 and seen_at > $2 and created_at > $3;

-- src/users/session-queries.ts: updateSessionConfirmed

update sessions set confirmed_at = $1 where _id = $2;

-- src/users/session-queries.ts: updateSessionToken

update sessions set token_hash = $1, confirmed_at = $2 where _id = $3 returning _id;

-- src/users/throttle-queries.ts: deleteFailures

delete from sign_in_failures where subject = $1;

-- src/users/throttle-queries.ts: deletePastFailures

delete from sign_in_failures where subject in (
  select subject from sign_in_failures where last_at < $1 limit 1000
) returning subject;

-- src/users/throttle-queries.ts: insertFailure

insert into sign_in_failures as f (subject, failures, last_at) values ($1, 1, $2)
on conflict (subject) do update set
  failures = (case when f.last_at < $3::timestamptz then 1 else f.failures + 1 end), last_at = case when f.last_at < $4::timestamptz then $5::timestamptz else f.last_at end,
  blocked_until = case when (case when f.last_at < $6::timestamptz then 1 else f.failures + 1 end) >= $7::integer then $8::timestamptz
  + least($9::float8, $10::float8 * 2 ^ least(20, (case when f.last_at < $11::timestamptz then 1 else f.failures + 1 end) - $12::integer))
  * interval '1 millisecond' end
where f.blocked_until is null or f.blocked_until <= $13
returning subject;

-- src/users/throttle-queries.ts: selectBlockedUntil

select blocked_until from sign_in_failures where subject = $1 and blocked_until > $2;

-- src/users/throttle-queries.ts: selectLower

select lower($1::text) as email;

-- src/users/throttle-queries.ts: updateFailed

update sign_in_failures set last_at = greatest(last_at, $1) where subject = $2;

-- src/users/throttle-queries.ts: updateFailureTakenBack

update sign_in_failures set failures = greatest(0, failures - 1), blocked_until = null where subject = $1;

-- src/users/token-queries.ts: deletePastUserTokens

delete from user_tokens where _id in (
  select _id from user_tokens where ends_at < $1 limit 1000
) returning _id;

-- src/users/token-queries.ts: deleteUserToken

delete from user_tokens where user_id = $1 and _id = $2 returning name;

-- src/users/token-queries.ts: insertUserToken

insert into user_tokens (_id, user_id, name, token_hash, prefix, role, created_at, ends_at)
select $1, $2, $3, $4, $5, $6,
  $7, $8
where (select count(*) from user_tokens where user_id = $9 and ends_at > $10) < $11
returning _id, name, prefix, role, created_at, ends_at, last_used_at;

-- src/users/token-queries.ts: selectUserTokens

select _id, name, prefix, role, created_at, ends_at, last_used_at from user_tokens where user_id = $1 and ends_at > $2 order by created_at desc, _id desc limit $3::bigint offset $4::bigint;

select count(*) as total from user_tokens where user_id = $1 and ends_at > $2;

-- src/webhooks/delivery/claim-queries.ts: claimDeliveries

with
  wanted as materialized (
    select * from unnest($1::uuid[],
        $2::uuid[], $3::bigint[],
        $4::bigint[]) as w (organization_id, endpoint_id, send_window, most)
), chosen as materialized (
  select c.place from wanted w
  cross join lateral (select case when exists (select from database_identity i
    where i.held_since is not null or i.system_identifier <> (select system_identifier from pg_control_system()) or i.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint) then 0 else greatest(0, least(w.most, w.send_window - (select count(*) from webhook_deliveries u
      where u.organization_id = w.organization_id and u.endpoint_id = w.endpoint_id and u.state = 'sending'
        and u.due_at > $5))) end as room offset 0) r
  cross join lateral (
    select place from (
        (select d.ctid as place, 'false'::boolean as is_resent, d.due_at from webhook_deliveries d
          where d.organization_id = w.organization_id and d.endpoint_id = w.endpoint_id and d.state in ('waiting', 'sending')
            and d.resent = 'false'::boolean and d.due_at <= $6
          order by d.due_at limit r.room) union all
        (select d.ctid as place, 'true'::boolean as is_resent, d.due_at from webhook_deliveries d
          where d.organization_id = w.organization_id and d.endpoint_id = w.endpoint_id and d.state in ('waiting', 'sending')
            and d.resent = 'true'::boolean and d.due_at <= $7
          order by d.due_at limit r.room)) both_kinds
    order by is_resent, due_at limit r.room) c
), claimed as (
  update webhook_deliveries d
  set state = case when exists (select from events e where e.organization_id = d.organization_id and e._id = d.event_id)
    then 'sending' else 'exhausted' end, due_at = $8, lease_token = $9, tries = d.tries + 1
  where d.ctid = any(array(select place from chosen)) and d.state in ('waiting', 'sending') and d.due_at <= $10
  returning d.organization_id, d.endpoint_id, d.event_id, d.lease_token, d.tries, d.failures, d.early_at_try,
    d.early_due_at, d.resent
)
select c.endpoint_id, c.lease_token, c.tries, c.failures, c.early_at_try, c.early_due_at, c.resent, e.*
from claimed c
cross join lateral (
  select e._id, e.organization_id, e.project_id, e.type, e.at, e.data, e.texts from events e
  where e.organization_id = c.organization_id and e._id = c.event_id limit 1) e;

-- src/webhooks/delivery/claim-queries.ts: claimInOrder

with
  due as materialized (
    select d.ctid as place, d.due_at, d.state, exists (
      select from (
        select o.event_id from webhook_deliveries o
        where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
          and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
        offset 0) o
      where o.event_id < d.event_id) as is_behind
    from webhook_deliveries d
    where d.organization_id = $1 and d.endpoint_id = $2 and d.state in ('waiting', 'sending')
      and d.resent = $3 and d.due_at <= $4
    order by d.due_at limit $5::bigint), parked as (
      update webhook_deliveries d
      set due_at = case when failures = 0 then $6::timestamptz else $7::timestamptz end
      where d.ctid = any(array(select place from due where is_behind and state = 'waiting')) and d.state = 'waiting'
), wanted as (
  select $8::uuid as organization_id, $9::uuid as endpoint_id,
    $10::bigint as send_window,
    case when (select is_behind from delivery_progress) or exists (select from webhook_resends r where r.organization_id = $11
        and r.endpoint_id = $12 and r.finished_at is null and r.filters = $13) then 0 else $14::bigint end as most
), chosen as materialized (
  select place from due where not is_behind order by due_at limit (select case when exists (select from database_identity i
    where i.held_since is not null or i.system_identifier <> (select system_identifier from pg_control_system()) or i.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint) then 0 else greatest(0, least(w.most, w.send_window - (select count(*) from webhook_deliveries u
      where u.organization_id = w.organization_id and u.endpoint_id = w.endpoint_id and u.state = 'sending'
        and u.due_at > $15))) end from wanted w)), claimed as (
          update webhook_deliveries d
          set state = case when exists (select from events e where e.organization_id = d.organization_id and e._id = d.event_id)
            then 'sending' else 'exhausted' end, due_at = $16, lease_token = $17, tries = d.tries + 1
          where d.ctid = any(array(select place from chosen)) and d.state in ('waiting', 'sending') and d.due_at <= $18
          returning d.organization_id, d.endpoint_id, d.event_id, d.lease_token, d.tries, d.failures, d.early_at_try,
            d.early_due_at, d.resent
)
select c.endpoint_id, c.lease_token, c.tries, c.failures, c.early_at_try, c.early_due_at, c.resent, e.*
from claimed c
cross join lateral (
  select e._id, e.organization_id, e.project_id, e.type, e.at, e.data, e.texts from events e
  where e.organization_id = c.organization_id and e._id = c.event_id limit 1) e;

-- src/webhooks/delivery/claim-queries.ts: holdWaiting

with disabled as materialized (
  select from webhook_endpoints
  where organization_id = $1 and _id = $2 and disabled_at is not null for share)
update webhook_deliveries set state = 'held', lease_token = null
where exists (select from disabled) and ctid = any(array(
  select ctid from webhook_deliveries
  where exists (select from disabled) and organization_id = $3 and endpoint_id = $4
    and (state = 'waiting' or (state = 'sending' and due_at <= $5))
  limit $6::bigint for update))
returning event_id;

-- src/webhooks/delivery/claim-queries.ts: pullWaiting

update webhook_deliveries set due_at = $1, early_at_try = tries,
  early_due_at = case when failures > 0 then due_at end
where state = 'waiting' and ctid = any(array(
  select ctid from webhook_deliveries
  where organization_id = $2 and endpoint_id = $3 and state = 'waiting'
    and due_at > $4 and (early_at_try is null or early_at_try < tries - 1)
  order by due_at limit $5::bigint))
returning event_id;

-- src/webhooks/delivery/line-queries.ts: lockLines

select l.organization_id, l.endpoint_id, p.project_id, p.name, p.url, p.content, p.delivery_order,
  p.rate_per_second, p.version::text as version, p.secret,
  case when p.old_secret_until > $1 then p.old_secret end as old_secret,
  p.disabled_at is not null as is_disabled, is_here(l.organization_id) as is_here, l.arrival_at, l.send_window, l.failures, l.first_failure_at,
  l.failing_since, l.recovering, l.last_success_at, l.held_until
from unnest($2::uuid[], $3::uuid[])
  as k (organization_id, endpoint_id)
join webhook_lines l on l.organization_id = k.organization_id and l.endpoint_id = k.endpoint_id
join webhook_endpoints p on p.organization_id = l.organization_id and p._id = l.endpoint_id
where p.removed_at is null and not exists (
  select from organization_moves m where m.organization_id = l.organization_id and m.is_closed)
for update of l skip locked;

-- src/webhooks/delivery/line-queries.ts: selectClosed

select k.endpoint_id,
  case when m.side = 'source' and m.state = 'closed' then 'closed' else 'removed' end as kind
from unnest($1::uuid[], $2::uuid[])
  as k (organization_id, endpoint_id)
left join organization_moves m on m.organization_id = k.organization_id and m.is_closed
where m.organization_id is not null or not exists (select from webhook_endpoints p
  where p.organization_id = k.organization_id and p._id = k.endpoint_id and p.removed_at is null);

-- src/webhooks/delivery/line-queries.ts: selectDueLines

with recursive open as (
    (select organization_id, endpoint_id from webhook_deliveries where state in ('waiting', 'sending')
      order by organization_id, endpoint_id limit 1)
  union all
  select n.organization_id, n.endpoint_id from open o cross join lateral (
    select d.organization_id, d.endpoint_id from webhook_deliveries d
    where d.state in ('waiting', 'sending')
      and (d.organization_id, d.endpoint_id) > (o.organization_id, o.endpoint_id)
    order by d.organization_id, d.endpoint_id limit 1) n
), due as materialized (
  select l.organization_id, l.endpoint_id, l.failures > 0 as is_failing,
    (l.failures = 0 and l.last_success_at > $1::timestamptz - interval '1 day') is true as is_proven
  from open o
  join webhook_lines l on l.organization_id = o.organization_id and l.endpoint_id = o.endpoint_id
  where is_here(o.organization_id) and (l.held_until is null or l.held_until <= $2)
    and (l.arrival_at is null or l.arrival_at <= $3 or l.arrival_at > $4)
    and l.endpoint_id <> all($5::uuid[])
    and (l.recovering
        or exists (select from webhook_deliveries d where d.organization_id = o.organization_id
            and d.endpoint_id = o.endpoint_id and d.resent = false and d.due_at <= $6
            and d.state in ('waiting', 'sending'))
        or exists (select from webhook_deliveries d where d.organization_id = o.organization_id
            and d.endpoint_id = o.endpoint_id and d.resent = true and d.due_at <= $7
            and d.state in ('waiting', 'sending')))
)
  (select * from due where is_proven order by random() limit $8::bigint)
union all
  (select * from due where not is_failing and not is_proven order by random() limit $9::bigint)
union all
  (select * from due where is_failing order by random() limit $10::bigint);

-- src/webhooks/delivery/line-queries.ts: updateEndpointDisabled

update webhook_endpoints set disabled_at = $1, disabled_why = $2, revision = revision + 1,
  updated_at = $3
where organization_id = $4 and _id = $5 and disabled_at is null
returning _id;

-- src/webhooks/delivery/line-queries.ts: updateLines

update webhook_lines l set send_window = c.send_window, failures = c.failures, first_failure_at = c.first_failure_at,
  failing_since = c.failing_since, recovering = c.recovering, last_success_at = c.last_success_at,
  held_until = c.held_until, arrival_at = c.arrival_at
from unnest($1::uuid[], $2::uuid[],
    $3::integer[], $4::integer[],
    $5::timestamptz[], $6::timestamptz[],
    $7::boolean[], $8::timestamptz[],
    $9::timestamptz[], $10::timestamptz[])
  as c (organization_id, endpoint_id, send_window, failures, first_failure_at, failing_since, recovering,
      last_success_at, held_until, arrival_at)
where l.organization_id = c.organization_id and l.endpoint_id = c.endpoint_id;

-- src/webhooks/delivery/settle-queries.ts: settleTries

with tried as materialized (
  select * from unnest($1::uuid[],
      $2::uuid[], $3::uuid[],
      $4::uuid[], $5::integer[],
      $6::text[], $7::timestamptz[],
      $8::integer[], $9::timestamptz[],
      $10::integer[], $11::integer[],
      $12::text[], $13::text[])
    as t (organization_id, endpoint_id, event_id, lease_token, n, state, due_at, failures, at, milliseconds, status,
        answer, reason)
), found as materialized (
  select d.place from tried t cross join lateral (
    select d.ctid as place from webhook_deliveries d
    where d.organization_id = t.organization_id and d.endpoint_id = t.endpoint_id and d.event_id = t.event_id
      and d.lease_token = t.lease_token limit 1) d
), settled as (
  update webhook_deliveries d
  set state = t.state, due_at = t.due_at, failures = t.failures, lease_token = null
  from tried t
  where d.ctid = any(array(select place from found)) and d.event_id = t.event_id
    and d.endpoint_id = t.endpoint_id and d.lease_token = t.lease_token
  returning d.endpoint_id, d.event_id, d.subject_id, d.state, d.resent
), attempts as (
  insert into webhook_attempts (organization_id, endpoint_id, event_id, n, at, milliseconds, status, answer, reason)
  select t.organization_id, t.endpoint_id, t.event_id, t.n, t.at, t.milliseconds, t.status, t.answer, t.reason
  from tried t join settled s on s.event_id = t.event_id and s.endpoint_id = t.endpoint_id
)
select distinct endpoint_id, subject_id from settled
where (state <> 'waiting' or resent) and endpoint_id = any($14::uuid[]);

-- src/webhooks/delivery/settle-queries.ts: wakeNextOfSubjects

update webhook_deliveries set due_at = $1
where organization_id = $2 and endpoint_id = $3 and state = 'waiting'
  and failures = 0 and due_at > $4 and event_id in (
    select unnest(array[
        (select o.event_id
          from (
            select o.event_id from webhook_deliveries o
            where o.organization_id = $5::uuid and o.endpoint_id = $6::uuid and o.subject_id = s.subject_id
              and o.state in ('waiting', 'sending')
            offset 0) o
          order by o.event_id limit 1),
        (select o.event_id
          from (
            select o.event_id from webhook_deliveries o
            where o.organization_id = $7::uuid and o.endpoint_id = $8::uuid and o.subject_id = s.subject_id
              and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
            offset 0) o
          order by o.event_id limit 1)])
    from unnest($9::uuid[]) as s (subject_id));

-- src/webhooks/endpoints/declared-queries.ts: selectEndpointStandings

select p._id, p.types as event_types, p.version::text as version,
  case when p.old_secret_until > $1 then p.old_secret_until end as old_secret_until, p.disabled_at,
  p.disabled_why, l.failures, l.failing_since, l.last_success_at,
  case when l.held_until > $2 then l.held_until end as held_until, f.last_failure, w.waiting_count,
  w.next_at
from webhook_endpoints p
join webhook_lines l on l.organization_id = p.organization_id and l.endpoint_id = p._id
left join lateral (
  select json_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', a.status, 'reason', a.reason) as last_failure
  from (
    select at, status, reason from webhook_attempts a
    where a.organization_id = p.organization_id and a.endpoint_id = p._id
    order by a.event_id desc, a.n desc limit $3::bigint) a
  where a.reason is not null order by a.at desc limit 1) f on true
cross join lateral (
  select count(*) as waiting_count, min((case when d.state = 'waiting' and (case when p.delivery_order = 'by_subject' and d.state = 'waiting'
      then case when d.resent then (
        select o.event_id
        from (
          select o.event_id from webhook_deliveries o
          where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
            and o.state in ('waiting', 'sending')
          offset 0) o
        where o.event_id < d.event_id order by o.event_id limit 1) else (
          select o.event_id
          from (
            select o.event_id from webhook_deliveries o
            where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
              and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
            offset 0) o
          where o.event_id < d.event_id order by o.event_id limit 1) end end) is null then d.due_at end)) as next_at from (
            select organization_id, endpoint_id, event_id, subject_id, state, due_at, resent from webhook_deliveries d
            where d.organization_id = p.organization_id and d.endpoint_id = p._id and d.state in ('waiting', 'sending')
            order by d.resent, d.due_at limit $4::bigint) d) w
where p.organization_id = $5 and p._id = any($6::uuid[]);

-- src/webhooks/endpoints/declared-queries.ts: upsertEndpoint

with before as materialized (
  select url, delivery_order from webhook_endpoints
  where organization_id = $1 and _id = $2)
insert into webhook_endpoints as p (organization_id, project_id, _id, name, url, declared_types, types, content,
    delivery_order, rate_per_second, version, secret, created_at, updated_at)
values ($3, $4, $5, $6, $7, $8,
    $9, $10, $11, $12, $13::date,
    $14, $15, $16)
on conflict (organization_id, _id) do update set
  name = excluded.name, url = excluded.url, declared_types = excluded.declared_types, types = excluded.types,
  content = excluded.content, delivery_order = excluded.delivery_order,
  rate_per_second = excluded.rate_per_second, secret = case when $17 then p.secret else excluded.secret end,
  old_secret = case when p.secret = case when $18 then p.secret else excluded.secret end then p.old_secret end,
  old_secret_until = case when p.secret = case when $19 then p.secret else excluded.secret end then p.old_secret_until end,
  revision = p.revision + 1, updated_at = excluded.updated_at
where p.removed_at is null
  and (p.name, p.url, p.declared_types, p.types, p.content, p.delivery_order, p.rate_per_second, p.secret)
  is distinct from (excluded.name, excluded.url, excluded.declared_types, excluded.types, excluded.content,
      excluded.delivery_order, excluded.rate_per_second, case when $20 then p.secret else excluded.secret end)
returning _id, (select b.url <> $21 from before b) as moved,
  (select b.delivery_order <> $22 from before b) as reordered;

insert into webhook_lines (organization_id, endpoint_id) values ($1, $2)
on conflict (organization_id, endpoint_id) do nothing;

-- src/webhooks/endpoints/delete-queries.ts: deleteOldSecrets

with past as (
  select organization_id, _id from webhook_endpoints where old_secret_until <= $1 and is_here(organization_id)
  limit $2::bigint for update skip locked)
update webhook_endpoints p set old_secret = null, old_secret_until = null
from past where p.organization_id = past.organization_id and p._id = past._id
returning p._id;

-- src/webhooks/endpoints/delete-queries.ts: deletePastAttempts

delete from webhook_attempts where ctid = any(array(
  select d.ctid from webhook_endpoints p
  cross join lateral (
    select ctid from webhook_attempts d
    where d.organization_id = p.organization_id and d.endpoint_id = p._id and is_here(p.organization_id)
      and d.event_id < case when p.removed_at is null then $1::uuid else $2::uuid end
    order by d.event_id limit $3::bigint) d
  limit $4::bigint))
returning event_id;

-- src/webhooks/endpoints/delete-queries.ts: deletePastDeliveries

delete from webhook_deliveries where ctid = any(array(
  select d.ctid from webhook_endpoints p
  cross join lateral (
    select ctid from webhook_deliveries d
    where d.organization_id = p.organization_id and d.endpoint_id = p._id and is_here(p.organization_id)
      and d.event_id < case when p.removed_at is null then $1::uuid else $2::uuid end
    order by d.event_id limit $3::bigint) d
  limit $4::bigint))
returning event_id;

-- src/webhooks/endpoints/delete-queries.ts: deletePastResends

delete from webhook_resends where (organization_id, _id) in (
  select r.organization_id, r._id from webhook_resends r
  join webhook_endpoints p on p.organization_id = r.organization_id and p._id = r.endpoint_id
  where (r.created_at < $1 or p.removed_at is not null) and is_here(r.organization_id)
  limit $2::bigint)
returning _id;

-- src/webhooks/endpoints/delete-queries.ts: deleteRemovedEndpoints

delete from webhook_endpoints where ctid = any(array(
  select p.ctid from webhook_endpoints p
  where p.removed_at < $1::timestamptz - interval '1 hour' and is_here(p.organization_id)
    and not exists (select from webhook_deliveries d where d.organization_id = p.organization_id and d.endpoint_id = p._id)
    and not exists (select from webhook_attempts d where d.organization_id = p.organization_id and d.endpoint_id = p._id)
    and not exists (select from webhook_resends d where d.organization_id = p.organization_id and d.endpoint_id = p._id)
  limit $2::bigint))
returning _id;

-- src/webhooks/endpoints/endpoint-queries.ts: lockEndpoint

select organization_id, project_id, _id, name, url, content, version::text as version,
  secret, case when old_secret_until > $1 then old_secret end as old_secret, disabled_at, revision from webhook_endpoints
where organization_id = $2 and project_id = $3 and _id = $4
  and removed_at is null for no key update;

-- src/webhooks/endpoints/endpoint-queries.ts: selectEndpoint

select organization_id, project_id, _id, name, url, content, version::text as version,
  secret, case when old_secret_until > $1 then old_secret end as old_secret, disabled_at, revision from webhook_endpoints
where organization_id = $2 and project_id = $3 and _id = $4
  and removed_at is null;

-- src/webhooks/endpoints/endpoint-queries.ts: updateEndpointEnabled

update webhook_endpoints set disabled_at = null, disabled_why = null, revision = revision + 1, updated_at = $1
where organization_id = $2 and _id = $3;

update webhook_lines set send_window = 10, failures = 0, first_failure_at = null, failing_since = null,
  recovering = true, held_until = null
where organization_id = $1 and endpoint_id = $2;

-- src/webhooks/endpoints/endpoint-queries.ts: updateEndpointRemoved

update webhook_endpoints set removed_at = $1, revision = revision + 1, updated_at = $2
where organization_id = $3 and _id = $4;

-- src/webhooks/endpoints/endpoint-queries.ts: updateEndpointSecret

update webhook_endpoints set secret = $1,
  old_secret = case when $2::timestamptz is not null then secret end, old_secret_until = $3,
  revision = revision + 1, updated_at = $4
where organization_id = $5 and _id = $6;

-- src/webhooks/resend/delivery-queries.ts: countDeliveries

select count(*) as count from (
  select from webhook_deliveries d
  join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
  join events e on e.organization_id = d.organization_id and e._id = d.event_id
  where d.organization_id = $1 and d.endpoint_id = $2 and d.state <> 'sending' and $3 limit $4::bigint) counted;

-- src/webhooks/resend/delivery-queries.ts: countHeldDeliveries

select count(*) as count from (
  select from webhook_deliveries
  where organization_id = $1 and endpoint_id = $2 and state = 'held'
  limit $3::bigint) counted;

-- src/webhooks/resend/delivery-queries.ts: selectDeliveries

select d.event_id as _id, e.type, e.subject_kind, e.subject_id, d.state, d.created_at, (case when d.state = 'waiting' and (case when p.delivery_order = 'by_subject' and d.state = 'waiting'
    then case when d.resent then (
      select o.event_id
      from (
        select o.event_id from webhook_deliveries o
        where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
          and o.state in ('waiting', 'sending')
        offset 0) o
      where o.event_id < d.event_id order by o.event_id limit 1) else (
        select o.event_id
        from (
          select o.event_id from webhook_deliveries o
          where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
            and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
          offset 0) o
        where o.event_id < d.event_id order by o.event_id limit 1) end end) is null then d.due_at end) as next_at,
  (case when p.delivery_order = 'by_subject' and d.state = 'waiting'
      then case when d.resent then (
        select o.event_id
        from (
          select o.event_id from webhook_deliveries o
          where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
            and o.state in ('waiting', 'sending')
          offset 0) o
        where o.event_id < d.event_id order by o.event_id limit 1) else (
          select o.event_id
          from (
            select o.event_id from webhook_deliveries o
            where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
              and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
            offset 0) o
          where o.event_id < d.event_id order by o.event_id limit 1) end end) as behind, d.tries, d.resent, (select a.status from webhook_attempts a where a.organization_id = d.organization_id
              and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.n desc limit 1) as last_status, (select a.reason from webhook_attempts a where a.organization_id = d.organization_id
                  and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.n desc limit 1) as last_reason from webhook_deliveries d
join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
join events e on e.organization_id = d.organization_id and e._id = d.event_id
where d.organization_id = $1 and d.endpoint_id = $2 and true order by _id
limit (select $3::bigint) offset (select $4::bigint);

select count(*) as total from webhook_deliveries d
join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
join events e on e.organization_id = d.organization_id and e._id = d.event_id
where d.organization_id = $1 and d.endpoint_id = $2 and true;

-- src/webhooks/resend/delivery-queries.ts: selectDelivery

select d.event_id as _id, e.type, e.subject_kind, e.subject_id, d.state, d.created_at, (case when d.state = 'waiting' and (case when p.delivery_order = 'by_subject' and d.state = 'waiting'
    then case when d.resent then (
      select o.event_id
      from (
        select o.event_id from webhook_deliveries o
        where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
          and o.state in ('waiting', 'sending')
        offset 0) o
      where o.event_id < d.event_id order by o.event_id limit 1) else (
        select o.event_id
        from (
          select o.event_id from webhook_deliveries o
          where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
            and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
          offset 0) o
        where o.event_id < d.event_id order by o.event_id limit 1) end end) is null then d.due_at end) as next_at,
  (case when p.delivery_order = 'by_subject' and d.state = 'waiting'
      then case when d.resent then (
        select o.event_id
        from (
          select o.event_id from webhook_deliveries o
          where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
            and o.state in ('waiting', 'sending')
          offset 0) o
        where o.event_id < d.event_id order by o.event_id limit 1) else (
          select o.event_id
          from (
            select o.event_id from webhook_deliveries o
            where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
              and o.state in ('waiting', 'sending') and (not o.resent or o.state = 'sending')
            offset 0) o
          where o.event_id < d.event_id order by o.event_id limit 1) end end) as behind, d.tries, d.resent, (select a.status from webhook_attempts a where a.organization_id = d.organization_id
              and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.n desc limit 1) as last_status, (select a.reason from webhook_attempts a where a.organization_id = d.organization_id
                  and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.n desc limit 1) as last_reason from webhook_deliveries d
join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
join events e on e.organization_id = d.organization_id and e._id = d.event_id
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id = $3;

select _id, organization_id, project_id, type, at, data, texts from events
where organization_id = $1 and _id = $2;

select n, at, milliseconds, status, answer, reason from webhook_attempts
where organization_id = $1 and endpoint_id = $2 and event_id = $3
order by n desc limit 100;

-- src/webhooks/resend/delivery-queries.ts: updateDeliveriesResent

with chosen as materialized (
  select d.event_id from webhook_deliveries d
  join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
  join events e on e.organization_id = d.organization_id and e._id = d.event_id
  where d.organization_id = $1 and d.endpoint_id = $2 and d.state <> 'sending'
    and ($3::timestamptz is null or d.created_at <= $4)
    and ($5::uuid is null or d.event_id > $6::uuid) and true
  order by d.event_id limit $7::bigint
), updated as (
  update webhook_deliveries u set state = 'waiting', resent = resent or state in ('delivered', 'exhausted'), failures = 0, early_at_try = null, lease_token = null, due_at = $8
  where u.organization_id = $9 and u.endpoint_id = $10 and u.state <> 'sending'
    and u.event_id in (select event_id from chosen)
  returning u.event_id
)
select (select event_id from chosen order by event_id desc limit 1) as last, (select count(*) from chosen) as seen,
  (select count(*) from updated) as queued;

-- src/webhooks/resend/delivery-queries.ts: updateDeliveryResent

update webhook_deliveries set state = 'waiting', resent = resent or state in ('delivered', 'exhausted'), failures = 0, early_at_try = null, lease_token = null, due_at = $1
where organization_id = $2 and endpoint_id = $3 and event_id = $4
  and state <> 'sending'
returning event_id;

-- src/webhooks/resend/resend-queries.ts: insertResend

insert into webhook_resends (organization_id, _id, endpoint_id, filters, created_at, requested_by, deliveries_count)
values ($1, $2, $3, $4, $5,
    $6, $7);

-- src/webhooks/resend/resend-queries.ts: lockOpenResend

select r.organization_id, p.project_id, r._id, r.endpoint_id, r.filters, r.created_at, r.deliveries_count,
  r.queued_count, r.after_event_id
from webhook_resends r join webhook_endpoints p on p.organization_id = r.organization_id and p._id = r.endpoint_id
where r.finished_at is null and is_here(r.organization_id)
order by r.queued_count, r.created_at limit 1 for update of r skip locked;

-- src/webhooks/resend/resend-queries.ts: selectResends

select _id, coalesce(filters, '{}')::jsonb as filters, created_at, requested_by, deliveries_count, queued_count,
  finished_at
from webhook_resends where organization_id = $1 and endpoint_id = $2 order by _id desc limit $3::bigint offset $4::bigint;

select count(*) as total from webhook_resends where organization_id = $1 and endpoint_id = $2;

-- src/webhooks/resend/resend-queries.ts: updateResend

update webhook_resends set queued_count = $1, after_event_id = $2,
  finished_at = $3
where organization_id = $4 and _id = $5;

-- src/whatsapp/agents/chat-queries.ts: isStillHeld

select from agent_conversations
where organization_id = $1 and conversation_id = $2 and lease_token = $3
for share;

-- src/whatsapp/agents/chat-queries.ts: notifyAnswering

select pg_notify($1, '');

-- src/whatsapp/agents/chat-queries.ts: selectAnsweredChat

select c.organization_id, c.conversation_id, c.project_id, c.customer, c.tries, c.fault,
  coalesce(v.phone_number, v.whatsapp_user_id) as address, v.whatsapp_sender_id,
  b._id as broadcast_id, a.after_window_broadcast_id,
  (select m.provider_message_id from messages m
    where m.organization_id = c.organization_id and m.conversation_id = c.conversation_id and m.direction = 'inbound'
    order by m.created_at desc limit 1) as last_received_id,
  c.turn, coalesce((select t.state = 'replying' from agent_turns t
    where t.organization_id = c.organization_id and t.conversation_id = c.conversation_id and t.turn = c.turn), false)
  as is_replying,
  (select count(*)::integer from agent_turns t
    where t.organization_id = c.organization_id and t.conversation_id = c.conversation_id
      and t.state = 'superseded' and t.outcome = 'superseded'
      and t.turn > coalesce((select max(e.turn) from agent_turns e
        where e.organization_id = c.organization_id and e.conversation_id = c.conversation_id
          and e.state in ('done', 'failed')), 0)) as superseded
from agent_conversations c
join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
left join broadcasts b on b.organization_id = a.organization_id and b._id = a.broadcast_id
  and b.whatsapp_sender_id = v.whatsapp_sender_id
where c.organization_id = $1 and c.conversation_id = $2;

-- src/whatsapp/agents/chat-queries.ts: selectCustomerOfChat

select p.name, c.phone_number, p.properties from conversations c
left join profiles p on p.organization_id = c.organization_id and p._id = c.profile_id
where c.organization_id = $1 and c._id = $2;

-- src/whatsapp/agents/chat-queries.ts: selectKeyOfMessage

select key from idempotency_keys where organization_id = $1 and subject_id = $2;

-- src/whatsapp/agents/chat-queries.ts: selectKeyedMessage

select m.status, m.error_code, m.created_at from idempotency_keys k
join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
where k.organization_id = $1 and k.project_id = $2 and k.key = $3;

-- src/whatsapp/agents/chat-queries.ts: selectKeyedRecipient

select m.request ->> 'to' as to from idempotency_keys k
join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
where k.organization_id = $1 and k.project_id = $2 and k.key = $3
  and ($4 or m.recipient = any(array(
    select $5::text as address
    union select i.user_id from whatsapp_user_ids i where i.organization_id = $6 and i.project_id = $7 and i.phone_number = $8)));

-- src/whatsapp/inbound/event-queries.ts: claimEvent

with recursive
  organizations as (
      (select organization_id from whatsapp_events t where t.processed_at is null order by organization_id limit 1)
    union all
    select (select t.organization_id from whatsapp_events t
      where t.processed_at is null and t.organization_id > o.organization_id order by t.organization_id limit 1)
    from organizations o where o.organization_id is not null),
  round as (
    select organization_id from organizations where organization_id is not null
    order by organization_id <= $1::uuid, organization_id)
select e.* from round r cross join lateral (
  select organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, tries, received_at
  from whatsapp_events
  where organization_id = r.organization_id and processed_at is null and due_at <= $2
  order by due_at, received_at limit 1 for update skip locked) e
where is_here(e.organization_id) limit 1;

-- src/whatsapp/inbound/event-queries.ts: deleteEvent

delete from whatsapp_events
where organization_id = $1 and whatsapp_sender_id = $2
  and event_id = $3;

-- src/whatsapp/inbound/event-queries.ts: deleteOldEvents

delete from whatsapp_events where (organization_id, whatsapp_sender_id, event_id) in (
  select organization_id, whatsapp_sender_id, event_id from whatsapp_events
  where processed_at < $1 and is_here(organization_id) order by processed_at limit 1000 for update skip locked)
returning event_id;

-- src/whatsapp/inbound/event-queries.ts: deletePendingEvents

delete from whatsapp_events where organization_id = $1 and project_id = $2
  and processed_at is null and kind in ('message', 'user_preference')
  and (coalesce(payload ->> 'from', payload ->> 'waId') = any($3::text[])
      or payload ->> 'userId' = any($4::text[]))
returning organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, tries, received_at;

-- src/whatsapp/inbound/event-queries.ts: insertEvents

insert into whatsapp_events (organization_id, project_id, whatsapp_sender_id, event_id, kind, payload, received_at, due_at)
select organization_id, project_id, sender_id, event_id, kind, payload::jsonb,
  $1::timestamptz + (place - 1) * interval '1 millisecond', $2::timestamptz
from unnest($3::uuid[], $4::uuid[], $5::uuid[],
    $6::text[], $7::text[], $8::text[])
with ordinality e (organization_id, project_id, sender_id, event_id, kind, payload, place)
order by sender_id, event_id
on conflict do nothing returning event_id;

-- src/whatsapp/inbound/event-queries.ts: markEventProcessed

update whatsapp_events set processed_at = $1, fault = $2
where organization_id = $3 and whatsapp_sender_id = $4
  and event_id = $5;

-- src/whatsapp/inbound/event-queries.ts: notifyWorkers

select pg_notify($1, '');

-- src/whatsapp/inbound/event-queries.ts: postponeEvent

update whatsapp_events set due_at = $1, tries = tries + 1, fault = $2
where organization_id = $3 and whatsapp_sender_id = $4
  and event_id = $5 and processed_at is null and tries = $6;

-- src/whatsapp/inbound/event-queries.ts: removeRecipient

update whatsapp_events set payload = payload || '{"recipientId": null, "recipientUserId": null}'
where organization_id = $1 and whatsapp_sender_id = $2
  and event_id = $3;

-- src/whatsapp/inbound/event-queries.ts: requeueEvents

update whatsapp_events set processed_at = null, fault = null, tries = 0, due_at = $1
where organization_id = $2 and whatsapp_sender_id = $3
  and event_id = any($4::text[]) and processed_at is not null;

-- src/whatsapp/inbound/event-queries.ts: selectHasVerifyToken

select exists (select from whatsapp_senders where verify_token_digest = $1) as has;

-- src/whatsapp/inbound/event-queries.ts: selectNamedSenders

select organization_id, project_id, _id, phone_number_id, business_account_id, app_secret, last_webhook_at from whatsapp_senders
where (phone_number_id = any($1::text[]) or business_account_id = any($2::text[]))
  and is_here(organization_id);

-- src/whatsapp/inbound/event-queries.ts: selectUndigestedSenders

select organization_id, _id, verify_token from whatsapp_senders
where verify_token_digest is null order by random() limit 1000;

-- src/whatsapp/inbound/event-queries.ts: updateVerifyTokenDigest

update whatsapp_senders set verify_token_digest = $1
where organization_id = $2 and _id = $3 and verify_token = $4;

-- src/whatsapp/inbound/inbound-queries.ts: deleteOptOuts

with known as materialized (
  select project_id, recipient, scope, source, since, ended_at, why from whatsapp_opt_outs
  where organization_id = $1 and project_id = $2
    and recipient = any(array(
      select $3::text as address
      union select i.user_id from whatsapp_user_ids i where i.organization_id = $4 and i.project_id = $5 and i.phone_number = $6))
  order by recipient, scope for update
), held as materialized (
  select scope, max(since) as since, max(ended_at) as ended_at from known group by scope having (max(ended_at) is null or max(since) >= max(ended_at))
), written as (
  insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, ended_at)
  select $7::uuid, $8::uuid, $9, scope, 'message',
    '-infinity', $10::timestamptz
  from unnest($11::text[]) scope
    -- The count makes the statement read and lock the rows before it writes them.
  where (select count(*) from held) >= 0
  on conflict (organization_id, project_id, recipient, scope) do update
  set ended_at = greatest(o.ended_at, excluded.ended_at)
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $12::uuid, $13::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $14::text as type, md5(o.project_id || ' ' || o.recipient)::uuid as subject_id, $15::timestamptz as at,
        jsonb_build_object('to', o.recipient, 'scope', o.scope, 'source', o.source,
            'since', to_char(nullif(o.since, '-infinity') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended_at', to_char(o.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('why', o.why) as texts
      from (
        select k.project_id, k.recipient, k.scope, k.source, k.since, w.ended_at, k.why
        from known k join held h on h.scope = k.scope join written w on w.scope = k.scope
        where w.ended_at > h.since and (h.ended_at is null or k.since >= h.ended_at)) o order by o.scope) f where (exists (select from webhook_endpoints where organization_id = $16 and project_id = $17 and removed_at is null)
            or exists (select from api_keys where organization_id = $18 and project_id = $19 and revoked_at is null and 'events:read' = any(scopes))
            or exists (select from projects where organization_id = $20 and _id = $21 and events = 'keep'))
)
select;

-- src/whatsapp/inbound/inbound-queries.ts: insertOptOut

with was as materialized (
  select (ended_at is null or since >= ended_at) as holds from whatsapp_opt_outs where organization_id = $1 and project_id = $2
    and recipient = $3 and scope = $4 for update
), written as (
  insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, why)
  select $5::uuid, $6::uuid, $7, $8, $9,
    $10::timestamptz, $11
    -- The count makes the statement read and lock the row before it writes it.
  where (select count(*) from was) >= 0
  on conflict (organization_id, project_id, recipient, scope) do update set since = excluded.since,
    source = case when exists (select from was where holds) then o.source else excluded.source end,
    why = case when exists (select from was where holds) then o.why else excluded.why end
  where o.since < excluded.since
  returning *, xmax = 0 as is_new
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $12::uuid, $13::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select $14::text as type, md5(o.project_id || ' ' || o.recipient)::uuid as subject_id, $15::timestamptz as at,
        jsonb_build_object('to', o.recipient, 'scope', o.scope, 'source', o.source,
            'since', to_char(nullif(o.since, '-infinity') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended_at', to_char(o.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('why', o.why) as texts
      from (
        select * from written where (ended_at is null or since >= ended_at)
          and (exists (select from was where not holds) or (is_new and not exists (select from was)))) o order by o.scope) f where (exists (select from webhook_endpoints where organization_id = $16 and project_id = $17 and removed_at is null)
              or exists (select from api_keys where organization_id = $18 and project_id = $19 and revoked_at is null and 'events:read' = any(scopes))
              or exists (select from projects where organization_id = $20 and _id = $21 and events = 'keep'))
)
select;

-- src/whatsapp/inbound/inbound-queries.ts: moveWindows

with gone as (
  delete from whatsapp_windows where organization_id = $1
    and whatsapp_sender_id = any(array(select _id from whatsapp_senders
      where organization_id = $2 and project_id = $3))
    and recipient = any($4::text[])
  returning *
)
insert into whatsapp_windows as w (organization_id, project_id, whatsapp_sender_id, recipient, last_inbound_at)
select organization_id, project_id, whatsapp_sender_id, $5, max(last_inbound_at) from gone
group by organization_id, project_id, whatsapp_sender_id
on conflict (organization_id, whatsapp_sender_id, recipient) do update
set last_inbound_at = greatest(w.last_inbound_at, excluded.last_inbound_at);

-- src/whatsapp/inbound/inbound-queries.ts: selectInboundRules

select language, ticket_keywords, (
  select a._id from agents a
  join broadcasts b on b.organization_id = a.organization_id and b._id = a.broadcast_id
  where a.organization_id = p.organization_id and a.broadcast_id is not null and a.project_id = p._id
    and b.whatsapp_sender_id = $1
  order by a.created_at limit 1) as agent_id,
  coalesce((select (calls ->> 'stop_covers_calls')::boolean from organizations where _id = p.organization_id), false)
  as stop_covers_calls
from projects p where organization_id = $2 and _id = $3;

-- src/whatsapp/inbound/inbound-queries.ts: updateTemplateQuality

with updated as (
  update whatsapp_templates set quality = $1
  where organization_id = $2 and whatsapp_sender_id = $3
    and provider_name = $4 and language = $5
    and quality is distinct from $6
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $7::uuid, $8::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'template.updated' as type, t._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', t._id,
          'name', t.name, 'provider_name', t.provider_name, 'language', t.language, 'category', t.category,
          'whatsapp_sender_id', t.whatsapp_sender_id, 'status', t.status, 'status_since', to_char(t.status_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status_reason', t.status_reason, 'quality', t.quality, 'revision', t.revision,
          'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('components', t.components, 'status_explanation', t.status_explanation) as texts
      from (select * from updated) t) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = $11 and removed_at is null)
          or exists (select from api_keys where organization_id = $12 and project_id = $13 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $14 and _id = $15 and events = 'keep'))
)
select _id from updated;

-- src/whatsapp/inbound/inbound-queries.ts: upsertWindow

insert into whatsapp_windows as w (organization_id, project_id, whatsapp_sender_id, recipient, last_inbound_at)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, whatsapp_sender_id, recipient) do update
set last_inbound_at = greatest(w.last_inbound_at, excluded.last_inbound_at);

-- src/whatsapp/inbound/opt-out-list-queries.ts: selectOptOutPage

select o.recipient, o.scope, o.source, o.since, o.why, f._id as customer_profile_id, f.name as customer_name,
  i.username
from whatsapp_opt_outs o
left join profile_contacts c on c.organization_id = o.organization_id and c.project_id = o.project_id
  and c.kind = 'phone' and c.normalized = o.recipient
left join channel_identities i on i.organization_id = o.organization_id and i.project_id = o.project_id
  and i.channel_type = 'whatsapp' and i.identity_key = o.recipient
left join profiles f on f.organization_id = o.organization_id and f._id = coalesce(i.profile_id, c.profile_id)
where o.organization_id = $1 and o.project_id = $2 and (o.ended_at is null or o.since >= o.ended_at)
  and ($3::text is null or o.scope = $4::text)
  and ($5::text is null or o.source = $6::text)
  and (strpos(lower(o.recipient), $7) > 0 or strpos(lower(f.name), $8) > 0
      or strpos(lower(i.username), $9) > 0) and not exists (
        select from (
          select b.user_id as address from whatsapp_user_ids b
          where b.organization_id = $10 and b.project_id = $11 and left(o.recipient, 1) = '+' and b.phone_number = o.recipient
          union all
          select unnest(array[b.user_id, b.phone_number]) from whatsapp_user_ids a
          join whatsapp_user_ids b on b.organization_id = a.organization_id and b.project_id = a.project_id
            and b.person_id = a.person_id
          where a.organization_id = $12 and a.project_id = $13 and left(o.recipient, 1) <> '+' and a.user_id = o.recipient) p
        join whatsapp_opt_outs x on x.organization_id = $14 and x.project_id = $15 and x.recipient = p.address and x.scope = o.scope
        where x.recipient <> o.recipient and (x.ended_at > o.since or (x.since, x.recipient) > (o.since, o.recipient))) order by o.since desc, o.recipient, o.scope limit $16 offset $17;

select count(*) as total
from whatsapp_opt_outs o
left join profile_contacts c on c.organization_id = o.organization_id and c.project_id = o.project_id
  and c.kind = 'phone' and c.normalized = o.recipient
left join channel_identities i on i.organization_id = o.organization_id and i.project_id = o.project_id
  and i.channel_type = 'whatsapp' and i.identity_key = o.recipient
left join profiles f on f.organization_id = o.organization_id and f._id = coalesce(i.profile_id, c.profile_id)
where o.organization_id = $1 and o.project_id = $2 and (o.ended_at is null or o.since >= o.ended_at)
  and ($3::text is null or o.scope = $4::text)
  and ($5::text is null or o.source = $6::text)
  and (strpos(lower(o.recipient), $7) > 0 or strpos(lower(f.name), $8) > 0
      or strpos(lower(i.username), $9) > 0) and not exists (
        select from (
          select b.user_id as address from whatsapp_user_ids b
          where b.organization_id = $10 and b.project_id = $11 and left(o.recipient, 1) = '+' and b.phone_number = o.recipient
          union all
          select unnest(array[b.user_id, b.phone_number]) from whatsapp_user_ids a
          join whatsapp_user_ids b on b.organization_id = a.organization_id and b.project_id = a.project_id
            and b.person_id = a.person_id
          where a.organization_id = $12 and a.project_id = $13 and left(o.recipient, 1) <> '+' and a.user_id = o.recipient) p
        join whatsapp_opt_outs x on x.organization_id = $14 and x.project_id = $15 and x.recipient = p.address and x.scope = o.scope
        where x.recipient <> o.recipient and (x.ended_at > o.since or (x.since, x.recipient) > (o.since, o.recipient)));

-- src/whatsapp/list-queries.ts: selectHasBroadcast

select _id from broadcasts
where organization_id = $1 and project_id = $2 and _id = $3;

-- src/whatsapp/list-queries.ts: selectMessage

select m._id, m.broadcast_id, m.recipient as "to", m.type, m.status, m.status_since, m.provider_message_id,
  coalesce(case when num_nonnulls(m.error_code, m.error_reason) > 0 then jsonb_build_object('code', m.error_code,
      'reason', coalesce(m.error_reason, $1::jsonb ->> m.error_code, $2)) end, 'null'::jsonb) as error, case m.quota when 'consumed' then 1 when 'released' then 0 end as sends, m.conversation_id, m.created_at, m.request,
  case when m.settled_by is not null then jsonb_build_object('by', m.settled_by, 'why', m.settled_why) end as settled,
  (select jsonb_agg(jsonb_build_object('status', s.status,
      'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'error', case when num_nonnulls(s.error_code, s.error_reason) > 0 then jsonb_build_object('code', s.error_code,
          'reason', coalesce(s.error_reason, $3::jsonb ->> s.error_code, $4)) end) order by s.at, s.status)
    from whatsapp_message_statuses s where s.organization_id = m.organization_id and s.message_id = m._id) as statuses
from whatsapp_messages m
where m.organization_id = $5 and m.project_id = $6 and m.broadcast_id = $7
  and m._id = $8;

-- src/whatsapp/list-queries.ts: selectMessages

select m._id, m.broadcast_id, m.recipient as "to", m.type, m.status, m.status_since, m.provider_message_id,
  coalesce(case when num_nonnulls(m.error_code, m.error_reason) > 0 then jsonb_build_object('code', m.error_code,
      'reason', coalesce(m.error_reason, $1::jsonb ->> m.error_code, $2)) end, 'null'::jsonb) as error, case m.quota when 'consumed' then 1 when 'released' then 0 end as sends, m.conversation_id, m.created_at from whatsapp_messages m
where m.organization_id = $3 and m.broadcast_id = $4 and true order by _id
limit (select $5::bigint) offset (select $6::bigint);

select count(*) as total from whatsapp_messages m
where m.organization_id = $1 and m.broadcast_id = $2 and true;

-- src/whatsapp/operator-queries.ts: selectDefaultCountry

select default_country from projects where organization_id = $1 and _id = $2;

-- src/whatsapp/operator-queries.ts: selectMessageOwner

select m.organization_id from organizations o
join whatsapp_messages m on m.organization_id = o._id and m._id = $1;

-- src/whatsapp/operator-queries.ts: selectOptOuts

select scope, (array_agg(source order by since desc))[1] as source, max(since) as since,
  (array_agg(why order by since desc))[1] as why
from whatsapp_opt_outs
where organization_id = $1 and project_id = $2
  and recipient = any(array(
    select $3::text as address
    union select i.user_id from whatsapp_user_ids i where i.organization_id = $4 and i.project_id = $5 and i.phone_number = $6) || $7::text)
group by scope having (max(ended_at) is null or max(since) >= max(ended_at)) order by scope;

-- src/whatsapp/operator-queries.ts: selectUnresolvedMessages

select m._id, o.name as organization, p.name as project, b.name as broadcast, s.name as sender,
  m.recipient as "to", m.type, m.created_at, m.status_since as since
from whatsapp_messages m
join organizations o on o._id = m.organization_id
join projects p on p.organization_id = m.organization_id and p._id = m.project_id
join broadcasts b on b.organization_id = m.organization_id and b._id = m.broadcast_id
join whatsapp_senders s on s.organization_id = m.organization_id and s._id = m.whatsapp_sender_id
where m.status in ('processing', 'unresolved') and m.status = 'unresolved'
order by m.status_since, m._id limit $1;

select count(*) as total from whatsapp_messages
where status in ('processing', 'unresolved') and status = 'unresolved';

-- src/whatsapp/operator-queries.ts: updateSettledBy

update whatsapp_messages set settled_by = $1, settled_why = $2
where organization_id = $3 and _id = $4;

-- src/whatsapp/people/user-id-queries.ts: copyOptOuts

insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, why, ended_at)
select organization_id, project_id, $1, scope, (array_agg(source order by since desc))[1], max(since),
  (array_agg(why order by since desc) filter (where since <= $2::timestamptz))[1],
  max(ended_at) filter (where ended_at <= $3::timestamptz)
from whatsapp_opt_outs
where organization_id = $4 and project_id = $5
  and recipient = any(array(
    select $6::text as address
    union select i.user_id from whatsapp_user_ids i where i.organization_id = $7 and i.project_id = $8 and i.phone_number = $9))
group by organization_id, project_id, scope
on conflict (organization_id, project_id, recipient, scope) do update set since = greatest(o.since, excluded.since),
  ended_at = greatest(o.ended_at, excluded.ended_at);

-- src/whatsapp/people/user-id-queries.ts: lockUserIds

select pg_advisory_xact_lock(hashtextextended($1, 0));

-- src/whatsapp/people/user-id-queries.ts: selectAddress

select coalesce(phone_number, current_user_id) as address from whatsapp_user_ids
where organization_id = $1 and project_id = $2 and user_id = $3;

-- src/whatsapp/people/user-id-queries.ts: selectUsedNumbers

select number from unnest($1::text[]) number
where exists (select from whatsapp_user_ids where organization_id = $2 and project_id = $3 and phone_number = number)
  or exists (select from channel_identities where organization_id = $4 and project_id = $5 and channel_type = 'whatsapp' and identity_key = number
      and last_seen_at > $6::timestamptz)
  or exists (select from conversations where organization_id = $7 and project_id = $8 and caller = number and channel_type = 'whatsapp'
      and last_message_at > $9::timestamptz)
  or exists (select from whatsapp_messages where organization_id = $10 and project_id = $11 and recipient = number
      and created_at > $12::timestamptz);

-- src/whatsapp/people/user-id-queries.ts: selectUserIds

select user_id, person_id, current_user_id, phone_number from whatsapp_user_ids
where organization_id = $1 and project_id = $2 and person_id in (
  select person_id from whatsapp_user_ids where organization_id = $3 and project_id = $4 and user_id = any($5::text[])
  union select person_id from whatsapp_user_ids where organization_id = $6 and project_id = $7 and phone_number = $8);

-- src/whatsapp/people/user-id-queries.ts: upsertUserIds

insert into whatsapp_user_ids (organization_id, project_id, user_id, person_id, current_user_id, phone_number)
select $1::uuid, $2::uuid, user_id, person_id, current_user_id, phone_number
from unnest($3::text[], $4::uuid[], $5::text[],
    $6::text[]) r (user_id, person_id, current_user_id, phone_number)
on conflict (organization_id, project_id, user_id) do update set person_id = excluded.person_id,
  current_user_id = excluded.current_user_id, phone_number = excluded.phone_number;

-- src/whatsapp/queries.ts: upsertBroadcast

insert into broadcasts as b
  (organization_id, project_id, _id, name, whatsapp_sender_id, whatsapp_template_id, created_at, updated_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8)
on conflict (organization_id, _id) do update set
  name = excluded.name, whatsapp_sender_id = excluded.whatsapp_sender_id,
  whatsapp_template_id = excluded.whatsapp_template_id, revision = b.revision + 1, updated_at = excluded.updated_at
where (b.name, b.whatsapp_sender_id, b.whatsapp_template_id)
  is distinct from (excluded.name, excluded.whatsapp_sender_id, excluded.whatsapp_template_id)
returning _id;

-- src/whatsapp/queries.ts: upsertWhatsappSender

insert into whatsapp_senders as s
  (organization_id, project_id, _id, name, phone_number_id, business_account_id, display_phone_number,
      access_token, app_secret, verify_token, verify_token_digest, status, catalog_id, api_url, api_url_given_by, messages_per_second, templates_due_at,
      access_token_set_at, app_secret_set_at, verify_token_set_at, created_at, updated_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8, $9,
    $10, $11, $12, $13, $14, $15, $16,
    $17, $18, $19, $20, $21, $22)
on conflict (organization_id, _id) do update set
  name = excluded.name, phone_number_id = excluded.phone_number_id, business_account_id = excluded.business_account_id,
  display_phone_number = excluded.display_phone_number, access_token = excluded.access_token,
  app_secret = excluded.app_secret, verify_token = excluded.verify_token,
  verify_token_digest = coalesce(excluded.verify_token_digest, s.verify_token_digest), status = excluded.status,
  catalog_id = excluded.catalog_id, api_url = excluded.api_url,
  api_url_given_by = case when s.api_url is distinct from excluded.api_url then excluded.api_url_given_by
  else s.api_url_given_by end,
  messages_per_second = excluded.messages_per_second,
  access_token_set_at = case when s.access_token = excluded.access_token then s.access_token_set_at
  else excluded.updated_at end,
  app_secret_set_at = case when s.app_secret = excluded.app_secret then s.app_secret_set_at
  else excluded.updated_at end,
  verify_token_set_at = case when s.verify_token = excluded.verify_token then s.verify_token_set_at
  else excluded.updated_at end,
  revision = s.revision + 1, updated_at = excluded.updated_at
where (s.name, s.phone_number_id, s.business_account_id, s.display_phone_number, s.access_token, s.app_secret,
    s.verify_token, s.status, s.catalog_id, s.api_url, s.messages_per_second)
  is distinct from (excluded.name, excluded.phone_number_id, excluded.business_account_id, excluded.display_phone_number,
      excluded.access_token, excluded.app_secret, excluded.verify_token, excluded.status, excluded.catalog_id,
      excluded.api_url, excluded.messages_per_second)
returning _id;

-- src/whatsapp/queries.ts: upsertWhatsappTemplate

insert into whatsapp_templates as t
  (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id, language, category, status, components,
      status_since, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9, $10::jsonb, $11, $12, $13)
on conflict (organization_id, _id) do update set
  whatsapp_sender_id = excluded.whatsapp_sender_id, language = excluded.language, category = excluded.category,
  status = excluded.status, components = excluded.components,
  status_since = case when t.status = excluded.status then t.status_since else excluded.updated_at end,
  status_reason = case when t.status = excluded.status then t.status_reason end,
  status_explanation = case when t.status = excluded.status then t.status_explanation end,
  revision = t.revision + 1, updated_at = excluded.updated_at
where (t.whatsapp_sender_id, t.language, t.category, t.status, t.components)
  is distinct from (excluded.whatsapp_sender_id, excluded.language, excluded.category, excluded.status,
      excluded.components)
returning _id;

-- src/whatsapp/send/broadcast-queries.ts: selectBroadcastForSend

select b._id as broadcast_id, o.plan_status,
  o.plan_whatsapp_sends - coalesce(q.reserved + q.consumed, 0) as sends_left,
  p.default_country, p.language, s._id as sender_id, s.status as sender_status, s.phone_number_id, s.access_token, s.api_url,
  s.api_url_given_by, s.catalog_id, t.provider_name as template_name, t.language as template_language, t.category,
  t.status as template_status, t.components,
  (exists (select from webhook_endpoints where organization_id = b.organization_id and project_id = b.project_id and removed_at is null)
      or exists (select from api_keys where organization_id = b.organization_id and project_id = b.project_id and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = b.organization_id and _id = b.project_id and events = 'keep')) as events_wanted
from broadcasts b
join organizations o on o._id = b.organization_id
join projects p on p.organization_id = b.organization_id and p._id = b.project_id
left join whatsapp_quotas q on q.organization_id = b.organization_id
join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
left join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
where b.organization_id = $1 and b.project_id = $2 and b._id = $3;

-- src/whatsapp/send/rate-limit-queries.ts: deleteOldRateLimits

delete from sender_rate_limits where (organization_id, whatsapp_sender_id, recipient) in (
  select organization_id, whatsapp_sender_id, recipient from sender_rate_limits
  where arrival_at < clock_timestamp() - interval '1 hour' and recipient <> '' and is_here(organization_id)
  limit 1000 for update skip locked)
returning recipient;

-- src/whatsapp/send/rate-limit-queries.ts: reserveSendSlot

with rates as materialized (
    -- No interval holds the time between two messages at much lower rates. This one is a message in 11 days.
  select '' as recipient, interval '1 second' / greatest(messages_per_second, 0.000001) as step, interval '0' as ahead
  from whatsapp_senders where organization_id = $1 and _id = $2
  union all
  select $3, $4 * interval '1 second', $5 * interval '1 second'
), taken as (
  insert into sender_rate_limits as p (organization_id, whatsapp_sender_id, recipient, arrival_at)
  select $6::uuid, $7::uuid, recipient, clock_timestamp() + step from rates
  order by recipient
  on conflict (organization_id, whatsapp_sender_id, recipient) do update
  set arrival_at = (
    select r.step + case when p.arrival_at > clock_timestamp() + r.ahead + r.step + interval '1 minute' then clock_timestamp()
      else greatest(p.arrival_at, clock_timestamp()) end
    from rates r where r.recipient = p.recipient)
  returning recipient, arrival_at
)
select greatest(0, max(1000 * extract(epoch from
    t.arrival_at - r.step - r.ahead - clock_timestamp())))::double precision as wait_ms
from taken t join rates r using (recipient);

-- src/whatsapp/send/send-queries.ts: deleteStatus

delete from whatsapp_message_statuses
where organization_id = $1 and message_id = $2 and status = $3;

-- src/whatsapp/send/send-queries.ts: endReservation

insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
values ($1, $2, $3, $4);

update whatsapp_quotas set reserved = reserved - 1,
  consumed = consumed + case when $1 = 'consumed' then 1 else 0 end
where organization_id = $2;

-- src/whatsapp/send/send-queries.ts: insertMessage

insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
    request, provider_message, status, status_since, lease_until, quota, resend_of, agent_turn, created_at)
values ($1, $2, $3, $4, $5,
    $6, $7, $8::jsonb,
    $9::jsonb, 'processing', $10, $11, 'reserved',
    $12, $13, $14);

insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
values ($1, $2, 'reserved', $3);

insert into whatsapp_message_statuses (organization_id, message_id, status, at)
values ($1, $2, 'processing', $3);

-- src/whatsapp/send/send-queries.ts: insertStatus

insert into whatsapp_message_statuses (organization_id, message_id, status, at, error_code, error_reason)
values ($1, $2, $3, $4, $5,
    $6)
on conflict do nothing;

select status from whatsapp_message_statuses
where organization_id = $1 and message_id = $2;

-- src/whatsapp/send/send-queries.ts: lockMessage

select organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type, status, quota,
  provider_message_id, provider_message, error_code, error_reason, conversation_id, lease_until, agent_turn,
  (exists (select from webhook_endpoints where organization_id = m.organization_id and project_id = m.project_id and removed_at is null)
      or exists (select from api_keys where organization_id = m.organization_id and project_id = m.project_id and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = m.organization_id and _id = m.project_id and events = 'keep')) as events_wanted
from whatsapp_messages m where organization_id = $1 and _id = $2 for update;

select organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type, status, quota,
  provider_message_id, provider_message, error_code, error_reason, conversation_id, lease_until, agent_turn,
  (exists (select from webhook_endpoints where organization_id = m.organization_id and project_id = m.project_id and removed_at is null)
      or exists (select from api_keys where organization_id = m.organization_id and project_id = m.project_id and revoked_at is null and 'events:read' = any(scopes))
      or exists (select from projects where organization_id = m.organization_id and _id = m.project_id and events = 'keep')) as events_wanted
from whatsapp_messages m where organization_id = $1 and provider_message_id = $2 for update;

-- src/whatsapp/send/send-queries.ts: lockQuota

insert into whatsapp_quotas as q (organization_id) values ($1)
on conflict (organization_id) do update set reserved = q.reserved where false;

-- src/whatsapp/send/send-queries.ts: reserveSend

insert into whatsapp_quotas as q (organization_id) values ($1)
on conflict (organization_id) do update set reserved = q.reserved where false;

update whatsapp_quotas q set reserved = q.reserved + 1
where q.organization_id = $1 and q.reserved + q.consumed < (
  select plan_whatsapp_sends from organizations o where o._id = q.organization_id and o.plan_status = 'active')
returning organization_id;

-- src/whatsapp/send/send-queries.ts: selectRecipientStanding

with mine as materialized (
  select $1::text as address
  union select i.user_id from whatsapp_user_ids i where i.organization_id = $2 and i.project_id = $3 and i.phone_number = $4),
  held as materialized (
    select scope from whatsapp_opt_outs
    where organization_id = $5 and project_id = $6 and recipient = any(array(select address from mine) || $7::text) group by scope having (max(ended_at) is null or max(since) >= max(ended_at)))
select (select max(last_inbound_at) from whatsapp_windows where organization_id = $8
    and whatsapp_sender_id = $9 and recipient = any(array(select address from mine))) as last_inbound_at,
  exists (select from held where scope = 'all') as opted_out,
  exists (select from held where scope = 'marketing') as opted_out_of_marketing,
  exists (select from database_identity i
    where i.held_since is not null or i.system_identifier <> (select system_identifier from pg_control_system()) or i.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint) as is_held, not is_here($10) as is_elsewhere,
  coalesce((select jsonb_agg(jsonb_build_object('whatsapp_sender_id', whatsapp_sender_id, 'type', payload -> 'type',
      'text', payload -> 'text', 'document', payload -> 'raw' -> 'document', 'at', payload -> 'at', 'received_at', received_at))
    from (
      select whatsapp_sender_id, event_id, payload, received_at from whatsapp_events
      where organization_id = $11 and project_id = $12 and payload ->> 'from' = any($13::text[]) and payload ->> 'groupId' is null and processed_at is null and kind = 'message'
      union
      select whatsapp_sender_id, event_id, payload, received_at from whatsapp_events
      where organization_id = $14 and project_id = $15 and payload ->> 'userId' = any(array(select address from mine)) and payload ->> 'groupId' is null and processed_at is null and kind = 'message') e), '[]') as "pendingInbound";

-- src/whatsapp/send/send-queries.ts: selectResend

select m.status, m.recipient,
  (select a._id from whatsapp_messages a
    where a.organization_id = m.organization_id and a.resend_of = m._id) as resent_as
from whatsapp_messages m
where m.organization_id = $1 and m.project_id = $2 and m.broadcast_id = $3
  and m._id = $4;

-- src/whatsapp/send/send-queries.ts: selectStaleSends

select organization_id, _id from whatsapp_messages
where status = 'processing' and lease_until < $1 and _id <> all($2::uuid[])
  and is_here(organization_id)
order by lease_until limit 100;

-- src/whatsapp/send/send-queries.ts: updateMessage

update whatsapp_messages set
  status_since = case when status = $1 then status_since else $2 end,
  status = $3, provider_message_id = $4, quota = $5,
  lease_until = case when $6 = 'processing' then lease_until end,
  error_code = case when $7 <> 'failed' then null
  when $8 then $9 else error_code end,
  error_reason = case when $10 <> 'failed' then null
  when $11 then $12 else error_reason end,
  conversation_id = $13
where organization_id = $14 and _id = $15;

with updated as (
  update whatsapp_messages set
    status_since = case when status = $1 then status_since else $2 end,
    status = $3, provider_message_id = $4, quota = $5,
    lease_until = case when $6 = 'processing' then lease_until end,
    error_code = case when $7 <> 'failed' then null
    when $8 then $9 else error_code end,
    error_reason = case when $10 <> 'failed' then null
    when $11 then $12 else error_reason end,
    conversation_id = $13
  where organization_id = $14 and _id = $15 returning *),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $16::uuid, $17::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select t.type, m._id as subject_id, $18::timestamptz as at, jsonb_build_object('_id', m._id, 'direction', 'outbound',
          'channel_type', 'whatsapp', 'broadcast_id', m.broadcast_id, 'to', m.recipient, 'type', m.type, 'status', m.status,
          'status_since', to_char(m.status_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'provider_message_id', m.provider_message_id,
          'error', case when m.error_reason is not null
          then jsonb_build_object('code', m.error_code, 'reason', m.error_reason) end,
          'sends', case m.quota when 'consumed' then 1 when 'released' then 0 end, 'conversation_id', m.conversation_id,
          'customer_profile_id', (
            select c.profile_id from conversations c
            where c.organization_id = m.organization_id and c._id = m.conversation_id),
          'created_at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('request', m.request) as texts
      from (select * from updated) m cross join (values ('message.delivered', '0')) as t (type, place)
      order by t.place) f where (exists (select from webhook_endpoints where organization_id = $19 and project_id = $20 and removed_at is null)
          or exists (select from api_keys where organization_id = $21 and project_id = $22 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $23 and _id = $24 and events = 'keep'))
) select;

-- src/whatsapp/senders/sender-queries.ts: selectSenderDetails

select _id, access_token_set_at, app_secret_set_at, verify_token_set_at, last_webhook_at, last_fault_at,
  last_fault_code, last_fault_reason, last_fault_until, checked_at, check_result, noticed_at, notice,
  templates_read_at, templates_fault
from whatsapp_senders where organization_id = $1 and _id = any($2::uuid[]);

-- src/whatsapp/senders/sender-queries.ts: selectSenderForCheck

select organization_id, _id, name, phone_number_id, access_token, api_url, api_url_given_by, checked_at, check_result
from whatsapp_senders
where organization_id = $1 and project_id = $2 and _id = $3;

-- src/whatsapp/senders/sender-queries.ts: updateCheck

with old as (
  select project_id, check_result from whatsapp_senders
  where organization_id = $1 and _id = $2 for update
), checked as (
  update whatsapp_senders set checked_at = $3, check_result = $4::jsonb
  where organization_id = $5 and _id = $6 and (checked_at is null or checked_at <= $7)
    and exists (select from old)
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $8::uuid, (select project_id from old)::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'sender.updated' as type, s._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', s._id,
          'name', s.name, 'display_phone_number', s.display_phone_number, 'status', s.status,
          'notice', s.notice, 'noticed_at', to_char(s.noticed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'quality', s.check_result ->> 'quality', 'messaging_limit', s.check_result ->> 'messaging_limit',
          'health', s.check_result ->> 'health', 'checked_at', to_char(s.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'fault', case when s.last_fault_at is not null
          then jsonb_build_object('code', s.last_fault_code, 'reason', s.last_fault_reason) end,
          'fault_at', to_char(s.last_fault_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revision', s.revision,
          'updated_at', to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (select c.* from checked c, old where old.check_result is distinct from c.check_result) s) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = (select project_id from old) and removed_at is null)
          or exists (select from api_keys where organization_id = $11 and project_id = (select project_id from old) and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $12 and _id = (select project_id from old) and events = 'keep'))
)
select;

-- src/whatsapp/senders/sender-queries.ts: updateLastWebhook

update whatsapp_senders s set last_webhook_at = greatest(s.last_webhook_at, $1::timestamptz)
from unnest($2::uuid[], $3::uuid[]) k (organization_id, _id)
where s.organization_id = k.organization_id and s._id = k._id;

-- src/whatsapp/senders/sender-queries.ts: updateSenderFault

with old as (
  select last_fault_code from whatsapp_senders
  where organization_id = $1 and _id = $2
), changed as (
  update whatsapp_senders set last_fault_at = $3, last_fault_code = $4, last_fault_reason = $5,
    last_fault_until = $6
  where organization_id = $7 and _id = $8
    and (last_fault_at is null or last_fault_at < $9::timestamptz - $10 * interval '1 second'
        or (last_fault_at <= $11 and last_fault_code is distinct from $12))
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $13::uuid, $14::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'sender.updated' as type, s._id as subject_id, $15::timestamptz as at, jsonb_build_object('_id', s._id,
          'name', s.name, 'display_phone_number', s.display_phone_number, 'status', s.status,
          'notice', s.notice, 'noticed_at', to_char(s.noticed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'quality', s.check_result ->> 'quality', 'messaging_limit', s.check_result ->> 'messaging_limit',
          'health', s.check_result ->> 'health', 'checked_at', to_char(s.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'fault', case when s.last_fault_at is not null
          then jsonb_build_object('code', s.last_fault_code, 'reason', s.last_fault_reason) end,
          'fault_at', to_char(s.last_fault_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revision', s.revision,
          'updated_at', to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (select c.* from changed c, old where old.last_fault_code is distinct from c.last_fault_code) s) f where (exists (select from webhook_endpoints where organization_id = $16 and project_id = $17 and removed_at is null)
          or exists (select from api_keys where organization_id = $18 and project_id = $19 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $20 and _id = $21 and events = 'keep'))
)
select;

-- src/whatsapp/senders/sender-queries.ts: updateSenderNotice

with old as (
  select notice from whatsapp_senders
  where organization_id = $1 and _id = $2
    and ($3::text[] is null or regexp_replace(display_phone_number, '\D', '', 'g') = any($4::text[]))
  for update
), noticed as (
  update whatsapp_senders set noticed_at = $5, notice = $6::jsonb
  where organization_id = $7 and _id = $8
    and (noticed_at is null or noticed_at <= $9) and exists (select from old)
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $10::uuid, $11::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'sender.updated' as type, s._id as subject_id, $12::timestamptz as at, jsonb_build_object('_id', s._id,
          'name', s.name, 'display_phone_number', s.display_phone_number, 'status', s.status,
          'notice', s.notice, 'noticed_at', to_char(s.noticed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'quality', s.check_result ->> 'quality', 'messaging_limit', s.check_result ->> 'messaging_limit',
          'health', s.check_result ->> 'health', 'checked_at', to_char(s.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'fault', case when s.last_fault_at is not null
          then jsonb_build_object('code', s.last_fault_code, 'reason', s.last_fault_reason) end,
          'fault_at', to_char(s.last_fault_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revision', s.revision,
          'updated_at', to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        null::jsonb as texts
      from (select n.* from noticed n, old where old.notice is distinct from n.notice) s) f where (exists (select from webhook_endpoints where organization_id = $13 and project_id = $14 and removed_at is null)
          or exists (select from api_keys where organization_id = $15 and project_id = $16 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $17 and _id = $18 and events = 'keep'))
)
select;

-- src/whatsapp/templates/show-queries.ts: selectBroadcastTemplate

select _id, name, whatsapp_template_id from broadcasts
where organization_id = $1 and project_id = $2 and _id = $3;

select t._id, t.name, t.provider_name, t.language, t.category, t.status, t.status_since, t.status_reason,
  t.status_explanation, t.quality, t.components, t.whatsapp_sender_id, s.name as sender_name, s.business_account_id,
  s.templates_read_at as read_at, s.templates_fault as read_fault, t.created_at, t.updated_at from whatsapp_templates t
join whatsapp_senders s on s.organization_id = t.organization_id and s._id = t.whatsapp_sender_id
where t.organization_id = $1 and t._id = $2;

-- src/whatsapp/templates/show-queries.ts: selectTemplateLanguages

select t._id, t.name, t.provider_name, t.language, t.category, t.status, t.status_since, t.status_reason,
  t.status_explanation, t.quality, t.components, t.whatsapp_sender_id, s.name as sender_name, s.business_account_id,
  s.templates_read_at as read_at, s.templates_fault as read_fault, t.created_at, t.updated_at from whatsapp_templates o
join whatsapp_senders a on a.organization_id = o.organization_id and a._id = o.whatsapp_sender_id
join whatsapp_senders s on s.organization_id = o.organization_id and s.project_id = o.project_id
  and s.business_account_id = a.business_account_id
join whatsapp_templates t on t.organization_id = s.organization_id and t.whatsapp_sender_id = s._id
  and t.provider_name = o.provider_name
where o.organization_id = $1 and o.project_id = $2 and o._id = $3
order by (t._id = o._id) desc, t.language, t._id limit $4;

-- src/whatsapp/templates/show-queries.ts: selectTemplatePage

select t._id, t.name, t.provider_name, t.language, t.category, t.status, t.status_since, t.status_reason,
  t.status_explanation, t.quality, t.components, t.whatsapp_sender_id, s.name as sender_name, s.business_account_id,
  s.templates_read_at as read_at, s.templates_fault as read_fault, t.created_at, t.updated_at, (
    select count(*) from broadcasts b
    where b.organization_id = t.organization_id and b.whatsapp_template_id = t._id) as broadcasts
from whatsapp_templates t
join whatsapp_senders s on s.organization_id = t.organization_id and s._id = t.whatsapp_sender_id
where t.organization_id = $1 and t.project_id = $2
  and ($3::uuid is null or t.whatsapp_sender_id = $4::uuid)
  and ($5::text is null or strpos(lower(t.name), lower($6::text)) > 0) and ($7::text is null or t.status = $8::text)
order by t.name, t._id limit $9 offset $10;

select t.status, count(*) as count from whatsapp_templates t where t.organization_id = $1 and t.project_id = $2
  and ($3::uuid is null or t.whatsapp_sender_id = $4::uuid)
  and ($5::text is null or strpos(lower(t.name), lower($6::text)) > 0) group by t.status;

-- src/whatsapp/templates/show-queries.ts: selectUsingBroadcasts

select b._id, b.name, b.whatsapp_template_id, s.name as sender_name, s.business_account_id, l.last_at, l.last_variables,
  d.messages_of_day, r.refused, r.refused_at, r.refused_code, r.refused_reason
from broadcasts b
join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
left join lateral (
  select m.created_at as last_at, case when m.request = '{}' then null when jsonb_typeof(m.request->'data') = 'object'
    then array(select jsonb_object_keys(m.request->'data')) else '{}' end as last_variables
  from (
    select created_at, request, type from whatsapp_messages m
    where m.organization_id = b.organization_id and m.broadcast_id = b._id
    order by m.created_at desc limit $1) m
  where m.type = 'template' order by m.created_at desc limit 1) l on true
cross join lateral (
  select count(*) as messages_of_day from (
    select from whatsapp_messages m
    where m.organization_id = b.organization_id and m.broadcast_id = b._id
      and m.created_at > $2::timestamptz - interval '24 hours' limit $3) m) d
cross join lateral (
  select count(*) as refused, max(m.status_since) as refused_at,
    (array_agg(m.error_code order by m.created_at desc))[1] as refused_code,
    (array_agg(m.error_reason order by m.created_at desc))[1] as refused_reason
  from (
    select created_at, status, status_since, error_code, error_reason from whatsapp_messages m
    where m.organization_id = b.organization_id and m.broadcast_id = b._id
    order by m.created_at desc limit $4) m
  where m.status = 'failed' and m.error_code = any($5::text[]) and m.created_at > t.updated_at) r
where b.organization_id = $6 and b.project_id = $7 and b.whatsapp_template_id = any($8::uuid[])
order by b.name, b._id limit $9;

-- src/whatsapp/templates/template-queries.ts: claimAskedSync

update whatsapp_senders s set templates_read_at = $1,
  templates_due_at = $2::timestamptz + $3 * interval '1 minute'
from organizations o, projects p
where s.organization_id = $4 and s._id = $5 and s.status = 'connected'
  and (s.templates_read_at is null
      or s.templates_read_at <= $6::timestamptz - $7 * interval '1 second')
  and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
returning s.organization_id, s.project_id, s._id, s.name, s.business_account_id, s.access_token, s.api_url, s.api_url_given_by,
  s.templates_due_at, o.name as organization, p.name as project, p.language;

-- src/whatsapp/templates/template-queries.ts: claimDueSync

update whatsapp_senders s set templates_read_at = $1,
  templates_due_at = $2::timestamptz + $3 * interval '1 minute'
from organizations o, projects p
where (s.organization_id, s._id) = (
  select organization_id, _id from whatsapp_senders where status = 'connected' and templates_due_at <= $4
    and is_here(organization_id) and organization_id <> all($5::uuid[])
  order by templates_due_at limit 1 for no key update skip locked)
  and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
returning s.organization_id, s.project_id, s._id, s.name, s.business_account_id, s.access_token, s.api_url, s.api_url_given_by,
  s.templates_due_at, o.name as organization, p.name as project, p.language;

-- src/whatsapp/templates/template-queries.ts: claimSync

update whatsapp_senders s set templates_read_at = $1,
  templates_due_at = $2::timestamptz + $3 * interval '1 minute'
from organizations o, projects p
where s.organization_id = $4 and s._id = $5 and s.status = 'connected'
  and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
returning s.organization_id, s.project_id, s._id, s.name, s.business_account_id, s.access_token, s.api_url, s.api_url_given_by,
  s.templates_due_at, o.name as organization, p.name as project, p.language;

-- src/whatsapp/templates/template-queries.ts: insertTemplates

with made as (
  insert into whatsapp_templates (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id, language,
      category, status, components, created_at, updated_at)
  select $1, $2, t._id, t.name, t.provider_name, $3, t.language, t.category, t.status,
    t.components, $4, $5
  from jsonb_to_recordset($6::jsonb) as t (_id uuid, name text, provider_name text,
      language text, category text, status text, components jsonb, status_since timestamptz, status_reason text,
      status_explanation text)
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $7::uuid, $8::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'template.updated' as type, t._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', t._id,
          'name', t.name, 'provider_name', t.provider_name, 'language', t.language, 'category', t.category,
          'whatsapp_sender_id', t.whatsapp_sender_id, 'status', t.status, 'status_since', to_char(t.status_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status_reason', t.status_reason, 'quality', t.quality, 'revision', t.revision,
          'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('components', t.components, 'status_explanation', t.status_explanation) as texts
      from (select * from made) t) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = $11 and removed_at is null)
          or exists (select from api_keys where organization_id = $12 and project_id = $13 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $14 and _id = $15 and events = 'keep'))
)
select;

-- src/whatsapp/templates/template-queries.ts: lockAccountTemplates

select pg_advisory_xact_lock(hashtextextended($1, 0));

select _id, name, provider_name, language, category, status, components,
  coalesce(updated_at > $1 and status_since > $2::timestamptz - interval '10 seconds', false)
  as has_later_status
from whatsapp_templates
where organization_id = $3 and project_id = $4 and whatsapp_sender_id in (
  select _id from whatsapp_senders where organization_id = $5 and project_id = $6
    and business_account_id = $7)
order by _id for update;

-- src/whatsapp/templates/template-queries.ts: lockSenderTemplates

select t._id, t.name, t.provider_name, t.language, t.category, t.status, t.components, s.name as sender_name,
  t.status_since as known_since
from whatsapp_templates t
join whatsapp_senders s on s.organization_id = t.organization_id and s._id = t.whatsapp_sender_id
where t.organization_id = $1 and t.whatsapp_sender_id = $2
  and t.provider_name = $3 and t.language = $4
order by t._id for update of t;

-- src/whatsapp/templates/template-queries.ts: selectAskedSenders

select organization_id, _id, name, status, business_account_id, templates_read_at from whatsapp_senders
where organization_id = $1 and project_id = $2
  and ($3::uuid is null or _id = $4::uuid)
order by name limit 1000;

-- src/whatsapp/templates/template-queries.ts: selectSyncSenders

select s.organization_id, s._id from whatsapp_senders s
join organizations o on o._id = s.organization_id
join projects p on p.organization_id = s.organization_id and p._id = s.project_id
where s.status = 'connected'
  and ($1::text is null or o.name = $2 or o._id::text = lower($3))
  and ($4::text is null or p.name = $5 or p._id::text = lower($6))
order by o.name, p.name, s.name;

-- src/whatsapp/templates/template-queries.ts: selectTemplateNames

select name from whatsapp_templates where organization_id = $1 and project_id = $2;

-- src/whatsapp/templates/template-queries.ts: updateStatusRemark

with remarked as (
  update whatsapp_templates set status_since = $1, status_reason = $2,
    status_explanation = $3, updated_at = $4
  where organization_id = $5 and _id = any($6::uuid[])
  returning *
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $7::uuid, $8::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'template.updated' as type, t._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', t._id,
          'name', t.name, 'provider_name', t.provider_name, 'language', t.language, 'category', t.category,
          'whatsapp_sender_id', t.whatsapp_sender_id, 'status', t.status, 'status_since', to_char(t.status_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status_reason', t.status_reason, 'quality', t.quality, 'revision', t.revision,
          'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('components', t.components, 'status_explanation', t.status_explanation) as texts
      from (select * from remarked) t) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = $11 and removed_at is null)
          or exists (select from api_keys where organization_id = $12 and project_id = $13 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $14 and _id = $15 and events = 'keep'))
)
select;

-- src/whatsapp/templates/template-queries.ts: updateSyncDue

update whatsapp_senders set templates_due_at = greatest($1::timestamptz, templates_read_at + $2 * interval '1 minute')
where organization_id = $3 and _id = $4 and templates_due_at > greatest($5::timestamptz, templates_read_at + $6 * interval '1 minute');

-- src/whatsapp/templates/template-queries.ts: updateSyncEnded

update whatsapp_senders set templates_fault = $1,
  templates_due_at = case when templates_due_at = $2 then $3 else templates_due_at end
where organization_id = $4 and _id = $5;

-- src/whatsapp/templates/template-queries.ts: updateTemplateRemarks

with remarked as (
  update whatsapp_templates w
  set status_reason = coalesce(t.reason, w.status_reason), quality = coalesce(t.quality, w.quality)
  from jsonb_to_recordset($1::jsonb) as t (provider_name text, language text, reason text,
      quality text)
  where w.organization_id = $2 and w.project_id = $3
    and w.whatsapp_sender_id in (
      select _id from whatsapp_senders where organization_id = $4 and project_id = $5
        and business_account_id = $6)
    and w.provider_name = t.provider_name and w.language = t.language
    and (coalesce(t.reason, w.status_reason), coalesce(t.quality, w.quality))
    is distinct from (w.status_reason, w.quality)
  returning w.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $7::uuid, $8::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'template.updated' as type, t._id as subject_id, $9::timestamptz as at, jsonb_build_object('_id', t._id,
          'name', t.name, 'provider_name', t.provider_name, 'language', t.language, 'category', t.category,
          'whatsapp_sender_id', t.whatsapp_sender_id, 'status', t.status, 'status_since', to_char(t.status_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status_reason', t.status_reason, 'quality', t.quality, 'revision', t.revision,
          'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('components', t.components, 'status_explanation', t.status_explanation) as texts
      from (select * from remarked) t) f where (exists (select from webhook_endpoints where organization_id = $10 and project_id = $11 and removed_at is null)
          or exists (select from api_keys where organization_id = $12 and project_id = $13 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $14 and _id = $15 and events = 'keep'))
)
select;

-- src/whatsapp/templates/template-queries.ts: updateTemplates

with updated as (
  update whatsapp_templates w
  set category = t.category, status = t.status, components = t.components,
    status_since = case when w.status = t.status then w.status_since
    else coalesce(t.status_since, $1::timestamptz) end,
    status_reason = case when w.status = t.status then w.status_reason else t.status_reason end,
    status_explanation = case when w.status = t.status then w.status_explanation else t.status_explanation end,
    revision = w.revision + 1, updated_at = $2
  from jsonb_to_recordset($3::jsonb) as t (_id uuid, name text, provider_name text,
      language text, category text, status text, components jsonb, status_since timestamptz, status_reason text,
      status_explanation text) where w.organization_id = $4 and w._id = t._id
  returning w.*
),
  new_event as (
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select $5::uuid, $6::uuid, new_event_id(), f.type, split_part(f.type, '.', 1),
      f.subject_id, f.at, f.data, f.texts
    from (
      select 'template.updated' as type, t._id as subject_id, $7::timestamptz as at, jsonb_build_object('_id', t._id,
          'name', t.name, 'provider_name', t.provider_name, 'language', t.language, 'category', t.category,
          'whatsapp_sender_id', t.whatsapp_sender_id, 'status', t.status, 'status_since', to_char(t.status_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status_reason', t.status_reason, 'quality', t.quality, 'revision', t.revision,
          'created_at', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
        jsonb_build_object('components', t.components, 'status_explanation', t.status_explanation) as texts
      from (select * from updated) t) f where (exists (select from webhook_endpoints where organization_id = $8 and project_id = $9 and removed_at is null)
          or exists (select from api_keys where organization_id = $10 and project_id = $11 and revoked_at is null and 'events:read' = any(scopes))
          or exists (select from projects where organization_id = $12 and _id = $13 and events = 'keep'))
)
select _id, revision from updated;

-- src/whatsapp/view/inbox-queries.ts: selectInbox

select c.conversation_id, c.channel_type, c.agent_id, a.name as agent_name, v.profile_id as customer_profile_id,
  v.phone_number, v.whatsapp_user_id, c.mode, c.mode_since, c.mode_by, c.summary, c.person_wrote_at, v.last_message_at,
  c.ended_at, (
    select max(w.last_inbound_at) + $1 * interval '1 millisecond' from whatsapp_windows w
    where c.channel_type = 'whatsapp' and w.organization_id = v.organization_id
      and w.whatsapp_sender_id = v.whatsapp_sender_id and w.recipient = any(array(
        select unnest(array[v.phone_number, v.whatsapp_user_id]) as address
        union select i.user_id from whatsapp_user_ids i where i.organization_id = v.organization_id and i.project_id = v.project_id and i.phone_number = v.phone_number
        union select unnest(array[i.user_id, i.phone_number]) from whatsapp_user_ids i where i.organization_id = v.organization_id and i.project_id = v.project_id and i.person_id = (
          select o.person_id from whatsapp_user_ids o where o.organization_id = v.organization_id and o.project_id = v.project_id and o.user_id = v.whatsapp_user_id)))
) as window_closes_at from agent_conversations c
join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id where c.organization_id = $2 and c.project_id = $3 and c.mode = 'person'
  and c.ended_at is null
order by c.person_wrote_at is not null, c.mode_since, c.conversation_id limit $4 offset $5;

select count(*)::integer as total from agent_conversations c where c.organization_id = $1 and c.project_id = $2 and c.mode = 'person'
  and c.ended_at is null;

select p._id, p.name, p.display_id, k.phone_number, i.username, i.whatsapp_id
from profiles p
left join lateral (
  select normalized as phone_number from profile_contacts
  where organization_id = p.organization_id and profile_id = p._id and kind = 'phone'
  order by created_at, normalized limit 1) k on true
left join lateral (
  select (array_agg(username order by last_seen_at desc) filter (where username is not null))[1] as username,
    (array_agg(identity_key order by is_alias, last_seen_at desc) filter (where identity_key not like '+%'))[1]
    as whatsapp_id
  from channel_identities
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[]);

-- src/whatsapp/view/inbox-queries.ts: selectLedConversation

select c.conversation_id, c.channel_type, c.agent_id, a.name as agent_name, v.profile_id as customer_profile_id,
  v.phone_number, v.whatsapp_user_id, c.mode, c.mode_since, c.mode_by, c.summary, c.person_wrote_at, v.last_message_at,
  c.ended_at, (
    select max(w.last_inbound_at) + $1 * interval '1 millisecond' from whatsapp_windows w
    where c.channel_type = 'whatsapp' and w.organization_id = v.organization_id
      and w.whatsapp_sender_id = v.whatsapp_sender_id and w.recipient = any(array(
        select unnest(array[v.phone_number, v.whatsapp_user_id]) as address
        union select i.user_id from whatsapp_user_ids i where i.organization_id = v.organization_id and i.project_id = v.project_id and i.phone_number = v.phone_number
        union select unnest(array[i.user_id, i.phone_number]) from whatsapp_user_ids i where i.organization_id = v.organization_id and i.project_id = v.project_id and i.person_id = (
          select o.person_id from whatsapp_user_ids o where o.organization_id = v.organization_id and o.project_id = v.project_id and o.user_id = v.whatsapp_user_id)))
) as window_closes_at from agent_conversations c
join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id where c.organization_id = $2 and c.conversation_id = $3 and c.project_id = $4;

select p._id, p.name, p.display_id, k.phone_number, i.username, i.whatsapp_id
from profiles p
left join lateral (
  select normalized as phone_number from profile_contacts
  where organization_id = p.organization_id and profile_id = p._id and kind = 'phone'
  order by created_at, normalized limit 1) k on true
left join lateral (
  select (array_agg(username order by last_seen_at desc) filter (where username is not null))[1] as username,
    (array_agg(identity_key order by is_alias, last_seen_at desc) filter (where identity_key not like '+%'))[1]
    as whatsapp_id
  from channel_identities
  where organization_id = p.organization_id and profile_id = p._id and channel_type = 'whatsapp') i on true
where p.organization_id = $1 and p._id = any($2::uuid[]);

-- src/whatsapp/view/project-queries.ts: countMessagesTo

select count(*) as total from whatsapp_messages m where m.organization_id = $1 and m.project_id = $2 and m.broadcast_id = $3 and m.status = $4 and m.error_code = $5 and m.recipient = any(array(
  select $6::text as address
  union select i.user_id from whatsapp_user_ids i where i.organization_id = $7 and i.project_id = $8 and i.phone_number = $9));

-- src/whatsapp/view/project-queries.ts: selectBroadcastStates

select b._id,
  jsonb_build_object('_id', s._id, 'name', s.name, 'status', s.status, 'display_phone_number', s.display_phone_number)
  as sender,
  case when t._id is not null then jsonb_build_object('_id', t._id, 'name', t.name, 'language', t.language,
      'category', t.category, 'status', t.status, 'components', t.components,
      'updated_at', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as template
from broadcasts b
join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
left join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
where b.organization_id = $1 and b._id = any($2::uuid[]);

-- src/whatsapp/view/project-queries.ts: selectFirstMessageAt

select created_at from whatsapp_messages
where organization_id = $1 and broadcast_id = $2
order by created_at, _id desc limit 1;

-- src/whatsapp/view/project-queries.ts: selectOpeningMessage

select c._id as conversation_id, l.kind, l.text, l.created_at as at
from unnest(array(
  select $1::text as address
  union select i.user_id from whatsapp_user_ids i where i.organization_id = $2 and i.project_id = $3 and i.phone_number = $4)) w (address)
cross join lateral (
    (
      select _id from conversations
      where organization_id = $5 and project_id = $6 and caller = w.address
        and channel_type = 'whatsapp' and whatsapp_sender_id = $7
      order by start_time desc limit 5) union all (
        select _id from conversations
        where organization_id = $8 and project_id = $9 and whatsapp_user_id = w.address
          and channel_type = 'whatsapp' and whatsapp_sender_id = $10
        order by start_time desc limit 5)) c
cross join lateral (
  select kind, text, created_at from messages
  where organization_id = $11 and conversation_id = c._id and direction = 'inbound'
  order by created_at desc limit 1) l
order by l.created_at desc limit 1;

-- src/whatsapp/view/project-queries.ts: selectPersonOf

select _id as customer_profile_id, name from profiles where organization_id = $1 and _id = coalesce(
    (select profile_id from profile_contacts where organization_id = $2 and project_id = $3 and kind = 'phone' and normalized = $4),
    (select profile_id from channel_identities where organization_id = $5 and project_id = $6 and channel_type = 'whatsapp' and identity_key = $7));

-- src/whatsapp/view/project-queries.ts: selectPlanOfSends

select o.plan_status, o.plan_whatsapp_sends as sends, coalesce(q.reserved, 0) as reserved,
  coalesce(q.consumed, 0) as consumed
from organizations o left join whatsapp_quotas q on q.organization_id = o._id where o._id = $1;

-- src/whatsapp/view/project-queries.ts: selectProjectMessage

select m._id, m.broadcast_id, b.name as broadcast_name, m.recipient as "to", p._id as customer_profile_id,
  p.name as customer_name, m.type, m.status, m.status_since, m.provider_message_id, case when num_nonnulls(m.error_code, m.error_reason) > 0 then jsonb_build_object('code', m.error_code,
      'reason', coalesce(m.error_reason, $1::jsonb ->> m.error_code, $2)) end as error,
  m.quota as send, m.conversation_id, m.resend_of, a._id as resent_as, m.created_at,
  (select jsonb_agg(jsonb_build_object('status', s.status,
      'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'error', case when num_nonnulls(s.error_code, s.error_reason) > 0 then jsonb_build_object('code', s.error_code,
          'reason', coalesce(s.error_reason, $3::jsonb ->> s.error_code, $4)) end)
    order by s.at, s.status)
    from whatsapp_message_statuses s where s.organization_id = m.organization_id and s.message_id = m._id) as statuses, m.request, m.whatsapp_sender_id, o.status as resend_of_status, a.status as resent_as_status,
  case when m.settled_by is not null then jsonb_build_object('by', m.settled_by, 'why', m.settled_why) end as settled,
  case when m.type = 'template' and t._id is not null then jsonb_build_object('name', t.provider_name,
      'language', t.language, 'category', t.category, 'status', t.status, 'components', t.components) end as template
from whatsapp_messages m
join broadcasts b on b.organization_id = m.organization_id and b._id = m.broadcast_id
left join lateral (
  select a._id, a.status from whatsapp_messages a
  where a.organization_id = m.organization_id and a.resend_of = m._id limit 1) a on true
left join lateral (
  select p._id, p.name from profiles p
  where p.organization_id = m.organization_id and p._id = coalesce(
      (select c.profile_id from profile_contacts c where c.organization_id = m.organization_id
          and c.project_id = m.project_id and c.kind = 'phone' and c.normalized = m.recipient),
      (select i.profile_id from channel_identities i where i.organization_id = m.organization_id
          and i.project_id = m.project_id and i.channel_type = 'whatsapp' and i.identity_key = m.recipient)) limit 1) p on true
left join whatsapp_messages o on o.organization_id = m.organization_id and o._id = m.resend_of
left join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
where m.organization_id = $5 and m.project_id = $6 and m._id = $7;

-- src/whatsapp/view/project-queries.ts: selectProjectMessages

select m._id, m.broadcast_id, b.name as broadcast_name, m.recipient as "to", p._id as customer_profile_id,
  p.name as customer_name, m.type, m.status, m.status_since, m.provider_message_id, case when num_nonnulls(m.error_code, m.error_reason) > 0 then jsonb_build_object('code', m.error_code,
      'reason', coalesce(m.error_reason, $1::jsonb ->> m.error_code, $2)) end as error,
  m.quota as send, m.conversation_id, m.resend_of, a._id as resent_as, m.created_at,
  (select jsonb_agg(jsonb_build_object('status', s.status,
      'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'error', case when num_nonnulls(s.error_code, s.error_reason) > 0 then jsonb_build_object('code', s.error_code,
          'reason', coalesce(s.error_reason, $3::jsonb ->> s.error_code, $4)) end)
    order by s.at, s.status)
    from whatsapp_message_statuses s where s.organization_id = m.organization_id and s.message_id = m._id) as statuses from (
      select m.* from whatsapp_messages m where m.organization_id = $5 and m.project_id = $6 and m.broadcast_id = $7 and m.status = $8 and m.error_code = $9 and m.recipient = any(array(
        select $10::text as address
        union select i.user_id from whatsapp_user_ids i where i.organization_id = $11 and i.project_id = $12 and i.phone_number = $13))
      order by m.created_at desc, m._id
      limit $14::bigint offset $15::bigint) m
join broadcasts b on b.organization_id = m.organization_id and b._id = m.broadcast_id
left join lateral (
  select a._id, a.status from whatsapp_messages a
  where a.organization_id = m.organization_id and a.resend_of = m._id limit 1) a on true
left join lateral (
  select p._id, p.name from profiles p
  where p.organization_id = m.organization_id and p._id = coalesce(
      (select c.profile_id from profile_contacts c where c.organization_id = m.organization_id
          and c.project_id = m.project_id and c.kind = 'phone' and c.normalized = m.recipient),
      (select i.profile_id from channel_identities i where i.organization_id = m.organization_id
          and i.project_id = m.project_id and i.channel_type = 'whatsapp' and i.identity_key = m.recipient)) limit 1) p on true
order by m.created_at desc, m._id;

-- src/workflows/queries.ts: selectWorkflowDefinition

select definition from workflow_revisions
where organization_id = $1 and workflow_id = $2 and revision = $3;

-- src/workflows/queries.ts: selectWorkflowRun

select turn, state, reply from workflow_runs
where organization_id = $1 and attempt_id = $2;

-- src/workflows/queries.ts: upsertWorkflow

with written as (
  insert into workflows as w (organization_id, project_id, _id, name, revision, created_at, updated_at)
  values ($1, $2, $3, $4, 1, $5, $6)
  on conflict (organization_id, _id) do update
  set name = excluded.name, revision = w.revision + 1, updated_at = excluded.updated_at
  where w.name <> excluded.name or (
    select r.definition from workflow_revisions r
    where r.organization_id = w.organization_id and r.workflow_id = w._id and r.revision = w.revision
  ) is distinct from $7::jsonb
  returning organization_id, _id, revision, updated_at)
insert into workflow_revisions (organization_id, workflow_id, revision, definition, agent_id, created_at)
select organization_id, _id, revision, $8::jsonb, $9::uuid, updated_at from written
returning workflow_id as _id;

-- src/workflows/queries.ts: upsertWorkflowRun

insert into workflow_runs (organization_id, attempt_id, turn, state, reply, updated_at)
values ($1, $2, $3, $4::jsonb, $5, $6)
on conflict (organization_id, attempt_id) do update
set turn = excluded.turn, state = excluded.state, reply = excluded.reply, updated_at = excluded.updated_at;
