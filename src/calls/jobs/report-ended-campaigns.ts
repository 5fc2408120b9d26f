import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../call-context.ts'
import { dueWhileEndsWait, reportEndedCampaigns } from '../queue/report-ended-campaigns.ts'

/** Writes the events of campaigns that have ended, once their last call is over. */
export function reportEnds({ db, clock }: Pick<DialContext, 'db' | 'clock'>): Job {
  return {
    name: 'report ended campaigns',
    pauseMs: 5_000,
    due: dueWhileEndsWait,
    run: async () => (await reportEndedCampaigns(db, clock.now())) > 0,
  }
}
