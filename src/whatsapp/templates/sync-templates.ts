import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { parseExactJson } from '../../providers/whatsapp-cloud/exact-json.ts'
import { listTemplates } from '../../providers/whatsapp-cloud/templates.ts'
import { openToken } from '../inbound/open-token.ts'
import { nextSyncAt } from './sync-time.ts'
import { templateChanges } from './template-changes.ts'
import type { ProvidedTemplate } from './template-changes.ts'
import {
  insertTemplates,
  lockAccountTemplates,
  selectTemplateNames,
  updateSyncEnded,
  updateTemplates,
} from './template-queries.ts'
import type { SyncingSender } from './template-queries.ts'

export interface SyncContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
}

/** What came of reading an account's templates: names of ours, or why nothing was changed. */
export type SyncOutcome =
  | { kind: 'synced'; added: string[]; changed: string[]; disabled: string[]; unchanged: number }
  | SyncFailure

export interface SyncFailure {
  kind: 'failed'
  /** The provider's, where it gave one. */
  code: string | null
  /** Ours, to be read after a colon. */
  reason: string
}

/** How long all pages may take; less than a claim lasts. */
const readMs = 600_000
/** When a reading that failed is tried again, unless the provider asks for longer. */
const retryMs = 3_600_000

/**
 * Makes the templates of a claimed sender's account what the provider has. They are the account's: of several senders
 * with one account any one's reading serves all. Commits everything or, at any fault on any page, nothing but the fault;
 * a signal that aborts leaves the claim to run out.
 */
export async function syncTemplates(
  context: SyncContext,
  sender: SyncingSender,
  signal: AbortSignal = new AbortController().signal,
): Promise<SyncOutcome> {
  const { db, clock } = context
  const read = await readTemplates(context, sender, AbortSignal.any([signal, AbortSignal.timeout(readMs)]))
  if (read.kind === 'read')
    return db.transaction((transaction) => write(context, transaction, sender, read.templates))
  const { code, reason, retryAfterMs } = read
  if (!signal.aborted) {
    const dueAt = new Date(clock.now().getTime() + Math.max(retryMs, retryAfterMs))
    await updateSyncEnded(db, sender, dueAt, reason)
  }
  return { kind: 'failed', code, reason }
}

type Reading =
  | { kind: 'read'; templates: ProvidedTemplate[] }
  | { kind: 'fault'; code: string | null; reason: string; retryAfterMs: number }

async function readTemplates(
  { secretBox }: SyncContext,
  sender: SyncingSender,
  signal: AbortSignal,
): Promise<Reading> {
  const access_token = openToken(secretBox, sender.access_token)
  if (access_token === null)
    return {
      kind: 'fault',
      code: null,
      reason: 'the access token of the sender was stored under another SECRET_KEY',
      retryAfterMs: 0,
    }
  const templates: ProvidedTemplate[] = []
  for await (const page of listTemplates({ ...sender, access_token }, { signal })) {
    if (page.kind === 'page') templates.push(...page.templates.map(withStorableText))
    else {
      const retryAfterMs = page.kind === 'unavailable' ? (page.retryAfterMs ?? 0) : 0
      return { kind: 'fault', code: page.code, reason: page.reason, retryAfterMs }
    }
  }
  return { kind: 'read', templates }
}

/** One text that no database keeps must not keep out the whole account. */
function withStorableText(template: ProvidedTemplate): ProvidedTemplate {
  const components = parseExactJson(JSON.stringify(template.components))
  return Array.isArray(components) ? { ...template, components } : template
}

async function write(
  { clock, newId }: SyncContext,
  transaction: Transaction,
  sender: SyncingSender,
  provided: readonly ProvidedTemplate[],
): Promise<SyncOutcome> {
  const now = clock.now()
  const stored = await lockAccountTemplates(transaction, sender)
  // So an account looks to a token that may not see its templates; to disable all of them needs better evidence.
  if (provided.length === 0 && stored.some(({ status }) => status !== 'disabled')) {
    const reason =
      'WhatsApp shows no templates of the account, which had some; may the access token see them?'
    await updateSyncEnded(transaction, sender, new Date(now.getTime() + retryMs), reason)
    return { kind: 'failed', code: null, reason }
  }
  const names = new Set(await selectTemplateNames(transaction, sender))
  const project = { language: sender.language, names, senderName: sender.name }
  const { added, changed, disabled, unchanged } = templateChanges(stored, provided, project)
  const rows = added.map((template) => ({ ...template, _id: newId() }))
  await insertTemplates(transaction, sender, rows, now)
  await updateTemplates(transaction, sender, [...changed, ...disabled], now)
  await updateSyncEnded(transaction, sender, nextSyncAt(sender._id, now), null)
  const namesOf = (templates: readonly { name: string }[]) => templates.map(({ name }) => name)
  return {
    kind: 'synced',
    added: namesOf(added),
    changed: namesOf(changed),
    disabled: namesOf(disabled),
    unchanged,
  }
}
