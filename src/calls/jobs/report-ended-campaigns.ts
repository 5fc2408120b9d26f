import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import type { RowContext } from '../../jobs/row-by-row.ts'
import type { DialContext } from '../call-context.ts'
import { dueWhileEndsWait, reportEnd, selectEndedCampaigns } from '../queue/report-ended-campaigns.ts'

/**
 * Writes the events of campaigns that have ended, once their last call is over. One that can't be reported, as when its
 * calls are too many to be counted in time, delays no other.
 */
export function reportEnds(context: RowContext & Pick<DialContext, 'db' | 'clock'>): Job {
  const { db, clock } = context
  const name = 'report ended campaigns'
  const rows = rowByRow(context, name)
  return {
    name,
    pauseMs: 5_000,
    due: dueWhileEndsWait,
    run: async () => {
      const now = clock.now()
      const ended = await selectEndedCampaigns(db, rows.leftAlone(now), now)
      await rows.each(ended, now, (campaign) => reportEnd(db, campaign, now))
      return ended.length > 0
    },
  }
}
