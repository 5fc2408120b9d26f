import type { SpeakerRole } from '../base/conversation-kinds.ts'
import { speakable } from '../providers/voice-instructions.ts'
import type { SayInstruction, VoiceInstruction } from '../providers/voice-instructions.ts'
import { fillText } from './fill-text.ts'
import type { TextValues } from './fill-text.ts'

/** What a call's texts are filled with and spoken in. */
export interface CallContext {
  /** The customer variables of the call, `phone_number`, `name` and `email` among them. Rules 19 and 49. */
  customer: Readonly<Record<string, string | number | boolean>>
  /** For texts that name none; null is the carrier's default. */
  voice: string | null
  language: string | null
}

/** Who said what. System lines tell what happened between. */
export interface TranscriptLine {
  role: SpeakerRole
  text: string
}

/**
 * Bound of one turn's instructions, so that no carrier's document overruns: Twilio takes 64 KB, of which the rest is for
 * two addresses with every character escaped and for the goodbye.
 */
const turnBytesMax = 40_000

/** A ticket that a step opens. */
export interface StepTicket {
  /** One line; null where the template fills to nothing. */
  subject: string | null
}

/** The instructions and transcript of one turn as they come together. */
export interface TurnDraft {
  values: TextValues
  instructions: VoiceInstruction[]
  transcript: TranscriptLine[]
  tickets: StepTicket[]
  bytes: number
}

export function emptyDraft(values: TextValues): TurnDraft {
  return { values, instructions: [], transcript: [], tickets: [], bytes: 0 }
}

/** Adds the instruction; false, with nothing added, when the turn would overrun. */
export function addInstruction(draft: TurnDraft, instruction: VoiceInstruction): boolean {
  const bytes = draft.bytes + bytesOf(instruction)
  if (bytes > turnBytesMax) return false
  draft.bytes = bytes
  draft.instructions.push(instruction)
  return true
}

/**
 * An upper bound of the instruction's share in a carrier's document. JSON's own names and quotes outweigh the markup of
 * everything but a listen; each part of a long text has markup of its own.
 */
function bytesOf(instruction: VoiceInstruction): number {
  const json = JSON.stringify(instruction)
  const escaped = json.match(/[&<>"']/g)?.length ?? 0
  const markup = (instruction.kind === 'listen' ? 400 : 0) + 200 * Math.floor(json.length / 2_000)
  return Buffer.byteLength(json) + 5 * escaped + markup
}

/**
 * The text as it will be heard, or null where nothing is left to say. A text that was cut short leaves a system line
 * that names `place`.
 */
export function spokenText(
  draft: TurnDraft,
  place: string,
  template: string,
  voice: { voice: string | null; language: string | null },
): SayInstruction | null {
  const text = filledLine(draft, place, template)
  return text === '' ? null : { kind: 'say', text, voice: voice.voice, language: voice.language }
}

/** The template filled, as one line; empty where nothing is left. Cut short, it leaves a system line as well. */
export function filledLine(draft: TurnDraft, place: string, template: string): string {
  const filled = fillText(template, draft.values)
  if (filled.kind === 'cut') tell(draft, 'system', `The text of ${place} was cut short: ${filled.reason}.`)
  return speakable(filled.text)
}

export function tell(draft: TurnDraft, role: TranscriptLine['role'], text: string): void {
  draft.transcript.push({ role, text })
}
