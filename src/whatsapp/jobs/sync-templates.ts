import type { Log } from '../../base/log.ts'
import { createOrganizationPlaces } from '../../jobs/organization-places.ts'
import type { Job } from '../../jobs/repeat.ts'
import { createWakeSignal } from '../../jobs/wake-signal.ts'
import { syncTemplates } from '../templates/sync-templates.ts'
import type { SyncContext } from '../templates/sync-templates.ts'
import { claimDueSync, nextSyncDue } from '../templates/template-queries.ts'
import type { SyncingSender } from '../templates/template-queries.ts'

/** How many senders one process syncs at once, each of another organization. */
const syncsMax = 4

/** Syncs the templates of each sender's account once a day, and soon after a sign that they have changed. */
export function syncDueTemplates(context: SyncContext & { log: Log }): Job {
  const { db, clock, log } = context
  const places = createOrganizationPlaces(syncsMax, 1)
  const wakeSignal = createWakeSignal()
  return {
    name: 'sync templates',
    pauseMs: 2_000,
    due: () => nextSyncDue,
    wakeSignal,
    run: async (signal) => {
      if (places.free() <= 0) return false
      const sender = await claimDueSync(db, clock.now(), places.inUse().organizationIds)
      if (sender === null) return false
      void places.start(sender.organization_id, () => sync(sender, signal)).then(wakeSignal.notify)
      return true
    },
    finish: places.idle,
  }

  async function sync(sender: SyncingSender, signal: AbortSignal): Promise<void> {
    const whose = { organization_id: sender.organization_id, whatsapp_sender_id: sender._id }
    try {
      const outcome = await syncTemplates(context, sender, signal)
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
    } catch (error) {
      // Its lease ends by itself.
      log.error({ ...whose, err: error }, 'the templates of a sender could not be synced')
    }
  }
}
