import { selectRehearsedCall } from '../../operator/rehearse/queries.ts'
import type { Scene } from '../../operator/rehearse/rehearsal.ts'
import { CommandFault } from '../output.ts'
import { newNumber } from './numbers.ts'
import { SceneFault, waitFor } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'
import { dataOf, requestApi } from './project-api.ts'
import type { Stage } from './stage.ts'

/** How long the caller thinks, and waits before hanging up, in milliseconds of the phone network's time. */
const thinkMs = 300
const hangUpMs = 1_000

/** Plays a scene as a call: the service dials a person of the sandbox's phone network, who says the turns one by one. */
export async function playVoice(stage: Stage, scene: Scene, signal: AbortSignal): Promise<PlayedChannel> {
  const { campaignId, organizationId, phone, context } = stage
  if (campaignId === null)
    throw new CommandFault(
      `the scene "${scene.name}" can not be played: an agent on calls needs the tool end_call`,
    )
  const spoken = (scene.turns ?? []).flatMap(({ caller, barge_in_after }) =>
    caller === undefined
      ? []
      : [{ speech: caller, after_ms: thinkMs, ...(barge_in_after !== undefined && { barge_in_after }) }],
  )
  const number = newNumber()
  phone.addPerson({ number, answers: [...spoken, { hang_up: true, after_ms: hangUpMs }], outcome: 'answers' })
  const { campaign_queue_id: callId } = await dataOf<{ campaign_queue_id: string }>(
    requestApi(stage, 'POST', `/campaigns/${campaignId}/trigger-call`, {
      ...scene.customer,
      phone_number: number,
    }),
  )
  const call = await waitFor(
    `the end of the call of "${scene.name}"`,
    async () => {
      const found = await selectRehearsedCall(context.db, organizationId, callId)
      return found?.is_over === true ? found : null
    },
    signal,
  )
  if (call.conversation_id === null)
    throw new SceneFault(`the call of "${scene.name}" was not answered: ${call.state}`)
  return {
    conversationId: call.conversation_id,
    greeting: { text: call.greeting, ms: null },
    inputs: spoken.map(({ speech }) => speech),
  }
}
