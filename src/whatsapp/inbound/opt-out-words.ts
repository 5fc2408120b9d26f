import { withoutRegion } from '../../base/language-tag.ts'
import { wordsOf } from '../../base/words-of.ts'

/** The words that opt out of messages and in again. */
interface OptOutWords {
  stop: readonly string[]
  start: readonly string[]
}

/** Words that count in every project (Rule 28). */
const everywhere: OptOutWords = {
  stop: ['stop', 'unsubscribe', 'stopall', 'stop all', 'end', 'quit', 'cancel'],
  start: ['start', 'unstop', 'subscribe'],
}

/** Further words for projects of a language, by the first part of the BCP 47 tag. */
const byLanguage: ReadonlyMap<string, OptOutWords> = new Map([
  ['de', { stop: ['stopp', 'abmelden', 'abbestellen', 'beenden'], start: ['anmelden', 'abonnieren'] }],
  ['es', { stop: ['baja', 'parar', 'alto', 'cancelar', 'detener'], start: ['alta', 'suscribir', 'iniciar'] }],
  ['fr', { stop: ['arret', 'arreter', 'desabonner', 'annuler'], start: ['abonner', 'reprendre'] }],
  ['it', { stop: ['ferma', 'basta', 'disiscriviti', 'annulla'], start: ['iscriviti', 'riprendi'] }],
  ['nl', { stop: ['afmelden', 'uitschrijven', 'stoppen'], start: ['aanmelden', 'inschrijven'] }],
  ['pt', { stop: ['sair', 'parar', 'pare', 'cancelar'], start: ['voltar', 'inscrever', 'iniciar'] }],
  ['pl', { stop: ['wypisz', 'rezygnuje', 'koniec'], start: ['zapisz'] }],
  ['tr', { stop: ['dur', 'iptal', 'abonelikten cik'], start: ['basla', 'abone ol'] }],
  ['ru', { stop: ['стоп', 'отписаться', 'отмена'], start: ['старт', 'подписаться'] }],
  ['hi', { stop: ['रोकें', 'बंद करें'], start: ['शुरू करें'] }],
  ['ar', { stop: ['توقف', 'إلغاء'], start: ['ابدأ', 'اشتراك'] }],
  ['id', { stop: ['berhenti', 'batal'], start: ['mulai', 'langganan'] }],
])

/** The most words of a stop request such as "Stop please". */
const wordsMax = 3

/**
 * Returns the request in a person's message, or null. Ignores case, accents, invisible characters, spaces and
 * punctuation. A message of up to three words that begins with a stop word is a stop: if the meaning is not sure, no
 * messages are sent. A start is the word alone. A word within a longer sentence is no request.
 *
 * @param language the project's language, BCP 47.
 */
export function optOutRequest(text: string, language: string): 'stop' | 'start' | null {
  const words = wordsOf(text)
  const own = byLanguage.get(withoutRegion(language))
  const known = [everywhere, ...(own === undefined ? [] : [own])]
  if (known.some(({ start }) => start.some((each) => wordsOf(each).join(' ') === words.join(' '))))
    return 'start'
  if (words.length > wordsMax) return null
  const isStop = (stop: readonly string[]) => stop.every((word, index) => word === words[index])
  return known.some(({ stop }) => stop.some((each) => isStop(wordsOf(each)))) ? 'stop' : null
}
