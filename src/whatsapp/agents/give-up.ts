import type { Hold } from '../../agents/conversation/conversation.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { TemplateData } from '../message/template-data.ts'
import { templateVariables } from '../message/template-plan.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendMessage } from '../send/send-message.ts'
import { findBroadcast } from '../send/send-rules.ts'
import { agentKey, whileHeld } from './agent-message.ts'
import { selectKeyedRecipient } from './chat-queries.ts'
import type { AnsweredChat } from './chat-queries.ts'
import { openUnsentTicket } from './unsent-ticket.ts'
import type { UnsentReason } from './unsent-ticket.ts'

/**
 * Ends an answer that can't be sent. Opens a ticket, unless one is open; if the window has closed, also sends the
 * agent's template for that. For a person who opted out, does neither (Rule 95). Safe to run twice.
 */
export async function giveUp(
  context: SendContext,
  chat: AnsweredChat,
  hold: Hold,
  { turn, reason }: { turn: number; reason: UnsentReason },
): Promise<void> {
  if (reason === 'opted_out') return
  if (reason === 'window_closed') await sendTemplate(context, chat, hold, turn)
  await context.db.transaction((transaction) =>
    openUnsentTicket(context, transaction, { ...chat, turn }, reason, context.clock.now()),
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
