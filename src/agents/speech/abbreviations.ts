/**
 * Words that a dot shortens, in small letters, of the languages that have a spoken form. A name or a number follows.
 */
const abbreviations = new Set(
  `mr mrs ms dr prof st mt jr sr messrs hon rev gen col sgt capt lt gov sen rep vs etc inc ltd co corp approx dept est
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
  sra srta srs dra ud uds vd vds lic ing arq depto avda av prov
  hr fr frl bzw ca evtl ggf inkl exkl zzgl mio mrd tsd usw sog str bsp jh geb vgl abs tel
  z d u د أ م`.split(/\s+/),
)

/** Those that are words of their own too, such as "No.", and are short for something only before a number. */
const abbreviationsOfNumbers = new Set(
  'no nos nr nro núm num art sec fig vol ch p pp pág págs ext'.split(' '),
)

/** May end a sentence: "at five p.m. We close." */
const timesOfDay = new Set(['a.m', 'p.m'])

/**
 * Returns whether the dot after the word shortens it and so ends no sentence: "Dr.", "U.S.", the initial in "J. Smith".
 *
 * @param word without its last dot.
 * @param next the first character of the next word.
 */
export function isAbbreviation(word: string, next: string): boolean {
  const small = word.toLowerCase()
  if (timesOfDay.has(small)) return !/\p{Lu}/u.test(next)
  if (/^\p{L}(?:\.\p{L})*$/u.test(word))
    return /^\p{Lu}$/u.test(word) || word.includes('.') || abbreviations.has(small)
  return abbreviations.has(small) || (abbreviationsOfNumbers.has(small) && /\p{N}/u.test(next))
}
