import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { query } from '../api/queries.ts'
import { callQuery, carrierEventsQuery } from '../api/shell-queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CallAdvice } from '../components/call-advice.tsx'
import { CallAttempts } from '../components/call-attempts.tsx'
import type { WholeCall } from '../components/call-attempts.tsx'
import { CallSentence } from '../components/call-sentence.tsx'
import { CancelButton, CancelQuestion } from '../components/cancel-calls.tsx'
import { ConversationTranscript } from '../components/conversation-transcript.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PlaceAgain } from '../components/place-again.tsx'
import { statusOf } from '../components/status-badge.tsx'
import { useStopped } from '../components/use-under-way.ts'
import { ticksOf } from '../format/axis-ticks.ts'
import { comma } from '../format/comma.ts'
import { msOf, zoneName } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useMedia } from '../hooks/use-media.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePhone } from '../hooks/use-phone.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { classNames } from '../ui/class-names.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Dot } from '../ui/timeline.tsx'
import { CallTrack } from '../ui/track.tsx'
import type { Axis, Point, Stretch } from '../ui/track.tsx'
import styles from './call.module.css'

const overStates = new Set(['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled', 'expired'])

/** `…/calls/{campaign_queue_id}`: what a call does or waits for, how it came to that, and what is said. */
export function CallPage() {
  const { call: texts, common } = useMessages('call')
  const { ids, place } = usePlace()
  const { id = '' } = useParams()
  const call = useQuery(callQuery(ids, id))
  if (call.data === undefined)
    return (
      <>
        <PageHeader title={texts.missing} crumbs={[{ label: <LiveLabel />, href: paths.live(place) }]} />
        <Loaded query={call} skeleton={<Skeleton label={common.loading} rows={8} columns={2} />}>
          {() => null}
        </Loaded>
      </>
    )
  return (
    <>
      <Head key={id} call={call.data} />
      <Loaded query={call}>{(data) => <Body call={data} />}</Loaded>
    </>
  )
}

function LiveLabel() {
  const { shell } = useMessages('shell')
  return shell.live
}

function Head({ call }: { call: WholeCall }) {
  const { call: texts, shell } = useMessages('call', 'shell')
  const { ids, place } = usePlace()
  const [isAsked, ask] = useState(false)
  const phone = usePhone()(call.phone_number)
  const { phone_number } = call
  const isInbound = call.call_direction === 'inbound'
  const isOver = overStates.has(call.state)
  const customer = call.customer['name']
  const who = typeof customer === 'string' && customer !== '' ? customer : phone
  return (
    <>
      <PageHeader
        crumbs={[
          { label: shell.live, href: paths.live(place) },
          { label: <bdi>{call.campaign.name}</bdi>, href: paths.campaign(place, call.campaign_id) },
          { label: <bdi dir="ltr">{phone}</bdi> },
        ]}
        title={<Title call={call} who={<bdi>{who}</bdi>} />}
        tabTitle={isInbound ? texts.tabInbound(phone) : texts.tab(phone)}
        status={statusOf(call.state)}
        lead={<Lead call={call} />}
        actions={
          <>
            <AsCurl operation="getProjectCall" params={{ ...ids, campaign_queue_id: call._id }} />
            {!isOver ? (
              <CancelButton call={call} asButton onPress={() => ask(true)} />
            ) : (
              !isInbound &&
              phone_number !== null && <PlaceAgain key={call._id} call={{ ...call, phone_number }} />
            )}
          </>
        }
      />
      {/* It stays until it is answered: the call may be over by then, which the answer says. */}
      {isAsked && <CancelQuestion call={call} onClose={() => ask(false)} />}
    </>
  )
}

function Title({ call, who }: { call: WholeCall; who: ReactNode }) {
  const { call: texts } = useMessages('call')
  const { place, zone } = usePlace()
  const stopped = useStopped(place)
  const formats = useFormats(zone)
  if (call.waiting !== null)
    return texts.waits(
      who,
      <CallSentence
        call={{ ...call, lastAttempt: call.attempts.at(-1) ?? null, place: call.waiting.place }}
        zone={zone}
        {...stopped}
        withZone
      />,
    )
  const isOver = overStates.has(call.state)
  const at = isOver
    ? formats.instant(call.state_since, { seconds: true })
    : `${formats.time(call.state_since)} ${formats.zoneName}`
  const titles = call.call_direction === 'inbound' ? texts.inboundTitles : texts.titles
  return titles[call.state]?.(who, <bdi>{at}</bdi>) ?? who
}

/** What led to it, what is wrong, and what to do. */
function Lead({ call }: { call: WholeCall }) {
  const { call: texts } = useMessages('call')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const talkedMs = (call.attempts.at(-1)?.duration_seconds ?? 0) * 1_000
  return (
    <>
      {call.cancel_requested_at !== null &&
        !overStates.has(call.state) &&
        texts.cancelRequested(<bdi>{formats.time(call.cancel_requested_at)}</bdi>)}
      {call.state === 'completed' && talkedMs > 0 && texts.talked(<bdi>{formats.duration(talkedMs)}</bdi>)}
      <CallAdvice call={call} />
    </>
  )
}

function Body({ call }: { call: WholeCall }) {
  const { call: texts, locale } = useMessages('call')
  const { ids, zone, place } = usePlace()
  const events = useQuery(carrierEventsQuery(ids, call._id))
  const conversationId =
    call.attempts.findLast(({ conversation_id: id }) => id !== null)?.conversation_id ?? null
  // On a phone one column stands below the other, and what is said comes first.
  const isSpoken = conversationId !== null
  const isNarrow = useMedia('(width < 1024px)')
  // What stands below would be moved by the lines that come.
  const isLoading = useQuery(conversationQuery(ids, conversationId)).isLoading
  const isHeldBack = isNarrow && isLoading
  const transcript = (
    <div className={classNames(styles.side, styles.transcript)}>
      {conversationId === null ? (
        <Section title={texts.transcript}>
          <Empty next={overStates.has(call.state) ? undefined : texts.noTranscriptNext}>
            {overStates.has(call.state) ? texts.neverSpoken : texts.noTranscript}
          </Empty>
        </Section>
      ) : (
        <Spoken id={conversationId} href={paths.conversation(place, conversationId)} />
      )}
    </div>
  )
  return (
    <>
      <Track call={call} />
      <div className={styles.columns}>
        {isSpoken && transcript}
        <div className={styles.side} hidden={isHeldBack}>
          <Section
            title={texts.attempts}
            aside={
              <span className={styles.legend}>
                {texts.legend(zoneName(zone))}
                <span className={styles.dotOf}>
                  <Dot from="ours" />
                  {comma(locale)}
                </span>
                {texts.legendCarrier} <Dot from="carrier" />
              </span>
            }
          >
            {call.attempts.length === 0 ? (
              <Empty>{texts.noAttempts}</Empty>
            ) : (
              <Loaded query={events}>{({ items }) => <CallAttempts call={call} events={items} />}</Loaded>
            )}
          </Section>
          <Section title={texts.moves}>
            <Moves call={call} />
          </Section>
          <Section title={texts.customer}>
            <Variables customer={call.customer} />
          </Section>
          <Section title={texts.ids}>
            <Facts facts={idsOf(call, texts.carrierCall)} />
          </Section>
        </div>
        {!isSpoken && transcript}
      </div>
    </>
  )
}

function conversationQuery(ids: { organization_id: string; project_id: string }, id: string | null) {
  const params = { ...ids, conversation_id: id ?? '' }
  return { ...query('getConversation', params, { live: true }), enabled: id !== null }
}

function Spoken({ id, href }: { id: string; href: string }) {
  const { call: texts } = useMessages('call')
  const { ids } = usePlace()
  const conversation = useQuery(conversationQuery(ids, id))
  const isLive = conversation.data?.status === 'live'
  return (
    <Section
      title={texts.transcript}
      aside={
        isLive ? (
          <span className={styles.live}>
            <StatusMark status="live" />
            {texts.grows}
          </span>
        ) : (
          <Link small href={href}>
            {texts.wholeConversation}
          </Link>
        )
      }
    >
      <Loaded query={conversation}>{(data) => <ConversationTranscript conversation={data} />}</Loaded>
    </Section>
  )
}

function Variables({ customer }: { customer: WholeCall['customer'] }) {
  const { call: texts } = useMessages('call')
  const entries = Object.entries(customer)
  if (entries.length === 0) return <Empty>{texts.noVariables}</Empty>
  return (
    <Facts
      facts={entries.map(([name, value]) => ({ name: <bdi>{name}</bdi>, value: <bdi>{String(value)}</bdi> }))}
    />
  )
}

function Moves({ call }: { call: WholeCall }) {
  const { call: texts, calls } = useMessages('call', 'calls')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <ol className={styles.moves}>
      {call.moves.map((move) => (
        <li key={move.moved_at + move.to_state}>
          <bdi>{formats.dayTime(move.moved_at)}</bdi>
          <span>{calls.states[move.to_state] ?? <bdi>{move.to_state}</bdi>}</span>
          <span className={styles.reason}>
            {(move.reason_code === 'carrier_report' && texts.carrierReports[move.to_state]) ||
              (texts.moveReasons[move.reason_code] ?? <span data-stored="">{move.reason}</span>)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function idsOf(call: WholeCall, carrierCall: string) {
  const id = (name: string, value: string | null | undefined) =>
    value == null ? [] : [{ name: <bdi>{name}</bdi>, value: <CopyId value={value} label={name} /> }]
  return [
    ...id('campaign_queue_id', call._id),
    ...id('campaign_id', call.campaign_id),
    ...id('customer_profile_id', call.customer_profile_id),
    ...call.attempts.flatMap((attempt) => [
      ...id('conversation_id', attempt.conversation_id),
      ...id(carrierCall, attempt.carrier_call_sid),
    ]),
  ]
}

/** The call on one axis of time, from its acceptance to now or its end. */
function Track({ call }: { call: WholeCall }) {
  const { call: texts, calls, locale, ui } = useMessages('call', 'calls')
  const { zone } = usePlace()
  const now = useNow()
  const { attempts, waiting } = call
  const isOver = overStates.has(call.state)
  const from = msOf(call.created_at)
  const end = isOver ? msOf(attempts.at(-1)?.ended_at ?? call.state_since) : now
  const due = waiting?.reason === 'retry' && waiting.until !== null ? msOf(waiting.until) : null
  const last = Math.max(end, due ?? 0, from + 10_000)
  const margin = (last - from) * 0.05
  const stretches: (Stretch & { label?: string; isNow?: boolean })[] = []
  let waitsFrom = from
  for (const attempt of attempts) {
    const dialed = msOf(attempt.created_at)
    const isInbound = call.call_direction === 'inbound'
    if (dialed > waitsFrom) stretches.push({ kind: 'waits', from: waitsFrom, to: dialed, isPast: true })
    const ended = attempt.ended_at === null ? now : msOf(attempt.ended_at)
    const answered = attempt.answered_at === null ? null : msOf(attempt.answered_at)
    const isPast = attempt.ended_at !== null
    // Who calls is answered at once.
    if (!isInbound) stretches.push({ kind: 'rings', from: dialed, to: answered ?? ended, isPast })
    const state = calls.states[attempt.state] ?? attempt.state
    // Two words that stand close would cover each other.
    const isWide = ended - dialed > (last - from) * 0.12 || attempts.length === 1
    const label = isWide ? { label: texts.trackAttempt(calls.ordinal(attempt.attempt_number), state) } : {}
    if (answered !== null)
      stretches.push({ kind: 'speaks', from: answered, to: ended, isPast, isNow: !isPast, ...label })
    else Object.assign(stretches.at(-1) ?? {}, label)
    waitsFrom = ended
  }
  if (waiting !== null) stretches.push({ kind: 'waits', from: waitsFrom, to: due ?? now })
  const points: Point[] = [{ at: from, isPast: waiting === null }, ...(due === null ? [] : [{ at: due }])]
  const axis: Axis = {
    from: from - margin,
    to: last + margin,
    now: isOver ? null : now,
    ticks: ticksOf(from, last, { locale, zone }),
  }
  return <CallTrack axis={axis} stretches={stretches} points={points} nowLabel={ui.now} />
}
