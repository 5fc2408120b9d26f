import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { copyOptOuts, lockUserIds, selectUserIds, upsertUserIds } from './user-id-queries.ts'
import type { KnownUserId } from './user-id-queries.ts'

interface Project {
  organization_id: string
  project_id: string
}

/** What one event tells of a person. */
export interface ToldPerson {
  /** E.164; null where it is hidden. */
  number: string | null
  /** The ids that they go by, the business's own first; none where none is told. */
  userIds: readonly string[]
  /** Ids that these take the place of, where the provider announces that. */
  replaced?: readonly string[]
}

/**
 * Keeps which number and ids are one person's, as one event tells it. A number that an announced change leaves behind is the
 * person's no more: it may be given to somebody else; what they have said about being written to goes with them.
 *
 * To be done before a chat is locked: it makes others who learn of people in the project wait, though only where something
 * is new.
 */
export async function learnUserIds(
  { newId }: { newId: NewId },
  transaction: Transaction,
  project: Project,
  told: ToldPerson,
): Promise<void> {
  const { number, userIds, replaced = [] } = told
  const all = [...userIds, ...replaced]
  const [current] = userIds
  if (current === undefined || (number === null && all.length === 1)) return
  const asked = { number, userIds: all }
  const isNews = (rows: readonly KnownUserId[]) =>
    JSON.stringify(sorted(rows)) !== JSON.stringify(sorted(rowsAfter(rows, told, rows[0]?.person_id ?? '')))
  if (!isNews(await selectUserIds(transaction, project, asked))) return
  await lockUserIds(transaction, project)
  const rows = await selectUserIds(transaction, project, asked)
  if (!isNews(rows)) return
  const after = rowsAfter(rows, told, rows[0]?.person_id ?? newId())
  await upsertUserIds(transaction, project, after)
  const now = after.find(({ user_id }) => user_id === current)
  const address = now?.phone_number ?? now?.current_user_id ?? current
  const left = new Set(rows.map(({ phone_number }) => phone_number).filter((each) => each !== null))
  left.delete(address)
  for (const from of left) await copyOptOuts(transaction, project, { from, to: address })
}

/** All rows of the persons, who are one, as they are to be once this is known. */
function rowsAfter(rows: readonly KnownUserId[], told: ToldPerson, person_id: string): KnownUserId[] {
  const { number, userIds, replaced = [] } = told
  const { current, isPast } = currentOf(rows, told)
  // What comes late of an id that has been replaced says nothing of today.
  if (isPast) return [...rows]
  const own = rows.find(({ user_id }) => user_id === current)?.phone_number ?? null
  // The id changes with the number: the one known so far is that of before.
  const phone_number = number ?? own ?? (replaced.length > 0 ? null : (rows[0]?.phone_number ?? null))
  const ids = [...new Set([...rows.map(({ user_id }) => user_id), ...userIds, ...replaced])]
  return ids.map((user_id) => {
    const before = rows.find((row) => row.user_id === user_id)?.current_user_id ?? user_id
    const isHere = [user_id, before].some((id) => replaced.includes(id)) || userIds.includes(user_id)
    return { user_id, person_id, current_user_id: isHere ? current : before, phone_number }
  })
}

/** The id that the person goes by now, as far as is known, and whether what is told is of an earlier one. */
function currentOf(
  rows: readonly KnownUserId[],
  { userIds, replaced = [] }: ToldPerson,
): { current: string; isPast: boolean } {
  const [told = ''] = userIds
  const known = rows.find(({ user_id }) => user_id === told)?.current_user_id ?? told
  const current = replaced.includes(known) ? told : known
  return { current, isPast: current !== told && replaced.length === 0 }
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
