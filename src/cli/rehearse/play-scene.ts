import type { PlayedScene } from '../../operator/rehearse/played-scene.ts'
import { selectRehearsedConversation } from '../../operator/rehearse/queries.ts'
import type { ConversationEnd, Scene } from '../../operator/rehearse/rehearsal.ts'
import { matchTurns } from './match-turns.ts'
import { playVoice } from './play-voice.ts'
import { playWeb } from './play-web.ts'
import type { PlayedChannel } from './played-channel.ts'
import { playWhatsapp } from './play-whatsapp.ts'
import { readTurns } from './project-api.ts'
import type { Stage } from './stage.ts'

/** Plays a scene once over its channel, and reads what the service kept of it. */
export async function playScene(stage: Stage, scene: Scene, signal: AbortSignal): Promise<PlayedScene> {
  const played = await playChannel(stage, scene, signal)
  const { conversationId, greeting, inputs } = played
  const conversation = await selectRehearsedConversation(stage.context.db, {
    organization_id: stage.organizationId,
    conversation_id: conversationId,
  })
  const turns = matchTurns(inputs, await readTurns(stage, conversationId))
  const isTransferred = turns.some(({ calls }) =>
    calls.some(({ name, outcome }) => name === 'transfer' && outcome === 'ok'),
  )
  const ended_by: ConversationEnd = isTransferred
    ? 'transfer'
    : conversation?.mode === 'person'
      ? 'person'
      : conversation?.is_closing === true
        ? 'agent'
        : 'caller'
  const { tickets = 0, properties = {} } = conversation ?? {}
  return { greeting, turns, ended_by, tickets, properties }
}

function playChannel(stage: Stage, scene: Scene, signal: AbortSignal): Promise<PlayedChannel> {
  switch (scene.channel) {
    case 'web':
      return playWeb(stage, scene, signal)
    case 'voice':
      return playVoice(stage, scene, signal)
    case 'whatsapp':
      return playWhatsapp(stage, scene, signal)
  }
}
