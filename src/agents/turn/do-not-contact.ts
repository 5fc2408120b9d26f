import { isE164 } from '../../base/phone-number.ts'
import type { AgentConversation } from '../conversation/conversation.ts'
import { barPerson, lastOptOutOf } from '../conversation/record-unread-opt-out.ts'
import { openTicketOfTurn } from '../tools/open-ticket.ts'
import { selectPersonOfConversation } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'
import type { OpenInput } from './turn-state.ts'

/** The longest that the customer waits until other calls to their number are stopped. */
const stopWaitMaxMs = 2_000

/**
 * Records that the person of a conversation opted out, before the agent says so. On a call their number comes onto the
 * do-not-call list. Where no number is known, as on the web, a ticket is opened. Messages are barred where their number
 * or id is known; a chat in WhatsApp bars calls too where the organization wants that. The opt-out counts from when it
 * was said, so that a later START has ended it.
 *
 * @param inputs those of the turn.
 */
export async function keepFromContacting(
  context: AgentContext,
  conversation: AgentConversation,
  inputs: readonly OpenInput[],
): Promise<void> {
  const { address } = await selectPersonOfConversation(context.db, conversation)
  if (conversation.channel_type !== 'whatsapp' && (address === null || !isE164(address)))
    await openTicketOfTurn(context, context.db, conversation, {
      key: 'opted out',
      subject: 'Asked not to be called again',
    })
  if (address === null) return
  const { organization_id, project_id, channel_type, language } = conversation
  const recording = { ...context, now: context.clock.now() }
  const person = { organization_id, project_id, channel_type, address }
  const since = lastOptOutOf(inputs, language) ?? recording.now
  const listed = await context.db.transaction((transaction) =>
    barPerson(recording, transaction, person, since),
  )
  // No call to the number begins afterwards.
  if (listed !== null) await context.stopCallsTo(organization_id, [listed], { waitMaxMs: stopWaitMaxMs })
}
