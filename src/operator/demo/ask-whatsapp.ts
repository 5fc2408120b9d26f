import { checkSender } from '../../whatsapp/senders/check-sender.ts'
import { selectSenderForCheck } from '../../whatsapp/senders/sender-queries.ts'
import { syncTemplates } from '../../whatsapp/templates/sync-templates.ts'
import type { SyncContext } from '../../whatsapp/templates/sync-templates.ts'
import { claimSync } from '../../whatsapp/templates/template-queries.ts'
import type { LoadedDemo } from './load-demo.ts'
import { selectDemoSender } from './queries.ts'

/**
 * Checks the demo's sender and reads its templates from the sandbox, so that their screens show an answer of WhatsApp.
 */
export async function askWhatsapp(context: SyncContext, demo: LoadedDemo): Promise<void> {
  const { db, clock } = context
  const senderId = await selectDemoSender(db, demo)
  const sender = await selectSenderForCheck(db, demo, senderId)
  if (sender !== null) await checkSender(context, sender)
  const claimed = await claimSync(db, { organization_id: demo.organization_id, _id: senderId }, clock.now())
  if (claimed !== null) await syncTemplates(context, claimed)
}
