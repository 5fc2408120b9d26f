import type { Db } from '../../db/database.ts'
import { syncTemplates } from './sync-templates.ts'
import type { SyncContext, SyncOutcome } from './sync-templates.ts'
import { claimAskedSync } from './template-queries.ts'
import type { AskedSender } from './template-queries.ts'

/** The templates of a sender are read at most this often for people who ask. Meta counts requests of an account. */
export const askedPauseSeconds = 15
/** What one request may take together; what is left is read by the job. */
const allReadMs = 45_000

export interface AskedSync {
  whatsapp_sender_id: string
  name: string
  outcome:
    | SyncOutcome
    /** Its templates were read a moment ago. */
    | { kind: 'too_soon'; read_at: string | null }
    /** The sender is not connected. */
    | { kind: 'disconnected' }
    /** Another sender of the account was read in this request. */
    | { kind: 'same_account' }
    /** The request took too long; the job reads them. */
    | { kind: 'later' }
}

/** Syncs the templates of senders, one account once, for somebody who waits for it. */
export async function syncAsked(
  context: SyncContext & { db: Db },
  senders: readonly AskedSender[],
): Promise<AskedSync[]> {
  const until = performance.now() + allReadMs
  const done: AskedSync[] = []
  const accounts = new Set<string>()
  for (const sender of senders) {
    const left = until - performance.now()
    const outcome = accounts.has(sender.business_account_id)
      ? { kind: 'same_account' as const }
      : await syncOne({ ...context, readMs: Math.ceil(left) }, sender, left)
    if (outcome.kind === 'synced') accounts.add(sender.business_account_id)
    done.push({ whatsapp_sender_id: sender._id, name: sender.name, outcome })
  }
  return done
}

async function syncOne(
  context: SyncContext & { db: Db },
  sender: AskedSender,
  leftMs: number,
): Promise<AskedSync['outcome']> {
  if (sender.status !== 'connected') return { kind: 'disconnected' }
  if (leftMs <= 0) return { kind: 'later' }
  const claimed = await claimAskedSync(context.db, sender, context.clock.now(), askedPauseSeconds)
  if (claimed === null) return { kind: 'too_soon', read_at: sender.templates_read_at }
  return syncTemplates(context, claimed)
}
