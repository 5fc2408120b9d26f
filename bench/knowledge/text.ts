/** A generator of numbers from 0 to below 1, the same in every run. */
export type Random = () => number

/** Mulberry32: good enough for words, and quick. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** The words of a language: first its common stop words, then invented words with its endings. */
export interface Vocabulary {
  language: string
  words: string[]
  /** How many stop words come first. */
  own: number
}

interface Sounds {
  own: string
  starts: string
  middles: string
  closes: string
  endings: string
}

const languages: Record<string, Sounds> = {
  en: {
    own: 'the of and to a in is that for it as with on be this are by from at or not you can if when which will your has have an but',
    starts:
      'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w',
    middles: 'a e i o u ai ea ee oa oo ou ie',
    closes: 'n r t l s nd nt st ck m rd p g',
    endings: 's ing ed ion er ly ment ness able al',
  },
  de: {
    own: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei',
    starts: 'b bl br d dr f fl fr g gl gr h j k kl kr l m n p pf r s sch schl schr sp st str t tr v w z zw',
    middles: 'a e i o u ä ö ü ei au ie eu',
    closes: 'n r t l s nd nt st ck m rd cht ng',
    endings: 'en er ung e lich keit ig isch heit ern',
  },
  fr: {
    own: 'de la le et les des en un du une que est pour qui dans par sur au avec ne se ce pas plus il sont ou cette vous être',
    starts: 'b bl br c ch cl cr d dr f fl fr g gl gr j l m n p pl pr r s t tr v vr gn',
    middles: 'a e i o u é è ai eau ou eu oi',
    closes: 'n r t l s nd nt c m rd ss ch',
    endings: 'tion ment eur ité er é ée age ance ique',
  },
  es: {
    own: 'de la que el en y a los del se las por un para con no una su al lo como más o este es si sus pero ha',
    starts: 'b bl br c ch cl cr d dr f fl fr g gr h j l ll m n p pl pr r s t tr v z',
    middles: 'a e i o u ie ue ia ei á í ó',
    closes: 'n r t l s nd nt c m rd z',
    endings: 'ción mente ar ado idad os as ero able ista',
  },
  ru: {
    own: 'и в не на что с по как это к но из у за от о же для так все или бы его до только при мы вы если был',
    starts: 'б бл в вр г гр д др ж з к кл кр л м н п пл пр р с ск сл ст т тр х ц ч ш',
    middles: 'а е и о у я ы ё ей ой ав ев',
    closes: 'н р т л с нд нт ст к м рд',
    endings: 'ть ов ние ный ская ость ами ого ет ают',
  },
}

const wordsMax = 20_000

export function vocabularyOf(language: string): Vocabulary {
  const sounds = languages[language]
  if (sounds === undefined) throw new Error(`no words of ${language} are known here`)
  const [own, starts, middles, closes, endings] = [
    sounds.own,
    sounds.starts,
    sounds.middles,
    sounds.closes,
    sounds.endings,
  ].map((listed) => listed.split(' ')) as [string[], string[], string[], string[], string[]]
  const random = randomOf(language.charCodeAt(0) * 31 + language.charCodeAt(1))
  const syllable = () =>
    pick(random, starts) + pick(random, middles) + (random() < 0.5 ? pick(random, closes) : '')
  const words = new Set(own)
  while (words.size < wordsMax) {
    const stem = syllable() + (random() < 0.7 ? syllable() : '')
    words.add(stem + (random() < 0.6 ? pick(random, endings) : ''))
  }
  return { language, words: [...words], own: own.length }
}

/** Picks a word by Zipf's law: the hundredth word is a hundred times rarer than the first. */
export function wordOf(random: Random, { words }: Vocabulary): string {
  return words[Math.floor(words.length ** random()) - 1]!
}

/** Picks a word that is not a stop word, rare ones included: the topic of a text. */
export function topicOf(random: Random, { words, own }: Vocabulary): string {
  return words[own + Math.floor((words.length - own) ** (0.5 + random() / 2)) - 1]!
}

/** Makes a sentence in which the topic of the text recurs. */
export function sentenceOf(random: Random, vocabulary: Vocabulary, topics: readonly string[]): string {
  const length = 7 + Math.floor(random() * 14)
  const words = Array.from({ length }, () =>
    random() < 0.08 ? pick(random, topics) : wordOf(random, vocabulary),
  )
  return `${capital(words.join(' '))}.`
}

export function paragraphOf(
  random: Random,
  vocabulary: Vocabulary,
  { topics, characters }: { topics: readonly string[]; characters: number },
): string {
  let text = sentenceOf(random, vocabulary, topics)
  while (text.length < characters) text += ` ${sentenceOf(random, vocabulary, topics)}`
  return text
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
