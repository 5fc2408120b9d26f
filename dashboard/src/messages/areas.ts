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

/** The language that was chosen last. */
let chosen = language

/**
 * Loads a language that is chosen. Returns null where another one has been chosen meanwhile, which is then shown.
 * Rejects when its files do not come.
 */
export async function chooseLanguage(next: Language): Promise<ShownLanguage | null> {
  chosen = next
  const isChosen = () => chosen === next
  const loaded = await loadLanguage(next).catch((error: unknown) => {
    if (isChosen()) throw error
    return null
  })
  if (!isChosen()) return null
  language = next
  return loaded
}

/** Loads a language with all that the pages have asked for so far. Without one: the language that is shown. */
export async function loadLanguage(next = language): Promise<ShownLanguage> {
  const [base] = await Promise.all([
    loadTexts(next, 'base'),
    ...[...wanted].map((area) => loadTexts(next, area)),
  ])
  return { language: next, base }
}
