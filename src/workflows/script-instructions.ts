import type { VoiceInstruction } from '../providers/voice-instructions.ts'
import { addInstruction, emptyDraft, spokenText, tell } from './turn.ts'
import type { CallContext, TranscriptLine } from './turn.ts'

/**
 * The whole of a script campaign's call: its script, filled, and the end of the call; nothing else is said
 * (Rule 49). A script that fills to nothing ends the call at once.
 */
export function scriptInstructions(
  script: { script: string; voice: string | null; language: string | null },
  context: CallContext,
): { instructions: VoiceInstruction[]; transcript: TranscriptLine[] } {
  const draft = emptyDraft({ customer: context.customer })
  const voice = { voice: script.voice ?? context.voice, language: script.language ?? context.language }
  const say = spokenText(draft, 'the script', script.script, voice)
  if (say !== null) {
    if (addInstruction(draft, say)) tell(draft, 'agent', say.text)
    else tell(draft, 'system', 'The script is too long to be spoken.')
  }
  return { instructions: [...draft.instructions, { kind: 'hang_up' }], transcript: draft.transcript }
}
