import {
  channelTypes,
  conversationStatuses,
  conversationTypes,
  openStatuses,
} from '../base/conversation-kinds.ts'
import { isUuid } from '../base/ids.ts'
import type { Condition, Filter, Operand, Test } from '../filters/tree.ts'
import type { Span } from './time-buckets.ts'

/**
 * A filter that the counters can answer: allowed values of the columns that they distinguish, and a span of start
 * times.
 */
export interface CountedFilter {
  /** Null for any value, here and in the next two. */
  status: readonly string[] | null
  channel_type: readonly string[] | null
  conversation_type: readonly string[] | null
  span: Span
}

type CountedField = 'status' | 'channel_type' | 'conversation_type'

const valuesOf: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['status', conversationStatuses],
  ['channel_type', channelTypes],
  ['conversation_type', conversationTypes],
])

/** A filter that the counters of campaigns can answer. They count phone conversations, of both types together. */
export interface CampaignFilter {
  /** Without doubles. Empty: no conversation matches. */
  campaignIds: readonly string[]
  /** Its `conversation_type` is null. */
  counted: CountedFilter
}

/** The most campaigns that are added up from counters: each has a row for each day. */
const campaignsMax = 100

/**
 * Returns the filter in the terms of the campaigns' counters; null if it names no campaign, more than 100, or anything
 * that these counters do not distinguish.
 */
export function campaignFilter(filter: Filter): CampaignFilter | null {
  let campaignIds: readonly string[] | null = null
  const others: Filter[] = []
  for (const condition of conjuncts(filter)) {
    if (condition === null) return null
    if (condition.field !== 'campaign_id') {
      others.push(condition)
      continue
    }
    const named = condition.path.length > 0 ? null : namedIds(condition.test)
    if (named === null) return null
    campaignIds = campaignIds === null ? named : campaignIds.filter((_id) => named.includes(_id))
  }
  if (campaignIds === null || campaignIds.length > campaignsMax) return null
  const counted = countedFilter({ kind: 'and', parts: others })
  return counted === null || counted.conversation_type !== null ? null : { campaignIds, counted }
}

/** Returns the ids that a test accepts; null if it accepts others too, or null. Other forms of an id equal none. */
function namedIds(test: Test): readonly string[] | null {
  if (test.kind === 'never') return []
  if (test.kind !== 'equals' || test.operands.some(({ kind }) => kind === 'null')) return null
  const ids = test.operands.flatMap((operand) => (operand.kind === 'string' ? [operand.value] : []))
  return [...new Set(ids)].filter((id) => isUuid(id) && id === id.toLowerCase())
}

/** Returns the filter in the counters' terms; null if it asks for more than they distinguish. */
export function countedFilter(filter: Filter): CountedFilter | null {
  const counted: CountedFilter = {
    status: null,
    channel_type: null,
    conversation_type: null,
    span: { from: -Infinity, to: Infinity },
  }
  for (const condition of conjuncts(filter)) {
    if (condition === null || condition.path.length > 0) return null
    const { field, test } = condition
    const values = valuesOf.get(field)
    if (field === 'start_time') {
      const span = spanOf(test)
      if (span === null) return null
      counted.span = {
        from: Math.max(counted.span.from, span.from),
        to: Math.min(counted.span.to, span.to),
      }
    } else if (field === 'outcome') {
      const taken = statusesOfOutcome(test)
      if (taken === null) return null
      counted.status = (counted.status ?? conversationStatuses).filter((value) => taken.includes(value))
    } else if (values !== undefined) {
      const taken = acceptedValues(test, values)
      if (taken === null) return null
      const name = field as CountedField
      counted[name] = (counted[name] ?? values).filter((value) => taken.includes(value))
    } else return null
  }
  return counted
}

/** A filter by what the counters distinguish, and by the seconds that a call lasted. */
export interface DurationFilter {
  counted: CountedFilter
  /** The duration is more than this, which is -Infinity for no bound. */
  above: number
  /** The duration is at most this. */
  upTo: number
}

/** Returns the filter in these terms; null if it names no duration, or anything else. */
export function durationFilter(filter: Filter): DurationFilter | null {
  const others: Filter[] = []
  let above = -Infinity
  let upTo = Infinity
  for (const condition of conjuncts(filter)) {
    if (condition === null) return null
    if (condition.field !== 'duration_seconds') {
      others.push(condition)
      continue
    }
    const { test } = condition
    if (condition.path.length > 0 || test.kind !== 'compares' || test.operand.kind !== 'number') return null
    const { value } = test.operand
    if (test.operator === 'gt') above = Math.max(above, value)
    if (test.operator === 'gte') above = Math.max(above, numberBelow(value))
    if (test.operator === 'lt') upTo = Math.min(upTo, numberBelow(value))
    if (test.operator === 'lte') upTo = Math.min(upTo, value)
  }
  const counted = countedFilter({ kind: 'and', parts: others })
  if (counted === null || (above === -Infinity && upTo === Infinity)) return null
  return { counted, above, upTo: Math.max(above, upTo) }
}

const floats = new Float64Array(1)
const bits = new BigInt64Array(floats.buffer)

/** Returns the largest binary fraction below the number. */
function numberBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE
  floats[0] = value
  bits[0]! += value > 0 ? -1n : 1n
  return floats[0]
}

/** Returns the span of start times to which the filter restricts, whatever else it asks for. */
export function startSpanOf(filter: Filter): Span {
  return conjuncts(filter).reduce<Span>(
    (all, condition) => {
      const span =
        condition?.field === 'start_time' && condition.path.length === 0 ? spanOf(condition.test) : null
      return span === null ? all : { from: Math.max(all.from, span.from), to: Math.min(all.to, span.to) }
    },
    { from: -Infinity, to: Infinity },
  )
}

/** Returns the conditions that must all hold, with null in place of anything that is not a plain condition. */
function conjuncts(filter: Filter): (Condition | null)[] {
  if (filter.kind === 'condition') return [filter]
  return filter.kind === 'and' ? filter.parts.flatMap(conjuncts) : [null]
}

/** Returns the values that a test accepts; null if it is not plain equality. The columns are never null. */
function acceptedValues(test: Test, values: readonly string[]): readonly string[] | null {
  switch (test.kind) {
    case 'equals': {
      const named = test.operands.map((operand) => (operand.kind === 'string' ? operand.value : null))
      return values.filter((value) => named.includes(value))
    }
    case 'never':
      return []
    case 'not': {
      const taken = test.tests.map((inner) => acceptedValues(inner, values))
      if (taken.includes(null)) return null
      return values.filter((value) => !taken.every((each) => each?.includes(value)))
    }
    default:
      return null
  }
}

/**
 * Returns the statuses of the outcomes that a test accepts; null if it is not plain equality. A status under way has
 * none.
 */
function statusesOfOutcome(test: Test): readonly string[] | null {
  if (test.kind === 'never') return []
  if (test.kind !== 'equals') return null
  // Numbers and other values equal no outcome, and are not null either.
  const named = test.operands.flatMap((operand) =>
    operand.kind === 'string' ? [operand.value] : operand.kind === 'null' ? [null] : [],
  )
  return conversationStatuses.filter((status) => named.includes(statusesUnderWay.has(status) ? null : status))
}

const statusesUnderWay: ReadonlySet<string> = new Set(openStatuses)

/** Returns the span of instants that a test accepts; null if it is not one span. Instants are whole milliseconds. */
function spanOf(test: Test): Span | null {
  if (test.kind === 'never') return { from: 0, to: 0 }
  if (test.kind === 'equals') {
    const [operand, ...others] = test.operands
    return operand === undefined || others.length > 0 ? null : bounds(operand)
  }
  if (test.kind !== 'compares') return null
  const at = bounds(test.operand)
  if (at === null) return null
  switch (test.operator) {
    case 'gte':
      return { from: at.from, to: Infinity }
    case 'gt':
      return { from: at.to, to: Infinity }
    case 'lt':
      return { from: -Infinity, to: at.from }
    case 'lte':
      return { from: -Infinity, to: at.to }
  }
}

function bounds(operand: Operand): Span | null {
  if (operand.kind === 'instant') return { from: operand.at, to: operand.at + 1 }
  return operand.kind === 'day' ? { from: operand.from, to: operand.to } : null
}
