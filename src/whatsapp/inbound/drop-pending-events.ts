import { isOptOut } from '../../agents/guard/opt-out-phrases.ts'
import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import type {
  ReceivedMessageEvent,
  UserPreferenceEvent,
} from '../../providers/whatsapp-cloud/webhook-event.ts'
import { inputText } from '../agents/input-text.ts'
import { addressOfEvent, recordPreference } from '../people/apply-person.ts'
import type { Address } from '../people/user-id-queries.ts'
import { deletePendingEvents } from './event-queries.ts'
import type { ClaimedEvent } from './event-queries.ts'
import { selectInboundRules } from './inbound-queries.ts'
import type { InboundRules } from './inbound-queries.ts'
import { applyOptOutRequest, requestOf } from './opt-out-request.ts'

interface Context {
  now: Date
  newId: NewId
}

/**
 * Deletes what a person has sent and no worker has processed yet, because the person is erased. A STOP or START counts
 * all the same, since its webhook was acknowledged. So do an opt-out in WhatsApp itself, and a wish to get no more
 * messages that an agent would have read (Rules 28 and 96, Promise 28).
 *
 * @returns the addresses that asked for something.
 */
export async function dropPendingEvents(
  context: Context,
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  addresses: readonly Address[],
): Promise<Address[]> {
  const asking: Address[] = []
  for (const stored of await deletePendingEvents(transaction, project, addresses)) {
    if (stored.kind === 'message') {
      const address = await applyRequest(context, transaction, stored)
      if (address !== null) asking.push(address)
    } else asking.push(...(await applyOptOutInWhatsapp(transaction, stored)))
  }
  return asking
}

/** Applies an opt-out in WhatsApp itself, or the end of one. Returns the number and the id of the person. */
async function applyOptOutInWhatsapp(transaction: Transaction, stored: ClaimedEvent): Promise<Address[]> {
  const event = stored.payload as UserPreferenceEvent
  const address = await addressOfEvent(transaction, stored, event)
  // An id that has come with the number for the first time is known nowhere else.
  const addresses = new Set([address, event.userId].filter((each) => each !== null))
  for (const each of addresses) await recordPreference(transaction, stored, event, each)
  return [...addresses]
}

/** Applies what a message asks for. Returns the address of the person, or null if it asks for nothing. */
async function applyRequest(
  { now, newId }: Context,
  transaction: Transaction,
  stored: ClaimedEvent,
): Promise<Address | null> {
  const event = stored.payload as ReceivedMessageEvent
  if (event.groupId !== null) return null
  const rules = await selectInboundRules(transaction, stored)
  const request = requestOf(event, rules) ?? (isWish(event, rules) ? 'stop' : null)
  const recipient = await addressOfEvent(transaction, stored, { waId: event.from, userId: event.userId })
  if (request === null || recipient === null) return null
  const context = { clock: { now: () => now }, newId }
  await applyOptOutRequest(context, transaction, stored, event, { request, recipient, rules })
  return recipient
}

/** Returns whether a person asks, in their own words, for no more messages, where an agent answers them. */
function isWish(event: ReceivedMessageEvent, { agent_id, language }: InboundRules): boolean {
  const text = agent_id === null ? null : inputText(event)
  return text !== null && isOptOut(text, language)
}
