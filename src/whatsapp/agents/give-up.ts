import { Refusal } from '../../base/refusals/refusal.ts'
import type { RefusalCode } from '../../base/refusals/refusal.ts'
import type { Hold } from '../../agents/conversation/conversation.ts'
import { insertOnlyTicket } from '../../conversations/ticket-queries.ts'
import { templateVariables } from '../message/template-plan.ts'
import type { TemplateData } from '../message/template-data.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendMessage } from '../send/send-message.ts'
import { findBroadcast } from '../send/send-rules.ts'
import { agentKey, whileHeld } from './agent-message.ts'
import { selectKeyedRecipient } from './chat-queries.ts'
import type { AnsweredChat } from './chat-queries.ts'

/** Why an answer does not reach its customer: a refusal of the send, or what the agent itself ran into. */
export type UnsentReason = RefusalCode | 'no_broadcast' | 'unresolved' | 'internal_error'

/** What the ticket says, for people. */
const subjects: Partial<Record<UnsentReason, string>> = {
  window_closed: 'An answer came too late for the 24-hour window; please look',
  quota_exhausted: 'An answer was not sent: the WhatsApp sends of the plan are used up',
  plan_inactive: 'An answer was not sent: the plan is not active',
  sender_unavailable: 'An answer was not sent: the WhatsApp sender is not connected',
  no_broadcast: 'A message waits, and no agent answers this number any more',
  unresolved: 'It is not known whether an answer was sent; please look',
  sender_busy: 'An answer was not sent: WhatsApp has taken no message for a minute',
}

/**
 * Sees to it that somebody looks after a chat whose answer can't be sent: a ticket, unless one is open, and where the window has
 * closed the template that the agent declares for that. Who opted out gets neither (Rule 95). Safe to run twice.
 */
export async function giveUp(
  context: SendContext,
  chat: AnsweredChat,
  hold: Hold,
  { turn, reason }: { turn: number; reason: UnsentReason },
): Promise<void> {
  if (reason === 'opted_out') return
  const { organization_id, project_id, conversation_id } = chat
  if (reason === 'window_closed') await sendTemplate(context, chat, hold, turn)
  await context.db.transaction((transaction) =>
    insertOnlyTicket(
      context,
      transaction,
      {
        organization_id,
        project_id,
        channel_type: 'whatsapp',
        conversation_id,
        profile_id: null,
        subject: subjects[reason] ?? 'An answer could not be sent; please look',
        opened_by: 'agent',
        opening_key: `agent ${conversation_id} ${turn} unsent`,
      },
      context.clock.now(),
    ),
  )
}

/** Sends the template for a closed window, if the agent declares one whose variables the chat's values fill. */
async function sendTemplate(
  context: SendContext,
  chat: AnsweredChat,
  hold: Hold,
  turn: number,
): Promise<void> {
  const { organization_id, project_id, conversation_id, after_window_broadcast_id: broadcast_id } = chat
  if (broadcast_id === null) return
  const place = { organization_id, project_id, broadcast_id }
  try {
    const { template } = await findBroadcast(context, place)
    const data = template === null ? null : dataFor(chat, template)
    if (data === null) {
      context.log.warn(
        { conversation_id, turn },
        'the template after the window has variables without a value',
      )
      return
    }
    const idempotencyKey = agentKey(conversation_id, turn, 'after_window')
    const to = (await selectKeyedRecipient(context.db, chat, idempotencyKey)) ?? chat.address
    await sendMessage(context, {
      ...place,
      request: { kind: 'template', to, data, given: { to, data } },
      resendOf: null,
      idempotencyKey,
      condition: whileHeld(context.db, chat, hold),
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'organization_moving') throw error
    context.log.warn(
      { conversation_id, turn, code: error.code },
      'the template after the window was not sent',
    )
  }
}

/** Returns the values of a template's variables by name; null where the chat lacks one. */
function dataFor(
  { customer }: AnsweredChat,
  template: Parameters<typeof templateVariables>[0],
): TemplateData | null {
  const reading = templateVariables(template)
  if (reading.kind === 'unsendable') return null
  const values = reading.variables.map((name) => [name, customer[name]] as const)
  if (values.some(([, value]) => value === undefined || value === '')) return null
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
}
