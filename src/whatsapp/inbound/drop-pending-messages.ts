import { isOptOut } from '../../agents/guard/opt-out-phrases.ts'
import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ReceivedMessageEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { inputText } from '../agents/input-text.ts'
import { selectAddress } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'
import { numberOfWaId } from '../people/wa-id.ts'
import { deletePendingMessages } from './event-queries.ts'
import { selectInboundRules } from './inbound-queries.ts'
import type { InboundRules } from './inbound-queries.ts'
import { applyOptOutRequest, requestOf } from './opt-out-request.ts'

/**
 * Deletes the messages of a person that no worker has processed yet, because the person is erased. A STOP or START
 * among them counts all the same, since its webhook was acknowledged, and so does a wish to get no more messages that
 * an agent would have read (Rules 28 and 96, Promise 28).
 *
 * @returns the addresses that asked for something.
 */
export async function dropPendingMessages(
  { now, newId }: { now: Date; newId: NewId },
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  addresses: readonly Address[],
): Promise<Address[]> {
  const context = { clock: { now: () => now }, newId }
  const asking: Address[] = []
  for (const stored of await deletePendingMessages(transaction, project, addresses)) {
    const event = stored.payload as ReceivedMessageEvent
    if (event.groupId !== null) continue
    const rules = await selectInboundRules(transaction, stored)
    const request = requestOf(event, rules) ?? (isWish(event, rules) ? 'stop' : null)
    if (request === null) continue
    const { from, userId } = event
    const recipient = from === null ? await selectAddress(transaction, project, userId!) : numberOfWaId(from)
    await applyOptOutRequest(context, transaction, stored, event, { request, recipient, rules })
    asking.push(recipient)
  }
  return asking
}

/** Returns whether a person asks, in their own words, for no more messages, where an agent answers them. */
function isWish(event: ReceivedMessageEvent, { agent_id, language }: InboundRules): boolean {
  const text = agent_id === null ? null : inputText(event)
  return text !== null && isOptOut(text, language)
}
