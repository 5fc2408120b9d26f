import { nextSyncDue } from '../templates/template-queries.ts'
import type { Log } from '../../base/log.ts'
import type { Job } from '../../jobs/repeat.ts'
import { syncTemplates } from '../templates/sync-templates.ts'
import type { SyncContext } from '../templates/sync-templates.ts'
import { claimDueSync } from '../templates/template-queries.ts'

/** Syncs the templates of each sender's account once a day, and soon after a sign that they have changed. */
export function syncDueTemplates(context: SyncContext & { log: Log }): Job {
  const { db, clock, log } = context
  return {
    name: 'sync templates',
    pauseMs: 2_000,
    due: () => nextSyncDue,
    run: async (signal) => {
      const sender = await claimDueSync(db, clock.now())
      if (sender === null) return false
      const outcome = await syncTemplates(context, sender, signal)
      const whose = { organization_id: sender.organization_id, whatsapp_sender_id: sender._id }
      if (outcome.kind === 'failed')
        log.warn(
          { ...whose, code: outcome.code, reason: outcome.reason },
          'the templates of a sender could not be synced',
        )
      else {
        const { added, changed, disabled, unchanged } = outcome
        const counts = { added: added.length, changed: changed.length, disabled: disabled.length, unchanged }
        log.info({ ...whose, ...counts }, 'synced the templates of a sender')
      }
      return true
    },
  }
}
