/**
 * PostgreSQL's text search configurations, those of version 15, by primary language subtag. Texts of any other language
 * are searched word by word, as written.
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

/** The name of the configuration that texts of a language are indexed and searched with. */
export function searchConfigurationOf(language: string): string {
  return configurations.get(language) ?? 'simple'
}

/** `pt` of `pt-BR`; null where it is no language tag. */
export function primaryLanguage(tag: string | null | undefined): string | null {
  const primary = /^\s*([a-z]{2,3})(?=[-_\s]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase()
  return primary === undefined || primary === 'und' ? null : primary
}
