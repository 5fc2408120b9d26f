import { createContext, use } from 'react'
import { en } from './en.tsx'
import type { Messages } from './en.tsx'

/** Loads a catalog by its language. English is there at once, since all others take their shape from it. */
const catalogs = {
  en: () => Promise.resolve(en),
  es: async () => (await import('./es.tsx')).es,
  de: async () => (await import('./de.tsx')).de,
  ar: async () => (await import('./ar.tsx')).ar,
  pseudo: async () => (await import('./pseudo.ts')).pseudo,
} satisfies Record<string, () => Promise<Messages>>

/** Languages that can be chosen. The pseudo-language is for those who build the pages. */
export type Language = keyof typeof catalogs
export const languages = Object.keys(catalogs) as readonly Language[]

export const MessagesContext = createContext<Messages>(en)

/** Returns the texts in the reader's language. */
export function useMessages(): Messages {
  return use(MessagesContext)
}

/**
 * Returns the language that was chosen in this browser; else the first that the browser asks for and that there is a catalog
 * of; else English.
 */
export function rememberedLanguage(): Language {
  return chosenLanguage() ?? offeredLanguage(navigator.languages) ?? 'en'
}

/** Returns the language that was chosen in this browser; null where none was. */
export function chosenLanguage(): Language | null {
  try {
    return offeredLanguage([localStorage.getItem('language') ?? ''])
  } catch {
    return null
  }
}

/** Returns the first of these BCP 47 tags that there is a catalog of, whatever its region. */
export function offeredLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const [wanted] = tag.toLowerCase().split('-')
    const found = languages.find((language) => language === wanted)
    if (found !== undefined) return found
  }
  return null
}

/** Keeps the language for the next visit, which begins before anybody is signed in. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem('language', language)
  } catch {
    // Storage is switched off: the account has it too.
  }
}

/** Loads a catalog. Other languages than English come when they are asked for. */
export async function loadMessages(language: Language): Promise<Messages> {
  return catalogs[language]()
}
