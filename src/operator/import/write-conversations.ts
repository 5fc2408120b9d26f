import { countRows } from '../../counters/row-counts.ts'
import { unsealCallers } from '../../counters/seal-callers.ts'
import { sql } from '../../db/sql.ts'
import { takeNumbers } from '../../people/display-ids.ts'
import { refreshSearch } from '../../people/queries.ts'
import {
  createGrouped,
  createMet,
  createPeople,
  countPages,
  createTallies,
  holdCampaigns,
  insertContacts,
  insertConversations,
  insertCountChanges,
  insertNewPeople,
  insertTranscripts,
  lookUpMet,
  selectNumbersWanted,
  selectSamePeople,
  selectUnknownCampaigns,
  updateOlderPeople,
  upsertCallers,
  upsertIdentities,
} from './conversation-queries.ts'
import { amongLiveTraffic, withReferencesHeld } from './import-transaction.ts'
import type { KindWriter, Writing } from './import-transaction.ts'
import { mergeSamePeople } from './merge-same-people.ts'
import {
  createNamed,
  createTaken,
  holdProfiles,
  lookUpNamed,
  selectUnknownProfiles,
} from './person-queries.ts'
import { holdProjects } from './session-queries.ts'

/**
 * Writes conversations and links them to people as the service does: by number, else by the profile that the file
 * names. A number that nobody has gets a profile, in the order of first appearance.
 *
 * Rows that no other session sees are written first, which takes minutes for a large file. Rows that live calls lock
 * too come last.
 */
export const conversationWriter: KindWriter = {
  check: async (transaction) => {
    await holdProjects(transaction)
    await holdCampaigns(transaction)
    await createNamed(transaction)
    return [await selectUnknownCampaigns(transaction), await selectUnknownProfiles(transaction)]
  },
  write: async (writing) => {
    const { transaction, now, progress } = writing
    progress('linking people', 0, null)
    await linkPeople(writing)
    await createTallies(transaction)
    const profilesCreated = await withReferencesHeld(transaction, async () => {
      const created = await insertNewPeople(transaction, now)
      await writeLines(writing)
      await insertTranscripts(transaction)
      return created
    })
    await insertCountChanges(transaction)
    const merged = await amongLiveTraffic(transaction, (isContended) => countAndLink(writing, isContended))
    await unsealCallers(transaction, sql`select organization_id, project_id from called`, now)
    return { profiles_created: profilesCreated, profiles_merged: merged }
  },
}

const linesAtOnce = 100_000

/** Writes the conversations in parts, and reports progress after each. */
async function writeLines({ transaction, now, progress, rows }: Writing): Promise<void> {
  const pages = await countPages(transaction)
  const step = Math.max(1, Math.ceil((pages * linesAtOnce) / rows))
  for (let from = 0; from < pages; from += step) {
    progress('writing conversations', Math.round((rows * from) / pages), rows)
    await insertConversations(transaction, { from, to: Math.min(pages, from + step) }, now)
  }
  progress('writing conversations', rows, rows)
}

/** Finds the profile of each number, and makes the missing ones. */
async function linkPeople({ db, transaction, now }: Writing): Promise<void> {
  await holdProfiles(transaction, sql`named`, lookUpNamed)
  await createGrouped(transaction)
  await createMet(transaction)
  await holdProfiles(transaction, sql`met`, lookUpMet)
  await createTaken(transaction, await takeNumbers(db, await selectNumbersWanted(transaction)))
  await createPeople(transaction, now)
}

/** Updates counts and links people. Returns how many profiles were merged into others. */
async function countAndLink({ transaction, now }: Writing, isContended: boolean): Promise<number> {
  const gained = await withReferencesHeld(transaction, async () => {
    const gained = await insertContacts(transaction, now, isContended)
    await upsertIdentities(transaction, isContended)
    await updateOlderPeople(transaction)
    await upsertCallers(transaction, isContended)
    return gained
  })
  const byOrganization = Map.groupBy(gained, ({ organization_id }) => organization_id)
  for (const [organizationId, profiles] of byOrganization) {
    const ids = profiles.map(({ profile_id }) => profile_id)
    await refreshSearch(transaction, organizationId, ids)
  }
  await transaction.query(
    countRows(
      'profiles',
      sql`
      select organization_id, project_id, count(*) as rows from people where is_new group by 1, 2`,
    ),
  )
  return mergeSamePeople(transaction, await selectSamePeople(transaction), now)
}
