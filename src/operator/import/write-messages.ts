import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { amongLiveTraffic, withReferencesHeld, writeInChunks } from './import-transaction.ts'
import type { KindWriter, Writing, Written } from './import-transaction.ts'
import type { FoundFaults } from './line-fault.ts'
import {
  createNamedConversations,
  holdConversations,
  insertMessages,
  insertTickets,
  lookUpNamedConversations,
  selectUnknownConversations,
  updateLastInteractions,
} from './message-queries.ts'
import { createNamed, holdProfiles, lookUpNamed, selectUnknownProfiles } from './person-queries.ts'
import { holdProjects } from './session-queries.ts'

const none: Written = { profiles_created: 0, profiles_merged: 0 }

/** Writes messages, linked to the profile that the file names, else to that of their conversation. */
export const messageWriter: KindWriter = {
  check,
  write: async (writing) => {
    await writeLinked(writing, 'writing messages', insertMessages)
    await amongLiveTraffic(writing.transaction, () => updateLastInteractions(writing.transaction))
    return none
  },
}

/** Writes tickets, linked in the same way. A ticket is not an interaction. */
export const ticketWriter: KindWriter = {
  check,
  write: async (writing) => {
    await writeLinked(writing, 'writing tickets', insertTickets)
    return none
  },
}

async function check(transaction: Transaction): Promise<FoundFaults[]> {
  await holdProjects(transaction)
  await holdConversations(transaction)
  await createNamed(transaction)
  return [await selectUnknownConversations(transaction), await selectUnknownProfiles(transaction)]
}

async function writeLinked(writing: Writing, phase: string, insert: typeof insertMessages): Promise<void> {
  const { transaction } = writing
  await holdProfiles(transaction, sql`named`, lookUpNamed)
  await createNamedConversations(transaction)
  await holdProfiles(transaction, sql`named_conversations`, lookUpNamedConversations)
  await withReferencesHeld(transaction, () =>
    writeInChunks(writing, phase, (lines) => insert(transaction, lines)),
  )
}
