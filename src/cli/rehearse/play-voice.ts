import { selectRehearsedCall, selectRehearsedConversation } from '../../operator/rehearse/queries.ts'
import type { RehearsedCall } from '../../operator/rehearse/queries.ts'
import { personaTurnsMax } from '../../operator/rehearse/rehearsal.ts'
import type { Scene } from '../../operator/rehearse/rehearsal.ts'
import { CommandFault } from '../output.ts'
import { newNumber } from './numbers.ts'
import { nextOfPersona } from './persona.ts'
import type { Said } from './persona.ts'
import { SceneFault, waitFor } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'
import { dataOf, requestApi } from './project-api.ts'
import type { Stage } from './stage.ts'

/** How long the caller thinks, and waits before hanging up, in milliseconds of the phone network's time. */
const thinkMs = 300
const hangUpMs = 1_000

/**
 * Plays a scene as a call: the service dials a person of the sandbox's phone network, who says the turns or plays the
 * persona.
 */
export async function playVoice(stage: Stage, scene: Scene, signal: AbortSignal): Promise<PlayedChannel> {
  const { campaignId, organizationId, context } = stage
  if (campaignId === null)
    throw new CommandFault(
      `the scene "${scene.name}" can not be played: an agent on calls needs the tool end_call`,
    )
  const number = newNumber()
  const findCall = async () => selectRehearsedCall(context.db, organizationId, await placed.promise)
  const placed = Promise.withResolvers<string>()
  const caller =
    scene.persona === undefined
      ? fixedCaller(stage, scene, number)
      : personaCaller(stage, scene, number, findCall, signal)
  const { campaign_queue_id: callId } = await dataOf<{ campaign_queue_id: string }>(
    requestApi(stage, 'POST', `/campaigns/${campaignId}/trigger-call`, {
      ...scene.customer,
      phone_number: number,
    }),
  )
  placed.resolve(callId)
  const call = await waitFor(
    `the end of the call of "${scene.name}"`,
    async () => {
      const found = await findCall()
      return found?.is_over === true ? found : null
    },
    signal,
  )
  if (caller.fault !== null) throw caller.fault.error
  if (call.conversation_id === null)
    throw new SceneFault(`the call of "${scene.name}" was not answered: ${call.state}`)
  return {
    conversationId: call.conversation_id,
    greeting: { text: call.greeting, ms: null },
    inputs: caller.inputs,
  }
}

/** A person of the phone network. */
interface Caller {
  /** What they have said so far, in order. */
  inputs: string[]
  /** Why they could not go on; null where nothing failed. */
  fault: { error: unknown } | null
}

/** Adds a person who says the fixed turns one by one, and then hangs up. */
function fixedCaller({ phone }: Stage, scene: Scene, number: string): Caller {
  const spoken = (scene.turns ?? []).flatMap(({ caller, barge_in_after }) =>
    caller === undefined
      ? []
      : [{ speech: caller, after_ms: thinkMs, ...(barge_in_after !== undefined && { barge_in_after }) }],
  )
  phone.addPerson({ number, answers: [...spoken, { hang_up: true, after_ms: hangUpMs }], outcome: 'answers' })
  return { inputs: spoken.map(({ speech }) => speech), fault: null }
}

/** Adds a person whom a model plays, and who hangs up after 12 turns, or once they have what they want. */
function personaCaller(
  stage: Stage,
  scene: Scene,
  number: string,
  findCall: () => Promise<RehearsedCall | null>,
  signal: AbortSignal,
): Caller {
  const { phone, context, organizationId: organization_id } = stage
  const said: Said[] = []
  const caller: Caller = { inputs: [], fault: null }
  const hangUp = { hang_up: true as const, after_ms: hangUpMs }
  const decide = async (talks: readonly string[], over: AbortSignal) => {
    for (const text of talks) said.push({ who: 'agent', text: text.trim() })
    const { conversation_id } = (await findCall()) ?? { conversation_id: null }
    const conversation =
      conversation_id === null
        ? null
        : await selectRehearsedConversation(context.db, { organization_id, conversation_id })
    // The agent ends the call, or a colleague is connected: the caller listens.
    if (conversation?.is_closing === true || conversation?.mode === 'person')
      return { silence: true as const }
    if (caller.inputs.length >= personaTurnsMax) return hangUp
    const text = await nextOfPersona(stage, scene, said, AbortSignal.any([signal, over]))
    if (text === null) return hangUp
    caller.inputs.push(text)
    said.push({ who: 'caller', text })
    return { speech: text, after_ms: thinkMs }
  }
  phone.addPerson({ number, answers: [], outcome: 'answers' }, async (talks, over) => {
    try {
      return await decide(talks, over)
    } catch (error) {
      if (!over.aborted) caller.fault ??= { error }
      return hangUp
    }
  })
  return caller
}
