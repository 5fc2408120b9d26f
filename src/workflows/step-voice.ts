import { withoutRegion } from '../base/language-tag.ts'
import type { WorkflowDefinition } from './definition.ts'
import type { CallContext } from './turn.ts'

/** How a step says which voice speaks its text, and in which language. */
export interface Spoken {
  voice?: string | undefined
  language?: string | undefined
}

/** The languages of voices that speak several. https://www.twilio.com/docs/voice/twiml/say */
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  alice: 'ca da de en es fi fr it ja ko nb nl pl pt ru sv zh'.split(' '),
  man: ['de', 'en', 'es', 'fr'],
  woman: ['de', 'en', 'es', 'fr'],
}

/**
 * Returns voice and language: the step's own, else the workflow's, else the call's. A step in another language without
 * a voice of its own has the carrier's default, unless the usual voice speaks that language too: with a voice of
 * another language a carrier may say nothing.
 */
export function voiceOf(
  { definition, context }: { definition: WorkflowDefinition; context: CallContext },
  step: Spoken,
): { voice: string | null; language: string | null } {
  const usual = definition.language ?? context.language
  const language = step.language ?? usual
  const usualVoice = definition.voice ?? context.voice
  const isUsual = withoutRegion(language) === withoutRegion(usual) || speaks(usualVoice, language)
  return { voice: step.voice ?? (isUsual ? usualVoice : null), language }
}

/** Returns whether a voice is known to speak the language beside others. */
function speaks(voice: string | null, language: string | null): boolean {
  const spoken = voice !== null && Object.hasOwn(languagesOf, voice) ? languagesOf[voice] : undefined
  return spoken?.includes(withoutRegion(language) ?? '') ?? false
}
