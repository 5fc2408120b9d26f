import { createContext, use, useEffect } from 'react'
import { chosenLanguage, offeredLanguage } from '../messages/languages.ts'
import type { Language } from '../messages/texts.ts'

export interface LanguageChoice {
  language: Language
  /**
   * Resolves to whether it is shown: false if another one has been chosen meanwhile. Rejects if its texts can not be
   * loaded.
   */
  setLanguage: (language: Language) => Promise<boolean>
}

export const LanguageContext = createContext<LanguageChoice>({
  language: 'en',
  setLanguage: async () => false,
})

/** Returns the language of the page, and what changes it. */
export function useLanguage(): LanguageChoice {
  return use(LanguageContext)
}

/** Shows the language of the account in a browser where none was chosen. */
export function useAccountLanguage(wanted: string | null): void {
  const { language, setLanguage } = useLanguage()
  useEffect(() => {
    if (wanted === null || chosenLanguage() !== null) return
    const offered = offeredLanguage([wanted])
    if (offered === null || offered === language) return
    // Without its texts, the page stays in the language that the browser asks for.
    setLanguage(offered).catch(() => {})
  }, [wanted, language, setLanguage])
}
