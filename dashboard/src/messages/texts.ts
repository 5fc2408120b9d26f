import { ar } from './ar.ts'
import { de } from './de.ts'
import type { Loaders, Texts } from './en.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** Languages that can be chosen. The pseudo-language is for those who build the pages. */
export const languages = ['en', 'es', 'de', 'ar', 'pseudo'] as const
export type Language = (typeof languages)[number]

/** What loads the texts of each area, by the language. */
const loaders: Record<Exclude<Language, 'pseudo'>, Loaders> = { en, es, de, ar }

/** What every page has. */
export type Base = Texts['base']
/** What a page names in its route, to have its texts. */
export type Area = Exclude<keyof Texts, 'base'>

/** A promise with the fields from which React's `use` reads at once what has come. */
interface Kept<T> extends Promise<T> {
  status?: 'fulfilled'
  value?: T
}

/** Texts that are loaded or under way. What could not be loaded is not kept, so it is tried again. */
const kept = new Map<string, Kept<unknown>>()

/** Returns the texts of an area; null while they are not loaded. */
export function loadedTexts<A extends keyof Texts>(language: Language, area: A): Texts[A] | null {
  return (kept.get(`${language} ${area}`)?.value as Texts[A] | undefined) ?? null
}

/** Loads the texts of an area once; always the same promise. Rejects when its file does not come. */
export function loadTexts<A extends keyof Texts>(language: Language, area: A): Promise<Texts[A]> {
  const key = `${language} ${area}`
  const begun = kept.get(key) as Kept<Texts[A]> | undefined
  if (begun !== undefined) return begun
  const texts: Kept<Texts[A]> = importTexts(language, area)
  kept.set(key, texts)
  void texts.then(
    (value) => Object.assign(texts, { status: 'fulfilled', value }),
    () => kept.delete(key),
  )
  return texts
}

async function importTexts<A extends keyof Texts>(language: Language, area: A): Promise<Texts[A]> {
  if (language !== 'pseudo') return loaders[language][area]()
  return (await import('./pseudo.ts')).pseudoTexts(area)
}
