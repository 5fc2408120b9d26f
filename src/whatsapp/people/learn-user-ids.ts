import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { lockUserIds, selectUserIds, upsertUserIds } from './user-id-queries.ts'
import type { KnownUserId } from './user-id-queries.ts'

interface Project {
  organization_id: string
  project_id: string
}

/** What one event reports about a person's number and user ids. */
export interface ReportedPerson {
  /** E.164; null if it is hidden. */
  number: string | null
  /** The person's current user ids, that of the business itself first; empty if the event has none. */
  userIds: readonly string[]
  /** The ids that the current ones replace, if Meta announces a change. */
  replaced?: readonly string[]
  /** The number that the person had before a change that Meta announces. E.164; absent or null: not reported. */
  formerNumber?: string | null
  /** When it was said, by the end of WhatsApp's second. */
  at: Date
}

/**
 * Stores that a number and user ids belong to one person, as one event reports it. If an announced change replaces the
 * number, the person loses the old one, which somebody else may get. Returns the stored numbers that the person loses.
 *
 * Must run before a chat is locked. If there is something new, it blocks other transactions of the project that do the
 * same.
 */
export async function learnUserIds(
  { newId }: { newId: NewId },
  transaction: Transaction,
  project: Project,
  person: ReportedPerson,
): Promise<string[]> {
  const { number, userIds, replaced = [] } = person
  const all = [...userIds, ...replaced]
  const [current] = userIds
  if (current === undefined || (number === null && all.length === 1)) return []
  const find = async () =>
    withoutLateNumber(await selectUserIds(transaction, project, { number, userIds: all }), person)
  const hasChanges = ({ rows, person: known }: Known) =>
    JSON.stringify(sorted(rows)) !== JSON.stringify(sorted(rowsAfter(rows, known, rows[0]?.person_id ?? '')))
  if (!hasChanges(await find())) return []
  await lockUserIds(transaction, project)
  const found = await find()
  if (!hasChanges(found)) return []
  const { rows } = found
  const after = rowsAfter(rows, found.person, rows[0]?.person_id ?? newId())
  await upsertUserIds(transaction, project, after)
  const row = after.find(({ user_id }) => user_id === current)
  const address = row?.phone_number ?? row?.current_user_id ?? current
  const oldNumbers = new Set(rows.map(({ phone_number }) => phone_number).filter((each) => each !== null))
  oldNumbers.delete(address)
  return [...oldNumbers]
}

/** The rows of a person, and what an event reports about them that holds. */
interface Known {
  rows: readonly KnownUserId[]
  person: ReportedPerson
}

/**
 * Leaves out the number that an event reports with an id that has been replaced. Such an event is late: the person has
 * another number by now, and somebody else may have that one, whose rows are left out too.
 */
export function withoutLateNumber(rows: readonly KnownUserId[], person: ReportedPerson): Known {
  const { userIds, replaced = [] } = person
  if (person.number === null || currentOf(rows, person).current === userIds[0]) return { rows, person }
  const own = rows.filter(({ user_id }) => [...userIds, ...replaced].includes(user_id))
  const personIds = new Set(own.map(({ person_id }) => person_id))
  return {
    rows: rows.filter(({ person_id }) => personIds.has(person_id)),
    person: { ...person, number: null },
  }
}

/**
 * Returns the person's rows as they are after the event. If the event joins several persons, all their rows become
 * those of one.
 */
function rowsAfter(rows: readonly KnownUserId[], person: ReportedPerson, person_id: string): KnownUserId[] {
  const { number, userIds, replaced = [] } = person
  const { current, isPast } = currentOf(rows, person)
  // A late event about an id that has been replaced changes nothing.
  if (isPast) return [...rows]
  const own = rows.find(({ user_id }) => user_id === current)?.phone_number ?? null
  // A new id means that the number has changed, so the number that is stored for the old id no longer holds.
  const phone_number = number ?? own ?? (replaced.length > 0 ? null : (rows[0]?.phone_number ?? null))
  const ids = [...new Set([...rows.map(({ user_id }) => user_id), ...userIds, ...replaced])]
  return ids.map((user_id) => {
    const before = rows.find((row) => row.user_id === user_id)?.current_user_id ?? user_id
    const isHere = [user_id, before].some((id) => replaced.includes(id)) || userIds.includes(user_id)
    return { user_id, person_id, current_user_id: isHere ? current : before, phone_number }
  })
}

/** Returns the person's current user id, and whether the event reports an earlier one. */
function currentOf(
  rows: readonly KnownUserId[],
  { userIds, replaced = [] }: ReportedPerson,
): { current: string; isPast: boolean } {
  const [reported = ''] = userIds
  const known = rows.find(({ user_id }) => user_id === reported)?.current_user_id ?? reported
  const current = replaced.includes(known) ? reported : known
  return { current, isPast: current !== reported && replaced.length === 0 }
}

function sorted(rows: readonly KnownUserId[]): KnownUserId[] {
  return rows
    .map(({ user_id, person_id, current_user_id, phone_number }) => ({
      user_id,
      person_id,
      current_user_id,
      phone_number,
    }))
    .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
}
