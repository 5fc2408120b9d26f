import type { Db } from './database.ts'
import type { Transaction } from './queryable.ts'

/** Ends a transaction without a commit. It is no fault. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/** Runs the function in one transaction, rolls back everything that it did, and returns its result. */
export async function rollBackWith<T>(db: Db, run: (transaction: Transaction) => Promise<T>): Promise<T> {
  let outcome: { result: T } | null = null
  try {
    return await db.transaction<T>(async (transaction) => {
      outcome = { result: await run(transaction) }
      throw new RolledBack('the transaction was rolled back on purpose')
    })
  } catch (error) {
    if (error instanceof RolledBack && outcome !== null) return (outcome as { result: T }).result // Set above.
    throw error
  }
}
