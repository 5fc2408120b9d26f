import type { Clock } from '../base/clock.ts'
import { conversationStatuses } from '../base/conversation-kinds.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import { selectProjectZone } from '../projects/queries.ts'
import { finishedOf, pointsOf } from './points.ts'
import { selectLargestCampaigns, selectVoiceSeries } from './series-queries.ts'
import type { ProjectScope, VoiceCount, VoiceSplit } from './series-queries.ts'
import { askedSpan, compareBuckets } from './zone-buckets.ts'
import type { NamedSpan } from './zone-buckets.ts'

/** How many campaigns a split names; the rest stand together. */
const campaignsMax = 6

export interface VoiceSeriesQuery extends NamedSpan {
  /** Null for the project's. */
  timezone: string | null
  split: VoiceSplit | null
  campaign_id: string | null
}

export interface VoiceFigures {
  calls: number
  answered: number
  /** From 0 to 1; null where there are no calls. */
  answer_rate: number | null
  talk_seconds: number
}

interface Sums {
  calls: number
  answered: number
  talk_seconds: number
}

/**
 * Counts the calls of a span of days and of the span before, by day, week or month of a time zone. A call belongs to
 * the moment at which it was dialed, and is answered if it is `live` or `completed`, so that each figure is the total
 * of a list.
 *
 * @throws {Refusal} 400 for what `compareBuckets` refuses, or a split by campaign of one campaign; 404 without project.
 */
export async function readVoiceSeries(
  { db, clock }: { db: Db; clock: Clock },
  scope: ProjectScope,
  query: VoiceSeriesQuery,
) {
  const { split, campaign_id } = query
  if (split === 'campaign' && campaign_id !== null)
    throw refusals.faultyRequest({
      path: 'split',
      message: 'must not be campaign where campaign_id names one',
    })
  const timezone = query.timezone ?? (await selectProjectZone(db, scope))
  if (timezone === null) throw refusals.projectNotFound()
  const now = clock.now()
  const asked = askedSpan(query, timezone, now)
  const { buckets, before } = compareBuckets(asked)
  const span = { from: buckets[0]!.from, to: buckets.at(-1)!.to }
  const campaigns = split === 'campaign' ? await selectLargestCampaigns(db, scope, span, campaignsMax) : []
  const counts = await selectVoiceSeries(db, {
    scope,
    campaign_id,
    split,
    campaignIds: campaigns.map(({ _id }) => _id),
    spans: [...buckets, ...before],
    splitSpans: buckets.length,
  })
  const wholes = wholesOf(counts, buckets.length * 2, split)
  const named = campaigns.map(({ _id, name }) => ({ key: _id, name }))
  const partsOf = (bucket: number) => {
    const parts = counts.filter((count) => count.bucket === bucket && count.key !== null)
    if (split === 'outcome')
      return conversationStatuses.map((key) => ({
        key,
        ...figuresOf(sumOf(parts.filter((part) => part.key === key))),
      }))
    if (split === null) return []
    const shown = named.map(({ key }) => ({
      key,
      ...figuresOf(sumOf(parts.filter((part) => part.key === key))),
    }))
    return [...shown, { key: 'others', ...figuresOf(lessOf(wholes[bucket]!, sumOf(shown))) }]
  }
  const points = pointsOf({ buckets, before, now }, (bucket) => ({
    ...figuresOf(wholes[bucket]!),
    ...(bucket < buckets.length ? { parts: partsOf(bucket) } : {}),
  }))
  const shownParts =
    split === 'outcome'
      ? conversationStatuses.map((key) => ({ key, name: null }))
      : split === 'campaign'
        ? [...named, { key: 'others', name: null }]
        : []
  return {
    ...asked,
    at: now.toISOString(),
    points,
    parts: shownParts.map((part, index) => ({
      ...part,
      ...figuresOf(sumOf(points.flatMap((point) => point.parts?.[index] ?? []))),
    })),
    totals: figuresOf(sumOf(points)),
    totals_before: figuresOf(sumOf(points.map((point) => point.before))),
    finished: finishedOf(points, (some) => figuresOf(sumOf(some))),
  }
}

export type VoiceSeries = Awaited<ReturnType<typeof readVoiceSeries>>

/** Returns the whole of each bucket. With a split by outcome, its parts add up to it. */
function wholesOf(counts: readonly VoiceCount[], buckets: number, split: VoiceSplit | null): Sums[] {
  const wholes = Array.from({ length: buckets }, (): Sums => ({ calls: 0, answered: 0, talk_seconds: 0 }))
  for (const count of counts) {
    if (count.key !== null && split !== 'outcome') continue
    const whole = wholes[count.bucket]!
    whole.calls += count.calls
    whole.answered += count.answered
    whole.talk_seconds += count.talk_seconds
  }
  return wholes
}

function sumOf(all: readonly Sums[]): Sums {
  const sum = { calls: 0, answered: 0, talk_seconds: 0 }
  for (const { calls, answered, talk_seconds } of all) {
    sum.calls += calls
    sum.answered += answered
    sum.talk_seconds += talk_seconds
  }
  return sum
}

function lessOf(whole: Sums, part: Sums): Sums {
  return {
    calls: whole.calls - part.calls,
    answered: whole.answered - part.answered,
    talk_seconds: whole.talk_seconds - part.talk_seconds,
  }
}

function figuresOf({ calls, answered, talk_seconds }: Sums): VoiceFigures {
  return {
    calls,
    answered,
    answer_rate: calls === 0 ? null : Math.round((answered / calls) * 10_000) / 10_000,
    // Removes the error of adding binary fractions.
    talk_seconds: Math.abs(Math.round(talk_seconds * 1e6) / 1e6),
  }
}
