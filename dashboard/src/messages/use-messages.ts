import { createContext, use } from 'react'
import { en } from './en.tsx'
import type { Messages } from './en.tsx'

/** Languages that can be chosen. */
export const languages = ['en', 'pseudo'] as const
export type Language = (typeof languages)[number]

export const MessagesContext = createContext<Messages>(en)

/** Returns the texts in the reader's language. */
export function useMessages(): Messages {
  return use(MessagesContext)
}

/** Returns the language that this browser last had; English where it had none. */
export function rememberedLanguage(): Language {
  try {
    const found = localStorage.getItem('language')
    return languages.find((language) => language === found) ?? 'en'
  } catch {
    return 'en'
  }
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
  if (language === 'pseudo') return (await import('./pseudo.ts')).pseudo
  return en
}
