import { withoutRegion } from '../base/language-tag.ts'

/** What a call says once its number is on the do-not-call list, by the first part of a language's tag. */
const lines: Readonly<Record<string, string>> = {
  en: 'We will not call this number again.',
  de: 'Wir rufen diese Nummer nicht mehr an.',
  es: 'No volveremos a llamar a este número.',
  ar: 'لن نتصل بهذا الرقم مرة أخرى.',
}

/** Returns the confirmation in a language; in English for languages that have none. `language` is a BCP 47 tag. */
export function optOutLine(language: string | null): string {
  return (hasOptOutLine(language) ? lines[firstPart(language)] : undefined) ?? lines['en']!
}

/** Returns whether there is a confirmation in a language. Null counts as English. */
export function hasOptOutLine(language: string | null): boolean {
  return Object.hasOwn(lines, firstPart(language))
}

function firstPart(language: string | null): string {
  return withoutRegion(language) ?? 'en'
}
