import { createContext, use } from 'react'
import type { ShownLanguage } from './areas.ts'
import type { Texts } from './en.ts'
import { loadTexts, loadedTexts } from './texts.ts'
import type { Area, Base } from './texts.ts'

/** All texts in one language. */
export type Messages = Base & Omit<Texts, 'base'>

/** What a component or function gets that uses these areas. */
export type MessagesOf<A extends Area> = Base & Pick<Texts, A>

/** `null` until the first texts have come, and nothing is shown before that. */
export const MessagesContext = createContext<ShownLanguage | null>(null)

/**
 * Returns the texts of these areas in the reader's language, and those that every page has. The route of a page names
 * its areas, so they are there when it is shown; what is loaded later, such as a dialog, waits for areas of its own.
 */
export function useMessages<A extends Area = never>(...areas: A[]): MessagesOf<A> {
  const { language, base } = useShownLanguage()
  const loads = areas.map((area) => [area, loadTexts(language, area)] as const)
  // `use` is called for each area, loaded or not: when React renders again what waited, it tells promises apart by
  // their order.
  const texts = loads.map(([area, load]) => [area, use(load)])
  return { ...base, ...(Object.fromEntries(texts) as Pick<Texts, A>) }
}

/** Returns what refusals mean, by their code: all of them inside of the shell, else those that sign-in can meet. */
export function useRefusals(): Base['errors'] {
  const { language, base } = useShownLanguage()
  return { ...base.errors, ...loadedTexts(language, 'refusals') }
}

function useShownLanguage(): ShownLanguage {
  const shown = use(MessagesContext)
  if (shown === null) throw new Error('shown outside of MessagesContext')
  return shown
}
