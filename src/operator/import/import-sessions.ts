import { DatabaseError } from 'pg'
import type { Client } from 'pg'
import type { NewId } from '../../base/ids.ts'
import type { Db, Queryable } from '../../db/database.ts'
import { endClient } from '../../db/end-client.ts'
import { canPrepare, commitTogether } from '../../db/two-phase.ts'
import {
  canLeaveOffRowChecks,
  leaveOffRowChecks,
  prepareSession,
  terminateSession,
} from './session-queries.ts'
import { transactionOn } from './session.ts'
import type { SecondSession, SessionTransaction } from './session.ts'

/** The connections of one import: its own, and while it writes perhaps a second. */
export interface ImportSessions {
  client: Client
  transaction: SessionTransaction
  /**
   * Opens the second, its transaction begun. Null where PostgreSQL prepares no transactions, so that the two could not be
   * committed together, or where the checks of foreign keys can't be left off: its rows would wait for the profiles that
   * the first one is making, and that one for them.
   */
  openSecond: () => Promise<SecondSession | null>
  /** Commits the transactions of both, or of the one there is. */
  commit(): Promise<void>
  /** Where statements can be sent once that is done: one, or two at once. */
  committed(): readonly [Queryable, ...Queryable[]]
  /** Calls off whatever they do. */
  terminate: () => void
  /** What is not committed goes with them. */
  end(): Promise<void>
}

const tooManyConnections = '53300'

export async function openImportSessions(db: Db, newId: NewId): Promise<ImportSessions> {
  const client = await db.connect()
  const transaction = transactionOn(client)
  let second: Client | null = null

  async function connectSecond(): Promise<Client | null> {
    if (!(await canPrepare(transaction)) || !(await canLeaveOffRowChecks(transaction))) return null
    return db.connect().catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === tooManyConnections) return null
      throw error
    })
  }

  return {
    client,
    transaction,
    openSecond: async () => {
      second = await connectSecond()
      if (second === null) return null
      const opened = transactionOn(second)
      await second.query('begin')
      await prepareSession(opened)
      await leaveOffRowChecks(opened)
      return {
        client: second,
        giveUp: async () => {
          const given = second
          second = null
          if (given !== null) await endClient(given, 5_000)
        },
      }
    },
    commit: async () => {
      if (second === null) await client.query('commit')
      else await commitTogether(db, client, second, newId)
    },
    committed: () => (second === null ? [transaction] : [transaction, transactionOn(second)]),
    terminate: () => {
      terminateSession(db, client)
      if (second !== null) terminateSession(db, second)
    },
    end: async () => {
      await Promise.all([endClient(client, 5_000), second === null ? null : endClient(second, 5_000)])
    },
  }
}
