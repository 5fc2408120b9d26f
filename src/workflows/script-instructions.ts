import type { VoiceInstruction } from '../providers/voice-instructions.ts'
import { addInstruction, emptyDraft, spokenText, addLine } from './turn.ts'
import type { CallContext, TranscriptLine } from './turn.ts'

/**
 * Returns all instructions for a call of a script campaign: the filled script and a hang-up; nothing else is said (Rule
 * 49). If the filled script is empty, the call ends at once.
 */
export function scriptInstructions(
  script: { script: string; voice: string | null; language: string | null },
  context: CallContext,
): { instructions: VoiceInstruction[]; transcript: TranscriptLine[] } {
  const draft = emptyDraft({ customer: context.customer })
  const voice = { voice: script.voice ?? context.voice, language: script.language ?? context.language }
  const say = spokenText(draft, 'the script', script.script, voice)
  if (say !== null) {
    if (addInstruction(draft, say)) addLine(draft, 'agent', say.text)
    else addLine(draft, 'system', 'The script is too long to be spoken.')
  }
  return { instructions: [...draft.instructions, { kind: 'hang_up' }], transcript: draft.transcript }
}
