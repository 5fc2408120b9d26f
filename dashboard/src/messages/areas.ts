import { rememberedLanguage } from './languages.ts'
import { loadTexts } from './texts.ts'
import type { Area, Base, Language } from './texts.ts'

/** The language that is shown, and the texts in it that every page has. */
export interface ShownLanguage {
  language: Language
  base: Base
}

/** The language of the next area that is loaded, and the areas that pages have asked for so far. */
let language = rememberedLanguage()
const wanted = new Set<Area>()

/**
 * Loads the texts of these areas in the language that is shown; a language that is chosen later comes with them too.
 */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wanted.add(area)
  await Promise.all(areas.map((area) => loadTexts(language, area)))
}

/** Loads another language with all that the pages have asked for so far. Without a language: the remembered one. */
export async function loadLanguage(next = language): Promise<ShownLanguage> {
  const [base] = await Promise.all([
    loadTexts(next, 'base'),
    ...[...wanted].map((area) => loadTexts(next, area)),
  ])
  language = next
  return { language: next, base }
}
