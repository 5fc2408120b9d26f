import { isE164 } from '../../base/phone-number.ts'
import { addNumbers } from '../../guards/do-not-call/add-numbers.ts'
import { selectStopCoversCalls } from '../../guards/do-not-call/look-up-queries.ts'
import { openTicketOfTurn } from '../tools/open-ticket.ts'
import type { AgentConversation } from '../conversation/conversation.ts'
import { selectPersonOfConversation } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'

/** The longest that the customer waits until other calls to their number are stopped. */
const stopWaitMaxMs = 2_000

/**
 * Keeps that the person of a conversation wants to be called and written to no more, before the agent says so. On a call
 * their number comes onto the do-not-call list. Where no number is known, as on the web, a ticket is opened. Messages are
 * barred where their number or id is known; a chat in WhatsApp bars calls too where the organization wants that.
 */
export async function keepFromContacting(
  context: AgentContext,
  conversation: AgentConversation,
): Promise<void> {
  const { organization_id, project_id, channel_type } = conversation
  const { address } = await selectPersonOfConversation(context.db, conversation)
  const number = address !== null && isE164(address) ? address : null
  if (channel_type !== 'whatsapp' && number === null)
    await openTicketOfTurn(context, context.db, conversation, {
      key: 'opted out',
      subject: 'Asked not to be called again',
    })
  if (
    number !== null &&
    (channel_type !== 'whatsapp' || (await selectStopCoversCalls(context.db, conversation)))
  )
    await keepFromCalling(context, conversation, number)
  if (address === null) return
  const person = { organization_id, project_id, address }
  await context.recordOptOut(context.db, person, context.clock.now())
}

/** Puts the number on the list of the organization; no call to it begins afterwards. */
async function keepFromCalling(
  context: AgentContext,
  { organization_id, project_id, channel_type }: AgentConversation,
  number: string,
): Promise<void> {
  const stopCallsTo: AgentContext['stopCallsTo'] = (organizationId, numbers) =>
    context.stopCallsTo(organizationId, numbers, { waitMaxMs: stopWaitMaxMs })
  await addNumbers(
    { ...context, stopCallsTo },
    {
      organization_id,
      numbers: [number],
      source: channel_type === 'whatsapp' ? 'whatsapp' : 'voice',
      why: null,
      until: null,
      added_by: null,
      project_id,
    },
    null,
  )
}
