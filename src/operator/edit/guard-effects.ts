import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '../../db/queryable.ts'
import { selectCampaignsBeyondDay } from '../apply/calls-beyond-day.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import type { CountedEffect } from './effects.ts'

/** Returns what a change of an organization's guards does to its campaigns. */
export async function effectsOnGuards(
  db: Queryable,
  before: ConfiguredRow | null,
  after: ConfiguredRow,
): Promise<CountedEffect[]> {
  if (before === null || isDeepStrictEqual(before.fields['calls'], after.fields['calls'])) return []
  const { length: count } = await selectCampaignsBeyondDay(db, after._id)
  if (count === 0) return []
  const end = 'nothing: a call may last longer, or cost more, than the guards allow in a whole day'
  return [
    { code: 'campaigns_dial_nothing', count, one: `campaign dials ${end}`, many: `campaigns dial ${end}` },
  ]
}
