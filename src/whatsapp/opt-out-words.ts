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

/**
 * Whether a person's message is nothing but one of these words, whatever the case, accents, spaces and punctuation around
 * it; null where it is not. A word in a sentence is no request.
 *
 * @param language of the project, BCP 47.
 */
export function optOutRequest(text: string, language: string): 'stop' | 'start' | null {
  const word = plain(text)
  const own = byLanguage.get(language.split('-')[0]!.toLowerCase())
  for (const words of [everywhere, own]) {
    if (words?.stop.some((known) => plain(known) === word)) return 'stop'
    if (words?.start.some((known) => plain(known) === word)) return 'start'
  }
  return null
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '')
    .replace(/\s+/g, ' ')
}
