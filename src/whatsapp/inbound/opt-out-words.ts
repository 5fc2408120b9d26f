/** What a person writes to be left alone, and to be written to again, in English and the usual words of some languages. */
interface OptOutWords {
  stop: readonly string[]
  start: readonly string[]
}

/** Understood in every project (Rule 28). */
const everywhere: OptOutWords = {
  stop: ['stop', 'unsubscribe', 'stopall', 'stop all', 'end', 'quit', 'cancel'],
  start: ['start', 'unstop', 'subscribe'],
}

/** Understood beside these in projects of the language. By the first part of the BCP 47 tag. */
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

/** "Stop please" and the like: so many words in all, the stop word first. */
const wordsMax = 3

/**
 * Returns what a person's message asks for, whatever its case, accents, invisible characters, blanks and punctuation; null
 * where that is nothing. A message of up to three words that begins with a stop word is a stop, since a doubt ends in
 * silence; a start is its word alone. A word in a sentence is no request.
 *
 * @param language of the project, BCP 47.
 */
export function optOutRequest(text: string, language: string): 'stop' | 'start' | null {
  const words = wordsOf(text)
  const own = byLanguage.get(language.split('-')[0]!.toLowerCase())
  const known = [everywhere, ...(own === undefined ? [] : [own])]
  if (known.some(({ start }) => start.some((each) => wordsOf(each).join(' ') === words.join(' '))))
    return 'start'
  if (words.length > wordsMax) return null
  const isStop = (stop: readonly string[]) => stop.every((word, place) => word === words[place])
  return known.some(({ stop }) => stop.some((each) => isStop(wordsOf(each)))) ? 'stop' : null
}

/** The words of a text without case, accents, and what can't be seen (such as a zero-width space). */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{Cf}\u0300-\u036f\ufe00-\ufe0f]/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ''))
    .filter((word) => word !== '')
}
