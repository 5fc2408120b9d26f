import type { SpeakerRole } from '../base/conversation-kinds.ts'
import { FillTime, fillText } from '../base/fill-text.ts'
import type { TextValues } from '../base/fill-text.ts'
import { speakable } from '../providers/voice-instructions.ts'
import type { SayInstruction, VoiceInstruction } from '../providers/voice-instructions.ts'

/** What a call's texts are filled with, and how they are spoken. */
export interface CallContext {
  /** The customer variables of the call, `phone_number`, `name` and `email` among them. Rules 19 and 49. */
  customer: Readonly<Record<string, string | number | boolean>>
  /** For texts without a voice of their own; null is the carrier's default. */
  voice: string | null
  language: string | null
  /** Returns which guard refuses to transfer to a number in E.164, null if none does. Absent: nothing is dialed. */
  whyNotTransfer?: (number: string) => string | null
  /** The time for the texts of the turn. Absent: the turn has that of a call. */
  fillTime?: FillTime
}

/** A line of the transcript. System lines say what happened in between. */
export interface TranscriptLine {
  role: SpeakerRole
  text: string
}

/**
 * The largest instructions of one turn, so that no carrier's document gets too large. Twilio accepts 64 KB; the rest is
 * for two addresses with every character escaped, and for the goodbye.
 */
const turnBytesMax = 40_000

/** A ticket that a step opens. */
export interface StepTicket {
  /** One line; null if the filled template is empty. */
  subject: string | null
}

/** The instructions and the transcript of a turn that is being built. */
export interface TurnDraft {
  values: TextValues
  instructions: VoiceInstruction[]
  transcript: TranscriptLine[]
  tickets: StepTicket[]
  bytes: number
  fillTime: FillTime
}

export function emptyDraft(values: TextValues, fillTime = new FillTime()): TurnDraft {
  return { values, fillTime, instructions: [], transcript: [], tickets: [], bytes: 0 }
}

/** Adds the instruction. Returns false, with nothing added, if the turn would get too large. */
export function addInstruction(draft: TurnDraft, instruction: VoiceInstruction): boolean {
  const bytes = draft.bytes + bytesOf(instruction)
  if (bytes > turnBytesMax) return false
  draft.bytes = bytes
  draft.instructions.push(instruction)
  return true
}

/**
 * Returns an upper bound of the instruction's size in a carrier's document. JSON's names and quotes take more than the
 * markup of all instructions but `listen`. Each part of a long text has markup of its own.
 */
function bytesOf(instruction: VoiceInstruction): number {
  const json = JSON.stringify(instruction)
  const escaped = json.match(/[&<>"']/g)?.length ?? 0
  const markup = (instruction.kind === 'listen' ? 400 : 0) + 200 * Math.floor(json.length / 2_000)
  return Buffer.byteLength(json) + 5 * escaped + markup
}

/**
 * Returns the text as it is spoken, or null if nothing is left to say. If the text was cut, adds a system line that
 * names `place`.
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

/** Returns the filled template as one line, which may be empty. If it was cut, adds a system line. */
export function filledLine(draft: TurnDraft, place: string, template: string): string {
  const filled = fillText(template, draft.values, draft.fillTime)
  if (filled.kind === 'cut') addLine(draft, 'system', `The text of ${place} was cut short: ${filled.reason}.`)
  return speakable(filled.text)
}

export function addLine(draft: TurnDraft, role: TranscriptLine['role'], text: string): void {
  draft.transcript.push({ role, text })
}
