import { withoutRegion } from '../../base/language-tag.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { ownHours } from '../../campaigns/campaign-hours.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded, isPaused, missingForAnswers } from '../../campaigns/readiness.ts'
import type { CallEnd } from '../call.ts'
import { moveReasons } from '../move-reasons.ts'

/** Why a caller is not connected with the campaign of the number. */
const turnAways = ['not_ready', 'ended', 'paused', 'closed', 'busy'] as const
export type TurnAway = (typeof turnAways)[number]

/** How the call counts, and what its history says. */
export const turnedAwayAs: Record<TurnAway, { end: CallEnd & ('busy' | 'no_answer'); reason: string }> = {
  not_ready: {
    end: 'no_answer',
    reason: `${moveReasons.turnedAway}: the campaign is not ready to answer`,
  },
  ended: { end: 'no_answer', reason: `${moveReasons.turnedAway}: the campaign has ended` },
  paused: { end: 'no_answer', reason: `${moveReasons.turnedAway}: the campaign is on hold` },
  closed: { end: 'no_answer', reason: `${moveReasons.turnedAway}: outside the calling hours` },
  busy: { end: 'busy', reason: `${moveReasons.turnedAway}: all slots of the campaign were taken` },
}

/** Returns why the campaign answers no call at this moment, but for its slots; null if it answers. */
export function whyClosed(campaign: CampaignForCalls, now: Date): TurnAway | null {
  if (missingForAnswers(campaign) !== null) return 'not_ready'
  if (hasEnded(campaign, now)) return 'ended'
  if (isPaused(campaign)) return 'paused'
  return isOpen(campaign, now) ? null : 'closed'
}

/** Returns whether the campaign is open. Hours in a time zone that this Node does not know count as closed. */
function isOpen({ calling_hours }: CampaignForCalls, now: Date): boolean {
  try {
    return openingAt(ownHours(calling_hours), now).isOpen
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** What a caller hears. */
export interface Message {
  /** Liquid. */
  script: string
  /** BCP 47; null: the language of the project. */
  language: string | null
}

/**
 * Returns what a caller hears who is turned away: the campaign's own text, else one in the project's language, else in
 * English.
 */
export function messageOf(
  why: TurnAway,
  { closed_message, busy_message }: Pick<CampaignForCalls, 'closed_message' | 'busy_message'>,
  projectLanguage: string,
): Message {
  const own = why === 'busy' ? busy_message : closed_message
  if (own !== null) return { script: own, language: null }
  const tag = withoutRegion(projectLanguage)
  const texts = usualTexts[tag]
  const kind = why === 'busy' || why === 'closed' ? why : 'unavailable'
  return texts === undefined
    ? { script: english[kind], language: 'en' }
    : { script: texts[kind], language: null }
}

type Texts = Record<'closed' | 'busy' | 'unavailable', string>

const english: Texts = {
  closed: 'Thank you for calling. We are closed at the moment. Please call again during our opening hours.',
  busy: 'Thank you for calling. All our lines are busy at the moment. Please call again in a few minutes.',
  unavailable: 'Thank you for calling. We can not take your call at the moment. Please call again later.',
}

/** By language, as the subtag of BCP 47 names it. */
const usualTexts: Record<string, Texts | undefined> = {
  en: english,
  es: {
    closed:
      'Gracias por llamar. En este momento estamos cerrados. Por favor, llame de nuevo en nuestro horario.',
    busy: 'Gracias por llamar. Todas nuestras líneas están ocupadas. Por favor, llame de nuevo en unos minutos.',
    unavailable: 'Gracias por llamar. En este momento no podemos atenderle. Por favor, llame más tarde.',
  },
  de: {
    closed:
      'Danke für Ihren Anruf. Zurzeit ist geschlossen. Bitte rufen Sie zu unseren Öffnungszeiten wieder an.',
    busy: 'Danke für Ihren Anruf. Zurzeit sind alle Leitungen belegt. Bitte rufen Sie in einigen Minuten wieder an.',
    unavailable:
      'Danke für Ihren Anruf. Zurzeit können wir ihn nicht annehmen. Bitte rufen Sie später wieder an.',
  },
  ar: {
    closed: 'شكرًا لاتصالك. نحن مغلقون حاليًا. يرجى معاودة الاتصال خلال ساعات العمل.',
    busy: 'شكرًا لاتصالك. جميع خطوطنا مشغولة حاليًا. يرجى معاودة الاتصال بعد بضع دقائق.',
    unavailable: 'شكرًا لاتصالك. لا يمكننا استقبال مكالمتك حاليًا. يرجى معاودة الاتصال لاحقًا.',
  },
}
