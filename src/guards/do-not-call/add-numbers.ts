import { recordChange, recordChanges } from '../../audit/record-change.ts'
import type { Actor, Change } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { publishEntries } from './entry-events.ts'
import { insertEntries, lockOpenEntries, updateFollowed } from './entry-queries.ts'
import type { NewEntries, OpenEntry } from './entry-queries.ts'

/** What the audit calls an entry. Its record is the number. */
export const doNotCallKind = 'do_not_call'

/**
 * Makes what was added hold for calls that were accepted before: cancels those that wait, and resolves once no attempt
 * to the numbers can begin any more. Returns how many calls were canceled. It may run twice.
 */
export type StopCallsTo = (
  organizationId: string,
  numbers: readonly string[],
  options?: { waitMaxMs?: number },
) => Promise<number>

export interface DoNotCallContext {
  db: Db
  clock: Clock
  newId: NewId
  stopCallsTo: StopCallsTo
}

export interface AddedNumbers {
  /** Those that were not on the list, or not for as long. */
  added: string[]
  /** Waiting calls that were canceled. */
  callsCanceled: number
}

/**
 * Adds numbers to the organization's list (Rule 160). Once it resolves, no call to them begins (Promise 161).
 *
 * @param actor who asks for it, for the audit; null: the person themself, on a call or in a chat.
 * @param isSummed whether the audit has one row with the count of the numbers, not a row for each.
 */
export async function addNumbers(
  context: DoNotCallContext,
  entries: NewEntries,
  actor: Actor | null,
  { isSummed = false }: { isSummed?: boolean } = {},
): Promise<AddedNumbers> {
  const added = await context.db.transaction(async (transaction) => {
    const numbers = await addNumbersWithin(context, transaction, entries)
    if (actor !== null) await recordAdded(context, transaction, entries, { numbers, actor, isSummed })
    return numbers
  })
  // Also for those that were on the list: an earlier request may have died before it got here.
  const callsCanceled = await context.stopCallsTo(entries.organization_id, entries.numbers)
  return { added, callsCanceled }
}

/** The most rows of the audit in one statement: each may have a reason of `whyCharactersMax`. */
const changesAtOnce = 1_000

async function recordAdded(
  { clock, newId }: Pick<DoNotCallContext, 'clock' | 'newId'>,
  transaction: Transaction,
  { organization_id, project_id, until, why }: NewEntries,
  { numbers, actor, isSummed }: { numbers: readonly string[]; actor: Actor; isSummed: boolean },
): Promise<void> {
  if (numbers.length === 0) return
  const writing = { now: clock.now(), newId, actor }
  const fields = [
    ...(until === null ? [] : [{ path: 'until', before: null, after: until.toISOString() }]),
    ...(why === null ? [] : [{ path: 'why', before: null, after: why }]),
  ]
  const changeOf = (name: string): Change => ({
    organization_id,
    project_id,
    kind: doNotCallKind,
    record_id: name,
    record_name: name,
    action: 'created',
    revision: null,
    fields,
  })
  if (isSummed && numbers.length > 1)
    return recordChange(transaction, writing, changeOf(`${numbers.length} numbers`))
  for (let first = 0; first < numbers.length; first += changesAtOnce) {
    const some = numbers.slice(first, first + changesAtOnce)
    await recordChanges(transaction, writing, some.map(changeOf))
  }
}

/** How often numbers are looked at again that another transaction was adding at the same time. */
const triesMax = 5

/**
 * Adds numbers in a transaction that does something else too, and returns those that were not on the list, or not for
 * as long. The caller calls `stopCallsTo` after the commit; if it dies before, a worker does so within seconds.
 */
export async function addNumbersWithin(
  context: Pick<DoNotCallContext, 'clock' | 'newId'>,
  transaction: Transaction,
  entries: NewEntries,
): Promise<string[]> {
  const added: string[] = []
  let numbers = [...new Set(entries.numbers)].sort()
  for (let tries = 0; numbers.length > 0; tries++) {
    if (tries === triesMax) throw new Error('the do-not-call list changes faster than numbers can be added')
    const { inserted, missed } = await addOnce(context, transaction, { ...entries, numbers })
    added.push(...inserted)
    numbers = missed
  }
  await publishEntries(
    transaction,
    entries.organization_id,
    { type: 'do_not_call.added', numbers: added },
    context.clock.now(),
  )
  return added
}

/**
 * Adds numbers. `missed` are those for which another transaction was faster: its entry may end earlier than this one.
 */
async function addOnce(
  { clock, newId }: Pick<DoNotCallContext, 'clock' | 'newId'>,
  transaction: Transaction,
  entries: NewEntries,
): Promise<{ inserted: string[]; missed: string[] }> {
  const now = clock.now()
  const open = await lockOpenEntries(transaction, entries.organization_id, entries.numbers)
  const kept = new Set<string>()
  const followed: string[] = []
  for (const entry of open)
    if (holdsUntil(entry, entries.until, now)) kept.add(entry.number)
    else followed.push(entry._id)
  const numbers = entries.numbers.filter((number) => !kept.has(number))
  if (numbers.length === 0) return { inserted: [], missed: [] }
  const [, inserted] = await Promise.all([
    followed.length > 0 ? updateFollowed(transaction, entries, followed, now) : null,
    insertEntries(transaction, newId, { ...entries, numbers }, now),
  ])
  const isIn = new Set(inserted)
  return { inserted, missed: numbers.filter((number) => !isIn.has(number)) }
}

/** Returns whether an open entry counts now, and for as long as wanted. */
function holdsUntil({ until }: OpenEntry, wanted: Date | null, now: Date): boolean {
  if (until === null) return true
  const ends = Date.parse(until)
  return ends > now.getTime() && wanted !== null && ends >= wanted.getTime()
}
