/** Returns whether the text is a BCP 47 tag, such as `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Returns the language of a tag such as `en-GB`, in lower case, without script and region; undefined for null. */
export function withoutRegion(tag: string): string
export function withoutRegion(tag: string | null): string | undefined
export function withoutRegion(tag: string | null): string | undefined {
  return tag?.split('-')[0]?.toLowerCase()
}
