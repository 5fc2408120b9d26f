import { createContext, use } from 'react'
import type { Language } from '../messages/use-messages.ts'

export interface LanguageChoice {
  language: Language
  setLanguage: (language: Language) => void
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => undefined })

/** Returns the language of the page, and what changes it. */
export function useLanguage(): LanguageChoice {
  return use(LanguageContext)
}
