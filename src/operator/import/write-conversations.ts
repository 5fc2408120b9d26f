import { countRows } from '../../counts/row-counts.ts'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { takeNumbers } from '../../profiles/display-ids.ts'
import { refreshSearch } from '../../profiles/queries.ts'
import {
  createGrouped,
  createMet,
  createPeople,
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
import { mergeSamePeople } from './merge-same-people.ts'
import {
  createNamed,
  createTaken,
  holdProfiles,
  lookUpNamed,
  selectUnknownProfiles,
} from './person-queries.ts'
import { holdProjects } from './session-queries.ts'
import { amongLiveTraffic, withReferencesHeld, writeInChunks } from './session.ts'
import type { KindWriter, Writing, Written } from './session.ts'

/**
 * Writes conversations and links them to people as live ones are: by number, else by the profile that the file names. A
 * number that nobody has gets a profile, in the order of first appearance.
 *
 * What nobody else sees is written first, in minutes where there is much of it; what live calls lock too comes last.
 */
export const conversationWriter: KindWriter = {
  check: async (transaction) => {
    await holdProjects(transaction)
    await holdCampaigns(transaction)
    await createNamed(transaction)
    return [await selectUnknownCampaigns(transaction), await selectUnknownProfiles(transaction)]
  },
  write: async (writing) => {
    const { transaction, now, progress, rows } = writing
    progress('linking people', 0, null)
    const profilesCreated = await writePeople(writing)
    await withReferencesHeld(transaction, async () => {
      await writeInChunks(writing, 'writing conversations', (lines) =>
        insertConversations(transaction, lines, now),
      )
      await insertTranscripts(transaction)
    })
    await insertCountChanges(transaction)
    progress('counting', rows, rows)
    return amongLiveTraffic(transaction, () => countAndLink(transaction, profilesCreated, now))
  },
}

/** Finds the profile of each number and makes those that are missing; answers how many. */
async function writePeople({ db, transaction, now }: Writing): Promise<number> {
  await holdProfiles(transaction, sql`named`, lookUpNamed)
  await createGrouped(transaction)
  await createMet(transaction)
  await holdProfiles(transaction, sql`met`, lookUpMet)
  await createTaken(transaction, await takeNumbers(db, await selectNumbersWanted(transaction)))
  await createPeople(transaction, now)
  return withReferencesHeld(transaction, () => insertNewPeople(transaction, now))
}

async function countAndLink(transaction: Transaction, profilesCreated: number, now: Date): Promise<Written> {
  const gained = await withReferencesHeld(transaction, async () => {
    const gained = await insertContacts(transaction, now)
    await upsertIdentities(transaction)
    return gained
  })
  await updateOlderPeople(transaction)
  await upsertCallers(transaction)
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
  const merged = await mergeSamePeople(transaction, await selectSamePeople(transaction), now)
  return { profiles_created: profilesCreated, profiles_merged: merged }
}
