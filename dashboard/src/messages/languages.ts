import { languages } from './texts.ts'
import type { Language } from './texts.ts'

/**
 * Returns the language that was chosen in this browser; else the first that the browser asks for and that there are
 * texts in; else English.
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

/** Returns the first of these BCP 47 tags that there are texts in, whatever its region. */
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
