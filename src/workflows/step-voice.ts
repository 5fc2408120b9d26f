import { withoutRegion } from '../base/language-tag.ts'
import type { WorkflowDefinition } from './definition.ts'
import type { CallContext } from './turn.ts'

/** How a step says which voice speaks its text, and in which language. */
export interface Spoken {
  voice?: string | undefined
  language?: string | undefined
}

/**
 * Returns voice and language: the step's own, else the workflow's, else the call's. A step in another language without
 * a voice of its own has the carrier's default: with a voice of another language a carrier may say nothing.
 */
export function voiceOf(
  { definition, context }: { definition: WorkflowDefinition; context: CallContext },
  step: Spoken,
): { voice: string | null; language: string | null } {
  const usual = definition.language ?? context.language
  const language = step.language ?? usual
  const usualVoice =
    withoutRegion(language) === withoutRegion(usual) ? (definition.voice ?? context.voice) : null
  return { voice: step.voice ?? usualVoice, language }
}
