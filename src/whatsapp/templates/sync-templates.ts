import type { Actor } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ConnectionRules } from '../../providers/web/guard/checked-connection.ts'
import { parseExactJson } from '../../providers/whatsapp-cloud/exact-json.ts'
import { listTemplates } from '../../providers/whatsapp-cloud/templates.ts'
import type { Template as ReadTemplate } from '../../providers/whatsapp-cloud/templates.ts'
import { openToken } from '../inbound/verify-token.ts'
import { recordTemplates } from './record-templates.ts'
import { nextSyncAt } from './sync-time.ts'
import { templateChanges } from './template-changes.ts'
import {
  insertTemplates,
  lockAccountTemplates,
  selectTemplateNames,
  updateSyncEnded,
  updateTemplateRemarks,
  updateTemplates,
} from './template-queries.ts'
import type { SyncingSender, TemplateRemark } from './template-queries.ts'

export interface SyncContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
  /** How hosts are reached that somebody gave for WhatsApp's API. */
  givenHosts: ConnectionRules
  /** Who asked for the sync, for the audit; by default the sync itself. */
  actor?: Actor
  /** How long reading all pages may take; by default 10 minutes, which is shorter than the lease of a claim. */
  readMs?: number
}

/** The outcome of a sync: the names of the changed templates, as the project has them, or why nothing was changed. */
export type SyncOutcome =
  | { kind: 'synced'; added: string[]; changed: string[]; disabled: string[]; unchanged: number }
  | SyncFailure

export interface SyncFailure {
  kind: 'failed'
  /** Meta's error code, if it gave one. */
  code: string | null
  /** Written to follow a colon. */
  reason: string
}

const syncItself: Actor = { kind: 'sync', id: null, name: 'template sync', via: 'sync', requestId: null }

const readMsMax = 600_000
/** The pause before a failed sync is repeated, unless Meta asks for a longer one. */
const retryMs = 3_600_000
/** The pause before another sync where statuses have changed while this one read them. */
const againMs = 600_000

/**
 * Makes the stored templates of a claimed sender's account equal to Meta's. Templates belong to the account, so that a
 * sync for one of its senders serves all. Commits all changes; a fault on any page commits the fault alone. If the
 * signal aborts, the claim stays until its lease ends.
 */
export async function syncTemplates(
  context: SyncContext,
  sender: SyncingSender,
  signal: AbortSignal = new AbortController().signal,
): Promise<SyncOutcome> {
  const { db, clock } = context
  const readAt = clock.now()
  const read = await readTemplates(
    context,
    sender,
    AbortSignal.any([signal, AbortSignal.timeout(context.readMs ?? readMsMax)]),
  )
  if (read.kind === 'read')
    return db.transaction((transaction) => writeChanges(context, transaction, sender, { ...read, readAt }))
  const { code, reason, retryAfterMs } = read
  if (!signal.aborted) {
    const dueAt = new Date(clock.now().getTime() + Math.max(retryMs, retryAfterMs))
    await updateSyncEnded(db, sender, dueAt, reason)
  }
  return { kind: 'failed', code, reason }
}

type Reading =
  | { kind: 'read'; templates: ReadTemplate[] }
  | { kind: 'fault'; code: string | null; reason: string; retryAfterMs: number }

async function readTemplates(
  { secretBox, givenHosts }: SyncContext,
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
  const templates: ReadTemplate[] = []
  for await (const page of listTemplates({ ...sender, access_token, givenHosts }, { signal })) {
    if (page.kind === 'page') templates.push(...page.templates.map(withStorableText))
    else {
      const retryAfterMs = page.kind === 'unavailable' ? (page.retryAfterMs ?? 0) : 0
      return { kind: 'fault', code: page.code, reason: page.reason, retryAfterMs }
    }
  }
  return { kind: 'read', templates }
}

/** Replaces text that PostgreSQL can not store, so that one such text does not stop the sync of the whole account. */
function withStorableText(template: ReadTemplate): ReadTemplate {
  const components = parseExactJson(JSON.stringify(template.components))
  return Array.isArray(components) ? { ...template, components } : template
}

async function writeChanges(
  { clock, newId, actor = syncItself }: SyncContext,
  transaction: Transaction,
  sender: SyncingSender,
  { templates: provided, readAt }: { templates: readonly ReadTemplate[]; readAt: Date },
): Promise<SyncOutcome> {
  const now = clock.now()
  const stored = await lockAccountTemplates(transaction, sender, readAt)
  // An access token without the permission to see templates also gets an empty list. Disable nothing then.
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
  // What was read may be as old as the beginning of the reading.
  const updated = [...changed, ...disabled].map((template) => ({
    ...template,
    status_since: readAt.toISOString(),
  }))
  const revisions = await updateTemplates(transaction, sender, updated, now)
  await updateTemplateRemarks(transaction, sender, provided.map(remarkOf), now)
  const owner = { ...sender, sender: sender.name }
  await recordTemplates(transaction, { now, newId, actor }, owner, {
    stored,
    added: rows,
    updated,
    revisions,
  })
  const isBehind = stored.some(({ has_later_status }) => has_later_status === true)
  const dueAt = isBehind ? new Date(now.getTime() + againMs) : nextSyncAt(sender._id, now)
  await updateSyncEnded(transaction, sender, dueAt, null)
  const namesOf = (templates: readonly { name: string }[]) => templates.map(({ name }) => name)
  return {
    kind: 'synced',
    added: namesOf(added),
    changed: namesOf(changed),
    disabled: namesOf(disabled),
    unchanged,
  }
}

/** Returns a word of Meta's. They are letters, digits and underscores; anything else might not be storable. */
function wordOf(text: string | null): string | null {
  return text !== null && /^\w{1,100}$/.test(text) ? text : null
}

function remarkOf({ name, language, rejected_reason, quality_score }: ReadTemplate): TemplateRemark {
  return { provider_name: name, language, reason: wordOf(rejected_reason), quality: wordOf(quality_score) }
}
