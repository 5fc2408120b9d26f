import type { Loaders, Texts } from './en.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
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

/** Texts that are loaded, and those under way. What could not be loaded is in neither, so it is tried again. */
const loaded = new Map<string, unknown>()
const loading = new Map<string, Promise<unknown>>()

/** Returns the texts of an area; null while they are not loaded. */
export function loadedTexts<A extends keyof Texts>(language: Language, area: A): Texts[A] | null {
  return (loaded.get(`${language} ${area}`) as Texts[A] | undefined) ?? null
}

/** Loads the texts of an area once; the same promise while that is under way. Rejects when its file does not come. */
export function loadTexts<A extends keyof Texts>(language: Language, area: A): Promise<Texts[A]> {
  const key = `${language} ${area}`
  const begun = loading.get(key) as Promise<Texts[A]> | undefined
  if (begun !== undefined) return begun
  const texts = importTexts(language, area).then(
    (texts) => {
      loaded.set(key, texts)
      return texts
    },
    (error: unknown) => {
      loading.delete(key)
      throw error
    },
  )
  loading.set(key, texts)
  return texts
}

async function importTexts<A extends keyof Texts>(language: Language, area: A): Promise<Texts[A]> {
  if (language !== 'pseudo') return loaders[language][area]()
  return (await import('./pseudo.ts')).pseudoTexts(area)
}
