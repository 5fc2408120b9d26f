import { keyAt } from './move-sql.ts'
import type { KeyRange, TenantTable } from './move-sql.ts'
import type { MoveSession } from './sessions.ts'
import { PieceSize } from './throttle.ts'
import type { Throttle } from './throttle.ts'

/**
 * Runs a function for all rows of an organization in a table, piece by piece in the order of the primary key,
 * throttled. Rows that come meanwhile may be left out.
 */
export async function eachPiece(
  session: MoveSession,
  table: TenantTable,
  organizationId: string,
  throttle: Throttle,
  run: (range: KeyRange) => Promise<void>,
): Promise<void> {
  const size = new PieceSize()
  const runPiece = async (after: string | null): Promise<string | null> => {
    const begunAt = performance.now()
    const [found] = await session.query<{ key: string }>(keyAt(table, organizationId, after, size.rows))
    const upTo = found?.key ?? null
    await run({ after, upTo })
    if (upTo !== null) size.learn(performance.now() - begunAt)
    return upTo
  }
  let last = await throttle.work(() => runPiece(null))
  while (last !== null) {
    const after: string = last
    last = await throttle.work(() => runPiece(after))
  }
}
