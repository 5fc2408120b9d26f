import { channelTypes, conversationStatuses, conversationTypes } from '../base/conversation-kinds.ts'
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
    } else if (values !== undefined) {
      const taken = acceptedValues(test, values)
      if (taken === null) return null
      const name = field as CountedField
      counted[name] = (counted[name] ?? values).filter((value) => taken.includes(value))
    } else return null
  }
  return counted
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
