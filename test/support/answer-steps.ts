import { randomUUID } from 'node:crypto'
import { claimDueConversation } from '../../src/agents/conversation/lease-queries.ts'
import { sql } from '../../src/db/sql.ts'
import { answerChat } from '../../src/whatsapp/agents/answer-chat.ts'
import { processEvent } from '../../src/whatsapp/inbound/process-event.ts'
import type { AnsweringService, LedChat } from './answering.ts'
import { eventually } from './service.ts'

const unbounded = { organizationIds: [], counts: [], perOrganizationMax: 1 }

/** Does what workers do, one step at a time. The service runs no jobs. */
export interface AnswerSteps {
  /** Lets a person write, and stores it as the worker would. */
  receive: (from: string, ...texts: string[]) => Promise<LedChat>
  /** Makes the person's chat due and lets its agent reply. Returns it afterwards; the token that led it is `token`. */
  answer: (address: string) => Promise<LedChat>
  /** Claims the person's chat, as a worker that then dies. */
  claim: (address: string) => Promise<{ token: string }>
}

export function answerSteps(world: AnsweringService): AnswerSteps {
  const { context } = world
  const chatOf = async (address: string): Promise<LedChat> => {
    const chat = (await world.chats(address)).at(-1)
    if (chat === undefined) throw new Error(`${address} has no chat`)
    return chat
  }
  const claim = async (address: string) => {
    const { conversation_id } = await chatOf(address)
    await context.db.write(sql`
      update agent_conversations set due_at = '2026-01-01', lease_until = null, lease_token = null
      where conversation_id = ${conversation_id}`)
    const hold = { token: randomUUID() }
    const due = await claimDueConversation(context.db, 'whatsapp', unbounded, hold, context.clock.now())
    if (due?.conversation_id !== conversation_id) throw new Error('another chat is due')
    return { ...hold, due }
  }
  return {
    receive: async (from, ...texts) => {
      const count = async () =>
        (await context.db.query(sql`select from whatsapp_events where kind = 'message'`)).length
      const before = await count()
      world.says(from, ...texts)
      await eventually('the webhooks have come', async () =>
        (await count()) === before + texts.length ? true : null,
      )
      while (await processEvent(context));
      return chatOf(from)
    },
    answer: async (address) => {
      const { due, token } = await claim(address)
      await answerChat(context, due, { token }, new AbortController().signal)
      while (await processEvent(context));
      return chatOf(address)
    },
    claim,
  }
}
