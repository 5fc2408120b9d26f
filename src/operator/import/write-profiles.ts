import { countRows } from '../../counters/row-counts.ts'
import { markOwnDaysStale } from '../../counters/seal-callers.ts'
import { sql } from '../../db/sql.ts'
import { raiseNumbers, takeNumbers } from '../../people/display-ids.ts'
import { amongLiveTraffic, withReferencesHeld } from './import-transaction.ts'
import type { KindWriter } from './import-transaction.ts'
import { mergeSamePeople } from './merge-same-people.ts'
import { createTaken } from './person-queries.ts'
import {
  createReach,
  giveDisplayIdsBack,
  insertProfiles,
  insertReach,
  insertUserIds,
  selectNumbersWanted,
  selectRepeatedDisplayIds,
  selectSamePeople,
  selectStoredDisplayIds,
  setDisplayIdsAside,
} from './profile-queries.ts'
import { holdProjects } from './session-queries.ts'

/**
 * Inserts a profile for each line, then adds the contacts that nobody has. If another line or a stored profile has a
 * contact, both are one person, and are merged into the older (Rule 21).
 */
export const profileWriter: KindWriter = {
  check: async (transaction) => {
    await holdProjects(transaction)
    return [await selectRepeatedDisplayIds(transaction), await selectStoredDisplayIds(transaction)]
  },
  write: async ({ db, transaction, now, progress, rows }) => {
    progress('writing profiles', 0, rows)
    await setDisplayIdsAside(transaction)
    const wanted = await selectNumbersWanted(transaction)
    await raiseNumbers(db, wanted)
    await createTaken(transaction, await takeNumbers(db, wanted))
    await createReach(transaction)
    await withReferencesHeld(transaction, () => insertProfiles(transaction, now))
    progress('linking people', rows, rows)
    const merged = await amongLiveTraffic(transaction, async () => {
      await withReferencesHeld(transaction, () => insertReach(transaction))
      await insertUserIds(transaction)
      await transaction.query(
        countRows(
          'profiles',
          sql`select organization_id, project_id, count(*) as rows from staged group by 1, 2`,
        ),
      )
      const gone = await mergeSamePeople(transaction, await selectSamePeople(transaction), now)
      await giveDisplayIdsBack(transaction)
      return gone
    })
    if (merged > 0)
      await markOwnDaysStale(transaction, sql`select distinct organization_id, project_id from staged`)
    return { profiles_created: rows, profiles_merged: merged }
  },
}
