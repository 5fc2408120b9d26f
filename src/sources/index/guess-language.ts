/**
 * The most frequent words of each language. A word that several languages share counts for each of them, so that the
 * other words decide.
 */
const commonWords: Readonly<Record<string, string>> = {
  ca: 'el la els les de del i a en que amb per una un és no es al són com més aquest aquesta seva',
  da: 'og i at det er en til på af for med den der ikke som de har kan et eller fra du vi jeg om',
  de: 'der die und das ist nicht ein eine zu den mit sich des auf für von dem im wie sie werden oder wird ich mein',
  en: 'the and of to in is that it for you on with as are be this or your can from by not have how my do',
  es: 'el la los las de del y en que un una por con no se para es su al como más lo este cómo puedo mi',
  fi: 'ja on ei se että kun hän mutta joka ovat myös sekä voit tai kuin tämä sen mitä ole olla miten',
  fr: 'le la les de des du et en est un une que pour dans qui sur pas par vous avec au ce ou sont votre comment je mon',
  hu: 'a az és hogy nem is egy van meg ez ha csak vagy de kell volt fel már mint hogyan',
  id: 'yang dan di untuk dengan ini dari pada adalah tidak anda akan dalam ke atau bisa juga itu dapat bagaimana',
  it: 'il la le i di del e che un una per in con non è si da come più sono gli della nel alla questo posso mio',
  lt: 'ir yra kad su iš į tai ar bet kaip jūs arba per taip pat nuo jūsų',
  nl: 'de het een en van is dat op te in voor met zijn niet je aan er of door wordt kan naar hoe ik mijn',
  no: 'og i det er en til på av for med den som ikke de har kan et eller fra du vi jeg om å hvordan',
  pt: 'o a os as de do da e que em um uma para com não se é por mais no na dos como ao você seu meu posso',
  ro: 'și de la în nu un o pe cu care este să din mai pentru sau sunt că acest cum al ale',
  sv: 'och i att det är en som på för med av till den inte om har ett kan eller från du vi jag hur',
  tr: 've bir bu için ile de da olarak daha çok ne gibi olan var mı değil veya her sonra nasıl',
}

/** Scripts, each with the language that most texts in it are written in. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Thai}/gu, 'th'],
]

const languagesByWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(commonWords))
  for (const word of words.split(' ')) {
    const languages = languagesByWord.get(word)
    if (languages === undefined) languagesByWord.set(word, [language])
    else languages.push(language)
  }

const charactersRead = 20_000

/** Guesses the language of a text by its script or its frequent words. Returns null where no language stands out. */
export function guessLanguage(text: string): string | null {
  const read = text.slice(0, charactersRead)
  const letters = read.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of scripts) {
    const found = read.match(script)?.length ?? 0
    // Japanese text has many Chinese characters, so a few kana are enough to recognize it.
    if (found > letters * (language === 'ja' ? 0.1 : 0.4)) return language
  }
  const scores = new Map<string, number>()
  for (const word of read.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const language of languagesByWord.get(word) ?? [])
      scores.set(language, (scores.get(language) ?? 0) + 1)
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a)
  if (first === undefined || first[1] < 2) return null
  return second === undefined || first[1] >= second[1] * 1.2 ? first[0] : null
}
