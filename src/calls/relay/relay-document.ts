import { randomBytes } from 'node:crypto'
import type { AgentConversation } from '../../agents/conversation/conversation.ts'
import type { AgentDefinition, AgentSpeech } from '../../agents/definition.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ConnectRelayInstruction, VoiceInstruction } from '../../providers/voice-instructions.ts'
import { callbackAddresses } from '../attempt/callback-addresses.ts'
import type { DialContext } from '../call-context.ts'
import type { Attempt } from '../queries.ts'
import { insertRelayAddress } from './relay-queries.ts'

/** What the attributes of a session come from. */
export interface RelayDocument {
  conversation: AgentConversation
  /** Is spoken at once; null: the agent waits, or goes on by itself. */
  greeting: string | null
  /** Whether the speech of `speech_fallback` is used, because a provider of the usual one has failed. */
  usesFallback: boolean
  /** What is said and played before, or how long it waits. */
  before?: readonly VoiceInstruction[]
}

/** The longest that a slow voice speaks one character, and a recording plays, before the carrier connects. */
const characterMsMax = 120
const recordingMsMax = 600_000

/** Makes an address for one session and returns the document by which the carrier connects to it. */
export async function renderRelay(
  { voiceProvider, publicUrl }: Pick<DialContext, 'voiceProvider' | 'publicUrl'>,
  transaction: Transaction,
  attempt: Attempt,
  document: RelayDocument,
  now: Date,
): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  const connectsAt = new Date(now.getTime() + msOf(document.before ?? []))
  await insertRelayAddress(transaction, attempt, { nonce, connectsAt }, now)
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  const instruction = instructionOf(document, {
    url: addresses.relay(nonce),
    actionUrl: addresses.relayEnded,
  })
  return voiceProvider.renderInstructions([...(document.before ?? []), instruction], { continueUrl: null })
}

/** Returns how long it may take to say and play this. */
function msOf(instructions: readonly VoiceInstruction[]): number {
  return instructions.reduce((sumMs, instruction) => {
    if (instruction.kind === 'play') return sumMs + recordingMsMax
    if (instruction.kind === 'pause') return sumMs + instruction.seconds * 1_000
    return instruction.kind === 'say' ? sumMs + instruction.text.length * characterMsMax : sumMs
  }, 0)
}

function instructionOf(
  { conversation, greeting, usesFallback }: RelayDocument,
  addresses: Pick<ConnectRelayInstruction, 'url' | 'actionUrl'>,
): ConnectRelayInstruction {
  const { definition, language } = conversation
  const speech = speechOf(definition, usesFallback)
  const interruptible = speech?.interruptible ?? 'any'
  return {
    kind: 'connect_relay',
    ...addresses,
    greeting,
    greetingInterruptible: interruptible === 'none' ? 'none' : 'speech',
    interruptible,
    interruptSensitivity: speech?.interrupt_sensitivity ?? 'medium',
    ignoreBackchannel: true,
    languages: [language, ...definition.languages.filter((each) => each !== language)],
    speech: {
      ttsProvider: speech?.tts_provider ?? null,
      voice: speech?.voice ?? null,
      transcriptionProvider: speech?.transcription_provider ?? null,
      speechModel: speech?.speech_model ?? null,
    },
    speechLanguage: definition.languages[0] ?? language,
    hints: speech?.hints ?? [],
    dtmf: true,
    textNormalization: speech?.text_normalization ?? null,
  }
}

function speechOf(definition: AgentDefinition, usesFallback: boolean): AgentSpeech | null {
  return usesFallback && definition.speech_fallback !== null ? definition.speech_fallback : definition.speech
}
