import type { PlayedScene } from '../../operator/rehearse/played-scene.ts'
import { selectRehearsedConversation } from '../../operator/rehearse/queries.ts'
import type { RehearsedConversation } from '../../operator/rehearse/queries.ts'
import type { ConversationEnd, Scene } from '../../operator/rehearse/rehearsal.ts'
import { matchTurns } from './match-turns.ts'
import { playVoice } from './play-voice.ts'
import { playWeb } from './play-web.ts'
import { playWhatsapp } from './play-whatsapp.ts'
import type { PlayedChannel } from './played-channel.ts'
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
  const shown = await readTurns(stage, conversationId)
  const ended_by = endOf(scene, conversation, shown.at(-1)?.outcome ?? null)
  const { tickets = 0, properties = {} } = conversation ?? {}
  return { greeting, turns: matchTurns(inputs, shown), ended_by, tickets, properties }
}

/**
 * Returns who ended a conversation, by how its last turn ended. A transfer that did not take place is followed by
 * another turn.
 */
function endOf(
  { channel }: Scene,
  conversation: RehearsedConversation | null,
  lastOutcome: string | null,
): ConversationEnd {
  if (lastOutcome === 'transferred') return 'transfer'
  if (conversation?.mode === 'person') return 'person'
  if (conversation?.is_closing === true) return 'agent'
  // Where the model's provider refuses, a call that is not closed is connected.
  return channel === 'voice' && lastOutcome === 'model_refused' ? 'transfer' : 'caller'
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
