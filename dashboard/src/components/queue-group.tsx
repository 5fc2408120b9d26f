import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listQuery } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { formatMinute, msOf, zoneName } from '../format/instant.ts'
import { underWay, underWayStates } from '../format/under-way.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePhone } from '../hooks/use-phone.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { BoardGroup, BoardLine, BoardLines, BoardList } from '../ui/board.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Slots } from '../ui/slots.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Axis, Point, Stretch } from '../ui/track.tsx'
import type { BoardCall, BoardQuestion, CampaignQueue } from './board-dialog.tsx'
import { CallSentence, endsWithRelease } from './call-sentence.tsx'
import { CancelButton } from './cancel-calls.tsx'
import { HoldOne, useHolding } from './hold.tsx'
import { Loaded } from './loaded.tsx'
import { statusOf } from './status-badge.tsx'

export interface QueueGroupProps {
  campaign: CampaignQueue
  /** The instant for which the summary holds. */
  at: string
  hasNoWorker: boolean
  /** The whole database is held: nothing is dialed until an operator releases it. */
  isHeld: boolean
  isOpen: boolean
  onToggle: () => void
  onAsk: (question: BoardQuestion) => void
}

/** A campaign on the live page: hours, slots, what waits and why. It unfolds into its calls. */
export function QueueGroup({ campaign, at, hasNoWorker, isHeld, isOpen, onToggle, onAsk }: QueueGroupProps) {
  const { live } = useMessages('live')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  const { campaign_id, name, slots, slots_in_use, waiting } = campaign
  const shown = number(waiting.count)
  const why = useWhy(campaign, { hasNoWorker, isHeld })
  const holding = useHolding(campaign)
  return (
    <BoardGroup
      name={
        <Link kind="plain" href={paths.campaign(place, campaign_id)}>
          <bdi>{name}</bdi>
        </Link>
      }
      hours={<Hours campaign={campaign} />}
      slots={<Slots used={slots_in_use} of={slots} label={live.slots(number(slots_in_use), number(slots))} />}
      slotsLabel={live.slotsLabel}
      waiting={<bdi>{waiting.is_more ? live.more(shown) : shown}</bdi>}
      waitingLabel={live.waitingLabel}
      why={why.why}
      whyMore={why.more}
      action={
        <HoldOne
          campaign={campaign}
          holding={holding}
          onRelease={() => onAsk({ kind: 'release', campaign })}
        />
      }
      fault={holding.fault}
      isOpen={isOpen}
      onToggle={onToggle}
      toggleLabel={live.toggle(name)}
    >
      <Calls campaign={campaign} at={at} hasNoWorker={hasNoWorker} isHeld={isHeld} onAsk={onAsk} />
    </BoardGroup>
  )
}

/** Whether it may dial now, and until when; held campaigns say that first. */
function Hours({ campaign: { status, held, hours } }: { campaign: CampaignQueue }) {
  const { live, campaigns } = useMessages('live', 'campaigns')
  const formats = useFormats(hours.timezone ?? 'UTC')
  const now = useNow()
  if (status === 'paused') return <OnHold held={held} />
  if (status === 'ended') return live.ended
  if (hours.timezone === null) return hours.at_callee ? campaigns.leadAtCallee : live.noHours
  if (hours.is_open) {
    if (hours.closes_at === null) return live.open
    const isToday = formats.day(hours.closes_at) === formats.day(now)
    const at = isToday
      ? `${formats.minute(hours.closes_at)} ${zoneName(hours.timezone)}`
      : formats.instant(hours.closes_at)
    return live.openUntil(<bdi>{at}</bdi>)
  }
  return (
    <>
      <StatusMark status="closed" small />
      <span>
        {hours.opens_at === null
          ? live.closedForGood
          : live.closed(<bdi>{formats.instant(hours.opens_at)}</bdi>)}
      </span>
    </>
  )
}

/** Since when a campaign is on hold, in the project's zone, and by whom. */
function OnHold({ held }: Pick<CampaignQueue, 'held'>) {
  const { live } = useMessages('live')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const now = useNow()
  const sinceOf = (at: string): string =>
    formats.day(at) === formats.day(now) ? formats.minute(at) : formats.instant(at)
  return (
    <>
      <StatusMark status="held" small />{' '}
      {held == null ? live.held : live.heldBy(<bdi>{held.by}</bdi>, <bdi>{sinceOf(held.since)}</bdi>)}
    </>
  )
}

/** Returns the groups with those as one that wait for the release of the database. */
function groupsWhileHeld(groups: CampaignQueue['waiting_by_reason']): CampaignQueue['waiting_by_reason'] {
  const released = groups.filter(({ reason }) => endsWithRelease(reason))
  const [first] = released
  if (first === undefined) return groups
  const count = released.reduce((sum, group) => sum + group.count, 0)
  const asOne = { ...first, count, is_more: released.some((group) => group.is_more) }
  return [asOne, ...groups.filter(({ reason }) => !endsWithRelease(reason))]
}

/** Why the campaign's calls wait, in the order in which reasons are looked at, and what ends it. */
function useWhy(
  campaign: CampaignQueue,
  { hasNoWorker, isHeld }: Pick<QueueGroupProps, 'hasNoWorker' | 'isHeld'>,
): { why: ReactNode; more: ReactNode } {
  const { live, calls, locale } = useMessages('live', 'calls')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const hours = useFormats(campaign.hours.timezone ?? zone)
  const now = useNow()
  const { number } = formats
  const { waiting_by_reason: groups, slots_in_use, oldest_since, status } = campaign
  const oldest =
    oldest_since === null ? undefined : live.oldestSince(<bdi>{formats.sameDay(oldest_since, now)}</bdi>)
  const goesOn = slots_in_use > 0 ? live.goesOn(number(slots_in_use), slots_in_use) : undefined
  if (status === 'paused') return { why: live.onHold, more: goesOn ?? oldest }
  const [first] = groups
  if (first === undefined) return { why: live.nothingWaits, more: undefined }
  if (first.reason === 'hours' && first.until !== null && groups.length === 1) {
    const wait = formats.duration(msOf(first.until) - now)
    const at = hours.instant(first.until)
    return { why: live.outsideHours, more: live.firstDial(<bdi>{at}</bdi>, <bdi>{wait}</bdi>) }
  }
  const why = (isHeld ? groupsWhileHeld(groups) : groups)
    .map(({ reason, guard, count, is_more: isMore }) => {
      const shown = isMore ? live.more(number(count)) : number(count)
      if (isHeld && endsWithRelease(reason)) return live.forRelease(shown)
      if (hasNoWorker && reason === 'slot') return live.forWorker(shown)
      if (guard !== null) return `${live.reasons[reason]?.(shown)} (${calls.guards[guard] ?? guard})`
      return live.reasons[reason]?.(shown) ?? `${shown} ${calls.states['waiting']}`
    })
    .join(comma(locale))
  const carrier = groups.find(({ reason }) => reason === 'carrier_rate')?.until
  if (carrier != null && !isHeld)
    return { why, more: live.carrierUntil(<bdi>{formats.sameDay(carrier, now)}</bdi>) }
  const next = groups.find(({ reason }) => reason === 'retry')?.until
  return {
    why,
    more: (
      <span>
        {oldest}
        {next != null && live.nextAt(<bdi>{formats.sameDay(next, now)}</bdi>)}
      </span>
    ),
  }
}

const pageSize = 20
const pageSizeMax = 100

/** The calls of a campaign that are under way, the first hundred, and those that wait, the first `limit`. */
function useCalls(campaign_id: string, limit: number) {
  const { ids } = usePlace()
  const active = useQuery(
    listQuery(
      'listProjectCalls',
      {
        ...ids,
        show: 'active',
        filters: { campaign_id, state: { $in: underWayStates } },
        sort: { created_at: 1 },
        limit: pageSizeMax,
      },
      { live: true },
    ),
  )
  const queued = useQuery(
    listQuery(
      'listProjectCalls',
      { ...ids, show: 'active', filters: { campaign_id, state: 'waiting' }, sort: { created_at: 1 }, limit },
      { live: true },
    ),
  )
  return { active, queued }
}

function Calls({
  campaign,
  at,
  hasNoWorker,
  isHeld,
  onAsk,
}: Pick<QueueGroupProps, 'campaign' | 'at' | 'hasNoWorker' | 'isHeld' | 'onAsk'>) {
  const { live } = useMessages('live')
  const { place, role, zone } = usePlace()
  const { number } = useFormats(zone)
  const [limit, setLimit] = useState(pageSize)
  const axis = useBoardAxis(zone)
  const { campaign_id, name, waiting } = campaign
  const { active, queued } = useCalls(campaign_id, limit)
  const listOf = (state: string) => withQuery(paths.campaign(place, campaign_id), { tab: 'calls', state })
  const line = (call: BoardCall) => (
    <Call
      key={call._id}
      {...{ call, campaign, hasNoWorker, isHeld }}
      onCancel={() => onAsk({ kind: 'cancel', call })}
    />
  )
  return (
    <Loaded query={active}>
      {({ items, pagination: { total: activeTotal } }) => (
        <Loaded query={queued}>
          {({ items: waits, pagination: { total: waitingTotal } }) => {
            if (items.length === 0 && waits.length === 0) return <Empty>{live.noneNow}</Empty>
            const activeRest = activeTotal - items.length
            const rest = waitingTotal - waits.length
            return (
              <BoardLines
                axis={axis}
                summary={live.summary(number(activeTotal), number(waitingTotal))}
                unit={live.unit}
                {...((activeRest > 0 || rest > 0 || waiting.count > 1) && {
                  rest: {
                    what: (
                      <>
                        {activeRest > 0 && (
                          <Link small href={listOf(underWay)}>
                            {live.moreUnderWay(number(activeRest))}
                          </Link>
                        )}{' '}
                        {rest > 0 && limit < pageSizeMax && (
                          <Button kind="word" small onPress={() => setLimit(pageSizeMax)}>
                            {live.showMore(number(rest))}
                          </Button>
                        )}
                        {rest > 0 && limit >= pageSizeMax && (
                          <Link small href={listOf('waiting')}>
                            {live.showMore(number(rest))}
                          </Link>
                        )}
                      </>
                    ),
                    why:
                      waiting.count > 1 ? (
                        <Button
                          kind="word"
                          small
                          reason={includesRole(role, 'editor') ? null : live.editorNeeded}
                          onPress={() =>
                            onAsk({
                              kind: 'cancel_all',
                              campaign: { campaign_id, name, waiting: waitingTotal },
                              until: at,
                            })
                          }
                        >
                          {live.cancelAll}
                        </Button>
                      ) : null,
                  },
                })}
              >
                {items.length > 0 && <BoardList label={live.listUnderWay}>{items.map(line)}</BoardList>}
                {waits.length > 0 && <BoardList label={live.listWaiting}>{waits.map(line)}</BoardList>}
              </BoardLines>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

interface CallProps {
  call: BoardCall
  campaign: CampaignQueue
  hasNoWorker: boolean
  isHeld: boolean
  /** Asks whether to give it up. */
  onCancel: () => void
}

function Call({ call, campaign, hasNoWorker, isHeld, onCancel }: CallProps) {
  const { live, calls } = useMessages('live', 'calls')
  const { place, zone } = usePlace()
  const { clock, number } = useFormats(zone)
  const now = useNow()
  const phone = usePhone()(call.phone_number)
  const waits = call.waiting !== null
  const since = call.waiting?.since ?? (call.state === 'live' ? call.last_attempt?.answered_at : null)
  return (
    <BoardLine
      status={statusOf(call.state)}
      number={
        <Link href={paths.call(place, call._id)}>
          <bdi dir="ltr">{phone}</bdi>
        </Link>
      }
      name={
        call.customer_name === null && call.call_direction === 'outbound' ? undefined : (
          <>
            {call.customer_name !== null && <bdi>{call.customer_name}</bdi>}
            {call.call_direction === 'inbound' && ` (${calls.calledIn})`}
          </>
        )
      }
      {...drawnOf(call, now)}
      time={<bdi>{clock(now - msOf(since ?? call.state_since))}</bdi>}
      sentence={
        <CallSentence
          call={{
            ...call,
            lastAttempt: call.last_attempt,
            waitingInAll: <bdi>{number(campaign.waiting.count)}</bdi>,
          }}
          zone={zone}
          hoursZone={campaign.hours.timezone}
          hasNoWorker={hasNoWorker}
          isHeld={isHeld}
        />
      }
      action={
        waits ? (
          <CancelButton call={call} onPress={onCancel} />
        ) : (
          <Link small href={paths.call(place, call._id)} aria-label={live.followLabel(phone)}>
            {live.follow}
          </Link>
        )
      }
    />
  )
}

/** What a call has been doing, on the axis: rings, speaks, waits; and the point where it was queued or is due. */
function drawnOf(call: BoardCall, now: number): { stretches: Stretch[]; points: Point[] } {
  const attempt = call.last_attempt
  if (call.waiting === null) {
    if (attempt === null) return { stretches: [], points: [] }
    const dialed = msOf(attempt.created_at)
    const answered = attempt.answered_at === null ? null : msOf(attempt.answered_at)
    const stretches: Stretch[] = [{ kind: 'rings', from: dialed, to: answered ?? now }]
    if (answered !== null) stretches.push({ kind: 'speaks', from: answered, to: now })
    return { stretches, points: [] }
  }
  const since = msOf(call.waiting.since)
  const { until, reason } = call.waiting
  if (reason === 'retry' && until !== null) {
    const due = msOf(until)
    return { stretches: [{ kind: 'waits', from: since, to: due }], points: [{ at: due }] }
  }
  // A ring at the edge would say that it was queued there.
  const isOnAxis = since >= now - beforeMs
  return { stretches: [{ kind: 'waits', from: since, to: now }], points: isOnAxis ? [{ at: since }] : [] }
}

const minute = 60_000
const beforeMs = 10 * minute
const afterMs = 14 * minute
const tickMs = 5 * minute

/** Ten minutes back and fourteen ahead, with a tick every five. */
function useBoardAxis(zone: string): Axis {
  const { locale } = useMessages()
  const now = useNow()
  const [from, to] = [now - beforeMs, now + afterMs]
  const first = Math.ceil((from + minute) / tickMs) * tickMs
  const ticks = Array.from({ length: Math.floor((to - minute - first) / tickMs) + 1 }, (_, index) => {
    const at = first + index * tickMs
    return { at, label: formatMinute(at, { locale, zone }) }
  })
  return { from, to, now, ticks }
}
