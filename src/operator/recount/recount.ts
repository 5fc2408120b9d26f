import type { Client } from 'pg'
import type { Db } from '../../db/database.ts'
import { isLockConflict } from '../../db/lock-errors.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import {
  broadcastsThatDiffer,
  bucketsThatDiffer,
  callDurationsThatDiffer,
  callerBitmapsThatDiffer,
  callersThatDiffer,
  campaignCountersThatDiffer,
  chatCountersThatDiffer,
  leaveOutMoved,
  ledgersThatDiffer,
  linksThatDiffer,
  lockCounted,
  lockPages,
  lockSends,
  profilesThatDiffer,
  projectsThatDiffer,
  quotasThatDiffer,
  recountAll,
  recountPages,
  recountSends,
  sourcesThatDiffer,
} from './queries.ts'

/** How many kept counts differ from the rows that they count. */
export interface Differences {
  hours: number
  days: number
  months: number
  /** The counters of all time. */
  all: number
  /** The counters of phone conversations by campaign, of every grain. */
  campaigns: number
  /** The counters of messages, leads, tickets and sends, of every grain. */
  chats: number
  /** The callers that the list of conversations counts with `unique`. */
  callers: number
  /** The bitmaps of who called on a day, by status. */
  caller_days: number
  /** The same for a month. */
  caller_months: number
  /** The durations of the calls of a day, by status. */
  call_durations: number
  /** Profiles whose counts differ from their linked conversations. */
  profiles: number
  /** Projects whose number of profiles differs. */
  projects: number
  /** WhatsApp messages whose entries in the ledger of sends differ. */
  ledgers: number
  /** Organizations whose reserved and consumed sends differ. */
  quotas: number
  /** Counts of broadcasts' messages by status, cost and code that differ. */
  broadcasts: number
  /** Sources whose number of indexed pages differs. */
  sources: number
  /** Organizations whose number of indexed links differs. */
  links: number
}

/**
 * Compares every kept count with the rows, and returns how many differ. With `repair` it then sets the counts to what
 * the rows say, while writers wait. Sealed days, conversations, sends and pages are compared one after the other in
 * transactions of their own, since their writers lock them in different orders. Organizations that arrive from another
 * cell, are being handed over or have left are left out: parts of their rows are missing, or may not be written.
 */
export async function recount(db: Db, { repair }: { repair: boolean }): Promise<Differences> {
  const client = await db.connect()
  try {
    // The statement and the locks of a command that is killed end with it, not when the statement does.
    await client.query(`set client_connection_check_interval = '2s'`)
    await client.query(toText(leaveOutMoved))
    // A repair has all days sealed anew, whatever differs. So these are compared while nobody waits.
    const sealed = await inTransaction(client, null, async () => ({
      caller_days: await differ(client, callerBitmapsThatDiffer('day')),
      caller_months: await differ(client, callerBitmapsThatDiffer('month')),
      call_durations: await differ(client, callDurationsThatDiffer),
    }))
    const counts = await inTransaction(
      client,
      repair ? { lock: lockCounted, statements: recountAll } : null,
      async () => ({
        hours: await differ(client, bucketsThatDiffer(sql`'hour'`)),
        days: await differ(client, bucketsThatDiffer(sql`'day'`)),
        months: await differ(client, bucketsThatDiffer(sql`'month'`)),
        all: await differ(client, bucketsThatDiffer(sql`'all'`)),
        campaigns: await differ(client, campaignCountersThatDiffer),
        chats: await differ(client, chatCountersThatDiffer),
        callers: await differ(client, callersThatDiffer),
        profiles: await differ(client, profilesThatDiffer),
        projects: await differ(client, projectsThatDiffer),
      }),
    )
    const sends = await inTransaction(
      client,
      repair ? { lock: lockSends, statements: recountSends } : null,
      async () => ({
        ledgers: await differ(client, ledgersThatDiffer),
        quotas: await differ(client, quotasThatDiffer),
        broadcasts: await differ(client, broadcastsThatDiffer),
      }),
    )
    const pages = await inTransaction(
      client,
      repair ? { lock: lockPages, statements: recountPages } : null,
      async () => ({
        sources: await differ(client, sourcesThatDiffer),
        links: await differ(client, linksThatDiffer),
      }),
    )
    return { ...counts, ...sealed, ...sends, ...pages }
  } finally {
    await client.end()
  }
}

interface Repair {
  lock: readonly Sql[]
  statements: readonly Sql[]
}

const triesMax = 5

/**
 * Runs one part in a transaction. Writers lock tables in different orders, so that a repair may be ended to resolve a
 * deadlock, or wait too long for one of them. Then the part begins again, up to five times in all.
 */
async function inTransaction<T>(
  client: Client,
  repair: Repair | null,
  compare: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(client, repair, compare)
    } catch (error) {
      if (!isLockConflict(error) || tries >= triesMax) throw error
      await client.query('rollback')
    }
  }
}

async function runOnce<T>(client: Client, repair: Repair | null, compare: () => Promise<T>): Promise<T> {
  await client.query('begin')
  // Every row is read. Where a table was analyzed while it was empty, the planner would join it with itself row by row.
  await client.query('set local enable_nestloop = off')
  if (repair !== null) for (const lock of repair.lock) await client.query(toText(lock))
  const differences = await compare()
  if (repair !== null) for (const statement of repair.statements) await client.query(toText(statement))
  await client.query('commit')
  return differences
}

async function differ(client: Client, query: Sql): Promise<number> {
  const { rows } = await client.query<{ differ: number }>(toText(query))
  return rows[0]?.differ ?? 0
}
