import { countRows } from '../../counts/row-counts.ts'
import { sql } from '../../db/sql.ts'
import { takeNumbers } from '../../profiles/display-ids.ts'
import { refreshSearch } from '../../profiles/queries.ts'
import {
  createGrouped,
  createMet,
  createPeople,
  createTallies,
  holdCampaigns,
  insertContacts,
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
import { amongLiveTraffic, undoLivePart, withReferencesHeld } from './session.ts'
import { shareLines } from './share-lines.ts'
import type { SharedLines } from './share-lines.ts'
import type { KindWriter, Writing } from './session.ts'

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
    const people = await linkPeople(writing)
    const lines = await shareLines(writing, rows >= linesForTwo ? await writing.openSecond() : null)
    await createTallies(transaction)
    if (lines.isShared() && (await selectSamePeople(transaction)).length > 0) await lines.takeOver()
    const profilesCreated = await withReferencesHeld(transaction, () => insertNewPeople(transaction, now))
    // A line of a transcript refers to its conversation, which a second session's rows are nothing to.
    if (!lines.isShared()) await lines.finish()
    await withReferencesHeld(transaction, () => insertTranscripts(transaction))
    await insertCountChanges(transaction)
    while (lines.left() > linesOfPerson * people && (await lines.writeSome()));
    const live = () =>
      amongLiveTraffic(transaction, (isContended) => countAndLink(writing, lines, isContended))
    let merged = await live()
    if (merged === null) {
      await undoLivePart(transaction)
      await lines.takeOver()
      merged = await live()
    }
    await lines.finish()
    return { profiles_created: profilesCreated, profiles_merged: merged ?? 0 }
  },
}

/** Fewer are written in less time than it takes to share them. */
const linesForTwo = 20_000
/** What live calls lock too takes about as long, for each person, as so many conversations. */
const linesOfPerson = 2

/** Finds the profile of each number and decides on those that are missing; answers how many numbers there are. */
async function linkPeople({ db, transaction, now }: Writing): Promise<number> {
  await holdProfiles(transaction, sql`named`, lookUpNamed)
  await createGrouped(transaction)
  await createMet(transaction)
  await holdProfiles(transaction, sql`met`, lookUpMet)
  await createTaken(transaction, await takeNumbers(db, await selectNumbersWanted(transaction)))
  return createPeople(transaction, now)
}

/** Answers how many profiles were merged into others; null where some are to be, and not all lines are the session's own. */
async function countAndLink(
  { transaction, now }: Writing,
  lines: SharedLines,
  isContended: boolean,
): Promise<number | null> {
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
  const same = await selectSamePeople(transaction)
  if (same.length > 0 && lines.isShared()) return null
  return mergeSamePeople(transaction, same, now)
}
