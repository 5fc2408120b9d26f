import { personaTurnsMax } from '../../operator/rehearse/rehearsal.ts'
import type { Scene } from '../../operator/rehearse/rehearsal.ts'
import { nextOfPersona } from './persona.ts'
import type { Said } from './persona.ts'
import { SceneFault } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'
import { dataOf, requestApi } from './project-api.ts'
import type { Stage } from './stage.ts'

/** Plays a scene over the chat API. */
export async function playWeb(stage: Stage, scene: Scene, signal: AbortSignal): Promise<PlayedChannel> {
  const began = performance.now()
  const { conversation_id, text: greeting } = await dataOf<{ conversation_id: string; text: string }>(
    requestApi(stage, 'POST', `/agents/${stage.agentId}/conversations`, { customer: scene.customer }),
  )
  const ms = performance.now() - began
  const said: Said[] = greeting === '' ? [] : [{ who: 'agent', text: greeting }]
  const inputs: string[] = []
  const fixed = (scene.turns ?? []).flatMap(({ caller }) => caller ?? [])
  for (let turn = 0; turn < (scene.persona === undefined ? fixed.length : personaTurnsMax); turn++) {
    signal.throwIfAborted()
    const text = scene.persona === undefined ? fixed[turn]! : await nextOfPersona(stage, scene, said, signal)
    if (text === null) break
    inputs.push(text)
    said.push({ who: 'caller', text })
    const answer = await requestApi(stage, 'POST', `/conversations/${conversation_id}/messages`, { text })
    // The conversation has ended: what follows has no answer.
    if (answer.status === 409) break
    if (answer.status >= 400)
      throw new SceneFault(`the service refused a message (${answer.status}): ${answer.text}`)
    const done = doneOf(answer.text)
    said.push({ who: 'agent', text: done.text })
    if (scene.persona !== undefined && (done.is_closing || done.mode === 'person')) break
  }
  return { conversationId: conversation_id, greeting: { text: greeting, ms }, inputs }
}

interface Done {
  text: string
  mode: string
  is_closing: boolean
}

/** Returns the last event of a stream. @throws {SceneFault} where the service could not answer. */
function doneOf(stream: string): Done {
  const block = stream.split('\n\n').find((each) => each.startsWith('event: done'))
  const data = /^data: (.*)$/m.exec(block ?? '')?.[1]
  if (data === undefined) throw new SceneFault('the service did not answer a message; its log says why')
  return JSON.parse(data) as Done
}
