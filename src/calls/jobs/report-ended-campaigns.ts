import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import type { DialContext } from '../call-context.ts'
import { dueWhileEndsWait, reportEnd, selectEndedCampaigns } from '../queue/report-ended-campaigns.ts'

/**
 * Writes the events of campaigns that have ended, once their last call is over. One that can't be reported, as when its
 * calls are too many to be counted in time, delays no other.
 */
export function reportEnds({ db, clock, log }: Pick<DialContext, 'db' | 'clock' | 'log'>): Job {
  const name = 'report ended campaigns'
  const rows = rowByRow({ db, log }, name)
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
