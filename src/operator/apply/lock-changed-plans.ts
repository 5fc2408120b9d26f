import type { Transaction } from '../../db/queryable.ts'
import { lockQuota } from '../../whatsapp/send/send-queries.ts'
import type { RecordDifference } from '../configured/record-differences.ts'

/**
 * Locks what organizations have used of their plans, where a plan was changed, so that no send goes by the plan before.
 * Every send of theirs waits until the transaction ends, and may hold its sender: nothing but the commit should follow.
 */
export async function lockChangedPlans(
  transaction: Transaction,
  differences: readonly RecordDifference[],
): Promise<void> {
  const changed = differences.filter(
    ({ record, action, fields }) =>
      record.kind === 'organization' && action === 'updated' && fields.some(({ path }) => isOfPlan(path)),
  )
  // In one order, so that no two transactions wait for each other.
  const ids = changed.map(({ record }) => record._id).toSorted()
  // oxlint-disable-next-line no-await-in-loop -- each lock follows the one before
  for (const id of ids) await lockQuota(transaction, id)
}

const isOfPlan = (path: string): boolean => path === 'plan' || path.startsWith('plan.')
