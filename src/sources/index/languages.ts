/**
 * The text search configurations of PostgreSQL 15, by primary language subtag. Texts in other languages are searched by
 * whole words, without stemming.
 */
const configurations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ar: 'arabic',
    hy: 'armenian',
    eu: 'basque',
    ca: 'catalan',
    da: 'danish',
    nl: 'dutch',
    en: 'english',
    fi: 'finnish',
    fr: 'french',
    de: 'german',
    el: 'greek',
    hi: 'hindi',
    hu: 'hungarian',
    id: 'indonesian',
    ga: 'irish',
    it: 'italian',
    lt: 'lithuanian',
    ne: 'nepali',
    no: 'norwegian',
    nb: 'norwegian',
    nn: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sr: 'serbian',
    es: 'spanish',
    sv: 'swedish',
    ta: 'tamil',
    tr: 'turkish',
    yi: 'yiddish',
  }),
)

/** Returns the text search configuration with which texts of a language are indexed and searched. */
export function searchConfigurationOf(language: string): string {
  return configurations.get(language) ?? 'simple'
}

/** Returns `pt` for `pt-BR`, or null where the text is not a language tag. */
export function primaryLanguage(tag: string | null | undefined): string | null {
  const primary = /^\s*([a-z]{2,3})(?=[-_\s]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase()
  return primary === undefined || primary === 'und' ? null : primary
}
