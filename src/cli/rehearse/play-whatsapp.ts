import { selectChatWith, selectRehearsedConversation } from '../../operator/rehearse/queries.ts'
import { personaTurnsMax } from '../../operator/rehearse/rehearsal.ts'
import type { Scene } from '../../operator/rehearse/rehearsal.ts'
import { newNumber } from './numbers.ts'
import { nextOfPersona } from './persona.ts'
import type { Said } from './persona.ts'
import { waitFor } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'
import { readTurns } from './project-api.ts'
import type { Stage } from './stage.ts'

/** Plays a scene over the sandbox's WhatsApp network: a person writes, and the worker answers. */
export async function playWhatsapp(stage: Stage, scene: Scene, signal: AbortSignal): Promise<PlayedChannel> {
  const { whatsapp, context, organizationId, senderNumberId } = stage
  if (senderNumberId === null) throw new Error('the agent has no sender')
  const number = newNumber()
  const { name } = scene.customer
  whatsapp.addPerson({ number, replies: [], ...(name !== undefined && { name: String(name) }) })
  const said: Said[] = []
  const inputs: string[] = []
  let conversationId: string | null = null
  /** The last turn that answered something; what the person repeats is in a later one. */
  let answered = 0
  const fixed = (scene.turns ?? []).flatMap(({ caller }) => caller ?? [])
  for (let at = 0; at < (scene.persona === undefined ? fixed.length : personaTurnsMax); at++) {
    const text = scene.persona === undefined ? fixed[at]! : await nextOfPersona(stage, scene, said, signal)
    if (text === null) break
    inputs.push(text)
    said.push({ who: 'caller', text })
    whatsapp.receive({
      phone_number_id: senderNumberId,
      messages: [{ from: number, content: { type: 'text', text: { body: text } } }],
    })
    const chat = (conversationId ??= await waitFor(
      `the message of "${scene.name}" to arrive`,
      () => selectChatWith(context.db, organizationId, number),
      signal,
    ))
    const answer = await waitFor(
      `an answer in "${scene.name}"`,
      async () => {
        const conversation = await selectRehearsedConversation(context.db, {
          organization_id: organizationId,
          conversation_id: chat,
        })
        const isOver = conversation?.mode === 'person'
        const turn = (await readTurns(stage, chat)).findLast(
          (each) => each.turn > answered && each.input.includes(text),
        )
        if (turn?.state === 'done' || turn?.state === 'failed')
          return { turn: turn.turn, text: turn.text, isOver }
        return isOver ? { turn: answered, text: '', isOver } : null
      },
      signal,
    )
    answered = answer.turn
    said.push({ who: 'agent', text: answer.text })
    if (answer.isOver) break
  }
  if (conversationId === null) throw new Error('nobody wrote')
  return { conversationId, greeting: { text: '', ms: null }, inputs }
}
