import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import type {
  StatusEvent,
  TemplateStatusEvent,
  WebhookEvent,
} from '../../providers/whatsapp-cloud/webhook-event.ts'
import { finishEvent, putOffEvent, takeEvent } from './event-queries.ts'
import type { StoredEvent } from './event-queries.ts'
import { applyMessage } from './apply-message.ts'
import { applyChange, applyContact, applyPreference, nothingFollows } from '../people/apply-person.ts'
import { timeOf } from './event-time.ts'
import { updateTemplateStatus } from './inbound-queries.ts'
import { learnFromCode } from '../send/learn-from-code.ts'
import { lockMessage } from '../send/send-queries.ts'
import { settleMessage } from '../send/settle-message.ts'
import { updateSyncDue } from '../templates/template-queries.ts'
import { templateStatusOf } from '../templates/template-status.ts'

export interface EventContext {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
}

/**
 * A status without our own data, as failures can be, is found by the provider's id alone, which whoever sent the message
 * may not have written down yet: it is looked for until a send's lease is over.
 */
const unnamedPausesMs = [1_000, 5_000, 20_000]

/** A fault of ours is tried again after these pauses, then left with its reason, to be looked at. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000]

/**
 * Works off the event that is due first, in one transaction: what it tells is done, and that it is done is noted, or
 * neither. False where none was due.
 */
export async function processEvent(context: EventContext): Promise<boolean> {
  const { db, clock, log } = context
  const now = clock.now()
  let taken: StoredEvent | null = null
  try {
    await db.transaction(async (transaction) => {
      taken = await takeEvent(transaction, now)
      if (taken === null) return
      const fault = await apply(context, transaction, taken)
      if (typeof fault === 'object' && fault !== null)
        await putOffEvent(transaction, taken, new Date(now.getTime() + fault.pauseMs), fault.why)
      else await finishEvent(transaction, taken, fault, now)
    })
  } catch (error) {
    const event = taken as StoredEvent | null
    if (event === null) throw error
    log.error(
      { err: error, kind: event.kind, tries: event.tries },
      'an event of a webhook could not be worked off',
    )
    const pauseMs = pausesMs[event.tries] ?? 24 * 3_600_000
    await putOffEvent(db, event, new Date(now.getTime() + pauseMs), 'a fault of ours; the log has it')
  }
  return taken !== null
}

/** Nothing can be made of an event so far; it is to be looked at again. */
interface NotYet {
  pauseMs: number
  why: string
}

/** Does what an event tells; answers why nothing could be made of it, else null. */
async function apply(
  context: EventContext,
  transaction: Transaction,
  stored: StoredEvent,
): Promise<string | NotYet | null> {
  const event = stored.payload as WebhookEvent
  switch (event.kind) {
    case 'status':
      return applyStatus(context, transaction, stored, event)
    case 'message':
      return applyMessage(context, transaction, stored, event)
    case 'user_preference':
      return applyPreference(context, transaction, stored, event)
    case 'template_status':
      return applyTemplateStatus(context, transaction, stored, event)
    // The event says too little to store: the variables follow from the whole, and a category may only be announced.
    case 'template_category':
    case 'template_components':
      await updateSyncDue(transaction, stored, context.clock.now())
      return null
    case 'contact':
      return applyContact(context, transaction, stored, event)
    case 'system':
      return applyChange(context, transaction, stored, event)
    case 'errors':
    case 'quality':
    case 'account':
      return nothingFollows
    case 'unknown':
      return 'of a kind that is not known'
  }
}

async function applyStatus(
  { newId, clock }: EventContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: StatusEvent,
): Promise<string | NotYet | null> {
  const { organization_id, whatsapp_sender_id } = stored
  if (event.status === 'other') return 'a status that is not known'
  const message =
    (await lockMessage(transaction, organization_id, { provider_message_id: event.wamid })) ??
    (isId(event.callbackData)
      ? await lockMessage(transaction, organization_id, { _id: event.callbackData })
      : null)
  if (message === null || message.whatsapp_sender_id !== whatsapp_sender_id) {
    const why = 'of a message that this sender has not sent here'
    const pauseMs = unnamedPausesMs[stored.tries]
    return message === null && event.callbackData === null && pauseMs !== undefined ? { pauseMs, why } : why
  }
  const [error] = event.errors
  const at = timeOf(stored, event.at)
  const told = {
    status: event.status,
    at,
    error: event.status === 'failed' ? failureOf(error?.code ?? null) : null,
    providerMessageId: event.wamid,
  }
  await settleMessage({ newId }, transaction, message, told, clock.now())
  await learnFromCode(transaction, message, error?.code ?? null, { at, now: clock.now() })
  return null
}

function failureOf(code: string | null): { code: string | null; reason: string } {
  return { code, reason: meaningOf(Number(code))?.reason ?? 'WhatsApp could not deliver the message' }
}

function isId(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

async function applyTemplateStatus(
  { clock }: EventContext,
  transaction: Transaction,
  stored: StoredEvent,
  event: TemplateStatusEvent,
): Promise<string | null> {
  const status = templateStatusOf.get(event.event)
  if (status === undefined || event.name === null || event.language === null)
    return 'of a template’s standing that changes nothing'
  const updated = await updateTemplateStatus(
    transaction,
    stored,
    { name: event.name, language: event.language, status },
    clock.now(),
  )
  return updated === 0 ? 'of a template that is not kept here, or stands so already' : null
}
